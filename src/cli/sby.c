/* `rondo sby SOLVER ...`, or `rondo SOLVER ...`: what SymbiYosys (sby) starts for an engine line of
 * an .sby file, understood and answered as that solver would. sby has no other interface than the
 * command lines and the output of the solvers it knows; docs/sby.md has both.
 *
 * What a solver says is decided as `rondo check` decides it, and as carefully: no status line is
 * printed before its evidence was checked. */
#include "cli/sby.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/input.h"
#include "base/log.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/select.h"
#include "cli/settings_rows.h"

/* ---- the dialects ---- */

typedef enum {
  WORD_MEANS_NOTHING, /* here: the answer is the same without it */
  WORD_LIVENESS,      /* justice properties are asked, not bad states */
  WORD_DEPTH,         /* its argument: the last step of counterexamples that are asked for */
  WORD_STOP,          /* its argument: 1 for one counterexample, 0 for one of each property */
  WORD_SKIP,          /* its argument: the first of such steps */
} WordMeaning;

typedef struct {
  const char *word;
  WordMeaning meaning;
  bool argument; /* the next word belongs to it */
} Word;

typedef struct Answer Answer;

typedef struct {
  const char *name;
  const Word *words; /* ends with one that has no text */
  bool depth_first;  /* the first of the other words is the depth */
  /* Prints an answer; `within` if the depth was reached without a counterexample. Returns the exit
   * code. */
  int (*print)(const char *file, const Answer *answer, bool within);
  /* What stands before and behind all answers, given how many properties are asked; or NULL. */
  void (*begin)(size_t properties), (*end)(void);
} Dialect;

static int print_aiger(const char *file, const Answer *answer, bool within);
static int print_aigbmc(const char *file, const Answer *answer, bool within);
static int print_btormc(const char *file, const Answer *answer, bool within);
static int print_pono(const char *file, const Answer *answer, bool within);
static void begin_btormc(size_t properties);
static void end_btormc(void);

static const Word suprove_words[] = {{"+simple_liveness", WORD_LIVENESS, false}, {NULL, 0, false}};
static const Word aigbmc_words[] = {{"-v", WORD_MEANS_NOTHING, false}, {NULL, 0, false}};
static const Word avy_words[] = {{"--cex", WORD_MEANS_NOTHING, true}, {NULL, 0, false}};
static const Word ric3_words[] = {{"--witness", WORD_MEANS_NOTHING, false},
                                  {"--bmc-max-k", WORD_DEPTH, true},
                                  {"-e", WORD_MEANS_NOTHING, true},
                                  {"-v", WORD_MEANS_NOTHING, true},
                                  {NULL, 0, false}};
static const Word btormc_words[] = {{"--stop-first", WORD_STOP, true},
                                    {"-v", WORD_MEANS_NOTHING, true},
                                    {"-kmax", WORD_DEPTH, true},
                                    {"-kmin", WORD_SKIP, true},
                                    {NULL, 0, false}};
static const Word pono_words[] = {{"--witness", WORD_MEANS_NOTHING, false},
                                  {"-v", WORD_MEANS_NOTHING, true},
                                  {"-e", WORD_MEANS_NOTHING, true},
                                  {"-k", WORD_DEPTH, true},
                                  {NULL, 0, false}};

static const Dialect dialects[] = {
    {"suprove", suprove_words, false, print_aiger, NULL, NULL},
    {"aigbmc", aigbmc_words, true, print_aigbmc, NULL, NULL},
    {"avy", avy_words, false, print_aiger, NULL, NULL},
    {"rIC3", ric3_words, false, print_aiger, NULL, NULL},
    {"btormc", btormc_words, false, print_btormc, begin_btormc, end_btormc},
    {"pono", pono_words, false, print_pono, NULL, NULL},
};

static const Dialect *find_dialect(const char *name) {
  for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
    if (!strcmp(dialects[i].name, name)) return dialects + i;
  return NULL;
}

bool sby_speaks(const char *solver) { return find_dialect(solver) != NULL; }

/* ---- what was asked ---- */

typedef struct {
  const char *vcd;
} SbyOptions;

static SbyOptions chosen;

static const Option table[] = {
    {"vcd", 0, OPTION_TEXT, offsetof(SbyOptions, vcd), "FILE",
     "write the trace of a violation for GTKWave or Surfer", NULL, 0, 0},
};

static void sby_options(OptionGroupVec *groups) {
  cli_add_options(groups, table, sizeof table / sizeof *table, &chosen);
  settings_rows_add(groups);
}

/* What the words of the dialect say. */
typedef struct {
  const Dialect *dialect; /* NULL: none of that name */
  const char *depth;      /* NULL: no limit */
  const char *skip;       /* NULL: none */
  bool liveness;
  bool each;       /* property is asked alone */
  bool own_engine; /* the user names one, and knows better */
} Request;

static Request request;

/* Takes away the words of the dialect; the rest are options of ours and the file. */
static void sby_translate(ArgumentVec *words) {
  size_t kept = 0;
  request = (Request){.dialect = words->size ? find_dialect(words->data[0]) : NULL};
  for (size_t i = 1; request.dialect && i < words->size; i++) {
    const Word *word = request.dialect->words;
    while (word->word && strcmp(word->word, words->data[i])) word++;
    if (!word->word) {
      words->data[kept++] = words->data[i];
      continue;
    }
    if (word->meaning == WORD_LIVENESS) request.liveness = true;
    if (!word->argument || ++i == words->size) continue;
    if (word->meaning == WORD_DEPTH) request.depth = words->data[i];
    if (word->meaning == WORD_STOP) request.each = !strcmp(words->data[i], "0");
    if (word->meaning == WORD_SKIP) request.skip = words->data[i];
  }
  if (request.dialect) words->size = kept;
}

/* ---- the answer ---- */

struct Answer {
  RondoVerdict verdict; /* of all properties that were asked */
  RondoResult *shown;   /* a violation, owned; or NULL */
  uint64_t bound;       /* no violation has fewer steps */
  size_t open;          /* properties without a verdict so far */
  char *reason;         /* why it is unknown, or NULL */
  int code;
};

static void take(void *context, RondoResult *result) {
  Answer *answer = context;
  RondoVerdict verdict = rondo_result_verdict(result);
  const char *wrong = rondo_result_internal_error(result), *reason = rondo_result_reason(result);
  if (wrong) cli_fail(EXIT_INTERNAL, "internal error: %s", wrong);
  if (wrong && verdict == RONDO_UNKNOWN) answer->code = EXIT_INTERNAL;
  if (rondo_result_bound(result) < answer->bound) answer->bound = rondo_result_bound(result);
  if (verdict == RONDO_HOLDS) answer->open--;
  if (verdict == RONDO_UNKNOWN && !answer->reason) answer->reason = mem_string(reason);
  bool shown = verdict == RONDO_VIOLATED && !answer->shown;
  if (shown) answer->shown = result;
  else rondo_result_free(result);
}

/* While others are being checked. */
static void take_one(void *context, RondoResult *result) {
  const Answer *answer = context;
  take(context, result);
  if (answer->shown) rondo_cancel(); /* one is enough */
}

/* Asks for counterexamples of at most so many steps. */
static void ask(const RondoModel *model, const NumberVec *numbers, const RondoSettings *settings,
                size_t most, Answer *answer) {
  *answer = (Answer){.open = numbers->size, .bound = UINT64_MAX};
  interrupted();
  if (request.liveness) {
    const RondoWatch watch = {NULL, take_one, answer};
    rondo_check_all(model, numbers->data, numbers->size, settings, &watch);
  } else {
    answer->open = 1; /* one question for all */
    take(answer, rondo_check_together(model, numbers->data, numbers->size, settings));
  }
  if (answer->shown && rondo_trace_length(answer->shown) > most) { /* another question's answer */
    rondo_result_free(answer->shown);
    answer->shown = NULL;
    answer->reason = mem_string("the counterexample that was found is longer");
  }
  answer->verdict = answer->shown ? RONDO_VIOLATED : answer->open ? RONDO_UNKNOWN : RONDO_HOLDS;
}

static void answer_free(Answer *answer) {
  rondo_result_free(answer->shown);
  mem_free(answer->reason);
}

static bool read_number(const char *word, uint64_t *number) {
  char *end;
  *number = strtoull(word, &end, 10);
  return *word >= '0' && *word <= '9' && !*end && *number <= INT32_MAX;
}

/* Up to a depth: by bounded model checking. It also ends where no run goes on that long, and then
 * the other engines show that there is no counterexample at all. */
static int ask_bounded(const RondoModel *model, const NumberVec *numbers, RondoSettings *settings,
                       Answer *answer, bool *within) {
  char *error = NULL;
  uint64_t depth;
  if (!read_number(request.depth, &depth))
    return cli_usage(&command_sby, "the depth is to be a number");
  Text steps = {0};
  text_format(&steps, "%" PRIu64, depth + 1);
  if (!request.own_engine) rondo_settings_set(settings, "engine", "bmc", &error);
  rondo_settings_set(settings, "bmc-bound", steps.data, &error);
  text_free(&steps);
  ask(model, numbers, settings, depth + 1, answer);
  *within = answer->verdict == RONDO_UNKNOWN && answer->bound > depth;
  if (answer->verdict == RONDO_UNKNOWN && !*within && !request.own_engine && !answer->code) {
    answer_free(answer);
    rondo_settings_set(settings, "engine", "ic3", &error);
    ask(model, numbers, settings, depth + 1, answer);
  }
  if (answer->verdict == RONDO_HOLDS) *within = true, answer->bound = depth + 1;
  return EXIT_HOLDS;
}

/* ---- what sby reads ---- */

/* The file that Yosys wrote beside the model, with another ending, if it is there. */
static char *beside(const char *model, const char *ending) {
  Text text = {0};
  text_add_n(&text, model, text_stem(model));
  text_add(&text, ending);
  if (access(text.data, R_OK)) text_clear(&text);
  char *file = text_take(&text);
  if (*file) return file;
  mem_free(file);
  return NULL;
}

static int write_vcd(const RondoResult *result) {
  char *error = NULL;
  if (!chosen.vcd || rondo_write_vcd(result, chosen.vcd, &error)) return EXIT_HOLDS;
  return cli_fail_with(EXIT_CANNOT_WRITE, error);
}

static int show_violation(const char *file, const RondoResult *result) {
  char *error = NULL, *map = request.liveness ? beside(file, ".ywa") : NULL;
  char *witness = sby_witness(result, map, &error);
  mem_free(map);
  if (!witness) return cli_fail_with(EXIT_BAD_INPUT, error);
  int code = write_vcd(result);
  if (!code) fputs(witness, stdout);
  mem_free(witness);
  return code;
}

/* Without a status sby reports an error. That is what a depth deserves that was not reached, since
 * all that could be said would mean that it was. */
static int not_reached(const Answer *answer) {
  return cli_fail(EXIT_UNKNOWN, "the depth was not reached: %s", answer->reason);
}

static int print_aiger(const char *file, const Answer *answer, bool within) {
  if (answer->shown) return show_violation(file, answer->shown);
  if (request.depth && !within) return not_reached(answer);
  if (answer->reason && !within) cli_print("rondo: %s\n", answer->reason);
  puts(answer->verdict == RONDO_HOLDS && !request.depth ? "0" : "2");
  return EXIT_HOLDS;
}

/* A line 'u<n>' says that no counterexample ends before step n. */
static int print_aigbmc(const char *file, const Answer *answer, bool within) {
  for (uint64_t n = 0; !answer->shown && n < answer->bound; n++) printf("u%" PRIu64 "\n", n);
  return print_aiger(file, answer, within);
}

static int show_words(const RondoResult *result) {
  int code = write_vcd(result);
  char *witness = code ? NULL : rondo_witness_text(result);
  if (witness) fputs(witness, stdout);
  free(witness);
  return code;
}

static void begin_btormc(size_t properties) {
  printf("[btor>mc] calling BMC on %zu properties from bound 0 up-to maximum bound k = %s\n",
         properties, request.depth ? request.depth : "none");
}

static void end_btormc(void) { puts("[btor>mc] deleting model checker: done"); }

static int print_btormc(const char *file, const Answer *answer, bool within) {
  (void)file;
  if (answer->shown) return show_words(answer->shown);
  return within || answer->verdict == RONDO_HOLDS ? EXIT_HOLDS : not_reached(answer);
}

enum { PONO_UNKNOWN = 255 };

static int print_pono(const char *file, const Answer *answer, bool within) {
  (void)file;
  if (answer->shown) return show_words(answer->shown);
  if (!within && answer->verdict != RONDO_HOLDS) return not_reached(answer);
  puts("unknown\nb0");
  return PONO_UNKNOWN;
}

/* ---- the command ---- */

/* One question about these. */
static int answer_one(const char *file, const RondoModel *model, RondoSettings *settings,
                      const NumberVec *numbers) {
  Answer answer = {0};
  bool within = false;
  int code = EXIT_HOLDS;
  if (request.depth) code = ask_bounded(model, numbers, settings, &answer, &within);
  else ask(model, numbers, settings, SIZE_MAX, &answer);
  if (!code) code = answer.code ? answer.code : request.dialect->print(file, &answer, within);
  answer_free(&answer);
  return code;
}

static int answer_about(const char *file, const RondoModel *model, RondoSettings *settings) {
  NumberVec numbers = {0};
  const Dialect *dialect = request.dialect;
  int code = EXIT_HOLDS;
  RondoKind kind = request.liveness ? RONDO_JUSTICE : RONDO_INVARIANT;
  for (size_t i = 0; i < rondo_property_count(model); i++)
    if (rondo_property_kind(model, i) == kind) vec_push(&numbers, i);
  if (dialect->begin) dialect->begin(numbers.size);
  if (!numbers.size && !dialect->end) {
    cli_print("rondo: %s has no %s\n", file,
              request.liveness ? "justice property" : "bad state property");
    puts("2");
  }
  for (size_t i = 0; request.each && i < numbers.size && !code; i++)
    code = answer_one(file, model, settings, &(NumberVec){numbers.data + i, 1, 1});
  if (!request.each && numbers.size) code = answer_one(file, model, settings, &numbers);
  if (dialect->end && !code) dialect->end();
  vec_free(&numbers);
  return code;
}

/* The model without its first steps. */
static RondoModel *load_skipping(const char *file, uint64_t skip, const RondoSettings *settings,
                                 char **error) {
  Input input = {0};
  Error unread = {0};
  if (!input_read(&input, file, &unread)) {
    *error = error_text(&unread);
    error_free(&unread);
    return NULL;
  }
  char *text = sby_skip(input.data, (uint32_t)skip);
  input_free(&input);
  RondoModel *model = rondo_load_bytes(file, text, strlen(text), "btor2", settings, NULL, error);
  mem_free(text);
  return model;
}

static int load_and_answer(const char *file, RondoSettings *settings) {
  char *error = NULL, *names = beside(file, ".aim");
  uint64_t skip = 0;
  if (names) rondo_settings_set(settings, "aiger-map", names, &error);
  mem_free(names);
  if (request.skip && !read_number(request.skip, &skip))
    return cli_usage(&command_sby, "how many steps are skipped is to be a number");
  RondoModel *model = skip ? load_skipping(file, skip, settings, &error)
                           : rondo_load_within(file, NULL, settings, NULL, &error);
  if (!model) return cli_fail_with(EXIT_BAD_INPUT, error);
  int code = answer_about(file, model, settings);
  rondo_model_free(model);
  return code;
}

static int sby_run(ArgumentVec *arguments) {
  RondoSettings *settings = settings_rows_chosen();
  const Dialect *dialect = request.dialect;
  size_t next = 0;
  int code;
  interrupt_watch();
  log_set_level(LOG_QUIET);
  char *engine = rondo_settings_get(settings, "engine");
  request.own_engine = *engine != 0;
  free(engine);
  if (dialect && dialect->depth_first && arguments->size) request.depth = arguments->data[next++];
  if (!dialect) code = cli_usage(&command_sby, "which solver?");
  else if (arguments->size != next + 1)
    code =
        cli_usage(&command_sby, dialect->depth_first ? "needs a depth and a file" : "needs a file");
  else if (!cli_can_create(chosen.vcd)) code = EXIT_CANNOT_CREATE;
  else code = load_and_answer(arguments->data[next], settings);
  settings_rows_free();
  return code;
}

const Command command_sby = {
    .name = "sby",
    .usage = "sby suprove|aigbmc|avy|rIC3|btormc|pono [ARGUMENTS] FILE",
    .summary = "answer SymbiYosys in the place of another solver",
    .description =
        "Takes the arguments that sby gives to the solver of this name, and answers as it would:\n"
        "a status line 0 (proved), 1 (violated) or 2 (not decided; of a bounded check: no\n"
        "counterexample), and a witness behind 1; of models in BTOR2, sat and a witness.\n"
        "'rondo suprove' is short for 'rondo sby suprove'. Options of 'rondo check' may be given,\n"
        "too, in the engine line of an .sby file: 'aiger suprove --timeout 60'. If Yosys wrote\n"
        "maps (.aim, .ywa) beside the model, signals get their names from there.",
    .exit_codes = "  0   there is an answer, whatever it is\n"
                  "  2   a bounded check: the bound was not reached\n"
                  "  255 pono: no counterexample within the bound\n",
    .examples = "  SUPROVE='rondo suprove' AIGBMC='rondo aigbmc' sby -f design.sby\n"
                "      sby with Rondo as its engine\n"
                "  rondo suprove +simple_liveness --vcd trace.vcd model/design_aiger.aig\n"
                "      what sby starts in mode live, with a trace to look at\n"
                "  rondo aigbmc 19 model/design_aiger.aig\n"
                "      counterexamples that end in the first 20 steps\n",
    .operands = "suprove aigbmc avy rIC3 btormc pono",
    .options = sby_options,
    .translate = sby_translate,
    .run = sby_run,
};
