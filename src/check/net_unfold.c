/* Engine unfold: answers from unfoldings of 1-safe nets; see net_job.h.
 *
 * What can be reached is asked of a complete prefix (net/prefix_query.h), LTL without "next" of
 * tableaus (engine/unfold/ltl_tableau.h). A run is judged as all runs are. Where there is none, the
 * prefixes are looked at once more (net/prefix_check.h), a second solver proves that its clauses
 * have no model, and the answer comes with a remark about what that does not show. */
#include "base/memory.h"
#include "check/net_job.h"
#include "engine/unfold/ltl_tableau.h"
#include "evidence/drat.h"
#include "formula/ltl/ltl_automaton.h"
#include "net/prefix_query.h"

static const char engine[] = "unfold";

/* ---- figures ---- */

typedef struct {
  uint64_t events, conditions, cutoffs;
} UnfoldStats;

static const StatField stat_fields[] = {
    {"events", "events of the prefix, cut-offs included", STAT_COUNT,
     offsetof(UnfoldStats, events)},
    {"conditions", "conditions of the prefix", STAT_COUNT, offsetof(UnfoldStats, conditions)},
    {"cutoffs", "events behind which it ends", STAT_COUNT, offsetof(UnfoldStats, cutoffs)},
};

static void count(NetQuestion *question, const Prefix *prefix) {
  UnfoldStats stats = {prefix->events.size, prefix->conditions.size, prefix->cutoffs};
  stats_collect(&question->result->outcome.stats, stat_fields,
                sizeof stat_fields / sizeof *stat_fields, &stats);
}

static void give_up(NetQuestion *question, const char *why) {
  mem_free(question->not_unfolded);
  question->not_unfolded = mem_string(why);
}

/* ---- the prefix of the net ---- */

/* The caller's if it is not that of the job, which is complete. NULL: the net cannot be unfolded.
 */
static Prefix *prefix_of(NetJob *job, Budget *budget) {
  if (job->prefix) return job->prefix;
  Error error = {0};
  Prefix *prefix = job->not_unfolded ? NULL : prefix_new(job->model->net, 1, budget, &error);
  if (prefix && prefix->complete) job->prefix = prefix;
  if (error.message) job->not_unfolded = mem_string(error.message);
  error_free(&error);
  return prefix;
}

static void release(const NetJob *job, Prefix *prefix) {
  if (prefix != job->prefix) prefix_free(prefix);
}

/* The second look at a prefix on which an answer rests: gives out an error if it is wrong. */
static bool is_right(NetJob *job, NetQuestion *question, const Prefix *prefix, const Bits *counted,
                     Budget *budget) {
  if (prefix == job->prefix && job->prefix_checked) return true;
  Error error = {0};
  PrefixCheck check = prefix_check(prefix, counted, budget, &error);
  if (check == PREFIX_WRONG) give_out_error(job, question, engine, error.message);
  if (check == PREFIX_NOT_CHECKED && budget_state(budget) == BUDGET_LEFT)
    give_up(question, "the prefix is too large to be checked");
  job->prefix_checked |= prefix == job->prefix && check == PREFIX_RIGHT;
  error_free(&error);
  return check == PREFIX_RIGHT;
}

/* The second look at a solver's answer that there is no such marking: false, and an error is given
 * out, if it is wrong. Where it could not be proved a remark says so. */
static bool is_proved(NetJob *job, NetQuestion *question, const Prefix *prefix,
                      const NetCondition *condition, Budget *budget) {
  IntVec clauses = {0};
  Text proof = {0};
  Error error = {0};
  DratOutcome checked = DRAT_STOPPED;
  PrefixAnswer answer = prefix_refutation(prefix, condition, budget, &clauses, &proof);
  if (answer == PREFIX_REACHABLE) error_set(&error, "another solver finds the marking");
  if (answer == PREFIX_UNREACHABLE)
    checked = drat_check(&clauses, "proof", proof.data ? proof.data : "", proof.size, budget, NULL,
                         &error);
  bool wrong = answer == PREFIX_REACHABLE || checked == DRAT_REJECTED || checked == DRAT_UNREADABLE;
  if (wrong) give_out_error(job, question, engine, error.message);
  else if (checked != DRAT_ACCEPTED)
    outcome_add_trusted(&question->result->outcome, "that the SAT solver missed no marking");
  error_free(&error);
  text_free(&proof);
  vec_free(&clauses);
  return !wrong;
}

/* ---- what can be reached ---- */

static void try_reach(NetJob *job, NetQuestion *question, Prefix *prefix, Budget *budget) {
  NetCondition *condition = net_condition_of(job->model, question->formula, false);
  NetRun run = {.loop = -1};
  PrefixAnswer answer = PREFIX_UNKNOWN;
  if (condition) answer = prefix_reaches(prefix, condition, budget, &run.fired);
  else give_up(question, "the formula is no condition on markings");
  if (answer == PREFIX_REACHABLE) {
    question->verdict = net_reach_verdict(question, true);
    count(question, prefix);
    give_out_run(job, question, question, &run, NULL, engine);
  }
  if (answer == PREFIX_UNREACHABLE && is_right(job, question, prefix, NULL, budget) &&
      is_proved(job, question, prefix, condition, budget)) {
    question->verdict = net_reach_verdict(question, false);
    count(question, prefix);
    outcome_add_trusted(&question->result->outcome,
                        "that complete prefixes have all markings, and that the clauses which "
                        "have no model say what was asked of one");
    give_out_checked(job, question, engine, EVIDENCE_PREFIX, prefix->events.size);
  }
  net_run_free(&run);
  net_condition_free(condition);
}

/* ---- LTL ---- */

static void give_out_tableau_run(NetJob *job, NetQuestion *question, const LtlTableau *tableau) {
  NetRun run = {.loop = (int64_t)tableau->loop};
  vec_append(&run.fired, &tableau->fired);
  if (tableau->loop == run.fired.size) vec_push(&run.fired, NET_NOTHING_FIRED);
  question->verdict = VERDICT_VIOLATED;
  count(question, tableau->livelocks ? tableau->livelocks : tableau->runs);
  if (tableau->livelocks) count(question, tableau->runs);
  give_out_run(job, question, question, &run, NULL, engine);
  net_run_free(&run);
}

static void give_out_tableau(NetJob *job, NetQuestion *question, const Automaton *automaton,
                             const LtlTableau *tableau, Budget *budget) {
  const Prefix *runs = tableau->runs, *livelocks = tableau->livelocks;
  if (!is_right(job, question, job->prefix, NULL, budget)) return; /* the net is 1-safe */
  if (!is_right(job, question, runs, &tableau->product->accepting, budget)) return;
  if (livelocks && (!is_right(job, question, livelocks, &tableau->all, budget) ||
                    !is_proved(job, question, livelocks, tableau->dead, budget)))
    return;
  RunDoubt doubt = {0};
  run_doubt(job->model->formulas, question->formula, automaton, &doubt);
  if (doubt.missed.message) {
    give_out_error(job, question, engine, doubt.missed.message);
  } else {
    Outcome *outcome = &question->result->outcome;
    question->verdict = VERDICT_HOLDS;
    count(question, runs);
    if (livelocks) count(question, livelocks);
    if (doubt.trusted) outcome_add_trusted(outcome, doubt.trusted);
    outcome_add_trusted(outcome, "that the product net and its tableaus have all runs which the "
                                 "automaton accepts");
    if (livelocks)
      outcome_add_trusted(outcome, "that the clauses which have no model say what a deadlock is");
    give_out_checked(job, question, engine, EVIDENCE_PREFIX,
                     runs->events.size + (livelocks ? livelocks->events.size : 0));
  }
  run_doubt_free(&doubt);
}

/* The prefix of the job shows that the net is 1-safe, which the product needs. */
static void try_ltl(NetJob *job, NetQuestion *question, Budget *budget) {
  Labels *labels = labels_new();
  U32Vec none = {0};
  Error error = {0};
  LtlTableau tableau = {0};
  LtlAutomatonOptions options = {.negate = true, .state_based = true};
  const Model *model = job->model;
  TableauAnswer answer = TABLEAU_UNKNOWN;
  Automaton *automaton =
      ltl_automaton(model->formulas, question->formula, options, labels, &none, &error);
  if (automaton && automaton->atoms.size > KRIPKE_ATOMS)
    error_set(&error, "the formula has too many atoms");
  else if (automaton)
    answer = ltl_tableau(model->net, &model->net_atoms, automaton, budget, &tableau, &error);
  if (error.message) give_up(question, error.message);
  if (answer == TABLEAU_RUN) give_out_tableau_run(job, question, &tableau);
  if (answer == TABLEAU_NONE) give_out_tableau(job, question, automaton, &tableau, budget);
  ltl_tableau_free(&tableau);
  automaton_free(automaton);
  labels_free(labels);
  error_free(&error);
}

void net_try_unfolding(NetJob *job, NetQuestion *question, Budget *budget) {
  bool ltl = question->ask == ASK_LTL;
  if (!ltl && question->ask != ASK_REACH) {
    give_up(question, "unfoldings answer what can be reached, and LTL");
    return;
  }
  if (ltl && net_formula_has_next(job->model->formulas, question->formula)) {
    give_up(question, "unfoldings do not tell how many steps there are to the next marking");
    return;
  }
  Prefix *prefix = prefix_of(job, budget);
  if (!prefix) give_up(question, job->not_unfolded);
  else if (!ltl) try_reach(job, question, prefix, budget);
  else if (prefix->complete) try_ltl(job, question, budget);
  release(job, prefix);
}
