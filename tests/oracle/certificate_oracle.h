/* The oracle of certificates: the formulas of docs/certificates.md by enumeration, word for word.
 * Nothing is substituted or simplified as the checker does it; every formula is evaluated for every
 * assignment to the copies that it speaks of. */
#ifndef RONDO_ORACLE_CERTIFICATE_ORACLE_H
#define RONDO_ORACLE_CERTIFICATE_ORACLE_H

#include "evidence/certificate.h"

/* The name of the first check that fails, in the order stratified, reset, transition, property,
 * base, step, and for fair tasks liveness, decrease, closure, consistent; NULL if none does. The
 * shape of the certificate must be right otherwise, and the circuits of at most 12 bits each. */
const char *certificate_oracle(const Task *task, const Certificate *certificate);

#endif
