/* Reach against enumeration: random systems with constraints, arbitrary F, G and C. */
#include "engine/reach/internal.h"
#include "oracle/reach_question.h"
#include "test.h"

#include <stdio.h>

static void expect(const Question *q, const Reach *reach, ReachResult result, uint64_t seed,
                   const char *what) {
  const char *fault = question_fault(q, reach, result);
  if (!fault) return;
  fprintf(stderr, "seed %llu, %s: %s\n", (unsigned long long)seed, what, fault);
  CHECK(!"Reach agrees with the oracle");
}

static ReachOptions random_options(uint64_t seed) {
  Random random = {seed};
  ReachOptions options = reach_default_options;
  options.solver = random_chance(&random, 1, 4) ? SAT_CADICAL : SAT_LEAN;
  options.ctg = !random_chance(&random, 1, 4);
  options.ctg_depth = 1 + random_below(&random, 2);
  options.ctg_dynamic = random_chance(&random, 1, 3);
  options.attempts = random_chance(&random, 1, 4) ? 3 : 0;
  options.lift = !random_chance(&random, 1, 8);
  if (random_chance(&random, 1, 2)) options.recycle = 0;
  options.infinite = random_chance(&random, 1, 2);
  options.seed = random_chance(&random, 1, 4) ? seed : 0;
  options.parents = random_chance(&random, 1, 2);
  options.predict = random_chance(&random, 1, 2);
  return options;
}

static unsigned bits_for(uint64_t seed) { return 4 + (unsigned)(seed % 7); }

TEST(reach_answers_random_questions_as_enumeration_does) {
  unsigned cases = test_cases(2000);
  size_t proofs = 0;
  uint64_t recycled = 0, predictions = 0, predicted = 0;
  for (uint64_t seed = 1; seed <= cases; seed++) {
    Question *q = question_new(seed, bits_for(seed), seed % 4 != 0);
    ReachOptions options = random_options(seed);
    Reach *reach = question_reach(q, q->rules.size, &options);
    ReachResult result = reach_run(reach, NULL);
    recycled += reach_stats(reach)->recycled;
    predictions += reach_stats(reach)->predictions;
    predicted += reach_stats(reach)->predicted;
    CHECK(options.predict || !reach_stats(reach)->predictions);
    expect(q, reach, result, seed, "at once");
    proofs += result == REACH_PROOF;
    reach_free(reach);
    question_free(q);
  }
  CHECK(proofs > cases / 5 && proofs < cases - cases / 5);
  CHECK_COVERAGE(recycled > 5 && predicted > 5 && predictions > predicted);
}

TEST(slices_of_any_size_change_nothing) {
  for (uint64_t seed = 1; seed <= test_cases(300); seed++) {
    Question *q = question_new(seed, bits_for(seed), seed % 4 != 0);
    ReachOptions options = random_options(seed);
    Reach *whole = question_reach(q, q->rules.size, &options);
    ReachResult expected = reach_run(whole, NULL);
    /* A slice of one unit stops after every step; larger ones stop in fewer places. */
    for (uint64_t slice = 1; slice < 1000; slice *= 7) {
      Reach *reach = question_reach(q, q->rules.size, &options);
      ReachResult result = REACH_UNKNOWN;
      while (result == REACH_UNKNOWN) {
        Budget budget = {.work = slice};
        result = reach_run(reach, &budget);
      }
      CHECK_EQUAL(result, expected);
      CHECK_EQUAL(reach_stats(reach)->queries, reach_stats(whole)->queries);
      CHECK_EQUAL(reach_stats(reach)->lemmas, reach_stats(whole)->lemmas);
      expect(q, reach, result, seed, "in slices");
      reach_free(reach);
    }
    reach_free(whole);
    question_free(q);
  }
}

/* A cancelled query is made again: nothing may be lost or believed that was cut short. */
TEST(a_run_that_is_cancelled_again_and_again_gets_through) {
  for (uint64_t seed = 1; seed <= test_cases(200); seed++) {
    Question *q = question_new(seed, bits_for(seed), seed % 4 != 0);
    ReachOptions options = random_options(seed);
    options.solver = SAT_LEAN;
    Reach *reach = question_reach(q, q->rules.size, &options);
    ReachResult result = REACH_UNKNOWN;
    volatile sig_atomic_t cancel = 1;
    for (int turn = 0; result == REACH_UNKNOWN; turn++) {
      Budget cancelled = {.cancel = &cancel};
      CHECK_EQUAL(reach_run(reach, &cancelled), REACH_UNKNOWN);
      Budget budget = {.work = 1};
      result = reach_run(reach, &budget);
    }
    expect(q, reach, result, seed, "with cancellations");
    reach_free(reach);
    question_free(q);
  }
}

TEST(constraints_may_come_between_runs) {
  for (uint64_t seed = 1; seed <= test_cases(1000); seed++) {
    Question *q = question_new(seed, bits_for(seed), true);
    ReachOptions options = random_options(seed);
    Reach *reach = question_reach(q, 0, &options);
    for (size_t i = 0; i < q->rules.size; i++) {
      Budget budget = {.work = 1 + seed % 500};
      reach_run(reach, &budget);
      question_constrain(q, reach, i);
    }
    ReachResult result = reach_run(reach, NULL);
    expect(q, reach, result, seed, "with late constraints");
    reach_free(reach);
    question_free(q);
  }
}

TEST(frames_serve_for_a_new_target) {
  for (uint64_t seed = 1; seed <= test_cases(500); seed++) {
    Question *q = question_new(seed, bits_for(seed), true);
    ReachOptions options = random_options(seed);
    Random random = {seed};
    ReachSet other = {.kind = REACH_PREDICATE,
                      .predicate = q->model->bad.size ? q->model->bad.data[0] : LIT_FALSE};
    Reach *reach = reach_new(q->reach_model, &q->from, &other, &options);
    for (size_t i = 0; i < q->rules.size; i++) question_constrain(q, reach, i);
    Budget budget = {.work = 1 + random_below(&random, 2000)};
    reach_run(reach, &budget);
    reach_retarget(reach, &q->target);
    ReachResult result = reach_run(reach, NULL);
    expect(q, reach, result, seed, "after another target");
    reach_free(reach);
    question_free(q);
  }
}

TEST(lemmas_from_outside_do_not_change_the_answer) {
  for (uint64_t seed = 1; seed <= test_cases(500); seed++) {
    Question *q = question_new(seed, bits_for(seed), true);
    ReachOptions options = random_options(seed);
    options.infinite = true;
    Reach *first = question_reach(q, q->rules.size, &options);
    ReachResult expected = reach_run(first, NULL);
    ClauseVec invariant = reach_infinite(first);
    Reach *second = question_reach(q, q->rules.size, &options);
    reach_add_invariant(second, &invariant);
    ReachResult result = reach_run(second, NULL);
    CHECK_EQUAL(result, expected);
    expect(q, second, result, seed, "with lemmas from outside");
    clauses_free(&invariant);
    reach_free(first);
    reach_free(second);
    question_free(q);
  }
}

/* Infinite clauses are inductive relative to C and contain F, whatever the verdict. */
TEST(infinite_clauses_are_inductive) {
  size_t seen = 0;
  for (uint64_t seed = 1; seed <= test_cases(500); seed++) {
    Question *q = question_new(seed, bits_for(seed), true);
    ReachOptions options = random_options(seed);
    options.infinite = true;
    Reach *reach = question_reach(q, q->rules.size, &options);
    reach_run(reach, NULL);
    ClauseVec clauses = reach_infinite(reach);
    seen += clauses.size;
    Bits inside = question_states(q, &clauses);
    Bits image = graph_image(&q->e->graph, &inside, &q->moves);
    CHECK(bits_subset(&image, &inside));
    if (q->from.kind != REACH_RESET) CHECK(bits_subset(&q->from_states, &inside));
    bits_free(&inside);
    bits_free(&image);
    clauses_free(&clauses);
    reach_free(reach);
    question_free(q);
  }
  CHECK(seen > 0);
}

TEST(literals_that_a_parent_lemma_needs_come_last) {
  Lit literals[] = {2, 4, 6, 8, 10};
  Clause *parent = clause_new((Lit[]){lit_not(4), 6, lit_not(8)}, 3);
  LitVec order = {0};
  for (size_t i = 0; i < 5; i++) vec_push(&order, literals[i]);
  parent_last(parent, &order);
  CHECK_EQUAL(order.size, 5);
  Lit expected[] = {2, 6, 10, 4, 8}; /* of 6 the lemma has the other sign */
  for (size_t i = 0; i < 5; i++) CHECK_EQUAL(order.data[i], expected[i]);
  vec_free(&order);
  clause_free(parent);
}
