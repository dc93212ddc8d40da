#include "test.h"

#include <stdio.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/budget.h"
#include "base/error.h"
#include "base/map.h"
#include "base/nearest.h"
#include "base/option.h"
#include "base/printable.h"
#include "base/random.h"
#include "base/stats.h"
#include "base/text.h"
#include "base/vec.h"

TEST(a_vector_grows_and_keeps_its_elements) {
  IntVec v = {0};
  for (int i = 0; i < 1000; i++) vec_push(&v, i);
  CHECK_EQUAL(v.size, 1000);
  for (int i = 0; i < 1000; i++) CHECK_EQUAL(v.data[i], i);
  CHECK_EQUAL(vec_pop(&v), 999);
  CHECK_EQUAL(vec_last(&v), 998);
  vec_resize(&v, 2000);
  CHECK_EQUAL(v.data[1999], 0);
  IntVec w = {0};
  vec_append(&w, &v);
  CHECK_EQUAL(w.size, 2000);
  vec_free(&v);
  vec_free(&w);
}

TEST(a_map_agrees_with_an_array) {
  Map map = {0};
  uint64_t model[512] = {0}, value;
  Random random = {1};
  for (int i = 0; i < 5000; i++) {
    uint32_t key = random_below(&random, 512);
    uint64_t word = random_word(&random) | 1;
    CHECK_EQUAL(map_get(&map, key, &value), model[key] != 0);
    if (model[key]) CHECK(value == model[key]);
    map_put(&map, key, model[key] = word);
  }
  map_clear(&map);
  CHECK(!map_get(&map, 3, NULL));
  map_free(&map);
}

TEST(a_map_lists_its_entries_in_insertion_order) {
  Map map = {0};
  for (uint64_t i = 0; i < 100; i++) map_put(&map, i * 7919, i);
  for (uint64_t i = 0; i < 100; i++) CHECK(map.entries[i].key == i * 7919);
  map_free(&map);
}

TEST(names_are_numbered_densely_and_found_again) {
  Names names = {0};
  CHECK_EQUAL(names_add(&names, "zero"), 0);
  CHECK_EQUAL(names_add(&names, "one"), 1);
  CHECK_EQUAL(names_add(&names, "zero"), 0);
  CHECK_EQUAL(names_add_n(&names, "a\0b", 3), 2);
  CHECK_EQUAL(names_add_n(&names, "a\0c", 3), 3);
  CHECK_EQUAL(names_find(&names, "one"), 1);
  CHECK(names_find(&names, "two") == NAMES_NONE);
  CHECK_TEXT(names.text[1], "one");
  names_free(&names);
}

TEST(bit_sets_count_and_iterate) {
  Bits a = bits_new(130), b = bits_new(130);
  bits_set(&a, 0);
  bits_set(&a, 64);
  bits_set(&a, 129);
  CHECK_EQUAL(bits_count(&a), 3);
  CHECK_EQUAL(bits_next(&a, 1), 64);
  CHECK_EQUAL(bits_next(&a, 65), 129);
  CHECK_EQUAL(bits_next(&a, 130), 130);
  bits_fill(&b, true);
  CHECK_EQUAL(bits_count(&b), 130);
  CHECK(bits_subset(&a, &b));
  bits_minus(&b, &a);
  CHECK(bits_disjoint(&a, &b));
  bits_or(&b, &a);
  CHECK_EQUAL(bits_count(&b), 130);
  bits_resize(&b, 65);
  CHECK_EQUAL(bits_count(&b), 65);
  bits_free(&a);
  bits_free(&b);
}

TEST(an_arena_gives_zeroed_aligned_memory) {
  Arena arena = {0};
  for (size_t n = 1; n < 40000; n = n * 3 + 1) {
    char *p = arena_alloc(&arena, n);
    CHECK_EQUAL((uintptr_t)p % _Alignof(max_align_t), 0);
    for (size_t i = 0; i < n; i++) CHECK(!p[i]);
    memset(p, 1, n);
  }
  CHECK_TEXT(arena_string(&arena, "text"), "text");
  arena_free(&arena);
}

TEST(the_first_error_wins_and_points_with_a_caret) {
  Error error = {0};
  CHECK(!error_at(&error, "m.ltl", 3, 5, "unexpected '%c'", ')'));
  error_set(&error, "a consequence");
  error_excerpt(&error, "G (p");
  char *text = error_text(&error);
  CHECK_TEXT(text, "m.ltl:3:5: error: unexpected ')'\n  G (p\n      ^");
  mem_free(text);
  error_free(&error);
}

static char *shown(const char *line, int column) {
  Error error = {0};
  error_at(&error, "f", 1, column, "m");
  error_excerpt(&error, line);
  char *text = error_text(&error);
  error_free(&error);
  return text;
}

TEST(the_caret_counts_characters_and_not_bytes) {
  char *text = shown("\xc3\xa4\xe2\x82\xac\tx", 7); /* two letters in five bytes, a tab */
  CHECK_TEXT(text, "f:1:7: error: m\n  \xc3\xa4\xe2\x82\xac\tx\n    \t^");
  mem_free(text);
  text = shown("ab", 5); /* behind the end */
  CHECK_TEXT(text, "f:1:5: error: m\n  ab\n      ^");
  mem_free(text);
}

TEST(control_characters_of_a_source_line_are_not_shown) {
  char *text = shown("a\x1b[31m\x7f\xc2\x9b\xff b\r", 11);
  CHECK_TEXT(text, "f:1:11: error: m\n  a?[31m??? b?\n           ^");
  mem_free(text);
}

TEST(a_long_source_line_is_shown_around_the_error) {
  Text line = {0}, expected = {0};
  for (int i = 0; i < 300; i++) text_char(&line, (char)('a' + i % 26));
  char *text = shown(line.data, 1);
  text_format(&expected, "f:1:1: error: m\n  %.100s...\n  ^", line.data);
  CHECK_TEXT(text, expected.data);
  mem_free(text);
  text_clear(&expected);
  text = shown(line.data, 151);
  text_format(&expected, "f:1:151: error: m\n  ...%.100s...\n  %53s^", line.data + 100, "");
  CHECK_TEXT(text, expected.data);
  mem_free(text);
  text_clear(&expected);
  text = shown(line.data, 300);
  text_format(&expected, "f:1:300: error: m\n  ...%s\n  %102s^", line.data + 200, "");
  CHECK_TEXT(text, expected.data);
  mem_free(text);
  text_free(&expected);
  text_free(&line);
}

TEST(what_a_terminal_would_obey_is_escaped) {
  static const struct {
    const char *raw, *shown, *lines;
  } rows[] = {
      {"plain", "plain", "plain"},
      {"", "", ""},
      {"a\tb\nc", "a\\x09b\\x0ac", "a\tb\nc"},
      {"\033[31m", "\\x1b[31m", "\\x1b[31m"},
      {"\a\b\177", "\\x07\\x08\\x7f", "\\x07\\x08\\x7f"},
      {"gr\303\274n", "gr\303\274n", "gr\303\274n"},
      {"\302\233", "\\xc2\\x9b", "\\xc2\\x9b"}, /* CSI in one character */
      {"\377\303", "\\xff\\xc3", "\\xff\\xc3"}, /* no UTF-8 */
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Text shown = {0}, lines = {0};
    printable(&shown, rows[i].raw);
    printable_lines(&lines, rows[i].raw);
    CHECK_TEXT(shown.data, rows[i].shown);
    CHECK_TEXT(lines.data, rows[i].lines);
    text_free(&shown);
    text_free(&lines);
  }
}

TEST(widths_are_counted_in_characters) {
  CHECK_EQUAL(text_width(""), 0);
  CHECK_EQUAL(text_width("gr\303\274n"), 4);
  CHECK_EQUAL(text_prefix("gr\303\274n", 3), 4);
  CHECK_EQUAL(text_prefix("gr\303\274n", 0), 0);
  CHECK_EQUAL(text_prefix("gr\303\274n", 9), 5);
  Text text = {0};
  text_add(&text, "first line\ngr\303\274n");
  text_pad(&text, 6);
  CHECK_TEXT(text.data, "first line\ngr\303\274n  ");
  text_free(&text);
}

typedef struct {
  bool flag, fast;
  int64_t depth;
  double limit;
  uint64_t memory;
  const char *file;
  int encoding;
  StringVec names;
} Values;

static const Option table[] = {
    {"flag", 'f', OPTION_FLAG, offsetof(Values, flag), NULL, "a flag", NULL, 0, 0},
    {"fast", 0, OPTION_SWITCH, offsetof(Values, fast), NULL, "a switch", NULL, 0, 0},
    {"depth", 'k', OPTION_NUMBER, offsetof(Values, depth), "N", "a number", NULL, 0, 100},
    {"limit", 0, OPTION_REAL, offsetof(Values, limit), "S", "a real", NULL, 0, 0},
    {"memory", 0, OPTION_BYTES, offsetof(Values, memory), "SIZE", "bytes", NULL, 0, 0},
    {"file", 0, OPTION_TEXT, offsetof(Values, file), "FILE", "text", NULL, 0, 0},
    {"encoding", 0, OPTION_CHOICE, offsetof(Values, encoding), "E", "choice", "one-hot|binary", 0,
     0},
    {"name", 0, OPTION_LIST, offsetof(Values, names), "NAME", "list", NULL, 0, 0},
};

static bool parse(Values *values, int argc, const char **argv, ArgumentVec *rest, Error *error) {
  OptionGroup group = {"Options", table, sizeof table / sizeof *table, values, NULL};
  OptionGroupVec groups = {&group, 1, 1};
  return options_parse(&groups, argc, argv, rest, error);
}

TEST(options_of_every_kind_are_parsed) {
  Values values = {.fast = true};
  Error error = {0};
  ArgumentVec rest = {0};
  const char *argv[] = {"a.aig", "-f",       "--no-fast", "-k5",        "--limit=2.5", "--memory",
                        "3M",    "--file",   "x",         "--encoding", "binary",      "--name",
                        "p",     "--name=q", "--",        "--flag"};
  CHECK(parse(&values, 16, argv, &rest, &error));
  CHECK(values.flag && !values.fast && values.depth == 5 && values.limit == 2.5);
  CHECK(values.memory == 3u << 20 && values.encoding == 1 && values.names.size == 2);
  CHECK_TEXT(values.file, "x");
  CHECK_TEXT(rest.data[0], "a.aig");
  CHECK_TEXT(rest.data[1], "--flag");
  vec_free(&rest);
  string_vec_free(&values.names);
}

TEST(wrong_options_give_one_clear_sentence_each) {
  static const struct {
    const char *argument, *message;
  } rows[] = {
      {"--dept", "unknown option '--dept'; did you mean '--depth'?"},
      {"--dept=12345", "unknown option '--dept=12345'; did you mean '--depth'?"},
      {"--zzzzzzz", "unknown option '--zzzzzzz'"},
      {"--depth", "--depth needs an argument N"},
      {"--depth=x", "--depth needs a whole number, not 'x'"},
      {"--depth=101", "--depth must be between 0 and 100, not 101"},
      {"--limit=-1", "--limit needs a number that is not negative, not '-1'"},
      {"--memory=1T", "--memory needs a size such as 500M or 2G, not '1T'"},
      {"--memory=99999999999G", "--memory needs a size such as 500M or 2G, not '99999999999G'"},
      {"--encoding=gray", "--encoding must be one of one-hot|binary, not 'gray'"},
      {"--flag=1", "--flag takes no argument"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Values values = {0};
    Error error = {0};
    ArgumentVec rest = {0};
    CHECK(!parse(&values, 1, (const char *[]){rows[i].argument}, &rest, &error));
    CHECK_TEXT(error.message, rows[i].message);
    error_free(&error);
  }
}

TEST(the_nearest_name_is_within_one_slip_in_three_letters) {
  static const char *const names[] = {"grant", "grants",      "request",         "x",
                                      "ok",    "cpu0.alu.op", "cpu0.alu.result", "idle"};
  static const struct {
    const char *wanted, *nearest;
  } rows[] = {
      {"grant", "grant"},
      {"gant", "grant"},   /* a letter is missing */
      {"grrant", "grant"}, /* one too many */
      {"gratn", "grant"},  /* two in each other's place */
      {"grantz", "grant"}, /* as near as grants, which comes later */
      {"reqest", "request"},
      {"rqst", NULL}, /* three of four */
      {"y", NULL},    /* nothing of it would be right */
      {"", NULL},
      {"oh", "ok"}, /* one of two */
      {"cpu0.alu.resutl", "cpu0.alu.result"},
      {"a.name.of.more.than.sixty-four.letters.that.is.near.to.none.of.them", NULL},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Nearest nearest = {.wanted = rows[i].wanted};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) nearest_offer(&nearest, names[n]);
    CHECK_EQUAL(nearest.name != NULL, rows[i].nearest != NULL);
    if (rows[i].nearest) CHECK_TEXT(nearest.name, rows[i].nearest);
  }
}

TEST(long_names_are_compared_as_well) {
  char wanted[200], name[200];
  memset(wanted, 'a', sizeof wanted - 1);
  memset(name, 'a', sizeof name - 1);
  wanted[199] = name[199] = 0;
  wanted[100] = 'b';
  Nearest nearest = {.wanted = wanted};
  nearest_offer(&nearest, name);
  CHECK(nearest.name == name);
  CHECK_EQUAL(nearest.edits, 1);
}

TEST(values_are_told_as_they_would_be_given) {
  Values values = {.fast = true, .limit = 2.5, .memory = 3u << 20, .encoding = 1, .file = "x"};
  OptionGroup group = {"Options", table, sizeof table / sizeof *table, &values, NULL};
  OptionGroupVec groups = {&group, 1, 1};
  static const char *const rows[][2] = {{"flag", "off"},        {"fast", "on"},   {"depth", "0"},
                                        {"limit", "2.5"},       {"memory", "3M"}, {"file", "x"},
                                        {"encoding", "binary"}, {"name", "p,q"}};
  vec_push(&values.names, mem_string("p"));
  vec_push(&values.names, mem_string("q"));
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Text text = {0};
    text_add(&text, "");
    CHECK(options_get(&groups, rows[i][0], &text));
    CHECK_TEXT(text.data, rows[i][1]);
    text_free(&text);
  }
  Text text = {0};
  CHECK(!options_get(&groups, "nonsense", &text) && !options_get(&groups, "no-fast", &text));
  options_help(&groups, &text);
  CHECK(strstr(text.data, "a switch (default on)") && strstr(text.data, "a number (default 0)"));
  CHECK(strstr(text.data, "choice (one-hot|binary; default binary)"));
  CHECK(strstr(text.data, "a flag\n"));
  text_free(&text);
  string_vec_free(&values.names);
}

/* A store that remembers what it was given last. */
static char last[64];

static bool remember(void *context, const char *name, const char *argument, Error *error) {
  (void)context;
  snprintf(last, sizeof last, "%s=%s", name, argument ? argument : "(none)");
  return strcmp(name, "depth") || error_set(error, "no depth here");
}

static void tell(const void *context, const char *name, Text *text) {
  text_format(text, "%s of %s", name, (const char *)context);
}

TEST(a_store_gets_the_values_of_its_options) {
  static const OptionStore store = {remember, tell};
  OptionGroup group = {"Options", table, sizeof table / sizeof *table, "somebody", &store};
  OptionGroupVec groups = {&group, 1, 1};
  Error error = {0};
  CHECK(options_set(&groups, "limit", "not looked at", &error));
  CHECK_TEXT(last, "limit=not looked at");
  CHECK(options_set(&groups, "no-fast", NULL, &error));
  CHECK_TEXT(last, "no-fast=(none)");
  CHECK(!options_set(&groups, "depth", "5", &error));
  CHECK_TEXT(error.message, "no depth here");
  error_free(&error);
  Text text = {0};
  CHECK(options_get(&groups, "file", &text));
  CHECK_TEXT(text.data, "file of somebody");
  text_free(&text);
}

TEST(a_name_that_no_person_wrote_has_no_nearest) {
  char wanted[1002], name[1001];
  memset(wanted, 'a', sizeof wanted - 1);
  memset(name, 'a', sizeof name - 1);
  wanted[1001] = name[1000] = 0;
  Nearest nearest = {.wanted = wanted};
  nearest_offer(&nearest, name);
  CHECK(!nearest.name);
  nearest = (Nearest){.wanted = name};
  nearest_offer(&nearest, wanted);
  CHECK(nearest.name == wanted);
}

TEST(a_slice_ends_with_its_work_or_its_parent) {
  Budget all = {.work = 100};
  Budget slice = budget_slice(&all, 30);
  CHECK(!budget_spent(&slice));
  budget_use(&slice, 30);
  CHECK(budget_spent(&slice) && !budget_spent(&all));
  CHECK_EQUAL(budget_state(&slice), BUDGET_WORK);
  slice = budget_slice(&all, 200);
  CHECK(!budget_spent(&slice));
  CHECK_EQUAL(budget_work_left(&slice), 70);
  budget_use(&slice, 70);
  CHECK(budget_spent(&slice) && budget_spent(&all));
}

TEST(a_budget_obeys_cancel_deadline_and_memory) {
  volatile sig_atomic_t flag = 0;
  Budget budget = {.cancel = &flag};
  CHECK(!budget_spent(&budget));
  flag = 1;
  CHECK(budget_spent(&budget));
  Budget late = {.deadline = 1e-9};
  CHECK(budget_spent(&late) && budget_state(&late) == BUDGET_TIME);
  Budget large = {.memory = 1};
  CHECK(budget_spent(&large) && budget_state(&large) == BUDGET_MEMORY);
  CHECK(!budget_spent(NULL));
}

static char *as_json(const Stats *stats) {
  Text text = {0};
  Json json = {.text = &text};
  stats_json(stats, &json);
  json_end(&json);
  return text_take(&text);
}

TEST(an_average_is_of_all_that_was_collected) {
  typedef struct {
    uint64_t work, queries, other;
  } Counters;
  static const StatField fields[] = {
      {"sat_work", "work", STAT_COUNT, offsetof(Counters, work)},
      {"sat_queries", "queries", STAT_COUNT, offsetof(Counters, queries)},
      {"query_work", "without a number of queries", STAT_COUNT, offsetof(Counters, other)},
  };
  Stats stats = {0};
  Text text = {0};
  stats_collect(&stats, fields, 3, &(Counters){0, 0, 0});
  char *json = as_json(&stats);
  CHECK_TEXT(json,
             "{\"sat_work\":0,\"sat_work_per_query\":0.0,\"sat_queries\":0,\"query_work\":0}");
  mem_free(json);
  stats_collect(&stats, fields, 3, &(Counters){10, 1, 1});
  stats_collect(&stats, fields, 3, &(Counters){5, 3, 1});
  json = as_json(&stats);
  CHECK(strstr(json, "\"sat_work_per_query\":3.8,\"sat_queries\":4,\"query_work\":2}"));
  mem_free(json);
  stats_print(&stats, &text);
  CHECK(strstr(text.data, "\n  sat_work_per_query     3.8             of it for one query\n"));
  text_free(&text);
  vec_free(&stats);
}

TEST(statistics_of_the_same_name_add_up) {
  typedef struct {
    uint64_t queries;
    double seconds;
  } Counters;
  static const StatField fields[] = {
      {"queries", "SAT queries", STAT_COUNT, offsetof(Counters, queries)},
      {"seconds", "in the solver", STAT_SECONDS, offsetof(Counters, seconds)},
  };
  Stats stats = {0};
  Counters counters = {3, 0.25};
  stats_collect(&stats, fields, 2, &counters);
  stats_collect(&stats, fields, 2, &counters);
  char *json = as_json(&stats);
  CHECK_TEXT(json, "{\"queries\":6,\"seconds\":0.500}");
  mem_free(json);
  vec_free(&stats);
}

TEST(numbers_have_their_nouns) {
  static const struct {
    size_t count;
    const char *noun, *text;
  } rows[] = {{0, "gate", "0 gates"},
              {1, "latch", "1 latch"},
              {2, "latch", "2 latches"},
              {3, "property", "3 properties"},
              {1, "property", "1 property"},
              {2, "process", "2 processes"},
              {5, "fairness condition", "5 fairness conditions"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Text text = {0};
    text_count(&text, rows[i].count, rows[i].noun);
    CHECK_TEXT(text.data, rows[i].text);
    text_free(&text);
  }
}
