/* See smv_write.h: names first, then the sections in the order of the file. */
#include "front/smv/smv_write.h"

#include <ctype.h>

#include "formula/ctl/ctl_pathless.h"
#include "formula/ltl/translate.h"
#include "front/smv/lexer.h"
#include "front/smv/smv_form.h"
#include "front/smv/smv_paths.h"

typedef struct {
  const Model *model;
  SmvForm form; /* what is written of the system */
  FILE *stream;
  char **name; /* by node of the graph, NULL where it has none yet */
  Names taken;
} Writer;

/* --- names ---------------------------------------------------------------------------------- */

static bool is_name(const char *text) {
  Lexer lexer = {.text = text, .length = strlen(text), .line = 1};
  Token token = smv_lexer_next(&lexer);
  return token.kind == TOKEN_NAME && token.end == lexer.length;
}

/* A legal name that is not taken: `x`, or `x_2`, `x_3`, ... */
static char *unique_name(Writer *w, const char *wish) {
  Text text = {0};
  if (!isalpha((unsigned char)*wish) && *wish != '_') text_char(&text, '_');
  for (const char *p = wish; *p; p++)
    text_char(&text, isalnum((unsigned char)*p) || strchr("_$#-", *p) ? *p : '_');
  if (!text.size || !is_name(text.data) || !strcmp(text.data, "running")) text_char(&text, '_');
  size_t length = text.size;
  for (unsigned i = 2; names_find(&w->taken, text.data) != NAMES_NONE; i++) {
    text.size = length;
    text_format(&text, "_%u", i);
  }
  names_add(&w->taken, text.data);
  return text_take(&text);
}

static void name_node(Writer *w, uint32_t node, const char *wish) {
  if (!w->name[node]) w->name[node] = unique_name(w, wish);
}

static void name_signals(Writer *w) {
  const System *system = w->form.system;
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    for (size_t j = 0; j < signal->bits.size; j++) {
      uint32_t node = lit_node(signal->bits.data[j]);
      if (!aig_is_variable(system->aig, node) || lit_negated(signal->bits.data[j])) continue;
      Text text = {0};
      text_add(&text, signal->name);
      if (signal->type != SIGNAL_BOOLEAN) text_format(&text, "_%zu", j);
      name_node(w, node, text.data);
      text_free(&text);
    }
  }
}

static void name_variables(Writer *w) {
  const System *system = w->form.system;
  char wish[32];
  for (size_t i = 0; i < system->inputs.size; i++) {
    snprintf(wish, sizeof wish, "i%zu", i);
    name_node(w, lit_node(system->inputs.data[i]), wish);
  }
  for (size_t i = 0; i < system->latches.size; i++) {
    snprintf(wish, sizeof wish, "l%zu", i);
    name_node(w, lit_node(system->latches.data[i].current), wish);
  }
}

static void add_literal(const Writer *w, Lit lit, Text *text) {
  if (lit <= LIT_TRUE) text_add(text, lit ? "TRUE" : "FALSE");
  else text_format(text, "%s%s", lit_negated(lit) ? "!" : "", w->name[lit_node(lit)]);
}

static void print_literal(const Writer *w, const char *before, Lit lit, const char *after) {
  Text text = {0};
  add_literal(w, lit, &text);
  fprintf(w->stream, "%s%s%s", before, text.data, after);
  text_free(&text);
}

/* --- the system ----------------------------------------------------------------------------- */

/* The inputs that belong to the state, or the others, one a line under the heading. */
static size_t write_inputs(const Writer *w, const char *heading, bool of_state) {
  const System *system = w->form.system;
  size_t count = 0;
  for (size_t i = 0; i < system->inputs.size; i++) {
    if (bits_get(&w->form.state_input, i) != of_state) continue;
    if (!count++) fputs(heading, w->stream);
    print_literal(w, "  ", system->inputs.data[i], " : boolean;\n");
  }
  return count;
}

static void write_variables(const Writer *w) {
  const System *system = w->form.system;
  write_inputs(w, "IVAR\n", false);
  size_t inputs = write_inputs(w, "VAR\n", true);
  if (!inputs && system->latches.size) fputs("VAR\n", w->stream);
  for (size_t i = 0; i < system->latches.size; i++)
    print_literal(w, "  ", system->latches.data[i].current, " : boolean;\n");
}

static Lit literal_of_atom(const Writer *w, uint32_t atom) {
  return aig_map_lit(w->form.map, w->model->formulas->atoms.data[atom].literal);
}

/* Every literal that something below reads. */
static void collect_roots(const Writer *w, LitVec *roots) {
  const System *system = w->form.system;
  const Model *model = w->model;
  for (size_t i = 0; i < system->latches.size; i++) vec_push(roots, system->latches.data[i].next);
  vec_append(roots, &system->constraints);
  vec_append(roots, &system->fairness);
  vec_append(roots, &w->form.bad);
  for (size_t i = 0; i < w->form.compassion.size; i++) {
    vec_push(roots, w->form.compassion.data[i].often);
    vec_push(roots, w->form.compassion.data[i].then);
  }
  for (size_t i = 0; i < model->properties.size; i++) {
    const Property *property = model->properties.data + i;
    U32Vec atoms = {0};
    if (property->kind == PROPERTY_LTL || property->kind == PROPERTY_CTL)
      formula_atoms(model->formulas, property->formula, &atoms);
    for (size_t k = 0; k < atoms.size; k++) vec_push(roots, literal_of_atom(w, atoms.data[k]));
    for (size_t k = 0; k < property->justice.size; k++)
      vec_push(roots, aig_map_lit(w->form.map, property->justice.data[k]));
    vec_free(&atoms);
  }
}

static void write_gates(Writer *w) {
  const Aig *aig = w->form.system->aig;
  LitVec roots = {0};
  U32Vec order = {0};
  Bits seen = bits_new(aig->size);
  collect_roots(w, &roots);
  aig_cone(aig, roots.data, roots.size, &seen, &order);
  bool any = false;
  for (size_t i = 0; i < order.size; i++) {
    uint32_t node = order.data[i];
    if (!aig_is_and(aig, node)) continue;
    char wish[32];
    snprintf(wish, sizeof wish, "a%u", node);
    name_node(w, node, wish);
    if (!any) fputs("DEFINE\n", w->stream);
    any = true;
    fprintf(w->stream, "  %s := ", w->name[node]);
    print_literal(w, "", aig->nodes[node].left, " & ");
    print_literal(w, "", aig->nodes[node].right, ";\n");
  }
  bits_free(&seen);
  vec_free(&order);
  vec_free(&roots);
}

static void write_latches(const Writer *w) {
  const System *system = w->form.system;
  if (system->latches.size) fputs("ASSIGN\n", w->stream);
  for (size_t i = 0; i < system->latches.size; i++) {
    const Latch *latch = system->latches.data + i;
    if (latch->reset != RESET_FREE)
      print_literal(w, "  init(", latch->current,
                    latch->reset == RESET_1 ? ") := TRUE;\n" : ") := FALSE;\n");
    print_literal(w, "  next(", latch->current, ") := ");
    print_literal(w, "", latch->next, ";\n");
  }
}

/* --- properties ----------------------------------------------------------------------------- */

/* Operators that SMV lacks are written with those it has. */
static void formula_text(const Writer *w, const FormulaNode *node, char *const *parts, Text *text) {
  const char *a = operator_arity(node->op) > 0 ? parts[node->left] : "";
  const char *b = operator_arity(node->op) > 1 ? parts[node->right] : "";
  switch (node->op) {
  case OP_FALSE: text_add(text, "FALSE"); break;
  case OP_TRUE: text_add(text, "TRUE"); break;
  case OP_ATOM: add_literal(w, literal_of_atom(w, node->left), text); break;
  case OP_NOT: text_format(text, "!%s", a); break;
  case OP_AND: text_format(text, "(%s & %s)", a, b); break;
  case OP_OR: text_format(text, "(%s | %s)", a, b); break;
  case OP_IMPLIES: text_format(text, "(%s -> %s)", a, b); break;
  case OP_EQUIVALENT: text_format(text, "(%s <-> %s)", a, b); break;
  case OP_XOR: text_format(text, "(%s xor %s)", a, b); break;
  case OP_NEXT: text_format(text, "(X %s)", a); break;
  case OP_FINALLY: text_format(text, "(F %s)", a); break;
  case OP_GLOBALLY: text_format(text, "(G %s)", a); break;
  case OP_UNTIL: text_format(text, "(%s U %s)", a, b); break;
  case OP_RELEASE: text_format(text, "(%s V %s)", a, b); break;
  case OP_WEAK_UNTIL: text_format(text, "(%s V (%s | %s))", b, a, b); break;
  case OP_STRONG_RELEASE: text_format(text, "(%s U (%s & %s))", b, a, b); break;
  case OP_YESTERDAY: text_format(text, "(Y %s)", a); break;
  case OP_WEAK_YESTERDAY: text_format(text, "(Z %s)", a); break;
  case OP_ONCE: text_format(text, "(O %s)", a); break;
  case OP_HISTORICALLY: text_format(text, "(H %s)", a); break;
  case OP_SINCE: text_format(text, "(%s S %s)", a, b); break;
  case OP_TRIGGERED: text_format(text, "(%s T %s)", a, b); break;
  case OP_EX: text_format(text, "(EX %s)", a); break;
  case OP_EF: text_format(text, "(EF %s)", a); break;
  case OP_EG: text_format(text, "(EG %s)", a); break;
  case OP_AX: text_format(text, "(AX %s)", a); break;
  case OP_AF: text_format(text, "(AF %s)", a); break;
  case OP_AG: text_format(text, "(AG %s)", a); break;
  case OP_EU: text_format(text, "E [%s U %s]", a, b); break;
  case OP_AU: text_format(text, "A [%s U %s]", a, b); break;
  case OP_ER: text_format(text, "(!A [(!%s) U (!%s)])", a, b); break;
  case OP_AR: text_format(text, "(!E [(!%s) U (!%s)])", a, b); break;
  case OP_EW: text_format(text, "(!A [(!%s) U (!%s & !%s)])", b, a, b); break;
  case OP_AW: text_format(text, "(!E [(!%s) U (!%s & !%s)])", b, a, b); break;
  case OP_COUNT: break;
  }
}

static void write_formula(const Writer *w, Formula root) {
  const Formulas *formulas = w->model->formulas;
  Bits needed = bits_new((size_t)root + 1);
  bits_set(&needed, root);
  for (Formula i = root + 1; i-- > 0;) { /* children are older */
    const FormulaNode *node = formula_node(formulas, i);
    if (!bits_get(&needed, i)) continue;
    if (operator_arity(node->op) > 0) bits_set(&needed, node->left);
    if (operator_arity(node->op) > 1) bits_set(&needed, node->right);
  }
  char **parts = mem_array((size_t)root + 1, sizeof *parts);
  for (Formula i = 0; i <= root; i++) {
    if (!bits_get(&needed, i)) continue;
    Text text = {0};
    formula_text(w, formula_node(formulas, i), parts, &text);
    parts[i] = text_take(&text);
  }
  fprintf(w->stream, "%s\n", parts[root]);
  for (Formula i = 0; i <= root; i++) mem_free(parts[i]);
  mem_free(parts);
  bits_free(&needed);
}

static void write_property(Writer *w, size_t number) {
  static const char *const sections[] = {[PROPERTY_INVARIANT] = "INVARSPEC",
                                         [PROPERTY_JUSTICE] = "LTLSPEC",
                                         [PROPERTY_LTL] = "LTLSPEC",
                                         [PROPERTY_CTL] = "CTLSPEC"};
  const Property *property = w->model->properties.data + number;
  char *name = unique_name(w, property->name);
  fprintf(w->stream, "%s NAME %s := ", sections[property->kind], name);
  mem_free(name);
  switch (property->kind) {
  case PROPERTY_INVARIANT: print_literal(w, "", lit_not(w->form.bad.data[number]), "\n"); break;
  case PROPERTY_JUSTICE: /* no run is just */
    fputs("!(TRUE", w->stream);
    for (size_t i = 0; i < property->justice.size; i++)
      print_literal(w, " & (G F ", aig_map_lit(w->form.map, property->justice.data[i]), ")");
    fputs(")\n", w->stream);
    break;
  default: write_formula(w, property->formula);
  }
}

bool smv_write(const Model *model, FILE *stream) {
  Writer w = {.model = model, .stream = stream, .form = smv_form_new(model)};
  const System *system = w.form.system;
  w.name = mem_array(system->aig->size, sizeof *w.name);
  name_signals(&w);
  name_variables(&w);
  fputs("MODULE main\n", stream);
  write_variables(&w);
  write_gates(&w);
  write_latches(&w);
  for (size_t i = 0; i < system->constraints.size; i++)
    print_literal(&w, w.form.transitions ? "TRANS " : "INVAR ", system->constraints.data[i], "\n");
  for (size_t i = 0; i < system->fairness.size; i++)
    print_literal(&w, "FAIRNESS ", system->fairness.data[i], "\n");
  for (size_t i = 0; i < w.form.compassion.size; i++) {
    print_literal(&w, "COMPASSION (", w.form.compassion.data[i].often, ", ");
    print_literal(&w, "", w.form.compassion.data[i].then, ")\n");
  }
  for (size_t i = 0; i < model->properties.size; i++) write_property(&w, i);
  for (size_t i = 0; i < system->aig->size; i++) mem_free(w.name[i]);
  mem_free(w.name);
  names_free(&w.taken);
  smv_form_free(&w.form);
  return !ferror(stream);
}

/* --- what cannot be said -------------------------------------------------------------------- */

/* Whether a CTL property reads the inputs that the first one before it reads. */
static bool reads_the_same(const Model *model, size_t property) {
  for (size_t i = 0; i < property; i++) {
    if (model->properties.data[i].kind != PROPERTY_CTL) continue;
    Bits first = formula_inputs(model, model->properties.data[i].formula);
    Bits own = formula_inputs(model, model->properties.data[property].formula);
    bool same = bits_equal(&first, &own);
    bits_free(&first);
    bits_free(&own);
    return same;
  }
  return true;
}

/* Whether the formula means the same if only initial states with a fair path are asked. */
static bool asks_paths_alone(const Model *model, Formula formula) {
  PathlessVec known = {0};
  bool same = ctl_true_without_paths(model->formulas, formula, &known);
  vec_free(&known);
  if (same) return true;
  Bits inputs = formula_inputs(model, formula);
  same = smv_paths_everywhere(model, &inputs);
  bits_free(&inputs);
  return same;
}

const char *smv_cannot_say(const Model *model, size_t number) {
  const Property *property = model->properties.data + number;
  if (property->kind == PROPERTY_JUSTICE && model->compassion.size)
    return "every LTL specification of SMV assumes the model's strong fairness";
  if (property->kind == PROPERTY_INVARIANT || property->kind == PROPERTY_JUSTICE) return NULL;
  if (property->automaton) return "it is an automaton, and SMV has formulas only";
  if (property->kind == PROPERTY_LTL) return NULL;
  if (!reads_the_same(model, number))
    return "it reads other inputs than the CTL property before it, and what CTL reads belongs to "
           "the state: each needs a file of its own (--property)";
  if (!asks_paths_alone(model, property->formula))
    return "SMV asks only initial states from which a fair run starts, and this formula says "
           "something of the others, too; (EG true) -> (...) says it of those alone";
  return NULL;
}
