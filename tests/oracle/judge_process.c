/* See judge_process.h. */
#include "oracle/judge_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "system/aiger_file.h"
#include "test.h"

extern char **environ;

JudgeFiles judge_files_new(void) {
  JudgeFiles files = {.folder = "/tmp/rondo-judge-XXXXXX"};
  CHECK(mkdtemp(files.folder) != NULL);
  snprintf(files.model, sizeof files.model, "%s/model.aag", files.folder);
  snprintf(files.evidence, sizeof files.evidence, "%s/evidence", files.folder);
  snprintf(files.log, sizeof files.log, "%s/log", files.folder);
  return files;
}

void judge_files_free(const JudgeFiles *files) {
  unlink(files->model);
  unlink(files->evidence);
  unlink(files->log);
  rmdir(files->folder);
}

void judge_write_model(const JudgeFiles *files, const Task *task, const LitVec *outputs) {
  Lit *map;
  AigerFile *file = aiger_file_new(system_copy(task->system, &map));
  if (task->kind == TASK_BAD) vec_push(&file->bad, aig_map_lit(map, task->bad));
  if (task->kind == TASK_FAIR) { /* the global fairness, which is last, is in the system */
    LitVec set = {0};
    for (size_t i = 0; i < task->conditions.size - task->system->fairness.size; i++)
      vec_push(&set, aig_map_lit(map, task->conditions.data[i]));
    vec_push(&file->justice, set);
  }
  for (size_t i = 0; outputs && i < outputs->size; i++) {
    char name[32];
    snprintf(name, sizeof name, "a%zu", i);
    vec_push(&file->outputs, aig_map_lit(map, outputs->data[i]));
    aiger_file_set_name(file, AIGER_OUTPUT, i, name);
  }
  FILE *stream = fopen(files->model, "w");
  CHECK(stream && aiger_file_write(file, stream, false));
  CHECK(!fclose(stream));
  aiger_file_free(file);
  mem_free(map);
}

int judge_process_run(const JudgeFiles *files, const char *evidence, size_t size,
                      const char *option, const char *formula) {
  FILE *stream = fopen(files->evidence, "w");
  CHECK(stream && fwrite(evidence, 1, size, stream) == size);
  CHECK(!fclose(stream));
  /* spawned, since a fork copies the maps of this program, which under a sanitizer are large */
  posix_spawn_file_actions_t actions;
  CHECK(!posix_spawn_file_actions_init(&actions));
  CHECK(!posix_spawn_file_actions_addopen(&actions, 1, files->log, O_WRONLY | O_CREAT | O_TRUNC,
                                          0600));
  CHECK(!posix_spawn_file_actions_adddup2(&actions, 1, 2));
  const char *arguments[] = {RONDO_CHECK, files->model, files->evidence, option, formula, NULL};
  pid_t child;
  CHECK(!posix_spawn(&child, RONDO_CHECK, &actions, NULL, (char *const *)arguments, environ));
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  CHECK_EQUAL(waitpid(child, &status, 0), child);
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code != 0 && code != 1 && code != 65)
    test_fail(__FILE__, __LINE__, "rondo-check ended with %d; the files are in %s", code,
              files->folder);
  return code;
}
