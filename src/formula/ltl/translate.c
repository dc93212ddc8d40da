/* Couvreur's construction (FM 1999): a formula in negation normal form is a Boolean function over
 * its atoms, over "next" variables X[g] and over "promise" variables P[g]:
 *
 *   f U g  =  g | f & P[g] & X[f U g]          f R g  =  g & (f | X[f R g])
 *
 * A state is such a function, and its products are its edges: the literals over atoms are the
 * label, the conjunction of the functions of all g with X[g] is the target. An edge that promises g
 * puts g off; so there is one acceptance set for every g, with the edges that do not promise it.
 * Two formulas with the same function are the same state.
 *
 * Under G, what is put off comes back anyway: G F g needs no X[F g] beside X[G F g], only the
 * promise. Atoms come first in the order of variables, so that cutting a function below them gives
 * its successors for each class of letters. */
#include "formula/ltl/translate.h"

#include "base/bits.h"

enum { TRANSLATION_WORK = 2000000 }; /* in steps of labels */

typedef struct {
  bool promise;
  uint32_t set;    /* of a promise */
  Formula formula; /* of a next variable */
} Meaning;

typedef struct {
  const Formulas *formulas;
  Automaton *automaton;
  Labels *labels;
  Map atom_variable;                   /* atom number to variable */
  VEC(Meaning) meaning;                /* of variable atoms.size + i */
  Map next_variable, promise_variable; /* by formula */
  uint32_t sets;
  Label *function, *recurring; /* by formula; the second is its function directly under G */
  Map states;                  /* functions to state numbers */
  Branching branching;
  bool overflow;
} Translation;

void formula_atoms(const Formulas *formulas, Formula f, U32Vec *atoms) {
  FormulaVec cone = {0};
  formula_cone(formulas, f, &cone);
  Bits used = bits_new(formulas->atoms.size);
  for (size_t i = 0; i < atoms->size; i++) bits_set(&used, atoms->data[i]);
  for (size_t i = 0; i < cone.size; i++) {
    const FormulaNode *node = formula_node(formulas, cone.data[i]);
    if (node->op == OP_ATOM) bits_set(&used, node->left);
  }
  vec_clear(atoms);
  for (size_t i = bits_next(&used, 0); i < used.size; i = bits_next(&used, i + 1))
    vec_push(atoms, (uint32_t)i);
  bits_free(&used);
  vec_free(&cone);
}

static Label new_variable(Translation *t, Map *map, Formula f, Meaning meaning) {
  uint64_t variable;
  if (!map_get(map, f, &variable)) {
    variable = t->automaton->atoms.size + t->meaning.size;
    if (variable >= LABEL_VARIABLES || (meaning.promise && t->sets >= AUTOMATON_SETS)) {
      t->overflow = true;
      return LABEL_FALSE;
    }
    if (meaning.promise) meaning.set = t->sets++;
    vec_push(&t->meaning, meaning);
    map_put(map, f, variable);
  }
  return label_variable(t->labels, (uint32_t)variable);
}

static Label next(Translation *t, Formula f) {
  Meaning meaning = {false, 0, f};
  return new_variable(t, &t->next_variable, f, meaning);
}

static Label promise(Translation *t, Formula f) {
  Meaning meaning = {true, 0, f};
  return new_variable(t, &t->promise_variable, f, meaning);
}

static Label and (Translation * t, Label a, Label b) { return label_and(t->labels, a, b); }
static Label or (Translation * t, Label a, Label b) { return label_or(t->labels, a, b); }

static Label atom_label(Translation *t, uint32_t atom) {
  uint64_t variable = 0;
  map_get(&t->atom_variable, atom, &variable);
  return label_variable(t->labels, (uint32_t)variable);
}

static void make_functions(Translation *t, Formula f) {
  const FormulaNode *node = formula_node(t->formulas, f);
  Label l = operator_arity(node->op) > 0 ? t->function[node->left] : LABEL_FALSE;
  Label r = operator_arity(node->op) > 1 ? t->function[node->right] : LABEL_FALSE;
  Label function = LABEL_FALSE, recurring = LABEL_FALSE;
  switch (node->op) {
  case OP_FALSE:
  case OP_TRUE: function = recurring = (Label)f; break;
  case OP_ATOM: function = recurring = atom_label(t, node->left); break;
  case OP_NOT: function = recurring = label_not(l); break;
  case OP_AND:
    function = and(t, l, r);
    recurring = and(t, t->recurring[node->left], t->recurring[node->right]);
    break;
  case OP_OR: function = recurring = or (t, l, r); break;
  case OP_NEXT: function = recurring = next(t, node->left); break;
  case OP_FINALLY:
    recurring = or (t, l, promise(t, node->left));
    function = or (t, l, and(t, promise(t, node->left), next(t, f)));
    break;
  case OP_GLOBALLY: function = recurring = and(t, t->recurring[node->left], next(t, f)); break;
  case OP_UNTIL:
    recurring = or (t, r, and(t, l, promise(t, node->right)));
    function = or (t, r, and(t, l, and(t, promise(t, node->right), next(t, f))));
    break;
  case OP_WEAK_UNTIL:
    recurring = or (t, r, l);
    function = or (t, r, and(t, l, next(t, f)));
    break;
  case OP_RELEASE:
    recurring = r;
    function = and(t, r, or (t, l, next(t, f)));
    break;
  case OP_STRONG_RELEASE:
    recurring = and(t, r, or (t, l, promise(t, node->left)));
    function = and(t, r, or (t, l, and(t, promise(t, node->left), next(t, f))));
    break;
  default: assert(!"not in negation normal form"); t->overflow = true;
  }
  t->function[f] = function;
  t->recurring[f] = recurring;
}

static uint32_t state_of(Translation *t, Label function) {
  uint64_t number;
  if (map_get(&t->states, function, &number)) return (uint32_t)number;
  map_put(&t->states, function, t->states.size);
  return (uint32_t)t->states.size - 1;
}

/* One product: literals up to UINT32_MAX. Returns how many words it takes. */
static size_t read_cube(Translation *t, const uint32_t *cube, Label *label, Label *target,
                        Marks *promised) {
  size_t atoms = t->automaton->atoms.size;
  size_t i = 0;
  *target = LABEL_TRUE;
  *promised = 0;
  for (; cube[i] != UINT32_MAX; i++) {
    uint32_t variable = cube[i] / 2;
    if (variable < atoms) {
      Label literal = label_variable(t->labels, variable);
      *label = and(t, *label, cube[i] & 1 ? label_not(literal) : literal);
      continue;
    }
    assert(!(cube[i] & 1)); /* the functions only grow with next and promise variables */
    Meaning meaning = t->meaning.data[variable - atoms];
    if (meaning.promise) *promised |= (Marks)1 << meaning.set;
    else *target = and(t, *target, t->function[meaning.formula]);
  }
  return i + 1;
}

/* The edges for the letters in `label`, whose successors are the products of `function`. Marks are
 * complemented at the end, when all sets are known: edges carry what they promise until then. */
static void add_edges(Translation *t, uint32_t source, Label letters, Label function) {
  U32Vec cubes = {0};
  VEC(LabelledEdge) united = {0}; /* for BRANCH_LATER: source is unused, target a function */
  label_cubes(t->labels, function, &cubes);
  for (size_t place = 0; place < cubes.size;) {
    Label label = letters, target;
    Marks promised;
    place += read_cube(t, cubes.data + place, &label, &target, &promised);
    if (target == LABEL_FALSE || label == LABEL_FALSE) continue;
    size_t i = united.size;
    if (t->branching == BRANCH_LATER)
      for (i = 0; i < united.size && united.data[i].marks != promised;) i++;
    if (i < united.size) {
      united.data[i].target = or (t, united.data[i].target, target);
    } else {
      LabelledEdge edge = {0, target, label, promised};
      vec_push(&united, edge);
    }
  }
  for (size_t i = 0; i < united.size; i++)
    automaton_edge(t->automaton, source, state_of(t, united.data[i].target), united.data[i].label,
                   united.data[i].marks);
  vec_free(&united);
  vec_free(&cubes);
}

static void expand(Translation *t, uint32_t source) {
  Label function = (Label)t->states.entries[source].key;
  if (t->branching == BRANCH_COVER) {
    add_edges(t, source, LABEL_TRUE, function);
    return;
  }
  LabelVec paths = {0}, below = {0};
  label_split(t->labels, function, (uint32_t)t->automaton->atoms.size, &paths, &below);
  for (size_t i = 0; i < paths.size; i++) add_edges(t, source, paths.data[i], below.data[i]);
  vec_free(&paths);
  vec_free(&below);
}

Automaton *automaton_translate(const Formulas *formulas, Formula f, Labels *labels,
                               const U32Vec *atoms, Branching branching, uint32_t limit) {
  Automaton *automaton = automaton_new(labels, atoms);
  Translation t = {.formulas = formulas,
                   .automaton = automaton,
                   .labels = labels,
                   .branching = branching,
                   .overflow = atoms->size >= LABEL_VARIABLES};
  FormulaVec cone = {0};
  formula_cone(formulas, f, &cone);
  t.function = mem_alloc(((size_t)f + 1) * sizeof *t.function);
  t.recurring = mem_alloc(((size_t)f + 1) * sizeof *t.recurring);
  for (size_t i = 0; i < atoms->size; i++) map_put(&t.atom_variable, atoms->data[i], i);
  labels_limit(labels, TRANSLATION_WORK);
  for (size_t i = 0; i < cone.size && !t.overflow; i++) {
    make_functions(&t, cone.data[i]);
    t.overflow |= labels->exhausted;
  }
  if (!t.overflow) {
    state_of(&t, t.function[f]);
    for (uint32_t s = 0; s < t.states.size && !t.overflow; s++) {
      expand(&t, s);
      t.overflow =
          t.states.size > limit || automaton->edges.size > 8 * (size_t)limit || labels->exhausted;
    }
  }
  labels_limit(labels, 0);
  automaton->states = (uint32_t)t.states.size;
  automaton->sets = t.sets;
  Marks all = automaton_all(automaton);
  for (size_t i = 0; i < automaton->edges.size; i++)
    automaton->edges.data[i].marks = all & ~automaton->edges.data[i].marks;
  vec_free(&cone);
  vec_free(&t.meaning);
  mem_free(t.function);
  mem_free(t.recurring);
  map_free(&t.atom_variable);
  map_free(&t.next_variable);
  map_free(&t.promise_variable);
  map_free(&t.states);
  if (t.overflow) {
    automaton_free(automaton);
    return NULL;
  }
  automaton_finish(automaton);
  return automaton;
}
