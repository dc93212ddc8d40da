/* Random small SMV models: the transition relation of the encoded system, by enumeration, is the
 * one that the interpreter of the syntax tree gives; likewise the initial states, and which models
 * are refused because some value is undefined or out of range. */
#include "test.h"

#include <stdio.h>

#include "base/error.h"
#include "base/log.h"
#include "base/random.h"
#include "base/text.h"
#include "front/smv/parser.h"
#include "front/smv/smv.h"
#include "oracle/explicit.h"
#include "oracle/smv_interpreter.h"
#include "report/trace_smv.h"

/* --- random models -------------------------------------------------------------------------- */

typedef enum { SORT_BOOLEAN, SORT_INTEGER, SORT_SYMBOL, SORT_WORD } Sort;

typedef struct {
  const char *text;
  Sort sort;
  int size;
  const char *low; /* how its first value is written */
} RandomType;

static const RandomType types[] = {
    {"boolean", SORT_BOOLEAN, 2, "FALSE"},
    {"0..2", SORT_INTEGER, 3, "0"},
    {"-1..1", SORT_INTEGER, 3, "-1"},
    {"1..3", SORT_INTEGER, 3, "1"},
    {"5..6", SORT_INTEGER, 2, "5"},
    {"{1, 3}", SORT_INTEGER, 2, "1"},
    {"{a, b, c}", SORT_SYMBOL, 3, "a"},
    {"{d, a}", SORT_SYMBOL, 2, "a"},
    {"unsigned word[2]", SORT_WORD, 4, "0ud2_0"},
};

typedef struct {
  Random random;
  Text text;
  int variables;
  const RandomType *type[4];
  int visible;      /* variables that may be read: 0 .. visible-1 */
  int visible_next; /* and under next() */
  int defines;      /* Booleans d0, d1, ... */
} Generator;

static unsigned pick(Generator *g, unsigned bound) { return random_below(&g->random, bound); }

static void expression(Generator *g, Sort sort, int depth);

static bool variable_of(Generator *g, Sort sort) {
  int start = (int)pick(g, 4);
  for (int i = 0; i < g->variables; i++) {
    int v = (start + i) % g->variables;
    if (g->type[v]->sort != sort) continue;
    if (v < g->visible_next && pick(g, 3) == 0) {
      text_format(&g->text, "next(v%d)", v);
      return true;
    }
    if (v < g->visible) {
      text_format(&g->text, "v%d", v);
      return true;
    }
  }
  return false;
}

static void leaf(Generator *g, Sort sort) {
  static const char *const symbols[] = {"a", "b", "c", "d"};
  if (pick(g, 3) && variable_of(g, sort)) return;
  switch (sort) {
  case SORT_BOOLEAN:
    if (g->defines && pick(g, 2)) text_format(&g->text, "d%u", pick(g, (unsigned)g->defines));
    else text_add(&g->text, pick(g, 2) ? "TRUE" : "FALSE");
    break;
  case SORT_INTEGER: text_format(&g->text, "%d", (int)pick(g, 6) - 2); break;
  case SORT_SYMBOL: text_add(&g->text, symbols[pick(g, 4)]); break;
  case SORT_WORD: text_format(&g->text, "0ud2_%u", pick(g, 4)); break;
  }
}

static void binary(Generator *g, Sort left, const char *op, Sort right, int depth) {
  text_char(&g->text, '(');
  expression(g, left, depth);
  text_format(&g->text, " %s ", op);
  expression(g, right, depth);
  text_char(&g->text, ')');
}

static void call(Generator *g, const char *name, Sort sort, int arguments, int depth) {
  text_format(&g->text, "%s(", name);
  for (int i = 0; i < arguments; i++) {
    if (i) text_add(&g->text, ", ");
    expression(g, sort, depth);
  }
  text_char(&g->text, ')');
}

static void set_of(Generator *g, Sort sort, int depth) {
  int count = 1 + (int)pick(g, 3);
  if (sort == SORT_INTEGER && !pick(g, 4)) {
    text_add(&g->text, "(0..2)");
    return;
  }
  text_char(&g->text, '{');
  for (int i = 0; i < count; i++) {
    if (i) text_add(&g->text, ", ");
    expression(g, sort, depth);
  }
  text_char(&g->text, '}');
}

static void choice(Generator *g, Sort sort, int depth) {
  if (pick(g, 2)) {
    text_char(&g->text, '(');
    expression(g, SORT_BOOLEAN, depth);
    text_add(&g->text, " ? ");
    expression(g, sort, depth);
    text_add(&g->text, " : ");
    expression(g, sort, depth);
    text_char(&g->text, ')');
    return;
  }
  text_add(&g->text, "case ");
  int branches = 1 + (int)pick(g, 2);
  for (int i = 0; i < branches; i++) {
    expression(g, SORT_BOOLEAN, depth);
    text_add(&g->text, " : ");
    expression(g, sort, depth);
    text_add(&g->text, "; ");
  }
  if (pick(g, 8)) {
    text_add(&g->text, "TRUE : ");
    expression(g, sort, depth);
    text_add(&g->text, "; ");
  }
  text_add(&g->text, "esac");
}

static void boolean_expression(Generator *g, int depth) {
  static const char *const logic[] = {"&", "|", "xor", "xnor", "->", "<->", "=", "!="};
  static const char *const order[] = {"<", "<=", ">", ">=", "=", "!="};
  Sort sort = (Sort)pick(g, 4);
  switch (pick(g, 5)) {
  case 0:
    text_add(&g->text, "!(");
    expression(g, SORT_BOOLEAN, depth);
    text_char(&g->text, ')');
    return;
  case 1: binary(g, SORT_BOOLEAN, logic[pick(g, 8)], SORT_BOOLEAN, depth); return;
  case 2:
    if (sort == SORT_BOOLEAN) sort = SORT_INTEGER;
    binary(g, sort, order[sort == SORT_SYMBOL ? 4 + pick(g, 2) : pick(g, 6)], sort, depth);
    return;
  case 3:
    text_char(&g->text, '(');
    expression(g, sort, depth);
    text_add(&g->text, " in ");
    set_of(g, sort, depth);
    text_char(&g->text, ')');
    return;
  default: choice(g, SORT_BOOLEAN, depth);
  }
}

static void integer_expression(Generator *g, int depth) {
  static const char *const arithmetic[] = {"+", "-", "*", "+", "-", "/", "mod"};
  switch (pick(g, 7)) {
  case 0: call(g, "count", SORT_BOOLEAN, 1 + (int)pick(g, 3), depth); return;
  case 1: call(g, pick(g, 2) ? "min" : "max", SORT_INTEGER, 2, depth); return;
  case 2: call(g, "abs", SORT_INTEGER, 1, depth); return;
  case 3: call(g, "toint", pick(g, 2) ? SORT_BOOLEAN : SORT_WORD, 1, depth); return;
  case 4: choice(g, SORT_INTEGER, depth); return;
  default: binary(g, SORT_INTEGER, arithmetic[pick(g, 7)], SORT_INTEGER, depth);
  }
}

static void word_expression(Generator *g, int depth) {
  static const char *const operators[] = {"+", "-", "*", "&", "|", "xor", "<<", ">>", "/", "mod"};
  switch (pick(g, 4)) {
  case 0:
    text_add(&g->text, pick(g, 2) ? "!(" : "-(");
    expression(g, SORT_WORD, depth);
    text_char(&g->text, ')');
    return;
  case 1: choice(g, SORT_WORD, depth); return;
  default: binary(g, SORT_WORD, operators[pick(g, 10)], SORT_WORD, depth);
  }
}

static void expression(Generator *g, Sort sort, int depth) {
  if (depth <= 0 || !pick(g, 4)) {
    leaf(g, sort);
    return;
  }
  switch (sort) {
  case SORT_BOOLEAN: boolean_expression(g, depth - 1); return;
  case SORT_INTEGER: integer_expression(g, depth - 1); return;
  case SORT_WORD: word_expression(g, depth - 1); return;
  case SORT_SYMBOL: choice(g, sort, depth - 1); return;
  }
}

/* The right side of an assignment; mostly made to fit the variable. */
static void assigned_expression(Generator *g, const RandomType *type, int depth) {
  bool fits = type->sort == SORT_BOOLEAN || type->sort == SORT_WORD || !pick(g, 6);
  size_t start = g->text.size;
  if (pick(g, 3)) expression(g, type->sort, depth);
  else set_of(g, type->sort, depth);
  if (fits) return;
  char *body = mem_string(g->text.data + start);
  const char *domain = type->text[0] == '{' ? type->text : NULL;
  g->text.size = start;
  text_format(&g->text, "case %s in %s%s%s : %s; TRUE : %s; esac", body, domain ? "" : "(",
              type->text, domain ? "" : ")", body, type->low);
  mem_free(body);
}

static void assign(Generator *g, int v, const char *form) {
  text_format(&g->text, form, v);
  assigned_expression(g, g->type[v], 2);
  text_add(&g->text, ";\n");
}

static void section(Generator *g, const char *name, unsigned chance) {
  if (pick(g, chance)) return;
  text_format(&g->text, "%s ", name);
  expression(g, SORT_BOOLEAN, 3);
  text_char(&g->text, '\n');
}

static void generate(Generator *g) {
  int states = 1;
  text_add(&g->text, "MODULE main\nVAR\n");
  g->variables = 0;
  int wanted = 2 + (int)pick(g, 3);
  while (g->variables < wanted) {
    const RandomType *type = types + pick(g, sizeof types / sizeof *types);
    if (states * type->size > 30) break;
    states *= type->size;
    text_format(&g->text, "  v%d : %s;\n", g->variables, type->text);
    g->type[g->variables++] = type;
  }
  text_add(&g->text, "CONSTANTS a, b, c, d;\n");
  g->visible = g->variables;
  g->visible_next = 0;
  if (pick(g, 2)) {
    text_add(&g->text, "DEFINE d0 := ");
    expression(g, SORT_BOOLEAN, 2);
    text_add(&g->text, ";\n");
  }
  int defines = g->text.data[g->text.size - 2] == ';' && strstr(g->text.data, "DEFINE") ? 1 : 0;
  text_add(&g->text, "ASSIGN\n");
  for (int v = 0; v < g->variables; v++) {
    /* only what comes before may be read now, so that nothing is circular */
    g->visible = v;
    g->visible_next = 0;
    g->defines = 0;
    unsigned kind = pick(g, 5);
    if (kind == 0) assign(g, v, "  v%d := ");
    if (kind == 1 || kind == 2) assign(g, v, "  init(v%d) := ");
    g->visible = g->variables;
    g->visible_next = v;
    if (kind == 2 || kind == 3) assign(g, v, "  next(v%d) := ");
  }
  g->visible = g->variables;
  g->visible_next = 0;
  g->defines = defines;
  section(g, "INIT", 3);
  section(g, "INVAR", 4);
  g->visible_next = g->variables;
  section(g, "TRANS", 3);
  /* exact transitions, and in half of the models no variable becomes an input */
  text_add(&g->text, "INVARSPEC TRUE\n");
  if (pick(g, 2)) text_add(&g->text, "CTLSPEC TRUE\n");
}

/* --- the relation of the encoded system ------------------------------------------------------- */

/* Codes that stand for no value: such states exist, but must not be reached. */
#define UNUSED_CODE (SIZE_MAX - 1)

/* The number of the interpreter's valuation that the signals of a step show. */
static size_t valuation_of(const Interpreter *it, const System *system, const Step *step) {
  Bits values = bits_new(system->aig->size);
  step_evaluate(system, step, &values);
  size_t valuation = 0, factor = 1;
  for (size_t i = 0; i < it->variables.size; i++) {
    const ConcreteVariable *variable = it->variables.data + i;
    const char *name = it->syntax->names.text[variable->name];
    Text text = {0}, mine = {0};
    trace_smv_value(signal_find(&system->signals, name), &values, &text);
    size_t j = 0;
    for (; j < variable->domain.size; j++) {
      Concrete value = variable->domain.data[j];
      text_clear(&mine);
      if (value.kind == CONCRETE_BOOLEAN) text_add(&mine, value.number ? "TRUE" : "FALSE");
      else if (value.kind == CONCRETE_INTEGER) text_format(&mine, "%lld", (long long)value.number);
      else if (value.kind == CONCRETE_SYMBOL) text_add(&mine, it->syntax->names.text[value.number]);
      else text_format(&mine, "0ud%u_%lld", value.width, (long long)value.number);
      if (!strcmp(mine.data, text.data)) break;
    }
    text_free(&text);
    text_free(&mine);
    if (j == variable->domain.size) {
      bits_free(&values);
      return UNUSED_CODE;
    }
    valuation += factor * j;
    factor *= variable->domain.size;
  }
  bits_free(&values);
  return valuation;
}

static void compare(const Interpreter *it, const System *system, const char *source) {
  Explicit *e = explicit_new(system);
  Trace *scratch = trace_new();
  size_t n = it->states, none = SIZE_MAX;
  size_t *valuation = mem_array(e->steps, sizeof *valuation);
  Bits initial = bits_new(n), follows = bits_new(n * n);
  for (size_t step = 0; step < e->steps; step++) {
    valuation[step] = none;
    if (!bits_get(&e->valid, step)) continue;
    Step *values = scratch->steps.size ? scratch->steps.data : trace_add_step(scratch, system);
    size_t state = step / e->inputs, input = step % e->inputs;
    for (size_t i = 0; i < system->latches.size; i++) bits_put(&values->latches, i, state >> i & 1);
    for (size_t i = 0; i < system->inputs.size; i++) bits_put(&values->inputs, i, input >> i & 1);
    valuation[step] = valuation_of(it, system, values);
    if (!bits_get(&e->initial, state)) continue;
    if (valuation[step] == UNUSED_CODE)
      test_fail(__FILE__, __LINE__, "an initial state has an unused code in\n%s", source);
    bits_set(&initial, valuation[step]);
  }
  for (size_t step = 0; step < e->steps; step++)
    for (size_t input = 0; valuation[step] < UNUSED_CODE && input < e->inputs; input++) {
      size_t next = e->graph.edges.data[step].to * e->inputs + input;
      if (valuation[next] == UNUSED_CODE)
        test_fail(__FILE__, __LINE__, "a transition leads to an unused code in\n%s", source);
      if (valuation[next] != none) bits_set(&follows, valuation[step] * n + valuation[next]);
    }
  bool failed = false;
  for (size_t i = 0; i < n; i++) {
    if (interpreter_initial(it, i, &failed) != bits_get(&initial, i))
      test_fail(__FILE__, __LINE__, "valuation %zu: the initial states differ in\n%s", i, source);
    for (size_t j = 0; j < n; j++)
      if (interpreter_follows(it, i, j, &failed) != bits_get(&follows, i * n + j))
        test_fail(__FILE__, __LINE__, "from %zu to %zu: the transitions differ in\n%s", i, j,
                  source);
  }
  mem_free(valuation);
  bits_free(&initial);
  bits_free(&follows);
  trace_free(scratch);
  explicit_free(e);
}

/* Whether some value is undefined or out of range in the interpreter's eyes. */
static bool something_fails(const Interpreter *it) {
  bool failed = false;
  for (size_t i = 0; i < it->states && !failed; i++) {
    interpreter_initial(it, i, &failed);
    for (size_t j = 0; j < it->states && !failed; j++) interpreter_follows(it, i, j, &failed);
  }
  return failed;
}

TEST(random_smv_models_mean_what_the_interpreter_says) {
  log_set_level(LOG_QUIET);
  unsigned compared = 0, refused = 0;
  for (unsigned seed = 1; seed <= test_cases(400); seed++) {
    Generator g = {.random = {seed}};
    generate(&g);
    Error error = {0}, parse_error = {0};
    Syntax syntax = {
        .file = "random.smv", .text = g.text.data, .length = g.text.size, .error = &parse_error};
    if (!smv_parse(&syntax))
      test_fail(__FILE__, __LINE__, "%s\n%s", parse_error.message, g.text.data);
    Interpreter *it = interpreter_new(&syntax);
    Model *model = smv_read("random.smv", g.text.data, g.text.size, NULL, &error);
    if (!model) {
      if (!something_fails(it))
        test_fail(__FILE__, __LINE__, "seed %u: %s, in\n%s", seed, error_text(&error), g.text.data);
      refused++;
    } else if (model->system->inputs.size + model->system->latches.size <= 13) {
      compare(it, model->system, g.text.data);
      compared++;
    }
    model_free(model);
    error_free(&error);
    interpreter_free(it);
    syntax_free(&syntax);
    text_free(&g.text);
  }
  log_set_level(LOG_NORMAL);
  printf("    %u compared, %u refused\n", compared, refused);
  CHECK(compared > refused / 4);
}
