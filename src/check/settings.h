/* Settings of a check: the rows behind `rondo check --help` and rondo_settings_set. */
#ifndef RONDO_CHECK_SETTINGS_H
#define RONDO_CHECK_SETTINGS_H

#include "base/budget.h"
#include "base/option.h"
#include "engine/engine.h"
#include "evidence/scrutiny.h"
#include "front/read_options.h"
#include "task/ltl_task.h"
#include "task/reduce.h"

typedef VEC(const Engine *) EngineVec;

/* What is asked for from outside a call with these settings: to leave the property whose turn it
 * is, or to end the call. */
typedef enum { STOP_NOTHING, STOP_PROPERTY, STOP_CALL } SettingsStop;

/* The public API hands it out under the same tag, as opaque RondoSettings. */
typedef struct RondoSettings {
  const char *engine; /* as it was set, "a,b"; NULL: choose */
  EngineVec engines;  /* the engines of these names */
  double timeout;     /* seconds of wall time per property; 0: none */
  double total;       /* seconds of wall time for everything; 0: none */
  double deadline;    /* when these are over: clock_wall() then; 0: never */
  uint64_t work;      /* of one check, see base/budget.h; 0: no limit. No option sets it */
  uint64_t memory;    /* bytes, of this process and its workers together; 0: no limit */
  int64_t jobs;       /* worker processes; 0: engines take turns in this process */
  const volatile uint32_t *lent; /* more of them, for now (abreast.h); NULL: none. No option */
  int64_t seed;
  bool shorten, shortest; /* traces: see shorten.h */
  bool explain_effort;    /* see explain.h */
  const char *keep;       /* the folder of keep.h; NULL: nothing is kept */
  bool no_reduce;
  ReduceOptions reduce;
  ReadOptions reading; /* but for format and budget, which belong to a call */
  LtlOptions ltl;
  Scrutiny scrutiny;     /* what is asked for: each check has its own */
  void **engine_options; /* by place in the engine table */
  EngineProgress progress;
  void *progress_context;
  StringVec kept;              /* values that were set as strings and must live on */
  Budget *within;              /* NULL, or a budget that all others are parts of */
  volatile sig_atomic_t *stop; /* a SettingsStop: what someone asked for, perhaps another thread */
} Settings;

Settings *settings_new(void);
void settings_free(Settings *settings);

/* Sets an option by its name; value NULL for a flag. The time of "total" runs from now on. */
bool settings_set(Settings *settings, const char *name, const char *value, Error *error);

/* Appends the value of an option as text; false if there is no such option. */
bool settings_get(const Settings *settings, const char *name, Text *text);

/* The options of an engine as they are set; NULL, which means its defaults, if it is not in the
 * table. */
const void *settings_engine_options(const Settings *settings, const Engine *engine);

/* The groups of options that write into these settings: the general ones, LTL, reductions, one per
 * engine. The caller frees the vector. */
OptionGroupVec settings_groups(const Settings *settings);

/* The budget of one call under these settings, which may take this many seconds at most (0: no
 * limit of its own); call_stop ends it. */
Budget settings_budget(const Settings *settings, double seconds);

/* The same for so many properties that are checked by one search: their time limits add up. */
Budget settings_budget_of_all(const Settings *settings, size_t properties);

/* The seconds left of "total", or infinity. */
double settings_seconds_left(const Settings *settings);

/* Why nothing more can be done under these settings, call_stop or "total", as a sentence; NULL if
 * something can. */
const char *settings_over(const Settings *settings);

/* The group of LTL alone, for commands that make products and check nothing. */
OptionGroup settings_ltl_group(LtlOptions *options);

/* The group of scrutiny alone, for commands that check evidence. */
OptionGroup settings_scrutiny_group(Scrutiny *values);

#endif
