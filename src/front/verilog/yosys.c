#include "front/verilog/yosys.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/input.h"
#include "base/memory.h"
#include "base/platform.h"

enum { NOT_STARTED = 127, WAIT_NANOSECONDS = 2000000 };

bool yosys_open(Yosys *yosys, const char *program, Budget *budget, Error *error) {
  const char *place = getenv("TMPDIR"), *found = getenv("YOSYS");
  Text folder = {0};
  *yosys = (Yosys){.budget = budget};
  text_format(&folder, "%s/rondo-yosys-XXXXXX", place && *place ? place : "/tmp");
  yosys->folder = text_take(&folder);
  if (!mkdtemp(yosys->folder)) {
    error_set(error, "cannot make a folder for Yosys, %s: %s", yosys->folder, strerror(errno));
    mem_free(yosys->folder);
    yosys->folder = NULL;
    return false;
  }
  yosys->program = mem_string(program ? program : found && *found ? found : "yosys");
  return true;
}

void yosys_close(Yosys *yosys) {
  DIR *folder = yosys->folder ? opendir(yosys->folder) : NULL;
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    char *path = yosys_path(yosys, entry->d_name);
    if (entry->d_name[0] != '.') unlink(path);
    mem_free(path);
  }
  if (folder) closedir(folder);
  if (yosys->folder) rmdir(yosys->folder);
  mem_free(yosys->folder);
  mem_free(yosys->program);
  string_vec_free(&yosys->warnings);
}

char *yosys_path(const Yosys *yosys, const char *name) {
  Text text = {0};
  text_format(&text, "%s/%s", yosys->folder, name);
  return text_take(&text);
}

/* ---- the process ---- */

static bool write_script(const char *path, const char *script, Error *error) {
  FILE *stream = fopen(path, "w");
  bool good = stream && fputs(script, stream) >= 0;
  if (stream && fclose(stream)) good = false;
  return good || error_set(error, "cannot write %s: %s", path, strerror(errno));
}

/* In the child. */
static _Noreturn void start(const Yosys *yosys, const char *script, const char *log, pid_t parent) {
  const char *const arguments[] = {yosys->program, "-Q", "-T", "-q", "-s", script, NULL};
  int input = open("/dev/null", O_RDONLY), output = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (!platform_die_with(parent) || input < 0 || output < 0) _exit(NOT_STARTED);
  setpgid(0, 0); /* an interrupt is for us: we tell it */
  dup2(input, 0);
  dup2(output, 1);
  dup2(output, 2);
  execvp(yosys->program, (char *const *)arguments);
  _exit(NOT_STARTED);
}

/* Its exit status; -1 if it was killed because the budget is spent. */
static int wait_for(const Yosys *yosys, pid_t child) {
  int status = 0;
  bool killed = false;
  for (;;) {
    pid_t ended = waitpid(child, &status, killed ? 0 : WNOHANG);
    if (ended == child) break;
    if (ended < 0 && errno != EINTR) return -1;
    if (!killed && budget_spent(yosys->budget)) {
      kill(child, SIGKILL);
      killed = true;
    }
    if (!killed) nanosleep(&(struct timespec){0, WAIT_NANOSECONDS}, NULL);
  }
  return killed ? -1 : status;
}

/* ---- what it said ---- */

/* Newer versions colour what they say even where nobody sees it. */
static void strip_escapes(char *text) {
  char *to = text;
  for (char *p = text; *p; p++) {
    if (p[0] == '\033' && p[1] == '[') p += 1 + strcspn(p, "m");
    else *to++ = *p;
    if (!*p) break;
  }
  *to = 0;
}

static void note_warning(Yosys *yosys, const char *text) {
  for (size_t i = 0; i < yosys->warnings.size; i++)
    if (!strcmp(yosys->warnings.data[i], text)) return;
  vec_push(&yosys->warnings, mem_string(text));
}

/* "file:12: ERROR: text", "file:12.3-12.9: ERROR: text" or "ERROR: text". */
static void take_error(const char *line, const char *word, Error *error) {
  const char *text = word + strlen("ERROR: ");
  int number = 0, column = 0;
  size_t length = (size_t)(word - line);
  while (length && (line[length - 1] == ' ' || line[length - 1] == ':')) length--;
  char *place = mem_string_n(line, length), *colon = strrchr(place, ':');
  if (colon) sscanf(colon + 1, "%d.%d", &number, &column);
  if (number) *colon = 0;
  error_at(error, number ? place : NULL, number, column, "%s", text);
  mem_free(place);
}

/* A warning, and behind a colon at its end the lines that follow, indented: drivers of a wire, say.
 */
static void take_warning(Yosys *yosys, const char *line, const char *word, char **next) {
  Text text = {0};
  text_add_n(&text, line, (size_t)(word - line)); /* its place */
  text_add(&text, word + strlen("Warning: "));
  const char *between = text_ends_with(text.data, ":") ? " " : NULL;
  while (between && **next == ' ') {
    size_t blanks = strspn(*next, " "), length = strcspn(*next, "\n");
    text_add(&text, between);
    text_add_n(&text, *next + blanks, length - blanks);
    *next += length + ((*next)[length] == '\n');
    between = ", ";
  }
  note_warning(yosys, text.data);
  text_free(&text);
}

/* The first error, and all warnings. */
static void read_log(Yosys *yosys, const char *log, Error *error) {
  Input input = {0};
  Error unread = {0};
  if (!input_read(&input, log, &unread)) {
    error_free(&unread);
    return;
  }
  strip_escapes(input.data);
  for (char *line = input.data, *end; *line; line = end) {
    size_t length = strcspn(line, "\n");
    end = line + length + (line[length] == '\n');
    line[length] = 0;
    char *wrong = strstr(line, "ERROR: "), *warning = strstr(line, "Warning: ");
    if (wrong) take_error(line, wrong, error);
    else if (warning) take_warning(yosys, line, warning, &end);
  }
  input_free(&input);
}

static bool missing(const Yosys *yosys, Error *error) {
  return error_set(error,
                   "cannot run '%s': Verilog is read by Yosys; install it ('apt-get install yosys' "
                   "on Debian and Ubuntu), or say where it is with --yosys",
                   yosys->program);
}

bool yosys_run(Yosys *yosys, const char *text, Error *error) {
  char *script = yosys_path(yosys, "script.ys"), *log = yosys_path(yosys, "log");
  bool good = write_script(script, text, error);
  int status = 0;
  if (good) {
    pid_t parent = getpid(), child = fork();
    if (!child) start(yosys, script, log, parent);
    good = child > 0 || error_set(error, "cannot start Yosys: %s", strerror(errno));
    if (good) status = wait_for(yosys, child);
  }
  if (good && status == -1) good = error_set(error, "Yosys was stopped: a limit was reached");
  if (good && WIFEXITED(status) && WEXITSTATUS(status) == NOT_STARTED) good = missing(yosys, error);
  if (good) read_log(yosys, log, error);
  if (good && status)
    good = error_set(error, "Yosys failed without saying why (status %d)", status);
  mem_free(script);
  mem_free(log);
  return good;
}
