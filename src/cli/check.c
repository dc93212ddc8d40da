/* `rondo check`: every property of every file, one verdict each, through the public API alone. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/json.h"
#include "base/log.h"
#include "base/memory.h"
#include "check/settings.h"
#include "cli/cli.h"
#include "cli/progress_table.h"
#include "cli/reports.h"
#include "cli/terminal.h"
#include "cli/verdict_table.h"
#include "rondo/rondo.h"

typedef struct {
  StringVec properties, ltl, ltl_files, hoa_files, ctl, ctl_files;
  const char *format, *witness, *certificate, *vcd, *html;
  bool smv_old, check_deadlock;
  bool json, quiet, verbose, full, defines, stats, hwmcc, no_trace;
  int color; /* a ColorChoice */
} CheckOptions;

static CheckOptions chosen;
static RondoSettings *settings;

static const Option table[] = {
    {"property", 'p', OPTION_LIST, offsetof(CheckOptions, properties), "N|NAME",
     "check only this property; may be repeated", NULL, 0, 0},
    {"ltl", 0, OPTION_LIST, offsetof(CheckOptions, ltl), "FORMULA",
     "check this formula instead of the file's properties; may be repeated", NULL, 0, 0},
    {"hoa", 0, OPTION_LIST, offsetof(CheckOptions, hoa_files), "FILE",
     "an automaton in HOA format that accepts what must not happen", NULL, 0, 0},
    {"ltl-file", 0, OPTION_LIST, offsetof(CheckOptions, ltl_files), "FILE",
     "the same for the formulas in a file", NULL, 0, 0},
    {"ctl", 0, OPTION_LIST, offsetof(CheckOptions, ctl), "FORMULA",
     "check this CTL formula instead; may be repeated", NULL, 0, 0},
    {"ctl-file", 0, OPTION_LIST, offsetof(CheckOptions, ctl_files), "FILE",
     "the same for the CTL formulas in a file", NULL, 0, 0},
    {"format", 0, OPTION_TEXT, offsetof(CheckOptions, format), "NAME",
     "input format, where the file's name does not tell", NULL, 0, 0},
    {"smv-old", 0, OPTION_FLAG, offsetof(CheckOptions, smv_old), NULL,
     "SMV: read 0 and 1 as FALSE and TRUE", NULL, 0, 0},
    {"check-deadlock", 0, OPTION_FLAG, offsetof(CheckOptions, check_deadlock), NULL,
     "also check that every reachable state has a successor", NULL, 0, 0},
    {"json", 'j', OPTION_FLAG, offsetof(CheckOptions, json), NULL,
     "one line of JSON per property on standard output, with its trace", NULL, 0, 0},
    {"defines", 0, OPTION_FLAG, offsetof(CheckOptions, defines), NULL,
     "show the DEFINEs of an SMV model in traces, too", NULL, 0, 0},
    {"full", 0, OPTION_FLAG, offsetof(CheckOptions, full), NULL,
     "show every signal in every step of a trace", NULL, 0, 0},
    {"no-trace", 0, OPTION_FLAG, offsetof(CheckOptions, no_trace), NULL,
     "print verdicts without traces", NULL, 0, 0},
    {"witness", 'w', OPTION_TEXT, offsetof(CheckOptions, witness), "FILE",
     "write the trace of a violation as an AIGER witness; with several properties to FILE-NAME",
     NULL, 0, 0},
    {"certificate", 'c', OPTION_TEXT, offsetof(CheckOptions, certificate), "FILE",
     "the same for the certificate of a proof (ASCII if FILE ends in .aag; of CTL a text)", NULL, 0,
     0},
    {"vcd", 0, OPTION_TEXT, offsetof(CheckOptions, vcd), "FILE",
     "write traces for GTKWave or Surfer; with several properties to FILE-NAME", NULL, 0, 0},
    {"html", 0, OPTION_TEXT, offsetof(CheckOptions, html), "FILE",
     "write a page with all results: waveforms, formulas step by step, proofs", NULL, 0, 0},
    {"stats", 's', OPTION_FLAG, offsetof(CheckOptions, stats), NULL, "print statistics of each run",
     NULL, 0, 0},
    {"quiet", 'q', OPTION_FLAG, offsetof(CheckOptions, quiet), NULL,
     "only verdicts, no traces, no warnings", NULL, 0, 0},
    {"verbose", 'v', OPTION_FLAG, offsetof(CheckOptions, verbose), NULL, "say what is being done",
     NULL, 0, 0},
    {"color", 0, OPTION_CHOICE, offsetof(CheckOptions, color), "WHEN",
     "colours: on terminals without NO_COLOR, always, or never", "auto|always|never", 0, 0},
    {"hwmcc", 0, OPTION_FLAG, offsetof(CheckOptions, hwmcc), NULL,
     "as in the competition: MODEL CERT.sat CERT.unsat, prints sat or unsat", NULL, 0, 0},
};

static size_t check_options(OptionGroup *groups) {
  if (!settings) {
    settings = rondo_settings_new();
    settings->jobs = cli_cores();
  }
  groups[0] = (OptionGroup){"Options", table, sizeof table / sizeof *table, &chosen};
  return 1 + settings_groups(settings, groups + 1);
}

static void on_interrupt(int signal_number) {
  (void)signal_number;
  rondo_cancel();
}

/* What the user asked of the process: signals and memory. The engines watch the memory limit
 * themselves; the system's limit stands a little above it, for what grows too fast to be seen. */
static void prepare_process(void) {
  struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESETHAND};
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  terminal_set_color((ColorChoice)chosen.color);
  log_set_level(chosen.quiet ? LOG_QUIET : chosen.verbose ? LOG_VERBOSE : LOG_NORMAL);
#ifndef __SANITIZE_ADDRESS__
  if (settings->memory) {
    rlim_t limit = settings->memory + settings->memory / 10;
    setrlimit(RLIMIT_DATA, &(struct rlimit){limit, limit});
  }
#endif
}

static void show_progress(void *context, const char *engine, uint64_t number, const char *words) {
  (void)context;
  reports_progress(engine, number, words);
  progress_table_tell(engine, words);
}

/* ---- what a person sees ---- */

static void print_evidence(const RondoResult *result) {
  size_t size = rondo_result_evidence_size(result);
  const char *kind = rondo_result_evidence(result), *engine = rondo_result_engine(result);
  if (!strcmp(kind, "ctl"))
    printf("  (%s; proof of %zu update%s, checked)\n", engine, size, size == 1 ? "" : "s");
  else if (rondo_result_verdict(result) == RONDO_VIOLATED)
    printf("  (%s; %s of %zu step%s, replayed)\n", engine, kind, size, size == 1 ? "" : "s");
  else printf("  (%s; %s of size %zu, certificate checked)\n", engine, kind, size);
}

static unsigned trace_wanted(void) {
  if (chosen.quiet || chosen.no_trace) return RONDO_TRACE_NONE;
  return (chosen.full ? RONDO_TRACE_FULL : 0u) | (chosen.defines ? RONDO_TRACE_DEFINES : 0u);
}

static void print_result(const RondoModel *model, size_t property, const RondoResult *result) {
  log_status_clear();
  const char *formula = rondo_property_formula(model, property);
  RondoVerdict verdict = rondo_result_verdict(result);
  Text word = {0};
  terminal_verdict(&word, verdict, terminal_color(stdout));
  printf("%s  %s", word.data, rondo_property_name(model, property));
  text_free(&word);
  if (formula) printf(": %s", formula);
  if (verdict == RONDO_UNKNOWN) {
    char *why = verdict_evidence(result);
    printf("  (%s)\n", why);
    mem_free(why);
  } else {
    print_evidence(result);
  }
  bool told = verdict == RONDO_VIOLATED || !strcmp(rondo_result_evidence(result), "ctl");
  if (told && trace_wanted() != RONDO_TRACE_NONE) {
    char *trace = rondo_trace_text(result, trace_wanted());
    fputs(trace, stdout);
    free(trace);
  }
  if (chosen.stats) {
    char *statistics = rondo_result_statistics(result);
    fputs(statistics, stdout);
    free(statistics);
  }
}

/* CTL has a proof of either verdict. */
static bool is_trace(const RondoResult *result) {
  return rondo_result_verdict(result) == RONDO_VIOLATED &&
         strcmp(rondo_result_evidence(result), "ctl");
}

/* Where the evidence of a result is to be written, the caller's; NULL: nowhere. */
static char *evidence_file(const RondoModel *model, const RondoResult *result) {
  RondoVerdict verdict = rondo_result_verdict(result);
  const char *file = is_trace(result) ? chosen.witness : chosen.certificate;
  size_t property = rondo_result_property(result);
  return verdict == RONDO_UNKNOWN ? NULL : reports_file(file, model, property);
}

static int write_evidence(const RondoModel *model, const RondoResult *result) {
  char *error = NULL, *file = evidence_file(model, result);
  if (!file) return EXIT_HOLDS;
  bool ok = is_trace(result) ? rondo_write_witness(result, file, &error)
                             : rondo_write_certificate(result, file, &error);
  mem_free(file);
  return ok ? EXIT_HOLDS : cli_fail_with(EXIT_BAD_INPUT, error);
}

/* ---- one property, one file, all ---- */

/* The exit code of a whole run: an internal error or unwritable file beats violated beats unknown
 * beats holds. */
static int worse(int a, int b) {
  static const int order[] = {EXIT_HOLDS, EXIT_UNKNOWN, EXIT_VIOLATED, EXIT_BAD_INPUT,
                              EXIT_INTERNAL};
  int rank_a = 0, rank_b = 0;
  for (int i = 0; i < 5; i++) {
    if (order[i] == a) rank_a = i;
    if (order[i] == b) rank_b = i;
  }
  return rank_a > rank_b ? a : b;
}

/* The check of one file: what the callbacks need. */
typedef struct {
  const RondoModel *model;
  size_t all, known;
  int code;
  VerdictTable verdicts;
} FileCheck;

static void begin_property(void *context, size_t property) {
  FileCheck *check = context;
  reports_begin(property);
  progress_table_begin(rondo_property_name(check->model, property), check->known, check->all);
}

static void take_result(void *context, RondoResult *result) {
  FileCheck *check = context;
  size_t property = rondo_result_property(result);
  log_status_clear();
  int code =
      worse(write_evidence(check->model, result), reports_add(check->model, property, result));
  if (chosen.json) {
    char *line = rondo_result_json(result, trace_wanted());
    puts(line);
    free(line);
  } else {
    print_result(check->model, property, result);
  }
  fflush(stdout);
  RondoVerdict verdict = rondo_result_verdict(result);
  for (size_t i = 0; rondo_result_note(result, i); i++)
    log_say(LOG_VERBOSE, "%s: %s", rondo_property_name(check->model, property),
            rondo_result_note(result, i));
  if (rondo_result_internal_error(result))
    cli_fail(EXIT_INTERNAL, "internal error: '%s': %s", rondo_property_name(check->model, property),
             rondo_result_internal_error(result));
  if (rondo_result_internal_error(result) && verdict == RONDO_UNKNOWN) code = EXIT_INTERNAL;
  if (verdict == RONDO_VIOLATED) code = worse(code, EXIT_VIOLATED);
  if (verdict == RONDO_UNKNOWN) code = worse(code, EXIT_UNKNOWN);
  check->code = worse(check->code, code);
  check->known++;
  char *file = evidence_file(check->model, result);
  if (!file && rondo_trace_count(result)) file = reports_file(chosen.vcd, check->model, property);
  verdict_table_add(&check->verdicts, rondo_property_name(check->model, property), result, file);
  mem_free(file);
  rondo_result_free(result);
}

typedef VEC(size_t) NumberVec;

/* The numbers of the properties asked for; false with a message if there is none of a name. */
static bool select_properties(const RondoModel *model, const char *file, NumberVec *numbers) {
  if (!chosen.properties.size && !rondo_property_count(model))
    log_warning("%s has no property to check", file);
  for (size_t i = 0; !chosen.properties.size && i < rondo_property_count(model); i++)
    vec_push(numbers, i);
  for (size_t i = 0; i < chosen.properties.size; i++) {
    int64_t property = rondo_property_find(model, chosen.properties.data[i]);
    if (property < 0) {
      cli_fail(EXIT_USAGE, "%s has no property '%s'; it has %zu (see 'rondo show %s')", file,
               chosen.properties.data[i], rondo_property_count(model), file);
      return false;
    }
    vec_push(numbers, (size_t)property);
  }
  return true;
}

static int check_selected(const RondoModel *model, const char *file) {
  NumberVec numbers = {0};
  FileCheck check = {.model = model};
  if (select_properties(model, file, &numbers)) {
    check.all = numbers.size;
    rondo_settings_progress(settings, show_progress, NULL);
    RondoWatch watch = {begin_property, take_result, &check};
    rondo_check_all(model, numbers.data, numbers.size, settings, &watch);
    if (check.verdicts.size > 1 && !chosen.json && !chosen.quiet)
      verdict_table_print(&check.verdicts);
  } else {
    check.code = EXIT_USAGE;
  }
  verdict_table_free(&check.verdicts);
  vec_free(&numbers);
  return check.code;
}

static const char *input_format(void) { return chosen.smv_old ? "smv-old" : chosen.format; }

/* Properties of the command line. Formulas take the place of the file's own. */
static bool add_properties(RondoModel *model, char **error) {
  bool good = true;
  if (chosen.ltl.size || chosen.ltl_files.size || chosen.hoa_files.size || chosen.ctl.size ||
      chosen.ctl_files.size)
    rondo_properties_clear(model);
  for (size_t i = 0; i < chosen.ltl.size && good; i++)
    good = rondo_add_ltl(model, NULL, chosen.ltl.data[i], error);
  for (size_t i = 0; i < chosen.hoa_files.size && good; i++)
    good = rondo_add_hoa(model, chosen.hoa_files.data[i], error);
  for (size_t i = 0; i < chosen.ltl_files.size && good; i++)
    good = rondo_add_ltl_file(model, chosen.ltl_files.data[i], error);
  for (size_t i = 0; i < chosen.ctl.size && good; i++)
    good = rondo_add_ctl(model, NULL, chosen.ctl.data[i], error);
  for (size_t i = 0; i < chosen.ctl_files.size && good; i++)
    good = rondo_add_ctl_file(model, chosen.ctl_files.data[i], error);
  return good && (!chosen.check_deadlock || rondo_add_deadlock(model, error));
}

/* What is wrong with a file or a formula; programs that read JSON get it there, too. */
static int bad_file(const char *file, char *error) {
  fprintf(stderr, "%s\n", error);
  if (chosen.json) {
    Text text = {0};
    Json json = {.text = &text};
    json_object(&json);
    json_string(json_key(&json, "file"), file);
    json_string(json_key(&json, "error"), error);
    json_close(&json);
    json_end(&json);
    puts(text.data);
    text_free(&text);
  }
  free(error);
  return EXIT_BAD_INPUT;
}

static int check_file(const char *file) {
  char *error = NULL;
  RondoModel *model = rondo_load(file, input_format(), &error);
  if (!model) return bad_file(file, error);
  if (!add_properties(model, &error)) {
    rondo_model_free(model);
    return bad_file(file, error);
  }
  static bool later; /* a line between files, which may end with a table */
  if (!chosen.json && !chosen.quiet) printf("%s%s\n", later ? "\n" : "", file);
  later = true;
  int code = check_selected(model, file);
  rondo_model_free(model);
  return code;
}

/* The competition's convention: the first property, one word, one certificate. */
static int check_hwmcc(ArgumentVec *files) {
  if (files->size < 1 || files->size > 3)
    return cli_usage(&command_check, "--hwmcc needs MODEL [CERT.sat [CERT.unsat]]");
  char *error = NULL;
  RondoModel *model = rondo_load(files->data[0], input_format(), &error);
  if (!model) return cli_fail_with(EXIT_BAD_INPUT, error);
  if (!rondo_property_count(model)) {
    rondo_model_free(model);
    return cli_fail(EXIT_BAD_INPUT, "%s has no property", files->data[0]);
  }
  chosen.witness = files->size > 1 ? files->data[1] : NULL;
  chosen.certificate = files->size > 2 ? files->data[2] : NULL;
  int64_t property = 0;
  if (chosen.properties.size) property = rondo_property_find(model, chosen.properties.data[0]);
  if (property < 0) {
    rondo_model_free(model);
    return cli_fail(EXIT_USAGE, "there is no property '%s'", chosen.properties.data[0]);
  }
  RondoResult *result = rondo_check(model, (size_t)property, settings);
  RondoVerdict verdict = rondo_result_verdict(result);
  int code = write_evidence(model, result);
  if (rondo_result_internal_error(result))
    code = cli_fail(EXIT_INTERNAL, "internal error: %s", rondo_result_internal_error(result));
  puts(verdict == RONDO_VIOLATED ? "sat" : verdict == RONDO_HOLDS ? "unsat" : "unknown");
  if (!code && verdict == RONDO_VIOLATED) code = EXIT_HWMCC_VIOLATED;
  if (!code && verdict == RONDO_HOLDS) code = EXIT_HWMCC_HOLDS;
  rondo_result_free(result);
  rondo_model_free(model);
  return code;
}

static int check_run(ArgumentVec *files) {
  prepare_process();
  int code = EXIT_HOLDS;
  bool several_models = files->size > 1 && !chosen.hwmcc;
  reports_open(chosen.vcd, chosen.html, several_models,
               chosen.properties.size == 1 || chosen.hwmcc);
  if (chosen.hwmcc) code = check_hwmcc(files);
  else if (!files->size) code = cli_usage(&command_check, "which file?");
  else
    for (size_t i = 0; i < files->size; i++) {
      int one = check_file(files->data[i]);
      if (one == EXIT_USAGE) {
        code = one;
        break;
      }
      code = worse(code, one);
    }
  int written = reports_close();
  if (written) code = worse(code, written);
  rondo_settings_free(settings);
  string_vec_free(&chosen.properties);
  string_vec_free(&chosen.ltl);
  string_vec_free(&chosen.ltl_files);
  string_vec_free(&chosen.hoa_files);
  string_vec_free(&chosen.ctl);
  string_vec_free(&chosen.ctl_files);
  return code;
}

const Command command_check = {
    .name = "check",
    .usage = "check [OPTIONS] FILE...",
    .summary = "decide the properties of a model, with evidence",
    .description =
        "Checks every property in the files and prints 'holds', 'violated' or 'unknown' for each.\n"
        "Engines that suit a property run side by side; the first answer that checks is taken.\n"
        "A violation comes with a trace, replayed on the model; a proof with a certificate, "
        "checked\n"
        "by a checker that shares no code with the engines.",
    .examples =
        "  rondo check design.aig\n"
        "      every property of the file, engines side by side on all cores\n"
        "  rondo check design.aig --timeout 60 --memory 4G --jobs 4\n"
        "      a minute for each property, 4 GB and 4 processes for the whole run\n"
        "  rondo check design.aig -p 2 -e bmc -t 60 --witness cex.txt\n"
        "      property 2 by bounded model checking, for a minute; keep the trace\n"
        "  rondo check design.aig --ltl 'G (request -> F grant)'\n"
        "      a formula over the model's signals\n"
        "  rondo check design.aig --certificate proof.aig && rondo certify design.aig proof.aig\n"
        "      keep the proof, and check it again in a process that never saw the engine\n"
        "  rondo check design.smv --html report.html --vcd trace.vcd\n"
        "      a page with waveforms and proofs; the traces for a wave viewer\n"
        "  rondo --hwmcc design.aig cex.txt proof.aig\n"
        "      as in the hardware model checking competition\n",
    .options = check_options,
    .run = check_run,
};
