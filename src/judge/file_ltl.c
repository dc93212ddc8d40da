/* Evidence about LTL in files: what the formula itself has to do with it.
 *
 * A violation is a run of the model, whatever automaton it was found with; each loop that the run
 * has is tried. A finite run (b) makes the formula false however it goes on, or at least if it goes
 * on with its last inputs. A proof is about the product with the tableau, as it is made here. */
#include <stdio.h>
#include <string.h>

#include "judge/file.h"
#include "judge/linear.h"

static const Operator operators[] = {
    {"U", PART_U, TEMPORAL}, {"R", PART_R, TEMPORAL}, {"V", PART_R, TEMPORAL},
    {"W", PART_W, TEMPORAL}, {"M", PART_M, TEMPORAL}, {"S", PART_S, TEMPORAL},
    {"T", PART_T, TEMPORAL}, {"X", PART_X, PREFIX},   {"F", PART_F, PREFIX},
    {"<>", PART_F, PREFIX},  {"G", PART_G, PREFIX},   {"[]", PART_G, PREFIX},
    {"Y", PART_Y, PREFIX},   {"Z", PART_Z, PREFIX},   {"O", PART_O, PREFIX},
    {"H", PART_H, PREFIX},   {NULL, PART_ATOM, 0},
};

/* ---- violations ---- */

static Truth truth_on(const Rows *rows, const Parts *ltl, long long loop) {
  const Run *run = &rows->run;
  Pool scratch = {run->model->judge, NULL};
  bool *atoms = zeroed(&scratch, ltl->size * run->steps, sizeof *atoms);
  for (size_t k = 0; k < run->steps; k++) {
    evaluate_step(run, k, rows->values);
    for (size_t p = 0; p < ltl->size; p++)
      if (ltl->parts[p].op == PART_ATOM)
        atoms[p * run->steps + k] = is_true(rows->values, ltl->parts[p].atom);
  }
  Truth truth = truth_of(run->model->judge, ltl, &(Word){run->steps, loop, atoms});
  pool_free(&scratch);
  return truth;
}

/* Whether every fairness condition of the model is met from a step on. */
static bool is_fair(const Rows *rows, size_t loop) {
  const Lits *fairness = &rows->run.model->fairness;
  bool fair = true;
  for (size_t i = 0; i < fairness->size; i++) {
    bool met = false;
    for (size_t k = loop; k < rows->run.steps && !met; k++) {
      evaluate_step(&rows->run, k, rows->values);
      met = is_true(rows->values, fairness->data[i]);
    }
    fair = fair && met;
  }
  return fair;
}

static void continue_to_lasso(Rows *rows) {
  enum { MOST_STEPS = 10000 };
  size_t inputs = rows->run.model->inputs.size, end = rows->run.steps + MOST_STEPS;
  Values *values = &rows->inputs;
  while (next_loop(rows, 0) == rows->run.steps && rows->run.steps < end) {
    for (size_t i = 0; i < inputs; i++)
      list_add(rows->run.model->judge, values, values->data[values->size - inputs]);
    follow(rows);
  }
}

void check_violation(Rows *rows, const Parts *ltl, bool lasso) {
  const Circuit *c = rows->run.model;
  if (!rows->run.steps) refuse(c->judge, "the trace has no steps");
  bool extends = !c->constraints.size && !c->fairness.size; /* every finite run goes on */
  bool bad = !lasso && extends && truth_on(rows, ltl, NO_LOOP) == TRUTH_FALSE;
  if (!lasso && !bad) continue_to_lasso(rows);
  Run run = rows->run;
  if (bad) run.bad = 1;
  else run.loop = find_loop(rows);
  run.progress = !bad;
  check_trace(&run);
  for (size_t loop = next_loop(rows, 0); !bad && loop < run.steps; loop = next_loop(rows, loop + 1))
    bad = is_fair(rows, loop) && truth_on(rows, ltl, (long long)loop) == TRUTH_FALSE;
  if (!bad) refuse(c->judge, "the formula is not false on the run, or the run is not fair");
  printf("accepted: a %s of %zu steps violates the formula\n", run.progress ? "lasso" : "trace",
         run.steps);
}

/* ---- proofs ---- */

/* The model becomes its product with the tableau of the formula (linear.h), which is its one
 * property, of progress: it holds if the formula does. */
static void make_product(AigerFile *f, const Parts *ltl) {
  Circuit *c = f->circuit;
  Pool *pool = &c->judge->pool;
  const size_t before[] = {c->inputs.size, c->latches.size}; /* SYMBOL_INPUT, SYMBOL_LATCH */
  f->justice.size = 0;
  list_add(c->judge, &f->justice, add_violations(c, ltl));
  f->bad.size = 0;
  const size_t after[] = {c->inputs.size, c->latches.size};
  for (size_t kind = SYMBOL_INPUT; kind <= SYMBOL_LATCH; kind++) {
    const char **names = zeroed(pool, after[kind], sizeof *names);
    memcpy(names, f->symbols[kind], before[kind] * sizeof *names);
    f->symbols[kind] = names;
  }
}

void check_ltl_file(AigerFile *model, const char *text, const Bytes *evidence) {
  static const char note[] = "rondo product automaton=", tight[] = "rondo product automaton=tight ";
  Judge *judge = model->circuit->judge;
  Parts ltl = read_formula(model, operators, text);
  if (!aiger_begins(evidence)) {
    check_trace_file(model, -1, &ltl, evidence);
    return;
  }
  const AigerFile *f = read_aiger(judge, evidence, false);
  for (size_t i = 0; i < f->comments.size; i++)
    if (!strncmp(f->comments.data[i], note, strlen(note)) &&
        strncmp(f->comments.data[i], tight, strlen(tight)))
      unreadable(judge,
                 "%s is about another automaton than the tableau of the formula; make it with "
                 "'rondo check --automaton tight'",
                 evidence->name);
  make_product(model, &ltl);
  check_witness_file(model, 0, evidence);
}
