/* Front-end cost of SMV: writes models of growing size and reads them, so that one can see that the
 * time per line stays what it is. The model is a row of cells with modules, parameters,
 * enumerations, ranges, case and DEFINE; as many lines as asked for.
 *
 *   bench-smv_generate            a table of lines and lines per second, up to 100,000 lines
 *   bench-smv_generate N          the model with about N lines, on standard output */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"
#include "front/smv/smv.h"

static void generate(Text *text, long lines) {
  long cells = lines / 16 + 1;
  text_add(text, "MODULE main\nVAR\n  start : boolean;\n");
  for (long i = 0; i < cells; i++) {
    text_format(text, "  s%ld : {idle, wait, busy, done};\n  n%ld : 0..%ld;\n", i, i, 3 + i % 12);
    if (i) text_format(text, "  c%ld : cell(s%ld = busy, c%ld.out);\n", i, i, i - 1);
    else text_format(text, "  c%ld : cell(s%ld = busy, start);\n", i, i);
  }
  text_add(text, "ASSIGN\n");
  for (long i = 0; i < cells; i++) {
    text_format(text, "  init(s%ld) := idle;\n  next(s%ld) := case\n", i, i);
    text_format(text, "    s%ld = idle & c%ld.out : {idle, wait};\n", i, i);
    text_format(text, "    s%ld = wait & !c%ld.out : busy;\n", i, i);
    text_format(text, "    s%ld = busy & n%ld = 0 : done;\n", i, i);
    text_format(text, "    TRUE : s%ld;\n  esac;\n", i);
    text_format(text, "  init(n%ld) := 0;\n  next(n%ld) := case\n", i, i);
    text_format(text, "    n%ld < %ld : n%ld + 1;\n    TRUE : 0;\n  esac;\n", i, 3 + i % 12, i);
  }
  for (long i = 0; i < cells; i++) text_format(text, "INVARSPEC s%ld = done -> n%ld <= 15\n", i, i);
  text_add(text, "MODULE cell(seen, before)\nVAR\n  x : boolean;\nASSIGN\n  init(x) := FALSE;\n"
                 "  next(x) := seen xor before;\nDEFINE\n  out := x & before | seen;\n");
}

static long count_lines(const Text *text) {
  long lines = 0;
  for (size_t i = 0; i < text->size; i++) lines += text->data[i] == '\n';
  return lines;
}

int main(int argc, char **argv) {
  Text text = {0};
  if (argc > 1) {
    generate(&text, atol(argv[1]));
    fputs(text.data, stdout);
    text_free(&text);
    return 0;
  }
  printf("%10s %10s %12s %14s\n", "lines", "CPU s", "gates", "lines/second");
  static const long sizes[] = {1000, 3000, 10000, 30000, 100000};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    text_clear(&text);
    generate(&text, sizes[i]);
    Error error = {0};
    double start = clock_cpu();
    Model *model = smv_read("generated", text.data, text.size, NULL, &error);
    double seconds = clock_cpu() - start;
    if (!model) {
      char *message = error_text(&error);
      fprintf(stderr, "%s\n", message);
      free(message);
      return 1;
    }
    long count = count_lines(&text);
    printf("%10ld %10.3f %12zu %14.0f\n", count, seconds, model->system->aig->size,
           (double)count / seconds);
    model_free(model);
  }
  text_free(&text);
  return 0;
}
