/* Questions to FAIR (3.1). Where a node is asked for long, the fair engine is asked, too: EG nodes
 * about paths inside U, and EU nodes whose right child is, or is a conjunction with, an EG node
 * about paths that end with such. So AG (p -> AF q), that is, not E [true U p and EG not q], is one
 * question.
 *
 * The system of a question is that of the structure, whose runs are restricted by constraints: to R
 * and U. For an EU node it has a latch more, *jumped*, and an input that sets it: before that the
 * run is inside U of the left child; the state in which it is set is in U of the right child;
 * behind it all states are in U of the child of the EG node, and only there conditions count. What
 * the EU and the EG node themselves have lost is left out: no run that answers the question meets
 * it, and it may be a long list. Everything is asked about the upper bounds as they are at the
 * time; when these shrink, a proof that there is no run is one still, and a lasso is looked at
 * before it is believed.
 *
 * Sources are one open state of the task, or, where all initial states are asked about, these: so
 * they are always what resets can say. */
#include "base/memory.h"
#include "engine/iictl/internal.h"

void ask_free(Question *question) {
  if (!question) return;
  fair_free(question->fair);
  task_free(question->task);
  bits_free(&question->source);
  mem_free(question);
}

/* ---- the system ---- */

/* The structure's system with these resets, and the way there from the graph of the bounds. */
static System *copy_system(const Iictl *e, const Bits *source, Lit *map) {
  System *system = system_new();
  const LatchVec *latches = &e->system->latches;
  for (size_t i = 0; i < e->inputs; i++)
    map[lit_node(e->system->inputs.data[i])] = system_input(system);
  for (size_t i = 0; i < latches->size; i++) {
    Reset reset = latches->data[i].reset;
    if (source->size) reset = bits_get(source, i) ? RESET_1 : RESET_0;
    map[lit_node(latches->data[i].current)] = system_latch(system, reset);
  }
  for (size_t i = 0; i < latches->size; i++)
    system_set_next(system, map[lit_node(latches->data[i].current)],
                    aig_copy(system->aig, e->aig, latches->data[i].next, map));
  return system;
}

typedef struct {
  const Iictl *e;
  System *system;
  Lit *map;
} Builder;

static Lit copied(Builder *b, Lit lit) { return aig_copy(b->system->aig, b->e->aig, lit, b->map); }

/* In states where `when` is true, `then` is. */
static void constrain(Builder *b, Lit when, Lit then) {
  Lit constraint = aig_implies(b->system->aig, when, then);
  if (constraint != LIT_TRUE) vec_push(&b->system->constraints, constraint);
}

/* An EG node under conjunctions in a part of the formula, and U of the rest of it. */
typedef struct {
  bool found;
  uint32_t node;
  Lit rest;
} Always;

static Always find_always(Iictl *e, CtlRef ref) {
  Always always = {.rest = LIT_TRUE};
  Bits below = bits_new(ref + 1);
  bits_set(&below, ref);
  for (CtlRef at = ref + 1; at-- > 0;) {
    const CtlNode *info = e->structure->nodes.data + ctl_node(at);
    if (!bits_get(&below, at)) continue;
    if (info->kind == CTL_AND && !ctl_negated(at)) {
      bits_set(&below, info->left);
      bits_set(&below, info->right);
    } else if (info->kind == CTL_EG && !ctl_negated(at) && !always.found) {
      always.found = true;
      always.node = ctl_node(at);
    } else {
      always.rest = aig_and(e->aig, always.rest, upper_of(e, at));
    }
  }
  bits_free(&below);
  return always;
}

/* The latch and the input of a question that jumps; gives the latch. */
static Lit add_jump(Builder *b, uint32_t until, Lit rest) {
  Aig *aig = b->system->aig;
  Lit left = upper_of(b->e, b->e->structure->nodes.data[until].left);
  Lit jumped = system_latch(b->system, RESET_0), jump = system_input(b->system);
  system_set_next(b->system, jumped, aig_or(aig, jumped, jump));
  constrain(b, aig_and(aig, lit_not(jumped), jump), copied(b, rest));
  constrain(b, aig_and(aig, lit_not(jumped), lit_not(jump)), copied(b, left));
  return jumped;
}

static Question *question_new(Iictl *e, uint32_t asker, const Always *always, const Bits *source) {
  Question *question = mem_zalloc(sizeof *question);
  Lit inside = upper_of(e, e->structure->nodes.data[always->node].left);
  question->node = always->node;
  question->jumps = asker != always->node;
  if (source->size) question->source = bits_copy(source);
  /* Before the map is made, which has places for the gates that there are. */
  Lit rest = question->jumps ? aig_and(e->aig, always->rest, inside) : LIT_TRUE;
  Builder b = {.e = e, .map = aig_map_new(e->aig)};
  b.system = copy_system(e, source, b.map);
  Lit part = LIT_TRUE;
  if (question->jumps) part = add_jump(&b, asker, rest);
  constrain(&b, LIT_TRUE, copied(&b, e->structure->valid));
  constrain(&b, LIT_TRUE, copied(&b, e->reachable));
  constrain(&b, part, copied(&b, inside));
  question->task = task_new(TASK_FAIR, b.system);
  for (size_t i = 0; i < e->system->fairness.size; i++) {
    Lit condition = copied(&b, e->system->fairness.data[i]);
    vec_push(&question->task->conditions, aig_and(b.system->aig, part, condition));
  }
  if (!e->system->fairness.size) vec_push(&question->task->conditions, part);
  mem_free(b.map);
  question->fair = fair_new(question->task, e->setup.seed, part);
  e->stats.questions++;
  return question;
}

/* ---- who asks, and about what ---- */

/* What a frame has to ask about: nothing while a path that is complete is followed. */
static Always asked_about(Iictl *e, const Frame *frame) {
  const CtlNode *info = e->structure->nodes.data + frame->node;
  bool complete = info->kind == CTL_EG && frame->trace && frame->trace->loop != TRACE_NO_LOOP;
  Always always = {.node = frame->node, .found = info->kind == CTL_EG};
  if (frame->led || frame->mute || complete) always.found = false;
  else if (info->kind == CTL_EU) always = find_always(e, info->right);
  return always;
}

static bool is_open(Iictl *e, uint32_t node, const Bits *state) {
  return state_satisfies(e, state, e->nodes[node].bounds.upper) &&
         !state_satisfies(e, state, e->nodes[node].bounds.lower);
}

/* Opens the question of a frame; false if its task is done, or if interrupted. */
static bool open_question(Iictl *e, Frame *frame, const Always *always) {
  Bits state = bits_new(e->system->latches.size), all = {0};
  bool open = frame_undecided(e, frame, &state);
  bool initially = false;
  if (open && frame->tasks.predicate != LIT_NONE) {
    TaskSet initial = tasks_initial(e);
    const Bounds *bounds = &e->nodes[frame->node].bounds;
    Lit decided = lit_not(aig_and(e->aig, bounds->upper, lit_not(bounds->lower)));
    initially = !tasks_any(e, &initial, decided, NULL);
    tasks_free(&initial);
  }
  if (open && !e->interrupted) {
    frame->question = question_new(e, frame->node, always, initially ? &all : &state);
    budget_use(&e->hard, frame->question->task->system->aig->size);
  }
  bits_free(&state);
  return frame->question != NULL;
}

/* Whether the answer is still wanted. */
static bool serves(Iictl *e, const Frame *frame) {
  const Question *question = frame->question;
  return question && (!question->source.size || is_open(e, frame->node, &question->source));
}

bool ask_step(Iictl *e, uint64_t work) {
  for (size_t i = 0; i < e->stack.size; i++) {
    Frame *frame = e->stack.data[i];
    Always always = asked_about(e, frame);
    if (!always.found) continue;
    if (!serves(e, frame)) {
      ask_free(frame->question);
      frame->question = NULL;
      bool opened = open_question(e, frame, &always);
      if (e->interrupted) return true;
      if (!opened) continue;
    }
    Budget slice = budget_slice(&e->hard, work);
    Verdict verdict = fair_run(frame->question->fair, &slice);
    if (verdict == VERDICT_HOLDS) answer_none(e, frame);
    else if (verdict == VERDICT_VIOLATED) answer_lasso(e, frame);
    else if (budget_state(&e->hard) != BUDGET_LEFT) e->interrupted = true;
    else if (!budget_spent(&slice)) frame->mute = true;
    return true;
  }
  return false;
}
