/* The engines for circuits beside the other ways of nets: what they say from their process is what
 * enumeration says, and what is not so is not believed, whatever comes from there. */
#include "test.h"

#include <string.h>

#include "base/clock.h"
#include "check/net_beside.h"
#include "formula/nnf.h"
#include "front/net/net_language.h"
#include "oracle/net_ltl.h"
#include "oracle/random_formula.h"
#include "oracle/random_net.h"

typedef struct {
  Model *model;
  Settings *settings;
  NetJob job;
  CheckWatch watch;
  Budget budget;
  Result *results[16];
} Fixture;

static void keep(void *context, Result *result) {
  Fixture *f = context;
  CHECK(!f->results[result->outcome.index]);
  f->results[result->outcome.index] = result;
}

/* Asks for all properties of the model. */
static void open_fixture(Fixture *f, Model *model) {
  *f = (Fixture){.model = model, .settings = settings_new()};
  f->watch = (CheckWatch){.result = keep, .context = f};
  f->settings->jobs = 2;
  f->job = (NetJob){.model = model,
                    .original = model,
                    .settings = f->settings,
                    .watch = &f->watch,
                    .budget = &f->budget,
                    .start = clock_wall(),
                    .net_reduce = true};
  for (size_t k = 0; k < model->properties.size; k++) {
    NetQuestion question;
    CHECK(net_question(model, k, &question, NULL));
    question.result = result_new(model, k);
    vec_push(&f->job.questions, question);
  }
  net_job_begin(&f->job);
}

static void close_fixture(Fixture *f) {
  for (size_t k = 0; k < f->model->properties.size; k++) {
    result_free(f->results[k]);
    result_free(f->job.questions.data[k].result);
  }
  net_job_end(&f->job);
  settings_free(f->settings);
  model_free(f->model);
}

static Formula random_state_formula(Model *model, Random *random) {
  return random_ctl(model->formulas, random, (FormulaShape){.depth = 3, .temporal = 0});
}

/* A random net with few markings and a question of each kind; NULL: it has too many. */
static Model *random_questions(Random *random, NetMarkings *all) {
  Model *model = random_net_model(random);
  enumerate_markings(model->net, all);
  if (!all->count) {
    model_free(model);
    return NULL;
  }
  Formulas *formulas = model->formulas;
  FormulaShape shape = {.depth = 3, .temporal = 3};
  NetAtom sum = {.kind = NET_ATOM_AT_MOST};
  net_terms_add(&sum.terms, 0, 1);
  net_terms_add(&sum.terms, 1, 1);
  net_ask(model, PROPERTY_INVARIANT, random_state_formula(model, random));
  net_ask(model, PROPERTY_CTL, random_ctl(formulas, random, shape));
  net_ask(model, PROPERTY_CTL, formula_unary(formulas, OP_EF, random_state_formula(model, random)));
  net_ask(model, PROPERTY_LTL, random_ltl(formulas, random, shape));
  net_ask(model, PROPERTY_BOUND, net_model_atom(model, &sum));
  return model;
}

/* The truth of a property by enumeration; of a bound, its value. */
static int64_t enumerated(const Model *model, const NetMarkings *all, size_t number) {
  const Property *property = model->properties.data + number;
  bool holds[NET_MARKINGS];
  int64_t most = 0;
  switch (property->kind) {
  case PROPERTY_LTL: return net_ltl_holds(model, property->formula);
  case PROPERTY_BOUND:
    for (size_t s = 0; s < all->count; s++) {
      int64_t sum = (int64_t)all->markings[s][0] + (int64_t)all->markings[s][1];
      if (sum > most) most = sum;
    }
    return most;
  case PROPERTY_INVARIANT:
    enumerate_ctl(model, all, property->formula, holds);
    for (size_t s = 0; s < all->count; s++)
      if (!holds[s]) return false;
    return true;
  default: enumerate_ctl(model, all, property->formula, holds); return holds[0];
  }
}

static bool is_right(const Model *model, const NetMarkings *all, const Result *result) {
  size_t number = result->outcome.index;
  int64_t expected = enumerated(model, all, number);
  if (model->properties.data[number].kind == PROPERTY_BOUND)
    return result->outcome.verdict == VERDICT_HOLDS &&
           (int64_t)result->outcome.values.data[0].value == expected;
  return (result->outcome.verdict == VERDICT_HOLDS) == (bool)expected;
}

TEST(circuits_of_random_nets_in_another_process_say_what_enumeration_says) {
  unsigned answers = 0, runs = 0, proofs = 0, bounds = 0, nets = 0;
  for (unsigned i = 0; i < test_cases(40); i++) {
    Random random = {i + 4100000};
    NetMarkings all;
    Fixture f;
    Model *model = random_questions(&random, &all);
    if (!model) continue;
    open_fixture(&f, model);
    NetBeside *beside = net_beside_start(&f.job);
    CHECK(beside);
    while (net_beside_hear(beside, 10)) continue;
    CHECK(!net_beside_failed(beside));
    net_beside_end(beside);
    nets++;
    for (size_t k = 0; k < model->properties.size; k++) {
      const Result *result = f.results[k];
      if (!result) continue;
      CHECK(result->outcome.checked && !result->internal_error && result->outcome.engine);
      CHECK(strcmp(result->outcome.engine, "explicit"));
      if (!is_right(model, &all, result))
        test_fail(__FILE__, __LINE__, "net %u, property %zu", i, k);
      answers++;
      bool run =
          result->outcome.evidence == EVIDENCE_TRACE || result->outcome.evidence == EVIDENCE_LASSO;
      runs += run;
      proofs += !run && result->circuit;
      bounds += model->properties.data[k].kind == PROPERTY_BOUND;
    }
    close_fixture(&f);
  }
  CHECK_COVERAGE(nets > 20 && answers > 3 * nets && runs > 20 && proofs > 20 && bounds > 10);
}

/* ---- messages that were changed on the way ---- */

typedef struct {
  NetBeside *beside;
  Random random;
  unsigned taken;
} Spoiler;

/* Of some messages one byte is another, some are cut off, some are told of another question. */
static bool spoil(void *context, size_t question, const char *bytes, size_t size) {
  Spoiler *s = context;
  char *own = mem_alloc(size + 1);
  memcpy(own, bytes, size);
  uint32_t way = random_below(&s->random, 5);
  if (way < 3)
    own[random_below(&s->random, (uint32_t)size)] ^= (char)(1 + random_below(&s->random, 255));
  if (way == 3) size = random_below(&s->random, (uint32_t)size);
  if (way == 4) question = random_below(&s->random, 5);
  net_beside_take(s->beside, question, own, size);
  mem_free(own);
  s->taken++;
  return true;
}

TEST(what_is_told_about_nets_is_not_believed) {
  unsigned taken = 0, refused = 0, right = 0;
  for (unsigned i = 0; i < test_cases(60); i++) {
    Random random = {i + 4200000};
    NetMarkings all;
    Fixture f;
    Model *model = random_questions(&random, &all);
    if (!model) continue;
    open_fixture(&f, model);
    Spoiler spoiler = {.beside = net_beside_start(&f.job), .random = {i}};
    CHECK(spoiler.beside);
    while (aside_hear(net_beside_process(spoiler.beside), 10, spoil, &spoiler)) continue;
    net_beside_end(spoiler.beside);
    taken += spoiler.taken;
    for (size_t k = 0; k < model->properties.size; k++) {
      const Result *result = f.results[k];
      if (!result) continue;
      refused += result->internal_error != NULL;
      if (result->outcome.verdict == VERDICT_UNKNOWN) continue;
      CHECK(!result->internal_error && result->outcome.checked);
      if (!is_right(model, &all, result))
        test_fail(__FILE__, __LINE__, "net %u, property %zu", i, k);
      right++;
    }
    close_fixture(&f);
  }
  CHECK_COVERAGE(taken > 100 && refused > 30 && right > 5);
}

typedef struct {
  NetBeside *beside;
  const Fixture *fixture;
  unsigned proofs;
} Cutter;

/* Of all messages only the header is left. */
static bool cut(void *context, size_t question, const char *bytes, size_t size) {
  enum { HEADER = 24 };
  Cutter *c = context;
  uint32_t begin[2]; /* the engine, and whether it is a run */
  CHECK(size >= HEADER);
  memcpy(begin, bytes, sizeof begin);
  bool open = !c->fixture->results[question];
  net_beside_take(c->beside, question, bytes, HEADER);
  bool bound = c->fixture->model->properties.data[question].kind == PROPERTY_BOUND;
  if (begin[1] || !open || bound) return true;
  const Result *result = c->fixture->results[question];
  CHECK(result && result->internal_error && result->outcome.verdict == VERDICT_UNKNOWN);
  c->proofs++;
  return true;
}

TEST(a_proof_about_a_net_that_cannot_be_read_is_an_error) {
  unsigned proofs = 0;
  for (unsigned i = 0; i < test_cases(20); i++) {
    Random random = {i + 4300000};
    NetMarkings all;
    Fixture f;
    Model *model = random_questions(&random, &all);
    if (!model) continue;
    open_fixture(&f, model);
    Cutter cutter = {.beside = net_beside_start(&f.job), .fixture = &f};
    CHECK(cutter.beside);
    while (aside_hear(net_beside_process(cutter.beside), 10, cut, &cutter)) continue;
    net_beside_end(cutter.beside);
    proofs += cutter.proofs;
    close_fixture(&f);
  }
  CHECK_COVERAGE(proofs > 5);
}
