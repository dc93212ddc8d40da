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
  const Operator *linear; /* of LTL; NULL: it is one of CTL */
  Parts formula;
  size_t depth;
} Parser;

enum { MOST_DEPTH = 2000 }; /* of parentheses and prefixes: the parser is recursive */

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
    if (old->op == part.op && old->paths == part.paths && old->left == part.left &&
        old->right == part.right && same_text)
      return i;
  }
  f->parts = longer(&p->model->circuit->judge->pool, f->parts, &f->room, f->size + 1, sizeof part);
  f->parts[f->size] = part;
  return f->size++;
}

/* ---- words and signs ---- */

static void skip_space(Parser *p) {
  while (isspace((unsigned char)*p->at)) p->at++;
}

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

/* A sign or a word; a word ends where no letter or digit follows. */
static bool take(Parser *p, const char *token) {
  size_t length = strlen(token);
  skip_space(p);
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
  skip_space(p);
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
  skip_space(p);
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

/* Those of a longer spelling come first. */
static const Operator operators[] = {
    {"->", PART_IMPLIES, IMPLIES},
    {"=>", PART_IMPLIES, IMPLIES},
    {"<->", PART_EQUIVALENT, EQUIVALENT},
    {"<=>", PART_EQUIVALENT, EQUIVALENT},
    {"xor", PART_XOR, XOR},
    {"^", PART_XOR, XOR},
    {"||", PART_OR, OR},
    {"|", PART_OR, OR},
    {"\\/", PART_OR, OR},
    {"or", PART_OR, OR},
    {"&&", PART_AND, AND},
    {"&", PART_AND, AND},
    {"/\\", PART_AND, AND},
    {"and", PART_AND, AND},
    {"!", PART_NOT, PREFIX},
    {"~", PART_NOT, PREFIX},
    {"not", PART_NOT, PREFIX},
    {NULL, PART_ATOM, 0},
};

/* Between E or A and the end of a path formula. */
static const Operator path_operators[] = {
    {"U", PART_U, TEMPORAL}, {"R", PART_R, TEMPORAL}, {"V", PART_R, TEMPORAL},
    {"W", PART_W, TEMPORAL}, {NULL, PART_ATOM, 0},
};

static bool take_among(Parser *p, const Operator *some, unsigned level, PartKind *op) {
  for (; some->spelling; some++) {
    if (some->level != level || !take(p, some->spelling)) continue;
    *op = some->op;
    return true;
  }
  return false;
}

static bool take_operator(Parser *p, unsigned level, PartKind *op) {
  return take_among(p, operators, level, op) || (p->linear && take_among(p, p->linear, level, op));
}

static size_t take_level(Parser *p, unsigned level);
static size_t take_prefix(Parser *p);

/* EX, AF and so on. */
static bool take_quantified(Parser *p, Part *part) {
  for (size_t i = 0; !p->linear && i < 6; i++) {
    const char word[] = {"EA"[i / 3], "XFG"[i % 3], 0};
    if (!take(p, word)) continue;
    *part = (Part){.op = (PartKind)(PART_X + i % 3), .paths = word[0]};
    return true;
  }
  return false;
}

/* Behind E or A: `[f U g]`, `(f U g)`, or `f U g`, where g is as short as it can be. Whether a
 * parenthesis is around all of it is known when its first formula has ended: otherwise that is read
 * again, with the parenthesis. */
static size_t take_path(Parser *p, char paths) {
  Part part = {.paths = paths};
  skip_space(p);
  const char *start = p->at, *close = *start == '[' ? "]" : *start == '(' ? ")" : NULL;
  if (close) p->at++;
  part.left = take_level(p, IMPLIES);
  if (!take_among(p, path_operators, TEMPORAL, &part.op)) {
    if (*start != '(') wrong(p, "U, R or W");
    p->at = start;
    close = NULL;
    part.left = take_level(p, IMPLIES);
    if (!take_among(p, path_operators, TEMPORAL, &part.op)) wrong(p, "U, R or W");
  }
  part.right = close ? take_level(p, IMPLIES) : take_prefix(p);
  if (close && !take(p, close)) wrong(p, close);
  return add_part(p, part);
}

static size_t take_prefix(Parser *p) {
  if (++p->depth > MOST_DEPTH) wrong(p, "a formula that is not as deep");
  size_t result = 0;
  Part part = {0};
  if (take_operator(p, PREFIX, &part.op) || take_quantified(p, &part)) {
    if (*p->at == '[' && isdigit((unsigned char)p->at[1]))
      wrong(p, "no bounds: they cannot be read here");
    part.left = take_prefix(p);
    result = add_part(p, part);
  } else if (take(p, "(")) {
    result = take_level(p, IMPLIES);
    if (!take(p, ")")) wrong(p, "')'");
  } else if (!p->linear && (take(p, "E") || take(p, "A"))) {
    result = take_path(p, p->at[-1]);
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
    p->depth++;
    part.right = take_level(p, to_the_right ? level : level + 1);
    part.left = add_part(p, part);
    p->depth--;
  }
  return part.left;
}

Parts read_formula(const AigerFile *model, const Operator *linear, const char *text) {
  Parser parser = {.start = text, .at = text, .model = model, .linear = linear};
  parser.formula.root = take_level(&parser, IMPLIES);
  if (*parser.at) wrong(&parser, "the end of the formula");
  return parser.formula;
}
