/* Expressions to values: one loop over the nodes of an expression, children before parents. Every
 * symbol an expression reads has been computed beforehand (define.c). */
#include "front/smv/flat.h"

#include "logic/vector.h"

enum { BOUND_LIMIT = 10000 }; /* of temporal operators, which are written out */

static Value *value_of(Flat *flat, NodeIndex first, NodeIndex node) {
  return flat->stack.data + (node - first);
}

bool flat_to_boolean(Flat *flat, NodeIndex where, Value *value) {
  if (value->kind == VALUE_BOOLEAN) return true;
  if (flat->old_booleans && value->kind == VALUE_INTEGER && value_is_constant(value) &&
      (value_number(value) == 0 || value_number(value) == 1)) {
    *value = value_boolean(&flat->values, lit_constant(value_number(value) == 1));
    return true;
  }
  Text text = {0};
  value_type_text(&flat->values, value, &text);
  bool old = value->kind == VALUE_INTEGER && value_is_constant(value);
  syntax_error(flat->syntax, where, "a Boolean is needed here, not %s%s", text.data,
               old ? " (--smv-old reads 0 and 1 as FALSE and TRUE)" : "");
  text_free(&text);
  return false;
}

static Value array_value(Flat *flat, uint32_t array, Time time) {
  Symbol *symbol = flat_symbol(flat, array);
  Value value = {.kind = VALUE_ARRAY,
                 .width = symbol->element_count,
                 .low = symbol->lowest,
                 .members = arena_alloc(&flat->scratch, symbol->element_count * sizeof(Member))};
  for (uint32_t i = 0; i < value.width; i++) {
    Symbol *element = flat_symbol(flat, symbol->first_element + i);
    value.members[i].present = LIT_TRUE;
    value.members[i].value = element->kind == SYMBOL_ARRAY
                                 ? array_value(flat, symbol->first_element + i, time)
                                 : element->value[time];
  }
  return value;
}

static bool symbol_value(Flat *flat, NodeIndex where, uint32_t index, Time time, Value *out) {
  Symbol *symbol = flat_symbol(flat, index);
  switch (symbol->kind) {
  case SYMBOL_INSTANCE:
  case SYMBOL_ARRAY: *out = (Value){.kind = VALUE_SYMBOL, .symbol = index}; return true;
  case SYMBOL_RUNNING:
    if (time == TIME_NEXT) return syntax_error(flat->syntax, where, "next(running) has no meaning");
    *out = value_boolean(&flat->values, flat_running(flat, symbol->target));
    return true;
  default:
    flat->touched_next |= time == TIME_NEXT || symbol->reads_next;
    *out = symbol->value[time];
    return true;
  }
}

static bool evaluate_name(Flat *flat, NodeIndex index, uint32_t instance, uint32_t left, Time time,
                          Value *out) {
  const Node *node = syntax_node(flat->syntax, index);
  uint32_t symbol;
  if (!flat_step(flat, node, instance, left, &symbol)) return false;
  if (symbol != SYMBOL_NONE) {
    symbol = flat_follow(flat, symbol);
    return symbol != SYMBOL_NONE && symbol_value(flat, index, symbol, time, out);
  }
  uint32_t name = (uint32_t)node->number;
  if (node->kind == NODE_NAME && flat_is_constant_name(flat, name)) {
    *out = value_constant(&flat->values, names_find(&flat->constants.names, flat_name(flat, name)));
    return true;
  }
  return flat_unknown_name(flat, index, instance);
}

static bool fail_mux(Flat *flat, NodeIndex where, const Value *a, const Value *b,
                     const char *message) {
  Text hint = {0};
  text_add(&hint, message);
  value_word_hint(a, b, &hint);
  syntax_error(flat->syntax, where, "%s", hint.data);
  text_free(&hint);
  return false;
}

/* a[i] where i is an expression: all elements, chosen by i. */
static bool evaluate_index(Flat *flat, NodeIndex index, const Value *array, const Value *at,
                           Time time, Value *out) {
  if (at->kind != VALUE_INTEGER) return syntax_error(flat->syntax, index, "an index is an integer");
  if (array->kind == VALUE_SYMBOL && flat_symbol(flat, array->symbol)->kind == SYMBOL_ARRAY &&
      value_is_constant(at)) {
    Symbol *symbol = flat_symbol(flat, array->symbol);
    uint32_t element = flat_element(symbol, value_number(at));
    if (element == SYMBOL_NONE)
      return syntax_error(flat->syntax, index, "index %lld is out of the bounds of '%s'",
                          (long long)value_number(at), symbol->full);
    return symbol_value(flat, index, element, time, out);
  }
  Value all = *array;
  if (array->kind == VALUE_SYMBOL && flat_symbol(flat, array->symbol)->kind == SYMBOL_ARRAY)
    all = array_value(flat, array->symbol, time);
  if (all.kind != VALUE_ARRAY) return syntax_error(flat->syntax, index, "this is not an array");
  Aig *aig = flat->values.aig;
  Lit found = LIT_FALSE;
  Value chosen = all.members[0].value;
  for (uint32_t i = 0; i < all.width; i++) {
    Value here = value_integer(&flat->values, all.low + i);
    Lit same;
    value_equal(&flat->values, at, &here, &same);
    found = aig_or(aig, found, same);
    Value joined;
    if (!value_mux(&flat->values, same, &all.members[i].value, &chosen, &joined))
      return syntax_error(flat->syntax, index, "the elements of the array differ in type");
    chosen = joined;
  }
  *out = chosen;
  if (found != LIT_TRUE || at->fail != LIT_FALSE) {
    out->fail = aig_or(aig, out->fail, aig_or(aig, at->fail, lit_not(found)));
    out->culprit = index;
  }
  return true;
}

/* The branches from the last to the first; where no condition holds the value is undefined. */
static bool evaluate_case(Flat *flat, NodeIndex index, NodeIndex first, Value *out) {
  Aig *aig = flat->values.aig;
  Value result = {0};
  bool any = false;
  for (NodeIndex list = syntax_node(flat->syntax, index)->left; list != NODE_NONE;
       list = syntax_node(flat->syntax, list)->left) {
    const Node *branch = syntax_node(flat->syntax, syntax_node(flat->syntax, list)->right);
    Value condition = *value_of(flat, first, branch->left);
    const Value *value = value_of(flat, first, branch->right);
    if (!flat_to_boolean(flat, branch->left, &condition)) return false;
    if (value->kind == VALUE_FORMULA || value->kind == VALUE_SYMBOL)
      return syntax_error(flat->syntax, branch->right, "this cannot be the value of a case");
    Value joined;
    if (!any) {
      joined = *value;
      joined.fail = aig_mux(aig, condition.bits[0], value->fail, LIT_TRUE);
      joined.culprit =
          value->fail != LIT_FALSE && condition.bits[0] == LIT_TRUE ? value->culprit : index;
      any = true;
    } else {
      Value a = *value, b = result;
      bool boolean = a.kind == VALUE_BOOLEAN || b.kind == VALUE_BOOLEAN;
      if (boolean && flat->old_booleans &&
          (!flat_to_boolean(flat, branch->right, &a) || !flat_to_boolean(flat, index, &b)))
        return false;
      b.fail = result.fail;
      b.culprit = result.culprit;
      if (!value_mux(&flat->values, condition.bits[0], &a, &b, &joined))
        return fail_mux(flat, branch->right, &a, &b,
                        "the type of this branch differs from that of the branches after it");
    }
    if (condition.fail != LIT_FALSE) {
      joined.fail = aig_or(aig, joined.fail, condition.fail);
      joined.culprit = condition.culprit;
    }
    result = joined;
  }
  *out = result;
  return true;
}

static bool evaluate_conditional(Flat *flat, NodeIndex index, NodeIndex first, Value *out) {
  const Node *node = syntax_node(flat->syntax, index);
  const Node *branch = syntax_node(flat->syntax, node->left);
  Value condition = *value_of(flat, first, branch->left);
  if (!flat_to_boolean(flat, branch->left, &condition)) return false;
  const Value *a = value_of(flat, first, branch->right), *b = value_of(flat, first, node->right);
  if (!value_mux(&flat->values, condition.bits[0], a, b, out))
    return fail_mux(flat, index, a, b, "the two sides of ? : differ in type");
  if (condition.fail != LIT_FALSE) {
    out->fail = aig_or(flat->values.aig, out->fail, condition.fail);
    out->culprit = condition.culprit;
  }
  return true;
}

static bool evaluate_set(Flat *flat, NodeIndex index, NodeIndex first, Value *out) {
  NodeIndex list = syntax_node(flat->syntax, index)->left;
  bool any = false;
  for (; list != NODE_NONE; list = syntax_node(flat->syntax, list)->left) {
    const Value *element = value_of(flat, first, syntax_node(flat->syntax, list)->right);
    if (element->kind >= VALUE_ARRAY)
      return syntax_error(flat->syntax, syntax_node(flat->syntax, list)->right,
                          "this cannot be an element of a set");
    Value joined;
    if (any) value_union(&flat->values, element, out, &joined);
    else joined = *element; /* {x} is x */
    *out = joined;
    any = true;
  }
  return true;
}

static bool evaluate_function(Flat *flat, NodeIndex index, NodeIndex first, Value *out) {
  VEC(Value) arguments = {0};
  NodeIndex list = syntax_node(flat->syntax, index)->left;
  for (; list != NODE_NONE; list = syntax_node(flat->syntax, list)->left)
    vec_push(&arguments, *value_of(flat, first, syntax_node(flat->syntax, list)->right));
  for (size_t i = 0, j = arguments.size; i + 1 < j--; i++) {
    Value swap = arguments.data[i];
    arguments.data[i] = arguments.data[j];
    arguments.data[j] = swap;
  }
  bool fine = operator_function(flat, index, arguments.data, arguments.size, out);
  vec_free(&arguments);
  return fine;
}

static bool evaluate_bounds(Flat *flat, NodeIndex range, NodeIndex first, int64_t *low,
                            int64_t *high) {
  const Node *node = syntax_node(flat->syntax, range);
  const Value *a = value_of(flat, first, node->left), *b = value_of(flat, first, node->right);
  if (a->kind != VALUE_INTEGER || b->kind != VALUE_INTEGER || !value_is_constant(a) ||
      !value_is_constant(b))
    return syntax_error(flat->syntax, range, "the bounds must be constant numbers");
  *low = value_number(a);
  *high = value_number(b);
  return true;
}

static bool evaluate_temporal(Flat *flat, NodeIndex index, NodeIndex first, Value *out) {
  const Node *node = syntax_node(flat->syntax, index);
  NodeIndex left = node->left, right = node->right, range = NODE_NONE;
  if (node->kind == NODE_ABU || node->kind == NODE_EBU) {
    range = syntax_node(flat->syntax, left)->right;
    left = syntax_node(flat->syntax, left)->left;
  } else if (node->kind < NODE_UNTIL) {
    range = right;
    right = NODE_NONE;
  }
  int64_t low = 0, high = -1; /* no bounds */
  if (range != NODE_NONE) {
    if (!evaluate_bounds(flat, range, first, &low, &high)) return false;
    if (low < 0 || high > BOUND_LIMIT)
      return syntax_error(flat->syntax, index, "the bounds %lld..%lld are not within 0..%d",
                          (long long)low, (long long)high, BOUND_LIMIT);
  }
  return flat_temporal(flat, index, value_of(flat, first, left),
                       right == NODE_NONE ? NULL : value_of(flat, first, right), low, high, out);
}

static bool is_connective(NodeKind kind) {
  return kind == NODE_NOT || (kind >= NODE_AND && kind <= NODE_IFF);
}

void flat_mark_apart(Flat *flat, NodeIndex root) {
  NodeIndex first = syntax_node(flat->syntax, root)->first;
  flat->apart = bits_new(root - first + 1);
  bits_set(&flat->apart, root - first);
  for (NodeIndex i = root + 1; i-- > first;) {
    const Node *node = syntax_node(flat->syntax, i);
    if (!bits_get(&flat->apart, i - first)) continue;
    bool over = is_connective(node->kind) || node->kind >= NODE_NEXT_TIME;
    if (over && node->left != NODE_NONE) bits_set(&flat->apart, node->left - first);
    if (over && node->right != NODE_NONE) bits_set(&flat->apart, node->right - first);
  }
}

/* Whether the operands of a node that is to be taken apart are truths, not words. */
static bool is_apart(const Flat *flat, NodeIndex offset, const Node *node, const Value *a,
                     const Value *b) {
  return offset < flat->apart.size && bits_get(&flat->apart, offset) && is_connective(node->kind) &&
         a->kind == VALUE_BOOLEAN && (!b || b->kind == VALUE_BOOLEAN);
}

static bool connective_of_formulas(const Node *node, const Value *a, const Value *b) {
  return (a->kind == VALUE_FORMULA || (b && b->kind == VALUE_FORMULA)) &&
         (is_connective(node->kind) || node->kind == NODE_EQUAL || node->kind == NODE_NOT_EQUAL);
}

static bool evaluate_node(Flat *flat, NodeIndex index, NodeIndex first, uint32_t instance,
                          Time base, Value *out) {
  const Node *node = syntax_node(flat->syntax, index);
  Time time = node->next ? TIME_NEXT : base;
  const Value *a = node->left == NODE_NONE ? NULL : value_of(flat, first, node->left);
  const Value *b = node->right == NODE_NONE ? NULL : value_of(flat, first, node->right);
  if (node->next && base == TIME_NEXT)
    return syntax_error(flat->syntax, index, "next cannot be nested");
  switch (node->kind) {
  case NODE_NUMBER: *out = value_integer(&flat->values, node->number); return true;
  case NODE_TRUE: *out = value_boolean(&flat->values, LIT_TRUE); return true;
  case NODE_FALSE: *out = value_boolean(&flat->values, LIT_FALSE); return true;
  case NODE_WORD_CONSTANT: return operator_word_constant(flat, index, out);
  case NODE_NAME:
  case NODE_SELF: return evaluate_name(flat, index, instance, SYMBOL_NONE, time, out);
  case NODE_DOT:
    if (a->kind != VALUE_SYMBOL)
      return syntax_error(flat->syntax, index, "what stands before '.%s' is not a module instance",
                          flat_name(flat, (uint32_t)node->number));
    return evaluate_name(flat, index, instance, a->symbol, time, out);
  case NODE_INDEX: return evaluate_index(flat, index, a, b, time, out);
  case NODE_SLICE: {
    NodeIndex low = syntax_node(flat->syntax, node->right)->right;
    NodeIndex high = syntax_node(flat->syntax, syntax_node(flat->syntax, node->right)->left)->right;
    return operator_slice(flat, index, a, value_of(flat, first, high), value_of(flat, first, low),
                          out);
  }
  case NODE_LIST:
  case NODE_BRANCH:
  case NODE_BOUND: *out = (Value){.kind = VALUE_LIST}; return true;
  case NODE_CASE: return evaluate_case(flat, index, first, out);
  case NODE_SET: return evaluate_set(flat, index, first, out);
  case NODE_CONDITIONAL: return evaluate_conditional(flat, index, first, out);
  case NODE_NEXT: *out = *a; return true;
  case NODE_ARRAY_LITERAL:
    return syntax_error(flat->syntax, index, "an array can only be the body of a DEFINE");
  default: break;
  }
  if (node->kind >= NODE_ABS && node->kind <= NODE_WORD1)
    return evaluate_function(flat, index, first, out);
  if (node->kind >= NODE_SEQUENCE_CONCAT) return flat_sequence(flat, index, first, out);
  if (node->kind >= NODE_NEXT_TIME) return evaluate_temporal(flat, index, first, out);
  if (connective_of_formulas(node, a, b) || is_apart(flat, index - first, node, a, b))
    return flat_connective(flat, index, a, b, out);
  if (!b) return operator_unary(flat, index, a, out);
  if (!operator_binary(flat, index, a, b, out)) return false;
  flat_note_comparison(flat, index, a, b, out);
  return true;
}

bool flat_evaluate(Flat *flat, NodeIndex root, uint32_t instance, Time time, Value *value) {
  return flat_demand(flat, root, instance, time) &&
         flat_evaluate_ready(flat, root, instance, time, value);
}

bool flat_evaluate_ready(Flat *flat, NodeIndex root, uint32_t instance, Time time, Value *value) {
  arena_free(&flat->scratch);
  flat->touched_next = false;
  NodeIndex first = syntax_node(flat->syntax, root)->first;
  vec_clear(&flat->stack);
  vec_resize(&flat->stack, root - first + 1);
  for (NodeIndex i = first; i <= root; i++) {
    Value result = {.kind = VALUE_LIST};
    if (!evaluate_node(flat, i, first, instance, time, &result)) return false;
    flat->stack.data[i - first] = result;
  }
  *value = vec_last(&flat->stack);
  return true;
}

bool flat_evaluate_boolean(Flat *flat, NodeIndex root, uint32_t instance, Lit *lit) {
  Value value;
  if (!flat_evaluate(flat, root, instance, TIME_NOW, &value)) return false;
  if (!flat_to_boolean(flat, root, &value)) return false;
  flat_check_total(flat, &value, root);
  *lit = value.bits[0];
  return true;
}

bool flat_evaluate_number(Flat *flat, NodeIndex root, uint32_t instance, int64_t *number) {
  Value value;
  if (!flat_evaluate(flat, root, instance, TIME_NOW, &value)) return false;
  if (value.kind != VALUE_INTEGER || !value_is_constant(&value) || value.fail != LIT_FALSE)
    return syntax_error(flat->syntax, root, "a constant number is needed here");
  *number = value_number(&value);
  return true;
}
