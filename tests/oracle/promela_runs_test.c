/* Random Promela programs with formulas, never claims and labels: every search of the engine says
 * what enumeration says, with and without fairness and partial order, and what it finds is judged.
 */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

#include "check/process_run.h"
#include "check/process_second.h"
#include "front/promela/promela.h"
#include "model/process_formula.h"
#include "oracle/process_space.h"
#include "oracle/random_promela.h"

enum { LIMIT = 400 };

/* ---- what is asked ---- */

static void random_atom(Random *random, Text *text) {
  switch (random_below(random, 5)) {
  case 0: text_format(text, "(len(c) > %u)", random_below(random, 2)); break;
  case 1: text_format(text, "(nempty(c) && g2 != %u)", random_below(random, 3)); break;
  default: text_format(text, "(g%u == %u)", random_below(random, 3), random_below(random, 3));
  }
}

static void random_formula_text(Random *random, int depth, Text *text) {
  static const char *const unary[] = {"! ", "[] ", "<> ", "[] <> ", "<> [] ", "X "};
  static const char *const binary[] = {" U ", " && ", " || ", " -> ", " V ", " W "};
  if (!depth || random_chance(random, 1, 5)) {
    random_atom(random, text);
  } else if (random_chance(random, 1, 2)) {
    text_add(text, unary[random_below(random, random_chance(random, 1, 6) ? 6 : 5)]);
    random_formula_text(random, depth - 1, text);
  } else {
    text_char(text, '(');
    random_formula_text(random, depth - 1, text);
    text_add(text, binary[random_below(random, 6)]);
    random_formula_text(random, depth - 1, text);
    text_char(text, ')');
  }
}

static void add_claims(Random *random, Text *text) {
  text_add(text, "ltl f { ");
  random_formula_text(random, 3, text);
  text_add(text, " }\nltl always { [] (");
  random_atom(random, text);
  text_add(text, ") }\nnever { S0: do :: ");
  random_atom(random, text);
  text_add(text,
           random_chance(random, 1, 2) ? " -> goto accept_S1 :: skip od; " : " -> break od; ");
  text_add(text, "accept_S1: do :: ");
  random_atom(random, text);
  text_add(text, " :: ");
  random_atom(random, text);
  text_add(text, random_chance(random, 1, 3) ? " -> goto S0 :: else -> break od }\n"
                                             : " -> goto S0 od }\n");
}

/* ---- runs ---- */

typedef struct {
  uint64_t seed;
  const char *text;
  const Processes *program;
  ProcessSpace space;
  unsigned violated, held; /* what was compared */
  unsigned closed_violated, closed_held;
} Comparison;

static void compare_runs(Comparison *c, ProgramRunQuestion question, ProgramRunOptions options,
                         bool expected) {
  Error error = {0};
  ProgramClaim *claim = program_claim_new(
      c->program, question,
      (ProgramClaimOptions){.state_based = options.second && !options.weak_fairness}, &error);
  if (!claim) test_fail(__FILE__, __LINE__, "%s", error.message);
  Budget budget = {0};
  ProgramRunAnswer answer = program_runs_search(claim, options, &budget, NULL, NULL);
  ProcessDefect defect = {
      .kind = SHOWS_RUN, .question = question, .weak_fairness = options.weak_fairness};
  bool found = answer.found == RUN_FOUND;
  bool good = !found || process_run_shows(c->program, &answer.run.choices, (int64_t)answer.run.loop,
                                          defect, &error);
  if (answer.found == RUN_UNKNOWN || found != expected || !good)
    test_fail(__FILE__, __LINE__,
              "seed %llu, kind %d, fair %d, second %d, reduced %d: %d, not %d; %s\n%s",
              (unsigned long long)c->seed, question.kind, options.weak_fairness, options.second,
              options.partial_order, answer.found, expected, good ? "" : error.message, c->text);
  c->violated += expected;
  c->held += !expected;
  program_run_free(&answer.run);
  program_claim_free(claim);
  error_free(&error);
}

/* A never claim closed under stuttering, with partial order: what violates the claim is found, and
 * where nothing is found nothing does. */
static void compare_closed(Comparison *c, ProgramRunQuestion question, bool second, bool expected) {
  Error error = {0};
  ProgramClaimOptions how = {.state_based = second, .stutters = true};
  ProgramClaim *claim = program_claim_new(c->program, question, how, &error);
  CHECK(claim);
  Budget budget = {0};
  ProgramRunOptions options = {.second = second, .partial_order = true};
  ProgramRunAnswer answer = program_runs_search(claim, options, &budget, NULL, NULL);
  ProcessDefect defect = {.kind = SHOWS_RUN, .question = question};
  bool shown =
      answer.found == RUN_FOUND &&
      process_run_shows(c->program, &answer.run.choices, (int64_t)answer.run.loop, defect, &error);
  if (answer.found == RUN_UNKNOWN || (answer.found == RUN_NONE && expected) || (shown && !expected))
    test_fail(__FILE__, __LINE__, "seed %llu, closed claim, second %d: %d, not %d\n%s",
              (unsigned long long)c->seed, second, answer.found, expected, c->text);
  c->closed_held += answer.found == RUN_NONE;
  c->closed_violated += shown;
  program_run_free(&answer.run);
  program_claim_free(claim);
  error_free(&error);
}

static void compare_question(Comparison *c, ProgramRunQuestion question, const bool expected[2],
                             bool stutters) {
  /* enumeration takes the end of a claim as it comes, the search asks for a fair run behind it */
  bool ends =
      question.kind == RUNS_OF_NEVER && strstr(c->text, "-> goto S0 :: else -> break od }") != NULL;
  for (int i = 0; i < 8; i++) {
    if (ends && (i & 1)) continue;
    ProgramRunOptions options = {
        .weak_fairness = i & 1, .second = i & 2, .partial_order = (i & 4) && stutters};
    compare_runs(c, question, options, expected[i & 1]);
  }
}

static void compare_all_runs(Comparison *c) {
  for (size_t i = 0; i < c->program->claims.size; i++) {
    const ProcessClaim *claim = c->program->claims.data + i;
    bool never = claim->kind == CLAIM_NEVER;
    U32Vec atoms = {0};
    bool stutters = !never && process_formula_atoms(c->program, claim->formula, &atoms);
    vec_free(&atoms);
    bool expected[2] = {process_space_violates(&c->space, claim, false),
                        process_space_violates(&c->space, claim, true)};
    ProgramRunQuestion question = {never ? RUNS_OF_NEVER : RUNS_OF_FORMULA,
                                   never ? claim->proctype : claim->formula};
    compare_question(c, question, expected, stutters);
    for (int second = 0; second < 2 && never; second++)
      compare_closed(c, question, second, expected[0]);
  }
  bool accepts[2] = {process_space_has_acceptance_cycle(&c->space, false),
                     process_space_has_acceptance_cycle(&c->space, true)};
  bool idle[2] = {process_space_has_idle_cycle(&c->space, false),
                  process_space_has_idle_cycle(&c->space, true)};
  compare_question(c, (ProgramRunQuestion){.kind = RUNS_WITH_ACCEPTANCE}, accepts, true);
  compare_question(c, (ProgramRunQuestion){.kind = RUNS_WITHOUT_PROGRESS}, idle, true);
}

/* ---- states ---- */

/* By states, not by runs: also where none of them goes on outside of atomic sequences. */
static bool is_false_somewhere(ProcessSpace *space, uint32_t p) {
  for (uint32_t i = 0; i < space->states.size; i++) {
    const uint8_t *state = (const uint8_t *)space->states.text[i];
    ProcessFault fault = PROCESS_FINE;
    if (process_state_exclusive(state) != PROCESS_NONE) continue;
    process_load(space->machine, state, space->states.length[i]);
    if (!process_formula_holds(space->machine, space->program, p, &fault)) return true;
  }
  return false;
}

/* A search with stubborn sets finds a fault, an invalid end and a violated formula exactly if there
 * is one. */
static void compare_states(Comparison *c) {
  const ProcessClaim *always = c->program->claims.data;
  while (always->kind != CLAIM_LTL || strcmp(always->name, "always")) always++;
  size_t faults = 0;
  for (int i = PROCESS_FINE + 1; i < PROCESS_FAULTS; i++) faults += c->space.faults[i];
  U32Vec formulas = {0}, atoms = {0};
  uint32_t p;
  CHECK(process_formula_is_invariant(c->program, always->formula, &p));
  bool false_somewhere = is_false_somewhere(&c->space, p);
  vec_push(&formulas, p);
  process_formula_atoms(c->program, p, &atoms);
  for (int backwards = 0; backwards < 2; backwards++) {
    const char *reason;
    ProcessFigures figures;
    Budget budget = {0};
    ProgramStubborn *stubborn = program_stubborn_new(c->program, &atoms, backwards, &reason);
    CHECK(stubborn != NULL);
    CHECK(process_second_search(c->program, &formulas, stubborn, true, &budget, &figures));
    if (figures.faulty != (faults > 0) || figures.invalid_end != (c->space.deadlocks > 0) ||
        (figures.formulas_hold == false_somewhere && !faults))
      test_fail(__FILE__, __LINE__, "seed %llu: faults %d, %zu; ends %d, %zu; formula %d, %d\n%s",
                (unsigned long long)c->seed, figures.faulty, faults, figures.invalid_end,
                c->space.deadlocks, !figures.formulas_hold, false_somewhere, c->text);
    program_stubborn_free(stubborn);
  }
  vec_free(&formulas);
  vec_free(&atoms);
}

/* The same breadth first, with the weaker provisos. */
static void compare_oldest_first(Comparison *c, ProgramProviso proviso) {
  U32Vec none = {0};
  const char *reason;
  ProcessFault fault;
  ProgramStubborn *stubborn = program_stubborn_new(c->program, &none, false, &reason);
  ProgramSpaceOptions options = {.stubborn = stubborn, .proviso = proviso};
  ProgramSpace *space = program_space_new(c->program, options, &fault);
  bool faulty = false, ends = false, shown = true;
  Error error = {0};
  for (uint32_t state = 0; state < program_space_states(space); state++) {
    ProgramExpansion expansion;
    U32Vec run = {0};
    program_space_expand(space, state, &expansion);
    if (!ends && expansion.invalid_end) {
      program_space_run(space, state, &run);
      shown &= process_run_shows(c->program, &run, PROCESS_NO_LOOP,
                                 (ProcessDefect){.kind = SHOWS_INVALID_END}, &error);
    }
    if (!faulty && expansion.fault != PROCESS_FINE) {
      U32Vec fault_run = {0};
      for (size_t i = 0; i < expansion.fault_run.size; i++)
        vec_push(&fault_run, expansion.fault_run.data[i]);
      vec_clear(&run);
      program_space_run(space, state, &run);
      vec_append(&run, &fault_run);
      vec_free(&fault_run);
      shown &= process_run_shows(c->program, &run, PROCESS_NO_LOOP,
                                 (ProcessDefect){.kind = SHOWS_FAULT}, &error);
    }
    faulty |= expansion.fault != PROCESS_FINE;
    ends |= expansion.invalid_end;
    vec_free(&run);
  }
  size_t faults = 0;
  for (int i = PROCESS_FINE + 1; i < PROCESS_FAULTS; i++) faults += c->space.faults[i];
  bool same = proviso == IGNORE_WHOM_IT_MAY || faulty == (faults > 0);
  if (!shown || !same || ends != (c->space.deadlocks > 0))
    test_fail(__FILE__, __LINE__, "seed %llu, proviso %d: faults %d, %zu; ends %d, %zu; %s\n%s",
              (unsigned long long)c->seed, proviso, faulty, faults, ends, c->space.deadlocks,
              shown ? "" : error.message, c->text);
  program_space_free(space);
  program_stubborn_free(stubborn);
}

/* What was compared, of all programs. */
typedef struct {
  unsigned small, violated, held, closed_violated, closed_held;
} Totals;

static void compare(uint64_t seed, Totals *totals) {
  Random random = {seed};
  TreeProgram *tree = tree_program_random(&random);
  Text text = {0};
  tree_program_print(tree, &text);
  add_claims(&random, &text);
  Error error = {0};
  Processes *program = promela_read_processes("random.pml", text.data, text.size, &error);
  if (!program)
    test_fail(__FILE__, __LINE__, "seed %llu: %s\n%s", (unsigned long long)seed, error.message,
              text.data);
  Comparison c = {.seed = seed, .text = text.data, .program = program};
  bool small = process_space_build(&c.space, program, LIMIT);
  if (small) {
    compare_all_runs(&c);
    compare_states(&c);
    compare_oldest_first(&c, IGNORE_NOBODY_OF_OLDEST);
    compare_oldest_first(&c, IGNORE_WHOM_IT_MAY);
  }
  totals->small += small;
  totals->violated += c.violated;
  totals->held += c.held;
  totals->closed_violated += c.closed_violated;
  totals->closed_held += c.closed_held;
  process_space_free(&c.space);
  processes_free(program);
  tree_program_free(tree);
  text_free(&text);
}

TEST(random_promela_runs_are_what_enumeration_says) {
  const char *only = getenv("RONDO_TEST_SEED");
  unsigned cases = test_cases(100);
  Totals totals = {0};
  if (only) {
    compare(strtoull(only, NULL, 10), &totals);
    return;
  }
  for (uint64_t seed = 1; seed <= cases; seed++) compare(seed, &totals);
  CHECK_COVERAGE(totals.small > cases / 2 && totals.violated > cases && totals.held > cases);
  CHECK_COVERAGE(totals.closed_violated > cases / 8 && totals.closed_held > cases / 8);
}
