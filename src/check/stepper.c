#include "check/stepper.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/json_read.h"
#include "base/memory.h"
#include "check/net_run.h"
#include "check/process_replay.h"
#include "check/process_run.h"
#include "net/run.h"

struct Stepper {
  const Model *model;
  U32Vec run;            /* of a net: transitions; of a program: places among the successors */
  Tokens *marking;       /* of a net */
  ProcessReplay replay;  /* of a program ... */
  ProcessMachine *looks; /* ... with its state loaded */
  U32Vec choices;        /* what can be done, as in `run` ... */
  StringVec options;     /* ... and how it is written */
  Text printed;
  const char *fault;
  void (*told)(const Stepper *stepper); /* after each step along a trace */
};

/* ---- what can be done ---- */

/* "Caller[1]  lift.pml:13  requests!ask,_pid", and the same of who receives without buffer. */
static void move_text(const Stepper *s, uint32_t pid, uint32_t command, Text *text) {
  const Processes *program = s->model->processes;
  const ProcessCommand *c = program->commands.data + command;
  const Proctype *type = program->proctypes.data + process_type(s->looks, pid);
  text_format(text, "%s[%u]  %s:%d  %s", type->name, pid, program->files.data[c->source.file],
              c->source.line, c->text ? c->text : "");
}

static bool add_move(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                     ProcessFault fault) {
  Stepper *s = context;
  Text text = {0};
  (void)state;
  (void)size;
  (void)fault;
  move_text(s, move->pid, move->command, &text);
  if (move->partner != PROCESS_NONE) {
    text_add(&text, "  ->  ");
    move_text(s, move->partner, move->received, &text);
  }
  uint32_t place = (uint32_t)s->choices.size;
  vec_push(&s->choices, place);
  vec_push(&s->options, text_take(&text));
  return true;
}

static void find_options(Stepper *s) {
  for (size_t i = 0; i < s->options.size; i++) mem_free(s->options.data[i]);
  vec_clear(&s->options);
  vec_clear(&s->choices);
  if (!s->model->net) {
    process_load(s->looks, s->replay.state, s->replay.size);
    if (s->replay.fault <= PROCESS_ASSERTION)
      process_successors(s->replay.machine, s->replay.state, s->replay.size, add_move, s);
    return;
  }
  for (uint32_t t = 0; t < s->model->net->transitions.size; t++)
    if (net_enabled(s->model->net, t, s->marking)) {
      vec_push(&s->choices, t);
      vec_push(&s->options, mem_string(s->model->net->transitions.data[t].name));
    }
}

Stepper *stepper_new(const Model *model, Error *error) {
  Stepper *s = mem_zalloc(sizeof *s);
  s->model = model;
  if (model->net) s->marking = net_initial_marking(model->net);
  if (model->processes) {
    s->replay = process_replay_new(model->processes);
    s->looks = process_machine_new(model->processes);
  }
  if (!model->net && s->replay.fault != PROCESS_FINE) {
    error_at(error, model->file, 0, 0, "there is no initial state: %s",
             process_fault_text(s->replay.fault));
    stepper_free(s);
    return NULL;
  }
  find_options(s);
  return s;
}

void stepper_free(Stepper *s) {
  if (!s) return;
  if (!s->model->net) process_replay_free(&s->replay);
  process_machine_free(s->looks);
  mem_free(s->marking);
  vec_free(&s->run);
  vec_free(&s->choices);
  string_vec_free(&s->options);
  text_free(&s->printed);
  mem_free(s);
}

size_t stepper_options(const Stepper *s) { return s->options.size; }
const char *stepper_option(const Stepper *s, size_t option) { return s->options.data[option]; }
size_t stepper_steps(const Stepper *s) { return s->run.size; }
const char *stepper_printed(const Stepper *s) { return s->printed.size ? s->printed.data : ""; }
const char *stepper_fault(const Stepper *s) { return s->fault; }

/* ---- printf ---- */

static void print_value(const Processes *program, char format, int32_t value, Text *text) {
  switch (format) {
  case 'c': text_char(text, (char)value); break;
  case 'x': text_format(text, "%x", (unsigned)value); break;
  case 'o': text_format(text, "%o", (unsigned)value); break;
  case 'u': text_format(text, "%u", (unsigned)value); break;
  case 'e':
    for (size_t i = 0; i < program->mtypes.size; i++)
      if (value > 0 && (size_t)value <= program->mtypes.data[i].size) {
        text_add(text, program->mtypes.data[i].data[value - 1]);
        return;
      }
    text_format(text, "%d", value);
    break;
  default: text_format(text, "%d", value);
  }
}

/* What a statement printf would print in the state before it. */
static void print_command(Stepper *s, uint32_t pid, const ProcessCommand *c) {
  const Processes *program = s->model->processes;
  uint32_t argument = 0;
  if (c->action != PROCESS_PRINT || !c->format) return;
  for (const char *p = c->format; *p; p++) {
    if (*p == '%' && p[1] == '%') {
      text_char(&s->printed, *p++);
    } else if (*p == '%' && p[1] && argument < c->arguments) {
      uint32_t operand = program->arguments.data[c->first_argument + argument++].operand;
      ProcessFault fault;
      print_value(program, *++p, process_evaluate_for(s->looks, pid, operand, &fault), &s->printed);
    } else if (*p == '\\' && (p[1] == 'n' || p[1] == 't')) {
      text_char(&s->printed, *++p == 'n' ? '\n' : '\t');
    } else {
      text_char(&s->printed, *p);
    }
  }
}

/* ---- steps ---- */

typedef struct {
  uint32_t choice;
  ProcessMove move;
} Wanted;

static bool find_move(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                      ProcessFault fault) {
  Wanted *wanted = context;
  (void)state;
  (void)size;
  (void)fault;
  wanted->move = *move;
  return wanted->choice-- != 0;
}

static void take(Stepper *s, uint32_t choice) {
  text_clear(&s->printed);
  s->fault = NULL;
  if (s->model->net) {
    net_fire(s->model->net, choice, s->marking);
  } else {
    Wanted wanted = {.choice = choice};
    process_successors(s->replay.machine, s->replay.state, s->replay.size, find_move, &wanted);
    print_command(s, wanted.move.pid, s->model->processes->commands.data + wanted.move.command);
    process_replay_step(&s->replay, choice);
    if (s->replay.fault != PROCESS_FINE) s->fault = process_fault_text(s->replay.fault);
  }
  vec_push(&s->run, choice);
}

void stepper_take(Stepper *s, size_t option) {
  take(s, s->choices.data[option]);
  find_options(s);
}

bool stepper_take_random(Stepper *s, Random *random) {
  if (!s->options.size) return false;
  stepper_take(s, random_below(random, (uint32_t)s->options.size));
  return true;
}

bool stepper_back(Stepper *s) {
  U32Vec run = s->run;
  if (!run.size) return false;
  s->run = (U32Vec){0};
  if (s->model->net) {
    mem_free(s->marking);
    s->marking = net_initial_marking(s->model->net);
  } else {
    process_replay_free(&s->replay);
    s->replay = process_replay_new(s->model->processes);
  }
  text_clear(&s->printed);
  s->fault = NULL;
  for (size_t i = 0; i + 1 < run.size; i++) take(s, run.data[i]);
  find_options(s);
  vec_free(&run);
  return true;
}

System *stepper_trace(const Stepper *s, Trace **trace) {
  if (!s->model->net)
    return process_run_trace(s->model->processes, &s->run, PROCESS_NO_LOOP, trace);
  NetRun run = {.fired = s->run, .loop = -1};
  return net_run_trace(s->model->net, &run, trace);
}

/* ---- along a trace ---- */

/* The words of a text, one blank between two. */
static void squeeze(const char *text, Text *words) {
  text_clear(words);
  text_add(words, "");
  for (; *text; text++) {
    bool blank = isspace((unsigned char)*text);
    if (!blank) text_char(words, *text);
    else if (words->size && words->data[words->size - 1] != ' ') text_char(words, ' ');
  }
  while (words->size && words->data[words->size - 1] == ' ') words->data[--words->size] = 0;
}

static bool starts_with(const char *text, const char *start) {
  size_t length = strlen(start);
  return !strncmp(text, start, length) && (!text[length] || text[length] == ' ');
}

/* Takes the option that a step of a trace begins with, the longest; who receives without buffer is
 * told, too, but not by an arrow. */
static bool take_written(Stepper *s, const char *step, Error *error) {
  Text option = {0}, words = {0};
  size_t best = SIZE_MAX, length = 0;
  squeeze(step, &words);
  for (size_t i = 0; i < s->options.size; i++) {
    char *plain = mem_string(s->options.data[i]);
    for (char *arrow; (arrow = strstr(plain, "  ->  "));) memset(arrow, ' ', 6);
    squeeze(plain, &option);
    mem_free(plain);
    if (!starts_with(words.data, option.data) || option.size <= length) continue;
    best = i;
    length = option.size;
  }
  if (best != SIZE_MAX) {
    stepper_take(s, best);
    s->told(s);
  } else {
    error_set(error, "step %zu: '%s' cannot be done", s->run.size + 1, words.data);
  }
  text_free(&option);
  text_free(&words);
  return best != SIZE_MAX;
}

/* The value of a signal, kept from step to step, since a trace tells what changes. */
static void keep(const JsonTree *tree, JsonNode step, const char *name, char **value) {
  JsonNode node = json_member(tree, step, name);
  if (node == JSON_NONE) return;
  mem_free(*value);
  *value = mem_string(json_string_of(tree, node));
}

static bool follow_json(Stepper *s, const char *file, char *data, size_t size, Error *error) {
  JsonTree tree = {0};
  enum { PARTS = 5 };
  static const char *const names[PARTS] = {"fired", "process", "line", "statement", "partner"};
  char *values[PARTS] = {0};
  bool good = json_read(&tree, file, data, size, error);
  JsonNode trace = good ? json_member(&tree, json_root(&tree), "trace") : JSON_NONE;
  if (good && trace == JSON_NONE)
    good = error_at(error, file, 0, 0, "there is no trace in it: is the property violated?");
  JsonNode steps = json_member(&tree, trace, "steps");
  for (JsonNode n = json_first(&tree, steps); n && good; n = json_next(&tree, n)) {
    Text step = {0};
    text_add(&step, "");
    for (int i = 0; i < PARTS; i++) {
      keep(&tree, n, names[i], values + i);
      if (values[i] && strcmp(values[i], "-") != 0) text_format(&step, "%s  ", values[i]);
    }
    if (step.size) good = take_written(s, step.data, error);
    text_free(&step);
  }
  for (int i = 0; i < PARTS; i++) mem_free(values[i]);
  json_tree_free(&tree);
  return good;
}

/* Lines with a number and a step, as trace_steps.h writes them; others are passed by. Of a net each
 * line is a transition. */
static bool follow_text(Stepper *s, const char *data, Error *error) {
  bool good = true;
  for (const char *p = data; *p && good;) {
    size_t length = strcspn(p, "\r\n");
    char *line = mem_string_n(p, length), *at = line + strspn(line, " ");
    size_t digits = strspn(at, "0123456789");
    bool step = digits && at[digits] == ' ' && strspn(at, "0 ") <= digits;
    if (s->model->net ? *at != 0 : step && strtoul(at, NULL, 10) == s->run.size + 1)
      good = take_written(s, s->model->net ? at : at + digits, error);
    mem_free(line);
    p += length;
    p += strspn(p, "\r\n");
  }
  return good;
}

bool stepper_follow(Stepper *s, const char *file, void (*told)(const Stepper *stepper),
                    Error *error) {
  s->told = told;
  Input input;
  if (!input_read(&input, file, error)) return false;
  char *data = mem_string_n(input.data, input.size);
  bool json = data[strspn(data, " \r\n\t")] == '{';
  bool good = json ? follow_json(s, file, data, input.size, error) : follow_text(s, data, error);
  mem_free(data);
  input_free(&input);
  return good;
}
