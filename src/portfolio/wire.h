/* Messages between a portfolio and its workers: frames on a stream socket.
 *
 *   u32 kind, u32 zero, u64 length, then `length` bytes
 *
 * Numbers are in the machine's own order, since both ends are the same program. How evidence
 * travels its kind says (evidence/evidence_form.h). A worker may have gone wrong in any way, so
 * whoever decodes believes nothing: every number is tested against what is there, and what does not
 * fit makes the message void. Even a message that decodes is only a claim, which the checker of
 * evidence judges.
 *
 * A literal in a lemma is the index of a latch, doubled, plus its sign: it means the same in every
 * process. */
#ifndef RONDO_PORTFOLIO_WIRE_H
#define RONDO_PORTFOLIO_WIRE_H

#include "base/error.h"
#include "engine/engine.h"
#include "engine/reach/clause.h"

typedef enum { WIRE_PROGRESS = 1, WIRE_RESULT, WIRE_LEMMAS } WireKind;

typedef struct {
  WireKind kind;
  const char *data; /* into the buffer that it was taken from */
  size_t size;
} WireFrame;

/* Takes the frame at *at of what was received so far, and moves *at behind it. False if it is not
 * complete yet, or (broken) is none. */
bool wire_take(const Text *received, size_t *at, WireFrame *frame, bool *broken);

/* ---- what an engine says on its way ---- */

typedef struct {
  uint32_t entry; /* the number of the engine in the portfolio */
  uint64_t number;
  char words[161];
} WireProgress;

void wire_add_progress(Text *out, const WireProgress *progress);
bool wire_read_progress(const WireFrame *frame, WireProgress *progress);

/* ---- how a worker's run ended ---- */

enum { WIRE_NO_ENTRY = UINT32_MAX };

typedef struct {
  uint32_t entry;    /* whose answer it is; WIRE_NO_ENTRY: nobody's */
  BudgetState state; /* without an answer: what ended it; BUDGET_LEFT: all engines gave up */
  EngineResult result;
  Stats stats;     /* names and meanings are strings in ... */
  StringVec names; /* ... this, where it was read */
} WireResult;

void wire_result_free(WireResult *result);
void wire_add_result(Text *out, const Task *task, const WireResult *result);

/* False, with the reason, if the bytes are no result for this task. */
bool wire_read_result(const WireFrame *frame, const Task *task, WireResult *result, Error *error);

/* ---- lemmas: clauses over the latches of the task ---- */

enum { WIRE_MOST_LITERALS = 256 }; /* of a clause; longer ones are not worth the way */

void wire_add_lemmas(Text *out, const Task *task, const ClauseVec *clauses);
/* The clauses that make sense for the task, appended. */
bool wire_read_lemmas(const WireFrame *frame, const Task *task, ClauseVec *clauses);

#endif
