/* Random BLIF-MV: the initial states and the transitions of the system are those that brute force
 * finds, which tries all values of all variables and keeps what every table allows. */
#include "test.h"

#include <stdio.h>

#include "base/random.h"
#include "base/text.h"
#include "front/blif/blif.h"
#include "system/trace.h"

enum { VARIABLES = 6, ROWS = 5, COLUMNS = 4, STATES = 2 };

typedef struct {
  unsigned inputs[2], input_count;
  unsigned outputs[2], output_count;
  unsigned rows;
  unsigned sets[ROWS][COLUMNS]; /* bits of values; inputs, then outputs */
  int equals[ROWS][COLUMNS];    /* which input; -1: the set */
  bool has_default;
  unsigned fallback[2];
} RandomTable;

/* Variables 0 and 1 are latches, fed by the last two; the others are outputs of tables, or free. */
typedef struct {
  unsigned sizes[VARIABLES];
  RandomTable tables[VARIABLES];
  unsigned table_count;
  RandomTable resets[STATES];
  Text text;
} RandomNetlist;

typedef unsigned Values[VARIABLES];

/* ---- making ---- */

static unsigned random_set(Random *random, unsigned size) {
  if (random_chance(random, 2, 3)) return 1u << random_below(random, size);
  return 1 + random_below(random, (1u << size) - 1);
}

static void make_rows(const RandomNetlist *n, Random *random, RandomTable *t) {
  t->rows = 1 + random_below(random, ROWS);
  for (unsigned r = 0; r < t->rows; r++)
    for (unsigned c = 0; c < t->input_count + t->output_count; c++) {
      bool output = c >= t->input_count;
      unsigned v = output ? t->outputs[c - t->input_count] : t->inputs[c];
      t->equals[r][c] = -1;
      t->sets[r][c] = random_set(random, n->sizes[v]);
      if (!output && random_chance(random, 1, 3)) t->sets[r][c] = (1u << n->sizes[v]) - 1;
      for (unsigned k = 0; output && k < t->input_count; k++)
        if (n->sizes[t->inputs[k]] == n->sizes[v] && random_chance(random, 1, 6))
          t->equals[r][c] = (int)k;
    }
  t->has_default = random_chance(random, 1, 2);
  for (unsigned k = 0; k < t->output_count; k++)
    t->fallback[k] = random_set(random, n->sizes[t->outputs[k]]);
}

static void print_set(Text *text, unsigned set, unsigned size) {
  unsigned count = (unsigned)__builtin_popcount(set);
  if (count == size) {
    text_add(text, "- ");
    return;
  }
  if (count == size - 1 && size > 2) {
    text_format(text, "!%d ", __builtin_ctz(~set));
    return;
  }
  if (count > 1) text_char(text, '(');
  for (unsigned i = 0, first = 1; i < size; i++) {
    if (!(set >> i & 1)) continue;
    text_format(text, first ? "%u" : ",%u", i);
    first = 0;
  }
  text_add(text, count > 1 ? ") " : " ");
}

static void print_table(RandomNetlist *n, const RandomTable *t, const char *head) {
  Text *text = &n->text;
  text_add(text, head);
  for (unsigned i = 0; i < t->input_count; i++) text_format(text, " v%u", t->inputs[i]);
  text_add(text, " ->");
  for (unsigned i = 0; i < t->output_count; i++) text_format(text, " v%u", t->outputs[i]);
  text_char(text, '\n');
  if (t->has_default) {
    text_add(text, ".default ");
    for (unsigned i = 0; i < t->output_count; i++)
      print_set(text, t->fallback[i], n->sizes[t->outputs[i]]);
    text_char(text, '\n');
  }
  for (unsigned r = 0; r < t->rows; r++) {
    for (unsigned c = 0; c < t->input_count + t->output_count; c++) {
      unsigned v = c < t->input_count ? t->inputs[c] : t->outputs[c - t->input_count];
      if (t->equals[r][c] >= 0) text_format(text, "=v%u ", t->inputs[t->equals[r][c]]);
      else print_set(text, t->sets[r][c], n->sizes[v]);
    }
    text_char(text, '\n');
  }
}

static void make(RandomNetlist *n, Random *random) {
  *n = (RandomNetlist){0};
  for (unsigned i = 0; i < VARIABLES; i++) n->sizes[i] = 2 + random_below(random, 2);
  for (unsigned i = 0; i < STATES; i++) n->sizes[i] = n->sizes[VARIABLES - STATES + i];
  text_add(&n->text, ".model random\n");
  for (unsigned i = 0; i < VARIABLES; i++) text_format(&n->text, ".mv v%u %u\n", i, n->sizes[i]);
  for (unsigned v = STATES; v < VARIABLES;) {
    RandomTable *t = n->tables + n->table_count;
    unsigned outputs = v + 1 < VARIABLES ? 1 + random_below(random, 2) : 1;
    if (v < VARIABLES - STATES && random_chance(random, 1, 3)) { /* nobody drives it */
      v++;
      continue;
    }
    *t = (RandomTable){.output_count = outputs, .input_count = random_below(random, 3)};
    for (unsigned i = 0; i < t->input_count; i++) t->inputs[i] = random_below(random, v);
    if (t->input_count == 2 && t->inputs[0] == t->inputs[1]) t->input_count = 1;
    for (unsigned i = 0; i < outputs; i++) t->outputs[i] = v++;
    make_rows(n, random, t);
    print_table(n, t, ".table");
    n->table_count++;
  }
  for (unsigned i = 0; i < STATES; i++) {
    RandomTable *t = n->resets + i;
    text_format(&n->text, ".latch v%u v%u\n", VARIABLES - STATES + i, i);
    *t = (RandomTable){.outputs = {i}, .output_count = 1, .input_count = random_below(random, 2)};
    t->inputs[0] = STATES + random_below(random, VARIABLES - STATES);
    make_rows(n, random, t);
    print_table(n, t, ".reset");
  }
  text_add(&n->text, ".end\n");
}

/* ---- brute force ---- */

static bool allows(const RandomTable *t, const Values x) {
  bool matched = false;
  for (unsigned r = 0; r < t->rows; r++) {
    bool inputs = true, outputs = true;
    for (unsigned c = 0; c < t->input_count; c++) inputs &= t->sets[r][c] >> x[t->inputs[c]] & 1;
    for (unsigned k = 0; k < t->output_count; k++) {
      unsigned c = t->input_count + k, value = x[t->outputs[k]];
      outputs &= t->equals[r][c] >= 0 ? value == x[t->inputs[t->equals[r][c]]]
                                      : (bool)(t->sets[r][c] >> value & 1);
    }
    if (inputs && outputs) return true;
    matched |= inputs;
  }
  if (matched || !t->has_default) return false;
  for (unsigned k = 0; k < t->output_count; k++)
    if (!(t->fallback[k] >> x[t->outputs[k]] & 1)) return false;
  return true;
}

/* Pairs of a step's state and the next one as bits: 9 states at most, and the initial ones. */
typedef struct {
  bool step[9][9], initial[9];
} Behaviour;

static unsigned state_of(const Values x, unsigned first) { return x[first] * 3 + x[first + 1]; }

static void try_all(const RandomNetlist *n, Behaviour *b) {
  Values x = {0};
  for (bool more = true; more;) {
    bool fine = true, first = true;
    for (unsigned i = 0; i < n->table_count && fine; i++) fine = allows(n->tables + i, x);
    for (unsigned i = 0; i < STATES; i++) first &= allows(n->resets + i, x);
    if (fine) b->step[state_of(x, 0)][state_of(x, VARIABLES - STATES)] = true;
    if (fine && first) b->initial[state_of(x, 0)] = true;
    more = false;
    for (unsigned i = 0; i < VARIABLES && !more; i++) {
      more = ++x[i] < n->sizes[i];
      if (!more) x[i] = 0;
    }
  }
}

/* ---- the system ---- */

static unsigned read_signal(const System *system, const Bits *values, const char *name) {
  const Signal *signal = signal_find(&system->signals, name);
  unsigned value = 0;
  CHECK(signal);
  for (size_t i = 0; i < signal->bits.size; i++)
    value |= (unsigned)values_of(values, signal->bits.data[i]) << i;
  return value;
}

static bool constraints_hold(const System *system, const Bits *values) {
  for (size_t i = 0; i < system->constraints.size; i++)
    if (!values_of(values, system->constraints.data[i])) return false;
  return true;
}

static bool resets_agree(const System *system, const Step *step) {
  for (size_t i = 0; i < system->latches.size; i++) {
    Reset reset = system->latches.data[i].reset;
    if (reset != RESET_FREE && bits_get(&step->latches, i) != (reset == RESET_1)) return false;
  }
  return true;
}

/* Every assignment to latches and inputs; the latch of the first step tells initial ones. */
static void simulate_all(const System *system, Behaviour *b) {
  size_t latches = system->latches.size, bits = latches + system->inputs.size;
  Step step = {bits_new(latches), bits_new(system->inputs.size)};
  Bits values = bits_new(system->aig->size);
  CHECK(bits < 20);
  for (uint32_t code = 0; code < 1u << bits; code++) {
    for (size_t i = 0; i < latches; i++) bits_put(&step.latches, i, code >> i & 1);
    for (size_t i = latches; i < bits; i++) bits_put(&step.inputs, i - latches, code >> i & 1);
    step_evaluate(system, &step, &values);
    if (!constraints_hold(system, &values)) continue;
    unsigned a = read_signal(system, &values, "v0"), c = read_signal(system, &values, "v1");
    if (a > 2 || c > 2) continue; /* no state of the netlist: see below */
    bool first = system->first != LIT_NONE && values_of(&values, system->first);
    if (resets_agree(system, &step)) b->initial[a * 3 + c] = true;
    if (first) continue;
    char name[8];
    snprintf(name, sizeof name, "v%d", VARIABLES - STATES);
    unsigned x = read_signal(system, &values, name);
    snprintf(name, sizeof name, "v%d", VARIABLES - 1);
    unsigned y = read_signal(system, &values, name);
    CHECK(x < 3 && y < 3); /* values beyond the domain are never next ones */
    b->step[a * 3 + c][x * 3 + y] = true;
  }
  bits_free(&step.latches);
  bits_free(&step.inputs);
  bits_free(&values);
}

TEST(random_blif_mv_has_the_states_and_steps_that_brute_force_finds) {
  Random random = {20};
  unsigned steps = 0, initial = 0;
  for (unsigned i = 0; i < test_cases(150); i++) {
    RandomNetlist n;
    Behaviour expected = {0}, actual = {0};
    Error error = {0};
    make(&n, &random);
    Model *model = blif_mv_read("random.mv", n.text.data, n.text.size, NULL, &error);
    if (!model) printf("%s%s\n", n.text.data, error_text(&error));
    CHECK(model);
    try_all(&n, &expected);
    simulate_all(model->system, &actual);
    for (unsigned a = 0; a < 9; a++) {
      if (a / 3 >= n.sizes[0] || a % 3 >= n.sizes[1]) continue; /* never reached */
      if (actual.initial[a] != expected.initial[a]) printf("%s", n.text.data);
      CHECK_EQUAL(actual.initial[a], expected.initial[a]);
      initial += expected.initial[a];
      for (unsigned b = 0; b < 9; b++) {
        if (actual.step[a][b] != expected.step[a][b]) printf("%s%u -> %u\n", n.text.data, a, b);
        CHECK_EQUAL(actual.step[a][b], expected.step[a][b]);
        steps += expected.step[a][b];
      }
    }
    model_free(model);
    text_free(&n.text);
  }
  CHECK_COVERAGE(initial > 100 && steps > 500);
}
