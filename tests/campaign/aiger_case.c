/* Random systems through AIGER files. Bad states and justice properties are in the file; formulas
 * speak of its outputs a0, a1, a2. Systems grow with the seed, as far as enumeration goes: formulas
 * are asked of the smaller ones. */
#include <stdio.h>

#include "base/memory.h"
#include "campaign/case.h"
#include "formula/automaton/hoa.h"
#include "formula/ltl/ltl_automaton.h"
#include "oracle/ctl_oracle.h"
#include "oracle/explicit.h"
#include "oracle/ltl_oracle.h"
#include "oracle/random_formula.h"
#include "oracle/random_system.h"
#include "system/aiger_file.h"

enum { ATOMS = 3, SEEDS_PER_BIT = 4000 };

typedef struct {
  Case *c;
  Random *random;
  RandomModel *model;
  Formulas *formulas; /* their atoms are what the outputs show */
  Explicit *e;
} Maker;

static void write_file(const Maker *m) {
  bool binary = random_chance(m->random, 1, 2);
  Lit *map;
  AigerFile *file = aiger_file_new(system_copy(m->model->system, &map));
  for (size_t i = 0; i < m->model->bad.size; i++)
    vec_push(&file->bad, aig_map_lit(map, m->model->bad.data[i]));
  for (size_t i = 0; i < m->model->justice.size; i++) {
    LitVec set = {0};
    for (size_t k = 0; k < m->model->justice.data[i].size; k++)
      vec_push(&set, aig_map_lit(map, m->model->justice.data[i].data[k]));
    vec_push(&file->justice, set);
  }
  for (size_t i = 0; i < ATOMS; i++) {
    vec_push(&file->outputs, aig_map_lit(map, m->formulas->atoms.data[i].literal));
    aiger_file_set_name(file, AIGER_OUTPUT, i, m->formulas->atoms.data[i].text);
  }
  m->c->file = case_path(m->c, binary ? "model.aig" : "model.aag");
  FILE *stream = fopen(m->c->file, "wb");
  if (!stream || !aiger_file_write(file, stream, binary) || fclose(stream)) perror(m->c->file);
  aiger_file_free(file);
  mem_free(map);
}

static char *number_text(size_t number) {
  Text text = {0};
  text_format(&text, "%zu", number);
  return text_take(&text);
}

static char *formula_text(const Maker *m, Formula f) {
  Text text = {0};
  formula_print(m->formulas, f, &text);
  return text_take(&text);
}

static void ask_properties_of_the_file(Maker *m) {
  for (size_t i = 0; i < m->model->bad.size; i++)
    case_ask(m->c, "invariant", "property", number_text(i),
             explicit_bad_depth(m->e, m->model->bad.data[i]) < 0);
  for (size_t i = 0; i < m->model->justice.size; i++) {
    LitVec conditions = {0};
    vec_append(&conditions, m->model->justice.data + i);
    vec_append(&conditions, &m->model->system->fairness);
    case_ask(m->c, "justice", "property", number_text(m->model->bad.size + i),
             !explicit_fair_run(m->e, conditions.data, conditions.size));
    vec_free(&conditions);
  }
}

static void ask_ltl(Maker *m) {
  FormulaShape shape = {4, 1 + random_below(m->random, 4), random_chance(m->random, 1, 2)};
  Formula f = random_ltl(m->formulas, m->random, shape);
  case_ask(m->c, "ltl", "ltl", formula_text(m, f), ltl_oracle_holds(m->e, m->formulas, f));
}

/* No run may be accepted by the automaton of a formula: all must satisfy its negation. */
static void ask_hoa(Maker *m) {
  FormulaShape shape = {4, 1 + random_below(m->random, 3), false};
  Formula f = random_ltl(m->formulas, m->random, shape);
  Labels *labels = labels_new();
  Error error = {0};
  Automaton *automaton = ltl_automaton(
      m->formulas, f, (LtlAutomatonOptions){.state_based = random_chance(m->random, 1, 2)}, labels,
      &(U32Vec){0}, &error);
  error_free(&error);
  if (automaton) {
    Text text = {0};
    hoa_write(automaton, m->formulas, NULL, &text);
    char *path = case_path(m->c, "never.hoa");
    FILE *stream = fopen(path, "w");
    if (!stream || fputs(text.data, stream) < 0 || fclose(stream)) perror(path);
    Formula negation = formula_unary(m->formulas, OP_NOT, f);
    case_ask(m->c, "hoa", "hoa", path, ltl_oracle_holds(m->e, m->formulas, negation));
    text_free(&text);
    automaton_free(automaton);
  }
  labels_free(labels);
}

static void ask_ctl(Maker *m) {
  Formula f =
      random_ctl(m->formulas, m->random, (FormulaShape){5, 1 + random_below(m->random, 4), false});
  case_ask(m->c, "ctl", "ctl", formula_text(m, f), ctl_oracle_holds(m->e, m->formulas, f));
}

/* An invariant from outside: an atom, or its negation. */
static void ask_invariant(Maker *m) {
  uint32_t atom = random_below(m->random, ATOMS);
  bool negated = random_chance(m->random, 1, 2);
  Lit literal = m->formulas->atoms.data[atom].literal;
  Text text = {0};
  text_format(&text, "%s%s", negated ? "!" : "", m->formulas->atoms.data[atom].text);
  bool holds = explicit_bad_depth(m->e, lit_not_if(literal, !negated)) < 0;
  case_ask(m->c, "invariant", "invar", text_take(&text), holds);
}

/* Latches that are inputs in disguise, one step later, with constraints on them: reductions take
 * them for inputs, and LTL asks whether the runs that they end can go on otherwise. */
static void disguise_inputs(System *system, Random *random) {
  for (unsigned i = 0, count = 1 + random_below(random, 2); i < count; i++) {
    LitVec *inputs = &system->inputs;
    if (!inputs->size || random_chance(random, 1, 3)) system_input(system);
    Lit input = inputs->data[random_below(random, (uint32_t)inputs->size)];
    Lit other = inputs->data[random_below(random, (uint32_t)inputs->size)];
    Lit latch = system_latch(system, RESET_FREE);
    system_set_next(system, latch, random_chance(random, 1, 4) ? lit_not(input) : input);
    Lit constraint = lit_not_if(latch, random_chance(random, 1, 2));
    if (random_chance(random, 1, 3)) constraint = aig_or(system->aig, constraint, other);
    if (random_chance(random, 3, 4)) vec_push(&system->constraints, constraint);
  }
}

void aiger_case(Case *c, Random *random) {
  uint64_t grown = c->seed / SEEDS_PER_BIT;
  bool formulas = random_chance(random, 2, 3);
  unsigned most = (formulas ? 4 : 6) + (unsigned)(grown < 4 ? grown : 4);
  unsigned bits = 2 + random_below(random, most);
  Maker m = {.c = c,
             .random = random,
             .model = random_model(random_word(random), bits),
             .formulas = formulas_new()};
  if (bits <= 4 && random_chance(random, 1, 3)) disguise_inputs(m.model->system, random);
  random_atoms(m.formulas, m.model->system, random, ATOMS, true);
  m.e = explicit_new(m.model->system);
  write_file(&m);
  ask_properties_of_the_file(&m);
  ask_invariant(&m);
  if (formulas) {
    ask_ltl(&m);
    ask_ltl(&m);
    ask_hoa(&m);
    ask_ctl(&m);
    ask_ctl(&m);
  }
  explicit_free(m.e);
  formulas_free(m.formulas);
  random_model_free(m.model);
}
