/* Properties that do not come from the file: the ways in which a command line gives them, once for
 * all commands, so that a property has the same number and means the same wherever it is asked
 * for. */
#ifndef RONDO_CHECK_ADD_PROPERTIES_H
#define RONDO_CHECK_ADD_PROPERTIES_H

#include "base/option.h"
#include "front/model.h"

typedef struct {
  GivenVec properties; /* uses of --invar, --inv-file, --ltl, --hoa and so on, in their order */
  StringVec fairness_files; /* conditions that LTL and CTL assume */
  int ctl_form;             /* a CtlForm, of the CTL files */
  bool check_deadlock;
} AddedProperties;

/* Adds them in the order in which they were given; formulas and automata take the place of the
 * model's own properties, the question about deadlocks comes beside what there is. False and an
 * error if one cannot be read. */
bool add_properties(Model *model, const AddedProperties *added, Error *error);

void added_properties_free(AddedProperties *added); /* what it holds */

#endif
