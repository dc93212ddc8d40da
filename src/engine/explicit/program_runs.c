/* See program_runs.h. */
#include "engine/explicit/program_runs.h"

#include "base/memory.h"

/* What is known of a state that was expanded. */
typedef struct {
  size_t first; /* of its successors, in `targets`; and of their movers */
  uint64_t letter;
  uint32_t count;
  bool expanded, silent;
} Known;

typedef struct {
  const ProgramClaim *claim;
  ProgramRunOptions options;
  ProgramSpace *space;
  VEC(Known) known; /* by state */
  U32Vec targets, movers;
  unsigned fair_sets; /* processes that can be told apart */
  const char *reason; /* why the search cannot go on */
  ProgramRunFigures figures;
  ProgramRunsTell tell;
  void *context;
} Search;

static void look(Search *search, uint32_t state, Known *known) {
  ProcessMachine *machine = program_space_look(search->space, state);
  known->silent = !machine;
  search->figures.inner_states += known->silent;
  search->figures.states += !known->silent;
  if (!machine) return;
  ProcessFault fault;
  known->letter = program_claim_letter(search->claim, machine, &fault);
  if (fault != PROCESS_FINE) search->reason = process_fault_text(fault);
}

static const Known *know(Search *search, uint32_t state) {
  if (state >= search->known.size) vec_resize(&search->known, (size_t)state + 1);
  if (search->known.data[state].expanded) return search->known.data + state;
  Known known = {.expanded = true, .first = search->targets.size};
  look(search, state, &known);
  ProgramExpansion expansion = {0};
  if (!search->reason) program_space_expand(search->space, state, &expansion);
  known.count = (uint32_t)expansion.targets.size;
  for (size_t i = 0; i < expansion.targets.size; i++) {
    vec_push(&search->targets, expansion.targets.data[i]);
    if (!search->options.weak_fairness) continue;
    vec_push(&search->movers, expansion.movers.data[i]);
    if (expansion.movers.data[i] >= search->fair_sets)
      search->reason = "there are too many processes for fairness";
  }
  if (program_space_full(search->space))
    search->reason = "there are more states than can be numbered";
  search->known.data[state] = known;
  if (search->tell && search->figures.states % 256 == 0) {
    search->figures.bytes = program_space_bytes(search->space);
    search->tell(search->context, &search->figures);
  }
  return search->known.data + state;
}

static Numbers successors(void *context, uint32_t state) {
  Search *search = context;
  const Known *known = know(search, state);
  return (Numbers){search->targets.data + known->first, known->count};
}

static uint64_t letter(void *context, uint32_t state) { return know(context, state)->letter; }

static bool is_silent(void *context, uint32_t state) { return know(context, state)->silent; }

/* The processes that take the step, or can begin none in its state: inside an atomic sequence the
 * others are not asked. */
static Marks marks(void *context, uint32_t state, size_t successor) {
  Search *search = context;
  const Known *known = know(search, state);
  Marks blocked = known->silent ? 0 : ~(Marks)0;
  for (uint32_t i = 0; i < known->count; i++)
    blocked &= ~((Marks)1 << search->movers.data[known->first + i]);
  if (known->count) blocked |= (Marks)1 << search->movers.data[known->first + successor];
  return blocked << search->claim->automaton->sets;
}

static void make_run(Search *search, const StateLasso *lasso, ProgramRun *run) {
  for (size_t i = 0; i < lasso->states.size; i++) {
    uint32_t from = lasso->states.data[i];
    uint32_t to = lasso->states.data[i + 1 < lasso->states.size ? i + 1 : lasso->loop];
    const Known *known = know(search, from);
    if (i == lasso->loop) run->loop = run->choices.size;
    if (!known->count) {
      vec_push(&run->choices, NOTHING_HAPPENS);
      continue;
    }
    uint32_t mover = search->options.weak_fairness
                         ? search->movers.data[known->first + lasso->taken.data[i]]
                         : PROCESS_NONE;
    program_space_step(search->space, from, to, mover, &run->choices);
  }
}

ProgramRunAnswer program_runs_search(const ProgramClaim *claim, ProgramRunOptions options,
                                     Budget *budget, ProgramRunsTell tell, void *context) {
  ProgramRunAnswer answer = {.found = RUN_UNKNOWN};
  ProcessFault fault;
  Search search = {.claim = claim, .options = options, .tell = tell, .context = context};
  /* who moves inside an atomic sequence is needed for fairness alone */
  ProgramSpaceOptions space_options = {.salt = options.second,
                                       .plain = options.second,
                                       .proviso = IGNORE_NOBODY_ON_CYCLES,
                                       .passes_inner = !options.weak_fairness};
  if (options.partial_order && !options.weak_fairness)
    space_options.stubborn =
        program_stubborn_new(claim->program, &claim->atoms, options.second, &answer.reason);
  search.space = program_space_new(claim->program, space_options, &fault);
  if (!search.space) {
    program_stubborn_free(space_options.stubborn);
    answer.reason = process_fault_text(fault);
    return answer;
  }
  Kripke kripke = {
      .context = &search, .successors = successors, .letter = letter, .is_silent = is_silent};
  if (options.weak_fairness) {
    search.fair_sets = AUTOMATON_SETS - claim->automaton->sets;
    kripke.marks = marks;
    kripke.all_marks = ~automaton_all(claim->automaton);
  }
  StateLasso lasso = {0};
  bool nested = options.second && !options.weak_fairness;
  answer.found = nested ? run_by_nested_search(&kripke, claim->automaton, budget, &lasso,
                                               &search.figures.pairs)
                        : run_by_components(&kripke, claim->automaton, options.second, budget,
                                            &lasso, &search.figures.pairs);
  if (search.reason) answer.found = RUN_UNKNOWN;
  answer.reason = search.reason;
  if (answer.found == RUN_FOUND) make_run(&search, &lasso, &answer.run);
  search.figures.reduced_states = program_space_reduced(search.space);
  search.figures.transitions = program_space_transitions(search.space);
  search.figures.bytes = program_space_bytes(search.space);
  answer.figures = search.figures;
  state_lasso_free(&lasso);
  vec_free(&search.known);
  vec_free(&search.targets);
  vec_free(&search.movers);
  program_space_free(search.space);
  program_stubborn_free(space_options.stubborn);
  return answer;
}

void program_run_free(ProgramRun *run) { vec_free(&run->choices); }
