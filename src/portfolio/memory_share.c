#define _GNU_SOURCE /* for prlimit */
#include "portfolio/memory_share.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* Less than this is no room to work in. */
static const uint64_t least_room = 16 << 20;

typedef struct {
  uint64_t resident, data; /* bytes; data: private memory, touched or not, as RLIMIT_DATA counts */
} Usage;

static Usage usage_of(pid_t pid) {
  char line[128];
  snprintf(line, sizeof line, "/proc/%ld/statm", (long)pid);
  int file = open(line, O_RDONLY | O_CLOEXEC);
  if (file < 0) return (Usage){0};
  ssize_t length = read(file, line, sizeof line - 1);
  close(file);
  line[length > 0 ? length : 0] = 0;
  unsigned long long resident = 0, data = 0;
  if (sscanf(line, "%*u %llu %*u %*u %*u %llu", &resident, &data) != 2) return (Usage){0};
  uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  return (Usage){resident * page, data * page};
}

enum { SLACK = 20 }; /* one part in so many above the limit is where order ends */

static uint64_t minus(uint64_t a, uint64_t b) { return a > b ? a - b : 0; }

size_t memory_room(uint64_t limit, size_t jobs) {
  if (!limit) return jobs;
  uint64_t own = memory_resident();
  size_t room = (size_t)(minus(limit, own) / (own + least_room));
  return room < jobs ? room : jobs;
}

uint64_t memory_first_share(uint64_t limit, size_t count) {
  return limit ? minus(limit, memory_resident()) / count : 0;
}

uint64_t memory_left(uint64_t limit, Worker *const *workers, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (workers[i]) limit = minus(limit, usage_of(workers[i]->pid).resident);
  return limit;
}

size_t memory_worst(uint64_t limit, Worker *const *workers, size_t count) {
  uint64_t sum = memory_resident(), most = 0;
  size_t worst = count;
  for (size_t i = 0; limit && i < count; i++) {
    uint64_t resident = workers[i] ? usage_of(workers[i]->pid).resident : 0;
    sum += resident;
    if (resident > most) worst = i;
    if (resident > most) most = resident;
  }
  return sum > limit + limit / SLACK ? worst : count;
}

void memory_share_out(uint64_t limit, Worker *const *workers, size_t count) {
  size_t running = 0;
  for (size_t i = 0; i < count; i++) running += workers[i] != NULL;
  if (!limit || !running) return;
  uint64_t left = minus(memory_left(limit, workers, count), memory_resident());
  uint64_t part = left / running;
  for (size_t i = 0; i < count; i++) {
    if (!workers[i]) continue;
    Usage usage = usage_of(workers[i]->pid);
    if (!usage.resident) continue; /* it has ended */
    __atomic_store_n(&workers[i]->shared->budget.memory, usage.resident + part, __ATOMIC_RELAXED);
#ifndef __SANITIZE_ADDRESS__
    struct rlimit kernel; /* only the soft limit is ours to move up and down */
    if (prlimit(workers[i]->pid, RLIMIT_DATA, NULL, &kernel)) continue;
    /* What was allocated and not touched yet may be touched at any time, so it counts here. */
    rlim_t most = usage.resident + part + limit / SLACK / running;
    if (most < usage.data) most = usage.data;
    kernel.rlim_cur = most < kernel.rlim_max ? most : kernel.rlim_max;
    prlimit(workers[i]->pid, RLIMIT_DATA, &kernel, NULL);
#endif
  }
}
