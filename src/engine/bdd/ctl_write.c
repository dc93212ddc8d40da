/* Updates of a CTL proof from diagrams: sets and input functions become gates of the proof, one
 * multiplexer per node, shared by all updates. */
#include "engine/bdd/ctl.h"

static void begin_gates(BddEngine *self) {
  BddCtl *ctl = self->ctl;
  ctl->gates = aig_new();
  ctl->literals = mem_array(bdd_variable_count(self->model->manager), sizeof *ctl->literals);
  vec_push(&ctl->numbers, 0); /* the constant has none */
  for (size_t i = 0; i < self->system->latches.size; i++) {
    ctl->literals[self->model->current[i]] = aig_variable(ctl->gates);
    vec_push(&ctl->numbers, (int)i + 1);
  }
}

static int number_of(const BddCtl *ctl, Lit lit) {
  int number = ctl->numbers.data[lit_node(lit)];
  return lit_negated(lit) ? -number : number;
}

int ctl_literal(BddEngine *self, Bdd f) {
  BddCtl *ctl = self->ctl;
  assert(!bdd_is_constant(f));
  if (!ctl->gates) begin_gates(self);
  Lit lit = bdd_to_circuit(self->model->manager, f, ctl->gates, ctl->literals);
  for (uint32_t n = (uint32_t)ctl->numbers.size; n < ctl->gates->size; n++) {
    const AigNode *node = ctl->gates->nodes + n;
    int gate = ctl_proof_add_gate(ctl->proof, self->system->latches.size,
                                  number_of(ctl, node->left), number_of(ctl, node->right));
    vec_push(&ctl->numbers, gate);
  }
  return number_of(ctl, lit);
}

/* No clauses for all states, else one with a single literal. */
void ctl_write_clauses(BddEngine *self, CtlUpdate *update, Bdd set) {
  if (set == BDD_TRUE) return;
  vec_push(&update->states, ctl_literal(self, set));
  vec_push(&update->states, 0);
}

void ctl_write_cube(BddEngine *self, CtlUpdate *update, Bdd set, const BddVec *values) {
  if (set != BDD_TRUE) vec_push(&update->states, ctl_literal(self, set));
  vec_push(&update->states, 0);
  for (size_t i = 0; i < values->size; i++) {
    int input = (int)i + 1;
    Bdd value = values->data[i];
    if (value == BDD_NONE) continue;
    if (bdd_is_constant(value)) vec_push(&update->inputs, value == BDD_TRUE ? input : -input);
    else {
      vec_push(&update->functions, input);
      vec_push(&update->functions, ctl_literal(self, value));
    }
  }
  vec_push(&update->inputs, 0);
  vec_push(&update->functions, 0);
}
