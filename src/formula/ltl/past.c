/* Monitors of past operators; see past.h. With m the memory:
 *
 *            value now      next m     first m
 *   Y a      m              a          0
 *   Z a      m              a          1
 *   O a      a | m          value      0
 *   H a      a & m          value      1
 *   a S b    b | a & m      value      0
 *   a T b    b & (a | m)    value      1
 */
#include "formula/ltl/past.h"

#include "base/bits.h"
#include "formula/nnf.h"

bool formula_has_past(const Formulas *formulas, Formula f) {
  FormulaVec cone = {0};
  bool found = false;
  formula_cone(formulas, f, &cone);
  for (size_t i = 0; i < cone.size; i++)
    found |= operator_is_past(formula_node(formulas, cone.data[i])->op);
  vec_free(&cone);
  return found;
}

bool monitor_start(Operator op) {
  return op == OP_WEAK_YESTERDAY || op == OP_HISTORICALLY || op == OP_TRIGGERED;
}

void past_free(PastForm *past) {
  vec_free(&past->monitors);
  vec_free(&past->guesses);
}

/* An atom that no one has used, named after the formula it stands for. */
static Formula fresh_atom(Formulas *formulas, const char *what, Formula f) {
  Text text = {0};
  text_format(&text, "%s ", what);
  formula_print(formulas, f, &text);
  while (names_find(&formulas->atom_names, text.data) != NAMES_NONE) text_char(&text, '\'');
  Formula atom = formula_atom(formulas, text.data);
  text_free(&text);
  return atom;
}

static Formula guess(Formulas *formulas, PastForm *past, Map *guessed, Formula f) {
  uint64_t known;
  if (!formula_is_temporal(formulas, f)) return f;
  if (map_get(guessed, f, &known)) return (Formula)known;
  Formula atom = fresh_atom(formulas, "guess", f);
  vec_push(&past->guesses, formula_node(formulas, atom)->left);
  Formula same = formula_binary(formulas, OP_EQUIVALENT, atom, f);
  Formula always = formula_unary(formulas, OP_GLOBALLY, same);
  past->constraint = past->constraint == FORMULA_TRUE
                         ? always
                         : formula_binary(formulas, OP_AND, past->constraint, always);
  map_put(guessed, f, atom);
  return atom;
}

PastForm past_eliminate(Formulas *formulas, Formula f) {
  PastForm past = {.constraint = FORMULA_TRUE};
  FormulaVec cone = {0};
  Map guessed = {0};
  formula_cone(formulas, f, &cone);
  Formula *image = mem_alloc(((size_t)f + 1) * sizeof *image);
  for (size_t i = 0; i < cone.size; i++) {
    Formula g = cone.data[i];
    const FormulaNode node = *formula_node(formulas, g);
    int arity = operator_arity(node.op);
    if (operator_is_past(node.op)) {
      Monitor monitor = {0, node.op, FORMULA_NONE, FORMULA_NONE};
      monitor.left = guess(formulas, &past, &guessed, image[node.left]);
      if (arity == 2) monitor.right = guess(formulas, &past, &guessed, image[node.right]);
      image[g] = fresh_atom(formulas, "monitor", g);
      monitor.atom = formula_node(formulas, image[g])->left;
      vec_push(&past.monitors, monitor);
    } else if (arity == 0) {
      image[g] = g;
    } else {
      image[g] = arity == 1
                     ? formula_unary(formulas, node.op, image[node.left])
                     : formula_binary(formulas, node.op, image[node.left], image[node.right]);
    }
  }
  past.formula = image[f];
  mem_free(image);
  map_free(&guessed);
  vec_free(&cone);
  return past;
}

/* ---- the automaton with memory ---- */

typedef struct {
  const Automaton *from;
  Automaton *to;
  Labels *labels;
  const PastForm *past;
  Map variables;       /* atoms to variables */
  size_t kept;         /* variables of the result: the first ones */
  Label *left, *right; /* by monitor: operands as labels, over monitors, too */
  Label *value, *next; /* by monitor, for the memory at hand: over atoms and guesses only */
  Names states;        /* state and memory bits, as bytes */
} Composition;

/* A formula without temporal operators as a label over the automaton's variables. */
static Label label_of(Composition *c, Rewriter *rewriter, Formula f) {
  if (f == FORMULA_NONE) return LABEL_FALSE;
  FormulaVec cone = {0};
  f = formula_nnf(rewriter->formulas, f, false);
  formula_cone(rewriter->formulas, f, &cone);
  Label *image = mem_alloc(((size_t)f + 1) * sizeof *image);
  for (size_t i = 0; i < cone.size; i++) {
    const FormulaNode *node = formula_node(rewriter->formulas, cone.data[i]);
    uint64_t variable = 0;
    Label label = (Label)cone.data[i]; /* of a constant */
    if (node->op == OP_ATOM) {
      map_get(&c->variables, node->left, &variable);
      label = label_variable(c->labels, (uint32_t)variable);
    } else if (node->op == OP_NOT) {
      label = label_not(image[node->left]);
    } else if (node->op == OP_AND) {
      label = label_and(c->labels, image[node->left], image[node->right]);
    } else if (node->op == OP_OR) {
      label = label_or(c->labels, image[node->left], image[node->right]);
    }
    image[cone.data[i]] = label;
  }
  Label result = image[f];
  mem_free(image);
  vec_free(&cone);
  return result;
}

/* Puts the values of the first `count` monitors in the place of their variables. */
static Label resolve(Composition *c, Label label, size_t count) {
  for (size_t i = count; i-- > 0;) {
    uint64_t variable;
    map_get(&c->variables, c->past->monitors.data[i].atom, &variable);
    label = label_substitute(c->labels, label, (uint32_t)variable, c->value[i]);
  }
  return label;
}

static void evaluate_monitors(Composition *c, const Bits *memory) {
  for (size_t i = 0; i < c->past->monitors.size; i++) {
    Label m = bits_get(memory, i) ? LABEL_TRUE : LABEL_FALSE;
    Label a = resolve(c, c->left[i], i), b = resolve(c, c->right[i], i), value = m;
    switch (c->past->monitors.data[i].op) {
    case OP_ONCE: value = label_or(c->labels, a, m); break;
    case OP_HISTORICALLY: value = label_and(c->labels, a, m); break;
    case OP_SINCE: value = label_or(c->labels, b, label_and(c->labels, a, m)); break;
    case OP_TRIGGERED: value = label_and(c->labels, b, label_or(c->labels, a, m)); break;
    default: break;
    }
    bool yesterday = c->past->monitors.data[i].op == OP_YESTERDAY ||
                     c->past->monitors.data[i].op == OP_WEAK_YESTERDAY;
    c->value[i] = value;
    c->next[i] = yesterday ? a : value;
  }
}

static uint32_t state_number(Composition *c, uint32_t state, const Bits *memory) {
  size_t bytes = bits_words(memory->size) * sizeof(uint64_t);
  char *key = mem_alloc(sizeof state + bytes);
  memcpy(key, &state, sizeof state);
  memcpy(key + sizeof state, memory->words, bytes);
  uint32_t number = names_add_n(&c->states, key, sizeof state + bytes);
  mem_free(key);
  return number;
}

typedef struct {
  Label label;
  size_t fixed; /* monitors whose next memory is decided */
  Bits memory;
} Branch;

/* One edge, for every next memory that its letters can lead to. */
static void add_edge(Composition *c, uint32_t source, const LabelledEdge *edge) {
  size_t n = c->past->monitors.size;
  VEC(Branch) open = {0};
  Branch first = {resolve(c, edge->label, n), 0, bits_new(n)};
  vec_push(&open, first);
  while (open.size) {
    Branch branch = vec_pop(&open);
    if (branch.label == LABEL_FALSE) {
      bits_free(&branch.memory);
    } else if (branch.fixed < n) {
      Label next = c->next[branch.fixed];
      Branch other = {label_and(c->labels, branch.label, next), branch.fixed + 1,
                      bits_copy(&branch.memory)};
      bits_set(&other.memory, branch.fixed);
      branch.label = label_minus(c->labels, branch.label, next);
      branch.fixed++;
      vec_push(&open, branch);
      vec_push(&open, other);
    } else {
      Label label = branch.label; /* there is a value of the guesses */
      for (size_t v = c->kept; v < c->from->atoms.size; v++)
        label = label_or(c->labels, label_restrict(c->labels, label, (uint32_t)v, false),
                         label_restrict(c->labels, label, (uint32_t)v, true));
      automaton_edge(c->to, source, state_number(c, edge->target, &branch.memory), label,
                     edge->marks);
      bits_free(&branch.memory);
    }
  }
  vec_free(&open);
}

Automaton *past_compose(const Automaton *automaton, Rewriter *rewriter, const PastForm *past,
                        const U32Vec *atoms, uint32_t limit) {
  size_t n = past->monitors.size;
  Composition c = {
      .from = automaton, .labels = automaton->labels, .past = past, .kept = atoms->size};
  c.to = automaton_new(automaton->labels, atoms);
  c.to->sets = automaton->sets;
  for (size_t v = 0; v < automaton->atoms.size; v++)
    map_put(&c.variables, automaton->atoms.data[v], v);
  c.left = mem_array(n, sizeof *c.left);
  c.right = mem_array(n, sizeof *c.right);
  c.value = mem_array(n, sizeof *c.value);
  c.next = mem_array(n, sizeof *c.next);
  Bits memory = bits_new(n);
  for (size_t i = 0; i < n; i++) {
    c.left[i] = label_of(&c, rewriter, past->monitors.data[i].left);
    c.right[i] = label_of(&c, rewriter, past->monitors.data[i].right);
    bits_put(&memory, i, monitor_start(past->monitors.data[i].op));
  }
  state_number(&c, automaton->initial, &memory);
  for (uint32_t s = 0; s < c.states.size && s <= limit; s++) {
    uint32_t state;
    memcpy(&state, c.states.text[s], sizeof state);
    memcpy(memory.words, c.states.text[s] + sizeof state, bits_words(n) * sizeof(uint64_t));
    evaluate_monitors(&c, &memory);
    for (EACH_EDGE(automaton, state, edge)) add_edge(&c, s, edge);
  }
  c.to->states = (uint32_t)c.states.size;
  bits_free(&memory);
  mem_free(c.left);
  mem_free(c.right);
  mem_free(c.value);
  mem_free(c.next);
  map_free(&c.variables);
  names_free(&c.states);
  if (c.to->states > limit) {
    automaton_free(c.to);
    return NULL;
  }
  automaton_finish(c.to);
  return c.to;
}
