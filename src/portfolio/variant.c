#include "portfolio/variant.h"

#include <string.h>

#include "base/memory.h"

enum { SETTINGS = sizeof((Variant){0}.set) / sizeof(VariantSetting) };

void *variant_options(const Variant *variant, const void *given) {
  const Engine *engine = engine_find(variant->engine);
  if (!engine->options_size) return NULL;
  void *options = mem_alloc(engine->options_size);
  memcpy(options, given ? given : engine->option_defaults, engine->options_size);
  OptionGroup group = {engine->title, engine->options, engine->option_count, options, NULL};
  OptionGroupVec groups = {.data = &group, .size = 1};
  for (size_t i = 0; i < SETTINGS && variant->set[i].name; i++) {
    Error error = {0};
    bool known = options_set(&groups, variant->set[i].name, variant->set[i].value, &error);
    assert(known); /* the tables are ours, and tested */
    (void)known;
    error_free(&error);
  }
  return options;
}

void variant_say(const Variant *variant, Text *text) {
  text_add(text, variant->engine);
  for (size_t i = 0; i < SETTINGS && variant->set[i].name; i++) {
    text_format(text, " --%s", variant->set[i].name);
    if (variant->set[i].value) text_format(text, " %s", variant->set[i].value);
  }
  if (variant->seed) text_format(text, " --seed +%llu", (unsigned long long)variant->seed);
}
