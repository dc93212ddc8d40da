/* What Rondo says while it works. Where that goes is for whoever uses these rooms to say: the
 * library passes warnings on to its user, the program writes to standard error. Until someone
 * listens nothing is said. Results go to standard output elsewhere. */
#ifndef RONDO_BASE_LOG_H
#define RONDO_BASE_LOG_H

#include <stdbool.h>

typedef enum { LOG_QUIET, LOG_NORMAL, LOG_VERBOSE, LOG_DEBUG } LogLevel;

void log_set_level(LogLevel level);
bool log_enabled(LogLevel level);

/* Gets what is said at a level that is enabled, one line without its end; warnings are marked.
 * NULL: nobody listens. */
typedef void (*LogSink)(void *context, bool warning, const char *line);
void log_set_sink(LogSink sink, void *context);
void log_to_stderr(void *context, bool warning, const char *line); /* "rondo: warning: ..." */

/* One line each. */
void log_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_say(LogLevel level, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whoever shows something on the terminal that changes in place says how to take it away; it is
 * called before every line. NULL: nothing to do. */
void log_set_clear(void (*clear)(void));
void log_status_clear(void); /* does that, before output of another kind */

#endif
