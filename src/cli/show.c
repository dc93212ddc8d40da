/* `rondo show`: what is in a file: sizes, properties with their cones, the structure as a graph. */
#include <inttypes.h>
#include <string.h>

#include "base/log.h"
#include "base/memory.h"
#include "check/property_cone.h"
#include "check/state_graph.h"
#include "cli/cli.h"
#include "cli/model_options.h"
#include "report/outcome.h"

typedef struct {
  const char *dot, *state_graph;
  int64_t states;
  bool signals;
} ShowOptions;

static ShowOptions chosen = {.states = 200};
static ModelOptions source;

static const Option table[] = {
    {"dot", 'd', OPTION_TEXT, offsetof(ShowOptions, dot), "FILE",
     "write the structure as a DOT graph: which signal depends on which; the net; the control "
     "graphs of a program",
     NULL, 0, 0},
    {"state-graph", 0, OPTION_TEXT, offsetof(ShowOptions, state_graph), "FILE",
     "nets and programs: write the reachable states as a DOT graph", NULL, 0, 0},
    {"states", 0, OPTION_NUMBER, offsetof(ShowOptions, states), "N",
     "how many states of it at most (200)", NULL, 1, 1000000},
    {"signals", 's', OPTION_FLAG, offsetof(ShowOptions, signals), NULL, "list the signals", NULL, 0,
     0},
};

static void show_options(OptionGroupVec *groups) {
  cli_add_options(groups, table, sizeof table / sizeof *table, &chosen);
  model_options(&source, groups);
}

typedef struct {
  size_t count;
  const char *noun;
} Counted;

/* "1 latch, 2 gates" on a line. */
static void print_counted(const Counted *rows, size_t count) {
  Text text = {0};
  for (size_t i = 0; i < count; i++) {
    if (i) text_add(&text, ", ");
    text_count(&text, rows[i].count, rows[i].noun);
  }
  puts(text.data);
  text_free(&text);
}

static void print_properties(const Model *model) {
  print_counted(&(Counted){model->properties.size, "property"}, 1);
  for (size_t i = 0; i < model->properties.size; i++) {
    const Property *property = model->properties.data + i;
    Cone cone = property_cone(model, i);
    cli_print("  %zu  %s  %s", i, property_word(property), property->name);
    if (property->text) cli_print(": %s", property->text);
    if (property->kind == PROPERTY_JUSTICE)
      printf(" (%zu condition%s)", property->justice.size, property->justice.size == 1 ? "" : "s");
    const Counted sizes[] = {{cone.inputs, "input"}, {cone.latches, "latch"}, {cone.gates, "gate"}};
    printf("\n     depends on ");
    print_counted(sizes, sizeof sizes / sizeof *sizes);
  }
}

static void print_signals(const System *system) {
  print_counted(&(Counted){system->signals.size, "signal"}, 1);
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    cli_print("  %-6s  %s: %s", signal_role_name(signal->role), signal->name,
              signal_type_name(signal->type));
    if (signal->bits.size != 1) printf(", %zu bits", signal->bits.size);
    putchar('\n');
  }
}

/* ---- the graph of signals ---- */

/* By node of the graph: which signal it is a bit of, or none. */
static uint32_t *signal_of_node(const System *system) {
  uint32_t *owner = mem_alloc(system->aig->size * sizeof *owner);
  memset(owner, 0xff, system->aig->size * sizeof *owner);
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    if (signal->role != SIGNAL_INPUT && signal->role != SIGNAL_STATE) continue;
    for (size_t b = 0; b < signal->bits.size; b++)
      owner[lit_node(signal->bits.data[b])] = (uint32_t)i;
  }
  return owner;
}

static void dot_edges(const System *system, const uint32_t *owner, const LitVec *roots,
                      const char *target, FILE *stream) {
  Bits drawn = bits_new(system->signals.size);
  U32Vec support = {0};
  for (size_t i = 0; i < roots->size; i++) aig_support(system->aig, roots->data[i], &support);
  for (size_t i = 0; i < support.size; i++) {
    uint32_t from = owner[support.data[i]];
    if (from == UINT32_MAX || bits_get(&drawn, from)) continue;
    bits_set(&drawn, from);
    fprintf(stream, "  s%u -> %s;\n", from, target);
  }
  vec_free(&support);
  bits_free(&drawn);
}

static void dot_label(const char *name, FILE *stream) {
  for (; *name; name++) {
    if (*name == '"' || *name == '\\') fputc('\\', stream);
    fputc(*name, stream);
  }
}

static void write_dot(const Model *model, FILE *stream) {
  const System *system = model->system;
  uint32_t *owner = signal_of_node(system);
  Roles roles = roles_new(system);
  char target[32];
  fprintf(stream, "digraph rondo {\n  rankdir=LR;\n  node [fontname=\"sans-serif\"];\n");
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    if (signal->role != SIGNAL_INPUT && signal->role != SIGNAL_STATE) continue;
    fprintf(stream, "  s%zu [shape=%s, label=\"", i,
            signal->role == SIGNAL_INPUT ? "plaintext" : "box");
    dot_label(signal->name, stream);
    fprintf(stream, "\"];\n");
    LitVec roots = {0};
    for (size_t b = 0; b < signal->bits.size; b++) {
      uint32_t node = lit_node(signal->bits.data[b]);
      if (roles.role[node] == ROLE_LATCH)
        vec_push(&roots, system->latches.data[roles.index[node]].next);
    }
    snprintf(target, sizeof target, "s%zu", i);
    dot_edges(system, owner, &roots, target, stream);
    vec_free(&roots);
  }
  for (size_t i = 0; i < model->properties.size; i++) {
    fprintf(stream, "  p%zu [shape=octagon, label=\"", i);
    dot_label(model->properties.data[i].name, stream);
    fprintf(stream, "\"];\n");
    LitVec roots = {0};
    property_roots(model, i, &roots);
    snprintf(target, sizeof target, "p%zu", i);
    dot_edges(system, owner, &roots, target, stream);
    vec_free(&roots);
  }
  fprintf(stream, "}\n");
  roles_free(&roles);
  mem_free(owner);
}

/* ---- programs ---- */

/* Properties without what they depend on. */
static void list_properties(const Model *model) {
  printf("%zu %s\n", model->properties.size,
         model->properties.size == 1 ? "property" : "properties");
  for (size_t i = 0; i < model->properties.size; i++) {
    const Property *property = model->properties.data + i;
    cli_print("  %zu  %s  %s", i, property_word(property), property->name);
    if (property->text) cli_print(": %s", property->text);
    if (property->unchecked) cli_print("  (%s)", property->unchecked);
    printf("\n");
  }
}

static void print_program(const Model *model) {
  const Processes *program = model->processes;
  size_t proctypes = program->proctypes.size; /* a never claim has the form of one */
  for (size_t i = 0; i < program->claims.size; i++)
    proctypes -= program->claims.data[i].kind == CLAIM_NEVER;
  printf("%zu proctypes, %zu processes at the start, %zu globals, %zu channel declarations\n",
         proctypes, program->active.size, program->globals.size, program->channels.size);
  list_properties(model);
}

static void print_variables(const ProcessVariableVec *variables, const char *prefix) {
  for (size_t i = 0; i < variables->size; i++) {
    const ProcessVariable *variable = variables->data + i;
    cli_print("  variable  %s%s", prefix, variable->name);
    if (variable->array) printf("[%u]", variable->count);
    printf("\n");
  }
}

static void print_names(const Processes *program) {
  print_variables(&program->globals, "");
  for (size_t i = 0; i < program->proctypes.size; i++) {
    const Proctype *type = program->proctypes.data + i;
    Text prefix = {0};
    cli_print("  proctype  %s\n", type->name);
    text_format(&prefix, "%s:", type->name);
    print_variables(&type->variables, prefix.data);
    text_free(&prefix);
  }
}

/* ---- nets ---- */

static void print_net(const Model *model) {
  const Net *net = model->net;
  size_t arcs = 0, marked = 0;
  for (size_t t = 0; t < net->transitions.size; t++)
    arcs += net->transitions.data[t].take.size + net->transitions.data[t].put.size;
  for (size_t p = 0; p < net->places.size; p++) marked += net->places.data[p].initial > 0;
  printf("%zu places (%zu marked), %zu transitions, %zu arcs\n", net->places.size, marked,
         net->transitions.size, arcs);
  list_properties(model);
}

static void print_places(const Net *net) {
  for (size_t p = 0; p < net->places.size; p++)
    cli_print("  place  %s: %u\n", net->places.data[p].name, net->places.data[p].initial);
  for (size_t t = 0; t < net->transitions.size; t++)
    cli_print("  transition  %s\n", net->transitions.data[t].name);
}

static void dot_arcs(const NetArcVec *arcs, size_t t, bool take, FILE *stream) {
  for (size_t i = 0; i < arcs->size; i++) {
    if (take) fprintf(stream, "  p%u -> t%zu", arcs->data[i].place, t);
    else fprintf(stream, "  t%zu -> p%u", t, arcs->data[i].place);
    if (arcs->data[i].weight > 1) fprintf(stream, " [label=%u]", arcs->data[i].weight);
    fprintf(stream, ";\n");
  }
}

static void write_net_dot(const Net *net, FILE *stream) {
  fprintf(stream, "digraph rondo {\n  node [fontname=\"sans-serif\"];\n");
  for (size_t p = 0; p < net->places.size; p++) {
    fprintf(stream, "  p%zu [shape=circle, label=\"", p);
    if (net->places.data[p].initial) fprintf(stream, "%u", net->places.data[p].initial);
    fprintf(stream, "\", xlabel=\"");
    dot_label(net->places.data[p].name, stream);
    fprintf(stream, "\"];\n");
  }
  for (size_t t = 0; t < net->transitions.size; t++) {
    fprintf(stream, "  t%zu [shape=box, label=\"", t);
    dot_label(net->transitions.data[t].name, stream);
    fprintf(stream, "\"];\n");
    dot_arcs(&net->transitions.data[t].take, t, true, stream);
    dot_arcs(&net->transitions.data[t].put, t, false, stream);
  }
  fprintf(stream, "}\n");
}

static void print_circuit(const Model *model) {
  const System *system = model->system;
  const Counted sizes[] = {{system->inputs.size, "input"},
                           {system->latches.size, "latch"},
                           {system->aig->size - 1 - system->aig->variables, "gate"},
                           {system->constraints.size, "constraint"},
                           {system->fairness.size, "fairness condition"}};
  print_counted(sizes, sizeof sizes / sizeof *sizes);
  print_properties(model);
}

static void write_program_dot(const Processes *program, FILE *stream) {
  Text text = {0};
  control_graph_dot(program, &text);
  fputs(text.data, stream);
  text_free(&text);
}

static int write_state_graph(const Model *model) {
  if (!model->net && !model->processes)
    return cli_fail(EXIT_BAD_INPUT, "%s: state graphs are of nets and programs", model->file);
  FILE *stream = cli_create(chosen.state_graph);
  if (!stream) return EXIT_CANNOT_CREATE;
  Text text = {0};
  bool all = state_graph_dot(model, (size_t)chosen.states, &text);
  fputs(text.data, stream);
  text_free(&text);
  if (!all)
    log_warning("%s: there are more than %" PRId64 " states; say --states for more", model->file,
                chosen.states);
  return cli_close(stream, chosen.state_graph);
}

static int show_run(ArgumentVec *files) {
  if (files->size != 1) return cli_usage(&command_show, "which file? (exactly one)");
  Model *model = model_options_load(&source, files->data[0]);
  if (!model) return EXIT_BAD_INPUT;
  int code = EXIT_HOLDS;
  cli_print("%s\n", model->file);
  if (model->net) print_net(model);
  else if (model->processes) print_program(model);
  else print_circuit(model);
  if (chosen.signals && model->net) print_places(model->net);
  else if (chosen.signals && model->processes) print_names(model->processes);
  else if (chosen.signals) print_signals(model->system);
  if (chosen.dot) {
    FILE *stream = cli_create(chosen.dot);
    if (stream && model->net) write_net_dot(model->net, stream);
    else if (stream && model->processes) write_program_dot(model->processes, stream);
    else if (stream) write_dot(model, stream);
    code = stream ? cli_close(stream, chosen.dot) : EXIT_CANNOT_CREATE;
  }
  if (!code && chosen.state_graph) code = write_state_graph(model);
  model_free(model);
  return code;
}

const Command command_show = {
    .name = "show",
    .usage = "show [OPTIONS] FILE",
    .summary = "what is in a model: sizes, properties, signals, structure",
    .description = "Prints the sizes of a model, and for each property its number, kind, name and\n"
                   "what it depends on.",
    .examples = "  rondo show design.aig\n      sizes and properties\n"
                "  rondo show design.aig --dot design.dot && dot -Tsvg design.dot > design.svg\n"
                "      a picture of which signal depends on which\n"
                "  rondo show protocol.pml --dot control.dot --state-graph states.dot --states 50\n"
                "      the control graphs of a program, and its first fifty states\n",
    .options = show_options,
    .run = show_run,
};
