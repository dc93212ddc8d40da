/* The language of a model: how formulas that come from outside its file are read. Each front end
 * gives its models one, so that a formula means the same in the file and on the command line. */
#ifndef RONDO_FRONT_LANGUAGE_H
#define RONDO_FRONT_LANGUAGE_H

#include "front/model.h"

/* A formula in a text: all of a command line argument, or a part of a file. */
typedef struct {
  const char *file;  /* NULL: the command line */
  const char *text;  /* ended by a zero byte; lives as long as the formulas of it are added */
  size_t start, end; /* the formula in it */
} FormulaPlace;

struct Language {
  /* Adds a property of the kind PROPERTY_INVARIANT, _LTL or _CTL, with its text, under a name of
   * the caller's choice. On failure an error, with its place, and nothing is added. */
  bool (*add)(Model *model, PropertyKind kind, const char *name, const FormulaPlace *place,
              Error *error);
  /* A Boolean expression as a literal of the system: an atom of an automaton, say. */
  bool (*literal)(Model *model, const char *text, Lit *literal, Error *error);
  void (*free)(void *reading);
  /* Adds all formulas of a file, or none; NULL: it has one on each line (property_file.h). */
  bool (*add_file)(Model *model, PropertyKind kind, const char *file, const char *text,
                   Error *error);
  /* The state formulas of a file as literals: fairness conditions. NULL: one on each line. */
  bool (*conditions)(Model *model, const char *file, const char *text, LitVec *literals,
                     Error *error);
};

/* Formulas as parser.h reads them, over the signals of the system (atoms.h). */
extern const Language signals_language;

/* A formula without temporal operators as a literal; its atoms are bound. False if it has some. */
bool language_boolean(const Model *model, Formula f, Lit *literal);

/* "ltl3": what a property without a name is called, by its kind and its place among the others. */
char *language_name(const Model *model, PropertyKind kind);

/* Adds a property with a copy of its name and of the formula's text. */
void language_push(Model *model, Property property, const char *name, const FormulaPlace *place);

#endif
