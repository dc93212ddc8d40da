/* Random small Promela programs as trees, as text, and what they do: an interpreter of the trees
 * that shares nothing with the front end and the machine of process_step.h. It has no control
 * states: a process stands before a statement of the tree, and where it goes on follows from the
 * tree. */
#ifndef RONDO_TESTS_ORACLE_RANDOM_PROMELA_H
#define RONDO_TESTS_ORACLE_RANDOM_PROMELA_H

#include "base/map.h"
#include "base/random.h"
#include "base/text.h"
#include "base/vec.h"

enum { TREE_GLOBALS = 3, TREE_PROCESSES = 3, TREE_SLOTS = 2 };

typedef struct TreeProgram TreeProgram;

TreeProgram *tree_program_random(Random *random);
void tree_program_free(TreeProgram *program);
void tree_program_print(const TreeProgram *program, Text *text);

typedef struct {
  Names seen; /* what can be seen from outside in states where nobody is exclusive: the globals, the
                 length of the channel and what is in it */
  bool deadlock, failure; /* an invalid end state, a failed assertion can be reached */
  bool complete;          /* there are not more than `limit` states */
} TreeResult;

TreeResult tree_program_run(const TreeProgram *program, size_t limit);
void tree_result_free(TreeResult *result);

#endif
