/* The engine `bdd`: its table, and the stages that all its questions begin with. */
#include <inttypes.h>

#include "engine/bdd/internal.h"
#include "engine/symbolic/fair_system.h"

static const BddOptions defaults = {
    .symbolic = SYMBOLIC_CHOICES, .search = SEARCH_FORWARD, .try_after = 3000000};

static const Option options[] = {
    SYMBOLIC_ROWS,
    {"bdd-search", 0, OPTION_CHOICE, offsetof(BddOptions, search), "HOW",
     "where to look for bad states from", "forward|backward|both", 0, 0},
    {"bdd-try-after", 0, OPTION_NUMBER, offsetof(BddOptions, try_after), "N",
     "steps for what can be reached before CTL is tried without it; 0: never", NULL, 0, INT64_MAX},
};

static const StatField stat_fields[] = {
    SYMBOLIC_STATS(BddStats),
    {"bdd_rings", "rings of reachable states", STAT_COUNT, offsetof(BddStats, rings)},
    {"bdd_tries", "how often CTL was tried without what can be reached", STAT_COUNT,
     offsetof(BddStats, tries)},
    {"bdd_parts", "parts that fair cycles were looked for in", STAT_COUNT,
     offsetof(BddStats, parts)},
    {"ended",
     "how: 1 out of nodes, 2 closed, 3 met, 4 no hull, 5 hull not reached, 6 fair cycle, 7 CTL",
     STAT_COUNT, offsetof(BddStats, ended)},
};

SymbolicEnd bdd_go_to(BddEngine *self, Stage stage) {
  self->stage = stage;
  return SYMBOLIC_DONE;
}

SymbolicEnd bdd_answer(BddEngine *self, Verdict verdict, Ended ended) {
  self->verdict = verdict;
  self->ended = ended;
  return bdd_go_to(self, NULL);
}

/* ---- stages ---- */

static SymbolicEnd build_relation(BddEngine *self, Budget *budget) {
  SymbolicEnd end = transitions_build(self->relation, budget);
  return end == SYMBOLIC_DONE ? bdd_go_to(self, bdd_search) : end;
}

static SymbolicEnd build_model(BddEngine *self, Budget *budget) {
  SymbolicEnd end = symbolic_build(self->model, budget);
  if (end != SYMBOLIC_DONE) return end;
  vec_append(&self->root_functions, &self->model->roots);
  self->relation = transitions_new(self->model, NULL);
  return bdd_go_to(self, build_relation);
}

/* Of its own model the engine watches places as long as it lives; in one that is shared it leaves
 * none behind. */
static void watch(BddEngine *self) {
  BddManager *m = self->model->manager;
  bdd_watch(m, &self->meeting);
  bdd_watch(m, &self->invariant);
  bdd_watch_all(m, &self->root_functions);
  if (self->ctl) bdd_ctl_watch(self, true);
}

static void unwatch(BddEngine *self) {
  BddManager *m = self->model->manager;
  bdd_unwatch(m, &self->meeting);
  bdd_unwatch(m, &self->invariant);
  bdd_unwatch_all(m, &self->root_functions);
  if (self->ctl) bdd_ctl_watch(self, false);
}

/* What the model has counted so far. */
static SymbolicStats counted(const BddEngine *self) {
  return self->model ? symbolic_stats(self->model, NULL, &self->sharing) : (SymbolicStats){0};
}

/* Not when the engine is opened, since finding an order takes its time. */
static SymbolicEnd open_model(BddEngine *self, Budget *budget) {
  (void)budget;
  SymbolicOptions symbolic = symbolic_options(&self->options.symbolic);
  self->base = self->shared
                   ? symbolic_shelf_take(self->setup.shelf, self->system, &self->roots, &symbolic)
                   : NULL;
  self->model =
      self->base ? self->base->model : symbolic_new(self->system, &self->roots, &symbolic);
  sharing_open(&self->sharing, self->setup.lemmas, self->task, self->system,
               bdd_latch_origins(self));
  watch(self);
  self->before = counted(self);
  if (self->task->kind != TASK_BAD) return bdd_go_to(self, bdd_find_invariant);
  return bdd_go_to(self, self->base ? bdd_take_base : build_model);
}

/* ---- the engine ---- */

static void take_task(BddEngine *self) {
  const Task *task = self->task;
  switch (task->kind) {
  case TASK_CTL: bdd_ctl_open(self); break;
  case TASK_FAIR: self->system = symbolic_fair_system(task, &self->roots); break;
  case TASK_BAD: {
    Lit *map;
    self->system = system_copy(task->system, &map);
    vec_push(&self->roots, aig_map_lit(map, task->bad));
    mem_free(map);
  }
  }
}

/* A base has exact don't cares. Products with automata, which fair cycles are looked for in, have
 * hardly ever the same system. */
static bool may_share(const BddEngine *self) {
  bool plain = self->task->kind == TASK_BAD ? self->options.search == SEARCH_FORWARD
                                            : self->options.symbolic.dont_cares == DONT_CARES_EXACT;
  return self->setup.shelf && self->task->kind != TASK_FAIR && plain;
}

static void begin(BddEngine *self) {
  self->meeting = self->invariant = BDD_NONE;
  take_task(self);
  if (symbolic_fits(self->system)) self->stage = open_model; /* else it has given up already */
}

static void *bdd_open(const Task *task, const EngineSetup *setup) {
  BddEngine *self = mem_zalloc(sizeof *self);
  self->task = task;
  self->setup = *setup;
  self->options = *(const BddOptions *)setup->options;
  self->shared = may_share(self);
  begin(self);
  return self;
}

/* Frees all that was made for the task. */
static void clear(BddEngine *self) {
  const SymbolicBase *base = self->base;
  bdd_ctl_clear(self);
  ranking_free(self->ranking);
  fair_cycle_free(self->cycle);
  partition_free(self->partition);
  care_free(self->care);
  if (!base) reachable_free(self->forward);
  reachable_free(self->backward);
  if (!base || self->within != base->within) transitions_free(self->within);
  if (!base) transitions_free(self->relation);
  sharing_close(&self->sharing);
  if (self->model) unwatch(self);
  if (!base) symbolic_free(self->model);
  if (base) symbolic_shelf_return(self->setup.shelf, self->base);
  bdd_ctl_close(self);
  if (self->task->kind != TASK_CTL) system_free(self->system); /* else the structure's */
  concrete_free(&self->states);
  vec_free(&self->roots);
  vec_free(&self->root_functions);
  trace_free(self->trace);
}

static void bdd_close(void *state) {
  clear(state);
  mem_free(state);
}

/* Without the base, whose nodes are used up, from the beginning. */
static void begin_alone(BddEngine *self) {
  BddEngine fresh = {
      .task = self->task, .setup = self->setup, .options = self->options, .spent = self->spent};
  self->base->full = true;
  clear(self);
  *self = fresh;
  begin(self);
}

/* ---- what it did ---- */

/* The model may be shared: what others do in it does not count here. */
static void count(BddEngine *self) {
  SymbolicStats now = counted(self), *spent = &self->spent;
  spent->images += now.images - self->before.images;
  spent->preimages += now.preimages - self->before.preimages;
  spent->steps += now.steps - self->before.steps;
  spent->reorderings += now.reorderings - self->before.reorderings;
  spent->peak_nodes = now.peak_nodes;
  spent->taken = now.taken;
  spent->offered = now.offered;
  self->before = now;
}

static BddStats statistics_of(const BddEngine *self) {
  const Reachable *forward = self->care   ? self->care->forward
                             : self->base ? self->base->forward
                                          : self->forward;
  SymbolicStats symbolic = self->spent;
  symbolic.care_steps = self->care ? self->care->steps : self->base_steps;
  return (BddStats){
      .symbolic = symbolic,
      .rings = forward ? forward->rings.size : 0,
      .tries = self->tries,
      .parts = self->partition ? self->partition->parts.size - 1 : 0,
      .ended = self->ended,
  };
}

static Verdict bdd_run(void *state, Budget *budget) {
  BddEngine *self = state;
  self->before = counted(self);
  while (self->stage) {
    SymbolicEnd end = self->stage(self, budget);
    count(self);
    BddStats stats = statistics_of(self);
    uint64_t images = stats.symbolic.images + stats.symbolic.preimages;
    engine_progress(&self->setup, "bdd", images, "%" PRIu64 " images, %" PRIu64 " nodes", images,
                    stats.symbolic.peak_nodes);
    if (end == SYMBOLIC_FULL && self->base) begin_alone(self);
    else if (end == SYMBOLIC_FULL)
      return bdd_answer(self, VERDICT_UNKNOWN, ENDED_FULL), self->verdict;
    if (end == SYMBOLIC_SPENT || (self->stage && budget_spent(budget))) return VERDICT_UNKNOWN;
  }
  return self->verdict;
}

static void bdd_result(void *state, EngineResult *result) {
  BddEngine *self = state;
  *result = (EngineResult){.verdict = self->verdict};
  if (self->verdict != VERDICT_UNKNOWN && self->task->kind == TASK_CTL) {
    CtlProof *proof = bdd_ctl_take_proof(self);
    result->evidence = (Evidence){.kind = EVIDENCE_CTL, .ctl = proof, .size = proof->updates.size};
  } else if (self->verdict == VERDICT_VIOLATED) {
    *result = engine_trace_result(self->trace);
    self->trace = NULL;
  } else if (self->verdict == VERDICT_HOLDS) {
    bool bad = self->task->kind == TASK_BAD;
    result->evidence.kind = bad ? EVIDENCE_INVARIANT : EVIDENCE_RANKING;
    result->evidence.witness =
        bad ? bdd_invariant_witness(self) : ranking_witness(self->ranking, self->roots.size);
    result->evidence.size = bad ? 1 : self->partition->parts.size;
  }
}

static void bdd_statistics(const void *state, Stats *stats) {
  BddStats counters = statistics_of(state);
  stats_collect(stats, stat_fields, sizeof stat_fields / sizeof *stat_fields, &counters);
}

const Engine engine_bdd = {
    .name = "bdd",
    .title = "Engine bdd",
    .summary = "sets of states as binary decision diagrams",
    .takes = TASKS_BAD | TASKS_FAIR | TASKS_CTL,
    .takes_compassion = true,
    .proves = true,
    .refutes = true,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .options_size = sizeof(BddOptions),
    .option_defaults = &defaults,
    .open = bdd_open,
    .run = bdd_run,
    .result = bdd_result,
    .stats = bdd_statistics,
    .close = bdd_close,
};
