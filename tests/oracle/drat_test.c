/* The checker of DRAT proofs against its definition: clauses as bit sets over a few variables, unit
 * propagation by going round until nothing changes, RUP and RAT word by word. And against the
 * truth: a formula whose proof is accepted has no model, which enumeration tells. Proofs are those
 * of the solver, changed at random: lines left out, doubled, exchanged, literals changed, lines put
 * in. */
#include "test.h"

#include "base/random.h"
#include "base/text.h"
#include "evidence/drat.h"
#include "logic/sat.h"

/* The last variable is for proofs alone: clauses that define it are RAT. */
enum { VARIABLES = 6, OF_FORMULA = VARIABLES - 1 };

/* A clause is the set of its literals: bit 2 * (variable - 1) + sign. */
typedef uint32_t Set;
typedef struct {
  bool deletes;
  IntVec lits; /* the first is the pivot */
} ProofLine;
typedef VEC(ProofLine) Proof;
typedef VEC(Set) Sets;

static Set bit(int lit) { return (Set)1 << (2 * (abs(lit) - 1) + (lit < 0)); }

static Set negations(Set set) {
  Set even = 0x55555555;
  return (set & even) << 1 | (set & ~even) >> 1;
}

static Set set_of(const IntVec *lits) {
  Set set = 0;
  for (size_t i = 0; i < lits->size; i++) set |= bit(lits->data[i]);
  return set;
}

/* ---- the definition ---- */

/* What unit propagation makes true, starting with `assumed`; a literal and its negation where there
 * is a conflict. */
static Set closure(const Sets *clauses, Set assumed) {
  Set truth = assumed;
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < clauses->size; i++) {
      Set left = clauses->data[i] & ~negations(truth);
      if (!left) return ~(Set)0;
      if (left & (left - 1) || left & truth) continue;
      truth |= left;
      more = true;
    }
  }
  return truth;
}

static bool conflict(const Sets *clauses, Set assumed) {
  if (assumed & negations(assumed)) return true;
  Set truth = closure(clauses, assumed);
  return truth & negations(truth);
}

static bool rup(const Sets *clauses, Set clause) { return conflict(clauses, negations(clause)); }

static bool rat(const Sets *clauses, Set clause, Set pivot) {
  Set against = negations(pivot);
  for (size_t i = 0; i < clauses->size; i++)
    if (clauses->data[i] & against && !rup(clauses, clause | (clauses->data[i] & ~against)))
      return false;
  return true;
}

static void remove_clause(Sets *clauses, Set clause) {
  Set truth = closure(clauses, 0);
  size_t i = 0;
  while (i < clauses->size && clauses->data[i] != clause) i++;
  Set holds = clause & truth;
  bool gives_value = holds && !(holds & (holds - 1)) && !(clause & ~holds & ~negations(truth));
  if (i == clauses->size || gives_value) return;
  clauses->data[i] = vec_last(clauses);
  clauses->size--;
}

static bool tautology(Set clause) { return clause & negations(clause); }

static bool definition_accepts(const Sets *formula, const Proof *proof, size_t *rats) {
  Sets clauses = {0};
  vec_append(&clauses, formula);
  bool good = true;
  size_t i = 0;
  for (; good && i < proof->size && !conflict(&clauses, 0); i++) {
    const ProofLine *line = proof->data + i;
    Set clause = set_of(&line->lits);
    if (tautology(clause)) continue;
    if (line->deletes) {
      remove_clause(&clauses, clause);
      continue;
    }
    bool plain = rup(&clauses, clause);
    good = plain || (clause && rat(&clauses, clause, bit(line->lits.data[0])));
    *rats += good && !plain;
    if (good) vec_push(&clauses, clause);
  }
  good = good && conflict(&clauses, 0);
  vec_free(&clauses);
  return good;
}

static bool has_model(const Sets *formula) {
  for (unsigned a = 0; a < 1u << VARIABLES; a++) {
    Set truth = 0;
    for (int v = 1; v <= VARIABLES; v++) truth |= bit(a >> (v - 1) & 1 ? v : -v);
    size_t i = 0;
    while (i < formula->size && formula->data[i] & truth) i++;
    if (i == formula->size) return true;
  }
  return false;
}

/* ---- random formulas and proofs ---- */

static int random_lit(Random *random, int variables) {
  int variable = 1 + (int)random_below(random, (uint32_t)variables);
  return random_chance(random, 1, 2) ? variable : -variable;
}

static void random_lits(Random *random, int variables, IntVec *lits) {
  size_t count = random_chance(random, 1, 10) ? 1 + random_below(random, 2) : 3;
  for (size_t i = 0; i < count; i++) vec_push(lits, random_lit(random, variables));
}

static void random_formula(Random *random, IntVec *clauses, Sets *sets) {
  size_t count = 16 + random_below(random, 30);
  for (size_t i = 0; i < count; i++) {
    IntVec lits = {0};
    random_lits(random, OF_FORMULA, &lits);
    Set set = set_of(&lits);
    if (!tautology(set)) vec_push(sets, set);
    vec_append(clauses, &lits);
    vec_push(clauses, 0);
    vec_free(&lits);
  }
}

/* The proof of the solver; false if the formula has a model. */
static bool solve(const IntVec *clauses, Text *proof) {
  Sat *sat = sat_new(SAT_LEAN);
  sat_log_proof(sat, proof);
  for (int v = 0; v < VARIABLES; v++) sat_variable(sat);
  for (size_t i = 0, start = 0; i < clauses->size; i++) {
    if (clauses->data[i]) continue;
    sat_clause(sat, clauses->data + start, i - start);
    start = i + 1;
  }
  bool refuted = sat_solve(sat, NULL) == SAT_UNSATISFIABLE;
  sat_free(sat);
  return refuted;
}

static void read_proof(const Text *text, Proof *proof) {
  const char *at = text->data;
  while (at && *at) {
    ProofLine line = {.deletes = *at == 'd'};
    at += line.deletes;
    for (char *end;; at = end) {
      int lit = (int)strtol(at, &end, 10);
      if (!lit) {
        at = end + 1;
        break;
      }
      vec_push(&line.lits, lit);
    }
    vec_push(proof, line);
  }
}

static void free_proof(Proof *proof) {
  for (size_t i = 0; i < proof->size; i++) vec_free(&proof->data[i].lits);
  vec_free(proof);
}

static void write_text(const Proof *proof, Text *text) {
  for (size_t i = 0; i < proof->size; i++) {
    if (proof->data[i].deletes) text_add(text, "d ");
    for (size_t k = 0; k < proof->data[i].lits.size; k++)
      text_format(text, "%d ", proof->data[i].lits.data[k]);
    text_add(text, i % 5 ? "0\n" : "0\nc a comment 1 2\n");
  }
}

static void write_binary(const Proof *proof, Text *text) {
  for (size_t i = 0; i < proof->size; i++) {
    text_char(text, proof->data[i].deletes ? 'd' : 'a');
    for (size_t k = 0; k < proof->data[i].lits.size; k++) {
      int lit = proof->data[i].lits.data[k];
      uint32_t number = 2 * (uint32_t)abs(lit) + (lit < 0);
      for (; number > 127; number >>= 7) text_char(text, (char)(number | 128));
      text_char(text, (char)number);
    }
    text_char(text, 0);
  }
}

static void insert(Random *random, Proof *proof, const ProofLine *of) {
  ProofLine line = {.deletes = of ? of->deletes : random_chance(random, 1, 2)};
  if (!of && !line.deletes && random_chance(random, 1, 2))
    vec_push(&line.lits, random_chance(random, 1, 2) ? VARIABLES : -VARIABLES);
  if (of) vec_append(&line.lits, &of->lits);
  else if (!random_chance(random, 1, 8)) random_lits(random, VARIABLES, &line.lits);
  vec_push(proof, line);
  size_t place = random_below(random, 1 + random_below(random, (uint32_t)proof->size));
  for (size_t i = proof->size - 1; i > place; i--) proof->data[i] = proof->data[i - 1];
  proof->data[place] = line;
}

static void change(Random *random, Proof *proof) {
  if (!proof->size || random_chance(random, 1, 3)) {
    insert(random, proof, NULL);
    return;
  }
  ProofLine *line = proof->data + random_below(random, (uint32_t)proof->size);
  ProofLine *other = proof->data + random_below(random, (uint32_t)proof->size), kept = *line;
  switch (random_below(random, 5)) {
  case 0: /* left out */
    vec_free(&line->lits);
    memmove(line, line + 1, (size_t)(proof->data + --proof->size - line) * sizeof *line);
    break;
  case 1:
    *line = *other;
    *other = kept;
    break;
  case 2: line->deletes = !line->deletes; break;
  case 3:
    if (line->lits.size && random_chance(random, 1, 2)) line->lits.size--;
    else vec_push(&line->lits, random_lit(random, VARIABLES));
    break;
  default: {
    ProofLine again = {.deletes = line->deletes};
    vec_append(&again.lits, &line->lits);
    insert(random, proof, &again);
    vec_free(&again.lits);
  }
  }
}

static bool accepts(const IntVec *clauses, const Text *proof, DratCounts *counts) {
  Error error = {0};
  DratOutcome outcome =
      drat_check(clauses, "proof", proof->data, proof->size, NULL, counts, &error);
  CHECK(outcome == DRAT_ACCEPTED || outcome == DRAT_REJECTED);
  CHECK((outcome == DRAT_ACCEPTED) == !error.message);
  error_free(&error);
  return outcome == DRAT_ACCEPTED;
}

TEST(the_solvers_proof_of_every_formula_without_a_model_is_accepted) {
  unsigned cases = test_cases(3000), refuted = 0;
  for (unsigned seed = 0; seed < cases; seed++) {
    Random random = {seed};
    IntVec clauses = {0};
    Sets sets = {0};
    Text proof = {0};
    random_formula(&random, &clauses, &sets);
    bool unsatisfiable = solve(&clauses, &proof);
    CHECK_EQUAL(unsatisfiable, !has_model(&sets));
    if (unsatisfiable && !accepts(&clauses, &proof, NULL))
      test_fail(__FILE__, __LINE__, "seed %u: rejected:\n%s", seed, proof.data);
    refuted += unsatisfiable;
    vec_free(&clauses);
    vec_free(&sets);
    text_free(&proof);
  }
  CHECK_COVERAGE(refuted > cases / 10 && refuted < cases - cases / 10);
}

TEST(changed_proofs_are_accepted_exactly_where_the_definition_says_and_never_wrongly) {
  unsigned cases = test_cases(20000), accepted = 0, rejected = 0, lies = 0;
  size_t rats = 0, rats_there = 0;
  for (unsigned seed = 0; seed < cases; seed++) {
    Random random = {seed};
    IntVec clauses = {0};
    Sets sets = {0};
    Text solved = {0}, text = {0}, binary = {0};
    Proof proof = {0};
    DratCounts counts = {0};
    random_formula(&random, &clauses, &sets);
    solve(&clauses, &solved);
    read_proof(&solved, &proof);
    for (size_t changes = 1 + random_below(&random, 6); changes; changes--) change(&random, &proof);
    write_text(&proof, &text);
    write_binary(&proof, &binary);
    size_t before = rats;
    bool right = definition_accepts(&sets, &proof, &rats);
    bool good = accepts(&clauses, &text, &counts);
    if (good != right || (good && has_model(&sets)))
      test_fail(__FILE__, __LINE__, "seed %u: %s, the definition says %s\n%s", seed,
                good ? "accepted" : "rejected", right ? "accepted" : "rejected", text.data);
    if (accepts(&clauses, &binary, NULL) != good)
      test_fail(__FILE__, __LINE__, "seed %u: the binary form is judged differently", seed);
    CHECK_EQUAL(counts.rat, rats - before);
    rats_there += good && rats > before;
    accepted += good;
    rejected += !good;
    lies += has_model(&sets);
    free_proof(&proof);
    vec_free(&clauses);
    vec_free(&sets);
    text_free(&solved);
    text_free(&text);
    text_free(&binary);
  }
  CHECK_COVERAGE(accepted > cases / 10 && rejected > cases / 10 && lies > cases / 10);
  CHECK_COVERAGE(rats > cases / 100 && rats_there > cases / 1000);
}

/* ---- single facts ---- */

static IntVec clauses_of(const char *dimacs) {
  IntVec clauses = {0};
  Error error = {0};
  CHECK(dimacs_read("f.cnf", dimacs, strlen(dimacs), &clauses, &error));
  return clauses;
}

static const char ALL_OF_TWO[] = "c every sign\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0 -1 -2 0\n";

TEST(a_proof_without_lines_shows_only_what_unit_propagation_does) {
  IntVec both = clauses_of(ALL_OF_TWO), units = clauses_of("p cnf 1 2\n1 0\n-1 0\n");
  Text none = {0}, one = {0};
  text_add(&one, "1 0\n");
  CHECK(!accepts(&both, &none, NULL) && accepts(&units, &none, NULL) && accepts(&both, &one, NULL));
  text_free(&one);
  vec_free(&both);
  vec_free(&units);
}

TEST(a_deleted_clause_is_of_no_use_any_more) {
  IntVec clauses = clauses_of(ALL_OF_TWO);
  Text proof = {0};
  text_add(&proof, "d 2 1 0\n1 0\n");
  CHECK(!accepts(&clauses, &proof, NULL));
  text_free(&proof);
  text_add(&proof, "d 1 0\nd 2 -1 1 0\n1 0\n"); /* those are not there */
  CHECK(accepts(&clauses, &proof, NULL));
  text_free(&proof);
  vec_free(&clauses);
}

/* Else its value would stay without a reason, and the opposite could be added as RAT. */
TEST(a_clause_that_gives_a_variable_its_value_is_not_deleted) {
  static const struct {
    const char *formula, *proof;
  } rows[] = {
      {"p cnf 1 1\n-1 0\n", "d -1 0\n1 0\n0\n"},
      {"p cnf 2 2\n-2 0\n1 2 0\n", "d 1 2 0\n-1 0\n0\n"},
      {"p cnf 2 2\n1 2 0\n-1 0\n", "d 1 2 0\n-2 0\n0\n"},
      {"p cnf 2 2\n1 2 0\n-2 0\n", "d 1 2 0\n-1 0\n0\n"},
      {"p cnf 3 3\n1 2 3 0\n-1 0\n-2 0\n", "d 1 2 3 0\n-3 0\n0\n"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    IntVec clauses = clauses_of(rows[i].formula);
    Text proof = {0};
    text_add(&proof, rows[i].proof);
    CHECK(!accepts(&clauses, &proof, NULL));
    text_free(&proof);
    vec_free(&clauses);
  }
}

TEST(a_clause_that_was_deleted_is_no_hindrance_to_one_that_defines_a_variable) {
  IntVec clauses = clauses_of("p cnf 3 2\n1 2 0\n-3 1 0\n");
  static const char proof[] = "d 1 -3 0\n3 0\n";
  for (size_t skipped = 0; skipped < 9; skipped += 8) { /* without the deletion, too */
    DratCounts counts = {0};
    Error error = {0};
    CHECK_EQUAL(
        drat_check(&clauses, "p", proof + skipped, strlen(proof + skipped), NULL, &counts, &error),
        DRAT_REJECTED);
    CHECK_TEXT(error.message,
               skipped ? "the clause 3 0 does not follow" : "the proof ends without a conflict");
    CHECK_EQUAL(counts.rat, !skipped);
    error_free(&error);
  }
  vec_free(&clauses);
}

TEST(of_equal_clauses_one_is_deleted_at_a_time_however_many_there_are) {
  IntVec clauses = clauses_of("p cnf 2 5\n1 2 0\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n");
  for (int deletions = 0; deletions < 3; deletions++) {
    Text proof = {0};
    if (deletions) text_add(&proof, "d 1 2 0\n");
    for (int v = 3; v < 3000; v++) text_format(&proof, "%d 0\n", v);
    if (deletions > 1) text_add(&proof, "d 2 1 0\n");
    text_add(&proof, "1 0\n");
    CHECK_EQUAL(accepts(&clauses, &proof, NULL), deletions < 2);
    text_free(&proof);
  }
  vec_free(&clauses);
}

TEST(variables_with_large_numbers_take_no_more_memory_than_others) {
  IntVec clauses = clauses_of("p cnf 2147483647 2\n2147483647 0\n-2147483646 0\n");
  Text proof = {0};
  text_add(&proof, "2147483640 0\n2147483646 -2147483647 0\n");
  Error error = {0};
  CHECK_EQUAL(drat_check(&clauses, "p", proof.data, proof.size, NULL, NULL, &error), DRAT_REJECTED);
  CHECK(error.line == 2 && strstr(error.message, "2147483646 -2147483647 0"));
  error_free(&error);
  text_free(&proof);
  vec_free(&clauses);
}

TEST(what_is_no_proof_is_unreadable) {
  static const struct {
    const char *bytes;
    size_t size;
  } rows[] = {{"1 x 0\n", 6},
              {"1 2", 3},
              {"e 1 0\n", 6},
              {"1 -0\n", 5},
              {"99999999999 0", 13},
              {"a\4", 2},
              {"b\4\0", 3},
              {"a\1\0", 3},
              {"a\xff\xff\xff\xff\x7f\0", 7},
              {"a\x84\x80\x80\x80\x80\0\0", 8},
              {"a\4\0a\6", 5}};
  IntVec clauses = clauses_of("p cnf 3 1\n1 2 3 0\n");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Error error = {0};
    DratOutcome outcome =
        drat_check(&clauses, "p", rows[i].bytes, rows[i].size, NULL, NULL, &error);
    if (outcome != DRAT_UNREADABLE) test_fail(__FILE__, __LINE__, "row %zu is %d", i, outcome);
    CHECK(error.message);
    error_free(&error);
  }
  vec_free(&clauses);
}

TEST(the_line_that_is_wrong_is_named_in_binary_proofs_too) {
  static const struct {
    const char *bytes;
    size_t size;
    int line;
  } rows[] = {{"b\4\0", 3, 1}, {"a\4\6\0b\4\0", 7, 2}};
  IntVec clauses = clauses_of("p cnf 3 1\n2 3 0\n");
  for (size_t i = 0; i < 2; i++) {
    Error error = {0};
    CHECK_EQUAL(drat_check(&clauses, "p", rows[i].bytes, rows[i].size, NULL, NULL, &error),
                DRAT_UNREADABLE);
    CHECK_EQUAL(error.line, rows[i].line);
    CHECK_EQUAL(error.column, 0);
    error_free(&error);
  }
  vec_free(&clauses);
}

TEST(the_largest_literal_of_a_binary_proof_is_that_of_the_largest_variable) {
  static const struct {
    const char *bytes;
    size_t size;
    DratOutcome outcome;
  } rows[] = {{"a\xfe\xff\xff\xff\x0f\0", 7, DRAT_REJECTED},
              {"a\xff\xff\xff\xff\x0f\0", 7, DRAT_REJECTED},
              {"a\x80\x80\x80\x80\x10\0", 7, DRAT_UNREADABLE}};
  IntVec clauses = clauses_of("p cnf 2147483647 2\n2147483647 1 0\n-2147483647 -1 0\n");
  for (size_t i = 0; i < 3; i++) {
    Error error = {0};
    CHECK_EQUAL(drat_check(&clauses, "p", rows[i].bytes, rows[i].size, NULL, NULL, &error),
                rows[i].outcome);
    CHECK(i > 1 || strstr(error.message, i ? "clause -2147483647 0" : "clause 2147483647 0"));
    error_free(&error);
  }
  vec_free(&clauses);
}

TEST(of_a_long_clause_that_does_not_follow_twenty_literals_are_shown) {
  IntVec clauses = clauses_of("p cnf 40 1\n39 40 0\n");
  for (int size = 19; size <= 22; size++) {
    Error error = {0};
    Text proof = {0}, shown = {0};
    text_add(&proof, "-39 "); /* the pivot, of which 39 is in a clause */
    for (int lit = 1; lit < size; lit++) text_format(&proof, "%d ", lit);
    text_add(&proof, "0\n");
    text_add(&shown, "the clause -39 ");
    for (int lit = 1; lit < size && lit < 20; lit++) text_format(&shown, "%d ", lit);
    text_format(&shown, "%s0 does not follow", size > 20 ? "... " : "");
    CHECK_EQUAL(drat_check(&clauses, "p", proof.data, proof.size, NULL, NULL, &error),
                DRAT_REJECTED);
    CHECK_TEXT(error.message, shown.data);
    error_free(&error);
    text_free(&proof);
    text_free(&shown);
  }
  vec_free(&clauses);
}

/* As of a file in memory that something follows. */
TEST(what_is_behind_the_end_of_a_proof_is_not_read) {
  static const struct {
    const char *bytes;
    size_t size;
    DratOutcome outcome;
  } rows[] = {
      {"a\4\0a\4\0a\5\0", 5, DRAT_UNREADABLE}, {"a\4\0\0", 3, DRAT_REJECTED},
      {"2 0\nc x1 0\n", 7, DRAT_REJECTED},     {"2 05 0\n", 3, DRAT_REJECTED},
      {"2 0 \n1 0\n", 4, DRAT_REJECTED},       {"2\n 0 0\n", 2, DRAT_UNREADABLE},
      {"2 0\nd-2 0\n", 5, DRAT_UNREADABLE},
  };
  IntVec clauses = clauses_of("p cnf 3 2\n1 2 0\n-1 2 0\n");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Error error = {0};
    CHECK_EQUAL(drat_check(&clauses, "p", rows[i].bytes, rows[i].size, NULL, NULL, &error),
                rows[i].outcome);
    CHECK_TEXT(error.message, rows[i].outcome == DRAT_REJECTED ? "the proof ends without a conflict"
                                                               : "a literal was expected, or 0");
    error_free(&error);
  }
  vec_free(&clauses);
  clauses = clauses_of(ALL_OF_TWO);
  Error error = {0}; /* what is behind it would close the clause, which leads to the conflict */
  CHECK_EQUAL(drat_check(&clauses, "p", "d\2\0a\4\0", 5, NULL, NULL, &error), DRAT_UNREADABLE);
  error_free(&error);
  vec_free(&clauses);
}

TEST(errors_of_proofs_in_text_have_their_line_and_say_what_is_wrong) {
  static const char literal[] = "a literal was expected, or 0";
  static const struct {
    const char *text;
    int line;
    const char *message;
    DratOutcome outcome;
  } rows[] = {
      {"", 0, "the proof ends without a conflict", DRAT_REJECTED},
      {"d 1 2 0\n3 -1 0\n", 0, "the proof ends without a conflict", DRAT_REJECTED},
      {"3 0", 0, "the proof ends without a conflict", DRAT_REJECTED},
      {"2147483647 0", 0, "the proof ends without a conflict", DRAT_REJECTED},
      {"c x\nc\n1 0\n", 3, "the clause 1 0 does not follow", DRAT_REJECTED},
      {"3 0\n\n\t1\r\n -2 0", 4, "the clause 1 -2 0 does not follow", DRAT_REJECTED},
      {"0\n", 1, "the clause 0 does not follow", DRAT_REJECTED},
      {"3 0\nx 0\n", 2, literal, DRAT_UNREADABLE},
      {"3 0\nd 1 2 3\n", 3, literal, DRAT_UNREADABLE},
      {"3 0\n- 0\n", 2, literal, DRAT_UNREADABLE},
      {"3 c 0\n", 1, literal, DRAT_UNREADABLE},
      {"1 -2/ 0\n", 1, literal, DRAT_UNREADABLE},
      {"1 2: 0\n", 1, literal, DRAT_UNREADABLE},
      {"2147483648 0", 1, literal, DRAT_UNREADABLE},
  };
  IntVec clauses = clauses_of("p cnf 3 2\n1 2 0\n-1 -2 0\n");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Error error = {0};
    const char *text = rows[i].text;
    CHECK_EQUAL(drat_check(&clauses, "p", text, strlen(text), NULL, NULL, &error), rows[i].outcome);
    CHECK_TEXT(error.message, rows[i].message);
    CHECK_EQUAL(error.line, rows[i].line);
    CHECK_EQUAL(error.column, 0);
    CHECK_TEXT(error.file, "p");
    error_free(&error);
  }
  vec_free(&clauses);
}

TEST(a_check_that_is_stopped_says_so_and_lines_that_were_looked_at_are_counted) {
  IntVec clauses = clauses_of(ALL_OF_TWO);
  static const char proof[] = "d 2 3 0\nd 1 2 2 0\nd 1 -1 0\n1 2 0\n3 0\n1 0\n4 0\n";
  volatile sig_atomic_t cancelled = 1;
  Budget spent = {.cancel = &cancelled};
  DratCounts counts = {0};
  Error error = {0};
  CHECK_EQUAL(drat_check(&clauses, "p", proof, strlen(proof), &spent, &counts, &error),
              DRAT_STOPPED);
  CHECK_TEXT(error.message, "the check of the proof was stopped");
  CHECK(!error.line && !error.column);
  CHECK(!counts.added && !counts.deleted);
  error_free(&error);
  CHECK_EQUAL(drat_check(&clauses, "p", proof, strlen(proof), NULL, &counts, &error),
              DRAT_REJECTED);
  CHECK_EQUAL(counts.deleted, 3);
  CHECK_EQUAL(counts.added, 1);
  error_free(&error);
  static const char good[] = "d 2 3 0\n3 0\n1 0\n4 0\n";
  CHECK_EQUAL(drat_check(&clauses, "p", good, strlen(good), NULL, &counts, &error), DRAT_ACCEPTED);
  CHECK_EQUAL(counts.deleted, 4); /* added to those above */
  CHECK_EQUAL(counts.added, 3);   /* the last line is behind the conflict */
  CHECK_EQUAL(counts.rat, 1);
  vec_free(&clauses);
}

/* With (k or y) and (not k or y) for many k; once the former are deleted y does not follow. */
TEST(clauses_are_found_to_be_deleted_however_many_there_are) {
  enum { MANY = 3000, Y = MANY + 1, Z };
  for (int deleted = 0; deleted < 2; deleted++) {
    IntVec clauses = {0};
    Text proof = {0};
    for (int k = 1; k <= MANY; k++) {
      const int both[] = {k, Y, 0, -k, Y, 0};
      for (size_t i = 0; i < 6; i++) vec_push(&clauses, both[i]);
      if (deleted) text_format(&proof, "d %d %d 0\n", k, Y);
    }
    const int rest[] = {-Y, Z, 0, -Y, -Z, 0};
    for (size_t i = 0; i < 6; i++) vec_push(&clauses, rest[i]);
    text_format(&proof, "%d 0\n0\n", Y);
    DratCounts counts = {0};
    Error error = {0};
    DratOutcome outcome = drat_check(&clauses, "p", proof.data, proof.size, NULL, &counts, &error);
    CHECK_EQUAL(outcome, deleted ? DRAT_REJECTED : DRAT_ACCEPTED);
    CHECK_EQUAL(counts.deleted, deleted ? MANY : 0);
    error_free(&error);
    text_free(&proof);
    vec_free(&clauses);
  }
}

/* Of (k or y) and (not k or y) for many k all but one pair are deleted, some by clauses that are
 * not there: y follows from that pair, and from no other. */
TEST(a_clause_that_is_deleted_takes_no_other_with_it) {
  enum { MANY = 1500, Y = MANY + 1, Z };
  for (int kept = 1; kept <= MANY; kept += 37) {
    IntVec clauses = {0};
    Text proof = {0};
    for (int k = 1; k <= MANY; k++) {
      const int both[] = {k, Y, 0, -k, Y, 0};
      for (size_t i = 0; i < 6; i++) vec_push(&clauses, both[i]);
      if (k != kept) text_format(&proof, "d %d %d 0\nd %d %d %d 0\n", Y, k, Y, k, Z);
    }
    text_format(&proof, "%d 0\n", Y);
    DratCounts counts = {0};
    Error error = {0};
    CHECK_EQUAL(drat_check(&clauses, "p", proof.data, proof.size, NULL, &counts, &error),
                DRAT_REJECTED);
    CHECK_TEXT(error.message, "the proof ends without a conflict");
    CHECK_EQUAL(counts.added, 1);
    CHECK_EQUAL(counts.rat, 0);
    error_free(&error);
    text_free(&proof);
    vec_free(&clauses);
  }
}

TEST(an_empty_clause_needs_no_proof_and_no_clauses_have_none) {
  IntVec empty = clauses_of("p cnf 0 1\n0\n"), none = {0};
  Text nothing = {0}, proof = {0};
  text_add(&proof, "d 1 0\nd 0\n2 1 0\n");
  CHECK(accepts(&empty, &nothing, NULL) && !accepts(&none, &nothing, NULL));
  DratCounts counts = {0};
  CHECK(!accepts(&none, &proof, &counts));
  CHECK(counts.deleted == 2 && counts.added == 1 && counts.rat == 1);
  text_free(&proof);
  vec_free(&empty);
}

TEST(a_formula_without_variables_is_read) {
  IntVec clauses = clauses_of("p cnf 0 1\n0\n");
  CHECK_EQUAL(clauses.size, 1);
  vec_free(&clauses);
}

TEST(errors_of_dimacs_have_their_line_and_say_what_is_wrong) {
  static const char heading[] = "'p cnf VARIABLES CLAUSES' was expected",
                    literal[] = "a literal of 2 variables was expected, or 0";
  static const struct {
    const char *text;
    int line;
    const char *message;
  } rows[] = {
      {"c\n\np cnf 2 1\n1 -2 0\n", 0, NULL},
      {"p cnf 2 2 1\nc 7\n0 -1 2 0", 0, NULL},
      {"p cnf 2 0", 0, NULL},
      {"p cnf \t2  1\n1 0\n", 0, NULL},
      {"c\n\np cnf 2\n", 4, heading},
      {"p cnf 2 -1\n", 1, heading},
      {"p cnf", 1, heading},
      {"p cnx 2 1\n1 0\n", 1, heading},
      {"p cnf x 1\n1 0\n", 1, heading},
      {"p cnf 2 1\n1\n3 0\n", 3, literal},
      {"p cnf 2 1\n1\n-3 0\n", 3, literal},
      {"p cnf 2 1\n1\np 0\n", 3, literal},
      {"p cnf 2 1\n1 -2\n", 3, "the last clause is not closed by 0"},
      {"p cnf 2 1\n", 2, "there are fewer clauses than the heading says"},
      {"p cnf 2 1\n1 0 2 0", 2, "there are more clauses than the heading says"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    IntVec clauses = {0};
    Error error = {0};
    bool good = dimacs_read("f", rows[i].text, strlen(rows[i].text), &clauses, &error);
    CHECK_EQUAL(good, !rows[i].message);
    if (!good) CHECK_TEXT(error.message, rows[i].message);
    CHECK_EQUAL(error.line, rows[i].line);
    CHECK_EQUAL(error.column, 0);
    error_free(&error);
    vec_free(&clauses);
  }
}

TEST(what_is_no_dimacs_is_unreadable) {
  static const char *const rows[] = {
      "",      "p cnf 2\n",      "p dnf 1 1\n1 0\n", "p cnf 1 1\n2 0\n", "p cnf 1 2\n1 0\n",
      "1 0\n", "p cnf 1 1\n1\n", "p cnf 1 0\n1 0\n", "p cnf -1 0\n",     "p cnf 1 1\n1 d 0\n",
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    IntVec clauses = {0};
    Error error = {0};
    if (dimacs_read("f", rows[i], strlen(rows[i]), &clauses, &error))
      test_fail(__FILE__, __LINE__, "accepted: %s", rows[i]);
    CHECK(error.message);
    error_free(&error);
    vec_free(&clauses);
  }
}
