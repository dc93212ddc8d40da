/* Which engines a task gets where the user names none, in the order of preference: the first have a
 * process of their own even where there are few. docs/portfolio.md has the measurements behind
 * it. */
#ifndef RONDO_PORTFOLIO_CHOOSE_H
#define RONDO_PORTFOLIO_CHOOSE_H

#include "engine/schedule.h"

/* The names of the engines, ended by NULL; a table that stays. */
const char *const *choose_engines(const Task *task);

#endif
