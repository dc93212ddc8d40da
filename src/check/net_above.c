/* A bound as a question what can be reached; see net_job.h.
 *
 * A run is known after which the sum is so large. Whether it can be larger is asked of all ways
 * that answer what can be reached: a run that shows it is a larger value, that there is none is the
 * answer. The question is about a model that differs in the number which the atom of the sum is
 * compared with. */
#include "check/net_job.h"
#include "net/run.h"

/* The model with the sum of an atom compared with a number. What they share is the model's. */
static Model with_limit(const Model *model, uint32_t atom, int64_t most) {
  Model changed = *model;
  changed.net_atoms = (NetAtomVec){0};
  vec_append(&changed.net_atoms, &model->net_atoms);
  changed.net_atoms.data[atom].most = most;
  return changed;
}

void net_begin_bound(NetJob *job, NetQuestion *question) {
  const Net *net = job->model->net;
  if (!question->is_reached) {
    Tokens *initial = net_initial_marking(net);
    net_note_reached(question, net_sum_of(job->model, question, initial), &(U32Vec){0});
    mem_free(initial);
  }
  if (job->too_large || !job->next || question->value <= question->reached) return;
  U32Vec path = {0};
  NetRun run = {0};
  space_path(job->space, question->largest_in, &path);
  if (net_run_of_states(net, job->space, &path, -1, &run))
    net_note_reached(question, question->value, &run.fired);
  net_run_free(&run);
  vec_free(&path);
}

static void keep_result(void *context, Result *result) { *(Result **)context = result; }

void net_above_new(NetAbove *above, NetJob *job, const NetQuestion *question, int64_t reached,
                   const CheckWatch *watch) {
  Formulas *formulas = job->model->formulas;
  uint32_t atom = formula_node(formulas, question->formula)->left;
  above->model = with_limit(job->model, atom, reached);
  above->original = with_limit(job->original, atom, reached);
  above->job = (NetJob){.model = &above->model,
                        .original = job->original == job->model ? &above->model : &above->original,
                        .smaller = job->smaller,
                        .settings = job->settings,
                        .memory = job->memory,
                        .watch = watch,
                        .start = job->start,
                        .partial_order = job->partial_order,
                        .sleep_sets = job->sleep_sets,
                        .workers = job->workers,
                        .cycles = job->cycles,
                        .circuits_beside = job->circuits_beside,
                        .too_large = true}; /* all markings are searched for the bound itself */
  NetQuestion own = {.property = question->property,
                     .ask = ASK_REACH,
                     .formula = formula_unary(formulas, OP_NOT, question->formula),
                     .tried = question->bounded, /* that was shown by the same means */
                     .result = result_new(job->model, question->property)};
  vec_push(&above->job.questions, own);
}

void net_above_free(NetAbove *above) {
  result_free(above->job.questions.data[0].result);
  net_job_end(&above->job);
  vec_free(&above->model.net_atoms);
  vec_free(&above->original.net_atoms);
}

/* Asks once; whether there is a larger value now. */
static bool ask_for_more(NetJob *job, NetQuestion *question, double seconds, Budget *budget) {
  Result *kept = NULL;
  NetRun found = {.loop = -1};
  CheckWatch watch = {.result = keep_result, .context = &kept};
  NetAbove above;
  net_above_new(&above, job, question, question->reached, &watch);
  above.job.found = &found;
  net_job_begin(&above.job);
  net_ask_goal(&above.job, seconds, budget);
  net_above_free(&above);
  bool more = found.fired.size > 0;
  if (more) {
    Tokens *end = net_replay(job->model->net, found.fired.data, found.fired.size);
    if (end) net_note_reached(question, net_sum_of(job->model, question, end), &found.fired);
    more = end != NULL;
    mem_free(end);
  }
  net_run_free(&found);
  if (kept && kept->outcome.verdict == VERDICT_HOLDS) {
    give_out_reached(job, question, kept);
  } else if (kept) { /* an answer that did not check */
    result_free(question->result);
    question->result = NULL;
    job->watch->result(job->watch->context, kept);
  }
  return more && question->result && !(question->bounded && question->reached == question->most);
}

void net_try_above(NetJob *job, NetQuestion *question, double seconds, Budget *budget) {
  net_begin_bound(job, question);
  while (!budget_spent(budget) && ask_for_more(job, question, seconds, budget)) {
  }
  if (!question->result || !question->bounded || question->reached != question->most) return;
  NetRun run = {.loop = -1};
  vec_append(&run.fired, &question->reaching);
  give_out_bound(job, question, &run);
  net_run_free(&run);
}
