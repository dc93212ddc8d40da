#include "portfolio/choose.h"

/* ic3 answers both ways and is by far the best alone; bmc finds what is shallow, sim what is deep
 * and easy to hit; kind proves what is true for local reasons that IC3 enumerates. */
static const Choice for_bad[] = {{"ic3", 3}, {"bmc", 1}, {"kind", 1}, {"sim", 1}, {NULL, 0}};

/* With one condition, walking from visit to visit (rlive) and counting them (kliveness) are the
 * cheapest proofs there are; what fair proves wall by wall is something else; bmc and sim find
 * lassos. */
static const Choice for_one_condition[] = {{"fair", 3}, {"rlive", 3}, {"kliveness", 2}, {"bmc", 1},
                                           {"l2s", 1},  {"sim", 1},   {NULL, 0}};

/* With many, visits are rounds of all of them, and the skeletons of fair see each. */
static const Choice for_conditions[] = {{"fair", 3}, {"rlive", 2}, {"bmc", 1}, {"kliveness", 1},
                                        {"l2s", 1},  {"sim", 1},   {NULL, 0}};

/* Where every condition is weak, a run is accepted as soon as it stays in a component, which l2s
 * sees as reachability of a loop without waiting for any condition. */
static const Choice for_weak[] = {{"fair", 3}, {"rlive", 2}, {"l2s", 2}, {"kliveness", 2},
                                  {"bmc", 1},  {"sim", 1},   {NULL, 0}};

static const Choice for_ctl[] = {{"iictl", 1}, {NULL, 0}};

static bool all_weak(const Task *task) {
  size_t count = task->conditions.size;
  return count && count < 64 && task->weak == ((uint64_t)1 << count) - 1;
}

const Choice *choose_engines(const Task *task) {
  switch (task->kind) {
  case TASK_BAD: return for_bad;
  case TASK_CTL: return for_ctl;
  case TASK_FAIR: break;
  }
  if (all_weak(task)) return for_weak;
  return task->conditions.size == 1 ? for_one_condition : for_conditions;
}
