#include <inttypes.h>
#include <stdarg.h>

#include "evidence/btor2_witness.h"
#include "term/expand.h"
#include "term/memory_run.h"

typedef struct {
  const char *name;
  const char *line, *line_end, *end; /* the current line and the end of the text */
  const char *next;                  /* in it */
  int number;                        /* of the line */
  const Relation *relation;
  const System *system;
  U32Vec states, inputs;    /* variables in the order of the file */
  const Memories *memories; /* or NULL */
  MemoryRun run;            /* of the current witness */
  size_t step;
  Error *error;
} Reader;

/* ---- lines and words ---- */

__attribute__((format(printf, 2, 3))) static bool wrong(Reader *r, const char *format, ...) {
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_format_list(&text, format, arguments);
  va_end(arguments);
  error_at(r->error, r->name, r->number, (int)(r->next - r->line) + 1, "%s", text.data);
  text_free(&text);
  char *excerpt = mem_string_n(r->line, (size_t)(r->line_end - r->line));
  error_excerpt(r->error, excerpt);
  mem_free(excerpt);
  return false;
}

static void skip_blanks(Reader *r) {
  while (r->next < r->line_end && (*r->next == ' ' || *r->next == '\r')) r->next++;
}

/* To the next line that is neither empty nor a comment; false at the end. */
static bool next_line(Reader *r) {
  const char *start = r->number ? r->line_end + 1 : r->line;
  while (start < r->end) {
    const char *newline = memchr(start, '\n', (size_t)(r->end - start));
    r->line = r->next = start;
    r->line_end = newline ? newline : r->end;
    r->number++;
    skip_blanks(r);
    if (r->next < r->line_end && *r->next != ';') return true;
    start = r->line_end + 1;
  }
  return false;
}

static bool line_is(const Reader *r, const char *text) {
  size_t length = strlen(text);
  const char *end = r->line_end;
  while (end > r->next && (end[-1] == ' ' || end[-1] == '\r')) end--;
  return (size_t)(end - r->next) == length && !memcmp(r->next, text, length);
}

static bool read_number(Reader *r, const char *what, size_t *number) {
  const char *start = r->next;
  *number = 0;
  for (; r->next < r->line_end && *r->next >= '0' && *r->next <= '9'; r->next++) {
    if (*number > UINT32_MAX / 10) return wrong(r, "%s is too large", what);
    *number = 10 * *number + (size_t)(*r->next - '0');
  }
  return r->next > start || wrong(r, "expected %s", what);
}

/* ---- values ---- */

/* Digits into bits from `first` on; a variable that the system does not have is only read. */
static bool read_digits(Reader *r, Bits *values, uint64_t first, uint64_t width, bool keep) {
  for (uint64_t i = width; i-- > 0; r->next++) {
    char c = r->next < r->line_end ? *r->next : ' ';
    if (c != '0' && c != '1' && c != 'x')
      return wrong(r, "expected a digit, 0, 1 or x: the value has %" PRIu64 " bits", width);
    if (keep) bits_put(values, first + i, c == '1');
  }
  return r->next == r->line_end || *r->next == ' ' || *r->next == '\r' ||
         wrong(r, "expected the end of a value of %" PRIu64 " bits", width);
}

static bool read_address(Reader *r, uint32_t width, uint64_t *address) {
  *address = 0;
  if (r->next == r->line_end || *r->next++ != '[')
    return wrong(r, "expected the address of an element, like [010]");
  for (uint32_t i = 0; i < width; i++, r->next++) {
    char c = r->next < r->line_end ? *r->next : ' ';
    if (c != '0' && c != '1')
      return wrong(r, "expected a digit, 0 or 1: the address has %" PRIu32 " bits", width);
    *address = 2 * *address + (c == '1');
  }
  if (r->next == r->line_end || *r->next++ != ']') return wrong(r, "expected ']'");
  skip_blanks(r);
  return true;
}

static bool read_content(Reader *r, uint32_t variable, uint64_t address, uint64_t width) {
  Bits value = bits_new(width);
  bool good = read_digits(r, &value, 0, width, true);
  if (good) memory_run_give(&r->run, variable, r->step, address, &value);
  bits_free(&value);
  return good;
}

/* "2 0101 name#0" or "2 [01] 0101 name#0", into the latches or inputs of a step. */
static bool read_value(Reader *r, bool states, Bits *latches, Bits *inputs) {
  const U32Vec *list = states ? &r->states : &r->inputs;
  const char *what = states ? "state" : "input";
  size_t number;
  if (!read_number(r, states ? "the number of a state" : "the number of an input", &number))
    return false;
  if (number >= list->size)
    return wrong(r, "there is no %s %zu: the model has %zu", what, number, list->size);
  skip_blanks(r);
  const Variable *variable = r->relation->variables.data + list->data[number];
  const Types *types = &r->relation->terms->types;
  const TypeInfo *info = type_info(types, term_type(r->relation->terms, variable->term));
  bool array = info->kind == TYPE_ARRAY, keep = variable->first != VARIABLE_ABSENT;
  uint64_t address = 0, width = array ? type_bits(types, info->element) : info->width;
  if (array && !read_address(r, type_info(types, info->index)->width, &address)) return false;
  if (r->memories && r->memories->of[variable->term] != MEMORY_NONE)
    return read_content(r, list->data[number], address, width);
  uint64_t first = keep ? variable->first + address * width : 0;
  return read_digits(r, states ? latches : inputs, first, width, keep);
}

/* ---- frames ---- */

/* The states of a later step that have any value: the step before chose it. */
static void choose(const Reader *r, Trace *trace, size_t step, const Bits *latches) {
  for (size_t i = 0; i < r->states.size; i++) {
    const Variable *variable = r->relation->variables.data + r->states.data[i];
    if (variable->choice == VARIABLE_ABSENT) continue;
    uint64_t width =
        type_bits(&r->relation->terms->types, term_type(r->relation->terms, variable->term));
    for (uint64_t k = 0; k < width; k++)
      bits_put(&trace->steps.data[step].inputs, variable->choice + k,
               bits_get(latches, variable->first + k));
  }
}

/* What is in the latches of the first step beside the states of the file: by their resets. */
static void initialise(const Reader *r, Bits *latches) {
  Bits given = bits_copy(latches);
  for (size_t i = 0; i < r->system->latches.size; i++)
    bits_put(latches, i, r->system->latches.data[i].reset == RESET_1 || bits_get(&given, i));
  relation_initialise(r->relation, latches);
  bits_free(&given);
}

/* "#3" or "@3": whether it is that frame. A frame out of turn is an error. */
static bool begins_frame(Reader *r, char letter, size_t step, bool *begins) {
  size_t number;
  *begins = *r->next == letter;
  if (!*begins) return true;
  r->next++;
  if (!read_number(r, "the number of a step", &number)) return false;
  return number == step || wrong(r, "expected step %zu", step);
}

static bool is_value_line(const Reader *r) { return *r->next >= '0' && *r->next <= '9'; }

/* The frames of one step; the line after them is the current one. */
static bool read_step(Reader *r, Trace *trace) {
  Step *step = trace_add_step(trace, r->system);
  size_t k = r->step = trace->steps.size - 1;
  Bits latches = bits_new(r->system->latches.size);
  bool good = true;
  for (int states = 1; states >= 0 && good; states--) {
    bool begins, more = true;
    good = begins_frame(r, states ? '#' : '@', k, &begins);
    if (good && !begins && !states) good = wrong(r, "expected the inputs of step %zu: @%zu", k, k);
    while (good && begins && (more = next_line(r)) && is_value_line(r))
      good = read_value(r, states, &latches, &step->inputs);
    if (good && !more) good = wrong(r, "expected the '.' that ends a witness");
  }
  if (good && !k) {
    bits_or(&step->latches, &latches);
    initialise(r, &step->latches);
  } else if (good) {
    choose(r, trace, k - 1, &latches);
    trace_advance(trace, r->system, k - 1);
  }
  if (good && r->memories) memory_run_complete(&r->run, step);
  bits_free(&latches);
  return good;
}

/* The file does not say what states without next are after the last step: what they are in some
 * step whose state is otherwise the same, so that the trace is a lasso. */
static void close_loop(const Reader *r, Trace *trace) {
  size_t count = trace->steps.size;
  bool closed = false;
  for (size_t k = 0; k < count && !closed; k++) {
    choose(r, trace, count - 1, &trace->steps.data[k].latches);
    trace_add_step(trace, r->system);
    trace_advance(trace, r->system, count - 1);
    closed = bits_equal(&trace->steps.data[k].latches, &trace->steps.data[count].latches);
    trace_cut(trace, count);
  }
}

/* ---- witnesses ---- */

static bool read_properties(Reader *r, TraceClaim *claim) {
  while (r->next < r->line_end && (*r->next == 'b' || *r->next == 'j')) {
    TraceProperty property = {.justice = *r->next++ == 'j'};
    if (!read_number(r, "the number of a property", &property.index)) return false;
    vec_push(&claim->properties, property);
    skip_blanks(r);
  }
  return (claim->properties.size && r->next == r->line_end) ||
         wrong(r, "expected the property that is violated, like b0 or j0");
}

static bool read_witness(Reader *r, TraceClaim *claim) {
  bool justice = false;
  if (line_is(r, "unsat")) {
    claim->verdict = VERDICT_HOLDS;
    return true;
  }
  if (!line_is(r, "sat")) return wrong(r, "expected 'sat', which begins a witness");
  claim->verdict = VERDICT_VIOLATED;
  if (!next_line(r)) return wrong(r, "expected the property that is violated, like b0 or j0");
  if (!read_properties(r, claim)) return false;
  if (!next_line(r)) return wrong(r, "expected the first step: #0 or @0");
  claim->trace = trace_new();
  do {
    if (!read_step(r, claim->trace)) return false;
  } while (!line_is(r, "."));
  for (size_t i = 0; i < claim->properties.size; i++) justice |= claim->properties.data[i].justice;
  if (justice) close_loop(r, claim->trace);
  return true;
}

bool btor2_witness_read(const char *name, const char *data, size_t size, const Relation *relation,
                        const System *system, const Memories *memories, TraceClaims *claims,
                        Error *error) {
  Reader r = {.name = name,
              .line = data,
              .line_end = data,
              .next = data,
              .end = data + size,
              .relation = relation,
              .system = system,
              .memories = memories,
              .error = error};
  bool good = true;
  for (size_t i = 0; i < relation->variables.size; i++) {
    U32Vec *list = relation->variables.data[i].is_state ? &r.states : &r.inputs;
    vec_push(list, (uint32_t)i);
  }
  while (good && next_line(&r)) {
    vec_push(claims, ((TraceClaim){.line = r.number}));
    r.run = memory_run_new(memories);
    good = read_witness(&r, &vec_last(claims));
    memory_run_free(&r.run);
  }
  if (good && !claims->size) good = wrong(&r, "the file contains no witness");
  vec_free(&r.states);
  vec_free(&r.inputs);
  return good;
}

bool btor2_witness_recognise(const char *data, size_t size) {
  Reader r = {.line = data, .line_end = data, .end = data + size};
  return next_line(&r) && (line_is(&r, "sat") || line_is(&r, "unsat"));
}
