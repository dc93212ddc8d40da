#include "check/settings.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "check/call.h"

static const Option general[] = {
    {"engine", 'e', OPTION_TEXT, offsetof(Settings, engine), "NAME",
     "use this engine alone, or several: a,b,c (see 'rondo help engines')", NULL, 0, 0},
    {"jobs", 'J', OPTION_NUMBER, offsetof(Settings, jobs), "N",
     "run engines in N processes; 0: by turns in this one", NULL, 0, 1024},
    {"timeout", 't', OPTION_REAL, offsetof(Settings, timeout), "SECONDS",
     "wall time for each property, and for reading a file", NULL, 0, 0},
    {"total", 'T', OPTION_REAL, offsetof(Settings, total), "SECONDS",
     "wall time for the whole run, reading and all properties of all files", NULL, 0, 0},
    {"memory", 'm', OPTION_BYTES, offsetof(Settings, memory), "SIZE",
     "memory of the whole run, such as 500M or 4G", NULL, 0, 0},
    {"shorten", 0, OPTION_SWITCH, offsetof(Settings, shorten), NULL,
     "look for a shorter and quieter trace for a little while", NULL, 0, 0},
    {"shortest", 0, OPTION_FLAG, offsetof(Settings, shortest), NULL,
     "look until a shortest trace is known, or a limit is reached", NULL, 0, 0},
    {"explain-effort", 0, OPTION_FLAG, offsetof(Settings, explain_effort), NULL,
     "say of each property where the effort went, and hints", NULL, 0, 0},
    {"seed", 0, OPTION_NUMBER, offsetof(Settings, seed), "N", "seed of everything random", NULL, 0,
     0},
    {"keep", 0, OPTION_TEXT, offsetof(Settings, keep), "DIR",
     "keep what is found out there, and use what was kept, after checking it again", NULL, 0, 0},
};

static const Option scrutiny[] = {
    {"proof", 0, OPTION_TEXT, offsetof(Scrutiny, folder), "DIR",
     "write every unsatisfiable query of the checker there, with a proof in DRAT", NULL, 0, 0},
    {"distrust-solver", 0, OPTION_FLAG, offsetof(Scrutiny, distrust), NULL,
     "check such proofs at once: then no solver has to be believed", NULL, 0, 0},
};

static const Option ltl[] = {
    {"automaton", 0, OPTION_CHOICE, offsetof(LtlOptions, automaton), "KIND",
     "automaton of a formula: the smallest, or tight for shortest lassos", "small|tight", 0, 0},
    {"encoding", 0, OPTION_CHOICE, offsetof(LtlOptions, encoding), "HOW",
     "latches of a small automaton", "one-hot|binary", 0, 0},
    {"ltl-safety", 0, OPTION_SWITCH, offsetof(LtlOptions, safety), NULL,
     "check safety formulas as invariants", NULL, 0, 0},
};

static const Option reductions[] = {
    {"no-reduce", 0, OPTION_FLAG, offsetof(Settings, no_reduce), NULL, "check the model as it is",
     NULL, 0, 0},
    {"cone", 0, OPTION_SWITCH, offsetof(Settings, reduce.cone), NULL,
     "drop what the property does not depend on", NULL, 0, 0},
    {"free-latches", 0, OPTION_SWITCH, offsetof(Settings, reduce.free_latches), NULL,
     "take latches that are fed by inputs of their own for inputs", NULL, 0, 0},
    {"delayed-inputs", 0, OPTION_SWITCH, offsetof(Settings, reduce.delays), NULL,
     "take latches that are an input one step late for inputs after the first step", NULL, 0, 0},
    {"constants", 0, OPTION_SWITCH, offsetof(Settings, reduce.constants), NULL,
     "replace latches that never change", NULL, 0, 0},
    {"equivalences", 0, OPTION_SWITCH, offsetof(Settings, reduce.equivalences), NULL,
     "merge signals that are always equal", NULL, 0, 0},
    {"choices", 0, OPTION_SWITCH, offsetof(Settings, reduce.choices), NULL,
     "let one input choose what several decide that nothing else reads", NULL, 0, 0},
    {"rewrite", 0, OPTION_SWITCH, offsetof(Settings, reduce.rewrite), NULL,
     "write the functions of the model with fewer gates", NULL, 0, 0},
};

Settings *settings_new(void) {
  Settings *settings = mem_zalloc(sizeof *settings);
  settings->seed = 1;
  settings->stop = mem_zalloc(sizeof *settings->stop);
  settings->shorten = true;
  settings->ltl.safety = true;
  settings->reduce = (ReduceOptions){.cone = true,
                                     .constants = true,
                                     .equivalences = true,
                                     .free_latches = true,
                                     .delays = true,
                                     .choices = true,
                                     .rewrite = true};
  size_t engines = 0;
  while (engine_table[engines]) engines++;
  settings->engine_options = mem_array(engines, sizeof *settings->engine_options);
  for (size_t i = 0; i < engines; i++) {
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
  mem_free(settings->engine_options);
  vec_free(&settings->engines);
  string_vec_free(&settings->kept);
  read_options_free(&settings->reading);
  mem_free((void *)settings->stop);
  mem_free(settings);
}

const void *settings_engine_options(const Settings *settings, const Engine *engine) {
  for (size_t i = 0; engine_table[i]; i++)
    if (engine_table[i] == engine) return settings->engine_options[i];
  return NULL;
}

OptionGroup settings_ltl_group(LtlOptions *options) {
  return (OptionGroup){"LTL", ltl, sizeof ltl / sizeof *ltl, options, NULL};
}

OptionGroup settings_scrutiny_group(Scrutiny *values) {
  return (OptionGroup){"Evidence", scrutiny, sizeof scrutiny / sizeof *scrutiny, values, NULL};
}

OptionGroupVec settings_groups(const Settings *settings) {
  OptionGroupVec groups = {0};
  void *values = (void *)settings; /* who only reads them gets no way to write */
  const OptionGroup own[] = {
      {"Checking", general, sizeof general / sizeof *general, values, NULL},
      read_options_group(&((Settings *)values)->reading),
      settings_ltl_group(&((Settings *)values)->ltl),
      settings_scrutiny_group(&((Settings *)values)->scrutiny),
      {"Reductions", reductions, sizeof reductions / sizeof *reductions, values, NULL},
  };
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) vec_push(&groups, own[i]);
  for (size_t i = 0; engine_table[i]; i++) {
    const Engine *engine = engine_table[i];
    if (!engine->option_count) continue;
    OptionGroup group = {engine->title, engine->options, engine->option_count,
                         settings->engine_options[i], NULL};
    vec_push(&groups, group);
  }
  return groups;
}

/* ---- values that mean more than themselves ---- */

static bool no_engine(const char *name, Error *error) {
  Nearest nearest = {.wanted = name};
  for (size_t i = 0; engine_table[i]; i++) nearest_offer(&nearest, engine_table[i]->name);
  if (nearest.name)
    return error_set(error, "there is no engine '%s'; did you mean '%s'?", name, nearest.name);
  return error_set(error, "there is no engine '%s'; see 'rondo help engines'", name);
}

/* Engines are known before anything is solved. */
static bool took_engine(Settings *settings, Error *error) {
  EngineVec engines = {0};
  bool good = *settings->engine || error_set(error, "--engine names no engine");
  for (const char *name = settings->engine; good && *name;) {
    size_t length = strcspn(name, ",");
    char *one = mem_string_n(name, length);
    const Engine *engine = engine_find(one);
    if (engine) vec_push(&engines, engine);
    else good = no_engine(one, error);
    mem_free(one);
    name += length + (name[length] == ',');
  }
  if (good) {
    vec_free(&settings->engines);
    settings->engines = engines;
  } else {
    vec_free(&engines);
  }
  return good;
}

static bool took_total(Settings *settings, Error *error) {
  (void)error;
  settings->deadline = settings->total > 0 ? clock_wall() + settings->total : 0;
  return true;
}

static bool took_proof(Settings *settings, Error *error) {
  return *settings->scrutiny.folder || error_set(error, "--proof names no folder");
}

static bool took_keep(Settings *settings, Error *error) {
  if (!*settings->keep) return error_set(error, "--keep names no folder");
  struct stat found;
  if (!mkdir(settings->keep, 0777)) return true;
  bool there = !stat(settings->keep, &found) && S_ISDIR(found.st_mode);
  return there || error_set(error, "%s: %s", settings->keep, strerror(errno));
}

bool settings_set(Settings *settings, const char *name, const char *value, Error *error) {
  static const struct {
    const char *name;
    bool (*took)(Settings *settings, Error *error);
  } more[] = {
      {"engine", took_engine}, {"total", took_total}, {"proof", took_proof}, {"keep", took_keep}};
  OptionGroupVec groups = settings_groups(settings);
  const char *engine = settings->engine, *folder = settings->keep;
  char *kept = mem_string(value);
  if (kept) vec_push(&settings->kept, kept);
  bool good = options_set(&groups, name, kept, error);
  for (size_t i = 0; good && i < sizeof more / sizeof *more; i++)
    if (!strcmp(more[i].name, name)) good = more[i].took(settings, error);
  if (!good) settings->engine = engine;
  if (!good) settings->keep = folder;
  vec_free(&groups);
  return good;
}

bool settings_get(const Settings *settings, const char *name, Text *text) {
  OptionGroupVec groups = settings_groups(settings);
  bool found = options_get(&groups, name, text);
  vec_free(&groups);
  return found;
}

/* ---- limits ---- */

double settings_seconds_left(const Settings *settings) {
  return settings->deadline > 0 ? settings->deadline - clock_wall() : HUGE_VAL;
}

const char *settings_over(const Settings *settings) {
  if (call_stopped || *settings->stop == STOP_CALL) return budget_reason(BUDGET_CANCEL);
  return settings_seconds_left(settings) > 0 ? NULL : "time limit of the whole run reached";
}

Budget settings_budget(const Settings *settings, double seconds) {
  Budget budget = {.parent = settings->within,
                   .cancel = &call_stopped,
                   .stop = settings->stop,
                   .memory = settings->memory,
                   .work = settings->work,
                   .deadline = settings->deadline};
  double own = clock_wall() + seconds;
  if (seconds > 0 && (budget.deadline <= 0 || own < budget.deadline)) budget.deadline = own;
  return budget;
}

Budget settings_budget_of_all(const Settings *settings, size_t properties) {
  double seconds = settings_seconds_left(settings);
  double own = settings->timeout * (double)(properties ? properties : 1);
  if (settings->timeout > 0 && own < seconds) seconds = own;
  return settings_budget(settings, isfinite(seconds) ? seconds : 0);
}
