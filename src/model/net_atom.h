/* What formulas say of a marking: the atoms of properties of nets. */
#ifndef RONDO_MODEL_NET_ATOM_H
#define RONDO_MODEL_NET_ATOM_H

#include "model/net.h"

typedef enum {
  NET_ATOM_AT_MOST,  /* a weighted sum of tokens is at most a number */
  NET_ATOM_FIREABLE, /* one of some transitions is enabled */
  NET_ATOM_DEADLOCK, /* no transition is enabled */
  NET_ATOM_SAFE,     /* no place has more than one token */
} NetAtomKind;

typedef struct {
  uint32_t place;
  int64_t weight; /* not 0 */
} NetWeight;
typedef VEC(NetWeight) NetWeightVec;

typedef struct {
  NetAtomKind kind;
  NetWeightVec terms; /* of a sum: one for each place, sorted by place */
  int64_t most;       /* what the sum is compared with */
  U32Vec transitions;
} NetAtom;
typedef VEC(NetAtom) NetAtomVec;

void net_atom_free(NetAtom *atom); /* what it holds */
void net_atoms_free(NetAtomVec *atoms);

/* So large are sums at most: 2^16 places of 2^32 tokens with weights of 2^14 are below 2^63. */
enum { NET_WEIGHT_MOST = 1 << 14, NET_TERMS_MOST = 1 << 16 };

/* Adds to the weight of a place; terms that become 0 disappear. False if it becomes too large, or
 * there are too many. */
bool net_terms_add(NetWeightVec *terms, uint32_t place, int64_t weight);

int64_t net_terms_value(const NetWeightVec *terms, const Tokens *marking);
bool net_marking_is_dead(const Net *net, const Tokens *marking);
bool net_atom_holds(const Net *net, const NetAtom *atom, const Tokens *marking);

#endif
