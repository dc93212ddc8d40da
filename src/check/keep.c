#include "check/keep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/input.h"
#include "base/map.h"
#include "base/memory.h"
#include "evidence/evidence_form.h"

/* ---- hashes ---- */

static uint64_t mix(uint64_t hash, uint64_t word) { return hash_word(hash ^ hash_word(word)); }

typedef struct {
  const System *system;
  uint64_t *of_node; /* 0: not computed */
} Hasher;

static uint64_t literal_hash(const Hasher *h, Lit lit) {
  return mix(h->of_node[lit_node(lit)], lit_negated(lit));
}

/* A gate by its operands, whichever is called the left one; variables by their places. */
static Hasher hasher_new(const System *system) {
  const Aig *aig = system->aig;
  Hasher h = {system, mem_array(aig->size, sizeof *h.of_node)};
  h.of_node[0] = 1;
  for (size_t i = 0; i < system->inputs.size; i++)
    h.of_node[lit_node(system->inputs.data[i])] = mix(2, i);
  for (size_t i = 0; i < system->latches.size; i++)
    h.of_node[lit_node(system->latches.data[i].current)] = mix(3, i);
  for (uint32_t node = 1; node < aig->size; node++) {
    if (!aig_is_and(aig, node)) continue;
    uint64_t a = literal_hash(&h, aig->nodes[node].left);
    uint64_t b = literal_hash(&h, aig->nodes[node].right);
    h.of_node[node] = a < b ? mix(mix(4, a), b) : mix(mix(4, b), a);
  }
  return h;
}

static uint64_t list_hash(const Hasher *h, uint64_t hash, const LitVec *lits) {
  hash = mix(hash, lits->size);
  for (size_t i = 0; i < lits->size; i++) hash = mix(hash, literal_hash(h, lits->data[i]));
  return hash;
}

static uint64_t text_hash(uint64_t hash, const char *text) {
  return mix(hash, hash_bytes(text, strlen(text)));
}

/* Of CTL the formula as it is written, and what its atoms are. */
static uint64_t formula_hash(const Hasher *h, uint64_t hash, const Task *task) {
  Text text = {0};
  formula_print(task->formulas, task->formula, &text);
  hash = text_hash(hash, text.data);
  text_free(&text);
  for (size_t i = 0; i < task->formulas->atoms.size; i++) {
    Lit lit = task->atoms.size ? task->atoms.data[i] : task->formulas->atoms.data[i].literal;
    if (lit != LIT_NONE) hash = mix(hash, literal_hash(h, lit));
  }
  return hash;
}

uint64_t keep_hash(const Task *task) {
  const System *system = task->system;
  Hasher h = hasher_new(system);
  uint64_t hash = mix(mix(task->kind, system->inputs.size), system->latches.size);
  for (size_t i = 0; i < system->latches.size; i++)
    hash = mix(mix(hash, system->latches.data[i].reset),
               literal_hash(&h, system->latches.data[i].next));
  hash = list_hash(&h, hash, &system->constraints);
  hash = list_hash(&h, hash, &system->fairness);
  hash = list_hash(&h, hash, &task->conditions);
  if (task->kind == TASK_BAD) hash = mix(hash, literal_hash(&h, task->bad));
  if (task->kind == TASK_CTL) hash = formula_hash(&h, hash, task);
  mem_free(h.of_node);
  return hash;
}

/* A model by the name of its file, without the folder: it may be checked out elsewhere. */
static uint64_t model_hash(const Model *model) {
  const char *slash = strrchr(model->file, '/');
  return text_hash(7, slash ? slash + 1 : model->file);
}

/* ---- files ---- */

static char *path_of(const char *folder, uint64_t hash, const char *ending) {
  Text path = {0};
  text_format(&path, "%s/%016" PRIx64 ".%s", folder, hash, ending);
  return text_take(&path);
}

/* In a file of another name, which then takes its place. */
static void write_whole(const char *folder, uint64_t hash, const char *ending, const char *data,
                        size_t size) {
  char *path = path_of(folder, hash, ending);
  Text draft = {0};
  text_format(&draft, "%s.%ld", path, (long)getpid());
  FILE *stream = fopen(draft.data, "wb");
  bool good = stream && fwrite(data, 1, size, stream) == size;
  if (stream && fclose(stream)) good = false;
  if (stream && (!good || rename(draft.data, path))) unlink(draft.data);
  text_free(&draft);
  mem_free(path);
}

static bool read_whole(const char *folder, uint64_t hash, const char *ending, Input *input) {
  char *path = path_of(folder, hash, ending);
  Error error = {0};
  bool good = !access(path, R_OK) && input_read(input, path, &error);
  error_free(&error);
  mem_free(path);
  return good;
}

/* ---- answers ---- */

#define HEADER "rondo kept 1 %15s %15s %15s %zu\n"

/* "rondo kept 1 VERDICT ENGINE EVIDENCE SIZE", and then the evidence as it is between processes. */
static bool read_answer(const Input *input, const Task *task, KeptAnswer *answer) {
  char verdict[16], engine[16], kind[16];
  const char *end = memchr(input->data, '\n', input->size);
  *answer = (KeptAnswer){0};
  if (!end || sscanf(input->data, HEADER, verdict, engine, kind, &answer->evidence.size) != 4)
    return false;
  for (int v = VERDICT_UNKNOWN; v <= VERDICT_VIOLATED; v++)
    if (!strcmp(verdict_name((Verdict)v), verdict)) answer->verdict = (Verdict)v;
  answer->engine = engine_find(engine);
  for (int k = 0; k < EVIDENCE_KINDS; k++)
    if (!strcmp(evidence_kind_name((EvidenceKind)k), kind)) answer->evidence.kind = (EvidenceKind)k;
  const EvidenceForm *form = evidence_table[answer->evidence.kind].form;
  if (answer->verdict == VERDICT_UNKNOWN || !answer->engine || !form) return false;
  EvidenceClaim claim = {.task = task, .verdict = answer->verdict};
  Error error = {0};
  size_t before = (size_t)(end + 1 - input->data);
  bool good = form->unpack(end + 1, input->size - before, &claim, &answer->evidence, &error);
  error_free(&error);
  if (!good) evidence_free(&answer->evidence);
  return good;
}

bool keep_find(const char *folder, uint64_t hash, const Task *task, KeptAnswer *answer) {
  Input input = {0};
  if (!read_whole(folder, hash, "kept", &input)) return false;
  bool good = read_answer(&input, task, answer);
  input_free(&input);
  return good;
}

static uint64_t name_hash(const Model *model, size_t property) {
  return text_hash(model_hash(model), model->properties.data[property].name);
}

bool keep_last(const char *folder, const Model *model, size_t property, uint64_t *hash) {
  Input input = {0};
  if (!read_whole(folder, name_hash(model, property), "name", &input)) return false;
  char *end;
  *hash = strtoull(input.data, &end, 16);
  bool good = end != input.data;
  input_free(&input);
  return good;
}

void keep_answer(const char *folder, const Model *model, size_t property, const Task *task,
                 const KeptAnswer *answer) {
  const EvidenceForm *form = evidence_form(&answer->evidence);
  EvidenceClaim claim = {.task = task, .verdict = answer->verdict};
  char *bytes = NULL;
  size_t size = 0;
  if (!form || !form->pack) return;
  FILE *stream = open_memstream(&bytes, &size);
  if (!stream) mem_exhausted();
  fprintf(stream, "rondo kept 1 %s %s %s %zu\n", verdict_name(answer->verdict),
          answer->engine->name, evidence_kind_name(answer->evidence.kind), answer->evidence.size);
  bool good = form->pack(stream, &claim, &answer->evidence);
  if (fclose(stream)) mem_exhausted();
  uint64_t hash = keep_hash(task);
  Text key = {0};
  text_format(&key, "%016" PRIx64 "\n", hash);
  if (good) write_whole(folder, hash, "kept", bytes, size);
  if (good) write_whole(folder, name_hash(model, property), "name", key.data, key.size);
  text_free(&key);
  free(bytes);
}

/* ---- clauses ---- */

/* A latch by the bit of a signal that it is: "count.3"; its number as a name where it is none. */
static void name_latches(const System *system, StringVec *names) {
  Roles roles = roles_new(system);
  vec_resize(names, system->latches.size);
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    for (size_t b = 0; b < signal->bits.size; b++) {
      uint32_t node = lit_node(signal->bits.data[b]);
      if (node >= roles.size || roles.role[node] != ROLE_LATCH) continue;
      char **name = names->data + roles.index[node];
      if (*name || lit_negated(signal->bits.data[b]) || strchr(signal->name, '\n')) continue;
      Text text = {0};
      text_format(&text, "%s.%zu", signal->name, b);
      *name = text_take(&text);
    }
  }
  roles_free(&roles);
}

/* A line for each literal, "+name" or "-name"; an empty one ends a clause. */
void keep_write_lemmas(const char *folder, const Model *model, const Learned *learned) {
  StringVec names = {0};
  Text text = {0};
  name_latches(model->system, &names);
  for (size_t i = 0; i < learned->clauses.size; i++) {
    const Clause *clause = learned->clauses.data[i];
    bool named = true;
    for (uint32_t k = 0; k < clause->size; k++) named &= names.data[clause->lits[k] >> 1] != NULL;
    if (!named) continue;
    for (uint32_t k = 0; k < clause->size; k++)
      text_format(&text, "%c%s\n", clause->lits[k] & 1 ? '-' : '+',
                  names.data[clause->lits[k] >> 1]);
    text_char(&text, '\n');
  }
  if (text.size) write_whole(folder, model_hash(model), "lemmas", text.data, text.size);
  text_free(&text);
  string_vec_free(&names);
}

/* A clause with a latch that is no longer there is passed by. */
void keep_read_lemmas(const char *folder, const Model *model, Learned *learned) {
  Input input = {0};
  if (!read_whole(folder, model_hash(model), "lemmas", &input)) return;
  StringVec names = {0};
  Map places = {0};
  Names known = {0};
  LitVec lits = {0};
  bool whole = true;
  name_latches(model->system, &names);
  for (size_t i = 0; i < names.size; i++)
    if (names.data[i]) map_put(&places, names_add(&known, names.data[i]), i);
  for (char *line = input.data, *end; line < input.data + input.size; line = end + 1) {
    end = line + strcspn(line, "\n");
    uint64_t place;
    if (end > line) {
      uint32_t name = names_find_n(&known, line + 1, (size_t)(end - line - 1));
      bool found = name != NAMES_NONE && map_get(&places, name, &place);
      if (found) vec_push(&lits, (Lit)(place << 1 | (*line == '-')));
      whole = whole && found;
    } else {
      if (whole && lits.size) vec_push(&learned->clauses, clause_new(lits.data, lits.size));
      vec_clear(&lits);
      whole = true;
    }
  }
  vec_free(&lits);
  names_free(&known);
  map_free(&places);
  string_vec_free(&names);
  input_free(&input);
}
