/* `rondo scc`: the strongly connected components of a model, or of its product with the automaton
 * of a property; and the tree in which engine dnc looks for fair ones. */
#include "base/clock.h"
#include "base/json.h"
#include "base/memory.h"
#include "check/call.h"
#include "check/task_of_property.h"
#include "cli/cli.h"
#include "cli/model_options.h"
#include "cli/models.h"
#include "engine/dnc/tree.h"
#include "engine/engine.h"
#include "engine/symbolic/scc_graph.h"
#include "term/blast.h"

typedef struct {
  bool dot, json, tree;
  int method;
  int64_t property;
  double timeout;
} SccOptions;

static SccOptions chosen;
static ModelOptions source;
static void *refinement; /* the options of engine dnc, for the tree */

static const Option table[] = {
    {"dot", 0, OPTION_FLAG, offsetof(SccOptions, dot), NULL,
     "print the graph of components for Graphviz, and nothing else", NULL, 0, 0},
    {"json", 0, OPTION_FLAG, offsetof(SccOptions, json), NULL, "print one line of JSON", NULL, 0,
     0},
    {"tree", 0, OPTION_FLAG, offsetof(SccOptions, tree), NULL,
     "print how engine dnc refines fair components, for Graphviz, and nothing else", NULL, 0, 0},
    {"method", 0, OPTION_CHOICE, offsetof(SccOptions, method), "HOW", "how components are found",
     "lockstep|linear|chain", 0, 0},
    {"property", 'p', OPTION_NUMBER, offsetof(SccOptions, property), "N",
     "of which property; its conditions say which components are fair", NULL, 0, 1 << 20},
    {"timeout", 't', OPTION_REAL, offsetof(SccOptions, timeout), "SECONDS", "give up after that",
     NULL, 0, 0},
};

static void scc_options(OptionGroupVec *groups) {
  cli_add_options(groups, table, sizeof table / sizeof *table, &chosen);
  model_options(&source, groups);
  const Engine *engine = engine_find("dnc");
  if (!refinement) {
    refinement = mem_alloc(engine->options_size);
    memcpy(refinement, engine->option_defaults, engine->options_size);
  }
  OptionGroup group = {engine->title, engine->options, engine->option_count, refinement, NULL};
  vec_push(groups, group);
}

/* The task of a property, if it asks for fair runs; else the system with its own fairness. */
static Task *task_of_model(const Model *model, Error *error) {
  if (!model_is_whole(model, "a graph of states", error)) return NULL;
  static const LtlOptions ltl = {0};
  size_t property = (size_t)chosen.property;
  if (property < model->properties.size && task_kinds_of_property(model, property) & TASKS_FAIR)
    return task_of_property(model, property, &ltl, error);
  if (property && property >= model->properties.size) {
    error_set(error, "there is no property %zu", property);
    return NULL;
  }
  Lit *map;
  Task *task = task_new(TASK_FAIR, system_copy(model->system, &map));
  for (size_t i = 0; i < model->system->fairness.size; i++)
    vec_push(&task->conditions, aig_map_lit(map, model->system->fairness.data[i]));
  mem_free(map);
  return task;
}

/* ---- the components ---- */

static const char *node_kind(const SccNode *node) {
  return node->fair ? "fair" : node->cycle ? "unfair" : "acyclic";
}

static void print_text(const SccGraph *graph) {
  double all = bdd_count_double(
      bdd_count(graph->model->manager, graph->care->states, graph->system->latches.size));
  printf("%.15g reachable states, %zu component%s with cycles, %zu of them fair\n", all,
         graph->components, graph->components == 1 ? "" : "s", graph->fair);
  for (size_t i = 0; i < graph->nodes.size; i++) {
    const SccNode *node = graph->nodes.data + i;
    if (!node->cycle) continue;
    double states = bdd_count_double(node->states);
    printf("  %-7s %.15g state%s%s\n", node_kind(node), states, states == 1 ? "" : "s",
           node->initial ? ", with initial ones" : "");
  }
}

static void print_json(const Model *model, const SccGraph *graph) {
  Text text = {0};
  Json json = {.text = &text};
  json_object(&json);
  json_string(json_key(&json, "file"), model->file);
  json_uint(json_key(&json, "components"), graph->components);
  json_uint(json_key(&json, "fair"), graph->fair);
  json_uint(json_key(&json, "images"), graph->model->counts.images);
  json_uint(json_key(&json, "preimages"), graph->model->counts.preimages);
  json_array(json_key(&json, "nodes"));
  for (size_t i = 0; i < graph->nodes.size; i++) {
    const SccNode *node = graph->nodes.data + i;
    json_object(&json);
    json_string(json_key(&json, "kind"), node_kind(node));
    json_fixed(json_key(&json, "states"), bdd_count_double(node->states), 0);
    json_bool(json_key(&json, "initial"), node->initial);
    json_array(json_key(&json, "after"));
    for (size_t k = 0; k < node->after.size; k++) json_uint(&json, node->after.data[k]);
    json_close(&json);
    json_close(&json);
  }
  json_close(&json);
  json_close(&json);
  json_end(&json);
  puts(text.data);
  text_free(&text);
}

static void print_dot(const SccGraph *graph) {
  printf("digraph components {\n  node [fontname=\"sans-serif\"];\n");
  for (size_t i = 0; i < graph->nodes.size; i++) {
    const SccNode *node = graph->nodes.data + i;
    printf("  n%zu [shape=%s%s, label=\"%.15g\"];\n", i,
           node->fair    ? "doubleoctagon"
           : node->cycle ? "box"
                         : "plaintext",
           node->initial ? ", style=bold" : "", bdd_count_double(node->states));
    for (size_t k = 0; k < node->after.size; k++)
      printf("  n%zu -> n%u;\n", i, node->after.data[k]);
  }
  printf("}\n");
}

static int out_of(const Budget *budget) {
  BudgetState state = budget_state(budget);
  return cli_fail(EXIT_UNKNOWN, "%s",
                  state == BUDGET_LEFT ? "out of nodes of decision diagrams"
                                       : budget_reason(state));
}

static int show_components(const Model *model, const Task *task, Budget *budget) {
  SymbolicChoices choices = SYMBOLIC_CHOICES;
  choices.fair_cycle = SCC_LOCKSTEP + chosen.method;
  SccGraph *graph = scc_graph_new(task, &choices);
  int code = EXIT_HOLDS;
  if (!scc_graph_fits(graph))
    code = cli_fail(EXIT_UNKNOWN, "too many latches and inputs for decision diagrams");
  else if (scc_graph_run(graph, budget) != SYMBOLIC_DONE) code = out_of(budget);
  else if (chosen.json) print_json(model, graph);
  else if (chosen.dot) print_dot(graph);
  else print_text(graph);
  scc_graph_free(graph);
  return code;
}

/* ---- the tree of engine dnc ---- */

static int show_tree(const Task *task, Budget *budget) {
  const Engine *engine = engine_find("dnc");
  EngineSetup setup = {.seed = 1, .options = refinement};
  void *state = engine_open(engine, task, &setup);
  Verdict verdict = engine->run(state, budget);
  Text text = {0};
  dnc_tree_dot(state, &text);
  fputs(text.data, stdout);
  text_free(&text);
  engine->close(state);
  return verdict == VERDICT_UNKNOWN ? out_of(budget) : EXIT_HOLDS;
}

static int scc_run(ArgumentVec *files) {
  if (files->size != 1) return cli_usage(&command_scc, "which file? (exactly one)");
  if (chosen.dot + chosen.json + chosen.tree > 1)
    return cli_usage(&command_scc, "only one of --dot, --json and --tree");
  if (!source.reading.array_limit) source.reading.array_limit = ARRAY_LIMIT_WHOLE;
  Model *model = model_options_load(&source, files->data[0]);
  if (!model) return EXIT_BAD_INPUT;
  int refused = cli_refuse_net(model, "scc");
  if (refused) {
    model_free(model);
    return refused;
  }
  Error error = {0};
  Task *task = task_of_model(model, &error);
  Budget budget = {.cancel = &call_stopped,
                   .deadline = chosen.timeout > 0 ? clock_wall() + chosen.timeout : 0};
  int code = !task         ? cli_fail_error(EXIT_BAD_INPUT, &error)
             : chosen.tree ? show_tree(task, &budget)
                           : show_components(model, task, &budget);
  task_free(task);
  model_free(model);
  return code;
}

const Command command_scc = {
    .name = "scc",
    .usage = "scc [OPTIONS] FILE",
    .summary = "the strongly connected components of a model",
    .description =
        "Lists the components of the reachable states that have cycles, with their numbers of\n"
        "states, in an order in which no step leads back. A component is fair if it meets every\n"
        "condition of the property, or without one the fairness of the model. Of an LTL formula\n"
        "it is the product with the automaton of its negation.",
    .exit_codes = "  0   all components were found\n"
                  "  2   they were not: no time or memory was left\n",
    .examples = "  rondo scc design.aig\n      the components with cycles\n"
                "  rondo scc design.aig --dot | dot -Tsvg > design.svg\n"
                "      their graph\n"
                "  rondo scc design.aig --tree | dot -Tsvg > design.svg\n"
                "      how engine dnc refines them\n",
    .options = scc_options,
    .run = scc_run,
};
