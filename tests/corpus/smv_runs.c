/* The second meaning of SMV on every file of the corpora that it reads (Booleans, ranges,
 * enumerations, short words, arrays; modules and processes): where the model is small, the relation
 * of the front end's system is the interpreter's, by enumeration; else each random run of the
 * system is a run in the interpreter's eyes. */
#include "test.h"

#include <dirent.h>
#include <stdio.h>

#include "base/input.h"
#include "base/log.h"
#include "base/memory.h"
#include "check/simulation.h"
#include "front/smv/parser.h"
#include "front/smv/smv.h"
#include "oracle/smv_compare.h"

enum { MOST_BITS = 11, MOST_STATES = 128, FEW_STEPS = 40, MANY_STEPS = 200 };

typedef struct {
  size_t files, enumerated, run, steps, stuck, unread;
} RunTally;

static void check_runs(const Interpreter *it, const System *system, const char *path,
                       RunTally *tally) {
  size_t wanted = test_cases(100) > 100 ? MANY_STEPS : FEW_STEPS;
  Random random = {1};
  Simulation *simulation = simulation_new(system);
  while (simulation_length(simulation) < wanted && simulation_random(simulation, NULL, &random)) {
  }
  tally->stuck += simulation_length(simulation) < wanted;
  Trace *trace = simulation_trace(simulation, &random);
  simulation_free(simulation);
  Valuation before = NULL;
  for (size_t k = 0; k < trace->steps.size; k++) {
    Valuation now = smv_values(it, system, trace->steps.data + k);
    bool failed = false, good = now;
    if (good)
      good = k ? interpreter_goes(it, before, now, &failed) : interpreter_begins(it, now, &failed);
    if (!good || failed)
      test_fail(__FILE__, __LINE__, "%s: step %zu of %zu of a run is %s", path, k,
                trace->steps.size,
                failed ? "undefined for the interpreter" : "none for the interpreter");
    mem_free(before);
    before = now;
  }
  mem_free(before);
  tally->steps += trace->steps.size;
  trace_free(trace);
}

static void check_model(const Interpreter *it, const System *system, const char *path,
                        RunTally *tally) {
  if (system->inputs.size + system->latches.size <= MOST_BITS && it->states <= MOST_STATES) {
    smv_compare_relations(it, system, path);
    tally->enumerated++;
  } else {
    check_runs(it, system, path, tally);
    tally->run++;
  }
}

/* Properties of all kinds are added, so that the front end keeps the exact relation. */
static void check_file(const char *path, RunTally *tally) {
  Input input;
  Error error = {0}, ignored = {0};
  Text text = {0};
  CHECK(input_read(&input, path, &error));
  text_add_n(&text, input.data, input.size);
  text_add(&text, "\nINVARSPEC TRUE\nCTLSPEC TRUE\n");
  Syntax syntax = {.file = path, .text = text.data, .length = text.size, .error = &ignored};
  bool reads = smv_parse(&syntax) && interpreter_reads(&syntax);
  Model *model = reads ? smv_read(path, text.data, text.size, NULL, &error) : NULL;
  tally->files++;
  if (model) {
    Interpreter *it = interpreter_new(&syntax);
    check_model(it, model->system, path, tally);
    interpreter_free(it);
  } else {
    printf("    not read: %s\n", path);
    tally->unread++;
  }
  model_free(model);
  syntax_free(&syntax);
  text_free(&text);
  error_free(&error);
  error_free(&ignored);
  input_free(&input);
}

static void check_folder(const char *folder, RunTally *tally) {
  DIR *directory = opendir(folder);
  Text path = {0};
  for (const struct dirent *entry; directory && (entry = readdir(directory));) {
    if (!text_ends_with(entry->d_name, ".smv")) continue;
    text_clear(&path);
    text_format(&path, "%s/%s", folder, entry->d_name);
    check_file(path.data, tally);
  }
  text_free(&path);
  if (directory) closedir(directory);
}

TEST(every_smv_file_means_what_the_interpreter_says) {
  log_set_level(LOG_QUIET);
  RunTally tally = {0};
  check_folder(RONDO_SOURCE_DIR "/examples", &tally);
  check_folder(TEST_MODELS, &tally);
  CHECK(tally.enumerated + tally.run > 1);
  if (test_bench_folder()) {
    Text folder = {0};
    text_format(&folder, "%s/smv", test_bench_folder());
    check_folder(folder.data, &tally);
    text_free(&folder);
    CHECK(tally.unread < tally.files / 20);
  }
  log_set_level(LOG_NORMAL);
  printf("    %zu files: %zu enumerated, %zu with runs of %zu steps in all (%zu ended early), %zu "
         "not read by the interpreter\n",
         tally.files, tally.enumerated, tally.run, tally.steps, tally.stuck, tally.unread);
}
