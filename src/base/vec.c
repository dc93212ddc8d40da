#include "base/vec.h"

size_t vec_capacity_for(size_t capacity, size_t need) {
  size_t grown = capacity + capacity / 2 + 4;
  return grown < need ? need : grown;
}

void string_vec_free(StringVec *strings) {
  for (size_t i = 0; i < strings->size; i++) mem_free(strings->data[i]);
  vec_free(strings);
}
