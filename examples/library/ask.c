/* A question of one's own, with librondo: is this formula of LTL true of the model? Shows what the
 * engines are doing, then the verdict with its evidence: the lasso that violates the formula, or a
 * certificate in a file, which `rondo certify MODEL CERTIFICATE --ltl FORMULA` accepts.
 *
 *   cc ask.c $(pkg-config --cflags --libs rondo) -o ask
 *   ./ask traffic-light.aag 'G (request -> F side_green)' proof.aag */
#include <inttypes.h>
#include <rondo/rondo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show_progress(void *context, const char *engine, uint64_t number, const char *words) {
  size_t *calls = context;
  (void)number;
  fprintf(stderr, "%zu. %s: %s\n", ++*calls, engine, words);
}

/* What changes from step to step, as far as the loop. */
static void print_trace(const RondoResult *result) {
  for (size_t step = 0; step < rondo_trace_length(result); step++) {
    if (rondo_trace_loop(result) == (int64_t)step) puts("  the loop starts here");
    printf("  step %zu:", step);
    for (size_t signal = 0; signal < rondo_signal_count(result); signal++) {
      char *value = rondo_signal_value(result, signal, step);
      char *before = step ? rondo_signal_value(result, signal, step - 1) : NULL;
      if (!before || strcmp(value, before))
        printf(" %s=%s", rondo_signal_name(result, signal), value);
      free(before);
      free(value);
    }
    putchar('\n');
  }
}

static int fail(char *error) {
  fprintf(stderr, "%s\n", error);
  free(error);
  return 65;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: %s MODEL FORMULA CERTIFICATE\n", argv[0]);
    return 64;
  }
  char *error = NULL;
  RondoModel *model = rondo_load(argv[1], NULL, &error);
  if (!model) return fail(error);
  rondo_properties_clear(model);
  if (!rondo_add_ltl(model, "question", argv[2], &error)) {
    rondo_model_free(model);
    return fail(error);
  }
  size_t calls = 0;
  RondoSettings *settings = rondo_settings_new();
  rondo_settings_set(settings, "timeout", "60", NULL);
  rondo_settings_progress(settings, show_progress, &calls);
  RondoResult *result = rondo_check(model, 0, settings);
  RondoVerdict verdict = rondo_result_verdict(result);
  printf("%s", rondo_verdict_name(verdict));
  if (verdict == RONDO_UNKNOWN) printf(": %s\n", rondo_result_reason(result));
  else
    printf(", by %s: %s of size %zu\n", rondo_result_engine(result), rondo_result_evidence(result),
           rondo_result_evidence_size(result));
  print_trace(result);
  int code = (int)verdict;
  if (verdict == RONDO_HOLDS && !rondo_write_certificate(result, argv[3], &error))
    code = fail(error);
  rondo_result_free(result);
  rondo_settings_free(settings);
  rondo_model_free(model);
  return code;
}
