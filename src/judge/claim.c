/* See ctl.h: what the numbers of a CTL proof stand for. Whatever is said here decides which
 * latches, inputs and nodes an update is checked for, and no more: if it is wrong, the checks are
 * about other sets of states than the writer meant, and no less strict. */
#include "judge/ctl.h"

const char *const update_words[UPDATE_KINDS] = {"reachable", "out", "in", "cycle", "rank", "equal"};

Lit claim_variable(CtlClaim *claim, VariableKind kind, Origin origin, size_t place) {
  const Structure *s = claim->structure;
  const Circuit *c = s->circuit;
  bool latch = kind == IS_LATCH;
  const Lits *from = origin == FROM_INPUT   ? &s->old_inputs
                     : origin == FROM_LATCH ? &s->old_latches
                     : latch                ? &s->delayed
                                            : &s->fresh;
  if (origin == FROM_NEW) place = latch ? claim->new_latches++ : claim->new_inputs++;
  if (place >= from->size)
    refuse(c->judge, "the proof names %s %zu that is not there", latch ? "a latch" : "an input",
           place);
  Lit lit = from->data[place];
  if (c->variables[variable_of(lit)].kind != kind)
    refuse(c->judge, "the proof takes %zu of the model for %s, which it is not", place,
           latch ? "state" : "an input");
  /* An input with two numbers could be given two values: no step has them. */
  if (!claim->taken) claim->taken = zeroed(&c->judge->pool, c->count, sizeof *claim->taken);
  if (claim->taken[variable_of(lit)])
    refuse(c->judge, "the proof names %s %zu twice", latch ? "latch" : "input", place);
  claim->taken[variable_of(lit)] = true;
  list_add(c->judge, latch ? &claim->latches : &claim->inputs, lit);
  return lit;
}

void claim_gate(CtlClaim *claim, size_t number, Lit lit) {
  Judge *judge = claim->structure->circuit->judge;
  while (claim->gates.size <= number) list_add(judge, &claim->gates, NO_GATE);
  claim->gates.data[number] = lit;
}

void claim_predicate(CtlClaim *claim, Lit predicate) {
  Circuit *c = claim->structure->circuit;
  if (reads_inputs(c, predicate))
    refuse(c->judge, "node %zu of the proof reads an input", claim->nodes.size);
  list_add(c->judge, &claim->nodes, (int)add_predicate(claim->graph, predicate));
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
  list_add(claim->structure->circuit->judge, &claim->nodes,
           (int)add_node(claim->graph, kind, first, second));
}
