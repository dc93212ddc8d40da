#include "evidence/bmc_file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "system/aiger_file.h"
#include "system/evidence.h"

static const char mark[] = "BMC ";

bool bmc_file_write(FILE *stream, const BmcProof *proof, bool binary, const char *note) {
  Lit *map;
  AigerFile *file = aiger_file_new(system_copy(proof->invariant->circuit, &map));
  vec_push(&file->bad, aig_map_lit(map, proof->invariant->bad));
  mem_free(map);
  Text line = {0};
  text_format(&line, "%s%s %zu %s %zu %zu :", mark, bmc_method_name(proof->method), proof->set,
              bmc_criterion_name(proof->criterion), proof->m, proof->n);
  for (size_t i = 0; i < proof->latches.size; i++)
    text_format(&line, " %u", proof->latches.data[i]);
  vec_push(&file->comments, text_take(&line));
  if (note) vec_push(&file->comments, mem_string(note));
  bool written = aiger_file_write(file, stream, binary);
  aiger_file_free(file);
  return written;
}

/* The line of comment that begins with the mark; NULL if there is none. */
static const char *marked_line(const AigerFile *file) {
  for (size_t i = 0; i < file->comments.size; i++)
    if (!strncmp(file->comments.data[i], mark, strlen(mark))) return file->comments.data[i];
  return NULL;
}

/* The bytes of a line that begins with the mark may be gates of a binary file: all of it is read.
 */
bool bmc_file_recognise(const char *data, size_t size) {
  Error ignored = {0};
  AigerFile *file = aiger_file_read_witness("", data, size, &ignored);
  bool marked = file && marked_line(file);
  aiger_file_free(file);
  error_free(&ignored);
  return marked;
}

/* ---- reading the comment ---- */

static void skip_blanks(const char **at) {
  while (**at == ' ') ++*at;
}

static bool take_word(const char **at, const char *word) {
  size_t length = strlen(word);
  skip_blanks(at);
  if (strncmp(*at, word, length) || ((*at)[length] && (*at)[length] != ' ')) return false;
  *at += length;
  return true;
}

static bool take_number(const char **at, size_t *number) {
  char *end;
  skip_blanks(at);
  if (!isdigit((unsigned char)**at)) return false;
  unsigned long value = strtoul(*at, &end, 10); /* what does not fit is cut, and too large */
  *at = end;
  *number = value;
  return value <= INT32_MAX && (!**at || **at == ' ');
}

static bool take_method(const char **at, BmcMethod *method) {
  for (*method = BMC_ONE; *method <= BMC_DIRECT; ++*method)
    if (take_word(at, bmc_method_name(*method))) return true;
  return false;
}

static bool take_criterion(const char **at, BmcCriterion *criterion) {
  for (*criterion = BMC_INTO; *criterion <= BMC_BACKWARD; ++*criterion)
    if (take_word(at, bmc_criterion_name(*criterion))) return true;
  return false;
}

static bool take_proof(const char *at, BmcProof *proof) {
  if (!take_method(&at, &proof->method) || !take_number(&at, &proof->set) ||
      !take_criterion(&at, &proof->criterion) || !take_number(&at, &proof->m) ||
      !take_number(&at, &proof->n) || !take_word(&at, ":"))
    return false;
  size_t latch;
  while (take_number(&at, &latch)) vec_push(&proof->latches, (uint32_t)latch);
  return !*at; /* blanks are behind us by the last try */
}

BmcProof *bmc_file_read(const char *name, const char *data, size_t size, Error *error) {
  AigerFile *file = aiger_file_read(name, data, size, error);
  if (!file) return NULL;
  const char *line = marked_line(file);
  BmcProof *proof = mem_zalloc(sizeof *proof);
  bool good = line && file->bad.size == 1 && take_proof(line + strlen(mark), proof);
  if (good) {
    proof->invariant = witness_new(file->system);
    proof->invariant->bad = file->bad.data[0];
    file->system = NULL;
  } else {
    error_set(error,
              "%s: expected one bad literal and a comment 'BMC method set criterion m n : "
              "latches'",
              name);
    bmc_proof_free(proof);
    proof = NULL;
  }
  aiger_file_free(file);
  return proof;
}
