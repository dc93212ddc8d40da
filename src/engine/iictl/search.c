/* Queries to Reach; see internal.h. */
#include "base/memory.h"
#include "engine/iictl/internal.h"
#include "engine/reach/refine.h"

/* Work for the refinement of a proof, beyond as much as it took to find it. */
enum { REFINE_LEAST = 10000 };

bool search_serves(Iictl *e, const Search *search, const TaskSet *wanted, Lit open) {
  if (!search->reach) return false;
  if (wanted->predicate != LIT_NONE)
    return search->source == aig_and(e->aig, wanted->predicate, open);
  for (size_t i = 0; i < search->sources.size; i++)
    if (!state_satisfies(e, &search->sources.data[i], open)) return false;
  return true;
}

static void begin(Iictl *e, Search *search, const ReachSet *from) {
  /* The target is given before the first run. */
  ReachSet target = {.kind = REACH_PREDICATE, .predicate = LIT_FALSE};
  search->reach = reach_new(e->model, from, &target, &e->reach_options);
  search->target = LIT_FALSE;
  search->now = search->next = LIT_TRUE;
  e->stats.reach_queries++;
}

void search_tasks(Iictl *e, Search *search, const TaskSet *from) {
  search_close(search);
  if (from->predicate != LIT_NONE) {
    search->source = from->predicate;
    ReachSet set = {.kind = REACH_PREDICATE, .predicate = from->predicate};
    begin(e, search, &set);
    return;
  }
  VEC(Cube *) cubes = {0};
  for (size_t i = 0; i < from->states.size; i++) {
    vec_push(&cubes, cube_of_state(e->system, &from->states.data[i]));
    vec_push(&search->sources, bits_copy(&from->states.data[i]));
  }
  ReachSet set = {
      .kind = REACH_CUBES, .cubes = (const Cube *const *)cubes.data, .count = cubes.size};
  begin(e, search, &set);
  for (size_t i = 0; i < cubes.size; i++) clause_free(cubes.data[i]);
  vec_free(&cubes);
}

void search_successors(Iictl *e, Search *search, const Bits *from) {
  search_close(search);
  Cube *cube = cube_of_state(e->system, from);
  const Cube *cubes[] = {cube};
  ReachSet set = {.kind = REACH_SUCCESSORS, .cubes = cubes, .count = 1};
  begin(e, search, &set);
  clause_free(cube);
}

ReachResult search_run(Search *search, Lit target, Lit now, Lit next, Budget *budget) {
  if (search->now != now) reach_constrain_predicate(search->reach, now, false);
  if (search->next != next) reach_constrain_predicate(search->reach, next, true);
  if (search->target != target) {
    ReachSet set = {.kind = REACH_PREDICATE, .predicate = target};
    reach_retarget(search->reach, &set);
  }
  search->now = now;
  search->next = next;
  search->target = target;
  ReachResult result = reach_run(search->reach, budget);
  search->waiting = result == REACH_UNKNOWN;
  return result;
}

ClauseVec search_proof(Iictl *e, Search *search) {
  ClauseVec proof = reach_proof(search->reach);
  if (!decide_goes_on(e)) return proof;
  Budget slice = budget_slice(&e->hard, REFINE_LEAST + reach_stats(search->reach)->query_work);
  refine_shrink(search->reach, &proof, &slice);
  refine_weaken(search->reach, &proof, &slice);
  return proof;
}

void search_close(Search *search) {
  reach_free(search->reach);
  states_free(&search->sources);
  *search = (Search){.source = LIT_NONE, .target = LIT_NONE};
}
