#include "cli/select.h"

#include <fnmatch.h>
#include <string.h>

#include "base/memory.h"
#include "base/nearest.h"
#include "base/text.h"

/* The kinds by the words of the command line; by those of rondo_kind_name, too. */
static const struct {
  const char *word;
  RondoKind kind;
} kind_words[] = {{"invar", RONDO_INVARIANT}, {"justice", RONDO_JUSTICE}, {"ltl", RONDO_LTL},
                  {"ctl", RONDO_CTL},         {"compute", RONDO_COMPUTE}, {"cover", RONDO_COVER}};

enum { KIND_WORDS = sizeof kind_words / sizeof *kind_words };

static bool add_kind(const char *word, KindSet *kinds, Error *error) {
  Nearest nearest = {.wanted = word};
  for (size_t i = 0; i < KIND_WORDS; i++) {
    RondoKind kind = kind_words[i].kind;
    if (!strcmp(kind_words[i].word, word) || !strcmp(rondo_kind_name(kind), word)) {
      *kinds |= 1u << kind;
      return true;
    }
    nearest_offer(&nearest, kind_words[i].word);
  }
  Text words = {0};
  for (size_t i = 0; i < KIND_WORDS; i++)
    text_format(&words, "%s%s", i ? ", " : "", kind_words[i].word);
  if (nearest.name)
    error_set(error, "--only: there is no kind '%s'; did you mean '%s'?", word, nearest.name);
  else error_set(error, "--only: there is no kind '%s'; there are %s", word, words.data);
  text_free(&words);
  return false;
}

bool select_kinds(const StringVec *lists, KindSet *kinds, Error *error) {
  bool good = true;
  *kinds = lists->size ? 0 : ~0u;
  for (size_t i = 0; i < lists->size; i++)
    for (const char *word = lists->data[i]; good;) {
      size_t length = strcspn(word, ",");
      char *one = mem_string_n(word, length);
      good = add_kind(one, kinds, error);
      mem_free(one);
      if (!word[length]) break;
      word += length + 1;
    }
  return good;
}

static void add_number(const RondoModel *model, size_t number, KindSet kinds, NumberVec *numbers) {
  for (size_t i = 0; i < numbers->size; i++)
    if (numbers->data[i] == number) return;
  if (kinds & 1u << rondo_property_kind(model, number)) vec_push(numbers, number);
}

/* A name that is there is that name, whatever signs are in it. */
static bool add_matches(const RondoModel *model, const char *pattern, KindSet kinds,
                        NumberVec *numbers) {
  int64_t exactly = rondo_property_find(model, pattern);
  bool any = exactly >= 0;
  if (any) add_number(model, (size_t)exactly, kinds, numbers);
  for (size_t i = 0; exactly < 0 && i < rondo_property_count(model); i++) {
    if (fnmatch(pattern, rondo_property_name(model, i), 0)) continue;
    any = true;
    add_number(model, i, kinds, numbers);
  }
  return any;
}

bool select_properties(const RondoModel *model, const StringVec *patterns, KindSet kinds,
                       NumberVec *numbers, Error *error) {
  const char *file = rondo_model_file(model);
  for (size_t i = 0; !patterns->size && i < rondo_property_count(model); i++)
    if (kinds & 1u << rondo_property_kind(model, i)) vec_push(numbers, i);
  for (size_t i = 0; i < patterns->size; i++)
    if (!add_matches(model, patterns->data[i], kinds, numbers))
      return error_set(error, "%s has no property '%s'; it has %zu (see 'rondo show %s')", file,
                       patterns->data[i], rondo_property_count(model), file);
  return true;
}
