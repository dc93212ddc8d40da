#include "engine/bmc/race.h"

void race_add(Race *race, Path *path) { race->paths[race->count++] = path; }

void race_close(Race *race) {
  for (size_t i = 0; i < race->count; i++) path_free(race->paths[i]);
}

bool race_run(Race *race, Budget *budget) {
  if (race->done) return true;
  Budget slice = turn_begin(&race->turn, budget);
  Path *path = race->paths[race->next];
  path_extend(path, race->k + race->offset, &slice);
  SatResult result = path_ask(path, &slice);
  turn_end(&race->turn, &slice, result != SAT_UNKNOWN);
  race->done = result == SAT_UNSATISFIABLE;
  if (result == SAT_SATISFIABLE && ++race->next == race->count) {
    race->next = 0;
    race->k++;
  }
  return race->done;
}
