/* A Promela program as a model: the program, and what is asked of it. */
#ifndef RONDO_FRONT_PROMELA_PROMELA_MODEL_H
#define RONDO_FRONT_PROMELA_PROMELA_MODEL_H

#include "front/model.h"

/* What a property asks. Properties are assertions, end_states, then the claims of the program,
 * whose number is the property's `formula`, then those about labels, if it has such; those from
 * outside are claims, too. */
typedef enum {
  ASKS_ASSERTIONS,
  ASKS_END_STATES,
  ASKS_CLAIM,
  ASKS_ACCEPTANCE, /* no label accept... is passed again and again */
  ASKS_PROGRESS,   /* labels progress... are */
} ProcessAsked;
ProcessAsked promela_asks(const Model *model, size_t property, uint32_t *claim);

/* A row of the table of front.h. */
Model *promela_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                    Error *error);

#endif
