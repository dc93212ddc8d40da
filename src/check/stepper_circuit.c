/* A circuit as a Stepper. An option is written in signals: what the inputs are in the step that is
 * left, as far as options differ in it, and what changes in the state that is entered. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "check/stepper_kind.h"
#include "report/trace_values.h"

/* How many moves are looked for: what fits on a screen. */
enum { MOST_MOVES = 16 };

static bool begin(Stepper *s, Error *error) {
  if (!model_is_whole(s->model, "a simulation", error)) return false;
  s->circuit = simulation_new(s->model->system);
  return true;
}

static void end(Stepper *s) { simulation_free(s->circuit); }

/* ---- how moves are written ---- */

/* The values of all nodes where a move goes from, and where it enters. */
typedef struct {
  Bits left, entered;
  char *text;
  Move move;
} Shown;

static bool same_value(const Signal *signal, const Bits *a, const Bits *b) {
  for (size_t i = 0; i < signal->bits.size; i++)
    if (values_of(a, signal->bits.data[i]) != values_of(b, signal->bits.data[i])) return false;
  return true;
}

static bool differs(const Signal *signal, const Shown *shown, size_t count) {
  bool input = signal->role == SIGNAL_INPUT;
  for (size_t i = 1; i < count; i++)
    if (!same_value(signal, input ? &shown[0].left : &shown[0].entered,
                    input ? &shown[i].left : &shown[i].entered))
      return true;
  return false;
}

static void add_value(const Signal *signal, const Bits *values, Text *text) {
  if (text->size && text->data[text->size - 1] != ' ') text_add(text, ", ");
  text_format(text, "%s = ", signal->name);
  signal_value_shown(signal, values, text);
}

static void write_move(const System *system, const Shown *all, size_t count, Shown *one,
                       bool first) {
  Text text = {0};
  size_t before;
  for (size_t i = 0; i < system->signals.size && !first; i++) {
    const Signal *signal = system->signals.data + i;
    if (signal->role == SIGNAL_INPUT && (differs(signal, all, count) || count == 1))
      add_value(signal, &one->left, &text);
  }
  if (text.size) text_add(&text, "  ->  ");
  before = text.size;
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    if (signal->role != SIGNAL_STATE) continue;
    bool told = first ? count == 1 || differs(signal, all, count)
                      : !same_value(signal, &one->left, &one->entered);
    if (told) add_value(signal, &one->entered, &text);
  }
  if (text.size == before) text_add(&text, first ? "this state" : "nothing changes");
  one->text = text_take(&text);
}

static int by_text(const void *left, const void *right) {
  const Shown *a = left, *b = right;
  return strcmp(a->text, b->text);
}

static void list(Stepper *s) {
  const System *system = s->model->system;
  bool first = !simulation_length(s->circuit);
  s->moves = simulation_moves(s->circuit, MOST_MOVES + 1, &s->random);
  s->more = s->moves.size > MOST_MOVES;
  size_t count = s->moves.size < MOST_MOVES ? s->moves.size : MOST_MOVES;
  Shown *shown = mem_array(s->moves.size, sizeof *shown);
  Trace *now = simulation_trace(s->circuit, &(Random){1});
  for (size_t i = 0; i < s->moves.size; i++) {
    const Move *move = s->moves.data + i;
    shown[i] = (Shown){bits_new(system->aig->size), bits_new(system->aig->size), NULL, *move};
    step_evaluate(system, &move->entered, &shown[i].entered);
    if (first) continue;
    Step left = {vec_last(&now->steps).latches, move->inputs};
    step_evaluate(system, &left, &shown[i].left);
  }
  for (size_t i = 0; i < s->moves.size; i++)
    write_move(system, shown, s->moves.size, shown + i, first);
  if (count) qsort(shown, count, sizeof *shown, by_text);
  for (size_t i = 0; i < s->moves.size; i++) {
    s->moves.data[i] = shown[i].move;
    if (i < count) vec_push(&s->options, shown[i].text);
    else mem_free(shown[i].text);
    bits_free(&shown[i].left);
    bits_free(&shown[i].entered);
  }
  mem_free(shown);
  trace_free(now);
}

/* ---- steps ---- */

static void take(Stepper *s, size_t option) { simulation_take(s->circuit, s->moves.data + option); }

static bool take_random(Stepper *s) { return simulation_random(s->circuit, NULL, &s->random); }
static void back(Stepper *s, size_t steps) { simulation_back(s->circuit, steps); }
static size_t steps(const Stepper *s) { return simulation_length(s->circuit); }

static const char *stuck(Stepper *s) {
  bool first = !simulation_length(s->circuit);
  if (!simulation_is_stuck(s->circuit))
    return first ? "no initial state satisfies the condition" : "no step satisfies the condition";
  return first ? "the model has no initial state"
               : "deadlock: this state has no successor that satisfies the constraints";
}

/* An expression is what an invariant may be. */
static bool read_condition(Model *model, const char *text, Lit *condition, Error *error) {
  if (!model_add_invariant(model, "condition", text, error)) return false;
  Property added = vec_pop(&model->properties);
  PropertyVec gone = {0};
  *condition = lit_not(added.bad);
  vec_push(&gone, added);
  properties_free(&gone);
  return true;
}

static bool constrain(Stepper *s, const char *condition, Error *error) {
  Lit lit = LIT_TRUE;
  if (*condition && !read_condition(s->model, condition, &lit, error)) return false;
  simulation_constrain(s->circuit, lit);
  return true;
}

bool stepper_stimulate(Stepper *s, const LitVec *claims, size_t count) {
  size_t before = simulation_length(s->circuit);
  for (size_t i = 0; i < count; i++)
    if (!simulation_random(s->circuit, claims + i, &s->random)) {
      simulation_back(s->circuit, before);
      return false;
    }
  return true;
}

static System *trace_of(Stepper *s, Trace **trace) {
  *trace = simulation_trace(s->circuit, &s->random);
  return system_copy(s->model->system, NULL);
}

const StepperKind stepper_of_circuit = {.begin = begin,
                                        .end = end,
                                        .list = list,
                                        .take = take,
                                        .random = take_random,
                                        .back = back,
                                        .steps = steps,
                                        .stuck = stuck,
                                        .constrain = constrain,
                                        .trace = trace_of};
