#include "base/unique.h"

#include "base/text.h"

void unique_take(UniqueNames *unique, const char *name) {
  names_add(&unique->names, name);
  vec_push(&unique->repeated, 1);
}

char *unique_name(UniqueNames *unique, const char *wanted) {
  uint32_t number = names_find(&unique->names, wanted);
  Text text = {0};
  text_add(&text, wanted);
  while (names_find(&unique->names, text.data) != NAMES_NONE) {
    text_clear(&text);
    text_format(&text, "%s_%u", wanted, ++unique->repeated.data[number]);
  }
  unique_take(unique, text.data);
  return text_take(&text);
}

void unique_free(UniqueNames *unique) {
  names_free(&unique->names);
  vec_free(&unique->repeated);
}
