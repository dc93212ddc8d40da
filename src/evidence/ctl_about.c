/* See ctl_about.h. */
#include "evidence/ctl_about.h"

#include "base/bits.h"
#include "base/memory.h"
#include "formula/ctl/ctl_structure.h"
#include "formula/operator.h"

static void write_origin(FILE *stream, const char *word, uint32_t gate, uint32_t origin) {
  fprintf(stream, "%s %u ", word, gate);
  if (origin == UINT32_MAX) fputs("new\n", stream);
  else fprintf(stream, "%c%u\n", origin & 1 ? 'i' : 'l', origin >> 1);
}

static void write_variables(FILE *stream, const CtlStructure *structure) {
  const System *system = structure->system;
  for (size_t i = 0; i < system->latches.size; i++)
    write_origin(stream, "latch", lit_node(system->latches.data[i].current),
                 structure->latch_origins.data[i]);
  for (size_t i = 0; i < system->inputs.size; i++)
    write_origin(stream, "input", lit_node(system->inputs.data[i]),
                 structure->input_origins.data[i]);
}

static void write_nodes(FILE *stream, const CtlStructure *structure) {
  static const char *const kinds[] = {"predicate", "and", "ex", "eu", "eg"}; /* by CtlKind */
  for (size_t i = 0; i < structure->nodes.size; i++) {
    const CtlNode *node = structure->nodes.data + i;
    bool constant = node->kind == CTL_PREDICATE && node->predicate == LIT_FALSE;
    fprintf(stream, "node %zu %s %u %u\n", i, constant ? "constant" : kinds[node->kind], node->left,
            node->right);
  }
}

/* Temporal parts of the formula, children first, from left to right, each once. */
static void write_parts(FILE *stream, const Task *task, const CtlStructure *structure) {
  const Formulas *formulas = task->formulas;
  Bits opened = bits_new(task->formula + 1), closed = bits_new(task->formula + 1);
  U32Vec stack = {0};
  vec_push(&stack, task->formula);
  while (stack.size) {
    Formula top = vec_last(&stack);
    const FormulaNode *node = formula_node(formulas, top);
    const OperatorInfo *info = &operator_table[node->op];
    if (!bits_get(&opened, top)) {
      bits_set(&opened, top);
      if (info->arity > 1 && !bits_get(&opened, node->right)) vec_push(&stack, node->right);
      if (info->arity > 0 && !bits_get(&opened, node->left)) vec_push(&stack, node->left);
      continue;
    }
    stack.size--;
    if (bits_get(&closed, top)) continue;
    bits_set(&closed, top);
    if (info->family != FAMILY_CTL) continue;
    fputs("part ", stream);
    if (info->arity > 1) fputc(operator_quantifier(node->op), stream);
    fprintf(stream, "%s %u\n", info->symbol, structure->refs.data[top]);
  }
  vec_free(&stack);
  bits_free(&opened);
  bits_free(&closed);
}

/* The gates below those that equalities name; a gate has a greater number than what it reads. */
static void write_gates(FILE *stream, const Aig *aig, const CtlProof *proof) {
  Bits named = bits_new(aig->size);
  for (size_t i = 0; i < proof->updates.size; i++) {
    const CtlUpdate *update = proof->updates.data + i;
    for (size_t k = 0; update->kind == CTL_EQUAL && k < update->states.size; k++)
      bits_set(&named, lit_node((Lit)update->states.data[k]));
  }
  for (uint32_t node = (uint32_t)aig->size; node-- > 0;) {
    if (!bits_get(&named, node) || !aig_is_and(aig, node)) continue;
    bits_set(&named, lit_node(aig->nodes[node].left));
    bits_set(&named, lit_node(aig->nodes[node].right));
  }
  for (uint32_t node = 0; node < aig->size; node++)
    if (bits_get(&named, node) && aig_is_and(aig, node))
      fprintf(stream, "gate %u %u %u\n", node, aig->nodes[node].left, aig->nodes[node].right);
  bits_free(&named);
}

bool ctl_about_write(FILE *stream, const Task *task, const CtlProof *proof) {
  CtlStructure *structure = ctl_structure_new(task);
  fputs("about\n", stream);
  write_variables(stream, structure);
  write_nodes(stream, structure);
  write_parts(stream, task, structure);
  write_gates(stream, structure->system->aig, proof);
  fputs("end\n", stream);
  ctl_structure_free(structure);
  return !ferror(stream);
}
