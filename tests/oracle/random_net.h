/* Random small nets with atoms, and their markings by plain enumeration. */
#ifndef RONDO_ORACLE_RANDOM_NET_H
#define RONDO_ORACLE_RANDOM_NET_H

#include "base/random.h"
#include "front/model.h"

/* A model of a net with up to 6 places and 7 transitions, weights now and then, and some atoms in
 * its store of formulas. */
Model *random_net_model(Random *random);

/* The same of a given net, which it takes. */
Model *net_model_with_atoms(Random *random, Net *net);

/* Adds a property, with a name of its own. */
void net_ask(Model *model, PropertyKind kind, Formula f);

enum { NET_MARKINGS = 400, NET_PLACES = 8 };

/* All markings; `count` is 0 if there are more than NET_MARKINGS. */
typedef struct {
  size_t count;
  Tokens markings[NET_MARKINGS][NET_PLACES];
  size_t successors[NET_MARKINGS]; /* how many */
  uint16_t successor[NET_MARKINGS][8];
} NetMarkings;

void enumerate_markings(const Net *net, NetMarkings *all);

/* The same on fair paths, by reachability: a path is fair if each formula of the model's `fairness`
 * is true again and again on it, or in its last marking. At most FAIR_MARKINGS markings. */
enum { FAIR_MARKINGS = 60 };
void enumerate_fair_ctl(const Model *model, const NetMarkings *all, Formula f, bool *holds);

/* In which markings a formula of CTL holds, by the equations of its operators on maximal paths. */
void enumerate_ctl(const Model *model, const NetMarkings *all, Formula f, bool *holds);

#endif
