/* What was found out is kept in a folder, for later runs on the same or an edited model.
 *
 * An answer is kept with what its property depends on, its cone, and found again by a hash of that:
 * so it does not matter what else in the model has changed. If the cone has changed, too, what was
 * kept for the property of that name is tried. Nothing that is read is believed: the evidence is
 * mapped to the model as it is now and goes to the judge, as if an engine had just found it; so a
 * collision of hashes, or a file that someone has written by hand, costs a little time and nothing
 * else. Clauses that engines learned about reachable states are kept by the names of their latches;
 * engines that use them show first that they hold.
 *
 * Files: `KEY.kept` has an answer, `HASH.name` the key that a property had last, `HASH.lemmas` the
 * clauses of a model. Each is written whole or not at all. */
#ifndef RONDO_CHECK_KEEP_H
#define RONDO_CHECK_KEEP_H

#include "check/learned.h"
#include "engine/engine.h"
#include "front/model.h"
#include "task/task.h"

/* The hash of a task: of its question and of the functions of its latches, in their order, whatever
 * the numbers of its gates. */
uint64_t keep_hash(const Task *task);

typedef struct {
  Verdict verdict;
  const Engine *engine; /* that found it */
  Evidence evidence;    /* about the task that was asked for; not checked */
} KeptAnswer;

/* The answer kept under the hash of the task; false if there is none that can be read. */
bool keep_find(const char *folder, uint64_t hash, const Task *task, KeptAnswer *answer);

/* The hash that the property of this model and name had when its answer was kept; false if there is
 * none. */
bool keep_last(const char *folder, const Model *model, size_t property, uint64_t *hash);

/* Keeps an answer about the task, which is the cone of the property. What cannot be written is not
 * kept. */
void keep_answer(const char *folder, const Model *model, size_t property, const Task *task,
                 const KeptAnswer *answer);

/* Clauses over the latches of the model: what was kept is added, and what is known is kept. */
void keep_read_lemmas(const char *folder, const Model *model, Learned *learned);
void keep_write_lemmas(const char *folder, const Model *model, const Learned *learned);

#endif
