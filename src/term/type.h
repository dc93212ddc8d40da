/* The types of terms.
 *
 * - A word is a number of bits. A Boolean is a word of one bit: BTOR2 and Verilog know no
 *   difference, and a language that does needs no circuit to convert one into the other.
 * - An enumeration is a word some of whose values have names. Operators see the word; the names are
 *   for people. Not every value needs a name, and the named ones need not be the first.
 * - An array has an element for each value of its index, which is a word. Elements may be arrays.
 *
 * Types are interned: two are the same if their numbers are. Integers and reals, which no circuit
 * can hold, would be further kinds without a number of bits. */
#ifndef RONDO_TERM_TYPE_H
#define RONDO_TERM_TYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/text.h"
#include "base/vec.h"

typedef uint32_t Type;

typedef enum { TYPE_WORD, TYPE_ENUMERATION, TYPE_STRUCT, TYPE_ARRAY } TypeKind;

/* A member of a struct; members may overlap, as those of unions do. */
typedef struct {
  const char *name;
  uint32_t low; /* its lowest bit */
  bool is_signed;
  Type type;
} TypeField;

typedef struct {
  TypeKind kind;
  uint32_t width;       /* of all but arrays, at least 1 */
  Type index, element;  /* of an array */
  uint32_t depth;       /* of an array: 1, and one more than that of its elements; else 0 */
  uint64_t bits;        /* see type_bits */
  const char **values;  /* of an enumeration: names by code, NULL where a code has none ... */
  uint32_t value_count; /* ... and how many codes that covers, at most 2^width */
  TypeField *fields;    /* of a struct ... */
  uint32_t field_count; /* ... and how many */
} TypeInfo;

typedef struct {
  Names unique; /* the description of a type -> its number */
  VEC(TypeInfo) infos;
  U32Vec words; /* by width, where it is small: the type plus one, 0: not made yet */
  Arena arena;
} Types;

Type types_word(Types *types, uint32_t width);
Type types_array(Types *types, Type index, Type element); /* the index is no array */
/* `values` has `count` names, NULL for codes without one; they are copied. */
Type types_enumeration(Types *types, uint32_t width, const char *const *values, uint32_t count);
/* A word whose parts have names, which are copied; no field is an array. */
Type types_struct(Types *types, uint32_t width, const TypeField *fields, uint32_t count);
void types_free(Types *types);

static inline const TypeInfo *type_info(const Types *types, Type type) {
  return types->infos.data + type;
}
static inline bool type_is_array(const Types *types, Type type) {
  return type_info(types, type)->kind == TYPE_ARRAY;
}

/* How many bits a value has, all elements included; UINT64_MAX if that is not less. */
static inline uint64_t type_bits(const Types *types, Type type) {
  return type_info(types, type)->bits;
}

/* Whether values of one can be used where the other is expected: the same, apart from names. */
bool type_fits(const Types *types, Type a, Type b);

/* "8 bits", "an array of 2^5 times 32 bits", for messages. */
void type_print(const Types *types, Type type, Text *text);

#endif
