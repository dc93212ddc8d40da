#include "view/graph.h"

void view_graph_free(Graph *graph) {
  if (graph) graph->free(graph);
}
