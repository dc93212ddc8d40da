#include "portfolio/choose.h"

/* Decision diagrams come last, and where there are not too many variables for them: what is small
 * in clauses is mostly large in diagrams, and the other way round. */
enum { DIAGRAM_VARIABLES = 1000 };

/* With so few latches they decide progress that no other engine does, such as that of arbiters, and
 * take some seconds for it: so they get a larger share there. */
enum { FEW_LATCHES = 40, LARGE_SHARE = 16 };

typedef struct {
  const Choice *few, *with, *without; /* latches; diagrams */
} Choices;

#define CHOICES(name, diagrams, large, ...)                                                        \
  static const Choice name##_few[] = {__VA_ARGS__, {diagrams, 1, large}, {NULL, 0, 0}};            \
  static const Choice name##_with[] = {__VA_ARGS__, {diagrams, 1, 1}, {NULL, 0, 0}};               \
  static const Choice name##_without[] = {__VA_ARGS__, {NULL, 0, 0}};                              \
  static const Choices name = {name##_few, name##_with, name##_without}

/* ic3 answers both ways and is by far the best alone; bmc finds what is shallow, sim what is deep
 * and easy to hit; kind proves what is true for local reasons that IC3 enumerates. */
CHOICES(for_bad, "bdd", 1, {"ic3", 4, 1}, {"bmc", 1, 1}, {"kind", 1, 1}, {"sim", 1, 1});

/* With one condition, walking from visit to visit (rlive) and counting them (kliveness) are the
 * cheapest proofs there are; what fair proves wall by wall is something else; bmc and sim find
 * lassos. */
CHOICES(for_one_condition, "dnc", LARGE_SHARE, {"fair", 3, 1}, {"rlive", 3, 1}, {"kliveness", 2, 1},
        {"bmc", 1, 1}, {"l2s", 1, 1}, {"sim", 1, 1});

/* With many, visits are rounds of all of them, and the skeletons of fair see each. */
CHOICES(for_conditions, "dnc", LARGE_SHARE, {"fair", 3, 1}, {"rlive", 2, 1}, {"bmc", 1, 1},
        {"kliveness", 1, 1}, {"l2s", 1, 1}, {"sim", 1, 1});

/* Where every condition is weak, a run is accepted as soon as it stays in a component, which l2s
 * sees as reachability of a loop without waiting for any condition. */
CHOICES(for_weak, "dnc", LARGE_SHARE, {"fair", 3, 1}, {"rlive", 2, 1}, {"l2s", 2, 1},
        {"kliveness", 2, 1}, {"bmc", 1, 1}, {"sim", 1, 1});

CHOICES(for_ctl, "bdd", 1, {"iictl", 2, 1});

/* Under strong fairness CTL is asked of diagrams alone, however many variables there are. */
static const Choice diagrams[] = {{"bdd", 1, 1}, {NULL, 0, 0}};
static const Choices for_compassionate_ctl = {diagrams, diagrams, diagrams};

/* ---- variants, for more processes than engines ---- */

/* ic3 in other ways decides models that it does not decide in its own; seeds matter most. */
static const Variant of_bad[] = {
    {"ic3", 0, {{"ic3-ctg-dynamic", NULL}}},  {"ic3", 4, {{0}}},
    {"ic3", 2, {{"ic3-ctg-dynamic", NULL}}},  {"ic3", 0, {{"ic3-signals-after", "0"}}},
    {"sim", 1, {{"sim-depth", "4096"}}},      {"ic3", 1, {{0}}},
    {"bmc", 0, {{"bmc-deep", NULL}}},         {"ic3", 3, {{"ic3-ctg-dynamic", NULL}}},
    {"ic3", 0, {{"no-ic3-ctg", NULL}}},       {"ic3", 5, {{0}}},
    {"ic3", 6, {{"ic3-signals-after", "0"}}}, {NULL, 0, {{0}}},
};

/* Seeds give other skeletons, whose assertions all share; without walls some lassos are near. */
static const Variant of_fair[] = {
    {"kliveness", 0, {{"no-kliveness-walls", NULL}}},
    {"fair", 1, {{0}}},
    {"fair", 2, {{"fair-unroll", "1"}}},
    {"rlive", 1, {{0}}},
    {"rlive", 0, {{"no-rlive-walls", NULL}}},
    {"l2s", 0, {{"no-l2s-walls", NULL}}},
    {"fair", 3, {{"no-fair-minimize", NULL}}},
    {"bmc", 0, {{"bmc-deep", NULL}}},
    {"sim", 1, {{"sim-depth", "4096"}}},
    {NULL, 0, {{0}}},
};

static const Variant of_ctl[] = {
    {"iictl", 1, {{"iictl-fair", "0"}}},      {"iictl", 0, {{"iictl-signals-after", "0"}}},
    {"iictl", 2, {{"iictl-effort", "full"}}}, {"iictl", 3, {{0}}},
    {"iictl", 0, {{"iictl-walk", "0"}}},      {NULL, 0, {{0}}},
};

static const Variant none[] = {{NULL, 0, {{0}}}};

const Variant *choose_variants(const Task *task) {
  switch (task->kind) {
  case TASK_BAD: return of_bad;
  case TASK_FAIR: return of_fair;
  case TASK_CTL: break;
  }
  return task->system->compassion.size ? none : of_ctl;
}

/* ---- engines ---- */

static bool all_weak(const Task *task) {
  size_t count = task->conditions.size;
  return count && count < 64 && task->weak == ((uint64_t)1 << count) - 1;
}

static const Choices *choices_for(const Task *task) {
  switch (task->kind) {
  case TASK_BAD: return &for_bad;
  case TASK_CTL: return task->system->compassion.size ? &for_compassionate_ctl : &for_ctl;
  case TASK_FAIR: break;
  }
  if (all_weak(task)) return &for_weak;
  return task->conditions.size == 1 ? &for_one_condition : &for_conditions;
}

const Choice *choose_engines(const Task *task) {
  size_t variables = task->system->latches.size + task->system->inputs.size;
  const Choices *choices = choices_for(task);
  if (task->system->latches.size <= FEW_LATCHES) return choices->few;
  return variables <= DIAGRAM_VARIABLES ? choices->with : choices->without;
}
