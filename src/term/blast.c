#include "term/blast.h"

#include <inttypes.h>

#include "base/memory.h"
#include "term/blast_names.h"
#include "term/circuit.h"
#include "term/cone.h"
#include "term/expand.h"

/* An estimate from above; the graph itself is far smaller. */
#define GATE_LIMIT ((uint64_t)1 << 30)

typedef struct {
  Relation *relation;
  const BlastOptions *options;
  Bits cone;
  System *system;
  Arena arena;
  Lit **bits;         /* by term; NULL outside the cone */
  Memories *memories; /* NULL: none */
  Error *error;
} Blaster;

static uint64_t width_of(const Blaster *b, Term term) {
  return type_bits(&b->relation->terms->types, term_type(b->relation->terms, term));
}

static bool is_kept(const Blaster *b, Term term) { return bits_get(&b->cone, term); }

/* ---- how much that is ---- */

/* "mem: 2^10 times 32 bits", for the arrays that are too large together. */
static bool too_large(Blaster *b, uint64_t bits, uint64_t limit, const char *why) {
  const Terms *terms = b->relation->terms;
  Text text = {0};
  if (bits == UINT64_MAX)
    text_add(&text, "the arrays that the properties depend on have 2^64 bits or more");
  else text_format(&text, "the arrays that the properties depend on have %" PRIu64 " bits", bits);
  const char *between = " (";
  for (size_t i = 0; i < b->relation->variables.size; i++) {
    const Variable *variable = b->relation->variables.data + i;
    Type type = term_type(terms, variable->term);
    if (!type_is_array(&terms->types, type) || !is_kept(b, variable->term)) continue;
    text_format(&text, "%s%s: ", between, variable->name ? variable->name : "unnamed");
    type_print(&terms->types, type, &text);
    between = ", ";
  }
  text_format(&text, "), the limit is %" PRIu64 ": see --array-limit", limit);
  if (why) text_format(&text, "; the largest cannot be abstracted, because %s", why);
  error_set(b->error, "%s", text.data);
  text_free(&text);
  return false;
}

static bool choose_cone(Blaster *b) {
  uint64_t limit = b->options->array_limit ? b->options->array_limit : ARRAY_LIMIT;
  b->cone = relation_cone(b->relation, true);
  if (relation_array_bits(b->relation, &b->cone) <= limit) return true;
  bits_free(&b->cone);
  b->cone = relation_cone(b->relation, false);
  uint64_t bits = relation_array_bits(b->relation, &b->cone);
  if (bits <= limit) return true;
  const char *why = NULL;
  if (!b->options->memories) return too_large(b, bits, limit, why);
  Bits all = relation_cone(b->relation, true);
  b->memories = memories_choose(b->relation, &all, limit, &why);
  if (!b->memories) {
    bits_free(&all);
    return too_large(b, bits, limit, why);
  }
  bits_free(&b->cone);
  b->cone = all;
  return true;
}

static bool is_memory_read(const Blaster *b, const TermNode *node) {
  return b->memories && node->op == TERM_READ && b->memories->of[node->arguments[0]] != MEMORY_NONE;
}

static bool check_cost(Blaster *b) {
  const Terms *terms = b->relation->terms;
  uint64_t sum = 0;
  for (Term t = 0; t < terms->nodes.size && sum <= GATE_LIMIT; t++) {
    const TermNode *node = term_node(terms, t);
    if (!is_kept(b, t) || is_memory_read(b, node)) continue;
    uint64_t cost = circuit_cost(terms, node);
    sum = cost > GATE_LIMIT ? cost : sum + cost;
  }
  return sum <= GATE_LIMIT ||
         error_set(b->error, "as a circuit the model would need more than %" PRIu64 " gates",
                   GATE_LIMIT);
}

/* ---- variables and terms ---- */

static void add_variables(Blaster *b) {
  System *system = b->system;
  for (size_t i = 0; i < b->relation->variables.size; i++) {
    Variable *variable = b->relation->variables.data + i;
    variable->first = variable->choice = VARIABLE_ABSENT;
    if (!is_kept(b, variable->term)) continue;
    size_t width = width_of(b, variable->term);
    bool free = variable->is_state && variable->next == TERM_NONE;
    Lit *bits = arena_alloc(&b->arena, width * sizeof *bits);
    variable->first = (uint32_t)(variable->is_state ? system->latches.size : system->inputs.size);
    for (size_t k = 0; k < width; k++)
      bits[k] = variable->is_state ? system_latch(system, RESET_FREE) : system_input(system);
    b->bits[variable->term] = bits;
    if (free) variable->choice = (uint32_t)system->inputs.size;
    for (size_t k = 0; free && k < width; k++)
      system->latches.data[variable->first + k].next = system_input(system);
  }
}

static bool make_terms(Blaster *b) {
  return terms_expand(b->relation->terms, &b->cone, b->system->aig, b->bits, &b->arena,
                      b->options->budget) ||
         error_set(b->error, "%s while the words of the model were made circuits",
                   budget_reason(budget_state(b->options->budget)));
}

/* ---- what the terms are for ---- */

static void set_next(Blaster *b) {
  for (size_t i = 0; i < b->relation->variables.size; i++) {
    const Variable *variable = b->relation->variables.data + i;
    if (variable->first == VARIABLE_ABSENT || variable->next == TERM_NONE) continue;
    size_t width = width_of(b, variable->term);
    for (size_t k = 0; k < width; k++)
      b->system->latches.data[variable->first + k].next = b->bits[variable->next][k];
  }
}

/* Initial values. One that is constant, perhaps after those of other states are put in, is a reset;
 * of all others the first step is constrained. The map says what is known of a bit in the first
 * step: it stays right, only less sharp, for what was mapped before more became known. */
static void set_init(Blaster *b) {
  System *system = b->system;
  Aig *aig = system->aig;
  LitVec rest = {0};
  size_t size = aig->size;
  Lit *map = aig_map_new(aig);
  for (uint32_t node = 0; node < size; node++)
    if (aig_is_variable(aig, node)) map[node] = lit_of(node, false);
  for (size_t i = 0; i < b->relation->variables.size; i++) {
    const Variable *variable = b->relation->variables.data + i;
    if (variable->first == VARIABLE_ABSENT || variable->init == TERM_NONE) continue;
    size_t width = width_of(b, variable->term);
    for (size_t k = 0; k < width; k++) {
      Latch *latch = system->latches.data + variable->first + k;
      Lit value = aig_copy(aig, aig, b->bits[variable->init][k], map);
      if (value <= LIT_TRUE) {
        latch->reset = value == LIT_TRUE ? RESET_1 : RESET_0;
        map[lit_node(latch->current)] = value;
      } else {
        vec_push(&rest, aig_equal(aig, latch->current, value));
      }
    }
  }
  for (size_t i = 0; i < b->relation->initially.size; i++)
    vec_push(&rest, *b->bits[b->relation->initially.data[i]]);
  if (rest.size) system_assume_initially(system, aig_and_all(aig, rest.data, rest.size));
  vec_free(&rest);
  mem_free(map);
}

static void add_conditions(const Blaster *b, const TermVec *terms, LitVec *literals) {
  for (size_t i = 0; i < terms->size; i++)
    if (*b->bits[terms->data[i]] != LIT_TRUE) vec_push(literals, *b->bits[terms->data[i]]);
}

static void add_properties(const Blaster *b, PropertyVec *properties) {
  UniqueNames names = {0};
  size_t counts[QUESTION_JUSTICE + 1] = {0};
  for (size_t i = 0; i < b->relation->questions.size; i++) {
    const Question *question = b->relation->questions.data + i;
    bool justice = question->kind == QUESTION_JUSTICE;
    Text number = {0};
    text_format(&number, "%c%zu", "bcj"[question->kind], counts[question->kind]++);
    char *name = unique_name(&names, question->name ? question->name : number.data);
    Property *property =
        property_add(properties, justice ? PROPERTY_JUSTICE : PROPERTY_INVARIANT, name);
    property->question = (uint32_t)i + 1;
    property->cover = question->kind == QUESTION_COVER;
    property->place = mem_string(question->place);
    if (question->text) {
      mem_free(property->text);
      property->text = mem_string(question->text);
    }
    if (!justice) property->bad = *b->bits[question->conditions.data[0]];
    for (size_t k = 0; justice && k < question->conditions.size; k++)
      vec_push(&property->justice, *b->bits[question->conditions.data[k]]);
    mem_free(name);
    text_free(&number);
  }
  unique_free(&names);
}

System *relation_blast(Relation *relation, const BlastOptions *options, PropertyVec *properties,
                       Error *error) {
  static const BlastOptions defaults = {0};
  Blaster b = {.relation = relation, .options = options ? options : &defaults, .error = error};
  bool good = choose_cone(&b) && check_cost(&b);
  if (good) {
    b.system = system_new();
    b.bits = mem_array(relation->terms->nodes.size, sizeof *b.bits);
    add_variables(&b);
    if (b.memories) memories_add_reads(b.memories, &b.cone, b.system, b.bits, &b.arena);
    good = make_terms(&b);
  }
  if (good) {
    set_next(&b);
    set_init(&b);
    add_conditions(&b, &relation->constraints, &b.system->constraints);
    add_conditions(&b, &relation->fairness, &b.system->fairness);
    add_properties(&b, properties);
    blast_names(relation, b.bits, &b.system->signals);
  } else {
    system_free(b.system);
    b.system = NULL;
    memories_free(b.memories);
    b.memories = NULL;
  }
  if (b.options->memories) *b.options->memories = b.memories;
  if (b.memories) {
    b.memories->system = b.system;
    b.memories->bits = b.bits;
    b.memories->arena = b.arena;
  } else {
    mem_free(b.bits);
    arena_free(&b.arena);
  }
  bits_free(&b.cone);
  return b.system;
}
