/* Random nets: what a check says of them is what plain enumeration says, and reduced searches find
 * what the full one finds. */
#include "test.h"

#include "base/clock.h"
#include "check/check.h"
#include "check/net_job.h"
#include "check/net_question.h"
#include "engine/explicit/sleep.h"
#include "engine/explicit/space.h"
#include "formula/ltl/translate.h"
#include "front/net/net_language.h"
#include "oracle/random_formula.h"
#include "oracle/random_net.h"
#include "view/net_graph.h"

/* ---- the whole way, against enumeration ---- */

typedef struct {
  Result *results[32];
} Got;

static void keep(void *context, Result *result) {
  ((Got *)context)->results[result->outcome.index] = result;
}

static Formula random_state_formula(Model *model, Random *random) {
  FormulaShape shape = {.depth = 3, .temporal = 0};
  return random_ctl(model->formulas, random, shape);
}

/* Random properties of all kinds that have a truth by enumeration. */
static void add_random_properties(Model *model, Random *random) {
  FormulaShape shape = {.depth = 4, .temporal = 4};
  for (int i = 0; i < 4; i++)
    net_ask(model, PROPERTY_CTL, random_ctl(model->formulas, random, shape));
  for (int i = 0; i < 2; i++) {
    Formula f = random_state_formula(model, random);
    net_ask(model, PROPERTY_CTL, formula_unary(model->formulas, i ? OP_AG : OP_EF, f));
  }
  net_ask(model, PROPERTY_INVARIANT, random_state_formula(model, random));
  net_ask(model, PROPERTY_QUASI_LIVENESS, FORMULA_NONE);
  net_ask(model, PROPERTY_LIVENESS, FORMULA_NONE);
  net_ask(model, PROPERTY_STABLE_MARKING, FORMULA_NONE);
  net_ask(model, PROPERTY_STATE_SPACE, FORMULA_NONE);
}

static bool can_fire(const Model *model, const NetMarkings *all, uint32_t t, bool always) {
  /* AG EF and EF of being enabled, by enumeration of its own: backwards until nothing changes */
  bool can[NET_MARKINGS] = {false};
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t s = 0; s < all->count; s++) {
      bool now = can[s] || net_enabled(model->net, t, all->markings[s]);
      for (size_t i = 0; i < all->successors[s]; i++) now |= can[all->successor[s][i]];
      changed |= now != can[s];
      can[s] = now;
    }
  }
  for (size_t s = 0; s < all->count && always; s++)
    if (!can[s]) return false;
  return can[0];
}

static bool all_can_fire(const Model *model, const NetMarkings *all, bool always) {
  for (uint32_t t = 0; t < model->net->transitions.size; t++)
    if (!can_fire(model, all, t, always)) return false;
  return true;
}

static bool is_stable(const Model *model, const NetMarkings *all) {
  for (size_t p = 0; p < model->net->places.size; p++) {
    bool stable = true;
    for (size_t s = 0; s < all->count; s++) stable &= all->markings[s][p] == all->markings[0][p];
    if (stable) return true;
  }
  return false;
}

static bool enumerated(const Model *model, const NetMarkings *all, const Property *property) {
  bool holds[NET_MARKINGS];
  switch (property->kind) {
  case PROPERTY_CTL: enumerate_ctl(model, all, property->formula, holds); return holds[0];
  case PROPERTY_INVARIANT:
    enumerate_ctl(model, all, property->formula, holds);
    for (size_t s = 0; s < all->count; s++)
      if (!holds[s]) return false;
    return true;
  case PROPERTY_QUASI_LIVENESS: return all_can_fire(model, all, false);
  case PROPERTY_LIVENESS: return all_can_fire(model, all, true);
  case PROPERTY_STABLE_MARKING: return is_stable(model, all);
  default: return true;
  }
}

/* By one engine alone, or by all (NULL). */
static void check_random_nets(const char *engine, unsigned first_seed) {
  unsigned bounded = 0, violated = 0, held = 0;
  for (unsigned i = first_seed; i < first_seed + test_cases(300); i++) {
    Random random = {i};
    Model *model = random_net_model(&random);
    NetMarkings all;
    enumerate_markings(model->net, &all);
    if (all.count) {
      Got got = {0};
      Settings *settings = settings_new();
      CheckWatch watch = {.result = keep, .context = &got};
      if (engine) CHECK(settings_set(settings, "engine", engine, NULL));
      add_random_properties(model, &random);
      check_properties(model, NULL, model->properties.size, settings, &watch);
      bounded++;
      for (size_t k = 0; k < model->properties.size; k++) {
        const Property *property = model->properties.data + k;
        Result *result = got.results[k];
        CHECK(result && result->outcome.checked);
        bool expected = enumerated(model, &all, property);
        if ((result->outcome.verdict == VERDICT_HOLDS) != expected)
          test_fail(__FILE__, __LINE__, "seed %u, property %zu: %s", i, k,
                    verdict_name(result->outcome.verdict));
        violated += !expected;
        held += expected;
        if (property->kind == PROPERTY_STATE_SPACE)
          CHECK_EQUAL(result->outcome.values.data[0].value, all.count);
        result_free(result);
      }
      settings_free(settings);
    }
    model_free(model);
  }
  CHECK_COVERAGE(bounded > 100 && violated > 300 && held > 300);
}

TEST(checks_of_random_nets_say_what_enumeration_says) { check_random_nets(NULL, 0); }

TEST(diagrams_of_random_nets_say_what_enumeration_says) { check_random_nets("diagram", 2000000); }

/* ---- diagrams that were forged ---- */

/* What is wrong, and in which of the two diagrams. */
static struct {
  unsigned way, made, first, last;
  const NetMarkings *all;
  size_t places;
  Random random;
} forgery;

/* All that can be reached, but for a marking, or with another one, or with two places taken for
 * each other. */
static MarkingSet forge(MarkingSets *sets, MarkingSet from) {
  MarkingSet all = markings_reachable(sets, from), other = MARKINGS_NONE;
  unsigned number = forgery.made++;
  if (number < forgery.first || number > forgery.last) return all;
  Tokens marking[NET_PLACES];
  size_t some = random_below(&forgery.random, (uint32_t)forgery.all->count);
  if (forgery.way == 0)
    return markings_without(sets, all, markings_one(sets, forgery.all->markings[some]));
  memcpy(marking, forgery.all->markings[some], sizeof marking);
  marking[random_below(&forgery.random, (uint32_t)forgery.places)] += 1 + forgery.way;
  if (forgery.way < 3) return markings_union(sets, all, markings_one(sets, marking));
  for (size_t i = 0; i < forgery.all->count; i++) {
    memcpy(marking, forgery.all->markings[i], sizeof marking);
    Tokens tokens = marking[0];
    marking[0] = marking[1], marking[1] = tokens;
    other = markings_union(sets, other, markings_one(sets, marking));
  }
  return other;
}

TEST(forged_diagrams_are_never_believed) {
  unsigned refused = 0, right = 0;
  for (unsigned i = 0; i < test_cases(400); i++) {
    Random random = {i + 4300000};
    Model *model = random_net_model(&random);
    NetMarkings all;
    enumerate_markings(model->net, &all);
    add_random_properties(model, &random);
    if (all.count) {
      Got got = {0};
      Settings *settings = settings_new();
      CheckWatch watch = {.result = keep, .context = &got};
      Budget budget = {.deadline = clock_wall() + 100};
      NetJob job = {.model = model, .original = model, .settings = settings, .watch = &watch};
      job.reach = forge;
      forgery.way = i % 4;
      forgery.made = 0;
      forgery.first = i / 4 % 3 == 1; /* the first, the second, both */
      forgery.last = i / 4 % 3 > 0;
      forgery.all = &all;
      forgery.places = model->net->places.size;
      forgery.random = random;
      for (size_t k = 0; k < model->properties.size; k++) {
        NetQuestion question;
        CHECK(net_question(model, k, &question, NULL));
        question.result = result_new(model, k);
        vec_push(&job.questions, question);
      }
      net_job_begin(&job);
      net_try_diagram(&job, &budget);
      for (size_t k = 0; k < model->properties.size; k++) {
        Result *result = got.results[k];
        CHECK(!result || result->internal_error || result->outcome.checked);
        refused += result && result->internal_error;
        if (result && !result->internal_error) {
          CHECK_EQUAL(result->outcome.verdict == VERDICT_HOLDS,
                      enumerated(model, &all, model->properties.data + k));
          if (model->properties.data[k].kind == PROPERTY_STATE_SPACE)
            CHECK_EQUAL(result->outcome.values.data[0].value, all.count);
          right++; /* what was taken for each other was the same, or nothing is wrong with a run */
        }
        result_free(result ? result : job.questions.data[k].result);
      }
      net_job_end(&job);
      settings_free(settings);
    }
    model_free(model);
  }
  CHECK_COVERAGE(refused > 1000 && right > 10);
}

/* ---- fairness ---- */

/* Of random formulas of CTL by enumeration; a formula of LTL and the one of CTL that says the same
 * agree. Small nets, so that enumeration by reachability is fast. */
TEST(fair_checks_of_random_nets_say_what_enumeration_says) {
  unsigned held = 0, violated = 0, matters = 0, circuits = 0;
  for (unsigned i = 0; i < test_cases(400); i++) {
    Random random = {i + 1600000};
    Model *model = random_net_model(&random);
    NetMarkings all;
    enumerate_markings(model->net, &all);
    if (all.count && all.count <= FAIR_MARKINGS) {
      Got got = {0};
      Settings *settings = settings_new();
      Error none = {0};
      CheckWatch watch = {.result = keep, .context = &got};
      FormulaShape shape = {.depth = 4, .temporal = 4};
      bool by_circuits = i % 4 == 0;
      if (by_circuits) CHECK(settings_set(settings, "engine", "iictl", &none));
      for (uint32_t k = random_below(&random, 2) + 1; k > 0; k--)
        vec_push(&model->fairness, random_state_formula(model, &random));
      for (int k = 0; k < 4; k++)
        net_ask(model, PROPERTY_CTL, random_ctl(model->formulas, &random, shape));
      Formula f = random_state_formula(model, &random);
      net_ask(model, PROPERTY_CTL, formula_unary(model->formulas, OP_AF, f));
      net_ask(model, PROPERTY_LTL, formula_unary(model->formulas, OP_FINALLY, f));
      check_properties(model, NULL, model->properties.size, settings, &watch);
      for (size_t k = 0; k < model->properties.size; k++) {
        bool holds[NET_MARKINGS], anyhow[NET_MARKINGS];
        Formula asked = model->properties.data[k == 5 ? 4 : k].formula;
        Result *result = got.results[k];
        enumerate_fair_ctl(model, &all, asked, holds);
        enumerate_ctl(model, &all, asked, anyhow);
        CHECK(result && !result->internal_error);
        if (result->outcome.verdict != VERDICT_UNKNOWN || !by_circuits)
          CHECK_EQUAL(result->outcome.verdict, holds[0] ? VERDICT_HOLDS : VERDICT_VIOLATED);
        circuits += by_circuits && result->outcome.checked;
        held += holds[0];
        violated += !holds[0];
        matters += holds[0] != anyhow[0];
        result_free(result);
      }
      error_free(&none);
      settings_free(settings);
    }
    model_free(model);
  }
  CHECK_COVERAGE(held > 100 && violated > 100 && matters > 30 && circuits > 100);
}

/* ---- questions about the whole net ---- */

/* As if the search had been too long: what runs and linear arithmetic say. */
TEST(answers_about_the_whole_net_without_all_markings_say_what_enumeration_says) {
  unsigned by_runs = 0, linear = 0, dead = 0, live = 0, lost = 0;
  for (unsigned i = 0; i < test_cases(600); i++) {
    Random random = {i + 1500000};
    Model *model = random_net_model(&random);
    NetMarkings all;
    enumerate_markings(model->net, &all);
    net_ask(model, PROPERTY_QUASI_LIVENESS, FORMULA_NONE);
    net_ask(model, PROPERTY_LIVENESS, FORMULA_NONE);
    net_ask(model, PROPERTY_STABLE_MARKING, FORMULA_NONE);
    if (all.count) {
      Got got = {0};
      Settings *settings = settings_new();
      CheckWatch watch = {.result = keep, .context = &got};
      NetJob job = {.model = model, .original = model, .settings = settings, .watch = &watch};
      for (size_t k = 0; k < model->properties.size; k++) {
        NetQuestion question;
        CHECK(net_question(model, k, &question, NULL));
        question.result = result_new(model, k);
        vec_push(&job.questions, question);
      }
      net_job_begin(&job);
      CHECK(net_explore(&job, NULL));
      net_try_whole(&job, NULL);
      for (size_t k = 0; k < model->properties.size; k++) {
        const Result *result = got.results[k];
        if (!result) continue;
        CHECK(result->outcome.checked && !result->internal_error);
        CHECK_EQUAL(result->outcome.verdict == VERDICT_HOLDS,
                    enumerated(model, &all, model->properties.data + k));
        bool can_all = all_can_fire(model, &all, false);
        by_runs += result->outcome.evidence == EVIDENCE_RUNS;
        linear += result->outcome.evidence == EVIDENCE_LINEAR;
        dead += result->outcome.evidence == EVIDENCE_TRACE;
        live += k == 1 && result->outcome.verdict == VERDICT_HOLDS;
        lost += k == 1 && result->outcome.evidence == EVIDENCE_LINEAR && can_all;
      }
      for (size_t k = 0; k < model->properties.size; k++)
        result_free(got.results[k] ? got.results[k] : job.questions.data[k].result);
      net_job_end(&job);
      settings_free(settings);
    }
    model_free(model);
  }
  CHECK_COVERAGE(by_runs > 50 && linear > 50 && dead > 50 && live && lost);
}

/* ---- as circuits ---- */

TEST(engines_for_circuits_say_of_random_nets_what_enumeration_says) {
  static const char *const engines[] = {"ic3", "bdd", "bmc", "iictl", "fair"};
  unsigned held = 0, violated = 0;
  for (unsigned i = 0; i < test_cases(60); i++) {
    Random random = {i + 700000};
    Model *model = random_net_model(&random);
    NetMarkings all;
    enumerate_markings(model->net, &all);
    FormulaShape shape = {.depth = 3, .temporal = 3};
    net_ask(model, PROPERTY_INVARIANT, random_state_formula(model, &random));
    net_ask(model, PROPERTY_CTL, random_ctl(model->formulas, &random, shape));
    net_ask(model, PROPERTY_CTL,
            formula_unary(model->formulas, OP_EF, random_state_formula(model, &random)));
    for (size_t e = 0; all.count && e < sizeof engines / sizeof *engines; e++) {
      Settings *settings = settings_new();
      CHECK(settings_set(settings, "engine", engines[e], NULL));
      CHECK(settings_set(settings, "timeout", "2", NULL));
      for (size_t k = 0; k < model->properties.size; k++) {
        Result *result = check_property(model, k, settings);
        CHECK(result && !result->internal_error);
        bool expected = enumerated(model, &all, model->properties.data + k);
        if (result->outcome.verdict != VERDICT_UNKNOWN &&
            (result->outcome.verdict == VERDICT_HOLDS) != expected)
          test_fail(__FILE__, __LINE__, "seed %u, property %zu, %s: %s", i, k, engines[e],
                    verdict_name(result->outcome.verdict));
        held += result->outcome.verdict == VERDICT_HOLDS;
        violated += result->outcome.verdict == VERDICT_VIOLATED;
        result_free(result);
      }
      settings_free(settings);
    }
    model_free(model);
  }
  CHECK_COVERAGE(held > 50 && violated > 50);
}

/* ---- stubborn sets ---- */

/* Whether a search with these stubborn sets meets the goal; `expanded` counts its states. */
static bool reduced_search_meets(const Model *model, const Graph *graph, Stubborn *stubborn,
                                 Formula goal, size_t *expanded) {
  Space *space = space_new(graph, (SpaceOptions){.stubborn = stubborn});
  bool met = false;
  for (uint32_t s = 0; s < space_states(space) && !met; s++) {
    space_open(space, s);
    met = net_formula_holds(model, goal, space->cursor.state);
    space_expand_opened(space);
    CHECK(space_states(space) <= NET_MARKINGS);
  }
  *expanded += space_states(space);
  space_free(space);
  return met;
}

static bool full_search_meets(const Model *model, const NetMarkings *all, Formula goal) {
  for (size_t s = 0; s < all->count; s++)
    if (net_formula_holds(model, goal, all->markings[s])) return true;
  return false;
}

TEST(searches_with_stubborn_sets_meet_what_full_ones_meet) {
  size_t full = 0, reduced = 0;
  unsigned met = 0, missed = 0;
  for (unsigned i = 0; i < test_cases(2000); i++) {
    Random random = {i + 500000};
    Model *model = random_net_model(&random);
    NetMarkings all;
    enumerate_markings(model->net, &all);
    Formula dead = net_model_atom(model, &(NetAtom){.kind = NET_ATOM_DEADLOCK});
    if (all.count) {
      Graph *graph = net_graph(model->net, &model->net_atoms);
      Formula goal = random_state_formula(model, &random);
      Stubborn *for_dead = stubborn_for_deadlock(graph);
      Stubborn *for_goal = stubborn_for_goal(graph, model->formulas, goal);
      Stubborn *for_dead_goal = stubborn_for_goal(graph, model->formulas, dead);
      bool deadlock = full_search_meets(model, &all, dead),
           there = full_search_meets(model, &all, goal);
      full += 3 * all.count;
      CHECK_EQUAL(reduced_search_meets(model, graph, for_dead, dead, &reduced), deadlock);
      CHECK_EQUAL(reduced_search_meets(model, graph, for_dead_goal, dead, &reduced), deadlock);
      CHECK_EQUAL(reduced_search_meets(model, graph, for_goal, goal, &reduced), there);
      met += there;
      missed += !there;
      stubborn_free(for_dead);
      stubborn_free(for_goal);
      stubborn_free(for_dead_goal);
      view_graph_free(graph);
    }
    model_free(model);
  }
  CHECK_COVERAGE(reduced < full * 3 / 4 && met > 100 && missed > 100);
}

/* The same with sleep sets. */
static bool sleeping_search_meets(const Model *model, const Graph *graph, Stubborn *stubborn,
                                  Formula goal, bool newest, size_t *states, size_t *steps) {
  Space *space = space_new(graph, (SpaceOptions){.stubborn = stubborn});
  SleepSearch *search = sleep_search_new(space, newest);
  bool met = false, again;
  for (uint32_t s; !met && sleep_search_next(search, &s, &again);) {
    met = net_formula_holds(model, goal, space->cursor.state);
    sleep_search_expand(search);
  }
  if (!met) {
    *states += space_states(space);
    *steps += space->transitions;
  }
  sleep_search_free(search);
  space_free(space);
  return met;
}

/* States and steps of a search that meets nothing. */
static void count_all(const Graph *graph, Stubborn *stubborn, size_t *states, size_t *steps) {
  Space *space = space_new(graph, (SpaceOptions){.stubborn = stubborn});
  for (uint32_t s = 0; s < space_states(space); s++) {
    space_open(space, s);
    space_expand_opened(space);
  }
  *states += space_states(space);
  *steps += space->transitions;
  space_free(space);
}

/* With stubborn sets, and without: then every marking is met, by fewer steps. */
TEST(searches_with_sleep_sets_meet_what_full_ones_meet) {
  size_t states = 0, steps = 0, all_states = 0, all_steps = 0;
  size_t stubborn_states = 0, stubborn_steps = 0, asleep_states = 0, asleep_steps = 0;
  unsigned met = 0, missed = 0;
  for (unsigned i = 0; i < test_cases(1500); i++) {
    Random random = {i + 2500000};
    Model *model = random_net_model(&random);
    NetMarkings all;
    enumerate_markings(model->net, &all);
    Formula dead = net_model_atom(model, &(NetAtom){.kind = NET_ATOM_DEADLOCK});
    if (all.count) {
      Graph *graph = net_graph(model->net, &model->net_atoms);
      Formula goal = random_state_formula(model, &random);
      Stubborn *for_dead = stubborn_for_deadlock(graph);
      Stubborn *for_goal = stubborn_for_goal(graph, model->formulas, goal);
      bool deadlock = full_search_meets(model, &all, dead),
           there = full_search_meets(model, &all, goal);
      for (int newest = 0; newest < 2; newest++) {
        size_t found = 0;
        CHECK(!sleeping_search_meets(model, graph, NULL, FORMULA_FALSE, newest, &found, &steps));
        CHECK_EQUAL(found, all.count);
        states += found;
        count_all(graph, NULL, &all_states, &all_steps);
        CHECK_EQUAL(sleeping_search_meets(model, graph, for_dead, dead, newest, &asleep_states,
                                          &asleep_steps),
                    deadlock);
        if (!deadlock) count_all(graph, for_dead, &stubborn_states, &stubborn_steps);
        CHECK_EQUAL(sleeping_search_meets(model, graph, for_goal, goal, newest, &asleep_states,
                                          &asleep_steps),
                    there);
        if (!there) count_all(graph, for_goal, &stubborn_states, &stubborn_steps);
      }
      met += there;
      missed += !there;
      stubborn_free(for_dead);
      stubborn_free(for_goal);
      view_graph_free(graph);
    }
    model_free(model);
  }
  CHECK_EQUAL(states, all_states);
  CHECK_COVERAGE(met > 100 && missed > 100 && steps < all_steps * 9 / 10);
  CHECK_COVERAGE(asleep_states <= stubborn_states && asleep_steps < stubborn_steps);
}

/* ---- LTL ---- */

/* Whether a run violates the formula: on all markings or on reduced ones, by each way to search. A
 * run that is found is judged. */
static bool violated_somewhere(const Model *model, const Graph *graph, Formula f, bool reduced,
                               CycleSearch how, size_t *states) {
  NetJob job = {.model = model};
  U32Vec atoms = {0};
  formula_atoms(model->formulas, f, &atoms);
  Stubborn *stubborn = reduced ? stubborn_for_stuttering(graph, &atoms) : NULL;
  Space *space = space_new(graph, (SpaceOptions){.keep_edges = true, .stubborn = stubborn});
  StateLasso lasso = {0};
  RunDoubt doubt = {0};
  RunSearch found = net_search_run(&job, f, space, how, NULL, &lasso, &doubt);
  CHECK(!doubt.missed.message);
  run_doubt_free(&doubt);
  CHECK(found != RUN_UNKNOWN);
  if (found == RUN_FOUND) {
    NetQuestion question = {.ask = ASK_LTL, .formula = f};
    NetRun run = {0};
    Error error = {0};
    Tokens *markings[2 * NET_MARKINGS * 8];
    Cursor cursor = cursor_new(space->store);
    size_t places = model->net->places.size;
    CHECK(lasso.states.size < sizeof markings / sizeof *markings);
    for (size_t i = 0; i < lasso.states.size; i++) {
      store_get(space->store, lasso.states.data[i], &cursor);
      markings[i] = mem_array(places + 1, sizeof **markings);
      memcpy(markings[i], cursor.state, places * sizeof **markings);
    }
    CHECK(net_run_between(model->net, markings, lasso.states.size, (int64_t)lasso.loop, &run));
    CHECK(net_run_shows(model, &question, &run, &error));
    for (size_t i = 0; i < lasso.states.size; i++) mem_free(markings[i]);
    net_run_free(&run);
    cursor_free(&cursor);
  }
  *states += space_states(space);
  state_lasso_free(&lasso);
  space_free(space);
  stubborn_free(stubborn);
  vec_free(&atoms);
  return found == RUN_FOUND;
}

TEST(searches_for_runs_agree_with_and_without_reduction) {
  unsigned violated = 0, held = 0;
  size_t full = 0, reduced = 0;
  for (unsigned i = 0; i < test_cases(500); i++) {
    Random random = {i + 900000};
    Model *model = random_net_model(&random);
    NetMarkings all;
    enumerate_markings(model->net, &all);
    FormulaShape shape = {.depth = 3, .temporal = 3};
    Formula f = random_ltl(model->formulas, &random, shape);
    if (all.count) {
      Graph *graph = net_graph(model->net, &model->net_atoms);
      size_t ignored = 0;
      bool wrong = violated_somewhere(model, graph, f, false, CYCLES_BY_COMPONENTS, &full);
      CHECK_EQUAL(violated_somewhere(model, graph, f, false, CYCLES_IMPROVED, &ignored), wrong);
      CHECK_EQUAL(violated_somewhere(model, graph, f, false, CYCLES_NESTED, &ignored), wrong);
      if (!net_formula_has_next(model->formulas, f)) {
        CHECK_EQUAL(violated_somewhere(model, graph, f, true, CYCLES_BY_COMPONENTS, &reduced),
                    wrong);
        CHECK_EQUAL(violated_somewhere(model, graph, f, true, CYCLES_IMPROVED, &ignored), wrong);
        CHECK_EQUAL(violated_somewhere(model, graph, f, true, CYCLES_NESTED, &ignored), wrong);
      }
      violated += wrong;
      held += !wrong;
      view_graph_free(graph);
    }
    model_free(model);
  }
  CHECK_COVERAGE(violated > 50 && held > 50 && reduced < full);
}
