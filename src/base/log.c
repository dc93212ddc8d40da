#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/printable.h"

static LogLevel current_level = LOG_NORMAL;
static void (*clear_status)(void);
static LogSink listener;
static void *listener_context;

void log_set_sink(LogSink sink, void *context) {
  listener = sink;
  listener_context = context;
}

void log_to_stderr(void *context, bool warning, const char *line) {
  Text shown = {0};
  (void)context;
  printable_lines(&shown, line);
  log_status_clear();
  fprintf(stderr, "%s%s\n", warning ? "rondo: warning: " : "", shown.data);
  text_free(&shown);
}

void log_set_level(LogLevel level) { current_level = level; }
bool log_enabled(LogLevel level) { return level <= current_level; }

static void say(bool warning, const char *format, va_list arguments) {
  if (!listener) return;
  Text raw = {0};
  text_format_list(&raw, format, arguments);
  listener(listener_context, warning, raw.data);
  text_free(&raw);
}

void log_warning(const char *format, ...) {
  if (!log_enabled(LOG_NORMAL)) return;
  va_list arguments;
  va_start(arguments, format);
  say(true, format, arguments);
  va_end(arguments);
}

void log_say(LogLevel level, const char *format, ...) {
  if (!log_enabled(level)) return;
  va_list arguments;
  va_start(arguments, format);
  say(false, format, arguments);
  va_end(arguments);
}

void log_set_clear(void (*clear)(void)) { clear_status = clear; }

void log_status_clear(void) {
  if (clear_status) clear_status();
}
