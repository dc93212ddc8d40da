/* Which engines a task gets where the user names none, in the order of preference.
 * docs/portfolio.md has the measurements behind it. */
#ifndef RONDO_PORTFOLIO_CHOOSE_H
#define RONDO_PORTFOLIO_CHOOSE_H

#include "portfolio/variant.h"
#include "task/task.h"

typedef struct {
  const char *engine; /* NULL ends a list */
  unsigned weight;    /* as in a Portfolio */
  uint32_t share;     /* as in a ScheduleEntry */
} Choice;

const Choice *choose_engines(const Task *task); /* a table that stays */

/* What the processes do that are left when each of those has one; in the order of preference. */
const Variant *choose_variants(const Task *task);

#endif
