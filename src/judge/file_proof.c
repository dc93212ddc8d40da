/* CTL proofs in files.
 *
 *   rondo ctl proof 2               (1: the same without gates)
 *   holds                           the verdict: holds or violated
 *   gate 1 -2                       a conjunction; gates have the numbers behind the latches
 *   out 4 0 : -1 0 2 0 :            updates, in order: word, node, number, states, inputs, and,
 *   in 4 0 : 3 0 : 1 0 : 2 -3 0     if need be, inputs that depend on the state, by pairs
 *   end
 *   about                           what the numbers stand for
 *   latch 3 l0                      by number, from 1: a latch of the model, an input of it that is
 *   latch 5 i1                      state (i), or (new) the next latch made for fairness;
 *   input 1 i0                      an input of the model, or (new) the next one for an input that
 *   input 4 new                     is state; both with their gates in equalities and predicates
 *   gate 7 2 5                      such a gate: the literals that it is the conjunction of
 *   node 0 predicate 14 0           by number, from 0: a node of the proof; the literal of a
 *   node 1 eu 0 3                   predicate, the edges of others
 *   end */
#include <stdio.h>
#include <string.h>

#include "judge/ctl.h"
#include "judge/file.h"

static const char heading[] = "rondo ctl proof";

typedef struct {
  Scanner scan;
  CtlClaim *claim;
} Reader;

static bool has_word(Reader *r, const char *word) { return take_word(&r->scan.at, word); }

static size_t one_word(Reader *r, const char *const *words, size_t count, const char *what) {
  size_t found = take_one(&r->scan.at, words, count);
  if (found == count) expected(&r->scan, what);
  return found;
}

static size_t take_size(Reader *r) {
  size_t number;
  if (!take_number(&r->scan.at, &number) || number > 2000000000) expected(&r->scan, "a number");
  return number;
}

static void end_line(Reader *r) {
  skip_blanks(&r->scan.at);
  scan_line_end(&r->scan);
}

/* ---- updates ---- */

static void take_ints(Reader *r, Ints *ints) {
  for (skip_blanks(&r->scan.at);; skip_blanks(&r->scan.at)) {
    bool negative = *r->scan.at == '-';
    if (!strspn(r->scan.at + negative, "0123456789")) return;
    r->scan.at += negative;
    int number = (int)take_size(r);
    list_add(r->scan.judge, ints, negative ? -number : number);
  }
}

static void read_conjunction(Reader *r) {
  Ints *pairs = &r->claim->conjunctions;
  size_t before = pairs->size;
  take_ints(r, pairs);
  if (pairs->size != before + 2) expected(&r->scan, "two literals");
}

static void read_update(Reader *r) {
  Update update = {0};
  update.kind = (UpdateKind)one_word(r, update_words, UPDATE_KINDS, "a gate, an update or 'end'");
  update.node = take_size(r);
  update.number = take_size(r);
  if (!has_word(r, ":")) expected(&r->scan, "':'");
  take_ints(r, &update.states);
  if (!has_word(r, ":")) expected(&r->scan, "':'");
  take_ints(r, &update.inputs);
  if (has_word(r, ":")) take_ints(r, &update.functions);
  list_add(r->scan.judge, &r->claim->updates, update);
}

/* ---- what it is about ---- */

static size_t gate_number(Reader *r) {
  size_t number = take_size(r);
  if (number > 100000000) expected(&r->scan, "the number of a gate");
  return number;
}

static Lit take_gate(Reader *r) {
  size_t number = take_size(r);
  const Lits *gates = &r->claim->gates;
  if (number / 2 >= gates->size || gates->data[number / 2] == NO_GATE)
    expected(&r->scan, "a literal that is known");
  return gates->data[number / 2] ^ (Lit)(number & 1);
}

static Origin take_origin(Reader *r, size_t *place) {
  if (has_word(r, "new")) return FROM_NEW;
  if (*r->scan.at != 'l' && *r->scan.at != 'i') expected(&r->scan, "where it comes from");
  Origin origin = *r->scan.at++ == 'l' ? FROM_LATCH : FROM_INPUT;
  *place = take_size(r);
  return origin;
}

static void read_variable(Reader *r, VariableKind kind) {
  size_t number = gate_number(r), place = 0;
  Origin origin = take_origin(r, &place);
  claim_gate(r->claim, number, claim_variable(r->claim, kind, origin, place));
}

static void read_gate(Reader *r) {
  size_t number = gate_number(r);
  Lit left = take_gate(r), right = take_gate(r);
  claim_gate(r->claim, number, add_gate(r->claim->structure->circuit, left, right));
}

static void read_node(Reader *r) {
  static const char *const kinds[] = {"predicate", "and", "ex", "eu", "eg"}; /* by NodeKind */
  if (take_size(r) != r->claim->nodes.size) expected(&r->scan, "the next node");
  NodeKind kind = (NodeKind)one_word(r, kinds, 5, "what the node is");
  Lit predicate = kind == NODE_PREDICATE ? take_gate(r) : 0;
  size_t left = kind == NODE_PREDICATE ? 0 : take_size(r), right = take_size(r);
  if (kind == NODE_PREDICATE) claim_predicate(r->claim, predicate);
  else claim_node(r->claim, kind, left, right);
}

static void read_about(Reader *r) {
  enum { LATCH, INPUT, NODE, GATE, WORDS };
  static const char *const words[] = {"latch", "input", "node", "gate"};
  if (!has_word(r, "about"))
    unreadable(r->scan.judge, "%s: the proof does not say what its numbers stand for",
               r->scan.name);
  end_line(r);
  claim_gate(r->claim, 0, 0);
  while (!has_word(r, "end")) {
    size_t word = one_word(r, words, WORDS, "latch, input, node, gate or end");
    if (word == NODE) read_node(r);
    else if (word == GATE) read_gate(r);
    else read_variable(r, word == LATCH ? IS_LATCH : IS_INPUT);
    end_line(r);
  }
}

bool proof_begins(const Bytes *bytes) { return !strncmp(bytes->data, heading, strlen(heading)); }

void check_proof_file(const AigerFile *model, const char *text, const Bytes *evidence) {
  static const char *const verdicts[] = {"violated", "holds"};
  Parts formula = read_formula(model, NULL, text);
  Structure structure = structure_new(model->circuit, &formula);
  Graph graph = graph_new(&structure);
  CtlClaim claim = {.structure = &structure, .graph = &graph};
  Reader reader = {scanner_new(model->circuit->judge, evidence), &claim};
  Reader *r = &reader;
  size_t form = 0;
  if (!has_word(r, heading) || !take_number(&r->scan.at, &form) || form < 1 || form > 2)
    expected(&r->scan, "'rondo ctl proof 2'");
  end_line(r);
  claim.holds = one_word(r, verdicts, 2, "holds or violated");
  end_line(r);
  while (!has_word(r, "end")) {
    if (has_word(r, "gate")) read_conjunction(r);
    else read_update(r);
    end_line(r);
  }
  end_line(r);
  read_about(r);
  check_ctl(&claim, &formula);
  printf("accepted: a proof of %zu updates shows that the formula %s\n", claim.updates.size,
         claim.holds ? "holds" : "is violated");
}
