/* Reachability of a model with our decision diagrams, and the same relation as plain text for other
 * packages: same order of variables, same clusters, same schedule; no reordering, no don't cares.
 *
 *   bench-bdd_reach FILE [SECONDS [DUMP]]
 *
 * prints the rings, the reachable states, the nodes of their set and the seconds of CPU time that
 * the rings took. The dump has, by line: the number of variables; pairs of current and next ones;
 * "n ID VARIABLE LOW HIGH" for a node, where edges are 2 * ID plus 1 if complemented, and node 0 is
 * false; "i EDGE" the initial states; "f VARIABLES" what no cluster reads; "c EDGE VARIABLES" a
 * cluster and what is quantified with it. See bench/buddy. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "engine/symbolic/reachable.h"
#include "front/front.h"

static double cpu(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* ---- the dump ---- */

typedef struct {
  FILE *file;
  const SymbolicModel *model;
  Map done;
} Dump;

static void dump_nodes(Dump *dump, Bdd f) {
  const BddManager *m = dump->model->manager;
  f &= ~(Bdd)1;
  if (!f || map_get(&dump->done, f, NULL)) return;
  dump_nodes(dump, bdd_low(m, f));
  dump_nodes(dump, bdd_high(m, f));
  map_put(&dump->done, f, 0);
  fprintf(dump->file, "n %u %u %u %u\n", f / 2, bdd_level(m, bdd_top(m, f)), bdd_low(m, f),
          bdd_high(m, f));
}

static void dump_cube(Dump *dump, Bdd cube) {
  const BddManager *m = dump->model->manager;
  for (; cube != BDD_TRUE; cube = bdd_high(m, cube))
    fprintf(dump->file, " %u", bdd_level(m, bdd_top(m, cube)));
  fputc('\n', dump->file);
}

static bool write_dump(const Transitions *relation, const char *path) {
  const SymbolicModel *model = relation->model;
  Dump dump = {fopen(path, "w"), model, {0}};
  if (!dump.file) return false;
  size_t latches = model->system->latches.size;
  fprintf(dump.file, "v %zu %zu\n", bdd_variable_count(model->manager), latches);
  for (size_t i = 0; i < latches; i++)
    fprintf(dump.file, "p %u %u\n", bdd_level(model->manager, model->current[i]),
            bdd_level(model->manager, model->next[i]));
  dump_nodes(&dump, model->initial);
  fprintf(dump.file, "i %u\nf", model->initial);
  dump_cube(&dump, relation->image_first);
  for (size_t i = 0; i < relation->count; i++) {
    dump_nodes(&dump, relation->clusters[i].function);
    fprintf(dump.file, "c %u", relation->clusters[i].function);
    dump_cube(&dump, relation->clusters[i].image_cube);
  }
  map_free(&dump.done);
  return !fclose(dump.file);
}

/* ---- the rings ---- */

typedef struct {
  Transitions *relation;
  Bdd states, ring; /* watched */
  size_t rings;
} Search;

static bool grow(void *context) {
  Search *search = context;
  BddManager *m = search->relation->model->manager;
  Bdd image = transitions_image(search->relation, search->ring);
  Bdd ring = bdd_minus(m, image, search->states), states = bdd_or(m, search->states, ring);
  if (states == BDD_NONE) return false;
  search->ring = ring;
  search->states = states;
  search->rings++;
  return true;
}

static bool run(const System *system, double seconds, const char *dump) {
  LitVec none = {0};
  SymbolicOptions options = SYMBOLIC_DEFAULTS;
  options.reorder = false;
  Budget budget = {.deadline = clock_wall() + 4 * seconds};
  SymbolicModel *model = symbolic_new(system, &none, &options);
  SymbolicEnd end = symbolic_build(model, &budget);
  Transitions *relation = transitions_new(model, NULL);
  if (end == SYMBOLIC_DONE) end = transitions_build(relation, &budget);
  bool fine = end == SYMBOLIC_DONE && (!dump || write_dump(relation, dump));
  Search search = {relation, model->initial, model->initial, 0};
  bdd_watch(model->manager, &search.states);
  bdd_watch(model->manager, &search.ring);
  double start = cpu();
  while (fine && search.ring != BDD_FALSE && cpu() - start < seconds)
    fine = symbolic_do(model, grow, &search, &budget) == SYMBOLIC_DONE;
  double used = cpu() - start;
  BddCount count = bdd_count(model->manager, search.states,
                             system->latches.size + system->latches.size + system->inputs.size);
  count.exponent -= (int64_t)(system->latches.size + system->inputs.size);
  fine = fine && search.ring == BDD_FALSE;
  if (fine)
    printf("%zu rings, %.0f states, %zu nodes, %.3f s\n", search.rings, bdd_count_double(count),
           bdd_size(model->manager, &search.states, 1), used);
  else printf("not finished\n");
  transitions_free(relation);
  symbolic_free(model);
  return fine;
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > 4) {
    fputs("usage: bench-bdd_reach FILE [SECONDS [DUMP]]\n", stderr);
    return 64;
  }
  Error error = {0};
  Model *model = front_read(argv[1], NULL, &error);
  if (!model) {
    fprintf(stderr, "%s\n", error.message);
    error_free(&error);
    return 65;
  }
  bool fine = run(model->system, argc > 2 ? atof(argv[2]) : 60, argc > 3 ? argv[3] : NULL);
  model_free(model);
  return fine ? 0 : 2;
}
