#include "engine/effort.h"

#include <sys/mman.h>

#include "base/clock.h"
#include "base/memory.h"
#include "engine/engine.h"

static size_t engine_count(void) {
  size_t count = 0;
  while (engine_table[count]) count++;
  return count;
}

Effort *effort_new(size_t latches) {
  size_t engines = engine_count();
  size_t bytes = engines * sizeof(EngineEffort) + latches * sizeof(LatchEffort);
  void *shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return NULL;
  Effort *effort = mem_zalloc(sizeof *effort);
  effort->latches = latches;
  effort->bytes = bytes;
  effort->engines = shared;
  effort->by_latch = (void *)(effort->engines + engines);
  return effort;
}

void effort_free(Effort *effort) {
  if (!effort) return;
  munmap(effort->engines, effort->bytes);
  mem_free(effort);
}

static EngineEffort *find(Effort *effort, const Engine *engine) {
  for (size_t i = 0; effort && engine_table[i]; i++)
    if (engine_table[i] == engine) return effort->engines + i;
  return NULL;
}

void effort_turn_begin(Effort *effort, const Engine *engine) {
  EngineEffort *own = find(effort, engine);
  if (own) own->since = clock_wall();
}

void effort_turn_end(Effort *effort, const Engine *engine) {
  EngineEffort *own = find(effort, engine);
  if (!own || own->since <= 0) return;
  uint64_t turn = (uint64_t)((clock_wall() - own->since) * 1e6);
  __atomic_fetch_add(&own->microseconds, turn, __ATOMIC_RELAXED);
  own->since = 0;
}

void effort_note_lemma(Effort *effort, size_t latch) {
  if (latch < effort->latches)
    __atomic_fetch_add(&effort->by_latch[latch].lemmas, 1, __ATOMIC_RELAXED);
}

void effort_note_obligation(Effort *effort, size_t latch) {
  if (latch < effort->latches)
    __atomic_fetch_add(&effort->by_latch[latch].obligations, 1, __ATOMIC_RELAXED);
}

double effort_seconds(const Effort *effort, size_t engine) {
  const EngineEffort *own = effort->engines + engine;
  double now = own->since > 0 ? clock_wall() - own->since : 0;
  return (double)own->microseconds / 1e6 + now;
}
