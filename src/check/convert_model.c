#include "check/convert_model.h"

#include "base/log.h"
#include "base/memory.h"
#include "check/product_beside.h"
#include "check/task_of_property.h"
#include "front/btor2/btor2.h"

static void remove_property(Model *model, size_t number) {
  PropertyVec one = {0};
  vec_push(&one, model->properties.data[number]);
  properties_free(&one);
  model->properties.size--;
  memmove(model->properties.data + number, model->properties.data + number + 1,
          (model->properties.size - number) * sizeof *model->properties.data);
}

void convert_select(Model *model, const size_t *properties, size_t count) {
  Bits wanted = bits_new(model->properties.size);
  for (size_t i = 0; i < count; i++) bits_set(&wanted, properties[i]);
  for (size_t i = model->properties.size; i-- > 0;)
    if (!bits_get(&wanted, i)) remove_property(model, i);
  bits_free(&wanted);
}

/* ---- products ---- */

/* Formulas and strong fairness speak of the old system; the task has in it what it needs of them.
 * The global fairness stays in the system, so that it is no part of the justice set. */
static void become_task(Model *model, Task *task) {
  Property *property = model->properties.data;
  property->kind = task->kind == TASK_BAD ? PROPERTY_INVARIANT : PROPERTY_JUSTICE;
  property->bad = task->bad;
  for (size_t i = 0; i + task->system->fairness.size < task->conditions.size; i++)
    vec_push(&property->justice, task->conditions.data[i]);
  system_free(model->system);
  model->system = task->system;
  task->system = NULL;
  vec_clear(&model->compassion);
  formulas_free(model->formulas);
  model->formulas = formulas_new();
}

/* Why a property cannot be asked as a product, the caller's; NULL: it is one now. */
static char *make_product(Model *model, size_t number, const LtlOptions *options, bool alone) {
  Error error = {0};
  Task *task = linear_task_of_property(model, number, options, &error);
  char *why = task ? NULL : mem_string(error.message);
  error_free(&error);
  if (!task) return why;
  Property *property = model->properties.data + number;
  property->formula = FORMULA_NONE;
  property->automaton = property->question = 0;
  if (alone) become_task(model, task);
  else product_beside(model->system, task, property);
  task_free(task);
  return NULL;
}

/* ---- what cannot be said ---- */

/* Why the property cannot be written beside those before it, the caller's; NULL: it can be, perhaps
 * as a product now. It is `alone` if it is the only one that was asked for. */
static char *refusal(Model *model, const InputFormat *format, const ConvertOptions *options,
                     size_t number, bool alone) {
  const Property *property = model->properties.data + number;
  if (property->unchecked) return mem_string(property->unchecked);
  if (property->kind == PROPERTY_COMPUTE)
    return mem_string("the length of paths is asked for in SMV files, but not written");
  bool of_runs = property_is_product(model, number);
  if (of_runs && property->formula == FORMULA_NONE && !property->automaton)
    return mem_string("its formula names a signal that the model does not have");
  const char *why = format->cannot_say(model, number);
  if (!why) return NULL;
  if (!options->product || !of_runs) return mem_string(why);
  return make_product(model, number, &options->ltl, alone);
}

bool convert_prepare(Model *model, const FrontWriter *writer, const ConvertOptions *options,
                     Error *error) {
  const InputFormat *format = writer->format;
  const char *form = writer->form->description;
  bool alone = model->properties.size == 1;
  if (model->unchecked) return error_at(error, model->file, 0, 0, "%s", model->unchecked);
  bool words = !strcmp(format->name, "btor2") && btor2_writes_words(model);
  if (!words && !model_is_whole(model, "a file of bits", error)) return false;
  for (size_t i = 0; i < model->properties.size;) {
    char *why = refusal(model, format, options, i, alone);
    if (!why) {
      i++;
      continue;
    }
    Error one = {0};
    error_at(&one, model->file, 0, 0, "'%s' cannot be written as %s: %s",
             model->properties.data[i].name, form, why);
    mem_free(why);
    if (options->drop) log_warning("%s: %s; it is left out", one.file, one.message);
    else error_append(error, &one);
    error_free(&one);
    remove_property(model, i);
  }
  const char *lost = format->leaves_out ? format->leaves_out(model) : NULL;
  if (lost) log_warning("%s: %s has no place in %s and is left out", model->file, lost, form);
  return !error->message;
}
