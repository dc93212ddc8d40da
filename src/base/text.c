#include "base/text.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"

static void ensure(Text *text, size_t more) {
  size_t need = text->size + more + 1;
  if (need <= text->capacity) return;
  text->capacity = vec_capacity_for(text->capacity, need);
  text->data = mem_resize(text->data, text->capacity);
}

void text_add_n(Text *text, const char *bytes, size_t length) {
  ensure(text, length);
  if (length) memcpy(text->data + text->size, bytes, length);
  text->size += length;
  text->data[text->size] = 0;
}

void text_char(Text *text, char c) { text_add_n(text, &c, 1); }

void text_add(Text *text, const char *string) { text_add_n(text, string, strlen(string)); }

void text_format_list(Text *text, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  ensure(text, (size_t)length);
  vsnprintf(text->data + text->size, (size_t)length + 1, format, again);
  va_end(again);
  text->size += (size_t)length;
}

void text_format(Text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  text_format_list(text, format, arguments);
  va_end(arguments);
}

void text_count(Text *text, size_t count, const char *noun) {
  size_t length = strlen(noun);
  const char *ending = noun + length - 1;
  text_format(text, "%zu %s", count, noun);
  if (count == 1) return;
  if (*ending == 'y') text->data[--text->size] = 0;
  bool hisses = *ending == 's' || (*ending == 'h' && length > 1 && ending[-1] == 'c');
  text_add(text, *ending == 'y' ? "ies" : hisses ? "es" : "s");
}

void text_pad(Text *text, size_t column) {
  size_t start = text->size;
  while (start && text->data[start - 1] != '\n') start--;
  size_t width = text->size > start ? text_width(text->data + start) : 0;
  for (; width < column; width++) text_char(text, ' ');
}

static bool starts_character(char byte) { return (byte & 0xc0) != 0x80; }

size_t text_width(const char *string) {
  size_t width = 0;
  for (; *string; string++) width += starts_character(*string);
  return width;
}

size_t text_prefix(const char *string, size_t width) {
  size_t length = 0;
  for (; string[length]; length++)
    if (starts_character(string[length]) && !width--) break;
  return length;
}

size_t text_stem(const char *file) {
  const char *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
  return dot && dot > (slash ? slash + 1 : file) ? (size_t)(dot - file) : strlen(file);
}

size_t text_utf8_length(const char *string) {
  const unsigned char *p = (const unsigned char *)string;
  if (*p < 0x80) return 1;
  size_t length = *p >= 0xf0 ? 4 : *p >= 0xe0 ? 3 : 2;
  uint32_t code = *p & (0xff >> (length + 1));
  if (*p < 0xc2 || *p > 0xf4) return 0;
  for (size_t i = 1; i < length; i++) {
    if ((p[i] & 0xc0) != 0x80) return 0; /* the closing zero, too */
    code = code << 6 | (p[i] & 0x3f);
  }
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return 0;
  return length;
}

bool text_ends_with(const char *string, const char *end) {
  if (!string) return false;
  size_t length = strlen(string), own = strlen(end);
  return length >= own && !strcmp(string + length - own, end);
}

void text_drop(Text *text, size_t length) {
  if (!length) return;
  text->size -= length;
  memmove(text->data, text->data + length, text->size + 1); /* with the zero at the end */
}

void text_clear(Text *text) {
  text->size = 0;
  if (text->data) text->data[0] = 0;
}

char *text_take(Text *text) {
  ensure(text, 0);
  char *result = text->data;
  result[text->size] = 0;
  *text = (Text){0};
  return result;
}

void text_free(Text *text) {
  mem_free(text->data);
  *text = (Text){0};
}
