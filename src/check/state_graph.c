#include "check/state_graph.h"

#include "base/memory.h"
#include "model/process_step.h"
#include "net/run.h"

enum { LONGEST_LABEL = 60 };

/* A label in quotes, cut where it is long. */
static void add_label(const char *label, Text *text) {
  text_char(text, '"');
  for (size_t i = 0; i < LONGEST_LABEL && label[i]; i++) {
    if (label[i] == '"' || label[i] == '\\') text_char(text, '\\');
    text_char(text, label[i]);
  }
  if (strlen(label) > LONGEST_LABEL) text_add(text, "...");
  text_char(text, '"');
}

static void begin(Text *text) {
  text_add(text, "digraph rondo {\n  node [fontname=\"sans-serif\", shape=box];\n"
                 "  edge [fontname=\"sans-serif\"];\n");
}

typedef struct {
  const Model *model;
  Names states; /* markings or byte strings */
  size_t most;
  uint32_t from;
  size_t successors, shown;
  ProcessMachine *machine, *before; /* of a program: for steps, and with the state loaded */
  Text *text;
} Graph;

/* An edge to a state, unless that is one too many. */
static void add_edge(Graph *g, const char *state, size_t size, const char *label) {
  g->successors++;
  uint32_t to = names_find_n(&g->states, state, size);
  if (to == NAMES_NONE && g->states.size >= g->most) return;
  to = names_add_n(&g->states, state, size);
  g->shown++;
  text_format(g->text, "  s%u -> s%u [label=", g->from, to);
  add_label(label, g->text);
  text_add(g->text, "];\n");
}

/* ---- nets ---- */

static void marking_text(const Net *net, const Tokens *marking, Text *label) {
  text_add(label, "");
  for (size_t p = 0; p < net->places.size; p++) {
    if (!marking[p]) continue;
    if (label->size) text_char(label, ' ');
    text_add(label, net->places.data[p].name);
    if (marking[p] > 1) text_format(label, ":%u", (unsigned)marking[p]);
  }
}

static void expand_marking(Graph *g, Text *label) {
  const Net *net = g->model->net;
  size_t size = net->places.size * sizeof(Tokens);
  Tokens *marking = mem_alloc(size + 1), *next = mem_alloc(size + 1);
  memcpy(marking, g->states.text[g->from], size);
  marking_text(net, marking, label);
  for (uint32_t t = 0; t < net->transitions.size; t++) {
    if (!net_enabled(net, t, marking)) continue;
    memcpy(next, marking, size);
    if (net_fire(net, t, next))
      add_edge(g, (const char *)next, size, net->transitions.data[t].name);
  }
  mem_free(marking);
  mem_free(next);
}

/* ---- programs ---- */

static bool visit(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                  ProcessFault fault) {
  Graph *g = context;
  const Processes *program = g->model->processes;
  const ProcessCommand *c = program->commands.data + move->command;
  Text label = {0};
  text_format(&label, "%s[%u]:%d %s",
              program->proctypes.data[process_type(g->before, move->pid)].name, move->pid,
              c->source.line, c->text ? c->text : "");
  if (move->partner != PROCESS_NONE) text_format(&label, " -> [%u]", move->partner);
  if (fault != PROCESS_FINE) text_format(&label, " ! %s", process_fault_text(fault));
  if (fault <= PROCESS_ASSERTION) {
    add_edge(g, (const char *)state, size, label.data);
  } else {
    g->successors++;
    g->shown++;
    text_format(g->text, "  fault [shape=octagon];\n  s%u -> fault [label=", g->from);
    add_label(label.data, g->text);
    text_add(g->text, "];\n");
  }
  text_free(&label);
  return true;
}

/* The values of the globals that are simple, and of where processes stand. */
static void state_text(Graph *g, const uint8_t *state, Text *label) {
  const Processes *program = g->model->processes;
  text_add(label, "");
  for (size_t i = 0; i < program->globals.size; i++) {
    const ProcessVariable *v = program->globals.data + i;
    if (v->array || v->type == PROCESS_CHAN) continue;
    text_format(label, "%s=%d ", v->name, process_read(g->before, PROCESS_NONE, v, 0));
  }
  for (uint32_t pid = 0; pid < process_state_running(state); pid++) {
    const Proctype *type = program->proctypes.data + process_type(g->before, pid);
    text_format(label, "[%u]:%d ", pid,
                type->controls.data[process_control(g->before, pid)].source.line);
  }
}

static void expand_state(Graph *g, Text *label) {
  size_t size = g->states.length[g->from];
  uint8_t *state = mem_alloc(size + 1);
  memcpy(state, g->states.text[g->from], size);
  process_load(g->before, state, size);
  state_text(g, state, label);
  process_successors(g->machine, state, size, visit, g);
  mem_free(state);
}

/* ---- both ---- */

static bool add_first(Graph *g) {
  if (g->model->net) {
    Tokens *marking = net_initial_marking(g->model->net);
    names_add_n(&g->states, (const char *)marking, g->model->net->places.size * sizeof *marking);
    mem_free(marking);
    return true;
  }
  uint8_t *state = mem_alloc(PROCESS_STATE_LIMIT);
  ProcessFault fault;
  size_t size = process_initial(g->machine, state, &fault);
  if (fault == PROCESS_FINE) names_add_n(&g->states, (const char *)state, size);
  mem_free(state);
  return fault == PROCESS_FINE;
}

bool state_graph_dot(const Model *model, size_t most, Text *text) {
  Graph g = {.model = model, .most = most, .text = text};
  bool all = true;
  if (model->processes) {
    g.machine = process_machine_new(model->processes);
    g.before = process_machine_new(model->processes);
  }
  begin(text);
  add_first(&g);
  for (; g.from < g.states.size; g.from++) {
    Text label = {0};
    g.successors = g.shown = 0;
    if (model->net) expand_marking(&g, &label);
    else expand_state(&g, &label);
    text_format(text, "  s%u [label=", g.from);
    add_label(label.data, text);
    if (!g.from) text_add(text, ", style=bold");
    else if (g.shown < g.successors) text_add(text, ", style=dashed");
    if (!g.successors) text_add(text, ", peripheries=2");
    text_add(text, "];\n");
    all &= g.shown == g.successors;
    text_free(&label);
  }
  text_add(text, "}\n");
  process_machine_free(g.machine);
  process_machine_free(g.before);
  names_free(&g.states);
  return all;
}

/* ---- control graphs ---- */

static void control_node(const Proctype *type, size_t t, size_t q, Text *text) {
  const ProcessControl *control = type->controls.data + q;
  text_format(text, "    c%zu_%zu [label=\"%d", t, q, control->source.line);
  for (size_t i = 0; i < type->labels.size; i++)
    if (type->labels.data[i].control == q) text_format(text, "\\n%s", type->labels.data[i].name);
  text_format(text, "\"%s%s];\n", control->end ? ", peripheries=2" : "",
              q == type->start ? ", style=bold" : "");
}

void control_graph_dot(const Processes *program, Text *text) {
  begin(text);
  for (size_t t = 0; t < program->proctypes.size; t++) {
    const Proctype *type = program->proctypes.data + t;
    text_format(text, "  subgraph cluster_%zu {\n    label=", t);
    add_label(type->name, text);
    text_add(text, ";\n");
    for (size_t q = 1; q < type->controls.size; q++) {
      const ProcessControl *control = type->controls.data + q;
      if (!control->count && q != type->start) continue;
      control_node(type, t, q, text);
      for (uint32_t i = 0; i < control->count; i++) {
        const ProcessCommand *c = program->commands.data + type->choices.data[control->first + i];
        if (c->target) text_format(text, "    c%zu_%zu -> c%zu_%u [label=", t, q, t, c->target);
        else text_format(text, "    c%zu_%zu -> gone_%zu [label=", t, q, t);
        add_label(c->text ? c->text : "", text);
        text_format(text, "%s];\n", c->atomic ? ", style=bold" : "");
      }
    }
    text_format(text, "    gone_%zu [shape=point];\n  }\n", t);
  }
  text_add(text, "}\n");
}
