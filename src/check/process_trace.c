/* How runs of programs are shown; see process_run.h. First a table of texts, a row for each state
 * and a column for each thing that has a value in some state; then a system with a signal for each
 * column, and the rows as its trace. */
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "check/process_replay.h"
#include "check/process_run.h"
#include "model/process_formula.h"

#define NOTHING "-" /* the value of what is not there */

typedef struct {
  Names names;     /* of the columns */
  U32Vec elements; /* by column: it is an element of an array */
  VEC(StringVec) rows;
} Table;

static void put(Table *table, size_t row, const char *name, bool element, const char *value) {
  uint32_t column = names_add(&table->names, name);
  if (column == table->elements.size) vec_push(&table->elements, element);
  while (table->rows.size <= row) vec_push(&table->rows, ((StringVec){0}));
  StringVec *values = table->rows.data + row;
  while (values->size <= column) vec_push(values, NULL);
  mem_free(values->data[column]);
  values->data[column] = mem_string(value);
}

static const char *get(const Table *table, size_t row, size_t column) {
  if (row >= table->rows.size || column >= table->rows.data[row].size) return NOTHING;
  const char *value = table->rows.data[row].data[column];
  return value ? value : NOTHING;
}

static void table_free(Table *table) {
  names_free(&table->names);
  vec_free(&table->elements);
  for (size_t i = 0; i < table->rows.size; i++) string_vec_free(table->rows.data + i);
  vec_free(&table->rows);
}

/* ---- what there is in a state ---- */

static void value_text(const Processes *program, ProcessType type, uint32_t mtype, int32_t value,
                       Text *text) {
  if (type == PROCESS_MTYPE && mtype < program->mtypes.size && value > 0 &&
      (size_t)value <= program->mtypes.data[mtype].size)
    text_add(text, program->mtypes.data[mtype].data[value - 1]);
  else text_format(text, "%d", value);
}

static void put_variables(Table *table, size_t row, const ProcessReplay *replay, uint32_t pid,
                          const char *prefix, const ProcessVariableVec *variables) {
  Text name = {0}, value = {0};
  for (size_t i = 0; i < variables->size; i++) {
    const ProcessVariable *variable = variables->data + i;
    for (uint32_t k = 0; k < variable->count; k++) {
      text_clear(&name);
      text_clear(&value);
      text_format(&name, "%s%s", prefix, variable->name);
      if (variable->array) text_format(&name, "[%u]", k);
      value_text(replay->program, variable->type, variable->mtype,
                 process_read(replay->machine, pid, variable, k), &value);
      put(table, row, name.data, variable->array, value.data);
    }
  }
  text_free(&name);
  text_free(&value);
}

static const ProcessChannel *kind_of(const Processes *program, const ProcessMachine *machine,
                                     uint32_t channel) {
  return program->channels.data + process_channel_kind(machine, channel);
}

static void message_text(const Processes *program, const ProcessMachine *machine, uint32_t channel,
                         uint32_t message, Text *text) {
  const ProcessChannel *kind = kind_of(program, machine, channel);
  for (uint32_t f = 0; f < kind->field_count; f++) {
    if (f) text_char(text, ',');
    value_text(program, kind->fields[f].type, kind->fields[f].mtype,
               process_channel_field(machine, channel, message, f), text);
  }
}

/* The messages of a channel, under its name and the number that variables know it by. */
static void put_channel(Table *table, size_t row, const ProcessReplay *replay, uint32_t channel) {
  const ProcessMachine *machine = replay->machine;
  const ProcessChannel *kind = kind_of(replay->program, machine, channel);
  if (!kind->capacity) return;
  Text name = {0}, value = {0};
  text_format(&name, "%s#%u", kind->name, channel + 1);
  text_add(&value, "");
  for (uint32_t m = 0; m < process_channel_length(machine, channel); m++) {
    text_char(&value, '[');
    message_text(replay->program, machine, channel, m, &value);
    text_char(&value, ']');
  }
  put(table, row, name.data, false, value.size ? value.data : "empty");
  text_free(&name);
  text_free(&value);
}

static void put_state(Table *table, size_t row, ProcessReplay *replay) {
  const Processes *program = replay->program;
  process_replay_load(replay);
  put_variables(table, row, replay, PROCESS_NONE, "", &program->globals);
  for (uint32_t c = 0; c < process_channels(replay->machine); c++)
    put_channel(table, row, replay, c);
  for (uint32_t pid = 0; pid < process_state_running(replay->state); pid++) {
    const Proctype *type = program->proctypes.data + process_type(replay->machine, pid);
    Text prefix = {0};
    text_format(&prefix, "%s[%u]:", type->name, pid);
    put_variables(table, row, replay, pid, prefix.data, &type->variables);
    text_free(&prefix);
  }
}

/* ---- what happens in a step ---- */

static void command_text(const Processes *program, uint32_t number, Text *place, Text *statement) {
  const ProcessCommand *command = program->commands.data + number;
  text_format(place, "%s:%d", program->files.data[command->source.file], command->source.line);
  text_add(statement, command->text ? command->text : "");
}

/* `types` are those of the processes before the step: one of them may be gone. */
static void put_move(Table *table, size_t row, const ProcessReplay *replay, const U32Vec *types) {
  const ProcessMove *move = &replay->move;
  const Processes *program = replay->program;
  if (move->pid == PROCESS_NONE) {
    put(table, row, "process", false, "nobody");
    put(table, row, "statement", false, "(all is as it was, for ever)");
    return;
  }
  Text who = {0}, place = {0}, statement = {0};
  text_format(&who, "%s[%u]", program->proctypes.data[types->data[move->pid]].name, move->pid);
  command_text(program, move->command, &place, &statement);
  put(table, row, "process", false, who.data);
  put(table, row, "line", false, place.data);
  put(table, row, "statement", false, statement.data);
  if (move->partner != PROCESS_NONE) {
    text_clear(&who);
    text_format(&who, "%s[%u] ", program->proctypes.data[types->data[move->partner]].name,
                move->partner);
    text_clear(&place);
    text_clear(&statement);
    command_text(program, move->received, &place, &statement);
    text_format(&who, "%s %s", place.data, statement.data);
    put(table, row, "partner", false, who.data);
  }
  if (replay->fault != PROCESS_FINE)
    put(table, row, "fault", false, process_fault_text(replay->fault));
  text_free(&who);
  text_free(&place);
  text_free(&statement);
}

/* ---- messages ---- */

/* The message that one state of a channel has and the other has not, which is one shorter. */
static void put_difference(Table *table, size_t row, const char *what, const Processes *program,
                           const ProcessMachine *longer, const ProcessMachine *shorter,
                           uint32_t channel) {
  Text value = {0}, one = {0}, other = {0};
  uint32_t at = 0, last = process_channel_length(shorter, channel);
  text_format(&value, "%s#%u ", kind_of(program, longer, channel)->name, channel + 1);
  for (; at < last; at++) {
    text_clear(&one);
    text_clear(&other);
    message_text(program, longer, channel, at, &one);
    message_text(program, shorter, channel, at, &other);
    if (strcmp(one.data, other.data) != 0) break;
  }
  message_text(program, longer, channel, at, &value);
  put(table, row, what, false, value.data);
  text_free(&value);
  text_free(&one);
  text_free(&other);
}

/* A message without buffer: its values are those of the sender's expressions before the step. */
static void put_handshake(Table *table, size_t row, const Processes *program,
                          ProcessMachine *before, const ProcessMove *move) {
  const ProcessCommand *send = program->commands.data + move->command;
  ProcessFault fault;
  int32_t number = process_evaluate_for(before, move->pid, send->expression, &fault);
  if (number < 1 || (uint32_t)number > process_channels(before)) return;
  const ProcessChannel *kind = kind_of(program, before, (uint32_t)number - 1);
  Text value = {0};
  text_format(&value, "%s#%d ", kind->name, number);
  for (uint32_t i = 0; i < send->arguments && i < kind->field_count; i++) {
    uint32_t operand = program->arguments.data[send->first_argument + i].operand;
    int32_t field = process_evaluate_for(before, move->pid, operand, &fault);
    field = process_truncate(kind->fields[i].type, kind->fields[i].bits, field);
    if (i) text_char(&value, ',');
    value_text(program, kind->fields[i].type, kind->fields[i].mtype, field, &value);
  }
  put(table, row, "sent", false, value.data);
  put(table, row, "received", false, value.data);
  text_free(&value);
}

/* What was sent and received in the step from the state that `before` has loaded. */
static void put_messages(Table *table, size_t row, ProcessMachine *before, ProcessReplay *replay) {
  const Processes *program = replay->program;
  if (replay->fault > PROCESS_ASSERTION) return;
  if (replay->move.partner != PROCESS_NONE)
    put_handshake(table, row, program, before, &replay->move);
  process_replay_load(replay);
  uint32_t channels = process_channels(before);
  if (process_channels(replay->machine) < channels) channels = process_channels(replay->machine);
  for (uint32_t c = 0; c < channels; c++) {
    uint32_t was = process_channel_length(before, c);
    uint32_t is = process_channel_length(replay->machine, c);
    if (is > was) put_difference(table, row, "sent", program, replay->machine, before, c);
    if (is < was) put_difference(table, row, "received", program, before, replay->machine, c);
  }
}

static void running_types(ProcessReplay *replay, U32Vec *types) {
  vec_clear(types);
  process_replay_load(replay);
  for (uint32_t pid = 0; pid < process_state_running(replay->state); pid++)
    vec_push(types, process_type(replay->machine, pid));
}

/* ---- tables as systems and traces ---- */

static bool number_of(const char *text, int64_t *number) {
  char *end;
  *number = strtoll(text, &end, 10);
  return end != text && !*end;
}

static unsigned bits_for(uint64_t most) {
  unsigned bits = 1;
  while (bits < 63 && most >> bits) bits++;
  return bits;
}

/* A column as a signal: numbers are a range, all else an enumeration of what occurs. */
static void add_signal(System *system, const Table *table, size_t column, size_t rows, bool input) {
  Names values = {0};
  int64_t low = INT64_MAX, high = INT64_MIN, number;
  bool numbers = true;
  for (size_t row = 0; row < rows; row++) {
    const char *value = get(table, row, column);
    names_add(&values, value);
    numbers = numbers && number_of(value, &number);
    if (!numbers) continue;
    if (number < low) low = number;
    if (number > high) high = number;
  }
  SignalRole role = input ? SIGNAL_INPUT : SIGNAL_STATE;
  if (!input && table->elements.data[column] && numbers && !low && !high) role = SIGNAL_HIDDEN;
  Signal *signal = signal_add(&system->signals, table->names.text[column], role,
                              numbers ? SIGNAL_RANGE : SIGNAL_ENUMERATION);
  if (numbers) {
    signal->low = low;
    signal->high = high;
  }
  for (size_t i = 0; !numbers && i < values.size; i++)
    vec_push(&signal->values, mem_string(values.text[i]));
  unsigned width = bits_for(numbers ? (uint64_t)(high - low) : values.size - 1);
  for (unsigned b = 0; b < width; b++) {
    Lit bit = input ? system_input(system) : system_latch(system, RESET_0);
    if (!input) system_set_next(system, bit, bit);
    vec_push(&signal->bits, bit);
  }
  names_free(&values);
}

static uint64_t code_of(const Signal *signal, const char *value) {
  int64_t number = 0;
  if (signal->type == SIGNAL_RANGE && number_of(value, &number))
    return (uint64_t)(number - signal->low);
  uint64_t code = 0;
  while (code < signal->values.size && strcmp(signal->values.data[code], value)) code++;
  return code;
}

static void add_values(const System *system, size_t first, const Table *table, size_t row,
                       Bits *bits) {
  size_t at = 0;
  for (size_t column = 0; column < table->names.size; column++) {
    const Signal *signal = system->signals.data + first + column;
    uint64_t code = code_of(signal, get(table, row, column));
    for (size_t b = 0; b < signal->bits.size; b++) bits_put(bits, at++, code >> b & 1);
  }
}

/* Of the last state: why the formula that it violates has no truth there, if it has none. */
static void put_formula(Table *table, size_t row, ProcessReplay *replay, uint32_t formula) {
  ProcessFault fault = PROCESS_FINE;
  process_replay_load(replay);
  process_formula_holds(replay->machine, replay->program, formula, &fault);
  if (fault == PROCESS_FINE) return;
  Text text = {0};
  text_format(&text, "cannot be evaluated: %s", process_fault_text(fault));
  put(table, row, "(formula)", false, text.data);
  text_free(&text);
}

System *process_run_trace(const Processes *program, const U32Vec *run, int64_t loop,
                          const ProcessDefect *defect, Trace **result) {
  Table moves = {0}, states = {0};
  U32Vec types = {0};
  ProcessReplay replay = process_replay_new(program);
  ProcessMachine *before = process_machine_new(program);
  uint8_t *old = mem_alloc(PROCESS_STATE_LIMIT);
  put_state(&states, 0, &replay);
  for (size_t i = 0; i < run->size; i++) {
    running_types(&replay, &types);
    memcpy(old, replay.state, replay.size);
    process_load(before, old, replay.size);
    if (!process_replay_step(&replay, run->data[i])) break;
    put_move(&moves, i, &replay, &types);
    put_messages(&moves, i, before, &replay);
    put_state(&states, i + 1, &replay);
  }
  if (defect && defect->kind == SHOWS_FALSE)
    put_formula(&states, run->size, &replay, defect->formula);
  process_replay_free(&replay);
  process_machine_free(before);
  mem_free(old);
  vec_free(&types);
  System *system = system_new();
  bool returns = loop >= 0 && (uint64_t)loop < run->size; /* to a state that is shown already */
  size_t rows = run->size + !returns;
  for (size_t i = 0; i < moves.names.size; i++) add_signal(system, &moves, i, rows, true);
  for (size_t i = 0; i < states.names.size; i++) add_signal(system, &states, i, rows, false);
  Trace *trace = trace_new();
  for (size_t row = 0; row < rows; row++) {
    Step *step = trace_add_step(trace, system);
    add_values(system, 0, &moves, row, &step->inputs);
    add_values(system, moves.names.size, &states, row, &step->latches);
  }
  trace->loop = loop;
  table_free(&moves);
  table_free(&states);
  *result = trace;
  return system;
}
