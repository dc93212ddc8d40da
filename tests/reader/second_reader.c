/* Reads an AIGER file with the reader of rondo-check, which shares nothing with that of rondo, and
 * tells what it has seen: a line for each name, and for each step of a random run a line for each
 * section with the values of its literals. tests/corpus/aiger_readers.c says the same from what the
 * front end has seen, and compares. In a program of its own, since both have functions of the same
 * names.
 *
 *   rondo-second-reader MODEL STEPS */
#include <stdio.h>
#include <stdlib.h>

#include "judge/file.h"
#include "reader/random_bits.h"

/* Bad states that are the outputs of a file of the old form have no names of their own. */
static void tell_names(const AigerFile *file) {
  static const char letters[] = "ilobcjf";
  const Circuit *circuit = file->circuit;
  const size_t bad = file->bad.data == file->signals[SYMBOL_OUTPUT].data ? 0 : file->bad.size;
  const size_t sizes[SYMBOL_KINDS] = {circuit->inputs.size,
                                      circuit->latches.size,
                                      file->signals[SYMBOL_OUTPUT].size,
                                      bad,
                                      circuit->constraints.size,
                                      file->justice.size,
                                      circuit->fairness.size};
  for (int kind = 0; kind < SYMBOL_KINDS; kind++)
    for (size_t i = 0; i < sizes[kind]; i++) {
      const char *name = file->symbols[kind][i];
      if (name) printf("%c%zu %s\n", letters[kind], i, name);
    }
}

static void tell(const char *section, const Lits *lits, const uint64_t *values) {
  printf("%s ", section);
  for (size_t i = 0; i < lits->size; i++) putchar('0' + (int)(value_of(values, lits->data[i]) & 1));
  putchar('\n');
}

static void tell_step(const AigerFile *file, const uint64_t *values) {
  const Circuit *circuit = file->circuit;
  Lits latches = {0};
  for (size_t i = 0; i < circuit->latches.size; i++)
    list_add(circuit->judge, &latches, circuit->latches.data[i].lit);
  tell("latches", &latches, values);
  tell("outputs", file->signals + SYMBOL_OUTPUT, values);
  tell("bad", &file->bad, values);
  tell("constraints", &circuit->constraints, values);
  for (size_t i = 0; i < file->justice.size; i++) tell("justice", file->justice.data + i, values);
  tell("fairness", &circuit->fairness, values);
}

static void read_and_tell(Judge *judge, void *about) {
  char **arguments = about;
  const Bytes bytes = read_file(judge, arguments[1]);
  const AigerFile *file = read_aiger(judge, &bytes, true);
  const Circuit *circuit = file->circuit;
  uint64_t *values = zeroed(&judge->pool, circuit->count, sizeof *values);
  uint64_t *next = zeroed(&judge->pool, circuit->latches.size + 1, sizeof *next);
  uint64_t random = 1;
  tell_names(file);
  for (size_t i = 0; i < circuit->latches.size; i++) {
    const Register *latch = circuit->latches.data + i;
    next[i] = latch->reset == latch->lit ? random_bit(&random) : latch->reset == 1;
  }
  for (long step = 0; step < strtol(arguments[2], NULL, 10); step++) {
    for (size_t i = 0; i < circuit->latches.size; i++)
      values[variable_of(circuit->latches.data[i].lit)] = next[i];
    for (size_t i = 0; i < circuit->inputs.size; i++)
      values[variable_of(circuit->inputs.data[i])] = random_bit(&random);
    evaluate(circuit, values);
    tell_step(file, values);
    for (size_t i = 0; i < circuit->latches.size; i++)
      next[i] = value_of(values, circuit->latches.data[i].next) & 1;
  }
}

int main(int count, char **arguments) {
  Judge judge = {0};
  bool good = count == 3 && judge_run(&judge, read_and_tell, arguments) == JUDGE_ACCEPTED;
  return good ? 0 : 65;
}
