/* Labels as decision diagrams; see label_bdd.h. */
#include "formula/automaton/label_bdd.h"

#include <assert.h>

#include "base/map.h"

Labels *labels_new(void) {
  Labels *labels = mem_zalloc(sizeof *labels);
  labels->bdds = bdd_manager_new(0);
  return labels;
}

void labels_free(Labels *labels) {
  if (!labels) return;
  bdd_manager_free(labels->bdds);
  mem_free(labels);
}

uint64_t labels_work(const Labels *labels) { return bdd_counts(labels->bdds).steps; }

void labels_limit(Labels *labels, uint64_t work) {
  bdd_set_budget(labels->bdds, NULL);
  labels->limit = budget_slice(NULL, work);
  if (work) bdd_set_budget(labels->bdds, &labels->limit);
  else labels->exhausted = false;
}

/* A result, or anything if there is none. */
static Label checked(Labels *labels, Bdd result) {
  if (result != BDD_NONE) return result;
  labels->exhausted = true;
  return LABEL_FALSE;
}

Label label_variable(Labels *labels, uint32_t variable) {
  assert(variable < LABEL_VARIABLES);
  while (bdd_variable_count(labels->bdds) <= variable) bdd_add_variables(labels->bdds, 1);
  return checked(labels, bdd_variable(labels->bdds, variable));
}

Label label_choose(Labels *labels, Label a, Label b, Label c) {
  return checked(labels, bdd_choose(labels->bdds, a, b, c));
}
Label label_and(Labels *labels, Label a, Label b) {
  return checked(labels, bdd_and(labels->bdds, a, b));
}
Label label_or(Labels *labels, Label a, Label b) {
  return checked(labels, bdd_or(labels->bdds, a, b));
}
Label label_minus(Labels *labels, Label a, Label b) {
  return checked(labels, bdd_minus(labels->bdds, a, b));
}
bool label_implies(Labels *labels, Label a, Label b) {
  return checked(labels, bdd_implies(labels->bdds, a, b)) == BDD_TRUE;
}
bool label_disjoint(Labels *labels, Label a, Label b) {
  return checked(labels, bdd_disjoint(labels->bdds, a, b)) == BDD_TRUE;
}

/* Variables that were never made are read by nobody. */
static bool known(const Labels *labels, uint32_t variable) {
  return variable < bdd_variable_count(labels->bdds);
}

Label label_restrict(Labels *labels, Label f, uint32_t variable, bool value) {
  if (!known(labels, variable)) return f;
  return checked(labels, bdd_cofactor(labels->bdds, f, variable, value));
}
Label label_substitute(Labels *labels, Label f, uint32_t variable, Label by) {
  if (!known(labels, variable)) return f;
  return checked(labels, bdd_substitute(labels->bdds, f, variable, by));
}

bool label_value(const Labels *labels, Label f, uint64_t values) {
  while (!bdd_is_constant(f))
    f = values >> bdd_top(labels->bdds, f) & 1 ? bdd_high(labels->bdds, f)
                                               : bdd_low(labels->bdds, f);
  return f == LABEL_TRUE;
}

void label_cubes(Labels *labels, Label f, U32Vec *cubes) {
  checked(labels, bdd_isop(labels->bdds, f, f, cubes));
}

/* Adds `path` to the entry of `below`, top down: a node's paths are complete when all nodes nearer
 * to the root are done, so nodes are taken in the order of their variables. */
typedef struct {
  Label node, path;
} SplitItem;

void label_split(Labels *labels, Label f, uint32_t limit, LabelVec *paths, LabelVec *below) {
  VEC(SplitItem) items = {0};
  Map index = {0};
  SplitItem root = {f, LABEL_TRUE};
  vec_push(&items, root);
  map_put(&index, f, 0);
  for (;;) {
    size_t next = SIZE_MAX;
    uint32_t variable = limit;
    for (size_t i = 0; i < items.size; i++) {
      bool inner = items.data[i].path && !bdd_is_constant(items.data[i].node);
      uint32_t v = inner ? bdd_top(labels->bdds, items.data[i].node) : limit;
      if (v < variable) variable = v, next = i;
    }
    if (next == SIZE_MAX) break;
    SplitItem item = items.data[next];
    items.data[next].path = LABEL_FALSE;
    for (int value = 0; value < 2; value++) {
      Label child = value ? bdd_high(labels->bdds, item.node) : bdd_low(labels->bdds, item.node);
      Label literal = bdd_not_if(label_variable(labels, variable), !value);
      if (child == LABEL_FALSE) continue;
      Label path = label_and(labels, item.path, literal);
      uint64_t place;
      if (map_get(&index, child, &place)) {
        items.data[place].path = label_or(labels, items.data[place].path, path);
      } else {
        map_put(&index, child, items.size);
        SplitItem added = {child, path};
        vec_push(&items, added);
      }
    }
  }
  for (size_t i = 0; i < items.size; i++)
    if (items.data[i].path && items.data[i].node) {
      vec_push(paths, items.data[i].path);
      vec_push(below, items.data[i].node);
    }
  map_free(&index);
  vec_free(&items);
}
