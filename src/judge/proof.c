/* See ctl.h: the file of a CTL proof.
 *
 *   rondo ctl proof 1
 *   holds                           the verdict: holds or violated
 *   out 4 0 : -1 0 2 0 :            updates, in order: word, node, number, states, inputs
 *   end
 *   about                           what the numbers stand for
 *   latch 3 l0                      by number, from 1: a latch of the model, an input of it that is
 *   latch 5 i1                      state (i), or (new) the next latch made for fairness;
 *   input 1 i0                      an input of the model, or (new) the value after the step of the
 *   input 4 new                     next input that is state; both with their gates in equalities
 *   node 0 and 4 6                  by number, from 0: the node of the proof, and its edges
 *   part EF 8                       temporal parts of the formula, children first: the edge
 *   gate 7 2 5                      gates in equalities: the literals that it is the conjunction of
 *   end
 *
 * What is said here decides which of our nodes, latches and inputs an update is checked for, and no
 * more: if it is wrong, the checks are about other sets of states than the writer meant, and no
 * less strict. */
#include <stdlib.h>
#include <string.h>

#include "judge/ctl.h"

static const char heading[] = "rondo ctl proof 1";
static const char *const words[UPDATE_KINDS] = {"reachable", "out", "in", "cycle", "rank", "equal"};

typedef struct {
  Scanner scan;
  Structure *structure;
  const Formula *formula;
  const Graph *graph;
  Proof *proof;
  size_t delayed, refreshed, parts; /* how many have come */
  struct ProofNode {
    int kind; /* a NodeKind, or -1 for the constant */
    size_t left, right;
  } * nodes;
  size_t node_count, node_room;
} Reader;

static void skip_blanks(Reader *r) {
  while (*r->scan.at == ' ') r->scan.at++;
}

static bool take_word(Reader *r, const char *word) {
  size_t length = strlen(word);
  skip_blanks(r);
  if (strncmp(r->scan.at, word, length) || !strchr(" \n", r->scan.at[length])) return false;
  r->scan.at += length;
  return true;
}

static bool take_number(Reader *r, long *number) {
  skip_blanks(r);
  char *end;
  if (*r->scan.at != '-' && (*r->scan.at < '0' || *r->scan.at > '9')) return false;
  *number = strtol(r->scan.at, &end, 10);
  if (end == r->scan.at || *number > 2000000000 || *number < -2000000000)
    expected(&r->scan, "a smaller number");
  r->scan.at = end;
  return true;
}

static size_t take_size(Reader *r) {
  long number;
  if (!take_number(r, &number) || number < 0) expected(&r->scan, "a number");
  return (size_t)number;
}

static void end_line(Reader *r) {
  skip_blanks(r);
  scan_line_end(&r->scan);
}

/* ---- updates ---- */

static void take_ints(Reader *r, Ints *ints) {
  long number;
  if (!take_word(r, ":")) expected(&r->scan, "':'");
  while (take_number(r, &number)) {
    ints->data = longer(ints->data, &ints->room, ints->size + 1, sizeof *ints->data);
    ints->data[ints->size++] = (int)number;
  }
}

static void read_updates(Reader *r) {
  Proof *p = r->proof;
  while (!take_word(r, "end")) {
    Update update = {.line = r->scan.line};
    size_t kind = 0;
    while (kind < UPDATE_KINDS && !take_word(r, words[kind])) kind++;
    if (kind == UPDATE_KINDS) expected(&r->scan, "an update or 'end'");
    update.kind = (UpdateKind)kind;
    update.node = take_size(r);
    update.number = take_size(r);
    take_ints(r, &update.states);
    take_ints(r, &update.inputs);
    end_line(r);
    p->updates = longer(p->updates, &p->room, p->size + 1, sizeof update);
    p->updates[p->size++] = update;
  }
  end_line(r);
}

/* ---- what it is about ---- */

static void set_gate(Reader *r, size_t number, Lit lit) {
  Proof *p = r->proof;
  if (number > 100000000) expected(&r->scan, "the number of a gate");
  p->gates = longer(p->gates, &p->gate_room, number + 1, sizeof *p->gates);
  for (; p->gate_count <= number; p->gate_count++) p->gates[p->gate_count] = UNKNOWN_GATE;
  p->gates[number] = lit;
}

/* Behind a letter: the place in a list of so many. */
static size_t take_place(Reader *r, size_t count) {
  r->scan.at++;
  size_t place = take_size(r);
  if (place >= count) expected(&r->scan, "a latch or input of the model");
  return place;
}

static void read_latch(Reader *r) {
  const Structure *s = r->structure;
  const Circuit *c = s->circuit;
  size_t number = take_size(r);
  Lit lit;
  skip_blanks(r);
  if (take_word(r, "new")) {
    if (r->delayed == s->delayed.size) refuse("the proof has a latch that the model does not need");
    lit = s->delayed.data[r->delayed++];
  } else if (*r->scan.at == 'l') {
    lit = c->latches[take_place(r, c->latch_count - s->delayed.size)].lit;
  } else if (*r->scan.at == 'i') {
    size_t place = take_place(r, c->inputs.size);
    if (!s->state_input[place])
      refuse("the proof takes input %zu for state, but no atom reads it", place);
    lit = c->inputs.data[place];
  } else {
    expected(&r->scan, "where the latch comes from");
  }
  lits_add(&r->proof->latches, lit);
  set_gate(r, number, lit);
}

static void read_input(Reader *r) {
  const Structure *s = r->structure;
  const Circuit *c = s->circuit;
  Proof *p = r->proof;
  size_t number = take_size(r);
  Choice choice = {0};
  skip_blanks(r);
  if (take_word(r, "new")) {
    while (r->refreshed < c->inputs.size && !s->state_input[r->refreshed]) r->refreshed++;
    if (r->refreshed == c->inputs.size)
      refuse("the proof has an input that the model does not have");
    choice = (Choice){c->inputs.data[r->refreshed++], true};
  } else if (*r->scan.at == 'i') {
    size_t place = take_place(r, c->inputs.size);
    if (s->state_input[place])
      refuse("the proof does not take input %zu for state, but an atom reads it", place);
    choice.lit = c->inputs.data[place];
    set_gate(r, number, choice.lit);
  } else {
    expected(&r->scan, "where the input comes from");
  }
  p->choices = longer(p->choices, &p->choice_room, p->choice_count + 1, sizeof choice);
  p->choices[p->choice_count++] = choice;
}

static void read_node(Reader *r) {
  static const char *const kinds[] = {"predicate", "and", "ex", "eu", "eg", "constant"};
  size_t number = take_size(r), kind = 0;
  while (kind < 6 && !take_word(r, kinds[kind])) kind++;
  if (number != r->node_count || kind == 6) expected(&r->scan, "the next node");
  struct ProofNode node = {.kind = kind == 5 ? -1 : (int)kind};
  node.left = take_size(r);
  node.right = take_size(r);
  if (number && (node.left / 2 >= number || node.right / 2 >= number))
    expected(&r->scan, "older nodes");
  r->nodes = longer(r->nodes, &r->node_room, number + 1, sizeof node);
  r->nodes[r->node_count++] = node;
  Proof *p = r->proof;
  p->targets = longer(p->targets, &p->target_room, number + 1, sizeof *p->targets);
  p->target_count = number + 1;
}

/* A node of the proof stands for one of ours, if there is one and both are of the same kind. */
static void add_target(Reader *r, size_t node, size_t ours) {
  if (!ours || node >= r->node_count) return;
  if (r->nodes[node].kind != (int)r->graph->nodes[ours].kind) return;
  Targets *targets = r->proof->targets + node;
  for (size_t i = 0; i < targets->size; i++)
    if (targets->data[i] == ours) return;
  targets->data = longer(targets->data, &targets->room, targets->size + 1, sizeof ours);
  targets->data[targets->size++] = ours;
}

/* Our node of a part is the edge's, or, where a part has two nodes, below its conjunction. */
static void read_part(Reader *r) {
  const Formula *f = r->formula;
  while (r->parts < f->size && !is_temporal(f->parts[r->parts].op)) r->parts++;
  if (r->parts == f->size || !take_word(r, operator_names[f->parts[r->parts].op]))
    refuse("the proof is about a formula with other operators: line %zu", r->scan.line);
  PartNodes ours = r->graph->parts[r->parts++];
  size_t node = take_size(r) / 2;
  if (node >= r->node_count) expected(&r->scan, "a node");
  add_target(r, node, ours.next_or_until);
  add_target(r, node, ours.always);
  if (!ours.next_or_until || !ours.always || r->nodes[node].kind != NODE_AND) return;
  for (size_t k = 0; k < 2; k++) {
    size_t child = (k ? r->nodes[node].right : r->nodes[node].left) / 2;
    add_target(r, child, ours.next_or_until);
    add_target(r, child, ours.always);
  }
}

static void read_gate(Reader *r) {
  Proof *p = r->proof;
  size_t number = take_size(r), reads[2];
  Lit lits[2];
  for (size_t k = 0; k < 2; k++) {
    reads[k] = take_size(r);
    if (reads[k] / 2 >= p->gate_count || p->gates[reads[k] / 2] == UNKNOWN_GATE)
      expected(&r->scan, "literals that are known");
    lits[k] = p->gates[reads[k] / 2] ^ (Lit)(reads[k] & 1);
  }
  set_gate(r, number, add_gate(r->structure->circuit, lits[0], lits[1]));
}

static void read_about(Reader *r) {
  static const struct {
    const char *word;
    void (*read)(Reader *);
  } rows[] = {{"latch", read_latch},
              {"input", read_input},
              {"node", read_node},
              {"part", read_part},
              {"gate", read_gate}};
  enum { ROWS = sizeof rows / sizeof *rows };
  if (!take_word(r, "about"))
    unreadable("%s: the proof does not say what its numbers stand for", r->scan.name);
  end_line(r);
  set_gate(r, 0, 0);
  while (!take_word(r, "end")) {
    size_t row = 0;
    while (row < ROWS && !take_word(r, rows[row].word)) row++;
    if (row < ROWS) rows[row].read(r);
    else expected(&r->scan, "latch, input, node, part, gate or end");
    end_line(r);
  }
  /* EG true, which no part of the formula says: its child is the negated constant. */
  for (size_t i = 0; i < r->node_count; i++)
    if (r->nodes[i].kind == NODE_EG && r->nodes[i].left % 2 &&
        r->nodes[r->nodes[i].left / 2].kind == -1)
      add_target(r, i, r->graph->live);
}

bool proof_begins(const Bytes *bytes) {
  return bytes->size > strlen(heading) && !memcmp(bytes->data, heading, strlen(heading));
}

Proof read_proof(const Bytes *bytes, Structure *structure, const Formula *formula,
                 const Graph *graph) {
  Proof proof = {0};
  Reader reader = {.scan = scanner_new(bytes),
                   .structure = structure,
                   .formula = formula,
                   .graph = graph,
                   .proof = &proof};
  Reader *r = &reader;
  if (!take_word(r, heading)) expected(&r->scan, "'rondo ctl proof 1'");
  end_line(r);
  proof.holds = take_word(r, "holds");
  if (!proof.holds && !take_word(r, "violated")) expected(&r->scan, "holds or violated");
  end_line(r);
  read_updates(r);
  read_about(r);
  return proof;
}
