/* What a proof consists of, in the user's names, as an object of JSON for the page (html.h).
 *
 * The parts are read off the witness circuit itself, so that it does not matter which engine made
 * it, or what the way back from reductions added: its property is a conjunction of clauses over the
 * latches, equalities, and other conditions. Of a ranking, the signals that the other copy sees are
 * the rank; and if it sees the rank of this very state, what is left of the negated condition i
 * says where i can only be met by increasing the rank. */
#ifndef RONDO_REPORT_PROOF_JSON_H
#define RONDO_REPORT_PROOF_JSON_H

#include "base/json.h"
#include "system/evidence.h"
#include "task/task.h"

/* {"kind":"invariant","latches":0,"clauses":[...],"equalities":[...],"conditions":[...],
 *  "rank":[...],"missed":[{"name","text","definitions"}],"definitions":[{"name","text"}],"omitted":0}.
 * A clause is
 * {"always":fact} if it is one, else {"never":cube}. */
void proof_json(const Task *task, PropertyKind kind, const Evidence *evidence, Json *json);

/* {"kind":"ctl","updates":[{"kind","node","sets":[...],"inputs":[...]}],"omitted":0}. */
void ctl_proof_json(const Task *task, const CtlProof *proof, Json *json);

#endif
