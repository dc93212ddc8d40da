/* Reductions: a smaller task that has the same answer, and the way back for its evidence.
 *
 * A reduction keeps, for every latch and input of the original, what became of it: a literal of the
 * reduced system (an equal latch, perhaps complemented, or a constant), or nothing where the
 * property does not depend on it. What was assumed for that is an invariant of the original, which
 * joins the certificate. */
#ifndef RONDO_TASK_REDUCE_H
#define RONDO_TASK_REDUCE_H

#include "base/budget.h"
#include "base/stats.h"
#include "base/text.h"
#include "system/evidence.h"
#include "task/task.h"

typedef struct {
  bool cone;         /* drop what the property and the constraints do not depend on */
  bool constants;    /* latches stuck at their reset value, by ternary simulation */
  bool equivalences; /* latches and signals that are always equal, by simulation and SAT */
  bool free_latches; /* latches that are inputs in disguise become inputs; see free_latches.h */
  bool delays;       /* latches that are an input one step late become inputs, too */
  bool choices;      /* fewer inputs, where one can choose the values that several could have */
  bool rewrite;      /* the same functions with fewer gates; see logic/aig_rewrite.h */
  /* What equivalences may cost now, in solver work and simulated gates, and rewriting again as
   * much; 0: some seconds. */
  uint64_t work;
} ReduceOptions;

typedef struct {
  uint64_t latches_before, latches_after, inputs_before, inputs_after, gates_before, gates_after,
      free_latches, delays, constants, equal_latches, equal_signals, choices, rewritten, rounds;
  double seconds;
} ReduceStats;
extern const StatField reduce_stat_fields[];
extern const size_t reduce_stat_field_count;

typedef struct Reduction Reduction;

/* Never fails: what a spent budget did not allow is left out. The task must outlive the reduction;
 * with everything off, and for CTL tasks, whose formulas refer to this very graph, the reduced task
 * is the task itself. Signals (names) stay behind: evidence is shown on the original system. */
Reduction *reduce(const Task *task, const ReduceOptions *options, Budget *budget);
void reduction_free(Reduction *reduction);
const Task *reduction_task(const Reduction *reduction); /* the smaller task */

/* Whether equivalences were left out because their work was not enough; then they can be looked
 * for later, while engines are at work on the task as it is so far. */
bool reduction_is_unfinished(const Reduction *reduction);

/* In another process: looks for them, with the options' work, and writes down what they change, if
 * that makes the task smaller by enough. Here: makes the task that smaller one; false, and nothing
 * happens, if the bytes make no sense. Whatever was of the task before is gone then. What another
 * process says is not believed: it is part of the evidence, and checked with it. */
void reduction_finish(Reduction *reduction, const ReduceOptions *options, Budget *budget,
                      Text *bytes);
bool reduction_take(Reduction *reduction, const ReduceOptions *options, const char *bytes,
                    size_t size);
const ReduceStats *reduction_stats(const Reduction *reduction);

/* By latch of the reduced system: its number in the original. */
U32Vec reduction_latches(const Reduction *reduction);

/* A trace of the reduced system as a trace of the original: inputs that were dropped are 0, latches
 * follow by simulation, and latches that became inputs are fed with their next values. A lasso is
 * prolonged until the latches that were dropped repeat, too: NULL if that takes more than 100,000
 * steps (a wide counter that nothing depends on); then only a run without the reduction to the cone
 * can show a lasso of the original. */
Trace *reduction_trace_back(const Reduction *reduction, const Trace *trace);

/* A witness for the reduced task as one for the original. */
Witness *reduction_witness_back(const Reduction *reduction, const Witness *witness);

/* The same for a proof by bounded model checking: what was assumed joins its invariant, and its
 * states are the values of the latches that were kept. */
BmcProof *reduction_bmc_back(const Reduction *reduction, const BmcProof *proof);

#endif
