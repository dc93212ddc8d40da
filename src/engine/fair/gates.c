/* The gates of the task as predicates of states.
 *
 * Whoever wrote the model has put the notions of its proof into it: "the queue is empty", "the two
 * addresses match", "the sum has overflowed" are gates. As CNFs over latches they may be very
 * large, so that no search from cube to cube finds them; as gates they are one literal each. A gate
 * that reads inputs is taken with all inputs at 0: there it says what is so while nobody asks for
 * anything.
 *
 * They serve twice: as candidates for walls (independent.c), and here as assertions. A gate that
 * never has one of its values in random runs, but has it in some state, is a candidate; the largest
 * part of the candidates that is inductive, together with the lemmas of two latches that other
 * engines begin with, joins R (Houdini; Flanagan and Leino 2001). */
#include "engine/fair/internal.h"

#include "engine/houdini.h"
#include "engine/lemmas.h"
#include "engine/runs.h"

enum {
  MOST_GATES = 20000, /* of a task: with more of them none serves */
  RUN_STEPS = 1024,
  STATE_WORDS = 64,
  PAIR_WORK = 300000000,
  GATE_WORK = 100000000
};

/* ---- what they are ---- */

static void collect_gates(const Knowledge *knowledge, U32Vec *gates) {
  const System *system = knowledge->system;
  LitVec roots = {0};
  for (size_t i = 0; i < system->latches.size; i++) vec_push(&roots, system->latches.data[i].next);
  vec_append(&roots, &system->constraints);
  vec_append(&roots, &knowledge->conditions);
  Bits seen = bits_new(system->aig->size);
  aig_cone(system->aig, roots.data, roots.size, &seen, gates);
  bits_free(&seen);
  vec_free(&roots);
}

/* From the outputs down: a gate says more than those it is made of. */
void gates_collect(Knowledge *knowledge) {
  const System *system = knowledge->system;
  Aig *aig = system->aig;
  U32Vec gates = {0};
  LitVec found = {0};
  collect_gates(knowledge, &gates);
  Lit *map = aig_map_new(aig);
  for (size_t i = 0; i < system->inputs.size; i++)
    map[lit_node(system->inputs.data[i])] = LIT_FALSE;
  for (size_t i = 0; i < system->latches.size; i++)
    map[lit_node(system->latches.data[i].current)] = system->latches.data[i].current;
  /* The map has no room for nodes made on the way, but no root is one of them. */
  for (size_t i = gates.size <= MOST_GATES ? gates.size : 0; i-- > 0;) {
    Lit idle = aig_copy(aig, aig, lit_of(gates.data[i], false), map);
    vec_push(&found, lit_positive(idle));
  }
  Bits taken = bits_new(aig->size);
  for (size_t i = 0; i < found.size; i++) {
    uint32_t node = lit_node(found.data[i]);
    if (!aig_is_and(aig, node) || bits_get(&taken, node)) continue;
    bits_set(&taken, node);
    vec_push(&knowledge->gates, found.data[i]);
  }
  bits_free(&taken);
  mem_free(map);
  vec_free(&found);
  vec_free(&gates);
}

/* ---- assertions ---- */

/* Bit 2 * i for gate i at 0, the next one for it at 1. */
static void note_values(const LitVec *gates, const Lanes *lanes, Bits *seen) {
  for (size_t i = 0; i < gates->size; i++) {
    uint64_t word = lanes_word(lanes, gates->data[i]);
    if (~word) bits_set(seen, 2 * i);
    if (word) bits_set(seen, 2 * i + 1);
  }
}

static void note_reachable(const Knowledge *knowledge, Bits *seen) {
  Runs runs;
  runs_open(&runs, knowledge->system);
  for (size_t i = 0; i < RUN_STEPS; i++) {
    runs_step(&runs);
    note_values(&knowledge->gates, &runs.lanes, seen);
  }
  runs_close(&runs);
}

static void note_any(const Knowledge *knowledge, Bits *seen) {
  const System *system = knowledge->system;
  Random random = {0};
  uint64_t *states = mem_array(system->latches.size, sizeof *states);
  Lanes lanes;
  lanes_open(&lanes, system);
  for (size_t k = 0; k < STATE_WORDS; k++) {
    for (size_t i = 0; i < system->latches.size; i++) states[i] = random_word(&random);
    lanes_put_latches(&lanes, states);
    lanes_evaluate(&lanes, NULL);
    note_values(&knowledge->gates, &lanes, seen);
  }
  lanes_close(&lanes);
  mem_free(states);
}

static LitVec find_candidates(const Knowledge *knowledge) {
  size_t count = knowledge->gates.size;
  Bits reachable = bits_new(2 * count), any = bits_new(2 * count);
  note_reachable(knowledge, &reachable);
  note_any(knowledge, &any);
  LitVec candidates = {0};
  for (size_t i = 0; i < 2 * count; i++)
    if (bits_get(&any, i) && !bits_get(&reachable, i))
      vec_push(&candidates, lit_not_if(knowledge->gates.data[i / 2], i % 2));
  bits_free(&reachable);
  bits_free(&any);
  return candidates;
}

/* Removes candidates until none can fail in the last step of the path, with all of them assumed in
 * the first if it has two. False if the budget is spent. */
static bool remove_violated(Path *path, LitVec *candidates, Budget *budget) {
  size_t last = path->steps.size - 1, kept = 0;
  IntVec violated = {0}, assumed = {0};
  for (size_t i = 0; i < candidates->size; i++) {
    vec_push(&violated, -path_literal(path, candidates->data[i], last));
    if (last) vec_push(&assumed, path_literal(path, candidates->data[i], 0));
  }
  Bits gone = bits_new(candidates->size);
  bool done = houdini(path->sat, &violated, &assumed, &gone, budget);
  for (size_t i = 0; i < candidates->size; i++)
    if (!bits_get(&gone, i)) candidates->data[kept++] = candidates->data[i];
  candidates->size = kept;
  vec_free(&violated);
  vec_free(&assumed);
  bits_free(&gone);
  return done;
}

static bool hold_initially(const Knowledge *knowledge, LitVec *candidates, Budget *budget) {
  const LatchVec *latches = &knowledge->system->latches;
  Sat *sat = sat_new(SAT_CADICAL);
  Path path;
  path_open(&path, knowledge->system, sat, 1);
  for (size_t i = 0; i < latches->size; i++)
    if (latches->data[i].reset != RESET_FREE) {
      bool zero = latches->data[i].reset == RESET_0;
      path_assert(&path, lit_not_if(latches->data[i].current, zero), 0);
    }
  bool done = remove_violated(&path, candidates, budget);
  path_close(&path);
  sat_free(sat);
  return done;
}

/* Relative to R and the lemma. */
static bool are_inductive(const Knowledge *knowledge, Lit lemma, LitVec *candidates,
                          Budget *budget) {
  Sat *sat = sat_new(SAT_CADICAL);
  Path path;
  path_open(&path, knowledge->system, sat, 2);
  for (size_t i = 0; i < knowledge->assertions.size; i++)
    path_assert(&path, knowledge->assertions.data[i].lit, 0);
  path_assert(&path, lemma, 0);
  bool done = remove_violated(&path, candidates, budget);
  path_close(&path);
  sat_free(sat);
  return done;
}

/* The lemmas of two latches, in the system of the engine, without what R says. */
static ClauseVec find_pairs(const Knowledge *knowledge, const Task *task, Budget *budget) {
  const System *system = knowledge->system;
  ClauseVec given = lemmas_pairs(task, budget);
  ClauseVec pairs = lemmas_translate(&given, task->system, system, system->latches.size);
  clauses_free(&given);
  knowledge_strip(knowledge, &pairs);
  return pairs;
}

/* A slice must not decide what is found. */
static Budget part_of(Budget *budget, uint64_t work) {
  Budget part = budget_without_work(budget);
  part.work = work;
  return part;
}

void gates_assert(Knowledge *knowledge, const Task *task, Budget *budget, FairStats *stats) {
  Budget for_pairs = part_of(budget, PAIR_WORK), for_gates = part_of(budget, GATE_WORK);
  ClauseVec pairs = {0};
  LitVec candidates = find_candidates(knowledge);
  bool good = hold_initially(knowledge, &candidates, &for_gates) && candidates.size;
  if (good) {
    pairs = find_pairs(knowledge, task, &for_pairs);
    Lit lemma = clauses_build(knowledge->system->aig, &pairs);
    good = are_inductive(knowledge, lemma, &candidates, &for_gates) && candidates.size;
  }
  if (good) {
    if (pairs.size) knowledge_assert(knowledge, &pairs);
    Lit all = aig_and_all(knowledge->system->aig, candidates.data, candidates.size);
    knowledge_assert_predicate(knowledge, all);
    stats->gate_assertions = candidates.size;
  }
  budget_use(budget, for_pairs.used + for_gates.used);
  clauses_free(&pairs);
  vec_free(&candidates);
}
