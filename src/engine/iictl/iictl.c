/* iictl: CTL by task-directed refinement of bounds; see internal.h for the parts. */
#include "base/memory.h"
#include "engine/iictl/internal.h"
#include "engine/reach/signals.h"
#include "engine/twins.h"

static const IictlOptions defaults = {.effort = EFFORT_MIC,
                                      .reduce = true,
                                      .trial = 100000,
                                      .fair = 300000,
                                      .walk = 300000,
                                      .signals = 500,
                                      .signals_after = 30000000};

static const Option options[] = {
    {"iictl-effort", 0, OPTION_CHOICE, offsetof(IictlOptions, effort), "HOW",
     "what is done about counterexamples to generalization: nothing, a short try to prove that "
     "they cannot be reached, or a full reachability query",
     "none|mic|full", 0, 0},
    {"iictl-reduce", 0, OPTION_SWITCH, offsetof(IictlOptions, reduce), NULL,
     "merge latches and gates that are always equal", NULL, 0, 0},
    {"iictl-trial", 0, OPTION_NUMBER, offsetof(IictlOptions, trial), "N",
     "do so after N units of work without an answer", NULL, 0, INT64_C(1) << 40},
    {"iictl-fair", 0, OPTION_NUMBER, offsetof(IictlOptions, fair), "N",
     "ask the fair engine, too, after N units of work without an answer", NULL, 0,
     INT64_C(1) << 40},
    {"iictl-walk", 0, OPTION_NUMBER, offsetof(IictlOptions, walk), "N",
     "random walks at EU nodes after N units of work there; 0: none", NULL, 0, INT64_C(1) << 40},
    {"iictl-signals", 0, OPTION_NUMBER, offsetof(IictlOptions, signals), "N",
     "a second search whose clauses may speak about N gates, too; 0: none", NULL, 0, 1000000},
    {"iictl-signals-after", 0, OPTION_NUMBER, offsetof(IictlOptions, signals_after), "N",
     "it begins after N units of work of the first", NULL, 0, INT64_C(1) << 40},
};

#define COUNTER(member, meaning)                                                                   \
  { #member, meaning, STAT_COUNT, offsetof(IictlStats, member) }
static const StatField fields[] = {
    COUNTER(latches, "latches of the structure"),
    COUNTER(equalities, "equalities that it rests on"),
    COUNTER(tasks, "tasks decided"),
    COUNTER(queries, "queries about one step"),
    COUNTER(deep_queries, "queries about paths of several steps"),
    COUNTER(held, "inputs that, held for some steps, bring all states to the goal"),
    COUNTER(walks, "random walks that ended in a state worth a look"),
    COUNTER(reach_queries, "queries to Reach"),
    COUNTER(out, "sets removed from upper bounds"),
    COUNTER(in, "cubes added to lower bounds"),
    COUNTER(cycles, "cycles added to lower bounds"),
    COUNTER(ranks, "sets removed for want of fair paths"),
    COUNTER(questions, "questions to FAIR"),
    COUNTER(lassos, "of these, answered by a lasso"),
    COUNTER(reachable, "proofs that states cannot be reached"),
    COUNTER(lemmas, "lemmas of other engines that became part of them"),
    COUNTER(counterexamples, "counterexamples to generalization looked at"),
    COUNTER(obstructed, "cubes left alone because of a state known to be reachable"),
    COUNTER(generalized, "literals dropped by forall-exists generalization"),
    COUNTER(lifted_before, "literals of states before lifting"),
    COUNTER(lifted_after, "literals of states after lifting"),
};

/* For Reach: the gates of the formula come first among those that its lemmas may speak about. */
static ReachModel *model_with_signals(Iictl *e) {
  LitVec roots = {0};
  for (size_t v = 0; v < e->structure->nodes.size; v++)
    if (e->structure->nodes.data[v].kind == CTL_PREDICATE)
      vec_push(&roots, e->structure->nodes.data[v].predicate);
  LitVec signals = {0};
  if (e->options.signals)
    signals = signals_choose(e->system, roots.data, roots.size, (size_t)e->options.signals);
  ReachModel *model = reach_model_with_signals(e->system, NULL, 0, &signals);
  vec_free(&signals);
  vec_free(&roots);
  return model;
}

/* Effort is counted by latches of the task. */
static void count_effort_by_task(Iictl *e) {
  vec_clear(&e->effort_latches);
  for (size_t i = 0; i < e->system->latches.size; i++) {
    uint32_t number = bounds_number(e, lit_node(e->system->latches.data[i].current));
    uint32_t origin = e->latch_origins.data[number];
    vec_push(&e->effort_latches, origin & 1 ? UINT32_MAX : origin / 2);
  }
  e->reach_options.effort_latches = e->effort_latches.data;
}

/* An attempt: everything that depends on the structure at hand. */
static void attempt_open(Iictl *e) {
  e->structure = e->reduced ? e->reduced->structure : e->large;
  e->proof = ctl_proof_new();
  if (e->reduced) update_equal(e, &e->reduced->equalities);
  e->system = e->structure->system;
  e->aig = e->system->aig;
  e->nodes = mem_array(e->structure->nodes.size, sizeof *e->nodes);
  lookahead_open(e);
  e->roles = roles_new(e->system);
  e->asking = false;
  e->turn = (uint64_t)e->options.fair;
  e->owed = e->lead = 0;
  e->stats.latches = e->system->latches.size;
  e->reachable = LIT_TRUE;
  e->board_position = 0;
  e->unsettled = true;
  e->model = model_with_signals(e);
  count_effort_by_task(e);
  step_open(e);
  bounds_propagate(e);
}

static void attempt_close(Iictl *e) {
  for (size_t i = 0; i < e->stack.size; i++) frame_free(e->stack.data[i]);
  vec_clear(&e->stack);
  lookahead_close(e);
  paths_close(e);
  deep_close(e);
  step_close(e);
  reach_free(e->global);
  e->global = NULL;
  clauses_free(&e->invariant);
  states_free(&e->reached);
  reach_model_free(e->model);
  ctl_proof_free(e->proof);
  vec_free(&e->names);
  for (size_t v = 0; v < e->structure->nodes.size; v++) {
    clauses_free(&e->nodes[v].later);
    trace_free(e->nodes[v].lasso);
  }
  mem_free(e->nodes);
  roles_free(&e->roles);
}

static void *iictl_open(const Task *task, const EngineSetup *setup) {
  Iictl *e = mem_zalloc(sizeof *e);
  e->setup = *setup;
  e->options = *(const IictlOptions *)setup->options;
  e->reach_options = reach_default_options;
  e->reach_options.seed = setup->seed;
  e->reach_options.effort = setup->effort;
  e->task = task;
  e->large = ctl_structure_new(task);
  e->latches = e->large->system->latches.size;
  vec_append(&e->latch_origins, &e->large->latch_origins);
  e->trial = e->options.reduce;
  attempt_open(e);
  return e;
}

static void iictl_close(void *state) {
  Iictl *e = state;
  attempt_close(e);
  vec_free(&e->stack);
  bits_free(&e->values);
  ctl_reduced_free(e->reduced);
  ctl_structure_free(e->large);
  vec_free(&e->latch_origins);
  vec_free(&e->effort_latches);
  mem_free(e);
}

/* The one initial state, where there is only one: states are easier than predicates. */
static TaskSet first_tasks(Iictl *e) {
  TaskSet tasks = tasks_initial(e);
  Bits state = bits_new(e->system->latches.size);
  bool single = true;
  for (size_t i = 0; i < e->system->latches.size; i++) {
    single &= e->system->latches.data[i].reset != RESET_FREE;
    bits_put(&state, i, e->system->latches.data[i].reset == RESET_1);
  }
  if (single) {
    tasks.predicate = LIT_NONE;
    tasks_add(&tasks, &state);
  }
  bits_free(&state);
  return tasks;
}

/* After a first turn of the others, FAIR and they take turns of so much work. Those of the others
 * are not longer than the first one; but a step of theirs may be long, and then FAIR has as much.
 */
enum { TURN_WORK = 300000 };

static void next_turn(Iictl *e) {
  e->asking = !e->asking;
  e->turn = TURN_WORK;
  if (e->asking && e->lead > TURN_WORK) e->turn = e->lead;
  if (!e->asking && e->options.fair < TURN_WORK) e->turn = 1 + (uint64_t)e->options.fair;
  e->lead = 0;
}

/* One step of whose turn it is. FAIR is not cut off in the middle of its turn: its run would depend
 * on where. Of the others only Reach is; what else the step has cost counts when it is complete,
 * since Reach does not see it. */
static void take_turn(Iictl *e, Budget *slice) {
  if (!e->turn) next_turn(e);
  uint64_t before = e->hard.used;
  Budget turn = budget_slice(slice, e->turn);
  bool over = e->asking && !ask_step(e, e->turn);
  if (!e->asking) decide_step(e, &turn);
  uint64_t work = turn.used;
  budget_use(slice, e->hard.used - before);
  e->owed += e->hard.used - before;
  if (!e->stack.size || !vec_last(&e->stack)->search.waiting || e->asking) {
    work += e->owed;
    e->owed = 0;
  }
  e->lead += work;
  e->turn = over || work >= e->turn ? 0 : e->turn - work;
}

/* The slice, a part of the budget or that itself, is for solvers: what it says was used does not
 * depend on how often a run was interrupted. */
static void make_steps(Iictl *e, Budget *budget, Budget *slice) {
  enum { REPORT_EVERY = 256, SHARE_EVERY = 64 }; /* steps */
  e->hard = budget_without_work(budget);
  for (size_t steps = 0; e->verdict == VERDICT_UNKNOWN; steps++) {
    uint64_t before = e->hard.used;
    if (e->steps++ % SHARE_EVERY == 0) share_lemmas(e);
    bounds_settle(e);
    budget_use(slice, e->hard.used - before);
    if (e->verdict == VERDICT_UNKNOWN && !e->interrupted) {
      if (!e->stack.size) {
        TaskSet tasks = first_tasks(e);
        decide(e, e->structure->root, LABEL_ALL, &tasks);
      }
      take_turn(e, slice);
    }
    budget_use(budget, 1);
    if (steps % REPORT_EVERY == 0)
      engine_progress(&e->setup, "iictl", e->stats.tasks, "%llu tasks, %llu updates",
                      (unsigned long long)e->stats.tasks,
                      (unsigned long long)e->proof->updates.size);
    if (e->verdict == VERDICT_UNKNOWN && (e->interrupted || budget_spent(slice))) break;
  }
}

/* What is easy is decided in a trial of some hundredths of a second. Then it is worth to look for
 * equalities, for a few tenths; where there are any, all begins anew. */
enum { REDUCE_WORK = 1500000 };

static void end_trial(Iictl *e, Budget *budget) {
  e->trial = false;
  CtlStructure *large = ctl_structure_new(e->task); /* the other one has bounds in its graph */
  e->hard = budget_without_work(budget);
  Budget slice = budget_slice(&e->hard, REDUCE_WORK);
  CtlReduced *reduced = ctl_reduce(large, &slice);
  budget_use(budget, slice.used);
  ctl_structure_free(large);
  if (!reduced) return;
  attempt_close(e);
  ctl_structure_free(e->large);
  e->large = NULL;
  e->reduced = reduced;
  attempt_open(e);
}

static Verdict iictl_run(void *state, Budget *budget) {
  Iictl *e = state;
  e->interrupted = false;
  uint64_t most = (uint64_t)e->options.trial;
  if (e->trial && e->work < most) {
    Budget slice = budget_slice(budget, most - e->work);
    make_steps(e, budget, &slice);
    e->work += slice.used;
  }
  if (e->trial && e->verdict == VERDICT_UNKNOWN && e->work >= most && !e->interrupted)
    end_trial(e, budget);
  if (!e->trial && !e->interrupted) make_steps(e, budget, budget);
  /* The limit that stopped a query is the budget's, which looks at it only now and then. */
  if (e->verdict == VERDICT_UNKNOWN && e->interrupted)
    for (int look = 0; look < 1000 && !budget_spent(budget);) look++;
  return e->verdict;
}

static void iictl_result(void *state, EngineResult *result) {
  Iictl *e = state;
  *result = (EngineResult){.verdict = e->verdict};
  if (e->verdict == VERDICT_UNKNOWN) return;
  result->evidence =
      (Evidence){.kind = EVIDENCE_CTL, .ctl = e->proof, .size = e->proof->updates.size};
  e->proof = NULL;
}

static void iictl_statistics(const void *state, Stats *stats) {
  const Iictl *e = state;
  stats_collect(stats, fields, sizeof fields / sizeof *fields, &e->stats);
}

static const Engine one_search = {.options_size = sizeof(IictlOptions),
                                  .open = iictl_open,
                                  .run = iictl_run,
                                  .result = iictl_result,
                                  .stats = iictl_statistics,
                                  .close = iictl_close};

/* Clauses over latches alone first, then beside them those that speak about gates. */
static void *searches_open(const Task *task, const EngineSetup *setup) {
  IictlOptions plain = *(const IictlOptions *)setup->options, other = plain;
  plain.signals = 0;
  EngineSetup first = *setup;
  first.options = &plain;
  return twins_new(&one_search, task, &first, other.signals ? &other : NULL,
                   (uint64_t)other.signals_after);
}

const Engine engine_iictl = {
    .name = "iictl",
    .title = "Engine iictl",
    .summary = "CTL by incremental, inductive refinement of bounds",
    .takes = TASKS_CTL,
    .proves = true,
    .refutes = true,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .options_size = sizeof(IictlOptions),
    .option_defaults = &defaults,
    .open = searches_open,
    .run = twins_run,
    .result = twins_result,
    .stats = twins_stats,
    .close = twins_close,
};
