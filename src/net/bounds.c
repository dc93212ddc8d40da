/* See bounds.h. The most tokens that the state equation allows on a place is a linear program; the
 * multipliers of its rows are, with the place itself, the y of an inductive inequality that says
 * the same. One y bounds all places where it is positive, so most places need no program. */
#include "net/bounds.h"

#include <math.h>

#include "net/equation.h"
#include "net/wide.h"

/* ---- inductive inequalities ---- */

/* Looks y up by place: the weights are sorted. */
static int64_t weight_of(const NetInvariant *invariant, uint32_t place) {
  size_t low = 0, high = invariant->weights.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (invariant->weights.data[middle].place < place) low = middle + 1;
    else high = middle;
  }
  bool there = low < invariant->weights.size && invariant->weights.data[low].place == place;
  return there ? invariant->weights.data[low].coefficient : 0;
}

/* What a firing adds to y m; false if it does not fit. */
static bool effect_of(const NetInvariant *invariant, const NetTransition *transition,
                      Wide *effect) {
  bool fits = true;
  *effect = 0;
  for (size_t i = 0; i < transition->put.size && fits; i++)
    fits = wide_add_product(effect, weight_of(invariant, transition->put.data[i].place),
                            transition->put.data[i].weight);
  for (size_t i = 0; i < transition->take.size && fits; i++)
    fits = wide_add_product(effect, weight_of(invariant, transition->take.data[i].place),
                            -(Wide)transition->take.data[i].weight);
  return fits;
}

bool net_invariant_holds(const Net *net, const NetInvariant *invariant) {
  Wide start = 0;
  for (size_t i = 0; i < invariant->weights.size; i++) {
    NetTerm term = invariant->weights.data[i];
    if (term.place >= net->places.size || term.coefficient <= 0) return false;
    if (i && invariant->weights.data[i - 1].place >= term.place) return false;
    if (!wide_add_product(&start, term.coefficient, net->places.data[term.place].initial))
      return false;
  }
  if (start != (Wide)invariant->bound) return false;
  for (size_t t = 0; t < net->transitions.size; t++) {
    Wide effect;
    if (!effect_of(invariant, &net->transitions.data[t], &effect) || effect > 0) return false;
    if (invariant->conserved && effect) return false;
  }
  return true;
}

/* Whole numbers for e(place) + the multipliers, if they are an invariant when looked at exactly. */
static bool invariant_of_multipliers(const Net *net, const Linear *linear, uint32_t place,
                                     NetInvariant *invariant) {
  size_t places = net->places.size;
  double *numbers = mem_array(places, sizeof *numbers);
  int64_t *weights = mem_array(places, sizeof *weights);
  for (uint32_t p = 0; p < places; p++) numbers[p] = linear_multiplier(linear, p) + (p == place);
  Wide start = 0;
  bool holds = linear_integers(numbers, places, weights);
  for (uint32_t p = 0; p < places && holds; p++) {
    if (weights[p] > 0) vec_push(&invariant->weights, ((NetTerm){p, weights[p]}));
    holds = weights[p] >= 0 && wide_add_product(&start, weights[p], net->places.data[p].initial) &&
            start < (Wide)NET_UNBOUNDED;
  }
  mem_free(numbers);
  mem_free(weights);
  if (!holds) return false;
  invariant->bound = (uint64_t)start;
  invariant->conserved = true;
  Wide effect;
  for (size_t t = 0; t < net->transitions.size && invariant->conserved; t++)
    invariant->conserved = effect_of(invariant, &net->transitions.data[t], &effect) && !effect;
  return net_invariant_holds(net, invariant);
}

/* ---- bounds of places ---- */

/* The cost of a firing is what it adds to the terms. */
static void set_costs(Linear *linear, const Net *net, const NetTerm *terms, size_t count) {
  double *scratch = mem_array(net->places.size, sizeof *scratch);
  double *effects = mem_array(net->transitions.size, sizeof *effects);
  equation_effects(net, terms, count, scratch, effects);
  for (uint32_t t = 0; t < net->transitions.size; t++) linear_set_cost(linear, t, effects[t]);
  mem_free(scratch);
  mem_free(effects);
}

static void use_invariant(NetBounds *bounds, NetInvariant *invariant) {
  bool tells = false;
  for (size_t i = 0; i < invariant->weights.size; i++) {
    NetTerm term = invariant->weights.data[i];
    uint64_t bound = invariant->bound / (uint64_t)term.coefficient;
    if (bound >= bounds->places[term.place]) continue;
    bounds->places[term.place] = bound;
    tells = true;
  }
  if (tells) vec_push(&bounds->invariants, *invariant);
  else vec_free(&invariant->weights);
}

static void bound_place(NetBounds *bounds, Linear *linear, const Net *net, uint32_t place,
                        Budget *budget) {
  NetTerm term = {place, 1};
  set_costs(linear, net, &term, 1);
  if (linear_maximise(linear, budget) != LINEAR_OPTIMAL) return;
  NetInvariant invariant = {0};
  if (invariant_of_multipliers(net, linear, place, &invariant)) use_invariant(bounds, &invariant);
  else vec_free(&invariant.weights);
}

NetBounds *net_bounds_new(const Net *net, Budget *budget) {
  NetBounds *bounds = mem_zalloc(sizeof *bounds);
  bounds->places = mem_array(net->places.size, sizeof *bounds->places);
  for (size_t p = 0; p < net->places.size; p++) bounds->places[p] = NET_UNBOUNDED;
  Linear *linear = equation_new(net);
  for (uint32_t p = 0; p < net->places.size && !budget_spent(budget); p++) /* 1 is good enough */
    if (bounds->places[p] > 1) bound_place(bounds, linear, net, p, budget);
  linear_free(linear);
  return bounds;
}

void net_bounds_free(NetBounds *bounds) {
  if (!bounds) return;
  for (size_t i = 0; i < bounds->invariants.size; i++)
    vec_free(&bounds->invariants.data[i].weights);
  vec_free(&bounds->invariants);
  mem_free(bounds->places);
  mem_free(bounds);
}

/* ---- bounds of sums ---- */

/* The largest value of the sum that the linear program allows. */
static bool largest_sum(const Net *net, const NetTerm *terms, size_t count, Budget *budget,
                        int64_t *largest) {
  Linear *linear = equation_new(net);
  set_costs(linear, net, terms, count);
  bool found = linear_maximise(linear, budget) == LINEAR_OPTIMAL;
  double sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += (double)terms[i].coefficient * net->places.data[terms[i].place].initial;
  for (uint32_t t = 0; t < net->transitions.size && found; t++)
    sum += linear_cost(linear, t) * linear_value(linear, t);
  linear_free(linear);
  sum = floor(sum + 1e-6);
  if (!found || fabs(sum) > 1e15) return false;
  *largest = (int64_t)sum;
  return true;
}

static bool refute_more(const Net *net, const NetCondition *sum, int64_t than, Budget *budget,
                        NetRefutation **certificate) {
  NetCondition *more = net_condition_at_least(sum->terms.data, sum->terms.size, than + 1);
  NetAnswer answer = net_refute(net, more, NULL, budget);
  net_condition_free(more);
  bool refuted = answer.refutation != NULL;
  if (refuted) {
    net_refutation_free(*certificate);
    *certificate = answer.refutation;
    answer.refutation = NULL;
  }
  net_answer_free(&answer);
  return refuted;
}

bool net_bound_of_sum(const Net *net, const NetTerm *terms, size_t count, Budget *budget,
                      int64_t *bound, NetRefutation **certificate) {
  NetCondition *sum = net_condition_at_least(terms, count, 0);
  NetRefutation *shown = NULL;
  if (!sum) return false;
  if (largest_sum(net, sum->terms.data, sum->terms.size, budget, bound) &&
      refute_more(net, sum, *bound, budget, &shown)) {
    /* Traps, siphons and whole numbers may show less. The initial marking has its sum. */
    __int128 start = 0;
    for (size_t i = 0; i < sum->terms.size; i++)
      start += (__int128)sum->terms.data[i].coefficient *
               net->places.data[sum->terms.data[i].place].initial;
    while (*bound > start && refute_more(net, sum, *bound - 1, budget, &shown)) --*bound;
  }
  net_condition_free(sum);
  bool found = shown != NULL;
  if (certificate) *certificate = shown;
  else net_refutation_free(shown);
  return found;
}
