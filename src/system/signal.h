/* A Signal is what a person calls some bits of the system: every trace is shown through signals,
 * never as bare latches. */
#ifndef RONDO_SYSTEM_SIGNAL_H
#define RONDO_SYSTEM_SIGNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vec.h"
#include "logic/aig.h"

typedef enum {
  SIGNAL_BOOLEAN,     /* one bit */
  SIGNAL_ENUMERATION, /* bits encode an index into values */
  SIGNAL_RANGE,       /* bits encode value - low */
  SIGNAL_WORD,        /* an unsigned or signed (two's complement) word */
} SignalType;

typedef enum {
  SIGNAL_INPUT,
  SIGNAL_STATE,
  SIGNAL_DEFINE, /* an output or a named expression */
  SIGNAL_HIDDEN, /* made by Rondo itself: shown only on request */
} SignalRole;

typedef struct {
  char *name;
  SignalType type;
  SignalRole role;
  LitVec bits;      /* least significant first */
  StringVec values; /* of an enumeration: how code 0, 1, ... is written */
  int64_t low, high;
  bool is_signed;
  uint8_t radix; /* of a word, for people: 2, 16, or as it is: 0 */
} Signal;

typedef VEC(Signal) SignalVec;

const char *signal_role_name(SignalRole role); /* "input", "state", "define", "hidden" */
const char *signal_type_name(SignalType type); /* "boolean", "enumeration", "range", "word" */

/* Adds a one-bit signal; name is copied. */
void signal_add_bit(SignalVec *signals, const char *name, SignalRole role, Lit bit);
/* Adds an empty signal of any type and returns it, to be filled in; valid until the next add. */
Signal *signal_add(SignalVec *signals, const char *name, SignalRole role, SignalType type);
const Signal *signal_find(const SignalVec *signals, const char *name); /* NULL if absent */

/* Writes the value as a person expects it: an enumerator, a number, 1 or 0 for a Boolean, and
 * hexadecimal for words of more than 63 bits. `values` has one bool per bit. */
void signal_print(const Signal *signal, const bool *values, Text *text);

/* The same in the radix of the signal, as Verilog writes it: 8'h5a. */
void signal_print_radix(const Signal *signal, const bool *values, Text *text);

void signals_free(SignalVec *signals);

#endif
