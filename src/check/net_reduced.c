/* Answers from less than all markings of a net; see net_job.h.
 *
 * Stubborn sets (engine/explicit/stubborn.h) leave
 * out interleavings that the question cannot see; LTL is searched on the fly. What such a search
 * does not find is not there, provided that the stubborn sets are right: so that answer is given
 * with the remark that this was not shown. */
#include "base/clock.h"
#include "check/net_job.h"
#include "engine/explicit/sleep.h"
#include "formula/ctl/ctl_linear.h"
#include "formula/ltl/translate.h"

/* ---- reachability with stubborn sets ---- */

typedef enum { MET, NOT_MET, NOT_KNOWN } Meeting;

/* The states of a space one after another: the oldest first, the newest first, or the oldest with
 * sleep sets. */
typedef struct {
  Space *space;
  bool newest;
  uint32_t next;
  U32Vec stack;
  SleepSearch *sleep; /* NULL: without */
} Order;

/* Opens the next one; `again`: it was opened before. */
static bool order_next(Order *order, uint32_t *state, bool *again) {
  *again = false;
  if (order->sleep) return sleep_search_next(order->sleep, state, again);
  for (; order->newest && order->next < space_states(order->space); order->next++)
    vec_push(&order->stack, order->next);
  if (order->newest ? !order->stack.size : order->next == space_states(order->space)) return false;
  *state = order->newest ? vec_pop(&order->stack) : order->next++;
  space_open(order->space, *state);
  return true;
}

static void order_free(Order *order) {
  vec_free(&order->stack);
  sleep_search_free(order->sleep);
}

static Meeting meet(NetJob *job, const NetQuestion *question, Order *order, Budget *budget,
                    uint32_t *where) {
  Space *space = order->space;
  Meeting result = NOT_MET;
  bool again;
  for (uint32_t state; order_next(order, &state, &again);) {
    if (!again && net_is_met(job, question, space->cursor.state)) {
      *where = state;
      result = MET;
      break;
    }
    if (order->sleep) sleep_search_expand(order->sleep);
    else space_expand_opened(space);
    if (space->overflow || store_full(space->store) || budget_spent(budget)) {
      result = NOT_KNOWN;
      break;
    }
    if (space->expanded % 256 == 0) job_tell(job, space, "stubborn sets");
  }
  order_free(order);
  return result;
}

static Stubborn *stubborn_of(const NetJob *job, const NetQuestion *question) {
  if (!job->partial_order) return NULL;
  if (question->ask == ASK_BOUND) return NULL; /* its formula is a sum, no goal */
  if (question->ask == ASK_LIVENESS) return stubborn_for_deadlock(job->graph);
  return stubborn_for_goal(job->graph, job->model->formulas, question->formula);
}

static void set_trusted(NetQuestion *question, const Space *space) {
  if (space->reduced)
    outcome_add_trusted(&question->result->outcome,
                        "that the interleavings which the stubborn sets left out do not matter");
}

/* The search again, with other hash values, the newest state first, and without sleep sets: they
 * leave out steps, and with stubborn sets perhaps states, but nothing that is met. */
static void check_not_met(NetJob *job, NetQuestion *question, Space *first, Budget *budget) {
  Stubborn *stubborn = stubborn_of(job, question);
  Space *space = space_new(job->graph, (SpaceOptions){.salt = 1, .stubborn = stubborn});
  uint32_t where;
  Meeting second = meet(job, question, &(Order){.space = space, .newest = true}, budget, &where);
  bool fits = job->sleep_sets ? space_states(first) <= space_states(space)
                              : space_states(first) == space_states(space);
  if (second == NOT_MET && fits) {
    question->verdict = net_reach_verdict(question, false);
    set_trusted(question, space);
    give_out_checked(job, question, "explicit", EVIDENCE_STATES, space_states(space));
  } else if (second != NOT_KNOWN) {
    give_out_error(job, question, "explicit",
                   "a second search with stubborn sets found something else");
  }
  space_free(space);
  stubborn_free(stubborn);
}

static void try_reach(NetJob *job, NetQuestion *question, Budget *budget) {
  Stubborn *stubborn = stubborn_of(job, question);
  Space *space = space_new(job->graph, (SpaceOptions){.stubborn = stubborn});
  uint32_t where;
  Order order = {.space = space};
  if (job->sleep_sets) order.sleep = sleep_search_new(space, false);
  Meeting met = meet(job, question, &order, budget, &where);
  if (met == MET) {
    U32Vec path = {0};
    space_path(space, where, &path);
    question->verdict = net_reach_verdict(question, true);
    give_out_states(job, question, question, space, &path, -1);
    vec_free(&path);
  } else if (met == NOT_MET && question->ask == ASK_REACH) {
    check_not_met(job, question, space, budget);
  }
  space_free(space);
  stubborn_free(stubborn);
}

/* ---- LTL on the fly ---- */

/* A space for runs that the formula can see, reduced where it has no "next". */
static Space *space_of_runs(const NetJob *job, Formula f, uint64_t salt, Stubborn **stubborn) {
  U32Vec atoms = {0};
  *stubborn = NULL;
  if (job->partial_order && !net_formula_has_next(job->model->formulas, f)) {
    formula_atoms(job->model->formulas, f, &atoms);
    *stubborn = stubborn_for_stuttering(job->graph, &atoms);
  }
  vec_free(&atoms);
  SpaceOptions options = {.keep_edges = true, .salt = salt, .stubborn = *stubborn};
  return space_new(job->graph, options);
}

/* `asked` is the LTL formula; `found` the verdict of the question if it is false on some run. */
static void try_ltl(NetJob *job, NetQuestion *question, Formula asked, Verdict found,
                    Budget *budget) {
  Verdict otherwise = found == VERDICT_HOLDS ? VERDICT_VIOLATED : VERDICT_HOLDS;
  NetQuestion shown = {.ask = ASK_LTL, .formula = asked};
  for (int turn = 0; turn < 2; turn++) {
    Stubborn *stubborn;
    StateLasso lasso = {0};
    RunDoubt doubt = {0};
    Space *space = space_of_runs(job, asked, (uint64_t)turn, &stubborn);
    RunSearch search =
        net_search_run(job, asked, space, turn ? cycle_search_other(job->cycles) : job->cycles,
                       budget, &lasso, turn == 1 ? &doubt : NULL);
    if (search == RUN_FOUND) {
      question->verdict = found;
      give_out_states(job, question, &shown, space, &lasso.states, (int64_t)lasso.loop);
    } else if (doubt.missed.message) {
      give_out_error(job, question, "explicit", doubt.missed.message);
    } else if (search == RUN_NONE && turn == 1) {
      question->verdict = otherwise;
      if (doubt.trusted) outcome_add_trusted(&question->result->outcome, doubt.trusted);
      set_trusted(question, space);
      give_out_checked(job, question, "explicit", EVIDENCE_STATES, space_states(space));
    }
    run_doubt_free(&doubt);
    state_lasso_free(&lasso);
    space_free(space);
    stubborn_free(stubborn);
    if (search != RUN_NONE) break;
  }
}

Formula net_ctl_as_ltl(const NetJob *job, Formula f, Verdict *found) {
  Formulas *formulas = job->model->formulas;
  if (net_formula_has_next(formulas, f)) return FORMULA_NONE;
  *found = VERDICT_VIOLATED;
  Formula linear = ctl_linear(formulas, f, job->model->system);
  if (linear != FORMULA_NONE) return linear;
  *found = VERDICT_HOLDS;
  return ctl_linear(formulas, formula_unary(formulas, OP_NOT, f), job->model->system);
}

/* From the initial marking on; what LTL can say half of the time as that. */
static void try_ctl(NetJob *job, NetQuestion *question, Budget *budget) {
  Verdict found = VERDICT_UNKNOWN;
  Formula linear = net_ctl_as_ltl(job, question->formula, &found);
  Budget part = budget_slice(budget, 0);
  if (linear != FORMULA_NONE) part.deadline = clock_wall() + budget_seconds_left(budget) / 2;
  net_try_local(job, question, &part);
  if (question->result && linear != FORMULA_NONE) try_ltl(job, question, linear, found, budget);
}

void net_try_reduced(NetJob *job, NetQuestion *question, Budget *budget) {
  switch (question->ask) {
  case ASK_REACH:
  case ASK_LIVENESS: try_reach(job, question, budget); break;
  case ASK_BOUND:
    if (question->bounded) try_reach(job, question, budget);
    break;
  case ASK_LTL: try_ltl(job, question, question->formula, VERDICT_VIOLATED, budget); break;
  case ASK_CTL:
    if (!question->fair) try_ctl(job, question, budget);
    break;
  default: break;
  }
}
