/* From names to symbols. A path such as `left.cell[2].req` is walked step by step; a formal
 * parameter whose actual is itself a path stands for the symbol at its end, so that instances and
 * arrays can be passed. Following parameters recurses from instance to instance; its depth is
 * limited. */
#include "front/smv/flat.h"

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

static uint32_t follow(Flat *flat, uint32_t index, int depth);

/* The number an index is written as, for elements that can be named without evaluation. */
static bool literal_index(const Flat *flat, NodeIndex node, int64_t *number) {
  const Node *n = syntax_node(flat->syntax, node);
  bool negative = n->kind == NODE_MINUS;
  if (negative) n = syntax_node(flat->syntax, n->left);
  *number = negative ? -n->number : n->number;
  return n->kind == NODE_NUMBER;
}

/* One step of a path; `left` is the symbol that the path before it names. False with an error, or
 * true with SYMBOL_NONE where the node names no symbol. */
bool flat_step(Flat *flat, const Node *node, uint32_t instance, uint32_t left, uint32_t *symbol) {
  *symbol = SYMBOL_NONE;
  NodeIndex here = (NodeIndex)(node - flat->syntax->nodes.data);
  int64_t number;
  switch (node->kind) {
  case NODE_SELF: *symbol = flat->instances.data[instance].symbol; return true;
  case NODE_NAME: *symbol = flat_lookup(flat, instance, (uint32_t)node->number); return true;
  case NODE_DOT:
    if (left == SYMBOL_NONE) return true;
    if (flat_symbol(flat, left)->kind != SYMBOL_INSTANCE)
      return syntax_error(flat->syntax, here, "'%s' is not a module instance",
                          flat_symbol(flat, left)->full);
    *symbol = flat_lookup(flat, flat_symbol(flat, left)->target, (uint32_t)node->number);
    if (*symbol == SYMBOL_NONE)
      return syntax_error(flat->syntax, here, "'%s' has no '%s'",
                          flat_symbol(flat, left)->full ? flat_symbol(flat, left)->full : "main",
                          flat_name(flat, (uint32_t)node->number));
    return true;
  case NODE_INDEX:
    if (left == SYMBOL_NONE || flat_symbol(flat, left)->kind != SYMBOL_ARRAY) return true;
    if (!literal_index(flat, node->right, &number)) return true;
    *symbol = flat_element(flat_symbol(flat, left), number);
    if (*symbol == SYMBOL_NONE)
      return syntax_error(flat->syntax, here, "index %lld is out of the bounds of '%s'",
                          (long long)number, flat_symbol(flat, left)->full);
    return true;
  default: return true;
  }
}

/* Walks the path from its innermost name outwards: left children form a chain. */
static uint32_t resolve(Flat *flat, NodeIndex path, uint32_t instance, int depth) {
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
    symbol = follow(flat, symbol, depth + 1);
    if (symbol == SYMBOL_NONE) return SYMBOL_NONE;
  }
  return symbol;
}

static uint32_t follow(Flat *flat, uint32_t index, int depth) {
  Symbol *symbol = flat_symbol(flat, index);
  if (symbol->kind != SYMBOL_PARAMETER) return index;
  if (symbol->alias_state == DEMAND_DONE) return symbol->alias;
  if (symbol->alias_state == DEMAND_OPEN || depth > FOLLOW_LIMIT) {
    syntax_error(flat->syntax, symbol->body, "parameter '%s' stands for itself", symbol->full);
    return SYMBOL_NONE;
  }
  symbol->alias_state = DEMAND_OPEN;
  uint32_t target = resolve(flat, symbol->body, symbol->body_instance, depth);
  if (flat->error->message) return SYMBOL_NONE;
  symbol = flat_symbol(flat, index);
  symbol->alias_state = DEMAND_DONE;
  symbol->alias = target == SYMBOL_NONE ? index : target; /* an expression: it stands for itself */
  return symbol->alias;
}

uint32_t flat_follow(Flat *flat, uint32_t symbol) { return follow(flat, symbol, 0); }

uint32_t flat_resolve(Flat *flat, NodeIndex path, uint32_t instance) {
  return resolve(flat, path, instance, 0);
}
