/* The system that the front end makes of an SMV model beside the interpreter of its syntax tree. */
#ifndef RONDO_ORACLE_SMV_COMPARE_H
#define RONDO_ORACLE_SMV_COMPARE_H

#include "oracle/smv_interpreter.h"
#include "system/trace.h"

/* Codes that stand for no value: such states exist, but must not be reached. */
#define SMV_NO_VALUATION (SIZE_MAX - 1)

/* The interpreter's valuation that the signals of a step show, to be freed; NULL: some code stands
 * for no value. And its number, where they have numbers. */
Valuation smv_values(const Interpreter *it, const System *system, const Step *step);
size_t smv_valuation(const Interpreter *it, const System *system, const Step *step);

/* Fails the test unless both have the same initial states and the same transitions, by enumeration
 * of both. */
void smv_compare_relations(const Interpreter *it, const System *system, const char *source);

#endif
