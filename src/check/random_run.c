/* See random_run.h. Constraints are met by trying: that is enough for most models, and a run is not
 * a proof of anything. */
#include "check/random_run.h"

#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "base/random.h"

bool stimulus_read(const char *file, size_t inputs, StringVec *lines, Error *error) {
  Input input;
  if (!input_read(&input, file, error)) return false;
  int number = 0;
  for (char *line = input.data, *end; line < input.data + input.size; line = end + 1) {
    end = line + strcspn(line, "\n");
    number++;
    size_t length = (size_t)(end - line), good = strspn(line, "01x");
    if (good > length) good = length;
    if (length && line[0] == '.') break; /* the end of an AIGER stimulus */
    if (good != length)
      error_at(error, file, number, (int)good + 1, "expected 0, 1 or x, found '%c'", line[good]);
    else if (length != inputs)
      error_at(error, file, number, (int)length + 1, "%zu values for %zu inputs", length, inputs);
    if (error->message) break;
    vec_push(lines, mem_string_n(line, length));
  }
  input_free(&input);
  return !error->message;
}

/* How often random values are tried for one step until the constraints hold. */
enum { TRIES = 1000 };

static void random_bits(Bits *bits, Random *random) {
  for (size_t i = 0; i < bits->size; i++) bits_put(bits, i, random_chance(random, 1, 2));
}

static bool constraints_hold(const System *system, const Step *step) {
  Bits values = bits_new(system->aig->size);
  step_evaluate(system, step, &values);
  bool hold = true;
  for (size_t i = 0; i < system->constraints.size && hold; i++)
    hold = values_of(&values, system->constraints.data[i]);
  bits_free(&values);
  return hold;
}

static void first_state(const System *system, Step *step, Random *random) {
  for (size_t i = 0; i < system->latches.size; i++) {
    Reset reset = system->latches.data[i].reset;
    bits_put(&step->latches, i,
             reset == RESET_FREE ? random_chance(random, 1, 2) : reset == RESET_1);
  }
}

/* One line of the stimulus, or NULL where every input is random. */
static void choose_inputs(Step *step, const char *line, Random *random) {
  random_bits(&step->inputs, random);
  for (size_t i = 0; line && i < step->inputs.size; i++)
    if (line[i] != 'x') bits_put(&step->inputs, i, line[i] == '1');
}

bool random_run(const System *system, size_t steps, const StringVec *stimulus, uint64_t seed,
                Trace *trace) {
  Random random = {seed};
  if (stimulus) steps = stimulus->size;
  for (size_t k = 0; k < steps; k++) {
    Step *step = trace_add_step(trace, system);
    if (k) trace_advance(trace, system, k - 1);
    bool found = false;
    for (int attempt = 0; attempt < TRIES && !found; attempt++) {
      if (!k) first_state(system, step, &random);
      choose_inputs(step, stimulus ? stimulus->data[k] : NULL, &random);
      found = constraints_hold(system, step);
    }
    if (!found) {
      trace_cut(trace, k);
      return false;
    }
  }
  return true;
}
