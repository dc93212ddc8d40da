/* Engine diagram: all markings of a net as one decision diagram (net/marking_set.h). Its row in the
 * table; what runs it is check/net_diagram.c. */
#include "engine/engine.h"

extern const Engine engine_diagram;

const Engine engine_diagram = {
    .name = "diagram",
    .title = "Engine diagram",
    .summary = "all markings of a net as a decision diagram: CTL, bounds, state space, liveness",
    .view = VIEW_SETS,
    .proves = true,
    .refutes = true,
};
