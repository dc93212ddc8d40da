/* Violations: files of AIGER witnesses, checked by simulation of the model.
 *
 *   1            violated
 *   b0           which property: bad state 0, or j0: justice property 0
 *   00           the initial state, one digit for each latch
 *   1            the inputs of step 0
 *   0            the inputs of step 1 ...
 *   .            the end
 *
 * The states are computed from the inputs, so each follows from the one before. What is left to
 * check: the first agrees with the resets; every constraint holds in every step; and
 *   - for a bad state: its literal is true in the last step;
 *   - for justice: the state after the last step has occurred before, so the steps from there on
 *     can be repeated for ever, and each justice and fairness literal is true in one of them. The
 *     loop taken is the longest, from the earliest such state: it contains every other one.
 * An x is read as 0: one run is enough for a violation. */
#include <stdio.h>
#include <string.h>

#include "judge/question.h"

typedef struct {
  const Question *question;
  Scanner scan;
} Reader;

typedef struct {
  unsigned char *states; /* one row for each step, and one for the state after the last */
  unsigned char *values; /* one row for each step: of all variables */
  size_t steps;
} Run;

static void read_values(Reader *r, unsigned char *values, size_t count) {
  for (size_t i = 0; i < count; i++, r->scan.at++) {
    if (r->scan.at == r->scan.end || !strchr("01x", *r->scan.at) || !*r->scan.at)
      expected(&r->scan, "0, 1 or x for each latch or input");
    values[i] = *r->scan.at == '1';
  }
  scan_line_end(&r->scan);
}

/* The inputs of each step until the dot; the states and all values follow by simulation. */
static Run read_run(Reader *r) {
  const Circuit *c = r->question->model;
  size_t room_states = 0, room_values = 0, row = c->latch_count;
  unsigned char *inputs = zeroed(c->inputs.size + 1, 1);
  Run run = {0};
  run.states = longer(NULL, &room_states, row + 1, 1);
  read_values(r, run.states, row);
  for (; r->scan.at < r->scan.end && *r->scan.at != '.'; run.steps++) {
    run.values = longer(run.values, &room_values, (run.steps + 1) * c->count, 1);
    run.states = longer(run.states, &room_states, (run.steps + 2) * row + 1, 1);
    unsigned char *state = run.states + run.steps * row;
    unsigned char *values = run.values + run.steps * c->count;
    read_values(r, inputs, c->inputs.size);
    for (size_t i = 0; i < c->inputs.size; i++) values[variable_of(c->inputs.data[i])] = inputs[i];
    for (size_t i = 0; i < row; i++) values[variable_of(c->latches[i].lit)] = state[i];
    evaluate(c, values);
    for (size_t i = 0; i < row; i++) state[row + i] = value_of(values, c->latches[i].next);
  }
  if (r->scan.at == r->scan.end) expected(&r->scan, "the '.' that ends a witness");
  r->scan.at++;
  scan_line_end(&r->scan);
  return run;
}

/* ---- checks ---- */

static bool true_in(const Circuit *c, const Run *run, size_t step, Lit lit) {
  return value_of(run->values + step * c->count, lit);
}

static void check_run(const Circuit *c, const Run *run) {
  if (!run->steps) refuse("the trace has no steps");
  for (size_t i = 0; i < c->latch_count; i++) {
    Lit reset = c->latches[i].reset;
    if (reset <= 1 && run->states[i] != reset)
      refuse("latch %zu must be %u in the initial state", i, reset);
  }
  for (size_t k = 0; k < run->steps; k++)
    for (size_t i = 0; i < c->constraints.size; i++)
      if (!true_in(c, run, k, c->constraints.data[i]))
        refuse("constraint %zu does not hold in step %zu", i, k);
}

static void check_bad(const Circuit *c, const Run *run, size_t index) {
  if (!true_in(c, run, run->steps - 1, bad_literals(c)->data[index]))
    refuse("b%zu is not true in the last step", index);
}

static void check_met(const Circuit *c, const Run *run, size_t loop, Lit lit) {
  for (size_t k = loop; k < run->steps; k++)
    if (true_in(c, run, k, lit)) return;
  refuse("literal %u is not true in any step of the loop, which begins at step %zu", lit, loop);
}

static void check_lasso(const Circuit *c, const Run *run, size_t index) {
  size_t row = c->latch_count, loop = 0;
  const unsigned char *after = run->states + run->steps * row;
  while (loop < run->steps && memcmp(run->states + loop * row, after, row)) loop++;
  if (loop == run->steps) refuse("the state after the last step has not occurred before");
  for (size_t i = 0; i < c->justice[index].size; i++)
    check_met(c, run, loop, c->justice[index].data[i]);
  for (size_t i = 0; i < c->fairness.size; i++) check_met(c, run, loop, c->fairness.data[i]);
}

/* ---- the file ---- */

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
    *claims = longer(*claims, &room, count + 1, sizeof claim);
    (*claims)[count++] = claim;
  }
  if (!count) expected(&r->scan, "the property that is violated, like b0 or j0");
  scan_line_end(&r->scan);
  return count;
}

static void check_claim(const Question *question, const Run *run, const Claim *claim) {
  const Circuit *c = question->model;
  size_t bad = bad_literals(c)->size, count = claim->justice ? c->justice_count : bad;
  long asked = asked_property(question), number = (long)(claim->index + (claim->justice ? bad : 0));
  if (claim->index >= count)
    refuse("the model has no property %c%zu", claim->justice ? 'j' : 'b', claim->index);
  if (asked >= 0 && asked != number)
    refuse("the witness is about property %ld, not %ld", number, asked);
  check_run(c, run);
  if (claim->justice) check_lasso(c, run, claim->index);
  else check_bad(c, run, claim->index);
  printf("accepted: a %s of %zu steps violates %c%zu\n", claim->justice ? "lasso" : "trace",
         run->steps, claim->justice ? 'j' : 'b', claim->index);
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
  Run run = read_run(r);
  for (size_t i = 0; i < count; i++) check_claim(r->question, &run, claims + i);
  return true;
}

void check_traces(const Question *question, const Bytes *evidence) {
  Reader reader = {question, scanner_new(evidence)};
  size_t checked = 0;
  while (reader.scan.at < reader.scan.end) {
    if (strchr("cu\r\n", *reader.scan.at) && *reader.scan.at)
      scan_rest(&reader.scan); /* comments and notes */
    else checked += check_one(&reader);
  }
  if (!checked) refuse("%s claims no violation: there is nothing to check", evidence->name);
}
