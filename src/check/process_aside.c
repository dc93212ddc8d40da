/* See process_aside.h. A message is a Header, then the choices of the run, the text, and what is
 * unreached, a line each. */
#include "check/process_aside.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/platform.h"

enum { SLICE_SECONDS = 1 };

/* What both processes see. */
typedef struct {
  volatile sig_atomic_t stop;   /* the question that the parent works on is decided */
  volatile uint32_t asked;      /* which one that is */
  volatile sig_atomic_t done[]; /* by question: the parent has decided it */
} Shared;

struct ProcessAside {
  ProcessJob *job;
  pid_t process;
  int socket;
  Shared *shared;
  Budget *here;
  size_t shared_size;
  Text received;
  bool over;
};

typedef struct {
  uint32_t kind, question;
  int64_t loop;
  uint64_t states, choices, text, unreached; /* the last three: how many of them follow */
  ProcessStats stats;
} Header;

static uint32_t number_of(const ProcessJob *job, const ProcessQuestion *question) {
  return (uint32_t)(question - job->questions.data);
}

/* ---- there ---- */

static void send_all(int socket, const Text *message) {
  for (size_t at = 0; at < message->size;) {
    ssize_t sent = platform_send(socket, message->data + at, message->size - at, true);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) _exit(EXIT_FAILURE);
    at += (size_t)sent;
  }
}

void process_aside_tell(ProcessAside *aside, const ProcessJob *job, const ProcessQuestion *question,
                        AsideAnswer answer) {
  Text message = {0}, unreached = {0};
  for (size_t i = 0; i < job->unreached.size; i++)
    text_format(&unreached, "%s\n", job->unreached.data[i]);
  Header header = {.kind = answer.kind,
                   .question = number_of(job, question),
                   .loop = answer.loop,
                   .states = answer.states,
                   .choices = answer.run ? answer.run->size : 0,
                   .text = answer.text ? strlen(answer.text) : 0,
                   .unreached = unreached.size,
                   .stats = job->stats};
  text_add_n(&message, (const char *)&header, sizeof header);
  if (header.choices)
    text_add_n(&message, (const char *)answer.run->data, header.choices * sizeof(uint32_t));
  text_add_n(&message, answer.text ? answer.text : "", header.text);
  text_add_n(&message, unreached.data ? unreached.data : "", unreached.size);
  send_all(aside->socket, &message);
  text_free(&message);
  text_free(&unreached);
  /* told before: who asks for another question now hears of this one first */
  if (aside->shared->asked == header.question) aside->shared->stop = 1;
}

/* What the parent has decided is not looked for any more. */
static void drop_done(ProcessAside *aside) {
  ProcessJob *job = aside->job;
  for (size_t i = 0; i < job->questions.size; i++)
    if (aside->shared->done[i]) job->questions.data[i].result = NULL;
}

static _Noreturn void search(ProcessAside *aside, ProcessStates *states, const Budget *budget) {
  ProcessJob *job = aside->job;
  Settings silent = *job->settings;
  Budget whole = *budget;
  silent.progress = NULL;
  job->settings = &silent;
  job->aside = aside;
  for (bool over = !states; !over && !budget_spent(&whole);) {
    Budget turn = budget_slice(&whole, 0);
    turn.deadline = clock_wall() + SLICE_SECONDS;
    drop_done(aside);
    over = process_states_turn(states, &turn, &whole);
  }
  if (states) process_states_free(states); /* the second search needs the memory */
  for (size_t i = 0; i < job->questions.size && !budget_spent(&whole); i++) {
    ProcessQuestion *question = job->questions.data + i;
    drop_done(aside);
    if (!question->result || !question->by_runs || question->defect.kind != SHOWS_RUN) continue;
    Budget own = budget_slice(&whole, 0);
    own.stop = &aside->shared->done[i];
    process_answer_runs(job, question, &own);
  }
  _exit(EXIT_SUCCESS);
}

/* Interrupts are for the parent to decide. */
static void become_searcher(pid_t parent) {
  if (!platform_die_with(parent)) _exit(EXIT_FAILURE);
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_DFL);
  mem_set_hook(NULL, NULL);
  platform_volunteer();
}

/* ---- here ---- */

ProcessAside *process_aside_start(ProcessJob *job, ProcessStates *states, const Budget *there,
                                  Budget *here) {
  int ends[2];
  size_t size = sizeof(Shared) + job->questions.size * sizeof(sig_atomic_t);
  if (!platform_socket_pair(ends)) return NULL;
  Shared *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    close(ends[0]);
    close(ends[1]);
    return NULL;
  }
  shared->asked = PROCESS_NONE;
  ProcessAside *aside = mem_zalloc(sizeof *aside);
  *aside = (ProcessAside){
      .job = job, .shared = shared, .shared_size = size, .socket = ends[1], .here = here};
  pid_t parent = getpid();
  aside->process = fork();
  if (!aside->process) {
    close(ends[0]);
    become_searcher(parent);
    search(aside, states, there);
  }
  close(ends[1]);
  aside->socket = ends[0];
  if (aside->process > 0) return aside;
  close(ends[0]);
  munmap(shared, size);
  mem_free(aside);
  return NULL;
}

void process_aside_end(ProcessAside *aside) {
  if (!aside) return;
  int status;
  kill(aside->process, SIGKILL); /* changes nothing for one that is ending already */
  while (waitpid(aside->process, &status, 0) < 0 && errno == EINTR) continue;
  close(aside->socket);
  munmap(aside->shared, aside->shared_size);
  text_free(&aside->received);
  mem_free(aside);
}

static void give_out(ProcessAside *aside, const Header *header, const char *data) {
  ProcessJob *job = aside->job;
  ProcessQuestion *question = job->questions.data + header->question;
  if (!question->result) return;
  U32Vec run = {0};
  for (uint64_t i = 0; i < header->choices; i++) {
    uint32_t choice;
    memcpy(&choice, data + i * sizeof choice, sizeof choice);
    vec_push(&run, choice);
  }
  data += header->choices * sizeof(uint32_t);
  char *text = mem_string_n(data, header->text);
  data += header->text;
  for (const char *line = data, *end; line < data + header->unreached; line = end + 1) {
    end = memchr(line, '\n', (size_t)(data + header->unreached - line));
    if (!end) break;
    vec_push(&job->unreached, mem_string_n(line, (size_t)(end - line)));
  }
  job->stats = header->stats;
  switch (header->kind) {
  case ASIDE_RUN: process_give_run(job, question, &run, header->loop); break;
  case ASIDE_HOLDS:
    if (question->defect.kind == SHOWS_RUN) process_confirm_runs(job, question, aside->here);
    else process_confirm_states(job, header->states, text, aside->here);
    break;
  case ASIDE_UNKNOWN: process_give_unknown(job, question, text); break;
  default: process_give_error(job, question, text);
  }
  vec_free(&run);
  mem_free(text);
}

/* What was received is complete messages, and perhaps the beginning of another. False: it is
 * neither, so that nothing more is heard. */
static bool take_messages(ProcessAside *aside) {
  size_t at = 0;
  bool good = true;
  while (good && aside->received.size - at >= sizeof(Header)) {
    Header header;
    memcpy(&header, aside->received.data + at, sizeof header);
    uint64_t most = UINT32_MAX;
    good = header.question < aside->job->questions.size && header.choices < most &&
           header.text < most && header.unreached < most;
    uint64_t size =
        sizeof header + header.choices * sizeof(uint32_t) + header.text + header.unreached;
    if (!good || aside->received.size - at < size) break;
    give_out(aside, &header, aside->received.data + at + sizeof header);
    at += size;
  }
  text_drop(&aside->received, at);
  return good;
}

bool process_aside_hear(ProcessAside *aside, double seconds) {
  char bytes[4096];
  while (!aside->over) {
    struct pollfd file = {.fd = aside->socket, .events = POLLIN};
    if (poll(&file, 1, (int)(seconds * 1000)) <= 0) break;
    ssize_t size = read(aside->socket, bytes, sizeof bytes);
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) break;
    if (size > 0) text_add_n(&aside->received, bytes, (size_t)size);
    aside->over = size <= 0 || !take_messages(aside);
    seconds = 0;
  }
  return !aside->over;
}

Budget process_aside_budget(ProcessAside *aside, const ProcessQuestion *question) {
  aside->shared->stop = 0;
  aside->shared->asked = number_of(aside->job, question);
  return (Budget){.stop = &aside->shared->stop};
}

void process_aside_done(ProcessAside *aside, const ProcessQuestion *question) {
  aside->shared->done[number_of(aside->job, question)] = 1;
}
