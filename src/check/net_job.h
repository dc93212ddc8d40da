/* The parts of the check of nets: what they share. */
#ifndef RONDO_CHECK_NET_JOB_H
#define RONDO_CHECK_NET_JOB_H

#include "check/about_formula.h"
#include "check/check.h"
#include "check/net_figures.h"
#include "check/net_run.h"
#include "check/net_smaller.h"
#include "engine/explicit/kripke.h"
#include "engine/explicit/local.h"
#include "engine/explicit/lossy_set.h"
#include "engine/explicit/space.h"
#include "net/bounds.h"
#include "net/condition.h"
#include "net/marking_set.h"
#include "net/prefix_check.h"

typedef struct NetDiagrams NetDiagrams;

typedef struct {
  const Model *model;        /* whose net is searched */
  const Model *original;     /* what was asked about; the same, or that of which it is smaller */
  const NetSmaller *smaller; /* the way from one to the other; NULL: they are the same */
  const Settings *settings;
  const CheckWatch *watch;
  uint64_t memory; /* bytes that this process may take; 0: no limit */
  Budget *budget;  /* of all that is done for all questions; NULL for a part of another job */
  double start;
  NetQuestionVec questions;
  bool partial_order, net_reduce, sleep_sets;
  size_t workers;     /* threads of the first search; 0 and 1 are the same */
  uint32_t level_end; /* of the first search: states from here on have more steps behind them ... */
  uint32_t depth;     /* ... than so many */
  CycleSearch cycles; /* how runs are searched; the second time by another way */
  Graph *graph;
  Space *space;
  uint32_t next; /* the first state that is not expanded */
  NetFigures figures;
  U32Vec enabled_in; /* by transition: a state in which it is enabled, plus one; 0: none yet */
  Bits shown;        /* by transition: a run that enables it was fired again; see net_whole.c */
  bool counts_tokens;
  bool reversible;          /* every step can be undone; see net_undo.h */
  NetBounds *bounds;        /* of places, once they were asked for */
  bool has_circuit;         /* with these the net is one that is not too large */
  struct NetBeside *beside; /* the process that asks them, if there is one ... */
  bool beside_over;         /* ... or was ... */
  bool circuits_beside;     /* ... for this job, or for the one that this is a part of */
  bool too_large;           /* all markings do not fit into memory */
  bool no_diagram;          /* they have none that fits, as far as is known */
  NetDiagrams *diagrams;    /* that were begun; see net_diagram.c */
  /* How diagrams find all that can be reached; NULL: by saturation. Tests put what is wrong here.
   */
  MarkingSet (*reach)(MarkingSets *sets, MarkingSet from);
  double told;    /* when progress was last told */
  NetRun *found;  /* takes a run that answers, which is then not given out; NULL: none does */
  Prefix *prefix; /* of the net, if it was unfolded to the end */
  bool prefix_checked;
  char *not_unfolded; /* why the net has no prefix, as a sentence; NULL: it may have one */
} NetJob;

/* Makes what a search needs for the questions of the job, and frees what it holds. */
void net_job_begin(NetJob *job);
void net_job_end(NetJob *job);

bool job_is_open(const NetJob *job); /* a question is */

/* Notes what a search counted, for the statistics of its answers. */
void job_count(Outcome *outcome, size_t states, uint64_t transitions, size_t bytes);

/* Tells progress, now and then. */
void job_tell(NetJob *job, const Space *space, const char *what);

/* ---- giving out: the watcher gets the result of a question, which is then done ---- */

void give_out_unknown(NetJob *job, NetQuestion *question, const char *reason);

/* The verdict of the question with evidence that was checked, on the net that was searched: if that
 * is a smaller one, the result says so. */
void give_out_checked(NetJob *job, NetQuestion *question, const char *engine, EvidenceKind kind,
                      size_t size);

/* An answer that did not check. */
void give_out_error(NetJob *job, NetQuestion *question, const char *engine, const char *why);

/* A run of the net that was searched is judged on the original, and the verdict of the question
 * given out if it shows what `shown` asks: the question itself, or one that decides it. */
void give_out_run(NetJob *job, NetQuestion *question, const NetQuestion *shown, const NetRun *run,
                  const Space *space, const char *engine);

/* The run through these states of a space; `loop` follows the last, -1: none. False if no
 * transition leads from one to the next. */
bool net_run_of_states(const Net *net, const Space *space, const U32Vec *states, int64_t loop,
                       NetRun *run);

/* Gives that run out. */
void give_out_states(NetJob *job, NetQuestion *question, const NetQuestion *shown,
                     const Space *space, const U32Vec *states, int64_t loop);

/* ---- the parts ---- */

/* Looks for runs alone, by searches that may miss some (engine/explicit/lossy_search.h). Gives all
 * questions out. */
void net_answer_lossy(NetJob *job, LossyKind kind, Budget *budget);

/* Explores the space breadth first; whether all markings are known, or nothing is open any more. */
bool net_explore(NetJob *job, Budget *budget);

/* Gives a bound out if the first search has met the largest value that it can have. */
void net_take_largest(NetJob *job, NetQuestion *question);

/* Answers what is open from all markings; these answers are not checked yet, but for runs. */
void net_decide_all(NetJob *job, Budget *budget);

/* Looks for a run on which a formula of LTL is false, in as much of a space as that takes. Where
 * there is none, and `doubt` is not NULL, that the automaton would have found it is asked, too. */
RunSearch net_search_run(NetJob *job, Formula f, Space *space, CycleSearch how, Budget *budget,
                         StateLasso *lasso, RunDoubt *doubt);

/* CTL that LTL can say, or whose negation it can, as that, and the verdict if it is false on some
 * run; else FORMULA_NONE. In LTL a deadlock has a successor, so not with "next". */
Formula net_ctl_as_ltl(const NetJob *job, Formula f, Verdict *found);

/* Whether a marking answers a question that asks for one. */
bool net_is_met(const NetJob *job, const NetQuestion *question, const Tokens *marking);

/* Tries what needs less than all markings: random walks, walks with a goal, stubborn sets, runs on
 * the fly. */
void net_try_walks(NetJob *job, Budget *budget);
void net_try_guided(NetJob *job, NetQuestion *question, Budget *budget);
void net_try_reduced(NetJob *job, NetQuestion *question, Budget *budget);

/* The truth of CTL of the form of formula/ctl/ctl_basis.h in the initial marking, with claims; of a
 * space that keeps edges. */
CtlTruth net_search_locally(const Model *model, Space *space, Claims *claims, Formula f,
                            Budget *budget);

/* Tries CTL of that form from the initial marking on. */
void net_try_local(NetJob *job, NetQuestion *question, Budget *budget);

/* Forgets what the search has found out, which it would begin with the next time. */
void net_forget_local(NetQuestion *question);

/* Tries all that is tried, for so many seconds each, on the smaller net of the question; false if
 * there is none. */
bool net_try_smaller(NetJob *job, NetQuestion *question, double seconds, Budget *budget);

/* Tries to answer questions about the whole net from the markings that were seen. */
void net_try_whole(NetJob *job, Budget *budget);
bool net_asks_about_the_whole(const NetJob *job);

/* The run is fired again; those of the transitions that it enables at its end are shown. */
void net_show_enabled(NetJob *job, const uint32_t *transitions, size_t count, const U32Vec *run);

/* The runs of the first search are fired again, and what they enable is shown. False if one is no
 * run of the net. */
bool net_show_space(NetJob *job, Budget *budget);

/* A state formula, or its negation, as a condition; NULL if it cannot be said. */
NetCondition *net_condition_of(const Model *model, Formula f, bool negated);

/* Tries unfoldings; the question says if it is pointless to try for longer. */
void net_try_unfolding(NetJob *job, NetQuestion *question, Budget *budget);

/* Tries all markings as a decision diagram. What is not done is kept, and goes on the next time. */
void net_try_diagram(NetJob *job, Budget *budget);
void net_forget_diagrams(NetJob *job);

/* Whether linear arithmetic refutes that the condition can be reached; with the number of leaves
 * of the refutation, which was checked. */
bool net_is_refuted(const Net *net, const NetCondition *condition, Budget *budget, size_t *leaves);

/* Tries linear arithmetic. */
void net_try_linear(NetJob *job, NetQuestion *question, Budget *budget);

/* A bound as a question whether more can be reached than is known to be: for so many seconds. */
void net_try_above(NetJob *job, NetQuestion *question, double seconds, Budget *budget);

/* Notes the value of a bound in the initial marking, or in the first search, with its run. */
void net_begin_bound(NetJob *job, NetQuestion *question);

/* Whether a sum can be larger than this: a job of its own, with one question that it can. What does
 * not change is that of the job that it is made from. */
typedef struct {
  Model model, original;
  NetJob job;
} NetAbove;
void net_above_new(NetAbove *above, NetJob *job, const NetQuestion *question, int64_t reached,
                   const CheckWatch *watch);
void net_above_free(NetAbove *above);

/* The job to ask a question about a smaller net: a part of the other, with a copy of the question,
 * whose result it shares. */
NetJob net_job_of_smaller(NetJob *job, const NetQuestion *question,
                          const struct NetSmaller *smaller);

/* Tries all that suits a question what can be reached, but for walks and all markings. */
void net_ask_goal(NetJob *job, double seconds, Budget *budget);

/* Asks the engines for circuits, for so many seconds. */
void net_try_symbolic(NetJob *job, NetQuestion *question, double seconds, Budget *budget);

/* A bound that was shown and that a sum in this marking reaches. */
bool net_bound_is_met(const NetJob *job, const NetQuestion *question, const Tokens *marking);

/* Gives out the bound that was shown, and that the run reaches. */
void give_out_bound(NetJob *job, NetQuestion *question, const NetRun *run);

/* Gives out the largest value for which a run is known, fired again, with the evidence of `above`
 * that it cannot be exceeded, which becomes the result. */
void give_out_reached(NetJob *job, NetQuestion *question, Result *above);

#endif
