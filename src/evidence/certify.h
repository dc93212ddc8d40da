/* Certificates before the judge: a model and a witness circuit are handed over (bridge.h), and it
 * decides, with fresh solvers, whether the circuit proves the property. docs/certificates.md has
 * the formulas.
 *
 * The model is a task: its system, and
 * - for TASK_BAD the bad literal. To check a certificate for all bad literals of a file at once, as
 *   in the competition, pass their disjunction;
 * - for TASK_FAIR the conditions: the justice literals, then the system's global fairness. */
#ifndef RONDO_EVIDENCE_CERTIFY_H
#define RONDO_EVIDENCE_CERTIFY_H

#include <stddef.h>

#include "evidence/certificate.h"

/* Whether the witness proves that the task's property holds. If not, `report` names the check that
 * fails, with a counterexample to it. */
bool certify_witness(const Task *task, const Witness *witness, Error *report);

/* The same within a budget and under scrutiny, which has begun; both may be NULL. If the budget is
 * spent before the checks are done, false: the witness is then neither proved nor refuted (see
 * budget_spent). */
bool certify_witness_under(const Task *task, const Witness *witness, Budget *budget,
                           Scrutiny *scrutiny, Error *report);

/* The same for the part of the witness that its property depends on (certificate_narrow), at the
 * cost of that part. */
bool certify_needed_part(const Task *task, const Witness *witness, Budget *budget,
                         Scrutiny *scrutiny, Error *report);

/* The same for a certificate that was put together in any other way. */
bool certify_certificate(const Task *task, const Certificate *certificate, Error *report);

/* The same for a certificate in a file, which may come from any tool (see witness_file.h; also
 * compressed). `justice` is the number of the justice property, for a file that has several. */
bool certify_witness_file(const Task *task, const char *path, size_t justice, Error *report);

/* The same for a file in memory; `name` is what errors call it. */
bool certify_witness_bytes(const Task *task, const char *name, const char *data, size_t size,
                           size_t justice, Error *report);

#endif
