/* Settings of a check: the rows behind `rondo check --help` and rondo_settings_set. */
#ifndef RONDO_CHECK_SETTINGS_H
#define RONDO_CHECK_SETTINGS_H

#include "base/option.h"
#include "engine/engine.h"
#include "formula/ltl/ltl_task.h"
#include "system/reduce.h"

enum { MOST_ENGINES = 16 };

/* The public API hands it out under the same tag, as opaque RondoSettings. */
typedef struct RondoSettings {
  const char *engine; /* NULL: choose */
  double timeout;     /* seconds of wall time per property; 0: none */
  uint64_t memory;    /* bytes, of this process and its workers together; 0: no limit */
  int64_t jobs;       /* worker processes; 0: engines take turns in this process */
  int64_t seed;
  bool no_reduce;
  ReduceOptions reduce;
  LtlOptions ltl;
  void *engine_options[MOST_ENGINES]; /* by place in the engine table */
  EngineProgress progress;
  void *progress_context;
  StringVec kept; /* values that were set as strings and must live on */
} Settings;

Settings *settings_new(void);
void settings_free(Settings *settings);

/* Sets an option by its name; value NULL for a flag. */
bool settings_set(Settings *settings, const char *name, const char *value, Error *error);

/* The groups of options that write into these settings: the general ones, LTL, reductions, one per
 * engine. Returns how many; at most MOST_ENGINES + 3. */
size_t settings_groups(Settings *settings, OptionGroup *groups);

/* The group of LTL alone, for commands that make products and check nothing. */
OptionGroup settings_ltl_group(LtlOptions *options);

#endif
