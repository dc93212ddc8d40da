/* Random questions reach(S, C, F, G) over random small systems, with the answer by enumeration, and
 * the judge of what Reach says. */
#ifndef RONDO_ORACLE_REACH_QUESTION_H
#define RONDO_ORACLE_REACH_QUESTION_H

#include "base/random.h"
#include "engine/reach/reach.h"
#include "oracle/explicit.h"
#include "oracle/random_system.h"

typedef struct {
  enum {
    RULE_CLAUSE,
    RULE_NOW,
    RULE_NEXT,
    RULE_INSIDE,
    RULE_OUTSIDE,
    RULE_STAY,
    RULE_LAST_OUTSIDE, /* only where a step of G must have an edge */
    RULE_KINDS
  } kind;
  Clause *now, *next;
  Lit predicate;
  ClauseVec wall;
} Rule; /* one constraint of C */

typedef struct {
  RandomModel *model;
  Explicit *e;
  ReachModel *reach_model;
  ReachSet from, target;
  ClauseVec from_cubes, target_cubes;
  VEC(Rule) rules;
  Bits from_states;  /* F */
  Bits moves;        /* valid steps that obey C */
  Bits target_steps; /* G, valid */
  bool reachable;    /* the answer */
} Question;

/* Without `general`: from the reset states, without C, to a predicate, as the safety engine asks.
 * */
Question *question_new(uint64_t seed, unsigned bits, bool general);
void question_free(Question *question);

/* An instance; the first `rules` of C are put in, the others by question_constrain. */
Reach *question_reach(const Question *question, size_t rules, const ReachOptions *options);
void question_constrain(const Question *question, Reach *reach, size_t rule);

/* What is wrong with the answer; NULL if nothing is. */
const char *question_fault(const Question *question, const Reach *reach, ReachResult result);
const char *question_proof_fault(const Question *question, const ClauseVec *proof);

/* The states that satisfy a CNF over latches. */
Bits question_states(const Question *question, const ClauseVec *clauses);

#endif
