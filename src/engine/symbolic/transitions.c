/* Clusters, images, preimages; see transitions.h. */
#include "engine/symbolic/transitions.h"

#include "engine/symbolic/schedule_parts.h"

static void watch(Transitions *relation) {
  BddManager *m = relation->model->manager;
  bdd_watch_all(m, &relation->parts);
  bdd_watch_all(m, &relation->made);
  bdd_watch(m, &relation->image_first);
  bdd_watch(m, &relation->preimage_first);
  bdd_watch(m, &relation->within);
  bdd_watch(m, &relation->image_zone);
  bdd_watch(m, &relation->preimage_zone);
}

static Transitions *transitions_empty(SymbolicModel *model, const Bits *latches) {
  Transitions *relation = mem_zalloc(sizeof *relation);
  relation->model = model;
  if (latches) relation->latches = bits_copy(latches);
  else {
    relation->latches = bits_new(model->system->latches.size);
    bits_fill(&relation->latches, true);
  }
  relation->image_first = relation->preimage_first = BDD_NONE;
  relation->within = relation->image_zone = relation->preimage_zone = BDD_TRUE;
  watch(relation);
  return relation;
}

Transitions *transitions_new(SymbolicModel *model, const Bits *latches) {
  return transitions_empty(model, latches);
}

Transitions *transitions_new_open(SymbolicModel *model) {
  Transitions *relation = transitions_empty(model, NULL);
  relation->open = true;
  return relation;
}

Transitions *transitions_new_growing(SymbolicModel *model, bool open) {
  Bits none = bits_new(model->system->latches.size);
  Transitions *relation = transitions_empty(model, &none);
  relation->open = open;
  relation->grows = true;
  relation->lacking = none;
  return relation;
}

Transitions *transitions_within(const Transitions *of, Bdd set) {
  Transitions *relation = transitions_empty(of->model, &of->latches);
  relation->of = of;
  relation->within = set;
  return relation;
}

/* What has no step inside the set has none under fewer steps either, so the zones are good for it,
 * too. */
Transitions *transitions_under(const Transitions *of, bool value) {
  Transitions *relation = transitions_within(of, of->within);
  relation->fixed = value ? 1 : -1;
  relation->image_zone = of->image_zone;
  relation->preimage_zone = of->preimage_zone;
  return relation;
}

bool transitions_same(const Transitions *a, const Transitions *b) {
  bool same = a->count == b->count;
  for (size_t i = 0; i < a->count && same; i++)
    same = a->clusters[i].function == b->clusters[i].function;
  return same;
}

static void drop_clusters(Transitions *relation) {
  BddManager *m = relation->model->manager;
  for (size_t i = 0; i < relation->count; i++) {
    bdd_unwatch(m, &relation->clusters[i].function);
    bdd_unwatch(m, &relation->clusters[i].image_cube);
    bdd_unwatch(m, &relation->clusters[i].preimage_cube);
  }
  mem_free(relation->clusters);
  relation->clusters = NULL;
  relation->count = relation->used = 0;
  relation->finished = false;
}

void transitions_free(Transitions *relation) {
  if (!relation) return;
  BddManager *m = relation->model->manager;
  bdd_unwatch_all(m, &relation->parts);
  bdd_unwatch_all(m, &relation->made);
  bdd_unwatch(m, &relation->image_first);
  bdd_unwatch(m, &relation->preimage_first);
  bdd_unwatch(m, &relation->within);
  bdd_unwatch(m, &relation->image_zone);
  bdd_unwatch(m, &relation->preimage_zone);
  drop_clusters(relation);
  vec_free(&relation->parts);
  vec_free(&relation->made);
  bits_free(&relation->latches);
  bits_free(&relation->lacking);
  mem_free(relation);
}

/* ---- building ---- */

/* A conjunct for each latch, next variable = next-state function, and each constraint. */
static bool make_parts(Transitions *relation) {
  SymbolicModel *model = relation->model;
  BddManager *m = model->manager;
  BddVec parts = {0};
  bool fine = true;
  for (size_t i = bits_next(&relation->latches, 0); i < relation->latches.size;
       i = bits_next(&relation->latches, i + 1)) {
    Bdd part = bdd_equal(m, bdd_variable(m, model->next[i]), model->functions.data[i]);
    fine = fine && part != BDD_NONE;
    vec_push(&parts, part);
  }
  for (size_t i = 0; i < model->constraints.size; i++)
    if (model->constraints.data[i] != BDD_TRUE) vec_push(&parts, model->constraints.data[i]);
  if (!parts.size) vec_push(&parts, BDD_TRUE);
  if (fine) {
    schedule_parts(model, &parts);
    vec_append(&relation->parts, &parts);
  }
  vec_free(&parts);
  return fine;
}

/* Conjoins the next part to the last cluster, or begins another one. */
static bool use_part(Transitions *relation) {
  BddManager *m = relation->model->manager;
  Bdd part = relation->parts.data[relation->used];
  bool fits = false;
  Bdd both = BDD_NONE;
  if (relation->made.size) {
    both = bdd_and(m, vec_last(&relation->made), part);
    if (both == BDD_NONE) return false;
    fits = bdd_size(m, &both, 1) <= relation->model->options.cluster;
  }
  if (fits) vec_last(&relation->made) = both;
  else vec_push(&relation->made, part);
  relation->parts.data[relation->used++] = BDD_TRUE;
  return true;
}

/* Within a set: each cluster agrees on steps from the set to the set, whatever the inputs; so their
 * product, with the inputs quantified, does, too. */
static bool change_clusters(Transitions *relation) {
  BddManager *m = relation->model->manager;
  Bdd before = relation->within, after = bdd_rename(m, before, relation->model->turn);
  BddVec made = {0};
  bool fine = true;
  for (size_t i = 0; fine && i < relation->of->count; i++) {
    Bdd function = bdd_minimize(m, relation->of->clusters[i].function, before);
    vec_push(&made, bdd_minimize(m, function, after));
    fine = vec_last(&made) != BDD_NONE;
  }
  if (fine) vec_append(&relation->made, &made);
  vec_free(&made);
  return fine;
}

static bool fix_inputs(Transitions *relation) {
  SymbolicModel *model = relation->model;
  BddVec made = {0};
  bool fine = true;
  for (size_t i = 0; fine && i < relation->of->count; i++) {
    Bdd function = relation->of->clusters[i].function;
    for (size_t k = 0; k < model->system->inputs.size; k++)
      function = bdd_cofactor(model->manager, function, model->input[k], relation->fixed > 0);
    vec_push(&made, function);
    fine = function != BDD_NONE;
  }
  if (fine) vec_append(&relation->made, &made);
  vec_free(&made);
  return fine;
}

/* Which variables are read by which clusters: where each can be quantified. */
typedef struct {
  size_t first, last; /* clusters that read it; first > last: none */
} Reading;

static Reading *readings_of(Transitions *relation) {
  BddManager *m = relation->model->manager;
  Reading *readings = mem_array(bdd_variable_count(m), sizeof *readings);
  for (size_t v = 0; v < bdd_variable_count(m); v++) readings[v] = (Reading){SIZE_MAX, 0};
  U32Vec support = {0};
  for (size_t i = 0; i < relation->made.size; i++) {
    vec_clear(&support);
    bdd_support(m, relation->made.data[i], &support);
    for (size_t k = 0; k < support.size; k++) {
      Reading *reading = readings + support.data[k];
      if (reading->first == SIZE_MAX) reading->first = i;
      reading->last = i;
    }
  }
  vec_free(&support);
  return readings;
}

/* The cube of the variables among some that are read last by cluster i, or, for SIZE_MAX, by none.
 */
static Bdd cube_for(BddManager *m, const Reading *readings, const U32Vec *among, size_t i) {
  U32Vec chosen = {0};
  for (size_t k = 0; k < among->size; k++) {
    Reading reading = readings[among->data[k]];
    bool read = reading.first != SIZE_MAX;
    if (i == SIZE_MAX ? !read : read && reading.last == i) vec_push(&chosen, among->data[k]);
  }
  Bdd cube = bdd_cube(m, chosen.data, chosen.size);
  vec_free(&chosen);
  return cube;
}

/* Inputs that one cluster alone reads are quantified there once and for all. */
static bool drop_local_inputs(Transitions *relation) {
  SymbolicModel *model = relation->model;
  BddManager *m = model->manager;
  Reading *readings = readings_of(relation);
  BddVec made = {0};
  bool fine = true;
  for (size_t i = 0; i < relation->made.size && fine; i++) {
    U32Vec local = {0};
    for (size_t k = 0; k < model->system->inputs.size; k++) {
      Reading reading = readings[model->input[k]];
      if (reading.first == i && reading.last == i) vec_push(&local, model->input[k]);
    }
    vec_push(&made, bdd_exists(m, relation->made.data[i], bdd_cube(m, local.data, local.size)));
    fine = vec_last(&made) != BDD_NONE;
    vec_free(&local);
  }
  if (fine)
    for (size_t i = 0; i < made.size; i++) relation->made.data[i] = made.data[i];
  vec_free(&made);
  mem_free(readings);
  return fine;
}

static bool make_cubes(Transitions *relation) {
  SymbolicModel *model = relation->model;
  BddManager *m = model->manager;
  Reading *readings = readings_of(relation);
  U32Vec before = {0}, after = {0};
  for (size_t i = 0; i < model->system->latches.size; i++) {
    vec_push(&before, model->current[i]);
    vec_push(&after, model->next[i]);
  }
  for (size_t i = 0; i < model->system->inputs.size && !relation->open; i++) {
    vec_push(&before, model->input[i]);
    vec_push(&after, model->input[i]);
  }
  size_t count = relation->made.size;
  Cluster *clusters = mem_array(count, sizeof *clusters);
  bool fine = true;
  for (size_t i = 0; i < count; i++) {
    clusters[i] = (Cluster){relation->made.data[i], cube_for(m, readings, &before, i),
                            cube_for(m, readings, &after, i)};
    fine = fine && clusters[i].image_cube != BDD_NONE && clusters[i].preimage_cube != BDD_NONE;
  }
  Bdd image_first = cube_for(m, readings, &before, SIZE_MAX);
  Bdd preimage_first = cube_for(m, readings, &after, SIZE_MAX);
  fine = fine && image_first != BDD_NONE && preimage_first != BDD_NONE;
  vec_free(&before);
  vec_free(&after);
  mem_free(readings);
  if (!fine) {
    mem_free(clusters);
    return false;
  }
  relation->clusters = clusters;
  relation->count = count;
  relation->image_first = image_first;
  relation->preimage_first = preimage_first;
  for (size_t i = 0; i < count; i++) {
    bdd_watch(m, &clusters[i].function);
    bdd_watch(m, &clusters[i].image_cube);
    bdd_watch(m, &clusters[i].preimage_cube);
  }
  vec_clear(&relation->parts);
  vec_clear(&relation->made);
  relation->of = NULL;
  return true;
}

static Bdd product(Transitions *relation, Bdd states, bool forward);

/* Under this relation, not under the one it came from (Theorems 4 and 5). */
static bool make_zones(Transitions *relation) {
  Bdd before = product(relation, relation->within, false);
  Bdd after = product(relation, relation->within, true);
  if (before == BDD_NONE || after == BDD_NONE) return false;
  relation->image_zone = before;
  relation->preimage_zone = after;
  return true;
}

static bool build(void *context) {
  Transitions *relation = context;
  if (relation->finished) return true;
  if (!relation->clusters) {
    if (relation->of) {
      if (!relation->made.size &&
          !(relation->fixed ? fix_inputs(relation) : change_clusters(relation)))
        return false;
    } else if (!relation->parts.size && !make_parts(relation)) return false;
    while (relation->used < relation->parts.size)
      if (!use_part(relation)) return false;
    if (!relation->open && !drop_local_inputs(relation)) return false;
    if (!make_cubes(relation)) return false;
  }
  relation->finished = relation->within == BDD_TRUE || relation->fixed || make_zones(relation);
  return relation->finished;
}

SymbolicEnd transitions_build(Transitions *relation, Budget *budget) {
  return symbolic_do(relation->model, build, relation, budget);
}

/* ---- growing ---- */

SymbolicEnd transitions_grow(Transitions *relation, Budget *budget) {
  SymbolicEnd end = symbolic_build_some(relation->model, &relation->lacking, budget);
  if (end != SYMBOLIC_DONE) return end;
  if (!bits_subset(&relation->lacking, &relation->latches)) {
    bits_or(&relation->latches, &relation->lacking);
    vec_clear(&relation->parts);
    vec_clear(&relation->made);
    drop_clusters(relation);
  }
  return transitions_build(relation, budget);
}

/* Whether the steps of all latches that some sets read are in it; otherwise it has to grow. */
static bool covers(Transitions *relation, Bdd states) {
  SymbolicModel *model = relation->model;
  if (!relation->grows) return true;
  if (states == BDD_NONE) return false;
  U32Vec support = {0};
  bdd_support(model->manager, states, &support);
  Bits reads = bits_new(bdd_variable_count(model->manager));
  for (size_t i = 0; i < support.size; i++) bits_set(&reads, support.data[i]);
  for (size_t i = 0; i < relation->latches.size; i++)
    if (bits_get(&reads, model->current[i])) bits_set(&relation->lacking, i);
  bits_free(&reads);
  vec_free(&support);
  bool fine = relation->finished && bits_subset(&relation->lacking, &relation->latches);
  if (!fine) model->growing = relation;
  return fine;
}

static bool covers_all(Transitions *relation) {
  if (relation->grows) bits_fill(&relation->lacking, true);
  return covers(relation, BDD_TRUE);
}

/* ---- images ---- */

static Bdd through_clusters(Transitions *relation, Bdd product, bool forward) {
  BddManager *m = relation->model->manager;
  product = bdd_exists(m, product, forward ? relation->image_first : relation->preimage_first);
  for (size_t i = 0; i < relation->count; i++) {
    const Cluster *cluster = relation->clusters + i;
    Bdd cube = forward ? cluster->image_cube : cluster->preimage_cube;
    product = bdd_and_exists(m, product, cluster->function, cube);
  }
  return product;
}

static Bdd product(Transitions *relation, Bdd states, bool forward) {
  BddManager *m = relation->model->manager;
  BddRenaming turn = relation->model->turn;
  Bdd from = forward ? states : bdd_rename(m, states, turn);
  Bdd product = through_clusters(relation, from, forward);
  return forward ? bdd_rename(m, product, turn) : product;
}

/* Between B and B or not zone: equal to B on the zone, and true on B. */
static Bdd outside_zone(BddManager *m, Bdd states, Bdd zone) {
  return zone == BDD_TRUE ? states : bdd_minimize(m, states, bdd_or(m, zone, states));
}

Bdd transitions_image(Transitions *relation, Bdd states) {
  assert(!relation->open);
  if (!covers_all(relation)) return BDD_NONE;
  relation->model->counts.images++;
  BddManager *m = relation->model->manager;
  Bdd image = product(relation, outside_zone(m, states, relation->image_zone), true);
  return bdd_and(m, image, relation->within);
}

Bdd transitions_preimage(Transitions *relation, Bdd states) {
  if (!covers(relation, states)) return BDD_NONE;
  relation->model->counts.preimages++;
  BddManager *m = relation->model->manager;
  Bdd preimage = product(relation, outside_zone(m, states, relation->preimage_zone), false);
  return bdd_and(m, preimage, relation->within);
}

/* The first set comes last: the product of both, with their variables interleaved, may be far
 * larger than either. Until then it is a care set for the clusters. */
Bdd transitions_between(Transitions *relation, Bdd from, Bdd to) {
  assert(relation->open);
  if (!covers(relation, to)) return BDD_NONE;
  relation->model->counts.preimages++;
  BddManager *m = relation->model->manager;
  Bdd pairs = bdd_rename(m, to, relation->model->turn);
  pairs = bdd_exists(m, pairs, relation->preimage_first);
  for (size_t i = 0; i < relation->count; i++) {
    const Cluster *cluster = relation->clusters + i;
    Bdd function = bdd_minimize(m, cluster->function, from);
    pairs = bdd_and_exists(m, pairs, function, cluster->preimage_cube);
  }
  return bdd_and(m, pairs, from);
}
