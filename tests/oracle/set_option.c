#include "oracle/set_option.h"

#include "test.h"

void set_option(const Engine *engine, void *values, const char *name, int64_t value) {
  for (size_t i = 0; i < engine->option_count; i++) {
    const Option *option = engine->options + i;
    if (strcmp(option->name, name)) continue;
    void *place = (char *)values + option->offset;
    if (option->kind == OPTION_NUMBER) *(int64_t *)place = value;
    else if (option->kind == OPTION_SWITCH || option->kind == OPTION_FLAG) *(bool *)place = value;
    else *(int *)place = (int)value;
    return;
  }
  test_fail(__FILE__, __LINE__, "there is no option %s", name);
}
