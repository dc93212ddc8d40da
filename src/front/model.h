/* What a front end gives: the system, the net or the program, and the properties in the file. */
#ifndef RONDO_FRONT_MODEL_H
#define RONDO_FRONT_MODEL_H

#include "base/error.h"
#include "formula/automaton/automaton.h"
#include "formula/nnf.h"
#include "front/read_options.h"
#include "model/net_atom.h"
#include "model/processes.h"
#include "system/system.h"
#include "task/task.h"

/* A run that is compassionate makes `then` true infinitely often if it makes `often` so. */
typedef struct {
  Lit often, then;
} Compassion;
typedef VEC(Compassion) CompassionVec;

typedef struct Language Language; /* see language.h */
typedef struct Relation Relation; /* see term/relation.h */
typedef struct Memories Memories; /* see term/memory.h */

typedef struct Model {
  char *file;               /* as the user named it */
  const char *format;       /* the name of its language in the table of front.h, or NULL */
  char *unchecked;          /* why nothing of it can be checked, as a sentence; NULL: it can */
  const Language *language; /* of formulas from outside the file */
  void *reading;            /* what the language remembers of the file, its own */
  bool lemmas;              /* its invariants are lemmas for each other: see together_first.h */
  StringVec notes;          /* what the user should know of how it was read */
  Relation *relation;       /* the words that the system was made of; NULL: it was read as bits */
  Net *net;                 /* of a model that is a net, whose system is empty; else NULL */
  NetAtomVec net_atoms;     /* of a net: the meaning of the formulas' atoms, by index */
  FormulaVec fairness;      /* of a net: state formulas; LTL and CTL assume them, as below */
  Processes *processes;     /* of a model that is a program, whose system is empty; else NULL */
  /* Arrays of the relation that are too large for the system, which is then an abstraction: it has
   * more runs than the model. NULL: it has the same. */
  Memories *memories;
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

/* Makes the system and the properties of a model whose relation was read; false and an error if it
 * is too large. `options` may be NULL. */
bool model_blast(Model *model, const ReadOptions *options, Error *error);

/* Whether the system is the model; else false and an error that says that `what` needs it, such as
 * "a simulation". */
bool model_is_whole(const Model *model, const char *what, Error *error);

/* The number of a property given by name or number; -1 if there is none. */
int64_t model_find_property(const Model *model, const char *name);

/* Adds properties from outside the file: a formula in the language of the model, or a file of them
 * (see property_file.h). Those without a name are called invar0, ltl1, ctl2, ... by their place
 * among the properties. */
bool model_add_invariant(Model *model, const char *name, const char *text, Error *error);
bool model_add_invariant_file(Model *model, const char *file, Error *error);
bool model_add_ltl(Model *model, const char *name, const char *text, Error *error);
bool model_add_ltl_file(Model *model, const char *file, Error *error);
bool model_add_ctl(Model *model, const char *name, const char *text, Error *error);

/* Conditions that a run has to meet infinitely often: state formulas in a file. LTL and CTL assume
 * them from now on, invariants do not. */
bool model_add_fairness_file(Model *model, const char *file, Error *error);

/* Files of CTL formulas come in two forms: that of LTL files, in the language of the model; and the
 * sequences of ctl_sequence.h, with a grammar of their own. CTL_FORM_FOUND takes the one that the
 * file can be read in. If that is both, it is the first for a model with a language of its own,
 * and the second for others, unless it contains a chain a -> b -> c, of which the two make
 * different things: that is an error. A formula of a sequence that names an unknown signal is
 * there, unchecked, so that the others keep their numbers: one file often serves several models. */
typedef enum { CTL_FORM_FOUND, CTL_FORM_LINES, CTL_FORM_SEQUENCE } CtlForm;
bool model_add_ctl_file(Model *model, const char *file, CtlForm form, Error *error);

/* Adds the properties of a file of the Model Checking Contest (docs/nets.md), or one that is asked
 * by the name of the examination alone. Of nets only. */
bool model_add_property_set(Model *model, const char *file, Error *error);
bool model_add_examination(Model *model, const char *name, Error *error);

/* Adds a property that another tool has translated: an automaton in HOA format that accepts the
 * runs that must not happen. It is called hoa0, hoa1, ... likewise. */
bool model_add_hoa_file(Model *model, const char *file, Error *error);

#endif
