/* Violations in files: AIGER witnesses.
 *
 *   1            violated
 *   b0           which property: bad state 0, or j0: justice property 0
 *   00           the initial state, one digit for each latch
 *   1            the inputs of step 0
 *   0            the inputs of step 1 ...
 *   .            the end
 *
 * The states are computed from the inputs. The loop of a lasso is not written down: the one taken
 * is the longest, from the earliest state that comes again after the last step; it contains every
 * other one. An x is read as 0: one run is enough for a violation.
 *
 * A violation of an LTL formula is a run of the model, whatever automaton it was found with: what
 * the lines have behind the values of the model is passed over, and each loop that the run of the
 * model has is tried. A finite run (b) makes the formula false however it goes on, or at least if
 * it goes on with its last inputs. */
#include <stdio.h>
#include <string.h>

#include "judge/file.h"
#include "judge/linear.h"
#include "judge/trace.h"

typedef struct {
  const AigerFile *model;
  long property;
  const Parts *ltl; /* or NULL */
  Scanner scan;
} Reader;

/* One row for each step; of states one more, after the last step. */
typedef struct {
  const Circuit *circuit;
  unsigned char *states, *inputs;
  size_t steps, room_states, room_inputs;
  uint64_t *values; /* of all variables in one step */
} Rows;

static bool latch_at(const void *owner, size_t step, size_t place) {
  const Rows *rows = owner;
  return rows->states[step * rows->circuit->latch_count + place];
}

static bool input_at(const void *owner, size_t step, size_t place) {
  const Rows *rows = owner;
  return rows->inputs[step * rows->circuit->inputs.size + place];
}

static void read_values(Reader *r, unsigned char *values, size_t count) {
  for (size_t i = 0; i < count; i++, r->scan.at++) {
    if (!strchr("01x", scan_peek(&r->scan)) || !scan_peek(&r->scan))
      expected(&r->scan, "0, 1 or x for each latch or input");
    values[i] = *r->scan.at == '1';
  }
  if (r->ltl) r->scan.at += strspn(r->scan.at, "01x"); /* of a product */
  scan_line_end(&r->scan);
}

static void evaluate_step(const Rows *rows, size_t step) {
  const Circuit *c = rows->circuit;
  for (size_t i = 0; i < c->inputs.size; i++)
    rows->values[variable_of(c->inputs.data[i])] = input_at(rows, step, i);
  for (size_t i = 0; i < c->latch_count; i++)
    rows->values[variable_of(c->latches[i].lit)] = latch_at(rows, step, i);
  evaluate(c, rows->values);
}

/* One step more: its inputs are filled in by the caller, who then calls the other one. */
static unsigned char *add_step(Rows *rows) {
  Pool *pool = &rows->circuit->judge->pool;
  size_t inputs = rows->circuit->inputs.size, latches = rows->circuit->latch_count;
  size_t step = rows->steps++;
  rows->inputs = longer(pool, rows->inputs, &rows->room_inputs, rows->steps * inputs + 1, 1);
  rows->states = longer(pool, rows->states, &rows->room_states, (rows->steps + 1) * latches + 1, 1);
  return rows->inputs + step * inputs;
}

static void follow(Rows *rows) {
  const Circuit *c = rows->circuit;
  evaluate_step(rows, rows->steps - 1);
  for (size_t i = 0; i < c->latch_count; i++)
    rows->states[rows->steps * c->latch_count + i] = value_of(rows->values, c->latches[i].next) & 1;
}

/* The inputs of each step until the dot; the states follow by simulation. */
static Rows read_rows(Reader *r) {
  const Circuit *c = r->model->circuit;
  Rows rows = {.circuit = c, .values = zeroed(&c->judge->pool, c->count, sizeof *rows.values)};
  rows.states = longer(&c->judge->pool, NULL, &rows.room_states, c->latch_count + 1, 1);
  read_values(r, rows.states, c->latch_count);
  while (r->scan.at < r->scan.end && *r->scan.at != '.') {
    read_values(r, add_step(&rows), c->inputs.size);
    follow(&rows);
  }
  if (r->scan.at == r->scan.end) expected(&r->scan, "the '.' that ends a witness");
  r->scan.at++;
  scan_line_end(&r->scan);
  return rows;
}

/* The first step from `loop` on whose state comes again after the last step; or `steps`. */
static size_t next_loop(const Rows *rows, size_t loop) {
  size_t row = rows->circuit->latch_count;
  const unsigned char *after = rows->states + rows->steps * row;
  while (loop < rows->steps && memcmp(rows->states + loop * row, after, row)) loop++;
  return loop;
}

static long long find_loop(const Rows *rows) {
  size_t loop = next_loop(rows, 0);
  if (loop == rows->steps)
    refuse(rows->circuit->judge, "the state after the last step has not occurred before");
  return (long long)loop;
}

/* ---- LTL ---- */

static Run run_of(const Rows *rows) {
  Run run = {.model = rows->circuit, .steps = rows->steps, .loop = NO_LOOP, .owner = rows};
  run.latch = latch_at;
  run.input = input_at;
  return run;
}

static Truth truth_on(const Rows *rows, const Parts *ltl, long long loop) {
  Pool scratch = {rows->circuit->judge, NULL};
  bool *atoms = zeroed(&scratch, ltl->size * rows->steps, sizeof *atoms);
  for (size_t k = 0; k < rows->steps; k++) {
    evaluate_step(rows, k);
    for (size_t p = 0; p < ltl->size; p++)
      if (ltl->parts[p].op == PART_ATOM)
        atoms[p * rows->steps + k] = value_of(rows->values, ltl->parts[p].atom) & 1;
  }
  Truth truth = truth_of(rows->circuit->judge, ltl, &(Word){rows->steps, loop, atoms});
  pool_free(&scratch);
  return truth;
}

/* Whether every fairness condition of the model is met from a step on. */
static bool is_fair(const Rows *rows, size_t loop) {
  const Lits *fairness = &rows->circuit->fairness;
  bool fair = true;
  for (size_t i = 0; i < fairness->size; i++) {
    bool met = false;
    for (size_t k = loop; k < rows->steps && !met; k++) {
      evaluate_step(rows, k);
      met = value_of(rows->values, fairness->data[i]) & 1;
    }
    fair = fair && met;
  }
  return fair;
}

static void continue_to_lasso(Rows *rows) {
  enum { MOST_STEPS = 10000 };
  size_t inputs = rows->circuit->inputs.size, end = rows->steps + MOST_STEPS;
  while (next_loop(rows, 0) == rows->steps && rows->steps < end) {
    unsigned char *next = add_step(rows);
    memcpy(next, next - inputs, inputs);
    follow(rows);
  }
}

static void check_formula(const Reader *r, Rows *rows, bool lasso) {
  const Circuit *c = rows->circuit;
  if (!rows->steps) refuse(c->judge, "the trace has no steps");
  bool extends = !c->constraints.size && !c->fairness.size; /* every finite run goes on */
  bool bad = !lasso && extends && truth_on(rows, r->ltl, NO_LOOP) == TRUTH_FALSE;
  if (!lasso && !bad) continue_to_lasso(rows);
  Run run = run_of(rows);
  if (bad) run.bad = 1;
  else run.loop = find_loop(rows);
  run.progress = !bad;
  check_trace(&run);
  for (size_t loop = next_loop(rows, 0); !bad && loop < rows->steps;
       loop = next_loop(rows, loop + 1))
    bad = is_fair(rows, loop) && truth_on(rows, r->ltl, (long long)loop) == TRUTH_FALSE;
  if (!bad) refuse(c->judge, "the formula is not false on the run, or the run is not fair");
  printf("accepted: a %s of %zu steps violates the formula\n", run.progress ? "lasso" : "trace",
         rows->steps);
}

/* ---- properties ---- */

typedef struct {
  bool justice;
  size_t index;
} Claim;

/* "b0", "j3", "b0b1", "b0 j1". */
static size_t read_claims(Reader *r, Claim **claims) {
  size_t count = 0, room = 0;
  while (r->scan.at < r->scan.end && (*r->scan.at == 'b' || *r->scan.at == 'j')) {
    Claim claim = {.justice = *r->scan.at++ == 'j'};
    claim.index = scan_number(&r->scan, "the number of a property");
    while (r->scan.at < r->scan.end && *r->scan.at == ' ') r->scan.at++;
    *claims = longer(&r->scan.judge->pool, *claims, &room, count + 1, sizeof claim);
    (*claims)[count++] = claim;
  }
  if (!count) expected(&r->scan, "the property that is violated, like b0 or j0");
  scan_line_end(&r->scan);
  return count;
}

static void check_claim(const Reader *r, const Rows *rows, const Claim *claim) {
  const AigerFile *f = r->model;
  Judge *judge = r->scan.judge;
  size_t count = claim->justice ? f->justice_count : f->bad.size;
  long number = (long)(claim->index + (claim->justice ? f->bad.size : 0));
  char letter = claim->justice ? 'j' : 'b';
  if (claim->index >= count) refuse(judge, "the model has no property %c%zu", letter, claim->index);
  if (r->property >= 0 && r->property != number)
    refuse(judge, "the witness is about property %ld, not %ld", number, r->property);
  Run run = run_of(rows);
  run.progress = claim->justice;
  if (run.progress) run.conditions = conditions_of(f, claim->index);
  else run.bad = f->bad.data[claim->index];
  if (run.progress && run.steps) run.loop = find_loop(rows);
  check_trace(&run);
  printf("accepted: a %s of %zu steps violates %c%zu\n", claim->justice ? "lasso" : "trace",
         run.steps, letter, claim->index);
}

/* Reads and checks one witness; false if it claims no violation: then there is nothing to check. */
static bool check_one(Reader *r) {
  char status = *r->scan.at++;
  if (status != '0' && status != '1' && status != '2')
    expected(&r->scan, "the status of a witness: 0, 1, 2");
  scan_line_end(&r->scan);
  Claim *claims = NULL;
  size_t count = r->scan.at < r->scan.end && (*r->scan.at == 'b' || *r->scan.at == 'j')
                     ? read_claims(r, &claims)
                     : 0;
  if (status != '1') {
    if (r->scan.at < r->scan.end && *r->scan.at == '.') scan_rest(&r->scan);
    return false;
  }
  if (!count) expected(&r->scan, "the property that is violated, like b0 or j0");
  Rows rows = read_rows(r);
  if (r->ltl) check_formula(r, &rows, claims->justice);
  for (size_t i = 0; i < count && !r->ltl; i++) check_claim(r, &rows, claims + i);
  return true;
}

void check_trace_file(const AigerFile *model, long property, const Parts *ltl,
                      const Bytes *evidence) {
  Judge *judge = model->circuit->judge;
  Reader reader = {model, property, ltl, scanner_new(judge, evidence)};
  size_t checked = 0;
  while (reader.scan.at < reader.scan.end) {
    if (strchr("cu\r\n", *reader.scan.at) && *reader.scan.at)
      scan_rest(&reader.scan); /* comments and notes */
    else checked += check_one(&reader);
  }
  if (!checked) refuse(judge, "%s claims no violation: there is nothing to check", evidence->name);
}
