/* Random small SMV models: the transition relation of the encoded system, by enumeration, is the
 * one that the interpreter of the syntax tree gives; likewise the initial states, and which models
 * are refused because some value is undefined or out of range. */
#include "test.h"

#include <stdio.h>

#include "base/error.h"
#include "base/log.h"
#include "front/smv/parser.h"
#include "front/smv/smv.h"
#include "oracle/random_smv.h"
#include "oracle/smv_compare.h"

/* Whether some value is undefined or out of range in the interpreter's eyes. */
static bool something_fails(const Interpreter *it) {
  bool failed = false;
  for (size_t i = 0; i < it->states && !failed; i++) {
    interpreter_initial(it, i, &failed);
    for (size_t j = 0; j < it->states && !failed; j++) interpreter_follows(it, i, j, &failed);
  }
  return failed;
}

TEST(random_smv_models_mean_what_the_interpreter_says) {
  log_set_level(LOG_QUIET);
  unsigned compared = 0, refused = 0;
  for (unsigned seed = 1; seed <= test_cases(400); seed++) {
    RandomSmv g = {.random = {seed}};
    random_smv_model(&g);
    /* exact transitions, and in half of the models no variable becomes an input */
    text_add(&g.text, "INVARSPEC TRUE\n");
    if (random_below(&g.random, 2)) text_add(&g.text, "CTLSPEC TRUE\n");
    Error error = {0}, parse_error = {0};
    Syntax syntax = {
        .file = "random.smv", .text = g.text.data, .length = g.text.size, .error = &parse_error};
    if (!smv_parse(&syntax))
      test_fail(__FILE__, __LINE__, "%s\n%s", parse_error.message, g.text.data);
    Interpreter *it = interpreter_new(&syntax);
    Model *model = smv_read("random.smv", g.text.data, g.text.size, NULL, &error);
    if (!model) {
      if (!something_fails(it))
        test_fail(__FILE__, __LINE__, "seed %u: %s, in\n%s", seed, error_text(&error), g.text.data);
      refused++;
    } else if (model->system->inputs.size + model->system->latches.size <= 13) {
      smv_compare_relations(it, model->system, g.text.data);
      compared++;
    }
    model_free(model);
    error_free(&error);
    interpreter_free(it);
    syntax_free(&syntax);
    text_free(&g.text);
  }
  log_set_level(LOG_NORMAL);
  printf("    %u compared, %u refused\n", compared, refused);
  CHECK(compared > refused / 4);
}
