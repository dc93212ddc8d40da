/* CTL proofs. What a formula means, what a proof says of it, and the checks: docs/certificates.md.
 *
 * A *structure* is the model seen by CTL. Its states are the latches of the model and those inputs
 * that the gates of some atom read; the other inputs are choices of a step. Paths are infinite,
 * meet the constraints in every step and every fairness condition infinitely often. A state is
 * *valid* if some inputs meet the constraints in it. A fairness literal that reads choices is
 * replaced by a latch with its last value, which is true infinitely often on the same paths.
 *
 * In the circuit of the structure an input that is state is still an input: it is free in the
 * initial state and after every step, which is all that is known of it. */
#ifndef JUDGE_CTL_H
#define JUDGE_CTL_H

#include "judge/formula.h"
#include "judge/question.h"
#include "judge/solver.h"

typedef struct {
  Circuit *circuit;  /* the model's, with latches for fairness and gates for sets of states */
  bool *state_input; /* by place of the input */
  Lits fairness;     /* predicates over states */
  Lits delayed;      /* the latches among them that are new */
  Lit initial;       /* the resets */
  Lit valid;         /* the constraints */
  bool tau;          /* there are constraints or fairness: a state may have no path at all */
} Structure;

Structure structure_new(Circuit *model, const Formula *formula);

/* The formula as a graph of nodes with negated edges: an edge is twice the number of a node, plus
 * one if it is negated. EX and E U are about plain steps and finite paths here, whose end satisfies
 * EG true where tau is; EG is about infinite fair paths. So every state that satisfies a temporal
 * node is valid.
 *
 * For every node two predicates are known: R and `lower` imply the node, R and the node imply
 * `upper`, where R contains all valid states that can be reached. */
typedef unsigned Edge;
typedef enum { NODE_PREDICATE, NODE_AND, NODE_EX, NODE_EU, NODE_EG } NodeKind;

typedef struct {
  NodeKind kind;
  Lit predicate;
  Edge left, right; /* older nodes */
  bool live[2];     /* whether the node, or its negation, implies EG true: the graph shows it */
  Lit gained, lost; /* what updates added to lower, and took from upper */
  Lit lower, upper;
} Node;

/* The nodes of a temporal part of the formula: EX or EU, and EG; 0: it has none (node 0 is the
 * constant). */
typedef struct {
  size_t next_or_until, always;
} PartNodes;

typedef struct {
  Node *nodes;
  size_t size, room;
  Edge root;
  size_t live;      /* the node EG true; 0: there is none */
  PartNodes *parts; /* by part of the formula */
} Graph;

/* The graph of a formula, and the bounds that are known from the start. */
Graph graph_new(Structure *structure, const Formula *formula);
void graph_propagate(const Structure *structure, Graph *graph); /* from updates to all bounds */
Lit lower_of(const Graph *graph, Edge edge);
Lit upper_of(const Graph *graph, Edge edge);

/* ---- the file ---- */

typedef enum { REACHABLE, OUT, IN, CYCLE, RANK, EQUAL, UPDATE_KINDS } UpdateKind;

typedef struct {
  int *data;
  size_t size, room;
} Ints;

typedef struct {
  UpdateKind kind;
  size_t node, number, line;
  Ints states, inputs;
} Update;

/* An input of the proof: a choice of the step, or (`after`) an input that is state, whose value
 * after the step is chosen. */
typedef struct {
  Lit lit;
  bool after;
} Choice;

/* A node of the proof stands for the nodes of ours that it may be about. That is a guess, and may
 * be one: an update is checked for our node, by what we know of our node. */
typedef struct {
  size_t *data;
  size_t size, room;
} Targets;

typedef struct {
  bool holds; /* the verdict that is claimed */
  Update *updates;
  size_t size, room;
  Lits latches; /* by number from 0: a latch, or an input that is state */
  Choice *choices;
  size_t choice_count, choice_room;
  Targets *targets; /* by node of the proof */
  size_t target_count, target_room;
  Lit *gates; /* by number of a gate in equalities; UNKNOWN_GATE where nothing is said */
  size_t gate_count, gate_room;
} Proof;
enum { UNKNOWN_GATE = 0xffffffffu };

bool proof_begins(const Bytes *bytes);
Proof read_proof(const Bytes *bytes, Structure *structure, const Formula *formula,
                 const Graph *graph);

/* Ends the program unless the proof shows its verdict. */
void check_ctl(Circuit *model, const char *formula, const Bytes *evidence);

#endif
