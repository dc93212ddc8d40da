#include "system/aiger_file.h"

AigerFile *aiger_file_new(System *system) {
  AigerFile *file = mem_zalloc(sizeof *file);
  file->system = system;
  return file;
}

void aiger_file_free(AigerFile *file) {
  if (!file) return;
  if (file->system) system_free(file->system);
  vec_free(&file->outputs);
  vec_free(&file->bad);
  for (size_t i = 0; i < file->justice.size; i++) vec_free(&file->justice.data[i]);
  vec_free(&file->justice);
  for (int s = 0; s < AIGER_SECTIONS; s++) string_vec_free(&file->names[s]);
  string_vec_free(&file->comments);
  vec_free(&file->variables);
  vec_free(&file->resets);
  vec_free(&file->kept);
  mem_free(file);
}

const char *aiger_file_name(const AigerFile *file, AigerSection section, size_t position) {
  const StringVec *names = &file->names[section];
  return position < names->size ? names->data[position] : NULL;
}

void aiger_file_set_name(AigerFile *file, AigerSection section, size_t position, const char *name) {
  StringVec *names = &file->names[section];
  if (position >= names->size) vec_resize(names, position + 1);
  mem_free(names->data[position]);
  names->data[position] = mem_string(name);
}

size_t aiger_file_count(const AigerFile *file, AigerSection section) {
  switch (section) {
  case AIGER_INPUT: return file->system->inputs.size;
  case AIGER_LATCH: return file->system->latches.size;
  case AIGER_OUTPUT: return file->outputs.size;
  case AIGER_BAD: return file->bad.size;
  case AIGER_CONSTRAINT: return file->system->constraints.size;
  case AIGER_JUSTICE: return file->justice.size;
  case AIGER_FAIRNESS: return file->system->fairness.size;
  case AIGER_SECTIONS: break;
  }
  return 0;
}
