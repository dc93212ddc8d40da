/* Lines and words. A backslash at the end of a line continues it, `#` starts a comment, and blanks
 * within parentheses belong to a word. */
#include <ctype.h>
#include <stdarg.h>

#include "base/input.h"
#include "front/blif/netlist.h"

bool blif_error(const BlifFile *file, Word at, const char *format, ...) {
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_format_list(&text, format, arguments);
  va_end(arguments);
  error_at(file->error, at.file ? at.file : file->file, at.line, at.column, "%s", text.data);
  text_free(&text);
  return false;
}

typedef struct {
  const char *next, *end, *line_start;
  int line;
} Scanner;

/* The length of what continues the line here: a backslash in front of its end. */
static size_t continuation(const Scanner *s) {
  size_t left = (size_t)(s->end - s->next);
  if (left > 1 && s->next[0] == '\\' && s->next[1] == '\n') return 2;
  bool crlf = left > 2 && s->next[0] == '\\' && s->next[1] == '\r' && s->next[2] == '\n';
  return crlf ? 3 : 0;
}

/* The next word of the line; false at its end. */
static bool next_word(BlifFile *file, Scanner *s, Word *word) {
  for (;;) {
    while (s->next < s->end && *s->next != '\n' && isspace((unsigned char)*s->next)) s->next++;
    size_t length = continuation(s);
    if (!length) break;
    s->next += length;
    s->line++;
    s->line_start = s->next;
  }
  if (s->next >= s->end || *s->next == '\n') return false;
  if (*s->next == '#') {
    while (s->next < s->end && *s->next != '\n') s->next++;
    return false;
  }
  Text text = {0};
  int depth = 0;
  *word =
      (Word){.line = s->line, .column = (int)(s->next - s->line_start) + 1, .file = file->reading};
  if (s->next[0] == '-' && s->next[1] == '>') { /* blanks around it are not needed */
    s->next += 2;
    word->text = "->";
    return true;
  }
  for (; s->next < s->end && *s->next != '\n'; s->next++) {
    char c = *s->next;
    if (continuation(s)) break;
    if (isspace((unsigned char)c) && !depth) break;
    if (text.size && c == '-' && s->next[1] == '>') break;
    if (c == '(' || c == '{') depth++;
    if ((c == ')' || c == '}') && depth) depth--;
    if (!isspace((unsigned char)c)) text_char(&text, c);
  }
  word->text = arena_string(&file->arena, text.data ? text.data : "");
  text_free(&text);
  return true;
}

/* Directives that say nothing about behaviour. */
static const char *const ignored[] = {".cname",         ".attr",  ".param",
                                      ".area",          ".delay", ".wire_load_slope",
                                      ".input_arrival", ".clock", ".spec"};

static bool is_one_of(const char *word, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!strcmp(word, list[i])) return true;
  return false;
}

static bool add_directive(BlifFile *file, WordVec *words) {
  const char *directive = words->data[0].text;
  if (!strcmp(directive, ".model")) {
    if (words->size != 2) return blif_error(file, words->data[0], "expected '.model NAME'");
    vec_push(&file->models, ((BlifModel){.name = words->data[1]}));
    file->open = true;
    file->is_outside = false;
  } else if (!strcmp(directive, ".search")) {
    if (words->size != 2) return blif_error(file, words->data[0], "expected '.search FILE'");
    vec_push(&file->searched, words->data[1]);
  } else if (!strcmp(directive, ".root")) {
    if (words->size != 2) return blif_error(file, words->data[0], "expected '.root NAME'");
    file->root = words->data[1].text;
  } else if (!strcmp(directive, ".end")) {
    file->open = file->is_outside = false;
  } else if (file->is_outside) {
    return true;
  } else if (file->open && !strcmp(directive, ".exdc")) {
    file->is_outside = true;
  } else if (is_one_of(directive, ignored, sizeof ignored / sizeof *ignored)) {
    return true;
  } else if (!file->open) {
    return blif_error(file, words->data[0], "expected '.model' before '%s'", directive);
  } else {
    Item item = {.words = *words};
    *words = (WordVec){0};
    vec_push(&vec_last(&file->models).items, item);
  }
  return true;
}

static bool add_line(BlifFile *file, WordVec *words) {
  const char *first = words->data[0].text;
  bool fallback = !strcmp(first, ".default") || !strcmp(first, ".def"); /* a kind of row */
  if (first[0] == '.' && !fallback) return add_directive(file, words);
  if (file->is_outside) return true;
  if (!file->open || !vec_last(&file->models).items.size)
    return blif_error(file, words->data[0], "a row without a table");
  vec_push(&vec_last(&vec_last(&file->models).items).rows, *words);
  *words = (WordVec){0};
  return true;
}

static bool read_lines(BlifFile *file, const char *data, size_t size) {
  Scanner s = {data, data + size, data, 1};
  bool good = true;
  file->open = file->is_outside = false;
  while (good && s.next < s.end) {
    WordVec words = {0};
    Word word;
    while (next_word(file, &s, &word)) vec_push(&words, word);
    if (words.size) good = add_line(file, &words);
    vec_free(&words);
    if (s.next < s.end) {
      s.next++;
      s.line++;
      s.line_start = s.next;
    }
  }
  return good;
}

static bool is_read_already(const BlifFile *file, const char *path, size_t before) {
  for (size_t i = 0; i < before; i++)
    if (!strcmp(file->searched.data[i].text, path)) return true;
  return !strcmp(path, file->file);
}

/* Files of .search may name others; each is read once, beside the one that names it. */
static bool read_searched(BlifFile *file) {
  bool good = true;
  for (size_t i = 0; i < file->searched.size && good; i++) {
    const Word wanted = file->searched.data[i];
    const char *from = wanted.file ? wanted.file : file->file, *slash = strrchr(from, '/');
    Text path = {0};
    Input input;
    Error why = {0};
    if (*wanted.text != '/' && slash) text_add_n(&path, from, (size_t)(slash - from) + 1);
    text_add(&path, wanted.text);
    file->reading = file->searched.data[i].text = arena_string(&file->arena, path.data);
    text_free(&path);
    if (is_read_already(file, file->reading, i)) continue;
    good = input_read(&input, file->reading, &why) ||
           blif_error(file, wanted, "%s cannot be read: %s", file->reading, why.message);
    if (good) {
      good = read_lines(file, input.data, input.size);
      input_free(&input);
    }
    error_free(&why);
  }
  file->reading = NULL;
  return good;
}

bool blif_file_read(BlifFile *file, const char *name, const char *data, size_t size, bool is_mv,
                    Error *error) {
  file->file = name;
  file->is_mv = is_mv;
  file->error = error;
  bool good = read_lines(file, data, size) && read_searched(file);
  return good && (file->models.size ||
                  blif_error(file, (Word){.line = 1, .column = 1}, "there is no .model"));
}

void blif_file_free(BlifFile *file) {
  for (size_t i = 0; i < file->models.size; i++) {
    BlifModel *model = file->models.data + i;
    for (size_t k = 0; k < model->items.size; k++) {
      Item *item = model->items.data + k;
      for (size_t r = 0; r < item->rows.size; r++) vec_free(&item->rows.data[r]);
      vec_free(&item->rows);
      vec_free(&item->words);
    }
    vec_free(&model->items);
  }
  vec_free(&file->models);
  vec_free(&file->searched);
  arena_free(&file->arena);
}
