/* The reader of JSON: what the writer writes comes back, and what is no JSON is refused. */
#include "base/json_read.h"

#include "base/json.h"
#include "base/random.h"
#include "test.h"

static bool read_text(JsonTree *tree, const char *text, char **buffer, Error *error) {
  *buffer = mem_string(text);
  return json_read(tree, "t.json", *buffer, strlen(text), error);
}

TEST(json_values_are_found_by_their_path) {
  JsonTree tree;
  Error error = {0};
  char *buffer;
  CHECK(read_text(&tree, " {\"a\": [1, -2, {}, [] , \"x\\ny\"], \"b\":{\"c\":true, \"d\":null}}\n",
                  &buffer, &error));
  JsonNode a = json_member(&tree, json_root(&tree), "a"), n = json_first(&tree, a);
  CHECK_EQUAL(json_count(&tree, a), 5);
  CHECK_EQUAL(json_integer(&tree, n, 0), 1);
  n = json_next(&tree, n);
  CHECK_EQUAL(json_integer(&tree, n, 0), -2);
  n = json_next(&tree, n);
  CHECK(json_kind(&tree, n) == JSON_OBJECT && !json_first(&tree, n));
  n = json_next(&tree, n);
  CHECK(json_kind(&tree, n) == JSON_ARRAY && !json_count(&tree, n));
  n = json_next(&tree, n);
  CHECK_TEXT(json_string_of(&tree, n), "x\ny");
  CHECK(!json_next(&tree, n));
  JsonNode b = json_member(&tree, json_root(&tree), "b");
  CHECK(json_kind(&tree, json_member(&tree, b, "c")) == JSON_TRUE);
  CHECK(json_kind(&tree, json_member(&tree, b, "d")) == JSON_NULL);
  CHECK_TEXT(json_name(&tree, json_first(&tree, b)), "c");
  CHECK(!json_next(&tree, b));
  JsonNode none = json_member(&tree, json_member(&tree, a, "x"), "y"); /* a path to nowhere */
  CHECK(!none && !*json_string_of(&tree, none) && json_integer(&tree, none, 7) == 7);
  json_tree_free(&tree);
  mem_free(buffer);
}

TEST(json_escapes_become_utf8_in_place) {
  static const struct {
    const char *text, *meaning;
  } rows[] = {{"\"\\u00e9\\u20ac\\ud83d\\ude00\"", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
              {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
              {"\"\\ud83dx\"", "\xef\xbf\xbdx"},
              {"\"\\u0000x\"", "\xef\xbf\xbdx"},
              {"\"\"", ""}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    JsonTree tree;
    Error error = {0};
    char *buffer;
    CHECK(read_text(&tree, rows[i].text, &buffer, &error));
    CHECK_TEXT(json_string_of(&tree, json_root(&tree)), rows[i].meaning);
    json_tree_free(&tree);
    mem_free(buffer);
  }
}

TEST(json_that_is_none_is_refused_with_its_place) {
  static const struct {
    const char *text;
    int line, column;
  } rows[] = {{"", 1, 1},          {"[1,]", 1, 4},        {"[1 2]", 1, 4},     {"{\"a\" 1}", 1, 6},
              {"{1:2}", 1, 2},     {"[\n 1,\n x]", 3, 2}, {"[1]]", 1, 4},      {"01", 1, 3},
              {"1.", 1, 3},        {"-", 1, 2},           {"\"abc", 1, 5},     {"\"\\q\"", 1, 3},
              {"\"a\nb\"", 1, 3},  {"{\"a\":1", 1, 7},    {"[[[", 1, 4},       {"nul", 1, 1},
              {"\"\\u12\"", 1, 3}, {"[1}", 1, 3},         {"{\"a\":1,}", 1, 8}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    JsonTree tree;
    Error error = {0};
    char *buffer;
    if (read_text(&tree, rows[i].text, &buffer, &error))
      test_fail(__FILE__, __LINE__, "%s was read", rows[i].text);
    if (error.line != rows[i].line || error.column != rows[i].column)
      test_fail(__FILE__, __LINE__, "%s: %d:%d", rows[i].text, error.line, error.column);
    error_free(&error);
    mem_free(buffer);
  }
}

/* Random documents, written and read; then with one byte changed, which must not hurt. */
static void write_random(Random *random, Json *json, int depth) {
  static const char *const words[] = {"", "a", "x\"y\\z", "\xc3\xa9\n", "longer text"};
  uint32_t choice = random_below(random, depth ? 7 : 5);
  uint32_t count = random_below(random, 4);
  if (choice == 0) json_null(json);
  else if (choice == 1) json_bool(json, count & 1);
  else if (choice == 2) json_int(json, (int64_t)random_below(random, 2000) - 1000);
  else if (choice < 5) json_string(json, words[random_below(random, 5)]);
  else {
    if (choice == 5) json_array(json);
    else json_object(json);
    for (uint32_t i = 0; i < count; i++)
      write_random(random, choice == 5 ? json : json_key(json, words[i + 1]), depth - 1);
    json_close(json);
  }
}

static void write_again(const JsonTree *tree, JsonNode node, Json *json) {
  JsonKind kind = json_kind(tree, node);
  if (kind == JSON_NULL) json_null(json);
  if (kind == JSON_TRUE || kind == JSON_FALSE) json_bool(json, kind == JSON_TRUE);
  if (kind == JSON_NUMBER) json_int(json, json_integer(tree, node, 0));
  if (kind == JSON_STRING) json_string(json, json_string_of(tree, node));
  if (kind < JSON_ARRAY) return;
  if (kind == JSON_ARRAY) json_array(json);
  else json_object(json);
  for (JsonNode n = json_first(tree, node); n; n = json_next(tree, n))
    write_again(tree, n, kind == JSON_ARRAY ? json : json_key(json, json_name(tree, n)));
  json_close(json);
}

TEST(json_written_and_read_is_the_same) {
  Random random = {17};
  for (unsigned i = 0; i < test_cases(2000); i++) {
    Text text = {0}, again = {0};
    Json json = {.text = &text}, second = {.text = &again};
    JsonTree tree;
    Error error = {0};
    char *buffer;
    write_random(&random, &json, 4);
    json_end(&json);
    CHECK(read_text(&tree, text.data, &buffer, &error));
    write_again(&tree, json_root(&tree), &second);
    json_end(&second);
    CHECK_TEXT(again.data, text.data);
    json_tree_free(&tree);
    mem_free(buffer);
    text.data[random_below(&random, (uint32_t)text.size)] = (char)(1 + random_below(&random, 127));
    if (read_text(&tree, text.data, &buffer, &error)) json_tree_free(&tree);
    error_free(&error);
    mem_free(buffer);
    text_free(&text);
    text_free(&again);
  }
}
