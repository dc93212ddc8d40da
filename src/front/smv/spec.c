/* Specifications to properties. The largest subexpressions without a temporal operator become
 * atoms, bound to their literals; bounded operators are written out with X, EX and AX. */
#include "front/smv/flat.h"

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

/* The atom of a text and a literal. One text may have two meanings, as `a | b xor c` has in LTL and
 * in PSL; then the later atom has a mark behind it. */
Formula flat_atom(Formulas *formulas, const char *text, Lit lit) {
  Text name = {0};
  text_add(&name, text);
  for (;; text_char(&name, '\'')) {
    Formula formula = formula_atom(formulas, name.data);
    Lit *bound = &formulas->atoms.data[formula_node(formulas, formula)->left].literal;
    if (*bound != LIT_NONE && *bound != lit) continue;
    *bound = lit;
    text_free(&name);
    return formula;
  }
}

bool flat_to_formula(Flat *flat, NodeIndex node, const Value *value, Formula *formula) {
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
  *formula = flat_atom(flat->model->formulas, text, lit);
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
  if (!flat_to_formula(flat, left, a, &p) || (b && !flat_to_formula(flat, node->right, b, &q)))
    return false;
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
  if (!flat_to_formula(flat, node->left, a, &p)) return false;
  if (!b) {
    *out = formula_value(formula_unary(f, OP_NOT, p));
    return true;
  }
  if (!flat_to_formula(flat, node->right, b, &q)) return false;
  *out = formula_value(formula_binary(f, operator_of(node->kind), p, q));
  return true;
}

/* --- properties ----------------------------------------------------------------------------- */

/* "MIN [p, q]" */
static char *compute_text(const Flat *flat, const SectionSyntax *section) {
  char *from = syntax_text(flat->syntax, section->left);
  char *to = syntax_text(flat->syntax, section->right);
  Text text = {0};
  text_format(&text, "%s [%s, %s]", section->greatest ? "MAX" : "MIN", from, to);
  mem_free(from);
  mem_free(to);
  return text_take(&text);
}

/* The property of a section of the file, under the name that it has there; `context` is where its
 * names were looked up. */
static void add_property(Flat *flat, uint32_t instance, uint32_t context,
                         const SectionSyntax *section, Property property) {
  static const char *const prefixes[] = {[SECTION_CTLSPEC] = "ctl",
                                         [SECTION_LTLSPEC] = "ltl",
                                         [SECTION_INVARSPEC] = "inv",
                                         [SECTION_PSLSPEC] = "psl",
                                         [SECTION_COMPUTE] = "compute"};
  const char *where = flat_symbol(flat, flat->instances.data[instance].symbol)->full;
  Text name = {0};
  unsigned number = ++flat->spec_count[section->kind];
  if (section->name == NAMES_NONE) text_format(&name, "%s%u", prefixes[section->kind], number);
  else
    text_format(&name, "%s%s%s", where ? where : "", where ? "." : "",
                flat_name(flat, section->name));
  property.name = text_take(&name);
  where = flat_symbol(flat, flat->instances.data[context].symbol)->full;
  char *text = section->kind == SECTION_COMPUTE ? compute_text(flat, section)
                                                : syntax_text(flat->syntax, section->left);
  if (where) {
    Text full = {0};
    text_format(&full, "%s IN %s", text, where);
    mem_free(text);
    text = text_take(&full);
  }
  property.text = text;
  vec_push(&flat->model->properties, property);
}

/* The formula with all Boolean operators in it, not in atoms: what can be given up of it is looked
 * for there (check/vacuity.h). Nothing is wrong with it that the first evaluation would not have
 * found, and what it must not do is checked there, too. */
static Formula taken_apart(Flat *flat, NodeIndex root, uint32_t instance) {
  Value value;
  Formula formula = FORMULA_FALSE;
  size_t checks = flat->checks.size;
  flat->in_specification = true;
  flat->spec_instance = instance;
  flat_mark_apart(flat, root);
  bool fine = flat_evaluate(flat, root, instance, TIME_NOW, &value) &&
              flat_to_formula(flat, root, &value, &formula) && !flat->touched_next;
  bits_free(&flat->apart);
  flat->apart = (Bits){0};
  flat->in_specification = false;
  flat->checks.size = checks;
  return fine ? formula : FORMULA_FALSE;
}

/* A violation that reads the next state is seen one step later, when that state has shown that it
 * satisfies all constraints. */
static bool ask_invariant(Flat *flat, NodeIndex root, uint32_t instance, Property *property) {
  System *system = flat->model->system;
  Lit lit;
  if (!flat_evaluate_boolean(flat, root, instance, &lit)) return false;
  property->kind = PROPERTY_INVARIANT;
  property->bad = lit_not(lit);
  if (flat->touched_next) {
    Lit latch = system_latch(system, RESET_0);
    system_set_next(system, latch, lit_not(lit));
    Text name = {0};
    text_format(&name, "_invariant_%zu_", flat->model->properties.size + 1);
    signal_add_bit(&system->signals, name.data, SIGNAL_HIDDEN, latch);
    text_free(&name);
    property->bad = latch;
    return true;
  }
  flat->ctl = false;
  property->parts = taken_apart(flat, root, instance);
  return true;
}

static bool has_ctl_operator(const Flat *flat, NodeIndex root) {
  for (NodeIndex i = syntax_node(flat->syntax, root)->first; i <= root; i++)
    if (is_ctl(syntax_node(flat->syntax, i)->kind)) return true;
  return false;
}

/* Whether an operand stands below two operators: what is written in other words may need it twice,
 * as p until_ q does, which is p W (p & q). */
static bool has_copies(const Flat *flat, NodeIndex root) {
  NodeIndex first = syntax_node(flat->syntax, root)->first;
  Bits seen = bits_new(root - first + 1);
  bool copies = false;
  for (NodeIndex i = first; i <= root && !copies; i++) {
    const Node *node = syntax_node(flat->syntax, i);
    for (int side = 0; side < 2; side++) {
      NodeIndex operand = side ? node->right : node->left;
      if (operand == NODE_NONE) continue;
      copies |= bits_get(&seen, operand - first);
      bits_set(&seen, operand - first);
    }
  }
  bits_free(&seen);
  return copies;
}

/* NuSMV asks only the initial states from which a fair path starts. Where the model is not known to
 * have paths everywhere, the formula says so itself: EG TRUE -> formula. */
static Formula guard_initial(Flat *flat, Formula formula) {
  Formulas *f = flat->model->formulas;
  if (flat->total || ctl_true_without_paths(f, formula, &flat->pathless)) return formula;
  return formula_binary(f, OP_IMPLIES, formula_unary(f, OP_EG, FORMULA_TRUE), formula);
}

static bool ask_temporal(Flat *flat, SectionKind kind, NodeIndex root, uint32_t instance,
                         Property *property) {
  Value value;
  Formula formula = FORMULA_NONE;
  flat->in_specification = true;
  flat->spec_instance = instance;
  flat->has_sequence = false;
  flat->ctl = kind == SECTION_CTLSPEC || (kind == SECTION_PSLSPEC && has_ctl_operator(flat, root));
  flat_mark_claims(flat, root);
  bool fine = flat_evaluate(flat, root, instance, TIME_NOW, &value) &&
              flat_to_formula(flat, root, &value, &formula);
  flat_forget_claims(flat);
  flat->in_specification = false;
  char *unsayable = flat->unsayable;
  flat->unsayable = NULL;
  if (fine && unsayable) {
    property->kind = PROPERTY_LTL;
    property->unchecked = unsayable;
    return true;
  }
  mem_free(unsayable);
  if (!fine) return false;
  if (flat->ctl) formula = guard_initial(flat, formula);
  property->kind = flat->ctl ? PROPERTY_CTL : PROPERTY_LTL;
  property->formula = formula;
  /* What a sequence became has parts that nobody wrote, but its atoms are; unless they are of
   * operators that were put in other words before. */
  property->copies = has_copies(flat, root) || flat->has_sequence;
  if (!flat->has_sequence) property->parts = taken_apart(flat, root, instance);
  else property->parts = has_copies(flat, root) ? FORMULA_TRUE : formula;
  if (flat->ctl && property->parts && !flat->model->compassion.size)
    property->parts = guard_initial(flat, property->parts);
  return true;
}

bool flat_ask(Flat *flat, SectionKind kind, NodeIndex root, uint32_t instance, Property *property) {
  *property = (Property){.bad = LIT_FALSE, .formula = FORMULA_NONE};
  if (kind == SECTION_INVARSPEC) return ask_invariant(flat, root, instance, property);
  return ask_temporal(flat, kind, root, instance, property);
}

/* How long paths from one set to another are. */
static bool ask_compute(Flat *flat, uint32_t instance, const SectionSyntax *section,
                        Property *property) {
  Lit from, to;
  if (!flat_evaluate_boolean(flat, section->left, instance, &from) ||
      !flat_evaluate_boolean(flat, section->right, instance, &to))
    return false;
  *property = (Property){.kind = PROPERTY_COMPUTE,
                         .bad = LIT_FALSE,
                         .formula = FORMULA_NONE,
                         .greatest = section->greatest};
  vec_push(&property->justice, from);
  vec_push(&property->justice, to);
  return true;
}

bool flat_find_instance(Flat *flat, NodeIndex path, uint32_t from, uint32_t *instance) {
  *instance = from;
  if (path == NODE_NONE) return true;
  uint32_t symbol = flat_resolve(flat, path, from);
  if (flat->error->message) return false;
  if (symbol == SYMBOL_NONE || flat_symbol(flat, symbol)->kind != SYMBOL_INSTANCE)
    return syntax_error(flat->syntax, path, "this is not a module instance");
  *instance = flat_symbol(flat, symbol)->target;
  return true;
}

static bool add_specification(Flat *flat, uint32_t instance, const SectionSyntax *section) {
  Property property;
  uint32_t context;
  if (section->kind < SECTION_CTLSPEC) return true;
  if (!flat_find_instance(flat, section->instance, instance, &context)) return false;
  if (section->unchecked) {
    property = (Property){.kind = PROPERTY_LTL,
                          .bad = LIT_FALSE,
                          .formula = FORMULA_NONE,
                          .unchecked = mem_string(section->unchecked)};
    add_property(flat, instance, context, section, property);
    return true;
  }
  bool fine = section->kind == SECTION_COMPUTE
                  ? ask_compute(flat, context, section, &property)
                  : flat_ask(flat, section->kind, section->left, context, &property);
  if (!fine) return false;
  add_property(flat, instance, context, section, property);
  return true;
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
        fine = add_specification(flat, order.data[i], part->sections.data + k) ||
               syntax_recover(flat->syntax);
    }
  }
  vec_free(&order);
  vec_free(&parts);
  return fine;
}
