/* Signal correspondence: latches and gates that are equal, or complements of each other, in every
 * reachable step; constants are those that correspond to the constant (van Eijk 2000, "Sequential
 * equivalence checking based on structural similarities").
 *
 * Simulation of runs gives classes that may be equal. They are refined until all equalities
 * together, J, are inductive: first until J holds in every initial step, then in rounds, each with
 * a solver of its own, until
 *
 *     J(s) & C(s) & next(s) = t & C(t)  ->  J(t).
 *
 * A counterexample is a step that J must allow, so it is simulated, with others like it, and splits
 * classes. A round goes on with the J that it began with; it counts only if it splits nothing. So
 * the result is a fixpoint or nothing: what was proved under assumptions that fell later is void.
 * Without constraints C is true; reduce_pass.h says why both forms are wanted.
 *
 * The frames are built with every candidate already replaced by its leader, so that structural
 * hashing proves most of the equalities at once (speculative reduction, Mony et al. 2005). In s
 * this is what J says. In t it is sound because a node is compared to its leader after its
 * children, by induction over the order of candidates: if no comparison fails, every node equals
 * its image. It would not be sound to read the constraints C(t) through the images: they could
 * hide a failure of the very equality that they were read with. They are built as they are. */
#include "logic/cnf.h"
#include "task/reduce_classes.h"
#include "task/reduce_pass.h"

enum {
  RESTARTS = 4,       /* random walks before the first query ... */
  WALK = 96,          /* ... and their steps */
  WALK_ON = 12,       /* steps to walk on from a counterexample */
  QUERY_WORK = 20,    /* for one query, per gate: a candidate that takes more is left alone */
  GATES_PER_WORK = 64 /* gates simulated or built that count as one unit of work */
};

/* A candidate whose function in a frame is not structurally its leader's. */
typedef struct {
  uint32_t candidate;
  Lit function, leader;
} Comparison;

typedef struct {
  Lit *image; /* by node of the system */
  VEC(Comparison) comparisons;
} Frame;

typedef struct {
  const System *system;
  Classes *classes;
  Budget *budget;
  bool stopped; /* by the budget */
  Aig *aig;     /* of this round: one or two frames */
  Sat *sat;
  Cnf *cnf;
  uint32_t *leader;     /* the classes that this round began with */
  VEC(Comparison) used; /* in the first frame of the last round: what J says beyond structure */
} Correspondence;

static void count_work(Correspondence *c, size_t passes) {
  budget_use(c->budget, 1 + passes * c->system->aig->size / GATES_PER_WORK);
}

/* Images */

static void compare(Correspondence *c, Frame *frame, uint32_t node, Lit function) {
  const Classes *classes = c->classes;
  uint32_t candidate = classes->of_node[node], leader = classes->leader[candidate];
  Lit image = function;
  if (leader != candidate) {
    image = classes_literal(classes, candidate, frame->image[classes->nodes.data[leader]]);
    if (function != LIT_NONE && function != image)
      vec_push(&frame->comparisons, ((Comparison){candidate, function, image}));
  }
  frame->image[node] = image;
}

/* A frame over given latches, by index. LIT_NONE is allowed for a latch that is not a leader: it
 * has no function of its own and is what its leader is. */
static Frame frame_new(Correspondence *c, const Lit *latches) {
  const System *system = c->system;
  const Aig *graph = system->aig;
  Frame frame = {.image = aig_map_new(graph)};
  for (size_t i = 0; i < system->inputs.size; i++)
    frame.image[lit_node(system->inputs.data[i])] = aig_variable(c->aig);
  for (size_t i = 0; i < system->latches.size; i++)
    compare(c, &frame, lit_node(system->latches.data[i].current), latches[i]);
  for (uint32_t node = 1; node < graph->size; node++)
    if (aig_is_and(graph, node))
      compare(c, &frame, node,
              aig_and(c->aig, aig_map_lit(frame.image, graph->nodes[node].left),
                      aig_map_lit(frame.image, graph->nodes[node].right)));
  count_work(c, 4);
  return frame;
}

static void frame_free(Frame *frame) {
  mem_free(frame->image);
  vec_free(&frame->comparisons);
}

/* Asserts the constraints of a frame, read without images but those of the variables. */
static void assert_constraints(Correspondence *c, const Frame *frame, const Lit *latches) {
  const System *system = c->system;
  if (!c->classes->with_constraints) return;
  Lit *map = aig_map_new(system->aig);
  for (size_t i = 0; i < system->inputs.size; i++) {
    uint32_t node = lit_node(system->inputs.data[i]);
    map[node] = frame->image[node];
  }
  for (size_t i = 0; i < system->latches.size; i++) {
    uint32_t node = lit_node(system->latches.data[i].current);
    map[node] = latches[i] == LIT_NONE ? frame->image[node] : latches[i];
  }
  for (size_t i = 0; i < system->constraints.size; i++)
    cnf_assert(c->cnf, aig_copy(c->aig, system->aig, system->constraints.data[i], map));
  mem_free(map);
}

static void assert_equal(Correspondence *c, const Comparison *comparison) {
  int a = cnf_literal(c->cnf, comparison->function, CNF_BOTH);
  int b = cnf_literal(c->cnf, comparison->leader, CNF_BOTH);
  sat_clause2(c->sat, a, -b);
  sat_clause2(c->sat, -a, b);
}

/* Counterexamples */

/* Every fourth bit is set, at random. */
static uint64_t random_quarter(Random *random) {
  uint64_t word = random_word(random);
  return word & random_word(random);
}

static uint64_t broadcast(Correspondence *c, Lit lit) { return -(uint64_t)cnf_value(c->cnf, lit); }

/* Lane 0 is the counterexample. The others have other inputs; in the lower half of the lanes a
 * latch is changed, too, where `latches` says that its value is free. Lanes that leave J or the
 * constraints are ignored by the walk. */
static bool learn(Correspondence *c, const Frame *first, const Lit *latches, const Frame *second) {
  const System *system = c->system;
  Classes *classes = c->classes;
  uint64_t others = ~(uint64_t)1;
  for (size_t i = 0; i < system->inputs.size; i++) {
    uint32_t node = lit_node(system->inputs.data[i]);
    classes->lanes.words[node] =
        broadcast(c, first->image[node]) ^ (random_quarter(&classes->random) & others);
  }
  for (size_t i = 0; i < system->latches.size; i++) {
    uint32_t node = lit_node(system->latches.data[i].current);
    classes->lanes.words[node] = broadcast(c, first->image[node]);
  }
  for (int lane = 1; lane < 32 && system->latches.size; lane++) {
    uint32_t latch = random_below(&classes->random, (uint32_t)system->latches.size);
    if (latches[latch] != LIT_NONE && lit_node(latches[latch]))
      classes->lanes.words[lit_node(system->latches.data[latch].current)] ^= (uint64_t)1 << lane;
  }
  uint64_t *inputs = NULL;
  if (second) {
    inputs = mem_array(system->inputs.size, sizeof *inputs);
    for (size_t i = 0; i < system->inputs.size; i++)
      inputs[i] = broadcast(c, second->image[lit_node(system->inputs.data[i])]) ^
                  (random_quarter(&classes->random) & others);
  }
  bool split = classes_walk(classes, !second, inputs, WALK_ON);
  count_work(c, 2 * WALK_ON);
  mem_free(inputs);
  return split;
}

/* Rounds */

/* Whether the values of a comparison can be these. */
static SatResult query(Correspondence *c, Lit function, Lit leader) {
  sat_assume(c->sat, cnf_literal(c->cnf, function, CNF_POSITIVE));
  sat_assume(c->sat, cnf_literal(c->cnf, leader, CNF_POSITIVE));
  Budget slice = budget_slice(c->budget, QUERY_WORK * (uint64_t)c->system->aig->size);
  return sat_solve(c->sat, &slice);
}

/* Proves the comparisons of a frame, or learns why not. Returns whether classes were split. */
static bool prove(Correspondence *c, const Frame *first, const Lit *latches, const Frame *second) {
  const Frame *frame = second ? second : first;
  bool split = false;
  for (size_t i = 0; i < frame->comparisons.size && !c->stopped; i++) {
    const Comparison *comparison = frame->comparisons.data + i;
    uint32_t candidate = comparison->candidate;
    if (c->classes->leader[candidate] != c->leader[candidate]) continue; /* split already */
    SatResult result = query(c, comparison->function, lit_not(comparison->leader));
    if (result == SAT_UNSATISFIABLE)
      result = query(c, lit_not(comparison->function), comparison->leader);
    if (result == SAT_UNSATISFIABLE) {
      assert_equal(c, comparison); /* a fact that helps with later ones */
    } else if (result == SAT_SATISFIABLE) {
      /* The walk sees this comparison fail, or that of a node below it, and splits a class; the
       * other way is there so that no flaw of a solver's model could keep the rounds going on. */
      if (!learn(c, first, latches, second)) classes_separate(c->classes, candidate);
      split = true;
    } else {
      classes_separate(c->classes, candidate);
      split = true;
    }
    c->stopped = budget_spent(c->budget);
  }
  return split;
}

static void begin_round(Correspondence *c) {
  c->aig = aig_new();
  c->sat = sat_new(SAT_LEAN);
  c->cnf = cnf_new(c->aig, c->sat);
  memcpy(c->leader, c->classes->leader, c->classes->nodes.size * sizeof *c->leader);
}

static void end_round(Correspondence *c) {
  cnf_free(c->cnf);
  sat_free(c->sat);
  aig_free(c->aig);
}

static bool is_leader(const Correspondence *c, Lit latch) {
  uint32_t candidate = c->classes->of_node[lit_node(latch)];
  return c->classes->leader[candidate] == candidate;
}

static bool initial_round(Correspondence *c) {
  const LatchVec *latches = &c->system->latches;
  begin_round(c);
  Lit *values = mem_array(latches->size, sizeof *values);
  for (size_t i = 0; i < latches->size; i++)
    values[i] = latches->data[i].reset == RESET_FREE
                    ? aig_variable(c->aig)
                    : lit_constant(latches->data[i].reset == RESET_1);
  Frame frame = frame_new(c, values);
  assert_constraints(c, &frame, values);
  bool split = prove(c, &frame, values, NULL);
  frame_free(&frame);
  mem_free(values);
  end_round(c);
  return split;
}

static bool induction_round(Correspondence *c) {
  const LatchVec *latches = &c->system->latches;
  begin_round(c);
  Lit *now = mem_array(latches->size, sizeof *now), *next = mem_array(latches->size, sizeof *next);
  for (size_t i = 0; i < latches->size; i++)
    now[i] = is_leader(c, latches->data[i].current) ? aig_variable(c->aig) : LIT_NONE;
  Frame s = frame_new(c, now);
  for (size_t i = 0; i < latches->size; i++) next[i] = aig_map_lit(s.image, latches->data[i].next);
  Frame t = frame_new(c, next);
  for (size_t i = 0; i < s.comparisons.size; i++) assert_equal(c, s.comparisons.data + i);
  assert_constraints(c, &s, now);
  assert_constraints(c, &t, next);
  bool split = prove(c, &s, now, &t);
  vec_clear(&c->used);
  vec_append(&c->used, &s.comparisons);
  frame_free(&s);
  frame_free(&t);
  mem_free(now);
  mem_free(next);
  end_round(c);
  return split;
}

/* The result */

static void add_equality(const Correspondence *c, Replacement *replacement, uint32_t candidate) {
  const Classes *classes = c->classes;
  Lit leader = lit_of(classes->nodes.data[classes->leader[candidate]], false);
  Equality equality = {lit_of(classes->nodes.data[candidate], false),
                       classes_literal(classes, candidate, leader)};
  vec_push(&replacement->equalities, equality);
}

/* J as equalities: those of latches, and those of gates that structure does not give. */
static Replacement *replacement_of(const Correspondence *c) {
  const Classes *classes = c->classes;
  Replacement *replacement = replacement_new(c->system);
  replacement->spares_constraints = true;
  replacement->needs_constraints = c->classes->with_constraints;
  for (uint32_t i = 1; i < classes->nodes.size; i++) {
    uint32_t node = classes->nodes.data[i], leader = classes->leader[i];
    if (leader == i) continue;
    replacement->by[node] = classes_literal(classes, i, lit_of(classes->nodes.data[leader], false));
    bool latch = aig_is_variable(c->system->aig, node);
    if (latch) add_equality(c, replacement, i);
    if (!leader) replacement->constants++;
    else if (latch) replacement->latches++;
    else replacement->signals++;
  }
  for (size_t i = 0; i < c->used.size; i++) add_equality(c, replacement, c->used.data[i].candidate);
  return replacement;
}

Replacement *equivalences_find(const System *system, bool with_constraints, Budget *budget,
                               uint64_t *rounds) {
  Correspondence c = {.system = system, .budget = budget};
  c.classes = classes_new(system, with_constraints);
  c.leader = mem_array(c.classes->nodes.size, sizeof *c.leader);
  for (int i = 0; i < RESTARTS && !budget_spent(budget); i++) {
    classes_walk_from_reset(c.classes, WALK);
    count_work(&c, 2 * WALK);
  }
  while (!c.stopped && initial_round(&c)) ++*rounds;
  /* From here on a value seen may no longer choose which complement is meant. */
  c.classes->phases_fixed = true;
  while (!c.stopped && induction_round(&c)) ++*rounds;
  Replacement *replacement = c.stopped ? NULL : replacement_of(&c);
  vec_free(&c.used);
  mem_free(c.leader);
  classes_free(c.classes);
  return replacement;
}
