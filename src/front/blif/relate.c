/* A table with one value for each case is a function of its inputs. Any other is a relation: its
 * outputs are inputs of the whole, and every step satisfies the table. So several outputs are
 * chosen together, and a case without a row has no step. */
#include "front/blif/relate.h"

typedef struct {
  const BlifNet *netlist;
  const BlifFile *file;
  Relation *relation;
  Terms *terms;
  Term *values; /* by net; TERM_NONE: not yet */
  Type *types;  /* by net */
  bool *busy;   /* by net */
  bool *free;   /* by table: its outputs are chosen */
  int depth;
  bool failed;
} Relater;

enum { DEPTH_LIMIT = 20000, FUNCTION_LIMIT = 2000 };

static Term value_of(Relater *r, uint32_t net);

/* ---- domains ---- */

static Type type_of(Relater *r, const BlifWire *net) {
  uint32_t width = 1;
  while ((uint64_t)1 << width < net->size) width++;
  if (!net->values.size) return types_word(&r->terms->types, width);
  return types_enumeration(&r->terms->types, width, (const char *const *)net->values.data,
                           net->size);
}

static uint32_t width_of(const Relater *r, uint32_t net) {
  return type_info(&r->terms->types, r->types[net])->width;
}

/* The codes beyond the last value are no values. */
static void restrict_codes(Relater *r, uint32_t net, Term term, TermVec *conditions) {
  uint32_t width = width_of(r, net), size = r->netlist->nets.data[net].size;
  if (size == (uint64_t)1 << width) return;
  Term limit = term_number(r->terms, size, width);
  Term fine = term_binary(r->terms, TERM_LESS, term, limit);
  vec_push(conditions, fine);
}

/* ---- rows ---- */

static Term in_set(Relater *r, uint32_t net, Term term, const Bits *set) {
  size_t count = bits_count(set);
  if (count == set->size) return term_bit(r->terms, true);
  bool inverse = count > set->size / 2;
  Term any = term_bit(r->terms, false);
  for (uint32_t i = 0; i < set->size; i++) {
    if (bits_get(set, i) == inverse) continue;
    Term one = term_binary(r->terms, TERM_EQUAL, term, term_number(r->terms, i, width_of(r, net)));
    any = term_binary(r->terms, TERM_OR, any, one);
  }
  return inverse ? term_not(r->terms, any) : any;
}

static const Entry *entry_of(const Table *table, size_t row, size_t column) {
  size_t outputs = table->is_cover ? 0 : table->outputs.size;
  return table->entries.data + row * (table->inputs.size + outputs) + column;
}

/* Whether the inputs of a row match. */
static Term row_matches(Relater *r, const Table *table, size_t row) {
  Term all = term_bit(r->terms, true);
  for (size_t i = 0; i < table->inputs.size; i++) {
    uint32_t net = table->inputs.data[i];
    const Entry *entry = entry_of(table, row, i);
    Term one = entry->equals ? term_binary(r->terms, TERM_EQUAL, value_of(r, net),
                                           value_of(r, table->inputs.data[entry->equals - 1]))
                             : in_set(r, net, value_of(r, net), &entry->set);
    all = term_binary(r->terms, TERM_AND, all, one);
  }
  return all;
}

static Term any_row_matches(Relater *r, const Table *table) {
  Term any = term_bit(r->terms, false);
  for (size_t row = 0; row < table->rows; row++)
    any = term_binary(r->terms, TERM_OR, any, row_matches(r, table, row));
  return any;
}

/* Whether an output has a value that an entry allows. */
static Term allowed(Relater *r, const Table *table, size_t output, Term value, const Entry *entry) {
  uint32_t net = table->outputs.data[output];
  if (!entry->equals) return in_set(r, net, value, &entry->set);
  Term input = value_of(r, table->inputs.data[entry->equals - 1]);
  return term_binary(r->terms, TERM_EQUAL, value, input);
}

/* What a table says about its inputs and outputs together. */
static Term table_holds(Relater *r, const Table *table) {
  Term any = term_bit(r->terms, false);
  size_t inputs = table->inputs.size;
  for (size_t row = 0; row <= table->rows; row++) {
    bool fallback = row == table->rows;
    if (fallback && !table->fallback.size) break;
    Term all =
        fallback ? term_not(r->terms, any_row_matches(r, table)) : row_matches(r, table, row);
    for (size_t i = 0; i < table->outputs.size; i++) {
      const Entry *entry = fallback ? table->fallback.data + i : entry_of(table, row, inputs + i);
      Term value = value_of(r, table->outputs.data[i]);
      all = term_binary(r->terms, TERM_AND, all, allowed(r, table, i, value, entry));
    }
    any = term_binary(r->terms, TERM_OR, any, all);
  }
  return any;
}

/* ---- functions ---- */

static bool is_one_value(const Entry *entry) {
  return entry->equals || bits_count(&entry->set) == 1;
}

static bool rows_agree(const Table *table, size_t a, size_t b) {
  size_t inputs = table->inputs.size;
  for (size_t i = 0; i < inputs; i++)
    if (bits_disjoint(&entry_of(table, a, i)->set, &entry_of(table, b, i)->set)) return true;
  for (size_t i = 0; i < table->outputs.size; i++) {
    const Entry *x = entry_of(table, a, inputs + i), *y = entry_of(table, b, inputs + i);
    if (x->equals != y->equals || !bits_equal(&x->set, &y->set)) return false;
  }
  return true;
}

/* Whether there is at most one value for each case. If that takes long to see it is a relation,
 * which means the same. */
static bool is_function(const Table *table) {
  size_t inputs = table->inputs.size;
  if (table->is_cover) return true;
  if (table->rows > FUNCTION_LIMIT) return false;
  for (size_t i = 0; i < table->fallback.size; i++)
    if (!is_one_value(table->fallback.data + i)) return false;
  for (size_t row = 0; row < table->rows; row++) {
    for (size_t i = 0; i < table->outputs.size; i++)
      if (!is_one_value(entry_of(table, row, inputs + i))) return false;
    for (size_t other = 0; other < row; other++)
      if (!rows_agree(table, row, other)) return false;
  }
  return true;
}

static Term entry_value(Relater *r, const Table *table, size_t output, const Entry *entry) {
  if (entry->equals) return value_of(r, table->inputs.data[entry->equals - 1]);
  return term_number(r->terms, bits_next(&entry->set, 0), width_of(r, table->outputs.data[output]));
}

static Term function_value(Relater *r, const Table *table, size_t output) {
  if (table->is_cover) {
    Term any = any_row_matches(r, table);
    return table->phase ? any : term_not(r->terms, any);
  }
  size_t inputs = table->inputs.size, row = table->rows;
  Term value;
  if (table->fallback.size) value = entry_value(r, table, output, table->fallback.data + output);
  else if (row) value = entry_value(r, table, output, entry_of(table, --row, inputs + output));
  else value = term_number(r->terms, 0, width_of(r, table->outputs.data[output]));
  while (row-- > 0)
    value = term_if(r->terms, row_matches(r, table, row),
                    entry_value(r, table, output, entry_of(table, row, inputs + output)), value);
  return value;
}

/* ---- nets ---- */

static Term free_net(Relater *r, uint32_t number) {
  const BlifWire *net = r->netlist->nets.data + number;
  Term term = relation_input(r->relation, net->name, r->types[number])->term;
  restrict_codes(r, number, term, &r->relation->constraints);
  return term;
}

static Term value_of(Relater *r, uint32_t number) {
  const BlifWire *net = r->netlist->nets.data + number;
  if (r->values[number] != TERM_NONE) return r->values[number];
  bool looped = r->busy[number] || r->depth > DEPTH_LIMIT || r->failed;
  if (looped && !r->failed)
    blif_error(r->file, r->netlist->tables.data[net->table - 1].place,
               r->busy[number] ? "'%s' depends on itself in the same step"
                               : "'%s' depends on too many others",
               net->name);
  if (looped) {
    r->failed = true;
    return term_number(r->terms, 0, width_of(r, number));
  }
  Term value;
  r->busy[number] = true;
  r->depth++;
  if (!net->table || r->free[net->table - 1]) value = free_net(r, number);
  else value = function_value(r, r->netlist->tables.data + net->table - 1, net->output);
  r->depth--;
  r->busy[number] = false;
  return r->values[number] = value;
}

/* ---- latches ---- */

static bool add_latches(Relater *r) {
  for (size_t i = 0; i < r->netlist->latches.size; i++) {
    const BlifLatch *latch = r->netlist->latches.data + i;
    const BlifWire *in = r->netlist->nets.data + latch->input;
    const BlifWire *out = r->netlist->nets.data + latch->output;
    if (in->size != out->size)
      return blif_error(r->file, latch->place, "'%s' has %u values, '%s' has %u", in->name,
                        in->size, out->name, out->size);
    Variable *variable = relation_state(r->relation, out->name, r->types[latch->output]);
    r->values[latch->output] = variable->term;
  }
  return true;
}

static bool is_constant(const Table *table) {
  return table->rows == 1 && !table->inputs.size && table->outputs.size == 1 &&
         is_one_value(table->entries.data);
}

/* A reset that reads nothing and has one value is the initial value; any other is a relation that
 * holds in the first step, with the same choices that the step makes. */
static void set_latches(Relater *r) {
  for (size_t i = 0; i < r->netlist->latches.size; i++) {
    const BlifLatch *latch = r->netlist->latches.data + i;
    const Table *reset = latch->table ? r->netlist->resets.data + latch->table - 1 : NULL;
    Term next = value_of(r, latch->input), state = r->values[latch->output];
    Variable *variable = r->relation->variables.data + i;
    variable->next = next;
    if (latch->reset >= 0)
      variable->init = term_number(r->terms, (uint64_t)latch->reset, width_of(r, latch->output));
    else if (reset && is_constant(reset))
      variable->init = entry_value(r, reset, 0, reset->entries.data);
    else restrict_codes(r, latch->output, state, &r->relation->initially);
  }
  for (size_t i = 0; i < r->netlist->resets.size && !r->failed; i++) {
    if (is_constant(r->netlist->resets.data + i)) continue;
    Term holds = table_holds(r, r->netlist->resets.data + i);
    if (holds != term_bit(r->terms, true)) vec_push(&r->relation->initially, holds);
  }
}

static void add_tables(Relater *r) {
  for (size_t i = 0; i < r->netlist->tables.size && !r->failed; i++) {
    const Table *table = r->netlist->tables.data + i;
    Term holds = term_bit(r->terms, true);
    if (r->free[i]) holds = table_holds(r, table);
    else if (!table->is_cover && !table->fallback.size) holds = any_row_matches(r, table);
    if (holds != term_bit(r->terms, true)) vec_push(&r->relation->constraints, holds);
  }
}

static void define_nets(Relater *r) {
  for (uint32_t i = 0; i < r->netlist->nets.size && !r->failed; i++) {
    const BlifWire *net = r->netlist->nets.data + i;
    Term value = value_of(r, i);
    if (!net->table || r->free[net->table - 1]) continue;
    relation_define(r->relation, net->name, value)->shown = r->types[i];
  }
}

bool blif_net_relate(const BlifNet *netlist, const BlifFile *file, Relation *relation) {
  size_t nets = netlist->nets.size, tables = netlist->tables.size;
  Relater r = {.netlist = netlist, .file = file, .relation = relation, .terms = relation->terms};
  r.values = mem_array(nets + 1, sizeof *r.values);
  r.types = mem_array(nets + 1, sizeof *r.types);
  r.busy = mem_array(nets + 1, sizeof *r.busy);
  r.free = mem_array(tables + 1, sizeof *r.free);
  for (size_t i = 0; i < nets; i++) {
    r.values[i] = TERM_NONE;
    r.types[i] = type_of(&r, netlist->nets.data + i);
  }
  for (size_t i = 0; i < tables; i++) r.free[i] = !is_function(netlist->tables.data + i);
  bool good = add_latches(&r);
  if (good) {
    for (size_t i = 0; i < netlist->inputs.size; i++) value_of(&r, netlist->inputs.data[i]);
    set_latches(&r);
    add_tables(&r);
    define_nets(&r);
  }
  mem_free(r.values);
  mem_free(r.types);
  mem_free(r.busy);
  mem_free(r.free);
  return good && !r.failed;
}
