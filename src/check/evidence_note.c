#include "check/evidence_note.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "system/aiger_file.h"

/* The line in a text, after what its lines begin with; NULL if there is none. */
static char *find_in_lines(const char *data, size_t size, const char *before, const char *heading) {
  size_t length = strlen(before) + strlen(heading);
  Text start = {0};
  text_format(&start, "%s%s", before, heading);
  char *found = NULL;
  for (size_t at = 0; at < size && !found;) {
    const char *end = memchr(data + at, '\n', size - at);
    size_t line = end ? (size_t)(end - data) - at : size - at;
    if (line >= length && !memcmp(data + at, start.data, length))
      found = mem_string_n(data + at + length, line - length);
    at += line + 1;
  }
  text_free(&start);
  return found;
}

/* An unreadable circuit has no note; why it is unreadable is told by who reads it for what it is.
 */
char *evidence_note_find(const char *name, const char *data, size_t size, const char *heading) {
  if (!aiger_file_recognise(data, size)) return find_in_lines(data, size, "c ", heading);
  Error ignored = {0};
  char *note = NULL;
  AigerFile *file = aiger_file_read_witness(name, data, size, &ignored);
  for (size_t i = 0; file && i < file->comments.size && !note; i++)
    note = find_in_lines(file->comments.data[i], strlen(file->comments.data[i]), "", heading);
  if (file) aiger_file_free(file);
  error_free(&ignored);
  return note;
}
