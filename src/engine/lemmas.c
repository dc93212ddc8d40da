/* See lemmas.h.
 *
 * Why a board stays inductive when an offer leaves out what is subsumed: with the board B and an
 * inductive set S, B and S is inductive, and a clause of S that B implies changes nothing in it. */
#include "engine/lemmas.h"

#include "engine/houdini.h"
#include "logic/cnf.h"
#include "system/unroll.h"

struct LemmaBoard {
  ClauseVec clauses;
  bool has_pairs; /* lemmas_pairs were offered, or could not be found */
  LemmaTransport transport;
};

LemmaBoard *lemma_board_new(void) { return mem_zalloc(sizeof(LemmaBoard)); }

void lemma_board_free(LemmaBoard *board) {
  if (!board) return;
  clauses_free(&board->clauses);
  mem_free(board);
}

void lemma_board_connect(LemmaBoard *board, LemmaTransport transport) {
  board->transport = transport;
}

static bool subsumed(const ClauseVec *clauses, const Clause *clause) {
  for (size_t i = 0; i < clauses->size; i++)
    if (clause_subsumes(clauses->data[i], clause)) return true;
  return false;
}

static ClauseVec view_from(const LemmaBoard *board, size_t position) {
  size_t count = board->clauses.size - position;
  return (ClauseVec){.data = count ? board->clauses.data + position : NULL, .size = count};
}

void lemma_board_receive(LemmaBoard *board, const ClauseVec *clauses) {
  for (size_t i = 0; i < clauses->size; i++)
    if (!subsumed(&board->clauses, clauses->data[i]))
      vec_push(&board->clauses, clause_copy(clauses->data[i]));
}

void lemma_board_offer(LemmaBoard *board, const ClauseVec *clauses) {
  size_t before = board->clauses.size;
  lemma_board_receive(board, clauses);
  if (board->clauses.size == before || !board->transport.on_offer) return;
  ClauseVec fresh = view_from(board, before);
  board->transport.on_offer(board->transport.context, &fresh);
}

ClauseVec lemma_board_take(LemmaBoard *board, size_t *position) {
  if (board->transport.on_poll) board->transport.on_poll(board->transport.context, board);
  ClauseVec fresh = view_from(board, *position);
  *position = board->clauses.size;
  return fresh;
}

void lemmas_begin(const Task *task, LemmaBoard *board, size_t *position, ClauseVec *known,
                  uint64_t most, Budget *budget) {
  if (!board || !board->has_pairs) {
    Budget limited = budget_without_work(budget); /* a slice must not decide what is found */
    limited.work = most;
    ClauseVec pairs = lemmas_pairs(task, &limited);
    budget_use(budget, limited.used);
    if (!board) {
      *known = pairs;
      return;
    }
    board->has_pairs = limited.used < most; /* else somebody else may try harder */
    lemma_board_offer(board, &pairs);
    clauses_free(&pairs);
  }
  lemmas_know(board, position, known);
}

void lemmas_know(LemmaBoard *board, size_t *position, ClauseVec *known) {
  if (!board) return;
  ClauseVec fresh = lemma_board_take(board, position);
  for (size_t i = 0; i < fresh.size; i++) vec_push(known, clause_copy(fresh.data[i]));
}

/* ---- the inductive part ---------------------------------------------------------------------- */

/* Removes the marked clauses. */
static void remove_marked(ClauseVec *clauses, const Bits *marked) {
  size_t kept = 0;
  for (size_t i = 0; i < clauses->size; i++) {
    if (bits_get(marked, i)) clause_free(clauses->data[i]);
    else clauses->data[kept++] = clauses->data[i];
  }
  clauses->size = kept;
}

static void remove_foreign(const System *system, ClauseVec *clauses) {
  Roles roles = roles_new(system);
  Bits foreign = bits_new(clauses->size);
  for (size_t i = 0; i < clauses->size; i++)
    for (size_t k = 0; k < clauses->data[i]->size; k++) {
      uint32_t node = lit_node(clauses->data[i]->lits[k]);
      if (node >= roles.size || roles.role[node] != ROLE_LATCH) bits_put(&foreign, i, true);
    }
  remove_marked(clauses, &foreign);
  bits_free(&foreign);
  roles_free(&roles);
}

/* The clauses in step `at` of an unrolling, and a solver that looks for a run to there that
 * violates one of them. */
typedef struct {
  Unroll *unroll;
  Sat *sat;
  Cnf *cnf;
  IntVec violated; /* by clause: its negation in step `at` */
  IntVec assumed;  /* by clause: implies that it holds in step 0; none if `at` is 0 */
} Search;

static Lit clause_at(Search *search, const Clause *clause, size_t at) {
  LitVec lits = {0};
  for (size_t i = 0; i < clause->size; i++)
    vec_push(&lits, unroll_literal(search->unroll, clause->lits[i], at));
  Lit all = aig_or_all(unroll_aig(search->unroll), lits.data, lits.size);
  vec_free(&lits);
  return all;
}

static Search search_new(const System *system, const ClauseVec *given, const ClauseVec *clauses,
                         size_t at) {
  Search search = {.unroll = unroll_new(system, at == 0), .sat = sat_new(SAT_CADICAL)};
  search.cnf = cnf_new(unroll_aig(search.unroll), search.sat);
  cnf_assert(search.cnf, unroll_constraint(search.unroll, 0));
  for (size_t i = 0; i < given->size; i++)
    cnf_assert(search.cnf, clause_at(&search, given->data[i], 0));
  for (size_t i = 0; i < clauses->size; i++) {
    Lit after = clause_at(&search, clauses->data[i], at);
    vec_push(&search.violated, -cnf_literal(search.cnf, after, CNF_BOTH));
    if (!at) continue;
    vec_push(&search.assumed, sat_variable(search.sat));
    Lit now = clause_at(&search, clauses->data[i], 0);
    sat_clause2(search.sat, -vec_last(&search.assumed), cnf_literal(search.cnf, now, CNF_POSITIVE));
  }
  return search;
}

static void search_free(Search *search) {
  cnf_free(search->cnf);
  sat_free(search->sat);
  unroll_free(search->unroll);
  vec_free(&search->violated);
  vec_free(&search->assumed);
}

/* Removes clauses that are violated in step `at`; false if the budget is spent. */
static bool remove_violated(const System *system, const ClauseVec *given, ClauseVec *clauses,
                            size_t at, Budget *budget) {
  Search search = search_new(system, given, clauses, at);
  Bits gone = bits_new(clauses->size);
  bool done = houdini(search.sat, &search.violated, &search.assumed, &gone, budget);
  search_free(&search);
  remove_marked(clauses, &gone);
  bits_free(&gone);
  return done;
}

/* The largest part that is inductive relative to an invariant that is given. */
static void relative_part(const Task *task, const ClauseVec *given, ClauseVec *clauses,
                          Budget *budget) {
  remove_foreign(task->system, clauses);
  if (remove_violated(task->system, given, clauses, 0, budget) &&
      remove_violated(task->system, given, clauses, 1, budget))
    return;
  clauses_free(clauses);
}

void lemmas_inductive_part(const Task *task, ClauseVec *clauses, Budget *budget) {
  relative_part(task, &(ClauseVec){0}, clauses, budget);
}

/* ---- an engine's connection ------------------------------------------------------------------ */

/* A clause over the first `count` latches of one system in the other; NULL if it reads others. */
static Clause *translate(const Clause *clause, const Roles *roles, const System *to, size_t count) {
  LitVec lits = {0};
  for (size_t i = 0; i < clause->size; i++) {
    uint32_t node = lit_node(clause->lits[i]);
    size_t latch =
        node < roles->size && roles->role[node] == ROLE_LATCH ? roles->index[node] : count;
    if (latch < count)
      vec_push(&lits, lit_not_if(to->latches.data[latch].current, lit_negated(clause->lits[i])));
  }
  Clause *translated = lits.size == clause->size ? clause_new(lits.data, lits.size) : NULL;
  vec_free(&lits);
  return translated;
}

ClauseVec lemmas_translate(const ClauseVec *clauses, const System *from, const System *to,
                           size_t count) {
  Roles roles = roles_new(from);
  ClauseVec translated = {0};
  for (size_t i = 0; i < clauses->size; i++) {
    Clause *clause = translate(clauses->data[i], &roles, to, count);
    if (clause) vec_push(&translated, clause);
  }
  roles_free(&roles);
  return translated;
}

void lemma_link_give(LemmaLink *link, Reach *reach, const ClauseVec *known, size_t position) {
  const System *own = link->task->system;
  ClauseVec translated = lemmas_translate(known, own, link->system, own->latches.size);
  reach_add_invariant(reach, &translated);
  clauses_free(&translated);
  link->position = position;
  link->looked_at = reach_stats(reach)->infinite_lemmas;
}

static void import(LemmaLink *link, Reach *reach) {
  size_t position = link->position;
  ClauseVec fresh = lemma_board_take(link->board, &position);
  if (fresh.size) lemma_link_give(link, reach, &fresh, position);
}

static void remove_subsumed(const ClauseVec *by, ClauseVec *clauses) {
  Bits marked = bits_new(clauses->size);
  for (size_t i = 0; i < clauses->size; i++) bits_put(&marked, i, subsumed(by, clauses->data[i]));
  remove_marked(clauses, &marked);
  bits_free(&marked);
}

/* Of an extended system, the clauses over the task's latches alone may have been proved with the
 * help of others: those are offered that are inductive without, relative to the board. */
static void offer(LemmaLink *link, const Reach *reach, Budget *budget) {
  const System *own = link->task->system;
  ClauseVec infinite = reach_infinite(reach);
  ClauseVec clauses = lemmas_translate(&infinite, link->system, own, own->latches.size);
  clauses_free(&infinite);
  if (link->system != own && clauses.size) {
    Budget hard = budget_without_work(budget); /* a slice must not decide what is offered */
    remove_subsumed(&link->board->clauses, &clauses);
    relative_part(link->task, &link->board->clauses, &clauses, &hard);
    budget_use(budget, hard.used);
  }
  lemma_board_offer(link->board, &clauses);
  clauses_free(&clauses);
}

void lemma_link_exchange(LemmaLink *link, Reach *reach, Budget *budget) {
  if (!link->board) return;
  bool news = link->looked_at < reach_stats(reach)->infinite_lemmas;
  import(link, reach);
  if (news) offer(link, reach, budget);
  if (news) link->position = link->board->clauses.size;  /* it has what it has offered */
  link->looked_at = reach_stats(reach)->infinite_lemmas; /* with those from the board */
}

void lemma_link_renew(LemmaLink *link, const System *system) {
  link->system = system;
  link->position = 0;
  link->looked_at = 0;
}
