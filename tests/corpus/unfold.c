/* The prefixes of the nets in the benchmark folder: as many events, conditions and cut-offs as
 * recorded, and deadlocks where they are. */
#include "test.h"

#include <stdio.h>

#include "base/input.h"
#include "base/text.h"
#include "front/llnet/llnet.h"
#include "net/prefix_query.h"

typedef struct {
  char file[128], transitions[32], deadlock[32], events[32], conditions[32], cutoffs[32];
} Row;

/* More events than that take too long under the sanitizers. */
enum { MOST_EVENTS = 10000 };

static void check_row(const char *folder, const Row *row) {
  Text path = {0};
  text_format(&path, "%s/%s", folder, row->file);
  Input input = {0};
  Error error = {0};
  CHECK(input_read(&input, path.data, &error));
  Net *net = llnet_read(row->file, input.data, input.size, &error);
  if (!net) test_fail(__FILE__, __LINE__, "%s", error_text(&error));
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
  input_free(&input);
  text_free(&path);
}

TEST(prefixes_are_as_large_as_recorded) {
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
    if (sscanf(line, "%127s %*s %31s %*s %31s %31s %31s %31s", row.file, row.transitions,
               row.deadlock, row.events, row.conditions, row.cutoffs) != 6)
      continue;
    if (!strcmp(row.file, "model") || !strcmp(row.events, "?")) continue;
    if (atoi(row.events) > MOST_EVENTS && test_cases(100) < 100) continue;
    check_row(path.data, &row);
    checked++;
  }
  fclose(table);
  text_free(&path);
  CHECK(checked > 10);
}
