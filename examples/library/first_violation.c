/* A first program with librondo: prints the verdict of every property of a model, and for the first
 * violation the values of all signals step by step.
 *
 *   cc first_violation.c $(pkg-config --cflags --libs rondo) -o first_violation
 *   ./first_violation traffic-light.aag */
#include <rondo/rondo.h>
#include <stdio.h>
#include <stdlib.h>

static void print_trace(const RondoResult *result) {
  for (size_t step = 0; step < rondo_trace_length(result); step++) {
    printf("  step %zu:", step);
    for (size_t signal = 0; signal < rondo_signal_count(result); signal++) {
      char *value = rondo_signal_value(result, signal, step);
      printf(" %s=%s", rondo_signal_name(result, signal), value);
      free(value);
    }
    putchar('\n');
  }
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s MODEL\n", argv[0]);
    return 64;
  }
  char *error = NULL;
  RondoModel *model = rondo_load(argv[1], NULL, &error);
  if (!model) {
    fprintf(stderr, "%s\n", error);
    free(error);
    return 65;
  }
  RondoSettings *settings = rondo_settings_new();
  rondo_settings_set(settings, "timeout", "10", NULL);
  size_t violated = 0;
  for (size_t i = 0; i < rondo_property_count(model); i++) {
    RondoResult *result = rondo_check(model, i, settings);
    printf("%s: %s\n", rondo_property_name(model, i),
           rondo_verdict_name(rondo_result_verdict(result)));
    if (rondo_result_verdict(result) == RONDO_VIOLATED && !violated++) print_trace(result);
    rondo_result_free(result);
  }
  rondo_settings_free(settings);
  rondo_model_free(model);
  return violated != 0;
}
