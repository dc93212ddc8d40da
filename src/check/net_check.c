/* See net_check.h. */
#include "check/net_check.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "check/net_beside.h"
#include "check/net_second.h"
#include "engine/explicit/explicit.h"
#include "view/net_graph.h"

/* Rounds of growing length: some time for all markings, then some for each open question. */
#define FIRST_SECONDS 1.0
#define GROWTH 3
#define LONGEST 1e5
#define WAIT_SECONDS 0.1
#define USUAL_KEPT ((uint64_t)1 << 31) /* bytes, where there is no limit */

enum { NAMED = 10 }; /* of the transitions that never fire */

/* When all markings are known, so are the transitions that never fire: a mistake in the model,
 * often. The first result says so. */
static void tell_dead(const NetJob *job, Result *result) {
  const Net *net = job->model->net;
  size_t dead = net->transitions.size - bits_count(&job->figures.fired), told = 0;
  for (size_t t = 0; t < net->transitions.size && told < NAMED; t++) {
    Text text = {0};
    if (bits_get(&job->figures.fired, t)) continue;
    text_format(&text, "transition %s never fires", net->transitions.data[t].name);
    if (++told == NAMED && dead > NAMED) text_format(&text, ", nor do %zu others", dead - NAMED);
    vec_push(&result->notes, text_take(&text));
  }
}

/* Answers from all markings, given out when a second search has seen the same. */
static void decide_and_check(NetJob *job, Budget *budget) {
  Error error = {0};
  net_decide_all(job, budget);
  size_t states = space_states(job->space);
  Second second = SECOND_UNKNOWN;
  if (job_is_open(job))
    second = net_second_search(job->model, &job->questions, &job->figures,
                               cycle_search_other(job->cycles), budget, &error);
  bool told = job->smaller != NULL; /* that one may have lost transitions */
  for (size_t i = 0; i < job->questions.size; i++) {
    NetQuestion *question = job->questions.data + i;
    if (!question->result || question->verdict == VERDICT_UNKNOWN) continue;
    if (second == SECOND_SAME && !told) tell_dead(job, question->result);
    told = true;
    if (second == SECOND_SAME) give_out_checked(job, question, "explicit", EVIDENCE_STATES, states);
    if (second == SECOND_DIFFERENT) give_out_error(job, question, "explicit", error.message);
  }
  error_free(&error);
}

static bool needs_edges(const NetJob *job) {
  for (size_t i = 0; i < job->questions.size; i++) {
    Ask ask = job->questions.data[i].ask;
    if (ask == ASK_CTL || ask == ASK_LTL || ask == ASK_LIVENESS) return true;
  }
  return false;
}

/* Says of which properties stubborn sets leave nothing out, though that was not turned off. */
static void say_unreduced(const NetJob *job, const NetQuestion *question) {
  const char *why = NULL;
  if (question->ask == ASK_CTL) why = "a formula of CTL";
  if (question->ask == ASK_LTL && net_formula_has_next(job->model->formulas, question->formula))
    why = "\"next\"";
  if (why && job->partial_order)
    log_say(LOG_VERBOSE, "%s: no partial-order reduction, because of %s",
            job->model->properties.data[question->property].name, why);
}

static void ask(NetJob *job, const size_t *properties, size_t count) {
  for (size_t i = 0; i < count; i++) {
    size_t number = properties ? properties[i] : i;
    Error error = {0};
    NetQuestion question;
    bool good = net_question(job->model, number, &question, &error);
    question.result = result_new(job->model, number);
    vec_push(&job->questions, question);
    job->counts_tokens |= question.ask == ASK_STATE_SPACE;
    if (good) say_unreduced(job, &question);
    if (!good) give_out_unknown(job, &vec_last(&job->questions), error.message);
    error_free(&error);
  }
}

static size_t open_questions(const NetJob *job) {
  size_t count = 0;
  for (size_t i = 0; i < job->questions.size; i++) count += job->questions.data[i].result != NULL;
  return count;
}

/* A part of the time, and of the memory, so that a search that is too large is dropped before all
 * has to end. */
static Budget part_of(const NetJob *job, Budget *budget, double seconds) {
  Budget part = budget_slice(budget, 0);
  part.deadline = clock_wall() + seconds;
  part.memory = job->memory / 10 * 7;
  return part;
}

/* The same for one question: it is over, too, when that is answered beside. */
static Budget part_for(const NetJob *job, size_t question, Budget *budget, double seconds) {
  Budget part = part_of(job, budget, seconds);
  if (job->beside) part.stop = net_beside_told(job->beside, question);
  return part;
}

/* Gives out what was answered beside. What has ended is kept: budgets look at its flags. */
static void hear(NetJob *job, double seconds) {
  if (!job->beside || job->beside_over || net_beside_hear(job->beside, seconds)) return;
  bool failed = net_beside_failed(job->beside);
  if (failed) log_say(LOG_VERBOSE, "the process of the engines for circuits ended early");
  job->beside_over = true;
  job->circuits_beside = !failed; /* what they gave up is not asked again */
  job->memory = job->settings->memory;
}

static bool is_open(NetJob *job, size_t question) {
  hear(job, 0);
  return job->questions.data[question].result;
}

/* Gives the first search up, and its memory back. */
static void forget_space(NetJob *job, Budget *budget) {
  if (net_asks_about_the_whole(job)) net_show_space(job, budget);
  space_free(job->space);
  job->space = space_new(job->graph, (SpaceOptions){.keep_edges = false});
  job->next = job->level_end = job->depth = 0;
  job->too_large = true;
}

/* Whether engines that see this may be used. */
static bool may_use(const NetJob *job, EngineView view) {
  const Settings *settings = job->settings;
  bool any = !settings->engine;
  for (size_t i = 0; i < settings->engines.size; i++)
    any |= settings->engines.data[i]->view == view;
  return any;
}

/* The engines for circuits, for all that is open, so many seconds in all. */
static void ask_symbolic(NetJob *job, double seconds, Budget *budget) {
  for (size_t i = 0; i < job->questions.size && !budget_spent(budget); i++) {
    size_t open = open_questions(job);
    double share = seconds / (double)(open ? open : 1) + 0.2;
    double left = budget_seconds_left(budget);
    Budget part = part_of(job, budget, share);
    if (is_open(job, i) && !job->questions.data[i].smaller)
      net_try_symbolic(job, job->questions.data + i, share < left ? share : left, &part);
  }
}

void net_job_begin(NetJob *job) {
  const Model *model = job->model;
  job->figures.fired = bits_new(model->net->transitions.size + 1);
  job->shown = bits_new(model->net->transitions.size + 1);
  vec_resize(&job->enabled_in, model->net->transitions.size + 1);
  job->graph = net_graph(model->net, &model->net_atoms);
  job->space = space_new(job->graph, (SpaceOptions){.keep_edges = needs_edges(job)});
}

void net_job_end(NetJob *job) {
  for (size_t i = 0; i < job->questions.size; i++) {
    net_smaller_free(job->questions.data[i].smaller);
    net_forget_local(job->questions.data + i);
    mem_free(job->questions.data[i].not_unfolded);
    vec_free(&job->questions.data[i].reaching);
  }
  space_free(job->space);
  view_graph_free(job->graph);
  net_figures_free(&job->figures);
  bits_free(&job->shown);
  vec_free(&job->enabled_in);
  net_bounds_free(job->bounds);
  prefix_free(job->prefix);
  net_forget_diagrams(job);
  mem_free(job->not_unfolded);
  vec_free(&job->questions);
}

/* Whether there is a smaller net for the question. */
static bool has_smaller(NetJob *job, NetQuestion *question, Budget *budget) {
  if (!job->net_reduce || job->smaller) return false;
  if (!question->reduced) question->smaller = net_smaller_new(job->model, question, budget);
  question->reduced = true;
  return question->smaller != NULL;
}

static bool one_round(NetJob *job, double seconds, Budget *budget);

/* Searches that were left are kept for the next round, while others have enough room. */
static void forget_locals(NetJob *job) {
  if (memory_resident() <= (job->memory ? job->memory / 3 : USUAL_KEPT)) return;
  for (size_t i = 0; i < job->questions.size; i++) net_forget_local(job->questions.data + i);
}

NetJob net_job_of_smaller(NetJob *job, const NetQuestion *question, const NetSmaller *smaller) {
  NetJob inner = {.model = net_smaller_model(smaller),
                  .original = job->model,
                  .smaller = smaller,
                  .settings = job->settings,
                  .memory = job->memory,
                  .watch = job->watch,
                  .start = job->start,
                  .partial_order = job->partial_order,
                  .sleep_sets = job->sleep_sets,
                  .workers = job->workers,
                  .circuits_beside = job->circuits_beside,
                  .cycles = job->cycles};
  NetQuestion own = *question;
  own.smaller = NULL;
  own.local = NULL;
  own.not_unfolded = NULL;
  own.is_reached = false; /* by a run of the original */
  own.reaching = (U32Vec){0};
  vec_push(&inner.questions, own);
  return inner;
}

/* A bound that was shown was shown of the original. */
bool net_try_smaller(NetJob *job, NetQuestion *question, double seconds, Budget *budget) {
  if (!has_smaller(job, question, budget)) return false;
  NetJob inner = net_job_of_smaller(job, question, question->smaller);
  inner.questions.data[0].tried = question->ask == ASK_BOUND || question->smaller_tried;
  net_job_begin(&inner);
  one_round(&inner, seconds, budget);
  question->result = inner.questions.data[0].result;
  question->smaller_tried = inner.questions.data[0].tried;
  net_job_end(&inner);
  return true;
}

static void ask_linear(NetJob *job, double seconds, Budget *budget) {
  for (size_t i = 0; i < job->questions.size && !budget_spent(budget); i++) {
    double share = seconds / (double)(open_questions(job) + 1) + 0.1;
    Budget part = part_for(job, i, budget, share);
    NetQuestion *question = job->questions.data + i;
    if (!is_open(job, i)) continue;
    net_try_linear(job, question, &part);
    if (question->result && question->bounded && !job->too_large) net_take_largest(job, question);
  }
}

/* So much of the time each open question has. */
static double share_of(const NetJob *job, double seconds) {
  size_t open = open_questions(job);
  return seconds / (double)(open ? open : 1) + 0.1;
}

/* Unfoldings, for all that is open. Whether it may help to try for longer. */
static bool ask_unfolding(NetJob *job, double seconds, Budget *budget) {
  bool more = false;
  for (size_t i = 0; i < job->questions.size && !budget_spent(budget); i++) {
    NetQuestion *question = job->questions.data + i;
    Budget part = part_for(job, i, budget, share_of(job, seconds));
    if (is_open(job, i) && !question->not_unfolded) net_try_unfolding(job, question, &part);
    more |= question->result && !question->not_unfolded;
  }
  return more;
}

static void ask_diagram(NetJob *job, double seconds, Budget *budget) {
  Budget part = part_of(job, budget, seconds);
  net_try_diagram(job, &part);
}

/* Whether the engines for circuits are asked here, by turns with the others. */
static bool circuits_are_due(const NetJob *job) {
  return may_use(job, VIEW_SYSTEM) && !job->circuits_beside;
}

/* From here on they work beside the others, if there are to be several processes. Of the memory
 * they have a quarter. What is kept for later runs is known to this process alone. */
static void start_beside(NetJob *job) {
  if (!circuits_are_due(job) || job->settings->jobs < 2 || job->settings->keep || job->smaller ||
      job->beside)
    return;
  job->beside = net_beside_start(job);
  job->circuits_beside = job->beside != NULL;
  if (!job->beside) return;
  job->memory -= job->memory / 4;
  log_say(LOG_VERBOSE, "the engines for circuits work beside the others, in a process of theirs");
}

void net_ask_goal(NetJob *job, double seconds, Budget *budget) {
  ask_linear(job, seconds, budget);
  if (may_use(job, VIEW_NET)) ask_unfolding(job, seconds / 4, budget);
  Budget part = part_of(job, budget, seconds);
  if (job_is_open(job)) net_try_reduced(job, job->questions.data, &part);
  if (circuits_are_due(job)) ask_symbolic(job, seconds, budget);
}

/* Walks that look for something: for all that is open, and then for each alone. */
static void ask_walks(NetJob *job, double seconds, Budget *budget) {
  Budget part = part_of(job, budget, seconds / 2);
  net_try_walks(job, &part);
  for (size_t i = 0; i < job->questions.size && !budget_spent(budget); i++) {
    part = part_for(job, i, budget, share_of(job, seconds));
    if (is_open(job, i)) net_try_guided(job, job->questions.data + i, &part);
  }
}

/* All markings if they are few, else other ways. Whether there is nothing more to be done. */
static bool one_round(NetJob *job, double seconds, Budget *budget) {
  Budget part = part_of(job, budget, seconds);
  if (!job->too_large && net_explore(job, &part)) {
    decide_and_check(job, budget);
    return true;
  }
  if (job->space->overflow) return true;
  if (budget_state(&part) == BUDGET_MEMORY) forget_space(job, budget);
  ask_linear(job, seconds, budget);
  start_beside(job);
  if (may_use(job, VIEW_NET)) ask_unfolding(job, seconds / 4, budget);
  ask_walks(job, seconds / 2, budget);
  part = part_of(job, budget, seconds);
  net_try_whole(job, &part);
  if (may_use(job, VIEW_SETS)) ask_diagram(job, seconds, budget);
  for (size_t i = 0; i < job->questions.size && !budget_spent(budget); i++) {
    part = part_for(job, i, budget, share_of(job, seconds));
    if (is_open(job, i)) net_try_reduced(job, job->questions.data + i, &part);
    forget_locals(job);
  }
  for (size_t i = 0; i < job->questions.size && !budget_spent(budget); i++) {
    NetQuestion *question = job->questions.data + i;
    part = part_for(job, i, budget, LONGEST);
    if (is_open(job, i) && question->ask == ASK_BOUND)
      net_try_above(job, question, share_of(job, seconds / 4), &part);
  }
  /* a round there has four parts, and takes the time of one here */
  for (size_t i = 0; i < job->questions.size && !budget_spent(budget); i++) {
    part = part_for(job, i, budget, LONGEST);
    if (is_open(job, i))
      net_try_smaller(job, job->questions.data + i, share_of(job, seconds / 4), &part);
  }
  if (circuits_are_due(job)) ask_symbolic(job, seconds, budget);
  return false;
}

/* Whether there is a way left for what is open: how many markings there are is known from all of
 * them alone, one by one or as a diagram. */
static bool some_way_is_left(const NetJob *job) {
  if (!job->too_large || (may_use(job, VIEW_SETS) && !job->no_diagram)) return true;
  for (size_t i = 0; i < job->questions.size; i++)
    if (job->questions.data[i].result && job->questions.data[i].ask != ASK_STATE_SPACE) return true;
  return false;
}

/* All ways of a round; whether there is more to be done. */
static bool work_on(NetJob *job, double seconds, Budget *budget) {
  bool symbolic = may_use(job, VIEW_SYSTEM), diagrams = may_use(job, VIEW_SETS);
  if (may_use(job, VIEW_GRAPH)) return !one_round(job, seconds, budget);
  bool more = (symbolic || diagrams) && seconds <= LONGEST;
  if (may_use(job, VIEW_NET) || diagrams) start_beside(job);
  if (may_use(job, VIEW_NET)) more |= ask_unfolding(job, seconds, budget);
  if (diagrams) ask_diagram(job, seconds, budget);
  if (circuits_are_due(job)) ask_symbolic(job, seconds, budget);
  return more;
}

/* Rounds until all is answered; a round is over, too, when it is beside. */
static void work(NetJob *job, Budget *budget) {
  bool more = true;
  for (double seconds = FIRST_SECONDS; job_is_open(job) && !budget_spent_now(budget) && more;
       seconds *= GROWTH) {
    Budget round = budget_slice(budget, 0);
    budget->memory = job->memory;
    if (job->beside) round.stop = net_beside_told_all(job->beside);
    more = work_on(job, seconds, &round) && some_way_is_left(job);
    hear(job, 0);
  }
  while (job->beside && !job->beside_over && job_is_open(job) && !budget_spent_now(budget))
    hear(job, WAIT_SECONDS);
  net_beside_end(job->beside);
  job->beside = NULL;
}

static const char *why_open(const NetJob *job, const NetQuestion *question, const Budget *budget) {
  bool unfolds_alone = !may_use(job, VIEW_GRAPH) && !may_use(job, VIEW_SYSTEM);
  if (job->space->overflow) return "a place gets more tokens than can be counted";
  if (budget_state(budget) != BUDGET_LEFT) return budget_reason(budget_state(budget));
  if (job->too_large && question->ask == ASK_STATE_SPACE) return budget_reason(BUDGET_MEMORY);
  return unfolds_alone && question->not_unfolded ? question->not_unfolded : "the engines gave up";
}

void net_check_properties(const Model *model, const size_t *properties, size_t count,
                          const Settings *settings, const CheckWatch *watch) {
  const ExplicitOptions *options = settings_engine_options(settings, &engine_explicit);
  NetJob job = {.model = model,
                .original = model,
                .settings = settings,
                .memory = settings->memory,
                .watch = watch,
                .start = clock_wall(),
                .partial_order = options->partial_order,
                .net_reduce = options->net_reduce,
                .sleep_sets = options->partial_order && options->sleep_sets,
                .workers = (size_t)options->workers,
                .cycles = (CycleSearch)options->cycle_search};
  if (watch->begin && count) watch->begin(watch->context, properties ? properties[0] : 0);
  ask(&job, properties, count);
  net_job_begin(&job);
  Budget budget = settings_budget_of_all(settings, count);
  job.budget = &budget;
  if ((options->bitstate || options->hash_compaction) && may_use(&job, VIEW_GRAPH))
    net_answer_lossy(&job, options->bitstate ? LOSSY_BITS : LOSSY_HASHES, &budget);
  else work(&job, &budget);
  budget_spent_now(&budget); /* so that it knows why it ended */
  for (size_t i = 0; i < job.questions.size; i++)
    if (job.questions.data[i].result)
      give_out_unknown(&job, job.questions.data + i,
                       why_open(&job, job.questions.data + i, &budget));
  net_job_end(&job);
}
