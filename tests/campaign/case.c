#include "campaign/case.h"

#include "base/memory.h"
#include "base/text.h"

char *case_path(const Case *c, const char *name) {
  Text path = {0};
  text_format(&path, "%s/%llu-%s", c->folder, (unsigned long long)c->seed, name);
  return text_take(&path);
}

void case_ask(Case *c, const char *kind, const char *option, char *value, bool holds) {
  vec_push(&c->questions, ((Question){kind, option, value, holds}));
}

void case_free(Case *c) {
  for (size_t i = 0; i < c->questions.size; i++) mem_free(c->questions.data[i].value);
  vec_free(&c->questions);
  mem_free(c->file);
}
