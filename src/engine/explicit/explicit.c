#include "engine/explicit/explicit.h"

#include "engine/explicit/workers.h"

static const Option options[] = {
    {"partial-order", 0, OPTION_SWITCH, offsetof(ExplicitOptions, partial_order), NULL,
     "leave out interleavings that the property cannot see (stubborn sets)", NULL, 0, 0},
    {"sleep-sets", 0, OPTION_SWITCH, offsetof(ExplicitOptions, sleep_sets), NULL,
     "of nets, nor take an action again that was taken before in another order", NULL, 0, 0},
    {"net-reduce", 0, OPTION_SWITCH, offsetof(ExplicitOptions, net_reduce), NULL,
     "search a smaller net where the property cannot tell it from the whole", NULL, 0, 0},
    {"exact-states", 0, OPTION_FLAG, offsetof(ExplicitOptions, exact_states), NULL,
     "of programs count the states that SPIN counts without reduction", NULL, 0, 0},
    {"bitstate", 0, OPTION_FLAG, offsetof(ExplicitOptions, bitstate), NULL,
     "look for violations with three bits for each state; proves nothing", NULL, 0, 0},
    {"hash-compaction", 0, OPTION_FLAG, offsetof(ExplicitOptions, hash_compaction), NULL,
     "of nets, the same with four bytes for each", NULL, 0, 0},
    {"cycle-search", 0, OPTION_CHOICE, offsetof(ExplicitOptions, cycle_search), "HOW",
     "of nets, how runs that violate LTL are searched: by components, by nested search as it was "
     "published, or with early detection",
     "scc|nested|improved", 0, 0},
    {"workers", 0, OPTION_NUMBER, offsetof(ExplicitOptions, workers), "N",
     "of nets, so many threads share the search over all markings", NULL, 1, MOST_WORKERS},
    {"weak-fairness", 0, OPTION_FLAG, offsetof(ExplicitOptions, weak_fairness), NULL,
     "of runs of programs only those on which every process that can always move does", NULL, 0, 0},
};

static const ExplicitOptions defaults = {.partial_order = true, .net_reduce = true, .workers = 1};

const Engine engine_explicit = {
    .name = "explicit",
    .title = "Engine explicit",
    .summary = "state by state, for nets and programs: deadlocks, LTL, CTL, bounds",
    .view = VIEW_GRAPH,
    .proves = true,
    .refutes = true,
    .shortest = true,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .options_size = sizeof defaults,
    .option_defaults = &defaults,
};
