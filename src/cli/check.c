/* `rondo check`: every property of every file, one verdict each, through the public API alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/json.h"
#include "base/log.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "cli/hwmcc.h"
#include "cli/interrupt.h"
#include "cli/progress_table.h"
#include "cli/reports.h"
#include "cli/result_text.h"
#include "cli/select.h"
#include "cli/settings_rows.h"
#include "cli/terminal.h"
#include "cli/verdict_table.h"
#include "rondo/rondo.h"

typedef struct {
  StringVec properties, only, fairness_files;
  GivenVec added; /* properties of the command line, in their order */
  int ctl_form;   /* auto, lines, sequence */
  const char *format, *witness, *certificate, *vcd, *html;
  bool smv_old, check_deadlock;
  bool json, quiet, verbose, full, defines, chart, stats, hwmcc, no_trace;
  bool vacuity, no_vacuity;
  int color; /* a ColorChoice */
} CheckOptions;

static CheckOptions chosen;
static KindSet kinds; /* of --only */
static RondoSettings *settings;

static const Option table[] = {
    {"property", 'p', OPTION_LIST, offsetof(CheckOptions, properties), "N|NAME",
     "check only this property, or those that a pattern such as 'lock*' names; may be repeated",
     NULL, 0, 0},
    {"only", 0, OPTION_LIST, offsetof(CheckOptions, only), "KINDS",
     "check only properties of these kinds, with commas between them",
     "invar|justice|ltl|ctl|cover", 0, 0},
    {"invar", 0, OPTION_GIVEN, offsetof(CheckOptions, added), "EXPRESSION",
     "check that this always holds instead of the file's properties; may be repeated", NULL, 0, 0},
    {"inv-file", 0, OPTION_GIVEN, offsetof(CheckOptions, added), "FILE",
     "the same for the invariants in a file", NULL, 0, 0},
    {"ltl", 0, OPTION_GIVEN, offsetof(CheckOptions, added), "FORMULA",
     "check this formula instead of the file's properties; may be repeated", NULL, 0, 0},
    {"hoa", 0, OPTION_GIVEN, offsetof(CheckOptions, added), "FILE",
     "an automaton in HOA format that accepts what must not happen", NULL, 0, 0},
    {"ltl-file", 0, OPTION_GIVEN, offsetof(CheckOptions, added), "FILE",
     "the same for the formulas in a file", NULL, 0, 0},
    {"ctl", 0, OPTION_GIVEN, offsetof(CheckOptions, added), "FORMULA",
     "check this CTL formula instead; may be repeated", NULL, 0, 0},
    {"ctl-file", 0, OPTION_GIVEN, offsetof(CheckOptions, added), "FILE",
     "the same for the CTL formulas in a file", NULL, 0, 0},
    {"ctl-format", 0, OPTION_CHOICE, offsetof(CheckOptions, ctl_form), "FORM",
     "what --ctl-file contains: a formula on each line, or a sequence", "auto|lines|sequence", 0,
     0},
    {"properties", 0, OPTION_GIVEN, offsetof(CheckOptions, added), "FILE",
     "of a net: the properties of a file of the Model Checking Contest; may be repeated", NULL, 0,
     0},
    {"examination", 0, OPTION_GIVEN, offsetof(CheckOptions, added), "NAME",
     "of a net: a question of the contest that needs no file: ReachabilityDeadlock, QuasiLiveness, "
     "Liveness, OneSafe, StableMarking, StateSpace",
     NULL, 0, 0},
    {"fair-file", 0, OPTION_LIST, offsetof(CheckOptions, fairness_files), "FILE",
     "fairness conditions that LTL and CTL formulas assume", NULL, 0, 0},
    {"format", 0, OPTION_TEXT, offsetof(CheckOptions, format), "NAME",
     "input format, where the file's name does not tell", NULL, 0, 0},
    {"smv-old", 0, OPTION_FLAG, offsetof(CheckOptions, smv_old), NULL,
     "SMV: read 0 and 1 as FALSE and TRUE", NULL, 0, 0},
    {"check-deadlock", 0, OPTION_FLAG, offsetof(CheckOptions, check_deadlock), NULL,
     "also check that every reachable state has a successor", NULL, 0, 0},
    {"no-vacuity", 0, OPTION_FLAG, offsetof(CheckOptions, no_vacuity), NULL,
     "do not say, after the verdicts, what holds vacuously and what is never true", NULL, 0, 0},
    {"vacuity", 0, OPTION_FLAG, offsetof(CheckOptions, vacuity), NULL,
     "say it, too, where --engine names engines", NULL, 0, 0},
    {"json", 'j', OPTION_FLAG, offsetof(CheckOptions, json), NULL,
     "one line of JSON per property on standard output, with its trace", NULL, 0, 0},
    {"defines", 0, OPTION_FLAG, offsetof(CheckOptions, defines), NULL,
     "show the DEFINEs of an SMV model in traces, too", NULL, 0, 0},
    {"full", 0, OPTION_FLAG, offsetof(CheckOptions, full), NULL,
     "show every signal in every step of a trace", NULL, 0, 0},
    {"chart", 0, OPTION_FLAG, offsetof(CheckOptions, chart), NULL,
     "show runs of a Promela program as message sequence charts", NULL, 0, 0},
    {"no-trace", 0, OPTION_FLAG, offsetof(CheckOptions, no_trace), NULL,
     "print verdicts without traces", NULL, 0, 0},
    {"witness", 'w', OPTION_TEXT, offsetof(CheckOptions, witness), "FILE",
     "write the trace of a violation as an AIGER or BTOR2 witness, of Verilog also as one of Yosys "
     "(.yw); with several properties to "
     "FILE-NAME",
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

static void check_options(OptionGroupVec *groups) {
  cli_add_options(groups, table, sizeof table / sizeof *table, &chosen);
  settings_rows_add(groups);
}

/* Options that contradict each other, or of which the first leaves nothing for the second to do. */
static const struct {
  const char *one, *other;
} conflicts[] = {
    {"quiet", "verbose"},  {"quiet", "full"},        {"quiet", "defines"},
    {"no-trace", "full"},  {"quiet", "chart"},       {"no-trace", "chart"},
    {"hwmcc", "json"},     {"no-trace", "defines"},  {"smv-old", "format"},
    {"hwmcc", "invar"},    {"hwmcc", "ltl"},         {"hwmcc", "hoa"},
    {"hwmcc", "ltl-file"}, {"hwmcc", "ctl"},         {"hwmcc", "ctl-file"},
    {"hwmcc", "witness"},  {"hwmcc", "certificate"}, {"hwmcc", "vcd"},
    {"hwmcc", "html"},     {"hwmcc", "stats"},       {"hwmcc", "no-trace"},
    {"hwmcc", "full"},     {"hwmcc", "defines"},     {"hwmcc", "check-deadlock"},
    {"hwmcc", "vacuity"},  {"quiet", "vacuity"},     {"no-vacuity", "vacuity"},
};

static bool is_given(const char *name) {
  OptionGroupVec groups = {0};
  Text value = {0};
  cli_add_options(&groups, table, sizeof table / sizeof *table, &chosen);
  options_get(&groups, name, &value);
  bool given = value.size && strcmp(value.data, "off");
  text_free(&value);
  vec_free(&groups);
  return given;
}

/* What can be known to be wrong before anything is read. */
static bool options_make_sense(Error *error) {
  for (size_t i = 0; i < sizeof conflicts / sizeof *conflicts; i++)
    if (is_given(conflicts[i].one) && is_given(conflicts[i].other))
      return error_set(error, "--%s and --%s do not go together", conflicts[i].one,
                       conflicts[i].other);
  return select_kinds(&chosen.only, &kinds, error);
}

/* The engines watch the memory limit themselves; the system's limit stands a little above it, for
 * what grows too fast to be seen. */
static void limit_memory(void) {
#ifndef __SANITIZE_ADDRESS__
  uint64_t memory = 0;
  char *given = rondo_settings_get(settings, "memory");
  if (given && option_read_bytes(given, &memory) && memory) {
    rlim_t limit = memory + memory / 10;
    setrlimit(RLIMIT_DATA, &(struct rlimit){limit, limit});
  }
  free(given);
#endif
}

/* What the user asked of the process: signals and memory. */
static void prepare_process(void) {
  interrupt_watch();
  terminal_set_color((ColorChoice)chosen.color);
  log_set_level(chosen.quiet ? LOG_QUIET : chosen.verbose ? LOG_VERBOSE : LOG_NORMAL);
  limit_memory();
}

static void show_progress(void *context, const char *engine, uint64_t number, const char *words) {
  (void)context;
  reports_progress(engine, number, words);
  progress_table_tell(engine, words);
}

static unsigned trace_wanted(void) {
  if (chosen.quiet || chosen.no_trace) return RONDO_TRACE_NONE;
  return (chosen.full ? RONDO_TRACE_FULL : 0u) | (chosen.defines ? RONDO_TRACE_DEFINES : 0u) |
         (chosen.chart ? RONDO_TRACE_CHART : 0u);
}

/* Of COMPUTE the answer is a number: its run shows that, and is the witness of no property. */
static bool has_file(const RondoModel *model, const RondoResult *result) {
  return rondo_result_verdict(result) != RONDO_UNKNOWN &&
         rondo_property_kind(model, rondo_result_property(result)) != RONDO_COMPUTE;
}

/* Where the evidence of a result is to be written, the caller's; NULL: nowhere. */
static char *evidence_file(const RondoModel *model, const RondoResult *result) {
  const char *file = result_has_run(result) ? chosen.witness : chosen.certificate;
  if (!has_file(model, result)) return NULL;
  return reports_file(file, model, rondo_result_property(result));
}

static int write_evidence(const RondoModel *model, const RondoResult *result) {
  char *error = NULL, *file = evidence_file(model, result);
  if (!file) return EXIT_HOLDS;
  bool ok = result_has_run(result) ? rondo_write_witness(result, file, &error)
                                   : rondo_write_certificate(result, file, &error);
  mem_free(file);
  return ok ? EXIT_HOLDS : cli_fail_with(EXIT_CANNOT_WRITE, error);
}

/* ---- one property, one file, all ---- */

/* The exit code of a whole run: the later in this list wins. */
static int worse(int a, int b) {
  static const int order[] = {EXIT_HOLDS,         EXIT_UNKNOWN,      EXIT_VIOLATED, EXIT_BAD_INPUT,
                              EXIT_CANNOT_CREATE, EXIT_CANNOT_WRITE, EXIT_INTERNAL, EXIT_USAGE};
  size_t rank_a = 0, rank_b = 0;
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    if (order[i] == a) rank_a = i;
    if (order[i] == b) rank_b = i;
  }
  return rank_a > rank_b ? a : b;
}

/* The check of one file: what the callbacks need. */
typedef struct {
  RondoModel *model;
  size_t all, known;
  int code;
  VerdictTable verdicts;
  NumberVec holding; /* properties */
  double seconds;    /* that checking took */
  bool headed;       /* remarks that come behind other files begin with the name of theirs */
} FileCheck;

/* Of several files all are checked before any is looked at for vacuity, so that no verdict waits.
 */
static VEC(FileCheck) to_look_at;
static bool several_files;

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
    result_print(check->model, property, result, trace_wanted(), chosen.stats);
  }
  if (!cli_flush()) interrupt_run(); /* nobody would see the rest */
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
  check->seconds += rondo_result_seconds(result);
  if (verdict == RONDO_HOLDS) vec_push(&check->holding, property);
  char *file = evidence_file(check->model, result);
  if (!file && rondo_trace_count(result)) file = reports_file(chosen.vcd, check->model, property);
  verdict_table_add(&check->verdicts, rondo_property_name(check->model, property), result, file);
  mem_free(file);
  rondo_result_free(result);
}

/* ---- what holds for the wrong reasons ---- */

static void take_remark(void *context, const RondoRemark *remark) {
  FileCheck *check = context;
  log_status_clear();
  reports_remark(check->model, remark);
  if (chosen.json) {
    char *line = rondo_remark_json(check->model, remark);
    puts(line);
    free(line);
    return;
  }
  if (several_files && !check->headed) cli_print("\n%s\n", rondo_model_file(check->model));
  check->headed = true;
  if (remark->property != RONDO_MODEL) verdict_table_remark(&check->verdicts, remark);
  remark_print(check->model, remark);
}

/* After all verdicts of the file are told, for a little more time than they took. */
static void look_for_vacuity(FileCheck *check) {
  const double least = 1.0, share = 0.1;
  rondo_look(check->model, check->holding.data, check->holding.size, settings,
             least + share * check->seconds, take_remark, check);
  if (!cli_flush()) interrupt_run();
}

static bool wants_vacuity(void) {
  char *engines = rondo_settings_get(settings, "engine");
  bool named = engines && *engines;
  free(engines);
  return !chosen.no_vacuity && !chosen.quiet && (!named || chosen.vacuity) && !interrupted();
}

/* ---- what to check, and whether it makes sense, before any of it is ---- */

/* Whether the files about these properties can be written. */
static bool files_can_be_written(const RondoModel *model, const NumberVec *numbers) {
  const char *const wanted[] = {chosen.witness, chosen.certificate, chosen.vcd};
  bool good = true;
  for (size_t i = 0; i < numbers->size; i++)
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted && good; k++) {
      char *file = reports_file(wanted[k], model, numbers->data[i]);
      good = cli_can_create(file);
      mem_free(file);
    }
  return good;
}

/* Whether the engines that were named can do something about one of these properties. */
static int check_engines(const RondoModel *model, const NumberVec *numbers) {
  char *error = NULL;
  bool any = !numbers->size;
  for (size_t i = 0; i < numbers->size && !any; i++) {
    free(error);
    error = NULL;
    any = rondo_engines_take(model, numbers->data[i], settings, &error);
  }
  if (any) return EXIT_HOLDS;
  const char *file = rondo_model_file(model), *sentence = strstr(error, ": ");
  cli_fail(EXIT_USAGE, "%s: %s", file, sentence ? sentence + 2 : error);
  free(error);
  return EXIT_USAGE;
}

/* The numbers of the properties asked for; else an exit code, after a message. */
static int select_numbers(const RondoModel *model, NumberVec *numbers) {
  Error error = {0};
  const char *file = rondo_model_file(model);
  if (!rondo_property_count(model))
    return cli_fail(EXIT_UNKNOWN, "%s has no property to check", file);
  if (!select_properties(model, &chosen.properties, kinds, numbers, &error)) {
    cli_fail(EXIT_USAGE, "%s", error.message);
    error_free(&error);
    return EXIT_USAGE;
  }
  if (!numbers->size) log_warning("%s has no property of the kinds asked for", file);
  return check_engines(model, numbers);
}

/* The file, and what the user should know of how it was read. */
static void print_heading(const RondoModel *model) {
  static bool later; /* a line between files, which may end with a table */
  if (!chosen.json && !chosen.quiet)
    cli_print("%s%s\n", later ? "\n" : "", rondo_model_file(model));
  for (size_t i = 0; rondo_model_note(model, i); i++) log_warning("%s", rondo_model_note(model, i));
  if (!cli_flush()) interrupt_run();
  later = true;
}

static void close_file(FileCheck *check) {
  verdict_table_free(&check->verdicts);
  vec_free(&check->holding);
  rondo_model_free(check->model);
}

/* Takes the model over. */
static int check_selected(RondoModel *model) {
  NumberVec numbers = {0};
  FileCheck check = {.model = model};
  check.code = select_numbers(model, &numbers);
  if (!check.code) {
    reports_begin_model(numbers.size);
    if (!files_can_be_written(model, &numbers)) check.code = EXIT_CANNOT_CREATE;
  }
  if (!check.code) {
    print_heading(model);
    check.all = numbers.size;
    rondo_settings_progress(settings, show_progress, NULL);
    RondoWatch watch = {begin_property, take_result, &check};
    interrupted(); /* then all of them are unknown */
    rondo_check_all(model, numbers.data, numbers.size, settings, &watch);
    progress_table_end();
    if (!several_files && wants_vacuity()) look_for_vacuity(&check);
    if (check.verdicts.size > 1 && !chosen.json && !chosen.quiet)
      verdict_table_print(&check.verdicts);
  }
  vec_free(&numbers);
  int code = check.code;
  if (several_files && check.all && wants_vacuity()) vec_push(&to_look_at, check);
  else close_file(&check);
  return code;
}

static const char *input_format(void) { return chosen.smv_old ? "smv-old" : chosen.format; }

/* One property of the command line, or a file of them. */
static bool add_given(RondoModel *model, const Given *given, char **error) {
  static const char *const ctl_forms[] = {"auto", "lines", "sequence"};
  const char *name = given->name, *argument = given->argument;
  if (!strcmp(name, "invar")) return rondo_add_invariant(model, NULL, argument, error);
  if (!strcmp(name, "ltl")) return rondo_add_ltl(model, NULL, argument, error);
  if (!strcmp(name, "ctl")) return rondo_add_ctl(model, NULL, argument, error);
  if (!strcmp(name, "inv-file")) return rondo_add_invariant_file(model, argument, error);
  if (!strcmp(name, "ltl-file")) return rondo_add_ltl_file(model, argument, error);
  if (!strcmp(name, "hoa")) return rondo_add_hoa(model, argument, error);
  if (!strcmp(name, "properties")) return rondo_add_property_set(model, argument, error);
  if (!strcmp(name, "examination")) return rondo_add_examination(model, argument, error);
  return rondo_add_ctl_file_as(model, argument, ctl_forms[chosen.ctl_form], error);
}

/* Properties of the command line, in the order in which they were given. Formulas take the place of
 * the file's own. */
static bool add_properties(RondoModel *model, char **error) {
  bool good = true;
  if (chosen.added.size) rondo_properties_clear(model);
  for (size_t i = 0; i < chosen.added.size && good; i++)
    good = add_given(model, chosen.added.data + i, error);
  for (size_t i = 0; i < chosen.fairness_files.size && good; i++)
    good = rondo_add_fairness_file(model, chosen.fairness_files.data[i], error);
  return good && (!chosen.check_deadlock || rondo_add_deadlock(model, error));
}

/* What is wrong with a file or a formula; programs that read JSON get it there, too. */
static int bad_file(const char *file, char *error) {
  cli_print_error("%s\n", error);
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

/* Loads a model; NULL with an exit code, after a message, if that fails or takes too long. */
static RondoModel *load(const char *file, int *code) {
  char *error = NULL;
  bool stopped = false;
  RondoModel *model = rondo_load_within(file, input_format(), settings, &stopped, &error);
  *code = EXIT_HOLDS;
  if (model && add_properties(model, &error)) return model;
  rondo_model_free(model);
  *code = bad_file(file, error);
  if (stopped) *code = EXIT_UNKNOWN;
  return NULL;
}

static int check_file(const char *file) {
  int code;
  RondoModel *model = load(file, &code);
  if (!model) return code;
  return check_selected(model);
}

static int check_hwmcc(ArgumentVec *files) {
  if (files->size < 1 || files->size > 3)
    return cli_usage(&command_check, "--hwmcc needs MODEL [CERT.sat [CERT.unsat]]");
  const char *witness = files->size > 1 ? files->data[1] : NULL;
  const char *certificate = files->size > 2 ? files->data[2] : NULL;
  if (!cli_can_create(witness) || !cli_can_create(certificate)) return EXIT_CANNOT_CREATE;
  int code;
  NumberVec numbers = {0};
  RondoModel *model = load(files->data[0], &code);
  if (!model) return code;
  code = select_numbers(model, &numbers);
  /* The competition takes proofs that are witness circuits, and bmc has others. */
  rondo_settings_set(settings, "no-bmc-prove", NULL, NULL);
  if (!code) code = hwmcc_check(model, &numbers, settings, witness, certificate);
  vec_free(&numbers);
  rondo_model_free(model);
  return code;
}

/* A wrong command line, and an interrupt, end the run; a bad file does not. */
static int check_files(ArgumentVec *files) {
  if (!files->size) return cli_usage(&command_check, "which file?");
  if (!cli_can_create(chosen.html)) return EXIT_CANNOT_CREATE;
  int code = EXIT_HOLDS;
  several_files = files->size > 1;
  reports_open(chosen.vcd, chosen.html, files->size > 1);
  for (size_t i = 0; i < files->size && code != EXIT_USAGE; i++)
    code = worse(code, interrupted() ? EXIT_UNKNOWN : check_file(files->data[i]));
  for (size_t i = 0; i < to_look_at.size; i++) {
    if (wants_vacuity()) look_for_vacuity(to_look_at.data + i);
    close_file(to_look_at.data + i);
  }
  vec_free(&to_look_at);
  return worse(code, reports_close());
}

static void free_choices(void) {
  StringVec *const lists[] = {&chosen.fairness_files, &chosen.properties, &chosen.only};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) string_vec_free(lists[i]);
  given_free(&chosen.added);
  settings_rows_free();
}

static bool proofs_can_be_written(void) {
  char *folder = rondo_settings_get(settings, "proof");
  bool good = !folder || !*folder || cli_can_fill(folder);
  free(folder);
  return good;
}

static int check_run(ArgumentVec *files) {
  Error error = {0};
  int code;
  settings = settings_rows_chosen();
  prepare_process();
  if (!options_make_sense(&error)) code = cli_usage(&command_check, error.message);
  else if (!proofs_can_be_written()) code = EXIT_CANNOT_CREATE;
  else code = chosen.hwmcc ? check_hwmcc(files) : check_files(files);
  error_free(&error);
  free_choices();
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
        "with solvers of its own (docs/certificates.md says what is trusted, and what of nets).",
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
    .exit_codes = "  0   everything asked holds\n"
                  "  1   something is violated\n"
                  "  2   something is unknown, and nothing violated; or a file has no property\n"
                  "  10  violated, 20 holds, with --hwmcc\n",
    .options = check_options,
    .run = check_run,
};
