/* A Promela program as a circuit does what the step function says: all successors of all states of
 * small programs, with what fails in them. */
#include "test.h"

#include "front/promela/promela.h"
#include "oracle/process_space.h"
#include "oracle/random_promela.h"
#include "view/process_system.h"

enum { LIMIT = 400, MOST_INPUTS = 14 };

typedef struct {
  const ProcessSystem *view;
  ProcessSpace *space;
  Names next;                  /* latches of the successors */
  bool fails, asserts, leaves; /* some step does */
  size_t steps;
} Successors;

static void add_bits(Names *names, const Bits *bits, size_t count) {
  char *text = mem_alloc(count + 1);
  for (size_t i = 0; i < count; i++) text[i] = bits_get(bits, i) ? '1' : '0';
  names_add_n(names, text, count);
  mem_free(text);
}

static bool add_expected(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                         ProcessFault fault) {
  Successors *s = context;
  (void)move;
  s->steps++;
  s->fails |= fault > PROCESS_ASSERTION;
  s->asserts |= fault == PROCESS_ASSERTION;
  if (fault > PROCESS_ASSERTION) return true;
  size_t latches = s->view->system->latches.size;
  Bits bits = bits_new(latches);
  ProcessMachine *machine = process_machine_new(s->space->program);
  process_load(machine, state, size);
  process_system_encode(s->view, machine, state, &bits);
  add_bits(&s->next, &bits, latches);
  process_machine_free(machine);
  bits_free(&bits);
  return true;
}

/* The successors by simulation of the circuit, for all values of its inputs. */
static void simulate(Successors *s, const Bits *latches, bool *ended, bool *valid_end) {
  const System *system = s->view->system;
  Step step = {bits_new(system->latches.size), bits_new(system->inputs.size + 1)};
  for (size_t i = 0; i < system->latches.size; i++)
    bits_put(&step.latches, i, bits_get(latches, i));
  Bits values = bits_new(system->aig->size);
  for (uint32_t code = 0; code < 1U << system->inputs.size; code++) {
    for (size_t i = 0; i < system->inputs.size; i++) bits_put(&step.inputs, i, code >> i & 1);
    step_evaluate(system, &step, &values);
    *ended = values_of(&values, s->view->ended);
    *valid_end = values_of(&values, s->view->valid_end);
    if (!values_of(&values, system->constraints.data[0]) || *ended) continue;
    s->steps++;
    s->fails |= values_of(&values, s->view->fails);
    s->asserts |= values_of(&values, s->view->asserts);
    s->leaves |= values_of(&values, s->view->leaves);
    if (values_of(&values, s->view->fails) || values_of(&values, s->view->leaves)) continue;
    Bits next = bits_new(system->latches.size);
    for (size_t i = 0; i < system->latches.size; i++)
      bits_put(&next, i, values_of(&values, system->latches.data[i].next));
    add_bits(&s->next, &next, system->latches.size);
    bits_free(&next);
  }
  bits_free(&values);
  bits_free(&step.latches);
  bits_free(&step.inputs);
}

static bool same(const Names *a, const Names *b) {
  if (a->size != b->size) return false;
  for (size_t i = 0; i < a->size; i++)
    if (names_find_n(b, a->text[i], a->length[i]) == NAMES_NONE) return false;
  return true;
}

/* Whether the program was small enough to be compared. */
static bool compare(const Processes *program, const char *text, const char *what) {
  ProcessSpace space;
  if (!process_space_build(&space, program, LIMIT)) {
    process_space_free(&space);
    return false;
  }
  ProcessBounds *bounds = process_bounds_new(program);
  process_bounds_explore(bounds, (const uint8_t *)space.states.text[0], space.states.length[0],
                         2 * LIMIT, 1, NULL);
  ProcessSystem view = process_system(program, bounds, NULL);
  if (view.refused) test_fail(__FILE__, __LINE__, "%s: %s\n%s", what, view.refused, text);
  bool small = view.system->inputs.size <= MOST_INPUTS;
  for (uint32_t i = 0; i < space.states.size && small; i++) {
    const uint8_t *state = (const uint8_t *)space.states.text[i];
    Successors expected = {.view = &view, .space = &space}, found = expected;
    Bits latches = bits_new(view.system->latches.size);
    process_load(space.machine, state, space.states.length[i]);
    process_system_encode(&view, space.machine, state, &latches);
    bool is_end = process_is_end(space.machine), ended, valid_end;
    process_successors(space.machine, state, space.states.length[i], add_expected, &expected);
    simulate(&found, &latches, &ended, &valid_end);
    if (!same(&expected.next, &found.next) || expected.fails != found.fails ||
        expected.asserts != found.asserts || found.leaves || ended != !expected.steps ||
        valid_end != is_end)
      test_fail(__FILE__, __LINE__,
                "%s, state %u: %zu and %zu successors, fails %d %d, asserts %d %d, leaves %d, ends "
                "%d %d, valid %d %d\n%s",
                what, i, expected.next.size, found.next.size, expected.fails, found.fails,
                expected.asserts, found.asserts, found.leaves, !expected.steps, ended, is_end,
                valid_end, text);
    names_free(&expected.next);
    names_free(&found.next);
    bits_free(&latches);
  }
  system_free(view.system);
  process_system_free(&view);
  process_bounds_free(bounds);
  process_space_free(&space);
  return small;
}

static bool compare_text(const char *text, size_t size, const char *what) {
  Error error = {0};
  Processes *program = promela_read_processes(what, text, size, &error);
  if (!program) test_fail(__FILE__, __LINE__, "%s: %s\n%s", what, error.message, text);
  bool compared = compare(program, text, what);
  processes_free(program);
  return compared;
}

static bool compare_random(uint64_t seed) {
  Random random = {seed};
  TreeProgram *tree = tree_program_random(&random);
  Text text = {0}, what = {0};
  tree_program_print(tree, &text);
  text_format(&what, "seed %llu", (unsigned long long)seed);
  bool compared = compare_text(text.data, text.size, what.data);
  tree_program_free(tree);
  text_free(&text);
  text_free(&what);
  return compared;
}

TEST(promela_as_a_circuit_has_the_steps_of_random_programs) {
  const char *only = getenv("RONDO_TEST_SEED");
  if (only) {
    compare_random(strtoull(only, NULL, 10));
    return;
  }
  unsigned compared = 0, cases = test_cases(60);
  for (uint64_t seed = 1; seed <= cases; seed++) compared += compare_random(seed);
  CHECK_COVERAGE(compared > cases / 4);
}

/* What random programs do not have. */
static const char *const programs[] = {
    "byte x; proctype P(byte n; chan c) { chan own = [1] of { short }; own!n-3; c!n,own; x++ }\n"
    "init { chan d = [2] of { byte, chan }; byte k; chan r; short v; run P(4, d); run P(5, d);\n"
    "  do :: d?k,r -> x = k :: (_nr_pr == 1) -> break od; atomic { x = 7; x = 9 } }\n",
    "mtype = { a, b }; chan c = [0] of { mtype, byte }; byte x;\n"
    "active [2] proctype S() { c!a(_pid) unless { x > 0; x = 2 } }\n"
    "active proctype R() { byte y; do :: c?a,y -> x++ :: c?b,y -> skip :: timeout -> break od;\n"
    "  assert(x < 2) }\n",
    "chan q = [3] of { byte, bit }; byte g; \n"
    "active proctype W() { q!!3,1; q!!1,0; q!!2,1; if :: q?[1,_] -> g = 5 :: else -> g = 6 fi }\n"
    "active proctype R() { byte z; bit w; do :: q??2,w -> g = len(q) :: q?<z,w> -> q?eval(z),w\n"
    "  :: full(q) -> break od }\n",
    "int n; byte f[4]; active proctype A() { byte i; d_step { i = 0; do :: i < 3 -> f[i] = i * i;\n"
    "  i++ :: else -> break od; n = f[2] - 7 }; n = n / (n + 3); f[n + 1] = 1 }\n"
    "active proctype B() provided (n >= 0) { byte k; select (k : 0 .. 2); f[k]++; n = n % (k - 1) "
    "}\n",
    "typedef T { byte a; short b[2] }; T t[2]; unsigned u : 3; byte m;\n"
    "active proctype P() { t[1].b[u] = -5; u = u + 6; t[u & 1].a = t[1].b[0] >> 1; L: u = ~u;\n"
    "  if :: u == 1 -> goto L :: else fi; m = _last }\n"
    "active proctype Q() { (P@L) -> m = _nr_pr }\n",
    "chan c = [0] of { byte }; byte x; bool ok;\n"
    "active proctype A() { atomic { c!1; x = 1; c!2; x = 2 } }\n"
    "active proctype B() { byte y; atomic { c?y; ok = true; c?y } x = x + y }\n"
    "active proctype C() { d_step { c?x; x = x + 1 } ; do :: x < 3 -> x++ :: ok -> break od }\n",
};

TEST(promela_as_a_circuit_has_the_steps_of_all_statements) {
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
    CHECK(compare_text(programs[i], strlen(programs[i]), "program"));
}
