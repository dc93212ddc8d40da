#include "check/settings.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const Option general[] = {
    {"engine", 'e', OPTION_TEXT, offsetof(Settings, engine), "NAME",
     "use this engine alone, or several: a,b,c (see 'rondo help engines')", NULL, 0, 0},
    {"jobs", 'J', OPTION_NUMBER, offsetof(Settings, jobs), "N",
     "run engines in N processes (default: one per core; 0: by turns in this one)", NULL, 0, 1024},
    {"timeout", 't', OPTION_REAL, offsetof(Settings, timeout), "SECONDS",
     "wall time for each property", NULL, 0, 0},
    {"memory", 'm', OPTION_BYTES, offsetof(Settings, memory), "SIZE",
     "memory of the whole run, such as 500M or 4G", NULL, 0, 0},
    {"seed", 0, OPTION_NUMBER, offsetof(Settings, seed), "N",
     "seed of everything random (default 1)", NULL, 0, 0},
};

static const Option ltl[] = {
    {"automaton", 0, OPTION_CHOICE, offsetof(Settings, ltl.automaton), "KIND",
     "automaton of a formula: the smallest, or tight for shortest lassos", "small|tight", 0, 0},
    {"encoding", 0, OPTION_CHOICE, offsetof(Settings, ltl.encoding), "HOW",
     "latches of a small automaton", "one-hot|binary", 0, 0},
    {"ltl-safety", 0, OPTION_SWITCH, offsetof(Settings, ltl.safety), NULL,
     "check safety formulas as invariants", NULL, 0, 0},
};

static const Option reductions[] = {
    {"no-reduce", 0, OPTION_FLAG, offsetof(Settings, no_reduce), NULL, "check the model as it is",
     NULL, 0, 0},
    {"cone", 0, OPTION_SWITCH, offsetof(Settings, reduce.cone), NULL,
     "drop what the property does not depend on", NULL, 0, 0},
    {"free-latches", 0, OPTION_SWITCH, offsetof(Settings, reduce.free_latches), NULL,
     "take latches that are fed by inputs of their own for inputs", NULL, 0, 0},
    {"constants", 0, OPTION_SWITCH, offsetof(Settings, reduce.constants), NULL,
     "replace latches that never change", NULL, 0, 0},
    {"equivalences", 0, OPTION_SWITCH, offsetof(Settings, reduce.equivalences), NULL,
     "merge signals that are always equal", NULL, 0, 0},
};

Settings *settings_new(void) {
  Settings *settings = mem_zalloc(sizeof *settings);
  settings->seed = 1;
  settings->ltl.safety = true;
  settings->reduce =
      (ReduceOptions){.cone = true, .constants = true, .equivalences = true, .free_latches = true};
  for (size_t i = 0; engine_table[i]; i++) {
    const Engine *engine = engine_table[i];
    settings->engine_options[i] = mem_alloc(engine->options_size);
    if (engine->options_size)
      memcpy(settings->engine_options[i], engine->option_defaults, engine->options_size);
  }
  return settings;
}

void settings_free(Settings *settings) {
  if (!settings) return;
  for (size_t i = 0; engine_table[i]; i++) mem_free(settings->engine_options[i]);
  string_vec_free(&settings->kept);
  mem_free(settings);
}

size_t settings_groups(Settings *settings, OptionGroup *groups) {
  size_t count = 0;
  groups[count++] = (OptionGroup){"Checking", general, sizeof general / sizeof *general, settings};
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

bool settings_set(Settings *settings, const char *name, const char *value, Error *error) {
  OptionGroup groups[MOST_ENGINES + 3];
  size_t count = settings_groups(settings, groups);
  Text argument = {0};
  text_format(&argument, "--%s", name);
  if (value) text_format(&argument, "=%s", value);
  vec_push(&settings->kept, text_take(&argument));
  ArgumentVec rest = {0};
  bool ok = options_parse(groups, count, 1, &vec_last(&settings->kept), &rest, error);
  vec_free(&rest);
  return ok;
}
