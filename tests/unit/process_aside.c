/* The explicit search of a program in a process of its own: its answers arrive, are judged here,
 * and stop who works on the same question. */
#include "test.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "check/process_aside.h"
#include "front/promela/promela_model.h"

typedef struct {
  Model *model;
  Settings *settings;
  ProcessJob job;
  CheckWatch watch;
  Verdict verdicts[8]; /* by property, of what was given out */
  size_t sizes[8], given, errors;
} Fixture;

static void keep_result(void *context, Result *result) {
  Fixture *f = context;
  f->verdicts[result->outcome.index] = result->outcome.verdict;
  f->sizes[result->outcome.index] = result->outcome.size;
  f->given++;
  f->errors += result->internal_error != NULL;
  result_free(result);
}

static void ask(Fixture *f, ProcessDefect defect) {
  size_t property = f->job.questions.size;
  vec_push(&f->job.questions, ((ProcessQuestion){.property = property,
                                                 .defect = defect,
                                                 .by_runs = true,
                                                 .by_circuits = true,
                                                 .result = result_new(f->model, property)}));
}

/* Asks for assertions, end states and all formulas of a program. */
static void open_fixture(Fixture *f, const char *text) {
  Error error = {0};
  *f = (Fixture){.model = promela_read("test.pml", text, strlen(text), NULL, &error),
                 .settings = settings_new()};
  CHECK(f->model);
  f->watch = (CheckWatch){.result = keep_result, .context = f};
  f->job = (ProcessJob){.model = f->model,
                        .settings = f->settings,
                        .options = settings_engine_options(f->settings, &engine_explicit),
                        .watch = &f->watch,
                        .start = clock_wall()};
  ask(f, (ProcessDefect){.kind = SHOWS_FAULT});
  ask(f, (ProcessDefect){.kind = SHOWS_INVALID_END});
  for (size_t i = 0; i < f->model->processes->claims.size; i++)
    ask(f, (ProcessDefect){
               .kind = SHOWS_RUN,
               .question = {RUNS_OF_FORMULA, f->model->processes->claims.data[i].formula}});
}

static void close_fixture(Fixture *f) {
  for (size_t i = 0; i < f->job.questions.size; i++) result_free(f->job.questions.data[i].result);
  vec_free(&f->job.questions);
  settings_free(f->settings);
  model_free(f->model);
}

static ProcessAside *start(Fixture *f) {
  ProcessFault fault;
  static Budget budget; /* without limits; it outlives the search */
  ProcessStates *states = process_states_new(&f->job, &fault);
  ProcessAside *aside = process_aside_start(&f->job, states, &budget, &budget);
  process_states_free(states);
  CHECK(aside);
  return aside;
}

TEST(a_search_aside_tells_all_its_answers) {
  Fixture f;
  open_fixture(&f, "byte x; active proctype A() { do :: x < 3 -> x++ :: x == 3 -> x = 0; assert(x "
                   "== 1) od }\n"
                   "ltl low { <> (x == 3) } ltl high { <> [] (x == 3) }");
  ProcessAside *aside = start(&f);
  while (process_aside_hear(aside, 10)) continue;
  process_aside_end(aside);
  CHECK_EQUAL(f.given, 4);
  CHECK_EQUAL(f.verdicts[0], VERDICT_VIOLATED);
  CHECK_EQUAL(f.verdicts[1], VERDICT_HOLDS);
  CHECK_EQUAL(f.verdicts[2], VERDICT_HOLDS);
  CHECK_EQUAL(f.verdicts[3], VERDICT_VIOLATED);
  CHECK_EQUAL(f.sizes[0], 10); /* the run was taken here */
  close_fixture(&f);
}

#define ENDLESS                                                                                    \
  "int x, y; active proctype A() { do :: x++ od } active proctype B() { do :: y++ od }\n"

TEST(what_is_decided_aside_spends_the_budget_of_who_works_on_it) {
  Fixture f;
  open_fixture(&f, ENDLESS "active proctype C() { assert(x == 0) }");
  f.job.options = &(ExplicitOptions){0};
  ProcessAside *aside = start(&f);
  Budget other = process_aside_budget(aside, f.job.questions.data + 1);
  Budget budget = process_aside_budget(aside, f.job.questions.data);
  /* it may have been told before it was asked for: then it is heard now */
  while (!budget_spent_now(&budget) && !f.given) process_aside_hear(aside, 0.01);
  while (!f.given) CHECK(process_aside_hear(aside, 10));
  CHECK_EQUAL(f.verdicts[0], VERDICT_VIOLATED);
  CHECK(f.job.questions.data[1].result != NULL);
  other = process_aside_budget(aside, f.job.questions.data + 1);
  CHECK(!budget_spent_now(&other));
  process_aside_end(aside); /* though its search never ends */
  CHECK_EQUAL(f.given, 1);
  close_fixture(&f);
}

TEST(what_is_decided_here_is_not_searched_for_aside) {
  Fixture f;
  open_fixture(&f, "byte x, y, z; active proctype A() { do :: x++ od } active proctype B() { do :: "
                   "y++ od } active proctype C() { do :: z++ od }\n"
                   "ltl wrong { <> (z == 7) }");
  f.job.options = &(ExplicitOptions){0};
  ProcessAside *aside = start(&f);
  process_aside_done(aside, f.job.questions.data);
  process_aside_done(aside, f.job.questions.data + 1);
  double end = clock_wall() + 60;
  while (!f.given && clock_wall() < end && process_aside_hear(aside, 1)) continue;
  process_aside_end(aside);
  CHECK_EQUAL(f.given, 1); /* it came to the formula behind them */
  CHECK_EQUAL(f.verdicts[2], VERDICT_VIOLATED);
  close_fixture(&f);
}

#define FAULTY                                                                                     \
  "byte x; active proctype A() { do :: x < 3 -> x++ :: x == 3 -> x = 0; assert(x == 1) od }\n"     \
  "ltl low { <> [] (x == 3) }"

/* A search aside that says so of what does not hold is not believed. */
TEST(what_is_said_to_hold_is_searched_again_here) {
  for (int exact = 0; exact < 2; exact++) {
    Fixture f;
    Budget budget = BUDGET_UNLIMITED;
    open_fixture(&f, FAULTY);
    ExplicitOptions options = {.partial_order = !exact, .exact_states = exact};
    f.job.options = &options;
    process_confirm_states(&f.job, 9, "", &budget);
    process_confirm_runs(&f.job, f.job.questions.data + 2, &budget);
    CHECK_EQUAL(f.given, 3);
    CHECK_EQUAL(f.verdicts[0], VERDICT_UNKNOWN); /* an assertion fails */
    CHECK_EQUAL(f.verdicts[1], VERDICT_HOLDS);
    CHECK_EQUAL(f.verdicts[2], VERDICT_UNKNOWN);
    CHECK_EQUAL(f.errors, 2);
    close_fixture(&f);
  }
}

TEST(another_number_of_states_is_an_error) {
  Fixture f;
  Budget budget = BUDGET_UNLIMITED;
  open_fixture(&f, "byte x; active proctype A() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }");
  ExplicitOptions options = {.exact_states = true};
  f.job.options = &options;
  process_confirm_states(&f.job, 9, "", &budget); /* there are 8 */
  CHECK_EQUAL(f.errors, 2);
  close_fixture(&f);
}
