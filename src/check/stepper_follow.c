/* Along a trace that was printed: each of its steps is looked for among the options. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/json_read.h"
#include "base/memory.h"
#include "check/stepper_kind.h"

typedef struct {
  Stepper *stepper;
  const char *file;
  void (*told)(const Stepper *stepper); /* after each step */
  Error *error;
} Guide;

/* The words of a text, one blank between two. */
static void squeeze(const char *text, Text *words) {
  text_clear(words);
  text_add(words, "");
  for (; *text; text++) {
    bool blank = isspace((unsigned char)*text);
    if (!blank) text_char(words, *text);
    else if (words->size && words->data[words->size - 1] != ' ') text_char(words, ' ');
  }
  while (words->size && words->data[words->size - 1] == ' ') words->data[--words->size] = 0;
}

static bool starts_with(const char *text, const char *start) {
  size_t length = strlen(start);
  return !strncmp(text, start, length) && (!text[length] || text[length] == ' ');
}

/* Takes the option that a step of a trace begins with, the longest; who receives without buffer is
 * told, too, but not by an arrow. */
static bool take_written(const Guide *g, const char *step) {
  Text option = {0}, words = {0};
  size_t best = SIZE_MAX, length = 0;
  squeeze(step, &words);
  for (size_t i = 0; i < stepper_options(g->stepper); i++) {
    char *plain = mem_string(stepper_option(g->stepper, i));
    for (char *arrow; (arrow = strstr(plain, "  ->  "));) memset(arrow, ' ', 6);
    squeeze(plain, &option);
    mem_free(plain);
    if (!starts_with(words.data, option.data) || option.size <= length) continue;
    best = i;
    length = option.size;
  }
  if (best != SIZE_MAX) {
    stepper_take(g->stepper, best);
    g->told(g->stepper);
  } else {
    error_set(g->error, "step %zu: '%s' cannot be done", stepper_steps(g->stepper) + 1, words.data);
  }
  text_free(&option);
  text_free(&words);
  return best != SIZE_MAX;
}

/* ---- JSON ---- */

/* The value of a signal, kept from step to step, since a trace tells what changes. */
static void keep(const JsonTree *tree, JsonNode step, const char *name, char **value) {
  JsonNode node = json_member(tree, step, name);
  if (node == JSON_NONE) return;
  mem_free(*value);
  *value = mem_string(json_string_of(tree, node));
}

static bool follow_steps(const Guide *g, const JsonTree *tree, JsonNode steps) {
  enum { PARTS = 5 };
  static const char *const names[PARTS] = {"fired", "process", "line", "statement", "partner"};
  char *values[PARTS] = {0};
  bool good = true;
  for (JsonNode n = json_first(tree, steps); n && good; n = json_next(tree, n)) {
    Text step = {0};
    text_add(&step, "");
    for (int i = 0; i < PARTS; i++) {
      keep(tree, n, names[i], values + i);
      if (values[i] && strcmp(values[i], "-") != 0) text_format(&step, "%s  ", values[i]);
    }
    if (step.size) good = take_written(g, step.data);
    text_free(&step);
  }
  for (int i = 0; i < PARTS; i++) mem_free(values[i]);
  return good;
}

/* Results, one on each line: the first that has a trace is followed. */
static bool follow_json(const Guide *g, char *data, size_t size) {
  bool found = false, good = true;
  for (char *line = data; line < data + size && good && !found;) {
    size_t length = strcspn(line, "\n");
    char *next = line + length + (line[length] == '\n');
    line[length] = 0;
    if (length && *line == '{') {
      JsonTree tree = {0};
      good = json_read(&tree, g->file, line, length, g->error);
      JsonNode trace = good ? json_member(&tree, json_root(&tree), "trace") : JSON_NONE;
      found = trace != JSON_NONE;
      if (found) good = follow_steps(g, &tree, json_member(&tree, trace, "steps"));
      json_tree_free(&tree);
    }
    line = next;
  }
  if (good && !found)
    return error_at(g->error, g->file, 0, 0, "there is no trace in it: is the property violated?");
  return good;
}

/* ---- text ---- */

/* What `rondo check` prints of a net: "step 3", and below it what changed, the transition that
 * fired to get there among it; of a program "3  Caller[1]  lift.pml:13 ...". Everything around the
 * first trace is passed by. A net may also have a file of transitions, one on each line. */
typedef enum { FORM_NAMES, FORM_PLAIN, FORM_STEPS } Form;

typedef struct {
  Form form;
  bool begun;  /* in the trace */
  char *fired; /* of a net: the last one told */
} Told;

static bool is_number(const char *text, size_t length) {
  return length && strspn(text, "0123456789") >= length;
}

/* One line, without the blanks before it; `more` becomes false where the trace ends. */
static bool follow_line(const Guide *g, Told *told, const char *line, bool *more) {
  size_t digits = strspn(line, "0123456789"), taken = stepper_steps(g->stepper);
  if (told->form == FORM_NAMES) return !*line || take_written(g, line);
  if (told->form == FORM_STEPS) {
    unsigned long number = strtoul(line, NULL, 10);
    if (!digits || line[digits] != ' ') return true;
    if (!number) *more = !told->begun;
    told->begun = true;
    return !*more || number != taken + 1 || take_written(g, line + digits);
  }
  if (!strncmp(line, "step ", 5) && is_number(line + 5, strlen(line + 5))) {
    if (told->begun && !strcmp(line + 5, "0")) *more = false;
    bool due = told->begun && told->fired && strcmp(told->fired, "-") != 0;
    told->begun = true;
    return !due || take_written(g, told->fired);
  }
  if (!told->begun || strncmp(line, "fired", 5) != 0) return true;
  const char *value = strstr(line, " = ");
  if (!value || line[5 + strspn(line + 5, " ")] != '=') return true;
  mem_free(told->fired);
  told->fired = mem_string(value + 3);
  return true;
}

static Form form_of(const Guide *g, const char *data) {
  if (!g->stepper->model->net) return FORM_STEPS;
  for (const char *p = data; (p = strstr(p, "step 0")); p++)
    if (p[6] == '\n' || p[6] == '\r') return FORM_PLAIN;
  return FORM_NAMES;
}

static bool follow_text(const Guide *g, const char *data) {
  Told told = {.form = form_of(g, data)};
  bool good = true, more = true;
  for (const char *p = data; *p && good && more;) {
    size_t length = strcspn(p, "\r\n"), blanks = strspn(p, " ");
    if (blanks > length) blanks = length;
    char *line = mem_string_n(p + blanks, length - blanks);
    good = follow_line(g, &told, line, &more);
    mem_free(line);
    p += length;
    p += strspn(p, "\r\n");
  }
  if (good && more && told.form == FORM_PLAIN) good = follow_line(g, &told, "step 0", &more);
  mem_free(told.fired);
  return good;
}

bool stepper_follow(Stepper *s, const char *file, void (*told)(const Stepper *stepper),
                    Error *error) {
  Guide guide = {s, file, told, error};
  Input input;
  if (!input_read(&input, file, error)) return false;
  char *data = mem_string_n(input.data, input.size);
  bool json = data[strspn(data, " \r\n\t")] == '{';
  bool good = json ? follow_json(&guide, data, input.size) : follow_text(&guide, data);
  mem_free(data);
  input_free(&input);
  return good;
}
