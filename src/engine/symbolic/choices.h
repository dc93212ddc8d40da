/* What can be chosen for every engine on decision diagrams. The struct is the first member of the
 * engine's own, and the rows stand in its table; an option with one name in several tables is set
 * in all of them (base/option.h). */
#ifndef RONDO_ENGINE_SYMBOLIC_CHOICES_H
#define RONDO_ENGINE_SYMBOLIC_CHOICES_H

#include "base/option.h"
#include "base/stats.h"
#include "engine/symbolic/care.h"
#include "engine/symbolic/scc.h"

typedef struct {
  int order; /* OrderKind */
  bool reorder;
  int64_t nodes, cluster, machine;
  int fair_cycle; /* SccMethod */
  int gsh;        /* HullSchedule - HULL_GSH */
  int dont_cares; /* DontCares */
} SymbolicChoices;

#define SYMBOLIC_CHOICES                                                                           \
  {                                                                                                \
    .order = ORDER_FORCE, .reorder = true, .nodes = 30000000, .cluster = 2500, .machine = 8,       \
    .fair_cycle = SCC_EL, .dont_cares = DONT_CARES_EXACT                                           \
  }

/* clang-format off */
#define SYMBOLIC_ROWS                                                                              \
  {"bdd-order", 0, OPTION_CHOICE, offsetof(SymbolicChoices, order), "ORDER",                       \
   "the order of the variables to begin with", "depth-first|force", 0, 0},                         \
  {"bdd-reorder", 0, OPTION_SWITCH, offsetof(SymbolicChoices, reorder), NULL,                      \
   "sift variables while it runs", NULL, 0, 0},                                                    \
  {"bdd-nodes", 0, OPTION_NUMBER, offsetof(SymbolicChoices, nodes), "N",                           \
   "give up at N nodes; 0: as many as there can be", NULL, 0, BDD_NODES},                          \
  {"bdd-cluster", 0, OPTION_NUMBER, offsetof(SymbolicChoices, cluster), "N",                       \
   "nodes of a cluster of the transition relation", NULL, 1, BDD_NODES},                           \
  {"bdd-machine", 0, OPTION_NUMBER, offsetof(SymbolicChoices, machine), "N",                       \
   "latches of a machine in approximate reachability", NULL, 1, BDD_VARIABLES},                    \
  {"fair-cycle", 0, OPTION_CHOICE, offsetof(SymbolicChoices, fair_cycle), "HOW",                   \
   "how fair cycles of the system are found", SCC_METHODS, 0, 0},                                  \
  {"gsh-schedule", 0, OPTION_CHOICE, offsetof(SymbolicChoices, gsh), "HOW",                        \
   "how often GSH steps back between conditions", HULL_GSH_SCHEDULES, 0, 0},                       \
  {"dont-cares", 0, OPTION_CHOICE, offsetof(SymbolicChoices, dont_cares), "WHICH",                 \
   "states that fair cycles are looked for in: reachable ones, some more, or all",                 \
   "exact|approximate|none", 0, 0}
/* clang-format on */

/* What every engine on diagrams counts; a member of the struct of its statistics. */
typedef struct {
  uint64_t images, preimages, peak_nodes, steps, care_steps, reorderings, taken, offered;
} SymbolicStats;

/* clang-format off */
#define SYMBOLIC_STAT(Type, member, name, meaning)                                                 \
  {name, meaning, STAT_COUNT, offsetof(Type, symbolic.member)}
#define SYMBOLIC_STATS(Type)                                                                       \
  SYMBOLIC_STAT(Type, images, "images", "images of sets of states"),                               \
  SYMBOLIC_STAT(Type, preimages, "preimages", "preimages of sets of states"),                      \
  SYMBOLIC_STAT(Type, peak_nodes, "peak_nodes", "live nodes of decision diagrams at most"),        \
  SYMBOLIC_STAT(Type, steps, "bdd_steps", "steps of operations on diagrams"),                      \
  SYMBOLIC_STAT(Type, care_steps, "care_steps", "those that the care set took"),            \
  SYMBOLIC_STAT(Type, reorderings, "bdd_reorderings", "times that variables were sifted"),         \
  SYMBOLIC_STAT(Type, taken, "lemmas_taken", "lemmas of other engines in the care set"),           \
  SYMBOLIC_STAT(Type, offered, "lemmas_offered", "lemmas offered to other engines")
/* clang-format on */

static inline SymbolicStats symbolic_stats(const SymbolicModel *model, const CareSet *care,
                                           const Sharing *sharing) {
  BddCounts counts = bdd_counts(model->manager);
  return (SymbolicStats){.images = model->counts.images,
                         .preimages = model->counts.preimages,
                         .peak_nodes = counts.peak,
                         .steps = counts.steps,
                         .care_steps = care ? care->steps : 0,
                         .reorderings = counts.reorderings,
                         .taken = sharing->taken,
                         .offered = sharing->offered};
}

static inline SymbolicOptions symbolic_options(const SymbolicChoices *choices) {
  return (SymbolicOptions){.order = (OrderKind)choices->order,
                           .reorder = choices->reorder,
                           .nodes = (size_t)choices->nodes,
                           .cluster = (size_t)choices->cluster,
                           .gsh = choices->gsh};
}

#endif
