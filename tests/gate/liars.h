/* Engines that lie: they answer at once, and what they say is wrong, or the reason that they give
 * for it is. Tests put them into the settings of a check; the program rondo-liars has them in its
 * table, so that they can be asked by their names. The gate, check_judge() of
 * src/check/check_answer.c, must keep every one of them from becoming a verdict. */
#ifndef RONDO_TESTS_GATE_LIARS_H
#define RONDO_TESTS_GATE_LIARS_H

#include "engine/engine.h"

enum { LIARS = 12 };
extern const Engine liars[LIARS];

#endif
