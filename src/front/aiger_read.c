/* See aiger.h: a model from an AIGER file. Most of it is about names. */
#include <stdlib.h>

#include "base/unique.h"
#include "front/aiger.h"
#include "front/aiger_map.h"
#include "system/aiger_file.h"

/* Names that are in use. */
typedef struct {
  UniqueNames unique;
  LitVec literals; /* by name: what it stands for */
} NameTable;

/* A vector-looking name: bit `index` of `base`. */
typedef struct {
  size_t base_length;
  uint32_t index;
} VectorName;

typedef struct {
  size_t bits;   /* how many members */
  uint32_t most; /* the greatest index */
  size_t signal; /* its place among the signals, once made */
  bool made;
} Vector;

typedef struct {
  const AigerFile *file;
  Model *model;
  NameTable table;
  StringVec names[AIGER_OUTPUT + 1]; /* final names; NULL for an output to leave out */
  Names vector_keys;                 /* a letter for the section and brackets, then the base */
  VEC(Vector) vectors;
} Builder;

/* ---- unique names ---- */

static void take_name(NameTable *table, const char *name, Lit literal) {
  unique_take(&table->unique, name);
  vec_push(&table->literals, literal);
}

static char *new_name(NameTable *table, const char *wanted, Lit literal) {
  vec_push(&table->literals, literal);
  return unique_name(&table->unique, wanted);
}

static Lit member_literal(const AigerFile *file, AigerSection section, size_t i) {
  return section == AIGER_INPUT   ? file->system->inputs.data[i]
         : section == AIGER_LATCH ? file->system->latches.data[i].current
                                  : file->outputs.data[i];
}

/* Symbols first, so that a default name never displaces one that a person chose. */
static void choose_names(Builder *b) {
  for (int named = 1; named >= 0; named--)
    for (AigerSection s = AIGER_INPUT; s <= AIGER_OUTPUT; s++) {
      size_t count = aiger_file_count(b->file, s);
      vec_resize(&b->names[s], count);
      for (size_t i = 0; i < count; i++) {
        const char *symbol = aiger_file_name(b->file, s, i);
        Lit literal = member_literal(b->file, s, i);
        char fallback[32];
        if ((symbol != NULL) != named) continue;
        if (!symbol) snprintf(fallback, sizeof fallback, "%c%zu", "ilo"[s], i);
        uint32_t number = symbol ? names_find(&b->table.unique.names, symbol) : NAMES_NONE;
        if (s == AIGER_OUTPUT && number != NAMES_NONE && b->table.literals.data[number] == literal)
          continue;
        b->names[s].data[i] = new_name(&b->table, symbol ? symbol : fallback, literal);
      }
    }
}

/* ---- words ---- */

static bool vector_name(const char *name, VectorName *vector) {
  size_t length = strlen(name), digits = 0;
  if (length < 4) return false;
  char close = name[length - 1], open = close == ']' ? '[' : close == '>' ? '<' : 0;
  size_t start = length - 1;
  while (start && name[start - 1] >= '0' && name[start - 1] <= '9') start--, digits++;
  if (!open || !digits || digits > 6 || start < 2 || name[start - 1] != open) return false;
  if (name[start] == '0' && digits > 1) return false;
  vector->base_length = start - 1;
  vector->index = (uint32_t)strtoul(name + start, NULL, 10);
  return true;
}

/* The vector that a member belongs to, or NULL; `add` makes it known where it is new. */
static Vector *vector_of(Builder *b, AigerSection section, const char *name, VectorName *parts,
                         bool add) {
  if (!vector_name(name, parts)) return NULL;
  Text key = {0};
  text_format(&key, "%c%c%.*s", "il"[section], name[parts->base_length], (int)parts -> base_length,
              name);
  uint32_t number = names_find(&b->vector_keys, key.data);
  if (number == NAMES_NONE && add) {
    number = names_add(&b->vector_keys, key.data);
    vec_push(&b->vectors, (Vector){0});
  }
  text_free(&key);
  return number == NAMES_NONE ? NULL : b->vectors.data + number;
}

static void count_vectors(Builder *b) {
  for (AigerSection s = AIGER_INPUT; s <= AIGER_LATCH; s++)
    for (size_t i = 0; i < b->names[s].size; i++) {
      VectorName parts;
      Vector *vector = vector_of(b, s, b->names[s].data[i], &parts, true);
      if (!vector) continue;
      vector->bits++;
      if (parts.index > vector->most) vector->most = parts.index;
    }
}

/* Names are unique, so n members with indices below n are all there. */
static bool is_word(const Vector *vector) {
  return vector && vector->bits > 1 && vector->most == vector->bits - 1;
}

/* Puts a member into its word, which is made on first sight; false if it belongs to none. */
static bool add_to_word(Builder *b, AigerSection section, const char *name, Lit literal) {
  SignalVec *signals = &b->model->system->signals;
  VectorName parts;
  Vector *vector = vector_of(b, section, name, &parts, false);
  if (!is_word(vector)) return false;
  if (!vector->made) {
    char *base = mem_string_n(name, parts.base_length);
    bool taken = names_find(&b->table.unique.names, base) != NAMES_NONE;
    if (taken) {
      vector->bits = 0; /* no word: another signal has the name */
    } else {
      vector->made = true;
      vector->signal = signals->size;
      take_name(&b->table, base, LIT_NONE);
      SignalRole role = section == AIGER_INPUT ? SIGNAL_INPUT : SIGNAL_STATE;
      Signal *word = signal_add(signals, base, role, SIGNAL_WORD);
      vec_resize(&word->bits, vector->bits);
    }
    mem_free(base);
    if (taken) return false;
  }
  signals->data[vector->signal].bits.data[parts.index] = literal;
  return true;
}

/* ---- signals ---- */

static void add_signals(Builder *b) {
  static const SignalRole roles[] = {SIGNAL_INPUT, SIGNAL_STATE, SIGNAL_DEFINE};
  SignalVec *signals = &b->model->system->signals, hidden = {0};
  for (AigerSection s = AIGER_INPUT; s <= AIGER_OUTPUT; s++)
    for (size_t i = 0; i < b->names[s].size; i++) {
      const char *name = b->names[s].data[i];
      Lit literal = member_literal(b->file, s, i);
      if (!name) continue;
      if (s != AIGER_OUTPUT && add_to_word(b, s, name, literal))
        signal_add_bit(&hidden, name, SIGNAL_HIDDEN, literal);
      else signal_add_bit(signals, name, roles[s], literal);
    }
  vec_append(signals, &hidden);
  vec_free(&hidden);
}

/* ---- properties ---- */

/* Named by its symbol, or by its position among those of its kind. */
static Property *add_property(Model *model, PropertyKind kind, const char *symbol, char letter,
                              size_t position) {
  Text name = {0};
  if (symbol) text_add(&name, symbol);
  else text_format(&name, "%c%zu", letter, position);
  Property *property = property_add(&model->properties, kind, name.data);
  text_free(&name);
  return property;
}

static void add_properties(const AigerFile *file, Model *model) {
  bool old = !file->bad.size && !file->justice.size;
  const LitVec *bad = old ? &file->outputs : &file->bad;
  AigerSection section = old ? AIGER_OUTPUT : AIGER_BAD;
  for (size_t i = 0; i < bad->size; i++) {
    const char *symbol = aiger_file_name(file, section, i);
    add_property(model, PROPERTY_INVARIANT, symbol, 'b', i)->bad = bad->data[i];
  }
  for (size_t i = 0; i < file->justice.size; i++) {
    const char *symbol = aiger_file_name(file, AIGER_JUSTICE, i);
    Property *property = add_property(model, PROPERTY_JUSTICE, symbol, 'j', i);
    vec_append(&property->justice, &file->justice.data[i]);
  }
}

Model *aiger_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                  Error *error) {
  AigerFile *aiger = aiger_file_read(file, data, size, error);
  const char *map = options ? options->aiger_map : NULL;
  if (!aiger || (map && !aiger_map_apply(map, aiger, error))) {
    aiger_file_free(aiger);
    return NULL;
  }
  Model *model = model_new(file);
  system_free(model->system);
  model->system = aiger->system;
  Builder b = {.file = aiger, .model = model};
  choose_names(&b);
  count_vectors(&b);
  add_signals(&b);
  add_properties(aiger, model);
  for (int s = 0; s <= AIGER_OUTPUT; s++) string_vec_free(&b.names[s]);
  unique_free(&b.table.unique);
  vec_free(&b.table.literals);
  names_free(&b.vector_keys);
  vec_free(&b.vectors);
  aiger->system = NULL; /* the model's now */
  aiger_file_free(aiger);
  return model;
}
