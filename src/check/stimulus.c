#include "check/stimulus.h"

#include "base/input.h"
#include "base/memory.h"

typedef struct {
  Listener *listener;
  ClaimedRun *run;
  bool names; /* the file gives names: a line without any is a step, too */
  int number; /* of the line */
} Reader;

static bool read_bits(Reader *r, const char *line, size_t length) {
  const Listener *l = r->listener;
  const System *system = l->system;
  size_t good = strspn(line, "01x");
  if (good != length)
    return error_at(l->error, l->file, r->number, (int)good + 1, "expected 0, 1 or x, found '%c'",
                    line[good]);
  if (length != system->inputs.size)
    return error_at(l->error, l->file, r->number, (int)length + 1, "%zu values for %zu inputs",
                    length, system->inputs.size);
  ClaimedStep *step = claimed_run_step(r->run, r->number);
  for (size_t i = 0; i < length; i++)
    if (line[i] != 'x') vec_push(&step->claims, lit_not_if(system->inputs.data[i], line[i] == '0'));
  return true;
}

/* One NAME = VALUE; `at` moves behind it. */
static bool read_pair(Reader *r, const char *line, const char **at) {
  const Listener *l = r->listener;
  int column = (int)(*at - line) + 1;
  size_t name = strcspn(*at, "=");
  if (!(*at)[name]) return error_at(l->error, l->file, r->number, column, "expected NAME = VALUE");
  size_t end = name;
  while (end && strchr(" \t", (*at)[end - 1])) end--;
  char *what = mem_string_n(*at, end);
  uint32_t signal = listener_signal(l, what);
  if (signal == NAMES_NONE)
    error_at(l->error, l->file, r->number, column, "the model has no signal '%s'", what);
  mem_free(what);
  if (signal == NAMES_NONE) return false;
  *at += name + 1;
  *at += strspn(*at, " \t");
  size_t length = strcspn(*at, " \t,\r");
  char *value = mem_string_n(*at, length);
  bool good = listener_value(r->listener, signal, value, r->number);
  mem_free(value);
  *at += length;
  *at += strspn(*at, " \t,\r");
  return good;
}

static bool read_names(Reader *r, const char *line) {
  bool good = true;
  listener_forget(r->listener);
  const char *at = line + strspn(line, " \t\r");
  while (good && *at) good = read_pair(r, line, &at);
  if (good) listener_claim(r->listener, claimed_run_step(r->run, r->number), TOLD_ALL);
  return good;
}

static bool read_line(Reader *r, const char *line) {
  if (*line == '#') return true;
  bool named = strchr(line, '=') || (r->names && !line[strspn(line, " \t\r")]);
  return named ? read_names(r, line) : read_bits(r, line, strlen(line));
}

bool stimulus_read(const char *file, const System *system, ClaimedRun *run, Error *error) {
  Input input;
  if (!input_read(&input, file, error)) return false;
  Listener listener = listener_new(file, system, error);
  Reader r = {.listener = &listener, .run = run, .names = memchr(input.data, '=', input.size)};
  run->loop = TRACE_NO_LOOP;
  bool good = true;
  for (const char *line = input.data, *end; line < input.data + input.size && good;
       line = end + 1) {
    end = line + strcspn(line, "\n");
    if (*line == '.') break; /* the end of an AIGER stimulus */
    char *copy = mem_string_n(line, (size_t)(end - line));
    r.number++;
    good = read_line(&r, copy);
    mem_free(copy);
  }
  listener_free(&listener);
  input_free(&input);
  return good;
}
