/* Whatever a syntax tree looks like, its types have the width that was asked for, and their members
 * are in it. */
#include <stdlib.h>

#include "base/memory.h"
#include "front/verilog/layouts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_type(const Types *types, Type type, uint32_t width) {
  const TypeInfo *info = type_info(types, type);
  if (info->width != width || info->kind == TYPE_ARRAY) abort();
  for (uint32_t i = 0; i < info->field_count; i++) {
    uint32_t own = type_info(types, info->fields[i].type)->width;
    if (info->fields[i].low >= width || own > width - info->fields[i].low) abort();
    check_type(types, info->fields[i].type, own);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = mem_string_n((const char *)data, size);
  Layouts layouts = layouts_parse(text);
  Types types = {0};
  for (size_t i = 0; i < layouts.items.size && i < 20; i++)
    for (uint32_t width = 1; layouts.items.data[i].name && width < 20; width++)
      check_type(&types, layouts_type(&layouts, layouts.items.data[i].name, width, &types), width);
  types_free(&types);
  layouts_free(&layouts);
  mem_free(text);
  return 0;
}
