/* A Task is what an engine gets: a system and one question about it. A Property is what the user
 * asked; one property becomes one task. */
#ifndef RONDO_SYSTEM_TASK_H
#define RONDO_SYSTEM_TASK_H

#include "system/system.h"

typedef enum {
  PROPERTY_INVARIANT,
  PROPERTY_JUSTICE,
  PROPERTY_LTL,
  PROPERTY_CTL,
  PROPERTY_COMPUTE, /* the length of paths; only unchecked ones so far */
} PropertyKind;

typedef struct {
  PropertyKind kind;
  char *name;       /* never NULL: the source's name, or b0, j0, ... */
  Lit bad;          /* of an invariant */
  LitVec justice;   /* of a justice property, without the global fairness */
  uint32_t formula; /* of LTL and CTL: a reference into the model's formulas, or
                       FORMULA_NONE: it cannot be checked */
  uint32_t
      automaton;   /* of LTL given as an automaton: its number among the model's, from 1; else 0 */
  char *text;      /* how the source writes it, for reports; may be NULL */
  char *unchecked; /* why it cannot be checked, as a sentence; NULL: it can */
} Property;

typedef VEC(Property) PropertyVec;
void properties_free(PropertyVec *properties);
void properties_cut(PropertyVec *properties, size_t size); /* drops those from `size` on */

typedef enum {
  TASK_BAD,  /* is a step reachable in which `bad` is true? */
  TASK_FAIR, /* is there a run on which every condition is true infinitely often? */
  TASK_CTL,  /* do all initial states satisfy a CTL formula? */
} TaskKind;

typedef struct Task {
  TaskKind kind;
  System *system;    /* owned */
  Lit bad;           /* of TASK_BAD; may read inputs */
  LitVec conditions; /* of TASK_FAIR: what is asked, then the system's global fairness; at least
                        one (see task_ask_for_a_run); may read inputs */
  uint64_t weak;     /* of TASK_FAIR: bit i is set where condition i is known to be weak (i < 64) */
  const void *formulas; /* of TASK_CTL: the store ... */
  uint32_t formula;     /* ... and the root */
  LitVec atoms;         /* of TASK_CTL: the literals of the store's atoms in this system, by index;
                           empty: those that the store has itself */
} Task;

Task *task_new(TaskKind kind, System *system); /* takes the system */
Task *task_copy(const Task *task);             /* the system too */
void task_free(Task *task);

/* No conditions ask for any infinite run, and so does the condition true: that is what it becomes,
 * since evidence speaks about conditions. */
void task_ask_for_a_run(Task *task);

typedef enum { VERDICT_UNKNOWN, VERDICT_HOLDS, VERDICT_VIOLATED } Verdict;
const char *verdict_name(Verdict verdict); /* "unknown", "holds", "violated" */

#endif
