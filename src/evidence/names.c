#include "evidence/names.h"

/* Whether a signal has this literal as a bit; hidden signals have no name a person knows. */
static bool name_by_signal(const System *system, Lit lit, Text *text) {
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    if (signal->role == SIGNAL_HIDDEN) continue;
    for (size_t k = 0; k < signal->bits.size; k++) {
      if (lit_node(signal->bits.data[k]) != lit_node(lit)) continue;
      if (signal->bits.data[k] != lit) text_char(text, '!');
      text_add(text, signal->name);
      if (signal->bits.size > 1) text_format(text, "[%zu]", k);
      return true;
    }
  }
  return false;
}

void name_literal(const System *system, Lit lit, Text *text) {
  if (lit_node(lit) == 0) {
    text_add(text, lit == LIT_TRUE ? "1" : "0");
    return;
  }
  if (name_by_signal(system, lit, text)) return;
  if (lit_negated(lit)) text_char(text, '!');
  for (size_t i = 0; i < system->inputs.size; i++)
    if (lit_node(system->inputs.data[i]) == lit_node(lit)) {
      text_format(text, "input %zu", i);
      return;
    }
  for (size_t i = 0; i < system->latches.size; i++)
    if (lit_node(system->latches.data[i].current) == lit_node(lit)) {
      text_format(text, "latch %zu", i);
      return;
    }
  text_format(text, "literal %u", lit_positive(lit));
}
