/* One solver serves a refinement: the transition CNF, the constraints of the system and C, and for
 * every clause c_j of the proof two literals, `holds` which implies c_j and `fails` which implies
 * not c_j'. A set S of clauses is inductive if assuming `holds` for all of S and the temporary
 * clause of their `fails` is unsatisfiable; the core over `holds` names the clauses that support S.
 * */
#include "engine/reach/refine.h"

#include "engine/reach/internal.h"

typedef struct {
  Clause *clause;
  int holds, fails;
} Member;

typedef struct {
  Reach *reach;
  Solver *solver;
  Budget *budget;
  VEC(Member) members; /* all that ever were in the proof; the proof is a set of their numbers */
} Refinement;

typedef VEC(uint32_t) Subset; /* numbers of members */

static uint32_t add_member(Refinement *r, Clause *clause) {
  Sat *sat = r->solver->sat;
  const ReachModel *model = r->reach->model;
  Member member = {clause, sat_variable(sat), sat_variable(sat)};
  IntVec lits = {0};
  vec_push(&lits, -member.holds);
  for (size_t i = 0; i < clause->size; i++) {
    vec_push(&lits, now_literal(model, clause->lits[i]));
    sat_clause2(sat, -member.fails, -next_literal(model, r->solver, clause->lits[i]));
  }
  sat_clause(sat, lits.data, lits.size);
  vec_free(&lits);
  vec_push(&r->members, member);
  return (uint32_t)r->members.size - 1;
}

static Refinement refinement_open(Reach *reach, const ClauseVec *proof, Budget *budget,
                                  Subset *subset) {
  reach_begin(reach, budget);
  Refinement r = {.reach = reach, .solver = solver_new(reach), .budget = budget};
  solver_assert_system(reach, r.solver);
  solver_assert_constraints(reach, r.solver);
  for (size_t i = 0; i < proof->size; i++) {
    uint32_t number = add_member(&r, clause_copy(proof->data[i]));
    vec_push(subset, number);
  }
  return r;
}

/* The subset becomes the proof. */
static void refinement_close(Refinement *r, Subset *subset, ClauseVec *proof) {
  clauses_free(proof);
  for (size_t i = 0; i < subset->size; i++)
    vec_push(proof, clause_copy(r->members.data[subset->data[i]].clause));
  for (size_t i = 0; i < r->members.size; i++) clause_free(r->members.data[i].clause);
  vec_free(&r->members);
  vec_free(subset);
  solver_free(r->solver);
}

static bool stopped(const Refinement *r) {
  return r->reach->interrupted || budget_spent(r->budget);
}

static SatResult solve(Refinement *r) {
  SatResult result = sat_solve(r->solver->sat, r->budget);
  if (result == SAT_UNKNOWN) r->reach->interrupted = true;
  return result;
}

static void assume_subset(Refinement *r, const Subset *subset) {
  for (size_t i = 0; i < subset->size; i++)
    sat_assume(r->solver->sat, r->members.data[subset->data[i]].holds);
}

/* Marks the members that the last unsatisfiable query needed. */
static void mark_core(Refinement *r, const Subset *subset, Bits *needed) {
  for (size_t i = 0; i < subset->size; i++)
    if (sat_failed(r->solver->sat, r->members.data[subset->data[i]].holds))
      bits_set(needed, subset->data[i]);
}

/* Whether an edge leads out of the subset: then `lost` marks the clauses that are false at its end.
 * */
static SatResult query_consecution(Refinement *r, const Subset *subset, Bits *lost, Bits *needed) {
  if (!subset->size) return SAT_UNSATISFIABLE;
  Sat *sat = r->solver->sat;
  IntVec fails = {0};
  for (size_t i = 0; i < subset->size; i++)
    vec_push(&fails, r->members.data[subset->data[i]].fails);
  sat_temporary(sat, fails.data, fails.size);
  vec_free(&fails);
  sat_assume(sat, r->solver->edge);
  assume_subset(r, subset);
  SatResult result = solve(r);
  if (result == SAT_UNSATISFIABLE && needed) mark_core(r, subset, needed);
  for (size_t i = 0; result == SAT_SATISFIABLE && lost && i < subset->size; i++) {
    const Clause *clause = r->members.data[subset->data[i]].clause;
    bool holds = false;
    for (size_t k = 0; k < clause->size && !holds; k++)
      holds = sat_value(sat, next_literal(r->reach->model, r->solver, clause->lits[k]));
    if (!holds) bits_set(lost, subset->data[i]);
  }
  return result;
}

/* Whether the subset and the constraints of the system leave a step of G. */
static SatResult query_exclusion(Refinement *r, const Subset *subset, Bits *needed) {
  for (size_t a = 0; a < r->reach->targets.size; a++) {
    const LitVec *target = &r->reach->targets.data[a];
    IntVec lits = {0};
    for (size_t i = 0; i < target->size; i++) {
      int literal = solver_predicate(r->reach, r->solver, target->data[i]);
      vec_push(&lits, literal);
    }
    for (size_t i = 0; i < lits.size; i++) sat_assume(r->solver->sat, lits.data[i]);
    vec_free(&lits);
    if (r->reach->target_leaves) {
      sat_assume(r->solver->sat, r->solver->edge);
      sat_assume(r->solver->sat, r->solver->last);
    }
    assume_subset(r, subset);
    SatResult result = solve(r);
    if (result != SAT_UNSATISFIABLE) return result;
    if (needed) mark_core(r, subset, needed);
  }
  return SAT_UNSATISFIABLE;
}

/* ---- strengthening --------------------------------------------------------------------------- */

/* Whether the subset with the negation of the cube added still implies that negation after an edge;
 * then `core` is the part of the cube that is needed, and apart from F. */
static bool inductive(Refinement *r, const Subset *subset, const Lit *cube, size_t size,
                      LitVec *core) {
  const ReachModel *model = r->reach->model;
  Sat *sat = r->solver->sat;
  if (!initiation_holds(r->reach, cube, size)) return false;
  vec_clear(core);
  if (!size) return true; /* F is empty: the empty clause is a proof of anything */
  IntVec clause = {0};
  for (size_t i = 0; i < size; i++) vec_push(&clause, -now_literal(model, cube[i]));
  sat_temporary(sat, clause.data, clause.size);
  vec_free(&clause);
  sat_assume(sat, r->solver->edge);
  assume_subset(r, subset);
  for (size_t i = 0; i < size; i++) sat_assume(sat, next_literal(model, r->solver, cube[i]));
  if (solve(r) != SAT_UNSATISFIABLE) return false;
  for (size_t i = 0; i < size; i++)
    if (sat_failed(sat, next_literal(model, r->solver, cube[i]))) vec_push(core, cube[i]);
  if (core->size < size) initiation_repair(r->reach, cube, size, core);
  return !r->reach->interrupted;
}

/* MIC on the member at a place of the subset; true if it has become smaller. Clauses that it
 * subsumes leave the subset. */
static bool shrink_member(Refinement *r, Subset *subset, size_t place) {
  Cube *cube = clause_negation(r->members.data[subset->data[place]].clause);
  LitVec now = {0}, candidate = {0}, core = {0};
  for (size_t i = 0; i < cube->size; i++) vec_push(&now, cube->lits[i]);
  for (size_t i = 0; i < cube->size && !stopped(r); i++) {
    vec_clear(&candidate);
    for (size_t k = 0; k < now.size; k++)
      if (now.data[k] != cube->lits[i]) vec_push(&candidate, now.data[k]);
    if (candidate.size == now.size) continue; /* went with an earlier core */
    if (!inductive(r, subset, candidate.data, candidate.size, &core)) continue;
    vec_clear(&now);
    vec_append(&now, &core);
  }
  bool smaller = now.size < cube->size;
  if (smaller) {
    Cube *rest = clause_new(now.data, now.size);
    uint32_t number = add_member(r, clause_negation(rest));
    clause_free(rest);
    size_t kept = 0;
    for (size_t i = 0; i < subset->size; i++) {
      const Clause *other = r->members.data[subset->data[i]].clause;
      if (i == place) subset->data[kept++] = number;
      else if (!clause_subsumes(r->members.data[number].clause, other))
        subset->data[kept++] = subset->data[i];
    }
    subset->size = kept;
  }
  clause_free(cube);
  vec_free(&now);
  vec_free(&candidate);
  vec_free(&core);
  return smaller;
}

void refine_strengthen(Reach *reach, ClauseVec *proof, Budget *budget) {
  Subset subset = {0};
  Refinement r = refinement_open(reach, proof, budget, &subset);
  for (bool changed = true; changed && !stopped(&r);) {
    changed = false;
    for (size_t i = 0; i < subset.size; i++)
      if (shrink_member(&r, &subset, i)) changed = true;
  }
  refinement_close(&r, &subset, proof);
}

void refine_property(Reach *reach, ClauseVec *proof, Budget *budget) {
  if (reach->targets.size != 1 || !reach->targets_are_states) return;
  Subset subset = {0};
  Refinement r = refinement_open(reach, proof, budget, &subset);
  const LitVec *target = &reach->targets.data[0];
  Cube *cube = clause_new(target->data, target->size);
  Clause *property = clause_negation(cube);
  bool implied = false; /* by a clause that is part of it already */
  for (size_t i = 0; i < subset.size && !implied; i++)
    if (clause_subsumes(r.members.data[subset.data[i]].clause, property))
      implied = true, shrink_member(&r, &subset, i);
  if (!implied) {
    uint32_t number = add_member(&r, clause_copy(property));
    vec_push(&subset, number);
    shrink_member(&r, &subset, subset.size - 1);
  }
  clause_free(property);
  clause_free(cube);
  refinement_close(&r, &subset, proof);
}

/* ---- weakening ------------------------------------------------------------------------------- */

static void keep(Subset *subset, const Bits *which, bool marked) {
  size_t kept = 0;
  for (size_t i = 0; i < subset->size; i++)
    if (bits_get(which, subset->data[i]) == marked) subset->data[kept++] = subset->data[i];
  subset->size = kept;
}

/* The clauses K that the core of consecution names imply all clauses after an edge; those that the
 * core of exclusion names keep G out. Together they are a proof. */
static void shrink(Refinement *r, Subset *subset) {
  for (bool changed = true; changed && !stopped(r);) {
    Bits needed = bits_new(r->members.size);
    size_t before = subset->size;
    changed = query_exclusion(r, subset, &needed) == SAT_UNSATISFIABLE &&
              query_consecution(r, subset, NULL, &needed) == SAT_UNSATISFIABLE;
    if (changed) keep(subset, &needed, true);
    changed = changed && subset->size < before;
    bits_free(&needed);
  }
}

void refine_shrink(Reach *reach, ClauseVec *proof, Budget *budget) {
  Subset subset = {0};
  Refinement r = refinement_open(reach, proof, budget, &subset);
  shrink(&r, &subset);
  refinement_close(&r, &subset, proof);
}

/* Drops what is not supported by the rest until the rest is inductive; false if G comes in. */
static bool settle(Refinement *r, Subset *subset) {
  for (;;) {
    if (query_exclusion(r, subset, NULL) != SAT_UNSATISFIABLE) return false;
    Bits lost = bits_new(r->members.size);
    SatResult result = query_consecution(r, subset, &lost, NULL);
    if (result == SAT_SATISFIABLE) keep(subset, &lost, false);
    bits_free(&lost);
    if (result != SAT_SATISFIABLE) return result == SAT_UNSATISFIABLE;
  }
}

/* The longest clauses first: they are the most specific to the query. */
static uint32_t longest_untried(const Refinement *r, const Subset *subset, const Bits *tried) {
  uint32_t best = UINT32_MAX;
  for (size_t i = 0; i < subset->size; i++) {
    uint32_t number = subset->data[i];
    if (bits_get(tried, number)) continue;
    if (best == UINT32_MAX ||
        r->members.data[number].clause->size > r->members.data[best].clause->size)
      best = number;
  }
  return best;
}

void refine_weaken(Reach *reach, ClauseVec *proof, Budget *budget) {
  Subset subset = {0}, attempt = {0};
  Refinement r = refinement_open(reach, proof, budget, &subset);
  Bits tried = bits_new(r.members.size), one = bits_new(r.members.size);
  shrink(&r, &subset);
  for (uint32_t number; (number = longest_untried(&r, &subset, &tried)) != UINT32_MAX;) {
    if (stopped(&r)) break;
    bits_set(&tried, number);
    bits_fill(&one, false);
    bits_set(&one, number);
    vec_clear(&attempt);
    vec_append(&attempt, &subset);
    keep(&attempt, &one, false);
    if (!settle(&r, &attempt)) continue; /* back to the last proof */
    shrink(&r, &attempt);
    vec_clear(&subset);
    vec_append(&subset, &attempt);
  }
  bits_free(&tried);
  bits_free(&one);
  vec_free(&attempt);
  refinement_close(&r, &subset, proof);
}

void refine_minimize(Reach *reach, ClauseVec *proof, Budget *budget) {
  size_t clauses, literals;
  do {
    clauses = proof->size;
    literals = clauses_literals(proof);
    refine_strengthen(reach, proof, budget);
    refine_weaken(reach, proof, budget);
  } while (!budget_spent(budget) && (proof->size < clauses || clauses_literals(proof) < literals));
}
