/* What the files of the reductions share. One pass turns a task into a smaller one by replacing
 * nodes of its graph by others that are always equal, and by dropping what is then not needed.
 * A Reduction is a chain of passes; evidence goes back through the chain pass by pass.
 *
 * Why a pass keeps the answer. Let J be the conjunction of the equalities and C the constraints.
 * J is an invariant of the source task that one step of induction proves:
 *
 *     reset & C -> J        and        J & C & next step & C' -> J'.
 *
 * On a run of the source J holds in every step, so the replaced functions have the same values and
 * the run, without the latches that were dropped, is a run of the result. Conversely, take a run of
 * the result and let the latches that were dropped follow by simulation. If the constraints of the
 * result say the same of a step as those of the source, without any help of J, then J holds in step
 * after step and the run is one of the source. That condition is the trap: where C itself is the
 * reason for an equality (C says a = b), using the equality to simplify C would remove the reason
 * (C becomes a = a) and admit runs that the source does not have. So there are two kinds of pass:
 *
 * - latches that are constant without the help of C are replaced everywhere;
 * - equalities are used everywhere but in the cones of C, which keep their latches. Those that need
 *   the help of C must not be used there; the others could be, but a constraint that they imply
 *   would vanish, and engines that argue by induction would have to find it again.
 *
 * Latches that are free (free_latches.h) are inputs of the result: in a run of the source they have
 * in every step a value that the constraints allow, and every sequence of such values is that of a
 * run, because their feeders are read by nothing else. On the way back the feeders get, in every
 * step, the values of the next one.
 *
 * Finite and infinite runs correspond one to one in both directions, so bad and fair tasks alike
 * keep their answer. If there is no run at all, any equality goes. */
#ifndef RONDO_TASK_REDUCE_PASS_H
#define RONDO_TASK_REDUCE_PASS_H

#include "base/text.h"
#include "logic/aig_rewrite.h"
#include "system/free_latches.h"
#include "task/reduce.h"

typedef struct {
  Lit a, b; /* equal in every step of every run */
} Equality;

/* What may be replaced in a task, as found by one of the reductions. */
typedef struct {
  U32Vec feeders; /* by latch, those of free_latches.h and of delays_find; empty: there are none */
  Lit first;      /* true in the first step alone: then those latches have their resets */
  Lit *by;        /* per node of the graph: LIT_NONE, or a literal of a constant, a
                     latch or (for an AND) of a smaller AND that is not replaced */
  VEC(Equality) equalities; /* J: implies that every node equals what it is replaced by */
  bool spares_constraints;  /* whether nothing is replaced in the cones of the constraints */
  bool needs_constraints;   /* whether J is an invariant only with their help */
  uint64_t constants, latches, signals; /* how many there are of each */
} Replacement;

Replacement *replacement_new(const System *system); /* replaces nothing */
void replacement_free(Replacement *replacement);

/* Latches that never leave their reset value (reduce_constants.c). */
Replacement *constants_find(const System *system);

/* Adds latches that become inputs although they have a reset (reduce_delays.c); returns how many.
 */
size_t delays_find(const Task *task, Replacement *replacement);

/* Latches and signals that are always equal (reduce_equivalences.c). NULL if the budget was spent
 * before the end: an unfinished refinement proves nothing. */
Replacement *equivalences_find(const System *system, bool with_constraints, Budget *budget,
                               uint64_t *rounds);

/* What equivalences found, as bytes and back (replacement_bytes.c). Reading begins at *at, which is
 * then behind it; NULL if it is no replacement for the system. */
void replacement_write(const Replacement *replacement, const System *system, Text *out);
Replacement *replacement_read(const System *system, const char *bytes, size_t size, size_t *at);

/* Which inputs and latches a task depends on (reduce_cone.c). */
typedef struct {
  Bits nodes;  /* of the graph, read where replaced nodes are not looked into */
  Bits spared; /* those of the constraints, read as they are, if replacements are kept out there */
  Bits inputs, latches; /* by index: what stays */
} Cone;

/* The cone of the task's question and its constraints; with `all`, of everything in the system. */
Cone cone_find(const Task *task, const Replacement *replacement, bool all);
void cone_free(Cone *cone);

/* The formula of an LTL task (reduce_formula.c): its model's atoms, with its fairness, as a
 * question whose conditions are the caller's; `alone` is the task's system without the constraints
 * of what watches, on the same graph and not to be freed. */
Task model_question(const Task *task, System *alone);

/* Whether the replacement makes the model of the task read what watches it. */
bool model_comes_to_watch(const Task *task, const Replacement *found);

/* A pass and its way back (reduce_pass.c). */
typedef struct {
  const Task *source; /* not owned: the original task or that of the pass before */
  Task *task;         /* the result */
  Replacement *replacement;
  U32Vec inputs, latches; /* of the result, by index: the index in the source */
  Task *chosen;           /* of pass_chosen: the task before what it does not need was dropped */
  AigChoices choices;     /* its inputs behind those of the source, in the order they were made */
} Pass;

/* Of an input of the result that was a latch of the source: this bit, and the index of the latch.
 */
#define INPUT_WAS_LATCH ((uint32_t)1 << 31)

/* Of an input that is new: this bit, and which of the choices it is. */
#define INPUT_IS_CHOICE ((uint32_t)1 << 30)

bool replacement_frees(const Replacement *replacement, size_t latch);

/* Takes the replacement. With `all`, everything that is not replaced stays. An LTL formula is
 * forgotten if its atoms depend on what was dropped, or by the rules of reduce_formula.c. */
Pass *pass_new(const Task *source, Replacement *replacement, bool all);
void pass_free(Pass *pass);

/* A task of the same functions with fewer gates (reduce_rewrite.c), and how many are saved; NULL:
 * no gate is. With `all`, no latch and no input is left out. */
Pass *pass_rewritten(const Task *source, bool all, Budget *budget, uint64_t *saved);

/* The same where inputs are chosen, too, among those that are `free`, by index; NULL: none is. And
 * the way back for one step: from the values of the source's latches and the result's inputs to
 * those of the source's inputs, which are given except for those that a choice stands for. */
Pass *pass_chosen(const Task *source, const Bits *free, bool all, Budget *budget);
void pass_undo_choices(const Pass *pass, const Bits *latches, const Bits *inputs, Bits *source);

Witness *pass_witness_back(const Pass *pass, const Witness *witness);

#endif
