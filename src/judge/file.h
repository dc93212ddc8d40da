/* Of the program: files as texts, and an AIGER file as lists. What is not as expected ends the
 * judgement as unreadable, with the name of the file and the line. */
#ifndef JUDGE_FILE_H
#define JUDGE_FILE_H

#include "judge/formula.h"

/* A whole file in memory, with a zero byte behind its end. */
typedef struct {
  const char *name;
  char *data;
  size_t size;
} Bytes;
Bytes read_file(Judge *judge, const char *name);

/* Reading it from the beginning to the end. */
typedef struct {
  Judge *judge;
  const char *name, *at, *end;
  size_t line;
} Scanner;
Scanner scanner_new(Judge *judge, const Bytes *bytes);
_Noreturn void expected(const Scanner *scanner, const char *what);
char scan_peek(const Scanner *scanner);                 /* the next character; 0 at the end */
size_t scan_number(Scanner *scanner, const char *what); /* of digits, below 2^32 */
void scan_blank(Scanner *scanner);                      /* one blank */
void scan_line_end(Scanner *scanner);
const char *scan_rest(Scanner *scanner); /* the rest of the line, as a text, and its end */

/* Reading one line of comments: a number below 2^32, behind blanks; whether that was all. */
bool comment_number(const char **text, size_t *number);
bool comment_ends(const char *text);

/* The lists that a symbol can name, in the order of the letters i l o b c j f. */
enum { SYMBOL_INPUT, SYMBOL_LATCH, SYMBOL_OUTPUT, SYMBOL_BAD, SYMBOL_CONSTRAINT, SYMBOL_JUSTICE };
enum { SYMBOL_FAIRNESS = SYMBOL_JUSTICE + 1, SYMBOL_KINDS };

typedef struct {
  const char *name;
  Circuit *circuit;
  Lits outputs, bad; /* in files of the old form, which have no properties, outputs are bad, too */
  Lits *justice;     /* one list for each justice property */
  size_t justice_count;
  const char **symbols[SYMBOL_KINDS]; /* by place; NULL: no name */
  const char **comments;              /* the lines behind the `c` */
  size_t comment_count;
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

/* Each refuses evidence that does not show what it claims. A trace may be one of a property, or, if
 * there is a formula, one that violates it, with values of a product behind the model's. */
void check_trace_file(const AigerFile *model, long property, const Parts *ltl,
                      const Bytes *evidence);
void check_witness_file(const AigerFile *model, long property, const Bytes *evidence);
/* The model becomes its product with the tableau of a formula (linear.h), which is its one
 * property, of progress: it holds if the formula does. */
void make_product(AigerFile *model, const Parts *ltl);
/* False: the circuit is none of a proof by bounded model checking. */
bool check_bounded_file(const AigerFile *model, long property, const AigerFile *evidence);

/* A formula (file_formula.c) in names of the file. Comparisons become new gates. What an atom
 * means: a signal, or the comparison of two sides by a sign; NULL: there is none. */
typedef enum { LOGIC_CTL = 1, LOGIC_LTL = 2 } Logic;
Parts read_formula(const AigerFile *model, Logic logic, const char *text);
Lit atom_literal(const AigerFile *model, const char *left, const char *sign, const char *right);
const char *constant_named(const char *text); /* "true", "false", or NULL: it is neither */
bool proof_begins(const Bytes *bytes);
void check_proof_file(const AigerFile *model, const char *formula, const Bytes *evidence);

#endif
