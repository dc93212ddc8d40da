#include "api/settings.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine/engine.h"

static const Option general[] = {
    {"engine", 'e', OPTION_TEXT, offsetof(RondoSettings, engine), "NAME",
     "use this engine alone, or several: a,b,c (see 'rondo help engines')", NULL, 0, 0},
    {"jobs", 'J', OPTION_NUMBER, offsetof(RondoSettings, jobs), "N",
     "run engines in N processes (default: one per core; 0: by turns in this one)", NULL, 0, 1024},
    {"timeout", 't', OPTION_REAL, offsetof(RondoSettings, timeout), "SECONDS",
     "wall time for each property", NULL, 0, 0},
    {"memory", 'm', OPTION_BYTES, offsetof(RondoSettings, memory), "SIZE",
     "memory of the whole run, such as 500M or 4G", NULL, 0, 0},
    {"seed", 0, OPTION_NUMBER, offsetof(RondoSettings, seed), "N",
     "seed of everything random (default 1)", NULL, 0, 0},
};

static const Option ltl[] = {
    {"automaton", 0, OPTION_CHOICE, offsetof(RondoSettings, ltl.automaton), "KIND",
     "automaton of a formula: the smallest, or tight for shortest lassos", "small|tight", 0, 0},
    {"encoding", 0, OPTION_CHOICE, offsetof(RondoSettings, ltl.encoding), "HOW",
     "latches of a small automaton", "one-hot|binary", 0, 0},
    {"ltl-safety", 0, OPTION_SWITCH, offsetof(RondoSettings, ltl.safety), NULL,
     "check safety formulas as invariants", NULL, 0, 0},
};

static const Option reductions[] = {
    {"no-reduce", 0, OPTION_FLAG, offsetof(RondoSettings, no_reduce), NULL,
     "check the model as it is", NULL, 0, 0},
    {"cone", 0, OPTION_SWITCH, offsetof(RondoSettings, reduce.cone), NULL,
     "drop what the property does not depend on", NULL, 0, 0},
    {"constants", 0, OPTION_SWITCH, offsetof(RondoSettings, reduce.constants), NULL,
     "replace latches that never change", NULL, 0, 0},
    {"equivalences", 0, OPTION_SWITCH, offsetof(RondoSettings, reduce.equivalences), NULL,
     "merge signals that are always equal", NULL, 0, 0},
};

RondoSettings *rondo_settings_new(void) {
  RondoSettings *settings = mem_zalloc(sizeof *settings);
  settings->seed = 1;
  settings->ltl.safety = true;
  settings->reduce = (ReduceOptions){.cone = true, .constants = true, .equivalences = true};
  for (size_t i = 0; engine_table[i]; i++) {
    const Engine *engine = engine_table[i];
    settings->engine_options[i] = mem_alloc(engine->options_size);
    if (engine->options_size)
      memcpy(settings->engine_options[i], engine->option_defaults, engine->options_size);
  }
  return settings;
}

void rondo_settings_free(RondoSettings *settings) {
  if (!settings) return;
  for (size_t i = 0; engine_table[i]; i++) mem_free(settings->engine_options[i]);
  string_vec_free(&settings->kept);
  mem_free(settings);
}

size_t settings_groups(RondoSettings *settings, OptionGroup *groups) {
  size_t count = 0;
  groups[count++] =
      (OptionGroup){"Checking", general, sizeof general / sizeof *general, settings};
  groups[count++] = (OptionGroup){"LTL", ltl, sizeof ltl / sizeof *ltl, settings};
  groups[count++] =
      (OptionGroup){"Reductions", reductions, sizeof reductions / sizeof *reductions, settings};
  for (size_t i = 0; engine_table[i]; i++) {
    const Engine *engine = engine_table[i];
    if (engine->option_count)
      groups[count++] = (OptionGroup){engine->title, engine->options, engine->option_count,
                                      settings->engine_options[i]};
  }
  return count;
}

bool rondo_settings_set(RondoSettings *settings, const char *name, const char *value,
                        char **error_text_out) {
  OptionGroup groups[MOST_ENGINES + 3];
  size_t count = settings_groups(settings, groups);
  Text argument = {0};
  text_format(&argument, "--%s", name);
  if (value) text_format(&argument, "=%s", value);
  vec_push(&settings->kept, text_take(&argument));
  ArgumentVec rest = {0};
  Error error = {0};
  bool ok = options_parse(groups, count, 1, &vec_last(&settings->kept), &rest, &error);
  if (!ok && error_text_out) *error_text_out = mem_string(error.message);
  error_free(&error);
  vec_free(&rest);
  return ok;
}

void rondo_settings_progress(RondoSettings *settings, RondoProgress progress, void *context) {
  settings->progress = progress;
  settings->progress_context = context;
}
