/* `rondo simulate`: a run of the model, random or from a file of inputs, shown in signals. */
#include <string.h>

#include "base/input.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/random.h"
#include "cli/cli.h"
#include "front/smv/trace_read.h"
#include "report/html.h"
#include "report/trace_form.h"
#include "report/vcd.h"

typedef struct {
  int64_t steps, seed;
  const char *inputs, *trace, *format, *vcd, *html;
  bool full, defines, smv_old;
} SimulateOptions;

static SimulateOptions chosen = {.steps = 10, .seed = 1};

static const Option table[] = {
    {"steps", 'n', OPTION_NUMBER, offsetof(SimulateOptions, steps), "N",
     "how many steps (default 10)", NULL, 1, 100000000},
    {"seed", 0, OPTION_NUMBER, offsetof(SimulateOptions, seed), "N", "seed of the random values",
     NULL, 0, 0},
    {"inputs", 'i', OPTION_TEXT, offsetof(SimulateOptions, inputs), "FILE",
     "one line of 0, 1 or x (random) per step, one character per input", NULL, 0, 0},
    {"trace", 0, OPTION_TEXT, offsetof(SimulateOptions, trace), "FILE",
     "show the run that a trace in NuSMV's form describes", NULL, 0, 0},
    {"smv-old", 0, OPTION_FLAG, offsetof(SimulateOptions, smv_old), NULL,
     "SMV: read 0 and 1 as FALSE and TRUE", NULL, 0, 0},
    {"defines", 0, OPTION_FLAG, offsetof(SimulateOptions, defines), NULL,
     "show the DEFINEs of an SMV model, too", NULL, 0, 0},
    {"full", 0, OPTION_FLAG, offsetof(SimulateOptions, full), NULL,
     "show every signal in every step", NULL, 0, 0},
    {"vcd", 0, OPTION_TEXT, offsetof(SimulateOptions, vcd), "FILE",
     "write the run for GTKWave or Surfer", NULL, 0, 0},
    {"html", 0, OPTION_TEXT, offsetof(SimulateOptions, html), "FILE",
     "write a page that shows the run as waveform and table", NULL, 0, 0},
    {"format", 0, OPTION_TEXT, offsetof(SimulateOptions, format), "NAME", "format of the model",
     NULL, 0, 0},
};

static size_t simulate_options(OptionGroup *groups) {
  groups[0] = (OptionGroup){"Options", table, sizeof table / sizeof *table, &chosen};
  return 1;
}

/* How often random values are tried for one step until the constraints hold. */
enum { TRIES = 1000 };

static void random_bits(Bits *bits, Random *random) {
  for (size_t i = 0; i < bits->size; i++) bits_put(bits, i, random_chance(random, 1, 2));
}

static bool constraints_hold(const System *system, const Step *step) {
  Bits values = bits_new(system->aig->size);
  step_evaluate(system, step, &values);
  bool hold = true;
  for (size_t i = 0; i < system->constraints.size && hold; i++)
    hold = values_of(&values, system->constraints.data[i]);
  bits_free(&values);
  return hold;
}

static void first_state(const System *system, Step *step, Random *random) {
  for (size_t i = 0; i < system->latches.size; i++) {
    Reset reset = system->latches.data[i].reset;
    bits_put(&step->latches, i,
             reset == RESET_FREE ? random_chance(random, 1, 2) : reset == RESET_1);
  }
}

/* One line of the input file, or NULL where every input is random. */
static void choose_inputs(Step *step, const char *line, Random *random) {
  random_bits(&step->inputs, random);
  for (size_t i = 0; line && i < step->inputs.size; i++)
    if (line[i] != 'x') bits_put(&step->inputs, i, line[i] == '1');
}

/* Runs the model; false if some step has no values that satisfy the constraints (within some
 * tries), with the steps made so far. */
static bool run_model(const System *system, const StringVec *lines, Trace *trace) {
  Random random = {(uint64_t)chosen.seed};
  size_t steps = lines ? lines->size : (size_t)chosen.steps;
  for (size_t k = 0; k < steps; k++) {
    Step *step = trace_add_step(trace, system);
    if (k) trace_advance(trace, system, k - 1);
    bool found = false;
    for (int attempt = 0; attempt < TRIES && !found; attempt++) {
      if (!k) first_state(system, step, &random);
      choose_inputs(step, lines ? lines->data[k] : NULL, &random);
      found = constraints_hold(system, step);
    }
    if (!found) {
      Step last = vec_pop(&trace->steps);
      bits_free(&last.latches);
      bits_free(&last.inputs);
      return false;
    }
  }
  return true;
}

static bool read_lines(const char *file, size_t inputs, StringVec *lines, Error *error) {
  Input input;
  if (!input_read(&input, file, error)) return false;
  int number = 0;
  for (char *line = input.data, *end; line < input.data + input.size; line = end + 1) {
    end = line + strcspn(line, "\n");
    number++;
    size_t length = (size_t)(end - line), good = strspn(line, "01x");
    if (good > length) good = length;
    if (length && line[0] == '.') break; /* the end of an AIGER stimulus */
    if (good != length)
      error_at(error, file, number, (int)good + 1, "expected 0, 1 or x, found '%c'", line[good]);
    else if (length != inputs)
      error_at(error, file, number, (int)length + 1, "%zu values for %zu inputs", length, inputs);
    if (error->message) break;
    vec_push(lines, mem_string_n(line, length));
  }
  input_free(&input);
  return !error->message;
}

static Trace *read_trace(const char *file, const System *system, Error *error) {
  Input input;
  if (!input_read(&input, file, error)) return NULL;
  Trace *trace = smv_trace_read(file, input.data, input.size, system, error);
  input_free(&input);
  return trace;
}

static int write_files(const Model *model, const Trace *trace) {
  int code = EXIT_HOLDS;
  FILE *stream = chosen.vcd ? cli_create(chosen.vcd) : NULL;
  if (chosen.vcd && !stream) return EXIT_BAD_INPUT;
  if (stream) {
    vcd_write(stream, model->system, trace, model->file);
    code = cli_close(stream, chosen.vcd);
  }
  if (code || !chosen.html) return code;
  if (!(stream = cli_create(chosen.html))) return EXIT_BAD_INPUT;
  Report *report = report_new();
  report_add_run(report, model, trace);
  report_write(report, stream);
  report_free(report);
  return cli_close(stream, chosen.html);
}

/* A run that goes to a file is not printed, too. Of one without a step there is nothing to show. */
static int show_trace(const Model *model, const Trace *trace) {
  if (!trace->steps.size) return EXIT_HOLDS;
  if (chosen.vcd || chosen.html) return write_files(model, trace);
  Text text = {0};
  TraceForm form = trace_form_of(model);
  TraceOptions options = trace_options(form, chosen.full, chosen.defines);
  trace_print(form, model->system, trace, options, "", &text);
  if (text.size) fputs(text.data, stdout);
  text_free(&text);
  return EXIT_HOLDS;
}

static int simulate_run(ArgumentVec *files) {
  if (files->size != 1) return cli_usage(&command_simulate, "which file? (exactly one)");
  if (chosen.inputs && chosen.trace)
    return cli_usage(&command_simulate, "--inputs or --trace, not both");
  Model *model = cli_load(files->data[0], chosen.smv_old ? "smv-old" : chosen.format);
  if (!model) return EXIT_BAD_INPUT;
  StringVec lines = {0};
  Error error = {0};
  int code = EXIT_HOLDS;
  if (chosen.inputs && !read_lines(chosen.inputs, model->system->inputs.size, &lines, &error)) {
    code = cli_fail_error(EXIT_BAD_INPUT, &error);
  } else if (chosen.trace) {
    Trace *trace = read_trace(chosen.trace, model->system, &error);
    if (trace) code = show_trace(model, trace);
    else code = cli_fail_error(EXIT_BAD_INPUT, &error);
    trace_free(trace);
  } else {
    Trace *trace = trace_new();
    bool complete = run_model(model->system, chosen.inputs ? &lines : NULL, trace);
    code = show_trace(model, trace);
    if (!complete)
      log_warning("stopped after %zu steps: no values were found that satisfy the constraints",
                  trace->steps.size);
    trace_free(trace);
  }
  error_free(&error);
  string_vec_free(&lines);
  model_free(model);
  return code;
}

const Command command_simulate = {
    .name = "simulate",
    .usage = "simulate [OPTIONS] FILE",
    .summary = "run a model, at random or with given inputs",
    .description = "Prints a run of the model in its signals, only what changes from step to step.",
    .examples = "  rondo simulate design.aig -n 20 --seed 7\n      twenty random steps\n"
                "  rondo simulate design.aig --inputs stimulus.txt --full\n"
                "      with the inputs of a file, every signal in every step\n"
                "  rondo simulate design.smv --trace cex.txt --html run.html --vcd run.vcd\n"
                "      a trace of another tool as a page, and for a wave viewer\n",
    .options = simulate_options,
    .run = simulate_run,
};
