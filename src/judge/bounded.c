/* See bounded.h. Why the answers are a proof: Theorem 3.1 of Awedh and Somenzi (2005) gives the
 * length of the longest lasso that must be looked for, the radii of Sheeran, Singh and Stålmarck
 * (2000) that of a run to a bad step. Both are about any system, and so about the abstraction. */
#include "judge/bounded.h"

#include <stdio.h>
#include <string.h>

/* One question. */
typedef struct {
  const BoundedProof *proof;
  const WitnessCircuit *invariant;
  Prover *prover;
  size_t bits; /* of a state: the named latches, and what the method adds */
} Question;

/* One step of a path; literals of the solver. */
typedef struct {
  Moment *moment;
  int *state, *next; /* its bits; and after the step */
  int *conditions, p;
  int valid; /* constraints and invariant */
} Step;

static bool is_radius(BoundedMethod method) {
  return method == BOUNDED_BAD || method == BOUNDED_TRANS;
}

/* ---- steps ---- */

/* How many bits the method adds to the state. A condition that is alone needs none. */
static size_t added_bits(const BoundedProof *proof) {
  size_t sets = proof->conditions.size;
  bool several = proof->method == BOUNDED_FLAG || proof->method == BOUNDED_COUNTER;
  if (proof->method == BOUNDED_TRANS) return 1 + proof->latches.size + sets;
  return several && sets > 1 ? sets : 0;
}

/* A flag is up if its condition was met since all were met the last time; never are all up. */
static void add_flags(const Question *q, Step *step, const int *flags, int *next) {
  Prover *prover = q->prover;
  int all_up = PROVER_TRUE;
  step->p = PROVER_TRUE;
  for (size_t j = 0; j < q->proof->conditions.size; j++) {
    next[j] = prover_or(prover, flags[j], step->conditions[j]);
    step->p = prover_and(prover, step->p, next[j]);
    all_up = prover_and(prover, all_up, flags[j]);
  }
  for (size_t j = 0; j < q->proof->conditions.size; j++)
    next[j] = prover_and(prover, next[j], -step->p);
  step->valid = prover_and(prover, step->valid, -all_up);
}

/* The counter has a bit for each condition that it may wait for, of which one is set. That of the
 * first condition is stored negated, so that all are 0 in the beginning. */
static void add_counter(const Question *q, Step *step, const int *bits, int *next) {
  Prover *prover = q->prover;
  size_t sets = q->proof->conditions.size;
  int any = -PROVER_TRUE;
  for (size_t j = 0; j < sets; j++) {
    size_t before = j ? j - 1 : sets - 1;
    int waits = j ? bits[j] : -bits[j], waited = before ? bits[before] : -bits[before];
    int comes = prover_and(prover, waited, step->conditions[before]);
    int stays = prover_and(prover, waits, -step->conditions[j]);
    next[j] = prover_or(prover, comes, stays);
    if (!j) next[j] = -next[j];
    step->valid = prover_and(prover, step->valid, -prover_and(prover, any, waits)); /* not two */
    any = prover_or(prover, any, waits);
  }
  step->valid = prover_and(prover, step->valid, any);
  step->p = prover_and(prover, -bits[0], step->conditions[0]);
}

/* Liveness to safety. Added are: whether a state was saved; that state; which conditions were met
 * since. All are 0 before one is saved, which may be in any step. */
static void add_loop(const Question *q, Step *step, const int *added, int *next) {
  Prover *prover = q->prover;
  size_t latches = q->proof->latches.size;
  int saved = added[0], save = prover_variable(prover), since = prover_or(prover, saved, save);
  const int *copy = added + 1, *met = added + 1 + latches;
  next[0] = since;
  step->p = saved;
  for (size_t i = 0; i < latches; i++) {
    int now = step->state[i], taken = prover_and(prover, save, now);
    next[1 + i] =
        prover_or(prover, prover_and(prover, saved, copy[i]), prover_and(prover, -saved, taken));
    step->p = prover_and(prover, step->p, prover_equal(prover, now, copy[i]));
    step->valid = prover_and(prover, step->valid, prover_or(prover, -copy[i], saved));
  }
  for (size_t j = 0; j < q->proof->conditions.size; j++) {
    int seen = prover_or(prover, met[j], step->conditions[j]);
    next[1 + latches + j] = prover_and(prover, since, seen);
    step->p = prover_and(prover, step->p, met[j]);
    step->valid = prover_and(prover, step->valid, prover_or(prover, -met[j], saved));
  }
}

/* p, where the method adds nothing. */
static int plain_set(const BoundedProof *proof, Moment *moment) {
  const Lits *sets = &proof->conditions;
  return proof->method == BOUNDED_BAD  ? moment_any(moment, &proof->bad)
         : proof->method == BOUNDED_OR ? moment_any(moment, sets)
                                       : moment_lit(moment, sets->data[proof->set]);
}

/* The model at a step: the named latches have their values from the step before; or, in the first
 * one, their resets, if it is to be initial. */
static Moment *model_moment(const Question *q, const Step *before, bool initial) {
  const BoundedProof *proof = q->proof;
  Moment *moment = moment_new(q->prover, proof->model, 0);
  for (size_t i = 0; i < proof->latches.size; i++) {
    const Register *latch = proof->model->latches.data + proof->latches.data[i];
    if (before) moment_set(moment, latch->lit, before->moment, latch->next);
    else if (initial && latch->reset <= 1) moment_set(moment, latch->lit, moment, latch->reset);
  }
  return moment;
}

static Step step_new(const Question *q, const Step *before, bool initial) {
  const BoundedProof *proof = q->proof;
  Prover *prover = q->prover;
  size_t latches = proof->latches.size, sets = proof->conditions.size;
  Moment *moment = model_moment(q, before, initial), *known = moment_new(prover, proof->known, 0);
  share_with_witness(q->invariant, moment, known);
  Step step = {
      .moment = moment,
      .state = zeroed(&prover->pool, q->bits, sizeof(int)),
      .next = zeroed(&prover->pool, q->bits, sizeof(int)),
      .conditions = zeroed(&prover->pool, sets, sizeof(int)),
      .valid = prover_and(prover, constraints_hold(moment), property_holds(q->invariant, known))};
  for (size_t i = 0; i < latches; i++) {
    const Register *latch = proof->model->latches.data + proof->latches.data[i];
    step.state[i] = moment_lit(moment, latch->lit);
    step.next[i] = moment_lit(moment, latch->next);
  }
  for (size_t i = latches; i < q->bits; i++)
    step.state[i] = before ? before->next[i] : initial ? -PROVER_TRUE : prover_variable(prover);
  for (size_t j = 0; j < sets; j++)
    step.conditions[j] = moment_lit(moment, proof->conditions.data[j]);
  int *added = step.state + latches, *next = step.next + latches;
  if (q->bits == latches) step.p = plain_set(proof, moment);
  else if (proof->method == BOUNDED_FLAG) add_flags(q, &step, added, next);
  else if (proof->method == BOUNDED_COUNTER) add_counter(q, &step, added, next);
  else add_loop(q, &step, added, next);
  return step;
}

static Step *steps_new(const Question *q, size_t count, bool initial) {
  Step *steps = zeroed(&q->prover->pool, count, sizeof *steps);
  for (size_t k = 0; k < count; k++)
    steps[k] = step_new(q, k ? steps + k - 1 : NULL, initial && !k);
  return steps;
}

static Question question_new(const WitnessCircuit *invariant, const BoundedProof *proof,
                             const char *name, bool with_added) {
  Judge *judge = proof->model->judge;
  size_t bits = proof->latches.size + (with_added ? added_bits(proof) : 0);
  snprintf(judge->obligation, sizeof judge->obligation, "%s", name);
  return (Question){proof, invariant, prover_new(judge), bits};
}

_Noreturn static void refuse_for(const Question *q, const char *what) {
  refuse(q->prover->judge, "the proof is not valid: there is %s", what);
}

/* ---- simple paths ---- */

typedef enum { ANY, IN, OUT } Demand; /* of a step, as to p */

typedef struct {
  const char *name;
  bool initial;                           /* it starts in an initial state ... */
  bool leaves;                            /* ... and comes to no other */
  Demand first, inner, before_last, last; /* the last step is not the first, if it is both */
} PathShape;

static int demanded(const Step *step, Demand demand) {
  return demand == ANY ? PROVER_TRUE : demand == IN ? step->p : -step->p;
}

/* That the bits have their resets; those that were added are 0. */
static int is_initial(const Question *q, const Step *step) {
  const BoundedProof *proof = q->proof;
  int all = PROVER_TRUE;
  for (size_t i = 0; i < q->bits; i++) {
    Lit reset =
        i < proof->latches.size ? proof->model->latches.data[proof->latches.data[i]].reset : 0;
    if (reset <= 1) all = prover_and(q->prover, all, reset ? step->state[i] : -step->state[i]);
  }
  return all;
}

static void demand_shape(const Question *q, const PathShape *shape, const Step *steps,
                         size_t last) {
  for (size_t k = 0; k <= last; k++) {
    prover_assert(q->prover, steps[k].valid);
    Demand here = k == last ? shape->last : k ? shape->inner : shape->first;
    prover_assert(q->prover, demanded(steps + k, here));
    if (k + 1 == last) prover_assert(q->prover, demanded(steps + k, shape->before_last));
    if (k && shape->leaves) prover_assert(q->prover, -is_initial(q, steps + k));
  }
}

static void differ(const Question *q, const Step *a, const Step *b) {
  int *clause = zeroed(&q->prover->pool, q->bits, sizeof *clause);
  for (size_t i = 0; i < q->bits; i++)
    clause[i] = -prover_equal(q->prover, a->state[i], b->state[i]);
  prover_clause(q->prover, clause, q->bits);
}

/* Of the path that was found: states that are equal must not be, from now on. False: there are
 * none. */
static bool tell_apart(const Question *q, const Step *steps, size_t count) {
  bool *values = zeroed(&q->prover->pool, count * q->bits, sizeof *values), any = false;
  for (size_t k = 0; k < count; k++)
    for (size_t i = 0; i < q->bits; i++)
      values[k * q->bits + i] = prover_value(q->prover, steps[k].state[i]);
  for (size_t a = 0; a < count; a++)
    for (size_t b = a + 1; b < count; b++)
      if (!memcmp(values + a * q->bits, values + b * q->bits, q->bits * sizeof *values)) {
        differ(q, steps + a, steps + b);
        any = true;
        break; /* the other one of three has its turn with b */
      }
  return any;
}

/* Refuses if there is a simple path of so many transitions. */
static void exclude_path(const WitnessCircuit *invariant, const BoundedProof *proof,
                         const PathShape *shape, size_t transitions) {
  Question q = question_new(invariant, proof, shape->name, true);
  const Step *steps = steps_new(&q, transitions + 1, shape->initial);
  demand_shape(&q, shape, steps, transitions);
  while (!prover_refutes(q.prover))
    if (!tell_apart(&q, steps, transitions + 1)) refuse_for(&q, shape->name);
  prover_free(q.prover);
}

/* ---- violations ---- */

/* A lasso whose loop begins in the state `entry`: whether it was there yet, and what was met since.
 * Of ONE and OR the lassos are those that meet p. */
typedef struct {
  int *entry, *met, inside;
  bool weaker;
  size_t sets;
} Loop;

static int equal_bits(const Question *q, const int *a, const int *b) {
  int all = PROVER_TRUE;
  for (size_t i = 0; i < q->bits; i++)
    all = prover_and(q->prover, all, prover_equal(q->prover, a[i], b[i]));
  return all;
}

/* Whether the step is the last one of the lasso: the entry comes again. */
static int closes(const Question *q, Loop *loop, const Step *step) {
  Prover *prover = q->prover;
  loop->inside = prover_or(prover, loop->inside, equal_bits(q, step->state, loop->entry));
  int all = prover_and(prover, loop->inside, equal_bits(q, step->next, loop->entry));
  for (size_t j = 0; j < loop->sets; j++) {
    int here = prover_and(prover, loop->inside, loop->weaker ? step->p : step->conditions[j]);
    loop->met[j] = prover_or(prover, loop->met[j], here);
    all = prover_and(prover, all, loop->met[j]);
  }
  return all;
}

/* Refuses if some violation has at most so many steps. Lassos are those of the abstraction without
 * what the method adds: one with it is one without. */
static void exclude_violation(const WitnessCircuit *invariant, const BoundedProof *proof,
                              size_t count) {
  static const char name[] = "a violation that is short enough";
  Question q = question_new(invariant, proof, name, false);
  const Step *steps = steps_new(&q, count, true);
  int *ends = zeroed(&q.prover->pool, count, sizeof *ends), violated = -PROVER_TRUE;
  Loop loop = {.inside = -PROVER_TRUE, .weaker = proof->method <= BOUNDED_OR};
  loop.sets = loop.weaker ? 1 : proof->conditions.size;
  loop.entry = zeroed(&q.prover->pool, q.bits, sizeof(int));
  loop.met = zeroed(&q.prover->pool, loop.sets, sizeof(int));
  for (size_t i = 0; i < q.bits; i++) loop.entry[i] = prover_variable(q.prover);
  for (size_t j = 0; j < loop.sets; j++) loop.met[j] = -PROVER_TRUE;
  for (size_t k = 0; k < count; k++)
    ends[k] = proof->progress ? closes(&q, &loop, steps + k) : steps[k].p;
  for (size_t k = count; k-- > 0;) /* behind its end nothing need be valid */
    violated = prover_and(q.prover, steps[k].valid, prover_or(q.prover, ends[k], violated));
  prover_assert(q.prover, violated);
  if (!prover_refutes(q.prover)) refuse_for(&q, name);
  prover_free(q.prover);
}

/* ---- the proof ---- */

/* How many steps the violations have that must be excluded. Of Theorem 3.1: n + m, and none where p
 * is never reached. Of the radii: a bad step comes after fewer than n transitions; and a lasso is
 * found in the step after its last. */
static size_t steps_to_exclude(const BoundedProof *proof) {
  if (!proof->n) return 0;
  if (!is_radius(proof->method)) return proof->n + proof->m;
  return proof->method == BOUNDED_BAD ? proof->n : proof->n - 1;
}

static const char *shape_fault(const BoundedProof *proof) {
  size_t bits = proof->latches.size + added_bits(proof); /* simple paths are shorter than 2^bits */
  const Circuit *model = proof->model, *known = proof->known;
  bool radius = proof->criterion == BOUNDED_FORWARD || proof->criterion == BOUNDED_BACKWARD;
  if ((proof->method == BOUNDED_BAD) == proof->progress)
    return "its method is not one for this kind of property";
  if (radius != is_radius(proof->method)) return "its criterion is another's";
  if (proof->progress && proof->set >= proof->conditions.size) return "there is no such fair set";
  for (size_t i = 0; i < proof->latches.size; i++)
    if (proof->latches.data[i] >= model->latches.size ||
        (i && proof->latches.data[i] <= proof->latches.data[i - 1]))
      return "its latches are not latches of the model in order";
  if ((proof->m | proof->n) >> (bits < 18 ? bits + 2 : 20)) return "its paths are too long";
  if (known->inputs.size != model->inputs.size || known->latches.size != model->latches.size)
    return "its invariant is not about the model";
  return NULL;
}

/* Of the radii; and of Theorem 3.1 (1a), (1b), (1b') and (1b''). */
static const PathShape
    forward = {"a simple path of n transitions from an initial state", 1, 1, ANY, ANY, ANY, ANY},
    backward = {"a simple path of n transitions to a bad step", 0, 0, OUT, OUT, ANY, IN},
    alpha = {"a simple path of n transitions to a fair step", 1, 0, ANY, ANY, ANY, IN},
    beta = {"a simple path of n + 1 transitions into a fair step", 0, 0, ANY, ANY, OUT, IN},
    into = {"a simple path of m + 1 transitions, fair in the end", 0, 0, OUT, OUT, ANY, IN},
    out_of = {"a simple path of m + 1 transitions, fair at the start", 0, 0, IN, OUT, ANY, OUT};

void check_bounded(const BoundedProof *proof) {
  WitnessCircuit invariant = {
      .model = proof->model, .circuit = proof->known, .bad = proof->known_bad};
  const char *fault = shape_fault(proof);
  if (fault) refuse(proof->model->judge, "the proof is not valid: %s", fault);
  map_by_order(&invariant);
  check_witness(&invariant); /* of no property of the model: that it holds in every run */
  if (is_radius(proof->method)) {
    bool onward = proof->criterion == BOUNDED_FORWARD;
    exclude_path(&invariant, proof, onward ? &forward : &backward, proof->n);
  } else {
    bool inward = proof->criterion == BOUNDED_INTO;
    exclude_path(&invariant, proof, &beta, proof->n + 1);
    exclude_path(&invariant, proof, &alpha, proof->n);
    if (proof->n) exclude_path(&invariant, proof, inward ? &into : &out_of, proof->m + 1);
  }
  exclude_violation(&invariant, proof, steps_to_exclude(proof));
}
