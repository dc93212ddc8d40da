/* Functions with variables fixed, replaced or renamed. */
#include "logic/bdd_internal.h"

static Bdd cofactor_of(BddManager *m, Bdd f, uint32_t literal) {
  uint32_t level = level_of(m, f), at = m->level[literal >> 1];
  if (level > at) return f;
  Bdd f0, f1;
  split(m, f, level, &f0, &f1);
  if (level == at) return literal & 1 ? f1 : f0;
  Bdd known = computed_get(m, COMPUTED_COFACTOR, f, literal, 0);
  if (known != BDD_NONE) return known;
  if (!bdd_step(m)) return BDD_NONE;
  Bdd low = cofactor_of(m, f0, literal);
  if (low == BDD_NONE) return BDD_NONE;
  Bdd result = bdd_make(m, m->variable_at[level], low, cofactor_of(m, f1, literal));
  return computed_put(m, COMPUTED_COFACTOR, f, literal, 0, result);
}

Bdd bdd_cofactor(BddManager *m, Bdd f, uint32_t variable, bool value) {
  return f == BDD_NONE ? BDD_NONE : cofactor_of(m, f, 2 * variable + value);
}

/* variable ? high : low, wherever the variable stands. */
static Bdd choose_by(BddManager *m, uint32_t variable, Bdd low, Bdd high) {
  if (low == BDD_NONE || high == BDD_NONE) return BDD_NONE;
  uint32_t level = m->level[variable];
  if (level < level_of(m, low) && level < level_of(m, high))
    return bdd_make(m, variable, low, high);
  Bdd condition = bdd_variable(m, variable);
  return condition == BDD_NONE ? BDD_NONE : bdd_choose_of(m, condition, high, low);
}

static Bdd substitute_of(BddManager *m, Bdd f, uint32_t variable, Bdd by) {
  uint32_t level = level_of(m, f), at = m->level[variable];
  if (level > at) return f;
  Bdd f0, f1;
  split(m, f, level, &f0, &f1);
  if (level == at) return bdd_choose_of(m, by, f1, f0);
  Bdd known = computed_get(m, COMPUTED_SUBSTITUTE, f, by, variable);
  if (known != BDD_NONE) return known;
  if (!bdd_step(m)) return BDD_NONE;
  Bdd low = substitute_of(m, f0, variable, by);
  if (low == BDD_NONE) return BDD_NONE;
  Bdd high = substitute_of(m, f1, variable, by);
  return computed_put(m, COMPUTED_SUBSTITUTE, f, by, variable,
                      choose_by(m, m->variable_at[level], low, high));
}

Bdd bdd_substitute(BddManager *m, Bdd f, uint32_t variable, Bdd by) {
  return f == BDD_NONE || by == BDD_NONE ? BDD_NONE : substitute_of(m, f, variable, by);
}

BddRenaming bdd_renaming(BddManager *m, const uint32_t (*pairs)[2], size_t count) {
  Renaming renaming = {mem_alloc(m->variable_count * sizeof(uint32_t)), m->variable_count};
  for (uint32_t v = 0; v < renaming.size; v++) renaming.partner[v] = v;
  for (size_t i = 0; i < count; i++) {
    renaming.partner[pairs[i][0]] = pairs[i][1];
    renaming.partner[pairs[i][1]] = pairs[i][0];
  }
  vec_push(&m->renamings, renaming);
  return (BddRenaming)m->renamings.size - 1;
}

static Bdd rename_of(BddManager *m, Bdd f, BddRenaming renaming) {
  if (f <= BDD_TRUE) return f;
  Bdd sign = f & 1;
  f ^= sign;
  Bdd known = computed_get(m, COMPUTED_RENAME, f, renaming, 0);
  if (known != BDD_NONE) return known ^ sign;
  if (!bdd_step(m)) return BDD_NONE;
  Node node = *node_at(m, f);
  Bdd low = rename_of(m, node.low, renaming);
  if (low == BDD_NONE) return BDD_NONE;
  Bdd high = rename_of(m, node.high, renaming);
  const Renaming *pairs = m->renamings.data + renaming;
  uint32_t becomes = node.variable < pairs->size ? pairs->partner[node.variable] : node.variable;
  Bdd result = choose_by(m, becomes, low, high);
  return bdd_not_if(computed_put(m, COMPUTED_RENAME, f, renaming, 0, result), sign);
}

Bdd bdd_rename(BddManager *m, Bdd f, BddRenaming renaming) {
  assert(renaming < m->renamings.size);
  return f == BDD_NONE ? BDD_NONE : rename_of(m, f, renaming);
}
