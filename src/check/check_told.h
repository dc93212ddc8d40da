/* An answer about a circuit on its way from one process to another, where it is judged again as if
 * anybody had given it. */
#ifndef RONDO_CHECK_CHECK_TOLD_H
#define RONDO_CHECK_CHECK_TOLD_H

#include "check/check.h"

/* The place of an engine in the table, and back; NULL if no engine has it. */
uint32_t told_engine_number(const char *name);
const Engine *told_engine(uint32_t number);

/* Adds the verdict of a result with its evidence. */
void check_tell(const Result *result, Text *bytes);

/* The answer about a check's property, which is judged. False, and why, as below. */
bool check_hear(Check *check, const Settings *settings, const char *bytes, size_t size,
                Budget *budget, Error *error);

/* A message of a portfolio (wire.h) without an answer: takes how far the engines got. */
bool check_hear_open(Check *check, const char *bytes, size_t size);

/* The answer about the same property of the same model, as a result whose evidence was checked
 * here. NULL, and why, if the bytes are no such answer; without a reason if the budget was spent.
 */
Result *check_told(const Model *model, size_t property, const Settings *settings, const char *bytes,
                   size_t size, Budget *budget, Error *error);

#endif
