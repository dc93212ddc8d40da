#include "term/type.h"

#include <inttypes.h>
#include <string.h>

/* The type of this description, which is new where its key is. */
static Type intern(Types *types, const Text *key, TypeInfo info) {
  Type type = names_add_n(&types->unique, key->data, key->size);
  if (type == types->infos.size) vec_push(&types->infos, info);
  return type;
}

static Type new_word(Types *types, uint32_t width) {
  Text key = {0};
  text_format(&key, "word %" PRIu32, width);
  Type type = intern(types, &key, (TypeInfo){.kind = TYPE_WORD, .width = width, .bits = width});
  text_free(&key);
  return type;
}

/* Every operator asks for one; so those of common widths are not looked up by their key. */
Type types_word(Types *types, uint32_t width) {
  enum { COMMON = 128 };
  assert(width);
  if (width >= COMMON) return new_word(types, width);
  if (!types->words.size) vec_resize(&types->words, COMMON);
  if (!types->words.data[width]) types->words.data[width] = new_word(types, width) + 1;
  return types->words.data[width] - 1;
}

Type types_array(Types *types, Type index, Type element) {
  assert(!type_is_array(types, index));
  uint32_t width = type_info(types, index)->width;
  uint64_t bits = type_bits(types, element);
  TypeInfo info = {.kind = TYPE_ARRAY,
                   .index = index,
                   .element = element,
                   .depth = 1 + type_info(types, element)->depth,
                   .bits = width >= 64 || bits > UINT64_MAX >> width ? UINT64_MAX : bits << width};
  Text key = {0};
  text_format(&key, "array %" PRIu32 " %" PRIu32, index, element);
  Type type = intern(types, &key, info);
  text_free(&key);
  return type;
}

Type types_enumeration(Types *types, uint32_t width, const char *const *values, uint32_t count) {
  assert(width && (width >= 32 || count <= (uint64_t)1 << width));
  Text key = {0};
  text_format(&key, "enumeration %" PRIu32, width);
  for (uint32_t i = 0; i < count; i++)
    if (values[i]) text_format(&key, " %" PRIu32 " %zu %s", i, strlen(values[i]), values[i]);
  TypeInfo info = {.kind = TYPE_ENUMERATION, .width = width, .bits = width, .value_count = count};
  if (names_find_n(&types->unique, key.data, key.size) == NAMES_NONE) {
    info.values = arena_alloc(&types->arena, count * sizeof *info.values);
    for (uint32_t i = 0; i < count; i++)
      info.values[i] = values[i] ? arena_string(&types->arena, values[i]) : NULL;
  }
  Type type = intern(types, &key, info);
  text_free(&key);
  return type;
}

Type types_struct(Types *types, uint32_t width, const TypeField *fields, uint32_t count) {
  Text key = {0};
  text_format(&key, "struct %" PRIu32, width);
  for (uint32_t i = 0; i < count; i++)
    text_format(&key, " %" PRIu32 " %d %" PRIu32 " %zu %s", fields[i].low, fields[i].is_signed,
                fields[i].type, strlen(fields[i].name), fields[i].name);
  TypeInfo info = {.kind = TYPE_STRUCT, .width = width, .bits = width, .field_count = count};
  if (names_find_n(&types->unique, key.data, key.size) == NAMES_NONE) {
    info.fields = arena_alloc(&types->arena, count * sizeof *info.fields);
    for (uint32_t i = 0; i < count; i++) {
      info.fields[i] = fields[i];
      info.fields[i].name = arena_string(&types->arena, fields[i].name);
    }
  }
  Type type = intern(types, &key, info);
  text_free(&key);
  return type;
}

void types_free(Types *types) {
  names_free(&types->unique);
  vec_free(&types->infos);
  vec_free(&types->words);
  arena_free(&types->arena);
}

bool type_fits(const Types *types, Type a, Type b) {
  const TypeInfo *x = type_info(types, a), *y = type_info(types, b);
  if (a == b) return true;
  if ((x->kind == TYPE_ARRAY) != (y->kind == TYPE_ARRAY)) return false;
  if (x->kind != TYPE_ARRAY) return x->width == y->width;
  return type_fits(types, x->index, y->index) && type_fits(types, x->element, y->element);
}

void type_print(const Types *types, Type type, Text *text) {
  const TypeInfo *info = type_info(types, type);
  if (info->kind == TYPE_ARRAY) {
    text_format(text, "an array of 2^%" PRIu32 " times ", type_info(types, info->index)->width);
    type_print(types, info->element, text);
  } else {
    text_format(text, "%" PRIu32 " bit%s", info->width, info->width == 1 ? "" : "s");
  }
}
