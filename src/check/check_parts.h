/* What the parts of a check use of each other: check.c has its task and its rounds, check_round.c
 * one round, check_engines.c the engines, check_answer.c the way of an answer to the judge,
 * check_kept.c what earlier runs have left, check_memory.c violations of abstracted memories. */
#ifndef RONDO_CHECK_CHECK_PARTS_H
#define RONDO_CHECK_CHECK_PARTS_H

#include "check/check.h"
#include "portfolio/portfolio.h"

/* Sets why there is no verdict; takes the text over (NULL: there is one). */
void check_reason(Outcome *outcome, char *reason);

/* One turn of so many seconds (0: until the time limit). */
void check_round(Check *check, const Settings *settings, double seconds, Learned *learned);

/* ---- engines ---- */

/* The engines of the check on its reduced task, by turns in this process for so much work (0: until
 * the budget is spent), or side by side in others; the answer is judged. `learned` may be NULL;
 * `news` becomes true if the run ended because of what `beside` (may be NULL) has to say. */
BudgetState check_run_here(Check *check, const Settings *settings, Learned *learned, uint64_t work,
                           Budget *budget);
BudgetState check_run_apart(Check *check, const Settings *settings, Learned *learned,
                            Beside *beside, bool *news, Budget *budget);

/* Ends the engines that wait for another turn, before the task or the reduction changes. What they
 * did is counted. */
void check_end_engines(Check *check);

/* ---- answers ---- */

/* The judge of the portfolio, whose context is the check. Fills in the result if the evidence
 * checks. */
Judgement check_judge(void *check, const Engine *engine, EngineResult *answer, Budget *budget,
                      Error *error);

/* Evidence about a reduced task as evidence about the task. What has no way back is about the task
 * as it is, and moves; check_move_back undoes that after it did not check, so that it may be judged
 * again. */
bool check_map_back(Evidence *evidence, const Reduction *reduction, Evidence *reduced,
                    Error *error);
void check_move_back(Evidence *evidence, Evidence *reduced);

/* Whether the evidence of the result shows the verdict of the task. */
bool check_evidence(Check *check, Verdict verdict, Budget *budget, Error *error);
/* The same, and of what was asked; if so it is the answer. */
bool check_accept(Check *check, const Engine *engine, Verdict verdict, Budget *budget,
                  Error *error);

bool check_is_about_product(const Check *check);

/* Evidence of this engine did not check; of several the first is told. */
void check_internal_error(Result *result, const Engine *engine, const char *why);

/* ---- what is kept ---- */

/* Makes the cone of the task, and looks whether its answer is known; then the check is done. */
void check_recall(Check *check, const Settings *settings);

/* Keeps the answer that was accepted; `cone` is its evidence about the cone, unless that moved on
 * to the result. Where the judge took long (`seconds`) evidence that is quicker to check is looked
 * for.
 */
void check_keep(const Check *check, const Engine *engine, Verdict verdict, const Evidence *cone,
                double seconds, Budget *budget);

/* ---- memories ---- */

/* After a round; whether to begin again, with a sharper task. */
bool check_refine_memories(Check *check, const Settings *settings);

#endif
