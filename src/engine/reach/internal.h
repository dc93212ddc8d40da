/* The inside of Reach, shared by its files and by nobody else. One file per noun:
 *
 *   model.c       the shared CNF, literal maps, cones of queries
 *   constrain.c   C: constraints of edges, asserted for queries and refuted for lifting
 *   initiation.c  F: does a cube meet it, and which literals keep it away
 *   query.c       every other SAT query
 *   frame.c       the frames and their lemmas
 *   obligation.c  the queue of obligations
 *   lift.c        predecessors as small cubes
 *   generalize.c  MIC with CTGs
 *   parent.c      what lemmas of the frame before say about a cube
 *   propagate.c   moving lemmas forward
 *   reach.c       the object: phases, results
 *   counterexample.c the trace
 *
 * Interruption. Work limits are looked at between steps only (reach.c), so inside a step a query
 * ends without an answer only at a deadline or a cancellation. Then `interrupted` is set; whoever
 * sees it returns at once, leaving frames and queue as they were or with valid lemmas added, and
 * the step is made again on resumption. */
#ifndef RONDO_ENGINE_REACH_INTERNAL_H
#define RONDO_ENGINE_REACH_INTERNAL_H

#include "engine/reach/reach.h"
#include "logic/cnf.h"

/* ---- model.c ------------------------------------------------------------------------------- */

typedef VEC(U32Vec) DependVec;

struct ReachModel {
  const System *system;
  CnfFormula *formula;
  size_t latches, inputs; /* latch k is variable 1 + k, input k is variable 1 + latches + k */
  LitVec signals;         /* gates that are places beside the latches ... */
  IntVec signal_literals; /* ... and their solver literals */
  U32Vec signal_cone;     /* the nodes that they depend on, children first */
  size_t places;          /* latches and signals; signal k is place latches + k */
  size_t nodes;           /* of the graph when the model was made */
  uint32_t *place_of;     /* by node: the place of a latch or signal plus one, 0 for others */
  int *next;              /* by place: literal of the next-state function; 0 where constant */
  Lit *next_constant;     /* by place: that constant */
  uint32_t *depend_start; /* by variable: where its direct fan-ins begin in depend */
  U32Vec depend;
  IntVec constraints; /* solver literals of the system's constraints, constants left out */
  bool contradictory; /* a constraint is constant false */
};

static inline int model_latch_variable(size_t latch) { return (int)latch + 1; }
static inline size_t model_place(const ReachModel *model, Lit lit) {
  return model->place_of[lit_node(lit)] - 1;
}

/* ---- solvers ------------------------------------------------------------------------------- */

/* A copy of the transition CNF in a solver, and literals over it. Beyond the formula's variables
 * come `truth`, which is always true, `edge`, which turns the constraints C on, and what
 * constraints and targets need. */
typedef struct {
  Sat *sat;
  int truth, edge, last;  /* C holds for the edge; also what holds for the last edge alone */
  Cnf *now, *next;        /* for predicates outside the formula; made on demand */
  size_t constraints;     /* how many of C are in */
  IntVec violations;      /* of the lifting solver: each implies that one of C is violated */
  IntVec last_violations; /* the same of what holds for the last edge alone */
  size_t lemmas;          /* that were given to it ... */
  size_t obsolete;        /* ... and subsumed since */
} Solver;

/* ---- parts of the object -------------------------------------------------------------------- */

/* One constraint of C, in one of its forms. */
typedef struct {
  enum {
    CONSTRAINT_CLAUSE,
    CONSTRAINT_PREDICATE,
    CONSTRAINT_OUTSIDE,
    CONSTRAINT_STAY,
    CONSTRAINT_LAST_OUTSIDE
  } form;
  LitVec now, next; /* of a clause */
  Lit predicate;
  bool at_next;   /* of a predicate */
  ClauseVec wall; /* of OUTSIDE and STAY */
} Constraint;

typedef struct {
  ClauseVec lemmas; /* those that hold here and are not known to hold in the next frame */
  Solver *solver;   /* made on demand: this frame's lemmas and those of all later ones */
} Frame;

/* A cube to be blocked in a frame, because from each of its states the recorded inputs lead to the
 * cube of `next`, and so on to the target. */
typedef struct Obligation {
  Cube *cube;
  Cube *inputs;            /* literals of the inputs that matter; others may have any value */
  struct Obligation *next; /* NULL: a step of G */
  uint32_t level, depth;   /* the frame; the steps to the target */
  double activity;         /* how often it was asked about lately */
  uint64_t number;         /* order of creation */
  uint32_t references;
} Obligation;

typedef VEC(Obligation *) ObligationQueue; /* a binary heap */

/* The target as alternatives, each a conjunction of AIG literals. */
typedef VEC(LitVec) Alternatives;

typedef enum { PHASE_BLOCK, PHASE_PROPAGATE, PHASE_DONE } Phase;

struct Reach {
  const ReachModel *model;
  ReachOptions options;
  ReachStats stats;

  /* the question */
  ReachSetKind from;
  ClauseVec from_cubes;
  Lit from_predicate;
  uint8_t *from_value;     /* by place, where F is one cube or lies in one: of Ternary */
  bool initiation_queried; /* F is not given by from_value or from_cubes alone */
  Alternatives targets;
  bool target_leaves;      /* C restricts a step of G as well */
  bool targets_are_states; /* every state of a target is a step of it: no inputs, no constraints */
  VEC(Constraint) constraints;

  /* the search */
  VEC(Frame) frames;
  size_t level; /* G was excluded from all frames before this one */
  Frame infinite;
  ObligationQueue queue;
  uint64_t obligation_count;
  double *activity; /* by place */
  double activity_step;
  struct Ranked *ranked; /* room for activity_sort: one per place */
  int64_t ctg_most;      /* CTGs for one literal in the generalization under way; negative: no joins
                            either */
  LitVec ordered;        /* the cube of the query under way, active literals first */
  Phase phase;
  size_t target_next;           /* the alternative that the next target query asks about */
  size_t first_changed;         /* the lowest frame with a new lemma since the last propagation */
  size_t push_frame, push_next; /* where propagation goes on */
  ReachResult result;
  Trace *trace;
  size_t proof_frame; /* whose clauses, with those of later frames, are the proof */

  /* solvers that are not a frame's */
  Solver *lift;
  Solver *initiation; /* of F, where it needs queries */

  /* the query under way */
  Budget hard; /* deadline and cancellation of the caller's budget, without its work */
  bool interrupted;
  Solver *answered; /* the solver of the last query of a frame */
  IntVec domain;    /* variables of the cone of the last query */
  IntVec always;    /* roots of every query: constraints of the system and what C reads */
  uint32_t *mark;   /* by variable: the stamp of the domain that it is in */
  uint32_t stamp;
  IntVec scratch;
};

enum { LEVEL_INFINITE = UINT32_MAX };

/* ---- model.c: cones -------------------------------------------------------------------------- */

/* The solver literal of a literal of a latch or signal, now and next. */
static inline int now_literal(const ReachModel *model, Lit lit) {
  size_t place = model_place(model, lit);
  int literal = place < model->latches ? model_latch_variable(place)
                                       : model->signal_literals.data[place - model->latches];
  return lit_negated(lit) ? -literal : literal;
}
static inline int next_literal(const ReachModel *model, const Solver *solver, Lit lit) {
  size_t place = model_place(model, lit);
  int next = model->next[place];
  if (!next) next = model->next_constant[place] == LIT_TRUE ? solver->truth : -solver->truth;
  return lit_negated(lit) ? -next : next;
}

void domain_begin(Reach *reach, const Solver *solver); /* with what every query needs */
void domain_add(Reach *reach, int root);               /* and the cone of a variable */
void domain_close(Reach *reach);                       /* computes reach->domain */

/* ---- constrain.c ----------------------------------------------------------------------------- */

/* A literal of any predicate in the step that the solver's edge leaves. */
int solver_predicate(const Reach *reach, Solver *solver, Lit predicate);
void solver_assert_system(const Reach *reach, Solver *solver);      /* the system's constraints */
void solver_assert_constraints(const Reach *reach, Solver *solver); /* those of C not yet in */
void solver_refute_constraints(const Reach *reach, Solver *solver); /* the same for lifting */
void constraint_free(Constraint *constraint);

/* ---- initiation.c ---------------------------------------------------------------------------- */

/* Whether no state of F is in the cube. */
bool initiation_holds(Reach *reach, const Lit *cube, size_t count);
/* Given part of a cube that F does not meet: adds literals of the cube until F does not meet the
 * part either. `part` is sorted before and after. */
void initiation_repair(Reach *reach, const Lit *cube, size_t count, LitVec *part);
/* After a cube that F meets was found: a state of F in it, by latch; of REACH_SUCCESSORS also the
 * step that leads there. False if interrupted. */
bool initiation_state(Reach *reach, const Cube *cube, Bits *state, Step *before);
void initiation_open(Reach *reach, const ReachSet *from);

/* ---- query.c --------------------------------------------------------------------------------- */

Solver *solver_new(Reach *reach);
void solver_free(Solver *solver);
Solver *frame_solver(Reach *reach, size_t frame); /* LEVEL_INFINITE for the infinite one */

/* Runs the query that has been set up in the solver. */
SatResult query_solve(Reach *reach, Solver *solver);

typedef enum { QUERY_BLOCK, QUERY_DROP, QUERY_PUSH } QueryPurpose;

/* Frame and T and not cube (if `inductive`) and cube'. Satisfiable: query_state gives the
 * predecessor. Unsatisfiable: `core`, if not NULL, receives a part of the cube, sorted, that is
 * blocked as well and that F does not meet. */
SatResult query_relative(Reach *reach, size_t frame, const Lit *cube, size_t count, bool inductive,
                         QueryPurpose purpose, LitVec *core);

/* Frame and constraints and the alternative of the target. */
SatResult query_target(Reach *reach, size_t frame, size_t alternative);

/* After a satisfiable query: the literals of latches, signals and inputs in its cone; the value of
 * a latch that is in the cone. */
void query_state(Reach *reach, LitVec *state, LitVec *inputs);
bool query_latch_value(Reach *reach, Lit latch);

/* Of the literals of `state`, those needed so that with the inputs the cube (or the target
 * alternative, if cube is NULL) is reached and no constraint violated. Uses the cone of the last
 * query. Returns false if interrupted. */
bool query_lift(Reach *reach, const LitVec *state, const LitVec *inputs, const Cube *cube,
                size_t alternative, LitVec *core);

/* ---- frame.c --------------------------------------------------------------------------------- */

void frames_reach(Reach *reach, size_t at); /* makes frames up to this one */
void frames_free(Reach *reach);
/* Takes the clause, which holds in all frames up to `at`, and drops what it subsumes. */
void frames_add_clause(Reach *reach, Clause *clause, size_t at);
/* Whether a lemma of the frame or a later one is part of the negated cube. */
bool frames_block(const Reach *reach, const Lit *cube, size_t count, size_t at);
/* Whether the solver of the frame implies every lemma from the start: frame 0, where F is one cube.
 * */
bool frame_is_exact(const Reach *reach, size_t at);
void frame_load(Reach *reach, Solver *solver, size_t from); /* lemmas of this and later frames */
/* Moves lemma number `index` of a frame to the next one; another lemma takes its number. */
void frames_advance(Reach *reach, size_t at, size_t index);
void frames_remove(Reach *reach, size_t at, size_t index); /* the same, and frees it */
void frames_sort(Frame *frame);                            /* short lemmas first */
/* The clauses of a frame and all later ones, copied. */
ClauseVec frames_clauses(const Reach *reach, size_t from);

/* Orders literals by how often they occur in recent lemmas. */
void activity_sort(Reach *reach, Lit *lits, size_t count, bool ascending);

/* The number under which effort counts the latch of a literal; SIZE_MAX of a signal. */
static inline size_t effort_latch(const Reach *reach, Lit lit) {
  size_t place = model_place(reach->model, lit);
  if (place >= reach->model->latches) return SIZE_MAX;
  return reach->options.effort_latches ? reach->options.effort_latches[place] : place;
}

/* ---- obligation.c ---------------------------------------------------------------------------- */

/* Takes the cubes. */
Obligation *obligation_new(Reach *reach, Cube *cube, Cube *inputs, Obligation *next, size_t at);
void obligation_release(Obligation *obligation);
void queue_push(ObligationQueue *queue, Obligation *obligation); /* takes the reference */
Obligation *queue_top(const ObligationQueue *queue);             /* NULL if empty */
Obligation *queue_pop(ObligationQueue *queue);
void queue_clear(ObligationQueue *queue);

/* ---- lift.c ---------------------------------------------------------------------------------- */

/* After a satisfiable query against cube' (or a target alternative if NULL): the predecessors as a
 * cube, with their inputs, by at most so many rounds of queries. False if interrupted. */
bool lift_predecessor(Reach *reach, const Cube *cube, size_t alternative, int rounds,
                      Cube **predecessor, Cube **inputs);

/* ---- generalize.c ---------------------------------------------------------------------------- */

/* Shrinks the cube, a core of that of the obligation, blocked relative to frame at - 1, keeping
 * that. */
void generalize(Reach *reach, LitVec *cube, size_t at, const Obligation *obligation);

/* ---- parent.c -------------------------------------------------------------------------------- */

/* A lemma of frame at - 1, and of no later one, that blocks a part of the cube; NULL if there is
 * none. It may go as soon as a lemma is added. */
const Clause *parent_find(const Reach *reach, const LitVec *cube, size_t at);
void parent_last(const Clause *parent, LitVec *order); /* puts its literals behind the others */
/* Whether the lemma with one more literal of the cube can be blocked; the cube becomes a core of
 * that. */
bool parent_predict(Reach *reach, const Clause *parent, LitVec *cube, size_t at);

/* ---- propagate.c ----------------------------------------------------------------------------- */

/* The highest frame in which the clause of the cube, which holds in frame `at`, is found to hold;
 * the cube may shrink. */
size_t push_forward(Reach *reach, LitVec *cube, size_t at);
/* One step; true when propagation is complete. A fixpoint sets reach->result. */
bool propagate_step(Reach *reach);
void propagate_begin(Reach *reach);

/* ---- counterexample.c ------------------------------------------------------------------------ */

/* The run from F through the obligations; NULL if interrupted. */
Trace *counterexample_build(Reach *reach, const Obligation *start);

/* ---- reach.c --------------------------------------------------------------------------------- */

void reach_begin(Reach *reach, Budget *budget); /* of a run: what may stop a query */
void reach_restart(Reach *reach); /* the question has changed: drops obligations and results */

#endif
