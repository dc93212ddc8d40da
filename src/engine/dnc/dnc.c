/* The engine `dnc`: its table, and the stages before and after the refinement. */
#include <inttypes.h>

#include "engine/dnc/sharp.h"
#include "engine/symbolic/fair_system.h"

static const DncOptions defaults = {
    .symbolic = SYMBOLIC_CHOICES,
    .policy = POLICY_MULTI_LEVEL,
    .work_order = WORK_FIFO,
    .components = SCC_CHAIN,
    .share = 30,
    .module = 4,
    .parts = 150,
    .one_by_one = 1000000,
    .early = 20,
    .turn = 1000000,
    .sharp_nodes = 200,
    .sharp_hyperlines = 50,
    .sharp_subset = 100,
};

static const Option options[] = {
    SYMBOLIC_ROWS,
    {"dnc-policy", 0, OPTION_CHOICE, offsetof(DncOptions, policy), "POLICY",
     "which parts of the system sets are refined by before the system itself",
     "two-level|multi-level|bolt|cartesian|one-step|exact", 0, 0},
    {"dnc-order", 0, OPTION_CHOICE, offsetof(DncOptions, work_order), "ORDER",
     "which set is refined next: the oldest, or the newest", "fifo|lifo", 0, 0},
    {"dnc-components", 0, OPTION_CHOICE, offsetof(DncOptions, components), "HOW",
     "how fair components of the parts are found", SCC_METHODS, 0, 0},
    {"dnc-under", 0, OPTION_FLAG, offsetof(DncOptions, under), NULL,
     "begin components of the parts with those under fixed inputs", NULL, 0, 0},
    {"dnc-share", 0, OPTION_NUMBER, offsetof(DncOptions, share), "PERCENT",
     "latches that the parts have at most, where modules are added one by one", NULL, 0, 100},
    {"dnc-module", 0, OPTION_NUMBER, offsetof(DncOptions, module), "N", "latches of a module", NULL,
     1, BDD_VARIABLES},
    {"dnc-parts", 0, OPTION_NUMBER, offsetof(DncOptions, parts), "N",
     "parts with which a set is put together again and goes to the system with all others; 0: "
     "never",
     NULL, 0, INT32_MAX},
    {"dnc-one-by-one", 0, OPTION_NUMBER, offsetof(DncOptions, one_by_one), "N",
     "steps for strong sets one by one in the system, before what is left is decided together",
     NULL, 0, INT64_MAX},
    {"dnc-early", 0, OPTION_NUMBER, offsetof(DncOptions, early), "PERCENT",
     "work for fair cycles among the states reached so far, of that for reaching them; 0: none",
     NULL, 0, 10000},
    {"dnc-turn", 0, OPTION_NUMBER, offsetof(DncOptions, turn), "N",
     "steps of a first look for these, and until hulls forwards and backwards change places", NULL,
     1, INT64_MAX / 2},
    {"dnc-sharp", 0, OPTION_FLAG, offsetof(DncOptions, sharp), NULL,
     "D'n'C#: a targeted search for what is left (policy cartesian, order fifo)", NULL, 0, 0},
    {"dnc-sharp-nodes", 0, OPTION_NUMBER, offsetof(DncOptions, sharp_nodes), "N",
     "nodes of its graph of components, before those that are not fair are merged", NULL, 1, 10000},
    {"dnc-sharp-hyperlines", 0, OPTION_NUMBER, offsetof(DncOptions, sharp_hyperlines), "N",
     "hyperlines that are searched one by one; if there are more, all at once", NULL, 0, 100000},
    {"dnc-sharp-subset", 0, OPTION_NUMBER, offsetof(DncOptions, sharp_subset), "N",
     "nodes of the subset whose image is taken", NULL, 1, BDD_NODES},
};

typedef struct {
  SymbolicStats symbolic;
  uint64_t levels, sets, weak, strong, joined, sharp_images, parts, ended;
} DncStats;

static const StatField stat_fields[] = {
    SYMBOLIC_STATS(DncStats),
    {"dnc_levels", "approximations that were looked at, the system among them", STAT_COUNT,
     offsetof(DncStats, levels)},
    {"dnc_sets", "sets that were refined", STAT_COUNT, offsetof(DncStats, sets)},
    {"dnc_weak", "fair components of approximations that were weak or terminal", STAT_COUNT,
     offsetof(DncStats, weak)},
    {"dnc_strong", "fair components of approximations that were strong", STAT_COUNT,
     offsetof(DncStats, strong)},
    {"dnc_joined", "sets that were put together again, having fallen into too many parts",
     STAT_COUNT, offsetof(DncStats, joined)},
    {"dnc_sharp_images", "sharp images of the targeted search", STAT_COUNT,
     offsetof(DncStats, sharp_images)},
    {"dnc_parts", "parts of the proof that there is no fair cycle", STAT_COUNT,
     offsetof(DncStats, parts)},
    {"ended",
     "how: 1 out of nodes, 2 nothing left in a part, 3 weak sets without a cycle, 4 nothing left, "
     "5 fair cycle, 6 in a weak set, 7 in a terminal set, 8 nothing left after the targeted "
     "search, 9 fair cycle found by it, 10 fair cycle among the states reached so far",
     STAT_COUNT, offsetof(DncStats, ended)},
};

SymbolicEnd dnc_go_to(DncEngine *self, Stage stage) {
  self->stage = stage;
  return SYMBOLIC_DONE;
}

SymbolicEnd dnc_answer(DncEngine *self, Verdict verdict, Ended ended) {
  self->verdict = verdict;
  self->ended = ended;
  return dnc_go_to(self, NULL);
}

ExactSystem dnc_exact(const DncEngine *self) {
  return (ExactSystem){self->relation, self->cared ? self->cared : self->relation,
                       self->exact ? self->exact->forward : NULL};
}

/* ---- stages ---- */

/* The line of several levels goes on beyond its share where that is cheap; see refine.c. */
static void make_levels(DncEngine *self) {
  ModuleVec modules = {0};
  bool line = self->options.policy == POLICY_MULTI_LEVEL;
  unsigned share = (unsigned)self->options.share;
  dnc_modules(self->system, &self->conditions, (size_t)self->options.module, &modules);
  self->line_end =
      dnc_levels(&modules, (Policy)self->options.policy, line ? 100 : share, &self->levels);
  size_t within = dnc_modules_in(&modules, share) - 1;
  if (line && within < self->line_end) self->line_end = within;
  for (size_t i = 0; i < modules.size; i++) bits_free(modules.data + i);
  vec_free(&modules);
  vec_last(&self->levels).relation = self->relation;
}

static SymbolicEnd begin(DncEngine *self, Budget *budget) {
  (void)budget;
  make_levels(self);
  self->partition = partition_new(self->model, self->invariant);
  BddCount states = bdd_count(self->model->manager, self->invariant, self->system->latches.size);
  vec_push(&self->tree, ((SetNode){.strength = SET_STRONG, .states = bdd_count_double(states)}));
  vec_push(&self->work, ((Entry){0}));
  self->ended = ENDED_ABSTRACTLY;
  return dnc_go_to(self, dnc_pick);
}

/* What can be reached is worth its price only when the system itself is looked at: parts of it are
 * small, and proofs that need no more are small, too. Before, there is what is reached machine by
 * machine. */
static SymbolicEnd find_care_set(DncEngine *self, Budget *budget) {
  const SymbolicChoices *choices = &self->options.symbolic;
  DontCares first = (DontCares)choices->dont_cares;
  if (first == DONT_CARES_EXACT)
    first = self->options.policy == POLICY_EXACT ? DONT_CARES_NONE : DONT_CARES_APPROXIMATE;
  if (!self->care)
    self->care = care_new(self->relation, first, (size_t)choices->machine, &self->sharing);
  SymbolicEnd end = care_run(self->care, budget);
  if (end != SYMBOLIC_DONE) return end;
  self->invariant = self->care->states;
  if (choices->dont_cares == DONT_CARES_APPROXIMATE) {
    if (!self->cared) self->cared = transitions_within(self->relation, self->invariant);
    end = transitions_build(self->cared, budget);
  }
  return end == SYMBOLIC_DONE ? dnc_go_to(self, begin) : end;
}

bool dnc_knows_reachable(const DncEngine *self) {
  return self->options.symbolic.dont_cares != DONT_CARES_EXACT || self->exact;
}

/* Where rings say what is reached, nobody looks for a way backwards. The invariant so far does not
 * help: sets inside it have no smaller diagrams, and clusters that were minimized to it take images
 * two and three times as long (bench/results.md). */
SymbolicEnd dnc_find_reachable(DncEngine *self, Budget *budget) {
  if (!self->exact) {
    self->exact = care_new(self->relation, DONT_CARES_EXACT, 0, &self->sharing);
    self->exact->known = BDD_TRUE;
    self->exact->pauses = self->options.early;
  }
  SymbolicEnd end = care_run(self->exact, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (self->exact->states == BDD_NONE)
    return dnc_early_due(self) ? dnc_early(self, dnc_find_reachable) : end;
  self->left = BDD_NONE;
  self->invariant = self->exact->states;
  return dnc_go_to(self, dnc_pick);
}

static SymbolicEnd build_relation(DncEngine *self, Budget *budget) {
  SymbolicEnd end = transitions_build(self->relation, budget);
  return end == SYMBOLIC_DONE ? dnc_go_to(self, find_care_set) : end;
}

static SymbolicEnd build_model(DncEngine *self, Budget *budget) {
  SymbolicEnd end = symbolic_build(self->model, budget);
  if (end != SYMBOLIC_DONE) return end;
  self->relation = transitions_new(self->model, NULL);
  return dnc_go_to(self, build_relation);
}

/* Not when the engine is opened, since finding an order takes its time. */
static SymbolicEnd open_model(DncEngine *self, Budget *budget) {
  (void)budget;
  SymbolicOptions symbolic = symbolic_options(&self->options.symbolic);
  self->model = symbolic_new(self->system, &self->conditions, &symbolic);
  bdd_watch(self->model->manager, &self->invariant);
  bdd_watch(self->model->manager, &self->group);
  bdd_watch(self->model->manager, &self->left);
  bdd_watch(self->model->manager, &self->reached);
  sharing_open(&self->sharing, self->setup.lemmas, self->task, self->system, NULL);
  return dnc_go_to(self, build_model);
}

SymbolicEnd dnc_prove(DncEngine *self, Budget *budget) {
  if (!self->ranking) self->ranking = ranking_new(self->model, self->invariant);
  SymbolicEnd end = ranking_make(self->ranking, self->partition, budget);
  if (end != SYMBOLIC_DONE) return end;
  return dnc_answer(self, VERDICT_HOLDS, self->sharpened ? ENDED_SHARP : self->ended);
}

/* ---- the engine ---- */

static void *dnc_open(const Task *task, const EngineSetup *setup) {
  DncEngine *self = mem_zalloc(sizeof *self);
  self->task = task;
  self->setup = *setup;
  self->options = *(const DncOptions *)setup->options;
  if (self->options.sharp) {
    self->options.policy = POLICY_CARTESIAN;
    self->options.work_order = WORK_FIFO;
  }
  self->invariant = self->group = self->left = self->reached = BDD_NONE;
  self->system = symbolic_fair_system(task, &self->conditions);
  if (symbolic_fits(self->system)) self->stage = open_model; /* else it has given up already */
  return self;
}

static void free_levels(DncEngine *self) {
  for (size_t i = 0; i < self->levels.size; i++) {
    Level *level = self->levels.data + i;
    reachable_free(level->reach);
    if (level->relation != self->relation) transitions_free(level->relation);
    bits_free(&level->latches);
  }
  vec_free(&self->levels);
}

static void dnc_close(void *state) {
  DncEngine *self = state;
  ranking_free(self->ranking);
  sharp_free(self, self->sharp);
  fair_run_free(self->run);
  hull_free(self->hull);
  fair_cycle_free(self->cycle);
  scc_free(self->search);
  dnc_free_under(self);
  partition_free(self->partition);
  transitions_free(self->inside);
  free_levels(self);
  transitions_free(self->cared);
  care_free(self->exact);
  care_free(self->care);
  transitions_free(self->relation);
  sharing_close(&self->sharing);
  symbolic_free(self->model);
  system_free(self->system);
  vec_free(&self->conditions);
  vec_free(&self->tree);
  vec_free(&self->work);
  vec_free(&self->weak);
  vec_free(&self->terminal);
  vec_free(&self->together);
  trace_free(self->trace);
  mem_free(self);
}

static DncStats statistics_of(const DncEngine *self) {
  if (!self->model) return (DncStats){0};
  DncStats stats = {
      .symbolic = symbolic_stats(self->model, self->care, &self->sharing),
      .levels = self->counts.levels,
      .sets = self->counts.sets,
      .weak = self->counts.weak,
      .strong = self->counts.strong,
      .joined = self->counts.joined,
      .sharp_images = self->counts.sharp_images,
      .parts = self->partition ? self->partition->leaves : 0,
      .ended =
          self->verdict == VERDICT_UNKNOWN && self->ended != ENDED_FULL ? ENDED_NOT : self->ended,
  };
  if (self->exact) stats.symbolic.care_steps += self->exact->steps;
  return stats;
}

static Verdict dnc_run(void *state, Budget *budget) {
  DncEngine *self = state;
  while (self->stage) {
    SymbolicEnd end = self->stage(self, budget);
    DncStats stats = statistics_of(self);
    engine_progress(&self->setup, "dnc", stats.symbolic.images + stats.symbolic.preimages,
                    "level %" PRIu64 ", %" PRIu64 " sets, %" PRIu64 " nodes", stats.levels,
                    stats.sets, stats.symbolic.peak_nodes);
    if (end == SYMBOLIC_FULL) return dnc_answer(self, VERDICT_UNKNOWN, ENDED_FULL), self->verdict;
    if (end == SYMBOLIC_SPENT || (self->stage && budget_spent(budget))) return VERDICT_UNKNOWN;
  }
  return self->verdict;
}

/* The first sets go with the evidence; parents come before children. */
static void take_tree(const DncEngine *self, Evidence *evidence) {
  for (size_t i = 0; i < self->tree.size && i < SET_TREE_MOST; i++)
    vec_push(&evidence->sets, self->tree.data[i]);
}

static void dnc_result(void *state, EngineResult *result) {
  DncEngine *self = state;
  *result = (EngineResult){.verdict = self->verdict};
  if (self->verdict == VERDICT_VIOLATED) {
    *result = engine_trace_result(self->trace);
    self->trace = NULL;
  } else if (self->verdict == VERDICT_HOLDS) {
    result->evidence = (Evidence){.kind = EVIDENCE_RANKING,
                                  .witness = ranking_witness(self->ranking, self->conditions.size),
                                  .size = self->partition->parts.size};
  }
  if (self->verdict != VERDICT_UNKNOWN) take_tree(self, &result->evidence);
}

static void dnc_statistics(const void *state, Stats *stats) {
  DncStats counters = statistics_of(state);
  stats_collect(stats, stat_fields, sizeof stat_fields / sizeof *stat_fields, &counters);
}

const Engine engine_dnc = {
    .name = "dnc",
    .title = "Engine dnc",
    .summary = "Divide and Compose: fair components of parts of the system, refined",
    .takes = TASKS_FAIR,
    .proves = true,
    .refutes = true,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .options_size = sizeof(DncOptions),
    .option_defaults = &defaults,
    .open = dnc_open,
    .run = dnc_run,
    .result = dnc_result,
    .stats = dnc_statistics,
    .close = dnc_close,
};
