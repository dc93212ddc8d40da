#include "front/promela/promela.h"

#include "front/promela/syntax.h"

Processes *promela_read_processes(const char *file, const char *data, size_t size, Error *error) {
  Source source = {0};
  TokenVec tokens = {0};
  Processes *program = processes_new();
  Syntax syntax = {.source = &source, .program = program};
  bool fine = preprocess(&source, file, data, size, &tokens, error) &&
              promela_parse(&syntax, &tokens, error) && build_program(&syntax, error);
  promela_syntax_free(&syntax);
  vec_free(&tokens);
  source_free(&source);
  if (fine) return program;
  processes_free(program);
  return NULL;
}
