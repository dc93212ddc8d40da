/* See reduce_classes.h. All steps that are simulated are steps of runs, or successors of steps that
 * satisfy all equalities: those that induction must answer for. 64 runs go side by side; where
 * constraints matter, a run that breaks them tries other inputs, and if it has none it is ignored
 * in this step and goes on from the state of a run that is still alive. */
#include "task/reduce_classes.h"

#include "base/map.h"
#include "base/memory.h"

enum { TRIES = 4 }; /* of other inputs, for a run that breaks a constraint */

Classes *classes_new(const System *system, bool with_constraints) {
  Classes *classes = mem_zalloc(sizeof *classes);
  const Aig *aig = system->aig;
  classes->system = system;
  classes->with_constraints = with_constraints && system->constraints.size;
  classes->of_node = mem_array(aig->size, sizeof *classes->of_node);
  for (size_t node = 0; node < aig->size; node++) classes->of_node[node] = NOT_A_CANDIDATE;
  vec_push(&classes->nodes, 0);
  for (size_t i = 0; i < system->latches.size; i++)
    vec_push(&classes->nodes, lit_node(system->latches.data[i].current));
  for (uint32_t node = 1; node < aig->size; node++)
    if (aig_is_and(aig, node)) vec_push(&classes->nodes, node);
  size_t count = classes->nodes.size;
  for (size_t c = 0; c < count; c++) classes->of_node[classes->nodes.data[c]] = (uint32_t)c;
  classes->leader = mem_array(count, sizeof *classes->leader);
  classes->origin = mem_array(count, sizeof *classes->origin);
  classes->phase = bits_new(count);
  lanes_open(&classes->lanes, system);
  classes->next = mem_array(system->latches.size, sizeof *classes->next);
  return classes;
}

void classes_free(Classes *classes) {
  vec_free(&classes->nodes);
  mem_free(classes->of_node);
  mem_free(classes->leader);
  mem_free(classes->origin);
  bits_free(&classes->phase);
  lanes_close(&classes->lanes);
  mem_free(classes->next);
  mem_free(classes);
}

static uint64_t word_of(const Classes *classes, size_t candidate) {
  return classes->lanes.words[classes->nodes.data[candidate]] ^
         -(uint64_t)bits_get(&classes->phase, candidate);
}

/* The first step ever seen fixes which complement is meant. */
static void fix_phases(Classes *classes, uint64_t lanes) {
  uint64_t lane = lanes & -lanes;
  for (size_t c = 0; c < classes->nodes.size; c++)
    bits_put(&classes->phase, c, classes->lanes.words[classes->nodes.data[c]] & lane);
  classes->phases_fixed = true;
}

/* Splits every class by the words of its members: those that agree with the leader stay, the others
 * form new classes, each led by its first member. Whether anything changed. */
static bool split(Classes *classes, uint64_t lanes) {
  bool any = !classes->phases_fixed;
  if (any) fix_phases(classes, lanes);
  Map parts = {0}; /* from a hash of the old leader and the word to the new leader */
  for (uint32_t c = 0; c < classes->nodes.size; c++) {
    uint32_t old = classes->leader[c];
    if (old == c) continue; /* leaders stay: the words of the others are compared to theirs */
    uint64_t word = word_of(classes, c) & lanes, leader;
    if (word == (word_of(classes, old) & lanes)) continue;
    uint64_t key = hash_word(word ^ hash_word(old));
    while (map_get(&parts, key, &leader) &&
           (classes->origin[leader] != old || (word_of(classes, leader) & lanes) != word))
      key++;
    if (!map_get(&parts, key, &leader)) {
      leader = c;
      map_put(&parts, key, c);
      classes->origin[c] = old;
    }
    classes->leader[c] = (uint32_t)leader;
  }
  any |= parts.size > 0;
  map_free(&parts);
  return any;
}

void classes_separate(Classes *classes, uint32_t candidate) {
  assert(classes->leader[candidate] != candidate);
  classes->leader[candidate] = candidate;
}

static void random_inputs(Classes *classes, uint64_t lanes) {
  lanes_random_inputs(&classes->lanes, lanes, &classes->random, 0);
}

/* Simulates a step; returns the lanes in which the constraints hold. */
static uint64_t evaluate(Classes *classes) {
  lanes_evaluate(&classes->lanes, NULL);
  return classes->with_constraints ? lanes_valid(&classes->lanes) : UINT64_MAX;
}

/* Runs that are not alive go on from the state of one that is. */
static void revive(Classes *classes, uint64_t lanes) {
  int alive = __builtin_ctzll(lanes);
  if (lanes == UINT64_MAX) return;
  for (size_t i = 0; i < classes->system->latches.size; i++) {
    uint64_t word = classes->next[i];
    classes->next[i] = (word & lanes) | (-(word >> alive & 1) & ~lanes);
  }
}

/* The lanes in which all equalities hold. */
static uint64_t agreeing(const Classes *classes) {
  uint64_t lanes = UINT64_MAX;
  for (size_t c = 0; c < classes->nodes.size; c++)
    lanes &= ~(word_of(classes, c) ^ word_of(classes, classes->leader[c]));
  return lanes;
}

/* Random inputs until the constraints hold, in as many lanes as a few tries can reach. */
static uint64_t find_inputs(Classes *classes) {
  random_inputs(classes, UINT64_MAX);
  uint64_t lanes = evaluate(classes);
  for (int tries = 1; tries < TRIES && lanes != UINT64_MAX; tries++) {
    random_inputs(classes, ~lanes);
    lanes = evaluate(classes);
  }
  return lanes;
}

bool classes_walk(Classes *classes, bool initial, const uint64_t *second_inputs, size_t steps) {
  bool any = false;
  uint64_t lanes = evaluate(classes);
  if (!initial) lanes &= agreeing(classes);
  for (size_t k = 0;; k++) {
    if (!lanes) return any;
    if (k || initial) any |= split(classes, lanes);
    if (k == steps) return any;
    lanes_next(&classes->lanes, classes->next);
    revive(classes, lanes);
    lanes_put_latches(&classes->lanes, classes->next);
    if (!k && second_inputs) {
      lanes_put_inputs(&classes->lanes, second_inputs);
      lanes = evaluate(classes);
    } else {
      lanes = find_inputs(classes);
    }
  }
}

void classes_walk_from_reset(Classes *classes, size_t steps) {
  const LatchVec *latches = &classes->system->latches;
  for (size_t i = 0; i < latches->size; i++) {
    Reset reset = latches->data[i].reset;
    uint64_t free = random_word(&classes->random);
    classes->lanes.words[lit_node(latches->data[i].current)] = reset == RESET_0   ? 0
                                                               : reset == RESET_1 ? UINT64_MAX
                                                                                  : free;
  }
  find_inputs(classes);
  classes_walk(classes, true, NULL, steps);
}
