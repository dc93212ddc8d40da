#include "report/claimed_run.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/printable.h"
#include "base/text.h"
#include "logic/cnf.h"
#include "system/unroll.h"

void claimed_run_free(ClaimedRun *run) {
  for (size_t i = 0; i < run->steps.size; i++) vec_free(&run->steps.data[i].claims);
  vec_free(&run->steps);
}

ClaimedStep *claimed_run_step(ClaimedRun *run, int line) {
  ClaimedStep step = {.line = line};
  vec_push(&run->steps, step);
  return &vec_last(&run->steps);
}

/* ---- values ---- */

static bool parse_number(const char *text, int64_t *number) {
  char *end;
  *number = strtoll(text, &end, 10);
  return end != text && !*end;
}

/* Digits of a base that is a power of two, as binary digits, as many as the signal has bits. */
static char *widen(const Signal *signal, const char *digits, size_t each) {
  size_t width = signal->bits.size, length = strlen(digits);
  char *wide = mem_alloc(width + 1);
  memset(wide, '0', width);
  wide[width] = 0;
  for (size_t d = 0; d < length; d++) {
    char c = digits[length - 1 - d];
    int value = isdigit((unsigned char)c)    ? c - '0'
                : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
                                             : 16;
    for (size_t i = 0; i < each && value < 1 << each; i++)
      if (value >> i & 1) {
        if (each * d + i >= width) value = 16;
        else wide[width - 1 - each * d - i] = '1';
      }
    if (value >= 1 << each) {
      mem_free(wide);
      return NULL;
    }
  }
  if (length) return wide;
  mem_free(wide);
  return NULL;
}

/* 0ud8_255, -0sd8_1, 0ub70_01...; 8'h5a, 8'b01; 0x5a; 255, -1. */
static bool parse_word(const Signal *signal, const char *text, uint64_t *code, char **wide) {
  const char *quote = strchr(text, '\''), *under = strchr(text, '_');
  bool negative = *text == '-';
  if (quote && (quote[1] == 'h' || quote[1] == 'b'))
    return (*wide = widen(signal, quote + 2, quote[1] == 'h' ? 4 : 1)) != NULL;
  if (text[0] == '0' && text[1] == 'x') return (*wide = widen(signal, text + 2, 4)) != NULL;
  text += negative;
  if (text[0] != '0' || !under) {
    int64_t number;
    if (!parse_number(text, &number)) return false;
    *code = (uint64_t)(negative ? -number : number);
    return true;
  }
  bool binary = text[1] == 'b' || (text[1] && text[2] == 'b');
  if (binary) return !negative && (*wide = widen(signal, under + 1, 1)) != NULL;
  if (signal->bits.size > 63) return false;
  char *end;
  *code = strtoull(under + 1, &end, 10);
  if (negative) *code = -*code;
  return !*end;
}

static bool parse_value(const Signal *signal, const char *text, uint64_t *code, char **wide) {
  int64_t number;
  switch (signal->type) {
  case SIGNAL_BOOLEAN:
    *code = !strcmp(text, "TRUE") || !strcmp(text, "true") || !strcmp(text, "1");
    return *code || !strcmp(text, "FALSE") || !strcmp(text, "false") || !strcmp(text, "0");
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

/* ---- signals ---- */

Listener listener_new(const char *file, const System *system, Error *error) {
  Listener listener = {
      .file = file, .system = system, .error = error, .known = bits_new(system->signals.size)};
  vec_resize(&listener.code, system->signals.size);
  vec_resize(&listener.wide, system->signals.size);
  for (size_t i = 0; i < system->signals.size; i++) {
    /* as people see them; a name that occurs twice keeps its first meaning */
    Text name = {0};
    printable(&name, system->signals.data[i].name);
    if (names_find(&listener.names, name.data) != NAMES_NONE) text_format(&name, "\n%zu", i);
    names_add(&listener.names, name.data);
    text_free(&name);
  }
  return listener;
}

void listener_forget(Listener *listener) {
  bits_fill(&listener->known, false);
  for (size_t i = 0; i < listener->wide.size; i++) {
    mem_free(listener->wide.data[i]);
    listener->wide.data[i] = NULL;
  }
}

void listener_free(Listener *listener) {
  vec_free(&listener->code);
  string_vec_free(&listener->wide);
  bits_free(&listener->known);
  names_free(&listener->names);
}

uint32_t listener_signal(const Listener *listener, const char *name) {
  size_t length = strlen(name);
  while (length && isspace((unsigned char)*name)) name++, length--;
  while (length && isspace((unsigned char)name[length - 1])) length--;
  Text shown = {0};
  char *plain = mem_string_n(name, length);
  text_add(&shown, "");
  printable(&shown, plain);
  uint32_t signal = names_find(&listener->names, shown.data);
  if (signal == NAMES_NONE) signal = names_find(&listener->names, plain);
  text_free(&shown);
  mem_free(plain);
  return signal;
}

bool is_name_of_product(const char *name) {
  return !strncmp(name, "automaton", 9) || strpbrk(name, " ()<>=!&|\"");
}

bool listener_value(Listener *listener, uint32_t signal, const char *value, int line) {
  char *wide = NULL;
  uint64_t code = 0;
  if (!parse_value(listener->system->signals.data + signal, value, &code, &wide))
    return error_at(listener->error, listener->file, line, line ? 1 : 0,
                    "'%s' is not a value of '%s'", value,
                    listener->system->signals.data[signal].name);
  bits_set(&listener->known, signal);
  listener->code.data[signal] = code;
  mem_free(listener->wide.data[signal]);
  listener->wide.data[signal] = wide;
  return true;
}

/* Names may have an equals sign in them, values have none. */
bool listener_assignment(Listener *listener, char *line, int number) {
  char *equal = NULL;
  for (char *more = line; (more = strstr(more, " = ")); more++) equal = more;
  if (!equal) return error_at(listener->error, listener->file, number, 1, "expected NAME = VALUE");
  *equal = 0;
  uint32_t signal = listener_signal(listener, line);
  if (signal != NAMES_NONE) return listener_value(listener, signal, equal + 3, number);
  return is_name_of_product(line) ||
         error_at(listener->error, listener->file, number, 1, "the model has no signal '%s'", line);
}

void listener_claim(const Listener *listener, ClaimedStep *step, Told told) {
  for (size_t i = 0; i < listener->system->signals.size; i++) {
    const Signal *signal = listener->system->signals.data + i;
    Told own = signal->role == SIGNAL_INPUT ? TOLD_INPUTS : TOLD_STATES;
    if (!bits_get(&listener->known, i) || !(told & own)) continue;
    const char *wide = listener->wide.data[i];
    for (size_t j = 0; j < signal->bits.size; j++) {
      bool value =
          wide ? wide[signal->bits.size - 1 - j] == '1' : j < 64 && listener->code.data[i] >> j & 1;
      vec_push(&step->claims, lit_not_if(signal->bits.data[j], !value));
    }
  }
}

/* ---- from signals to latches and inputs ---- */

static void extract(const System *system, Unroll *unroll, Cnf *cnf, size_t steps, Trace *trace) {
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

typedef struct {
  const ClaimedRun *run;
  const System *system;
  const char *file;
  Error *error;
  Unroll *unroll;
  Sat *sat;
  Cnf *cnf;
} Search;

static bool claim_step(const Search *s, size_t k) {
  const ClaimedStep *step = s->run->steps.data + k;
  for (size_t i = 0; i < step->claims.size; i++)
    cnf_assert(s->cnf, unroll_literal(s->unroll, step->claims.data[i], k));
  cnf_assert(s->cnf, unroll_constraint(s->unroll, k));
  if (satisfiable(s->sat)) return true;
  return error_at(s->error, s->file, step->line, step->line ? 1 : 0,
                  k ? "the model cannot go from the state before to this one"
                    : "the model cannot start in this state");
}

/* The state after the last step is that in which the loop begins. */
static bool close_loop(const Search *s, size_t after) {
  for (size_t i = 0; i < s->system->latches.size; i++) {
    Lit latch = s->system->latches.data[i].current;
    cnf_assert(s->cnf, aig_equal(unroll_aig(s->unroll), unroll_literal(s->unroll, latch, after),
                                 unroll_literal(s->unroll, latch, (size_t)s->run->loop)));
  }
  int line = vec_last(&s->run->steps).line;
  return satisfiable(s->sat) || error_at(s->error, s->file, line, line ? 1 : 0,
                                         "the last state is not the state the loop starts in");
}

Trace *claimed_run_find(const ClaimedRun *run, const System *system, const char *file,
                        Error *error) {
  Search s = {.run = run, .system = system, .file = file, .error = error};
  s.unroll = unroll_new(system, !run->anywhere);
  s.sat = sat_new(SAT_CADICAL);
  s.cnf = cnf_new(unroll_aig(s.unroll), s.sat);
  size_t told = run->steps.size, steps = told - (run->closed && told > 0);
  bool lasso = run->loop != TRACE_NO_LOOP && run->loop < (int64_t)steps;
  bool fine = true;
  Trace *trace = NULL;
  for (size_t k = 0; k < told && fine; k++) fine = claim_step(&s, k);
  if (fine && lasso) fine = close_loop(&s, steps);
  if (fine) {
    trace = trace_new();
    extract(system, s.unroll, s.cnf, lasso ? steps : told, trace);
    trace->loop = lasso ? run->loop : TRACE_NO_LOOP;
  }
  cnf_free(s.cnf);
  sat_free(s.sat);
  unroll_free(s.unroll);
  return trace;
}
