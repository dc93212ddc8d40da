/* What operators take and give. */
#include <inttypes.h>

#include "term/internal.h"

const TermOperatorInfo term_operators[TERM_OPERATORS] = {
    [TERM_CONSTANT] = {NULL, 0, SHAPE_LEAF, false},
    [TERM_VARIABLE] = {NULL, 0, SHAPE_LEAF, false},
    [TERM_NOT] = {"not", 1, SHAPE_SAME, false},
    [TERM_NEGATE] = {"neg", 1, SHAPE_SAME, false},
    [TERM_ALL] = {"redand", 1, SHAPE_BIT, false},
    [TERM_ANY] = {"redor", 1, SHAPE_BIT, false},
    [TERM_PARITY] = {"redxor", 1, SHAPE_BIT, false},
    [TERM_AND] = {"and", 2, SHAPE_SAME, true},
    [TERM_OR] = {"or", 2, SHAPE_SAME, true},
    [TERM_XOR] = {"xor", 2, SHAPE_SAME, true},
    [TERM_EQUAL] = {"eq", 2, SHAPE_EQUAL, true},
    [TERM_LESS] = {"ult", 2, SHAPE_BIT, false},
    [TERM_LESS_SIGNED] = {"slt", 2, SHAPE_BIT, false},
    [TERM_ADD] = {"add", 2, SHAPE_SAME, true},
    [TERM_SUBTRACT] = {"sub", 2, SHAPE_SAME, false},
    [TERM_MULTIPLY] = {"mul", 2, SHAPE_SAME, true},
    [TERM_DIVIDE] = {"udiv", 2, SHAPE_SAME, false},
    [TERM_REMAINDER] = {"urem", 2, SHAPE_SAME, false},
    [TERM_DIVIDE_SIGNED] = {"sdiv", 2, SHAPE_SAME, false},
    [TERM_REMAINDER_SIGNED] = {"srem", 2, SHAPE_SAME, false},
    [TERM_MODULO_SIGNED] = {"smod", 2, SHAPE_SAME, false},
    [TERM_SHIFT_LEFT] = {"sll", 2, SHAPE_SAME, false},
    [TERM_SHIFT_RIGHT] = {"srl", 2, SHAPE_SAME, false},
    [TERM_SHIFT_ARITHMETIC] = {"sra", 2, SHAPE_SAME, false},
    [TERM_ROTATE_LEFT] = {"rol", 2, SHAPE_SAME, false},
    [TERM_ROTATE_RIGHT] = {"ror", 2, SHAPE_SAME, false},
    [TERM_CONCAT] = {"concat", 2, SHAPE_CONCAT, false},
    [TERM_OVERFLOW_ADD] = {"uaddo", 2, SHAPE_BIT, true},
    [TERM_OVERFLOW_ADD_SIGNED] = {"saddo", 2, SHAPE_BIT, true},
    [TERM_OVERFLOW_SUBTRACT] = {"usubo", 2, SHAPE_BIT, false},
    [TERM_OVERFLOW_SUBTRACT_SIGNED] = {"ssubo", 2, SHAPE_BIT, false},
    [TERM_OVERFLOW_MULTIPLY] = {"umulo", 2, SHAPE_BIT, true},
    [TERM_OVERFLOW_MULTIPLY_SIGNED] = {"smulo", 2, SHAPE_BIT, true},
    [TERM_OVERFLOW_DIVIDE_SIGNED] = {"sdivo", 2, SHAPE_BIT, false},
    [TERM_READ] = {"read", 2, SHAPE_READ, false},
    [TERM_SLICE] = {"slice", 1, SHAPE_SLICE, false},
    [TERM_EXTEND] = {"uext", 1, SHAPE_EXTEND, false},
    [TERM_EXTEND_SIGNED] = {"sext", 1, SHAPE_EXTEND, false},
    [TERM_IF] = {"ite", 3, SHAPE_IF, false},
    [TERM_WRITE] = {"write", 3, SHAPE_WRITE, false},
    [TERM_FILL] = {NULL, 1, SHAPE_FILL, false},
};

uint32_t term_width(const Terms *terms, Term term) {
  const TypeInfo *info = type_info(&terms->types, term_type(terms, term));
  assert(info->kind != TYPE_ARRAY);
  return info->width;
}

/* ---- what fits ---- */

static bool is_array(const Terms *terms, Term term) {
  return type_is_array(&terms->types, term_type(terms, term));
}

static const char *no_word(const Terms *terms, Term term, size_t position, Text *text) {
  text_format(text, "argument %zu is ", position + 1);
  type_print(&terms->types, term_type(terms, term), text);
  text_add(text, ", where a word is needed");
  return text->data;
}

/* The types of two arguments differ. */
static const char *differ(const Terms *terms, Type a, Type b, const char *what, Text *text) {
  text_add(text, what);
  text_add(text, ": ");
  type_print(&terms->types, a, text);
  text_add(text, " and ");
  type_print(&terms->types, b, text);
  return text->data;
}

static const char *array_misfit(const Terms *terms, TermOperator op, const uint32_t *arguments,
                                Text *text) {
  const Types *types = &terms->types;
  if (!is_array(terms, arguments[0])) {
    text_add(text, "argument 1 is ");
    type_print(types, term_type(terms, arguments[0]), text);
    text_add(text, ", where an array is needed");
    return text->data;
  }
  const TypeInfo *info = type_info(types, term_type(terms, arguments[0]));
  if (!type_fits(types, info->index, term_type(terms, arguments[1])))
    return differ(terms, info->index, term_type(terms, arguments[1]),
                  "the array has another index than argument 2", text);
  if (op == TERM_WRITE && !type_fits(types, info->element, term_type(terms, arguments[2])))
    return differ(terms, info->element, term_type(terms, arguments[2]),
                  "the array has other elements than argument 3", text);
  return NULL;
}

static const char *if_misfit(const Terms *terms, const uint32_t *arguments, Text *text) {
  Type then = term_type(terms, arguments[1]), otherwise = term_type(terms, arguments[2]);
  if (is_array(terms, arguments[0]) || term_width(terms, arguments[0]) != 1) {
    text_add(text, "the condition is ");
    type_print(&terms->types, term_type(terms, arguments[0]), text);
    text_add(text, ", where 1 bit is needed");
    return text->data;
  }
  if (type_fits(&terms->types, then, otherwise)) return NULL;
  return differ(terms, then, otherwise, "the branches differ", text);
}

static const char *slice_misfit(const Terms *terms, const uint32_t *arguments, Text *text) {
  uint32_t width = term_width(terms, arguments[0]);
  if (arguments[1] < width && arguments[2] <= arguments[1]) return NULL;
  text_format(text, "bits %" PRIu32 " to %" PRIu32 " are not in a word of %" PRIu32 " bits",
              arguments[1], arguments[2], width);
  return text->data;
}

const char *term_misfit(const Terms *terms, TermOperator op, const uint32_t *arguments,
                        Text *text) {
  const TermOperatorInfo *info = term_operators + op;
  text_clear(text);
  switch (info->shape) {
  case SHAPE_READ:
  case SHAPE_WRITE: return array_misfit(terms, op, arguments, text);
  case SHAPE_IF: return if_misfit(terms, arguments, text);
  case SHAPE_EQUAL:
    if (type_fits(&terms->types, term_type(terms, arguments[0]), term_type(terms, arguments[1])))
      return NULL;
    return differ(terms, term_type(terms, arguments[0]), term_type(terms, arguments[1]),
                  "the arguments differ", text);
  default: break;
  }
  for (size_t i = 0; i < info->terms; i++)
    if (is_array(terms, arguments[i])) return no_word(terms, arguments[i], i, text);
  if (info->shape == SHAPE_SLICE) return slice_misfit(terms, arguments, text);
  bool same = info->shape == SHAPE_SAME || info->shape == SHAPE_BIT;
  if (same && info->terms == 2 &&
      term_width(terms, arguments[0]) != term_width(terms, arguments[1]))
    return differ(terms, term_type(terms, arguments[0]), term_type(terms, arguments[1]),
                  "the arguments differ", text);
  return NULL;
}

/* ---- what results ---- */

Type term_result_type(Terms *terms, TermOperator op, const uint32_t *arguments) {
  Types *types = &terms->types;
  switch (term_operators[op].shape) {
  case SHAPE_SAME: return types_word(types, term_width(terms, arguments[0]));
  case SHAPE_BIT:
  case SHAPE_EQUAL: return types_word(types, 1);
  case SHAPE_CONCAT:
    return types_word(types, term_width(terms, arguments[0]) + term_width(terms, arguments[1]));
  case SHAPE_READ: return type_info(types, term_type(terms, arguments[0]))->element;
  case SHAPE_WRITE: return term_type(terms, arguments[0]);
  case SHAPE_IF: return term_type(terms, arguments[1]);
  case SHAPE_SLICE: return types_word(types, arguments[1] - arguments[2] + 1);
  case SHAPE_EXTEND: return types_word(types, term_width(terms, arguments[0]) + arguments[1]);
  case SHAPE_LEAF:
  case SHAPE_FILL: break;
  }
  assert(!"leaves and fills say their type");
  return 0;
}
