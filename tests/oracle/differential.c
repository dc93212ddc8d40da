/* Every engine in the table against the oracle, on random systems. An answer that is not the
 * oracle's, a trace that is no run, a witness that the checker rejects: each is a failure that
 * names the seed and leaves the model behind as an AIGER file. So is silence of an engine that is
 * complete: on systems of this size it must answer. Of the others one that hardly ever answers is.
 *
 * Each system goes one of several ways through each engine: as it is; in many small slices of work,
 * since engines must be resumable anywhere; reduced, with the evidence mapped back; and with random
 * options, which may change the search but never the answer.
 *
 *   RONDO_TEST_SCALE=2000 rondo-tests differential     20 times as many systems
 *   RONDO_TEST_SEED=17 rondo-tests differential        one system, all ways
 *   RONDO_TEST_ENGINE=bdd rondo-tests differential     one engine
 *   RONDO_TEST_REPORT=1 rondo-tests differential       how many answers each engine gave */
#include <stdarg.h>
#include <stdio.h>

#include "engine/engine.h"
#include "evidence/certify.h"
#include "evidence/certify_bmc.h"
#include "evidence/certify_ctl.h"
#include "evidence/evidence_form.h"
#include "evidence/replay.h"
#include "oracle/ctl_oracle.h"
#include "oracle/explicit.h"
#include "oracle/random_formula.h"
#include "oracle/random_system.h"
#include "oracle/reductions.h"
#include "system/aiger_file.h"
#include "task/reduce.h"
#include "test.h"

typedef struct {
  const char *name;
  bool sliced, reduced, options;
} Way;

static const Way ways[] = {
    {"as it is", false, false, false},
    {"in slices", true, false, false},
    {"reduced", false, true, false},
    {"in slices, with random options", true, false, true},
    {"reduced, in slices, with random options", true, true, true},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* Work units for one engine on one system: enough for complete engines on systems of this size, and
 * for searches to find what there is to find. Where an engine cannot give the right answer, it gets
 * just enough to give a wrong one. */
enum { WORK = 4000000, HOPELESS_WORK = 24 };

/* One engine on one system, and what the oracle knows of it. */
typedef struct {
  uint64_t seed;
  const Engine *engine;
  const Way *way;
  const Task *task;
  const Explicit *e;
  Verdict expected;
  int64_t depth; /* of a bad task: that of the nearest violation, or -1 */
  Text options;  /* those that were changed */
} Case;

/* ---- differences ---- */

static bool write_aiger(const Task *task, const char *path) {
  Lit *map;
  AigerFile *file = aiger_file_new(system_copy(task->system, &map));
  if (task->kind == TASK_BAD) vec_push(&file->bad, aig_map_lit(map, task->bad));
  if (task->kind == TASK_FAIR) {
    LitVec set = {0};
    for (size_t i = 0; i < task->conditions.size; i++)
      vec_push(&set, aig_map_lit(map, task->conditions.data[i]));
    vec_push(&file->justice, set);
  }
  FILE *stream = fopen(path, "w");
  bool written = stream && aiger_file_write(file, stream, false);
  if (stream) written = !fclose(stream) && written;
  aiger_file_free(file);
  mem_free(map);
  return written;
}

_Noreturn static void differ(const Case *c, const char *format, ...) {
  char message[1024], folder[] = "/tmp/rondo-difference-XXXXXX", path[128] = "";
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  bool written = mkdtemp(folder) != NULL;
  if (written) {
    snprintf(path, sizeof path, "%s/seed%llu.aag", folder, (unsigned long long)c->seed);
    written = write_aiger(c->task, path);
  }
  test_fail(__FILE__, __LINE__,
            "a difference: seed %llu, engine %s, %s%s%s: %s\n"
            "the model: %s; again: RONDO_TEST_SEED=%llu",
            (unsigned long long)c->seed, c->engine->name, c->way->name, c->options.size ? " " : "",
            c->options.size ? c->options.data : "", message,
            written ? path : "(could not be written)", (unsigned long long)c->seed);
}

/* ---- the checks ---- */

static void check_trace(const Case *c, const Trace *trace) {
  if (!trace) differ(c, "violated without a trace");
  const char *fault = explicit_trace_fault(c->e, c->task, trace);
  Error report = {0};
  bool replayed = replay(c->task, trace, &report);
  if (replayed != !fault)
    differ(c, "the oracle says of the trace: %s; the replay: %s", fault ? fault : "fine",
           replayed ? "fine" : report.message);
  if (fault) differ(c, "the trace is no violation: %s", fault);
}

static void check_witness(const Case *c, const Witness *witness) {
  if (!witness) differ(c, "holds without a witness");
  Error report = {0};
  if (!certify_witness(c->task, witness, &report))
    differ(c, "the witness is rejected: %s", report.message);
}

static void check_bmc(const Case *c, const BmcProof *proof) {
  if (!proof) differ(c, "holds without a proof");
  Error report = {0};
  if (!certify_bmc(c->task, proof, NULL, NULL, &report))
    differ(c, "the proof is rejected: %s", report.message);
}

static void check_evidence(const Case *c, const Reduction *reduction, const EngineResult *result) {
  if (c->task->kind == TASK_CTL) {
    Error report = {0};
    if (!result->evidence.ctl) differ(c, "an answer without a proof");
    if (!certify_ctl(c->task, result->evidence.ctl, result->verdict, NULL, &report))
      differ(c, "the proof is rejected: %s", report.message);
    return;
  }
  if (result->verdict == VERDICT_VIOLATED) {
    EvidenceKind kind = c->task->kind == TASK_FAIR ? EVIDENCE_LASSO : EVIDENCE_TRACE;
    if (result->evidence.kind != kind)
      differ(c, "violated, with %s as evidence", evidence_kind_name(result->evidence.kind));
    Trace *back = reduction ? reduction_trace_back(reduction, result->evidence.trace) : NULL;
    check_trace(c, reduction ? back : result->evidence.trace);
    trace_free(back);
  } else if (result->evidence.kind == EVIDENCE_BMC) {
    BmcProof *back = reduction ? reduction_bmc_back(reduction, result->evidence.bmc) : NULL;
    check_bmc(c, reduction ? back : result->evidence.bmc);
    bmc_proof_free(back);
  } else {
    Witness *back = reduction ? reduction_witness_back(reduction, result->evidence.witness) : NULL;
    check_witness(c, reduction ? back : result->evidence.witness);
    witness_free(back);
  }
}

/* ---- one run ---- */

/* Options that can be chosen at random: switches, choices, and numbers near their least value. */
static void *random_options(Case *c, Random *random) {
  const Engine *engine = c->engine;
  char *values = mem_alloc(engine->options_size);
  memcpy(values, engine->option_defaults, engine->options_size);
  for (size_t i = 0; i < engine->option_count; i++) {
    const Option *option = engine->options + i;
    if (random_chance(random, 1, 2)) continue;
    int64_t value = 0;
    if (option->kind == OPTION_FLAG || option->kind == OPTION_SWITCH) {
      value = random_below(random, 2);
      *(bool *)(values + option->offset) = value;
    } else if (option->kind == OPTION_CHOICE) {
      uint32_t count = 1;
      for (const char *p = option->choices; *p; p++) count += *p == '|';
      value = random_below(random, count);
      *(int *)(values + option->offset) = (int)value;
    } else if (option->kind == OPTION_NUMBER && option->most > option->least) {
      int64_t range = option->most - option->least;
      value = option->least + random_below(random, range < 4 ? (uint32_t)range + 1 : 5);
      *(int64_t *)(values + option->offset) = value;
    } else {
      continue;
    }
    text_format(&c->options, "%s=%lld ", option->name, (long long)value);
  }
  return values;
}

static bool can_answer(const Engine *engine, Verdict verdict) {
  return verdict == VERDICT_HOLDS ? engine->proves : engine->refutes;
}

/* Engines that decide every finite system if they are given time, with the options as they are
 * (some options are bounds), and the latches and inputs for which the work above is always enough.
 * Those of small numbers count visits, double the latches or ask for all paths through distinct
 * states. */
static bool must_answer(const Case *c) {
  static const struct {
    const char *name;
    size_t bits;
  } complete[] = {{"ic3", 16},      {"localise", 16}, {"fair", 16}, {"rlive", 16},
                  {"iictl", 16},    {"bdd", 16},      {"dnc", 16},  {"kind", 8},
                  {"kliveness", 8}, {"l2s", 8},       {"bmc", 6}};
  size_t bits = c->task->system->latches.size + c->task->system->inputs.size;
  for (size_t i = 0; i < sizeof complete / sizeof *complete; i++)
    if (!strcmp(c->engine->name, complete[i].name))
      return !c->way->options && bits <= complete[i].bits;
  return false;
}

static Verdict run(const Case *c, void *state, Random *random) {
  bool hope = can_answer(c->engine, c->expected);
  Budget all = {.work = hope ? WORK : HOPELESS_WORK};
  if (!c->way->sliced) return c->engine->run(state, &all);
  /* The slices grow, as those of a schedule do: a query that is cut short may have to begin anew.
   */
  for (uint32_t most = 16; !budget_spent(&all); most += most / 8) {
    Budget slice = budget_slice(&all, 1 + random_below(random, most));
    Verdict verdict = c->engine->run(state, &slice);
    if (verdict != VERDICT_UNKNOWN) return verdict;
    if (budget_state(&slice) == BUDGET_LEFT) break; /* it has given up */
    budget_use(&all, 1); /* so that an engine that does nothing in a slice comes to an end */
  }
  return VERDICT_UNKNOWN;
}

/* Runs and checks; whether there was an answer. */
static bool run_case(Case *c) {
  Random random = {c->seed ^ 0xd1ff};
  void *options = c->way->options && c->engine->option_count ? random_options(c, &random) : NULL;
  Budget unlimited = BUDGET_UNLIMITED;
  bool reduced = c->way->reduced && c->task->kind != TASK_CTL;
  Reduction *reduction = reduced ? reduce(c->task, &reductions[ALL_REDUCTIONS], &unlimited) : NULL;
  const Task *given = reduction ? reduction_task(reduction) : c->task;
  EngineSetup setup = {.seed = c->seed, .options = options};
  void *state = engine_open(c->engine, given, &setup);
  Verdict verdict = run(c, state, &random);
  EngineResult result = {.verdict = VERDICT_UNKNOWN};
  if (verdict != VERDICT_UNKNOWN || c->engine->refutes) c->engine->result(state, &result);
  if (verdict != result.verdict)
    differ(c, "run says %s, result says %s", verdict_name(verdict), verdict_name(result.verdict));
  if (verdict == VERDICT_UNKNOWN && must_answer(c)) differ(c, "no answer");
  if (verdict != VERDICT_UNKNOWN) {
    if (verdict != c->expected)
      differ(c, "%s; the oracle says %s", verdict_name(verdict), verdict_name(c->expected));
    check_evidence(c, reduction, &result);
  }
  if (c->task->kind == TASK_BAD && c->depth >= 0 && !reduction && (uint64_t)c->depth < result.bound)
    differ(c, "no violation before step %llu, it says; there is one in step %lld",
           (unsigned long long)result.bound, (long long)c->depth);
  evidence_free(&result.evidence);
  c->engine->close(state);
  if (reduction) reduction_free(reduction);
  mem_free(options);
  text_free(&c->options);
  return verdict != VERDICT_UNKNOWN;
}

/* ---- all of them ---- */

/* A task and the oracle's answer. */
typedef struct {
  Task *task;
  Formulas *formulas; /* of a CTL task */
  Explicit *e;
  Verdict expected;
  int64_t depth;
} Subject;

static Subject subject_new(TaskKind kind, uint64_t seed) {
  Subject s = {.depth = -1};
  s.task = kind == TASK_FAIR ? random_fair_task(seed) : random_bad_task(seed);
  if (kind == TASK_CTL) {
    Random random = {seed ^ 0xc71};
    s.task->kind = TASK_CTL;
    s.task->formulas = s.formulas = formulas_new();
    random_atoms(s.formulas, s.task->system, &random, 3, true);
    s.task->formula = random_ctl(s.formulas, &random, (FormulaShape){5, 4, false});
    if (seed % 3 == 1) random_compassion(s.task->system, &random);
  }
  s.e = explicit_new(s.task->system);
  if (kind == TASK_CTL)
    s.expected =
        ctl_oracle_holds(s.e, s.formulas, s.task->formula) ? VERDICT_HOLDS : VERDICT_VIOLATED;
  else s.expected = explicit_verdict(s.e, s.task);
  if (kind == TASK_BAD) s.depth = explicit_bad_depth(s.e, s.task->bad);
  return s;
}

static void subject_free(Subject *s) {
  explicit_free(s->e);
  if (s->formulas) formulas_free(s->formulas);
  task_free(s->task);
}

enum { MOST_ENGINES = 32 };
typedef struct {
  unsigned runs, possible, answers;
} Tally;

static void run_engines(TaskKind kind, uint64_t seed, bool all_ways, Tally *tallies) {
  Subject s = subject_new(kind, seed);
  for (size_t i = 0; engine_table[i] && i < MOST_ENGINES; i++) {
    const Engine *engine = engine_table[i];
    const char *one = getenv("RONDO_TEST_ENGINE");
    if (!engine_takes_task(engine, s.task) || (one && strcmp(one, engine->name))) continue;
    for (size_t way = 0; way < WAYS; way++) {
      if (!all_ways && way != (seed + i) % WAYS) continue;
      Case c = {seed, engine, ways + way, s.task, s.e, s.expected, s.depth, {0}};
      tallies[i].runs++;
      tallies[i].possible += can_answer(engine, s.expected);
      tallies[i].answers += run_case(&c);
    }
  }
  subject_free(&s);
}

static void compare_all(TaskKind kind, unsigned count) {
  Tally tallies[MOST_ENGINES] = {{0}};
  const char *one = getenv("RONDO_TEST_SEED");
  if (one) run_engines(kind, strtoull(one, NULL, 10), true, tallies);
  for (uint64_t seed = 0; !one && seed < count; seed++) run_engines(kind, seed, false, tallies);
  for (size_t i = 0; engine_table[i] && i < MOST_ENGINES; i++) {
    if (!tallies[i].runs) continue;
    if (getenv("RONDO_TEST_REPORT"))
      printf("%s: %u runs, could answer %u, answered %u\n", engine_table[i]->name, tallies[i].runs,
             tallies[i].possible, tallies[i].answers);
    /* Silence is never wrong, but an engine that rarely speaks was hardly tested. */
    if (tallies[i].possible > 20) CHECK(2 * tallies[i].answers > tallies[i].possible);
  }
}

TEST(engines_agree_with_the_oracle_on_bad_states) { compare_all(TASK_BAD, test_cases(500)); }

TEST(engines_agree_with_the_oracle_on_fair_runs) { compare_all(TASK_FAIR, test_cases(500)); }

/* In this one, merging writes a predicate over states with an input that makes no difference to it.
 */
TEST(engines_agree_on_ctl_where_merging_brings_in_inputs) {
  Tally tallies[MOST_ENGINES] = {{0}};
  run_engines(TASK_CTL, 1416, true, tallies);
}

TEST(engines_agree_with_the_oracle_on_ctl) {
  bool any = false;
  for (size_t i = 0; engine_table[i]; i++) any = any || engine_takes(engine_table[i], TASK_CTL);
  if (!any) SKIP("no engine takes CTL");
  compare_all(TASK_CTL, test_cases(300));
}
