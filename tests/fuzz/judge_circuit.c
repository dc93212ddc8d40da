/* Any bytes as a circuit that rondo-check is given: a certificate or a proof by bounded model
 * checking, of which none can be valid. The model is a counter that reaches its bad state and meets
 * its condition forever. Whatever is accepted is a false proof. Linked is rondo-check alone: its
 * readers, its core, its solver. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "judge/file.h"
#include "judge/solver.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Two bits, and an input that makes them count. Bad: both are set; justice: the high one is. */
static char counter[] = "aag 11 1 2 0 8 1 0 1\n2\n4 11\n6 17\n18\n1\n6\n"
                        "8 4 3\n20 5 2\n10 21 9\n12 4 2\n14 13 6\n22 12 7\n16 23 15\n18 6 4\n";

typedef struct {
  Bytes evidence;
  long property;
} Claim;

static void argue(Judge *judge, void *about) {
  const Claim *claim = about;
  Bytes model = {"model", counter, strlen(counter)};
  check_witness_file(read_aiger(judge, &model, true), claim->property, &claim->evidence);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (size) memcpy(text, data, size);
  text[size] = 0;
  for (long property = -1; property < 2; property++) {
    Claim claim = {{"fuzz", text, size}, property};
    Judge judge = {.solvers = &cadical};
    JudgeOutcome outcome = judge_run(&judge, argue, &claim);
    assert(outcome != JUDGE_ACCEPTED);
    (void)outcome;
  }
  free(text);
  return 0;
}
