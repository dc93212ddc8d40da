#include "engine/bmc/step_graph.h"

#include "base/memory.h"
#include "system/lanes.h"

/* Gates of all lanes that are evaluated, and steps that are taken, in a unit of work. */
enum { GATES_PER_WORK = 64, STEPS_PER_WORK = 4 };
enum { MOST_FREE = 10, LANES = 64, LANE_BITS = 6 };

static size_t free_latches(const System *system) {
  size_t count = 0;
  for (size_t i = 0; i < system->latches.size; i++)
    count += system->latches.data[i].reset == RESET_FREE;
  return count;
}

bool step_graph_fits(const System *system, const LitVec *literals) {
  return system->inputs.size <= GRAPH_INPUTS && literals->size <= GRAPH_LITERALS &&
         free_latches(system) <= MOST_FREE;
}

size_t step_graph_known(const StepGraph *graph) { return graph->begins.size - 1; }

bool step_graph_latch(const StepGraph *graph, uint32_t state, size_t latch) {
  uint64_t word;
  memcpy(&word, graph->states.text[state] + latch / 64 * sizeof word, sizeof word);
  return word >> latch % 64 & 1;
}

uint32_t step_graph_between(const StepGraph *graph, uint32_t from, uint32_t to) {
  uint32_t i = graph->begins.data[from];
  while (graph->steps.data[i].to != to) i++;
  assert(i < graph->begins.data[from + 1]);
  return i;
}

/* ---- states in lanes ---- */

typedef struct Explorer {
  StepGraph *graph;
  const LitVec *literals;
  Lanes lanes;
  U32Vec order;              /* the gates that matter */
  uint64_t *latches, *state; /* a word for each latch; the words of a state */
  size_t words;              /* of a state */
} Explorer;

/* The state that was put together; what leads to it, or UINT32_MAX. */
static uint32_t add_state(Explorer *e, uint32_t parent) {
  StepGraph *graph = e->graph;
  size_t bytes = e->words * sizeof *e->state;
  uint32_t number = names_add_n(&graph->states, (const char *)e->state, bytes);
  if (number < graph->distances.size) return number;
  bool initial = parent == UINT32_MAX;
  vec_push(&graph->distances, initial ? 0 : graph->distances.data[parent] + 1);
  vec_push(&graph->parents, initial ? number : parent);
  return number;
}

static void add_initial_states(Explorer *e) {
  const LatchVec *latches = &e->graph->system->latches;
  for (size_t choice = 0; choice < (size_t)1 << free_latches(e->graph->system); choice++) {
    size_t bit = 0;
    memset(e->state, 0, e->words * sizeof *e->state);
    for (size_t i = 0; i < latches->size; i++) {
      Reset reset = latches->data[i].reset;
      uint64_t value = reset == RESET_FREE ? choice >> bit++ & 1 : reset == RESET_1;
      e->state[i / 64] |= value << i % 64;
    }
    add_state(e, UINT32_MAX);
  }
}

/* Lane l has the state first + (l >> inputs), and as inputs the lower bits of l; with more than six
 * inputs, one state in all lanes, and `part` are the inputs from the seventh on. */
static void fill_lanes(Explorer *e, size_t first, size_t count, size_t part) {
  static const uint64_t pattern[LANE_BITS] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC,
                                              0xF0F0F0F0F0F0F0F0, 0xFF00FF00FF00FF00,
                                              0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};
  const System *system = e->graph->system;
  uint64_t inputs[GRAPH_INPUTS];
  size_t width = system->inputs.size;
  for (size_t i = 0; i < width; i++)
    inputs[i] = i < LANE_BITS ? pattern[i] : (uint64_t)0 - (part >> (i - LANE_BITS) & 1);
  size_t each = width < LANE_BITS ? (size_t)1 << width : LANES; /* lanes of a state */
  uint64_t mine = each == LANES ? UINT64_MAX : ((uint64_t)1 << each) - 1;
  memset(e->latches, 0, system->latches.size * sizeof *e->latches);
  for (size_t s = 0; s < count; s++)
    for (size_t i = 0; i < system->latches.size; i++)
      if (step_graph_latch(e->graph, (uint32_t)(first + s), i)) e->latches[i] |= mine << s * each;
  lanes_put_latches(&e->lanes, e->latches);
  lanes_put_inputs(&e->lanes, inputs);
  lanes_evaluate(&e->lanes, &e->order);
  lanes_next(&e->lanes, e->latches);
}

static void take_step(Explorer *e, size_t lane, size_t inputs, uint32_t from) {
  StepGraph *graph = e->graph;
  GraphStep step = {.inputs = (uint16_t)inputs};
  memset(e->state, 0, e->words * sizeof *e->state);
  for (size_t i = 0; i < graph->system->latches.size; i++)
    e->state[i / 64] |= (e->latches[i] >> lane & 1) << i % 64;
  for (size_t i = 0; i < e->literals->size; i++)
    step.meets |= (uint16_t)((lanes_word(&e->lanes, e->literals->data[i]) >> lane & 1) << i);
  step.to = add_state(e, from);
  for (size_t i = graph->begins.data[graph->begins.size - 1]; i < graph->steps.size; i++)
    if (graph->steps.data[i].to == step.to && graph->steps.data[i].meets == step.meets) return;
  vec_push(&graph->steps, step);
}

/* As many states as there are lanes for. */
void step_graph_grow(StepGraph *graph, Budget *budget) {
  Explorer *e = graph->explorer;
  if (graph->complete) return;
  size_t width = graph->system->inputs.size, first = step_graph_known(graph);
  size_t left = graph->states.size - first;
  size_t count = width < LANE_BITS ? (size_t)LANES >> width : 1;
  size_t parts = width > LANE_BITS ? (size_t)1 << (width - LANE_BITS) : 1;
  size_t each = LANES / count;
  if (count > left) count = left;
  for (size_t part = 0; part < parts; part++) {
    fill_lanes(e, first, count, part);
    uint64_t valid = lanes_valid(&e->lanes);
    for (size_t lane = 0; lane < count * each; lane++) {
      if (lane % each == 0 && lane) vec_push(&graph->begins, (uint32_t)graph->steps.size);
      if (valid >> lane & 1)
        take_step(e, lane, part << LANE_BITS | lane % each, (uint32_t)(first + lane / each));
    }
  }
  vec_push(&graph->begins, (uint32_t)graph->steps.size);
  budget_use(budget, parts * (e->order.size / GATES_PER_WORK + LANES / STEPS_PER_WORK));
  graph->complete = step_graph_known(graph) == graph->states.size;
}

StepGraph *step_graph_new(const System *system, const LitVec *literals) {
  assert(step_graph_fits(system, literals));
  StepGraph *graph = mem_zalloc(sizeof *graph);
  Explorer *e = mem_zalloc(sizeof *e);
  graph->system = system;
  graph->explorer = e;
  e->graph = graph;
  e->literals = literals;
  e->words = bits_words(system->latches.size);
  LitVec roots = {0};
  vec_append(&roots, literals);
  vec_append(&roots, &system->constraints);
  lanes_open(&e->lanes, system);
  e->order = lanes_step_cone(system, &roots);
  e->latches = mem_array(system->latches.size, sizeof *e->latches);
  e->state = mem_array(e->words, sizeof *e->state);
  vec_free(&roots);
  vec_push(&graph->begins, 0);
  add_initial_states(e);
  return graph;
}

void step_graph_free(StepGraph *graph) {
  if (!graph) return;
  Explorer *e = graph->explorer;
  lanes_close(&e->lanes);
  vec_free(&e->order);
  mem_free(e->latches);
  mem_free(e->state);
  mem_free(e);
  names_free(&graph->states);
  vec_free(&graph->distances);
  vec_free(&graph->parents);
  vec_free(&graph->begins);
  vec_free(&graph->steps);
  mem_free(graph);
}
