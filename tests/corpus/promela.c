/* Models of the benchmark folder with SPIN's answers: every one is read, and the smaller ones have
 * SPIN's number of states, its verdicts about assertions and end states, claims, formulas and
 * cycles. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/input.h"
#include "base/text.h"
#include "front/promela/promela.h"
#include "oracle/process_space.h"
#include "rondo/rondo.h"

enum { COLUMNS = 4, SMALL = 20000 };

typedef struct {
  char *column[COLUMNS]; /* model, property, answer, detail */
} Row;

static void split_row(char *line, Row *row) {
  for (int i = 0; i < COLUMNS; i++) {
    row->column[i] = line;
    line += strcspn(line, "\t");
    if (*line) *line++ = 0;
  }
}

typedef VEC(Row) RowVec;

static void read_rows(Input *input, const char *file, RowVec *rows) {
  Error error = {0};
  if (!input_read(input, file, &error)) test_fail(__FILE__, __LINE__, "%s", error.message);
  for (char *line = input->data; line < input->data + input->size;) {
    char *end = line + strcspn(line, "\n");
    *end = 0;
    Row row;
    split_row(line, &row);
    vec_push(rows, row);
    line = end + 1;
  }
}

static Processes *read_model(const char *folder, const char *model) {
  Text path = {0};
  text_format(&path, "%s/%s", folder, model);
  Input input = {0};
  Error error = {0};
  if (!input_read(&input, path.data, &error)) test_fail(__FILE__, __LINE__, "%s", error.message);
  Processes *program = promela_read_processes(path.data, input.data, input.size, &error);
  if (!program) test_fail(__FILE__, __LINE__, "%s", error_text(&error));
  input_free(&input);
  text_free(&path);
  return program;
}

static const ProcessClaim *claim_named(const Processes *program, const char *name) {
  for (size_t i = 0; i < program->claims.size; i++)
    if (!*name || !strcmp(program->claims.data[i].name, name)) return &program->claims.data[i];
  return NULL;
}

/* What we say to a question of the table; NULL: it is about SPIN alone. */
static const char *answer(ProcessSpace *space, const char *property, Text *text) {
  bool violated;
  if (!strcmp(property, "states")) {
    text_clear(text);
    text_format(text, "%zu", space->counted);
    return text->data;
  }
  if (!strcmp(property, "safety")) {
    violated = !process_space_is_safe(space);
  } else if (!strcmp(property, "acceptance cycle")) {
    violated = process_space_has_acceptance_cycle(space, false);
  } else if (!strcmp(property, "non-progress cycle")) {
    violated = process_space_has_idle_cycle(space, false);
  } else {
    bool ltl = !strncmp(property, "ltl", 3), never = !strcmp(property, "never claim");
    if (!ltl && !never) return NULL;
    const char *name = ltl && property[3] ? property + 4 : "";
    const ProcessClaim *claim = claim_named(space->program, name);
    if (!claim) test_fail(__FILE__, __LINE__, "there is no claim %s", name);
    violated = process_space_violates(space, claim, false);
  }
  return violated ? "violated" : "holds";
}

/* The same by the way of users: what a check says of assertions and end states. */
typedef struct {
  size_t holds, violated;
  char *states; /* the statistics of one that holds; NULL: none does */
} Said;

static void hear(void *context, RondoResult *result) {
  Said *said = context;
  CHECK(!rondo_result_internal_error(result));
  said->holds += rondo_result_verdict(result) == RONDO_HOLDS;
  said->violated += rondo_result_verdict(result) == RONDO_VIOLATED;
  if (rondo_result_verdict(result) == RONDO_HOLDS && !said->states)
    said->states = rondo_result_statistics(result);
  rondo_result_free(result);
}

/* `exact`: with SPIN's number of states; else with partial order. */
static bool check_by_door(const char *folder, const char *model, const char *safety, size_t states,
                          bool exact) {
  static const size_t asked[] = {0, 1}; /* assertions, end_states */
  Text path = {0}, number = {0};
  text_format(&path, "%s/%s", folder, model);
  text_format(&number, " %zu ", states);
  RondoModel *loaded = rondo_load(path.data, NULL, NULL);
  CHECK(loaded);
  RondoSettings *settings = rondo_settings_new();
  CHECK(rondo_settings_set(settings, "engine", "explicit", NULL));
  if (exact) CHECK(rondo_settings_set(settings, "exact-states", NULL, NULL));
  Said said = {0};
  RondoWatch watch = {NULL, hear, &said};
  rondo_check_all(loaded, asked, 2, settings, &watch);
  if (said.holds + said.violated != 2 || (said.violated > 0) != !strcmp(safety, "violated"))
    test_fail(__FILE__, __LINE__, "%s: %zu hold, %zu are violated; SPIN says %s", model, said.holds,
              said.violated, safety);
  if (said.states && exact) {
    said.states[strcspn(said.states, "\n")] = 0; /* the first line is about states */
    if (!strstr(said.states, number.data))
      test_fail(__FILE__, __LINE__, "%s: %s, not %zu", model, said.states, states);
  }
  free(said.states);
  rondo_settings_free(settings);
  rondo_model_free(loaded);
  text_free(&path);
  text_free(&number);
  return true;
}

/* A formula that is checked has SPIN's verdict; whether it was. */
static bool check_formula_by_door(const char *folder, const char *model, const char *name,
                                  const char *verdict) {
  Text path = {0};
  text_format(&path, "%s/%s", folder, model);
  RondoModel *loaded = rondo_load(path.data, NULL, NULL);
  CHECK(loaded);
  RondoSettings *settings = rondo_settings_new();
  CHECK(rondo_settings_set(settings, "timeout", "3", NULL));
  Said said = {0};
  RondoWatch watch = {NULL, hear, &said};
  size_t number = 2; /* the only one has no name */
  while (*name && number < rondo_property_count(loaded) &&
         strcmp(rondo_property_name(loaded, number), name))
    number++;
  CHECK(number < rondo_property_count(loaded));
  rondo_check_all(loaded, &number, 1, settings, &watch);
  bool said_so = said.holds + said.violated == 1;
  if (said_so && (said.violated > 0) != !strcmp(verdict, "violated"))
    test_fail(__FILE__, __LINE__, "%s, %s: SPIN says %s", model, name, verdict);
  free(said.states);
  rondo_settings_free(settings);
  rondo_model_free(loaded);
  text_free(&path);
  return said_so;
}

/* What we call a question of the table about runs; NULL: it is none. */
static const char *name_of(const char *question) {
  if (!strncmp(question, "ltl", 3)) return question[3] ? question + 4 : "";
  if (!strcmp(question, "never claim")) return "never";
  if (!strcmp(question, "acceptance cycle")) return "acceptance_cycles";
  return strcmp(question, "non-progress cycle") ? NULL : "non_progress_cycles";
}

static void check_model(const char *folder, const RowVec *rows, size_t first, size_t end,
                        size_t *compared, size_t *formulas) {
  const char *model = rows->data[first].column[0];
  size_t expected = SIZE_MAX;
  Processes *program = read_model(folder, model);
  for (size_t i = first; i < end; i++)
    if (!strcmp(rows->data[i].column[1], "states"))
      expected = strtoul(rows->data[i].column[2], NULL, 10);
  ProcessSpace space;
  if (expected <= SMALL * (size_t)test_cases(100) / 100) {
    CHECK(process_space_build(&space, program, expected * 20 + 1000));
    Text text = {0};
    for (size_t i = first; i < end; i++) {
      const Row *row = &rows->data[i];
      if (!strcmp(row->column[1], "safety"))
        *compared += check_by_door(folder, model, row->column[2], expected, true) +
                     check_by_door(folder, model, row->column[2], expected, false);
      const char *name = name_of(row->column[1]);
      if (name) *formulas += check_formula_by_door(folder, model, name, row->column[2]);
      const char *ours = answer(&space, row->column[1], &text);
      if (!ours) continue;
      if (strcmp(ours, row->column[2]))
        test_fail(__FILE__, __LINE__, "%s, %s: %s, not %s", model, row->column[1], ours,
                  row->column[2]);
      ++*compared;
    }
    text_free(&text);
    process_space_free(&space);
  }
  processes_free(program);
}

TEST(programs_have_the_states_and_verdicts_of_spin) {
  const char *bench = test_bench_folder();
  if (!bench) SKIP("no benchmark folder");
  Text folder = {0}, table = {0};
  text_format(&folder, "%s/net/promela", bench);
  text_format(&table, "%s/expected.tsv", folder.data);
  FILE *there = fopen(table.data, "r");
  if (!there) SKIP("no Promela models in the benchmark folder");
  fclose(there);
  Input input = {0};
  RowVec rows = {0};
  read_rows(&input, table.data, &rows);
  size_t compared = 0, formulas = 0;
  for (size_t i = 1, end; i < rows.size; i = end) {
    for (end = i; end < rows.size; end++)
      if (strcmp(rows.data[end].column[0], rows.data[i].column[0])) break;
    check_model(folder.data, &rows, i, end, &compared, &formulas);
  }
  CHECK_COVERAGE(compared > 100 && formulas > 12);
  vec_free(&rows);
  input_free(&input);
  text_free(&folder);
  text_free(&table);
}
