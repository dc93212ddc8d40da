/* Whether what holds does so for the right reasons, and whether the model says what was meant.
 *
 * A property that holds because the model has no run, because what it makes promises for never
 * happens, or whatever stands in one of its parts, holds vacuously. Each of these is a property of
 * the model itself: FALSE, or the formula with a part given up (formula/occurrence.h). It is
 * checked like every other, and told only with its evidence. What would take too long stays untold.
 *
 * For models that are circuits, without memories. */
#ifndef RONDO_CHECK_VACUITY_H
#define RONDO_CHECK_VACUITY_H

#include "check/settings.h"
#include "front/model.h"
#include "report/outcome.h"

/* Beyond every property: the remark is about the model. */
#define REMARK_MODEL SIZE_MAX

typedef struct {
  size_t property;
  const char *what; /* "no-start", "no-run", "no-fair-run", "antecedent", "part", "define" */
  char *reason;     /* as a sentence without a full stop */
  char *shown;      /* what was checked, as a formula; NULL where the reason says it */
  char *part;       /* the part that does not matter; NULL: none */
  const char *engine;
  EvidenceKind evidence; /* of what was checked, accepted by the judge */
  size_t size;
  char *trusted; /* what that check left open, as in Outcome; NULL: nothing */
} Remark;

typedef void (*RemarkFound)(void *context, const Remark *remark);

/* Looks at properties that hold, for so many seconds at most, and at the model. Remarks come as
 * they are found, at most one for each property, and live until the function returns to its caller.
 */
void vacuity_look(const Model *model, const size_t *holding, size_t count, const Settings *settings,
                  double seconds, RemarkFound found, void *context);

/* {"what","reason","shown","part","engine","evidence"}, as docs/schema/result.schema.json has it.
 */
void remark_json(const Remark *remark, Json *json);

#endif
