/* See graph.h. The fair nodes are the greatest fixpoint of Emerson and Lei (1986):
 *
 *   Z = the nodes of Z from which, within Z, some edge of each condition can be reached.
 *
 * An infinite path meets every condition infinitely often just if it can be cut into pieces that
 * reach the conditions in turn, so this is the definition rather than an algorithm. */
#include "oracle/graph.h"

static bool has(const Bits *edges, uint32_t edge) { return !edges || bits_get(edges, edge); }

void graph_edge(Graph *graph, uint32_t from, uint32_t to) {
  vec_push(&graph->edges, ((Edge){from, to}));
}

/* Sorts the numbers of the edges by one end: counting sort. */
static void sort_edges(const Graph *graph, bool by_target, uint32_t **start, uint32_t **sorted) {
  size_t count = graph->edges.size;
  uint32_t *fill = *start = mem_array(graph->nodes + 2, sizeof *fill);
  *sorted = mem_array(count, sizeof **sorted);
  /* Counted two places up, the starts are right one place up, and after filling in place. */
  for (size_t i = 0; i < count; i++) {
    Edge edge = graph->edges.data[i];
    fill[(by_target ? edge.to : edge.from) + 2]++;
  }
  for (size_t n = 2; n < graph->nodes + 2; n++) fill[n] += fill[n - 1];
  for (size_t i = 0; i < count; i++) {
    Edge edge = graph->edges.data[i];
    (*sorted)[fill[(by_target ? edge.to : edge.from) + 1]++] = (uint32_t)i;
  }
}

void graph_finish(Graph *graph) {
  sort_edges(graph, true, &graph->in_start, &graph->in);
  sort_edges(graph, false, &graph->out_start, &graph->out);
}

void graph_free(Graph *graph) {
  vec_free(&graph->edges);
  mem_free(graph->in_start);
  mem_free(graph->in);
  mem_free(graph->out_start);
  mem_free(graph->out);
}

Bits graph_image(const Graph *graph, const Bits *from, const Bits *edges) {
  Bits image = bits_new(graph->nodes);
  for (uint32_t i = 0; i < graph->edges.size; i++) {
    Edge edge = graph->edges.data[i];
    if (has(edges, i) && bits_get(from, edge.from)) bits_set(&image, edge.to);
  }
  return image;
}

Bits graph_preimage(const Graph *graph, const Bits *to, const Bits *edges) {
  Bits image = bits_new(graph->nodes);
  for (uint32_t i = 0; i < graph->edges.size; i++) {
    Edge edge = graph->edges.data[i];
    if (has(edges, i) && bits_get(to, edge.to)) bits_set(&image, edge.from);
  }
  return image;
}

/* A search in breadth: the edge by which each node was first entered. */
enum { NOT_SEEN = -2, ROOT = -1 };
typedef struct {
  int64_t *entered_by;
  U32Vec order; /* the nodes, nearest first */
} Search;

static Search search(const Graph *graph, const Bits *from, const Bits *edges, bool backward) {
  Search s = {mem_array(graph->nodes, sizeof *s.entered_by), {0}};
  for (uint32_t n = 0; n < graph->nodes; n++) {
    s.entered_by[n] = bits_get(from, n) ? ROOT : NOT_SEEN;
    if (bits_get(from, n)) vec_push(&s.order, n);
  }
  const uint32_t *start = backward ? graph->in_start : graph->out_start;
  const uint32_t *list = backward ? graph->in : graph->out;
  for (size_t done = 0; done < s.order.size; done++) {
    uint32_t node = s.order.data[done];
    for (uint32_t i = start[node]; i < start[node + 1]; i++) {
      Edge edge = graph->edges.data[list[i]];
      uint32_t other = backward ? edge.from : edge.to;
      if (!has(edges, list[i]) || s.entered_by[other] != NOT_SEEN) continue;
      s.entered_by[other] = list[i];
      vec_push(&s.order, other);
    }
  }
  return s;
}

static void search_free(Search *s) {
  mem_free(s->entered_by);
  vec_free(&s->order);
}

static Bits closure(const Graph *graph, const Bits *from, const Bits *edges, bool backward) {
  Search s = search(graph, from, edges, backward);
  Bits seen = bits_new(graph->nodes);
  for (size_t i = 0; i < s.order.size; i++) bits_set(&seen, s.order.data[i]);
  search_free(&s);
  return seen;
}

Bits graph_forward(const Graph *graph, const Bits *from, const Bits *edges) {
  return closure(graph, from, edges, false);
}

Bits graph_backward(const Graph *graph, const Bits *to, const Bits *edges) {
  return closure(graph, to, edges, true);
}

/* Appends the shortest path from a set to a set; false if there is none. */
static bool shortest(const Graph *graph, const Bits *from, const Bits *edges, const Bits *to,
                     U32Vec *path) {
  Search s = search(graph, from, edges, false);
  bool found = false;
  for (size_t i = 0; i < s.order.size && !found; i++) {
    uint32_t node = s.order.data[i];
    if (!bits_get(to, node)) continue;
    found = true;
    size_t first = path->size;
    for (int64_t e = s.entered_by[node]; e != ROOT; e = s.entered_by[graph->edges.data[e].from])
      vec_push(path, (uint32_t)e);
    for (size_t a = first, b = path->size; a + 1 < b; a++, b--) {
      uint32_t swap = path->data[a];
      path->data[a] = path->data[b - 1];
      path->data[b - 1] = swap;
    }
  }
  search_free(&s);
  return found;
}

int64_t graph_distance(const Graph *graph, const Bits *from, const Bits *edges, const Bits *to) {
  U32Vec path = {0};
  int64_t distance = shortest(graph, from, edges, to, &path) ? (int64_t)path.size : -1;
  vec_free(&path);
  return distance;
}

/* The edges of a set that stay within a set of nodes. */
static Bits edges_within(const Graph *graph, const Bits *edges, const Bits *nodes) {
  Bits within = bits_new(graph->edges.size);
  for (uint32_t i = 0; i < graph->edges.size; i++) {
    Edge edge = graph->edges.data[i];
    if (has(edges, i) && bits_get(nodes, edge.from) && bits_get(nodes, edge.to))
      bits_set(&within, i);
  }
  return within;
}

/* The nodes where some of the edges of `within` that a condition names start; NULL names all. */
static Bits sources(const Graph *graph, const Bits *within, const Bits *condition) {
  Bits nodes = bits_new(graph->nodes);
  for (uint32_t i = 0; i < graph->edges.size; i++)
    if (bits_get(within, i) && has(condition, i)) bits_set(&nodes, graph->edges.data[i].from);
  return nodes;
}

Bits graph_fair(const Graph *graph, const Bits *edges, const Bits *conditions, size_t count) {
  Bits fair = bits_new(graph->nodes);
  bits_fill(&fair, true);
  for (bool changed = true; changed;) {
    changed = false;
    /* Without conditions one that names all edges: the path must be infinite. */
    for (size_t c = 0; c < (count ? count : 1); c++) {
      Bits within = edges_within(graph, edges, &fair);
      Bits met = sources(graph, &within, count ? conditions + c : NULL);
      Bits can = graph_backward(graph, &met, &within);
      if (!bits_equal(&can, &fair)) changed = true;
      bits_free(&within);
      bits_free(&met);
      bits_free(&fair);
      fair = can;
    }
  }
  return fair;
}

/* By definition: in the end, the path takes no edge of some firsts, and infinitely many of the
 * other seconds. */
Bits graph_strongly_fair(const Graph *graph, const Bits *edges, const Bits *conditions,
                         size_t count, const Bits *pairs, size_t pair_count) {
  Bits fair = bits_new(graph->nodes);
  Bits *met = mem_array(count + pair_count, sizeof *met);
  for (size_t i = 0; i < count; i++) met[i] = conditions[i];
  for (size_t without = 0; without < (size_t)1 << pair_count; without++) {
    Bits allowed = bits_new(graph->edges.size);
    size_t number = count;
    if (edges) bits_or(&allowed, edges);
    else bits_fill(&allowed, true);
    for (size_t i = 0; i < pair_count; i++)
      if (without >> i & 1) bits_minus(&allowed, pairs + 2 * i);
      else met[number++] = pairs[2 * i + 1];
    Bits end = graph_fair(graph, &allowed, met, number);
    Bits before = graph_backward(graph, &end, edges);
    bits_or(&fair, &before);
    bits_free(&allowed);
    bits_free(&end);
    bits_free(&before);
  }
  mem_free(met);
  return fair;
}

U32Vec graph_lasso(const Graph *graph, const Bits *from, const Bits *edges, const Bits *conditions,
                   size_t count, size_t *loop) {
  U32Vec path = {0};
  Bits fair = graph_fair(graph, edges, conditions, count);
  Bits within = edges_within(graph, edges, &fair), here = bits_new(graph->nodes);
  uint32_t node = 0;
  while (node < graph->nodes && !(bits_get(from, node) && bits_get(&fair, node))) node++;
  /* Rounds through all conditions; a round that starts in a node where an earlier one did closes
   * the lasso. visited[n] is one more than the length of the path when a round started in n. */
  size_t *visited = mem_array(graph->nodes, sizeof *visited);
  while (node < graph->nodes && !visited[node]) {
    visited[node] = path.size + 1;
    for (size_t c = 0; c < (count ? count : 1); c++) {
      const Bits *condition = count ? conditions + c : NULL;
      Bits met = sources(graph, &within, condition);
      bits_set(&here, node);
      shortest(graph, &here, &within, &met, &path);
      bits_clear(&here, node);
      bits_free(&met);
      if (path.size) node = graph->edges.data[vec_last(&path)].to;
      uint32_t i = graph->out_start[node];
      while (!bits_get(&within, graph->out[i]) || !has(condition, graph->out[i])) i++;
      vec_push(&path, graph->out[i]);
      node = graph->edges.data[graph->out[i]].to;
    }
  }
  if (node < graph->nodes) *loop = visited[node] - 1;
  mem_free(visited);
  bits_free(&fair);
  bits_free(&within);
  bits_free(&here);
  return path;
}
