/* Automata as text: HOA version 1. Acceptance stands on transitions, or on states if the automaton
 * is state-based; every edge has its own line. */
#include "formula/automaton/hoa.h"

/* Writes a label as a disjunction of products, each literal through `literal`. */
static void write_products(const Automaton *automaton, const Formulas *formulas, Label label,
                           bool numbers, Text *text) {
  U32Vec cubes = {0};
  label_cubes(automaton->labels, label, &cubes);
  if (label == LABEL_TRUE) text_add(text, numbers ? "t" : "true");
  if (label == LABEL_FALSE) text_add(text, numbers ? "f" : "false");
  bool first_literal = true, first_cube = true;
  for (size_t i = 0; label > LABEL_TRUE && i < cubes.size; i++) {
    uint32_t literal = cubes.data[i];
    if (literal == UINT32_MAX) {
      first_literal = true;
      first_cube = false;
      continue;
    }
    text_add(text, !first_literal ? "&" : first_cube ? "" : " | ");
    first_literal = false;
    if (literal & 1) text_char(text, '!');
    if (numbers) text_format(text, "%u", literal / 2);
    else text_add(text, formulas->atoms.data[automaton->atoms.data[literal / 2]].text);
  }
  vec_free(&cubes);
}

void label_write_hoa(const Automaton *automaton, Label label, Text *text) {
  write_products(automaton, NULL, label, true, text);
}

void label_write(const Automaton *automaton, const Formulas *formulas, Label label, Text *text) {
  write_products(automaton, formulas, label, false, text);
}

static void write_quoted(const char *string, Text *text) {
  text_char(text, '"');
  for (; *string; string++) {
    if (*string == '"' || *string == '\\') text_char(text, '\\');
    text_char(text, *string);
  }
  text_char(text, '"');
}

static void write_marks(Marks marks, Text *text) {
  if (!marks) return;
  const char *before = " {";
  for (unsigned set = 0; set < AUTOMATON_SETS; set++)
    if (marks >> set & 1) {
      text_format(text, "%s%u", before, set);
      before = " ";
    }
  text_char(text, '}');
}

static void write_acceptance(const Automaton *automaton, Text *text) {
  if (automaton->sets == 0) text_add(text, "acc-name: all\nAcceptance: 0 t\n");
  else if (automaton->sets == 1) text_add(text, "acc-name: Buchi\nAcceptance: 1 Inf(0)\n");
  else {
    text_format(text, "acc-name: generalized-Buchi %u\nAcceptance: %u Inf(0)", automaton->sets,
                automaton->sets);
    for (unsigned set = 1; set < automaton->sets; set++) text_format(text, "&Inf(%u)", set);
    text_char(text, '\n');
  }
}

static bool is_complete(const Automaton *automaton) {
  for (uint32_t s = 0; s < automaton->states; s++) {
    Label all = LABEL_FALSE;
    for (EACH_EDGE(automaton, s, edge)) all = label_or(automaton->labels, all, edge->label);
    if (all != LABEL_TRUE) return false;
  }
  return true;
}

void hoa_write(const Automaton *automaton, const Formulas *formulas, const char *name, Text *text) {
  text_add(text, "HOA: v1\n");
  if (name) {
    text_add(text, "name: ");
    write_quoted(name, text);
    text_char(text, '\n');
  }
  text_format(text, "States: %u\nStart: %u\nAP: %zu", automaton->states, automaton->initial,
              automaton->atoms.size);
  for (size_t i = 0; i < automaton->atoms.size; i++) {
    text_char(text, ' ');
    write_quoted(formulas->atoms.data[automaton->atoms.data[i]].text, text);
  }
  text_char(text, '\n');
  write_acceptance(automaton, text);
  text_format(text, "tool: \"rondo\" \"%s\"\nproperties: trans-labels explicit-labels %s%s%s\n",
              RONDO_VERSION, automaton->state_based ? "state-acc" : "trans-acc",
              is_complete(automaton) ? " complete" : "",
              automaton_is_deterministic(automaton) ? " deterministic" : "");
  text_add(text, "--BODY--\n");
  for (uint32_t s = 0; s < automaton->states; s++) {
    text_format(text, "State: %u", s);
    bool has_edges = automaton->first[s] < automaton->first[s + 1];
    if (automaton->state_based && has_edges)
      write_marks(automaton->edges.data[automaton->first[s]].marks, text);
    text_char(text, '\n');
    for (EACH_EDGE(automaton, s, edge)) {
      text_char(text, '[');
      label_write_hoa(automaton, edge->label, text);
      text_format(text, "] %u", edge->target);
      if (!automaton->state_based) write_marks(edge->marks, text);
      text_char(text, '\n');
    }
  }
  text_add(text, "--END--\n");
}
