/* Files of CTL formulas that follow each other: what is read, and what is refused. */
#include "formula/ctl/ctl_sequence.h"

#include "test.h"

/* The formulas of a text, printed and separated by "; "; or the error. */
static char *read_all(const char *source) {
  Formulas *formulas = formulas_new();
  NamedFormulaVec named = {0};
  Error error = {0};
  Text text = {0};
  text_add(&text, "");
  if (ctl_sequence_parse(formulas, "f.ctl", source, &named, &error)) {
    for (size_t i = 0; i < named.size; i++) {
      if (i) text_add(&text, "; ");
      formula_print(formulas, named.data[i].formula, &text);
    }
  } else {
    text_format(&text, "%d:%d: %s", error.line, error.column, error.message);
  }
  error_free(&error);
  named_formulas_free(&named);
  formulas_free(formulas);
  return text_take(&text);
}

#define READS(source, expected)                                                                    \
  do {                                                                                             \
    char *text = read_all(source);                                                                 \
    CHECK_TEXT(text, expected);                                                                    \
    mem_free(text);                                                                                \
  } while (0)

TEST(ctl_sequence_formulas_follow_each_other) {
  READS("#PASS: (0)\nAG p\nEF q # why\n~r;\n(p)\n(q)", "AG p; EF q; !r; p; q");
  READS("AG(p\n  -> EF q)", "AG (p -> EF q)");
  READS("", "");
}

TEST(ctl_sequence_constants_have_three_spellings_each) {
  READS("true\nTRUE\n1", "true; true; true");
  READS("false\nFALSE\n0", "false; false; false");
}

TEST(ctl_sequence_loose_operators_associate_to_the_left) {
  READS("p -> q -> r", "(p -> q) -> r");
  READS("p == q ^ r", "(p <-> q) xor r");
  READS("p & q | r -> s", "((p & q) | r) -> s");
  READS("~p & !q", "!p & !q");
}

TEST(ctl_sequence_path_operators_need_no_brackets) {
  READS("E p U q", "E [p U q]");
  READS("A ~p W (q & r)", "A [!p W (q & r)]");
  READS("A p & q U ~r", "A [(p & q) U !r]");
  READS("EX E ~p U (q)", "EX E [!p U q]");
  READS("E [p | q R q & r]", "E [(p | q) R (q & r)]");
  READS("E (p U q)\nAG p", "E [p U q]; AG p");
}

TEST(ctl_sequence_names_have_indices) {
  READS("mem<*0*><3> & fsm.state<1>", "\"mem<*0*><3>\" & fsm.state<1>");
  READS("AG EF valid=1; x=0", "AG EF valid; !x");
}

TEST(ctl_sequence_errors_have_places) {
  READS("AG p\nEF (q", "2:6: expected an operator or a closing bracket, not the end");
  READS("p &", "1:4: expected a formula, not the end");
  READS("E p AG q", "1:5: expected U, R or W, not 'AG'");
  READS("p U q", "1:3: expected E or A before a path operator, not 'U'");
  READS("E p U q & r",
        "1:9: expected brackets around the path formula before an operator, not '&'");
  READS("(p]", "1:3: expected the other bracket, not ']'");
  READS("p )", "1:3: expected a formula, not ')'");
}

TEST(ctl_sequence_operators_may_have_bounds) {
  READS("EF[1,2] p\nAG [0..1](p)", "EX (p | EX p); p & AX p");
  READS("E p U[1,1] q\nA [p R[0,0] q]", "p & EX q; !!q");
  READS("AF[3,1] p", "1:3: a lower bound above the upper one");
}
