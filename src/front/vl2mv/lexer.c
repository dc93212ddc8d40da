/* The preprocessor works on tokens: a macro is a list of them, and an included file is read into
 * the same list. So a token keeps the place where it was written, also if a macro brought it. */
#include "front/vl2mv/lexer.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>

enum { DEPTH_LIMIT = 64 };       /* of included files, and of macros within macros */
enum { TOKEN_LIMIT = 20000000 }; /* macros that double each other would fill the memory */

/* Where the lexer is in one file. */
typedef struct {
  Sources *sources;
  uint32_t file;
  const char *next, *end, *line_start;
  int line;
  int depth;            /* of included files */
  VEC(bool) conditions; /* of `ifdef and `else around this place: whether this branch is read */
} Scanner;

static Place place_of(const Scanner *s, const char *at) {
  return (Place){s->file, s->line, (int)(at - s->line_start) + 1};
}

bool sources_error(const Sources *sources, Place place, const char *format, ...) {
  if (sources->error->message) return false;
  const SourceFile *file = sources->files.data + place.file;
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_format_list(&text, format, arguments);
  va_end(arguments);
  error_at(sources->error, file->name, place.line, place.column, "%s", text.data);
  const char *line = file->input.data;
  for (int i = 1; line && i < place.line; i++)
    line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL;
  if (line) {
    char *excerpt = mem_string_n(line, strcspn(line, "\r\n"));
    error_excerpt(sources->error, excerpt);
    mem_free(excerpt);
  }
  text_free(&text);
  return false;
}

/* ---- single tokens ---- */

static bool is_name_start(char c) { return isalpha((unsigned char)c) || c == '_'; }
static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

static void newline(Scanner *s) {
  s->line++;
  s->line_start = s->next;
}

static bool skip_comment(Scanner *s) {
  Place start = place_of(s, s->next);
  s->next += 2;
  while (s->next < s->end && !(s->next[0] == '*' && s->next[1] == '/'))
    if (*s->next++ == '\n') newline(s);
  if (s->next >= s->end) return sources_error(s->sources, start, "this comment has no end");
  s->next += 2;
  return true;
}

/* To the next token; stops behind the end of the line if `one_line`, which gives false. */
static bool skip_blanks(Scanner *s, bool one_line) {
  while (s->next < s->end) {
    if (*s->next == '\n') {
      if (one_line) return false;
      s->next++;
      newline(s);
    } else if (s->next[0] == '\\' && (s->next[1] == '\n' || s->next[1] == '\r')) {
      s->next += s->next[1] == '\r' && s->next[2] == '\n' ? 3 : 2;
      newline(s);
    } else if (isspace((unsigned char)*s->next)) {
      s->next++;
    } else if (s->next[0] == '/' && s->next[1] == '/') {
      while (s->next < s->end && *s->next != '\n') s->next++;
    } else if (s->next[0] == '/' && s->next[1] == '*') {
      if (!skip_comment(s)) return false;
    } else {
      return true;
    }
  }
  return false;
}

/* The digits behind the base, if there is one: blanks may stand around it. */
static void scan_based(Scanner *s, Text *text) {
  const char *p = s->next;
  while (*p == ' ' || *p == '\t') p++;
  if (*p != '\'' || !strchr("bBoOdDhH", p[1]) || !p[1]) return;
  text_char(text, '\'');
  text_char(text, (char)tolower((unsigned char)p[1]));
  for (p += 2; *p == ' ' || *p == '\t';) p++;
  for (; isxdigit((unsigned char)*p) || (*p && strchr("xXzZ?_", *p)); p++)
    if (*p != '_') text_char(text, (char)tolower((unsigned char)*p));
  s->next = p;
}

static const char *scan_number(Scanner *s) {
  Text text = {0};
  text_add(&text, "");
  for (; isdigit((unsigned char)*s->next) || *s->next == '_'; s->next++)
    if (*s->next != '_') text_char(&text, *s->next);
  scan_based(s, &text);
  const char *own = arena_string(&s->sources->arena, text.data);
  text_free(&text);
  return own;
}

static const char *const symbols[] = {
    "===", "!==", "<<<", ">>>", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "~&", "~|",
    "~^",  "^~",  "(",   ")",   "[",  "]",  "{",  "}",  ",",  ";",  ":",  "?",  "=",  "<",
    ">",   "+",   "-",   "*",   "/",  "%",  "&",  "|",  "^",  "~",  "!",  "@",  "#",  "."};

static const char *scan_symbol(Scanner *s) {
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    size_t length = strlen(symbols[i]);
    if (strncmp(s->next, symbols[i], length)) continue;
    s->next += length;
    return symbols[i];
  }
  return NULL;
}

static const char *scan_name(Scanner *s) {
  const char *start = s->next;
  while (is_name(*s->next)) s->next++;
  return arena_string_n(&s->sources->arena, start, (size_t)(s->next - start));
}

static bool scan_string(Scanner *s, Token *token) {
  const char *start = ++s->next;
  while (s->next < s->end && *s->next != '"' && *s->next != '\n') s->next++;
  if (s->next >= s->end || *s->next != '"')
    return sources_error(s->sources, token->place, "this string has no end");
  token->kind = TOKEN_STRING;
  token->text = arena_string_n(&s->sources->arena, start, (size_t)(s->next++ - start));
  return true;
}

/* One token; the scanner is at its first character. */
static bool scan_token(Scanner *s, Token *token) {
  char c = *s->next;
  *token = (Token){.place = place_of(s, s->next)};
  if (is_name_start(c)) {
    token->kind = TOKEN_NAME;
    token->text = scan_name(s);
  } else if (c == '$' && is_name_start(s->next[1])) {
    token->kind = TOKEN_SYSTEM;
    token->text = scan_name(s);
  } else if (isdigit((unsigned char)c) || c == '\'') {
    const char *before = s->next;
    token->kind = TOKEN_NUMBER;
    token->text = scan_number(s);
    if (s->next == before) return sources_error(s->sources, token->place, "expected a number");
  } else if (c == '"') {
    return scan_string(s, token);
  } else {
    token->kind = TOKEN_SYMBOL;
    token->text = scan_symbol(s);
    if (!token->text)
      return sources_error(s->sources, token->place, "this character has no meaning here");
  }
  return true;
}

/* ---- macros ---- */

static Macro *macro_of(Sources *sources, const char *name) {
  uint32_t number = names_add(&sources->macro_names, name);
  if (number == sources->macros.size) vec_push(&sources->macros, (Macro){0});
  return sources->macros.data + number;
}

static bool push_token(Sources *sources, Token token) {
  if (sources->tokens.size >= TOKEN_LIMIT)
    return sources_error(sources, token.place, "the text has more than %d tokens", TOKEN_LIMIT);
  vec_push(&sources->tokens, token);
  return true;
}

/* Macros in macros were not replaced when the outer one was defined, but are where it is used. */
static bool expand(Sources *sources, const char *name, Place place, int depth) {
  uint32_t number = names_find(&sources->macro_names, name);
  if (number == NAMES_NONE || !sources->macros.data[number].defined)
    return sources_error(sources, place, "there is no macro `%s", name);
  if (depth > DEPTH_LIMIT)
    return sources_error(sources, place, "the macro `%s contains itself", name);
  const TokenVec body = sources->macros.data[number].tokens;
  bool good = true;
  for (size_t i = 0; i < body.size && good; i++) {
    Token token = body.data[i];
    if (token.kind == TOKEN_SYMBOL && token.text[0] == '`')
      good = expand(sources, token.text + 1, place, depth + 1);
    else good = push_token(sources, token);
  }
  return good;
}

/* A use of a macro within a macro is a symbol that starts with the backquote. */
static bool scan_macro_token(Scanner *s, Token *token) {
  if (*s->next != '`') return scan_token(s, token);
  Text text = {0};
  Place place = place_of(s, s->next++);
  text_format(&text, "`%s", scan_name(s));
  *token = (Token){TOKEN_SYMBOL, arena_string(&s->sources->arena, text.data), place};
  text_free(&text);
  return true;
}

static bool define(Scanner *s, Place place) {
  if (!skip_blanks(s, true) || !is_name_start(*s->next))
    return sources_error(s->sources, place, "expected the name of the macro");
  const char *name = scan_name(s);
  TokenVec body = {0};
  bool good = true;
  while (good && skip_blanks(s, true)) {
    Token token;
    good = scan_macro_token(s, &token);
    if (good) vec_push(&body, token);
  }
  Macro *macro = macro_of(s->sources, name);
  vec_free(&macro->tokens);
  *macro = (Macro){body, true};
  return good && !s->sources->error->message;
}

static bool is_defined(Sources *sources, const char *name) {
  uint32_t number = names_find(&sources->macro_names, name);
  return number != NAMES_NONE && sources->macros.data[number].defined;
}

/* ---- directives ---- */

static bool scan_file(Sources *sources, const char *name, const char *data, size_t size, int depth);

/* Beside the file that names it, or in one of the folders that the options name; `path` and `why`
 * tell where it was sought first, and what was wrong there. */
static bool open_included(const Scanner *s, const char *name, Text *path, Input *input,
                          Error *why) {
  const char *own = s->sources->files.data[s->file].name, *slash = strrchr(own, '/');
  const ReadOptions *options = s->sources->options;
  if (*name != '/' && slash) text_add_n(path, own, (size_t)(slash - own) + 1);
  text_add(path, name);
  bool good = input_read(input, path->data, why);
  for (size_t i = 0; !good && options && *name != '/' && i < options->includes.size; i++) {
    Text other = {0};
    Error unused = {0};
    text_format(&other, "%s/%s", options->includes.data[i], name);
    good = input_read(input, other.data, &unused);
    if (good) {
      text_free(path);
      *path = other;
    } else {
      text_free(&other);
    }
    error_free(&unused);
  }
  return good;
}

/* The name of an included file, with or without quotes, seen from the file that names it. */
static bool include(Scanner *s, Place place) {
  if (!skip_blanks(s, true)) return sources_error(s->sources, place, "expected a file name");
  const char *start = s->next;
  size_t length = strcspn(start, " \t\r\n;");
  if (*start == '"') {
    length = strcspn(++start, "\"\n");
    s->next = start + length + (start[length] == '"');
  } else {
    s->next = start + length;
  }
  char *name = mem_string_n(start, length);
  Input input;
  Text path = {0};
  Error why = {0};
  bool good = s->depth < DEPTH_LIMIT;
  if (!good) sources_error(s->sources, place, "the file includes itself");
  if (good && !open_included(s, name, &path, &input, &why))
    good = sources_error(s->sources, place, "%s cannot be read: %s", path.data, why.message);
  if (good) {
    good = scan_file(s->sources, path.data, input.data, input.size, s->depth + 1);
    input_free(&input);
  }
  error_free(&why);
  text_free(&path);
  mem_free(name);
  return good;
}

static bool is_skipped(const Scanner *s) {
  for (size_t i = 0; i < s->conditions.size; i++)
    if (!s->conditions.data[i]) return true;
  return false;
}

static void skip_line(Scanner *s) {
  while (s->next < s->end && *s->next != '\n') s->next++;
}

static bool condition(Scanner *s, const char *directive, Place place) {
  bool opens = !strcmp(directive, "ifdef") || !strcmp(directive, "ifndef");
  if (opens) {
    if (!skip_blanks(s, true) || !is_name_start(*s->next))
      return sources_error(s->sources, place, "expected the name of a macro");
    bool defined = is_defined(s->sources, scan_name(s));
    vec_push(&s->conditions, defined == !strcmp(directive, "ifdef"));
    return true;
  }
  if (!s->conditions.size)
    return sources_error(s->sources, place, "there is no `ifdef before this `%s", directive);
  if (!strcmp(directive, "else")) vec_last(&s->conditions) = !vec_last(&s->conditions);
  else s->conditions.size--;
  return true;
}

static bool directive(Scanner *s) {
  Place place = place_of(s, s->next++);
  const char *name = scan_name(s);
  if (!strcmp(name, "ifdef") || !strcmp(name, "ifndef") || !strcmp(name, "else") ||
      !strcmp(name, "endif"))
    return condition(s, name, place);
  if (is_skipped(s)) return true;
  if (!strcmp(name, "define")) return define(s, place);
  if (!strcmp(name, "include")) return include(s, place);
  if (!strcmp(name, "undef")) {
    if (skip_blanks(s, true)) macro_of(s->sources, scan_name(s))->defined = false;
    return true;
  }
  if (!strcmp(name, "timescale")) {
    skip_line(s);
    return true;
  }
  return expand(s->sources, name, place, 0);
}

static bool scan_file(Sources *sources, const char *name, const char *data, size_t size,
                      int depth) {
  SourceFile file = {mem_string(name), {mem_string_n(data, size), size}};
  vec_push(&sources->files, file);
  Scanner s = {.sources = sources,
               .file = (uint32_t)sources->files.size - 1,
               .next = file.input.data,
               .end = file.input.data + strlen(file.input.data),
               .line_start = file.input.data,
               .line = 1,
               .depth = depth};
  bool good = true;
  while (good && skip_blanks(&s, false)) {
    Token token;
    if (*s.next == '`') good = directive(&s);
    else if (is_skipped(&s)) s.next++;
    else good = scan_token(&s, &token) && push_token(sources, token);
  }
  if (good && s.conditions.size)
    good = sources_error(sources, place_of(&s, s.next), "an `ifdef has no `endif");
  vec_free(&s.conditions);
  return good && !sources->error->message;
}

/* Macros of the options are lines before the first of the model. */
static bool define_options(Sources *sources, const ReadOptions *options) {
  bool good = true;
  for (size_t i = 0; i < options->defines.size && good; i++) {
    const char *define = options->defines.data[i];
    size_t length = strcspn(define, "=");
    Text line = {0};
    text_format(&line, "`define %.*s %s\n", (int)length, define,
                define[length] ? define + length + 1 : "1");
    good = is_name_start(*define)
               ? scan_file(sources, "--define", line.data, line.size, 0)
               : error_set(sources->error, "--define needs NAME or NAME=VALUE, not '%s'", define);
    text_free(&line);
  }
  return good;
}

static bool scan_sources(Sources *sources, const ReadOptions *options) {
  bool good = true;
  for (size_t i = 0; i < options->sources.size && good; i++) {
    Input input;
    good = input_read(&input, options->sources.data[i], sources->error);
    if (!good) break;
    good = scan_file(sources, options->sources.data[i], input.data, input.size, 0);
    input_free(&input);
  }
  return good;
}

bool sources_read(Sources *sources, const char *file, const char *data, size_t size,
                  const ReadOptions *options, Error *error) {
  sources->error = error;
  sources->options = options;
  if (options && !define_options(sources, options)) return false;
  if (!scan_file(sources, file, data, size, 0)) return false;
  if (options && !scan_sources(sources, options)) return false;
  Place place = {(uint32_t)sources->files.size - 1, 1, 0};
  if (sources->tokens.size) place = vec_last(&sources->tokens).place;
  place.column = 0;
  vec_push(&sources->tokens, ((Token){TOKEN_END, "the end of the file", place}));
  return true;
}

void sources_free(Sources *sources) {
  for (size_t i = 0; i < sources->files.size; i++) {
    mem_free(sources->files.data[i].name);
    input_free(&sources->files.data[i].input);
  }
  for (size_t i = 0; i < sources->macros.size; i++) vec_free(&sources->macros.data[i].tokens);
  vec_free(&sources->files);
  vec_free(&sources->tokens);
  vec_free(&sources->macros);
  names_free(&sources->macro_names);
  arena_free(&sources->arena);
}
