#include "check/process_symbolic.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "check/process_claim.h"
#include "check/process_job.h"
#include "check/process_replay.h"
#include "engine/explicit/explicit.h"
#include "front/promela/promela_model.h"
#include "model/process_formula.h"
#include "view/process_system.h"

enum { STATES_AT_FIRST = 4000, STATES_LATER = 400, MOST_ROUNDS = 40 };

struct ProcessSymbolic {
  const Model *model;
  Settings settings; /* a copy, with the engines for circuits */
  EngineVec engines;
  ProcessBounds *bounds; /* NULL: nothing was seen yet */
  char *refused;
  bool closed;    /* it was shown that no run leaves the bounds, and that none fails ... */
  bool comes_out; /* ... and that every run leaves atomic sequences */
};

/* What is asked, and how it is asked of the circuit. */
typedef struct {
  ProcessAsked asked;
  const ProcessClaim *claim; /* of ASKS_CLAIM */
  ProcessDefect defect;      /* of what a single state or step shows */
  bool of_states;            /* it is such */
} CircuitQuestion;

ProcessSymbolic *process_symbolic_new(const Model *model, const Settings *settings) {
  ProcessSymbolic *s = mem_zalloc(sizeof *s);
  s->model = model;
  s->settings = *settings;
  for (size_t i = 0; i < settings->engines.size; i++)
    if (settings->engines.data[i] != &engine_explicit)
      vec_push(&s->engines, settings->engines.data[i]);
  s->settings.engines.data = s->engines.data;
  s->settings.engines.size = s->engines.size;
  return s;
}

void process_symbolic_free(ProcessSymbolic *s) {
  if (!s) return;
  process_bounds_free(s->bounds);
  vec_free(&s->engines);
  mem_free(s->refused);
  mem_free(s);
}

void process_symbolic_limit(ProcessSymbolic *s, Budget *within, int64_t jobs, uint64_t memory) {
  s->settings.within = within;
  s->settings.jobs = jobs;
  s->settings.memory = memory;
}

const char *process_symbolic_refusal(const ProcessSymbolic *s) { return s->refused; }

static CircuitQuestion question_of(const Model *model, size_t property) {
  CircuitQuestion question = {0};
  uint32_t claim;
  question.asked = promela_asks(model, property, &claim);
  question.of_states = question.asked != ASKS_CLAIM;
  question.defect.kind = question.asked == ASKS_ASSERTIONS ? SHOWS_FAULT : SHOWS_INVALID_END;
  if (question.of_states) return question;
  question.claim = model->processes->claims.data + claim;
  question.defect.kind = SHOWS_FALSE;
  question.of_states = question.claim->kind == CLAIM_LTL &&
                       process_formula_is_invariant(model->processes, question.claim->formula,
                                                    &question.defect.formula);
  return question;
}

/* ---- bounds ---- */

static void look_around(ProcessSymbolic *s, Budget *budget) {
  const Processes *program = s->model->processes;
  ProcessMachine *machine = process_machine_new(program);
  uint8_t *state = mem_alloc(PROCESS_STATE_LIMIT);
  ProcessFault fault;
  size_t size = process_initial(machine, state, &fault);
  s->bounds = process_bounds_new(program);
  if (fault == PROCESS_FINE)
    process_bounds_explore(s->bounds, state, size, STATES_AT_FIRST, 1, budget);
  mem_free(state);
  process_machine_free(machine);
}

/* Widens the bounds by the states of a run, and by some around its end. False if they held it. */
static bool widen(ProcessSymbolic *s, const U32Vec *run, Budget *budget) {
  ProcessReplay replay = process_replay_new(s->model->processes);
  bool changed = false;
  for (size_t i = 0; i < run->size && process_replay_step(&replay, run->data[i]); i++) {
    process_replay_load(&replay);
    changed |= process_bounds_add(s->bounds, replay.machine, replay.state);
  }
  if (changed)
    process_bounds_explore(s->bounds, replay.state, replay.size, STATES_LATER, run->size, budget);
  process_replay_free(&replay);
  s->closed = s->comes_out = false;
  return changed;
}

/* ---- circuits ---- */

static Lit either(const ProcessSystem *view, Lit a, Lit b) {
  return aig_or(view->system->aig, a, b);
}

/* A formula without temporal operators: its truth, and that it has none. */
typedef struct {
  Lit holds, faults;
} Truth;

/* As process_formula_holds says it: what follows from the first part is not asked further. False if
 * it cannot be said. */
static bool truth_of(ProcessSystem *view, uint32_t formula, Truth *truth) {
  const ProcessLtl *ltl = view->program->formulas.data + formula;
  Aig *aig = view->system->aig;
  Truth a, b;
  if (ltl->operator== LTL_ATOM)
    return process_system_atom(view, ltl->a, &truth->holds, &truth->faults);
  if (!truth_of(view, ltl->a, &a)) return false;
  if (ltl->operator== LTL_NOT) {
    *truth = (Truth){lit_not(a.holds), a.faults};
    return true;
  }
  if (!truth_of(view, ltl->b, &b)) return false;
  Lit asked = LIT_TRUE; /* the second part is */
  switch (ltl->operator) {
  case LTL_AND:
    asked = a.holds;
    truth->holds = aig_and(aig, a.holds, b.holds);
    break;
  case LTL_OR:
    asked = lit_not(a.holds);
    truth->holds = aig_or(aig, a.holds, b.holds);
    break;
  case LTL_IMPLIES:
    asked = a.holds;
    truth->holds = aig_or(aig, lit_not(a.holds), b.holds);
    break;
  default: truth->holds = lit_not(aig_xor(aig, a.holds, b.holds));
  }
  truth->faults = aig_or(aig, a.faults, aig_and(aig, asked, b.faults));
  return true;
}

/* What a state must not be, for a property of states. Inside atomic sequences, and after a step
 * that ended the run, nothing is asked. False if it cannot be said. */
static bool bad_state(ProcessSystem *view, const CircuitQuestion *question, Lit *bad) {
  Aig *aig = view->system->aig;
  if (question->asked == ASKS_ASSERTIONS) {
    *bad = either(view, view->fails, view->asserts);
  } else if (question->asked == ASKS_END_STATES) {
    *bad = aig_and(aig, view->ended, lit_not(view->valid_end));
  } else {
    Truth p;
    if (!truth_of(view, question->defect.formula, &p)) return false;
    Lit seen = aig_and(aig, lit_not(view->inside), lit_not(view->gone));
    *bad = aig_and(aig, seen, either(view, lit_not(p.holds), p.faults));
  }
  *bad = either(view, *bad, view->leaves);
  return true;
}

/* An atom that is bound. */
static Formula atom_of(Formulas *formulas, const char *name, Lit literal) {
  Formula atom = formula_atom(formulas, name);
  formulas->atoms.data[formula_node(formulas, atom)->left].literal = literal;
  return atom;
}

/* No step fails or leaves the bounds, and atoms can be evaluated wherever they are asked. */
static Formula stays(ProcessSystem *view, Formulas *formulas, Operator always, Lit faults) {
  Formula gone = atom_of(formulas, "_gone", either(view, view->gone, faults));
  return formula_unary(formulas, always, formula_unary(formulas, OP_NOT, gone));
}

static Formula comes_out(ProcessSystem *view, Formulas *formulas) {
  Formula inside = atom_of(formulas, "_inside", view->inside);
  Formula out = formula_unary(formulas, OP_FINALLY, formula_unary(formulas, OP_NOT, inside));
  return formula_unary(formulas, OP_GLOBALLY, out);
}

/* The formula over what is seen; FORMULA_NONE if it cannot be said. `faults`: an atom cannot be
 * evaluated. */
static Formula seen_formula(ProcessSystem *view, const ProcessClaim *claim, Formulas *formulas,
                            Lit *faults) {
  U32Vec expressions = {0};
  Formula f = process_claim_formula(formulas, view->program, claim->formula, &expressions);
  bool good = true;
  *faults = LIT_FALSE;
  for (size_t a = 0; a < expressions.size; a++) {
    Lit holds, fault;
    good &= process_system_atom(view, expressions.data[a], &holds, &fault);
    formulas->atoms.data[a].literal = holds;
    *faults = either(view, *faults, fault);
  }
  *faults = aig_and(view->system->aig, *faults, lit_not(either(view, view->inside, view->gone)));
  vec_free(&expressions);
  if (!good) return FORMULA_NONE;
  if (view->inside == LIT_FALSE) return f;
  return process_claim_of_seen(formulas, f, atom_of(formulas, "_inside", view->inside));
}

/* Adds the property to the model of the circuit; false if it cannot be said. */
static bool add_property(Model *circuit, ProcessSystem *view, const Model *model, size_t number) {
  const Property *asked = model->properties.data + number;
  CircuitQuestion question = question_of(model, number);
  Property property = {.kind = PROPERTY_INVARIANT, .bad = LIT_FALSE, .formula = FORMULA_NONE};
  if (question.of_states) {
    if (!bad_state(view, &question, &property.bad)) return false;
  } else {
    bool tree = question.claim->kind == CLAIM_CTL;
    Formulas *formulas = circuit->formulas;
    Lit faults;
    Formula f = seen_formula(view, question.claim, formulas, &faults);
    if (f == FORMULA_NONE) return false;
    if (tree && faults != LIT_FALSE) return false; /* a violation could be one of these */
    Formula inside = stays(view, formulas, tree ? OP_AG : OP_GLOBALLY, faults);
    f = formula_binary(formulas, OP_AND, inside, f);
    if (!tree && view->loops_inside)
      f = formula_binary(formulas, OP_AND, comes_out(view, formulas), f);
    property.kind = tree ? PROPERTY_CTL : PROPERTY_LTL;
    property.formula = f;
  }
  property.name = mem_string(asked->name);
  property.text = mem_string(asked->text ? asked->text : asked->name);
  vec_push(&circuit->properties, property);
  return true;
}

static Model *empty_circuit(const Model *model, ProcessSystem *view) {
  Model *circuit = model_new(model->file);
  system_free(circuit->system);
  circuit->system = view->system;
  return circuit;
}

/* ---- runs ---- */

typedef struct {
  const ProcessMove *wanted;
  uint32_t place;
  bool found;
} Lookup;

static bool is_wanted(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                      ProcessFault fault) {
  Lookup *lookup = context;
  (void)state;
  (void)size;
  (void)fault;
  lookup->found = move->pid == lookup->wanted->pid && move->command == lookup->wanted->command &&
                  (move->partner == PROCESS_NONE || (move->partner == lookup->wanted->partner &&
                                                     move->received == lookup->wanted->received));
  lookup->place += !lookup->found;
  return !lookup->found;
}

/* A run, and the step that follows the last one: PROCESS_NO_LOOP if it may go on in any way. */
typedef struct {
  U32Vec run;
  int64_t loop;
} ProcessLasso;

/* The way back: the run of the program that a trace of the circuit shows. It ends early where the
 * program does, then its last state repeats, or where a step fails. */
static ProcessLasso run_of(const ProcessSystem *view, const Trace *trace) {
  ProcessLasso lasso = {.loop = trace->loop};
  ProcessReplay replay = process_replay_new(view->program);
  for (size_t i = 0; i < trace->steps.size; i++) {
    process_replay_load(&replay);
    ProcessMove move =
        process_system_move(view, trace->steps.data + i, replay.machine, replay.state);
    Lookup lookup = {.wanted = &move};
    process_successors(replay.machine, replay.state, replay.size, is_wanted, &lookup);
    if (!lookup.found) {
      if (lasso.loop < 0) break;
      lasso.loop = (int64_t)lasso.run.size;
      vec_push(&lasso.run, NOTHING_HAPPENS);
      break;
    }
    vec_push(&lasso.run, lookup.place);
    if (!process_replay_step(&replay, lookup.place) || replay.fault > PROCESS_ASSERTION) break;
  }
  process_replay_free(&replay);
  return lasso;
}

/* ---- answers ---- */

static void decide(Result *result, const char *engine, Verdict verdict) {
  Outcome *outcome = &result->outcome;
  outcome->engine = engine;
  mem_free(outcome->reason);
  outcome->reason = NULL;
  outcome->verdict = verdict;
  outcome->evidence = result->evidence.kind;
  if (result->evidence.size) outcome->size = result->evidence.size;
  outcome->checked = true;
}

static void give_up(Result *result, const char *reason) {
  result->outcome.verdict = VERDICT_UNKNOWN;
  mem_free(result->outcome.reason);
  result->outcome.reason = mem_string(reason);
}

/* The proof about the circuit is one about the program; the circuit goes with it. */
static void take_proof(Result *result, Model *circuit, Result *found) {
  result->circuit = circuit;
  result->task = found->task;
  result->evidence = found->evidence;
  result->outcome.stats = found->outcome.stats;
  result->outcome.size = found->outcome.size;
  if (found->outcome.trusted) outcome_add_trusted(&result->outcome, found->outcome.trusted);
  outcome_add_trusted(&result->outcome, "that the circuit which was checked is the program");
  result->note = found->note;
  found->note = NULL;
  found->task = NULL;
  found->evidence = (Evidence){0};
  found->outcome.stats = (Stats){0};
  vec_append(&result->names, &found->names);
  vec_clear(&found->names);
  decide(result, found->outcome.engine, found->outcome.verdict);
}

/* Whether the run shows what is asked. */
static bool run_shows(const ProcessSymbolic *s, const CircuitQuestion *question,
                      ProcessLasso *lasso, Error *error) {
  const Processes *program = s->model->processes;
  if (question->of_states) {
    lasso->loop = PROCESS_NO_LOOP;
    bool ends = question->defect.kind != SHOWS_FAULT;
    if (ends && process_run_shows(program, &lasso->run, PROCESS_NO_LOOP, question->defect, error))
      return true;
    if (ends && lasso->run.size) { /* without the step that the circuit takes there */
      error_free(error);
      *error = (Error){0};
      lasso->run.size--;
      bool shown =
          process_run_shows(program, &lasso->run, PROCESS_NO_LOOP, question->defect, error);
      lasso->run.size += !shown;
      return shown;
    }
    return process_run_shows(program, &lasso->run, PROCESS_NO_LOOP, question->defect, error);
  }
  ProcessDefect defect = {.kind = SHOWS_RUN,
                          .question = {RUNS_OF_FORMULA, question->claim->formula}};
  return process_run_shows(program, &lasso->run, lasso->loop, defect, error);
}

/* What became of one round. */
typedef enum { ROUND_DONE, ROUND_WIDER, ROUND_OPEN, ROUND_STUCK } Round;

static Round take_run(ProcessSymbolic *s, const CircuitQuestion *question,
                      const ProcessSystem *view, const Result *found, Budget *budget,
                      Result *result) {
  ProcessLasso lasso = run_of(view, found->evidence.trace);
  Error error = {0};
  Round round = ROUND_DONE;
  if (run_shows(s, question, &lasso, &error)) {
    process_run_result(s->model->processes, &lasso.run, lasso.loop,
                       question->of_states ? &question->defect : NULL, result);
    decide(result, found->outcome.engine, VERDICT_VIOLATED);
  } else if (widen(s, &lasso.run, budget)) {
    round = ROUND_WIDER;
  } else {
    Text reason = {0};
    text_format(&reason, "a run of engine %s shows no violation: %s", found->outcome.engine,
                error.message);
    give_up(result, reason.data);
    text_free(&reason);
  }
  error_free(&error);
  vec_free(&lasso.run);
  return round;
}

/* Asks the engines about the first property of a circuit; `any`: all of them, whatever was named.
 */
static Result *ask(const ProcessSymbolic *s, const Model *circuit, bool any, double seconds) {
  Settings own = s->settings;
  own.timeout = seconds;
  if (any) {
    own.engines.size = 0;
    own.engine = NULL;
  }
  return check_property(circuit, 0, &own);
}

/* The program is no circuit, unless there was no time to make it one. */
static Round refuse(ProcessSymbolic *s, ProcessSystem *view, Budget *budget) {
  if (!budget_spent(budget)) s->refused = mem_string(view->refused);
  process_system_free(view);
  return ROUND_OPEN;
}

/* Of CTL both answers need that no step fails or leaves the bounds, and that no run stays inside an
 * atomic sequence: shown beforehand, on a circuit of its own. Done: it is shown. */
static Round show_closed(ProcessSymbolic *s, double seconds, Budget *budget, Result *result) {
  ProcessSystem view = process_system(s->model->processes, s->bounds, budget);
  if (view.refused) return refuse(s, &view, budget);
  Model *circuit = empty_circuit(s->model, &view);
  bool liveness = s->closed;
  Property property = {.kind = liveness ? PROPERTY_LTL : PROPERTY_INVARIANT,
                       .name = mem_string("closed"),
                       .bad = either(&view, view.fails, view.leaves),
                       .formula = liveness ? comes_out(&view, circuit->formulas) : FORMULA_NONE};
  vec_push(&circuit->properties, property);
  Round round = ROUND_OPEN;
  bool needless = liveness && !view.loops_inside;
  Result *found = needless ? NULL : ask(s, circuit, true, seconds);
  if (needless || found->outcome.verdict == VERDICT_HOLDS) {
    s->comes_out = liveness;
    s->closed = true;
    round = ROUND_DONE;
  } else if (found->evidence.trace) {
    ProcessLasso lasso = run_of(&view, found->evidence.trace);
    if (widen(s, &lasso.run, budget)) round = ROUND_WIDER;
    else
      give_up(result, liveness ? "a run can stay inside an atomic sequence for ever"
                               : "a step of the program can fail: ask for 'assertions'");
    vec_free(&lasso.run);
  }
  result_free(found);
  model_free(circuit);
  process_system_free(&view);
  return round;
}

static Round try_once(ProcessSymbolic *s, size_t property, double seconds, Budget *budget,
                      Result *result) {
  CircuitQuestion question = question_of(s->model, property);
  bool tree = question.claim && question.claim->kind == CLAIM_CTL;
  while (tree && !s->comes_out) {
    Round round = show_closed(s, seconds, budget, result);
    if (round != ROUND_DONE || result->outcome.reason)
      return result->outcome.reason ? ROUND_DONE : round;
  }
  ProcessSystem view = process_system(s->model->processes, s->bounds, budget);
  if (view.refused) return refuse(s, &view, budget);
  Model *circuit = empty_circuit(s->model, &view);
  Round round = ROUND_OPEN;
  Result *found = NULL;
  if (!add_property(circuit, &view, s->model, property)) {
    give_up(result, "the formula cannot be said of a circuit");
    round = ROUND_STUCK;
  } else {
    double start = clock_wall();
    found = ask(s, circuit, false, seconds);
    Verdict verdict = found->outcome.verdict;
    if (found->internal_error) {
      result->internal_error = found->internal_error;
      found->internal_error = NULL;
      give_up(result, "an answer did not check");
      round = ROUND_DONE;
    } else if (verdict == VERDICT_HOLDS || (verdict == VERDICT_VIOLATED && tree)) {
      take_proof(result, circuit, found);
      circuit = NULL;
      round = ROUND_DONE;
    } else if (verdict == VERDICT_VIOLATED && found->evidence.trace) {
      round = take_run(s, &question, &view, found, budget, result);
    } else if (clock_wall() - start < seconds / 2 && found->outcome.reason) {
      give_up(result, found->outcome.reason);
      round = ROUND_STUCK;
    }
  }
  result_free(found);
  model_free(circuit);
  process_system_free(&view);
  return round;
}

SymbolicAnswer process_symbolic_try(ProcessSymbolic *s, size_t property, double seconds,
                                    Budget *budget, Result *result) {
  if (seconds > budget_seconds_left(budget)) seconds = budget_seconds_left(budget);
  double end = clock_wall() + seconds;
  if (!s->bounds) look_around(s, budget);
  for (int i = 0; i < MOST_ROUNDS && !s->refused && !budget_spent(budget); i++) {
    double left = end - clock_wall();
    if (left <= 0) return SYMBOLIC_OPEN;
    Round round = try_once(s, property, left, budget, result);
    if (round == ROUND_STUCK) return SYMBOLIC_STUCK;
    if (round != ROUND_WIDER) return round == ROUND_DONE ? SYMBOLIC_DECIDED : SYMBOLIC_OPEN;
  }
  return SYMBOLIC_OPEN;
}

Model *process_symbolic_convert(const Model *model, const Settings *settings, Error *error) {
  ProcessSymbolic *s = process_symbolic_new(model, settings);
  look_around(s, NULL);
  ProcessSystem view = process_system(model->processes, s->bounds, NULL);
  Model *circuit = NULL;
  if (view.refused) {
    error_at(error, model->file, 0, 0, "the program is no circuit: %s", view.refused);
  } else {
    circuit = empty_circuit(model, &view);
    for (size_t i = 0; i < model->properties.size && circuit; i++) {
      const Property *property = model->properties.data + i;
      if (!property->unchecked && add_property(circuit, &view, model, i)) continue;
      error_at(error, model->file, 0, 0, "'%s' cannot be said of a circuit%s%s", property->name,
               property->unchecked ? ": " : "", property->unchecked ? property->unchecked : "");
      model_free(circuit);
      circuit = NULL;
    }
  }
  process_system_free(&view);
  process_symbolic_free(s);
  return circuit;
}
