/* The writer of JSON: brackets and commas are its own business, and no value can break them. */
#include "test.h"

#include <math.h>

#include "base/json.h"
#include "base/random.h"
#include "base/vec.h"

TEST(json_objects_and_arrays_nest_with_commas_where_they_belong) {
  Text text = {0};
  Json json = {.text = &text};
  json_object(&json);
  json_object(json_key(&json, "empty"));
  json_close(&json);
  json_array(json_key(&json, "list"));
  json_array(&json);
  json_close(&json);
  json_uint(&json, 1);
  json_object(&json);
  json_bool(json_key(&json, "a"), true);
  json_bool(json_key(&json, "b"), false);
  json_close(&json);
  json_null(&json);
  json_close(&json);
  json_string(json_key(&json, "last"), "x");
  json_close(&json);
  json_end(&json);
  CHECK_TEXT(text.data,
             "{\"empty\":{},\"list\":[[],1,{\"a\":true,\"b\":false},null],\"last\":\"x\"}");
  text_free(&text);
}

TEST(json_nests_as_deep_as_it_must) {
  enum { DEPTH = 5000 };
  Text text = {0}, expected = {0};
  Json json = {.text = &text};
  for (int i = 0; i < DEPTH; i++) {
    json_array(&json);
    json_object(&json);
    json_key(&json, "k");
    text_add(&expected, "[{\"k\":");
  }
  json_int(&json, -1);
  text_add(&expected, "-1");
  for (int i = 0; i < DEPTH; i++) {
    json_close(&json);
    json_close(&json);
    text_add(&expected, "}]");
  }
  json_end(&json);
  CHECK(!strcmp(text.data, expected.data));
  text_free(&text);
  text_free(&expected);
}

TEST(json_goes_on_when_its_text_was_taken_away) {
  Text text = {0};
  Json json = {.text = &text};
  json_array(&json);
  json_uint(&json, 1);
  text_clear(&text);
  json_uint(&json, 2);
  CHECK_TEXT(text.data, ",2");
  text_clear(&text);
  json_close(&json);
  CHECK_TEXT(text.data, "]");
  json_end(&json);
  text_free(&text);
}

static char *string_as_json(const char *string) {
  Text text = {0};
  Json json = {.text = &text};
  json_string(&json, string);
  json_end(&json);
  return text_take(&text);
}

TEST(json_strings_are_utf8_without_control_characters_whatever_the_bytes) {
  static const struct {
    const char *bytes, *expected;
  } rows[] = {
      {"", "\"\""},
      {NULL, "null"},
      {"a\"b\\c/\n\t", "\"a\\\"b\\\\c/\\n\\t\""},
      {"\x01\r\x1b\x1f", "\"\\u0001\\u000d\\u001b\\u001f\""},
      {"\x7f", "\"\\u007f\""},
      {"\xc3\xa9\xe2\x82\xac\xf0\x9d\x84\x9e", "\"\xc3\xa9\xe2\x82\xac\xf0\x9d\x84\x9e\""},
      {"a\xffz", "\"a\\ufffdz\""},                              /* no byte of UTF-8 */
      {"\xc0\xafz", "\"\\ufffd\\ufffdz\""},                     /* overlong */
      {"\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""},            /* a surrogate */
      {"\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""}, /* beyond Unicode */
      {"z\xe2\x82", "\"z\\ufffd\\ufffd\""},                     /* cut short by the end */
      {"\xe2\"", "\"\\ufffd\\\"\""},                            /* cut short by a quote */
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *text = string_as_json(rows[i].bytes);
    CHECK_TEXT(text, rows[i].expected);
    mem_free(text);
  }
}

TEST(json_keys_are_escaped_like_strings) {
  Text text = {0};
  Json json = {.text = &text};
  json_object(&json);
  json_uint(json_key(&json, "say \"no\"\xff"), 1);
  json_close(&json);
  json_end(&json);
  CHECK_TEXT(text.data, "{\"say \\\"no\\\"\\ufffd\":1}");
  text_free(&text);
}

TEST(json_numbers_are_exact_at_their_limits_and_never_infinite) {
  Text text = {0};
  Json json = {.text = &text};
  json_array(&json);
  json_int(&json, INT64_MIN);
  json_int(&json, INT64_MAX);
  json_uint(&json, UINT64_MAX);
  json_fixed(&json, 0.0625, 3);
  json_fixed(&json, -12.5, 1);
  json_fixed(&json, 7, 0);
  json_fixed(&json, INFINITY, 3);
  json_fixed(&json, -INFINITY, 3);
  json_fixed(&json, NAN, 3);
  json_close(&json);
  json_end(&json);
  CHECK_TEXT(text.data, "[-9223372036854775808,9223372036854775807,18446744073709551615,"
                        "0.062,-12.5,7,null,null,null]");
  text_free(&text);
}

/* A reader that knows nothing of the writer: whether the text is JSON, and how many values and keys
 * are in it. It gives the place behind a value, or NULL. */
static const char *read_value(const char *p, size_t *values, unsigned depth);

static const char *read_string(const char *p) {
  if (*p++ != '"') return NULL;
  for (; *p != '"'; p++) {
    if ((unsigned char)*p < 0x20) return NULL; /* the closing zero, too */
    if (*p != '\\') continue;
    p++;
    if (*p == 'u' && strspn(p + 1, "0123456789abcdef") < 4) return NULL;
    if (!strchr("\"\\/bfnrtu", *p)) return NULL;
  }
  return p + 1;
}

static const char *read_members(const char *p, size_t *values, unsigned depth) {
  bool object = *p++ == '{';
  char end = object ? '}' : ']';
  if (*p == end) return p + 1;
  for (;;) {
    if (object && (!(p = read_string(p)) || *p++ != ':')) return NULL;
    if (!(p = read_value(p, values, depth + 1))) return NULL;
    if (*p == end) return p + 1;
    if (*p++ != ',') return NULL;
  }
}

static const char *read_value(const char *p, size_t *values, unsigned depth) {
  static const char *const words[] = {"true", "false", "null"};
  ++*values;
  if (depth > 100) return NULL;
  if (*p == '{' || *p == '[') return read_members(p, values, depth);
  if (*p == '"') return read_string(p);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strncmp(p, words[i], strlen(words[i]))) return p + strlen(words[i]);
  if (*p == '-') p++;
  size_t digits = strspn(p, "0123456789");
  if (!digits || (digits > 1 && *p == '0')) return NULL;
  p += digits;
  if (*p != '.') return p;
  digits = strspn(p + 1, "0123456789");
  return digits ? p + 1 + digits : NULL;
}

static void random_string(Random *random, char *string) {
  size_t length = random_below(random, 8);
  for (size_t i = 0; i < length; i++) string[i] = (char)(random_below(random, 255) + 1);
  string[length] = 0;
}

TEST(random_calls_of_the_json_writer_give_what_a_reader_accepts) {
  for (uint64_t seed = 1; seed <= 500; seed++) {
    Random random = {seed};
    Text text = {0}, kinds = {0};
    Json json = {.text = &text};
    char string[9];
    size_t values = 1, found = 0;
    json_array(&json);
    text_char(&kinds, '[');
    while (kinds.size) {
      uint32_t what = random_below(&random, 12);
      if (what >= 9 || (kinds.size > 50 && what < 2)) {
        json_close(&json);
        kinds.size--;
        continue;
      }
      if (kinds.data[kinds.size - 1] == '{') {
        random_string(&random, string);
        json_key(&json, string);
      }
      values++;
      random_string(&random, string);
      double real = (double)(int64_t)random_word(&random) / 1e6;
      switch (what) {
      case 0: json_object(&json), text_char(&kinds, '{'); break;
      case 1: json_array(&json), text_char(&kinds, '['); break;
      case 2: json_int(&json, (int64_t)random_word(&random)); break;
      case 3: json_uint(&json, random_word(&random)); break;
      case 4: json_fixed(&json, real, (int)random_below(&random, 4)); break;
      case 5: json_bool(&json, random_chance(&random, 1, 2)); break;
      case 6: json_null(&json); break;
      default: json_string(&json, string);
      }
    }
    json_end(&json);
    const char *end = read_value(text.data, &found, 0);
    CHECK(end && !*end);
    CHECK_EQUAL(found, values);
    text_free(&text);
    text_free(&kinds);
  }
}
