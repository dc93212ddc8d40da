/* Any text is a net or an error. */
#include <stdlib.h>

#include "front/llnet/llnet.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Error error = {0};
  Net *net = llnet_read("file", (const char *)data, size, &error);
  if (!net == !error.message) abort();
  if (net && !llnet_recognise((const char *)data, size)) abort();
  for (size_t i = 0; net && i < net->transitions.size; i++) {
    const NetTransition *transition = net->transitions.data + i;
    if (!transition->name || !*transition->name) abort();
    for (size_t k = 0; k < transition->take.size; k++) {
      NetArc arc = transition->take.data[k];
      if (arc.place >= net->places.size || !arc.weight) abort();
      if (k && transition->take.data[k - 1].place >= arc.place) abort();
    }
  }
  net_free(net);
  error_free(&error);
  return 0;
}
