/* The convention of the hardware model checking competition: one word for the whole file, "sat" if
 * a property is violated, "unsat" if all hold; a witness or a certificate beside it. */
#ifndef RONDO_CLI_HWMCC_H
#define RONDO_CLI_HWMCC_H

#include "cli/select.h"
#include "rondo/rondo.h"

/* Checks these properties and prints the word; returns the exit code. The files may be NULL.
 *
 * Invariants are checked together: the certificate shows that none of their bad states is ever
 * reached, as checkers of certificates ask. One file cannot certify a justice property beside
 * another property; the word is right all the same, and a message says that nothing was written. */
int hwmcc_check(const RondoModel *model, const NumberVec *properties, const RondoSettings *settings,
                const char *witness, const char *certificate);

#endif
