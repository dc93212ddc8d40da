/* What can be done with evidence, by its kind: one table, in which a new kind is a row. The rows of
 * kinds that have the same form, a trace and a lasso, say, share the functions of that form. */
#ifndef RONDO_EVIDENCE_EVIDENCE_FORM_H
#define RONDO_EVIDENCE_EVIDENCE_FORM_H

#include <stdio.h>

#include "evidence/btor2_witness.h"
#include "evidence/scrutiny.h"
#include "evidence/trace_file.h"
#include "system/evidence.h"
#include "task/reduce.h"
#include "term/relation.h"

/* What evidence is to show, and what that may cost. */
typedef struct {
  const Task *task;
  Verdict verdict;
  Budget *budget;     /* may be NULL */
  Scrutiny *scrutiny; /* may be NULL; has begun */
} EvidenceClaim;

/* What a file says besides. */
typedef struct {
  TraceProperty property;          /* the name that witnesses of AIGER give it */
  const Relation *words;           /* a trace is written in these, as BTOR2 has it; NULL: in bits */
  const WitnessMemories *memories; /* of the words; may be NULL */
  bool binary;                     /* where there is a choice */
  const char *note;                /* lines that become a comment, or NULL */
} EvidenceFile;

typedef struct {
  bool certificate; /* its files are certificates; else they are witnesses */
  bool (*is_there)(const Evidence *evidence);
  /* Evidence about a reduced task as evidence about the original. NULL: tasks of which this is
   * evidence are not reduced. */
  bool (*back)(const Reduction *reduction, const Evidence *reduced, Evidence *back, Error *error);
  bool (*check)(const EvidenceClaim *claim, const Evidence *evidence, Error *error);
  bool (*write)(FILE *stream, const EvidenceClaim *claim, const EvidenceFile *file,
                const Evidence *evidence);
  /* Between processes: bytes that `unpack` reads again, whatever they have become on the way. */
  bool (*pack)(FILE *stream, const EvidenceClaim *claim, const Evidence *evidence);
  bool (*unpack)(const char *bytes, size_t size, const EvidenceClaim *claim, Evidence *evidence,
                 Error *error);
} EvidenceForm;

extern const EvidenceForm form_trace, form_witness, form_ctl, form_bmc;

typedef struct {
  const char *name;
  TaskKinds tasks;      /* that it is about */
  bool holds, violated; /* what it shows */
  const EvidenceForm *form;
} EvidenceRow;

extern const EvidenceRow evidence_table[EVIDENCE_KINDS];

const char *evidence_kind_name(EvidenceKind kind);

/* The form of evidence that is there; NULL where there is none. */
const EvidenceForm *evidence_form(const Evidence *evidence);

/* The gate: whether the evidence is of a kind that can show the claim, and shows it. */
bool evidence_check(const EvidenceClaim *claim, const Evidence *evidence, Error *error);

#endif
