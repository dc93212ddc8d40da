/* The store of states gives back what was put into it, and knows what it has. */
#include "test.h"

#include "base/memory.h"
#include "base/random.h"
#include "engine/explicit/store.h"

enum { STATES = 300 };

TEST(states_of_any_width_come_back) {
  for (size_t width = 1; width < 20; width++) {
    Random random = {width};
    Store *store = store_new(width, width);
    Cursor cursor = cursor_new(store);
    uint32_t kept[STATES][20] = {{0}};
    size_t count = 0;
    for (size_t i = 0; i < STATES; i++) {
      bool added, known = false;
      for (size_t k = 0; k < width; k++) cursor.state[k] = random_below(&random, width < 4 ? 9 : 2);
      for (size_t s = 0; s < count && !known; s++)
        known = !memcmp(kept[s], cursor.state, width * sizeof(uint32_t));
      if (!known) memcpy(kept[count++], cursor.state, width * sizeof(uint32_t));
      uint32_t number = store_add(store, &cursor, &added);
      CHECK_EQUAL(added, !known);
      CHECK(!memcmp(kept[number], cursor.state, width * sizeof(uint32_t)));
    }
    CHECK_EQUAL(store_size(store), count);
    for (uint32_t s = 0; s < count; s++) {
      store_get(store, s, &cursor);
      CHECK(!memcmp(kept[s], cursor.state, width * sizeof(uint32_t)));
    }
    cursor_free(&cursor);
    store_free(store);
  }
}

TEST(changes_of_a_few_places_give_the_number_of_the_whole) {
  for (size_t width = 2; width < 40; width++) {
    Random random = {width};
    Store *store = store_new(width, 7);
    Cursor cursor = cursor_new(store), whole = cursor_new(store);
    bool added;
    store_add(store, &cursor, &added);
    for (int i = 0; i < 200; i++) {
      uint32_t changed[3], old[3];
      size_t count = 0;
      for (uint32_t k = 0; k < width && count < 3; k++)
        if (random_chance(&random, 1, 8)) changed[count++] = k;
      for (size_t k = 0; k < count; k++) {
        old[k] = cursor.state[changed[k]];
        cursor.state[changed[k]] = random_below(&random, 3);
      }
      uint32_t number = store_add_changed(store, &cursor, changed, count, &added);
      memcpy(whole.state, cursor.state, width * sizeof(uint32_t));
      CHECK_EQUAL(store_add(store, &whole, &added), number);
      CHECK(!added);
      if (random_chance(&random, 1, 2)) continue;
      store_undo(&cursor);
      for (size_t k = 0; k < count; k++) cursor.state[changed[k]] = old[k];
      memcpy(whole.state, cursor.state, width * sizeof(uint32_t));
      uint32_t before = store_add(store, &whole, &added);
      CHECK(!added);
      CHECK_EQUAL(store_add_changed(store, &cursor, changed, 0, &added), before);
    }
    cursor_free(&cursor);
    cursor_free(&whole);
    store_free(store);
  }
}
