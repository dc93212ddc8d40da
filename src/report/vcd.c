/* See vcd.h. The variables are sorted by their scopes, which are then opened and closed as one goes
 * through them; after that each step lists what changed. */
#include "report/vcd.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "base/text.h"
#include "report/trace_values.h"

typedef struct {
  const Signal *signal;
  StringVec path; /* scopes, outermost first, and the name */
  size_t number;  /* in the system: the order within a scope, and the code in the file */
} Variable;

typedef struct {
  FILE *stream;
  const System *system;
  const Trace *trace;
  bool initial;
  VEC(Variable) variables;
} Vcd;

/* ---- names ---- */

static bool is_blank(char c) { return (unsigned char)c <= ' ' || c == 0x7f; }

/* Whether dots in the name are hierarchy. */
static bool is_path(const char *name) {
  for (const char *p = name; *p; p++)
    if (is_blank(*p) || strchr("=<>!&|()+*/,;'\"", *p)) return false;
  size_t length = strlen(name);
  return length && name[0] != '.' && name[length - 1] != '.' && !strstr(name, "..");
}

static void add_part(StringVec *path, const char *part, size_t length) {
  char *copy = mem_string_n(part, length);
  for (char *p = copy; *p; p++)
    if (is_blank(*p)) *p = '_';
  /* a file must not end its own declarations */
  if (copy[0] == '$') copy[0] = '_';
  vec_push(path, copy);
}

static StringVec path_of(const char *name) {
  StringVec path = {0};
  add_part(&path, "main", 4);
  if (!is_path(name)) {
    add_part(&path, *name ? name : "_", *name ? strlen(name) : 1);
    return path;
  }
  for (const char *part = name;;) {
    size_t length = strcspn(part, ".");
    add_part(&path, part, length);
    if (!part[length]) return path;
    part += length + 1;
  }
}

/* Variables of a scope before the scopes in it, then by number. */
static int compare(const void *left, const void *right) {
  const Variable *a = left, *b = right;
  for (size_t i = 0; i + 1 < a->path.size && i + 1 < b->path.size; i++) {
    int order = strcmp(a->path.data[i], b->path.data[i]);
    if (order) return order;
  }
  if (a->path.size != b->path.size) return a->path.size < b->path.size ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

/* The code of a variable: its number in the printable characters. */
static const char *code_of(size_t number, char *buffer) {
  char *p = buffer;
  do {
    *p++ = (char)('!' + number % 94);
    number /= 94;
  } while (number);
  *p = 0;
  return buffer;
}

enum { CODE_SIZE = 12, OWN_STEP = 0, OWN_LOOP = 1, OWN_COUNT = 2 };

/* ---- declarations ---- */

static unsigned range_width(const Signal *signal) {
  return signal->low < INT32_MIN || signal->high > INT32_MAX ? 64 : 32;
}

static void declare(const Vcd *vcd, const Variable *variable) {
  const Signal *signal = variable->signal;
  const char *name = vec_last(&variable->path);
  char code[CODE_SIZE];
  code_of(variable->number + OWN_COUNT, code);
  switch (signal->type) {
  case SIGNAL_BOOLEAN: fprintf(vcd->stream, "$var wire 1 %s %s $end\n", code, name); break;
  case SIGNAL_ENUMERATION: fprintf(vcd->stream, "$var string 1 %s %s $end\n", code, name); break;
  case SIGNAL_RANGE:
    fprintf(vcd->stream, "$var integer %u %s %s $end\n", range_width(signal), code, name);
    break;
  case SIGNAL_WORD:
    fprintf(vcd->stream, "$var wire %zu %s %s [%zu:0] $end\n", signal->bits.size, code, name,
            signal->bits.size - 1);
    break;
  }
}

/* Leaves the scopes of one variable that another is not in, and enters its own. */
static void change_scope(const Vcd *vcd, const StringVec *from, const StringVec *to) {
  size_t from_depth = from->size ? from->size - 1 : 0, to_depth = to->size ? to->size - 1 : 0;
  size_t common = 0;
  while (common < from_depth && common < to_depth && !strcmp(from->data[common], to->data[common]))
    common++;
  for (size_t i = common; i < from_depth; i++) fputs("$upscope $end\n", vcd->stream);
  for (size_t i = common; i < to_depth; i++)
    fprintf(vcd->stream, "$scope module %s $end\n", to->data[i]);
}

static void write_header(const Vcd *vcd, const char *title) {
  char code[CODE_SIZE];
  FILE *stream = vcd->stream;
  fprintf(stream, "$version rondo %s $end\n$comment ", RONDO_VERSION);
  for (const char *p = title; *p; p++) fputc(is_blank(*p) ? ' ' : *p == '$' ? '_' : *p, stream);
  fprintf(stream, " $end\n");
  if (!vcd->initial) fprintf(stream, "$comment %s $end\n", VCD_INNER);
  if (vcd->trace->loop != TRACE_NO_LOOP)
    fprintf(stream, "$comment the loop is from step %" PRId64 " to step %zu, shown twice $end\n",
            vcd->trace->loop, vcd->trace->steps.size - 1);
  fprintf(stream, "$timescale 1 ns $end\n$scope module rondo $end\n");
  fprintf(stream, "$var integer 32 %s step $end\n", code_of(OWN_STEP, code));
  fprintf(stream, "$var string 1 %s loop $end\n$upscope $end\n", code_of(OWN_LOOP, code));
  StringVec none = {0};
  const StringVec *scope = &none;
  for (size_t i = 0; i < vcd->variables.size; i++) {
    change_scope(vcd, scope, &vcd->variables.data[i].path);
    scope = &vcd->variables.data[i].path;
    declare(vcd, vcd->variables.data + i);
  }
  change_scope(vcd, scope, &none);
  fprintf(stream, "$enddefinitions $end\n");
}

/* ---- values ---- */

static void binary(uint64_t value, unsigned width, Text *text) {
  for (unsigned i = width; i-- > 0;) text_char(text, value >> i & 1 ? '1' : '0');
}

static void value_text(const Signal *signal, const Bits *values, Text *text) {
  size_t width = signal->bits.size;
  uint64_t code = 0;
  switch (signal->type) {
  case SIGNAL_BOOLEAN: text_char(text, values_of(values, signal->bits.data[0]) ? '1' : '0'); return;
  case SIGNAL_ENUMERATION:
    text_char(text, 's');
    signal_value_text(signal, values, text);
    for (char *p = text->data; *p; p++)
      if (is_blank(*p)) *p = '_';
    text_char(text, ' ');
    return;
  case SIGNAL_RANGE:
    for (size_t i = 0; i < width && i < 64; i++)
      code |= (uint64_t)values_of(values, signal->bits.data[i]) << i;
    text_char(text, 'b');
    binary(code + (uint64_t)signal->low, range_width(signal), text);
    text_char(text, ' ');
    return;
  case SIGNAL_WORD:
    text_char(text, 'b');
    for (size_t i = width; i-- > 0;)
      text_char(text, values_of(values, signal->bits.data[i]) ? '1' : '0');
    text_char(text, ' ');
    return;
  }
}

static void write_changes(const Vcd *vcd, const TraceWalk *walk) {
  char code[CODE_SIZE];
  for (size_t i = 0; i < vcd->variables.size; i++) {
    const Variable *variable = vcd->variables.data + i;
    if (!trace_walk_changed(walk, variable->signal)) continue;
    Text value = {0};
    value_text(variable->signal, &walk->now, &value);
    fprintf(vcd->stream, "%s%s\n", value.data, code_of(variable->number + OWN_COUNT, code));
    text_free(&value);
  }
}

static void write_place(const Vcd *vcd, size_t step, bool start, const char *place) {
  char code[CODE_SIZE];
  Text number = {0};
  binary(step, 32, &number);
  fprintf(vcd->stream, "b%s %s\n", number.data, code_of(OWN_STEP, code));
  if (start) fprintf(vcd->stream, "s%s %s\n", place, code_of(OWN_LOOP, code));
  text_free(&number);
}

static void write_steps(const Vcd *vcd) {
  const Trace *trace = vcd->trace;
  TraceWalk walk = trace_walk_new(vcd->system, trace);
  size_t length = trace->steps.size, loop = (size_t)trace->loop, time = 0;
  bool lasso = trace->loop != TRACE_NO_LOOP;
  for (; time < (lasso ? 2 * length - loop : length); time++) {
    size_t step = time < length ? time : time - length + loop;
    fprintf(vcd->stream, "#%zu\n", time);
    write_place(vcd, step, !time || time == length || (lasso && time == loop),
                time >= length          ? "again"
                : lasso && time >= loop ? "loop"
                                        : "stem");
    trace_walk_visit(&walk, step);
    write_changes(vcd, &walk);
  }
  fprintf(vcd->stream, "#%zu\n", time); /* the last step, too, lasts a unit */
  trace_walk_free(&walk);
}

/* ---- the file ---- */

/* Two names may become one by what was replaced in them: then the later one gets its number. */
static void make_unique(Vcd *vcd) {
  Names names = {0};
  for (size_t i = 0; i < vcd->variables.size; i++) {
    Variable *variable = vcd->variables.data + i;
    Text whole = {0};
    for (size_t k = 0; k < variable->path.size; k++)
      text_format(&whole, "%s%s", k ? " " : "", variable->path.data[k]);
    while (names_find(&names, whole.data) != NAMES_NONE) {
      char **name = &vec_last(&variable->path);
      Text longer = {0};
      text_format(&longer, "%s_%zu", *name, variable->number);
      text_format(&whole, "_%zu", variable->number);
      mem_free(*name);
      *name = text_take(&longer);
    }
    names_add(&names, whole.data);
    text_free(&whole);
  }
  names_free(&names);
}

static void find_variables(Vcd *vcd) {
  const System *system = vcd->system;
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    bool counted = signal->type == SIGNAL_ENUMERATION || signal->type == SIGNAL_RANGE;
    if (signal->role == SIGNAL_HIDDEN || (!counted && !signal->bits.size)) continue;
    Variable variable = {.signal = signal, .path = path_of(signal->name), .number = i};
    vec_push(&vcd->variables, variable);
  }
  if (vcd->variables.size)
    qsort(vcd->variables.data, vcd->variables.size, sizeof *vcd->variables.data, compare);
  make_unique(vcd);
}

static void free_variables(Vcd *vcd) {
  for (size_t i = 0; i < vcd->variables.size; i++) string_vec_free(&vcd->variables.data[i].path);
  vec_free(&vcd->variables);
}

bool vcd_write(FILE *stream, const System *system, const Trace *trace, const char *title,
               bool initial) {
  Vcd vcd = {.stream = stream, .system = system, .trace = trace, .initial = initial};
  find_variables(&vcd);
  write_header(&vcd, title);
  write_steps(&vcd);
  free_variables(&vcd);
  return !ferror(stream);
}

StringVec vcd_paths(const System *system) {
  Vcd vcd = {.system = system};
  StringVec paths = {0};
  find_variables(&vcd);
  vec_resize(&paths, system->signals.size);
  for (size_t i = 0; i < vcd.variables.size; i++) {
    const StringVec *path = &vcd.variables.data[i].path;
    Text whole = {0};
    for (size_t k = 0; k < path->size; k++) text_format(&whole, "%s ", path->data[k]);
    paths.data[vcd.variables.data[i].number] = text_take(&whole);
  }
  free_variables(&vcd);
  return paths;
}
