/* See fair_system.h. */
#include "engine/symbolic/fair_system.h"

System *symbolic_fair_system(const Task *task, LitVec *conditions) {
  Lit *map;
  System *system = system_copy(task->system, &map);
  for (size_t i = 0; i < task->conditions.size; i++)
    vec_push(conditions, system_delayed(system, aig_map_lit(map, task->conditions.data[i])));
  mem_free(map);
  return system;
}
