/* See drat.h. The checker works forward: every clause is checked when it is added, with what is
 * there at that moment.
 *
 * Literals are 2 * variable + sign, with variables in the order in which they occur. Clauses are in
 * one array of words and are watched by their first two literals. The trail has first what unit
 * propagation alone gives, the *facts*, which stay; above them, while a clause is checked, its
 * negated literals and what follows. Invariants between lines:
 * - all facts are propagated, and nothing else is assigned;
 * - a clause that is there watches two literals that are not false, or one that is true by the
 *   facts; single literals are facts and not watched. */
#include "evidence/drat.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/text.h"

typedef uint32_t DratLit;

typedef struct {
  uint32_t size;
  uint32_t next; /* the next clause with the same place in the table, 0 for none */
  uint32_t dead;
  DratLit lits[];
} DratClause;

enum { HEADER = 3 }; /* words before the literals */

typedef struct {
  uint32_t clause;
  DratLit blocker; /* some literal of the clause: if it is true, the clause need not be read */
} DratWatch;

typedef VEC(DratWatch) DratWatches;

typedef struct {
  Map numbers;              /* of variables, by their names in files */
  U32Vec names;             /* the other way round */
  U32Vec arena;             /* clauses; the first word is not used */
  VEC(int8_t) value;        /* by literal: 1 true, -1 false, 0 open */
  VEC(DratWatches) watches; /* by literal: clauses to look at when it becomes false */
  VEC(uint8_t) seen;        /* by literal, while a clause is read */
  U32Vec trail;
  size_t head;  /* how far the trail is propagated */
  U32Vec table; /* first clauses by hash, to find those that are deleted */
  size_t clauses;
  bool refuted; /* the facts are in conflict */
} Drat;

static DratClause *clause_at(const Drat *d, uint32_t ref) {
  return (DratClause *)(void *)(d->arena.data + ref);
}

static DratLit negate(DratLit lit) { return lit ^ 1; }
static DratLit literal_of(int lit) { return 2 * (uint32_t)abs(lit) + (lit < 0); }

/* The literal in numbers of our own, which are dense: a file may name variables as it likes. */
static DratLit number(Drat *d, DratLit named) {
  uint64_t variable;
  if (!map_get(&d->numbers, named >> 1, &variable)) {
    variable = d->names.size;
    map_put(&d->numbers, named >> 1, variable);
    vec_push(&d->names, named >> 1);
    vec_resize(&d->value, 2 * d->names.size);
    vec_resize(&d->watches, 2 * d->names.size);
    vec_resize(&d->seen, 2 * d->names.size);
  }
  return 2 * (DratLit)variable + (named & 1);
}

static void drat_free(Drat *d) {
  for (size_t i = 0; i < d->watches.size; i++) vec_free(&d->watches.data[i]);
  vec_free(&d->watches);
  vec_free(&d->arena);
  vec_free(&d->value);
  vec_free(&d->seen);
  vec_free(&d->trail);
  vec_free(&d->table);
  vec_free(&d->names);
  map_free(&d->numbers);
}

/* ---- unit propagation ---- */

static void assign(Drat *d, DratLit lit) {
  d->value.data[lit] = 1;
  d->value.data[negate(lit)] = -1;
  vec_push(&d->trail, lit);
}

static void go_back(Drat *d, size_t size) {
  while (d->trail.size > size) {
    DratLit lit = vec_pop(&d->trail);
    d->value.data[lit] = d->value.data[negate(lit)] = 0;
  }
  d->head = size;
}

/* The clauses that watch a literal that became false; false if one has no literal left. */
static bool visit(Drat *d, DratLit falsified) {
  DratWatches *list = d->watches.data + falsified;
  const int8_t *value = d->value.data;
  size_t kept = 0, i = 0;
  bool good = true;
  while (good && i < list->size) {
    DratWatch watch = list->data[i++];
    if (value[watch.blocker] > 0) {
      list->data[kept++] = watch;
      continue;
    }
    DratClause *c = clause_at(d, watch.clause);
    if (c->dead) continue;
    DratLit other = c->lits[0] ^ c->lits[1] ^ falsified;
    uint32_t k = value[other] > 0 ? c->size : 2;
    while (k < c->size && value[c->lits[k]] < 0) k++;
    if (k < c->size) {
      DratLit taken = c->lits[k];
      c->lits[0] = other;
      c->lits[1] = taken;
      c->lits[k] = falsified;
      vec_push(&d->watches.data[taken], ((DratWatch){watch.clause, other}));
      continue;
    }
    list->data[kept++] = (DratWatch){watch.clause, other};
    if (value[other] < 0) good = false;
    else if (!value[other]) assign(d, other);
  }
  while (i < list->size) list->data[kept++] = list->data[i++];
  list->size = kept;
  return good;
}

/* False: a conflict. */
static bool propagate(Drat *d) {
  while (d->head < d->trail.size)
    if (!visit(d, negate(d->trail.data[d->head++]))) return false;
  return true;
}

/* ---- clauses ---- */

/* The same for every order of the literals. */
static uint32_t place_of(const Drat *d, const DratLit *lits, size_t count) {
  uint64_t hash = 0;
  for (size_t i = 0; i < count; i++) hash += hash_word(lits[i]);
  return (uint32_t)(hash_word(hash) & (d->table.size - 1));
}

static void grow_table(Drat *d) {
  size_t size = d->table.size ? 2 * d->table.size : 1024;
  vec_clear(&d->table);
  vec_resize(&d->table, size);
  for (size_t ref = 1; ref < d->arena.size; ref += HEADER + clause_at(d, (uint32_t)ref)->size) {
    DratClause *c = clause_at(d, (uint32_t)ref);
    if (c->dead) continue;
    uint32_t *first = d->table.data + place_of(d, c->lits, c->size);
    c->next = *first;
    *first = (uint32_t)ref;
  }
}

/* The literals that are not false come first, so that two of them are watched. */
static void choose_watches(const Drat *d, DratLit *lits, size_t count) {
  for (size_t i = 0, front = 0; i < count && front < 2; i++) {
    if (d->value.data[lits[i]] < 0) continue;
    DratLit lit = lits[i];
    lits[i] = lits[front];
    lits[front++] = lit;
  }
}

/* Adds a clause without repeated literals; nothing but facts is assigned. */
static void add_clause(Drat *d, const DratLit *lits, size_t count) {
  if (d->clauses + 1 > d->table.size / 2) grow_table(d);
  size_t ref = d->arena.size ? d->arena.size : 1, end = ref + HEADER + count;
  if (end > UINT32_MAX) mem_exhausted();
  vec_resize(&d->arena, end);
  uint32_t *first = d->table.data + place_of(d, lits, count);
  DratClause *c = clause_at(d, (uint32_t)ref);
  *c = (DratClause){.size = (uint32_t)count, .next = *first};
  *first = (uint32_t)ref;
  d->clauses++;
  if (count) memcpy(c->lits, lits, count * sizeof *lits);
  choose_watches(d, c->lits, count);
  if (count > 1)
    for (size_t i = 0; i < 2; i++)
      vec_push(&d->watches.data[c->lits[i]], ((DratWatch){(uint32_t)ref, c->lits[1 - i]}));
  if (!count || d->value.data[c->lits[0]] < 0) d->refuted = true;
  else if ((count == 1 || d->value.data[c->lits[1]] < 0) && !d->value.data[c->lits[0]])
    assign(d, c->lits[0]);
  if (!d->refuted && !propagate(d)) d->refuted = true;
}

/* Whether it has the literals that are seen, which are as many. */
static bool is_seen(const Drat *d, const DratClause *c) {
  for (uint32_t i = 0; i < c->size; i++)
    if (!d->seen.data[c->lits[i]]) return false;
  return true;
}

/* Whether the clause gives a variable its value: all other literals are false, so that this one is
 * true, since facts are propagated. Such a one must stay, since its fact does: were it gone, the
 * negation of the fact could be added as RAT, and that would be a conflict out of nothing. */
static bool is_fact(const Drat *d, const DratClause *c) {
  uint32_t fails = 0;
  for (uint32_t i = 0; i < c->size; i++) fails += d->value.data[c->lits[i]] < 0;
  return fails == c->size - 1;
}

static void delete_clause(Drat *d, const DratLit *lits, size_t count) {
  if (!d->table.size) return;
  for (size_t i = 0; i < count; i++) d->seen.data[lits[i]] = 1;
  uint32_t *link = d->table.data + place_of(d, lits, count);
  while (*link) {
    DratClause *c = clause_at(d, *link);
    if (c->size == count && is_seen(d, c)) break;
    link = &c->next;
  }
  for (size_t i = 0; i < count; i++) d->seen.data[lits[i]] = 0;
  if (!*link || is_fact(d, clause_at(d, *link))) return;
  DratClause *c = clause_at(d, *link);
  c->dead = 1;
  *link = c->next;
  d->clauses--;
}

/* ---- RUP and RAT ---- */

/* Assumes the literals false, but for one; whether that leads to a conflict. The trail is left. */
static bool contradicts(Drat *d, const DratLit *lits, size_t count, DratLit but) {
  for (size_t i = 0; i < count; i++) {
    if (lits[i] == but) continue;
    if (d->value.data[lits[i]] > 0) return true;
    if (!d->value.data[lits[i]]) assign(d, negate(lits[i]));
  }
  return !propagate(d);
}

static bool has_literal(const DratClause *c, DratLit lit) {
  for (uint32_t i = 0; i < c->size; i++)
    if (c->lits[i] == lit) return true;
  return false;
}

static const DratLit NO_LITERAL = UINT32_MAX;

/* Whether a clause may be added. */
static bool may_add(Drat *d, const DratLit *lits, size_t count, bool *rat) {
  size_t facts = d->trail.size;
  bool good = contradicts(d, lits, count, NO_LITERAL);
  *rat = !good;
  if (!good && count) {
    size_t assumed = d->trail.size;
    good = true;
    for (size_t ref = 1; good && ref < d->arena.size;) {
      DratClause *c = clause_at(d, (uint32_t)ref);
      ref += HEADER + c->size;
      if (c->dead || !has_literal(c, negate(lits[0]))) continue;
      good = contradicts(d, c->lits, c->size, negate(lits[0]));
      go_back(d, assumed);
    }
  }
  go_back(d, facts);
  return good;
}

/* ---- lines ---- */

typedef VEC(DratLit) DratLits;

/* Takes over a clause of a file: with our numbers, without repeated literals; false if a literal
 * and its negation are among them: such a clause is always true, and is left out altogether. */
static bool normalise(Drat *d, DratLits *lits) {
  bool needed = true;
  size_t kept = 0;
  for (size_t i = 0; i < lits->size; i++) {
    DratLit lit = number(d, lits->data[i]);
    if (d->seen.data[negate(lit)]) needed = false;
    if (d->seen.data[lit]) continue;
    d->seen.data[lit] = 1;
    lits->data[kept++] = lit;
  }
  lits->size = kept;
  for (size_t i = 0; i < kept; i++) d->seen.data[lits->data[i]] = 0;
  return needed;
}

typedef struct {
  const char *name;
  const unsigned char *start, *at, *end;
  bool binary;
  int line; /* from 1 */
  Error *error;
} Reader;

static Reader reader_of(const char *name, const char *data, size_t size, Error *error) {
  const unsigned char *bytes = (const unsigned char *)data;
  return (Reader){
      .name = name, .start = bytes, .at = bytes, .end = bytes + size, .line = 1, .error = error};
}

typedef enum { LINE_ADDS, LINE_DELETES, LINE_NONE, LINE_BAD } Line;

static Line bad(Reader *r, const char *what) {
  error_at(r->error, r->name, r->line, 0, "%s", what);
  return LINE_BAD;
}

/* A number of the binary form: seven bits in each byte, the low ones first; false if too large. */
static bool read_group(Reader *r, uint32_t *number) {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 35 && r->at < r->end; shift += 7) {
    unsigned char byte = *r->at++;
    value |= (uint64_t)(byte & 127) << shift;
    if (byte & 128) continue;
    *number = (uint32_t)value;
    return value <= 2 * (uint64_t)INT32_MAX + 1;
  }
  return false;
}

static Line read_binary(Reader *r, DratLits *lits) {
  if (r->at == r->end) return LINE_NONE;
  if (r->at > r->start) r->line++;
  unsigned char kind = *r->at++;
  if (kind != 'a' && kind != 'd') return bad(r, "a line of a binary proof begins with 'a' or 'd'");
  for (;;) {
    uint32_t lit;
    if (!read_group(r, &lit) || lit == 1) return bad(r, "a literal was expected, or 0");
    if (!lit) return kind == 'a' ? LINE_ADDS : LINE_DELETES;
    vec_push(lits, lit);
  }
}

static bool is_blank(unsigned char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* Blanks, and lines that begin with `c`. */
static void skip_blanks(Reader *r) {
  for (; r->at < r->end; r->at++) {
    if (*r->at == 'c' && (r->at == r->start || r->at[-1] == '\n'))
      while (r->at < r->end && *r->at != '\n') r->at++;
    if (r->at == r->end || !is_blank(*r->at)) return;
    if (*r->at == '\n') r->line++;
  }
}

static bool read_number(Reader *r, int *number) {
  bool negative = r->at < r->end && *r->at == '-';
  int64_t value = 0;
  const unsigned char *digits = r->at += negative;
  for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++)
    if ((value = 10 * value + (*r->at - '0')) > INT32_MAX) return false;
  *number = (int)(negative ? -value : value);
  return r->at > digits && (r->at == r->end || is_blank(*r->at)) && !(negative && !value);
}

static Line read_text(Reader *r, DratLits *lits) {
  skip_blanks(r);
  if (r->at == r->end) return LINE_NONE;
  bool deletes = *r->at == 'd';
  r->at += deletes;
  for (;;) {
    int lit;
    skip_blanks(r);
    if (!read_number(r, &lit)) return bad(r, "a literal was expected, or 0");
    if (!lit) return deletes ? LINE_DELETES : LINE_ADDS;
    vec_push(lits, literal_of(lit));
  }
}

/* ---- the whole ---- */

enum { POLL_LINES = 64 }; /* between two looks at the budget */

static DratOutcome rejected(const Drat *d, Reader *r, const DratLits *lits) {
  Text text = {0};
  for (size_t i = 0; i < lits->size && i < 20; i++)
    text_format(&text, "%s%u ", lits->data[i] & 1 ? "-" : "", d->names.data[lits->data[i] / 2]);
  error_at(r->error, r->name, r->line, 0, "the clause %s%s0 does not follow",
           text.size ? text.data : "", lits->size > 20 ? "... " : "");
  text_free(&text);
  return DRAT_REJECTED;
}

static DratOutcome check_lines(Drat *d, Reader *r, Budget *budget, DratCounts *counts,
                               DratLits *lits) {
  for (uint64_t lines = 0; !d->refuted; lines++) {
    vec_clear(lits);
    Line line = r->binary ? read_binary(r, lits) : read_text(r, lits);
    if (line == LINE_BAD) return DRAT_UNREADABLE;
    if (line == LINE_NONE) {
      error_at(r->error, r->name, 0, 0, "the proof ends without a conflict");
      return DRAT_REJECTED;
    }
    if (lines % POLL_LINES == 0 && budget_spent(budget)) {
      error_at(r->error, r->name, 0, 0, "the check of the proof was stopped");
      return DRAT_STOPPED;
    }
    counts->added += line == LINE_ADDS;
    counts->deleted += line == LINE_DELETES;
    if (!normalise(d, lits)) continue;
    bool rat = false;
    if (line == LINE_DELETES) {
      delete_clause(d, lits->data, lits->size);
    } else if (!may_add(d, lits->data, lits->size, &rat)) {
      return rejected(d, r, lits);
    } else {
      counts->rat += rat;
      add_clause(d, lits->data, lits->size);
    }
  }
  return DRAT_ACCEPTED;
}

DratOutcome drat_check(const IntVec *clauses, const char *name, const char *proof, size_t size,
                       Budget *budget, DratCounts *counts, Error *error) {
  Drat d = {0};
  DratLits lits = {0};
  DratCounts none = {0};
  for (size_t i = 0; i < clauses->size && !d.refuted; i++) {
    if (clauses->data[i]) {
      vec_push(&lits, literal_of(clauses->data[i]));
      continue;
    }
    if (normalise(&d, &lits)) add_clause(&d, lits.data, lits.size);
    vec_clear(&lits);
  }
  Reader reader = reader_of(name, proof, size, error);
  reader.binary = size && memchr(proof, 0, size);
  DratOutcome outcome = check_lines(&d, &reader, budget, counts ? counts : &none, &lits);
  vec_free(&lits);
  drat_free(&d);
  return outcome;
}

bool dimacs_read(const char *name, const char *data, size_t size, IntVec *clauses, Error *error) {
  Reader r = reader_of(name, data, size, error);
  int variables, count, lit;
  skip_blanks(&r);
  bool heading = r.end - r.at > 6 && !memcmp(r.at, "p cnf ", 6);
  if (heading) r.at += 6;
  skip_blanks(&r);
  heading = heading && read_number(&r, &variables) && variables >= 0;
  skip_blanks(&r);
  if (!heading || !read_number(&r, &count) || count < 0)
    return error_at(error, name, r.line, 0, "'p cnf VARIABLES CLAUSES' was expected");
  while (skip_blanks(&r), r.at < r.end) {
    if (!read_number(&r, &lit) || abs(lit) > variables)
      return error_at(error, name, r.line, 0, "a literal of %d variables was expected, or 0",
                      variables);
    vec_push(clauses, lit);
    count -= !lit;
  }
  if (clauses->size && vec_last(clauses))
    return error_at(error, name, r.line, 0, "the last clause is not closed by 0");
  return !count || error_at(error, name, r.line, 0, "there are %s clauses than the heading says",
                            count > 0 ? "fewer" : "more");
}
