/* VCD files as report/vcd.h writes them. A unit of time is a step; the second round of a loop,
 * `again`, is passed by. */
#include <ctype.h>
#include <stdlib.h>

#include "base/memory.h"
#include "report/trace_read.h"
#include "report/vcd.h"

typedef struct {
  Listener *listener;
  TaleVec *tales;
  const char *at, *end;
  int line;
  StringVec word;    /* of one declaration */
  StringVec scopes;  /* that are open */
  Names paths;       /* how the file calls the signals of the system */
  U32Vec signals;    /* by number there: the signal */
  Names codes;       /* of variables */
  U32Vec meaning;    /* by number there: the signal, or one of these */
  bool begun, again; /* a step is open; it is in the second round */
} Reader;

enum { MEANS_NOTHING = UINT32_MAX, MEANS_LOOP = UINT32_MAX - 1 };

/* The next word, the caller's; NULL at the end. */
static char *next_word(Reader *r) {
  while (r->at < r->end && isspace((unsigned char)*r->at)) r->line += *r->at++ == '\n';
  const char *start = r->at;
  while (r->at < r->end && !isspace((unsigned char)*r->at)) r->at++;
  return r->at > start ? mem_string_n(start, (size_t)(r->at - start)) : NULL;
}

/* All up to $end. */
static void read_declaration(Reader *r) {
  for (size_t i = 0; i < r->word.size; i++) mem_free(r->word.data[i]);
  vec_clear(&r->word);
  for (char *word; (word = next_word(r));) {
    if (!strcmp(word, "$end")) {
      mem_free(word);
      return;
    }
    vec_push(&r->word, word);
  }
}

/* $var wire 8 ! name [7:0] $end */
static bool declare(Reader *r) {
  if (r->word.size < 4)
    return error_at(r->listener->error, r->listener->file, r->line, 1, "expected a variable");
  Text path = {0};
  for (size_t i = 0; i < r->scopes.size; i++) text_format(&path, "%s ", r->scopes.data[i]);
  text_format(&path, "%s ", r->word.data[3]);
  uint32_t code = names_add(&r->codes, r->word.data[2]), found = names_find(&r->paths, path.data);
  vec_resize(&r->meaning, r->codes.size);
  r->meaning.data[code] = !strcmp(path.data, "rondo loop ") ? MEANS_LOOP
                          : found == NAMES_NONE             ? MEANS_NOTHING
                                                            : r->signals.data[found];
  text_free(&path);
  return true;
}

static bool read_header(Reader *r, ClaimedRun *run) {
  for (char *word; (word = next_word(r));) {
    bool last = !strcmp(word, "$enddefinitions"), good = true;
    bool scope = !strcmp(word, "$scope"), up = !strcmp(word, "$upscope");
    bool var = !strcmp(word, "$var"), comment = !strcmp(word, "$comment");
    mem_free(word);
    const char *start = r->at;
    read_declaration(r);
    if (scope && r->word.size == 2) vec_push(&r->scopes, mem_string(r->word.data[1]));
    if (up && r->scopes.size) {
      char *left = vec_pop(&r->scopes);
      mem_free(left);
    }
    if (comment && (size_t)(r->at - start) > strlen(VCD_INNER) &&
        !strncmp(start + 1, VCD_INNER, strlen(VCD_INNER)))
      run->anywhere = true;
    if (var) good = declare(r);
    if (last || !good) return good;
  }
  return error_at(r->listener->error, r->listener->file, r->line, 1, "expected $enddefinitions");
}

/* Of a range the file has the number, in two's complement. */
static bool take_value(Reader *r, uint32_t number, const char *value) {
  const Signal *signal = r->listener->system->signals.data + number;
  Text text = {0};
  if (signal->type == SIGNAL_RANGE) {
    int64_t code = (int64_t)strtoull(value + 1, NULL, 2);
    text_format(&text, "%lld",
                strlen(value + 1) == 32 ? (long long)(int32_t)code : (long long)code);
  } else if (signal->type == SIGNAL_ENUMERATION) {
    text_add(&text, value + 1);
    for (size_t i = 0; i < signal->values.size; i++) { /* blanks in it became underscores */
      char *shown = mem_string(signal->values.data[i]);
      for (char *p = shown; *p; p++)
        if ((unsigned char)*p <= ' ' || *p == 0x7f) *p = '_';
      if (!strcmp(shown, value + 1)) {
        text_clear(&text);
        text_add(&text, signal->values.data[i]);
      }
      mem_free(shown);
    }
  } else if (signal->type == SIGNAL_WORD) {
    text_format(&text, "%zu'b%s", signal->bits.size, value + 1);
  } else {
    text_char(&text, *value);
  }
  bool good = listener_value(r->listener, number, text.data, r->line);
  text_free(&text);
  return good;
}

static void close_step(Reader *r, ClaimedRun *run) {
  if (r->begun && !r->again) listener_claim(r->listener, claimed_run_step(run, r->line), TOLD_ALL);
  r->begun = false;
}

static bool change(Reader *r, ClaimedRun *run, const char *value, const char *code) {
  uint32_t number = names_find(&r->codes, code);
  uint32_t means = number == NAMES_NONE ? MEANS_NOTHING : r->meaning.data[number];
  if (means == MEANS_NOTHING || r->again) return true;
  if (means != MEANS_LOOP) return take_value(r, means, value);
  if (!strcmp(value, "sloop")) run->loop = (int64_t)run->steps.size;
  r->again = !strcmp(value, "sagain");
  return true;
}

static bool read_changes(Reader *r, ClaimedRun *run) {
  bool good = true;
  for (char *word; good && (word = next_word(r));) {
    if (*word == '#') {
      close_step(r, run);
      r->begun = true;
    } else if (strchr("bsr", *word)) {
      char *code = next_word(r);
      if (code) good = change(r, run, word, code);
      mem_free(code);
    } else if (strchr("01xz", *word)) {
      good = change(r, run, word, word + 1);
    }
    mem_free(word);
  }
  return good; /* the last unit of time only ends the last step */
}

bool read_vcd_tales(Listener *listener, const char *data, size_t size, TaleVec *tales) {
  Reader r = {.listener = listener, .tales = tales, .at = data, .end = data + size, .line = 1};
  StringVec paths = vcd_paths(listener->system);
  for (uint32_t i = 0; i < paths.size; i++)
    if (paths.data[i] && names_find(&r.paths, paths.data[i]) == NAMES_NONE) {
      names_add(&r.paths, paths.data[i]);
      vec_push(&r.signals, i);
    }
  ClaimedRun *run = &tale_begin(tales)->run;
  bool good = read_header(&r, run) && read_changes(&r, run);
  string_vec_free(&paths);
  string_vec_free(&r.word);
  string_vec_free(&r.scopes);
  names_free(&r.paths);
  names_free(&r.codes);
  vec_free(&r.signals);
  vec_free(&r.meaning);
  return good;
}
