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

/* The version of this header, and of the library that runs. A program that was built with one
 * second number needs a library with the same one, as the library's name has it. */
#define RONDO_VERSION_MAJOR 0
#define RONDO_VERSION_MINOR 1
#define RONDO_VERSION_PATCH 0
#define RONDO_VERSION_NUMBER                                                                       \
  (RONDO_VERSION_MAJOR * 1000000 + RONDO_VERSION_MINOR * 1000 + RONDO_VERSION_PATCH)
RONDO_API const char *rondo_version(void); /* "0.1.0" */
RONDO_API unsigned rondo_version_number(void);

/* Frees what a function gave the caller to free: the same as free(), for programs whose free() is
 * another one. NULL is fine. */
RONDO_API void rondo_free(void *block);

/* ---- what the process does for the library ---- */

/* The library writes nothing to standard output or standard error. Warnings, one sentence each,
 * such as those about a model that is being read, go to this function; until one is set, nowhere.
 * NULL takes it away. */
typedef void (*RondoWarning)(void *context, const char *words);
RONDO_API void rondo_on_warning(RondoWarning warning, void *context);

/* Called when memory cannot be had, with how much (0: that is not known). If it returns true the
 * allocation is tried again; it may also end the process in its own way, or leave the call with
 * longjmp: then the objects that took part in it must not be used any more, and the memory of the
 * call is lost. If it returns false, or there is none, the process ends with exit code 71. */
typedef bool (*RondoOutOfMemory)(void *context, size_t bytes);
RONDO_API void rondo_on_out_of_memory(RondoOutOfMemory hook, void *context);

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
/* The same for a model in memory: `name` is what messages call it, and its ending tells the format
 * as that of a file does; settings and `stopped` may be NULL. Compressed bytes are unpacked. A
 * language whose models name other files looks for them as if this one were at that place; Verilog
 * has to be in a file. */
RONDO_API RondoModel *rondo_load_bytes(const char *name, const void *data, size_t size,
                                       const char *format, const RondoSettings *settings,
                                       bool *stopped, char **error);
RONDO_API void rondo_model_free(RondoModel *model);
RONDO_API const char *rondo_model_file(const RondoModel *model); /* as it was named */
RONDO_API const char *rondo_format_name(size_t index);           /* NULL past the last */
/* What the user should know of how it was read, such as "u1 is a black box", and what looks like a
 * mistake in it: a comparison that is never true, a name that two properties have. NULL past the
 * last. It is told here alone, not to the function for warnings. */
RONDO_API const char *rondo_model_note(const RondoModel *model, size_t number);

typedef enum {
  RONDO_INPUTS,
  RONDO_LATCHES,
  RONDO_GATES,
  RONDO_CONSTRAINTS,
  RONDO_FAIRNESS,
  RONDO_PROPERTIES
} RondoSize;
RONDO_API size_t rondo_model_size(const RondoModel *model, RondoSize what); /* else 0 */

/* ---- models that are built in memory ---- */

/* A RondoBit is a Boolean function of inputs and latches. A RondoWord is a vector of them, of any
 * width up to RONDO_WIDEST, unsigned or in two's complement as the operation says. Both belong to
 * one model. What is not one of the model, or operands of different widths where the same are
 * needed, give RONDO_NO_BIT or RONDO_NO_WORD, which every function takes and passes on; so it is
 * enough to look at the end. */
typedef uint32_t RondoBit;
typedef uint32_t RondoWord;
#define RONDO_FALSE ((RondoBit)0)
#define RONDO_TRUE ((RondoBit)1)
#define RONDO_NO_BIT ((RondoBit)-1)
#define RONDO_NO_WORD ((RondoWord)-1)
#define RONDO_WIDEST 65536u

typedef enum { RONDO_RESET_0, RONDO_RESET_1, RONDO_RESET_FREE } RondoReset;

RONDO_API RondoModel *rondo_model_new(const char *name);

/* Inputs and latches appear in traces and formulas under their names. A latch keeps its value until
 * rondo_set_next says what comes after it, once. */
RONDO_API RondoBit rondo_input(RondoModel *model, const char *name);
RONDO_API RondoBit rondo_latch(RondoModel *model, const char *name, RondoReset reset);
RONDO_API bool rondo_set_next(RondoModel *model, RondoBit latch, RondoBit next);

RONDO_API RondoBit rondo_not(RondoModel *model, RondoBit a);
RONDO_API RondoBit rondo_and(RondoModel *model, RondoBit a, RondoBit b);
RONDO_API RondoBit rondo_or(RondoModel *model, RondoBit a, RondoBit b);
RONDO_API RondoBit rondo_xor(RondoModel *model, RondoBit a, RondoBit b);
RONDO_API RondoBit rondo_if(RondoModel *model, RondoBit condition, RondoBit then, RondoBit other);

/* Words. The initial value of a latch is that of a constant word, or NULL: any. */
RONDO_API RondoWord rondo_word_input(RondoModel *model, const char *name, unsigned width);
RONDO_API RondoWord rondo_word_latch(RondoModel *model, const char *name, unsigned width,
                                     const uint64_t *initial);
RONDO_API bool rondo_word_set_next(RondoModel *model, RondoWord latch, RondoWord next);
RONDO_API RondoWord rondo_word_constant(RondoModel *model, uint64_t value, unsigned width);
/* A word of these bits, the least significant first; and a bit of a word. */
RONDO_API RondoWord rondo_word_of_bits(RondoModel *model, const RondoBit *bits, unsigned width);
RONDO_API RondoBit rondo_word_bit(const RondoModel *model, RondoWord word, unsigned bit);
RONDO_API unsigned rondo_word_width(const RondoModel *model, RondoWord word); /* 0: none */

typedef enum {
  RONDO_WORD_AND,
  RONDO_WORD_OR,
  RONDO_WORD_XOR,
  RONDO_WORD_ADD, /* modulo 2^width, as the next two */
  RONDO_WORD_SUBTRACT,
  RONDO_WORD_MULTIPLY,
  RONDO_WORD_DIVIDE,    /* unsigned; by zero all ones, as in SMT-LIB */
  RONDO_WORD_REMAINDER, /* unsigned; by zero the left operand */
  RONDO_WORD_SHIFT_LEFT,
  RONDO_WORD_SHIFT_RIGHT, /* zeros come in */
  RONDO_WORD_EQUAL,       /* from here on the result is a word of one bit */
  RONDO_WORD_LESS,        /* unsigned */
  RONDO_WORD_LESS_SIGNED
} RondoWordOperator;
RONDO_API RondoWord rondo_word(RondoModel *model, RondoWordOperator operation, RondoWord a,
                               RondoWord b);
RONDO_API RondoWord rondo_word_not(RondoModel *model, RondoWord a);
RONDO_API RondoWord rondo_word_if(RondoModel *model, RondoBit condition, RondoWord then,
                                  RondoWord other);
/* Extended by zeros or by its sign, or cut. */
RONDO_API RondoWord rondo_word_resize(RondoModel *model, RondoWord a, unsigned width,
                                      bool is_signed);

/* Gives a name to a function, for traces and formulas. */
RONDO_API bool rondo_define(RondoModel *model, const char *name, RondoBit bit);
RONDO_API bool rondo_word_define(RondoModel *model, const char *name, RondoWord word);

/* What holds in every step of a run; in its first one; what is true infinitely often on the runs
 * that justice, LTL and CTL speak about. False of what is no bit. */
RONDO_API bool rondo_constrain(RondoModel *model, RondoBit bit);
RONDO_API bool rondo_constrain_initially(RondoModel *model, RondoBit bit);
RONDO_API bool rondo_add_fairness(RondoModel *model, RondoBit bit);

/* Properties of such a model: that a bit is always true; that a state is reachable; that the bits,
 * each of them, are not all true infinitely often on any fair run. Those in LTL and CTL are added
 * with the functions below, over the names. */
RONDO_API bool rondo_add_always(RondoModel *model, const char *name, RondoBit bit);
RONDO_API bool rondo_add_cover(RondoModel *model, const char *name, RondoBit bit);
RONDO_API bool rondo_add_justice(RondoModel *model, const char *name, const RondoBit *bits,
                                 size_t count);

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
/* Fills in the option of this number; false past the last. Structs that a program and the library
 * share may get further members: the size says which the program knows. */
RONDO_API bool rondo_option_sized(size_t index, RondoOption *option, size_t size);
static inline bool rondo_option(size_t index, RondoOption *option) {
  return rondo_option_sized(index, option, sizeof *option);
}
/* The default of an option as text, as rondo_settings_get gives it; the caller frees it. */
RONDO_API char *rondo_option_default(const char *name);

/* The engines: NULL past the last; what it does, in a few words; whether it can show this. */
RONDO_API const char *rondo_engine_name(size_t index);
RONDO_API const char *rondo_engine_help(const char *name);

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

/* The same for the calls with these settings alone, so that checks in several threads, each with
 * settings of its own, can be ended one by one. Both functions may be called from the callback of
 * rondo_settings_progress, from another thread and from a signal handler. The second one ends only
 * the check of the property whose turn it is; rondo_check_all goes on with the others. Of nets and
 * programs, whose properties share one search, it ends the call. */
RONDO_API void rondo_settings_cancel(RondoSettings *settings);
RONDO_API void rondo_settings_skip(RondoSettings *settings);

/* ---- checking ---- */

/* The last two are those of a cover: there is a trace to it, or a proof that there is none. */
typedef enum {
  RONDO_UNKNOWN,
  RONDO_HOLDS,
  RONDO_VIOLATED,
  RONDO_UNREACHABLE,
  RONDO_REACHED
} RondoVerdict;

RONDO_API bool rondo_engine_can(const char *name, RondoVerdict verdict);

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
RONDO_API void rondo_check_all_sized(const RondoModel *model, const size_t *properties,
                                     size_t count, const RondoSettings *settings,
                                     const RondoWatch *watch, size_t size);
static inline void rondo_check_all(const RondoModel *model, const size_t *properties, size_t count,
                                   const RondoSettings *settings, const RondoWatch *watch) {
  rondo_check_all_sized(model, properties, count, settings, watch, sizeof *watch);
}

/* Checks several invariants at once: do all of them hold? Never NULL. If so, there is one
 * certificate for all, that none of their bad states can be reached, and the result is said to be
 * that of the first; if not, it is that of one that is violated, with its trace. Without a
 * property, or with one that is no invariant, it is unknown; and where all hold but one cannot be
 * checked. A cover is an invariant here: that it is not reached. */
RONDO_API RondoResult *rondo_check_together(const RondoModel *model, const size_t *properties,
                                            size_t count, const RondoSettings *settings);

/* What should be known of properties that hold, and of the model, though no verdict says so: that a
 * property holds vacuously, that something is never true. Each remark was checked like a property.
 */
typedef struct {
  size_t property;      /* its number; RONDO_MODEL: the remark is about the model */
  const char *what;     /* "no-start", "no-run", "no-fair-run", "antecedent", "part", "define" */
  const char *reason;   /* why it holds vacuously, or what is odd, as a sentence */
  const char *part;     /* of "part" and "antecedent": what does not matter; of "define": its name;
                           else NULL */
  const char *shown;    /* the formula that was shown to hold, where there is one; else NULL */
  const char *engine;   /* that showed it */
  const char *evidence; /* as rondo_result_evidence and rondo_result_evidence_size */
  size_t size;
  const char *trusted; /* as rondo_result_trusted */
  const void *inside;  /* for rondo_remark_json and rondo_report_remark */
} RondoRemark;
#define RONDO_MODEL ((size_t)-1)
typedef void (*RondoRemarkFound)(void *context, const RondoRemark *remark);

/* Looks at properties that hold (NULL: the first `count`) and at the model, for so many seconds at
 * most and a bounded amount of work for each question. Remarks come as they are found, and live
 * until the callback returns. Of circuits without memories; of other models nothing is found. */
RONDO_API void rondo_look(const RondoModel *model, const size_t *holding, size_t count,
                          const RondoSettings *settings, double seconds, RondoRemarkFound found,
                          void *context);
/* The remark on one line of JSON; the caller frees it. */
RONDO_API char *rondo_remark_json(const RondoModel *model, const RondoRemark *remark);

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
/* Whether the evidence was found by an earlier check, of this run or of one before, and kept by the
 * setting "keep". It was checked again on this model, as all is. */
RONDO_API bool rondo_result_kept(const RondoResult *result);
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
/* What there is in place of the number: "infinity" or "undefined" of RONDO_COMPUTE; else NULL. */
RONDO_API const char *rondo_result_value_word(const RondoResult *result);
/* A message if evidence was produced and did not check: an internal error, worth a report. The
 * verdict is then unknown, or that of another engine, whose evidence did. */
RONDO_API const char *rondo_result_internal_error(const RondoResult *result);
/* What befell engines on the way ("bmc: killed by signal 9, Killed"); NULL past the last. */
RONDO_API const char *rondo_result_note(const RondoResult *result, size_t number);
/* A table of statistics for people; the caller frees it. */
RONDO_API char *rondo_result_statistics(const RondoResult *result);
/* Where the effort went, in the user's names, after "explain-effort" was set; else "". The caller
 * frees it. */
RONDO_API char *rondo_result_effort(const RondoResult *result);

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
/* The same in memory, `size` bytes; the caller frees it. NULL if there is none. */
RONDO_API void *rondo_certificate_bytes(const RondoResult *result, bool ascii, size_t *size);
/* The trace as a VCD file. Where several paths explain a CTL verdict, the second goes to
 * name-path2.vcd, and so on. False if there is no trace. */
RONDO_API bool rondo_write_vcd(const RondoResult *result, const char *file, char **error);
/* The same in memory; `path` counts from 0 where there are several. The caller frees it. NULL if
 * there is none. */
RONDO_API char *rondo_vcd_text(const RondoResult *result, size_t path);

/* ---- evidence is checked again ---- */

typedef enum {
  RONDO_ACCEPTED,
  RONDO_REJECTED,   /* it does not show what it claims */
  RONDO_UNREADABLE, /* the evidence, or the property */
  RONDO_UNCLEAR     /* say which property it is about */
} RondoFinding;

/* Checks evidence in memory, a witness or a certificate of any tool, as `rondo certify` does. The
 * property may be -1 where the evidence tells itself. `name` is what messages call it; `words`, if
 * not NULL, gets what was accepted, a line for each claim, or the reason why not; the caller frees
 * it. Of the settings those of LTL and of evidence count. */
RONDO_API RondoFinding rondo_certify(const RondoModel *model, int64_t property, const char *name,
                                     const void *data, size_t size, const RondoSettings *settings,
                                     char **words);

/* ---- other formats ---- */

/* The model in another format, an ending such as "aag", "aig", "smv", "btor2" or "mv"; `size`
 * bytes, which the caller frees. What the format cannot say is an error; or, as is asked for,
 * becomes a product with an automaton, or is left out: then the model loses these properties, too.
 * NULL and an error if it cannot be written. */
enum { RONDO_CONVERT_PRODUCT = 1, RONDO_CONVERT_DROP = 2 };
RONDO_API void *rondo_convert(RondoModel *model, const char *format, unsigned how, size_t *size,
                              char **error);

/* ---- simulation ---- */

/* A run that grows step by step. A circuit goes from state to state, and the first of them is
 * chosen, too; a net fires transitions, in a program processes execute statements. The model must
 * outlive it, and is not used for anything else meanwhile. */
typedef struct RondoRun RondoRun;

RONDO_API RondoRun *rondo_run_new(RondoModel *model, uint64_t seed, char **error);
RONDO_API void rondo_run_free(RondoRun *run);
RONDO_API size_t rondo_run_length(const RondoRun *run); /* steps taken */

/* What can be done now, numbered from 0, in words; of a circuit some of it, if there is much. NULL
 * past the last. The words belong to the run, until the next step. */
RONDO_API const char *rondo_run_choice(RondoRun *run, size_t number);
RONDO_API bool rondo_run_take(RondoRun *run, size_t number); /* false: there is no such choice */
/* So many random steps; how many were taken before there was nothing more to do. */
RONDO_API size_t rondo_run_random(RondoRun *run, size_t steps);
/* Why nothing can be done, "deadlock: ..."; NULL if something can. */
RONDO_API const char *rondo_run_stuck(RondoRun *run);
RONDO_API void rondo_run_back(RondoRun *run, size_t length); /* to where it had so many steps */
/* From now on only steps that satisfy an expression, or of nets and programs have these words in
 * them; NULL or "": all. */
RONDO_API bool rondo_run_constrain(RondoRun *run, const char *condition, char **error);

/* The run of a circuit that something tells of, text, JSON, VCD or witness, as `rondo simulate
 * --trace` reads it; `number` from 1, where it tells of several. NULL and an error if it is none.
 */
RONDO_API RondoRun *rondo_run_read(RondoModel *model, const char *name, const void *data,
                                   size_t size, size_t number, char **error);

/* The run as text, as JSON (an object with "loop", "signals" and "steps", as the trace of a result)
 * and as VCD; the caller frees it. */
RONDO_API char *rondo_run_text(RondoRun *run, unsigned what);
RONDO_API char *rondo_run_json(RondoRun *run, unsigned what);
RONDO_API char *rondo_run_vcd(RondoRun *run);

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
/* Adds a remark; the result of its property was added before. */
RONDO_API void rondo_report_remark(RondoReport *report, const RondoModel *model,
                                   const RondoRemark *remark);
RONDO_API bool rondo_report_write_html(const RondoReport *report, const char *file, char **error);

#ifdef __cplusplus
}
#endif

#endif
