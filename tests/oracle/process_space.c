#include "oracle/process_space.h"

#include "engine/explicit/program_claim.h"
#include "formula/ltl/ltl_automaton.h"
#include "oracle/two_machines.h"
#include "test.h"

/* ---- the states ---- */

static bool add_successor(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                          ProcessFault fault) {
  ProcessSpace *space = context;
  space->faults[fault]++;
  if (fault > PROCESS_ASSERTION) return true; /* the run ends here */
  vec_push(&space->movers, move->pid);
  vec_push(&space->successors, names_add_n(&space->states, (const char *)state, size));
  return true;
}

static const uint8_t *bytes_of(const ProcessSpace *space, uint32_t state) {
  return (const uint8_t *)space->states.text[state];
}

static void load(ProcessSpace *space, uint32_t state) {
  process_load(space->machine, bytes_of(space, state), space->states.length[state]);
}

bool process_space_build(ProcessSpace *space, const Processes *program, size_t limit) {
  *space = (ProcessSpace){.program = program,
                          .machine = process_machine_new(program),
                          .fast = process_machine_new_fast(program)};
  uint8_t *first = mem_alloc(PROCESS_STATE_LIMIT);
  ProcessFault fault;
  size_t size = process_initial(space->machine, first, &fault);
  names_add_n(&space->states, (const char *)first, size);
  mem_free(first);
  if (fault != PROCESS_FINE) return false;
  for (uint32_t i = 0; i < space->states.size; i++) {
    if (space->states.size > limit) return false;
    const uint8_t *state = bytes_of(space, i);
    if (!two_machines_agree(space->machine, space->fast, state, space->states.length[i]))
      test_fail(__FILE__, __LINE__, "the machines differ in state %u", i);
    space->counted += process_state_exclusive(state) == PROCESS_NONE;
    vec_push(&space->first, (uint32_t)space->successors.size);
    size_t found =
        process_successors(space->machine, state, space->states.length[i], add_successor, space);
    load(space, i);
    if (!found && process_state_running(state) && !process_is_end(space->machine))
      space->deadlocks++;
  }
  vec_push(&space->first, (uint32_t)space->successors.size);
  return true;
}

void process_space_free(ProcessSpace *space) {
  process_machine_free(space->machine);
  process_machine_free(space->fast);
  names_free(&space->states);
  vec_free(&space->successors);
  vec_free(&space->movers);
  vec_free(&space->first);
}

bool process_space_is_safe(const ProcessSpace *space) {
  for (int fault = PROCESS_FINE + 1; fault < PROCESS_FAULTS; fault++)
    if (space->faults[fault]) return false;
  return !space->deadlocks;
}

/* ---- the product with an observer ---- */

/* An observer looks at each state that SPIN counts, and moves. */
typedef struct Observer Observer;
struct Observer {
  uint32_t states, initial;
  /* Its moves in a state of the program; UINT32_MAX: it has seen enough. */
  void (*moves)(Observer *observer, ProcessSpace *space, uint32_t state, uint32_t at, U32Vec *to);
  bool (*accepts)(Observer *observer, ProcessSpace *space, uint32_t state, uint32_t at);
  const Proctype *claim;
  const Automaton *automaton;
  const uint32_t *atoms; /* of the automaton: expressions */
};

typedef struct {
  ProcessSpace *space;
  Observer *observer;
  U32Vec moves;
} Product;

/* Appends the successors of a pair; false: the observer has seen enough. */
static bool expand(Product *product, uint64_t pair, U32Vec *states, U32Vec *ats) {
  ProcessSpace *space = product->space;
  uint32_t state = (uint32_t)(pair / product->observer->states);
  uint32_t at = (uint32_t)(pair % product->observer->states);
  uint32_t from = space->first.data[state], to = space->first.data[state + 1];
  vec_clear(&product->moves);
  if (process_state_exclusive(bytes_of(space, state)) != PROCESS_NONE)
    vec_push(&product->moves, at);
  else product->observer->moves(product->observer, space, state, at, &product->moves);
  for (size_t i = 0; i < product->moves.size; i++) {
    if (product->moves.data[i] == UINT32_MAX) return false;
    for (uint32_t k = from; k < (from == to ? to + 1 : to); k++) {
      vec_push(states, from == to ? state : space->successors.data[k]);
      vec_push(ats, product->moves.data[i]);
    }
  }
  return true;
}

/* ---- fairness of a component ---- */

/* Whether some step of the process stays among the pairs, or it can begin none in one of them. */
static bool is_fair_to(Product *product, const uint64_t *pairs, size_t count, uint32_t pid) {
  ProcessSpace *space = product->space;
  for (size_t i = 0; i < count; i++) {
    uint32_t state = (uint32_t)(pairs[i] / product->observer->states);
    U32Vec states = {0}, ats = {0};
    bool begins = false, takes = false;
    uint32_t from = space->first.data[state], steps = space->first.data[state + 1] - from;
    expand(product, pairs[i], &states, &ats);
    for (size_t k = 0; k < states.size && steps; k++) {
      if (space->movers.data[from + k % steps] != pid) continue;
      begins = true;
      uint64_t next = (uint64_t)states.data[k] * product->observer->states + ats.data[k];
      for (size_t j = 0; j < count; j++) takes |= pairs[j] == next;
    }
    for (uint32_t k = 0; k < steps; k++) begins |= space->movers.data[from + k] == pid;
    vec_free(&states);
    vec_free(&ats);
    bool seen = process_state_exclusive(bytes_of(space, state)) == PROCESS_NONE;
    if (takes || (seen && !begins)) return true;
  }
  return false;
}

/* Processes that never move are treated fairly. */
static bool is_fair(Product *product, const uint64_t *pairs, size_t count) {
  uint32_t most = 0;
  for (size_t i = 0; i < product->space->movers.size; i++)
    if (product->space->movers.data[i] >= most) most = product->space->movers.data[i] + 1;
  for (uint32_t pid = 0; pid < most; pid++)
    if (!is_fair_to(product, pairs, count, pid)) return false;
  return true;
}

typedef struct {
  uint64_t pair;
  size_t next, end; /* in the list of successors */
} Visit;

/* Whether an automaton accepts whatever it sees from a state on. */
static bool takes_all(const Observer *observer, uint32_t at) {
  if (!observer->automaton) return false;
  for (EACH_EDGE(observer->automaton, at, edge))
    if (edge->target == at && edge->label == LABEL_TRUE) return true;
  return false;
}

/* Tarjan's components: whether one with a cycle has an accepting pair. */
static bool search(ProcessSpace *space, Observer *observer, bool fair) {
  Product product = {.space = space, .observer = observer};
  uint64_t pairs = (uint64_t)space->states.size * observer->states;
  uint32_t *index = mem_array(pairs, sizeof *index), *low = mem_array(pairs, sizeof *low);
  bool *closed = mem_array(pairs, sizeof *closed);
  VEC(Visit) stack = {0};
  VEC(uint64_t) open = {0};
  U32Vec states = {0}, ats = {0};
  uint32_t count = 0;
  bool found = false;
  vec_push(&stack, ((Visit){.pair = observer->initial}));
  while (stack.size && !found) {
    Visit *visit = &stack.data[stack.size - 1];
    uint64_t pair = visit->pair;
    if (!index[pair]) {
      index[pair] = low[pair] = ++count;
      vec_push(&open, pair);
      visit->next = states.size;
      found = !expand(&product, pair, &states, &ats);
      visit = &stack.data[stack.size - 1];
      visit->end = states.size;
    }
    if (visit->next < visit->end) {
      uint64_t next = (uint64_t)states.data[visit->next] * observer->states + ats.data[visit->next];
      if (!index[next]) {
        vec_push(&stack, ((Visit){.pair = next}));
        continue;
      }
      if (!closed[next] && low[next] < low[pair]) low[pair] = low[next];
      visit->next++;
      continue;
    }
    size_t start = visit->end;
    while (start > 0 && stack.size > 1 && start > stack.data[stack.size - 2].end) start--;
    if (low[pair] == index[pair]) {
      size_t from = open.size;
      while (open.data[--from] != pair) {
      }
      bool cycle = open.size - from > 1;
      for (size_t i = stack.size > 1 ? stack.data[stack.size - 2].end : 0; i < visit->end; i++)
        cycle |= (uint64_t)states.data[i] * observer->states + ats.data[i] == pair;
      bool accepted = false;
      for (size_t i = from; i < open.size; i++) {
        uint64_t member = open.data[i];
        uint32_t state = (uint32_t)(member / observer->states);
        closed[member] = true;
        /* inside an atomic sequence nothing is seen */
        if (process_state_exclusive(bytes_of(space, state)) == PROCESS_NONE ||
            takes_all(observer, (uint32_t)(member % observer->states)))
          accepted |=
              observer->accepts(observer, space, state, (uint32_t)(member % observer->states));
      }
      if (cycle && accepted) found = !fair || is_fair(&product, open.data + from, open.size - from);
      open.size = from;
    }
    states.size = ats.size = stack.size > 1 ? stack.data[stack.size - 2].end : 0;
    stack.size--;
  }
  mem_free(index);
  mem_free(low);
  mem_free(closed);
  vec_free(&stack);
  vec_free(&open);
  vec_free(&states);
  vec_free(&ats);
  vec_free(&product.moves);
  return found;
}

/* ---- never claims ---- */

static bool claim_move(ProcessSpace *space, const ProcessCommand *command, bool moved) {
  ProcessFault fault;
  if (command->action == PROCESS_SKIP || command->action == PROCESS_END) return true;
  if (command->action == PROCESS_ELSE) return !moved;
  if (command->action == PROCESS_ASSERT) return true;
  return process_evaluate(space->machine, command->expression, &fault) != 0;
}

static void claim_moves(Observer *observer, ProcessSpace *space, uint32_t state, uint32_t at,
                        U32Vec *to) {
  const ProcessControl *control = &observer->claim->controls.data[at];
  bool moved = false;
  load(space, state);
  for (uint32_t i = 0; i < control->count; i++) {
    uint32_t number = observer->claim->choices.data[control->first + i];
    const ProcessCommand *command = &space->program->commands.data[number];
    if (!claim_move(space, command, moved)) continue;
    vec_push(to, command->action == PROCESS_END ? UINT32_MAX : command->target);
    moved = true;
  }
}

static bool claim_accepts(Observer *observer, ProcessSpace *space, uint32_t state, uint32_t at) {
  load(space, state);
  return observer->claim->controls.data[at].accept || process_is_accepting(space->machine);
}

/* ---- formulas ---- */

static void automaton_moves(Observer *observer, ProcessSpace *space, uint32_t state, uint32_t at,
                            U32Vec *to) {
  const Automaton *automaton = observer->automaton;
  uint64_t letter = 0;
  load(space, state);
  for (size_t i = 0; i < automaton->atoms.size; i++) {
    ProcessFault fault;
    uint32_t expression = observer->atoms[automaton->atoms.data[i]];
    if (process_evaluate(space->machine, expression, &fault)) letter |= (uint64_t)1 << i;
  }
  for (EACH_EDGE(automaton, at, edge))
    if (label_value(automaton->labels, edge->label, letter)) vec_push(to, edge->target);
}

static bool automaton_accepts(Observer *observer, ProcessSpace *space, uint32_t state,
                              uint32_t at) {
  const Automaton *automaton = observer->automaton;
  (void)space;
  (void)state;
  return automaton->first[at] < automaton->first[at + 1] &&
         automaton->edges.data[automaton->first[at]].marks == automaton_all(automaton);
}

static bool violates_formula(ProcessSpace *space, uint32_t number, bool fair) {
  Formulas *formulas = formulas_new();
  Labels *labels = labels_new();
  U32Vec expressions = {0}, none = {0};
  Error error = {0};
  Formula formula = program_formula(space->program, number, formulas, &expressions);
  LtlAutomatonOptions options = {.negate = true, .state_based = true};
  Automaton *automaton = ltl_automaton(formulas, formula, options, labels, &none, &error);
  bool found = false;
  if (automaton) {
    Observer observer = {.states = automaton->states,
                         .initial = automaton->initial,
                         .moves = automaton_moves,
                         .accepts = automaton_accepts,
                         .automaton = automaton,
                         .atoms = expressions.data};
    found = search(space, &observer, fair);
  }
  automaton_free(automaton);
  labels_free(labels);
  formulas_free(formulas);
  vec_free(&expressions);
  error_free(&error);
  return found;
}

bool process_space_violates(ProcessSpace *space, const ProcessClaim *claim, bool fair) {
  if (claim->kind == CLAIM_LTL) return violates_formula(space, claim->formula, fair);
  const Proctype *proctype = &space->program->proctypes.data[claim->proctype];
  Observer observer = {.states = (uint32_t)proctype->controls.size,
                       .initial = proctype->start,
                       .moves = claim_moves,
                       .accepts = claim_accepts,
                       .claim = proctype};
  return search(space, &observer, fair);
}

/* ---- labels ---- */

static void stay(Observer *observer, ProcessSpace *space, uint32_t state, uint32_t at, U32Vec *to) {
  (void)observer;
  (void)space;
  (void)state;
  vec_push(to, at);
}

static bool accepts_label(Observer *observer, ProcessSpace *space, uint32_t state, uint32_t at) {
  (void)observer;
  (void)at;
  load(space, state);
  return process_is_accepting(space->machine);
}

bool process_space_has_acceptance_cycle(ProcessSpace *space, bool fair) {
  Observer observer = {.states = 1, .moves = stay, .accepts = accepts_label};
  return search(space, &observer, fair);
}

/* SPIN's claim: from some point on, np_ for ever. */
static void idle_moves(Observer *observer, ProcessSpace *space, uint32_t state, uint32_t at,
                       U32Vec *to) {
  (void)observer;
  load(space, state);
  if (!process_is_progressing(space->machine)) vec_push(to, 1);
  if (!at) vec_push(to, 0);
}

static bool idle_accepts(Observer *observer, ProcessSpace *space, uint32_t state, uint32_t at) {
  (void)observer;
  (void)space;
  (void)state;
  return at == 1;
}

bool process_space_has_idle_cycle(ProcessSpace *space, bool fair) {
  Observer observer = {.states = 2, .moves = idle_moves, .accepts = idle_accepts};
  return search(space, &observer, fair);
}
