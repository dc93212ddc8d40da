/* What the operating system does for us beyond POSIX, in one place. On Linux all of it is there;
 * with RONDO_POSIX_ONLY, and elsewhere, what POSIX offers takes its place, and what that is is said
 * here: nothing of it is needed for a right answer. */
#ifndef RONDO_BASE_PLATFORM_H
#define RONDO_BASE_PLATFORM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Memory of a process in bytes; `data`: what is private to it, touched or not. Elsewhere: of this
 * process the most it ever had, of others 0, which is "not known": then workers keep to their
 * shares, but are not held to them. */
typedef struct {
  uint64_t resident, data;
} PlatformMemory;
PlatformMemory platform_memory(pid_t process);

/* Lets a process have so much private memory, as far as its hard limit goes. Elsewhere: nothing. */
void platform_limit_data(pid_t process, uint64_t bytes);

/* How many cores this process may use. Elsewhere: how many there are. */
int64_t platform_cores(void);

/* For a child, right after the fork: it ends when its parent does. False if that has ended already.
 * Elsewhere: it ends when it next says something that the parent would have heard. */
bool platform_die_with(pid_t parent);

/* When memory runs out, the system should take this process rather than others. Elsewhere:
 * nothing. */
void platform_volunteer(void);

/* Two ends of a connection that other programs do not inherit. */
bool platform_socket_pair(int ends[2]);

/* Sends as send(2) does, but never raises SIGPIPE. */
ssize_t platform_send(int socket, const void *data, size_t size, bool wait);

#endif
