/* The game of evidence/covers.h a second time: as a parity game with counters for what the path and
 * the watcher are to visit next, solved by Zielonka's algorithm. */
#ifndef RONDO_TESTS_ORACLE_COVER_GAME_H
#define RONDO_TESTS_ORACLE_COVER_GAME_H

#include "evidence/covers.h"

/* Whether the watcher wins from some initial state of its own for each of the words. */
bool cover_game_won(const Watcher *watcher, const Words *words);

#endif
