/* From the text of a file to tokens. A backslash before the end of a line joins it with the next;
 * comments are white space, as in C. */
#include <ctype.h>
#include <stdarg.h>

#include "base/text.h"
#include "front/promela/token.h"

void source_free(Source *source) {
  for (size_t i = 0; i < source->files.size; i++) {
    mem_free(source->files.data[i].name);
    input_free(&source->files.data[i].input);
  }
  vec_free(&source->files);
  names_free(&source->names);
  arena_free(&source->arena);
}

static char *source_line(const Source *source, uint32_t file, int line) {
  const char *start = source->files.data[file].input.data;
  const char *end = start + source->files.data[file].input.size;
  while (line > 1 && start < end)
    if (*start++ == '\n') line--;
  const char *stop = start;
  while (stop < end && *stop != '\n' && *stop != '\r') stop++;
  return mem_string_n(start, (size_t)(stop - start));
}

bool source_error(const Source *source, const Token *token, Error *error, const char *format, ...) {
  if (error->message) return false;
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_format_list(&text, format, arguments);
  va_end(arguments);
  error_at(error, source->files.data[token->file].name, token->line, token->column, "%s",
           text.data ? text.data : "");
  char *line = source_line(source, token->file, token->line);
  error_excerpt(error, line);
  mem_free(line);
  text_free(&text);
  return false;
}

typedef struct {
  Source *source;
  uint32_t file;
  const char *at, *end, *line_start;
  int line;
  bool first, spaced;
  TokenVec *tokens;
  Error *error;
} Lexer;

static Token here(const Lexer *lexer) {
  return (Token){.first = lexer->first,
                 .spaced = lexer->spaced,
                 .file = lexer->file,
                 .line = lexer->line,
                 .column = (int)(lexer->at - lexer->line_start) + 1};
}

static int peek(const Lexer *lexer, size_t ahead) {
  return (size_t)(lexer->end - lexer->at) > ahead ? (unsigned char)lexer->at[ahead] : -1;
}

static void next_line(Lexer *lexer) {
  lexer->line++;
  lexer->line_start = lexer->at;
}

/* The length of a joined line's end: a backslash and a newline; 0: there is none here. */
static size_t joined(const Lexer *lexer) {
  if (peek(lexer, 0) != '\\') return 0;
  if (peek(lexer, 1) == '\n') return 2;
  return peek(lexer, 1) == '\r' && peek(lexer, 2) == '\n' ? 3 : 0;
}

static bool skip_comment(Lexer *lexer) {
  Token start = here(lexer);
  lexer->at += 2;
  for (;; lexer->at++) {
    if (lexer->at >= lexer->end)
      return source_error(lexer->source, &start, lexer->error, "this comment does not end");
    if (*lexer->at == '\n') {
      lexer->at++;
      next_line(lexer);
      lexer->at--;
    } else if (*lexer->at == '*' && peek(lexer, 1) == '/') {
      break;
    }
  }
  lexer->at += 2;
  lexer->spaced = true;
  return true;
}

/* To the next token or the end. */
static bool skip_space(Lexer *lexer) {
  for (;;) {
    int c = peek(lexer, 0);
    size_t join = joined(lexer);
    if (join) {
      lexer->at += join;
      next_line(lexer);
      lexer->spaced = true;
    } else if (c == '\n') {
      lexer->at++;
      next_line(lexer);
      lexer->first = lexer->spaced = true;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      lexer->at++;
      lexer->spaced = true;
    } else if (c == '/' && peek(lexer, 1) == '*') {
      if (!skip_comment(lexer)) return false;
    } else if (c == '/' && peek(lexer, 1) == '/') {
      while (lexer->at < lexer->end && *lexer->at != '\n') lexer->at++;
    } else {
      return true;
    }
  }
}

static bool bad(Token *token, const char *why) {
  token->kind = TOKEN_BAD;
  token->text = why;
  return false;
}

static void read_name(Lexer *lexer, Token *token) {
  const char *start = lexer->at;
  while (isalnum(peek(lexer, 0)) || peek(lexer, 0) == '_') lexer->at++;
  token->kind = TOKEN_NAME;
  token->name = names_add_n(&lexer->source->names, start, (size_t)(lexer->at - start));
  token->text = lexer->source->names.text[token->name];
}

static bool read_number(Lexer *lexer, Token *token) {
  const char *start = lexer->at;
  int base = 10;
  if (peek(lexer, 0) == '0' && (peek(lexer, 1) | 32) == 'x' && isxdigit(peek(lexer, 2))) {
    base = 16;
    lexer->at += 2;
  }
  uint64_t value = 0;
  while (base == 16 ? isxdigit(peek(lexer, 0)) : isdigit(peek(lexer, 0))) {
    int c = tolower((unsigned char)*lexer->at++);
    value = value * (uint64_t)base + (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    if (value > UINT32_MAX) return bad(token, "this number does not fit into 32 bits");
  }
  token->kind = TOKEN_NUMBER;
  token->value = (int32_t)(uint32_t)value;
  token->text = arena_string_n(&lexer->source->arena, start, (size_t)(lexer->at - start));
  return true;
}

static bool read_string(Lexer *lexer, Token *token) {
  const char *start = ++lexer->at;
  while (peek(lexer, 0) != '"') {
    if (peek(lexer, 0) == -1 || peek(lexer, 0) == '\n')
      return bad(token, "this string does not end");
    lexer->at += peek(lexer, 0) == '\\' && peek(lexer, 1) > 0 && peek(lexer, 1) != '\n' ? 2 : 1;
  }
  token->kind = TOKEN_STRING;
  token->text = arena_string_n(&lexer->source->arena, start, (size_t)(lexer->at - start));
  lexer->at++;
  return true;
}

static bool read_character(Lexer *lexer, Token *token) {
  static const char names[] = "n\nt\tr\r0\0f\fb\b";
  const char *start = lexer->at++;
  int value = peek(lexer, 0);
  if (value == '\\') {
    lexer->at++;
    value = peek(lexer, 0);
    for (size_t i = 0; i + 1 < sizeof names - 1; i += 2)
      if (names[i] == value) {
        value = (unsigned char)names[i + 1];
        break;
      }
  }
  lexer->at++;
  if (value < 0 || peek(lexer, 0) != '\'') return bad(token, "expected one character in quotes");
  lexer->at++;
  token->kind = TOKEN_NUMBER;
  token->value = value;
  token->text = arena_string_n(&lexer->source->arena, start, (size_t)(lexer->at - start));
  return true;
}

static bool read_sign(Lexer *lexer, Token *token) {
  static const struct {
    char text[3];
    int sign;
  } pairs[] = {
      {"->", SIGN_ARROW},
      {"::", SIGN_OPTION},
      {"++", SIGN_INCREMENT},
      {"--", SIGN_DECREMENT},
      {"==", SIGN_EQUAL},
      {"!=", SIGN_UNEQUAL},
      {"<=", SIGN_LESS_EQUAL},
      {">=", SIGN_GREATER_EQUAL},
      {"<<", SIGN_SHIFT_LEFT},
      {">>", SIGN_SHIFT_RIGHT},
      {"&&", SIGN_AND},
      {"||", SIGN_OR},
      {"!!", SIGN_SORTED},
      {"?"
       "?",
       SIGN_ANYWHERE},
      {"..", SIGN_RANGE},
      {"##", SIGN_PASTE},
      {"/\\", SIGN_AND},
      {"\\/", SIGN_OR},
  };
  int c = peek(lexer, 0);
  token->kind = TOKEN_SIGN;
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (c == pairs[i].text[0] && peek(lexer, 1) == pairs[i].text[1]) {
      token->sign = pairs[i].sign;
      token->text = pairs[i].text;
      lexer->at += 2;
      return true;
    }
  if (c <= ' ' || c > '~' || strchr("$`\\", c)) {
    Text text = {0};
    if (c > ' ' && c <= '~') text_format(&text, "unexpected character '%c'", c);
    else text_format(&text, "unexpected character 0x%02x", (unsigned)c & 255);
    bad(token, arena_string(&lexer->source->arena, text.data));
    text_free(&text);
    return false;
  }
  token->sign = c;
  token->text = arena_string_n(&lexer->source->arena, lexer->at, 1);
  lexer->at++;
  return true;
}

static void read_token(Lexer *lexer) {
  const char *start = lexer->at;
  Token token = here(lexer);
  int c = peek(lexer, 0);
  bool fine = true;
  if (isalpha(c) || c == '_') read_name(lexer, &token);
  else if (isdigit(c)) fine = read_number(lexer, &token);
  else if (c == '"') fine = read_string(lexer, &token);
  else if (c == '\'') fine = read_character(lexer, &token);
  else fine = read_sign(lexer, &token);
  if (!fine) lexer->at = start + 1;
  vec_push(lexer->tokens, token);
  lexer->first = lexer->spaced = false;
}

bool lexer_read(Source *source, uint32_t file, TokenVec *tokens, Error *error) {
  const Input *input = &source->files.data[file].input;
  Lexer lexer = {.source = source,
                 .file = file,
                 .at = input->data,
                 .end = input->data + input->size,
                 .line_start = input->data,
                 .line = 1,
                 .first = true,
                 .tokens = tokens,
                 .error = error};
  for (;;) {
    if (!skip_space(&lexer)) return false;
    if (lexer.at >= lexer.end) return true;
    read_token(&lexer);
  }
}
