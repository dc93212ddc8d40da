/* Bytes are sent with their number in front, so that what a process said that died in the middle
 * is not taken for all of it. */
#include "portfolio/beside.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/platform.h"
#include "portfolio/child.h"

struct Beside {
  pid_t pid;
  int socket; /* -1: it has ended */
  Text said;
};

Beside *beside_start(BesideWork work, void *context) {
  int ends[2];
  if (!platform_socket_pair(ends)) return NULL;
  pid_t parent = getpid(), pid = fork();
  if (!pid) {
    close(ends[0]);
    child_begin(parent);
    Text bytes = {0};
    work(context, &bytes);
    uint64_t size = bytes.size;
    child_send(ends[1], (const char *)&size, sizeof size);
    child_send(ends[1], bytes.data, bytes.size);
    _exit(EXIT_SUCCESS);
  }
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return NULL;
  }
  Beside *beside = mem_zalloc(sizeof *beside);
  *beside = (Beside){.pid = pid, .socket = ends[0]};
  return beside;
}

static void end_process(Beside *beside) {
  int status;
  if (beside->socket < 0) return;
  child_end(beside->pid, &status);
  close(beside->socket);
  beside->socket = -1;
}

void beside_end(Beside *beside) {
  if (!beside) return;
  end_process(beside);
  text_free(&beside->said);
  mem_free(beside);
}

int beside_file(const Beside *beside) { return beside->socket; }

bool beside_receive(Beside *beside) {
  if (beside->socket < 0 || connection_receive(beside->socket, &beside->said)) return false;
  end_process(beside);
  uint64_t size = 0;
  if (beside->said.size < sizeof size) return false;
  memcpy(&size, beside->said.data, sizeof size);
  text_drop(&beside->said, sizeof size);
  return size && size == beside->said.size;
}

const Text *beside_said(const Beside *beside) { return &beside->said; }
