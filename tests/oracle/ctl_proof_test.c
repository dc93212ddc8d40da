/* The checker of CTL proofs against the judge that enumerates (ctl_judge.h): of every update it
 * must say what the judge says, that it does not fit, does not follow or follows, and of the whole
 * whether the verdict is shown; and what is accepted must be true of the states. The updates are
 * those of the engine, those with one field changed, and updates made up from sets of states: true
 * ones, nearly true ones and wild ones. */
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "engine/engine.h"
#include "evidence/certify_ctl.h"
#include "oracle/ctl_gated.h"
#include "oracle/ctl_judge.h"
#include "oracle/random_formula.h"
#include "oracle/random_system.h"
#include "oracle/set_option.h"
#include "test.h"

enum { KINDS = CTL_EQUAL + 1 };

/* ---- a task and its judge ---- */

typedef struct {
  uint64_t seed;
  Task *task;
  Formulas *formulas;
} Subject;

static Subject subject_new(uint64_t seed) {
  Subject s = {.seed = seed, .formulas = formulas_new()};
  Random random = {seed ^ 0xc71};
  RandomModel *model = random_model(seed, 3 + seed % 4);
  s.task = task_new(TASK_CTL, model->system);
  model->system = system_new();
  random_model_free(model);
  s.task->formulas = s.formulas;
  random_atoms(s.formulas, s.task->system, &random, 2, seed % 2);
  s.task->formula = random_ctl(s.formulas, &random, (FormulaShape){4, 3, false});
  if (seed % 3 == 2) random_compassion(s.task->system, &random);
  return s;
}

/* Gates that are never true, which no rule of the graph tells: what excludes each other is too deep
 * in them. */
static Lit hidden_false(System *system, Random *random) {
  Lit lits[4];
  for (size_t i = 0; i < 4; i++)
    lits[i] = system->latches.data[random_below(random, (uint32_t)system->latches.size)].current;
  Lit deep = aig_and(system->aig, lits[0], aig_and(system->aig, lits[1], lits[2]));
  return aig_and(system->aig, deep, aig_and(system->aig, lit_not(lits[1]), lits[3]));
}

/* A formula about E [a U f] where a is never true: of paths of no steps, so that what is known of
 * it must be known of f. */
static Formula without_steps(Formulas *formulas, Random *random) {
  static const Operator ops[] = {OP_EX, OP_EF, OP_AG, OP_AX, OP_EG, OP_AF, OP_NOT};
  enum { OPS = sizeof ops / sizeof *ops };
  Formula never = formula_atom(formulas, formulas->atoms.data[2].text);
  Formula f = random_ctl(formulas, random, (FormulaShape){3, 2, false});
  f = formula_unary(formulas, ops[random_below(random, OPS)], f);
  if (random_chance(random, 1, 2)) f = formula_unary(formulas, OP_NOT, f);
  f = formula_binary(formulas, OP_EU, never, f);
  if (random_chance(random, 1, 2))
    f = formula_binary(formulas, OP_AND, f,
                       random_ctl(formulas, random, (FormulaShape){2, 1, false}));
  f = formula_unary(formulas, ops[random_below(random, OPS)], f);
  return random_chance(random, 1, 2) ? f
                                     : formula_unary(formulas, ops[random_below(random, OPS)], f);
}

/* A task with atoms of which a solver sees more than their text says: that they are constant, or
 * equivalent to others. */
static Subject hiding_subject(uint64_t seed) {
  Subject s = subject_new(seed);
  Random random = {seed ^ 0x41d};
  System *system = s.task->system;
  if (!system->latches.size) return s;
  random_atoms(s.formulas, system, &random, 5, seed % 2);
  Lit never = hidden_false(system, &random), other = hidden_false(system, &random);
  Lit known = s.formulas->atoms.data[0].literal;
  s.formulas->atoms.data[2].literal = never;
  s.formulas->atoms.data[3].literal = lit_not(other);
  s.formulas->atoms.data[4].literal = aig_and(system->aig, known, lit_not(never));
  s.task->formula = seed % 2 ? random_ctl(s.formulas, &random, (FormulaShape){4, 3, false})
                             : without_steps(s.formulas, &random);
  return s;
}

static void subject_free(Subject *s) {
  task_free(s->task);
  formulas_free(s->formulas);
}

/* ---- the comparison ---- */

/* By kind of the update that was asked about last. */
typedef struct {
  unsigned accepted[KINDS], refused[KINDS], verdicts[2];
} Tally;

/* What the checker must say: NULL if the proof shows the verdict. */
static const char *expected_report(const CtlJudge *judge, size_t number, CtlJudgement judgement,
                                   Verdict verdict) {
  static char text[80];
  if (judgement != CTL_FOLLOWS) {
    snprintf(text, sizeof text, "update %zu does not f%s", number,
             judgement == CTL_DOES_NOT_FIT ? "it the formula and the model"
                                           : "ollow from the earlier ones");
    return text;
  }
  if (ctl_judge_verdict(judge, verdict)) return NULL;
  return verdict == VERDICT_HOLDS ? "the proof leaves an initial state open"
                                  : "the proof excludes no initial state";
}

_Noreturn static void differ(const Subject *s, const CtlUpdate *update, const char *what) {
  char numbers[3][400] = {"", "", ""};
  const IntVec *lists[] = {&update->states, &update->inputs, &update->functions};
  for (size_t k = 0; k < 3; k++)
    for (size_t i = 0, at = 0; i < lists[k]->size && at < 380; i++)
      at += (size_t)snprintf(numbers[k] + at, 400 - at, "%d ", lists[k]->data[i]);
  test_fail(__FILE__, __LINE__, "seed %llu, update of kind %d, node %u, number %u : %s: %s: %s\n%s",
            (unsigned long long)s->seed, (int)update->kind, update->node, update->number,
            numbers[0], numbers[1], numbers[2], what);
}

/* The checker on a whole proof of which the judge knows all updates, the last being `update`. */
static void compare(const Subject *s, const CtlJudge *judge, const CtlProof *proof,
                    const CtlUpdate *update, CtlJudgement judgement, size_t number, Tally *tally) {
  for (Verdict verdict = VERDICT_HOLDS; verdict <= VERDICT_VIOLATED; verdict++) {
    Error report = {0};
    const char *expected = expected_report(judge, number, judgement, verdict);
    bool good = certify_ctl(s->task, proof, verdict, NULL, &report);
    if (good != !expected || (expected && strcmp(report.message, expected))) {
      char said[300];
      snprintf(said, sizeof said, "the checker: %s; the judge: %s", good ? "fine" : report.message,
               expected ? expected : "fine");
      differ(s, update, said);
    }
    tally->verdicts[verdict == VERDICT_HOLDS] += good;
    error_free(&report);
  }
  if (number && (size_t)update->kind < KINDS)
    ++(judgement == CTL_FOLLOWS ? tally->accepted : tally->refused)[update->kind];
}

/* ---- proofs of the engine, and what becomes of them ---- */

/* Early equalities and early questions to FAIR in a share of the runs, so that all kinds occur.
 * Diagrams where there is strong fairness. */
static CtlProof *engine_proof(const Subject *s) {
  const Engine *engine = engine_find("iictl");
  if (!engine_takes_task(engine, s->task)) engine = engine_find("bdd");
  char *options = mem_alloc(engine->options_size);
  memcpy(options, engine->option_defaults, engine->options_size);
  if (engine == engine_find("iictl")) {
    set_option(engine, options, "iictl-trial", s->seed % 3 ? 1000000 : 0);
    set_option(engine, options, "iictl-fair", s->seed % 2 ? 1000000 : 0);
  }
  EngineSetup setup = {.options = options};
  void *state = engine_open(engine, s->task, &setup);
  Budget budget = {.work = 20000000};
  EngineResult result;
  CHECK(engine->run(state, &budget) != VERDICT_UNKNOWN);
  engine->result(state, &result);
  engine->close(state);
  mem_free(options);
  CtlProof *proof = result.evidence.ctl;
  result.evidence.ctl = NULL;
  evidence_free(&result.evidence);
  return proof;
}

static IntVec copy_list(const IntVec *list) {
  IntVec copy = {0};
  vec_append(&copy, list);
  return copy;
}

static void add_copy(CtlProof *to, const CtlUpdate *from) {
  CtlUpdate *copy = ctl_proof_add(to, from->kind, from->node);
  copy->number = from->number;
  copy->states = copy_list(&from->states);
  copy->inputs = copy_list(&from->inputs);
  copy->functions = copy_list(&from->functions);
}

static CtlProof *copy_proof(const CtlProof *proof) {
  CtlProof *copy = ctl_proof_new();
  vec_append(&copy->gates, &proof->gates);
  for (size_t i = 0; i < proof->updates.size; i++) add_copy(copy, proof->updates.data + i);
  return copy;
}

static void drop(CtlProof *proof, size_t at) {
  CtlUpdate gone = proof->updates.data[at];
  for (size_t i = at; i + 1 < proof->updates.size; i++)
    proof->updates.data[i] = proof->updates.data[i + 1];
  proof->updates.size--;
  ctl_update_free(&gone);
}

/* ---- changes, a field each ---- */

typedef struct {
  CtlProof *proof;
  size_t at; /* the update that is changed */
  Random *random;
} Change;

static CtlUpdate *changed(const Change *c) { return c->proof->updates.data + c->at; }

static void change_kind(Change *c) {
  changed(c)->kind = (CtlUpdateKind)random_below(c->random, KINDS);
}
static void change_node(Change *c) { changed(c)->node = random_below(c->random, 12); }
static void change_number(Change *c) { changed(c)->number = random_below(c->random, 4); }

static void negate(IntVec *list, Random *random) {
  if (list->size) list->data[random_below(random, (uint32_t)list->size)] *= -1;
}
static void negate_state(Change *c) { negate(&changed(c)->states, c->random); }
static void negate_input(Change *c) { negate(&changed(c)->inputs, c->random); }
static void negate_function(Change *c) { negate(&changed(c)->functions, c->random); }

static void remove_number(IntVec *list, Random *random) {
  if (!list->size) return;
  size_t at = random_below(random, (uint32_t)list->size);
  memmove(list->data + at, list->data + at + 1, (--list->size - at) * sizeof *list->data);
}
static void remove_state(Change *c) { remove_number(&changed(c)->states, c->random); }
static void remove_input(Change *c) { remove_number(&changed(c)->inputs, c->random); }
static void remove_function(Change *c) { remove_number(&changed(c)->functions, c->random); }

static void insert_number(IntVec *list, Random *random) {
  size_t at = random_below(random, (uint32_t)list->size + 1);
  vec_push(list, 0);
  memmove(list->data + at + 1, list->data + at, (list->size - 1 - at) * sizeof *list->data);
  list->data[at] = (int)random_below(random, 9) - 4;
}
static void insert_state(Change *c) { insert_number(&changed(c)->states, c->random); }
static void insert_input(Change *c) { insert_number(&changed(c)->inputs, c->random); }
static void insert_function(Change *c) { insert_number(&changed(c)->functions, c->random); }

static void replace_number(IntVec *list, Random *random) {
  if (!list->size) return;
  list->data[random_below(random, (uint32_t)list->size)] = (int)random_below(random, 15) - 7;
}
static void replace_state(Change *c) { replace_number(&changed(c)->states, c->random); }
static void replace_input(Change *c) { replace_number(&changed(c)->inputs, c->random); }
static void replace_function(Change *c) { replace_number(&changed(c)->functions, c->random); }
static void negate_gate(Change *c) { negate(&c->proof->gates, c->random); }
static void replace_gate(Change *c) { replace_number(&c->proof->gates, c->random); }

/* A literal gets its negation beside it. */
static void contradict_input(Change *c) {
  IntVec *list = &changed(c)->inputs;
  if (!list->size) return;
  size_t at = random_below(c->random, (uint32_t)list->size);
  vec_push(list, 0);
  memmove(list->data + at + 1, list->data + at, (list->size - 1 - at) * sizeof *list->data);
  list->data[at] *= -1;
}

/* The last clause or cube goes. */
static void cut(IntVec *list) {
  if (list->size) list->size--;
  while (list->size && vec_last(list)) list->size--;
}
static void cut_states(Change *c) { cut(&changed(c)->states); }
static void cut_inputs(Change *c) { cut(&changed(c)->inputs); }
static void cut_functions(Change *c) { cut(&changed(c)->functions); }

static void drop_update(Change *c) { drop(c->proof, c->at); }
static void repeat_update(Change *c) {
  CtlProof rest = {0};
  add_copy(&rest, changed(c));
  vec_push(&c->proof->updates, rest.updates.data[0]);
  vec_free(&rest.updates);
}
static void swap_updates(Change *c) {
  size_t other = random_below(c->random, (uint32_t)c->proof->updates.size);
  CtlUpdate update = *changed(c);
  *changed(c) = c->proof->updates.data[other];
  c->proof->updates.data[other] = update;
}

typedef void (*ChangeFunction)(Change *);
static const ChangeFunction changes[] = {
    change_kind,     change_node,     change_number, negate_state,     negate_input,
    remove_state,    remove_input,    insert_state,  insert_input,     cut_states,
    cut_inputs,      replace_state,   replace_input, contradict_input, negate_function,
    remove_function, insert_function, cut_functions, replace_function, swap_updates,
    drop_update,     repeat_update,   negate_gate,   replace_gate};
enum { CHANGES = sizeof changes / sizeof *changes, FIELD_CHANGES = CHANGES - 5 };

/* The checker on a proof with a gate that reads what is not there. */
static void compare_gates(const Subject *s, const CtlProof *proof) {
  Error report = {0};
  CHECK(!certify_ctl(s->task, proof, VERDICT_HOLDS, NULL, &report));
  CHECK(strstr(report.message, "reads what is not there"));
  error_free(&report);
}

/* The judge goes through the proof until an update does not follow. */
static void judge_and_compare(const Subject *s, const CtlProof *proof, Tally *tally) {
  static const CtlUpdate none = {0};
  CtlJudge *judge = ctl_judge_new(s->task);
  CtlJudgement judgement = CTL_FOLLOWS;
  const CtlUpdate *update = &none;
  size_t number = 0;
  if (!ctl_judge_gates(judge, &proof->gates)) {
    compare_gates(s, proof);
    ctl_judge_free(judge);
    return;
  }
  while (number < proof->updates.size && judgement == CTL_FOLLOWS) {
    update = proof->updates.data + number++;
    judgement = ctl_judge_update(judge, update);
    const char *fault = ctl_judge_fault(judge);
    if (fault) differ(s, update, fault);
  }
  compare(s, judge, proof, update, judgement, number, tally);
  ctl_judge_free(judge);
}

/* How many latches the structure has; none if it is too large for the judge. */
static size_t latches_if_small(const Subject *s) {
  CtlJudge *judge = ctl_judge_new(s->task);
  size_t latches = judge ? judge->structure->system->latches.size : 0;
  ctl_judge_free(judge);
  return latches;
}

TEST(ctl_proofs_and_changed_ones_get_the_judgement_of_enumeration) {
  Tally tally = {0};
  for (uint64_t seed = 0; seed < test_cases(400); seed++) {
    Subject s = seed % 5 ? subject_new(seed) : hiding_subject(seed);
    size_t latches = latches_if_small(&s);
    if (latches) {
      Random random = {seed};
      CtlProof *proof = engine_proof(&s);
      if (seed % 2) ctl_gate_proof(proof, latches, &random);
      judge_and_compare(&s, proof, &tally);
      for (size_t k = 0; k < 2 * CHANGES && proof->updates.size; k++) {
        CtlProof *other = copy_proof(proof);
        size_t at = random_below(&random, (uint32_t)proof->updates.size);
        changes[k % CHANGES](&(Change){other, at, &random});
        judge_and_compare(&s, other, &tally);
        ctl_proof_free(other);
      }
      ctl_proof_free(proof);
    }
    subject_free(&s);
  }
  CHECK_COVERAGE(tally.verdicts[0] > 100 && tally.verdicts[1] > 100);
  for (size_t k = 0; k < KINDS; k++) CHECK_COVERAGE(tally.refused[k] > 10);
}

TEST(ctl_proofs_are_understood_where_a_solver_sees_more_than_the_text_says) {
  Tally tally = {0};
  for (uint64_t seed = 0; seed < test_cases(4000); seed++) {
    Subject s = hiding_subject(seed);
    if (latches_if_small(&s)) {
      unsigned before = tally.verdicts[0] + tally.verdicts[1];
      CtlProof *proof = engine_proof(&s);
      judge_and_compare(&s, proof, &tally);
      if (tally.verdicts[0] + tally.verdicts[1] != before + 1)
        test_fail(__FILE__, __LINE__, "seed %llu: the proof shows nothing",
                  (unsigned long long)seed);
      ctl_proof_free(proof);
    }
    subject_free(&s);
  }
}

/* ---- updates made up from sets of states ---- */

static size_t any_of(const Bits *set, Random *random) {
  size_t from = random_below(random, (uint32_t)set->size), found = bits_next(set, from);
  if (found == set->size) found = bits_next(set, 0);
  return found < set->size ? found : from;
}

/* The literals of a number, of which some or most are left out: a cube that contains it. */
static void push_cube(IntVec *list, size_t number, size_t bits, Random *random) {
  uint32_t kept = random_chance(random, 1, 2) ? 6 : random_below(random, 6);
  for (size_t i = 0; i < bits; i++)
    if (random_chance(random, kept, 6)) vec_push(list, number >> i & 1 ? (int)i + 1 : -(int)i - 1);
  vec_push(list, 0);
}

/* The set as clauses, one for each state that is not in it. */
static void push_clauses(IntVec *list, const Bits *set, size_t bits) {
  for (size_t s = 0; s < set->size; s++) {
    if (bits_get(set, s)) continue;
    for (size_t i = 0; i < bits; i++) vec_push(list, s >> i & 1 ? -(int)i - 1 : (int)i + 1);
    vec_push(list, 0);
  }
}

typedef struct {
  const CtlJudge *judge;
  Random *random;
  CtlProof *proof;
  CtlUpdate *update;       /* its last one */
  const CtlNodeSets *sets; /* of its node */
  size_t latches, inputs;
} Making;

static int push_gate(Making *m, int left, int right) {
  return ctl_proof_add_gate(m->proof, m->latches, left, right);
}

/* A gate that is true in the states of a set; there are latches. */
static int push_set_gate(Making *m, const Bits *set) {
  int result = -push_gate(m, 1, -1);
  for (size_t s = 0; s < set->size; s++) {
    if (bits_get(set, s)) continue;
    int state = s & 1 ? 1 : -1;
    for (size_t i = 1; i < m->latches; i++)
      state = push_gate(m, state, s >> i & 1 ? (int)i + 1 : -(int)i - 1);
    result = push_gate(m, result, -state);
  }
  return result;
}

/* The set as a gate in a group of its own: a clause and a cube are the same there. */
static void push_gate_group(Making *m, const Bits *set) {
  vec_push(&m->update->states, push_set_gate(m, set));
  vec_push(&m->update->states, 0);
}

static void push_states(Making *m, const Bits *set) {
  if (m->latches && random_chance(m->random, 1, 2)) push_gate_group(m, set);
  else push_clauses(&m->update->states, set, m->latches);
}

/* All of a set or a part of it; and now and then a state more. */
static Bits nearly(const Bits *set, Random *random) {
  Bits result = bits_copy(set);
  uint32_t part = random_below(random, 3);
  for (size_t s = 0; s < set->size && part; s++)
    if (random_chance(random, part, 4)) bits_clear(&result, s);
  if (random_chance(random, 1, 4)) bits_set(&result, random_below(random, (uint32_t)set->size));
  return result;
}

/* States without a valid step may be left out of R, too. */
static void make_reachable(Making *m) {
  Bits runs = explicit_reachable(m->judge->e), other = bits_new(runs.size);
  Bits alive = explicit_states(m->judge->e, &m->judge->e->valid);
  if (random_chance(m->random, 1, 2)) bits_and(&runs, &alive);
  bits_free(&alive);
  bits_fill(&other, true);
  bits_minus(&other, &runs);
  Bits out = nearly(&other, m->random);
  bits_fill(&other, true);
  bits_minus(&other, &out);
  push_states(m, &other);
  bits_free(&runs);
  bits_free(&other);
  bits_free(&out);
}

static Bits fails(const Making *m) {
  Bits set = bits_new(m->judge->e->states);
  bits_fill(&set, true);
  bits_minus(&set, &m->sets->truth);
  return set;
}

static void make_out(Making *m) {
  Bits set = fails(m), part = nearly(&set, m->random);
  push_states(m, &part);
  m->update->number = random_below(m->random, 3);
  bits_free(&set);
  bits_free(&part);
}

/* For each state of a set inputs by which a valid step goes to another, if it has such; those that
 * change from state to state as functions, the others as constants. */
static void push_functions(Making *m, const Bits *from, const Bits *to) {
  const Explicit *e = m->judge->e;
  Bits *values = mem_array(m->inputs, sizeof *values);
  for (size_t i = 0; i < m->inputs; i++) values[i] = bits_new(from->size);
  for (size_t s = 0; s < from->size; s++) {
    size_t any = random_below(m->random, (uint32_t)e->inputs), step = s * e->inputs + any;
    for (size_t k = 0; k < e->inputs; k++) {
      size_t other = s * e->inputs + (any + k) % e->inputs;
      if (bits_get(&e->valid, other) && bits_get(to, e->graph.edges.data[other].to)) step = other;
    }
    for (size_t i = 0; i < m->inputs; i++) bits_put(values + i, s, step % e->inputs >> i & 1);
  }
  for (size_t i = 0; i < m->inputs; i++) {
    if (!random_chance(m->random, 1, 12)) {
      vec_push(&m->update->functions, (int)i + 1);
      vec_push(&m->update->functions, push_set_gate(m, values + i));
    }
    bits_free(values + i);
  }
  vec_push(&m->update->functions, 0);
  vec_push(&m->update->inputs, 0);
  mem_free(values);
}

/* A set of states that step, each in its own way, into L of the child or of the node. */
static void make_in_by_functions(Making *m) {
  const CtlJudge *j = m->judge;
  const CtlNode *node = j->structure->nodes.data + m->update->node;
  Bits open = bits_copy(&m->sets->truth);
  Bits goal = bits_copy(&m->sets->lower);
  if (node->kind == CTL_EX && !ctl_negated(node->left)) {
    bits_free(&goal);
    goal = bits_copy(&j->nodes[ctl_node(node->left)].lower);
  }
  Bits near = graph_preimage(&j->e->graph, &goal, &j->e->valid);
  bits_minus(&open, &m->sets->lower);
  bits_and(&open, &near);
  Bits set = nearly(&open, m->random);
  push_gate_group(m, &set);
  push_functions(m, &set, &goal);
  m->update->further_steps = random_chance(m->random, 1, 4) ? random_below(m->random, 3) : 0;
  bits_free(&open);
  bits_free(&goal);
  bits_free(&near);
  bits_free(&set);
}

static void make_in(Making *m) {
  const Explicit *e = m->judge->e;
  if (m->latches && random_chance(m->random, 1, 2)) {
    make_in_by_functions(m);
    return;
  }
  Bits open = bits_copy(&m->sets->truth);
  bits_minus(&open, &m->sets->lower);
  if (random_chance(m->random, 1, 3)) bits_fill(&open, true);
  push_cube(&m->update->states, any_of(&open, m->random), m->latches, m->random);
  push_cube(&m->update->inputs, random_below(m->random, (uint32_t)e->inputs), m->inputs, m->random);
  m->update->further_steps = random_chance(m->random, 1, 2) ? random_below(m->random, 4) : 0;
  bits_free(&open);
}

/* A walk among the states that satisfy the node, from where it comes to a state again. */
static void make_cycle(Making *m) {
  const Explicit *e = m->judge->e;
  if (m->latches && random_chance(m->random, 1, 2)) { /* or all of these states, once or twice */
    for (size_t k = 0; k <= random_below(m->random, 2); k++) {
      Bits set = nearly(&m->sets->truth, m->random);
      push_gate_group(m, &set);
      push_functions(m, &set, &m->sets->truth);
      bits_free(&set);
    }
    return;
  }
  U32Vec steps = {0};
  size_t state = any_of(&m->sets->truth, m->random), start = 0;
  for (bool again = false; !again;) {
    size_t step = state * e->inputs + random_below(m->random, (uint32_t)e->inputs);
    for (size_t tries = 0; tries < 8 && !bits_get(&m->sets->truth, e->graph.edges.data[step].to);
         tries++)
      step = state * e->inputs + random_below(m->random, (uint32_t)e->inputs);
    vec_push(&steps, (uint32_t)step);
    state = e->graph.edges.data[step].to;
    for (start = 0; start < steps.size && !again; start++)
      again = steps.data[start] / e->inputs == state;
  }
  for (size_t k = start - 1; k < steps.size; k++) {
    push_cube(&m->update->states, steps.data[k] / e->inputs, m->latches, m->random);
    push_cube(&m->update->inputs, steps.data[k] % e->inputs, m->inputs, m->random);
  }
  vec_free(&steps);
}

/* Entries: in the k-th are the states from which fewer than n - k steps inside P are possible. On
 * the way out of P the rank grows. With fairness, or where there is a cycle, that is not all. */
static void make_rank(Making *m) {
  const Explicit *e = m->judge->e;
  Bits failing = fails(m), set = nearly(&failing, m->random), rest = bits_copy(&set);
  push_states(m, &set);
  IntVec entries = {0};
  for (size_t k = 0; k < 6 && m->latches; k++) {
    Bits more = graph_preimage(&e->graph, &rest, &e->valid), few = bits_new(rest.size);
    bits_and(&rest, &more);
    bits_fill(&few, true);
    bits_minus(&few, &rest);
    int entry = push_set_gate(m, &few);
    if (random_chance(m->random, 9, 10)) vec_push(&entries, entry);
    bits_free(&more);
    bits_free(&few);
  }
  while (m->latches && random_chance(m->random, 1, 3)) { /* a latch as a last entry */
    int latch = 1 + (int)random_below(m->random, (uint32_t)m->latches);
    vec_push(&entries, random_chance(m->random, 1, 2) ? latch : -latch);
  }
  vec_append(&m->update->rank, &entries);
  vec_push(&m->update->rank, 0);
  const System *system = m->judge->structure->system;
  size_t weak = system->fairness.size ? system->fairness.size : 1;
  while (system->compassion.size && random_chance(m->random, 1, 2)) { /* pairs at any entry */
    size_t pair = random_below(m->random, (uint32_t)system->compassion.size / 2);
    vec_push(&m->update->rank, (int)(weak + pair + 1));
    if (entries.size && random_chance(m->random, 1, 2)) {
      int entry = 1 + (int)random_below(m->random, (uint32_t)entries.size);
      vec_push(&m->update->rank, random_chance(m->random, 1, 2) ? entry : -entry);
    }
    vec_push(&m->update->rank, 0);
  }
  for (size_t k = 0; k < 2; k++) { /* one cube, or one for each value of the last entry */
    vec_push(&m->update->rank, 1 + (int)random_below(m->random, (uint32_t)weak));
    bool halves = entries.size && random_chance(m->random, 1, 2);
    if (halves) vec_push(&m->update->rank, k ? (int)entries.size : -(int)entries.size);
    vec_push(&m->update->rank, 0);
    if (!halves) break;
  }
  vec_free(&entries);
  bits_free(&failing);
  bits_free(&set);
  bits_free(&rest);
}

/* Whether two literals are equal in all states of runs. */
static bool equal_on_runs(const Explicit *e, Lit a, Lit b) {
  Bits runs = explicit_reachable(e), x = explicit_literal(e, a), y = explicit_literal(e, b);
  Bits steps = explicit_steps(e, &runs);
  bits_and(&x, &steps);
  bits_and(&y, &steps);
  bool equal = bits_equal(&x, &y);
  bits_free(&runs);
  bits_free(&x);
  bits_free(&y);
  bits_free(&steps);
  return equal;
}

static void make_equal(Making *m) {
  uint32_t most = (uint32_t)(2 * m->judge->structure->system->aig->size);
  size_t pairs = 1 + random_below(m->random, 3);
  for (size_t tries = 0; tries < 12 && m->update->equalities.size < 2 * pairs; tries++) {
    Lit a = random_below(m->random, most), b = random_below(m->random, most);
    if (a == b || (!equal_on_runs(m->judge->e, a, b) && !random_chance(m->random, 1, 12))) continue;
    vec_push(&m->update->equalities, (int)a);
    vec_push(&m->update->equalities, (int)b);
  }
}

static uint32_t any_node(const CtlStructure *structure, Random *random, CtlUpdateKind kind) {
  uint32_t node = 0;
  for (size_t tries = 0; tries < 20; tries++) {
    node = random_below(random, (uint32_t)structure->nodes.size);
    CtlKind is = structure->nodes.data[node].kind;
    bool only_eg = kind == CTL_CYCLE || kind == CTL_RANK;
    if (is == CTL_EG || (!only_eg && (is == CTL_EX || is == CTL_EU))) break;
  }
  return node;
}

static void make_update(const CtlJudge *judge, CtlProof *proof, Random *random) {
  static void (*const makers[])(Making *) = {
      [CTL_REACHABLE] = make_reachable, [CTL_OUT] = make_out,   [CTL_IN] = make_in,
      [CTL_CYCLE] = make_cycle,         [CTL_RANK] = make_rank, [CTL_EQUAL] = make_equal};
  CtlUpdateKind kind = (CtlUpdateKind)random_below(random, KINDS);
  uint32_t node = any_node(judge->structure, random, kind);
  const System *system = judge->structure->system;
  Making making = {.judge = judge,
                   .random = random,
                   .proof = proof,
                   .update = ctl_proof_add(proof, kind, node),
                   .sets = judge->nodes + node,
                   .latches = system->latches.size,
                   .inputs = system->inputs.size};
  makers[kind](&making);
  if (random_chance(random, 1, 3))
    changes[random_below(random, FIELD_CHANGES)](&(Change){proof, proof->updates.size - 1, random});
}

TEST(ctl_updates_made_up_from_sets_get_the_judgement_of_enumeration) {
  Tally tally = {0};
  for (uint64_t seed = 0; seed < test_cases(1200); seed++) {
    Subject s = seed % 4 ? subject_new(seed ^ 0x3a5e) : hiding_subject(seed);
    CtlJudge *judge = ctl_judge_new(s.task);
    Random random = {seed};
    CtlProof *proof = ctl_proof_new();
    for (size_t k = 0; judge && k < 16; k++) {
      make_update(judge, proof, &random);
      const CtlUpdate *update = &vec_last(&proof->updates);
      CHECK(ctl_judge_gates(judge, &proof->gates));
      CtlJudgement judgement = ctl_judge_update(judge, update);
      const char *fault = ctl_judge_fault(judge);
      if (fault) differ(&s, update, fault);
      compare(&s, judge, proof, update, judgement, proof->updates.size, &tally);
      if (judgement != CTL_FOLLOWS) drop(proof, proof->updates.size - 1);
    }
    ctl_proof_free(proof);
    ctl_judge_free(judge);
    subject_free(&s);
  }
  if (getenv("RONDO_TEST_REPORT"))
    for (size_t k = 0; k < KINDS; k++)
      printf("kind %zu: %u accepted, %u refused\n", k, tally.accepted[k], tally.refused[k]);
  for (size_t k = 0; k < KINDS; k++)
    CHECK_COVERAGE(tally.accepted[k] > 50 && tally.refused[k] > 50);
}
