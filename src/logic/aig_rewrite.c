/* DAG-aware rewriting (Mishchenko, Chatterjee, Brayton, DAC 2006), while a graph is copied.
 *
 * The gates are visited from the variables to the roots. What was visited is in the copy already;
 * what was not reads, by the map, nodes of the copy. So for every node of the copy it is known how
 * many read it, now or later: its references. One without references is dead, and refers to nothing
 * itself.
 *
 * For each gate its cuts are looked at: sets of at most four nodes of the copy from which it can be
 * computed. Take the gate away, and with it goes what only it needed, down to the leaves of the
 * cut. Then try the small circuits of the cut's function: each costs the gates that are not there,
 * or went just now. What costs less than what went is an improvement, and the best one is made; the
 * gate as it was costs exactly what went. Sharing is counted on both sides: with references for
 * what goes, with structural hashing for what comes.
 *
 * Where variables may be chosen (Baumgartner and Mony, CHARME 2005, "Maximal input reduction of
 * sequential netlists via synergistic reparameterization and localization", in the small): one that
 * goes with the gate is read by nothing else. If P are those among the leaves of a cut, the gate f
 * can be 1 where E = exists P. f, and must be 1 where A = forall P. f. So with a new variable x the
 * function x ? E : A has the same values beside any of the others, and may stand for f. */
#include "logic/aig_rewrite.h"

#include <string.h>

#include "logic/small_circuits.h"

enum { MOST_CUTS = 8, CUT_LEAVES = 4, WORK_PER_GATE = 30 };

typedef struct {
  uint32_t leaves[CUT_LEAVES]; /* ascending */
  uint8_t size;
  Function4 function; /* of the leaves, in their order */
} Cut;

typedef struct {
  unsigned count;
  Cut cuts[MOST_CUTS]; /* the first is the node itself */
} Cuts;

typedef struct {
  Aig *to;
  VEC(Cuts) cuts;    /* by node of the copy */
  U32Vec references; /* by node of the copy */
  U32Vec stack;
  SmallTable *table;
  Bits free; /* nodes of the copy: variables that may be chosen */
  AigChoices *choices;
} Rewriting;

U32Vec aig_readers(const Aig *aig, const LitVec *roots) {
  U32Vec readers = {0};
  vec_resize(&readers, aig->size);
  for (size_t i = 0; i < roots->size; i++) readers.data[lit_node(roots->data[i])]++;
  for (uint32_t node = (uint32_t)aig->size; node-- > 1;) {
    if (!readers.data[node] || !aig_is_and(aig, node)) continue;
    readers.data[lit_node(aig->nodes[node].left)]++;
    readers.data[lit_node(aig->nodes[node].right)]++;
  }
  return readers;
}

/* ---- cuts ---- */

/* The function with variables v and v + 1 in each other's place. */
static Function4 swap_with_next(Function4 f, unsigned v) {
  static const Function4 stay[3] = {0x9999, 0xc3c3, 0xf00f}, up[3] = {0x2222, 0x0c0c, 0x00f0};
  unsigned shift = 1u << v;
  return (Function4)((f & stay[v]) | (f & up[v]) << shift | (f >> shift & up[v]));
}

/* The function of a cut, as one of more leaves. */
static Function4 stretch(const Cut *cut, const Cut *to) {
  Function4 f = cut->function;
  for (unsigned i = cut->size, place = to->size; i-- > 0;) {
    while (to->leaves[--place] != cut->leaves[i]) {
    }
    for (unsigned v = i; v < place; v++) f = swap_with_next(f, v);
  }
  return f;
}

static void drop_leaf(Cut *cut, unsigned v) {
  for (; v + 1 < cut->size; v++) {
    cut->function = swap_with_next(cut->function, v);
    cut->leaves[v] = cut->leaves[v + 1];
  }
  cut->size--;
}

/* The cut of a conjunction from cuts of its two sides; false if it has too many leaves. */
static bool join(const Cut *a, bool negate_a, const Cut *b, bool negate_b, Cut *cut) {
  unsigned i = 0, k = 0, size = 0;
  while (i < a->size || k < b->size) {
    if (size == CUT_LEAVES) return false;
    if (k == b->size || (i < a->size && a->leaves[i] < b->leaves[k]))
      cut->leaves[size++] = a->leaves[i++];
    else {
      i += i < a->size && a->leaves[i] == b->leaves[k];
      cut->leaves[size++] = b->leaves[k++];
    }
  }
  cut->size = (uint8_t)size;
  Function4 left = stretch(a, cut), right = stretch(b, cut);
  cut->function = (Function4)((negate_a ? ~left : left) & (negate_b ? ~right : right));
  for (unsigned v = size; v-- > 0;)
    if (!function4_depends(cut->function, v)) drop_leaf(cut, v);
  return true;
}

static bool is_within(const Cut *a, const Cut *b) {
  unsigned k = 0;
  for (unsigned i = 0; i < a->size; i++, k++) {
    while (k < b->size && b->leaves[k] < a->leaves[i]) k++;
    if (k == b->size || b->leaves[k] != a->leaves[i]) return false;
  }
  return true;
}

/* A cut with leaves that another does without is of no use. */
static void add_cut(Cuts *set, const Cut *cut) {
  unsigned kept = 1;
  for (unsigned i = 1; i < set->count; i++)
    if (is_within(set->cuts + i, cut)) return;
  for (unsigned i = 1; i < set->count; i++)
    if (!is_within(cut, set->cuts + i)) set->cuts[kept++] = set->cuts[i];
  set->count = kept;
  if (kept < MOST_CUTS) set->cuts[set->count++] = *cut;
}

/* Of a gate; those that are near the gate come first. */
static void find_cuts(const Rewriting *r, Lit left, Lit right, Cuts *set) {
  const Cuts *a = r->cuts.data + lit_node(left), *b = r->cuts.data + lit_node(right);
  set->count = 1;
  for (unsigned sum = 0; sum < a->count + b->count - 1; sum++)
    for (unsigned i = sum < b->count ? 0 : sum - b->count + 1; i <= sum && i < a->count; i++) {
      Cut cut = {0};
      if (join(a->cuts + i, lit_negated(left), b->cuts + (sum - i), lit_negated(right), &cut))
        add_cut(set, &cut);
    }
}

/* For nodes that are new in the copy; `set` are those of a gate with these children. */
static void know_new_nodes(Rewriting *r, Lit left, Lit right, const Cuts *set) {
  const Aig *to = r->to;
  for (uint32_t node = (uint32_t)r->cuts.size; node < to->size; node++) {
    vec_resize(&r->cuts, node + 1);
    vec_push(&r->references, 0);
    const AigNode *gate = to->nodes + node;
    Cuts *cuts = r->cuts.data + node;
    if (!aig_is_and(to, node)) cuts->count = 1;
    else if ((gate->left == left && gate->right == right) ||
             (gate->left == right && gate->right == left))
      *cuts = *set;
    else find_cuts(r, gate->left, gate->right, cuts);
    cuts->cuts[0] = (Cut){{node}, 1, function4_variable[0]};
  }
}

/* ---- references ---- */

/* One reference less, and for the children of what dies; returns how many gates die. */
static unsigned release(Rewriting *r, uint32_t node) {
  unsigned dead = 0;
  vec_push(&r->stack, node);
  while (r->stack.size) {
    node = vec_pop(&r->stack);
    if (--r->references.data[node] || !aig_is_and(r->to, node)) continue;
    dead++;
    vec_push(&r->stack, lit_node(r->to->nodes[node].left));
    vec_push(&r->stack, lit_node(r->to->nodes[node].right));
  }
  return dead;
}

/* The opposite; returns how many gates come to life. */
static unsigned retain(Rewriting *r, uint32_t node) {
  unsigned live = 0;
  vec_push(&r->stack, node);
  while (r->stack.size) {
    node = vec_pop(&r->stack);
    if (r->references.data[node]++ || !aig_is_and(r->to, node)) continue;
    live++;
    vec_push(&r->stack, lit_node(r->to->nodes[node].left));
    vec_push(&r->stack, lit_node(r->to->nodes[node].right));
  }
  return live;
}

/* ---- circuits ---- */

static void put_leaves(Lit *values, const Cut *cut) {
  values[0] = LIT_FALSE;
  for (unsigned i = 0; i < CUT_LEAVES; i++)
    values[1 + i] = i < cut->size ? lit_of(cut->leaves[i], false) : LIT_NONE;
}

static Lit small_literal(const Lit *values, uint8_t literal) {
  Lit value = values[literal / 2];
  return value == LIT_NONE ? LIT_NONE : value ^ (literal & 1);
}

/* How many gates a circuit takes that are not alive; `most` or more if it takes as many. */
static unsigned cost(Rewriting *r, const SmallCircuit *circuit, const Cut *cut, unsigned most) {
  Lit values[SMALL_NODES];
  uint32_t found[SMALL_GATES];
  unsigned sum = 0, count = 0;
  put_leaves(values, cut);
  for (unsigned i = 0; i < circuit->size && sum < most; i++) {
    Lit a = small_literal(values, circuit->left[i]), b = small_literal(values, circuit->right[i]);
    Lit gate = a == LIT_NONE || b == LIT_NONE ? LIT_NONE : aig_find(r->to, a, b);
    values[SMALL_FIRST + i] = gate;
    if (gate == LIT_NONE) sum++;
    else sum += retain(r, found[count++] = lit_node(gate));
  }
  while (count) release(r, found[--count]);
  return sum;
}

static Lit build(Aig *to, const SmallCircuit *circuit, const Cut *cut) {
  Lit values[SMALL_NODES];
  put_leaves(values, cut);
  for (unsigned i = 0; i < circuit->size; i++)
    values[SMALL_FIRST + i] = aig_and(to, small_literal(values, circuit->left[i]),
                                      small_literal(values, circuit->right[i]));
  return small_literal(values, circuit->root);
}

/* What may stand for a gate. */
typedef struct {
  const Cut *cut;
  const SmallCircuit *circuit; /* NULL: the gate as it is */
  unsigned won;                /* gates and inputs */
  AigChoice choice;            /* if `mine` is not 0 */
} Place;

/* Tries the circuits of a function for a cut, in the place of so many gates and inputs. */
static void try_function(Rewriting *r, const Cut *cut, Function4 function, unsigned gone,
                         const AigChoice *choice, Place *best) {
  const SmallCircuits *list = small_circuits(r->table, function);
  for (unsigned k = 0; k < list->count && gone > best->won; k++) {
    unsigned taken = cost(r, list->circuits + k, cut, gone - best->won);
    if (gone > best->won + taken)
      *best = (Place){cut, list->circuits + k, gone - taken, choice ? *choice : (AigChoice){0}};
  }
}

/* The leaves that the part alone reads: nothing but this look at the cut keeps them. */
static AigChoice choice_of(const Rewriting *r, const Cut *cut) {
  AigChoice choice = {.function = cut->function};
  memcpy(choice.leaves, cut->leaves, cut->size * sizeof *cut->leaves);
  for (unsigned k = 0; k < cut->size; k++)
    if (r->references.data[cut->leaves[k]] == 1 && cut->leaves[k] < r->free.size &&
        bits_get(&r->free, cut->leaves[k]))
      choice.mine |= 1u << k;
  if (!choice.mine) return choice;
  Function4 can = cut->function, must = can;
  for (unsigned k = 0; k < cut->size; k++) {
    if (!(choice.mine >> k & 1)) continue;
    can = function4_cofactor(can, k, false) | function4_cofactor(can, k, true);
    must = function4_cofactor(must, k, false) & function4_cofactor(must, k, true);
  }
  Function4 x = function4_variable[__builtin_ctz(choice.mine)];
  choice.chosen = (x & can) | must;
  return choice;
}

/* The best place for a gate with these children, which it is known to read. */
static Place find_place(Rewriting *r, Lit left, Lit right, const Cuts *set) {
  Place best = {0};
  for (unsigned i = 1; i < set->count; i++) {
    const Cut *cut = set->cuts + i;
    for (unsigned k = 0; k < cut->size; k++) r->references.data[cut->leaves[k]]++;
    unsigned gone = 1 + release(r, lit_node(left));
    gone += release(r, lit_node(right));
    AigChoice choice = {0};
    if (r->choices) choice = choice_of(r, cut);
    if (choice.mine && choice.chosen != choice.function) {
      unsigned inputs = (unsigned)__builtin_popcount(choice.mine) - 1;
      try_function(r, cut, choice.chosen, gone + inputs, &choice, &best);
    } else {
      try_function(r, cut, cut->function, gone, NULL, &best);
    }
    retain(r, lit_node(left));
    retain(r, lit_node(right));
    for (unsigned k = 0; k < cut->size; k++) r->references.data[cut->leaves[k]]--;
  }
  return best;
}

/* A new variable for the choice, and the cut with it. */
static Cut choose(Rewriting *r, const Place *place, uint32_t node) {
  AigChoice choice = place->choice;
  choice.node = node;
  choice.variable = lit_node(aig_variable(r->to));
  vec_push(r->choices, choice);
  know_new_nodes(r, LIT_NONE, LIT_NONE, NULL);
  bits_resize(&r->free, choice.variable + 1);
  bits_set(&r->free, choice.variable);
  Cut cut = *place->cut;
  cut.leaves[__builtin_ctz(choice.mine)] = choice.variable;
  return cut;
}

static Lit make(Rewriting *r, Lit left, Lit right, const Cuts *set, uint32_t node) {
  Place place = find_place(r, left, right, set);
  if (!place.circuit) return aig_and(r->to, left, right);
  if (!place.choice.mine) return build(r->to, place.circuit, place.cut);
  Cut cut = choose(r, &place, node);
  return build(r->to, place.circuit, &cut);
}

void aig_rewrite_freely(Aig *to, const Aig *from, const LitVec *roots, Lit *map, const Bits *free,
                        AigChoices *choices, Budget *budget) {
  Rewriting r = {.to = to, .table = small_table_new(), .choices = choices};
  if (free) r.free = bits_copy(free);
  U32Vec readers = aig_readers(from, roots);
  know_new_nodes(&r, LIT_NONE, LIT_NONE, NULL);
  for (uint32_t node = 1; node < from->size; node++)
    if (aig_is_variable(from, node) && readers.data[node])
      r.references.data[lit_node(map[node])] = readers.data[node];
  bool spent = false;
  for (uint32_t node = 1; node < from->size; node++) {
    if (!readers.data[node] || !aig_is_and(from, node)) continue;
    Lit left = aig_map_lit(map, from->nodes[node].left);
    Lit right = aig_map_lit(map, from->nodes[node].right);
    Cuts set = {.count = 1};
    budget_use(budget, WORK_PER_GATE);
    spent = spent || budget_spent(budget);
    if (!spent) find_cuts(&r, left, right, &set);
    map[node] = spent ? aig_and(to, left, right) : make(&r, left, right, &set, node);
    if (spent) continue;
    know_new_nodes(&r, left, right, &set);
    retain(&r, lit_node(map[node]));
    r.references.data[lit_node(map[node])] += readers.data[node] - 1;
    release(&r, lit_node(left));
    release(&r, lit_node(right));
  }
  small_table_free(r.table);
  bits_free(&r.free);
  vec_free(&r.cuts);
  vec_free(&r.references);
  vec_free(&r.stack);
  vec_free(&readers);
}

void aig_rewrite(Aig *to, const Aig *from, const LitVec *roots, Lit *map, Budget *budget) {
  aig_rewrite_freely(to, from, roots, map, NULL, NULL, budget);
}
