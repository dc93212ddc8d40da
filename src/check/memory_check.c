#include "check/memory_check.h"

#include <inttypes.h>

#include "base/memory.h"
#include "check/evidence_note.h"
#include "check/task_of_property.h"
#include "evidence/replay.h"

enum {
  DELAY_MOST = 32, /* steps between a read and the bad step that a guess can speak of */
  GUESSES_MOST = 64,
  ROUNDS_MOST = 8, /* of a loop, until its memories come back */
  BITS_MOST = 1 << 17,
  WHOLE_MOST = 256, /* addresses of memories that lassos show as a whole */
};

static const char heading[] = "rondo memory ";

Task *memory_task(const Model *model, size_t property, const LtlOptions *options,
                  const TrackedVec *tracked, TrackedWordVec *words, Error *error) {
  vec_clear(words);
  Task *task = task_of_property(model, property, options, error);
  if (task && tracked->size) memories_track(model->memories, tracked, task, words);
  return task;
}

/* ---- which addresses ---- */

static bool is_tracked(const TrackedVec *tracked, const Tracked *one) {
  for (size_t i = 0; i < tracked->size; i++) {
    const Tracked *other = tracked->data + i;
    if (other->memory == one->memory && other->read == one->read && other->delay == one->delay &&
        other->fixed == one->fixed && other->address == one->address)
      return true;
  }
  return false;
}

static void add_tracked(TrackedVec *tracked, Tracked one) {
  if (!is_tracked(tracked, &one)) vec_push(tracked, one);
}

/* Each guess may ask for one of an earlier step; of a memory with fewer addresses than that, all of
 * them are the better choice. */
static bool may_guess(const Memories *memories, const TrackedVec *tracked, uint32_t memory) {
  size_t all = 0, here = 0;
  for (size_t i = 0; i < tracked->size; i++) {
    bool guess = tracked->data[i].read != MEMORY_NONE;
    all += guess;
    here += guess && tracked->data[i].memory == memory;
  }
  return all < GUESSES_MOST && (memories->list.data[memory].index >= 32 ||
                                here >> memories->list.data[memory].index == 0);
}

/* A word that never changes and has the address of a read in the last step of the run. */
static bool find_fixed(const Memories *memories, const MemoryRun *run, size_t read,
                       const TrackedVec *tracked, Tracked *one) {
  size_t step = run->values.size - 1;
  uint64_t address = memory_run_address(run, read, step);
  uint32_t memory = memories->reads.data[read].memory;
  *one = (Tracked){.memory = memory, .read = MEMORY_NONE};
  for (uint32_t i = 0; i < memories->relation->variables.size; i++) {
    one->fixed = i + 1;
    if (memories_fixed(memories, i, memories->list.data[memory].index) &&
        memory_run_number(run, memories->relation->variables.data[i].term, step) == address &&
        !is_tracked(tracked, one))
      return true;
  }
  return false;
}

/* A word of the model is the best address to follow; a guess says more than a constant: it stands
 * for the read wherever it looks. The steps of a lasso have no last one that a delay could count
 * from. */
static bool refine(const Model *model, const Task *asked, const MemoryRun *run, size_t read,
                   size_t delay, TrackedVec *tracked, Error *error) {
  Tracked one;
  if (!find_fixed(model->memories, run, read, tracked, &one)) {
    uint32_t memory = model->memories->reads.data[read].memory;
    uint64_t address = memory_run_address(run, read, run->values.size - 1);
    one = (Tracked){.memory = memory, .read = (uint32_t)read, .delay = (uint32_t)delay};
    bool guess = asked->kind == TASK_BAD && delay <= DELAY_MOST &&
                 may_guess(model->memories, tracked, memory) && !is_tracked(tracked, &one);
    if (!guess) one = (Tracked){.memory = memory, .read = MEMORY_NONE, .address = address};
  }
  if (is_tracked(tracked, &one))
    return error_set(error, "a read of a memory went wrong at an address that is tracked");
  vec_push(tracked, one);
  return memories_tracked_bits(model->memories, tracked) <= BITS_MOST ||
         error_set(error, "more than %d bits of memories would have to be tracked", BITS_MOST);
}

/* All that are read, as constants. */
static void track_reads(const Memories *memories, const MemoryRun *run, TrackedVec *tracked) {
  vec_clear(tracked);
  for (size_t step = 0; step < run->values.size; step++)
    for (size_t i = 0; i < memories->reads.size; i++)
      add_tracked(tracked, (Tracked){.memory = memories->reads.data[i].memory,
                                     .read = MEMORY_NONE,
                                     .address = memory_run_address(run, i, step)});
}

/* All that are written, too, and of each memory those that are neither, as witnesses of other tools
 * have to say what is there; of a large one only the first, which stands for the others. */
static void track_all(const Memories *memories, const MemoryRun *run, TrackedVec *tracked) {
  const Terms *terms = memories->relation->terms;
  for (Term t = 0; t < terms->nodes.size; t++) {
    const TermNode *node = term_node(terms, t);
    if (memories->of[t] == MEMORY_NONE || node->op != TERM_WRITE) continue;
    for (size_t step = 0; step < run->values.size; step++)
      add_tracked(tracked, (Tracked){.memory = memories->of[t],
                                     .read = MEMORY_NONE,
                                     .address = memory_run_number(run, node->arguments[1], step)});
  }
  Bits seen = bits_new(memories->list.size);
  for (size_t i = 0; i < memories->reads.size; i++) {
    Tracked other = {.memory = memories->reads.data[i].memory, .read = MEMORY_NONE};
    uint32_t index = memories->list.data[other.memory].index;
    if (bits_get(&seen, other.memory)) continue;
    bits_set(&seen, other.memory);
    uint64_t last = UINT64_MAX >> (64 - index);
    bool all = last < WHOLE_MOST, more = true;
    for (; more; other.address++) {
      bool known = is_tracked(tracked, &other);
      if (!known) vec_push(tracked, other);
      more = other.address < last && (all || known);
    }
  }
  bits_free(&seen);
}

/* ---- following ---- */

/* Whether the contents of two steps are the same at all tracked addresses, which are all that count
 * and one for the rest: so the whole state comes back, and other tools see it come back. What has
 * any content in each step can be the same again. */
static bool comes_back(const Memories *memories, MemoryRun *run, const TrackedVec *tracked,
                       size_t from, size_t to) {
  bool same = true;
  for (size_t i = 0; i < tracked->size && same; i++) {
    const U32Vec *variables = &memories->list.data[tracked->data[i].memory].variables;
    for (size_t v = 0; v < variables->size && same; v++) {
      const Variable *variable = memories->relation->variables.data + variables->data[v];
      if (!variable->is_state || variable->next == TERM_NONE) continue;
      same = memory_run_agree(run, variables->data[v], from, to, tracked->data[i].address);
    }
  }
  return same;
}

typedef struct {
  const Model *model;
  const Task *asked;
  const Trace *trace;
  TrackedVec *tracked;
  MemoryRun *run;
  U32Vec *steps;
  Error *error;
} Follower;

static MemoryFinding follow_steps(Follower *f, size_t from) {
  size_t count = f->trace->steps.size, read;
  for (size_t i = from; i < count; i++) {
    vec_push(f->steps, (uint32_t)i);
    if (memory_run_follow(f->run, f->trace->steps.data + i, &read)) continue;
    return refine(f->model, f->asked, f->run, read, count - 1 - i, f->tracked, f->error)
               ? MEMORY_SPURIOUS
               : MEMORY_OPEN;
  }
  return MEMORY_REAL;
}

MemoryFinding memory_follow(const Model *model, const Task *asked, const Trace *trace,
                            TrackedVec *tracked, MemoryRun *run, U32Vec *steps, int64_t *loop,
                            Error *error) {
  const Memories *memories = model->memories;
  Follower f = {model, asked, trace, tracked, run, steps, error};
  *run = memory_run_new(memories);
  *loop = trace->loop;
  MemoryFinding finding = follow_steps(&f, 0);
  if (finding != MEMORY_REAL) return finding;
  TrackedVec reads = {0};
  for (size_t round = 0; finding == MEMORY_REAL; round++) {
    track_reads(memories, run, &reads);
    if (trace->loop != TRACE_NO_LOOP) track_all(memories, run, &reads);
    /* What says that a step is the first does not come back. */
    if (trace->loop == TRACE_NO_LOOP ||
        (*loop && comes_back(memories, run, &reads, (size_t)*loop, steps->size)))
      break;
    *loop = (int64_t)steps->size;
    finding = round < ROUNDS_MOST ? follow_steps(&f, (size_t)trace->loop) : MEMORY_OPEN;
    if (round == ROUNDS_MOST) error_set(error, "the memories do not come back in a loop");
  }
  if (finding == MEMORY_REAL) {
    vec_clear(tracked);
    vec_append(tracked, &reads);
  }
  vec_free(&reads);
  return finding;
}

/* ---- as a trace ---- */

static void put(Bits *bits, size_t first, const Bits *value) {
  for (size_t i = 0; i < value->size; i++) bits_put(bits, first + i, bits_get(value, i));
}

static void copy_prefix(Bits *to, const Bits *from, size_t size) {
  for (size_t i = 0; i < size; i++) bits_put(to, i, bits_get(from, i));
}

/* Inputs of a step, and in the first one latches, that belong to a tracked address. */
static void put_contents(const Model *model, const TrackedVec *tracked, const TrackedWord *word,
                         MemoryRun *run, size_t number, size_t after, Step *step) {
  const Variable *variable = model->relation->variables.data + word->variable;
  uint64_t address = tracked->data[word->tracked].address;
  Bits content = memory_run_content(run, word->variable, number, address);
  if (!variable->is_state) put(&step->inputs, word->first, &content);
  else if (!number) put(&step->latches, word->first, &content);
  bits_free(&content);
  if (word->choice == VARIABLE_ABSENT) return;
  content = memory_run_content(run, word->variable, after, address);
  put(&step->inputs, word->choice, &content);
  bits_free(&content);
}

Trace *memory_trace(const Model *model, const Task *asked, const Task *task, const Trace *trace,
                    const TrackedVec *tracked, const TrackedWordVec *words, MemoryRun *run,
                    const U32Vec *steps, int64_t loop) {
  const System *system = task->system;
  Trace *whole = trace_new();
  whole->loop = loop;
  for (size_t i = 0; i < steps->size; i++) {
    const Step *old = trace->steps.data + steps->data[i];
    Step *step = trace_add_step(whole, system);
    size_t after = i + 1 == steps->size && loop != TRACE_NO_LOOP ? (size_t)loop : i + 1;
    copy_prefix(&step->inputs, &old->inputs, asked->system->inputs.size);
    for (size_t k = asked->system->latches.size; !i && k < system->latches.size; k++)
      bits_put(&step->latches, k, system->latches.data[k].reset == RESET_1);
    if (!i) copy_prefix(&step->latches, &old->latches, asked->system->latches.size);
    for (size_t w = 0; w < words->size; w++)
      put_contents(model, tracked, words->data + w, run, i, after, step);
    if (i) trace_advance(whole, system, i - 1);
  }
  return whole;
}

/* With the loop that the trace says. */
static bool replay_loop(const Model *model, size_t property, const LtlOptions *options,
                        const Task *asked, const Trace *trace, Error *error) {
  TrackedVec tracked = {0};
  TrackedWordVec words = {0};
  MemoryRun run = {0};
  U32Vec steps = {0};
  int64_t loop = TRACE_NO_LOOP;
  MemoryFinding finding = memory_follow(model, asked, trace, &tracked, &run, &steps, &loop, error);
  bool good = finding == MEMORY_REAL;
  if (finding == MEMORY_SPURIOUS)
    error_set(error, "in step %zu a memory gives what was not written there", steps.size - 1);
  Task *task = good ? memory_task(model, property, options, &tracked, &words, error) : NULL;
  if (task) {
    Trace *whole = memory_trace(model, asked, task, trace, &tracked, &words, &run, &steps, loop);
    good = replay(task, whole, error);
    trace_free(whole);
  }
  good = good && task;
  task_free(task);
  memory_run_free(&run);
  vec_free(&steps);
  vec_free(&words);
  vec_free(&tracked);
  return good;
}

/* The next step, from a number on, that has the state behind the last one. */
static int64_t next_loop(const Trace *trace, const System *system, int64_t from) {
  Trace *longer = trace_copy(trace);
  size_t count = trace->steps.size;
  trace_add_step(longer, system);
  trace_advance(longer, system, count - 1);
  const Bits *last = &longer->steps.data[count].latches;
  while (from < (int64_t)count && !bits_equal(last, &longer->steps.data[from].latches)) from++;
  trace_free(longer);
  return from < (int64_t)count ? from : TRACE_NO_LOOP;
}

/* A file does not say where a lasso begins, and a state that comes back need not have its memories
 * with it: each is tried. */
bool memory_replay(const Model *model, size_t property, const LtlOptions *options,
                   const Task *asked, const Trace *trace, Error *error) {
  if (trace->loop == TRACE_NO_LOOP)
    return replay_loop(model, property, options, asked, trace, error);
  Trace *lasso = trace_copy(trace);
  bool good = false;
  while (!good && lasso->loop != TRACE_NO_LOOP) {
    error_free(error);
    good = replay_loop(model, property, options, asked, lasso, error);
    lasso->loop = next_loop(trace, asked->system, lasso->loop + 1);
  }
  trace_free(lasso);
  return good;
}

/* ---- notes ---- */

char *memory_note(const TrackedVec *tracked) {
  Text text = {0};
  text_add(&text, heading);
  memories_print_tracked(tracked, &text);
  return text_take(&text);
}

bool memory_note_read(const Model *model, const char *file, const char *data, size_t size,
                      TrackedVec *tracked, Error *error) {
  char *note = evidence_note_find(file, data, size, heading);
  if (!note) return true;
  Error why = {0};
  bool good = model->memories ? memories_parse_tracked(model->memories, note, tracked, &why)
                              : error_set(&why, "it speaks of memories, and all arrays of the "
                                                "model are expanded: see --array-limit");
  if (!good) error_at(error, file, 0, 0, "%s", why.message);
  error_free(&why);
  mem_free(note);
  return good;
}
