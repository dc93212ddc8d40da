/* Reach: the resumable object behind reach(S, C, F, G) (Hassan, Bradley, Somenzi and others: the
 * fair-cycle paper section III-A, the CTL paper section 3.1). It answers whether a state of F can
 * reach a state of G in the system S when every step also obeys the constraints C, with a trace or
 * with a proof, by IC3 (Bradley 2011; frames, obligations and their order after Een, Mishchenko and
 * Brayton 2011; generalization with counterexamples, CTGs, after Hassan, Bradley and Somenzi 2013).
 *
 * What is asked, exactly. A run is a sequence of steps; a step is a state with inputs that meet the
 * constraints of the system. An edge leads from a step to the state that the next-state functions
 * give. C restricts edges: it may speak about the state, the inputs and the next state of an edge.
 * Reach looks for a run from a state of F to a step of G whose every edge obeys C; the last step
 * has no outgoing edge, so C does not restrict it, but the constraints of the system do. A run may
 * have a single step.
 *
 * A proof is a CNF P over the latches with
 *   - F implies P (of the reset states, those without an input that meets the constraints of the
 *     system may be missing: nothing starts there),
 *   - P, the constraints of the system and C on an edge imply P at its end,
 *   - P and the constraints of the system exclude G.
 *
 * Clauses, cubes and predicates are over AIG literals of the system; see clause.h. Everything given
 * to a Reach is copied. A run depends only on what was asked and in which order, never on time or
 * on how it was sliced. */
#ifndef RONDO_ENGINE_REACH_REACH_H
#define RONDO_ENGINE_REACH_REACH_H

#include "base/budget.h"
#include "base/stats.h"
#include "engine/reach/clause.h"
#include "logic/sat.h"
#include "system/trace.h"

/* What all instances over one system share: the CNF of the transition functions, simplified once,
 * and the maps between literals and variables. The graph may grow afterwards, but latches,
 * next-state functions and constraints must stay as they are. `predicates` are literals that will
 * serve as F, G or constraints of several instances (e.g. the bad literal): they become part of the
 * shared CNF. Others can be used as well, but are encoded again by each instance. */
typedef struct ReachModel ReachModel;
ReachModel *reach_model_new(const System *system, const Lit *predicates, size_t count);

/* The same, where lemmas, cubes and proofs may speak about these gates, too (signals.h): wherever
 * this header says *over latches*, it is over latches and them. They read latches alone. The graph
 * grows by what they are after a step. */
ReachModel *reach_model_with_signals(System *system, const Lit *predicates, size_t count,
                                     const LitVec *signals);
void reach_model_free(ReachModel *model); /* after all its instances */

typedef struct {
  int solver;        /* a SatKind */
  bool ctg;          /* generalize against counterexamples to generalization */
  int64_t ctg_depth; /* how deep a CTG may be generalized in turn */
  int64_t ctg_max;   /* how many CTGs are blocked for one literal */
  bool ctg_dynamic;  /* none where the search gets on; more where it comes back to a cube often */
  int64_t attempts;  /* literals that may fail to drop in a row before it ends; 0: no limit */
  bool parents;      /* drop literals that a lemma of the frame before needs last */
  bool predict;      /* try such a lemma with one more literal first */
  bool lift;         /* shrink predecessors */
  bool infinite;     /* look for clauses that are inductive on their own */
  int64_t recycle;   /* a solver is made anew when so many of its lemmas have been subsumed since,
                        and more than half */
  uint64_t seed;     /* 0: the plain order of literals; others shuffle ties */
  struct Effort *effort;          /* counts literals, see engine/effort.h; may be NULL */
  const uint32_t *effort_latches; /* by latch: its number there; NULL: the same */
} ReachOptions;
/* Parent lemmas pay on invariants; on what engines for progress ask it depends on the model. */
#define REACH_OPTIONS(with_parents)                                                                \
  {                                                                                                \
    .solver = SAT_LEAN, .ctg = true, .ctg_depth = 1, .ctg_max = 3, .ctg_dynamic = false,           \
    .attempts = 0, .parents = (with_parents), .predict = false, .lift = true, .infinite = false,   \
    .recycle = 1000, .seed = 0                                                                     \
  }
#define REACH_DEFAULTS REACH_OPTIONS(false)
extern const ReachOptions reach_default_options;

/* A set of states, for F and G. */
typedef enum {
  REACH_RESET,      /* F: the reset states */
  REACH_CUBES,      /* F and G: the union of cubes over latches */
  REACH_PREDICATE,  /* F: states in which some input makes the literal true; G: steps that do */
  REACH_SUCCESSORS, /* F: the ends of the edges that leave a state of the one cube; the image is
                       never built: c contains it if cube, C, T and not c' is unsatisfiable */
} ReachSetKind;

typedef struct {
  ReachSetKind kind;
  const Cube *const *cubes;
  size_t count;
  Lit predicate;
  bool leaves; /* G: only steps with an edge that obeys C; C then restricts the last step, too */
} ReachSet;

typedef struct Reach Reach;
Reach *reach_new(const ReachModel *model, const ReachSet *from, const ReachSet *target,
                 const ReachOptions *options); /* NULL: the defaults */
void reach_free(Reach *reach);

/* The constraints C. They may be added before the first run and between runs: C only gets stronger,
 * so frames, which over-approximate what is reachable under the weaker C, stay valid; obligations
 * and a trace found before do not, and are dropped (the next run goes on from the frames). */

/* The clause (now[0] or now[1] ... or next[0]' or next[1]' ...) over literals of latches. */
void reach_constrain(Reach *reach, const Lit *now, size_t now_count, const Lit *next,
                     size_t next_count);

/* A predicate over latches and inputs in the step that the edge leaves, or over latches at its end.
 * */
void reach_constrain_predicate(Reach *reach, Lit predicate, bool next);

/* Constraints from a wall W, a CNF. */
typedef enum {
  WALL_INSIDE,       /* W: edges leave states of W */
  WALL_OUTSIDE,      /* not W': edges end outside */
  WALL_STAY,         /* W' implies W: edges do not enter W */
  WALL_LAST_OUTSIDE, /* not W' for the edge that leaves a step of G alone, where that obeys C */
} ReachWall;
void reach_constrain_wall(Reach *reach, const ClauseVec *wall, ReachWall kind);

/* A new question about the same F and C. Frames and infinite clauses do not depend on the target
 * and are kept, obligations are dropped. */
void reach_retarget(Reach *reach, const ReachSet *target);

/* Lemmas from outside. An invariant is a CNF that contains F and is inductive relative to C: this
 * is trusted, it holds in every frame, and it becomes part of a proof. */
void reach_add_invariant(Reach *reach, const ClauseVec *clauses);

/* What the frames know: the clauses of frame k and of all later ones hold after at most k edges,
 * and after an edge those of frame k + 1 and later ones do. Another Reach without a clause yet may
 * begin with them, in its own literals, if its F and its edges are among those of this one. */
typedef VEC(ClauseVec) ReachFrames;
ReachFrames reach_frames(const Reach *reach);
void reach_frames_free(ReachFrames *frames);
void reach_begin_with(Reach *reach, const ReachFrames *frames);

typedef enum { REACH_UNKNOWN, REACH_TRACE, REACH_PROOF } ReachResult;

/* Works until there is an answer or the budget is spent, and goes on where it stopped when called
 * again. The work of a slice is looked at between two steps of the algorithm (one obligation, one
 * clause moved), and at least one step is made: so an instance gets through whatever the slices
 * are, with exactly the run it would have had without them. A deadline or a cancellation stops a
 * step in the middle of a query; that step is repeated when the instance is run again. */
ReachResult reach_run(Reach *reach, Budget *budget);
ReachResult reach_result(const Reach *reach); /* the answer so far */

/* After REACH_TRACE: the run, the caller's now. From REACH_SUCCESSORS it begins in a state of the
 * cube itself. */
Trace *reach_trace(const Reach *reach);

/* After REACH_PROOF: the clauses, the caller's now, without subsumed ones. */
ClauseVec reach_proof(const Reach *reach);

/* The clauses of the infinite frame: inductive relative to C, whatever the target; at any time. */
ClauseVec reach_infinite(const Reach *reach);

typedef struct {
  uint64_t frames, obligations, lemmas, lemmas_alive, lemma_literals, infinite_lemmas, subsumed;
  uint64_t queries, query_work;
  uint64_t target_queries, block_queries, block_unsatisfiable, drop_queries, drop_unsatisfiable,
      push_queries, push_unsatisfiable, lift_queries, initiation_queries;
  uint64_t ctgs, ctgs_blocked, joins;
  uint64_t predictions, predicted;
  uint64_t lift_before, lift_after; /* literals of predecessors before and after lifting */
  uint64_t solvers, recycled;
} ReachStats;
extern const StatField reach_stat_fields[];
extern const size_t reach_stat_field_count;
const ReachStats *reach_stats(const Reach *reach);
size_t reach_frame(const Reach *reach); /* no run with fewer edges than this reaches G */

#endif
