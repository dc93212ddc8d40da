/* The door of the front ends: a file in any input language becomes a model. */
#ifndef RONDO_FRONT_FRONT_H
#define RONDO_FRONT_FRONT_H

#include "front/model.h"

/* An input language is one row of the table. */
typedef struct {
  const char *name;        /* for --format */
  const char *extensions;  /* "aag aig": endings of file names, separated by spaces */
  const char *description; /* for help */
  bool (*recognise)(const char *data, size_t size); /* by its first bytes; NULL: not possible */
  /* `options` may be NULL; the error may become a list. */
  Model *(*read)(const char *file, const char *data, size_t size, const ReadOptions *options,
                 Error *error);
} InputFormat;

extern const InputFormat input_formats[];
extern const size_t input_format_count;

/* Reads a model from a file, "-" for standard input; gzip and xz are unpacked. The language is the
 * one that the options name, or else is found by the ending of the name without .gz and .xz, or
 * else by the content. NULL and an error if the file cannot be read. `options` may be NULL. */
Model *front_read(const char *file, const ReadOptions *options, Error *error);

#endif
