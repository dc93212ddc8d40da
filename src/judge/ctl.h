/* CTL proofs. What a formula means, what a proof says of it, and the checks: docs/certificates.md.
 *
 * A *structure* is the model seen by CTL: its states are the values of its latches alone. An input
 * that the gates of some atom read becomes a latch, which is uninitialised and takes the value of a
 * new input in each step; the other inputs are choices of a step. Paths are infinite, meet the
 * constraints in every step and every fairness condition infinitely often; and of each pair of
 * strong fairness the second infinitely often, or the first finitely often. A state is *valid* if
 * some inputs meet the constraints in it. A literal of fairness that reads inputs is replaced by a
 * latch with its last value, which is true infinitely often on the same paths. */
#ifndef JUDGE_CTL_H
#define JUDGE_CTL_H

#include "judge/formula.h"
#include "judge/moment.h"

typedef struct {
  Circuit *circuit; /* the model's, changed as above, and with gates for sets of states */
  Lits old_inputs;  /* those of the model, in its order, latches by now or not */
  Lits fresh;       /* the new inputs, in the order of those that became latches */
  Lits delayed;     /* the latches made for fairness */
  Lits fairness;    /* predicates over states */
  Lits compassion;  /* pairs of such */
  Lit initial;      /* the resets */
  Lit valid;        /* the constraints */
  Lits old_latches; /* those of the model */
  bool tau;         /* there are constraints or fairness: a state may have no path at all */
} Structure;

Structure structure_new(Circuit *model, const Parts *formula);
bool reads_inputs(const Circuit *circuit, Lit lit);

/* A graph of nodes with negated edges: an edge is twice the number of a node, plus one if it is
 * negated. EX and E U are about plain steps and finite paths here, whose end satisfies EG true
 * where tau is; EG is about infinite fair paths. So every state that satisfies a temporal node is
 * valid. Nodes that say the same, for the same reason, are one: the same operator over the same
 * edges; predicates that are equivalent.
 *
 * For every node two predicates are known: R and `lower` imply the node, R and the node imply
 * `upper`, where R contains all valid states that can be reached. */
typedef unsigned Edge;
typedef enum { NODE_PREDICATE, NODE_AND, NODE_EX, NODE_EU, NODE_EG } NodeKind;

typedef struct {
  NodeKind kind;
  Lit predicate;
  Edge left, right; /* older nodes; of EX and EG the left one alone */
  Edge same;        /* what it is written as where others speak of it: itself, or a simpler one */
  bool live[2];     /* whether the node, or its negation, implies EG true: the graph shows it */
  uint64_t sample;  /* of a predicate: its values in some states, positive in the first */
  Lit gained, lost; /* what updates added to lower, and took from upper */
  Lit lower, upper;
} Node;

enum { LIVING = 2 }; /* the edge to EG true */

typedef struct {
  Structure *structure;
  LIST(Node) nodes; /* the first one is the constant false: edge 1 is true; the second is EG true */
  Lit dead;         /* states that are known to fail EG true */
  Moment *any;      /* to compare predicates */
} Graph;

Graph graph_new(Structure *structure);
Edge add_predicate(Graph *graph, Lit predicate);
Edge add_node(Graph *graph, NodeKind kind, Edge left, Edge right);
Edge plain(const Graph *graph, Edge edge); /* see Node.same */
Edge add_formula(Graph *graph, const Parts *formula);
bool is_live(const Graph *graph, Edge edge); /* see Node.live */
Lit edge_lower(const Graph *graph, Edge edge);
Lit edge_upper(const Graph *graph, Edge edge);

/* What was gained and lost changes the bounds of this node and of those above it. */
void propagate_from(Graph *graph, size_t node);

/* ---- a proof ---- */

typedef LIST(int) Ints;

typedef enum { REACHABLE, OUT, IN, CYCLE, RANK, EQUAL, UPDATE_KINDS } UpdateKind;
extern const char *const update_words[UPDATE_KINDS];

typedef struct {
  UpdateKind kind;
  size_t node, number;
  Ints states, inputs, functions;
} Update;

enum { NO_GATE = 0xffffffffu };

/* A proof brings the nodes that its updates are about. They are definitions, and need no belief:
 * the formula is put into the same graph, and what was shown of its nodes counts. */
typedef struct {
  Structure *structure;
  Graph *graph;
  bool holds;        /* the verdict that is claimed */
  Lits latches;      /* by number from 0 ... */
  Ints conjunctions; /* ... and behind them gates: pairs of literals of latches and older gates */
  Lits inputs;       /* by number from 0 */
  Lits gates;        /* by number of a gate in equalities; NO_GATE where nothing is said */
  Ints nodes;        /* by number: the edge that it is */
  LIST(Update) updates;
  size_t new_latches, new_inputs; /* how many of those that are new were named */
  bool *taken;                    /* by variable: those that were named */
} CtlClaim;

/* The next latch or input (as the kind says) of the proof, by where it comes from: latch or input
 * `place` of the model, or the next one that is new. Refuses what the structure has not. */
typedef enum { FROM_LATCH, FROM_INPUT, FROM_NEW } Origin;
Lit claim_variable(CtlClaim *claim, VariableKind kind, Origin origin, size_t place);
void claim_gate(CtlClaim *claim, size_t number, Lit lit); /* what it means in equalities */

/* The next node of the proof: of a predicate its literal, else edges between the proof's nodes. */
void claim_predicate(CtlClaim *claim, Lit predicate);
void claim_node(CtlClaim *claim, NodeKind kind, size_t left, size_t right);

/* Refuses unless the proof shows its verdict about the formula. */
void check_ctl(CtlClaim *claim, const Parts *formula);

#endif
