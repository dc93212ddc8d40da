#include "front/verilog/verilog.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "front/verilog/build.h"
#include "front/verilog/clocks.h"
#include "front/verilog/explain.h"
#include "front/verilog/memory_cells.h"
#include "front/verilog/place.h"
#include "front/verilog/script.h"
#include "front/verilog/warnings.h"
#include "front/verilog/yosys.h"
#include "term/blast.h"

typedef struct {
  Model *model;
  const ReadOptions *options;
  Yosys yosys;
  char *copy;                           /* of the source, where Yosys cannot read it itself */
  char *design, *first, *second, *tree; /* files */
  StringVec files;                      /* of the design */
  Layouts layouts;
  bool several; /* modules are in the source */
  Error *error;
} Reading;

/* ---- what Yosys reads ---- */

/* Whether Yosys can read the file itself: not standard input, and not what we unpacked. */
static bool is_plain(const char *file) {
  return strcmp(file, "-") && !text_ends_with(file, ".gz") && !text_ends_with(file, ".xz");
}

static bool write_copy(const char *path, const char *data, size_t size, Error *error) {
  FILE *stream = fopen(path, "wb");
  bool good = stream && fwrite(data, 1, size, stream) == size;
  if (stream && fclose(stream)) good = false;
  return good || error_set(error, "cannot write %s: %s", path, strerror(errno));
}

static bool run_yosys(Reading *r, Text *script) {
  bool good = yosys_run(&r->yosys, script->data, r->error);
  text_free(script);
  if (!good) explain_error(r->error);
  return good;
}

static bool read_design(Reading *r, const char *file, const char *data, size_t size) {
  Text script = {0};
  bool plain = is_plain(file);
  bool good = plain || write_copy(r->copy, data, size, r->error);
  vec_push(&r->files, mem_string(plain ? file : r->copy));
  for (size_t i = 0; i < r->options->sources.size; i++)
    vec_push(&r->files, mem_string(r->options->sources.data[i]));
  good = good && script_read(&r->files, r->options, r->design, r->first, &script, r->error);
  good = good && run_yosys(r, &script);
  text_free(&script);
  return good;
}

/* ---- clocks ---- */

static void note(Reading *r, Text *text) { vec_push(&r->model->notes, text_take(text)); }

static void note_clocks(Reading *r, const Clocks *clocks) {
  Text text = {0};
  text_format(&text, "%s: a step is a moment, not a cycle",
              clocks->edges > 1 ? "there are several clock edges" : "there are latches");
  for (size_t i = 0; i < clocks->names.size; i++)
    text_format(&text, "%s%s", i ? ", " : "; fairness is assumed of the clocks ",
                clocks->names.data[i]);
  if (clocks->names.size) text_add(&text, ": each rises and falls again and again");
  if (clocks->derived) text_add(&text, "; nothing is assumed of clocks that the design makes");
  note(r, &text);
}

/* ---- the model ---- */

static bool translate(Reading *r, const Translation *how, const StringVec *clocks,
                      BuildState *state) {
  Netlist netlist;
  Text script = {0};
  script_translate(r->design, r->second, how, &script);
  *state = BUILD_BAD;
  if (!run_yosys(r, &script) || !netlist_read(&netlist, r->second, NULL, r->error)) return false;
  const BuildOptions options = {clocks, r->options->budget, &r->layouts, &r->model->notes,
                                &r->files};
  size_t notes = r->model->notes.size;
  r->model->relation = netlist_relation(&netlist, &options, state, r->error);
  netlist_free(&netlist);
  if (*state == BUILD_LOOP) { /* it will be tried again, and then say the same */
    for (size_t i = notes; i < r->model->notes.size; i++) mem_free(r->model->notes.data[i]);
    r->model->notes.size = notes;
  }
  return r->model->relation != NULL;
}

/* What is in structs. It is about what traces look like, so nothing that goes wrong here counts;
 * what Yosys warns of it has said before. */
static void read_layouts(Reading *r) {
  Text script = {0};
  Error error = {0};
  Input tree = {0};
  if (script_types(&r->files, r->options, r->tree, &script, &error) &&
      yosys_run(&r->yosys, script.data, &error) && input_read(&tree, r->tree, &error))
    r->layouts = layouts_parse(tree.data);
  string_vec_free(&r->yosys.warnings);
  r->yosys.warnings = (StringVec){0};
  input_free(&tree);
  text_free(&script);
  error_free(&error);
}

/* Yosys chooses the top module without a word: the largest of those that no other uses. */
static void note_top(Reading *r, const Netlist *netlist) {
  const char *given = netlist_attribute(netlist, netlist->module, "hdlname");
  Text text = {0};
  text_format(&text, "the top module is '%s'; another can be named with --top",
              *given ? given + (*given == '\\') : netlist->top);
  note(r, &text);
}

static bool build(Reading *r) {
  static const StringVec none = {0};
  Netlist first;
  BuildState state;
  if (!netlist_read(&first, r->first, NULL, r->error)) return false;
  Clocks clocks = clocks_of(&first);
  if (r->several && !r->options->top) note_top(r, &first);
  uint64_t limit = r->options->array_limit ? (uint64_t)r->options->array_limit : ARRAY_LIMIT;
  Translation how = {.cycles = clocks.edges <= 1 && !clocks.latches,
                     .memories = memories_stay(&first, limit)};
  if (layouts_wanted(&first)) read_layouts(r);
  netlist_free(&first);
  if (!how.cycles) note_clocks(r, &clocks);
  const StringVec *fair = how.cycles ? &none : &clocks.names;
  bool good = translate(r, &how, fair, &state);
  if (!good && state == BUILD_LOOP) { /* of words; perhaps not of bits */
    error_free(r->error);
    how.bits = true;
    good = translate(r, &how, fair, &state);
  }
  clocks_free(&clocks);
  return good;
}

/* What Yosys warned of while it read the design: undriven and doubly driven wires, loops, ranges
 * that do not fit. What it says while it translates is about its own doing. */
static void pass_on_warnings(Reading *r) {
  warnings_note(&r->yosys.warnings, &r->model->notes);
  string_vec_free(&r->yosys.warnings);
}

/* Yosys takes `instance.signal` for the name of a new wire, which nothing drives: the verdict would
 * be about nothing. */
static bool refers_to_instances(Reading *r) {
  for (size_t i = 0; i < r->yosys.warnings.size; i++) {
    const char *text = r->yosys.warnings.data[i], *name = strstr(text, "Identifier `");
    const char *end = name ? strstr(name, "' is implicitly declared") : NULL;
    const char *dot = end ? memchr(name, '.', (size_t)(end - name)) : NULL;
    if (!dot) continue;
    char *before = mem_string_n(text, (size_t)(name - text));
    size_t length = strlen(before);
    while (length && strchr(" :", before[length - 1])) before[--length] = 0;
    Place place = place_of(before);
    name += strlen("Identifier `");
    name += *name == '\\';
    error_at(r->error, place.file, place.line, place.column,
             "'%.*s' refers to a signal of an instance, which Yosys does not read",
             (int)(end - name), name);
    place_free(&place);
    mem_free(before);
    return true;
  }
  return false;
}

/* How many lines begin with the word. */
static size_t count_modules(const char *data) {
  size_t count = 0;
  for (const char *line = data; *line;) {
    count += !strncmp(line + strspn(line, " \t"), "module ", 7);
    line += strcspn(line, "\n");
    line += *line == '\n';
  }
  return count;
}

/* A place in the copy of the source is one in the source. */
static void name_source(Reading *r) {
  size_t length = strlen(r->copy);
  for (size_t i = 0; i < r->model->properties.size; i++) {
    Property *property = r->model->properties.data + i;
    if (!property->place || strncmp(property->place, r->copy, length)) continue;
    Text place = {0};
    text_format(&place, "%s%s", r->model->file, property->place + length);
    mem_free(property->place);
    property->place = text_take(&place);
  }
}

/* An error has the name that the user gave, not that of the copy. */
static void name_file(Reading *r, const char *file) {
  Error *error = r->error;
  if (error->file && r->copy && !strcmp(error->file, r->copy)) {
    mem_free(error->file);
    error->file = NULL;
  }
  if (!error->file) error->file = mem_string(file);
}

static bool read_all(Reading *r, const char *file, const char *data, size_t size) {
  if (!read_design(r, file, data, size) || refers_to_instances(r)) return false;
  pass_on_warnings(r);
  r->several = r->options->sources.size || count_modules(data) > 1;
  if (!build(r) || !model_blast(r->model, r->options, r->error)) return false;
  name_source(r);
  return true;
}

Model *verilog_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                    Error *error) {
  static const ReadOptions none = {0};
  Reading r = {.model = model_new(file), .options = options ? options : &none, .error = error};
  r.model->lemmas = true;
  bool good = yosys_open(&r.yosys, r.options->yosys, r.options->budget, error);
  if (good) {
    r.copy = yosys_path(&r.yosys, "input.sv");
    r.design = yosys_path(&r.yosys, "design.il");
    r.first = yosys_path(&r.yosys, "first.json");
    r.second = yosys_path(&r.yosys, "second.json");
    r.tree = yosys_path(&r.yosys, "tree.txt");
    good = read_all(&r, file, data, size);
    yosys_close(&r.yosys);
  }
  if (!good && error->message) name_file(&r, file);
  mem_free(r.copy);
  mem_free(r.design);
  mem_free(r.first);
  mem_free(r.second);
  mem_free(r.tree);
  string_vec_free(&r.files);
  layouts_free(&r.layouts);
  if (good) return r.model;
  model_free(r.model);
  return NULL;
}
