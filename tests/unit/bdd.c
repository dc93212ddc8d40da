/* Every operation on decision diagrams against truth tables: random functions of up to eight
 * variables, and at random points collections, reorderings, and limits of work and of nodes. */
#include "test.h"

#include "base/random.h"
#include "logic/bdd.h"

enum { MOST = 8, WORDS = 4 };

typedef struct {
  uint64_t words[WORDS];
} Table; /* bit i: the value where bit v of i is variable v */

static bool table_get(const Table *t, unsigned i) { return t->words[i / 64] >> (i % 64) & 1; }
static void table_set(Table *t, unsigned i, bool value) {
  if (value) t->words[i / 64] |= (uint64_t)1 << (i % 64);
}
static bool table_same(const Table *a, const Table *b) { return !memcmp(a, b, sizeof *a); }

/* Functions with their tables. */
typedef struct {
  Random random;
  BddManager *m;
  unsigned variables;
  uint32_t group[MOST]; /* of a variable: the first of those that stay together */
  BddVec functions;     /* watched */
  VEC(Table) tables;
  BddRenaming renaming;
  uint32_t pairs[2][2];
  Budget budget;
  size_t failures[4]; /* by BddEnd */
} World;

static Table table_of(const World *w, Bdd f) {
  Table t = {{0}};
  Bits values = bits_new(w->variables);
  for (unsigned i = 0; i < 1u << w->variables; i++) {
    values.words[0] = i;
    table_set(&t, i, bdd_value(w->m, f, &values));
  }
  bits_free(&values);
  return t;
}

static void add(World *w, Bdd f, const Table *t) {
  vec_push(&w->functions, f);
  vec_push(&w->tables, *t);
}

/* A random function: by Shannon's expansion from a random table. */
static Bdd expand(World *w, const Table *t, unsigned variable, unsigned prefix) {
  if (variable == w->variables) return table_get(t, prefix) ? BDD_TRUE : BDD_FALSE;
  Bdd low = expand(w, t, variable + 1, prefix);
  Bdd high = expand(w, t, variable + 1, prefix | 1u << variable);
  return bdd_choose(w->m, bdd_variable(w->m, variable), high, low);
}

static void add_random(World *w) {
  Table t = {{0}};
  unsigned chance = 1 + random_below(&w->random, 7);
  for (unsigned i = 0; i < 1u << w->variables; i++)
    table_set(&t, i, random_chance(&w->random, chance, 8));
  Bdd f = expand(w, &t, 0, 0);
  if (f != BDD_NONE) add(w, f, &t);
}

static World world_new(uint64_t seed, size_t nodes) {
  World w = {.random = {seed}, .m = bdd_manager_new(nodes)};
  w.variables = 4 + random_below(&w.random, MOST - 3);
  /* groups of one, two or three */
  while (bdd_variable_count(w.m) < w.variables) {
    size_t left = w.variables - bdd_variable_count(w.m), size = 1 + random_below(&w.random, 3);
    if (size > left) size = left;
    uint32_t first = bdd_add_variables(w.m, size);
    for (size_t i = 0; i < size; i++) w.group[first + i] = first;
  }
  for (unsigned v = 0; v < w.variables; v++) {
    Table t = {{0}};
    for (unsigned i = 0; i < 1u << w.variables; i++) table_set(&t, i, i >> v & 1);
    add(&w, bdd_variable(w.m, v), &t);
  }
  for (int i = 0; i < 6; i++) add_random(&w);
  uint32_t shift = random_below(&w.random, w.variables);
  for (unsigned i = 0; i < 4; i++) w.pairs[i / 2][i % 2] = (shift + i) % w.variables;
  w.renaming = bdd_renaming(w.m, w.pairs, 2);
  return w;
}

static void world_free(World *w) {
  bdd_manager_free(w->m);
  vec_free(&w->functions);
  vec_free(&w->tables);
}

static unsigned renamed(const World *w, unsigned i) {
  for (int k = 0; k < 2; k++) {
    unsigned a = w->pairs[k][0], b = w->pairs[k][1], differ = (i >> a ^ i >> b) & 1;
    i ^= differ << a | differ << b;
  }
  return i;
}

typedef enum {
  AND,
  OR,
  MINUS,
  XOR,
  EQUAL,
  CHOOSE,
  IMPLIES,
  DISJOINT,
  EXISTS,
  FORALL,
  AND_EXISTS,
  CONSTRAIN,
  RESTRICT,
  MINIMIZE,
  COFACTOR,
  SUBSTITUTE,
  RENAME,
  ISOP,
  HEAVY,
  SHORT,
  CIRCUIT,
  OPERATIONS
} Operation;

typedef struct {
  Operation operation;
  size_t a, b, c; /* operands */
  uint32_t variable;
  uint32_t quantified; /* a set of variables */
  bool value;
  size_t nodes;
  U32Vec cubes;
} Call;

static Bdd through_circuit(World *w, Bdd f) {
  Aig *aig = aig_new();
  Lit literals[MOST];
  BddVec of_node = {0};
  for (unsigned v = 0; v < w->variables; v++) literals[v] = aig_variable(aig);
  Lit root = bdd_to_circuit(w->m, f, aig, literals);
  vec_resize(&of_node, aig->size);
  memset(of_node.data, 0xff, of_node.size * sizeof *of_node.data);
  for (unsigned v = 0; v < w->variables; v++)
    of_node.data[lit_node(literals[v])] = bdd_variable(w->m, v);
  Bdd result = bdd_of_circuit(w->m, aig, root, &of_node);
  vec_free(&of_node);
  aig_free(aig);
  return result;
}

static Bdd run(World *w, Call *call) {
  BddManager *m = w->m;
  Bdd a = w->functions.data[call->a], b = w->functions.data[call->b];
  Bdd c = w->functions.data[call->c];
  uint32_t variables[MOST];
  size_t count = 0;
  for (uint32_t v = 0; v < w->variables; v++)
    if (call->quantified >> v & 1) variables[count++] = v;
  switch (call->operation) {
  case AND: return bdd_and(m, a, b);
  case OR: return bdd_or(m, a, b);
  case MINUS: return bdd_minus(m, a, b);
  case XOR: return bdd_xor(m, a, b);
  case EQUAL: return bdd_equal(m, a, b);
  case CHOOSE: return bdd_choose(m, a, b, c);
  case IMPLIES: return bdd_implies(m, a, b);
  case DISJOINT: return bdd_disjoint(m, a, b);
  case EXISTS: return bdd_exists(m, a, bdd_cube(m, variables, count));
  case FORALL: return bdd_forall(m, a, bdd_cube(m, variables, count));
  case AND_EXISTS: return bdd_and_exists(m, a, b, bdd_cube(m, variables, count));
  case CONSTRAIN: return bdd_constrain(m, a, b);
  case RESTRICT: return bdd_restrict(m, a, b);
  case MINIMIZE: return bdd_minimize(m, a, b);
  case COFACTOR: return bdd_cofactor(m, a, call->variable, call->value);
  case SUBSTITUTE: return bdd_substitute(m, a, call->variable, b);
  case RENAME: return bdd_rename(m, a, w->renaming);
  case ISOP: return bdd_isop(m, bdd_and(m, a, b), bdd_or(m, a, b), &call->cubes);
  case HEAVY: return bdd_subset_heavy(m, a, call->nodes);
  case SHORT: return bdd_subset_short(m, a, call->nodes);
  case CIRCUIT: return through_circuit(w, a);
  case OPERATIONS: break;
  }
  return BDD_NONE;
}

/* Whether some or all assignments that agree with i outside a set of variables are in a table. */
static bool quantify(const World *w, const Table *t, unsigned i, uint32_t set, bool all) {
  for (unsigned k = 0; k < 1u << w->variables; k++)
    if (!((i ^ k) & ~set) && table_get(t, k) != all) return !all;
  return all;
}

static bool isop_value(const U32Vec *cubes, unsigned i) {
  bool cube = true;
  for (size_t k = 0; k < cubes->size; k++) {
    uint32_t literal = cubes->data[k];
    if (literal == UINT32_MAX) {
      if (cube) return true;
      cube = true;
    } else if ((i >> (literal >> 1) & 1) == (literal & 1)) cube = false;
  }
  return false;
}

/* Checks the result where it may be one of several functions; else returns what it must be. */
static bool expected(World *w, Call *call, unsigned i, const Table *result) {
  const Table *a = w->tables.data + call->a, *b = w->tables.data + call->b;
  const Table *c = w->tables.data + call->c;
  bool va = table_get(a, i), vb = table_get(b, i), actual = table_get(result, i);
  unsigned bit = 1u << call->variable;
  bool implies = true, disjoint = true;
  switch (call->operation) {
  case AND: return va && vb;
  case OR: return va || vb;
  case MINUS: return va && !vb;
  case XOR: return va != vb;
  case EQUAL: return va == vb;
  case CHOOSE: return va ? vb : table_get(c, i);
  case IMPLIES:
  case DISJOINT:
    for (int k = 0; k < WORDS; k++) {
      implies &= !(a->words[k] & ~b->words[k]);
      disjoint &= !(a->words[k] & b->words[k]);
    }
    /* the words beyond the table are zero */
    return call->operation == IMPLIES ? implies : disjoint;
  case EXISTS: return quantify(w, a, i, call->quantified, false);
  case FORALL: return quantify(w, a, i, call->quantified, true);
  case AND_EXISTS: {
    Table both;
    for (int k = 0; k < WORDS; k++) both.words[k] = a->words[k] & b->words[k];
    return quantify(w, &both, i, call->quantified, false);
  }
  case CONSTRAIN:
  case RESTRICT:
  case MINIMIZE: return vb ? va : actual;
  case COFACTOR: return table_get(a, call->value ? i | bit : i & ~bit);
  case SUBSTITUTE: return table_get(a, vb ? i | bit : i & ~bit);
  case RENAME: return table_get(a, renamed(w, i));
  case ISOP:
    CHECK((!(va && vb) || actual) && (!actual || va || vb));
    return isop_value(&call->cubes, i);
  case HEAVY:
  case SHORT: CHECK(!actual || va); return actual;
  case CIRCUIT: return va;
  case OPERATIONS: break;
  }
  return false;
}

static bool is_false(const Table *t) {
  Table none = {{0}};
  return table_same(t, &none);
}

static Call random_call(World *w) {
  uint32_t size = (uint32_t)w->functions.size;
  Call call = {random_below(&w->random, OPERATIONS),
               random_below(&w->random, size),
               random_below(&w->random, size),
               random_below(&w->random, size),
               random_below(&w->random, w->variables),
               random_below(&w->random, 1u << w->variables),
               random_chance(&w->random, 1, 2),
               random_below(&w->random, 12),
               {0}};
  bool care = call.operation == CONSTRAIN || call.operation == RESTRICT;
  if (care && is_false(w->tables.data + call.b)) call.operation = AND;
  return call;
}

/* What may depend on more than the functions: the smallest or densest has to be more than right. */
static void check_quality(World *w, const Call *call, Bdd result) {
  Bdd a = w->functions.data[call->a], b = w->functions.data[call->b];
  if (call->operation == HEAVY || call->operation == SHORT)
    CHECK((result == BDD_FALSE) == (a == BDD_FALSE));
  if (call->operation == HEAVY && call->nodes >= bdd_size(w->m, &a, 1)) CHECK(result == a);
  if (call->operation == SHORT && call->nodes >= 2 * bdd_size(w->m, &a, 1)) CHECK(result == a);
  if (call->operation == MINIMIZE) CHECK(bdd_size(w->m, &result, 1) <= bdd_size(w->m, &a, 1));
  if (call->operation == RESTRICT) {
    /* it reads nothing new */
    U32Vec before = {0}, after = {0};
    bdd_support(w->m, a, &before);
    bdd_support(w->m, result, &after);
    for (size_t i = 0, k = 0; i < after.size; i++, k++) {
      while (k < before.size && before.data[k] < after.data[i]) k++;
      CHECK(k < before.size && before.data[k] == after.data[i]);
    }
    vec_free(&before);
    vec_free(&after);
  }
  if (call->operation == CONSTRAIN && b != BDD_FALSE) /* conjunction with the care set is kept */
    CHECK(bdd_and(w->m, result, b) == bdd_and(w->m, a, b));
}

/* One call, with a limit of work now and then; after a failure the call is made again. */
static void call_and_check(World *w, bool limits) {
  Call call = random_call(w);
  Bdd result = BDD_NONE;
  if (limits && random_chance(&w->random, 1, 3)) {
    w->budget = budget_slice(NULL, 1 + random_below(&w->random, 20));
    bdd_set_budget(w->m, &w->budget);
    result = run(w, &call);
    if (result == BDD_NONE) {
      CHECK(!call.cubes.size);
      w->failures[bdd_why(w->m)]++;
      if (bdd_why(w->m) == BDD_SPENT) CHECK(w->budget.used == w->budget.work);
      else CHECK(bdd_why(w->m) == BDD_FULL);
    }
    bdd_set_budget(w->m, NULL);
  }
  if (result == BDD_NONE) {
    vec_clear(&call.cubes);
    result = run(w, &call);
  }
  if (result == BDD_NONE) { /* the limit of nodes */
    CHECK(bdd_why(w->m) == BDD_FULL);
    w->failures[BDD_FULL]++;
    vec_free(&call.cubes);
    return;
  }
  Table actual = table_of(w, result), right = {{0}};
  for (unsigned i = 0; i < 1u << w->variables; i++)
    table_set(&right, i, expected(w, &call, i, &actual));
  if (!table_same(&actual, &right))
    test_fail(__FILE__, __LINE__, "operation %d is wrong", (int)call.operation);
  if (!limits) check_quality(w, &call, result);
  vec_free(&call.cubes);
  /* one form for each function */
  for (size_t i = 0; i < w->functions.size; i++)
    CHECK(table_same(w->tables.data + i, &actual) == (w->functions.data[i] == result));
  if (bdd_is_constant(result) && random_chance(&w->random, 9, 10)) return;
  if (w->functions.size < 40) add(w, result, &actual);
  else {
    size_t place = w->variables + random_below(&w->random, 40 - w->variables);
    w->functions.data[place] = result;
    w->tables.data[place] = actual;
  }
}

static void check_all(const World *w) {
  for (size_t i = 0; i < w->functions.size; i++) {
    Table t = table_of(w, w->functions.data[i]);
    CHECK(table_same(&t, w->tables.data + i));
  }
}

/* Groups stay together and in order. */
static void check_order(const World *w) {
  for (uint32_t v = 0; v < w->variables; v++) CHECK(bdd_variable_at(w->m, bdd_level(w->m, v)) == v);
  for (uint32_t v = 1; v < w->variables; v++)
    if (w->group[v] == w->group[v - 1]) CHECK(bdd_level(w->m, v) == bdd_level(w->m, v - 1) + 1);
}

TEST(operations_agree_with_truth_tables) {
  for (uint64_t seed = 1; seed <= test_cases(60); seed++) {
    World w = world_new(seed, 0);
    for (int i = 0; i < 250; i++) call_and_check(&w, false);
    world_free(&w);
  }
}

TEST(functions_survive_collections_and_reorderings_at_random_points) {
  size_t swaps = 0, spent = 0;
  for (uint64_t seed = 1; seed <= test_cases(60); seed++) {
    World w = world_new(seed, 0);
    bdd_watch_all(w.m, &w.functions);
    for (int i = 0; i < 250; i++) {
      call_and_check(&w, true);
      if (random_chance(&w.random, 1, 8)) CHECK(bdd_tidy(w.m));
      if (random_chance(&w.random, 1, 16)) {
        size_t before = (bdd_tidy(w.m), bdd_counts(w.m).nodes);
        bool cut = random_chance(&w.random, 1, 3);
        w.budget = budget_slice(NULL, 1 + random_below(&w.random, 30));
        if (cut) bdd_set_budget(w.m, &w.budget);
        bdd_reorder(w.m);
        bdd_set_budget(w.m, NULL);
        CHECK(bdd_counts(w.m).nodes <= before);
        check_order(&w);
        check_all(&w);
      }
    }
    swaps += bdd_counts(w.m).swaps;
    spent += w.failures[BDD_SPENT];
    bdd_unwatch_all(w.m, &w.functions);
    world_free(&w);
  }
  CHECK_COVERAGE(swaps > 1000 && spent > 100);
}

TEST(a_limit_of_nodes_loses_nothing) {
  size_t full = 0;
  for (uint64_t seed = 1; seed <= test_cases(60); seed++) {
    World w = world_new(seed, 300 + seed % 200);
    bdd_watch_all(w.m, &w.functions);
    for (int i = 0; i < 250; i++) {
      call_and_check(&w, true);
      CHECK(bdd_counts(w.m).nodes <= 500);
      if (bdd_why(w.m) == BDD_FULL) {
        bdd_tidy(w.m);
        check_all(&w);
      }
    }
    full += w.failures[BDD_FULL];
    world_free(&w);
  }
  CHECK_COVERAGE(full > 100);
}
