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
 * Of a violation of LTL (file_ltl.c) the lines may be those of a product: what they have behind the
 * values of the model is passed over. */
#include <stdio.h>
#include <string.h>

#include "judge/file.h"

typedef struct {
  const AigerFile *model;
  long property;
  const Parts *ltl; /* or NULL */
  Scanner scan;
} Reader;

static bool latch_at(const void *owner, size_t step, size_t place) {
  const Rows *rows = owner;
  return rows->states.data[step * rows->run.model->latches.size + place];
}

static bool input_at(const void *owner, size_t step, size_t place) {
  const Rows *rows = owner;
  return rows->inputs.data[step * rows->run.model->inputs.size + place];
}

void follow(Rows *rows) {
  const Circuit *c = rows->run.model;
  evaluate_step(&rows->run, rows->run.steps++, rows->values);
  for (size_t i = 0; i < c->latches.size; i++)
    list_add(c->judge, &rows->states, is_true(rows->values, c->latches.data[i].next));
}

size_t next_loop(const Rows *rows, size_t loop) {
  size_t row = rows->run.model->latches.size;
  const unsigned char *states = rows->states.data, *after = states + rows->run.steps * row;
  while (row && memcmp(states + loop * row, after, row)) loop++; /* it is itself among them */
  return loop;
}

long long find_loop(const Rows *rows) {
  size_t loop = next_loop(rows, 0);
  if (loop == rows->run.steps)
    refuse(rows->run.model->judge, "the state after the last step has not occurred before");
  return (long long)loop;
}

static void read_values(Reader *r, Values *values, size_t count) {
  for (size_t i = 0; i < count; i++, r->scan.at++) {
    if (!strchr("01x", *r->scan.at) || !*r->scan.at)
      expected(&r->scan, "0, 1 or x for each latch or input");
    list_add(r->scan.judge, values, *r->scan.at == '1');
  }
  if (r->ltl) r->scan.at += strspn(r->scan.at, "01x"); /* of a product */
  scan_line_end(&r->scan);
}

/* The inputs of each step until the dot; the states follow by simulation. */
static void read_rows(Reader *r, Rows *rows) {
  Circuit *c = r->model->circuit;
  rows->run = (Run){.model = c, .loop = NO_LOOP, .owner = rows, .latch = latch_at};
  rows->run.input = input_at;
  rows->values = zeroed(&c->judge->pool, c->count, sizeof *rows->values);
  read_values(r, &rows->states, c->latches.size);
  while (r->scan.at < r->scan.end && *r->scan.at != '.') {
    read_values(r, &rows->inputs, c->inputs.size);
    follow(rows);
  }
  if (r->scan.at == r->scan.end) expected(&r->scan, "the '.' that ends a witness");
  r->scan.at++;
  scan_line_end(&r->scan);
}

/* ---- properties ---- */

typedef struct {
  bool justice;
  size_t index;
} Claim;
typedef LIST(Claim) Claims;

/* "b0", "j3", "b0b1", "b0 j1". */
static void read_claims(Reader *r, Claims *claims) {
  while (*r->scan.at == 'b' || *r->scan.at == 'j') {
    Claim claim = {.justice = *r->scan.at++ == 'j'};
    claim.index = scan_number(&r->scan, "the number of a property");
    skip_blanks(&r->scan.at);
    list_add(r->scan.judge, claims, claim);
  }
  if (claims->size) scan_line_end(&r->scan);
}

static void check_claim(const Reader *r, const Rows *rows, const Claim *claim) {
  const AigerFile *f = r->model;
  Judge *judge = r->scan.judge;
  size_t count = claim->justice ? f->justice.size : f->bad.size;
  long number = (long)(claim->index + (claim->justice ? f->bad.size : 0));
  char letter = claim->justice ? 'j' : 'b';
  if (claim->index >= count) refuse(judge, "the model has no property %c%zu", letter, claim->index);
  if (r->property >= 0 && r->property != number)
    refuse(judge, "the witness is about property %ld, not %ld", number, r->property);
  Run run = rows->run;
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
  Claims claims = {0};
  read_claims(r, &claims);
  if (status != '1') {
    if (*r->scan.at == '.') scan_rest(&r->scan);
    return false;
  }
  if (!claims.size) expected(&r->scan, "the property that is violated, like b0 or j0");
  Rows rows = {0};
  read_rows(r, &rows);
  if (r->ltl) check_violation(&rows, r->ltl, claims.data->justice);
  for (size_t i = 0; i < claims.size && !r->ltl; i++) check_claim(r, &rows, claims.data + i);
  return true;
}

void check_trace_file(const AigerFile *model, long property, const Parts *ltl,
                      const Bytes *evidence) {
  Judge *judge = model->circuit->judge;
  Reader reader = {model, property, ltl, scanner_new(judge, evidence)};
  bool checked = false;
  while (reader.scan.at < reader.scan.end) {
    if (strchr("cu\r\n", *reader.scan.at) && *reader.scan.at)
      scan_rest(&reader.scan); /* comments and notes */
    else checked |= check_one(&reader);
  }
  if (!checked) refuse(judge, "%s claims no violation: there is nothing to check", evidence->name);
}
