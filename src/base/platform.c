#if defined(__linux__) && !defined(RONDO_POSIX_ONLY)
#define LINUX 1
#define _GNU_SOURCE /* for prlimit and sched_getaffinity */
#endif

#include "base/platform.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef LINUX
#include <sched.h>
#include <sys/prctl.h>

PlatformMemory platform_memory(pid_t process) {
  char line[128];
  snprintf(line, sizeof line, "/proc/%ld/statm", (long)process);
  int file = open(line, O_RDONLY | O_CLOEXEC);
  if (file < 0) return (PlatformMemory){0};
  ssize_t length = read(file, line, sizeof line - 1);
  close(file);
  line[length > 0 ? length : 0] = 0;
  unsigned long long resident = 0, data = 0;
  if (sscanf(line, "%*u %llu %*u %*u %*u %llu", &resident, &data) != 2) return (PlatformMemory){0};
  uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  return (PlatformMemory){resident * page, data * page};
}

void platform_limit_data(pid_t process, uint64_t bytes) {
  struct rlimit kernel; /* only the soft limit is ours to move up and down */
  if (prlimit(process, RLIMIT_DATA, NULL, &kernel)) return;
  kernel.rlim_cur = bytes < kernel.rlim_max ? bytes : kernel.rlim_max;
  prlimit(process, RLIMIT_DATA, &kernel, NULL);
}

int64_t platform_cores(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
}

bool platform_die_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  return getppid() == parent; /* else it died before the line above */
}

void platform_volunteer(void) {
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t written = write(file, "500", 3);
  (void)written;
  close(file);
}

#else

PlatformMemory platform_memory(pid_t process) {
  struct rusage usage;
  if (process != getpid() || getrusage(RUSAGE_SELF, &usage)) return (PlatformMemory){0};
#ifdef __APPLE__
  uint64_t most = (uint64_t)usage.ru_maxrss; /* bytes there, kilobytes elsewhere */
#else
  uint64_t most = (uint64_t)usage.ru_maxrss * 1024;
#endif
  return (PlatformMemory){most, most};
}

void platform_limit_data(pid_t process, uint64_t bytes) {
  (void)process;
  (void)bytes;
}

int64_t platform_cores(void) {
#ifdef _SC_NPROCESSORS_ONLN
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return cores > 0 ? cores : 1;
#else
  return 1;
#endif
}

bool platform_die_with(pid_t parent) { return getppid() == parent; }
void platform_volunteer(void) {}

#endif

bool platform_socket_pair(int ends[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return false;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
    int on = 1;
    setsockopt(ends[i], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  }
  return true;
}

ssize_t platform_send(int socket, const void *data, size_t size, bool wait) {
  int flags = wait ? 0 : MSG_DONTWAIT;
#ifdef MSG_NOSIGNAL
  flags |= MSG_NOSIGNAL;
#endif
  return send(socket, data, size, flags);
}
