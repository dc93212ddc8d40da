#include "term/memory_track.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"
#include "logic/vector.h"

typedef struct {
  const Memories *memories;
  const Terms *terms;
  const System *from; /* the system that was blasted ... */
  Lit *image;         /* ... and what its nodes are in the task's */
  Task *task;
  System *system;   /* of the task */
  Lit **at;         /* by term of a memory: its content at the address */
  Arena arena;      /* of those */
  LitVec initially; /* what the first content is, where resets cannot say it */
} Tracker;

/* ---- what is there already ---- */

static Lit *image_new(const System *from, const System *to) {
  Lit *image = aig_map_new(from->aig);
  for (size_t i = 0; i < from->inputs.size; i++)
    image[lit_node(from->inputs.data[i])] = to->inputs.data[i];
  for (size_t i = 0; i < from->latches.size; i++)
    image[lit_node(from->latches.data[i].current)] = to->latches.data[i].current;
  return image;
}

/* The bits of a term that is no memory, in the arena. */
static Lit *word_of(Tracker *t, Term term) {
  uint32_t width = term_width(t->terms, term);
  Lit *word = arena_alloc(&t->arena, width * sizeof *word);
  for (uint32_t i = 0; i < width; i++)
    word[i] = aig_copy(t->system->aig, t->from->aig, t->memories->bits[term][i], t->image);
  return word;
}

/* ---- addresses ---- */

static Lit *new_latches(Tracker *t, uint32_t width, Reset reset) {
  Lit *word = arena_alloc(&t->arena, width * sizeof *word);
  for (uint32_t i = 0; i < width; i++) word[i] = system_latch(t->system, reset);
  return word;
}

/* A word as it was so many steps ago; before the first step 0. */
static const Lit *delayed(Tracker *t, const Lit *word, uint32_t width, uint32_t steps) {
  while (steps-- > 0) {
    Lit *later = new_latches(t, width, RESET_0);
    for (uint32_t i = 0; i < width; i++) system_set_next(t->system, later[i], word[i]);
    word = later;
  }
  return word;
}

static const Lit *constant(Tracker *t, uint64_t value, uint32_t width) {
  Lit *word = arena_alloc(&t->arena, width * sizeof *word);
  vector_constant(value, word, width);
  return word;
}

static const Lit *guess(Tracker *t, const Tracked *tracked, uint32_t width) {
  assert(t->task->kind == TASK_BAD);
  Lit *address = new_latches(t, width, RESET_FREE);
  for (uint32_t i = 0; i < width; i++) system_set_next(t->system, address[i], address[i]);
  const Lit *read = word_of(t, memory_read_node(t->memories, tracked->read)->arguments[1]);
  Lit right = vector_equal(t->system->aig, address, delayed(t, read, width, tracked->delay), width);
  t->task->bad = aig_and(t->system->aig, t->task->bad, right);
  return address;
}

bool memories_fixed(const Memories *memories, uint32_t variable, uint32_t width) {
  const Relation *relation = memories->relation;
  if (variable >= relation->variables.size) return false;
  const Variable *word = relation->variables.data + variable;
  return word->is_state && word->next == word->term && word->first != VARIABLE_ABSENT &&
         memories->of[word->term] == MEMORY_NONE &&
         !type_is_array(&relation->terms->types, term_type(relation->terms, word->term)) &&
         term_width(relation->terms, word->term) == width;
}

static const Lit *address_of(Tracker *t, const Tracked *tracked, uint32_t width) {
  const Relation *relation = t->memories->relation;
  if (tracked->fixed) return word_of(t, relation->variables.data[tracked->fixed - 1].term);
  return tracked->read == MEMORY_NONE ? constant(t, tracked->address, width)
                                      : guess(t, tracked, width);
}

/* ---- contents ---- */

static TrackedWord add_word(Tracker *t, uint32_t tracked, uint32_t number, uint32_t width) {
  const Variable *variable = t->memories->relation->variables.data + number;
  System *system = t->system;
  TrackedWord word = {tracked, number, (uint32_t)system->inputs.size, VARIABLE_ABSENT};
  if (variable->is_state) {
    word.first = (uint32_t)system->latches.size;
    t->at[variable->term] = new_latches(t, width, RESET_FREE);
    return word;
  }
  Lit *bits = arena_alloc(&t->arena, width * sizeof *bits);
  for (uint32_t i = 0; i < width; i++) bits[i] = system_input(system);
  t->at[variable->term] = bits;
  return word;
}

/* Element by element, arrays do what their operators do to each of them. */
static void make_content(Tracker *t, Term term, const Lit *address, const Memory *memory) {
  const TermNode *node = term_node(t->terms, term);
  const uint32_t *arguments = node->arguments;
  Aig *aig = t->system->aig;
  if (node->op == TERM_VARIABLE) return;
  if (node->op == TERM_FILL) {
    t->at[term] = word_of(t, arguments[0]);
    return;
  }
  assert(node->op == TERM_WRITE || node->op == TERM_IF);
  bool write = node->op == TERM_WRITE;
  Lit condition = write ? vector_equal(aig, address, word_of(t, arguments[1]), memory->index)
                        : *word_of(t, arguments[0]);
  const Lit *then = write ? word_of(t, arguments[2]) : t->at[arguments[1]];
  const Lit *otherwise = t->at[arguments[write ? 0 : 2]];
  t->at[term] = arena_alloc(&t->arena, memory->element * sizeof(Lit));
  vector_mux(aig, condition, then, otherwise, t->at[term], memory->element);
}

static void set_content(Tracker *t, const Variable *variable, uint32_t width, TrackedWord *word) {
  System *system = t->system;
  if (!variable->is_state) return;
  if (variable->next == TERM_NONE) word->choice = (uint32_t)system->inputs.size;
  for (uint32_t i = 0; i < width; i++) {
    Lit next = variable->next == TERM_NONE ? system_input(system) : t->at[variable->next][i];
    Latch *latch = system->latches.data + word->first + i;
    latch->next = next;
    if (variable->init == TERM_NONE) continue;
    Lit first = t->at[variable->init][i];
    if (first <= LIT_TRUE) latch->reset = first == LIT_TRUE ? RESET_1 : RESET_0;
    else vec_push(&t->initially, aig_equal(system->aig, latch->current, first));
  }
}

static void add_constraint(Tracker *t, Lit literal) {
  if (literal != LIT_TRUE) vec_push(&t->system->constraints, literal);
}

/* Reads that meet the address give what is there. */
static void constrain_reads(Tracker *t, uint32_t number, const Lit *address) {
  const Memory *memory = t->memories->list.data + number;
  Aig *aig = t->system->aig;
  for (size_t i = 0; i < t->memories->reads.size; i++) {
    const MemoryRead *read = t->memories->reads.data + i;
    const TermNode *node = memory_read_node(t->memories, i);
    if (read->memory != number) continue;
    Lit meets = vector_equal(aig, address, word_of(t, node->arguments[1]), memory->index);
    Lit right =
        vector_equal(aig, word_of(t, read->term), t->at[node->arguments[0]], memory->element);
    add_constraint(t, aig_implies(aig, meets, right));
  }
}

static void name_content(Tracker *t, const Variable *variable, uint64_t address, uint32_t width) {
  if (!variable->name) return;
  Text name = {0};
  text_format(&name, "%s[%" PRIu64 "]", variable->name, address);
  Signal *signal =
      signal_add(&t->system->signals, name.data, variable->is_state ? SIGNAL_STATE : SIGNAL_INPUT,
                 width == 1 ? SIGNAL_BOOLEAN : SIGNAL_WORD);
  signal->is_signed = variable->is_signed && width > 1;
  if (width >= t->memories->radix_least) signal->radix = t->memories->radix;
  for (uint32_t i = 0; i < width; i++) vec_push(&signal->bits, t->at[variable->term][i]);
  text_free(&name);
}

static void track(Tracker *t, const Tracked *tracked, uint32_t number, TrackedWordVec *words) {
  const Relation *relation = t->memories->relation;
  const Memory *memory = t->memories->list.data + tracked->memory;
  bool known = tracked->read == MEMORY_NONE && !tracked->fixed;
  size_t first = words->size;
  const Lit *address = address_of(t, tracked, memory->index);
  for (size_t i = 0; i < memory->variables.size; i++)
    vec_push(words, add_word(t, number, memory->variables.data[i], memory->element));
  for (Term term = 0; term < t->terms->nodes.size; term++)
    if (t->memories->of[term] == tracked->memory) make_content(t, term, address, memory);
  for (size_t i = 0; i < memory->variables.size; i++) {
    const Variable *variable = relation->variables.data + memory->variables.data[i];
    set_content(t, variable, memory->element, words->data + first + i);
    if (known) name_content(t, variable, tracked->address, memory->element);
  }
  constrain_reads(t, tracked->memory, address);
}

void memories_track(const Memories *memories, const TrackedVec *tracked, Task *task,
                    TrackedWordVec *words) {
  Tracker t = {.memories = memories,
               .terms = memories->relation->terms,
               .from = memories->system,
               .image = image_new(memories->system, task->system),
               .task = task,
               .system = task->system,
               .at = mem_array(memories->relation->terms->nodes.size, sizeof(Lit *))};
  for (size_t i = 0; i < tracked->size; i++) track(&t, tracked->data + i, (uint32_t)i, words);
  if (t.initially.size)
    system_assume_initially(t.system,
                            aig_and_all(t.system->aig, t.initially.data, t.initially.size));
  vec_free(&t.initially);
  arena_free(&t.arena);
  mem_free(t.at);
  mem_free(t.image);
}

uint64_t memories_tracked_bits(const Memories *memories, const TrackedVec *tracked) {
  uint64_t bits = 0;
  for (size_t i = 0; i < tracked->size; i++) {
    const Memory *memory = memories->list.data + tracked->data[i].memory;
    bits += (uint64_t)memory->element * memory->variables.size;
    if (tracked->data[i].read != MEMORY_NONE)
      bits += (uint64_t)memory->index * (1 + tracked->data[i].delay);
  }
  return bits;
}

/* ---- as text ---- */

/* "0[17]" is address 17 of memory 0; "0[f5]" the one that variable 5 has; "0[r3-2]" that of read 3,
 * two steps before. */
void memories_print_tracked(const TrackedVec *tracked, Text *text) {
  for (size_t i = 0; i < tracked->size; i++) {
    const Tracked *one = tracked->data + i;
    text_format(text, "%s%" PRIu32 "[", i ? " " : "", one->memory);
    if (one->fixed) text_format(text, "f%" PRIu32 "]", one->fixed - 1);
    else if (one->read == MEMORY_NONE) text_format(text, "%" PRIu64 "]", one->address);
    else text_format(text, "r%" PRIu32 "-%" PRIu32 "]", one->read, one->delay);
  }
}

static bool parse_number(const char **text, uint64_t most, char behind, uint64_t *number) {
  char *end;
  if (**text < '0' || **text > '9') return false;
  *number = strtoull(*text, &end, 10);
  if (*number > most || *end != behind) return false;
  *text = end + 1;
  return true;
}

/* Those that are expanded are in the list, too. */
static bool is_chosen(const Memories *memories, uint32_t number) {
  const U32Vec *variables = &memories->list.data[number].variables;
  if (!variables->size) return false;
  return memories->of[memories->relation->variables.data[variables->data[0]].term] == number;
}

static bool parse_one(const Memories *memories, const char **text, Tracked *one) {
  enum { DELAY_MOST = 1 << 16 };
  uint64_t memory, read, delay, variable;
  if (!parse_number(text, UINT32_MAX, '[', &memory) || memory >= memories->list.size) return false;
  *one = (Tracked){.memory = (uint32_t)memory, .read = MEMORY_NONE};
  if (!is_chosen(memories, (uint32_t)memory)) return false;
  uint32_t index = memories->list.data[memory].index;
  if (**text == 'f') {
    ++*text;
    if (!parse_number(text, UINT32_MAX - 1, ']', &variable)) return false;
    one->fixed = (uint32_t)variable + 1;
    return memories_fixed(memories, (uint32_t)variable, index);
  }
  if (**text != 'r') return parse_number(text, UINT64_MAX >> (64 - index), ']', &one->address);
  ++*text;
  if (!parse_number(text, UINT32_MAX, '-', &read) || read >= memories->reads.size ||
      memories->reads.data[read].memory != memory || !parse_number(text, DELAY_MOST, ']', &delay))
    return false;
  one->read = (uint32_t)read;
  one->delay = (uint32_t)delay;
  return true;
}

bool memories_parse_tracked(const Memories *memories, const char *text, TrackedVec *tracked,
                            Error *error) {
  while (*text) {
    Tracked one;
    const char *start = text;
    if (!parse_one(memories, &text, &one) || (*text && *text++ != ' '))
      return error_set(error, "'%s' is no address of a memory of this model", start);
    vec_push(tracked, one);
  }
  return true;
}
