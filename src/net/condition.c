/* See condition.h. */
#include "net/condition.h"

#include <stdlib.h>

static int by_place(const void *a, const void *b) {
  const NetTerm *one = a, *other = b;
  return (one->place > other->place) - (one->place < other->place);
}

/* Sorts, adds up the coefficients of a place and drops zeros; false if a sum does not fit. */
static bool normalise(NetTermVec *terms) {
  if (terms->size > 1) qsort(terms->data, terms->size, sizeof *terms->data, by_place);
  size_t kept = 0;
  for (size_t i = 0; i < terms->size;) {
    NetTerm sum = {terms->data[i].place, 0};
    for (; i < terms->size && terms->data[i].place == sum.place; i++)
      if (__builtin_add_overflow(sum.coefficient, terms->data[i].coefficient, &sum.coefficient))
        return false;
    if (sum.coefficient) terms->data[kept++] = sum;
  }
  terms->size = kept;
  return true;
}

NetCondition *net_condition_new(NetConditionKind kind) {
  NetCondition *condition = mem_zalloc(sizeof *condition);
  condition->kind = kind;
  return condition;
}

NetCondition *net_condition_at_least(const NetTerm *terms, size_t count, int64_t at_least) {
  NetCondition *condition = net_condition_new(NET_AT_LEAST);
  condition->at_least = at_least;
  for (size_t i = 0; i < count; i++) vec_push(&condition->terms, terms[i]);
  if (normalise(&condition->terms)) return condition;
  net_condition_free(condition);
  return NULL;
}

NetCondition *net_condition_tokens(uint32_t place, Tokens at_least) {
  return net_condition_at_least(&(NetTerm){place, 1}, 1, at_least);
}

NetCondition *net_condition_fewer(uint32_t place, Tokens than) {
  return net_condition_at_least(&(NetTerm){place, -1}, 1, 1 - (int64_t)than);
}

void net_condition_add(NetCondition *condition, NetCondition *owned) {
  assert(condition->kind != NET_AT_LEAST);
  vec_push(&condition->parts, owned);
}

void net_condition_free(NetCondition *condition) {
  if (!condition) return;
  for (size_t i = 0; i < condition->parts.size; i++) net_condition_free(condition->parts.data[i]);
  vec_free(&condition->parts);
  vec_free(&condition->terms);
  mem_free(condition);
}

NetCondition *net_condition_fireable(const Net *net, uint32_t transition) {
  NetCondition *all = net_condition_new(NET_ALL);
  const NetArcVec *take = &net->transitions.data[transition].take;
  for (size_t i = 0; i < take->size; i++)
    net_condition_add(all, net_condition_tokens(take->data[i].place, take->data[i].weight));
  return all;
}

NetCondition *net_condition_not_fireable(const Net *net, uint32_t transition) {
  NetCondition *any = net_condition_new(NET_ANY);
  const NetArcVec *take = &net->transitions.data[transition].take;
  for (size_t i = 0; i < take->size; i++)
    net_condition_add(any, net_condition_fewer(take->data[i].place, take->data[i].weight));
  return any;
}

NetCondition *net_condition_deadlock(const Net *net) {
  NetCondition *all = net_condition_new(NET_ALL);
  for (uint32_t i = 0; i < net->transitions.size; i++)
    net_condition_add(all, net_condition_not_fireable(net, i));
  return all;
}

static bool at_least_holds(const NetCondition *condition, const Tokens *marking) {
  /* 2^32 terms of 2^63 times 2^32 fit in 128 bits */
  __int128 sum = 0;
  for (size_t i = 0; i < condition->terms.size; i++)
    sum += (__int128)condition->terms.data[i].coefficient * marking[condition->terms.data[i].place];
  return sum >= condition->at_least;
}

bool net_condition_holds(const NetCondition *condition, const Tokens *marking) {
  if (condition->kind == NET_AT_LEAST) return at_least_holds(condition, marking);
  bool all = condition->kind == NET_ALL;
  for (size_t i = 0; i < condition->parts.size; i++)
    if (net_condition_holds(condition->parts.data[i], marking) != all) return !all;
  return all;
}
