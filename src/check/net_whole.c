/* Questions about the whole net, answered from some of its markings; see net_job.h.
 *
 * Every transition can fire if each has a run that enables it; no place is stable if each is
 * changed by a transition that has such a run. The runs are those of the first search, a tree of
 * which each branch is fired once, and random walks. What no run does may be impossible by linear
 * arithmetic: a transition that can never fire refutes (quasi-)liveness, a place that can hold
 * nothing but its first tokens is stable.
 *
 * A net is live if every transition can fire and every step can be undone (net_undo.h); it is not
 * if a run leads to a marking from which some transition can never fire again, which is asked of
 * linear arithmetic about the net with that marking as its first. */
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "check/net_job.h"
#include "check/net_undo.h"
#include "net/run.h"

/* ---- transitions with a run that enables them ---- */

void net_show_enabled(NetJob *job, const uint32_t *transitions, size_t count, const U32Vec *run) {
  const Net *net = job->model->net;
  bool any = false;
  for (size_t i = 0; i < count && !any; i++) any = !bits_get(&job->shown, transitions[i]);
  Tokens *end = any ? net_replay(net, run->data, run->size) : NULL;
  for (size_t i = 0; end && i < count; i++)
    if (net_enabled(net, transitions[i], end)) bits_set(&job->shown, transitions[i]);
  mem_free(end);
}

/* Whether the state is the initial marking, or a transition leads to it from the one before it. */
static bool is_step(const NetJob *job, uint32_t state, Cursor *cursor, Tokens *const *pair) {
  const Net *net = job->model->net;
  const Space *space = job->space;
  size_t bytes = net->places.size * sizeof **pair;
  uint32_t from = space->parents.data[state];
  store_get(space->store, from, cursor);
  memcpy(pair[0], cursor->state, bytes);
  if (from == state) {
    Tokens *initial = net_initial_marking(net);
    bool same = !bytes || !memcmp(initial, pair[0], bytes);
    mem_free(initial);
    return same;
  }
  store_get(space->store, state, cursor);
  memcpy(pair[1], cursor->state, bytes);
  NetRun run = {0};
  bool good = net_run_between(net, pair, 2, -1, &run);
  net_run_free(&run);
  return good;
}

bool net_show_space(NetJob *job, Budget *budget) {
  if (job->too_large) return true; /* there are none any more */
  const Net *net = job->model->net;
  const Space *space = job->space;
  Bits checked = bits_new(space_states(space));
  Cursor cursor = cursor_new(space->store);
  Tokens *pair[2] = {mem_array(net->places.size + 1, sizeof **pair),
                     mem_array(net->places.size + 1, sizeof **pair)};
  bool good = true;
  for (uint32_t t = 0; t < net->transitions.size && good && !budget_spent(budget); t++) {
    if (bits_get(&job->shown, t) || !job->enabled_in.data[t]) continue;
    uint32_t there = job->enabled_in.data[t] - 1;
    for (uint32_t s = there; good && !bits_get(&checked, s); s = space->parents.data[s]) {
      bits_set(&checked, s);
      good = is_step(job, s, &cursor, pair);
    }
    store_get(space->store, there, &cursor);
    if (good && net_enabled(net, t, cursor.state)) bits_set(&job->shown, t);
  }
  mem_free(pair[0]);
  mem_free(pair[1]);
  cursor_free(&cursor);
  bits_free(&checked);
  return good;
}

/* ---- the questions ---- */

static bool is_about_the_whole(const NetQuestion *question) {
  return question->result && (question->ask == ASK_QUASI_LIVENESS ||
                              question->ask == ASK_STABLE_MARKING || question->ask == ASK_LIVENESS);
}

bool net_asks_about_the_whole(const NetJob *job) {
  for (size_t i = 0; i < job->questions.size; i++)
    if (is_about_the_whole(job->questions.data + i)) return true;
  return false;
}

/* Whether runs that enable these transitions are enough. */
static bool is_enough(const NetJob *job, const NetQuestion *question, const Bits *fired) {
  const Net *net = job->model->net;
  switch (question->ask) {
  case ASK_QUASI_LIVENESS: return bits_count(fired) == net->transitions.size;
  case ASK_STABLE_MARKING: return !net_some_place_is_stable(net, fired);
  case ASK_LIVENESS: return job->reversible && bits_count(fired) == net->transitions.size;
  default: return false;
  }
}

static bool try_runs(NetJob *job, NetQuestion *question, const Bits *seen, Budget *budget) {
  if (!is_enough(job, question, seen)) return false;
  if (!is_enough(job, question, &job->shown) && !net_show_space(job, budget)) {
    give_out_error(job, question, "explicit", "no transition leads from a marking to the next");
    return true;
  }
  if (!is_enough(job, question, &job->shown)) return false;
  question->verdict = question->ask == ASK_STABLE_MARKING ? VERDICT_VIOLATED : VERDICT_HOLDS;
  give_out_checked(job, question, "explicit", EVIDENCE_RUNS, bits_count(&job->shown));
  return true;
}

/* Gives out the verdict if the condition is refuted. */
static bool try_refute(NetJob *job, NetQuestion *question, NetCondition *condition, Verdict verdict,
                       Budget *budget) {
  size_t leaves;
  bool refuted = net_is_refuted(job->model->net, condition, budget, &leaves);
  net_condition_free(condition);
  if (!refuted) return false;
  question->verdict = verdict;
  give_out_checked(job, question, "equation", EVIDENCE_LINEAR, leaves);
  return true;
}

static void try_stable(NetJob *job, NetQuestion *question, const Bits *seen, Budget *budget) {
  const Net *net = job->model->net;
  Bits moved = net_moved_places(net, seen);
  for (uint32_t p = 0; p < net->places.size && !budget_spent(budget); p++) {
    if (bits_get(&moved, p)) continue;
    Tokens initial = net->places.data[p].initial;
    NetCondition *changes = net_condition_new(NET_ANY);
    if (initial) net_condition_add(changes, net_condition_fewer(p, initial));
    if (initial < UINT32_MAX) net_condition_add(changes, net_condition_tokens(p, initial + 1));
    if (try_refute(job, question, changes, VERDICT_HOLDS, budget)) break;
  }
  bits_free(&moved);
}

static void try_dead(NetJob *job, NetQuestion *question, const Bits *seen, Budget *budget) {
  const Net *net = job->model->net;
  for (uint32_t t = 0; t < net->transitions.size && !budget_spent(budget); t++)
    if (!bits_get(seen, t) &&
        try_refute(job, question, net_condition_fireable(net, t), VERDICT_VIOLATED, budget))
      break;
}

/* ---- liveness that is lost ---- */

enum { WALK_THERE = 4096, WALK_ON = 4096, WALKS = 16 };

/* A random walk; what it enables is noted in `enabled`, what it fires in `run`, if they are given.
 */
static void walk(const NetJob *job, Random *random, size_t length, uint32_t *state, Bits *enabled,
                 U32Vec *run) {
  const Graph *graph = job->graph;
  uint32_t *actions = mem_array(graph->actions + 1, sizeof *actions);
  for (size_t i = 0; i < length; i++) {
    size_t count = graph->enabled(graph, state, actions);
    for (size_t k = 0; enabled && k < count; k++) bits_set(enabled, actions[k]);
    if (!count) break;
    uint32_t action = actions[random_below(random, (uint32_t)count)];
    if (graph->fire(graph, action, state) != GRAPH_FIRED) break;
    if (run) vec_push(run, action);
  }
  mem_free(actions);
}

/* Whether from a marking on some transition, of those that are not in `seen`, never fires. */
static bool is_lost(const Net *net, const Tokens *marking, const Bits *seen, Budget *budget,
                    size_t *leaves) {
  Net *from_there = net_copy(net);
  bool lost = false;
  for (size_t p = 0; p < net->places.size; p++) from_there->places.data[p].initial = marking[p];
  for (uint32_t t = 0; t < net->transitions.size && !lost && !budget_spent(budget); t++) {
    if (bits_get(seen, t)) continue;
    NetCondition *fires = net_condition_fireable(from_there, t);
    lost = net_is_refuted(from_there, fires, budget, leaves);
    net_condition_free(fires);
  }
  net_free(from_there);
  return lost;
}

static void try_lost(NetJob *job, NetQuestion *question, Budget *budget) {
  const Net *net = job->model->net;
  Random random = {(uint64_t)job->settings->seed};
  uint32_t *state = mem_array(job->graph->width + 1, sizeof *state);
  for (int i = 0; i < WALKS && question->result && !budget_spent(budget); i++) {
    Bits enabled = bits_new(net->transitions.size + 1);
    U32Vec run = {0};
    size_t leaves = 0;
    job->graph->initial(job->graph, state);
    walk(job, &random, (size_t)WALK_THERE >> i % 8, state, NULL, &run);
    walk(job, &random, WALK_ON, state, &enabled, NULL);
    Tokens *there = net_replay(net, run.data, run.size);
    if (there && is_lost(net, there, &enabled, budget, &leaves)) {
      question->verdict = VERDICT_VIOLATED;
      give_out_checked(job, question, "equation", EVIDENCE_LINEAR, leaves);
    }
    mem_free(there);
    vec_free(&run);
    bits_free(&enabled);
  }
  mem_free(state);
}

void net_try_whole(NetJob *job, Budget *budget) {
  Bits seen = bits_copy(&job->shown);
  if (!job->too_large) bits_or(&seen, &job->figures.fired);
  for (size_t i = 0; i < job->questions.size; i++) {
    NetQuestion *question = job->questions.data + i;
    if (!is_about_the_whole(question)) continue;
    if (question->ask == ASK_LIVENESS && !question->tried)
      job->reversible = net_is_reversible(job->model->net, budget);
    if (try_runs(job, question, &seen, budget)) continue;
    if (question->tried) continue;
    if (question->ask == ASK_STABLE_MARKING) try_stable(job, question, &seen, budget);
    else try_dead(job, question, &seen, budget);
    if (question->result && question->ask == ASK_LIVENESS && !job->reversible)
      try_lost(job, question, budget);
    question->tried = !budget_spent(budget);
  }
  bits_free(&seen);
}
