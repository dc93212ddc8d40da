/* A case of the campaign: a model in a file, and questions about it whose answers are known by
 * enumeration. A seed is all it takes to make one again. */
#ifndef RONDO_CAMPAIGN_CASE_H
#define RONDO_CAMPAIGN_CASE_H

#include "base/random.h"
#include "task/task.h"

typedef struct {
  const char *kind;   /* what counts are kept by: "invariant", "hoa", ... */
  const char *option; /* of `rondo check`: the one that asks this question */
  char *value;        /* its argument: the number of a property, a formula, a file */
  bool holds;         /* by enumeration */
} Question;

typedef struct {
  uint64_t seed;
  const char *folder; /* where its files go */
  char *file;         /* the model; NULL if it is one that Rondo refuses, rightly */
  VEC(Question) questions;
} Case;

/* A random system as an AIGER file, ASCII or binary, and questions of all kinds. */
void aiger_case(Case *c, Random *random);

/* A random SMV model, with properties in the file and from outside. */
void smv_case(Case *c, Random *random);

/* For these: a path in the folder, the caller's; and a question, which takes the value. */
char *case_path(const Case *c, const char *name);
void case_ask(Case *c, const char *kind, const char *option, char *value, bool holds);

void case_free(Case *c); /* what it holds */

#endif
