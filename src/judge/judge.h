/* The judge of evidence. Its core takes a circuit, a claim about it and the evidence as plain
 * structs, and says whether the evidence is good; the program rondo-check(1) reads them from files.
 * Neither uses anything of the rest of Rondo, and `rondo` itself believes an answer only if the
 * core accepts it. Read in this order:
 *
 *   judge.h     how a judgement ends, and its memory
 *   circuit.h   a circuit as plain lists: inputs, latches, gates
 *   trace.h     violations, by simulation
 *   solver.h    what is asked of a SAT solver; prover.h: one in use
 *   moment.h    formulas over copies of circuits: three clauses for each gate
 *   witness.h   certificates that are circuits: safety.c has the five checks of an invariant,
 *               ranking.c the four more of a progress property
 *   bounded.h   proofs by bounded model checking: the paths that there are none of
 *   ctl.h       CTL: structures and graphs (structure.c), the checks (ctl.c)
 *   linear.h    LTL: the truth of a formula on a run, and its tableau
 *
 * and of the program:
 *
 *   file.h      files as texts; file_*.c read what their names say
 *   cadical.c   the solver
 *   main.c      arguments, and which kind of evidence a file is
 *
 * This is plain code on purpose: every formula is built anew from the gates. */
#ifndef JUDGE_JUDGE_H
#define JUDGE_JUDGE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum {
  JUDGE_ACCEPTED,
  JUDGE_REFUSED,
  JUDGE_UNREADABLE, /* it is not the evidence that it should be: a file, an argument */
  JUDGE_STOPPED,    /* the solver stopped: the evidence is neither accepted nor refused */
} JudgeOutcome;

/* All memory that lives equally long. */
typedef struct Block Block;
typedef struct Judge Judge;
typedef struct {
  Judge *judge;
  Block *blocks;
} Pool;

/* One judgement. The first two are the caller's: solvers, and what these need. */
struct Judge {
  const struct SolverKind *solvers;
  void *context;
  char sentence[3000];  /* why it ended, unless it was accepted */
  char obligation[100]; /* what the next question to a solver is to show, for its eyes */
  Pool pool;
  struct Prover *open; /* solvers that are not freed yet */
  JudgeOutcome outcome;
  jmp_buf end;
};

/* Calls the function, which returns if all is good, and else ends here by one of those below; gives
 * back all memory and all solvers. */
JudgeOutcome judge_run(Judge *judge, void (*argue)(Judge *, void *), void *about);

/* The ends, with a sentence. They leave the function for judge_run, from however deep. */
_Noreturn void end_judgement(Judge *judge, JudgeOutcome outcome, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define refuse(judge, ...) end_judgement(judge, JUDGE_REFUSED, __VA_ARGS__)
#define unreadable(judge, ...) end_judgement(judge, JUDGE_UNREADABLE, __VA_ARGS__)

/* Memory, all zero. And a longer list in place of one: room for at least `count` elements of `size`
 * bytes, where `*room` is what it has; new ones are zero. And a text. */
void *zeroed(Pool *pool, size_t count, size_t size);
void *longer(Pool *pool, void *list, size_t *room, size_t count, size_t size);
const char *worded(Judge *judge, const char *format, ...) __attribute__((format(printf, 2, 3)));
void pool_free(Pool *pool);

/* A list that grows, in the memory of its owner, which has a pool. */
#define LIST(type)                                                                                 \
  struct {                                                                                         \
    type *data;                                                                                    \
    size_t size, room;                                                                             \
  }
#define list_add(owner, list, value)                                                               \
  ((list)->data = longer(&(owner)->pool, (list)->data, &(list)->room, (list)->size + 1,            \
                         sizeof *(list)->data),                                                    \
   (list)->data[(list)->size] = (value), (list)->size++)

#endif
