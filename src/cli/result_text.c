#include "cli/result_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/memory.h"
#include "base/printable.h"
#include "cli/cli.h"
#include "cli/terminal.h"
#include "cli/verdict_table.h"

bool result_has_run(const RondoResult *result) {
  const char *kind = rondo_result_evidence(result);
  return !strcmp(kind, "trace") || !strcmp(kind, "lasso");
}

static void add_evidence(const RondoResult *result, Text *text) {
  size_t size = rondo_result_evidence_size(result);
  uint64_t value;
  if (rondo_result_value(result, &value)) text_format(text, "%llu; ", (unsigned long long)value);
  if (rondo_result_value_word(result)) text_format(text, "%s; ", rondo_result_value_word(result));
  const char *kind = rondo_result_evidence(result), *engine = rondo_result_engine(result);
  const char *plural = size == 1 ? "" : "s";
  if (!strcmp(kind, "ctl"))
    text_format(text, "%s; proof of %zu update%s, checked", engine, size, plural);
  else if (!strcmp(kind, "states"))
    text_format(text, "%s; all %zu state%s, searched twice", engine, size, plural);
  else if (!strcmp(kind, "linear"))
    text_format(text, "%s; inequalities of %zu case%s, checked", engine, size, plural);
  else if (!strcmp(kind, "claims"))
    text_format(text, "%s; %zu claim%s about states, each checked", engine, size, plural);
  else if (!strcmp(kind, "runs"))
    text_format(text, "%s; runs that enable %zu transition%s, replayed", engine, size, plural);
  else if (!strcmp(kind, "prefix"))
    text_format(text, "%s; prefix of %zu event%s, checked", engine, size, plural);
  else if (!strcmp(kind, "diagram"))
    text_format(text, "%s; all markings as a diagram of %zu node%s, made twice", engine, size,
                plural);
  else if (result_has_run(result))
    text_format(text, "%s; %s of %zu step%s, replayed", engine, kind, size, plural);
  else text_format(text, "%s; %s of size %zu, certificate checked", engine, kind, size);
  if (rondo_result_kept(result)) text_add(text, ", kept from an earlier check");
}

void result_print(const RondoModel *model, size_t property, const RondoResult *result,
                  unsigned trace, bool statistics) {
  log_status_clear();
  const char *formula = rondo_property_formula(model, property);
  const char *place = rondo_property_place(model, property);
  RondoVerdict verdict = rondo_result_verdict(result);
  Text line = {0};
  terminal_verdict(&line, verdict, terminal_color(stdout));
  text_add(&line, "  ");
  printable(&line, rondo_property_name(model, property));
  if (formula) text_add(&line, ": ");
  if (formula) printable(&line, formula);
  if (place) text_format(&line, "  %s", place);
  text_add(&line, "  (");
  if (verdict == RONDO_UNKNOWN) {
    char *why = verdict_evidence(result);
    text_add(&line, why);
    mem_free(why);
  } else {
    add_evidence(result, &line);
  }
  printf("%s)\n", line.data);
  text_free(&line);
  if (rondo_result_trusted(result)) printf("  not shown: %s\n", rondo_result_trusted(result));
  bool told = result_has_run(result) || !strcmp(rondo_result_evidence(result), "ctl");
  if (told && trace != RONDO_TRACE_NONE) {
    char *text = rondo_trace_text(result, trace);
    cli_print("%s", text);
    free(text);
  }
  char *effort = rondo_result_effort(result);
  cli_print("%s", effort);
  free(effort);
  if (statistics) {
    char *text = rondo_result_statistics(result);
    fputs(text, stdout);
    free(text);
  }
}

void remark_print(const RondoModel *model, const RondoRemark *remark) {
  bool about_model = remark->property == RONDO_MODEL;
  Text line = {0};
  if (about_model) {
    text_format(&line, "remark  %s", rondo_model_file(model));
  } else {
    terminal_verdict(&line, RONDO_HOLDS, terminal_color(stdout));
    text_add(&line, "  ");
    printable(&line, rondo_property_name(model, remark->property));
    text_add(&line, " (vacuously");
  }
  text_add(&line, ": ");
  printable(&line, remark->reason);
  text_format(&line, "%s  (%s; %s of size %zu, checked)\n", about_model ? "" : ")", remark->engine,
              remark->evidence, remark->size);
  if (remark->trusted) text_format(&line, "  not shown: %s\n", remark->trusted);
  cli_print("%s", line.data);
  text_free(&line);
}
