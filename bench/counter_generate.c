/* Writes the models whose progress proofs are linear, of any width:
 *
 *   bench-counter_generate cnt|jc BITS >file.aig
 *
 * A counter of BITS bits that starts at 0, and a latch that is set when it overflows and stays;
 * justice: it is not set. `cnt` counts by one; `jc` may set any bits first, and so jump forward. A
 * proof needs one wall for each bit, from the most significant down (section III-E of the
 * fair-cycle paper). */
#include <stdio.h>
#include <stdlib.h>

#include "system/aiger_file.h"

int main(int argc, char **argv) {
  size_t bits = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
  bool jumps = argc == 3 && !strcmp(argv[1], "jc");
  if (!bits || bits > 100000 || (!jumps && strcmp(argv[1], "cnt"))) {
    fputs("usage: counter_generate cnt|jc BITS\n", stderr);
    return 64;
  }
  System *system = system_new();
  Aig *aig = system->aig;
  AigerFile *file = aiger_file_new(system);
  Lit carry = LIT_TRUE;
  for (size_t i = 0; i < bits; i++) {
    Lit bit = system_latch(system, RESET_0);
    Lit further = jumps ? aig_or(aig, bit, system_input(system)) : bit;
    system_set_next(system, bit, aig_xor(aig, further, carry));
    carry = aig_and(aig, carry, further);
  }
  Lit over = system_latch(system, RESET_0);
  system_set_next(system, over, aig_or(aig, over, carry));
  LitVec justice = {0};
  vec_push(&justice, lit_not(over));
  vec_push(&file->justice, justice);
  bool good = aiger_file_write(file, stdout, true) && !fflush(stdout);
  aiger_file_free(file);
  return good ? 0 : 74;
}
