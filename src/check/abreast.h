/* Several properties of one model at once, each in a process of its own, which runs engines in
 * processes of their own in turn: so that many properties have use for many cores, and not only
 * many engines for one. A property has a place for one turn, with two jobs or more; jobs of places
 * that nobody needs any more are lent to those that are left.
 *
 * Such a process is a fork in the middle of the check (aside.h). What it finds comes as bytes and
 * is taken for a claim of somebody else: an answer is judged again here, clauses are candidates. It
 * writes no file. One that dies, or whose answer does not check, costs time, and its property has
 * its next turn in this process. */
#ifndef RONDO_CHECK_ABREAST_H
#define RONDO_CHECK_ABREAST_H

#include "check/check.h"

typedef struct Abreast Abreast;

/* NULL where these settings or this model want one property after the other: few jobs, engines that
 * were named, limits that all share (memory, work), files that are written on the way. */
Abreast *abreast_new(const Model *model, const Settings *settings, Learned *learned,
                     const CheckWatch *watch);
void abreast_free(Abreast *abreast); /* and all that runs; NULL is fine */

size_t abreast_places(const Abreast *abreast);
size_t abreast_busy(const Abreast *abreast); /* places that are taken */

/* Begins a turn of so many seconds (0: until the end) on a free place, if so many properties wait
 * for one, this among them. False: it has to be run in this process. */
bool abreast_start(Abreast *abreast, Check *check, double seconds, size_t waiting);

/* Waits until a turn is over. NULL: none has begun. Unless the check is done it may have another.
 */
Check *abreast_wait(Abreast *abreast);

#endif
