/* Whatever the bytes are: the reader gives an error with a sentence, or a circuit that survives
 * being written in both forms. Compressed input is unfolded first, so that the decompressors are
 * reached, too. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/input.h"
#include "front/aiger.h"
#include "system/aiger_file.h"

typedef AigerFile *Read(const char *name, const char *data, size_t size, Error *error);

/* Written and read again, it must be accepted and have the same sizes. */
static void check_rewriting(Read *read, const AigerFile *file, bool binary) {
  Input bytes;
  Error error = {0};
  FILE *stream = open_memstream(&bytes.data, &bytes.size);
  if (!aiger_file_write(file, stream, binary)) abort();
  fclose(stream);
  AigerFile *again = read("again", bytes.data, bytes.size, &error);
  if (!again) abort();
  for (AigerSection s = AIGER_INPUT; s < AIGER_SECTIONS; s++)
    if (aiger_file_count(file, s) != aiger_file_count(again, s)) abort();
  aiger_file_free(again);
  free(bytes.data);
}

static void check_reading(Read *read, const Input *input) {
  Error error = {0};
  AigerFile *file = read("fuzz", input->data, input->size, &error);
  if (!file != (error.message != NULL)) abort();
  if (file) {
    check_rewriting(read, file, false);
    check_rewriting(read, file, true);
  }
  aiger_file_free(file);
  error_free(&error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input input;
  Error error = {0};
  if (input_unfold(&input, "fuzz", (const char *)data, size, &error)) {
    check_reading(aiger_file_read, &input);
    check_reading(aiger_file_read_witness, &input);
    model_free(aiger_read("fuzz", input.data, input.size, NULL, &error));
    input_free(&input);
  }
  error_free(&error);
  return 0;
}
