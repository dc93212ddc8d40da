/* Several properties at once in processes of their own: each verdict is that of the oracle with
 * evidence that checks, whatever is killed; what is stopped is unknown; and no process is left. */
#include "check/abreast.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "check/check_told.h"
#include "evidence/evidence_form.h"
#include "oracle/explicit.h"
#include "oracle/random_system.h"
#include "test.h"

static Model *model_of(const RandomModel *random) {
  Lit *map;
  Model *model = model_new("random");
  system_free(model->system);
  model->system = system_copy(random->system, &map);
  for (size_t i = 0; i < random->bad.size; i++)
    property_add(&model->properties, PROPERTY_INVARIANT, "b")->bad =
        aig_map_lit(map, random->bad.data[i]);
  for (size_t i = 0; i < random->justice.size; i++) {
    Property *property = property_add(&model->properties, PROPERTY_JUSTICE, "j");
    for (size_t k = 0; k < random->justice.data[i].size; k++)
      vec_push(&property->justice, aig_map_lit(map, random->justice.data[i].data[k]));
  }
  mem_free(map);
  return model;
}

static Verdict truth(const RandomModel *random, size_t property) {
  size_t bad = random->bad.size;
  Task *task = property < bad ? random_model_bad_task(random, property)
                              : random_model_fair_task(random, property - bad);
  Explicit *e = explicit_new(task->system);
  Verdict verdict = explicit_verdict(e, task);
  explicit_free(e);
  task_free(task);
  return verdict;
}

static void check_no_child(void) {
  int status;
  CHECK(waitpid(-1, &status, WNOHANG) == -1 && errno == ECHILD);
}

/* One of the children of this process, by chance; 0 where the system does not tell. */
static pid_t some_child(Random *dice) {
  char name[64];
  int number, found = 0;
  unsigned seen = 0;
  snprintf(name, sizeof name, "/proc/%d/task/%d/children", getpid(), getpid());
  FILE *file = fopen(name, "r");
  while (file && fscanf(file, "%d", &number) == 1)
    if (random_chance(dice, 1, ++seen)) found = number;
  if (file) fclose(file);
  return (pid_t)found;
}

typedef struct {
  const RandomModel *random;
  Settings *settings;
  Abreast *abreast;
  VEC(Check *) open;
  size_t known, killed;
} World;

/* What was decided is right; the rest is open. */
static void take(World *w, Check *check) {
  if (!check->done) {
    vec_push(&w->open, check);
    return;
  }
  Result *result = check_close(check);
  const Outcome *outcome = &result->outcome;
  Error error = {0};
  CHECK_EQUAL(outcome->verdict, truth(w->random, outcome->index));
  CHECK(outcome->checked && !result->internal_error && !outcome->reason);
  EvidenceClaim claim = {.task = result->task, .verdict = outcome->verdict};
  CHECK(evidence_check(&claim, &result->evidence, &error));
  w->known++;
  result_free(result);
}

static void run_round(World *w, double seconds, Random *dice) {
  VEC(Check *) all = {0};
  vec_append(&all, &w->open);
  vec_clear(&w->open);
  for (size_t i = 0; i < all.size; i++) {
    Check *check = all.data[i];
    while (abreast_busy(w->abreast) == abreast_places(w->abreast))
      take(w, abreast_wait(w->abreast));
    if (!abreast_start(w->abreast, check, seconds, all.size - i)) {
      check_run(check, w->settings, seconds, NULL);
      take(w, check);
    }
    pid_t child = random_chance(dice, 1, 3) ? some_child(dice) : 0;
    if (child) w->killed += !kill(child, SIGKILL);
  }
  while (abreast_busy(w->abreast)) take(w, abreast_wait(w->abreast));
  CHECK(!abreast_wait(w->abreast));
  vec_free(&all);
}

TEST(properties_in_processes_of_their_own_have_right_verdicts_whatever_is_killed) {
  Random dice = {5};
  size_t known = 0, killed = 0;
  for (uint64_t seed = 1; seed <= test_cases(40); seed++) {
    RandomModel *random = random_model(seed, 9);
    Model *model = model_of(random);
    Learned learned = {.latches = model->system->latches.size};
    CheckWatch watch = {0};
    World w = {.random = random, .settings = settings_new()};
    w.settings->jobs = 4 + (int64_t)random_below(&dice, 13);
    w.abreast = abreast_new(model, w.settings, &learned, &watch);
    CHECK(w.abreast && abreast_places(w.abreast) == (size_t)w.settings->jobs / 2);
    for (size_t i = 0; i < model->properties.size; i++)
      vec_push(&w.open, check_open(model, i, w.settings));
    for (int round = 0; w.open.size; round++) {
      CHECK(round < 4);
      run_round(&w, round ? 0 : 0.2, &dice);
    }
    CHECK_EQUAL(w.known, model->properties.size);
    known += w.known;
    killed += w.killed;
    abreast_free(w.abreast);
    check_no_child();
    vec_free(&w.open);
    learned_free(&learned);
    settings_free(w.settings);
    model_free(model);
    random_model_free(random);
  }
  CHECK_COVERAGE(known > 40 && (killed > 5 || access("/proc/self/task", F_OK)));
}

/* ---- answers about another property ---- */

TEST(an_answer_is_judged_again_for_the_property_that_was_asked) {
  size_t refused = 0, taken = 0;
  for (uint64_t seed = 1; seed <= test_cases(40); seed++) {
    RandomModel *random = random_model(seed, 8);
    Model *model = model_of(random);
    Settings *settings = settings_new();
    size_t count = random->bad.size;
    for (size_t i = 0; i < count; i++) {
      Result *result = check_property(model, i, settings);
      Text bytes = {0};
      check_tell(result, &bytes);
      for (size_t k = 0; k < count; k++) {
        Error error = {0};
        Check *check = check_open(model, k, settings);
        bool heard = check_hear(check, settings, bytes.data, bytes.size, &(Budget){0}, &error);
        if (heard) CHECK_EQUAL(check->result->outcome.verdict, truth(random, k));
        else CHECK(error.message && check->result->outcome.verdict == VERDICT_UNKNOWN);
        CHECK(heard || i != k);
        refused += !heard;
        taken += heard;
        error_free(&error);
        result_free(check_close(check));
        check = check_open(model, k, settings);
        CHECK(!check_hear(check, settings, bytes.data, bytes.size / 2, &(Budget){0}, &error));
        error_free(&error);
        CHECK(!check_hear_open(check, bytes.data, bytes.size));
        result_free(check_close(check));
      }
      text_free(&bytes);
      result_free(result);
    }
    settings_free(settings);
    model_free(model);
    random_model_free(random);
  }
  CHECK_COVERAGE(refused > 10 && taken > 40);
}

/* ---- stopping ---- */

/* A state that a counter of so many bits comes to in the end: nobody decides that in time. */
static Model *endless_model(void) {
  enum { BITS = 48, PROPERTIES = 3 };
  Model *model = model_new("endless");
  System *system = model->system;
  Lit bits[BITS], carry = LIT_TRUE, all = LIT_TRUE;
  for (int i = 0; i < BITS; i++) bits[i] = system_latch(system, RESET_0);
  for (int i = 0; i < BITS; i++) {
    system_set_next(system, bits[i], aig_xor(system->aig, bits[i], carry));
    carry = aig_and(system->aig, carry, bits[i]);
    all = aig_and(system->aig, all, lit_not_if(bits[i], i % 3 == 0 && i < BITS - 1));
  }
  for (int i = 0; i < PROPERTIES; i++)
    property_add(&model->properties, PROPERTY_INVARIANT, "never")->bad =
        aig_and(system->aig, all, lit_not(bits[3 * i]));
  return model;
}

typedef struct {
  VEC(size_t) begun;
} Shown;

static void begin(void *context, size_t property) {
  Shown *shown = context;
  vec_push(&shown->begun, property);
}

static void close_stopped(Check *check, size_t property) {
  CHECK(check && check->done);
  Result *result = check_close(check);
  CHECK_EQUAL(result->outcome.index, property);
  CHECK_EQUAL(result->outcome.verdict, VERDICT_UNKNOWN);
  CHECK(result->outcome.reason != NULL && !result->internal_error);
  result_free(result);
}

TEST(the_property_that_is_shown_is_skipped_and_a_cancelled_call_ends_all) {
  Model *model = endless_model();
  Settings *settings = settings_new();
  settings->jobs = 6;
  Learned learned = {.latches = model->system->latches.size};
  Shown shown = {0};
  CheckWatch watch = {.begin = begin, .context = &shown};
  Abreast *abreast = abreast_new(model, settings, &learned, &watch);
  for (size_t i = 0; i < 3; i++)
    CHECK(abreast_start(abreast, check_open(model, i, settings), 0, 3 - i));
  CHECK_EQUAL(abreast_busy(abreast), 3);
  *settings->stop = STOP_PROPERTY;
  close_stopped(abreast_wait(abreast), 2); /* the last that began */
  CHECK_EQUAL(*settings->stop, STOP_NOTHING);
  *settings->stop = STOP_PROPERTY;
  close_stopped(abreast_wait(abreast), 1);
  *settings->stop = STOP_CALL;
  close_stopped(abreast_wait(abreast), 0);
  CHECK_EQUAL(shown.begun.size, 5); /* three turns, and what was shown again */
  CHECK_EQUAL(shown.begun.data[3], 1);
  CHECK_EQUAL(shown.begun.data[4], 0);
  abreast_free(abreast);
  check_no_child();
  vec_free(&shown.begun);
  learned_free(&learned);
  settings_free(settings);
  model_free(model);
}

TEST(turns_end_and_say_how_far_they_got) {
  Model *model = endless_model();
  Settings *settings = settings_new();
  settings->jobs = 4;
  Learned learned = {.latches = model->system->latches.size};
  CheckWatch watch = {0};
  Abreast *abreast = abreast_new(model, settings, &learned, &watch);
  Check *check = check_open(model, 0, settings);
  for (int turn = 0; turn < 2; turn++) {
    CHECK(abreast_start(abreast, check, 0.5, 1));
    CHECK(abreast_wait(abreast) == check && !check->done);
    CHECK(check->result->outcome.bound > 0 && check->result->outcome.stats.size > 0);
    CHECK(check->result->outcome.reason && check->seconds > 0.4 * (turn + 1));
  }
  result_free(check_close(check));
  abreast_free(abreast);
  check_no_child();
  learned_free(&learned);
  settings_free(settings);
  model_free(model);
}

TEST(some_settings_want_one_property_after_the_other) {
  Model *model = endless_model();
  Learned learned = {0};
  CheckWatch watch = {0};
  static const char *const set[][2] = {
      {"jobs", "3"}, {"engine", "ic3"}, {"memory", "1G"}, {"explain-effort", NULL}, {"jobs", "0"}};
  for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
    Settings *settings = settings_new();
    settings->jobs = 8;
    CHECK(settings_set(settings, set[i][0], set[i][1], NULL));
    CHECK(!abreast_new(model, settings, &learned, &watch));
    settings_free(settings);
  }
  model_free(model);
}
