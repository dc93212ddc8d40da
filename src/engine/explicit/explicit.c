#include "engine/explicit/explicit.h"

static const Option options[] = {
    {"partial-order", 0, OPTION_SWITCH, offsetof(ExplicitOptions, partial_order), NULL,
     "leave out interleavings that the property cannot see (stubborn sets)", NULL, 0, 0},
    {"net-reduce", 0, OPTION_SWITCH, offsetof(ExplicitOptions, net_reduce), NULL,
     "search a smaller net where the property cannot tell it from the whole", NULL, 0, 0},
    {"exact-states", 0, OPTION_FLAG, offsetof(ExplicitOptions, exact_states), NULL,
     "of programs count the states that SPIN counts without reduction", NULL, 0, 0},
    {"bitstate", 0, OPTION_FLAG, offsetof(ExplicitOptions, bitstate), NULL,
     "look for violations in states of programs with three bits for each; proves nothing", NULL, 0,
     0},
    {"weak-fairness", 0, OPTION_FLAG, offsetof(ExplicitOptions, weak_fairness), NULL,
     "of runs of programs only those on which every process that can always move does", NULL, 0, 0},
};

static const ExplicitOptions defaults = {.partial_order = true, .net_reduce = true};

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
