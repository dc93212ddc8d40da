/* Random nets: what is found on the smaller net of a question is what enumeration of the whole net
 * says, runs come back and are judged, and answers without a run say what was not shown. */
#include "test.h"

#include "check/net_job.h"
#include "front/net/net_language.h"
#include "oracle/net_ltl.h"
#include "oracle/random_formula.h"
#include "oracle/random_net.h"
#include "view/net_graph.h"

typedef struct {
  Model *model;
  NetMarkings all;
} Case;

/* Small formulas, so that something is left that they do not see. */
static void add_properties(Model *model, Random *random) {
  Formulas *formulas = model->formulas;
  FormulaShape state = {.depth = 1, .temporal = 0}, path = {.depth = 3, .temporal = 4};
  net_ask(model, PROPERTY_CTL, formula_unary(formulas, OP_EF, random_ctl(formulas, random, state)));
  net_ask(model, PROPERTY_INVARIANT, random_ctl(formulas, random, state));
  for (int i = 0; i < 3; i++) net_ask(model, PROPERTY_CTL, random_ctl(formulas, random, path));
  for (int i = 0; i < 3; i++) net_ask(model, PROPERTY_LTL, random_ltl(formulas, random, path));
  Formula dead = net_model_atom(model, &(NetAtom){.kind = NET_ATOM_DEADLOCK});
  net_ask(model, PROPERTY_CTL, formula_unary(formulas, OP_EF, dead));
  net_ask(model, PROPERTY_INVARIANT, formula_unary(formulas, OP_NOT, dead));
  NetAtom sum = {.kind = NET_ATOM_AT_MOST};
  net_terms_add(&sum.terms, random_below(random, (uint32_t)model->net->places.size), 1);
  net_ask(model, PROPERTY_BOUND, net_model_atom(model, &sum));
}

static bool expected(const Case *c, const Property *property) {
  bool holds[NET_MARKINGS];
  if (property->kind == PROPERTY_LTL) return net_ltl_holds(c->model, property->formula);
  if (property->kind == PROPERTY_BOUND) return true;
  enumerate_ctl(c->model, &c->all, property->formula, holds);
  bool all = true;
  for (size_t s = 0; s < c->all.count; s++) all &= holds[s];
  return property->kind == PROPERTY_INVARIANT ? all : holds[0];
}

static uint64_t largest(const Case *c, const NetQuestion *question) {
  int64_t most = 0;
  for (size_t s = 0; s < c->all.count; s++) {
    int64_t value = net_sum_of(c->model, question, c->all.markings[s]);
    if (value > most) most = value;
  }
  return (uint64_t)most;
}

typedef struct {
  unsigned reach, bound, ltl, ctl, runs, proofs;
} Answered;

static void keep(void *context, Result *result) { *(Result **)context = result; }

static void count(Answered *answered, const NetQuestion *question, bool run) {
  answered->reach += question->ask == ASK_REACH;
  answered->bound += question->ask == ASK_BOUND;
  answered->ltl += question->ask == ASK_LTL;
  answered->ctl += question->ask == ASK_CTL;
  answered->runs += run;
  answered->proofs += !run;
}

static void ask_of_smaller(const Case *c, size_t number, const Settings *settings,
                           Answered *answered) {
  const Property *property = c->model->properties.data + number;
  Result *result = NULL;
  CheckWatch watch = {.result = keep, .context = &result};
  NetJob job = {.model = c->model,
                .original = c->model,
                .settings = settings,
                .watch = &watch,
                .net_reduce = true};
  NetQuestion question;
  CHECK(net_question(c->model, number, &question, NULL));
  question.result = result_new(c->model, number);
  if (net_try_smaller(&job, &question, 1e4, NULL)) {
    CHECK(result && !question.result && result->outcome.checked && !result->internal_error);
    bool run =
        result->outcome.evidence == EVIDENCE_TRACE || result->outcome.evidence == EVIDENCE_LASSO;
    CHECK_EQUAL(result->outcome.trusted == NULL, run);
    if ((result->outcome.verdict == VERDICT_HOLDS) != expected(c, property))
      test_fail(__FILE__, __LINE__, "property %zu: %s", number,
                verdict_name(result->outcome.verdict));
    if (question.ask == ASK_BOUND)
      CHECK_EQUAL(result->outcome.values.data[0].value, largest(c, &question));
    count(answered, &question, run);
  }
  net_smaller_free(question.smaller);
  result_free(result ? result : question.result);
}

TEST(smaller_nets_of_random_nets_answer_what_enumeration_says) {
  Answered answered = {0};
  Settings *settings = settings_new();
  for (unsigned i = 0; i < test_cases(1500); i++) {
    Random random = {i + 1300000};
    Case c = {.model = random_net_model(&random)};
    enumerate_markings(c.model->net, &c.all);
    if (c.all.count) {
      add_properties(c.model, &random);
      for (size_t k = 0; k < c.model->properties.size; k++)
        ask_of_smaller(&c, k, settings, &answered);
    }
    model_free(c.model);
  }
  settings_free(settings);
  CHECK_COVERAGE(answered.reach > 500 && answered.bound > 200 && answered.ltl > 200 &&
                 answered.ctl > 200 && answered.runs > 300 && answered.proofs > 500);
}
