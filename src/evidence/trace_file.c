#include "evidence/trace_file.h"

typedef struct {
  const char *name;
  const char *next, *end;
  const char *line_start;
  int line;
  const System *system;
  Error *error;
} Reader;

static bool at_end(const Reader *reader) { return reader->next == reader->end; }
static char peek(const Reader *reader) { return at_end(reader) ? '\n' : *reader->next; }

/* An error at the current place; shows the line where it is text of reasonable length. */
static bool wrong(Reader *reader, const char *message) {
  error_at(reader->error, reader->name, reader->line, (int)(reader->next - reader->line_start) + 1,
           "%s", message);
  size_t length = 0;
  const char *start = reader->line_start;
  while (start + length < reader->end && start[length] >= ' ' && start[length] <= '~') length++;
  if (length <= 120) {
    char *excerpt = mem_string_n(start, length);
    error_excerpt(reader->error, excerpt);
    mem_free(excerpt);
  }
  return false;
}

/* Past the end of the line; the last line of a file may lack its line end. */
static bool end_line(Reader *reader, const char *expected) {
  if (!at_end(reader) && *reader->next == '\r') reader->next++;
  if (at_end(reader)) return true;
  if (*reader->next != '\n') return wrong(reader, expected);
  reader->line_start = ++reader->next;
  reader->line++;
  return true;
}

static void skip_line(Reader *reader) {
  while (!at_end(reader) && *reader->next != '\n') reader->next++;
  if (at_end(reader)) return;
  reader->line_start = ++reader->next;
  reader->line++;
}

/* Comments, notes on bounds and empty lines between witnesses. */
static void skip_notes(Reader *reader) {
  while (!at_end(reader)) {
    char c = *reader->next;
    if (c != 'c' && c != 'u' && c != '\n' && c != '\r') return;
    skip_line(reader);
  }
}

static bool read_verdict(Reader *reader, TraceClaim *claim) {
  switch (peek(reader)) {
  case '0': claim->verdict = VERDICT_HOLDS; break;
  case '1': claim->verdict = VERDICT_VIOLATED; break;
  case '2': claim->verdict = VERDICT_UNKNOWN; break;
  default: return wrong(reader, "expected the status of a witness: 0, 1 or 2");
  }
  reader->next++;
  return end_line(reader, "expected nothing after the status of a witness");
}

/* "b0", "j3", "b0b1", "b0 j1". */
static bool read_properties(Reader *reader, TraceClaim *claim) {
  while (peek(reader) == 'b' || peek(reader) == 'j') {
    TraceProperty property = {.justice = *reader->next++ == 'j'};
    if (peek(reader) < '0' || peek(reader) > '9')
      return wrong(reader, "expected the number of a property");
    while (peek(reader) >= '0' && peek(reader) <= '9') {
      if (property.index > UINT32_MAX / 10)
        return wrong(reader, "the number of the property is too large");
      property.index = property.index * 10 + (size_t)(*reader->next++ - '0');
    }
    vec_push(&claim->properties, property);
    while (peek(reader) == ' ') reader->next++;
  }
  if (!claim->properties.size)
    return wrong(reader, "expected the property that is violated, like b0 or j0");
  return end_line(reader, "expected a property, like b0 or j0, or the end of the line");
}

/* One line of values. */
static bool read_values(Reader *reader, Bits *values, const char *kind) {
  Text message = {0};
  bool good = true;
  for (size_t i = 0; good && i < values->size; i++) {
    char c = peek(reader);
    if (c != '0' && c != '1' && c != 'x') {
      text_format(&message, "expected the value of %s %zu of %zu: 0, 1 or x", kind, i,
                  values->size);
      good = wrong(reader, message.data);
    } else {
      bits_put(values, i, c == '1');
      reader->next++;
    }
  }
  if (good) {
    text_format(&message, "expected the end of the line after the values of %zu %s%s", values->size,
                kind,
                values->size == 1 ? ""
                : kind[0] == 'l'  ? "es"
                                  : "s");
    good = end_line(reader, message.data);
  }
  text_free(&message);
  return good;
}

static bool read_steps(Reader *reader, TraceClaim *claim) {
  const System *system = reader->system;
  Trace *trace = claim->trace = trace_new();
  Bits initial = bits_new(system->latches.size);
  bool good = read_values(reader, &initial, "latch");
  while (good && !at_end(reader) && *reader->next != '.') {
    Step *step = trace_add_step(trace, system);
    size_t k = trace->steps.size - 1;
    good = read_values(reader, &step->inputs, "input");
    if (k) trace_advance(trace, system, k - 1);
    else {
      bits_free(&step->latches);
      step->latches = bits_copy(&initial);
    }
  }
  bits_free(&initial);
  if (!good) return false;
  if (at_end(reader)) return wrong(reader, "expected the '.' that ends a witness");
  if (!trace->steps.size) return wrong(reader, "expected the inputs of at least one step");
  reader->next++;
  return end_line(reader, "expected nothing after the '.' that ends a witness");
}

/* The rest of a claim without values: properties and '.' may both be left out. */
static bool read_rest(Reader *reader, TraceClaim *claim) {
  if ((peek(reader) == 'b' || peek(reader) == 'j') && !read_properties(reader, claim)) return false;
  if (peek(reader) != '.') return true;
  reader->next++;
  return end_line(reader, "expected nothing after the '.' that ends a witness");
}

bool trace_file_read(const char *name, const char *data, size_t size, const System *system,
                     TraceClaims *claims, Error *error) {
  Reader reader = {name, data, data + size, data, 1, system, error};
  skip_notes(&reader);
  if (at_end(&reader)) return wrong(&reader, "the file contains no witness");
  for (; !at_end(&reader); skip_notes(&reader)) {
    vec_push(claims, ((TraceClaim){.line = reader.line}));
    TraceClaim *claim = &vec_last(claims);
    if (!read_verdict(&reader, claim)) return false;
    if (claim->verdict != VERDICT_VIOLATED) {
      if (!read_rest(&reader, claim)) return false;
    } else if (!read_properties(&reader, claim) || !read_steps(&reader, claim)) {
      return false;
    }
  }
  return true;
}

void trace_claims_free(TraceClaims *claims) {
  for (size_t i = 0; i < claims->size; i++) {
    vec_free(&claims->data[i].properties);
    trace_free(claims->data[i].trace);
  }
  vec_free(claims);
}

bool trace_find_loop(Trace *trace, const System *system, Error *error) {
  size_t count = trace->steps.size;
  if (!count) return error_set(error, "the trace has no steps");
  trace_add_step(trace, system);
  trace_advance(trace, system, count - 1);
  Step after = vec_pop(&trace->steps);
  for (size_t k = 0; k < count && trace->loop == TRACE_NO_LOOP; k++)
    if (bits_equal(&trace->steps.data[k].latches, &after.latches)) trace->loop = (int64_t)k;
  bits_free(&after.latches);
  bits_free(&after.inputs);
  return trace->loop != TRACE_NO_LOOP ||
         error_set(error,
                   "the state after the last step, step %zu, has not occurred before, so "
                   "the trace is no infinite run",
                   count - 1);
}

static void write_values(FILE *stream, const Bits *values) {
  for (size_t i = 0; i < values->size; i++) putc(bits_get(values, i) ? '1' : '0', stream);
  putc('\n', stream);
}

bool trace_file_write(FILE *stream, const TraceProperty *property, const Trace *trace) {
  fprintf(stream, "1\n%c%zu\n", property->justice ? 'j' : 'b', property->index);
  write_values(stream, &trace->steps.data[0].latches);
  for (size_t k = 0; k < trace->steps.size; k++) write_values(stream, &trace->steps.data[k].inputs);
  fputs(".\n", stream);
  return !ferror(stream);
}
