#include "base/budget.h"

#include <unistd.h>

#include "base/clock.h"
#include "base/platform.h"

/* How many cheap calls pass between two looks at the clock and at the size of the process. */
enum { LOOK_EVERY = 64 };

Budget budget_slice(Budget *parent, uint64_t work) {
  return (Budget){.parent = parent, .work = work};
}

Budget budget_without_work(const Budget *budget) {
  Budget hard = {0};
  for (; budget; budget = budget->parent) {
    if (budget->deadline != 0 && (hard.deadline == 0 || budget->deadline < hard.deadline))
      hard.deadline = budget->deadline;
    if (budget->memory && (!hard.memory || budget->memory < hard.memory))
      hard.memory = budget->memory;
    if (!hard.cancel) hard.cancel = budget->cancel;
    if (!hard.stop) hard.stop = budget->stop;
  }
  return hard;
}

uint64_t memory_resident(void) { return platform_memory(getpid()).resident; }

static BudgetState look(Budget *budget) {
  if ((budget->cancel && *budget->cancel) || (budget->stop && *budget->stop)) return BUDGET_CANCEL;
  if (budget->work && budget->used >= budget->work) return BUDGET_WORK;
  if (budget->calls++ % LOOK_EVERY) return BUDGET_LEFT;
  if (budget->deadline != 0 && clock_wall() >= budget->deadline) return BUDGET_TIME;
  if (budget->memory && memory_resident() > budget->memory) return BUDGET_MEMORY;
  return BUDGET_LEFT;
}

bool budget_spent(Budget *budget) {
  for (; budget; budget = budget->parent) {
    if (budget->state == BUDGET_LEFT) budget->state = look(budget);
    if (budget->state != BUDGET_LEFT) return true;
  }
  return false;
}

bool budget_spent_now(Budget *budget) {
  for (Budget *each = budget; each; each = each->parent) each->calls = 0;
  return budget_spent(budget);
}

void budget_use(Budget *budget, uint64_t work) {
  for (; budget; budget = budget->parent) budget->used += work;
}

uint64_t budget_work_left(const Budget *budget) {
  uint64_t least = UINT64_MAX;
  for (; budget; budget = budget->parent)
    if (budget->work) {
      uint64_t left = budget->used < budget->work ? budget->work - budget->used : 0;
      if (left < least) least = left;
    }
  return least;
}

double budget_seconds_left(const Budget *budget) {
  double now = clock_wall(), least = 1e18;
  for (; budget; budget = budget->parent)
    if (budget->deadline != 0 && budget->deadline - now < least) least = budget->deadline - now;
  return least;
}

BudgetState budget_state(const Budget *budget) {
  for (; budget; budget = budget->parent)
    if (budget->state != BUDGET_LEFT) return budget->state;
  return BUDGET_LEFT;
}

const char *budget_reason(BudgetState state) {
  switch (state) {
  case BUDGET_LEFT: return "not finished";
  case BUDGET_TIME: return "time limit reached";
  case BUDGET_MEMORY: return "memory limit reached";
  case BUDGET_WORK: return "work limit reached";
  case BUDGET_CANCEL: return "cancelled";
  }
  return "not finished";
}
