/* Every AIGER file of ours, and of the benchmark folder where it is there, is read twice: by the
 * front end, and by rondo-check's reader, which shares nothing with it
 * (tests/reader/second_reader.c). The names, and the values of all sections along a random run,
 * are the same. The step from the file to the model is what every verdict rests on. */
#include "test.h"

#include <dirent.h>
#include <stdio.h>

#include "base/input.h"
#include "front/front.h"
#include "reader/random_bits.h"
#include "system/aiger_file.h"
#include "system/trace.h"

enum { FEW_STEPS = 4, MANY_STEPS = 40 };

static void tell_names(const AigerFile *file, Text *told) {
  for (int section = 0; section < AIGER_SECTIONS; section++)
    for (size_t i = 0; i < aiger_file_count(file, (AigerSection)section); i++) {
      const char *name = aiger_file_name(file, (AigerSection)section, i);
      if (name) text_format(told, "%c%zu %s\n", "ilobcjf"[section], i, name);
    }
}

static void tell(const char *section, const LitVec *lits, const Bits *values, Text *told) {
  text_format(told, "%s ", section);
  for (size_t i = 0; i < lits->size; i++)
    text_char(told, values_of(values, lits->data[i]) ? '1' : '0');
  text_char(told, '\n');
}

/* The properties as engines will get them: bad states, then justice. */
static void tell_properties(const Model *model, PropertyKind kind, const Bits *values, Text *told) {
  LitVec bad = {0};
  for (size_t i = 0; i < model->properties.size; i++) {
    const Property *property = model->properties.data + i;
    if (property->kind != kind) continue;
    if (kind == PROPERTY_JUSTICE) tell("justice", &property->justice, values, told);
    else vec_push(&bad, property->bad);
  }
  if (kind == PROPERTY_INVARIANT) tell("bad", &bad, values, told);
  vec_free(&bad);
}

/* The outputs are no part of the model: they come from the plain file, whose graph is the same. */
static void tell_step(const Model *model, const AigerFile *file, const Step *step, Text *told) {
  const System *system = model->system;
  Bits values = bits_new(system->aig->size), plain = bits_new(file->system->aig->size);
  step_evaluate(system, step, &values);
  step_evaluate(file->system, step, &plain);
  LitVec latches = {0};
  for (size_t i = 0; i < system->latches.size; i++)
    vec_push(&latches, system->latches.data[i].current);
  tell("latches", &latches, &values, told);
  tell("outputs", &file->outputs, &plain, told);
  tell_properties(model, PROPERTY_INVARIANT, &values, told);
  tell("constraints", &system->constraints, &values, told);
  tell_properties(model, PROPERTY_JUSTICE, &values, told);
  tell("fairness", &system->fairness, &values, told);
  vec_free(&latches);
  bits_free(&values);
  bits_free(&plain);
}

static void tell_run(const Model *model, const AigerFile *file, size_t steps, Text *told) {
  const System *system = model->system;
  Trace *trace = trace_new();
  uint64_t random = 1;
  for (size_t k = 0; k < steps; k++) {
    Step *step = trace_add_step(trace, system);
    for (size_t i = 0; !k && i < system->latches.size; i++) {
      Reset reset = system->latches.data[i].reset;
      bits_put(&step->latches, i, reset == RESET_FREE ? random_bit(&random) : reset == RESET_1);
    }
    if (k) trace_advance(trace, system, k - 1);
    for (size_t i = 0; i < system->inputs.size; i++)
      bits_put(&step->inputs, i, random_bit(&random));
    tell_step(model, file, step, told);
  }
  trace_free(trace);
}

/* What rondo-second-reader tells. */
static void second_opinion(const char *path, size_t steps, Text *told) {
  Text command = {0};
  text_format(&command, "'%s' '%s' %zu", RONDO_SECOND_READER, path, steps);
  FILE *stream = popen(command.data, "r");
  CHECK(stream);
  char part[65536];
  for (size_t size; (size = fread(part, 1, sizeof part, stream)) > 0;) text_add_n(told, part, size);
  if (pclose(stream)) test_fail(__FILE__, __LINE__, "%s: the second reader refuses it", path);
  text_free(&command);
}

static void compare(const char *path, const char *first, const char *second) {
  size_t line = 1, begin = 0, at = 0;
  for (; first[at] && first[at] == second[at]; at++)
    if (first[at] == '\n') line++, begin = at + 1;
  if (first[at] == second[at]) return;
  test_fail(__FILE__, __LINE__, "%s: line %zu of what the readers tell differs:\n%.*s\n%.*s", path,
            line, (int)strcspn(first + begin, "\n"), first + begin,
            (int)strcspn(second + begin, "\n"), second + begin);
}

static void check_file(const char *path, size_t steps) {
  Input input;
  Error error = {0};
  Text first = {0}, second = {0};
  CHECK(input_read(&input, path, &error));
  AigerFile *file = aiger_file_read(path, input.data, input.size, &error);
  Model *model = front_read(path, NULL, &error);
  if (!file || !model) test_fail(__FILE__, __LINE__, "%s: %s", path, error_text(&error));
  tell_names(file, &first);
  tell_run(model, file, steps, &first);
  second_opinion(path, steps, &second);
  compare(path, first.data, second.data);
  text_free(&first);
  text_free(&second);
  model_free(model);
  aiger_file_free(file);
  input_free(&input);
}

static size_t check_folder(const char *name, size_t steps) {
  size_t count = 0;
  Text path = {0};
  DIR *folder = opendir(name);
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    if (!text_ends_with(entry->d_name, ".aig") && !text_ends_with(entry->d_name, ".aag")) continue;
    text_clear(&path);
    text_format(&path, "%s/%s", name, entry->d_name);
    check_file(path.data, steps);
    count++;
  }
  text_free(&path);
  if (folder) closedir(folder);
  return count;
}

TEST(two_readers_of_aiger_see_the_same_in_every_file) {
  static const char *const suites[] = {"fair", "ctl", "safety", "live", "vis-aig"};
  const char *bench = test_bench_folder();
  size_t count = check_folder(TEST_MODELS, MANY_STEPS);
  count += check_folder(RONDO_SOURCE_DIR "/examples", MANY_STEPS);
  CHECK(count > 3);
  for (size_t s = 0; bench && s < sizeof suites / sizeof *suites; s++) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", bench, suites[s]);
    count += check_folder(path, test_cases(100) > 100 ? MANY_STEPS : FEW_STEPS);
  }
  printf("    %zu files\n", count);
}
