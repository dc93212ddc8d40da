#include <inttypes.h>

#include "evidence/btor2_witness.h"

/* One value: the n-th state or input, its bits in the latches or inputs from `first` on. What is
 * absent from the system does not matter, and is 0. */
static void write_word(FILE *stream, const Bits *values, uint64_t first, uint64_t width) {
  for (uint64_t i = width; i-- > 0;)
    putc(first < VARIABLE_ABSENT && bits_get(values, first + i) ? '1' : '0', stream);
}

static void write_address(FILE *stream, uint64_t address, uint32_t width) {
  fputs(" [", stream);
  for (uint32_t i = width; i-- > 0;) putc(i < 64 && address >> i & 1 ? '1' : '0', stream);
  putc(']', stream);
}

static void end_value(FILE *stream, const Variable *variable, size_t step) {
  if (variable->name)
    fprintf(stream, " %s%c%zu", variable->name, variable->is_state ? '#' : '@', step);
  putc('\n', stream);
}

static void write_value(FILE *stream, const Relation *relation, const Variable *variable,
                        size_t number, const Bits *values, size_t step) {
  const Types *types = &relation->terms->types;
  const TypeInfo *info = type_info(types, term_type(relation->terms, variable->term));
  bool array = info->kind == TYPE_ARRAY;
  if (array && variable->first == VARIABLE_ABSENT) return;
  uint32_t index = array ? type_info(types, info->index)->width : 0;
  uint64_t width = array ? type_bits(types, info->element) : info->width;
  for (uint64_t i = 0; i < (uint64_t)1 << index; i++) {
    fprintf(stream, "%zu", number);
    if (array) write_address(stream, i, index);
    putc(' ', stream);
    write_word(stream, values, variable->first + i * width, width);
    end_value(stream, variable, step);
  }
}

/* The elements of an array that is a memory, as far as the trace has them. */
static void write_tracked(FILE *stream, const Relation *relation, const WitnessMemories *memories,
                          uint32_t variable, size_t number, const Bits *values, size_t step) {
  const Variable *v = relation->variables.data + variable;
  const Types *types = &relation->terms->types;
  const TypeInfo *info = type_info(types, term_type(relation->terms, v->term));
  for (size_t i = 0; i < memories->words->size; i++) {
    const TrackedWord *word = memories->words->data + i;
    if (word->variable != variable) continue;
    fprintf(stream, "%zu", number);
    write_address(stream, memories->tracked->data[word->tracked].address,
                  type_info(types, info->index)->width);
    putc(' ', stream);
    write_word(stream, values, word->first, type_bits(types, info->element));
    end_value(stream, v, step);
  }
}

/* Whether the file has to say what a state is in a step. */
static bool is_open(const Variable *variable, size_t step) {
  return (step ? variable->next : variable->init) == TERM_NONE;
}

static void write_frame(FILE *stream, const Relation *relation, const WitnessMemories *memories,
                        const Step *step, size_t number, bool states) {
  const Bits *values = states ? &step->latches : &step->inputs;
  size_t counts[2] = {0};
  bool begun = !states || !number; /* the first frame of states is there even if it is empty */
  if (begun) fprintf(stream, "%c%zu\n", states ? '#' : '@', number);
  for (size_t i = 0; i < relation->variables.size; i++) {
    const Variable *variable = relation->variables.data + i;
    size_t which = counts[variable->is_state]++;
    if (variable->is_state != states || (states && !is_open(variable, number))) continue;
    if (!begun) fprintf(stream, "#%zu\n", number);
    begun = true;
    write_value(stream, relation, variable, which, values, number);
    if (memories) write_tracked(stream, relation, memories, (uint32_t)i, which, values, number);
  }
}

bool btor2_witness_write(FILE *stream, const TraceProperty *property, const Relation *relation,
                         const WitnessMemories *memories, const Trace *trace) {
  fprintf(stream, "sat\n%c%zu\n", property->justice ? 'j' : 'b', property->index);
  for (size_t k = 0; k < trace->steps.size; k++) {
    write_frame(stream, relation, memories, trace->steps.data + k, k, true);
    write_frame(stream, relation, memories, trace->steps.data + k, k, false);
  }
  fputs(".\n", stream);
  return !ferror(stream);
}
