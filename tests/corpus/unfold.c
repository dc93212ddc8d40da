/* The prefixes of the nets in the benchmark folder: as many events, conditions and cut-offs as
 * recorded, deadlocks where they are, and LTL as a search of all markings says. */
#include "test.h"

#include <stdio.h>

#include "base/input.h"
#include "base/text.h"
#include "check/check.h"
#include "check/net_question.h"
#include "formula/nnf.h"
#include "front/llnet/llnet.h"
#include "net/prefix_query.h"
#include "oracle/random_formula.h"
#include "oracle/random_net.h"

typedef struct {
  char file[128], transitions[32], states[32], deadlock[32], events[32], conditions[32],
      cutoffs[32];
} Row;

static Net *read_net(const char *folder, const Row *row) {
  Text path = {0};
  text_format(&path, "%s/%s", folder, row->file);
  Input input = {0};
  Error error = {0};
  CHECK(input_read(&input, path.data, &error));
  Net *net = llnet_read(row->file, input.data, input.size, &error);
  if (!net) test_fail(__FILE__, __LINE__, "%s", error_text(&error));
  input_free(&input);
  text_free(&path);
  return net;
}

/* More events than that take too long under the sanitizers. */
enum { MOST_EVENTS = 10000 };

static void check_row(const char *folder, const Row *row) {
  Error error = {0};
  Net *net = read_net(folder, row);
  Prefix *prefix = prefix_new(net, 1, NULL, &error);
  if (!prefix) test_fail(__FILE__, __LINE__, "%s: %s", row->file, error.message);
  if (prefix->events.size != (size_t)atoi(row->events) ||
      prefix->conditions.size != (size_t)atoi(row->conditions) ||
      prefix->cutoffs != (size_t)atoi(row->cutoffs))
    test_fail(__FILE__, __LINE__, "%s: %zu events, %zu conditions, %zu cut-offs", row->file,
              prefix->events.size, prefix->conditions.size, prefix->cutoffs);
  U32Vec run = {0};
  bool deadlock = !strcmp(row->deadlock, "deadlock");
  /* Where the table counts the line `PTR` and those below it as transitions, which always can fire,
   * it knows no deadlock. */
  bool same_net = net->transitions.size == (size_t)atoi(row->transitions);
  if (strcmp(row->deadlock, "?") && same_net &&
      prefix_deadlocks(prefix, NULL, &run) != (deadlock ? PREFIX_REACHABLE : PREFIX_UNREACHABLE))
    test_fail(__FILE__, __LINE__, "%s: the deadlock differs", row->file);
  vec_free(&run);
  prefix_free(prefix);
  net_free(net);
}

typedef void (*RowCheck)(const char *folder, const Row *row);

/* Whether it was done for more than ten rows of the table. */
static bool for_each_row(RowCheck check) {
  const char *bench = test_bench_folder();
  if (!bench) SKIP("there is no folder of benchmarks");
  Text path = {0};
  text_format(&path, "%s/net/llnet", bench);
  size_t folder = path.size;
  text_add(&path, "/expected.tsv");
  FILE *table = fopen(path.data, "r");
  if (!table) SKIP("there are no nets in the folder of benchmarks");
  path.data[folder] = 0;
  char line[512];
  unsigned checked = 0;
  while (fgets(line, sizeof line, table)) {
    Row row;
    if (sscanf(line, "%127s %*s %31s %31s %31s %31s %31s %31s", row.file, row.transitions,
               row.states, row.deadlock, row.events, row.conditions, row.cutoffs) != 7)
      continue;
    if (!strcmp(row.file, "model") || !strcmp(row.events, "?")) continue;
    if (atoi(row.events) > MOST_EVENTS && test_cases(100) < 100) continue;
    check(path.data, &row);
    checked++;
  }
  fclose(table);
  text_free(&path);
  return checked > 10;
}

TEST(prefixes_are_as_large_as_recorded) { CHECK(for_each_row(check_row)); }

/* ---- LTL ---- */

static unsigned held, violated;

static Verdict said_by(const char *engine, const Model *model) {
  Settings *settings = settings_new();
  CHECK(settings_set(settings, "engine", engine, NULL));
  CHECK(settings_set(settings, "timeout", "1", NULL));
  Result *result = check_property(model, 0, settings);
  CHECK(result && !result->internal_error);
  Verdict verdict = result->outcome.verdict;
  result_free(result);
  settings_free(settings);
  return verdict;
}

static void check_ltl(const char *folder, const Row *row) {
  if (!strcmp(row->states, "?") || atoi(row->states) > 3000 || atoi(row->events) > 500) return;
  for (unsigned i = 0; i < 4; i++) {
    Random random = {i + 1};
    Model *model = net_model_with_atoms(&random, read_net(folder, row));
    FormulaShape shape = {.depth = 3, .temporal = 3};
    Formula f;
    do f = random_ltl(model->formulas, &random, shape);
    while (net_formula_has_next(model->formulas, f) || !formula_is_temporal(model->formulas, f));
    net_ask(model, PROPERTY_LTL, f);
    Verdict expected = said_by("explicit", model), unfolded = said_by("unfold", model);
    bool known = expected != VERDICT_UNKNOWN && unfolded != VERDICT_UNKNOWN;
    if (known && expected != unfolded)
      test_fail(__FILE__, __LINE__, "%s, formula %u: %s", row->file, i, verdict_name(unfolded));
    held += known && expected == VERDICT_HOLDS;
    violated += known && expected == VERDICT_VIOLATED;
    model_free(model);
  }
}

TEST(tableaus_of_recorded_nets_say_what_a_search_says) {
  held = violated = 0;
  CHECK(for_each_row(check_ltl));
  CHECK(held > 5 && violated > 10);
}
