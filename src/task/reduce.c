/* See reduce.h: which passes are made, and the way back over all of them. */
#include "task/reduce.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/map.h"
#include "task/reduce_pass.h"

/* What equivalences may cost, in solver work and simulated gates: a few seconds. */
enum { EQUIVALENCE_WORK = 25000000 };

/* With less than this for each gate they are not begun: they would hardly come to an end. */
enum { LEAST_PER_GATE = 100 };

/* How far a lasso is prolonged: steps, and gates simulated. */
enum { MOST_STEPS = 100000, MOST_GATES = 1000000000 };

/* What rewriting may cost: a second or two. */
enum { REWRITING_WORK = 10000000 };

const StatField reduce_stat_fields[] = {
    {"latches_before", "latches of the model", STAT_COUNT, offsetof(ReduceStats, latches_before)},
    {"latches_after", "latches after reduction", STAT_COUNT, offsetof(ReduceStats, latches_after)},
    {"inputs_before", "inputs of the model", STAT_COUNT, offsetof(ReduceStats, inputs_before)},
    {"inputs_after", "inputs after reduction", STAT_COUNT, offsetof(ReduceStats, inputs_after)},
    {"gates_before", "gates of the model", STAT_COUNT, offsetof(ReduceStats, gates_before)},
    {"gates_after", "gates after reduction", STAT_COUNT, offsetof(ReduceStats, gates_after)},
    {"free_latches", "latches that are inputs in disguise", STAT_COUNT,
     offsetof(ReduceStats, free_latches)},
    {"delayed_inputs", "latches that are an input one step late", STAT_COUNT,
     offsetof(ReduceStats, delays)},
    {"constants", "latches and signals that are constant", STAT_COUNT,
     offsetof(ReduceStats, constants)},
    {"equal_latches", "latches equal to another", STAT_COUNT, offsetof(ReduceStats, equal_latches)},
    {"equal_signals", "signals equal to another", STAT_COUNT, offsetof(ReduceStats, equal_signals)},
    {"input_choices", "parts that one input decides", STAT_COUNT, offsetof(ReduceStats, choices)},
    {"rewritten_gates", "gates saved by rewriting", STAT_COUNT, offsetof(ReduceStats, rewritten)},
    {"reduce_rounds", "rounds of induction for equivalences", STAT_COUNT,
     offsetof(ReduceStats, rounds)},
    {"reduce_seconds", "time for reductions", STAT_SECONDS, offsetof(ReduceStats, seconds)},
};
const size_t reduce_stat_field_count = sizeof reduce_stat_fields / sizeof *reduce_stat_fields;

struct Reduction {
  const Task *original;
  VEC(Pass *) passes;
  ReduceStats stats;
  bool unfinished; /* equivalences were left out for lack of work, and ... */
  int kind;        /* ... of this kind first: 0, or 1 with the help of constraints */
};

const Task *reduction_task(const Reduction *reduction) {
  return reduction->passes.size ? vec_last(&reduction->passes)->task : reduction->original;
}

const ReduceStats *reduction_stats(const Reduction *reduction) { return &reduction->stats; }

/* Where the inputs and latches of the reduced system are in the original one. */
typedef struct {
  U32Vec inputs, latches;
} Origins;

/* A choice is in no earlier system. */
static void compose(U32Vec *origins, const U32Vec *earlier) {
  for (size_t i = 0; i < origins->size; i++)
    if (!(origins->data[i] & INPUT_IS_CHOICE)) origins->data[i] = earlier->data[origins->data[i]];
}

/* Of the result of the first so many passes. */
static Origins find_origins(const Reduction *reduction, size_t passes) {
  Origins origins = {0};
  const Task *task = passes ? reduction->passes.data[passes - 1]->task : reduction->original;
  const System *reduced = task->system;
  for (size_t i = 0; i < reduced->inputs.size; i++) vec_push(&origins.inputs, (uint32_t)i);
  for (size_t i = 0; i < reduced->latches.size; i++) vec_push(&origins.latches, (uint32_t)i);
  for (size_t i = passes; i-- > 0;) {
    compose(&origins.inputs, &reduction->passes.data[i]->inputs);
    compose(&origins.latches, &reduction->passes.data[i]->latches);
  }
  return origins;
}

static void origins_free(Origins *origins) {
  vec_free(&origins->inputs);
  vec_free(&origins->latches);
}

/* Takes the replacement, which may be NULL; one that replaces nothing is no pass. */
static void add_pass(Reduction *reduction, const ReduceOptions *options, Replacement *found) {
  if (!found || !found->equalities.size) {
    replacement_free(found);
    return;
  }
  reduction->stats.constants += found->constants;
  reduction->stats.equal_latches += found->latches;
  reduction->stats.equal_signals += found->signals;
  Pass *pass = pass_new(reduction_task(reduction), found, !options->cone);
  vec_push(&reduction->passes, pass);
}

static size_t gates(const System *system) { return system->aig->size - 1 - system->aig->variables; }

/* The first pass replaces nothing; it may free latches, and leave out what the question does not
 * need. Only this pass frees latches: reduction_trace_back feeds those of the original. */
static void make_first_pass(Reduction *reduction, const ReduceOptions *options, Budget *budget) {
  const Task *task = reduction->original;
  Replacement *replacement = replacement_new(task->system);
  if (options->free_latches) {
    LitVec question = {0};
    vec_push(&question, task->bad);
    vec_append(&question, &task->conditions);
    replacement->feeders = free_latches(task->system, &question, budget);
    vec_free(&question);
    for (size_t i = 0; i < replacement->feeders.size; i++)
      reduction->stats.free_latches += replacement_frees(replacement, i);
  }
  if (options->delays) reduction->stats.delays = delays_find(task, replacement);
  if (options->cone || reduction->stats.free_latches || reduction->stats.delays)
    vec_push(&reduction->passes, pass_new(task, replacement, !options->cone));
  else replacement_free(replacement);
}

/* With the help of constraints, too, where there are any. */
static void make_equivalences(Reduction *reduction, const ReduceOptions *options, Budget *budget) {
  reduction->unfinished = false;
  for (; reduction->kind < 2; reduction->kind++) {
    const System *system = reduction_task(reduction)->system;
    if (reduction->kind && !system->constraints.size) return;
    reduction->unfinished = options->work && options->work < LEAST_PER_GATE * gates(system);
    if (reduction->unfinished) return;
    Budget slice = budget_slice(budget, options->work ? options->work : EQUIVALENCE_WORK);
    Replacement *found =
        equivalences_find(system, reduction->kind, &slice, &reduction->stats.rounds);
    reduction->unfinished = !found && options->work;
    if (reduction->unfinished) return; /* they are looked for again, with more */
    add_pass(reduction, options, found);
  }
}

/* Latches that became inputs are fed one step before (reduction_trace_back), and stay. */
static void make_choices(Reduction *reduction, const ReduceOptions *options, Budget *budget) {
  Origins origins = find_origins(reduction, reduction->passes.size);
  Bits free = bits_new(origins.inputs.size);
  for (size_t i = 0; i < free.size; i++)
    bits_put(&free, i, !(origins.inputs.data[i] & INPUT_WAS_LATCH));
  Pass *pass = pass_chosen(reduction_task(reduction), &free, !options->cone, budget);
  if (pass) {
    reduction->stats.choices += pass->choices.size;
    vec_push(&reduction->passes, pass);
  }
  bits_free(&free);
  origins_free(&origins);
}

/* Last of all: it has no part in what goes to another process. */
static void make_rewriting(Reduction *reduction, const ReduceOptions *options, Budget *budget) {
  Budget slice = budget_slice(budget, options->work ? options->work : REWRITING_WORK);
  if (options->choices) make_choices(reduction, options, &slice);
  if (!options->rewrite) return;
  Pass *pass = pass_rewritten(reduction_task(reduction), !options->cone, &slice,
                              &reduction->stats.rewritten);
  if (pass) vec_push(&reduction->passes, pass);
}

static void make_passes(Reduction *reduction, const ReduceOptions *options, Budget *budget) {
  if (options->cone || options->free_latches || options->delays)
    make_first_pass(reduction, options, budget);
  if (options->constants)
    add_pass(reduction, options, constants_find(reduction_task(reduction)->system));
  if (options->equivalences && !budget_spent(budget)) make_equivalences(reduction, options, budget);
  if (!reduction->unfinished && !budget_spent(budget)) make_rewriting(reduction, options, budget);
}

static void measure(Reduction *reduction) {
  const System *before = reduction->original->system, *after = reduction_task(reduction)->system;
  ReduceStats *stats = &reduction->stats;
  stats->latches_before = before->latches.size;
  stats->inputs_before = before->inputs.size;
  stats->gates_before = gates(before);
  stats->latches_after = after->latches.size;
  stats->inputs_after = after->inputs.size;
  stats->gates_after = gates(after);
}

Reduction *reduce(const Task *task, const ReduceOptions *options, Budget *budget) {
  Reduction *reduction = mem_zalloc(sizeof *reduction);
  double start = clock_wall();
  reduction->original = task;
  /* The atoms of a CTL formula are literals of this very graph. */
  if (task->kind != TASK_CTL && !budget_spent(budget)) make_passes(reduction, options, budget);
  measure(reduction);
  reduction->stats.seconds = clock_wall() - start;
  return reduction;
}

/* ---- equivalences later ---- */

bool reduction_is_unfinished(const Reduction *reduction) { return reduction->unfinished; }

/* Engines that are at work begin again on the smaller task: a tenth is worth that. */
static bool is_much_smaller(const System *after, const System *before) {
  return 10 * gates(after) <= 9 * gates(before) ||
         10 * after->latches.size <= 9 * before->latches.size;
}

void reduction_finish(Reduction *reduction, const ReduceOptions *options, Budget *budget,
                      Text *bytes) {
  size_t first = reduction->passes.size;
  const System *before = reduction_task(reduction)->system;
  make_equivalences(reduction, options, budget);
  if (!is_much_smaller(reduction_task(reduction)->system, before)) return;
  for (size_t i = first; i < reduction->passes.size; i++) {
    const Pass *pass = reduction->passes.data[i];
    replacement_write(pass->replacement, pass->source->system, bytes);
  }
}

bool reduction_take(Reduction *reduction, const ReduceOptions *options, const char *bytes,
                    size_t size) {
  size_t before = reduction->passes.size, at = 0;
  bool good = size > 0;
  while (at < size && good) {
    Replacement *found = replacement_read(reduction_task(reduction)->system, bytes, size, &at);
    good = found;
    if (found) add_pass(reduction, options, found);
  }
  while (!good && reduction->passes.size > before) {
    Pass *last = vec_pop(&reduction->passes);
    pass_free(last);
  }
  if (good) {
    reduction->unfinished = false;
    make_rewriting(reduction, options, NULL);
  }
  measure(reduction);
  return good;
}

void reduction_free(Reduction *reduction) {
  if (!reduction) return;
  for (size_t i = 0; i < reduction->passes.size; i++) pass_free(reduction->passes.data[i]);
  vec_free(&reduction->passes);
  mem_free(reduction);
}

Witness *reduction_witness_back(const Reduction *reduction, const Witness *witness) {
  Witness *back = NULL;
  for (size_t i = reduction->passes.size; i-- > 0;) {
    Witness *next = pass_witness_back(reduction->passes.data[i], back ? back : witness);
    witness_free(back);
    back = next;
  }
  return back ? back : witness_copy(witness);
}

U32Vec reduction_latches(const Reduction *reduction) {
  Origins origins = find_origins(reduction, reduction->passes.size);
  vec_free(&origins.inputs);
  return origins.latches;
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

BmcProof *reduction_bmc_back(const Reduction *reduction, const BmcProof *proof) {
  BmcProof *back = mem_zalloc(sizeof *back);
  *back = *proof;
  back->latches = (U32Vec){0};
  vec_append(&back->latches, &proof->latches);
  U32Vec origins = reduction_latches(reduction);
  compose(&back->latches, &origins);
  vec_free(&origins);
  if (back->latches.size)
    qsort(back->latches.data, back->latches.size, sizeof *back->latches.data, by_number);
  back->invariant = reduction_witness_back(reduction, proof->invariant);
  return back;
}

static void put_values(Bits *to, const Bits *from, const U32Vec *origins) {
  for (size_t i = 0; i < origins->size; i++)
    if (!(origins->data[i] & (INPUT_WAS_LATCH | INPUT_IS_CHOICE)))
      bits_put(to, origins->data[i], bits_get(from, i));
}

/* The inputs of a step of the trace, taken back pass by pass to the state that the original is in
 * then. Latches that became inputs have their values there. */
static void put_inputs(Bits *to, const Reduction *reduction, const Bits *latches,
                       const Bits *inputs) {
  Bits now = bits_copy(inputs);
  for (size_t p = reduction->passes.size; p-- > 0;) {
    const Pass *pass = reduction->passes.data[p];
    Bits before = bits_new(pass->source->system->inputs.size);
    put_values(&before, &now, &pass->inputs);
    if (pass->chosen) {
      Origins origins = find_origins(reduction, p);
      Bits state = bits_new(origins.latches.size);
      for (size_t i = 0; i < state.size; i++)
        bits_put(&state, i, bits_get(latches, origins.latches.data[i]));
      for (size_t i = 0; i < before.size; i++)
        if (origins.inputs.data[i] & INPUT_WAS_LATCH)
          bits_put(&before, i, bits_get(latches, origins.inputs.data[i] & ~INPUT_WAS_LATCH));
      pass_undo_choices(pass, &state, &now, &before);
      bits_free(&state);
      origins_free(&origins);
    }
    bits_free(&now);
    now = before;
  }
  bits_or(to, &now);
  bits_free(&now);
}

/* The values of inputs that were latches without reset, as those of the latches. */
static void put_freed(Bits *latches, const System *original, const Bits *inputs,
                      const U32Vec *origins) {
  for (size_t i = 0; i < origins->size; i++) {
    uint32_t latch = origins->data[i] & ~INPUT_WAS_LATCH;
    if (latch != origins->data[i] && original->latches.data[latch].reset == RESET_FREE)
      bits_put(latches, latch, bits_get(inputs, i));
  }
}

/* The values that freed latches have in the next step, given to their feeders in this one. */
static void feed(const Reduction *reduction, Bits *to, const Bits *next, const U32Vec *origins) {
  for (size_t i = 0; i < origins->size; i++) {
    if (!(origins->data[i] & INPUT_WAS_LATCH)) continue;
    const U32Vec *feeders = &reduction->passes.data[0]->replacement->feeders;
    bits_put(to, feeders->data[origins->data[i] & ~INPUT_WAS_LATCH], bits_get(next, i));
  }
}

/* The first state: latches that were dropped have their reset value. One without reset may have
 * any: had an equality bound its value, it would have been kept (it is in a constraint). */
static void start_trace(Trace *back, const System *original, const Trace *trace,
                        const Origins *origins) {
  Step *step = trace_add_step(back, original);
  for (size_t i = 0; i < original->latches.size; i++)
    bits_put(&step->latches, i, original->latches.data[i].reset == RESET_1);
  put_values(&step->latches, &trace->steps.data[0].latches, &origins->latches);
  put_freed(&step->latches, original, &trace->steps.data[0].inputs, &origins->inputs);
}

static void drop_last_step(Trace *trace) {
  Step step = vec_pop(&trace->steps);
  bits_free(&step.latches);
  bits_free(&step.inputs);
}

/* Whether the state of the last step, which is at the entry of the loop, was there at an earlier
 * entry; `entries` finds those by the hash of their state. */
static bool repeats(const Trace *back, Map *entries, uint64_t *earlier) {
  size_t last = back->steps.size - 1;
  const Bits *state = &back->steps.data[last].latches;
  for (uint64_t key = bits_hash(state);; key++) { /* after a collision: the next key */
    if (!map_get(entries, key, earlier)) {
      map_put(entries, key, last);
      return false;
    }
    if (bits_equal(state, &back->steps.data[*earlier].latches)) return true;
  }
}

Trace *reduction_trace_back(const Reduction *reduction, const Trace *trace) {
  const System *original = reduction->original->system;
  Origins origins = find_origins(reduction, reduction->passes.size);
  Trace *back = trace_new();
  Map entries = {0};
  size_t length = trace->steps.size, loop = (size_t)trace->loop;
  bool lasso = trace->loop != TRACE_NO_LOOP;
  size_t most = MOST_GATES / (original->aig->size + 1);
  if (most > MOST_STEPS) most = MOST_STEPS;

  for (size_t k = 0, at = 0;; k++, at++) {
    if (lasso && at == length) at = loop;
    if (!k) {
      start_trace(back, original, trace, &origins);
    } else {
      feed(reduction, &back->steps.data[k - 1].inputs, &trace->steps.data[at].inputs,
           &origins.inputs);
      trace_add_step(back, original);
      trace_advance(back, original, k - 1);
    }
    uint64_t earlier;
    if (lasso && at == loop && repeats(back, &entries, &earlier)) {
      drop_last_step(back);
      back->loop = (int64_t)earlier;
      break;
    }
    put_inputs(&back->steps.data[k].inputs, reduction, &back->steps.data[k].latches,
               &trace->steps.data[at].inputs);
    if (!lasso && k + 1 == length) break;
    if (lasso && k > length && k - length > most) {
      trace_free(back);
      back = NULL;
      break;
    }
  }
  map_free(&entries);
  origins_free(&origins);
  return back;
}
