/* Looking ahead. The upper bound query of an EU node asks for a path to U of its right child. Where
 * that is, or contains, an EX node, U says nothing at first, and every state with the rest of it
 * would become a task, to be refuted one after the other. But the target of a query may read
 * inputs: so EX f is asked as U of f after a step, with inputs of its own that nothing else reads,
 * for which a query may choose values. Then AG (p -> AX q), say, is one query, as an invariant
 * would be.
 *
 * This is sound for nodes under conjunctions and disjunctions: a state that satisfies all of them
 * has, for each EX node, some inputs that make it true. */
#include "base/memory.h"
#include "engine/iictl/internal.h"

/* A step under an EX node under an EX node is another step than the same one seen directly; copies
 * of inputs make it one. This many inputs, copies and all, are not worth it. */
enum { MOST_INPUTS = 4000 };

/* Where one EX node looks: the step, with its own inputs. */
struct Ahead {
  Lit *map; /* by node of the graph, as of `size`: what it is after the step */
  size_t size;
  Lit valid;            /* the step meets the constraints */
  size_t first, behind; /* the inputs of the system that belong to it */
};

/* Which edges EU nodes look at, top-down. */
static Bits wanted_refs(const CtlStructure *structure) {
  Bits wanted = bits_new(2 * structure->nodes.size);
  for (size_t v = structure->nodes.size; v-- > 0;) {
    const CtlNode *node = structure->nodes.data + v;
    bool plain = bits_get(&wanted, 2 * v), negated = bits_get(&wanted, 2 * v + 1);
    if (node->kind == CTL_EU) bits_set(&wanted, node->right);
    if (node->kind == CTL_EX && plain) bits_set(&wanted, node->left);
    if (node->kind == CTL_AND && plain) {
      bits_set(&wanted, node->left);
      bits_set(&wanted, node->right);
    }
    if (node->kind == CTL_AND && negated) {
      bits_set(&wanted, ctl_not(node->left));
      bits_set(&wanted, ctl_not(node->right));
    }
  }
  return wanted;
}

/* The nodes below one. */
static Bits nodes_below(const CtlStructure *structure, uint32_t v) {
  Bits below = bits_new(structure->nodes.size);
  bits_set(&below, v);
  for (size_t w = v + 1; w-- > 0;) {
    const CtlNode *node = structure->nodes.data + w;
    if (!bits_get(&below, w) || node->kind == CTL_PREDICATE) continue;
    bits_set(&below, ctl_node(node->left));
    if (node->kind == CTL_AND || node->kind == CTL_EU) bits_set(&below, ctl_node(node->right));
  }
  return below;
}

/* The inputs that the step of a node, and the steps after it, choose: the system's, and those of
 * the EX nodes below. */
static U32Vec inputs_of(const Iictl *e, uint32_t v, size_t inputs) {
  U32Vec chosen = {0};
  for (size_t i = 0; i < inputs; i++) vec_push(&chosen, (uint32_t)i);
  Bits below = nodes_below(e->structure, v);
  for (size_t w = 0; w < v; w++)
    if (e->nodes[w].ahead && bits_get(&below, w))
      for (size_t i = e->nodes[w].ahead->first; i < e->nodes[w].ahead->behind; i++)
        vec_push(&chosen, (uint32_t)i);
  bits_free(&below);
  return chosen;
}

static Ahead *ahead_new(Iictl *e, const U32Vec *chosen, size_t inputs) {
  Ahead *ahead = mem_zalloc(sizeof *ahead);
  const LatchVec *latches = &e->system->latches;
  ahead->first = e->system->inputs.size;
  for (size_t i = 0; i < chosen->size; i++) system_input(e->system);
  ahead->behind = e->system->inputs.size;
  Lit *here = aig_map_new(e->aig); /* the step itself: other inputs */
  for (size_t i = 0; i < latches->size; i++)
    here[lit_node(latches->data[i].current)] = latches->data[i].current;
  for (size_t i = 0; i < inputs; i++)
    here[lit_node(e->system->inputs.data[i])] = e->system->inputs.data[ahead->first + i];
  LitVec next = {0};
  for (size_t i = 0; i < latches->size; i++)
    vec_push(&next, aig_copy(e->aig, e->aig, latches->data[i].next, here));
  ahead->valid = aig_copy(e->aig, e->aig, e->structure->valid, here);
  ahead->size = e->aig->size;
  ahead->map = aig_map_new(e->aig);
  for (size_t i = 0; i < latches->size; i++)
    ahead->map[lit_node(latches->data[i].current)] = next.data[i];
  for (size_t i = inputs; i < chosen->size; i++)
    ahead->map[lit_node(e->system->inputs.data[chosen->data[i]])] =
        e->system->inputs.data[ahead->first + i];
  vec_free(&next);
  mem_free(here);
  return ahead;
}

void lookahead_open(Iictl *e) {
  size_t inputs = e->inputs = e->system->inputs.size;
  e->gates = e->aig->size;
  e->wanted = wanted_refs(e->structure);
  for (uint32_t v = 0; v < e->structure->nodes.size; v++) {
    if (e->structure->nodes.data[v].kind != CTL_EX || !bits_get(&e->wanted, 2 * v)) continue;
    U32Vec chosen = inputs_of(e, v, inputs);
    if (e->system->inputs.size + chosen.size <= MOST_INPUTS)
      e->nodes[v].ahead = ahead_new(e, &chosen, inputs);
    vec_free(&chosen);
  }
}

void lookahead_close(Iictl *e) {
  for (size_t v = 0; v < e->structure->nodes.size; v++)
    if (e->nodes[v].ahead) {
      mem_free(e->nodes[v].ahead->map);
      mem_free(e->nodes[v].ahead);
    }
  bits_free(&e->wanted);
}

/* A predicate over states as one after the step. */
static Lit after(Iictl *e, Ahead *ahead, Lit lit) {
  if (ahead->size < e->aig->size) {
    ahead->map = mem_resize(ahead->map, e->aig->size * sizeof *ahead->map);
    for (; ahead->size < e->aig->size; ahead->size++) ahead->map[ahead->size] = LIT_NONE;
  }
  return aig_copy(e->aig, e->aig, lit, ahead->map);
}

Lit lookahead(Iictl *e, CtlRef ref) {
  /* By edge; children first. */
  LitVec seen = {0};
  for (CtlRef at = 0; at <= ref; at++) {
    const CtlNode *node = e->structure->nodes.data + ctl_node(at);
    Lit upper = upper_of(e, at);
    if (bits_get(&e->wanted, at) && node->kind == CTL_AND) {
      CtlRef sign = at & 1;
      Lit left = seen.data[node->left ^ sign], right = seen.data[node->right ^ sign];
      upper =
          aig_and(e->aig, upper, sign ? aig_or(e->aig, left, right) : aig_and(e->aig, left, right));
    } else if (!ctl_negated(at) && e->nodes[ctl_node(at)].ahead) {
      Ahead *ahead = e->nodes[ctl_node(at)].ahead;
      Lit end = aig_and(e->aig, e->reachable, seen.data[node->left]);
      upper = aig_and(e->aig, upper, aig_and(e->aig, ahead->valid, after(e, ahead, end)));
    }
    vec_push(&seen, upper);
  }
  Lit result = vec_last(&seen);
  vec_free(&seen);
  return result;
}
