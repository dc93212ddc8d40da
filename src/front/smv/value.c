/* Values and what holds between them: equality, choice, membership. See value.h. */
#include "front/smv/value.h"

#include <stdio.h>
#include <stdlib.h>

#include "logic/vector.h"

enum { ENUM_LIMIT = 4096 };

/* --- constants ------------------------------------------------------------------------------ */

static int compare_u32(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

const EnumType *constants_type(Constants *constants, uint32_t *list, uint32_t count) {
  qsort(list, count, sizeof *list, compare_u32);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++)
    if (!kept || list[kept - 1] != list[i]) list[kept++] = list[i];
  uint32_t index = names_add_n(&constants->unique, (const char *)list, kept * sizeof *list);
  if (index == constants->types.size) {
    EnumType *type = arena_alloc(&constants->arena, sizeof *type);
    type->constants = arena_alloc(&constants->arena, kept * sizeof *list);
    memcpy(type->constants, list, kept * sizeof *list);
    type->count = kept;
    type->width = code_width(kept ? kept - 1 : 0);
    vec_push(&constants->types, type);
  }
  return constants->types.data[index];
}

uint32_t constants_number(Constants *constants, int64_t number) {
  char text[32];
  snprintf(text, sizeof text, "%lld", (long long)number);
  return names_add(&constants->names, text);
}

void constants_free(Constants *constants) {
  names_free(&constants->names);
  names_free(&constants->unique);
  vec_free(&constants->types);
  arena_free(&constants->arena);
}

static uint32_t position_in(const EnumType *type, uint32_t constant) {
  uint32_t low = 0, high = type->count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (type->constants[middle] < constant) low = middle + 1;
    else high = middle;
  }
  return low < type->count && type->constants[low] == constant ? low : UINT32_MAX;
}

/* --- making values -------------------------------------------------------------------------- */

static Lit *new_bits(Values *values, uint32_t width) {
  return arena_alloc(values->arena, width * sizeof(Lit));
}

Value value_boolean(Values *values, Lit lit) {
  Value value = {.kind = VALUE_BOOLEAN, .width = 1, .bits = new_bits(values, 1)};
  value.bits[0] = lit;
  return value;
}

uint32_t code_width(uint64_t highest) {
  uint32_t width = 0;
  for (; highest; highest >>= 1) width++;
  return width;
}

uint32_t integer_width(int64_t low, int64_t high) {
  uint32_t above = high < 0 ? 1 : code_width((uint64_t)high) + 1;
  uint32_t below = low >= 0 ? 1 : code_width((uint64_t) - (low + 1)) + 1;
  return above > below ? above : below;
}

Value value_integer(Values *values, int64_t number) {
  uint32_t width = integer_width(number, number);
  Value value = {.kind = VALUE_INTEGER,
                 .width = width,
                 .bits = new_bits(values, width),
                 .low = number,
                 .high = number};
  for (uint32_t i = 0; i < width; i++) value.bits[i] = lit_constant((uint64_t)number >> i & 1);
  return value;
}

Value value_constant(Values *values, uint32_t constant) {
  return (Value){.kind = VALUE_ENUM,
                 .bits = new_bits(values, 0),
                 .type = constants_type(values->constants, &constant, 1)};
}

Value value_word(Values *values, uint32_t width, bool is_signed) {
  return (Value){
      .kind = VALUE_WORD, .width = width, .is_signed = is_signed, .bits = new_bits(values, width)};
}

Value value_from_bits(Values *values, const Lit *bits, uint32_t width, bool is_signed, int64_t low,
                      int64_t high) {
  uint32_t need = integer_width(low, high);
  Value value = {.kind = VALUE_INTEGER,
                 .width = need,
                 .bits = new_bits(values, need),
                 .low = low,
                 .high = high};
  vector_resize(bits, width, is_signed, value.bits, need);
  return value;
}

Lit *value_extend(Values *values, const Value *value, uint32_t width) {
  Lit *bits = new_bits(values, width);
  vector_resize(value->bits, value->width, true, bits, width);
  return bits;
}

Value value_copy(const Value *value, Arena *arena) {
  Value copy = *value;
  if (value->kind == VALUE_SET || value->kind == VALUE_ARRAY) {
    copy.members = arena_alloc(arena, value->width * sizeof *copy.members);
    for (uint32_t i = 0; i < value->width; i++) {
      copy.members[i].present = value->members[i].present;
      copy.members[i].value = value_copy(&value->members[i].value, arena);
    }
  } else if (value->bits) {
    copy.bits = arena_alloc(arena, value->width * sizeof(Lit));
    memcpy(copy.bits, value->bits, value->width * sizeof(Lit));
  }
  return copy;
}

bool value_is_constant(const Value *value) {
  for (uint32_t i = 0; i < value->width; i++)
    if (value->bits[i] > LIT_TRUE) return false;
  return true;
}

int64_t value_number(const Value *value) {
  uint64_t number = 0;
  for (uint32_t i = 0; i < 64; i++)
    if (value->bits[i < value->width ? i : value->width - 1] == LIT_TRUE)
      number |= (uint64_t)1 << i;
  return (int64_t)number;
}

/* --- enumerations --------------------------------------------------------------------------- */

Lit value_is(Values *values, const Value *value, uint32_t constant) {
  uint32_t code = position_in(value->type, constant);
  if (code == UINT32_MAX) return LIT_FALSE;
  Lit result = LIT_TRUE;
  for (uint32_t i = 0; i < value->width; i++)
    result = aig_and(values->aig, result, lit_not_if(value->bits[i], !(code >> i & 1)));
  return result;
}

Value value_to_enum(Values *values, const Value *value, const EnumType *type) {
  if (value->type == type) return *value;
  Value out = *value;
  out.type = type;
  out.width = type->width;
  out.bits = new_bits(values, type->width);
  for (uint32_t i = 0; i < value->type->count; i++) {
    uint32_t code = position_in(type, value->type->constants[i]);
    if (code == UINT32_MAX || !code) continue;
    Lit here = value_is(values, value, value->type->constants[i]);
    for (uint32_t j = 0; j < type->width; j++)
      if (code >> j & 1) out.bits[j] = aig_or(values->aig, out.bits[j], here);
  }
  return out;
}

bool value_as_enum(Values *values, const Value *value, Value *out) {
  *out = *value;
  if (value->kind == VALUE_ENUM) return true;
  if (value->kind != VALUE_INTEGER || value->high - value->low >= ENUM_LIMIT) return false;
  uint32_t count = (uint32_t)(value->high - value->low + 1);
  uint32_t *list = mem_array(count, sizeof *list);
  for (uint32_t i = 0; i < count; i++)
    list[i] = constants_number(values->constants, value->low + i);
  out->kind = VALUE_ENUM;
  out->type = constants_type(values->constants, list, count);
  out->width = out->type->width;
  out->bits = new_bits(values, out->width);
  for (uint32_t i = 0; i < count; i++) {
    Value number = value_integer(values, value->low + i);
    Lit *wide = value_extend(values, &number, value->width);
    Lit here = vector_equal(values->aig, value->bits, wide, value->width);
    uint32_t code = position_in(out->type, constants_number(values->constants, value->low + i));
    for (uint32_t j = 0; j < out->width; j++)
      if (code >> j & 1) out->bits[j] = aig_or(values->aig, out->bits[j], here);
  }
  mem_free(list);
  return true;
}

static bool subset(const EnumType *a, const EnumType *b) {
  for (uint32_t i = 0; i < a->count; i++)
    if (position_in(b, a->constants[i]) == UINT32_MAX) return false;
  return true;
}

static const EnumType *join_types(Values *values, const EnumType *a, const EnumType *b) {
  if (subset(a, b)) return b;
  if (subset(b, a)) return a;
  uint32_t *list = mem_array(a->count + b->count, sizeof *list);
  memcpy(list, a->constants, a->count * sizeof *list);
  memcpy(list + a->count, b->constants, b->count * sizeof *list);
  const EnumType *type = constants_type(values->constants, list, a->count + b->count);
  mem_free(list);
  return type;
}

/* Brings an enumeration and an integer to one list of constants. */
static bool unify(Values *values, const Value *a, const Value *b, Value *x, Value *y) {
  if (!value_as_enum(values, a, x) || !value_as_enum(values, b, y)) return false;
  const EnumType *type = join_types(values, x->type, y->type);
  *x = value_to_enum(values, x, type);
  *y = value_to_enum(values, y, type);
  return true;
}

/* --- choice and equality -------------------------------------------------------------------- */

static void mux_failures(Values *values, Lit condition, const Value *a, const Value *b,
                         Value *out) {
  out->fail = aig_mux(values->aig, condition, a->fail, b->fail);
  out->culprit = a->fail != LIT_FALSE ? a->culprit : b->culprit;
}

/* Places of both lists are combined one by one. */
static bool mux_members(Values *values, Lit condition, const Value *a, const Value *b, Value *out) {
  uint32_t count = a->width > b->width ? a->width : b->width;
  *out = (Value){.kind = a->kind,
                 .width = count,
                 .low = a->low,
                 .members = arena_alloc(values->arena, count * sizeof(Member))};
  for (uint32_t i = 0; i < count; i++) {
    Member *member = out->members + i;
    if (i < a->width && i < b->width) {
      member->present =
          aig_mux(values->aig, condition, a->members[i].present, b->members[i].present);
      if (!value_mux(values, condition, &a->members[i].value, &b->members[i].value, &member->value))
        return false;
    } else {
      const Member *only = i < a->width ? a->members + i : b->members + i;
      *member = *only;
      member->present = aig_and(values->aig, only->present, lit_not_if(condition, i >= a->width));
    }
  }
  mux_failures(values, condition, a, b, out);
  return true;
}

bool value_mux(Values *values, Lit condition, const Value *a, const Value *b, Value *out) {
  if (condition <= LIT_TRUE && a->kind == b->kind && a->kind != VALUE_WORD) {
    *out = condition ? *a : *b; /* the branch not taken is not even joined */
    return true;
  }
  if (a->kind == VALUE_SET || b->kind == VALUE_SET) {
    Value x = value_to_set(values, a), y = value_to_set(values, b);
    return mux_members(values, condition, &x, &y, out);
  }
  if (a->kind == VALUE_ARRAY && b->kind == VALUE_ARRAY)
    return a->width == b->width && mux_members(values, condition, a, b, out);
  Value x = *a, y = *b;
  if (a->kind == VALUE_ENUM || b->kind == VALUE_ENUM) {
    if (!unify(values, a, b, &x, &y)) return false;
  } else if (a->kind != b->kind) {
    return false;
  } else if (a->kind == VALUE_INTEGER) {
    x.low = a->low < b->low ? a->low : b->low;
    x.high = a->high > b->high ? a->high : b->high;
    uint32_t width = integer_width(x.low, x.high);
    x.bits = value_extend(values, a, width);
    y.bits = value_extend(values, b, width);
    x.width = width;
  } else if (a->kind == VALUE_WORD) {
    if (a->width != b->width || a->is_signed != b->is_signed) return false;
  } else if (a->kind != VALUE_BOOLEAN) {
    return false;
  }
  *out = x;
  out->bits = new_bits(values, x.width);
  vector_mux(values->aig, condition, x.bits, y.bits, out->bits, x.width);
  mux_failures(values, condition, a, b, out);
  return true;
}

bool value_equal(Values *values, const Value *a, const Value *b, Lit *out) {
  Value x = *a, y = *b;
  if (a->kind == VALUE_ENUM || b->kind == VALUE_ENUM) {
    /* one constant against a variable needs no common type */
    if (a->kind == VALUE_ENUM && b->kind == VALUE_ENUM && (!a->width || !b->width)) {
      const Value *constant = a->width ? b : a, *other = a->width ? a : b;
      *out = value_is(values, other, constant->type->constants[0]);
      return true;
    }
    if (!unify(values, a, b, &x, &y)) return false;
  } else if (a->kind != b->kind) {
    return false;
  } else if (a->kind == VALUE_INTEGER) {
    if (a->low > b->high || b->low > a->high) {
      *out = LIT_FALSE;
      return true;
    }
    uint32_t width = a->width > b->width ? a->width : b->width;
    x.bits = value_extend(values, a, width);
    y.bits = value_extend(values, b, width);
    x.width = width;
  } else if (a->kind == VALUE_WORD) {
    if (a->width != b->width || a->is_signed != b->is_signed) return false;
  } else if (a->kind != VALUE_BOOLEAN) {
    return false;
  }
  *out = vector_equal(values->aig, x.bits, y.bits, x.width);
  return true;
}

/* --- sets ----------------------------------------------------------------------------------- */

Value value_to_set(Values *values, const Value *value) {
  if (value->kind == VALUE_SET) return *value;
  Value set = {.kind = VALUE_SET,
               .width = 1,
               .members = arena_alloc(values->arena, sizeof(Member)),
               .fail = value->fail,
               .culprit = value->culprit};
  set.members[0] = (Member){LIT_TRUE, *value};
  return set;
}

void value_union(Values *values, const Value *a, const Value *b, Value *out) {
  Value x = value_to_set(values, a), y = value_to_set(values, b);
  *out = (Value){.kind = VALUE_SET,
                 .width = x.width + y.width,
                 .members = arena_alloc(values->arena, (x.width + y.width) * sizeof(Member)),
                 .fail = aig_or(values->aig, a->fail, b->fail),
                 .culprit = a->fail != LIT_FALSE ? a->culprit : b->culprit};
  memcpy(out->members, x.members, x.width * sizeof(Member));
  memcpy(out->members + x.width, y.members, y.width * sizeof(Member));
}

bool value_in(Values *values, const Value *a, const Value *b, Lit *out) {
  Value x = value_to_set(values, a), y = value_to_set(values, b);
  LitVec terms = {0}, all = {0};
  bool fine = true;
  for (uint32_t i = 0; i < x.width && fine; i++) {
    vec_clear(&terms);
    for (uint32_t j = 0; j < y.width && fine; j++) {
      Lit same;
      fine = value_equal(values, &x.members[i].value, &y.members[j].value, &same);
      if (fine) vec_push(&terms, aig_and(values->aig, y.members[j].present, same));
    }
    if (!fine) break;
    Lit found = aig_or_all(values->aig, terms.data, terms.size);
    vec_push(&all, aig_implies(values->aig, x.members[i].present, found));
  }
  if (fine) *out = aig_and_all(values->aig, all.data, all.size);
  vec_free(&terms);
  vec_free(&all);
  return fine;
}

void value_type_text(const Values *values, const Value *value, Text *text) {
  switch (value->kind) {
  case VALUE_BOOLEAN: text_add(text, "boolean"); return;
  case VALUE_INTEGER: text_add(text, "integer"); return;
  case VALUE_WORD:
    text_format(text, "%s word[%u]", value->is_signed ? "signed" : "unsigned", value->width);
    return;
  case VALUE_ENUM:
    text_char(text, '{');
    for (uint32_t i = 0; i < value->type->count && i < 8; i++)
      text_format(text, "%s%s", i ? ", " : "",
                  values->constants->names.text[value->type->constants[i]]);
    text_add(text, value->type->count > 8 ? ", ...}" : "}");
    return;
  case VALUE_SET: text_add(text, "set"); return;
  case VALUE_ARRAY: text_add(text, "array"); return;
  case VALUE_SYMBOL: text_add(text, "module instance or array"); return;
  case VALUE_FORMULA: text_add(text, "temporal formula"); return;
  case VALUE_LIST: text_add(text, "list"); return;
  }
}

void value_word_hint(const Value *a, const Value *b, Text *text) {
  if (b->kind == VALUE_WORD) {
    const Value *swap = a;
    a = b;
    b = swap;
  }
  if (a->kind != VALUE_WORD || b->kind != VALUE_INTEGER || !value_is_constant(b)) return;
  int64_t number = value_number(b);
  int64_t limit = a->width < 62 ? (int64_t)1 << (a->width - a->is_signed) : INT64_MAX;
  if (number >= limit || number < (a->is_signed ? -limit : 0)) return;
  text_format(text, "; use %s0%cd%u_%lld", number < 0 ? "-" : "", a->is_signed ? 's' : 'u',
              a->width, (long long)(number < 0 ? -number : number));
}
