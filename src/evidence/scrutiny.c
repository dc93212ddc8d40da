#include "evidence/scrutiny.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/printable.h"
#include "evidence/drat.h"

const StatField scrutiny_stat_fields[] = {
    {"proof_queries", "unsatisfiable queries with a proof", STAT_COUNT,
     offsetof(ScrutinyStats, queries)},
    {"proof_lines", "lines of these proofs", STAT_COUNT, offsetof(ScrutinyStats, lines)},
    {"proof_solve_seconds", "time to find proofs", STAT_SECONDS,
     offsetof(ScrutinyStats, solve_seconds)},
    {"proof_check_seconds", "time to check proofs", STAT_SECONDS,
     offsetof(ScrutinyStats, check_seconds)},
};
const size_t scrutiny_stat_field_count = sizeof scrutiny_stat_fields / sizeof *scrutiny_stat_fields;

static bool asks(const Scrutiny *s) { return s && (s->folder || s->distrust); }

void scrutiny_begin(Scrutiny *s, const char *model, const char *subject, Budget *budget) {
  s->model = model;
  s->subject = subject;
  s->budget = budget;
  s->stats = (ScrutinyStats){0};
  s->unwritten = false;
}

void scrutiny_end(Scrutiny *s, Stats *stats) {
  if (s->stats.queries)
    stats_collect(stats, scrutiny_stat_fields, scrutiny_stat_field_count, &s->stats);
  error_free(&s->failure);
}

Sat *scrutiny_solver(const Scrutiny *s) {
  Sat *sat = sat_new(SAT_CADICAL);
  if (asks(s)) sat_keep(sat);
  return sat;
}

bool scrutiny_failed(const Scrutiny *s, Error *error) {
  if (!s || !s->failure.message) return false;
  char *text = error_text(&s->failure);
  const char *sentence = strncmp(text, "error: ", 7) ? text : text + 7;
  error_set(error, "%s", sentence);
  mem_free(text);
  return true;
}

/* ---- files ---- */

static void write_clauses(FILE *stream, const IntVec *clauses) {
  for (size_t i = 0; i < clauses->size; i++)
    fprintf(stream, clauses->data[i] ? "%d " : "%d\n", clauses->data[i]);
}

static size_t count_clauses(const IntVec *clauses) {
  size_t count = 0;
  for (size_t i = 0; i < clauses->size; i++) count += !clauses->data[i];
  return count;
}

/* The next file of a query, "query-N.cnf", where N is not used yet; NULL if it cannot be made. */
static FILE *create_query(Scrutiny *s, char **path) {
  FILE *stream = NULL;
  if (mkdir(s->folder, 0777) && errno != EEXIST) return NULL;
  do {
    Text name = {0};
    text_format(&name, "%s/query-%llu.cnf", s->folder, (unsigned long long)++s->written);
    mem_free(*path);
    *path = text_take(&name);
    stream = fopen(*path, "wbx");
  } while (!stream && errno == EEXIST);
  return stream;
}

static bool close_file(FILE *stream) {
  bool good = stream && !ferror(stream);
  return stream && !fclose(stream) && good;
}

/* A comment of one line, whatever is in the names. */
static void comment(FILE *stream, const char *what, const char *value) {
  Text text = {0};
  printable(&text, value ? value : "");
  fprintf(stream, "c %s: %s\n", what, text.data ? text.data : "");
  text_free(&text);
}

static bool write_query(Scrutiny *s, const Sat *sat, const char *obligation, char **path) {
  FILE *stream = create_query(s, path);
  if (!stream) return false;
  const SatKept *kept = sat_kept(sat);
  comment(stream, "model", s->model);
  comment(stream, "property", s->subject);
  comment(stream, "obligation", obligation);
  fprintf(stream, "p cnf %d %zu\n", sat_variables(sat),
          count_clauses(&kept->clauses) + count_clauses(&kept->query));
  write_clauses(stream, &kept->clauses);
  write_clauses(stream, &kept->query);
  return close_file(stream);
}

static bool write_proof(const Text *proof, char **path) {
  Text name = {0};
  text_add_n(&name, *path, strlen(*path) - strlen(".cnf"));
  text_add(&name, ".drat");
  mem_free(*path);
  *path = text_take(&name);
  FILE *stream = fopen(*path, "wb");
  if (stream && proof->size) fwrite(proof->data, 1, proof->size, stream);
  return close_file(stream);
}

/* ---- proofs ---- */

static void load(Sat *sat, const IntVec *clauses) {
  for (size_t i = 0, start = 0; i < clauses->size; i++) {
    if (clauses->data[i]) continue;
    sat_clause(sat, clauses->data + start, i - start);
    start = i + 1;
  }
}

static SatResult prove(Scrutiny *s, const Sat *sat, Text *proof) {
  double start = clock_wall();
  Sat *prover = sat_new(SAT_LEAN);
  sat_log_proof(prover, proof);
  for (int v = 0; v < sat_variables(sat); v++) sat_variable(prover);
  load(prover, &sat_kept(sat)->clauses);
  load(prover, &sat_kept(sat)->query);
  SatResult result = sat_solve(prover, s->budget);
  sat_free(prover);
  for (const char *at = proof->data; at && (at = strchr(at, '\n')); at++) s->stats.lines++;
  s->stats.solve_seconds += clock_wall() - start;
  return result;
}

static DratOutcome check(Scrutiny *s, const Sat *sat, const Text *proof, Error *why) {
  double start = clock_wall();
  const SatKept *kept = sat_kept(sat);
  IntVec clauses = {0};
  vec_append(&clauses, &kept->clauses);
  vec_append(&clauses, &kept->query);
  DratOutcome outcome = drat_check(&clauses, NULL, proof->data, proof->size, s->budget, NULL, why);
  vec_free(&clauses);
  s->stats.check_seconds += clock_wall() - start;
  return outcome;
}

/* Whether the answer "unsatisfiable" stands. Not if the budget is spent, which is no failure. */
static bool stands(Scrutiny *s, const Sat *sat, const char *obligation) {
  Text proof = {0};
  Error why = {0};
  char *path = NULL;
  s->stats.queries++;
  SatResult result = prove(s, sat, &proof);
  bool good = result == SAT_UNSATISFIABLE;
  if (result == SAT_SATISFIABLE)
    error_set(&s->failure, "the solver called a query unsatisfiable that has a model: %s",
              obligation);
  if (good && s->folder) {
    good = write_query(s, sat, obligation, &path) && write_proof(&proof, &path);
    s->unwritten = !good;
    if (!good)
      error_set(&s->failure, "cannot write %s: %s", path ? path : s->folder, strerror(errno));
  }
  if (good && s->distrust) {
    DratOutcome outcome = check(s, sat, &proof, &why);
    good = outcome == DRAT_ACCEPTED;
    if (!good && outcome != DRAT_STOPPED)
      error_set(&s->failure, "the proof of an unsatisfiable query did not check: %s: line %d: %s",
                obligation, why.line, why.message);
  }
  error_free(&why);
  mem_free(path);
  text_free(&proof);
  return good;
}

SatResult scrutiny_solve(Scrutiny *s, Sat *sat, const char *obligation, Budget *budget) {
  SatResult result = sat_solve(sat, budget);
  if (result != SAT_UNSATISFIABLE || !asks(s)) return result;
  return !s->failure.message && stands(s, sat, obligation) ? result : SAT_UNKNOWN;
}
