/* The lexer of SMV: one pass, no allocation. Keywords are one table; operators that differ only in
 * their node (functions, temporal words) share a token kind and carry the node's operator. */
#include "front/smv/lexer.h"

#include <ctype.h>
#include <string.h>

#include "base/nearest.h"
#include "front/smv/syntax.h"

typedef struct {
  const char *word;
  TokenKind kind;
  int detail;
} Keyword;

/* In alphabetical order (of strcmp), for the binary search. */
static const Keyword keywords[] = {
    {"A", TOKEN_PATH_A, 0},
    {"ABF", TOKEN_BOUNDED, NODE_ABF},
    {"ABG", TOKEN_BOUNDED, NODE_ABG},
    {"AF", TOKEN_TEMPORAL, NODE_AF},
    {"AG", TOKEN_TEMPORAL, NODE_AG},
    {"ASSIGN", TOKEN_ASSIGN, 0},
    {"AX", TOKEN_TEMPORAL, NODE_AX},
    {"BU", TOKEN_BOUNDED_UNTIL, 0},
    {"COMPASSION", TOKEN_COMPASSION, 0},
    {"COMPUTE", TOKEN_COMPUTE, 0},
    {"CONSTANTS", TOKEN_CONSTANTS, 0},
    {"CTLSPEC", TOKEN_CTLSPEC, 0},
    {"DEFINE", TOKEN_DEFINE, 0},
    {"E", TOKEN_PATH_E, 0},
    {"EBF", TOKEN_BOUNDED, NODE_EBF},
    {"EBG", TOKEN_BOUNDED, NODE_EBG},
    {"EF", TOKEN_TEMPORAL, NODE_EF},
    {"EG", TOKEN_TEMPORAL, NODE_EG},
    {"EX", TOKEN_TEMPORAL, NODE_EX},
    {"F", TOKEN_TEMPORAL, NODE_FINALLY},
    {"FAIRNESS", TOKEN_FAIRNESS, 0},
    {"FALSE", TOKEN_FALSE, 0},
    {"FROZENVAR", TOKEN_FROZENVAR, 0},
    {"G", TOKEN_TEMPORAL, NODE_GLOBALLY},
    {"H", TOKEN_TEMPORAL, NODE_HISTORICALLY},
    {"INIT", TOKEN_INIT, 0},
    {"INVAR", TOKEN_INVAR, 0},
    {"INVARSPEC", TOKEN_INVARSPEC, 0},
    {"ISA", TOKEN_ISA, 0},
    {"IVAR", TOKEN_IVAR, 0},
    {"JUSTICE", TOKEN_FAIRNESS, 0},
    {"LTLSPEC", TOKEN_LTLSPEC, 0},
    {"MAX", TOKEN_MAX, 0},
    {"MDEFINE", TOKEN_DEFINE, 0},
    {"MIN", TOKEN_MIN, 0},
    {"MIRROR", TOKEN_PRED, 0},
    {"MODULE", TOKEN_MODULE, 0},
    {"NAME", TOKEN_NAME_OF, 0},
    {"O", TOKEN_TEMPORAL, NODE_ONCE},
    {"PRED", TOKEN_PRED, 0},
    {"PSLSPEC", TOKEN_PSLSPEC, 0},
    {"S", TOKEN_BINARY_TEMPORAL, NODE_SINCE},
    {"SPEC", TOKEN_CTLSPEC, 0},
    {"T", TOKEN_BINARY_TEMPORAL, NODE_TRIGGERED},
    {"TRANS", TOKEN_TRANS, 0},
    {"TRUE", TOKEN_TRUE, 0},
    {"U", TOKEN_BINARY_TEMPORAL, NODE_UNTIL},
    {"V", TOKEN_BINARY_TEMPORAL, NODE_RELEASES},
    {"VAR", TOKEN_VAR, 0},
    {"Word", TOKEN_WORD, 0},
    {"X", TOKEN_TEMPORAL, NODE_NEXT_TIME},
    {"Y", TOKEN_TEMPORAL, NODE_YESTERDAY},
    {"Z", TOKEN_TEMPORAL, NODE_WEAK_YESTERDAY},
    {"abs", TOKEN_FUNCTION, NODE_ABS},
    {"array", TOKEN_ARRAY, 0},
    {"bool", TOKEN_FUNCTION, NODE_BOOL},
    {"boolean", TOKEN_BOOLEAN, 0},
    {"case", TOKEN_CASE, 0},
    {"count", TOKEN_FUNCTION, NODE_COUNT},
    {"esac", TOKEN_ESAC, 0},
    {"extend", TOKEN_FUNCTION, NODE_EXTEND},
    {"in", TOKEN_IN, 0},
    {"init", TOKEN_INIT_OF, 0},
    {"integer", TOKEN_INFINITE, 0},
    {"max", TOKEN_FUNCTION, NODE_MAX},
    {"min", TOKEN_FUNCTION, NODE_MIN},
    {"mod", TOKEN_MOD, 0},
    {"next", TOKEN_NEXT, 0},
    {"of", TOKEN_OF, 0},
    {"process", TOKEN_PROCESS, 0},
    {"real", TOKEN_INFINITE, 0},
    {"resize", TOKEN_FUNCTION, NODE_RESIZE},
    {"self", TOKEN_SELF, 0},
    {"signed", TOKEN_SIGNED, 0},
    {"sizeof", TOKEN_FUNCTION, NODE_SIZEOF},
    {"swconst", TOKEN_FUNCTION, NODE_SWCONST},
    {"toint", TOKEN_FUNCTION, NODE_TOINT},
    {"union", TOKEN_UNION, 0},
    {"unsigned", TOKEN_UNSIGNED, 0},
    {"uwconst", TOKEN_FUNCTION, NODE_UWCONST},
    {"word", TOKEN_WORD, 0},
    {"word1", TOKEN_FUNCTION, NODE_WORD1},
    {"xnor", TOKEN_XNOR, 0},
    {"xor", TOKEN_XOR, 0},
};

/* The longest first, so that the first match is the right one. */
static const Keyword marks[] = {
    {"<->", TOKEN_IFF, 0},       {":=", TOKEN_ASSIGN_TO, 0},
    {"::", TOKEN_CONCAT, 0},     {"..", TOKEN_DOTS, 0},
    {"->", TOKEN_IMPLIES, 0},    {"!=", TOKEN_NOT_EQUAL, 0},
    {"<=", TOKEN_LESS_EQUAL, 0}, {">=", TOKEN_GREATER_EQUAL, 0},
    {"<<", TOKEN_LEFT_SHIFT, 0}, {">>", TOKEN_RIGHT_SHIFT, 0},
    {"&&", TOKEN_AND, 0},        {"||", TOKEN_OR, 0},
    {"==", TOKEN_EQUAL, 0},      {"(", TOKEN_OPEN, 0},
    {")", TOKEN_CLOSE, 0},       {"{", TOKEN_OPEN_SET, 0},
    {"}", TOKEN_CLOSE_SET, 0},   {"[", TOKEN_OPEN_INDEX, 0},
    {"]", TOKEN_CLOSE_INDEX, 0}, {",", TOKEN_COMMA, 0},
    {";", TOKEN_SEMICOLON, 0},   {":", TOKEN_COLON, 0},
    {".", TOKEN_DOT, 0},         {"?", TOKEN_QUESTION, 0},
    {"!", TOKEN_NOT, 0},         {"&", TOKEN_AND, 0},
    {"|", TOKEN_OR, 0},          {"=", TOKEN_EQUAL, 0},
    {"<", TOKEN_LESS, 0},        {">", TOKEN_GREATER, 0},
    {"+", TOKEN_PLUS, 0},        {"-", TOKEN_MINUS, 0},
    {"*", TOKEN_TIMES, 0},       {"/", TOKEN_DIVIDE, 0},
};

static int peek(const Lexer *lexer, uint32_t ahead) {
  size_t at = (size_t)lexer->position + ahead;
  return at < lexer->length ? (unsigned char)lexer->text[at] : -1;
}

static void advance(Lexer *lexer) {
  if (lexer->text[lexer->position++] == '\n') {
    lexer->line++;
    lexer->line_start = lexer->position;
  }
}

/* White space and comments: `--` to the end of the line, and `/--` to `--/`. */
static bool skip_blank(Lexer *lexer) {
  for (;;) {
    int c = peek(lexer, 0);
    if (c >= 0 && isspace(c)) {
      advance(lexer);
    } else if (c == '/' && peek(lexer, 1) == '-' && peek(lexer, 2) == '-') {
      for (int i = 0; i < 3; i++) advance(lexer);
      while (peek(lexer, 0) >= 0 &&
             !(peek(lexer, 0) == '-' && peek(lexer, 1) == '-' && peek(lexer, 2) == '/'))
        advance(lexer);
      if (peek(lexer, 0) < 0) return false;
      for (int i = 0; i < 3; i++) advance(lexer);
    } else if (c == '-' && peek(lexer, 1) == '-') {
      while (peek(lexer, 0) >= 0 && peek(lexer, 0) != '\n') advance(lexer);
    } else {
      return true;
    }
  }
}

static bool name_start(int c) { return isalpha(c) || c == '_'; }
static bool name_part(int c) { return isalnum(c) || c == '_' || c == '$' || c == '#' || c == '-'; }

static const Keyword *find_keyword(const char *text, size_t length) {
  size_t low = 0, high = sizeof keywords / sizeof *keywords;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *word = keywords[middle].word;
    int order = strncmp(word, text, length);
    if (!order) order = word[length] != 0;
    if (!order) return keywords + middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return NULL;
}

/* 0ud8_255, 0b_101, 0sh16_ff, ...: a zero, a sign, a base, a width, an underscore, digits. */
static bool word_constant(Lexer *lexer) {
  uint32_t at = 1;
  if (peek(lexer, 0) != '0') return false;
  if (peek(lexer, at) == 'u' || peek(lexer, at) == 's') at++;
  int base = peek(lexer, at);
  if (base < 0 || !strchr("bBoOdDhH", base) || !base) return false;
  at++;
  while (isdigit(peek(lexer, at))) at++;
  if (peek(lexer, at) != '_') return false;
  at++;
  if (!isxdigit(peek(lexer, at))) return false;
  while (peek(lexer, at) >= 0 && (isxdigit(peek(lexer, at)) || peek(lexer, at) == '_')) at++;
  lexer->position += at;
  return true;
}

/* The base of a word constant: its letter and its digits. */
typedef struct {
  const char *letters, *digits;
  char letter; /* as we write it */
  unsigned bits;
} Base;

static const Base bases[] = {
    {"bB", "01", 'b', 1},
    {"oO", "01234567", 'o', 3},
    {"dD", "0123456789", 'd', 0},
    {"hHxX", "0123456789abcdefABCDEF", 'h', 4},
};

static const Base *find_base(int letter) {
  for (size_t i = 0; letter > 0 && i < sizeof bases / sizeof *bases; i++)
    if (strchr(bases[i].letters, letter)) return bases + i;
  return NULL;
}

/* 0hff, 0xff, 0b101: what people write for 0uh8_ff. */
static bool bad_word(Lexer *lexer) {
  uint32_t at = 1;
  if (peek(lexer, 0) != '0') return false;
  if (peek(lexer, at) == 'u' || peek(lexer, at) == 's') at++;
  const Base *base = find_base(peek(lexer, at++));
  uint32_t first = at;
  while (base && peek(lexer, at) > 0 && strchr(base->digits, peek(lexer, at))) at++;
  if (!base || at == first || (peek(lexer, at) >= 0 && name_part(peek(lexer, at)))) return false;
  lexer->position += at;
  return true;
}

void smv_mend_word(const char *text, size_t length, Text *mended) {
  size_t at = 1;
  char sign = 'u';
  if (text[at] == 'u' || text[at] == 's') sign = text[at++];
  const Base *base = find_base(text[at++]);
  while (at + 1 < length && text[at] == '0') at++;
  size_t digits = length - at, width = digits * base->bits;
  if (!base->bits) { /* decimal: as many bits as the number needs, or a few more for a long one */
    uint64_t number = 0;
    for (size_t i = at; digits < 19 && i < length; i++)
      number = 10 * number + (uint64_t)(text[i] - '0');
    for (width = 1; number >> width; width++) {
    }
    if (digits >= 19) width = digits * 4;
  }
  if (sign == 's') width++;
  text_format(mended, "0%c%c%zu_%.*s", sign, base->letter, width, (int)digits, text + at);
}

Token smv_lexer_next(Lexer *lexer) {
  bool closed = skip_blank(lexer);
  Token token = {.kind = TOKEN_BAD,
                 .begin = lexer->position,
                 .line = lexer->line,
                 .column = (int)(lexer->position - lexer->line_start) + 1};
  int c = peek(lexer, 0);
  if (c < 0) {
    token.kind = closed ? TOKEN_END : TOKEN_BAD;
  } else if (name_start(c)) {
    while (peek(lexer, 0) >= 0 && name_part(peek(lexer, 0))) lexer->position++;
    const Keyword *keyword = find_keyword(lexer->text + token.begin, lexer->position - token.begin);
    token.kind = keyword ? keyword->kind : TOKEN_NAME;
    token.detail = keyword ? keyword->detail : 0;
  } else if (isdigit(c)) {
    if (word_constant(lexer)) {
      token.kind = TOKEN_WORD_CONSTANT;
    } else if (bad_word(lexer)) {
      token.kind = TOKEN_BAD_WORD;
    } else {
      while (isdigit(peek(lexer, 0))) lexer->position++;
      token.kind = TOKEN_NUMBER;
    }
  } else {
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
      size_t length = strlen(marks[i].word);
      if (lexer->length - lexer->position >= length &&
          !memcmp(lexer->text + lexer->position, marks[i].word, length)) {
        token.kind = marks[i].kind;
        lexer->position += (uint32_t)length;
        break;
      }
    }
    if (token.kind == TOKEN_BAD) lexer->position++;
  }
  token.end = lexer->position;
  return token;
}

bool token_is_reserved(TokenKind kind) { return kind >= TOKEN_TRUE; }

bool token_opens_section(TokenKind kind) {
  return (kind >= TOKEN_MODULE && kind <= TOKEN_ISA) || kind == TOKEN_PRED;
}

const char *smv_nearest_section(const char *word) {
  Nearest nearest = {.wanted = word};
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (token_opens_section(keywords[i].kind)) nearest_offer(&nearest, keywords[i].word);
  return nearest.name;
}

const char *token_kind_name(TokenKind kind) {
  switch (kind) {
  case TOKEN_END: return "the end of the file";
  case TOKEN_BAD: return "an unknown character";
  case TOKEN_BAD_WORD: return "a damaged word constant";
  case TOKEN_NAME: return "a name";
  case TOKEN_NUMBER: return "a number";
  case TOKEN_WORD_CONSTANT: return "a word constant";
  default: break;
  }
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (marks[i].kind == kind) return marks[i].word;
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (keywords[i].kind == kind) return keywords[i].word;
  return "a keyword";
}
