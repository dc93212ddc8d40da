/* A CTL formula as it was written: a list of parts, children before parents. */
#ifndef JUDGE_FORMULA_H
#define JUDGE_FORMULA_H

#include "judge/circuit.h"

typedef enum {
  PART_ATOM, /* constants, too */
  PART_NOT,
  PART_AND,
  PART_OR,
  PART_IMPLIES,
  PART_EQUIVALENT,
  PART_XOR,
  PART_EX,
  PART_EF,
  PART_EG,
  PART_AX,
  PART_AF,
  PART_AG,
  PART_EU,
  PART_ER,
  PART_EW,
  PART_AU,
  PART_AR,
  PART_AW,
  PART_COUNT
} PartKind;

typedef struct {
  PartKind op;
  size_t left, right; /* parts; of those that have children */
  Lit atom;           /* what an atom means */
} Part;

typedef struct {
  Part *parts;
  size_t size, room, root;
} Parts;

#endif
