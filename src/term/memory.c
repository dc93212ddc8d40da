#include "term/memory.h"

#include "base/memory.h"
#include "term/cone.h"

/* ---- which arrays belong together ---- */

typedef struct {
  const Relation *relation;
  const Terms *terms;
  const Bits *cone;
  U32Vec parent; /* by term, of a union-find structure */
} Sets;

static uint32_t find(Sets *sets, uint32_t term) {
  uint32_t *parent = sets->parent.data;
  while (parent[term] != term) term = parent[term] = parent[parent[term]];
  return term;
}

static void unite(Sets *sets, uint32_t a, uint32_t b) {
  if (b != TERM_NONE) sets->parent.data[find(sets, a)] = find(sets, b);
}

static bool is_array(const Terms *terms, Term term) {
  return type_is_array(&terms->types, term_type(terms, term));
}

static void unite_arrays(Sets *sets) {
  const Relation *relation = sets->relation;
  for (uint32_t t = 0; t < sets->terms->nodes.size; t++) vec_push(&sets->parent, t);
  for (uint32_t t = 0; t < sets->terms->nodes.size; t++) {
    const TermNode *node = term_node(sets->terms, t);
    if (!bits_get(sets->cone, t)) continue;
    if (node->op == TERM_EQUAL && is_array(sets->terms, node->arguments[0]))
      unite(sets, node->arguments[0], node->arguments[1]);
    if (!is_array(sets->terms, t)) continue;
    if (node->op == TERM_WRITE) unite(sets, t, node->arguments[0]);
    if (node->op == TERM_IF) unite(sets, t, node->arguments[1]);
    if (node->op == TERM_IF) unite(sets, t, node->arguments[2]);
  }
  for (size_t i = 0; i < relation->variables.size; i++) {
    const Variable *variable = relation->variables.data + i;
    if (!bits_get(sets->cone, variable->term) || !is_array(sets->terms, variable->term)) continue;
    unite(sets, variable->term, variable->init);
    unite(sets, variable->term, variable->next);
  }
}

/* ---- what stands in the way ---- */

/* Terms that the initial values of words are made of: those are computed where witnesses are read,
 * before there is a memory to read from. */
static Bits initial_words(const Relation *relation, const Bits *cone) {
  const Terms *terms = relation->terms;
  Bits set = bits_new(terms->nodes.size);
  for (size_t i = 0; i < relation->variables.size; i++) {
    const Variable *variable = relation->variables.data + i;
    if (variable->init != TERM_NONE && bits_get(cone, variable->term) &&
        !is_array(terms, variable->term))
      bits_set(&set, variable->init);
  }
  terms_close(terms, &set);
  return set;
}

static const char *obstacle_of_type(const Types *types, const TypeInfo *info) {
  if (type_is_array(types, info->element)) return "its elements are arrays";
  return type_info(types, info->index)->width > 64 ? "its addresses have more than 64 bits" : NULL;
}

static void find_obstacles(Memories *memories, const Bits *cone) {
  const Terms *terms = memories->relation->terms;
  Bits initial = initial_words(memories->relation, cone);
  for (Term t = 0; t < terms->nodes.size; t++) {
    const TermNode *node = term_node(terms, t);
    if (!bits_get(cone, t) || (node->op != TERM_EQUAL && node->op != TERM_READ)) continue;
    uint32_t memory = memories->of[node->arguments[0]];
    if (memory == MEMORY_NONE) continue;
    if (node->op == TERM_EQUAL)
      memories->list.data[memory].obstacle = "it is compared with another as a whole";
    else if (bits_get(&initial, t))
      memories->list.data[memory].obstacle = "an initial value reads from it";
  }
  bits_free(&initial);
}

/* ---- choosing ---- */

static uint64_t sum(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

static void list_memories(Memories *memories, const Bits *cone) {
  const Relation *relation = memories->relation;
  const Terms *terms = relation->terms;
  Sets sets = {.relation = relation, .terms = terms, .cone = cone};
  U32Vec of_root = {0};
  unite_arrays(&sets);
  for (Term t = 0; t < terms->nodes.size; t++) {
    vec_push(&of_root, MEMORY_NONE);
    memories->of[t] = MEMORY_NONE;
  }
  for (Term t = 0; t < terms->nodes.size; t++) {
    if (!bits_get(cone, t) || !is_array(terms, t)) continue;
    uint32_t *memory = of_root.data + find(&sets, t);
    const TypeInfo *info = type_info(&terms->types, term_type(terms, t));
    if (*memory == MEMORY_NONE) {
      *memory = (uint32_t)memories->list.size;
      vec_push(&memories->list, ((Memory){.index = type_info(&terms->types, info->index)->width,
                                          .element = type_info(&terms->types, info->element)->width,
                                          .obstacle = obstacle_of_type(&terms->types, info)}));
    }
    memories->of[t] = *memory;
  }
  for (size_t i = 0; i < relation->variables.size; i++) {
    Term term = relation->variables.data[i].term;
    if (memories->of[term] == MEMORY_NONE) continue;
    Memory *memory = memories->list.data + memories->of[term];
    vec_push(&memory->variables, (uint32_t)i);
    memory->bits = sum(memory->bits, type_bits(&terms->types, term_type(terms, term)));
  }
  vec_free(&of_root);
  vec_free(&sets.parent);
}

/* The largest that is not chosen yet and can be; else NULL, and why the largest of all cannot. */
static Memory *next_memory(Memories *memories, const Bits *chosen, const char **why) {
  Memory *best = NULL;
  uint64_t most = 0;
  for (size_t i = 0; i < memories->list.size; i++) {
    Memory *memory = memories->list.data + i;
    if (bits_get(chosen, i)) continue;
    if (memory->obstacle && memory->bits > most) {
      most = memory->bits;
      *why = memory->obstacle;
    }
    if (!memory->obstacle && memory->bits && (!best || memory->bits > best->bits)) best = memory;
  }
  return best;
}

static uint64_t bits_left(const Memories *memories, const Bits *chosen) {
  uint64_t left = 0;
  for (size_t i = 0; i < memories->list.size; i++)
    if (!bits_get(chosen, i)) left = sum(left, memories->list.data[i].bits);
  return left;
}

/* What is not chosen stays an array. */
static void take_out(Memories *memories, const Bits *chosen, Bits *cone) {
  for (Term t = 0; t < memories->relation->terms->nodes.size; t++) {
    if (memories->of[t] == MEMORY_NONE) continue;
    if (bits_get(chosen, memories->of[t])) bits_clear(cone, t);
    else memories->of[t] = MEMORY_NONE;
  }
}

Memories *memories_choose(const Relation *relation, Bits *cone, uint64_t limit, const char **why) {
  Memories *memories = mem_zalloc(sizeof *memories);
  memories->relation = relation;
  memories->of = mem_array(relation->terms->nodes.size, sizeof *memories->of);
  list_memories(memories, cone);
  find_obstacles(memories, cone);
  Bits chosen = bits_new(memories->list.size);
  Memory *next = NULL;
  while (bits_left(memories, &chosen) > limit && (next = next_memory(memories, &chosen, why)))
    bits_set(&chosen, (size_t)(next - memories->list.data));
  bool good = bits_left(memories, &chosen) <= limit;
  if (good) take_out(memories, &chosen, cone);
  bits_free(&chosen);
  if (good) return memories;
  memories_free(memories);
  return NULL;
}

void memories_add_reads(Memories *memories, const Bits *cone, System *system, Lit **bits,
                        Arena *arena) {
  const Terms *terms = memories->relation->terms;
  for (Term t = 0; t < terms->nodes.size; t++) {
    const TermNode *node = term_node(terms, t);
    uint32_t memory = node->op == TERM_READ ? memories->of[node->arguments[0]] : MEMORY_NONE;
    if (!bits_get(cone, t) || memory == MEMORY_NONE) continue;
    uint32_t width = memories->list.data[memory].element;
    vec_push(&memories->reads, ((MemoryRead){t, memory, (uint32_t)system->inputs.size}));
    bits[t] = arena_alloc(arena, width * sizeof(Lit));
    for (uint32_t k = 0; k < width; k++) bits[t][k] = system_input(system);
  }
}

void memories_free(Memories *memories) {
  if (!memories) return;
  for (size_t i = 0; i < memories->list.size; i++) vec_free(&memories->list.data[i].variables);
  vec_free(&memories->list);
  vec_free(&memories->reads);
  mem_free(memories->of);
  mem_free(memories->bits);
  arena_free(&memories->arena);
  mem_free(memories);
}
