/* See program_stubborn.h. */
#include "engine/explicit/program_stubborn.h"

#include "base/memory.h"
#include "engine/explicit/program_claim.h"

struct ProgramStubborn {
  const Processes *program;
  ProcessEffects *effects;
  ProcessVisible visible;
  bool backwards;
  size_t words;
  ProcessBits *enabling;

  /* ---- of the state that is looked at ---- */

  ProcessMachine *machine;
  uint32_t running;
  const ProcessMove *moves;
  size_t count;
  const ProcessInstance *instances[PROCESS_LIMIT + 1];
  ProcessTouched futures[PROCESS_LIMIT + 1];
  uint32_t controls[PROCESS_LIMIT + 1];
  bool there[PROCESS_LIMIT + 1]; /* in the set */
  uint32_t set[PROCESS_LIMIT + 1];
  size_t size, most; /* processes in it; with more than `most` it is not wanted */
};

ProgramStubborn *program_stubborn_new(const Processes *program, const U32Vec *atoms, bool backwards,
                                      const char **reason) {
  ProcessEffects *effects = process_effects_new(program, reason);
  if (!effects) return NULL;
  ProgramStubborn *s = mem_zalloc(sizeof *s);
  s->program = program;
  s->effects = effects;
  s->backwards = backwards;
  s->words = process_effects_resources(effects)->words;
  s->enabling = mem_array(s->words, sizeof *s->enabling);
  s->visible = process_visible_new(effects);
  for (size_t i = 0; i < atoms->size; i++) {
    uint32_t atom = atoms->data[i];
    if (atom == ATOM_ACCEPTING || atom == ATOM_PROGRESSING)
      process_visible_add_labels(&s->visible, atom == ATOM_PROGRESSING);
    else process_visible_add(&s->visible, atom);
  }
  if (!s->visible.everything) return s;
  *reason = "the formula looks at what processes do, not at what they change";
  program_stubborn_free(s);
  return NULL;
}

void program_stubborn_free(ProgramStubborn *s) {
  if (!s) return;
  process_visible_free(&s->visible);
  process_effects_free(s->effects);
  mem_free(s->enabling);
  mem_free(s);
}

/* ---- looking ---- */

static const Proctype *proctype_of(const ProgramStubborn *s, uint32_t pid) {
  return s->program->proctypes.data + process_type(s->machine, pid);
}

/* The place of a command among the choices of a process. */
static uint32_t choice_of(const ProgramStubborn *s, uint32_t pid, uint32_t command) {
  const Proctype *type = proctype_of(s, pid);
  const ProcessControl *control = type->controls.data + process_control(s->machine, pid);
  uint32_t i = 0;
  while (type->choices.data[control->first + i] != command) i++;
  return i;
}

static bool sees(ProgramStubborn *s, uint32_t pid, uint32_t command) {
  uint32_t control = process_control(s->machine, pid);
  const ProcessInstance *instance = process_effects_instance(s->effects, s->machine, pid);
  ProcessTouched touched = process_touched(instance, control, choice_of(s, pid, command));
  return process_visible_sees(&s->visible, &touched, process_type(s->machine, pid), control,
                              s->program->commands.data + command);
}

bool program_stubborn_sees(ProgramStubborn *s, ProcessMachine *machine, const ProcessMove *move) {
  s->machine = machine;
  return sees(s, move->pid, move->command) ||
         (move->partner != PROCESS_NONE && sees(s, move->partner, move->received));
}

static bool is_executable(const ProgramStubborn *s, uint32_t pid, uint32_t command) {
  for (size_t i = 0; i < s->count; i++) {
    const ProcessMove *move = s->moves + i;
    if ((move->pid == pid && move->command == command) ||
        (move->partner == pid && move->received == command))
      return true;
  }
  return false;
}

/* ---- the closure ---- */

static void include(ProgramStubborn *s, uint32_t pid) {
  if (pid >= s->running || s->there[pid]) return;
  s->there[pid] = true;
  s->set[s->size++] = pid;
}

static void include_all(ProgramStubborn *s) {
  for (uint32_t pid = 0; pid < s->running; pid++) include(s, pid);
}

static void include_writers(ProgramStubborn *s, const ProcessBits *bits) {
  for (uint32_t pid = 0; pid < s->running; pid++) {
    if (s->there[pid]) continue;
    const ProcessTouched *future = s->futures + pid;
    if (future->everything || process_bits_meet(bits, future->writes, s->words)) include(s, pid);
  }
}

static void include_conflicts(ProgramStubborn *s, const ProcessTouched *touched) {
  const ProcessResources *resources = process_effects_resources(s->effects);
  for (uint32_t pid = 0; pid < s->running; pid++)
    if (!s->there[pid] && process_conflict(resources, touched, s->futures + pid)) include(s, pid);
}

static void close_command(ProgramStubborn *s, uint32_t pid, uint32_t choice, uint32_t number) {
  const ProcessCommand *command = s->program->commands.data + number;
  ProcessTouched touched = process_touched(s->instances[pid], s->controls[pid], choice);
  bool executable = is_executable(s, pid, number);
  if (touched.everything || (touched.waits && executable)) {
    include_all(s);
    return;
  }
  include_writers(s, touched.partners);
  if (executable) {
    include_conflicts(s, &touched);
  } else if (command->action == PROCESS_END) {
    include(s, pid + 1); /* it has to end before */
  } else {
    memset(s->enabling, 0, s->words * sizeof *s->enabling);
    process_enabling(s->instances[pid], s->machine, pid, command, s->enabling);
    include_writers(s, s->enabling);
  }
}

/* Closes the set that begins with one process. */
static void close_set(ProgramStubborn *s, uint32_t start) {
  s->size = 0;
  memset(s->there, 0, s->running * sizeof *s->there);
  include(s, start);
  for (size_t next = 0; next < s->size && s->size <= s->most; next++) {
    uint32_t pid = s->set[next];
    const Proctype *type = proctype_of(s, pid);
    const ProcessControl *control = type->controls.data + s->controls[pid];
    for (uint32_t i = 0; i < control->count && s->size <= s->most; i++)
      close_command(s, pid, i, type->choices.data[control->first + i]);
  }
}

/* How many steps the set has; all if one of them is visible. */
static size_t count_steps(ProgramStubborn *s) {
  size_t steps = 0;
  for (size_t i = 0; i < s->count; i++) {
    if (!s->there[s->moves[i].pid]) continue;
    steps++;
    if (steps == s->count || program_stubborn_sees(s, s->machine, s->moves + i)) return s->count;
  }
  return steps;
}

void program_stubborn_load(ProgramStubborn *s, ProcessMachine *machine, uint32_t running) {
  s->machine = machine;
  s->running = running;
  for (uint32_t pid = 0; pid < running; pid++) {
    s->instances[pid] = process_effects_instance(s->effects, machine, pid);
    s->controls[pid] = process_control(machine, pid);
    s->futures[pid] = process_future(s->instances[pid], s->controls[pid]);
  }
}

uint32_t program_stubborn_process(const ProgramStubborn *s, uint32_t k) {
  return s->backwards ? k : s->running - 1 - k;
}

/* Some command there conflicts with nobody, whether it is executable or not. */
bool program_stubborn_may_be_alone(const ProgramStubborn *s, uint32_t pid) {
  const ProcessResources *resources = process_effects_resources(s->effects);
  const Proctype *type = proctype_of(s, pid);
  uint32_t count = type->controls.data[s->controls[pid]].count;
  for (uint32_t i = 0; i < count; i++) {
    ProcessTouched touched = process_touched(s->instances[pid], s->controls[pid], i);
    bool alone = !touched.everything && !touched.waits;
    for (uint32_t other = 0; other < s->running && alone; other++)
      alone = other == pid || !process_conflict(resources, &touched, s->futures + other);
    if (alone) return true;
  }
  return false;
}

bool program_stubborn_is_alone(ProgramStubborn *s, const ProcessMove *move) {
  s->moves = move;
  s->count = 1;
  s->most = 1;
  close_set(s, move->pid);
  return s->size == 1 && !program_stubborn_sees(s, s->machine, move);
}

size_t program_stubborn_choose(ProgramStubborn *s, const ProcessMove *moves, size_t count,
                               bool *kept) {
  for (size_t i = 0; i < count; i++) kept[i] = true;
  if (count < 2 || s->running < 2) return count;
  s->moves = moves;
  s->count = count;
  s->most = s->running - 1;
  size_t least = count;
  uint32_t last = PROCESS_NONE;
  for (size_t k = 0; k < count && least > 1; k++) {
    uint32_t start = moves[s->backwards ? count - 1 - k : k].pid;
    if (start == last) continue; /* steps of a process come together */
    last = start;
    close_set(s, start);
    size_t steps = s->size < s->running ? count_steps(s) : count;
    if (steps >= least) continue;
    least = steps;
    for (size_t i = 0; i < count; i++) kept[i] = s->there[moves[i].pid];
  }
  return least;
}
