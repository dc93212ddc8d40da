#include "check/net_marking.h"

#include <string.h>

static void put_number(Text *text, uint64_t number) {
  for (; number >= 128; number >>= 7) text_char(text, (char)(number | 128));
  text_char(text, (char)number);
}

static uint64_t get_number(const unsigned char **at) {
  uint64_t number = 0;
  for (unsigned shift = 0;; shift += 7) {
    unsigned char byte = *(*at)++;
    number |= (uint64_t)(byte & 127) << shift;
    if (byte < 128) return number;
  }
}

void net_marking_encode(const Net *net, const Tokens *marking, Text *text) {
  size_t before = 0;
  text_clear(text);
  for (size_t p = 0; p < net->places.size; p++) {
    if (!marking[p]) continue;
    put_number(text, p - before);
    put_number(text, marking[p]);
    before = p;
  }
  text_add_n(text, "", 0);
}

void net_marking_decode(const Net *net, const Names *markings, uint32_t number, Tokens *marking) {
  memset(marking, 0, (net->places.size + 1) * sizeof *marking);
  const unsigned char *at = (const unsigned char *)markings->text[number];
  const unsigned char *end = at + markings->length[number];
  size_t place = 0;
  while (at < end) {
    place += get_number(&at);
    marking[place] = (Tokens)get_number(&at);
  }
}

/* Where a transition is looked for: at the last place before it. */
static uint32_t waits_at(const Net *net, uint32_t t) {
  const NetArcVec *take = &net->transitions.data[t].take;
  return take->size ? vec_last(take).place : (uint32_t)net->places.size;
}

NetSteps net_steps_new(const Net *net) {
  NetSteps steps = {.net = net};
  vec_resize(&steps.first_at, net->places.size + 3);
  vec_resize(&steps.starting, net->transitions.size);
  for (uint32_t t = 0; t < net->transitions.size; t++) steps.first_at.data[waits_at(net, t) + 2]++;
  for (size_t p = 2; p < steps.first_at.size; p++)
    steps.first_at.data[p] += steps.first_at.data[p - 1];
  for (uint32_t t = 0; t < net->transitions.size; t++)
    steps.starting.data[steps.first_at.data[waits_at(net, t) + 1]++] = t;
  return steps;
}

void net_steps_free(NetSteps *steps) {
  vec_free(&steps->starting);
  vec_free(&steps->first_at);
}

void net_steps_enabled(const NetSteps *steps, const Tokens *marking, U32Vec *enabled) {
  const Net *net = steps->net;
  vec_clear(enabled);
  for (size_t p = net->places.size + 1; p-- > 0;) {
    if (p < net->places.size && !marking[p]) continue;
    for (uint32_t i = steps->first_at.data[p]; i < steps->first_at.data[p + 1]; i++)
      if (net_enabled(net, steps->starting.data[i], marking))
        vec_push(enabled, steps->starting.data[i]);
  }
}
