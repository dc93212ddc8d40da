/* LTL properties to tasks; see ltl_task.h. Past operators become latches beside the automaton; see
 * past.h. */
#include "task/ltl_task.h"

#include "formula/automaton/reduce_automaton.h"
#include "formula/automaton/strength.h"
#include "formula/ltl/past.h"
#include "formula/ltl/tight.h"
#include "formula/ltl/translate.h"
#include "system/free_latches.h"

enum { SAFETY_SUBSETS = 1000 };

/* Latches that are as free as inputs, and whose next values the property does not see beforehand:
 * an input that an atom reads, too, has one value for both. */
static U32Vec feeders_unseen(const System *system, const Formulas *formulas, const U32Vec *atoms) {
  LitVec read = {0};
  for (size_t i = 0; i < atoms->size; i++) {
    Lit literal = formulas->atoms.data[atoms->data[i]].literal;
    if (literal != LIT_NONE) vec_push(&read, literal);
  }
  U32Vec feeders = free_latches(system, &read, NULL);
  vec_free(&read);
  return feeders;
}

bool system_runs_extend(const System *system, const Formulas *formulas, const U32Vec *atoms) {
  if (system->fairness.size) return false;
  if (!system->constraints.size) return true;
  /* constraints that read inputs alone, or latches that are as free, are met again by the same
   * values */
  U32Vec feeders = feeders_unseen(system, formulas, atoms);
  Aig *aig = aig_new();
  Lit *map = aig_map_new(system->aig);
  for (size_t i = 0; i < system->inputs.size; i++)
    map[lit_node(system->inputs.data[i])] = aig_variable(aig);
  for (size_t i = 0; i < system->latches.size; i++)
    if (feeders.data[i] != FEEDER_NONE)
      map[lit_node(system->latches.data[i].current)] = aig_variable(aig);
  size_t free = aig->size;
  for (size_t i = 0; i < system->latches.size; i++)
    if (feeders.data[i] == FEEDER_NONE)
      map[lit_node(system->latches.data[i].current)] = aig_variable(aig);
  vec_free(&feeders);
  if (system->first != LIT_NONE)
    map[lit_node(system->first)] = lit_constant(lit_negated(system->first));
  bool extend = true;
  for (size_t i = 0; extend && i < system->constraints.size; i++) {
    U32Vec support = {0};
    aig_support(aig, aig_copy(aig, system->aig, system->constraints.data[i], map), &support);
    for (size_t k = 0; k < support.size; k++) extend &= support.data[k] < free;
    vec_free(&support);
  }
  mem_free(map);
  aig_free(aig);
  return extend;
}

void system_let_run_go_on(const System *system, const Formulas *formulas, const U32Vec *atoms,
                          Trace *trace) {
  if (!system->constraints.size || !trace->steps.size) return;
  U32Vec feeders = feeders_unseen(system, formulas, atoms);
  Step *last = trace->steps.data + trace->steps.size - 1;
  for (size_t i = 0; i < feeders.size; i++)
    if (feeders.data[i] != FEEDER_NONE)
      bits_put(&last->inputs, feeders.data[i], bits_get(&last->latches, i));
  vec_free(&feeders);
}

/* A name for the automaton's state that no signal has. */
static char *signal_name(const System *system) {
  Text text = {0};
  text_add(&text, "automaton");
  while (signal_find(&system->signals, text.data)) text_char(&text, '_');
  return text_take(&text);
}

static Task *finish_fair(System *system, LitVec *conditions, bool weak) {
  Task *task = task_new(TASK_FAIR, system);
  vec_append(&task->conditions, conditions);
  if (weak && conditions->size <= 64)
    task->weak = conditions->size == 64 ? UINT64_MAX : ((uint64_t)1 << conditions->size) - 1;
  vec_append(&task->conditions, &system->fairness);
  task_ask_for_a_run(task);
  return task;
}

/* Entering a terminal component means that the violation can no longer be avoided. */
static Lit enters_terminal(Aig *aig, const Automaton *automaton, const WatchedStates *watched) {
  Components components = components_new(automaton);
  Lit bad = LIT_FALSE;
  for (size_t i = 0; i < automaton->edges.size; i++)
    if (components.accepting[components.of[automaton->edges.data[i].target]])
      bad = aig_or(aig, bad, watched->taken.data[i]);
  components_free(&components);
  return bad;
}

/* One condition for each acceptance set of a state-based automaton, or one for none. */
static void acceptance_conditions(Aig *aig, const Automaton *automaton,
                                  const WatchedStates *watched, LitVec *conditions) {
  for (unsigned set = 0; set < automaton->sets || set == 0; set++) {
    Lit condition = automaton->sets ? LIT_FALSE : LIT_TRUE;
    for (uint32_t s = 0; s < automaton->states; s++) {
      size_t i = automaton->first[s];
      if (i < automaton->first[s + 1] && (automaton->edges.data[i].marks >> set & 1))
        condition = aig_or(aig, condition, watched->in_state.data[s]);
    }
    vec_push(conditions, condition);
  }
}

/* Adds a state-based automaton to the system. */
static WatchedStates add_automaton(System *system, const Automaton *automaton,
                                   const LitVec *letters, const LtlOptions *options) {
  char *name = signal_name(system);
  WatchedStates watched = product_watch(system, automaton, letters, options->encoding, name);
  mem_free(name);
  return watched;
}

/* Takes the system, a copy that has everything the letters need. The automaton is state-based. A
 * violation meets the conditions in `assumed`, too. */
static Task *watch(System *system, const Automaton *violations, const LitVec *letters,
                   const LtlOptions *options, bool bad_prefixes, const LitVec *assumed) {
  Strength strength = automaton_strength(violations);
  if (strength == STRENGTH_EMPTY) return task_new(TASK_BAD, system); /* nothing is forbidden */
  WatchedStates watched = add_automaton(system, violations, letters, options);
  Task *task;
  if (strength == STRENGTH_TERMINAL && bad_prefixes) {
    task = task_new(TASK_BAD, system);
    task->bad = enters_terminal(system->aig, violations, &watched);
  } else {
    LitVec conditions = {0};
    acceptance_conditions(system->aig, violations, &watched, &conditions);
    vec_append(&conditions, assumed);
    task = finish_fair(system, &conditions, strength != STRENGTH_STRONG && !assumed->size);
    vec_free(&conditions);
  }
  watched_states_free(&watched);
  return task;
}

/* The deterministic automaton of the shortest bad prefixes, if the violations are a guarantee
 * property and it is not much larger; else NULL. */
static Automaton *bad_prefix_automaton(const Automaton *violations, const Automaton *others) {
  Automaton *automaton = automaton_obligation(violations, others, SAFETY_SUBSETS);
  if (!automaton) return NULL;
  automaton_prune(automaton);
  if (automaton_strength(automaton) == STRENGTH_TERMINAL &&
      automaton->states <= 4 * violations->states + 16)
    return automaton;
  automaton_free(automaton);
  return NULL;
}

/* ---- formulas ---- */

static Lit literal_of(Aig *aig, Formulas *formulas, Formula f, const LitVec *letters) {
  if (f == FORMULA_NONE) return LIT_FALSE;
  f = formula_nnf(formulas, f, false);
  FormulaVec cone = {0};
  formula_cone(formulas, f, &cone);
  Lit *image = mem_alloc(((size_t)f + 1) * sizeof *image);
  for (size_t i = 0; i < cone.size; i++) {
    const FormulaNode *node = formula_node(formulas, cone.data[i]);
    Lit lit = lit_constant(node->op == OP_TRUE);
    if (node->op == OP_ATOM) lit = letters->data[node->left];
    else if (node->op == OP_NOT) lit = lit_not(image[node->left]);
    else if (node->op == OP_AND) lit = aig_and(aig, image[node->left], image[node->right]);
    else if (node->op == OP_OR) lit = aig_or(aig, image[node->left], image[node->right]);
    image[cone.data[i]] = lit;
  }
  Lit result = image[f];
  mem_free(image);
  vec_free(&cone);
  return result;
}

/* Latches for the monitors and inputs for the guesses; `letters` has a literal for every atom of
 * the store and is completed. */
static void add_past(System *system, Formulas *formulas, const PastForm *past, LitVec *letters) {
  Aig *aig = system->aig;
  vec_resize(letters, formulas->atoms.size);
  for (size_t i = 0; i < past->guesses.size; i++)
    letters->data[past->guesses.data[i]] = system_input(system);
  for (size_t i = 0; i < past->monitors.size; i++) {
    const Monitor *monitor = past->monitors.data + i;
    Lit memory = system_latch(system, monitor_start(monitor->op) ? RESET_1 : RESET_0);
    Lit a = literal_of(aig, formulas, monitor->left, letters);
    Lit b = literal_of(aig, formulas, monitor->right, letters), value = memory;
    switch (monitor->op) {
    case OP_ONCE: value = aig_or(aig, a, memory); break;
    case OP_HISTORICALLY: value = aig_and(aig, a, memory); break;
    case OP_SINCE: value = aig_or(aig, b, aig_and(aig, a, memory)); break;
    case OP_TRIGGERED: value = aig_and(aig, b, aig_or(aig, a, memory)); break;
    default: break;
    }
    bool yesterday = monitor->op == OP_YESTERDAY || monitor->op == OP_WEAK_YESTERDAY;
    system_set_next(system, memory, yesterday ? a : value);
    letters->data[monitor->atom] = value;
    signal_add_bit(&system->signals, formulas->atoms.data[monitor->atom].text, SIGNAL_HIDDEN,
                   value);
  }
}

/* What it takes to make automata of a formula: the atoms, and the literals that they stand for. */
typedef struct {
  Rewriter *rewriter;
  Labels *labels;
  U32Vec atoms;
  LitVec variables;
} Translation;

static Translation translation_new(Formulas *formulas, Formula f, const LitVec *letters) {
  Translation translation = {rewriter_new(formulas), labels_new(), {0}, {0}};
  formula_atoms(formulas, f, &translation.atoms);
  for (size_t i = 0; i < translation.atoms.size; i++)
    vec_push(&translation.variables, letters->data[translation.atoms.data[i]]);
  return translation;
}

static void translation_free(Translation *translation) {
  vec_free(&translation->atoms);
  vec_free(&translation->variables);
  labels_free(translation->labels);
  rewriter_free(translation->rewriter);
}

static Task *small_task(System *system, Formulas *formulas, Formula violation,
                        const LitVec *letters, const LtlOptions *options, bool extends,
                        Error *error) {
  Translation translation = translation_new(formulas, violation, letters);
  Automaton *violations = automaton_of_formula(translation.rewriter, violation, false, true,
                                               translation.labels, &translation.atoms, error);
  Task *task = NULL;
  if (violations && options->safety && extends) {
    Error ignored = {0};
    Automaton *others = automaton_of_formula(translation.rewriter, violation, true, false,
                                             translation.labels, &translation.atoms, &ignored);
    Automaton *prefixes = others ? bad_prefix_automaton(violations, others) : NULL;
    automaton_free(others);
    error_free(&ignored);
    if (prefixes) {
      automaton_free(violations);
      violations = prefixes;
    }
  }
  const LitVec nothing = {0};
  if (violations)
    task = watch(system, violations, &translation.variables, options, options->safety && extends,
                 &nothing);
  else system_free(system);
  automaton_free(violations);
  translation_free(&translation);
  return task;
}

static bool all_bound(const Formulas *formulas, Formula f, Error *error) {
  U32Vec atoms = {0};
  bool bound = true;
  formula_atoms(formulas, f, &atoms);
  for (size_t i = 0; i < atoms.size; i++) {
    const Atom *atom = formulas->atoms.data + atoms.data[i];
    if (atom->literal == LIT_NONE)
      bound = error_set(error, "the atom '%s' is not bound to the system", atom->text);
  }
  vec_free(&atoms);
  return bound;
}

/* A copy of the system, and where it has the atoms; LIT_FALSE for atoms that are not bound. Atoms
 * that are no signals, comparisons say, become such, so that traces show them. */
static System *copy_system(const System *system, const Formulas *formulas, LitVec *letters,
                           ProductMap *map) {
  Lit *images;
  System *copy = system_copy(system, &images);
  map->inputs = system->inputs.size;
  map->latches = system->latches.size;
  for (size_t i = 0; i < formulas->atoms.size; i++) {
    const Atom *atom = formulas->atoms.data + i;
    bool bound = atom->literal != LIT_NONE;
    vec_push(letters, bound ? aig_map_lit(images, atom->literal) : LIT_FALSE);
    if (bound && !signal_find(&copy->signals, atom->text))
      signal_add_bit(&copy->signals, atom->text, SIGNAL_DEFINE, letters->data[i]);
  }
  mem_free(images);
  return copy;
}

/* On a store of its own, which gets the atoms of monitors and guesses. */
static Task *task_in_store(const System *system, Formulas *formulas, Formula f,
                           const LtlOptions *options, ProductMap *map, Error *error) {
  LitVec letters = {0}, conditions = {0};
  U32Vec atoms = {0};
  System *copy = copy_system(system, formulas, &letters, map);
  Task *task;
  formula_atoms(formulas, f, &atoms);
  bool extends = system_runs_extend(system, formulas, &atoms);
  vec_free(&atoms);
  if (options->automaton == AUTOMATON_TIGHT) {
    tight_watch(copy, formulas, f, &letters, &conditions);
    task = finish_fair(copy, &conditions, false);
  } else {
    PastForm past = past_eliminate(formulas, f);
    add_past(copy, formulas, &past, &letters);
    Formula violation = formula_binary(
        formulas, OP_AND, formula_unary(formulas, OP_NOT, past.formula), past.constraint);
    task = small_task(copy, formulas, violation, &letters, options, extends, error);
    past_free(&past);
  }
  vec_free(&conditions);
  vec_free(&letters);
  return task;
}

Task *ltl_task(const System *system, const Formulas *formulas, Formula f, const LtlOptions *options,
               ProductMap *map, Error *error) {
  if (!all_bound(formulas, f, error)) return NULL;
  Formulas *store = formulas_new();
  Formula copy = formula_copy(store, formulas, f);
  Task *task = task_in_store(system, store, copy, options, map, error);
  formulas_free(store);
  return task;
}

/* Adds the automaton of an assumption; a run satisfies it if it meets the conditions. */
static bool assume(System *system, Formulas *formulas, Formula assumption, const LitVec *letters,
                   const LtlOptions *options, LitVec *conditions, Error *error) {
  Translation translation = translation_new(formulas, assumption, letters);
  Automaton *automaton = automaton_of_formula(translation.rewriter, assumption, false, true,
                                              translation.labels, &translation.atoms, error);
  if (automaton) {
    WatchedStates watched = add_automaton(system, automaton, &translation.variables, options);
    acceptance_conditions(system->aig, automaton, &watched, conditions);
    watched_states_free(&watched);
  }
  bool good = automaton != NULL;
  automaton_free(automaton);
  translation_free(&translation);
  return good;
}

/* The atoms of the automaton and the assumption in a store of their own, with their literals; in
 * `variables` the numbers of the automaton's there. */
static Formulas *store_of_automaton(const Formulas *formulas, const Automaton *automaton,
                                    Formula *assumption, U32Vec *variables) {
  Formulas *store = formulas_new();
  if (*assumption != FORMULA_NONE) *assumption = formula_copy(store, formulas, *assumption);
  for (size_t i = 0; i < automaton->atoms.size; i++) {
    const Atom *atom = formulas->atoms.data + automaton->atoms.data[i];
    uint32_t number = formula_node(store, formula_atom(store, atom->text))->left;
    store->atoms.data[number].literal = atom->literal;
    vec_push(variables, number);
  }
  return store;
}

Task *ltl_task_of_automaton(const System *system, const Formulas *formulas,
                            const Automaton *violations, Formula assumption,
                            const LtlOptions *options, ProductMap *map, Error *error) {
  for (size_t i = 0; i < violations->atoms.size; i++) {
    const Atom *atom = formulas->atoms.data + violations->atoms.data[i];
    if (atom->literal != LIT_NONE) continue;
    error_set(error, "the atom '%s' is not bound to the system", atom->text);
    return NULL;
  }
  LitVec letters = {0}, variables = {0}, assumed = {0};
  U32Vec numbers = {0};
  Formulas *store = store_of_automaton(formulas, violations, &assumption, &numbers);
  System *copy = copy_system(system, store, &letters, map);
  for (size_t i = 0; i < numbers.size; i++) vec_push(&variables, letters.data[numbers.data[i]]);
  Task *task = NULL;
  bool assuming = assumption != FORMULA_NONE;
  if (!assuming || assume(copy, store, assumption, &letters, options, &assumed, error)) {
    Automaton *state_based = automaton_degeneralize(violations);
    automaton_reduce(state_based);
    bool bad_prefixes =
        options->safety && !assuming && system_runs_extend(system, formulas, &violations->atoms);
    task = watch(copy, state_based, &variables, options, bad_prefixes, &assumed);
    automaton_free(state_based);
  } else {
    system_free(copy);
  }
  formulas_free(store);
  vec_free(&numbers);
  vec_free(&letters);
  vec_free(&variables);
  vec_free(&assumed);
  return task;
}
