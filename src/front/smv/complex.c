/* NuSMV's complex identifiers: a declaration may call a variable `x[3]`, `x.y` or `x[4].y[-1]`, and
 * that is one name. In an expression it looks like a path through arrays and modules, which is what
 * it nearly always is; so the parser reads paths, and only where some declaration of the file has
 * such a name, the paths that spell it are folded into one node with the whole name, written
 * without blanks. resolve.c takes the name apart again where the scope has no such symbol. */
#include "front/smv/parser.h"

#include "base/bits.h"

enum { COMPONENT_LIMIT = 64 };

/* `x`, `.x` or `[3]`. */
typedef struct {
  NodeIndex node;
  bool index;
  const char *name; /* of x and .x */
  int64_t number;
} Component;

typedef struct {
  Component parts[COMPONENT_LIMIT]; /* the last comes first */
  size_t count;
  bool rooted; /* the first is a plain name, and not a part of something else */
} Path;

/* The components of a path, from its end until something that is none. */
static void walk(const Syntax *syntax, NodeIndex end, Path *path) {
  *path = (Path){.count = 0};
  for (NodeIndex i = end; path->count < COMPONENT_LIMIT;) {
    const Node *node = syntax_node(syntax, i);
    Component part = {.node = i, .index = node->kind == NODE_INDEX};
    if (part.index && !syntax_literal_index(syntax, node->right, &part.number)) return;
    if (!part.index && node->kind != NODE_DOT && node->kind != NODE_NAME) return;
    if (!part.index) part.name = syntax->names.text[node->number];
    path->parts[path->count++] = part;
    path->rooted = node->kind == NODE_NAME;
    if (path->rooted) return;
    i = node->left;
  }
}

/* The name that the last `count` components spell. */
static void spell(const Path *path, size_t count, Text *text) {
  for (size_t i = count; i-- > 0;) {
    const Component *part = path->parts + i;
    if (part->index) text_format(text, "[%lld]", (long long)part->number);
    else text_format(text, "%s%s", i + 1 < count ? "." : "", part->name);
  }
}

uint32_t syntax_complex_name(Syntax *syntax, NodeIndex index) {
  Path path;
  walk(syntax, index, &path);
  if (!path.rooted || path.count < 2) return NAMES_NONE;
  Text text = {0};
  spell(&path, path.count, &text);
  uint32_t name = names_add(&syntax->names, text.data);
  text_free(&text);
  return name;
}

/* Nodes that are no longer read stay in the range of the expression, as constants. */
static void bury(Syntax *syntax, NodeIndex first, NodeIndex end) {
  for (NodeIndex i = first; i < end; i++) {
    Node *node = syntax->nodes.data + i;
    node->kind = NODE_NUMBER;
    node->number = 0;
    node->left = node->right = NODE_NONE;
  }
}

static void fold(Syntax *syntax, NodeIndex end, Text *text) {
  Path path;
  walk(syntax, end, &path);
  for (size_t count = path.count; count > 1; count--) { /* the longest name first */
    const Component *first = path.parts + count - 1;
    bool root = path.rooted && count == path.count;
    if (first->index) continue;
    text_clear(text);
    spell(&path, count, text);
    uint32_t name = names_find(&syntax->names, text->data);
    if (name == NAMES_NONE || !map_get(&syntax->complex, name, NULL)) continue;
    Node *node = syntax->nodes.data + end;
    NodeIndex left = root ? NODE_NONE : syntax_node(syntax, first->node)->left;
    bury(syntax, root ? node->first : left + 1, end);
    node->kind = root ? NODE_NAME : NODE_DOT;
    node->number = name;
    node->left = left;
    node->right = NODE_NONE;
    return;
  }
}

/* What DEFINE defines stays a path: perhaps it is a name in another module. */
static Bits defined_nodes(const Syntax *syntax) {
  Bits nodes = bits_new(syntax->nodes.size);
  for (size_t i = 0; i < syntax->modules.size; i++) {
    const ModuleSyntax *module = syntax->modules.data + i;
    for (size_t j = 0; j < module->defines.size; j++) {
      NodeIndex target = module->defines.data[j].target;
      for (NodeIndex k = syntax_node(syntax, target)->first; k <= target; k++) bits_set(&nodes, k);
    }
  }
  return nodes;
}

void smv_collapse_names(Syntax *syntax, NodeIndex first) {
  if (!syntax->complex.size) return;
  Bits kept = defined_nodes(syntax);
  Text text = {0};
  for (NodeIndex i = (NodeIndex)syntax->nodes.size; i-- > first;) { /* paths before their parts */
    NodeKind kind = syntax_node(syntax, i)->kind;
    if ((kind == NODE_DOT || kind == NODE_INDEX) && !bits_get(&kept, i)) fold(syntax, i, &text);
  }
  text_free(&text);
  bits_free(&kept);
}
