#include "portfolio/choose.h"

/* ic3 answers both ways and is the best alone; bmc finds what is shallow, sim what is deep and easy
 * to hit; kind proves what is true for local reasons that IC3 enumerates. */
static const char *const for_bad[] = {"ic3", "bmc", "kind", "sim", NULL};

/* With one condition, counting visits to it is the cheapest proof there is, and what fair proves
 * wall by wall is often one of few visits. */
static const char *const for_one_condition[] = {"fair", "kliveness", "bmc", "l2s", "sim", NULL};

/* With many, a counter waits for all of them in turn, and the skeletons of fair see each. */
static const char *const for_conditions[] = {"fair", "bmc", "kliveness", "l2s", "sim", NULL};

static const char *const for_ctl[] = {"iictl", NULL};

/* A fair task of a weak automaton: a run is accepted as soon as it stays in a component, which l2s
 * sees as reachability of a loop without waiting for any condition. */
static const char *const for_weak[] = {"fair", "kliveness", "l2s", "bmc", "sim", NULL};

static bool all_weak(const Task *task) {
  size_t count = task->conditions.size;
  return count && count < 64 && task->weak == ((uint64_t)1 << count) - 1;
}

const char *const *choose_engines(const Task *task) {
  switch (task->kind) {
  case TASK_BAD: return for_bad;
  case TASK_CTL: return for_ctl;
  case TASK_FAIR: break;
  }
  if (all_weak(task)) return for_weak;
  return task->conditions.size == 1 ? for_one_condition : for_conditions;
}
