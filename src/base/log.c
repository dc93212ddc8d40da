#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/printable.h"

static LogLevel current_level = LOG_NORMAL;
static void (*clear_status)(void);

void log_set_level(LogLevel level) { current_level = level; }
bool log_enabled(LogLevel level) { return level <= current_level; }

static void line(const char *prefix, const char *format, va_list arguments) {
  Text raw = {0}, shown = {0};
  text_format_list(&raw, format, arguments);
  printable_lines(&shown, raw.data);
  log_status_clear();
  fprintf(stderr, "%s%s\n", prefix, shown.data);
  text_free(&raw);
  text_free(&shown);
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

void log_set_clear(void (*clear)(void)) { clear_status = clear; }

void log_status_clear(void) {
  if (clear_status) clear_status();
}
