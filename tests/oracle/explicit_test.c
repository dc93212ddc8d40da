/* The oracle itself on systems whose answers are obvious, and against itself on random ones. */
#include "oracle/explicit.h"
#include "oracle/random_system.h"
#include "test.h"

#include <stdio.h>

/* Two bits that count 0, 1, 2, 3, 0, ... while `enable`, which may be LIT_TRUE. */
static System *two_bit_counter(Lit *low, Lit *high, Lit *enable) {
  System *system = system_new();
  *low = system_latch(system, RESET_0);
  *high = system_latch(system, RESET_0);
  if (enable) *enable = system_input(system);
  Lit carry = enable ? *enable : LIT_TRUE;
  system_set_next(system, *low, aig_xor(system->aig, *low, carry));
  system_set_next(system, *high, aig_xor(system->aig, *high, aig_and(system->aig, *low, carry)));
  return system;
}

TEST(a_counter_reaches_three_in_three_steps) {
  Lit low, high;
  System *system = two_bit_counter(&low, &high, NULL);
  Lit three = aig_and(system->aig, low, high);
  Explicit *e = explicit_new(system);
  CHECK_EQUAL(e->states, 4);
  CHECK_EQUAL(e->steps, 4);
  CHECK_EQUAL(explicit_bad_depth(e, three), 3);
  CHECK_EQUAL(explicit_bad_depth(e, lit_not(low)), 0);
  CHECK_EQUAL(explicit_bad_depth(e, LIT_FALSE), -1);
  CHECK(explicit_fair_run(e, (Lit[]){three, lit_not(low)}, 2));
  explicit_free(e);
  system_free(system);
}

TEST(a_constraint_that_stops_the_counter_leaves_a_deadlock) {
  Lit low, high;
  System *system = two_bit_counter(&low, &high, NULL);
  vec_push(&system->constraints, lit_not(high));
  Explicit *e = explicit_new(system);
  Bits reachable = explicit_reachable(e);
  CHECK_EQUAL(bits_count(&reachable), 3); /* 2 is entered, though no step is valid in it */
  CHECK_EQUAL(explicit_bad_depth(e, low), 1);
  CHECK_EQUAL(explicit_bad_depth(e, high), -1);
  CHECK(!explicit_fair_run(e, NULL, 0));
  bits_free(&reachable);
  explicit_free(e);
  system_free(system);
}

TEST(without_an_initial_state_everything_holds) {
  Lit low, high;
  System *system = two_bit_counter(&low, &high, NULL);
  vec_push(&system->constraints, low);
  Explicit *e = explicit_new(system);
  CHECK_EQUAL(explicit_bad_depth(e, LIT_TRUE), -1);
  CHECK(!explicit_fair_run(e, NULL, 0));
  explicit_free(e);
  system_free(system);
}

TEST(a_loop_is_fair_only_with_the_right_input) {
  Lit low, high, enable;
  System *system = two_bit_counter(&low, &high, &enable);
  Explicit *e = explicit_new(system);
  Lit zero = aig_and(system->aig, lit_not(low), lit_not(high));
  Lit stay = aig_and(system->aig, zero, lit_not(enable));
  Lit go = aig_and(system->aig, zero, enable);
  CHECK(explicit_fair_run(e, (Lit[]){stay}, 1));
  CHECK(explicit_fair_run(e, (Lit[]){stay, go, high}, 3));
  CHECK_EQUAL(explicit_bad_depth(e, go), 0);
  explicit_free(e);

  /* Now the counter must not leave zero, so it must not be enabled there. */
  vec_push(&system->constraints, zero);
  e = explicit_new(system);
  CHECK_EQUAL(explicit_bad_depth(e, go), 0); /* the step itself breaks nothing */
  CHECK(explicit_fair_run(e, (Lit[]){stay}, 1));
  CHECK(!explicit_fair_run(e, (Lit[]){go}, 1)); /* but nothing follows it */
  explicit_free(e);
  system_free(system);
}

TEST(an_uninitialised_latch_starts_with_both_values) {
  System *system = system_new();
  Lit p = system_latch(system, RESET_FREE), q = system_latch(system, RESET_1);
  system_set_next(system, p, p);
  system_set_next(system, q, q);
  Explicit *e = explicit_new(system);
  CHECK_EQUAL(bits_count(&e->initial), 2);
  CHECK_EQUAL(explicit_bad_depth(e, p), 0);
  CHECK_EQUAL(explicit_bad_depth(e, lit_not(p)), 0);
  CHECK_EQUAL(explicit_bad_depth(e, lit_not(q)), -1);
  CHECK(!explicit_fair_run(e, (Lit[]){p, lit_not(p)}, 2));
  explicit_free(e);
  system_free(system);
}

TEST(a_system_without_latches_has_one_state) {
  System *system = system_new();
  Lit in = system_input(system);
  Explicit *e = explicit_new(system);
  CHECK_EQUAL(e->states, 1);
  CHECK_EQUAL(explicit_bad_depth(e, in), 0);
  CHECK(explicit_fair_run(e, (Lit[]){in, lit_not(in)}, 2));
  explicit_free(e);
  system_free(system);
}

TEST(reach_from_a_set_to_a_set_under_constraints) {
  Lit low, high;
  System *system = two_bit_counter(&low, &high, NULL);
  Explicit *e = explicit_new(system);
  Bits from = bits_new(4), to = bits_new(4), wall = bits_new(4);
  bits_set(&from, 1);
  bits_set(&to, 0);
  CHECK_EQUAL(graph_distance(&e->graph, &from, &e->valid, &to), 3);
  /* Once in {2, 3} no step may leave it: in(W) implies next in(W). */
  bits_set(&wall, 2);
  bits_set(&wall, 3);
  Bits in = explicit_steps(e, &wall), out = explicit_steps_to(e, &wall),
       moves = bits_copy(&e->valid);
  bits_minus(&in, &out);
  bits_minus(&moves, &in);
  CHECK_EQUAL(graph_distance(&e->graph, &from, &moves, &to), -1);
  CHECK_EQUAL(graph_distance(&e->graph, &from, &moves, &wall), 1);
  Bits *all[] = {&from, &to, &wall, &in, &out, &moves};
  for (size_t i = 0; i < 6; i++) bits_free(all[i]);
  explicit_free(e);
  system_free(system);
}

/* graph_fair by another definition: a cycle through an edge of each condition, all of whose nodes
 * reach one another. */
static bool fair_by_components(const Explicit *e, const Lit *conditions, size_t count) {
  Bits reached = explicit_reachable(e);
  bool found = false;
  for (size_t node = 0; node < e->states && !found; node++) {
    if (!bits_get(&reached, node)) continue;
    Bits one = bits_new(e->states);
    bits_set(&one, node);
    Bits component = graph_forward(&e->graph, &one, &e->valid);
    Bits back = graph_backward(&e->graph, &one, &e->valid);
    bits_and(&component, &back);
    Bits inside = explicit_steps(e, &component), to = explicit_steps_to(e, &component);
    bits_and(&inside, &to);
    bits_and(&inside, &e->valid);
    found = !bits_empty(&inside);
    for (size_t i = 0; i < count && found; i++) {
      Bits steps = explicit_literal(e, conditions[i]);
      found = !bits_disjoint(&inside, &steps);
      bits_free(&steps);
    }
    Bits *all[] = {&one, &component, &back, &inside, &to};
    for (size_t i = 0; i < 5; i++) bits_free(all[i]);
  }
  bits_free(&reached);
  return found;
}

TEST(fair_runs_agree_with_components_and_give_lassos) {
  for (unsigned seed = 0, count = test_cases(200); seed < count; seed++) {
    RandomModel *model = random_model(seed, 8);
    Task *task = random_model_fair_task(model, 0);
    Explicit *e = explicit_new(task->system);
    bool fair = explicit_fair_run(e, task->conditions.data, task->conditions.size);
    CHECK_EQUAL(fair_by_components(e, task->conditions.data, task->conditions.size), fair);
    Trace *trace = explicit_fair_trace(e, task->conditions.data, task->conditions.size);
    CHECK_EQUAL(trace != NULL, fair);
    if (trace) {
      const char *fault = explicit_trace_fault(e, task, trace);
      CHECK_TEXT(fault ? fault : "none", "none");
      trace_free(trace);
    }
    explicit_free(e);
    task_free(task);
    random_model_free(model);
  }
}

/* The depth of a bad step by walking level by level, with single evaluations of the gates instead
 * of simulation, and with the next-state functions instead of the table. */
static int64_t depth_by_levels(const System *system, Lit bad) {
  size_t states = (size_t)1 << system->latches.size, inputs = (size_t)1 << system->inputs.size;
  Bits seen = bits_new(states), values = bits_new(system->aig->size);
  U32Vec level = {0}, after = {0};
  int64_t depth = 0, found = -1;
  for (uint32_t state = 0; state < states; state++) {
    bool initial = true;
    for (size_t k = 0; k < system->latches.size; k++) {
      Reset reset = system->latches.data[k].reset;
      initial = initial && (reset == RESET_FREE || (reset == RESET_1) == (state >> k & 1));
    }
    if (!initial) continue;
    bits_set(&seen, state);
    vec_push(&level, state);
  }
  for (; level.size && found < 0; depth++) {
    vec_clear(&after);
    for (size_t n = 0; n < level.size; n++)
      for (uint32_t input = 0; input < inputs; input++) {
        for (size_t k = 0; k < system->latches.size; k++)
          bits_put(&values, lit_node(system->latches.data[k].current), level.data[n] >> k & 1);
        for (size_t k = 0; k < system->inputs.size; k++)
          bits_put(&values, lit_node(system->inputs.data[k]), input >> k & 1);
        bool valid = true;
        for (size_t k = 0; k < system->constraints.size; k++)
          valid = valid && aig_evaluate(system->aig, system->constraints.data[k], &values);
        if (!valid) continue;
        if (aig_evaluate(system->aig, bad, &values)) found = depth;
        uint32_t next = 0;
        for (size_t k = 0; k < system->latches.size; k++)
          next |= (uint32_t)aig_evaluate(system->aig, system->latches.data[k].next, &values) << k;
        if (bits_get(&seen, next)) continue;
        bits_set(&seen, next);
        vec_push(&after, next);
      }
    vec_clear(&level);
    vec_append(&level, &after);
  }
  bits_free(&seen);
  bits_free(&values);
  vec_free(&level);
  vec_free(&after);
  return found;
}

TEST(bad_depths_agree_with_a_walk_by_single_evaluations) {
  for (unsigned seed = 0, count = test_cases(200); seed < count; seed++) {
    RandomModel *model = random_model(seed, 9);
    Explicit *e = explicit_new(model->system);
    for (size_t i = 0; i < model->bad.size; i++)
      CHECK_EQUAL(explicit_bad_depth(e, model->bad.data[i]),
                  depth_by_levels(model->system, model->bad.data[i]));
    explicit_free(e);
    random_model_free(model);
  }
}

/* What the generator makes, in shares: neither side may be trivial. */
TEST(random_tasks_are_mixed) {
  unsigned count = 1000, bad_held = 0, at_once = 0, deep = 0, fair_held = 0, deadlock = 0,
           empty = 0;
  for (unsigned seed = 0; seed < count; seed++) {
    Task *task = random_bad_task(seed);
    Explicit *e = explicit_new(task->system);
    int64_t depth = explicit_bad_depth(e, task->bad);
    bad_held += depth < 0;
    at_once += depth == 0;
    deep += depth >= 4;
    Bits live = explicit_states(e, &e->valid), reached = explicit_reachable(e);
    empty += bits_disjoint(&live, &e->initial);
    deadlock += !bits_subset(&reached, &live);
    bits_free(&live);
    bits_free(&reached);
    explicit_free(e);
    task_free(task);
    task = random_fair_task(seed);
    e = explicit_new(task->system);
    fair_held += explicit_verdict(e, task) == VERDICT_HOLDS;
    explicit_free(e);
    task_free(task);
  }
  if (getenv("RONDO_TEST_REPORT"))
    printf("of %u random tasks: bad: %u hold, %u violated in the first step, %u after 4 or more; "
           "fair: %u hold; %u with a deadlock, %u without an initial step\n",
           count, bad_held, at_once, deep, fair_held, deadlock, empty);
  CHECK(bad_held > count / 4 && bad_held < 3 * count / 4);
  CHECK(at_once < count / 4 && deep > count / 20);
  CHECK(fair_held > count / 4 && fair_held < 3 * count / 4);
  CHECK(deadlock > count / 20 && empty > count / 100);
}
