/* Bitstate search of programs (Holzmann 1987; three bits for each state, in a table of fixed size):
 * it may take a new state for an old one, and so can only refute. Depth first, so that the run to a
 * state is on the stack; what is found is judged as any other run. See process_job.h. */
#include "base/map.h"
#include "base/memory.h"
#include "check/process_job.h"
#include "model/process_formula.h"

enum { HASHES = 3, LOG_BITS = 28 }; /* 32 megabytes */

typedef struct {
  size_t offset, size; /* of the state, in `bytes` */
  uint32_t place;      /* of the step that is taken next */
} Frame;

typedef struct {
  ProcessJob *job;
  ProcessMachine *machine;
  uint64_t *bits;
  VEC(Frame) stack;
  VEC(uint8_t) bytes;
  uint8_t *next; /* the state behind the step */
  size_t next_size;
  uint32_t wanted; /* steps that are still to be passed by */
  ProcessFault fault;
  bool found; /* there is such a step */
} LossySearch;

/* Whether a state was marked; it is then. */
static bool mark(LossySearch *search, const uint8_t *state, size_t size) {
  uint64_t hash = hash_bytes(state, size);
  bool old = true;
  for (int i = 0; i < HASHES; i++, hash = hash_word(hash + 1)) {
    uint64_t bit = hash >> (64 - LOG_BITS);
    old &= search->bits[bit / 64] >> bit % 64 & 1;
    search->bits[bit / 64] |= (uint64_t)1 << bit % 64;
  }
  return old;
}

static void push(LossySearch *search) {
  size_t offset = search->bytes.size;
  assert(search->next_size);
  vec_push(&search->stack, ((Frame){offset, search->next_size, 0}));
  vec_reserve(&search->bytes, offset + search->next_size);
  memcpy(search->bytes.data + offset, search->next, search->next_size);
  search->bytes.size += search->next_size;
}

static bool take(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                 ProcessFault fault) {
  LossySearch *search = context;
  (void)move;
  if (search->wanted--) return true;
  search->found = true;
  search->fault = fault;
  memcpy(search->next, state, size);
  search->next_size = size;
  return false;
}

/* The run on the stack, without the last step that was not taken yet. */
static void give_run(LossySearch *search, ProcessQuestion *question, bool with_step) {
  U32Vec run = {0};
  for (size_t i = 0; i + !with_step < search->stack.size; i++)
    vec_push(&run, search->stack.data[i].place - 1);
  process_give_run(search->job, question, &run, PROCESS_NO_LOOP);
  vec_free(&run);
}

/* Gives out what the newest state violates, or its step that was just taken. */
static void look(LossySearch *search, bool at_step, bool ends) {
  const Frame *top = &vec_last(&search->stack);
  const uint8_t *state = search->bytes.data + top->offset;
  for (size_t i = 0; i < search->job->questions.size; i++) {
    ProcessQuestion *question = search->job->questions.data + i;
    ProcessFault fault = PROCESS_FINE;
    bool violated = false;
    if (!question->result || question->defect.kind == SHOWS_RUN) continue;
    process_load(search->machine, state, top->size);
    if (at_step) violated = question->defect.kind == SHOWS_FAULT && search->fault != PROCESS_FINE;
    else if (question->defect.kind == SHOWS_INVALID_END)
      violated = ends && process_state_running(state) && !process_is_end(search->machine);
    else if (question->defect.kind == SHOWS_FALSE && !ends &&
             process_state_exclusive(state) == PROCESS_NONE)
      violated = !process_formula_holds(search->machine, search->job->model->processes,
                                        question->defect.formula, &fault) ||
                 fault != PROCESS_FINE;
    if (violated) give_run(search, question, at_step);
  }
}

/* Takes the next step of the newest state, or leaves it. */
static void step(LossySearch *search) {
  Frame *top = &vec_last(&search->stack);
  if (!top->place) look(search, false, false);
  search->wanted = top->place++;
  search->found = false;
  process_successors(search->machine, search->bytes.data + top->offset, top->size, take, search);
  if (!search->found) {
    if (top->place == 1) look(search, false, true);
    search->bytes.size = top->offset;
    search->stack.size--;
    return;
  }
  search->job->stats.transitions++;
  if (search->fault != PROCESS_FINE) look(search, true, false);
  if (search->fault > PROCESS_ASSERTION || mark(search, search->next, search->next_size)) return;
  search->job->stats.states += process_state_exclusive(search->next) == PROCESS_NONE;
  push(search);
}

void process_answer_lossy(ProcessJob *job, Budget *budget, ProcessFault *fault) {
  LossySearch search = {.job = job,
                        .machine = process_machine_new(job->model->processes),
                        .bits = mem_array(((size_t)1 << LOG_BITS) / 64, sizeof *search.bits),
                        .next = mem_alloc(PROCESS_STATE_LIMIT)};
  search.next_size = process_initial(search.machine, search.next, fault);
  if (*fault == PROCESS_FINE) {
    mark(&search, search.next, search.next_size);
    push(&search);
    job->stats = (ProcessStats){.states = 1};
  }
  while (search.stack.size && !budget_spent(budget)) step(&search);
  bool all = !search.stack.size && *fault == PROCESS_FINE;
  for (size_t i = 0; i < job->questions.size && all; i++) {
    ProcessQuestion *question = job->questions.data + i;
    if (question->result && question->defect.kind != SHOWS_RUN)
      process_give_unknown(job, question,
                           "nothing was found, but a bitstate search may miss states");
  }
  vec_free(&search.stack);
  vec_free(&search.bytes);
  mem_free(search.bits);
  mem_free(search.next);
  process_machine_free(search.machine);
}
