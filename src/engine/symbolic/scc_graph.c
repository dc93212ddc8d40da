/* Graphs of components; see scc_graph.h. */
#include "engine/symbolic/scc_graph.h"

#include "engine/symbolic/fair_system.h"

SccGraph *scc_graph_new(const Task *task, const SymbolicChoices *choices) {
  SccGraph *graph = mem_zalloc(sizeof *graph);
  graph->system = symbolic_fair_system(task, &graph->conditions);
  if (!scc_graph_fits(graph)) return graph;
  SymbolicOptions options = symbolic_options(choices);
  graph->model = symbolic_new(graph->system, &graph->conditions, &options);
  bdd_watch_all(graph->model->manager, &graph->sets);
  graph->relation = transitions_new(graph->model, NULL);
  graph->care = care_new(graph->relation, DONT_CARES_EXACT, 1, NULL);
  assert(choices->fair_cycle > SCC_GSH);
  graph->method = (SccMethod)choices->fair_cycle;
  return graph;
}

void scc_graph_free(SccGraph *graph) {
  if (!graph) return;
  for (size_t i = 0; i < graph->nodes.size; i++) vec_free(&graph->nodes.data[i].after);
  vec_free(&graph->nodes);
  if (graph->model) {
    scc_free(graph->search);
    partition_free(graph->partition);
    care_free(graph->care);
    transitions_free(graph->relation);
    symbolic_free(graph->model);
  }
  vec_free(&graph->sets);
  vec_free(&graph->conditions);
  system_free(graph->system);
  mem_free(graph);
}

bool scc_graph_fits(const SccGraph *graph) { return symbolic_fits(graph->system); }

/* ---- nodes and edges ---- */

/* Of components that were told the kind says whether they are fair: those that are not miss a
 * condition. */
static void add_nodes(SccGraph *graph) {
  U32Vec leaves = {0};
  partition_leaves(graph->partition, &leaves);
  for (size_t i = 0; i < leaves.size; i++) {
    Bdd set = graph->partition->states.data[leaves.data[i]];
    PartKind kind = graph->partition->parts.data[leaves.data[i]].kind;
    SccNode node = {.cycle = kind != PART_STILL, .fair = kind == PART_OPEN};
    node.states = bdd_count(graph->model->manager, set, graph->system->latches.size);
    graph->components += node.cycle;
    graph->fair += node.fair;
    vec_push(&graph->nodes, node);
    vec_push(&graph->sets, set);
  }
  vec_free(&leaves);
}

typedef struct {
  SccGraph *graph;
  size_t node;
} NodeStep;

static bool add_edges(void *context) {
  NodeStep *step = context;
  SccGraph *graph = step->graph;
  SymbolicModel *model = graph->model;
  SccNode *node = graph->nodes.data + step->node;
  Bdd set = graph->sets.data[step->node];
  Bdd image = transitions_image(graph->relation, set);
  Bdd apart = bdd_disjoint(model->manager, set, model->initial);
  if (image == BDD_NONE || apart == BDD_NONE) return false;
  node->initial = apart == BDD_FALSE;
  vec_clear(&node->after);
  for (size_t i = step->node + 1; i < graph->nodes.size; i++) {
    apart = bdd_disjoint(model->manager, image, graph->sets.data[i]);
    if (apart == BDD_NONE) return false;
    if (apart == BDD_FALSE) vec_push(&node->after, (uint32_t)i);
  }
  return true;
}

SymbolicEnd scc_graph_run(SccGraph *graph, Budget *budget) {
  SymbolicModel *model = graph->model;
  SymbolicEnd end = symbolic_build(model, budget);
  if (end == SYMBOLIC_DONE) end = transitions_build(graph->relation, budget);
  if (end == SYMBOLIC_DONE) end = care_run(graph->care, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (!graph->partition) graph->partition = partition_new(model, graph->care->states);
  if (!graph->search)
    graph->search =
        scc_new(graph->relation, graph->partition, 0, &model->roots, graph->method, true);
  do end = scc_next(graph->search, budget);
  while (end == SYMBOLIC_DONE && graph->search->found != SCC_NONE);
  if (end != SYMBOLIC_DONE) return end;
  add_nodes(graph);
  for (size_t i = 0; i < graph->nodes.size && end == SYMBOLIC_DONE; i++) {
    NodeStep step = {graph, i};
    end = symbolic_do(model, add_edges, &step, budget);
  }
  return end;
}
