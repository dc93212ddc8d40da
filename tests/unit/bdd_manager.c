/* What a manager does beside operations: counting, picking, tidying up, sifting. */
#include "test.h"

#include "base/random.h"
#include "logic/bdd.h"

/* x0 y0 + x1 y1 + ..., or with other partners: linear if each y is near its x, exponential if all y
 * come after all x. */
static Bdd shifted_pairs(BddManager *m, uint32_t count, uint32_t shift) {
  Bdd f = BDD_FALSE;
  for (uint32_t i = 0; i < count; i++) {
    Bdd partner = bdd_variable(m, count + (i + shift) % count);
    f = bdd_or(m, f, bdd_and(m, bdd_variable(m, i), partner));
  }
  return f;
}
static Bdd pairs(BddManager *m, uint32_t count) { return shifted_pairs(m, count, 0); }

static void add_single(BddManager *m, size_t count) {
  while (count--) bdd_add_variables(m, 1);
}

TEST(counting_and_picking_agree_with_enumeration) {
  enum { VARIABLES = 10 };
  for (uint64_t seed = 1; seed <= test_cases(200); seed++) {
    Random random = {seed};
    BddManager *m = bdd_manager_new(0);
    add_single(m, VARIABLES);
    Bdd f = bdd_variable(m, random_below(&random, VARIABLES));
    for (int i = 0; i < 12; i++) {
      Bdd x = bdd_variable(m, random_below(&random, VARIABLES)) ^ random_below(&random, 2);
      f = random_chance(&random, 1, 3)   ? bdd_xor(m, f, x)
          : random_chance(&random, 1, 2) ? bdd_and(m, f, x)
                                         : bdd_or(m, f, x);
    }
    unsigned count = 0;
    uint32_t read = 0;
    Bits values = bits_new(VARIABLES), other = bits_new(VARIABLES);
    for (unsigned i = 0; i < 1u << VARIABLES; i++) {
      values.words[0] = i;
      bool value = bdd_value(m, f, &values);
      count += value;
      for (uint32_t v = 0; v < VARIABLES; v++) {
        other.words[0] = i ^ 1u << v;
        if (bdd_value(m, f, &other) != value) read |= 1u << v;
      }
    }
    CHECK(bdd_count_double(bdd_count(m, f, VARIABLES)) == count);
    CHECK(bdd_pick(m, f, &values) == (count > 0));
    if (count) CHECK(bdd_value(m, f, &values));
    U32Vec support = {0};
    bdd_support(m, f, &support);
    for (size_t i = 0; i < support.size; i++) read ^= 1u << support.data[i];
    CHECK(!read);
    vec_free(&support);
    bits_free(&values);
    bits_free(&other);
    bdd_manager_free(m);
  }
}

TEST(counts_of_thousands_of_variables_do_not_overflow) {
  enum { MANY = 5000 };
  BddManager *m = bdd_manager_new(0);
  add_single(m, MANY);
  uint32_t variables[MANY];
  for (uint32_t v = 0; v < MANY; v++) variables[v] = v;
  Bdd all = bdd_cube(m, variables, MANY);
  BddCount one = bdd_count(m, all, MANY);
  CHECK(bdd_count_double(one) == 1);
  BddCount most = bdd_count(m, bdd_not(all), MANY);
  CHECK(most.exponent == MANY + 1 && most.fraction == 0.5); /* rounded */
  CHECK(bdd_count(m, BDD_FALSE, MANY).fraction == 0);
  bdd_manager_free(m);
}

TEST(none_propagates) {
  BddManager *m = bdd_manager_new(0);
  add_single(m, 2);
  Bdd x = bdd_variable(m, 0);
  U32Vec cubes = {0};
  BddRenaming renaming = bdd_renaming(m, (const uint32_t[][2]){{0, 1}}, 1);
  CHECK(bdd_not(BDD_NONE) == BDD_NONE);
  CHECK(bdd_and(m, BDD_NONE, BDD_FALSE) == BDD_NONE && bdd_or(m, x, BDD_NONE) == BDD_NONE);
  CHECK(bdd_minus(m, x, BDD_NONE) == BDD_NONE && bdd_xor(m, BDD_NONE, x) == BDD_NONE);
  CHECK(bdd_equal(m, x, BDD_NONE) == BDD_NONE && bdd_choose(m, x, x, BDD_NONE) == BDD_NONE);
  CHECK(bdd_implies(m, BDD_FALSE, BDD_NONE) == BDD_NONE);
  CHECK(bdd_disjoint(m, BDD_NONE, BDD_FALSE) == BDD_NONE);
  CHECK(bdd_exists(m, BDD_NONE, x) == BDD_NONE && bdd_forall(m, x, BDD_NONE) == BDD_NONE);
  CHECK(bdd_and_exists(m, BDD_NONE, BDD_FALSE, x) == BDD_NONE);
  CHECK(bdd_constrain(m, BDD_NONE, x) == BDD_NONE && bdd_restrict(m, x, BDD_NONE) == BDD_NONE);
  CHECK(bdd_minimize(m, BDD_NONE, x) == BDD_NONE && bdd_minimize(m, x, BDD_NONE) == BDD_NONE);
  CHECK(bdd_cofactor(m, BDD_NONE, 0, true) == BDD_NONE);
  CHECK(bdd_substitute(m, x, 0, BDD_NONE) == BDD_NONE);
  CHECK(bdd_rename(m, BDD_NONE, renaming) == BDD_NONE);
  CHECK(bdd_isop(m, BDD_NONE, BDD_TRUE, &cubes) == BDD_NONE && !cubes.size);
  CHECK(bdd_subset_heavy(m, BDD_NONE, 3) == BDD_NONE &&
        bdd_subset_short(m, BDD_NONE, 3) == BDD_NONE);
  vec_free(&cubes);
  bdd_manager_free(m);
}

TEST(sifting_finds_the_good_order_of_pairs) {
  enum { PAIRS = 10 };
  BddManager *m = bdd_manager_new(0);
  add_single(m, 2 * PAIRS);
  Bdd f = pairs(m, PAIRS);
  bdd_watch(m, &f);
  CHECK(bdd_size(m, &f, 1) > 1000);
  bdd_reorder(m);
  CHECK(bdd_size(m, &f, 1) == 2 * PAIRS);
  CHECK(f == pairs(m, PAIRS));
  bdd_manager_free(m);
}

/* A client as bdd.h describes it: the operation is far too large for the first tidying, and for the
 * order that it begins with. */
static bool pairs_with_tidying(BddManager *m, uint32_t count, Bdd *result) {
  for (;;) {
    *result = pairs(m, count);
    if (*result != BDD_NONE) return true;
    if (!bdd_tidy(m)) return false;
  }
}

TEST(a_client_that_tidies_up_and_tries_again_comes_to_an_end) {
  BddManager *m = bdd_manager_new(0);
  add_single(m, 38);
  bdd_set_tidying(m, true, false);
  Bdd f;
  CHECK(pairs_with_tidying(m, 19, &f));
  CHECK(bdd_counts(m).collections > 0);
  bdd_manager_free(m);
}

TEST(a_client_that_cannot_succeed_is_told_so) {
  BddManager *m = bdd_manager_new(10000);
  add_single(m, 34);
  bdd_set_tidying(m, true, false);
  Bdd f;
  CHECK(!pairs_with_tidying(m, 17, &f));
  CHECK(bdd_why(m) == BDD_FULL);
  /* and the manager is as good as before */
  CHECK(pairs_with_tidying(m, 6, &f));
  Budget budget = budget_slice(NULL, 1000);
  bdd_set_budget(m, &budget);
  CHECK(!pairs_with_tidying(m, 16, &f));
  CHECK(bdd_why(m) == BDD_SPENT && budget.used == 1000);
  bdd_manager_free(m);
}

TEST(reordering_while_running_makes_a_small_limit_enough) {
  enum { PAIRS = 16 };
  BddManager *m = bdd_manager_new(60000);
  add_single(m, 2 * PAIRS);
  bdd_set_tidying(m, true, true);
  Bdd f = BDD_FALSE;
  bdd_watch(m, &f);
  for (uint32_t i = 0; i < PAIRS; i++)
    for (;;) {
      Bdd g = bdd_and(m, bdd_variable(m, i), bdd_variable(m, PAIRS + i));
      g = bdd_or(m, f, g);
      if (g != BDD_NONE) {
        f = g;
        break;
      }
      CHECK(bdd_tidy(m));
    }
  CHECK(bdd_counts(m).reorderings > 0);
  CHECK(bdd_counts(m).peak < 60000);
  bdd_manager_free(m);
}

TEST(what_a_failed_call_computed_is_remembered) {
  enum { PAIRS = 12 };
  BddManager *m = bdd_manager_new(0);
  add_single(m, 2 * PAIRS);
  Bdd f = pairs(m, PAIRS), g = shifted_pairs(m, PAIRS, 3);
  Budget all = BUDGET_UNLIMITED;
  bdd_set_budget(m, &all);
  Bdd right = bdd_xor(m, f, g);
  bdd_set_budget(m, NULL);

  BddManager *n = bdd_manager_new(0);
  add_single(n, 2 * PAIRS);
  f = pairs(n, PAIRS), g = shifted_pairs(n, PAIRS, 3);
  uint64_t sum = 0;
  Bdd result = BDD_NONE;
  for (int turn = 0; result == BDD_NONE; turn++) {
    Budget slice = budget_slice(NULL, all.used / 10 + 1);
    bdd_set_budget(n, &slice);
    result = bdd_xor(n, f, g);
    bdd_set_budget(n, NULL);
    sum += slice.used;
    CHECK(turn < 20);
  }
  CHECK(sum >= all.used && sum < 2 * all.used);
  CHECK(bdd_size(m, &right, 1) == bdd_size(n, &result, 1));
  bdd_manager_free(m);
  bdd_manager_free(n);
}
