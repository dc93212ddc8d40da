/* $ND: a choice is an input of its own for every place where it is written, and for every time that
 * a loop or a function comes by. It is named after what it is assigned to and its line. */
#include <inttypes.h>

#include "front/vl2mv/elaborate.h"

static Term choice_input(Context *c, const char *kind, Place place, Type type) {
  Text name = {0};
  text_format(&name, "%s$%s%d%s", c->target ? c->target : "", kind, place.line,
              c->phase == PHASE_FIRST ? "$initial" : "");
  Term term = elaborator_input(c->all, name.data, type, c->phase)->term;
  text_free(&name);
  return term;
}

static uint32_t bits_for(size_t count) {
  uint32_t bits = 1;
  while (bits < 32 && (size_t)1 << bits < count) bits++;
  return bits;
}

/* Whether the alternatives are the numbers below a power of two, each once: then the input is the
 * value itself. */
static bool is_whole_word(const Terms *terms, const TermVec *values, uint32_t bits) {
  bool *seen = mem_array(values->size, sizeof *seen);
  bool whole = values->size == (size_t)1 << bits;
  for (size_t i = 0; i < values->size && whole; i++) {
    int64_t value;
    whole = vl_term_value(terms, values->data[i], &value) && value < (int64_t)values->size &&
            !seen[value];
    if (whole) seen[value] = true;
  }
  mem_free(seen);
  return whole;
}

Term vl_choose(Context *c, const Expr *choice, uint32_t width, uint32_t enumeration) {
  Terms *terms = c->all->relation->terms;
  TermVec values = {0};
  for (size_t i = 0; i < choice->count; i++)
    vec_push(&values, vl_fit(terms, vl_evaluate(c, choice->parts[i], width, enumeration), width));
  Term result = vec_last(&values);
  uint32_t bits = bits_for(values.size);
  Type type = types_word(&terms->types, bits);
  if (values.size > 1 && is_whole_word(terms, &values, bits)) {
    if (enumeration && width == bits) type = c->all->enumerations[enumeration - 1];
    result = vl_fit(terms, choice_input(c, "ND", choice->place, type), width);
  } else if (values.size > 1) {
    Term which = choice_input(c, "ND", choice->place, type);
    for (size_t i = values.size - 1; i-- > 0;)
      result = term_if(terms, term_binary(terms, TERM_EQUAL, which, term_number(terms, i, bits)),
                       values.data[i], result);
  }
  vec_free(&values);
  return result;
}

Term vl_undriven(Context *c, const Expr *number) {
  Type type = types_word(&c->all->relation->terms->types, number->width);
  return choice_input(c, "z", number->place, type);
}
