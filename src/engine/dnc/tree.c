/* See tree.h. */
#include "engine/dnc/tree.h"

#include "engine/dnc/internal.h"

void dnc_tree_dot(const void *state, Text *text) {
  static const char *const shape[] = {
      [SET_TERMINAL] = "doubleoctagon", [SET_WEAK] = "octagon", [SET_STRONG] = "box"};
  const DncEngine *self = state;
  text_add(text, "digraph refinement {\n  node [fontname=\"sans-serif\"];\n");
  for (size_t i = 0; i < self->tree.size; i++) {
    const SetNode *node = self->tree.data + i;
    text_format(text, "  n%zu [shape=%s, label=\"%.15g\"", i, shape[node->strength], node->states);
    if (i) text_format(text, ", tooltip=\"level %u: %u latches\"", node->level + 1, node->latches);
    text_add(text, "];\n");
    if (i) text_format(text, "  n%u -> n%zu;\n", node->parent, i);
  }
  text_add(text, "}\n");
}
