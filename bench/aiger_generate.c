/* Writes a large random AIGER file, for measuring readers:
 *
 *   bench-aiger_generate [GATES [SEED [LATCHES [INPUTS]]]] >file.aig
 *
 * Gates read mostly recent variables, as in circuits made from a netlist, so that cones are deep;
 * no two gates are equal. The last gates feed the latches and one bad state. */
#include <stdio.h>
#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"
#include "base/random.h"

enum { NEAR = 2000 }; /* how far back most gates read */

static void encode(uint32_t number) {
  for (; number >= 0x80; number >>= 7) putchar((int)(number & 0x7f) | 0x80);
  putchar((int)number);
}

static uint32_t random_literal(Random *random, uint32_t variable) {
  uint32_t range = variable - 1;
  bool near = range > NEAR && random_chance(random, 7, 8);
  uint32_t back = 1 + random_below(random, near ? NEAR : range);
  return 2 * (variable - back) + random_below(random, 2);
}

int main(int argc, char **argv) {
  unsigned long numbers[4] = {1000000, 1, 20000, 5000}; /* gates, seed, latches, inputs */
  for (int i = 1; i < argc && i <= 4; i++) numbers[i - 1] = strtoul(argv[i], NULL, 10);
  unsigned long total = numbers[0] + numbers[2] + numbers[3];
  if (!numbers[0] || numbers[2] + numbers[3] < 8 || numbers[2] > numbers[0] || total > 100000000) {
    fputs("usage: aiger_generate [GATES [SEED [LATCHES [INPUTS]]]] with GATES >= LATCHES, at least "
          "8 latches and inputs\n",
          stderr);
    return 64;
  }
  uint32_t gates = (uint32_t)numbers[0], latches = (uint32_t)numbers[2];
  uint32_t leaves = latches + (uint32_t)numbers[3];
  Random random = {numbers[1]};
  printf("aig %lu %lu %u 0 %u 1\n", total, numbers[3], latches, gates);
  for (uint32_t i = 0; i < latches; i++)
    printf("%lu\n", 2 * (total - i) + random_below(&random, 2));
  printf("%lu\n", 2 * total);
  Map made = {0};
  for (uint32_t i = 0; i < gates; i++) {
    uint32_t variable = leaves + i + 1, left, right;
    do {
      left = random_literal(&random, variable);
      do right = random_literal(&random, variable);
      while (left >> 1 == right >> 1);
      if (left < right) {
        uint32_t swap = left;
        left = right;
        right = swap;
      }
    } while (map_get(&made, (uint64_t)left << 32 | right, NULL));
    map_put(&made, (uint64_t)left << 32 | right, 1);
    encode(2 * variable - left);
    encode(left - right);
  }
  map_free(&made);
  return fflush(stdout) ? 74 : 0;
}
