/* rondo-check: a checker of evidence that stands alone. It reads a model (AIGER 1.9) and a file of
 * evidence and says whether the evidence is good. It uses nothing of the rest of Rondo: only these
 * files, libc, and a SAT solver whose *unsatisfiable* is believed.
 *
 * Read in this order:
 *
 *   circuit.h   a file as plain lists: inputs, latches, gates, properties
 *   aiger.c     reads them
 *   solver.h    formulas over copies of circuits: three clauses for each gate
 *   trace.c     violations, by simulation
 *   witness.h   certificates that are circuits: what belongs to what
 *   safety.c    the five checks of an invariant
 *   ranking.c   the four more of a progress property
 *   formula.h   CTL formulas, and atoms (atom.c)
 *   ctl.h       CTL: structures and graphs (structure.c), files (proof.c), the checks (ctl.c)
 *   main.c      arguments, and which kind of evidence a file is
 *
 * This is plain code on purpose. Every formula is built anew from the gates of the files, nothing
 * is simplified on the way, and memory is given back by the end of the process. There are three
 * ways to end: accepted (0), refused (1), unreadable (65). */
#ifndef JUDGE_JUDGE_H
#define JUDGE_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

enum { EXIT_ACCEPTED = 0, EXIT_REFUSED = 1, EXIT_UNREADABLE = 65 };

/* The last words of the program, with a sentence. Neither returns. */
_Noreturn void refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void unreadable(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Memory, all zero; the program ends if there is none. And a longer list in place of one: room for
 * at least `count` elements of `size` bytes, where `*room` is what it has; new ones are zero. */
void *zeroed(size_t count, size_t size);
void *longer(void *list, size_t *room, size_t count, size_t size);

/* A whole file in memory, with a zero byte behind its end. */
typedef struct {
  const char *name;
  char *data;
  size_t size;
} Bytes;
Bytes read_file(const char *name);

/* Reading it from the beginning to the end. What is not as expected ends the program with the name
 * of the file and the line. */
typedef struct {
  const char *name, *at, *end;
  size_t line;
} Scanner;
Scanner scanner_new(const Bytes *bytes);
_Noreturn void expected(const Scanner *scanner, const char *what);
char scan_peek(const Scanner *scanner);                 /* the next character; 0 at the end */
size_t scan_number(Scanner *scanner, const char *what); /* of digits, below 2^32 */
void scan_blank(Scanner *scanner);                      /* one blank */
void scan_line_end(Scanner *scanner);
const char *scan_rest(Scanner *scanner); /* the rest of the line, as a text, and its end */

#endif
