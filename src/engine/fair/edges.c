/* All edges inside arenas: one solver, and a table of some of them.
 *
 * The solver has a single edge, in R, that crosses no wall and keeps off closed sides. Every
 * edge that it finds goes into the table, 64 to a word, as long as it stays inside an arena; so
 * do edges of random walks that begin where the found one does: a walk of 64 lanes costs less
 * than one query. The table refutes most candidates for walls without asking the solver. */
#include "engine/fair/internal.h"

#include "base/random.h"

/* 64 edges; bit i of a word belongs to edge i. */
typedef struct {
  uint64_t *now, *next; /* by latch */
  uint64_t valid;
  uint64_t changed; /* when it was last written to */
  unsigned count;
} Block;

struct Edges {
  const Knowledge *knowledge;
  Sat *sat;
  Path path; /* the two ends */
  int moves; /* implies that they differ */
  size_t assertions, walls, closed;
  VEC(Block) found, walked; /* the table */
  uint64_t moment;          /* how often something was written to it */
  size_t oldest;            /* of the blocks of walks: the one to be replaced next */
  Random random;
  Sampled sampled;
  uint64_t *walk_now, *walk_next; /* by latch: the lanes of a walk */
  VEC(uint64_t) sides;            /* by wall: the lanes that were inside in the step before */
  U32Vec cone;                    /* what a walk has to simulate */
  size_t revised_assertions, revised_walls,
      revised_closed; /* what the table has been checked for */
};

/* Steps of a walk; blocks of walks in the table; nodes that a walk may have to simulate: where
 * walls are many and large, a query costs less. */
enum { WALK_STEPS = 4, MOST_WALKED = 64, MOST_NODES = 20000 };

Edges *edges_new(const Knowledge *knowledge) {
  size_t latches = knowledge->system->latches.size;
  Edges *edges = mem_zalloc(sizeof *edges);
  edges->knowledge = knowledge;
  edges->sat = sat_new(SAT_LEAN);
  path_open(&edges->path, knowledge->system, edges->sat, 2);
  sampled_open(&edges->sampled, knowledge->system);
  edges->moves = path_differ(&edges->path, 0, 1);
  edges->walk_now = mem_array(latches, sizeof(uint64_t));
  edges->walk_next = mem_array(latches, sizeof(uint64_t));
  return edges;
}

static void block_free(Block *block) {
  mem_free(block->now);
  mem_free(block->next);
}

void edges_free(Edges *edges) {
  for (size_t i = 0; i < edges->found.size; i++) block_free(edges->found.data + i);
  for (size_t i = 0; i < edges->walked.size; i++) block_free(edges->walked.data + i);
  vec_free(&edges->found);
  vec_free(&edges->walked);
  vec_free(&edges->cone);
  vec_free(&edges->sides);
  mem_free(edges->walk_now);
  mem_free(edges->walk_next);
  sampled_close(&edges->sampled);
  path_close(&edges->path);
  sat_free(edges->sat);
  mem_free(edges);
}

/* ---- the solver ---- */

static void inform(Edges *edges) {
  const Knowledge *knowledge = edges->knowledge;
  Path *path = &edges->path;
  for (; edges->assertions < knowledge->assertions.size; edges->assertions++)
    path_assert(path, knowledge->assertions.data[edges->assertions].lit, 0);
  for (; edges->walls < knowledge->walls.size; edges->walls++) {
    const Wall *wall = knowledge->walls.data + edges->walls;
    int choice = sat_variable(edges->sat);
    for (size_t k = 0; k < 2; k++) {
      sat_clause2(edges->sat, -choice, path_implies(path, wall->inside, k));
      sat_clause2(edges->sat, choice, path_implies(path, lit_not(wall->inside), k));
    }
  }
  for (; edges->closed < knowledge->closed.size; edges->closed++) {
    ClosedSide side = knowledge->closed.data[edges->closed];
    const Wall *wall = knowledge->walls.data + side.wall;
    path_assert(path, lit_not_if(wall->inside, side.inside), 0);
  }
}

/* ---- the table ---- */

static Block block_new(const Edges *edges) {
  size_t latches = edges->knowledge->system->latches.size;
  return (Block){.now = mem_array(latches, sizeof(uint64_t)),
                 .next = mem_array(latches, sizeof(uint64_t))};
}

/* The edge that the solver has found. */
static void remember(Edges *edges) {
  size_t latches = edges->knowledge->system->latches.size;
  if (!edges->found.size || vec_last(&edges->found).count == 64) {
    Block block = block_new(edges);
    vec_push(&edges->found, block);
  }
  Block *block = &vec_last(&edges->found);
  Bits now = bits_new(latches), next = bits_new(latches);
  path_latches(&edges->path, 0, &now);
  path_latches(&edges->path, 1, &next);
  for (size_t i = 0; i < latches; i++) {
    block->now[i] |= (uint64_t)bits_get(&now, i) << block->count;
    block->next[i] |= (uint64_t)bits_get(&next, i) << block->count;
  }
  block->valid |= (uint64_t)1 << block->count++;
  block->changed = ++edges->moment;
  bits_free(&now);
  bits_free(&next);
}

static void revise_block(Edges *edges, Block *block) {
  const Knowledge *knowledge = edges->knowledge;
  for (size_t i = edges->revised_assertions; i < knowledge->assertions.size && block->valid; i++) {
    const Assertion *assertion = knowledge->assertions.data + i;
    block->valid &= sampled_value(&edges->sampled, &assertion->clauses, assertion->lit, block->now);
  }
  for (size_t i = edges->revised_walls; i < knowledge->walls.size && block->valid; i++) {
    const Wall *wall = knowledge->walls.data + i;
    block->valid &= ~(sampled_value(&edges->sampled, &wall->clauses, wall->inside, block->now) ^
                      sampled_value(&edges->sampled, &wall->clauses, wall->inside, block->next));
  }
  for (size_t i = edges->revised_closed; i < knowledge->closed.size && block->valid; i++) {
    ClosedSide side = knowledge->closed.data[i];
    const Wall *wall = knowledge->walls.data + side.wall;
    uint64_t inside = sampled_value(&edges->sampled, &wall->clauses, wall->inside, block->now);
    block->valid &= side.inside ? ~inside : inside;
  }
}

static void revise_blocks(Edges *edges, Block *blocks, size_t *count) {
  size_t kept = 0;
  for (size_t b = 0; b < *count; b++) {
    revise_block(edges, blocks + b);
    if (blocks[b].valid) blocks[kept++] = blocks[b];
    else block_free(blocks + b);
  }
  *count = kept;
}

void edges_revise(Edges *edges) {
  const Knowledge *knowledge = edges->knowledge;
  inform(edges);
  if (edges->revised_assertions == knowledge->assertions.size &&
      edges->revised_walls == knowledge->walls.size &&
      edges->revised_closed == knowledge->closed.size)
    return;
  revise_blocks(edges, edges->found.data, &edges->found.size);
  revise_blocks(edges, edges->walked.data, &edges->walked.size);
  vec_clear(&edges->cone);
  edges->revised_assertions = knowledge->assertions.size;
  edges->revised_walls = knowledge->walls.size;
  edges->revised_closed = knowledge->closed.size;
}

static uint64_t candidate_word(const Candidate *c, const uint64_t *latches) {
  uint64_t a = latches[c->a] ^ -(uint64_t)c->negate_a, b = latches[c->b] ^ -(uint64_t)c->negate_b;
  switch (c->form) {
  case CANDIDATE_LITERAL: return a;
  case CANDIDATE_OR: return a | b;
  case CANDIDATE_AND: return a & b;
  case CANDIDATE_EQUAL: return ~(a ^ b);
  }
  return 0;
}

bool edges_refute(const Edges *edges, const Candidate *c) {
  for (size_t i = 0; i < edges->found.size; i++) {
    const Block *block = edges->found.data + i;
    if (block->valid & candidate_word(c, block->now) & ~candidate_word(c, block->next)) return true;
  }
  for (size_t i = 0; i < edges->walked.size; i++) {
    const Block *block = edges->walked.data + i;
    if (block->valid & candidate_word(c, block->now) & ~candidate_word(c, block->next)) return true;
  }
  return false;
}

static void gate_values(Edges *edges, const U32Vec *cone, const uint64_t *latches,
                        uint64_t *values) {
  const Knowledge *knowledge = edges->knowledge;
  Lanes *lanes = &edges->sampled.lanes;
  lanes_put_latches(lanes, latches);
  lanes_evaluate(lanes, cone);
  for (size_t i = 0; i < knowledge->gates.size; i++)
    values[i] = lanes_word(lanes, knowledge->gates.data[i]);
}

static void refute_gates(Edges *edges, const U32Vec *cone, const Block *block, uint64_t *now,
                         uint64_t *next, Bits *refuted) {
  gate_values(edges, cone, block->now, now);
  gate_values(edges, cone, block->next, next);
  for (size_t i = 0; i < edges->knowledge->gates.size; i++) {
    if (now[i] & ~next[i] & block->valid) bits_set(refuted, 2 * i);
    if (~now[i] & next[i] & block->valid) bits_set(refuted, 2 * i + 1);
  }
}

uint64_t edges_refute_gates(Edges *edges, uint64_t since, Bits *refuted) {
  const Knowledge *knowledge = edges->knowledge;
  if (since && since == edges->moment) return since;
  U32Vec cone = lanes_cone(knowledge->system, &knowledge->gates);
  uint64_t *now = mem_array(knowledge->gates.size + 1, sizeof *now);
  uint64_t *next = mem_array(knowledge->gates.size + 1, sizeof *next);
  for (size_t i = 0; i < edges->found.size; i++)
    if (edges->found.data[i].changed > since)
      refute_gates(edges, &cone, edges->found.data + i, now, next, refuted);
  for (size_t i = 0; i < edges->walked.size; i++)
    if (edges->walked.data[i].changed > since)
      refute_gates(edges, &cone, edges->walked.data + i, now, next, refuted);
  mem_free(now);
  mem_free(next);
  vec_free(&cone);
  return edges->moment;
}

/* ---- walks ---- */

/* Everything that says whether an edge is inside an arena, and where it leads. */
static void collect_cone(Edges *edges) {
  const Knowledge *knowledge = edges->knowledge;
  const System *system = knowledge->system;
  LitVec roots = {0};
  vec_append(&roots, &system->constraints);
  for (size_t i = 0; i < knowledge->assertions.size; i++)
    vec_push(&roots, knowledge->assertions.data[i].lit);
  for (size_t i = 0; i < knowledge->walls.size; i++)
    vec_push(&roots, knowledge->walls.data[i].inside);
  vec_free(&edges->cone);
  edges->cone = lanes_step_cone(system, &roots);
  vec_free(&roots);
}

/* All lanes take a step with random inputs. The lanes that are in R, on no closed side, and
 * there at all. */
static uint64_t walk_simulate(Edges *edges, const uint64_t *state) {
  const Knowledge *knowledge = edges->knowledge;
  Lanes *lanes = &edges->sampled.lanes;
  lanes_put_latches(lanes, state);
  lanes_random_inputs(lanes, UINT64_MAX, &edges->random, 0);
  lanes_evaluate(lanes, &edges->cone);
  uint64_t good = lanes_valid(lanes);
  for (size_t i = 0; i < knowledge->assertions.size; i++)
    good &= lanes_word(lanes, knowledge->assertions.data[i].lit);
  for (size_t i = 0; i < knowledge->closed.size; i++) {
    ClosedSide side = knowledge->closed.data[i];
    good &= ~lanes_word(lanes, lit_not_if(knowledge->walls.data[side.wall].inside, !side.inside));
  }
  return good;
}

/* The block of the walk that has served longest, or a new one. */
static Block *walk_block(Edges *edges) {
  if (edges->walked.size < MOST_WALKED) {
    Block block = block_new(edges);
    vec_push(&edges->walked, block);
    return &vec_last(&edges->walked);
  }
  edges->oldest = (edges->oldest + 1) % MOST_WALKED;
  return edges->walked.data + edges->oldest;
}

/* From the start of the edge that the solver has found; each edge of a lane stands for itself. */
static void walk(Edges *edges) {
  const Knowledge *knowledge = edges->knowledge;
  const Lanes *lanes = &edges->sampled.lanes;
  size_t latches = knowledge->system->latches.size;
  if (!edges->cone.size) collect_cone(edges);
  if (edges->cone.size > MOST_NODES) return;
  Bits start = bits_new(latches);
  path_latches(&edges->path, 0, &start);
  for (size_t i = 0; i < latches; i++) edges->walk_next[i] = -(uint64_t)bits_get(&start, i);
  bits_free(&start);
  uint64_t before = 0; /* the lanes that were good in the step before */
  for (size_t step = 0; step <= WALK_STEPS; step++) {
    uint64_t good = walk_simulate(edges, edges->walk_next), valid = before & good, moved = 0;
    for (size_t i = 0; i < knowledge->walls.size; i++) {
      uint64_t inside = lanes_word(lanes, knowledge->walls.data[i].inside);
      if (step) valid &= ~(edges->sides.data[i] ^ inside);
    }
    for (size_t i = 0; i < latches; i++) moved |= edges->walk_now[i] ^ edges->walk_next[i];
    if (valid & moved) {
      Block *block = walk_block(edges);
      memcpy(block->now, edges->walk_now, latches * sizeof(uint64_t));
      memcpy(block->next, edges->walk_next, latches * sizeof(uint64_t));
      block->valid = valid & moved;
      block->changed = ++edges->moment;
    }
    vec_clear(&edges->sides);
    for (size_t i = 0; i < knowledge->walls.size; i++)
      vec_push(&edges->sides, lanes_word(lanes, knowledge->walls.data[i].inside));
    memcpy(edges->walk_now, edges->walk_next, latches * sizeof(uint64_t));
    lanes_next(lanes, edges->walk_next);
    before = good;
  }
}

/* ---- queries ---- */

static SatResult solve(Edges *edges, Budget *budget) {
  SatResult result = sat_solve(edges->sat, budget);
  if (result == SAT_SATISFIABLE) remember(edges);
  return result;
}

SatResult edges_cross(Edges *edges, Lit from, Lit to, Budget *budget) {
  inform(edges);
  int a = path_implies(&edges->path, from, 0), b = path_implies(&edges->path, to, 1);
  sat_assume(edges->sat, a);
  sat_assume(edges->sat, b);
  SatResult result = solve(edges, budget);
  if (result == SAT_SATISFIABLE) {
    edges_revise(edges);
    walk(edges);
  }
  return result;
}

SatResult edges_touch(Edges *edges, LitVec *cube, bool backward, bool moving, Budget *budget) {
  inform(edges);
  if (moving) sat_assume(edges->sat, edges->moves);
  for (size_t i = 0; i < cube->size; i++)
    sat_assume(edges->sat, path_literal(&edges->path, cube->data[i], backward));
  SatResult result = solve(edges, budget);
  if (result != SAT_UNSATISFIABLE) return result;
  size_t kept = 0;
  for (size_t i = 0; i < cube->size; i++)
    if (sat_failed(edges->sat, path_literal(&edges->path, cube->data[i], backward)))
      cube->data[kept++] = cube->data[i];
  cube->size = kept;
  return result;
}
