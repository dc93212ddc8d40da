/* The encoder: whatever is asked in whatever polarity, the clauses say what the graph says. */
#include "test.h"

#include "base/random.h"
#include "logic/cnf.h"

enum { LEAVES = 5, ASSIGNMENTS = 1 << LEAVES };

/* A random graph with sharing, XORs and MUXes; the literals made are appended to `made`. */
static void grow_graph(Aig *aig, Random *random, LitVec *made, unsigned gates) {
  for (unsigned i = 0; i < gates; i++) {
    Lit pick[3];
    for (int j = 0; j < 3; j++) { /* prefer young literals, so that graphs get deep */
      uint32_t size = (uint32_t)made->size;
      bool any = random_chance(random, 1, 2);
      uint32_t from =
          any ? random_below(random, size) : size - 1 - random_below(random, size / 3 + 1);
      pick[j] = made->data[from] ^ (Lit)random_below(random, 2);
    }
    Lit lit = LIT_NONE;
    switch (random_below(random, 6)) {
    case 0: lit = aig_xor(aig, pick[0], pick[1]); break;
    case 1: lit = aig_mux(aig, pick[0], pick[1], pick[2]); break;
    case 2: lit = aig_or(aig, pick[0], pick[1]); break;
    default: lit = aig_and(aig, pick[0], pick[1]); break;
    }
    vec_push(made, lit);
  }
}

static bool evaluate(const Aig *aig, Lit lit, unsigned assignment) {
  Bits values = bits_new(aig->size);
  for (uint32_t i = 0; i < LEAVES; i++) bits_put(&values, 1 + i, assignment >> i & 1);
  bool value = aig_evaluate(aig, lit, &values);
  bits_free(&values);
  return value;
}

static void add_leaves(Aig *aig, LitVec *made) {
  for (int i = 0; i < LEAVES; i++) {
    Lit leaf = aig_variable(aig);
    CHECK_EQUAL(leaf, 2 * (i + 1));
    vec_push(made, leaf);
  }
}

static void assume_leaves(Sat *sat, const int *leaves, unsigned assignment) {
  for (int i = 0; i < LEAVES; i++) sat_assume(sat, assignment >> i & 1 ? leaves[i] : -leaves[i]);
}

/* Assumed positively, a literal encoded in the positive polarity is possible exactly where its
 * function is true, and dually. With one polarity the other side is open. */
static void check_literal(Cnf *cnf, Sat *sat, const Aig *aig, const int *leaves, Lit lit,
                          CnfPolarity polarity) {
  int literal = cnf_literal(cnf, lit, polarity);
  for (unsigned a = 0; a < ASSIGNMENTS; a++) {
    bool expected = evaluate(aig, lit, a);
    if (polarity & CNF_POSITIVE) {
      assume_leaves(sat, leaves, a);
      sat_assume(sat, literal);
      CHECK_EQUAL(sat_solve(sat, NULL), expected ? SAT_SATISFIABLE : SAT_UNSATISFIABLE);
    }
    if (polarity & CNF_NEGATIVE) {
      assume_leaves(sat, leaves, a);
      sat_assume(sat, -literal);
      CHECK_EQUAL(sat_solve(sat, NULL), expected ? SAT_UNSATISFIABLE : SAT_SATISFIABLE);
    }
    if (polarity == CNF_BOTH) {
      assume_leaves(sat, leaves, a);
      CHECK_EQUAL(sat_solve(sat, NULL), SAT_SATISFIABLE);
      CHECK_EQUAL(cnf_value(cnf, lit), expected);
    }
  }
}

TEST(encoded_gates_equal_their_functions_while_the_graph_grows) {
  for (unsigned seed = 0; seed < test_cases(60); seed++) {
    Random random = {seed};
    Aig *aig = aig_new();
    Sat *sat = sat_new(SAT_CADICAL);
    LitVec made = {0};
    add_leaves(aig, &made);
    Cnf *cnf = cnf_new(aig, sat);
    int leaves[LEAVES];
    for (uint32_t i = 0; i < LEAVES; i++) {
      leaves[i] = sat_variable(sat);
      if (i % 2) leaves[i] = -leaves[i]; /* a bound literal may be negative */
      cnf_bind(cnf, 1 + i, leaves[i]);
    }
    for (int round = 0; round < 6; round++) {
      grow_graph(aig, &random, &made, 1 + random_below(&random, 12));
      Lit lit = made.data[random_below(&random, (uint32_t)made.size)];
      lit = lit_not_if(lit, random_chance(&random, 1, 2));
      check_literal(cnf, sat, aig, leaves, lit, (CnfPolarity)(1 + random_below(&random, 3)));
    }
    cnf_free(cnf);
    sat_free(sat);
    aig_free(aig);
    vec_free(&made);
  }
}

TEST(constants_are_encoded_in_every_polarity) {
  Aig *aig = aig_new();
  Sat *sat = sat_new(SAT_CADICAL);
  Cnf *cnf = cnf_new(aig, sat);
  int no = cnf_literal(cnf, LIT_FALSE, CNF_POSITIVE);
  int yes = cnf_literal(cnf, LIT_TRUE, CNF_POSITIVE);
  CHECK_EQUAL(no, -yes);
  sat_assume(sat, no);
  CHECK_EQUAL(sat_solve(sat, NULL), SAT_UNSATISFIABLE);
  cnf_assert(cnf, LIT_TRUE);
  CHECK_EQUAL(sat_solve(sat, NULL), SAT_SATISFIABLE);
  CHECK(cnf_value(cnf, LIT_TRUE) && !cnf_value(cnf, LIT_FALSE));
  cnf_assert(cnf, LIT_FALSE);
  CHECK_EQUAL(sat_solve(sat, NULL), SAT_UNSATISFIABLE);
  cnf_free(cnf);
  sat_free(sat);
  aig_free(aig);
}

TEST(a_wide_and_becomes_one_gate) {
  Aig *aig = aig_new();
  Sat *sat = sat_new(SAT_CADICAL);
  LitVec lits = {0};
  for (int i = 0; i < 1000; i++) vec_push(&lits, aig_variable(aig));
  Lit root = LIT_TRUE;
  for (size_t i = 0; i < lits.size; i++) root = aig_and(aig, root, lits.data[i]);
  Cnf *cnf = cnf_new(aig, sat);
  cnf_literal(cnf, root, CNF_NEGATIVE);
  CHECK_EQUAL(sat_stats(sat)->clauses, 1);
  CHECK_EQUAL(sat_variables(sat), 1001);
  CHECK_EQUAL(cnf_known(cnf, lit_not(root)), -cnf_known(cnf, root));
  CHECK(cnf_known(cnf, root));
  cnf_free(cnf);
  sat_free(sat);
  aig_free(aig);
  vec_free(&lits);
}

TEST(a_graph_of_great_depth_is_encoded) {
  Aig *aig = aig_new();
  Sat *sat = sat_new(SAT_CADICAL);
  Lit x = aig_variable(aig), y = aig_variable(aig), root = x;
  for (int i = 0; i < 300000; i++)
    root = lit_not(aig_and(aig, root, i % 2 ? x : aig_variable(aig)));
  Cnf *cnf = cnf_new(aig, sat);
  cnf_literal(cnf, root, CNF_POSITIVE);
  CHECK(cnf_known(cnf, x) && !cnf_known(cnf, y));
  cnf_free(cnf);
  sat_free(sat);
  aig_free(aig);
}

static int with_sign(int variable, bool positive) { return positive ? variable : -variable; }

/* The leaves and some gates are kept: for every assignment of the leaves, the formula allows
 * exactly the right values of the kept gates. */
static void check_formula(uint64_t seed) {
  Random random = {seed};
  Aig *aig = aig_new();
  LitVec made = {0}, roots = {0};
  U32Vec keep = {0};
  add_leaves(aig, &made);
  grow_graph(aig, &random, &made, 3 + random_below(&random, 40));
  for (uint32_t i = 0; i < LEAVES; i++) vec_push(&keep, 1 + i);
  for (int i = 0; i < 3; i++) {
    Lit root = made.data[random_below(&random, (uint32_t)made.size)];
    vec_push(&roots, root);
    if (random_chance(&random, 3, 4)) vec_push(&keep, lit_node(root));
  }
  CnfFormula *formula = cnf_formula_new(aig, roots.data, roots.size, keep.data, keep.size);
  Sat *sat = sat_new(SAT_CADICAL);
  cnf_formula_load(formula, sat);
  CHECK_EQUAL(sat_variables(sat), formula->variables);
  CHECK_EQUAL(sat_stats(sat)->clauses, formula->clauses);
  for (size_t i = 0; i < LEAVES; i++) CHECK_EQUAL(formula->of_node[keep.data[i]], i + 1);
  for (unsigned a = 0; a < ASSIGNMENTS; a++)
    for (size_t k = 0; k < keep.size; k++) {
      for (int i = 0; i < LEAVES; i++) sat_assume(sat, with_sign(i + 1, a >> i & 1));
      CHECK_EQUAL(sat_solve(sat, NULL), SAT_SATISFIABLE);
      bool expected = evaluate(aig, lit_of(keep.data[k], false), a);
      CHECK_EQUAL(sat_value(sat, (int)k + 1), expected);
      for (int i = 0; i < LEAVES; i++) sat_assume(sat, with_sign(i + 1, a >> i & 1));
      sat_assume(sat, with_sign((int)k + 1, !expected));
      CHECK_EQUAL(sat_solve(sat, NULL), SAT_UNSATISFIABLE);
    }
  cnf_formula_free(formula);
  sat_free(sat);
  vec_free(&keep);
  vec_free(&made);
  vec_free(&roots);
  aig_free(aig);
}

TEST(an_eliminated_formula_says_the_same_of_the_kept_nodes) {
  for (unsigned seed = 0; seed < test_cases(60); seed++) check_formula(seed);
}

TEST(elimination_leaves_only_what_is_needed) {
  Aig *aig = aig_new();
  Lit x = aig_variable(aig), y = aig_variable(aig), z = aig_variable(aig);
  Lit inner = lit_not(aig_and(aig, x, y)), root = aig_and(aig, inner, z);
  aig_and(aig, inner, x); /* a second use, so that the inner gate does not dissolve */
  uint32_t keep[] = {lit_node(x), lit_node(y), lit_node(z), lit_node(root)};
  CnfFormula *formula = cnf_formula_new(aig, &root, 1, keep, 4);
  CHECK_EQUAL(formula->variables, 4);
  CHECK_EQUAL(formula->clauses, 4);
  CHECK_EQUAL(cnf_formula_literal(formula, inner), 0);
  CHECK_EQUAL(cnf_formula_literal(formula, lit_not(root)), -4);
  cnf_formula_free(formula);
  aig_free(aig);
}

/* The variables of the formula in the cones of some literals. */
static void cone_domain(const Aig *aig, const CnfFormula *formula, const LitVec *roots,
                        IntVec *domain) {
  Bits seen = bits_new(aig->size);
  U32Vec order = {0};
  aig_cone(aig, roots->data, roots->size, &seen, &order);
  vec_clear(domain);
  for (size_t i = 0; i < order.size; i++) {
    int literal = cnf_formula_literal(formula, lit_of(order.data[i], false));
    if (literal) vec_push(domain, abs(literal));
  }
  vec_free(&order);
  bits_free(&seen);
}

static void check_domains(SatKind kind, uint64_t seed) {
  Random random = {seed};
  Aig *aig = aig_new();
  LitVec made = {0}, named = {0};
  U32Vec keep = {0};
  IntVec domain = {0};
  add_leaves(aig, &made);
  grow_graph(aig, &random, &made, 10 + random_below(&random, 60));
  for (size_t i = 0; i < made.size; i++)
    if (lit_node(made.data[i]) && (i < LEAVES || random_chance(&random, 1, 3)))
      vec_push(&keep, lit_node(made.data[i]));
  CnfFormula *formula = cnf_formula_new(aig, made.data, made.size, keep.data, keep.size);
  Sat *sat = sat_new(kind);
  cnf_formula_load(formula, sat);
  for (int query = 0; query < 40; query++) {
    /* named: first assumptions, then the temporary clause */
    size_t assumed = random_below(&random, 4), count = assumed + random_below(&random, 4);
    vec_clear(&named);
    for (size_t i = 0; i < count; i++)
      vec_push(&named, lit_of(keep.data[random_below(&random, (uint32_t)keep.size)],
                              random_chance(&random, 1, 2)));
    cone_domain(aig, formula, &named, &domain);
    int clause[4];
    for (size_t i = 0; i < count; i++) {
      int literal = cnf_formula_literal(formula, named.data[i]);
      if (i < assumed) sat_assume(sat, literal);
      else clause[i - assumed] = literal;
    }
    if (count > assumed) sat_temporary(sat, clause, count - assumed);
    sat_domain(sat, domain.data, domain.size);
    bool expected = false;
    for (unsigned a = 0; a < ASSIGNMENTS && !expected; a++) {
      bool all = true, any = count == assumed;
      for (size_t i = 0; i < count; i++) {
        bool holds = evaluate(aig, named.data[i], a);
        if (i < assumed) all = all && holds;
        else any = any || holds;
      }
      expected = all && any;
    }
    CHECK_EQUAL(sat_solve(sat, NULL), expected ? SAT_SATISFIABLE : SAT_UNSATISFIABLE);
    unsigned leaves = 0;
    for (int i = 0; expected && i < LEAVES; i++) leaves |= (unsigned)sat_value(sat, i + 1) << i;
    for (size_t i = 0; expected && i < assumed; i++) CHECK(evaluate(aig, named.data[i], leaves));
  }
  sat_free(sat);
  cnf_formula_free(formula);
  aig_free(aig);
  vec_free(&made);
  vec_free(&named);
  vec_free(&keep);
  vec_free(&domain);
}

TEST(queries_restricted_to_their_cones_give_the_same_answers) {
  for (unsigned seed = 0; seed < test_cases(100); seed++) {
    check_domains(SAT_LEAN, seed);
    check_domains(SAT_CADICAL, seed);
  }
}
