/* What the workers of a run say, and what is made of it: answers go to the judge, lemmas to the
 * other workers, progress to the user. Inside of src/portfolio. */
#ifndef RONDO_PORTFOLIO_HEAR_H
#define RONDO_PORTFOLIO_HEAR_H

#include "portfolio/team.h"

/* Waits for messages, at most so long, and handles them. */
void hear_all(Run *run, int milliseconds);

#endif
