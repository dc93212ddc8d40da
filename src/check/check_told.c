/* See check_told.h. The bytes are a byte that says whether a formula of CTL was asked as LTL, and a
 * message as the workers of a portfolio send it, in which the number of the engine is its place in
 * the table. */
#include "check/check_told.h"

#include <string.h>

#include "check/check_parts.h"
#include "portfolio/wire.h"

uint32_t told_engine_number(const char *name) {
  uint32_t number = 0;
  while (engine_table[number] && strcmp(engine_table[number]->name, name)) number++;
  return number;
}

const Engine *told_engine(uint32_t number) {
  for (uint32_t i = 0; engine_table[i]; i++)
    if (i == number) return engine_table[i];
  return NULL;
}

void check_tell(const Result *result, Text *bytes) {
  char linear = result->task->kind != TASK_CTL;
  WireResult message = {.entry = told_engine_number(result->outcome.engine),
                        .state = BUDGET_LEFT,
                        .result = {.verdict = result->outcome.verdict,
                                   .evidence = result->evidence,
                                   .bound = result->outcome.bound},
                        .stats = result->outcome.stats};
  text_add_n(bytes, &linear, 1);
  wire_add_result(bytes, result->task, &message);
}

/* The statistics of the search; those of the check are the ones of this process. */
static void take_stats(Result *result, WireResult *message) {
  for (size_t i = 0; i < message->stats.size; i++) {
    bool known = false;
    for (size_t k = 0; k < result->outcome.stats.size; k++)
      known |= !strcmp(result->outcome.stats.data[k].name, message->stats.data[i].name);
    if (!known) vec_push(&result->outcome.stats, message->stats.data[i]);
  }
  vec_append(&result->names, &message->names);
  vec_clear(&message->names);
}

static bool read_message(const Task *task, const char *bytes, size_t size, WireResult *message,
                         Error *error) {
  Text received = {0};
  size_t at = 0;
  WireFrame frame;
  bool broken;
  text_add_n(&received, bytes, size);
  bool good = wire_take(&received, &at, &frame, &broken) && frame.kind == WIRE_RESULT &&
              at == received.size;
  good = good ? wire_read_result(&frame, task, message, error)
              : error_set(error, "its message makes no sense");
  text_free(&received);
  return good;
}

bool check_hear_open(Check *check, const char *bytes, size_t size) {
  Outcome *outcome = &check->result->outcome;
  WireResult message = {0};
  Error error = {0};
  bool good = read_message(check->result->task, bytes, size, &message, &error) &&
              message.entry == WIRE_NO_ENTRY;
  if (good) vec_clear(&outcome->stats);
  if (good) take_stats(check->result, &message);
  if (good && message.result.bound > outcome->bound) outcome->bound = message.result.bound;
  wire_result_free(&message);
  error_free(&error);
  return good;
}

static bool judge(Check *check, const char *bytes, size_t size, Budget *budget, Error *error) {
  Result *result = check->result;
  WireResult message = {0};
  if (!read_message(result->task, bytes, size, &message, error)) return false;
  const Engine *engine = told_engine(message.entry);
  bool good = engine && message.result.verdict != VERDICT_UNKNOWN;
  if (good) {
    result->evidence = message.result.evidence;
    message.result.evidence = (Evidence){0};
    good = check_accept(check, engine, message.result.verdict, budget, error);
    if (!good) evidence_free(&result->evidence);
    if (!good) result->evidence = (Evidence){0};
    take_stats(result, &message);
  } else {
    error_set(error, "its message names no engine or no verdict");
  }
  wire_result_free(&message);
  return good;
}

bool check_hear(Check *check, const Settings *settings, const char *bytes, size_t size,
                Budget *budget, Error *error) {
  const Task *task = check->result->task;
  bool good = size && task && !check->done;
  if (good && *bytes && task->kind == TASK_CTL) good = check_ask_as_ltl(check, settings);
  return good ? judge(check, bytes + 1, size - 1, budget, error)
              : error_set(error, "it answers what was not asked");
}

Result *check_told(const Model *model, size_t property, const Settings *settings, const char *bytes,
                   size_t size, Budget *budget, Error *error) {
  Check *check = check_open(model, property, settings);
  bool good = check_hear(check, settings, bytes, size, budget, error);
  Result *result = check_close(check);
  if (good) return result;
  result_free(result);
  if (budget_spent_now(budget)) error_free(error);
  return NULL;
}
