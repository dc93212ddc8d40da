/* Exists-forall generalization for EU nodes, over several steps: inputs that, held for some steps,
 * bring every undecided state to L, as when a queue is emptied or a machine is left to itself. One
 * step of such a way, by universal.c, would have to lead to L already; and cubes of states, by
 * forall.c, are many where the way is long.
 *
 * 64 inputs at a time are tried by simulation, from states that random walks come to. Inputs that
 * serve all of these are put to the solver. A state that it finds not to be served may take more
 * steps, or cannot be reached; or it joins the sample. */
#include "base/memory.h"
#include "engine/iictl/internal.h"

enum { LANES = 64, SAMPLE_ROUNDS = 256, BATCHES = 32, MOST_STEPS = 128, MOST_GATES = 1000000 };
enum { QUERY_WORK = 2000000, UNREACHABLE_WORK = 200000, MOST_COUNTEREXAMPLES = 64 };
enum { MOST_DOUBLINGS = 10 };

typedef struct {
  Iictl *e;
  uint32_t node;
  Lit left, goal;
  size_t most;        /* steps */
  Bits sample[LANES]; /* states that can be reached, as far as is known */
} Hold;

/* States that random walks from an initial state come to. */
static void take_sample(Hold *h, Walk *w) {
  const LatchVec *latches = &h->e->system->latches;
  w->inside = LIT_TRUE;
  for (size_t i = 0; i < latches->size; i++)
    w->states[i] = w->before[i] = latches->data[i].reset == RESET_1   ? UINT64_MAX
                                  : latches->data[i].reset == RESET_0 ? 0
                                                                      : random_word(&w->random);
  for (size_t k = 0; k < SAMPLE_ROUNDS && !h->e->interrupted; k++) {
    walk_choose(w);
    walk_evaluate(w);
    walk_move(w);
  }
  w->inside = h->left;
  for (int j = 0; j < LANES; j++) walk_state(w, j, h->sample + j);
}

/* The lanes, of those given, whose inputs bring the state where all are to L. */
static uint64_t serve(Hold *h, Walk *w, uint64_t alive, size_t *steps) {
  uint64_t arrived = 0;
  for (size_t k = 0; k <= h->most && alive & ~arrived && !h->e->interrupted; k++) {
    walk_evaluate(w);
    arrived |= alive & walk_word(w, w->known);
    alive &= arrived | walk_steps(w);
    if (*steps < k) *steps = k;
    walk_move(w);
  }
  return alive & arrived;
}

static uint64_t serve_all(Hold *h, Walk *w, uint64_t alive, size_t *steps) {
  *steps = 1;
  for (size_t j = 0; j < LANES && alive && !h->e->interrupted; j++) {
    walk_start(w, h->sample + j);
    alive = serve(h, w, alive, steps);
  }
  return alive;
}

/* Inputs that serve the whole sample, in how many steps at most; NULL if none were found. */
static Cube *find_inputs(Hold *h, Walk *w, size_t *steps) {
  const Iictl *e = h->e;
  walk_choose(w);
  uint64_t alive = serve_all(h, w, UINT64_MAX, steps);
  if (!alive || e->interrupted) return NULL;
  alive = serve_all(h, w, alive & -alive, steps); /* the steps of this lane alone */
  LitVec lits = {0};
  for (size_t i = 0; i < e->inputs; i++) {
    Lit input = e->system->inputs.data[i];
    bool value = walk_word(w, input) & alive;
    vec_push(&lits, lit_not_if(input, !value));
    w->lanes.words[lit_node(input)] = -(uint64_t)value; /* for the first lane, too */
  }
  Cube *inputs = clause_new(lits.data, lits.size);
  vec_free(&lits);
  return inputs;
}

/* A state goes to L by these inputs in so many steps: a predicate. */
static Lit served(Hold *h, const Cube *inputs, size_t steps) {
  Iictl *e = h->e;
  const LatchVec *latches = &e->system->latches;
  LitVec states = {0}, arrives = {0}, goes_on = {0};
  Lit go = aig_and(e->aig, h->left, aig_and(e->aig, e->reachable, e->structure->valid));
  Lit end = aig_and(e->aig, h->goal, e->reachable);
  for (size_t i = 0; i < latches->size; i++) vec_push(&states, latches->data[i].current);
  for (size_t k = 0; k <= steps; k++) {
    Lit *map = aig_map_new(e->aig);
    for (size_t i = 0; i < e->system->inputs.size; i++)
      map[lit_node(e->system->inputs.data[i])] = LIT_FALSE;
    for (size_t i = 0; i < inputs->size; i++)
      map[lit_node(inputs->lits[i])] = lit_constant(!lit_negated(inputs->lits[i]));
    for (size_t i = 0; i < latches->size; i++)
      map[lit_node(latches->data[i].current)] = states.data[i];
    vec_push(&arrives, aig_copy(e->aig, e->aig, end, map));
    vec_push(&goes_on, aig_copy(e->aig, e->aig, go, map));
    for (size_t i = 0; i < latches->size && k < steps; i++)
      states.data[i] = aig_copy(e->aig, e->aig, latches->data[i].next, map);
    mem_free(map);
  }
  Lit result = arrives.data[steps];
  for (size_t k = steps; k-- > 0;)
    result = aig_or(e->aig, arrives.data[k], aig_and(e->aig, goes_on.data[k], result));
  vec_free(&states);
  vec_free(&arrives);
  vec_free(&goes_on);
  return result;
}

/* A state that is not served so far: it takes more steps, or cannot be reached. */
static bool settle(Hold *h, Walk *w, const Bits *state, size_t *steps) {
  walk_start(w, state);
  if (serve(h, w, 1, steps)) return true;
  return !h->e->interrupted && state_unreachable(h->e, state, UNREACHABLE_WORK);
}

/* Whether the inputs of the first lane serve all undecided states; if not, *state is one. */
static SatResult verify(Hold *h, Walk *w, const Cube *inputs, size_t steps, Bits *state) {
  Iictl *e = h->e;
  SatResult result = SAT_UNKNOWN;
  uint64_t work = (uint64_t)QUERY_WORK << e->nodes[h->node].held.failures;
  for (size_t i = 0; i < MOST_COUNTEREXAMPLES && !e->interrupted; i++) {
    step_assume(e, e->reachable);
    step_assume(e, e->nodes[h->node].bounds.upper);
    step_assume(e, lit_not(e->nodes[h->node].bounds.lower));
    step_assume(e, lit_not(served(h, inputs, steps)));
    result = step_solve_within(e, work);
    if (result != SAT_SATISFIABLE) break;
    step_state(e, state);
    if (!settle(h, w, state, &steps)) break;
  }
  if (result == SAT_UNSATISFIABLE) update_held(e, h->node, inputs, steps);
  return result;
}

static bool search(Hold *h) {
  Walk w;
  SatResult result = SAT_SATISFIABLE;
  walk_open(&w, h->e, h->left, h->goal, LIT_TRUE);
  walk_seed(&w, h->node, h->e->nodes[h->node].held.failures);
  take_sample(h, &w);
  for (size_t i = 0; i < BATCHES && result == SAT_SATISFIABLE && !h->e->interrupted; i++) {
    size_t steps;
    w.bias = i;
    Cube *inputs = find_inputs(h, &w, &steps);
    if (inputs) result = verify(h, &w, inputs, steps, h->sample + i % LANES);
    clause_free(inputs);
  }
  walk_close(&w);
  return result == SAT_UNSATISFIABLE;
}

bool hold_inputs(Iictl *e, uint32_t node) {
  const CtlNode *info = e->structure->nodes.data + node;
  Attempts *attempts = &e->nodes[node].held;
  size_t gates = MOST_GATES / (e->gates + 1);
  if (info->kind != CTL_EU || !e->inputs || !gates || e->interrupted) return false;
  if (attempts->wait) {
    attempts->wait--;
    return false;
  }
  Hold h = {.e = e,
            .node = node,
            .left = lower_of(e, info->left),
            .goal = e->nodes[node].bounds.lower,
            .most = gates < MOST_STEPS ? gates : MOST_STEPS};
  for (int j = 0; j < LANES; j++) h.sample[j] = bits_new(e->system->latches.size);
  bool found = search(&h);
  for (int j = 0; j < LANES; j++) bits_free(&h.sample[j]);
  if (found) {
    attempts->wait = SIZE_MAX; /* nothing is undecided any more */
  } else if (!e->interrupted) {
    if (attempts->failures < MOST_DOUBLINGS) attempts->failures++;
    attempts->wait = (size_t)1 << attempts->failures;
  }
  return found;
}
