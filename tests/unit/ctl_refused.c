/* Updates of CTL proofs that only one condition of the checker tells from right ones, by hand:
 * cases that random proofs hardly ever make. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

#include "evidence/certify_ctl.h"
#include "evidence/ctl_about.h"
#include "evidence/ctl_explain.h"
#include "evidence/ctl_file.h"
#include "formula/parser.h"
#include "task/ctl_structure.h"

typedef struct {
  Task *task;
  Formulas *formulas;
  CtlProof *proof;
  CtlStructure *structure;
} Case;

/* The formula is over one or two atoms, a and b. */
static Case case_new(System *system, const char *formula, Lit a, Lit b) {
  Case c = {.task = task_new(TASK_CTL, system), .formulas = formulas_new()};
  Error error = {0};
  formula_atom(c.formulas, "a");
  formula_atom(c.formulas, "b");
  c.formulas->atoms.data[0].literal = a;
  c.formulas->atoms.data[1].literal = b;
  c.task->formulas = c.formulas;
  c.task->formula = formula_parse(c.formulas, LOGIC_CTL, formula, &error);
  CHECK(c.task->formula != FORMULA_NONE);
  c.proof = ctl_proof_new();
  c.structure = ctl_structure_new(c.task);
  return c;
}

static void case_free(Case *c) {
  ctl_structure_free(c->structure);
  ctl_proof_free(c->proof);
  task_free(c->task);
  formulas_free(c->formulas);
}

/* The last node of this kind. */
static uint32_t node_of(const Case *c, CtlKind kind) {
  for (uint32_t v = (uint32_t)c->structure->nodes.size; v-- > 0;)
    if (c->structure->nodes.data[v].kind == kind) return v;
  test_fail(__FILE__, __LINE__, "there is no such node");
}

/* An update with a set of one literal (0: all states) and one input (0: none is named). */
static void add(Case *c, CtlUpdateKind kind, uint32_t node, int state, int input) {
  CtlUpdate *update = ctl_proof_add(c->proof, kind, node);
  if (state) vec_push(&update->states, state);
  vec_push(&update->states, 0);
  if (kind != CTL_IN && kind != CTL_CYCLE) return;
  if (input) vec_push(&update->inputs, input);
  vec_push(&update->inputs, 0);
}

static bool shows(const Case *c, Verdict verdict) {
  Error error = {0};
  bool good = certify_ctl(c->task, c->proof, verdict, NULL, &error);
  error_free(&error);
  return good;
}

/* L may contain states outside R that fail the node: here the dead end, which a cycle with all
 * states puts there. A step into it shows nothing. */
TEST(a_step_of_a_ctl_proof_must_end_in_r) {
  System *system = system_new();
  Lit dead = system_latch(system, RESET_0), input = system_input(system);
  system_set_next(system, dead, aig_or(system->aig, dead, input));
  vec_push(&system->constraints, lit_not(dead));
  Case c = case_new(system, "EX a", dead, LIT_TRUE);
  add(&c, CTL_REACHABLE, 0, -1, 0);
  add(&c, CTL_CYCLE, node_of(&c, CTL_EG), 0, -1);
  CHECK(!shows(&c, VERDICT_HOLDS));
  add(&c, CTL_IN, node_of(&c, CTL_EX), 0, 1);
  CHECK(!shows(&c, VERDICT_HOLDS));
  case_free(&c);
}

/* From the states without a, b is not to be had in the next step, and a way on does not help: E [a
 * U EX b] needs a now. */
TEST(a_state_that_fails_both_children_may_leave_u_wherever_it_goes) {
  System *system = system_new();
  Lit a = system_latch(system, RESET_0), b = system_latch(system, RESET_0);
  system_set_next(system, a, LIT_TRUE);
  system_set_next(system, b, LIT_FALSE);
  vec_push(&system->fairness, lit_not(b));
  Case c = case_new(system, "E [a U EX b]", a, b);
  CHECK(!shows(&c, VERDICT_VIOLATED));
  add(&c, CTL_OUT, node_of(&c, CTL_EU), -1, 0);
  CHECK(shows(&c, VERDICT_VIOLATED));
  case_free(&c);
}

/* In the first step there is b; but now there is neither b nor EX a, of which nothing is known. */
TEST(a_way_to_the_end_of_an_until_begins_where_the_left_child_is_known) {
  System *system = system_new();
  Lit never = system_latch(system, RESET_0), later = system_latch(system, RESET_0);
  system_set_next(system, never, never);
  system_set_next(system, later, LIT_TRUE);
  Case c = case_new(system, "E [EX a U b]", never, later);
  add(&c, CTL_IN, node_of(&c, CTL_EU), 0, 0);
  for (uint32_t steps = 0; steps < 3; steps++) {
    c.proof->updates.data[0].number = steps;
    CHECK(!shows(&c, VERDICT_HOLDS));
  }
  case_free(&c);
}

/* A proof of one update, as a file has it behind the node. */
static bool update_fits(const Case *c, const char *kind, uint32_t node, const char *rest) {
  char text[200];
  Error error = {0};
  Verdict claimed;
  snprintf(text, sizeof text, "rondo ctl proof 2\nholds\n%s %u %s\nend\n", kind, node, rest);
  CtlProof *proof = ctl_file_read("proof", text, &claimed, &error);
  CHECK(proof != NULL);
  bool fits = certify_ctl(c->task, proof, claimed, NULL, &error) ||
              strcmp(error.message, "update 1 does not fit the formula and the model");
  error_free(&error);
  ctl_proof_free(proof);
  return fits;
}

/* Two latches, two inputs, one condition. */
static Case case_of_all_kinds(void) {
  System *system = system_new();
  Lit a = system_latch(system, RESET_0), b = system_latch(system, RESET_0);
  system_set_next(system, a, system_input(system));
  system_set_next(system, b, aig_and(system->aig, a, system_input(system)));
  vec_push(&system->fairness, lit_not(b));
  return case_new(system, "EX a & E [a U b] & EG b", a, b);
}

TEST(an_update_says_no_more_and_no_less_than_its_kind_does) {
  static const struct {
    const char *kind;
    CtlKind node;
    const char *good, *bad[10];
  } rows[] = {
      {"reachable", CTL_EX, "0 : 0 :", {"0 : 0 : 0", "0 : 1 :", "0 : 0 : : 0"}},
      {"out", CTL_EX, "9999 : 2 -1 0 :", {"10000 : 0 :", "0 : 0 : 0", "0 : 0 : : 0", "0 : 3 0 :"}},
      {"out", CTL_EX, "0 : :", {"0 : 2 :", "0 : 0 2 :", "0 : -3 0 :", "0 : 2147483647 0 :"}},
      {"out", CTL_EU, "1 : 0 :", {"10000 : 0 :"}},
      {"out", CTL_EG, "0 : 0 :", {"1 : 0 :"}},
      {"in", CTL_EX, "0 : 0 : 0", {"1 : 0 : 0", "0 : :", "0 : 0 :", "0 : : 0", "0 : 0 0 : 0 0"}},
      {"in",
       CTL_EX,
       "0 : 0 : -1 -1 0",
       {"0 : 0 : 3 0", "0 : 0 : -3 0", "0 : 0 : 1", "0 : 0 : 1 -1 0"}},
      {"in", CTL_EX, "0 : 0 : 1 1 2 0", {"0 : 0 : 1 1 2 -1 0", "0 : 0 : 1 1 2"}},
      {"in",
       CTL_EX,
       "0 : 0 : 0 : 1 -2 0",
       {"0 : 0 : 0 : 1 3 0", "0 : 0 : 0 : 3 1 0", "0 : 0 : 0 : 1 1", "0 : 0 : 0 : 1 0 0",
        "0 : 0 : 0 : 1", "0 : 0 : 0 : -1 1 0", "0 : 0 : 0 : 1 1 1 2 0", "0 : 0 : 1 0 : 1 1 0",
        "0 : 0 : 0 : 1 1 0 0", "0 : 0 : 0 : 1 -3 0"}},
      {"in", CTL_EU, "9 : 0 : 0", {"10000 : 0 : 0"}},
      {"in", CTL_EG, "0 : 0 : 0", {"1 : 0 : 0"}},
      {"cycle",
       CTL_EG,
       "0 : 1 0 0 : 1 0 -1 0",
       {"0 : :", "0 : 0 : 0 0", "0 : 0 0 : 0", "0 : 0 :", "0 : 1 0 0 : 1 0 1 -1 0"}},
      {"rank",
       CTL_EG,
       "0 : : 1 -2 0 1 2 -1 0 1 0",
       {"1 : : 1 0 1 0", "0 : : 3 0 1 0", "0 : : 1 0 2 0", "0 : : 1 0 1 2 0", "0 : : 1 0 0",
        "0 : : 1 0 -1 0", "0 : : 1 0 1", "0 : : 1", "0 : : 1 0 1 0 : 0", "0 : 3 0 : 1 0 1 0"}},
      {"rank", CTL_EG, "0 : : 0", {"0 : :", "0 : 1 : 0", "0 : : -3 0", "0 : : 1 0 1 -2 0"}},
      {"equal",
       CTL_EX,
       "0 : 0 0 1 1 :",
       {"0 : 0 :", "0 : -1 1 :", "0 : 0 9999 :", "0 : 9999 0 :", "0 : 0 0 : 0", "0 : 0 0 : : 1"}},
  };
  Case c = case_of_all_kinds();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    uint32_t node = node_of(&c, rows[i].node);
    if (!update_fits(&c, rows[i].kind, node, rows[i].good))
      test_fail(__FILE__, __LINE__, "%s %s does not fit", rows[i].kind, rows[i].good);
    for (const char *const *bad = rows[i].bad; bad < rows[i].bad + 10 && *bad; bad++)
      if (update_fits(&c, rows[i].kind, node, *bad))
        test_fail(__FILE__, __LINE__, "%s %s fits", rows[i].kind, *bad);
  }
  case_free(&c);
}

/* The formula's predicates name no gate; the second update names that of the second latch, and
 * no other is written. What is in memory behind its list is none of it. */
TEST(a_file_says_what_the_numbers_of_a_ctl_proof_stand_for) {
  Case c = case_of_all_kinds();
  const System *system = c.structure->system;
  add(&c, CTL_OUT, node_of(&c, CTL_EX), 1, 0);
  CtlUpdate *update = ctl_proof_add(c.proof, CTL_EQUAL, 0);
  vec_push(&update->equalities, (int)system->latches.data[1].next);
  vec_push(&update->equalities, LIT_FALSE);
  vec_push(&update->equalities, (int)c.structure->initial);
  update->equalities.size--;
  char *bytes = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&bytes, &size), *closed = fopen("/dev/null", "r");
  CHECK(stream && ctl_about_write(stream, c.task, c.proof) && !fclose(stream));
  CHECK_TEXT(bytes, "about\n"
                    "latch 3 l0\n"
                    "latch 4 l1\n"
                    "input 1 i0\n"
                    "input 2 i1\n"
                    "gate 5 6 4\n"
                    "node 0 predicate 6 0\n"
                    "node 1 predicate 8 0\n"
                    "node 2 predicate 0 0\n"
                    "node 3 eg 5 0\n"
                    "node 4 and 0 6\n"
                    "node 5 ex 8 0\n"
                    "node 6 and 2 6\n"
                    "node 7 eu 0 12\n"
                    "node 8 and 10 14\n"
                    "node 9 eg 2 0\n"
                    "node 10 and 16 18\n"
                    "end\n");
  CHECK(closed && !ctl_about_write(closed, c.task, c.proof));
  fclose(closed);
  free(bytes);
  case_free(&c);
}

TEST(an_update_is_about_a_temporal_node_of_its_kind) {
  static const struct {
    const char *kind, *rest;
    bool fits[5]; /* by CtlKind */
  } rows[] = {{"out", "0 : 0 :", {[CTL_EX] = true, [CTL_EU] = true, [CTL_EG] = true}},
              {"in", "0 : 0 : 0", {[CTL_EX] = true, [CTL_EU] = true, [CTL_EG] = true}},
              {"cycle", "0 : 0 : 0", {[CTL_EG] = true}},
              {"rank", "0 : : 0", {[CTL_EG] = true}},
              {"reachable", "0 : 0 :", {true, true, true, true, true}},
              {"equal", "0 : 0 0 :", {true, true, true, true, true}}};
  Case c = case_of_all_kinds();
  uint32_t nodes = (uint32_t)c.structure->nodes.size;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (uint32_t node = 0; node < nodes; node++)
      CHECK_EQUAL(update_fits(&c, rows[i].kind, node, rows[i].rest),
                  rows[i].fits[c.structure->nodes.data[node].kind]);
    CHECK_EQUAL(update_fits(&c, rows[i].kind, nodes, rows[i].rest), rows[i].fits[CTL_PREDICATE]);
  }
  case_free(&c);
}

/* What is in memory behind the list is none of it. */
TEST(a_list_of_functions_that_ends_too_early_does_not_fit) {
  Case c = case_of_all_kinds();
  add(&c, CTL_IN, node_of(&c, CTL_EG), 0, 0);
  IntVec *functions = &c.proof->updates.data[0].functions;
  static const int numbers[] = {1, 1, 2, 1, 0};
  for (size_t i = 0; i < 5; i++) vec_push(functions, numbers[i]);
  for (functions->size = 0; functions->size <= 5; functions->size++) {
    Error error = {0};
    bool whole = !functions->size || functions->size == 5;
    CHECK(!certify_ctl(c.task, c.proof, VERDICT_HOLDS, NULL, &error));
    CHECK_EQUAL(!strstr(error.message, "does not fit"), whole);
    error_free(&error);
  }
  case_free(&c);
}

/* The first gate reads latches alone, the second what would be the third; or nothing beside the
 * first. */
TEST(a_gate_that_reads_what_is_not_there_is_named) {
  Case c = case_of_all_kinds();
  static const int gates[] = {1, -2, 3, 5};
  for (size_t i = 0; i < 4; i++) vec_push(&c.proof->gates, gates[i]);
  for (; c.proof->gates.size > 2; c.proof->gates.size--) {
    Error error = {0};
    CHECK(!certify_ctl(c.task, c.proof, VERDICT_HOLDS, NULL, &error));
    CHECK_TEXT(error.message, "gate 2 reads what is not there");
    error_free(&error);
  }
  case_free(&c);
}

/* One latch toggles, the other stays 0. A cycle through both values of the first is fair to a
 * pair if the second literal is true somewhere on it, or the first nowhere; that the first is false
 * somewhere is not enough. */
TEST(a_cycle_is_fair_to_a_pair_for_a_reason_that_all_its_cubes_give) {
  enum { TOGGLES = 2, STAYS = 4 };
  static const struct {
    Lit first, second;
    bool fair;
  } pairs[] = {
      {TOGGLES, STAYS, false},      {TOGGLES ^ 1, STAYS, false}, {LIT_TRUE, LIT_FALSE, false},
      {TOGGLES, TOGGLES ^ 1, true}, {TOGGLES, TOGGLES, true},    {STAYS, LIT_FALSE, true},
      {STAYS, TOGGLES, true},       {LIT_TRUE, STAYS ^ 1, true}, {STAYS ^ 1, STAYS, false}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    System *system = system_new();
    Lit toggles = system_latch(system, RESET_0), other = system_latch(system, RESET_0);
    CHECK(toggles == TOGGLES && other == STAYS);
    system_set_next(system, toggles, lit_not(toggles));
    system_set_next(system, other, other);
    vec_push(&system->compassion, LIT_TRUE); /* one that the cycle is fair to */
    vec_push(&system->compassion, toggles);
    vec_push(&system->compassion, pairs[i].first);
    vec_push(&system->compassion, pairs[i].second);
    Case c = case_new(system, "EG !b", toggles, other);
    CtlUpdate *update = ctl_proof_add(c.proof, CTL_CYCLE, node_of(&c, CTL_EG));
    static const int cubes[] = {1, -2, 0, -1, -2, 0};
    for (size_t k = 0; k < 6; k++) vec_push(&update->states, cubes[k]);
    for (size_t k = 0; k < 2; k++) vec_push(&update->inputs, 0);
    CHECK_EQUAL(shows(&c, VERDICT_HOLDS), pairs[i].fair);
    case_free(&c);
  }
}

/* Whether no path is fair, with this rank: entries, and cubes that begin with a condition. */
static bool ranked(Case *c, const int *rank) {
  for (size_t i = 0; i < c->proof->updates.size; i++) ctl_update_free(c->proof->updates.data + i);
  vec_clear(&c->proof->updates);
  CtlUpdate *update = ctl_proof_add(c->proof, CTL_RANK, node_of(c, CTL_EG));
  for (size_t i = 0, ends = 0; ends < (size_t)rank[0]; ends += !rank[++i])
    vec_push(&update->inputs, rank[i + 1]);
  return shows(c, VERDICT_VIOLATED);
}

/* From x = 0 the step to x = 1 is made where z is true, which is the second of the pair: it is
 * never true again, but that is seen only of the steps along which x stays. */
TEST(a_cube_of_a_pair_is_about_the_entries_up_to_the_last_one_that_it_names) {
  System *system = system_new();
  Aig *aig = system->aig;
  Lit x = system_latch(system, RESET_0), z = system_latch(system, RESET_0);
  Lit rests = aig_and(aig, lit_not(x), lit_not(z));
  system_set_next(system, x, aig_or(aig, x, z));
  system_set_next(system, z, aig_and(aig, rests, system_input(system)));
  vec_push(&system->compassion, LIT_TRUE);
  vec_push(&system->compassion, aig_and(aig, z, lit_not(x)));
  Case c = case_new(system, "EG a", LIT_TRUE, LIT_TRUE);
  CHECK(ranked(&c, (int[]){3, 1, 0, 2, -1, 0, 2, 1, 0}));
  CHECK(!ranked(&c, (int[]){2, 1, 0, 2, -1, 0}));
  CHECK(!ranked(&c, (int[]){2, 1, 0, 2, 0}));
  case_free(&c);
}

/* No path is fair to the first pair, so that what is said of it is enough; what is said of the
 * second one is wrong. */
TEST(every_cube_of_a_rank_is_asked) {
  System *system = system_new();
  Lit x = system_latch(system, RESET_FREE), y = system_latch(system, RESET_FREE);
  Lit pairs[] = {LIT_TRUE, LIT_FALSE, x, y};
  system_set_next(system, x, x);
  system_set_next(system, y, y);
  for (size_t i = 0; i < 4; i++) vec_push(&system->compassion, pairs[i]);
  Case c = case_new(system, "EG a", LIT_TRUE, LIT_TRUE);
  CHECK(ranked(&c, (int[]){2, 1, 0, 2, 0}));
  CHECK(!ranked(&c, (int[]){2, 1, 0, 3, 0}));
  CHECK(!ranked(&c, (int[]){3, 1, 0, 2, 0, 3, 0}));
  CHECK(!ranked(&c, (int[]){3, 1, 0, 3, 0, 2, 0}));
  case_free(&c);
}

TEST(a_constant_has_a_proof_that_says_nothing) {
  static const char *const formulas[] = {"TRUE", "FALSE"};
  for (int i = 0; i < 2; i++) {
    Case c = case_new(system_new(), formulas[i], LIT_TRUE, LIT_TRUE);
    CHECK_EQUAL(shows(&c, VERDICT_HOLDS), !i);
    CHECK_EQUAL(shows(&c, VERDICT_VIOLATED), i);
    case_free(&c);
  }
}

/* One cube has all states of the cycle: it is closed where a state comes again. Inputs that nothing
 * depends on are 0, latches have their resets. */
TEST(ctl_explanations_close_a_cycle_where_a_state_comes_again) {
  System *system = system_new();
  Lit unread = system_latch(system, RESET_1);
  system_set_next(system, unread, unread);
  Lit stays = system_latch(system, RESET_0), latch = system_latch(system, RESET_0);
  system_set_next(system, latch, lit_not(latch));
  system_set_next(system, stays, stays);
  for (int i = 0; i < 3; i++) system_input(system);
  vec_push(&system->fairness, latch);
  Case c = case_new(system, "EG !a", stays, LIT_FALSE);
  CtlUpdate *update = ctl_proof_add(c.proof, CTL_CYCLE, node_of(&c, CTL_EG));
  vec_push(&update->states, -1);
  vec_push(&update->states, 0);
  vec_push(&update->inputs, 0);
  CtlReasonVec reasons = ctl_explain(c.task, c.proof, VERDICT_HOLDS);
  CHECK(reasons.size == 1 && reasons.data[0].trace);
  const Trace *trace = reasons.data[0].trace;
  CHECK_EQUAL(trace->loop, 0);
  CHECK_EQUAL(trace->steps.size, 2);
  for (size_t k = 0; k < 2; k++) {
    CHECK(bits_get(&trace->steps.data[k].latches, 0));
    CHECK_EQUAL(bits_get(&trace->steps.data[k].latches, 2), k);
    CHECK(bits_empty(&trace->steps.data[k].inputs));
  }
  ctl_reasons_free(&reasons);
  case_free(&c);
}

/* A latch that becomes true at once and stays so, and one that stays false. What is known of parts
 * of a formula decides which of them are explained. */
TEST(ctl_explanations_are_of_the_parts_that_decide) {
  enum { MOST = 2 };
  static const struct {
    const char *formula;
    size_t count;
    struct {
      const char *formula;
      bool truth;
      size_t steps; /* of the trace; 0: there is none */
    } reasons[MOST];
  } rows[] = {
      {"EX a | EX b", 1, {{"EX a", true, 2}}},
      {"EX b | EX a", 1, {{"EX a", true, 2}}},
      {"!EX b", 1, {{"EX b", false, 0}}},
      {"EX a & !EX b", 2, {{"EX a", true, 2}, {"EX b", false, 0}}},
      {"EX a -> !EX b", 2, {{"EX a", true, 2}, {"EX b", false, 0}}},
      {"E [!EX b U EX a]", 2, {{"E [!EX b U EX a]", true, 1}, {"EX a", true, 2}}},
      {"E [false U !EX b]", 1, {{"E [false U !EX b]", true, 0}}},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    System *system = system_new();
    Lit a = system_latch(system, RESET_0), b = system_latch(system, RESET_0);
    system_set_next(system, a, LIT_TRUE);
    system_set_next(system, b, b);
    Case c = case_new(system, rows[i].formula, a, b);
    for (uint32_t v = 0; v < c.structure->nodes.size; v++) {
      const CtlNode *node = c.structure->nodes.data + v;
      if (node->kind != CTL_EX) continue;
      Lit operand = c.structure->nodes.data[ctl_node(node->left)].predicate;
      size_t last = c.structure->system->latches.size; /* b, in every row */
      if (operand == c.structure->system->latches.data[last - 1].current)
        add(&c, CTL_OUT, v, -(int)last, 0);
      else add(&c, CTL_IN, v, 0, 0);
    }
    Error error = {0};
    if (!certify_ctl(c.task, c.proof, VERDICT_HOLDS, NULL, &error))
      test_fail(__FILE__, __LINE__, "%s: %s", rows[i].formula, error.message);
    CtlReasonVec reasons = ctl_explain(c.task, c.proof, VERDICT_HOLDS);
    CHECK_EQUAL(reasons.size, rows[i].count);
    for (size_t r = 0; r < reasons.size; r++) {
      const CtlReason *reason = reasons.data + r;
      Text text = {0};
      formula_print(c.formulas, reason->formula, &text);
      CHECK_TEXT(text.data, rows[i].reasons[r].formula);
      CHECK_EQUAL(reason->truth, rows[i].reasons[r].truth);
      CHECK_EQUAL(reason->trace ? reason->trace->steps.size : 0, rows[i].reasons[r].steps);
      text_free(&text);
    }
    ctl_reasons_free(&reasons);
    case_free(&c);
  }
}

/* Two latches that keep their values: a & b is false ever after where one of them is false. */
TEST(ctl_explanations_know_that_sets_are_of_clauses) {
  System *system = system_new();
  Lit a = system_latch(system, RESET_1), b = system_latch(system, RESET_0);
  system_set_next(system, a, a);
  system_set_next(system, b, b);
  Case c = case_new(system, "!EX (a & b)", a, b);
  CtlUpdate *update = ctl_proof_add(c.proof, CTL_OUT, node_of(&c, CTL_EX));
  static const int clause[] = {-1, -2, 0};
  for (size_t k = 0; k < 3; k++) vec_push(&update->states, clause[k]);
  CHECK(shows(&c, VERDICT_HOLDS));
  CtlReasonVec reasons = ctl_explain(c.task, c.proof, VERDICT_HOLDS);
  CHECK(reasons.size == 1 && !reasons.data[0].truth);
  ctl_reasons_free(&reasons);
  case_free(&c);
}

TEST(ctl_explanations_have_no_more_reasons_than_a_person_will_read) {
  System *system = system_new();
  Lit latch = system_latch(system, RESET_0);
  system_set_next(system, latch, latch);
  Text formula = {0};
  for (int i = 0; i < 30; i++) text_add(&formula, "!EX a & (");
  text_add(&formula, "TRUE");
  for (int i = 0; i < 30; i++) text_add(&formula, ")");
  Case c = case_new(system, formula.data, latch, LIT_FALSE);
  add(&c, CTL_OUT, node_of(&c, CTL_EX), -1, 0);
  CHECK(shows(&c, VERDICT_HOLDS));
  CtlReasonVec reasons = ctl_explain(c.task, c.proof, VERDICT_HOLDS);
  CHECK_EQUAL(reasons.size, 20);
  ctl_reasons_free(&reasons);
  case_free(&c);
  text_free(&formula);
}

/* That there is a step needs no proof; what is true after it is explained in the state that it
 * leads to. */
TEST(ctl_explanations_go_on_behind_a_step_that_needs_no_proof) {
  System *system = system_new();
  Lit latch = system_latch(system, RESET_0);
  system_set_next(system, latch, lit_not(latch));
  Case c = case_new(system, "EX (EX a | !EX a)", latch, LIT_FALSE);
  add(&c, CTL_OUT, node_of(&c, CTL_EX), 1, 0);
  add(&c, CTL_IN, node_of(&c, CTL_EX), -1, 0);
  CHECK(shows(&c, VERDICT_HOLDS));
  CtlReasonVec reasons = ctl_explain(c.task, c.proof, VERDICT_HOLDS);
  CHECK_EQUAL(reasons.size, 2);
  CHECK(reasons.data[0].trace && reasons.data[0].truth && !reasons.data[0].parent);
  CHECK(bits_get(&reasons.data[0].trace->steps.data[1].latches, 0));
  CHECK(!reasons.data[1].trace && !reasons.data[1].truth && !reasons.data[1].parent);
  CHECK_EQUAL(reasons.data[1].step, 1);
  ctl_reasons_free(&reasons);
  case_free(&c);
}

/* E [FALSE U p] is p, which is no path where it is a negation: not one of what is negated, either.
 */
TEST(ctl_explanations_have_no_path_of_what_is_negated) {
  System *system = system_new();
  Lit latch = system_latch(system, RESET_1);
  system_set_next(system, latch, latch);
  Case c = case_new(system, "E [FALSE U !EX !EF a]", latch, LIT_FALSE);
  add(&c, CTL_OUT, node_of(&c, CTL_EX), 1, 0);
  CHECK(shows(&c, VERDICT_HOLDS));
  CtlReasonVec reasons = ctl_explain(c.task, c.proof, VERDICT_HOLDS);
  CHECK_EQUAL(reasons.size, 1);
  CHECK(reasons.data[0].truth && !reasons.data[0].trace);
  ctl_reasons_free(&reasons);
  case_free(&c);
}

/* A latch that follows an input, and is to be true and false again and again. Of the cubes of the
 * cycle the first has all states: which one a state is in says the way that led there, and who took
 * the first one always would go to states where the latch is true for ever. */
TEST(ctl_explanations_go_around_all_cubes_of_a_cycle) {
  System *system = system_new();
  Lit latch = system_latch(system, RESET_0), stays = system_latch(system, RESET_0);
  system_set_next(system, latch, system_input(system));
  system_set_next(system, stays, stays);
  vec_push(&system->fairness, latch);
  vec_push(&system->fairness, lit_not(latch));
  Case c = case_new(system, "EG !a", stays, LIT_FALSE);
  CtlUpdate *update = ctl_proof_add(c.proof, CTL_CYCLE, node_of(&c, CTL_EG));
  static const int states[] = {-2, 0, 1, -2, 0, -1, -2, 0}, inputs[] = {1, 0, -1, 0, 1, 0};
  for (size_t k = 0; k < sizeof states / sizeof *states; k++) vec_push(&update->states, states[k]);
  for (size_t k = 0; k < sizeof inputs / sizeof *inputs; k++) vec_push(&update->inputs, inputs[k]);
  CHECK(shows(&c, VERDICT_HOLDS));
  CtlReasonVec reasons = ctl_explain(c.task, c.proof, VERDICT_HOLDS);
  CHECK(reasons.size == 1 && reasons.data[0].trace);
  const Trace *trace = reasons.data[0].trace;
  bool seen[2] = {false};
  CHECK(trace->loop >= 0);
  for (size_t k = (size_t)trace->loop; k < trace->steps.size; k++)
    seen[bits_get(&trace->steps.data[k].latches, 0)] = true;
  CHECK(seen[0] && seen[1]);
  ctl_reasons_free(&reasons);
  case_free(&c);
}

/* A proof that says nothing shows what is true at once; but not that it is unknown, nor anything
 * about a bad state. */
TEST(a_ctl_proof_shows_a_verdict_on_a_ctl_property_alone) {
  Case c = case_new(system_new(), "a | EX b", LIT_TRUE, LIT_TRUE);
  CHECK(shows(&c, VERDICT_HOLDS));
  CHECK(!shows(&c, VERDICT_VIOLATED));
  for (int other = 0; other < 2; other++) {
    Error error = {0};
    if (other) c.task->kind = TASK_BAD;
    CHECK(!certify_ctl(c.task, c.proof, other ? VERDICT_HOLDS : VERDICT_UNKNOWN, NULL, &error));
    CHECK_TEXT(error.message, "not a verdict on a CTL property");
    error_free(&error);
  }
  c.task->kind = TASK_CTL;
  case_free(&c);
}
