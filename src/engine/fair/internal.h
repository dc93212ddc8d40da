/* The inside of the fair engine, shared by its files and by nobody else: Figure 1 of Bradley,
 * Somenzi, Hassan and Zhang, "An incremental approach to model checking progress properties" (FMCAD
 * 2011), one file per noun of the paper:
 *
 *   path.c         consecutive states of the system in a solver
 *   sampled.c      predicates in 64 states at once
 *   wall.c         what is known: R, W and C
 *   gates.c        gates of the task as predicates, and assertions about them
 *   share.c        R and what other engines know
 *   skeleton.c     the skeleton queries, full and minimized (III-B)
 *   query.c        stem and cycle queries in time sharing (III-A, III-D, III-F)
 *   single.c       single-state skeletons (III-C): states without an edge in their arena
 *   edges.c        all edges inside arenas, for short queries
 *   independent.c  skeleton-independent proofs (III-E)
 *   lasso.c        the computation, when all queries found their runs
 *   certificate.c  the ranked witness circuit, or its argument, when no skeleton is left
 *   fair.c         the main loop, and the engine
 *
 * Words. An *edge* leads from a step to a state that is again a step (has inputs that meet the
 * constraints). An *arena* is a choice of one side for every wall; an edge is *inside* an arena if
 * both its ends are there. No fair cycle leaves its arena.
 *
 * The order of things learned. Walls are numbered as they are found. Wall j is one-way on the edges
 * in R that cross no earlier wall and violate no side that was closed before: that is what proofs
 * may assume and what the certificate builds on, so every wall remembers how many sides were closed
 * before it. */
#ifndef RONDO_ENGINE_FAIR_INTERNAL_H
#define RONDO_ENGINE_FAIR_INTERNAL_H

#include "base/stats.h"
#include "engine/engine.h"
#include "engine/fair/fair.h"
#include "engine/reach/reach.h"
#include "logic/cnf.h"
#include "system/lanes.h"

typedef enum { CONSTRAIN_HEURISTIC, CONSTRAIN_ALL, CONSTRAIN_NONE } FairConstrain;

typedef struct {
  int64_t unroll;     /* K */
  bool minimize;      /* look for small skeletons */
  bool trim;          /* cut off dead ends before stem and cycle queries */
  bool independent;   /* skeleton-independent proofs */
  bool gates;         /* ... of gates of the task, too, and assertions about them */
  bool pairs;         /* ... of two literals, too */
  bool wide;          /* ask for all fair states at once where skeletons are unreachable */
  bool keep_stem;     /* one stem query for all skeletons */
  int constrain;      /* a FairConstrain */
  int64_t effort;     /* of the refinement of proofs: 0 to 3 */
  ReachOptions reach; /* of stem and cycle queries */
  /* Work of a stem or cycle query in its first turn; and in that from which on each round without
   * an answer has pairs tried. */
  uint64_t first_slice, long_slice;
} FairOptions;

typedef struct {
  uint64_t skeletons, skeleton_states, largest_skeleton, maps, skeleton_queries;
  uint64_t stem_proofs, stem_runs, wide_proofs, cycle_proofs, cycle_runs, upgraded;
  uint64_t walls, wall_clauses, independent_walls, gate_walls, trimmed, closed_sides, constraints,
      assertions, gate_assertions, assertion_clauses;
  uint64_t independent_queries, digs, certificate_cubes, certificate_walls;
  double seconds_skeletons, seconds_stem, seconds_cycle, seconds_refine, seconds_independent,
      seconds_certificate;
} FairStats;

/* ---- wall.c ---------------------------------------------------------------------------------- */

typedef struct {
  ClauseVec clauses;    /* P as a CNF over latches; none where it is another predicate */
  Lit inside;           /* P */
  size_t closed_before; /* how many sides were closed when it was proved */
  bool inside_closed, outside_closed;
} Wall;

/* A side of a wall on which there is no skeleton. */
typedef struct {
  size_t wall;
  bool inside;
} ClosedSide;

typedef struct {
  ClauseVec clauses; /* none where it is another predicate */
  Lit lit;           /* their conjunction, or the predicate */
} Assertion;

/* A constraint of C, for cycle queries. */
typedef struct {
  size_t wall;
  ReachWall kind;
} CycleConstraint;

typedef struct {
  System *system;    /* a private copy: walls are gates in its graph */
  LitVec conditions; /* at least one */
  Bits reads_inputs; /* by condition: it is then a predicate of edges, not of states */
  ReachModel *model;
  LitVec gates;               /* of the task, as predicates over latches */
  VEC(Assertion) assertions;  /* R: each inductive relative to the earlier ones */
  VEC(const Clause *) sorted; /* the clauses of R, by signature */
  VEC(Wall) walls;            /* W */
  VEC(ClosedSide) closed;
  VEC(CycleConstraint) constraints; /* C */
} Knowledge;

Knowledge *knowledge_new(const Task *task, Lit *part); /* *part becomes a literal of the copy */
void knowledge_free(Knowledge *knowledge);

/* Each takes the clauses. */
void knowledge_assert(Knowledge *knowledge, ClauseVec *clauses);
void knowledge_assert_predicate(Knowledge *knowledge, Lit predicate); /* over latches */
size_t knowledge_add_wall(Knowledge *knowledge, ClauseVec *clauses, Lit inside);
void knowledge_close(Knowledge *knowledge, size_t wall, bool inside);

/* C for wall number `wall`, after its sides were tested. `plain`: a single clause counts as simple.
 */
void knowledge_constrain(Knowledge *knowledge, size_t wall, FairConstrain how, bool plain);

/* Gives R to a stem query: as a constraint, relative to which proofs are refined, and as an
 * invariant, so that frames need not find it again. The number of what it had before is updated. */
void knowledge_give_assertions(const Knowledge *knowledge, Reach *reach, size_t *given);
/* Removes from a stem proof what R says already; the rest is inductive relative to R. */
void knowledge_strip(const Knowledge *knowledge, ClauseVec *proof);
/* Gives R and C to a cycle query. */
void knowledge_give_constraints(const Knowledge *knowledge, Reach *reach);

/* ---- gates.c   ------------------------------------------------------------------------------- */

/* Fills in the list of gates. */
void gates_collect(Knowledge *knowledge);
/* Looks for gates that keep one value in all reachable states: they join R. */
void gates_assert(Knowledge *knowledge, const Task *task, Budget *budget, FairStats *stats);

/* ---- share.c --------------------------------------------------------------------------------- */

/* The engine's place at the board of lemmas. */
typedef struct {
  struct LemmaBoard *board; /* NULL: none */
  const Task *task;
  size_t position; /* what of the board is known */
  size_t offered;  /* how many assertions were offered, or taken */
  bool apart;      /* R has an assertion that the board cannot have */
} Sharing;
/* Offers what is new in R and adds what is new on the board; true if there was such. */
bool share_assertions(Sharing *sharing, Knowledge *knowledge, Budget *budget);

/* ---- path.c ---------------------------------------------------------------------------------- */

/* Consecutive steps in a solver; the constraints of the system hold in each. */
typedef struct {
  const System *system;
  Sat *sat;
  VEC(Cnf *) steps;
} Path;

void path_open(Path *path, const System *system, Sat *sat, size_t steps);
void path_close(Path *path);
int path_literal(Path *path, Lit lit, size_t step); /* to be used in both polarities */
int path_implies(Path *path, Lit lit, size_t step); /* where it is assumed or asserted true */
void path_assert(Path *path, Lit lit, size_t step);
void path_latches(Path *path, size_t step, Bits *values); /* after SAT_SATISFIABLE */
void path_inputs(Path *path, size_t step, Bits *values);

int path_differ(Path *path, size_t a, size_t b); /* a literal that implies different states */
int path_same(Path *path, size_t a, size_t b);   /* a literal that implies equal states */

/* ---- sampled.c ------------------------------------------------------------------------------- */

/* 64 states are a word for each latch; bit i of all words is state i. */
typedef struct {
  Roles roles;
  Lanes lanes;
  Lit cone_of; /* the predicate that was asked for last */
  U32Vec cone; /* what it reads */
} Sampled;
void sampled_open(Sampled *sampled, const System *system);
void sampled_close(Sampled *sampled);
/* In which of the states a predicate over latches holds: a CNF, or where that has no clauses, the
 * literal. */
uint64_t sampled_value(Sampled *sampled, const ClauseVec *clauses, Lit predicate,
                       const uint64_t *latches);

/* ---- skeleton.c ------------------------------------------------------------------------------ */

/* A state of a skeleton, on an edge inside the arena. If a condition that it is to meet reads
 * inputs, the cycle must take this very edge. */
typedef struct {
  Bits state, inputs, next;
  bool edge;
} Bone;
typedef VEC(Bone) Skeleton;
void skeleton_free(Skeleton *skeleton);

typedef struct SkeletonQuery SkeletonQuery;

/* The query for the bijection between conditions and states, with one step forward. */
SkeletonQuery *skeleton_full(const Knowledge *knowledge);
/* A query whose map puts conditions together where it can, unrolled K steps both ways (and one more
 * forward). NULL if there is none, or if interrupted (budget spent). `order` is a permutation of
 * the conditions: the order of assignment, kept from call to call and improved. */
SkeletonQuery *skeleton_minimized(const Knowledge *knowledge, size_t unroll, U32Vec *order,
                                  Budget *budget, FairStats *stats);
void skeleton_query_free(SkeletonQuery *query);

/* With everything known by now. */
SatResult skeleton_solve(SkeletonQuery *query, Budget *budget);
/* The same on one side of a wall. */
SatResult skeleton_solve_side(SkeletonQuery *query, size_t wall, bool inside, Budget *budget);
/* 1 if the last skeleton found is one still, and inside the wall; -1 if outside; 0 if that is not
 * known. */
int skeleton_last_side(SkeletonQuery *query, size_t wall);
/* After SAT_SATISFIABLE; states that occur twice are taken once. */
Skeleton skeleton_take(SkeletonQuery *query);
/* Sides of walls that the solver knows to be without skeleton. */
int skeleton_fixed_side(SkeletonQuery *query, size_t wall); /* 1: all inside, -1: all outside */

/* ---- edges.c --------------------------------------------------------------------------------- */

/* All edges inside arenas, in one solver, and some of them as a table for quick refutation. */
typedef struct Edges Edges;
Edges *edges_new(const Knowledge *knowledge);
void edges_free(Edges *edges);
/* Is there an edge from `from` to `to`? Literals over latches (`from` may read inputs). */
SatResult edges_cross(Edges *edges, Lit from, Lit to, Budget *budget);
/* Whether an edge leaves, or (backward) enters, a state of the cube, with `moving` one between
 * different states; if not, the cube shrinks to a part for which it is so, too. */
SatResult edges_touch(Edges *edges, LitVec *cube, bool backward, bool moving, Budget *budget);
/* Strikes out edges that what was learned since has excluded. */
void edges_revise(Edges *edges);

/* A predicate of at most two literals. */
typedef struct {
  enum { CANDIDATE_LITERAL, CANDIDATE_OR, CANDIDATE_AND, CANDIDATE_EQUAL } form;
  size_t a, b; /* latches */
  bool negate_a, negate_b;
} Candidate;
/* Whether an edge of the table leads out of the candidate. */
bool edges_refute(const Edges *edges, const Candidate *candidate);
/* The same for all gates at once: bit 2 * i for gate i, the next one for its negation. Looks at
 * what came into the table after a moment, 0 for all of it, and returns the moment of now. */
uint64_t edges_refute_gates(Edges *edges, uint64_t since, Bits *refuted);

/* ---- independent.c --------------------------------------------------------------------------- */

/* The search for walls without skeletons. */
typedef struct Independent Independent;
Independent *independent_new(const Knowledge *knowledge, Edges *edges);
void independent_free(Independent *independent);

/* What is tried, in this order: literals of latches and conditions; gates; pairs of literals. */
typedef enum { STAGE_LITERALS, STAGE_GATES, STAGE_PAIRS, STAGE_DONE } Stage;

/* A predicate of the stage that is one-way on these edges and that some edge crosses, or that
 * splits the states of skeletons. False if none was found in a whole round. Its CNF, where it has
 * one, and its literal. */
bool independent_next(Independent *independent, Stage stage, Budget *budget, FairStats *stats,
                      ClauseVec *clauses, Lit *predicate);
/* The next round of pairs is a thorough one. */
void independent_renew(Independent *independent);

/* ---- query.c --------------------------------------------------------------------------------- */

typedef enum { ANSWER_NONE, ANSWER_STEM_PROOF, ANSWER_CYCLE_PROOF, ANSWER_LASSO } Answer;

typedef struct Queries Queries;
Queries *queries_new(const Knowledge *knowledge, const FairOptions *options, uint64_t seed);
void queries_free(Queries *queries);
void queries_begin(Queries *queries, Skeleton *skeleton); /* takes the skeleton */
bool queries_active(const Queries *queries);
const Skeleton *queries_skeleton(const Queries *queries);

/* Works until there is an answer, the budget is spent, or the queries are stuck. A proof is
 * refined. */
Answer queries_run(Queries *queries, Budget *budget, FairStats *stats);
/* Whether a long round has ended without an answer since this was last asked. */
bool queries_stuck(Queries *queries);
ClauseVec queries_proof(const Queries *queries); /* the caller's now */
Trace *queries_lasso(const Queries *queries);
void queries_end(Queries *queries);

/* ---- single.c -------------------------------------------------------------------------------- */

/* If no edge inside an arena leaves the state, or (backward) none enters it, but for loops at the
 * state itself with `moving`: a wall around all such states that the core gives. False if there is
 * such an edge, or if interrupted. */
bool trim_state(Knowledge *knowledge, Edges *edges, const Bits *state, bool backward, bool moving,
                Budget *budget, FairStats *stats);

/* Whether the CNF holds initially and is inductive relative to R alone: then it is an assertion. */
bool upgrade_holds(const Knowledge *knowledge, const ClauseVec *clauses, Lit wall, Budget *budget);

/* ---- lasso.c --------------------------------------------------------------------------------- */

/* From the run to the first state of the skeleton and the runs between its states; all stay the
 * caller's. */
Trace *lasso_build(const System *system, const Skeleton *skeleton, const Trace *stem, size_t entry,
                   Trace *const *runs);

/* ---- certificate.c --------------------------------------------------------------------------- */

/* The ranked witness circuit; NULL if interrupted, or if the task has no conditions and yet edges
 * (then the form allows none). */
Witness *certificate_build(const Knowledge *knowledge, const Task *task, Budget *budget,
                           FairStats *stats);
/* The argument itself, for a part of the states (fair.h); NULL if interrupted. */
FairRanking *certificate_ranking(const Knowledge *knowledge, Lit part, Budget *budget,
                                 FairStats *stats);

#endif
