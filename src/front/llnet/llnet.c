/* See llnet.h. Line by line: a line that is a section's name begins it; others belong to it. */
#include "front/llnet/llnet.h"

#include <ctype.h>

#include "base/map.h"
#include "base/text.h"
#include "base/unique.h"

typedef enum {
  SECTION_HEAD,
  SECTION_LAYOUT,
  SECTION_PL,
  SECTION_TR,
  SECTION_TP,
  SECTION_PT
} Section;

/* PTR and PTP are the transitions of PEP's editor that are not in the net, with their arcs. */
static const struct {
  const char *name;
  Section section;
} sections[] = {
    {"PL", SECTION_PL},      {"TR", SECTION_TR},      {"TP", SECTION_TP},
    {"PT", SECTION_PT},      {"BL", SECTION_LAYOUT},  {"PTR", SECTION_LAYOUT},
    {"PTP", SECTION_LAYOUT}, {"PPT", SECTION_LAYOUT}, {"TX", SECTION_LAYOUT},
};

/* What the file numbers: numbers need not be dense. */
typedef struct {
  Map index;          /* from the number to the place or transition */
  uint64_t last;      /* the number that was given last */
  UniqueNames unique; /* the names so far */
} Numbered;

typedef struct {
  const char *file, *next, *end; /* of the file's text */
  const char *line, *at;         /* the current line, and where we are in it */
  const char *line_end;
  int number; /* of the line */
  Error *error;
  Net *net;
  Numbered places, transitions;
  Tokens weight; /* of an arc without one */
} Reader;

static bool fail(Reader *r, const char *at, const char *sentence) {
  char *line = mem_string_n(r->line, (size_t)(r->line_end - r->line));
  error_at(r->error, r->file, r->number, (int)(at - r->line) + 1, "%s", sentence);
  error_excerpt(r->error, line);
  mem_free(line);
  return false;
}

/* The next line that is not blank; false at the end. */
static bool next_line(Reader *r) {
  while (r->next < r->end) {
    r->number++;
    r->line = r->next;
    const char *newline = memchr(r->next, '\n', (size_t)(r->end - r->next));
    r->line_end = newline ? newline : r->end;
    r->next = newline ? newline + 1 : r->end;
    while (r->line_end > r->line && isspace((unsigned char)r->line_end[-1])) r->line_end--;
    for (r->at = r->line; r->at < r->line_end && isspace((unsigned char)*r->at);) r->at++;
    if (r->at < r->line_end) return true;
  }
  return false;
}

static bool line_is(const Reader *r, const char *word) {
  size_t length = strlen(word);
  return (size_t)(r->line_end - r->at) == length && !memcmp(r->at, word, length);
}

static bool line_begins(const Reader *r, const char *word) {
  size_t length = strlen(word);
  return (size_t)(r->line_end - r->at) >= length && !memcmp(r->at, word, length);
}

static bool at_digit(const Reader *r) {
  return r->at < r->line_end && isdigit((unsigned char)*r->at);
}

static bool read_number(Reader *r, uint32_t *number) {
  const char *start = r->at;
  if (!at_digit(r)) return fail(r, start, "a number is expected here");
  uint64_t value = 0;
  for (; at_digit(r); r->at++) {
    value = value * 10 + (uint64_t)(*r->at - '0');
    if (value >= UINT32_MAX) return fail(r, start, "this number is too large");
  }
  *number = (uint32_t)value;
  return true;
}

/* A text in quotes; it ends on its line. */
static bool read_quoted(Reader *r, const char **text, size_t *length) {
  assert(*r->at == '"');
  const char *start = r->at + 1;
  const char *close = memchr(start, '"', (size_t)(r->line_end - start));
  if (!close) return fail(r, r->at, "the text that begins here does not end on its line");
  *text = start;
  *length = (size_t)(close - start);
  r->at = close + 1;
  return true;
}

/* The fields behind the name of a place, transition or arc are a letter and a value; of all but one
 * letter, whose number is wanted, the value is skipped. Of several the last one counts. Nothing is
 * wanted if `value` is NULL. */
static bool read_fields(Reader *r, char wanted, Tokens *value) {
  while (r->at < r->line_end) {
    const char *ignored;
    size_t length;
    if (*r->at == '"') {
      if (!read_quoted(r, &ignored, &length)) return false;
    } else if (value && *r->at == wanted) {
      r->at++;
      if (!read_number(r, value)) return false;
    } else {
      r->at++;
    }
  }
  return true;
}

static bool read_numbered(Reader *r, Numbered *numbered, char **name, const char *letter) {
  const char *start = r->at;
  uint32_t number;
  if (at_digit(r)) {
    if (!read_number(r, &number)) return false;
  } else {
    if (numbered->last + 1 >= UINT32_MAX) return fail(r, start, "the numbers have come to an end");
    number = (uint32_t)numbered->last + 1;
  }
  if (map_get(&numbered->index, number, NULL)) return fail(r, start, "this number is given twice");
  map_put(&numbered->index, number, numbered->index.size);
  numbered->last = number;
  Text wanted = {0};
  if (r->at < r->line_end && *r->at == '"') {
    const char *text;
    size_t length;
    if (!read_quoted(r, &text, &length)) return false;
    text_add_n(&wanted, text, length);
  }
  /* A text with a zero in it is as long as C thinks it is; no name at all gets one. */
  if (!wanted.size || !*wanted.data) {
    text_clear(&wanted);
    text_format(&wanted, "%s%u", letter, number);
  }
  *name = unique_name(&numbered->unique, wanted.data);
  text_free(&wanted);
  return true;
}

static bool read_place(Reader *r) {
  char *name;
  Tokens initial = 0;
  if (!read_numbered(r, &r->places, &name, "P")) return false;
  net_add_place(r->net, name, 0);
  mem_free(name);
  if (!read_fields(r, 'M', &initial)) return false;
  vec_last(&r->net->places).initial = initial;
  return true;
}

static bool read_transition(Reader *r) {
  char *name;
  if (!read_numbered(r, &r->transitions, &name, "T")) return false;
  net_add_transition(r->net, name);
  mem_free(name);
  return read_fields(r, 0, NULL);
}

static bool read_end(Reader *r, const Numbered *numbered, const char *what, uint32_t *index) {
  const char *start = r->at;
  uint32_t number;
  uint64_t found;
  if (!read_number(r, &number)) return false;
  if (!map_get(&numbered->index, number, &found)) return fail(r, start, what);
  *index = (uint32_t)found;
  return true;
}

static bool read_arc(Reader *r, bool put) {
  static const char *const no_place = "there is no place with this number";
  static const char *const no_transition = "there is no transition with this number";
  const char *start = r->at;
  uint32_t place, transition;
  Tokens weight = r->weight;
  if (!(put ? read_end(r, &r->transitions, no_transition, &transition)
            : read_end(r, &r->places, no_place, &place)))
    return false;
  if (r->at >= r->line_end || *r->at != (put ? '<' : '>'))
    return fail(r, r->at,
                put ? "'<' is expected here: in TP an arc is transition<place"
                    : "'>' is expected here: in PT an arc is place>transition");
  r->at++;
  if (!(put ? read_end(r, &r->places, no_place, &place)
            : read_end(r, &r->transitions, no_transition, &transition)))
    return false;
  if (!read_fields(r, 'w', &weight)) return false;
  if (!weight) return fail(r, start, "the weight of an arc is at least 1");
  if (!(put ? net_put : net_take)(r->net, transition, place, weight))
    return fail(r, start, "the weights of this arc add up to too much");
  return true;
}

static bool read_line(Reader *r, Section section) {
  switch (section) {
  case SECTION_HEAD:
    if (!line_begins(r, "DPT")) return true;
    r->at += 3;
    return read_fields(r, 'w', &r->weight) &&
           (r->weight || fail(r, r->line, "the weight of an arc is at least 1"));
  case SECTION_LAYOUT: return true;
  case SECTION_PL: return read_place(r);
  case SECTION_TR: return read_transition(r);
  case SECTION_TP: return read_arc(r, true);
  case SECTION_PT: return read_arc(r, false);
  }
  return false;
}

static bool read_head(Reader *r) {
  r->line = r->line_end = r->next; /* an empty file has no line that is wrong */
  r->number = 1;
  if (r->next >= r->end) return fail(r, r->line, "the file is empty");
  r->number = 0;
  if (!next_line(r) || !line_is(r, "PEP")) return fail(r, r->line, "the first line should be PEP");
  if (!next_line(r) || !(line_is(r, "PTNet") || line_is(r, "PetriBox")))
    return fail(r, r->line, "the type of a low-level net should be PTNet or PetriBox");
  if (!next_line(r) || !(line_is(r, "FORMAT_N") || line_is(r, "FORMAT_N2")))
    return fail(r, r->line, "the format should be FORMAT_N or FORMAT_N2");
  return true;
}

static bool read_net(Reader *r) {
  if (!read_head(r)) return false;
  Section section = SECTION_HEAD;
  bool places = false, transitions = false;
  while (next_line(r)) {
    size_t i = 0;
    while (i < sizeof sections / sizeof *sections && !line_is(r, sections[i].name)) i++;
    if (i < sizeof sections / sizeof *sections) {
      section = sections[i].section;
      places |= section == SECTION_PL;
      transitions |= section == SECTION_TR;
    } else if (!read_line(r, section)) {
      return false;
    }
  }
  if (!places) return fail(r, r->line, "the file ends without a section PL, the places");
  if (!transitions) return fail(r, r->line, "the file ends without a section TR, the transitions");
  return true;
}

bool llnet_recognise(const char *data, size_t size) {
  Reader r = {.next = data, .end = data + size};
  return next_line(&r) && line_is(&r, "PEP");
}

Net *llnet_read(const char *file, const char *data, size_t size, Error *error) {
  Reader r = {.file = file,
              .next = data,
              .end = data + size,
              .error = error,
              .net = net_new(file),
              .weight = 1};
  bool good = read_net(&r);
  map_free(&r.places.index);
  map_free(&r.transitions.index);
  unique_free(&r.places.unique);
  unique_free(&r.transitions.unique);
  if (good) return r.net;
  net_free(r.net);
  return NULL;
}
