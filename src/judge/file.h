/* Of the program: files as texts, and an AIGER file as lists. What is not as expected ends the
 * judgement as unreadable, with the name of the file and the line. */
#ifndef JUDGE_FILE_H
#define JUDGE_FILE_H

#include "judge/formula.h"
#include "judge/trace.h"

/* A whole file in memory, with a zero byte behind its end. */
typedef struct {
  const char *name;
  char *data;
  size_t size;
} Bytes;
Bytes read_file(Judge *judge, const char *name);

/* Reading it from the beginning to the end, where `at` is at the zero byte. */
typedef struct {
  Judge *judge;
  const char *name, *at, *end;
  size_t line;
} Scanner;
Scanner scanner_new(Judge *judge, const Bytes *bytes);
_Noreturn void expected(const Scanner *scanner, const char *what);
size_t scan_number(Scanner *scanner, const char *what); /* of digits, below 2^32 */
void scan_blank(Scanner *scanner);                      /* one blank */
void scan_line_end(Scanner *scanner);
const char *scan_rest(Scanner *scanner); /* the rest of the line, as a text, and its end */

/* Reading words of a text that ends with a zero byte, behind blanks: a number below 2^32; a word;
 * one of some words, as its place, or `count`; whether that was all. */
void skip_blanks(const char **text);
bool take_number(const char **text, size_t *number);
bool take_word(const char **text, const char *word);
size_t take_one(const char **text, const char *const *words, size_t count);
bool text_ends(const char *text);

/* The lists that a symbol can name, in the order of the letters i l o b c j f. */
enum { SYMBOL_INPUT, SYMBOL_LATCH, SYMBOL_OUTPUT, SYMBOL_BAD, SYMBOL_CONSTRAINT, SYMBOL_JUSTICE };
enum { SYMBOL_FAIRNESS = SYMBOL_JUSTICE + 1, SYMBOL_KINDS };

typedef struct {
  const char *name;
  Circuit *circuit;
  Lits signals[SYMBOL_OUTPUT + 1]; /* inputs, latches, outputs */
  Lits bad;           /* in files of the old form, which have no properties, outputs are bad, too */
  LIST(Lits) justice; /* one list for each justice property */
  const char **symbols[SYMBOL_KINDS]; /* by place; NULL: no name */
  LIST(const char *) comments;        /* the lines behind the `c` */
} AigerFile;

/* Whether a file begins as one in AIGER does; and reads it. In a model, resets are 0, 1 or the
 * latch itself. */
bool aiger_begins(const Bytes *bytes);
AigerFile *read_aiger(Judge *judge, const Bytes *bytes, bool model);

/* Properties of a model are its bad literals and then its justice properties, from 0. The number of
 * the one that was asked for, by number or name, or of the only one (NULL); -1: nothing was said
 * and there are several, or none. */
long find_property(const AigerFile *model, const char *asked);

/* The justice literals of a property, and then the fairness of the file. None at all is the same as
 * one that is true: every infinite run meets them. */
Lits conditions_of(const AigerFile *file, size_t justice);

extern const struct SolverKind cadical;

/* A run that was read: one row for each step; of states one more, after the last step. */
typedef LIST(unsigned char) Values;
typedef struct {
  Run run;
  Values states, inputs;
  uint64_t *values; /* of all variables in one step */
} Rows;

/* One step more, whose inputs were added: the state after it. And: the first step from `loop` on
 * whose state comes again after the last step, or the number of steps; the first of all, which must
 * be there. */
void follow(Rows *rows);
size_t next_loop(const Rows *rows, size_t loop);
long long find_loop(const Rows *rows);

/* Refuses unless the formula is false on the run, which is a lasso or finite. */
void check_violation(Rows *rows, const Parts *ltl, bool lasso);

/* Each refuses evidence that does not show what it claims. A trace may be one of a property, or, if
 * there is a formula, one that violates it, with values of a product behind the model's. */
void check_trace_file(const AigerFile *model, long property, const Parts *ltl,
                      const Bytes *evidence);
void check_witness_file(const AigerFile *model, long property, const Bytes *evidence);
void check_ltl_file(AigerFile *model, const char *formula, const Bytes *evidence);
/* False: the circuit is none of a proof by bounded model checking. */
bool check_bounded_file(const AigerFile *model, long property, const AigerFile *evidence);

/* Operators by how tightly they bind; a list of them ends with one that has no spelling. */
enum { IMPLIES, EQUIVALENT, XOR, OR, AND, TEMPORAL, PREFIX };
typedef struct {
  const char *spelling;
  PartKind op;
  unsigned level;
} Operator;

/* A formula (file_formula.c) in names of the file, of CTL, or of LTL with these operators besides
 * the Boolean ones. Comparisons become new gates. What an atom
 * means: a signal, or the comparison of two sides by a sign; NULL: there is none. */
Parts read_formula(const AigerFile *model, const Operator *linear, const char *text);
Lit atom_literal(const AigerFile *model, const char *left, const char *sign, const char *right);
const char *constant_named(const char *text); /* "true", "false", or NULL: it is neither */
bool proof_begins(const Bytes *bytes);
void check_proof_file(const AigerFile *model, const char *formula, const Bytes *evidence);

#endif
