/* Types of variables and their codes.
 *
 * A range is encoded in binary, as value - offset: the offset is 0 where that costs no bit and lets
 * comparisons with constants stay plain, else it is the lower bound. An enumeration of numbers is a
 * range with holes. What a code may not be (unused patterns, holes) is `type_valid`. */
#include "front/smv/flat.h"

#include <stdlib.h>

#include "logic/vector.h"

enum { ELEMENT_LIMIT = 1 << 22, DIMENSION_LIMIT = 16, WIDTH_LIMIT = 1 << 16 };

static bool constant_number(const Flat *flat, uint32_t constant, int64_t *number) {
  const char *text = flat->constants.names.text[constant];
  char *end;
  *number = strtoll(text, &end, 10);
  return !*end && (text[0] == '-' || (text[0] >= '0' && text[0] <= '9'));
}

static void set_range(VariableType *type, int64_t low, int64_t high) {
  type->kind = TYPE_RANGE;
  type->low = low;
  type->high = high;
  type->offset =
      low >= 0 && code_width((uint64_t)high) == code_width((uint64_t)(high - low)) ? 0 : low;
  type->width = code_width((uint64_t)(high - type->offset));
}

/* All numbers: a range, perhaps with holes. Only FALSE and TRUE: Boolean. Else symbols. */
static bool type_enumeration(Flat *flat, const TypeSyntax *syntax, VariableType *type) {
  U32Vec list = {0};
  bool numbers = true, booleans = true, fine = true;
  int64_t low = INT64_MAX, high = INT64_MIN;
  for (NodeIndex i = syntax->low; i != NODE_NONE && fine; i = syntax_node(flat->syntax, i)->left) {
    NodeIndex element = syntax_node(flat->syntax, i)->right;
    const Node *node = syntax_node(flat->syntax, element);
    bool negative = node->kind == NODE_MINUS;
    if (negative) node = syntax_node(flat->syntax, node->left);
    booleans &= node->kind == NODE_TRUE || node->kind == NODE_FALSE;
    if (node->kind == NODE_NUMBER) {
      int64_t number = negative ? -node->number : node->number;
      low = number < low ? number : low;
      high = number > high ? number : high;
      vec_push(&list, constants_number(&flat->constants, number));
    } else if (node->kind == NODE_NAME && !negative) {
      numbers = false;
      vec_push(&list, names_add(&flat->constants.names, flat_name(flat, (uint32_t)node->number)));
    } else if (!booleans) {
      fine = syntax_error(flat->syntax, element, "an enumeration has names and numbers only");
    }
  }
  if (fine && booleans) {
    *type = (VariableType){.kind = TYPE_BOOLEAN, .width = 1};
  } else if (fine) {
    const EnumType *values = constants_type(&flat->constants, list.data, (uint32_t)list.size);
    if (values->count != list.size) {
      fine = syntax_error_at(flat->syntax, syntax->line, syntax->column,
                             "a constant occurs twice in this enumeration");
    } else if (numbers) {
      set_range(type, low, high);
      if (high - low + 1 != values->count) type->values = values;
    } else {
      *type = (VariableType){.kind = TYPE_ENUMERATION, .width = values->width, .values = values};
    }
  }
  vec_free(&list);
  return fine;
}

static bool make_type(Flat *flat, uint32_t instance, const TypeSyntax *syntax, VariableType *type) {
  int64_t low, high;
  *type = (VariableType){.kind = syntax->kind};
  switch (syntax->kind) {
  case TYPE_BOOLEAN: type->width = 1; return true;
  case TYPE_RANGE:
    if (!flat_evaluate_number(flat, syntax->low, instance, &low) ||
        !flat_evaluate_number(flat, syntax->high, instance, &high))
      return false;
    if (low > high)
      return syntax_error(flat->syntax, syntax->low, "the range %lld..%lld is empty",
                          (long long)low, (long long)high);
    set_range(type, low, high);
    return true;
  case TYPE_WORD:
    if (!flat_evaluate_number(flat, syntax->low, instance, &low)) return false;
    if (low < 1 || low > WIDTH_LIMIT)
      return syntax_error(flat->syntax, syntax->low, "a word cannot be %lld bits wide",
                          (long long)low);
    type->width = (uint32_t)low;
    type->is_signed = syntax->is_signed;
    return true;
  case TYPE_ENUMERATION: return type_enumeration(flat, syntax, type);
  default:
    return syntax_error_at(flat->syntax, syntax->line, syntax->column,
                           "an array cannot have modules as elements");
  }
}

static uint32_t add_element(Flat *flat, uint32_t array, int64_t index, SymbolKind kind) {
  Symbol element = flat->symbols.data[array];
  Text text = {0};
  text_format(&text, "%s[%lld]", element.full, (long long)index);
  element.kind = kind;
  element.full = arena_string_n(&flat->arena, text.data, text.size);
  text_free(&text);
  vec_push(&flat->symbols, element);
  return (uint32_t)flat->symbols.size - 1;
}

/* VAR a : array low..high of T: the elements become symbols of their own. */
static bool expand_array(Flat *flat, uint32_t index) {
  const TypeSyntax *syntax = flat_symbol(flat, index)->syntax;
  uint32_t instance = flat_symbol(flat, index)->instance;
  int64_t low, high;
  int dimensions = 0;
  for (const TypeSyntax *t = syntax; t->kind == TYPE_ARRAY; t = t->element) dimensions++;
  if (!flat_evaluate_number(flat, syntax->low, instance, &low) ||
      !flat_evaluate_number(flat, syntax->high, instance, &high))
    return false;
  if (low > high)
    return syntax_error(flat->syntax, syntax->low, "the range %lld..%lld is empty", (long long)low,
                        (long long)high);
  if (high - low + flat->symbols.size > ELEMENT_LIMIT || dimensions > DIMENSION_LIMIT)
    return syntax_error_at(flat->syntax, syntax->line, syntax->column, "this array is too large");
  Symbol *array = flat_symbol(flat, index);
  array->lowest = low;
  array->first_element = (uint32_t)flat->symbols.size;
  array->element_count = (uint32_t)(high - low + 1);
  SymbolKind kind = syntax->element->kind == TYPE_ARRAY ? SYMBOL_ARRAY : SYMBOL_VARIABLE;
  for (int64_t i = low; i <= high; i++) {
    uint32_t element = add_element(flat, index, i, kind);
    flat_symbol(flat, element)->syntax = syntax->element;
    if (kind == SYMBOL_VARIABLE) vec_push(&flat->variables, element);
  }
  return true;
}

/* DEFINE a := [x, y, z]: likewise. */
static void expand_array_define(Flat *flat, uint32_t index) {
  NodeIndex list = syntax_node(flat->syntax, flat_symbol(flat, index)->body)->left;
  uint32_t count = 0;
  for (NodeIndex i = list; i != NODE_NONE; i = syntax_node(flat->syntax, i)->left) count++;
  Symbol *array = flat_symbol(flat, index);
  array->lowest = 0;
  array->first_element = (uint32_t)flat->symbols.size;
  array->element_count = count;
  for (uint32_t i = 0; i < count; i++) add_element(flat, index, i, SYMBOL_DEFINE);
  flat_symbol(flat, index)->kind = SYMBOL_ARRAY;
  uint32_t first = flat_symbol(flat, index)->first_element;
  for (uint32_t i = count; i-- > 0; list = syntax_node(flat->syntax, list)->left)
    flat_symbol(flat, first + i)->body = syntax_node(flat->syntax, list)->right;
}

/* `x[1]` may be declared on its own, but not beside an array x that has this element. */
static bool check_twins(Flat *flat) {
  for (uint32_t i = 1; i < flat->symbols.size && flat->syntax->complex.size; i++) {
    uint32_t twin = flat_hidden_twin(flat, i);
    if (twin == SYMBOL_NONE && !flat->error->message) continue;
    const Symbol *symbol = flat_symbol(flat, i);
    if (twin != SYMBOL_NONE)
      syntax_error_at(flat->syntax, symbol->line, symbol->column,
                      "'%s' is already declared in line %d", flat_name(flat, symbol->name),
                      flat_symbol(flat, twin)->line);
    if (!syntax_recover(flat->syntax)) return false;
  }
  return true;
}

bool flat_type_variables(Flat *flat) {
  for (uint32_t i = 0; i < flat->symbols.size; i++) { /* grows while it is walked */
    Symbol *symbol = flat_symbol(flat, i);
    if (symbol->kind == SYMBOL_DEFINE &&
        syntax_node(flat->syntax, symbol->body)->kind == NODE_ARRAY_LITERAL)
      expand_array_define(flat, i);
  }
  for (uint32_t i = 0; i < flat->symbols.size; i++) {
    Symbol *symbol = flat_symbol(flat, i);
    if (symbol->kind != SYMBOL_ARRAY || !symbol->syntax || expand_array(flat, i)) continue;
    flat_symbol(flat, i)->kind = SYMBOL_BROKEN;
    if (!syntax_recover(flat->syntax)) return false;
  }
  size_t kept = 0;
  for (size_t i = 0; i < flat->variables.size; i++) {
    uint32_t index = flat->variables.data[i];
    VariableType type;
    if (make_type(flat, flat_symbol(flat, index)->instance, flat_symbol(flat, index)->syntax,
                  &type)) {
      flat_symbol(flat, index)->type = type;
      flat->variables.data[kept++] = index;
    } else {
      flat_symbol(flat, index)->kind = SYMBOL_BROKEN;
      if (!syntax_recover(flat->syntax)) return false;
    }
  }
  flat->variables.size = kept;
  return check_twins(flat);
}

/* --- codes ---------------------------------------------------------------------------------- */

void type_code_constant(const VariableType *type, int64_t value, Lit *code) {
  vector_constant((uint64_t)(value - type->offset), code, type->width);
}

static Lit code_is(Flat *flat, const VariableType *type, const Lit *code, int64_t value) {
  uint64_t pattern = (uint64_t)(value - type->offset);
  Lit result = LIT_TRUE;
  for (uint32_t i = 0; i < type->width; i++)
    result = aig_and(flat->values.aig, result, lit_not_if(code[i], !(pattern >> i & 1)));
  return result;
}

Lit type_valid(Flat *flat, const VariableType *type, const Lit *code) {
  Aig *aig = flat->values.aig;
  if (type->kind == TYPE_RANGE && type->values) {
    Lit any = LIT_FALSE;
    for (uint32_t i = 0; i < type->values->count; i++) {
      int64_t number;
      constant_number(flat, type->values->constants[i], &number);
      any = aig_or(aig, any, code_is(flat, type, code, number));
    }
    return any;
  }
  if (type->kind != TYPE_RANGE && type->kind != TYPE_ENUMERATION) return LIT_TRUE;
  bool range = type->kind == TYPE_RANGE;
  uint64_t low = range ? (uint64_t)(type->low - type->offset) : 0;
  uint64_t high = range ? (uint64_t)(type->high - type->offset) : type->values->count - 1;
  Lit *limit = mem_array(type->width, sizeof *limit);
  vector_constant(low, limit, type->width);
  Lit valid = lit_not(vector_less(aig, code, limit, type->width));
  vector_constant(high, limit, type->width);
  valid = aig_and(aig, valid, lit_not(vector_less(aig, limit, code, type->width)));
  mem_free(limit);
  return valid;
}

Value type_value(Flat *flat, const VariableType *type, const Lit *code) {
  Values *values = &flat->values;
  Lit *bits = arena_alloc(values->arena, type->width * sizeof *bits);
  if (type->width) memcpy(bits, code, type->width * sizeof *bits);
  Value value = {.width = type->width, .bits = bits};
  switch (type->kind) {
  case TYPE_BOOLEAN: value.kind = VALUE_BOOLEAN; return value;
  case TYPE_WORD:
    value.kind = VALUE_WORD;
    value.is_signed = type->is_signed;
    return value;
  case TYPE_ENUMERATION:
    value.kind = VALUE_ENUM;
    value.type = type->values;
    return value;
  default: break;
  }
  if (!type->offset)
    return value_from_bits(values, bits, type->width, false, type->low, type->high);
  uint32_t width = integer_width(type->low, type->high);
  uint32_t wide = width > type->width ? width : type->width;
  Value offset = value_integer(values, type->offset);
  Lit *sum = arena_alloc(values->arena, wide * sizeof *sum);
  Lit *shift = arena_alloc(values->arena, wide * sizeof *shift);
  vector_resize(bits, type->width, false, sum, wide);
  vector_resize(offset.bits, offset.width, true, shift, wide);
  vector_add(values->aig, sum, shift, LIT_FALSE, sum, wide);
  return value_from_bits(values, sum, wide, true, type->low, type->high);
}

static Lit outside(Flat *flat, const VariableType *type, const Value *value, const Lit *code) {
  Aig *aig = flat->values.aig;
  Lit bad = LIT_FALSE;
  Value limit;
  uint32_t width;
  if (value->low < type->low) {
    limit = value_integer(&flat->values, type->low);
    width = value->width > limit.width ? value->width : limit.width;
    bad = vector_less_signed(aig, value_extend(&flat->values, value, width),
                             value_extend(&flat->values, &limit, width), width);
  }
  if (value->high > type->high) {
    limit = value_integer(&flat->values, type->high);
    width = value->width > limit.width ? value->width : limit.width;
    Lit above = vector_less_signed(aig, value_extend(&flat->values, &limit, width),
                                   value_extend(&flat->values, value, width), width);
    bad = aig_or(aig, bad, above);
  }
  if (type->values) bad = aig_or(aig, bad, lit_not(type_valid(flat, type, code)));
  return bad;
}

static void encode_integer(Flat *flat, const VariableType *type, const Value *value, Lit *code,
                           Lit *bad) {
  Values *values = &flat->values;
  Value offset = value_integer(values, type->offset);
  uint32_t wide = value->width > offset.width ? value->width : offset.width;
  if (wide < type->width) wide = type->width;
  Lit *bits = value_extend(values, value, ++wide);
  if (type->offset)
    vector_subtract(values->aig, bits, value_extend(values, &offset, wide), bits, wide);
  if (type->width) memcpy(code, bits, type->width * sizeof *code);
  *bad = outside(flat, type, value, code);
}

/* A value over symbols and numbers, assigned to a variable over numbers. */
static void encode_mixed(Flat *flat, const VariableType *type, const Value *value, Lit *code,
                         Lit *bad) {
  Aig *aig = flat->values.aig;
  Lit any = LIT_FALSE;
  for (uint32_t j = 0; j < type->width; j++) code[j] = LIT_FALSE;
  for (uint32_t i = 0; i < value->type->count; i++) {
    int64_t number;
    if (!constant_number(flat, value->type->constants[i], &number)) continue;
    if (number < type->low || number > type->high) continue;
    Lit here = value_is(&flat->values, value, value->type->constants[i]);
    uint64_t pattern = (uint64_t)(number - type->offset);
    for (uint32_t j = 0; j < type->width; j++)
      if (pattern >> j & 1) code[j] = aig_or(aig, code[j], here);
    any = aig_or(aig, any, here);
  }
  *bad = lit_not(any);
  if (type->values) *bad = aig_or(aig, *bad, lit_not(type_valid(flat, type, code)));
}

bool type_encode(Flat *flat, const VariableType *type, const Value *value, Lit *code, Lit *bad) {
  *bad = LIT_FALSE;
  switch (type->kind) {
  case TYPE_BOOLEAN:
    if (value->kind != VALUE_BOOLEAN) return false;
    code[0] = value->bits[0];
    return true;
  case TYPE_WORD:
    if (value->kind != VALUE_WORD || value->width != type->width ||
        value->is_signed != type->is_signed)
      return false;
    memcpy(code, value->bits, type->width * sizeof *code);
    return true;
  case TYPE_RANGE:
    if (value->kind == VALUE_INTEGER) encode_integer(flat, type, value, code, bad);
    else if (value->kind == VALUE_ENUM) encode_mixed(flat, type, value, code, bad);
    else return false;
    return true;
  case TYPE_ENUMERATION: {
    Value as_enum;
    if (!value_as_enum(&flat->values, value, &as_enum)) return false;
    Lit any = LIT_FALSE;
    Value fitted = value_to_enum(&flat->values, &as_enum, type->values);
    for (uint32_t i = 0; i < type->values->count; i++)
      any = aig_or(flat->values.aig, any,
                   value_is(&flat->values, &as_enum, type->values->constants[i]));
    if (as_enum.type != type->values) *bad = lit_not(any);
    if (type->width) memcpy(code, fitted.bits, type->width * sizeof *code);
    return true;
  }
  default: return false;
  }
}
