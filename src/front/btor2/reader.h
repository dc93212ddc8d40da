/* Shared by the files of the reader of BTOR2: the text line by line, and what its lines mean. */
#ifndef RONDO_FRONT_BTOR2_READER_H
#define RONDO_FRONT_BTOR2_READER_H

#include "base/budget.h"
#include "base/error.h"
#include "base/map.h"
#include "term/relation.h"

enum {
  WIDTH_LIMIT = 1 << 16, /* bits of a word */
  DEPTH_LIMIT = 16,      /* of arrays in arrays */
  ERROR_LIMIT = 10,      /* errors that are told */
};

typedef enum {
  LINE_SORT,
  LINE_TERM,
  LINE_OTHER,  /* has a number, but no value: init, bad, ... */
  LINE_BROKEN, /* an error was told; what refers to it fails in silence */
} LineKind;

/* What a line with a number means. */
typedef struct {
  uint64_t id;
  LineKind kind;
  Type type;             /* of a sort */
  Term term;             /* of a term */
  uint32_t variable;     /* of a state or input: which of the relation's; else UINT32_MAX */
  bool reads_inputs;     /* of a term */
  uint64_t newest_state; /* that a term reads, by its line; 0: none */
} Line;

typedef struct {
  const char *file;
  const char *next, *end; /* the rest of the text */
  const char *line_start, *line_end;
  int line_number;
  Relation *relation;
  Budget *budget;  /* may be NULL */
  VEC(Line) lines; /* by ascending number */
  Error error;     /* of this line; empty if it is a consequence of another */
  bool failed;     /* this line */
} Reader;

/* ---- the text (scan.c) ---- */

/* An error at a place of the current line; returns false. */
bool reader_error(Reader *reader, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* To the next line; false at the end of the text. */
bool reader_next_line(Reader *reader);
void reader_skip_blanks(Reader *reader);
bool reader_at_end_of_line(const Reader *reader); /* or at a comment */

/* The next word of the line, its length 0 if there is none. */
typedef struct {
  const char *text;
  size_t length;
} Word;
Word reader_word(Reader *reader);
bool word_is(Word word, const char *text);

/* A word that is a number up to `most`; `what` is what errors call it. */
bool reader_number(Reader *reader, const char *what, uint64_t most, uint64_t *number);

/* The symbol at the end of a line, a copy, or NULL; false if something follows it. */
bool reader_symbol(Reader *reader, char **symbol);

/* ---- what lines mean (refer.c) ---- */

const Line *reader_find(const Reader *reader, uint64_t id); /* NULL if there is none */
bool reader_sort(Reader *reader, Type *type);               /* the number of a sort */

/* The number of a term, perhaps negative, which means its bitwise complement. `line` is set to the
 * line it refers to; it may be NULL. */
bool reader_term(Reader *reader, Term *term, const Line **line);

/* A term of one bit. */
bool reader_condition(Reader *reader, Term *term);

/* ---- values (constants.c, operators.c) ---- */

/* What comes behind a tag. If it is one of theirs, which `known` says, false means an error that
 * was told; else it is not looked at. */
bool reader_constant(Reader *reader, Word tag, Line *line, bool *known);
bool reader_operator(Reader *reader, Word tag, Line *line, bool *known);

#endif
