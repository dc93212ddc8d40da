/* See ctl.h: what the numbers of a CTL proof stand for. Whatever is said here decides which
 * latches, inputs and nodes an update is checked for, and no more: if it is wrong, the checks are
 * about other sets of states than the writer meant, and no less strict. */
#include "judge/ctl.h"

const char *const update_words[UPDATE_KINDS] = {"reachable", "out", "in", "cycle", "rank", "equal"};

void ints_add(Judge *judge, Ints *ints, int number) {
  ints->data = longer(&judge->pool, ints->data, &ints->room, ints->size + 1, sizeof number);
  ints->data[ints->size++] = number;
}

static Lit known_place(const CtlClaim *claim, const Lits *lits, size_t place, const char *what) {
  if (place >= lits->size)
    refuse(claim->structure->circuit->judge, "the proof names %s %zu, but there are %zu", what,
           place, lits->size);
  return lits->data[place];
}

Lit claim_latch(CtlClaim *claim, Origin origin, size_t place) {
  const Structure *s = claim->structure;
  const Circuit *c = s->circuit;
  Lit lit = 0;
  if (origin == FROM_NEW) {
    lit = known_place(claim, &s->delayed, claim->new_latches++, "new latch");
  } else if (origin == FROM_INPUT) {
    lit = known_place(claim, &s->old_inputs, place, "input");
    if (c->variables[variable_of(lit)].kind != IS_LATCH)
      refuse(c->judge, "the proof takes input %zu for state, but no atom reads it", place);
  } else {
    if (place >= s->latches)
      refuse(c->judge, "the proof names latch %zu, but there are %zu", place, s->latches);
    lit = c->latches[place].lit;
  }
  lits_add(c->judge, &claim->latches, lit);
  return lit;
}

Lit claim_input(CtlClaim *claim, Origin origin, size_t place) {
  const Structure *s = claim->structure;
  const Circuit *c = s->circuit;
  Lit lit = 0;
  if (origin == FROM_INPUT) {
    lit = known_place(claim, &s->old_inputs, place, "input");
    if (c->variables[variable_of(lit)].kind != IS_INPUT)
      refuse(c->judge, "the proof does not take input %zu for state, but an atom reads it", place);
  } else {
    lit = known_place(claim, &s->fresh, claim->new_inputs++, "new input");
  }
  /* An input with two numbers could be given two values: no step has them. */
  if (!claim->taken) claim->taken = zeroed(&c->judge->pool, c->count, sizeof *claim->taken);
  if (claim->taken[variable_of(lit)]) refuse(c->judge, "the proof names input %zu twice", place);
  claim->taken[variable_of(lit)] = true;
  lits_add(c->judge, &claim->inputs, lit);
  return lit;
}

void claim_gate(CtlClaim *claim, size_t number, Lit lit) {
  Judge *judge = claim->structure->circuit->judge;
  while (claim->gates.size <= number) lits_add(judge, &claim->gates, NO_GATE);
  claim->gates.data[number] = lit;
}

void claim_predicate(CtlClaim *claim, Lit predicate) {
  Circuit *c = claim->structure->circuit;
  if (reads_inputs(c, predicate))
    refuse(c->judge, "node %zu of the proof reads an input", claim->nodes.size);
  ints_add(c->judge, &claim->nodes, (int)add_predicate(claim->graph, predicate));
}

static Edge claimed_edge(const CtlClaim *claim, size_t edge) {
  if (edge / 2 >= claim->nodes.size)
    refuse(claim->structure->circuit->judge, "node %zu of the proof names one that is not older",
           claim->nodes.size);
  return plain(claim->graph, (Edge)claim->nodes.data[edge / 2]) ^ (Edge)(edge & 1);
}

void claim_node(CtlClaim *claim, NodeKind kind, size_t left, size_t right) {
  bool two = kind == NODE_AND || kind == NODE_EU;
  Edge first = claimed_edge(claim, left), second = two ? claimed_edge(claim, right) : 0;
  ints_add(claim->structure->circuit->judge, &claim->nodes,
           (int)add_node(claim->graph, kind, first, second));
}

Update *claim_update(CtlClaim *claim) {
  claim->updates = longer(&claim->structure->circuit->judge->pool, claim->updates, &claim->room,
                          claim->size + 1, sizeof *claim->updates);
  return claim->updates + claim->size++;
}
