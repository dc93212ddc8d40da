/* Models of any size, to see how time grows with it:
 *
 *   bench-scalable FAMILY SIZE >model.aig
 *
 * token   a ring of SIZE stations that pass one token on request; never two have it
 * shift   two shift registers of SIZE bits fed by the same input, one stored inverted; the last
 * bits
 *         never agree
 * mirror  two counters of SIZE bits, one counting up from 0 and one down from the greatest number,
 * with a
 *         common enable; the highest bits never agree
 * lock    a lock that opens after SIZE right keys in a row, each a function of the position:
 * violated,
 *         the shortest trace has SIZE + 1 steps */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "system/aiger_file.h"

static Lit token(System *system, size_t size) {
  Aig *aig = system->aig;
  LitVec has = {0}, passes = {0};
  for (size_t i = 0; i < size; i++) vec_push(&has, system_latch(system, i ? RESET_0 : RESET_1));
  for (size_t i = 0; i < size; i++) {
    Lit request = system_input(system);
    vec_push(&passes, aig_and(aig, has.data[i], request));
  }
  LitVec two = {0};
  for (size_t i = 0; i < size; i++) {
    Lit keeps = aig_and(aig, has.data[i], lit_not(passes.data[i]));
    system_set_next(system, has.data[i], aig_or(aig, keeps, passes.data[(i + size - 1) % size]));
    for (size_t k = 0; k < i; k++) vec_push(&two, aig_and(aig, has.data[i], has.data[k]));
  }
  Lit bad = aig_or_all(aig, two.data, two.size);
  vec_free(&has);
  vec_free(&passes);
  vec_free(&two);
  return bad;
}

static Lit shift(System *system, size_t size) {
  Lit a = system_input(system), b = lit_not(a);
  for (size_t i = 0; i < size; i++) {
    Lit left = system_latch(system, RESET_0), right = system_latch(system, RESET_1);
    system_set_next(system, left, a);
    system_set_next(system, right, b);
    a = left;
    b = right;
  }
  return aig_equal(system->aig, a, b);
}

static Lit mirror(System *system, size_t size) {
  Aig *aig = system->aig;
  Lit carry = system_input(system), borrow = carry, bad = LIT_FALSE;
  for (size_t i = 0; i < size; i++) {
    Lit up = system_latch(system, RESET_0), down = system_latch(system, RESET_1);
    system_set_next(system, up, aig_xor(aig, up, carry));
    system_set_next(system, down, aig_xor(aig, down, borrow));
    carry = aig_and(aig, carry, up);
    borrow = aig_and(aig, borrow, lit_not(down));
    bad = aig_equal(aig, up, down);
  }
  return bad;
}

static Lit lock(System *system, size_t size) {
  Aig *aig = system->aig;
  Lit a = system_input(system), b = system_input(system), open = LIT_TRUE;
  for (size_t i = 0; i < size; i++) {
    Lit stage = system_latch(system, RESET_0);
    Lit key = aig_and(aig, lit_not_if(a, i % 2), lit_not_if(b, i % 3 == 0));
    system_set_next(system, stage, aig_and(aig, open, key));
    open = stage;
  }
  return open;
}

static const struct {
  const char *name;
  Lit (*make)(System *system, size_t size);
} families[] = {{"token", token}, {"shift", shift}, {"mirror", mirror}, {"lock", lock}};

int main(int argc, char **argv) {
  size_t size = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
  for (size_t i = 0; argc == 3 && size && i < sizeof families / sizeof *families; i++) {
    if (strcmp(argv[1], families[i].name)) continue;
    System *system = system_new();
    AigerFile *file = aiger_file_new(system);
    Lit bad = families[i].make(system, size);
    vec_push(&file->bad, bad);
    bool written = aiger_file_write(file, stdout, true);
    aiger_file_free(file);
    return written ? 0 : 74;
  }
  fputs("usage: bench-scalable token|shift|mirror|lock SIZE >model.aig\n", stderr);
  return 64;
}
