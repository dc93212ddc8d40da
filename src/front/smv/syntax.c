/* What all parts of the front end ask of the syntax tree: names of operators, source text,
 * errors. */
#include "front/smv/syntax.h"

#include <ctype.h>
#include <stdarg.h>

#include "base/text.h"

static const char *const kind_names[NODE_KIND_COUNT] = {
    [NODE_NUMBER] = "number",
    [NODE_TRUE] = "TRUE",
    [NODE_FALSE] = "FALSE",
    [NODE_WORD_CONSTANT] = "word constant",
    [NODE_NAME] = "name",
    [NODE_SELF] = "self",
    [NODE_DOT] = ".",
    [NODE_INDEX] = "[ ]",
    [NODE_SLICE] = "[ : ]",
    [NODE_LIST] = "list",
    [NODE_BRANCH] = "case",
    [NODE_CASE] = "case",
    [NODE_SET] = "{ }",
    [NODE_RANGE] = "..",
    [NODE_ARRAY_LITERAL] = "[ ]",
    [NODE_CONDITIONAL] = "? :",
    [NODE_NEXT] = "next",
    [NODE_NOT] = "!",
    [NODE_MINUS] = "-",
    [NODE_AND] = "&",
    [NODE_OR] = "|",
    [NODE_XOR] = "xor",
    [NODE_XNOR] = "xnor",
    [NODE_IMPLIES] = "->",
    [NODE_IFF] = "<->",
    [NODE_EQUAL] = "=",
    [NODE_NOT_EQUAL] = "!=",
    [NODE_LESS] = "<",
    [NODE_LESS_EQUAL] = "<=",
    [NODE_GREATER] = ">",
    [NODE_GREATER_EQUAL] = ">=",
    [NODE_ADD] = "+",
    [NODE_SUBTRACT] = "-",
    [NODE_MULTIPLY] = "*",
    [NODE_DIVIDE] = "/",
    [NODE_MOD] = "mod",
    [NODE_LEFT_SHIFT] = "<<",
    [NODE_RIGHT_SHIFT] = ">>",
    [NODE_CONCAT] = "::",
    [NODE_UNION] = "union",
    [NODE_IN] = "in",
    [NODE_ABS] = "abs",
    [NODE_BOOL] = "bool",
    [NODE_COUNT] = "count",
    [NODE_EXTEND] = "extend",
    [NODE_MAX] = "max",
    [NODE_MIN] = "min",
    [NODE_RESIZE] = "resize",
    [NODE_SIZEOF] = "sizeof",
    [NODE_SIGNED] = "signed",
    [NODE_UNSIGNED] = "unsigned",
    [NODE_SWCONST] = "swconst",
    [NODE_UWCONST] = "uwconst",
    [NODE_TOINT] = "toint",
    [NODE_WORD1] = "word1",
    [NODE_NEXT_TIME] = "X",
    [NODE_FINALLY] = "F",
    [NODE_GLOBALLY] = "G",
    [NODE_YESTERDAY] = "Y",
    [NODE_WEAK_YESTERDAY] = "Z",
    [NODE_ONCE] = "O",
    [NODE_HISTORICALLY] = "H",
    [NODE_AX] = "AX",
    [NODE_AF] = "AF",
    [NODE_AG] = "AG",
    [NODE_EX] = "EX",
    [NODE_EF] = "EF",
    [NODE_EG] = "EG",
    [NODE_ABF] = "ABF",
    [NODE_ABG] = "ABG",
    [NODE_EBF] = "EBF",
    [NODE_EBG] = "EBG",
    [NODE_UNTIL] = "U",
    [NODE_RELEASES] = "V",
    [NODE_SINCE] = "S",
    [NODE_TRIGGERED] = "T",
    [NODE_WEAK_UNTIL] = "W",
    [NODE_AU] = "A [ U ]",
    [NODE_EU] = "E [ U ]",
    [NODE_ABU] = "A [ BU ]",
    [NODE_EBU] = "E [ BU ]",
    [NODE_BOUND] = "..",
    [NODE_SEQUENCE_CONCAT] = ";",
    [NODE_SEQUENCE_FUSION] = ":",
    [NODE_SEQUENCE_OR] = "|",
    [NODE_SEQUENCE_AND] = "&&",
    [NODE_SEQUENCE_BOTH] = "&",
    [NODE_SEQUENCE_REPEAT] = "[*]",
    [NODE_SEQUENCE_GOTO] = "[->]",
    [NODE_SEQUENCE_OCCURS] = "[=]",
    [NODE_SEQUENCE_WEAK] = "{ }",
    [NODE_SEQUENCE_STRONG] = "{ }!",
    [NODE_SEQUENCE_IMPLIES] = "|->",
    [NODE_SEQUENCE_IMPLIES_NEXT] = "|=>",
};

const char *node_kind_name(NodeKind kind) { return kind_names[kind]; }

bool syntax_literal_index(const Syntax *syntax, NodeIndex index, int64_t *number) {
  const Node *node = syntax_node(syntax, index);
  bool negative = node->kind == NODE_MINUS;
  if (negative) node = syntax_node(syntax, node->left);
  *number = negative ? -node->number : node->number;
  return node->kind == NODE_NUMBER;
}

/* Takes away parentheses around the whole text, with the blanks inside them. */
static void strip_parentheses(Text *text) {
  const char *first = text->data, *last = text->data + text->size; /* what is left */
  for (;;) {
    while (first < last && *first == ' ') first++;
    while (last > first && last[-1] == ' ') last--;
    if (last - first < 2 || *first != '(') break;
    const char *p = first;
    int depth = 0;
    do depth += (*p == '(') - (*p == ')');
    while (++p < last && depth);
    if (p < last) break; /* the first one closes before the end */
    first++;
    last--;
  }
  size_t size = (size_t)(last - first);
  memmove(text->data, first, size);
  text->data[text->size = size] = 0;
}

/* The replacements within an expression, in the order of the text. Those of a property that is
 * replicated inside of it are not: there the name has many values. */
static void find_replacements(const Syntax *syntax, NodeIndex root, U32Vec *found) {
  const Node *node = syntax_node(syntax, root);
  size_t low = 0, high = syntax->replacements.size;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (syntax->replacements.data[middle].node < node->first) low = middle + 1;
    else high = middle;
  }
  uint32_t last = 0;
  for (; low < syntax->replacements.size; low++) {
    const Replacement *r = syntax->replacements.data + low;
    if (r->node > root) break;
    uint32_t begin = syntax_node(syntax, r->node)->begin;
    if (r->binder >= node->begin || (found->size && begin <= last)) continue; /* in another copy */
    vec_push(found, (uint32_t)low);
    last = begin;
  }
}

char *syntax_text(const Syntax *syntax, NodeIndex index) {
  const Node *node = syntax_node(syntax, index);
  const char *p = syntax->text + node->begin, *end = syntax->text + node->end;
  Text text = {0};
  U32Vec replacements = {0};
  size_t replaced = 0;
  find_replacements(syntax, index, &replacements);
  bool gap = false;
  while (p < end) {
    const Replacement *r = replaced < replacements.size
                               ? syntax->replacements.data + replacements.data[replaced]
                               : NULL;
    const Node *leaf = r ? syntax_node(syntax, r->node) : NULL;
    if (leaf && p == syntax->text + leaf->begin) {
      if (gap && text.size) text_char(&text, ' ');
      gap = false;
      text_add(&text, syntax->names.text[r->text]);
      p = syntax->text + leaf->end;
      replaced++;
    } else if (isspace((unsigned char)*p)) {
      gap = true;
      p++;
    } else if (end - p > 2 && !memcmp(p, "/--", 3)) {
      for (p += 3; end - p > 2 && memcmp(p, "--/", 3); p++) {
      }
      p = end - p > 2 ? p + 3 : end;
      gap = true;
    } else if (end - p > 1 && p[0] == '-' && p[1] == '-' &&
               (gap || p == syntax->text + node->begin || !isalnum((unsigned char)p[-1]))) {
      while (p < end && *p != '\n') p++; /* within a name, -- is a part of the name */
    } else {
      if (gap && text.size) text_char(&text, ' ');
      gap = false;
      text_char(&text, *p++);
    }
  }
  if (text.size) strip_parentheses(&text);
  vec_free(&replacements);
  return text_take(&text);
}

/* The foreign text that a place of the text is in, or NULL for the file itself. */
static const ForeignText *foreign_at(const Syntax *syntax, uint32_t place) {
  for (size_t i = syntax->foreign.size; i-- > 0;)
    if (place >= syntax->foreign.data[i].begin) return syntax->foreign.data + i;
  return NULL;
}

static void add_excerpt(const Syntax *syntax, const ForeignText *foreign, int line) {
  const char *p = syntax->text + (foreign ? foreign->begin : 0);
  for (int i = 1; i < line && p; i++) {
    p = strchr(p, '\n');
    if (p) p++;
  }
  if (!p) return;
  char *excerpt = mem_string_n(p, strcspn(p, "\r\n"));
  error_excerpt(syntax->error, excerpt);
  mem_free(excerpt);
}

static bool report(const Syntax *syntax, const ForeignText *foreign, int line, int column,
                   const char *format, va_list arguments) {
  if (syntax->error->message) return false;
  Text text = {0};
  text_format_list(&text, format, arguments);
  error_at(syntax->error, foreign ? foreign->file : syntax->file, line, column, "%s", text.data);
  if (line) add_excerpt(syntax, foreign, line);
  text_free(&text);
  return false;
}

bool syntax_error(const Syntax *syntax, NodeIndex where, const char *format, ...) {
  const Node *node = syntax_node(syntax, where);
  va_list arguments;
  va_start(arguments, format);
  report(syntax, foreign_at(syntax, node->begin), node->line, node->column, format, arguments);
  va_end(arguments);
  return false;
}

bool syntax_error_at(const Syntax *syntax, int line, int column, const char *format, ...) {
  const ForeignText *newest = syntax->foreign.size ? &vec_last(&syntax->foreign) : NULL;
  va_list arguments;
  va_start(arguments, format);
  report(syntax, newest, line, column, format, arguments);
  va_end(arguments);
  return false;
}

bool syntax_fail_silently(const Syntax *syntax) {
  return error_at(syntax->error, syntax->file, 0, 0, "%s", "");
}

enum { ERROR_LIMIT = 20 };

bool syntax_recover(Syntax *syntax) {
  Error *error = syntax->error;
  syntax->failed = true;
  bool known = !error->message || !*error->message || syntax->found_count >= ERROR_LIMIT;
  for (const Error *e = &syntax->found; e && e->message && !known; e = e->next)
    known = e->line == error->line && e->column == error->column;
  if (known) {
    error_free(error);
  } else {
    error_append(&syntax->found, error);
    syntax->found_count++;
  }
  return syntax->found_count < ERROR_LIMIT;
}

static bool before(const Error *a, const Error *b) {
  return a->line != b->line ? a->line < b->line : a->column < b->column;
}

bool syntax_finish(Syntax *syntax) {
  if (syntax->error->message) syntax_recover(syntax);
  if (!syntax->failed) return true;
  Error *list[ERROR_LIMIT + 1];
  size_t count = 0;
  for (Error *e = &syntax->found; e && e->message; e = e->next) { /* insertion sort, stable */
    size_t at = count++;
    for (; at && before(e, list[at - 1]); at--) list[at] = list[at - 1];
    list[at] = e;
  }
  for (size_t i = 0; i < count; i++) {
    Error one = *list[i];
    one.next = NULL;
    error_append(syntax->error, &one);
  }
  for (Error *e = syntax->found.next, *next; e; e = next) { /* their contents have moved */
    next = e->next;
    mem_free(e);
  }
  syntax->found = (Error){0};
  if (syntax->found_count >= ERROR_LIMIT) {
    Error many = {0};
    error_at(&many, syntax->file, 0, 0, "too many errors");
    error_append(syntax->error, &many);
  }
  return false;
}

void syntax_free(Syntax *syntax) {
  for (size_t i = 0; i < syntax->foreign.size; i++) mem_free(syntax->foreign.data[i].file);
  vec_free(&syntax->foreign);
  names_free(&syntax->names);
  vec_free(&syntax->nodes);
  string_vec_free(&syntax->words);
  vec_free(&syntax->constants);
  for (size_t i = 0; i < syntax->modules.size; i++) {
    ModuleSyntax *module = syntax->modules.data + i;
    vec_free(&module->parameters);
    vec_free(&module->variables);
    vec_free(&module->defines);
    vec_free(&module->assigns);
    vec_free(&module->sections);
    vec_free(&module->parents);
    vec_free(&module->parent_places);
  }
  vec_free(&syntax->modules);
  map_free(&syntax->module_of_name);
  map_free(&syntax->complex);
  vec_free(&syntax->replacements);
  arena_free(&syntax->arena);
  error_free(&syntax->found);
}
