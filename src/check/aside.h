/* Work on some of the questions of a check in a process of its own, beside what is done here.
 *
 * It tells what it finds out about a question as bytes, which whoever hears them takes for a claim
 * of somebody else: what they mean is agreed on by those who tell and those who take. Like the
 * workers of a portfolio the process ends with its parent, writes no file, and prints nothing. */
#ifndef RONDO_CHECK_ASIDE_H
#define RONDO_CHECK_ASIDE_H

#include "base/budget.h"
#include "base/text.h"

typedef struct Aside Aside;

/* Calls the function in a fork of this process, which ends when it returns. NULL: the system has no
 * room for another process. */
typedef void (*AsideWork)(void *context, Aside *aside);
Aside *aside_start(size_t questions, AsideWork work, void *context);

void aside_end(Aside *aside); /* and the process; NULL is fine */

/* Takes what it has told, after waiting for something up to so many seconds. A message that `take`
 * does not understand (false) is the last that is heard. False: it has nothing more to say. */
typedef bool (*AsideTake)(void *context, size_t question, const char *bytes, size_t size);
bool aside_hear(Aside *aside, double seconds, AsideTake take, void *context);

/* To wait for: there is something to hear, or it has ended. -1 when nothing more will come. */
int aside_file(const Aside *aside);

/* After that: it did not come to the end of its work. */
bool aside_failed(const Aside *aside);

/* Flags for budgets (`stop`): it has decided this question, and its message has not been taken yet;
 * all questions are decided, there or here. */
const volatile sig_atomic_t *aside_told(const Aside *aside, size_t question);
const volatile sig_atomic_t *aside_told_all(const Aside *aside);

/* The question is decided here: it need not be there. */
void aside_done(Aside *aside, size_t question);

/* ---- in that process ---- */

/* `decides`: nothing more has to be found out about the question, as far as can be said there. */
void aside_tell(Aside *aside, size_t question, const Text *bytes, bool decides);

/* The flag that it was decided by the parent. */
const volatile sig_atomic_t *aside_is_done(const Aside *aside, size_t question);

#endif
