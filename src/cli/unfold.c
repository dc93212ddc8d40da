/* `rondo unfold`: the complete finite prefix of the unfolding of a net: its size, its picture, and
 * what it says about deadlocks and markings. */
#include "base/bits.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/nearest.h"
#include "check/call.h"
#include "cli/cli.h"
#include "front/front.h"
#include "net/prefix_dot.h"
#include "net/prefix_query.h"

typedef struct {
  bool dot, json, deadlock;
  StringVec cover, marking;
  int64_t bound;
  double timeout;
} UnfoldOptions;

static UnfoldOptions chosen = {.bound = 1};

static const Option table[] = {
    {"dot", 0, OPTION_FLAG, offsetof(UnfoldOptions, dot), NULL,
     "print the prefix for Graphviz, and nothing else", NULL, 0, 0},
    {"json", 0, OPTION_FLAG, offsetof(UnfoldOptions, json), NULL, "print one line of JSON", NULL, 0,
     0},
    {"deadlock", 0, OPTION_FLAG, offsetof(UnfoldOptions, deadlock), NULL,
     "can the net reach a marking in which no transition can fire?", NULL, 0, 0},
    {"cover", 0, OPTION_LIST, offsetof(UnfoldOptions, cover), "PLACE",
     "can it reach a marking with tokens on all of these places? (repeatable)", NULL, 0, 0},
    {"marking", 0, OPTION_LIST, offsetof(UnfoldOptions, marking), "PLACE",
     "can it reach the marking with tokens on these places alone? (repeatable)", NULL, 0, 0},
    {"bound", 0, OPTION_NUMBER, offsetof(UnfoldOptions, bound), "K",
     "how many tokens a place may hold; above 1 each token is unfolded by itself", NULL, 1, 1000},
    {"timeout", 't', OPTION_REAL, offsetof(UnfoldOptions, timeout), "SECONDS", "give up after that",
     NULL, 0, 0},
};

static void unfold_options(OptionGroupVec *groups) {
  cli_add_options(groups, table, sizeof table / sizeof *table, &chosen);
}

/* ---- what is asked ---- */

static bool find_place(const Net *net, const char *name, uint32_t *place, Error *error) {
  Nearest nearest = {.wanted = name};
  for (uint32_t i = 0; i < net->places.size; i++) {
    *place = i;
    if (!strcmp(net->places.data[i].name, name)) return true;
    nearest_offer(&nearest, net->places.data[i].name);
  }
  if (nearest.name)
    return error_set(error, "there is no place '%s'; did you mean '%s'?", name, nearest.name);
  return error_set(error, "there is no place '%s'", name);
}

/* The marking that is asked for; NULL, with an error, if there is no such place. */
static NetCondition *condition_of_options(const Net *net, Error *error) {
  bool alone = chosen.marking.size;
  const StringVec *names = alone ? &chosen.marking : &chosen.cover;
  Bits marked = bits_new(net->places.size);
  NetCondition *all = net_condition_new(NET_ALL);
  bool good = true;
  for (size_t i = 0; good && i < names->size; i++) {
    uint32_t place = 0;
    good = find_place(net, names->data[i], &place, error);
    if (good) bits_set(&marked, place);
  }
  for (uint32_t i = 0; good && i < net->places.size; i++)
    if (bits_get(&marked, i)) net_condition_add(all, net_condition_tokens(i, 1));
    else if (alone) net_condition_add(all, net_condition_fewer(i, 1));
  bits_free(&marked);
  if (good) return all;
  net_condition_free(all);
  return NULL;
}

/* ---- what is printed ---- */

typedef struct {
  const Prefix *prefix;
  const char *file;
  bool asked;
  PrefixAnswer answer;
  U32Vec run;
} Unfolded;

static const char *const answer_names[] = {"unknown", "reachable", "unreachable"};

static void print_json(const Unfolded *unfolded) {
  const Prefix *prefix = unfolded->prefix;
  Text text = {0};
  Json json = {.text = &text};
  json_object(&json);
  json_string(json_key(&json, "file"), unfolded->file);
  json_uint(json_key(&json, "places"), prefix->net->places.size);
  json_uint(json_key(&json, "transitions"), prefix->net->transitions.size);
  json_uint(json_key(&json, "events"), prefix->events.size);
  json_uint(json_key(&json, "conditions"), prefix->conditions.size);
  json_uint(json_key(&json, "cutoffs"), prefix->cutoffs);
  json_bool(json_key(&json, "complete"), prefix->complete);
  if (unfolded->asked) json_string(json_key(&json, "answer"), answer_names[unfolded->answer]);
  if (unfolded->asked && unfolded->answer == PREFIX_REACHABLE) {
    json_array(json_key(&json, "run"));
    for (size_t i = 0; i < unfolded->run.size; i++)
      json_string(&json, prefix->net->transitions.data[unfolded->run.data[i]].name);
    json_close(&json);
  }
  json_close(&json);
  json_end(&json);
  puts(text.data);
  text_free(&text);
}

static void print_answer(const Unfolded *unfolded) {
  const Net *net = unfolded->prefix->net;
  cli_print("%s: %s\n", chosen.deadlock ? "a deadlock" : "the marking",
            answer_names[unfolded->answer]);
  if (unfolded->answer != PREFIX_REACHABLE) return;
  if (!unfolded->run.size) cli_print("  it is the initial marking\n");
  for (size_t i = 0; i < unfolded->run.size; i++)
    cli_print("%5zu  %s\n", i + 1, net->transitions.data[unfolded->run.data[i]].name);
}

static void print_text(const Unfolded *unfolded) {
  const Prefix *prefix = unfolded->prefix;
  cli_print("%s\n%zu places, %zu transitions\n", unfolded->file, prefix->net->places.size,
            prefix->net->transitions.size);
  cli_print("%zu events (%zu of them cut-offs), %zu conditions\n", prefix->events.size,
            prefix->cutoffs, prefix->conditions.size);
  if (unfolded->asked) print_answer(unfolded);
}

static void print_dot(const Prefix *prefix) {
  Text text = {0};
  prefix_dot(prefix, &text);
  fputs(text.data, stdout);
  text_free(&text);
}

/* ---- the command ---- */

static int exit_code(const Unfolded *unfolded) {
  static const int codes[] = {EXIT_UNKNOWN, EXIT_VIOLATED, EXIT_HOLDS};
  return unfolded->asked ? codes[unfolded->answer] : EXIT_HOLDS;
}

static int show(const char *file, const Prefix *prefix, const NetCondition *condition,
                Budget *budget) {
  Unfolded unfolded = {.prefix = prefix, .file = file, .asked = chosen.deadlock || condition};
  if (chosen.deadlock) unfolded.answer = prefix_deadlocks(prefix, budget, &unfolded.run);
  else if (condition) unfolded.answer = prefix_reaches(prefix, condition, budget, &unfolded.run);
  if (chosen.dot) print_dot(prefix);
  else if (chosen.json) print_json(&unfolded);
  else print_text(&unfolded);
  int code = exit_code(&unfolded);
  vec_free(&unfolded.run);
  if (prefix->complete || code == EXIT_VIOLATED) return code;
  return cli_fail(EXIT_UNKNOWN, "the prefix is not complete: %s",
                  budget_reason(budget_state(budget)));
}

static int unfold_net(const char *file, const Net *net) {
  Error error = {0};
  NetCondition *condition = NULL;
  if (chosen.cover.size || chosen.marking.size) {
    condition = condition_of_options(net, &error);
    if (!condition) return cli_fail_error(EXIT_BAD_INPUT, &error);
  }
  Budget budget = {.cancel = &call_stopped,
                   .deadline = chosen.timeout > 0 ? clock_wall() + chosen.timeout : 0};
  Prefix *prefix = prefix_new(net, (Tokens)chosen.bound, &budget, &error);
  int code = prefix ? show(file, prefix, condition, &budget)
                    : cli_fail(EXIT_BAD_INPUT, "%s: %s", file, error.message);
  error_free(&error);
  prefix_free(prefix);
  net_condition_free(condition);
  return code;
}

static int unfold_file(const char *file) {
  Error error = {0};
  Model *model = front_read(file, NULL, &error);
  if (model && !model->net)
    error_at(&error, file, 0, 0, "only nets are unfolded, in PNML or in PEP's format");
  int code = error.message ? cli_fail_error(EXIT_BAD_INPUT, &error) : unfold_net(file, model->net);
  if (model) model_free(model);
  return code;
}

static int unfold_run(ArgumentVec *files) {
  int code;
  if (files->size != 1) code = cli_usage(&command_unfold, "which file? (exactly one)");
  else if (chosen.dot + chosen.json > 1)
    code = cli_usage(&command_unfold, "only one of --dot and --json");
  else if (chosen.deadlock + !!chosen.cover.size + !!chosen.marking.size > 1)
    code = cli_usage(&command_unfold, "only one of --deadlock, --cover and --marking");
  else code = unfold_file(files->data[0]);
  string_vec_free(&chosen.cover);
  string_vec_free(&chosen.marking);
  return code;
}

const Command command_unfold = {
    .name = "unfold",
    .usage = "unfold [OPTIONS] FILE",
    .summary = "the complete prefix of the unfolding of a net",
    .description =
        "Unfolds a net (.pnml, .ll_net) up to cut-offs and prints how many events and\n"
        "conditions there are. With --deadlock, --cover or --marking a solver looks in the\n"
        "prefix for a run to such a marking, which is printed.",
    .exit_codes = "  0   the prefix was made; of a question: there is no such marking\n"
                  "  1   there is one\n"
                  "  2   that is not known\n",
    .examples = "  rondo unfold philosophers.ll_net\n      how large the prefix is\n"
                "  rondo unfold philosophers.ll_net --dot | dot -Tsvg > prefix.svg\n"
                "      its picture\n"
                "  rondo unfold philosophers.ll_net --cover eats0 --cover eats1\n"
                "      can both eat at once?\n",
    .options = unfold_options,
    .run = unfold_run,
};
