/* See expression.h. The depth of the recursion is bounded by DEEPEST. */
#include "report/expression.h"

#include <string.h>

#include "base/map.h"
#include "base/memory.h"

enum { DEEPEST = 3, MOST_OPERANDS = 64 };

struct Expressions {
  const Aig *aig;
  const Naming *naming;
  U32Vec owed; /* nodes that have a name */
  size_t given;
  Bits named; /* by node */
};

Expressions *expressions_new(const Aig *aig, const Naming *naming) {
  Expressions *x = mem_zalloc(sizeof *x);
  x->aig = aig;
  x->naming = naming;
  x->named = bits_new(aig->size);
  return x;
}

void expressions_free(Expressions *x) {
  if (!x) return;
  vec_free(&x->owed);
  bits_free(&x->named);
  mem_free(x);
}

/* Whether an operand is to be entered: an AND that is no XOR. Two clauses with a variable in common
 * may look like a multiplexer, but are better read as what they are. */
static bool splits(const Aig *aig, Lit lit, Lit whole) {
  Lit condition, then_, else_;
  if (lit_negated(lit) || lit == whole || !aig_is_and(aig, lit_node(lit))) return false;
  return !aig_as_mux(aig, lit_node(lit), &condition, &then_, &else_) || then_ != lit_not(else_);
}

void conjuncts(const Aig *aig, Lit lit, Lit whole, LitVec *operands) {
  Map seen = {0};
  LitVec stack = {0};
  vec_push(&stack, lit);
  while (stack.size) {
    Lit next = vec_pop(&stack);
    if (next == LIT_TRUE || map_get(&seen, next, NULL)) continue;
    map_put(&seen, next, 1);
    if (splits(aig, next, whole)) {
      vec_push(&stack, aig->nodes[lit_node(next)].left);
      vec_push(&stack, aig->nodes[lit_node(next)].right);
    } else {
      vec_push(operands, next);
    }
  }
  vec_free(&stack);
  map_free(&seen);
}

static void print(Expressions *x, Lit lit, unsigned depth, bool inner, Text *text);

static void print_name(Expressions *x, Lit lit, Text *text) {
  uint32_t node = lit_node(lit);
  if (!bits_get(&x->named, node)) {
    bits_set(&x->named, node);
    vec_push(&x->owed, node);
  }
  text_format(text, "%sg%u", lit_negated(lit) ? "!" : "", node);
}

static void print_mux(Expressions *x, Lit condition, Lit then_, Lit else_, unsigned depth,
                      Text *text) {
  text_char(text, '(');
  if (then_ == lit_not(else_)) { /* the condition equals the first, and differs from the second */
    print(x, condition, depth + 1, true, text);
    text_add(text, " <-> ");
    print(x, then_, depth + 1, true, text);
  } else {
    print(x, condition, depth + 1, true, text);
    text_add(text, " ? ");
    print(x, then_, depth + 1, true, text);
    text_add(text, " : ");
    print(x, else_, depth + 1, true, text);
  }
  text_char(text, ')');
}

/* A conjunction, or the disjunction of the complements: variables first, then the rest. */
static void print_operands(Expressions *x, const LitVec *operands, bool clause, unsigned depth,
                           bool inner, Text *text) {
  LitVec plain = {0}, rest = {0};
  for (size_t i = 0; i < operands->size; i++) {
    Lit lit = lit_not_if(operands->data[i], clause);
    if (naming_knows(x->naming, lit)) vec_push(&plain, lit);
    else vec_push(&rest, lit);
  }
  Text facts = {0};
  if (plain.size) (clause ? name_clause : name_cube)(x->naming, plain.data, plain.size, &facts);
  /* several bits may make one fact */
  const char *joint = clause ? " | " : " & ";
  inner &= rest.size ? operands->size > 1 : facts.size && strstr(facts.data, joint);
  if (inner) text_char(text, '(');
  if (plain.size) text_add(text, facts.data);
  text_free(&facts);
  for (size_t i = 0; i < rest.size; i++) {
    if (plain.size || i) text_add(text, clause ? " | " : " & ");
    print(x, rest.data[i], depth + 1, true, text);
  }
  if (inner) text_char(text, ')');
  vec_free(&plain);
  vec_free(&rest);
}

static void print(Expressions *x, Lit lit, unsigned depth, bool inner, Text *text) {
  Lit condition, then_, else_;
  uint32_t node = lit_node(lit);
  if (!node) text_add(text, lit == LIT_TRUE ? "TRUE" : "FALSE");
  else if (naming_knows(x->naming, lit)) name_cube(x->naming, &lit, 1, text);
  else if (!aig_is_and(x->aig, node) || depth > DEEPEST) print_name(x, lit, text);
  else if (aig_as_mux(x->aig, node, &condition, &then_, &else_))
    print_mux(x, condition, lit_not_if(then_, lit_negated(lit)),
              lit_not_if(else_, lit_negated(lit)), depth, text);
  else {
    LitVec operands = {0};
    conjuncts(x->aig, lit_positive(lit), LIT_NONE, &operands);
    if (operands.size > MOST_OPERANDS && depth) print_name(x, lit, text);
    else print_operands(x, &operands, lit_negated(lit), depth, inner, text);
    vec_free(&operands);
  }
}

void expression_print(Expressions *x, Lit lit, Text *text) { print(x, lit, 0, false, text); }

bool expression_definition(Expressions *x, size_t most, Text *name, Text *text) {
  if (x->given == x->owed.size || x->given == most) return false;
  uint32_t node = x->owed.data[x->given++];
  text_format(name, "g%u", node);
  if (aig_is_variable(x->aig, node)) text_add(text, "(a variable without a name)");
  else print(x, lit_of(node, false), 0, false, text);
  return true;
}
