/* Random models in the dialect of vl2mv, as text and as a tree that a slow interpreter evaluates
 * with plain numbers: a second opinion about what the text means that shares nothing with the
 * reader. */
#ifndef RONDO_ORACLE_RANDOM_VL2MV_H
#define RONDO_ORACLE_RANDOM_VL2MV_H

#include "base/random.h"
#include "base/text.h"

typedef enum { VL_INPUT, VL_WIRE, VL_CHOICE, VL_REGISTER } VlRole;

/* How the text gives a wire its value: these mean the same. */
typedef enum { VL_ASSIGN, VL_PROCESS, VL_FUNCTION, VL_INSTANCE, VL_FORMS } VlForm;

typedef struct VlNode VlNode;
typedef struct VlStep VlStep;

typedef struct {
  char name[8];
  VlRole role;
  VlForm form;
  bool is_enumeration; /* of three values */
  bool upwards;        /* a vector [0:n] */
  bool deferred;       /* a register that is assigned with <= */
  unsigned width;
  unsigned elements; /* of an array; 0: none */
  VlNode *value;     /* of a wire; of a choice: the alternatives are its parts */
  VlNode *initial;   /* of a register */
} VlVariable;

enum { VL_VARIABLES = 12, VL_ELEMENTS = 4, VL_VALUES = 3 };

typedef struct {
  VlVariable variables[VL_VARIABLES];
  unsigned count;
  VlStep *body; /* of the one process */
  Text text;
  void *memory; /* of the tree */
} VlModel;

/* A value for each variable, or for each of its elements. */
typedef struct {
  uint64_t value[VL_VARIABLES][VL_ELEMENTS];
} VlState;

VlModel *vl_model_new(Random *random);
void vl_model_free(VlModel *model);

/* Wires from inputs, choices and registers. */
void vl_settle(const VlModel *model, VlState *state);
/* What the k-th alternative of a choice is in a state that is settled as far as the choice reads.
 */
uint64_t vl_alternative(const VlModel *model, const VlVariable *choice, unsigned k,
                        const VlState *state);
unsigned vl_alternatives(const VlVariable *choice);
/* The registers after a step. */
void vl_step(const VlModel *model, const VlState *before, VlState *after);
/* The value that `initial` gives a register; all of them are constants. */
uint64_t vl_initial(const VlModel *model, const VlVariable *variable);

#endif
