/* The core of scripts/campaign: many cases in one process, through files.
 *
 *   rondo-campaign run FOLDER SEED COUNT
 *
 * makes the cases of these seeds, writes their models to FOLDER, reads them again, checks every
 * question with an engine and options chosen at random, compares the verdict with enumeration, and
 * writes the evidence to a file. A line for each verdict says all that is needed to ask again:
 *
 *   verdict KIND ENGINE VERDICT MODEL OPTION VALUE EVIDENCE LTL-OPTIONS OPTIONS   (with tabs)
 *
 *   rondo-campaign certify
 *
 * reads such lines and checks their evidence as `rondo certify` does, in a process that never saw
 * an engine. What rondo-check can read is said by a line
 *
 *   alone SEED MODEL EVIDENCE OPTION VALUE                                         (with tabs)
 *
 * where the model may be the product that the evidence is about, which is written beside it;
 * "unreadable WHY" stands for evidence that it cannot. In both, a line "problem ..." is a finding;
 * "case SEED" and "asking COMMAND" say where it was when it died. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/input.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/text.h"
#include "campaign/case.h"
#include "check/add_properties.h"
#include "check/certify_evidence.h"
#include "check/convert_model.h"
#include "check/product_note.h"
#include "check/settings.h"
#include "check/task_of_property.h"
#include "engine/engine.h"
#include "evidence/bmc_file.h"
#include "front/front.h"
#include "rondo/rondo.h"

/* ---- what is asked how ---- */

/* Options of the run itself are not for chance. */
static const char *const kept[] = {"engine", "jobs", "timeout", "total", "memory", "seed"};

static bool is_kept(const char *name) {
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    if (!strcmp(kept[i], name)) return true;
  return false;
}

/* One of "a|b|c", the caller's. */
static char *choose(Random *random, const char *choices) {
  uint32_t count = 1;
  for (const char *c = choices; *c; c++) count += *c == '|';
  for (uint32_t left = random_below(random, count); left; left--)
    choices = strchr(choices, '|') + 1;
  Text text = {0};
  text_add_n(&text, choices, strcspn(choices, "|"));
  return text_take(&text);
}

/* Sets it if the value is one it can have, and then notes it as on a command line. */
static void set(RondoSettings *settings, const char *name, const char *value, Text *line) {
  if (!rondo_settings_set(settings, name, value, NULL)) return;
  text_format(line, "%s--%s%s%s", line->size ? " " : "", name, value ? "=" : "",
              value ? value : "");
}

static void set_random_option(RondoSettings *settings, const RondoOption *option, Random *random,
                              Text *line) {
  Text text = {0};
  switch (option->kind) {
  case RONDO_OPTION_FLAG: set(settings, option->name, NULL, line); break;
  case RONDO_OPTION_SWITCH:
    text_format(&text, "%s%s", random_chance(random, 1, 2) ? "no-" : "", option->name);
    set(settings, text.data, NULL, line);
    break;
  case RONDO_OPTION_NUMBER:
    text_format(&text, "%u", random_below(random, random_chance(random, 1, 2) ? 4 : 40));
    set(settings, option->name, text.data, line);
    break;
  case RONDO_OPTION_CHOICE: {
    char *choice = choose(random, option->choices);
    set(settings, option->name, choice, line);
    mem_free(choice);
    break;
  }
  default: break; /* no option of an engine is of these kinds */
  }
  text_free(&text);
}

static void set_random_options(RondoSettings *settings, Random *random, Text *line) {
  RondoOption option;
  uint32_t rarity = 2 + random_below(random, 20);
  for (size_t i = 0; rondo_option(i, &option); i++)
    if (!is_kept(option.name) && random_chance(random, 1, rarity))
      set_random_option(settings, &option, random, line);
}

/* Whether an engine alone takes the property and could give the answer. */
static bool suits(const Engine *engine, const RondoModel *model, size_t property, bool holds) {
  RondoSettings *alone = rondo_settings_new();
  bool suits = (holds ? engine->proves : engine->refutes) &&
               rondo_settings_set(alone, "engine", engine->name, NULL) &&
               rondo_engines_take(model, property, alone, NULL);
  rondo_settings_free(alone);
  return suits;
}

/* An engine alone, or those that Rondo chooses, by turns. The limit is for searches that never end;
 * a miss is counted as unknown. */
static const char *set_random_engine(RondoSettings *settings, const RondoModel *model,
                                     size_t property, bool holds, Random *random, Text *line) {
  size_t count = 0;
  while (engine_table[count]) count++;
  const Engine *engine = engine_table[random_below(random, (uint32_t)count)];
  Text seed = {0};
  text_format(&seed, "%u", random_below(random, 1000));
  set(settings, "seed", seed.data, line);
  text_free(&seed);
  set(settings, "jobs", "0", line);
  bool alone = random_chance(random, 3, 4) && suits(engine, model, property, holds);
  if (alone) set(settings, "engine", engine->name, line);
  set(settings, "timeout", alone ? "0.5" : "5", line);
  return alone ? engine->name : "chosen";
}

/* ---- run ---- */

static RondoModel *load(const Case *c, const Question *q, size_t *property, char **error) {
  RondoModel *model = rondo_load(c->file, NULL, error);
  if (!model) return NULL;
  *property = 0;
  if (!strcmp(q->option, "property")) {
    int64_t found = rondo_property_find(model, q->value);
    *property = found < 0 ? SIZE_MAX : (size_t)found;
    return model;
  }
  rondo_properties_clear(model);
  bool good = !strcmp(q->option, "invar") ? rondo_add_invariant(model, NULL, q->value, error)
              : !strcmp(q->option, "ltl") ? rondo_add_ltl(model, NULL, q->value, error)
              : !strcmp(q->option, "hoa") ? rondo_add_hoa(model, q->value, error)
                                          : rondo_add_ctl(model, NULL, q->value, error);
  if (good) return model;
  rondo_model_free(model);
  return NULL;
}

typedef struct {
  const Case *c;
  const Question *q;
  Text options;
} Asked;

/* How to ask this again. */
static void print_command(const Asked *asked) {
  printf("check %s --%s '%s' %s\n", asked->c->file, asked->q->option, asked->q->value,
         asked->options.size ? asked->options.data : "");
}

static void problem(const Asked *asked, const char *what, const char *more) {
  printf("problem\t%s: %s\t", what, more);
  print_command(asked);
}

/* The evidence as a file: a trace as a witness, everything else as a certificate. */
static char *write_evidence(const Asked *asked, size_t number, const RondoResult *result) {
  const char *kind = rondo_result_evidence(result);
  bool trace = !strcmp(kind, "trace") || !strcmp(kind, "lasso");
  Text name = {0};
  text_format(&name, "%zu.%s", number, trace ? "witness" : strcmp(kind, "ctl") ? "aig" : "proof");
  char *path = case_path(asked->c, name.data), *error = NULL;
  text_free(&name);
  bool written = trace ? rondo_write_witness(result, path, &error)
                       : rondo_write_certificate(result, path, &error);
  if (!written) problem(asked, "no evidence file", error ? error : kind);
  free(error);
  if (written) return path;
  mem_free(path);
  return NULL;
}

/* The verdict; of an unknown also whether it had to be one: an engine that was asked alone may not
 * take the task that the formula became. */
static const char *verdict_word(const RondoResult *result) {
  RondoVerdict verdict = rondo_result_verdict(result);
  if (verdict != RONDO_UNKNOWN) return rondo_verdict_name(verdict);
  return strstr(rondo_result_reason(result), "not take this kind") ? "untaken" : "unknown";
}

static void compare(const Asked *asked, size_t number, const char *engine,
                    const RondoSettings *settings, const RondoResult *result) {
  RondoVerdict verdict = rondo_result_verdict(result);
  if (rondo_result_internal_error(result))
    problem(asked, "internal error", rondo_result_internal_error(result));
  char *evidence = NULL;
  if (verdict != RONDO_UNKNOWN) {
    if ((verdict == RONDO_HOLDS) != asked->q->holds)
      problem(asked, "wrong verdict", rondo_verdict_name(verdict));
    if (!rondo_result_checked(result)) problem(asked, "evidence not checked", "");
    evidence = write_evidence(asked, number, result);
  }
  char *automaton = rondo_settings_get(settings, "automaton");
  char *encoding = rondo_settings_get(settings, "encoding");
  char *safety = rondo_settings_get(settings, "ltl-safety");
  printf("verdict\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t--automaton=%s --encoding=%s --%sltl-safety\t%s\n",
         asked->q->kind, engine, verdict_word(result), asked->c->file, asked->q->option,
         asked->q->value, evidence ? evidence : "-", automaton, encoding,
         !strcmp(safety, "on") ? "" : "no-", asked->options.data);
  free(automaton);
  free(encoding);
  free(safety);
  mem_free(evidence);
}

static void ask(const Case *c, size_t number, Random *random) {
  Asked asked = {.c = c, .q = c->questions.data + number};
  char *error = NULL;
  size_t property;
  RondoModel *model = load(c, asked.q, &property, &error);
  if (!model) {
    problem(&asked, "not read", error);
    free(error);
    return;
  }
  RondoSettings *settings = rondo_settings_new();
  const char *engine =
      set_random_engine(settings, model, property, asked.q->holds, random, &asked.options);
  if (random_chance(random, 3, 4)) set_random_options(settings, random, &asked.options);
  printf("asking\t");
  print_command(&asked);
  RondoResult *result = rondo_check(model, property, settings);
  compare(&asked, number, engine, settings, result);
  rondo_result_free(result);
  rondo_settings_free(settings);
  rondo_model_free(model);
  text_free(&asked.options);
}

static int run(const char *folder, uint64_t first, uint64_t count) {
  for (uint64_t seed = first; seed < first + count; seed++) {
    printf("case\t%llu\n", (unsigned long long)seed);
    Random random = {seed};
    Case c = {.seed = seed, .folder = folder};
    (random_chance(&random, 3, 4) ? aiger_case : smv_case)(&c, &random);
    if (c.file)
      for (size_t i = 0; i < c.questions.size; i++) ask(&c, i, &random);
    case_free(&c);
  }
  return 0;
}

/* ---- certify ---- */

enum {
  FIELD_VERDICT = 3,
  FIELD_MODEL,
  FIELD_OPTION,
  FIELD_VALUE,
  FIELD_EVIDENCE,
  FIELD_LTL,
  FIELDS
};

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && !strcmp(text + length - tail, end);
}

static bool is_aiger(const char *file) {
  return ends_with(file, ".aag") || ends_with(file, ".aig");
}

/* Whether rondo-check reads the model and the evidence as they are. Of LTL: if it is about the
 * formula itself, a run or a circuit about the tableau. */
static bool reads_as_it_is(char *const *fields, const LtlOptions *ltl) {
  const char *option = fields[FIELD_OPTION], *file = fields[FIELD_EVIDENCE];
  if (!is_aiger(fields[FIELD_MODEL])) return false;
  return !strcmp(option, "property") || ends_with(file, ".proof") ||
         (!strcmp(option, "ltl") &&
          (ends_with(file, ".witness") || ltl->automaton == AUTOMATON_TIGHT));
}

/* The product that the evidence is about; or the model with the properties that AIGER can say.
 * Written to a file beside the evidence; `number` is the property's there. */
static char *write_product(const char *evidence, const CertifyQuestion *question, Model *model,
                           const LtlOptions *ltl, size_t *number, Error *error) {
  FrontWriter writer;
  size_t property = (size_t)question->property;
  bool product = property_is_product(model, property);
  ConvertOptions how = {.product = product, .drop = !product, .ltl = *ltl};
  *number = product ? 0 : property_index_in_kind(model, property);
  if (product) convert_select(model, &property, 1);
  if (!front_writer("aig", NULL, &writer, error) || !convert_prepare(model, &writer, &how, error))
    return NULL;
  Text path = {0};
  text_format(&path, "%s.product.aig", evidence);
  FILE *stream = fopen(path.data, "wb");
  if (stream) writer.form->write(model, stream);
  if (!stream || fclose(stream)) error_set(error, "%s cannot be written", path.data);
  return text_take(&path);
}

static bool is_direct(const char *file, const Input *evidence) {
  Error error = {0};
  if (!bmc_file_recognise(evidence->data, evidence->size)) return false;
  BmcProof *proof = bmc_file_read(file, evidence->data, evidence->size, &error);
  bool direct = proof && proof->method == BMC_DIRECT;
  bmc_proof_free(proof);
  error_free(&error);
  return direct;
}

/* Says how rondo-check is to be asked about evidence that was accepted. */
static bool print_alone(char *const *fields, const CertifyQuestion *question, Model *model,
                        const Input *evidence, Error *error) {
  const char *file = fields[FIELD_EVIDENCE], *name = strrchr(file, '/') + 1;
  int seed = (int)strcspn(name, "-");
  LtlOptions ltl = question->ltl;
  if (!product_note_read(file, evidence->data, evidence->size, question->given, &ltl, error))
    return false;
  if (is_direct(file, evidence)) {
    printf("unreadable\tbounded proofs of LTL itself\n");
  } else if (reads_as_it_is(fields, &ltl)) {
    printf("alone\t%.*s\t%s\t%s\t%s\t%s\n", seed, name, fields[FIELD_MODEL], file,
           fields[FIELD_OPTION], fields[FIELD_VALUE]);
  } else if (ends_with(file, ".proof")) {
    printf("unreadable\tCTL proofs about SMV\n");
  } else {
    size_t number;
    char *product = write_product(file, question, model, &ltl, &number, error);
    if (product) printf("alone\t%.*s\t%s\t%s\tproperty\t%zu\n", seed, name, product, file, number);
    mem_free(product);
  }
  return !error->message;
}

static CertifyOutcome certify(char *const *fields, Error *error) {
  Model *model = front_read(fields[FIELD_MODEL], NULL, error);
  if (!model) return CERTIFY_UNREADABLE;
  const char *option = fields[FIELD_OPTION];
  bool in_file = !strcmp(option, "property");
  AddedProperties added = {0};
  if (!in_file) vec_push(&added.properties, ((Given){option, mem_string(fields[FIELD_VALUE])}));
  Scrutiny scrutiny = {0};
  const StringVec given = {0}; /* the files say themselves how products were made */
  CertifyQuestion question = {
      .model = model,
      .given = &given,
      .scrutiny = &scrutiny,
      .ltl = {.automaton = strstr(fields[FIELD_LTL], "tight") ? AUTOMATON_TIGHT : AUTOMATON_SMALL,
              .encoding = strstr(fields[FIELD_LTL], "binary") ? ENCODING_BINARY : ENCODING_ONE_HOT,
              .safety = !strstr(fields[FIELD_LTL], "no-ltl-safety")}};
  CertifyOutcome outcome = CERTIFY_UNREADABLE;
  Input evidence;
  CertifyReport report = {0};
  if (add_properties(model, &added, error) &&
      input_read(&evidence, fields[FIELD_EVIDENCE], error)) {
    question.property = in_file ? model_find_property(model, fields[FIELD_VALUE]) : 0;
    outcome = certify_evidence(&question, fields[FIELD_EVIDENCE], &evidence, &report, error);
    if (outcome == CERTIFY_ACCEPTED && !print_alone(fields, &question, model, &evidence, error))
      outcome = CERTIFY_UNREADABLE; /* its product cannot be written */
    input_free(&evidence);
  }
  certify_report_free(&report);
  added_properties_free(&added);
  model_free(model);
  return outcome;
}

static int certify_all(void) {
  char *line = NULL;
  size_t capacity = 0;
  unsigned accepted = 0;
  while (getline(&line, &capacity, stdin) > 0) {
    line[strcspn(line, "\n")] = 0;
    char *fields[FIELDS], *rest = line;
    size_t count = 0;
    while (count < FIELDS && rest) fields[count++] = strsep(&rest, "\t");
    if (count < FIELDS || strcmp(fields[0], "verdict") || !strcmp(fields[FIELD_EVIDENCE], "-"))
      continue;
    Error error = {0};
    CertifyOutcome outcome = certify(fields, &error);
    if (outcome == CERTIFY_ACCEPTED) accepted++;
    else
      printf("problem\tevidence not accepted: %s\tcertify %s %s --%s '%s' %s\n",
             error.message ? error.message : "", fields[FIELD_MODEL], fields[FIELD_EVIDENCE],
             fields[FIELD_OPTION], fields[FIELD_VALUE], fields[FIELD_LTL]);
    error_free(&error);
  }
  free(line);
  printf("accepted\t%u\n", accepted);
  return 0;
}

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  log_set_level(LOG_QUIET);
  if (argc == 5 && !strcmp(argv[1], "run"))
    return run(argv[2], strtoull(argv[3], NULL, 10), strtoull(argv[4], NULL, 10));
  if (argc == 2 && !strcmp(argv[1], "certify")) return certify_all();
  fputs("usage: rondo-campaign run FOLDER SEED COUNT | rondo-campaign certify\n", stderr);
  return 64;
}
