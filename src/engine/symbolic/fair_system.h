/* The system of a task that asks for fair runs, as diagrams want it. */
#ifndef RONDO_ENGINE_SYMBOLIC_FAIR_SYSTEM_H
#define RONDO_ENGINE_SYMBOLIC_FAIR_SYSTEM_H

#include "task/task.h"

/* A copy in which conditions that read inputs are latches behind the others: "some inputs meet it"
 * as a set of states would be too large, since those inputs may lead elsewhere. The conditions in
 * it are appended. */
System *symbolic_fair_system(const Task *task, LitVec *conditions);

#endif
