/* A question about a net as one about a circuit; see view/net_system.h. */
#ifndef RONDO_CHECK_NET_CIRCUIT_H
#define RONDO_CHECK_NET_CIRCUIT_H

#include "check/net_job.h"
#include "view/net_system.h"

typedef struct {
  NetSystem view;
  Model *model; /* with the question as its one property */
} NetCircuit;

/* False: it is no question for a circuit, or the net is none, as far as the budget tells. */
bool net_circuit_new(NetJob *job, const NetQuestion *question, Budget *budget, NetCircuit *circuit);
void net_circuit_free(NetCircuit *circuit);

/* Whether what was found of the circuit answers the question, and how. */
bool net_circuit_answers(const NetQuestion *question, const Result *found);
Verdict net_circuit_verdict(const NetQuestion *question, const Result *found);

/* If the answer is a run: the run of the net, which is the caller's. */
bool net_circuit_run(const NetCircuit *circuit, const NetQuestion *question, const Result *found,
                     NetRun *run);

/* Else its evidence, which was checked on the circuit, is given out as the answer; circuit and
 * evidence move to that. */
void net_circuit_prove(NetJob *job, NetQuestion *question, NetCircuit *circuit, Result *found);

#endif
