/* Walls and closed sides, against plain enumeration: on every edge of small systems the rank does
 * not decrease, and where it stays, the edge is in the arena or misses the condition that its side
 * is closed for. */
#include "engine/progress/stable.h"

#include "engine/rlive/internal.h"
#include "oracle/random_system.h"
#include "system/trace.h"
#include "test.h"

enum { MOST_BITS = 9 };

typedef struct {
  const System *system;
  const LitVec *conditions;
  const Stable *stable;
  Lit arena;
  Bits values, after; /* of an edge, by node: at its start, and at its end with some inputs */
} Edge;

static void put_bits(Bits *bits, size_t number) {
  for (size_t i = 0; i < bits->size; i++) bits_put(bits, i, number >> i & 1);
}

static bool is_valid(const System *system, const Bits *values) {
  for (size_t i = 0; i < system->constraints.size; i++)
    if (!values_of(values, system->constraints.data[i])) return false;
  return true;
}

/* False if the step, or every step behind it, breaks the constraints. */
static bool take_edge(Edge *edge, Step *step, Step *next, size_t state, size_t inputs) {
  const System *system = edge->system;
  put_bits(&step->latches, state);
  put_bits(&step->inputs, inputs);
  step_evaluate(system, step, &edge->values);
  for (size_t i = 0; i < system->latches.size; i++)
    bits_put(&next->latches, i, values_of(&edge->values, system->latches.data[i].next));
  for (size_t k = 0; k < (size_t)1 << system->inputs.size; k++) {
    put_bits(&next->inputs, k);
    step_evaluate(system, next, &edge->after);
    if (is_valid(system, &edge->after)) return is_valid(system, &edge->values);
  }
  return false;
}

/* Whether some condition is missed for which a side is closed. */
static bool misses(const Edge *edge) {
  for (size_t i = 0; i < edge->conditions->size; i++)
    if (values_of(&edge->values, edge->stable->missed.data[i]) &&
        !values_of(&edge->values, edge->conditions->data[i]))
      return true;
  return false;
}

static bool stands(const Edge *edge) {
  const LitVec *rank = &edge->stable->rank.entries;
  for (size_t i = 0; i < rank->size; i++) {
    bool before = values_of(&edge->values, rank->data[i]);
    bool after = values_of(&edge->after, rank->data[i]);
    if (before != after) return after;
  }
  return values_of(&edge->values, edge->arena) || misses(edge);
}

static size_t check_edges(System *system, const LitVec *conditions, const Stable *stable) {
  Edge edge = {.system = system,
               .conditions = conditions,
               .stable = stable,
               .arena = stable_arena(stable, system)};
  edge.values = bits_new(system->aig->size);
  edge.after = bits_new(system->aig->size);
  Step step = {bits_new(system->latches.size), bits_new(system->inputs.size)};
  Step next = {bits_new(system->latches.size), bits_new(system->inputs.size)};
  size_t wrong = 0;
  for (size_t state = 0; state < (size_t)1 << system->latches.size; state++)
    for (size_t inputs = 0; inputs < (size_t)1 << system->inputs.size; inputs++) {
      wrong += take_edge(&edge, &step, &next, state, inputs) && !stands(&edge);
    }
  bits_free(&step.latches);
  bits_free(&step.inputs);
  bits_free(&next.latches);
  bits_free(&next.inputs);
  bits_free(&edge.values);
  bits_free(&edge.after);
  return wrong;
}

TEST(walls_and_closed_sides_are_what_they_say) {
  size_t walls = 0, closed = 0;
  for (uint64_t seed = 0; seed < test_cases(200); seed++) {
    Task *task = random_fair_task(seed);
    System *system = task->system;
    if (system->latches.size + system->inputs.size <= MOST_BITS && task->conditions.size) {
      Budget budget = BUDGET_UNLIMITED;
      Stable stable = stable_find(system, &task->conditions, LIT_TRUE, &budget);
      if (check_edges(system, &task->conditions, &stable))
        test_fail(__FILE__, __LINE__, "seed %llu", (unsigned long long)seed);
      walls += stable.walls.size;
      closed += stable.rank.open != LIT_TRUE;
      stable_free(&stable);
    }
    task_free(task);
  }
  CHECK_COVERAGE(walls > 50 && closed > 10);
}

/* A latch that is never reset is a wall, and where it must be false again and again, its side is
 * closed. */
TEST(what_sticks_is_a_wall) {
  System *system = system_new();
  Lit stuck = system_latch(system, RESET_0), input = system_input(system);
  system_set_next(system, stuck, aig_or(system->aig, stuck, input));
  LitVec conditions = {0};
  vec_push(&conditions, lit_not(stuck));
  Budget budget = BUDGET_UNLIMITED;
  Stable stable = stable_find(system, &conditions, LIT_TRUE, &budget);
  CHECK(stable.walls.size > 0);
  CHECK_EQUAL(stable.rank.open, lit_not(stuck));
  CHECK_EQUAL(check_edges(system, &conditions, &stable), 0);
  stable.rank.entries.data[0] =
      lit_not(stable.rank.entries.data[0]); /* a wall the wrong way round is noticed */
  CHECK(check_edges(system, &conditions, &stable) > 0);
  stable_free(&stable);
  vec_free(&conditions);
  system_free(system);
}

/* Of a counter that runs over once: when the overflow is no longer crossed the uppermost bit is a
 * wall, then the next one. An edge that crosses one wall is no reason against the others. */
TEST(the_bits_of_a_counter_are_walls_one_after_another) {
  enum { BITS = 8 };
  System *system = system_new();
  Lit bits[BITS], carry = LIT_TRUE;
  for (size_t i = 0; i < BITS; i++) bits[i] = system_latch(system, RESET_0);
  Lit over = system_latch(system, RESET_0);
  for (size_t i = 0; i < BITS; i++) {
    system_set_next(system, bits[i], aig_xor(system->aig, bits[i], carry));
    carry = aig_and(system->aig, carry, bits[i]);
  }
  system_set_next(system, over, aig_or(system->aig, over, carry));
  LitVec conditions = {0};
  vec_push(&conditions, lit_not(over));
  Budget budget = BUDGET_UNLIMITED;
  Stable stable = stable_find(system, &conditions, LIT_TRUE, &budget);
  CHECK(stable.walls.size > BITS);
  CHECK_EQUAL(check_edges(system, &conditions, &stable), 0);
  stable_free(&stable);
  vec_free(&conditions);
  system_free(system);
}

TEST(a_shoal_contains_the_states_of_all_its_clauses) {
  System *system = system_new();
  Lit a = system_latch(system, RESET_0), b = system_latch(system, RESET_0);
  Roles roles = roles_new(system);
  Shoal shoal = {.condition = 0};
  vec_push(&shoal.states, clause_new((Lit[]){a, lit_not(b)}, 2));
  vec_push(&shoal.states, clause_new((Lit[]){a, b}, 2));
  for (size_t number = 0; number < 4; number++) {
    Bits state = bits_new(2);
    put_bits(&state, number);
    CHECK_EQUAL(shoal_contains(&roles, &shoal, &state), number & 1); /* where a is true */
    bits_free(&state);
  }
  clauses_free(&shoal.states);
  roles_free(&roles);
  system_free(system);
}
