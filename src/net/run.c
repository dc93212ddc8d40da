/* See run.h. */
#include "net/run.h"

Tokens *net_initial_marking(const Net *net) {
  Tokens *marking = mem_array(net->places.size, sizeof *marking);
  for (size_t i = 0; i < net->places.size; i++) marking[i] = net->places.data[i].initial;
  return marking;
}

Tokens *net_replay(const Net *net, const uint32_t *run, size_t length) {
  Tokens *marking = net_initial_marking(net);
  for (size_t i = 0; i < length; i++) {
    if (net_enabled(net, run[i], marking) && net_fire(net, run[i], marking)) continue;
    mem_free(marking);
    return NULL;
  }
  return marking;
}
