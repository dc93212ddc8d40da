/* See net_second.h. Markings are byte strings (net_marking.h). The search takes the newest marking
 * first. */
#include "check/net_second.h"

#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "check/about_formula.h"
#include "check/net_marking.h"
#include "engine/explicit/tarjan.h"
#include "formula/ltl/ltl_automaton.h"

typedef struct {
  const Model *model;
  const Net *net;
  const NetQuestionVec *questions;
  CycleSearch cycles;
  Budget *budget;
  Names markings;
  U32Vec waiting;
  U32Vec order;        /* as markings are expanded */
  VEC(uint64_t) first; /* as in StateGraph */
  U32Vec edges;
  bool keeps_edges, counts_tokens;
  U32Vec atoms; /* that CTL and LTL need */
  Bits *truth;  /* by atom of the model */
  size_t room;  /* so many markings the sets have */
  NetFigures figures;
  bool *reached; /* by question */
  int64_t *largest;
  RunDoubt *doubts; /* by question */
  Tokens *marking, *next;
  NetSteps steps;
  U32Vec enabled;
  Text code;
} SecondSearch;

/* ---- the search ---- */

static uint32_t number_of(SecondSearch *s, const Tokens *marking) {
  size_t before = s->markings.size;
  net_marking_encode(s->net, marking, &s->code);
  uint32_t number = names_add_n(&s->markings, s->code.size ? s->code.data : "", s->code.size);
  if (s->markings.size > before) {
    vec_push(&s->waiting, number);
    if (s->keeps_edges) vec_push(&s->first, 0);
  }
  return number;
}

static void look_at(SecondSearch *s, uint32_t number) {
  for (size_t i = 0; i < s->questions->size; i++) {
    const NetQuestion *question = s->questions->data + i;
    if (!question->result || question->verdict == VERDICT_UNKNOWN) continue;
    if (question->ask == ASK_REACH && !s->reached[i])
      s->reached[i] = net_formula_holds(s->model, question->formula, s->marking);
    if (question->ask != ASK_BOUND) continue;
    int64_t value = net_sum_of(s->model, question, s->marking);
    if (value > s->largest[i]) s->largest[i] = value;
  }
  if (s->counts_tokens) net_figures_tokens(&s->figures, s->net, s->marking);
  if (number >= s->room && s->atoms.size) {
    s->room = 2 * s->room > number ? 2 * s->room : (size_t)number + 1024;
    for (size_t i = 0; i < s->atoms.size; i++) bits_resize(s->truth + s->atoms.data[i], s->room);
  }
  for (size_t i = 0; i < s->atoms.size; i++)
    if (net_atom_holds(s->net, s->model->net_atoms.data + s->atoms.data[i], s->marking))
      bits_set(s->truth + s->atoms.data[i], number);
}

/* Fires an enabled transition; false if the successor cannot be counted. */
static bool take(SecondSearch *s, uint32_t t) {
  const Net *net = s->net;
  memcpy(s->next, s->marking, (net->places.size + 1) * sizeof *s->next);
  if (!net_fire(net, t, s->next)) return false;
  bits_set(&s->figures.fired, t);
  uint32_t target = number_of(s, s->next);
  if (s->keeps_edges) vec_push(&s->edges, target);
  return true;
}

static bool expand(SecondSearch *s, uint32_t number) {
  const Net *net = s->net;
  size_t count_at = s->edges.size;
  bool good = true;
  net_marking_decode(net, &s->markings, number, s->marking);
  look_at(s, number);
  if (s->keeps_edges) {
    vec_push(&s->order, number);
    s->first.data[number] = s->edges.size + 1;
    vec_push(&s->edges, 0);
  }
  net_steps_enabled(&s->steps, s->marking, &s->enabled);
  for (size_t i = 0; i < s->enabled.size && good; i++) good = take(s, s->enabled.data[i]);
  if (s->keeps_edges) s->edges.data[count_at] = (uint32_t)s->enabled.size;
  s->figures.transitions += s->enabled.size;
  s->figures.states++;
  s->figures.deadlock |= !s->enabled.size;
  return good;
}

static bool search(SecondSearch *s) {
  for (size_t p = 0; p < s->net->places.size; p++) s->marking[p] = s->net->places.data[p].initial;
  s->steps = net_steps_new(s->net);
  number_of(s, s->marking);
  while (s->waiting.size) {
    if (!expand(s, vec_pop(&s->waiting))) return false;
    if (budget_spent(s->budget)) return false;
  }
  return true;
}

/* ---- CTL, LTL and liveness on what was found ---- */

static StateGraph graph_of(const SecondSearch *s) {
  return (StateGraph){s->markings.size, s->first.data, s->edges.data};
}

typedef struct {
  const SecondSearch *search;
  StateGraph graph;
  const Automaton *automaton;
} Known;

static Numbers known_successors(void *context, uint32_t state) {
  return state_successors(&((Known *)context)->graph, state);
}

static uint64_t known_letter(void *context, uint32_t state) {
  const Known *known = context;
  const U32Vec *atoms = &known->automaton->atoms;
  uint64_t letter = 0;
  for (size_t i = 0; i < atoms->size; i++)
    letter |= (uint64_t)bits_get(known->search->truth + atoms->data[i], state) << i;
  return letter;
}

static Verdict decide_ltl(SecondSearch *s, size_t question) {
  Formula f = s->questions->data[question].formula;
  Labels *labels = labels_new();
  U32Vec none = {0};
  Error ignored = {0};
  LtlAutomatonOptions options = {.negate = true, .state_based = cycle_search_on_states(s->cycles)};
  Automaton *automaton = ltl_automaton(s->model->formulas, f, options, labels, &none, &ignored);
  Verdict verdict = VERDICT_UNKNOWN;
  if (automaton && automaton->atoms.size <= KRIPKE_ATOMS) {
    Known known = {s, graph_of(s), automaton};
    Kripke kripke = {.context = &known, .successors = known_successors, .letter = known_letter};
    StateLasso lasso = {0};
    uint64_t pairs = 0;
    RunSearch found = run_by(s->cycles, &kripke, automaton, s->budget, &lasso, &pairs);
    if (found != RUN_UNKNOWN) verdict = found == RUN_FOUND ? VERDICT_VIOLATED : VERDICT_HOLDS;
    if (found == RUN_NONE) run_doubt(s->model->formulas, f, automaton, s->doubts + question);
    state_lasso_free(&lasso);
  }
  automaton_free(automaton);
  labels_free(labels);
  error_free(&ignored);
  return verdict;
}

static Verdict decide_ctl(SecondSearch *s, Formula f) {
  StateGraph graph = graph_of(s);
  U32Vec order = {0};
  for (size_t i = s->order.size; i-- > 0;) vec_push(&order, s->order.data[i]);
  CtlQuestion asked = {s->model->formulas, f, &s->model->fairness, s->truth};
  CtlTruth truth = ctl_by_sweeps(&graph, order.data, &asked, s->budget);
  vec_free(&order);
  return truth == CTL_UNKNOWN ? VERDICT_UNKNOWN
         : truth == CTL_TRUE  ? VERDICT_HOLDS
                              : VERDICT_VIOLATED;
}

/* Live: all transitions are enabled in each component that is not left. */
static Verdict decide_liveness(SecondSearch *s) {
  StateGraph graph = graph_of(s);
  uint32_t count;
  size_t transitions = s->net->transitions.size;
  uint32_t *of = terminal_components(&graph, &count);
  bool live = !s->figures.deadlock || !transitions;
  for (uint32_t t = 0; t < transitions && live; t++) live = bits_get(&s->figures.fired, t);
  U32Vec members = {0};
  for (uint32_t state = 0; state < graph.states; state++)
    if (of[state] != NO_COMPONENT) vec_push(&members, state);
  Bits *fired = mem_array(members.size + 1, sizeof *fired); /* by component */
  for (size_t i = 0; i < members.size && live; i++) {
    Bits *own = fired + of[members.data[i]];
    if (!own->words) *own = bits_new(transitions + 1);
    net_marking_decode(s->net, &s->markings, members.data[i], s->marking);
    for (uint32_t t = 0; t < transitions; t++)
      if (net_enabled(s->net, t, s->marking)) bits_set(own, t);
  }
  for (size_t i = 0; i <= members.size; i++) {
    if (!fired[i].words) continue;
    live &= bits_count(fired + i) == transitions;
    bits_free(fired + i);
  }
  mem_free(fired);
  mem_free(of);
  vec_free(&members);
  return live ? VERDICT_HOLDS : VERDICT_VIOLATED;
}

/* ---- comparing ---- */

static bool is_open(const NetQuestion *question) {
  return question->result && question->verdict != VERDICT_UNKNOWN;
}

static Verdict decide(SecondSearch *s, size_t i) {
  const NetQuestion *question = s->questions->data + i;
  switch (question->ask) {
  case ASK_REACH: return net_reach_verdict(question, s->reached[i]);
  case ASK_CTL: return decide_ctl(s, question->formula);
  case ASK_LTL: return decide_ltl(s, i);
  case ASK_LIVENESS: return decide_liveness(s);
  case ASK_QUASI_LIVENESS:
    return bits_count(&s->figures.fired) == s->net->transitions.size ? VERDICT_HOLDS
                                                                     : VERDICT_VIOLATED;
  case ASK_STABLE_MARKING:
    return net_some_place_is_stable(s->net, &s->figures.fired) ? VERDICT_HOLDS : VERDICT_VIOLATED;
  case ASK_BOUND: return s->largest[i] == question->value ? VERDICT_HOLDS : VERDICT_VIOLATED;
  case ASK_STATE_SPACE: return VERDICT_HOLDS; /* the figures are compared */
  }
  return VERDICT_UNKNOWN;
}

static Second compare(SecondSearch *s, const NetFigures *figures, Error *error) {
  if (!net_figures_equal(figures, &s->figures)) {
    error_set(error, "a second search found %llu markings and %llu steps, the first %llu and %llu",
              (unsigned long long)s->figures.states, (unsigned long long)s->figures.transitions,
              (unsigned long long)figures->states, (unsigned long long)figures->transitions);
    return SECOND_DIFFERENT;
  }
  for (size_t i = 0; i < s->questions->size; i++) {
    const NetQuestion *question = s->questions->data + i;
    if (!is_open(question)) continue;
    Verdict verdict = decide(s, i);
    if (s->doubts[i].missed.message) {
      error_set(error, "%s", s->doubts[i].missed.message);
      return SECOND_DIFFERENT;
    }
    if (verdict == VERDICT_UNKNOWN) return SECOND_UNKNOWN;
    if (verdict == question->verdict) continue;
    error_set(error, "a second search gives another answer to property %zu", question->property);
    return SECOND_DIFFERENT;
  }
  return SECOND_SAME;
}

static void choose_what_to_keep(SecondSearch *s) {
  const Formulas *formulas = s->model->formulas;
  Bits wanted = bits_new(formulas->atoms.size + 1);
  for (size_t i = 0; i < s->questions->size; i++) {
    const NetQuestion *question = s->questions->data + i;
    if (!is_open(question)) continue;
    bool paths = question->ask == ASK_CTL || question->ask == ASK_LTL;
    s->keeps_edges |= paths || question->ask == ASK_LIVENESS;
    s->counts_tokens |= question->ask == ASK_STATE_SPACE;
    U32Vec atoms = {0};
    if (paths) formula_atoms(formulas, question->formula, &atoms);
    for (size_t k = 0; k < s->model->fairness.size && paths; k++)
      formula_atoms(formulas, s->model->fairness.data[k], &atoms);
    for (size_t k = 0; k < atoms.size; k++) bits_set(&wanted, atoms.data[k]);
    vec_free(&atoms);
  }
  for (uint32_t a = 0; a < formulas->atoms.size; a++)
    if (bits_get(&wanted, a)) vec_push(&s->atoms, a);
  bits_free(&wanted);
}

Second net_second_search(const Model *model, const NetQuestionVec *questions,
                         const NetFigures *figures, CycleSearch cycles, Budget *budget,
                         Error *error) {
  const Net *net = model->net;
  SecondSearch s = {
      .model = model, .net = net, .questions = questions, .cycles = cycles, .budget = budget};
  s.figures.fired = bits_new(net->transitions.size + 1);
  s.truth = mem_array(model->formulas->atoms.size + 1, sizeof *s.truth);
  s.reached = mem_array(questions->size + 1, sizeof *s.reached);
  s.largest = mem_array(questions->size + 1, sizeof *s.largest);
  s.doubts = mem_array(questions->size + 1, sizeof *s.doubts);
  s.marking = mem_array(net->places.size + 1, sizeof *s.marking);
  s.next = mem_array(net->places.size + 1, sizeof *s.next);
  for (size_t i = 0; i < questions->size; i++) s.largest[i] = INT64_MIN;
  choose_what_to_keep(&s);
  Second result = search(&s) ? compare(&s, figures, error) : SECOND_UNKNOWN;
  for (size_t i = 0; i < questions->size; i++) {
    if (s.doubts[i].trusted && result == SECOND_SAME)
      outcome_add_trusted(&questions->data[i].result->outcome, s.doubts[i].trusted);
    run_doubt_free(s.doubts + i);
  }
  mem_free(s.doubts);
  net_figures_free(&s.figures);
  for (size_t i = 0; i < s.atoms.size; i++) bits_free(s.truth + s.atoms.data[i]);
  names_free(&s.markings);
  vec_free(&s.waiting);
  vec_free(&s.order);
  vec_free(&s.first);
  vec_free(&s.edges);
  vec_free(&s.atoms);
  vec_free(&s.enabled);
  net_steps_free(&s.steps);
  mem_free(s.truth);
  mem_free(s.reached);
  mem_free(s.largest);
  mem_free(s.marking);
  mem_free(s.next);
  text_free(&s.code);
  return result;
}
