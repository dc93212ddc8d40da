/* The inside of the iictl engine, shared by its files and by nobody else: Hassan, Bradley and
 * Somenzi, "Incremental, inductive CTL model checking" (CAV 2012), one file per noun of the paper:
 *
 *   bounds.c      L, U and R, their updates, the proof that the updates are, and early termination
 *   step.c        one solver with a step of the system, and the queries put to it
 *   tasks.c       task sets with the labels All and One (3.3)
 *   lookahead.c   EX nodes as part of other queries
 *   paths.c       paths of several steps in U of an EG node
 *   deep.c        EG nodes by such paths
 *   decide.c      the stack of tasks; conjunctions and EX nodes (3.1)
 *   search.c      queries to Reach under growing bounds
 *   until.c       EU nodes, by Reach (3.1)
 *   walk.c        random walks
 *   far.c         EU nodes, by walks to states far away
 *   hold.c        inputs that, held for some steps, bring all states to one
 *   always.c      EG nodes, by Reach (3.1)
 *   generalize.c  from a trace to a set of states (3.2)
 *   walls.c       EG nodes without fair paths, by walls
 *   ask.c         EG nodes, and EU nodes with such at their end, by FAIR (3.1): the questions ...
 *   answer.c      ... and what follows from the answers
 *   universal.c   inputs by which all states go to one
 *   forall.c      forall-exists generalization of such a set (3.2)
 *   iictl.c       the engine
 *
 * The recursion of the paper's `decide` is a stack of frames here, so that a run can stop anywhere
 * and go on later, and deep formulas need no deep C stack. Nothing is returned from frame to frame:
 * what a child found out is in the bounds of its node, and the parent looks there.
 *
 * A query that a deadline interrupts leaves `interrupted` set; whoever sees it returns at once, and
 * the step that was under way is made again in the next run. Updates are made only at the end of a
 * step. */
#ifndef RONDO_ENGINE_IICTL_INTERNAL_H
#define RONDO_ENGINE_IICTL_INTERNAL_H

#include "base/random.h"
#include "base/stats.h"
#include "engine/engine.h"
#include "engine/fair/fair.h"
#include "engine/reach/reach.h"
#include "logic/cnf.h"
#include "system/lanes.h"
#include "task/ctl_reduce.h"

typedef enum { EFFORT_NONE, EFFORT_MIC, EFFORT_FULL } Effort;

typedef struct {
  int effort;    /* an Effort: what is done about counterexamples to generalization */
  bool reduce;   /* look for equal latches and gates ... */
  int64_t trial; /* ... after so much work without an answer */
  int64_t fair;  /* FAIR is asked after so much work without an answer */
  int64_t walk;  /* walks begin after so much work of Reach at a node; 0: never */
  int64_t signals, signals_after; /* gates that lemmas of Reach may speak about, and when */
} IictlOptions;

typedef struct {
  uint64_t tasks, queries, reach_queries, out, in, cycles, reachable, lemmas, lifted_before,
      lifted_after;
  uint64_t generalized, obstructed, counterexamples, equalities, latches, deep_queries, walks, held;
  uint64_t ranks, questions, lassos;
} IictlStats;

/* ---- bounds.c -------------------------------------------------------------------------------- */

typedef struct {
  Lit gained, lost; /* by updates */
  Lit lower, upper; /* L and U together, and U: the states known to satisfy the node, and those not
                       known not to */
} Bounds;

/* Something that is tried again after failures, with pauses that double. */
typedef struct {
  size_t failures, wait;
} Attempts;

typedef struct Frame Frame;
typedef struct Ahead Ahead;
typedef struct Paths Paths;
typedef struct Question Question;

/* What is known of a node of the structure, and what was tried there. */
typedef struct {
  Bounds bounds;
  ClauseVec later;           /* cubes that are still to be generalized */
  bool again;                /* it was asked again after its first answer */
  Attempts universal, walls; /* those of universal.c and walls.c */
  /* of an EU node */
  Attempts held, far; /* those of hold.c and far.c */
  uint64_t sought;    /* the work of Reach before those of far.c */
  /* of an EX node */
  Ahead *ahead; /* where it looks, or NULL */
  /* of an EG node */
  size_t first;   /* the fairness condition that rounds begin with */
  Paths *paths;   /* NULL until they are asked for */
  size_t refuted; /* states that left U for want of paths */
  Trace *lasso;   /* one that FAIR found from the end of a path, or NULL */
} NodeState;

typedef VEC(Bits) StateVec;
void states_free(StateVec *states);

typedef struct Iictl {
  EngineSetup setup;
  IictlOptions options;
  ReachOptions reach_options;
  U32Vec effort_latches; /* by latch of the structure: its number in the task, or UINT32_MAX */
  IictlStats stats;
  const Task *task;
  CtlStructure *large;     /* that of the task, of which the proof speaks */
  CtlReduced *reduced;     /* in place of it, if there are equalities: a smaller one */
  CtlStructure *structure; /* the one or the other */
  System *system;          /* the structure's */
  Aig *aig;
  size_t latches;       /* of the large structure */
  U32Vec latch_origins; /* theirs, as CtlStructure has them; kept where the structure is not */
  Roles roles;
  NodeState *nodes;       /* by node of the structure */
  uint64_t sought_in_all; /* the sum over all EU nodes */
  Lit reachable;          /* R */
  CtlProof *proof;
  IntVec names; /* by node of the graph: what it is called in the proof; 0: nothing yet */
  Verdict verdict;
  bool trial;     /* before equalities are looked for */
  uint64_t work;  /* done in the trial */
  uint64_t steps; /* of all turns */
  bool unsettled; /* a bound of the root changed since the initial states were last looked at */
  /* step.c */
  Sat *sat;
  Cnf *now, *next;
  Budget hard; /* the caller's limits without its work */
  bool interrupted;
  Bits values; /* scratch: of variables, by node of the graph */
  /* lookahead.c */
  Bits wanted; /* by edge: whether EU nodes look at it */
  /* paths.c, deep.c */
  size_t inputs, gates; /* of the structure, without what was added here */
  Sat *deep_sat;
  Cnf *deep_cnf;
  /* decide.c */
  ReachModel *model;
  Reach *global;       /* from the initial states, for questions about what can be reached at all */
  ClauseVec invariant; /* R */
  StateVec reached;    /* some states that can be reached; at the limit the oldest goes */
  size_t reached_next;
  size_t board_position;
  VEC(Frame *) stack;
  /* ask.c, answer.c */
  bool asking;   /* it is FAIR's turn */
  uint64_t turn; /* work left in this turn ... */
  uint64_t owed; /* ... from which this is still to be taken */
  uint64_t lead; /* work done in this turn */
} Iictl;

Lit lower_of(const Iictl *e, CtlRef ref);
Lit upper_of(const Iictl *e, CtlRef ref);
void bounds_propagate(Iictl *e);

/* Notes in the proof what the smaller structure rests on. */
void update_equal(Iictl *e, const LitVec *equalities);

/* Each changes the bounds of a node, and notes it in the proof. */
void update_out(Iictl *e, uint32_t node, size_t condition, const ClauseVec *clauses);
void update_out_cube(Iictl *e, uint32_t node, size_t condition, const Cube *cube);
void update_reachable(Iictl *e, const ClauseVec *clauses); /* R, that is */
/* Of an EG node: the ranking shows that no state of the clauses satisfies it. The entries are
 * predicates over latches, none of them constant. */
void update_rank(Iictl *e, uint32_t node, const ClauseVec *clauses, const FairRanking *ranking);
void update_in(Iictl *e, uint32_t node, const Cube *cube, const Cube *inputs);
/* Of an EU node: all states that are undecided go to L if the inputs are held for so many steps. */
void update_held(Iictl *e, uint32_t node, const Cube *inputs, size_t steps);
void update_cycle(Iictl *e, uint32_t node, const ClauseVec *cubes, const ClauseVec *inputs);

/* The number of a latch or input in the large structure. */
uint32_t bounds_number(const Iictl *e, uint32_t node);

/* Looks whether the initial states are decided (3.3, early termination). */
void bounds_settle(Iictl *e);

/* ---- step.c ---------------------------------------------------------------------------------- */

void step_open(Iictl *e);
void step_close(Iictl *e);

void step_assume(Iictl *e, Lit lit);      /* in the state */
void step_assume_next(Iictl *e, Lit lit); /* in the next state */
void step_assume_state(Iictl *e, const Bits *state);
SatResult step_solve(Iictl *e);
/* For a query that may be hard: SAT_UNKNOWN, and not interrupted, after so much work. */
SatResult step_solve_within(Iictl *e, uint64_t work);
void step_state(Iictl *e, Bits *state); /* after SAT_SATISFIABLE; of e->system->latches.size bits */
void step_inputs(Iictl *e, Bits *inputs);
void step_next_state(Iictl *e, Bits *state);

/* A step from a state of `now` to one of `next`. */
typedef struct {
  Lit now, next;
} StepQuery;
/* A valid step in R from a state of `now` to one of `next` that is valid, too. */
StepQuery step_query(Iictl *e, Lit now, Lit next);
void step_assume_query(Iictl *e, const StepQuery *query);
/* A part of the state from which no step fits the query, small; NULL if one fits (then the solver
 * has it), or if interrupted. */
Cube *step_refute(Iictl *e, const StepQuery *query, const Bits *state);

/* The part of a state whose undecided states make, by the part of the inputs that it returns, a
 * valid step, with `now` true before and `next` after it. NULL if interrupted. */
Cube *step_lift(Iictl *e, uint32_t node, const Bits *state, const Bits *inputs, Lit now, Lit next,
                Cube **used_inputs);

/* Queries (13), (15), (17), (18) and (20): an undecided state of the cube, which may fix inputs,
 * too, and does not make a valid step with `now` true before and `next` after it. */
SatResult step_misses(Iictl *e, uint32_t node, const Cube *cube, Lit now, Lit next);

/* After SAT_UNSATISFIABLE: the literals of a cube that were needed. */
Cube *step_core(Iictl *e, const Cube *cube);

/* Values in one state, without the solver. */
bool state_satisfies(Iictl *e, const Bits *state, Lit lit);
Lit cube_build(Aig *aig, const Cube *cube);

/* ---- lookahead.c ----------------------------------------------------------------------------- */

void lookahead_open(Iictl *e); /* adds inputs to the system that no next-state function reads */
void lookahead_close(Iictl *e);
/* An upper bound of the right child of an EU node over states and inputs: a state that satisfies it
 * has some. */
Lit lookahead(Iictl *e, CtlRef ref);

/* ---- paths.c --------------------------------------------------------------------------------- */

void paths_close(Iictl *e);
/* All of a path's states are in R and U of an EG node: a predicate over its first state and inputs.
 */
Lit paths_inside(Iictl *e, uint32_t node, size_t steps);
/* A latch or input in a step of such a path. */
Lit paths_latch(Iictl *e, uint32_t node, size_t step, size_t latch);
Lit paths_input(const Iictl *e, uint32_t node, size_t step, size_t input);

/* ---- deep.c ---------------------------------------------------------------------------------- */

void deep_close(Iictl *e);
size_t deep_most(const Iictl *e, uint32_t node); /* how long paths may be; 0: it is not done */

typedef enum { DEEP_NONE, DEEP_PATH, DEEP_UNKNOWN } DeepResult;
/* A path of so many steps inside U from the one state of a trace, which ends in an earlier state of
 * its own if it is to loop. It is added to the trace. If there is none that need not loop, the
 * state leaves U. */
DeepResult deep_walk(Iictl *e, uint32_t node, size_t steps, bool loop, Trace *trace);

/* ---- tasks.c --------------------------------------------------------------------------------- */

typedef enum { LABEL_ALL, LABEL_ONE } Label;

/* States given one by one, or (predicate is not LIT_NONE) all that satisfy a predicate, which may
 * read inputs: then some inputs do. */
typedef struct {
  StateVec states;
  Lit predicate;
} TaskSet;

TaskSet tasks_initial(const Iictl *e);
void tasks_free(TaskSet *tasks);
void tasks_add(TaskSet *tasks, const Bits *state);
/* The states of a set that satisfy a predicate over states. */
TaskSet tasks_where(Iictl *e, const TaskSet *tasks, Lit lit);
/* Whether there is one; it is copied to *state if that is not NULL. False if interrupted. */
bool tasks_any(Iictl *e, const TaskSet *tasks, Lit lit, Bits *state);

/* ---- search.c -------------------------------------------------------------------------------- */

/* A Reach and what it was given. Bounds get tighter while it is at work: the constraints are added,
 * the target is replaced, and what it learned is kept. */
typedef struct {
  Reach *reach; /* NULL: no query under way */
  StateVec sources;
  Lit source;   /* of a task set that is a predicate: what it was */
  bool waiting; /* it was stopped without an answer */
  Lit target, now, next;
} Search;

/* Whether the sources of the query are all still wanted: they satisfy a predicate. */
bool search_serves(Iictl *e, const Search *search, const TaskSet *wanted, Lit open);
void search_tasks(Iictl *e, Search *search, const TaskSet *from);   /* from these states */
void search_successors(Iictl *e, Search *search, const Bits *from); /* from those behind this one */
/* Goes on with the query: is there a path to the target, whose edges leave states of `now` and end
 * in states of `next`? */
ReachResult search_run(Search *search, Lit target, Lit now, Lit next, Budget *budget);
/* After REACH_PROOF: the proof with few clauses, so that many states satisfy it. */
ClauseVec search_proof(Iictl *e, Search *search);
void search_close(Search *search);

/* ---- decide.c -------------------------------------------------------------------------------- */

struct Frame {
  uint32_t node;
  Label label;
  TaskSet tasks;
  Search search;     /* of EU and EG nodes: the query under way */
  Trace *trace;      /* ... and the path it found; of EG nodes the path so far */
  bool walked;       /* of EU nodes: the path comes from a walk */
  uint64_t patience; /* the task is given up when Reach has done so much work in all; 0: never */
  /* of EG nodes */
  bool fresh;        /* the last state of the path was not looked at yet */
  bool closing;      /* the query asks for a way back */
  size_t condition;  /* how many conditions of this round the path has met */
  U32Vec anchors;    /* steps of the path where a round over all conditions began */
  size_t depth;      /* without conditions: the length of paths that are asked for */
  size_t next_close; /* without conditions: the length of the path at which to ask for a way back */
  /* ask.c */
  Question *question; /* to FAIR, under way */
  bool led;           /* FAIR found the path */
  bool mute;          /* FAIR gave up */
};

/* Puts a task on the stack. */
void decide(Iictl *e, CtlRef ref, Label label, TaskSet *tasks); /* takes the tasks */
/* Makes one step with the task on top. */
void decide_step(Iictl *e, Budget *budget);
void decide_drop(Iictl *e); /* takes the top one off */
void frame_free(Frame *frame);

/* Whether what is found out about the task on top is of use to tasks that are still to come: not if
 * only initial states are asked about, and those one by one or until one fails. */
bool decide_goes_on(const Iictl *e);

/* An undecided task of the frame; false if there is none (its task is done), or if interrupted. */
bool frame_undecided(Iictl *e, Frame *frame, Bits *state);

/* How much work of Reach is left before a task is given up; at least 1. */
uint64_t decide_patience(const Iictl *e);

/* The path of an EU frame is of no use any more. */
void frame_drop_trace(Frame *frame);

/* ---- until.c, always.c ----------------------------------------------------------------------- */

void until_step(Iictl *e, Frame *frame, Budget *budget);
void always_step(Iictl *e, Frame *frame, Budget *budget);

/* ---- walk.c ---------------------------------------------------------------------------------- */

enum { WALK_GATES = 256 }; /* that count as one unit of work */

typedef struct {
  Iictl *e;
  Lit inside;   /* where walks stay */
  Lit known;    /* where they have arrived */
  Lit open;     /* where they may end */
  U32Vec order; /* of the gates that matter */
  Lanes lanes;
  uint64_t *states, *before; /* by latch; before: the last states inside */
  Random random;
  uint64_t bias;
} Walk;

void walk_open(Walk *w, Iictl *e, Lit inside, Lit known, Lit open);
void walk_close(Walk *w);
void walk_seed(Walk *w, uint32_t node, uint64_t attempt);
void walk_start(Walk *w, const Bits *state); /* all lanes there */
void walk_choose(Walk *w);                   /* new inputs */
void walk_evaluate(Walk *w);                 /* what the states are, with these inputs */
uint64_t walk_word(const Walk *w, Lit lit);  /* the lanes where a predicate is true */
uint64_t walk_steps(const Walk *w);          /* those that can make a step */
/* The lanes that can make a step make it, and those that left `inside` go back. */
void walk_move(Walk *w);
void walk_state(const Walk *w, int lane, Bits *state);

/* ---- far.c ----------------------------------------------------------------------------------- */

/* After how much work of Reach at an EU node the next walk is due. */
uint64_t far_due(const Iictl *e, uint32_t node);
/* Looks for a path from an undecided task that ends in a state which is known to satisfy the node,
 * or else in one far away that may. If there is one, it becomes the path of the frame. */
void far_try(Iictl *e, Frame *frame);

/* ---- walls.c --------------------------------------------------------------------------------- */

/* Whether walls show that there is no fair path inside U of an EG node; then U is empty from now
 * on. */
bool walls_exclude(Iictl *e, uint32_t node);

/* ---- ask.c ----------------------------------------------------------------------------------- */

/* A question to FAIR: is there a fair lasso inside U of an EG node, from the states of a task at
 * that node; or, from those of a task at an EU node with this one in its right child, at the end of
 * a path that shows the rest of it? */
struct Question {
  uint32_t node; /* EG */
  bool jumps;    /* the last latch says that the path has ended and the lasso has begun */
  Bits source;   /* the one state asked about; no bits: all initial states */
  Task *task;
  Fair *fair;
};
void ask_free(Question *question);

/* Works on the question of the lowest task of the stack that has one to ask, as long as it may;
 * false if there is none. */
bool ask_step(Iictl *e, uint64_t work);

/* ---- answer.c -------------------------------------------------------------------------------- */

/* Brings the answer to the question of a frame, which becomes the top of the stack, to the bounds
 * or to the path of the frame. */
void answer_none(Iictl *e, Frame *frame);
void answer_lasso(Iictl *e, Frame *frame);
/* A lasso for the node, from this state (NULL: from any), if FAIR found one; the caller's from now
 * on. */
Trace *answer_take_lasso(Iictl *e, uint32_t node, const Bits *state);

/* ---- generalize.c ---------------------------------------------------------------------------- */

/* The steps first .. last - 1 of a trace satisfy the left child and lead to a state that is known
 * to satisfy the node: so do they all, and more. */
void generalize_path(Iictl *e, uint32_t node, const Trace *trace, size_t first, size_t last);
/* A cube that was added to L of a node: tries to add more of what is like it. forall.c. */
void forall_generalize(Iictl *e, uint32_t node, const Cube *cube);
/* Tries to bring all undecided states of a node into L by the same inputs. */
bool universal_step(Iictl *e, uint32_t node);
/* The same for an EU node with inputs that are held for several steps. */
bool hold_inputs(Iictl *e, uint32_t node);
/* Whether no run leads to the state, as far as the effort (by default: so much work) allows to say;
 * a proof of that joins R. */
bool state_unreachable(Iictl *e, const Bits *state, uint64_t work);
bool invariant_has(const Iictl *e, const Clause *clause); /* R, or a clause that implies this */
/* forall_generalize, at once or, the first time, when the node is asked again: perhaps it never is.
 */
void generalize_cube(Iictl *e, uint32_t node, const Cube *cube);
/* Does some of what was put off for a node; false if there is nothing left. */
bool generalize_rest(Iictl *e, uint32_t node);
/* The steps from `loop` on form a fair cycle in the child of an EG node. */
void generalize_cycle(Iictl *e, uint32_t node, const Trace *trace, size_t loop);

/* ---- share.c --------------------------------------------------------------------------------- */

/* Brings what is new on the board of lemmas into R. */
void share_lemmas(Iictl *e);

#endif
