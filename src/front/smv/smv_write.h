/* A model as SMV text, for tools that read it: the system bit by bit, with the names of its signals
 * as far as SMV allows them, and all properties. A signal of several bits becomes name_0, name_1,
 * ...; characters that SMV does not know become `_`.
 *
 * Inputs become input variables (IVAR): a choice that is made on leaving a state. SMV lets them
 * occur in next values, TRANS and LTLSPEC alone; what else reads them is said with latches, see
 * smv_form.h. The inputs that the atoms of CTL properties read belong to the state, as they do for
 * Rondo's own CTL, and become variables (VAR) without assignments; so all CTL properties of one
 * file must read the same ones. */
#ifndef RONDO_FRONT_SMV_SMV_WRITE_H
#define RONDO_FRONT_SMV_SMV_WRITE_H

#include <stdio.h>

#include "front/model.h"

/* Every property is one that SMV can say; false if the stream reports an error. */
bool smv_write(const Model *model, FILE *stream);

/* Why SMV cannot say a property of the model beside those before it, as a sentence; NULL: it
 * can. */
const char *smv_cannot_say(const Model *model, size_t property);

#endif
