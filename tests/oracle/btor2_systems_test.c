/* Random systems as BTOR2: the runs of the system that the blaster makes are those that a slow
 * interpreter of the text enumerates; files and witnesses are read as they were written. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/input.h"
#include "base/random.h"
#include "check/task_of_property.h"
#include "evidence/btor2_witness.h"
#include "evidence/replay.h"
#include "front/btor2/btor2.h"
#include "oracle/btor2_interpreter.h"
#include "oracle/explicit.h"
#include "oracle/random_btor2.h"
#include "rondo/rondo.h"

/* ---- enumeration ---- */

/* Valuations of some lines, counted like numbers. */
typedef VEC(Btor2Line *) LineVec;

static size_t bits_of_lines(const LineVec *lines) {
  size_t bits = 0;
  for (size_t i = 0; i < lines->size; i++) bits += lines->data[i]->width;
  return bits;
}

static void set_valuation(const LineVec *lines, size_t number) {
  for (size_t i = 0; i < lines->size; i++)
    for (size_t k = 0; k < lines->data[i]->width; k++, number /= 2)
      lines->data[i]->value[k] = number % 2 ? '1' : '0';
}

typedef struct {
  Btor2 *file;
  LineVec states, inputs;
  Graph graph;    /* nodes: valuations of states; edges: all steps, for each all choices */
  Bits initial;   /* nodes */
  Bits valid;     /* edges */
  VEC(Bits) sets; /* edges: by line, where it is a condition; else empty */
} Enumeration;

/* The assigned value of a state, NULL if it has none; a word may be for all elements. */
static const char *assigned(const Enumeration *e, const Btor2Line *state, const char *tag,
                            char *buffer) {
  for (size_t i = 0; i < e->file->lines.size; i++) {
    const Btor2Line *line = e->file->lines.data + i;
    if (!btor2_is(line, tag) || line->numbers.data[1] != state->id) continue;
    btor2_value(e->file, line->numbers.data[2], buffer);
    size_t width = strlen(buffer);
    for (size_t k = width; k < state->width; k++) buffer[k] = buffer[k - width];
    buffer[state->width] = 0;
    return buffer;
  }
  return NULL;
}

static bool is_initial(const Enumeration *e) {
  char buffer[256];
  for (size_t i = 0; i < e->states.size; i++) {
    const char *value = assigned(e, e->states.data[i], "init", buffer);
    if (value && strcmp(value, e->states.data[i]->value)) return false;
  }
  return true;
}

static bool holds(const Btor2 *file, int64_t id) {
  char buffer[256];
  return btor2_value(file, id, buffer)[0] == '1';
}

static bool constraints_hold(const Btor2 *file) {
  for (size_t i = 0; i < file->lines.size; i++)
    if (btor2_is(file->lines.data + i, "constraint") &&
        !holds(file, file->lines.data[i].numbers.data[0]))
      return false;
  return true;
}

/* The successors of the step that is evaluated: free states have any value. */
static void add_successors(Enumeration *e, size_t node, bool valid) {
  size_t nodes = (size_t)1 << bits_of_lines(&e->states), must = 0, fixed = 0, place = 0;
  char buffer[256];
  for (size_t i = 0; i < e->states.size; i++) {
    const char *value = assigned(e, e->states.data[i], "next", buffer);
    for (size_t k = 0; k < e->states.data[i]->width; k++, place++) {
      fixed |= (size_t)(value != NULL) << place;
      must |= (size_t)(value && value[k] == '1') << place;
    }
  }
  for (size_t to = 0; to < nodes; to++) {
    if ((to & fixed) != must) continue;
    graph_edge(&e->graph, (uint32_t)node, (uint32_t)to);
    size_t edge = e->graph.edges.size;
    bits_resize(&e->valid, edge);
    bits_put(&e->valid, edge - 1, valid);
    for (size_t i = 0; i < e->file->lines.size; i++) {
      const Btor2Line *line = e->file->lines.data + i;
      Bits *set = e->sets.data + i;
      bool condition = btor2_is(line, "bad") || btor2_is(line, "fair");
      bits_resize(set, edge);
      if (condition) bits_put(set, edge - 1, holds(e->file, line->numbers.data[0]));
      else if (line->value) bits_put(set, edge - 1, line->value[0] == '1');
    }
  }
}

static Enumeration *enumerate(const char *text) {
  Enumeration *e = mem_zalloc(sizeof *e);
  e->file = btor2_parse(text);
  for (size_t i = 0; i < e->file->lines.size; i++) {
    Btor2Line *line = e->file->lines.data + i;
    if (btor2_is(line, "state")) vec_push(&e->states, line);
    if (btor2_is(line, "input")) vec_push(&e->inputs, line);
  }
  vec_resize(&e->sets, e->file->lines.size);
  e->graph.nodes = (size_t)1 << bits_of_lines(&e->states);
  e->initial = bits_new(e->graph.nodes);
  for (size_t node = 0; node < e->graph.nodes; node++)
    for (size_t input = 0; input < (size_t)1 << bits_of_lines(&e->inputs); input++) {
      set_valuation(&e->states, node);
      set_valuation(&e->inputs, input);
      btor2_evaluate(e->file);
      bits_put(&e->initial, node, is_initial(e));
      add_successors(e, node, constraints_hold(e->file));
    }
  graph_finish(&e->graph);
  return e;
}

static void enumeration_free(Enumeration *e) {
  for (size_t i = 0; i < e->sets.size; i++) bits_free(e->sets.data + i);
  vec_free(&e->sets);
  bits_free(&e->initial);
  bits_free(&e->valid);
  graph_free(&e->graph);
  vec_free(&e->states);
  vec_free(&e->inputs);
  btor2_free(e->file);
  mem_free(e);
}

static int64_t bad_depth(const Enumeration *e, size_t line) {
  Bits edges = bits_copy(e->sets.data + line), nodes = bits_new(e->graph.nodes);
  bits_and(&edges, &e->valid);
  for (size_t i = 0; i < e->graph.edges.size; i++)
    if (bits_get(&edges, i)) bits_set(&nodes, e->graph.edges.data[i].from);
  int64_t depth = graph_distance(&e->graph, &e->initial, &e->valid, &nodes);
  bits_free(&edges);
  bits_free(&nodes);
  return depth;
}

/* The edges on which a term, perhaps complemented, is true. */
static Bits condition(const Enumeration *e, int64_t id) {
  Bits set = bits_copy(e->sets.data + (btor2_line(e->file, id) - e->file->lines.data));
  for (size_t i = 0; id < 0 && i < set.size; i++) bits_put(&set, i, !bits_get(&set, i));
  return set;
}

static bool fair_run(const Enumeration *e, const Btor2Line *justice) {
  VEC(Bits) sets = {0};
  for (int64_t i = 0; i < justice->numbers.data[0]; i++)
    vec_push(&sets, condition(e, justice->numbers.data[i + 1]));
  for (size_t i = 0; i < e->file->lines.size; i++)
    if (btor2_is(e->file->lines.data + i, "fair"))
      vec_push(&sets, condition(e, e->file->lines.data[i].numbers.data[0]));
  Bits fair = graph_fair(&e->graph, &e->valid, sets.data, sets.size);
  bool exists = !bits_disjoint(&fair, &e->initial);
  bits_free(&fair);
  for (size_t i = 0; i < sets.size; i++) bits_free(sets.data + i);
  vec_free(&sets);
  return exists;
}

/* What the properties of a file are answered, by the interpreter and by the system; counted by kind
 * and verdict. */
static void compare_system(const Text *text, unsigned counts[2][2]) {
  Model *model = random_btor2_read(text);
  Enumeration *e = enumerate(text->data);
  Explicit *explicit = explicit_new(model->system);
  size_t number = 0;
  for (size_t i = 0; i < e->file->lines.size; i++) {
    const Btor2Line *line = e->file->lines.data + i;
    bool justice = btor2_is(line, "justice");
    if (!justice && !btor2_is(line, "bad")) continue;
    const Property *property = model->properties.data + number++;
    CHECK(property->kind == (justice ? PROPERTY_JUSTICE : PROPERTY_INVARIANT));
    int64_t mine = justice ? fair_run(e, line) : bad_depth(e, i), theirs;
    if (justice) {
      LitVec all = {0};
      vec_append(&all, &property->justice);
      vec_append(&all, &model->system->fairness);
      theirs = explicit_fair_run(explicit, all.data, all.size);
      vec_free(&all);
    } else {
      theirs = explicit_bad_depth(explicit, property->bad);
    }
    if (mine != theirs)
      printf("%s\n%s: %lld, not %lld\n", text->data, property->name, (long long)theirs,
             (long long)mine);
    CHECK(mine == theirs);
    counts[justice][justice ? mine : mine >= 0]++;
  }
  CHECK_EQUAL(number, model->properties.size);
  explicit_free(explicit);
  enumeration_free(e);
  model_free(model);
}

/* ---- writing ---- */

static Text written(const Model *model) {
  Text text = {0};
  char *data = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&data, &size);
  CHECK(stream && btor2_write(model, stream));
  fclose(stream);
  text_add_n(&text, data, size);
  free(data);
  return text;
}

/* The answers of two models of the same properties are the same. */
static void check_same_answers(const Model *a, const Model *b) {
  Explicit *x = explicit_new(a->system), *y = explicit_new(b->system);
  CHECK_EQUAL(a->properties.size, b->properties.size);
  for (size_t i = 0; i < a->properties.size; i++) {
    const Property *p = a->properties.data + i, *q = b->properties.data + i;
    CHECK_TEXT(p->name, q->name);
    CHECK(p->kind == q->kind);
    if (p->kind == PROPERTY_INVARIANT) {
      CHECK_EQUAL(explicit_bad_depth(x, p->bad), explicit_bad_depth(y, q->bad));
      continue;
    }
    LitVec all = {0}, same = {0};
    vec_append(&all, &p->justice);
    vec_append(&all, &a->system->fairness);
    vec_append(&same, &q->justice);
    vec_append(&same, &b->system->fairness);
    CHECK_EQUAL(explicit_fair_run(x, all.data, all.size),
                explicit_fair_run(y, same.data, same.size));
    vec_free(&all);
    vec_free(&same);
  }
  explicit_free(x);
  explicit_free(y);
}

/* The value of an `init` line comes before its state: the reference parser refuses others. */
static void check_order(const char *text) {
  Btor2 *file = btor2_parse(text);
  for (size_t i = 0; i < file->lines.size; i++) {
    const Btor2Line *line = file->lines.data + i;
    if (btor2_is(line, "init")) CHECK(line->numbers.data[1] > llabs(line->numbers.data[2]));
  }
  btor2_free(file);
}

/* Writes and reads again, as words and as bits: every answer stays, also for the interpreter. */
TEST(what_is_written_has_the_answers_of_what_was_read) {
  unsigned counts[2][2] = {{0}}, words = 0;
  for (unsigned seed = 0; seed < test_cases(25); seed++) {
    Text text = {0};
    random_btor2_system(seed + 1000000, &text);
    Model *model = random_btor2_read(&text);
    for (int bits = 0; bits < 2; bits++) {
      for (size_t i = 0; bits && i < model->properties.size; i++)
        model->properties.data[i].question = 0;
      Text again = written(model);
      words += !bits && strstr(again.data, "bitvec 2");
      CHECK(!bits || !strstr(again.data, "bitvec 2"));
      check_order(again.data);
      Model *other = random_btor2_read(&again);
      check_same_answers(model, other);
      if (!bits) compare_system(&again, counts);
      model_free(other);
      text_free(&again);
    }
    model_free(model);
    text_free(&text);
  }
  CHECK_COVERAGE(words > 5);
}

/* ---- witnesses ---- */

/* The same run: what the file leaves out follows. Only what comes after the last step is open. */
static void check_same_run(const Trace *a, const Trace *b) {
  CHECK_EQUAL(a->steps.size, b->steps.size);
  for (size_t k = 0; k < a->steps.size; k++) {
    CHECK(bits_equal(&a->steps.data[k].latches, &b->steps.data[k].latches));
    CHECK(k + 1 == a->steps.size || bits_equal(&a->steps.data[k].inputs, &b->steps.data[k].inputs));
  }
}

TEST(witnesses_are_read_as_they_were_written) {
  unsigned runs = 0, open_states = 0;
  for (unsigned seed = 0; seed < test_cases(100); seed++) {
    Text text = {0};
    random_btor2_system(seed + 2000000, &text);
    Model *model = random_btor2_read(&text);
    Explicit *e = explicit_new(model->system);
    Lit condition = random_chance(&(Random){seed}, 1, 2) ? model->properties.data[0].bad : LIT_TRUE;
    Trace *trace = explicit_fair_trace(e, &condition, 1);
    if (trace) {
      char *data = NULL;
      size_t size = 0;
      TraceClaims claims = {0};
      Error error = {0};
      const TraceProperty property = {true, seed};
      FILE *stream = open_memstream(&data, &size);
      CHECK(stream && btor2_witness_write(stream, &property, model->relation, NULL, trace));
      fclose(stream);
      CHECK(btor2_witness_recognise(data, size));
      CHECK(btor2_witness_read("w", data, size, model->relation, model->system, model->memories,
                               &claims, &error));
      CHECK_EQUAL(claims.size, 1);
      CHECK(claims.data[0].properties.data[0].justice);
      CHECK_EQUAL(claims.data[0].properties.data[0].index, seed);
      check_same_run(trace, claims.data[0].trace);
      CHECK(trace_find_loop(claims.data[0].trace, model->system, &error));
      runs++;
      open_states += strstr(data, "#1") != NULL;
      trace_claims_free(&claims);
      free(data);
    }
    trace_free(trace);
    explicit_free(e);
    model_free(model);
    text_free(&text);
  }
  CHECK_COVERAGE(runs > 20 && open_states > 5);
}

TEST(systems_have_the_runs_that_the_interpreter_enumerates) {
  unsigned counts[2][2] = {{0}};
  for (unsigned seed = 0; seed < test_cases(60); seed++) {
    Text text = {0};
    random_btor2_system(seed, &text);
    compare_system(&text, counts);
    text_free(&text);
  }
  printf("  bad: %u unreachable, %u reachable; justice: %u without run, %u with one\n",
         counts[0][0], counts[0][1], counts[1][0], counts[1][1]);
  for (int i = 0; i < 4; i++) CHECK_COVERAGE(counts[i / 2][i % 2] > 10);
}

/* ---- from the file to the verdict ---- */

/* What the interpreter says of a property: whether its run exists. */
static bool is_violated(const Enumeration *e, size_t number) {
  for (size_t i = 0; i < e->file->lines.size; i++) {
    const Btor2Line *line = e->file->lines.data + i;
    bool justice = btor2_is(line, "justice");
    if ((justice || btor2_is(line, "bad")) && !number--)
      return justice ? fair_run(e, line) : bad_depth(e, i) >= 0;
  }
  test_fail(__FILE__, __LINE__, "there is no such property");
}

/* The witness in a file shows the violation on the model as another reader sees it. */
static void check_witness(const char *path, const Text *text, size_t number) {
  Error error = {0};
  Input input = {0};
  TraceClaims claims = {0};
  Model *model = random_btor2_read(text);
  Task *task = task_of_property(model, number, &(LtlOptions){0}, &error);
  CHECK(task && input_read(&input, path, &error));
  CHECK(btor2_witness_read(path, input.data, input.size, model->relation, model->system,
                           model->memories, &claims, &error));
  CHECK_EQUAL(claims.size, 1);
  CHECK_EQUAL(claims.data[0].properties.data[0].index, property_index_in_kind(model, number));
  bool closed =
      task->kind == TASK_BAD || trace_find_loop(claims.data[0].trace, task->system, &error);
  if (!closed || !replay(task, claims.data[0].trace, &error))
    test_fail(__FILE__, __LINE__, "%s\n%s\n%s", text->data, input.data, error.message);
  trace_claims_free(&claims);
  input_free(&input);
  task_free(task);
  model_free(model);
}

TEST(verdicts_are_those_of_the_interpreter_and_witnesses_show_them) {
  const char *path = test_temporary_path("random.btor2"), *witness = test_temporary_path("w");
  unsigned counts[2] = {0};
  RondoSettings *settings = rondo_settings_new();
  CHECK(rondo_settings_set(settings, "jobs", "0", NULL));
  for (unsigned seed = 0; seed < test_cases(12); seed++) {
    Text text = {0};
    random_btor2_system(seed + 3000000, &text);
    FILE *stream = fopen(path, "w");
    CHECK(stream && fputs(text.data, stream) >= 0 && !fclose(stream));
    Enumeration *e = enumerate(text.data);
    RondoModel *model = rondo_load(path, NULL, NULL);
    CHECK(model);
    for (size_t i = 0; i < rondo_property_count(model); i++) {
      RondoResult *result = rondo_check(model, i, settings);
      bool violated = is_violated(e, i);
      if (rondo_result_verdict(result) != (violated ? RONDO_VIOLATED : RONDO_HOLDS))
        test_fail(__FILE__, __LINE__, "%s\nproperty %zu should be %s", text.data, i,
                  violated ? "violated" : "held");
      CHECK(!violated || rondo_write_witness(result, witness, NULL));
      if (violated) check_witness(witness, &text, i);
      counts[violated]++;
      rondo_result_free(result);
    }
    rondo_model_free(model);
    enumeration_free(e);
    text_free(&text);
  }
  rondo_settings_free(settings);
  CHECK_COVERAGE(counts[0] > 10 && counts[1] > 10);
}
