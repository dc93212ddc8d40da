/* See sharing.h. */
#include "engine/symbolic/sharing.h"

enum {
  MOST_KNOWN = 5000,      /* nodes of the set of what is on the board */
  MOST_CLAUSES = 1000,    /* that one set of states may be */
  WINDOW = 8,             /* latches at a time, where the set as a whole takes more */
  HOUDINI_WORK = 3000000, /* for the inductive part of what is said of these */
  RINGS_DUE = 10000000    /* steps before rings are offered first; then twice as many, and so on */
};

void sharing_open(Sharing *sharing, LemmaBoard *board, const Task *task, const System *system,
                  const U32Vec *origins) {
  *sharing = (Sharing){.board = board, .task = task, .rings_due = RINGS_DUE};
  for (uint32_t i = 0; i < system->latches.size; i++) {
    uint32_t origin = i < task->system->latches.size ? i : UINT32_MAX;
    if (origins) { /* 2 * a latch, or 2 * an input + 1 */
      uint32_t from = origins->data[i];
      origin = from == UINT32_MAX || from & 1 ? UINT32_MAX : from / 2;
    }
    vec_push(&sharing->origins, origin);
  }
}

void sharing_close(Sharing *sharing) { vec_free(&sharing->origins); }

/* A step that is tried once: a failure is an answer, too. */
typedef struct {
  Sharing *sharing;
  SymbolicModel *model;
  Bdd result;
  ClauseVec clauses;
  const Approximate *approximate;
} Talk;

/* ---- from the board ---- */

/* The clause as a set; BDD_NONE also if it reads a latch that the model has not. */
static Bdd clause_states(SymbolicModel *model, const Clause *clause, const Roles *roles,
                         const uint32_t *latch_of) {
  BddManager *m = model->manager;
  Bdd any = BDD_FALSE;
  for (size_t i = 0; i < clause->size && any != BDD_NONE; i++) {
    uint32_t latch = latch_of[roles->index[lit_node(clause->lits[i])]];
    if (latch == UINT32_MAX) return BDD_NONE;
    Bdd variable = bdd_variable(m, model->current[latch]);
    any = bdd_or(m, any, bdd_not_if(variable, lit_negated(clause->lits[i])));
  }
  return any;
}

/* All of them or nothing: only all are an inductive invariant together. */
static Bdd conjoin(const Talk *talk, const ClauseVec *clauses) {
  SymbolicModel *model = talk->model;
  BddManager *m = model->manager;
  const System *common = talk->sharing->task->system;
  Roles roles = roles_new(common);
  uint32_t *latch_of = mem_array(common->latches.size, sizeof *latch_of);
  for (size_t i = 0; i < common->latches.size; i++) latch_of[i] = UINT32_MAX;
  for (uint32_t i = 0; i < talk->sharing->origins.size; i++)
    if (talk->sharing->origins.data[i] != UINT32_MAX) latch_of[talk->sharing->origins.data[i]] = i;
  Bdd all = BDD_TRUE;
  for (size_t i = 0; i < clauses->size && all != BDD_NONE; i++) {
    all = bdd_and(m, all, clause_states(model, clauses->data[i], &roles, latch_of));
    if (all != BDD_NONE && bdd_size(m, &all, 1) > MOST_KNOWN) all = BDD_NONE;
  }
  mem_free(latch_of);
  roles_free(&roles);
  return bdd_or(m, all, model->initial);
}

static bool know(void *context) {
  Talk *talk = context;
  Sharing *sharing = talk->sharing;
  ClauseVec view = lemma_board_take(sharing->board, &sharing->position);
  Bdd known = conjoin(talk, &view);
  talk->result = known == BDD_NONE ? BDD_TRUE : known;
  sharing->taken = known == BDD_NONE ? 0 : view.size;
  return true;
}

SymbolicEnd sharing_know(Sharing *sharing, SymbolicModel *model, Bdd *states, Budget *budget) {
  *states = BDD_TRUE;
  if (!sharing->board) return SYMBOLIC_DONE;
  sharing->position = 0;
  Talk talk = {.sharing = sharing, .model = model};
  SymbolicEnd end = symbolic_do(model, know, &talk, budget);
  *states = talk.result;
  return end;
}

/* ---- to the board ---- */

/* The clauses that a set of states is, over latches with an origin: those of its complement's
 * cubes. False if there are too many, or an operation failed; then none is added. */
static bool add_clauses(Talk *talk, Bdd states) {
  const Sharing *sharing = talk->sharing;
  SymbolicModel *model = talk->model;
  BddManager *m = model->manager;
  U32Vec fresh = {0}, cubes = {0};
  uint32_t *latch = mem_array(bdd_variable_count(m), sizeof *latch);
  for (uint32_t i = 0; i < sharing->origins.size; i++) {
    if (sharing->origins.data[i] == UINT32_MAX) vec_push(&fresh, model->current[i]);
    latch[model->current[i]] = sharing->origins.data[i];
  }
  Bdd old = bdd_exists(m, states, bdd_cube(m, fresh.data, fresh.size));
  bool fine = bdd_isop(m, bdd_not(old), bdd_not(old), &cubes) != BDD_NONE;
  size_t count = 0;
  for (size_t i = 0; i < cubes.size; i++) count += cubes.data[i] == UINT32_MAX;
  fine = fine && count <= MOST_CLAUSES;
  LitVec lits = {0};
  for (size_t i = 0; fine && i < cubes.size; i++) {
    if (cubes.data[i] == UINT32_MAX) {
      vec_push(&talk->clauses, clause_new(lits.data, lits.size));
      vec_clear(&lits);
      continue;
    }
    Lit current = sharing->task->system->latches.data[latch[cubes.data[i] / 2]].current;
    vec_push(&lits, lit_not_if(current, !(cubes.data[i] & 1)));
  }
  vec_free(&lits);
  vec_free(&fresh);
  vec_free(&cubes);
  mem_free(latch);
  return fine;
}

static bool whole(void *context) {
  Talk *talk = context;
  if (!add_clauses(talk, talk->result)) talk->result = BDD_NONE;
  return true;
}

/* A window is a run of latches in the order of the model's system. */
static bool windows(void *context) {
  Talk *talk = context;
  SymbolicModel *model = talk->model;
  size_t latches = model->system->latches.size;
  for (size_t first = 0; first < latches; first += WINDOW) {
    U32Vec others = {0};
    for (size_t i = 0; i < latches; i++)
      if (i < first || i >= first + WINDOW) vec_push(&others, model->current[i]);
    Bdd cube = bdd_cube(model->manager, others.data, others.size);
    vec_free(&others);
    add_clauses(talk, bdd_exists(model->manager, talk->result, cube));
  }
  return true;
}

static void offer(Talk *talk) {
  lemma_board_offer(talk->sharing->board, &talk->clauses);
  talk->sharing->offered += talk->clauses.size;
  clauses_free(&talk->clauses);
}

/* What can be said of a set a few latches at a time, as far as it is inductive. */
static SymbolicEnd find_inductive(Talk *talk, Budget *budget) {
  SymbolicEnd end = symbolic_do(talk->model, windows, talk, budget);
  Budget limit = budget_without_work(budget); /* a slice must not decide what is offered */
  limit.work = HOUDINI_WORK;
  lemmas_inductive_part(talk->sharing->task, &talk->clauses, &limit);
  budget_use(budget, limit.used);
  return end;
}

SymbolicEnd sharing_offer(Sharing *sharing, SymbolicModel *model, Bdd reachable, Budget *budget) {
  if (!sharing->board) return SYMBOLIC_DONE;
  Talk talk = {.sharing = sharing, .model = model, .result = reachable};
  SymbolicEnd end = symbolic_do(model, whole, &talk, budget);
  if (end == SYMBOLIC_DONE && talk.result == BDD_NONE) {
    talk.result = reachable;
    end = find_inductive(&talk, budget);
  }
  offer(&talk);
  return end;
}

/* A clause that holds in the rings so far need not hold in those to come, and then it is not
 * inductive, alone or with others. The first ring tells nothing. */
SymbolicEnd sharing_offer_rings(Sharing *sharing, const Reachable *forward, Budget *budget) {
  SymbolicModel *model = forward->relation->model;
  uint64_t steps = bdd_counts(model->manager).steps;
  if (!sharing->board || forward->closed || forward->rings.size < 2 || steps < sharing->rings_due)
    return SYMBOLIC_DONE;
  Talk talk = {.sharing = sharing, .model = model, .result = forward->states};
  SymbolicEnd end = find_inductive(&talk, budget);
  if (end == SYMBOLIC_DONE) {
    sharing->rings_due = 2 * steps;
    offer(&talk);
  }
  clauses_free(&talk.clauses);
  return end;
}

/* Machines with too many clauses, or a failure: nothing, since only all are inductive together. */
static bool machines(void *context) {
  Talk *talk = context;
  bool fine = true;
  for (size_t i = 0; i < talk->approximate->count && fine; i++)
    fine = add_clauses(talk, talk->approximate->machines[i].states);
  if (!fine) clauses_free(&talk->clauses);
  return true;
}

SymbolicEnd sharing_offer_machines(Sharing *sharing, const Approximate *approximate,
                                   Budget *budget) {
  if (!sharing->board) return SYMBOLIC_DONE;
  Talk talk = {.sharing = sharing, .model = approximate->model, .approximate = approximate};
  SymbolicEnd end = symbolic_do(approximate->model, machines, &talk, budget);
  offer(&talk);
  return end;
}
