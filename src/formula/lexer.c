/* Tokens of formulas; see lexer.h. Spellings are looked up in the operator table, longest first
 * for the ones made of signs, so that `<->` is not read as the comparison `<`. */
#include "formula/lexer.h"

#include <ctype.h>

static char at(const Lexer *lexer, size_t i) { return i < lexer->length ? lexer->text[i] : 0; }

static bool starts_word(char c) { return isalpha((unsigned char)c) || c == '_' || c == '$'; }
static bool in_word(char c) { return starts_word(c) || isdigit((unsigned char)c); }

bool operator_spelled(Operator op, const char *text, size_t length) {
  const char *spellings = operator_table[op].spellings;
  while (*spellings) {
    size_t n = strcspn(spellings, " ");
    if (n == length && !memcmp(spellings, text, n)) return true;
    spellings += n;
    if (*spellings) spellings++;
  }
  return false;
}

static bool find_operator(const Lexer *lexer, const char *text, size_t length, Operator *op) {
  for (int i = 0; i < OP_COUNT; i++) {
    if (operator_table[i].family == FAMILY_CTL && lexer->logic == LOGIC_LTL) continue;
    if (operator_spelled((Operator)i, text, length)) {
      *op = (Operator)i;
      return true;
    }
  }
  return false;
}

/* "[3]", "[3:0]" or "<3>" at i: the place behind it, else i. */
static size_t skip_index(const Lexer *lexer, size_t i) {
  char open = at(lexer, i), close = open == '[' ? ']' : '>';
  if (open != '[' && open != '<') return i;
  size_t j = i + 1;
  bool colon = false;
  if (!isdigit((unsigned char)at(lexer, j))) return i;
  while (isdigit((unsigned char)at(lexer, j)) || (at(lexer, j) == ':' && open == '[' && !colon)) {
    colon |= at(lexer, j) == ':';
    j++;
  }
  return at(lexer, j) == close && at(lexer, j - 1) != ':' ? j + 1 : i;
}

/* Behind the identifier that starts at i. A dot belongs to it where more follows. */
static size_t skip_identifier(const Lexer *lexer, size_t i) {
  while (in_word(at(lexer, i))) i++;
  for (;;) {
    size_t j = skip_index(lexer, i);
    if (j == i && at(lexer, i) == '.' && in_word(at(lexer, i + 1)))
      for (j = i + 1; in_word(at(lexer, j));) j++;
    if (j == i) return i;
    i = j;
  }
}

/* Behind a number: decimal, perhaps negative, 0x1f, 0b101, or a word constant of SMV or Verilog. */
static size_t skip_number(const Lexer *lexer, size_t i) {
  size_t j = i + (at(lexer, i) == '-');
  if (!isdigit((unsigned char)at(lexer, j))) return i;
  while (isalnum((unsigned char)at(lexer, j)) || at(lexer, j) == '_' || at(lexer, j) == '\'') j++;
  return j;
}

static size_t skip_blanks(const Lexer *lexer, size_t i) {
  while (isspace((unsigned char)at(lexer, i))) i++;
  return i;
}

/* The comparison at i, which is no other operator: its normal spelling, and how long it is. */
static const char *comparison(const Lexer *lexer, size_t i, size_t *length) {
  char a = at(lexer, i), b = at(lexer, i + 1);
  *length = b == '=' ? 2 : 1;
  if (a == '!' && b == '=') return "!=";
  if (a == '=' && b == '=') return "=";
  if (a == '=' && b != '>') return "=";
  if (a == '<' && b == '=') return at(lexer, i + 2) == '>' ? NULL : "<=";
  if (a == '<' && b != '-' && b != '>') return "<";
  if (a == '>') return b == '=' ? ">=" : ">";
  return NULL;
}

static TokenKind wrong(Lexer *lexer, size_t end, const char *message) {
  lexer->end = end;
  lexer->message = message;
  return lexer->kind = TOKEN_WRONG;
}

static TokenKind quoted_atom(Lexer *lexer) {
  size_t i = lexer->start + 1;
  while (i < lexer->length && at(lexer, i) != '"') {
    if (at(lexer, i) == '\\' && i + 1 < lexer->length) i++;
    if (!at(lexer, i)) return wrong(lexer, i, "a zero byte");
    text_char(&lexer->atom, at(lexer, i++));
  }
  if (i >= lexer->length) return wrong(lexer, i, "a quoted atom that does not end");
  if (!lexer->atom.size) return wrong(lexer, i + 1, "an empty quoted atom");
  lexer->end = i + 1;
  return lexer->kind = TOKEN_ATOM;
}

/* An identifier, and the comparison that may follow it. */
static TokenKind plain_atom(Lexer *lexer) {
  size_t end = skip_identifier(lexer, lexer->start), length;
  text_add_n(&lexer->atom, lexer->text + lexer->start, end - lexer->start);
  lexer->end = end;
  size_t i = skip_blanks(lexer, end);
  const char *sign = comparison(lexer, i, &length);
  if (sign) {
    i = skip_blanks(lexer, i + length);
    end = starts_word(at(lexer, i)) ? skip_identifier(lexer, i) : skip_number(lexer, i);
    if (end == i) {
      lexer->start = i;
      return wrong(lexer, i + (i < lexer->length), "a comparison needs a number or a name here");
    }
    text_format(&lexer->atom, " %s %.*s", sign, (int)(end - i), lexer->text + i);
    lexer->end = end;
  }
  return lexer->kind = TOKEN_ATOM;
}

static TokenKind word(Lexer *lexer) {
  const char *text = lexer->text + lexer->start;
  size_t length = 0;
  while (in_word(at(lexer, lexer->start + length))) length++;
  size_t end = skip_identifier(lexer, lexer->start);
  if (end == lexer->start + length) {
    if (lexer->logic == LOGIC_CTL && length == 1 && (*text == 'E' || *text == 'A')) {
      lexer->op = *text == 'E' ? OP_EU : OP_AU;
      lexer->end = end;
      return lexer->kind = TOKEN_QUANTIFIER;
    }
    if (find_operator(lexer, text, length, &lexer->op)) {
      lexer->end = end;
      return lexer->kind = TOKEN_OPERATOR;
    }
  }
  length = end - lexer->start;
  const KnownNames *names = &lexer->names;
  size_t chain = operators_before_name(lexer->logic, text, length, names->known, names->context);
  if (!chain) return plain_atom(lexer);
  lexer->joined = chain < length ? length : 0;
  lexer->end = lexer->start + operator_at_front(lexer->logic, text, length, &lexer->op);
  return lexer->kind = TOKEN_OPERATOR;
}

static TokenKind single(Lexer *lexer, TokenKind kind) {
  lexer->end = lexer->start + 1;
  return lexer->kind = kind;
}

TokenKind lexer_next(Lexer *lexer) {
  lexer->start = skip_blanks(lexer, lexer->end);
  lexer->joined = 0;
  text_clear(&lexer->atom);
  size_t i = lexer->start;
  if (i >= lexer->length) {
    lexer->end = lexer->start = lexer->length;
    return lexer->kind = TOKEN_END;
  }
  char c = at(lexer, i);
  if (c == '"') return quoted_atom(lexer);
  if (starts_word(c)) return word(lexer);
  for (size_t length = 3; length; length--)
    if (i + length <= lexer->length && find_operator(lexer, lexer->text + i, length, &lexer->op)) {
      if (isdigit((unsigned char)c) && in_word(at(lexer, i + 1))) break;
      lexer->end = i + length;
      return lexer->kind = TOKEN_OPERATOR;
    }
  if (c == '(') return single(lexer, TOKEN_OPEN);
  if (c == ')') return single(lexer, TOKEN_CLOSE);
  if (c == '[') return single(lexer, TOKEN_OPEN_BRACKET);
  if (c == ']') return single(lexer, TOKEN_CLOSE_BRACKET);
  if (isdigit((unsigned char)c)) {
    while (in_word(at(lexer, i))) i++;
    return wrong(lexer, i, "a number is no formula");
  }
  return wrong(lexer, i + 1,
               isprint((unsigned char)c) ? "no formula has this character"
                                         : "an unprintable character");
}

void lexer_init(Lexer *lexer, Logic logic, KnownNames names, const char *text, size_t length) {
  *lexer =
      (Lexer){.logic = logic, .names = names, .text = text, .length = length, .kind = TOKEN_END};
  text_add(&lexer->atom, "");
}

void lexer_free(Lexer *lexer) { text_free(&lexer->atom); }

static bool read_as_atom(const char *text, KnownNames names) {
  bool plain = true;
  for (Logic logic = LOGIC_LTL; plain && logic <= LOGIC_CTL; logic++) {
    Lexer lexer;
    lexer_init(&lexer, logic, names, text, strlen(text));
    plain = lexer_next(&lexer) == TOKEN_ATOM && *text != '"' && !strcmp(lexer.atom.data, text) &&
            lexer.end == lexer.length;
    lexer_free(&lexer);
  }
  return plain;
}

bool atom_is_plain(const char *text) { return read_as_atom(text, (KnownNames){0}); }

static bool every_name(const void *context, const char *name, size_t length) {
  (void)context, (void)name, (void)length;
  return true;
}

bool atom_is_plain_as_signal(const char *text) {
  return read_as_atom(text, (KnownNames){every_name, NULL});
}
