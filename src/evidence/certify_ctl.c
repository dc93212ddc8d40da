/* See certify_ctl.h: the bridge for CTL. A proof speaks about the structure that
 * formula/ctl_structure.h makes of a task, and here the judge is told what its numbers stand for.
 * It makes a structure of its own and reads the formula by its own rules. */
#include "evidence/certify_ctl.h"

#include <assert.h>

#include "evidence/bridge.h"
#include "formula/operator.h"
#include "judge/ctl.h"
#include "task/ctl_structure.h"

typedef struct {
  const Task *task;
  const CtlProof *proof;
  Verdict verdict;
  const CtlStructure *structure; /* what the proof speaks about */
} Subject;

/* ---- the formula ---- */

static Part part_of(const Task *task, const FormulaNode *node) {
  static const struct {
    PartKind op;
    char paths;
  } kinds[] = {[OP_NOT] = {PART_NOT, 0},
               [OP_AND] = {PART_AND, 0},
               [OP_OR] = {PART_OR, 0},
               [OP_IMPLIES] = {PART_IMPLIES, 0},
               [OP_EQUIVALENT] = {PART_EQUIVALENT, 0},
               [OP_XOR] = {PART_XOR, 0},
               [OP_EX] = {PART_X, 'E'},
               [OP_EF] = {PART_F, 'E'},
               [OP_EG] = {PART_G, 'E'},
               [OP_AX] = {PART_X, 'A'},
               [OP_AF] = {PART_F, 'A'},
               [OP_AG] = {PART_G, 'A'},
               [OP_EU] = {PART_U, 'E'},
               [OP_ER] = {PART_R, 'E'},
               [OP_EW] = {PART_W, 'E'},
               [OP_AU] = {PART_U, 'A'},
               [OP_AR] = {PART_R, 'A'},
               [OP_AW] = {PART_W, 'A'}};
  const Formulas *formulas = task->formulas;
  int arity = operator_arity(node->op);
  Part part = {0};
  if (node->op == OP_ATOM)
    part.atom =
        task->atoms.size ? task->atoms.data[node->left] : formulas->atoms.data[node->left].literal;
  else if (node->op == OP_TRUE) part.atom = LIT_TRUE;
  else if (arity > 0) {
    assert(node->op < sizeof kinds / sizeof *kinds); /* a formula of CTL has no others */
    part.op = kinds[node->op].op;
    part.paths = kinds[node->op].paths;
    part.left = node->left;
    part.right = arity > 1 ? node->right : node->left;
  }
  return part;
}

/* Formulas are numbered as parts are; those that do not belong to this one are left out as the
 * constant. */
static Parts parts_of(Judge *judge, const Task *task) {
  Parts parts = {.size = task->formula + (size_t)1, .root = task->formula};
  bool *used = zeroed(&judge->pool, parts.size, sizeof *used);
  parts.parts = zeroed(&judge->pool, parts.size, sizeof *parts.parts);
  used[parts.root] = true;
  for (size_t f = parts.size; f-- > 0;) {
    if (!used[f]) continue;
    Part part = part_of(task, formula_node(task->formulas, (Formula)f));
    parts.parts[f] = part;
    if (part.op != PART_ATOM) used[part.left] = used[part.right] = true;
  }
  return parts;
}

/* ---- the proof ---- */

static Origin origin_of(uint32_t origin) {
  return origin == UINT32_MAX ? FROM_NEW : origin & 1 ? FROM_INPUT : FROM_LATCH;
}

static void tell_gates(CtlClaim *claim, const CtlStructure *structure) {
  const System *system = structure->system;
  const Aig *aig = system->aig;
  claim_gate(claim, 0, 0);
  for (size_t i = 0; i < system->latches.size; i++) {
    uint32_t origin = structure->latch_origins.data[i];
    claim_gate(claim, lit_node(system->latches.data[i].current),
               claim_variable(claim, IS_LATCH, origin_of(origin), origin >> 1));
  }
  for (size_t i = 0; i < system->inputs.size; i++) {
    uint32_t origin = structure->input_origins.data[i];
    claim_gate(claim, lit_node(system->inputs.data[i]),
               claim_variable(claim, IS_INPUT, origin_of(origin), origin >> 1));
  }
  for (uint32_t node = 1; node < aig->size; node++) {
    if (!aig_is_and(aig, node)) continue;
    Lit left = aig->nodes[node].left, right = aig->nodes[node].right;
    claim_gate(claim, node,
               add_gate(claim->structure->circuit, aig_map_lit(claim->gates.data, left),
                        aig_map_lit(claim->gates.data, right)));
  }
}

static void tell_nodes(CtlClaim *claim, const CtlStructure *structure) {
  for (size_t i = 0; i < structure->nodes.size; i++) {
    const CtlNode *node = structure->nodes.data + i;
    if (node->kind == CTL_PREDICATE)
      claim_predicate(claim, aig_map_lit(claim->gates.data, node->predicate));
    else claim_node(claim, (NodeKind)node->kind, node->left, node->right);
  }
}

static Ints ints_of(const IntVec *numbers) {
  return (Ints){numbers->data, numbers->size, numbers->size}; /* which nobody makes longer */
}

static void tell_updates(CtlClaim *claim, const CtlProof *proof) {
  claim->conjunctions = ints_of(&proof->gates);
  for (size_t i = 0; i < proof->updates.size; i++) {
    const CtlUpdate *update = proof->updates.data + i;
    list_add(
        claim->structure->circuit->judge, &claim->updates,
        ((Update){(UpdateKind)update->kind, update->node, update->number, ints_of(&update->states),
                  ints_of(&update->inputs), ints_of(&update->functions)}));
  }
}

static void argue(Judge *judge, void *about) {
  const Subject *subject = about;
  Parts formula = parts_of(judge, subject->task);
  Circuit *model = bridge_circuit(judge, subject->task->system, NULL, "model");
  Structure structure = structure_new(model, &formula);
  Graph graph = graph_new(&structure);
  CtlClaim claim = {
      .structure = &structure, .graph = &graph, .holds = subject->verdict == VERDICT_HOLDS};
  tell_gates(&claim, subject->structure);
  tell_nodes(&claim, subject->structure);
  tell_updates(&claim, subject->proof);
  check_ctl(&claim, &formula);
}

bool certify_ctl_under(const Task *task, const CtlProof *proof, Verdict verdict, Budget *budget,
                       Scrutiny *scrutiny, Error *report) {
  if (task->kind != TASK_CTL || verdict == VERDICT_UNKNOWN)
    return error_set(report, "not a verdict on a CTL property");
  CtlStructure *structure = ctl_structure_new(task);
  Subject subject = {task, proof, verdict, structure};
  bool good = bridge_judge(argue, &subject, budget, scrutiny, report);
  ctl_structure_free(structure);
  return good;
}

bool certify_ctl(const Task *task, const CtlProof *proof, Verdict verdict, Budget *budget,
                 Error *report) {
  return certify_ctl_under(task, proof, verdict, budget, NULL, report);
}
