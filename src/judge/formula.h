/* A formula of CTL or LTL as it was written: a list of parts, children before parents. */
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
  PART_X, /* temporal from here on; the past from Y on */
  PART_F,
  PART_G,
  PART_U,
  PART_R,
  PART_W,
  PART_M,
  PART_Y,
  PART_Z, /* like Y, but true in the first step */
  PART_O,
  PART_H,
  PART_S,
  PART_T
} PartKind;

typedef struct {
  PartKind op;
  char paths;         /* of CTL, if it is temporal: E, some path, or A, all of them */
  size_t left, right; /* parts; of those that have children */
  Lit atom;           /* what an atom means ... */
  const char *text;   /* ... and how it is written */
} Part;

typedef struct {
  Part *parts;
  size_t size, room, root;
} Parts;

#endif
