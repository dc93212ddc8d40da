/* Random terms as BTOR2: what the reader, the terms and their circuits make of them is what a slow
 * interpreter of the text says, and terms of constants fold to that. */
#include "test.h"

#include <stdio.h>

#include "base/random.h"
#include "oracle/btor2_interpreter.h"
#include "oracle/random_btor2.h"
#include "system/trace.h"
#include "term/relation.h"

static void set_random_value(Btor2Line *line, Random *random) {
  uint32_t bias = random_below(random, 4); /* extreme values are the interesting ones */
  for (size_t i = 0; i < line->width; i++) {
    bool bit = bias == 0 ? false : bias == 1 ? true : random_chance(random, 1, 2);
    if (bias < 2 && random_chance(random, 1, (uint32_t)line->width + 1)) bit = !bit;
    line->value[i] = bit ? '1' : '0';
  }
}

/* The bits of a value in the order of the blaster: the lowest first, element by element. */
static bool bit_of(const Btor2Line *line, size_t position) {
  size_t word = line->index ? line->element : line->width;
  size_t element = position / word, bit = position % word;
  return line->value[element * word + word - 1 - bit] == '1';
}

static void set_inputs(const Btor2 *file, Step *step) {
  size_t next = 0;
  for (size_t i = 0; i < file->lines.size; i++) {
    const Btor2Line *line = file->lines.data + i;
    for (size_t k = 0; btor2_is(line, "input") && k < line->width; k++)
      bits_put(&step->inputs, next++, bit_of(line, k));
  }
}

/* What the outputs of a model show for a line, bit by bit. */
static void check_line(const System *system, const Bits *values, const Btor2Line *line,
                       const char *source) {
  size_t word = line->index ? line->element : line->width;
  for (size_t k = 0; k < line->width; k++) {
    Text name = {0};
    text_format(&name, line->index ? "o%lld[%zu]" : "o%lld", (long long)line->id, k / word);
    const Signal *signal = signal_find(&system->signals, name.data);
    bool wrong = !signal || values_of(values, signal->bits.data[k % word]) != bit_of(line, k);
    if (wrong)
      printf("%s\nline %lld (%s), bit %zu should be %d\n", source, (long long)line->id, line->tag,
             k, bit_of(line, k));
    text_free(&name);
    CHECK(!wrong);
  }
}

static size_t check_outputs(const System *system, const Btor2 *file, const Step *step,
                            const char *source) {
  size_t terms = 0;
  Bits values = bits_new(system->aig->size);
  step_evaluate(system, step, &values);
  for (size_t i = 0; i < file->lines.size; i++) {
    if (!btor2_is(file->lines.data + i, "output")) continue;
    check_line(system, &values, btor2_line(file, file->lines.data[i].numbers.data[0]), source);
    terms++;
  }
  bits_free(&values);
  return terms;
}

/* The same text with each input a constant, of the value that it has now. */
static void with_constants(const Btor2 *file, const char *source, Text *text) {
  for (const char *line = source; *line; line = strchr(line, '\n') + 1) {
    size_t length = (size_t)(strchr(line, '\n') - line) + 1;
    const Btor2Line *parsed = btor2_line(file, atoll(line));
    if (btor2_is(parsed, "input") && !parsed->index)
      text_format(text, "%lld const %lld %s\n", (long long)parsed->id,
                  (long long)parsed->numbers.data[0], parsed->value);
    else text_add_n(text, line, length);
  }
}

/* Every term over constants is a constant. */
static void check_folding(Btor2 *file, const char *source) {
  Text text = {0};
  with_constants(file, source, &text);
  Model *model = random_btor2_read(&text);
  Trace *trace = trace_new();
  Step *step = trace_add_step(trace, model->system);
  size_t next = 0;
  for (size_t i = 0; i < file->lines.size; i++) /* only arrays are inputs still */
    for (size_t k = 0; btor2_is(file->lines.data + i, "input") && file->lines.data[i].index &&
                       k < file->lines.data[i].width;
         k++)
      bits_put(&step->inputs, next++, bit_of(file->lines.data + i, k));
  check_outputs(model->system, file, step, text.data);
  for (size_t i = 0; i < model->relation->definitions.size && !next; i++)
    CHECK(term_digits(model->relation->terms, model->relation->definitions.data[i].term));
  trace_free(trace);
  model_free(model);
  text_free(&text);
}

TEST(terms_have_the_value_that_the_interpreter_gives_them) {
  enum { TERMS = 40, VALUATIONS = 3 };
  size_t terms = 0;
  Random random = {1};
  for (unsigned seed = 0; seed < test_cases(60); seed++) {
    Text text = {0};
    random_btor2_terms(seed, TERMS, &text);
    Model *model = random_btor2_read(&text);
    Btor2 *file = btor2_parse(text.data);
    Trace *trace = trace_new();
    Step *step = trace_add_step(trace, model->system);
    for (int k = 0; k < VALUATIONS; k++) {
      for (size_t i = 0; i < file->lines.size; i++)
        if (btor2_is(file->lines.data + i, "input"))
          set_random_value(file->lines.data + i, &random);
      btor2_evaluate(file);
      set_inputs(file, step);
      size_t checked = check_outputs(model->system, file, step, text.data);
      if (!k) terms += checked;
    }
    check_folding(file, text.data);
    trace_free(trace);
    btor2_free(file);
    model_free(model);
    text_free(&text);
  }
  printf("  %zu terms\n", terms);
  CHECK_COVERAGE(terms > 2000);
}
