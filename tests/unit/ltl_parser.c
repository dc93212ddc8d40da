/* Formulas as text: what is read, what is written, what is wrong. */
#include "test.h"

#include "base/random.h"
#include "formula/parser.h"
#include "formula/property_file.h"
#include "oracle/random_formula.h"

static char *reprint(Logic logic, const char *text) {
  Formulas *formulas = formulas_new();
  Error error = {0};
  Text result = {0};
  Formula f = formula_parse(formulas, logic, text, &error);
  if (f == FORMULA_NONE) text_format(&result, "%d: %s", error.column, error.message);
  else formula_print(formulas, f, &result);
  error_free(&error);
  formulas_free(formulas);
  return text_take(&result);
}

typedef struct {
  const char *text, *expected;
} Row;

static void check_rows(Logic logic, const Row *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    char *result = reprint(logic, rows[i].text);
    CHECK_TEXT(result, rows[i].expected);
    mem_free(result);
  }
}

#define CHECK_ROWS(logic, rows) check_rows(logic, rows, sizeof rows / sizeof *rows)

TEST(the_common_spellings_are_read) {
  static const Row rows[] = {
      {"[](p -> <>q)", "G (p -> F q)"},
      {"p V q", "p R q"},
      {"GF p && FG q || !XX r", "(G F p & F G q) | !X X r"},
      {"~a * b + c ^ d", "((!a & b) | c) xor d"},
      {"a <-> b <-> c", "(a <-> b) <-> c"},
      {"a -> b -> c", "a -> (b -> c)"},
      {"a -> b <-> c", "a -> (b <-> c)"},
      {"a U b U c", "a U (b U c)"},
      {"a & b U c | d", "(a & (b U c)) | d"},
      {"not a and b or c", "(!a & b) | c"},
      {"a => b", "a -> b"},
      {"TRUE & FALSE | 1 & 0", "(true & false) | (true & false)"},
      {"Y p & Z q & O r & H s & (p S q) & (p T q)", "Y p & Z q & O r & H s & (p S q) & (p T q)"},
      {"a W b M c", "a W (b M c)"},
      {"!!p", "!!p"},
  };
  CHECK_ROWS(LOGIC_LTL, rows);
}

TEST(atoms_have_dots_indices_quotes_and_comparisons) {
  static const Row rows[] = {
      {"a.b[3].c<2>", "a.b[3].c<2>"},
      {"state=idle", "state = idle"},
      {"G count<5", "G count < 5"},
      {"count<=5 -> bus[3:0]==7", "count <= 5 -> bus[3:0] = 7"},
      {"a<->b", "a <-> b"},
      {"a!=b&c", "a != b & c"},
      {"x = -3 | y = 0ud8_5 | z = 8'hff", "x = -3 | y = 0ud8_5 | z = 8'hff"},
      {"\"F = 3\" & \"a b\"", "\"F = 3\" & \"a b\""},
      {"\"p\"", "p"},
      {"\"say \\\"hi\\\" \\\\\"", "\"say \\\"hi\\\" \\\\\""},
      {"AG & E", "\"AG\" & \"E\""},
      {"a=>b", "a -> b"},
  };
  CHECK_ROWS(LOGIC_LTL, rows);
}

TEST(errors_point_at_the_column) {
  static const Row rows[] = {
      {"", "1: expected a formula, not the end"},
      {"p &", "4: expected a formula, not the end"},
      {"p q", "3: expected a binary operator, not 'q'"},
      {"(p", "1: this bracket is never closed"},
      {"p)", "2: expected an operator or the end, not ')'"},
      {"(p]", "3: expected the other closing bracket, not ']'"},
      {"G (& p)", "4: expected a formula, not '&'"},
      {"p = ", "5: a comparison needs a number or a name here"},
      {"p @ q", "3: no formula has this character"},
      {"12 & p", "1: a number is no formula"},
      {"\"p", "1: a quoted atom that does not end"},
      {"\"p\\", "1: a quoted atom that does not end"},
      {"q & \"\"", "5: an empty quoted atom"},
      {"p = -", "5: a comparison needs a number or a name here"},
      {"p U", "4: expected a formula, not the end"},
      {"p ! q", "3: expected a binary operator, not '!'"},
  };
  CHECK_ROWS(LOGIC_LTL, rows);
}

TEST(ctl_is_read_by_the_same_parser) {
  static const Row rows[] = {
      {"AG (p -> AF q)", "AG (p -> AF q)"},
      {"E [p & q U r]", "E [(p & q) U r]"},
      {"A(p R E X q)", "A [p R EX q]"},
      {"E F p", "EF p"},
      {"A [p W q] -> !EX !p", "A [p W q] -> !EX !p"},
      {"F p", "1: a temporal operator of LTL without E or A before it"},
      {"E (p & q)", "1: E and A need a path formula with X, F, G, U, R or W"},
  };
  CHECK_ROWS(LOGIC_CTL, rows);
}

TEST(ctl_path_formulas_need_no_brackets) {
  static const Row rows[] = {
      {"E p U q", "E [p U q]"},
      {"A p & q R !r", "A [(p & q) R !r]"},
      {"AG (p -> E q U r)", "AG (p -> E [q U r])"},
      {"E p U E q U r", "E [p U E [q U r]]"},
      {"!E p U q", "!E [p U q]"},
      {"(E p U q) & r", "E [p U q] & r"},
      {"E p U q & r",
       "9: expected brackets around the path formula before an operator, or the end, not '&'"},
      {"E p", "1: E and A need a path formula with X, F, G, U, R or W"},
  };
  CHECK_ROWS(LOGIC_CTL, rows);
}

TEST(ctl_bounds_are_written_out) {
  static const Row rows[] = {
      {"EF[1,2] p", "EX (p | EX p)"},
      {"AF [0..1] p", "p | AX p"},
      {"EG[2,2] p", "EX EX p"},
      {"AG[0,2] p", "p & AX (p & AX p)"},
      {"A G[0,1] p", "p & AX p"},
      {"E [p U[1,2] q]", "p & EX (q | (p & EX q))"},
      {"A p U[0,1] q", "q | (p & AX q)"},
      {"E [p R[0,1] q]", "!(!q | (!p & AX !q))"},
      {"EF [p]", "EF p"},
      {"EF[2,1] p", "3: a lower bound above the upper one"},
      {"AG[0,10001] p", "3: a bound over 10000"},
      {"p U[1,2] q", "1: bounds are for F, G, U and R under E or A"},
  };
  CHECK_ROWS(LOGIC_CTL, rows);
}

TEST(what_is_written_is_read_again) {
  Random random = {3};
  for (unsigned n = 0; n < test_cases(500); n++) {
    Formulas *formulas = formulas_new();
    formula_atom(formulas, "p");
    formula_atom(formulas, "X");
    formula_atom(formulas, "bus[2:0] != 3");
    formula_atom(formulas, "a \"quoted\" thing");
    FormulaShape shape = {.depth = 5, .temporal = 12, .past = true};
    for (Logic logic = LOGIC_LTL; logic <= LOGIC_CTL; logic++) {
      Formula f = logic == LOGIC_LTL ? random_ltl(formulas, &random, shape)
                                     : random_ctl(formulas, &random, shape);
      Text text = {0};
      Error error = {0};
      formula_print(formulas, f, &text);
      Formula again = formula_parse(formulas, logic, text.data, &error);
      if (again != f) test_fail(__FILE__, __LINE__, "%s is read as something else", text.data);
      text_free(&text);
    }
    formulas_free(formulas);
  }
}

TEST(ten_thousand_operators_and_levels_are_fine) {
  Formulas *formulas = formulas_new();
  Error error = {0};
  Text deep = {0}, wide = {0}, again = {0};
  for (int i = 0; i < 10000; i++) {
    text_add(&deep, i % 3 == 0 ? "(G " : i % 3 == 1 ? "!(p U " : "X(");
    text_format(&wide, "(p%d -> F q%d) & ", i % 50, i % 70);
  }
  text_char(&deep, 'p');
  for (int i = 0; i < 10000; i++) text_char(&deep, ')');
  text_char(&wide, 'p');
  Formula f = formula_parse(formulas, LOGIC_LTL, deep.data, &error);
  Formula g = formula_parse(formulas, LOGIC_LTL, wide.data, &error);
  CHECK(f != FORMULA_NONE && g != FORMULA_NONE);
  formula_print(formulas, f, &again);
  CHECK_EQUAL(formula_parse(formulas, LOGIC_LTL, again.data, &error), f);
  text_clear(&deep); /* only opening ones: an error, not a crash */
  for (int i = 0; i < 10000; i++) text_char(&deep, '(');
  CHECK_EQUAL(formula_parse(formulas, LOGIC_LTL, deep.data, &error), FORMULA_NONE);
  CHECK_EQUAL(error.column, 10001);
  error_free(&error);
  text_free(&deep);
  text_free(&wide);
  text_free(&again);
  formulas_free(formulas);
}

TEST(property_files_have_lines_or_semicolons_names_and_comments) {
  static const char lines[] = "# a comment\n"
                              "answered: G (r -> F g) # another\n"
                              "\n"
                              "  G !(g & \"a # b\")\n";
  static const char semicolons[] = "first: G (r ->\n   F g); G !g;\nlast : F\n r";
  Formulas *formulas = formulas_new();
  NamedFormulaVec named = {0};
  Error error = {0};
  CHECK(property_file_parse(formulas, LOGIC_LTL, (KnownNames){0}, "f", lines, &named, &error));
  CHECK_EQUAL(named.size, 2);
  CHECK_TEXT(named.data[0].name, "answered");
  CHECK_TEXT(named.data[0].text, "G (r -> F g)");
  CHECK_EQUAL(named.data[0].line, 2);
  CHECK(!named.data[1].name);
  CHECK_TEXT(named.data[1].text, "G !(g & \"a # b\")");
  named_formulas_free(&named);
  CHECK(property_file_parse(formulas, LOGIC_LTL, (KnownNames){0}, "f", semicolons, &named, &error));
  CHECK_EQUAL(named.size, 3);
  CHECK_TEXT(named.data[2].name, "last");
  CHECK_EQUAL(named.data[2].line, 3);
  named_formulas_free(&named);
  CHECK(!property_file_parse(formulas, LOGIC_LTL, (KnownNames){0}, "f", "G p\nname: G (p\n", &named,
                             &error));
  char *text = error_text(&error);
  CHECK_TEXT(text, "f:2:9: error: this bracket is never closed\n  name: G (p\n          ^");
  mem_free(text);
  error_free(&error);
  named_formulas_free(&named);
  formulas_free(formulas);
}
