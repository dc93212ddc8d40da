/* What a front end gives: the system and the properties in the file. */
#ifndef RONDO_FRONT_MODEL_H
#define RONDO_FRONT_MODEL_H

#include "base/error.h"
#include "formula/formula.h"
#include "system/system.h"
#include "system/task.h"

typedef struct Model {
  char *file; /* as the user named it */
  const char *format; /* the name of its language in the table of front.h, or NULL */
  System *system;
  Formulas *formulas; /* of LTL and CTL properties; atoms are bound to literals of the system */
  PropertyVec properties; /* in file order; of AIGER: bad states first, then justice */
} Model;

Model *model_new(const char *file); /* an empty system and store */
void model_free(Model *model);

#endif
