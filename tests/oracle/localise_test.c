/* The parts of localisation against the oracle: bounded questions about systems of which only some
 * latches follow their functions, and the abstractions that are such systems. The engine itself is
 * in differential.c, where it must answer. */
#include "engine/engine.h"
#include "engine/localise/abstraction.h"
#include "engine/localise/partial.h"
#include "engine/reach/reach.h"
#include "oracle/explicit.h"
#include "oracle/random_system.h"
#include "test.h"

static U32Vec listed(const Bits *bits) {
  U32Vec list = {0};
  for (size_t i = bits_next(bits, 0); i < bits->size; i = bits_next(bits, i + 1))
    vec_push(&list, (uint32_t)i);
  return list;
}

static Bits some_latches(const System *system, Random *random) {
  Bits some = bits_new(system->latches.size);
  for (size_t i = 0; i < some.size; i++) bits_put(&some, i, random_chance(random, 1, 2));
  return some;
}

static bool small_enough(const System *system) {
  return system->latches.size + system->inputs.size <= EXPLICIT_MAX_BITS;
}

/* The steps to the nearest bad step of the abstraction that keeps these latches; -1: none, -2: it
 * is too large to enumerate. */
static int64_t abstract_depth(const Task *task, const Bits *kept) {
  U32Vec list = listed(kept);
  Abstraction *abstraction = abstraction_new(task, &list);
  int64_t depth = -2;
  if (small_enough(abstraction->system)) {
    Explicit *e = explicit_new(abstraction->system);
    depth = explicit_bad_depth(e, abstraction->bad);
    explicit_free(e);
  }
  abstraction_free(abstraction);
  vec_free(&list);
  return depth;
}

enum { LENGTHS = 6 };

/* One solver, many choices: the first length with a run is that of the oracle, a run that is found
 * obeys what was chosen, and the latches that an answer used suffice for it. */
TEST(bounded_questions_about_some_latches_are_those_about_the_abstraction) {
  size_t found = 0, none = 0, smaller = 0;
  for (uint64_t seed = 0; seed < test_cases(200); seed++) {
    Task *task = random_bad_task(seed);
    Random random = {seed ^ 0x10ca1};
    Partial *partial = partial_new(task->system, task->bad, seed & 1 ? SAT_LEAN : SAT_CADICAL);
    for (int choice = 0; choice < 4; choice++) {
      Bits chosen = some_latches(task->system, &random);
      int64_t depth = abstract_depth(task, &chosen);
      for (size_t edges = 0; edges < LENGTHS && depth != -2; edges++) {
        SatResult result = partial_ask(partial, &chosen, edges, (Beside){.trace = NULL}, NULL);
        if (depth < 0 || edges < (size_t)depth) CHECK_SEED(result, SAT_UNSATISFIABLE);
        if ((int64_t)edges == depth) CHECK_SEED(result, SAT_SATISFIABLE);
        if (result == SAT_SATISFIABLE) {
          found++;
          break;
        }
        Bits core = partial_core(partial, &chosen);
        CHECK(bits_subset(&core, &chosen));
        CHECK_SEED(partial_ask(partial, &core, edges, (Beside){.trace = NULL}, NULL),
                   SAT_UNSATISFIABLE);
        int64_t without = abstract_depth(task, &core);
        CHECK(without != (int64_t)edges);
        none++;
        smaller += bits_count(&core) < bits_count(&chosen);
        bits_free(&core);
      }
      bits_free(&chosen);
    }
    partial_free(partial);
    task_free(task);
  }
  CHECK_COVERAGE(found > 50 && none > 200 && smaller > 50);
}

/* With all latches chosen, a run is one of the system; beside a run that the oracle has found there
 * is one, and beside one with a wrong value of a latch that is kept there is none. */
TEST(a_run_beside_a_run_has_its_values) {
  size_t beside_runs = 0;
  for (uint64_t seed = 0; seed < test_cases(200); seed++) {
    Task *task = random_bad_task(seed);
    const System *system = task->system;
    Explicit *e = explicit_new(system);
    int64_t depth = explicit_bad_depth(e, task->bad);
    if (depth >= 0 && depth <= LENGTHS) {
      Partial *partial = partial_new(system, task->bad, SAT_LEAN);
      Bits all = bits_new(system->latches.size), none = bits_new(system->latches.size);
      bits_fill(&all, true);
      U32Vec latches = listed(&all);
      CHECK_SEED(partial_ask(partial, &all, (size_t)depth, (Beside){.trace = NULL}, NULL),
                 SAT_SATISFIABLE);
      Trace *run = partial_run(partial);
      Beside beside = {&latches, run};
      CHECK_SEED(partial_ask(partial, &none, (size_t)depth, beside, NULL), SAT_SATISFIABLE);
      CHECK_SEED(partial_ask(partial, &all, (size_t)depth, beside, NULL), SAT_SATISFIABLE);
      for (size_t i = 0; i < latches.size; i++) {
        if (system->latches.data[i].reset == RESET_FREE) continue;
        bits_put(&run->steps.data[0].latches, i, system->latches.data[i].reset != RESET_1);
      }
      bool read = partial_ask(partial, &all, (size_t)depth, beside, NULL) == SAT_UNSATISFIABLE;
      beside_runs += read;
      trace_free(run);
      vec_free(&latches);
      bits_free(&all);
      bits_free(&none);
      partial_free(partial);
    }
    explicit_free(e);
    task_free(task);
  }
  CHECK_COVERAGE(beside_runs > 10);
}

/* Proofs of abstractions, over the latches of the task, hold in its reachable states; and what
 * frames know of a coarse abstraction is a good beginning for a finer one. */
TEST(frames_of_an_abstraction_serve_a_finer_one) {
  size_t proofs = 0, inherited = 0;
  for (uint64_t seed = 0; seed < test_cases(300); seed++) {
    Task *task = random_bad_task(seed);
    Random random = {seed ^ 0xf4a3e};
    Bits some = some_latches(task->system, &random);
    U32Vec kept = listed(&some);
    Abstraction *coarser = NULL;
    ReachFrames frames = {0};
    for (int finer = 0; finer < 2; finer++) {
      for (uint32_t i = 0; i < task->system->latches.size && finer; i++)
        if (!bits_get(&some, i)) vec_push(&kept, i);
      Abstraction *abstraction = abstraction_new(task, &kept);
      if (!small_enough(abstraction->system)) {
        abstraction_free(abstraction);
        break;
      }
      Explicit *e = explicit_new(abstraction->system);
      int64_t depth = explicit_bad_depth(e, abstraction->bad);
      ReachModel *model = reach_model_new(abstraction->system, &abstraction->bad, 1);
      ReachSet from = {.kind = REACH_RESET};
      ReachSet target = {.kind = REACH_PREDICATE, .predicate = abstraction->bad};
      Reach *reach = reach_new(model, &from, &target, NULL);
      if (finer) abstraction_begin_with(abstraction, reach, coarser, &frames);
      ReachResult result = reach_run(reach, NULL);
      CHECK_SEED(result, depth < 0 ? REACH_PROOF : REACH_TRACE);
      if (!finer) frames = reach_frames(reach);
      for (size_t k = 0; k < frames.size; k++) inherited += finer && frames.data[k].size;
      if (result == REACH_PROOF) proofs++;
      reach_free(reach);
      reach_model_free(model);
      explicit_free(e);
      abstraction_free(coarser);
      coarser = abstraction;
    }
    abstraction_free(coarser);
    reach_frames_free(&frames);
    vec_free(&kept);
    bits_free(&some);
    task_free(task);
  }
  CHECK_COVERAGE(proofs > 50 && inherited > 15);
}

static uint64_t statistic(const Stats *stats, const char *name) {
  for (size_t i = 0; i < stats->size; i++)
    if (!strcmp(stats->data[i].name, name)) return stats->data[i].count;
  test_fail(__FILE__, __LINE__, "no statistic %s", name);
}

/* A counter that stops in the end, beside twenty latches of noise that feed it while it stands: the
 * proof needs the counter alone. */
TEST(latches_that_do_not_matter_stay_out) {
  enum { NOISE = 20 };
  System *system = system_new();
  Lit low = system_latch(system, RESET_0), high = system_latch(system, RESET_0);
  Aig *aig = system->aig;
  Lit noise = system_input(system), three = aig_and(aig, low, high);
  for (int i = 0; i < NOISE; i++) {
    Lit latch = system_latch(system, RESET_0);
    system_set_next(system, latch, aig_xor(aig, latch, noise));
    noise = aig_xor(aig, noise, latch);
  }
  /* 0, 1, 2, 0, 1, ... as the noise has it; never 3 */
  Lit steps = aig_and(aig, noise, lit_not(high));
  system_set_next(system, low, aig_and(aig, steps, lit_not(low)));
  system_set_next(system, high, aig_and(aig, steps, low));
  Task *task = task_new(TASK_BAD, system);
  task->bad = aig_and(aig, three, noise);
  EngineSetup setup = {0};
  const Engine *engine = engine_find("localise");
  void *state = engine_open(engine, task, &setup);
  CHECK_EQUAL(engine->run(state, NULL), VERDICT_HOLDS);
  Stats stats = {0};
  engine->stats(state, &stats);
  CHECK_EQUAL(statistic(&stats, "localise_latches"), NOISE + 2);
  CHECK_EQUAL(statistic(&stats, "localise_kept"), 2);
  vec_free(&stats);
  engine->close(state);
  task_free(task);
}
