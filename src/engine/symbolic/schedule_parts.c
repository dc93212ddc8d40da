/* The greedy order of Ranjan et al. (IWLS 1995, section 4): the next part is the one with the
 * greatest benefit
 *
 *   2 v/w + w/x + (1 - y/z) + m/M,
 *
 * where it reads w current variables and inputs, v of them as the last one; x of them are still to
 * be quantified; it has y next variables of z still to come; m is the lowest level among the w, and
 * M the lowest of all. */
#include "engine/symbolic/schedule_parts.h"

typedef struct {
  U32Vec reads; /* current variables and inputs */
  size_t next;  /* how many next variables it has */
  bool done;
} Part;

static Part *look_at(SymbolicModel *model, const BddVec *parts) {
  BddManager *m = model->manager;
  Bits is_next = bits_new(bdd_variable_count(m));
  for (size_t i = 0; i < model->system->latches.size; i++) bits_set(&is_next, model->next[i]);
  Part *looks = mem_array(parts->size, sizeof *looks);
  U32Vec support = {0};
  for (size_t i = 0; i < parts->size; i++) {
    vec_clear(&support);
    bdd_support(m, parts->data[i], &support);
    for (size_t k = 0; k < support.size; k++) {
      if (bits_get(&is_next, support.data[k])) looks[i].next++;
      else vec_push(&looks[i].reads, support.data[k]);
    }
  }
  vec_free(&support);
  bits_free(&is_next);
  return looks;
}

static double benefit(const SymbolicModel *model, const Part *part, const uint32_t *readers,
                      size_t unquantified, size_t next_left) {
  size_t last = 0;
  uint32_t lowest = 0;
  for (size_t k = 0; k < part->reads.size; k++) {
    uint32_t v = part->reads.data[k], level = bdd_level(model->manager, v);
    last += readers[v] == 1;
    lowest = level > lowest ? level : lowest;
  }
  double w = part->reads.size ? (double)part->reads.size : 1;
  double x = unquantified ? (double)unquantified : 1, z = next_left ? (double)next_left : 1;
  double levels = (double)bdd_variable_count(model->manager);
  return 2 * (double)last / w + (double)part->reads.size / x + 1 - (double)part->next / z +
         lowest / levels;
}

enum { MOST_PARTS = 2000 }; /* the choice takes the square of their number: more stay as they are */

void schedule_parts(SymbolicModel *model, BddVec *parts) {
  if (!parts->size || parts->size > MOST_PARTS) return;
  Part *looks = look_at(model, parts);
  uint32_t *readers = mem_array(bdd_variable_count(model->manager), sizeof *readers);
  size_t unquantified = 0, next_left = 0;
  for (size_t i = 0; i < parts->size; i++) {
    next_left += looks[i].next;
    for (size_t k = 0; k < looks[i].reads.size; k++)
      unquantified += !readers[looks[i].reads.data[k]]++;
  }
  BddVec order = {0};
  while (order.size < parts->size) {
    size_t best = parts->size;
    double most = 0;
    for (size_t i = 0; i < parts->size; i++) {
      if (looks[i].done) continue;
      double value = benefit(model, looks + i, readers, unquantified, next_left);
      if (best == parts->size || value > most) best = i, most = value;
    }
    looks[best].done = true;
    next_left -= looks[best].next;
    for (size_t k = 0; k < looks[best].reads.size; k++)
      unquantified -= !--readers[looks[best].reads.data[k]];
    vec_push(&order, parts->data[best]);
  }
  memcpy(parts->data, order.data, order.size * sizeof *order.data);
  vec_free(&order);
  for (size_t i = 0; i < parts->size; i++) vec_free(&looks[i].reads);
  mem_free(looks);
  mem_free(readers);
}
