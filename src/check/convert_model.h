/* A model in another format: which properties go into the file, and what the format cannot say.
 *
 * Nothing is lost in silence. A property that the format cannot say is an error that names it and
 * tells why, unless it may be dropped: then it is a warning.
 *
 * Products. A property about runs (LTL, an automaton, CTL that LTL can say) that the format cannot
 * say can be written as the product of the system with its automaton, a bad or justice property
 * under its name. If it is the only property of the file, the product is the task that engines get
 * (task_of_property.h), so that witnesses and certificates for the property are such for the file.
 * Among others it is put beside them (product_beside.h): the verdict is the same, but the file is
 * not the one that the evidence of a check is about. */
#ifndef RONDO_CHECK_CONVERT_MODEL_H
#define RONDO_CHECK_CONVERT_MODEL_H

#include "front/front.h"
#include "task/ltl_task.h"

typedef struct {
  bool product;   /* write the product where the format cannot say the property */
  bool drop;      /* leave out what the format cannot say */
  LtlOptions ltl; /* of products */
} ConvertOptions;

/* Keeps the properties with these numbers alone, in the order of the model. */
void convert_select(Model *model, const size_t *properties, size_t count);

/* Makes the model one that can be written so; false if it cannot, with all the reasons. */
bool convert_prepare(Model *model, const FrontWriter *writer, const ConvertOptions *options,
                     Error *error);

#endif
