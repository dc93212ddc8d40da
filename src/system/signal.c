#include "system/signal.h"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"

const char *signal_role_name(SignalRole role) {
  static const char *const names[] = {"input", "state", "define", "hidden"};
  return names[role];
}

const char *signal_type_name(SignalType type) {
  static const char *const names[] = {"boolean", "enumeration", "range", "word"};
  return names[type];
}

Signal *signal_add(SignalVec *signals, const char *name, SignalRole role, SignalType type) {
  Signal signal = {.name = mem_string(name), .role = role, .type = type};
  vec_push(signals, signal);
  return &vec_last(signals);
}

void signal_add_bit(SignalVec *signals, const char *name, SignalRole role, Lit bit) {
  Signal *signal = signal_add(signals, name, role, SIGNAL_BOOLEAN);
  vec_push(&signal->bits, bit);
}

const Signal *signal_find(const SignalVec *signals, const char *name) {
  for (size_t i = 0; i < signals->size; i++)
    if (!strcmp(signals->data[i].name, name)) return signals->data + i;
  return NULL;
}

/* All digits of so many bits each, at most 4. */
static void print_digits(const Signal *signal, const bool *values, size_t each, Text *text) {
  for (size_t digit = (signal->bits.size + each - 1) / each; digit-- > 0;) {
    unsigned value = 0;
    for (size_t i = 0; i < each && each * digit + i < signal->bits.size; i++)
      value |= (unsigned)values[each * digit + i] << i;
    text_format(text, "%x", value);
  }
}

void signal_print_radix(const Signal *signal, const bool *values, Text *text) {
  if (signal->type != SIGNAL_WORD || !signal->radix) {
    signal_print(signal, values, text);
    return;
  }
  text_format(text, "%zu'%c", signal->bits.size, signal->radix == 2 ? 'b' : 'h');
  print_digits(signal, values, signal->radix == 2 ? 1 : 4, text);
}

void signal_print(const Signal *signal, const bool *values, Text *text) {
  if (signal->bits.size > 63) {
    text_add(text, "0x"); /* too wide for a machine integer */
    print_digits(signal, values, 4, text);
    return;
  }
  uint64_t code = 0;
  for (size_t i = 0; i < signal->bits.size; i++) code |= (uint64_t)values[i] << i;
  switch (signal->type) {
  case SIGNAL_ENUMERATION:
    if (code < signal->values.size) text_add(text, signal->values.data[code]);
    else text_format(text, "(invalid code %" PRIu64 ")", code);
    return;
  case SIGNAL_RANGE: text_format(text, "%" PRId64, (int64_t)code + signal->low); return;
  case SIGNAL_WORD:
    if (signal->is_signed && signal->bits.size && values[signal->bits.size - 1])
      text_format(text, "%" PRId64, (int64_t)code - ((int64_t)1 << signal->bits.size));
    else text_format(text, "%" PRIu64, code);
    return;
  case SIGNAL_BOOLEAN: text_char(text, code ? '1' : '0'); return;
  }
}

void signals_free(SignalVec *signals) {
  for (size_t i = 0; i < signals->size; i++) {
    mem_free(signals->data[i].name);
    vec_free(&signals->data[i].bits);
    string_vec_free(&signals->data[i].values);
  }
  vec_free(signals);
}
