/* `rondo simulate`: a run of the model, random or from a file of inputs, shown in signals. */
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/log.h"
#include "base/memory.h"
#include "check/random_run.h"
#include "check/stepper.h"
#include "cli/cli.h"
#include "cli/models.h"
#include "front/smv/trace_read.h"
#include "report/html.h"
#include "report/trace_form.h"
#include "report/vcd.h"
#include "term/blast.h"

typedef struct {
  int64_t steps, seed;
  const char *inputs, *trace, *vcd, *html;
  ReadOptions reading;
  bool full, defines, smv_old, chart, interactive;
} SimulateOptions;

static SimulateOptions chosen = {.steps = 10, .seed = 1};

static const Option table[] = {
    {"steps", 'n', OPTION_NUMBER, offsetof(SimulateOptions, steps), "N", "how many steps", NULL, 1,
     100000000},
    {"seed", 0, OPTION_NUMBER, offsetof(SimulateOptions, seed), "N", "seed of the random values",
     NULL, 0, 0},
    {"inputs", 'i', OPTION_TEXT, offsetof(SimulateOptions, inputs), "FILE",
     "one line of 0, 1 or x (random) per step, one character per input; of a net: the transitions "
     "that fire, a name on each line",
     NULL, 0, 0},
    {"trace", 0, OPTION_TEXT, offsetof(SimulateOptions, trace), "FILE",
     "show the run that a trace in NuSMV's form describes; of a net or a program: one that 'rondo "
     "check' printed, as text or JSON",
     NULL, 0, 0},
    {"interactive", 'I', OPTION_FLAG, offsetof(SimulateOptions, interactive), NULL,
     "nets and programs: choose each step, from standard input", NULL, 0, 0},
    {"chart", 0, OPTION_FLAG, offsetof(SimulateOptions, chart), NULL,
     "programs: show the run as a message sequence chart", NULL, 0, 0},
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
    {"format", 0, OPTION_TEXT, offsetof(SimulateOptions, reading.format), "NAME",
     "format of the model", NULL, 0, 0},
};

static void simulate_options(OptionGroupVec *groups) {
  cli_add_options(groups, table, sizeof table / sizeof *table, &chosen);
  vec_push(groups, read_options_group(&chosen.reading));
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
  if (chosen.vcd && !stream) return EXIT_CANNOT_CREATE;
  if (stream) {
    vcd_write(stream, model->system, trace, model->file);
    code = cli_close(stream, chosen.vcd);
  }
  if (code || !chosen.html) return code;
  if (!(stream = cli_create(chosen.html))) return EXIT_CANNOT_CREATE;
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
  options.chart = chosen.chart;
  trace_print(form, model->system, trace, options, "", &text);
  if (text.size) cli_print("%s", text.data);
  text_free(&text);
  return EXIT_HOLDS;
}

/* ---- nets and programs ---- */

static void tell_step(const Stepper *stepper) {
  if (*stepper_printed(stepper)) cli_print("%s", stepper_printed(stepper));
  if (stepper_fault(stepper)) cli_print("! %s\n", stepper_fault(stepper));
}

static void random_steps(Stepper *stepper, int64_t steps, Random *random) {
  for (int64_t i = 0; i < steps && stepper_take_random(stepper, random); i++) tell_step(stepper);
}

/* What changed in the last step; in the beginning all of the state. */
static void tell_state(const Stepper *stepper, const Model *model, bool all) {
  Trace *trace;
  System *system = stepper_trace(stepper, &trace);
  Text text = {0};
  bool first = all || trace->steps.size < 2;
  TraceWalk walk = trace_walk_new(system, trace);
  if (trace->steps.size > 1) trace_walk_visit(&walk, trace->steps.size - 2);
  trace_walk_visit(&walk, trace->steps.size - 1);
  const char *before = "   ";
  TraceOptions options = trace_options(trace_form_of(model), false, false);
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    if (signal->role == SIGNAL_INPUT || !trace_shows(options, signal)) continue;
    if (!first && !trace_walk_changed(&walk, signal)) continue;
    text_format(&text, "%s%s = ", before, signal->name);
    signal_value_text(signal, &walk.now, &text);
    before = ", ";
  }
  if (text.size) cli_print("%s\n", text.data);
  text_free(&text);
  trace_walk_free(&walk);
  trace_free(trace);
  system_free(system);
}

static void tell_options(const Stepper *stepper) {
  for (size_t i = 0; i < stepper_options(stepper); i++)
    cli_print("%4zu  %s\n", i + 1, stepper_option(stepper, i));
  if (!stepper_options(stepper)) cli_print("      nothing can be done\n");
  cli_print("step %zu: number, r [N] random, b back, s state, q quit> ", stepper_steps(stepper));
  fflush(stdout);
}

/* One line of the person; false: enough. */
static bool obey(Stepper *stepper, const Model *model, const char *line, Random *random) {
  line += strspn(line, " \t");
  unsigned long number = strtoul(line + (*line == 'r'), NULL, 10);
  size_t before = stepper_steps(stepper);
  if (*line == 'q') return false;
  if (*line == 'b') {
    if (!stepper_back(stepper)) cli_print("this is the beginning\n");
  } else if (*line == 's') {
    tell_state(stepper, model, true);
  } else if (*line == 'r') {
    random_steps(stepper, number ? (int64_t)number : 1, random);
  } else if (number >= 1 && number <= stepper_options(stepper)) {
    stepper_take(stepper, number - 1);
    tell_step(stepper);
  } else {
    cli_print("there is no such choice\n");
  }
  if (stepper_steps(stepper) > before) tell_state(stepper, model, false);
  return true;
}

static void interact(Stepper *stepper, const Model *model, Random *random) {
  char line[256];
  tell_state(stepper, model, true);
  tell_options(stepper);
  while (fgets(line, sizeof line, stdin) && obey(stepper, model, line, random))
    tell_options(stepper);
  cli_print("\n");
}

static int simulate_steps(Model *model) {
  Error error = {0};
  Random random = {(uint64_t)chosen.seed};
  int code = EXIT_HOLDS;
  const char *guide = chosen.trace ? chosen.trace : chosen.inputs;
  Stepper *stepper = stepper_new(model, &error);
  bool good = stepper && (!guide || stepper_follow(stepper, guide, tell_step, &error));
  if (good && !guide && !chosen.interactive) random_steps(stepper, chosen.steps, &random);
  if (good && chosen.interactive) interact(stepper, model, &random);
  if (good) {
    Trace *trace;
    system_free(model->system);
    model->system = stepper_trace(stepper, &trace);
    code = show_trace(model, trace);
    trace_free(trace);
  } else {
    code = cli_fail_error(EXIT_BAD_INPUT, &error);
  }
  error_free(&error);
  stepper_free(stepper);
  return code;
}

static int simulate_run(ArgumentVec *files) {
  if (files->size != 1) return cli_usage(&command_simulate, "which file? (exactly one)");
  if (chosen.inputs && chosen.trace)
    return cli_usage(&command_simulate, "--inputs or --trace, not both");
  if (chosen.smv_old) chosen.reading.format = "smv-old";
  if (!chosen.reading.array_limit) chosen.reading.array_limit = ARRAY_LIMIT_WHOLE;
  Model *model = cli_load(files->data[0], &chosen.reading);
  if (!model) return EXIT_BAD_INPUT;
  if (model->net || model->processes) {
    int result = simulate_steps(model);
    model_free(model);
    return result;
  }
  StringVec lines = {0};
  Error error = {0};
  int code = EXIT_HOLDS;
  if (!model_is_whole(model, "a simulation", &error)) {
    code = cli_fail_error(EXIT_BAD_INPUT, &error);
  } else if (chosen.inputs &&
             !stimulus_read(chosen.inputs, model->system->inputs.size, &lines, &error)) {
    code = cli_fail_error(EXIT_BAD_INPUT, &error);
  } else if (chosen.trace) {
    Trace *trace = read_trace(chosen.trace, model->system, &error);
    if (trace) code = show_trace(model, trace);
    else code = cli_fail_error(EXIT_BAD_INPUT, &error);
    trace_free(trace);
  } else {
    Trace *trace = trace_new();
    bool complete = random_run(model->system, (size_t)chosen.steps, chosen.inputs ? &lines : NULL,
                               (uint64_t)chosen.seed, trace);
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
                "      a trace of another tool as a page, and for a wave viewer\n"
                "  rondo simulate protocol.pml --interactive\n"
                "      choose each step of a program or a net\n"
                "  rondo check protocol.pml -p assertions --json > bug.json\n"
                "  rondo simulate protocol.pml --trace bug.json --chart\n"
                "      a run that was found, with what its printf statements print\n",
    .options = simulate_options,
    .run = simulate_run,
};
