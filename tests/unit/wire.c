/* Messages between processes: what goes in comes out, and any bytes can be read. */
#include "portfolio/wire.h"

#include "base/random.h"
#include "engine/schedule.h"
#include "evidence/evidence_form.h"
#include "evidence/replay.h"
#include "oracle/random_system.h"
#include "test.h"

/* The result of all engines by turns on a random task, with a little work. */
static WireResult result_for(const Task *task) {
  ScheduleEntryVec entries = {0};
  for (size_t i = 0; engine_table[i]; i++)
    if (engine_takes(engine_table[i], task->kind))
      vec_push(&entries, ((ScheduleEntry){.engine = engine_table[i]}));
  WireResult result = {.entry = WIRE_NO_ENTRY};
  EngineSetup setup = {.seed = 1};
  Budget budget = {.work = 3000000};
  const Engine *answered;
  uint32_t turn = 0;
  result.result = schedule_run(entries.data, entries.size, task, &setup, &budget, &answered,
                               &result.stats, &turn);
  vec_free(&entries);
  if (answered) result.entry = turn;
  return result;
}

static bool read_back(const Text *message, const Task *task, WireResult *copy, Error *error) {
  size_t at = 0;
  WireFrame frame;
  bool broken;
  if (!wire_take(message, &at, &frame, &broken) || frame.kind != WIRE_RESULT) return false;
  return wire_read_result(&frame, task, copy, error);
}

static void check_same(const WireResult *a, const WireResult *b) {
  const Evidence *x = &a->result.evidence, *y = &b->result.evidence;
  CHECK_EQUAL(a->entry, b->entry);
  CHECK_EQUAL(a->result.verdict, b->result.verdict);
  CHECK_EQUAL(a->result.bound, b->result.bound);
  CHECK_EQUAL(x->kind, y->kind);
  CHECK_EQUAL(x->size, y->size);
  CHECK(!x->trace == !y->trace && !x->witness == !y->witness && !x->ctl == !y->ctl &&
        !x->bmc == !y->bmc);
  CHECK_EQUAL(x->sets.size, y->sets.size);
  for (size_t i = 0; i < x->sets.size; i++) {
    CHECK_EQUAL(x->sets.data[i].parent, y->sets.data[i].parent);
    CHECK_EQUAL(x->sets.data[i].level, y->sets.data[i].level);
    CHECK_EQUAL(x->sets.data[i].latches, y->sets.data[i].latches);
    CHECK_EQUAL(x->sets.data[i].strength, y->sets.data[i].strength);
    CHECK(x->sets.data[i].states == y->sets.data[i].states);
  }
  CHECK_EQUAL(a->stats.size, b->stats.size);
  for (size_t i = 0; i < a->stats.size; i++) {
    CHECK_TEXT(b->stats.data[i].name, a->stats.data[i].name);
    CHECK_TEXT(b->stats.data[i].meaning, a->stats.data[i].meaning);
    CHECK_EQUAL(b->stats.data[i].count, a->stats.data[i].count);
  }
}

static bool evidence_checks(const Task *task, const EngineResult *result) {
  Error error = {0};
  EvidenceClaim claim = {.task = task, .verdict = result->verdict};
  bool good = evidence_check(&claim, &result->evidence, &error);
  error_free(&error);
  return good;
}

TEST(results_come_through_with_their_evidence) {
  unsigned traces = 0, proofs = 0;
  for (uint64_t seed = 1; seed <= test_cases(60); seed++) {
    Task *task = seed % 2 ? random_bad_task(seed) : random_fair_task(seed);
    WireResult result = result_for(task), copy;
    Text message = {0};
    Error error = {0};
    wire_add_result(&message, task, &result);
    CHECK(read_back(&message, task, &copy, &error));
    check_same(&result, &copy);
    if (result.entry != WIRE_NO_ENTRY) CHECK(evidence_checks(task, &copy.result));
    traces += copy.result.evidence.trace != NULL;
    proofs += copy.result.evidence.witness || copy.result.evidence.bmc;
    wire_result_free(&result);
    wire_result_free(&copy);
    text_free(&message);
    task_free(task);
  }
  CHECK_COVERAGE(traces > 10 && proofs > 10);
}

/* Evidence that was damaged on the way may be read or not; what is read can be judged. */
TEST(damaged_messages_are_refused_or_judged) {
  Random random = {.state = 7};
  unsigned read = 0, refused = 0;
  for (uint64_t seed = 1; seed <= test_cases(40); seed++) {
    Task *task = seed % 2 ? random_bad_task(seed) : random_fair_task(seed);
    WireResult result = result_for(task);
    for (int damage = 0; damage < 20; damage++) {
      Text message = {0};
      wire_add_result(&message, task, &result);
      size_t changes = 1 + random_below(&random, 4);
      for (size_t i = 0; i < changes; i++)
        message.data[16 + random_below(&random, (uint32_t)message.size - 16)] =
            (char)random_word(&random);
      WireResult copy;
      Error error = {0};
      if (read_back(&message, task, &copy, &error)) {
        read++;
        evidence_checks(task, &copy.result);
        wire_result_free(&copy);
      } else {
        refused++;
      }
      error_free(&error);
      text_free(&message);
    }
    wire_result_free(&result);
    task_free(task);
  }
  CHECK_COVERAGE(read && refused);
}

TEST(a_message_is_taken_when_it_is_complete) {
  Text message = {0}, received = {0};
  wire_add_progress(&message, &(WireProgress){.entry = 3, .number = 17, .words = "frame 17"});
  size_t at = 0;
  WireFrame frame;
  bool broken;
  for (size_t i = 0; i < message.size; i++) {
    CHECK(!wire_take(&received, &at, &frame, &broken) && !broken);
    text_add_n(&received, message.data + i, 1);
  }
  CHECK(wire_take(&received, &at, &frame, &broken));
  CHECK_EQUAL(at, received.size);
  WireProgress progress;
  CHECK(wire_read_progress(&frame, &progress));
  CHECK_EQUAL(progress.entry, 3);
  CHECK_EQUAL(progress.number, 17);
  CHECK_TEXT(progress.words, "frame 17");
  text_free(&message);
  text_free(&received);
}

TEST(what_is_no_message_is_seen) {
  Text received = {0};
  text_add_n(&received, "Segmentation fault, or so", 25);
  size_t at = 0;
  WireFrame frame;
  bool broken;
  CHECK(!wire_take(&received, &at, &frame, &broken) && broken);
  text_free(&received);
}

TEST(lemmas_come_through_and_nonsense_does_not) {
  Task *task = random_bad_task(5);
  const LatchVec *latches = &task->system->latches;
  ClauseVec clauses = {0}, copies = {0};
  Text message = {0};
  CHECK(latches->size >= 2);
  Lit lits[] = {latches->data[0].current, lit_not(latches->data[1].current)};
  vec_push(&clauses, clause_new(lits, 2));
  vec_push(&clauses, clause_new(lits, 1));
  wire_add_lemmas(&message, task, &clauses);
  size_t at = 0;
  WireFrame frame;
  bool broken;
  CHECK(wire_take(&message, &at, &frame, &broken));
  CHECK(wire_read_lemmas(&frame, task, &copies));
  CHECK_EQUAL(copies.size, 2);
  for (size_t i = 0; i < 2; i++) CHECK(clause_equal(copies.data[i], clauses.data[i]));
  Random random = {.state = 3};
  for (int i = 0; i < 1000; i++) {
    ClauseVec some = {0};
    size_t place = 16 + random_below(&random, (uint32_t)message.size - 16);
    message.data[place] = (char)random_word(&random);
    wire_read_lemmas(&frame, task, &some);
    for (size_t k = 0; k < some.size; k++) CHECK(some.data[k]->size > 0);
    clauses_free(&some);
  }
  clauses_free(&clauses);
  clauses_free(&copies);
  text_free(&message);
  task_free(task);
}
