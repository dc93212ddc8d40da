/* Engine unfold: nets that are not run, but unfolded. Its row in the table; what runs it is
 * check/net_unfold.c. */
#include "engine/engine.h"

extern const Engine engine_unfold;

const Engine engine_unfold = {
    .name = "unfold",
    .title = "Engine unfold",
    .summary = "unfoldings, for 1-safe nets: deadlocks, reachable markings, LTL without next",
    .view = VIEW_NET,
    .proves = true,
    .refutes = true,
};
