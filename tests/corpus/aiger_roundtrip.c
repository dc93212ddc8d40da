/* Every AIGER file of ours, and of the benchmark folder where it is there, is read, written as
 * ASCII, read, written as binary and read again: the three have the same circuit, node by node, and
 * the same sections and names. */
#include "test.h"

#include <dirent.h>
#include <stdio.h>

#include "base/input.h"
#include "front/aiger.h"
#include "front/front.h"
#include "system/aiger_file.h"

typedef struct {
  const AigerFile *a, *b;
  Lit *image;     /* by node of a: the node of b that it corresponds to */
  uint32_t *back; /* and the other way */
  U32Vec stack;   /* nodes of a whose children are still to be paired */
  const char *file;
} Pairing;

static void pair(Pairing *p, Lit x, Lit y) {
  uint32_t n = lit_node(x), m = lit_node(y);
  if (lit_negated(x) != lit_negated(y)) test_fail(__FILE__, __LINE__, "%s: sign differs", p->file);
  if (p->image[n] == LIT_NONE && p->back[m] == LIT_NONE) {
    p->image[n] = m;
    p->back[m] = n;
    vec_push(&p->stack, n);
  }
  if (p->image[n] != m || p->back[m] != n)
    test_fail(__FILE__, __LINE__, "%s: structure differs", p->file);
}

static void pair_all(Pairing *p, const LitVec *xs, const LitVec *ys) {
  CHECK_EQUAL(xs->size, ys->size);
  for (size_t i = 0; i < xs->size; i++) pair(p, xs->data[i], ys->data[i]);
}

/* One-to-one over everything the sections depend on. */
static void check_same_circuit(const AigerFile *a, const AigerFile *b, const char *file) {
  const System *s = a->system, *t = b->system;
  Pairing p = {
      a,   b,   mem_alloc(s->aig->size * sizeof(Lit)), mem_alloc(t->aig->size * sizeof(Lit)),
      {0}, file};
  memset(p.image, 0xff, s->aig->size * sizeof(Lit));
  memset(p.back, 0xff, t->aig->size * sizeof(Lit));
  pair(&p, LIT_FALSE, LIT_FALSE);
  pair_all(&p, &s->inputs, &t->inputs);
  CHECK_EQUAL(s->latches.size, t->latches.size);
  for (size_t i = 0; i < s->latches.size; i++) {
    pair(&p, s->latches.data[i].current, t->latches.data[i].current);
    pair(&p, s->latches.data[i].next, t->latches.data[i].next);
    CHECK_EQUAL(s->latches.data[i].reset, t->latches.data[i].reset);
  }
  pair_all(&p, &a->outputs, &b->outputs);
  pair_all(&p, &a->bad, &b->bad);
  pair_all(&p, &s->constraints, &t->constraints);
  pair_all(&p, &s->fairness, &t->fairness);
  CHECK_EQUAL(a->justice.size, b->justice.size);
  for (size_t i = 0; i < a->justice.size; i++)
    pair_all(&p, &a->justice.data[i], &b->justice.data[i]);
  while (p.stack.size) {
    uint32_t n = vec_pop(&p.stack), m = p.image[n];
    CHECK_EQUAL(aig_is_and(s->aig, n), aig_is_and(t->aig, m));
    if (!aig_is_and(s->aig, n)) continue;
    pair(&p, s->aig->nodes[n].left, t->aig->nodes[m].left);
    pair(&p, s->aig->nodes[n].right, t->aig->nodes[m].right);
  }
  vec_free(&p.stack);
  mem_free(p.image);
  mem_free(p.back);
}

static void check_same_text(const StringVec *a, const StringVec *b) {
  for (size_t i = 0; i < a->size || i < b->size; i++) {
    const char *x = i < a->size ? a->data[i] : NULL, *y = i < b->size ? b->data[i] : NULL;
    CHECK(!x == !y);
    if (x) CHECK_TEXT(x, y);
  }
}

static void check_same(const AigerFile *a, const AigerFile *b, const char *file) {
  check_same_circuit(a, b, file);
  for (int s = 0; s < AIGER_SECTIONS; s++) check_same_text(&a->names[s], &b->names[s]);
  check_same_text(&a->comments, &b->comments);
}

static AigerFile *rewritten(const AigerFile *file, bool binary) {
  Input bytes;
  Error error = {0};
  FILE *stream = open_memstream(&bytes.data, &bytes.size);
  CHECK(aiger_file_write(file, stream, binary));
  fclose(stream);
  AigerFile *result = aiger_file_read("rewritten", bytes.data, bytes.size, &error);
  if (!result) test_fail(__FILE__, __LINE__, "%s", error.message);
  free(bytes.data);
  return result;
}

static void check_file(const char *path) {
  Input input;
  Error error = {0};
  CHECK(input_read(&input, path, &error));
  AigerFile *first = aiger_file_read(path, input.data, input.size, &error);
  if (!first) test_fail(__FILE__, __LINE__, "%s: %s", path, error.message);
  AigerFile *second = rewritten(first, false), *third = rewritten(second, true);
  check_same(first, second, path);
  check_same(second, third, path);
  aiger_file_free(first);
  aiger_file_free(second);
  aiger_file_free(third);
  input_free(&input);
}

/* What a model says of itself: signals and properties by name. */
static char *description(const Model *model) {
  Text text = {0};
  const SignalVec *signals = &model->system->signals;
  for (size_t i = 0; i < signals->size; i++)
    text_format(&text, "%s %d %d %zu\n", signals->data[i].name, (int)signals->data[i].role,
                (int)signals->data[i].type, signals->data[i].bits.size);
  for (size_t i = 0; i < model->properties.size; i++) {
    const Property *property = model->properties.data + i;
    text_format(&text, "%s %d %zu\n", property->name, (int)property->kind, property->justice.size);
  }
  return text_take(&text);
}

static void check_model(const char *path) {
  Error error = {0};
  Model *model = front_read(path, NULL, &error);
  CHECK(model);
  Input bytes;
  FILE *stream = open_memstream(&bytes.data, &bytes.size);
  CHECK(aiger_write(model, stream, true));
  fclose(stream);
  Model *again = aiger_read("again", bytes.data, bytes.size, NULL, &error);
  if (!again) test_fail(__FILE__, __LINE__, "%s: %s", path, error.message);
  char *before = description(model), *after = description(again);
  CHECK_TEXT(after, before);
  mem_free(before);
  mem_free(after);
  free(bytes.data);
  model_free(model);
  model_free(again);
}

/* Calls a check for every AIGER file of a folder; gives how many there were. */
static size_t for_each_of(const char *name, void (*check)(const char *path)) {
  size_t count = 0;
  DIR *folder = opendir(name);
  CHECK(folder);
  for (struct dirent *entry; (entry = readdir(folder));) {
    char path[1024];
    const char *dot = strrchr(entry->d_name, '.');
    if (!dot || (strcmp(dot, ".aig") && strcmp(dot, ".aag"))) continue;
    snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
    check(path);
    count++;
  }
  closedir(folder);
  return count;
}

static size_t for_each_file(void (*check)(const char *path)) {
  static const char *const suites[] = {"fair", "ctl", "safety", "live"};
  const char *bench = test_bench_folder();
  size_t count = for_each_of(TEST_MODELS, check);
  CHECK(count > 3);
  for (size_t s = 0; bench && s < sizeof suites / sizeof *suites; s++) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", bench, suites[s]);
    count += for_each_of(path, check);
  }
  return count;
}

TEST(every_aiger_file_survives_both_forms) { CHECK(for_each_file(check_file) > 0); }

TEST(every_model_keeps_its_signals_and_properties_when_written) {
  CHECK(for_each_file(check_model) > 0);
}
