/* What an SMV expression means, as bits.
 *
 * - A Boolean is one literal; a word is a vector.
 * - An integer is a signed vector as wide as its interval needs; the interval comes from the types
 *   of the variables, so that no sum ever overflows.
 * - A value of an enumeration is the position of its constant in an interned list of constants.
 *   Lists are sorted, so that two variables over the same constants have the same codes however
 *   their declarations order them.
 * - A set is a list of members, each with the condition under which it is present. The first is
 *   always present; members of exclusive branches of a case share a place in the list. So
 *   `case c : {a, b}; TRUE : d; esac` has two places: a or d (always) and b (where c holds).
 *
 * A value knows where it is undefined (`fail`): a case none of whose conditions holds, an index out
 * of bounds, a division by zero. Branches not taken mask the failures within them. */
#ifndef RONDO_FRONT_SMV_VALUE_H
#define RONDO_FRONT_SMV_VALUE_H

#include "base/arena.h"
#include "base/map.h"
#include "base/text.h"
#include "formula/formula.h"
#include "front/smv/syntax.h"
#include "logic/aig.h"

/* A sorted list of constants (numbers in Constants.names), and how many bits a position needs. */
typedef struct {
  uint32_t *constants;
  uint32_t count, width;
} EnumType;

/* The constants of a file, symbols and numbers alike, and the interned lists of them. */
typedef struct {
  Names names;
  Names unique; /* the bytes of a list -> index in types */
  VEC(EnumType *) types;
  Arena arena;
} Constants;

const EnumType *constants_type(Constants *constants, uint32_t *list, uint32_t count); /* sorts it */
uint32_t constants_number(Constants *constants, int64_t number); /* the constant of a number */
void constants_free(Constants *constants);

typedef enum {
  VALUE_BOOLEAN,
  VALUE_INTEGER,
  VALUE_ENUM,
  VALUE_WORD,
  VALUE_SET,     /* members */
  VALUE_ARRAY,   /* members, all present; `low` is the lowest index */
  VALUE_SYMBOL,  /* a module instance or an array, on the way to something in it */
  VALUE_FORMULA, /* has a temporal operator in it */
  VALUE_LIST,    /* of arguments: read through the syntax tree */
} ValueKind;

typedef struct Member Member;

typedef struct {
  ValueKind kind;
  bool is_signed; /* of a word */
  uint32_t width; /* bits, or members of a set or array */
  Lit *bits;
  int64_t low, high;    /* of an integer */
  const EnumType *type; /* of an enumeration */
  Member *members;
  uint32_t symbol;
  Formula formula;
  Lit fail;
  NodeIndex culprit; /* whose failure it is, where fail is not false */
} Value;

struct Member {
  Lit present;
  Value value;
};

/* Where values are made: the graph, and an arena for their bits. */
typedef struct {
  Aig *aig;
  Arena *arena;
  Constants *constants;
} Values;

Value value_boolean(Values *values, Lit lit);
Value value_integer(Values *values, int64_t number);
Value value_constant(Values *values, uint32_t constant);          /* an enumeration of one */
Value value_word(Values *values, uint32_t width, bool is_signed); /* all zero */
Value value_copy(const Value *value, Arena *arena);

uint32_t integer_width(int64_t low, int64_t high); /* of a signed vector */
uint32_t code_width(uint64_t highest);             /* of an unsigned one: 0 needs no bit */

/* An integer value from bits of any width that are known to be within an interval. */
Value value_from_bits(Values *values, const Lit *bits, uint32_t width, bool is_signed, int64_t low,
                      int64_t high);
/* The bits of an integer at a given width, at least its own. */
Lit *value_extend(Values *values, const Value *value, uint32_t width);

bool value_is_constant(const Value *value); /* of a scalar: no bit depends on anything */
int64_t value_number(const Value *value);   /* of a constant integer */

/* The literal "the value is this constant"; false for one that the type does not have. */
Lit value_is(Values *values, const Value *value, uint32_t constant);

/* An enumeration seen as one over another list: constants that the list lacks are lost, the caller
 * checks. An integer becomes an enumeration of the numbers of its interval (at most 4096). */
Value value_to_enum(Values *values, const Value *value, const EnumType *type);
bool value_as_enum(Values *values, const Value *value, Value *out);

/* Both fail (return false) where the types do not fit. */
bool value_mux(Values *values, Lit condition, const Value *a, const Value *b, Value *out);
bool value_equal(Values *values, const Value *a, const Value *b, Lit *out);

Value value_to_set(Values *values, const Value *value); /* {value}, or the set itself */
void value_union(Values *values, const Value *a, const Value *b, Value *out);
/* Whether every member of a is a member of b. */
bool value_in(Values *values, const Value *a, const Value *b, Lit *out);

/* Where a constant number stands beside a word: adds "; use 0ud4_1", the constant of the word's
 * type, if it has the number. Nothing for other values. */
void value_word_hint(const Value *a, const Value *b, Text *text);

/* "boolean", "integer", "{a, b}", "unsigned word[8]": for messages. */
void value_type_text(const Values *values, const Value *value, Text *text);

#endif
