/* Automata for Graphviz. Accepting states have two circles; marks of edges are listed in braces;
 * components that accept are drawn with a grey ground. */
#include "formula/automaton/hoa.h"

static void write_escaped(const char *string, Text *text) {
  for (; *string; string++) {
    if (*string == '"' || *string == '\\') text_char(text, '\\');
    text_char(text, *string);
  }
}

static void write_marks(Marks marks, Text *text) {
  if (!marks) return;
  text_add(text, "\\n{");
  const char *before = "";
  for (unsigned set = 0; set < AUTOMATON_SETS; set++)
    if (marks >> set & 1) {
      text_format(text, "%s%u", before, set);
      before = " ";
    }
  text_char(text, '}');
}

void dot_write(const Automaton *automaton, const Formulas *formulas, const char *name, Text *text) {
  Components components = components_new(automaton);
  text_add(text, "digraph automaton {\n  rankdir=LR;\n  node [fontname=\"sans-serif\", "
                 "shape=circle];\n  edge [fontname=\"sans-serif\"];\n");
  if (name) {
    text_add(text, "  label=\"");
    write_escaped(name, text);
    text_add(text, "\";\n");
  }
  text_format(text, "  start [shape=point, label=\"\"];\n  start -> s%u;\n", automaton->initial);
  for (uint32_t s = 0; s < automaton->states; s++) {
    size_t i = automaton->first[s];
    bool accepting = automaton->state_based && i < automaton->first[s + 1] &&
                     automaton->edges.data[i].marks == automaton_all(automaton);
    text_format(text, "  s%u [label=\"%u\"%s%s];\n", s, s, accepting ? ", shape=doublecircle" : "",
                components.accepting[components.of[s]] ? ", style=filled, fillcolor=gray92" : "");
    for (EACH_EDGE(automaton, s, edge)) {
      Text label = {0};
      label_write(automaton, formulas, edge->label, &label);
      text_format(text, "  s%u -> s%u [label=\"", s, edge->target);
      write_escaped(label.data, text);
      text_free(&label);
      if (!automaton->state_based) write_marks(edge->marks, text);
      text_add(text, "\"];\n");
    }
  }
  text_add(text, "}\n");
  components_free(&components);
}
