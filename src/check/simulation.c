#include "check/simulation.h"

#include "base/memory.h"
#include "logic/cnf.h"
#include "system/unroll.h"

/* The steps that a query is about: the first alone, or two, of which the first is given. */
typedef struct {
  Unroll *unroll;
  Sat *sat;
  Cnf *cnf;
  size_t entered; /* 0 or 1: the step that is entered */
} Window;

struct Simulation {
  const System *system;
  Bits is_state;      /* by input: a signal shows it as part of the state */
  Trace *trace;       /* of the last step the inputs are still open, but for those */
  VEC(LitVec) claims; /* by step: what its inputs have to satisfy when it is left */
  Window first, next;
  Lit condition;
  bool reads_inputs;
};

/* ---- queries ---- */

static Window window_new(const System *system, bool first) {
  Window w = {.unroll = unroll_new(system, first), .sat = sat_new(SAT_LEAN), .entered = !first};
  w.cnf = cnf_new(unroll_aig(w.unroll), w.sat);
  for (size_t k = 0; k <= w.entered; k++) cnf_assert(w.cnf, unroll_constraint(w.unroll, k));
  return w;
}

static void window_free(Window *w) {
  cnf_free(w->cnf);
  sat_free(w->sat);
  unroll_free(w->unroll);
}

static int window_literal(Window *w, Lit lit, size_t k) {
  return cnf_literal(w->cnf, unroll_literal(w->unroll, lit, k), CNF_BOTH);
}

/* The state of a step, and what its inputs have to satisfy. */
static void demand_step(const Simulation *s, Window *w, const Step *step, IntVec *demands) {
  const System *system = s->system;
  const LitVec *claims = &vec_last(&s->claims);
  for (size_t i = 0; i < system->latches.size; i++) {
    int lit = window_literal(w, system->latches.data[i].current, 0);
    vec_push(demands, bits_get(&step->latches, i) ? lit : -lit);
  }
  for (size_t i = bits_next(&s->is_state, 0); i < system->inputs.size;
       i = bits_next(&s->is_state, i + 1)) {
    int lit = window_literal(w, system->inputs.data[i], 0);
    vec_push(demands, bits_get(&step->inputs, i) ? lit : -lit);
  }
  for (size_t i = 0; i < claims->size; i++)
    vec_push(demands, window_literal(w, claims->data[i], 0));
  if (s->reads_inputs) vec_push(demands, window_literal(w, s->condition, 0));
}

/* What is given and asked for, as assumptions. */
static IntVec demands_of(const Simulation *s, Window *w, const LitVec *claims) {
  IntVec demands = {0};
  if (w->entered) demand_step(s, w, &vec_last(&s->trace->steps), &demands);
  if (!s->reads_inputs && s->condition != LIT_TRUE)
    vec_push(&demands, window_literal(w, s->condition, w->entered));
  for (size_t i = 0; claims && i < claims->size; i++)
    vec_push(&demands, window_literal(w, claims->data[i], w->entered));
  return demands;
}

static void add_wish(Window *w, Lit lit, size_t k, Random *random, IntVec *wishes) {
  int wish = window_literal(w, lit, k);
  vec_push(wishes, random_chance(random, 1, 2) ? wish : -wish);
}

/* All that may be chosen, with random values. */
static IntVec wishes_of(const Simulation *s, Window *w, Random *random) {
  const System *system = s->system;
  IntVec wishes = {0};
  for (size_t i = 0; i < system->inputs.size; i++)
    for (size_t k = 0; k <= w->entered; k++)
      if (bits_get(&s->is_state, i) ? k == w->entered : k < w->entered)
        add_wish(w, system->inputs.data[i], k, random, &wishes);
  for (size_t i = 0; !w->entered && i < system->latches.size; i++)
    if (system->latches.data[i].reset == RESET_FREE)
      add_wish(w, system->latches.data[i].current, 0, random, &wishes);
  return wishes;
}

/* Solves with as many wishes as can be had: of those that a refutation needed, half are given up.
 */
static bool solve(Window *w, const IntVec *demands, IntVec *wishes, int selected, Random *random) {
  for (;;) {
    for (size_t i = 0; i < demands->size; i++) sat_assume(w->sat, demands->data[i]);
    for (size_t i = 0; i < wishes->size; i++) sat_assume(w->sat, wishes->data[i]);
    if (selected) sat_assume(w->sat, selected);
    if (sat_solve(w->sat, NULL) == SAT_SATISFIABLE) return true;
    size_t kept = 0, blamed = 0, spared = 0;
    for (size_t i = 0; i < wishes->size; i++) {
      bool failed = sat_failed(w->sat, wishes->data[i]);
      blamed += failed;
      if (failed && random_chance(random, 1, 2)) continue;
      if (failed) spared = kept;
      wishes->data[kept++] = wishes->data[i];
    }
    if (!blamed) return false;
    if (kept == wishes->size) wishes->data[spared] = wishes->data[--kept]; /* none by chance */
    wishes->size = kept;
  }
}

static Move move_found(const Simulation *s, Window *w) {
  const System *system = s->system;
  Move move = {bits_new(system->inputs.size),
               {bits_new(system->latches.size), bits_new(system->inputs.size)}};
  for (size_t i = 0; i < system->inputs.size; i++) {
    Lit input = system->inputs.data[i];
    if (w->entered)
      bits_put(&move.inputs, i, cnf_value(w->cnf, unroll_literal(w->unroll, input, 0)));
    if (bits_get(&s->is_state, i))
      bits_put(&move.entered.inputs, i,
               cnf_value(w->cnf, unroll_literal(w->unroll, input, w->entered)));
  }
  for (size_t i = 0; !w->entered && i < system->latches.size; i++)
    bits_put(&move.entered.latches, i,
             cnf_value(w->cnf, unroll_literal(w->unroll, system->latches.data[i].current, 0)));
  if (!w->entered) return move;
  Bits values = bits_new(system->aig->size);
  Step left = {vec_last(&s->trace->steps).latches, move.inputs};
  step_evaluate(system, &left, &values);
  for (size_t i = 0; i < system->latches.size; i++)
    bits_put(&move.entered.latches, i, values_of(&values, system->latches.data[i].next));
  bits_free(&values);
  return move;
}

/* ---- the run ---- */

Simulation *simulation_new(const System *system) {
  Simulation *s = mem_zalloc(sizeof *s);
  s->system = system;
  s->condition = LIT_TRUE;
  s->is_state = bits_new(system->inputs.size);
  s->trace = trace_new();
  Bits shown = bits_new(system->aig->size);
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    for (size_t j = 0; signal->role == SIGNAL_STATE && j < signal->bits.size; j++)
      bits_set(&shown, lit_node(signal->bits.data[j]));
  }
  for (size_t i = 0; i < system->inputs.size; i++)
    bits_put(&s->is_state, i, bits_get(&shown, lit_node(system->inputs.data[i])));
  bits_free(&shown);
  s->first = window_new(system, true);
  s->next = window_new(system, false);
  return s;
}

static void forget_claims(Simulation *s, size_t length) {
  while (s->claims.size > length) {
    LitVec last = vec_pop(&s->claims);
    vec_free(&last);
  }
}

void simulation_free(Simulation *s) {
  if (!s) return;
  window_free(&s->first);
  window_free(&s->next);
  bits_free(&s->is_state);
  forget_claims(s, 0);
  vec_free(&s->claims);
  trace_free(s->trace);
  mem_free(s);
}

size_t simulation_length(const Simulation *s) { return s->trace->steps.size; }

void simulation_constrain(Simulation *s, Lit condition) {
  window_free(&s->first);
  window_free(&s->next);
  s->first = window_new(s->system, true);
  s->next = window_new(s->system, false);
  s->condition = condition;
  s->reads_inputs = system_reads_inputs(s->system, condition);
}

static Window *window_now(Simulation *s) { return s->trace->steps.size ? &s->next : &s->first; }

static void move_free(Move *move) {
  bits_free(&move->inputs);
  bits_free(&move->entered.latches);
  bits_free(&move->entered.inputs);
}

void moves_free(MoveVec *moves) {
  for (size_t i = 0; i < moves->size; i++) move_free(moves->data + i);
  vec_free(moves);
}

void simulation_take(Simulation *s, const Move *move) {
  if (s->trace->steps.size) {
    Step *left = &vec_last(&s->trace->steps);
    bits_free(&left->inputs);
    left->inputs = bits_copy(&move->inputs);
  }
  Step entered = {bits_copy(&move->entered.latches), bits_copy(&move->entered.inputs)};
  vec_push(&s->trace->steps, entered);
  LitVec none = {0};
  vec_push(&s->claims, none);
}

bool simulation_random(Simulation *s, const LitVec *claims, Random *random) {
  Window *w = window_now(s);
  IntVec demands = demands_of(s, w, claims), wishes = wishes_of(s, w, random);
  bool found = solve(w, &demands, &wishes, 0, random);
  if (found) {
    Move move = move_found(s, w);
    simulation_take(s, &move);
    if (claims) vec_append(&vec_last(&s->claims), claims);
    move_free(&move);
  }
  vec_free(&demands);
  vec_free(&wishes);
  return found;
}

/* The next move is to differ from the one found in something that a signal shows. */
static void exclude(const Simulation *s, Window *w, int selected) {
  IntVec clause = {0};
  vec_push(&clause, -selected);
  for (size_t i = 0; i < s->system->signals.size; i++) {
    const Signal *signal = s->system->signals.data + i;
    bool input = signal->role == SIGNAL_INPUT;
    if ((!input && signal->role != SIGNAL_STATE) || (input && !w->entered)) continue;
    for (size_t j = 0; j < signal->bits.size; j++) {
      int lit = window_literal(w, signal->bits.data[j], input ? 0 : w->entered);
      vec_push(&clause, sat_value(w->sat, lit) ? -lit : lit);
    }
  }
  sat_clause(w->sat, clause.data, clause.size);
  vec_free(&clause);
}

/* What exclude() will ask for is encoded before a query, so that each query gives it a value. */
static void encode_shown(const Simulation *s, Window *w) {
  for (size_t i = 0; i < s->system->signals.size; i++) {
    const Signal *signal = s->system->signals.data + i;
    for (size_t j = 0; j < signal->bits.size; j++) {
      if (signal->role == SIGNAL_INPUT && w->entered) window_literal(w, signal->bits.data[j], 0);
      if (signal->role == SIGNAL_STATE) window_literal(w, signal->bits.data[j], w->entered);
    }
  }
}

MoveVec simulation_moves(Simulation *s, size_t most, Random *random) {
  Window *w = window_now(s);
  MoveVec moves = {0};
  encode_shown(s, w);
  IntVec demands = demands_of(s, w, NULL);
  int selected = sat_variable(w->sat);
  while (moves.size < most) {
    IntVec wishes = wishes_of(s, w, random);
    bool found = solve(w, &demands, &wishes, selected, random);
    vec_free(&wishes);
    if (!found) break;
    Move move = move_found(s, w);
    vec_push(&moves, move);
    exclude(s, w, selected);
  }
  sat_clause1(w->sat, -selected);
  vec_free(&demands);
  return moves;
}

bool simulation_is_stuck(Simulation *s) {
  Lit condition = s->condition;
  bool reads = s->reads_inputs;
  Random random = {1};
  s->condition = LIT_TRUE;
  s->reads_inputs = false;
  MoveVec moves = simulation_moves(s, 1, &random);
  s->condition = condition;
  s->reads_inputs = reads;
  bool stuck = !moves.size;
  moves_free(&moves);
  return stuck;
}

void simulation_back(Simulation *s, size_t length) {
  trace_cut(s->trace, length);
  forget_claims(s, length);
}

/* The inputs of the last step, whether or not another can follow. The condition is met if it can
 * be. */
static void close_last(const Simulation *s, Trace *trace, Random *random) {
  const System *system = s->system;
  Window w = {.unroll = unroll_new(system, false), .sat = sat_new(SAT_LEAN)};
  w.cnf = cnf_new(unroll_aig(w.unroll), w.sat);
  cnf_assert(w.cnf, unroll_constraint(w.unroll, 0));
  Step *last = &vec_last(&trace->steps);
  bool found = false;
  IntVec demands = {0};
  demand_step(s, &w, last, &demands);
  for (int without = 0; without <= (s->reads_inputs ? 1 : 0) && !found; without++) {
    IntVec wishes = {0};
    demands.size -= (size_t)without; /* the condition is the last one */
    for (size_t i = 0; i < system->inputs.size; i++)
      if (!bits_get(&s->is_state, i)) add_wish(&w, system->inputs.data[i], 0, random, &wishes);
    found = solve(&w, &demands, &wishes, 0, random);
    vec_free(&wishes);
  }
  for (size_t i = 0; i < system->inputs.size && found; i++)
    bits_put(&last->inputs, i,
             cnf_value(w.cnf, unroll_literal(w.unroll, system->inputs.data[i], 0)));
  vec_free(&demands);
  window_free(&w);
}

Trace *simulation_trace(Simulation *s, Random *random) {
  Trace *trace = trace_copy(s->trace);
  if (trace->steps.size) close_last(s, trace, random);
  return trace;
}
