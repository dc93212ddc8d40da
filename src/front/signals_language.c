/* The language of models that have none of their own: that of formula/parser.h, with the signals of
 * the system as names. */
#include "formula/atoms.h"
#include "formula/nnf.h"
#include "formula/parser.h"
#include "front/language.h"

void language_push(Model *model, Property property, const char *name, const FormulaPlace *place) {
  property.name = mem_string(name);
  property.text = mem_string_n(place->text + place->start, place->end - place->start);
  vec_push(&model->properties, property);
}

bool language_boolean(const Model *model, Formula f, Lit *literal) {
  Aig *aig = model->system->aig;
  FormulaVec cone = {0};
  formula_cone(model->formulas, f, &cone);
  Lit *image = mem_alloc(((size_t)f + 1) * sizeof *image);
  bool fine = true;
  for (size_t i = 0; i < cone.size && fine; i++) {
    const FormulaNode *node = formula_node(model->formulas, cone.data[i]);
    Lit a = operator_arity(node->op) > 0 ? image[node->left] : LIT_FALSE;
    Lit b = operator_arity(node->op) > 1 ? image[node->right] : LIT_FALSE, lit = LIT_FALSE;
    switch (node->op) {
    case OP_FALSE:
    case OP_TRUE: lit = lit_constant(node->op == OP_TRUE); break;
    case OP_ATOM: lit = model->formulas->atoms.data[node->left].literal; break;
    case OP_NOT: lit = lit_not(a); break;
    case OP_AND: lit = aig_and(aig, a, b); break;
    case OP_OR: lit = aig_or(aig, a, b); break;
    case OP_IMPLIES: lit = aig_implies(aig, a, b); break;
    case OP_EQUIVALENT: lit = aig_equal(aig, a, b); break;
    case OP_XOR: lit = aig_xor(aig, a, b); break;
    default: fine = false;
    }
    image[cone.data[i]] = lit;
  }
  *literal = image[f];
  mem_free(image);
  vec_free(&cone);
  return fine;
}

static bool add(Model *model, PropertyKind kind, const char *name, const FormulaPlace *place,
                Error *error) {
  Logic logic = kind == PROPERTY_CTL ? LOGIC_CTL : LOGIC_LTL;
  Formula f = formula_parse_part(model->formulas, logic, atoms_names(model->system), place->file,
                                 place->text, place->start, place->end, error);
  if (f == FORMULA_NONE) return false;
  char *text = mem_string_n(place->text + place->start, place->end - place->start);
  FormulaSource source = {logic, text, place->file, place->text, place->start};
  Property property = {.kind = kind, .bad = LIT_FALSE, .formula = f, .parts = f};
  bool fine = atoms_bind(model->formulas, f, model->system, &source, error);
  mem_free(text);
  if (!fine) return false;
  if (kind == PROPERTY_INVARIANT) {
    if (!language_boolean(model, f, &property.bad))
      return error_at_offset(error, place->file, place->text, place->start,
                             "an invariant has no temporal operators; is this LTL or CTL?");
    property.bad = lit_not(property.bad);
  }
  language_push(model, property, name, place);
  return true;
}

static bool literal(Model *model, const char *text, Lit *literal, Error *error) {
  Formula atom = formula_atom(model->formulas, text);
  if (!atoms_bind(model->formulas, atom, model->system, NULL, error)) return false;
  *literal = model->formulas->atoms.data[formula_node(model->formulas, atom)->left].literal;
  return true;
}

static void nothing(void *reading) { (void)reading; }

const Language signals_language = {add, literal, nothing, NULL, NULL};
