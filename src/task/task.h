/* A Task is what an engine gets: a system and one question about it. A Property is what the user
 * asked; one property becomes one task. */
#ifndef RONDO_TASK_TASK_H
#define RONDO_TASK_TASK_H

#include "formula/formula.h"
#include "system/system.h"

typedef enum {
  PROPERTY_INVARIANT,
  PROPERTY_JUSTICE,
  PROPERTY_LTL,
  PROPERTY_CTL,
  PROPERTY_COMPUTE, /* the length of paths: see check/compute.h */
  /* of nets alone */
  PROPERTY_BOUND,          /* how large a sum of tokens can become: that of the formula's atom */
  PROPERTY_QUASI_LIVENESS, /* every transition can fire once */
  PROPERTY_LIVENESS,       /* every transition can fire again, whatever happened */
  PROPERTY_STABLE_MARKING, /* some place never changes */
  PROPERTY_STATE_SPACE,    /* how many markings are reachable */
} PropertyKind;

typedef struct {
  PropertyKind kind;
  char *name;      /* never NULL: the source's name, or b0, j0, ... */
  Lit bad;         /* of an invariant */
  LitVec justice;  /* of a justice property, without the global fairness; of COMPUTE: p and q */
  Formula formula; /* of LTL and CTL, in the model's store; FORMULA_NONE: it cannot be checked.
                      Of a net also that of an invariant, and the sum of a bound */
  Formula parts;   /* the formula as written, with Boolean operators taken apart that `formula` and
                      `bad` have inside atoms and gates; FORMULA_FALSE: it is not known,
                      FORMULA_TRUE: it has none that the user wrote */
  bool copies;     /* what was written once may stand in `parts` several times */
  uint32_t
      automaton; /* of LTL given as an automaton: its number among the model's, from 1; else 0 */
  uint32_t question; /* of a model of words: which of its relation's it is, from 1; else 0 */
  bool greatest;     /* of COMPUTE: MAX, not MIN */
  bool cover;        /* an invariant that is asked the other way round: `bad` should be reachable */
  char *text;        /* how the source writes it, for reports; may be NULL */
  char *place;       /* where it is in the source, "file:line"; NULL: not known */
  char *unchecked;   /* why it cannot be checked, as a sentence; NULL: it can */
} Property;

typedef VEC(Property) PropertyVec;
/* Adds an invariant or justice property under a copy of its name, which says what must not happen;
 * the text says so, because "holds" is the answer to the property, not to its name. Valid until the
 * next one. */
Property *property_add(PropertyVec *properties, PropertyKind kind, const char *name);
void properties_free(PropertyVec *properties);
void properties_cut(PropertyVec *properties, size_t size); /* drops those from `size` on */

typedef enum {
  TASK_BAD,  /* is a step reachable in which `bad` is true? */
  TASK_FAIR, /* is there a run on which every condition is true infinitely often? */
  TASK_CTL,  /* do all initial states satisfy a CTL formula? */
} TaskKind;

/* A set of kinds of task. */
typedef unsigned TaskKinds;
enum { TASKS_BAD = 1 << TASK_BAD, TASKS_FAIR = 1 << TASK_FAIR, TASKS_CTL = 1 << TASK_CTL };

typedef struct Task {
  TaskKind kind;
  System *system;    /* owned */
  Lit bad;           /* of TASK_BAD; may read inputs */
  LitVec conditions; /* of TASK_FAIR: what is asked, then the system's global fairness; at least
                        one (see task_ask_for_a_run); may read inputs */
  uint64_t weak;     /* of TASK_FAIR: bit i is set where condition i is known to be weak (i < 64) */
  /* Of TASK_CTL: what is asked. Of other tasks: the LTL formula that they were made from, as long
   * as that is known, else NULL; see task_formula.h. */
  const Formulas *formulas; /* the store, not owned */
  Formula formula;          /* the root */
  LitVec atoms; /* the literals of the store's atoms in this system, by index; empty: those that
                   the store has itself */
  size_t constraints; /* so many of the system's constraints, the first ones, are the model's own */
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
