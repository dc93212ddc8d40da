/* See refute.h. A depth-first search for the tree of refutation.h: the linear program of a node has
 * either no solution, and is a leaf; or one that tells what is to be refined. A solution that
 * nothing refines ends the search: the condition may be reachable. */
#include "net/refute.h"

#include <math.h>

#include "net/equation.h"
#include "net/refutation.h"

enum { DEFAULT_SPLITS = 400, MOST_TRAPS = 500 };
static const double NEAR = 1e-6;

typedef enum { FAILED, REFUTED } Outcome;

/* How many of each the program has. */
typedef struct {
  size_t inequalities, traps, siphons;
} Rows;

typedef enum { ROW_INEQUALITY, ROW_TRAP, ROW_SIPHON } RowKind;

typedef struct {
  const Net *net;
  NetRefuteOptions options;
  Budget *budget;
  NetRefutation *refutation;
  RefutedPath path;
  Linear *linear;
  Rows rows;
  VEC(RowKind) row_kinds; /* behind the rows of the places; each kind in its order */
  uint32_t splits;
  double *firings, *marking; /* of the last solution */
  bool has_solution;
} Search;

/* ---- the linear program of a node ---- */

/* The rows behind those of the places: what the path and the traps have that is not there yet. */
static void add_rows(Search *s) {
  for (; s->rows.inequalities < s->path.inequalities.size; s->rows.inequalities++) {
    const NetCondition *inequality = s->path.inequalities.data[s->rows.inequalities];
    equation_add_sum(s->linear, s->net, inequality->terms.data, inequality->terms.size,
                     (double)inequality->at_least);
    vec_push(&s->row_kinds, ROW_INEQUALITY);
  }
  NetTermVec terms = {0};
  for (; s->rows.traps < s->refutation->traps.size; s->rows.traps++) {
    const U32Vec *trap = &s->refutation->traps.data[s->rows.traps];
    vec_clear(&terms);
    for (size_t k = 0; k < trap->size; k++) vec_push(&terms, ((NetTerm){trap->data[k], 1}));
    equation_add_sum(s->linear, s->net, terms.data, terms.size, 1);
    vec_push(&s->row_kinds, ROW_TRAP);
  }
  vec_free(&terms);
  LinearTermVec row = {0};
  for (; s->rows.siphons < s->path.siphons.size; s->rows.siphons++) {
    const U32Vec *feeders = &s->path.siphons.data[s->rows.siphons];
    vec_clear(&row);
    for (size_t k = 0; k < feeders->size; k++) vec_push(&row, ((LinearTerm){feeders->data[k], 1}));
    linear_add_row(s->linear, &row, 1);
    vec_push(&s->row_kinds, ROW_SIPHON);
  }
  vec_free(&row);
  for (uint32_t t = 0; t < s->net->transitions.size; t++) {
    uint64_t most = s->path.most.data[t];
    linear_bound_column(s->linear, t, (double)s->path.least.data[t],
                        most == NET_ANY_NUMBER ? LINEAR_INFINITY : (double)most);
  }
}

/* Back to the rows and the basis of a node, for its next child. Traps that were found below it
 * are added again as they are missed. */
static void remove_rows(Search *s, Rows rows, size_t count, const LinearBasis *basis) {
  linear_remove_rows(s->linear, (uint32_t)(s->net->places.size + count));
  linear_use_basis(s->linear, basis);
  s->row_kinds.size = count;
  s->rows = rows;
}

static void read_solution(Search *s) {
  const Net *net = s->net;
  for (size_t p = 0; p < net->places.size; p++) s->marking[p] = net->places.data[p].initial;
  for (uint32_t t = 0; t < net->transitions.size; t++) {
    const NetTransition *transition = &net->transitions.data[t];
    double often = s->firings[t] = linear_value(s->linear, t);
    if (fabs(often) < NEAR) s->firings[t] = 0;
    for (size_t i = 0; i < transition->put.size; i++)
      s->marking[transition->put.data[i].place] += often * transition->put.data[i].weight;
    for (size_t i = 0; i < transition->take.size; i++)
      s->marking[transition->take.data[i].place] -= often * transition->take.data[i].weight;
  }
  s->has_solution = true;
}

/* ---- leaves ---- */

/* Sorts the whole multipliers of the rows by what the rows are. */
static void keep_factors(const Search *s, const int64_t *factors, RefutedNode *leaf) {
  RefutedFactorVec *kept[] = {&leaf->inequalities, &leaf->traps, &leaf->siphons};
  uint32_t count[] = {0, 0, 0};
  for (size_t i = 0; i < s->row_kinds.size; i++) {
    RowKind kind = s->row_kinds.data[i];
    RefutedFactor factor = {count[kind]++, factors[i]};
    if (factor.factor > 0) vec_push(kept[kind], factor);
  }
}

/* From whole multipliers of all rows: y is w plus the multipliers of the places. */
static void fill_leaf(const Search *s, const int64_t *factors, RefutedNode *leaf) {
  size_t places = s->net->places.size;
  keep_factors(s, factors + places, leaf);
  __int128 *y = mem_array(places, sizeof *y);
  for (size_t p = 0; p < places; p++) y[p] = factors[p] > 0 ? factors[p] : 0;
  for (size_t i = 0; i < leaf->inequalities.size; i++) {
    RefutedFactor f = leaf->inequalities.data[i];
    const NetTermVec *terms = &s->path.inequalities.data[f.index]->terms;
    for (size_t k = 0; k < terms->size; k++)
      y[terms->data[k].place] += (__int128)f.factor * terms->data[k].coefficient;
  }
  for (size_t i = 0; i < leaf->traps.size; i++) {
    RefutedFactor f = leaf->traps.data[i];
    const U32Vec *trap = &s->refutation->traps.data[f.index];
    for (size_t k = 0; k < trap->size; k++) y[trap->data[k]] += f.factor;
  }
  for (uint32_t p = 0; p < places; p++) /* one that does not fit makes a leaf that does not hold */
    if (y[p]) vec_push(&leaf->y, ((NetTerm){p, (int64_t)y[p]}));
  mem_free(y);
}

/* The leaf that the multipliers say, if it holds when looked at exactly; NULL if not. */
static RefutedNode *leaf_of_multipliers(const Search *s) {
  size_t rows = s->net->places.size + s->row_kinds.size;
  double *multipliers = mem_array(rows, sizeof *multipliers);
  int64_t *factors = mem_array(rows, sizeof *factors);
  for (uint32_t i = 0; i < rows; i++) multipliers[i] = linear_multiplier(s->linear, i);
  RefutedNode *leaf = NULL;
  if (linear_integers(multipliers, rows, factors)) {
    leaf = refuted_node_new(REFUTED_LEAF);
    fill_leaf(s, factors, leaf);
    if (!refuted_leaf_holds(&s->path, s->refutation, leaf)) {
      refuted_node_free(leaf);
      leaf = NULL;
    }
  }
  mem_free(multipliers);
  mem_free(factors);
  return leaf;
}

/* ---- what a solution violates ---- */

static bool nearly_holds(const NetCondition *condition, const double *marking) {
  if (condition->kind == NET_AT_LEAST) {
    double sum = -(double)condition->at_least;
    for (size_t i = 0; i < condition->terms.size; i++)
      sum += (double)condition->terms.data[i].coefficient * marking[condition->terms.data[i].place];
    return sum > -NEAR;
  }
  bool all = condition->kind == NET_ALL;
  for (size_t i = 0; i < condition->parts.size; i++)
    if (nearly_holds(condition->parts.data[i], marking) != all) return !all;
  return all;
}

/* The disjunction with the fewest cases among those that do not hold; its number in the path. */
static bool find_case(const Search *s, uint32_t *found) {
  size_t fewest = SIZE_MAX;
  for (uint32_t i = 0; i < s->path.cases.size; i++) {
    const NetCondition *any = s->path.cases.data[i];
    if (any->parts.size >= fewest || nearly_holds(any, s->marking)) continue;
    fewest = any->parts.size;
    *found = i;
  }
  return fewest != SIZE_MAX;
}

/* The largest trap among the places that the solution leaves empty, if it is marked in the
 * beginning. Places that are not in a trap are taken away until nothing takes without putting. */
static bool find_trap(const Search *s, U32Vec *trap) {
  const Net *net = s->net;
  Bits inside = bits_new(net->places.size);
  for (size_t p = 0; p < net->places.size; p++)
    if (s->marking[p] < NEAR) bits_set(&inside, p);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t t = 0; t < net->transitions.size; t++) {
      const NetTransition *transition = &net->transitions.data[t];
      bool puts = false;
      for (size_t i = 0; i < transition->put.size && !puts; i++)
        puts = bits_get(&inside, transition->put.data[i].place);
      for (size_t i = 0; i < transition->take.size && !puts; i++) {
        changed |= bits_get(&inside, transition->take.data[i].place);
        bits_clear(&inside, transition->take.data[i].place);
      }
    }
  }
  bool marked = false;
  vec_clear(trap);
  for (size_t p = bits_next(&inside, 0); p < inside.size; p = bits_next(&inside, p + 1)) {
    vec_push(trap, (uint32_t)p);
    marked |= net->places.data[p].initial > 0;
  }
  bits_free(&inside);
  return marked;
}

/* The places that stay empty when only transitions of the solution fire, as if weights were 1; if
 * one of these transitions takes from them it cannot fire. */
static bool find_siphon(const Search *s, U32Vec *siphon) {
  const Net *net = s->net;
  Bits marked = bits_new(net->places.size), fired = bits_new(net->transitions.size);
  for (size_t p = 0; p < net->places.size; p++)
    if (net->places.data[p].initial) bits_set(&marked, p);
  bool all = false;
  for (bool changed = true; changed;) {
    changed = false;
    all = true;
    for (size_t t = 0; t < net->transitions.size; t++) {
      const NetTransition *transition = &net->transitions.data[t];
      if (!(s->firings[t] > 0) || bits_get(&fired, t)) continue;
      bool can = true;
      for (size_t i = 0; i < transition->take.size && can; i++)
        can = bits_get(&marked, transition->take.data[i].place);
      all &= can;
      if (!can) continue;
      changed = true;
      bits_set(&fired, t);
      for (size_t i = 0; i < transition->put.size; i++)
        bits_set(&marked, transition->put.data[i].place);
    }
  }
  vec_clear(siphon);
  for (uint32_t p = 0; p < net->places.size && !all; p++)
    if (!bits_get(&marked, p)) vec_push(siphon, p);
  bits_free(&marked);
  bits_free(&fired);
  return !all;
}

static bool find_fraction(const Search *s, uint32_t *transition) {
  double best = NEAR;
  for (uint32_t t = 0; t < s->net->transitions.size; t++) {
    double away = fabs(s->firings[t] - round(s->firings[t]));
    if (away <= best) continue;
    best = away;
    *transition = t;
  }
  return best > NEAR;
}

/* ---- the search ---- */

static Outcome refute_node(Search *s, RefutedNode **node);

static Outcome refute_children(Search *s, RefutedNode *node, size_t count) {
  Rows rows = s->rows;
  size_t row_count = s->row_kinds.size;
  LinearBasis basis = linear_basis(s->linear);
  Outcome outcome = REFUTED;
  for (size_t i = 0; i < count && outcome == REFUTED; i++) {
    if (i) remove_rows(s, rows, row_count, &basis);
    vec_push(&node->children, NULL);
    RefutedMark mark = refuted_path_down(&s->path, node, i);
    outcome = refute_node(s, &node->children.data[i]);
    refuted_path_up(&s->path, &mark);
  }
  linear_basis_free(&basis);
  return outcome;
}

/* Opens the node as the solution asks; FAILED if nothing is to be refined. */
static Outcome split(Search *s, RefutedNode **result) {
  uint32_t subject = 0;
  if (s->splits++ >= s->options.splits) return FAILED;
  if (find_case(s, &subject)) {
    RefutedNode *node = *result = refuted_node_new(REFUTED_CASES);
    node->subject = subject;
    return refute_children(s, node, s->path.cases.data[subject]->parts.size);
  }
  U32Vec places = {0};
  if (!s->options.no_siphons && find_siphon(s, &places)) {
    U32Vec takers = {0}, feeders = {0};
    refuted_siphon_sides(s->net, &places, &takers, &feeders);
    RefutedNode *node = *result = refuted_node_new(REFUTED_SIPHON);
    node->places = places;
    size_t children = feeders.size ? 2 : 1;
    vec_free(&takers);
    vec_free(&feeders);
    return refute_children(s, node, children);
  }
  vec_free(&places);
  if (find_fraction(s, &subject)) {
    RefutedNode *node = *result = refuted_node_new(REFUTED_FIRINGS);
    node->subject = subject;
    node->firings = (uint64_t)floor(s->firings[subject]);
    return refute_children(s, node, 2);
  }
  return FAILED;
}

/* Traps hold everywhere: a new one is added to the program of this node at once. */
static Outcome refute_node(Search *s, RefutedNode **result) {
  for (;;) {
    add_rows(s);
    LinearResult linear = linear_feasible(s->linear, s->budget);
    if (linear == LINEAR_INFEASIBLE) {
      *result = leaf_of_multipliers(s);
      return *result ? REFUTED : FAILED;
    }
    if (linear != LINEAR_OPTIMAL) return FAILED;
    read_solution(s);
    U32Vec trap = {0};
    bool wanted = !s->options.no_traps && s->refutation->traps.size < MOST_TRAPS;
    if (!wanted || !find_trap(s, &trap)) {
      vec_free(&trap);
      return split(s, result);
    }
    vec_push(&s->refutation->traps, trap);
  }
}

static void keep_hint(const Search *s, NetAnswer *answer) {
  for (size_t t = 0; s->has_solution && t < s->net->transitions.size; t++) {
    double often = ceil(s->firings[t] - NEAR);
    vec_push(&answer->firings, often < UINT32_MAX ? (uint32_t)often : UINT32_MAX);
  }
}

NetAnswer net_refute(const Net *net, const NetCondition *condition, const NetRefuteOptions *options,
                     Budget *budget) {
  NetAnswer answer = {0};
  Search s = {.net = net, .budget = budget, .linear = equation_new(net)};
  if (options) s.options = *options;
  if (!s.options.splits) s.options.splits = DEFAULT_SPLITS;
  s.firings = mem_array(net->transitions.size, sizeof *s.firings);
  s.marking = mem_array(net->places.size, sizeof *s.marking);
  s.refutation = mem_zalloc(sizeof *s.refutation);
  refuted_path_begin(&s.path, net, condition);
  bool refuted = refute_node(&s, &s.refutation->root) == REFUTED &&
                 net_refutation_holds(net, condition, s.refutation);
  refuted_path_end(&s.path);
  if (refuted) {
    answer.refutation = s.refutation;
  } else {
    net_refutation_free(s.refutation);
    keep_hint(&s, &answer);
    answer.interrupted = budget_spent(budget);
  }
  linear_free(s.linear);
  vec_free(&s.row_kinds);
  mem_free(s.firings);
  mem_free(s.marking);
  return answer;
}

void net_answer_free(NetAnswer *answer) {
  net_refutation_free(answer->refutation);
  vec_free(&answer->firings);
  *answer = (NetAnswer){0};
}
