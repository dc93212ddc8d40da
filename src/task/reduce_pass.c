/* One pass: building the smaller task, and taking a witness back over it. See reduce_pass.h for
 * the argument why answers are kept. */
#include "task/reduce_pass.h"

#include "task/task_formula.h"

Replacement *replacement_new(const System *system) {
  Replacement *replacement = mem_zalloc(sizeof *replacement);
  replacement->by = aig_map_new(system->aig);
  replacement->by[0] = LIT_NONE;
  replacement->first = LIT_NONE;
  return replacement;
}

void replacement_free(Replacement *replacement) {
  if (!replacement) return;
  mem_free(replacement->by);
  vec_free(&replacement->equalities);
  vec_free(&replacement->feeders);
  mem_free(replacement);
}

bool replacement_frees(const Replacement *replacement, size_t latch) {
  return replacement->feeders.size && replacement->feeders.data[latch] != FEEDER_NONE;
}

typedef struct {
  const Task *source;
  const Replacement *replacement;
  Cone cone;
  System *system; /* the result */
  Lit *map;       /* of nodes of the source, with replacements */
  Lit *spared;    /* of those in cones of constraints, without */
} Builder;

/* What became inputs although it has a reset has that in the first step. */
static void reset_inputs(Builder *b) {
  const System *source = b->source->system;
  for (size_t i = 0; i < source->latches.size; i++) {
    const Latch *latch = source->latches.data + i;
    uint32_t node = lit_node(latch->current);
    if (!bits_get(&b->cone.latches, i) || !replacement_frees(b->replacement, i)) continue;
    if (latch->reset == RESET_FREE) continue;
    b->map[node] = b->spared[node] =
        aig_mux(b->system->aig, aig_map_lit(b->map, b->replacement->first),
                lit_constant(latch->reset == RESET_1), b->map[node]);
  }
}

static void keep_variables(Builder *b, Pass *pass) {
  const System *source = b->source->system;
  for (size_t i = 0; i < source->inputs.size; i++) {
    if (!bits_get(&b->cone.inputs, i)) continue;
    uint32_t node = lit_node(source->inputs.data[i]);
    b->map[node] = b->spared[node] = system_input(b->system);
    vec_push(&pass->inputs, (uint32_t)i);
  }
  for (size_t i = 0; i < source->latches.size; i++) {
    uint32_t node = lit_node(source->latches.data[i].current);
    if (!bits_get(&b->cone.latches, i)) continue;
    if (replacement_frees(b->replacement, i)) {
      b->map[node] = b->spared[node] = system_input(b->system);
      vec_push(&pass->inputs, (uint32_t)i | INPUT_WAS_LATCH);
      continue;
    }
    b->map[node] = b->spared[node] = system_latch(b->system, source->latches.data[i].reset);
    vec_push(&pass->latches, (uint32_t)i);
  }
  reset_inputs(b);
}

/* Latches first, then ANDs in ascending order: what a node is replaced by is known before it. */
static void copy_nodes(Builder *b) {
  const System *source = b->source->system;
  const Lit *by = b->replacement->by;
  for (size_t i = 0; i < source->latches.size; i++) {
    uint32_t node = lit_node(source->latches.data[i].current);
    if (by[node] != LIT_NONE) b->map[node] = aig_map_lit(b->map, by[node]);
  }
  for (uint32_t node = 1; node < source->aig->size; node++) {
    if (!bits_get(&b->cone.nodes, node) || !aig_is_and(source->aig, node)) continue;
    const AigNode *gate = source->aig->nodes + node;
    b->map[node] = by[node] != LIT_NONE ? aig_map_lit(b->map, by[node])
                                        : aig_and(b->system->aig, aig_map_lit(b->map, gate->left),
                                                  aig_map_lit(b->map, gate->right));
  }
}

/* Returns how many of the model's stay. */
static size_t copy_constraints(Builder *b) {
  const System *source = b->source->system;
  size_t of_model = 0;
  for (size_t i = 0; i < source->constraints.size; i++) {
    Lit constraint = source->constraints.data[i];
    Lit copy = b->replacement->spares_constraints
                   ? aig_copy(b->system->aig, source->aig, constraint, b->spared)
                   : aig_map_lit(b->map, constraint);
    if (copy == LIT_TRUE) continue;
    vec_push(&b->system->constraints, copy);
    of_model += i < b->source->constraints;
  }
  return of_model;
}

static Task *copy_question(Builder *b) {
  const Task *source = b->source;
  Task *task = task_new(source->kind, b->system);
  if (source->kind == TASK_BAD) {
    task->bad = aig_map_lit(b->map, source->bad);
    return task;
  }
  task->weak = source->weak;
  for (size_t i = 0; i < source->conditions.size; i++)
    vec_push(&task->conditions, aig_map_lit(b->map, source->conditions.data[i]));
  for (size_t i = 0; i < source->system->fairness.size; i++) {
    Lit fair = aig_map_lit(b->map, source->system->fairness.data[i]);
    if (fair != LIT_NONE) vec_push(&b->system->fairness, fair);
  }
  return task;
}

/* Whether everything that a function reads is still there. */
static bool is_kept(const Aig *aig, Lit lit, const Lit *map) {
  U32Vec support = {0};
  aig_support(aig, lit, &support);
  bool kept = true;
  for (size_t i = 0; i < support.size; i++) kept &= map[support.data[i]] != LIT_NONE;
  vec_free(&support);
  return kept;
}

/* Last of all, since it may make gates that nothing else needs. */
static void copy_formula(Builder *b, Task *task, size_t constraints) {
  const Task *source = b->source;
  const Replacement *found = b->replacement;
  if (!task_knows_ltl(source)) return;
  if (found->needs_constraints && model_comes_to_watch(source, found)) return;
  Lit *map = found->needs_constraints ? b->spared : b->map;
  const Aig *aig = source->system->aig;
  LitVec atoms = {0};
  bool kept = true;
  for (size_t i = 0; i < source->atoms.size && kept; i++) {
    Lit atom = source->atoms.data[i];
    kept = atom == LIT_NONE || is_kept(aig, atom, map);
    if (atom != LIT_NONE && kept) atom = aig_copy(b->system->aig, aig, atom, map);
    vec_push(&atoms, atom);
  }
  if (kept) {
    task->formulas = source->formulas;
    task->formula = source->formula;
    task->constraints = constraints;
    vec_append(&task->atoms, &atoms);
  }
  vec_free(&atoms);
}

Pass *pass_new(const Task *source, Replacement *replacement, bool all) {
  Pass *pass = mem_zalloc(sizeof *pass);
  const System *system = source->system;
  Builder b = {source,
               replacement,
               cone_find(source, replacement, all),
               system_new(),
               aig_map_new(system->aig),
               aig_map_new(system->aig)};
  pass->source = source;
  pass->replacement = replacement;
  keep_variables(&b, pass);
  copy_nodes(&b);
  for (size_t i = 0; i < pass->latches.size; i++)
    b.system->latches.data[i].next =
        aig_map_lit(b.map, system->latches.data[pass->latches.data[i]].next);
  size_t constraints = copy_constraints(&b);
  pass->task = copy_question(&b);
  if (system->first != LIT_NONE) b.system->first = b.spared[lit_node(system->first)];
  copy_formula(&b, pass->task, constraints);
  cone_free(&b.cone);
  mem_free(b.map);
  mem_free(b.spared);
  return pass;
}

void pass_free(Pass *pass) {
  task_free(pass->task);
  task_free(pass->chosen);
  vec_free(&pass->choices);
  replacement_free(pass->replacement);
  vec_free(&pass->inputs);
  vec_free(&pass->latches);
  mem_free(pass);
}

/* What an input of the result is in a copy of the source. */
static Lit source_of_input(const Pass *pass, const System *circuit, const Lit *from_source,
                           uint32_t origin) {
  if (origin & INPUT_IS_CHOICE)
    return from_source[pass->choices.data[origin & ~INPUT_IS_CHOICE].node];
  return origin & INPUT_WAS_LATCH ? circuit->latches.data[origin & ~INPUT_WAS_LATCH].current
                                  : circuit->inputs.data[origin];
}

/* What would be wrong of a latch that became an input although it has a reset: to have another
 * value in the first step. */
static void add_resets(const Pass *pass, System *circuit, const Lit *from_source, LitVec *bad) {
  const Replacement *replacement = pass->replacement;
  for (size_t i = 0; i < replacement->feeders.size; i++) {
    const Latch *latch = circuit->latches.data + i;
    if (!replacement_frees(replacement, i) || latch->reset == RESET_FREE) continue;
    Lit other = lit_not_if(latch->current, latch->reset == RESET_1);
    vec_push(bad, aig_and(circuit->aig, aig_map_lit(from_source, replacement->first), other));
  }
}

/* The witness of the source has the circuit and the constraints of the source, the witness' own
 * further inputs and latches, and as property the old one with the old constraints and with J. All
 * five checks follow from those of the old witness: reset and transition speak of the source alone;
 * base and step give J by its own induction, and J makes a step of the source one of the result.
 * The old constraints move into the property because without J they need not follow from those of
 * the source, and so do the resets of latches that became inputs, which hold in the first step and
 * say nothing of others. What the old witness says of any value of an input it says of any value of
 * the latch that this input was, or of the part whose value this input chose. The checks of a
 * ranking assume the property in every copy, and so have J as well. */
Witness *pass_witness_back(const Pass *pass, const Witness *witness) {
  const System *old = witness->circuit, *reduced = pass->task->system;
  Lit *from_source;
  System *circuit = system_copy(pass->source->system, &from_source);
  Witness *back = witness_new(circuit);
  Lit *map = aig_map_new(old->aig);

  for (size_t i = 0; i < old->inputs.size; i++)
    map[lit_node(old->inputs.data[i])] =
        i < reduced->inputs.size ? source_of_input(pass, circuit, from_source, pass->inputs.data[i])
                                 : system_input(circuit);
  for (size_t i = 0; i < old->latches.size; i++) {
    const Latch *latch = old->latches.data + i;
    map[lit_node(latch->current)] = i < reduced->latches.size
                                        ? circuit->latches.data[pass->latches.data[i]].current
                                        : system_latch(circuit, latch->reset);
  }
  for (size_t i = reduced->latches.size; i < old->latches.size; i++) {
    const Latch *latch = old->latches.data + i;
    circuit->latches.data[pass->source->system->latches.size + i - reduced->latches.size].next =
        aig_copy(circuit->aig, old->aig, latch->next, map);
  }

  LitVec bad = {0};
  vec_push(&bad, aig_copy(circuit->aig, old->aig, witness->bad, map));
  for (size_t i = 0; i < old->constraints.size; i++)
    vec_push(&bad, lit_not(aig_copy(circuit->aig, old->aig, old->constraints.data[i], map)));
  for (size_t i = 0; i < pass->replacement->equalities.size; i++) {
    const Equality *equality = pass->replacement->equalities.data + i;
    vec_push(&bad, aig_xor(circuit->aig, aig_map_lit(from_source, equality->a),
                           aig_map_lit(from_source, equality->b)));
  }
  add_resets(pass, circuit, from_source, &bad);
  back->bad = aig_or_all(circuit->aig, bad.data, bad.size);
  vec_free(&bad);

  for (size_t i = 0; i < witness->justice.size; i++)
    vec_push(&back->justice, aig_copy(circuit->aig, old->aig, witness->justice.data[i], map));
  for (size_t i = 0; i < witness->interventions.size; i++) {
    const Intervention *intervention = witness->interventions.data + i;
    Intervention copy = {aig_copy(circuit->aig, old->aig, intervention->signal, map),
                         aig_copy(circuit->aig, old->aig, intervention->input, map)};
    vec_push(&back->interventions, copy);
  }
  mem_free(map);
  mem_free(from_source);
  return back;
}
