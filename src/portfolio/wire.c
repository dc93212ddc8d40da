#include "portfolio/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/ctl_file.h"
#include "evidence/witness_file.h"

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

/* ---- traces ---- */

static void put_bits(Text *out, const Bits *bits) {
  text_add_n(out, (const char *)bits->words, bits_words(bits->size) * sizeof *bits->words);
}

static void put_trace(Text *out, const Trace *trace) {
  put_u64(out, trace->steps.size);
  put_u64(out, (uint64_t)trace->loop);
  for (size_t i = 0; i < trace->steps.size; i++) {
    put_bits(out, &trace->steps.data[i].latches);
    put_bits(out, &trace->steps.data[i].inputs);
  }
}

static void take_bits(Reader *reader, Bits *bits) {
  size_t words = bits_words(bits->size), size = words * sizeof *bits->words;
  const char *bytes = take(reader, size);
  if (bytes && size) memcpy(bits->words, bytes, size);
  if (bytes && bits->size % 64) bits->words[words - 1] &= ((uint64_t)1 << bits->size % 64) - 1;
}

static Trace *take_trace(Reader *reader, const System *system) {
  uint64_t steps = take_u64(reader);
  int64_t loop = (int64_t)take_u64(reader);
  size_t words = bits_words(system->latches.size) + bits_words(system->inputs.size);
  if (!reader->good || !steps || loop < TRACE_NO_LOOP || loop >= (int64_t)steps) return NULL;
  /* A system without latches and inputs has steps without bits. */
  if (words ? steps != reader->left / (words * sizeof(uint64_t)) : steps > 1000000) return NULL;
  Trace *trace = trace_new();
  trace->loop = loop;
  for (uint64_t i = 0; i < steps; i++) {
    Step *step = trace_add_step(trace, system);
    take_bits(reader, &step->latches);
    take_bits(reader, &step->inputs);
  }
  return trace;
}

/* ---- proofs ---- */

/* Appends what `write` puts into a stream, as a part. */
typedef bool (*WritePart)(FILE *stream, const Task *task, const WireResult *result);

static void put_written(Text *out, WritePart write, const Task *task, const WireResult *result) {
  char *bytes = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&bytes, &size);
  if (!stream) mem_exhausted();
  bool good = write(stream, task, result);
  if (fclose(stream) || !good) mem_exhausted(); /* a stream in memory fails for no other reason */
  put_bytes(out, bytes, size);
  free(bytes);
}

static bool write_witness(FILE *stream, const Task *task, const WireResult *result) {
  return witness_file_write(stream, task, result->result.evidence.witness, true, NULL);
}

static bool write_ctl(FILE *stream, const Task *task, const WireResult *result) {
  (void)task;
  return ctl_file_write(stream, result->result.evidence.ctl, result->result.verdict);
}

/* A witness circuit that begins with the task's inputs and latches, as engines make them. */
static Witness *take_witness(Reader *part, const Task *task, Error *error) {
  WitnessFile file;
  if (!part->left || !witness_file_read(&file, "the witness", part->at, part->left, task, 0, error))
    return NULL;
  const Certificate *certificate = &file.certificate;
  System *circuit = file.file->system;
  bool good = circuit->inputs.size >= task->system->inputs.size &&
              circuit->latches.size >= task->system->latches.size &&
              certificate->conditions.size == (task->kind == TASK_FAIR ? task->conditions.size : 0);
  for (size_t i = 0; good && i < certificate->resets.size; i++) {
    Lit reset = certificate->resets.data[i];
    good = reset == LIT_FALSE || reset == LIT_TRUE || reset == circuit->latches.data[i].current;
  }
  Witness *witness = NULL;
  if (good) {
    witness = witness_new(circuit);
    file.file->system = NULL;
    witness->bad = certificate->bad;
    vec_append(&witness->justice, &certificate->conditions);
    vec_append(&witness->interventions, &certificate->interventions);
  }
  witness_file_free(&file);
  return witness;
}

static CtlProof *take_ctl(Reader *part, Verdict verdict, Error *error) {
  char *text = mem_string_n(part->left ? part->at : "", part->left);
  Verdict claimed = VERDICT_UNKNOWN;
  CtlProof *proof = ctl_file_read("the proof", text, &claimed, error);
  mem_free(text);
  if (!proof || claimed == verdict) return proof;
  ctl_proof_free(proof);
  return NULL;
}

/* ---- results ---- */

enum { HAS_TRACE = 1, HAS_WITNESS = 2, HAS_CTL = 4 };

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
  put_u32(out, (evidence->trace ? HAS_TRACE : 0u) | (evidence->witness ? HAS_WITNESS : 0u) |
                   (evidence->ctl ? HAS_CTL : 0u));
  if (evidence->witness) put_written(out, write_witness, task, result);
  if (evidence->ctl) put_written(out, write_ctl, task, result);
  if (evidence->trace) put_trace(out, evidence->trace); /* it takes the rest */
  close_frame(out, start);
}

static bool take_evidence(Reader *reader, const Task *task, EngineResult *result, Error *error) {
  Evidence *evidence = &result->evidence;
  uint32_t has = take_u32(reader);
  if (has & HAS_WITNESS) {
    Reader part = take_part(reader);
    evidence->witness = take_witness(&part, task, error);
    if (!evidence->witness) return error_set(error, "its witness has the wrong form");
  }
  if (has & HAS_CTL) {
    Reader part = take_part(reader);
    evidence->ctl = take_ctl(&part, result->verdict, error);
    if (!evidence->ctl) return error_set(error, "its proof has the wrong form");
  }
  if (has & HAS_TRACE) {
    evidence->trace = take_trace(reader, task->system);
    if (!evidence->trace) return error_set(error, "its trace has the wrong form");
  }
  return reader->good || error_set(error, "its message is too short");
}

bool wire_read_result(const WireFrame *frame, const Task *task, WireResult *result, Error *error) {
  Reader reader = reader_of(frame);
  *result = (WireResult){.entry = take_u32(&reader)};
  uint32_t state = take_u32(&reader), verdict = take_u32(&reader), kind = take_u32(&reader);
  result->result.evidence.size = take_u64(&reader);
  result->result.bound = take_u64(&reader);
  bool good = take_stats(&reader, result) && state <= BUDGET_CANCEL &&
              verdict <= VERDICT_VIOLATED && kind <= EVIDENCE_CTL;
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
