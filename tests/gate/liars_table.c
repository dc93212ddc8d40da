/* The table of the program rondo-liars: the engines of the house, and the liars. */
#include "gate/liars.h"

extern const Engine engine_bmc, engine_ic3, engine_localise, engine_kind, engine_sim, engine_fair,
    engine_kliveness, engine_l2s, engine_rlive, engine_iictl, engine_bdd, engine_dnc,
    engine_explicit, engine_unfold, engine_diagram;

const Engine *const engine_table[] = {
    &engine_sim,    &engine_bmc,       &engine_kind, &engine_ic3,   &engine_localise,
    &engine_fair,   &engine_kliveness, &engine_l2s,  &engine_rlive, &engine_iictl,
    &engine_bdd,    &engine_dnc,       liars,        liars + 1,     liars + 2,
    liars + 3,      liars + 4,         liars + 5,    liars + 6,     liars + 7,
    liars + 8,      liars + 9,         liars + 10,   liars + 11,    &engine_explicit,
    &engine_unfold, &engine_diagram,   NULL};
