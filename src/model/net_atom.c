/* See net_atom.h. */
#include "model/net_atom.h"

void net_atom_free(NetAtom *atom) {
  vec_free(&atom->terms);
  vec_free(&atom->transitions);
}

void net_atoms_free(NetAtomVec *atoms) {
  for (size_t i = 0; i < atoms->size; i++) net_atom_free(&atoms->data[i]);
  vec_free(atoms);
}

bool net_terms_add(NetWeightVec *terms, uint32_t place, int64_t weight) {
  size_t at = 0;
  while (at < terms->size && terms->data[at].place < place) at++;
  if (weight > NET_WEIGHT_MOST || weight < -NET_WEIGHT_MOST) return false;
  if (at < terms->size && terms->data[at].place == place) {
    int64_t sum = terms->data[at].weight + weight;
    if (sum > NET_WEIGHT_MOST || sum < -NET_WEIGHT_MOST) return false;
    terms->data[at].weight = sum;
    if (sum) return true;
    terms->size--;
    for (size_t i = at; i < terms->size; i++) terms->data[i] = terms->data[i + 1];
    return true;
  }
  if (!weight) return true;
  if (terms->size >= NET_TERMS_MOST) return false;
  vec_push(terms, ((NetWeight){0}));
  for (size_t i = terms->size - 1; i > at; i--) terms->data[i] = terms->data[i - 1];
  terms->data[at] = (NetWeight){place, weight};
  return true;
}

int64_t net_terms_value(const NetWeightVec *terms, const Tokens *marking) {
  int64_t sum = 0;
  for (size_t i = 0; i < terms->size; i++)
    sum += terms->data[i].weight * (int64_t)marking[terms->data[i].place];
  return sum;
}

bool net_marking_is_dead(const Net *net, const Tokens *marking) {
  for (uint32_t t = 0; t < net->transitions.size; t++)
    if (net_enabled(net, t, marking)) return false;
  return true;
}

static bool is_safe(const Net *net, const Tokens *marking) {
  for (size_t p = 0; p < net->places.size; p++)
    if (marking[p] > 1) return false;
  return true;
}

bool net_atom_holds(const Net *net, const NetAtom *atom, const Tokens *marking) {
  switch (atom->kind) {
  case NET_ATOM_AT_MOST: return net_terms_value(&atom->terms, marking) <= atom->most;
  case NET_ATOM_FIREABLE:
    for (size_t i = 0; i < atom->transitions.size; i++)
      if (net_enabled(net, atom->transitions.data[i], marking)) return true;
    return false;
  case NET_ATOM_DEADLOCK: return net_marking_is_dead(net, marking);
  case NET_ATOM_SAFE: return is_safe(net, marking);
  }
  return false;
}
