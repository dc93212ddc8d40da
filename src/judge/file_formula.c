/* See file.h: a CTL formula from its text. The grammar, from loose to tight: -> (to the right), <->
 * , xor, |, & (to the left), then the prefixes ! EX EF EG AX AF AG; and E [f U g], A [f U g] with R
 * or W in place of U, parentheses in place of brackets, or none: E f U g, where g is as short as it
 * can be. An atom is true, false, a signal, a bit of a word `x[3]` or `x<3>`, or the comparison of
 * a word or signal with a decimal number or another one: = == != < <= > >=.
 *
 * Signals are inputs, latches and outputs by their symbols, or else i0, l0, o0. Inputs or latches
 * with the names `x[0]` to `x[n-1]` (or with < and >) form the word x, an unsigned number with bit
 * 0 the lowest. */
#include <ctype.h>
#include <string.h>

#include "judge/file.h"

typedef struct {
  const char *start, *at;
  const AigerFile *model;
  Parts formula;
  size_t depth;
} Parser;

enum { MOST_DEPTH = 5000 }; /* of parentheses and prefixes: the parser is recursive */

_Noreturn static void wrong(const Parser *p, const char *expected) {
  unreadable(p->model->circuit->judge, "the formula, column %zu: expected %s",
             (size_t)(p->at - p->start) + 1, expected);
}

static size_t add_part(Parser *p, Part part) {
  Parts *f = &p->formula;
  f->parts = longer(&p->model->circuit->judge->pool, f->parts, &f->room, f->size + 1, sizeof part);
  f->parts[f->size] = part;
  return f->size++;
}

/* ---- words and signs ---- */

static void skip_blanks(Parser *p) {
  while (isspace((unsigned char)*p->at)) p->at++;
}

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

/* A sign or a word; a word ends where no letter or digit follows. */
static bool take(Parser *p, const char *token) {
  size_t length = strlen(token);
  skip_blanks(p);
  if (strncmp(p->at, token, length)) return false;
  if (in_word(token[length - 1]) && (in_word(p->at[length]) || p->at[length] == '.')) return false;
  p->at += length;
  return true;
}

static bool take_any(Parser *p, const char *const *tokens) {
  for (size_t i = 0; tokens[i]; i++)
    if (take(p, tokens[i])) return true;
  return false;
}

/* ---- atoms ---- */

/* `[3]`, `<3>` or `<*3*>`, which belong to the name if nothing is between: its length, or 0. */
static size_t index_length(const char *at) {
  if (*at != '[' && *at != '<') return 0;
  size_t star = at[0] == '<' && at[1] == '*', digits = strspn(at + 1 + star, "0123456789");
  const char *end = at + 1 + star + digits;
  if (!digits || (star && *end++ != '*') || *end != (*at == '[' ? ']' : '>')) return 0;
  return (size_t)(end - at) + 1;
}

static const char *take_name(Parser *p) {
  skip_blanks(p);
  const char *start = p->at;
  if (!in_word(*p->at)) wrong(p, "a formula");
  for (;;) {
    while (in_word(*p->at) || (*p->at == '.' && in_word(p->at[1]))) p->at++;
    size_t length = index_length(p->at);
    if (!length) break;
    p->at += length;
  }
  return worded(p->model->circuit->judge, "%.*s", (int)(p->at - start), start);
}

/* The sign of a comparison, if there is one here: an arrow is none. */
static const char *take_sign(Parser *p) {
  static const char *const arrows[] = {"<->", "<=>", "=>", NULL};
  static const char *const signs[] = {"!=", "<=", ">=", "==", "<", ">", "=", NULL};
  skip_blanks(p);
  for (size_t i = 0; arrows[i]; i++)
    if (!strncmp(p->at, arrows[i], strlen(arrows[i]))) return NULL;
  for (size_t i = 0; signs[i]; i++)
    if (take(p, signs[i])) return strcmp(signs[i], "==") ? signs[i] : "=";
  return NULL;
}

static size_t take_atom(Parser *p) {
  const char *left = take_name(p), *sign = take_sign(p), *right = sign ? take_name(p) : "";
  return add_part(p, (Part){.atom = atom_literal(p->model, left, sign, right)});
}

/* ---- the grammar ---- */

typedef struct {
  PartKind op;
  const char *spellings[6];
  bool to_the_right;
} Binary;

static const Binary binaries[] = {
    {PART_IMPLIES, {"->", "=>"}, true},
    {PART_EQUIVALENT, {"<->", "<=>"}, false},
    {PART_XOR, {"xor", "^"}, false},
    {PART_OR, {"||", "|", "\\/", "or"}, false},
    {PART_AND, {"&&", "&", "/\\", "and"}, false},
};
enum { LEVELS = sizeof binaries / sizeof *binaries };

static size_t take_level(Parser *p, size_t level);
static size_t take_prefix(Parser *p);

static bool take_path_operator(Parser *p, bool all, PartKind *op) {
  static const struct {
    const char *letter;
    PartKind some, all;
  } rows[] = {{"U", PART_EU, PART_AU},
              {"R", PART_ER, PART_AR},
              {"V", PART_ER, PART_AR},
              {"W", PART_EW, PART_AW}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (take(p, rows[i].letter)) {
      *op = all ? rows[i].all : rows[i].some;
      return true;
    }
  return false;
}

/* Behind E or A: `[f U g]`, `(f U g)`, or `f U g`, where g is as short as it can be. Whether a
 * parenthesis is around all of it is known when its first formula has ended: otherwise that is read
 * again, with the parenthesis. */
static size_t take_path(Parser *p, bool all) {
  Part part = {0};
  skip_blanks(p);
  const char *start = p->at, *close = *start == '[' ? "]" : *start == '(' ? ")" : NULL;
  if (close) p->at++;
  part.left = take_level(p, 0);
  if (!take_path_operator(p, all, &part.op)) {
    if (*start != '(') wrong(p, "U, R or W");
    p->at = start;
    close = NULL;
    part.left = take_level(p, 0);
    if (!take_path_operator(p, all, &part.op)) wrong(p, "U, R or W");
  }
  part.right = close ? take_level(p, 0) : take_prefix(p);
  if (close && !take(p, close)) wrong(p, close);
  return add_part(p, part);
}

static size_t take_prefix(Parser *p) {
  static const char *const negations[] = {"!", "~", "not", NULL};
  static const char *const names[] = {"EX", "EF", "EG", "AX", "AF", "AG"}; /* from PART_EX on */
  if (++p->depth > MOST_DEPTH) wrong(p, "a formula that is not as deep");
  size_t result = 0;
  Part part = {0};
  for (size_t i = 0; i < sizeof names / sizeof *names && !part.op; i++)
    if (take(p, names[i])) part.op = PART_EX + (PartKind)i;
  if (part.op) {
    if (*p->at == '[') wrong(p, "no bounds: they cannot be read here");
    part.left = take_prefix(p);
    result = add_part(p, part);
  } else if (take_any(p, negations)) {
    part = (Part){.op = PART_NOT, .left = take_prefix(p)};
    result = add_part(p, part);
  } else if (take(p, "(")) {
    result = take_level(p, 0);
    if (!take(p, ")")) wrong(p, "')'");
  } else if (take(p, "E")) {
    result = take_path(p, false);
  } else if (take(p, "A")) {
    result = take_path(p, true);
  } else {
    result = take_atom(p);
  }
  p->depth--;
  return result;
}

static size_t take_level(Parser *p, size_t level) {
  if (level == LEVELS) return take_prefix(p);
  const Binary *binary = binaries + level;
  size_t left = take_level(p, level + 1);
  while (take_any(p, binary->spellings)) {
    if (++p->depth > MOST_DEPTH) wrong(p, "a formula that is not as deep");
    Part part = {.op = binary->op, .left = left};
    part.right = take_level(p, binary->to_the_right ? level : level + 1);
    left = add_part(p, part);
    p->depth--;
  }
  return left;
}

Parts read_formula(const AigerFile *model, const char *text) {
  Parser parser = {.start = text, .at = text, .model = model};
  parser.formula.root = take_level(&parser, 0);
  skip_blanks(&parser);
  if (*parser.at) wrong(&parser, "the end of the formula");
  return parser.formula;
}
