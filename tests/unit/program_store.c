/* The store of states of programs gives back what was put into it, and knows what it has, however
 * their parts grow. */
#include "test.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/vec.h"
#include "engine/explicit/dictionary.h"
#include "engine/explicit/program_store.h"

TEST(a_dictionary_numbers_keys_as_they_come) {
  Dictionary dictionary;
  dictionary_init(&dictionary, 3);
  for (uint64_t i = 0; i < 5000; i++) {
    CHECK_EQUAL(dictionary_find(&dictionary, i * i), DICTIONARY_NONE);
    CHECK_EQUAL(dictionary_add(&dictionary, i * i), i);
    CHECK_EQUAL(dictionary_add(&dictionary, 0), 0);
  }
  for (uint64_t i = 0; i < 5000; i++) dictionary.keys[i] += 7;
  dictionary_keys_changed(&dictionary);
  for (uint64_t i = 0; i < 5000; i++) CHECK_EQUAL(dictionary_find(&dictionary, i * i + 7), i);
  dictionary_free(&dictionary);
}

typedef struct {
  VEC(uint8_t) bytes;
  VEC(size_t) ends; /* of each state */
} Kept;

static const uint8_t *kept_state(const Kept *kept, uint32_t number, size_t *size) {
  size_t begin = number ? kept->ends.data[number - 1] : 0;
  *size = kept->ends.data[number] - begin;
  return kept->bytes.data + begin;
}

static void keep(Kept *kept, const uint8_t *state, size_t size) {
  for (size_t i = 0; i < size; i++) vec_push(&kept->bytes, state[i]);
  vec_push(&kept->ends, kept->bytes.size);
}

static void check_kept(ProgramStore *store, const Kept *kept, uint32_t number) {
  static uint8_t copy[PROCESS_STATE_LIMIT];
  size_t size, found;
  const uint8_t *state = kept_state(kept, number, &size);
  CHECK_EQUAL(program_store_find(store, state, size), number);
  CHECK_EQUAL(program_store_get(store, number, copy), size);
  CHECK(!memcmp(copy, state, size));
  const uint8_t *opened = program_store_open(store, number, &found);
  CHECK_EQUAL(found, size);
  CHECK(!memcmp(opened, state, size));
}

/* A walk: from a state that is opened to others that differ in a few bytes, or in their length. */
static void walk(uint64_t seed, size_t longest, unsigned values, int steps) {
  Random random = {seed};
  ProgramStore *store = program_store_new(seed);
  Kept kept = {0};
  uint8_t *state = mem_zalloc(longest + 8);
  size_t size = longest / 2 + 1;
  bool added;
  CHECK_EQUAL(program_store_add(store, state, size, &added), 0);
  CHECK(added);
  keep(&kept, state, size);
  for (int i = 0; i < steps; i++) {
    uint32_t from = random_below(&random, (uint32_t)kept.ends.size), words[3];
    const uint8_t *opened = program_store_open(store, from, &size);
    size_t count = 0;
    memcpy(state, opened, size);
    for (uint32_t k = 0; k < (size + 3) / 4 && count < 3; k++)
      if (random_below(&random, (uint32_t)size / 4 + 1) < 2) words[count++] = k;
    for (size_t k = 0; k < count; k++) {
      size_t at = 4 * words[k] + random_below(&random, 4);
      if (at < size) state[at] = (uint8_t)random_below(&random, values);
    }
    uint32_t number;
    if (random_chance(&random, 1, 2)) {
      number = program_store_add_changed(store, state, words, count, &added);
    } else {
      size_t other =
          random_chance(&random, 1, 4) ? 1 + random_below(&random, (uint32_t)longest) : size;
      if (other > size) memset(state + size, 0, other - size);
      size = other;
      uint32_t found = program_store_find(store, state, size);
      number = program_store_add(store, state, size, &added);
      CHECK_EQUAL(found == PROCESS_NONE, added);
      if (!added) CHECK_EQUAL(found, number);
    }
    CHECK_EQUAL(number == kept.ends.size, added);
    if (added) keep(&kept, state, size);
    size_t known;
    const uint8_t *same = kept_state(&kept, number, &known);
    CHECK(known == size && !memcmp(same, state, size));
    same = kept_state(&kept, from, &known);
    CHECK(!memcmp(opened, same, known)); /* still as it was */
  }
  CHECK_EQUAL(program_store_size(store), kept.ends.size);
  for (uint32_t i = 0; i < kept.ends.size; i++) check_kept(store, &kept, i);
  CHECK(!program_store_full(store));
  mem_free(state);
  vec_free(&kept.bytes);
  vec_free(&kept.ends);
  program_store_free(store);
}

TEST(states_of_programs_come_back) {
  for (uint64_t seed = 1; seed < 40; seed++) walk(seed, 4 + seed, 3 + seed % 5, 3000);
}

TEST(states_of_programs_come_back_when_they_are_large) {
  walk(1, 300, 256, 20000);
  walk(2, 3000, 4, 3000);
  walk(3, 40000, 200, 300);
}

TEST(a_state_of_a_program_costs_little_more_than_its_root) {
  ProgramStore *store = program_store_new(1);
  uint8_t state[120] = {0};
  bool added;
  size_t size;
  uint32_t number = 0, count = 1 << 20;
  program_store_add(store, state, sizeof state, &added);
  for (uint32_t i = 1; i < count; i++) {
    program_store_open(store, number, &size);
    for (int k = 0; k < 10; k++) state[12 * k] = (uint8_t)(i >> 2 * k & 3);
    number = program_store_add(store, state, sizeof state, &added);
  }
  CHECK_EQUAL(program_store_size(store), count);
  CHECK(program_store_bytes(store) < (size_t)count * 20);
  program_store_free(store);
}
