#include "check/about_formula.h"

#include <string.h>

#include "base/memory.h"
#include "check/task_of_property.h"
#include "evidence/covers.h"
#include "evidence/replay.h"
#include "evidence/watched.h"
#include "formula/ltl/ltl_evaluate.h"
#include "formula/ltl/translate.h"

const StatField about_stat_fields[] = {
    {"formula_shown", "verdicts whose evidence was shown to be about the formula itself",
     STAT_COUNT, offsetof(AboutStats, shown)},
    {"formula_trusted", "verdicts that rest on the translation of the formula", STAT_COUNT,
     offsetof(AboutStats, trusted)},
};
const size_t about_stat_field_count = sizeof about_stat_fields / sizeof *about_stat_fields;

char *trusted_of_formula(Verdict verdict, const char *why) {
  Text text = {0};
  text_format(&text, "%s (%s)",
              verdict == VERDICT_HOLDS ? "that the automaton accepts every violation of the formula"
                                       : "that the run violates the formula",
              why);
  return text_take(&text);
}

/* What the user asked: a formula that must be true, strong fairness being part of it; or an
 * automaton of what must not happen, on runs that satisfy the assumption. */
typedef struct {
  const Model *model;
  Formula formula;
  const Automaton *violations;
  Formula assumption;
} Asked;

static Asked asked(const Model *model, size_t number) {
  const Property *property = model->properties.data + number;
  if (property->automaton)
    return (Asked){model, FORMULA_NONE, model->automata.data[property->automaton - 1],
                   model_assumption(model)};
  Formula linear =
      property->kind == PROPERTY_CTL ? property_linear(model, number) : property->formula;
  return (Asked){model, model_assuming(model, linear), NULL, FORMULA_NONE};
}

/* ---- violations ---- */

typedef struct {
  const Asked *asked;
  Trace *run;  /* of the model */
  Bits *atoms; /* by index in the store: in which steps it is true */
} Run;

/* A run of the model on which every fairness condition is met again and again; or a finite one. */
static bool is_run(const System *system, const Trace *trace, Error *error) {
  bool lasso = trace->loop != TRACE_NO_LOOP;
  Task *task = task_new(lasso ? TASK_FAIR : TASK_BAD, system_copy(system, NULL));
  task->bad = LIT_TRUE;
  vec_append(&task->conditions, &task->system->fairness);
  bool good = replay(task, trace, error);
  task_free(task);
  return good;
}

static void read_atoms(Run *run) {
  const System *system = run->asked->model->system;
  const Formulas *formulas = run->asked->model->formulas;
  Bits values = bits_new(system->aig->size);
  run->atoms = mem_array(formulas->atoms.size + 1, sizeof *run->atoms);
  for (size_t a = 0; a < formulas->atoms.size; a++) run->atoms[a] = bits_new(run->run->steps.size);
  for (size_t k = 0; k < run->run->steps.size; k++) {
    step_evaluate(system, run->run->steps.data + k, &values);
    for (size_t a = 0; a < formulas->atoms.size; a++) {
      Lit literal = formulas->atoms.data[a].literal;
      if (literal != LIT_NONE) bits_put(run->atoms + a, k, values_of(&values, literal));
    }
  }
  bits_free(&values);
}

static Run run_new(const Asked *asked, Trace *trace) {
  Run run = {.asked = asked, .run = trace};
  read_atoms(&run);
  return run;
}

static void run_free(Run *run) {
  for (size_t a = 0; a < run->asked->model->formulas->atoms.size; a++) bits_free(run->atoms + a);
  mem_free(run->atoms);
  trace_free(run->run);
}

static Truth truth_of(const Run *run, Formula f) {
  LtlValues values = ltl_evaluate(run->asked->model->formulas, f, run->run->steps.size,
                                  run->run->loop, run->atoms);
  Truth truth = values.truth[(values.parts.size - 1) * values.length];
  ltl_values_free(&values);
  return truth;
}

static U32Vec letters_of(const Run *run, const U32Vec *atoms) {
  U32Vec letters = {0};
  for (size_t k = 0; k < run->run->steps.size; k++) {
    uint32_t letter = 0;
    for (size_t i = 0; i < atoms->size; i++)
      letter |= (uint32_t)bits_get(run->atoms + atoms->data[i], k) << i;
    vec_push(&letters, letter);
  }
  return letters;
}

static Finding open(Error *error, const char *why) {
  error_set(error, "%s", why);
  return FINDING_OPEN;
}

static Finding refuted(Error *error, const char *why) {
  error_set(error, "%s", why);
  return FINDING_REFUTED;
}

/* On a lasso everything has a truth. */
static Finding lasso_violates(const Run *run, Error *error) {
  const Asked *asked = run->asked;
  if (!asked->violations)
    return truth_of(run, asked->formula) == TRUTH_FALSE
               ? FINDING_SHOWN
               : refuted(error, "the formula is true on the run of the model");
  if (asked->assumption != FORMULA_NONE && truth_of(run, asked->assumption) != TRUTH_TRUE)
    return refuted(error, "the run of the model is not fair");
  Watcher *watcher = watcher_of_automaton(asked->violations);
  if (!watcher) return open(error, "the automaton is too large");
  U32Vec letters = letters_of(run, &asked->violations->atoms);
  bool accepts = watcher_accepts(watcher, &letters, (size_t)run->run->loop);
  vec_free(&letters);
  watcher_free(watcher);
  return accepts ? FINDING_SHOWN
                 : refuted(error, "the automaton does not accept the run of the model");
}

/* Whether no word that begins like the run makes the formula true. Every state of the graph begins
 * a word; so there is such a word if a path with the letters of the run leads somewhere. */
static Finding prefix_is_bad(const Words *satisfying, const U32Vec *letters, Error *error) {
  Bits here = bits_new(satisfying->states);
  for (size_t i = 0; i < satisfying->initial.size; i++)
    bits_set(&here, satisfying->initial.data[i]);
  for (size_t k = 0; k < letters->size; k++) {
    Bits next = bits_new(satisfying->states);
    for (size_t s = bits_next(&here, 0); s < here.size; s = bits_next(&here, s + 1))
      for (size_t i = satisfying->first.data[s];
           satisfying->letters.data[s] == letters->data[k] && i < satisfying->first.data[s + 1];
           i++)
        bits_set(&next, satisfying->successors.data[i]);
    bits_free(&here);
    here = next;
  }
  bool bad = bits_empty(&here);
  bits_free(&here);
  return bad ? FINDING_SHOWN
             : refuted(error, "the run of the model can still go on so that the formula is true");
}

static void repeat_last_inputs(Trace *trace, const System *system) {
  Step *step = trace_add_step(trace, system);
  size_t k = trace->steps.size - 1;
  bits_or(&step->inputs, &trace->steps.data[k - 1].inputs);
  trace_advance(trace, system, k - 1);
}

/* Too large for that: the run goes on with its last inputs until a state comes again. If it can,
 * that is an infinite run like any other. */
static Finding continued_violates(const Run *run, Error *error) {
  enum { STEPS = 300 };
  const System *system = run->asked->model->system;
  Trace *trace = trace_copy(run->run);
  size_t last = trace->steps.size - 1;
  for (size_t n = 0; n < STEPS && trace->loop == TRACE_NO_LOOP; n++) {
    repeat_last_inputs(trace, system);
    size_t k = trace->steps.size - 1;
    const Step *step = trace->steps.data + k;
    for (size_t i = last; i < k && trace->loop == TRACE_NO_LOOP; i++)
      if (bits_equal(&trace->steps.data[i].latches, &step->latches)) {
        trace_cut(trace, k);
        trace->loop = (int64_t)i;
      }
  }
  Error ignored = {0};
  bool good = trace->loop != TRACE_NO_LOOP && is_run(system, trace, &ignored);
  error_free(&ignored);
  Run continued = run_new(run->asked, trace);
  Finding finding = good ? lasso_violates(&continued, error)
                         : open(error, "the formula is too large, and the run could not be "
                                       "continued to a lasso");
  run_free(&continued);
  return finding;
}

/* The states that the watcher can be in after these letters become its initial ones. */
static void watcher_read(Watcher *watcher, const U32Vec *letters) {
  for (size_t k = 0; k < letters->size; k++) {
    Bits next = bits_new(watcher->states);
    for (size_t i = 0; i < watcher->initial.size; i++) {
      size_t row = (size_t)watcher->initial.data[i] << watcher->atoms | letters->data[k];
      for (size_t m = watcher->first.data[row]; m < watcher->first.data[row + 1]; m++)
        bits_set(&next, watcher->moves.data[m].target);
    }
    vec_clear(&watcher->initial);
    for (size_t s = bits_next(&next, 0); s < next.size; s = bits_next(&next, s + 1))
      vec_push(&watcher->initial, (uint32_t)s);
    bits_free(&next);
  }
}

/* Whether the automaton accepts every word that begins like the run. */
static Finding prefix_is_accepted(const Run *run, Error *error) {
  const Automaton *violations = run->asked->violations;
  if (run->asked->assumption != FORMULA_NONE) return open(error, "a finite run may not be fair");
  Watcher *watcher = watcher_of_automaton(violations);
  Words *all = words_of_all((unsigned)violations->atoms.size);
  U32Vec letters = letters_of(run, &violations->atoms), missed = {0};
  size_t loop;
  Finding finding = FINDING_OPEN;
  if (watcher && all) {
    watcher_read(watcher, &letters);
    finding = watcher_covers(watcher, all, ABOUT_WORK_LARGE, &missed, &loop);
  }
  if (finding == FINDING_OPEN) open(error, "the automaton is too large");
  if (finding == FINDING_REFUTED)
    refuted(error, "the run of the model can still go on so that the automaton does not accept it");
  vec_free(&letters);
  vec_free(&missed);
  words_free(all);
  watcher_free(watcher);
  return finding;
}

static U32Vec atoms_of(const Asked *asked) {
  U32Vec atoms = {0};
  size_t listed = asked->violations ? asked->violations->atoms.size : 0;
  for (size_t i = 0; i < listed; i++) vec_push(&atoms, asked->violations->atoms.data[i]);
  if (!asked->violations) formula_atoms(asked->model->formulas, asked->formula, &atoms);
  return atoms;
}

static bool runs_extend(const Asked *asked) {
  U32Vec atoms = atoms_of(asked);
  bool extend = system_runs_extend(asked->model->system, asked->model->formulas, &atoms);
  vec_free(&atoms);
  return extend;
}

void let_run_go_on(const Model *model, size_t property, Trace *trace) {
  const Asked question = asked(model, property);
  U32Vec atoms = atoms_of(&question);
  system_let_run_go_on(model->system, model->formulas, &atoms, trace);
  vec_free(&atoms);
}

/* Some other run may go on although this one cannot, as one that constraints end in the next step.
 */
static bool goes_on(const Run *run, Error *error) {
  const System *system = run->asked->model->system;
  if (!system->constraints.size) return true;
  Trace *trace = trace_copy(run->run);
  repeat_last_inputs(trace, system);
  bool good = is_run(system, trace, error);
  trace_free(trace);
  return good;
}

static Finding prefix_violates(const Run *run, Error *error) {
  const Asked *asked = run->asked;
  const Formulas *formulas = asked->model->formulas;
  if (!runs_extend(asked)) return continued_violates(run, error);
  if (!goes_on(run, error)) return FINDING_REFUTED;
  if (asked->violations) return prefix_is_accepted(run, error);
  Truth truth = truth_of(run, asked->formula);
  if (truth == TRUTH_FALSE) return FINDING_SHOWN;
  if (truth == TRUTH_TRUE) return refuted(error, "the formula is true on the run of the model");
  U32Vec atoms = {0};
  words_atoms(formulas, asked->formula, &atoms);
  Words *satisfying = words_of_formula(formulas, asked->formula, true, &atoms);
  U32Vec letters = letters_of(run, &atoms);
  Finding finding =
      satisfying ? prefix_is_bad(satisfying, &letters, error) : continued_violates(run, error);
  vec_free(&letters);
  vec_free(&atoms);
  words_free(satisfying);
  return finding;
}

Finding violation_of_property(const Model *model, size_t property, const Trace *trace,
                              Error *error) {
  const Asked question = asked(model, property);
  ProductMap map = {model->system->inputs.size, model->system->latches.size};
  Run run = run_new(&question, product_trace_back(&map, model->system, trace));
  Finding finding = FINDING_REFUTED;
  if (is_run(model->system, run.run, error))
    finding =
        trace->loop == TRACE_NO_LOOP ? prefix_violates(&run, error) : lasso_violates(&run, error);
  run_free(&run);
  return finding;
}

/* ---- products ---- */

/* "a & !b; !a & b, and again from step 1" */
static void describe_word(const Formulas *formulas, const U32Vec *atoms, const U32Vec *letters,
                          size_t loop, Text *text) {
  for (size_t k = 0; k < letters->size; k++) {
    text_add(text, k ? "; " : "");
    for (size_t i = 0; i < atoms->size; i++)
      text_format(text, "%s%s%s", i ? " & " : "", letters->data[k] >> i & 1 ? "" : "!",
                  formulas->atoms.data[atoms->data[i]].text);
  }
  text_format(text, ", and on from step %zu", loop);
}

/* The words on which the property is violated, and the part of a product that looks for them. */
static Words *violating_words(const Asked *asked, U32Vec *atoms) {
  if (asked->violations) {
    for (size_t i = 0; i < asked->violations->atoms.size; i++)
      vec_push(atoms, asked->violations->atoms.data[i]);
    return words_of_automaton(asked->violations);
  }
  words_atoms(asked->model->formulas, asked->formula, atoms);
  return words_of_formula(asked->model->formulas, asked->formula, false, atoms);
}

static Task *watching_part(const Asked *asked, const U32Vec *atoms, const LtlOptions *options,
                           Error *error) {
  const System *system = asked->model->system;
  const Formulas *formulas = asked->model->formulas;
  return asked->violations
             ? watched_automaton(system, formulas, asked->violations, options, error)
             : watched_formula(system, formulas, asked->formula, atoms, options, error);
}

/* The watcher is freed; NULL: it would be too large. */
static Finding watcher_finds(Watcher *watcher, const Formulas *formulas, const Words *violating,
                             const U32Vec *atoms, uint64_t work, Error *error) {
  if (!watcher) return open(error, "the automaton is too large");
  U32Vec missed = {0};
  size_t loop;
  Finding finding = watcher_covers(watcher, violating, work, &missed, &loop);
  if (finding == FINDING_OPEN) open(error, "the automaton needs too much work");
  if (finding == FINDING_REFUTED) {
    Text text = {0};
    describe_word(formulas, atoms, &missed, loop, &text);
    error_set(error, "the automaton of the formula misses a violation: %s", text.data);
    text_free(&text);
  }
  vec_free(&missed);
  watcher_free(watcher);
  return finding;
}

static Finding part_accepts(const Asked *asked, const Task *part, const Words *violating,
                            const U32Vec *atoms, uint64_t work, Error *error) {
  Watcher *watcher = watcher_of_task(part, (unsigned)atoms->size);
  return watcher_finds(watcher, asked->model->formulas, violating, atoms, work, error);
}

static bool same_literals(const LitVec *a, const LitVec *b) {
  return a->size == b->size && (!a->size || !memcmp(a->data, b->data, a->size * sizeof *a->data));
}

/* Whether two tasks are the same to the last gate. */
static bool same_task(const Task *a, const Task *b) {
  const System *x = a->system, *y = b->system;
  bool same = a->kind == b->kind && a->bad == b->bad && x->aig->size == y->aig->size &&
              x->latches.size == y->latches.size && same_literals(&a->conditions, &b->conditions) &&
              same_literals(&x->inputs, &y->inputs) &&
              same_literals(&x->constraints, &y->constraints) &&
              same_literals(&x->fairness, &y->fairness);
  for (size_t i = 0; i < x->latches.size && same; i++) {
    const Latch *p = x->latches.data + i, *q = y->latches.data + i;
    same = p->current == q->current && p->next == q->next && p->reset == q->reset;
  }
  return same && !memcmp(x->aig->nodes, y->aig->nodes, x->aig->size * sizeof *x->aig->nodes);
}

/* The product of a formula whose atoms are constant or equal in the model can have another form
 * than its automaton over free atoms: fewer conditions, say. That is no lie. A product that is not
 * even the one that the property has is. */
static Finding another_form(const Model *model, size_t property, const LtlOptions *options,
                            const Task *product, Error *error) {
  Error ignored = {0};
  Task *again = linear_task_of_property(model, property, options, &ignored);
  bool own = again && same_task(again, product);
  task_free(again);
  error_free(&ignored);
  if (!own) return FINDING_REFUTED;
  error_free(error);
  return open(error, "the product has another form than the automaton over free atoms");
}

/* To make the automaton of a formula with many states again takes its time, too. */
enum { WORK_PER_STATE = 1000 };

Finding product_of_property(const Model *model, size_t property, const LtlOptions *options,
                            const Task *product, uint64_t work, Budget *budget, Error *error) {
  const Asked question = asked(model, property);
  if (question.assumption != FORMULA_NONE)
    return open(error, "strong fairness beside an automaton is beyond the method");
  U32Vec atoms = {0};
  Task *part = NULL;
  Finding finding = FINDING_OPEN;
  Words *violating = violating_words(&question, &atoms);
  if (!violating || violating->states > work / WORK_PER_STATE)
    open(error, "the formula is too large");
  else part = watching_part(&question, &atoms, options, error);
  if (part)
    finding = watched_product(product, model->system, model->formulas, &atoms, part, budget, error);
  if (finding == FINDING_REFUTED) finding = another_form(model, property, options, product, error);
  if (finding == FINDING_SHOWN)
    finding = part_accepts(&question, part, violating, &atoms, work, error);
  task_free(part);
  words_free(violating);
  vec_free(&atoms);
  return finding;
}

/* ---- automata ---- */

Finding automaton_finds_violations(const Formulas *formulas, Formula f, const Automaton *automaton,
                                   uint64_t work, Error *error) {
  Words *violating = words_of_formula(formulas, f, false, &automaton->atoms);
  Finding finding = FINDING_OPEN;
  if (!violating || violating->states > work / WORK_PER_STATE)
    open(error, "the formula is too large");
  else
    finding = watcher_finds(watcher_of_automaton(automaton), formulas, violating, &automaton->atoms,
                            work, error);
  words_free(violating);
  return finding;
}

void run_doubt(const Formulas *formulas, Formula f, const Automaton *automaton, RunDoubt *doubt) {
  Error why = {0};
  Finding finding = automaton_finds_violations(formulas, f, automaton, ABOUT_WORK_SMALL, &why);
  if (finding == FINDING_OPEN) doubt->trusted = trusted_of_formula(VERDICT_HOLDS, why.message);
  if (finding == FINDING_REFUTED) error_set(&doubt->missed, "%s", why.message);
  error_free(&why);
}

void run_doubt_free(RunDoubt *doubt) {
  mem_free(doubt->trusted);
  error_free(&doubt->missed);
}
