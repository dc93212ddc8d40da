#include "engine/bmc/timeline.h"

#include "base/memory.h"
#include "engine/bmc/sweep.h"

/* Building is work, too, even if what is built folds to constants and is never solved: without
 * counting it, an easy model would keep its slice for ever. With too high a price it would lose its
 * turn to engines that get a tenth as far in the same work: these are what frames that fold take.
 */
enum { WORK_PER_FRAME = 10, NODES_PER_WORK = 16 };

typedef struct {
  Lit *latches, *inputs; /* by index */
} Frame;

struct Timeline {
  const System *system;
  Growth growth;
  Aig *aig;
  Sat *sat;
  Cnf *cnf;
  Roles roles;
  VEC(Frame) frames;
  Sweep *sweep;       /* NULL: none */
  Lit *map;           /* of the nodes of the system, in the newest frame */
  const Trace *lasso; /* see timeline_follow; NULL: none */
  const U32Vec *followed_inputs, *followed_latches;
};

Timeline *timeline_new(const System *system, Growth growth, SatKind solver) {
  Timeline *time = mem_zalloc(sizeof *time);
  time->system = system;
  time->growth = growth;
  time->aig = aig_new();
  time->sat = sat_new(solver);
  time->cnf = cnf_new(time->aig, time->sat);
  time->roles = roles_new(system);
  time->map = aig_map_new(system->aig);
  return time;
}

void timeline_free(Timeline *time) {
  if (!time) return;
  for (size_t i = 0; i < time->frames.size; i++) {
    mem_free(time->frames.data[i].latches);
    mem_free(time->frames.data[i].inputs);
  }
  vec_free(&time->frames);
  mem_free(time->map);
  sweep_free(time->sweep);
  roles_free(&time->roles);
  cnf_free(time->cnf);
  sat_free(time->sat);
  aig_free(time->aig);
  mem_free(time);
}

Aig *timeline_aig(Timeline *time) { return time->aig; }
Cnf *timeline_cnf(Timeline *time) { return time->cnf; }
Sat *timeline_sat(Timeline *time) { return time->sat; }
size_t timeline_count(const Timeline *time) { return time->frames.size; }

void timeline_sweep(Timeline *time) {
  assert(!time->frames.size);
  time->sweep = sweep_new(time->aig, time->system->aig->size);
}

void timeline_within(Timeline *time, Budget *budget) {
  if (time->sweep) sweep_within(time->sweep, budget);
}

static Lit place(void *context, Lit made, uint32_t node) {
  return sweep_place(context, made, node);
}

Lit timeline_literal(Timeline *time, Lit lit) {
  return aig_copy_placing(time->aig, time->system->aig, lit, time->map, time->sweep ? place : NULL,
                          time->sweep);
}

Lit timeline_constraint(Timeline *time) {
  Lit all = LIT_TRUE;
  for (size_t i = 0; i < time->system->constraints.size; i++)
    all = aig_and(time->aig, all, timeline_literal(time, time->system->constraints.data[i]));
  return all;
}

Lit timeline_next(Timeline *time, size_t latch) {
  return timeline_literal(time, time->system->latches.data[latch].next);
}

Lit timeline_state(const Timeline *time, size_t latch, size_t frame) {
  return time->frames.data[frame].latches[latch];
}

/* ---- growing ---- */

/* The latch in the frame that is being added; the map is still that of the newest. */
static Lit new_latch(Timeline *time, size_t i) {
  Reset reset = time->system->latches.data[i].reset;
  bool first = !time->frames.size;
  if (!first && time->growth != GROW_BACKWARD) return timeline_next(time, i);
  if (time->growth == GROW_FROM_RESETS && reset != RESET_FREE)
    return lit_constant(reset == RESET_1);
  return aig_variable(time->aig);
}

/* Growing backward: the newest frame leads to the one before it. */
static void lead_on(Timeline *time) {
  const Frame *later = time->frames.data + time->frames.size - 2;
  for (size_t i = 0; i < time->system->latches.size; i++) {
    int next = cnf_literal(time->cnf, timeline_next(time, i), CNF_BOTH);
    int latch = cnf_literal(time->cnf, later->latches[i], CNF_BOTH);
    sat_clause2(time->sat, -next, latch);
    sat_clause2(time->sat, next, -latch);
  }
}

void timeline_follow(Timeline *time, const Trace *lasso, const U32Vec *inputs,
                     const U32Vec *latches) {
  assert(time->growth == GROW_FROM_RESETS && !time->frames.size && lasso->loop >= 0);
  time->lasso = lasso;
  time->followed_inputs = inputs;
  time->followed_latches = latches;
}

static void follow(const Timeline *time, Frame *frame) {
  size_t k = time->frames.size, length = time->lasso->steps.size, loop = (size_t)time->lasso->loop;
  const Step *step =
      time->lasso->steps.data + (k < length ? k : loop + (k - loop) % (length - loop));
  for (size_t i = 0; i < time->followed_inputs->size; i++)
    frame->inputs[time->followed_inputs->data[i]] = lit_constant(bits_get(&step->inputs, i));
  for (size_t i = 0; !k && i < time->followed_latches->size; i++)
    frame->latches[time->followed_latches->data[i]] = lit_constant(bits_get(&step->latches, i));
}

void timeline_add(Timeline *time, Budget *budget) {
  const System *system = time->system;
  Frame frame = {mem_array(system->latches.size, sizeof(Lit)),
                 mem_array(system->inputs.size, sizeof(Lit))};
  for (size_t i = 0; i < system->latches.size; i++) frame.latches[i] = new_latch(time, i);
  for (size_t i = 0; i < system->inputs.size; i++) frame.inputs[i] = aig_variable(time->aig);
  if (time->lasso) follow(time, &frame);
  for (size_t node = 1; node < system->aig->size; node++) time->map[node] = LIT_NONE;
  for (size_t i = 0; i < system->latches.size; i++)
    time->map[lit_node(system->latches.data[i].current)] = frame.latches[i];
  for (size_t i = 0; i < system->inputs.size; i++)
    time->map[lit_node(system->inputs.data[i])] = frame.inputs[i];
  vec_push(&time->frames, frame);
  if (time->growth == GROW_BACKWARD && time->frames.size > 1) lead_on(time);
  budget_use(budget, WORK_PER_FRAME + system->aig->size / NODES_PER_WORK);
}

void timeline_assert_clause(Timeline *time, const Clause *clause, size_t frame) {
  IntVec lits = {0};
  bool holds = false;
  for (size_t i = 0; i < clause->size; i++) {
    size_t latch = time->roles.index[lit_node(clause->lits[i])];
    Lit lit = lit_not_if(timeline_state(time, latch, frame), lit_negated(clause->lits[i]));
    holds |= lit == LIT_TRUE;
    if (lit <= LIT_TRUE) continue;
    int literal = cnf_literal(time->cnf, lit, CNF_POSITIVE);
    vec_push(&lits, literal);
  }
  if (!holds) sat_clause(time->sat, lits.data, lits.size);
  vec_free(&lits);
}

/* ---- what was found ---- */

Trace *timeline_trace(Timeline *time) {
  const System *system = time->system;
  Trace *trace = trace_new();
  size_t count = time->frames.size;
  for (size_t k = 0; k < count; k++) {
    size_t at = time->growth == GROW_BACKWARD ? count - 1 - k : k;
    const Frame *frame = time->frames.data + at;
    Step *step = trace_add_step(trace, system);
    for (size_t i = 0; i < system->inputs.size; i++)
      bits_put(&step->inputs, i, cnf_value(time->cnf, frame->inputs[i]));
    for (size_t i = 0; !k && i < system->latches.size; i++)
      bits_put(&step->latches, i, cnf_value(time->cnf, frame->latches[i]));
    if (k) trace_advance(trace, system, k - 1);
  }
  return trace;
}
