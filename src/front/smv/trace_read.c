#include "front/smv/trace_read.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/map.h"
#include "base/text.h"
#include "logic/cnf.h"
#include "system/unroll.h"

/* What a trace says about one step: bits of signals, those carried over included. */
typedef struct {
  LitVec claims; /* true in this step */
  int line;      /* of the header */
} Block;

typedef struct {
  const char *file;
  const System *system;
  Error *error;
  Names names;        /* of signals */
  VEC(Block) steps;   /* states with the inputs that follow them */
  VEC(uint64_t) code; /* by signal: the value last given, for signals of at most 63 bits ... */
  StringVec wide;     /* ... and as binary digits for others */
  Bits known;         /* by signal */
  int64_t loop;
} Reader;

/* --- values --------------------------------------------------------------------------------- */

static bool parse_number(const char *text, int64_t *number) {
  char *end;
  *number = strtoll(text, &end, 10);
  return end != text && !*end;
}

/* 0ud8_255, -0sd8_1, 0ub70_01...: decimal or binary. */
static bool parse_word(const Signal *signal, const char *text, uint64_t *code, char **wide) {
  bool negative = *text == '-';
  text += negative;
  const char *digits = strchr(text, '_');
  if (text[0] != '0' || !digits) {
    int64_t number;
    if (!parse_number(text, &number)) return false;
    *code = (uint64_t)(negative ? -number : number);
    return true;
  }
  bool binary = text[1] == 'b' || (text[1] && text[2] == 'b');
  if (signal->bits.size > 63) {
    if (!binary || strlen(digits + 1) != signal->bits.size) return false;
    *wide = mem_string(digits + 1);
    return true;
  }
  char *end;
  *code = strtoull(digits + 1, &end, binary ? 2 : 10);
  if (negative) *code = -*code;
  return !*end;
}

static bool parse_value(const Signal *signal, const char *text, uint64_t *code, char **wide) {
  int64_t number;
  switch (signal->type) {
  case SIGNAL_BOOLEAN:
    *code = !strcmp(text, "TRUE") || !strcmp(text, "1");
    return *code || !strcmp(text, "FALSE") || !strcmp(text, "0");
  case SIGNAL_RANGE:
    if (!parse_number(text, &number) || number < signal->low || number > signal->high) return false;
    *code = (uint64_t)(number - signal->low);
    return true;
  case SIGNAL_ENUMERATION:
    for (*code = 0; *code < signal->values.size; ++*code)
      if (!strcmp(signal->values.data[*code], text)) return true;
    return false;
  case SIGNAL_WORD: return parse_word(signal, text, code, wide);
  }
  return false;
}

/* --- lines ---------------------------------------------------------------------------------- */

/* Everything known about signals of one side (states or inputs) holds in this step too. */
static void claim_known(Reader *reader, Block *block, bool inputs) {
  for (size_t i = 0; i < reader->system->signals.size; i++) {
    const Signal *signal = reader->system->signals.data + i;
    if (!bits_get(&reader->known, i) || (signal->role == SIGNAL_INPUT) != inputs) continue;
    for (size_t j = 0; j < signal->bits.size; j++) {
      const char *wide = reader->wide.data[i];
      bool value =
          wide ? wide[signal->bits.size - 1 - j] == '1' : j < 64 && reader->code.data[i] >> j & 1;
      vec_push(&block->claims, lit_not_if(signal->bits.data[j], !value));
    }
  }
}

static bool read_assignment(Reader *reader, char *line, int number) {
  char *equal = strstr(line, " = ");
  if (!equal) return error_at(reader->error, reader->file, number, 1, "expected NAME = VALUE");
  *equal = 0;
  char *value = equal + 3;
  uint32_t index = names_find(&reader->names, line);
  if (index == NAMES_NONE)
    return error_at(reader->error, reader->file, number, 1, "the model has no signal '%s'", line);
  const Signal *signal = reader->system->signals.data + index;
  char *wide = NULL;
  uint64_t code = 0;
  if (!parse_value(signal, value, &code, &wide))
    return error_at(reader->error, reader->file, number, 1, "'%s' is not a value of '%s'", value,
                    line);
  bits_set(&reader->known, index);
  reader->code.data[index] = code;
  mem_free(reader->wide.data[index]);
  reader->wide.data[index] = wide;
  return true;
}

typedef enum { SECTION_NONE, SECTION_STATE, SECTION_INPUT } TraceSection;

static void close_section(Reader *reader, TraceSection section) {
  if (section != SECTION_NONE)
    claim_known(reader, &vec_last(&reader->steps), section == SECTION_INPUT);
}

static bool read_line(Reader *reader, char *line, int number, TraceSection *section) {
  if (!strncmp(line, "-> State:", 9)) {
    close_section(reader, *section);
    *section = SECTION_STATE;
    Block block = {.line = number};
    vec_push(&reader->steps, block);
    return true;
  }
  if (!strncmp(line, "-> Input:", 9)) {
    close_section(reader, *section);
    *section = SECTION_INPUT;
    if (!reader->steps.size)
      return error_at(reader->error, reader->file, number, 1, "inputs before the first state");
    vec_last(&reader->steps).line = number;
    return true;
  }
  if (!strncmp(line, "-- Loop starts here", 19)) {
    close_section(reader, *section);
    *section = SECTION_NONE;
    if (reader->loop == TRACE_NO_LOOP) reader->loop = (int64_t)reader->steps.size;
    return true;
  }
  if (!*line || !strncmp(line, "--", 2) || *section == SECTION_NONE) return true; /* headings */
  return read_assignment(reader, line, number);
}

static bool read_lines(Reader *reader, const char *data, size_t size) {
  TraceSection section = SECTION_NONE;
  const char *end = data + size;
  bool fine = true;
  for (int number = 1; data < end && fine; number++) {
    const char *stop = memchr(data, '\n', (size_t)(end - data));
    if (!stop) stop = end;
    const char *first = data, *last = stop;
    while (first < last && isspace((unsigned char)*first)) first++;
    while (last > first && isspace((unsigned char)last[-1])) last--;
    char *line = mem_string_n(first, (size_t)(last - first));
    fine = read_line(reader, line, number, &section);
    mem_free(line);
    data = stop + 1;
  }
  if (fine) close_section(reader, section);
  if (fine && !reader->steps.size)
    fine = error_at(reader->error, reader->file, 0, 0, "there is no state in this trace");
  return fine;
}

/* --- from signals to latches and inputs ------------------------------------------------------ */

static void extract(const Reader *reader, Unroll *unroll, Cnf *cnf, size_t steps, Trace *trace) {
  const System *system = reader->system;
  for (size_t k = 0; k < steps; k++) {
    Step *step = trace_add_step(trace, system);
    for (size_t i = 0; i < system->inputs.size; i++)
      bits_put(&step->inputs, i, cnf_value(cnf, unroll_literal(unroll, system->inputs.data[i], k)));
    for (size_t i = 0; !k && i < system->latches.size; i++)
      bits_put(&step->latches, i,
               cnf_value(cnf, unroll_literal(unroll, system->latches.data[i].current, 0)));
    if (k) trace_advance(trace, system, k - 1);
  }
}

static bool satisfiable(Sat *sat) { return sat_solve(sat, NULL) == SAT_SATISFIABLE; }

static bool claim_step(const Reader *reader, Unroll *unroll, Cnf *cnf, Sat *sat, size_t k) {
  const Block *block = reader->steps.data + k;
  for (size_t i = 0; i < block->claims.size; i++)
    cnf_assert(cnf, unroll_literal(unroll, block->claims.data[i], k));
  cnf_assert(cnf, unroll_constraint(unroll, k));
  if (satisfiable(sat)) return true;
  return error_at(reader->error, reader->file, block->line, 1,
                  k ? "the model cannot go from the state before to this one"
                    : "the model cannot start in this state");
}

static Trace *find_run(const Reader *reader) {
  const System *system = reader->system;
  Unroll *unroll = unroll_new(system, true);
  Sat *sat = sat_new(SAT_CADICAL);
  Cnf *cnf = cnf_new(unroll_aig(unroll), sat);
  size_t steps = reader->steps.size;
  bool lasso = reader->loop != TRACE_NO_LOOP && reader->loop + 1 < (int64_t)steps, fine = true;
  Trace *trace = NULL;
  for (size_t k = 0; k < steps && fine; k++) fine = claim_step(reader, unroll, cnf, sat, k);
  if (fine && lasso) { /* the last state is the first of the loop again */
    for (size_t i = 0; i < system->latches.size; i++) {
      Lit latch = system->latches.data[i].current;
      Lit same = aig_equal(unroll_aig(unroll), unroll_literal(unroll, latch, steps - 1),
                           unroll_literal(unroll, latch, (size_t)reader->loop));
      cnf_assert(cnf, same);
    }
    fine = satisfiable(sat) || error_at(reader->error, reader->file, vec_last(&reader->steps).line,
                                        1, "the last state is not the state the loop starts in");
  }
  if (fine) {
    trace = trace_new();
    extract(reader, unroll, cnf, lasso ? steps - 1 : steps, trace);
    trace->loop = lasso ? reader->loop : TRACE_NO_LOOP;
  }
  cnf_free(cnf);
  sat_free(sat);
  unroll_free(unroll);
  return trace;
}

Trace *smv_trace_read(const char *file, const char *data, size_t size, const System *system,
                      Error *error) {
  Reader reader = {.file = file,
                   .system = system,
                   .error = error,
                   .loop = TRACE_NO_LOOP,
                   .known = bits_new(system->signals.size)};
  vec_resize(&reader.code, system->signals.size);
  vec_resize(&reader.wide, system->signals.size);
  for (size_t i = 0; i < system->signals.size; i++) {
    /* names are numbered as signals are; a name that occurs twice keeps its first meaning */
    const char *name = system->signals.data[i].name;
    Text other = {0};
    if (names_find(&reader.names, name) != NAMES_NONE) text_format(&other, "%s\n%zu", name, i);
    names_add(&reader.names, other.size ? other.data : name);
    text_free(&other);
  }
  Trace *trace = read_lines(&reader, data, size) ? find_run(&reader) : NULL;
  for (size_t i = 0; i < reader.steps.size; i++) vec_free(&reader.steps.data[i].claims);
  vec_free(&reader.steps);
  vec_free(&reader.code);
  string_vec_free(&reader.wide);
  bits_free(&reader.known);
  names_free(&reader.names);
  return trace;
}
