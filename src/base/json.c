#include "base/json.h"

#include <assert.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <string.h>

static bool in_object(const Json *json) {
  return json->open.size && json->open.data[json->open.size - 1] == '}';
}

static void separate(Json *json) {
  if (json->more) text_char(json->text, ',');
}

/* Every value begins here. */
static void begin_value(Json *json) {
  assert(in_object(json) == json->after_key && "in an object every value has a key");
  assert((json->open.size || !json->more) && "one value stands outside of all");
  if (!in_object(json)) separate(json); /* else that was done before the key */
  json->after_key = false;
}

static void plain_value(Json *json, const char *value) {
  begin_value(json);
  text_add(json->text, value);
  json->more = true;
}

static void open_bracket(Json *json, char bracket, char closing) {
  begin_value(json);
  text_char(json->text, bracket);
  text_char(&json->open, closing);
  json->more = false;
}

void json_object(Json *json) { open_bracket(json, '{', '}'); }

void json_array(Json *json) { open_bracket(json, '[', ']'); }

void json_close(Json *json) {
  assert(json->open.size && !json->after_key);
  text_char(json->text, json->open.data[--json->open.size]);
  json->more = true;
}

static void add_quoted(Text *text, const char *string) {
  text_char(text, '"');
  for (const unsigned char *p = (const unsigned char *)string; *p; p++) {
    if (*p == '"' || *p == '\\') text_format(text, "\\%c", *p);
    else if (*p == '\n') text_add(text, "\\n");
    else if (*p == '\t') text_add(text, "\\t");
    else if (*p < 0x20 || *p == 0x7f) text_format(text, "\\u%04x", *p);
    else if (*p < 0x80) text_char(text, (char)*p);
    else {
      size_t length = text_utf8_length((const char *)p);
      if (length) text_add_n(text, (const char *)p, length);
      else text_add(text, "\\ufffd");
      p += length ? length - 1 : 0;
    }
  }
  text_char(text, '"');
}

Json *json_key(Json *json, const char *key) {
  assert(in_object(json) && !json->after_key);
  separate(json);
  add_quoted(json->text, key);
  text_char(json->text, ':');
  json->after_key = true;
  return json;
}

void json_string(Json *json, const char *string) {
  if (!string) {
    json_null(json);
    return;
  }
  begin_value(json);
  add_quoted(json->text, string);
  json->more = true;
}

void json_int(Json *json, int64_t number) {
  begin_value(json);
  text_format(json->text, "%" PRId64, number);
  json->more = true;
}

void json_uint(Json *json, uint64_t number) {
  begin_value(json);
  text_format(json->text, "%" PRIu64, number);
  json->more = true;
}

void json_fixed(Json *json, double number, int digits) {
  if (!isfinite(number)) {
    json_null(json);
    return;
  }
  begin_value(json);
  /* the program that uses the library may have chosen a locale with another decimal point */
  const char *point = localeconv()->decimal_point;
  size_t start = json->text->size;
  text_format(json->text, "%.*f", digits, number);
  char *place = strstr(json->text->data + start, point);
  if (place) {
    size_t length = strlen(point);
    memmove(place + 1, place + length, strlen(place + length) + 1);
    *place = '.';
    json->text->size -= length - 1;
  }
  json->more = true;
}

void json_bool(Json *json, bool truth) { plain_value(json, truth ? "true" : "false"); }

void json_null(Json *json) { plain_value(json, "null"); }

void json_insert(Json *json, const char *value) { plain_value(json, value); }

void json_end(Json *json) {
  assert(!json->open.size && json->more);
  text_free(&json->open);
}
