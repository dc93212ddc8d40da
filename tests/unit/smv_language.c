/* The SMV language, one fact per test: small models whose properties the explicit oracles
 * decide. */
#include "test.h"

#include "base/error.h"
#include "base/log.h"
#include "front/smv/smv.h"
#include "oracle/ctl_oracle.h"
#include "oracle/explicit.h"
#include "oracle/ltl_oracle.h"
#include "report/trace_read.h"
#include "report/trace_smv.h"

static Model *read_old(const char *text, bool old) {
  Error error = {0};
  Model *model = old ? smv_read_old("t.smv", text, strlen(text), NULL, &error)
                     : smv_read("t.smv", text, strlen(text), NULL, &error);
  if (!model) test_fail(__FILE__, __LINE__, "%s", error_text(&error));
  return model;
}

static Model *read_model(const char *text) { return read_old(text, false); }

/* The verdicts of all properties, as a string of + and -. */
static const char *verdicts_of(const Model *model) {
  static char verdicts[64];
  Explicit *e = explicit_new(model->system);
  size_t i = 0;
  for (; i < model->properties.size && i + 1 < sizeof verdicts; i++) {
    const Property *p = model->properties.data + i;
    bool holds = p->kind == PROPERTY_INVARIANT ? explicit_bad_depth(e, p->bad) < 0
                 : p->kind == PROPERTY_CTL
                     ? ctl_oracle_holds(e, model->formulas, p->formula)
                     : ltl_oracle_holds(e, model->formulas, model_assuming(model, p->formula));
    verdicts[i] = holds ? '+' : '-';
  }
  verdicts[i] = 0;
  explicit_free(e);
  return verdicts;
}

static const char *verdicts(const char *text) {
  Model *model = read_model(text);
  const char *result = verdicts_of(model);
  model_free(model);
  return result;
}

static void check_formula(const char *spec, const char *expected) {
  Text source = {0}, printed = {0};
  text_format(&source, "MODULE main VAR a : boolean; b : boolean; c : boolean; d : boolean;\n%s",
              spec);
  Model *model = read_model(source.data);
  formula_print(model->formulas, model->properties.data[0].formula, &printed);
  CHECK_TEXT(printed.data, expected);
  model_free(model);
  text_free(&source);
  text_free(&printed);
}

TEST(a_conditional_binds_tighter_than_implication_and_equivalence) {
  CHECK_TEXT(verdicts("MODULE main\nINVARSPEC TRUE ? FALSE : TRUE -> FALSE\n"
                      "INVARSPEC TRUE ? FALSE : TRUE <-> FALSE\n"
                      "INVARSPEC FALSE -> FALSE ? TRUE : FALSE\n"
                      "INVARSPEC TRUE ? FALSE : TRUE | TRUE\n"
                      "INVARSPEC FALSE ? FALSE : TRUE ? TRUE : FALSE\n"),
             "+++-+");
}

TEST(temporal_operators_bind_as_in_nusmv) {
  check_formula("LTLSPEC a U b U c", "(a U b) U c");
  check_formula("LTLSPEC a U b & c V d", "(a U b) & (c R d)");
  check_formula("LTLSPEC G a & b", "G a & b");
  check_formula("LTLSPEC ! F a & b", "!F a & b");
  check_formula("LTLSPEC X a -> F b -> c", "X a -> (F b -> c)");
  check_formula("LTLSPEC a S b T c", "(a S b) T c");
  check_formula("LTLSPEC F G a <-> H O b", "F G a <-> H O b");
  check_formula("CTLSPEC AG a -> E [ b U c ]", "AG a -> E [b U c]");
  check_formula("CTLSPEC A [ a & AX b U !c ]", "A [(a & AX b) U \"!c\"]");
  check_formula("LTLSPEC F [1,2] a", "X (a | X a)");
  check_formula("LTLSPEC H [0,1] a", "a & Z a");
  check_formula("CTLSPEC EBF 1..2 a", "EX (a | EX a)");
  check_formula("CTLSPEC A [ a BU 1..2 b ]", "a & AX (b | (a & AX b))");
  check_formula("PSLSPEC always (a -> eventually! b)", "G (a -> F b)");
  check_formula("PSLSPEC never a", "G \"never a\"");
  check_formula("PSLSPEC a until! b", "a U b");
  check_formula("PSLSPEC a until b", "a W b");
  check_formula("PSLSPEC next[2] (a)", "X X a");
}

TEST(parameters_are_references) {
  CHECK_TEXT(verdicts("MODULE main VAR x : boolean; y : boolean; a : m(x, !y); b : m(y, x);\n"
                      "INVARSPEC a.o = (x & !y)\n INVARSPEC b.o = (y & x)\n"
                      "INVARSPEC a.p\n"
                      "MODULE m(p, q) DEFINE o := p & q;"),
             "++-");
}

TEST(instances_can_be_passed_and_defined_into) {
  CHECK_TEXT(verdicts("MODULE main VAR a : m(self); b : n(a);\n"
                      "DEFINE k := 3; INVARSPEC a.seen = 3\n INVARSPEC a.told\n"
                      "MODULE m(outer) DEFINE seen := outer.k;\n"
                      "MODULE n(other) DEFINE other.told := TRUE;"),
             "++");
}

TEST(a_module_inherits_by_isa) {
  CHECK_TEXT(verdicts("MODULE main VAR a : m; INVARSPEC a.x\n"
                      "MODULE base VAR x : boolean; ASSIGN init(x) := TRUE; next(x) := y;\n"
                      "MODULE m ISA base DEFINE y := TRUE;"),
             "+");
}

TEST(one_process_runs_at_a_time) {
  CHECK_TEXT(
      verdicts("MODULE main VAR x : 0..3; a : process m(x); b : process m(x);\n"
               "ASSIGN init(x) := 0;\n"
               "INVARSPEC !(a.running & b.running)\n"
               "LTLSPEC G F a.running\n LTLSPEC G (!a.running & !b.running & x = 0 -> X x = 0)\n"
               "LTLSPEC G (a.running & x = 2 -> X x = 3)\n"
               "MODULE m(x) ASSIGN next(x) := (x + 1) mod 4;"),
      "+-++");
  CHECK_TEXT(verdicts("MODULE main VAR a : process m; b : process m;\n LTLSPEC G F a.running\n"
                      "MODULE m FAIRNESS running"),
             "+");
}

TEST(arrays_have_elements_and_variable_indices) {
  CHECK_TEXT(verdicts("MODULE main VAR a : array 1..3 of 0..2; i : 1..3; m : array 0..1 of array "
                      "0..1 of boolean;\n"
                      "j : boolean; DEFINE t := [2, 1, 0];\n"
                      "ASSIGN init(a[1]) := 2; init(a[2]) := 1; init(a[3]) := 0;\n"
                      "  next(a[1]) := a[1]; next(a[2]) := a[2]; next(a[3]) := a[3];\n"
                      "INVARSPEC a[i] = 3 - i\n INVARSPEC a[i] = t[i - 1]\n"
                      "INVARSPEC (m[toint(j)][1] <-> (j ? m[1][1] : m[0][1]))\n INVARSPEC m[0][0]"),
             "+++-");
}

TEST(frozen_variables_keep_their_value) {
  CHECK_TEXT(
      verdicts("MODULE main FROZENVAR f : 0..2; VAR x : 0..2; ASSIGN init(x) := f; next(x) := x;\n"
               "INVARSPEC x = f\n INVARSPEC f = 1"),
      "+-");
}

TEST(inputs_are_chosen_in_each_step) {
  CHECK_TEXT(
      verdicts(
          "MODULE main IVAR i : boolean; VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := i;\n"
          "LTLSPEC G (i <-> X x)\n INVARSPEC i -> next(x)\n CTLSPEC EX x\n CTLSPEC AX x"),
      "+++-");
}

TEST(ctl_sees_free_variables_as_state) {
  /* the choice is made in the state, so that one initial state cannot make x true */
  CHECK_TEXT(
      verdicts("MODULE main VAR v : boolean; x : boolean; ASSIGN init(x) := FALSE; next(x) := v;\n"
               "CTLSPEC EX x\n CTLSPEC EX EX x"),
      "-+");
}

TEST(a_deadlock_state_is_reached_by_invariants_but_has_no_path) {
  const char *text =
      "MODULE main VAR x : 0..2; INIT x = 0 TRANS next(x) = x + 1 | (x = 0 & next(x) = 0)\n"
      "INVARSPEC x != 2\n CTLSPEC AG x != 2\n LTLSPEC G x != 2\n CTLSPEC EF x = 2";
  CHECK_TEXT(verdicts(text), "-++-");
}

TEST(compassion_is_strong_fairness) {
  const char *model = "MODULE main VAR p : boolean; q : boolean;\n%s LTLSPEC G F p -> G F q";
  Text text = {0};
  text_format(&text, model, "");
  CHECK_TEXT(verdicts(text.data), "-");
  text_clear(&text);
  text_format(&text, model, "COMPASSION (p, q)");
  CHECK_TEXT(verdicts(text.data), "+");
  text_free(&text);
}

TEST(words_compute_modulo_their_width) {
  CHECK_TEXT(
      verdicts("MODULE main VAR w : unsigned word[3]; s : signed word[3];\n"
               "INVARSPEC w + 0ud3_1 > w | w = 0ud3_7\n INVARSPEC w << 1 = w * 0ud3_2\n"
               "INVARSPEC toint(s) >= -4 & toint(s) <= 3\n INVARSPEC s >> 2 = 0sd3_0 | s < 0sd3_0\n"
               "INVARSPEC unsigned(signed(w)) = w\n INVARSPEC w[2:1] :: w[0:0] = w\n"
               "INVARSPEC toint(w) mod 2 = toint(w[0:0])\n INVARSPEC word1(bool(w[2:2])) = w[2:2]\n"
               "INVARSPEC extend(s, 1) - resize(s, 4) = 0sd4_0\n INVARSPEC w / 0ud3_2 = w >> 1\n"
               "INVARSPEC -s = 0sd3_0 - s\n INVARSPEC w < 0ud3_7"),
      "+++++++++++-");
}

TEST(old_style_numbers_are_booleans_on_request) {
  Model *model = read_old("MODULE main VAR x : boolean; ASSIGN init(x) := 0;\n"
                          "  next(x) := case x = 1 : 0; 1 : {0, 1}; esac;\n"
                          "INVARSPEC !(x & 0) & (x | 1)\n CTLSPEC AG (x -> AX !x)",
                          true);
  CHECK_TEXT(verdicts_of(model), "++");
  model_free(model);
}

TEST(sets_choose_freely) {
  CHECK_TEXT(verdicts("MODULE main VAR x : {a, b, c}; y : 0..5; ASSIGN\n"
                      "  next(x) := case x = a : {a, b}; x = b : c union a; TRUE : x; esac;\n"
                      "  y := {1, {3, 5}}; \n"
                      "LTLSPEC G (x = a -> X x != c)\n LTLSPEC G (x = c -> X x = c)\n"
                      "CTLSPEC AG (x = b -> EX x = a & EX x = c)\n INVARSPEC y in {1, 3, 5}\n"
                      "CTLSPEC AG (EX y = 1 & EX y = 3 & EX y = 5)"),
             "+++++");
}

TEST(names_and_comments) {
  Model *model =
      read_model("-- a comment\nMODULE main /-- another\n --/ VAR a-b$c#1 : boolean; -- end\n"
                 "INVARSPEC NAME my-name := !a-b$c#1 | -- inside\n a-b$c#1;\n"
                 "VAR s : m; MODULE m VAR x : boolean; LTLSPEC NAME n := G x");
  CHECK_TEXT(model->properties.data[1].name, "my-name");
  CHECK_TEXT(model->properties.data[1].text, "!a-b$c#1 | a-b$c#1");
  CHECK_TEXT(model->properties.data[0].name, "s.n");
  CHECK_TEXT(model->properties.data[0].text, "G x IN s");
  CHECK(signal_find(&model->system->signals, "a-b$c#1"));
  CHECK(signal_find(&model->system->signals, "s.x"));
  model_free(model);
}

/* --- traces --------------------------------------------------------------------------------- */

static const char *const traced =
    "MODULE main IVAR go : boolean; VAR n : 1..3; w : unsigned word[4]; s : {idle, busy};\n"
    "ASSIGN init(n) := 1; next(n) := case go & n < 3 : n + 1; TRUE : n; esac;\n"
    "  init(w) := 0ud4_0; next(w) := w + 0ud4_5; init(s) := idle; next(s) := go ? busy : s;\n"
    "DEFINE full := n = 3;\n INVARSPEC n < 3\n LTLSPEC F full";

TEST(a_trace_looks_like_nusmv_and_reads_back) {
  Model *model = read_model(traced);
  Trace *trace = trace_new();
  for (size_t k = 0; k < 3; k++) {
    Step *step = trace_add_step(trace, model->system);
    for (size_t i = 0; !k && i < model->system->latches.size; i++)
      bits_put(&step->latches, i, model->system->latches.data[i].reset == RESET_1);
    for (size_t i = 0; i < model->system->inputs.size; i++) bits_put(&step->inputs, i, k < 2);
    if (k) trace_advance(trace, model->system, k - 1);
  }
  Text text = {0};
  TraceOptions options = {0};
  trace_smv(model->system, trace, options, "", &text);
  CHECK_TEXT(text.data, "Trace Type: Counterexample\n"
                        "  -> State: 1.1 <-\n    n = 1\n    w = 0ud4_0\n    s = idle\n"
                        "  -> Input: 1.2 <-\n    go = TRUE\n"
                        "  -> State: 1.2 <-\n    n = 2\n    w = 0ud4_5\n    s = busy\n"
                        "  -> Input: 1.3 <-\n"
                        "  -> State: 1.3 <-\n    n = 3\n    w = 0ud4_10\n"
                        "  -> Input: 1.4 <-\n    go = FALSE\n");
  Error error = {0};
  Trace *again = trace_read(model, "t", text.data, text.size, 1, NULL, &error);
  if (!again) test_fail(__FILE__, __LINE__, "%s", error_text(&error));
  CHECK_EQUAL(again->steps.size, 3);
  for (size_t k = 0; k < 3; k++) {
    CHECK(bits_equal(&again->steps.data[k].latches, &trace->steps.data[k].latches));
    CHECK(bits_equal(&again->steps.data[k].inputs, &trace->steps.data[k].inputs));
  }
  trace_free(again);
  options.full = true;
  text_clear(&text);
  trace_smv(model->system, trace, options, "", &text);
  CHECK(strstr(text.data, "    full = FALSE\n"));
  again = trace_read(model, "t", text.data, text.size, 1, NULL, &error);
  CHECK(again);
  trace_free(again);
  trace_free(trace);
  text_free(&text);
  model_free(model);
}

TEST(a_lasso_closes_with_the_state_it_returns_to) {
  Model *model = read_model(traced);
  const char *text =
      "-- specification F full is false\n-> State: 1.1 <-\n n = 1\n w = 0ud4_0\n s = idle\n"
      "-> Input: 1.2 <-\n go = FALSE\n";
  Error error = {0};
  Trace *trace = trace_read(model, "t", text, strlen(text), 1, NULL, &error);
  CHECK(trace && trace->loop == TRACE_NO_LOOP);
  trace_free(trace);
  Text lasso = {0}, again = {0};
  text_add(&lasso, "  -- Loop starts here\n  -> State: 1.1 <-\n    n = 1\n    w = 0ud4_0\n"
                   "    s = idle\n  -> Input: 1.2 <-\n    go = FALSE\n");
  for (int i = 1; i <= 16; i++) {
    text_format(&lasso, "  -> State: 1.%d <-\n    w = 0ud4_%d\n", i + 1, i * 5 % 16);
    if (i < 16) text_format(&lasso, "  -> Input: 1.%d <-\n", i + 2);
  }
  trace = trace_read(model, "t", lasso.data, lasso.size, 1, NULL, &error);
  if (!trace) test_fail(__FILE__, __LINE__, "%s", error_text(&error));
  CHECK_EQUAL(trace->loop, 0);
  CHECK_EQUAL(trace->steps.size, 16);
  TraceOptions options = {0};
  trace_smv(model->system, trace, options, "", &again);
  CHECK_TEXT(again.data + strlen("Trace Type: Counterexample\n"), lasso.data);
  trace_free(trace);
  text_free(&lasso);
  text_free(&again);
  model_free(model);
}

TEST(a_trace_that_is_no_run_is_refused_with_its_line) {
  static const struct {
    const char *text;
    int line;
    const char *message;
  } cases[] = {
      {"", 0, "there is no state in this trace"},
      {"-> Input: 1.1 <-\n", 1, "inputs before the first state"},
      {"-> State: 1.1 <-\n n = 2\n", 1, "the model cannot start in this state"},
      {"-> State: 1.1 <-\n n = 1\n-> State: 1.2 <-\n n = 3\n", 3,
       "the model cannot go from the state before to this one"},
      {"-> State: 1.1 <-\n n = 7\n", 2, "'7' is not a value of 'n'"},
      {"-> State: 1.1 <-\n x = 7\n", 2, "the model has no signal 'x'"},
      {"-> State: 1.1 <-\n n\n", 2, "expected NAME = VALUE"},
      {"-- Loop starts here\n-> State: 1.1 <-\n n = 1\n-> State: 1.2 <-\n n = 2\n", 4,
       "the last state is not the state the loop starts in"},
  };
  Model *model = read_model(traced);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Error error = {0};
    CHECK(!trace_read(model, "t", cases[i].text, strlen(cases[i].text), 1, NULL, &error));
    CHECK_TEXT(error.message, cases[i].message);
    CHECK_EQUAL(error.line, cases[i].line);
    error_free(&error);
  }
  model_free(model);
}

/* --- what NuSMV's grammar has besides -------------------------------------------------------- */

TEST(complex_identifiers_are_names) {
  CHECK_TEXT(verdicts("MODULE main\n"
                      "VAR some_var : boolean; VAR some_var[3] : boolean;\n"
                      "VAR some_var[4].whatnot : boolean; some_var[5][-2].whatnot : 0..3;\n"
                      "ASSIGN init(some_var[3]) := FALSE; next(some_var [3]) := !some_var[3];\n"
                      "  some_var[4].whatnot := some_var[3];\n"
                      "INIT some_var[5][-2].whatnot = 2\n"
                      "TRANS next(some_var[5][-2].whatnot) = some_var[5][-2].whatnot\n"
                      "INVARSPEC some_var [4] . whatnot = some_var[3]\n"
                      "INVARSPEC some_var[5][-2].whatnot = 2\n"
                      "LTLSPEC !some_var[3] & X some_var[3]\n"
                      "INVARSPEC some_var\n"),
             "+++-");
  Model *model = read_model("MODULE main VAR x [3] . y : boolean; INVARSPEC x[3].y");
  CHECK(signal_find(&model->system->signals, "x[3].y"));
  model_free(model);
}

TEST(complex_identifiers_go_through_instances_parameters_and_definitions) {
  CHECK_TEXT(verdicts("MODULE main\n"
                      "VAR a : m; b : n(a); a.0 : boolean; c.d : m;\n"
                      "DEFINE x[1] := a.v[1]; q.r := b.p.v[1].w; e := {k.l, g} union g;\n"
                      "VAR s : {k.l, g}; v : array 0..2 of boolean;\n"
                      "ASSIGN a.0 := TRUE; v[1] := TRUE; s := k.l;\n"
                      "INVARSPEC x[1] & q.r & a.0\nINVARSPEC a.v[1] = FALSE\n"
                      "INVARSPEC c.d.v[1] & c.d.v[1].w & v[1]\nINVARSPEC s = k.l\n"
                      "INVARSPEC b.good\n"
                      "MODULE m VAR v[1] : boolean; v[1].w : boolean;\n"
                      "ASSIGN v[1] := TRUE; v[1].w := self.v[1];\n"
                      "MODULE n(p) DEFINE good := p.v[1] & p.v[1].w;"),
             "+-+++");
  /* defined into another module by a name that is complex elsewhere */
  CHECK_TEXT(verdicts("MODULE main VAR a : m; DEFINE a.d := TRUE; INVARSPEC a.d & a.same\n"
                      "MODULE m DEFINE same := d;\nMODULE unused VAR a.d : boolean;"),
             "+");
  /* the element of an array, although another module declares its name alone */
  CHECK_TEXT(verdicts("MODULE main VAR x : array 0..1 of boolean; i : m; y : array 0..1 of 0..1;\n"
                      "ASSIGN x[0] := TRUE; x[1] := i.x[1]; INVARSPEC x[0] & !x[1] & !i.x[1]\n"
                      "MODULE m VAR x[1] : boolean; ASSIGN x[1] := FALSE;"),
             "+");
}

TEST(psl_has_precedences_of_its_own) {
  check_formula("PSLSPEC a & X b until c & X d", "(a & X b) W (c & X d)");
  check_formula("PSLSPEC a & (X b) -> F c", "(a & X b) -> F c");
  check_formula("PSLSPEC X b & F c", "X (b & F c)");
  check_formula("PSLSPEC G a -> F b", "G (a -> F b)");
  check_formula("PSLSPEC F a -> X b", "F a -> X b");
  check_formula("PSLSPEC AF a -> EX b", "AF a -> EX b");
  check_formula("PSLSPEC next a until b -> c", "X (a W b) -> c");
  check_formula("PSLSPEC eventually! a before b", "F (\"before b\" W \"a before b\")");
  check_formula("PSLSPEC F a -> F b -> F c", "(F a -> F b) -> F c");
  check_formula("PSLSPEC always F a -> F b", "G (F a -> F b)");
  check_formula("PSLSPEC (X a) && (X b) | (X c)", "X a & (X b | X c)");
  check_formula("PSLSPEC [a & X b U c | X d]", "(a & X b) U (c | X d)");
  check_formula("PSLSPEC a until b until c", "(a W b) W c");
  check_formula("PSLSPEC G [a U b]", "G (a U b)");
  check_formula("PSLSPEC F [a W b] & X c", "F ((a W b) & X c)");
  check_formula("PSLSPEC F [0,1] a", "a | X a");
  check_formula("PSLSPEC next[2] (a) & X b", "X X a & X b");
  check_formula("PSLSPEC forall i in {0:2} : next[i] (a) -> X b",
                "(a -> X b) & (X a -> X b) & (X X a -> X b)");
}

TEST(the_same_text_in_ltl_and_psl_may_be_two_atoms) {
  static const char model[] = "MODULE main VAR a : boolean; b : boolean; c : boolean;\n"
                              "INIT a & !b & c; TRANS next(a) = a & next(b) = b & next(c) = c\n"
                              "LTLSPEC F (a | b xor c)\nPSLSPEC F (a | b xor c);\n"
                              "LTLSPEC F (a | b xor c)";
  CHECK_TEXT(verdicts(model), "-+-");
}

TEST(psl_until_and_before_have_all_their_forms) {
  /* over four states a, a&b, b, none, that follow each other and then stay */
  CHECK_TEXT(
      verdicts("MODULE main VAR n : 0..3; DEFINE a := n < 2; b := n in {1, 2}; none := FALSE;\n"
               "ASSIGN init(n) := 0; next(n) := n < 3 ? n + 1 : 3;\n"
               "PSLSPEC a until_ b; PSLSPEC a until!_ b; PSLSPEC a until_ n = 2;\n"
               "PSLSPEC a until!_ n = 2; PSLSPEC n < 4 until_ none; PSLSPEC n < 4 until!_ none;\n"
               "PSLSPEC a before b; PSLSPEC b before a; PSLSPEC b before! n = 3;\n"
               "PSLSPEC n = 1 before_ b; PSLSPEC n = 1 before b; PSLSPEC n = 1 before!_ b;\n"
               "PSLSPEC none before none; PSLSPEC none before! none;\n"
               "PSLSPEC none before_ none; PSLSPEC none before!_ none;"),
      "++--+-"
      "+-++-+"
      "+-+-");
}

/* Only next, X, eventually, until and before have a form with a mark; elsewhere ! is a negation,
 * blank before it or not. */
TEST(a_mark_behind_a_word_of_psl_that_has_none_is_a_negation) {
  CHECK_TEXT(verdicts("MODULE main VAR p : boolean; q : boolean;\n"
                      "ASSIGN init(p) := FALSE; next(p) := FALSE; q := TRUE;\n"
                      "PSLSPEC G!p; PSLSPEC always!p; PSLSPEC never!q; PSLSPEC F!p;\n"
                      "PSLSPEC [q W!p]; PSLSPEC AG!p; PSLSPEC [q U!p];\n"
                      "PSLSPEC X!p; PSLSPEC next!p; PSLSPEC q until!p; PSLSPEC eventually!p;\n"),
             "+++++++----");
}

TEST(formulas_from_outside_know_complex_identifiers_and_forget_errors) {
  Model *model = read_model("MODULE main VAR x[3].y : boolean; s : m; IVAR i : boolean;\n"
                            "ASSIGN x[3].y := TRUE; DEFINE d := i; e := d;\n"
                            "MODULE m VAR v[1] : boolean; ASSIGN v[1] := FALSE;");
  Error error = {0};
  CHECK(model_add_ltl(model, "a", "G (x[3].y & !s.v[1])", &error));
  CHECK(model_add_ctl(model, "b", "EF s.v[1]", &error));
  CHECK_TEXT(verdicts_of(model), "+-");
  for (int round = 0; round < 2; round++) {
    CHECK(!model_add_ltl(model, "c", "F next(e)", &error));
    CHECK_TEXT(error.message, "'i' is an input and has no next value");
    error_free(&error);
    CHECK(!model_add_ltl(model, "c", "F x[4].y", &error));
    CHECK_TEXT(error.message, "'x' is not declared");
    error_free(&error);
  }
  model_free(model);
}

TEST(replicated_properties_are_conjunctions_over_their_values) {
  check_formula("PSLSPEC forall i in {TRUE, FALSE} : (a = i) until! b",
                "(a = TRUE U b) & (a = FALSE U b)");
  check_formula("PSLSPEC forany i in boolean : eventually! (a = i)", "F a = FALSE | F a = TRUE");
  check_formula("PSLSPEC always forall x in {a, b} : x -> next x", "G ((a -> X a) & (b -> X b))");
  check_formula("PSLSPEC (forall x in {a, b} : eventually! x) & c", "F a & F b & c");
  check_formula("PSLSPEC forall x in {a, b} : forall y in {c, d} : x until y",
                "(a W c) & (a W d) & ((b W c) & (b W d))");
  /* instances with complex names, as NuSMV's samples once had them */
  CHECK_TEXT(verdicts("MODULE main VAR bit[0] : cell(TRUE); bit[1] : cell(bit[0].out);\n"
                      "PSLSPEC forall i in {0:1} : G F bit[i].out;\n"
                      "PSLSPEC forall i in {0:1} : always bit[i].out;\n"
                      "MODULE cell(in_) VAR v : boolean; ASSIGN init(v) := FALSE;\n"
                      "next(v) := v xor in_; DEFINE out := v & in_;"),
             "+-");
  /* atoms over different values are different atoms, and one within is one atom */
  CHECK_TEXT(
      verdicts("MODULE main VAR t : array 0..3 of 0..4; c : array -1..0 of boolean;\n"
               "ASSIGN t[0] := 0; t[1] := 1; t[2] := 2; t[3] := 4;\n"
               "c[0] := TRUE; c[-1] := FALSE;\n"
               "PSLSPEC forall i in {0:2} : always t[i] = i;\n"
               "PSLSPEC forall i in {0:3} : always t[i] = i;\n"
               "PSLSPEC forany i in {3, 1} : always t[i] = i;\n"
               "PSLSPEC forany i in {-1:0} : always c[i];\n"
               "PSLSPEC forall i in {-1:0} : always c[i];\n"
               "PSLSPEC always (forall i in {0:1} : t[i] < 2) & (forall i in {2} : t[i] > 1);\n"
               "PSLSPEC AG (forall i in {0:3} : EF t[i] >= i);"),
      "+-++-++");
  Model *model = read_model("MODULE main VAR a : boolean; b : boolean;\n"
                            "PSLSPEC NAME all := forall x in {a, b} : always (x | !x);");
  CHECK_TEXT(model->properties.data[0].text, "forall x in {a, b} : always (x | !x)");
  CHECK_TEXT(model->properties.data[0].name, "all");
  model_free(model);
}

/* n goes 0 1 2 3 4 5 0 ..., and may stay at 0. */
#define LIFT                                                                                       \
  "MODULE main VAR n : 0..5; go : boolean;\n"                                                      \
  "ASSIGN init(n) := 0;\n"                                                                         \
  "  next(n) := case n = 5 : 0; go | n > 0 : n + 1; TRUE : 0; esac;\n"                             \
  "DEFINE req := n = 1; ack := n = 4;\n"

TEST(sequences_of_psl_have_verdicts) {
  CHECK_TEXT(verdicts(LIFT "PSLSPEC always {req} |=> {!ack[*]; ack}!;\n"
                           "PSLSPEC always {req; TRUE[*2]} |=> ack;\n"
                           "PSLSPEC always {req; [*2]} |-> ack;\n"
                           "PSLSPEC never {req; req}; PSLSPEC never {req; [*3]; n = 5};\n"),
             "++-+-");
  CHECK_TEXT(verdicts(LIFT "PSLSPEC always ({req; ack[->1]} (n = 4));\n"
                           "PSLSPEC always {n = 2[=1]; n = 5} |-> n = 5;\n"
                           "PSLSPEC always {{req;[*]} && {n != 5[*3]}} |-> n = 3;\n"
                           "PSLSPEC always {{req;[*]} & {n != 5[*2]}} |-> n = 2;\n"
                           "PSLSPEC always {req; [+] : ack} |-> n = 4;\n"),
             "+++-+");
  CHECK_TEXT(verdicts(LIFT "PSLSPEC {n = 0[*]; req}; PSLSPEC {n = 0[*]; req}!;\n"
                           "PSLSPEC eventually! {req; n = 2}; PSLSPEC always {n = 0[+]};\n"
                           "PSLSPEC forall i in {1:3} : always {n = i} |=> {n = i + 1};\n"
                           "PSLSPEC always n in {0, 1, 2, 3, 4, 5};\n"
                           "PSLSPEC always {{req} | {n = 2; n = 3}} |=> n != 0;\n"),
             "+---+++");
}

/* What LTL cannot say is watched by latches where it is claimed of every step or of the first. */
TEST(sequences_that_count_have_verdicts_at_the_top) {
  static const struct {
    const char *property, *verdict;
  } cases[] = {
      {"always {n = 0; {TRUE; TRUE}[*]; req} |-> FALSE", "-"},
      {"always {req; {TRUE; TRUE}[*]; n = 4} |-> n = 4", "+"},
      {"always {req; {n != 0; n != 0}[*]; n = 4} |-> FALSE", "-"},
      {"always {req; {n != 0; n != 0}[*]; n = 3} |-> FALSE", "+"},
      {"never {req; {n != 0; n != 0}[*]; n = 5}", "+"},
      {"never {req; {n != 0; n != 0}[*]; n = 4}", "-"},
      {"{{n = 0; n = 0}[*]; req} |-> go", "-"},
      {"{{n = 0; n = 0}[+]; req} |=> n = 2", "+"},
      {"({{n = 0; n = 0}[+]; req} |=> n = 2) & ({{go; go}[*]; !go & req} |-> n = 1)", "+"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Text source = {0}; /* one by one: the oracle enumerates the latches that are added */
    text_format(&source, LIFT "PSLSPEC %s;\n", cases[i].property);
    CHECK_TEXT(verdicts(source.data), cases[i].verdict);
    text_free(&source);
  }
}

TEST(a_sequence_that_counts_elsewhere_is_not_checked) {
  Model *model = read_model(LIFT "PSLSPEC NAME it := eventually! {{req; ack}[*]; req};\n"
                                 "PSLSPEC always req;\nPSLSPEC {{n = 0; n = 1}[+]}!\nINIT n = 0");
  CHECK_EQUAL(model->properties.size, 3);
  for (size_t i = 0; i < 3; i += 2) {
    CHECK_TEXT(model->properties.data[i].unchecked,
               "this sequence repeats more than single letters, which LTL cannot say");
    CHECK_EQUAL(model->properties.data[i].kind, PROPERTY_LTL);
  }
  CHECK_TEXT(model->properties.data[0].text, "eventually! {{req; ack}[*]; req}");
  CHECK(!model->properties.data[1].unchecked);
  model_free(model);
}

TEST(an_operator_of_psl_that_is_not_supported_is_named) {
  Model *model =
      read_model("MODULE main VAR a : boolean;\n"
                 "PSLSPEC always next_event!(a)(a); PSLSPEC (a until !a) abort a;\n"
                 "PSLSPEC within(a, a) {a}; PSLSPEC always case a : a; TRUE : !a; esac;");
  CHECK_EQUAL(model->properties.size, 4);
  CHECK(!model->properties.data[0].unchecked);
  CHECK_TEXT(model->properties.data[1].unchecked, "the PSL operator abort is not supported");
  CHECK_TEXT(model->properties.data[2].unchecked, "the PSL operator within is not supported");
  CHECK(!model->properties.data[3].unchecked);
  model_free(model);
}

/* Over n = 0, 1, 2, 3, 0, ... with b at 1 and 3; tests/oracle/psl_test.c has random ones. */
TEST(psl_has_the_next_events_and_ranges_of_steps) {
  CHECK_TEXT(
      verdicts("MODULE main VAR n : 0..3; DEFINE b := n in {1, 3}; none := FALSE;\n"
               "ASSIGN init(n) := 0; next(n) := (n + 1) mod 4;\n"
               "PSLSPEC next_a[1:2](n > 0); PSLSPEC next_a[1:4](n > 0);\n"
               "PSLSPEC next_e[2:3](n = 3); PSLSPEC next_e![1:2](n = 3);\n"
               "PSLSPEC next_a[0:0](n = 0); PSLSPEC next_event(b)(n = 1);\n"
               "PSLSPEC next_event(b)[2](n = 3); PSLSPEC next_event(b)[3](n = 3);\n"
               "PSLSPEC next_event_a(b)[1:3](n != 0); PSLSPEC next_event_a(b)[1:2](n = 1);\n"
               "PSLSPEC next_event_e(b)[1:2](n = 3); PSLSPEC next_event_e(b)[3:3](n = 3);\n"
               "PSLSPEC next_event(none)(none); PSLSPEC next_event!(none)(b);\n"
               "PSLSPEC next_event_e(none)[1:2](none); PSLSPEC next_event_a!(none)[1:2](b);\n"
               "PSLSPEC always next_event(b)[2](b & next_event(n = 0)(!b)) | none;\n"
               "PSLSPEC forall i in {1:3} : next_event(n = i)[i](n = i);\n"),
      "+-+-+++-"
      "+-+-+-+-"
      "++");
}

TEST(psl_has_what_else_nusmv_reads_there) {
  CHECK_TEXT(verdicts("MODULE main VAR n : 0..3; w : word[4]; DEFINE a := n < 2; b := n > 2;\n"
                      "ASSIGN init(n) := 0; next(n) := (n + 1) mod 4; w := 0ub4_0110;\n"
                      "PSLSPEC X[3](b); PSLSPEC X![2](b); PSLSPEC X [a U n = 2];\n"
                      "PSLSPEC next [a U n = 2]; PSLSPEC next ! b; PSLSPEC a ^ b;\n"
                      "PSLSPEC a ^ a ^ b | b; PSLSPEC select(w, 2, 1) = 0ub2_11; PSLSPEC + n = 0;\n"
                      "PSLSPEC sequence {a[*]; n = 2}; PSLSPEC sequence {n < 4[*]; n > 4};\n"
                      "PSLSPEC {n < 4[*]; n > 4};\n"),
             "+-++++-+++-+");
}

/* As NuSMV has it: the path begins where the specification stands. */
TEST(specifications_of_the_file_can_be_about_an_instance) {
  Model *model = read_model("MODULE leaf(start) VAR a : boolean;\n"
                            "ASSIGN init(a) := start; next(a) := !a;\n"
                            "MODULE sub VAR a : boolean; x : leaf(FALSE);\n"
                            "ASSIGN init(a) := FALSE; next(a) := a;\n"
                            "LTLSPEC NAME inner := X a IN x\n"
                            "MODULE main VAR a : boolean; m : sub; l : leaf(TRUE);\n"
                            "ASSIGN init(a) := TRUE; next(a) := a;\n"
                            "LTLSPEC G a IN m\nCTLSPEC AF a IN m.x; INVARSPEC !a IN m\n"
                            "PSLSPEC NAME named := next a IN m.x; PSLSPEC a IN l;\n"
                            "COMPUTE MIN [a, a] IN m\nINVARSPEC a");
  CHECK_EQUAL(model->properties.size, 8);
  const Property *p = model->properties.data;
  CHECK_TEXT(p[0].name, "m.inner");
  CHECK_TEXT(p[0].text, "X a IN m.x");
  CHECK_TEXT(p[1].text, "G a IN m");
  CHECK_TEXT(p[4].name, "named");
  CHECK_TEXT(p[4].text, "next a IN m.x");
  CHECK_TEXT(p[6].text, "MIN [a, a] IN m");
  model->properties.size = 6; /* a number has no verdict here */
  CHECK_TEXT(verdicts_of(model), "+-++++");
  model->properties.size = 8;
  model_free(model);
}

TEST(words_are_resized_as_in_nusmv) {
  CHECK_TEXT(verdicts("MODULE main\n"
                      "SPEC resize(uwconst(1, 1), 8) = uwconst(1, 8)\n"
                      "SPEC resize(swconst(123, 1), 1) = swconst(-1, 1)\n"
                      "SPEC resize(0ud8_255, 4) = 0ud4_15\n"
                      "SPEC resize(-0sd4_1, 8) = -0sd8_1\n"
                      "SPEC resize(-0sd8_8, 4) = -0sd4_8\n"
                      "SPEC resize(-0sd8_9, 4) = -0sd4_1\n" /* the sign and three bits: 1111 */
                      "SPEC resize(0sd8_9, 4) = 0sd4_1\n"
                      "SPEC resize(0h_ff, 1 + 3) = 0b4_1111\n"),
             "++++++++");
}

TEST(word_constants_are_read_in_all_of_their_forms) {
  CHECK_TEXT(verdicts("MODULE main VAR x : Word[8]; ASSIGN x := 0h8_7b;\n"
                      "INVARSPEC x = 0d8_123 & x = 0uh_7B & x = 0o8_173 & x = 0uO8_173\n"
                      "INVARSPEC x = 0b_0111_1011 & x = 0ub8_1111011 & x = 0H8_7_b\n"
                      "INVARSPEC swconst(123, 8) = 0sh_7b & +3 = 3 & 1 - +1 = 0\n"),
             "+++");
}

TEST(mdefine_is_define) {
  CHECK_TEXT(verdicts("MODULE main MDEFINE t := [TRUE, FALSE]; INVARSPEC t[0] & !t[1]"), "+");
}
