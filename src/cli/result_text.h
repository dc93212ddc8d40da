/* Results of `rondo check` as people read them. */
#ifndef RONDO_CLI_RESULT_TEXT_H
#define RONDO_CLI_RESULT_TEXT_H

#include "rondo/rondo.h"

/* Whether there is a run to look at, of a violation or to a cover. */
bool result_has_run(const RondoResult *result);

/* The verdict, what it rests on, and the run; `trace` is of RONDO_TRACE_*. */
void result_print(const RondoModel *model, size_t property, const RondoResult *result,
                  unsigned trace, bool statistics);

/* What holds for the wrong reasons. */
void remark_print(const RondoModel *model, const RondoRemark *remark);

#endif
