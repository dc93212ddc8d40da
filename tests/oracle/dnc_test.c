/* Engine dnc on random composed systems against enumeration: every policy, order, algorithm and
 * kind of don't cares, whole and in slices; every answer with its evidence. And what the figures of
 * seed 003 show, each as the smallest system that shows it. */
#include <stdio.h>

#include "engine/dnc/internal.h"
#include "evidence/certify.h"
#include "evidence/replay.h"
#include "oracle/explicit.h"
#include "oracle/random_system.h"
#include "test.h"

static DncOptions default_options(void) {
  const Engine *engine = engine_find("dnc");
  return *(const DncOptions *)engine->option_defaults;
}

typedef struct {
  Verdict verdict;
  uint64_t ended, levels, strong, weak, joined, parts, images;
} Outcome;

static uint64_t statistic(const Stats *stats, const char *name) {
  for (size_t i = 0; i < stats->size; i++)
    if (!strcmp(stats->data[i].name, name)) return stats->data[i].count;
  test_fail(__FILE__, __LINE__, "there is no statistic %s", name);
}

/* Runs in slices of at most `slice` units (0: whole); the evidence of an answer is checked. */
static Outcome run(const Task *task, const DncOptions *options, uint32_t slice) {
  const Engine *engine = engine_find("dnc");
  EngineSetup setup = {.seed = 1, .options = options};
  void *state = engine_open(engine, task, &setup);
  Outcome outcome = {.verdict = VERDICT_UNKNOWN};
  for (unsigned turns = 0; turns < 100000 && outcome.verdict == VERDICT_UNKNOWN; turns++) {
    Budget budget = slice ? budget_slice(NULL, slice) : BUDGET_UNLIMITED;
    outcome.verdict = engine->run(state, &budget);
    if (outcome.verdict == VERDICT_UNKNOWN && budget_state(&budget) == BUDGET_LEFT) break;
  }
  EngineResult result;
  engine->result(state, &result);
  CHECK(result.verdict == outcome.verdict);
  Error error = {0};
  if (outcome.verdict == VERDICT_VIOLATED) CHECK(replay(task, result.evidence.trace, &error));
  if (outcome.verdict == VERDICT_HOLDS)
    CHECK(certify_witness(task, result.evidence.witness, &error));
  evidence_free(&result.evidence);
  Stats stats = {0};
  engine->stats(state, &stats);
  outcome.ended = statistic(&stats, "ended");
  outcome.levels = statistic(&stats, "dnc_levels");
  outcome.strong = statistic(&stats, "dnc_strong");
  outcome.weak = statistic(&stats, "dnc_weak");
  outcome.joined = statistic(&stats, "dnc_joined");
  outcome.parts = statistic(&stats, "dnc_parts");
  outcome.images = statistic(&stats, "images");
  vec_free(&stats);
  engine->close(state);
  return outcome;
}

/* ---- random systems ---- */

static DncOptions random_choice(Random *random) {
  DncOptions options = default_options();
  options.policy = (int)random_below(random, POLICY_EXACT + 1);
  options.work_order = (int)random_below(random, 2);
  options.components = (int)random_below(random, SCC_CHAIN + 1);
  options.share = (int)random_below(random, 101);
  options.under = random_below(random, 2);
  options.module = 1 + random_below(random, 3);
  options.parts = random_below(random, 2) ? 0 : 1 + random_below(random, 12);
  options.one_by_one = random_below(random, 2) ? 0 : random_below(random, 200);
  options.early = random_below(random, 2) ? 0 : 1 + random_below(random, 1000);
  options.turn = 1 + random_below(random, random_below(random, 2) ? 100 : 10000);
  options.sharp = random_below(random, 3) == 0;
  options.sharp_nodes = 1 + random_below(random, 20);
  options.sharp_hyperlines = random_below(random, 5);
  options.sharp_subset = 1 + random_below(random, 20);
  options.symbolic.fair_cycle = (int)random_below(random, SCC_CHAIN + 1);
  options.symbolic.gsh = (int)random_below(random, HULL_RANDOM - HULL_GSH + 1);
  options.symbolic.dont_cares = (int)random_below(random, DONT_CARES_NONE + 1);
  options.symbolic.machine = 1 + random_below(random, 4);
  options.symbolic.reorder = random_below(random, 2);
  options.symbolic.cluster = random_below(random, 2) ? 2500 : 1 + random_below(random, 50);
  return options;
}

TEST(every_policy_decides_random_systems_as_enumeration_does) {
  unsigned ended[ENDED_EARLY + 1] = {0}, joined = 0, sharp_early = 0;
  for (uint64_t seed = 0; seed < test_cases(400); seed++) {
    Task *task = random_fair_task(seed);
    Explicit *e = explicit_new(task->system);
    Random random = {seed ^ 0xd2c};
    for (unsigned round = 0; round < 4; round++) {
      DncOptions options = random_choice(&random);
      uint32_t slice = random_below(&random, 2) ? 1 + random_below(&random, 3000) : 0;
      Outcome outcome = run(task, &options, slice);
      if (outcome.verdict != explicit_verdict(e, task))
        test_fail(__FILE__, __LINE__, "seed %llu, round %u: %s", (unsigned long long)seed, round,
                  verdict_name(outcome.verdict));
      ended[outcome.ended]++;
      joined += outcome.joined > 0;
      bool rings = options.symbolic.dont_cares == DONT_CARES_EXACT;
      sharp_early += options.sharp && !rings && outcome.ended == ENDED_EARLY;
    }
    explicit_free(e);
    task_free(task);
  }
  for (size_t i = ENDED_ABSTRACTLY; i <= ENDED_EARLY; i++) CHECK_COVERAGE(ended[i]);
  CHECK_COVERAGE(joined && sharp_early);
}

/* A limit is no answer: never is a set forgotten because it could not be explored. */
TEST(out_of_nodes_is_unknown_or_right) {
  unsigned full = 0, answered = 0;
  for (uint64_t seed = 0; seed < test_cases(400); seed++) {
    Task *task = random_fair_task(seed);
    Explicit *e = explicit_new(task->system);
    Random random = {seed ^ 0xf11};
    DncOptions options = random_choice(&random);
    options.symbolic.nodes = 30 + random_below(&random, 1000);
    Outcome outcome = run(task, &options, 0);
    if (outcome.verdict == VERDICT_UNKNOWN) {
      CHECK_EQUAL(outcome.ended, ENDED_FULL);
      full++;
    } else {
      CHECK(outcome.verdict == explicit_verdict(e, task));
      answered++;
    }
    explicit_free(e);
    task_free(task);
  }
  CHECK_COVERAGE(full > 10 && answered > 10);
}

/* ---- Figure 5 ---- */

static ModuleVec modules_of_one_latch(size_t count) {
  ModuleVec modules = {0};
  for (size_t i = 0; i < count; i++) {
    vec_push(&modules, bits_new(count));
    bits_set(&vec_last(&modules), i);
  }
  return modules;
}

/* The levels as numbers, bit i for module i. */
static void check_levels(Policy policy, unsigned share, const char *expected) {
  ModuleVec modules = modules_of_one_latch(4);
  LevelVec levels = {0};
  dnc_levels(&modules, policy, share, &levels);
  char text[100] = "";
  for (size_t i = 0; i < levels.size; i++) {
    snprintf(text + strlen(text), 8, "%s%llx", i ? " " : "",
             (unsigned long long)levels.data[i].latches.words[0]);
    bits_free(&levels.data[i].latches);
  }
  CHECK_TEXT(text, expected);
  for (size_t i = 0; i < modules.size; i++) bits_free(modules.data + i);
  vec_free(&modules);
  vec_free(&levels);
}

TEST(figure_5_popcorn_line_and_lightning_bolt) {
  check_levels(POLICY_MULTI_LEVEL, 100, "1 3 7 f");
  check_levels(POLICY_BOLT, 30, "1 2 3 4 7 8 f"); /* 2n - 1 approximations */
  check_levels(POLICY_TWO_LEVEL, 30, "1 f");
  check_levels(POLICY_MULTI_LEVEL, 50, "1 3 f");
  check_levels(POLICY_CARTESIAN, 50, "1 3 4 8 f");
  check_levels(POLICY_ONE_STEP, 50, "1 3 7 b f");
  check_levels(POLICY_EXACT, 30, "f");
}

TEST(levels_end_with_the_system_whatever_the_modules) {
  for (size_t count = 1; count < 6; count++)
    for (int policy = 0; policy <= POLICY_EXACT; policy++) {
      ModuleVec modules = modules_of_one_latch(count);
      LevelVec levels = {0};
      dnc_levels(&modules, (Policy)policy, 40, &levels);
      for (size_t i = 0; i < levels.size; i++) {
        CHECK((bits_count(&levels.data[i].latches) == count) == (i + 1 == levels.size));
        bits_free(&levels.data[i].latches);
      }
      for (size_t i = 0; i < count; i++) bits_free(modules.data + i);
      vec_free(&modules);
      vec_free(&levels);
    }
}

/* ---- Figure 1, Lemma 1, and the errors of Figure 4 ---- */

static Task *fair_task(System *system, Lit condition) {
  Task *task = task_new(TASK_FAIR, system);
  vec_push(&task->conditions, condition);
  return task;
}

static DncOptions with(Policy policy, DontCares dont_cares) {
  DncOptions options = default_options();
  options.policy = (int)policy;
  options.module = 1;
  options.symbolic.dont_cares = (int)dont_cares;
  return options;
}

/* Figure 1: the modules alone have strong components, and together they have weaker ones. The
 * condition is a latch that follows a second one: as long as that is free, it comes and goes. With
 * it, which sticks once it is set, there is a component in which the condition always holds and
 * that nothing leaves. The third latch is there so that the two are not the system. */
TEST(figure_1_composition_makes_strong_components_terminal) {
  System *system = system_new();
  Lit choice = system_input(system);
  Lit follower = system_latch(system, RESET_0), sticky = system_latch(system, RESET_0);
  Lit other = system_latch(system, RESET_0);
  system_set_next(system, follower, sticky);
  system_set_next(system, sticky, aig_or(system->aig, sticky, choice));
  system_set_next(system, other, lit_not(other));
  Task *task = fair_task(system, follower);
  DncOptions options = with(POLICY_MULTI_LEVEL, DONT_CARES_NONE);
  options.share = 100;
  Outcome outcome = run(task, &options, 0);
  CHECK(outcome.verdict == VERDICT_VIOLATED);
  CHECK_EQUAL(outcome.strong, 1);
  CHECK_EQUAL(outcome.weak, 1);
  CHECK_EQUAL(outcome.levels, 2);
  CHECK_EQUAL(outcome.ended, ENDED_TERMINAL);
  task_free(task);
}

/* What would be a terminal set if the constraint were not in the approximation, too: the system
 * enters it and gets stuck. */
TEST(a_terminal_set_with_dead_ends_has_no_fair_cycle) {
  System *system = system_new();
  Lit inside = system_latch(system, RESET_0), count = system_latch(system, RESET_0);
  system_set_next(system, inside, LIT_TRUE);
  system_set_next(system, count, inside);
  vec_push(&system->constraints, lit_not(count));
  Task *task = fair_task(system, inside);
  for (int policy = 0; policy <= POLICY_EXACT; policy++)
    for (int dont_cares = 0; dont_cares <= DONT_CARES_NONE; dont_cares++) {
      DncOptions options = with((Policy)policy, (DontCares)dont_cares);
      CHECK(run(task, &options, 0).verdict == VERDICT_HOLDS);
    }
  task_free(task);
}

/* Figure 4 asks for an initial state in a strong set's hull; the cycle here has none. */
TEST(a_strong_set_without_initial_states_is_found) {
  System *system = system_new();
  Lit begun = system_latch(system, RESET_0), toggle = system_latch(system, RESET_0);
  system_set_next(system, begun, LIT_TRUE);
  system_set_next(system, toggle, aig_and(system->aig, begun, lit_not(toggle)));
  Task *task = fair_task(system, aig_and(system->aig, begun, toggle));
  for (int policy = 0; policy <= POLICY_EXACT; policy++)
    for (int dont_cares = 0; dont_cares <= DONT_CARES_NONE; dont_cares++) {
      DncOptions options = with((Policy)policy, (DontCares)dont_cares);
      CHECK(run(task, &options, 0).verdict == VERDICT_VIOLATED);
    }
  task_free(task);
}

/* A fair cycle in the first rings, of 64: the others are not asked for. One with no state there is
 * found all the same. */
TEST(a_fair_cycle_nearby_is_found_before_all_rings) {
  for (unsigned late = 0; late < 2; late++) {
    System *system = system_new();
    Lit toggle = system_latch(system, RESET_0), carry = LIT_TRUE, full = LIT_TRUE, bits[6];
    for (unsigned i = 0; i < 6; i++) bits[i] = system_latch(system, RESET_0);
    for (unsigned i = 0; i < 6; i++) {
      full = aig_and(system->aig, full, bits[i]);
      carry = aig_and(system->aig, i ? carry : LIT_TRUE, i ? bits[i - 1] : LIT_TRUE);
      system_set_next(system, bits[i], aig_xor(system->aig, bits[i], carry));
    }
    Lit input = system_input(system), hold = system_latch(system, RESET_0);
    Lit stay = aig_or(system->aig, hold, late ? aig_and(system->aig, full, input) : input);
    system_set_next(system, hold, stay);
    for (unsigned i = 0; i < 6; i++) {
      Latch *latch = system->latches.data + 1 + i;
      latch->next = aig_mux(system->aig, hold, latch->current, latch->next);
    }
    system_set_next(system, toggle, aig_and(system->aig, hold, lit_not(toggle)));
    Task *task = fair_task(system, toggle);
    DncOptions options = with(POLICY_EXACT, DONT_CARES_EXACT);
    Outcome soon = run(task, &options, 0);
    options.early = 0;
    Outcome whole = run(task, &options, 0);
    CHECK(soon.verdict == VERDICT_VIOLATED && whole.verdict == VERDICT_VIOLATED);
    CHECK_EQUAL(soon.ended, ENDED_EARLY);
    CHECK_EQUAL(whole.ended, ENDED_CYCLE);
    CHECK(late || soon.images < 40);
    CHECK(whole.images >= 64);
    task_free(task);
  }
}

/* Eight latches that keep their values make 255 fair components of each part that has them. What
 * has no fair cycle in the end is far away, or what has one is as it looks. */
TEST(a_set_that_falls_into_too_many_parts_is_one_again) {
  for (unsigned holds = 0; holds < 2; holds++) {
    System *system = system_new();
    Aig *aig = system->aig;
    Lit toggle = system_latch(system, RESET_0), far[4], some = LIT_FALSE;
    for (unsigned i = 0; i < 8; i++) {
      Lit kept = system_latch(system, RESET_FREE);
      system_set_next(system, kept, kept);
      some = aig_or(aig, some, kept);
    }
    for (unsigned i = 0; i < 4; i++) far[i] = system_latch(system, RESET_1);
    for (unsigned i = 0; i < 3; i++)
      system_set_next(system, far[i], aig_and(aig, far[i], far[i + 1]));
    system_set_next(system, far[3], lit_not_if(far[3], holds));
    system_set_next(system, toggle, aig_and(aig, lit_not(toggle), aig_and(aig, far[0], some)));
    Task *task = fair_task(system, toggle);
    for (int order = 0; order < 2; order++) {
      DncOptions options = with(POLICY_MULTI_LEVEL, DONT_CARES_APPROXIMATE);
      options.share = 100;
      options.module = 9;
      options.work_order = order;
      options.parts = 0;
      Outcome many = run(task, &options, 0);
      options.parts = 20;
      Outcome few = run(task, &options, 0);
      CHECK(many.verdict == (holds ? VERDICT_HOLDS : VERDICT_VIOLATED));
      CHECK(few.verdict == many.verdict);
      CHECK_EQUAL(many.joined, 0);
      CHECK(many.strong >= (order == WORK_FIFO || holds ? 255 : 1));
      CHECK_EQUAL(few.joined, 1);
      CHECK_EQUAL(few.strong, 1);
      CHECK(few.parts < 30);
    }
    task_free(task);
  }
}

/* A fair cycle of the system that no run reaches: "a component of A is there" is no answer as long
 * as reachability is not exact. */
TEST(a_fair_cycle_that_is_not_reached_is_none) {
  System *system = system_new();
  Lit never = system_latch(system, RESET_0), toggle = system_latch(system, RESET_0);
  Lit wait = system_input(system);
  system_set_next(system, never, never);
  system_set_next(system, toggle, aig_xor(system->aig, toggle, wait));
  Task *task = fair_task(system, aig_and(system->aig, never, toggle));
  for (int policy = 0; policy <= POLICY_EXACT; policy++)
    for (int method = 0; method <= SCC_CHAIN; method++) {
      DncOptions options = with((Policy)policy, DONT_CARES_NONE);
      options.symbolic.fair_cycle = method;
      CHECK(run(task, &options, 0).verdict == VERDICT_HOLDS);
    }
  task_free(task);
}

/* Two modules read one input: each alone may do what they cannot do together. */
TEST(shared_inputs_are_quantified_once) {
  System *system = system_new();
  Lit input = system_input(system);
  Lit a = system_latch(system, RESET_0), b = system_latch(system, RESET_0);
  system_set_next(system, a, input);
  system_set_next(system, b, lit_not(input));
  Task *task = fair_task(system, aig_and(system->aig, a, b));
  for (int policy = 0; policy <= POLICY_EXACT; policy++) {
    DncOptions options = with((Policy)policy, DONT_CARES_NONE);
    CHECK(run(task, &options, 0).verdict == VERDICT_HOLDS);
  }
  task_free(task);
}

/* The input that meets the condition leads away from where it can be met again. */
TEST(a_condition_on_inputs_is_about_the_step_taken) {
  System *system = system_new();
  Lit input = system_input(system);
  Lit gone = system_latch(system, RESET_0);
  system_set_next(system, gone, aig_or(system->aig, gone, input));
  Task *task = fair_task(system, aig_and(system->aig, input, lit_not(gone)));
  for (int policy = 0; policy <= POLICY_EXACT; policy++) {
    DncOptions options = with((Policy)policy, DONT_CARES_EXACT);
    CHECK(run(task, &options, 0).verdict == VERDICT_HOLDS);
  }
  task_free(task);
}

/* ---- D'n'C#, and the errors of Figure 7 ---- */

/* A graph of at most eight states. In a state the two inputs choose one of its edges; numbers that
 * none has are for the first one that is not blocked, and without such the state stays as it is. A
 * blocked edge can be taken only if two latches differ that never do: modules that are looked at
 * alone do not know that. */
typedef struct {
  unsigned from, to;
  bool blocked;
} Arrow;

static Lit is_state(System *system, unsigned state) {
  Lit all = LIT_TRUE;
  for (unsigned bit = 0; bit < 3; bit++)
    all = aig_and(system->aig, all,
                  lit_not_if(system->latches.data[bit].current, !(state >> bit & 1)));
  return all;
}

static Task *arrows_task(const Arrow *arrows, size_t count, unsigned fair) {
  System *system = system_new();
  Lit choice[2] = {system_input(system), system_input(system)}, shared = system_input(system);
  for (unsigned bit = 0; bit < 3; bit++) system_latch(system, RESET_0);
  Lit left = system_latch(system, RESET_0), right = system_latch(system, RESET_0);
  system_set_next(system, left, shared);
  system_set_next(system, right, shared);
  Aig *aig = system->aig;
  Lit blocked = aig_xor(aig, left, right), next[3] = {LIT_FALSE, LIT_FALSE, LIT_FALSE};
  unsigned number[8] = {0};
  for (unsigned state = 0; state < 8; state++) {
    Lit taken = LIT_FALSE;
    unsigned otherwise = state;
    for (size_t i = count; i-- > 0;) {
      if (arrows[i].from != state) continue;
      if (!arrows[i].blocked) otherwise = arrows[i].to;
      unsigned n = number[state]++;
      Lit take = aig_and(
          aig, is_state(system, state),
          aig_and(aig, lit_not_if(choice[0], !(n & 1)), lit_not_if(choice[1], !(n >> 1 & 1))));
      if (arrows[i].blocked) take = aig_and(aig, take, blocked);
      taken = aig_or(aig, taken, take);
      for (unsigned bit = 0; bit < 3; bit++)
        if (arrows[i].to >> bit & 1) next[bit] = aig_or(aig, next[bit], take);
    }
    Lit rest = aig_and(aig, is_state(system, state), lit_not(taken));
    for (unsigned bit = 0; bit < 3; bit++)
      if (otherwise >> bit & 1) next[bit] = aig_or(aig, next[bit], rest);
  }
  for (unsigned bit = 0; bit < 3; bit++)
    system_set_next(system, system->latches.data[bit].current, next[bit]);
  Lit condition = LIT_FALSE;
  for (unsigned state = 0; state < 8; state++)
    if (fair >> state & 1) condition = aig_or(aig, condition, is_state(system, state));
  return fair_task(system, condition);
}

static void check_sharp(const Arrow *arrows, size_t count, unsigned fair, Verdict expected) {
  Task *task = arrows_task(arrows, count, fair);
  Explicit *e = explicit_new(task->system);
  CHECK(explicit_verdict(e, task) == expected);
  for (int64_t hyperlines = 0; hyperlines < 20; hyperlines += 19)
    for (int64_t nodes = 1; nodes < 100; nodes += 98)
      for (int64_t subset = 1; subset < 100; subset += 98) {
        DncOptions options = with(POLICY_CARTESIAN, DONT_CARES_NONE);
        options.sharp = true;
        options.sharp_hyperlines = hyperlines;
        options.sharp_nodes = nodes;
        options.sharp_subset = subset;
        options.early = 0;
        Outcome outcome = run(task, &options, 0);
        CHECK(outcome.verdict == expected);
        CHECK_EQUAL(outcome.ended, expected == VERDICT_HOLDS ? ENDED_SHARP : ENDED_SHARP_CYCLE);
      }
  explicit_free(e);
  task_free(task);
}

/* (1) The way to the second fair set begins in the initial states again. */
TEST(figure_7_every_hyperline_begins_in_the_initial_states) {
  static const Arrow arrows[] = {{0, 1, true},  {1, 2, false}, {2, 1, false}, {0, 3, false},
                                 {3, 4, false}, {4, 5, false}, {5, 4, false}};
  check_sharp(arrows, sizeof arrows / sizeof *arrows, 1 << 1 | 1 << 4, VERDICT_VIOLATED);
}

/* (2) A front that meets no ring: here it is empty, twice, since its last state was that of a
 * component that is not fair. (One that is not empty meets a ring: hyperlines are explored to their
 * end, so what is new on one has come along it.) The image of all that is reached goes on. */
TEST(figure_7_a_front_that_meets_no_ring_is_left_for_all_that_is_reached) {
  static const Arrow arrows[] = {{0, 1, false}, {1, 2, false}, {2, 1, true},
                                 {2, 3, false}, {3, 4, false}, {4, 3, true},
                                 {4, 5, false}, {5, 6, false}, {6, 5, false}};
  check_sharp(arrows, sizeof arrows / sizeof *arrows, 1 << 1 | 1 << 3 | 1 << 5, VERDICT_VIOLATED);
}

/* (3) However few nodes are asked for. */
TEST(figure_7_a_subset_is_never_empty) {
  Random random = {7};
  for (unsigned round = 0; round < test_cases(200); round++) {
    BddManager *m = bdd_manager_new(100000);
    bdd_add_variables(m, 6);
    Bdd f = BDD_FALSE;
    for (unsigned cubes = 1 + random_below(&random, 6); cubes; cubes--) {
      Bdd cube = BDD_TRUE;
      for (uint32_t v = 0; v < 6; v++)
        if (random_chance(&random, 1, 2))
          cube = bdd_and(m, cube, bdd_not_if(bdd_variable(m, v), random_chance(&random, 1, 2)));
      f = bdd_or(m, f, cube);
    }
    for (size_t nodes = 0; nodes < 8; nodes++) {
      Bdd heavy = bdd_subset_heavy(m, f, nodes);
      CHECK(heavy != BDD_FALSE && bdd_implies(m, heavy, f) == BDD_TRUE);
    }
    bdd_manager_free(m);
  }
}

/* (6) Without conditions every state is promising; every set is weak, and there is no search. */
TEST(figure_7_without_conditions_any_cycle_counts) {
  static const Arrow arrows[] = {{0, 1, false}, {1, 2, false}, {2, 3, false}};
  for (int ends = 0; ends < 2; ends++) {
    Task *task = arrows_task(arrows, 3, 0xff);
    if (ends) vec_push(&task->system->constraints, lit_not(is_state(task->system, 3)));
    DncOptions options = with(POLICY_CARTESIAN, DONT_CARES_NONE);
    options.sharp = true;
    CHECK(run(task, &options, 0).verdict == (ends ? VERDICT_HOLDS : VERDICT_VIOLATED));
    task_free(task);
  }
}

/* (8) Between two fair sets is one that is not fair, and so is the one before them: as one node
 * they would be behind and before the first fair set at once. */
TEST(figure_7_nodes_that_are_kept_whole_make_no_cycle) {
  static const Arrow arrows[] = {{0, 1, false}, {1, 2, false}, {2, 1, true}, {2, 3, false},
                                 {3, 4, false}, {4, 5, false}, {5, 4, false}};
  check_sharp(arrows, sizeof arrows / sizeof *arrows, 1 << 1 | 1 << 4, VERDICT_VIOLATED);
}

/* (4) A fair set of the approximation that has no fair cycle is on the way to one that has. */
TEST(figure_7_the_search_goes_on_behind_an_unfair_component) {
  static const Arrow arrows[] = {{0, 1, false}, {1, 2, false}, {2, 1, true},
                                 {2, 3, false}, {3, 4, false}, {4, 3, false}};
  check_sharp(arrows, sizeof arrows / sizeof *arrows, 1 << 1 | 1 << 3, VERDICT_VIOLATED);
}

/* (5) A seed is no cycle: the only way back to it is blocked. */
TEST(figure_7_a_seed_that_is_not_reached_again_is_no_cycle) {
  static const Arrow arrows[] = {{0, 1, false}, {1, 2, false}, {2, 1, true}};
  check_sharp(arrows, sizeof arrows / sizeof *arrows, 1 << 1, VERDICT_HOLDS);
}

/* (7) Of two paths to the fair set one is blocked. */
TEST(figure_7_all_paths_to_a_fair_set_are_covered) {
  static const Arrow arrows[] = {{0, 1, false}, {0, 2, false}, {1, 3, true},
                                 {2, 3, false}, {3, 4, false}, {4, 3, false}};
  check_sharp(arrows, sizeof arrows / sizeof *arrows, 1 << 3, VERDICT_VIOLATED);
}

/* ... or both: then the set is not reached at all. */
TEST(figure_7_a_fair_set_behind_blocked_paths_is_not_reached) {
  static const Arrow arrows[] = {{0, 1, false}, {0, 2, false}, {1, 3, true},
                                 {2, 3, true},  {3, 4, false}, {4, 3, false}};
  check_sharp(arrows, sizeof arrows / sizeof *arrows, 1 << 3, VERDICT_HOLDS);
}
