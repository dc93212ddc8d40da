/* `rondo simulate`: a run of the model, random or from a file of inputs, shown in signals. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/input.h"
#include "base/log.h"
#include "base/memory.h"
#include "check/stepper.h"
#include "check/stimulus.h"
#include "cli/cli.h"
#include "cli/models.h"
#include "report/html.h"
#include "report/trace_form.h"
#include "report/trace_read.h"
#include "report/vcd.h"
#include "term/blast.h"

typedef struct {
  int64_t steps, seed, number;
  const char *inputs, *trace, *constrain, *vcd, *html;
  ReadOptions reading;
  bool full, defines, smv_old, chart, interactive;
} SimulateOptions;

static SimulateOptions chosen = {.steps = 10, .seed = 1, .number = 1};

static const Option table[] = {
    {"steps", 'n', OPTION_NUMBER, offsetof(SimulateOptions, steps), "N", "how many steps", NULL, 1,
     100000000},
    {"seed", 0, OPTION_NUMBER, offsetof(SimulateOptions, seed), "N", "seed of the random values",
     NULL, 0, 0},
    {"inputs", 'i', OPTION_TEXT, offsetof(SimulateOptions, inputs), "FILE",
     "one line per step: 0, 1 or x (random) for each input, or NAME = VALUE, ...; of a net: the "
     "transitions that fire, a name on each line",
     NULL, 0, 0},
    {"constrain", 'c', OPTION_TEXT, offsetof(SimulateOptions, constrain), "EXPRESSION",
     "only steps that satisfy this", NULL, 0, 0},
    {"trace", 0, OPTION_TEXT, offsetof(SimulateOptions, trace), "FILE",
     "show the run that is told there: by 'rondo check' as text or JSON, in a VCD file, in a "
     "witness, in a trace of NuSMV",
     NULL, 0, 0},
    {"trace-number", 0, OPTION_NUMBER, offsetof(SimulateOptions, number), "N",
     "which of the traces in that file", NULL, 1, 100000000},
    {"interactive", 'I', OPTION_FLAG, offsetof(SimulateOptions, interactive), NULL,
     "choose each step, from standard input", NULL, 0, 0},
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

static int write_files(const Model *model, const Trace *trace) {
  int code = EXIT_HOLDS;
  FILE *stream = chosen.vcd ? cli_create(chosen.vcd) : NULL;
  if (chosen.vcd && !stream) return EXIT_CANNOT_CREATE;
  if (stream) {
    vcd_write(stream, model->system, trace, model->file, true);
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

/* ---- step by step ---- */

static void tell_step(const Stepper *stepper) {
  if (*stepper_printed(stepper)) cli_print("%s", stepper_printed(stepper));
  if (stepper_fault(stepper)) cli_print("! %s\n", stepper_fault(stepper));
}

/* False if there was nothing more to do. */
static bool random_steps(Stepper *stepper, int64_t steps) {
  for (int64_t i = 0; i < steps; i++) {
    if (!stepper_take_random(stepper)) return false;
    tell_step(stepper);
  }
  return true;
}

/* What changed in the last step; in the beginning all of the state. */
static void tell_state(Stepper *stepper, const Model *model, bool all) {
  Trace *trace;
  System *system = stepper_trace(stepper, &trace);
  Text text = {0};
  if (trace->steps.size) {
    bool first = all || trace->steps.size < 2;
    TraceWalk walk = trace_walk_new(system, trace);
    if (trace->steps.size > 1) trace_walk_visit(&walk, trace->steps.size - 2);
    trace_walk_visit(&walk, trace->steps.size - 1);
    const char *before = "   ";
    TraceOptions options = trace_options(trace_form_of(model), false, chosen.defines);
    for (size_t i = 0; i < system->signals.size; i++) {
      const Signal *signal = system->signals.data + i;
      if (signal->role == SIGNAL_INPUT || !trace_shows(options, signal)) continue;
      if (!first && !trace_walk_changed(&walk, signal)) continue;
      text_format(&text, "%s%s = ", before, signal->name);
      signal_value_shown(signal, &walk.now, &text);
      before = ", ";
    }
    trace_walk_free(&walk);
  }
  if (text.size) cli_print("%s\n", text.data);
  text_free(&text);
  trace_free(trace);
  system_free(system);
}

static void tell_options(Stepper *stepper) {
  for (size_t i = 0; i < stepper_options(stepper); i++)
    cli_print("%4zu  %s\n", i + 1, stepper_option(stepper, i));
  if (stepper_has_more(stepper))
    cli_print("      and more: r takes any of them, c asks for some\n");
  if (!stepper_options(stepper)) cli_print("      %s\n", stepper_stuck(stepper));
  cli_print("step %zu: number, r [N] random, b [N] back, g N goto, c EXPR constrain, s state, q "
            "quit> ",
            stepper_steps(stepper));
  if (!isatty(STDIN_FILENO)) cli_print("\n"); /* what is typed is not seen there */
  fflush(stdout);
}

static void constrain(Stepper *stepper, const char *words) {
  Error error = {0};
  if (!stepper_constrain(stepper, words, &error)) {
    char *text = error_text(&error);
    cli_print("%s\n", text);
    mem_free(text);
  }
  error_free(&error);
}

/* The letter of the command that a line begins with, which may be written out (r, rand, random); 0:
 * a number, '?': neither. Moves behind it. */
static char command_of(char **line) {
  static const char *const words[] = {"random", "back", "goto", "constrain", "state", "quit"};
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  size_t length = strspn(*line, letters);
  const char *typed = *line;
  *line += length;
  for (size_t i = 0; i < sizeof words / sizeof *words && length; i++)
    if (!strncmp(words[i], typed, length)) return *words[i];
  return length ? '?' : 0;
}

/* One line of the person; false: enough. */
static bool obey(Stepper *stepper, const Model *model, char *line) {
  line += strspn(line, " \t");
  line[strcspn(line, "\r\n")] = 0;
  char *rest = line, *end, command = command_of(&rest);
  rest += strspn(rest, " \t");
  unsigned long number = strtoul(rest, &end, 10);
  bool given = end != rest;
  size_t before = stepper_steps(stepper);
  if (command != 'c' && *(end + strspn(end, " \t"))) command = '?'; /* more than was asked for */
  switch (command) {
  case 'q': return false;
  case 's': tell_state(stepper, model, true); break;
  case 'c': constrain(stepper, rest); break;
  case 'b':
    if (!before) cli_print("this is the beginning\n");
    if (!given) number = 1;
    stepper_go_back(stepper, number < before ? before - number : 0);
    break;
  case 'g':
    if (!given || number > before) cli_print("goto where? there are steps 0 to %zu\n", before);
    else stepper_go_back(stepper, number);
    break;
  case 'r':
    if (!random_steps(stepper, given ? (int64_t)number : 1))
      cli_print("stopped: %s\n", stepper_stuck(stepper));
    break;
  default:
    if (!command && given && number >= 1 && number <= stepper_options(stepper)) {
      stepper_take(stepper, number - 1);
      tell_step(stepper);
    } else {
      cli_print("there is no such choice\n");
    }
  }
  size_t after = stepper_steps(stepper);
  if (after != before) tell_state(stepper, model, after != before + 1);
  return true;
}

static void interact(Stepper *stepper, const Model *model) {
  char line[4096];
  tell_state(stepper, model, true);
  tell_options(stepper);
  while (fgets(line, sizeof line, stdin) && obey(stepper, model, line)) tell_options(stepper);
  cli_print("\n");
}

/* ---- runs ---- */

/* The steps of a file, with random values where it says nothing; if values that were chosen early
 * are in the way of what it says later, those that a solver finds for all of it. */
static bool stimulate(Stepper *stepper, const Model *model, Trace **whole, Error *error) {
  ClaimedRun run = {0};
  bool good = stimulus_read(chosen.inputs, model->system, &run, error);
  LitVec *claims = mem_array(run.steps.size, sizeof *claims);
  for (size_t i = 0; i < run.steps.size; i++) claims[i] = run.steps.data[i].claims;
  if (good && !stepper_stimulate(stepper, claims, run.steps.size)) {
    *whole = claimed_run_find(&run, model->system, chosen.inputs, error);
    good = *whole != NULL;
  }
  mem_free(claims);
  claimed_run_free(&run);
  return good;
}

static void tell_if_stopped(Stepper *stepper) {
  if ((int64_t)stepper_steps(stepper) < chosen.steps)
    log_warning("stopped after %zu steps: %s", stepper_steps(stepper), stepper_stuck(stepper));
}

/* What is asked for is done; a run that was found by other means goes to *whole. */
static bool make_run(Stepper *stepper, const Model *model, Trace **whole, Error *error) {
  const char *guide = chosen.trace ? chosen.trace : chosen.inputs;
  bool circuit = !model->net && !model->processes;
  if (chosen.constrain && !stepper_constrain(stepper, chosen.constrain, error)) return false;
  if (guide && circuit && !stimulate(stepper, model, whole, error)) return false;
  if (guide && !circuit && !stepper_follow(stepper, guide, tell_step, error)) return false;
  if (chosen.interactive) interact(stepper, model);
  else if (!guide && !random_steps(stepper, chosen.steps) && circuit) tell_if_stopped(stepper);
  return true;
}

static int simulate_steps(Model *model) {
  Error error = {0};
  int code;
  Trace *trace = NULL;
  Stepper *stepper = stepper_new(model, (uint64_t)chosen.seed, &error);
  if (stepper && make_run(stepper, model, &trace, &error)) {
    if (!trace) {
      System *shown = stepper_trace(stepper, &trace);
      system_free(model->system);
      model->system = shown;
    }
    code = show_trace(model, trace);
    trace_free(trace);
  } else {
    code = cli_fail_error(EXIT_BAD_INPUT, &error);
  }
  error_free(&error);
  stepper_free(stepper);
  return code;
}

/* The run that a file tells of. */
static int simulate_trace(Model *model) {
  Error error = {0};
  Input input;
  int code = EXIT_HOLDS;
  size_t count = 0;
  Trace *trace = NULL;
  if (model_is_whole(model, "a simulation", &error) && input_read(&input, chosen.trace, &error)) {
    trace = trace_read(model, chosen.trace, input.data, input.size, (size_t)chosen.number, &count,
                       &error);
    input_free(&input);
  }
  if (trace) code = show_trace(model, trace);
  else code = cli_fail_error(EXIT_BAD_INPUT, &error);
  if (trace && count > 1)
    log_warning("%s tells of %zu runs, this is number %d; --trace-number N for others",
                chosen.trace, count, (int)chosen.number);
  trace_free(trace);
  error_free(&error);
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
  bool circuit = !model->net && !model->processes;
  int code = circuit && chosen.trace ? simulate_trace(model) : simulate_steps(model);
  model_free(model);
  return code;
}

const Command command_simulate = {
    .name = "simulate",
    .usage = "simulate [OPTIONS] FILE",
    .summary = "run a model, at random, with given inputs, or as one chooses",
    .description = "Prints a run of the model in its signals, only what changes from step to step. "
                   "Values that satisfy the constraints are found where there are any; a state "
                   "without successor is told as a deadlock.",
    .examples = "  rondo simulate design.aig -n 20 --seed 7\n      twenty random steps\n"
                "  rondo simulate design.aig --inputs stimulus.txt --full\n"
                "      with the inputs of a file, every signal in every step\n"
                "  rondo simulate design.smv --trace cex.txt --html run.html --vcd run.vcd\n"
                "      a trace of another tool as a page, and for a wave viewer\n"
                "  rondo simulate design.smv --interactive\n"
                "      choose each step: one of those listed, at random, back, with a condition\n"
                "  rondo check protocol.pml -p assertions --json > bug.json\n"
                "  rondo simulate protocol.pml --trace bug.json --chart\n"
                "      a run that was found, with what its printf statements print\n",
    .options = simulate_options,
    .run = simulate_run,
};
