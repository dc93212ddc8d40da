/* Which steps of a Promela program can change the value of an expression that looks at states from
 * outside: an atom of a formula. */
#ifndef RONDO_MODEL_PROCESS_VISIBLE_H
#define RONDO_MODEL_PROCESS_VISIBLE_H

#include "model/process_effects.h"

typedef struct {
  const ProcessResources *resources;
  ProcessBits *bits; /* who writes these is seen */
  bool *proctypes;   /* whose steps are all seen */
  Bits *controls;    /* by proctype: who enters or leaves such a control state is seen */
  bool *watched;     /* by proctype: it has such control states */
  bool everything;   /* every step is seen */
} ProcessVisible;

ProcessVisible process_visible_new(const ProcessEffects *effects); /* nothing is seen */
void process_visible_free(ProcessVisible *visible);

void process_visible_add(ProcessVisible *visible, uint32_t expression);

/* Labels `accept...` or `progress...` are seen. */
void process_visible_add_labels(ProcessVisible *visible, bool progress);

/* Whether a step with this command of a proctype, from that control state, may be seen. */
bool process_visible_sees(const ProcessVisible *visible, const ProcessTouched *touched,
                          uint32_t proctype, uint32_t control, const ProcessCommand *command);

#endif
