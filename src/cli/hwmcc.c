#include "cli/hwmcc.h"

#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "cli/cli.h"
#include "cli/interrupt.h"

typedef struct {
  const char *witness, *certificate;
  size_t questions;     /* that must be answered */
  RondoVerdict verdict; /* of those that were */
  int code;             /* of what went wrong, or 0 */
} Answer;

/* Writes what a result shows: of a violation always, of a proof if it is all there is to prove. */
static void write_files(Answer *answer, const RondoResult *result) {
  char *error = NULL;
  RondoVerdict verdict = rondo_result_verdict(result);
  bool ctl = !strcmp(rondo_result_evidence(result), "ctl"); /* a certificate of either verdict */
  bool trace = verdict == RONDO_VIOLATED && !ctl;
  bool whole = verdict == RONDO_VIOLATED || (verdict == RONDO_HOLDS && answer->questions == 1);
  const char *file = trace ? answer->witness : answer->certificate;
  if (!whole || !file) return;
  bool written = trace ? rondo_write_witness(result, file, &error)
                       : rondo_write_certificate(result, file, &error);
  if (!written) answer->code = cli_fail_with(EXIT_CANNOT_WRITE, error);
}

static void take(Answer *answer, RondoResult *result) {
  RondoVerdict verdict = rondo_result_verdict(result);
  const char *wrong = rondo_result_internal_error(result);
  write_files(answer, result);
  if (wrong) cli_fail(EXIT_INTERNAL, "internal error: %s", wrong);
  if (wrong && verdict == RONDO_UNKNOWN) answer->code = EXIT_INTERNAL;
  if (verdict == RONDO_UNKNOWN)
    log_say(LOG_NORMAL, "rondo: unknown: %s", rondo_result_reason(result));
  if (verdict != RONDO_HOLDS) answer->verdict = verdict;
  rondo_result_free(result);
}

static const struct {
  const char *word;
  int code;
} words[] = {[RONDO_UNKNOWN] = {"unknown", EXIT_UNKNOWN},
             [RONDO_HOLDS] = {"unsat", EXIT_HWMCC_HOLDS},
             [RONDO_VIOLATED] = {"sat", EXIT_HWMCC_VIOLATED}};

int hwmcc_check(const RondoModel *model, const NumberVec *properties, const RondoSettings *settings,
                const char *witness, const char *certificate) {
  NumberVec invariants = {0}, others = {0};
  for (size_t i = 0; i < properties->size; i++) {
    size_t number = properties->data[i];
    bool invariant = rondo_property_kind(model, number) == RONDO_INVARIANT;
    NumberVec *numbers = invariant ? &invariants : &others;
    vec_push(numbers, number);
  }
  Answer answer = {.witness = witness,
                   .certificate = certificate,
                   .questions = (invariants.size > 0) + others.size};
  if (answer.questions) answer.verdict = RONDO_HOLDS; /* until one does not */
  interrupted();
  if (invariants.size)
    take(&answer, rondo_check_together(model, invariants.data, invariants.size, settings));
  for (size_t i = 0; i < others.size && answer.verdict != RONDO_VIOLATED; i++) {
    interrupted(); /* then this one is unknown, and so is the whole */
    take(&answer, rondo_check(model, others.data[i], settings));
  }
  if (answer.verdict == RONDO_HOLDS && answer.questions > 1 && certificate)
    cli_print_error("rondo: %s is not written: one file certifies all invariants, or one other "
                    "property; choose with --property\n",
                    certificate);
  puts(words[answer.verdict].word);
  vec_free(&invariants);
  vec_free(&others);
  return answer.code ? answer.code : words[answer.verdict].code;
}
