/* What people call things: nets that they named. One that is all of a register or input is its
 * name; others are definitions. Enumerations keep their values, structs their members. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "front/verilog/internal.h"

enum { ENUMERATION_BITS = 16 }; /* wider ones are shown as numbers */

typedef struct {
  JsonNode node;
  const char *name;
  size_t depth; /* how many instances it is in */
  size_t number;
} NamedNet;

static int compare(const void *left, const void *right) {
  const NamedNet *a = left, *b = right;
  if (a->depth != b->depth) return a->depth < b->depth ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

/* ---- enumerations ---- */

/* Attributes enum_value_01 = "\\SEND" say what the codes are called. NULL: there are none. */
static const char **enumeration(const Builder *b, JsonNode net, uint32_t width, uint32_t *count) {
  static const char prefix[] = "enum_value_";
  const JsonTree *tree = &b->netlist->tree;
  const char **values = NULL;
  JsonNode attributes = json_member(tree, net, "attributes");
  *count = 0;
  for (JsonNode n = json_first(tree, attributes); n && width <= ENUMERATION_BITS;
       n = json_next(tree, n)) {
    const char *name = json_name(tree, n), *value = json_string_of(tree, n);
    if (strncmp(name, prefix, sizeof prefix - 1)) continue;
    char *end;
    unsigned long code = strtoul(name + sizeof prefix - 1, &end, 2);
    if (*end || code >> width) continue;
    if (!values) values = mem_array((size_t)1 << width, sizeof *values);
    values[code] = value + (value[0] == '\\');
    if (code >= *count) *count = (uint32_t)code + 1;
  }
  return values;
}

/* ---- clocks ---- */

static bool is_used(const Builder *b, Term term) {
  const Relation *relation = b->relation;
  for (size_t i = 0; i < b->terms->nodes.size; i++) {
    const TermNode *node = b->terms->nodes.data + i;
    for (size_t k = 0; k < term_operators[node->op].terms; k++)
      if (node->arguments[k] == term) return true;
  }
  for (size_t i = 0; i < relation->variables.size; i++)
    if (relation->variables.data[i].next == term) return true;
  for (size_t i = 0; i < relation->questions.size; i++)
    if (relation->questions.data[i].conditions.data[0] == term) return true;
  for (size_t i = 0; i < relation->constraints.size; i++)
    if (relation->constraints.data[i] == term) return true;
  for (size_t i = 0; i < relation->fairness.size; i++)
    if (relation->fairness.data[i] == term) return true;
  return false;
}

static void note_read(Builder *b, const char *clock) {
  Text note = {0};
  text_format(&note,
              "%s is a clock whose cycles are the steps, but it is read as a value, too: "
              "there it may be anything",
              clock);
  vec_push(b->options->notes, text_take(&note));
}

/* The clock whose cycles are the steps, if nothing reads it as a value: what it is in a trace means
 * nothing, and would only confuse. */
static Term silent_clock(Builder *b, BitVec *bits, JsonNode *net) {
  const JsonTree *tree = &b->netlist->tree;
  for (JsonNode n = netlist_first(b->netlist, "netnames"); n; n = json_next(tree, n)) {
    if (!*netlist_attribute(b->netlist, n, "replaced_by_gclk")) continue;
    netlist_bits(b->netlist, json_member(tree, n, "bits"), bits);
    if (bits->size != 1 || !all_driven(b, bits)) continue;
    Term term = join(b, bits);
    if (is_used(b, term)) {
      if (netlist_is_public(b->netlist, n)) note_read(b, json_name(tree, n));
      continue;
    }
    *net = n;
    return term;
  }
  return TERM_NONE;
}

/* ---- names ---- */

typedef struct {
  Builder *b;
  Map variables; /* term -> place among the relation's */
  Map named;     /* terms that have a name already */
  Term clock;    /* that is not shown; or TERM_NONE */
  BitVec bits;
} Naming;

static Variable *variable_of(const Naming *naming, Term term) {
  uint64_t place;
  if (!map_get(&naming->variables, term, &place)) return NULL;
  return naming->b->relation->variables.data + place;
}

static Type type_shown(Builder *b, JsonNode net, uint32_t width) {
  uint32_t count;
  const char **values = enumeration(b, net, width, &count);
  const char *name = netlist_attribute(b->netlist, net, "wiretype");
  Type type = values ? types_enumeration(&b->terms->types, width, values, count)
                     : layouts_type(b->options->layouts, name, width, &b->terms->types);
  mem_free(values);
  return type;
}

/* What Yosys calls it in the hierarchy, where it is not in the top module. */
static void set_path(const Naming *naming, Variable *variable, JsonNode net) {
  const char *path = netlist_attribute(naming->b->netlist, net, "hdlname");
  mem_free(variable->path);
  variable->path = mem_string(*path ? path : json_name(&naming->b->netlist->tree, net));
}

/* Yosys makes wires of what is inside functions and tasks, for each call: nobody wrote their names.
 */
static bool is_of_call(const char *name) { return strstr(name, "$func$") != NULL; }

/* The same thing may have a name in each instance that it is connected to: formulas may use them
 * all, traces show the outermost. */
static void name_net(Naming *naming, const NamedNet *net) {
  Builder *b = naming->b;
  const JsonTree *tree = &b->netlist->tree;
  BitVec *bits = &naming->bits;
  netlist_bits(b->netlist, json_member(tree, net->node, "bits"), bits);
  if (!bits->size || !all_driven(b, bits)) return; /* nothing that could be shown */
  Term term = join(b, bits);
  if (term == naming->clock) return;
  bool is_signed = json_integer(tree, json_member(tree, net->node, "signed"), 0);
  bool again = map_get(&naming->named, term, NULL);
  Type shown = type_shown(b, net->node, (uint32_t)bits->size);
  Variable *variable = variable_of(naming, term);
  map_put(&naming->named, term, 1);
  if (variable && !variable->name) {
    variable->name = mem_string(net->name);
    variable->is_signed = is_signed;
  }
  if (variable && !strcmp(variable->name, net->name)) {
    variable->shown = shown;
    set_path(naming, variable, net->node);
    return;
  }
  Definition *definition = relation_define(b->relation, net->name, term);
  definition->is_signed = is_signed;
  definition->shown = shown;
  definition->hidden = again && net->depth;
}

static void hide_clock(Naming *naming) {
  JsonNode net = 0;
  naming->clock = silent_clock(naming->b, &naming->bits, &net);
  Variable *clock = naming->clock == TERM_NONE ? NULL : variable_of(naming, naming->clock);
  if (!clock) return;
  mem_free(clock->name);
  clock->name = NULL;
  set_path(naming, clock, net);
  const char *edge = netlist_attribute(naming->b->netlist, net, "replaced_by_gclk");
  clock->edge = edge[strlen(edge) - 1] == '0' ? EDGE_FALLING : EDGE_RISING;
}

/* The names of the outermost module come first. */
void add_names(Builder *b) {
  const JsonTree *tree = &b->netlist->tree;
  VEC(NamedNet) nets = {0};
  Naming naming = {.b = b};
  for (size_t i = 0; i < b->relation->variables.size; i++)
    map_put(&naming.variables, b->relation->variables.data[i].term, i);
  for (JsonNode n = netlist_first(b->netlist, "netnames"); n; n = json_next(tree, n)) {
    NamedNet net = {n, json_name(tree, n), 0, nets.size};
    if (!netlist_is_public(b->netlist, n) || is_of_call(net.name)) continue;
    for (const char *p = net.name; *p; p++) net.depth += *p == '.';
    vec_push(&nets, net);
  }
  hide_clock(&naming);
  if (nets.size) qsort(nets.data, nets.size, sizeof *nets.data, compare);
  for (size_t i = 0; i < nets.size; i++) name_net(&naming, nets.data + i);
  vec_free(&nets);
  vec_free(&naming.bits);
  map_free(&naming.variables);
  map_free(&naming.named);
}
