/* Comparisons that say nothing: x = 9 where x is 0..3 is read as FALSE, as in NuSMV, and is rarely
 * what was meant; and DEFINEs that read variables and are FALSE whatever these are. A module may
 * have instances in which a comparison is constant and others in which it is not, so that only one
 * that is constant wherever it is evaluated is worth a note. */
#include "front/smv/flat.h"

enum { SEEN_FALSE = 1, SEEN_TRUE = 2, SEEN_VARYING = 4, MOST_NOTES = 20 };

static bool is_constant(const Value *value) {
  return value->kind < VALUE_ARRAY && value_is_constant(value);
}

static bool is_comparison(NodeKind kind) {
  return kind >= NODE_EQUAL && kind <= NODE_GREATER_EQUAL;
}

void flat_note_comparison(Flat *flat, NodeIndex index, const Value *a, const Value *b,
                          const Value *result) {
  NodeKind kind = syntax_node(flat->syntax, index)->kind;
  if (!is_comparison(kind) || result->kind != VALUE_BOOLEAN) return;
  uint64_t seen = 0;
  Lit lit = result->bits[0];
  map_get(&flat->compared, index, &seen);
  bool constants = is_constant(a) && is_constant(b); /* of parameters, say */
  seen |= constants || lit > LIT_TRUE ? SEEN_VARYING : lit == LIT_TRUE ? SEEN_TRUE : SEEN_FALSE;
  map_put(&flat->compared, index, seen);
}

/* Whether a variable is named in it; one that a DEFINE in it reads does not count. */
static bool names_variable(Flat *flat, NodeIndex body, uint32_t instance) {
  for (NodeIndex i = syntax_node(flat->syntax, body)->first; i <= body; i++) {
    NodeKind kind = syntax_node(flat->syntax, i)->kind;
    if (kind != NODE_NAME && kind != NODE_DOT && kind != NODE_INDEX) continue;
    uint32_t symbol = flat_resolve(flat, i, instance);
    if (symbol != SYMBOL_NONE && flat_symbol(flat, symbol)->kind == SYMBOL_VARIABLE) return true;
  }
  return false;
}

void flat_note_define(Flat *flat, NodeIndex body, uint32_t instance, Lit lit) {
  uint64_t seen = 0;
  if (is_comparison(syntax_node(flat->syntax, body)->kind)) return; /* noted as such */
  map_get(&flat->compared, body, &seen);
  bool idle = lit == LIT_FALSE && names_variable(flat, body, instance);
  map_put(&flat->compared, body, seen | (idle ? SEEN_FALSE : SEEN_VARYING));
}

void flat_note_idle_comparisons(Flat *flat) {
  StringVec *notes = &flat->model->notes;
  size_t most = notes->size + MOST_NOTES;
  for (size_t i = 0; i < flat->compared.size && notes->size < most; i++) {
    NodeIndex index = (NodeIndex)flat->compared.entries[i].key;
    const Node *node = syntax_node(flat->syntax, index);
    bool differ = node->kind == NODE_NOT_EQUAL;
    if (flat->compared.entries[i].value != (differ ? SEEN_TRUE : SEEN_FALSE)) continue;
    char *text = syntax_text(flat->syntax, index);
    Text note = {0};
    text_format(&note, "%s:%d:%d: '%s' is %s true, whatever the state", flat->syntax->file,
                node->line, node->column, text, differ ? "always" : "never");
    vec_push(notes, text_take(&note));
    mem_free(text);
  }
}
