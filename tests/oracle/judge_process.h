/* rondo-check as a process, for tests that compare it with the checker of src/evidence: models and
 * evidence go through files, as they do for users. */
#ifndef RONDO_ORACLE_JUDGE_PROCESS_H
#define RONDO_ORACLE_JUDGE_PROCESS_H

#include <stddef.h>

#include "task/task.h"

/* A folder for a model and for evidence about it. */
typedef struct {
  char folder[64], model[96], evidence[96], log[96];
} JudgeFiles;
JudgeFiles judge_files_new(void);
void judge_files_free(const JudgeFiles *files);

/* Writes the system with the task's property, if it is an invariant or one of progress; outputs
 * a0, a1, ... are the literals. */
void judge_write_model(const JudgeFiles *files, const Task *task, const LitVec *outputs);

/* The exit code: 0 accepted, 1 refused, 65 unreadable; any other one fails the test. The
 * option is --ctl or --ltl with a formula, NULL for other evidence. */
int judge_process_run(const JudgeFiles *files, const char *evidence, size_t size,
                      const char *option, const char *formula);

#endif
