/* A net as a Stepper: the token game. */
#include "base/memory.h"
#include "check/net_run.h"
#include "check/stepper_kind.h"

static bool begin(Stepper *s, Error *error) {
  (void)error;
  s->marking = net_initial_marking(s->model->net);
  return true;
}

static void end(Stepper *s) { mem_free(s->marking); }

static void list(Stepper *s) {
  for (uint32_t t = 0; t < s->model->net->transitions.size; t++)
    if (net_enabled(s->model->net, t, s->marking)) {
      vec_push(&s->choices, t);
      vec_push(&s->options, mem_string(s->model->net->transitions.data[t].name));
    }
}

static void fire(Stepper *s, size_t option) {
  net_fire(s->model->net, s->choices.data[option], s->marking);
  vec_push(&s->run, s->choices.data[option]);
}

static void back(Stepper *s, size_t steps) {
  mem_free(s->marking);
  s->marking = net_initial_marking(s->model->net);
  s->run.size = steps;
  for (size_t i = 0; i < steps; i++) net_fire(s->model->net, s->run.data[i], s->marking);
}

static size_t steps(const Stepper *s) { return s->run.size; }

static const char *stuck(Stepper *s) {
  return s->words ? "no transition with these words can fire" : "deadlock: no transition can fire";
}

static System *trace_of(Stepper *s, Trace **trace) {
  NetRun run = {.fired = s->run, .loop = -1};
  return net_run_trace(s->model->net, &run, trace);
}

const StepperKind stepper_of_net = {.begin = begin,
                                    .end = end,
                                    .list = list,
                                    .take = fire,
                                    .back = back,
                                    .steps = steps,
                                    .stuck = stuck,
                                    .trace = trace_of};
