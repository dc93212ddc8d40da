/* A Graph is what explicit engines see of a model: states as flat arrays of integers, actions that
 * lead from state to state, atoms that are true or false in a state, and which action depends on
 * what. It knows nothing of the model's language; every kind of model that has one makes it.
 *
 * An action has at most one successor in a state; models with choices have several actions. */
#ifndef RONDO_VIEW_GRAPH_H
#define RONDO_VIEW_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vec.h"

/* A part of an array that someone else owns. */
typedef struct {
  const uint32_t *data;
  size_t size;
} Numbers;

typedef enum { GRAPH_FIRED, GRAPH_OVERFLOW } GraphFired;

typedef struct Graph Graph;
struct Graph {
  size_t width;   /* integers of a state; at least 1 */
  size_t actions; /* their number */
  size_t atoms;

  void (*initial)(const Graph *graph, uint32_t *state);

  /* Writes the enabled actions, ascending, and returns how many there are. */
  size_t (*enabled)(const Graph *graph, const uint32_t *state, uint32_t *actions);
  bool (*is_enabled)(const Graph *graph, uint32_t action, const uint32_t *state);

  /* Takes an enabled action, in place. The state is as before where its integers cannot hold the
   * successor. */
  GraphFired (*fire)(const Graph *graph, uint32_t action, uint32_t *state);

  /* The positions that an action may change, ascending. */
  Numbers (*writes)(const Graph *graph, uint32_t action);

  bool (*holds)(const Graph *graph, uint32_t atom, const uint32_t *state);

  /* ---- dependency, for partial order; both are over all reachable states ---- */

  /* Appends the actions that may not commute with an action: one may disable the other, or the
   * order matters. Some may come twice, and the action itself may be among them. */
  void (*conflicts)(const Graph *graph, uint32_t action, U32Vec *set);

  /* Appends a necessary enabling set of an action that is disabled in a state: one of these has to
   * be taken before it becomes enabled. `there` marks actions that cost nothing, so that the
   * cheapest set can be chosen; NULL: none does. */
  void (*enablers)(const Graph *graph, uint32_t action, const uint32_t *state, const uint8_t *there,
                   U32Vec *set);

  /* Appends actions one of which has to be taken before an atom that has this value in the state
   * gets the other one. Without a state (NULL): all that may change it from that value. */
  void (*changers)(const Graph *graph, uint32_t atom, bool value, const uint32_t *state,
                   U32Vec *set);

  void (*print_action)(const Graph *graph, uint32_t action, Text *text);
  void (*free)(Graph *graph);
};

void view_graph_free(Graph *graph); /* NULL is fine */

#endif
