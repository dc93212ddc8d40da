#include "engine/localise/abstraction.h"

#include "base/memory.h"
#include "engine/lemmas.h"

/* Inputs for all variables of the task that are read and have no image yet. */
static void add_inputs(Abstraction *abstraction, const System *system, const LitVec *roots,
                       Lit *map) {
  Bits seen = bits_new(system->aig->size);
  U32Vec order = {0};
  aig_cone(system->aig, roots->data, roots->size, &seen, &order);
  for (size_t i = 0; i < order.size; i++)
    if (aig_is_variable(system->aig, order.data[i]) && map[order.data[i]] == LIT_NONE)
      map[order.data[i]] = system_input(abstraction->system);
  vec_free(&order);
  bits_free(&seen);
}

Abstraction *abstraction_new(const Task *task, const U32Vec *kept) {
  Abstraction *abstraction = mem_zalloc(sizeof *abstraction);
  const System *system = task->system;
  System *own = abstraction->system = system_new();
  Lit *map = aig_map_new(system->aig);
  LitVec roots = {0};
  vec_push(&roots, task->bad);
  vec_append(&roots, &system->constraints);
  for (size_t i = 0; i < kept->size; i++) {
    const Latch *latch = system->latches.data + kept->data[i];
    map[lit_node(latch->current)] = system_latch(own, latch->reset);
    vec_push(&roots, latch->next);
  }
  vec_append(&abstraction->latches, kept);
  add_inputs(abstraction, system, &roots, map);
  for (size_t i = 0; i < kept->size; i++)
    system_set_next(own, own->latches.data[i].current,
                    aig_copy(own->aig, system->aig, system->latches.data[kept->data[i]].next, map));
  for (size_t i = 0; i < system->constraints.size; i++)
    vec_push(&own->constraints, aig_copy(own->aig, system->aig, system->constraints.data[i], map));
  abstraction->bad = aig_copy(own->aig, system->aig, task->bad, map);
  vec_free(&roots);
  mem_free(map);
  return abstraction;
}

void abstraction_free(Abstraction *abstraction) {
  if (!abstraction) return;
  system_free(abstraction->system);
  vec_free(&abstraction->latches);
  mem_free(abstraction);
}

void abstraction_begin_with(const Abstraction *abstraction, Reach *reach,
                            const Abstraction *coarser, const ReachFrames *frames) {
  ReachFrames own = {0};
  for (size_t k = 0; k < frames->size; k++)
    vec_push(&own, lemmas_translate(&frames->data[k], coarser->system, abstraction->system,
                                    coarser->latches.size));
  reach_begin_with(reach, &own);
  reach_frames_free(&own);
}

ClauseVec abstraction_clauses_back(const Abstraction *abstraction, const Task *task,
                                   const ClauseVec *clauses) {
  Roles roles = roles_new(abstraction->system);
  ClauseVec back = {0};
  LitVec lits = {0};
  for (size_t i = 0; i < clauses->size; i++) {
    const Clause *clause = clauses->data[i];
    vec_clear(&lits);
    for (size_t k = 0; k < clause->size; k++) {
      uint32_t latch = abstraction->latches.data[roles.index[lit_node(clause->lits[k])]];
      Lit current = task->system->latches.data[latch].current;
      vec_push(&lits, lit_not_if(current, lit_negated(clause->lits[k])));
    }
    vec_push(&back, clause_new(lits.data, lits.size));
  }
  vec_free(&lits);
  roles_free(&roles);
  return back;
}

Trace *abstraction_run_back(const Abstraction *abstraction, const Task *task, const Trace *run) {
  Trace *back = trace_new();
  for (size_t k = 0; k < run->steps.size; k++) {
    Step *step = trace_add_step(back, task->system);
    for (size_t i = 0; i < abstraction->latches.size; i++)
      bits_put(&step->latches, abstraction->latches.data[i],
               bits_get(&run->steps.data[k].latches, i));
  }
  return back;
}
