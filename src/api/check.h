/* The check of one property, in rounds: rondo_check makes one round, rondo_check_all several, so
 * that cheap properties need not wait for hard ones. */
#ifndef RONDO_API_CHECK_H
#define RONDO_API_CHECK_H

#include "api/learned.h"
#include "api/result.h"
#include "engine/schedule.h"

typedef struct {
  RondoResult *result;
  Reduction *reduction; /* made in the first round */
  ScheduleEntry entries[SCHEDULE_MOST];
  unsigned weights[SCHEDULE_MOST];
  size_t count;
  double seconds; /* of wall time used so far */
  bool done;      /* decided, or no further round would help */
} Check;

Check *check_open(const RondoModel *model, size_t property, const RondoSettings *settings);

/* Works on it for some seconds, but not beyond its time limit; 0: until the end. `learned` may be
 * NULL. */
void check_run(Check *check, const RondoSettings *settings, double seconds, Learned *learned);

RondoResult *check_close(Check *check); /* the result is the caller's */

#endif
