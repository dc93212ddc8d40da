/* Any text is an automaton or an error; an automaton survives being written, read and reduced. */
#include <stdlib.h>

#include "formula/automaton/hoa.h"
#include "formula/automaton/reduce_automaton.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = mem_string_n((const char *)data, size);
  Formulas *formulas = formulas_new();
  Labels *labels = labels_new();
  Error error = {0};
  Automaton *automaton = hoa_read(formulas, labels, "file", text, &error);
  if (automaton && automaton->states < 200) {
    Text again = {0};
    hoa_write(automaton, formulas, NULL, &again);
    Automaton *second = hoa_read(formulas, labels, "again", again.data, &error);
    if (!second) abort();
    automaton_reduce(second);
    if (automaton_is_empty(second) != automaton_is_empty(automaton)) abort();
    automaton_free(second);
    text_free(&again);
  } else if (!automaton && !error.message) {
    abort();
  }
  automaton_free(automaton);
  error_free(&error);
  labels_free(labels);
  formulas_free(formulas);
  mem_free(text);
  return 0;
}
