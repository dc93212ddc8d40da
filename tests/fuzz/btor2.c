/* Whatever the bytes are: the reader of BTOR2 gives errors with sentences, or a model whose parts
 * fit together and that is the same after it was written and read again. With a first byte w the
 * rest is a witness. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "evidence/btor2_witness.h"
#include "front/btor2/btor2.h"

/* What one input may cost: some widths and arrays would take long. */
enum { GATES = 1 << 21, ARRAY_BITS = 1 << 12 };

static Model *read_limited(const char *text, size_t size, bool *limited, Error *error) {
  Budget budget = budget_slice(NULL, GATES);
  const ReadOptions options = {.budget = &budget, .array_limit = ARRAY_BITS};
  Model *model = btor2_read("fuzz", text, size, &options, error);
  *limited = budget_spent(&budget);
  if (!model != (error->message != NULL)) abort();
  return model;
}

static void check_model(const Model *model) {
  const System *system = model->system;
  for (size_t i = 0; i < system->latches.size; i++)
    if (lit_node(system->latches.data[i].next) >= system->aig->size) abort();
  for (size_t i = 0; i < model->properties.size; i++)
    if (lit_node(model->properties.data[i].bad) >= system->aig->size) abort();
}

static void check_errors(const Error *first) {
  for (const Error *e = first; e; e = e->next) {
    if (!e->message || !*e->message) abort();
    if (e->next && e->next->line < e->line) abort();
  }
  char *text = error_text(first);
  mem_free(text);
}

/* Simplification may do more the second time, so that sizes are not compared. */
static void write_and_read(const Model *model) {
  char *text = NULL;
  size_t size = 0;
  bool limited;
  Error error = {0};
  FILE *stream = open_memstream(&text, &size);
  if (!btor2_write(model, stream)) abort();
  fclose(stream);
  Model *again = read_limited(text, size, &limited, &error);
  if (!again && !limited) abort();
  if (again && again->properties.size != model->properties.size) abort();
  model_free(again);
  error_free(&error);
  free(text);
}

static void read_witness(const char *text, size_t size) {
  static const char source[] = "1 sort bitvec 2\n2 sort bitvec 1\n3 sort array 1 2\n4 state 1 a\n"
                               "5 state 3 m\n6 state 1 b\n7 input 1 i\n8 init 1 6 4\n9 next 1 4 7\n"
                               "10 redor 2 7\n11 bad 10\n12 justice 1 10\n";
  Error error = {0};
  TraceClaims claims = {0};
  Model *model = btor2_read("model", source, sizeof source - 1, NULL, &error);
  bool good = btor2_witness_read("fuzz", text, size, model->relation, model->system,
                                 model->memories, &claims, &error);
  if (good == (error.message != NULL)) abort();
  trace_claims_free(&claims);
  error_free(&error);
  model_free(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size && data[0] == 'w') {
    read_witness((const char *)data + 1, size - 1);
    return 0;
  }
  Error error = {0};
  bool limited;
  Model *model = read_limited((const char *)data, size, &limited, &error);
  if (model) {
    check_model(model);
    write_and_read(model);
  } else {
    check_errors(&error);
  }
  model_free(model);
  error_free(&error);
  return 0;
}
