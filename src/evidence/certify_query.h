/* One check of a certificate: a formula over copies in time of the model and of the witness, built
 * in a graph of its own and refuted by a solver of its own. For the files of the checker only.
 *
 * A copy is a circuit at one moment, called s, t or u. Its inputs and latches become literals of
 * the query's graph: fresh variables, or what they are known to be. So equations like "t follows s"
 * are not constraints but substitutions, which are total: every choice of the variables that remain
 * gives exactly one assignment that satisfies the equations. */
#ifndef RONDO_EVIDENCE_CERTIFY_QUERY_H
#define RONDO_EVIDENCE_CERTIFY_QUERY_H

#include "evidence/certificate.h"
#include "logic/cnf.h"

typedef struct Copy {
  const System *system;
  Lit *map; /* what each node became; LIT_NONE: not yet looked at. See aig_copy */
  char moment;
  bool witness; /* of the witness, else of the model */
} Copy;

enum { QUERY_COPIES = 4 };

typedef struct Query {
  const char *check; /* its name, for the report */
  const Task *task;
  const Certificate *certificate;
  Aig *aig;
  Copy copies[QUERY_COPIES];
  size_t count;
  LitVec assumed;
} Query;

Query query_new(const char *check, const Task *task, const Certificate *certificate);
void query_free(Query *query);

/* Adds a copy of the model or the witness; nothing is known of its variables yet. Valid as long as
 * the query. */
Copy *query_model(Query *query, char moment);
Copy *query_witness(Query *query, char moment);

/* What is known of variables; each leaves alone what is known already. */
void copy_share(Query *query, const Copy *model, Copy *witness); /* mapped ones are the model's */
void copy_share_back(Query *query, const Copy *witness, Copy *model); /* ... the witness's */
void copy_follow(Query *query, Copy *before, Copy *after);            /* all latches follow */
void copy_fresh(Query *query, Copy *copy); /* all else: fresh variables. The last step */

/* A literal of the circuit in a copy. */
Lit copy_literal(Query *query, Copy *copy, Lit lit);
Lit copy_constraints(Query *query, Copy *copy); /* C or C': the conjunction of all */
Lit copy_property(Query *query, Copy *copy);    /* P or P' */

/* The left side of the formula: holds in what follows. */
void query_assume(Query *query, Lit lit);

/* Whether the assumptions imply the goal. If not, `error` names the check and shows a
 * counterexample. `what`, if not NULL, says more about the goal. */
bool query_prove(Query *query, Lit goal, const char *what, Error *error);

/* A solver for queries about it, and the answer to one of them, which is looked at as the
 * certificate's scrutiny asks; `what` as above. */
Sat *query_new_solver(const Query *query);
SatResult query_answer(const Query *query, Sat *sat, const char *what, Budget *budget);

/* Values of all nodes of a graph in the model of a satisfiable query, by simulation from those of
 * the variables. */
Bits query_values(const Aig *aig, Cnf *cnf);

/* The two groups of checks. `order`: latches in the order of their resets. */
bool certify_safety(const Task *task, const Certificate *certificate, const U32Vec *order,
                    Error *error);
bool certify_ranking(const Task *task, const Certificate *certificate, Error *error);

#endif
