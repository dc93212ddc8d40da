#include "engine/bmc/sweep.h"

#include "base/memory.h"
#include "base/random.h"

enum {
  WORDS = 4,                 /* of 64 simulations each */
  MOST_CANDIDATES = 3,       /* that a gate is compared with */
  MOST_FAILURES = 2,         /* of gates of one kind, one after the other */
  WORK_PER_QUESTION = 20000, /* at most */
  GATES_PER_WORK = 8,        /* of a cone that is collected */
  ROUND = 2000,              /* gates, of which ... */
  PRICE = 10000,             /* ... each that is replaced is worth so much work, ... */
  FREE_WORK = 1000000,       /* ... beside this, which the round may take in any case */
};

typedef struct {
  uint64_t words[WORDS];
} Signature;

struct Sweep {
  const Aig *aig;
  Sat *sat;
  Cnf *cnf;
  Random random;
  bool over;
  uint8_t *failures; /* by kind */
  /* By node. */
  size_t size, capacity;
  Signature *signature;
  Lit *place;      /* what stands for it; LIT_NONE: was not looked at */
  uint32_t *next;  /* in its slot */
  uint32_t *stamp; /* the last question that it was part of */
  uint32_t *slots; /* newest node by signature; 0: none */
  size_t slot_count, entered;
  uint32_t question;
  U32Vec stack;
  IntVec domain;
  Budget *budget;          /* of what is done at present; NULL: no limit */
  uint64_t work;           /* in this round */
  SweepStats stats, round; /* of all, and of this round */
};

Sweep *sweep_new(const Aig *aig, size_t kinds) {
  Sweep *sweep = mem_zalloc(sizeof *sweep);
  sweep->aig = aig;
  sweep->sat = sat_new(SAT_LEAN);
  sweep->cnf = cnf_new(aig, sweep->sat);
  sweep->failures = mem_zalloc(kinds + 1);
  sweep->random.state = 1;
  return sweep;
}

/* What it took is given back when it is over. */
static void stop(Sweep *sweep) {
  sweep->over = true;
  cnf_free(sweep->cnf);
  sat_free(sweep->sat);
  mem_free(sweep->failures);
  mem_free(sweep->signature);
  mem_free(sweep->next);
  mem_free(sweep->stamp);
  mem_free(sweep->slots);
  vec_free(&sweep->stack);
  vec_free(&sweep->domain);
}

void sweep_free(Sweep *sweep) {
  if (!sweep) return;
  if (!sweep->over) stop(sweep);
  mem_free(sweep->place);
  mem_free(sweep);
}

void sweep_within(Sweep *sweep, Budget *budget) { sweep->budget = budget; }
const SweepStats *sweep_stats(const Sweep *sweep) { return &sweep->stats; }

/* It is over once a round has taken more work than what was found is worth. */
static void review(Sweep *sweep) {
  SweepStats *round = &sweep->round;
  bool much = sweep->work > FREE_WORK + PRICE * round->equal;
  if (much) stop(sweep);
  if (!much && round->gates < ROUND) return;
  *round = (SweepStats){0};
  sweep->work = 0;
}

/* ---- signatures ---- */

static Signature signature_of(Sweep *sweep, uint32_t node) {
  Signature s;
  const AigNode *gate = sweep->aig->nodes + node;
  for (size_t i = 0; i < WORDS; i++) {
    if (!node) s.words[i] = 0;
    else if (gate->left == LIT_NONE) s.words[i] = random_biased(&sweep->random, i);
    else
      s.words[i] =
          (sweep->signature[lit_node(gate->left)].words[i] ^ -(uint64_t)lit_negated(gate->left)) &
          (sweep->signature[lit_node(gate->right)].words[i] ^ -(uint64_t)lit_negated(gate->right));
  }
  return s;
}

/* Follows the growth of the graph. */
static void grow(Sweep *sweep) {
  size_t size = sweep->aig->size;
  if (size > sweep->capacity) {
    size_t room = 2 * size;
    sweep->signature = mem_resize(sweep->signature, room * sizeof *sweep->signature);
    sweep->place = mem_resize(sweep->place, room * sizeof *sweep->place);
    sweep->next = mem_resize(sweep->next, room * sizeof *sweep->next);
    sweep->stamp = mem_resize(sweep->stamp, room * sizeof *sweep->stamp);
    sweep->capacity = room;
  }
  for (; sweep->size < size; sweep->size++) {
    uint32_t node = (uint32_t)sweep->size;
    sweep->signature[node] = signature_of(sweep, node);
    sweep->place[node] = LIT_NONE;
    sweep->stamp[node] = 0;
  }
}

/* Whether the signature is that of the complement, in the form by which nodes are entered. */
static bool turned(const Signature *s) { return s->words[0] & 1; }

static size_t slot_of(const Sweep *sweep, const Signature *s) {
  uint64_t hash = 0, flip = -(uint64_t)turned(s);
  for (size_t i = 0; i < WORDS; i++) {
    hash = (hash ^ s->words[i] ^ flip) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash & (sweep->slot_count - 1);
}

static void enter(Sweep *sweep, uint32_t node) {
  size_t slot = slot_of(sweep, sweep->signature + node);
  sweep->next[node] = sweep->slots[slot];
  sweep->slots[slot] = node;
  sweep->entered++;
}

/* Room for one node more, all that were entered before being entered again, in their order. */
static void make_room(Sweep *sweep) {
  if (2 * sweep->entered < sweep->slot_count) return;
  uint32_t *old = sweep->slots;
  size_t count = sweep->slot_count;
  sweep->slot_count = count ? 4 * count : 1024;
  sweep->slots = mem_zalloc(sweep->slot_count * sizeof *sweep->slots);
  sweep->entered = 0;
  U32Vec nodes = {0};
  for (size_t i = 0; i < count; i++) {
    vec_clear(&nodes);
    for (uint32_t node = old[i]; node; node = sweep->next[node]) vec_push(&nodes, node);
    while (nodes.size) {
      uint32_t node = vec_pop(&nodes);
      enter(sweep, node);
    }
  }
  vec_free(&nodes);
  mem_free(old);
}

/* ---- proofs ---- */

static void use_work(Sweep *sweep, uint64_t work) {
  sweep->work += work;
  budget_use(sweep->budget, work);
}

static void reach(Sweep *sweep, uint32_t node) {
  if (!node || sweep->stamp[node] == sweep->question) return;
  sweep->stamp[node] = sweep->question;
  vec_push(&sweep->stack, node);
}

/* The cones of two literals as the domain of the solver. */
static void look_at(Sweep *sweep, Lit a, Lit b) {
  vec_clear(&sweep->domain);
  sweep->question++;
  reach(sweep, lit_node(a));
  reach(sweep, lit_node(b));
  while (sweep->stack.size) {
    uint32_t node = vec_pop(&sweep->stack);
    int literal = cnf_known(sweep->cnf, lit_of(node, false));
    if (literal) vec_push(&sweep->domain, literal);
    if (!aig_is_and(sweep->aig, node)) continue;
    reach(sweep, lit_node(sweep->aig->nodes[node].left));
    reach(sweep, lit_node(sweep->aig->nodes[node].right));
  }
  use_work(sweep, sweep->domain.size / GATES_PER_WORK);
}

/* Whether it is shown that never the one is true and the other one not. */
static bool implies(Sweep *sweep, Lit a, Lit b) {
  int from = cnf_literal(sweep->cnf, a, CNF_BOTH), to = cnf_literal(sweep->cnf, b, CNF_BOTH);
  look_at(sweep, a, b);
  sat_domain(sweep->sat, sweep->domain.data, sweep->domain.size);
  sat_assume(sweep->sat, from);
  sat_assume(sweep->sat, -to);
  Budget budget = budget_slice(sweep->budget, WORK_PER_QUESTION);
  bool shown = sat_solve(sweep->sat, &budget) == SAT_UNSATISFIABLE;
  sweep->work += budget.used; /* which the other budget has noted */
  sweep->stats.questions++;
  return shown;
}

static bool equal(Sweep *sweep, Lit a, Lit b) {
  return implies(sweep, a, b) && implies(sweep, b, a);
}

/* ---- gates ---- */

static bool same_signature(const Signature *a, const Signature *b) {
  uint64_t flip = -(uint64_t)(turned(a) != turned(b));
  for (size_t i = 0; i < WORDS; i++)
    if (a->words[i] != (b->words[i] ^ flip)) return false;
  return true;
}

/* An older literal that is equal to a gate, or the gate. Of the same signature, the newest ones are
 * tried, and the constant, which is in no slot. */
static Lit find_equal(Sweep *sweep, uint32_t node, uint8_t *failures) {
  const Signature *own = sweep->signature + node;
  Lit gate = lit_of(node, false);
  size_t tried = 0;
  if (same_signature(own, sweep->signature)) {
    Lit constant = lit_constant(turned(own));
    if (equal(sweep, gate, constant)) return constant;
    tried++;
  }
  uint32_t other = sweep->slots[slot_of(sweep, own)];
  for (; other && tried < MOST_CANDIDATES; other = sweep->next[other]) {
    const Signature *its = sweep->signature + other;
    if (!same_signature(own, its)) continue;
    Lit candidate = lit_of(other, turned(own) != turned(its));
    if (equal(sweep, gate, candidate)) return candidate;
    tried++;
  }
  *failures = (uint8_t)(tried ? *failures + 1 : 0);
  return gate;
}

static void look(Sweep *sweep, uint32_t node, size_t kind) {
  make_room(sweep);
  uint8_t *failures = sweep->failures + kind;
  Lit found = lit_of(node, false);
  if (aig_is_and(sweep->aig, node) && *failures < MOST_FAILURES)
    found = find_equal(sweep, node, failures);
  sweep->place[node] = found;
  bool replaced = lit_node(found) != node;
  if (replaced) *failures = 0;
  else enter(sweep, node);
  sweep->stats.gates++;
  sweep->stats.equal += replaced;
  sweep->round.gates++;
  sweep->round.equal += replaced;
  review(sweep);
}

Lit sweep_place(Sweep *sweep, Lit gate, size_t kind) {
  uint32_t node = lit_node(gate);
  if (!sweep->over && node && !budget_spent(sweep->budget)) {
    grow(sweep);
    if (sweep->place[node] == LIT_NONE) look(sweep, node, kind);
  }
  bool known = node < sweep->size && sweep->place[node] != LIT_NONE;
  return known ? lit_not_if(sweep->place[node], lit_negated(gate)) : gate;
}
