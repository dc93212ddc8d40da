/* What the evidence is asked to show. Properties of a model are its bad states and then its justice
 * properties, numbered from 0; in files of the old form, which have neither, outputs are bad. */
#ifndef JUDGE_QUESTION_H
#define JUDGE_QUESTION_H

#include "judge/circuit.h"

typedef struct {
  const Circuit *model;
  const char *property; /* as it was asked for: a number or a name; NULL: nothing was said */
} Question;

/* The bad literals of a circuit, in the old form its outputs. */
const Lits *bad_literals(const Circuit *circuit);

/* The number of the property that was asked for, or the only one; -1: nothing was said and there
 * are several, or none. */
long asked_property(const Question *question);

/* Each ends the program unless the evidence shows what it claims. */
void check_traces(const Question *question, const Bytes *evidence);
void check_witness_circuit(const Question *question, const Bytes *evidence);

#endif
