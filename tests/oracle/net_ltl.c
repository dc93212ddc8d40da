#include "oracle/net_ltl.h"

#include "check/net_job.h"
#include "test.h"
#include "view/net_graph.h"

bool net_ltl_holds(const Model *model, Formula f) {
  NetJob job = {.model = model, .original = model};
  Graph *graph = net_graph(model->net, &model->net_atoms);
  Space *space = space_new(graph, (SpaceOptions){.keep_edges = true});
  StateLasso lasso = {0};
  RunSearch found = net_search_run(&job, f, space, CYCLES_IMPROVED, NULL, &lasso, NULL);
  CHECK(found != RUN_UNKNOWN);
  state_lasso_free(&lasso);
  space_free(space);
  view_graph_free(graph);
  return found == RUN_NONE;
}
