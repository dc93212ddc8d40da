/* See ctl.h. Every subformula becomes the set of states that satisfy it. The operators are brought
 * down to EX, EU and EG, of which there are two implementations. */
#include "engine/explicit/ctl.h"

#include <string.h>

#include "base/memory.h"
#include "engine/explicit/tarjan.h"

typedef struct Evaluation Evaluation;
struct Evaluation {
  const StateGraph *graph;
  const Predecessors *predecessors;
  const uint32_t *order;
  Budget *budget;
  bool spent;
  void (*until)(Evaluation *e, const Bits *hold, Bits *reach); /* reach becomes E[hold U reach] */
  void (*globally)(Evaluation *e, Bits *set);                  /* set becomes EG set */
  void (*fair_globally)(Evaluation *e, Bits *set);             /* the same on fair paths */
  VEC(Bits) conditions;                                        /* where each is true */
  Bits fair; /* where a fair path begins, if there are conditions */
  U32Vec work;
};

/* ---- sets ---- */

static size_t words(const Evaluation *e) { return (e->graph->states + 63) / 64; }

static void complement(const Evaluation *e, Bits *set) {
  for (size_t i = 0; i < words(e); i++) set->words[i] = ~set->words[i];
  size_t rest = e->graph->states % 64;
  if (rest) set->words[words(e) - 1] &= ((uint64_t)1 << rest) - 1;
}

static void combine(const Evaluation *e, Operator op, const Bits *a, const Bits *b, Bits *to) {
  for (size_t i = 0; i < words(e); i++) {
    uint64_t x = a->words[i], y = b->words[i];
    to->words[i] = op == OP_AND       ? x & y
                   : op == OP_OR      ? x | y
                   : op == OP_IMPLIES ? ~x | y
                   : op == OP_XOR     ? x ^ y
                                      : ~(x ^ y);
  }
  size_t rest = e->graph->states % 64;
  if (rest) to->words[words(e) - 1] &= ((uint64_t)1 << rest) - 1;
}

/* ---- EX, EU, EG ---- */

static void next(const Evaluation *e, const Bits *set, Bits *to) {
  for (size_t s = 0; s < e->graph->states; s++) {
    Numbers successors = state_successors(e->graph, s);
    for (size_t i = 0; i < successors.size; i++)
      if (bits_get(set, successors.data[i])) {
        bits_set(to, s);
        break;
      }
  }
}

static void until_backwards(Evaluation *e, const Bits *hold, Bits *reach) {
  const Predecessors *p = e->predecessors;
  vec_clear(&e->work);
  for (size_t s = 0; s < e->graph->states; s++)
    if (bits_get(reach, s)) vec_push(&e->work, (uint32_t)s);
  while (e->work.size) {
    uint32_t s = vec_pop(&e->work);
    for (uint64_t i = p->first[s]; i < p->first[s + 1]; i++) {
      uint32_t before = p->states[i];
      if (bits_get(reach, before) || !bits_get(hold, before)) continue;
      bits_set(reach, before);
      vec_push(&e->work, before);
    }
  }
}

static void globally_backwards(Evaluation *e, Bits *set) {
  const Predecessors *p = e->predecessors;
  size_t states = e->graph->states;
  uint32_t *left = mem_array(states, sizeof *left);
  vec_clear(&e->work);
  for (size_t s = 0; s < states; s++) {
    if (!bits_get(set, s)) continue;
    Numbers successors = state_successors(e->graph, s);
    for (size_t i = 0; i < successors.size; i++) left[s] += bits_get(set, successors.data[i]);
    if (successors.size && !left[s]) vec_push(&e->work, (uint32_t)s);
  }
  for (size_t i = 0; i < e->work.size; i++) bits_clear(set, e->work.data[i]);
  while (e->work.size) {
    uint32_t s = vec_pop(&e->work);
    for (uint64_t i = p->first[s]; i < p->first[s + 1]; i++) {
      uint32_t before = p->states[i];
      if (!bits_get(set, before) || --left[before]) continue;
      bits_clear(set, before);
      vec_push(&e->work, before);
    }
  }
  mem_free(left);
}

static void until_by_sweeps(Evaluation *e, const Bits *hold, Bits *reach) {
  for (bool changed = true; changed && !(e->spent = budget_spent(e->budget));) {
    changed = false;
    for (size_t i = 0; i < e->graph->states; i++) {
      uint32_t s = e->order[i];
      if (bits_get(reach, s) || !bits_get(hold, s)) continue;
      Numbers successors = state_successors(e->graph, s);
      for (size_t k = 0; k < successors.size && !bits_get(reach, s); k++)
        if (bits_get(reach, successors.data[k])) bits_set(reach, s);
      changed |= bits_get(reach, s);
    }
  }
}

static void globally_by_sweeps(Evaluation *e, Bits *set) {
  for (bool changed = true; changed && !(e->spent = budget_spent(e->budget));) {
    changed = false;
    for (size_t i = 0; i < e->graph->states; i++) {
      uint32_t s = e->order[i];
      if (!bits_get(set, s)) continue;
      Numbers successors = state_successors(e->graph, s);
      bool stays = !successors.size;
      for (size_t k = 0; k < successors.size && !stays; k++)
        stays = bits_get(set, successors.data[k]);
      if (stays) continue;
      bits_clear(set, s);
      changed = true;
    }
  }
}

/* ---- fair paths ---- */

/* By Emerson and Lei: the largest part of the set from which each condition can be met in it, after
 * a step in it. A state without successors stays where it is. */
static void fair_globally_by_sweeps(Evaluation *e, Bits *set) {
  for (bool changed = true; changed && !e->spent;) {
    changed = false;
    for (size_t c = 0; c < e->conditions.size && !e->spent; c++) {
      Bits meets = bits_copy(set);
      combine(e, OP_AND, set, e->conditions.data + c, &meets);
      until_by_sweeps(e, set, &meets);
      for (size_t s = 0; s < e->graph->states; s++) {
        if (!bits_get(set, s)) continue;
        Numbers successors = state_successors(e->graph, s);
        bool stays = !successors.size && bits_get(&meets, s);
        for (size_t k = 0; k < successors.size && !stays; k++)
          stays = bits_get(&meets, successors.data[k]);
        if (stays) continue;
        bits_clear(set, s);
        changed = true;
      }
      bits_free(&meets);
    }
  }
}

/* Whether a path can stay in the component of a state: it has a step inside, or ends there. */
static bool can_stay(const Evaluation *e, const uint32_t *of, size_t state) {
  Numbers successors = state_successors(e->graph, state);
  for (size_t i = 0; i < successors.size; i++)
    if (of[successors.data[i]] == of[state]) return true;
  return !successors.size;
}

/* The components of the set in which a path can stay and meet each condition, and what leads there
 * in the set. */
static void fair_globally_backwards(Evaluation *e, Bits *set) {
  uint32_t count, *of = strong_components(e->graph, set, &count);
  size_t conditions = e->conditions.size;
  Bits met = bits_new((size_t)count * (conditions + 1) + 1); /* by component: each, and a stay */
  Bits reach = bits_new(e->graph->states);
  for (size_t s = 0; s < e->graph->states; s++) {
    if (of[s] == NO_COMPONENT) continue;
    size_t first = (size_t)of[s] * (conditions + 1);
    for (size_t c = 0; c < conditions; c++)
      if (bits_get(e->conditions.data + c, s)) bits_set(&met, first + c);
    if (can_stay(e, of, s)) bits_set(&met, first + conditions);
  }
  for (size_t s = 0; s < e->graph->states; s++) {
    bool all = of[s] != NO_COMPONENT;
    for (size_t c = 0; c <= conditions && all; c++)
      all = bits_get(&met, (size_t)of[s] * (conditions + 1) + c);
    if (all) bits_set(&reach, s);
  }
  until_backwards(e, set, &reach);
  bits_free(set);
  *set = reach;
  bits_free(&met);
  mem_free(of);
}

/* ---- operators ---- */

static void until(Evaluation *e, const Bits *hold, Bits *reach) {
  if (e->conditions.size) combine(e, OP_AND, reach, &e->fair, reach);
  e->until(e, hold, reach);
}

static void globally(Evaluation *e, Bits *set) {
  if (e->conditions.size) e->fair_globally(e, set);
  else e->globally(e, set);
}

static void exists_next(Evaluation *e, const Bits *of, Bits *to) {
  Bits fair = bits_copy(of);
  if (e->conditions.size) combine(e, OP_AND, of, &e->fair, &fair);
  next(e, &fair, to);
  bits_free(&fair);
}

/* E[a R b] = E[b U (a & b)] or EG b; E[a W b] = E[a U b] or EG a. */
static Bits exists_weak(Evaluation *e, const Bits *hold, const Bits *reach) {
  Bits either = bits_copy(reach), always = bits_copy(hold);
  until(e, hold, &either);
  globally(e, &always);
  combine(e, OP_OR, &either, &always, &either);
  bits_free(&always);
  return either;
}

static Bits both(const Evaluation *e, const Bits *a, const Bits *b) {
  Bits set = bits_new(e->graph->states);
  combine(e, OP_AND, a, b, &set);
  return set;
}

static Bits temporal(Evaluation *e, Operator op, const Bits *a, const Bits *b) {
  size_t states = e->graph->states;
  Bits all = bits_new(states), set, other;
  complement(e, &all);
  Bits not_a = bits_copy(a), not_b = b ? bits_copy(b) : bits_new(states);
  complement(e, &not_a);
  if (b) complement(e, &not_b);
  bool negate =
      op == OP_AX || op == OP_AF || op == OP_AG || op == OP_AU || op == OP_AR || op == OP_AW;
  switch (op) {
  case OP_EX:
  case OP_AX:
    set = bits_new(states);
    exists_next(e, op == OP_EX ? a : &not_a, &set);
    break;
  case OP_EF:
  case OP_AG:
    set = bits_copy(op == OP_EF ? a : &not_a);
    until(e, &all, &set);
    break;
  case OP_EG:
  case OP_AF:
    set = bits_copy(op == OP_EG ? a : &not_a);
    globally(e, &set);
    break;
  case OP_EU:
    set = bits_copy(b);
    until(e, a, &set);
    break;
  case OP_AR: /* not E[!a U !b] */
    set = bits_copy(&not_b);
    until(e, &not_a, &set);
    break;
  case OP_AW: /* not E[!b U (!a & !b)] */
    set = both(e, &not_a, &not_b);
    until(e, &not_b, &set);
    break;
  case OP_ER:
    other = both(e, a, b);
    set = exists_weak(e, b, &other);
    bits_free(&other);
    break;
  case OP_EW: set = exists_weak(e, a, b); break;
  default: /* OP_AU: not (E[!b U (!a & !b)] or EG !b) */
    other = both(e, &not_a, &not_b);
    set = exists_weak(e, &not_b, &other);
    bits_free(&other);
  }
  if (negate) complement(e, &set);
  bits_free(&all);
  bits_free(&not_a);
  bits_free(&not_b);
  return set;
}

static Bits value_of(Evaluation *e, const FormulaNode *node, const Bits *a, const Bits *b,
                     const Bits *atoms) {
  Bits set;
  switch (node->op) {
  case OP_FALSE: return bits_new(e->graph->states);
  case OP_TRUE:
    set = bits_new(e->graph->states);
    complement(e, &set);
    return set;
  case OP_ATOM: return bits_copy(atoms + node->left);
  case OP_NOT:
    set = bits_copy(a);
    complement(e, &set);
    return set;
  case OP_AND:
  case OP_OR:
  case OP_IMPLIES:
  case OP_EQUIVALENT:
  case OP_XOR:
    set = bits_new(e->graph->states);
    combine(e, node->op, a, b, &set);
    return set;
  default: return temporal(e, node->op, a, b);
  }
}

static Bits set_of(Evaluation *e, const CtlQuestion *question, Formula f) {
  FormulaVec cone = {0};
  formula_cone(question->formulas, f, &cone);
  Bits *sets = mem_array((size_t)f + 1, sizeof *sets);
  for (size_t i = 0; i < cone.size && !e->spent; i++) {
    const FormulaNode *node = formula_node(question->formulas, cone.data[i]);
    int arity = operator_arity(node->op);
    const Bits *a = arity > 0 ? sets + node->left : NULL,
               *b = arity > 1 ? sets + node->right : NULL;
    sets[cone.data[i]] = value_of(e, node, a, b, question->atoms);
    e->spent |= budget_spent(e->budget);
  }
  Bits set = e->spent ? bits_new(e->graph->states) : bits_copy(sets + f);
  for (size_t i = 0; i < cone.size; i++) bits_free(sets + cone.data[i]);
  mem_free(sets);
  vec_free(&cone);
  return set;
}

static CtlTruth evaluate(Evaluation *e, const CtlQuestion *question) {
  for (size_t i = 0; i < question->fairness->size; i++)
    vec_push(&e->conditions, set_of(e, question, question->fairness->data[i]));
  e->fair = bits_new(e->graph->states);
  complement(e, &e->fair);
  if (e->conditions.size) e->fair_globally(e, &e->fair);
  Bits set = set_of(e, question, question->f);
  CtlTruth truth = e->spent ? CTL_UNKNOWN : bits_get(&set, 0) ? CTL_TRUE : CTL_FALSE;
  bits_free(&set);
  bits_free(&e->fair);
  for (size_t i = 0; i < e->conditions.size; i++) bits_free(e->conditions.data + i);
  vec_free(&e->conditions);
  vec_free(&e->work);
  return truth;
}

CtlTruth ctl_backwards(const StateGraph *graph, const Predecessors *predecessors,
                       const CtlQuestion *question, Budget *budget) {
  Evaluation e = {.graph = graph,
                  .predecessors = predecessors,
                  .budget = budget,
                  .until = until_backwards,
                  .globally = globally_backwards,
                  .fair_globally = fair_globally_backwards};
  return evaluate(&e, question);
}

CtlTruth ctl_by_sweeps(const StateGraph *graph, const uint32_t *order, const CtlQuestion *question,
                       Budget *budget) {
  Evaluation e = {.graph = graph,
                  .order = order,
                  .budget = budget,
                  .until = until_by_sweeps,
                  .globally = globally_by_sweeps,
                  .fair_globally = fair_globally_by_sweeps};
  return evaluate(&e, question);
}

/* ---- predecessors ---- */

Predecessors predecessors_new(const StateGraph *graph) {
  Predecessors p = {.first = mem_array(graph->states + 2, sizeof *p.first)};
  for (size_t s = 0; s < graph->states; s++) {
    Numbers successors = state_successors(graph, s);
    for (size_t i = 0; i < successors.size; i++) p.first[successors.data[i] + 2]++;
  }
  for (size_t s = 2; s < graph->states + 2; s++) p.first[s] += p.first[s - 1];
  p.states = mem_alloc(p.first[graph->states + 1] * sizeof *p.states);
  for (size_t s = 0; s < graph->states; s++) {
    Numbers successors = state_successors(graph, s);
    for (size_t i = 0; i < successors.size; i++)
      p.states[p.first[successors.data[i] + 1]++] = (uint32_t)s;
  }
  return p;
}

void predecessors_free(Predecessors *predecessors) {
  mem_free(predecessors->first);
  mem_free(predecessors->states);
}
