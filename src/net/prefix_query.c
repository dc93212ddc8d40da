/* See prefix_query.h. */
#include "net/prefix_query.h"

#include "base/map.h"
#include "logic/sat.h"
#include "net/run.h"
#include "net/wide.h"

typedef struct {
  const Prefix *prefix;
  Sat *sat;
  IntVec event;     /* by event: its variable, 0 for a cut-off */
  IntVec holds;     /* by condition: that it is in the cut; 0 behind cut-offs */
  IntVec marked;    /* by place: a literal, once it is asked for; 0 before */
  U32Vec *of_place; /* by place: the conditions that are not behind cut-offs */
  int truth;
} Query;

/* ---- configurations and their cuts ---- */

/* At most one of the events: a chain of variables *one of those so far happened*. */
static void at_most_one(Query *q, const IntVec *events) {
  int before = 0;
  for (size_t i = 0; i < events->size; i++) {
    int event = events->data[i];
    if (before) sat_clause2(q->sat, -before, -event);
    if (i + 1 == events->size) break;
    int now = sat_variable(q->sat);
    sat_clause2(q->sat, -event, now);
    if (before) sat_clause2(q->sat, -before, now);
    before = now;
  }
}

/* A condition holds if its event happened and none that takes it. */
static int condition_variable(Query *q, const PrefixCondition *condition) {
  int variable = sat_variable(q->sat);
  IntVec takers = {0}, clause = {0};
  vec_push(&clause, variable);
  if (condition->producer != PREFIX_NONE) {
    int producer = q->event.data[condition->producer];
    sat_clause2(q->sat, -variable, producer);
    vec_push(&clause, -producer);
  }
  for (size_t i = 0; i < condition->consumers.size; i++) {
    int taker = q->event.data[condition->consumers.data[i]];
    if (!taker) continue;
    sat_clause2(q->sat, -variable, -taker);
    vec_push(&clause, taker);
    vec_push(&takers, taker);
  }
  sat_clause(q->sat, clause.data, clause.size);
  at_most_one(q, &takers);
  vec_free(&clause);
  vec_free(&takers);
  return variable;
}

static void encode_configurations(Query *q) {
  const Prefix *prefix = q->prefix;
  for (size_t i = 0; i < prefix->events.size; i++)
    vec_push(&q->event, prefix->events.data[i].cutoff ? 0 : sat_variable(q->sat));
  for (uint32_t i = 0; i < prefix->conditions.size; i++) {
    const PrefixCondition *condition = &prefix->conditions.data[i];
    bool there = condition->producer == PREFIX_NONE || q->event.data[condition->producer];
    vec_push(&q->holds, there ? condition_variable(q, condition) : 0);
    if (there) vec_push(&q->of_place[condition->place], i);
  }
  for (size_t i = 0; i < prefix->events.size; i++) {
    const U32Vec *take = &prefix->events.data[i].take;
    for (size_t k = 0; q->event.data[i] && k < take->size; k++) {
      uint32_t cause = prefix->conditions.data[take->data[k]].producer;
      if (cause != PREFIX_NONE) sat_clause2(q->sat, -q->event.data[i], q->event.data[cause]);
    }
  }
}

/* ---- conditions on markings ---- */

/* A place has a token if one of its conditions holds; in a 1-safe net not more than one does. */
static int place_literal(Query *q, uint32_t place) {
  if (q->marked.data[place]) return q->marked.data[place];
  const U32Vec *conditions = &q->of_place[place];
  int marked = sat_variable(q->sat);
  IntVec clause = {0};
  vec_push(&clause, -marked);
  for (size_t i = 0; i < conditions->size; i++) {
    int holds = q->holds.data[conditions->data[i]];
    sat_clause2(q->sat, -holds, marked);
    vec_push(&clause, holds);
  }
  sat_clause(q->sat, clause.data, clause.size);
  vec_free(&clause);
  return q->marked.data[place] = marked;
}

/* A sum of literals times coefficients, as a decision diagram: a node is (the next term, what is
 * still wanted), and its literal implies the sum. Only that direction is needed, because conditions
 * have no negation. */
typedef struct {
  int literal;
  int64_t coefficient;
} SumTerm;

typedef struct {
  Query *query;
  VEC(SumTerm) terms;
  Wide *most, *least; /* by term: what it and those behind it can add up to */
  Names nodes;        /* of (term, wanted) */
  IntVec literal;     /* by node */
} SumEncoder;

static int sum_literal(SumEncoder *e, size_t term, Wide wanted) {
  if (wanted > e->most[term]) return -e->query->truth;
  if (wanted <= e->least[term]) return e->query->truth;
  struct {
    Wide wanted;
    uint64_t term, padding;
  } key = {wanted, term, 0};
  size_t known = e->nodes.size;
  uint32_t node = names_add_n(&e->nodes, (const char *)&key, sizeof key);
  if (node < known) return e->literal.data[node];
  vec_push(&e->literal, 0);
  SumTerm next = e->terms.data[term];
  int with = sum_literal(e, term + 1, wanted - next.coefficient);
  int without = sum_literal(e, term + 1, wanted);
  int result = sat_variable(e->query->sat);
  sat_clause3(e->query->sat, -result, -next.literal, with);
  sat_clause3(e->query->sat, -result, next.literal, without);
  e->literal.data[node] = result;
  return result;
}

/* The tokens of a place are its conditions that hold; of those that hold one at most, one literal.
 */
static void add_place(SumEncoder *e, NetTerm term) {
  const U32Vec *conditions = &e->query->of_place[term.place];
  if (e->query->prefix->bound == 1) {
    vec_push(&e->terms, ((SumTerm){place_literal(e->query, term.place), term.coefficient}));
    return;
  }
  for (size_t i = 0; i < conditions->size; i++)
    vec_push(&e->terms, ((SumTerm){e->query->holds.data[conditions->data[i]], term.coefficient}));
}

static int at_least_literal(Query *q, const NetCondition *condition) {
  SumEncoder e = {.query = q};
  for (size_t i = 0; i < condition->terms.size; i++) add_place(&e, condition->terms.data[i]);
  e.most = mem_array(e.terms.size + 1, sizeof *e.most);
  e.least = mem_array(e.terms.size + 1, sizeof *e.least);
  for (size_t i = e.terms.size; i--;) {
    int64_t coefficient = e.terms.data[i].coefficient;
    e.most[i] = e.most[i + 1] + (coefficient > 0 ? coefficient : 0);
    e.least[i] = e.least[i + 1] + (coefficient < 0 ? coefficient : 0);
  }
  int result = sum_literal(&e, 0, condition->at_least);
  mem_free(e.most);
  mem_free(e.least);
  names_free(&e.nodes);
  vec_free(&e.literal);
  vec_free(&e.terms);
  return result;
}

/* A literal that implies the condition, and can be true where it holds. */
static int condition_literal(Query *q, const NetCondition *condition) {
  if (condition->kind == NET_AT_LEAST) return at_least_literal(q, condition);
  int result = sat_variable(q->sat);
  IntVec any = {0};
  vec_push(&any, -result);
  for (size_t i = 0; i < condition->parts.size; i++) {
    int part = condition_literal(q, condition->parts.data[i]);
    if (condition->kind == NET_ALL) sat_clause2(q->sat, -result, part);
    else vec_push(&any, part);
  }
  if (condition->kind == NET_ANY) sat_clause(q->sat, any.data, any.size);
  vec_free(&any);
  return result;
}

/* In a complete prefix a transition that can fire is an event, perhaps a cut-off, whose conditions
 * all hold. */
static void encode_deadlock(Query *q) {
  IntVec clause = {0};
  for (size_t i = 0; i < q->prefix->events.size; i++) {
    const U32Vec *take = &q->prefix->events.data[i].take;
    vec_clear(&clause);
    for (size_t k = 0; k < take->size; k++) vec_push(&clause, -q->holds.data[take->data[k]]);
    sat_clause(q->sat, clause.data, clause.size);
  }
  vec_free(&clause);
}

/* ---- answers ---- */

/* Takes the solver, to which nothing was said yet. A condition of NULL is a deadlock. */
static void query_begin(Query *q, const Prefix *prefix, const NetCondition *condition, Sat *sat) {
  *q = (Query){.prefix = prefix, .sat = sat};
  vec_resize(&q->marked, prefix->net->places.size);
  q->of_place = mem_array(prefix->net->places.size, sizeof *q->of_place);
  q->truth = sat_variable(q->sat);
  sat_clause1(q->sat, q->truth);
  encode_configurations(q);
  if (condition) sat_clause1(q->sat, condition_literal(q, condition));
  else encode_deadlock(q);
}

static void query_end(Query *q) {
  for (size_t i = 0; i < q->marked.size; i++) vec_free(&q->of_place[i]);
  mem_free(q->of_place);
  vec_free(&q->event);
  vec_free(&q->holds);
  vec_free(&q->marked);
  sat_free(q->sat);
}

/* The condition is NULL for a deadlock. */
static bool run_arrives(const Net *net, const U32Vec *run, const NetCondition *condition) {
  Tokens *marking = net_replay(net, run->data, run->size);
  if (!marking) return false;
  bool arrives = true;
  if (condition) arrives = net_condition_holds(condition, marking);
  for (uint32_t i = 0; !condition && arrives && i < net->transitions.size; i++)
    arrives = !net_enabled(net, i, marking);
  mem_free(marking);
  return arrives;
}

static PrefixAnswer solve(Query *q, const NetCondition *condition, Budget *budget, U32Vec *run) {
  SatResult result = sat_solve(q->sat, budget);
  if (result == SAT_UNSATISFIABLE) return q->prefix->complete ? PREFIX_UNREACHABLE : PREFIX_UNKNOWN;
  if (result != SAT_SATISFIABLE) return PREFIX_UNKNOWN;
  vec_clear(run);
  for (size_t i = 0; i < q->event.size; i++)
    if (q->event.data[i] && sat_value(q->sat, q->event.data[i]))
      vec_push(run, q->prefix->events.data[i].transition);
  if (run_arrives(q->prefix->net, run, condition)) return PREFIX_REACHABLE;
  assert(!condition && !q->prefix->complete); /* a deadlock of the prefix alone */
  vec_clear(run);
  return PREFIX_UNKNOWN;
}

PrefixAnswer prefix_reaches(const Prefix *prefix, const NetCondition *condition, Budget *budget,
                            U32Vec *run) {
  Query q;
  query_begin(&q, prefix, condition, sat_new(SAT_CADICAL));
  PrefixAnswer answer = solve(&q, condition, budget, run);
  query_end(&q);
  return answer;
}

PrefixAnswer prefix_deadlocks(const Prefix *prefix, Budget *budget, U32Vec *run) {
  return prefix_reaches(prefix, NULL, budget, run);
}

PrefixAnswer prefix_refutation(const Prefix *prefix, const NetCondition *condition, Budget *budget,
                               IntVec *clauses, Text *proof) {
  Query q;
  U32Vec run = {0};
  Sat *sat = sat_new(SAT_LEAN);
  sat_keep(sat);
  sat_log_proof(sat, proof);
  query_begin(&q, prefix, condition, sat);
  PrefixAnswer answer = solve(&q, condition, budget, &run);
  if (answer == PREFIX_UNREACHABLE) vec_append(clauses, &sat_kept(sat)->clauses);
  query_end(&q);
  vec_free(&run);
  return answer;
}
