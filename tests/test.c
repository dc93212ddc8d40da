/* See test.h. A test ends early by a long jump, so that CHECK works at any depth; what it had
 * allocated then is lost, which is fine for a failing test and switched off for leak checking. */
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  const char *file, *name;
  TestFunction function;
} TestCase;

static TestCase *cases;
static size_t case_count, case_capacity;
static jmp_buf escape;
static char temporary_folder[64];

enum { OUTCOME_FAILED = 1, OUTCOME_SKIPPED };

void test_register(const char *file, const char *name, TestFunction function) {
  if (case_count == case_capacity) {
    case_capacity = case_capacity ? 2 * case_capacity : 256;
    cases = realloc(cases, case_capacity * sizeof *cases);
    if (!cases) abort();
  }
  const char *slash = strrchr(file, '/');
  cases[case_count++] = (TestCase){slash ? slash + 1 : file, name, function};
}

_Noreturn void test_fail(const char *file, int line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "%s:%d: ", file, line);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  longjmp(escape, OUTCOME_FAILED);
}

_Noreturn void test_skip(const char *why) {
  printf("skipped: %s: ", why);
  longjmp(escape, OUTCOME_SKIPPED);
}

unsigned test_cases(unsigned count) {
  const char *scale = getenv("RONDO_TEST_SCALE");
  unsigned long scaled = scale ? (unsigned long)count * strtoul(scale, NULL, 10) / 100 : count;
  return scaled ? (unsigned)scaled : 1;
}

const char *test_bench_folder(void) {
  const char *folder = getenv("RONDO_BENCH");
  struct stat info;
  if (!folder) folder = RONDO_SOURCE_DIR "/../shared/bench";
  return !stat(folder, &info) && S_ISDIR(info.st_mode) ? folder : NULL;
}

const char *test_temporary_path(const char *name) {
  static char path[512];
  if (!temporary_folder[0]) {
    strcpy(temporary_folder, "/tmp/rondo-test-XXXXXX");
    if (!mkdtemp(temporary_folder)) abort();
  }
  snprintf(path, sizeof path, "%s/%s", temporary_folder, name);
  return path;
}

static void remove_temporary_folder(void) {
  if (!temporary_folder[0]) return;
  char command[128];
  snprintf(command, sizeof command, "rm -rf '%s'", temporary_folder);
  if (system(command)) fprintf(stderr, "could not remove %s\n", temporary_folder);
}

static bool selected(const TestCase *test, int argc, char **argv) {
  char label[256];
  snprintf(label, sizeof label, "%s/%s", test->file, test->name);
  for (int i = 1; i < argc; i++)
    if (strstr(label, argv[i])) return true;
  return argc == 1;
}

/* Several processes may share a run: of those with the same folder in RONDO_TEST_CLAIMS each test
 * is run by the one that is first to leave its mark there. */
static bool claimed(size_t number) {
  const char *folder = getenv("RONDO_TEST_CLAIMS");
  if (!folder) return true;
  char mark[512];
  snprintf(mark, sizeof mark, "%s/%zu", folder, number);
  int file = open(mark, O_CREAT | O_EXCL | O_WRONLY, 0600);
  if (file >= 0) close(file);
  else if (errno != EEXIST) abort();
  return file >= 0;
}

/* A crash says which test it was, as a failure does, and then ends the program as it would have.
 * The sanitizers have more to say, and keep their own handlers. */
static const TestCase *running;

static void tell_crash(int number) {
  const char *const parts[] = {"FAILED ", running->file, "/", running->name, "\n"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (write(STDOUT_FILENO, parts[i], strlen(parts[i])) < 0) break;
  signal(number, SIG_DFL);
  raise(number);
}

static void watch_crashes(void) {
#ifndef __SANITIZE_ADDRESS__
  static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], tell_crash);
#else
  (void)tell_crash;
#endif
}

static int by_place(const void *a, const void *b) {
  const TestCase *x = a, *y = b;
  int files = strcmp(x->file, y->file);
  return files ? files : strcmp(x->name, y->name);
}

int main(int argc, char **argv) {
  unsigned passed = 0, failed = 0, skipped = 0;
  qsort(cases, case_count, sizeof *cases, by_place);
  setvbuf(stdout, NULL, _IOLBF, 0);
  watch_crashes();
  for (size_t i = 0; i < case_count; i++) {
    if (!selected(cases + i, argc, argv) || !claimed(i)) continue;
    running = cases + i;
    volatile clock_t start = clock();
    int outcome = setjmp(escape);
    if (!outcome) cases[i].function();
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    const char *word = !outcome ? "ok" : outcome == OUTCOME_FAILED ? "FAILED" : "skip";
    *(!outcome ? &passed : outcome == OUTCOME_FAILED ? &failed : &skipped) += 1;
    printf("%s %s/%s", word, cases[i].file, cases[i].name);
    if (seconds >= 1) printf(" (%.1f s of CPU)", seconds); /* to see what makes the run long */
    putchar('\n');
  }
  remove_temporary_folder();
  free(cases);
  printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
  return failed != 0;
}
