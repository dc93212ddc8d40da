/* All memory of Rondo comes from here. An allocation that cannot be served asks the hook, if there
 * is one, and else ends the process with EXIT_MEMORY; so no caller ever tests for NULL. */
#ifndef RONDO_BASE_MEMORY_H
#define RONDO_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

enum { EXIT_MEMORY = 71 }; /* EX_OSERR of sysexits.h */

void *mem_alloc(size_t bytes);               /* uninitialised; zero bytes give a valid pointer */
void *mem_zalloc(size_t bytes);              /* zeroed */
void *mem_array(size_t count, size_t size);  /* zeroed, count * size checked for overflow */
void *mem_resize(void *block, size_t bytes); /* like realloc */
char *mem_string(const char *text);          /* a copy; NULL gives NULL */
char *mem_string_n(const char *text, size_t length);
void mem_free(void *block); /* NULL is fine */

/* Called when so many bytes cannot be had (0: that is not known). True: they are tried again. It
 * may also end the process in its own way, or jump out of it. NULL: no hook. */
typedef bool (*MemHook)(void *context, size_t bytes);
void mem_set_hook(MemHook hook, void *context);

/* Asks the hook, for what it may have to say, and exits with EXIT_MEMORY. Safe to call from a
 * failing allocator. */
_Noreturn void mem_exhausted(void);

#endif
