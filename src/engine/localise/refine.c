/* See refine.h. Two questions are asked about the task, the stronger one first:
 *
 *   is there any run of this length to a bad step?  If not, the latches that the proof used exclude
 *   all runs of this length (proof-based abstraction). It is bounded model checking of the task,
 *   and so has a limit of its own;
 *
 *   is there one beside this run, that is, with its values for all latches that are kept?  If not,
 *   the latches that the proof used exclude this run alone (counterexample-based; Clarke and
 * others, "Counterexample-guided abstraction refinement", CAV 2000). Every step is nearly a
 * question of its own then, so it is easy.
 *
 * Either is asked about the latches that are kept and those that they read; if these do not exclude
 * the run, about those that these read as well, and so on: so latches come in from near the
 * property. A run that is found is simulated on the task; it is one of the task at the latest when
 * all latches that anything reads are chosen.
 *
 * There is progress: the run satisfies what the kept latches alone demand, so a proof that excludes
 * it uses another one. */
#include "engine/localise/refine.h"

#include "base/memory.h"

/* The run with the inputs and the free first values of this one, if it comes to a bad step. */
static Trace *simulated(const Task *task, const Trace *run) {
  const System *system = task->system;
  Trace *trace = trace_new();
  Bits values = bits_new(system->aig->size);
  bool bad = false, allowed = true;
  for (size_t k = 0; k < run->steps.size && !bad && allowed; k++) {
    Step *step = trace_add_step(trace, system);
    for (size_t i = 0; i < system->inputs.size; i++)
      bits_put(&step->inputs, i, bits_get(&run->steps.data[k].inputs, i));
    for (size_t i = 0; i < system->latches.size; i++) {
      const Latch *latch = system->latches.data + i;
      bool first = latch->reset == RESET_FREE ? bits_get(&run->steps.data[0].latches, i)
                                              : latch->reset == RESET_1;
      bits_put(&step->latches, i, k ? values_of(&values, latch->next) : first);
    }
    step_evaluate(system, step, &values);
    for (size_t i = 0; i < system->constraints.size && allowed; i++)
      allowed = values_of(&values, system->constraints.data[i]);
    bad = values_of(&values, task->bad);
  }
  bits_free(&values);
  if (bad && allowed) return trace;
  trace_free(trace);
  return NULL;
}

/* Asks about more and more latches. After SAT_UNSATISFIABLE `core` has those that were used. */
static SatResult exclude(Refinement *r, size_t edges, Beside beside, Budget *budget, Bits *core,
                         Trace **violation) {
  Bits chosen = bits_copy(&r->is_kept);
  SatResult result = SAT_SATISFIABLE;
  while (result == SAT_SATISFIABLE && !*violation) {
    Bits frontier = partial_frontier(r->partial, &chosen);
    bits_or(&chosen, &frontier);
    bits_free(&frontier);
    r->stats.queries++;
    result = partial_ask(r->partial, &chosen, edges, beside, budget);
    if (result == SAT_UNSATISFIABLE) *core = partial_core(r->partial, &chosen);
    if (result != SAT_SATISFIABLE) continue;
    Trace *found = partial_run(r->partial);
    *violation = simulated(r->task, found);
    trace_free(found);
  }
  bits_free(&chosen);
  return result;
}

static void keep(Refinement *r, const Bits *core) {
  for (size_t i = bits_next(core, 0); i < core->size; i = bits_next(core, i + 1)) {
    if (bits_get(&r->is_kept, i)) continue;
    bits_set(&r->is_kept, i);
    partial_keep(r->partial, i);
    vec_push(&r->kept, (uint32_t)i);
  }
}

SatResult refine(Refinement *r, const Trace *run, Budget *budget, Trace **violation) {
  size_t edges = run->steps.size - 1;
  Beside beside = {.latches = &r->kept};
  Bits core = {0};
  Budget limited = budget_without_work(budget);
  limited.work = r->whole;
  SatResult result = exclude(r, edges, beside, &limited, &core, violation);
  budget_use(budget, limited.used);
  bool by_run = result == SAT_UNKNOWN && budget_state(&limited) == BUDGET_WORK;
  if (by_run) {
    beside.trace = run;
    result = exclude(r, edges, beside, budget, &core, violation);
  }
  if (result == SAT_UNSATISFIABLE) {
    keep(r, &core);
    r->stats.refinements++;
    r->stats.by_run += by_run;
    r->stats.by_length += !by_run;
  }
  bits_free(&core);
  return result;
}
