/* Initiation: does a cube meet F, and which of its literals keep F away?
 *
 * Where F is one cube or a set of cubes, this is a look at the literals. Otherwise it is a query:
 *   - a cube that leaves the value of a signal open;
 *   - reset states, where some latches are uninitialised and the system has constraints: a state
 *     without an input that meets them starts nothing, and lemmas may exclude it;
 *   - a predicate: F and cube;
 *   - the successors of a cube s: s and C and T and cube'. The image is never built (the fair-cycle
 *     paper, section III-A, query 4).
 *
 * Frame 0 is F itself where F is one cube. In all other cases it is an over-approximation like
 * every other frame, refined by the clauses that queries of this file give. */
#include "engine/reach/internal.h"

/* Whether a literal of the cube contradicts the cube that F is, or lies in. */
static bool clashes(const Reach *reach, Lit lit) {
  uint8_t value = reach->from_value[model_place(reach->model, lit)];
  return value != TERNARY_X && value == lit_negated(lit);
}

/* The literals of a cube of F are sorted, as are those of `lits`. */
static const Lit *find_clash(const Cube *from, const Lit *lits, size_t count) {
  size_t j = 0;
  for (size_t i = 0; i < count; i++) {
    while (j < from->size && from->lits[j] < lit_positive(lits[i])) j++;
    if (j < from->size && from->lits[j] == lit_not(lits[i])) return &lits[i];
  }
  return NULL;
}

/* Given the values of latches in a set of states, by place: those of the signals, where they are
 * the same in all of them. Whether they all are. */
static bool evaluate_signals(const ReachModel *model, uint8_t *values) {
  const Aig *aig = model->system->aig;
  uint8_t *of_node = mem_alloc(model->nodes);
  of_node[0] = TERNARY_0;
  for (size_t i = 0; i < model->signal_cone.size; i++) {
    uint32_t node = model->signal_cone.data[i];
    if (aig_is_variable(aig, node)) {
      of_node[node] = values[model->place_of[node] - 1];
      continue;
    }
    Ternary left = ternary_of(of_node, aig->nodes[node].left);
    Ternary right = ternary_of(of_node, aig->nodes[node].right);
    bool low = left == TERNARY_0 || right == TERNARY_0;
    of_node[node] = low ? TERNARY_0 : left == TERNARY_X ? TERNARY_X : right;
  }
  bool all = true;
  for (size_t i = 0; i < model->signals.size; i++) {
    Ternary value = ternary_of(of_node, model->signals.data[i]);
    values[model->latches + i] = value;
    all &= value != TERNARY_X;
  }
  mem_free(of_node);
  return all;
}

/* Whether a look at the literals does not always tell if F meets a cube. */
static bool needs_query(const Reach *reach, bool signals_known) {
  switch (reach->from) {
  case REACH_CUBES: return !signals_known;
  case REACH_PREDICATE:
  case REACH_SUCCESSORS: return true;
  case REACH_RESET: break;
  }
  if (!signals_known) return true;
  if (!reach->model->system->constraints.size) return false;
  for (size_t i = 0; i < reach->model->latches; i++)
    if (reach->from_value[i] == TERNARY_X) return true;
  return false;
}

static void units(Reach *reach, Solver *solver, const Cube *cube) {
  for (size_t i = 0; i < cube->size; i++)
    sat_clause1(solver->sat, now_literal(reach->model, cube->lits[i]));
}

static void prepare(Reach *reach) {
  if (!reach->initiation) {
    Solver *solver = reach->initiation = solver_new(reach);
    const System *system = reach->model->system;
    switch (reach->from) {
    case REACH_PREDICATE: {
      int literal = solver_predicate(reach, solver, reach->from_predicate);
      sat_clause1(solver->sat, literal);
      break;
    }
    case REACH_SUCCESSORS:
      solver_assert_system(reach, solver);
      units(reach, solver, reach->from_cubes.data[0]);
      sat_clause1(solver->sat, solver->edge);
      break;
    case REACH_RESET:
      solver_assert_system(reach, solver);
      for (size_t i = 0; i < system->latches.size; i++) {
        uint8_t value = reach->from_value[i];
        int variable = model_latch_variable(i);
        if (value != TERNARY_X) sat_clause1(solver->sat, value == TERNARY_1 ? variable : -variable);
      }
      break;
    case REACH_CUBES: { /* one of them */
      IntVec some = {0};
      for (size_t i = 0; i < reach->from_cubes.size; i++) {
        const Cube *cube = reach->from_cubes.data[i];
        int inside = sat_variable(solver->sat);
        vec_push(&some, inside);
        for (size_t k = 0; k < cube->size; k++)
          sat_clause2(solver->sat, -inside, now_literal(reach->model, cube->lits[k]));
      }
      sat_clause(solver->sat, some.data, some.size);
      vec_free(&some);
      break;
    }
    }
  }
  if (reach->from == REACH_SUCCESSORS) solver_assert_constraints(reach, reach->initiation);
}

static int place(const Reach *reach, Lit lit) {
  return reach->from == REACH_SUCCESSORS ? next_literal(reach->model, reach->initiation, lit)
                                         : now_literal(reach->model, lit);
}

static SatResult query(Reach *reach, const Lit *cube, size_t count) {
  prepare(reach);
  for (size_t i = 0; i < count; i++) sat_assume(reach->initiation->sat, place(reach, cube[i]));
  reach->stats.initiation_queries++;
  return query_solve(reach, reach->initiation);
}

bool initiation_holds(Reach *reach, const Lit *cube, size_t count) {
  if (reach->from_value) {
    for (size_t i = 0; i < count; i++)
      if (clashes(reach, cube[i])) return true;
  } else if (reach->from == REACH_CUBES) {
    bool apart = true;
    for (size_t i = 0; i < reach->from_cubes.size && apart; i++)
      apart = find_clash(reach->from_cubes.data[i], cube, count);
    if (apart) return true;
  }
  return reach->initiation_queried && query(reach, cube, count) == SAT_UNSATISFIABLE;
}

static void insert(LitVec *part, Lit lit) {
  size_t i = part->size;
  vec_push(part, lit);
  for (; i && part->data[i - 1] > lit; i--) {
    part->data[i] = part->data[i - 1];
    part->data[i - 1] = lit;
  }
  assert(!i || part->data[i - 1] != lit); /* each once */
}

static bool among(const LitVec *part, Lit lit) {
  for (size_t i = 0; i < part->size; i++)
    if (part->data[i] == lit) return true;
  return false;
}

void initiation_repair(Reach *reach, const Lit *cube, size_t count, LitVec *part) {
  if (reach->from == REACH_CUBES && !reach->from_value) {
    bool apart = true;
    for (size_t i = 0; i < reach->from_cubes.size; i++) {
      const Cube *from = reach->from_cubes.data[i];
      if (find_clash(from, part->data, part->size)) continue;
      const Lit *clash = find_clash(from, cube, count);
      if (clash) insert(part, *clash);
      else apart = false;
    }
    if (apart) return;
  }
  if (initiation_holds(reach, part->data, part->size)) return;
  /* The literal that occurs in most lemmas is the likeliest to stay. */
  Lit best = LIT_NONE;
  for (size_t i = 0; i < count && reach->from_value; i++)
    if (clashes(reach, cube[i]) &&
        (best == LIT_NONE || reach->activity[model_place(reach->model, cube[i])] >
                                 reach->activity[model_place(reach->model, best)]))
      best = cube[i];
  if (best != LIT_NONE) {
    insert(part, best);
    return;
  }
  SatResult result = query(reach, cube, count);
  assert(result != SAT_SATISFIABLE);
  for (size_t i = 0; i < count; i++)
    if ((result != SAT_UNSATISFIABLE ||
         sat_failed(reach->initiation->sat, place(reach, cube[i]))) &&
        !among(part, cube[i]))
      insert(part, cube[i]);
}

static void put_latch(const ReachModel *model, Bits *state, Lit lit) {
  size_t place = model_place(model, lit);
  if (place < model->latches) bits_put(state, place, !lit_negated(lit));
}

bool initiation_state(Reach *reach, const Cube *cube, Bits *state, Step *before) {
  const ReachModel *model = reach->model;
  if (reach->initiation_queried) {
    if (query(reach, cube->lits, cube->size) != SAT_SATISFIABLE) return false;
    Sat *sat = reach->initiation->sat;
    bool after = reach->from == REACH_SUCCESSORS;
    for (size_t i = 0; i < model->latches; i++)
      bits_put(after ? &before->latches : state, i, sat_value(sat, model_latch_variable(i)));
    for (size_t i = 0; i < model->inputs && after; i++)
      bits_put(&before->inputs, i, sat_value(sat, (int)(1 + model->latches + i)));
    return true;
  }
  const Cube *from = NULL;
  for (size_t i = 0; i < reach->from_cubes.size && !from; i++)
    if (!find_clash(reach->from_cubes.data[i], cube->lits, cube->size))
      from = reach->from_cubes.data[i];
  for (size_t i = 0; i < model->latches && reach->from_value; i++)
    bits_put(state, i, reach->from_value[i] == TERNARY_1);
  for (size_t i = 0; from && i < from->size; i++) put_latch(model, state, from->lits[i]);
  for (size_t i = 0; i < cube->size; i++) put_latch(model, state, cube->lits[i]);
  return true;
}

/* A cube of F with the signals that it decides; `known` becomes false if it does not decide all. */
static Cube *with_signals(const ReachModel *model, const Cube *cube, bool *known) {
  if (!model->signals.size) return clause_copy(cube);
  uint8_t *values = mem_alloc(model->places);
  memset(values, TERNARY_X, model->places);
  LitVec lits = {0};
  for (size_t i = 0; i < cube->size; i++) {
    values[model_place(model, cube->lits[i])] = lit_negated(cube->lits[i]) ? TERNARY_0 : TERNARY_1;
    vec_push(&lits, cube->lits[i]);
  }
  *known &= evaluate_signals(model, values);
  for (size_t i = 0; i < model->signals.size; i++)
    if (values[model->latches + i] != TERNARY_X)
      vec_push(&lits, lit_not_if(model->signals.data[i], values[model->latches + i] == TERNARY_0));
  Cube *extended = clause_new(lits.data, lits.size);
  vec_free(&lits);
  mem_free(values);
  return extended;
}

void initiation_open(Reach *reach, const ReachSet *from) {
  const ReachModel *model = reach->model;
  reach->from = from->kind;
  reach->from_predicate = from->predicate;
  bool known = true;
  for (size_t i = 0; i < from->count; i++) {
    Cube *cube = with_signals(model, from->cubes[i], &known);
    vec_push(&reach->from_cubes, cube);
  }
  if (from->kind == REACH_RESET || (from->kind == REACH_CUBES && from->count == 1)) {
    reach->from_value = mem_alloc(model->places);
    for (size_t i = 0; i < model->latches; i++) {
      Reset reset = model->system->latches.data[i].reset;
      bool fixed = from->kind == REACH_RESET && reset != RESET_FREE;
      reach->from_value[i] = !fixed ? TERNARY_X : reset == RESET_1 ? TERNARY_1 : TERNARY_0;
    }
    for (size_t k = 0; k < from->count && from->kind == REACH_CUBES; k++)
      for (size_t i = 0; i < from->cubes[k]->size; i++) {
        Lit lit = from->cubes[k]->lits[i];
        reach->from_value[model_place(model, lit)] = lit_negated(lit) ? TERNARY_0 : TERNARY_1;
      }
    known = evaluate_signals(model, reach->from_value);
  }
  reach->initiation_queried = needs_query(reach, known);
}
