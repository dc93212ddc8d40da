/* What a front end gives: the system and the properties in the file. */
#ifndef RONDO_FRONT_MODEL_H
#define RONDO_FRONT_MODEL_H

#include "base/budget.h"
#include "base/error.h"
#include "formula/automaton/automaton.h"
#include "formula/formula.h"
#include "system/system.h"
#include "system/task.h"

/* What a reader is told besides the bytes. */
typedef struct ReadOptions {
  const char *format; /* a name of the table in front.h; NULL: by the file's name and content */
  Budget *budget;     /* for what reading has to prove; may be NULL */
} ReadOptions;

/* A run that is compassionate makes `then` true infinitely often if it makes `often` so. */
typedef struct {
  Lit often, then;
} Compassion;
typedef VEC(Compassion) CompassionVec;

typedef struct Language Language; /* see language.h */

typedef struct Model {
  char *file;               /* as the user named it */
  const char *format;       /* the name of its language in the table of front.h, or NULL */
  char *unchecked;          /* why nothing of it can be checked, as a sentence; NULL: it can */
  const Language *language; /* of formulas from outside the file */
  void *reading;            /* what the language remembers of the file, its own */
  System *system;
  CompassionVec compassion; /* strong fairness: LTL and CTL assume it, invariants do not */
  Formulas *formulas;     /* of LTL and CTL properties; atoms are bound to literals of the system */
  PropertyVec properties; /* in file order; of AIGER: bad states first, then justice */
  Labels *labels;         /* of the automata; NULL where there are none */
  VEC(Automaton *) automata; /* given in place of formulas: they accept what must not happen */
} Model;

/* What strong fairness assumes of a run, as an LTL formula: G F often -> G F then for every pair;
 * FORMULA_NONE if there is none. And the formula under that assumption. */
Formula model_assumption(const Model *model);
Formula model_assuming(const Model *model, Formula ltl);

Model *model_new(const char *file); /* an empty system and store */
void model_free(Model *model);

/* The number of a property given by name or number; -1 if there is none. */
int64_t model_find_property(const Model *model, const char *name);

/* Adds properties from outside the file: a formula in the language of the model, or a file of them
 * (see property_file.h). Those without a name are called invar0, ltl1, ctl2, ... by their place
 * among the properties. */
bool model_add_invariant(Model *model, const char *name, const char *text, Error *error);
bool model_add_ltl(Model *model, const char *name, const char *text, Error *error);
bool model_add_ltl_file(Model *model, const char *file, Error *error);
bool model_add_ctl(Model *model, const char *name, const char *text, Error *error);

/* Files of CTL formulas come in two forms: that of LTL files, in the language of the model; and the
 * sequences of ctl_sequence.h, with a grammar of their own. CTL_FORM_FOUND takes the one that the
 * file can be read in. If that is both, it is the first for a model with a language of its own,
 * and the second for others, unless it contains a chain a -> b -> c, of which the two make
 * different things: that is an error. A formula of a sequence that names an unknown signal is
 * there, unchecked, so that the others keep their numbers: one file often serves several models. */
typedef enum { CTL_FORM_FOUND, CTL_FORM_LINES, CTL_FORM_SEQUENCE } CtlForm;
bool model_add_ctl_file(Model *model, const char *file, CtlForm form, Error *error);

/* Adds a property that another tool has translated: an automaton in HOA format that accepts the
 * runs that must not happen. It is called hoa0, hoa1, ... likewise. */
bool model_add_hoa_file(Model *model, const char *file, Error *error);

#endif
