#define _GNU_SOURCE /* for sched_getaffinity */
#include <sched.h>

#include "cli/cli.h"

int64_t cli_cores(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
}
