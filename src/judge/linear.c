/* See linear.h. */
#include "judge/linear.h"

static bool is_temporal(const Part *part) { return part->op >= PART_X; }
static bool is_past(const Part *part) { return part->op >= PART_Y; }

/* Of an operator that repeats itself: what it is if nothing decides, in the future or the past. */
static bool by_default(PartKind op) {
  return op == PART_G || op == PART_R || op == PART_W || op == PART_H || op == PART_T ||
         op == PART_Z;
}

/* ---- the truth on a run ---- */

typedef struct {
  const Parts *formula;
  const Word *word;
  size_t written, round; /* steps that are written out; the last `round` of them repeat, if any */
  unsigned char *truth;  /* of part p in step k: truth[p * written + k] */
} Table;

static unsigned char least(unsigned char a, unsigned char b) { return a < b ? a : b; }
static unsigned char most(unsigned char a, unsigned char b) { return a > b ? a : b; }
static unsigned char not(unsigned char a) { return (unsigned char)(TRUTH_TRUE - a); }

/* With `x`, the truth of the part in the step after, or, of the past, before. */
static unsigned char law(PartKind op, unsigned char a, unsigned char b, unsigned char x) {
  switch (op) {
  case PART_NOT: return not(a);
  case PART_AND: return least(a, b);
  case PART_OR: return most(a, b);
  case PART_IMPLIES: return most(not(a), b);
  case PART_EQUIVALENT: return least(most(not(a), b), most(a, not(b)));
  case PART_XOR: return most(least(a, not(b)), least(not(a), b));
  case PART_F:
  case PART_O: return most(a, x);
  case PART_G:
  case PART_H: return least(a, x);
  case PART_U:
  case PART_W:
  case PART_S: return most(b, least(a, x));
  default: return least(b, most(a, x)); /* R, M, T */
  }
}

/* X, Y and Z have the operand's truth one step away. */
static unsigned char one_step(const Table *t, PartKind op, const unsigned char *a, size_t k) {
  if (op != PART_X) return k ? a[k - 1] : by_default(op) ? TRUTH_TRUE : TRUTH_FALSE;
  if (k + 1 < t->written) return a[k + 1];
  return t->round ? a[t->written - t->round] : TRUTH_UNKNOWN;
}

static void fill_row(const Table *t, size_t p) {
  const Part *part = t->formula->parts + p;
  PartKind op = part->op;
  unsigned char *row = t->truth + p * t->written, x = by_default(op) ? TRUTH_TRUE : TRUTH_FALSE;
  const unsigned char *a = t->truth + part->left * t->written;
  const unsigned char *b = t->truth + part->right * t->written;
  size_t end = t->written;
  if (op == PART_ATOM) {
    for (size_t k = 0; k < end; k++) {
      size_t step = k;
      while (step >= t->word->steps) step -= t->round;
      row[k] = t->word->atoms[p * t->word->steps + step] ? TRUTH_TRUE : TRUTH_FALSE;
    }
  } else if (op == PART_X || op == PART_Y || op == PART_Z) {
    for (size_t k = 0; k < end; k++) row[k] = one_step(t, op, a, k);
  } else if (!is_temporal(part) || is_past(part)) {
    for (size_t k = 0; k < end; k++) x = row[k] = law(op, a[k], b[k], x);
  } else { /* backwards; before that once around the loop, which decides what can be decided */
    if (!t->round) x = TRUTH_UNKNOWN;
    for (size_t k = 0; k < t->round; k++) x = law(op, a[end - 1 - k], b[end - 1 - k], x);
    for (size_t k = end; k-- > 0;) x = row[k] = law(op, a[k], b[k], x);
  }
}

/* A past operator may tell the rounds of a loop apart. But one whose operands repeat from some
 * round on repeats from the round after it: what a round does to the one truth that it remembers is
 * to keep it or to set it, in each round the same. So the loop is written out once more for each.
 */
Truth truth_of(Judge *judge, const Parts *formula, const Word *word) {
  Pool scratch = {judge, NULL};
  Table t = {.formula = formula, .word = word, .written = word->steps};
  if (word->loop >= 0) t.round = word->steps - (size_t)word->loop;
  for (size_t p = 0; p < formula->size; p++)
    if (is_past(formula->parts + p)) t.written += t.round;
  t.truth = zeroed(&scratch, formula->size * t.written, 1);
  for (size_t p = 0; p < formula->size; p++) fill_row(&t, p);
  Truth result = t.truth[formula->root * t.written];
  pool_free(&scratch);
  return result;
}

/* ---- the tableau ---- */

/* The same laws, as gates. */
static Lit law_gate(Circuit *c, PartKind op, Lit a, Lit b, Lit x) {
  switch (op) {
  case PART_NOT: return a ^ 1;
  case PART_AND: return add_gate(c, a, b);
  case PART_OR: return add_or(c, a, b);
  case PART_IMPLIES: return add_or(c, a ^ 1, b);
  case PART_EQUIVALENT: return add_equal(c, a, b);
  case PART_XOR: return add_equal(c, a, b) ^ 1;
  case PART_F:
  case PART_O: return add_or(c, a, x);
  case PART_G:
  case PART_H: return add_gate(c, a, x);
  case PART_U:
  case PART_W:
  case PART_S: return add_or(c, b, add_gate(c, a, x));
  case PART_R:
  case PART_M:
  case PART_T: return add_gate(c, b, add_or(c, a, x));
  default: return x; /* X, Y, Z */
  }
}

/* True infinitely often, unless the part waits for ever and its literal is wrong: an eventuality
 * is not promised, or it comes; of G, R, W: the part is true, or what refutes it comes. */
static Lit does_not_wait(Circuit *c, PartKind op, Lit a, Lit b, Lit value) {
  Lit decides = op == PART_U ? b : op == PART_R ? b ^ 1 : op == PART_M ? add_gate(c, a, b) : a;
  if (op == PART_G) decides = a ^ 1;
  if (op == PART_W) decides = add_gate(c, a ^ 1, b ^ 1);
  return add_or(c, by_default(op) ? value : value ^ 1, decides);
}

static Lit add_temporal(Circuit *c, const Part *part, Lit a, Lit b, Lits *fair) {
  PartKind op = part->op;
  Lit remembered = add_variable(c);
  if (is_past(part)) {
    Lit value = law_gate(c, op, a, b, remembered);
    bool operand = op == PART_Y || op == PART_Z;
    define_latch(c, (Register){remembered, operand ? a : value, by_default(op)});
    return value;
  }
  Lit guess = add_variable(c), value = law_gate(c, op, a, b, guess);
  define_input(c, guess);
  define_latch(c, (Register){remembered, guess, remembered});
  list_add(c->judge, &c->constraints, add_equal(c, remembered, op == PART_X ? a : value));
  if (op != PART_X) list_add(c->judge, fair, does_not_wait(c, op, a, b, value));
  return value;
}

Lits add_violations(Circuit *c, const Parts *formula) {
  Lit *values = zeroed(&c->judge->pool, formula->size, sizeof *values);
  Lits fair = {0};
  for (size_t p = 0; p < formula->size; p++) {
    const Part *part = formula->parts + p;
    Lit a = values[part->left], b = values[part->right];
    values[p] = part->op == PART_ATOM ? part->atom
                : is_temporal(part)   ? add_temporal(c, part, a, b, &fair)
                                      : law_gate(c, part->op, a, b, 0);
  }
  Lit first = add_variable(c);
  define_latch(c, (Register){first, 0, 1});
  list_add(c->judge, &c->constraints, add_gate(c, first, values[formula->root]) ^ 1);
  return fair;
}
