#include "system/aiger_scan.h"

#include <stdarg.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

bool scan_fail(Scan *scan, const char *place, const char *format, ...) {
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_format_list(&text, format, arguments);
  va_end(arguments);
  if (scan->binary_part && place >= scan->binary_part) {
    error_at(scan->error, scan->name, 0, 0, "byte %zu: %s", (size_t)(place - scan->data),
             text.data);
  } else {
    int line = 1;
    const char *start = scan->data;
    for (const char *p = scan->data; p < place; p++)
      if (*p == '\n') line++, start = p + 1;
    error_at(scan->error, scan->name, line, (int)(place - start) + 1, "%s", text.data);
    size_t length = 0;
    while (start + length < scan->end && length < 100 && start[length] >= ' ') length++;
    char *excerpt = mem_string_n(start, length);
    if (start + length >= place) error_excerpt(scan->error, excerpt);
    mem_free(excerpt);
  }
  text_free(&text);
  return false;
}

bool scan_fail_expected(Scan *scan, const char *what) {
  if (scan->at >= scan->end)
    return scan_fail(scan, scan->at, "the file ends where %s is expected", what);
  unsigned char c = (unsigned char)*scan->at;
  if (c == '\n') return scan_fail(scan, scan->at, "the line ends where %s is expected", what);
  if (c < ' ' || c > '~')
    return scan_fail(scan, scan->at, "expected %s, found the byte 0x%02x", what, c);
  return scan_fail(scan, scan->at, "expected %s, found '%c'", what, c);
}

const char *scan_token(const Scan *scan, size_t line, size_t token) {
  const char *p = scan->data;
  while (line && p < scan->end) line -= *p++ == '\n';
  while (token && p < scan->end) token -= *p++ == ' ';
  return p;
}

bool scan_number(Scan *scan, const char *what, uint32_t *value) {
  const char *start = scan->at, *p = start;
  uint64_t number = 0;
  *value = 0;
  for (; p < scan->end && *p >= '0' && *p <= '9'; p++) {
    number = number * 10 + (uint64_t)(*p - '0');
    if (number > UINT32_MAX) return scan_fail(scan, start, "the number is too large for %s", what);
  }
  if (p == start) return scan_fail_expected(scan, what);
  scan->at = p;
  *value = (uint32_t)number;
  return true;
}

bool scan_space(Scan *scan, const char *before) {
  if (scan->at >= scan->end || *scan->at != ' ') return scan_fail_expected(scan, before);
  scan->at++;
  return true;
}

bool scan_line_ends_at(const Scan *scan, const char *p) {
  size_t left = (size_t)(scan->end - p);
  return (left && *p == '\n') || (left > 1 && *p == '\r' && p[1] == '\n');
}

bool scan_line_end(Scan *scan) {
  if (!scan_line_ends_at(scan, scan->at)) return scan_fail_expected(scan, "the end of the line");
  scan->at += *scan->at == '\r' ? 2 : 1;
  return true;
}

const char *scan_rest_of_line(const Scan *scan) {
  const char *p = memchr(scan->at, '\n', (size_t)(scan->end - scan->at));
  return p ? p : scan->end;
}
