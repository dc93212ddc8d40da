/* One property of a model as a plain AIGER file that any checker of the old format understands:
 *
 *   bench-fold MODEL [PROPERTY] >file.aig
 *
 * One output, all latches reset to 0, no constraints. A latch that is reset to 1 is stored
 * inverted; an uninitialised one takes the value of a fresh input in the first step; constraints
 * are folded into a latch that remembers a violation, after which nothing is bad. */
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "front/front.h"
#include "system/aiger_file.h"

/* What the latch of the model is in the folded system: its value, by a latch of reset 0. */
static Lit stand_in(System *folded, Reset reset, Lit started) {
  Lit latch = system_latch(folded, RESET_0);
  if (reset == RESET_0) return latch;
  if (reset == RESET_1) return lit_not(latch);
  return aig_mux(folded->aig, started, latch, system_input(folded));
}

static System *fold(const System *system, Lit bad, Lit *folded_bad) {
  System *folded = system_new();
  Aig *aig = folded->aig;
  Lit *map = aig_map_new(system->aig);
  Lit started = system_latch(folded, RESET_0), broken = system_latch(folded, RESET_0);
  system_set_next(folded, started, LIT_TRUE);
  for (size_t i = 0; i < system->inputs.size; i++)
    map[lit_node(system->inputs.data[i])] = system_input(folded);
  for (size_t i = 0; i < system->latches.size; i++) {
    const Latch *latch = &system->latches.data[i];
    map[lit_node(latch->current)] = stand_in(folded, latch->reset, started);
  }
  for (size_t i = 0; i < system->latches.size; i++) {
    const Latch *latch = &system->latches.data[i];
    Lit next = aig_copy(aig, system->aig, latch->next, map);
    folded->latches.data[2 + i].next = lit_not_if(next, latch->reset == RESET_1);
  }
  Lit met = LIT_TRUE;
  for (size_t i = 0; i < system->constraints.size; i++)
    met = aig_and(aig, met, aig_copy(aig, system->aig, system->constraints.data[i], map));
  system_set_next(folded, broken, aig_or(aig, broken, lit_not(met)));
  *folded_bad =
      aig_and(aig, aig_and(aig, met, lit_not(broken)), aig_copy(aig, system->aig, bad, map));
  mem_free(map);
  return folded;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fputs("usage: bench-fold MODEL [PROPERTY] >file.aig\n", stderr);
    return 64;
  }
  Error error = {0};
  Model *model = front_read(argv[1], NULL, &error);
  size_t number = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
  if (!model || number >= model->properties.size ||
      model->properties.data[number].kind != PROPERTY_INVARIANT) {
    char *text = model ? mem_string("no such invariant") : error_text(&error);
    fprintf(stderr, "%s\n", text);
    mem_free(text);
    error_free(&error);
    model_free(model);
    return 65;
  }
  Lit bad;
  AigerFile *file = aiger_file_new(fold(model->system, model->properties.data[number].bad, &bad));
  vec_push(&file->outputs, bad);
  bool written = aiger_file_write(file, stdout, true);
  aiger_file_free(file);
  model_free(model);
  return written ? 0 : 74;
}
