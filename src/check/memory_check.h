/* The check of a property of a model with memories (term/memory.h): which addresses its task
 * tracks, and whether a violation of it is one of the model.
 *
 * An engine sees the task alone, which has every run of the model and perhaps more. So its proofs
 * are taken as they are. A trace is followed through the memories: the first read that does not
 * give what is there adds an address to the task, and the engines begin again. If all reads are
 * right, the task is made once more, with the addresses of all of them as constants, and the trace
 * with their contents: it is replayed there by the judge like any other. In the replay each read
 * is constrained, so the judge need not believe what was found here. */
#ifndef RONDO_CHECK_MEMORY_CHECK_H
#define RONDO_CHECK_MEMORY_CHECK_H

#include "front/model.h"
#include "system/trace.h"
#include "task/ltl_task.h"
#include "term/memory_run.h"
#include "term/memory_track.h"

/* The task of a property (task_of_property.h) with so many addresses tracked; `words` is emptied
 * first. */
Task *memory_task(const Model *model, size_t property, const LtlOptions *options,
                  const TrackedVec *tracked, TrackedWordVec *words, Error *error);

typedef enum {
  MEMORY_REAL,     /* the violation is one of the model */
  MEMORY_SPURIOUS, /* it is not; an address was added to `tracked` */
  MEMORY_OPEN,     /* not known; the error says why */
} MemoryFinding;

/* Follows a trace of the task `asked`, which tracks nothing, or of one that begins with its latches
 * and inputs. If it is real, `tracked` becomes the addresses that are read, of a lasso also those
 * that are written. What the run was is in
 * `run`, which the caller frees, and in `steps`: numbers of the trace's steps. A lasso may have to
 * go round more than once before its memories come back: from step `*loop` on. */
MemoryFinding memory_follow(const Model *model, const Task *asked, const Trace *trace,
                            TrackedVec *tracked, MemoryRun *run, U32Vec *steps, int64_t *loop,
                            Error *error);

/* Such a run as a trace of the task with those addresses. */
Trace *memory_trace(const Model *model, const Task *asked, const Task *task, const Trace *trace,
                    const TrackedVec *tracked, const TrackedWordVec *words, MemoryRun *run,
                    const U32Vec *steps, int64_t loop);

/* The trace of a file, of the task `asked`: whether it violates the property, with memories that
 * are read as they were written. */
bool memory_replay(const Model *model, size_t property, const LtlOptions *options,
                   const Task *asked, const Trace *trace, Error *error);

/* What a file of evidence says of the addresses, a line "rondo memory ...", the caller's; and what
 * it says read again. A file without the line tracks nothing. */
char *memory_note(const TrackedVec *tracked);
bool memory_note_read(const Model *model, const char *file, const char *data, size_t size,
                      TrackedVec *tracked, Error *error);

#endif
