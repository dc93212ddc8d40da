/* From names to symbols. A path such as `left.cell[2].req` is walked step by step; a formal
 * parameter whose actual is itself a path stands for the symbol at its end, so that instances and
 * arrays can be passed. Following parameters recurses from instance to instance; its depth is
 * limited. */
#include "front/smv/flat.h"

#include <stdlib.h>

enum { FOLLOW_LIMIT = 500 };

uint32_t flat_lookup(Flat *flat, uint32_t instance, uint32_t name) {
  uint64_t symbol;
  return map_get(&flat->scope, (uint64_t)instance << 32 | name, &symbol) ? (uint32_t)symbol
                                                                         : SYMBOL_NONE;
}

bool flat_is_constant_name(const Flat *flat, uint32_t name) {
  return names_find(&flat->constants.names, flat_name(flat, name)) != NAMES_NONE;
}

uint32_t flat_element(const Symbol *array, int64_t index) {
  if (index < array->lowest || index - array->lowest >= array->element_count) return SYMBOL_NONE;
  return array->first_element + (uint32_t)(index - array->lowest);
}

/* --- complex names -------------------------------------------------------------------------- */

static uint32_t lookup_text(Flat *flat, uint32_t instance, const char *text);

/* What `a.x[3]` means where it is no name of its own: the longest beginning that names an instance
 * or an array, and then the rest in it. */
static uint32_t take_apart(Flat *flat, uint32_t instance, const char *text) {
  for (size_t i = strlen(text); i-- > 1;) {
    if (text[i] != '.' && text[i] != '[') continue;
    uint32_t name = names_find_n(&flat->syntax->names, text, i);
    uint32_t symbol = name == NAMES_NONE ? SYMBOL_NONE : flat_lookup(flat, instance, name);
    if (symbol == SYMBOL_NONE) continue;
    symbol = flat_follow(flat, symbol);
    const char *rest = text + i;
    while (symbol != SYMBOL_NONE && flat_symbol(flat, symbol)->kind == SYMBOL_ARRAY &&
           *rest == '[') {
      char *end;
      symbol = flat_element(flat_symbol(flat, symbol), strtoll(rest + 1, &end, 10));
      rest = end + 1;
    }
    if (symbol == SYMBOL_NONE || !*rest) return symbol;
    if (flat_symbol(flat, symbol)->kind == SYMBOL_BROKEN) return symbol;
    if (flat_symbol(flat, symbol)->kind != SYMBOL_INSTANCE || *rest != '.') continue;
    symbol = lookup_text(flat, flat_symbol(flat, symbol)->target, rest + 1);
    if (symbol != SYMBOL_NONE) return symbol;
  }
  return SYMBOL_NONE;
}

static uint32_t lookup_text(Flat *flat, uint32_t instance, const char *text) {
  uint32_t name = names_find(&flat->syntax->names, text);
  uint32_t symbol = name == NAMES_NONE ? SYMBOL_NONE : flat_lookup(flat, instance, name);
  return symbol != SYMBOL_NONE ? symbol : take_apart(flat, instance, text);
}

static uint32_t lookup(Flat *flat, uint32_t instance, uint32_t name) {
  uint32_t symbol = flat_lookup(flat, instance, name);
  if (symbol != SYMBOL_NONE || !map_get(&flat->syntax->complex, name, NULL)) return symbol;
  return take_apart(flat, instance, flat_name(flat, name));
}

uint32_t flat_hidden_twin(Flat *flat, uint32_t index) {
  const Symbol *symbol = flat_symbol(flat, index);
  if (!map_get(&flat->syntax->complex, symbol->name, NULL)) return SYMBOL_NONE;
  return take_apart(flat, symbol->instance, flat_name(flat, symbol->name));
}

/* --- names that are not there --------------------------------------------------------------- */

static void try_module(const Flat *flat, const ModuleSyntax *module, Nearest *nearest) {
  for (size_t i = 0; i < module->parameters.size; i++)
    nearest_offer(nearest, flat_name(flat, module->parameters.data[i]));
  for (size_t i = 0; i < module->variables.size; i++)
    nearest_offer(nearest, flat_name(flat, module->variables.data[i].name));
  for (size_t i = 0; i < module->defines.size; i++) {
    const Node *target = syntax_node(flat->syntax, module->defines.data[i].target);
    if (target->kind == NODE_NAME)
      nearest_offer(nearest, flat_name(flat, (uint32_t)target->number));
  }
}

bool flat_unknown_name(Flat *flat, NodeIndex where, uint32_t instance) {
  const Node *node = syntax_node(flat->syntax, where);
  const char *name = flat_name(flat, (uint32_t)node->number);
  Nearest nearest = {.wanted = name};
  U32Vec parts = {0};
  flat_parts(flat, flat->instances.data[instance].module, &parts);
  for (size_t i = 0; i < parts.size; i++)
    try_module(flat, flat->syntax->modules.data + parts.data[i], &nearest);
  vec_free(&parts);
  for (size_t i = 0; node->kind == NODE_NAME && i < flat->syntax->constants.size; i++)
    nearest_offer(&nearest, flat_name(flat, flat->syntax->constants.data[i]));
  const char *best = nearest.name;
  const char *owner = flat_symbol(flat, flat->instances.data[instance].symbol)->full;
  Text hint = {0};
  text_add(&hint, "");
  if (best) text_format(&hint, "; did you mean '%s'?", best);
  if (node->kind == NODE_NAME)
    syntax_error(flat->syntax, where, "'%s' is not declared%s", name, hint.data);
  else
    syntax_error(flat->syntax, where, "'%s' has no '%s'%s", owner ? owner : "main", name,
                 hint.data);
  text_free(&hint);
  return false;
}

/* --- paths ---------------------------------------------------------------------------------- */

/* One step of a path; `left` is the symbol that the path before it names. False with an error, or
 * true with SYMBOL_NONE where the node names no symbol. */
bool flat_step(Flat *flat, const Node *node, uint32_t instance, uint32_t left, uint32_t *symbol) {
  *symbol = SYMBOL_NONE;
  NodeIndex here = (NodeIndex)(node - flat->syntax->nodes.data);
  int64_t number;
  switch (node->kind) {
  case NODE_SELF: *symbol = flat->instances.data[instance].symbol; return true;
  case NODE_NAME: *symbol = lookup(flat, instance, (uint32_t)node->number); break;
  case NODE_DOT:
    if (left == SYMBOL_NONE) return true;
    if (flat_symbol(flat, left)->kind != SYMBOL_INSTANCE)
      return syntax_error(flat->syntax, here, "'%s' is not a module instance",
                          flat_symbol(flat, left)->full);
    *symbol = lookup(flat, flat_symbol(flat, left)->target, (uint32_t)node->number);
    if (*symbol == SYMBOL_NONE && !flat->error->message)
      return flat_unknown_name(flat, here, flat_symbol(flat, left)->target);
    break;
  case NODE_INDEX:
    if (left == SYMBOL_NONE || flat_symbol(flat, left)->kind != SYMBOL_ARRAY) return true;
    if (!syntax_literal_index(flat->syntax, node->right, &number)) return true;
    *symbol = flat_element(flat_symbol(flat, left), number);
    if (*symbol == SYMBOL_NONE)
      return syntax_error(flat->syntax, here, "index %lld is out of the bounds of '%s'",
                          (long long)number, flat_symbol(flat, left)->full);
    break;
  default: return true;
  }
  if (*symbol != SYMBOL_NONE && flat_symbol(flat, *symbol)->kind == SYMBOL_BROKEN)
    return syntax_fail_silently(flat->syntax);
  return !flat->error->message;
}

/* Walks the path from its innermost name outwards: left children form a chain. */
uint32_t flat_resolve(Flat *flat, NodeIndex path, uint32_t instance) {
  NodeIndex chain[64];
  size_t length = 0;
  for (NodeIndex i = path; i != NODE_NONE; i = syntax_node(flat->syntax, i)->left) {
    NodeKind kind = syntax_node(flat->syntax, i)->kind;
    if (kind != NODE_NAME && kind != NODE_SELF && kind != NODE_DOT && kind != NODE_INDEX)
      return SYMBOL_NONE;
    if (length == sizeof chain / sizeof *chain) {
      syntax_error(flat->syntax, path, "this path is too long");
      return SYMBOL_NONE;
    }
    chain[length++] = i;
    if (kind == NODE_NAME || kind == NODE_SELF) break;
  }
  uint32_t symbol = SYMBOL_NONE;
  while (length > 0) {
    const Node *node = syntax_node(flat->syntax, chain[--length]);
    if (!flat_step(flat, node, instance, symbol, &symbol) || symbol == SYMBOL_NONE)
      return SYMBOL_NONE;
    symbol = flat_follow(flat, symbol);
    if (symbol == SYMBOL_NONE) return SYMBOL_NONE;
  }
  return symbol;
}

uint32_t flat_follow(Flat *flat, uint32_t index) {
  Symbol *symbol = flat_symbol(flat, index);
  if (symbol->kind != SYMBOL_PARAMETER) return index;
  if (symbol->alias_state == DEMAND_DONE) return symbol->alias;
  if (symbol->alias_state == DEMAND_FAILED) {
    syntax_fail_silently(flat->syntax);
    return SYMBOL_NONE;
  }
  if (symbol->alias_state == DEMAND_OPEN || flat->follow_depth > FOLLOW_LIMIT) {
    syntax_error(flat->syntax, symbol->body, "parameter '%s' stands for itself", symbol->full);
    return SYMBOL_NONE;
  }
  symbol->alias_state = DEMAND_OPEN;
  flat->follow_depth++;
  uint32_t target = flat_resolve(flat, symbol->body, symbol->body_instance);
  flat->follow_depth--;
  symbol = flat_symbol(flat, index);
  symbol->alias_state = flat->error->message ? DEMAND_FAILED : DEMAND_DONE;
  if (flat->error->message) return SYMBOL_NONE;
  symbol->alias = target == SYMBOL_NONE ? index : target; /* an expression: it stands for itself */
  return symbol->alias;
}
