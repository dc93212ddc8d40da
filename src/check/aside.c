/* See aside.h. A message is a Header and bytes. */
#include "check/aside.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "base/memory.h"
#include "base/platform.h"
#include "portfolio/child.h"

/* What both processes see. Each of the flags is set by one of them; that all are decided is looked
 * at again by whoever changes something, so that it is at most late. */
typedef struct {
  volatile sig_atomic_t told; /* by the child; taken back by the parent with the message */
  volatile sig_atomic_t done; /* by the parent */
} Flags;

typedef struct {
  volatile sig_atomic_t all;
  Flags of[];
} Shared;

struct Aside {
  size_t questions;
  pid_t process;
  int socket;
  Shared *shared;
  size_t shared_size;
  Text received;
  bool over, failed;
};

typedef struct {
  uint64_t question, size;
} Header;

static void look_at_all(Aside *aside) {
  sig_atomic_t all = 1;
  for (size_t i = 0; i < aside->questions && all; i++)
    all = aside->shared->of[i].told || aside->shared->of[i].done;
  aside->shared->all = all;
}

/* ---- there ---- */

void aside_tell(Aside *aside, size_t question, const Text *bytes, bool decides) {
  Header header = {question, bytes->size};
  child_send(aside->socket, (const char *)&header, sizeof header);
  child_send(aside->socket, bytes->data, bytes->size);
  if (!decides) return;
  aside->shared->of[question].told = 1; /* what was sent is there for who sees this */
  look_at_all(aside);
}

const volatile sig_atomic_t *aside_is_done(const Aside *aside, size_t question) {
  return &aside->shared->of[question].done;
}

/* ---- here ---- */

/* Both ends of the connection, and what both processes see. */
static bool connect_both(Aside *aside, int ends[2]) {
  if (!platform_socket_pair(ends)) return false;
  aside->shared_size = sizeof(Shared) + aside->questions * sizeof(Flags);
  aside->shared =
      mmap(NULL, aside->shared_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (aside->shared != MAP_FAILED) return true;
  close(ends[0]);
  close(ends[1]);
  return false;
}

Aside *aside_start(size_t questions, AsideWork work, void *context) {
  int ends[2];
  Aside *aside = mem_zalloc(sizeof *aside);
  aside->questions = questions;
  if (!connect_both(aside, ends)) {
    mem_free(aside);
    return NULL;
  }
  pid_t parent = getpid();
  aside->process = fork();
  if (!aside->process) {
    close(ends[0]);
    child_begin(parent);
    log_set_level(LOG_QUIET);
    aside->socket = ends[1];
    work(context, aside);
    _exit(EXIT_SUCCESS);
  }
  close(ends[1]);
  aside->socket = ends[0];
  if (aside->process > 0) return aside;
  close(ends[0]);
  munmap(aside->shared, aside->shared_size);
  mem_free(aside);
  return NULL;
}

/* The process is gone, or has said what nobody understands. */
static void end_process(Aside *aside, bool failed) {
  int status = 0;
  aside->over = true;
  aside->failed = !child_end(aside->process, &status) || failed || !WIFEXITED(status) ||
                  WEXITSTATUS(status) != EXIT_SUCCESS;
  close(aside->socket);
}

void aside_end(Aside *aside) {
  if (!aside) return;
  if (!aside->over) end_process(aside, false);
  munmap(aside->shared, aside->shared_size);
  text_free(&aside->received);
  mem_free(aside);
}

/* What was received is complete messages, and perhaps the beginning of another. False: it is
 * neither. */
static bool take_messages(Aside *aside, AsideTake take, void *context) {
  size_t at = 0;
  bool good = true;
  while (good && aside->received.size - at >= sizeof(Header)) {
    Header header;
    memcpy(&header, aside->received.data + at, sizeof header);
    good = header.question < aside->questions && header.size < UINT32_MAX;
    if (!good || aside->received.size - at - sizeof header < header.size) break;
    aside->shared->of[header.question].told = 0;
    good = take(context, header.question, aside->received.data + at + sizeof header, header.size);
    at += sizeof header + header.size;
  }
  text_drop(&aside->received, at);
  return good;
}

bool aside_hear(Aside *aside, double seconds, AsideTake take, void *context) {
  if (aside->over) return false;
  struct pollfd file = {.fd = aside->socket, .events = POLLIN};
  if (poll(&file, 1, (int)(seconds * 1000)) > 0) {
    bool open = connection_receive(aside->socket, &aside->received);
    bool good = take_messages(aside, take, context);
    if (!open || !good) end_process(aside, !good || aside->received.size);
  }
  look_at_all(aside);
  return !aside->over;
}

int aside_file(const Aside *aside) { return aside->over ? -1 : aside->socket; }

bool aside_failed(const Aside *aside) { return aside->failed; }

const volatile sig_atomic_t *aside_told(const Aside *aside, size_t question) {
  return &aside->shared->of[question].told;
}

const volatile sig_atomic_t *aside_told_all(const Aside *aside) { return &aside->shared->all; }

void aside_done(Aside *aside, size_t question) {
  aside->shared->of[question].done = 1;
  look_at_all(aside);
}
