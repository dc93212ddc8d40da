/* The table of engines, alone in its file: the program that tests the gate is linked with a longer
 * one, in tests/gate, that has liars in it. */
#include "engine/engine.h"

extern const Engine engine_sim, engine_bmc, engine_kind, engine_ic3, engine_localise, engine_fair,
    engine_kliveness, engine_l2s, engine_rlive, engine_iictl, engine_bdd, engine_dnc,
    engine_explicit, engine_unfold, engine_diagram;

const Engine *const engine_table[] = {
    &engine_sim,      &engine_bmc,    &engine_kind,      &engine_ic3,
    &engine_localise, &engine_fair,   &engine_kliveness, &engine_l2s,
    &engine_rlive,    &engine_iictl,  &engine_bdd,       &engine_dnc,
    &engine_explicit, &engine_unfold, &engine_diagram,   NULL,
};
