/* A program as a Stepper: a statement of some process at a time, with what it prints. */
#include "base/memory.h"
#include "check/process_run.h"
#include "check/stepper_kind.h"

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

static void list(Stepper *s) {
  process_load(s->looks, s->replay.state, s->replay.size);
  if (s->replay.fault <= PROCESS_ASSERTION)
    process_successors(s->replay.machine, s->replay.state, s->replay.size, add_move, s);
}

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

/* What a statement printf prints. */
static void print_command(void *context, const ProcessCommand *c, const int32_t *values) {
  Stepper *s = context;
  uint32_t argument = 0;
  if (!c->format) return;
  for (const char *p = c->format; *p; p++) {
    if (*p == '%' && p[1] == '%') {
      text_char(&s->printed, *p++);
    } else if (*p == '%' && p[1] && argument < c->arguments) {
      print_value(s->model->processes, *++p, values[argument++], &s->printed);
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
  Text *printed;
} Wanted;

/* What the steps before the wanted one print is not seen. */
static bool pass_others(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                        ProcessFault fault) {
  Wanted *wanted = context;
  (void)move;
  (void)state;
  (void)size;
  (void)fault;
  if (!wanted->choice) return false;
  text_clear(wanted->printed);
  wanted->choice--;
  return true;
}

static void execute(Stepper *s, uint32_t choice) {
  text_clear(&s->printed);
  s->fault = NULL;
  Wanted wanted = {.choice = choice, .printed = &s->printed};
  process_machine_on_print(s->replay.machine, print_command, s);
  process_successors(s->replay.machine, s->replay.state, s->replay.size, pass_others, &wanted);
  process_machine_on_print(s->replay.machine, NULL, NULL);
  process_replay_step(&s->replay, choice);
  if (s->replay.fault != PROCESS_FINE) s->fault = process_fault_text(s->replay.fault);
}

static void take(Stepper *s, size_t option) {
  uint32_t choice = s->choices.data[option];
  execute(s, choice);
  vec_push(&s->run, choice);
}

static bool begin(Stepper *s, Error *error) {
  s->replay = process_replay_new(s->model->processes);
  s->looks = process_machine_new(s->model->processes);
  return s->replay.fault == PROCESS_FINE ||
         error_at(error, s->model->file, 0, 0, "there is no initial state: %s",
                  process_fault_text(s->replay.fault));
}

static void end(Stepper *s) {
  process_replay_free(&s->replay);
  process_machine_free(s->looks);
}

static void back(Stepper *s, size_t steps) {
  process_replay_free(&s->replay);
  s->replay = process_replay_new(s->model->processes);
  s->run.size = steps;
  for (size_t i = 0; i < steps; i++) execute(s, s->run.data[i]);
}

static size_t steps(const Stepper *s) { return s->run.size; }

static const char *stuck(Stepper *s) {
  return s->words ? "no step with these words can be taken"
                  : "the program has ended, or is blocked: no process can take a step";
}

static System *trace_of(Stepper *s, Trace **trace) {
  return process_run_trace(s->model->processes, &s->run, PROCESS_NO_LOOP, NULL, trace);
}

const StepperKind stepper_of_program = {.begin = begin,
                                        .end = end,
                                        .list = list,
                                        .take = take,
                                        .back = back,
                                        .steps = steps,
                                        .stuck = stuck,
                                        .trace = trace_of};
