#include "check/call.h"

#include <stdatomic.h>

volatile sig_atomic_t call_stopped;
static atomic_uint running;

void call_begin(void) { atomic_fetch_add(&running, 1); }

void call_end(void) {
  if (atomic_fetch_sub(&running, 1) == 1) call_stopped = 0;
}

void call_stop(void) { call_stopped = 1; }
