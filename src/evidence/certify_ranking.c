/* The four further checks of a ranked witness circuit, which show that every infinite run of the
 * model misses some condition from some point on.
 *
 * The negation of the i-th condition is q_i in the model and q'_i in the witness. q'_i(x, y) is a
 * predicate over two moments: its cone is evaluated in x, but an input with an intervention has the
 * value of its signal in y. Q' is the disjunction of all q'_i; if it is false, x cannot be reached
 * from y.
 *
 * Why they suffice: suppose the model has a run that meets all conditions infinitely often. It is
 * finite-state, so it has such a run that is a lasso, and so has the witness, which simulates it
 * and where P' holds throughout (the five checks). On the loop, 'decrease' gives Q'(t, s) for each
 * edge s -> t, and 'closure' carries that along: Q'(x, y) for all x, y on the loop, also Q'(s, t).
 * So some q'_i(s, t) holds on one edge, and by 'consistent' on all; by 'liveness' then q_i holds in
 * the whole loop, which therefore never meets condition i. */
#include "evidence/certify_query.h"

/* The predicates q' for one pair of moments, in the order of the conditions. */
static LitVec rank(Query *query, Copy *x, Copy *y) {
  const Certificate *certificate = query->certificate;
  const Aig *aig = certificate->circuit->aig;
  Copy view = *x;
  view.map = aig_map_new(aig);
  for (size_t i = 0; i < certificate->interventions.size; i++) {
    Intervention intervention = certificate->interventions.data[i];
    Lit value = copy_literal(query, y, intervention.signal);
    view.map[lit_node(intervention.input)] = lit_not_if(value, lit_negated(intervention.input));
  }
  for (uint32_t node = 1; node < aig->size; node++)
    if (aig_is_variable(aig, node) && view.map[node] == LIT_NONE) view.map[node] = x->map[node];
  LitVec ranks = {0};
  for (size_t i = 0; i < certificate->conditions.size; i++)
    vec_push(&ranks, lit_not(copy_literal(query, &view, certificate->conditions.data[i])));
  mem_free(view.map);
  return ranks;
}

static Lit rank_any(Query *query, Copy *x, Copy *y) {
  LitVec ranks = rank(query, x, y);
  Lit any = aig_or_all(query->aig, ranks.data, ranks.size);
  vec_free(&ranks);
  return any;
}

/* A further moment of the witness, at which C' and P' hold; after `before`, or any for NULL. */
static Copy *moment(Query *query, char name, Copy *before) {
  Copy *copy = query_witness(query, name);
  if (before) copy_follow(query, before, copy);
  copy_fresh(query, copy);
  query_assume(query, copy_constraints(query, copy));
  query_assume(query, copy_property(query, copy));
  return copy;
}

/* From left[i] follows right[i], for every condition i. */
static bool prove_each(Query *query, const LitVec *left, const LitVec *right, Error *error) {
  bool good = true;
  for (size_t i = 0; good && i < left->size; i++) {
    Text what = {0};
    text_format(&what, "condition %zu", i);
    good = query_prove(query, aig_implies(query->aig, left->data[i], right->data[i]), what.data,
                       error);
    text_free(&what);
  }
  return good;
}

/* F' from s to t implies that q'_i(s, t) implies q_i(s). */
static bool check_liveness(const Task *task, const Certificate *certificate, Error *error) {
  Query query = query_new("liveness", task, certificate);
  Copy *model = query_model(&query, 's');
  Copy *s = moment(&query, 's', NULL), *t = moment(&query, 't', s);
  copy_share_back(&query, s, model);
  copy_fresh(&query, model);
  LitVec ranks = rank(&query, s, t), missed = {0};
  for (size_t i = 0; i < task->conditions.size; i++)
    vec_push(&missed, lit_not(copy_literal(&query, model, task->conditions.data[i])));
  bool good = prove_each(&query, &ranks, &missed, error);
  vec_free(&ranks);
  vec_free(&missed);
  query_free(&query);
  return good;
}

/* F' from s to t implies Q'(t, s). */
static bool check_decrease(const Task *task, const Certificate *certificate, Error *error) {
  Query query = query_new("decrease", task, certificate);
  Copy *s = moment(&query, 's', NULL), *t = moment(&query, 't', s);
  bool good = query_prove(&query, rank_any(&query, t, s), NULL, error);
  query_free(&query);
  return good;
}

/* F' from s to t and Q'(s, u) imply Q'(t, u). */
static bool check_closure(const Task *task, const Certificate *certificate, Error *error) {
  Query query = query_new("closure", task, certificate);
  Copy *s = moment(&query, 's', NULL), *t = moment(&query, 't', s);
  Copy *u = moment(&query, 'u', NULL);
  query_assume(&query, rank_any(&query, s, u));
  bool good = query_prove(&query, rank_any(&query, t, u), NULL, error);
  query_free(&query);
  return good;
}

/* F' from s to t and from t to u, Q'(s, t) and Q'(t, u) imply that q'_i(s, t) implies
 * q'_i(t, u). */
static bool check_consistent(const Task *task, const Certificate *certificate, Error *error) {
  Query query = query_new("consistent", task, certificate);
  Copy *s = moment(&query, 's', NULL), *t = moment(&query, 't', s), *u = moment(&query, 'u', t);
  query_assume(&query, rank_any(&query, s, t));
  query_assume(&query, rank_any(&query, t, u));
  LitVec first = rank(&query, s, t), second = rank(&query, t, u);
  bool good = prove_each(&query, &first, &second, error);
  vec_free(&first);
  vec_free(&second);
  query_free(&query);
  return good;
}

bool certify_ranking(const Task *task, const Certificate *certificate, Error *error) {
  return check_liveness(task, certificate, error) && check_decrease(task, certificate, error) &&
         check_closure(task, certificate, error) && check_consistent(task, certificate, error);
}
