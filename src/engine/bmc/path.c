#include "engine/bmc/path.h"

#include "base/memory.h"

/* Telling the solver that a latch of two states may differ; and, in one unit of work, so many pairs
 * of states are compared or gates evaluated. */
enum { WORK_PER_EQUATION = 10, LOOKS_PER_WORK = 32 };

struct Path {
  const System *system;
  PathShape shape;
  PathPairs pairs;
  Timeline *time;
  int neighbours, others; /* assumptions: such pairs of states are distinct */
  ClauseVec known;        /* owns copies */
  uint64_t distinct;      /* pairs so far */
};

Path *path_new(const System *system, PathShape shape, PathPairs pairs) {
  Path *path = mem_zalloc(sizeof *path);
  path->system = system;
  path->shape = shape;
  path->pairs = pairs;
  path->time = timeline_new(system, shape.growth, SAT_CADICAL);
  path->neighbours = sat_variable(timeline_sat(path->time));
  path->others = sat_variable(timeline_sat(path->time));
  return path;
}

void path_free(Path *path) {
  if (!path) return;
  timeline_free(path->time);
  clauses_free(&path->known);
  mem_free(path);
}

uint64_t path_pairs(const Path *path) { return path->distinct; }
const SatStats *path_sat_stats(Path *path) { return sat_stats(timeline_sat(path->time)); }

size_t path_length(const Path *path) {
  size_t count = timeline_count(path->time);
  return count ? count - 1 : 0;
}

static void make_distinct(Path *path, size_t a, size_t b, Budget *budget) {
  Timeline *time = path->time;
  IntVec clause = {0};
  vec_push(&clause, b == a + 1 ? -path->neighbours : -path->others);
  for (size_t i = 0; i < path->system->latches.size; i++) {
    Lit differ =
        aig_xor(timeline_aig(time), timeline_state(time, i, a), timeline_state(time, i, b));
    int literal = cnf_literal(timeline_cnf(time), differ, CNF_POSITIVE);
    vec_push(&clause, literal);
  }
  sat_clause(timeline_sat(time), clause.data, clause.size);
  vec_free(&clause);
  path->distinct++;
  budget_use(budget, WORK_PER_EQUATION * path->system->latches.size);
}

/* One more frame, with all that is demanded of it for good. */
static void add_frame(Path *path, Budget *budget) {
  Timeline *time = path->time;
  timeline_add(time, budget);
  size_t newest = timeline_count(time) - 1;
  const PathShape *shape = &path->shape;
  Lit demand = newest == 0 ? shape->anchor : newest == 1 ? shape->second : shape->later;
  cnf_assert(timeline_cnf(time), timeline_constraint(time));
  cnf_assert(timeline_cnf(time), timeline_literal(time, demand));
  for (size_t i = 0; i < path->known.size; i++)
    timeline_assert_clause(time, path->known.data[i], newest);
  for (size_t k = 0; k < newest && path->pairs == PAIRS_EAGER; k++)
    make_distinct(path, k, newest, budget);
}

void path_extend(Path *path, size_t length, Budget *budget) {
  while (timeline_count(path->time) <= length) add_frame(path, budget);
}

void path_know(Path *path, const ClauseVec *clauses) {
  for (size_t i = 0; i < clauses->size; i++) {
    for (size_t k = 0; k < timeline_count(path->time); k++)
      timeline_assert_clause(path->time, clauses->data[i], k);
    vec_push(&path->known, clause_copy(clauses->data[i]));
  }
}

/* Forbids the first repetition after each state of the path that was found; false if there is
 * none. Repetitions are found in the order of time, pairs are named by frames. */
static bool forbid_repetitions(Path *path, Budget *budget) {
  size_t last = path_length(path);
  Trace *trace = timeline_trace(path->time);
  budget_use(budget, (last + 1) * (last + path->system->aig->size) / LOOKS_PER_WORK);
  const Step *steps = trace->steps.data;
  bool any = false, backward = path->shape.growth == GROW_BACKWARD;
  for (size_t a = 0; a < last; a++)
    for (size_t b = a + 1; b <= last; b++)
      if (bits_equal(&steps[a].latches, &steps[b].latches)) {
        if (backward) make_distinct(path, last - b, last - a, budget);
        else make_distinct(path, a, b, budget);
        any = true;
        break;
      }
  trace_free(trace);
  return any;
}

static SatResult ask(Path *path, bool neighbours, bool others, Budget *budget) {
  Timeline *time = path->time;
  Sat *sat = timeline_sat(time);
  Lit tip = timeline_literal(time, path->shape.tip);
  if (tip != LIT_TRUE) sat_assume(sat, cnf_literal(timeline_cnf(time), tip, CNF_POSITIVE));
  if (neighbours) sat_assume(sat, path->neighbours);
  if (others) sat_assume(sat, path->others);
  return sat_solve(sat, budget);
}

SatResult path_ask(Path *path, Budget *budget) {
  path_extend(path, 0, budget);
  SatResult result;
  while ((result = ask(path, true, true, budget)) == SAT_SATISFIABLE && path->pairs == PAIRS_LAZY &&
         forbid_repetitions(path, budget))
    if (budget_spent(budget)) return SAT_UNKNOWN;
  return result;
}

PathNeed path_need(Path *path, Budget *budget) {
  Sat *sat = timeline_sat(path->time);
  if (ask(path, true, true, budget) != SAT_UNSATISFIABLE) return NEED_UNKNOWN;
  PathNeed need = sat_failed(sat, path->others)       ? NEEDS_DISTINCT
                  : sat_failed(sat, path->neighbours) ? NEEDS_MOVEMENT
                                                      : NEEDS_NOTHING;
  while (need != NEEDS_NOTHING) {
    bool movement = need == NEEDS_DISTINCT;
    SatResult result = ask(path, movement, false, budget);
    if (result == SAT_UNKNOWN) return NEED_UNKNOWN;
    if (result == SAT_SATISFIABLE) break;
    need = movement && sat_failed(sat, path->neighbours) ? NEEDS_MOVEMENT : NEEDS_NOTHING;
  }
  return need;
}
