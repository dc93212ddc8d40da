/* Questions about a net asked of the engines for circuits; see net_job.h and view/net_system.h.
 *
 * A run that they find is fired on the net itself. Their proofs are checked on the circuit like any
 * other; that the circuit is the net is not shown, and said. The bounds of the places that it is
 * made with have certificates of their own (net/bounds.h). */
#include "base/memory.h"
#include "check/net_circuit.h"
#include "formula/nnf.h"
#include "front/language.h"
#include "net/bounds.h"

enum { MOST_LATCHES = 3000, MOST_ARCS = 20000 };

/* Whether the net is small enough, and bounded; then the bounds are known. */
static bool find_bounds(NetJob *job, Budget *budget) {
  const Net *net = job->model->net;
  size_t arcs = 0, latches = 0;
  if (job->bounds) return job->has_circuit;
  for (size_t t = 0; t < net->transitions.size; t++)
    arcs += net->transitions.data[t].take.size + net->transitions.data[t].put.size;
  if (arcs > MOST_ARCS || net->places.size > MOST_LATCHES) return false;
  NetBounds *bounds = net_bounds_new(net, budget);
  if (budget_spent(budget)) {
    net_bounds_free(bounds);
    return false;
  }
  job->bounds = bounds;
  job->has_circuit = true;
  for (size_t p = 0; p < net->places.size; p++) {
    bool fits = bounds->places[p] <= UINT32_MAX;
    for (uint64_t most = bounds->places[p]; fits && most; most >>= 1) latches++;
    job->has_circuit &= fits;
  }
  for (size_t i = 0; i < bounds->invariants.size; i++)
    job->has_circuit &= net_invariant_holds(net, bounds->invariants.data + i);
  job->has_circuit &= latches <= MOST_LATCHES;
  return job->has_circuit;
}

/* In a deadlock of the net, which the circuit repeats, EX is false and AX true. */
static Formula with_deadlocks(Formulas *to, Formula f, Formula dead) {
  FormulaVec cone = {0};
  formula_cone(to, f, &cone);
  Formula *image = mem_alloc(((size_t)f + 1) * sizeof *image);
  for (size_t i = 0; i < cone.size; i++) {
    FormulaNode node = *formula_node(to, cone.data[i]);
    Formula made = cone.data[i];
    if (operator_arity(node.op) == 1) made = formula_unary(to, node.op, image[node.left]);
    if (operator_arity(node.op) == 2)
      made = formula_binary(to, node.op, image[node.left], image[node.right]);
    if (node.op == OP_EX) made = formula_binary(to, OP_AND, formula_unary(to, OP_NOT, dead), made);
    if (node.op == OP_AX) made = formula_binary(to, OP_OR, dead, made);
    image[cone.data[i]] = made;
  }
  Formula result = image[f];
  mem_free(image);
  vec_free(&cone);
  return result;
}

/* The question as a model of its own, with one property. */
static Model *circuit_of(NetJob *job, const NetQuestion *question, NetSystem *view) {
  const Model *model = job->model;
  const Property *asked = model->properties.data + question->property;
  Model *circuit = model_new(model->file);
  *view = net_system(model->net, job->bounds->places);
  system_free(circuit->system);
  circuit->system = view->system;
  Formula f = formula_copy(circuit->formulas, model->formulas, question->formula);
  Formula dead = formula_atom(circuit->formulas, "deadlock");
  FormulaVec fairness = {0};
  for (size_t i = 0; i < model->fairness.size && question->fair; i++)
    vec_push(&fairness, formula_copy(circuit->formulas, model->formulas, model->fairness.data[i]));
  f = with_deadlocks(circuit->formulas, f, dead);
  for (size_t i = 0; i < circuit->formulas->atoms.size; i++) {
    Atom *atom = circuit->formulas->atoms.data + i;
    uint32_t number = names_find(&model->formulas->atom_names, atom->text);
    NetAtom none = {.kind = NET_ATOM_DEADLOCK};
    bool known = number != NAMES_NONE && number < model->net_atoms.size;
    atom->literal = net_system_atom(view, known ? model->net_atoms.data + number : &none);
  }
  for (size_t i = 0; i < fairness.size; i++) {
    Lit condition;
    language_boolean(circuit, fairness.data[i], &condition);
    vec_push(&circuit->system->fairness, condition);
  }
  vec_free(&fairness);
  Property property = {.name = mem_string(asked->name),
                       .text = mem_string(asked->text ? asked->text : asked->name),
                       .bad = LIT_FALSE,
                       .formula = f};
  if (question->ask == ASK_REACH) {
    property.kind = PROPERTY_INVARIANT;
    language_boolean(circuit, f, &property.bad);
  } else {
    property.kind = question->ask == ASK_CTL ? PROPERTY_CTL : PROPERTY_LTL;
  }
  vec_push(&circuit->properties, property);
  return circuit;
}

bool net_circuit_new(NetJob *job, const NetQuestion *question, Budget *budget,
                     NetCircuit *circuit) {
  bool suits = question->ask == ASK_REACH || question->ask == ASK_LTL || question->ask == ASK_CTL;
  if (!suits || !find_bounds(job, budget)) return false;
  circuit->model = circuit_of(job, question, &circuit->view);
  return true;
}

void net_circuit_free(NetCircuit *circuit) {
  model_free(circuit->model);
  net_system_free(&circuit->view);
}

/* Runs of LTL are lassos here: the circuit has a constraint. */
bool net_circuit_answers(const NetQuestion *question, const Result *found) {
  bool open = found->evidence.trace && question->ask == ASK_LTL && found->evidence.trace->loop < 0;
  return found->outcome.verdict != VERDICT_UNKNOWN && !open;
}

Verdict net_circuit_verdict(const NetQuestion *question, const Result *found) {
  Verdict verdict = found->outcome.verdict;
  return question->ask == ASK_REACH ? net_reach_verdict(question, verdict == VERDICT_VIOLATED)
                                    : verdict;
}

bool net_circuit_run(const NetCircuit *circuit, const NetQuestion *question, const Result *found,
                     NetRun *run) {
  const Trace *trace = found->evidence.trace;
  if (!trace || question->ask == ASK_CTL) return false;
  *run = (NetRun){.loop = trace->loop};
  net_system_run(&circuit->view, trace, &run->fired);
  if (run->loop < 0 && run->fired.size) run->fired.size--; /* what would follow the end */
  return true;
}

void net_circuit_prove(NetJob *job, NetQuestion *question, NetCircuit *circuit, Result *found) {
  Result *result = question->result;
  question->verdict = net_circuit_verdict(question, found);
  result->circuit = circuit->model;
  circuit->model = NULL;
  result->task = found->task;
  result->evidence = found->evidence;
  result->outcome.stats = found->outcome.stats;
  if (found->outcome.trusted) outcome_add_trusted(&result->outcome, found->outcome.trusted);
  outcome_add_trusted(&result->outcome, "that the circuit which was checked is the net");
  result->shown_only = true;
  found->task = NULL;
  found->evidence = (Evidence){0};
  found->outcome.stats = (Stats){0};
  vec_append(&result->names, &found->names);
  vec_clear(&found->names);
  give_out_checked(job, question, found->outcome.engine, result->evidence.kind,
                   result->evidence.size ? result->evidence.size : found->outcome.size);
}

void net_try_symbolic(NetJob *job, NetQuestion *question, double seconds, Budget *budget) {
  NetCircuit circuit;
  if (!net_circuit_new(job, question, budget, &circuit)) return;
  Settings own = *job->settings;
  own.timeout = seconds;
  Result *found = check_property(circuit.model, 0, &own);
  NetRun run;
  if (!net_circuit_answers(question, found)) {
    /* nothing to say */
  } else if (net_circuit_run(&circuit, question, found, &run)) {
    question->verdict = net_circuit_verdict(question, found);
    give_out_run(job, question, question, &run, NULL, found->outcome.engine);
    net_run_free(&run);
  } else {
    net_circuit_prove(job, question, &circuit, found);
  }
  result_free(found);
  net_circuit_free(&circuit);
}
