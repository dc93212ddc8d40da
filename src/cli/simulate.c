/* `rondo simulate`: a run of the model, random or from a file of inputs, shown in signals. */
#include <string.h>

#include "base/input.h"
#include "base/log.h"
#include "base/memory.h"
#include "check/random_net_run.h"
#include "check/random_run.h"
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
  bool full, defines, smv_old;
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
  trace_print(form, model->system, trace, options, "", &text);
  if (text.size) cli_print("%s", text.data);
  text_free(&text);
  return EXIT_HOLDS;
}

/* The names of transitions in a file, one on each line. */
static bool read_names(const char *file, StringVec *names, Error *error) {
  Input input;
  if (!input_read(&input, file, error)) return false;
  for (const char *p = input.data; *p;) {
    size_t length = strcspn(p, "\r\n");
    if (length) vec_push(names, mem_string_n(p, length));
    p += length;
    p += strspn(p, "\r\n");
  }
  input_free(&input);
  return true;
}

static int simulate_net(Model *model) {
  StringVec names = {0};
  NetRun run = {0};
  Error error = {0};
  int code = EXIT_HOLDS;
  bool good = !chosen.trace || error_set(&error, "--trace is for models in SMV");
  good = good && (!chosen.inputs || read_names(chosen.inputs, &names, &error));
  good = good && random_net_run(model->net, (size_t)chosen.steps, chosen.inputs ? &names : NULL,
                                (uint64_t)chosen.seed, &run, &error);
  if (good) {
    Trace *trace;
    system_free(model->system);
    model->system = net_run_trace(model->net, &run, &trace);
    code = show_trace(model, trace);
    trace_free(trace);
  } else {
    code = cli_fail_error(EXIT_BAD_INPUT, &error);
  }
  error_free(&error);
  net_run_free(&run);
  string_vec_free(&names);
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
    int result = model->net ? simulate_net(model) : cli_refuse_net(model, "simulate");
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
                "      a trace of another tool as a page, and for a wave viewer\n",
    .options = simulate_options,
    .run = simulate_run,
};
