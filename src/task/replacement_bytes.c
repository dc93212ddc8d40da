/* A replacement as bytes, from one process to another: numbers of 32 bits in the machine's own
 * order, since both ends are the same program.
 *
 *   two flags and three counts; how many nodes are replaced, and each with its literal, ascending;
 *   how many equalities there are, and their literals
 *
 * Whoever reads believes nothing: what would break the rules of Replacement makes the whole void.
 * Whether the equalities hold is not asked here. They are part of whatever evidence comes of them,
 * and are checked there. */
#include "task/reduce_pass.h"

static void put(Text *out, uint64_t number) {
  uint32_t word = number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
  text_add_n(out, (const char *)&word, sizeof word);
}

void replacement_write(const Replacement *replacement, const System *system, Text *out) {
  uint32_t replaced = 0;
  for (uint32_t node = 1; node < system->aig->size; node++)
    replaced += replacement->by[node] != LIT_NONE;
  put(out, replacement->spares_constraints);
  put(out, replacement->needs_constraints);
  put(out, replacement->constants);
  put(out, replacement->latches);
  put(out, replacement->signals);
  put(out, replaced);
  for (uint32_t node = 1; node < system->aig->size; node++) {
    if (replacement->by[node] == LIT_NONE) continue;
    put(out, node);
    put(out, replacement->by[node]);
  }
  put(out, replacement->equalities.size);
  for (size_t i = 0; i < replacement->equalities.size; i++) {
    put(out, replacement->equalities.data[i].a);
    put(out, replacement->equalities.data[i].b);
  }
}

typedef struct {
  const System *system;
  const char *bytes;
  size_t size, at;
  bool broken;
} Reader;

static uint32_t take(Reader *reader) {
  uint32_t word = 0;
  if (reader->size - reader->at < sizeof word) reader->broken = true;
  if (reader->broken) return 0;
  memcpy(&word, reader->bytes + reader->at, sizeof word);
  reader->at += sizeof word;
  return word;
}

/* A literal of the graph. */
static Lit take_literal(Reader *reader) {
  Lit lit = take(reader);
  if (lit_node(lit) >= reader->system->aig->size) reader->broken = true;
  return reader->broken ? LIT_FALSE : lit;
}

static void take_nodes(Reader *reader, Replacement *replacement) {
  uint32_t last = 0;
  for (uint32_t count = take(reader); count && !reader->broken; count--) {
    Lit node = take(reader), by = take_literal(reader);
    if (node <= last || node >= reader->system->aig->size) reader->broken = true;
    if (!reader->broken) replacement->by[last = node] = by;
  }
}

/* A latch is replaced by a constant or another latch, a gate also by a smaller gate; and none of
 * these is itself replaced. */
static bool follows_rules(const Replacement *replacement, const System *system) {
  const Aig *aig = system->aig;
  Bits latches = bits_new(aig->size);
  for (size_t i = 0; i < system->latches.size; i++)
    bits_set(&latches, lit_node(system->latches.data[i].current));
  bool good = true;
  for (uint32_t node = 1; node < aig->size && good; node++) {
    if (replacement->by[node] == LIT_NONE) continue;
    uint32_t by = lit_node(replacement->by[node]);
    bool gate = aig_is_and(aig, node);
    good = (gate || bits_get(&latches, node)) &&
           (!by || bits_get(&latches, by) || (gate && aig_is_and(aig, by) && by < node)) &&
           (!by || replacement->by[by] == LIT_NONE);
  }
  bits_free(&latches);
  return good;
}

Replacement *replacement_read(const System *system, const char *bytes, size_t size, size_t *at) {
  Reader reader = {system, bytes, size, *at, *at > size};
  Replacement *replacement = replacement_new(system);
  replacement->spares_constraints = take(&reader) != 0;
  replacement->needs_constraints = take(&reader) != 0;
  replacement->constants = take(&reader);
  replacement->latches = take(&reader);
  replacement->signals = take(&reader);
  take_nodes(&reader, replacement);
  for (uint32_t count = take(&reader); count && !reader.broken; count--) {
    Lit a = take_literal(&reader), b = take_literal(&reader);
    vec_push(&replacement->equalities, ((Equality){a, b}));
  }
  *at = reader.at;
  /* What needs the constraints must leave them alone, as all that equivalences find does. */
  if (!reader.broken && replacement->spares_constraints && follows_rules(replacement, system))
    return replacement;
  replacement_free(replacement);
  return NULL;
}
