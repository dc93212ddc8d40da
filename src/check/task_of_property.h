/* From what the user asks to what an engine gets. */
#ifndef RONDO_CHECK_TASK_OF_PROPERTY_H
#define RONDO_CHECK_TASK_OF_PROPERTY_H

#include "front/model.h"
#include "task/ltl_task.h"

/* The task that a property of a model asks; NULL with the reason where no engine could take it. The
 * options matter to LTL alone. */
Task *task_of_property(const Model *model, size_t property, const LtlOptions *options,
                       Error *error);

/* The kinds of task that a property may become, as far as its own kind says. */
TaskKinds task_kinds_of_property(const Model *model, size_t property);

/* A CTL property in the words of LTL, where it has such (see formula/ctl/ctl_linear.h), or
 * FORMULA_NONE; and the task that asks it so: for other properties the one above. */
Formula property_linear(const Model *model, size_t property);
Task *linear_task_of_property(const Model *model, size_t property, const LtlOptions *options,
                              Error *error);

/* Whether evidence in the forms of AIGER is about the product with an automaton, and so about the
 * one property of that. */
bool property_is_product(const Model *model, size_t property);

/* The words in which BTOR2 witnesses for the property are written; NULL: they are of bits, because
 * the model is no BTOR2 file or the property is not one of it. */
const Relation *property_words(const Model *model, size_t property);

/* The number of a property among the invariants or among the others, as AIGER files count. */
size_t property_index_in_kind(const Model *model, size_t property);

#endif
