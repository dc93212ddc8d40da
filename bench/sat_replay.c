/* Replays recorded SAT queries (sat_record) on both back ends and compares their speed.
 *
 *   bench-sat_replay [--repeat N] [--lean] FILE...
 *
 * Per file: queries, CPU seconds of each back end, size of all cores together, and the ratio
 * CaDiCaL / lean, above 1 where the lean solver is faster. Answers must be those recorded. With
 * --lean only that one runs, for comparing versions of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "logic/sat.h"

typedef struct {
  char call;
  int result;   /* of 's' */
  size_t start; /* of its literals; for 'v' the literal is the number of variables */
  size_t count;
} Call;

typedef struct {
  VEC(Call) calls;
  IntVec lits;
  size_t queries;
} Script;

typedef struct {
  double total;
  uint64_t work, mismatches, core;
} Result;

static bool read_script(const char *path, Script *script) {
  FILE *file = fopen(path, "r");
  if (!file) return false;
  int c;
  while ((c = fgetc(file)) != EOF) {
    if (c == '\n' || c == ' ') continue;
    Call call = {.call = (char)c, .start = script->lits.size};
    int number;
    if (c == 's' || c == 'v') {
      if (fscanf(file, "%d", &number) != 1) break;
      call.result = number;
      script->queries += c == 's';
    } else {
      while (fscanf(file, "%d", &number) == 1 && number) vec_push(&script->lits, number);
      call.count = script->lits.size - call.start;
    }
    vec_push(&script->calls, call);
  }
  fclose(file);
  return true;
}

/* IC3 reads the core of every failed query and the model of every other. */
static void read_answer(Sat *sat, SatResult result, const IntVec *assumed, Result *out) {
  if (result == SAT_UNSATISFIABLE)
    for (size_t i = 0; i < assumed->size; i++) out->core += sat_failed(sat, assumed->data[i]);
}

static Result replay(const Script *script, SatKind kind) {
  Result result = {0};
  double start = clock_cpu();
  Sat *sat = sat_new(kind);
  IntVec assumed = {0};
  for (size_t i = 0; i < script->calls.size; i++) {
    const Call *call = &script->calls.data[i];
    const int *lits = script->lits.data + call->start;
    switch (call->call) {
    case 'v':
      while (sat_variables(sat) < call->result) sat_variable(sat);
      break;
    case 'c': sat_clause(sat, lits, call->count); break;
    case 't': sat_temporary(sat, lits, call->count); break;
    case 'd': sat_domain(sat, lits, call->count); break;
    case 'a':
      for (size_t k = 0; k < call->count; k++) {
        sat_assume(sat, lits[k]);
        vec_push(&assumed, lits[k]);
      }
      break;
    case 's': {
      SatResult answer = sat_solve(sat, NULL);
      if (call->result && answer != (SatResult)call->result) result.mismatches++;
      read_answer(sat, answer, &assumed, &result);
      vec_clear(&assumed);
      break;
    }
    }
  }
  result.work = sat_stats(sat)->work;
  sat_free(sat);
  result.total = clock_cpu() - start;
  vec_free(&assumed);
  return result;
}

/* The best of several runs, since the machine may be busy. */
static Result best_replay(const Script *script, SatKind kind, int repeat) {
  Result best = replay(script, kind);
  while (--repeat > 0) {
    Result next = replay(script, kind);
    if (next.total < best.total) best = next;
  }
  return best;
}

int main(int argc, char **argv) {
  int repeat = 1;
  bool only_lean = false;
  double sums[2] = {0};
  printf("%8s %10s %10s %7s %10s %10s  %s\n", "queries", "cadical", "lean", "ratio", "core", "core",
         "file");
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--repeat") && i + 1 < argc) {
      repeat = atoi(argv[++i]);
      continue;
    }
    if (!strcmp(argv[i], "--lean")) {
      only_lean = true;
      continue;
    }
    Script script = {0};
    if (!read_script(argv[i], &script)) {
      fprintf(stderr, "cannot read %s\n", argv[i]);
      return 65;
    }
    Result cadical = only_lean ? (Result){0} : best_replay(&script, SAT_CADICAL, repeat);
    Result lean = best_replay(&script, SAT_LEAN, repeat);
    printf("%8zu %10.3f %10.3f %7.2f %10llu %10llu  %s%s\n", script.queries, cadical.total,
           lean.total, cadical.total / lean.total, (unsigned long long)cadical.core,
           (unsigned long long)lean.core, argv[i],
           cadical.mismatches || lean.mismatches ? "  WRONG ANSWERS" : "");
    fflush(stdout);
    sums[0] += cadical.total;
    sums[1] += lean.total;
    vec_free(&script.calls);
    vec_free(&script.lits);
  }
  printf("%8s %10.3f %10.3f %7.2f\n", "all", sums[0], sums[1], sums[0] / sums[1]);
  return 0;
}
