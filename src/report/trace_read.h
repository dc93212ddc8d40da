/* Runs of a circuit, read back from whatever tells of them: traces as text, plain and as NuSMV
 * prints them, those of CTL formulas with their paths, the whole output of `rondo check` with
 * everything around them; its JSON; VCD files; witnesses. What kind of file it is, its content
 * tells. The result is always a run of the model: nothing that is read is believed. */
#ifndef RONDO_REPORT_TRACE_READ_H
#define RONDO_REPORT_TRACE_READ_H

#include "front/model.h"
#include "report/claimed_run.h"

/* Reads the trace of this number, from 1. `count`, which may be NULL, becomes how many there are.
 * NULL and an error if there is none, or it is no run. */
Trace *trace_read(const Model *model, const char *file, const char *data, size_t size,
                  size_t number, size_t *count, Error *error);

/* ---- for the readers of each form ---- */

typedef struct {
  ClaimedRun run;
  int64_t parent; /* of a path that explains a part of a CTL formula: the one that it leaves ... */
  size_t step;    /* ... and where; -1: it begins as a run does */
} Tale;
typedef VEC(Tale) TaleVec;

Tale *tale_begin(TaleVec *tales);

bool read_text_tales(Listener *listener, const char *data, size_t size, TaleVec *tales);
bool read_json_tales(Listener *listener, const char *data, size_t size, TaleVec *tales);
bool read_vcd_tales(Listener *listener, const char *data, size_t size, TaleVec *tales);

#endif
