/* Bitstate search of programs (Holzmann 1987; three bits for each state, in a table of fixed size):
 * it may take a new state for an old one, and so can only refute. Depth first, so that the run to a
 * state is on the stack; what is found is judged as any other run. See process_job.h. */
#include "base/bits.h"
#include "base/map.h"
#include "base/memory.h"
#include "check/process_job.h"
#include "model/process_formula.h"

enum { HASHES = 3, LOG_BITS = 28 }; /* 32 megabytes */
enum { STACK_LIMIT = 1 << 28 };     /* bytes of states: no run gets longer than they allow */

typedef struct {
  size_t offset, size; /* of the state, in `bytes` */
  uint32_t place;      /* of the step that is taken next */
} Frame;

struct ProcessDive {
  const ProcessJob *job;
  ProcessDiveFound found;
  void *context;
  Bits told; /* by question: a run was found */
  ProcessMachine *machine;
  uint64_t *bits;
  uint64_t states, transitions;
  VEC(Frame) stack;
  VEC(uint8_t) bytes;
  uint8_t *next; /* the state behind the step */
  size_t next_size;
  uint32_t wanted; /* steps that are still to be passed by */
  ProcessFault fault;
  bool taken; /* there is such a step */
};

/* Whether a state was marked; it is then. */
static bool mark(ProcessDive *dive, const uint8_t *state, size_t size) {
  uint64_t hash = hash_bytes(state, size);
  bool old = true;
  for (int i = 0; i < HASHES; i++, hash = hash_word(hash + 1)) {
    uint64_t bit = hash >> (64 - LOG_BITS);
    old &= dive->bits[bit / 64] >> bit % 64 & 1;
    dive->bits[bit / 64] |= (uint64_t)1 << bit % 64;
  }
  return old;
}

static void push(ProcessDive *dive) {
  size_t offset = dive->bytes.size;
  assert(dive->next_size);
  vec_push(&dive->stack, ((Frame){offset, dive->next_size, 0}));
  vec_reserve(&dive->bytes, offset + dive->next_size);
  memcpy(dive->bytes.data + offset, dive->next, dive->next_size);
  dive->bytes.size += dive->next_size;
}

static bool take(void *context, const ProcessMove *move, const uint8_t *state, size_t size,
                 ProcessFault fault) {
  ProcessDive *dive = context;
  (void)move;
  if (dive->wanted--) return true;
  dive->taken = true;
  dive->fault = fault;
  memcpy(dive->next, state, size);
  dive->next_size = size;
  return false;
}

/* The run on the stack, without the last step that was not taken yet. */
static void give_run(ProcessDive *dive, size_t question, bool with_step) {
  U32Vec run = {0};
  bits_set(&dive->told, question);
  for (size_t i = 0; i + !with_step < dive->stack.size; i++)
    vec_push(&run, dive->stack.data[i].place - 1);
  dive->found(dive->context, question, &run);
  vec_free(&run);
}

static bool is_open(const ProcessDive *dive, size_t question) {
  const ProcessQuestion *asked = dive->job->questions.data + question;
  return asked->result && asked->defect.kind != SHOWS_RUN && !bits_get(&dive->told, question);
}

/* Tells what the newest state violates, or its step that was just taken. */
static void look(ProcessDive *dive, bool at_step, bool ends) {
  const Frame *top = &vec_last(&dive->stack);
  const uint8_t *state = dive->bytes.data + top->offset;
  for (size_t i = 0; i < dive->job->questions.size; i++) {
    const ProcessQuestion *question = dive->job->questions.data + i;
    ProcessFault fault = PROCESS_FINE;
    bool violated = false;
    if (!is_open(dive, i)) continue;
    process_load(dive->machine, state, top->size);
    if (at_step) violated = question->defect.kind == SHOWS_FAULT && dive->fault != PROCESS_FINE;
    else if (question->defect.kind == SHOWS_INVALID_END)
      violated = ends && process_state_running(state) && !process_is_end(dive->machine);
    else if (question->defect.kind == SHOWS_FALSE && !ends &&
             process_state_exclusive(state) == PROCESS_NONE)
      violated = !process_formula_holds(dive->machine, dive->job->model->processes,
                                        question->defect.formula, &fault) ||
                 fault != PROCESS_FINE;
    if (violated) give_run(dive, i, at_step);
  }
}

/* Takes the next step of the newest state, or leaves it. */
static void step(ProcessDive *dive) {
  Frame *top = &vec_last(&dive->stack);
  if (!top->place) look(dive, false, false);
  dive->wanted = top->place++;
  dive->taken = false;
  process_successors(dive->machine, dive->bytes.data + top->offset, top->size, take, dive);
  if (!dive->taken) {
    if (top->place == 1) look(dive, false, true);
    dive->bytes.size = top->offset;
    dive->stack.size--;
    return;
  }
  dive->transitions++;
  if (dive->fault != PROCESS_FINE) look(dive, true, false);
  if (dive->fault > PROCESS_ASSERTION || dive->bytes.size > STACK_LIMIT) return;
  if (mark(dive, dive->next, dive->next_size)) return;
  dive->states += process_state_exclusive(dive->next) == PROCESS_NONE;
  push(dive);
}

ProcessDive *process_dive_new(const ProcessJob *job, ProcessDiveFound found, void *context,
                              ProcessFault *fault) {
  ProcessDive *dive = mem_zalloc(sizeof *dive);
  *dive = (ProcessDive){.job = job,
                        .found = found,
                        .context = context,
                        .told = bits_new(job->questions.size + 1),
                        .machine = process_machine_new_fast(job->model->processes),
                        .bits = mem_array(((size_t)1 << LOG_BITS) / 64, sizeof *dive->bits),
                        .next = mem_alloc(PROCESS_STATE_LIMIT)};
  dive->next_size = process_initial(dive->machine, dive->next, fault);
  if (*fault != PROCESS_FINE) return dive;
  mark(dive, dive->next, dive->next_size);
  dive->states = 1;
  push(dive);
  return dive;
}

void process_dive_free(ProcessDive *dive) {
  if (!dive) return;
  bits_free(&dive->told);
  vec_free(&dive->stack);
  vec_free(&dive->bytes);
  mem_free(dive->bits);
  mem_free(dive->next);
  process_machine_free(dive->machine);
  mem_free(dive);
}

bool process_dive_step(ProcessDive *dive) {
  bool open = false;
  for (size_t i = 0; i < dive->job->questions.size && !open; i++) open = is_open(dive, i);
  if (!open || !dive->stack.size) return false;
  step(dive);
  return true;
}

static void give_out(void *context, size_t question, const U32Vec *run) {
  ProcessJob *job = context;
  process_give_run(job, job->questions.data + question, run, PROCESS_NO_LOOP);
}

void process_answer_lossy(ProcessJob *job, Budget *budget, ProcessFault *fault) {
  ProcessDive *dive = process_dive_new(job, give_out, job, fault);
  bool more = true;
  while (more && !budget_spent(budget)) {
    more = process_dive_step(dive);
    job->stats = (ProcessStats){.states = dive->states, .transitions = dive->transitions};
  }
  for (size_t i = 0; i < job->questions.size && !more && *fault == PROCESS_FINE; i++)
    if (is_open(dive, i))
      process_give_unknown(job, job->questions.data + i,
                           "nothing was found, but a bitstate search may miss states");
  process_dive_free(dive);
}
