/* Whether a watcher accepts every word of a set: shown by a fair simulation, or refuted by a word.
 *
 * The game: a path through the graph of the words is revealed step by step, and after each step the
 * watcher makes a move on the letter that was read. The watcher wins a play if it meets all its
 * conditions infinitely often, or if the path does not visit all acceptance sets so often. Where it
 * can win from the start whatever path is chosen, the moves it makes on the path of a word are an
 * accepting run on that word: it accepts all of them. The winning positions are those of the triple
 * fixpoint for games of reactivity (Piterman, Pnueli and Sa'ar, Synthesis of Reactive(1) Designs,
 * 2006, Section 3).
 *
 * The converse does not hold: a watcher that must guess what the path does not reveal may accept
 * every word and lose the game. Then words are tried, and one that it does not accept refutes it;
 * without such a word nothing is known. */
#ifndef RONDO_EVIDENCE_COVERS_H
#define RONDO_EVIDENCE_COVERS_H

#include "evidence/finding.h"
#include "evidence/watcher.h"
#include "evidence/words.h"

/* Work is counted in moves looked at; beyond the limit the game is given up. If a word is missed,
 * it is given: its letters, and the one after the last. */
Finding watcher_covers(const Watcher *watcher, const Words *words, uint64_t work, U32Vec *missed,
                       size_t *loop);

#endif
