/* How sets of states were refined on the way to an answer (seed 003, Figure 6): the fair components
 * of one part of the system are found in those of a smaller part. It is no evidence but goes with
 * it, for people to look at. */
#ifndef RONDO_SYSTEM_SET_TREE_H
#define RONDO_SYSTEM_SET_TREE_H

#include <stdint.h>

#include "base/vec.h"

/* Of the accepting cycles in a component: all cycles are; and no step leads out; or neither. */
typedef enum { SET_TERMINAL, SET_WEAK, SET_STRONG, SET_STRENGTHS } SetStrength;

typedef struct {
  uint32_t parent;  /* comes before it; of node 0, which stands for all states: itself */
  uint32_t level;   /* the number of the part of the system, from 0 */
  uint32_t latches; /* that this part has */
  SetStrength strength;
  double states; /* effective ones: values of these latches */
} SetNode;

typedef VEC(SetNode) SetTree;

enum { SET_TREE_MOST = 2000 }; /* nodes that go along with an answer: the first ones */

const char *set_strength_name(SetStrength strength);

#endif
