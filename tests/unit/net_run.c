/* The judge of runs of nets: loops that can be fired for ever, and deadlocks. */
#include "test.h"

#include "check/net_run.h"
#include "front/net/net_language.h"

/* `turn` moves a token from a to b, `back` returns it and puts one on `more` if that is asked for,
 * or takes one of the three that are there. */
static Model *wheel(bool grows, bool shrinks) {
  Net *net = net_new("wheel");
  uint32_t a = net_add_place(net, "a", 1), b = net_add_place(net, "b", 0),
           more = net_add_place(net, "more", 3);
  uint32_t turn = net_add_transition(net, "turn"), back = net_add_transition(net, "back");
  CHECK(net_take(net, turn, a, 1) && net_put(net, turn, b, 1));
  CHECK(net_take(net, back, b, 1) && net_put(net, back, a, 1));
  if (grows) CHECK(net_put(net, back, more, 1));
  if (shrinks) CHECK(net_take(net, back, more, 1));
  return net_model("wheel", net);
}

/* Whether turning for ever shows that the formula of LTL is false. */
static bool loop_shows(bool grows, bool shrinks, const char *formula) {
  Model *model = wheel(grows, shrinks);
  Error error = {0};
  CHECK(model_add_ltl(model, "f", formula, &error));
  NetQuestion question = {.ask = ASK_LTL, .formula = model->properties.data[0].formula};
  NetRun run = {.loop = 0};
  vec_push(&run.fired, 0);
  vec_push(&run.fired, 1);
  bool shows = net_run_shows(model, &question, &run, &error);
  net_run_free(&run);
  error_free(&error);
  model_free(model);
  return shows;
}

TEST(a_loop_may_gain_tokens_that_the_formula_does_not_see) {
  CHECK(loop_shows(false, false, "F G (b >= 1)"));
  CHECK(loop_shows(true, false, "F G (b >= 1)"));
  CHECK(!loop_shows(false, true, "F G (b >= 1)")); /* it cannot be fired for ever */
}

TEST(a_loop_must_not_change_what_the_formula_sees) {
  CHECK(loop_shows(false, false, "F (more >= 5)"));
  CHECK(!loop_shows(true, false, "F (more >= 5)"));          /* after two turns it is true */
  CHECK(!loop_shows(true, false, "F (b >= 2 & !deadlock)")); /* a deadlock sees all places */
}

TEST(a_deadlock_refutes_liveness) {
  Model *model = wheel(false, true);
  NetQuestion question = {.ask = ASK_LIVENESS};
  Error error = {0};
  NetRun run = {.loop = -1};
  for (uint32_t i = 0; i < 7; i++) vec_push(&run.fired, i % 2);
  CHECK(net_run_shows(model, &question, &run, &error)); /* three turns and a half */
  run.fired.size--;
  CHECK(!net_run_shows(model, &question, &run, &error));
  net_run_free(&run);
  error_free(&error);
  model_free(model);
}
