/* Traces and lassos. Between processes they are plain bits: the number of steps, the loop, and for
 * every step the words of its latches and of its inputs, in the machine's own order. */
#include <string.h>

#include "evidence/btor2_witness.h"
#include "evidence/evidence_form.h"
#include "evidence/replay.h"

static bool is_there(const Evidence *evidence) { return evidence->trace; }

static bool back(const Reduction *reduction, const Evidence *reduced, Evidence *back,
                 Error *error) {
  back->trace = reduction_trace_back(reduction, reduced->trace);
  if (!back->trace)
    return error_set(error, "the lasso is too long on the whole model; --no-reduce may help");
  back->size = back->trace->steps.size;
  return true;
}

static bool check(const EvidenceClaim *claim, const Evidence *evidence, Error *error) {
  return replay(claim->task, evidence->trace, error);
}

static bool write_note(FILE *stream, const char *note) {
  while (note && *note) {
    size_t line = strcspn(note, "\n");
    fprintf(stream, "c %.*s\n", (int)line, note);
    note += line + (note[line] == '\n');
  }
  return !ferror(stream);
}

static bool write_file(FILE *stream, const EvidenceClaim *claim, const EvidenceFile *file,
                       const Evidence *evidence) {
  (void)claim;
  if (file->words)
    return btor2_witness_write(stream, &file->property, file->words, file->memories,
                               evidence->trace);
  return trace_file_write(stream, &file->property, evidence->trace) &&
         write_note(stream, file->note);
}

/* ---- bits ---- */

static bool put(FILE *stream, const void *bytes, size_t size) {
  return !size || fwrite(bytes, size, 1, stream) == 1;
}

static size_t size_of(const Bits *bits) { return bits_words(bits->size) * sizeof *bits->words; }

static bool pack(FILE *stream, const EvidenceClaim *claim, const Evidence *evidence) {
  (void)claim;
  const Trace *trace = evidence->trace;
  uint64_t steps = trace->steps.size;
  bool good = put(stream, &steps, sizeof steps) && put(stream, &trace->loop, sizeof trace->loop);
  for (size_t i = 0; i < trace->steps.size && good; i++) {
    const Step *step = trace->steps.data + i;
    good = put(stream, step->latches.words, size_of(&step->latches)) &&
           put(stream, step->inputs.words, size_of(&step->inputs));
  }
  return good;
}

static const char *take_bits(const char *bytes, Bits *bits) {
  size_t size = size_of(bits);
  if (size) memcpy(bits->words, bytes, size);
  if (bits->size % 64) bits->words[bits->size / 64] &= ((uint64_t)1 << bits->size % 64) - 1;
  return bytes + size;
}

static bool unpack(const char *bytes, size_t size, const EvidenceClaim *claim, Evidence *evidence,
                   Error *error) {
  const System *system = claim->task->system;
  size_t words = bits_words(system->latches.size) + bits_words(system->inputs.size);
  uint64_t steps = 0;
  int64_t loop = TRACE_NO_LOOP;
  size_t header = sizeof steps + sizeof loop;
  if (size >= header) {
    memcpy(&steps, bytes, sizeof steps);
    memcpy(&loop, bytes + sizeof steps, sizeof loop);
    bytes += header;
    size -= header;
  }
  /* A system without latches and inputs has steps without bits. */
  bool fits = words ? steps == size / (words * sizeof(uint64_t)) : steps <= 1000000;
  if (!steps || !fits || loop < TRACE_NO_LOOP || loop >= (int64_t)steps)
    return error_set(error, "its trace has the wrong form");
  evidence->trace = trace_new();
  evidence->trace->loop = loop;
  for (uint64_t i = 0; i < steps; i++) {
    Step *step = trace_add_step(evidence->trace, system);
    bytes = take_bits(take_bits(bytes, &step->latches), &step->inputs);
  }
  return true;
}

const EvidenceForm form_trace = {
    .is_there = is_there,
    .back = back,
    .check = check,
    .write = write_file,
    .pack = pack,
    .unpack = unpack,
};
