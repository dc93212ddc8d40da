/* Divide and Compose (seed 003; docs/engines/dnc.md): fair components of small parts of the system
 * are refined by larger and larger parts, until none is left or the system itself has one.
 *
 * The work is a chain of stages. A stage goes on where it stopped, and in the end names the next
 * one or gives the verdict. The tree of sets is an ordered partition (symbolic/partition.h), so
 * that it is the proof, too, when all sets are gone. */
#ifndef RONDO_ENGINE_DNC_INTERNAL_H
#define RONDO_ENGINE_DNC_INTERNAL_H

#include "engine/engine.h"
#include "engine/symbolic/choices.h"
#include "engine/symbolic/fair_cycle.h"
#include "engine/symbolic/ranking.h"

/* Which approximations there are and in what order (section 6 of the paper). */
typedef enum {
  POLICY_TWO_LEVEL,   /* the first module, then all */
  POLICY_MULTI_LEVEL, /* a popcorn line up to a share of the latches, then all */
  POLICY_BOLT,        /* the lightning bolt: by turns one more module, and the next alone */
  POLICY_CARTESIAN,   /* the popcorn line up to the share, the other modules alone, then all */
  POLICY_ONE_STEP,    /* the same, but the others each with the end of the line */
  POLICY_EXACT,       /* all at once */
} Policy;
typedef enum { WORK_FIFO, WORK_LIFO } WorkOrder;

typedef struct {
  SymbolicChoices symbolic;
  int policy;     /* Policy */
  int work_order; /* WorkOrder */
  int components; /* SccMethod, for the approximations */
  bool under;     /* seeds from under-approximations */
  int64_t share, module, parts, one_by_one, early, turn;
  bool sharp;
  int64_t sharp_nodes, sharp_hyperlines, sharp_subset;
} DncOptions;

/* How it ended, for the statistics. */
typedef enum {
  ENDED_NOT,
  ENDED_FULL,        /* no more nodes */
  ENDED_ABSTRACTLY,  /* no set was left before the system itself was looked at */
  ENDED_WEAK,        /* ... or but weak ones, whose endgame found nothing */
  ENDED_EXACTLY,     /* no set was left in the end */
  ENDED_CYCLE,       /* a fair cycle of the system, in a strong set */
  ENDED_WEAK_CYCLE,  /* ... in a weak one */
  ENDED_TERMINAL,    /* ... in a terminal one */
  ENDED_SHARP,       /* nothing was left after the targeted search */
  ENDED_SHARP_CYCLE, /* which found a fair cycle */
  ENDED_EARLY,       /* a fair cycle among the states reached so far */
} Ended;

/* An over-approximation: the composition of some modules. The last one is the system. */
typedef struct {
  Bits latches;
  Transitions *relation; /* NULL until it is needed */
  Reachable *reach;      /* what it reaches, where reachability is not exact */
  bool ready;
} Level;
typedef VEC(Level) LevelVec;

/* What is left to do: a set that is SCC-closed in the system, and the next approximation to refine
 * it by (the paper's S and L'; its s is always strong here, since weaker sets have lists of their
 * own). */
typedef struct {
  uint32_t part, level;
  uint32_t node; /* of the tree */
} Entry;

typedef struct {
  uint64_t levels, sets, weak, strong, joined, sharp_images;
} DncCounts;

typedef struct DncEngine DncEngine;
typedef SymbolicEnd (*Stage)(DncEngine *self, Budget *budget);

struct DncEngine {
  const Task *task;
  EngineSetup setup;
  DncOptions options;
  System *system; /* with a latch for each condition that reads inputs */
  LitVec conditions;
  Stage stage; /* NULL: it has an answer, or has given up */
  Verdict verdict;
  Ended ended;
  SymbolicModel *model;
  Transitions *relation; /* exact */
  Sharing sharing;
  CareSet *care;
  CareSet *exact;     /* what can be reached, from when on the system itself is looked at */
  Transitions *cared; /* the exact relation within the care set */
  Bdd invariant;      /* watched */
  Bdd left;           /* the sets that are left while rings grow, together; watched */
  Bdd reached;        /* what was reached when somebody last looked; watched */
  uint64_t early;     /* steps until reaching has taken which nobody looks again */
  uint64_t looked;    /* steps that the looks have taken */
  Stage looked_from;  /* which stage goes on after a look */
  LevelVec levels;
  size_t line_end; /* of the popcorn line, in the levels; multi-level: within the share */
  Partition *partition;
  SetTree tree; /* the sets that were found */
  VEC(Entry) work;
  bool apart;            /* there were too many parts: what is left goes to the system */
  uint32_t work_next;    /* FIFO: the first entry that is not done */
  U32Vec weak, terminal; /* parts that wait for their endgame together */
  uint32_t weak_level;
  U32Vec together;     /* strong parts that are decided in the system together */
  uint64_t one_by_one; /* steps when the first strong set was decided in the system; 0: not yet */
  /* the entry at hand */
  Entry entry;
  Transitions *inside;   /* the level's relation within the set */
  SccSearch *search;     /* in an approximation */
  Transitions *under[2]; /* of what is inside; NULL: none */
  struct {
    size_t work, weak, terminal, tree, leaves;
    uint64_t steps;
  } before;         /* the search began */
  size_t made;      /* leaves by the searches before */
  bool told;        /* a component whose strength is to be found */
  FairCycle *cycle; /* in the system */
  /* the endgame of sets that are decided together */
  Bdd group;     /* their union, or what is left of it forwards; BDD_NONE: none yet; watched */
  bool backward; /* the hull at hand, or the next one */
  bool settled;  /* a hull forwards was not empty: there is a fair cycle */
  uint64_t taken, turn; /* steps for it so far, and until the other direction has its turn */
  uint32_t split;       /* how many of them are split by the hull */
  Hull *hull;
  FairRun *run;
  Ended run_ends;      /* how, if there is such a run */
  struct Sharp *sharp; /* of D'n'C# */
  bool sharpened;
  Ranking *ranking;
  DncCounts counts;
  Trace *trace;
};

/* modules.c, policy.c */
typedef VEC(Bits) ModuleVec;
void dnc_modules(const System *system, const LitVec *conditions, size_t most, ModuleVec *modules);
/* How many modules are within the share of the latches; one at least. */
size_t dnc_modules_in(const ModuleVec *modules, unsigned share);
/* Returns the number of the level at the end of the popcorn line. */
size_t dnc_levels(const ModuleVec *modules, Policy policy, unsigned share, LevelVec *levels);

/* refine.c: Figure 4. */
SymbolicEnd dnc_pick(DncEngine *self, Budget *budget);
void dnc_free_under(DncEngine *self);

/* early.c: looks for a fair cycle among the states that are reached so far. */
bool dnc_early_due(const DncEngine *self);
SymbolicEnd dnc_early(DncEngine *self, Stage from); /* the stage that goes on afterwards */

/* weak.c: the endgames of Lemma 1, for all sets that are weak or terminal, and that of `together`.
 */
SymbolicEnd dnc_decide_together(DncEngine *self, Budget *budget);

/* Goes on with the fair hull of the group, backward or forward, for `most` steps at most: done if
 * these are taken, too. At its end the group is what is left. True if that is the hull. */
SymbolicEnd dnc_run_hull(DncEngine *self, bool weak, uint64_t most, Budget *budget);
bool dnc_close_hull(DncEngine *self);

/* sharp.c: the targeted search of D'n'C#. Afterwards the invariant has lost what no run reaches on
 * the way to fair sets, and the refinement goes on with what is left of these. */
SymbolicEnd dnc_sharp(DncEngine *self, Budget *budget);

/* What the targeted search has reached so far, which may be BDD_NONE, and the steps since it began.
 */
Bdd dnc_sharp_reached(const DncEngine *self);
uint64_t dnc_sharp_steps(const DncEngine *self);

/* The end of a stage: the next one, or the answer. */
SymbolicEnd dnc_go_to(DncEngine *self, Stage stage);
SymbolicEnd dnc_answer(DncEngine *self, Verdict verdict, Ended ended);
SymbolicEnd dnc_prove(DncEngine *self, Budget *budget);

ExactSystem dnc_exact(const DncEngine *self);

/* With exact don't cares: whether what can be reached was computed already; the stage that does. */
bool dnc_knows_reachable(const DncEngine *self);
SymbolicEnd dnc_find_reachable(DncEngine *self, Budget *budget);

#endif
