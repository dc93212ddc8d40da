/* The engine that explores sets of states as binary decision diagrams; docs/engines/bdd.md.
 *
 * Its work is a chain of stages. A stage goes on where it stopped, and in the end names the next
 * one or gives the verdict. */
#ifndef RONDO_ENGINE_BDD_INTERNAL_H
#define RONDO_ENGINE_BDD_INTERNAL_H

#include "engine/engine.h"
#include "engine/symbolic/base.h"
#include "engine/symbolic/choices.h"
#include "engine/symbolic/fair_cycle.h"
#include "engine/symbolic/ranking.h"

typedef enum { SEARCH_FORWARD, SEARCH_BACKWARD, SEARCH_BOTH } Search;

typedef struct {
  SymbolicChoices symbolic;
  int search; /* Search */
  int64_t try_after;
} BddOptions;

/* How it ended, for the statistics. */
typedef enum {
  ENDED_NOT,
  ENDED_FULL,      /* no more nodes */
  ENDED_CLOSED,    /* all states were reached, and none is bad; or none reaches a bad one */
  ENDED_MET,       /* a bad state is reached */
  ENDED_NO_HULL,   /* no state is the start of a fair path */
  ENDED_NOT_TO_IT, /* some are, but none of them is reached */
  ENDED_CYCLE,     /* a fair cycle is reached */
  ENDED_SETS,      /* the sets of a CTL formula are known */
} Ended;

typedef struct {
  SymbolicStats symbolic;
  uint64_t rings, tries, parts, ended;
} BddStats;

typedef struct BddEngine BddEngine;
typedef SymbolicEnd (*Stage)(BddEngine *self, Budget *budget);

struct BddEngine {
  const Task *task;
  EngineSetup setup;
  BddOptions options;
  System
      *system;  /* of the task; for a fair task with a latch for each condition that reads inputs */
  LitVec roots; /* bad, or the conditions */
  Stage stage;  /* NULL: it has an answer, or has given up */
  Verdict verdict;
  Ended ended;
  bool shared;        /* a base may be used */
  SymbolicBase *base; /* shared with other properties: then model, relation, forward, and at
                         times within, are its; NULL: they are the engine's own */
  SymbolicModel *model;
  BddVec root_functions; /* watched */
  Transitions *relation; /* exact */
  Reachable *forward, *backward;
  RingWalk walk; /* along rings, when there is something to show */
  bool walking;
  StateVec states; /* that it has found so far */
  Bdd meeting;     /* states that are reached and reach what is asked about; watched */

  Sharing sharing;
  Bdd invariant;       /* contains all states that can be reached; watched */
  Transitions *within; /* the relation within it; may be NULL, where it is all states */

  /* of fair tasks and CTL */
  bool begun;    /* to look for the invariant */
  CareSet *care; /* where there is no base */

  /* of fair tasks */
  Partition *partition;
  FairCycle *cycle;
  Ranking *ranking;

  /* of CTL */
  uint64_t try_after, try_left; /* work until it is tried without reachability, and then for that */
  uint64_t tries;
  struct BddCtl *ctl;
  Verdict claim; /* what the proof that is being written shows */

  Trace *trace;
  SymbolicStats before; /* of the model when the turn began */
  SymbolicStats spent;  /* in all turns so far */
  uint64_t base_steps;  /* for what the base has */
};

/* bad.c */
SymbolicEnd bdd_search(BddEngine *self, Budget *budget);
Witness *bdd_invariant_witness(BddEngine *self);

/* invariant.c: before fair cycles and CTL. */
SymbolicEnd bdd_find_invariant(BddEngine *self, Budget *budget);

/* fair.c */
SymbolicEnd bdd_fair(BddEngine *self, Budget *budget);

/* ctl.c */
void bdd_ctl_open(BddEngine *self);                     /* makes the system and the roots */
const U32Vec *bdd_latch_origins(const BddEngine *self); /* NULL: the task's, then new ones */
void bdd_ctl_watch(BddEngine *self, bool on);
void bdd_ctl_forget(BddEngine *self); /* all sets so far */
void bdd_ctl_clear(BddEngine *self);  /* what is in the model, while that is there */
void bdd_ctl_close(BddEngine *self);
SymbolicEnd bdd_ctl(BddEngine *self, Budget *budget);
CtlProof *bdd_ctl_take_proof(BddEngine *self);

/* shared.c: what is different where there is a base: the first stage for a bad state, and all
 * states that can be reached. */
SymbolicEnd bdd_take_base(BddEngine *self, Budget *budget);
SymbolicEnd bdd_finish_base(BddEngine *self, Budget *budget);

/* The end of a stage: the next one, or the answer. */
SymbolicEnd bdd_go_to(BddEngine *self, Stage stage);
SymbolicEnd bdd_answer(BddEngine *self, Verdict verdict, Ended ended);

#endif
