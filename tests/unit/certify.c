/* The checker of certificates against enumeration: certificates are made from the reachable states
 * of random small systems, and broken in random ways; the checker and the oracle must agree on the
 * first check that fails. Whatever is accepted must also be true of the system. */
#include "evidence/certify.h"

#include "evidence/witness_file.h"
#include "oracle/certificate_oracle.h"
#include "oracle/explicit.h"
#include "oracle/random_system.h"
#include "test.h"

/* ---- making certificates by enumeration ---- */

/* A set of states as a function of the circuit's latches. */
static Lit states_literal(System *circuit, size_t latches, const Bits *states) {
  Aig *aig = circuit->aig;
  Lit any = LIT_FALSE;
  for (size_t state = bits_next(states, 0); state < states->size;
       state = bits_next(states, state + 1)) {
    Lit cube = LIT_TRUE;
    for (size_t i = 0; i < latches; i++)
      cube = aig_and(aig, cube, lit_not_if(circuit->latches.data[i].current, !(state >> i & 1)));
    any = aig_or(aig, any, cube);
  }
  return any;
}

/* The system's circuit with the reachable states, some of them changed, as its property. */
static Witness *invariant(const Task *task, Random *random, unsigned changes) {
  Witness *witness = witness_new(system_copy(task->system, NULL));
  witness->circuit->fairness.size = 0;
  Explicit *e = explicit_new(task->system);
  Bits reachable = explicit_reachable(e);
  for (unsigned i = 0; i < changes; i++) {
    size_t state = random_below(random, (uint32_t)reachable.size);
    bits_put(&reachable, state, !bits_get(&reachable, state));
  }
  witness->bad = lit_not(states_literal(witness->circuit, task->system->latches.size, &reachable));
  bits_free(&reachable);
  explicit_free(e);
  return witness;
}

/* a <= b as numbers, the least significant bit first. */
static Lit less_equal(Aig *aig, const Lit *a, const Lit *b, size_t bits) {
  Lit le = LIT_TRUE;
  for (size_t i = 0; i < bits; i++) le = aig_mux(aig, aig_equal(aig, a[i], b[i]), le, b[i]);
  return le;
}

/* Compares some signals of the witness between the two moments: those of y are not greater. */
static Lit compare(Witness *witness, const Lit *signals, size_t bits) {
  Lit other[8];
  for (size_t i = 0; i < bits; i++) {
    other[i] = system_input(witness->circuit);
    vec_push(&witness->interventions, ((Intervention){signals[i], other[i]}));
  }
  return less_equal(witness->circuit->aig, other, signals, bits);
}

/* A condition that no valid step inside the component of a state meets, or the first. Careless: a
 * random one of these, so that states of one component need not agree. */
static size_t missed(const Explicit *e, const Task *task, const Bits *component, Random *random,
                     bool careless) {
  Bits inside = explicit_steps(e, component), to = explicit_steps_to(e, component);
  bits_and(&inside, &to);
  bits_and(&inside, &e->valid);
  size_t found = 0;
  for (size_t i = task->conditions.size; i-- > 0;) {
    Bits met = explicit_literal(e, task->conditions.data[i]);
    if (bits_disjoint(&met, &inside) && !(careless && random_chance(random, 1, 2))) found = i;
    bits_free(&met);
  }
  bits_free(&inside);
  bits_free(&to);
  return found;
}

/* A ranking from the order of components: states are ranked by how few states they reach, which
 * never decreases along a step and is constant just inside a component. */
static Witness *component_ranking(const Task *task, Random *random, bool careless) {
  Witness *witness = invariant(task, random, 0);
  Explicit *e = explicit_new(task->system);
  size_t bits = 0, conditions = task->conditions.size;
  while ((size_t)1 << bits < e->states) bits++;
  Bits *reach = mem_array(e->states, sizeof *reach);
  for (size_t s = 0; s < e->states; s++) {
    Bits from = bits_new(e->states);
    bits_set(&from, s);
    reach[s] = graph_forward(&e->graph, &from, &e->valid);
    bits_free(&from);
  }
  Bits digit[8], misses[8];
  for (size_t i = 0; i < bits; i++) digit[i] = bits_new(e->states);
  for (size_t i = 0; i < conditions; i++) misses[i] = bits_new(e->states);
  for (size_t s = 0; s < e->states; s++) {
    Bits component = bits_new(e->states);
    for (size_t t = 0; t < e->states; t++)
      if (bits_get(&reach[s], t) && bits_get(&reach[t], s)) bits_set(&component, t);
    for (size_t i = 0; i < bits; i++)
      bits_put(&digit[i], s, (e->states - bits_count(&reach[s])) >> i & 1);
    if (conditions) bits_set(&misses[missed(e, task, &component, random, careless)], s);
    bits_free(&component);
  }
  size_t latches = task->system->latches.size;
  Lit walls[8];
  for (size_t i = 0; i < bits; i++) walls[i] = states_literal(witness->circuit, latches, &digit[i]);
  Lit le = compare(witness, walls, bits);
  for (size_t i = 0; i < conditions; i++) {
    Lit miss = states_literal(witness->circuit, latches, &misses[i]);
    vec_push(&witness->justice, lit_not(aig_and(witness->circuit->aig, le, miss)));
    bits_free(&misses[i]);
  }
  for (size_t i = 0; i < bits; i++) bits_free(&digit[i]);
  for (size_t s = 0; s < e->states; s++) bits_free(&reach[s]);
  mem_free(reach);
  explicit_free(e);
  return witness;
}

/* A ranking from counting how often the one condition was met, in two further latches: right if
 * that is at most three times. Careless: says that the count grows by at most one, which is right
 * for one step but not for several. */
static Witness *counting_ranking(const Task *task, bool careless) {
  Lit *map;
  System *circuit = system_copy(task->system, &map);
  circuit->fairness.size = 0;
  Lit met = aig_map_lit(map, task->conditions.data[0]), bits[2];
  mem_free(map);
  for (int i = 0; i < 2; i++) bits[i] = system_latch(circuit, RESET_0);
  for (int i = 0; i < 2; i++) {
    system_set_next(circuit, bits[i], aig_xor(circuit->aig, bits[i], met));
    met = aig_and(circuit->aig, met, bits[i]);
  }
  Witness *witness = witness_new(circuit);
  Explicit *e = explicit_new(circuit);
  Bits reachable = explicit_reachable(e);
  witness->bad = lit_not(states_literal(circuit, circuit->latches.size, &reachable));
  bits_free(&reachable);
  explicit_free(e);
  Lit le = compare(witness, bits, 2);
  Lit far = aig_and(circuit->aig, bits[1], lit_not(witness->interventions.data[0].input));
  far = aig_and(circuit->aig, far, lit_not(witness->interventions.data[1].input));
  if (careless) le = aig_and(circuit->aig, le, lit_not(far)); /* not from 0 to 2 or 3 */
  vec_push(&witness->justice, lit_not(le));
  return witness;
}

/* ---- breaking them ---- */

static Lit *any_lit(LitVec *lits, Random *random) {
  return lits->data + random_below(random, (uint32_t)lits->size);
}

/* Adds a latch that the model does not have, with a reset function. */
static void add_latch(System *circuit, Certificate *c, Random *random) {
  Lit reset = random_literal(circuit, random, true), latch = system_latch(circuit, RESET_FREE);
  system_set_next(circuit, latch, random_literal(circuit, random, true));
  vec_push(&c->resets, random_chance(random, 1, 4) ? latch : reset);
}

/* One random change, which may or may not make the certificate wrong. */
static void change(System *circuit, Certificate *c, Random *random) {
  if (!circuit->latches.size) add_latch(circuit, c, random);
  Lit lit = random_literal(circuit, random, true);
  size_t index = random_below(random, (uint32_t)circuit->latches.size);
  Lit latch = circuit->latches.data[index].current;
  switch (random_below(random, 13)) {
  case 0: c->bad = aig_or(circuit->aig, c->bad, lit); break;
  case 1: c->bad = aig_and(circuit->aig, c->bad, lit); break;
  case 2: circuit->latches.data[index].next = lit; break;
  case 3: c->resets.data[index] = lit; break;
  case 4: c->resets.data[index] = latch; break;
  case 5: vec_push(&circuit->constraints, lit); break;
  case 6: circuit->constraints.size -= circuit->constraints.size > 0; break;
  case 7:
    c->mapping.size -= c->mapping.size > 0; /* a latch of the model becomes free */
    break;
  case 8: add_latch(circuit, c, random); break;
  case 9:
    if (c->mapping.size) c->mapping.data[0].model ^= 1;
    break;
  case 10:
  case 11:
    if (c->conditions.size) {
      Lit *condition = any_lit(&c->conditions, random);
      *condition = random_chance(random, 1, 2) ? aig_or(circuit->aig, *condition, lit)
                                               : aig_xor(circuit->aig, *condition, lit);
    }
    break;
  default:
    if (c->interventions.size)
      c->interventions.data[random_below(random, (uint32_t)c->interventions.size)].signal = lit;
  }
}

static const char *const check_names[] = {"stratified", "reset",     "transition", "property",
                                          "base",       "step",      "liveness",   "decrease",
                                          "closure",    "consistent"};
enum { SAFETY_CHECKS = 6, CHECKS = 10 };

typedef struct {
  unsigned accepted, failed[CHECKS];
} Tally;

/* The part of a certificate that its property needs: the checker says of it what the oracle says,
 * what it accepts is true, and it loses nothing that the whole proves. */
static void check_narrowed(const Task *task, const Certificate *whole, bool accepted) {
  Certificate part = *whole;
  part.resets = (LitVec){0};
  part.mapping = (MappedVec){0};
  part.conditions = (LitVec){0};
  part.interventions = (InterventionVec){0};
  vec_append(&part.resets, &whole->resets);
  vec_append(&part.mapping, &whole->mapping);
  vec_append(&part.conditions, &whole->conditions);
  vec_append(&part.interventions, &whole->interventions);
  System *circuit = certificate_narrow(&part);
  CHECK(circuit->latches.size <= whole->circuit->latches.size);
  Error report = {0};
  bool good = certify_certificate(task, &part, &report);
  const char *failed = certificate_oracle(task, &part);
  if (good != !failed || (accepted && !good))
    test_fail(__FILE__, __LINE__, "whole: %s; oracle: %s; checker: %s",
              accepted ? "valid" : "not valid", failed ? failed : "valid",
              report.message ? report.message : "valid");
  if (good) {
    Explicit *e = explicit_new(task->system);
    CHECK_EQUAL(explicit_verdict(e, task), VERDICT_HOLDS);
    explicit_free(e);
  }
  error_free(&report);
  certificate_free(&part);
  system_free(circuit);
}

/* The checker says what the oracle says; and what it accepts is true. */
static void check_against_oracle(const Task *task, const Certificate *c, Tally *tally) {
  Error report = {0};
  bool good = certify_certificate(task, c, &report);
  const char *failed = certificate_oracle(task, c);
  if (good != !failed || (failed && !strstr(report.message, failed)))
    test_fail(__FILE__, __LINE__, "oracle: %s; checker: %s", failed ? failed : "valid",
              report.message ? report.message : "valid");
  if (good) {
    Explicit *e = explicit_new(task->system);
    CHECK_EQUAL(explicit_verdict(e, task), VERDICT_HOLDS);
    explicit_free(e);
  }
  check_narrowed(task, c, good);
  tally->accepted += good;
  for (size_t i = 0; failed && i < CHECKS; i++) tally->failed[i] += !strcmp(check_names[i], failed);
  error_free(&report);
}

/* Every check was the one that fails, so that each is known to work. */
static void check_all_failed(const Tally *tally, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) CHECK_COVERAGE(tally->failed[i] > 0);
}

static void check_changed(const Task *task, const Witness *witness, Random *random, Tally *tally) {
  for (unsigned changes = 0; changes <= 4; changes++) {
    Certificate c;
    Error error = {0};
    Witness *copy = witness_copy(witness);
    CHECK(certificate_of_witness(task, copy, &c, &error));
    for (unsigned i = 0; i < changes; i++) change(copy->circuit, &c, random);
    check_against_oracle(task, &c, tally);
    certificate_free(&c);
    witness_free(copy);
  }
}

TEST(invariants_from_reachable_states_are_accepted_just_where_the_property_holds) {
  unsigned accepted = 0, rejected = 0;
  for (unsigned seed = 0; seed < test_cases(200); seed++) {
    RandomModel *model = random_model(seed, 7);
    for (size_t p = 0; p < model->bad.size; p++) {
      Task *task = random_model_bad_task(model, p);
      Explicit *e = explicit_new(task->system);
      Random random = {seed};
      Witness *witness = invariant(task, &random, 0);
      Error report = {0};
      bool good = certify_witness(task, witness, &report);
      CHECK_EQUAL(good, explicit_verdict(e, task) == VERDICT_HOLDS);
      accepted += good;
      rejected += !good;
      error_free(&report);
      witness_free(witness);
      explicit_free(e);
      task_free(task);
    }
    random_model_free(model);
  }
  CHECK_COVERAGE(accepted > 20);
  CHECK_COVERAGE(rejected > 20);
}

TEST(what_a_property_does_not_need_is_no_part_of_what_is_checked) {
  System *system = system_new(); /* one latch stays 0; a hundred others count, with their inputs */
  Lit stays = system_latch(system, RESET_0);
  for (size_t i = 0; i < 100; i++) system_latch(system, RESET_0);
  system->latches.data[0].next = stays;
  for (size_t i = 1; i <= 100; i++)
    system->latches.data[i].next =
        aig_xor(system->aig, system->latches.data[i].current, system_input(system));
  Task *task = task_new(TASK_BAD, system);
  task->bad = stays;
  Lit *map;
  Witness *witness = witness_new(system_copy(system, &map));
  witness->bad = aig_map_lit(map, stays);
  mem_free(map);
  Certificate c;
  Error error = {0};
  CHECK(certificate_of_witness(task, witness, &c, &error));
  System *part = certificate_narrow(&c);
  CHECK_EQUAL(part->latches.size, 1);
  CHECK_EQUAL(part->inputs.size, 0);
  CHECK_EQUAL(c.mapping.size, 1);
  CHECK(certify_certificate(task, &c, &error));
  certificate_free(&c);
  system_free(part);
  /* What is wrong with the rest does no harm. */
  witness->circuit->latches.data[1].next = LIT_TRUE;
  CHECK(certify_needed_part(task, witness, NULL, NULL, &error));
  CHECK(!certify_witness(task, witness, &error));
  error_free(&error);
  /* It is refused as the whole is where the part itself is wrong. */
  witness->circuit->latches.data[0].next = LIT_TRUE;
  CHECK(!certify_needed_part(task, witness, NULL, NULL, &error));
  CHECK(strstr(error.message, "transition"));
  error_free(&error);
  witness_free(witness);
  task_free(task);
}

/* An input that an intervention sets belongs to the part, whether it is read or not; and so does
 * what is set by mistake, so that the judge can say so. */
TEST(what_an_intervention_sets_is_part_of_what_is_checked) {
  System *circuit = system_new();
  Lit first = system_input(circuit), second = system_input(circuit);
  Lit latch = system_latch(circuit, RESET_0);
  system_set_next(circuit, latch, latch);
  Lit set[] = {second, aig_and(circuit->aig, first, second)};
  for (size_t i = 0; i < 2; i++) {
    Certificate c = {.circuit = circuit, .bad = latch};
    vec_push(&c.resets, LIT_FALSE);
    vec_push(&c.interventions, ((Intervention){latch, set[i]}));
    System *part = certificate_narrow(&c);
    uint32_t kept = lit_node(c.interventions.data[0].input);
    CHECK_EQUAL(part->inputs.size, i + 1);
    CHECK(i ? aig_is_and(part->aig, kept) : kept == lit_node(part->inputs.data[0]));
    CHECK_EQUAL(c.interventions.data[0].signal, part->latches.data[0].current);
    certificate_free(&c);
    system_free(part);
  }
  system_free(circuit);
}

TEST(changed_invariants_are_rejected_just_where_enumeration_finds_them_wrong) {
  Tally tally = {0};
  for (unsigned seed = 0; seed < test_cases(300); seed++) {
    RandomModel *model = random_model(seed, 4);
    Random random = {seed};
    for (size_t p = 0; p < model->bad.size; p++) {
      Task *task = random_model_bad_task(model, p);
      Witness *witness = invariant(task, &random, random_below(&random, 3));
      check_changed(task, witness, &random, &tally);
      witness_free(witness);
      task_free(task);
    }
    random_model_free(model);
  }
  CHECK_COVERAGE(tally.accepted > 100);
  check_all_failed(&tally, 0, SAFETY_CHECKS);
}

TEST(rankings_from_components_are_accepted_just_where_the_property_holds) {
  unsigned accepted = 0, rejected = 0;
  for (unsigned seed = 0; seed < test_cases(100); seed++) {
    RandomModel *model = random_model(seed, 5);
    for (size_t p = 0; p < model->justice.size; p++) {
      Task *task = random_model_fair_task(model, p);
      if (task->conditions.size && task->conditions.size <= 8) {
        Explicit *e = explicit_new(task->system);
        Random random = {seed};
        Witness *witness = component_ranking(task, &random, false);
        Error report = {0};
        bool good = certify_witness(task, witness, &report);
        bool true_ = explicit_verdict(e, task) == VERDICT_HOLDS;
        if (good != true_)
          test_fail(__FILE__, __LINE__, "seed %u: the property %s; %s", seed,
                    true_ ? "holds" : "is violated", report.message ? report.message : "accepted");
        accepted += good;
        rejected += !good;
        error_free(&report);
        witness_free(witness);
        explicit_free(e);
      }
      task_free(task);
    }
    random_model_free(model);
  }
  CHECK_COVERAGE(accepted > 20);
  CHECK_COVERAGE(rejected > 20);
}

TEST(changed_rankings_are_rejected_just_where_enumeration_finds_them_wrong) {
  Tally tally = {0}, counting = {0};
  for (unsigned seed = 0; seed < test_cases(60); seed++) {
    RandomModel *model = random_model(seed, 3);
    Random random = {seed};
    for (size_t p = 0; p < model->justice.size; p++) {
      Task *task = random_model_fair_task(model, p);
      if (task->conditions.size && task->conditions.size <= 8) {
        Witness *witness = component_ranking(task, &random, seed % 2);
        check_changed(task, witness, &random, &tally);
        witness_free(witness);
      }
      if (task->conditions.size == 1) {
        Witness *witness = counting_ranking(task, seed % 2);
        check_changed(task, witness, &random, &counting);
        witness_free(witness);
      }
      task_free(task);
    }
    random_model_free(model);
  }
  CHECK_COVERAGE(tally.accepted > 20);
  CHECK_COVERAGE(counting.accepted > 5);
  for (size_t i = 0; i < CHECKS; i++) tally.failed[i] += counting.failed[i];
  check_all_failed(&tally, SAFETY_CHECKS, CHECKS);
}
