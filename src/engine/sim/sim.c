/* Random simulation: 64 runs at once, one bit of a word each, restarted again and again.
 *
 * A lane that violates a constraint gets other random inputs for the same step a few times and dies
 * if none fit. A bad literal that is true in a living lane is a violation. For a fair task every
 * lane remembers where it saw which state and where it last met which condition; a state that comes
 * back after all conditions were met closes a lasso. Only the inputs and the first state of a round
 * are kept: the trace is made by running the one lane again, which also settles hash collisions.
 *
 * With ever new inputs a state of many latches hardly ever comes back. So in some rounds for a fair
 * task inputs repeat, after a random beginning, with a short period: the system is then as good as
 * deterministic, and has to return. Starving somebody takes no more in many a design. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "engine/engine.h"
#include "system/lanes.h"

enum { LANES = 64, TRIES = 16 };

typedef struct {
  int64_t rounds;
  int64_t depth;
} SimOptions;

static const SimOptions defaults = {.rounds = 200, .depth = 256};

static const Option options[] = {
    {"sim-rounds", 0, OPTION_NUMBER, offsetof(SimOptions, rounds), "N",
     "give up after N rounds of 64 runs; 0: never", NULL, 0, 1000000000},
    {"sim-depth", 0, OPTION_NUMBER, offsetof(SimOptions, depth), "N",
     "steps of the longest round; rounds grow to it", NULL, 1, 10000000},
};

typedef struct {
  uint64_t rounds, steps;
} SimStats;

static const StatField stat_fields[] = {
    {"sim_rounds", "rounds of 64 random runs", STAT_COUNT, offsetof(SimStats, rounds)},
    {"sim_steps", "steps simulated, in all lanes together", STAT_COUNT, offsetof(SimStats, steps)},
};

typedef VEC(uint64_t) WordVec;

/* How an input behaves in each lane: true in a half, a quarter or an eighth of the steps, or, where
 * it is turned, false. A queue is filled where pushes are often and pops and resets are rare. */
typedef struct {
  uint64_t rare, rarer, turned;
} Habits;

typedef struct {
  const Task *task;
  const System *system;
  EngineSetup setup;
  SimOptions options;
  Random random;
  U32Vec order; /* the gates that matter: cones of next states, constraints, the question */
  Lanes lanes;
  Habits *habits;      /* of each input, in rounds that have them */
  WordVec latches;     /* of the current step, by latch */
  WordVec start;       /* of the first step of this round */
  WordVec inputs;      /* of every step of this round, one after another */
  size_t repeat_from;  /* the step of this round from which on inputs repeat */
  Map seen[LANES];     /* fair tasks: hash of a state to the step it was seen in */
  int64_t *met[LANES]; /* per condition the last step that met it, -1 for none */
  SimStats stats;
  Trace *trace;
} Sim;

static void *sim_open(const Task *task, const EngineSetup *setup) {
  Sim *sim = mem_zalloc(sizeof *sim);
  const System *system = task->system;
  sim->task = task;
  sim->system = system;
  sim->setup = *setup;
  sim->options = *(const SimOptions *)setup->options;
  sim->random.state = setup->seed;
  LitVec roots = {0};
  vec_append(&roots, &system->constraints);
  vec_append(&roots, &task->conditions);
  vec_push(&roots, task->bad);
  sim->order = lanes_step_cone(system, &roots);
  vec_free(&roots);
  lanes_open(&sim->lanes, system);
  vec_resize(&sim->latches, system->latches.size);
  sim->habits = mem_array(system->inputs.size, sizeof *sim->habits);
  for (int lane = 0; lane < LANES; lane++)
    sim->met[lane] = mem_array(task->conditions.size, sizeof(int64_t));
  return sim;
}

static void sim_close(void *state) {
  Sim *sim = state;
  vec_free(&sim->order);
  lanes_close(&sim->lanes);
  mem_free(sim->habits);
  vec_free(&sim->latches);
  vec_free(&sim->start);
  vec_free(&sim->inputs);
  for (int lane = 0; lane < LANES; lane++) {
    map_free(&sim->seen[lane]);
    mem_free(sim->met[lane]);
  }
  trace_free(sim->trace);
  mem_free(sim);
}

/* ---- one step of all lanes ---- */

/* Rounds differ in how often inputs are true, since many designs wait for a rare combination; in
 * every other one each input has a habit of its own in each lane. */
static bool has_habits(const Sim *sim) { return sim->stats.rounds % 2; }

static uint64_t by_habit(Random *random, const Habits *habits) {
  uint64_t word = random_word(random);
  word &= random_word(random) | ~habits->rare;
  word &= random_word(random) | ~habits->rarer;
  return word ^ habits->turned;
}

static void choose_input(Sim *sim, size_t i, uint64_t *word, uint64_t lanes) {
  uint64_t chosen = has_habits(sim) ? by_habit(&sim->random, sim->habits + i)
                                    : random_biased(&sim->random, sim->stats.rounds / 2);
  *word = (*word & ~lanes) | (chosen & lanes);
}

static void choose_first(Sim *sim, size_t i, uint64_t lanes) {
  uint64_t *word = sim->latches.data + i;
  if (sim->system->latches.data[i].reset != RESET_FREE) return;
  *word = (*word & ~lanes) | (random_biased(&sim->random, sim->stats.rounds / 2) & lanes);
}

/* Rounds in which inputs repeat, for fair tasks alone; the period of the round, else 0. */
static size_t period_of(const Sim *sim) {
  enum { EVERY = 4, LONGEST = 8 };
  if (sim->task->kind != TASK_FAIR || sim->stats.rounds % EVERY != EVERY - 1) return 0;
  return 1 + sim->stats.rounds / EVERY % LONGEST;
}

static void choose_inputs(Sim *sim, size_t at, uint64_t lanes, bool repeat) {
  size_t count = sim->system->inputs.size, back = repeat ? period_of(sim) * count : 0;
  uint64_t *inputs = count ? sim->inputs.data + at : NULL;
  for (size_t i = 0; i < count; i++)
    if (back) inputs[i] = *(inputs + i - back);
    else choose_input(sim, i, inputs + i, lanes);
}

/* Gives the lanes inputs (and, in the first step, values of uninitialised latches) that satisfy
 * the constraints. Returns the lanes that have them. */
static uint64_t find_step(Sim *sim, size_t k, uint64_t alive) {
  size_t at = sim->inputs.size;
  bool first = !k, repeats = k >= sim->repeat_from;
  vec_resize(&sim->inputs, at + sim->system->inputs.size);
  uint64_t *inputs = sim->system->inputs.size ? sim->inputs.data + at : NULL, missing = alive;
  for (int attempt = 0; attempt < TRIES && missing; attempt++) {
    choose_inputs(sim, at, missing, repeats && !attempt); /* what breaks a constraint is not kept */
    for (size_t i = 0; first && i < sim->system->latches.size; i++) choose_first(sim, i, missing);
    lanes_put_inputs(&sim->lanes, inputs);
    lanes_put_latches(&sim->lanes, sim->latches.data);
    lanes_evaluate(&sim->lanes, &sim->order);
    missing &= ~lanes_valid(&sim->lanes);
  }
  return alive & ~missing;
}

/* ---- traces ---- */

static Trace *lane_trace(const Sim *sim, int lane, size_t last) {
  const System *system = sim->system;
  Trace *trace = trace_new();
  for (size_t k = 0; k <= last; k++) {
    Step *step = trace_add_step(trace, system);
    for (size_t i = 0; i < system->inputs.size; i++)
      bits_put(&step->inputs, i, sim->inputs.data[k * system->inputs.size + i] >> lane & 1);
    for (size_t i = 0; !k && i < system->latches.size; i++)
      bits_put(&step->latches, i, sim->start.data[i] >> lane & 1);
    if (k) trace_advance(trace, system, k - 1);
  }
  return trace;
}

static uint64_t lane_hash(const Sim *sim, int lane) {
  uint64_t hash = 0, word = 0;
  for (size_t i = 0; i < sim->latches.size; i++) {
    word = word << 1 | (sim->latches.data[i] >> lane & 1);
    if (i % 64 == 63 || i + 1 == sim->latches.size) hash = hash_word(hash ^ word);
  }
  return hash;
}

static int64_t oldest_met(const Sim *sim, int lane) {
  int64_t oldest = INT64_MAX;
  for (size_t c = 0; c < sim->task->conditions.size; c++)
    if (sim->met[lane][c] < oldest) oldest = sim->met[lane][c];
  return oldest;
}

/* After step k was made and the latches advanced: does a lane return to a state it has seen, with
 * every condition met since? */
static bool closes_lasso(Sim *sim, uint64_t alive, size_t k) {
  for (uint64_t lanes = alive; lanes; lanes &= lanes - 1) {
    int lane = __builtin_ctzll(lanes);
    uint64_t hash = lane_hash(sim, lane), from;
    if (!map_get(&sim->seen[lane], hash, &from)) {
      map_put(&sim->seen[lane], hash, k + 1);
      continue;
    }
    if ((int64_t)from > oldest_met(sim, lane)) continue;
    Trace *trace = lane_trace(sim, lane, k);
    trace_add_step(trace, sim->system);
    trace_advance(trace, sim->system, k);
    Step end = vec_pop(&trace->steps);
    bool same = bits_equal(&end.latches, &trace->steps.data[from].latches);
    bits_free(&end.latches);
    bits_free(&end.inputs);
    if (same) {
      trace->loop = (int64_t)from;
      sim->trace = trace;
      return true;
    }
    trace_free(trace); /* two states with one hash */
  }
  return false;
}

static void note_conditions(Sim *sim, size_t k) {
  for (size_t c = 0; c < sim->task->conditions.size; c++) {
    uint64_t word = lanes_word(&sim->lanes, sim->task->conditions.data[c]);
    for (; word; word &= word - 1) sim->met[__builtin_ctzll(word)][c] = (int64_t)k;
  }
}

static void start_round(Sim *sim, size_t depth) {
  const System *system = sim->system;
  vec_clear(&sim->inputs);
  sim->repeat_from = SIZE_MAX;
  size_t period = period_of(sim);
  if (period) sim->repeat_from = period + random_below(&sim->random, depth / 4 + 1);
  for (size_t i = 0; has_habits(sim) && i < system->inputs.size; i++)
    sim->habits[i] =
        (Habits){random_word(&sim->random), random_word(&sim->random), random_word(&sim->random)};
  for (size_t i = 0; i < system->latches.size; i++)
    sim->latches.data[i] = system->latches.data[i].reset == RESET_1 ? ~(uint64_t)0 : 0;
  for (int lane = 0; lane < LANES; lane++) {
    map_clear(&sim->seen[lane]);
    for (size_t c = 0; c < sim->task->conditions.size; c++) sim->met[lane][c] = -1;
  }
}

/* Returns true with sim->trace set when a violation was found. */
static bool run_round(Sim *sim, size_t depth, Budget *budget) {
  bool fair = sim->task->kind == TASK_FAIR;
  uint64_t alive = ~(uint64_t)0;
  start_round(sim, depth);
  for (size_t k = 0; k < depth && !budget_spent(budget); k++) {
    alive = find_step(sim, k, alive);
    budget_use(budget, 1 + sim->order.size / 64); /* also where every lane dies at once */
    if (!alive) break;
    if (!k) {
      vec_clear(&sim->start);
      vec_append(&sim->start, &sim->latches);
      for (uint64_t lanes = fair ? alive : 0; lanes; lanes &= lanes - 1)
        map_put(&sim->seen[__builtin_ctzll(lanes)], lane_hash(sim, __builtin_ctzll(lanes)), 0);
    }
    sim->stats.steps += (uint64_t)__builtin_popcountll(alive);
    uint64_t bad = fair ? 0 : alive & lanes_word(&sim->lanes, sim->task->bad);
    if (bad) {
      sim->trace = lane_trace(sim, __builtin_ctzll(bad), k);
      return true;
    }
    note_conditions(sim, k);
    lanes_next(&sim->lanes, sim->latches.data);
    if (fair && closes_lasso(sim, alive, k)) return true;
  }
  return false;
}

static Verdict sim_run(void *state, Budget *budget) {
  Sim *sim = state;
  if (sim->trace) return VERDICT_VIOLATED;
  uint64_t limit = (uint64_t)sim->options.rounds;
  while (!budget_spent(budget) && !(limit && sim->stats.rounds >= limit)) {
    size_t depth = (size_t)sim->options.depth,
           grown = 8 << (sim->stats.rounds < 20 ? sim->stats.rounds : 20);
    if (run_round(sim, grown < depth ? grown : depth, budget)) return VERDICT_VIOLATED;
    sim->stats.rounds++;
    engine_progress(&sim->setup, "sim", sim->stats.rounds, "round %" PRIu64, sim->stats.rounds);
  }
  return VERDICT_UNKNOWN;
}

static void sim_result(void *state, EngineResult *result) {
  Sim *sim = state;
  *result = engine_trace_result(sim->trace);
  sim->trace = NULL;
}

static void sim_statistics(const void *state, Stats *stats) {
  const Sim *sim = state;
  stats_collect(stats, stat_fields, sizeof stat_fields / sizeof *stat_fields, &sim->stats);
}

const Engine engine_sim = {
    .name = "sim",
    .title = "Engine sim",
    .summary = "random simulation, 64 runs at once",
    .takes = TASKS_BAD | TASKS_FAIR,
    .refutes = true,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .options_size = sizeof(SimOptions),
    .option_defaults = &defaults,
    .open = sim_open,
    .run = sim_run,
    .result = sim_result,
    .stats = sim_statistics,
    .close = sim_close,
};
