/* What is known: the lists R, W and C of the paper.
 *
 * A side of a wall on which no skeleton exists is closed: no fair cycle goes there, so later proofs
 * may assume the other one. Closing is part of the order of things learned, as walls are. The paper
 * lets the side not P of a wall be strengthened to "not P and not d" (line 40 of Figure 1); here d
 * becomes a wall of its own, closed inside, since the certificate needs a place for it in the order
 * (single.c).
 *
 * C is what cycle queries get of this: using all of it slows every query, and makes the cubes of
 * lifting large. By default a wall adds a constraint if a side of it is closed or if it is a single
 * clause; but not the walls of two literals and those around dead ends, of which there are very
 * many. */
#include "engine/fair/internal.h"

Knowledge *knowledge_new(const Task *task, Lit *part) {
  Knowledge *knowledge = mem_zalloc(sizeof *knowledge);
  Lit *map;
  knowledge->system = system_copy(task->system, &map);
  for (size_t i = 0; i < task->conditions.size; i++)
    vec_push(&knowledge->conditions, aig_map_lit(map, task->conditions.data[i]));
  if (*part != LIT_NONE) *part = aig_map_lit(map, *part);
  mem_free(map);
  knowledge->reads_inputs = bits_new(knowledge->conditions.size);
  for (size_t i = 0; i < knowledge->conditions.size; i++)
    if (system_reads_inputs(knowledge->system, knowledge->conditions.data[i]))
      bits_set(&knowledge->reads_inputs, i);
  knowledge->model =
      reach_model_new(knowledge->system, knowledge->conditions.data, knowledge->conditions.size);
  gates_collect(knowledge);
  return knowledge;
}

void knowledge_free(Knowledge *knowledge) {
  for (size_t i = 0; i < knowledge->assertions.size; i++)
    clauses_free(&knowledge->assertions.data[i].clauses);
  for (size_t i = 0; i < knowledge->walls.size; i++)
    clauses_free(&knowledge->walls.data[i].clauses);
  vec_free(&knowledge->assertions);
  vec_free(&knowledge->walls);
  vec_free(&knowledge->sorted);
  vec_free(&knowledge->closed);
  vec_free(&knowledge->constraints);
  vec_free(&knowledge->conditions);
  vec_free(&knowledge->gates);
  bits_free(&knowledge->reads_inputs);
  reach_model_free(knowledge->model);
  system_free(knowledge->system);
  mem_free(knowledge);
}

/* The place of the first clause of R with this signature or a greater one, in their order. */
static size_t place_of(const Knowledge *knowledge, uint64_t signature) {
  size_t low = 0, high = knowledge->sorted.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (knowledge->sorted.data[middle]->signature < signature) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void sort_in(Knowledge *knowledge, const Clause *clause) {
  size_t place = place_of(knowledge, clause->signature);
  vec_push(&knowledge->sorted, clause);
  memmove(knowledge->sorted.data + place + 1, knowledge->sorted.data + place,
          (knowledge->sorted.size - 1 - place) * sizeof *knowledge->sorted.data);
  knowledge->sorted.data[place] = clause;
}

void knowledge_assert(Knowledge *knowledge, ClauseVec *clauses) {
  Assertion assertion = {*clauses, clauses_build(knowledge->system->aig, clauses)};
  vec_push(&knowledge->assertions, assertion);
  for (size_t i = 0; i < clauses->size; i++) sort_in(knowledge, clauses->data[i]);
  *clauses = (ClauseVec){0};
}

void knowledge_assert_predicate(Knowledge *knowledge, Lit predicate) {
  Assertion assertion = {.lit = predicate};
  vec_push(&knowledge->assertions, assertion);
}

size_t knowledge_add_wall(Knowledge *knowledge, ClauseVec *clauses, Lit inside) {
  Wall wall = {.clauses = *clauses, .inside = inside, .closed_before = knowledge->closed.size};
  vec_push(&knowledge->walls, wall);
  *clauses = (ClauseVec){0};
  return knowledge->walls.size - 1;
}

void knowledge_close(Knowledge *knowledge, size_t number, bool inside) {
  Wall *wall = knowledge->walls.data + number;
  bool *closed = inside ? &wall->inside_closed : &wall->outside_closed;
  if (*closed) return;
  *closed = true;
  ClosedSide side = {number, inside};
  vec_push(&knowledge->closed, side);
}

void knowledge_constrain(Knowledge *knowledge, size_t number, FairConstrain how, bool plain) {
  const Wall *wall = knowledge->walls.data + number;
  bool any_closed = wall->inside_closed || wall->outside_closed;
  if (how == CONSTRAIN_NONE) return;
  bool simple = plain && wall->clauses.size == 1;
  if (how == CONSTRAIN_HEURISTIC && !any_closed && !simple) return;
  if (!any_closed && !wall->clauses.size) return; /* no form for it as a constraint of edges */
  CycleConstraint constraint = {number, wall->inside_closed    ? WALL_OUTSIDE
                                        : wall->outside_closed ? WALL_INSIDE
                                                               : WALL_STAY};
  vec_push(&knowledge->constraints, constraint);
}

/* Edges leave states in which it holds. */
static void give_assertion(const Assertion *assertion, Reach *reach) {
  if (assertion->clauses.size) reach_constrain_wall(reach, &assertion->clauses, WALL_INSIDE);
  else reach_constrain_predicate(reach, assertion->lit, false);
}

void knowledge_give_assertions(const Knowledge *knowledge, Reach *reach, size_t *given) {
  for (; *given < knowledge->assertions.size; ++*given) {
    const Assertion *assertion = &knowledge->assertions.data[*given];
    give_assertion(assertion, reach);
    if (assertion->clauses.size) reach_add_invariant(reach, &assertion->clauses);
  }
}

/* Nearly all of what is known comes back unchanged, so equal clauses are looked for first. */
static bool says_already(const Knowledge *knowledge, const Clause *clause) {
  size_t place = place_of(knowledge, clause->signature);
  for (; place < knowledge->sorted.size; place++) {
    if (knowledge->sorted.data[place]->signature != clause->signature) break;
    if (clause_equal(knowledge->sorted.data[place], clause)) return true;
  }
  for (size_t i = 0; i < knowledge->sorted.size; i++)
    if (clause_subsumes(knowledge->sorted.data[i], clause)) return true;
  return false;
}

void knowledge_strip(const Knowledge *knowledge, ClauseVec *proof) {
  size_t kept = 0;
  for (size_t i = 0; i < proof->size; i++) {
    if (says_already(knowledge, proof->data[i])) clause_free(proof->data[i]);
    else proof->data[kept++] = proof->data[i];
  }
  proof->size = kept;
}

void knowledge_give_constraints(const Knowledge *knowledge, Reach *reach) {
  for (size_t i = 0; i < knowledge->assertions.size; i++)
    give_assertion(&knowledge->assertions.data[i], reach);
  for (size_t i = 0; i < knowledge->constraints.size; i++) {
    CycleConstraint constraint = knowledge->constraints.data[i];
    const Wall *wall = knowledge->walls.data + constraint.wall;
    if (wall->clauses.size) reach_constrain_wall(reach, &wall->clauses, constraint.kind);
    else if (constraint.kind == WALL_INSIDE) reach_constrain_predicate(reach, wall->inside, false);
    else reach_constrain_predicate(reach, lit_not(wall->inside), false);
  }
}
