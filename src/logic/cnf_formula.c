/* The shared CNF of a cone: encoded once into a list of clauses, simplified by variable elimination
 * and renumbered without gaps, then loaded into as many solvers as an engine has. IC3 loads the
 * transition relation once per frame; a smaller list pays that many times. */
#include <stdlib.h>

#include "logic/cnf_eliminate.h"
#include "logic/cnf_sink.h"

static int formula_variable(void *to) { return ++((CnfFormula *)to)->variables; }

static void formula_clause(void *to, const int *lits, size_t count) {
  CnfFormula *formula = to;
  for (size_t i = 0; i < count; i++) vec_push(&formula->lits, lits[i]);
  vec_push(&formula->lits, 0);
}

/* Gives the kept nodes the first variables. A node listed twice gets two equal ones. */
static void name_kept(Cnf *cnf, CnfFormula *formula, const uint32_t *keep, size_t keep_count) {
  for (size_t i = 0; i < keep_count; i++) {
    int variable = (int)i + 1, named = cnf_name(cnf, keep[i]);
    if (named == variable) continue;
    formula_variable(formula);
    formula_clause(formula, (int[]){-variable, named}, 2);
    formula_clause(formula, (int[]){variable, -named}, 2);
  }
}

/* Numbers the variables that still occur, the kept ones first and always. */
static void renumber(CnfFormula *formula, size_t keep_count) {
  int *number = mem_array((size_t)formula->variables + 1, sizeof *number);
  for (size_t i = 0; i < formula->lits.size; i++) number[abs(formula->lits.data[i])] = 1;
  number[0] = 0;
  int last = 0;
  for (int v = 1; v <= formula->variables; v++)
    number[v] = number[v] || (size_t)v <= keep_count ? ++last : 0;
  for (size_t i = 0; i < formula->lits.size; i++) {
    int lit = formula->lits.data[i];
    formula->lits.data[i] = lit < 0 ? -number[-lit] : number[lit];
  }
  for (size_t node = 0; node < formula->node_count; node++)
    formula->of_node[node] = number[formula->of_node[node]];
  formula->variables = last;
  mem_free(number);
}

CnfFormula *cnf_formula_new(const Aig *aig, const Lit *roots, size_t root_count,
                            const uint32_t *keep, size_t keep_count) {
  CnfFormula *formula = mem_zalloc(sizeof *formula);
  Cnf *cnf = cnf_new_into(aig, (CnfSink){formula, formula_variable, formula_clause});
  name_kept(cnf, formula, keep, keep_count);
  for (size_t i = 0; i < keep_count; i++) cnf_literal(cnf, lit_of(keep[i], false), CNF_BOTH);
  for (size_t i = 0; i < root_count; i++) cnf_literal(cnf, roots[i], CNF_BOTH);
  formula->node_count = aig->size;
  formula->of_node = mem_array(aig->size, sizeof *formula->of_node);
  for (size_t node = 0; node < aig->size; node++)
    formula->of_node[node] = cnf_known(cnf, lit_of((uint32_t)node, false));
  cnf_free(cnf);
  formula->clauses = cnf_eliminate(&formula->lits, formula->variables, (int)keep_count);
  renumber(formula, keep_count);
  return formula;
}

void cnf_formula_free(CnfFormula *formula) {
  if (!formula) return;
  vec_free(&formula->lits);
  mem_free(formula->of_node);
  mem_free(formula);
}

int cnf_formula_literal(const CnfFormula *formula, Lit lit) {
  uint32_t node = lit_node(lit);
  int literal = node < formula->node_count ? formula->of_node[node] : 0;
  return lit_negated(lit) ? -literal : literal;
}

void cnf_formula_load(const CnfFormula *formula, Sat *sat) {
  assert(!sat_variables(sat));
  for (int v = 0; v < formula->variables; v++) sat_variable(sat);
  const int *lits = formula->lits.data;
  for (size_t i = 0, start = 0; i < formula->lits.size; i++) {
    if (lits[i]) continue;
    sat_clause(sat, lits + start, i - start);
    start = i + 1;
  }
}
