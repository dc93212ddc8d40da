/* What a name with indices refers to: an element of an array, and of that all, a bit or a part.
 * Indices out of range read 0, and write nothing. */
#include "front/vl2mv/elaborate.h"

/* Where a bit with this index is in the word; false: outside. */
static bool position_of(const Object *object, int64_t index, uint32_t *position) {
  int64_t place = object->first >= object->last ? index - object->last : object->last - index;
  if (place < 0 || place >= object->width) return false;
  *position = (uint32_t)place;
  return true;
}

static bool refer_part(Context *c, const Expr *expr, Reference *reference) {
  int64_t first, last;
  uint32_t a, b;
  if (!vl_evaluate_constant(c, expr->parts[1], &first) ||
      !vl_evaluate_constant(c, expr->parts[2], &last))
    return false;
  if (!position_of(reference->object, first, &a) || !position_of(reference->object, last, &b))
    return elaborator_error(c->all, expr->place, "'%s' has no such bits", reference->object->name);
  reference->kind = REFER_PART;
  reference->high = a > b ? a : b;
  reference->low = a > b ? b : a;
  return true;
}

bool vl_refer(Context *c, const Expr *expr, Reference *reference) {
  const Expr *selects[2], *base = expr;
  size_t count = 0;
  for (; base->kind == EXPR_INDEX || base->kind == EXPR_RANGE; base = base->parts[0]) {
    if (count == 2) return elaborator_error(c->all, expr->place, "there are too many indices");
    selects[count++] = base;
  }
  if (base->kind != EXPR_NAME)
    return elaborator_error(c->all, expr->place, "only a variable has bits and elements");
  if (!scope_find(c->scope, base->name)) scope_assume(c->all, c->scope, base);
  const Symbol *symbol = scope_find(c->scope, base->name);
  if (!symbol || !symbol->object)
    return elaborator_error(c->all, base->place, "'%s' is no variable", base->name);
  if (symbol->object->slot == OBJECT_UNPLACED)
    return elaborator_error(c->all, base->place, "a declaration cannot read '%s'", base->name);
  *reference = (Reference){.object = symbol->object, .element = TERM_NONE, .bit = TERM_NONE};
  if (symbol->object->is_array) {
    if (!count || selects[count - 1]->kind == EXPR_RANGE)
      return elaborator_error(c->all, expr->place, "'%s' is an array: it needs an index",
                              base->name);
    reference->element = vl_evaluate(c, selects[--count]->parts[1], 0, 0);
  }
  if (count > 1) return elaborator_error(c->all, expr->place, "there are too many indices");
  if (count && selects[0]->kind == EXPR_RANGE) return refer_part(c, selects[0], reference);
  if (count) {
    int64_t index;
    reference->kind = REFER_BIT;
    reference->bit = vl_evaluate(c, selects[0]->parts[1], 0, 0);
    if (vl_term_value(c->all->relation->terms, reference->bit, &index) &&
        position_of(reference->object, index, &reference->low)) {
      reference->kind = REFER_PART;
      reference->high = reference->low;
    }
  }
  return !c->all->failed;
}

uint32_t reference_width(const Reference *reference) {
  switch (reference->kind) {
  case REFER_WHOLE: return reference->object->width;
  case REFER_BIT: return 1;
  case REFER_PART: break;
  }
  return reference->high - reference->low + 1;
}

/* Whether an index is this number. */
static Term index_is(Terms *terms, Term index, int64_t number) {
  uint32_t width = term_width(terms, index);
  if (number < 0 || (width < 63 && number >> width)) return term_bit(terms, false);
  return term_binary(terms, TERM_EQUAL, index, term_number(terms, (uint64_t)number, width));
}

static int64_t index_of_bit(const Object *object, uint32_t position) {
  return object->first >= object->last ? object->last + position : object->last - position;
}

/* ---- reading ---- */

/* Of a wire only the bits that are read are asked for: others may depend on them. */
static Term read_bits(Context *c, uint32_t slot, const Reference *reference) {
  Terms *terms = c->all->relation->terms;
  const Object *object = reference->object;
  uint64_t own;
  bool known = map_get(&c->values, slot, &own) && own != TERM_NONE;
  if (reference->kind == REFER_PART && object->role == ROLE_WIRE && !known)
    return slot_bits(c->all, slot, c->phase, reference->high, reference->low);
  Term word = context_get(c, slot);
  if (reference->kind == REFER_WHOLE) return word;
  if (reference->kind == REFER_PART)
    return term_slice(terms, word, reference->high, reference->low);
  Term result = term_bit(terms, false);
  for (uint32_t i = 0; i < object->width; i++)
    result = term_if(terms, index_is(terms, reference->bit, index_of_bit(object, i)),
                     term_slice(terms, word, i, i), result);
  return result;
}

Term reference_read(Context *c, const Reference *reference) {
  Terms *terms = c->all->relation->terms;
  const Object *object = reference->object;
  if (reference->element == TERM_NONE) return read_bits(c, object->slot, reference);
  Term result = term_number(terms, 0, reference_width(reference));
  for (uint32_t i = 0; i < object->count && !c->all->failed; i++) {
    Term here = index_is(terms, reference->element, object->lowest + i);
    if (here != term_bit(terms, false))
      result = term_if(terms, here, read_bits(c, object->slot + i, reference), result);
  }
  return result;
}

/* ---- writing ---- */

/* The word with some bits replaced. */
static Term replaced(Terms *terms, Term word, uint32_t high, uint32_t low, Term value) {
  uint32_t width = term_width(terms, word);
  Term result = value;
  if (low) result = term_binary(terms, TERM_CONCAT, result, term_slice(terms, word, low - 1, 0));
  if (high + 1 < width)
    result = term_binary(terms, TERM_CONCAT, term_slice(terms, word, width - 1, high + 1), result);
  return result;
}

static Term with_value(Context *c, Term word, const Reference *reference, Term value) {
  Terms *terms = c->all->relation->terms;
  if (reference->kind == REFER_WHOLE) return value;
  if (reference->kind == REFER_PART)
    return replaced(terms, word, reference->high, reference->low, value);
  Term result = word;
  for (uint32_t i = 0; i < reference->object->width; i++) {
    Term here = index_is(terms, reference->bit, index_of_bit(reference->object, i));
    Term bit = term_if(terms, here, value, term_slice(terms, word, i, i));
    result = replaced(terms, result, i, i, bit);
  }
  return result;
}

/* The value has the width of what is written. */
void reference_write(Context *c, const Reference *reference, Term value) {
  Terms *terms = c->all->relation->terms;
  const Object *object = reference->object;
  for (uint32_t i = 0; i < object->count && !c->all->failed; i++) {
    Term here = reference->element == TERM_NONE
                    ? term_bit(terms, true)
                    : index_is(terms, reference->element, object->lowest + i);
    if (here == term_bit(terms, false)) continue;
    bool all = here == term_bit(terms, true) && reference->kind == REFER_WHOLE;
    uint32_t slot = (object->slot + i) | (c->deferred ? DEFERRED : 0);
    Term before = all ? TERM_NONE : context_get(c, slot);
    Term after = with_value(c, before, reference, value);
    context_set(c, slot, all ? after : term_if(terms, here, after, before));
  }
}
