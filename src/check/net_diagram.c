/* Answers from all markings of a net as a decision diagram (net/marking_set.h); see net_job.h.
 *
 * All is done twice, with two orders of the places, so that the diagrams have no node in common
 * that tells neighbours apart; the answers and the numbers of markings have to be the same. The
 * second one is also looked at by single steps, which saturation does not use: it has the initial
 * marking, and no transition leads out of it. So what is in no marking of it is in none that can be
 * reached. That it has nothing else is shown by steps, too, if there is time for that: from the
 * initial marking on they lead to as many markings. Else it is said where an answer needs it. Runs
 * to what can be reached are searched backwards, level by level, and fired again. */
#include <string.h>

#include "base/clock.h"
#include "base/map.h"
#include "base/memory.h"
#include "check/net_job.h"
#include "formula/ctl/ctl_basis.h"
#include "net/marking_judge.h"
#include "net/place_order.h"
#include "net/run.h"

enum { MOST_PLACES = 5000 };          /* levels are gone down by recursion */
#define MOST_KEPT ((uint64_t)1 << 31) /* bytes of this process with which diagrams are kept */
static const double LONGEST = 1e6;

/* By steps it may take so many times as long as by saturation, and so many seconds. */
static const double PATIENCE = 50, LEAST_SECONDS = 0.5;

typedef struct {
  bool known;
  bool truth;      /* of a bound and a state space nothing */
  int64_t value;   /* of a bound */
  MarkingSet goal; /* of ASK_REACH: where the formula is true */
} DiagramAnswer;

typedef struct {
  NetJob *job;
  MarkingSets *sets;
  MarkingSet all, dead;
  Map truths; /* of formulas: where they are true */
  Text states, steps;
  Tokens most_in_place;
  int64_t most_in_marking;
  bool done;              /* all markings were found */
  double seconds;         /* that it took */
  bool reached;           /* it was shown that it has nothing that cannot be reached */
  bool uncounted;         /* there are more steps than can be counted */
  DiagramAnswer *answers; /* by question */
} Diagram;

/* ---- formulas ---- */

static MarkingSet truth_of(Diagram *d, Formula f);

static MarkingSet before(Diagram *d, MarkingSet set) {
  return markings_common(d->sets, markings_before_any(d->sets, set), d->all);
}

/* EG: what is left when all that has no way on is taken away; ends of runs need none. */
static MarkingSet always(Diagram *d, MarkingSet set) {
  for (MarkingSet last = MARKINGS_NONE; set != last && !marking_sets_stopped(d->sets);) {
    last = set;
    MarkingSet on = markings_union(d->sets, before(d, set), d->dead);
    set = markings_common(d->sets, set, on);
  }
  return set;
}

static MarkingSet compute(Diagram *d, Formula f) {
  const Model *model = d->job->model;
  FormulaNode node = *formula_node(model->formulas, f);
  MarkingSets *sets = d->sets;
  switch (node.op) {
  case OP_FALSE: return MARKINGS_NONE;
  case OP_TRUE: return d->all;
  case OP_ATOM: return markings_where(sets, d->all, model->net_atoms.data + node.left);
  case OP_NOT: return markings_without(sets, d->all, truth_of(d, node.left));
  case OP_AND: return markings_common(sets, truth_of(d, node.left), truth_of(d, node.right));
  case OP_OR: return markings_union(sets, truth_of(d, node.left), truth_of(d, node.right));
  case OP_EX: return before(d, truth_of(d, node.left));
  case OP_EG: return always(d, truth_of(d, node.left));
  case OP_EU: return markings_leading_to(sets, truth_of(d, node.right), truth_of(d, node.left));
  default: assert(!"an operator that ctl_basis leaves out"); return MARKINGS_NONE;
  }
}

static MarkingSet truth_of(Diagram *d, Formula f) {
  uint64_t known;
  if (map_get(&d->truths, f, &known)) return (MarkingSet)known;
  MarkingSet set = compute(d, f);
  if (!marking_sets_stopped(d->sets)) map_put(&d->truths, f, set);
  return set;
}

/* ---- questions ---- */

static bool suits(const NetQuestion *question) {
  return question->result && question->ask != ASK_LTL && !question->fair;
}

/* Every transition can be enabled again from everywhere. */
static bool is_live(Diagram *d) {
  bool live = true;
  for (uint32_t t = 0; t < d->job->model->net->transitions.size && live; t++) {
    if (marking_sets_stopped(d->sets)) break;
    MarkingSet enabled = markings_enabled(d->sets, d->all, t);
    live = enabled && markings_leading_to(d->sets, enabled, d->all) == d->all;
  }
  return live;
}

static Bits fired_in(Diagram *d) {
  size_t transitions = d->job->model->net->transitions.size;
  Bits fired = bits_new(transitions + 1);
  for (uint32_t t = 0; t < transitions; t++)
    bits_put(&fired, t, markings_enabled(d->sets, d->all, t));
  return fired;
}

/* The numbers of a state space. */
static void count_all(Diagram *d) {
  NetWeightVec terms = {0};
  for (uint32_t p = 0; p < d->job->model->net->places.size; p++)
    vec_push(&terms, ((NetWeight){p, 1}));
  d->most_in_marking = markings_largest_sum(d->sets, d->all, &terms);
  d->most_in_place = markings_most_in_place(d->sets, d->all);
  vec_free(&terms);
  text_clear(&d->steps);
  d->uncounted = !markings_count_steps(d->sets, d->all, &d->steps);
}

static void answer(Diagram *d, const NetQuestion *question, DiagramAnswer *a) {
  const Model *model = d->job->model;
  Formulas *formulas = model->formulas;
  Tokens *initial;
  Bits fired;
  switch (question->ask) {
  case ASK_REACH:
    a->goal = truth_of(d, ctl_basis(formulas, question->formula, NULL, NULL));
    a->truth = a->goal;
    break;
  case ASK_CTL:
    initial = net_initial_marking(model->net);
    a->truth = markings_have(
        d->sets, truth_of(d, ctl_basis(formulas, question->formula, NULL, NULL)), initial);
    mem_free(initial);
    break;
  case ASK_BOUND: {
    uint32_t atom = formula_node(formulas, question->formula)->left;
    a->value = markings_largest_sum(d->sets, d->all, &model->net_atoms.data[atom].terms);
    break;
  }
  case ASK_LIVENESS: a->truth = is_live(d); break;
  case ASK_QUASI_LIVENESS:
  case ASK_STABLE_MARKING:
    fired = fired_in(d);
    a->truth = question->ask == ASK_STABLE_MARKING
                   ? net_some_place_is_stable(model->net, &fired)
                   : bits_count(&fired) == model->net->transitions.size;
    bits_free(&fired);
    break;
  case ASK_STATE_SPACE: count_all(d); break;
  case ASK_LTL: break;
  }
  a->known = !marking_sets_stopped(d->sets) && !d->uncounted;
}

/* ---- the diagrams ---- */

/* All markings; false if the budget did not suffice. What was found out by then is still known when
 * it goes on. */
static bool diagram_go_on(Diagram *d, NetJob *job, const U32Vec *order, Budget *budget) {
  const Net *net = job->model->net;
  if (!d->sets) {
    *d = (Diagram){.job = job, .sets = marking_sets_new(net, order->data, budget)};
    d->answers = mem_array(job->questions.size + 1, sizeof *d->answers);
  }
  marking_sets_go_on(d->sets, budget);
  if (d->done) return true;
  Tokens *initial = net_initial_marking(net);
  double start = clock_wall();
  d->all = (job->reach ? job->reach : markings_reachable)(d->sets, markings_one(d->sets, initial));
  d->seconds += clock_wall() - start;
  d->dead = markings_where(d->sets, d->all, &(NetAtom){.kind = NET_ATOM_DEADLOCK});
  mem_free(initial);
  text_clear(&d->states);
  d->done = !marking_sets_stopped(d->sets) && markings_count(d->sets, d->all, &d->states);
  return d->done;
}

static void diagram_end(Diagram *d) {
  marking_sets_free(d->sets);
  map_free(&d->truths);
  text_free(&d->states);
  text_free(&d->steps);
  mem_free(d->answers);
  *d = (Diagram){0};
}

/* Whether steps from the initial marking on lead to all of it, in a store of its own. As it is
 * closed, they lead to nothing else, and are all if they are as many. Unknown: it took too long. */
typedef enum { ALL_REACHED, NOT_ALL_REACHED, UNKNOWN_REACHED } Reached;

static Reached are_reached(const Diagram *d, const U32Vec *order, Budget *budget) {
  Budget part = budget_slice(budget, 0);
  double most = budget_seconds_left(budget) / 2, wanted = PATIENCE * d->seconds + LEAST_SECONDS;
  part.deadline = clock_wall() + (most < wanted ? most : wanted);
  MarkingSets *sets = marking_sets_new(d->job->model->net, order->data, &part);
  MarkingSet all = markings_by_steps(sets);
  Text count = {0};
  Reached reached = UNKNOWN_REACHED;
  if (!marking_sets_stopped(sets) && markings_count(sets, all, &count))
    reached = strcmp(count.data, d->states.data) ? NOT_ALL_REACHED : ALL_REACHED;
  text_free(&count);
  marking_sets_free(sets);
  return reached;
}

/* ---- runs ---- */

typedef VEC(MarkingSet) RingVec;

/* Fires, from ring to ring, what leads to the next. */
static bool run_through(Diagram *d, const RingVec *rings, NetRun *run) {
  const Net *net = d->job->model->net;
  Tokens *marking = net_initial_marking(net), *next = net_initial_marking(net);
  bool found = true;
  for (size_t i = rings->size - 1; i-- > 0 && found;) {
    found = false;
    for (uint32_t t = 0; t < net->transitions.size && !found; t++) {
      if (!net_enabled(net, t, marking)) continue;
      memcpy(next, marking, net->places.size * sizeof *next);
      found = net_fire(net, t, next) && markings_have(d->sets, rings->data[i], next);
      if (found) vec_push(&run->fired, t);
    }
    if (found) memcpy(marking, next, net->places.size * sizeof *next);
  }
  mem_free(marking);
  mem_free(next);
  return found;
}

/* A shortest run from the initial marking to the set; false if the budget did not suffice. */
static bool find_run(Diagram *d, MarkingSet goal, NetRun *run) {
  Tokens *initial = net_initial_marking(d->job->model->net);
  RingVec rings = {0};
  MarkingSet seen = goal, ring = goal;
  bool there = false;
  while (ring && !marking_sets_stopped(d->sets) && !there) {
    vec_push(&rings, ring);
    there = markings_have(d->sets, ring, initial);
    if (there) break;
    ring = markings_without(d->sets, before(d, ring), seen);
    seen = markings_union(d->sets, seen, ring);
  }
  there = there && run_through(d, &rings, run);
  vec_free(&rings);
  mem_free(initial);
  return there;
}

/* ---- giving out ---- */

static const char all_are_reached[] = "that every marking of the diagram can be reached";

static void add_number(Result *result, const char *name, const char *decimal) {
  OutcomeValue value = {.name = name};
  if (strlen(decimal) < 19) {
    for (const char *c = decimal; *c; c++) value.value = value.value * 10 + (uint64_t)(*c - '0');
  } else {
    vec_push(&result->names, mem_string(decimal)); /* which the result owns */
    value.word = vec_last(&result->names);
  }
  vec_push(&result->outcome.values, value);
}

static void add_numbers(const Diagram *d, const NetQuestion *question, const DiagramAnswer *a) {
  Result *result = question->result;
  if (question->ask == ASK_BOUND)
    vec_push(&result->outcome.values, ((OutcomeValue){"value", (uint64_t)a->value, NULL}));
  if (question->ask != ASK_STATE_SPACE) return;
  add_number(result, "states", d->states.data);
  add_number(result, "transitions", d->steps.data);
  vec_push(&result->outcome.values, ((OutcomeValue){"max_token_in_place", d->most_in_place, NULL}));
  vec_push(&result->outcome.values,
           ((OutcomeValue){"max_token_per_marking", (uint64_t)d->most_in_marking, NULL}));
}

static bool is_same(const DiagramAnswer *a, const DiagramAnswer *b) {
  return a->truth == b->truth && a->value == b->value;
}

/* What can be reached has a run; where none was found in time, only what says that something is
 * possible is answered without. */
static bool give_out_met(Diagram *d, NetQuestion *question, const DiagramAnswer *a) {
  NetRun run = {.loop = -1};
  bool found = find_run(d, a->goal, &run);
  question->verdict = net_reach_verdict(question, true);
  if (found) give_out_run(d->job, question, question, &run, NULL, "diagram");
  net_run_free(&run);
  PropertyKind kind = d->job->model->properties.data[question->property].kind;
  return found || kind != PROPERTY_CTL;
}

static void give_out_answer(Diagram *first, Diagram *second, size_t i) {
  NetJob *job = first->job;
  NetQuestion *question = job->questions.data + i;
  const DiagramAnswer *a = first->answers + i;
  bool reach = question->ask == ASK_REACH;
  if (!is_same(a, second->answers + i) || strcmp(first->states.data, second->states.data)) {
    give_out_error(job, question, "diagram", "two diagrams say different things");
    return;
  }
  if (reach && a->truth && give_out_met(first, question, a)) return;
  question->verdict = reach ? net_reach_verdict(question, a->truth)
                      : question->ask == ASK_BOUND || question->ask == ASK_STATE_SPACE || a->truth
                          ? VERDICT_HOLDS
                          : VERDICT_VIOLATED;
  add_numbers(first, question, a);
  if ((!reach || a->truth) && !second->reached)
    outcome_add_trusted(&question->result->outcome, all_are_reached);
  give_out_checked(job, question, "diagram", EVIDENCE_DIAGRAM,
                   markings_nodes(second->sets, second->all));
}

static bool some_suit(const NetJob *job) {
  for (size_t i = 0; i < job->questions.size; i++)
    if (suits(job->questions.data + i)) return true;
  return false;
}

/* Answers a question with both, and gives it out if there was time for that. */
static void ask_both(Diagram *first, Diagram *second, size_t i, Budget *budget) {
  const NetQuestion *question = first->job->questions.data + i;
  Diagram *both[] = {first, second};
  for (int k = 0; k < 2; k++) {
    marking_sets_go_on(both[k]->sets, budget);
    answer(both[k], question, both[k]->answers + i);
    if (!both[k]->answers[i].known) return;
  }
  give_out_answer(first, second, i);
}

/* What is wrong with a diagram; NULL: nothing that is known. */
static const char *defect_of(Diagram *d, const U32Vec *order, Budget *budget) {
  if (!markings_are_closed(d->sets, d->all)) return "a step leads out of the diagram";
  if (marking_sets_stopped(d->sets)) return NULL;
  Reached reached = are_reached(d, order, budget);
  d->reached = reached == ALL_REACHED;
  return reached == NOT_ALL_REACHED ? "the diagram has a marking that cannot be reached" : NULL;
}

/* ---- both diagrams, kept from round to round ---- */

struct NetDiagrams {
  U32Vec orders[PLACE_ORDERS];
  Diagram firsts[PLACE_ORDERS];
  U32Vec other; /* the order of the second one */
  Diagram second;
  bool judged;        /* the second one was, and ... */
  const char *defect; /* ... this is wrong with it; NULL: nothing */
};

static NetDiagrams *diagrams_of(NetJob *job) {
  if (job->diagrams) return job->diagrams;
  job->diagrams = mem_zalloc(sizeof *job->diagrams);
  place_orders(job->model->net, job->diagrams->orders);
  return job->diagrams;
}

void net_forget_diagrams(NetJob *job) {
  NetDiagrams *diagrams = job->diagrams;
  if (!diagrams) return;
  for (int i = 0; i < PLACE_ORDERS; i++) {
    vec_free(&diagrams->orders[i]);
    diagram_end(&diagrams->firsts[i]);
  }
  vec_free(&diagrams->other);
  diagram_end(&diagrams->second);
  mem_free(diagrams);
  job->diagrams = NULL;
}

/* The others are not needed any more, or there is no memory for them. Whether there was one. */
static bool leave_alone(NetDiagrams *diagrams, const Diagram *first) {
  bool any = false;
  for (int i = 0; i < PLACE_ORDERS; i++) {
    if (first == diagrams->firsts + i || !diagrams->firsts[i].sets) continue;
    diagram_end(&diagrams->firsts[i]);
    any = true;
  }
  return any;
}

/* Each question has its part of the time, so that one does not take all. */
static void check_and_give_out(NetDiagrams *diagrams, Diagram *first, Budget *budget) {
  NetJob *job = first->job;
  Diagram *second = &diagrams->second;
  size_t left = job->questions.size;
  if (!diagram_go_on(second, job, &diagrams->other, budget)) return;
  if (!diagrams->judged) diagrams->defect = defect_of(second, &diagrams->other, budget);
  if (marking_sets_stopped(second->sets)) return;
  diagrams->judged = true;
  for (size_t i = 0; i < job->questions.size; i++, left--) {
    Budget part = budget_slice(budget, 0);
    part.deadline = clock_wall() + 2 * budget_seconds_left(budget) / (double)(left + 1);
    NetQuestion *question = job->questions.data + i;
    if (!suits(question)) continue;
    if (diagrams->defect) give_out_error(job, question, "diagram", diagrams->defect);
    else ask_both(first, second, i, &part);
  }
}

static Diagram *done_first(NetDiagrams *diagrams) {
  for (int i = 0; i < PLACE_ORDERS; i++)
    if (diagrams->firsts[i].done) return diagrams->firsts + i;
  return NULL;
}

/* Whether an order is good shows soon, and the difference is large: all are tried, each time for
 * longer, and each goes on where it was. */
static void find_first(NetJob *job, NetDiagrams *diagrams, Budget *budget) {
  double all = budget_seconds_left(budget);
  if (all > LONGEST) all = LONGEST;
  bool done = done_first(diagrams);
  for (double seconds = all / 128; seconds <= all / 8 && !done; seconds *= 4)
    for (int i = 0; i < PLACE_ORDERS && !done && !budget_spent_now(budget); i++) {
      Budget part = budget_slice(budget, 0); /* so that there is time for a second one */
      part.deadline = clock_wall() + seconds;
      Diagram *first = diagrams->firsts + i;
      done = diagram_go_on(first, job, diagrams->orders + i, &part);
      if (done) diagrams->other = place_order_like(diagrams->orders + i);
      if (done) leave_alone(diagrams, first);
      if (budget_state(&part) == BUDGET_MEMORY && !leave_alone(diagrams, first)) {
        job->no_diagram = true; /* it does not fit alone */
        return;
      }
    }
}

void net_try_diagram(NetJob *job, Budget *budget) {
  job->no_diagram |= job->model->net->places.size > MOST_PLACES;
  if (!some_suit(job) || job->no_diagram) return;
  NetDiagrams *diagrams = diagrams_of(job);
  find_first(job, diagrams, budget);
  Diagram *first = done_first(diagrams);
  if (first && !budget_spent_now(budget)) check_and_give_out(diagrams, first, budget);
  uint64_t room = job->memory ? job->memory / 3 : MOST_KEPT;
  if (job->no_diagram || memory_resident() > room) net_forget_diagrams(job);
}
