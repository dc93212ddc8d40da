/* PSL's operators as they are read from a file, against their definitions (IEEE 1850-2010, 6.2.1):
 * random properties are written as text, read as SMV, and both the formula that was read and the
 * definition are asked about random words. The definition counts positions; it knows neither W nor
 * the rewriting of the reader. */
#include "base/random.h"
#include "front/smv/smv.h"
#include "oracle/ltl_oracle.h"
#include "test.h"

enum { ATOMS = 3, NODES = 64, DEPTH = 3 };

/* The operators; those of `next_event` and of the ranges are told apart by `event` and `range`. */
typedef enum {
  PSL_ATOM,
  PSL_NOT,
  PSL_AND_BOTH,
  PSL_IMPLICATION,
  PSL_ALWAYS,
  PSL_NEVER,
  PSL_EVENTUALLY,
  PSL_NEXT_TIMES, /* next and X, with a count or not */
  PSL_NEXT_RANGE, /* next_a, next_e */
  PSL_EVENT,      /* next_event, next_event_a, next_event_e */
  PSL_UNTIL_FORM,
  PSL_BEFORE_FORM,
  PSL_BRACKETS, /* [p U q], [p W q] */
  PSL_KINDS
} PslKind;

typedef struct {
  PslKind kind;
  bool strong, inclusive, letter, all; /* letter: X in place of next; all: _a, not _e */
  bool range;                          /* of PSL_EVENT: with [i:j] */
  size_t low, high;
  size_t left, right; /* left of PSL_ATOM: which; of PSL_EVENT: the event */
} PslNode;

typedef struct {
  PslNode nodes[NODES];
  size_t count;
} Psl;

/* ---- random properties ---- */

static const char *const names[ATOMS] = {"a", "b", "c"};

static size_t add_node(Psl *psl, PslNode node) {
  psl->nodes[psl->count] = node;
  return psl->count++;
}

static size_t random_psl(Psl *psl, Random *random, unsigned depth, bool boolean) {
  PslKind kind = depth ? random_below(random, boolean ? PSL_ALWAYS : PSL_KINDS) : PSL_ATOM;
  if (depth && !boolean && random_below(random, 3) == 0) kind = PSL_EVENT;
  PslNode node = {.kind = kind,
                  .strong = random_below(random, 2),
                  .inclusive = random_below(random, 2),
                  .letter = random_below(random, 2),
                  .all = random_below(random, 2),
                  .range = random_below(random, 2)};
  if (kind == PSL_ATOM) {
    node.left = random_below(random, ATOMS);
    return add_node(psl, node);
  }
  node.low = random_below(random, 3) + (kind == PSL_EVENT);
  node.high = node.low + random_below(random, 3);
  node.left =
      random_psl(psl, random, kind == PSL_EVENT ? 1 : depth - 1, boolean || kind == PSL_EVENT);
  bool binary = kind == PSL_AND_BOTH || kind == PSL_IMPLICATION || kind >= PSL_EVENT;
  if (binary) node.right = random_psl(psl, random, depth - 1, boolean);
  return add_node(psl, node);
}

static void write_psl(const Psl *psl, size_t at, Text *text);

static void write_next(const Psl *psl, const PslNode *node, Text *text) {
  const char *mark = node->strong ? "!" : "", *which = node->all ? "_a" : "_e";
  if (node->kind == PSL_NEXT_TIMES)
    text_format(text, "%s%s[%zu] (", node->letter ? "X" : "next", mark, node->low);
  if (node->kind == PSL_NEXT_RANGE)
    text_format(text, "next%s%s[%zu:%zu] (", which, mark, node->low, node->high);
  if (node->kind == PSL_EVENT) {
    text_format(text, "next_event%s%s(", node->range ? which : "", mark);
    write_psl(psl, node->left, text);
    text_add(text, ")");
    if (node->range) text_format(text, "[%zu:%zu]", node->low, node->high);
    else if (node->low > 1 || node->letter) text_format(text, "[%zu]", node->low);
    text_add(text, "(");
  }
  write_psl(psl, node->kind == PSL_EVENT ? node->right : node->left, text);
  text_add(text, ")");
}

static void write_binary(const Psl *psl, const PslNode *node, const char *word, Text *text) {
  write_psl(psl, node->left, text);
  text_format(text, " %s ", word);
  write_psl(psl, node->right, text);
}

static void write_psl(const Psl *psl, size_t at, Text *text) {
  const PslNode *node = psl->nodes + at;
  static const char *const prefix[] = {[PSL_NOT] = "!",
                                       [PSL_ALWAYS] = "always ",
                                       [PSL_NEVER] = "never ",
                                       [PSL_EVENTUALLY] = "eventually! "};
  static const char *const forms[2][2][2] = {{{"until", "until_"}, {"until!", "until!_"}},
                                             {{"before", "before_"}, {"before!", "before!_"}}};
  bool brackets = node->kind == PSL_BRACKETS;
  if (node->kind != PSL_ATOM) text_add(text, brackets ? "[" : "(");
  switch (node->kind) {
  case PSL_ATOM: text_add(text, names[node->left]); break;
  case PSL_AND_BOTH: write_binary(psl, node, "&", text); break;
  case PSL_IMPLICATION: write_binary(psl, node, "->", text); break;
  case PSL_UNTIL_FORM:
  case PSL_BEFORE_FORM:
    write_binary(psl, node, forms[node->kind == PSL_BEFORE_FORM][node->strong][node->inclusive],
                 text);
    break;
  case PSL_BRACKETS: write_binary(psl, node, node->strong ? "U" : "W", text); break;
  case PSL_NEXT_TIMES:
  case PSL_NEXT_RANGE:
  case PSL_EVENT: write_next(psl, node, text); break;
  default:
    text_add(text, prefix[node->kind]);
    write_psl(psl, node->left, text);
    break;
  }
  if (node->kind != PSL_ATOM) text_add(text, brackets ? "]" : ")");
}

/* ---- the definition ---- */

typedef struct {
  const Psl *psl;
  size_t length, loop;
  bool atoms[ATOMS][8];
} Word;

static bool holds(const Word *word, size_t at, size_t position);

/* Where `at` is true for the n-th time from a position on; SIZE_MAX: never. If no round of the loop
 * has it, none of the later ones has. */
static size_t nth(const Word *word, size_t at, size_t position, size_t n) {
  for (size_t last = position + (n + 1) * word->length; position < last; position++)
    if (holds(word, at, position) && --n == 0) return position;
  return SIZE_MAX;
}

static bool at_event(const Word *word, const PslNode *node, size_t position, size_t n) {
  size_t event = nth(word, node->left, position, n);
  return event == SIZE_MAX ? !node->strong : holds(word, node->right, event);
}

static bool of_range(const Word *word, const PslNode *node, size_t position) {
  bool event = node->kind == PSL_EVENT, ranged = node->range || !event;
  size_t met = 0, high = ranged ? node->high : node->low;
  for (size_t n = node->low; n <= high; n++)
    met += event ? at_event(word, node, position, n) : holds(word, node->left, position + n);
  return !ranged || node->all ? met == high - node->low + 1 : met > 0;
}

/* p until q: p up to the first q, to the last one before it or with it. */
static bool until(const Word *word, const PslNode *node, size_t position) {
  size_t end = nth(word, node->right, position, 1);
  bool ever = end != SIZE_MAX;
  if (!ever && node->strong) return false;
  if (!ever) end = position + 2 * word->length;
  for (; position < end; position++)
    if (!holds(word, node->left, position)) return false;
  return !ever || node->kind == PSL_BRACKETS || !node->inclusive || holds(word, node->left, end);
}

/* p before q: the first p comes before the first q, or with it. */
static bool before(const Word *word, const PslNode *node, size_t position) {
  size_t first = nth(word, node->left, position, 1), other = nth(word, node->right, position, 1);
  if (first == SIZE_MAX) return !node->strong && other == SIZE_MAX;
  return first < other || (node->inclusive && first == other);
}

static bool holds(const Word *word, size_t at, size_t position) {
  const PslNode *node = word->psl->nodes + at;
  if (position >= word->length)
    position = word->loop + (position - word->loop) % (word->length - word->loop);
  switch (node->kind) {
  case PSL_ATOM: return word->atoms[node->left][position];
  case PSL_NOT: return !holds(word, node->left, position);
  case PSL_AND_BOTH: return holds(word, node->left, position) && holds(word, node->right, position);
  case PSL_IMPLICATION:
    return !holds(word, node->left, position) || holds(word, node->right, position);
  case PSL_EVENTUALLY: return nth(word, node->left, position, 1) != SIZE_MAX;
  case PSL_NEVER: return nth(word, node->left, position, 1) == SIZE_MAX;
  case PSL_ALWAYS:
    for (size_t i = 0; i < 2 * word->length; i++)
      if (!holds(word, node->left, position + i)) return false;
    return true;
  case PSL_NEXT_TIMES: return holds(word, node->left, position + node->low);
  case PSL_NEXT_RANGE:
  case PSL_EVENT: return of_range(word, node, position);
  case PSL_UNTIL_FORM:
  case PSL_BRACKETS: return until(word, node, position);
  case PSL_BEFORE_FORM: return before(word, node, position);
  case PSL_KINDS: break;
  }
  return false;
}

/* ---- both ---- */

/* The latch that a variable without assignments is. */
static size_t latch_of(const Model *model, const char *name) {
  const System *system = model->system;
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    for (size_t k = 0; k < system->latches.size && !strcmp(signal->name, name); k++)
      if (system->latches.data[k].current == signal->bits.data[0]) return k;
  }
  test_fail(__FILE__, __LINE__, "no latch %s", name);
  return 0;
}

static Trace *random_run(const Model *model, Word *word, Random *random) {
  word->length = 1 + random_below(random, 5);
  word->loop = random_below(random, (uint32_t)word->length);
  Trace *trace = trace_new();
  for (size_t k = 0; k < word->length; k++) {
    Step *step = trace_add_step(trace, model->system);
    for (size_t a = 0; a < ATOMS; a++) {
      word->atoms[a][k] = random_below(random, 2);
      bits_put(&step->latches, latch_of(model, names[a]), word->atoms[a][k]);
    }
  }
  trace->loop = (int64_t)word->loop;
  return trace;
}

TEST(psl_means_what_its_definition_says) {
  unsigned yes = 0, no = 0, kinds[PSL_KINDS] = {0};
  for (uint64_t seed = 1; seed <= test_cases(400); seed++) {
    Random random = {seed};
    Psl psl = {.count = 0};
    size_t root = random_psl(&psl, &random, DEPTH, false);
    Text source = {0};
    text_add(&source, "MODULE main VAR a : boolean; b : boolean; c : boolean;\nPSLSPEC ");
    write_psl(&psl, root, &source);
    text_add(&source, ";\n");
    Error error = {0};
    Model *model = smv_read("test.smv", source.data, source.size, NULL, &error);
    if (!model) test_fail(__FILE__, __LINE__, "%s: %s", error.message, source.data);
    const Property *property = model->properties.data;
    CHECK(!property->unchecked);
    for (int round = 0; round < 6; round++) {
      Word word = {.psl = &psl};
      Trace *trace = random_run(model, &word, &random);
      LassoWord lasso = lasso_word_of(model->system, model->formulas, trace);
      bool truth = holds(&word, root, 0);
      if (ltl_oracle_word(model->formulas, property->formula, &lasso) != truth)
        test_fail(__FILE__, __LINE__, "seed %llu, truth %d: %s", (unsigned long long)seed, truth,
                  source.data);
      yes += truth;
      no += !truth;
      lasso_word_free(&lasso, model->formulas);
      trace_free(trace);
    }
    kinds[psl.nodes[root].kind]++;
    model_free(model);
    text_free(&source);
  }
  CHECK_COVERAGE(yes > 500 && no > 500 && kinds[PSL_EVENT] > 100 && kinds[PSL_NEXT_RANGE] > 10);
}
