/* --explain-effort: what a check is busy with. The counters of the engines (engine/effort.h) and
 * what they say on their way become a report in the user's names, with a hint where a remedy is
 * known. */
#ifndef RONDO_CHECK_EXPLAIN_H
#define RONDO_CHECK_EXPLAIN_H

#include "engine/effort.h"
#include "engine/engine.h"
#include "report/effort_report.h"
#include "task/reduce.h"

typedef struct Explain Explain;

/* For the engines of a reduced task, of a cone if there is one (else NULL); what they tell goes on
 * to `progress`, which may be NULL. */
Explain *explain_new(const Reduction *reduction, const Reduction *cone, EngineProgress progress,
                     void *context);
void explain_free(Explain *explain); /* may be NULL */

Effort *explain_effort(const Explain *explain); /* for EngineSetup; may be NULL */
/* A callback for progress, with the Explain as its context. */
void explain_progress(void *explain, const char *engine, uint64_t number, const char *words);

/* What is known so far; the task is the one that was reduced, and has the signals. The caller's. */
EffortReport *explain_report(const Explain *explain, const Task *task, bool decided);

#endif
