#include "oracle/random_btor2.h"

#include <inttypes.h>
#include <stdbool.h>

#include "base/random.h"
#include "base/vec.h"
#include "front/btor2/btor2.h"
#include "test.h"

/* A line with a value. */
typedef struct {
  uint32_t id;
  uint32_t width; /* of a word, or of the elements of an array ... */
  uint32_t index; /* ... which has an index of that many bits; 0: it is a word */
  bool reads_inputs;
  uint32_t newest_state; /* that it reads, by its line */
} Value;

typedef struct {
  Random random;
  Text *text;
  uint32_t next_id;
  VEC(Value) sorts; /* width and index as above */
  VEC(Value) values;
  uint32_t initial_for; /* a state: only values over states before it are taken; 0: all are */
} Generator;

static uint32_t below(Generator *g, uint32_t bound) { return random_below(&g->random, bound); }

static uint32_t sort_of(Generator *g, uint32_t width, uint32_t index) {
  for (size_t i = 0; i < g->sorts.size; i++)
    if (g->sorts.data[i].width == width && g->sorts.data[i].index == index)
      return g->sorts.data[i].id;
  uint32_t from = index ? sort_of(g, index, 0) : 0, to = index ? sort_of(g, width, 0) : 0;
  g->next_id += 1 + below(g, 2);
  uint32_t id = g->next_id++;
  if (index) text_format(g->text, "%" PRIu32 " sort array %" PRIu32 " %" PRIu32 "\n", id, from, to);
  else text_format(g->text, "%" PRIu32 " sort bitvec %" PRIu32 "\n", id, width);
  vec_push(&g->sorts, ((Value){.id = id, .width = width, .index = index}));
  return id;
}

/* Begins a line with a value: "12 add 3". The rest follows. */
static uint32_t begin(Generator *g, const char *tag, uint32_t width, uint32_t index) {
  uint32_t sort = sort_of(g, width, index), id = g->next_id++;
  text_format(g->text, "%" PRIu32 " %s %" PRIu32, id, tag, sort);
  return id;
}

/* Ends it; the value reads what its arguments read. */
static void end(Generator *g, uint32_t id, uint32_t width, uint32_t index, Value reads) {
  text_char(g->text, '\n');
  vec_push(&g->values, ((Value){id, width, index, reads.reads_inputs, reads.newest_state}));
}

static Value both(Value a, Value b) {
  if (b.newest_state > a.newest_state) a.newest_state = b.newest_state;
  a.reads_inputs |= b.reads_inputs;
  return a;
}

/* ---- leaves ---- */

static void add_constant(Generator *g, uint32_t width) {
  static const char *const tags[] = {"zero", "one", "ones", "const", "constd", "consth"};
  uint32_t kind = below(g, 6);
  if (kind > 3 && width > 30) kind = 3;
  uint32_t id = begin(g, tags[kind], width, 0);
  uint32_t number = below(g, width > 30 ? 1 : (uint32_t)1 << width);
  if (kind == 3) text_char(g->text, ' ');
  for (uint32_t i = 0; kind == 3 && i < width; i++) text_char(g->text, (char)('0' + below(g, 2)));
  bool negative =
      kind == 4 && number <= (uint32_t)1 << (width - 1) && random_chance(&g->random, 1, 3);
  if (kind == 4) text_format(g->text, negative ? " -%" PRIu32 : " %" PRIu32, number);
  if (kind == 5) text_format(g->text, " %" PRIx32, number);
  end(g, id, width, 0, (Value){0});
}

static void add_input(Generator *g, uint32_t width, uint32_t index) {
  end(g, begin(g, "input", width, index), width, index, (Value){.reads_inputs = true});
}

static bool usable(const Generator *g, const Value *value) {
  return !g->initial_for || (!value->reads_inputs && value->newest_state < g->initial_for);
}

/* A value of this type: a random one of those there are, a constant if there is none. */
static Value pick(Generator *g, uint32_t width, uint32_t index) {
  uint32_t count = 0;
  for (size_t i = 0; i < g->values.size; i++)
    count += g->values.data[i].width == width && g->values.data[i].index == index &&
             usable(g, g->values.data + i);
  if (!count && !index) add_constant(g, width);
  if (!count && !index) return vec_last(&g->values);
  uint32_t wanted = count ? below(g, count) : 0;
  for (size_t i = 0; i < g->values.size; i++) {
    const Value *value = g->values.data + i;
    if (value->width == width && value->index == index && usable(g, value) && !wanted--)
      return *value;
  }
  return (Value){0};
}

/* Any word: of the type of one of those there are. */
static Value pick_word(Generator *g) {
  const Value *like = g->values.data + below(g, (uint32_t)g->values.size);
  return pick(g, like->width, 0);
}

static void argument(Generator *g, Value value) {
  bool minus = !value.index && random_chance(&g->random, 1, 4);
  text_format(g->text, minus ? " -%" PRIu32 : " %" PRIu32, value.id);
}

/* ---- operators ---- */

static const char *const unary[] = {"not", "inc", "dec", "neg", "redand", "redor", "redxor"};
enum { UNARY = 7, UNARY_SAME = 4 };
static const char *const binary[] = {
    "and",   "nand",  "nor",   "or",    "xnor",  "xor",   "rol",   "ror",  "sll",    "sra",
    "srl",   "add",   "mul",   "udiv",  "sdiv",  "smod",  "urem",  "srem", "sub", /* one bit: */
    "eq",    "neq",   "ugt",   "ugte",  "ult",   "ulte",  "sgt",   "sgte", "slt",    "slte",
    "uaddo", "saddo", "usubo", "ssubo", "umulo", "smulo", "sdivo", "iff",  "implies"};
enum { BINARY = sizeof binary / sizeof *binary, BINARY_SAME = 19, OF_BITS = 2 };

static void add_unary(Generator *g) {
  uint32_t kind = below(g, UNARY);
  Value a = pick_word(g);
  uint32_t width = kind < UNARY_SAME ? a.width : 1, id = begin(g, unary[kind], width, 0);
  argument(g, a);
  end(g, id, width, 0, a);
}

static void add_binary(Generator *g) {
  uint32_t kind = below(g, BINARY);
  Value a = kind >= BINARY - OF_BITS ? pick(g, 1, 0) : pick_word(g), b = pick(g, a.width, 0);
  uint32_t width = kind < BINARY_SAME ? a.width : 1, id = begin(g, binary[kind], width, 0);
  argument(g, a);
  argument(g, b);
  end(g, id, width, 0, both(a, b));
}

static void add_part(Generator *g, uint32_t most) {
  Value a = pick_word(g);
  uint32_t low = below(g, a.width), high = low + below(g, a.width - low), id;
  uint32_t more = below(g, 4), kind = below(g, 4);
  Value b = pick_word(g);
  if (kind == 0) {
    id = begin(g, "slice", high - low + 1, 0);
    argument(g, a);
    text_format(g->text, " %" PRIu32 " %" PRIu32, high, low);
    end(g, id, high - low + 1, 0, a);
  } else if (kind == 1 && a.width + b.width <= most) {
    id = begin(g, "concat", a.width + b.width, 0);
    argument(g, a);
    argument(g, b);
    end(g, id, a.width + b.width, 0, both(a, b));
  } else if (a.width + more <= most) {
    id = begin(g, kind == 2 ? "uext" : "sext", a.width + more, 0);
    argument(g, a);
    text_format(g->text, " %" PRIu32, more);
    end(g, id, a.width + more, 0, a);
  }
}

static void add_if(Generator *g) {
  Value condition = pick(g, 1, 0), a = g->values.data[below(g, (uint32_t)g->values.size)];
  if (!usable(g, &a)) return;
  Value b = pick(g, a.width, a.index);
  uint32_t id = begin(g, "ite", a.width, a.index);
  argument(g, condition);
  argument(g, a);
  argument(g, b);
  end(g, id, a.width, a.index, both(condition, both(a, b)));
}

/* read, write and equality of arrays, if there is one. */
static void add_of_array(Generator *g) {
  Value array = {0};
  for (size_t i = g->values.size; i-- > 0 && !array.index;)
    if (g->values.data[i].index && usable(g, g->values.data + i) && random_chance(&g->random, 1, 2))
      array = g->values.data[i];
  if (!array.index) return;
  Value index = pick(g, array.index, 0), element = pick(g, array.width, 0);
  Value other = pick(g, array.width, array.index);
  uint32_t kind = below(g, 4), width = kind < 2 ? array.width : 1, id;
  Value reads = both(both(array, index), both(element, other));
  id = begin(g,
             kind == 0   ? "read"
             : kind == 1 ? "write"
             : kind == 2 ? "eq"
                         : "neq",
             width, kind == 1 ? array.index : 0);
  argument(g, array);
  if (kind < 2) argument(g, index);
  if (kind == 1) argument(g, element);
  if (kind > 1) argument(g, other);
  end(g, id, width, kind == 1 ? array.index : 0, reads);
}

static void add_operator(Generator *g, uint32_t most) {
  uint32_t kind = below(g, 20);
  if (kind < 3) add_unary(g);
  else if (kind < 13) add_binary(g);
  else if (kind < 15) add_part(g, most);
  else if (kind < 17) add_if(g);
  else add_of_array(g);
}

static void generator_free(Generator *g) {
  vec_free(&g->sorts);
  vec_free(&g->values);
}

void random_btor2_terms(uint64_t seed, unsigned terms, Text *text) {
  static const uint32_t widths[] = {1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 32, 33, 64};
  Generator g = {.random = {seed}, .text = text, .next_id = 1};
  for (int i = 0; i < 5; i++) {
    uint32_t width = widths[below(&g, sizeof widths / sizeof *widths)];
    add_input(&g, width, 0);
    if (random_chance(&g.random, 1, 2)) add_constant(&g, width);
  }
  if (random_chance(&g.random, 1, 2)) {
    uint32_t index = 1 + below(&g, 3), width = 1 + below(&g, 4);
    add_input(&g, width, index);
    if (random_chance(&g.random, 1, 2)) add_input(&g, width, index);
  }
  for (unsigned i = 0; i < terms; i++) add_operator(&g, 66);
  size_t count = g.values.size;
  for (size_t i = 0; i < count; i++)
    text_format(text, "%" PRIu32 " output %" PRIu32 " o%" PRIu32 "\n", g.next_id++,
                g.values.data[i].id, g.values.data[i].id);
  generator_free(&g);
}

/* ---- systems ---- */

typedef struct {
  Value value;
  bool has_next;
} State;

static void add_line(Generator *g, const char *tag, uint32_t sort, const State *state,
                     Value value) {
  text_format(g->text, "%" PRIu32 " %s %" PRIu32 " %" PRIu32, g->next_id++, tag, sort,
              state->value.id);
  argument(g, value);
  text_char(g->text, '\n');
}

/* What a state becomes at the start: a value over states and constants; of an array, perhaps one
 * for all elements. */
static void add_init(Generator *g, const State *state) {
  uint32_t sort = sort_of(g, state->value.width, state->value.index);
  bool word = state->value.index && random_chance(&g->random, 1, 2);
  g->initial_for = state->value.id;
  if (random_chance(&g->random, 1, 2)) add_constant(g, state->value.width);
  for (uint32_t i = below(g, 3); i > 0; i--) add_operator(g, 6);
  Value value = pick(g, state->value.width, word ? 0 : state->value.index);
  if (value.id) add_line(g, "init", sort, state, value);
  g->initial_for = 0;
}

static void add_condition(Generator *g, const char *tag, unsigned count) {
  Value values[3];
  for (unsigned i = 0; i < count; i++) values[i] = pick(g, 1, 0);
  text_format(g->text, "%" PRIu32 " %s", g->next_id++, tag);
  if (*tag == 'j') text_format(g->text, " %u", count);
  for (unsigned i = 0; i < count; i++) argument(g, values[i]);
  text_char(g->text, '\n');
}

void random_btor2_system(uint64_t seed, Text *text) {
  Generator g = {.random = {seed}, .text = text, .next_id = 1};
  VEC(State) states = {0};
  uint32_t left = 9;
  while (left >= 2 && states.size < 4) {
    bool array = left >= 4 && random_chance(&g.random, 1, 5), next = random_chance(&g.random, 4, 5);
    uint32_t width = array ? 1 + below(&g, left >= 8 ? 2 : 1) : 1 + below(&g, left < 3 ? 1 : 3);
    uint32_t bits = width << array << !next;
    if (bits > left) break;
    left -= bits;
    uint32_t id = begin(&g, "state", width, array);
    end(&g, id, width, array, (Value){.newest_state = id});
    vec_push(&states, ((State){vec_last(&g.values), next}));
  }
  if (!states.size) add_constant(&g, 1);
  if (left && random_chance(&g.random, 3, 4)) add_input(&g, 1 + below(&g, left > 2 ? 2 : left), 0);
  for (size_t i = 0; i < states.size; i++)
    if (random_chance(&g.random, 2, 3)) add_init(&g, states.data + i);
  for (unsigned i = 0; i < 16; i++) add_operator(&g, 6);
  for (size_t i = 0; i < states.size; i++) {
    const State *state = states.data + i;
    uint32_t sort = sort_of(&g, state->value.width, state->value.index);
    if (state->has_next)
      add_line(&g, "next", sort, state, pick(&g, state->value.width, state->value.index));
  }
  if (random_chance(&g.random, 1, 3)) add_condition(&g, "constraint", 1);
  if (random_chance(&g.random, 1, 3)) add_condition(&g, "fair", 1);
  for (unsigned i = 0; i < 3; i++) {
    add_condition(&g, "bad", 1);
    add_condition(&g, "justice", 1 + below(&g, 2));
  }
  vec_free(&states);
  generator_free(&g);
}

Model *random_btor2_read(const Text *text) {
  Error error = {0};
  Model *model = btor2_read("random", text->data, text->size, NULL, &error);
  if (!model) test_fail(__FILE__, __LINE__, "%s\n%s", text->data, error.message);
  return model;
}
