#include "engine/bmc/product.h"

#include "base/memory.h"
#include "engine/lemmas.h"
#include "task/direct_task.h"

typedef struct {
  Product *product;
  const Lit *conditions; /* in the product */
  size_t count, set;
} Builder;

static void add_fact(Product *product, const Lit *lits, size_t count) {
  vec_push(&product->facts, clause_new(lits, count));
}

/* ---- the methods ---- */

static Lit one(Builder *b) { return b->conditions[b->set]; }

static Lit any(Builder *b) { return aig_or_all(b->product->system->aig, b->conditions, b->count); }

/* x_j(t) = p_j(t) or (x_j(t-1) and not x(t-1)), x = all x_j. A latch y_j holds what comes from the
 * step before: x_j = p_j or y_j, and y_j' = x_j and not x. So never are all y_j true, which is the
 * improvement that section 7 announces: a path ends in a state of some fair set at least. */
static Lit flags(Builder *b) {
  System *system = b->product->system;
  Aig *aig = system->aig;
  LitVec kept = {0}, now = {0}, not_all = {0};
  for (size_t j = 0; j < b->count; j++) {
    Lit latch = system_latch(system, RESET_0);
    vec_push(&kept, latch);
    vec_push(&not_all, lit_not(latch));
    vec_push(&now, aig_or(aig, b->conditions[j], latch));
  }
  Lit all = aig_and_all(aig, now.data, now.size);
  for (size_t j = 0; j < b->count; j++)
    system_set_next(system, kept.data[j], aig_and(aig, now.data[j], lit_not(all)));
  add_fact(b->product, not_all.data, not_all.size);
  vec_free(&kept);
  vec_free(&now);
  vec_free(&not_all);
  return all;
}

/* The counter in binary; what it counts to need not be a power of two, and the rest are facts. */
static Lit counter(Builder *b) {
  System *system = b->product->system;
  Aig *aig = system->aig;
  LitVec bits = {0}, is = {0};
  size_t codes = 1;
  for (; codes < b->count; codes *= 2) vec_push(&bits, system_latch(system, RESET_0));
  for (size_t code = 0; code < codes; code++) {
    LitVec differs = {0};
    for (size_t i = 0; i < bits.size; i++)
      vec_push(&differs, lit_not_if(bits.data[i], code >> i & 1));
    if (code < b->count) vec_push(&is, lit_not(aig_or_all(aig, differs.data, differs.size)));
    else add_fact(b->product, differs.data, differs.size);
    vec_free(&differs);
  }
  LitVec moved = {0};
  for (size_t j = 0; j < b->count; j++)
    vec_push(&moved, aig_and(aig, is.data[j], b->conditions[j]));
  for (size_t i = 0; i < bits.size; i++) {
    Lit next = LIT_FALSE;
    for (size_t j = 0; j < b->count; j++) {
      size_t after = (j + 1) % b->count;
      Lit stays = aig_and(aig, is.data[j], lit_not(b->conditions[j]));
      if (j >> i & 1) next = aig_or(aig, next, stays);
      if (after >> i & 1) next = aig_or(aig, next, moved.data[j]);
    }
    system_set_next(system, bits.data[i], next);
  }
  Lit p = moved.data[0];
  vec_free(&bits);
  vec_free(&is);
  vec_free(&moved);
  return p;
}

/* Liveness to safety (Biere, Artho, Schuppan 2002): an input saves the state once. Before that, the
 * latches for it are 0. */
static Lit loops(Builder *b) {
  System *system = b->product->system;
  Aig *aig = system->aig;
  size_t latches = system->latches.size;
  Lit save = system_input(system), saved = system_latch(system, RESET_0);
  Lit now = aig_and(aig, save, lit_not(saved)), since = aig_or(aig, saved, save);
  system_set_next(system, saved, since);
  LitVec parts = {0};
  vec_push(&parts, saved);
  for (size_t i = 0; i < latches; i++) {
    Lit latch = system->latches.data[i].current, copy = system_latch(system, RESET_0);
    system_set_next(system, copy, aig_mux(aig, now, latch, copy));
    vec_push(&parts, aig_equal(aig, latch, copy));
    add_fact(b->product, (Lit[]){saved, lit_not(copy)}, 2);
  }
  for (size_t j = 0; j < b->count; j++) {
    Lit met = system_latch(system, RESET_0);
    system_set_next(system, met, aig_and(aig, since, aig_or(aig, met, b->conditions[j])));
    vec_push(&parts, met);
    add_fact(b->product, (Lit[]){saved, lit_not(met)}, 2);
  }
  Lit bad = aig_and_all(aig, parts.data, parts.size);
  vec_free(&parts);
  return bad;
}

/* ---- products ---- */

static Lit initial(System *system) {
  Lit all = LIT_TRUE;
  for (size_t i = 0; i < system->latches.size; i++) {
    const Latch *latch = system->latches.data + i;
    if (latch->reset != RESET_FREE)
      all = aig_and(system->aig, all, lit_not_if(latch->current, latch->reset == RESET_0));
  }
  return all;
}

/* Without the automaton: the formula itself is asked. */
static Product direct_product(const Task *task) {
  DirectTask direct = direct_task_new(task);
  Product product = {.system = direct.task->system, .p = direct.task->bad, .part = true};
  direct.task->system = NULL;
  vec_append(&product.latches, &direct.model.latches);
  product.initial = initial(product.system);
  direct_task_free(&direct);
  return product;
}

Product product_new(const Task *task, BmcMethod method, size_t set) {
  if (method == BMC_DIRECT) return direct_product(task);
  static Lit (*const builds[])(Builder *) = {[BMC_ONE] = one,
                                             [BMC_OR] = any,
                                             [BMC_FLAG] = flags,
                                             [BMC_COUNTER] = counter,
                                             [BMC_TRANS] = loops};
  Lit *map;
  Product product = {.system = system_copy(task->system, &map)};
  LitVec conditions = {0};
  for (size_t i = 0; i < task->conditions.size; i++)
    vec_push(&conditions, aig_map_lit(map, task->conditions.data[i]));
  Builder b = {&product, conditions.data, conditions.size, set};
  bool single = conditions.size == 1 && method != BMC_TRANS;
  if (method == BMC_BAD) product.p = aig_map_lit(map, task->bad);
  else product.p = single ? conditions.data[0] : builds[method](&b);
  product.initial = initial(product.system);
  vec_free(&conditions);
  mem_free(map);
  return product;
}

void product_free(Product *product) {
  system_free(product->system);
  clauses_free(&product->facts);
  vec_free(&product->latches);
}

/* The clause with other latches; false if there is one that the product has not. */
static bool renamed(const Product *product, const Roles *roles, const Clause *clause,
                    LitVec *lits) {
  vec_clear(lits);
  for (size_t i = 0; i < clause->size; i++) {
    uint32_t latch = roles->index[lit_node(clause->lits[i])];
    size_t at = 0;
    while (at < product->latches.size && product->latches.data[at] != latch) at++;
    if (at == product->latches.size) return false;
    Lit lit = product->system->latches.data[at].current;
    vec_push(lits, lit_not_if(lit, lit_negated(clause->lits[i])));
  }
  return true;
}

ClauseVec product_clauses(const Product *product, const Task *task, const ClauseVec *clauses) {
  const System *from = task->system;
  if (!product->part) return lemmas_translate(clauses, from, product->system, from->latches.size);
  ClauseVec own = {0};
  LitVec lits = {0};
  Roles roles = roles_new(from);
  for (size_t i = 0; i < clauses->size; i++)
    if (renamed(product, &roles, clauses->data[i], &lits))
      vec_push(&own, clause_new(lits.data, lits.size));
  roles_free(&roles);
  vec_free(&lits);
  return own;
}
