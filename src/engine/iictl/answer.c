/* What follows from FAIR's answers.
 *
 * None: what FAIR knows about states behind the jump (all of them, in a question without one) is a
 * ranking of a set that is closed under edges inside U of the EG node; so the set leaves U. What it
 * knows about states before the jump is closed under the edges of the EU node; and those of them
 * that are in U of the right child could jump, so all of their successors in U of the EG node are
 * in the set that has just left it. The states before the jump leave U of the EU node; and where
 * they contain the initial states and are closed under all edges, they are all that can be reached.
 *
 * A lasso: it becomes the path of the frame, up to the jump if there is one; the rest is kept for
 * the EG node, which is asked about its first state when the path is followed. */
#include "base/memory.h"
#include "engine/iictl/internal.h"

/* ---- none ---- */

/* R of a question on one side of the jump, as clauses over the latches of the structure; *empty:
 * there are no states. */
static ClauseVec side_of(const Iictl *e, const Question *question, bool jumped, bool *empty) {
  const System *system = fair_system(question->fair);
  Roles roles = roles_new(system);
  FairClauses clauses = fair_reachable(question->fair);
  ClauseVec side = {0};
  *empty = false;
  LitVec lits = {0};
  for (size_t i = 0; i < clauses.size; i++) {
    vec_clear(&lits);
    bool satisfied = false;
    for (size_t k = 0; k < clauses.data[i]->size; k++) {
      Lit lit = clauses.data[i]->lits[k];
      uint32_t latch = roles.index[lit_node(lit)];
      if (latch < e->system->latches.size)
        vec_push(&lits, lit_not_if(e->system->latches.data[latch].current, lit_negated(lit)));
      else satisfied |= jumped != lit_negated(lit);
    }
    if (satisfied) continue;
    *empty |= !lits.size;
    vec_push(&side, clause_new(lits.data, lits.size));
  }
  clauses_reduce(&side);
  vec_free(&lits);
  vec_free(&clauses);
  roles_free(&roles);
  return side;
}

/* The ranking behind the jump, in the graph of the bounds. Entries that are constant there are
 * dropped. */
static FairRanking ranking_of(Iictl *e, const Question *question) {
  const System *system = fair_system(question->fair);
  const FairRanking *from = fair_ranking(question->fair);
  FairRanking to = {0};
  Lit *map = aig_map_new(system->aig);
  for (size_t i = 0; i < system->latches.size; i++)
    map[lit_node(system->latches.data[i].current)] =
        i < e->system->latches.size ? e->system->latches.data[i].current : LIT_TRUE;
  LitVec entries = {0};
  U32Vec place = {0};
  for (size_t i = 0; i < from->rank.size; i++) {
    Lit entry = aig_copy(e->aig, system->aig, from->rank.data[i], map);
    vec_push(&entries, entry);
    vec_push(&place, (uint32_t)to.rank.size);
    if (lit_node(entry)) vec_push(&to.rank, entry);
  }
  for (size_t i = 0; i < from->missed.size; i++) {
    FairMissed missed = {from->missed.data[i].condition, {0}};
    bool possible = true;
    for (size_t k = 0; k < from->missed.data[i].entries.size; k++) {
      uint32_t literal = from->missed.data[i].entries.data[k];
      Lit entry = lit_not_if(entries.data[literal / 2], literal & 1);
      possible &= entry != LIT_FALSE;
      if (lit_node(entry)) vec_push(&missed.entries, 2 * place.data[literal / 2] + (literal & 1));
    }
    if (possible) vec_push(&to.missed, missed);
    else vec_free(&missed.entries);
  }
  vec_free(&entries);
  vec_free(&place);
  mem_free(map);
  return to;
}

/* Whether all valid initial states satisfy the clauses, and steps keep them true. */
static bool is_invariant(Iictl *e, const ClauseVec *clauses) {
  Lit set = clauses_build(e->aig, clauses);
  TaskSet initial = tasks_initial(e);
  bool starts = tasks_any(e, &initial, lit_not(set), NULL);
  tasks_free(&initial);
  if (starts || e->interrupted) return false;
  StepQuery query = step_query(e, set, lit_not(set));
  step_assume_query(e, &query);
  return step_solve(e) == SAT_UNSATISFIABLE;
}

/* Whether the answer decides the formula: it is about all initial states, at the root. */
static bool settles(const Iictl *e, const Frame *frame) {
  bool all = !frame->question->source.size ||
             (frame->tasks.predicate == LIT_NONE && frame->tasks.states.size == 1);
  return frame == e->stack.data[0] && frame->node == ctl_node(e->structure->root) && all;
}

/* An EG node and all nodes above it. */
static Bits nodes_above(const CtlStructure *structure, uint32_t always) {
  Bits above = bits_new(structure->nodes.size);
  bits_set(&above, always);
  for (size_t v = always + 1; v < structure->nodes.size; v++) {
    const CtlNode *node = structure->nodes.data + v;
    bool two = node->kind == CTL_AND || node->kind == CTL_EU;
    if (node->kind != CTL_PREDICATE && (bits_get(&above, ctl_node(node->left)) ||
                                        (two && bits_get(&above, ctl_node(node->right)))))
      bits_set(&above, v);
  }
  return above;
}

/* Whether the question depends on what the EG node had lost: where that occurs in other parts of
 * the EU node, too. */
static bool depends(const Iictl *e, const Bits *above, uint32_t until, uint32_t always) {
  const CtlNode *info = e->structure->nodes.data + until;
  Bits below = bits_new(info->right + 1);
  bits_set(&below, info->right);
  bool found = bits_get(above, ctl_node(info->left));
  for (CtlRef at = info->right + 1; at-- > 0;) {
    const CtlNode *part = e->structure->nodes.data + ctl_node(at);
    if (!bits_get(&below, at)) continue;
    if (part->kind == CTL_AND && !ctl_negated(at)) {
      bits_set(&below, part->left);
      bits_set(&below, part->right);
    } else {
      found |= (ctl_node(at) != always || ctl_negated(at)) && bits_get(above, ctl_node(at));
    }
  }
  bits_free(&below);
  return found;
}

/* The question left out what its nodes had lost: where the answer decides the formula, the proof
 * can do without all that was found out about them before; unless other things rest on it. */
static void forget(Iictl *e, uint32_t asker, uint32_t always) {
  Bits above = nodes_above(e->structure, always);
  bool needed = asker != always && depends(e, &above, asker, always);
  for (size_t i = 0; i < e->proof->updates.size; i++) {
    const CtlUpdate *update = e->proof->updates.data + i;
    if (ctl_update_global(update) || update->node == asker || update->node == always) continue;
    needed |= bits_get(&above, update->node);
  }
  bits_free(&above);
  if (needed) return;
  ctl_proof_forget(e->proof, asker);
  ctl_proof_forget(e->proof, always);
  e->nodes[asker].bounds.gained = e->nodes[asker].bounds.lost = LIT_FALSE;
  e->nodes[always].bounds.gained = e->nodes[always].bounds.lost = LIT_FALSE;
  bounds_propagate(e);
}

/* The question is answered, and what was under way above it is not wanted any more. */
static void answered(Iictl *e, Frame *frame) {
  while (vec_last(&e->stack) != frame) decide_drop(e);
  for (size_t i = 0; i < e->stack.size; i++) e->stack.data[i]->search.waiting = false;
  ask_free(frame->question);
  frame->question = NULL;
}

void answer_none(Iictl *e, Frame *frame) {
  const Question *question = frame->question;
  bool none_behind = false, none_before = true;
  ClauseVec behind = side_of(e, question, true, &none_behind), before = {0};
  if (question->jumps) before = side_of(e, question, false, &none_before);
  bool invariant = !none_before && before.size && is_invariant(e, &before);
  if (!e->interrupted) {
    if (settles(e, frame)) forget(e, frame->node, question->node);
    FairRanking ranking = ranking_of(e, question);
    if (!none_behind) update_rank(e, question->node, &behind, &ranking);
    ranking_clear(&ranking);
    if (invariant) update_reachable(e, &before);
    if (question->jumps) update_out(e, frame->node, 0, &before);
    answered(e, frame);
  }
  clauses_free(&behind);
  clauses_free(&before);
}

/* ---- a lasso ---- */

/* The steps from one on, of the structure. */
static Trace *take_steps(const Iictl *e, const Trace *from, size_t first, size_t end) {
  Trace *trace = trace_new();
  for (size_t i = first; i < end; i++) {
    const Step *step = from->steps.data + i;
    Step *copy = trace_add_step(trace, e->system);
    for (size_t k = 0; k < e->system->latches.size; k++)
      bits_put(&copy->latches, k, bits_get(&step->latches, k));
    for (size_t k = 0; k < e->inputs; k++) bits_put(&copy->inputs, k, bits_get(&step->inputs, k));
  }
  return trace;
}

void answer_lasso(Iictl *e, Frame *frame) {
  const Question *question = frame->question;
  Trace *found = fair_lasso(question->fair);
  size_t length = found->steps.size, jump = 0; /* the first state of the lasso of the EG node */
  if (question->jumps)
    while (!bits_get(&found->steps.data[jump + 1].latches, e->system->latches.size)) jump++;
  Trace *lasso = take_steps(e, found, jump, length);
  lasso->loop = found->loop - (int64_t)jump;
  uint32_t node = question->node;
  Trace *stem = question->jumps ? take_steps(e, found, 0, jump + 1) : NULL;
  trace_free(found);
  answered(e, frame);
  search_close(&frame->search);
  trace_free(e->nodes[node].lasso);
  e->nodes[node].lasso = lasso;
  frame_drop_trace(frame);
  frame->trace = stem;
  frame->led = true;
  e->stats.lassos++;
}

Trace *answer_take_lasso(Iictl *e, uint32_t node, const Bits *state) {
  Trace *lasso = e->nodes[node].lasso;
  if (!lasso || (state && !bits_equal(&lasso->steps.data[0].latches, state))) return NULL;
  e->nodes[node].lasso = NULL;
  return lasso;
}
