/* See aiger.h: an AIGER file from a model. */
#include "front/aiger.h"
#include "system/aiger_file.h"

/* The name of a bit: the signal's own, or with an index where the signal has several bits. */
static char *bit_name(const Signal *signal, size_t bit) {
  Text text = {0};
  text_add(&text, signal->name);
  if (signal->bits.size > 1) text_format(&text, "[%zu]", bit);
  return text_take(&text);
}

/* Sets a name unless it is what a reader calls a nameless member anyway. */
static void set_name(AigerFile *file, AigerSection section, size_t position, const char *name) {
  char fallback[32];
  snprintf(fallback, sizeof fallback, "%c%zu", "ilobcjf"[section], position);
  if (strcmp(name, fallback)) aiger_file_set_name(file, section, position, name);
}

/* Inputs and latches are called by a signal of one bit if there is one, else as bit of a word. */
static void name_variables(AigerFile *file, const SignalVec *signals) {
  Roles roles = roles_new(file->system);
  for (int single = 0; single <= 1; single++)
    for (size_t i = 0; i < signals->size; i++) {
      const Signal *signal = signals->data + i;
      if (signal->role == SIGNAL_DEFINE || (signal->bits.size == 1) != single) continue;
      for (size_t bit = 0; bit < signal->bits.size; bit++) {
        Lit literal = signal->bits.data[bit];
        Role role = lit_negated(literal) ? ROLE_NONE : roles.role[lit_node(literal)];
        if (role == ROLE_NONE) continue;
        char *name = bit_name(signal, bit);
        set_name(file, role == ROLE_INPUT ? AIGER_INPUT : AIGER_LATCH,
                 roles.index[lit_node(literal)], name);
        mem_free(name);
      }
    }
  roles_free(&roles);
}

static void add_properties(AigerFile *file, const PropertyVec *properties) {
  for (size_t i = 0; i < properties->size; i++) {
    const Property *property = properties->data + i;
    if (property->kind == PROPERTY_INVARIANT) {
      set_name(file, AIGER_BAD, file->bad.size, property->name);
      vec_push(&file->bad, property->bad);
    } else if (property->kind == PROPERTY_JUSTICE) {
      LitVec set = {0};
      vec_append(&set, &property->justice);
      set_name(file, AIGER_JUSTICE, file->justice.size, property->name);
      vec_push(&file->justice, set);
    }
  }
}

static void add_outputs(AigerFile *file, const SignalVec *signals) {
  if (!file->bad.size && !file->justice.size) return;
  for (size_t i = 0; i < signals->size; i++) {
    const Signal *signal = signals->data + i;
    for (size_t bit = 0; signal->role == SIGNAL_DEFINE && bit < signal->bits.size; bit++) {
      char *name = bit_name(signal, bit);
      set_name(file, AIGER_OUTPUT, file->outputs.size, name);
      vec_push(&file->outputs, signal->bits.data[bit]);
      mem_free(name);
    }
  }
}

AigerFile *aiger_of_model(const Model *model) {
  AigerFile *file = aiger_file_new(model->system);
  name_variables(file, &model->system->signals);
  add_properties(file, &model->properties);
  add_outputs(file, &model->system->signals);
  return file;
}

static bool write_file(const Model *model, FILE *stream, bool binary) {
  AigerFile *file = aiger_of_model(model);
  bool fine = aiger_file_write(file, stream, binary);
  file->system = NULL; /* still the model's */
  aiger_file_free(file);
  return fine;
}

bool aiger_write_ascii(const Model *model, FILE *stream) {
  return write_file(model, stream, false);
}

bool aiger_write_binary(const Model *model, FILE *stream) {
  return write_file(model, stream, true);
}

const char *aiger_cannot_say(const Model *model, size_t number) {
  const Property *property = model->properties.data + number;
  if (property->kind == PROPERTY_JUSTICE && model->compassion.size)
    return "it would lose the model's strong fairness";
  if (property->kind == PROPERTY_INVARIANT || property->kind == PROPERTY_JUSTICE) return NULL;
  return property->kind == PROPERTY_LTL
             ? "there are no formulas in it; --product writes the product with its automaton"
             : "there are no formulas in it; --product writes those that LTL can say";
}

const char *aiger_leaves_out(const Model *model) {
  return model->compassion.size ? "strong fairness (COMPASSION)" : NULL;
}
