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
 * the whole loop, which therefore never meets condition i.
 *
 * Ranks are often compared lexicographically, and then all four checks need the same fact: along
 * an edge, no entry falls while those before it stay. For long ranks it is hard to find in one
 * query, but easy entry by entry. So this is tried first, with the signals of the interventions
 * from the last to the first as entries; what could be proved is assumed in all four checks,
 * whose left sides it follows from. 'closure' needs moreover that such a comparison is
 * transitive, which is tried in the same way. */
#include "evidence/certify_query.h"

/* The witness at moment x, with moment y as the other one; its map is the caller's. */
static Copy pair(Query *query, const Copy *x, Copy *y) {
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
  return view;
}

/* The predicates q' for one pair of moments, in the order of the conditions. */
static LitVec rank(Query *query, Copy *x, Copy *y) {
  const Certificate *certificate = query->certificate;
  Copy view = pair(query, x, y);
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

/* ---- entries that do not fall ---- */

enum { LEMMA_WORK = 200000 }; /* for one entry: beyond that the checks do without it */

/* The interventions, as a bit set, whose signals are proved not to fall from s to t while the
 * signals of all later interventions stay the same. */
static Bits find_lemmas(const Task *task, const Certificate *certificate) {
  size_t count = certificate->interventions.size;
  Bits proved = bits_new(count);
  Query query = query_new("entries", task, certificate);
  Copy *s = moment(&query, 's', NULL), *t = moment(&query, 't', s);
  Sat *sat = query_new_solver(&query);
  Cnf *cnf = cnf_new(query.aig, sat);
  for (size_t i = 0; i < query.assumed.size; i++) cnf_assert(cnf, query.assumed.data[i]);
  int stay = sat_variable(sat); /* implies that the entries looked at so far stay */
  for (size_t i = count; i-- > 0;) {
    Lit signal = certificate->interventions.data[i].signal;
    int now = cnf_literal(cnf, copy_literal(&query, s, signal), CNF_BOTH);
    int next = cnf_literal(cnf, copy_literal(&query, t, signal), CNF_BOTH);
    sat_assume(sat, stay);
    sat_assume(sat, now);
    sat_assume(sat, -next);
    Budget work = budget_slice(certificate->budget, LEMMA_WORK);
    if (query_answer(&query, sat, "an entry that does not fall", &work) == SAT_UNSATISFIABLE) {
      bits_set(&proved, i);
      sat_clause3(sat, -stay, -now, next);
    }
    int longer = sat_variable(sat);
    sat_clause2(sat, -longer, stay);
    sat_clause3(sat, -longer, -now, next);
    sat_clause3(sat, -longer, now, -next);
    stay = longer;
  }
  cnf_free(cnf);
  sat_free(sat);
  query_free(&query);
  return proved;
}

/* What was proved, for an edge from s to t. */
static void assume_lemmas(Query *query, const Bits *proved, Copy *s, Copy *t) {
  const Certificate *certificate = query->certificate;
  Lit stay = LIT_TRUE;
  for (size_t i = certificate->interventions.size; i-- > 0;) {
    Lit signal = certificate->interventions.data[i].signal;
    Lit now = copy_literal(query, s, signal), next = copy_literal(query, t, signal);
    Lit falls = aig_and(query->aig, now, lit_not(next));
    if (bits_get(proved, i)) query_assume(query, lit_not(aig_and(query->aig, stay, falls)));
    stay = aig_and(query->aig, stay, aig_equal(query->aig, now, next));
  }
}

/* For each intervention, a gate of the witness that compares it with those before it: the last
 * one that reads it and no later one; 0 if there is none. */
static U32Vec find_comparisons(const Certificate *certificate) {
  const Aig *aig = certificate->circuit->aig;
  size_t count = certificate->interventions.size;
  U32Vec comparison = {0}, latest = {0}; /* latest by node: the last intervention read, plus one */
  vec_resize(&comparison, count);
  vec_resize(&latest, aig->size);
  for (size_t i = 0; i < count; i++) comparison.data[i] = 0;
  for (size_t node = 0; node < aig->size; node++) latest.data[node] = 0;
  for (size_t i = 0; i < count; i++)
    latest.data[lit_node(certificate->interventions.data[i].input)] = (uint32_t)i + 1;
  for (uint32_t node = 1; node < aig->size; node++) {
    if (!aig_is_and(aig, node)) continue;
    uint32_t left = latest.data[lit_node(aig->nodes[node].left)];
    uint32_t right = latest.data[lit_node(aig->nodes[node].right)];
    latest.data[node] = left > right ? left : right;
    if (latest.data[node]) comparison.data[latest.data[node] - 1] = node;
  }
  vec_free(&latest);
  return comparison;
}

/* Lemmas for 'closure', from the least significant entry up: while the more significant ones
 * stay from s to t, a comparison with u that holds in s holds in t. Those that can be proved are
 * assumed. Whether a gate or its complement says "at most" is found by trying. */
static void assume_comparisons(Query *query, Copy *s, Copy *t, Copy *u) {
  const Certificate *certificate = query->certificate;
  size_t count = certificate->interventions.size;
  Aig *aig = query->aig;
  LitVec stay = {0}; /* by intervention: the signals of all later ones stay */
  vec_resize(&stay, count);
  Lit later = LIT_TRUE;
  for (size_t i = count; i-- > 0;) {
    Lit signal = certificate->interventions.data[i].signal;
    stay.data[i] = later;
    later = aig_and(aig, later,
                    aig_equal(aig, copy_literal(query, s, signal), copy_literal(query, t, signal)));
  }
  U32Vec comparison = find_comparisons(certificate);
  Copy before = pair(query, s, u), after = pair(query, t, u);
  Sat *sat = query_new_solver(query);
  Cnf *cnf = cnf_new(aig, sat);
  for (size_t i = 0; i < query->assumed.size; i++) cnf_assert(cnf, query->assumed.data[i]);
  bool negated = false; /* as the last one that was proved */
  for (size_t i = 0; i < count; i++)
    for (int attempt = 0; attempt < 2 && comparison.data[i]; attempt++) {
      Lit gate = lit_of(comparison.data[i], negated ^ attempt);
      Lit held = copy_literal(query, &before, gate), holds = copy_literal(query, &after, gate);
      Lit lost = aig_and(aig, stay.data[i], aig_and(aig, held, lit_not(holds)));
      sat_assume(sat, cnf_literal(cnf, lost, CNF_BOTH));
      Budget work = budget_slice(certificate->budget, LEMMA_WORK);
      if (query_answer(query, sat, "a comparison that carries over", &work) != SAT_UNSATISFIABLE)
        continue;
      cnf_assert(cnf, lit_not(lost));
      query_assume(query, lit_not(lost));
      negated ^= attempt;
      break;
    }
  cnf_free(cnf);
  sat_free(sat);
  mem_free(before.map);
  mem_free(after.map);
  vec_free(&comparison);
  vec_free(&stay);
}

/* ---- the checks ---- */

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
static bool check_liveness(const Task *task, const Certificate *certificate, const Bits *proved,
                           Error *error) {
  Query query = query_new("liveness", task, certificate);
  Copy *model = query_model(&query, 's');
  Copy *s = moment(&query, 's', NULL), *t = moment(&query, 't', s);
  assume_lemmas(&query, proved, s, t);
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
static bool check_decrease(const Task *task, const Certificate *certificate, const Bits *proved,
                           Error *error) {
  Query query = query_new("decrease", task, certificate);
  Copy *s = moment(&query, 's', NULL), *t = moment(&query, 't', s);
  assume_lemmas(&query, proved, s, t);
  bool good = query_prove(&query, rank_any(&query, t, s), NULL, error);
  query_free(&query);
  return good;
}

/* F' from s to t and Q'(s, u) imply Q'(t, u). */
static bool check_closure(const Task *task, const Certificate *certificate, const Bits *proved,
                          Error *error) {
  Query query = query_new("closure", task, certificate);
  Copy *s = moment(&query, 's', NULL), *t = moment(&query, 't', s);
  Copy *u = moment(&query, 'u', NULL);
  assume_lemmas(&query, proved, s, t);
  assume_comparisons(&query, s, t, u);
  query_assume(&query, rank_any(&query, s, u));
  bool good = query_prove(&query, rank_any(&query, t, u), NULL, error);
  query_free(&query);
  return good;
}

/* F' from s to t and from t to u, Q'(s, t) and Q'(t, u) imply that q'_i(s, t) implies
 * q'_i(t, u). */
static bool check_consistent(const Task *task, const Certificate *certificate, const Bits *proved,
                             Error *error) {
  Query query = query_new("consistent", task, certificate);
  Copy *s = moment(&query, 's', NULL), *t = moment(&query, 't', s), *u = moment(&query, 'u', t);
  assume_lemmas(&query, proved, s, t);
  assume_lemmas(&query, proved, t, u);
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
  Bits proved = find_lemmas(task, certificate);
  bool good = check_liveness(task, certificate, &proved, error) &&
              check_decrease(task, certificate, &proved, error) &&
              check_closure(task, certificate, &proved, error) &&
              check_consistent(task, certificate, &proved, error);
  bits_free(&proved);
  return good;
}
