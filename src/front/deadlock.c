#include "front/deadlock.h"

#include "front/net/net_language.h"

enum { NODE_LIMIT = 1 << 20 };

typedef struct {
  const System *system;
  Aig *aig;          /* the quantification happens in a graph of its own */
  Lit *now;          /* by node of the system: its image */
  Lit *next;         /* its image one step later */
  LitVec conjuncts;  /* all that a successor needs */
  U32Vec quantified; /* variables of the graph */
} Quantifier;

static void mark_state_inputs(const System *system, Bits *state) {
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    for (size_t j = 0; signal->role == SIGNAL_STATE && j < signal->bits.size; j++)
      bits_set(state, lit_node(signal->bits.data[j]));
  }
}

/* Two copies of the constraints: of this step, and of the step after it. */
static void copy_constraints(Quantifier *q) {
  const System *system = q->system;
  Bits state = bits_new(system->aig->size);
  mark_state_inputs(system, &state);
  for (size_t i = 0; i < system->latches.size; i++)
    q->now[lit_node(system->latches.data[i].current)] = aig_variable(q->aig);
  for (size_t i = 0; i < system->inputs.size; i++) {
    uint32_t node = lit_node(system->inputs.data[i]);
    q->now[node] = aig_variable(q->aig);
    q->next[node] = aig_variable(q->aig);
    vec_push(&q->quantified, lit_node(q->next[node]));
  }
  for (size_t i = 0; i < system->inputs.size; i++) {
    uint32_t node = lit_node(system->inputs.data[i]);
    if (!bits_get(&state, node)) vec_push(&q->quantified, lit_node(q->now[node]));
  }
  for (size_t i = 0; i < system->latches.size; i++)
    q->next[lit_node(system->latches.data[i].current)] =
        aig_copy(q->aig, system->aig, system->latches.data[i].next, q->now);
  for (size_t i = 0; i < system->constraints.size; i++) {
    Lit constraint = system->constraints.data[i];
    vec_push(&q->conjuncts, aig_copy(q->aig, system->aig, constraint, q->now));
    vec_push(&q->conjuncts, aig_copy(q->aig, system->aig, constraint, q->next));
  }
  bits_free(&state);
}

static bool depends_on(const Aig *aig, Lit lit, uint32_t variable) {
  U32Vec support = {0};
  aig_support(aig, lit, &support);
  bool found = false;
  for (size_t i = 0; i < support.size; i++) found |= support.data[i] == variable;
  vec_free(&support);
  return found;
}

/* Only the conjuncts that read the variable are joined. */
static void quantify(Quantifier *q, uint32_t variable) {
  LitVec joined = {0};
  size_t kept = 0;
  for (size_t i = 0; i < q->conjuncts.size; i++) {
    Lit lit = q->conjuncts.data[i];
    if (depends_on(q->aig, lit, variable)) vec_push(&joined, lit);
    else q->conjuncts.data[kept++] = lit;
  }
  q->conjuncts.size = kept;
  if (joined.size) {
    Lit all = aig_and_all(q->aig, joined.data, joined.size);
    Lit zero = aig_cofactor(q->aig, all, variable, false);
    Lit one = aig_cofactor(q->aig, all, variable, true);
    vec_push(&q->conjuncts, aig_or(q->aig, zero, one));
  }
  vec_free(&joined);
}

/* The conjunction, back in the graph of the system. */
static Lit map_back(const Quantifier *q) {
  Lit all = aig_and_all(q->aig, q->conjuncts.data, q->conjuncts.size);
  Lit *map = aig_map_new(q->aig);
  for (size_t i = 0; i < q->system->latches.size; i++) {
    Lit latch = q->system->latches.data[i].current;
    map[lit_node(q->now[lit_node(latch)])] = latch;
  }
  for (size_t i = 0; i < q->system->inputs.size; i++) {
    Lit input = q->system->inputs.data[i];
    map[lit_node(q->now[lit_node(input)])] = input;
  }
  Lit result = aig_copy(q->system->aig, q->aig, all, map);
  mem_free(map);
  return result;
}

/* Of a net: no marking that is reachable is dead. */
static bool add_deadlock_of_net(Model *model) {
  Formula dead = net_model_atom(model, &(NetAtom){.kind = NET_ATOM_DEADLOCK});
  Property property = {.kind = PROPERTY_INVARIANT,
                       .name = mem_string("deadlock"),
                       .bad = LIT_FALSE,
                       .formula = formula_unary(model->formulas, OP_NOT, dead),
                       .text = mem_string("!deadlock")};
  vec_push(&model->properties, property);
  return true;
}

bool model_add_deadlock(Model *model, Error *error) {
  if (model->net) return add_deadlock_of_net(model);
  if (model->processes)
    return error_at(error, model->file, 0, 0,
                    "deadlocks of a Promela program are its property 'end_states'");
  if (!model_is_whole(model, "a search for deadlocks", error)) return false;
  Quantifier q = {.system = model->system, .aig = aig_new()};
  q.now = aig_map_new(model->system->aig);
  q.next = aig_map_new(model->system->aig);
  copy_constraints(&q);
  bool fine = true;
  for (size_t i = 0; i < q.quantified.size && fine; i++) {
    quantify(&q, q.quantified.data[i]);
    if (q.aig->size > NODE_LIMIT)
      fine = error_at(error, model->file, 0, 0,
                      "deadlocks cannot be checked: which states have a successor takes more than "
                      "%d gates to say",
                      NODE_LIMIT);
  }
  if (fine) {
    Property property = {.kind = PROPERTY_INVARIANT,
                         .name = mem_string("deadlock"),
                         .bad = lit_not(map_back(&q)),
                         .text = mem_string("every reachable state has a successor")};
    vec_push(&model->properties, property);
  }
  aig_free(q.aig);
  mem_free(q.now);
  mem_free(q.next);
  vec_free(&q.conjuncts);
  vec_free(&q.quantified);
  return fine;
}
