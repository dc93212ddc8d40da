/* Solvers that lie: what the checker believes, and what --distrust-solver and --proof find out. A
 * liar takes the place of a solver behind the gate, so that all else is as users have it. */
#include "test.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/input.h"
#include "base/text.h"
#include "evidence/certify.h"
#include "evidence/certify_ctl.h"
#include "evidence/ctl_file.h"
#include "evidence/drat.h"
#include "formula/formula.h"
#include "logic/sat_backend.h"
#include "rondo/rondo.h"

/* ---- liars ---- */

static SatResult says_unsatisfiable(void *solver, SatMeter *meter) {
  (void)solver, (void)meter;
  return SAT_UNSATISFIABLE;
}

static SatResult says_satisfiable(void *solver, SatMeter *meter) {
  (void)solver, (void)meter;
  return SAT_SATISFIABLE;
}

static bool all_false(void *solver, int lit) {
  (void)solver;
  return lit < 0;
}

static bool no(void *solver) {
  (void)solver;
  return false;
}

static bool none_failed(void *solver, int lit) {
  (void)solver, (void)lit;
  return false;
}

/* A proof whose only line is the empty clause. */
static void log_lie(void *solver, Text *proof) {
  (void)solver;
  text_add(proof, "0\n");
}

static SatBackend liar(const SatBackend *honest, SatResult (*solve)(void *, SatMeter *)) {
  SatBackend backend = *honest;
  backend.solve = solve;
  backend.value = all_false;
  backend.failed = none_failed;
  backend.temporary_failed = no;
  return backend;
}

/* ---- a certificate that is none, of a bit that toggles and should not ---- */

static bool certified(Scrutiny *scrutiny, Error *error) {
  System *system = system_new();
  Lit bit = system_latch(system, RESET_0);
  system_set_next(system, bit, lit_not(bit));
  Lit *map;
  Witness *witness = witness_new(system_copy(system, &map));
  mem_free(map);
  Task *task = task_new(TASK_BAD, system);
  task->bad = bit;
  witness->bad = bit; /* it is not inductive */
  if (scrutiny) scrutiny_begin(scrutiny, "toggle", "never", NULL);
  bool good = certify_witness_under(task, witness, NULL, scrutiny, error);
  Stats stats = {0};
  if (scrutiny) scrutiny_end(scrutiny, &stats);
  vec_free(&stats);
  witness_free(witness);
  task_free(task);
  return good;
}

static bool certified_saying(Scrutiny *scrutiny, const char *part) {
  Error error = {0};
  bool good = certified(scrutiny, &error);
  if (!good && !strstr(error.message, part)) test_fail(__FILE__, __LINE__, "%s", error.message);
  error_free(&error);
  return good;
}

TEST(a_lying_solver_is_believed_without_scrutiny_and_caught_with_it) {
  Scrutiny distrust = {.distrust = true};
  Scrutiny writing = {.folder = test_temporary_path("lies")};
  CHECK(!certified_saying(NULL, "check 'step' fails"));
  SatBackend lies = liar(&sat_cadical, says_unsatisfiable);
  const SatBackend *before = sat_replace_backend(SAT_CADICAL, &lies);
  bool believed = certified_saying(NULL, "");
  bool checked = certified_saying(&distrust, "has a model: check 'step'");
  bool written = certified_saying(&writing, "has a model: check 'step'");
  sat_replace_backend(SAT_CADICAL, before);
  CHECK(believed && !checked && !written);
  CHECK(!certified_saying(&distrust, "check 'step' fails")); /* nothing of it is left */
}

TEST(two_solvers_that_lie_together_are_caught_by_the_proof) {
  Scrutiny distrust = {.distrust = true};
  Scrutiny writing = {.folder = test_temporary_path("lies-together")};
  SatBackend lies = liar(&sat_cadical, says_unsatisfiable);
  SatBackend more = liar(&sat_lean, says_unsatisfiable);
  more.log_proof = log_lie;
  const SatBackend *before = sat_replace_backend(SAT_CADICAL, &lies);
  const SatBackend *other = sat_replace_backend(SAT_LEAN, &more);
  bool checked = certified_saying(&distrust, "did not check: check 'step': line 1");
  bool written = certified_saying(&writing, "");
  sat_replace_backend(SAT_CADICAL, before);
  sat_replace_backend(SAT_LEAN, other);
  CHECK(!checked && written); /* the files are for others to check: see below */
}

/* ---- whole verdicts ---- */

static RondoVerdict verdict_of(const char *text, const char *engine, const char *option,
                               const char **internal_error) {
  static char kept[400];
  const char *path = test_temporary_path("model.smv");
  FILE *file = fopen(path, "w");
  CHECK(file && fputs(text, file) >= 0 && !fclose(file));
  RondoModel *model = rondo_load(path, NULL, NULL);
  RondoSettings *settings = rondo_settings_new();
  CHECK(model && rondo_settings_set(settings, "engine", engine, NULL));
  CHECK(rondo_settings_set(settings, "no-reduce", NULL, NULL));
  if (option) CHECK(rondo_settings_set(settings, option, NULL, NULL));
  RondoResult *result = rondo_check(model, 0, settings);
  RondoVerdict verdict = rondo_result_verdict(result);
  const char *wrong = rondo_result_internal_error(result);
  snprintf(kept, sizeof kept, "%s", wrong ? wrong : "");
  *internal_error = wrong ? kept : NULL;
  rondo_result_free(result);
  rondo_settings_free(settings);
  rondo_model_free(model);
  return verdict;
}

static const char toggles[] =
    "MODULE main VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := !x; INVARSPEC !x\n";

TEST(a_wrong_verdict_by_a_lying_solver_is_an_internal_error_where_solvers_are_distrusted) {
  const char *wrong;
  CHECK_EQUAL(verdict_of(toggles, "kind", NULL, &wrong), RONDO_VIOLATED);
  CHECK_EQUAL(verdict_of(toggles, "kind", "distrust-solver", &wrong), RONDO_VIOLATED);
  SatBackend lies = liar(&sat_cadical, says_unsatisfiable);
  const SatBackend *before = sat_replace_backend(SAT_CADICAL, &lies);
  RondoVerdict believed = verdict_of(toggles, "kind", NULL, &wrong);
  bool silent = !wrong;
  RondoVerdict checked = verdict_of(toggles, "kind", "distrust-solver", &wrong);
  sat_replace_backend(SAT_CADICAL, before);
  CHECK_EQUAL(believed, RONDO_HOLDS); /* this is what the option is for */
  CHECK(silent);
  CHECK_EQUAL(checked, RONDO_UNKNOWN);
  CHECK(wrong && strstr(wrong, "evidence from engine kind did not check") &&
        strstr(wrong, "has a model"));
}

/* ---- CTL ---- */

/* EF bit and AG bit for a bit that toggles from 0: node 1 is E true U bit. */
static bool ctl_accepted(Operator operator, const char * proof_text, Scrutiny *scrutiny,
                         const char *part) {
  System *system = system_new();
  Lit bit = system_latch(system, RESET_0);
  system_set_next(system, bit, lit_not(bit));
  Formulas *formulas = formulas_new();
  Formula atom = formula_atom(formulas, "bit");
  formulas->atoms.data[0].literal = bit;
  Task *task = task_new(TASK_CTL, system);
  task->formulas = formulas;
  task->formula = formula_unary(formulas, operator, atom);
  Error error = {0};
  Verdict verdict;
  CtlProof *proof = ctl_file_read("proof", proof_text, &verdict, &error);
  CHECK(proof != NULL);
  if (scrutiny) scrutiny_begin(scrutiny, "toggle", "bit", NULL);
  bool good = certify_ctl_under(task, proof, verdict, NULL, scrutiny, &error);
  if (!good && !strstr(error.message, part)) test_fail(__FILE__, __LINE__, "%s", error.message);
  Stats stats = {0};
  if (scrutiny) scrutiny_end(scrutiny, &stats);
  vec_free(&stats);
  error_free(&error);
  ctl_proof_free(proof);
  task_free(task);
  formulas_free(formulas);
  return good;
}

TEST(a_ctl_proof_that_a_lying_solver_accepts_is_caught_by_scrutiny) {
  static const char says_holds[] = "rondo ctl proof 2\nholds\nend\n";
  static const char says_never[] = "rondo ctl proof 2\nholds\nreachable 0 0 : 1 0 :\nend\n";
  Scrutiny distrust = {.distrust = true};
  CHECK(!ctl_accepted(OP_AG, says_holds, &distrust, "leaves an initial state open"));
  CHECK(!ctl_accepted(OP_AG, says_never, &distrust, "update 1 does not follow"));
  SatBackend lies = liar(&sat_cadical, says_unsatisfiable);
  const SatBackend *before = sat_replace_backend(SAT_CADICAL, &lies);
  bool believed = ctl_accepted(OP_AG, says_holds, NULL, "");
  bool checked = ctl_accepted(OP_AG, says_holds, &distrust, "has a model: the verdict");
  bool update = ctl_accepted(OP_AG, says_never, &distrust, "has a model: update 1, 'reachable'");
  sat_replace_backend(SAT_CADICAL, before);
  CHECK(believed && !checked && !update);
}

TEST(a_state_that_a_ctl_verdict_rests_on_is_simulated_and_not_believed) {
  static const char violated[] = "rondo ctl proof 2\nviolated\nend\n";
  CHECK(ctl_accepted(OP_AG, violated, NULL, "")); /* bit is false at first */
  CHECK(!ctl_accepted(OP_EF, violated, NULL, "excludes no initial state"));
  SatBackend lies = liar(&sat_cadical, says_satisfiable);
  const SatBackend *before = sat_replace_backend(SAT_CADICAL, &lies);
  bool accepted = ctl_accepted(OP_EF, violated, NULL, "that the proof excludes is none");
  sat_replace_backend(SAT_CADICAL, before);
  CHECK(!accepted);
}

/* ---- files ---- */

static DratOutcome check_pair(const char *cnf, bool change) {
  Input query, proof;
  Error error = {0};
  IntVec clauses = {0};
  Text drat = {0};
  text_add_n(&drat, cnf, strlen(cnf) - 3);
  text_add(&drat, "drat");
  CHECK(input_read(&query, cnf, &error) && input_read(&proof, drat.data, &error));
  CHECK(dimacs_read(cnf, query.data, query.size, &clauses, &error));
  if (change) vec_clear(&clauses);
  DratOutcome outcome = drat_check(&clauses, drat.data, proof.data, proof.size, NULL, NULL, &error);
  error_free(&error);
  input_free(&query);
  input_free(&proof);
  text_free(&drat);
  vec_free(&clauses);
  return outcome;
}

/* How many pairs of a folder are accepted; all, or none where `change` takes the clauses away. */
static size_t check_folder(const char *folder, bool change) {
  size_t count = 0;
  DIR *directory = opendir(folder);
  CHECK(directory != NULL);
  for (struct dirent *entry; (entry = readdir(directory));) {
    if (!text_ends_with(entry->d_name, ".cnf")) continue;
    Text path = {0};
    text_format(&path, "%s/%s", folder, entry->d_name);
    if ((check_pair(path.data, change) == DRAT_ACCEPTED) == change)
      test_fail(__FILE__, __LINE__, "%s", path.data);
    count++;
    text_free(&path);
  }
  closedir(directory);
  return count;
}

static void take(void *context, RondoResult *result) {
  CHECK(rondo_result_verdict(result) != RONDO_UNKNOWN);
  CHECK(!rondo_result_internal_error(result));
  ++*(size_t *)context;
  rondo_result_free(result);
}

TEST(queries_and_proofs_of_the_examples_are_written_and_check) {
  static const char *const files[] = {"traffic-light.aag", "mutex.smv", "elevator.smv"};
  const char *folder = test_temporary_path("proofs");
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    Text path = {0};
    size_t known = 0;
    text_format(&path, "%s/examples/%s", RONDO_SOURCE_DIR, files[i]);
    RondoModel *model = rondo_load(path.data, NULL, NULL);
    RondoSettings *settings = rondo_settings_new();
    CHECK(model && rondo_settings_set(settings, "proof", folder, NULL));
    CHECK(rondo_settings_set(settings, "distrust-solver", NULL, NULL));
    rondo_check_all(model, NULL, rondo_property_count(model), settings,
                    &(RondoWatch){.result = take, .context = &known});
    CHECK_EQUAL(known, rondo_property_count(model));
    rondo_settings_free(settings);
    rondo_model_free(model);
    text_free(&path);
  }
  size_t count = check_folder(folder, false);
  CHECK(count > 100);
  CHECK_EQUAL(check_folder(folder, true), count);
}

/* ---- what is written, and what fails ---- */

/* Files in the folder of a scrutiny; the text stays valid until the next one. */
static const char *path_in(const Scrutiny *s, const char *name) {
  static char path[600];
  snprintf(path, sizeof path, "%s/%s", s->folder, name);
  return path;
}

static void check_file(const Scrutiny *s, const char *name, const char *expected) {
  Input file;
  Error error = {0};
  if (!input_read(&file, path_in(s, name), &error)) test_fail(__FILE__, __LINE__, "no %s", name);
  CHECK_TEXT(file.data, expected);
  input_free(&file);
}

/* 1 is true whatever 2 and 3 are: not with the assumption that it is false, which takes a step. */
static Sat *one_follows(const Scrutiny *s) {
  Sat *sat = scrutiny_solver(s);
  int a = sat_variable(sat), b = sat_variable(sat), c = sat_variable(sat);
  for (int i = 0; i < 4; i++) sat_clause3(sat, a, i & 1 ? -b : b, i & 2 ? -c : c);
  return sat;
}

static SatResult ask_one(Scrutiny *s, Sat *sat) {
  sat_assume(sat, -1);
  return scrutiny_solve(s, sat, "it", NULL);
}

static void end(Scrutiny *s, Sat *sat) {
  Stats stats = {0};
  if (sat) sat_free(sat);
  scrutiny_end(s, &stats);
  vec_free(&stats);
  mem_free((char *)s->folder);
  CHECK(!scrutiny_failed(s, NULL));
}

static Scrutiny begin_in(const char *folder, bool distrust) {
  Scrutiny s = {.folder = mem_string(folder), .distrust = distrust};
  scrutiny_begin(&s, "mo\ndel", NULL, NULL);
  return s;
}

TEST(queries_are_written_one_by_one_as_they_are_and_counted) {
  Scrutiny s = begin_in(test_temporary_path("one-by-one"), true);
  Sat *sat = one_follows(&s);
  CHECK_EQUAL(ask_one(&s, sat), SAT_UNSATISFIABLE);
  CHECK_EQUAL(scrutiny_solve(&s, sat, "satisfiable", NULL), SAT_SATISFIABLE);
  sat_temporary(sat, (int[]){-1, -2}, 2);
  sat_assume(sat, 2);
  CHECK_EQUAL(scrutiny_solve(&s, sat, "that\x1b", NULL), SAT_UNSATISFIABLE);
  CHECK_EQUAL(s.written, 2);
  CHECK_EQUAL(s.stats.queries, 2);
  check_file(&s, "query-1.cnf",
             "c model: mo\\x0adel\nc property: \nc obligation: it\n"
             "p cnf 3 5\n1 2 3 0\n1 -2 3 0\n1 2 -3 0\n1 -2 -3 0\n-1 0\n");
  check_file(&s, "query-2.cnf",
             "c model: mo\\x0adel\nc property: \nc obligation: that\\x1b\n"
             "p cnf 3 6\n1 2 3 0\n1 -2 3 0\n1 2 -3 0\n1 -2 -3 0\n-1 -2 0\n2 0\n");
  uint64_t lines = 0;
  for (unsigned i = 1; i <= 2; i++) {
    Input proof;
    Error error = {0};
    CHECK(input_read(&proof, path_in(&s, i == 1 ? "query-1.drat" : "query-2.drat"), &error));
    for (size_t k = 0; k < proof.size; k++) lines += proof.data[k] == '\n';
    input_free(&proof);
  }
  CHECK(lines > 0);
  CHECK_EQUAL(s.stats.lines, lines);
  CHECK(s.stats.solve_seconds > 0 && s.stats.solve_seconds < 60);
  CHECK(s.stats.check_seconds > 0 && s.stats.check_seconds < 60);
  CHECK(!scrutiny_failed(&s, NULL));
  end(&s, sat);
}

TEST(queries_are_kept_only_for_scrutiny_that_asks_for_them) {
  Scrutiny asks[] = {{0}, {.distrust = true}, {.folder = "folder"}};
  for (size_t i = 0; i < 4; i++) {
    Sat *sat = scrutiny_solver(i < 3 ? &asks[i] : NULL);
    CHECK_EQUAL(sat_kept(sat) != NULL, i == 1 || i == 2);
    sat_free(sat);
  }
}

/* The statistics of evidence without queries say nothing of proofs; with them, what they cost. */
TEST(scrutiny_forgets_what_it_counted_and_what_failed) {
  Scrutiny s = {.distrust = true};
  Stats stats = {0};
  scrutiny_begin(&s, "model", "property", NULL);
  scrutiny_end(&s, &stats);
  CHECK_EQUAL(stats.size, 0);
  s.stats.queries = 7;
  s.unwritten = true;
  scrutiny_begin(&s, "model", "property", NULL);
  CHECK(!s.stats.queries && !s.unwritten);
  Sat *sat = one_follows(&s);
  CHECK_EQUAL(ask_one(&s, sat), SAT_UNSATISFIABLE);
  scrutiny_end(&s, &stats);
  CHECK_EQUAL(stats.size, scrutiny_stat_field_count);
  vec_free(&stats);
  sat_free(sat);
}

static void check_failure(Scrutiny *s, const char *expected, bool unwritten) {
  Error error = {0};
  Sat *sat = one_follows(s);
  CHECK_EQUAL(ask_one(s, sat), SAT_UNKNOWN);
  CHECK(scrutiny_failed(s, &error));
  CHECK_TEXT(error.message, expected);
  CHECK_EQUAL(s->unwritten, unwritten);
  CHECK_EQUAL(ask_one(s, sat), SAT_UNKNOWN); /* nothing is believed any more, or looked at */
  CHECK_EQUAL(s->stats.queries, 1);
  error_free(&error);
  end(s, sat);
}

TEST(a_query_that_cannot_be_written_is_a_failure_that_says_where) {
  Text expected = {0};
  Scrutiny nowhere = begin_in("/dev/null/100%d of it", false);
  check_failure(&nowhere, "cannot write /dev/null/100%d of it: Not a directory", true);
  Scrutiny s = begin_in(test_temporary_path("blocked"), true);
  CHECK(!mkdir(s.folder, 0777) && !mkdir(path_in(&s, "query-1.drat"), 0777));
  text_format(&expected, "cannot write %s/query-1.drat: Is a directory", s.folder);
  check_failure(&s, expected.data, true);
  text_free(&expected);
}

/* Proofs that fill the buffer of the file, and such that do not. */
static size_t lies_told;
static void log_lies(void *solver, Text *proof) {
  (void)solver;
  for (size_t i = 0; i < lies_told; i++) text_add(proof, "1 -1 0\n");
}

TEST(a_proof_that_does_not_fit_on_the_disk_is_a_failure) {
  FILE *full = fopen("/dev/full", "w");
  if (!full) SKIP("there is no /dev/full");
  fclose(full);
  SatBackend lies = liar(&sat_lean, says_unsatisfiable);
  lies.log_proof = log_lies;
  const SatBackend *before = sat_replace_backend(SAT_LEAN, &lies);
  static const size_t lengths[] = {1, 5000, 0};
  for (size_t i = 0; i < 3; i++) {
    char name[20];
    Text expected = {0};
    snprintf(name, sizeof name, "full-%zu", i);
    Scrutiny s = begin_in(test_temporary_path(name), false);
    CHECK(!mkdir(s.folder, 0777) && !symlink("/dev/full", path_in(&s, "query-1.drat")));
    lies_told = lengths[i];
    text_format(&expected, "cannot write %s/query-1.drat: No space left on device", s.folder);
    if (lengths[i]) check_failure(&s, expected.data, true);
    else { /* nothing is written */ Sat *sat = one_follows(&s);
      CHECK_EQUAL(ask_one(&s, sat), SAT_UNSATISFIABLE);
      end(&s, sat);
    }
    text_free(&expected);
  }
  sat_replace_backend(SAT_LEAN, before);
}

TEST(what_two_solvers_say_is_a_failure_if_one_has_a_model_or_no_proof) {
  Scrutiny s = {.distrust = true};
  SatBackend model = liar(&sat_lean, says_satisfiable), lies = liar(&sat_lean, says_unsatisfiable);
  scrutiny_begin(&s, "model", "property", NULL);
  const SatBackend *before = sat_replace_backend(SAT_LEAN, &model);
  check_failure(&s, "the solver called a query unsatisfiable that has a model: it", false);
  lies.log_proof = log_lie;
  scrutiny_begin(&s, "model", "property", NULL);
  sat_replace_backend(SAT_LEAN, &lies);
  SatBackend more = liar(&sat_cadical, says_unsatisfiable);
  const SatBackend *other = sat_replace_backend(SAT_CADICAL, &more);
  Sat *sat = scrutiny_solver(&s);
  for (size_t i = 0; i < 2; i++) sat_variable(sat);
  sat_clause2(sat, 1, 2);
  CHECK_EQUAL(scrutiny_solve(&s, sat, "it", NULL), SAT_UNKNOWN);
  Error error = {0};
  CHECK(scrutiny_failed(&s, &error));
  CHECK_TEXT(error.message, "the proof of an unsatisfiable query did not check: it: line 1: the "
                            "clause 0 does not follow");
  CHECK(!s.unwritten);
  error_free(&error);
  end(&s, sat);
  sat_replace_backend(SAT_CADICAL, other);
  sat_replace_backend(SAT_LEAN, before);
}

static SatResult spends_all(void *solver, SatMeter *meter) {
  (void)solver;
  budget_use(meter->budget, 1000);
  return SAT_UNSATISFIABLE;
}

/* Neither while the proof is looked for nor while it is checked. */
TEST(a_budget_that_is_spent_is_no_failure_but_shows_nothing) {
  for (int checking = 0; checking < 2; checking++) {
    Budget budget = budget_slice(NULL, 100);
    Scrutiny s = {.distrust = true};
    scrutiny_begin(&s, "model", "property", &budget);
    if (!checking) budget_use(&budget, 200);
    SatBackend slow = liar(&sat_lean, spends_all);
    slow.log_proof = log_lie;
    const SatBackend *before = checking ? sat_replace_backend(SAT_LEAN, &slow) : NULL;
    Sat *sat = one_follows(&s);
    CHECK_EQUAL(ask_one(&s, sat), SAT_UNKNOWN);
    CHECK(!scrutiny_failed(&s, NULL));
    CHECK_EQUAL(ask_one(&s, sat), SAT_UNKNOWN);
    CHECK_EQUAL(s.stats.queries, 2);
    end(&s, sat);
    if (checking) sat_replace_backend(SAT_LEAN, before);
  }
}
