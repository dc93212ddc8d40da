/* Specifications to properties. The largest subexpressions without a temporal operator become
 * atoms, bound to their literals; bounded operators are written out with X, EX and AX. */
#include "front/smv/flat.h"

#include "base/log.h"
#include "formula/bounded.h"

static bool is_ctl(NodeKind kind) {
  return (kind >= NODE_AX && kind <= NODE_EBG) || (kind >= NODE_AU && kind <= NODE_EBU);
}

/* --- atoms ---------------------------------------------------------------------------------- */

/* In CTL an input is no part of the state; NuSMV refuses it too. */
static bool reads_input(Flat *flat, Lit lit) {
  if (!flat->input_nodes.size) return false;
  Bits inputs = bits_new(flat->values.aig->size);
  for (size_t i = 0; i < flat->input_nodes.size; i++) bits_set(&inputs, flat->input_nodes.data[i]);
  U32Vec support = {0};
  aig_support(flat->values.aig, lit, &support);
  bool found = false;
  for (size_t i = 0; i < support.size && !found; i++) found = bits_get(&inputs, support.data[i]);
  vec_free(&support);
  bits_free(&inputs);
  return found;
}

/* The source text; outside main, a name in full, and other expressions with " IN instance", so that
 * equal texts mean equal literals. */
static char *text_in(Flat *flat, NodeIndex node, uint32_t instance) {
  const char *where = flat_symbol(flat, flat->instances.data[instance].symbol)->full;
  char *text = syntax_text(flat->syntax, node);
  if (!where) return text;
  uint32_t symbol = flat_resolve(flat, node, instance);
  Text full = {0};
  if (symbol != SYMBOL_NONE && flat_symbol(flat, symbol)->kind == SYMBOL_VARIABLE)
    text_add(&full, flat_symbol(flat, symbol)->full);
  else text_format(&full, "%s IN %s", text, where);
  mem_free(text);
  return text_take(&full);
}

static bool to_formula(Flat *flat, NodeIndex node, const Value *value, Formula *formula) {
  if (value->kind == VALUE_FORMULA) {
    *formula = value->formula;
    return true;
  }
  Value boolean = *value;
  if (!flat_to_boolean(flat, node, &boolean)) return false;
  flat_check_total(flat, &boolean, node);
  Lit lit = boolean.bits[0];
  if (lit <= LIT_TRUE) {
    *formula = lit == LIT_TRUE ? FORMULA_TRUE : FORMULA_FALSE;
    return true;
  }
  if (flat->ctl && reads_input(flat, lit))
    return syntax_error(flat->syntax, node, "a CTL specification cannot read an input variable");
  if (flat->ctl && flat->touched_next)
    return syntax_error(flat->syntax, node, "next cannot be used in a CTL specification");
  char *text = text_in(flat, node, flat->spec_instance);
  *formula = formula_atom(flat->model->formulas, text);
  uint32_t atom = formula_node(flat->model->formulas, *formula)->left;
  flat->model->formulas->atoms.data[atom].literal = lit;
  mem_free(text);
  return true;
}

static Value formula_value(Formula formula) {
  return (Value){.kind = VALUE_FORMULA, .formula = formula};
}

/* --- operators ------------------------------------------------------------------------------ */

static Operator operator_of(NodeKind kind) {
  switch (kind) {
  case NODE_NEXT_TIME: return OP_NEXT;
  case NODE_FINALLY: return OP_FINALLY;
  case NODE_GLOBALLY: return OP_GLOBALLY;
  case NODE_YESTERDAY: return OP_YESTERDAY;
  case NODE_WEAK_YESTERDAY: return OP_WEAK_YESTERDAY;
  case NODE_ONCE: return OP_ONCE;
  case NODE_HISTORICALLY: return OP_HISTORICALLY;
  case NODE_AX: return OP_AX;
  case NODE_AF: return OP_AF;
  case NODE_AG: return OP_AG;
  case NODE_EX: return OP_EX;
  case NODE_EF: return OP_EF;
  case NODE_EG: return OP_EG;
  case NODE_UNTIL: return OP_UNTIL;
  case NODE_RELEASES: return OP_RELEASE;
  case NODE_SINCE: return OP_SINCE;
  case NODE_TRIGGERED: return OP_TRIGGERED;
  case NODE_WEAK_UNTIL: return OP_WEAK_UNTIL;
  case NODE_AU: return OP_AU;
  case NODE_EU: return OP_EU;
  case NODE_AND: return OP_AND;
  case NODE_OR: return OP_OR;
  case NODE_XOR:
  case NODE_NOT_EQUAL: return OP_XOR;
  case NODE_IMPLIES: return OP_IMPLIES;
  case NODE_NOT: return OP_NOT;
  default: return OP_EQUIVALENT; /* XNOR, IFF, EQUAL */
  }
}

bool flat_temporal(Flat *flat, NodeIndex index, const Value *a, const Value *b, int64_t low,
                   int64_t high, Value *out) {
  const Node *node = syntax_node(flat->syntax, index);
  Formulas *f = flat->model->formulas;
  Formula p = FORMULA_NONE, q = FORMULA_NONE;
  bool ctl = is_ctl(node->kind);
  if (!flat->in_specification)
    return syntax_error(flat->syntax, index, "'%s' is only allowed in a specification",
                        node_kind_name(node->kind));
  if (ctl != flat->ctl)
    return syntax_error(flat->syntax, index, "'%s' is not an operator of %s",
                        node_kind_name(node->kind), flat->ctl ? "CTL" : "LTL");
  NodeIndex left = node->left;
  if (node->kind == NODE_ABU || node->kind == NODE_EBU)
    left = syntax_node(flat->syntax, left)->left;
  if (!to_formula(flat, left, a, &p) || (b && !to_formula(flat, node->right, b, &q))) return false;
  switch (node->kind) {
  case NODE_ABF: p = formula_within(f, OP_OR, OP_AX, p, low, high); break;
  case NODE_EBF: p = formula_within(f, OP_OR, OP_EX, p, low, high); break;
  case NODE_ABG: p = formula_within(f, OP_AND, OP_AX, p, low, high); break;
  case NODE_EBG: p = formula_within(f, OP_AND, OP_EX, p, low, high); break;
  case NODE_ABU: p = formula_until_within(f, OP_AX, p, q, low, high); break;
  case NODE_EBU: p = formula_until_within(f, OP_EX, p, q, low, high); break;
  case NODE_FINALLY:
  case NODE_GLOBALLY:
  case NODE_ONCE:
  case NODE_HISTORICALLY:
    if (high >= 0) {
      bool some = node->kind == NODE_FINALLY || node->kind == NODE_ONCE;
      Operator step = node->kind == NODE_ONCE           ? OP_YESTERDAY
                      : node->kind == NODE_HISTORICALLY ? OP_WEAK_YESTERDAY
                                                        : OP_NEXT;
      p = formula_within(f, some ? OP_OR : OP_AND, step, p, low, high);
      break;
    } /* fall through */
  default:
    p = b ? formula_binary(f, operator_of(node->kind), p, q)
          : formula_unary(f, operator_of(node->kind), p);
  }
  *out = formula_value(p);
  return true;
}

bool flat_connective(Flat *flat, NodeIndex index, const Value *a, const Value *b, Value *out) {
  const Node *node = syntax_node(flat->syntax, index);
  Formulas *f = flat->model->formulas;
  Formula p = FORMULA_NONE, q = FORMULA_NONE;
  if (!to_formula(flat, node->left, a, &p)) return false;
  if (!b) {
    *out = formula_value(formula_unary(f, OP_NOT, p));
    return true;
  }
  if (!to_formula(flat, node->right, b, &q)) return false;
  *out = formula_value(formula_binary(f, operator_of(node->kind), p, q));
  return true;
}

/* --- properties ----------------------------------------------------------------------------- */

static void add_property(Flat *flat, uint32_t instance, const SectionSyntax *section,
                         Property property) {
  static const char *const prefixes[] = {[SECTION_CTLSPEC] = "ctl",
                                         [SECTION_LTLSPEC] = "ltl",
                                         [SECTION_INVARSPEC] = "inv",
                                         [SECTION_PSLSPEC] = "psl"};
  const char *where = flat_symbol(flat, flat->instances.data[instance].symbol)->full;
  Text name = {0};
  unsigned number = ++flat->spec_count[section->kind];
  if (section->name == NAMES_NONE) text_format(&name, "%s%u", prefixes[section->kind], number);
  else
    text_format(&name, "%s%s%s", where ? where : "", where ? "." : "",
                flat_name(flat, section->name));
  property.name = text_take(&name);
  char *text = syntax_text(flat->syntax, section->left);
  if (where) {
    Text full = {0};
    text_format(&full, "%s IN %s", text, where);
    mem_free(text);
    text = text_take(&full);
  }
  property.text = text;
  vec_push(&flat->model->properties, property);
}

/* A violation that reads the next state is seen one step later, when that state has shown that it
 * satisfies all constraints. */
static bool add_invariant(Flat *flat, uint32_t instance, const SectionSyntax *section) {
  System *system = flat->model->system;
  Lit lit;
  if (!flat_evaluate_boolean(flat, section->left, instance, &lit)) return false;
  Property property = {.kind = PROPERTY_INVARIANT, .bad = lit_not(lit)};
  if (flat->touched_next) {
    Lit latch = system_latch(system, RESET_0);
    system_set_next(system, latch, lit_not(lit));
    Text name = {0};
    text_format(&name, "_invariant_%u_", flat->spec_count[SECTION_INVARSPEC] + 1);
    signal_add_bit(&system->signals, name.data, SIGNAL_HIDDEN, latch);
    text_free(&name);
    property.bad = latch;
  }
  add_property(flat, instance, section, property);
  return true;
}

static bool has_ctl_operator(const Flat *flat, NodeIndex root) {
  for (NodeIndex i = syntax_node(flat->syntax, root)->first; i <= root; i++)
    if (is_ctl(syntax_node(flat->syntax, i)->kind)) return true;
  return false;
}

/* Strong fairness: every pair (p, q) assumes G F p -> G F q. */
static Formula assume_compassion(Flat *flat, Formula formula) {
  Formulas *f = flat->model->formulas;
  Formula all = FORMULA_NONE;
  for (size_t i = 0; i < flat->compassion.size; i += 2) {
    Formula sides[2];
    for (size_t j = 0; j < 2; j++) {
      Text name = {0};
      text_format(&name, "compassion %zu.%zu", i / 2 + 1, j + 1);
      Formula atom = formula_atom(f, name.data);
      f->atoms.data[formula_node(f, atom)->left].literal = flat->compassion.data[i + j];
      text_free(&name);
      sides[j] = formula_unary(f, OP_GLOBALLY, formula_unary(f, OP_FINALLY, atom));
    }
    Formula pair = formula_binary(f, OP_IMPLIES, sides[0], sides[1]);
    all = all == FORMULA_NONE ? pair : formula_binary(f, OP_AND, all, pair);
  }
  return all == FORMULA_NONE ? formula : formula_binary(f, OP_IMPLIES, all, formula);
}

/* NuSMV asks only the initial states from which a fair path starts. Where the model is not known to
 * have paths everywhere, the formula says so itself: EG TRUE -> formula. */
static Formula guard_initial(Flat *flat, Formula formula) {
  Formulas *f = flat->model->formulas;
  bool total =
      !flat->constraints.size && !flat->transitions.size && !flat->model->system->fairness.size;
  if (total || ctl_true_without_paths(f, formula, &flat->pathless)) return formula;
  return formula_binary(f, OP_IMPLIES, formula_unary(f, OP_EG, FORMULA_TRUE), formula);
}

static bool add_temporal(Flat *flat, uint32_t instance, const SectionSyntax *section) {
  Value value;
  Formula formula;
  flat->in_specification = true;
  flat->spec_instance = instance;
  flat->ctl = section->kind == SECTION_CTLSPEC ||
              (section->kind == SECTION_PSLSPEC && has_ctl_operator(flat, section->left));
  bool fine = flat_evaluate(flat, section->left, instance, TIME_NOW, &value) &&
              to_formula(flat, section->left, &value, &formula);
  flat->in_specification = false;
  if (!fine) return false;
  if (flat->ctl && flat->compassion.size) {
    const Node *node = syntax_node(flat->syntax, section->left);
    log_warning("%s:%d:%d: CTL under COMPASSION is not supported; this specification is left out",
                flat->syntax->file, node->line, node->column);
    return true;
  }
  formula = flat->ctl ? guard_initial(flat, formula) : assume_compassion(flat, formula);
  Property property = {.kind = flat->ctl ? PROPERTY_CTL : PROPERTY_LTL, .formula = formula};
  add_property(flat, instance, section, property);
  return true;
}

static bool add_specification(Flat *flat, uint32_t instance, const SectionSyntax *section) {
  switch (section->kind) {
  case SECTION_INVARSPEC: return add_invariant(flat, instance, section);
  case SECTION_CTLSPEC:
  case SECTION_LTLSPEC:
  case SECTION_PSLSPEC: return add_temporal(flat, instance, section);
  case SECTION_COMPUTE: {
    const Node *node = syntax_node(flat->syntax, section->left);
    log_warning("%s:%d:%d: COMPUTE is not supported and left out", flat->syntax->file, node->line,
                node->column);
    return true;
  }
  default: return true;
  }
}

/* Submodules before the module that contains them: the reverse of a walk from main that takes the
 * last submodule first. */
static void order_instances(const Flat *flat, U32Vec *order) {
  size_t count = flat->instances.size;
  U32Vec stack = {0}, reversed = {0}, first_child = {0}, sibling = {0};
  vec_resize(&first_child, count);
  vec_resize(&sibling, count);
  for (uint32_t i = (uint32_t)count; i-- > 1;) { /* lists in ascending order */
    uint32_t parent = flat->instances.data[i].parent;
    sibling.data[i] = first_child.data[parent];
    first_child.data[parent] = i;
  }
  vec_push(&stack, 0);
  while (stack.size) {
    uint32_t instance = vec_pop(&stack);
    vec_push(&reversed, instance);
    for (uint32_t child = first_child.data[instance]; child; child = sibling.data[child])
      vec_push(&stack, child);
  }
  while (reversed.size) {
    uint32_t instance = vec_pop(&reversed);
    vec_push(order, instance);
  }
  vec_free(&stack);
  vec_free(&reversed);
  vec_free(&first_child);
  vec_free(&sibling);
}

bool flat_specifications(Flat *flat) {
  U32Vec order = {0}, parts = {0};
  bool fine = true;
  order_instances(flat, &order);
  for (size_t i = 0; i < order.size && fine; i++) {
    vec_clear(&parts);
    fine = flat_parts(flat, flat->instances.data[order.data[i]].module, &parts);
    for (size_t j = 0; j < parts.size && fine; j++) {
      const ModuleSyntax *part = flat->syntax->modules.data + parts.data[j];
      for (size_t k = 0; k < part->sections.size && fine; k++)
        fine = add_specification(flat, order.data[i], part->sections.data + k);
    }
  }
  vec_free(&order);
  vec_free(&parts);
  return fine;
}
