/* Evidence about a product of the model and an automaton is evidence about the property only if the
 * automaton is right. Here the property is asked itself, by means that share nothing with the
 * translation.
 *
 * Violated: the trace without what the automaton added must be a run of the model on which the
 * formula, past and strong fairness included, is false by its definition, or that the automaton of
 * the property accepts. So this does not rest on the product at all. Of a finite trace, where the
 * model lets all finite runs go on: one that makes the formula false whatever follows.
 *
 * Holds: the certificate shows that the product has no run of a certain kind. So every violation
 * has to have such a run: the product is the model with a part that watches it
 * (evidence/watched.h), and that part accepts every word on which the formula is false
 * (evidence/covers.h). */
#ifndef RONDO_CHECK_ABOUT_FORMULA_H
#define RONDO_CHECK_ABOUT_FORMULA_H

#include "base/stats.h"
#include "evidence/finding.h"
#include "front/model.h"
#include "task/ltl_task.h"

/* What is taken on trust where that is open, as a sentence with the reason; the caller's. */
char *trusted_of_formula(Verdict verdict, const char *why);

/* In the statistics of a check: how often the formula itself was asked, and what came of it. */
extern const StatField about_stat_fields[];
extern const size_t about_stat_field_count;
typedef struct {
  uint64_t shown, trusted;
} AboutStats;

/* How much work the second may take: in a check that is not to become slower, and where the check
 * is all there is. */
#define ABOUT_WORK_SMALL ((uint64_t)1000000)
#define ABOUT_WORK_LARGE ((uint64_t)300000000)

/* Whether the trace of the property's product shows that the property is violated. The error says
 * why if it does not, or why that is not known. */
Finding violation_of_property(const Model *model, size_t property, const Trace *trace,
                              Error *error);

/* Of the finite trace of a violation: what its last step leaves open is set so that the run can go
 * on (see ltl_task.h). */
void let_run_go_on(const Model *model, size_t property, Trace *trace);

/* Whether the product, made with these options, has a run for every violation of the property. */
Finding product_of_property(const Model *model, size_t property, const LtlOptions *options,
                            const Task *product, uint64_t work, Budget *budget, Error *error);

/* Whether an automaton over atoms, the formula's among them, accepts every word on which the
 * formula is false. */
Finding automaton_finds_violations(const Formulas *formulas, Formula f, const Automaton *automaton,
                                   uint64_t work, Error *error);

/* What is to be said where a search has found no run that an automaton accepts: that the automaton
 * accepts every violation is taken on trust, or that it misses one. Neither: it was shown. */
typedef struct {
  char *trusted;
  Error missed;
} RunDoubt;

void run_doubt(const Formulas *formulas, Formula f, const Automaton *automaton, RunDoubt *doubt);
void run_doubt_free(RunDoubt *doubt); /* what it holds */

#endif
