/* What follows from all markings of a net; see net_job.h. */
#include <string.h>

#include "base/memory.h"
#include "check/net_job.h"
#include "engine/explicit/tarjan.h"
#include "formula/ltl/ltl_automaton.h"

typedef struct {
  NetJob *job;
  Space *space;
  const Automaton *automaton;
  VEC(uint64_t) letters;
  Bits known;
} Lazy;

static Numbers lazy_successors(void *context, uint32_t state) {
  return space_successors(((Lazy *)context)->space, state);
}

static uint64_t lazy_letter(void *context, uint32_t state) {
  Lazy *lazy = context;
  const Model *model = lazy->job->model;
  if (state >= lazy->letters.size) {
    size_t size = space_states(lazy->space);
    vec_resize(&lazy->letters, size);
    bits_resize(&lazy->known, lazy->letters.capacity);
  }
  if (bits_get(&lazy->known, state)) return lazy->letters.data[state];
  uint64_t letter = 0;
  space_open(lazy->space, state);
  for (size_t i = 0; i < lazy->automaton->atoms.size; i++) {
    const NetAtom *atom = model->net_atoms.data + lazy->automaton->atoms.data[i];
    letter |= (uint64_t)net_atom_holds(model->net, atom, lazy->space->cursor.state) << i;
  }
  bits_set(&lazy->known, state);
  return lazy->letters.data[state] = letter;
}

RunSearch net_search_run(NetJob *job, Formula f, Space *space, CycleSearch how, Budget *budget,
                         StateLasso *lasso, RunDoubt *doubt) {
  Labels *labels = labels_new();
  U32Vec none = {0};
  Error error = {0};
  RunSearch result = RUN_UNKNOWN;
  uint64_t pairs = 0;
  LtlAutomatonOptions options = {.negate = true, .state_based = cycle_search_on_states(how)};
  Automaton *automaton = ltl_automaton(job->model->formulas, f, options, labels, &none, &error);
  if (automaton && automaton->atoms.size <= KRIPKE_ATOMS) {
    Lazy lazy = {.job = job, .space = space, .automaton = automaton};
    Kripke kripke = {.context = &lazy, .successors = lazy_successors, .letter = lazy_letter};
    result = run_by(how, &kripke, automaton, budget, lasso, &pairs);
    if ((space->overflow || store_full(space->store)) && result == RUN_NONE) result = RUN_UNKNOWN;
    if (result == RUN_NONE && doubt) run_doubt(job->model->formulas, f, automaton, doubt);
    vec_free(&lazy.letters);
    bits_free(&lazy.known);
  }
  automaton_free(automaton);
  labels_free(labels);
  error_free(&error);
  return result;
}

static StateGraph graph_of(const Space *space) {
  return (StateGraph){space_states(space), space->first.data, space->edges.data};
}

/* The sets of states in which the atoms of open CTL formulas hold, by atom. */
static Bits *atom_sets(NetJob *job, const U32Vec *atoms) {
  const Model *model = job->model;
  Space *space = job->space;
  Bits *sets = mem_array(model->formulas->atoms.size + 1, sizeof *sets);
  for (size_t i = 0; i < atoms->size; i++) sets[atoms->data[i]] = bits_new(space_states(space));
  for (uint32_t s = 0; s < space_states(space); s++) {
    store_get(space->store, s, &space->cursor);
    for (size_t i = 0; i < atoms->size; i++)
      if (net_atom_holds(model->net, model->net_atoms.data + atoms->data[i], space->cursor.state))
        bits_set(sets + atoms->data[i], s);
  }
  space->opened = STORE_NONE;
  return sets;
}

static void decide_ctl(NetJob *job, Budget *budget) {
  const Formulas *formulas = job->model->formulas;
  const FormulaVec *fairness = &job->model->fairness;
  U32Vec atoms = {0};
  Bits wanted = bits_new(formulas->atoms.size + 1);
  bool any = false;
  for (size_t i = 0; i < job->questions.size; i++) {
    const NetQuestion *question = job->questions.data + i;
    U32Vec own = {0};
    if (!question->result || question->ask != ASK_CTL) continue;
    any = true;
    formula_atoms(formulas, question->formula, &own);
    for (size_t k = 0; k < fairness->size; k++) formula_atoms(formulas, fairness->data[k], &own);
    for (size_t k = 0; k < own.size; k++) bits_set(&wanted, own.data[k]);
    vec_free(&own);
  }
  for (uint32_t a = 0; a < formulas->atoms.size; a++)
    if (bits_get(&wanted, a)) vec_push(&atoms, a);
  if (any) {
    StateGraph graph = graph_of(job->space);
    Predecessors predecessors = predecessors_new(&graph);
    Bits *sets = atom_sets(job, &atoms);
    for (size_t i = 0; i < job->questions.size; i++) {
      NetQuestion *question = job->questions.data + i;
      if (!question->result || question->ask != ASK_CTL) continue;
      CtlQuestion asked = {formulas, question->formula, fairness, sets};
      CtlTruth truth = ctl_backwards(&graph, &predecessors, &asked, budget);
      if (truth != CTL_UNKNOWN)
        question->verdict = truth == CTL_TRUE ? VERDICT_HOLDS : VERDICT_VIOLATED;
    }
    for (size_t i = 0; i < atoms.size; i++) bits_free(sets + atoms.data[i]);
    mem_free(sets);
    predecessors_free(&predecessors);
  }
  bits_free(&wanted);
  vec_free(&atoms);
}

/* A net is live if every transition is enabled somewhere in every component that is not left. */
static bool is_live(NetJob *job) {
  size_t transitions = job->model->net->transitions.size;
  if (bits_count(&job->figures.fired) < transitions) return false;
  if (job->figures.deadlock) return !transitions;
  StateGraph graph = graph_of(job->space);
  uint32_t count;
  uint32_t *of = terminal_components(&graph, &count);
  Bits *fired = mem_array((size_t)count + 1, sizeof *fired);
  for (uint32_t s = 0; s < graph.states; s++) {
    if (of[s] == NO_COMPONENT) continue;
    if (!fired[of[s]].words) fired[of[s]] = bits_new(transitions + 1);
    space_open(job->space, s);
    for (size_t i = 0; i < job->space->action_count; i++)
      bits_set(fired + of[s], job->space->actions[i]);
  }
  bool live = true;
  for (uint32_t i = 0; i < count; i++) {
    live &= bits_count(fired + i) == transitions;
    bits_free(fired + i);
  }
  mem_free(fired);
  mem_free(of);
  return live;
}

static Verdict verdict_of(bool truth) { return truth ? VERDICT_HOLDS : VERDICT_VIOLATED; }

static void add_value(Outcome *outcome, const char *name, uint64_t value) {
  vec_push(&outcome->values, ((OutcomeValue){name, value, NULL}));
}

static void decide_state_space(NetJob *job, NetQuestion *question) {
  Outcome *outcome = &question->result->outcome;
  question->verdict = VERDICT_HOLDS;
  add_value(outcome, "states", job->figures.states);
  add_value(outcome, "transitions", job->figures.transitions);
  add_value(outcome, "max_token_in_place", job->figures.most_in_place);
  add_value(outcome, "max_token_per_marking", job->figures.most_in_marking);
}

static void decide_ltl(NetJob *job, NetQuestion *question, Budget *budget) {
  StateLasso lasso = {0};
  RunSearch found =
      net_search_run(job, question->formula, job->space, job->cycles, budget, &lasso, NULL);
  if (found != RUN_UNKNOWN) question->verdict = verdict_of(found == RUN_NONE);
  if (found == RUN_FOUND)
    give_out_states(job, question, question, job->space, &lasso.states, (int64_t)lasso.loop);
  state_lasso_free(&lasso);
}

void net_decide_all(NetJob *job, Budget *budget) {
  const Net *net = job->model->net;
  decide_ctl(job, budget);
  for (size_t i = 0; i < job->questions.size; i++) {
    NetQuestion *question = job->questions.data + i;
    if (!question->result) continue;
    switch (question->ask) {
    case ASK_REACH: question->verdict = net_reach_verdict(question, false); break;
    case ASK_BOUND:
      question->verdict = VERDICT_HOLDS;
      add_value(&question->result->outcome, "value", (uint64_t)question->value);
      break;
    case ASK_CTL: break;
    case ASK_LTL: decide_ltl(job, question, budget); break;
    case ASK_QUASI_LIVENESS:
      question->verdict = verdict_of(bits_count(&job->figures.fired) == net->transitions.size);
      break;
    case ASK_LIVENESS: question->verdict = verdict_of(is_live(job)); break;
    case ASK_STABLE_MARKING:
      question->verdict = verdict_of(net_some_place_is_stable(net, &job->figures.fired));
      break;
    case ASK_STATE_SPACE: decide_state_space(job, question);
    }
  }
}
