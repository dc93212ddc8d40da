/* What is asked of states of programs, by one search breadth first; see process_job.h.
 *
 * If it takes long, a second one dives beside it, depth first: some violations lie at the end of
 * runs of thousands of steps, before which breadth first there are too many states. Since its runs
 * are long, what it has found waits until the first search has had as much time again. */
#include "base/clock.h"
#include "base/memory.h"
#include "check/process_job.h"
#include "check/process_second.h"
#include "engine/explicit/program_space.h"
#include "model/process_formula.h"

/* The dive begins after so many states, and takes a step for each DIVE_SHARE of them. */
enum { DIVE_AFTER = 1 << 16, DIVE_SHARE = 4 };

/* What the dive has found, to be given out when so many states are expanded. */
typedef struct {
  size_t question, when;
  U32Vec run;
} Found;

struct ProcessStates {
  ProcessJob *job;
  ProgramSpace *space;       /* NULL: there is no initial state, or it has given its memory back */
  ProgramStubborn *stubborn; /* NULL: no step is left out */
  bool exact;                /* all states as they are, none left out */
  bool nobody_ignored;       /* by partial order */
  size_t expanded;
  ProcessDive *dive; /* NULL: it has not begun, or is over */
  size_t dived;      /* steps of it */
  VEC(Found) found;
};

static bool is_open(const ProcessQuestion *question) {
  return question->result && question->defect.kind != SHOWS_RUN;
}

static bool some_open(const ProcessJob *job) {
  for (size_t i = 0; i < job->questions.size; i++)
    if (is_open(job->questions.data + i)) return true;
  return false;
}

static void count(ProcessStates *search) {
  size_t counted = program_space_counted(search->space);
  search->job->stats = (ProcessStats){.states = counted,
                                      .inner_states = search->expanded - counted,
                                      .reduced_states = program_space_reduced(search->space),
                                      .transitions = program_space_transitions(search->space),
                                      .bytes_per_state = program_space_bytes(search->space) /
                                                         program_space_states(search->space)};
}

static void tell(ProcessStates *search) {
  ProcessJob *job = search->job;
  if (!process_tells(job)) return;
  size_t states = program_space_states(search->space);
  Text words = {0};
  text_format(&words, "%zu states, %.0f%% expanded, %.0f per second, %.0f MB", states,
              100.0 * (double)search->expanded / (double)states,
              (double)search->expanded / (clock_wall() - job->start + 1e-9),
              (double)program_space_bytes(search->space) / 1e6);
  process_tell(job, states, words.data);
  text_free(&words);
}

/* Whether the state that was expanded has the defect. A formula that cannot be evaluated there does
 * not hold. */
static bool has_defect(ProcessStates *search, const ProcessQuestion *question, uint32_t state,
                       const ProgramExpansion *expansion) {
  if (question->defect.kind == SHOWS_FAULT) return expansion->fault != PROCESS_FINE;
  if (question->defect.kind == SHOWS_INVALID_END) return expansion->invalid_end;
  ProcessMachine *machine = program_space_look(search->space, state);
  ProcessFault fault = PROCESS_FINE;
  if (!machine) return false;
  bool holds = process_formula_holds(machine, search->job->model->processes,
                                     question->defect.formula, &fault);
  return !holds || fault != PROCESS_FINE;
}

/* Gives out what the state that was expanded violates: first all is asked of it, since making runs
 * opens other states. */
static void look_at(ProcessStates *search, uint32_t state, const ProgramExpansion *expansion) {
  ProcessJob *job = search->job;
  U32Vec violated = {0}, fault_run = {0};
  for (size_t k = 0; k < expansion->fault_run.size; k++)
    vec_push(&fault_run, expansion->fault_run.data[k]);
  for (uint32_t i = 0; i < job->questions.size; i++) {
    ProcessQuestion *question = job->questions.data + i;
    if (is_open(question) && has_defect(search, question, state, expansion)) vec_push(&violated, i);
  }
  for (size_t i = 0; i < violated.size; i++) {
    ProcessQuestion *question = job->questions.data + violated.data[i];
    U32Vec run = {0};
    program_space_run(search->space, state, &run);
    if (question->defect.kind == SHOWS_FAULT) vec_append(&run, &fault_run);
    count(search);
    process_give_run(job, question, &run, PROCESS_NO_LOOP);
    vec_free(&run);
  }
  vec_free(&violated);
  vec_free(&fault_run);
}

/* ---- diving ---- */

static void keep_found(void *context, size_t question, const U32Vec *run) {
  ProcessStates *search = context;
  Found found = {.question = question, .when = 2 * search->expanded};
  for (size_t i = 0; i < run->size; i++) vec_push(&found.run, run->data[i]);
  vec_push(&search->found, found);
}

static void dive(ProcessStates *search) {
  ProcessFault fault;
  if (search->exact || search->expanded < DIVE_AFTER) return;
  if (search->expanded == DIVE_AFTER)
    search->dive = process_dive_new(search->job, keep_found, search, &fault);
  for (; search->dive && search->dived < search->expanded / DIVE_SHARE; search->dived++) {
    if (process_dive_step(search->dive)) continue;
    process_dive_free(search->dive);
    search->dive = NULL;
  }
}

/* `all`: nothing is waited for any more. */
static void give_found(ProcessStates *search, bool all) {
  for (size_t i = 0; i < search->found.size; i++) {
    Found *found = search->found.data + i;
    ProcessQuestion *question = search->job->questions.data + found->question;
    if (!is_open(question) || (!all && search->expanded < found->when)) continue;
    count(search);
    process_give_run(search->job, question, &found->run, PROCESS_NO_LOOP);
  }
}

/* Whether all states were expanded. */
static bool explore(ProcessStates *search, Budget *budget) {
  ProgramExpansion expansion;
  while (some_open(search->job) && !budget_spent(budget) && !program_space_full(search->space)) {
    if (search->expanded == program_space_states(search->space)) return true;
    uint32_t state = (uint32_t)search->expanded++;
    program_space_expand(search->space, state, &expansion);
    look_at(search, state, &expansion);
    if (search->expanded % 64 == 0) tell(search);
    dive(search);
    if (search->found.size) give_found(search, false);
  }
  give_found(search, true);
  return false;
}

/* ---- partial order ---- */

/* The formulas that are open; whether something is but the end states. */
static bool open_formulas(const ProcessJob *job, U32Vec *formulas) {
  bool more = false;
  for (size_t i = 0; i < job->questions.size; i++) {
    const ProcessQuestion *question = job->questions.data + i;
    if (!is_open(question)) continue;
    if (question->defect.kind == SHOWS_FALSE) vec_push(formulas, question->defect.formula);
    more |= question->defect.kind != SHOWS_INVALID_END;
  }
  return more;
}

/* Whether neither steps nor variables may be left out. */
static bool is_exact(const ProcessJob *job) {
  return !job->options->partial_order || job->options->exact_states;
}

/* Stubborn sets for what is open; NULL if there are none, or they are not wanted. */
static ProgramStubborn *stubborn_of(const ProcessJob *job, const U32Vec *formulas, bool backwards) {
  const Processes *program = job->model->processes;
  const char *reason;
  U32Vec atoms = {0};
  if (is_exact(job)) return NULL;
  for (size_t i = 0; i < formulas->size; i++)
    process_formula_atoms(program, formulas->data[i], &atoms);
  ProgramStubborn *stubborn = program_stubborn_new(program, &atoms, backwards, &reason);
  vec_free(&atoms);
  return stubborn;
}

/* ---- once more ---- */

/* A second search from the beginning. */
static bool search_again(const ProcessJob *job, const U32Vec *formulas, Budget *budget,
                         ProcessFigures *figures) {
  ProgramStubborn *stubborn = stubborn_of(job, formulas, true);
  bool all = process_second_search(job->model->processes, formulas, stubborn, !is_exact(job),
                                   budget, figures);
  program_stubborn_free(stubborn);
  return all;
}

/* What no state violates holds, if the second look has seen nothing that violates it, and no other
 * state. */
static void judge_open(ProcessJob *job, const ProcessFigures *figures, size_t states,
                       const char *trusted) {
  bool same = figures->closed && (!is_exact(job) || figures->counted == states);
  for (size_t i = 0; i < job->questions.size; i++) {
    ProcessQuestion *question = job->questions.data + i;
    if (!is_open(question)) continue;
    bool seen = question->defect.kind == SHOWS_FAULT         ? figures->faulty
                : question->defect.kind == SHOWS_INVALID_END ? figures->invalid_end
                                                             : !figures->formulas_hold;
    if (same && !seen) process_give_holds(job, question, states, trusted);
    else process_give_error(job, question, "the second look at all states saw something else");
  }
}

/* Beside others nothing but the number of states is told: who hears it looks again. Here the states
 * themselves are looked at, if there are all of them; else they are given back before. */
static void confirm(ProcessStates *search, Budget *budget) {
  ProcessJob *job = search->job;
  const char *trusted = search->exact      ? PROCESS_TRUST
                        : search->stubborn ? PROCESS_TRUST_FORGETFUL
                                           : PROCESS_TRUST_DEAD;
  for (size_t i = 0; i < job->questions.size && job->aside; i++)
    if (is_open(job->questions.data + i))
      process_give_holds(job, job->questions.data + i, job->stats.states, trusted);
  if (!some_open(job)) return;
  ProcessFigures figures;
  U32Vec formulas = {0};
  open_formulas(job, &formulas);
  if (!search->exact) {
    program_space_free(search->space);
    search->space = NULL;
  }
  bool all = search->exact ? process_second_closed(job->model->processes, search->space, &formulas,
                                                   budget, &figures)
                           : search_again(job, &formulas, budget, &figures);
  vec_free(&formulas);
  if (all) judge_open(job, &figures, job->stats.states, trusted);
}

void process_confirm_states(ProcessJob *job, size_t states, const char *trusted, Budget *budget) {
  ProcessFigures figures;
  U32Vec formulas = {0};
  open_formulas(job, &formulas);
  if (search_again(job, &formulas, budget, &figures)) judge_open(job, &figures, states, trusted);
  vec_free(&formulas);
}

/* ---- unreached code ---- */

/* The control states that the control graph of a proctype leads to. */
static Bits connected(const Processes *program, const Proctype *type) {
  Bits there = bits_new(type->controls.size + 1);
  U32Vec list = {0};
  vec_push(&list, type->start);
  bits_set(&there, type->start);
  for (size_t i = 0; i < list.size; i++) {
    const ProcessControl *control = type->controls.data + list.data[i];
    for (uint32_t k = 0; k < control->count; k++) {
      uint32_t next = program->commands.data[type->choices.data[control->first + k]].target;
      if (!next || bits_get(&there, next)) continue;
      bits_set(&there, next);
      vec_push(&list, next);
    }
  }
  vec_free(&list);
  return there;
}

/* After a complete search, as SPIN does. With partial order too: nobody is ignored for ever, so
 * what can be taken is taken in some state. */
static void tell_unreached(ProcessStates *search) {
  const Processes *program = search->job->model->processes;
  StringVec *unreached = &search->job->unreached;
  for (uint32_t t = 0; t < program->proctypes.size; t++) {
    const Proctype *type = program->proctypes.data + t;
    if (process_is_claim(program, t)) continue;
    Bits there = connected(program, type);
    for (size_t q = 1; q < type->controls.size; q++) {
      const ProcessControl *control = type->controls.data + q;
      if (!bits_get(&there, q)) continue;
      for (uint32_t i = 0; i < control->count && !control->deterministic; i++) {
        uint32_t number = type->choices.data[control->first + i];
        const ProcessCommand *command = program->commands.data + number;
        if (program_space_reached(search->space, number)) continue;
        Text text = {0};
        text_format(&text, "%s is never at %s:%d: %s", type->name,
                    program->files.data[command->source.file], command->source.line,
                    command->text ? command->text : "");
        vec_push(unreached, text_take(&text));
      }
    }
    bits_free(&there);
  }
  search->job->stats.unreached = unreached->size;
}

ProcessStates *process_states_new(ProcessJob *job, ProcessFault *fault) {
  ProcessStates *search = mem_zalloc(sizeof *search);
  search->exact = is_exact(job);
  ProgramSpaceOptions options = {
      .proviso = IGNORE_WHOM_IT_MAY, .passes_inner = true, .forgets = !search->exact};
  U32Vec formulas = {0};
  search->job = job;
  if (open_formulas(job, &formulas)) options.proviso = IGNORE_NOBODY_OF_OLDEST;
  search->stubborn = options.stubborn = stubborn_of(job, &formulas, false);
  vec_free(&formulas);
  search->nobody_ignored = options.proviso != IGNORE_WHOM_IT_MAY;
  search->space = program_space_new(job->model->processes, options, fault);
  return search;
}

bool process_states_turn(ProcessStates *search, Budget *turn, Budget *whole) {
  if (!search->space || !some_open(search->job)) return true;
  bool all = explore(search, turn);
  count(search);
  bool full = program_space_full(search->space);
  if (all && search->nobody_ignored) tell_unreached(search);
  if (all) confirm(search, whole);
  return all || full || !some_open(search->job);
}

void process_states_free(ProcessStates *search) {
  process_dive_free(search->dive);
  for (size_t i = 0; i < search->found.size; i++) vec_free(&search->found.data[i].run);
  vec_free(&search->found);
  program_space_free(search->space);
  program_stubborn_free(search->stubborn);
  mem_free(search);
}
