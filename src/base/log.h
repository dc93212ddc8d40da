/* What Rondo says while it works, on standard error. Results go to standard output elsewhere. */
#ifndef RONDO_BASE_LOG_H
#define RONDO_BASE_LOG_H

#include <stdbool.h>

typedef enum { LOG_QUIET, LOG_NORMAL, LOG_VERBOSE, LOG_DEBUG } LogLevel;

void log_set_level(LogLevel level);
bool log_enabled(LogLevel level);

/* One line each: "rondo: warning: ..." for warnings, the bare text for the rest. */
void log_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_say(LogLevel level, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A status line that is overwritten in place; only on a terminal, at most ten times a second.
 * log_status_clear removes it before real output. */
void log_status(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_status_clear(void);

#endif
