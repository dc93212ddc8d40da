#include "oracle/reductions.h"

const ReduceOptions reductions[REDUCTIONS] = {
    [NO_REDUCTION] = {.cone = false},
    {.cone = true},
    {.constants = true},
    {.equivalences = true},
    {.free_latches = true},
    {.delays = true},
    {.choices = true},
    {.rewrite = true},
    [ALL_REDUCTIONS] = {.cone = true,
                        .constants = true,
                        .equivalences = true,
                        .free_latches = true,
                        .delays = true,
                        .choices = true,
                        .rewrite = true},
};
