#include "front/verilog/layouts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static bool is_enumeration(const JsonTree *tree, JsonNode net) {
  for (JsonNode n = json_first(tree, json_member(tree, net, "attributes")); n;
       n = json_next(tree, n))
    if (!strncmp(json_name(tree, n), "enum_value_", 11)) return true;
  return false;
}

bool layouts_wanted(const Netlist *netlist) {
  const JsonTree *tree = &netlist->tree;
  for (JsonNode n = netlist_first(netlist, "netnames"); n; n = json_next(tree, n))
    if (*netlist_attribute(netlist, n, "wiretype") && !is_enumeration(tree, n)) return true;
  return false;
}

/* ---- reading ---- */

/* Lines are indented by their depth, "AST_STRUCT_ITEM <place> [address] str='data' ...
 * range=[7:0]". Of all kinds of node these count; of members that are structs the kind is
 * AST_STRUCT. */
static bool is_kind(const char *line, const char *kind) {
  size_t length = strlen(kind);
  return !strncmp(line, kind, length) && line[length] == ' ';
}

static bool is_item(const char *line) {
  static const char *const kinds[] = {"AST_TYPEDEF",     "AST_STRUCT", "AST_UNION",
                                      "AST_STRUCT_ITEM", "AST_ENUM",   "AST_ENUM_ITEM"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (is_kind(line, kinds[i])) return true;
  return false;
}

/* What stands between quotes behind a word; NULL where the line has no such. */
static char *quoted(const char *line, const char *word) {
  const char *start = strstr(line, word);
  if (!start) return NULL;
  start += strlen(word);
  return mem_string_n(start, strcspn(start, "'"));
}

typedef struct {
  size_t indent;
  uint32_t item;
} Open;

static void read_item(Layouts *layouts, const char *line, uint32_t parent) {
  LayoutItem item = {.name = quoted(line, " str='"),
                     .parent = parent,
                     .is_signed = strstr(line, " signed ") != NULL};
  const char *range = strstr(line, " range=[");
  if (range) sscanf(range, " range=[%" SCNu32 ":%" SCNu32, &item.high, &item.low);
  vec_push(&layouts->items, item);
}

/* A constant belongs to the item around it: the code of a value, or the name of an enumeration. */
static void read_constant(LayoutItem *item, const char *line) {
  char *text = quoted(line, " str='"), *digits = text ? NULL : quoted(line, " bits='");
  if (text && !item->enumeration && !strncmp(text, "$enum", 5)) item->enumeration = text;
  else mem_free(text);
  if (digits && !item->digits) item->digits = digits;
  else mem_free(digits);
}

Layouts layouts_parse(char *text) {
  Layouts layouts = {0};
  VEC(Open) open = {0};
  for (char *line = text, *end; *line; line = end) {
    size_t length = strcspn(line, "\n");
    end = line + length + (line[length] == '\n');
    line[length] = 0;
    size_t indent = strspn(line, " ");
    line += indent;
    while (open.size && vec_last(&open).indent >= indent) open.size--;
    uint32_t parent = open.size ? vec_last(&open).item : LAYOUT_NONE;
    if (is_item(line)) {
      vec_push(&open, ((Open){indent, (uint32_t)layouts.items.size}));
      read_item(&layouts, line, parent);
    } else if (is_kind(line, "AST_CONSTANT") && parent != LAYOUT_NONE) {
      read_constant(layouts.items.data + parent, line);
    }
  }
  vec_free(&open);
  return layouts;
}

void layouts_free(Layouts *layouts) {
  for (size_t i = 0; i < layouts->items.size; i++) {
    LayoutItem *item = layouts->items.data + i;
    mem_free(item->name);
    mem_free(item->enumeration);
    mem_free(item->digits);
  }
  vec_free(&layouts->items);
}

/* ---- types ---- */

static uint32_t find(const Layouts *layouts, const char *name) {
  for (uint32_t i = 0; i < layouts->items.size; i++) {
    const LayoutItem *item = layouts->items.data + i;
    if (item->name && item->parent == LAYOUT_NONE && !strcmp(item->name, name)) return i;
  }
  return LAYOUT_NONE;
}

/* The values of an enumeration are its children. */
static Type enumeration_type(const Layouts *layouts, const char *name, uint32_t width,
                             Types *types) {
  enum { WIDEST = 16 };
  uint32_t parent = find(layouts, name), count = 0;
  if (parent == LAYOUT_NONE || width > WIDEST) return types_word(types, width);
  const char **values = mem_array((size_t)1 << width, sizeof *values);
  for (uint32_t i = parent + 1; i < layouts->items.size; i++) {
    const LayoutItem *item = layouts->items.data + i;
    if (item->parent != parent || !item->digits || !item->name) continue;
    unsigned long code = strtoul(item->digits, NULL, 2);
    if (code >> width) continue;
    values[code] = item->name + (item->name[0] == '\\');
    if (code >= count) count = (uint32_t)code + 1;
  }
  Type type = count ? types_enumeration(types, width, values, count) : types_word(types, width);
  mem_free(values);
  return type;
}

static bool has_members(const Layouts *layouts, uint32_t item) {
  return item + 1 < layouts->items.size && layouts->items.data[item + 1].parent == item;
}

/* The struct of the children of an item, whose lowest bit is number `low` of the outermost. */
static Type struct_type(const Layouts *layouts, uint32_t parent, uint32_t low, uint32_t width,
                        Types *types) {
  VEC(TypeField) fields = {0};
  bool good = true;
  for (uint32_t i = parent + 1; good && i < layouts->items.size; i++) {
    const LayoutItem *item = layouts->items.data + i;
    if (item->parent != parent || !item->name) continue;
    good = item->high >= item->low && item->low >= low && item->high - low < width;
    if (!good) break;
    uint32_t own = item->high - item->low + 1;
    Type type = has_members(layouts, i) ? struct_type(layouts, i, item->low, own, types)
                : item->enumeration     ? enumeration_type(layouts, item->enumeration, own, types)
                                        : types_word(types, own);
    vec_push(&fields, ((TypeField){item->name, item->low - low, item->is_signed, type}));
  }
  Type type = good && fields.size ? types_struct(types, width, fields.data, (uint32_t)fields.size)
                                  : types_word(types, width);
  vec_free(&fields);
  return type;
}

/* Below the name of a type there is one struct, or union, without a name. A name may be that of
 * several types, of different modules or with other parameters: the first that fits in width. */
Type layouts_type(const Layouts *layouts, const char *name, uint32_t width, Types *types) {
  for (uint32_t i = 0; *name && i + 1 < layouts->items.size; i++) {
    const LayoutItem *item = layouts->items.data + i;
    if (!item->name || item->parent != LAYOUT_NONE || strcmp(item->name, name)) continue;
    if (!has_members(layouts, i) || layouts->items.data[i + 1].name) continue;
    uint32_t highest = 0;
    for (uint32_t k = i + 2; k < layouts->items.size; k++) {
      const LayoutItem *member = layouts->items.data + k;
      if (member->parent == i + 1 && member->high > highest) highest = member->high;
    }
    if (highest + 1 == width) return struct_type(layouts, i + 1, 0, width, types);
  }
  return types_word(types, width);
}
