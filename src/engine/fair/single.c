/* Two questions about a cycle proof P before it becomes a wall.
 *
 * Single-state skeletons (III-C). P contains the successors of s_0 but not s_0, so it cuts the edges that
 * leave s_0, and s_0 could be chosen again as soon as some other query calls for it in the middle of a
 * path. The query "s_0 and not P, an edge, and not P" is unsatisfiable; the core over s_0 is a cube of
 * states that are dead outside P. It is removed from that side of the wall.
 *
 * Upgrading (section V). If P holds initially and is inductive without C, it is a reachability assertion,
 * which is worth more than a wall. */
#include "engine/fair/internal.h"

Lit single_dead(Edges *edges, const Skeleton *skeleton, Lit wall, Budget *budget) {
  if (skeleton->size != 1 || skeleton->data[0].edge) return LIT_FALSE;
  Lit part = LIT_FALSE;
  SatResult result = edges_cross_from(edges, &skeleton->data[0].state, lit_not(wall), lit_not(wall),
                                      budget, &part);
  return result == SAT_UNSATISFIABLE ? part : LIT_FALSE;
}

/* Whether some reset state is outside: where no latch is uninitialised, a look at the literals. */
static bool holds_initially(const System *system, const ClauseVec *clauses) {
  Bits zero = bits_new(system->aig->size), one = bits_new(system->aig->size);
  for (size_t i = 0; i < system->latches.size; i++) {
    const Latch *latch = system->latches.data + i;
    if (latch->reset == RESET_0) bits_set(&zero, lit_node(latch->current));
    if (latch->reset == RESET_1) bits_set(&one, lit_node(latch->current));
  }
  bool all = true;
  for (size_t i = 0; all && i < clauses->size; i++) {
    bool some = false;
    for (size_t k = 0; k < clauses->data[i]->size && !some; k++) {
      Lit lit = clauses->data[i]->lits[k];
      some = bits_get(lit_negated(lit) ? &zero : &one, lit_node(lit));
    }
    all = some;
  }
  bits_free(&zero);
  bits_free(&one);
  return all;
}

bool upgrade_holds(const Knowledge *knowledge, const ClauseVec *clauses, Lit wall, Budget *budget) {
  if (!holds_initially(knowledge->system, clauses)) return false;
  Sat *sat = sat_new(SAT_LEAN);
  Path path;
  path_open(&path, knowledge->system, sat, 2);
  for (size_t i = 0; i < knowledge->assertions.size; i++)
    path_assert(&path, knowledge->assertions.data[i].lit, 0);
  path_assert(&path, wall, 0);
  path_assert(&path, lit_not(wall), 1);
  bool inductive = sat_solve(sat, budget) == SAT_UNSATISFIABLE;
  path_close(&path);
  sat_free(sat);
  return inductive;
}
