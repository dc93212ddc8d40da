/* Models of the public API that are built in memory. A RondoBit is a literal of the system's graph;
 * a RondoWord is the number of a vector that the handle keeps. Whatever is not one of the model is
 * noticed here, so that the rooms below need not. */
#include <string.h>

#include "api/handle.h"
#include "base/memory.h"
#include "front/language.h"
#include "logic/vector.h"

_Static_assert(RONDO_FALSE == LIT_FALSE && RONDO_TRUE == LIT_TRUE && RONDO_NO_BIT == LIT_NONE,
               "bits are literals");
_Static_assert((int)RONDO_RESET_FREE == (int)RESET_FREE, "resets are those of latches");

RondoModel *rondo_model_new(const char *name) {
  RondoModel *model = mem_zalloc(sizeof *model);
  model->model = model_new(name ? name : "model");
  model->model->language = &signals_language;
  return model;
}

/* ---- bits ---- */

static System *system_of(const RondoModel *model) { return model->model->system; }
static Aig *aig_of(const RondoModel *model) { return system_of(model)->aig; }

/* Of a net or a program there are none. */
static bool is_bit(const RondoModel *model, RondoBit bit) {
  return bit != RONDO_NO_BIT && lit_node(bit) < aig_of(model)->size && !model->model->net &&
         !model->model->processes;
}

static bool is_new_name(const RondoModel *model, const char *name) {
  return name && *name && !model->model->net && !model->model->processes &&
         !signal_find(&system_of(model)->signals, name);
}

RondoBit rondo_input(RondoModel *model, const char *name) {
  if (!is_new_name(model, name)) return RONDO_NO_BIT;
  Lit input = system_input(system_of(model));
  signal_add_bit(&system_of(model)->signals, name, SIGNAL_INPUT, input);
  return input;
}

static Lit new_latch(RondoModel *model, Reset reset) {
  Lit latch = system_latch(system_of(model), reset);
  system_set_next(system_of(model), latch, latch);
  return latch;
}

RondoBit rondo_latch(RondoModel *model, const char *name, RondoReset reset) {
  if (!is_new_name(model, name) || reset > RONDO_RESET_FREE) return RONDO_NO_BIT;
  Lit latch = new_latch(model, (Reset)reset);
  signal_add_bit(&system_of(model)->signals, name, SIGNAL_STATE, latch);
  return latch;
}

/* Its place among the latches; SIZE_MAX if it is none that keeps its value so far. */
static size_t waiting_latch(RondoModel *model, RondoBit bit) {
  const LatchVec *latches = &system_of(model)->latches;
  while (model->latches.size < latches->size)
    map_put(&model->latches, latches->data[model->latches.size].current, model->latches.size);
  uint64_t place;
  bool found = map_get(&model->latches, bit, &place) && latches->data[place].next == bit;
  return found ? place : SIZE_MAX;
}

bool rondo_set_next(RondoModel *model, RondoBit latch, RondoBit next) {
  size_t place = is_bit(model, next) ? waiting_latch(model, latch) : SIZE_MAX;
  if (place == SIZE_MAX) return false;
  system_of(model)->latches.data[place].next = next;
  return true;
}

RondoBit rondo_not(RondoModel *model, RondoBit a) {
  return is_bit(model, a) ? lit_not(a) : RONDO_NO_BIT;
}

RondoBit rondo_and(RondoModel *model, RondoBit a, RondoBit b) {
  return is_bit(model, a) && is_bit(model, b) ? aig_and(aig_of(model), a, b) : RONDO_NO_BIT;
}

RondoBit rondo_or(RondoModel *model, RondoBit a, RondoBit b) {
  return is_bit(model, a) && is_bit(model, b) ? aig_or(aig_of(model), a, b) : RONDO_NO_BIT;
}

RondoBit rondo_xor(RondoModel *model, RondoBit a, RondoBit b) {
  return is_bit(model, a) && is_bit(model, b) ? aig_xor(aig_of(model), a, b) : RONDO_NO_BIT;
}

RondoBit rondo_if(RondoModel *model, RondoBit condition, RondoBit then, RondoBit other) {
  if (!is_bit(model, condition) || !is_bit(model, then) || !is_bit(model, other))
    return RONDO_NO_BIT;
  return aig_mux(aig_of(model), condition, then, other);
}

/* ---- words ---- */

static const LitVec *word_of(const RondoModel *model, RondoWord word) {
  return word < model->words.size ? model->words.data + word : NULL;
}

/* Keeps a word of so many bits, to be filled in. */
static RondoWord new_word(RondoModel *model, size_t width, Lit **bits) {
  LitVec word = {0};
  vec_resize(&word, width);
  *bits = word.data;
  vec_push(&model->words, word);
  return (RondoWord)(model->words.size - 1);
}

static bool is_width(unsigned width) { return width && width <= RONDO_WIDEST; }

static void name_word(RondoModel *model, const char *name, SignalRole role, RondoWord word) {
  Signal *signal = signal_add(&system_of(model)->signals, name, role, SIGNAL_WORD);
  vec_append(&signal->bits, word_of(model, word));
}

RondoWord rondo_word_input(RondoModel *model, const char *name, unsigned width) {
  if (!is_new_name(model, name) || !is_width(width)) return RONDO_NO_WORD;
  Lit *bits;
  RondoWord word = new_word(model, width, &bits);
  for (unsigned i = 0; i < width; i++) bits[i] = system_input(system_of(model));
  name_word(model, name, SIGNAL_INPUT, word);
  return word;
}

RondoWord rondo_word_latch(RondoModel *model, const char *name, unsigned width,
                           const uint64_t *initial) {
  if (!is_new_name(model, name) || !is_width(width)) return RONDO_NO_WORD;
  Lit *bits;
  RondoWord word = new_word(model, width, &bits);
  for (unsigned i = 0; i < width; i++) {
    bool one = initial && i < 64 && *initial >> i & 1;
    bits[i] = new_latch(model, !initial ? RESET_FREE : one ? RESET_1 : RESET_0);
  }
  name_word(model, name, SIGNAL_STATE, word);
  return word;
}

bool rondo_word_set_next(RondoModel *model, RondoWord latch, RondoWord next) {
  const LitVec *to = word_of(model, latch), *from = word_of(model, next);
  if (!to || !from || to->size != from->size) return false;
  for (size_t i = 0; i < to->size; i++)
    if (waiting_latch(model, to->data[i]) == SIZE_MAX) return false;
  for (size_t i = 0; i < to->size; i++) rondo_set_next(model, to->data[i], from->data[i]);
  return true;
}

RondoWord rondo_word_constant(RondoModel *model, uint64_t value, unsigned width) {
  if (!is_width(width)) return RONDO_NO_WORD;
  Lit *bits;
  RondoWord word = new_word(model, width, &bits);
  vector_constant(value, bits, width);
  return word;
}

RondoWord rondo_word_of_bits(RondoModel *model, const RondoBit *from, unsigned width) {
  if (!is_width(width)) return RONDO_NO_WORD;
  for (unsigned i = 0; i < width; i++)
    if (!is_bit(model, from[i])) return RONDO_NO_WORD;
  Lit *bits;
  RondoWord word = new_word(model, width, &bits);
  memcpy(bits, from, width * sizeof *bits);
  return word;
}

RondoBit rondo_word_bit(const RondoModel *model, RondoWord word, unsigned bit) {
  const LitVec *bits = word_of(model, word);
  return bits && bit < bits->size ? bits->data[bit] : RONDO_NO_BIT;
}

unsigned rondo_word_width(const RondoModel *model, RondoWord word) {
  const LitVec *bits = word_of(model, word);
  return bits ? (unsigned)bits->size : 0;
}

static void bitwise(Aig *aig, Lit (*gate)(Aig *, Lit, Lit), const LitVec *a, const LitVec *b,
                    Lit *out) {
  for (size_t i = 0; i < a->size; i++) out[i] = gate(aig, a->data[i], b->data[i]);
}

static void operate(Aig *aig, RondoWordOperator operation, const LitVec *a, const LitVec *b,
                    Lit *out) {
  size_t width = a->size;
  Lit *rest = mem_array(width, sizeof *rest);
  switch (operation) {
  case RONDO_WORD_AND: bitwise(aig, aig_and, a, b, out); break;
  case RONDO_WORD_OR: bitwise(aig, aig_or, a, b, out); break;
  case RONDO_WORD_XOR: bitwise(aig, aig_xor, a, b, out); break;
  case RONDO_WORD_ADD: vector_add(aig, a->data, b->data, LIT_FALSE, out, width); break;
  case RONDO_WORD_SUBTRACT: vector_subtract(aig, a->data, b->data, out, width); break;
  case RONDO_WORD_MULTIPLY: vector_multiply(aig, a->data, b->data, out, width); break;
  case RONDO_WORD_DIVIDE: vector_divide(aig, a->data, b->data, out, rest, width); break;
  case RONDO_WORD_REMAINDER: vector_divide(aig, a->data, b->data, rest, out, width); break;
  case RONDO_WORD_SHIFT_LEFT:
    vector_shift_left(aig, a->data, width, b->data, b->size, LIT_FALSE, out);
    break;
  case RONDO_WORD_SHIFT_RIGHT:
    vector_shift_right(aig, a->data, width, b->data, b->size, LIT_FALSE, out);
    break;
  case RONDO_WORD_EQUAL: *out = vector_equal(aig, a->data, b->data, width); break;
  case RONDO_WORD_LESS: *out = vector_less(aig, a->data, b->data, width); break;
  case RONDO_WORD_LESS_SIGNED: *out = vector_less_signed(aig, a->data, b->data, width); break;
  }
  mem_free(rest);
}

RondoWord rondo_word(RondoModel *model, RondoWordOperator operation, RondoWord a, RondoWord b) {
  bool shift = operation == RONDO_WORD_SHIFT_LEFT || operation == RONDO_WORD_SHIFT_RIGHT;
  unsigned width = rondo_word_width(model, a), right = rondo_word_width(model, b);
  if (!width || !right || (width != right && !shift) || operation > RONDO_WORD_LESS_SIGNED)
    return RONDO_NO_WORD;
  Lit *bits;
  RondoWord word = new_word(model, operation >= RONDO_WORD_EQUAL ? 1 : width, &bits);
  operate(aig_of(model), operation, word_of(model, a), word_of(model, b), bits);
  return word;
}

RondoWord rondo_word_not(RondoModel *model, RondoWord a) {
  unsigned width = rondo_word_width(model, a);
  if (!width) return RONDO_NO_WORD;
  Lit *bits;
  RondoWord word = new_word(model, width, &bits);
  for (unsigned i = 0; i < width; i++) bits[i] = lit_not(rondo_word_bit(model, a, i));
  return word;
}

RondoWord rondo_word_if(RondoModel *model, RondoBit condition, RondoWord then, RondoWord other) {
  unsigned width = rondo_word_width(model, then);
  if (!width || rondo_word_width(model, other) != width || !is_bit(model, condition))
    return RONDO_NO_WORD;
  Lit *bits;
  RondoWord word = new_word(model, width, &bits);
  vector_mux(aig_of(model), condition, word_of(model, then)->data, word_of(model, other)->data,
             bits, width);
  return word;
}

RondoWord rondo_word_resize(RondoModel *model, RondoWord a, unsigned width, bool is_signed) {
  unsigned from = rondo_word_width(model, a);
  if (!from || !is_width(width)) return RONDO_NO_WORD;
  Lit *bits;
  RondoWord word = new_word(model, width, &bits);
  vector_resize(word_of(model, a)->data, from, is_signed, bits, width);
  return word;
}

/* ---- what is said about them ---- */

bool rondo_define(RondoModel *model, const char *name, RondoBit bit) {
  if (!is_new_name(model, name) || !is_bit(model, bit)) return false;
  signal_add_bit(&system_of(model)->signals, name, SIGNAL_DEFINE, bit);
  return true;
}

bool rondo_word_define(RondoModel *model, const char *name, RondoWord word) {
  if (!is_new_name(model, name) || !word_of(model, word)) return false;
  name_word(model, name, SIGNAL_DEFINE, word);
  return true;
}

bool rondo_constrain(RondoModel *model, RondoBit bit) {
  if (!is_bit(model, bit)) return false;
  vec_push(&system_of(model)->constraints, bit);
  return true;
}

bool rondo_constrain_initially(RondoModel *model, RondoBit bit) {
  if (!is_bit(model, bit)) return false;
  system_assume_initially(system_of(model), bit);
  return true;
}

bool rondo_add_fairness(RondoModel *model, RondoBit bit) {
  if (!is_bit(model, bit)) return false;
  vec_push(&system_of(model)->fairness, bit);
  return true;
}

static Property *add_property(RondoModel *model, const char *name, PropertyKind kind) {
  return property_add(&model->model->properties, kind, name);
}

bool rondo_add_always(RondoModel *model, const char *name, RondoBit bit) {
  if (!is_bit(model, bit) || !name) return false;
  Property *property = add_property(model, name, PROPERTY_INVARIANT);
  property->bad = lit_not(bit);
  mem_free(property->text); /* it says that the name must not happen */
  Text text = {0};
  text_format(&text, "G %s", name);
  property->text = text_take(&text);
  return true;
}

bool rondo_add_cover(RondoModel *model, const char *name, RondoBit bit) {
  if (!is_bit(model, bit) || !name) return false;
  Property *property = add_property(model, name, PROPERTY_INVARIANT);
  property->bad = bit;
  property->cover = true;
  return true;
}

bool rondo_add_justice(RondoModel *model, const char *name, const RondoBit *bits, size_t count) {
  if (!name) return false;
  for (size_t i = 0; i < count; i++)
    if (!is_bit(model, bits[i])) return false;
  Property *property = add_property(model, name, PROPERTY_JUSTICE);
  for (size_t i = 0; i < count; i++) vec_push(&property->justice, bits[i]);
  return true;
}
