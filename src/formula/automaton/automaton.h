/* Generalized Büchi automata with acceptance on transitions (TGBA): a run is accepting if it takes
 * an edge of every acceptance set infinitely often. States are 0 .. states-1, with one initial
 * state. An edge carries a Boolean label over the atoms, and the acceptance sets it belongs to.
 *
 * A state-based automaton is a TGBA in which all edges that leave a state carry the same sets. */
#ifndef RONDO_FORMULA_AUTOMATON_H
#define RONDO_FORMULA_AUTOMATON_H

#include "formula/automaton/label_bdd.h"
#include "formula/formula.h"

enum { AUTOMATON_SETS = 64 }; /* at most so many acceptance sets */

typedef uint64_t Marks; /* a set of acceptance sets */

typedef struct {
  uint32_t source, target;
  Label label; /* never false */
  Marks marks;
} LabelledEdge;

typedef VEC(LabelledEdge) LabelledEdgeVec;

typedef struct Automaton {
  Labels *labels;  /* shared; not owned */
  U32Vec atoms;    /* what label variable v is: an index into the atoms of a Formulas store */
  uint32_t states; /* at least one */
  uint32_t initial;
  unsigned sets;         /* how many acceptance sets; 0: every infinite run is accepting */
  LabelledEdgeVec edges; /* sorted by source */
  size_t *first;         /* edges of s: first[s] .. first[s+1]-1; made by automaton_finish */
  bool state_based;
} Automaton;

Automaton *automaton_new(Labels *labels, const U32Vec *atoms);
Automaton *automaton_copy(const Automaton *automaton);
void automaton_free(Automaton *automaton);

static inline Marks automaton_all(const Automaton *automaton) {
  return automaton->sets >= 64 ? ~(Marks)0 : ((Marks)1 << automaton->sets) - 1;
}

/* Building: states are counted by hand, edges added in any order; then finish. */
void automaton_edge(Automaton *automaton, uint32_t source, uint32_t target, Label label,
                    Marks marks);

/* Sorts the edges, unites those that differ only in the label, drops what a parallel edge with more
 * marks does as well, and makes the index. To be called after every change of edges. */
void automaton_finish(Automaton *automaton);

/* Gives states new numbers: state s becomes to[s], or is dropped with its edges where that is
 * UINT32_MAX. Several states may become one. Then only what the initial state reaches is kept. */
void automaton_renumber(Automaton *automaton, const uint32_t *to, uint32_t count);

/* `edge` becomes the name of a variable. NOLINTBEGIN(bugprone-macro-parentheses) */
#define EACH_EDGE(automaton, state, edge)                                                          \
  const LabelledEdge *edge = (automaton)->edges.data + (automaton)->first[state],                  \
                     *edge##_end = (automaton)->edges.data + (automaton)->first[(state) + 1];      \
  edge < edge##_end;                                                                               \
  edge++
/* NOLINTEND(bugprone-macro-parentheses) */

/* Strongly connected components, numbered so that edges go to equal or smaller numbers. */
typedef struct {
  uint32_t count;
  uint32_t *of;    /* by state */
  bool *accepting; /* by component: it has a cycle that meets all acceptance sets */
  bool *trivial;   /* it has no cycle: one state without a loop */
  Marks *marks;    /* all marks on edges inside */
  Marks *common;   /* the marks that every edge inside has; all for a trivial one */
} Components;

Components components_new(const Automaton *automaton);
void components_free(Components *components);

/* Whether the automaton accepts nothing. */
bool automaton_is_empty(const Automaton *automaton);
bool automaton_is_deterministic(const Automaton *automaton);

/* Of an automaton with one acceptance set: one that also accepts all words which differ from an
 * accepted one in how often letters are repeated (stutter_close.c). A state of it that reads
 * whatever comes and stays is still one. NULL if it would be large. */
Automaton *automaton_stutter_closure(const Automaton *automaton);

/* Intersection, over one label manager and the same atoms. NULL if it would have more than `limit`
 * states or too many acceptance sets. */
Automaton *automaton_product(const Automaton *a, const Automaton *b, uint32_t limit);

/* Whether L(a) and L(b) are known to share no word: false where the product is too large. */
bool automaton_disjoint(const Automaton *a, const Automaton *b);

#endif
