/* The board of lemmas (engine/lemmas.h): what other engines on the task know of its reachable
 * states becomes part of R. The structure has other latches than the task, in part: clauses about
 * those that it has not are left out, and of the others that part is taken which is inductive
 * without them. */
#include "base/memory.h"
#include "engine/iictl/internal.h"
#include "engine/lemmas.h"

enum {
  MOST_CLAUSES = 500,    /* a proof with more of them takes long to check */
  HOUDINI_WORK = 1000000 /* for the inductive part */
};

/* By latch of the task's system: its literal in the structure at hand, or LIT_NONE. */
static Lit *literals_of(const Iictl *e) {
  Lit *literals = mem_array(e->task->system->latches.size, sizeof *literals);
  for (size_t i = 0; i < e->task->system->latches.size; i++) literals[i] = LIT_NONE;
  for (size_t i = 0; i < e->system->latches.size; i++) {
    Lit current = e->system->latches.data[i].current;
    uint32_t origin = e->latch_origins.data[bounds_number(e, lit_node(current))];
    if (origin != UINT32_MAX && !(origin & 1)) literals[origin / 2] = current;
  }
  return literals;
}

static Clause *translate(const Clause *clause, const Roles *roles, const Lit *literals) {
  LitVec lits = {0};
  for (size_t i = 0; i < clause->size; i++) {
    Lit lit = literals[roles->index[lit_node(clause->lits[i])]];
    if (lit != LIT_NONE) vec_push(&lits, lit_not_if(lit, lit_negated(clause->lits[i])));
  }
  Clause *translated = lits.size == clause->size ? clause_new(lits.data, lits.size) : NULL;
  vec_free(&lits);
  return translated;
}

static ClauseVec translate_all(const Iictl *e, const ClauseVec *view) {
  Lit *literals = literals_of(e);
  Roles roles = roles_new(e->task->system);
  ClauseVec clauses = {0};
  for (size_t i = 0; i < view->size && clauses.size < MOST_CLAUSES; i++) {
    Clause *clause = translate(view->data[i], &roles, literals);
    if (clause && !invariant_has(e, clause)) vec_push(&clauses, clause);
    else if (clause) clause_free(clause);
  }
  roles_free(&roles);
  mem_free(literals);
  return clauses;
}

void share_lemmas(Iictl *e) {
  if (!e->setup.lemmas) return;
  ClauseVec view = lemma_board_take(e->setup.lemmas, &e->board_position);
  if (!view.size) return;
  ClauseVec news = translate_all(e, &view);
  Task structure = {.kind = TASK_BAD, .system = e->system, .bad = LIT_FALSE};
  Budget limit = budget_slice(&e->hard, HOUDINI_WORK);
  if (news.size) lemmas_inductive_part(&structure, &news, &limit);
  if (news.size) {
    update_reachable(e, &news);
    if (e->global) reach_add_invariant(e->global, &news);
    vec_append(&e->invariant, &news);
    e->stats.lemmas += news.size;
  }
  vec_free(&news);
}
