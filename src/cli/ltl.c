/* `rondo ltl`: what a formula is: its class, its automaton, whether it can be true or false. */
#include "cli/cli.h"
#include "formula/hoa.h"
#include "formula/parser.h"
#include "formula/translate.h"

typedef struct {
  bool hoa, dot, negate;
  int acceptance;
} LtlOptions;

static LtlOptions chosen;

static const Option table[] = {
    {"hoa", 0, OPTION_FLAG, offsetof(LtlOptions, hoa), NULL, "print the automaton in HOA format",
     NULL, 0, 0},
    {"negate", 'n', OPTION_FLAG, offsetof(LtlOptions, negate), NULL,
     "take the negation of the formula", NULL, 0, 0},
    {"acceptance", 0, OPTION_CHOICE, offsetof(LtlOptions, acceptance), "WHERE",
     "acceptance on transitions, or on states with one set", "transitions|states", 0, 0},
};

static size_t ltl_options(OptionGroup *groups) {
  groups[0] = (OptionGroup){"Options", table, sizeof table / sizeof *table, &chosen};
  return 1;
}

static int ltl_run(ArgumentVec *arguments) {
  Formulas *fs = formulas_new();
  Error error = {0};
  Formula f = formula_parse(fs, LOGIC_LTL, arguments->data[0], &error);
  if (f == FORMULA_NONE) return cli_fail_with(EXIT_BAD_INPUT, error_text(&error));
  Rewriter *rw = rewriter_new(fs);
  Labels *labels = labels_new();
  U32Vec atoms = {0};
  formula_atoms(fs, f, &atoms);
  Text text = {0};
  formula_print(fs, rewriter_simplify(rw, f, chosen.negate), &text);
  Automaton *a = automaton_of_formula(rw, f, chosen.negate, chosen.acceptance == 1, labels, &atoms, &error);
  if (!a) return cli_fail_with(EXIT_BAD_INPUT, error_text(&error));
  Text out = {0};
  hoa_write(a, fs, text.data, &out);
  fputs(out.data, stdout);
  return 0;
}

const Command command_ltl = {
    .name = "ltl",
    .usage = "ltl [OPTIONS] FORMULA",
    .summary = "what a formula of LTL is: class, automaton, satisfiability",
    .description = "x", .examples = "y",
    .options = ltl_options,
    .run = ltl_run,
};
