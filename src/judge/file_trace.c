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
 * other one. An x is read as 0: one run is enough for a violation. */
#include <stdio.h>
#include <string.h>

#include "judge/file.h"
#include "judge/trace.h"

typedef struct {
  const AigerFile *model;
  long property;
  Scanner scan;
} Reader;

/* One row for each step; of states one more, after the last step. */
typedef struct {
  const Circuit *circuit;
  unsigned char *states, *inputs;
  size_t steps;
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
  scan_line_end(&r->scan);
}

/* The inputs of each step until the dot; the states follow by simulation. */
static Rows read_rows(Reader *r) {
  const Circuit *c = r->model->circuit;
  Pool *pool = &c->judge->pool;
  size_t room_states = 0, room_inputs = 0, latches = c->latch_count, inputs = c->inputs.size;
  uint64_t *values = zeroed(pool, c->count, sizeof *values);
  Rows rows = {.circuit = c};
  rows.states = longer(pool, NULL, &room_states, latches + 1, 1);
  read_values(r, rows.states, latches);
  for (; r->scan.at < r->scan.end && *r->scan.at != '.'; rows.steps++) {
    rows.inputs = longer(pool, rows.inputs, &room_inputs, (rows.steps + 1) * inputs + 1, 1);
    rows.states = longer(pool, rows.states, &room_states, (rows.steps + 2) * latches + 1, 1);
    unsigned char *state = rows.states + rows.steps * latches;
    read_values(r, rows.inputs + rows.steps * inputs, inputs);
    for (size_t i = 0; i < inputs; i++)
      values[variable_of(c->inputs.data[i])] = rows.inputs[rows.steps * inputs + i];
    for (size_t i = 0; i < latches; i++) values[variable_of(c->latches[i].lit)] = state[i];
    evaluate(c, values);
    for (size_t i = 0; i < latches; i++)
      state[latches + i] = value_of(values, c->latches[i].next) & 1;
  }
  if (r->scan.at == r->scan.end) expected(&r->scan, "the '.' that ends a witness");
  r->scan.at++;
  scan_line_end(&r->scan);
  return rows;
}

static long long find_loop(const Rows *rows) {
  size_t row = rows->circuit->latch_count, loop = 0;
  const unsigned char *after = rows->states + rows->steps * row;
  while (loop < rows->steps && memcmp(rows->states + loop * row, after, row)) loop++;
  if (loop == rows->steps)
    refuse(rows->circuit->judge, "the state after the last step has not occurred before");
  return (long long)loop;
}

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
  Run run = {.model = f->circuit, .steps = rows->steps, .loop = NO_LOOP, .owner = rows};
  run.latch = latch_at;
  run.input = input_at;
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
  for (size_t i = 0; i < count; i++) check_claim(r, &rows, claims + i);
  return true;
}

void check_trace_file(const AigerFile *model, long property, const Bytes *evidence) {
  Judge *judge = model->circuit->judge;
  Reader reader = {model, property, scanner_new(judge, evidence)};
  size_t checked = 0;
  while (reader.scan.at < reader.scan.end) {
    if (strchr("cu\r\n", *reader.scan.at) && *reader.scan.at)
      scan_rest(&reader.scan); /* comments and notes */
    else checked += check_one(&reader);
  }
  if (!checked) refuse(judge, "%s claims no violation: there is nothing to check", evidence->name);
}
