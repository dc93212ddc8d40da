/* The check of properties, from a model to results whose evidence was checked.
 *
 * A Check is that of one property, in rounds: check_property makes one round, check_properties
 * several, so that cheap properties need not wait for hard ones. */
#ifndef RONDO_CHECK_CHECK_H
#define RONDO_CHECK_CHECK_H

#include "check/compute.h"
#include "check/explain.h"
#include "check/learned.h"
#include "check/result.h"
#include "check/settings.h"
#include "engine/schedule.h"
#include "front/model.h"

typedef struct {
  const Model *model;
  const char *keep; /* the folder of keep.h, or NULL */
  LtlOptions ltl;   /* what products are made with */
  Result *result;
  bool linear;          /* of CTL: LTL can say it, and if it is not easy it will be asked so */
  Compute *compute;     /* of COMPUTE, which is many questions; else NULL */
  Task *asked;          /* of a model with memories: the task without them; else NULL */
  Reduction *cone;      /* what the property depends on, if that is kept; else NULL */
  Reduction *reduction; /* of that, or of the task; made in the first round */
  Explain *explain;     /* where its effort goes, or NULL */
  ScheduleEntryVec entries;
  VEC(unsigned) weights;   /* by entry */
  ScheduleEntryVec spare;  /* variants of them for processes that are left; options are its own */
  bool looked;             /* with diagrams that are shared */
  bool alone;              /* its turns are in this process (abreast.h) */
  bool lasting;            /* engines wait for the next turn instead of beginning anew in it; */
  bool waits;              /* there will be one after this turn; */
  struct Waiting *waiting; /* here they are; or NULL */
  Scrutiny scrutiny;       /* of its evidence */
  double seconds;          /* of wall time used so far */
  bool done;               /* decided, or no further round would help */
} Check;

/* A number that no property has gives a check that is done, and unknown. */
Check *check_open(const Model *model, size_t property, const Settings *settings);

/* Works on it for some seconds, but not beyond its time limit; 0: until the end. `learned` may be
 * NULL. */
void check_run(Check *check, const Settings *settings, double seconds, Learned *learned);

/* Other evidence for the verdict of a check that is done: takes the place of what there is if its
 * size is at most this and the judge accepts it, and else is lost. It is about the reduced task, or
 * about the task as it is (NULL). */
bool check_improve(Check *check, Evidence *better, size_t most, const Reduction *reduction,
                   Budget *budget);

Result *check_close(Check *check); /* the result is the caller's */

/* Whether some engine of the settings takes properties of this kind; else false and why. What the
 * automaton of a formula will ask for is not known yet: of LTL it is enough that one may. True of
 * what no engine could check: then that is not what is wrong. */
bool check_takes(const Model *model, size_t property, const Settings *settings, Error *error);

/* All of it: one property. Never NULL. */
Result *check_property(const Model *model, size_t property, const Settings *settings);

/* Several properties (NULL: the first `count`), easy ones first; see check_all.c. Results come in
 * the order in which they are known, and belong to whoever gets them. */
typedef struct {
  void (*begin)(void *context, size_t property); /* a turn of this property begins; may be NULL */
  void (*result)(void *context, Result *result);
  void *context;
} CheckWatch;
void check_properties(const Model *model, const size_t *properties, size_t count,
                      const Settings *settings, const CheckWatch *watch);

#endif
