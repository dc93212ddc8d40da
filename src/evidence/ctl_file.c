/* See ctl_file.h. */
#include "evidence/ctl_file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const char heading[] = "rondo ctl proof 1";
static const char *const words[] = {"reachable", "out",  "in",
                                    "cycle",     "rank", "equal"}; /* by CtlUpdateKind */
enum { WORDS = sizeof words / sizeof *words };

const char *ctl_file_word(CtlUpdateKind kind) { return words[kind]; }

static void write_lits(FILE *stream, const IntVec *lits) {
  fputs(" :", stream);
  for (size_t i = 0; i < lits->size; i++) fprintf(stream, " %d", lits->data[i]);
}

bool ctl_file_write(FILE *stream, const CtlProof *proof, Verdict verdict) {
  fprintf(stream, "%s\n%s\n", heading, verdict_name(verdict));
  for (size_t i = 0; i < proof->updates.size; i++) {
    const CtlUpdate *update = proof->updates.data + i;
    fprintf(stream, "%s %u %u", words[update->kind], update->node, update->condition);
    write_lits(stream, &update->states);
    write_lits(stream, &update->inputs);
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

static bool take_lits(Reader *reader, IntVec *lits) {
  long number;
  if (!take_word(reader, ":")) return wrong(reader, "':'");
  while (take_number(reader, -INT32_MAX, INT32_MAX, &number)) vec_push(lits, (int)number);
  return true;
}

static bool take_update(Reader *reader, CtlProof *proof) {
  long node, condition;
  size_t kind = 0;
  while (kind < WORDS && !take_word(reader, words[kind])) kind++;
  if (kind == WORDS) return wrong(reader, "reachable, out, in, cycle, rank, equal or end");
  if (!take_number(reader, 0, INT32_MAX, &node) || !take_number(reader, 0, INT32_MAX, &condition))
    return wrong(reader, "the numbers of a node and a condition");
  CtlUpdate *update = ctl_proof_add(proof, (CtlUpdateKind)kind, (uint32_t)node);
  update->condition = (uint32_t)condition;
  return take_lits(reader, &update->states) && take_lits(reader, &update->inputs) &&
         end_line(reader);
}

static bool take_head(Reader *reader, Verdict *verdict) {
  if (!take_word(reader, heading)) return wrong(reader, "'rondo ctl proof 1'");
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
