/* Whatever the bytes are: the reader gives an error with a sentence, or a circuit that survives
 * being written in both forms. Compressed input is unfolded first, so that the decompressors are
 * reached, too. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/input.h"
#include "front/aiger.h"
#include "system/aiger_file.h"

/* Written and read again, it must be accepted and have the same sizes. */
static void check_rewriting(const AigerFile *file, bool binary) {
  Input bytes;
  Error error = {0};
  FILE *stream = open_memstream(&bytes.data, &bytes.size);
  if (!aiger_file_write(file, stream, binary)) abort();
  fclose(stream);
  AigerFile *again = aiger_file_read("again", bytes.data, bytes.size, &error);
  if (!again) abort();
  for (AigerSection s = AIGER_INPUT; s < AIGER_SECTIONS; s++)
    if (aiger_file_count(file, s) != aiger_file_count(again, s)) abort();
  aiger_file_free(again);
  free(bytes.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input input;
  Error error = {0};
  if (input_unfold(&input, "fuzz", (const char *)data, size, &error)) {
    AigerFile *file = aiger_file_read("fuzz", input.data, input.size, &error);
    if (file) {
      check_rewriting(file, false);
      check_rewriting(file, true);
      aiger_file_free(file);
      model_free(aiger_read("fuzz", input.data, input.size, &error));
    }
    input_free(&input);
    if (!file && !error.message) abort();
  }
  error_free(&error);
  return 0;
}
