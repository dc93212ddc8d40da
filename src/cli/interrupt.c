#include "cli/interrupt.h"

#include <signal.h>

#include "rondo/rondo.h"

static volatile sig_atomic_t seen;

static void on_signal(int signal_number) {
  (void)signal_number;
  interrupt_run();
}

void interrupt_watch(void) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESETHAND};
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

void interrupt_run(void) {
  seen = 1;
  rondo_cancel();
}

bool interrupted(void) {
  if (seen) rondo_cancel();
  return seen;
}
