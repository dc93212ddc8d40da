/* And-inverter graphs: Boolean functions as two-input ANDs with complemented edges.
 *
 * A literal is 2 * node + sign; LIT_FALSE is 0 and LIT_TRUE is 1, so that complementing flips the
 * lowest bit. Node 0 is the constant. A node is the constant, a variable (a leaf that someone else
 * gives a meaning: an input, a latch) or an AND of two older nodes: children have smaller numbers,
 * so the order of numbers is a topological order.
 *
 * ANDs are hashed structurally and simplified by the one- and two-level rules when they are made
 * (Brummayer and Biere 2006, "Local two-level and-inverter graph minimization without blowup"). */
#ifndef RONDO_LOGIC_AIG_H
#define RONDO_LOGIC_AIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bits.h"
#include "base/vec.h"

typedef uint32_t Lit;
typedef VEC(Lit) LitVec;

#define LIT_FALSE ((Lit)0)
#define LIT_TRUE ((Lit)1)
#define LIT_NONE ((Lit)UINT32_MAX)

static inline Lit lit_not(Lit a) { return a ^ 1; }
static inline Lit lit_not_if(Lit a, bool negate) { return a ^ (Lit)negate; }
static inline uint32_t lit_node(Lit a) { return a >> 1; }
static inline bool lit_negated(Lit a) { return a & 1; }
static inline Lit lit_positive(Lit a) { return a & ~(Lit)1; }
static inline Lit lit_of(uint32_t node, bool negated) { return 2 * node + (Lit)negated; }
static inline Lit lit_constant(bool value) { return (Lit)value; }

/* Open to the hot loops of encoding and simulation; written only by aig.c. */
typedef struct {
  Lit left, right; /* of an AND, left > right; of a variable both are LIT_NONE */
} AigNode;

typedef struct Aig {
  AigNode *nodes;
  size_t size, capacity; /* nodes in use, the constant included */
  size_t variables;      /* how many of them are variables */
  uint32_t *slots;       /* structural hash: node numbers, 0 is empty */
  size_t slot_count;
} Aig;

Aig *aig_new(void);
Aig *aig_clone(const Aig *aig); /* the same nodes under the same numbers */
void aig_free(Aig *aig);
void aig_reserve(Aig *aig, size_t nodes); /* room for so many nodes, where the number is known */

static inline bool aig_is_and(const Aig *aig, uint32_t node) {
  return node && aig->nodes[node].left != LIT_NONE;
}
static inline bool aig_is_variable(const Aig *aig, uint32_t node) {
  return node && aig->nodes[node].left == LIT_NONE;
}

Lit aig_variable(Aig *aig); /* a fresh variable */
Lit aig_and(Aig *aig, Lit a, Lit b);
Lit aig_find(const Aig *aig, Lit a, Lit b); /* the same; LIT_NONE if that took a new gate */
Lit aig_or(Aig *aig, Lit a, Lit b);
Lit aig_xor(Aig *aig, Lit a, Lit b);
Lit aig_equal(Aig *aig, Lit a, Lit b);
Lit aig_implies(Aig *aig, Lit a, Lit b);
Lit aig_mux(Aig *aig, Lit condition, Lit then_, Lit else_);
Lit aig_and_all(Aig *aig, const Lit *lits, size_t count); /* balanced; true for none */
Lit aig_or_all(Aig *aig, const Lit *lits, size_t count);

/* Whether the positive literal of a node is `condition ? then : else` made of three ANDs; an XOR is
 * the case then == not else. */
bool aig_as_mux(const Aig *aig, uint32_t node, Lit *condition, Lit *then_, Lit *else_);

/* The nodes of the cones of some literals in topological order (children first), without the
 * constant; appended to `order`. `seen` has aig->size bits, is used to skip what was visited
 * before, and is updated. No recursion: deep graphs are fine. */
void aig_cone(const Aig *aig, const Lit *roots, size_t count, Bits *seen, U32Vec *order);

/* The variables that the function of a literal may depend on (structurally), ascending. */
void aig_support(const Aig *aig, Lit root, U32Vec *variables);

/* Copies cones from one graph to another, or substitutes within one (from == to). `map` has one
 * literal per node of `from`: what the node becomes, LIT_NONE for not yet known. Variables that
 * are reached must be mapped beforehand. Mapped nodes are not entered, so mapping an AND
 * substitutes for it. The map is extended and may be reused for further roots. */
Lit aig_copy(Aig *to, const Aig *from, Lit root, Lit *map);
/* The same, where something else may take the place of each gate that is made: the copy of `node`.
 */
typedef Lit AigPlace(void *context, Lit made, uint32_t node);
Lit aig_copy_placing(Aig *to, const Aig *from, Lit root, Lit *map, AigPlace *place, void *context);
Lit *aig_map_new(const Aig *from); /* all LIT_NONE, but the constant maps to itself */

static inline Lit aig_map_lit(const Lit *map, Lit a) {
  Lit image = map[lit_node(a)];
  return image == LIT_NONE ? LIT_NONE : image ^ (a & 1);
}

/* f with a variable fixed. */
Lit aig_cofactor(Aig *aig, Lit f, uint32_t variable, bool value);

/* 64 simulations at once: one word per node. The caller sets the words of the variables; the
 * function computes those of the ANDs, all of them or those listed in `order` (as from
 * aig_cone). */
void aig_simulate(const Aig *aig, uint64_t *words);
void aig_simulate_cone(const Aig *aig, const U32Vec *order, uint64_t *words);
static inline uint64_t aig_word(const uint64_t *words, Lit a) {
  return words[lit_node(a)] ^ -(uint64_t)(a & 1);
}

/* Ternary simulation: values 0, 1 and X. */
typedef enum { TERNARY_0, TERNARY_1, TERNARY_X } Ternary;
void aig_simulate_ternary(const Aig *aig, uint8_t *values); /* of Ternary, as above */
static inline Ternary ternary_of(const uint8_t *values, Lit a) {
  uint8_t v = values[lit_node(a)];
  return v == TERNARY_X ? TERNARY_X : (Ternary)(v ^ (a & 1));
}

/* The value of one literal under an assignment: values of variables as bits by node number.
 * For single evaluations; many belong in aig_simulate. */
bool aig_evaluate(const Aig *aig, Lit root, const Bits *values);

#endif
