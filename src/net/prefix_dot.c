/* See prefix_dot.h. */
#include "net/prefix_dot.h"

static void quoted(Text *text, const char *name) {
  text_char(text, '"');
  for (; *name; name++) {
    if (*name == '"' || *name == '\\') text_char(text, '\\');
    text_char(text, (unsigned char)*name < ' ' ? '?' : *name);
  }
  text_char(text, '"');
}

static void event_dot(const Prefix *prefix, size_t number, Text *text) {
  const PrefixEvent *event = &prefix->events.data[number];
  text_format(text, "  e%zu [shape=box%s, label=", number, event->cutoff ? ", style=dashed" : "");
  quoted(text, prefix->net->transitions.data[event->transition].name);
  text_add(text, "];\n");
  for (size_t i = 0; i < event->take.size; i++)
    text_format(text, "  c%u -> e%zu;\n", event->take.data[i], number);
  for (size_t i = 0; i < event->put.size; i++)
    text_format(text, "  e%zu -> c%u;\n", number, event->put.data[i]);
  if (event->cutoff && event->companion != PREFIX_NONE)
    text_format(text, "  e%zu -> e%u [style=dotted, constraint=false];\n", number,
                event->companion);
}

void prefix_dot(const Prefix *prefix, Text *text) {
  text_add(text, "digraph prefix {\n  node [fontname=\"sans-serif\"];\n");
  for (size_t i = 0; i < prefix->conditions.size; i++) {
    const PrefixCondition *condition = &prefix->conditions.data[i];
    text_format(text, "  c%zu [shape=circle%s, label=", i,
                condition->producer == PREFIX_NONE ? ", style=bold" : "");
    quoted(text, prefix->net->places.data[condition->place].name);
    text_add(text, "];\n");
  }
  for (size_t i = 0; i < prefix->events.size; i++) event_dot(prefix, i, text);
  text_add(text, "}\n");
}
