/* See judge.h: ends and memory. */
#include "judge/judge.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/prover.h"

_Noreturn void end_judgement(Judge *judge, JudgeOutcome outcome, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(judge->sentence, sizeof judge->sentence, format, arguments);
  va_end(arguments);
  judge->outcome = outcome;
  longjmp(judge->end, 1);
}

JudgeOutcome judge_run(Judge *judge, void (*argue)(Judge *, void *), void *about) {
  judge->outcome = JUDGE_ACCEPTED;
  judge->pool = (Pool){judge, NULL};
  judge->open = NULL;
  if (!setjmp(judge->end)) argue(judge, about);
  while (judge->open) prover_free(judge->open);
  pool_free(&judge->pool);
  return judge->outcome;
}

struct Block {
  Block *next;
  max_align_t start[];
};

void *zeroed(Pool *pool, size_t count, size_t size) {
  bool much = size && count > (SIZE_MAX / 2 - sizeof(Block)) / size;
  Block *block = much ? NULL : calloc(1, sizeof *block + count * size);
  if (!block) unreadable(pool->judge, "out of memory");
  block->next = pool->blocks;
  pool->blocks = block;
  return block->start;
}

void *longer(Pool *pool, void *list, size_t *room, size_t count, size_t size) {
  if (count <= *room) return list;
  size_t more = *room < 8 ? 16 : 2 * *room;
  if (more < count) more = count;
  void *result = zeroed(pool, more, size);
  if (*room) memcpy(result, list, *room * size);
  *room = more;
  return result;
}

const char *worded(Judge *judge, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  char *text = zeroed(&judge->pool, (size_t)length + 1, 1);
  va_start(arguments, format);
  vsnprintf(text, (size_t)length + 1, format, arguments);
  va_end(arguments);
  return text;
}

void pool_free(Pool *pool) {
  while (pool->blocks) {
    Block *block = pool->blocks;
    pool->blocks = block->next;
    free(block);
  }
}
