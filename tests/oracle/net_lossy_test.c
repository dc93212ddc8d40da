/* Searches of random nets that may miss markings: with room they find what there is, without room
 * they miss some of it, and what they say is always true. */
#include "test.h"

#include "check/check.h"
#include "check/net_job.h"
#include "engine/explicit/lossy_search.h"
#include "formula/ltl/ltl_automaton.h"
#include "oracle/random_formula.h"
#include "oracle/random_net.h"
#include "view/net_graph.h"

typedef struct {
  Result *results[8];
} Got;

static void keep(void *context, Result *result) {
  ((Got *)context)->results[result->outcome.index] = result;
}

static void check_all(Model *model, const char *option, Got *got) {
  Settings *settings = settings_new();
  CheckWatch watch = {.result = keep, .context = got};
  Error none = {0};
  if (option) CHECK(settings_set(settings, option, NULL, &none));
  check_properties(model, NULL, model->properties.size, settings, &watch);
  settings_free(settings);
}

/* Verdicts of both searches beside those of the whole check. */
TEST(lossy_searches_of_random_nets_find_runs_and_prove_nothing) {
  unsigned found = 0, unknown = 0;
  for (unsigned i = 0; i < test_cases(150); i++) {
    Random random = {i + 2100000};
    Model *model = random_net_model(&random);
    NetMarkings all;
    enumerate_markings(model->net, &all);
    if (all.count) {
      Got exact = {0}, lossy = {0};
      FormulaShape plain = {.depth = 3, .temporal = 0}, shape = {.depth = 3, .temporal = 3};
      net_ask(model, PROPERTY_INVARIANT, random_ctl(model->formulas, &random, plain));
      net_ask(model, PROPERTY_LTL, random_ltl(model->formulas, &random, shape));
      net_ask(model, PROPERTY_LTL, random_ltl(model->formulas, &random, shape));
      Formula f = random_ctl(model->formulas, &random, plain);
      net_ask(model, PROPERTY_CTL, formula_unary(model->formulas, OP_AF, f));
      net_ask(model, PROPERTY_CTL, formula_unary(model->formulas, OP_EG, f));
      net_ask(model, PROPERTY_LIVENESS, FORMULA_NONE);
      check_all(model, NULL, &exact);
      check_all(model, i % 2 ? "bitstate" : "hash-compaction", &lossy);
      for (size_t k = 0; k < model->properties.size; k++) {
        const Outcome *known = &exact.results[k]->outcome, *said = &lossy.results[k]->outcome;
        bool exists = k == 4; /* EG holds where a run shows it */
        Verdict shown = exists ? VERDICT_HOLDS : VERDICT_VIOLATED;
        CHECK(!lossy.results[k]->internal_error);
        CHECK(said->verdict == VERDICT_UNKNOWN || said->verdict == known->verdict);
        if (said->verdict != VERDICT_UNKNOWN) CHECK_EQUAL(said->verdict, shown);
        /* some nets are not live though they have no deadlock, which a run does not show */
        if (k != 5 && known->verdict == shown) CHECK_EQUAL(said->verdict, shown);
        found += said->verdict == shown;
        unknown += said->verdict == VERDICT_UNKNOWN;
        result_free(exact.results[k]);
        result_free(lossy.results[k]);
      }
    }
    model_free(model);
  }
  CHECK_COVERAGE(found > 150 && unknown > 150);
}

static bool count_state(void *context, const uint32_t *state, const U32Vec *run) {
  (void)state;
  (void)run;
  ++*(size_t *)context;
  return true;
}

/* Whether a run is found that violates the formula; it has to be one. */
static bool violated_with(const Model *model, const Graph *graph, Formula f, LossyKind kind,
                          size_t bytes) {
  Labels *labels = labels_new();
  U32Vec none = {0};
  Error error = {0};
  LtlAutomatonOptions options = {.negate = true, .state_based = true};
  Automaton *automaton = ltl_automaton(model->formulas, f, options, labels, &none, &error);
  LossySearch search = {.graph = graph, .set = lossy_set_new(kind, bytes), .salt = bytes};
  NetRun run = {0};
  size_t loop = 0;
  CHECK(automaton);
  bool found = lossy_search_runs(&search, automaton, NULL, &run.fired, &loop);
  if (found) {
    NetQuestion question = {.ask = ASK_LTL, .formula = f};
    run.loop = (int64_t)loop;
    CHECK(net_run_shows(model, &question, &run, &error));
  }
  net_run_free(&run);
  lossy_set_free(search.set);
  automaton_free(automaton);
  labels_free(labels);
  error_free(&error);
  return found;
}

/* Sets of a few bytes: many markings are taken for others, and still each run is one. */
TEST(lossy_searches_without_room_miss_markings_and_never_make_up_runs) {
  size_t seen[2] = {0}, markings = 0;
  unsigned few[2] = {0}, many[2] = {0};
  for (unsigned i = 0; i < test_cases(300); i++) {
    Random random = {i + 2200000};
    Model *model = random_net_model(&random);
    NetMarkings all;
    enumerate_markings(model->net, &all);
    FormulaShape shape = {.depth = 3, .temporal = 3};
    Formula f = random_ltl(model->formulas, &random, shape);
    if (all.count) {
      Graph *graph = net_graph(model->net, &model->net_atoms);
      markings += all.count;
      for (LossyKind kind = LOSSY_BITS; kind <= LOSSY_HASHES; kind++) {
        LossySearch large = {.graph = graph, .set = lossy_set_new(kind, 1 << 20)};
        LossySearch small = {.graph = graph, .set = lossy_set_new(kind, 16)};
        size_t whole = 0;
        lossy_search_states(&large, count_state, &whole, NULL);
        CHECK_EQUAL(whole, all.count);
        lossy_search_states(&small, count_state, &seen[kind], NULL);
        many[kind] += violated_with(model, graph, f, kind, 1 << 20);
        few[kind] += violated_with(model, graph, f, kind, 16);
        lossy_set_free(large.set);
        lossy_set_free(small.set);
      }
      view_graph_free(graph);
    }
    model_free(model);
  }
  CHECK_EQUAL(many[LOSSY_BITS], many[LOSSY_HASHES]);
  CHECK_COVERAGE(seen[LOSSY_BITS] < markings && seen[LOSSY_HASHES] < markings);
  CHECK_COVERAGE(few[LOSSY_BITS] > 20 && few[LOSSY_BITS] <= many[LOSSY_BITS] &&
                 few[LOSSY_HASHES] <= many[LOSSY_HASHES]);
}
