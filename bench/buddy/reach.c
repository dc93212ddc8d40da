/* The rings of a dump of bench-bdd_reach with Debian's BuDDy (libbdd-dev). A program of its own,
 * not part of the build: BuDDy's names are those of our package. See bench/buddy/compare. */
#include <bdd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double cpu(void) { return (double)clock() / CLOCKS_PER_SEC; }

static BDD *nodes;
static size_t node_room;

static BDD edge(unsigned e) {
  BDD plain = e / 2 ? nodes[e / 2] : bddfalse;
  return e & 1 ? bdd_not(plain) : plain;
}

static void keep(unsigned id, BDD f) {
  if (id >= node_room) {
    size_t before = node_room;
    node_room = 2 * (size_t)id + 16;
    nodes = realloc(nodes, node_room * sizeof *nodes);
    memset(nodes + before, 0, (node_room - before) * sizeof *nodes);
  }
  nodes[id] = bdd_addref(f);
}

static BDD cube(char *text) {
  BDD all = bddtrue;
  for (char *word = strtok(text, " \n"); word; word = strtok(NULL, " \n"))
    all = bdd_addref(bdd_and(all, bdd_ithvar(atoi(word))));
  return all;
}

int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  if (!file) return 64;
  static char line[1 << 20];
  enum { CLUSTERS = 20000 };
  static BDD cluster[CLUSTERS], quantified[CLUSTERS];
  BDD initial = bddfalse, first = bddtrue;
  size_t clusters = 0;
  bddPair *pairs = NULL;
  bdd_init(1 << 20, 1 << 18);
  bdd_gbc_hook(NULL); /* it would print */
  bdd_setcacheratio(4);
  bdd_setmaxincrease(1 << 22);
  unsigned a, b, c, d;
  while (fgets(line, sizeof line, file)) switch (line[0]) {
    case 'v':
      sscanf(line + 1, "%u", &a);
      bdd_setvarnum((int)a);
      pairs = bdd_newpair();
      break;
    case 'p':
      sscanf(line + 1, "%u %u", &a, &b);
      bdd_setpair(pairs, (int)b, (int)a);
      break;
    case 'n':
      sscanf(line + 1, "%u %u %u %u", &a, &b, &c, &d);
      keep(a, bdd_ite(bdd_ithvar((int)b), edge(d), edge(c)));
      break;
    case 'i':
      sscanf(line + 1, "%u", &a);
      initial = bdd_addref(edge(a));
      break;
    case 'f': first = cube(line + 1); break;
    case 'c': {
      char *rest;
      cluster[clusters] = bdd_addref(edge((unsigned)strtoul(line + 1, &rest, 10)));
      quantified[clusters++] = cube(rest);
      break;
    }
    }
  for (size_t i = 0; i < node_room; i++)
    if (nodes[i]) bdd_delref(nodes[i]);
  double start = cpu();
  BDD states = bdd_addref(initial), ring = bdd_addref(initial);
  size_t rings = 0;
  while (ring != bddfalse) {
    BDD image = bdd_addref(bdd_exist(ring, first));
    for (size_t i = 0; i < clusters; i++) {
      BDD next = bdd_addref(bdd_appex(image, cluster[i], bddop_and, quantified[i]));
      bdd_delref(image);
      image = next;
    }
    BDD renamed = bdd_addref(bdd_replace(image, pairs));
    bdd_delref(image);
    bdd_delref(ring);
    ring = bdd_addref(bdd_apply(renamed, states, bddop_diff));
    bdd_delref(renamed);
    BDD all = bdd_addref(bdd_or(states, ring));
    bdd_delref(states);
    states = all;
    rings++;
  }
  printf("%zu rings, %d nodes, %.3f s\n", rings, bdd_nodecount(states), cpu() - start);
  bdd_done();
  return 0;
}
