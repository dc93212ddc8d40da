/* Any text is a net or an error, and beside a net any text is a set of properties, or a formula, or
 * an error. A zero byte parts the two. */
#include <stdlib.h>
#include <string.h>

#include "front/net/pnml.h"
#include "front/net/property_set.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = (const char *)data;
  const char *zero = memchr(text, 0, size);
  size_t length = zero ? (size_t)(zero - text) : size;
  Error error = {0};
  Model *model = pnml_read("file", text, length, NULL, &error);
  if (!model && !error.message) abort();
  error_free(&error);
  if (model && zero) {
    size_t rest = size - length - 1;
    char *more = mem_string_n(zero + 1, rest);
    Error other = {0}, third = {0};
    if (!property_set_read(model, "set", more, rest, &other) && !other.message) abort();
    if (!model_add_ltl(model, NULL, more, &third) && !third.message) abort();
    error_free(&other);
    error_free(&third);
    mem_free(more);
  }
  model_free(model);
  return 0;
}
