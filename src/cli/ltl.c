/* `rondo ltl`: what a formula is: its class, its automaton, whether it can be true or false; and
 * whether two formulas mean the same. */
#include "base/log.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "formula/automaton/hoa.h"
#include "formula/automaton/strength.h"
#include "formula/ltl/classify.h"
#include "formula/ltl/ltl_automaton.h"
#include "formula/parser.h"

typedef struct {
  bool hoa, dot, negate, equivalent, simplify;
  int acceptance;
} LtlChoices;

static LtlChoices chosen;

static const Option table[] = {
    {"hoa", 0, OPTION_FLAG, offsetof(LtlChoices, hoa), NULL,
     "print the automaton in HOA format, and nothing else", NULL, 0, 0},
    {"dot", 0, OPTION_FLAG, offsetof(LtlChoices, dot), NULL,
     "print the automaton for Graphviz, and nothing else", NULL, 0, 0},
    {"simplify", 0, OPTION_FLAG, offsetof(LtlChoices, simplify), NULL,
     "print the simplified formula, and nothing else", NULL, 0, 0},
    {"negate", 'n', OPTION_FLAG, offsetof(LtlChoices, negate), NULL,
     "take the negation of the formula", NULL, 0, 0},
    {"acceptance", 0, OPTION_CHOICE, offsetof(LtlChoices, acceptance), "WHERE",
     "acceptance on transitions, or one set on states", "transitions|states", 0, 0},
    {"equivalent", 0, OPTION_FLAG, offsetof(LtlChoices, equivalent), NULL,
     "say whether two formulas are equivalent, or one implies the other", NULL, 0, 0},
};

static void ltl_options(OptionGroupVec *groups) {
  cli_add_options(groups, table, sizeof table / sizeof *table, &chosen);
}

typedef struct {
  Formulas *formulas;
  Labels *labels;
  U32Vec atoms;
  Names noted; /* words that were taken apart */
  Error error;
} Workshop;

static Automaton *automaton_for(Workshop *shop, Formula f, bool negate, bool state_based) {
  LtlAutomatonOptions options = {.negate = negate, .state_based = state_based};
  return ltl_automaton(shop->formulas, f, options, shop->labels, &shop->atoms, &shop->error);
}

static void print_text(Text *text) {
  fputs(text->data, stdout);
  text_free(text);
}

/* The formula as it was simplified; past operators stay as they are. */
static char *simplified(Workshop *shop, Formula f) {
  Rewriter *rewriter = rewriter_new(shop->formulas);
  Text text = {0};
  formula_print(shop->formulas, rewriter_simplify(rewriter, f, false), &text);
  rewriter_free(rewriter);
  return text_take(&text);
}

static void print_automaton(const char *what, const Automaton *automaton) {
  printf("%-14s %u state%s, %zu edge%s, %u acceptance set%s, %s%s\n", what, automaton->states,
         automaton->states == 1 ? "" : "s", automaton->edges.size,
         automaton->edges.size == 1 ? "" : "s", automaton->sets, automaton->sets == 1 ? "" : "s",
         strength_name(automaton_strength(automaton)),
         automaton_is_deterministic(automaton) ? ", deterministic" : "");
}

static void print_facts(Workshop *shop, Formula f, const Automaton *property,
                        const Automaton *negation) {
  unsigned form = classify_formula(shop->formulas, f);
  unsigned classes = classify_automata(property, negation, form);
  bool satisfiable = !automaton_is_empty(property), valid = automaton_is_empty(negation);
  char *simple = simplified(shop, f);
  cli_print("%-14s %s\n", "formula", simple);
  mem_free(simple);
  printf("%-14s %s%s\n", "class", class_name(classes),
         classes == form ? "" : " (by its automaton; its form alone does not show it)");
  printf("%-14s %s\n", "truth",
         valid         ? "valid"
         : satisfiable ? "satisfiable, not valid"
                       : "unsatisfiable");
  print_automaton("automaton", property);
  print_automaton("of negation", negation);
}

/* Whether L(f) is part of L(g). */
static bool implies(Workshop *shop, Formula f, Formula g, bool *yes) {
  Automaton *a = automaton_for(shop, f, false, false), *b = automaton_for(shop, g, true, false);
  Automaton *both = a && b ? automaton_product(a, b, 1u << 20) : NULL;
  if (a && b && !both) error_set(&shop->error, "the formulas are too large to be compared");
  *yes = both && automaton_is_empty(both);
  bool fine = both != NULL;
  automaton_free(a);
  automaton_free(b);
  automaton_free(both);
  return fine;
}

static int compare(Workshop *shop, Formula f, Formula g) {
  bool forward, backward;
  if (!implies(shop, f, g, &forward) || !implies(shop, g, f, &backward))
    return cli_fail_error(EXIT_BAD_INPUT, &shop->error);
  if (forward && backward) puts("equivalent");
  else if (forward) puts("different: the first implies the second, not the other way round");
  else if (backward) puts("different: the second implies the first, not the other way round");
  else puts("different: neither implies the other");
  return forward && backward ? EXIT_HOLDS : EXIT_VIOLATED;
}

static int describe(Workshop *shop, Formula f) {
  if (chosen.negate) f = formula_unary(shop->formulas, OP_NOT, f);
  if (chosen.simplify) {
    char *simple = simplified(shop, f);
    puts(simple);
    mem_free(simple);
    return EXIT_HOLDS;
  }
  bool only_automaton = chosen.hoa || chosen.dot;
  bool states = chosen.acceptance == 1;
  Automaton *property = automaton_for(shop, f, false, states);
  Automaton *negation = only_automaton ? NULL : automaton_for(shop, f, true, states);
  int code = EXIT_HOLDS;
  if (!property || (!negation && !only_automaton)) {
    code = cli_fail_error(EXIT_BAD_INPUT, &shop->error);
  } else if (only_automaton) {
    Text name = {0}, text = {0};
    formula_print(shop->formulas, f, &name);
    if (chosen.hoa) hoa_write(property, shop->formulas, name.data, &text);
    if (chosen.dot) dot_write(property, shop->formulas, name.data, &text);
    text_free(&name);
    print_text(&text);
  } else {
    print_facts(shop, f, property, negation);
  }
  automaton_free(property);
  automaton_free(negation);
  return code;
}

/* "G F a": the operators apart. */
static void add_apart(Text *text, const char *word, size_t length) {
  size_t chain = operators_before_name(LOGIC_LTL, word, length, NULL, NULL), n;
  Operator op;
  for (size_t i = 0; i < chain; i += n) {
    n = operator_at_front(LOGIC_LTL, word + i, chain - i, &op);
    text_format(text, "%.*s ", (int)n, word + i);
  }
  text_add_n(text, word + chain, length - chain);
}

/* Says which words were taken apart: `Grant` may have been meant as a name. */
static void note_taken_apart(Workshop *shop, const char *text) {
  Lexer lexer;
  lexer_init(&lexer, LOGIC_LTL, (KnownNames){0}, text, strlen(text));
  for (size_t behind = 0; lexer_next(&lexer) != TOKEN_END;) {
    if (lexer.start < behind || !lexer.joined) continue;
    const char *word = text + lexer.start;
    int length = (int)lexer.joined;
    behind = lexer.start + lexer.joined;
    if (names_find_n(&shop->noted, word, lexer.joined) != NAMES_NONE) continue;
    names_add_n(&shop->noted, word, lexer.joined);
    Text apart = {0};
    add_apart(&apart, word, lexer.joined);
    log_say(LOG_NORMAL, "rondo: note: '%.*s' is read as %s; write \"%.*s\" for a name", length,
            word, apart.data, length, word);
    text_free(&apart);
  }
  lexer_free(&lexer);
}

static int ltl_run(ArgumentVec *arguments) {
  size_t wanted = chosen.equivalent ? 2 : 1;
  if (arguments->size != wanted)
    return cli_usage(&command_ltl, chosen.equivalent ? "which formulas? (exactly two)"
                                                     : "which formula? (exactly one)");
  Workshop shop = {.formulas = formulas_new(), .labels = labels_new()};
  Formula f[2] = {FORMULA_NONE, FORMULA_NONE};
  int code = EXIT_HOLDS;
  for (size_t i = 0; i < wanted && code == EXIT_HOLDS; i++) {
    f[i] = formula_parse(shop.formulas, LOGIC_LTL, arguments->data[i], &shop.error);
    if (f[i] == FORMULA_NONE) code = cli_fail_with(EXIT_BAD_INPUT, error_text(&shop.error));
    else {
      note_taken_apart(&shop, arguments->data[i]);
      formula_atoms(shop.formulas, f[i], &shop.atoms);
    }
  }
  if (code == EXIT_HOLDS)
    code = chosen.equivalent ? compare(&shop, f[0], f[1]) : describe(&shop, f[0]);
  error_free(&shop.error);
  names_free(&shop.noted);
  vec_free(&shop.atoms);
  labels_free(shop.labels);
  formulas_free(shop.formulas);
  return code;
}

const Command command_ltl = {
    .name = "ltl",
    .usage = "ltl [OPTIONS] FORMULA\n       rondo ltl --equivalent FORMULA FORMULA",
    .summary = "what a formula of LTL is: class, automaton, satisfiability",
    .description =
        "Translates a formula of LTL, with or without past operators, to a small generalized\n"
        "Büchi automaton, and tells its class in the hierarchy of Manna and Pnueli, whether it is\n"
        "satisfiable or valid, and the size and strength of the automata of the formula and of "
        "its\n"
        "negation.",
    .exit_codes = "  0   it was done; with --equivalent: the formulas are equivalent\n"
                  "  1   with --equivalent: they are not\n",
    .examples = "  rondo ltl 'G (request -> F grant)'\n      class, truth and sizes\n"
                "  rondo ltl 'G F p -> G F q' --hoa\n      the automaton, for other tools\n"
                "  rondo ltl 'p U q' --dot | dot -Tsvg > until.svg\n      a picture of it\n"
                "  rondo ltl --equivalent 'F G p' '!G F !p'\n      compare two formulas\n",
    .operands = "",
    .options = ltl_options,
    .run = ltl_run,
};
