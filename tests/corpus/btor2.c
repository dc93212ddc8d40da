/* The BTOR2 files of the benchmark folder: all are read, and words survive being written; the
 * reference parser's own tests are accepted and refused as there. */
#include "test.h"

#include <dirent.h>
#include <stdio.h>

#include "base/error.h"
#include "base/input.h"
#include "front/btor2/btor2.h"
#include "front/front.h"

/* Calls a function for the files of a folder whose names contain a text; how many there are. */
static size_t each_file(const char *folder, const char *contained,
                        void (*visit)(const char *path, const char *name)) {
  char path[1024];
  if (!test_bench_folder()) SKIP("no benchmark models");
  snprintf(path, sizeof path, "%s/%s", test_bench_folder(), folder);
  DIR *directory = opendir(path);
  if (!directory) SKIP("no BTOR2 files among the benchmark models");
  size_t count = 0;
  for (struct dirent *entry; (entry = readdir(directory));) {
    if (!strstr(entry->d_name, contained)) continue;
    snprintf(path, sizeof path, "%s/%s/%s", test_bench_folder(), folder, entry->d_name);
    visit(path, entry->d_name);
    count++;
  }
  closedir(directory);
  return count;
}

static void write_and_read(const char *path, const char *name) {
  Error error = {0};
  Model *model = front_read(path, NULL, &error);
  if (!model) test_fail(__FILE__, __LINE__, "%s: %s", name, error.message);
  CHECK(model->properties.size);
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  CHECK(stream && btor2_write(model, stream));
  fclose(stream);
  Model *again = btor2_read(name, text, size, NULL, &error);
  if (!again) test_fail(__FILE__, __LINE__, "%s: %s", name, error.message);
  CHECK_EQUAL(again->properties.size, model->properties.size);
  CHECK_EQUAL(again->system->latches.size, model->system->latches.size);
  CHECK_EQUAL(again->system->inputs.size, model->system->inputs.size);
  CHECK_EQUAL(again->system->constraints.size, model->system->constraints.size);
  model_free(again);
  model_free(model);
  free(text);
}

TEST(all_btor2_files_are_read_and_written_as_words) {
  CHECK(each_file("btor2", ".btor", write_and_read) >= 65);
  CHECK(each_file("hdl/btor2", ".btor2", write_and_read) >= 30);
}

/* What the reference parser refuses, and we do not: a blank at the end of a line, and a comment
 * that the end of the file ends. */
static const char *const lenient[] = {"andtrailspace.in", "nonewlinecomment.in"};

static void compare_with_reference(const char *path, const char *name) {
  char answer[1024];
  Error error = {0};
  Input input = {0}, output = {0};
  snprintf(answer, sizeof answer, "%.*s.out", (int)(strlen(path) - strlen(".in")), path);
  CHECK(input_read(&input, path, &error) && input_read(&output, answer, &error));
  bool refused = strstr(output.data, "parse error") != NULL;
  for (size_t i = 0; i < sizeof lenient / sizeof *lenient; i++)
    if (!strcmp(name, lenient[i])) refused = false;
  Model *model = btor2_read(name, input.data, input.size, NULL, &error);
  if ((model == NULL) != refused)
    test_fail(__FILE__, __LINE__, "%s: %s", name, model ? "is read" : error.message);
  CHECK(model || error.line > 0);
  model_free(model);
  error_free(&error);
  input_free(&input);
  input_free(&output);
}

TEST(what_the_reference_parser_refuses_is_refused) {
  CHECK(each_file("hdl/btor2-parser", ".in", compare_with_reference) >= 40);
}
