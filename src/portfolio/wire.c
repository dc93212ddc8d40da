#include "portfolio/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/evidence_form.h"

/* ---- bytes ---- */

static void put_u32(Text *out, uint32_t number) {
  text_add_n(out, (const char *)&number, sizeof number);
}

static void put_u64(Text *out, uint64_t number) {
  text_add_n(out, (const char *)&number, sizeof number);
}

static void put_bytes(Text *out, const char *bytes, size_t size) {
  put_u64(out, size);
  text_add_n(out, bytes, size);
}

static void put_string(Text *out, const char *string) { put_bytes(out, string, strlen(string)); }

typedef struct {
  const char *at;
  size_t left;
  bool good; /* nothing was asked for that is not there */
} Reader;

static const char *take(Reader *reader, size_t size) {
  if (size > reader->left) {
    reader->good = false;
    reader->left = 0;
    return NULL;
  }
  const char *bytes = reader->at;
  reader->at += size;
  reader->left -= size;
  return bytes;
}

static uint32_t take_u32(Reader *reader) {
  uint32_t number = 0;
  const char *bytes = take(reader, sizeof number);
  if (bytes) memcpy(&number, bytes, sizeof number);
  return number;
}

static uint64_t take_u64(Reader *reader) {
  uint64_t number = 0;
  const char *bytes = take(reader, sizeof number);
  if (bytes) memcpy(&number, bytes, sizeof number);
  return number;
}

static Reader take_part(Reader *reader) {
  uint64_t size = take_u64(reader);
  const char *bytes = take(reader, size);
  return (Reader){bytes, bytes ? size : 0, bytes != NULL};
}

/* ---- frames ---- */

enum { HEADER = 16 };

static size_t open_frame(Text *out, WireKind kind) {
  put_u32(out, kind);
  put_u32(out, 0);
  put_u64(out, 0);
  return out->size;
}

static void close_frame(Text *out, size_t start) {
  uint64_t length = out->size - start;
  memcpy(out->data + start - sizeof length, &length, sizeof length);
}

bool wire_take(const Text *received, size_t *at, WireFrame *frame, bool *broken) {
  Reader reader = {received->data + *at, received->size - *at, true};
  *broken = false;
  if (reader.left < HEADER) return false;
  uint32_t kind = take_u32(&reader), zero = take_u32(&reader);
  uint64_t length = take_u64(&reader);
  *broken = zero || kind < WIRE_PROGRESS || kind > WIRE_LEMMAS;
  if (*broken || length > reader.left) return false;
  *frame = (WireFrame){(WireKind)kind, reader.at, length};
  *at += HEADER + length;
  return true;
}

static Reader reader_of(const WireFrame *frame) { return (Reader){frame->data, frame->size, true}; }

/* ---- progress ---- */

void wire_add_progress(Text *out, const WireProgress *progress) {
  size_t start = open_frame(out, WIRE_PROGRESS);
  put_u32(out, progress->entry);
  put_u64(out, progress->number);
  put_string(out, progress->words);
  close_frame(out, start);
}

bool wire_read_progress(const WireFrame *frame, WireProgress *progress) {
  Reader reader = reader_of(frame);
  progress->entry = take_u32(&reader);
  progress->number = take_u64(&reader);
  Reader words = take_part(&reader);
  if (!words.good || words.left >= sizeof progress->words) return false;
  for (size_t i = 0; i < words.left; i++) /* it goes to a terminal */
    progress->words[i] = words.at[i] >= ' ' && words.at[i] < 127 ? words.at[i] : '?';
  progress->words[words.left] = 0;
  return true;
}

/* ---- results ---- */

static void put_stats(Text *out, const Stats *stats) {
  put_u64(out, stats->size);
  for (size_t i = 0; i < stats->size; i++) {
    const Stat *stat = stats->data + i;
    put_string(out, stat->name);
    put_string(out, stat->meaning);
    put_u32(out, stat->kind);
    put_u64(out, stat->count);
    text_add_n(out, (const char *)&stat->seconds, sizeof stat->seconds);
  }
}

static const char *take_name(Reader *reader, StringVec *names) {
  Reader part = take_part(reader);
  if (!part.good) return NULL;
  vec_push(names, mem_string_n(part.at, part.left));
  return vec_last(names);
}

static bool take_stats(Reader *reader, WireResult *result) {
  uint64_t count = take_u64(reader);
  for (uint64_t i = 0; i < count && reader->good; i++) {
    Stat stat = {.name = take_name(reader, &result->names)};
    stat.meaning = take_name(reader, &result->names);
    stat.kind = take_u32(reader) == STAT_SECONDS ? STAT_SECONDS : STAT_COUNT;
    stat.count = take_u64(reader);
    const char *seconds = take(reader, sizeof stat.seconds);
    if (!stat.name || !stat.meaning || !seconds) return false;
    memcpy(&stat.seconds, seconds, sizeof stat.seconds);
    vec_push(&result->stats, stat);
  }
  return reader->good;
}

void wire_result_free(WireResult *result) {
  evidence_free(&result->result.evidence);
  vec_free(&result->stats);
  string_vec_free(&result->names);
}

static void put_sets(Text *out, const SetTree *sets) {
  put_u64(out, sets->size);
  for (size_t i = 0; i < sets->size; i++) {
    const SetNode *node = sets->data + i;
    put_u32(out, node->parent);
    put_u32(out, node->level);
    put_u32(out, node->latches);
    put_u32(out, node->strength);
    text_add_n(out, (const char *)&node->states, sizeof node->states);
  }
}

static bool take_sets(Reader *reader, SetTree *sets) {
  uint64_t count = take_u64(reader);
  for (uint64_t i = 0; i < count && reader->good; i++) {
    SetNode node = {.parent = take_u32(reader)};
    node.level = take_u32(reader);
    node.latches = take_u32(reader);
    uint32_t strength = take_u32(reader);
    const char *states = take(reader, sizeof node.states);
    if (!states || strength >= SET_STRENGTHS || (i ? node.parent >= i : node.parent)) return false;
    node.strength = (SetStrength)strength;
    memcpy(&node.states, states, sizeof node.states);
    vec_push(sets, node);
  }
  return reader->good && count <= SET_TREE_MOST;
}

/* Whether there is any; as a part, what its form makes of it. */
static void put_evidence(Text *out, const Task *task, const EngineResult *result) {
  const EvidenceForm *form = evidence_form(&result->evidence);
  EvidenceClaim claim = {.task = task, .verdict = result->verdict};
  put_u32(out, form != NULL);
  if (!form) return;
  char *bytes = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&bytes, &size);
  if (!stream) mem_exhausted();
  bool good = form->pack(stream, &claim, &result->evidence);
  if (fclose(stream) || !good) mem_exhausted(); /* a stream in memory fails for no other reason */
  put_bytes(out, bytes, size);
  free(bytes);
}

void wire_add_result(Text *out, const Task *task, const WireResult *result) {
  const Evidence *evidence = &result->result.evidence;
  size_t start = open_frame(out, WIRE_RESULT);
  put_u32(out, result->entry);
  put_u32(out, result->state);
  put_u32(out, result->result.verdict);
  put_u32(out, evidence->kind);
  put_u64(out, evidence->size);
  put_u64(out, result->result.bound);
  put_stats(out, &result->stats);
  put_sets(out, &evidence->sets);
  put_evidence(out, task, &result->result);
  close_frame(out, start);
}

static bool take_evidence(Reader *reader, const Task *task, EngineResult *result, Error *error) {
  const EvidenceForm *form = evidence_table[result->evidence.kind].form;
  EvidenceClaim claim = {.task = task, .verdict = result->verdict};
  if (!take_u32(reader)) return reader->good || error_set(error, "its message is too short");
  Reader part = take_part(reader);
  if (!form || !part.good) return error_set(error, "its evidence is not there");
  return form->unpack(part.at, part.left, &claim, &result->evidence, error);
}

bool wire_read_result(const WireFrame *frame, const Task *task, WireResult *result, Error *error) {
  Reader reader = reader_of(frame);
  *result = (WireResult){.entry = take_u32(&reader)};
  uint32_t state = take_u32(&reader), verdict = take_u32(&reader), kind = take_u32(&reader);
  result->result.evidence.size = take_u64(&reader);
  result->result.bound = take_u64(&reader);
  bool good = take_stats(&reader, result) && take_sets(&reader, &result->result.evidence.sets) &&
              state <= BUDGET_CANCEL && verdict <= VERDICT_VIOLATED && kind < EVIDENCE_KINDS;
  if (good) {
    result->state = (BudgetState)state;
    result->result.verdict = (Verdict)verdict;
    result->result.evidence.kind = (EvidenceKind)kind;
    good = take_evidence(&reader, task, &result->result, error);
  } else {
    error_set(error, "its message makes no sense");
  }
  if (!good) {
    wire_result_free(result);
    *result = (WireResult){0};
  }
  return good;
}

/* ---- lemmas ---- */

static void put_clause(Text *out, const Clause *clause, const Roles *roles) {
  put_u32(out, clause->size);
  for (uint32_t i = 0; i < clause->size; i++)
    put_u32(out, roles->index[lit_node(clause->lits[i])] << 1 | lit_negated(clause->lits[i]));
}

static bool over_latches(const Clause *clause, const Roles *roles) {
  if (clause->size > WIRE_MOST_LITERALS) return false;
  for (uint32_t i = 0; i < clause->size; i++) {
    uint32_t node = lit_node(clause->lits[i]);
    if (node >= roles->size || roles->role[node] != ROLE_LATCH) return false;
  }
  return true;
}

void wire_add_lemmas(Text *out, const Task *task, const ClauseVec *clauses) {
  Roles roles = roles_new(task->system);
  size_t start = open_frame(out, WIRE_LEMMAS);
  for (size_t i = 0; i < clauses->size; i++)
    if (over_latches(clauses->data[i], &roles)) put_clause(out, clauses->data[i], &roles);
  close_frame(out, start);
  roles_free(&roles);
}

bool wire_read_lemmas(const WireFrame *frame, const Task *task, ClauseVec *clauses) {
  Reader reader = reader_of(frame);
  const LatchVec *latches = &task->system->latches;
  while (reader.good && reader.left) {
    Lit lits[WIRE_MOST_LITERALS];
    uint32_t count = take_u32(&reader);
    bool fits = count && count <= WIRE_MOST_LITERALS;
    for (uint32_t i = 0; fits && i < count && reader.good; i++) {
      uint32_t number = take_u32(&reader);
      fits = number >> 1 < latches->size;
      if (fits) lits[i] = lit_not_if(latches->data[number >> 1].current, number & 1);
    }
    if (!fits || !reader.good) return false;
    lits_sort(lits, count);
    for (uint32_t i = 1; i < count; i++) fits &= lit_node(lits[i]) != lit_node(lits[i - 1]);
    if (fits) vec_push(clauses, clause_new(lits, count));
  }
  return reader.good;
}
