/* See ctl_sequence.h. Operator precedence parsing with a stack of its own, as in parser.c: deep
 * nesting costs memory, not C stack. A quantifier waits on the stack twice: first for its left
 * operand, then, joined with the path operator, for its right one. */
#include "formula/ctl/ctl_sequence.h"

#include <ctype.h>

#include "formula/bounded.h"

typedef enum { ITEM_PREFIX, ITEM_BINARY, ITEM_OPEN, ITEM_QUANTIFIER, ITEM_PATH } ItemKind;

typedef struct {
  ItemKind kind;
  Operator op;       /* of a prefix, a binary or a path operator; of a quantifier OP_EU or OP_AU */
  int binding;       /* of a binary operator */
  char close;        /* of an opening bracket: its partner */
  StepBounds bounds; /* of an operator of paths */
} Item;

typedef struct {
  Formulas *formulas;
  const char *file, *text;
  size_t start, end; /* of the current word */
  bool path;         /* the operand before it ends with a path formula without brackets */
  size_t chain;      /* of this formula; see NamedFormula */
  Error *error;
  VEC(Item) items;
  VEC(Formula) operands;
} Sequence;

enum { BINDING_PATH = 0, BINDING_LOOSE = 1, BINDING_OR = 2, BINDING_AND = 3 };

static const struct {
  const char *word;
  Operator op;
} prefixes[] = {{"~", OP_NOT}, {"!", OP_NOT}, {"EX", OP_EX}, {"EF", OP_EF},
                {"EG", OP_EG}, {"AX", OP_AX}, {"AF", OP_AF}, {"AG", OP_AG}};

static const struct {
  const char *word;
  Operator op;
  int binding;
} binaries[] = {{"^", OP_XOR, BINDING_LOOSE},      {"==", OP_EQUIVALENT, BINDING_LOOSE},
                {"->", OP_IMPLIES, BINDING_LOOSE}, {"<->", OP_EQUIVALENT, BINDING_LOOSE},
                {"|", OP_OR, BINDING_OR},          {"&", OP_AND, BINDING_AND},
                {"U", OP_EU, BINDING_PATH},        {"R", OP_ER, BINDING_PATH},
                {"W", OP_EW, BINDING_PATH}};

/* ---- words ---- */

static bool in_name(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

/* Behind an index `<3>`, `<*0*>` or `[3]` at i, or i. */
static size_t skip_index(const char *text, size_t i) {
  char close = text[i] == '<' ? '>' : text[i] == '[' ? ']' : 0;
  if (!close) return i;
  size_t j = i + 1, digits = 0;
  for (; isdigit((unsigned char)text[j]) || text[j] == '*'; j++)
    digits += isdigit((unsigned char)text[j]) != 0;
  return digits && text[j] == close ? j + 1 : i;
}

static size_t skip_space(const char *text, size_t i) {
  for (;;) {
    while (isspace((unsigned char)text[i])) i++;
    if (text[i] != '#') return i;
    i += strcspn(text + i, "\n");
  }
}

/* Finds the word behind the current one; an empty one at the end of the text. */
static void next_word(Sequence *s) {
  const char *text = s->text;
  size_t i = s->start = skip_space(text, s->end);
  if (in_name(text[i])) {
    while (in_name(text[i])) i++;
    for (size_t j; (j = skip_index(text, i)) != i;)
      for (i = j; in_name(text[i]);) i++;
    s->end = i;
    return;
  }
  static const char *const signs[] = {"<->", "->", "=="};
  for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
    if (!strncmp(text + i, signs[k], strlen(signs[k]))) {
      s->end = i + strlen(signs[k]);
      return;
    }
  s->end = i + (text[i] != 0);
}

static bool word_is(const Sequence *s, const char *word) {
  return s->end - s->start == strlen(word) && !strncmp(s->text + s->start, word, s->end - s->start);
}

static bool fail(Sequence *s, const char *expected) {
  Text text = {0};
  if (s->end == s->start) text_format(&text, "expected %s, not the end", expected);
  else
    text_format(&text, "expected %s, not '%.*s'", expected, (int)(s->end - s->start),
                s->text + s->start);
  error_at_offset(s->error, s->file, s->text, s->start, text.data);
  text_free(&text);
  return false;
}

/* ---- reduction ---- */

static void reduce_top(Sequence *s) {
  Item top = vec_pop(&s->items);
  bool prefix = top.kind == ITEM_PREFIX;
  Formula right = vec_pop(&s->operands), left = prefix ? right : vec_pop(&s->operands), result;
  if (top.bounds.given) result = formula_bounded(s->formulas, top.op, left, right, &top.bounds);
  else if (prefix) result = formula_unary(s->formulas, top.op, right);
  else result = formula_binary(s->formulas, top.op, left, right);
  vec_push(&s->operands, result);
}

/* The bounds behind an operator, which becomes longer by them. */
static bool take_bounds(Sequence *s, Operator op, StepBounds *bounds) {
  const char *message = NULL;
  *bounds = (StepBounds){0};
  if (op == OP_NOT || op == OP_EX || op == OP_AX || op == OP_EW) return true;
  if (bounds_read(s->text, strlen(s->text), &s->end, bounds, &message)) return true;
  return error_at_offset(s->error, s->file, s->text, s->end, message);
}

/* What is complete once an operand is there: prefixes and path operators without brackets. */
static void reduce_complete(Sequence *s) {
  s->path = false;
  while (s->items.size &&
         (vec_last(&s->items).kind == ITEM_PREFIX || vec_last(&s->items).kind == ITEM_PATH)) {
    s->path |= vec_last(&s->items).kind == ITEM_PATH;
    reduce_top(s);
  }
}

static void reduce_binaries(Sequence *s, int binding) {
  while (s->items.size && vec_last(&s->items).kind == ITEM_BINARY &&
         vec_last(&s->items).binding >= binding) {
    if (binding == BINDING_LOOSE && vec_last(&s->items).op == OP_IMPLIES) s->chain = s->start;
    reduce_top(s);
  }
}

static Operator quantified(Operator quantifier, Operator path) {
  return quantifier == OP_EU ? path : (Operator)(path + (OP_AU - OP_EU));
}

/* U, R or W behind an operand: the quantifier that it belongs to waits for it directly, or before
 * the bracket in which we are. */
static bool take_path(Sequence *s, Operator op) {
  StepBounds bounds;
  if (!take_bounds(s, op, &bounds)) return false;
  reduce_binaries(s, BINDING_PATH);
  if (s->items.size && vec_last(&s->items).kind == ITEM_QUANTIFIER) {
    Item quantifier = vec_pop(&s->items);
    Item path = {.kind = ITEM_PATH, .op = quantified(quantifier.op, op), .bounds = bounds};
    vec_push(&s->items, path);
    return true;
  }
  size_t n = s->items.size;
  if (n < 2 || s->items.data[n - 1].kind != ITEM_OPEN ||
      s->items.data[n - 2].kind != ITEM_QUANTIFIER)
    return fail(s, "E or A before a path operator");
  Item open = s->items.data[n - 1];
  Item path = {.kind = ITEM_BINARY,
               .op = quantified(s->items.data[n - 2].op, op),
               .binding = BINDING_PATH,
               .bounds = bounds};
  s->items.data[n - 2] = open; /* the quantifier is used up: the operator is in its place */
  s->items.data[n - 1] = path;
  return true;
}

static bool take_close(Sequence *s) {
  reduce_binaries(s, BINDING_PATH);
  if (!s->items.size || vec_last(&s->items).kind != ITEM_OPEN ||
      vec_last(&s->items).close != s->text[s->start])
    return fail(s, s->items.size ? "the other bracket" : "a formula");
  s->items.size--;
  reduce_complete(s);
  return true;
}

/* ---- one word ---- */

static void take_atom(Sequence *s) {
  char *name = mem_string_n(s->text + s->start, s->end - s->start);
  size_t i = skip_space(s->text, s->end);
  bool compared = s->text[i] == '=' && s->text[i + 1] != '=', negated = false;
  if (compared) {
    i = skip_space(s->text, i + 1);
    compared = (s->text[i] == '0' || s->text[i] == '1') && !in_name(s->text[i + 1]);
    negated = s->text[i] == '0';
  }
  Formula f = formula_atom(s->formulas, name);
  if (compared) s->end = i + 1;
  vec_push(&s->operands, negated ? formula_unary(s->formulas, OP_NOT, f) : f);
  mem_free(name);
  reduce_complete(s);
}

/* A word where an operand is wanted; *wanted says whether one still is. */
static bool take_operand(Sequence *s, bool *wanted) {
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (word_is(s, prefixes[i].word)) {
      Item prefix = {.kind = ITEM_PREFIX, .op = prefixes[i].op};
      if (!take_bounds(s, prefix.op, &prefix.bounds)) return false;
      vec_push(&s->items, prefix);
      return true;
    }
  if (word_is(s, "E") || word_is(s, "A")) {
    Operator op = s->text[s->start] == 'E' ? OP_EU : OP_AU;
    vec_push(&s->items, ((Item){.kind = ITEM_QUANTIFIER, .op = op}));
    return true;
  }
  if (word_is(s, "(") || word_is(s, "[")) {
    char close = s->text[s->start] == '(' ? ')' : ']';
    vec_push(&s->items, ((Item){.kind = ITEM_OPEN, .close = close}));
    return true;
  }
  *wanted = false;
  bool yes = word_is(s, "true") || word_is(s, "TRUE") || word_is(s, "1");
  if (yes || word_is(s, "false") || word_is(s, "FALSE") || word_is(s, "0")) {
    vec_push(&s->operands, yes ? FORMULA_TRUE : FORMULA_FALSE);
    reduce_complete(s);
    return true;
  }
  if (s->end == s->start || !in_name(s->text[s->start])) return fail(s, "a formula");
  take_atom(s);
  return true;
}

/* A word behind an operand. *ended: it does not belong to this formula. */
static bool take_operator(Sequence *s, bool *wanted, bool *ended) {
  if (word_is(s, ")") || word_is(s, "]")) return take_close(s);
  for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++) {
    if (!word_is(s, binaries[i].word)) continue;
    *wanted = true;
    if (binaries[i].binding == BINDING_PATH) return take_path(s, binaries[i].op);
    if (s->path) return fail(s, "brackets around the path formula before an operator");
    reduce_binaries(s, binaries[i].binding);
    vec_push(&s->items,
             ((Item){.kind = ITEM_BINARY, .op = binaries[i].op, .binding = binaries[i].binding}));
    return true;
  }
  reduce_binaries(s, BINDING_PATH);
  if (s->items.size)
    return fail(s, vec_last(&s->items).kind == ITEM_OPEN ? "an operator or a closing bracket"
                                                         : "U, R or W");
  *ended = true;
  return true;
}

/* One formula from the current word on; afterwards the current word is the one behind it. */
static bool parse_one(Sequence *s, NamedFormulaVec *result) {
  NamedFormula named = {.line = 1, .formula = FORMULA_NONE};
  size_t first = s->start, last = s->end;
  for (size_t i = 0; i < first; i++) named.line += s->text[i] == '\n';
  bool wanted = true, ended = false, fine = true;
  s->chain = 0;
  while (fine && !ended) {
    fine = wanted ? take_operand(s, &wanted) : take_operator(s, &wanted, &ended);
    if (!fine || ended) break;
    last = s->end;
    next_word(s);
  }
  if (fine) {
    named.formula = vec_last(&s->operands);
    named.start = first;
    named.chain = s->chain;
    named.text = mem_string_n(s->text + first, last - first);
    vec_push(result, named);
  }
  vec_clear(&s->items);
  vec_clear(&s->operands);
  return fine;
}

bool ctl_sequence_parse(Formulas *formulas, const char *file, const char *text,
                        NamedFormulaVec *result, Error *error) {
  Sequence s = {.formulas = formulas, .file = file, .text = text, .error = error};
  bool fine = true;
  next_word(&s);
  while (fine && s.end > s.start) {
    if (word_is(&s, ";")) next_word(&s);
    else fine = parse_one(&s, result);
  }
  vec_free(&s.items);
  vec_free(&s.operands);
  return fine;
}
