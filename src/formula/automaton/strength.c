/* Strength of components and automata; see strength.h. Pruning has put every acceptance set that
 * all cycles of a component meet on all its edges, so that weakness is seen on the edges. */
#include "formula/automaton/strength.h"

const char *strength_name(Strength strength) {
  static const char *const names[] = {"empty", "terminal", "weak", "strong"};
  return names[strength];
}

Strength component_strength(const Automaton *automaton, const Components *components,
                            uint32_t component) {
  if (!components->accepting[component]) return STRENGTH_EMPTY;
  if (components->common[component] != automaton_all(automaton)) return STRENGTH_STRONG;
  for (uint32_t s = 0; s < automaton->states; s++) {
    if (components->of[s] != component) continue;
    Label stays = LABEL_FALSE;
    for (EACH_EDGE(automaton, s, edge))
      if (components->of[edge->target] == component)
        stays = label_or(automaton->labels, stays, edge->label);
    if (stays != LABEL_TRUE) return STRENGTH_WEAK;
  }
  return STRENGTH_TERMINAL;
}

Strength automaton_strength(const Automaton *automaton) {
  Components components = components_new(automaton);
  Strength strongest = STRENGTH_EMPTY;
  for (uint32_t c = 0; c < components.count; c++) {
    Strength strength = component_strength(automaton, &components, c);
    if (strength > strongest) strongest = strength;
  }
  components_free(&components);
  return strongest;
}
