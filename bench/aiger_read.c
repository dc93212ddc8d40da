/* Reads an AIGER file as `rondo` does, several times, and prints one line: the best seconds of CPU
 * time, the gates that were kept, and the bytes of memory that the model holds for each gate of the
 * file.
 *
 *   bench-aiger_read FILE [TIMES] */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/input.h"
#include "front/front.h"

/* Bytes in use, large blocks included. */
static size_t heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

static unsigned long gates_in_header(const char *file) {
  unsigned long gates = 0;
  Input input;
  Error error = {0};
  if (!input_read(&input, file, &error)) return 0;
  sscanf(input.data, "a%*1[ai]g %*u %*u %*u %*u %lu", &gates);
  input_free(&input);
  return gates;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fputs("usage: aiger_read FILE [TIMES]\n", stderr);
    return 64;
  }
  int times = argc > 2 ? atoi(argv[2]) : 3;
  double best = 0;
  size_t kept = 0, bytes = 0;
  for (int i = 0; i < times; i++) {
    Error error = {0};
    size_t before = heap_bytes();
    double start = clock_cpu();
    Model *model = front_read(argv[1], NULL, &error);
    double seconds = clock_cpu() - start;
    if (!model) {
      char *text = error_text(&error);
      fprintf(stderr, "%s\n", text);
      return 65;
    }
    if (!i || seconds < best) best = seconds;
    bytes = heap_bytes() - before;
    kept = model->system->aig->size - 1 - model->system->aig->variables;
    model_free(model);
  }
  unsigned long gates = gates_in_header(argv[1]);
  printf("%.3f seconds, %lu gates, %zu kept, %.1f bytes/gate\n", best, gates, kept,
         gates ? (double)bytes / (double)gates : 0);
  return 0;
}
