/* See houdini.h. What is removed is violated under assumptions that only get fewer: so it is in no
 * part that keeps itself, and what is left in the end is the greatest one. */
#include "engine/houdini.h"

static SatResult ask(Sat *sat, const IntVec *violated, const IntVec *assumed, const Bits *gone,
                     Budget *budget) {
  IntVec some = {0};
  for (size_t i = 0; i < violated->size; i++) {
    if (bits_get(gone, i)) continue;
    vec_push(&some, violated->data[i]);
    if (assumed->size) sat_assume(sat, assumed->data[i]);
  }
  SatResult result = SAT_UNSATISFIABLE;
  if (some.size) {
    sat_temporary(sat, some.data, some.size);
    result = sat_solve(sat, budget);
  }
  vec_free(&some);
  return result;
}

bool houdini(Sat *sat, const IntVec *violated, const IntVec *assumed, Bits *gone, Budget *budget) {
  SatResult result;
  while ((result = ask(sat, violated, assumed, gone, budget)) == SAT_SATISFIABLE)
    for (size_t i = 0; i < violated->size; i++)
      if (!bits_get(gone, i) && sat_value(sat, violated->data[i])) bits_set(gone, i);
  return result == SAT_UNSATISFIABLE;
}
