/* What the reductions remove from models, and what it costs to prove that they were right: one line
 * for the first property of each file. The proof is that of the equalities alone, by the checker of
 * certificates, on the original model.
 *
 *   bench-reduce [--no-cone] [--no-constants] [--no-equivalences] [--no-choices] [--no-rewrite]
 * FILE... */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "check/task_of_property.h"
#include "evidence/certify.h"
#include "front/front.h"
#include "task/reduce.h"

static const char *checked(const Task *task, const Reduction *reduction, double *seconds) {
  Witness *witness = witness_new(system_copy(reduction_task(reduction)->system, NULL));
  Witness *back = reduction_witness_back(reduction, witness);
  Task trivial = *task;
  trivial.kind = TASK_BAD;
  trivial.bad = LIT_FALSE;
  Error error = {0};
  double start = clock_wall();
  bool good = certify_witness(&trivial, back, &error);
  *seconds = clock_wall() - start;
  if (!good) fprintf(stderr, "%s\n", error.message);
  error_free(&error);
  witness_free(back);
  witness_free(witness);
  return good ? "proved" : "WRONG";
}

static void run(const char *file, const ReduceOptions *options) {
  Error error = {0};
  Model *model = front_read(file, NULL, &error);
  Task *task =
      model && model->properties.size ? task_of_property(model, 0, &(LtlOptions){0}, &error) : NULL;
  if (!task) {
    fprintf(stderr, "%s: %s\n", file, error.message ? error.message : "no property");
    error_free(&error);
    model_free(model);
    return;
  }
  Budget budget = BUDGET_UNLIMITED;
  Reduction *reduction = reduce(task, options, &budget);
  const ReduceStats *s = reduction_stats(reduction);
  double seconds;
  const char *verdict = checked(task, reduction, &seconds);
  const char *name = strrchr(file, '/');
  printf("%-40.40s latches %6llu -> %6llu inputs %5llu -> %5llu gates %7llu -> %7llu"
         "  constant %5llu equal %5llu + %6llu choices %5llu saved %6llu rounds %4llu %7.2f s, %s "
         "in %.2f s\n",
         name ? name + 1 : file, (unsigned long long)s->latches_before,
         (unsigned long long)s->latches_after, (unsigned long long)s->inputs_before,
         (unsigned long long)s->inputs_after, (unsigned long long)s->gates_before,
         (unsigned long long)s->gates_after, (unsigned long long)s->constants,
         (unsigned long long)s->equal_latches, (unsigned long long)s->equal_signals,
         (unsigned long long)s->choices, (unsigned long long)s->rewritten,
         (unsigned long long)s->rounds, s->seconds, verdict, seconds);
  fflush(stdout);
  reduction_free(reduction);
  task_free(task);
  model_free(model);
}

int main(int argc, char **argv) {
  ReduceOptions options = {.cone = true,
                           .constants = true,
                           .equivalences = true,
                           .free_latches = true,
                           .delays = true,
                           .choices = true,
                           .rewrite = true};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--no-cone")) options.cone = false;
    else if (!strcmp(argv[i], "--no-constants")) options.constants = false;
    else if (!strcmp(argv[i], "--no-equivalences")) options.equivalences = false;
    else if (!strcmp(argv[i], "--no-delayed-inputs")) options.delays = false;
    else if (!strcmp(argv[i], "--no-choices")) options.choices = false;
    else if (!strcmp(argv[i], "--no-rewrite")) options.rewrite = false;
    else run(argv[i], &options);
  }
  return 0;
}
