/* See circuit.h. The reader of AIGER 1.9 files, ASCII (`aag`) and binary (`aig`), after Biere,
 * Heljanko, Wieringa, "AIGER 1.9 and beyond", 2011. A binary file has the same sections, but the
 * variables of inputs and latches are implied by their order, and gates are pairs of differences.
 */
#include <stdio.h>
#include <string.h>

#include "judge/circuit.h"

typedef struct {
  Scanner scan;
  bool binary, any_reset;
  Circuit *circuit;
} Reader;

enum { MOST_VARIABLES = 1 << 30 };

void lits_add(Lits *lits, Lit lit) {
  lits->data = longer(lits->data, &lits->room, lits->size + 1, sizeof *lits->data);
  lits->data[lits->size++] = lit;
}

static Lit take_literal(Reader *r) {
  size_t lit = scan_number(&r->scan, "a literal");
  if (lit / 2 >= r->circuit->count)
    expected(&r->scan, "a literal of the variables that the header announces");
  return (Lit)lit;
}

/* ---- sections ---- */

static void define(Reader *r, Lit lit, Kind kind, size_t place) {
  Variable *variable = r->circuit->variables + variable_of(lit);
  if (is_negated(lit) || variable->kind != UNDEFINED) expected(&r->scan, "a variable that is new");
  variable->kind = kind;
  variable->place = place;
}

static void read_inputs(Reader *r, size_t count) {
  for (size_t i = 0; i < count; i++) {
    Lit lit = (Lit)(2 * (i + 1));
    if (!r->binary) {
      lit = take_literal(r);
      scan_line_end(&r->scan);
    }
    define(r, lit, INPUT, i);
    lits_add(&r->circuit->inputs, lit);
  }
}

static void read_latches(Reader *r, size_t count) {
  size_t room = 0;
  for (size_t i = 0; i < count; i++) {
    Latch latch = {.lit = (Lit)(2 * (r->circuit->inputs.size + i + 1))};
    if (!r->binary) {
      latch.lit = take_literal(r);
      scan_blank(&r->scan);
    }
    define(r, latch.lit, LATCH, i);
    latch.next = take_literal(r);
    if (scan_peek(&r->scan) == ' ') {
      scan_blank(&r->scan);
      latch.reset = take_literal(r);
      if (!r->any_reset && latch.reset > 1 && latch.reset != latch.lit)
        expected(&r->scan, "a reset of 0, 1 or the latch itself");
    }
    scan_line_end(&r->scan);
    r->circuit->latches = longer(r->circuit->latches, &room, i + 1, sizeof *r->circuit->latches);
    r->circuit->latches[r->circuit->latch_count++] = latch;
  }
}

static void read_list(Reader *r, Lits *lits, size_t count) {
  for (size_t i = 0; i < count; i++) {
    lits_add(lits, take_literal(r));
    scan_line_end(&r->scan);
  }
}

static void read_justice(Reader *r, size_t count) {
  size_t room = 0, room_sizes = 0;
  size_t *sizes = NULL;
  for (size_t i = 0; i < count; i++) {
    sizes = longer(sizes, &room_sizes, i + 1, sizeof *sizes);
    sizes[i] = scan_number(&r->scan, "the size of a justice property");
    scan_line_end(&r->scan);
  }
  for (size_t i = 0; i < count; i++) {
    r->circuit->justice = longer(r->circuit->justice, &room, i + 1, sizeof(Lits));
    read_list(r, r->circuit->justice + i, sizes[i]);
  }
  r->circuit->justice_count = count;
}

/* ---- gates ---- */

static void read_gates_ascii(Reader *r, size_t count) {
  for (size_t i = 0; i < count; i++) {
    Lit lit = take_literal(r);
    define(r, lit, GATE, i);
    scan_blank(&r->scan);
    r->circuit->variables[variable_of(lit)].left = take_literal(r);
    scan_blank(&r->scan);
    r->circuit->variables[variable_of(lit)].right = take_literal(r);
    scan_line_end(&r->scan);
  }
}

/* Seven bits a byte, the lowest first; the highest bit says that more follow. */
static Lit take_difference(Reader *r, Lit most) {
  size_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (r->scan.at == r->scan.end || shift > 28) expected(&r->scan, "a gate");
    unsigned char byte = (unsigned char)*r->scan.at++;
    value |= (size_t)(byte & 127) << shift;
    if (!(byte & 128)) break;
  }
  if (value > most) expected(&r->scan, "a gate that reads older variables");
  return (Lit)value;
}

static void read_gates_binary(Reader *r, size_t count) {
  Circuit *c = r->circuit;
  for (size_t i = 0; i < count; i++) {
    Lit lit = (Lit)(2 * (c->inputs.size + c->latch_count + i + 1));
    define(r, lit, GATE, i);
    Lit first = take_difference(r, lit);
    if (!first) expected(&r->scan, "a gate that reads older variables");
    c->variables[variable_of(lit)].left = lit - first;
    c->variables[variable_of(lit)].right = lit - first - take_difference(r, lit - first);
  }
}

/* Each gate behind those that it reads; depth first with a stack of its own. `state` of a variable:
 * 0 not met, 1 on the stack and being left, 2 done. Meeting one that is 1 means that a gate reads
 * itself. */
static void order_gates(Circuit *c) {
  unsigned char *state = zeroed(c->count, 1);
  Lits stack = {0};
  c->gates = longer(NULL, &c->gate_room, c->count, sizeof *c->gates);
  for (size_t v = 0; v < c->count; v++) {
    if (c->variables[v].kind == GATE) lits_add(&stack, (Lit)v);
    while (stack.size) {
      unsigned top = stack.data[stack.size - 1];
      const Variable *gate = c->variables + top;
      if (state[top]) {
        if (state[top] == 1) c->gates[c->gate_count++] = top;
        state[top] = 2;
        stack.size--;
        continue;
      }
      state[top] = 1;
      unsigned reads[] = {variable_of(gate->left), variable_of(gate->right)};
      for (size_t k = 0; k < 2; k++) {
        if (c->variables[reads[k]].kind != GATE) continue;
        if (state[reads[k]] == 1) unreadable("%s: gate %u reads itself", c->file, 2 * reads[k]);
        if (!state[reads[k]]) lits_add(&stack, reads[k]);
      }
    }
  }
}

/* ---- symbols and comments ---- */

static void read_symbols(Reader *r) {
  Circuit *c = r->circuit;
  const size_t sizes[] = {c->inputs.size,      c->latch_count,   c->outputs.size, c->bad.size,
                          c->constraints.size, c->justice_count, c->fairness.size};
  for (size_t k = 0; k < SYMBOL_KINDS; k++)
    c->symbols[k] = zeroed(sizes[k] + 1, sizeof *c->symbols[k]);
  while (r->scan.at < r->scan.end) {
    static const char letters[] = "ilobcjf";
    const char *letter = strchr(letters, *r->scan.at);
    bool comments = r->scan.end - r->scan.at == 1 || r->scan.at[1] == '\n' || r->scan.at[1] == '\r';
    if (*r->scan.at == 'c' && comments) break;
    if (!letter || !*letter) expected(&r->scan, "a symbol, or the comments");
    r->scan.at++;
    size_t place = scan_number(&r->scan, "the place of a symbol");
    if (place >= sizes[letter - letters]) expected(&r->scan, "the place of a symbol");
    scan_blank(&r->scan);
    c->symbols[letter - letters][place] = scan_rest(&r->scan);
  }
  if (r->scan.at < r->scan.end) scan_rest(&r->scan);
  for (size_t room = 0; r->scan.at < r->scan.end; c->comment_count++) {
    c->comments = longer(c->comments, &room, c->comment_count + 1, sizeof *c->comments);
    c->comments[c->comment_count] = scan_rest(&r->scan);
  }
}

/* ---- the whole ---- */

bool aiger_begins(const Bytes *bytes) {
  return bytes->size > 4 && (!memcmp(bytes->data, "aag ", 4) || !memcmp(bytes->data, "aig ", 4));
}

static void check_defined(const Circuit *c, Lit lit) {
  if (c->variables[variable_of(lit)].kind == UNDEFINED)
    unreadable("%s: literal %u is not defined", c->file, lit);
}

static void check_list(const Circuit *c, const Lits *lits) {
  for (size_t i = 0; i < lits->size; i++) check_defined(c, lits->data[i]);
}

static void check_all_defined(const Circuit *c) {
  for (size_t i = 0; i < c->latch_count; i++) {
    check_defined(c, c->latches[i].next);
    check_defined(c, c->latches[i].reset);
  }
  for (size_t i = 0; i < c->gate_count; i++) {
    check_defined(c, c->variables[c->gates[i]].left);
    check_defined(c, c->variables[c->gates[i]].right);
  }
  check_list(c, &c->outputs);
  check_list(c, &c->bad);
  check_list(c, &c->constraints);
  check_list(c, &c->fairness);
  for (size_t i = 0; i < c->justice_count; i++) check_list(c, c->justice + i);
}

static Circuit *read_circuit(const Bytes *bytes, bool any_reset) {
  Circuit *c = zeroed(1, sizeof *c);
  Reader reader = {.scan = scanner_new(bytes), .any_reset = any_reset, .circuit = c};
  Reader *r = &reader;
  enum { VARIABLES, INPUTS, LATCHES, OUTPUTS, GATES, BAD, CONSTRAINTS, JUSTICE, FAIRNESS, NUMBERS };
  size_t head[NUMBERS] = {0};
  c->file = bytes->name;
  if (!aiger_begins(bytes)) unreadable("%s: not an AIGER file", bytes->name);
  r->binary = bytes->data[1] == 'i';
  r->scan.at += 3;
  for (size_t i = 0; i < NUMBERS && (i <= GATES || scan_peek(&r->scan) == ' '); i++) {
    scan_blank(&r->scan);
    head[i] = scan_number(&r->scan, "a number of the header");
  }
  scan_line_end(&r->scan);
  size_t defined = head[INPUTS] + head[LATCHES] + head[GATES];
  if (head[VARIABLES] > MOST_VARIABLES || defined > head[VARIABLES] ||
      (r->binary && defined != head[VARIABLES]))
    expected(&r->scan, "a header whose numbers agree");
  c->count = head[VARIABLES] + 1;
  c->variables = longer(NULL, &c->room, c->count, sizeof *c->variables);
  c->variables[0].kind = CONSTANT;
  read_inputs(r, head[INPUTS]);
  read_latches(r, head[LATCHES]);
  read_list(r, &c->outputs, head[OUTPUTS]);
  read_list(r, &c->bad, head[BAD]);
  read_list(r, &c->constraints, head[CONSTRAINTS]);
  read_justice(r, head[JUSTICE]);
  read_list(r, &c->fairness, head[FAIRNESS]);
  if (r->binary) read_gates_binary(r, head[GATES]);
  else read_gates_ascii(r, head[GATES]);
  order_gates(c);
  check_all_defined(c);
  read_symbols(r);
  return c;
}

Circuit *read_model(const Bytes *bytes) { return read_circuit(bytes, false); }
Circuit *read_witness_circuit(const Bytes *bytes) { return read_circuit(bytes, true); }

Lit add_gate(Circuit *c, Lit left, Lit right) {
  c->variables = longer(c->variables, &c->room, c->count + 1, sizeof *c->variables);
  c->gates = longer(c->gates, &c->gate_room, c->gate_count + 1, sizeof *c->gates);
  c->variables[c->count] = (Variable){.kind = GATE, .left = left, .right = right};
  c->gates[c->gate_count++] = (unsigned)c->count;
  return (Lit)(2 * c->count++);
}

Lit add_or(Circuit *c, Lit left, Lit right) { return add_gate(c, left ^ 1, right ^ 1) ^ 1; }

void evaluate(const Circuit *c, unsigned char *values) {
  values[0] = 0;
  for (size_t i = 0; i < c->gate_count; i++) {
    const Variable *gate = c->variables + c->gates[i];
    values[c->gates[i]] = value_of(values, gate->left) && value_of(values, gate->right);
  }
}
