/* Which engines a task gets where the user names none, in the order of preference.
 * docs/portfolio.md has the measurements behind it. */
#ifndef RONDO_PORTFOLIO_CHOOSE_H
#define RONDO_PORTFOLIO_CHOOSE_H

#include "engine/schedule.h"

typedef struct {
  const char *engine; /* NULL ends a list */
  unsigned weight;    /* as in a Portfolio */
} Choice;

const Choice *choose_engines(const Task *task); /* a table that stays */

#endif
