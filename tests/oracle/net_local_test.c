/* Random nets: CTL from the initial marking on says what enumeration says, and its claims are
 * accepted; claims that were forged are never accepted for what is false. */
#include "test.h"

#include "check/net_claims.h"
#include "check/net_job.h"
#include "formula/ctl/ctl_basis.h"
#include "oracle/net_ltl.h"
#include "oracle/random_formula.h"
#include "oracle/random_net.h"
#include "view/net_graph.h"

enum { FORMULAS = 4 };

typedef struct {
  Model *model;
  NetMarkings all;
  Graph *graph;
  Space *space;
  Claims *claims;
} Case;

static bool begin(Case *c, Random *random) {
  c->model = random_net_model(random);
  enumerate_markings(c->model->net, &c->all);
  return c->all.count;
}

static Formula random_formula(const Case *c, Random *random) {
  FormulaShape shape = {.depth = 4, .temporal = 4};
  return random_ctl(c->model->formulas, random, shape);
}

static CtlTruth search(Case *c, Formula f) {
  c->graph = net_graph(c->model->net, &c->model->net_atoms);
  c->space = space_new(c->graph, (SpaceOptions){.keep_edges = true});
  c->claims = claims_new(c->model->formulas, f);
  c->claims->limit = f % 3; /* so that searches are left, and begun again; 0: the usual limit */
  return net_search_locally(c->model, c->space, c->claims, f, NULL);
}

static void forget_search(Case *c) {
  claims_free(c->claims);
  space_free(c->space);
  view_graph_free(c->graph);
}

static CtlTruth judged(const Case *c, Formula f, bool truth) {
  Error error = {0};
  CtlTruth shown = net_claims_show(c->model, c->claims, c->space->store, f, truth, NULL, &error);
  CHECK_EQUAL(shown == CTL_FALSE, error.message != NULL);
  error_free(&error);
  return shown;
}

TEST(ctl_from_the_initial_marking_on_is_what_enumeration_says) {
  unsigned held = 0, violated = 0, partial = 0;
  for (unsigned i = 0; i < test_cases(600); i++) {
    Random random = {i + 2500000};
    Case c;
    for (int k = 0; begin(&c, &random) && k < FORMULAS; k++) {
      bool as_written[NET_MARKINGS], holds[NET_MARKINGS];
      Formula written = random_formula(&c, &random);
      Formula f = ctl_basis(c.model->formulas, written, NULL, NULL);
      enumerate_ctl(c.model, &c.all, written, as_written);
      enumerate_ctl(c.model, &c.all, f, holds);
      CHECK(!memcmp(holds, as_written, c.all.count * sizeof *holds));
      CHECK_EQUAL(search(&c, f), holds[0] ? CTL_TRUE : CTL_FALSE);
      CHECK_EQUAL(judged(&c, f, holds[0]), CTL_TRUE);
      CHECK_EQUAL(judged(&c, f, !holds[0]), CTL_FALSE);
      held += holds[0];
      violated += !holds[0];
      partial += space_states(c.space) < c.all.count;
      forget_search(&c);
      model_free(c.model);
    }
    model_free(c.model);
  }
  CHECK_COVERAGE(held > 300 && violated > 200 && partial > 100);
}

/* Changes some claims: their truth, when they were made, or whether they are there at all. */
static void forge(Case *c, Random *random) {
  for (uint32_t k = random_below(random, 4) + 1; k > 0; k--) {
    size_t place = random_below(random, (uint32_t)c->claims->operators.size);
    uint32_t state = random_below(random, (uint32_t)space_states(c->space));
    claims_set(c->claims, place, state, random_below(random, 2),
               random_below(random, c->claims->count + 2));
  }
}

TEST(forged_claims_never_show_what_is_false) {
  unsigned refused = 0, accepted = 0;
  for (unsigned i = 0; i < test_cases(400); i++) {
    Random random = {i + 2600000};
    Case c;
    if (begin(&c, &random)) {
      bool holds[NET_MARKINGS];
      Formula f = ctl_basis(c.model->formulas, random_formula(&c, &random), NULL, NULL);
      enumerate_ctl(c.model, &c.all, f, holds);
      search(&c, f);
      for (int k = 0; k < 40 && c.claims->operators.size; k++) {
        forge(&c, &random);
        CHECK(judged(&c, f, !holds[0]) != CTL_TRUE);
        CtlTruth still = judged(&c, f, holds[0]);
        accepted += still == CTL_TRUE;
        refused += still == CTL_FALSE;
      }
      forget_search(&c);
    }
    model_free(c.model);
  }
  CHECK_COVERAGE(refused > 1000 && accepted > 100);
}

/* By hand: a token that goes round, and a claim that each marking is a step nearer to one that is
 * never reached. Ranks have to refuse it. */
TEST(claims_that_lean_on_each_other_are_refused) {
  Net *net = net_new("ring");
  net_add_place(net, "a", 1);
  net_add_place(net, "b", 0);
  net_add_place(net, "never", 0);
  for (uint32_t t = 0; t < 2; t++) {
    net_add_transition(net, t ? "back" : "there");
    net_take(net, t, t, 1);
    net_put(net, t, 1 - t, 1);
  }
  Case c = {.model = model_new("ring")};
  c.model->net = net;
  NetAtom atom = {.kind = NET_ATOM_AT_MOST, .most = 0};
  net_terms_add(&atom.terms, 2, 1);
  vec_push(&c.model->net_atoms, atom);
  Formulas *formulas = c.model->formulas;
  Formula empty = formula_atom(formulas, "never <= 0");
  Formula goal = formula_unary(formulas, OP_NOT, empty);
  Formula f = formula_binary(formulas, OP_EU, FORMULA_TRUE, goal);
  CHECK_EQUAL(search(&c, f), CTL_FALSE);
  for (uint32_t s = 0; s < 2; s++) claims_set(c.claims, 0, s, true, s + 1);
  CHECK_EQUAL(judged(&c, f, true), CTL_FALSE);
  forget_search(&c);
  Formula always = formula_unary(formulas, OP_EG, empty);
  CHECK_EQUAL(search(&c, always), CTL_TRUE);
  for (uint32_t s = 0; s < 2; s++) claims_set(c.claims, 0, s, false, s + 1);
  CHECK_EQUAL(judged(&c, always, false), CTL_FALSE);
  forget_search(&c);
  model_free(c.model);
}

/* ---- linear arithmetic on formulas ---- */

static void keep(void *context, Result *result) { *(Result **)context = result; }

TEST(ctl_without_what_never_changes_is_what_enumeration_says) {
  unsigned answered = 0, reach = 0, shorter = 0;
  for (unsigned i = 0; i < test_cases(400); i++) {
    Random random = {i + 2700000};
    Case c;
    for (int k = 0; begin(&c, &random) && k < FORMULAS; k++) {
      bool holds[NET_MARKINGS], after[NET_MARKINGS];
      Result *result = NULL;
      Settings *settings = settings_new();
      CheckWatch watch = {.result = keep, .context = &result};
      NetJob job = {.model = c.model, .original = c.model, .settings = settings, .watch = &watch};
      NetQuestion question;
      net_ask(c.model, PROPERTY_CTL, random_formula(&c, &random));
      enumerate_ctl(c.model, &c.all, c.model->properties.data[0].formula, holds);
      CHECK(net_question(c.model, 0, &question, NULL));
      question.result = result_new(c.model, 0);
      if (question.ask == ASK_CTL) {
        net_try_linear(&job, &question, NULL);
        shorter += question.leaves > 0;
        answered += result != NULL;
        if (result) {
          CHECK(result->outcome.checked);
          CHECK_EQUAL(result->outcome.verdict == VERDICT_HOLDS, holds[0]);
        } else if (question.ask == ASK_CTL) {
          enumerate_ctl(c.model, &c.all, question.formula, after);
          CHECK(!memcmp(holds, after, c.all.count * sizeof *holds));
        } else {
          bool reached = false;
          enumerate_ctl(c.model, &c.all, question.formula, after);
          for (size_t s = 0; s < c.all.count; s++) reached |= after[s];
          CHECK_EQUAL(net_reach_verdict(&question, reached) == VERDICT_HOLDS, holds[0]);
          reach++;
        }
      }
      result_free(result ? result : question.result);
      settings_free(settings);
      model_free(c.model);
    }
    model_free(c.model);
  }
  CHECK_COVERAGE(answered > 50 && reach > 3 && shorter > 100);
}

TEST(ltl_without_what_never_changes_says_the_same) {
  unsigned answered = 0, shorter = 0, held = 0;
  for (unsigned i = 0; i < test_cases(400); i++) {
    Random random = {i + 2800000};
    Case c;
    if (begin(&c, &random)) {
      Result *result = NULL;
      CheckWatch watch = {.result = keep, .context = &result};
      NetJob job = {.model = c.model, .original = c.model, .watch = &watch};
      NetQuestion question;
      FormulaShape shape = {.depth = 4, .temporal = 4};
      net_ask(c.model, PROPERTY_LTL, random_ltl(c.model->formulas, &random, shape));
      CHECK(net_question(c.model, 0, &question, NULL));
      question.result = result_new(c.model, 0);
      if (question.ask == ASK_LTL) {
        bool holds = net_ltl_holds(c.model, question.formula);
        net_try_linear(&job, &question, NULL);
        held += holds;
        shorter += question.leaves > 0;
        answered += result != NULL;
        if (result) CHECK_EQUAL(result->outcome.verdict == VERDICT_HOLDS, holds);
        else if (question.ask == ASK_LTL)
          CHECK_EQUAL(net_ltl_holds(c.model, question.formula), holds);
      }
      result_free(result ? result : question.result);
    }
    model_free(c.model);
  }
  CHECK_COVERAGE(answered > 5 && shorter > 50 && held > 50);
}
