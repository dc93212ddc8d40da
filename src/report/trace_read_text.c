/* Traces in text: blocks of `NAME = VALUE` under headings, and everything else around them, which
 * is passed by. What NuSMV prints has blocks of states and of inputs:
 *
 *   -> State: 1.1 <-        -> Input: 1.2 <-        -- Loop starts here
 *
 * All others are plain, and paths of CTL say which path they leave:
 *
 *   step 0      -- loop starts here      -- back to step 3
 *   EG p is true in step 2 of path 1, as path 2 shows:
 *
 * A block goes on as long as lines are indented deeper than its heading. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "report/trace_read.h"

typedef struct {
  Listener *listener;
  TaleVec *tales;
  Told section;  /* what the block tells; 0: there is none */
  size_t indent; /* of its heading */
  bool open;     /* there is a tale that further blocks belong to */
  bool loop;     /* the next step begins a loop */
  bool path;     /* the next trace is a path of an explanation ... */
  size_t first;  /* ... whose first path is this tale */
  int64_t parent;
  size_t step;
} Reader;

static void close_section(Reader *r) {
  if (r->section) listener_claim(r->listener, &vec_last(&vec_last(r->tales).run.steps), r->section);
  r->section = 0;
}

static void begin_tale(Reader *r) {
  Tale *tale = tale_begin(r->tales);
  listener_forget(r->listener);
  r->open = true;
  if (!r->path) return;
  tale->parent = r->parent;
  tale->step = r->step;
  r->path = false;
}

/* A heading of a state or of a plain step. */
static void begin_step(Reader *r, bool first, Told told, size_t indent, int number) {
  close_section(r);
  if (first || !r->open) begin_tale(r);
  ClaimedRun *run = &vec_last(r->tales).run;
  if (r->loop && run->loop == TRACE_NO_LOOP) run->loop = (int64_t)run->steps.size;
  r->loop = false;
  run->closed = told == TOLD_STATES && run->loop != TRACE_NO_LOOP;
  claimed_run_step(run, number);
  r->section = told;
  r->indent = indent;
}

static bool begin_inputs(Reader *r, size_t indent, int number) {
  close_section(r);
  if (!r->open || !vec_last(r->tales).run.steps.size)
    return error_at(r->listener->error, r->listener->file, number, 1,
                    "inputs before the first state");
  vec_last(&vec_last(r->tales).run.steps).line = number;
  r->section = TOLD_INPUTS;
  r->indent = indent;
  return true;
}

static bool is_plain_step(const char *line, unsigned long *step) {
  char *end;
  if (strncmp(line, "step ", 5) || !isdigit((unsigned char)line[5])) return false;
  *step = strtoul(line + 5, &end, 10);
  return !*end;
}

/* "..., as path 2 shows:", with "in step 3 of path 1" before it where it is not the first. */
static bool is_path_heading(const char *line, size_t *path, size_t *step, size_t *parent) {
  const char *end = NULL, *from = NULL;
  for (const char *p = line; (p = strstr(p, ", as path ")); p++) end = p;
  if (!end || sscanf(end, ", as path %zu shows:", path) != 1) return false;
  for (const char *p = line; (p = strstr(p, " in step ")) && p < end; p++) from = p;
  if (!from || sscanf(from, " in step %zu of path %zu,", step, parent) != 2) *step = *parent = 0;
  return true;
}

static bool begin_path(Reader *r, size_t path, size_t step, size_t parent, int number) {
  close_section(r);
  if (path == 1) r->first = r->tales->size;
  r->path = true;
  r->step = step;
  r->parent = parent ? (int64_t)(r->first + parent - 1) : -1;
  if (r->parent < (int64_t)r->tales->size) return true;
  return error_at(r->listener->error, r->listener->file, number, 1, "there is no path %zu before",
                  parent);
}

static bool read_line(Reader *r, char *line, size_t indent, int number) {
  unsigned long step;
  size_t path, at, parent;
  if (!strncmp(line, "-> State:", 9)) {
    const char *dot = strchr(line, '.');
    begin_step(r, dot && !strncmp(dot, ".1 ", 3), TOLD_STATES, indent, number);
  } else if (!strncmp(line, "-> Input:", 9)) {
    return begin_inputs(r, indent, number);
  } else if (is_plain_step(line, &step)) {
    begin_step(r, !step, TOLD_ALL, indent, number);
  } else if (!strncmp(line, "-- Loop starts here", 19) ||
             !strncmp(line, "-- loop starts here", 19)) {
    close_section(r);
    r->loop = true;
  } else if (!strncmp(line, "-- back to step ", 16)) {
    close_section(r);
    r->open = false; /* with its loop it ends */
  } else if (!strncmp(line, "Trace Type:", 11)) {
    close_section(r);
    r->open = false;
  } else if (is_path_heading(line, &path, &at, &parent)) {
    return begin_path(r, path, at, parent, number);
  } else if (r->section && *line && strncmp(line, "--", 2) != 0) {
    char *equal = strstr(line, " = ");
    bool ours = indent > r->indent;
    if (!ours && equal) {
      *equal = 0;
      ours = listener_signal(r->listener, line) != NAMES_NONE;
      *equal = ' ';
    }
    if (ours) return listener_assignment(r->listener, line, number);
    close_section(r);
    r->open = false;
  }
  return true;
}

bool read_text_tales(Listener *listener, const char *data, size_t size, TaleVec *tales) {
  Reader r = {.listener = listener, .tales = tales};
  const char *end = data + size;
  bool fine = true;
  for (int number = 1; data < end && fine; number++) {
    const char *stop = memchr(data, '\n', (size_t)(end - data));
    if (!stop) stop = end;
    const char *first = data, *last = stop;
    while (first < last && isspace((unsigned char)*first)) first++;
    while (last > first && isspace((unsigned char)last[-1])) last--;
    char *line = mem_string_n(first, (size_t)(last - first));
    fine = read_line(&r, line, (size_t)(first - data), number);
    mem_free(line);
    data = stop + 1;
  }
  if (fine) close_section(&r);
  return fine;
}
