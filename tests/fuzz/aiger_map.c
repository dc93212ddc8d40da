/* Any bytes as the map of an AIGER file: an error with its line, or names that the file can be
 * written with and that are read again. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "front/aiger_map.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_names(const AigerFile *file) {
  char *bytes = NULL;
  size_t size = 0;
  Error error = {0};
  FILE *stream = open_memstream(&bytes, &size);
  if (!aiger_file_write(file, stream, false)) abort();
  fclose(stream);
  AigerFile *again = aiger_file_read("again", bytes, size, &error);
  if (!again || aiger_file_count(again, AIGER_LATCH) != 2) abort();
  aiger_file_free(again);
  free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char source[] = "aag 4 2 2 0 0 1\n2\n4\n6 2\n8 6\n8\ni1 given\n";
  Error error = {0};
  AigerFile *file = aiger_file_read("model", source, sizeof source - 1, &error);
  char *text = mem_string_n((const char *)data, size);
  bool good = aiger_map_read("fuzz", text, file, &error);
  if (good == (error.message != NULL) || (!good && error.line < 1)) abort();
  if (good && strcmp(aiger_file_name(file, AIGER_INPUT, 1), "given")) abort();
  if (good) check_names(file);
  aiger_file_free(file);
  error_free(&error);
  mem_free(text);
  return 0;
}
