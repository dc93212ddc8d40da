/* Rewriting within one step: the same latches and inputs, and the same functions of them by fewer
 * gates. So runs and witnesses are those of the source, and nothing has to be assumed. What the
 * functions then no longer read is dropped as ever.
 *
 * Choosing (aig_rewrite_freely) changes the inputs, too: a part that inputs of its own decide reads
 * one new input, the choice, in their place. Whatever else there is in a step, latches, the other
 * inputs and all that the task asks about, comes in the same combinations as before: so the runs
 * are the same but for those inputs. A run of the result becomes one of the source by finding
 * values for them, in every step, such that the part has the value that it has in the result; the
 * other way round a choice is the value of the part, which is how a witness comes back. */
#include "logic/aig_rewrite.h"
#include "task/reduce_pass.h"

enum {
  MOST_ROUNDS = 6,
  WORTH = 50 /* another round follows if the last one saved more than one in so many gates */
};

/* All literals that a task has, as places; not the variables. */
typedef VEC(Lit *) Places;

static void add_places(Places *places, LitVec *literals) {
  for (size_t i = 0; i < literals->size; i++)
    if (literals->data[i] != LIT_NONE) vec_push(places, literals->data + i);
}

static Places places_of(Task *task) {
  Places places = {0};
  System *system = task->system;
  for (size_t i = 0; i < system->latches.size; i++)
    vec_push(&places, &system->latches.data[i].next);
  add_places(&places, &system->constraints);
  add_places(&places, &system->fairness);
  vec_push(&places, &task->bad);
  add_places(&places, &task->conditions);
  add_places(&places, &task->atoms);
  return places;
}

static LitVec literals_of(const Places *places) {
  LitVec literals = {0};
  for (size_t i = 0; i < places->size; i++) vec_push(&literals, *places->data[i]);
  return literals;
}

/* Gates that the task needs. */
static size_t size_of(Task *task) {
  Places places = places_of(task);
  LitVec roots = literals_of(&places);
  U32Vec readers = aig_readers(task->system->aig, &roots);
  size_t size = 0;
  for (uint32_t node = 1; node < readers.size; node++)
    size += readers.data[node] && aig_is_and(task->system->aig, node);
  vec_free(&readers);
  vec_free(&roots);
  vec_free(&places);
  return size;
}

/* The same inputs and latches; all other literals are those of the source's graph. */
static Task *begin(const Task *source, Lit *map) {
  const System *from = source->system;
  Task *task = task_new(source->kind, system_new());
  System *system = task->system;
  for (size_t i = 0; i < from->inputs.size; i++)
    map[lit_node(from->inputs.data[i])] = system_input(system);
  for (size_t i = 0; i < from->latches.size; i++) {
    const Latch *latch = from->latches.data + i;
    map[lit_node(latch->current)] = system_latch(system, latch->reset);
    system->latches.data[i].next = latch->next;
  }
  if (from->first != LIT_NONE) system->first = aig_map_lit(map, from->first);
  vec_append(&system->constraints, &from->constraints);
  vec_append(&system->fairness, &from->fairness);
  task->bad = source->bad;
  vec_append(&task->conditions, &source->conditions);
  task->weak = source->weak;
  task->formulas = source->formulas;
  task->formula = source->formula;
  task->constraints = source->constraints;
  vec_append(&task->atoms, &source->atoms);
  return task;
}

typedef enum { BALANCED, REWRITTEN, CHOSEN } Way;

/* The task over another graph; `free` are inputs that may be chosen, by index. */
static Task *remake(const Task *source, Way way, const Bits *free, AigChoices *choices,
                    Budget *budget) {
  const Aig *from = source->system->aig;
  Lit *map = aig_map_new(from);
  Task *task = begin(source, map);
  System *system = task->system;
  Places places = places_of(task);
  LitVec roots = literals_of(&places);
  if (way == BALANCED) {
    aig_balance(system->aig, from, &roots, map);
  } else if (way == REWRITTEN) {
    aig_rewrite(system->aig, from, &roots, map, budget);
  } else {
    Bits nodes = bits_new(system->aig->size);
    for (size_t i = bits_next(free, 0); i < free->size; i = bits_next(free, i + 1))
      bits_set(&nodes, lit_node(system->inputs.data[i]));
    aig_rewrite_freely(system->aig, from, &roots, map, &nodes, choices, budget);
    for (size_t i = 0; i < choices->size; i++)
      vec_push(&system->inputs, lit_of(choices->data[i].variable, false));
    bits_free(&nodes);
  }
  for (size_t i = 0; i < places.size; i++) *places.data[i] = aig_map_lit(map, *places.data[i]);
  vec_free(&roots);
  vec_free(&places);
  mem_free(map);
  return task;
}

static Pass *pass_over(const Task *source, const Task *task, bool all) {
  Pass *pass = pass_new(task, replacement_new(task->system), all);
  pass->source = source;
  return pass;
}

Pass *pass_rewritten(const Task *source, bool all, Budget *budget, uint64_t *saved) {
  Task *task = task_copy(source);
  size_t first = size_of(task), before, after = first;
  int rounds = 0;
  do {
    before = after;
    Task *balanced = remake(task, BALANCED, NULL, NULL, budget);
    task_free(task);
    task = remake(balanced, REWRITTEN, NULL, NULL, budget);
    task_free(balanced);
    after = size_of(task);
  } while (++rounds < MOST_ROUNDS && after + before / WORTH < before && !budget_spent(budget));
  Pass *pass = after < first ? pass_over(source, task, all) : NULL;
  if (pass) *saved += first - after;
  task_free(task);
  return pass;
}

/* ---- choices ---- */

Pass *pass_chosen(const Task *source, const Bits *free, bool all, Budget *budget) {
  AigChoices choices = {0};
  Task *task = remake(source, CHOSEN, free, &choices, budget);
  if (!choices.size) {
    task_free(task);
    return NULL;
  }
  Pass *pass = pass_over(source, task, all);
  for (size_t i = 0; i < pass->inputs.size; i++)
    if (pass->inputs.data[i] >= source->system->inputs.size)
      pass->inputs.data[i] =
          INPUT_IS_CHOICE | (uint32_t)(pass->inputs.data[i] - source->system->inputs.size);
  pass->chosen = task;
  pass->choices = choices;
  return pass;
}

enum { UNKNOWN = 2 };

/* The value of a node of the graph; variables that nobody has given a value are false. */
static bool evaluate(const Aig *aig, uint8_t *values, U32Vec *stack, uint32_t root) {
  vec_push(stack, root);
  while (stack->size) {
    uint32_t node = vec_last(stack);
    if (values[node] == UNKNOWN && !aig_is_and(aig, node)) values[node] = 0;
    if (values[node] != UNKNOWN) {
      (void)vec_pop(stack);
      continue;
    }
    Lit left = aig->nodes[node].left, right = aig->nodes[node].right;
    uint8_t a = values[lit_node(left)], b = values[lit_node(right)];
    if (a == UNKNOWN) vec_push(stack, lit_node(left));
    if (b == UNKNOWN) vec_push(stack, lit_node(right));
    if (a == UNKNOWN || b == UNKNOWN) continue;
    values[node] = (a ^ (left & 1)) & (b ^ (right & 1));
    (void)vec_pop(stack);
  }
  return values[root];
}

/* Gives the part's own variables values with which it is what it is with the choice. */
static void undo(const Aig *aig, const AigChoice *choice, uint8_t *values, U32Vec *stack) {
  unsigned row = 0, own = 0;
  for (unsigned k = 0; k < 4; k++) {
    bool mine = choice->mine >> k & 1;
    uint32_t leaf = mine ? choice->variable : choice->leaves[k];
    if (mine && own) continue;
    own |= mine;
    row |= (unsigned)evaluate(aig, values, stack, leaf) << k;
  }
  bool wanted = choice->chosen >> row & 1;
  unsigned mine = choice->mine, others = row & ~mine, pick = mine;
  while (((choice->function >> (others | pick)) & 1) != wanted && pick) pick = (pick - 1) & mine;
  for (unsigned k = 0; k < 4; k++)
    if (mine >> k & 1) {
      assert(values[choice->leaves[k]] == UNKNOWN);
      values[choice->leaves[k]] = pick >> k & 1;
    }
}

/* From the last choice to the first: what a part reads beside its own variables does not read
 * these, but may read the variables of later ones. */
void pass_undo_choices(const Pass *pass, const Bits *latches, const Bits *inputs, Bits *source) {
  const System *system = pass->chosen->system;
  uint8_t *values = mem_alloc(system->aig->size);
  U32Vec stack = {0};
  memset(values, UNKNOWN, system->aig->size);
  values[0] = 0;
  for (size_t i = 0; i < system->latches.size; i++)
    values[lit_node(system->latches.data[i].current)] = bits_get(latches, i);
  for (size_t i = 0; i < source->size; i++)
    values[lit_node(system->inputs.data[i])] = bits_get(source, i);
  for (size_t i = 0; i < pass->inputs.size; i++) {
    uint32_t choice = pass->inputs.data[i] & ~INPUT_IS_CHOICE;
    if (choice != pass->inputs.data[i])
      values[pass->choices.data[choice].variable] = bits_get(inputs, i);
  }
  /* among them choices that a later one decides: those are inputs still where all are kept */
  for (size_t i = 0; i < pass->choices.size; i++)
    for (unsigned k = 0; k < 4; k++)
      if (pass->choices.data[i].mine >> k & 1) values[pass->choices.data[i].leaves[k]] = UNKNOWN;
  for (size_t i = pass->choices.size; i-- > 0;)
    undo(system->aig, pass->choices.data + i, values, &stack);
  for (size_t i = 0; i < source->size; i++)
    bits_put(source, i, values[lit_node(system->inputs.data[i])]);
  vec_free(&stack);
  mem_free(values);
}
