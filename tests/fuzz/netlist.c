/* Whatever the bytes are: the reader of JSON refuses them with a place, or the reader of netlists
 * makes a relation of them that can be blasted, or says why not. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "front/verilog/build.h"
#include "front/verilog/clocks.h"
#include "term/blast.h"

enum { GATES = 1 << 20 };

static void blast(Relation *relation, Error *error) {
  Budget budget = budget_slice(NULL, GATES);
  const BlastOptions options = {.budget = &budget};
  PropertyVec properties = {0};
  System *system = relation_blast(relation, &options, &properties, error);
  if (!system != (error->message != NULL)) abort();
  for (size_t i = 0; system && i < system->latches.size; i++)
    if (lit_node(system->latches.data[i].next) >= system->aig->size) abort();
  if (system) system_free(system);
  properties_free(&properties);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Netlist netlist;
  Error error = {0};
  char *copy = mem_alloc(size + 1);
  if (size) memcpy(copy, data, size);
  copy[size] = 0;
  if (netlist_parse(&netlist, "fuzz", copy, size, NULL, &error)) {
    StringVec notes = {0};
    BuildState state;
    Clocks clocks = clocks_of(&netlist);
    Budget budget = budget_slice(NULL, GATES);
    const Layouts layouts = {0};
    const StringVec files = {0};
    const BuildOptions options = {&clocks.names, &budget, &layouts, &notes, &files};
    Relation *relation = netlist_relation(&netlist, &options, &state, &error);
    if (!relation != (error.message != NULL)) abort();
    if (relation) blast(relation, &error);
    relation_free(relation);
    clocks_free(&clocks);
    string_vec_free(&notes);
    netlist_free(&netlist);
  } else if (!error.message) {
    abort();
  }
  error_free(&error);
  return 0;
}
