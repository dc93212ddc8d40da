/* Searches for runs of a net that may miss markings: bitstate and hash compaction; see net_job.h.
 * One search for all that can be reached, one for each formula of LTL. What they find is judged as
 * any other run; what they do not find stays unknown. */
#include "check/net_job.h"
#include "engine/explicit/lossy_search.h"
#include "formula/ltl/ltl_automaton.h"
#include "net/run.h"

enum { USUAL_BYTES = 1 << 26 };

/* Half of the memory that is allowed; the rest is for the stack and for runs. */
static LossySet *new_set(const NetJob *job, LossyKind kind) {
  uint64_t memory = job->settings->memory;
  return lossy_set_new(kind, memory ? (size_t)(memory / 2) : USUAL_BYTES);
}

static void count_search(NetQuestion *question, const LossySearch *search) {
  if (question->result)
    job_count(&question->result->outcome, lossy_set_size(search->set), search->transitions,
              lossy_set_bytes(search->set));
}

/* Gives unknown out, and why. */
static void give_up(NetJob *job, NetQuestion *question, const LossySearch *search, Budget *budget) {
  const char *reason = "nothing was found, but a lossy search may miss markings";
  if (!question->result) return;
  if (search->cut)
    reason = "nothing was found, but a lossy search may miss markings and does not "
             "follow runs of more than 10000 steps";
  if (lossy_set_full(search->set)) reason = "the table of hash values is full";
  if (budget_spent(budget)) reason = budget_reason(budget_state(budget));
  count_search(question, search);
  give_out_unknown(job, question, reason);
}

/* ---- what can be reached ---- */

typedef struct {
  NetJob *job;
  const LossySearch *search;
} Reaching;

static bool asks_for_a_marking(const NetQuestion *question) {
  return question->result && (question->ask == ASK_REACH || question->ask == ASK_LIVENESS);
}

static bool some_ask_for_a_marking(const NetJob *job) {
  for (size_t i = 0; i < job->questions.size; i++)
    if (asks_for_a_marking(job->questions.data + i)) return true;
  return false;
}

static bool look(void *context, const uint32_t *marking, const U32Vec *run) {
  Reaching *reaching = context;
  NetJob *job = reaching->job;
  for (size_t i = 0; i < job->questions.size; i++) {
    NetQuestion *question = job->questions.data + i;
    if (!asks_for_a_marking(question)) continue;
    bool met = question->ask == ASK_REACH
                   ? net_formula_holds(job->model, question->formula, marking)
                   : job->graph->actions && net_marking_is_dead(job->model->net, marking);
    if (!met) continue;
    NetRun found = {.loop = -1};
    vec_append(&found.fired, run);
    question->verdict =
        question->ask == ASK_REACH ? net_reach_verdict(question, true) : VERDICT_VIOLATED;
    count_search(question, reaching->search);
    give_out_run(job, question, question, &found, NULL, "explicit");
    net_run_free(&found);
  }
  return some_ask_for_a_marking(job);
}

static void reach(NetJob *job, LossyKind kind, Budget *budget) {
  if (!some_ask_for_a_marking(job)) return;
  LossySearch search = {.graph = job->graph, .set = new_set(job, kind)};
  lossy_search_states(&search, look, &(Reaching){job, &search}, budget);
  for (size_t i = 0; i < job->questions.size; i++)
    if (asks_for_a_marking(job->questions.data + i))
      give_up(job, job->questions.data + i, &search, budget);
  lossy_set_free(search.set);
}

/* ---- runs ---- */

/* `found`: the verdict if the formula is false on some run. */
static void search_run(NetJob *job, NetQuestion *question, Formula f, Verdict found, LossyKind kind,
                       Budget *budget) {
  Labels *labels = labels_new();
  U32Vec none = {0}, run = {0};
  Error error = {0};
  size_t loop = 0;
  LtlAutomatonOptions options = {.negate = true, .state_based = true};
  Automaton *automaton = ltl_automaton(job->model->formulas, f, options, labels, &none, &error);
  LossySearch search = {.graph = job->graph, .set = new_set(job, kind)};
  if (!automaton || automaton->atoms.size > KRIPKE_ATOMS) {
    give_out_unknown(job, question, "the automaton of the formula is too large");
  } else if (lossy_search_runs(&search, automaton, budget, &run, &loop)) {
    NetQuestion shown = {.ask = ASK_LTL, .formula = f};
    NetRun lasso = {.loop = (int64_t)loop};
    vec_append(&lasso.fired, &run);
    question->verdict = found;
    count_search(question, &search);
    give_out_run(job, question, &shown, &lasso, NULL, "explicit");
    net_run_free(&lasso);
  }
  give_up(job, question, &search, budget);
  vec_free(&run);
  lossy_set_free(search.set);
  automaton_free(automaton);
  labels_free(labels);
  error_free(&error);
}

void net_answer_lossy(NetJob *job, LossyKind kind, Budget *budget) {
  reach(job, kind, budget);
  for (size_t i = 0; i < job->questions.size && !budget_spent(budget); i++) {
    NetQuestion *question = job->questions.data + i;
    if (!question->result) continue;
    if (question->ask == ASK_LTL)
      search_run(job, question, question->formula, VERDICT_VIOLATED, kind, budget);
    Verdict found = VERDICT_UNKNOWN;
    Formula linear = FORMULA_NONE;
    if (question->ask == ASK_CTL && !question->fair)
      linear = net_ctl_as_ltl(job, question->formula, &found);
    if (linear != FORMULA_NONE) search_run(job, question, linear, found, kind, budget);
    if (question->result && !budget_spent(budget))
      give_out_unknown(job, question, "a lossy search does not answer questions of this kind");
  }
}
