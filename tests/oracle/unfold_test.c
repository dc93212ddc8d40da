/* Engine unfold on random 1-safe nets: what it says of markings is what enumeration says, and what
 * it says of LTL without "next" is what a search of all markings says. Runs are judged by the
 * definition of LTL on the way; and the second look at prefixes sees what is wrong with them. */
#include "test.h"

#include "check/check.h"
#include "check/net_question.h"
#include "engine/unfold/ltl_tableau.h"
#include "formula/ltl/ltl_automaton.h"
#include "net/prefix_check.h"
#include "oracle/net_graph.h"
#include "oracle/random_formula.h"
#include "oracle/random_net.h"

static Verdict said_by(const char *engine, const Model *model, size_t property, unsigned seed,
                       EvidenceKind *evidence) {
  Settings *settings = settings_new();
  CHECK(settings_set(settings, "engine", engine, NULL));
  Result *result = check_property(model, property, settings);
  CHECK(result && !result->internal_error);
  Verdict verdict = result->outcome.verdict;
  if (verdict == VERDICT_UNKNOWN)
    test_fail(__FILE__, __LINE__, "seed %u, %s: %s\n%s", seed, engine, result->outcome.reason,
              net_text(model->net));
  CHECK(result->outcome.checked && !strcmp(result->outcome.engine, engine));
  *evidence = result->outcome.evidence;
  result_free(result);
  settings_free(settings);
  return verdict;
}

TEST(unfoldings_say_of_markings_what_enumeration_says) {
  unsigned held = 0, violated = 0;
  for (unsigned seed = 1; seed <= test_cases(200); seed++) {
    Random random = {seed + 2000000};
    Model *model = net_model_with_atoms(&random, random_safe_net(&random));
    NetGraph *graph = net_graph_new(model->net, 100000);
    FormulaShape shape = {.depth = 3, .temporal = 0};
    for (int i = 0; i < 4; i++)
      net_ask(model, PROPERTY_INVARIANT, random_ctl(model->formulas, &random, shape));
    for (size_t k = 0; k < model->properties.size; k++) {
      bool expected = true;
      EvidenceKind evidence;
      for (size_t i = 0; i < graph->markings.size; i++)
        expected &=
            net_formula_holds(model, model->properties.data[k].formula, graph->markings.data[i]);
      bool holds = said_by("unfold", model, k, seed, &evidence) == VERDICT_HOLDS;
      if (holds != expected)
        test_fail(__FILE__, __LINE__, "seed %u, property %zu:\n%s", seed, k, net_text(model->net));
      CHECK_EQUAL(evidence, expected ? EVIDENCE_PREFIX : EVIDENCE_TRACE);
      held += expected;
      violated += !expected;
    }
    net_graph_free(graph);
    model_free(model);
  }
  CHECK_COVERAGE(held > 100 && violated > 100);
}

TEST(tableaus_say_of_ltl_what_a_search_of_all_markings_says) {
  unsigned held = 0, violated = 0;
  for (unsigned seed = 1; seed <= test_cases(1500); seed++) {
    Random random = {seed + 3000000};
    Model *model = net_model_with_atoms(&random, random_safe_net(&random));
    FormulaShape shape = {.depth = 4, .temporal = 4, .past = random_chance(&random, 1, 6)};
    Formula f = random_ltl(model->formulas, &random, shape);
    net_ask(model, PROPERTY_LTL, f);
    if (!net_formula_has_next(model->formulas, f)) {
      EvidenceKind evidence;
      Verdict expected = said_by("explicit", model, 0, seed, &evidence);
      if (said_by("unfold", model, 0, seed, &evidence) != expected)
        test_fail(__FILE__, __LINE__, "seed %u:\n%s", seed, net_text(model->net));
      if (evidence == EVIDENCE_PREFIX) held++;
      if (evidence == EVIDENCE_LASSO) violated++;
    }
    model_free(model);
  }
  CHECK_COVERAGE(held > 60 && violated > 150);
}

/* All three kinds of runs are found, and both tableaus end without one. */
TEST(tableaus_find_runs_livelocks_and_deadlocks) {
  unsigned runs = 0, livelocks = 0, deadlocks = 0, none = 0;
  for (unsigned seed = 1; seed <= test_cases(1500); seed++) {
    Random random = {seed + 4000000};
    Model *model = net_model_with_atoms(&random, random_safe_net(&random));
    FormulaShape shape = {.depth = 4, .temporal = 4};
    Formula f = random_ltl(model->formulas, &random, shape);
    Labels *labels = labels_new();
    U32Vec no_atoms = {0};
    LtlAutomatonOptions options = {.negate = true, .state_based = true};
    Automaton *automaton = ltl_automaton(model->formulas, f, options, labels, &no_atoms, NULL);
    if (automaton && !net_formula_has_next(model->formulas, f)) {
      LtlTableau tableau = {0};
      TableauAnswer answer =
          ltl_tableau(model->net, &model->net_atoms, automaton, NULL, &tableau, NULL);
      CHECK(answer != TABLEAU_UNKNOWN);
      bool found = answer == TABLEAU_RUN;
      runs += found && !tableau.livelocks;
      deadlocks += found && tableau.livelocks && tableau.loop == tableau.fired.size;
      livelocks += found && tableau.livelocks && tableau.loop < tableau.fired.size;
      none += !found && tableau.livelocks;
      ltl_tableau_free(&tableau);
    }
    automaton_free(automaton);
    labels_free(labels);
    model_free(model);
  }
  CHECK_COVERAGE(runs > 20 && livelocks > 20 && deadlocks > 20 && none > 4);
}

/* ---- the second look ---- */

static PrefixCheck look(const Prefix *prefix, const Bits *counted) {
  Error error = {0};
  PrefixCheck check = prefix_check(prefix, counted, NULL, &error);
  CHECK(check != PREFIX_NOT_CHECKED);
  CHECK((check == PREFIX_WRONG) == (error.message != NULL));
  error_free(&error);
  return check;
}

/* An event that is no cut-off is said to be one. */
static void cut_off(Prefix *prefix, uint32_t number, uint32_t companion, const Bits *counted) {
  PrefixEvent *event = prefix->events.data + number;
  PrefixEvent before = *event;
  event->cutoff = true;
  event->companion = companion;
  CHECK_EQUAL(look(prefix, counted), PREFIX_WRONG);
  *event = before;
}

/* Without its last event, which is behind no other. */
static void take_last_away(Prefix *prefix) {
  PrefixEvent last = vec_pop(&prefix->events);
  for (size_t i = 0; i < last.put.size; i++) {
    vec_free(&vec_last(&prefix->conditions).consumers);
    prefix->conditions.size--;
  }
  for (size_t i = 0; i < last.take.size; i++)
    prefix->conditions.data[last.take.data[i]].consumers.size--;
  vec_free(&last.take);
  vec_free(&last.put);
}

TEST(a_second_look_at_a_prefix_sees_what_is_wrong) {
  unsigned cut = 0, continued = 0;
  for (unsigned seed = 1; seed <= test_cases(200); seed++) {
    Random random = {seed + 5000000};
    Net *net = random_safe_net(&random);
    Bits counted = bits_new(net->transitions.size + 1);
    bits_set(&counted, random_below(&random, (uint32_t)net->transitions.size));
    const Bits *which = seed % 2 ? &counted : NULL;
    Error error = {0};
    Prefix *prefix =
        which ? prefix_tableau(net, which, NULL, &error) : prefix_new(net, 1, NULL, &error);
    CHECK(prefix);
    if (prefix->complete && prefix->events.size) {
      CHECK_EQUAL(look(prefix, which), PREFIX_RIGHT);
      uint32_t number = random_below(&random, (uint32_t)prefix->events.size);
      uint32_t other = random_below(&random, number + 1);
      PrefixEvent *event = prefix->events.data + number;
      if (!event->cutoff) {
        cut_off(prefix, number, number ? other % number : PREFIX_NONE, which);
        cut++;
      } else {
        event->cutoff = false; /* wrong, if anything can happen there */
        continued += look(prefix, which) == PREFIX_WRONG;
        event->cutoff = true;
      }
      if (event->take.size > 1 && prefix->conditions.size) {
        uint32_t right = event->take.data[0];
        event->take.data[0] = event->take.data[1];
        CHECK_EQUAL(look(prefix, which), PREFIX_WRONG);
        event->take.data[0] = right;
      }
      take_last_away(prefix);
      CHECK_EQUAL(look(prefix, which), PREFIX_WRONG);
    }
    prefix_free(prefix);
    bits_free(&counted);
    net_free(net);
  }
  CHECK_COVERAGE(cut > 30 && continued > 10);
}
