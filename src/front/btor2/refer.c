/* Numbers in a line that refer to lines before it. */
#include "base/text.h"
#include "front/btor2/reader.h"

const Line *reader_find(const Reader *reader, uint64_t id) {
  size_t low = 0, high = reader->lines.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (reader->lines.data[middle].id < id) low = middle + 1;
    else high = middle;
  }
  bool found = low < reader->lines.size && reader->lines.data[low].id == id;
  return found ? reader->lines.data + low : NULL;
}

/* The line of a number; one with an error of its own fails without another. */
static const Line *refer(Reader *reader, const char *place, uint64_t id) {
  const Line *line = reader_find(reader, id);
  if (!line)
    reader_error(reader, place, "there is no line %llu before this one", (unsigned long long)id);
  else if (line->kind == LINE_BROKEN) reader->failed = true;
  else return line;
  return NULL;
}

bool reader_sort(Reader *reader, Type *type) {
  uint64_t id;
  reader_skip_blanks(reader);
  const char *place = reader->next;
  if (!reader_number(reader, "the number of a sort", UINT64_MAX / 16, &id)) return false;
  const Line *line = refer(reader, place, id);
  if (!line) return false;
  if (line->kind != LINE_SORT)
    return reader_error(reader, place, "line %llu is no sort", (unsigned long long)id);
  *type = line->type;
  return true;
}

bool reader_term(Reader *reader, Term *term, const Line **line) {
  uint64_t id;
  reader_skip_blanks(reader);
  const char *place = reader->next;
  bool negated = place < reader->line_end && *place == '-';
  reader->next += negated;
  if (negated && (reader->next == reader->line_end || *reader->next == ' '))
    return reader_error(reader, place, "expected the number of a term");
  if (!reader_number(reader, "the number of a term", UINT64_MAX / 16, &id)) return false;
  const Line *found = refer(reader, place, id);
  if (!found) return false;
  if (found->kind != LINE_TERM)
    return reader_error(reader, place, "line %llu has no value", (unsigned long long)id);
  Terms *terms = reader->relation->terms;
  if (negated && type_is_array(&terms->types, term_type(terms, found->term)))
    return reader_error(reader, place, "an array has no complement");
  *term = negated ? term_not(terms, found->term) : found->term;
  if (line) *line = found;
  return true;
}

bool reader_condition(Reader *reader, Term *term) {
  reader_skip_blanks(reader);
  const char *place = reader->next;
  Terms *terms = reader->relation->terms;
  if (!reader_term(reader, term, NULL)) return false;
  Type type = term_type(terms, *term);
  if (type_bits(&terms->types, type) == 1 && !type_is_array(&terms->types, type)) return true;
  Text text = {0};
  type_print(&terms->types, type, &text);
  reader_error(reader, place, "a condition has 1 bit, this is %s", text.data);
  text_free(&text);
  return false;
}
