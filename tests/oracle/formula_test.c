/* The oracles of CTL and LTL on systems whose answers are obvious, and against reachability, fair
 * runs and each other on random ones. */
#include "oracle/ctl_oracle.h"
#include "oracle/ltl_oracle.h"
#include "oracle/random_formula.h"
#include "oracle/random_system.h"
#include "test.h"

/* A system with one store of formulas, and short names to build them. */
typedef struct {
  System *system;
  Formulas *formulas;
} Bench;

static Bench bench_new(void) { return (Bench){system_new(), formulas_new()}; }

static void bench_free(Bench *b) {
  formulas_free(b->formulas);
  system_free(b->system);
}

static Formula atom(Bench *b, const char *name, Lit literal) {
  Formula f = formula_atom(b->formulas, name);
  b->formulas->atoms.data[formula_node(b->formulas, f)->left].literal = literal;
  return f;
}

static Formula un(Bench *b, Operator op, Formula f) { return formula_unary(b->formulas, op, f); }
static Formula bin(Bench *b, Operator op, Formula f, Formula g) {
  return formula_binary(b->formulas, op, f, g);
}

static bool ctl(const Bench *b, Formula f) {
  Explicit *e = explicit_new(b->system);
  bool holds = ctl_oracle_holds(e, b->formulas, f);
  explicit_free(e);
  return holds;
}

static bool ltl(const Bench *b, Formula f) {
  Explicit *e = explicit_new(b->system);
  bool holds = ltl_oracle_holds(e, b->formulas, f);
  explicit_free(e);
  return holds;
}

/* p starts false, becomes true when the input is, and then stays. */
static Bench sticky_bench(Formula *p) {
  Bench b = bench_new();
  Lit latch = system_latch(b.system, RESET_0), in = system_input(b.system);
  system_set_next(b.system, latch, aig_or(b.system->aig, latch, in));
  *p = atom(&b, "p", latch);
  return b;
}

TEST(ctl_of_a_latch_that_sticks) {
  Formula p;
  Bench b = sticky_bench(&p);
  CHECK(ctl(&b, un(&b, OP_EF, p)));
  CHECK(!ctl(&b, un(&b, OP_AF, p)));
  CHECK(ctl(&b, un(&b, OP_EG, un(&b, OP_NOT, p))));
  CHECK(ctl(&b, un(&b, OP_AG, un(&b, OP_EF, p))));
  CHECK(ctl(&b, un(&b, OP_AG, bin(&b, OP_IMPLIES, p, un(&b, OP_AX, p)))));
  CHECK(!ctl(&b, un(&b, OP_AG, un(&b, OP_EX, un(&b, OP_NOT, p)))));
  CHECK(ctl(&b, bin(&b, OP_AW, un(&b, OP_NOT, p), un(&b, OP_AG, p))));
  CHECK(!ctl(&b, bin(&b, OP_AU, un(&b, OP_NOT, p), p)));
  CHECK(ctl(&b, bin(&b, OP_EU, un(&b, OP_NOT, p), p)));
  CHECK(!ctl(&b, p));
  bench_free(&b);
}

TEST(fairness_forbids_paths_to_ctl_and_ltl) {
  Formula p;
  Bench b = sticky_bench(&p);
  vec_push(&b.system->fairness, b.system->inputs.data[0]);
  CHECK(ctl(&b, un(&b, OP_AF, p)));
  CHECK(ltl(&b, un(&b, OP_FINALLY, p)));
  CHECK(!ctl(&b, un(&b, OP_EG, un(&b, OP_NOT, p))));
  CHECK(!ltl(&b, un(&b, OP_NEXT, p)));
  bench_free(&b);
}

TEST(a_path_is_infinite_even_where_constraints_end_runs) {
  Formula p;
  Bench b = sticky_bench(&p);
  vec_push(&b.system->constraints, lit_not(b.system->latches.data[0].current));
  /* The state with p can be entered, but it has no step and so is on no path. */
  CHECK(!ctl(&b, un(&b, OP_EF, p)));
  CHECK(!ctl(&b, un(&b, OP_EX, p)));
  CHECK(ctl(&b, un(&b, OP_AX, un(&b, OP_NOT, p))));
  CHECK(ltl(&b, un(&b, OP_GLOBALLY, un(&b, OP_NOT, p))));
  /* With the input forced, no path is left: every A holds, no E, and LTL holds vacuously. */
  vec_push(&b.system->constraints, b.system->inputs.data[0]);
  CHECK(ctl(&b, un(&b, OP_AX, FORMULA_FALSE)));
  CHECK(!ctl(&b, un(&b, OP_EX, FORMULA_TRUE)));
  CHECK(!ctl(&b, un(&b, OP_EG, FORMULA_TRUE)));
  CHECK(!ctl(&b, p)); /* the initial state is judged though it has no path */
  CHECK(ltl(&b, p));
  bench_free(&b);
}

TEST(an_input_that_an_atom_reads_is_part_of_the_state) {
  Formula p;
  Bench b = sticky_bench(&p);
  /* While the input is not looked at, each state may still choose: AG EX p. Where an atom reads it,
   * the pair has already chosen, and p follows just if the input is true. */
  Formula choose = un(&b, OP_AG, un(&b, OP_EX, p));
  CHECK(ctl(&b, choose));
  Formula in = atom(&b, "in", b.system->inputs.data[0]);
  CHECK(!ctl(&b, bin(&b, OP_AND, choose, bin(&b, OP_OR, in, un(&b, OP_NOT, in)))));
  CHECK(ctl(&b, bin(&b, OP_IMPLIES, in, un(&b, OP_AX, p))));
  CHECK(ctl(&b, un(&b, OP_AG, bin(&b, OP_IMPLIES, in, un(&b, OP_EX, p)))));
  CHECK(!ctl(&b, in));
  bench_free(&b);
}

TEST(past_operators_tell_rounds_of_a_loop_apart) {
  /* The word (p q) (p -q)(-p -q) (p -q)(-p -q) ...: q only in the first position. */
  Bench b = bench_new();
  Formula p = formula_atom(b.formulas, "p"), q = formula_atom(b.formulas, "q");
  LassoWord word = {3, 1, mem_array(2, sizeof(Bits))};
  word.atoms[0] = bits_new(3);
  word.atoms[1] = bits_new(3);
  bits_set(&word.atoms[0], 0);
  bits_set(&word.atoms[0], 1);
  bits_set(&word.atoms[1], 0);
  Formula y = un(&b, OP_YESTERDAY, q), yyy = un(&b, OP_YESTERDAY, un(&b, OP_YESTERDAY, y));
  const struct {
    Formula f;
    bool value;
  } facts[] = {
      {un(&b, OP_FINALLY, yyy), true},                       /* in the second round of the loop */
      {un(&b, OP_GLOBALLY, un(&b, OP_FINALLY, yyy)), false}, /* but not in later ones */
      {un(&b, OP_GLOBALLY, un(&b, OP_ONCE, q)), true},
      {un(&b, OP_NEXT, un(&b, OP_HISTORICALLY, p)), true},
      {un(&b, OP_FINALLY, un(&b, OP_GLOBALLY, un(&b, OP_HISTORICALLY, p))), false},
      {un(&b, OP_WEAK_YESTERDAY, FORMULA_FALSE), true},
      {un(&b, OP_YESTERDAY, FORMULA_TRUE), false},
      {un(&b, OP_GLOBALLY, bin(&b, OP_SINCE, FORMULA_TRUE, q)), true},
      {un(&b, OP_NEXT, bin(&b, OP_SINCE, p, q)), true},
      {un(&b, OP_NEXT, un(&b, OP_NEXT, bin(&b, OP_SINCE, p, q))), false},
      {un(&b, OP_NEXT, bin(&b, OP_TRIGGERED, q, p)), true},
      {un(&b, OP_GLOBALLY, bin(&b, OP_TRIGGERED, q, p)), false},
  };
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
    CHECK_EQUAL(ltl_oracle_word(b.formulas, facts[i].f, &word), facts[i].value);
  lasso_word_free(&word, b.formulas);
  bench_free(&b);
}

/* The operators by quantifiers over positions, as textbooks define them. The horizon is far enough
 * for the short words below: later positions repeat earlier ones. */
enum { HORIZON = 40 };

static bool all_true(const bool *p, int from, int to) { /* from .. to - 1 */
  for (int i = from; i < to; i++)
    if (!p[i]) return false;
  return true;
}

static bool some_true(const bool *p, int from, int to) {
  for (int i = from; i < to; i++)
    if (p[i]) return true;
  return false;
}

static bool until(const bool *p, const bool *q, int k) {
  for (int j = k; j < HORIZON; j++)
    if (q[j] && all_true(p, k, j)) return true;
  return false;
}

static bool since(const bool *p, const bool *q, int k) {
  for (int j = k; j >= 0; j--)
    if (q[j] && all_true(p, j + 1, k + 1)) return true;
  return false;
}

static bool by_definition(Operator op, const bool *p, const bool *q, int k) {
  bool result = true;
  switch (op) {
  case OP_NEXT: return p[k + 1];
  case OP_FINALLY: return some_true(p, k, HORIZON);
  case OP_GLOBALLY: return all_true(p, k, HORIZON);
  case OP_UNTIL: return until(p, q, k);
  case OP_WEAK_UNTIL: return until(p, q, k) || all_true(p, k, HORIZON);
  case OP_RELEASE:
    for (int j = k; j < HORIZON; j++) result = result && (q[j] || some_true(p, k, j));
    return result;
  case OP_STRONG_RELEASE:
    for (int j = k; j < HORIZON; j++)
      if (p[j] && all_true(q, k, j + 1)) return true;
    return false;
  case OP_YESTERDAY: return k && p[k - 1];
  case OP_WEAK_YESTERDAY: return !k || p[k - 1];
  case OP_ONCE: return some_true(p, 0, k + 1);
  case OP_HISTORICALLY: return all_true(p, 0, k + 1);
  case OP_SINCE: return since(p, q, k);
  default: /* triggered */
    for (int j = k; j >= 0; j--) result = result && (q[j] || some_true(p, j + 1, k + 1));
    return result;
  }
}

TEST(operators_on_words_are_those_of_the_definitions) {
  Bench b = bench_new();
  Formula p = formula_atom(b.formulas, "p"), q = formula_atom(b.formulas, "q");
  Random random = {5};
  for (int round = 0; round < 50; round++) {
    size_t length = 1 + random_below(&random, 5), loop = random_below(&random, (uint32_t)length);
    LassoWord word = {length, loop, mem_array(2, sizeof(Bits))};
    bool truth[2][HORIZON];
    for (size_t a = 0; a < 2; a++) {
      word.atoms[a] = bits_new(length);
      for (size_t i = 0; i < HORIZON; i++) {
        bool fresh = i < length && random_chance(&random, 1, 2);
        truth[a][i] = i < length ? fresh : truth[a][i - (length - loop)];
        if (fresh) bits_set(&word.atoms[a], i);
      }
    }
    for (Operator op = OP_NEXT; op <= OP_TRIGGERED; op++) {
      Formula f = operator_arity(op) == 1 ? un(&b, op, p) : bin(&b, op, p, q);
      for (int k = 0; k < 12; k++, f = un(&b, OP_NEXT, f))
        CHECK_EQUAL(ltl_oracle_word(b.formulas, f, &word),
                    by_definition(op, truth[0], truth[1], k));
    }
    lasso_word_free(&word, b.formulas);
  }
  bench_free(&b);
}

TEST(ltl_of_a_counter) {
  Bench b = bench_new();
  Lit low = system_latch(b.system, RESET_0), high = system_latch(b.system, RESET_0);
  system_set_next(b.system, low, lit_not(low));
  system_set_next(b.system, high, aig_xor(b.system->aig, high, low));
  Formula p = atom(&b, "low", low), q = atom(&b, "high", high);
  CHECK(ltl(&b, un(&b, OP_GLOBALLY, un(&b, OP_FINALLY, bin(&b, OP_AND, p, q)))));
  CHECK(ltl(&b, bin(&b, OP_UNTIL, un(&b, OP_NOT, q), bin(&b, OP_AND, q, un(&b, OP_YESTERDAY, p)))));
  CHECK(ltl(&b,
            un(&b, OP_GLOBALLY, bin(&b, OP_IMPLIES, p, un(&b, OP_YESTERDAY, un(&b, OP_NOT, p))))));
  CHECK(!ltl(&b, un(&b, OP_FINALLY, un(&b, OP_GLOBALLY, q))));
  CHECK(ltl(&b, bin(&b, OP_STRONG_RELEASE, p, un(&b, OP_NOT, q))));
  CHECK(!ltl(&b, bin(&b, OP_STRONG_RELEASE, bin(&b, OP_AND, p, q), un(&b, OP_NOT, q))));
  CHECK(ltl(&b, bin(&b, OP_RELEASE, p, un(&b, OP_NOT, q))));
  bench_free(&b);
}

/* A random system with a few atoms. */
typedef struct {
  RandomModel *model;
  Formulas *formulas;
  Explicit *e;
  Random random;
} Subject;

static Subject subject_new(uint64_t seed, unsigned bits) {
  Subject s = {random_model(seed, bits), formulas_new(), NULL, {seed ^ 0x5eed}};
  random_atoms(s.formulas, s.model->system, &s.random, 3, true);
  s.e = explicit_new(s.model->system);
  return s;
}

static void subject_free(Subject *s) {
  explicit_free(s->e);
  formulas_free(s->formulas);
  random_model_free(s->model);
}

static Lit literal_of(const Subject *s, size_t index) {
  return s->formulas->atoms.data[index].literal;
}

static Formula atom_of(const Subject *s, size_t index) {
  return formula_atom(s->formulas, s->formulas->atoms.data[index].text);
}

TEST(EF_agrees_with_reachability_of_steps_that_go_on) {
  for (unsigned seed = 0, count = test_cases(200); seed < count; seed++) {
    Subject s = subject_new(seed, 8);
    vec_clear(&s.model->system->fairness);
    /* Reachable on an infinite path: make it so by keeping only steps that have one. */
    Bits live = graph_fair(&s.e->graph, &s.e->valid, NULL, 0);
    Bits to_live = explicit_steps_to(s.e, &live), steps = explicit_literal(s.e, literal_of(&s, 0));
    bits_and(&to_live, &s.e->valid);
    bits_and(&steps, &to_live);
    Bits states = explicit_states(s.e, &steps);
    bool reached = graph_distance(&s.e->graph, &s.e->initial, &s.e->valid, &states) >= 0;
    Formula never = formula_unary(s.formulas, OP_NOT, atom_of(&s, 0));
    CHECK_EQUAL(ctl_oracle_holds(s.e, s.formulas, formula_unary(s.formulas, OP_AG, never)),
                !reached);
    CHECK_EQUAL(ltl_oracle_holds(s.e, s.formulas, formula_unary(s.formulas, OP_GLOBALLY, never)),
                !reached);
    Bits *all[] = {&live, &to_live, &steps, &states};
    for (size_t i = 0; i < 4; i++) bits_free(all[i]);
    subject_free(&s);
  }
}

TEST(recurrence_agrees_with_fair_runs) {
  for (unsigned seed = 0, count = test_cases(200); seed < count; seed++) {
    Subject s = subject_new(seed, 7);
    LitVec conditions = {0};
    vec_append(&conditions, &s.model->system->fairness);
    bool any = explicit_fair_run(s.e, conditions.data, conditions.size);
    Formula false_everywhere = formula_unary(s.formulas, OP_AG, FORMULA_FALSE);
    CHECK_EQUAL(ctl_oracle_holds(s.e, s.formulas, false_everywhere), !any);
    CHECK_EQUAL(ltl_oracle_holds(s.e, s.formulas, FORMULA_FALSE), !any);
    /* F G not a fails just if some fair run has a infinitely often. */
    vec_push(&conditions, literal_of(&s, 0));
    bool fair = explicit_fair_run(s.e, conditions.data, conditions.size);
    Formula always_not =
        formula_unary(s.formulas, OP_GLOBALLY, formula_unary(s.formulas, OP_NOT, atom_of(&s, 0)));
    CHECK_EQUAL(
        ltl_oracle_holds(s.e, s.formulas, formula_unary(s.formulas, OP_FINALLY, always_not)),
        !fair);
    /* And so says CTL, with a as one more fairness literal. */
    vec_push(&s.model->system->fairness, literal_of(&s, 0));
    CHECK_EQUAL(ctl_oracle_holds(s.e, s.formulas, false_everywhere), !fair);
    vec_free(&conditions);
    subject_free(&s);
  }
}

/* The tableau against the evaluation of words: its counterexample is a run and violates; and all
 * runs of a kind that is easy to make, the lassos of some random conditions, satisfy what it says
 * holds. */
TEST(ltl_on_systems_agrees_with_ltl_on_words) {
  unsigned held = 0, count = test_cases(300);
  for (unsigned seed = 0; seed < count; seed++) {
    Subject s = subject_new(seed, 5);
    FormulaShape shape = {4, 5, seed % 2};
    Formula f = random_ltl(s.formulas, &s.random, shape);
    Trace *trace = ltl_oracle_counterexample(s.e, s.formulas, f);
    Task run = {
        .kind = TASK_FAIR, .system = s.model->system, .conditions = s.model->system->fairness};
    held += !trace;
    if (trace) {
      const char *fault = explicit_trace_fault(s.e, &run, trace);
      CHECK_TEXT(fault ? fault : "none", "none");
      LassoWord word = lasso_word_of(s.model->system, s.formulas, trace);
      CHECK(!ltl_oracle_word(s.formulas, f, &word));
      lasso_word_free(&word, s.formulas);
      trace_free(trace);
      subject_free(&s);
      continue;
    }
    for (unsigned i = 0; i < 8; i++) {
      LitVec conditions = {0};
      vec_append(&conditions, &s.model->system->fairness);
      Lit also = literal_of(&s, i % 3);
      vec_push(&conditions, lit_not_if(also, i & 1));
      if (i > 3) vec_push(&conditions, literal_of(&s, (i + 1) % 3));
      Trace *lasso = explicit_fair_trace(s.e, conditions.data, conditions.size);
      vec_free(&conditions);
      if (!lasso) continue;
      LassoWord word = lasso_word_of(s.model->system, s.formulas, lasso);
      CHECK(ltl_oracle_word(s.formulas, f, &word));
      lasso_word_free(&word, s.formulas);
      trace_free(lasso);
    }
    subject_free(&s);
  }
  CHECK(count < 100 || (held > count / 10 && held < 9 * count / 10));
}

/* On a path formula without nesting, A of CTL and LTL say the same where every initial state has a
 * path; atoms that read inputs included. */
TEST(universal_ctl_agrees_with_ltl) {
  static const struct {
    Operator ctl, ltl;
  } pairs[] = {{OP_AX, OP_NEXT},  {OP_AF, OP_FINALLY}, {OP_AG, OP_GLOBALLY},
               {OP_AU, OP_UNTIL}, {OP_AR, OP_RELEASE}, {OP_AW, OP_WEAK_UNTIL}};
  for (unsigned seed = 0, count = test_cases(100); seed < count; seed++) {
    Subject s = subject_new(seed, 6);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
      Formula p = atom_of(&s, 0), q = atom_of(&s, 1), left, right;
      if (operator_arity(pairs[i].ctl) == 1) {
        left = formula_unary(s.formulas, pairs[i].ctl, p);
        right = formula_unary(s.formulas, pairs[i].ltl, p);
      } else {
        left = formula_binary(s.formulas, pairs[i].ctl, p, q);
        right = formula_binary(s.formulas, pairs[i].ltl, p, q);
      }
      CHECK_EQUAL(ctl_oracle_holds(s.e, s.formulas, left),
                  ltl_oracle_holds(s.e, s.formulas, right));
    }
    subject_free(&s);
  }
}
