/* The symbolic machinery against enumeration, on random systems: images, preimages and their don't
 * cares (Theorems 4 and 5 of seed 003), relations of some latches, rings, machines, fair hulls and
 * what they removed, the choice of inputs. Clusters and nodes are bounded at random, and budgets
 * are short, so that everything is also done in many attempts. */
#include "engine/symbolic/approximate.h"
#include "engine/symbolic/choice.h"
#include "engine/symbolic/hull.h"
#include "engine/symbolic/lasso.h"
#include "oracle/explicit.h"
#include "oracle/random_system.h"
#include "test.h"

typedef struct {
  Random random;
  RandomModel *source;
  Explicit *e;
  SymbolicModel *model;
  Transitions *relation;
} Subject;

/* Until it is done, in slices, with reorderings between them. */
#define FINISH(call)                                                                               \
  do {                                                                                             \
    SymbolicEnd end_;                                                                              \
    do {                                                                                           \
      Budget slice = budget_slice(NULL, 1 + random_below(&s->random, 1000));                       \
      end_ = (call);                                                                               \
      if (random_chance(&s->random, 1, 4)) bdd_reorder(s->model->manager);                         \
    } while (end_ == SYMBOLIC_SPENT);                                                              \
    CHECK(end_ == SYMBOLIC_DONE);                                                                  \
  } while (0)

static void subject_open(Subject *s, uint64_t seed) {
  *s = (Subject){.random = {seed}, .source = random_model(seed, 10)};
  s->e = explicit_new(s->source->system);
  SymbolicOptions options = SYMBOLIC_DEFAULTS;
  options.order = random_below(&s->random, 2) ? ORDER_FORCE : ORDER_DEPTH_FIRST;
  options.reorder = random_below(&s->random, 2);
  options.cluster = random_below(&s->random, 3) ? 1 + random_below(&s->random, 40) : 2500;
  s->model = symbolic_new(s->source->system, &s->source->bad, &options);
  FINISH(symbolic_build(s->model, &slice));
  s->relation = transitions_new(s->model, NULL);
  FINISH(transitions_build(s->relation, &slice));
  bdd_set_tidying(s->model->manager, false, false); /* tests hold functions that nobody watches */
}

static void subject_close(Subject *s) {
  transitions_free(s->relation);
  symbolic_free(s->model);
  explicit_free(s->e);
  random_model_free(s->source);
}

/* ---- between the two worlds ---- */

static Bdd set_of(Subject *s, const Bits *states) {
  Bdd set = BDD_FALSE;
  for (size_t n = bits_next(states, 0); n < states->size; n = bits_next(states, n + 1)) {
    Bits state = bits_new(s->source->system->latches.size);
    for (size_t i = 0; i < state.size; i++) bits_put(&state, i, n >> i & 1);
    set = bdd_or(s->model->manager, set, concrete_state(s->model, &state));
    bits_free(&state);
  }
  return set;
}

static Bits states_of(Subject *s, Bdd set) {
  Bits states = bits_new(s->e->states);
  for (size_t n = 0; n < s->e->states; n++) {
    Bits state = bits_new(s->source->system->latches.size);
    for (size_t i = 0; i < state.size; i++) bits_put(&state, i, n >> i & 1);
    bits_put(&states, n, concrete_inside(s->model, set, &state));
    bits_free(&state);
  }
  return states;
}

static void check_set(Subject *s, Bdd actual, const Bits *expected) {
  CHECK(actual != BDD_NONE);
  CHECK(actual == set_of(s, expected));
}

static Bits random_states(Subject *s) {
  Bits states = bits_new(s->e->states);
  uint32_t chance = 1 + random_below(&s->random, 7);
  for (size_t n = 0; n < states.size; n++)
    bits_put(&states, n, random_chance(&s->random, chance, 8));
  return states;
}

/* ---- images ---- */

TEST(images_and_preimages_are_those_of_the_graph) {
  for (uint64_t seed = 1; seed <= test_cases(150); seed++) {
    Subject subject, *s = &subject;
    subject_open(s, seed);
    Bits from = random_states(s);
    Bits image = graph_image(&s->e->graph, &from, &s->e->valid);
    Bits preimage = graph_preimage(&s->e->graph, &from, &s->e->valid);
    check_set(s, transitions_image(s->relation, set_of(s, &from)), &image);
    check_set(s, transitions_preimage(s->relation, set_of(s, &from)), &preimage);
    check_set(s, s->model->initial, &s->e->initial);
    for (size_t i = 0; i < s->source->bad.size; i++) {
      Bits steps = explicit_literal(s->e, s->source->bad.data[i]);
      bits_and(&steps, &s->e->valid);
      Bits states = explicit_states(s->e, &steps);
      check_set(s, symbolic_states(s->model, s->model->roots.data[i]), &states);
      bits_free(&steps);
      bits_free(&states);
    }
    bits_free(&from);
    bits_free(&image);
    bits_free(&preimage);
    subject_close(s);
  }
}

TEST(within_a_set_images_are_right_inside_it) {
  size_t smaller = 0, changed = 0;
  for (uint64_t seed = 1; seed <= test_cases(200); seed++) {
    Subject subject, *s = &subject;
    subject_open(s, seed);
    Bits care = random_states(s), from = random_states(s);
    if (bits_empty(&care)) bits_set(&care, 0);
    bits_and(&from, &care);
    Transitions *within = transitions_within(s->relation, set_of(s, &care));
    FINISH(transitions_build(within, &slice));
    Bits image = graph_image(&s->e->graph, &from, &s->e->valid);
    Bits preimage = graph_preimage(&s->e->graph, &from, &s->e->valid);
    bits_and(&image, &care);
    bits_and(&preimage, &care);
    check_set(s, transitions_image(within, set_of(s, &from)), &image);
    check_set(s, transitions_preimage(within, set_of(s, &from)), &preimage);
    for (size_t i = 0; i < within->count; i++) {
      changed += within->clusters[i].function != s->relation->clusters[i].function;
      smaller += bdd_size(s->model->manager, &within->clusters[i].function, 1) <
                 bdd_size(s->model->manager, &s->relation->clusters[i].function, 1);
    }
    transitions_free(within);
    bits_free(&care);
    bits_free(&from);
    bits_free(&image);
    bits_free(&preimage);
    subject_close(s);
  }
  CHECK_COVERAGE(changed > 100 && smaller > 100);
}

TEST(pairs_of_states_and_inputs_lead_from_one_set_into_the_other) {
  for (uint64_t seed = 1; seed <= test_cases(150); seed++) {
    Subject subject, *s = &subject;
    subject_open(s, seed);
    Bits from = random_states(s), to = random_states(s);
    Transitions *open = transitions_new_open(s->model);
    FINISH(transitions_build(open, &slice));
    Bdd pairs = transitions_between(open, set_of(s, &from), set_of(s, &to));
    Bits expected = graph_preimage(&s->e->graph, &to, &s->e->valid);
    bits_and(&expected, &from);
    check_set(s, bdd_exists(s->model->manager, pairs, s->model->input_cube), &expected);
    CHECK(bdd_implies(s->model->manager, pairs, s->model->legal) == BDD_TRUE);
    transitions_free(open);
    bits_free(&from);
    bits_free(&to);
    bits_free(&expected);
    subject_close(s);
  }
}

/* Any set between B and what is outside the zone may stand for B: what the image functions make of
 * it is, inside the care set, the image of B. The zone is the predecessors of the care set for an
 * image and its successors for a preimage, under the relation that was made smaller; not under the
 * exact one, of which they are more often than not a proper superset. */
TEST(theorems_4_and_5_hold_for_any_set_outside_the_zone) {
  size_t stood_in = 0, other_zone = 0;
  for (uint64_t seed = 1; seed <= test_cases(300); seed++) {
    Subject subject, *s = &subject;
    subject_open(s, seed);
    BddManager *m = s->model->manager;
    Bits care = random_states(s), from = random_states(s), any = random_states(s);
    if (bits_empty(&care)) bits_set(&care, 0);
    bits_and(&from, &care);
    Transitions *within = transitions_within(s->relation, set_of(s, &care));
    FINISH(transitions_build(within, &slice));
    for (int forward = 0; forward < 2; forward++) {
      Bdd zone = forward ? within->image_zone : within->preimage_zone, set = set_of(s, &from);
      Bdd other = bdd_or(m, set, bdd_minus(m, set_of(s, &any), zone));
      Bits exact = forward ? graph_image(&s->e->graph, &from, &s->e->valid)
                           : graph_preimage(&s->e->graph, &from, &s->e->valid);
      bits_and(&exact, &care);
      check_set(s, forward ? transitions_image(within, other) : transitions_preimage(within, other),
                &exact);
      Bits near = forward ? graph_preimage(&s->e->graph, &care, &s->e->valid)
                          : graph_image(&s->e->graph, &care, &s->e->valid);
      stood_in += other != set;
      other_zone += zone != set_of(s, &near);
      bits_free(&near);
      bits_free(&exact);
    }
    transitions_free(within);
    bits_free(&care);
    bits_free(&from);
    bits_free(&any);
    subject_close(s);
  }
  CHECK_COVERAGE(stood_in > 50 && other_zone > 50);
}

/* ---- Figures 2 and 3 ---- */

/* Eight states with at most two successors each. The figure itself is a picture; its text says that
 * state 4 has an edge to 6 and none into K = {0, ..., 4}, that {1, 2} has the successors {2, 3, 4}
 * in K, and that the chosen T' has an edge more, from 7 to 3. */
static const unsigned figure_2[8][2] = {{1, 1}, {2, 3}, {4, 4}, {0, 2},
                                        {6, 6}, {6, 6}, {7, 7}, {5, 5}};

static System *figure_system(bool changed) {
  System *system = system_new();
  Aig *aig = system->aig;
  Lit second = system_input(system), bits[3], next[3] = {LIT_FALSE, LIT_FALSE, LIT_FALSE};
  for (size_t b = 0; b < 3; b++) bits[b] = system_latch(system, RESET_0);
  for (unsigned state = 0; state < 8; state++)
    for (unsigned k = 0; k < 2; k++) {
      unsigned to = changed && state == 7 && k ? 3 : figure_2[state][k];
      Lit here = lit_not_if(second, !k);
      for (size_t b = 0; b < 3; b++)
        here = aig_and(aig, here, lit_not_if(bits[b], !(state >> b & 1)));
      for (size_t b = 0; b < 3; b++)
        if (to >> b & 1) next[b] = aig_or(aig, next[b], here);
    }
  for (size_t b = 0; b < 3; b++) system_set_next(system, bits[b], next[b]);
  return system;
}

/* A set of states is a mask here. */
static Bdd masked(SymbolicModel *model, unsigned mask) {
  Bdd set = BDD_FALSE;
  for (unsigned state = 0; state < 8; state++) {
    Ternary values[3];
    for (size_t b = 0; b < 3; b++) values[b] = state >> b & 1 ? TERNARY_1 : TERNARY_0;
    if (mask >> state & 1) set = bdd_or(model->manager, set, symbolic_cube(model, values));
  }
  return set;
}

TEST(figures_2_and_3_a_state_without_successors_in_the_care_set_may_be_added) {
  enum { K = 0x1f, B = 1 << 1 | 1 << 2, MORE = B | 1 << 4, IMAGE = 1 << 2 | 1 << 3 | 1 << 4 };
  for (int changed = 0; changed < 2; changed++) {
    System *system = figure_system(changed);
    LitVec roots = {0};
    SymbolicOptions options = SYMBOLIC_DEFAULTS;
    SymbolicModel *model = symbolic_new(system, &roots, &options);
    Budget budget = BUDGET_UNLIMITED;
    CHECK(symbolic_build(model, &budget) == SYMBOLIC_DONE);
    bdd_set_tidying(model->manager, false, false);
    Transitions *relation = transitions_new(model, NULL);
    CHECK(transitions_build(relation, &budget) == SYMBOLIC_DONE);
    CHECK(transitions_image(relation, masked(model, MORE)) == masked(model, IMAGE | 1 << 6));
    unsigned zone = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 3 | (changed ? 1 << 7 : 0); /* of T' */
    CHECK(transitions_preimage(relation, masked(model, K)) == masked(model, zone));
    /* whatever T' our minimization chooses, and whatever it makes of the set outside its zone */
    Transitions *within = transitions_within(relation, masked(model, K));
    CHECK(transitions_build(within, &budget) == SYMBOLIC_DONE);
    CHECK(transitions_image(within, masked(model, B)) == masked(model, IMAGE));
    CHECK(bdd_disjoint(model->manager, within->image_zone, masked(model, 1 << 4)) == BDD_TRUE);
    CHECK(transitions_image(within, masked(model, MORE)) == masked(model, IMAGE));
    transitions_free(within);
    transitions_free(relation);
    symbolic_free(model);
    system_free(system);
  }
}

/* Of some latches: the others may become anything. */
TEST(a_relation_of_some_latches_frees_the_others) {
  for (uint64_t seed = 1; seed <= test_cases(100); seed++) {
    Subject subject, *s = &subject;
    subject_open(s, seed);
    size_t latches = s->source->system->latches.size;
    uint32_t some = random_below(&s->random, 1u << latches);
    Bits chosen = bits_new(latches);
    for (size_t i = 0; i < latches; i++) bits_put(&chosen, i, some >> i & 1);
    Transitions *part = transitions_new(s->model, &chosen);
    FINISH(transitions_build(part, &slice));
    Bits from = random_states(s), image = bits_new(s->e->states), preimage = bits_new(s->e->states);
    for (size_t i = bits_next(&s->e->valid, 0); i < s->e->valid.size;
         i = bits_next(&s->e->valid, i + 1)) {
      Edge edge = s->e->graph.edges.data[i];
      for (size_t n = 0; n < s->e->states; n++) {
        if ((n ^ edge.to) & some) continue;
        if (bits_get(&from, edge.from)) bits_set(&image, n);
        if (bits_get(&from, n)) bits_set(&preimage, edge.from);
      }
    }
    check_set(s, transitions_image(part, set_of(s, &from)), &image);
    check_set(s, transitions_preimage(part, set_of(s, &from)), &preimage);
    transitions_free(part);
    bits_free(&chosen);
    bits_free(&from);
    bits_free(&image);
    bits_free(&preimage);
    subject_close(s);
  }
}

/* Sets that read some of the latches: whether a state is in one is decided by those alone. */
static Bits random_states_reading(Subject *s, uint32_t latches) {
  Bits states = bits_new(s->e->states), picked = random_states(s);
  for (size_t n = 0; n < states.size; n++) bits_put(&states, n, bits_get(&picked, n & latches));
  bits_free(&picked);
  return states;
}

typedef struct {
  Transitions *relation;
  int kind; /* 0: preimage, 1: pairs, 2: image */
  Bdd from, to, result;
} GrowingStep;

static bool growing_step(void *context) {
  GrowingStep *step = context;
  step->result = step->kind == 0   ? transitions_preimage(step->relation, step->to)
                 : step->kind == 1 ? transitions_between(step->relation, step->from, step->to)
                                   : transitions_image(step->relation, step->from);
  return step->result != BDD_NONE;
}

/* A relation that grows gives what the whole one gives, with no more latches than were asked about;
 * the model makes no other functions. */
TEST(a_growing_relation_is_exact_and_has_what_was_asked_about) {
  size_t partial = 0, whole = 0;
  for (uint64_t seed = 1; seed <= test_cases(200); seed++) {
    Subject subject, *s = &subject;
    subject_open(s, seed);
    SymbolicModel *built = s->model,
                  *fresh = symbolic_new(s->source->system, &s->source->bad, &built->options);
    s->model = fresh;
    Bits none = bits_new(s->source->system->latches.size);
    FINISH(symbolic_build_some(fresh, &none, &slice));
    Transitions *closed = transitions_new_growing(fresh, false),
                *open = transitions_new_growing(fresh, true);
    bdd_set_tidying(fresh->manager, false, false);
    uint32_t asked = 0;
    GrowingStep step = {.from = BDD_NONE, .to = BDD_NONE, .result = BDD_NONE};
    Bdd *places[] = {&step.from, &step.to, &step.result}; /* FINISH reorders, which collects */
    for (size_t i = 0; i < 3; i++) bdd_watch(fresh->manager, places[i]);
    for (int round = 0; round < 4; round++) {
      uint32_t reads = random_below(&s->random, (uint32_t)s->e->states) &
                       random_below(&s->random, (uint32_t)s->e->states);
      Bits from = random_states(s), to = random_states_reading(s, reads);
      asked |= reads;
      Bits before = graph_preimage(&s->e->graph, &to, &s->e->valid);
      step = (GrowingStep){closed, 0, set_of(s, &from), set_of(s, &to), BDD_NONE};
      FINISH(symbolic_do(fresh, growing_step, &step, &slice));
      check_set(s, step.result, &before);
      bits_and(&before, &from);
      step.relation = open, step.kind = 1;
      FINISH(symbolic_do(fresh, growing_step, &step, &slice));
      check_set(s, bdd_exists(fresh->manager, step.result, fresh->input_cube), &before);
      for (size_t i = 0; i < none.size; i++)
        CHECK(asked >> i & 1 ||
              (fresh->functions.data[i] == BDD_NONE && !bits_get(&closed->latches, i)));
      partial += bits_count(&closed->latches) < none.size;
      if (round == 3) {
        Bits image = graph_image(&s->e->graph, &from, &s->e->valid);
        step.relation = closed, step.kind = 2;
        FINISH(symbolic_do(fresh, growing_step, &step, &slice));
        check_set(s, step.result, &image);
        whole += bits_count(&closed->latches) == none.size;
        bits_free(&image);
      }
      bits_free(&from);
      bits_free(&to);
      bits_free(&before);
    }
    for (size_t i = 0; i < 3; i++) bdd_unwatch(fresh->manager, places[i]);
    transitions_free(closed);
    transitions_free(open);
    symbolic_free(fresh);
    bits_free(&none);
    s->model = built;
    subject_close(s);
  }
  CHECK_COVERAGE(partial > 200 && whole > 100);
}

/* ---- fixpoints ---- */

TEST(rings_are_the_distances) {
  for (uint64_t seed = 1; seed <= test_cases(100); seed++) {
    Subject subject, *s = &subject;
    subject_open(s, seed);
    bool forward = random_below(&s->random, 2);
    Bits goal = random_states(s);
    Bdd from = forward ? s->model->initial : set_of(s, &goal);
    Reachable *rings = reachable_new(s->relation, from, BDD_TRUE);
    FINISH(reachable_close(rings, forward, &slice));
    for (size_t n = 0; n < s->e->states; n++) {
      Bits one = bits_new(s->e->states);
      bits_set(&one, n);
      int64_t distance = forward ? graph_distance(&s->e->graph, &s->e->initial, &s->e->valid, &one)
                                 : graph_distance(&s->e->graph, &one, &s->e->valid, &goal);
      int64_t ring = -1;
      Bdd state = set_of(s, &one);
      for (size_t i = 0; i < rings->rings.size; i++)
        if (bdd_implies(s->model->manager, state, rings->rings.data[i]) == BDD_TRUE) {
          CHECK(ring == -1);
          ring = (int64_t)i;
        }
      CHECK_EQUAL(ring, distance);
      bits_free(&one);
    }
    reachable_free(rings);
    bits_free(&goal);
    subject_close(s);
  }
}

TEST(machines_give_an_inductive_set_that_contains_what_is_reached) {
  size_t larger = 0, whole = 0;
  for (uint64_t seed = 1; seed <= test_cases(100); seed++) {
    Subject subject, *s = &subject;
    subject_open(s, seed);
    Approximate *approximate = approximate_new(s->model, 1 + random_below(&s->random, 3));
    FINISH(approximate_run(approximate, &slice));
    Bits found = states_of(s, approximate_states(approximate));
    Bits next = graph_image(&s->e->graph, &found, &s->e->valid);
    Bits reachable = explicit_reachable(s->e);
    CHECK(bits_subset(&s->e->initial, &found) && bits_subset(&next, &found));
    CHECK(bits_subset(&reachable, &found));
    larger += !bits_subset(&found, &reachable);
    whole += bits_count(&found) == s->e->states;
    approximate_free(approximate);
    bits_free(&found);
    bits_free(&next);
    bits_free(&reachable);
    subject_close(s);
  }
  CHECK_COVERAGE(larger > 5 && whole < test_cases(80));
}

/* Removed sets as hull.h says: no step leads to a later set or into the hull (forwards: from
 * there), and none that stays in a set begins or ends in the condition that was missed there. */
static void check_removed(Subject *s, const Hull *hull, const Bits *inside) {
  size_t *number = mem_array(s->e->states, sizeof *number); /* 1 + that of its set; 0: the hull */
  Bits gone = bits_new(s->e->states);
  for (size_t j = 0; j < hull->removed.size; j++) {
    Bits set = states_of(s, hull->removed.data[j]);
    CHECK(bits_disjoint(&set, &gone) && bits_subset(&set, inside));
    bits_or(&gone, &set);
    for (size_t n = bits_next(&set, 0); n < set.size; n = bits_next(&set, n + 1)) number[n] = j + 1;
    bits_free(&set);
  }
  for (size_t i = bits_next(&s->e->valid, 0); i < s->e->valid.size;
       i = bits_next(&s->e->valid, i + 1)) {
    Edge edge = s->e->graph.edges.data[i];
    size_t from = number[hull->forward ? edge.to : edge.from];
    size_t to = number[hull->forward ? edge.from : edge.to];
    if (!from || !bits_get(inside, edge.to) || !bits_get(inside, edge.from)) continue;
    CHECK(to && to <= from);
    if (from != to) continue;
    uint32_t missed = hull->missed.data[from - 1];
    CHECK(missed != HULL_EX);
    Bits condition = states_of(s, hull->conditions.data[missed]);
    CHECK(!bits_get(&condition, edge.from) && !bits_get(&condition, edge.to));
    bits_free(&condition);
  }
  bits_free(&gone);
  mem_free(number);
}

TEST(hulls_are_the_starts_of_fair_paths_whatever_the_schedule) {
  size_t empty = 0, removed = 0, early = 0;
  for (uint64_t seed = 1; seed <= test_cases(150); seed++) {
    Subject subject, *s = &subject;
    subject_open(s, seed);
    Bits inside = random_states(s), edges = explicit_steps(s->e, &inside);
    Bits to = explicit_steps_to(s->e, &inside), conditions[3];
    bits_and(&edges, &to);
    bits_and(&edges, &s->e->valid);
    size_t count = random_below(&s->random, 4);
    BddVec sets = {0};
    for (size_t i = 0; i < count; i++) {
      Bits states = random_states(s);
      bits_and(&states, &inside);
      vec_push(&sets, set_of(s, &states));
      conditions[i] = explicit_steps(s->e, &states);
      bits_free(&states);
    }
    bdd_watch_all(s->model->manager, &sets);
    Bits fair = graph_fair(&s->e->graph, &edges, conditions, count);
    for (HullSchedule schedule = HULL_EL; schedule <= HULL_RANDOM; schedule++) {
      Hull *hull = hull_new(s->relation, set_of(s, &inside), &sets, schedule);
      hull->random = (Random){seed};
      FINISH(hull_run(hull, &slice));
      check_set(s, hull->states, &fair);
      check_removed(s, hull, &inside);
      removed += hull->removed.size;
      hull_free(hull);
      /* early termination: with an initial state left it is the hull, without one it is larger */
      hull = hull_new(s->relation, set_of(s, &inside), &sets, schedule);
      Bits initial = random_states(s);
      bits_and(&initial, &s->e->initial);
      hull->initial = set_of(s, &initial);
      FINISH(hull_run(hull, &slice));
      Bits left = states_of(s, hull->states);
      CHECK(bits_disjoint(&initial, &left) == bits_disjoint(&initial, &fair));
      CHECK(bits_subset(&fair, &left));
      if (!bits_disjoint(&initial, &left)) CHECK(bits_equal(&left, &fair));
      early += !bits_equal(&left, &fair);
      check_removed(s, hull, &inside);
      bits_free(&left);
      bits_free(&initial);
      hull_free(hull);
    }
    empty += bits_empty(&fair);
    bdd_unwatch_all(s->model->manager, &sets);
    vec_free(&sets);
    for (size_t i = 0; i < count; i++) bits_free(conditions + i);
    bits_free(&inside);
    bits_free(&edges);
    bits_free(&to);
    bits_free(&fair);
    subject_close(s);
  }
  CHECK_COVERAGE(early > 10 && empty > 10 && empty < test_cases(140) && removed > 100);
}

/* The hull of all steps turned round; empty if and only if the other one is. */
TEST(hulls_forwards_are_those_of_the_reversed_graph) {
  size_t empty = 0, removed = 0;
  for (uint64_t seed = 1; seed <= test_cases(150); seed++) {
    Subject subject, *s = &subject;
    subject_open(s, seed);
    Bits inside = random_states(s), edges = explicit_steps(s->e, &inside);
    Bits to = explicit_steps_to(s->e, &inside), conditions[3], back[3];
    bits_and(&edges, &to);
    bits_and(&edges, &s->e->valid);
    Graph reversed = {.nodes = s->e->graph.nodes};
    for (size_t i = 0; i < s->e->graph.edges.size; i++)
      graph_edge(&reversed, s->e->graph.edges.data[i].to, s->e->graph.edges.data[i].from);
    graph_finish(&reversed);
    size_t count = random_below(&s->random, 4);
    BddVec sets = {0};
    for (size_t i = 0; i < count; i++) {
      Bits states = random_states(s);
      bits_and(&states, &inside);
      vec_push(&sets, set_of(s, &states));
      conditions[i] = explicit_steps(s->e, &states);
      back[i] = explicit_steps_to(s->e, &states);
      bits_free(&states);
    }
    bdd_watch_all(s->model->manager, &sets);
    Bits fair = graph_fair(&s->e->graph, &edges, conditions, count);
    Bits expected = graph_fair(&reversed, &edges, back, count);
    CHECK(bits_empty(&fair) == bits_empty(&expected));
    for (HullSchedule schedule = HULL_EL; schedule <= HULL_RANDOM; schedule++) {
      Hull *hull = hull_new(s->relation, set_of(s, &inside), &sets, schedule);
      hull->random = (Random){seed};
      hull->forward = true;
      FINISH(hull_run(hull, &slice));
      check_set(s, hull->states, &expected);
      check_removed(s, hull, &inside);
      removed += hull->removed.size;
      hull_free(hull);
    }
    empty += bits_empty(&fair);
    bdd_unwatch_all(s->model->manager, &sets);
    vec_free(&sets);
    for (size_t i = 0; i < count; i++) {
      bits_free(conditions + i);
      bits_free(back + i);
    }
    graph_free(&reversed);
    bits_free(&inside);
    bits_free(&edges);
    bits_free(&to);
    bits_free(&fair);
    bits_free(&expected);
    subject_close(s);
  }
  CHECK_COVERAGE(empty > 10 && empty < test_cases(140) && removed > 100);
}

TEST(chosen_inputs_lead_where_they_should) {
  size_t functions = 0;
  for (uint64_t seed = 1; seed <= test_cases(150); seed++) {
    Subject subject, *s = &subject;
    subject_open(s, seed);
    Transitions *open = transitions_new_open(s->model);
    FINISH(transitions_build(open, &slice));
    Bits to = random_states(s);
    Bits from = graph_preimage(&s->e->graph, &to, &s->e->valid);
    Choice *choice = choice_new(open, set_of(s, &from), set_of(s, &to));
    FINISH(choice_run(choice, &slice));
    for (size_t n = bits_next(&from, 0); n < from.size; n = bits_next(&from, n + 1)) {
      Bits state = bits_new(s->source->system->latches.size);
      for (size_t i = 0; i < state.size; i++) bits_put(&state, i, n >> i & 1);
      size_t inputs = 0;
      for (size_t i = 0; i < choice->values.size; i++) {
        Bdd value = choice->values.data[i];
        bool one = value == BDD_NONE ? random_below(&s->random, 2)
                                     : concrete_inside(s->model, value, &state);
        functions += value != BDD_NONE && !bdd_is_constant(value);
        inputs |= (size_t)one << i;
      }
      size_t step = n * s->e->inputs + inputs;
      CHECK(bits_get(&s->e->valid, step));
      CHECK(bits_get(&to, s->e->graph.edges.data[step].to));
      bits_free(&state);
    }
    choice_free(choice);
    transitions_free(open);
    bits_free(&to);
    bits_free(&from);
    subject_close(s);
  }
  CHECK_COVERAGE(functions > 100);
}
