/* The lazy encoder of cnf.h.
 *
 * A node has up to two halves: the positive one says that its solver literal implies its function,
 * the negative one that the function implies the literal (Plaisted and Greenbaum 1986). Each half
 * is correct by itself, given the halves of the children that it mentions, for any cut of the
 * node's cone. That is why everything may change between the two: when the graph has grown and an
 * inner gate of a wide AND got a second use, the gate simply gets a literal and halves of its own,
 * while the wide gate stays as it is; and the other half of the wide gate, should it come later,
 * may stop at other leaves.
 *
 * No recursion: halves that are still to be written wait on a stack. */
#include "logic/cnf.h"

#include <assert.h>

#include "logic/cnf_sink.h"

typedef struct {
  uint32_t node;
  unsigned halves; /* of CnfPolarity */
} Pending;

struct Cnf {
  const Aig *aig;
  Sat *sat; /* NULL when it writes elsewhere */
  CnfSink sink;
  int *literal;    /* of the positive literal of a node, 0: none yet */
  uint8_t *halves; /* written or on the stack; of CnfPolarity */
  uint8_t *uses;   /* ANDs that refer to a node, 2 means two or more */
  size_t size;     /* nodes that the three arrays cover */
  VEC(Pending) stack;
  U32Vec inner; /* scratch for wide gates */
  IntVec clause, leaves;
};

static int solver_variable(void *sat) { return sat_variable(sat); }
static void solver_clause(void *sat, const int *lits, size_t count) {
  sat_clause(sat, lits, count);
}

Cnf *cnf_new_into(const Aig *aig, CnfSink sink) {
  Cnf *cnf = mem_zalloc(sizeof *cnf);
  cnf->aig = aig;
  cnf->sink = sink;
  return cnf;
}

Cnf *cnf_new(const Aig *aig, Sat *sat) {
  Cnf *cnf = cnf_new_into(aig, (CnfSink){sat, solver_variable, solver_clause});
  cnf->sat = sat;
  return cnf;
}

void cnf_free(Cnf *cnf) {
  if (!cnf) return;
  mem_free(cnf->literal);
  mem_free(cnf->halves);
  mem_free(cnf->uses);
  vec_free(&cnf->stack);
  vec_free(&cnf->inner);
  vec_free(&cnf->clause);
  vec_free(&cnf->leaves);
  mem_free(cnf);
}

static void count_use(Cnf *cnf, Lit lit) {
  uint8_t *uses = &cnf->uses[lit_node(lit)];
  if (*uses < 2) ++*uses;
}

/* Follows the growth of the graph. */
static void grow(Cnf *cnf) {
  size_t size = cnf->aig->size;
  if (cnf->size == size) return;
  size_t room = cnf->aig->capacity > size ? cnf->aig->capacity : size;
  cnf->literal = mem_resize(cnf->literal, room * sizeof *cnf->literal);
  cnf->halves = mem_resize(cnf->halves, room);
  cnf->uses = mem_resize(cnf->uses, room);
  for (size_t node = cnf->size; node < size; node++) {
    cnf->literal[node] = 0;
    cnf->halves[node] = cnf->uses[node] = 0;
    if (!aig_is_and(cnf->aig, (uint32_t)node)) continue;
    count_use(cnf, cnf->aig->nodes[node].left);
    count_use(cnf, cnf->aig->nodes[node].right);
  }
  cnf->size = size;
}

/* The solver literal of an AIG literal, with the halves that its use needs on the stack. */
static int use(Cnf *cnf, Lit lit, unsigned polarity) {
  uint32_t node = lit_node(lit);
  if (lit_negated(lit)) polarity = (polarity >> 1 | polarity << 1) & CNF_BOTH;
  if (!node) polarity = CNF_BOTH; /* one unit clause, written once */
  if (!cnf->literal[node]) cnf->literal[node] = cnf->sink.variable(cnf->sink.to);
  unsigned missing = polarity & ~cnf->halves[node];
  if (missing) {
    cnf->halves[node] |= (uint8_t)missing;
    vec_push(&cnf->stack, ((Pending){node, missing}));
  }
  return lit_negated(lit) ? -cnf->literal[node] : cnf->literal[node];
}

static void clause3(Cnf *cnf, int a, int b, int c) {
  cnf->sink.clause(cnf->sink.to, (int[]){a, b, c}, 3);
}

/* g = condition ? then : else. The third clause of a half follows from the other two; it lets the
 * solver propagate when both branches agree. An XOR has no use for it. */
static void write_mux(Cnf *cnf, int g, unsigned halves, Lit condition, Lit then_, Lit else_) {
  int c = use(cnf, condition, CNF_BOTH), t = use(cnf, then_, halves), e = use(cnf, else_, halves);
  if (halves & CNF_POSITIVE) {
    clause3(cnf, -g, -c, t);
    clause3(cnf, -g, c, e);
    if (t != -e) clause3(cnf, -g, t, e);
  }
  if (halves & CNF_NEGATIVE) {
    clause3(cnf, g, -c, -t);
    clause3(cnf, g, c, -e);
    if (t != -e) clause3(cnf, g, -t, -e);
  }
}

/* Whether a child of a wide AND dissolves into its own children. */
static bool dissolves(const Cnf *cnf, Lit child) {
  uint32_t node = lit_node(child);
  Lit c, t, e;
  return !lit_negated(child) && aig_is_and(cnf->aig, node) && cnf->uses[node] < 2 &&
         !cnf->literal[node] && !aig_as_mux(cnf->aig, node, &c, &t, &e);
}

static void write_and(Cnf *cnf, uint32_t node, int g, unsigned halves) {
  vec_clear(&cnf->leaves);
  vec_push(&cnf->inner, node);
  while (cnf->inner.size) {
    const AigNode *inner = &cnf->aig->nodes[vec_pop(&cnf->inner)];
    Lit children[2] = {inner->left, inner->right};
    for (int i = 0; i < 2; i++) {
      if (dissolves(cnf, children[i])) {
        vec_push(&cnf->inner, lit_node(children[i]));
      } else {
        int leaf = use(cnf, children[i], halves);
        vec_push(&cnf->leaves, leaf);
      }
    }
  }
  if (halves & CNF_POSITIVE)
    for (size_t i = 0; i < cnf->leaves.size; i++)
      cnf->sink.clause(cnf->sink.to, (int[]){-g, cnf->leaves.data[i]}, 2);
  if (halves & CNF_NEGATIVE) {
    vec_clear(&cnf->clause);
    vec_push(&cnf->clause, g);
    for (size_t i = 0; i < cnf->leaves.size; i++) vec_push(&cnf->clause, -cnf->leaves.data[i]);
    cnf->sink.clause(cnf->sink.to, cnf->clause.data, cnf->clause.size);
  }
}

static void write_pending(Cnf *cnf) {
  while (cnf->stack.size) {
    Pending pending = vec_pop(&cnf->stack);
    int g = cnf->literal[pending.node];
    Lit condition, then_, else_;
    if (!pending.node) {
      cnf->sink.clause(cnf->sink.to, (int[]){-g}, 1);
    } else if (aig_is_variable(cnf->aig, pending.node)) {
      continue;
    } else if (aig_as_mux(cnf->aig, pending.node, &condition, &then_, &else_)) {
      write_mux(cnf, g, pending.halves, condition, then_, else_);
    } else {
      write_and(cnf, pending.node, g, pending.halves);
    }
  }
}

int cnf_name(Cnf *cnf, uint32_t node) {
  grow(cnf);
  if (!cnf->literal[node]) cnf->literal[node] = cnf->sink.variable(cnf->sink.to);
  return cnf->literal[node];
}

int cnf_literal(Cnf *cnf, Lit lit, CnfPolarity polarity) {
  grow(cnf);
  int literal = use(cnf, lit, polarity);
  write_pending(cnf);
  return literal;
}

void cnf_bind(Cnf *cnf, uint32_t node, int solver_literal) {
  grow(cnf);
  assert(node && !cnf->literal[node] && solver_literal);
  cnf->literal[node] = solver_literal;
  cnf->halves[node] = CNF_BOTH;
}

void cnf_assert(Cnf *cnf, Lit lit) {
  int literal = cnf_literal(cnf, lit, CNF_POSITIVE);
  cnf->sink.clause(cnf->sink.to, &literal, 1);
}

int cnf_known(const Cnf *cnf, Lit lit) {
  uint32_t node = lit_node(lit);
  int literal = node < cnf->size ? cnf->literal[node] : 0;
  return lit_negated(lit) ? -literal : literal;
}

bool cnf_value(Cnf *cnf, Lit lit) {
  if (!lit_node(lit)) return lit == LIT_TRUE;
  int literal = cnf_known(cnf, lit);
  return literal && sat_value(cnf->sat, literal);
}
