/* Simulation through the public API. */
#include <stdlib.h>
#include <string.h>

#include "api/handle.h"
#include "base/json.h"
#include "base/memory.h"
#include "check/stepper.h"
#include "report/steps_json.h"
#include "report/trace_form.h"
#include "report/trace_read.h"
#include "report/vcd.h"

/* One that grows, or one that was read. */
struct RondoRun {
  Model *model;
  Stepper *stepper; /* NULL: it was read */
  Trace *trace;     /* that was read */
};

RondoRun *rondo_run_new(RondoModel *model, uint64_t seed, char **error_out) {
  Error error = {0};
  Stepper *stepper = stepper_new(model->model, seed, &error);
  if (!api_finish(stepper != NULL, &error, error_out)) return NULL;
  RondoRun *run = mem_zalloc(sizeof *run);
  run->model = model->model;
  run->stepper = stepper;
  return run;
}

RondoRun *rondo_run_read(RondoModel *model, const char *name, const void *data, size_t size,
                         size_t number, char **error_out) {
  Error error = {0};
  Trace *trace = NULL;
  if (model->model->net || model->model->processes)
    error_at(&error, model->model->file, 0, 0, "runs of nets and programs are not read");
  else if (model_is_whole(model->model, "a simulation", &error))
    trace = trace_read(model->model, name, data, size, number, NULL, &error);
  if (!api_finish(trace != NULL, &error, error_out)) return NULL;
  RondoRun *run = mem_zalloc(sizeof *run);
  run->model = model->model;
  run->trace = trace;
  return run;
}

void rondo_run_free(RondoRun *run) {
  if (!run) return;
  stepper_free(run->stepper);
  trace_free(run->trace);
  mem_free(run);
}

size_t rondo_run_length(const RondoRun *run) {
  return run->stepper ? stepper_steps(run->stepper) : run->trace->steps.size;
}

const char *rondo_run_choice(RondoRun *run, size_t number) {
  bool there = run->stepper && number < stepper_options(run->stepper);
  return there ? stepper_option(run->stepper, number) : NULL;
}

bool rondo_run_take(RondoRun *run, size_t number) {
  if (!rondo_run_choice(run, number)) return false;
  stepper_take(run->stepper, number);
  return true;
}

size_t rondo_run_random(RondoRun *run, size_t steps) {
  size_t taken = 0;
  while (taken < steps && run->stepper && stepper_take_random(run->stepper)) taken++;
  return taken;
}

const char *rondo_run_stuck(RondoRun *run) {
  if (!run->stepper) return "the run was read";
  return stepper_options(run->stepper) ? NULL : stepper_stuck(run->stepper);
}

void rondo_run_back(RondoRun *run, size_t length) {
  if (run->stepper) stepper_go_back(run->stepper, length);
}

bool rondo_run_constrain(RondoRun *run, const char *condition, char **error_out) {
  Error error = {0};
  bool good = run->stepper ? stepper_constrain(run->stepper, condition ? condition : "", &error)
                           : error_set(&error, "the run was read");
  return api_finish(good, &error, error_out);
}

/* ---- how it is shown ---- */

typedef struct {
  System *system;
  Trace *trace;
} Shown;

static Shown shown_of(RondoRun *run) {
  Shown shown = {0};
  if (run->stepper) {
    shown.system = stepper_trace(run->stepper, &shown.trace);
  } else {
    shown.system = system_copy(run->model->system, NULL);
    shown.trace = trace_copy(run->trace);
  }
  return shown;
}

static void shown_free(Shown *shown) {
  trace_free(shown->trace);
  system_free(shown->system);
}

static TraceOptions options_of(const RondoRun *run, unsigned what) {
  TraceOptions options =
      trace_options(trace_form_of(run->model), what & RONDO_TRACE_FULL, what & RONDO_TRACE_DEFINES);
  options.chart = what & RONDO_TRACE_CHART;
  return options;
}

char *rondo_run_text(RondoRun *run, unsigned what) {
  Shown shown = shown_of(run);
  Text text = {0};
  text_add(&text, "");
  trace_print(trace_form_of(run->model), shown.system, shown.trace, options_of(run, what), "",
              &text);
  shown_free(&shown);
  return text_take(&text);
}

char *rondo_run_json(RondoRun *run, unsigned what) {
  Shown shown = shown_of(run);
  Text text = {0};
  Json json = {.text = &text};
  steps_json(shown.system, shown.trace, options_of(run, what), &json);
  json_end(&json);
  shown_free(&shown);
  return text_take(&text);
}

char *rondo_run_vcd(RondoRun *run) {
  Shown shown = shown_of(run);
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  if (!stream) mem_exhausted();
  vcd_write(stream, shown.system, shown.trace, run->model->file, true);
  if (fclose(stream)) mem_exhausted();
  shown_free(&shown);
  return text;
}
