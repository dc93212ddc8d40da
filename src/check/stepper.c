#include "check/stepper.h"

#include <string.h>

#include "base/memory.h"
#include "check/stepper_kind.h"

Stepper *stepper_new(Model *model, uint64_t seed, Error *error) {
  Stepper *s = mem_zalloc(sizeof *s);
  s->model = model;
  s->random = (Random){seed};
  s->kind = model->net         ? &stepper_of_net
            : model->processes ? &stepper_of_program
                               : &stepper_of_circuit;
  if (s->kind->begin(s, error)) return s;
  stepper_free(s);
  return NULL;
}

static void forget_options(Stepper *s) {
  for (size_t i = 0; i < s->options.size; i++) mem_free(s->options.data[i]);
  vec_clear(&s->options);
  vec_clear(&s->choices);
  moves_free(&s->moves);
  s->moves = (MoveVec){0};
  s->more = s->listed = false;
}

void stepper_free(Stepper *s) {
  if (!s) return;
  forget_options(s);
  s->kind->end(s);
  vec_free(&s->run);
  vec_free(&s->choices);
  vec_free(&s->options);
  mem_free(s->words);
  text_free(&s->printed);
  mem_free(s);
}

/* Those without the words that are asked for are no options. */
static void keep_wanted(Stepper *s) {
  size_t kept = 0;
  for (size_t i = 0; i < s->options.size; i++) {
    if (!strstr(s->options.data[i], s->words)) {
      mem_free(s->options.data[i]);
      continue;
    }
    s->options.data[kept] = s->options.data[i];
    s->choices.data[kept++] = s->choices.data[i];
  }
  s->options.size = s->choices.size = kept;
}

void stepper_list(Stepper *s) {
  if (s->listed) return;
  forget_options(s);
  s->kind->list(s);
  if (s->words) keep_wanted(s);
  s->listed = true;
}

size_t stepper_options(Stepper *s) {
  stepper_list(s);
  return s->options.size;
}

const char *stepper_option(Stepper *s, size_t option) {
  stepper_list(s);
  return s->options.data[option];
}

bool stepper_has_more(Stepper *s) {
  stepper_list(s);
  return s->more;
}

const char *stepper_stuck(Stepper *s) { return s->kind->stuck(s); }
size_t stepper_steps(const Stepper *s) { return s->kind->steps(s); }
const char *stepper_printed(const Stepper *s) { return s->printed.size ? s->printed.data : ""; }
const char *stepper_fault(const Stepper *s) { return s->fault; }

void stepper_take(Stepper *s, size_t option) {
  stepper_list(s);
  s->kind->take(s, option);
  forget_options(s);
}

bool stepper_take_random(Stepper *s) {
  if (s->kind->random) {
    forget_options(s);
    return s->kind->random(s);
  }
  if (!stepper_options(s)) return false;
  stepper_take(s, random_below(&s->random, (uint32_t)s->options.size));
  return true;
}

void stepper_go_back(Stepper *s, size_t steps) {
  if (steps >= stepper_steps(s)) return;
  text_clear(&s->printed);
  s->fault = NULL;
  s->kind->back(s, steps);
  forget_options(s);
}

bool stepper_constrain(Stepper *s, const char *condition, Error *error) {
  forget_options(s);
  if (s->kind->constrain) return s->kind->constrain(s, condition, error);
  mem_free(s->words);
  s->words = *condition ? mem_string(condition) : NULL;
  return true;
}

System *stepper_trace(Stepper *s, Trace **trace) { return s->kind->trace(s, trace); }
