/* Figure 4, GENERIC-REFINEMENT, mended: sets that may have fair cycles are refined by one
 * approximation after another. Where the figure is read literally it is wrong in three places:
 * a cycle in the set need not start in an initial state, so the run to it is looked for in the
 * whole state space (fair_cycle.h); what can be reached is not known exactly unless it was asked
 * for; and terminal sets must have no dead ends (weak.c). */
#include "engine/dnc/internal.h"

static SymbolicEnd prepare(DncEngine *self, Budget *budget);
static SymbolicEnd decompose(DncEngine *self, Budget *budget);
static SymbolicEnd prepare_exactly(DncEngine *self, Budget *budget);
static SymbolicEnd check_exactly(DncEngine *self, Budget *budget);

/* ---- the work list ---- */

static bool work_left(const DncEngine *self) { return self->work_next < self->work.size; }

static Entry *next_entry(DncEngine *self) {
  bool fifo = self->options.work_order == WORK_FIFO;
  return fifo ? self->work.data + self->work_next : &vec_last(&self->work);
}

/* Weak sets of a level are tried before the next level, all at once. With the last in first out,
 * that is after each set. */
static bool weak_due(DncEngine *self) {
  if (!self->weak.size && !self->terminal.size) return false;
  return self->options.work_order == WORK_LIFO || !work_left(self) ||
         next_entry(self)->level >= self->weak_level;
}

/* FIFO: no entry asks for an earlier level any more. */
static void drop_levels(DncEngine *self) {
  if (self->options.work_order != WORK_FIFO) return;
  for (size_t i = 0; i < self->entry.level; i++) {
    Level *level = self->levels.data + i;
    reachable_free(level->reach);
    transitions_free(level->relation);
    level->reach = NULL;
    level->relation = NULL;
  }
}

enum { CHEAP = 1000000 }; /* steps of operations on diagrams: hardly any effort */

/* The share of latches in the line of approximations (section 9.1) says where it is no longer worth
 * the effort. As long as there was hardly any, compared to what the system itself will take, one
 * more module may be what decides it. When some set fell apart, that was the last effort. */
static void leave_line(DncEngine *self, Entry *entry) {
  size_t last = self->levels.size - 1;
  bool beyond = self->options.policy == POLICY_MULTI_LEVEL && entry->level > self->line_end;
  bool dear = beyond && bdd_counts(self->model->manager).steps > CHEAP;
  if (dear || self->apart) entry->level = (uint32_t)last;
}

/* Strong sets are decided in the system one by one, as long as that is cheap; when one after the
 * other has had no fair cycle, what is left is decided together (weak.c). With the last in first
 * out the others may still be far from the system. */
static bool takes_long(DncEngine *self) {
  uint64_t steps = bdd_counts(self->model->manager).steps;
  if (!self->one_by_one) self->one_by_one = steps;
  return self->options.work_order == WORK_FIFO &&
         steps - self->one_by_one >= (uint64_t)self->options.one_by_one;
}

static SymbolicEnd take_together(DncEngine *self) {
  for (; work_left(self); self->work_next++)
    vec_push(&self->together, self->work.data[self->work_next].part);
  return dnc_go_to(self, dnc_decide_together);
}

SymbolicEnd dnc_pick(DncEngine *self, Budget *budget) {
  (void)budget;
  bool weak = weak_due(self);
  if (!weak && !work_left(self)) return dnc_go_to(self, dnc_prove);
  if (!weak) leave_line(self, next_entry(self));
  bool exact = !weak && next_entry(self)->level + 1 == self->levels.size;
  if ((weak || exact) && !dnc_knows_reachable(self)) return dnc_go_to(self, dnc_find_reachable);
  if (weak) return dnc_go_to(self, dnc_decide_together);
  if (self->options.sharp && exact && !self->sharpened) return dnc_go_to(self, dnc_sharp);
  if (exact && self->work.size - self->work_next > 1 && takes_long(self))
    return take_together(self);
  self->entry = *next_entry(self);
  if (self->options.work_order == WORK_FIFO) self->work_next++;
  else self->work.size--;
  drop_levels(self);
  return dnc_go_to(self, prepare);
}

/* ---- the approximation ---- */

static bool is_exact(const DncEngine *self) { return self->entry.level + 1 == self->levels.size; }

static bool cut_invariant(void *context) {
  DncEngine *self = context;
  const Level *level = self->levels.data + self->entry.level;
  Bdd invariant = bdd_and(self->model->manager, self->invariant, level->reach->states);
  if (invariant == BDD_NONE) return false;
  self->invariant = invariant;
  return true;
}

/* The relation; and, unless it is known what the system reaches, what the approximation reaches
 * within what the earlier ones did. */
static SymbolicEnd prepare_level(DncEngine *self, Level *level, Budget *budget) {
  SymbolicEnd end = SYMBOLIC_DONE;
  if (!level->relation) level->relation = transitions_new(self->model, &level->latches);
  if (!level->relation->clusters) end = transitions_build(level->relation, budget);
  if (end != SYMBOLIC_DONE || level->ready) return end;
  if (!self->exact && !is_exact(self)) {
    if (!level->reach)
      level->reach = reachable_new(level->relation, self->model->initial, self->invariant);
    end = reachable_close(level->reach, true, budget);
    if (end == SYMBOLIC_DONE) end = symbolic_do(self->model, cut_invariant, self, budget);
    if (end != SYMBOLIC_DONE) return end;
  }
  level->ready = true;
  self->counts.levels++;
  return SYMBOLIC_DONE;
}

/* ---- the set ---- */

/* What has left the invariant leaves the set. No step leads from the rest to it. */
static bool cut_set(void *context) {
  DncEngine *self = context;
  BddManager *m = self->model->manager;
  Partition *partition = self->partition;
  Bdd set = partition->states.data[self->entry.part];
  const Bdd sets[] = {bdd_minus(m, set, self->invariant), bdd_and(m, set, self->invariant)};
  if (sets[0] == BDD_NONE || sets[1] == BDD_NONE) return false;
  if (sets[0] != BDD_FALSE)
    self->entry.part = partition_split(partition, self->entry.part, sets, 2) + 1;
  return true;
}

/* The relation within the set: everything outside is a don't care (Theorems 4 and 5). */
static SymbolicEnd prepare(DncEngine *self, Budget *budget) {
  Level *level = self->levels.data + self->entry.level;
  SymbolicEnd end = prepare_level(self, level, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (!self->inside) {
    end = symbolic_do(self->model, cut_set, self, budget);
    if (end != SYMBOLIC_DONE) return end;
    Bdd set = self->partition->states.data[self->entry.part];
    if (set == BDD_FALSE) return dnc_go_to(self, dnc_pick);
    self->inside = transitions_within(level->relation, set);
  }
  if (is_exact(self)) return dnc_go_to(self, prepare_exactly);
  end = transitions_build(self->inside, budget);
  if (end != SYMBOLIC_DONE) return end;
  self->counts.sets++;
  return dnc_go_to(self, decompose);
}

static SymbolicEnd done_with_set(DncEngine *self) {
  transitions_free(self->inside);
  self->inside = NULL;
  return dnc_go_to(self, dnc_pick);
}

/* ---- fair components of the approximation, and their strength ---- */

/* The set as the latches of the approximation see it, counted; infinite if there are too many. */
static bool effective_states(DncEngine *self, Bdd set, double *states) {
  const Bits *latches = &self->levels.data[self->entry.level].latches;
  U32Vec free = {0};
  for (size_t i = 0; i < latches->size; i++)
    if (!bits_get(latches, i)) vec_push(&free, self->model->current[i]);
  BddManager *m = self->model->manager;
  Bdd seen = bdd_exists(m, set, bdd_cube(m, free.data, free.size));
  vec_free(&free);
  if (seen == BDD_NONE) return false;
  *states = bdd_count_double(bdd_count(m, seen, bits_count(latches)));
  return true;
}

static void hand_out(DncEngine *self, uint32_t part, SetStrength strength, double states) {
  uint32_t next = self->entry.level + 1, node = (uint32_t)self->tree.size;
  uint32_t level = self->entry.level;
  size_t latches = bits_count(&self->levels.data[level].latches);
  vec_push(&self->tree, ((SetNode){self->entry.node, level, (uint32_t)latches, strength, states}));
  if (strength == SET_STRONG) {
    vec_push(&self->work, ((Entry){part, next, node}));
    self->counts.strong++;
    return;
  }
  if (strength == SET_TERMINAL) vec_push(&self->terminal, part);
  else vec_push(&self->weak, part);
  self->weak_level = next;
  self->counts.weak++;
}

/* Weak if every state meets every condition, so that every cycle is fair; terminal if no step leads
 * out of it, too (the conservative tests of section 3). Steps out of the invariant do not count. */
static bool judge(void *context) {
  DncEngine *self = context;
  BddManager *m = self->model->manager;
  uint32_t part = self->search->found;
  Bdd set = self->partition->states.data[part], weak = BDD_TRUE;
  for (size_t i = 0; i < self->conditions.size && weak == BDD_TRUE; i++)
    weak = bdd_implies(m, set, self->model->roots.data[i]);
  Bdd out = BDD_TRUE;
  if (weak == BDD_TRUE) {
    Transitions *relation = self->levels.data[self->entry.level].relation;
    out = bdd_minus(m, bdd_and(m, transitions_image(relation, set), self->invariant), set);
  }
  double states;
  if (weak == BDD_NONE || out == BDD_NONE || !effective_states(self, set, &states)) return false;
  SetStrength strength = weak != BDD_TRUE ? SET_STRONG : out == BDD_FALSE ? SET_TERMINAL : SET_WEAK;
  hand_out(self, part, strength, states);
  self->told = false;
  return true;
}

void dnc_free_under(DncEngine *self) {
  for (int i = 0; i < 2; i++) {
    transitions_free(self->under[i]);
    self->under[i] = NULL;
  }
}

/* Where the parts share no input, fixing inputs changes nothing, and there is no such seed. */
static SymbolicEnd build_under(DncEngine *self, Budget *budget) {
  for (int i = 0; i < 2; i++) {
    if (!self->under[i]) self->under[i] = transitions_under(self->inside, i);
    SymbolicEnd end = transitions_build(self->under[i], budget);
    if (end != SYMBOLIC_DONE) return end;
  }
  if (transitions_same(self->under[0], self->inside)) dnc_free_under(self);
  return SYMBOLIC_DONE;
}

static void remember_sizes(DncEngine *self) {
  self->before.work = self->work.size;
  self->before.weak = self->weak.size;
  self->before.terminal = self->terminal.size;
  self->before.tree = self->tree.size;
  self->before.leaves = self->partition->leaves;
  self->before.steps = bdd_counts(self->model->manager).steps;
}

static SymbolicEnd begin_search(DncEngine *self, Budget *budget) {
  SymbolicEnd end = self->options.under ? build_under(self, budget) : SYMBOLIC_DONE;
  if (end != SYMBOLIC_DONE) return end;
  self->search = scc_new(self->inside, self->partition, self->entry.part, &self->model->roots,
                         (SccMethod)self->options.components, false);
  remember_sizes(self);
  for (int i = 0; i < 2; i++) self->search->under[i] = self->under[i];
  return SYMBOLIC_DONE;
}

static void end_search(DncEngine *self) {
  scc_free(self->search);
  self->search = NULL;
  dnc_free_under(self);
  self->made += self->partition->leaves - self->before.leaves;
}

/* A set that falls into many parts, or takes far more than all before, is not one that its
 * approximation says much about: each part takes images of its own, in the next approximation
 * again, and makes the proof longer. */
static bool falls_apart(const DncEngine *self) {
  enum { WORK = 10 }; /* as many times that of all before */
  uint64_t most = WORK * (CHEAP + self->before.steps), parts = (uint64_t)self->options.parts;
  uint64_t steps = bdd_counts(self->model->manager).steps - self->before.steps;
  size_t made = self->made + self->partition->leaves - self->before.leaves;
  return parts && (made > parts || steps > most);
}

/* As if the search had not been: its components, which are the last of their lists, are forgotten,
 * and the set, one part again, goes to the system. It is SCC-closed there as it was before. */
static bool put_together(void *context) {
  DncEngine *self = context;
  if (!partition_join(self->partition, self->entry.part)) return false;
  size_t strong = self->work.size - self->before.work;
  size_t weaker = self->weak.size - self->before.weak;
  weaker += self->terminal.size - self->before.terminal;
  self->work.size = self->before.work;
  self->weak.size = self->before.weak;
  self->terminal.size = self->before.terminal;
  self->tree.size = self->before.tree;
  self->counts.strong -= strong;
  self->counts.weak -= weaker;
  self->counts.joined++;
  self->apart = true;
  vec_push(&self->work, self->entry);
  vec_last(&self->work).level = (uint32_t)self->levels.size - 1;
  end_search(self);
  return true;
}

/* One image after another, so that it is given up at the same point however a run is sliced; then
 * there is no search any more. */
static SymbolicEnd find_component(DncEngine *self, Budget *budget) {
  while (!falls_apart(self)) {
    Budget image = budget_slice(budget, 1);
    SymbolicEnd end = scc_next(self->search, &image);
    if (end != SYMBOLIC_SPENT || budget_spent(budget)) return end;
  }
  return symbolic_do(self->model, put_together, self, budget);
}

static SymbolicEnd decompose(DncEngine *self, Budget *budget) {
  SymbolicEnd end = self->search ? SYMBOLIC_DONE : begin_search(self, budget);
  while (end == SYMBOLIC_DONE) {
    if (!self->told) {
      end = find_component(self, budget);
      if (end != SYMBOLIC_DONE) return end;
      if (!self->search) return done_with_set(self);
      if (self->search->found == SCC_NONE) break;
      self->told = true;
    }
    end = symbolic_do(self->model, judge, self, budget);
    if (end == SYMBOLIC_DONE && budget_spent(budget)) end = SYMBOLIC_SPENT;
  }
  if (end != SYMBOLIC_DONE) return end;
  end_search(self);
  return done_with_set(self);
}

/* ---- the endgame of strong sets ---- */

/* A set that takes too long alone is decided with the others, and forwards, too. But one with a
 * fair component has the answer, if that is reached. */
static bool set_takes_long(DncEngine *self) {
  bool answered = self->cycle && (self->cycle->told || self->cycle->run);
  return self->exact && !answered && takes_long(self);
}

static bool join_set(void *context) {
  DncEngine *self = context;
  return partition_join(self->partition, self->entry.part);
}

static SymbolicEnd leave_set(DncEngine *self, Budget *budget) {
  SymbolicEnd end = symbolic_do(self->model, join_set, self, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (self->cycle) self->invariant = self->cycle->invariant;
  fair_cycle_free(self->cycle);
  self->cycle = NULL;
  vec_push(&self->together, self->entry.part);
  done_with_set(self);
  return take_together(self);
}

/* One attempt after another, and below one image, so that a set is left at the same point however a
 * run is sliced. */
static SymbolicEnd prepare_exactly(DncEngine *self, Budget *budget) {
  while (!set_takes_long(self)) {
    Budget attempt = budget_slice(budget, 1);
    SymbolicEnd end = transitions_build(self->inside, &attempt);
    if (end == SYMBOLIC_DONE) {
      self->counts.sets++;
      return dnc_go_to(self, check_exactly);
    }
    if (end == SYMBOLIC_FULL || budget_spent(budget)) return end;
  }
  return leave_set(self, budget);
}

static SymbolicEnd end_check(DncEngine *self) {
  self->trace = self->cycle->trace;
  self->cycle->trace = NULL;
  self->invariant = self->cycle->invariant;
  self->ended = ENDED_EXACTLY;
  fair_cycle_free(self->cycle);
  self->cycle = NULL;
  return self->trace ? dnc_answer(self, VERDICT_VIOLATED, ENDED_CYCLE) : done_with_set(self);
}

static SymbolicEnd check_exactly(DncEngine *self, Budget *budget) {
  if (!self->cycle) {
    ExactSystem exact = dnc_exact(self);
    self->cycle =
        fair_cycle_new(&exact, self->inside, self->partition, self->entry.part, &self->model->roots,
                       (SccMethod)self->options.symbolic.fair_cycle, self->invariant);
  }
  while (!set_takes_long(self)) {
    Budget image = budget_slice(budget, 1);
    SymbolicEnd end = fair_cycle_find(self->cycle, self->task->system, &image);
    if (end == SYMBOLIC_DONE) return end_check(self);
    if (end == SYMBOLIC_FULL || budget_spent(budget)) return end;
  }
  return leave_set(self, budget);
}
