#include "base/json_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  JsonTree *tree;
  const char *file;
  char *data, *p, *end;
  int line;          /* of p, and ... */
  const char *start; /* ... where it begins */
  U32Vec open;       /* the arrays and objects that are not closed yet */
  Error *error;
} Reader;

static bool fail(Reader *r, const char *what) {
  return error_at(r->error, r->file, r->line, (int)(r->p - r->start) + 1, "this is no JSON: %s",
                  what);
}

/* Lines end here and nowhere else: a string has none. */
static void skip_blanks(Reader *r) {
  for (; *r->p == ' ' || *r->p == '\n' || *r->p == '\t' || *r->p == '\r'; r->p++)
    if (*r->p == '\n') r->line++, r->start = r->p + 1;
}

/* ---- strings ---- */

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool read_unit(const char *p, unsigned *unit) {
  *unit = 0;
  for (int i = 0; i < 4; i++) {
    int digit = hex_digit(p[i]);
    if (digit < 0) return false;
    *unit = *unit * 16 + (unsigned)digit;
  }
  return true;
}

static char *add_utf8(char *to, unsigned code) {
  if (code < 0x80) {
    *to++ = (char)code;
  } else if (code < 0x800) {
    *to++ = (char)(0xc0 | code >> 6);
    *to++ = (char)(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    *to++ = (char)(0xe0 | code >> 12);
    *to++ = (char)(0x80 | (code >> 6 & 0x3f));
    *to++ = (char)(0x80 | (code & 0x3f));
  } else {
    *to++ = (char)(0xf0 | code >> 18);
    *to++ = (char)(0x80 | (code >> 12 & 0x3f));
    *to++ = (char)(0x80 | (code >> 6 & 0x3f));
    *to++ = (char)(0x80 | (code & 0x3f));
  }
  return to;
}

/* An escape is longer than what it stands for: \u and four digits than three bytes, two of them
 * than four. A zero would end the string, and half of a pair is no character: U+FFFD. */
static bool read_escape(Reader *r, char **to) {
  static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  unsigned code, low;
  const char *letter = *r->p ? strchr(letters, *r->p) : NULL;
  if (letter) {
    *(*to)++ = meanings[letter - letters];
    r->p++;
    return true;
  }
  if (*r->p != 'u' || !read_unit(r->p + 1, &code)) return fail(r, "there is no such escape");
  r->p += 5;
  bool high = code >= 0xd800 && code < 0xdc00;
  if (high && r->p[0] == '\\' && r->p[1] == 'u' && read_unit(r->p + 2, &low) && low >= 0xdc00 &&
      low < 0xe000) {
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    r->p += 6;
  }
  bool none = !code || (code >= 0xd800 && code < 0xe000);
  *to = add_utf8(*to, none ? 0xfffd : code);
  return true;
}

/* A string in place; `start` becomes where it is in the buffer. */
static bool read_string(Reader *r, uint32_t *start) {
  if (*r->p != '"') return fail(r, "a string is expected here");
  char *to = ++r->p;
  *start = (uint32_t)(r->p - r->data);
  while (*r->p != '"') {
    if ((unsigned char)*r->p < ' ')
      return fail(r, r->p == r->end ? "a string has no end" : "a control character in a string");
    if (*r->p != '\\') {
      *to++ = *r->p++;
      continue;
    }
    r->p++;
    if (!read_escape(r, &to)) return false;
  }
  r->p++;
  *to = 0;
  return true;
}

/* ---- values ---- */

static size_t digits(Reader *r) {
  char *start = r->p;
  while (*r->p >= '0' && *r->p <= '9') r->p++;
  return (size_t)(r->p - start);
}

static bool read_number(Reader *r) {
  if (*r->p == '-') r->p++;
  bool zero = *r->p == '0';
  size_t whole = digits(r);
  bool good = whole && !(zero && whole > 1);
  if (good && *r->p == '.') r->p++, good = digits(r) > 0;
  if (good && (*r->p == 'e' || *r->p == 'E')) {
    r->p++;
    if (*r->p == '+' || *r->p == '-') r->p++;
    good = digits(r) > 0;
  }
  return good || fail(r, "a value is expected here");
}

static bool read_word(Reader *r, const char *word) {
  size_t length = strlen(word);
  if (strncmp(r->p, word, length)) return fail(r, "a value is expected here");
  r->p += length;
  return true;
}

/* One value, of an array or object its opening bracket alone. */
static bool read_value(Reader *r, uint32_t name) {
  static const struct {
    char first;
    JsonKind kind;
    const char *word;
  } words[] = {{'n', JSON_NULL, "null"}, {'t', JSON_TRUE, "true"}, {'f', JSON_FALSE, "false"}};
  JsonItem item = {.name = name, .text = (uint32_t)(r->p - r->data), .kind = JSON_NUMBER};
  bool container = *r->p == '[' || *r->p == '{', good;
  if (container) {
    item.kind = *r->p == '[' ? JSON_ARRAY : JSON_OBJECT;
    vec_push(&r->open, (uint32_t)r->tree->items.size);
    r->p++;
    good = true;
  } else if (*r->p == '"') {
    item.kind = JSON_STRING;
    good = read_string(r, &item.text);
  } else {
    const char *word = NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      if (*r->p == words[i].first) word = words[i].word, item.kind = (uint8_t)words[i].kind;
    good = word ? read_word(r, word) : read_number(r);
  }
  item.next = (uint32_t)r->tree->items.size + 1;
  if (good) vec_push(&r->tree->items, item);
  return good;
}

static bool read_member(Reader *r) {
  uint32_t name = 0;
  skip_blanks(r);
  if (r->tree->items.data[vec_last(&r->open)].kind == JSON_OBJECT) {
    if (!read_string(r, &name)) return false;
    skip_blanks(r);
    if (*r->p++ != ':') return r->p--, fail(r, "a colon is expected here");
    skip_blanks(r);
  }
  return read_value(r, name);
}

/* Behind a value: the brackets that close here, and a comma if more is to come. */
static bool read_behind(Reader *r, bool *more) {
  JsonTree *tree = r->tree;
  for (*more = false; r->open.size && !*more;) {
    uint32_t container = vec_last(&r->open);
    bool empty = tree->items.size == container + 1;
    char close = tree->items.data[container].kind == JSON_ARRAY ? ']' : '}';
    skip_blanks(r);
    if (*r->p == close) {
      r->p++;
      tree->items.data[container].next = (uint32_t)tree->items.size;
      r->open.size--;
    } else if (empty || *r->p == ',') {
      r->p += !empty;
      *more = true;
    } else {
      return fail(r,
                  r->p == r->end ? "it ends too early" : "a comma or a bracket is expected here");
    }
  }
  return true;
}

/* The last in each container is marked: then the next of a node needs no look at its parent. */
static void mark_last(JsonTree *tree) {
  for (size_t i = 1; i < tree->items.size; i++) {
    const JsonItem *item = tree->items.data + i;
    if (item->kind < JSON_ARRAY || item->next == i + 1) continue;
    uint32_t member = (uint32_t)i + 1;
    while (tree->items.data[member].next < item->next) member = tree->items.data[member].next;
    tree->items.data[member].last = true;
  }
}

bool json_read(JsonTree *tree, const char *file, char *data, size_t size, Error *error) {
  Reader r = {.tree = tree,
              .file = file,
              .data = data,
              .p = data,
              .end = data + size,
              .line = 1,
              .start = data,
              .error = error};
  bool more = true;
  *tree = (JsonTree){.data = data};
  if (size >= UINT32_MAX)
    return error_at(error, file, 0, 0, "%zu bytes of JSON are more than can be read", size);
  vec_push(&tree->items, ((JsonItem){.next = 1, .last = true})); /* no node */
  skip_blanks(&r);
  bool good = read_value(&r, 0) && read_behind(&r, &more);
  while (good && more) good = read_member(&r) && read_behind(&r, &more);
  skip_blanks(&r);
  if (good && r.p != r.end) good = fail(&r, "something follows the value");
  vec_free(&r.open);
  if (!good) json_tree_free(tree);
  else {
    tree->items.data[1].last = true;
    mark_last(tree);
  }
  return good;
}

void json_tree_free(JsonTree *tree) { vec_free(&tree->items); }

/* ---- looking ---- */

JsonNode json_root(const JsonTree *tree) { return tree->items.size > 1 ? 1 : JSON_NONE; }

JsonKind json_kind(const JsonTree *tree, JsonNode node) {
  return (JsonKind)tree->items.data[node].kind;
}

JsonNode json_first(const JsonTree *tree, JsonNode container) {
  const JsonItem *item = tree->items.data + container;
  return item->kind >= JSON_ARRAY && item->next > container + 1 ? container + 1 : JSON_NONE;
}

JsonNode json_next(const JsonTree *tree, JsonNode node) {
  const JsonItem *item = tree->items.data + node;
  return item->last ? JSON_NONE : item->next;
}

const char *json_name(const JsonTree *tree, JsonNode member) {
  uint32_t name = tree->items.data[member].name;
  return name ? tree->data + name : "";
}

const char *json_string_of(const JsonTree *tree, JsonNode node) {
  const JsonItem *item = tree->items.data + node;
  return item->kind == JSON_STRING ? tree->data + item->text : "";
}

int64_t json_integer(const JsonTree *tree, JsonNode node, int64_t fallback) {
  const JsonItem *item = tree->items.data + node;
  char *end;
  if (item->kind != JSON_NUMBER) return fallback;
  errno = 0;
  long long number = strtoll(tree->data + item->text, &end, 10);
  return errno || *end == '.' || *end == 'e' || *end == 'E' ? fallback : number;
}

JsonNode json_member(const JsonTree *tree, JsonNode object, const char *key) {
  for (JsonNode n = json_first(tree, object); n; n = json_next(tree, n))
    if (!strcmp(json_name(tree, n), key)) return n;
  return JSON_NONE;
}

size_t json_count(const JsonTree *tree, JsonNode container) {
  size_t count = 0;
  for (JsonNode n = json_first(tree, container); n; n = json_next(tree, n)) count++;
  return count;
}
