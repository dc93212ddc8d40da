/* See file.h. The reader of AIGER 1.9 files, ASCII (`aag`) and binary (`aig`), after Biere,
 * Heljanko, Wieringa, "AIGER 1.9 and beyond", 2011. A binary file has the same sections, but the
 * variables of inputs and latches are implied by their order, and gates are pairs of differences.
 */
#include <stdlib.h>
#include <string.h>

#include "judge/file.h"

typedef struct {
  Scanner scan;
  bool binary, model;
  AigerFile *file;
  Circuit *circuit;
  bool *read; /* by variable: some literal names it */
} Reader;

/* What a header may announce: so many variables whatever the file's size, and so many more for each
 * of its bytes. Memory is not for a few digits to ask for. */
enum { MOST_VARIABLES = 1 << 30, FEW_VARIABLES = 1 << 20, VARIABLES_PER_BYTE = 8 };

static Lit take_literal(Reader *r) {
  size_t lit = scan_number(&r->scan, "a literal");
  if (lit / 2 >= r->circuit->count)
    expected(&r->scan, "a literal of the variables that the header announces");
  r->read[lit / 2] = true;
  return (Lit)lit;
}

/* ---- sections ---- */

static Lit new_variable(const Reader *r, Lit lit) {
  if (is_negated(lit) || r->circuit->variables[variable_of(lit)].kind != IS_UNDEFINED)
    expected(&r->scan, "a variable that is new");
  return lit;
}

static void read_inputs(Reader *r, size_t count) {
  for (size_t i = 0; i < count; i++) {
    Lit lit = (Lit)(2 * (i + 1));
    if (!r->binary) lit = take_literal(r);
    define_input(r->circuit, new_variable(r, lit));
    if (!r->binary) scan_line_end(&r->scan);
  }
}

static void read_latches(Reader *r, size_t count) {
  for (size_t i = 0; i < count; i++) {
    Register latch = {.lit = (Lit)(2 * (r->circuit->inputs.size + i + 1))};
    if (!r->binary) {
      latch.lit = take_literal(r);
      scan_blank(&r->scan);
    }
    latch.next = take_literal(r);
    if (*r->scan.at == ' ') {
      scan_blank(&r->scan);
      latch.reset = take_literal(r);
      if (r->model && latch.reset > 1 && latch.reset != latch.lit)
        expected(&r->scan, "a reset of 0, 1 or the latch itself");
    }
    new_variable(r, latch.lit);
    define_latch(r->circuit, latch);
    scan_line_end(&r->scan);
  }
}

static void read_list(Reader *r, Lits *lits, size_t count) {
  for (size_t i = 0; i < count; i++) {
    list_add(r->scan.judge, lits, take_literal(r));
    scan_line_end(&r->scan);
  }
}

static void read_justice(Reader *r, size_t count) {
  LIST(size_t) sizes = {0};
  for (size_t i = 0; i < count; i++) {
    list_add(r->scan.judge, &sizes, scan_number(&r->scan, "the size of a justice property"));
    scan_line_end(&r->scan);
  }
  for (size_t i = 0; i < count; i++) {
    Lits justice = {0};
    read_list(r, &justice, sizes.data[i]);
    list_add(r->scan.judge, &r->file->justice, justice);
  }
}

/* ---- gates ---- */

/* Gates may come in any order: they are noted here, and defined when the order is known. */
static void note_gate(Reader *r, Lit lit, Lit left, Lit right) {
  r->circuit->variables[variable_of(new_variable(r, lit))] =
      (Variable){.kind = IS_GATE, .left = left, .right = right};
}

static void read_gates_ascii(Reader *r, size_t count) {
  for (size_t i = 0; i < count; i++) {
    Lit lit = take_literal(r);
    scan_blank(&r->scan);
    Lit left = take_literal(r);
    scan_blank(&r->scan);
    note_gate(r, lit, left, take_literal(r));
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
  for (size_t i = 0; i < count; i++) {
    Lit lit = (Lit)(2 * (r->circuit->inputs.size + r->circuit->latches.size + i + 1));
    Lit first = take_difference(r, lit);
    if (!first) expected(&r->scan, "a gate that reads older variables");
    note_gate(r, lit, lit - first, lit - first - take_difference(r, lit - first));
  }
}

/* Each gate behind those that it reads. */
static void define_gates(const Reader *r) {
  Circuit *c = r->circuit;
  Walk walk = walk_new(c, false);
  for (size_t v = 0; v < c->count; v++) {
    if (r->read[v] && c->variables[v].kind == IS_UNDEFINED)
      unreadable(c->judge, "%s: literal %zu is not defined", r->file->name, 2 * v);
    if (!walk_from(&walk, (unsigned)v))
      unreadable(c->judge, "%s: gate %zu reads itself, in the end", r->file->name, 2 * v);
  }
  for (size_t i = 0; i < walk.order.size; i++) {
    const Variable *v = c->variables + walk.order.data[i];
    if (v->kind == IS_GATE) define_gate(c, 2 * walk.order.data[i], v->left, v->right);
  }
}

/* ---- symbols and comments ---- */

static void read_symbols(Reader *r) {
  const Circuit *c = r->circuit;
  AigerFile *f = r->file;
  Pool *pool = &c->judge->pool;
  const size_t sizes[] = {c->inputs.size,  c->latches.size,     f->signals[SYMBOL_OUTPUT].size,
                          f->bad.size,     c->constraints.size, f->justice.size,
                          c->fairness.size};
  for (size_t k = 0; k < SYMBOL_KINDS; k++)
    f->symbols[k] = zeroed(pool, sizes[k], sizeof *f->symbols[k]);
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
    f->symbols[letter - letters][place] = scan_rest(&r->scan);
  }
  if (r->scan.at < r->scan.end) scan_rest(&r->scan);
  while (r->scan.at < r->scan.end) list_add(c->judge, &f->comments, scan_rest(&r->scan));
}

/* The symbol of an input or latch; NULL if it has none. */
static const char *symbol_of_literal(const Circuit *c, Lit lit) {
  const AigerFile *file = c->owner;
  const Variable *v = c->variables + variable_of(lit);
  if (!is_free(c, lit)) return NULL;
  const char *name = file->symbols[v->kind == IS_INPUT ? SYMBOL_INPUT : SYMBOL_LATCH][v->place];
  return name && is_negated(lit) ? worded(c->judge, "!%s", name) : name;
}

/* ---- the whole ---- */

bool aiger_begins(const Bytes *bytes) {
  return bytes->size > 4 && (!memcmp(bytes->data, "aag ", 4) || !memcmp(bytes->data, "aig ", 4));
}

AigerFile *read_aiger(Judge *judge, const Bytes *bytes, bool model) {
  AigerFile *f = zeroed(&judge->pool, 1, sizeof *f);
  Reader reader = {.scan = scanner_new(judge, bytes), .model = model, .file = f};
  Reader *r = &reader;
  enum { VARIABLES, INPUTS, LATCHES, OUTPUTS, GATES, BAD, CONSTRAINTS, JUSTICE, FAIRNESS, NUMBERS };
  size_t head[NUMBERS] = {0};
  f->name = bytes->name;
  if (!aiger_begins(bytes)) unreadable(judge, "%s: not an AIGER file", bytes->name);
  r->binary = bytes->data[1] == 'i';
  r->scan.at += 3;
  for (size_t i = 0; i < NUMBERS && (i <= GATES || *r->scan.at == ' '); i++) {
    scan_blank(&r->scan);
    head[i] = scan_number(&r->scan, "a number of the header");
  }
  size_t defined = head[INPUTS] + head[LATCHES] + head[GATES];
  if (head[VARIABLES] > MOST_VARIABLES ||
      head[VARIABLES] > FEW_VARIABLES + VARIABLES_PER_BYTE * bytes->size)
    expected(&r->scan, "fewer variables, in a file of this size");
  if (defined > head[VARIABLES] || (r->binary && defined != head[VARIABLES]))
    expected(&r->scan, "a header whose numbers agree");
  scan_line_end(&r->scan);
  Circuit *c = r->circuit = f->circuit = circuit_new(judge, head[VARIABLES] + 1);
  r->read = zeroed(&judge->pool, c->count, sizeof *r->read);
  c->owner = f;
  c->name = symbol_of_literal;
  read_inputs(r, head[INPUTS]);
  read_latches(r, head[LATCHES]);
  f->signals[SYMBOL_INPUT] = c->inputs;
  for (size_t i = 0; i < c->latches.size; i++)
    list_add(judge, f->signals + SYMBOL_LATCH, c->latches.data[i].lit);
  read_list(r, f->signals + SYMBOL_OUTPUT, head[OUTPUTS]);
  read_list(r, &f->bad, head[BAD]);
  read_list(r, &c->constraints, head[CONSTRAINTS]);
  read_justice(r, head[JUSTICE]);
  read_list(r, &c->fairness, head[FAIRNESS]);
  if (r->binary) read_gates_binary(r, head[GATES]);
  else read_gates_ascii(r, head[GATES]);
  define_gates(r);
  read_symbols(r);
  if (!f->bad.size && !f->justice.size) {
    f->bad = f->signals[SYMBOL_OUTPUT];
    f->symbols[SYMBOL_BAD] = f->symbols[SYMBOL_OUTPUT];
  }
  return f;
}

/* ---- properties ---- */

long find_property(const AigerFile *f, const char *asked) {
  size_t count = f->bad.size + f->justice.size;
  if (!asked) return count == 1 ? 0 : -1;
  Judge *judge = f->circuit->judge;
  size_t length = strlen(asked), found = count;
  for (size_t i = 0; i < count; i++) {
    bool justice = i >= f->bad.size;
    const char *name =
        justice ? f->symbols[SYMBOL_JUSTICE][i - f->bad.size] : f->symbols[SYMBOL_BAD][i];
    if (!name || strcmp(name, asked)) continue;
    if (found < count)
      unreadable(judge, "%s has two properties '%s': give the number", f->name, asked);
    found = i;
  }
  if (found == count && length && length < 10 && strspn(asked, "0123456789") == length)
    found = strtoul(asked, NULL, 10);
  if (found >= count)
    unreadable(judge, "%s has no property '%s'; it has %zu", f->name, asked, count);
  return (long)found;
}

Lits conditions_of(const AigerFile *f, size_t justice) {
  const Lits *const lists[] = {f->justice.data + justice, &f->circuit->fairness};
  Lits conditions = {0};
  for (size_t k = 0; k < 2; k++)
    for (size_t i = 0; i < lists[k]->size; i++)
      list_add(f->circuit->judge, &conditions, lists[k]->data[i]);
  if (!conditions.size) list_add(f->circuit->judge, &conditions, 1);
  return conditions;
}
