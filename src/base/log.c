#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"

static LogLevel current_level = LOG_NORMAL;
static bool status_shown;

void log_set_level(LogLevel level) { current_level = level; }
bool log_enabled(LogLevel level) { return level <= current_level; }

static void line(const char *prefix, const char *format, va_list arguments) {
  log_status_clear();
  fputs(prefix, stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
}

void log_warning(const char *format, ...) {
  if (!log_enabled(LOG_NORMAL)) return;
  va_list arguments;
  va_start(arguments, format);
  line("rondo: warning: ", format, arguments);
  va_end(arguments);
}

void log_say(LogLevel level, const char *format, ...) {
  if (!log_enabled(level)) return;
  va_list arguments;
  va_start(arguments, format);
  line("", format, arguments);
  va_end(arguments);
}

void log_status(const char *format, ...) {
  static double last;
  if (!log_enabled(LOG_NORMAL) || !isatty(STDERR_FILENO)) return;
  double now = clock_wall();
  if (now - last < 0.1) return;
  last = now;
  va_list arguments;
  va_start(arguments, format);
  fputs("\r\033[K", stderr);
  vfprintf(stderr, format, arguments);
  fflush(stderr);
  va_end(arguments);
  status_shown = true;
}

void log_status_clear(void) {
  if (!status_shown) return;
  fputs("\r\033[K", stderr);
  fflush(stderr);
  status_shown = false;
}
