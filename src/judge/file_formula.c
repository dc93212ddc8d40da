/* See file.h: a formula from its text. The grammar, from loose to tight: -> (to the right), <->,
 * xor, |, & (to the left), of LTL then U R W M S T (to the right), then the prefixes: ! and those
 * of the logic. Of CTL there are E [f U g], A [f U g] with R or W in place of U, parentheses in
 * place of brackets, or none: E f U g, where g is as short as it can be. An atom is true, false, a
 * signal, a bit of a word `x[3]` or `x<3>`, or the comparison of a word or signal with a decimal
 * number or another one: = == != < <= > >=.
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
  Logic logic;
  Parts formula;
  size_t depth;
} Parser;

enum { MOST_DEPTH = 5000 }; /* of parentheses and prefixes: the parser is recursive */

_Noreturn static void wrong(const Parser *p, const char *expected) {
  unreadable(p->model->circuit->judge, "the formula, column %zu: expected %s",
             (size_t)(p->at - p->start) + 1, expected);
}

/* What is written twice is one part. */
static size_t add_part(Parser *p, Part part) {
  Parts *f = &p->formula;
  for (size_t i = 0; i < f->size; i++) {
    const Part *old = f->parts + i;
    bool same_text = !part.text ? !old->text : old->text && !strcmp(old->text, part.text);
    if (old->op == part.op && old->left == part.left && old->right == part.right && same_text)
      return i;
  }
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
  Lit lit = atom_literal(p->model, left, sign, right);
  const char *text = worded(p->model->circuit->judge, "%s%s%s", left, sign ? sign : "", right);
  if (!sign && constant_named(left)) text = constant_named(left);
  return add_part(p, (Part){.atom = lit, .text = text});
}

/* ---- the grammar ---- */

/* Operators by how tightly they bind; those of a longer spelling come first. */
enum { IMPLIES, EQUIVALENT, XOR, OR, AND, TEMPORAL, PREFIX, SOME_PATH, ALL_PATHS };

typedef struct {
  const char *spelling;
  PartKind op;
  unsigned level, logics;
} Operator;

enum { BOTH = LOGIC_CTL | LOGIC_LTL };
static const Operator operators[] = {
    {"->", PART_IMPLIES, IMPLIES, BOTH},
    {"=>", PART_IMPLIES, IMPLIES, BOTH},
    {"<->", PART_EQUIVALENT, EQUIVALENT, BOTH},
    {"<=>", PART_EQUIVALENT, EQUIVALENT, BOTH},
    {"xor", PART_XOR, XOR, BOTH},
    {"^", PART_XOR, XOR, BOTH},
    {"||", PART_OR, OR, BOTH},
    {"|", PART_OR, OR, BOTH},
    {"\\/", PART_OR, OR, BOTH},
    {"or", PART_OR, OR, BOTH},
    {"&&", PART_AND, AND, BOTH},
    {"&", PART_AND, AND, BOTH},
    {"/\\", PART_AND, AND, BOTH},
    {"and", PART_AND, AND, BOTH},
    {"U", PART_U, TEMPORAL, LOGIC_LTL},
    {"R", PART_R, TEMPORAL, LOGIC_LTL},
    {"V", PART_R, TEMPORAL, LOGIC_LTL},
    {"W", PART_W, TEMPORAL, LOGIC_LTL},
    {"M", PART_M, TEMPORAL, LOGIC_LTL},
    {"S", PART_S, TEMPORAL, LOGIC_LTL},
    {"T", PART_T, TEMPORAL, LOGIC_LTL},
    {"!", PART_NOT, PREFIX, BOTH},
    {"~", PART_NOT, PREFIX, BOTH},
    {"not", PART_NOT, PREFIX, BOTH},
    {"X", PART_X, PREFIX, LOGIC_LTL},
    {"F", PART_F, PREFIX, LOGIC_LTL},
    {"<>", PART_F, PREFIX, LOGIC_LTL},
    {"G", PART_G, PREFIX, LOGIC_LTL},
    {"[]", PART_G, PREFIX, LOGIC_LTL},
    {"Y", PART_Y, PREFIX, LOGIC_LTL},
    {"Z", PART_Z, PREFIX, LOGIC_LTL},
    {"O", PART_O, PREFIX, LOGIC_LTL},
    {"H", PART_H, PREFIX, LOGIC_LTL},
    {"EX", PART_EX, PREFIX, LOGIC_CTL},
    {"EF", PART_EF, PREFIX, LOGIC_CTL},
    {"EG", PART_EG, PREFIX, LOGIC_CTL},
    {"AX", PART_AX, PREFIX, LOGIC_CTL},
    {"AF", PART_AF, PREFIX, LOGIC_CTL},
    {"AG", PART_AG, PREFIX, LOGIC_CTL},
    {"U", PART_EU, SOME_PATH, LOGIC_CTL},
    {"R", PART_ER, SOME_PATH, LOGIC_CTL},
    {"V", PART_ER, SOME_PATH, LOGIC_CTL},
    {"W", PART_EW, SOME_PATH, LOGIC_CTL},
    {"U", PART_AU, ALL_PATHS, LOGIC_CTL},
    {"R", PART_AR, ALL_PATHS, LOGIC_CTL},
    {"V", PART_AR, ALL_PATHS, LOGIC_CTL},
    {"W", PART_AW, ALL_PATHS, LOGIC_CTL},
};

static bool take_operator(Parser *p, unsigned level, PartKind *op) {
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    const Operator *o = operators + i;
    if (o->level != level || !(o->logics & p->logic) || !take(p, o->spelling)) continue;
    *op = o->op;
    return true;
  }
  return false;
}

static size_t take_level(Parser *p, unsigned level);
static size_t take_prefix(Parser *p);

/* Behind E or A: `[f U g]`, `(f U g)`, or `f U g`, where g is as short as it can be. Whether a
 * parenthesis is around all of it is known when its first formula has ended: otherwise that is read
 * again, with the parenthesis. */
static size_t take_path(Parser *p, unsigned paths) {
  Part part = {0};
  skip_blanks(p);
  const char *start = p->at, *close = *start == '[' ? "]" : *start == '(' ? ")" : NULL;
  if (close) p->at++;
  part.left = take_level(p, IMPLIES);
  if (!take_operator(p, paths, &part.op)) {
    if (*start != '(') wrong(p, "U, R or W");
    p->at = start;
    close = NULL;
    part.left = take_level(p, IMPLIES);
    if (!take_operator(p, paths, &part.op)) wrong(p, "U, R or W");
  }
  part.right = close ? take_level(p, IMPLIES) : take_prefix(p);
  if (close && !take(p, close)) wrong(p, close);
  return add_part(p, part);
}

static size_t take_prefix(Parser *p) {
  if (++p->depth > MOST_DEPTH) wrong(p, "a formula that is not as deep");
  size_t result = 0;
  Part part = {0};
  if (take_operator(p, PREFIX, &part.op)) {
    if (*p->at == '[' && isdigit((unsigned char)p->at[1]))
      wrong(p, "no bounds: they cannot be read here");
    part.left = take_prefix(p);
    result = add_part(p, part);
  } else if (take(p, "(")) {
    result = take_level(p, IMPLIES);
    if (!take(p, ")")) wrong(p, "')'");
  } else if (p->logic == LOGIC_CTL && take(p, "E")) {
    result = take_path(p, SOME_PATH);
  } else if (p->logic == LOGIC_CTL && take(p, "A")) {
    result = take_path(p, ALL_PATHS);
  } else {
    result = take_atom(p);
  }
  p->depth--;
  return result;
}

static size_t take_level(Parser *p, unsigned level) {
  if (level == PREFIX) return take_prefix(p);
  bool to_the_right = level == IMPLIES || level == TEMPORAL;
  Part part = {.left = take_level(p, level + 1)};
  while (take_operator(p, level, &part.op)) {
    if (++p->depth > MOST_DEPTH) wrong(p, "a formula that is not as deep");
    part.right = take_level(p, to_the_right ? level : level + 1);
    part.left = add_part(p, part);
    p->depth--;
  }
  return part.left;
}

Parts read_formula(const AigerFile *model, Logic logic, const char *text) {
  Parser parser = {.start = text, .at = text, .model = model, .logic = logic};
  parser.formula.root = take_level(&parser, IMPLIES);
  skip_blanks(&parser);
  if (*parser.at) wrong(&parser, "the end of the formula");
  return parser.formula;
}
