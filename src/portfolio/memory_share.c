#include "portfolio/memory_share.h"

#include "base/platform.h"

/* Less than this is no room to work in. */
static const uint64_t least_room = 16 << 20;

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
    if (workers[i]) limit = minus(limit, platform_memory(workers[i]->pid).resident);
  return limit;
}

uint64_t memory_of_their_own(Worker *const *workers, size_t count) {
  uint64_t shared = memory_resident(), sum = 0;
  for (size_t i = 0; i < count; i++)
    if (workers[i]) sum += minus(platform_memory(workers[i]->pid).resident, shared);
  return sum;
}

size_t memory_worst(uint64_t limit, Worker *const *workers, size_t count) {
  uint64_t sum = memory_resident(), most = 0;
  size_t worst = count;
  for (size_t i = 0; limit && i < count; i++) {
    uint64_t resident = workers[i] ? platform_memory(workers[i]->pid).resident : 0;
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
    PlatformMemory usage = platform_memory(workers[i]->pid);
    if (!usage.resident) continue; /* it has ended */
    __atomic_store_n(&workers[i]->shared->budget.memory, usage.resident + part, __ATOMIC_RELAXED);
#ifndef __SANITIZE_ADDRESS__
    /* What was allocated and not touched yet may be touched at any time, so it counts here. */
    uint64_t most = usage.resident + part + limit / SLACK / running;
    platform_limit_data(workers[i]->pid, most < usage.data ? usage.data : most);
#endif
  }
}
