/* A model as BLIF-MV: gates and latches of bits, with the names and enumerations that formulas use.
 *
 * An enumeration is one variable. Its domain has all codes of its bits, so that the written model
 * has exactly the runs of the system, whatever the next-state functions do with unnamed codes;
 * tables go from the variable to its bits, and back for the next value. A constraint is a table
 * without a row for 0: as a relation it has no step there. */
#include <inttypes.h>

#include "base/bits.h"
#include "base/unique.h"
#include "front/blif/blif.h"
#include "front/vis/vis_language.h"

typedef struct {
  const Model *model;
  const System *system;
  FILE *stream;
  char **names; /* of nodes; NULL: not named yet */
  UniqueNames taken;
  bool *latched; /* by latch: it is part of an enumeration, whose latch is written as a whole */
} Writer;

/* What a line can hold as a name. */
static char *legal_name(Writer *w, const char *wish) {
  char *own = mem_string(*wish ? wish : "_");
  for (char *p = own; *p; p++)
    if ((unsigned char)*p <= ' ' || strchr("=#\\,(){}!", *p) || (p[0] == '-' && p[1] == '>'))
      *p = '_';
  if (*own == '.') *own = '_';
  char *name = unique_name(&w->taken, own);
  mem_free(own);
  return name;
}

static char *suffixed(Writer *w, const char *name, const char *format, int64_t number) {
  Text text = {0};
  text_add(&text, name);
  text_format(&text, format, number);
  char *own = legal_name(w, text.data);
  text_free(&text);
  return own;
}

/* How the source numbers a bit of a vector. */
static int64_t bit_number(const Writer *w, const Signal *signal, size_t bit) {
  int64_t number = (int64_t)bit;
  if (w->model->language != &vis_language) return number;
  const VisNames *ranges = w->model->reading;
  const char *array = strstr(signal->name, "<*");
  size_t length = array ? (size_t)(array - signal->name) : strlen(signal->name);
  uint32_t own = names_find_n(&ranges->names, signal->name, length);
  if (own == NAMES_NONE) return number;
  VisRange range = ranges->ranges.data[own];
  return range.first >= range.last ? range.last + number : range.last - number;
}

static char *bit_name(Writer *w, const Signal *signal, size_t bit) {
  if (signal->type == SIGNAL_BOOLEAN) return legal_name(w, signal->name);
  const char *form = signal->type == SIGNAL_ENUMERATION ? "$bit%" PRId64 : "<%" PRId64 ">";
  return suffixed(w, signal->name, form, bit_number(w, signal, bit));
}

/* ---- tables ---- */

static const char *node_name(const Writer *w, Lit lit) { return w->names[lit_node(lit)]; }

/* `.table a -> b`: b is the literal. */
static void write_copy(Writer *w, Lit lit, const char *to) {
  if (lit <= LIT_TRUE) fprintf(w->stream, ".table -> %s\n%d\n", to, lit == LIT_TRUE);
  else
    fprintf(w->stream, ".table %s -> %s\n0 %d\n1 %d\n", node_name(w, lit), to, lit_negated(lit),
            !lit_negated(lit));
}

static void write_gates(Writer *w) {
  const Aig *aig = w->system->aig;
  for (uint32_t node = 1; node < aig->size; node++) {
    if (aig_is_variable(aig, node)) continue;
    Lit a = aig->nodes[node].left, b = aig->nodes[node].right;
    w->names[node] = suffixed(w, "gate$", "%" PRId64, node);
    fprintf(w->stream, ".table %s %s -> %s\n.default 0\n%d %d 1\n", node_name(w, a),
            node_name(w, b), w->names[node], !lit_negated(a), !lit_negated(b));
  }
}

/* ---- enumerations ---- */

static void write_domain(Writer *w, const Signal *signal, const char *name) {
  size_t size = (size_t)1 << signal->bits.size;
  fprintf(w->stream, ".mv %s %zu", name, size);
  for (size_t i = 0; i < size; i++)
    if (i < signal->values.size) fprintf(w->stream, " %s", signal->values.data[i]);
    else fprintf(w->stream, " code%zu", i);
  putc('\n', w->stream);
}

static void write_value(Writer *w, const Signal *signal, size_t code) {
  if (code < signal->values.size) fprintf(w->stream, " %s", signal->values.data[code]);
  else fprintf(w->stream, " code%zu", code);
}

/* The variable from its bits, given as literals. */
static void write_encoded(Writer *w, const Signal *signal, const Lit *bits, const char *name) {
  write_domain(w, signal, name);
  StringVec columns = {0};
  for (size_t i = 0; i < signal->bits.size; i++) {
    char *column = suffixed(w, name, "$of%" PRId64, (int64_t)i);
    write_copy(w, bits[i], column);
    vec_push(&columns, column);
  }
  fprintf(w->stream, ".table");
  for (size_t i = 0; i < columns.size; i++) fprintf(w->stream, " %s", columns.data[i]);
  fprintf(w->stream, " -> %s\n", name);
  size_t last = ((size_t)1 << columns.size) - 1;
  fprintf(w->stream, ".default");
  write_value(w, signal, last);
  putc('\n', w->stream);
  for (size_t code = 0; code < last; code++) {
    for (size_t i = 0; i < columns.size; i++) fprintf(w->stream, "%d ", (int)(code >> i & 1));
    write_value(w, signal, code);
    putc('\n', w->stream);
  }
  string_vec_free(&columns);
}

/* Its bits from the variable. */
static void write_decoded(Writer *w, const Signal *signal, const char *name) {
  for (size_t i = 0; i < signal->bits.size; i++) {
    fprintf(w->stream, ".table %s -> %s\n.default 0\n", name, node_name(w, signal->bits.data[i]));
    for (size_t code = 0; code < (size_t)1 << signal->bits.size; code++) {
      if (!(code >> i & 1)) continue;
      write_value(w, signal, code);
      fprintf(w->stream, " 1\n");
    }
  }
}

/* ---- variables ---- */

enum { CODE_BITS = 12 }; /* larger enumerations are written as bits */

static bool is_plain(const Writer *w, const Signal *signal) {
  for (size_t i = 0; i < signal->bits.size; i++) {
    Lit lit = signal->bits.data[i];
    if (lit_negated(lit) || !aig_is_variable(w->system->aig, lit_node(lit)) ||
        w->names[lit_node(lit)])
      return false;
  }
  return signal->bits.size > 0;
}

static bool is_coded(const Signal *signal) {
  return signal->type == SIGNAL_ENUMERATION && signal->bits.size <= CODE_BITS &&
         signal->values.size <= (size_t)1 << signal->bits.size;
}

/* The reset of a latch of an enumeration, as a set of its values. */
static void write_coded_reset(Writer *w, const Signal *signal, const Roles *roles) {
  for (size_t code = 0; code < (size_t)1 << signal->bits.size; code++) {
    bool fits = true;
    for (size_t i = 0; i < signal->bits.size; i++) {
      Reset reset = w->system->latches.data[roles->index[lit_node(signal->bits.data[i])]].reset;
      fits &= reset == RESET_FREE || (code >> i & 1) == (reset == RESET_1);
    }
    if (!fits) continue;
    write_value(w, signal, code);
    putc('\n', w->stream);
  }
}

typedef struct {
  const Signal *signal;
  char *name;
} Coded;
typedef VEC(Coded) CodedVec;

static void name_variables(Writer *w, const Roles *roles, CodedVec *coded) {
  const SignalVec *signals = &w->system->signals;
  for (size_t i = 0; i < signals->size; i++) {
    const Signal *signal = signals->data + i;
    bool variable = signal->role == SIGNAL_STATE || signal->role == SIGNAL_INPUT;
    if (!variable || !is_plain(w, signal)) continue;
    if (is_coded(signal)) vec_push(coded, ((Coded){signal, legal_name(w, signal->name)}));
    for (size_t k = 0; k < signal->bits.size; k++) {
      uint32_t node = lit_node(signal->bits.data[k]);
      w->names[node] = bit_name(w, signal, k);
      if (is_coded(signal) && roles->role[node] == ROLE_LATCH)
        w->latched[roles->index[node]] = true;
    }
  }
  for (size_t i = 0; i < w->system->inputs.size; i++) {
    char **name = w->names + lit_node(w->system->inputs.data[i]);
    if (!*name) *name = suffixed(w, "input$", "%" PRId64, (int64_t)i);
  }
  for (size_t i = 0; i < w->system->latches.size; i++) {
    char **name = w->names + lit_node(w->system->latches.data[i].current);
    if (!*name) *name = suffixed(w, "latch$", "%" PRId64, (int64_t)i);
  }
}

static bool is_latch(const Roles *roles, const Signal *signal) {
  return roles->role[lit_node(signal->bits.data[0])] == ROLE_LATCH;
}

static void write_variables(Writer *w, const Roles *roles, const CodedVec *coded) {
  Bits done = bits_new(w->system->aig->size);
  for (size_t i = 0; i < coded->size; i++) {
    const Signal *signal = coded->data[i].signal;
    write_domain(w, signal, coded->data[i].name);
    if (!is_latch(roles, signal)) fprintf(w->stream, ".inputs %s\n", coded->data[i].name);
    write_decoded(w, signal, coded->data[i].name);
    for (size_t k = 0; k < signal->bits.size; k++) bits_set(&done, lit_node(signal->bits.data[k]));
  }
  for (size_t i = 0; i < w->system->inputs.size; i++)
    if (!bits_get(&done, lit_node(w->system->inputs.data[i])))
      fprintf(w->stream, ".inputs %s\n", node_name(w, w->system->inputs.data[i]));
  bits_free(&done);
}

static char *next_name(Writer *w, const char *name) {
  Text text = {0};
  text_format(&text, "%s$next", name);
  char *own = legal_name(w, text.data);
  text_free(&text);
  return own;
}

static void write_latches(Writer *w, const Roles *roles, const CodedVec *coded) {
  static const char *const resets[] = {[RESET_0] = "0", [RESET_1] = "1", [RESET_FREE] = "-"};
  for (size_t i = 0; i < coded->size; i++) {
    const Signal *signal = coded->data[i].signal;
    const char *name = coded->data[i].name;
    if (!is_latch(roles, signal)) continue;
    LitVec next = {0};
    for (size_t k = 0; k < signal->bits.size; k++) {
      Lit lit = w->system->latches.data[roles->index[lit_node(signal->bits.data[k])]].next;
      vec_push(&next, lit);
    }
    char *input = next_name(w, name);
    write_encoded(w, signal, next.data, input);
    fprintf(w->stream, ".latch %s %s\n.reset %s\n", input, name, name);
    write_coded_reset(w, signal, roles);
    mem_free(input);
    vec_free(&next);
  }
  for (size_t i = 0; i < w->system->latches.size; i++) {
    const Latch *latch = w->system->latches.data + i;
    if (w->latched[i]) continue;
    const char *name = node_name(w, latch->current);
    char *input = next_name(w, name);
    write_copy(w, latch->next, input);
    fprintf(w->stream, ".latch %s %s\n.reset %s\n%s\n", input, name, name, resets[latch->reset]);
    mem_free(input);
  }
}

/* ---- what else has a name ---- */

static void write_defines(Writer *w) {
  const SignalVec *signals = &w->system->signals;
  for (size_t i = 0; i < signals->size; i++) {
    const Signal *signal = signals->data + i;
    if (signal->role == SIGNAL_STATE || signal->role == SIGNAL_INPUT) continue;
    if (is_coded(signal)) {
      char *name = legal_name(w, signal->name);
      write_encoded(w, signal, signal->bits.data, name);
      mem_free(name);
      continue;
    }
    for (size_t k = 0; k < signal->bits.size; k++) {
      char *name = bit_name(w, signal, k);
      write_copy(w, signal->bits.data[k], name);
      mem_free(name);
    }
  }
}

static void write_constraints(Writer *w) {
  for (size_t i = 0; i < w->system->constraints.size; i++) {
    Lit lit = w->system->constraints.data[i];
    char *name = suffixed(w, "constraint$", "%" PRId64, (int64_t)i);
    char *value = suffixed(w, "assumed$", "%" PRId64, (int64_t)i);
    write_copy(w, lit, value);
    fprintf(w->stream, ".table %s -> %s\n1 1\n", value, name);
    mem_free(name);
    mem_free(value);
  }
}

bool blif_mv_write(const Model *model, FILE *stream) {
  const System *system = model->system;
  Writer w = {.model = model, .system = system, .stream = stream};
  CodedVec coded = {0};
  Roles roles = roles_new(system);
  w.names = mem_array(system->aig->size, sizeof *w.names);
  w.latched = mem_array(system->latches.size + 1, sizeof *w.latched);
  name_variables(&w, &roles, &coded);
  fprintf(stream, ".model main\n");
  write_variables(&w, &roles, &coded);
  write_gates(&w);
  write_latches(&w, &roles, &coded);
  write_defines(&w);
  write_constraints(&w);
  fprintf(stream, ".end\n");
  for (size_t i = 0; i < system->aig->size; i++) mem_free(w.names[i]);
  for (size_t i = 0; i < coded.size; i++) mem_free(coded.data[i].name);
  vec_free(&coded);
  mem_free(w.names);
  mem_free(w.latched);
  roles_free(&roles);
  unique_free(&w.taken);
  return !ferror(stream);
}

const char *blif_mv_cannot_say(const Model *model, size_t property) {
  (void)model;
  (void)property;
  return "BLIF-MV has no properties: they stay in files of their own";
}

const char *blif_mv_leaves_out(const Model *model) {
  return model->system->fairness.size || model->compassion.size
             ? "fairness, which VIS keeps in a file of its own"
             : NULL;
}
