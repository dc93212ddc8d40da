/* librondo: model checking with evidence, as a C library.
 *
 *   RondoModel *model = rondo_load("design.aig", NULL, &error);
 *   RondoSettings *settings = rondo_settings_new();
 *   rondo_settings_set(settings, "timeout", "60", &error);
 *   RondoResult *result = rondo_check(model, 0, settings);
 *   puts(rondo_verdict_name(rondo_result_verdict(result)));
 *
 * Every answer was checked before it is returned: a violation by replaying its trace on the model
 * as loaded, a proof by the certificate checker. Objects are not shared between threads. Functions
 * that take `char **error` store a message that the caller frees with free(), and return NULL or
 * false; they leave it alone on success; `error` may be NULL. */
#ifndef RONDO_RONDO_H
#define RONDO_RONDO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RONDO_API __attribute__((visibility("default")))

RONDO_API const char *rondo_version(void);

/* ---- models ---- */

typedef struct RondoModel RondoModel;

/* Reads a model and the properties in it. `format` is a name from rondo_format_name, or NULL to go
 * by the file's name and content; "-" is standard input. */
RONDO_API RondoModel *rondo_load(const char *file, const char *format, char **error);

typedef struct RondoSettings RondoSettings;

/* The same within limits: the settings "timeout", "total" and "memory" are obeyed, for to read some
 * models something has to be proved. If a limit or rondo_cancel ended it, the answer is NULL, and
 * `stopped`, which may be NULL, becomes true: then nothing was wrong with the file. */
RONDO_API RondoModel *rondo_load_within(const char *file, const char *format,
                                        const RondoSettings *settings, bool *stopped, char **error);
RONDO_API void rondo_model_free(RondoModel *model);
RONDO_API const char *rondo_model_file(const RondoModel *model); /* as it was named */
RONDO_API const char *rondo_format_name(size_t index);           /* NULL past the last */
/* What the user should know of how it was read, such as "u1 is a black box"; NULL past the last. */
RONDO_API const char *rondo_model_note(const RondoModel *model, size_t number);

typedef struct {
  size_t inputs, latches, gates, constraints, fairness, properties;
} RondoSizes;
RONDO_API RondoSizes rondo_model_sizes(const RondoModel *model);

/* ---- properties, numbered from 0 in the order of the file ---- */

/* A number that no property has is no mistake of the program: it has no name, no formula (NULL),
 * no kind (RONDO_NO_KIND), and its check is unknown. */
typedef enum {
  RONDO_NO_KIND = -1,
  RONDO_INVARIANT,
  RONDO_JUSTICE,
  RONDO_LTL,
  RONDO_CTL,
  RONDO_COMPUTE,
  RONDO_COVER, /* a state that should be reachable; it is no mistake if it is not */
  /* of nets */
  RONDO_BOUND,          /* how large a sum of tokens can become: rondo_result_value */
  RONDO_QUASI_LIVENESS, /* every transition can fire */
  RONDO_LIVENESS,       /* every transition can always fire again */
  RONDO_STABLE_MARKING, /* some place never changes */
  RONDO_STATE_SPACE     /* how many markings are reachable: rondo_result_value */
} RondoKind;

RONDO_API size_t rondo_property_count(const RondoModel *model);
RONDO_API const char *rondo_property_name(const RondoModel *model, size_t property);
RONDO_API RondoKind rondo_property_kind(const RondoModel *model, size_t property);
RONDO_API const char *rondo_property_formula(const RondoModel *model,
                                             size_t property); /* or NULL */
RONDO_API const char *rondo_kind_name(RondoKind kind); /* "invariant", "justice", "ltl", "ctl",
                                                         "compute", "cover", "bound", ... or NULL */
/* Where it stands in the source, "fifo.sv:40"; NULL if that is not known. */
RONDO_API const char *rondo_property_place(const RondoModel *model, size_t property);

/* The number of a property given as a number or a name; -1 if there is none. */
RONDO_API int64_t rondo_property_find(const RondoModel *model, const char *name_or_number);

/* Takes away the properties that came with the file, so that others can be added alone. */
RONDO_API void rondo_properties_clear(RondoModel *model);

/* Formulas are read in the language of the model: that of SMV for an SMV file, with everything that
 * an expression may be there, else that of docs/ltl.md over the model's signals.
 *
 * Adds an invariant: a Boolean expression that is to hold in every reachable state. */
RONDO_API bool rondo_add_invariant(RondoModel *model, const char *name, const char *expression,
                                   char **error);
RONDO_API bool rondo_add_invariant_file(RondoModel *model, const char *file, char **error);

/* Adds the conditions of a file, which have to hold infinitely often on the runs that LTL and CTL
 * formulas speak about; invariants do not assume them. */
RONDO_API bool rondo_add_fairness_file(RondoModel *model, const char *file, char **error);

/* Adds an LTL formula (name may be NULL), or all formulas of a file. */
RONDO_API bool rondo_add_ltl(RondoModel *model, const char *name, const char *formula,
                             char **error);
RONDO_API bool rondo_add_ltl_file(RondoModel *model, const char *file, char **error);

/* Adds the property that no run is accepted by an automaton in HOA format, made by any tool. */
RONDO_API bool rondo_add_hoa(RondoModel *model, const char *file, char **error);

/* The same for CTL. A file has the form "lines", one formula on each line or semicolons behind them
 * as in LTL files, or "sequence", formulas that simply follow each other in a grammar of their own;
 * NULL or "auto": the one that it can be read in. See docs/engines/iictl.md. */
RONDO_API bool rondo_add_ctl(RondoModel *model, const char *name, const char *formula,
                             char **error);
RONDO_API bool rondo_add_ctl_file(RondoModel *model, const char *file, char **error);
RONDO_API bool rondo_add_ctl_file_as(RondoModel *model, const char *file, const char *form,
                                     char **error);

/* Adds the invariant "deadlock": every reachable state has a successor. False if it is too hard to
 * say which states have one. */
RONDO_API bool rondo_add_deadlock(RondoModel *model, char **error);

/* Of nets: the properties of a file of the Model Checking Contest, and those of its examinations
 * that have no file ("ReachabilityDeadlock", "OneSafe", ...); see docs/nets.md. */
RONDO_API bool rondo_add_property_set(RondoModel *model, const char *file, char **error);
RONDO_API bool rondo_add_examination(RondoModel *model, const char *name, char **error);

/* ---- settings: the same names and values as the options of `rondo check` ---- */

RONDO_API RondoSettings *rondo_settings_new(void);
RONDO_API void rondo_settings_free(RondoSettings *settings);
/* Sets one; value NULL for a flag or switch, with "no-" before its name to turn a switch off. The
 * seconds of "total" are counted from here on, over all calls with these settings. */
RONDO_API bool rondo_settings_set(RondoSettings *settings, const char *name, const char *value,
                                  char **error);
/* The value as text ("on" or "off" for a flag or switch, "" where there is none), of new settings
 * the default; NULL if there is no such option. The caller frees it. */
RONDO_API char *rondo_settings_get(const RondoSettings *settings, const char *name);

typedef enum {
  RONDO_OPTION_FLAG,
  RONDO_OPTION_SWITCH, /* can be turned off, too */
  RONDO_OPTION_NUMBER,
  RONDO_OPTION_REAL,
  RONDO_OPTION_BYTES, /* 500M, with K, M or G */
  RONDO_OPTION_TEXT,
  RONDO_OPTION_CHOICE,
  RONDO_OPTION_LIST /* may be set several times: each adds a value */
} RondoOptionKind;

/* What can be set, for programs that have options of their own to make from it. */
typedef struct {
  const char *group; /* "Checking", "Engine bmc"; options of a group follow each other */
  const char *name;
  char letter; /* its short form in `rondo check`, or 0 */
  RondoOptionKind kind;
  const char *argument; /* what help calls its value, "SECONDS"; NULL if it takes none */
  const char *help;
  const char *choices; /* "small|tight", or NULL */
} RondoOption;
/* Fills in the option of this number; false past the last. */
RONDO_API bool rondo_option(size_t index, RondoOption *option);

/* About "jobs". The library checks in the calling process unless told otherwise (jobs 0): engines
 * take turns, nothing is forked, and a run repeats exactly. With jobs N they run in N processes
 * forked from this one: faster, memory can be limited for each, and an engine that crashes costs
 * nothing but itself. The processes call no exit handlers and touch no files; they end before
 * rondo_check returns, and are killed by the kernel if the thread that called it ends. Forking is
 * safe while other threads run, as far as the C library makes memory allocation safe in the child,
 * which glibc does. `rondo check` uses as many jobs as there are cores. */

/* Called now and then while engines work: the engine, a number that grows (frame, bound), and a few
 * words for a status line. */
typedef void (*RondoProgress)(void *context, const char *engine, uint64_t number,
                              const char *words);
RONDO_API void rondo_settings_progress(RondoSettings *settings, RondoProgress progress,
                                       void *context);

/* Asks the call that is running (rondo_check, rondo_check_all, rondo_check_together, rondo_load) to
 * stop soon; if none is, the next one. In several threads: all that are running. Later calls are
 * not touched. May be called from a signal handler. */
RONDO_API void rondo_cancel(void);

/* ---- checking ---- */

/* The last two are those of a cover: there is a trace to it, or a proof that there is none. */
typedef enum {
  RONDO_UNKNOWN,
  RONDO_HOLDS,
  RONDO_VIOLATED,
  RONDO_UNREACHABLE,
  RONDO_REACHED
} RondoVerdict;

typedef struct RondoResult RondoResult;

/* Checks one property. Never NULL. The model must outlive the result. */
RONDO_API RondoResult *rondo_check(const RondoModel *model, size_t property,
                                   const RondoSettings *settings);
RONDO_API void rondo_result_free(RondoResult *result);

/* Whether an engine that was set takes properties of this kind; if not, why. True where none was
 * set. */
RONDO_API bool rondo_engines_take(const RondoModel *model, size_t property,
                                  const RondoSettings *settings, char **error);

/* Checks several properties (NULL: the first `count`). Easy ones are decided first: each gets a
 * short turn, then what is left gets longer and longer ones; the setting "timeout" is for each
 * property, all its turns together. What was learned about the model in one check is used in
 * others. Results come in the order in which they are known, and belong to the caller. */
typedef struct {
  void (*begin)(void *context, size_t property); /* a turn of this property begins; may be NULL */
  void (*result)(void *context, RondoResult *result);
  void *context;
} RondoWatch;
RONDO_API void rondo_check_all(const RondoModel *model, const size_t *properties, size_t count,
                               const RondoSettings *settings, const RondoWatch *watch);

/* Checks several invariants at once: do all of them hold? Never NULL. If so, there is one
 * certificate for all, that none of their bad states can be reached, and the result is said to be
 * that of the first; if not, it is that of one that is violated, with its trace. Without a
 * property, or with one that is no invariant, it is unknown; and where all hold but one cannot be
 * checked. A cover is an invariant here: that it is not reached. */
RONDO_API RondoResult *rondo_check_together(const RondoModel *model, const size_t *properties,
                                            size_t count, const RondoSettings *settings);

RONDO_API size_t rondo_result_property(const RondoResult *result); /* its number */
RONDO_API RondoVerdict rondo_result_verdict(const RondoResult *result);
RONDO_API const char *rondo_verdict_name(RondoVerdict verdict);
RONDO_API const char *rondo_result_engine(const RondoResult *result); /* or "" */
RONDO_API double rondo_result_seconds(const RondoResult *result);
/* "trace", "lasso", "invariant", "ranking", "ctl", "bmc" or "none"; its size in steps or clauses.
 */
RONDO_API const char *rondo_result_evidence(const RondoResult *result);
RONDO_API size_t rondo_result_evidence_size(const RondoResult *result);
/* Whether the evidence was checked; true for every verdict that is not unknown. */
RONDO_API bool rondo_result_checked(const RondoResult *result);
/* What that check left open and the verdict takes on trust, as a sentence: that an automaton says
 * what its formula says, where that is too large to be shown. NULL: nothing. */
RONDO_API const char *rondo_result_trusted(const RondoResult *result);
/* Why the verdict is unknown, as a sentence; NULL otherwise. */
RONDO_API const char *rondo_result_reason(const RondoResult *result);
/* Of an unknown: no violation has fewer steps than this. */
RONDO_API uint64_t rondo_result_bound(const RondoResult *result);

/* The number that a property asks for, such as RONDO_BOUND; false if it asks for none, or it is not
 * known. */
RONDO_API bool rondo_result_value(const RondoResult *result, uint64_t *value);
/* A message if evidence was produced and did not check: an internal error, worth a report. The
 * verdict is then unknown, or that of another engine, whose evidence did. */
RONDO_API const char *rondo_result_internal_error(const RondoResult *result);
/* What befell engines on the way ("bmc: killed by signal 9, Killed"); NULL past the last. */
RONDO_API const char *rondo_result_note(const RondoResult *result, size_t number);
/* A table of statistics for people; the caller frees it. */
RONDO_API char *rondo_result_statistics(const RondoResult *result);

/* ---- walking a trace ---- */

/* How many traces there are to show: the paths that explain a CTL verdict, 1 for another violation,
 * else 0. The functions below walk the trace of a violation that is not CTL. */
RONDO_API size_t rondo_trace_count(const RondoResult *result);
/* The steps of the trace, 0 if the result has none; the step that a lasso returns to, or -1. */
RONDO_API size_t rondo_trace_length(const RondoResult *result);
RONDO_API int64_t rondo_trace_loop(const RondoResult *result);
/* Signals by number: their names, and their values in a step as text (the caller frees it). NULL
 * if there is no such signal or step, and for values if the result has no trace. */
RONDO_API size_t rondo_signal_count(const RondoResult *result);
RONDO_API const char *rondo_signal_name(const RondoResult *result, size_t signal);
RONDO_API char *rondo_signal_value(const RondoResult *result, size_t signal, size_t step);
/* The whole trace as a person reads it: what changes from step to step. RONDO_TRACE_DEFINES shows
 * the DEFINEs of an SMV model, too, RONDO_TRACE_FULL everything in every step. The caller frees it.
 */
enum {
  RONDO_TRACE_CHANGES = 0,
  RONDO_TRACE_FULL = 1,
  RONDO_TRACE_DEFINES = 2,
  RONDO_TRACE_NONE = 4,  /* for JSON: without it */
  RONDO_TRACE_CHART = 8, /* of a program, as text: a message sequence chart */
};
RONDO_API char *rondo_trace_text(const RondoResult *result, unsigned what);
/* Everything about the result on one line of JSON, with the trace in it unless RONDO_TRACE_NONE is
 * set; share/rondo/schema/result.schema.json describes it. The caller frees it. */
RONDO_API char *rondo_result_json(const RondoResult *result, unsigned what);

/* ---- files of evidence ---- */

/* The trace as an AIGER witness, of a property of a BTOR2 file as a BTOR2 witness, of a design in
 * Verilog into a file called *.yw as a witness of Yosys. False if there
 * is no trace or the file cannot be written. The result remembers what was written:
 * rondo_result_json names the files. */
RONDO_API bool rondo_write_witness(const RondoResult *result, const char *file, char **error);
/* The same as text; the caller frees it. NULL if there is no trace. */
RONDO_API char *rondo_witness_text(const RondoResult *result);
/* The certificate of a proof: binary, or ASCII if the name ends in .aag. For CTL either verdict has
 * one, a text. */
RONDO_API bool rondo_write_certificate(const RondoResult *result, const char *file, char **error);
/* The trace as a VCD file. Where several paths explain a CTL verdict, the second goes to
 * name-path2.vcd, and so on. False if there is no trace. */
RONDO_API bool rondo_write_vcd(const RondoResult *result, const char *file, char **error);

/* ---- the page: all results of a run in one HTML file ---- */

typedef struct RondoReport RondoReport;

RONDO_API RondoReport *rondo_report_new(void);
RONDO_API void rondo_report_free(RondoReport *report);
/* Notes progress, of the property that was begun last. It is a RondoProgress, with the report as
 * its context: give it to rondo_settings_progress, or call it from one's own. */
RONDO_API void rondo_report_begin(RondoReport *report, size_t property);
RONDO_API void rondo_report_progress(void *report, const char *engine, uint64_t number,
                                     const char *words);
/* Adds the result of a property of the model; both may be freed afterwards. Results may come in any
 * order; all of a model come before those of the next. */
RONDO_API void rondo_report_add(RondoReport *report, const RondoModel *model,
                                const RondoResult *result);
RONDO_API bool rondo_report_write_html(const RondoReport *report, const char *file, char **error);

#ifdef __cplusplus
}
#endif

#endif
