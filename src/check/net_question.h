/* What is asked of a net, in the form that searches answer. */
#ifndef RONDO_CHECK_NET_QUESTION_H
#define RONDO_CHECK_NET_QUESTION_H

#include "check/result.h"

typedef enum {
  ASK_REACH, /* can a state formula become true? */
  ASK_BOUND, /* how large can a sum become? */
  ASK_CTL,
  ASK_LTL,
  ASK_QUASI_LIVENESS,
  ASK_LIVENESS,
  ASK_STABLE_MARKING,
  ASK_STATE_SPACE,
} Ask;

typedef struct NetQuestion {
  size_t property;
  Ask ask;
  Formula formula; /* to be reached; of CTL, LTL; the atom of a bound */
  bool wished;     /* of ASK_REACH: the property holds if it can be reached, else if it cannot */
  Verdict verdict; /* what a search found; not given out before it was checked */
  int64_t value;   /* of a bound: the largest so far */
  bool tried;      /* linear arithmetic was, without success */
  bool fair;       /* of CTL: only fair paths count, so that ways without them are not gone */
  size_t leaves;   /* of the refutations by which a formula was made simpler */
  bool bounded;    /* of a bound: it was shown that the sum is at most ... */
  int64_t most;    /* ... this; what is left is to reach it */
  Result *result;  /* NULL: it was given out */
  bool is_reached; /* of a bound: a run is known after which the sum is ... */
  int64_t reached; /* ... so large; the largest such */
  U32Vec reaching; /* the transitions that it fires */
  uint64_t walked; /* how often guided walks were tried */
  uint32_t largest_in;        /* of a bound: the state of the first search that has the largest */
  bool reduced;               /* its smaller net was looked for; see net_smaller.h */
  bool smaller_tried;         /* as `tried`, on that */
  struct NetSmaller *smaller; /* NULL: there is none */
  struct NetLocal *local;     /* of CTL: the search that was left; see net_local.c */
  char *not_unfolded;         /* why unfoldings cannot answer it, as a sentence; NULL: they may */
} NetQuestion;
typedef VEC(NetQuestion) NetQuestionVec;

/* False and why if the property cannot be checked. */
bool net_question(const Model *model, size_t property, NetQuestion *question, Error *error);

/* Makes a formula of CTL or LTL a question what can be reached, where it is one. */
bool net_as_reach(const Model *model, Formula f, NetQuestion *question);

/* Notes a run after which the sum of a bound has a value that is larger than those that are known.
 */
void net_note_reached(NetQuestion *question, int64_t value, const U32Vec *run);

/* The verdict if the formula of ASK_REACH can be reached, or not. */
Verdict net_reach_verdict(const NetQuestion *question, bool reached);

/* The truth of a formula without temporal operators in a marking, by the net's own semantics. */
bool net_formula_holds(const Model *model, Formula f, const Tokens *marking);

/* The value of the sum that ASK_BOUND is about. */
int64_t net_sum_of(const Model *model, const NetQuestion *question, const Tokens *marking);

/* Whether a formula has "next", or its past. */
bool net_formula_has_next(const Formulas *formulas, Formula f);

#endif
