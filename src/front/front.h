/* The door of the front ends: a file in any input language becomes a model, and a model a file. */
#ifndef RONDO_FRONT_FRONT_H
#define RONDO_FRONT_FRONT_H

#include <stdio.h>

#include "front/model.h"

/* One way to write a language. */
typedef struct {
  const char *ending;                              /* of file names, and its name for --to */
  const char *description;                         /* for help */
  bool (*write)(const Model *model, FILE *stream); /* false if the stream reports an error */
} OutputForm;

/* A language is one row of the table. */
typedef struct {
  const char *name;        /* for --format */
  const char *extensions;  /* "aag aig": endings of file names, separated by spaces */
  const char *description; /* for help */
  bool (*recognise)(const char *data, size_t size); /* by its first bytes; NULL: not possible */
  /* `options` may be NULL; the error may become a list. */
  Model *(*read)(const char *file, const char *data, size_t size, const ReadOptions *options,
                 Error *error);
  /* How it is written: the rows end with one that has no ending; NULL: it is only read. */
  const OutputForm *forms;
  /* Why it cannot say a property beside those before it, as a sentence; NULL: it can. */
  const char *(*cannot_say)(const Model *model, size_t property);
  /* What of the model, apart from properties, it has no place for; NULL: nothing. The column is
   * NULL where there never is such a thing. */
  const char *(*leaves_out)(const Model *model);
} InputFormat;

extern const InputFormat input_formats[];
extern const size_t input_format_count;

/* Reads a model from a file, "-" for standard input; gzip and xz are unpacked. The language is the
 * one that the options name, or else is found by the ending of the name without .gz and .xz, or
 * else by the content. NULL and an error if the file cannot be read. `options` may be NULL. */
Model *front_read(const char *file, const ReadOptions *options, Error *error);

/* The same for bytes in memory, which `file` is the name of; files that they name themselves are
 * looked for as if they came from there. */
Model *front_read_bytes(const char *file, const char *data, size_t size, const ReadOptions *options,
                        Error *error);

/* How to write a file: a row, and one of its forms. */
typedef struct {
  const InputFormat *format;
  const OutputForm *form;
} FrontWriter;

/* The form that is named: an ending, or a format, whose first form it is; or else the one of the
 * file's ending; or else, where the file is NULL or has no ending, the first of all. False and
 * an error if there is none of that name or ending. */
bool front_writer(const char *name, const char *file, FrontWriter *writer, Error *error);

/* The endings of all forms, in the order of the table. */
void front_endings(const char *separator, Text *text);

#endif
