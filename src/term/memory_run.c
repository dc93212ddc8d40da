#include "term/memory_run.h"

#include "base/memory.h"

MemoryRun memory_run_new(const Memories *memories) { return (MemoryRun){.memories = memories}; }

void memory_run_free(MemoryRun *run) {
  for (size_t i = 0; i < run->values.size; i++) bits_free(run->values.data + i);
  for (size_t i = 0; i < run->open.size; i++) bits_free(&run->open.data[i].value);
  vec_free(&run->values);
  vec_free(&run->open);
}

/* ---- words in a step ---- */

static Bits word_in(const MemoryRun *run, Term term, size_t step) {
  uint32_t width = term_width(run->memories->relation->terms, term);
  Bits word = bits_new(width);
  for (uint32_t i = 0; i < width; i++)
    bits_put(&word, i, values_of(run->values.data + step, run->memories->bits[term][i]));
  return word;
}

uint64_t memory_run_number(const MemoryRun *run, Term term, size_t step) {
  Bits word = word_in(run, term, step);
  uint64_t number = word.words[0];
  bits_free(&word);
  return number;
}

uint64_t memory_run_address(const MemoryRun *run, size_t read, size_t step) {
  return memory_run_number(run, memory_read_node(run->memories, read)->arguments[1], step);
}

/* ---- where a content comes from ---- */

typedef struct {
  bool open;
  uint32_t variable; /* if it is open; else ... */
  Term term;         /* ... the value of this ... */
  size_t step;       /* ... in this step */
} Source;

/* Which variable of the relation a term is. */
static uint32_t variable_of(const Memories *memories, Term term) {
  const U32Vec *variables = &memories->list.data[memories->of[term]].variables;
  size_t i = 0;
  while (memories->relation->variables.data[variables->data[i]].term != term) i++;
  return variables->data[i];
}

/* One step of the way back; whether it has come to its end. The value of a variable in a step is
 * that of its next value in the step before. */
static bool trace_back(const MemoryRun *run, uint64_t address, Source *source) {
  const Memories *memories = run->memories;
  const TermNode *node = term_node(memories->relation->terms, source->term);
  if (node->op == TERM_WRITE) {
    bool here = memory_run_number(run, node->arguments[1], source->step) == address;
    source->term = node->arguments[here ? 2 : 0];
    return here;
  }
  if (node->op == TERM_FILL) {
    source->term = node->arguments[0];
    return true;
  }
  if (node->op == TERM_IF) {
    bool condition = memory_run_number(run, node->arguments[0], source->step);
    source->term = node->arguments[condition ? 1 : 2];
    return false;
  }
  source->variable = variable_of(memories, source->term);
  const Variable *variable = memories->relation->variables.data + source->variable;
  Term before = source->step ? variable->next : variable->init;
  source->open = !variable->is_state || before == TERM_NONE;
  if (source->open) return true;
  source->term = before;
  if (source->step) source->step--;
  return false;
}

static Source source_of(const MemoryRun *run, Term array, size_t step, uint64_t address) {
  Source source = {.term = array, .step = step};
  while (!trace_back(run, address, &source)) continue;
  return source;
}

static const OpenContent *find_open(const MemoryRun *run, uint32_t variable, size_t step,
                                    uint64_t address) {
  for (size_t i = 0; i < run->open.size; i++) {
    const OpenContent *open = run->open.data + i;
    if (open->variable == variable && open->step == step && open->address == address) return open;
  }
  return NULL;
}

void memory_run_give(MemoryRun *run, uint32_t variable, size_t step, uint64_t address,
                     const Bits *value) {
  if (find_open(run, variable, step, address)) return;
  vec_push(&run->open, ((OpenContent){variable, step, address, bits_copy(value)}));
}

/* False: it is open, and nobody has read it. */
static bool is_known(const MemoryRun *run, const Source *source, uint64_t address) {
  return !source->open || find_open(run, source->variable, source->step, address);
}

static Bits content_of(const MemoryRun *run, const Source *source, uint64_t address,
                       uint32_t width) {
  if (!source->open) return word_in(run, source->term, source->step);
  const OpenContent *open = find_open(run, source->variable, source->step, address);
  return open ? bits_copy(&open->value) : bits_new(width);
}

static Bits content(const MemoryRun *run, Term array, size_t step, uint64_t address) {
  const Memories *memories = run->memories;
  Source source = source_of(run, array, step, address);
  return content_of(run, &source, address, memories->list.data[memories->of[array]].element);
}

static Term term_of(const MemoryRun *run, uint32_t variable) {
  return run->memories->relation->variables.data[variable].term;
}

Bits memory_run_content(const MemoryRun *run, uint32_t variable, size_t step, uint64_t address) {
  return content(run, term_of(run, variable), step, address);
}

bool memory_run_agree(MemoryRun *run, uint32_t variable, size_t a, size_t b, uint64_t address) {
  Source sources[2] = {source_of(run, term_of(run, variable), a, address),
                       source_of(run, term_of(run, variable), b, address)};
  Bits x = memory_run_content(run, variable, a, address);
  Bits y = memory_run_content(run, variable, b, address);
  bool same = bits_equal(&x, &y);
  for (int i = 0; i < 2 && !same; i++) {
    if (is_known(run, sources + i, address)) continue;
    memory_run_give(run, sources[i].variable, sources[i].step, address, i ? &x : &y);
    same = true;
  }
  bits_free(&x);
  bits_free(&y);
  return same;
}

/* ---- steps ---- */

static void evaluate(MemoryRun *run, const Step *step) {
  step_evaluate(run->memories->system, step, &vec_last(&run->values));
}

static void add_step(MemoryRun *run, const Step *step) {
  vec_push(&run->values, bits_new(run->memories->system->aig->size));
  evaluate(run, step);
}

bool memory_run_follow(MemoryRun *run, const Step *step, size_t *read) {
  size_t number = run->values.size;
  add_step(run, step);
  for (*read = 0; *read < run->memories->reads.size; ++*read) {
    const TermNode *node = memory_read_node(run->memories, *read);
    uint64_t address = memory_run_address(run, *read, number);
    Source source = source_of(run, node->arguments[0], number, address);
    Bits given = word_in(run, run->memories->reads.data[*read].term, number);
    if (source.open) memory_run_give(run, source.variable, source.step, address, &given);
    Bits right = content(run, node->arguments[0], number, address);
    bool good = bits_equal(&given, &right);
    bits_free(&given);
    bits_free(&right);
    if (!good) return false;
  }
  return true;
}

/* Whether a value is new. */
static bool put_word(const MemoryRead *read, const Bits *value, Step *step) {
  bool changed = false;
  for (size_t i = 0; i < value->size; i++) {
    changed |= bits_get(&step->inputs, read->input + i) != bits_get(value, i);
    bits_put(&step->inputs, read->input + i, bits_get(value, i));
  }
  return changed;
}

/* A read may depend on others, which come before it: with each round at least one more is right,
 * and most depend on none. */
void memory_run_complete(MemoryRun *run, Step *step) {
  const Memories *memories = run->memories;
  size_t number = run->values.size;
  add_step(run, step);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < memories->reads.size; i++) {
      const MemoryRead *read = memories->reads.data + i;
      Bits right = content(run, memory_read_node(memories, i)->arguments[0], number,
                           memory_run_address(run, i, number));
      changed |= put_word(read, &right, step);
      bits_free(&right);
    }
    if (changed) evaluate(run, step);
  }
}
