/* Traces in JSON, as docs/json.md describes: a result, or several, one on each line; each may have
 * a trace, and one of CTL an explanation, a tree whose nodes may have traces. */
#include <ctype.h>

#include "base/json_read.h"
#include "base/memory.h"
#include "report/trace_read.h"

typedef struct {
  Listener *listener;
  const JsonTree *tree;
  TaleVec *tales;
  int line;
} Reader;

static bool read_member(Reader *r, JsonNode member) {
  const char *name = json_name(r->tree, member);
  uint32_t signal = listener_signal(r->listener, name);
  if (signal == NAMES_NONE)
    return is_name_of_product(name) || error_at(r->listener->error, r->listener->file, r->line, 0,
                                                "the model has no signal '%s'", name);
  JsonKind kind = json_kind(r->tree, member);
  const char *value = kind == JSON_TRUE    ? "1"
                      : kind == JSON_FALSE ? "0"
                                           : r->tree->data + r->tree->items.data[member].text;
  bool has_text = kind == JSON_STRING || kind == JSON_NUMBER;
  size_t length = kind == JSON_NUMBER ? strspn(value, "+-.0123456789eE") : strlen(value);
  if (kind != JSON_TRUE && kind != JSON_FALSE && !has_text) return true;
  char *copy = mem_string_n(value, length);
  bool good = listener_value(r->listener, signal, copy, r->line);
  mem_free(copy);
  return good;
}

/* Appends the trace; its number, or -1 if there is an error. */
static int64_t read_trace(Reader *r, JsonNode trace) {
  Tale *tale = tale_begin(r->tales);
  listener_forget(r->listener);
  tale->run.loop =
      json_integer(r->tree, json_member(r->tree, trace, "loop"), (int64_t)TRACE_NO_LOOP);
  if (tale->run.loop < 0) tale->run.loop = TRACE_NO_LOOP;
  JsonNode steps = json_member(r->tree, trace, "steps");
  for (JsonNode step = json_first(r->tree, steps); step; step = json_next(r->tree, step)) {
    for (JsonNode m = json_first(r->tree, step); m; m = json_next(r->tree, m))
      if (!read_member(r, m)) return -1;
    listener_claim(r->listener, claimed_run_step(&tale->run, r->line), TOLD_ALL);
  }
  return (int64_t)r->tales->size - 1;
}

/* A node of an explanation that is still to be read, and the path that it leaves. */
typedef struct {
  JsonNode node;
  int64_t parent;
} Waiting;

static bool read_explanation(Reader *r, JsonNode root) {
  VEC(Waiting) waiting = {0};
  Waiting first = {root, -1};
  bool good = true;
  vec_push(&waiting, first);
  for (size_t i = 0; i < waiting.size && good; i++) {
    Waiting now = waiting.data[i];
    JsonNode trace = json_member(r->tree, now.node, "trace");
    int64_t path = now.parent;
    if (trace) {
      path = read_trace(r, trace);
      good = path >= 0;
      if (good) vec_last(r->tales).parent = now.parent;
      int64_t step = json_integer(r->tree, json_member(r->tree, now.node, "step"), 0);
      if (good) vec_last(r->tales).step = step > 0 ? (size_t)step : 0;
    }
    JsonNode children = json_member(r->tree, now.node, "children");
    for (JsonNode c = json_first(r->tree, children); c; c = json_next(r->tree, c)) {
      Waiting child = {c, path};
      vec_push(&waiting, child);
    }
  }
  vec_free(&waiting);
  return good;
}

static bool read_result(Reader *r) {
  JsonNode root = json_root(r->tree), trace = json_member(r->tree, root, "trace");
  JsonNode explanation = json_member(r->tree, root, "explanation");
  if (json_member(r->tree, root, "steps")) trace = root;
  if (trace && read_trace(r, trace) < 0) return false;
  return !explanation || read_explanation(r, explanation);
}

/* One document, beginning on this line. */
static bool read_document(Listener *listener, const char *data, size_t size, int line,
                          TaleVec *tales, Error *error) {
  char *copy = mem_string_n(data, size);
  JsonTree tree = {0};
  Reader r = {listener, &tree, tales, line};
  bool good = json_read(&tree, listener->file, copy, size, error) && read_result(&r);
  json_tree_free(&tree);
  mem_free(copy);
  return good;
}

bool read_json_tales(Listener *listener, const char *data, size_t size, TaleVec *tales) {
  Error first = {0};
  char *copy = mem_string_n(data, size);
  JsonTree tree = {0};
  bool whole = json_read(&tree, listener->file, copy, size, &first);
  json_tree_free(&tree);
  mem_free(copy);
  error_free(&first);
  if (whole) return read_document(listener, data, size, 0, tales, listener->error);
  const char *end = data + size;
  for (int line = 1; data < end; line++) {
    const char *stop = memchr(data, '\n', (size_t)(end - data));
    size_t length = (size_t)((stop ? stop : end) - data);
    if (length && *data == '{' &&
        !read_document(listener, data, length, line, tales, listener->error))
      return false;
    data += length + 1;
  }
  return true;
}
