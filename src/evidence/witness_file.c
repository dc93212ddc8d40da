#include "evidence/witness_file.h"

#include <stdarg.h>

#include "base/text.h"

/* ---- writing ---- */

static void comment(AigerFile *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void comment(AigerFile *file, const char *format, ...) {
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_format_list(&text, format, arguments);
  va_end(arguments);
  vec_push(&file->comments, text_take(&text));
}

bool witness_file_write(FILE *stream, const Task *task, const Witness *witness, bool binary,
                        const char *note) {
  /* The conditions of the witness take the places that those of the model have in its file: the
   * global fairness comes last. */
  System circuit = *witness->circuit;
  size_t fairness = task->system->fairness.size;
  circuit.fairness = (LitVec){0};
  AigerFile *file = aiger_file_new(&circuit);
  vec_push(&file->bad, witness->bad);
  if (task->kind == TASK_FAIR) {
    size_t justice = witness->justice.size - fairness;
    vec_resize(&file->justice, 1);
    for (size_t i = 0; i < witness->justice.size; i++)
      vec_push(i < justice ? &file->justice.data[0] : &circuit.fairness, witness->justice.data[i]);
    for (size_t i = 0; i < witness->interventions.size; i++)
      vec_push(&file->kept, witness->interventions.data[i].signal);
    Lit *numbers = aiger_file_numbers(file);
    comment(file, "INTERVENTION %zu", witness->interventions.size);
    for (size_t i = 0; i < witness->interventions.size; i++)
      comment(file, "%u %u", aig_map_lit(numbers, witness->interventions.data[i].signal),
              aig_map_lit(numbers, witness->interventions.data[i].input));
    mem_free(numbers);
  } else {
    /* An invariant does not ask for fairness; but other checkers take a condition of the model that
     * is not in the witness for one that is missed for ever. One that is true claims nothing. */
    for (size_t i = 0; i < fairness; i++) vec_push(&circuit.fairness, LIT_TRUE);
  }
  if (note) comment(file, "%s", note);
  bool good = aiger_file_write(file, stream, binary);
  file->system = NULL;
  aiger_file_free(file);
  vec_free(&circuit.fairness);
  return good;
}

/* ---- reading ---- */

typedef struct {
  const char *name;
  const AigerFile *file;
  const System *model;
  Certificate *certificate;
  Error *error;
} Reader;

typedef struct {
  uint32_t first, second;
} Pair;
typedef VEC(Pair) PairVec;

static bool parse_number(const char **text, uint32_t *number) {
  const char *p = *text;
  uint64_t value = 0;
  while (*p == ' ') p++;
  if (*p < '0' || *p > '9') return false;
  for (; *p >= '0' && *p <= '9'; p++) {
    value = value * 10 + (uint64_t)(*p - '0');
    if (value > UINT32_MAX) return false;
  }
  *text = p;
  *number = (uint32_t)value;
  return true;
}

static bool line_done(const char *text) {
  while (*text == ' ' || *text == '\r') text++;
  return !*text;
}

/* The section `keyword n` of the comments. A line that merely starts with the word is prose. */
static bool read_section(Reader *reader, const char *keyword, PairVec *pairs, bool *found) {
  const StringVec *lines = &reader->file->comments;
  size_t at = 0;
  uint32_t count = 0;
  *found = false;
  for (; at < lines->size && !*found; at++) {
    const char *text = lines->data[at];
    if (strncmp(text, keyword, strlen(keyword))) continue;
    text += strlen(keyword);
    *found = *text == ' ' && parse_number(&text, &count) && line_done(text);
  }
  if (!*found) return true;
  if (count > lines->size - at)
    return error_at(reader->error, reader->name, 0, 0,
                    "%s %u is followed by %zu lines of comments only", keyword, count,
                    lines->size - at);
  for (size_t end = at + count; at < end; at++) {
    const char *text = lines->data[at];
    Pair pair;
    if (!parse_number(&text, &pair.first) || !parse_number(&text, &pair.second) || !line_done(text))
      return error_at(reader->error, reader->name, 0, 0,
                      "comment line %zu: expected two literals, as %s %u announces", at + 1,
                      keyword, count);
    vec_push(pairs, pair);
  }
  return true;
}

/* The literals behind a sign in the names of inputs and latches: `= 4`. */
static bool read_names(Reader *reader, char sign, PairVec *pairs) {
  static const AigerSection sections[] = {AIGER_INPUT, AIGER_LATCH};
  uint32_t literal = 0;
  for (size_t s = 0; s < 2; s++)
    for (size_t i = 0; i < aiger_file_count(reader->file, sections[s]); i++) {
      const char *text = aiger_file_name(reader->file, sections[s], i);
      if (!text || !(text = strchr(text, sign))) continue;
      text++;
      if (!parse_number(&text, &literal))
        return error_at(reader->error, reader->name, 0, 0,
                        "the name of %c%zu contains '%c', but no literal follows it", "il"[s], i,
                        sign);
      const System *circuit = reader->file->system;
      Lit lit = s ? circuit->latches.data[i].current : circuit->inputs.data[i];
      vec_push(pairs, ((Pair){lit, literal}));
    }
  return true;
}

static bool witness_literal(Reader *reader, uint32_t number, Lit *lit) {
  const LitVec *variables = &reader->file->variables;
  *lit = number >> 1 < variables->size ? aig_map_lit(variables->data, number) : LIT_NONE;
  return *lit != LIT_NONE || error_at(reader->error, reader->name, 0, 0,
                                      "literal %u is not defined in the witness", number);
}

static bool model_literal(Reader *reader, uint32_t number, Lit *lit) {
  const System *model = reader->model;
  size_t place = number >> 1, inputs = model->inputs.size;
  if (!place || place > inputs + model->latches.size)
    return error_at(reader->error, reader->name, 0, 0,
                    "the mapping names literal %u of the model, which is no input or latch: those "
                    "are 2 to %zu",
                    number, 2 * (inputs + model->latches.size));
  Lit variable = place <= inputs ? model->inputs.data[place - 1]
                                 : model->latches.data[place - 1 - inputs].current;
  *lit = lit_not_if(variable, number & 1);
  return true;
}

static bool read_mapping(Reader *reader) {
  PairVec pairs = {0};
  bool commented, good = read_section(reader, "MAPPING", &pairs, &commented);
  if (good && !commented) good = read_names(reader, '=', &pairs);
  for (size_t i = 0; good && i < pairs.size; i++) {
    Mapped mapped = {.witness = pairs.data[i].first};
    good = (!commented || witness_literal(reader, pairs.data[i].first, &mapped.witness)) &&
           model_literal(reader, pairs.data[i].second, &mapped.model);
    mapped.model = lit_not_if(mapped.model, lit_negated(mapped.witness));
    mapped.witness = lit_positive(mapped.witness);
    if (good) vec_push(&reader->certificate->mapping, mapped);
  }
  if (good && !commented && !pairs.size)
    certificate_map_by_order(reader->certificate, reader->model);
  vec_free(&pairs);
  return good;
}

static bool read_interventions(Reader *reader) {
  PairVec pairs = {0};
  bool commented, good = read_section(reader, "INTERVENTION", &pairs, &commented);
  if (good && !commented) good = read_names(reader, '<', &pairs);
  for (size_t i = 0; good && i < pairs.size; i++) {
    Intervention intervention = {.signal = pairs.data[i].first};
    good = (!commented || witness_literal(reader, pairs.data[i].first, &intervention.signal)) &&
           witness_literal(reader, pairs.data[i].second, &intervention.input);
    if (good) vec_push(&reader->certificate->interventions, intervention);
  }
  vec_free(&pairs);
  return good;
}

/* P' is the conjunction of the negated bad literals; old files have outputs instead. */
static Lit read_bad(AigerFile *file) {
  Aig *aig = file->system->aig;
  if (file->bad.size || file->justice.size) return aig_or_all(aig, file->bad.data, file->bad.size);
  return aig_or_all(aig, file->outputs.data, file->outputs.size);
}

static bool read_conditions(Reader *reader, size_t justice) {
  Certificate *certificate = reader->certificate;
  const LitVecVec *sets = &reader->file->justice;
  if (!sets->size) return true;
  size_t chosen = sets->size == 1 ? 0 : justice;
  if (chosen >= sets->size)
    return error_at(reader->error, reader->name, 0, 0,
                    "justice property %zu is asked for, but the witness has %zu", chosen,
                    sets->size);
  certificate->ranked = true;
  certificate->justice = sets->data[chosen].size;
  vec_append(&certificate->conditions, &sets->data[chosen]);
  vec_append(&certificate->conditions, &reader->file->system->fairness);
  return read_interventions(reader);
}

bool witness_file_read(WitnessFile *witness, const char *name, const char *data, size_t size,
                       const Task *task, size_t justice, Error *error) {
  *witness = (WitnessFile){.file = aiger_file_read_witness(name, data, size, error)};
  if (!witness->file) return false;
  Certificate *certificate = &witness->certificate;
  Reader reader = {name, witness->file, task->system, certificate, error};
  certificate->bad = read_bad(witness->file);
  certificate->circuit = witness->file->system;
  vec_append(&certificate->resets, &witness->file->resets);
  bool good =
      read_mapping(&reader) && (task->kind != TASK_FAIR || read_conditions(&reader, justice));
  if (!good) witness_file_free(witness);
  return good;
}

void witness_file_free(WitnessFile *witness) {
  certificate_free(&witness->certificate);
  aiger_file_free(witness->file);
  *witness = (WitnessFile){0};
}
