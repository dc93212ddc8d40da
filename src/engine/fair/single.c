/* Single-state skeletons (III-C), and upgrading.
 *
 * A cycle proof P of a single-state skeleton contains the successors of s_0 but not s_0, so it cuts
 * the edges that leave s_0. Then s_0 has no edge inside its arena any more: the query "s_0 and an
 * edge inside an arena" is unsatisfiable, and the core over s_0 is a cube d of states that are dead
 * ends. No cycle goes through d; it becomes a wall that is closed inside, one-way because no edge
 * leaves it. The other form of the section, a state t without edges from its arena into it, gives a
 * wall not d that is closed outside, one-way because no edge leads out of it.
 *
 * The same test is made for every edge of a skeleton before its stem and cycle queries: does the
 * path go on after the edge, did it come from somewhere? Loops at a state do not count there: a
 * state that only has loops is its own component, and a wall around such states is one-way, too,
 * since a loop stays where it is. It costs two short queries, and does for K = 0 what longer paths
 * do, but with lemmas that serve all later skeletons and have a place in the certificate.
 *
 * Upgrading (section V). If P holds initially and is inductive without C, it is a reachability
 * assertion, which is worth more than a wall. */
#include "engine/fair/internal.h"

/* Makes the cube small: drops literals as long as no edge touches it. */
static void shrink(Edges *edges, LitVec *cube, bool backward, bool moving, Budget *budget) {
  LitVec rest = {0};
  for (size_t i = cube->size; i-- > 0;) {
    if (i >= cube->size) continue; /* went with an earlier core */
    vec_clear(&rest);
    for (size_t k = 0; k < cube->size; k++)
      if (k != i) vec_push(&rest, cube->data[k]);
    if (edges_touch(edges, &rest, backward, moving, budget) != SAT_UNSATISFIABLE) continue;
    vec_clear(cube);
    vec_append(cube, &rest);
  }
  vec_free(&rest);
}

/* The wall: d itself, or its negation. Without any edge the side of d is closed. */
static void cut_off(Knowledge *knowledge, const LitVec *cube, bool backward, bool moving) {
  ClauseVec clauses = {0};
  Lit inside = aig_and_all(knowledge->system->aig, cube->data, cube->size);
  if (backward) {
    Cube *dead = clause_new(cube->data, cube->size);
    vec_push(&clauses, clause_negation(dead));
    clause_free(dead);
    inside = lit_not(inside);
  } else {
    for (size_t i = 0; i < cube->size; i++) vec_push(&clauses, clause_new(cube->data + i, 1));
  }
  size_t wall = knowledge_add_wall(knowledge, &clauses, inside);
  if (!moving) knowledge_close(knowledge, wall, !backward);
}

bool trim_state(Knowledge *knowledge, Edges *edges, const Bits *state, bool backward, bool moving,
                Budget *budget, FairStats *stats) {
  const LatchVec *latches = &knowledge->system->latches;
  LitVec cube = {0};
  for (size_t i = 0; i < latches->size; i++)
    vec_push(&cube, lit_not_if(latches->data[i].current, !bits_get(state, i)));
  bool dead = edges_touch(edges, &cube, backward, moving, budget) == SAT_UNSATISFIABLE;
  if (dead) {
    shrink(edges, &cube, backward, moving, budget);
    cut_off(knowledge, &cube, backward, moving);
    stats->trimmed++;
  }
  vec_free(&cube);
  return dead;
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
