/* Generalization: a smaller cube that is still blocked. MIC tries to drop one literal after
 * another; `down` decides whether the rest can be blocked. If not, a predecessor speaks against it.
 * Where that state is itself unreachable one frame earlier it is a counterexample to generalization
 * (CTG): it is generalized and blocked in turn, up to a limit, before one resorts to joining it
 * with the cube, which drops further literals (Hassan, Bradley and Somenzi, "Better generalization
 * in IC3", 2013).
 *
 * Literals that occur in few recent lemmas are tried first: those that occur in many are likely to
 * be part of why the property holds. What a lemma of the frame before says of the cube is asked
 * before all that (parent.c). */
#include "engine/reach/internal.h"

static bool among(const LitVec *lits, Lit lit) {
  for (size_t i = 0; i < lits->size; i++)
    if (lits->data[i] == lit) return true;
  return false;
}

static void copy(LitVec *to, const LitVec *from) {
  vec_clear(to);
  vec_append(to, from);
}

enum { NO_CTGS = -1 }; /* nor joins */

static void mic(Reach *reach, LitVec *cube, size_t at, int64_t depth);

/* Blocks the predecessor that the last query found, if it is a CTG: one that is unreachable one
 * frame earlier. */
static bool block_ctg(Reach *reach, const LitVec *cube, size_t at, int64_t depth) {
  Cube *target = clause_new(cube->data, cube->size), *ctg = NULL, *inputs = NULL;
  LitVec core = {0};
  bool blocked = lift_predecessor(reach, target, 0, 1, &ctg, &inputs) &&
                 initiation_holds(reach, ctg->lits, ctg->size) && !reach->interrupted &&
                 query_relative(reach, at - 2, ctg->lits, ctg->size, true, QUERY_DROP, &core) ==
                     SAT_UNSATISFIABLE;
  reach->stats.ctgs++;
  if (blocked) {
    mic(reach, &core, at - 1, depth + 1);
    size_t last = push_forward(reach, &core, at - 1);
    Clause *blocked_cube = clause_new(core.data, core.size);
    frames_add_clause(reach, clause_negation(blocked_cube), last);
    clause_free(blocked_cube);
    reach->stats.ctgs_blocked++;
  }
  clause_free(target);
  clause_free(ctg);
  clause_free(inputs);
  vec_free(&core);
  return blocked;
}

/* Whether the cube, or what remains of it after joins, can be blocked; then it is a core of that.
 * No literal of `required` may be lost. */
static bool down(Reach *reach, LitVec *cube, size_t at, int64_t depth, const LitVec *required) {
  LitVec core = {0}, joined = {0};
  bool result = false;
  int64_t ctgs = 0;
  while (initiation_holds(reach, cube->data, cube->size)) {
    SatResult answer =
        query_relative(reach, at - 1, cube->data, cube->size, true, QUERY_DROP, &core);
    if (answer == SAT_UNSATISFIABLE) {
      copy(cube, &core);
      result = true;
    }
    if (answer != SAT_SATISFIABLE) break;
    if (reach->ctg_most < 0 || depth >= reach->options.ctg_depth) break;
    vec_clear(&joined); /* before other queries replace the model */
    bool keeps = true;
    for (size_t i = 0; i < cube->size; i++)
      if (query_latch_value(reach, cube->data[i])) vec_push(&joined, cube->data[i]);
      else keeps &= !among(required, cube->data[i]);
    if (ctgs < reach->ctg_most && at > 1 && block_ctg(reach, cube, at, depth)) {
      ctgs++;
      continue;
    }
    if (reach->interrupted || !keeps) break;
    ctgs = 0;
    reach->stats.joins++;
    copy(cube, &joined);
  }
  vec_free(&core);
  vec_free(&joined);
  return result;
}

static void mic(Reach *reach, LitVec *cube, size_t at, int64_t depth) {
  const ReachOptions *options = &reach->options;
  bool asked = options->parents || options->predict;
  const Clause *parent = asked ? parent_find(reach, cube, at) : NULL;
  if (parent && options->predict && parent_predict(reach, parent, cube, at)) return;
  LitVec order = {0}, required = {0}, candidate = {0};
  copy(&order, cube);
  activity_sort(reach, order.data, order.size, true);
  if (parent && options->parents) parent_last(parent, &order);
  int64_t failures = 0;
  for (size_t i = 0; i < order.size && !reach->interrupted; i++) {
    if (!among(cube, order.data[i])) continue;
    vec_clear(&candidate);
    for (size_t k = 0; k < cube->size; k++)
      if (cube->data[k] != order.data[i]) vec_push(&candidate, cube->data[k]);
    if (down(reach, &candidate, at, depth, &required)) {
      copy(cube, &candidate);
      failures = 0;
      continue;
    }
    vec_push(&required, order.data[i]);
    if (++failures == options->attempts) break;
  }
  vec_free(&order);
  vec_free(&required);
  vec_free(&candidate);
}

/* Counterexamples to generalization cost many queries. They pay where the search comes back to the
 * same part of the state space again and again: an obligation whose followers on the way to the
 * target were asked about often lately. Elsewhere dropping literals one by one will do. The rule
 * is that of rIC3 (`dynamic`), which begins with FEW = 10; docs/engines/ic3.md has what both
 * numbers gave. */
static int64_t dynamic_most(const Obligation *obligation) {
  enum { NEAR = 3, FEW = 3, MANY = 40 };
  double activity = 0;
  const Obligation *next = obligation->next;
  for (int i = 0; next && i < NEAR; i++, next = next->next)
    if (next->activity > activity) activity = next->activity;
  if (activity < FEW) return NO_CTGS;
  return activity < MANY ? (int64_t)(activity - FEW) / 10 + 2 : 5;
}

void generalize(Reach *reach, LitVec *cube, size_t at, const Obligation *obligation) {
  reach->ctg_most = !reach->options.ctg          ? NO_CTGS
                    : reach->options.ctg_dynamic ? dynamic_most(obligation)
                                                 : reach->options.ctg_max;
  mic(reach, cube, at, 0);
}
