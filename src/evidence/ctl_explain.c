/* See ctl_explain.h. The proof knows the way: a state that is in L of a node got there by an
 * update, and the first update whose cube contains it says by which inputs it goes to states that
 * were in L before. So following first updates leads down to the end of a path, or into a cycle and
 * around it. */
#include "evidence/ctl_explain.h"

#include <stdlib.h>

#include "base/memory.h"
#include "evidence/ctl_sets.h"
#include "logic/cnf.h"

enum { MOST_REASONS = 20, MOST_STEPS = 10000 };

/* A part of the formula in a state: both of the structure and of the model. */
typedef struct {
  Formula formula;
  size_t parent, step;
  Bits state; /* of the structure */
  Step full;  /* of the model */
} Open;

typedef struct {
  const Task *task;
  const Formulas *formulas;
  const CtlProof *proof;
  CtlBounds known;     /* after all updates */
  CtlStructure *plain; /* the structure without the bounds in its graph, to simulate */
  Bits values;
  VEC(Open) open;
  CtlReasonVec reasons;
} Explainer;

/* ---- states ---- */

static bool satisfies(Explainer *x, const Bits *state, Lit lit) {
  const System *system = x->known.structure->system;
  bits_resize(&x->values, x->known.aig->size); /* which has grown, perhaps */
  for (size_t i = 0; i < system->latches.size; i++)
    bits_put(&x->values, lit_node(system->latches.data[i].current), bits_get(state, i));
  return aig_evaluate(x->known.aig, lit, &x->values);
}

static bool known_true(Explainer *x, const Bits *state, CtlRef ref) {
  return satisfies(x, state, ctl_lower(&x->known, ref));
}

/* A latch or a gate of the proof in a state. */
static bool has_literal(Explainer *x, const Bits *state, int lit) {
  size_t number = (size_t)abs(lit) - 1;
  bool value = number < state->size ? bits_get(state, number)
                                    : satisfies(x, state, x->known.named.data[number]);
  return value == (lit > 0);
}

static bool in_cube(Explainer *x, const Bits *state, const int *lits) {
  for (; *lits; lits++)
    if (!has_literal(x, state, *lits)) return false;
  return true;
}

static const int *behind(const int *lits) {
  while (*lits) lits++;
  return lits + 1;
}

/* ---- the way that the proof knows ---- */

/* Where a state is in the proof: an update, and which of its cubes. */
typedef struct {
  size_t update, cube;
} Place;

static bool cube_at(const CtlUpdate *update, size_t number, const int **states,
                    const int **inputs) {
  *states = update->states.data;
  *inputs = update->inputs.data;
  for (size_t i = 0; i < number; i++) {
    *states = behind(*states);
    *inputs = behind(*inputs);
  }
  return *states < update->states.data + update->states.size;
}

/* The first place of a state; in the update where we come from, the next cube is preferred. */
static bool find_place(Explainer *x, uint32_t node, const Bits *state, const Place *from,
                       Place *place) {
  const int *states, *inputs;
  for (size_t u = 0; u < x->proof->updates.size; u++) {
    const CtlUpdate *update = x->proof->updates.data + u;
    if (update->node != node || (update->kind != CTL_IN && update->kind != CTL_CYCLE)) continue;
    if (from && from->update == u && cube_at(update, from->cube + 1, &states, &inputs) &&
        in_cube(x, state, states)) {
      *place = (Place){u, from->cube + 1};
      return true;
    }
    for (size_t k = 0; cube_at(update, k, &states, &inputs); k++)
      if (in_cube(x, state, states)) {
        *place = (Place){u, k};
        return true;
      }
  }
  return false;
}

/* Goes on by the inputs of a place; those that it leaves open do not matter. */
static void go(Explainer *x, Trace *path, const Place *place) {
  const CtlUpdate *update = x->proof->updates.data + place->update;
  const int *states, *inputs, *functions = update->functions.data;
  Step *last = &vec_last(&path->steps);
  cube_at(update, place->cube, &states, &inputs);
  for (; *inputs; inputs++)
    if (*inputs > 0) bits_set(&last->inputs, (size_t)*inputs - 1);
  for (size_t i = 0; functions && i < place->cube; i++) functions = behind(functions);
  for (; functions && *functions; functions += 2)
    bits_put(&last->inputs, (size_t)*functions - 1, has_literal(x, &last->latches, functions[1]));
  trace_add_step(path, x->plain->system);
  trace_advance(path, x->plain->system, path->steps.size - 2);
}

static bool loop_closes(Trace *path, const Place *places) {
  size_t last = path->steps.size - 1;
  for (size_t i = 0; i < last; i++)
    if (places[i].update == places[last].update && places[i].cube == places[last].cube &&
        bits_equal(&path->steps.data[i].latches, &path->steps.data[last].latches)) {
      Step step = vec_pop(&path->steps);
      bits_free(&step.latches);
      bits_free(&step.inputs);
      path->loop = (int64_t)i;
      return true;
    }
  return false;
}

/* The path that shows a node true in a state, over the structure; NULL if it is too long. */
static Trace *find_path(Explainer *x, uint32_t node, const Bits *state) {
  const CtlNode *info = x->known.structure->nodes.data + node;
  Trace *path = trace_new();
  bits_or(&trace_add_step(path, x->plain->system)->latches, state);
  VEC(Place) places = {0};
  bool done = false;
  for (size_t i = 0; i < MOST_STEPS && !done; i++) {
    const Bits *last = &path->steps.data[i].latches;
    Place place;
    if (info->kind == CTL_EU && known_true(x, last, info->right)) done = true;
    else if (info->kind == CTL_EX && i == 1) done = true;
    else if (!find_place(x, node, last, i ? &vec_last(&places) : NULL, &place)) break;
    else {
      vec_push(&places, place);
      done = info->kind == CTL_EG && loop_closes(path, places.data);
      if (!done) go(x, path, &place);
    }
  }
  vec_free(&places);
  if (done) return path;
  trace_free(path);
  return NULL;
}

/* A step to any state: for EX TRUE, which became TRUE itself and has no updates. It did so since
 * there is a step whatever the inputs are. */
static Trace *any_step(const Explainer *x, const Bits *state) {
  Trace *path = trace_new();
  bits_or(&trace_add_step(path, x->plain->system)->latches, state);
  trace_add_step(path, x->plain->system);
  trace_advance(path, x->plain->system, 0);
  return path;
}

/* ---- over the model ---- */

/* The inputs of a step of the model that is this step of the structure. */
static void put_inputs(const Explainer *x, const Step *step, Bits *inputs) {
  const CtlStructure *structure = x->plain;
  for (size_t i = 0; i < structure->latch_origins.size; i++) {
    uint32_t origin = structure->latch_origins.data[i];
    if (origin != UINT32_MAX && (origin & 1))
      bits_put(inputs, origin / 2, bits_get(&step->latches, i));
  }
  for (size_t i = 0; i < structure->input_origins.size; i++) {
    uint32_t origin = structure->input_origins.data[i];
    if (origin != UINT32_MAX) bits_put(inputs, origin / 2, bits_get(&step->inputs, i));
  }
}

static Trace *over_model(const Explainer *x, const Trace *path, const Step *from) {
  const System *system = x->task->system;
  Trace *trace = trace_new();
  for (size_t i = 0; i < path->steps.size; i++) {
    Step *step = trace_add_step(trace, system);
    if (!i) bits_or(&step->latches, &from->latches);
    put_inputs(x, &path->steps.data[i], &step->inputs);
    if (i) trace_advance(trace, system, i - 1);
  }
  trace->loop = path->loop;
  return trace;
}

/* ---- the parts of the formula ---- */

static void push(Explainer *x, Formula formula, size_t parent, size_t step, const Bits *state,
                 const Step *full) {
  Open open = {formula,
               parent,
               step,
               bits_copy(state),
               {bits_copy(&full->latches), bits_copy(&full->inputs)}};
  vec_push(&x->open, open);
}

/* The temporal node that a true edge stands for: itself, or the true side of a disjunction. */
static bool path_node(Explainer *x, const Bits *state, CtlRef ref, uint32_t *node) {
  const CtlNode *info = x->known.structure->nodes.data + ctl_node(ref);
  if (info->kind == CTL_AND && ctl_negated(ref)) {
    ref = known_true(x, state, ctl_not(info->left)) ? ctl_not(info->left) : ctl_not(info->right);
    info = x->known.structure->nodes.data + ctl_node(ref);
  }
  *node = ctl_node(ref);
  return !ctl_negated(ref) && info->kind >= CTL_EX && known_true(x, state, ref);
}

/* What is to be explained at the end of the path: the operands, those with the wanted truth. */
static void push_operands(Explainer *x, const Open *at, size_t parent, size_t step,
                          const Bits *state, const Step *full, bool all, bool wanted) {
  const FormulaNode *node = formula_node(x->formulas, at->formula);
  Formula operands[] = {node->left, node->right};
  for (int i = operator_arity(node->op); i-- > 0;) { /* the goal of U is on the right */
    CtlRef ref = x->known.structure->refs.data[operands[i]];
    bool is = known_true(x, state, ref), is_not = known_true(x, state, ctl_not(ref));
    if (!(wanted ? is : is_not) && !(all && (is || is_not))) continue;
    push(x, operands[i], parent, step, state, full);
    if (!all) return;
  }
}

static void explain_connective(Explainer *x, const Open *at, bool truth) {
  Operator op = formula_node(x->formulas, at->formula)->op;
  bool all = op == OP_NOT || op == OP_EQUIVALENT || op == OP_XOR || op == OP_IMPLIES ||
             truth == (op == OP_AND);
  push_operands(x, at, at->parent, at->step, &at->state, &at->full, all, truth);
}

static void explain_paths(Explainer *x, const Open *at, bool truth) {
  Operator op = formula_node(x->formulas, at->formula)->op;
  CtlRef ref = x->known.structure->refs.data[at->formula];
  bool exists = op >= OP_EX && op <= OP_EW;
  CtlReason reason = {at->formula, truth, at->parent, at->step, NULL};
  size_t number = x->reasons.size;
  uint32_t node;
  Trace *path = NULL;
  if (exists == truth && path_node(x, &at->state, truth ? ref : ctl_not(ref), &node))
    path = find_path(x, node, &at->state);
  else if (exists == truth && (op == OP_EX || op == OP_AX)) path = any_step(x, &at->state);
  if (path) reason.trace = over_model(x, path, &at->full);
  vec_push(&x->reasons, reason);
  if (path && path->loop == TRACE_NO_LOOP) {
    size_t last = path->steps.size - 1;
    push_operands(x, at, number, last, &path->steps.data[last].latches,
                  &reason.trace->steps.data[last], false, truth);
  }
  trace_free(path);
}

static void explain_open(Explainer *x, const Open *at) {
  const FormulaNode *node = formula_node(x->formulas, at->formula);
  CtlRef ref = x->known.structure->refs.data[at->formula];
  bool truth = known_true(x, &at->state, ref);
  if (!truth && !known_true(x, &at->state, ctl_not(ref))) return; /* the proof did not need it */
  if (operator_is_ctl(node->op)) explain_paths(x, at, truth);
  else explain_connective(x, at, truth);
}

/* ---- the start ---- */

/* An initial state that shows the verdict: one that violates the formula, or any. */
static bool find_initial(Explainer *x, Verdict verdict, Bits *state) {
  CtlStructure *structure = x->known.structure;
  Lit lit = aig_and(x->known.aig, structure->initial, structure->valid);
  if (verdict == VERDICT_VIOLATED)
    lit = aig_and(x->known.aig, lit, lit_not(ctl_upper(&x->known, structure->root)));
  Sat *sat = sat_new(SAT_CADICAL);
  Cnf *cnf = cnf_new(x->known.aig, sat);
  cnf_assert(cnf, lit);
  bool found = sat_solve(sat, NULL) == SAT_SATISFIABLE;
  for (size_t i = 0; i < structure->system->latches.size && found; i++)
    bits_put(state, i, cnf_value(cnf, structure->system->latches.data[i].current));
  cnf_free(cnf);
  sat_free(sat);
  return found;
}

static void push_root(Explainer *x, const Bits *state) {
  const System *system = x->task->system;
  Step full = {bits_new(system->latches.size), bits_new(system->inputs.size)};
  for (size_t i = 0; i < system->latches.size; i++)
    bits_put(&full.latches, i, system->latches.data[i].reset == RESET_1);
  for (size_t i = 0; i < x->plain->latch_origins.size; i++) {
    uint32_t origin = x->plain->latch_origins.data[i];
    if (origin == UINT32_MAX) continue;
    bits_put(origin & 1 ? &full.inputs : &full.latches, origin / 2, bits_get(state, i));
  }
  push(x, x->task->formula, 0, 0, state, &full);
  bits_free(&full.latches);
  bits_free(&full.inputs);
}

CtlReasonVec ctl_explain(const Task *task, const CtlProof *proof, Verdict verdict) {
  Explainer x = {.task = task,
                 .formulas = task->formulas,
                 .proof = proof,
                 .known = ctl_bounds_new(task),
                 .plain = ctl_structure_new(task)};
  ctl_take_gates(&x.known, &proof->gates);
  for (size_t i = 0; i < proof->updates.size; i++)
    ctl_bounds_apply(&x.known, proof->updates.data + i);
  Bits state = bits_new(x.known.structure->system->latches.size);
  if (find_initial(&x, verdict, &state)) push_root(&x, &state);
  for (size_t i = 0; i < x.open.size && x.reasons.size < MOST_REASONS; i++) {
    Open at = x.open.data[i]; /* the vector may move */
    explain_open(&x, &at);
  }
  for (size_t i = 0; i < x.open.size; i++) {
    bits_free(&x.open.data[i].state);
    bits_free(&x.open.data[i].full.latches);
    bits_free(&x.open.data[i].full.inputs);
  }
  vec_free(&x.open);
  bits_free(&state);
  bits_free(&x.values);
  ctl_bounds_free(&x.known);
  ctl_structure_free(x.plain);
  return x.reasons;
}

void ctl_reasons_free(CtlReasonVec *reasons) {
  for (size_t i = 0; i < reasons->size; i++) trace_free(reasons->data[i].trace);
  vec_free(reasons);
}
