#include "term/blast_names.h"

#include <inttypes.h>

#include "base/memory.h"

typedef struct {
  const Types *types;
  UniqueNames names;
  SignalVec *signals;
} Namer;

static const SignalType signal_types[] = {[TYPE_WORD] = SIGNAL_WORD,
                                          [TYPE_ENUMERATION] = SIGNAL_ENUMERATION,
                                          [TYPE_STRUCT] = SIGNAL_WORD};

/* Codes without a name are shown as numbers. */
static void name_values(const TypeInfo *info, Signal *signal) {
  for (uint32_t i = 0; i < info->value_count; i++) {
    Text text = {0};
    if (info->values[i]) text_add(&text, info->values[i]);
    else text_format(&text, "%" PRIu32, i);
    vec_push(&signal->values, text_take(&text));
  }
}

static void add_word(Namer *namer, const char *name, SignalRole role, Type type, bool is_signed,
                     const Lit *bits) {
  const TypeInfo *info = type_info(namer->types, type);
  bool boolean = info->kind == TYPE_WORD && info->width == 1;
  char *own = unique_name(&namer->names, name);
  Signal *signal =
      signal_add(namer->signals, own, role, boolean ? SIGNAL_BOOLEAN : signal_types[info->kind]);
  mem_free(own);
  signal->is_signed = is_signed && !boolean;
  for (uint32_t i = 0; i < info->width; i++) vec_push(&signal->bits, bits[i]);
  if (info->kind == TYPE_ENUMERATION) name_values(info, signal);
}

static void add_value(Namer *namer, const char *name, SignalRole role, Type type, bool is_signed,
                      const Lit *bits);

/* Of a struct its members are shown; formulas may use the whole word, too. */
static void add_struct(Namer *namer, const char *name, SignalRole role, Type type,
                       const Lit *bits) {
  const TypeInfo info = *type_info(namer->types, type);
  add_word(namer, name, SIGNAL_HIDDEN, type, false, bits);
  for (uint32_t i = 0; i < info.field_count; i++) {
    const TypeField *field = info.fields + i;
    Text text = {0};
    text_format(&text, "%s.%s", name, field->name);
    add_value(namer, text.data, role, field->type, field->is_signed, bits + field->low);
    text_free(&text);
  }
}

/* Elements of an array are numbered in brackets. */
static void add_value(Namer *namer, const char *name, SignalRole role, Type type, bool is_signed,
                      const Lit *bits) {
  const TypeInfo info = *type_info(namer->types, type);
  if (info.kind == TYPE_STRUCT) add_struct(namer, name, role, type, bits);
  else if (info.kind != TYPE_ARRAY) add_word(namer, name, role, type, is_signed, bits);
  if (info.kind != TYPE_ARRAY) return;
  uint64_t element = type_bits(namer->types, info.element);
  uint64_t count = (uint64_t)1 << type_info(namer->types, info.index)->width;
  for (uint64_t i = 0; i < count; i++) {
    Text text = {0};
    text_format(&text, "%s[%" PRIu64 "]", name, i);
    add_value(namer, text.data, role, info.element, is_signed, bits + i * element);
    text_free(&text);
  }
}

/* Signals and names grow together, so that the number of one is that of the other. */
static bool is_repeated(const Namer *namer, const char *name, const Lit *bits, uint64_t width) {
  uint32_t number = names_find(&namer->names.names, name);
  if (number == NAMES_NONE) return false;
  const LitVec *known = &namer->signals->data[number].bits;
  return known->size == width && !memcmp(known->data, bits, width * sizeof *bits);
}

static void add_definition(Namer *namer, const Definition *definition, Type type, const Lit *bits) {
  SignalRole role = definition->hidden ? SIGNAL_HIDDEN : SIGNAL_DEFINE;
  if (!is_repeated(namer, definition->name, bits, type_bits(namer->types, type)))
    add_value(namer, definition->name, role, type, definition->is_signed, bits);
}

void blast_names(const Relation *relation, Lit *const *bits, SignalVec *signals) {
  const Terms *terms = relation->terms;
  Namer namer = {.types = &terms->types, .signals = signals};
  for (size_t i = 0; i < relation->variables.size; i++) {
    const Variable *v = relation->variables.data + i;
    if (v->name && bits[v->term])
      add_value(&namer, v->name, v->is_state ? SIGNAL_STATE : SIGNAL_INPUT, v->shown, v->is_signed,
                bits[v->term]);
  }
  for (size_t i = 0; i < relation->definitions.size; i++) {
    const Definition *d = relation->definitions.data + i;
    if (bits[d->term]) add_definition(&namer, d, d->shown, bits[d->term]);
  }
  unique_free(&namer.names);
}
