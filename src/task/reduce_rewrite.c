/* Rewriting within one step: the same latches and inputs, and the same functions of them by fewer
 * gates. So runs and witnesses are those of the source, and nothing has to be assumed. What the
 * functions then no longer read is dropped as ever. */
#include "logic/aig_rewrite.h"
#include "task/reduce_pass.h"

enum {
  MOST_ROUNDS = 6,
  WORTH = 50 /* another round follows if the last one saved more than one in so many gates */
};

/* All literals that a task has, as places. */
typedef VEC(Lit *) Places;

static void add_places(Places *places, LitVec *literals) {
  for (size_t i = 0; i < literals->size; i++)
    if (literals->data[i] != LIT_NONE) vec_push(places, literals->data + i);
}

static Places places_of(Task *task) {
  Places places = {0};
  System *system = task->system;
  for (size_t i = 0; i < system->latches.size; i++)
    vec_push(&places, &system->latches.data[i].next);
  add_places(&places, &system->constraints);
  add_places(&places, &system->fairness);
  vec_push(&places, &task->bad);
  add_places(&places, &task->conditions);
  add_places(&places, &task->atoms);
  return places;
}

static void map_variable(Aig *to, Lit *map, Lit *variable) {
  Lit copy = aig_variable(to);
  map[lit_node(*variable)] = copy;
  *variable = copy;
}

/* Gives the task another graph. */
static void change_graph(Task *task, bool balance, Budget *budget) {
  System *system = task->system;
  Aig *old = system->aig;
  Places places = places_of(task);
  LitVec roots = {0};
  for (size_t i = 0; i < places.size; i++) vec_push(&roots, *places.data[i]);
  system->aig = aig_new();
  Lit *map = aig_map_new(old);
  for (size_t i = 0; i < system->inputs.size; i++)
    map_variable(system->aig, map, system->inputs.data + i);
  for (size_t i = 0; i < system->latches.size; i++)
    map_variable(system->aig, map, &system->latches.data[i].current);
  if (system->first != LIT_NONE) system->first = aig_map_lit(map, system->first);
  if (balance) aig_balance(system->aig, old, &roots, map);
  else aig_rewrite(system->aig, old, &roots, map, budget);
  for (size_t i = 0; i < places.size; i++) *places.data[i] = aig_map_lit(map, *places.data[i]);
  vec_free(&roots);
  vec_free(&places);
  mem_free(map);
  aig_free(old);
}

/* Gates that the task needs. */
static size_t size_of(Task *task) {
  Places places = places_of(task);
  LitVec roots = {0};
  for (size_t i = 0; i < places.size; i++) vec_push(&roots, *places.data[i]);
  U32Vec readers = aig_readers(task->system->aig, &roots);
  size_t size = 0;
  for (uint32_t node = 1; node < readers.size; node++)
    size += readers.data[node] && aig_is_and(task->system->aig, node);
  vec_free(&readers);
  vec_free(&roots);
  vec_free(&places);
  return size;
}

Pass *pass_rewritten(const Task *source, bool all, Budget *budget, uint64_t *saved) {
  Task *task = task_copy(source);
  size_t first = size_of(task), before, after = first;
  int rounds = 0;
  do {
    before = after;
    change_graph(task, true, budget);
    change_graph(task, false, budget);
    after = size_of(task);
  } while (++rounds < MOST_ROUNDS && after + before / WORTH < before && !budget_spent(budget));
  Pass *pass = NULL;
  if (after < first) {
    pass = pass_new(task, replacement_new(task->system), all);
    pass->source = source;
    *saved += first - after;
  }
  task_free(task);
  return pass;
}
