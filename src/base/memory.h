/* All memory of Rondo comes from here. An allocation that cannot be served prints one sentence and
 * ends the process with EXIT_MEMORY; so no caller ever tests for NULL. */
#ifndef RONDO_BASE_MEMORY_H
#define RONDO_BASE_MEMORY_H

#include <stddef.h>

enum { EXIT_MEMORY = 71 }; /* EX_OSERR of sysexits.h */

void *mem_alloc(size_t bytes);               /* uninitialised; zero bytes give a valid pointer */
void *mem_zalloc(size_t bytes);              /* zeroed */
void *mem_array(size_t count, size_t size);  /* zeroed, count * size checked for overflow */
void *mem_resize(void *block, size_t bytes); /* like realloc */
char *mem_string(const char *text);          /* a copy; NULL gives NULL */
char *mem_string_n(const char *text, size_t length);
void mem_free(void *block); /* NULL is fine */

/* Says "out of memory" and exits with EXIT_MEMORY. Safe to call from a failing allocator. */
_Noreturn void mem_exhausted(void);

/* From now on without a word: for a process whose parent reports how it ended. */
void mem_exhausted_quietly(void);

#endif
