/* The memory of a run, shared out. The limit is for this process and all its workers together, in
 * resident bytes. What is free is divided evenly: each worker may grow from what it has by an equal
 * part, so that one engine that needs much gets what the others leave. The shares are renewed many
 * times a second; between two looks their sum cannot pass the limit.
 *
 * A share is told to a worker's budget, at which engines stop in good order, and, a little higher,
 * to the kernel (RLIMIT_DATA), for what grows too fast to be seen. */
#ifndef RONDO_PORTFOLIO_MEMORY_SHARE_H
#define RONDO_PORTFOLIO_MEMORY_SHARE_H

#include "portfolio/worker.h"

/* How many workers, of `jobs` at most, have room beside this process; 0: not even one. Counts what
 * a fork seems to double, although the kernel copies only what is written. */
size_t memory_room(uint64_t limit, size_t jobs);

/* What each of `count` workers may have when it starts; 0 without limit. */
uint64_t memory_first_share(uint64_t limit, size_t count);

/* Renews the shares of the workers (NULL where there is none). */
void memory_share_out(uint64_t limit, Worker *const *workers, size_t count);

/* If the limit was passed all the same: the largest worker, which must go; else `count`. */
size_t memory_worst(uint64_t limit, Worker *const *workers, size_t count);

/* What is left for this process beside the workers. */
uint64_t memory_left(uint64_t limit, Worker *const *workers, size_t count);

/* What they have that this process, which they were split off from, has not. */
uint64_t memory_of_their_own(Worker *const *workers, size_t count);

#endif
