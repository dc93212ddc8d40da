/* Evidence about LTL before rondo-check, on random systems and formulas: what engines wrote is
 * accepted, and for any other formula just where enumeration says that it shows what is claimed. */
#include <stdio.h>

#include "base/text.h"
#include "engine/engine.h"
#include "evidence/trace_file.h"
#include "evidence/witness_file.h"
#include "formula/parser.h"
#include "oracle/judge_process.h"
#include "oracle/ltl_oracle.h"
#include "oracle/random_formula.h"
#include "oracle/random_system.h"
#include "task/ltl_task.h"
#include "test.h"

enum { WORK = 3000000, OTHERS = 6 };

typedef struct {
  RandomModel *model;
  Formulas *formulas;
  Explicit *explicit;
  JudgeFiles files;
} Subject;

static Subject subject_new(uint64_t seed, Random *random) {
  Subject s = {random_model(seed, 3 + seed % 3), formulas_new(), NULL, judge_files_new()};
  random_atoms(s.formulas, s.model->system, random, 2, seed & 1);
  s.explicit = explicit_new(s.model->system);
  LitVec atoms = {0};
  Lit *images;
  Task *task = task_new(TASK_BAD, system_copy(s.model->system, &images));
  for (size_t i = 0; i < s.formulas->atoms.size; i++)
    vec_push(&atoms, aig_map_lit(images, s.formulas->atoms.data[i].literal));
  judge_write_model(&s.files, task, &atoms);
  task_free(task);
  mem_free(images);
  vec_free(&atoms);
  return s;
}

static void subject_free(Subject *s) {
  judge_files_free(&s->files);
  explicit_free(s->explicit);
  formulas_free(s->formulas);
  random_model_free(s->model);
}

static EngineResult answer(const Task *task) {
  const Engine *engine = engine_find(task->kind == TASK_BAD ? "ic3" : "fair");
  EngineResult result;
  Budget budget = {.work = WORK};
  void *state = engine_open(engine, task, &(EngineSetup){0});
  engine->run(state, &budget);
  engine->result(state, &result);
  engine->close(state);
  return result;
}

static bool accepts(const Subject *s, const char *evidence, Formula f) {
  Text text = {0};
  formula_print(s->formulas, f, &text);
  int code = judge_process_run(&s->files, evidence, strlen(evidence), "--ltl", text.data);
  if (code == 65)
    test_fail(__FILE__, __LINE__, "'%s' is not read; the files are in %s", text.data,
              s->files.folder);
  text_free(&text);
  return code == 0;
}

static bool is_fair(const System *system, const Trace *run) {
  Bits values = bits_new(system->aig->size);
  bool fair = true;
  for (size_t i = 0; i < system->fairness.size; i++) {
    bool met = false;
    for (size_t k = (size_t)run->loop; k < run->steps.size; k++) {
      step_evaluate(system, run->steps.data + k, &values);
      met |= values_of(&values, system->fairness.data[i]);
    }
    fair &= met;
  }
  bits_free(&values);
  return fair;
}

/* Whether one of the loops that the run of the model has makes the formula false. */
static bool some_loop_violates(const Subject *s, Trace *run, Formula f) {
  const System *system = s->model->system;
  const Bits *entry = &run->steps.data[run->loop].latches;
  bool violates = false;
  for (size_t k = 0; k < run->steps.size && !violates; k++) {
    if (!bits_equal(&run->steps.data[k].latches, entry)) continue;
    run->loop = (int64_t)k;
    LassoWord word = lasso_word_of(system, s->formulas, run);
    violates = is_fair(system, run) && !ltl_oracle_word(s->formulas, f, &word);
    lasso_word_free(&word, s->formulas);
  }
  return violates;
}

typedef struct {
  unsigned circuits, lassos, traces, yes, no;
} Tally;

/* The evidence of one formula is given for others: the negation, and random ones. */
static void ask_others(const Subject *s, const EngineResult *result, const ProductMap *map,
                       const char *text, Formula f, Random *random, Tally *tally) {
  const Trace *trace = result->evidence.trace;
  for (unsigned i = 0; i < OTHERS; i++) {
    FormulaShape shape = {3, 3, i % 2};
    Formula g = i ? random_ltl(s->formulas, random, shape) : formula_unary(s->formulas, OP_NOT, f);
    bool yes = accepts(s, text, g);
    *(yes ? &tally->yes : &tally->no) += 1;
    if (result->verdict == VERDICT_VIOLATED && trace->loop != TRACE_NO_LOOP) {
      Trace *run = product_trace_back(map, s->model->system, trace);
      CHECK_EQUAL(yes, some_loop_violates(s, run, g));
      trace_free(run);
    } else if (yes) {
      CHECK_EQUAL(ltl_oracle_holds(s->explicit, s->formulas, g), result->verdict == VERDICT_HOLDS);
    }
  }
}

static void check_one(uint64_t seed, Tally *tally) {
  Random random = {seed};
  Subject s = subject_new(seed, &random);
  LtlOptions options = LTL_DEFAULTS;
  if (seed % 3) options.automaton = AUTOMATON_TIGHT;
  Formula f = random_ltl(s.formulas, &random, (FormulaShape){3, 3, seed % 2});
  ProductMap map;
  Error error = {0};
  Task *task = ltl_task(s.model->system, s.formulas, f, &options, &map, &error);
  CHECK(task);
  EngineResult result = answer(task);
  bool holds = result.verdict == VERDICT_HOLDS;
  if (result.verdict != VERDICT_UNKNOWN && !(holds && options.automaton == AUTOMATON_SMALL)) {
    CHECK_EQUAL(holds, ltl_oracle_holds(s.explicit, s.formulas, f));
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    TraceProperty property = {.justice = task->kind == TASK_FAIR};
    CHECK(holds ? witness_file_write(stream, task, result.evidence.witness, false, NULL)
                : trace_file_write(stream, &property, result.evidence.trace));
    fclose(stream);
    if (!accepts(&s, text, f)) {
      Text shown = {0};
      formula_print(s.formulas, f, &shown);
      test_fail(__FILE__, __LINE__, "seed %llu: '%s' is refused; the files are in %s",
                (unsigned long long)seed, shown.data, s.files.folder);
    }
    *(holds                                          ? &tally->circuits
      : result.evidence.trace->loop == TRACE_NO_LOOP ? &tally->traces
                                                     : &tally->lassos) += 1;
    ask_others(&s, &result, &map, text, f, &random, tally);
    free(text);
  }
  evidence_free(&result.evidence);
  task_free(task);
  subject_free(&s);
}

TEST(rondo_check_judges_evidence_about_ltl_as_enumeration_does) {
  Tally tally = {0};
  for (uint64_t seed = 0; seed < test_cases(150); seed++) check_one(seed, &tally);
  CHECK_COVERAGE(tally.circuits > 15 && tally.lassos > 15 && tally.traces > 5);
  CHECK_COVERAGE(tally.yes > 50 && tally.no > 100);
}

/* True in the second, third or fourth round at the earliest, where the first begins with step 0. */
static const char *const rounds[] = {
    "F (a0 & Y a4)",
    "F (a0 & Y (a4 & O (a0 & Y a4)))",
    "F (a0 & Y (a4 & O (a0 & Y (a4 & O (a0 & Y a4)))))",
    "F (a2 & !Y a1 & Y (a4 & O (a2 & Y a4)))",
    "G (a0 -> Z (a4 -> H (a0 -> Z !a4)))",
    "F Y Y Y Y Y Y Y Y a3",
    "F G (a2 -> (a4 | a3 | !a0) S (a3 & !a0))",
    "F (a4 & X (a0 | a2 | a4))",
    "G (a4 -> X (a1 | a3))",
};

/* One run and no other: a stem, and then steps that repeat. Atoms are the steps themselves. */
static void compare_truths(size_t stem) {
  enum { STEPS = 5 };
  System *system = system_new();
  Task *task = task_new(TASK_BAD, system);
  Formulas *formulas = formulas_new();
  Subject s = {NULL, formulas, NULL, judge_files_new()};
  Lit latches[STEPS];
  LitVec atoms = {0};
  for (size_t k = 0; k < STEPS; k++) latches[k] = system_latch(system, k ? RESET_0 : RESET_1);
  for (size_t k = 0; k < STEPS; k++) {
    Lit before = k ? latches[k - 1] : LIT_FALSE;
    if (k == stem) before = aig_or(system->aig, before, latches[STEPS - 1]);
    system_set_next(system, latches[k], before);
  }
  Random random = {1};
  random_atoms(formulas, system, &random, STEPS, false);
  for (size_t k = 0; k < STEPS; k++) {
    formulas->atoms.data[k].literal = latches[k];
    vec_push(&atoms, latches[k]);
  }
  judge_write_model(&s.files, task, &atoms);
  Trace *run = trace_new();
  for (size_t k = 0; k < STEPS; k++) {
    trace_add_step(run, system);
    if (k) trace_advance(run, system, k - 1);
    else bits_set(&run->steps.data[0].latches, 0);
  }
  run->loop = (int64_t)stem;
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  CHECK(trace_file_write(stream, &(TraceProperty){.justice = true}, run));
  fclose(stream);
  LassoWord word = lasso_word_of(system, formulas, run);
  unsigned truths[2] = {0};
  size_t texts = sizeof rounds / sizeof *rounds;
  for (unsigned i = 0; i < texts + test_cases(400); i++) {
    Error error = {0};
    Formula f = i < texts ? formula_parse(formulas, LOGIC_LTL, rounds[i], &error)
                          : random_ltl(formulas, &random, (FormulaShape){4, 4, i % 2});
    CHECK(f != FORMULA_NONE);
    bool truth = ltl_oracle_word(formulas, f, &word);
    CHECK_EQUAL(accepts(&s, text, f), !truth);
    truths[truth]++;
  }
  CHECK_COVERAGE(truths[false] > 100 && truths[true] > 100);
  lasso_word_free(&word, formulas);
  free(text);
  trace_free(run);
  vec_free(&atoms);
  judge_files_free(&s.files);
  formulas_free(formulas);
  task_free(task);
}

TEST(rondo_check_knows_the_truth_on_a_run_with_a_stem_and_a_loop) {
  compare_truths(0);
  compare_truths(2);
  compare_truths(4);
}
