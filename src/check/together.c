#include "check/together.h"

#include "base/memory.h"
#include "check/memory_check.h"
#include "check/task_of_property.h"
#include "evidence/replay.h"

/* Why these cannot be asked together; NULL if they can. */
static const char *obstacle(const Model *model, const size_t *properties, size_t count) {
  if (model->net) return "properties of nets are not asked together";
  if (model->processes) return "properties of programs are not asked together";
  if (!count) return "there is no property to check";
  for (size_t i = 0; i < count; i++) {
    if (properties[i] >= model->properties.size) return "the model has no such property";
    const Property *property = model->properties.data + properties[i];
    if (property->kind != PROPERTY_INVARIANT && !property->unchecked)
      return "only invariants can be checked together";
  }
  return NULL;
}

/* There is no verdict after all. */
static void make_unknown(Result *result, const char *reason) {
  Outcome *outcome = &result->outcome;
  evidence_free(&result->evidence);
  outcome->verdict = VERDICT_UNKNOWN;
  outcome->checked = false;
  outcome->evidence = EVIDENCE_NONE;
  outcome->size = 0;
  outcome->engine = "";
  outcome->reason = mem_string(reason);
}

/* Makes the result of the question the result of a property that its trace violates. The trace was
 * replayed for the question; here it is for the property, so that no step of this is believed. */
static void blame(const Model *model, const size_t *properties, size_t count, Result *result) {
  for (size_t i = 0; i < count; i++) {
    const Property *property = model->properties.data + properties[i];
    if (property->unchecked) continue;
    Error error = {0};
    Task *task = memory_task(model, properties[i], &(LtlOptions){0}, &result->tracked,
                             &result->tracked_words, &error);
    bool violated = task && replay(task, result->evidence.trace, &error);
    error_free(&error);
    if (!violated) {
      task_free(task);
      continue;
    }
    task_free(result->task);
    result->task = task;
    result->index_in_kind = property_index_in_kind(model, properties[i]);
    result->words = property_words(model, properties[i]);
    result->outcome.index = properties[i];
    mem_free(result->outcome.property);
    mem_free(result->outcome.formula);
    mem_free(result->outcome.place);
    result->outcome.property = mem_string(property->name);
    result->outcome.place = mem_string(property->place);
    result->outcome.cover = property->cover;
    result->outcome.formula = mem_string(property->text);
    return;
  }
  make_unknown(result, "the trace violates none of the properties");
  result->internal_error = mem_string(result->outcome.reason);
}

Result *check_together(const Model *model, const size_t *properties, size_t count,
                       const Settings *settings) {
  Lit *map;
  const char *why = obstacle(model, properties, count), *missing = NULL;
  Model question = *model; /* the same but for the system, which gets gates, and the property */
  question.system = system_copy(model->system, &map);
  question.properties = (PropertyVec){0};
  Property any = {.name = "", .bad = LIT_FALSE, .unchecked = (char *)why};
  if (!why) any.name = model->properties.data[properties[0]].name;
  for (size_t i = 0; !why && i < count; i++) {
    const Property *property = model->properties.data + properties[i];
    if (property->unchecked) missing = property->unchecked;
    else any.bad = aig_or(question.system->aig, any.bad, aig_map_lit(map, property->bad));
  }
  vec_push(&question.properties, any);
  Result *result = check_property(&question, 0, settings);
  if (count) result->outcome.index = properties[0];
  if (result->outcome.verdict == VERDICT_VIOLATED) blame(model, properties, count, result);
  if (result->outcome.verdict == VERDICT_HOLDS && missing) make_unknown(result, missing);
  vec_free(&question.properties);
  system_free(question.system);
  mem_free(map);
  return result;
}
