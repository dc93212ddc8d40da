/* What Promela's statements mean, in small programs that assert it; the numbers of states are those
 * that SPIN 6.5.2 finds (-a -o1 -o2 -o3, -DSAFETY -DNOREDUCE, -c0). */
#include "test.h"

#include "base/text.h"
#include "check/process_run.h"
#include "engine/explicit/program_space.h"
#include "front/promela/promela.h"
#include "model/process_formula.h"
#include "oracle/process_space.h"

typedef struct {
  const char *fact, *text;
  size_t states;
  bool safe;
} Case;

#define TALK                                                                                       \
  "mtype = { a, b }; chan q = [2] of { mtype, byte }; active proctype P() { q!a,1; q!b,2 } "       \
  "active proctype Q() { mtype m; byte x; q?m,x; end: q?m,x } "

static const Case cases[] = {
    {"a trace allows messages in its order", TALK "trace { q!a,_; q!b,2 }", 8, true},
    {"a trace that is over allows nothing", TALK "trace { q!a,1 }", 8, false},
    {"a trace watches the direction that it names", TALK "trace { q?a,1; q?b,2 }", 8, true},
    {"what is no constant in a trace may be anything", "byte g = 7; " TALK "trace { q!a,g; q!b,g }",
     8, true},
    {"a notrace must not come to its end", TALK "notrace { q!a,1; q!b,2 }", 8, false},
    {"a notrace is over with the first message that does not fit", TALK "notrace { q!a,2; q!b,2 }",
     8, true},
    {"a notrace without end is never there", TALK "notrace { x: q!_,_; goto x }", 8, true},
    {"a break as an option of a trace fits every message",
     TALK "trace { do :: q!b,1 :: break od; q!b,2 }", 8, true},
    {"a run must not end before its trace",
     "mtype = { a, b }; chan q = [0] of { mtype, byte }; chan r = [3] of { byte }; active proctype "
     "P() { byte i; do :: i < 3 -> q!a,i; i++ :: q!b,i :: i > 1 -> break od } active proctype Q() "
     "{ mtype m; byte x; end: do :: q?m,x; r!x :: r?x od } trace { end: do :: q!a,_ :: q!b,_ od }",
     372, false},
    {"values are cut to their type",
     "byte b = 255; short s = 32767; bit t = 3; unsigned u : 3 = 9; bit a[2]; init { b++; s++; u = "
     "u - 2; a[1] = 7; assert(b == 0 && s == -32768 && t == 1 && u == 7 && a[1] == 7) }",
     7, true},
    {"names of mtype count from the back",
     "mtype = { one, two, three }; mtype = { four }; mtype m = two; init { assert(three == 1 && "
     "two == 2 && one == 3 && four == 4 && m == two) }",
     3, true},
    {"macros take arguments and join names",
     "#define max(a, b) ((a) > (b) -> (a) : (b))\n#define cat(a, b) a ## b\n#if defined(max) && "
     "!defined(min) && 2 * 3 == 6\nint xy = max(3, 4);\n#else\nint xy = 0;\n#endif\ninit { "
     "assert(cat(x, y) == 4) }",
     3, true},
    {"messages can be sorted searched and peeked at",
     "chan c = [4] of { byte, byte }; byte x, y; init { c!!3,1; c!!1,2; c!!3,0; c?<x,y>; assert(x "
     "== 1 && y == 2 && len(c) == 3); c??3,y; assert(y == 0); assert(c??[3,1] && !(c?[3,1])); "
     "c?x,_; c?3(y); assert(empty(c) && y == 1) }",
     13, true},
    {"a rendezvous hands control to the receiver",
     "chan c = [0] of { byte }; byte x, y; active proctype A() { atomic { c!1; x = 1 } } active "
     "proctype B() { byte z; atomic { c?z; assert(x == 0); y = z } } active proctype C() { y == 1; "
     "x == 0 }",
     12, false},
    {"an offer stands for all who can take it, whatever the first would do next",
     "chan c = [0] of { byte }; chan d = [0] of { byte }; active proctype S() { c!1 } active "
     "proctype R() { byte x; c?x; assert(false) } active proctype Q() { byte x; atomic { c?x; d!x "
     "} } active proctype T() { byte y; d?y }",
     6, false},
    {"an atomic sequence loses control where it blocks",
     "byte x; active proctype A() { atomic { x = 1; x == 2; x = 3 } } active proctype B() { x == "
     "1; x = 2 } active proctype C() { x == 3 }",
     9, true},
    {"a d step is one step",
     "byte x, i; active proctype A() { d_step { i = 0; do :: i < 5 -> x = x + i; i++ :: else -> "
     "break od; x = x * 2 } assert(x == 20) } active proctype B() { skip; skip }",
     13, true},
    {"escapes are tried first",
     "byte x; active proctype A() { { do :: x < 3 -> x++ od } unless { x == 2 -> x = 9 } assert(x "
     "== 9) } active proctype B() { x == 9 }",
     13, true},
    {"timeout is for when nothing else moves",
     "byte x; active proctype A() { do :: x < 2 -> x++ :: timeout -> break od; assert(x == 2) }", 8,
     true},
    {"loops are written out",
     "byte i, s; int a[3]; chan c = [3] of { byte }; init { for (i : 1 .. 3) { s = s + i } for (i "
     "in a) { a[i] = i } select (i : 2..4); assert(s == 6 && a[2] == 2 && i >= 2 && i <= 4) }",
     32, true},
    {"every call of an inline has its own labels",
     "byte n; inline down(v) { skip; again: if :: v > 0 -> v--; goto again :: else fi } byte a = "
     "2, b = 1; init { down(a); down(b); assert(a == 0 && b == 0) }",
     13, true},
    {"processes end youngest first",
     "byte n; proctype P(byte k) { n = n + k } init { pid p; atomic { p = run P(1); run P(2) } "
     "(_nr_pr == 1) -> assert(n == 3 && p == 1) }",
     11, true},
    {"channels can be sent",
     "chan a = [1] of { chan }; active proctype A() { chan b = [1] of { byte }; byte x; a!b; b?x; "
     "assert(x == 7) } active proctype B() { chan r; a?r; r!7 }",
     10, true},
    {"others can be looked at",
     "active proctype P() { byte x = 3; here: x = 4; skip } active proctype Q() { P@here; "
     "assert(P:x >= 3); P[0]:x == 4 }",
     14, false},
    {"records are sent field by field",
     "typedef R { byte a; byte b[2] }; R r, s; chan c = [1] of { R }; init { r.a = 1; r.b[1] = 5; "
     "c!r; c?s; assert(s.a == 1 && s.b[0] == 0 && s.b[1] == 5) }",
     7, true},
    {"a declaration behind a statement is a step",
     "active [2] proctype A() { skip; byte x = 3; int y; y = x }", 31, true},
    {"provided holds a process back",
     "byte turn; active [2] proctype A() provided (turn == _pid) { turn = 1 - turn; skip }", 4,
     false},
    {"the highest priority moves",
     "byte x; active proctype A() priority 1 { assert(x == 1) } active proctype B() priority 5 { x "
     "= 1 }",
     5, true},
    {"the last process is known",
     "byte x; active [2] proctype A() { x = 1; if :: _last == _pid -> skip :: else -> skip fi }",
     45, true},
};

static Processes *read_text(const char *text) {
  Error error = {0};
  Processes *program = promela_read_processes("test.pml", text, strlen(text), &error);
  if (!program) test_fail(__FILE__, __LINE__, "%s\n%s", error.message, text);
  return program;
}

TEST(programs_mean_what_they_mean_to_spin) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Processes *program = read_text(cases[i].text);
    ProcessSpace space;
    CHECK(process_space_build(&space, program, 1000));
    if (space.counted != cases[i].states || process_space_is_safe(&space) != cases[i].safe)
      test_fail(__FILE__, __LINE__, "%s: %zu states, %s", cases[i].fact, space.counted,
                process_space_is_safe(&space) ? "safe" : "not safe");
    process_space_free(&space);
    processes_free(program);
  }
}

/* What a step can do wrong. */
TEST(faulty_steps_are_found) {
  static const struct {
    const char *text;
    ProcessFault fault;
  } faulty[] = {
      {"init { assert(false) }", PROCESS_ASSERTION},
      {"byte a[2], i = 2; init { a[i] = 1 }", PROCESS_BAD_INDEX},
      {"byte i; init { i = 1 / i }", PROCESS_BAD_DIVISION},
      {"chan c; init { c!1 }", PROCESS_BAD_CHANNEL},
      {"chan c = [1] of { byte, byte }; init { c!1 }", PROCESS_BAD_MESSAGE},
      {"byte i; init { d_step { skip; i == 1 } }", PROCESS_BLOCKED},
      {"chan c = [0] of { byte }; init { d_step { c!1 } }", PROCESS_HANDSHAKE},
      {"byte i; init { d_step { do :: i++ od } }", PROCESS_ENDLESS},
      {"proctype P() { false } init { do :: run P() od }", PROCESS_TOO_MANY},
      {"proctype P() { int a[9000]; false } init { do :: run P() od }", PROCESS_TOO_LARGE},
      {"chan c = [1] of { byte }; init { c!1 } trace { c!2 }", PROCESS_UNEXPECTED},
      {"chan c = [1] of { byte }; init { c!1 } notrace { c!1 }", PROCESS_ALL_EVENTS},
      {"chan c = [1] of { byte }; init { c!1 } trace { do :: c!1 :: c!_ od }", PROCESS_UNDECIDED},
  };
  for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++) {
    Processes *program = read_text(faulty[i].text);
    ProcessSpace space;
    process_space_build(&space, program, 3000);
    if (!space.faults[faulty[i].fault])
      test_fail(__FILE__, __LINE__, "not found: %s", process_fault_text(faulty[i].fault));
    process_space_free(&space);
    processes_free(program);
  }
}

TEST(claims_formulas_and_labels_speak_of_infinite_runs) {
  Processes *program = read_text(
      "byte x; active proctype A() { do :: x = 1; accept_here: x = 2; progress: x = 0 od }\n"
      "ltl often { [] <> (x == 2) } ltl wrong { [] (x < 2) } ltl next { X (x == 1) }\n"
      "ltl until { (x < 2) U (x == 2) && !([] <> (x == 3)) }\n"
      "never never_two { do :: x == 2 -> break :: else od }\n"
      "never no_three { accept: do :: x == 3 od }");
  static const bool violated[] = {true, false, false, true, false, false};
  ProcessSpace space;
  CHECK(process_space_build(&space, program, 100));
  CHECK_EQUAL(program->claims.size, 6);
  for (size_t i = 0; i < 6; i++) {
    bool found = process_space_violates(&space, &program->claims.data[i], false);
    if (found != violated[i])
      test_fail(__FILE__, __LINE__, "%s: %d", program->claims.data[i].name, found);
  }
  CHECK(process_space_has_acceptance_cycle(&space, false));
  CHECK(!process_space_has_idle_cycle(&space, false));
  process_space_free(&space);
  processes_free(program);
}

/* A run that ends repeats its last state. */
TEST(formulas_see_runs_that_end) {
  Processes *program = read_text("byte x; init { x = 1 }\n"
                                 "ltl rests { <> [] (x == 1) } ltl moves { [] <> (x == 0) }");
  ProcessSpace space;
  CHECK(process_space_build(&space, program, 100));
  CHECK(!process_space_violates(&space, &program->claims.data[0], false));
  CHECK(process_space_violates(&space, &program->claims.data[1], false));
  process_space_free(&space);
  processes_free(program);
}

/* The judge of runs takes what shows a violation, and nothing else. */
TEST(runs_of_programs_that_show_nothing_are_rejected) {
  static const struct {
    const char *text;
    uint32_t run[4];
    size_t size;
    ProcessDefectKind shows;
    bool good;
  } runs[] = {
      {"byte x; init { x = 1; assert(x == 0) }", {0, 0}, 2, SHOWS_FAULT, true},
      {"byte x; init { x = 1; assert(x == 0) }", {0}, 1, SHOWS_FAULT, false},
      {"byte x; init { x = 1; assert(x == 0) }", {0, 1}, 2, SHOWS_FAULT, false},
      {"byte x; init { x = 1; assert(x == 0) }", {0}, 0, SHOWS_FAULT, false},
      {"byte x; init { x = 1; assert(x == 1) }", {0, 0}, 2, SHOWS_FAULT, false},
      {"byte x; init { x = 1 / x; skip }", {0}, 1, SHOWS_FAULT, true},
      {"byte x; init { x = 1 / x; skip }", {0, 0}, 2, SHOWS_FAULT, false},
      {"byte x; init { x = 1 / x; skip }", {0}, 1, SHOWS_INVALID_END, false},
      {"byte x; init { x = 1; x == 2 }", {0}, 1, SHOWS_INVALID_END, true},
      {"byte x; init { x = 1; x == 2 }", {0}, 0, SHOWS_INVALID_END, false},
      {"byte x; init { x = 1; end: x == 2 }", {0}, 1, SHOWS_INVALID_END, false},
      {"byte x; init { x = 1 }", {0, 0}, 2, SHOWS_INVALID_END, false},
  };
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    Processes *program = read_text(runs[i].text);
    U32Vec run = {0};
    Error error = {0};
    for (size_t k = 0; k < runs[i].size; k++) vec_push(&run, runs[i].run[k]);
    if (process_run_shows(program, &run, PROCESS_NO_LOOP, (ProcessDefect){.kind = runs[i].shows},
                          &error) != runs[i].good)
      test_fail(__FILE__, __LINE__, "run %zu: %s", i, error.message ? error.message : "taken");
    CHECK(runs[i].good == !error.message);
    error_free(&error);
    vec_free(&run);
    processes_free(program);
  }
}

/* Of `[] p`, the search that looks at single states says what the product with an automaton says.
 */
TEST(what_is_always_so_is_seen_in_single_states) {
  static const struct {
    const char *text;
    bool invariant, violated;
  } formulas[] = {
      {"byte x; init { x = 1 } ltl { [] (x == 0) }", true, true},
      {"byte x; init { x = 1 } ltl { [] (x < 2) }", true, false},
      {"byte x; init { atomic { x = 1; x = 0 } } ltl { [] (x == 0) }", true, false},
      {"byte x; init { d_step { x = 1; x = 0 }; x = 2 } ltl { [] !(x == 1) }", true, false},
      {"byte x; init { x = 1; x = 2 } ltl { [] ((x == 1) -> (x == 2)) }", true, true},
      {"byte x; init { x = 1; x = 2 } ltl { [] ((x == 1) <-> (x != 2)) }", true, true},
      {"byte x; init { x = 1; x = 2 } ltl { [] ((x == 1) || (x != 1)) }", true, false},
      {"byte x; active proctype P() { x = 1; here: x = 0 } ltl { [] (P@here || x == 0) }", true,
       false},
      {"byte x; active proctype P() { x = 1; here: x = 0 } ltl { [] !(P@here) }", true, true},
      {"chan c = [1] of { byte }; init { c!3 } ltl { [] !(c?[3]) }", true, true},
      {"byte x; init { x = 1 } ltl { [] <> (x == 0) }", false, true},
      {"byte x; init { x = 1 } ltl { <> (x == 1) }", false, false},
      {"byte x; init { x = 1 } ltl { x == 0 }", false, false},
  };
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
    Processes *program = read_text(formulas[i].text);
    const ProcessClaim *claim = program->claims.data;
    ProcessSpace space;
    uint32_t p;
    CHECK(process_space_build(&space, program, 1000));
    CHECK(process_formula_is_invariant(program, claim->formula, &p) == formulas[i].invariant);
    CHECK(process_space_violates(&space, claim, false) == formulas[i].violated);
    process_space_free(&space);
    ProcessFault fault;
    ProgramExpansion expansion;
    ProgramSpace *search = program_space_new(program, (ProgramSpaceOptions){0}, &fault);
    bool violated = false;
    for (uint32_t state = 0; formulas[i].invariant && !violated; state++) {
      if (state == program_space_states(search)) break;
      program_space_expand(search, state, &expansion);
      ProcessMachine *machine = program_space_look(search, state);
      violated = machine && !process_formula_holds(machine, program, p, &fault);
      U32Vec run = {0};
      Error error = {0};
      program_space_run(search, state, &run);
      CHECK(process_run_shows(program, &run, PROCESS_NO_LOOP,
                              (ProcessDefect){.kind = SHOWS_FALSE, .formula = p},
                              &error) == violated);
      error_free(&error);
      vec_free(&run);
    }
    if (formulas[i].invariant && violated != formulas[i].violated)
      test_fail(__FILE__, __LINE__, "%s: %d", formulas[i].text, violated);
    program_space_free(search);
    processes_free(program);
  }
}
