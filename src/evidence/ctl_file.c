/* See ctl_file.h. */
#include "evidence/ctl_file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const char heading[] = "rondo ctl proof";
enum { FORM = 2 }; /* form 1 had gates inside ranks, and is read where there are none */
static const char *const words[] = {"reachable", "out",  "in",
                                    "cycle",     "rank", "equal"}; /* by CtlUpdateKind */
enum { WORDS = sizeof words / sizeof *words };

static void write_lits(FILE *stream, const IntVec *lits) {
  fputs(" :", stream);
  for (size_t i = 0; i < lits->size; i++) fprintf(stream, " %d", lits->data[i]);
}

bool ctl_file_write(FILE *stream, const CtlProof *proof, Verdict verdict) {
  fprintf(stream, "%s %d\n%s\n", heading, FORM, verdict_name(verdict));
  for (size_t i = 0; i < proof->gates.size; i += 2)
    fprintf(stream, "gate %d %d\n", proof->gates.data[i], proof->gates.data[i + 1]);
  for (size_t i = 0; i < proof->updates.size; i++) {
    const CtlUpdate *update = proof->updates.data + i;
    fprintf(stream, "%s %u %u", words[update->kind], update->node, update->number);
    write_lits(stream, &update->states);
    write_lits(stream, &update->inputs);
    if (update->functions.size) write_lits(stream, &update->functions);
    fputc('\n', stream);
  }
  fputs("end\n", stream);
  return !ferror(stream);
}

bool ctl_file_recognise(const char *data, size_t size) {
  return size >= strlen(heading) && !memcmp(data, heading, strlen(heading));
}

typedef struct {
  const char *name, *at;
  int line;
  Error *error;
} Reader;

static bool wrong(Reader *reader, const char *expected) {
  return error_at(reader->error, reader->name, reader->line, 0, "expected %s", expected);
}

static void skip_blanks(Reader *reader) {
  while (*reader->at == ' ') reader->at++;
}

static bool take_word(Reader *reader, const char *word) {
  size_t length = strlen(word);
  skip_blanks(reader);
  if (strncmp(reader->at, word, length) || isalnum((unsigned char)reader->at[length])) return false;
  reader->at += length;
  return true;
}

static bool end_line(Reader *reader) {
  skip_blanks(reader);
  if (*reader->at != '\n') return wrong(reader, "the end of the line");
  reader->at++;
  reader->line++;
  return true;
}

static bool take_number(Reader *reader, long least, long most, long *number) {
  char *end;
  skip_blanks(reader);
  if (*reader->at != '-' && !isdigit((unsigned char)*reader->at)) return false;
  *number = strtol(reader->at, &end, 10); /* what does not fit is cut to a limit, and too large */
  if (end == reader->at || *number < least || *number > most) return false;
  reader->at = end;
  return true;
}

static void take_numbers(Reader *reader, IntVec *numbers) {
  long number;
  while (take_number(reader, -INT32_MAX, INT32_MAX, &number)) vec_push(numbers, (int)number);
}

static bool take_lits(Reader *reader, IntVec *lits) {
  if (!take_word(reader, ":")) return wrong(reader, "':'");
  take_numbers(reader, lits);
  return true;
}

static bool take_gate(Reader *reader, CtlProof *proof) {
  size_t before = proof->gates.size;
  take_numbers(reader, &proof->gates);
  return proof->gates.size == before + 2 ? end_line(reader)
                                         : wrong(reader, "the two literals of a gate");
}

static bool take_update(Reader *reader, CtlProof *proof) {
  long node, number;
  size_t kind = 0;
  if (take_word(reader, "gate")) return take_gate(reader, proof);
  while (kind < WORDS && !take_word(reader, words[kind])) kind++;
  if (kind == WORDS) return wrong(reader, "gate, reachable, out, in, cycle, rank, equal or end");
  if (!take_number(reader, 0, INT32_MAX, &node) || !take_number(reader, 0, INT32_MAX, &number))
    return wrong(reader, "the numbers of a node and a condition");
  CtlUpdate *update = ctl_proof_add(proof, (CtlUpdateKind)kind, (uint32_t)node);
  update->number = (uint32_t)number;
  if (!take_lits(reader, &update->states) || !take_lits(reader, &update->inputs)) return false;
  if (take_word(reader, ":")) take_numbers(reader, &update->functions);
  return end_line(reader);
}

static bool take_head(Reader *reader, Verdict *verdict) {
  long form;
  if (!take_word(reader, heading) || !take_number(reader, 1, FORM, &form))
    return wrong(reader, "'rondo ctl proof 2'");
  if (!end_line(reader)) return false;
  *verdict = take_word(reader, "holds")      ? VERDICT_HOLDS
             : take_word(reader, "violated") ? VERDICT_VIOLATED
                                             : VERDICT_UNKNOWN;
  return *verdict == VERDICT_UNKNOWN ? wrong(reader, "holds or violated") : end_line(reader);
}

CtlProof *ctl_file_read(const char *name, const char *data, Verdict *verdict, Error *error) {
  Reader reader = {name, data, 1, error};
  CtlProof *proof = ctl_proof_new();
  bool good = take_head(&reader, verdict);
  while (good && !take_word(&reader, "end")) good = take_update(&reader, proof);
  if (good) return proof;
  ctl_proof_free(proof);
  return NULL;
}
