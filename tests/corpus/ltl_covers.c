/* Formulas of the literature: their automata, for each way of making a product, are shown to accept
 * every violation, or the formula is too large to tell; and none is found to miss one. A share of
 * the formulas by default; all of them with RONDO_TEST_SCALE=4000. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/covers.h"
#include "evidence/watched.h"
#include "formula/parser.h"
#include "test.h"

static const LtlOptions ways[] = {
    {AUTOMATON_SMALL, ENCODING_ONE_HOT, true},
    {AUTOMATON_SMALL, ENCODING_BINARY, false},
    {AUTOMATON_TIGHT, ENCODING_ONE_HOT, true},
};
enum { WAYS = sizeof ways / sizeof *ways, WORK = 20000000 };

static Finding check_way(const Formulas *formulas, Formula f, const LtlOptions *way) {
  U32Vec atoms = {0}, missed = {0};
  size_t loop;
  Error error = {0};
  System *model = system_new();
  words_atoms(formulas, f, &atoms);
  Words *violating = words_of_formula(formulas, f, false, &atoms);
  Task *task = violating ? watched_formula(model, formulas, f, &atoms, way, &error) : NULL;
  Watcher *watcher = task ? watcher_of_task(task, (unsigned)atoms.size) : NULL;
  Finding finding =
      watcher ? watcher_covers(watcher, violating, WORK, &missed, &loop) : FINDING_OPEN;
  watcher_free(watcher);
  task_free(task);
  words_free(violating);
  system_free(model);
  error_free(&error);
  vec_free(&atoms);
  vec_free(&missed);
  return finding;
}

TEST(automata_of_the_literatures_formulas_are_shown_to_accept_every_violation) {
  if (!test_bench_folder()) return;
  Text path = {0};
  text_format(&path, "%s/ltl/formulas.tsv", test_bench_folder());
  FILE *file = fopen(path.data, "r");
  text_free(&path);
  CHECK(file);
  char *line = NULL;
  size_t capacity = 0;
  unsigned number = 0, cases = test_cases(25), every = cases < 1000 ? 1000 / cases : 1;
  unsigned formulas_tried = 0, shown[WAYS] = {0};
  while (getline(&line, &capacity, file) > 0) {
    char *text = strrchr(line, '\t');
    if (number++ == 0 || !text || number % every) continue;
    text[strcspn(text, "\n")] = 0;
    Formulas *formulas = formulas_new();
    Error error = {0};
    Formula f = formula_parse(formulas, LOGIC_LTL, text + 1, &error);
    CHECK(f != FORMULA_NONE);
    formulas_tried++;
    for (size_t way = 0; way < WAYS; way++) {
      Finding finding = check_way(formulas, f, &ways[way]);
      if (finding == FINDING_REFUTED)
        test_fail(__FILE__, __LINE__, "way %zu misses a violation of %s", way, text + 1);
      shown[way] += finding == FINDING_SHOWN;
    }
    formulas_free(formulas);
  }
  free(line);
  fclose(file);
  printf("    %u formulas; shown %u small, %u without safety, %u tight\n", formulas_tried, shown[0],
         shown[1], shown[2]);
  for (size_t way = 0; way < WAYS; way++) CHECK(2 * shown[way] > formulas_tried);
}
