/* A model as BTOR2 of single bits: gates, and a state for each latch. */
#include <inttypes.h>

#include "base/memory.h"
#include "front/aiger.h"
#include "front/btor2/writer.h"

/* " 12" or " -12". */
static void argument(Writer *writer, Lit literal) {
  fprintf(writer->stream, lit_negated(literal) ? " -%" PRIu64 : " %" PRIu64,
          writer->lines[lit_node(literal)]);
}

static void write_leaves(Writer *writer, const AigerFile *names, uint64_t bit) {
  const System *system = writer->model->system;
  writer->lines[0] = writer_line(writer, "zero");
  fprintf(writer->stream, " %" PRIu64 "\n", bit);
  for (size_t i = 0; i < system->inputs.size; i++) {
    writer->lines[lit_node(system->inputs.data[i])] = writer_line(writer, "input");
    fprintf(writer->stream, " %" PRIu64, bit);
    writer_end(writer, aiger_file_name(names, AIGER_INPUT, i));
  }
  for (size_t i = 0; i < system->latches.size; i++) {
    writer->lines[lit_node(system->latches.data[i].current)] = writer_line(writer, "state");
    fprintf(writer->stream, " %" PRIu64, bit);
    writer_end(writer, aiger_file_name(names, AIGER_LATCH, i));
  }
}

/* What the file is about: only gates that these need are written. */
static LitVec roots_of(const Model *model, const AigerFile *names) {
  const System *system = model->system;
  LitVec roots = {0};
  for (size_t i = 0; i < system->latches.size; i++) vec_push(&roots, system->latches.data[i].next);
  vec_append(&roots, &system->constraints);
  vec_append(&roots, &system->fairness);
  vec_append(&roots, &names->outputs);
  vec_append(&roots, &names->bad);
  for (size_t i = 0; i < names->justice.size; i++) vec_append(&roots, names->justice.data + i);
  return roots;
}

static void write_gates(Writer *writer, const LitVec *roots, uint64_t bit) {
  const Aig *aig = writer->model->system->aig;
  Bits seen = bits_new(aig->size);
  U32Vec order = {0};
  aig_cone(aig, roots->data, roots->size, &seen, &order);
  for (size_t i = 0; i < order.size; i++) {
    uint32_t node = order.data[i];
    if (!aig_is_and(aig, node)) continue;
    writer->lines[node] = writer_line(writer, "and");
    fprintf(writer->stream, " %" PRIu64, bit);
    argument(writer, aig->nodes[node].left);
    argument(writer, aig->nodes[node].right);
    writer_end(writer, NULL);
  }
  vec_free(&order);
  bits_free(&seen);
}

static void write_assignment(Writer *writer, const char *tag, uint64_t bit, Lit latch, Lit value) {
  writer_line(writer, tag);
  fprintf(writer->stream, " %" PRIu64, bit);
  argument(writer, latch);
  argument(writer, value);
  writer_end(writer, NULL);
}

static void write_latches(Writer *writer, uint64_t bit) {
  const System *system = writer->model->system;
  for (size_t i = 0; i < system->latches.size; i++) {
    const Latch *latch = system->latches.data + i;
    if (latch->reset != RESET_FREE)
      write_assignment(writer, "init", bit, latch->current, lit_constant(latch->reset == RESET_1));
    write_assignment(writer, "next", bit, latch->current, latch->next);
  }
}

static void write_condition(Writer *writer, const char *tag, Lit literal, const char *symbol) {
  writer_line(writer, tag);
  argument(writer, literal);
  writer_end(writer, symbol);
}

static void write_property(Writer *writer, const Property *property) {
  if (property->kind == PROPERTY_INVARIANT) {
    write_condition(writer, "bad", property->bad, property->name);
  } else if (property->kind == PROPERTY_JUSTICE) {
    size_t count = property->justice.size;
    writer_line(writer, "justice");
    fprintf(writer->stream, " %zu", count ? count : 1);
    for (size_t i = 0; i < count; i++) argument(writer, property->justice.data[i]);
    if (!count) argument(writer, LIT_TRUE); /* the format asks for one condition at least */
    writer_end(writer, property->name);
  }
}

void write_bits(Writer *writer) {
  const Model *model = writer->model;
  const System *system = model->system;
  AigerFile *names = aiger_of_model(model);
  LitVec roots = roots_of(model, names);
  writer->lines = mem_array(system->aig->size, sizeof *writer->lines);
  uint64_t bit = writer_word_sort(writer, 1);
  write_leaves(writer, names, bit);
  write_gates(writer, &roots, bit);
  write_latches(writer, bit);
  for (size_t i = 0; i < system->constraints.size; i++)
    write_condition(writer, "constraint", system->constraints.data[i], NULL);
  for (size_t i = 0; i < system->fairness.size; i++)
    write_condition(writer, "fair", system->fairness.data[i], NULL);
  for (size_t i = 0; i < model->properties.size; i++)
    write_property(writer, model->properties.data + i);
  for (size_t i = 0; i < names->outputs.size; i++)
    write_condition(writer, "output", names->outputs.data[i],
                    aiger_file_name(names, AIGER_OUTPUT, i));
  vec_free(&roots);
  names->system = NULL; /* the model's */
  aiger_file_free(names);
}
