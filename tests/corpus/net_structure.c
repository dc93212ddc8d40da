/* On the nets of the benchmark folder three ways to the same answer agree: the prefix of the net,
 * the prefix of its reduction with the run taken back, and the state equation. */
#include "test.h"

#include <dirent.h>

#include "base/input.h"
#include "base/text.h"
#include "front/llnet/llnet.h"
#include "net/bounds.h"
#include "net/prefix_query.h"
#include "net/reduce.h"
#include "net/run.h"

/* Larger nets take too long under the sanitizers. */
enum { MOST_TRANSITIONS = 250 };

typedef struct {
  unsigned nets, taken_back, refuted;
} Seen;

/* The run to a deadlock of the reduced net leads to one of the original. */
static void check_reduced(const char *file, const Net *net, PrefixAnswer expected, Seen *seen) {
  NetVisible nothing = net_visible_new(net);
  NetReduction *reduction = net_reduce(net, &nothing, NET_KEEP_DEADLOCK, NULL);
  net_visible_free(&nothing);
  Error error = {0};
  U32Vec reduced = {0}, run = {0};
  Prefix *prefix = prefix_new(net_reduction_net(reduction), 1, NULL, &error);
  if (prefix) { /* agglomerations may have made weights */
    if (prefix_deadlocks(prefix, NULL, &reduced) != expected)
      test_fail(__FILE__, __LINE__, "%s: the reduced net differs", file);
    if (expected == PREFIX_REACHABLE) {
      CHECK(net_reduction_run_back(reduction, reduced.data, reduced.size, &run, NULL));
      Tokens *marking = net_replay(net, run.data, run.size);
      CHECK(marking);
      for (uint32_t t = 0; t < net->transitions.size; t++) CHECK(!net_enabled(net, t, marking));
      mem_free(marking);
      seen->taken_back++;
    }
  }
  prefix_free(prefix);
  error_free(&error);
  vec_free(&reduced);
  vec_free(&run);
  net_reduction_free(reduction);
}

/* The state equation may refute a deadlock only where there is none, and no place of a 1-safe net
 * has a bound of 0 that gets a token. */
static void check_equation(const char *file, const Net *net, const Prefix *prefix,
                           PrefixAnswer expected, Seen *seen) {
  NetCondition *deadlock = net_condition_deadlock(net);
  NetRefuteOptions few = {.splits = 100};
  NetAnswer answer = net_refute(net, deadlock, &few, NULL);
  if (answer.refutation && expected != PREFIX_UNREACHABLE)
    test_fail(__FILE__, __LINE__, "%s: the deadlock is refuted", file);
  seen->refuted += !!answer.refutation;
  net_answer_free(&answer);
  net_condition_free(deadlock);
  NetBounds *bounds = net_bounds_new(net, NULL);
  for (size_t i = 0; i < prefix->conditions.size; i++)
    CHECK(bounds->places[prefix->conditions.data[i].place] > 0);
  net_bounds_free(bounds);
}

static void check_file(const char *folder, const char *file, Seen *seen) {
  Text path = {0};
  text_format(&path, "%s/%s", folder, file);
  Input input = {0};
  Error error = {0};
  CHECK(input_read(&input, path.data, &error));
  Net *net = llnet_read(file, input.data, input.size, &error);
  CHECK(net);
  if (net->transitions.size <= MOST_TRANSITIONS) {
    Prefix *prefix = prefix_new(net, 1, NULL, &error);
    CHECK(prefix && prefix->complete);
    U32Vec run = {0};
    PrefixAnswer expected = prefix_deadlocks(prefix, NULL, &run);
    check_reduced(file, net, expected, seen);
    check_equation(file, net, prefix, expected, seen);
    seen->nets++;
    vec_free(&run);
    prefix_free(prefix);
  }
  net_free(net);
  input_free(&input);
  text_free(&path);
}

TEST(prefixes_reductions_and_the_state_equation_agree) {
  /* small prefixes first: the others are in unfold.c */
  static const char *const large[] = {"furnace_4", "key_4", "ftp_1", "rw_12", "dpd_7", "furnace_3"};
  const char *bench = test_bench_folder();
  if (!bench) SKIP("there is no folder of benchmarks");
  Text folder = {0};
  text_format(&folder, "%s/net/llnet", bench);
  DIR *nets = opendir(folder.data);
  if (!nets) SKIP("there are no nets in the folder of benchmarks");
  Seen seen = {0};
  for (struct dirent *entry; (entry = readdir(nets));) {
    bool wanted = text_ends_with(entry->d_name, ".ll_net");
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
      wanted &= strncmp(entry->d_name, large[i], strlen(large[i])) != 0;
    if (wanted) check_file(folder.data, entry->d_name, &seen);
  }
  closedir(nets);
  text_free(&folder);
  CHECK(seen.nets > 20 && seen.taken_back > 5 && seen.refuted > 2);
}
