/* Many properties through the public API, and what is learned from one for the next. */
#include "check/learned.h"
#include "rondo/rondo.h"
#include "test.h"

/* ---- all properties of a file ---- */

typedef struct {
  size_t begun[3], known[3];
  RondoVerdict verdicts[3];
} Seen;

static void begin(void *context, size_t property) { ((Seen *)context)->begun[property]++; }

static void take(void *context, RondoResult *result) {
  Seen *seen = context;
  size_t property = rondo_result_property(result);
  CHECK(property < 3);
  CHECK(seen->begun[property]);
  CHECK(!rondo_result_note(result, 0) && !rondo_result_internal_error(result));
  seen->known[property]++;
  seen->verdicts[property] = rondo_result_verdict(result);
  rondo_result_free(result);
}

static Seen check(const char *jobs, const size_t *properties, size_t count) {
  Seen seen = {0};
  RondoModel *model = rondo_load(RONDO_SOURCE_DIR "/examples/traffic-light.aag", NULL, NULL);
  RondoSettings *settings = rondo_settings_new();
  CHECK(model && rondo_settings_set(settings, "jobs", jobs, NULL));
  RondoWatch watch = {begin, take, &seen};
  rondo_check_all(model, properties, count, settings, &watch);
  rondo_settings_free(settings);
  rondo_model_free(model);
  return seen;
}

TEST(every_property_gets_its_verdict_once) {
  const char *jobs[] = {"0", "1", "3"};
  for (size_t i = 0; i < 3; i++) {
    Seen seen = check(jobs[i], NULL, 3);
    for (size_t k = 0; k < 3; k++) CHECK_EQUAL(seen.known[k], 1);
    CHECK_EQUAL(seen.verdicts[0], RONDO_HOLDS);
    CHECK_EQUAL(seen.verdicts[1], RONDO_VIOLATED);
    CHECK_EQUAL(seen.verdicts[2], RONDO_HOLDS);
  }
}

TEST(some_properties_can_be_chosen) {
  Seen seen = check("2", (size_t[]){2, 1}, 2);
  CHECK_EQUAL(seen.known[0], 0);
  CHECK_EQUAL(seen.known[1], 1);
  CHECK_EQUAL(seen.known[2], 1);
  seen = check("2", NULL, 0);
  CHECK_EQUAL(seen.begun[0], 0);
}

/* ---- clauses from one property for another ---- */

/* Three latches that keep their values; the property reads two of them. */
static Task *task_about(size_t a, size_t b) {
  System *system = system_new();
  Lit latch[3], input = system_input(system);
  for (size_t i = 0; i < 3; i++) latch[i] = system_latch(system, RESET_0);
  for (size_t i = 0; i < 3; i++)
    system_set_next(system, latch[i], aig_or(system->aig, latch[i], input));
  Task *task = task_new(TASK_BAD, system);
  task->bad = aig_and(system->aig, latch[a], lit_not(latch[b]));
  return task;
}

TEST(what_is_learned_means_the_same_in_another_reduction) {
  ReduceOptions cone = {.cone = true};
  Task *first = task_about(1, 2), *second = task_about(2, 0), *third = task_about(2, 1);
  Reduction *one = reduce(first, &cone, NULL), *two = reduce(second, &cone, NULL),
            *three = reduce(third, &cone, NULL);
  const System *system = reduction_task(one)->system;
  CHECK_EQUAL(system->latches.size, 2);
  ClauseVec clauses = {0};
  Lit lits[] = {system->latches.data[0].current, lit_not(system->latches.data[1].current)};
  vec_push(&clauses, clause_new(lits, 2));
  vec_push(&clauses, clause_new(lits + 1, 1));
  Learned learned = {.latches = 3};
  learned_take(&learned, one, NULL, &clauses);
  CHECK_EQUAL(learned.clauses.size, 1); /* the second clause implies the first */
  CHECK_EQUAL(learned.clauses.data[0]->lits[0], 2 << 1 | 1);
  vec_push(&learned.clauses, clause_new((Lit[]){1 << 1, 2 << 1}, 2));
  ClauseVec given = learned_give(&learned, two, NULL); /* which does not have latch 1 */
  CHECK_EQUAL(given.size, 1);
  CHECK_EQUAL(given.data[0]->lits[0],
              lit_not(reduction_task(two)->system->latches.data[1].current));
  clauses_free(&given);
  given = learned_give(&learned, three, NULL);
  CHECK_EQUAL(given.size, 2);
  clauses_free(&given);
  clauses_free(&clauses);
  learned_free(&learned);
  reduction_free(one);
  reduction_free(two);
  reduction_free(three);
  task_free(first);
  task_free(second);
  task_free(third);
}
