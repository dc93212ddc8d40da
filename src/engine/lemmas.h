/* Lemmas that engines working on one task offer each other: clauses over the latches of the task's
 * system that hold in all its reachable states.
 *
 * The board is a growing list of sets of clauses. Each set that is offered must be *inductive by
 * itself*, relative to what is on the board already:
 *   - it holds in the reset states (those without an input that meets the constraints do not
 *     matter: nothing starts there), and
 *   - the sets so far and it, in a step that meets the constraints, imply it after the step.
 * So the clauses from the beginning of the board to any point where an offer ended are an inductive
 * invariant, and whoever uses all of them has everything that a certificate needs. A user takes
 * from the board in order and leaves nothing out.
 *
 * The engines that share a board in one process are trusted to offer only such sets (their answers
 * are checked in the end, as always). What comes from anywhere else, another process or another
 * property of the same model, is not: it goes through lemmas_inductive_part. */
#ifndef RONDO_ENGINE_LEMMAS_H
#define RONDO_ENGINE_LEMMAS_H

#include "engine/reach/reach.h"
#include "task/task.h"

typedef struct LemmaBoard LemmaBoard;

/* How lemmas travel between processes. `on_offer` is called with what an offer has brought to the
 * board; `on_poll` before lemmas are taken, and may bring in clauses by lemma_board_receive. Either
 * may be NULL. */
typedef struct {
  void (*on_offer)(void *context, const ClauseVec *clauses);
  void (*on_poll)(void *context, LemmaBoard *board);
  void *context;
} LemmaTransport;

LemmaBoard *lemma_board_new(void);
void lemma_board_free(LemmaBoard *board); /* may be NULL */
void lemma_board_connect(LemmaBoard *board, LemmaTransport transport);

/* Puts copies of the clauses on the board, but for those that a clause on it subsumes. */
void lemma_board_offer(LemmaBoard *board, const ClauseVec *clauses);

/* The same for clauses from outside, after lemmas_inductive_part; on_offer is not called. */
void lemma_board_receive(LemmaBoard *board, const ClauseVec *clauses);

/* The clauses from position on, which becomes the end of the board. The view belongs to the board
 * and is good until something is added to it. */
ClauseVec lemma_board_take(LemmaBoard *board, size_t *position);

/* Removes clauses until the rest is inductive by itself for the task, and no more than necessary:
 * what stays is the largest such subset (Houdini; Flanagan and Leino 2001). Clauses with a literal
 * that is not one of a latch of the task are removed first, so anything may be given. If the budget
 * is spent before the end, nothing stays. */
void lemmas_inductive_part(const Task *task, ClauseVec *clauses, Budget *budget);

/* Clauses of one and two literals, inductive together; nothing if the budget is spent. */
ClauseVec lemmas_pairs(const Task *task, Budget *budget);

/* What an engine that wants an invariant to begin with should know: the board, with lemmas_pairs on
 * it if these take no more work than `most`; without a board just those. `known` is empty before.
 * The second function adds what is new on the board; without one it does nothing. */
enum { LEMMA_PAIRS_WORK = 300000000 }; /* where nothing is more important */
void lemmas_begin(const Task *task, LemmaBoard *board, size_t *position, ClauseVec *known,
                  uint64_t most, Budget *budget);
void lemmas_know(LemmaBoard *board, size_t *position, ClauseVec *known);

/* The clauses over the first `count` latches of one system, over those of another; what reads
 * others is left out. */
ClauseVec lemmas_translate(const ClauseVec *clauses, const System *from, const System *to,
                           size_t count);

/* An engine's connection to the board for a Reach from the reset states, without constraints of its
 * own, over the task's system or over one that extends it: whose first latches are those of the
 * task, in order, and do not depend on the others. */
typedef struct {
  LemmaBoard *board; /* NULL: none, and nothing happens */
  const Task *task;
  const System *system; /* of the Reach */
  size_t position;      /* what of the board the Reach has */
  uint64_t looked_at;   /* infinite lemmas of the Reach that were looked at for offers */
} LemmaLink;

/* Gives the Reach what is new on the board as invariants, and offers what its infinite frame has
 * new over the latches of the task. Between two runs of the Reach. */
void lemma_link_exchange(LemmaLink *link, Reach *reach, Budget *budget);

/* Gives the Reach an invariant over the latches of the task that is known already: the board up to
 * `position`, or what else there is without a board. */
void lemma_link_give(LemmaLink *link, Reach *reach, const ClauseVec *known, size_t position);

/* After the Reach was replaced by a new one over `system`: it has nothing from the board yet. */
void lemma_link_renew(LemmaLink *link, const System *system);

#endif
