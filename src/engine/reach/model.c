/* What instances share: the CNF of all next-state functions, constraints and given predicates, made
 * and simplified once; and the cones of queries.
 *
 * The cone of a query is the set of CNF variables on which its literals depend. A solver that
 * decides only these finds every answer: an assignment to a cone that satisfies the clauses inside
 * extends to the rest of the circuit, which is a function of its inputs. (Simplification does not
 * change this: eliminating a gate outside a cone yields no clause inside that was not implied by
 * it.) Lemmas of a frame may reach outside of the cone, so a model may be a state that the frame as
 * a whole excludes. That costs an obligation that is blocked easily, but neither soundness nor
 * termination: an unsatisfiable answer holds for all clauses, and the cube that comes back from a
 * satisfiable one really leads to where the query asked. */
#include "engine/reach/internal.h"
#include "engine/reach/signals.h"

/* Gives every variable the list of variables its gate reads directly, through gates without one. */
static void find_dependencies(ReachModel *model) {
  const Aig *aig = model->system->aig;
  const CnfFormula *formula = model->formula;
  typedef struct {
    uint32_t variable, reads;
  } Edge;
  VEC(Edge) edges = {0};
  U32Vec stack = {0};
  uint32_t *seen = mem_array(formula->node_count, sizeof *seen);
  for (uint32_t node = 1; node < formula->node_count; node++) {
    int literal = formula->of_node[node];
    if (!literal || !aig_is_and(aig, node)) continue;
    uint32_t variable = (uint32_t)(literal < 0 ? -literal : literal);
    vec_push(&stack, node);
    while (stack.size) {
      uint32_t n = vec_pop(&stack);
      for (int side = 0; side < 2; side++) {
        uint32_t child = lit_node(side ? aig->nodes[n].right : aig->nodes[n].left);
        if (!child || seen[child] == node) continue;
        seen[child] = node;
        int reads = formula->of_node[child];
        if (reads) vec_push(&edges, ((Edge){variable, (uint32_t)(reads < 0 ? -reads : reads)}));
        else if (aig_is_and(aig, child)) vec_push(&stack, child);
      }
    }
  }
  size_t variables = (size_t)formula->variables;
  model->depend_start = mem_array(variables + 2, sizeof *model->depend_start);
  for (size_t i = 0; i < edges.size; i++) model->depend_start[edges.data[i].variable + 1]++;
  for (size_t v = 1; v <= variables + 1; v++) model->depend_start[v] += model->depend_start[v - 1];
  vec_resize(&model->depend, edges.size);
  uint32_t *fill = mem_array(variables + 1, sizeof *fill);
  for (size_t i = 0; i < edges.size; i++) {
    uint32_t v = edges.data[i].variable;
    model->depend.data[model->depend_start[v] + fill[v]++] = edges.data[i].reads;
  }
  mem_free(fill);
  mem_free(seen);
  vec_free(&edges);
  vec_free(&stack);
}

static void keep_node(U32Vec *keep, Bits *kept, LitVec *roots, Lit lit) {
  if (!lit_node(lit)) return;
  vec_push(roots, lit);
  if (bits_get(kept, lit_node(lit))) return;
  bits_set(kept, lit_node(lit));
  vec_push(keep, lit_node(lit));
}

/* Signals, if there are any, with what they are after a step. */
static ReachModel *model_new(const System *system, const Lit *predicates, size_t count,
                             const LitVec *signals, const LitVec *after) {
  ReachModel *model = mem_zalloc(sizeof *model);
  model->system = system;
  model->latches = system->latches.size;
  model->places = model->latches + signals->size;
  model->inputs = system->inputs.size;
  model->nodes = system->aig->size;
  model->place_of = mem_array(model->nodes, sizeof *model->place_of);
  U32Vec keep = {0};
  LitVec roots = {0};
  Bits kept = bits_new(model->nodes);
  for (size_t i = 0; i < model->latches; i++) {
    keep_node(&keep, &kept, &roots, system->latches.data[i].current);
    model->place_of[lit_node(system->latches.data[i].current)] = (uint32_t)i + 1;
  }
  for (size_t i = 0; i < model->inputs; i++)
    keep_node(&keep, &kept, &roots, system->inputs.data[i]);
  for (size_t i = 0; i < model->latches; i++)
    keep_node(&keep, &kept, &roots, system->latches.data[i].next);
  for (size_t i = 0; i < system->constraints.size; i++)
    keep_node(&keep, &kept, &roots, system->constraints.data[i]);
  for (size_t i = 0; i < count; i++) keep_node(&keep, &kept, &roots, predicates[i]);
  for (size_t i = 0; i < signals->size; i++) {
    keep_node(&keep, &kept, &roots, signals->data[i]);
    keep_node(&keep, &kept, &roots, after->data[i]);
    model->place_of[lit_node(signals->data[i])] = (uint32_t)(model->latches + i) + 1;
  }
  model->formula = cnf_formula_new(system->aig, roots.data, roots.size, keep.data, keep.size);

  model->next = mem_array(model->places, sizeof *model->next);
  model->next_constant = mem_array(model->places, sizeof *model->next_constant);
  for (size_t i = 0; i < model->places; i++) {
    Lit next = i < model->latches ? system->latches.data[i].next : after->data[i - model->latches];
    if (lit_node(next)) model->next[i] = cnf_formula_literal(model->formula, next);
    else model->next_constant[i] = next;
  }
  for (size_t i = 0; i < system->constraints.size; i++) {
    Lit constraint = system->constraints.data[i];
    if (constraint == LIT_FALSE) model->contradictory = true;
    else if (constraint != LIT_TRUE)
      vec_push(&model->constraints, cnf_formula_literal(model->formula, constraint));
  }
  vec_append(&model->signals, signals);
  for (size_t i = 0; i < signals->size; i++)
    vec_push(&model->signal_literals, cnf_formula_literal(model->formula, signals->data[i]));
  Bits seen = bits_new(model->nodes);
  aig_cone(system->aig, signals->data, signals->size, &seen, &model->signal_cone);
  bits_free(&seen);
  find_dependencies(model);
  bits_free(&kept);
  vec_free(&keep);
  vec_free(&roots);
  return model;
}

ReachModel *reach_model_new(const System *system, const Lit *predicates, size_t count) {
  LitVec none = {0};
  return model_new(system, predicates, count, &none, &none);
}

ReachModel *reach_model_with_signals(System *system, const Lit *predicates, size_t count,
                                     const LitVec *signals) {
  LitVec after = signals_after_step(system, signals);
  ReachModel *model = model_new(system, predicates, count, signals, &after);
  vec_free(&after);
  return model;
}

void reach_model_free(ReachModel *model) {
  if (!model) return;
  cnf_formula_free(model->formula);
  mem_free(model->place_of);
  mem_free(model->next);
  mem_free(model->next_constant);
  mem_free(model->depend_start);
  vec_free(&model->depend);
  vec_free(&model->constraints);
  vec_free(&model->signals);
  vec_free(&model->signal_literals);
  vec_free(&model->signal_cone);
  mem_free(model);
}

void domain_add(Reach *reach, int root) {
  int variable = root < 0 ? -root : root;
  if (variable > reach->model->formula->variables) return; /* is in already, see domain_begin */
  if (reach->mark[variable] == reach->stamp) return;
  reach->mark[variable] = reach->stamp;
  vec_push(&reach->domain, variable);
}

void domain_begin(Reach *reach, const Solver *solver) {
  reach->stamp++;
  vec_clear(&reach->domain);
  for (int v = reach->model->formula->variables + 1; v <= sat_variables(solver->sat); v++)
    vec_push(&reach->domain, v);
  for (size_t i = 0; i < reach->always.size; i++) domain_add(reach, reach->always.data[i]);
}

void domain_close(Reach *reach) {
  const ReachModel *model = reach->model;
  int last = model->formula->variables;
  for (size_t i = 0; i < reach->domain.size; i++) {
    int variable = reach->domain.data[i];
    if (variable > last) continue;
    uint32_t end = model->depend_start[variable + 1];
    for (uint32_t k = model->depend_start[variable]; k < end; k++)
      domain_add(reach, (int)model->depend.data[k]);
  }
}
