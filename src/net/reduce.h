/* Structural reductions: a smaller net that answers the same questions, and the way back for runs.
 *
 * What is preserved is said by NetPreserve; each rule in reduce_simple.c and reduce_agglomerate.c
 * says which of these it preserves and why. Visible places keep their name and have the same tokens
 * in both nets; visible transitions are kept, and the places before them are visible, so that
 * whether they can fire is the same question in both nets. */
#ifndef RONDO_NET_REDUCE_H
#define RONDO_NET_REDUCE_H

#include "base/bits.h"
#include "base/budget.h"
#include "base/text.h"
#include "model/net.h"

typedef enum {
  /* Some deadlock is reachable; what the visible places hold in it is the same, too. */
  NET_KEEP_DEADLOCK,
  /* Which markings of the visible places are reachable: EF, AG, bounds. */
  NET_KEEP_REACHABILITY,
  /* LTL without X over the visible places, on maximal runs where the last marking of a finite one
   * is repeated for ever. */
  NET_KEEP_LTL,
  /* CTL without X over the visible places, on maximal paths. */
  NET_KEEP_CTL,
} NetPreserve;

typedef struct {
  Bits places, transitions; /* by number; see above */
} NetVisible;

NetVisible net_visible_new(const Net *net); /* nothing is visible */
void net_visible_place(NetVisible *visible, uint32_t place);
void net_visible_transition(NetVisible *visible, const Net *net, uint32_t transition);
void net_visible_free(NetVisible *visible);

#define NET_REMOVED UINT32_MAX

typedef struct NetReduction NetReduction;

/* `budget` may be NULL; when it is spent the net is as small as it got. */
NetReduction *net_reduce(const Net *net, const NetVisible *visible, NetPreserve what,
                         Budget *budget);
void net_reduction_free(NetReduction *reduction);

const Net *net_reduction_net(const NetReduction *reduction);
/* The number in the reduced net, or NET_REMOVED; never for what is visible. */
uint32_t net_reduction_place(const NetReduction *reduction, uint32_t place);
uint32_t net_reduction_transition(const NetReduction *reduction, uint32_t transition);

/* A run of the reduced net, transition by transition from its initial marking, as a run of the
 * original. Its visible markings are the same up to stuttering, and where the run ends in a
 * deadlock of the reduced net it ends in one of the original (for NET_KEEP_DEADLOCK, LTL, CTL).
 * `step_of`, if not NULL, gets for each step of the given run and for its end the position in `run`
 * where it begins: a lasso whose loop starts at step i has its loop start at step_of[i]. False if
 * the given run is not one of the reduced net, or the replay of the result fails. */
bool net_reduction_run_back(const NetReduction *reduction, const uint32_t *reduced, size_t length,
                            U32Vec *run, U32Vec *step_of);

/* For logs: "12 of 40 places, 20 of 60 transitions; post-agglomeration 7, ..." */
void net_reduction_text(const NetReduction *reduction, Text *text);

#endif
