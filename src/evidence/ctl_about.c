/* See ctl_about.h. */
#include "evidence/ctl_about.h"

#include "base/bits.h"
#include "base/memory.h"
#include "task/ctl_structure.h"

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

/* Of a predicate its literal, of other nodes their edges. */
static void write_nodes(FILE *stream, const CtlStructure *structure) {
  static const char *const kinds[] = {"predicate", "and", "ex", "eu", "eg"}; /* by CtlKind */
  for (size_t i = 0; i < structure->nodes.size; i++) {
    const CtlNode *node = structure->nodes.data + i;
    bool predicate = node->kind == CTL_PREDICATE;
    fprintf(stream, "node %zu %s %u %u\n", i, kinds[node->kind],
            predicate ? node->predicate : node->left, predicate ? 0 : node->right);
  }
}

/* The gates below those that predicates and equalities name; a gate has a greater number than what
 * it reads. */
static void write_gates(FILE *stream, const CtlStructure *structure, const CtlProof *proof) {
  const Aig *aig = structure->system->aig;
  Bits named = bits_new(aig->size);
  for (size_t i = 0; i < structure->nodes.size; i++)
    if (structure->nodes.data[i].kind == CTL_PREDICATE)
      bits_set(&named, lit_node(structure->nodes.data[i].predicate));
  for (size_t i = 0; i < proof->updates.size; i++) {
    const CtlUpdate *update = proof->updates.data + i;
    for (size_t k = 0; update->kind == CTL_EQUAL && k < update->equalities.size; k++)
      if (lit_node((Lit)update->equalities.data[k]) < aig->size)
        bits_set(&named, lit_node((Lit)update->equalities.data[k]));
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
  write_gates(stream, structure, proof);
  write_nodes(stream, structure);
  fputs("end\n", stream);
  ctl_structure_free(structure);
  return !ferror(stream);
}
