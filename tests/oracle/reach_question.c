#include "oracle/reach_question.h"

#include "base/memory.h"
#include "engine/reach/signals.h"

static Clause *random_clause(const System *system, Random *random, size_t size) {
  LitVec lits = {0};
  Bits used = bits_new(system->latches.size + 1);
  for (size_t i = 0; i < size && system->latches.size; i++) {
    size_t latch = random_below(random, (uint32_t)system->latches.size);
    if (bits_get(&used, latch)) continue;
    bits_set(&used, latch);
    vec_push(&lits, lit_not_if(system->latches.data[latch].current, random_chance(random, 1, 2)));
  }
  Clause *clause = clause_new(lits.data, lits.size);
  vec_free(&lits);
  bits_free(&used);
  return clause;
}

/* Of a latch, or of a gate that reads latches alone. */
static bool state_value(const Question *q, size_t state, Lit lit) {
  const System *system = q->model->system;
  for (size_t i = 0; i < system->latches.size; i++)
    if (lit_node(system->latches.data[i].current) == lit_node(lit))
      return (state >> i & 1) != lit_negated(lit);
  Bits values = bits_new(system->aig->size);
  for (size_t i = 0; i < system->latches.size; i++)
    bits_put(&values, lit_node(system->latches.data[i].current), state >> i & 1);
  bool value = aig_evaluate(system->aig, lit, &values);
  bits_free(&values);
  return value;
}

static bool clause_true(const Question *q, size_t state, const Clause *clause) {
  for (size_t i = 0; i < clause->size; i++)
    if (state_value(q, state, clause->lits[i])) return true;
  return false;
}

static bool cube_true(const Question *q, size_t state, const Cube *cube) {
  for (size_t i = 0; i < cube->size; i++)
    if (!state_value(q, state, cube->lits[i])) return false;
  return true;
}

Bits question_states(const Question *q, const ClauseVec *clauses) {
  Bits states = bits_new(q->e->states);
  for (size_t s = 0; s < states.size; s++) {
    bool all = true;
    for (size_t i = 0; i < clauses->size && all; i++) all = clause_true(q, s, clauses->data[i]);
    bits_put(&states, s, all);
  }
  return states;
}

static Bits cube_states(const Question *q, const ClauseVec *cubes) {
  Bits states = bits_new(q->e->states);
  for (size_t s = 0; s < states.size; s++)
    for (size_t i = 0; i < cubes->size; i++)
      if (cube_true(q, s, cubes->data[i])) bits_set(&states, s);
  return states;
}

static void random_cubes(Question *q, Random *random, ClauseVec *cubes, size_t most) {
  size_t count = 1 + random_below(random, (uint32_t)most);
  size_t latches = q->model->system->latches.size;
  while (cubes->size < count) {
    size_t size = random_chance(random, 1, 2) ? 4 * latches : random_below(random, 5);
    vec_push(cubes, random_clause(q->model->system, random, size));
  }
}

static Rule random_rule(Question *q, Random *random) {
  System *system = q->model->system;
  Rule rule = {.kind = random_below(random, q->target.leaves ? RULE_KINDS : RULE_LAST_OUTSIDE)};
  rule.now = random_clause(system, random, 1 + random_below(random, 2));
  rule.next = random_clause(system, random, 1 + random_below(random, 2));
  rule.predicate = LIT_TRUE;
  if (rule.kind == RULE_NOW || rule.kind == RULE_NEXT) {
    Lit a = random_literal(system, random, rule.kind == RULE_NOW);
    Lit b = random_literal(system, random, rule.kind == RULE_NOW);
    rule.predicate = aig_or(system->aig, a, b);
  }
  size_t clauses = random_below(random, 4);
  for (size_t i = 0; i < clauses; i++)
    vec_push(&rule.wall, random_clause(system, random, 1 + random_below(random, 3)));
  return rule;
}

static bool rule_obeyed(const Question *q, const Rule *rule, const Bits *predicate,
                        const Bits *wall, size_t step) {
  Edge edge = q->e->graph.edges.data[step];
  switch (rule->kind) {
  case RULE_CLAUSE:
    return clause_true(q, edge.from, rule->now) || clause_true(q, edge.to, rule->next);
  case RULE_NOW: return bits_get(predicate, step);
  case RULE_NEXT: return bits_get(predicate, edge.to * q->e->inputs); /* reads no input */
  case RULE_INSIDE: return bits_get(wall, edge.from);
  case RULE_OUTSIDE: return !bits_get(wall, edge.to);
  case RULE_STAY: return !bits_get(wall, edge.to) || bits_get(wall, edge.from);
  case RULE_LAST_OUTSIDE: /* see restrict_target */
  case RULE_KINDS: break;
  }
  return true;
}

static void restrict_moves(Question *q, const Rule *rule) {
  Bits predicate = explicit_literal(q->e, rule->predicate), wall = question_states(q, &rule->wall);
  for (size_t step = 0; step < q->e->steps; step++)
    if (!rule_obeyed(q, rule, &predicate, &wall, step)) bits_clear(&q->moves, step);
  bits_free(&predicate);
  bits_free(&wall);
}

/* Steps of G have an edge that obeys C, and it ends outside of some walls. */
static void restrict_target(Question *q) {
  bits_and(&q->target_steps, &q->moves);
  for (size_t i = 0; i < q->rules.size; i++) {
    if (q->rules.data[i].kind != RULE_LAST_OUTSIDE) continue;
    Bits wall = question_states(q, &q->rules.data[i].wall), into = explicit_steps_to(q->e, &wall);
    bits_minus(&q->target_steps, &into);
    bits_free(&wall);
    bits_free(&into);
  }
}

static Bits find_from(Question *q) {
  switch (q->from.kind) {
  case REACH_RESET: return bits_copy(&q->e->initial);
  case REACH_CUBES: return cube_states(q, &q->from_cubes);
  case REACH_PREDICATE: {
    Bits steps = explicit_literal(q->e, q->from.predicate);
    Bits states = explicit_states(q->e, &steps);
    bits_free(&steps);
    return states;
  }
  case REACH_SUCCESSORS: {
    Bits states = cube_states(q, &q->from_cubes);
    Bits image = graph_image(&q->e->graph, &states, &q->moves);
    bits_free(&states);
    return image;
  }
  }
  return bits_new(q->e->states);
}

/* Sometimes the shared CNF knows the predicate, sometimes every instance encodes it; sometimes
 * lemmas may speak about gates. */
static ReachModel *random_reach_model(System *system, const Lit *predicate, Random *random) {
  size_t known = random_below(random, 2);
  if (random_chance(random, 1, 2)) return reach_model_new(system, predicate, known);
  LitVec signals = signals_choose(system, predicate, 1, random_below(random, 12));
  ReachModel *model = reach_model_with_signals(system, predicate, known, &signals);
  vec_free(&signals);
  return model;
}

Question *question_new(uint64_t seed, unsigned bits, bool general) {
  Question *q = mem_zalloc(sizeof *q);
  Random random = {seed * 2 + 1};
  q->model = random_model(seed, bits);
  System *system = q->model->system;
  q->from.kind = general ? (ReachSetKind)random_below(&random, 4) : REACH_RESET;
  q->target.kind = general && random_chance(&random, 2, 3) ? REACH_CUBES : REACH_PREDICATE;
  q->target.leaves = general && random_chance(&random, 1, 3);
  random_cubes(q, &random, &q->from_cubes, q->from.kind == REACH_SUCCESSORS ? 1 : 3);
  random_cubes(q, &random, &q->target_cubes, 3);
  q->from.predicate = random_literal(system, &random, random_chance(&random, 1, 2));
  q->target.predicate = random_chance(&random, 1, 2) && q->model->bad.size
                            ? q->model->bad.data[0]
                            : random_literal(system, &random, random_chance(&random, 1, 2));
  if (q->from.kind == REACH_CUBES || q->from.kind == REACH_SUCCESSORS) {
    q->from.cubes = (const Cube *const *)q->from_cubes.data;
    q->from.count = q->from_cubes.size;
  }
  if (q->target.kind == REACH_CUBES) {
    q->target.cubes = (const Cube *const *)q->target_cubes.data;
    q->target.count = q->target_cubes.size;
  }
  size_t rules = general ? random_below(&random, 4) : 0;
  for (size_t i = 0; i < rules; i++) vec_push(&q->rules, random_rule(q, &random));

  q->reach_model = random_reach_model(system, &q->target.predicate, &random);
  q->e = explicit_new(system);
  q->moves = bits_copy(&q->e->valid);
  for (size_t i = 0; i < rules; i++) restrict_moves(q, &q->rules.data[i]);
  q->from_states = find_from(q);
  if (q->target.kind == REACH_PREDICATE)
    q->target_steps = explicit_literal(q->e, q->target.predicate);
  else {
    Bits states = cube_states(q, &q->target_cubes);
    q->target_steps = explicit_steps(q->e, &states);
    bits_free(&states);
  }
  bits_and(&q->target_steps, &q->e->valid);
  if (q->target.leaves) restrict_target(q);
  Bits goal = explicit_states(q->e, &q->target_steps);
  q->reachable = graph_distance(&q->e->graph, &q->from_states, &q->moves, &goal) >= 0;
  bits_free(&goal);
  return q;
}

void question_free(Question *q) {
  for (size_t i = 0; i < q->rules.size; i++) {
    clause_free(q->rules.data[i].now);
    clause_free(q->rules.data[i].next);
    clauses_free(&q->rules.data[i].wall);
  }
  vec_free(&q->rules);
  clauses_free(&q->from_cubes);
  clauses_free(&q->target_cubes);
  bits_free(&q->from_states);
  bits_free(&q->moves);
  bits_free(&q->target_steps);
  reach_model_free(q->reach_model);
  explicit_free(q->e);
  random_model_free(q->model);
  mem_free(q);
}

void question_constrain(const Question *q, Reach *reach, size_t index) {
  const Rule *rule = &q->rules.data[index];
  switch (rule->kind) {
  case RULE_CLAUSE:
    reach_constrain(reach, rule->now->lits, rule->now->size, rule->next->lits, rule->next->size);
    break;
  case RULE_NOW: reach_constrain_predicate(reach, rule->predicate, false); break;
  case RULE_NEXT: reach_constrain_predicate(reach, rule->predicate, true); break;
  case RULE_INSIDE: reach_constrain_wall(reach, &rule->wall, WALL_INSIDE); break;
  case RULE_OUTSIDE: reach_constrain_wall(reach, &rule->wall, WALL_OUTSIDE); break;
  case RULE_STAY: reach_constrain_wall(reach, &rule->wall, WALL_STAY); break;
  case RULE_LAST_OUTSIDE: reach_constrain_wall(reach, &rule->wall, WALL_LAST_OUTSIDE); break;
  case RULE_KINDS: break;
  }
}

Reach *question_reach(const Question *q, size_t rules, const ReachOptions *options) {
  Reach *reach = reach_new(q->reach_model, &q->from, &q->target, options);
  for (size_t i = 0; i < rules; i++) question_constrain(q, reach, i);
  return reach;
}

const char *question_proof_fault(const Question *q, const ClauseVec *proof) {
  Bits inside = question_states(q, proof), from = bits_copy(&q->from_states);
  if (q->from.kind == REACH_RESET) { /* states without a valid step may be missing */
    Bits alive = explicit_states(q->e, &q->e->valid);
    bits_and(&from, &alive);
    bits_free(&alive);
  }
  Bits image = graph_image(&q->e->graph, &inside, &q->moves);
  Bits goal = explicit_states(q->e, &q->target_steps);
  const char *fault = !bits_subset(&from, &inside)     ? "the proof does not contain F"
                      : !bits_subset(&image, &inside)  ? "the proof is not inductive"
                      : !bits_disjoint(&goal, &inside) ? "the proof does not exclude G"
                                                       : NULL;
  bits_free(&inside);
  bits_free(&from);
  bits_free(&image);
  bits_free(&goal);
  return fault;
}

static size_t number_of(const Bits *bits) {
  size_t number = 0;
  for (size_t i = 0; i < bits->size; i++) number |= (size_t)bits_get(bits, i) << i;
  return number;
}

static const char *trace_fault(const Question *q, const Trace *trace) {
  if (!trace->steps.size) return "the trace is empty";
  size_t first = number_of(&trace->steps.data[0].latches), steps = trace->steps.size;
  bool after = q->from.kind == REACH_SUCCESSORS;
  if (after ? !cube_true(q, first, q->from_cubes.data[0]) || steps < 2
            : !bits_get(&q->from_states, first))
    return "the trace does not start in F";
  for (size_t k = 0; k < steps; k++) {
    size_t state = number_of(&trace->steps.data[k].latches);
    size_t step = state * q->e->inputs + number_of(&trace->steps.data[k].inputs);
    if (k + 1 == steps) return bits_get(&q->target_steps, step) ? NULL : "the trace misses G";
    if (!bits_get(&q->moves, step)) return "a step of the trace breaks a constraint";
    if (q->e->graph.edges.data[step].to != number_of(&trace->steps.data[k + 1].latches))
      return "the trace is not a run";
  }
  return NULL;
}

const char *question_fault(const Question *q, const Reach *reach, ReachResult result) {
  const char *fault = NULL;
  if (result == REACH_PROOF) {
    ClauseVec proof = reach_proof(reach);
    fault = q->reachable ? "proved what is false" : question_proof_fault(q, &proof);
    clauses_free(&proof);
  } else if (result == REACH_TRACE) {
    Trace *trace = reach_trace(reach);
    fault = trace_fault(q, trace);
    if (!fault && !q->reachable) fault = "the oracle is wrong";
    trace_free(trace);
  } else fault = "no answer";
  return fault;
}
