/* A file of evidence is checked against a model: a witness (traces, replayed), a witness circuit or
 * a CTL proof (checked with fresh solvers). Which of them it is, its content tells. Evidence may
 * come from any tool.
 *
 * Evidence about a property of runs (LTL, an automaton, CTL asked as LTL) is about the product of
 * the model and an automaton, which is made again here; so the options of the check matter, which
 * the files of Rondo say themselves (product_note.h). The property itself is then asked, too
 * (about_formula.h). */
#ifndef RONDO_CHECK_CERTIFY_EVIDENCE_H
#define RONDO_CHECK_CERTIFY_EVIDENCE_H

#include "base/input.h"
#include "evidence/scrutiny.h"
#include "front/model.h"
#include "task/ltl_task.h"

typedef enum {
  CERTIFY_ACCEPTED,
  CERTIFY_REJECTED,   /* it does not show what it claims */
  CERTIFY_UNREADABLE, /* the file, or the property */
  CERTIFY_UNCLEAR,    /* the caller must say which property it is about */
} CertifyOutcome;

typedef struct {
  const Model *model;
  int64_t
      property; /* -1: not said; a trace may tell itself, a circuit then proves all invariants */
  LtlOptions ltl;
  Scrutiny *scrutiny;     /* not NULL; ended by the caller, who may want what it counted */
  const StringVec *given; /* the names of those of the options that the user gave */
} CertifyQuestion;

/* Lines for people: for each claim that was shown, without "accepted: "; and whether the formula
 * itself, or its automaton, was checked, too, or why not. */
typedef struct {
  StringVec accepted, about;
} CertifyReport;

void certify_report_free(CertifyReport *report); /* what it holds */

/* The error gets the reason where the outcome is not that it is accepted. `file` is what messages
 * call the evidence. */
CertifyOutcome certify_evidence(const CertifyQuestion *question, const char *file,
                                const Input *evidence, CertifyReport *report, Error *error);

#endif
