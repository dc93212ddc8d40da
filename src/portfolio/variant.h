/* A variant of an engine: the same engine with another seed, or other settings, for a process that
 * would have nothing to do. What a user has set stays, but for what makes the variant. */
#ifndef RONDO_PORTFOLIO_VARIANT_H
#define RONDO_PORTFOLIO_VARIANT_H

#include "engine/engine.h"

typedef struct {
  const char *name;  /* of the option, without the dashes; NULL: nothing */
  const char *value; /* NULL for a switch; its name may begin with "no-" */
} VariantSetting;

typedef struct {
  const char *engine; /* NULL ends a list */
  uint64_t seed;      /* added to that of the run */
  VariantSetting set[2];
} Variant;

/* The options of the variant: a copy of these of its engine (NULL: its defaults), with what it
 * sets. For the caller to free; NULL where an engine has none. */
void *variant_options(const Variant *variant, const void *given);

/* What people are told: "ic3 --ic3-signals-after 0 --seed +2". */
void variant_say(const Variant *variant, Text *text);

#endif
