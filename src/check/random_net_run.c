#include "check/random_net_run.h"

#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "net/run.h"

static uint32_t named_transition(const Net *net, const char *name) {
  uint32_t t = 0;
  while (t < net->transitions.size && strcmp(net->transitions.data[t].name, name)) t++;
  return t;
}

/* One of the enabled transitions; their number if none is. */
static uint32_t random_transition(const Net *net, const Tokens *marking, Random *random) {
  U32Vec enabled = {0};
  for (uint32_t t = 0; t < net->transitions.size; t++)
    if (net_enabled(net, t, marking)) vec_push(&enabled, t);
  uint32_t chosen = (uint32_t)net->transitions.size;
  if (enabled.size) chosen = enabled.data[random_below(random, (uint32_t)enabled.size)];
  vec_free(&enabled);
  return chosen;
}

bool random_net_run(const Net *net, size_t steps, const StringVec *names, uint64_t seed,
                    NetRun *run, Error *error) {
  Random random = {seed};
  Tokens *marking = net_initial_marking(net);
  bool good = true;
  run->loop = -1;
  for (size_t i = 0; i < (names ? names->size : steps) && good; i++) {
    uint32_t t =
        names ? named_transition(net, names->data[i]) : random_transition(net, marking, &random);
    if (t == net->transitions.size && !names) break;
    if (t == net->transitions.size)
      good = error_set(error, "step %zu: no transition is called '%s'", i, names->data[i]);
    else if (!net_enabled(net, t, marking) || !net_fire(net, t, marking))
      good = error_set(error, "step %zu: '%s' is not enabled", i, net->transitions.data[t].name);
    else vec_push(&run->fired, t);
  }
  mem_free(marking);
  return good;
}
