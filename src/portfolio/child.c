#include "portfolio/child.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/platform.h"

/* An interrupt from the terminal reaches every process of the group: what it means is the parent's
 * to decide. */
void child_begin(pid_t parent) {
  if (!platform_die_with(parent)) _exit(EXIT_FAILURE);
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_DFL);
  mem_set_hook(NULL, NULL); /* the parent reports how this process ended */
  platform_volunteer();
}

void child_send(int socket, const char *bytes, size_t size) {
  while (size) {
    ssize_t sent = platform_send(socket, bytes, size, true);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) _exit(EXIT_FAILURE);
    bytes += sent;
    size -= (size_t)sent;
  }
}

bool connection_receive(int socket, Text *received) {
  char block[1 << 16];
  for (;;) {
    ssize_t got = recv(socket, block, sizeof block, MSG_DONTWAIT);
    if (got > 0) text_add_n(received, block, (size_t)got);
    else if (got == 0 || errno != EINTR) return got && (errno == EAGAIN || errno == EWOULDBLOCK);
  }
}

bool child_end(pid_t child, int *status) {
  pid_t waited;
  kill(child, SIGKILL); /* changes nothing for one that is ending already */
  do waited = waitpid(child, status, 0);
  while (waited < 0 && errno == EINTR);
  return waited == child;
}
