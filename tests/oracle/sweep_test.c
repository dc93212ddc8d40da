/* Sweeping against simulation of every assignment: what takes the place of a gate has its function.
 */
#include "engine/bmc/sweep.h"

#include "base/memory.h"
#include "base/random.h"
#include "test.h"

enum { VARIABLES = 12, GATES = 60, KINDS = 20, ASSIGNMENTS = 1 << VARIABLES };

/* Gates of one graph twice: as they are, and built upon what sweeping leaves. */
typedef struct {
  Aig *aig;
  LitVec plain, swept;
} Twins;

/* A conjunction of all variables, some of them negated: it looks false. */
static void add_rare(Twins *twins, Sweep *sweep, Random *random) {
  Lit plain = LIT_TRUE, made = LIT_TRUE;
  for (size_t i = 0; i < VARIABLES; i++) {
    Lit lit = twins->plain.data[i] ^ random_below(random, 2);
    plain = aig_and(twins->aig, plain, lit);
    made = sweep_place(sweep, aig_and(twins->aig, made, lit), 0);
  }
  vec_push(&twins->plain, plain);
  vec_push(&twins->swept, made);
}

static size_t pick(Twins *twins, Random *random) {
  return random_below(random, (uint32_t)twins->plain.size);
}

static void add_gate(Twins *twins, Sweep *sweep, Random *random, size_t kind) {
  size_t a = pick(twins, random), b = pick(twins, random);
  Lit turn_a = random_below(random, 2), turn_b = random_below(random, 2);
  Lit plain = aig_and(twins->aig, twins->plain.data[a] ^ turn_a, twins->plain.data[b] ^ turn_b);
  Lit made = aig_and(twins->aig, twins->swept.data[a] ^ turn_a, twins->swept.data[b] ^ turn_b);
  Lit swept = sweep_place(sweep, made, kind);
  vec_push(&twins->plain, plain);
  vec_push(&twins->swept, swept);
}

static bool same_functions(const Twins *twins) {
  uint64_t *words = mem_array(twins->aig->size, sizeof *words);
  bool same = true;
  for (size_t from = 0; from < ASSIGNMENTS && same; from += 64) {
    for (size_t i = 0; i < VARIABLES; i++) {
      uint64_t word = 0;
      for (size_t k = 0; k < 64; k++) word |= (uint64_t)((from + k) >> i & 1) << k;
      words[lit_node(twins->plain.data[i])] = word;
    }
    aig_simulate(twins->aig, words);
    for (size_t i = 0; i < twins->plain.size; i++)
      same &= aig_word(words, twins->plain.data[i]) == aig_word(words, twins->swept.data[i]);
  }
  mem_free(words);
  return same;
}

TEST(what_sweeping_puts_in_the_place_of_a_gate_has_its_function) {
  SweepStats all = {0};
  for (uint64_t seed = 0; seed < test_cases(60); seed++) {
    Random random = {seed};
    Twins twins = {.aig = aig_new()};
    Sweep *sweep = sweep_new(twins.aig, KINDS);
    for (size_t i = 0; i < VARIABLES; i++) {
      Lit variable = aig_variable(twins.aig);
      vec_push(&twins.plain, variable);
      vec_push(&twins.swept, variable);
    }
    add_rare(&twins, sweep, &random);
    for (size_t i = 0; i < GATES; i++) {
      add_gate(&twins, sweep, &random, i % KINDS);
    }
    CHECK(same_functions(&twins));
    const SweepStats *stats = sweep_stats(sweep);
    all.equal += stats->equal;
    all.questions += stats->questions;
    sweep_free(sweep);
    vec_free(&twins.plain);
    vec_free(&twins.swept);
    aig_free(twins.aig);
  }
  CHECK_COVERAGE(all.equal > 100);
  CHECK_COVERAGE(all.questions > 2 * all.equal + 20); /* some look equal and are not */
}

/* Nothing is begun where the budget is spent; what was found before stays. */
TEST(sweeping_keeps_to_its_budget) {
  Aig *aig = aig_new();
  Sweep *sweep = sweep_new(aig, 1);
  Lit a = aig_variable(aig), b = aig_variable(aig), c = aig_variable(aig);
  Lit left = aig_and(aig, aig_or(aig, a, b), c);
  Lit right = aig_or(aig, aig_and(aig, a, c), aig_and(aig, b, c));
  Lit third = aig_and(aig, c, lit_not(aig_and(aig, c, aig_and(aig, lit_not(a), lit_not(b)))));
  CHECK_EQUAL(sweep_place(sweep, left, 0), left);
  Budget budget = {0};
  sweep_within(sweep, &budget);
  CHECK_EQUAL(sweep_place(sweep, right, 0), left);
  CHECK(budget.used > 0);
  Budget spent = {.work = 1, .used = 1};
  sweep_within(sweep, &spent);
  uint64_t questions = sweep_stats(sweep)->questions;
  CHECK_EQUAL(sweep_place(sweep, right, 0), left);
  CHECK_EQUAL(sweep_place(sweep, third, 0), third);
  CHECK_EQUAL(sweep_stats(sweep)->questions, questions);
  sweep_within(sweep, NULL);
  CHECK_EQUAL(sweep_place(sweep, third, 0), left);
  sweep_free(sweep);
  aig_free(aig);
}
