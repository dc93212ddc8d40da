/* Engines for circuits on random Promela programs: assertions, end states, LTL and CTL as plain
 * searches over all states say. */
#include "test.h"

#include "check/check.h"
#include "front/front.h"
#include "front/promela/promela_model.h"
#include "oracle/process_space.h"
#include "oracle/random_promela.h"

enum { LIMIT = 300 };

/* ---- CTL by fixpoints over the states that are seen ---- */

typedef struct {
  ProcessSpace *space;
  U32Vec seen;        /* states in which nobody is inside an atomic sequence ... */
  uint32_t *number;   /* ... and their numbers, by state */
  U32Vec *successors; /* by number: the next ones that are seen */
  bool endless;       /* somebody can stay inside for ever */
} Seen;

static bool is_seen(const ProcessSpace *space, uint32_t state) {
  return process_state_exclusive((const uint8_t *)space->states.text[state]) == PROCESS_NONE;
}

static void follow(Seen *seen, uint32_t state, U32Vec *to, uint32_t depth) {
  const ProcessSpace *space = seen->space;
  uint32_t from = space->first.data[state], end = space->first.data[state + 1];
  if (depth > space->states.size) {
    seen->endless = true;
    return;
  }
  if (from == end) vec_push(to, seen->number[state]);
  for (uint32_t k = from; k < end && !seen->endless; k++) {
    uint32_t next = space->successors.data[k];
    if (is_seen(space, next)) vec_push(to, seen->number[next]);
    else follow(seen, next, to, depth + 1);
  }
}

static Seen seen_new(ProcessSpace *space) {
  Seen seen = {.space = space};
  seen.number = mem_array(space->states.size, sizeof *seen.number);
  for (uint32_t i = 0; i < space->states.size; i++)
    if (is_seen(space, i)) {
      seen.number[i] = (uint32_t)seen.seen.size;
      vec_push(&seen.seen, i);
    }
  seen.successors = mem_array(seen.seen.size, sizeof *seen.successors);
  for (size_t i = 0; i < seen.seen.size && !seen.endless; i++)
    follow(&seen, seen.seen.data[i], seen.successors + i, 0);
  return seen;
}

static void seen_free(Seen *seen) {
  for (size_t i = 0; i < seen->seen.size; i++) vec_free(seen->successors + i);
  mem_free(seen->successors);
  mem_free(seen->number);
  vec_free(&seen->seen);
}

/* The states with a successor in the set; all successors, if `all`. */
static bool *before(const Seen *seen, const bool *set, bool all) {
  bool *result = mem_array(seen->seen.size, sizeof *result);
  for (size_t i = 0; i < seen->seen.size; i++) {
    result[i] = all;
    for (size_t k = 0; k < seen->successors[i].size; k++) {
      bool there = set[seen->successors[i].data[k]];
      result[i] = all ? result[i] && there : result[i] || there;
    }
  }
  return result;
}

/* The fixpoint of x = b or (a and before(x)), from nothing; or of x = b and before(x), from all. */
static bool *fixpoint(const Seen *seen, const bool *a, const bool *b, bool all, bool greatest) {
  size_t count = seen->seen.size;
  bool *x = mem_array(count, sizeof *x), changed = true;
  for (size_t i = 0; i < count; i++) x[i] = greatest;
  while (changed) {
    bool *step = before(seen, x, all);
    changed = false;
    for (size_t i = 0; i < count; i++) {
      bool next = greatest ? b[i] && step[i] : b[i] || (a[i] && step[i]);
      changed |= next != x[i];
      x[i] = next;
    }
    mem_free(step);
  }
  return x;
}

static bool *truth(Seen *seen, uint32_t formula) {
  const ProcessLtl *f = seen->space->program->formulas.data + formula;
  size_t count = seen->seen.size;
  bool *x = mem_array(count, sizeof *x);
  if (f->operator== LTL_ATOM) {
    for (size_t i = 0; i < count; i++) {
      uint32_t state = seen->seen.data[i];
      ProcessFault fault;
      process_load(seen->space->machine, (const uint8_t *)seen->space->states.text[state],
                   seen->space->states.length[state]);
      x[i] = process_evaluate(seen->space->machine, f->a, &fault) != 0;
    }
    return x;
  }
  bool *a = truth(seen, f->a), *b = f->b == PROCESS_NONE ? NULL : truth(seen, f->b), *y = NULL;
  for (size_t i = 0; i < count; i++)
    x[i] = f->operator== LTL_NOT       ? !a[i]
           : f->operator== LTL_AND     ? a[i] && b[i]
           : f->operator== LTL_OR      ? a[i] || b[i]
           : f->operator== LTL_IMPLIES ? !a[i] || b[i]
                                       : true;
  switch (f->operator) {
  case CTL_EX: y = before(seen, a, false); break;
  case CTL_AX: y = before(seen, a, true); break;
  case CTL_EF: y = fixpoint(seen, x, a, false, false); break;
  case CTL_AF: y = fixpoint(seen, x, a, true, false); break;
  case CTL_EG: y = fixpoint(seen, x, a, false, true); break;
  case CTL_AG: y = fixpoint(seen, x, a, true, true); break;
  case CTL_EU: y = fixpoint(seen, a, b, false, false); break;
  case CTL_AU: y = fixpoint(seen, a, b, true, false); break;
  default: break;
  }
  mem_free(a);
  mem_free(b);
  if (y) mem_free(x);
  return y ? y : x;
}

/* ---- random formulas ---- */

static void random_atom(Random *random, Text *text) {
  text_format(text, "(g%u %s %u)", random_below(random, 3),
              random_chance(random, 1, 2) ? "==" : "<", random_below(random, 3));
}

static void random_formula(Random *random, bool tree, int depth, Text *text) {
  static const char *const linear[] = {"[] ", "<> ", "X ", "! "};
  static const char *const branching[] = {"AG ", "EF ", "AF ", "EG ", "EX ", "AX ", "! "};
  if (!depth) {
    random_atom(random, text);
    return;
  }
  uint32_t kind = random_below(random, 3);
  if (kind == 0) {
    text_add(text, tree ? branching[random_below(random, 7)] : linear[random_below(random, 4)]);
    random_formula(random, tree, depth - 1, text);
    return;
  }
  if (tree && kind == 1) text_add(text, random_chance(random, 1, 2) ? "A " : "E ");
  text_char(text, '(');
  random_formula(random, tree, depth - 1, text);
  text_add(text, kind == 1 ? " U " : random_chance(random, 1, 2) ? " && " : " || ");
  random_formula(random, tree, depth - 1, text);
  text_char(text, ')');
}

/* ---- comparison ---- */

static unsigned decided, asked;

static void compare(const Model *model, size_t property, const char *engine, bool holds,
                    uint64_t seed, const char *text) {
  Settings *settings = settings_new();
  Error error = {0};
  CHECK(settings_set(settings, "engine", engine, &error));
  CHECK(settings_set(settings, "jobs", "0", &error));
  CHECK(settings_set(settings, "timeout", "10", &error));
  Result *result = check_property(model, property, settings);
  Verdict verdict = result->outcome.verdict;
  asked++;
  decided += verdict != VERDICT_UNKNOWN;
  if (result->internal_error ||
      (verdict != VERDICT_UNKNOWN && verdict != (holds ? VERDICT_HOLDS : VERDICT_VIOLATED)))
    test_fail(__FILE__, __LINE__, "seed %llu, engine %s, %s %s: %s, expected %s\n%s",
              (unsigned long long)seed, engine, model->properties.data[property].name,
              model->properties.data[property].text,
              result->internal_error ? result->internal_error : verdict_name(verdict),
              holds ? "holds" : "violated", text);
  result_free(result);
  settings_free(settings);
}

static bool compare_program(uint64_t seed) {
  static const char *const of_states[] = {"ic3", "bdd", "ic3,bmc"};
  static const char *const of_runs[] = {"fair", "bdd", "l2s", "rlive", "dnc"};
  static const char *const of_trees[] = {"iictl", "bdd"};
  Random random = {seed};
  TreeProgram *tree = tree_program_random(&random);
  Text text = {0};
  tree_program_print(tree, &text);
  text_add(&text, "\nltl one { ");
  random_formula(&random, false, 2, &text);
  text_add(&text, " }\nctl two { ");
  random_formula(&random, true, 2, &text);
  text_add(&text, " }\nltl three { [] ");
  random_atom(&random, &text);
  text_add(&text, " }\n");
  Error error = {0};
  Model *model = promela_read("random.pml", text.data, text.size, NULL, &error);
  if (!model)
    test_fail(__FILE__, __LINE__, "seed %llu: %s\n%s", (unsigned long long)seed, error.message,
              text.data);
  ProcessSpace space;
  bool small = process_space_build(&space, model->processes, LIMIT);
  if (small) {
    Seen seen = seen_new(&space);
    const VEC(ProcessClaim) *claims = (const void *)&model->processes->claims;
    size_t faults = 0;
    for (int i = PROCESS_FINE + 1; i < PROCESS_FAULTS; i++) faults += space.faults[i];
    compare(model, 0, of_states[seed % 3], !faults, seed, text.data);
    compare(model, 1, of_states[(seed + 1) % 3], !space.deadlocks, seed, text.data);
    bool *value = truth(&seen, claims->data[1].formula);
    if (!seen.endless) {
      compare(model, 2, of_runs[seed % 5], !process_space_violates(&space, claims->data, false),
              seed, text.data);
      compare(model, 3, of_trees[seed % 2], value[0], seed, text.data);
    }
    compare(model, 4, of_states[(seed + 2) % 3],
            !process_space_violates(&space, claims->data + 2, false), seed, text.data);
    mem_free(value);
    seen_free(&seen);
  }
  process_space_free(&space);
  model_free(model);
  tree_program_free(tree);
  text_free(&text);
  return small;
}

TEST(engines_for_circuits_are_right_on_random_promela_programs) {
  const char *only = getenv("RONDO_TEST_SEED");
  if (only) {
    compare_program(strtoull(only, NULL, 10));
    return;
  }
  unsigned small = 0, cases = test_cases(20);
  decided = asked = 0;
  for (uint64_t seed = 1; seed <= cases; seed++) small += compare_program(seed);
  CHECK_COVERAGE(small > cases / 3);
  CHECK_COVERAGE(decided > asked * 9 / 10);
}
