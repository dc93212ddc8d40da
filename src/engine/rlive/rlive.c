/* rlive (Xia, Cimatti, Griggio and Li, CAV 2024: "Avoiding the Shoals"): a depth-first search from
 * one visit to a condition to the next, in which each failure is proved and never run into again.
 *
 * Only edges of the arena matter (stable.h), since a fair run stays there in the end. A level of
 * the search asks a Reach whether condition i can be met from a state: is there a way in the arena
 * to an edge that meets it, and that does not lead into a shoal? If so, the end of that edge is the
 * state of the next level, which asks for another condition. If not, the proof is a set of states
 * that no edge of the arena leaves, except into shoals, and in which condition i is missed: a new
 * shoal, that all levels avoid from now on. When a state comes back and all conditions were met
 * between, there is a lasso.
 *
 * The first level starts from the reset states, by any edges: a run may go through a shoal and
 * leave it where it leaves the arena. (Where there is no wall all edges are in the arena, and the
 * first level avoids shoals like any other.) When it fails, no run meets all conditions infinitely
 * often.
 *
 * Unlike the paper, which has one condition, there are several, and no latch tells which were met:
 * the levels of a *round* ask for one condition after the other, and any of them will do for a
 * shoal. The condition that made the last shoal is asked for first in the next round.
 *
 * The search ends: a shoal contains a state that was in none before; and on a stack without end
 * some state would begin two rounds. */
#include "engine/lemmas.h"
#include "engine/reach/refine.h"
#include "engine/rlive/internal.h"

typedef struct {
  ReachOptions reach;
  bool weaken, walls;
} RliveOptions;

static const RliveOptions defaults = {.reach = REACH_DEFAULTS, .weaken = true, .walls = true};

static const Option options[] = {
    {"rlive-ctg", 0, OPTION_SWITCH, offsetof(RliveOptions, reach.ctg), NULL,
     "generalize against counterexamples to generalization", NULL, 0, 0},
    {"rlive-weaken", 0, OPTION_SWITCH, offsetof(RliveOptions, weaken), NULL,
     "enlarge shoals by dropping clauses", NULL, 0, 0},
    {"rlive-walls", 0, OPTION_SWITCH, offsetof(RliveOptions, walls), NULL,
     "search only in the arena that walls leave", NULL, 0, 0},
};

typedef struct {
  uint64_t walls, levels, deepest, shoals, clauses, popped;
} RliveStats;

static const StatField stat_fields[] = {
#define FIELD(name, meaning)                                                                       \
  { "rlive_" #name, meaning, STAT_COUNT, offsetof(RliveStats, name) }
    FIELD(walls, "walls before the search"), FIELD(levels, "levels of the search"),
    FIELD(deepest, "the deepest one"),       FIELD(shoals, "shoals"),
    FIELD(clauses, "clauses of all shoals"), FIELD(popped, "levels that a shoal has swallowed"),
#undef FIELD
};

typedef struct {
  Reach *reach;
  size_t condition; /* that it asks for */
  size_t shoals;    /* that it knows */
  size_t lemmas;    /* of R */
  Bits start;       /* the state; none of the first level */
  Bits met;         /* conditions met in this round before */
  Trace *path;      /* from the state to an edge that meets the condition, for the next level */
  Bits path_met;    /* conditions met on it */
} Level;

typedef struct {
  const Task *task;
  EngineSetup setup;
  RliveOptions options;
  System *system;    /* a copy of the task's */
  Lit *map;          /* to it */
  LitVec conditions; /* in it; true if the task has none */
  Stable stable;
  Lit arena;
  U32Vec order; /* of the conditions: first asked for first */
  Roles roles;
  ReachModel *model; /* NULL before the first run */
  VEC(Level) stack;
  ShoalVec shoals;
  size_t position; /* what of the board is in R */
  ClauseVec known; /* R */
  Shoal last;      /* of the first level */
  Trace *lasso;
  Verdict verdict;
  RliveStats stats;
} Rlive;

/* ---- levels ---------------------------------------------------------------------------------- */

static size_t choose_condition(const Rlive *r, const Bits *met) {
  for (size_t i = 0; i < r->order.size; i++)
    if (!bits_get(met, r->order.data[i])) return r->order.data[i];
  assert(!"a round has ended");
  return 0;
}

/* Takes both. */
static void push_level(Rlive *r, Bits start, Bits met) {
  Level level = {.start = start, .met = met, .condition = choose_condition(r, &met)};
  bool first = !r->stack.size;
  Cube *cube = first ? NULL : cube_of_state(r->system, &start);
  ReachSet from = {.kind = first ? REACH_RESET : REACH_CUBES,
                   .cubes = (const Cube *const *)&cube,
                   .count = !first};
  ReachSet target = {
      .kind = REACH_PREDICATE, .predicate = r->conditions.data[level.condition], .leaves = true};
  if (first) target.predicate = aig_and(r->system->aig, target.predicate, r->arena);
  level.reach = reach_new(r->model, &from, &target, &r->options.reach);
  if (!first) reach_constrain_predicate(level.reach, r->arena, false);
  clause_free(cube);
  vec_push(&r->stack, level);
  r->stats.levels++;
  if (r->stack.size > r->stats.deepest) r->stats.deepest = r->stack.size;
}

static void forget_path(Level *level) {
  trace_free(level->path);
  level->path = NULL;
  bits_free(&level->path_met);
}

static void pop_level(Rlive *r) {
  Level *level = &vec_last(&r->stack);
  forget_path(level);
  reach_free(level->reach);
  bits_free(&level->start);
  bits_free(&level->met);
  r->stack.size--;
}

/* What the level does not know yet of R and the shoals. */
static void inform(Rlive *r, Level *level) {
  bool any_edge = level == r->stack.data && r->stable.walls.size;
  if (level->lemmas < r->known.size) {
    ClauseVec fresh = {.data = r->known.data + level->lemmas,
                       .size = r->known.size - level->lemmas};
    reach_add_invariant(level->reach, &fresh);
    level->lemmas = r->known.size;
  }
  for (; level->shoals < r->shoals.size; level->shoals++)
    reach_constrain_wall(level->reach, &r->shoals.data[level->shoals].states,
                         any_edge ? WALL_LAST_OUTSIDE : WALL_OUTSIDE);
}

/* ---- answers of a level ---------------------------------------------------------------------- */

/* The level of the state from which a lasso goes through all conditions and returns to it; the
 * number of levels if there is none. */
static size_t find_return(const Rlive *r, const Bits *state) {
  Bits met = bits_new(r->conditions.size);
  size_t found = r->stack.size;
  for (size_t i = r->stack.size; i-- > 1 && found == r->stack.size;) {
    const Level *level = &r->stack.data[i];
    bits_or(&met, &level->path_met);
    if (bits_count(&met) == met.size && bits_equal(&level->start, state)) found = i;
  }
  bits_free(&met);
  return found;
}

static Trace *build_lasso(const Rlive *r, size_t back) {
  const System *system = r->task->system;
  Trace *lasso = trace_new();
  for (size_t i = 0; i < r->stack.size; i++) {
    if (i == back) lasso->loop = (int64_t)lasso->steps.size;
    const Trace *path = r->stack.data[i].path;
    for (size_t k = 0; k < path->steps.size; k++) {
      Step *step = trace_add_step(lasso, system);
      bits_or(&step->latches, &path->steps.data[k].latches);
      bits_or(&step->inputs, &path->steps.data[k].inputs);
    }
  }
  return lasso;
}

/* The conditions met on the path of the level, and the state after it. */
static Bits follow_path(const Rlive *r, Level *level) {
  const System *system = r->system;
  Bits values = bits_new(system->aig->size), state = bits_new(system->latches.size);
  level->path_met = bits_new(r->conditions.size);
  for (size_t k = 0; k < level->path->steps.size; k++) {
    step_evaluate(system, level->path->steps.data + k, &values);
    for (size_t i = 0; i < r->conditions.size; i++)
      if (values_of(&values, r->conditions.data[i])) bits_set(&level->path_met, i);
  }
  for (size_t i = 0; i < system->latches.size; i++)
    bits_put(&state, i, values_of(&values, system->latches.data[i].next));
  bits_free(&values);
  return state;
}

static void descend(Rlive *r) {
  Level *level = &vec_last(&r->stack);
  level->path = reach_trace(level->reach);
  Bits state = follow_path(r, level);
  size_t back = find_return(r, &state);
  if (back < r->stack.size) {
    r->lasso = build_lasso(r, back);
    r->verdict = VERDICT_VIOLATED;
    bits_free(&state);
    return;
  }
  Bits met = bits_copy(&level->met);
  bits_or(&met, &level->path_met);
  if (bits_count(&met) == met.size) bits_fill(&met, false); /* the next round */
  push_level(r, state, met);
}

static void ask_first(Rlive *r, uint32_t condition) {
  size_t i = 0;
  while (r->order.data[i] != condition) i++;
  memmove(r->order.data + 1, r->order.data, i * sizeof *r->order.data);
  r->order.data[0] = condition;
}

/* Leaves out what R says: that is assumed of all states anyway. */
static void remove_known(const Rlive *r, ClauseVec *proof) {
  size_t kept = 0;
  for (size_t i = 0; i < proof->size; i++) {
    bool known = false;
    for (size_t k = 0; k < r->known.size && !known; k++)
      known = clause_equal(proof->data[i], r->known.data[k]);
    if (known) clause_free(proof->data[i]);
    else proof->data[kept++] = proof->data[i];
  }
  proof->size = kept;
}

/* Back to the lowest level that the shoal has not swallowed. */
static void retreat(Rlive *r, const Shoal *shoal) {
  pop_level(r);
  for (size_t i = 1; i < r->stack.size; i++)
    while (i < r->stack.size && shoal_contains(&r->roles, shoal, &r->stack.data[i].start)) {
      pop_level(r);
      r->stats.popped++;
    }
  forget_path(&vec_last(&r->stack));
}

static void fail(Rlive *r, Budget *budget) {
  enum { WEAKEN_WORK = 300000 };
  const Level *level = &vec_last(&r->stack);
  Shoal shoal = {.states = reach_proof(level->reach), .condition = level->condition};
  if (r->stack.size == 1) {
    r->last = shoal;
    r->verdict = VERDICT_HOLDS;
    return;
  }
  if (r->options.weaken) {
    Budget limited = budget_without_work(budget);
    limited.work = WEAKEN_WORK;
    refine_weaken(level->reach, &shoal.states, &limited);
    budget_use(budget, limited.used);
  }
  remove_known(r, &shoal.states);
  vec_push(&r->shoals, shoal);
  r->stats.shoals++;
  r->stats.clauses += shoal.states.size;
  ask_first(r, (uint32_t)shoal.condition);
  retreat(r, &shoal);
}

/* ---- the engine ------------------------------------------------------------------------------ */

static void *rlive_open(const Task *task, const EngineSetup *setup) {
  Rlive *r = mem_zalloc(sizeof *r);
  r->task = task;
  r->setup = *setup;
  r->options = *(const RliveOptions *)setup->options;
  r->options.reach.effort = setup->effort;
  r->options.reach.seed = setup->seed;
  r->system = system_copy(task->system, &r->map);
  for (size_t i = 0; i < task->conditions.size; i++)
    vec_push(&r->conditions, aig_map_lit(r->map, task->conditions.data[i]));
  for (uint32_t i = 0; i < r->conditions.size; i++) vec_push(&r->order, i);
  r->roles = roles_new(r->system);
  return r;
}

static void rlive_close(void *state) {
  Rlive *r = state;
  while (r->stack.size) pop_level(r);
  vec_free(&r->stack);
  shoals_free(&r->shoals);
  clauses_free(&r->known);
  clauses_free(&r->last.states);
  reach_model_free(r->model);
  system_free(r->system);
  mem_free(r->map);
  stable_free(&r->stable);
  roles_free(&r->roles);
  vec_free(&r->conditions);
  vec_free(&r->order);
  trace_free(r->lasso);
  mem_free(r);
}

/* What is known of the task becomes part of R. */
static void take_known(Rlive *r, ClauseVec *fresh) {
  for (size_t i = 0; i < fresh->size; i++) {
    LitVec lits = {0};
    for (size_t k = 0; k < fresh->data[i]->size; k++)
      vec_push(&lits, aig_map_lit(r->map, fresh->data[i]->lits[k]));
    vec_push(&r->known, clause_new(lits.data, lits.size));
    vec_free(&lits);
  }
  clauses_free(fresh);
}

static void begin(Rlive *r, Budget *budget) {
  ClauseVec fresh = {0};
  lemmas_begin(r->task, r->setup.lemmas, &r->position, &fresh, LEMMA_PAIRS_WORK, budget);
  take_known(r, &fresh);
  Lit known = clauses_build(r->system->aig, &r->known);
  r->stable = r->options.walls ? stable_find(r->system, &r->conditions, known, budget)
                               : stable_none(&r->conditions);
  r->arena = stable_arena(&r->stable, r->system);
  r->stats.walls = r->stable.walls.size;
  LitVec predicates = {0};
  vec_append(&predicates, &r->conditions);
  vec_push(&predicates, r->arena);
  r->model = reach_model_new(r->system, predicates.data, predicates.size);
  vec_free(&predicates);
  push_level(r, bits_new(0), bits_new(r->conditions.size));
}

static bool finished(const Rlive *r) {
  return r->verdict != VERDICT_UNKNOWN || reach_result(r->stack.data[0].reach) == REACH_PROOF;
}

static Verdict rlive_run(void *state, Budget *budget) {
  Rlive *r = state;
  if (!r->model) begin(r, budget);
  ClauseVec fresh = {0};
  lemmas_know(r->setup.lemmas, &r->position, &fresh);
  take_known(r, &fresh);
  while (!finished(r)) {
    Level *level = &vec_last(&r->stack);
    inform(r, level);
    switch (reach_run(level->reach, budget)) {
    case REACH_TRACE: descend(r); break;
    case REACH_PROOF: fail(r, budget); break;
    case REACH_UNKNOWN: break;
    }
    engine_progress(&r->setup, "rlive", r->shoals.size, "%zu shoals, level %zu, frame %zu",
                    r->shoals.size, r->stack.size, reach_frame(vec_last(&r->stack).reach));
    if (budget_spent(budget)) break;
  }
  return r->verdict;
}

static void rlive_result(void *state, EngineResult *result) {
  Rlive *r = state;
  *result = (EngineResult){.verdict = r->verdict};
  if (r->verdict == VERDICT_VIOLATED) {
    *result = engine_trace_result(r->lasso);
    r->lasso = NULL;
  } else if (r->verdict == VERDICT_HOLDS) {
    result->evidence = (Evidence){
        .kind = EVIDENCE_RANKING,
        .witness = shoals_witness(r->system, &r->stable, &r->shoals, &r->known, &r->last),
        .size = r->shoals.size,
    };
  }
}

static void rlive_statistics(const void *state, Stats *stats) {
  const Rlive *r = state;
  stats_collect(stats, stat_fields, sizeof stat_fields / sizeof *stat_fields, &r->stats);
}

const Engine engine_rlive = {
    .name = "rlive",
    .title = "Engine rlive",
    .summary = "depth first from visit to visit; proofs of failure are shoals to avoid",
    .takes = TASKS_FAIR,
    .proves = true,
    .refutes = true,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .options_size = sizeof(RliveOptions),
    .option_defaults = &defaults,
    .open = rlive_open,
    .run = rlive_run,
    .result = rlive_result,
    .stats = rlive_statistics,
    .close = rlive_close,
};
