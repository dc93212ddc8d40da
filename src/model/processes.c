#include "model/processes.h"

Processes *processes_new(void) {
  Processes *program = mem_zalloc(sizeof *program);
  program->trace = PROCESS_NONE;
  return program;
}

static void proctype_free(Proctype *type) {
  vec_free(&type->variables);
  vec_free(&type->parameters);
  vec_free(&type->controls);
  vec_free(&type->choices);
  vec_free(&type->labels);
  vec_free(&type->initial);
}

void processes_free(Processes *program) {
  if (!program) return;
  for (size_t i = 0; i < program->proctypes.size; i++) proctype_free(&program->proctypes.data[i]);
  for (size_t i = 0; i < program->channels.size; i++) mem_free(program->channels.data[i].fields);
  for (size_t i = 0; i < program->mtypes.size; i++) string_vec_free(&program->mtypes.data[i]);
  vec_free(&program->files);
  vec_free(&program->expressions);
  vec_free(&program->places);
  vec_free(&program->indices);
  vec_free(&program->arguments);
  vec_free(&program->commands);
  vec_free(&program->initials);
  vec_free(&program->formulas);
  vec_free(&program->mtypes);
  vec_free(&program->globals);
  vec_free(&program->global_initial);
  vec_free(&program->proctypes);
  vec_free(&program->channels);
  vec_free(&program->active);
  vec_free(&program->claims);
  arena_free(&program->arena);
  mem_free(program);
}

bool process_is_claim(const Processes *program, uint32_t proctype) {
  for (size_t i = 0; i < program->claims.size; i++)
    if (program->claims.data[i].kind == CLAIM_NEVER && program->claims.data[i].proctype == proctype)
      return true;
  return proctype == program->trace;
}
