#include "test.h"

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "logic/sat.h"

/* Runs something in a child process that may hold 64 MB, and says how it ended. */
static int exit_code_in_little_memory(void (*hungry)(void)) {
  pid_t child = fork();
  if (!child) {
    if (!freopen("/dev/null", "w", stderr)) _exit(1);
    struct rlimit limit = {64 << 20, RLIM_INFINITY};
    setrlimit(RLIMIT_DATA, &limit);
    hungry();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void allocate(void) {
  char *volatile block = mem_alloc((size_t)1 << 30);
  block[0] = 1;
}

/* More than a solver can hold: out of memory in C++ code. */
static void add_clauses(void) {
  Sat *sat = sat_new(SAT_CADICAL);
  for (int v = 1; v <= 1000000; v++) sat_variable(sat);
  for (int v = 1; v + 10 <= 1000000; v++) {
    int clause[10];
    for (int i = 0; i < 10; i++) clause[i] = v + i;
    sat_clause(sat, clause, 10);
  }
  sat_solve(sat, NULL);
}

/* The hook may end the process in its own way, or see to it that there is memory again. */
static bool leave(void *context, size_t bytes) {
  (void)context;
  _exit(bytes == (size_t)1 << 30 ? 42 : 43);
}

static void allocate_with_hook(void) {
  mem_set_hook(leave, NULL);
  allocate();
}

static bool make_room(void *context, size_t bytes) {
  struct rlimit *limit = context;
  (void)bytes;
  limit->rlim_cur = RLIM_INFINITY;
  return !setrlimit(RLIMIT_DATA, limit);
}

static void allocate_with_room(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_DATA, &limit)) _exit(1);
  limit = (struct rlimit){64 << 20, RLIM_INFINITY};
  mem_set_hook(make_room, &limit);
  allocate();
  _exit(44);
}

TEST(out_of_memory_asks_the_hook) {
#ifdef __SANITIZE_ADDRESS__
  SKIP("the sanitizer has its own way with memory");
#endif
  CHECK_EQUAL(exit_code_in_little_memory(allocate_with_hook), 42);
  CHECK_EQUAL(exit_code_in_little_memory(allocate_with_room), 44);
}

TEST(out_of_memory_is_a_message_and_an_exit_code) {
#ifdef __SANITIZE_ADDRESS__
  SKIP("the sanitizer has its own way with memory");
#endif
  CHECK_EQUAL(exit_code_in_little_memory(allocate), EXIT_MEMORY);
  CHECK_EQUAL(exit_code_in_little_memory(add_clauses), EXIT_MEMORY);
}
