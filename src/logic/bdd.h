/* Binary decision diagrams: Boolean functions in canonical form, so that equal functions are equal
 * numbers (Bryant 1986; complement edges and one computed table after Brace, Rudell and Bryant
 * 1990; sifting after Rudell 1993).
 *
 * A manager is an object. There is no global state, and a manager gives the same results in the
 * same order for the same calls. A function is an edge to a node, and its negation is the other
 * edge to the same node.
 *
 * **An operation may fail.** It returns BDD_NONE when the budget of the manager is spent, when the
 * limit of nodes is reached, or when there is so much garbage that someone should tidy up first;
 * bdd_why says which. BDD_NONE as an operand gives BDD_NONE, so a client computes a whole step and
 * asks once at its end. Nothing is lost by a failure: all functions stay, and what was computed in
 * vain is remembered as far as the computed table holds it, so that the same call made again gets
 * further in less time.
 *
 * **Nothing is collected or reordered but in bdd_tidy and bdd_reorder.** Between two calls of these
 * every function stays valid, kept or not. Across a call stay the functions in places that were
 * named to bdd_watch (a Bdd of a struct, say) or bdd_watch_all (a vector); the numbers in them do
 * not change, and places may hold BDD_NONE. So a client looks like this:
 *
 *   for (;;) {
 *     Bdd image = bdd_and_exists(m, self->relation, self->front, self->quantified);
 *     ...
 *     Bdd reached = bdd_or(m, self->reached, next);
 *     if (reached != BDD_NONE) { self->reached = reached; break; }   // a watched place
 *     if (!bdd_tidy(m)) return false;   // spent or full: try again with another budget, or give up
 *   }
 */
#ifndef RONDO_LOGIC_BDD_H
#define RONDO_LOGIC_BDD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bits.h"
#include "base/budget.h"
#include "base/vec.h"
#include "logic/aig.h"

typedef uint32_t Bdd; /* 2 * node + sign, as a literal of a graph is */
typedef VEC(Bdd) BddVec;
typedef struct BddManager BddManager;

#define BDD_FALSE ((Bdd)0)
#define BDD_TRUE ((Bdd)1)
#define BDD_NONE ((Bdd)UINT32_MAX)

enum {
  BDD_VARIABLES = 1 << 14,  /* at most so many: bounds the depth of recursion */
  BDD_NODES = (1 << 27) - 1 /* at most so many: an edge has 28 bits */
};

/* ---- managers ---- */

/* `nodes` bounds the nodes, dead ones included; 0: BDD_NODES. */
BddManager *bdd_manager_new(size_t nodes);
void bdd_manager_free(BddManager *manager);

/* The budget that operations ask and charge from now on: a unit for each step that the computed
 * table did not know. NULL: none. The manager keeps the pointer. */
void bdd_set_budget(BddManager *manager, Budget *budget);

typedef enum {
  BDD_FINE,   /* nothing failed since the last bdd_tidy */
  BDD_SPENT,  /* the budget is spent */
  BDD_FULL,   /* the limit of nodes is reached: tidying may help */
  BDD_UNTIDY, /* much has grown since the last bdd_tidy: tidying will help */
} BddEnd;
BddEnd bdd_why(const BddManager *manager);

/* Whether operations end with BDD_UNTIDY, and whether bdd_tidy reorders when live nodes have
 * doubled since the last time. Both are off in a new manager. */
void bdd_set_tidying(BddManager *manager, bool collect, bool reorder);

/* Collects what no watched place reaches, and reorders if that is due. False if it is pointless to
 * go on: the budget is spent, or nothing could be freed and the limit of nodes is reached. */
bool bdd_tidy(BddManager *manager);

/* Whether it is a good moment for bdd_tidy: before BDD_UNTIDY throws away half an operation. */
bool bdd_wants_tidying(const BddManager *manager);

/* Grouped sifting, whether due or not; collects first. The budget may cut it short, which leaves an
 * order that is no worse than the one before. */
void bdd_reorder(BddManager *manager);

void bdd_watch(BddManager *manager, Bdd *place);
void bdd_unwatch(BddManager *manager, Bdd *place);
void bdd_watch_all(BddManager *manager, BddVec *places);
void bdd_unwatch_all(BddManager *manager, BddVec *places);

typedef struct {
  size_t nodes; /* in use, dead ones included */
  size_t peak;  /* the largest number of live nodes that a collection found, or of nodes in use
                   where there never was one */
  uint64_t steps, collections, reorderings, swaps;
} BddCounts;
BddCounts bdd_counts(const BddManager *manager);

/* ---- variables ---- */

/* Adds variables at the bottom of the order and returns the number of the first. They stay side by
 * side, in this order, when variables are reordered. */
uint32_t bdd_add_variables(BddManager *manager, size_t count);
size_t bdd_variable_count(const BddManager *manager);
uint32_t bdd_level(const BddManager *manager, uint32_t variable); /* 0 is nearest to the root */
uint32_t bdd_variable_at(const BddManager *manager, uint32_t level);

Bdd bdd_variable(BddManager *manager, uint32_t variable);

/* The conjunction of some variables: what the quantifiers read. */
Bdd bdd_cube(BddManager *manager, const uint32_t *variables, size_t count);

/* ---- looking at a function ---- */

static inline bool bdd_is_constant(Bdd f) { return f <= BDD_TRUE; }
uint32_t bdd_top(const BddManager *manager, Bdd f); /* its variable nearest to the root */
Bdd bdd_low(const BddManager *manager, Bdd f);      /* its cofactors by that variable */
Bdd bdd_high(const BddManager *manager, Bdd f);

/* The value under an assignment: bit v is variable v. */
bool bdd_value(const BddManager *manager, Bdd f, const Bits *values);

/* The variables that f depends on, ascending by number; appended. */
void bdd_support(BddManager *manager, Bdd f, U32Vec *variables);
size_t bdd_size(BddManager *manager, const Bdd *roots, size_t count); /* nodes, shared ones once */

/* How many assignments of `variables` variables, among them all that f depends on, satisfy it:
 * fraction * 2^exponent, where the fraction is 0 or in [0.5, 1). Rounded as doubles are. */
typedef struct {
  double fraction;
  int64_t exponent;
} BddCount;
BddCount bdd_count(BddManager *manager, Bdd f, size_t variables);
double bdd_count_double(BddCount count); /* infinite where it is too large */

/* A satisfying assignment, false for BDD_FALSE. Variables that do not matter are false. */
bool bdd_pick(const BddManager *manager, Bdd f, Bits *values);

/* ---- operations; each may return BDD_NONE ---- */

static inline Bdd bdd_not(Bdd f) { return f == BDD_NONE ? f : f ^ 1; }
static inline Bdd bdd_not_if(Bdd f, bool negate) { return negate ? bdd_not(f) : f; }

Bdd bdd_and(BddManager *manager, Bdd f, Bdd g);
Bdd bdd_or(BddManager *manager, Bdd f, Bdd g);
Bdd bdd_minus(BddManager *manager, Bdd f, Bdd g); /* f and not g */
Bdd bdd_xor(BddManager *manager, Bdd f, Bdd g);
Bdd bdd_equal(BddManager *manager, Bdd f, Bdd g);
Bdd bdd_choose(BddManager *manager, Bdd condition, Bdd then_, Bdd else_);

/* Questions, answered by BDD_TRUE or BDD_FALSE without making nodes. */
Bdd bdd_implies(BddManager *manager, Bdd f, Bdd g);
Bdd bdd_disjoint(BddManager *manager, Bdd f, Bdd g);

Bdd bdd_exists(BddManager *manager, Bdd f, Bdd cube);
Bdd bdd_forall(BddManager *manager, Bdd f, Bdd cube);
Bdd bdd_and_exists(BddManager *manager, Bdd f, Bdd g, Bdd cube); /* exists cube. f and g */

/* A function that agrees with f wherever `care`, which is not false, holds (Coudert and Madre). The
 * first maps each point outside to the nearest inside, so that the image of the result is the image
 * of f cut with care; the second never reads a variable that f does not read. Either may be larger
 * than f, and depends on the order of the variables. */
Bdd bdd_constrain(BddManager *manager, Bdd f, Bdd care);
Bdd bdd_restrict(BddManager *manager, Bdd f, Bdd care);
Bdd bdd_minimize(BddManager *manager, Bdd f, Bdd care); /* bdd_restrict, but never larger than f;
                                                           f itself where care is false */

Bdd bdd_cofactor(BddManager *manager, Bdd f, uint32_t variable, bool value);
Bdd bdd_substitute(BddManager *manager, Bdd f, uint32_t variable, Bdd by);

/* Swaps the variables of some pairs everywhere at once. A renaming is made once and belongs to the
 * manager; pairs are disjoint. Cheap where the two are neighbours in the order. */
typedef uint32_t BddRenaming;
BddRenaming bdd_renaming(BddManager *manager, const uint32_t (*pairs)[2], size_t count);
Bdd bdd_rename(BddManager *manager, Bdd f, BddRenaming renaming);

/* A function between `lower` and `upper` (which lower implies), as an irredundant sum of products
 * (Minato and Morreale): the function is returned, and its cubes are appended, each a list of
 * literals 2 * variable + (1 where negated) from the root downwards, ended by UINT32_MAX. When it
 * fails, the cubes are as before. */
Bdd bdd_isop(BddManager *manager, Bdd lower, Bdd upper, U32Vec *cubes);

/* A subset of f, not empty unless f is, that is dense: many assignments for few nodes (Ravi and
 * Somenzi 1995). By heavy branches: of at most about `nodes` nodes. By short paths: the paths from
 * the root whose length allows that bound. */
Bdd bdd_subset_heavy(BddManager *manager, Bdd f, size_t nodes);
Bdd bdd_subset_short(BddManager *manager, Bdd f, size_t nodes);

/* ---- circuits ---- */

/* The function of a literal of a graph. `of_node` has a Bdd per node: that of a variable is given,
 * BDD_NONE is what is not known yet; it is extended, also by a call that fails, so that the next
 * one goes on there. Watch it, if anything is tidied up in between. */
Bdd bdd_of_circuit(BddManager *manager, const Aig *aig, Lit root, BddVec *of_node);

/* The circuit of a function, one multiplexer per node. `literal` has a literal per variable. */
Lit bdd_to_circuit(BddManager *manager, Bdd f, Aig *aig, const Lit *literal);

#endif
