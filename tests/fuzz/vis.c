/* Whatever the bytes are: the readers of VIS' languages give an error with a sentence, or a model
 * whose parts fit together. The first byte chooses the language; the text behind a line
 * with %% is a file of CTL formulas for the model. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "front/blif/blif.h"
#include "front/language.h"
#include "front/vl2mv/vl2mv.h"

static void check_model(const Model *model) {
  const System *system = model->system;
  for (size_t i = 0; i < system->latches.size; i++)
    if (system->latches.data[i].next == LIT_NONE) abort();
  for (size_t i = 0; i < model->formulas->atoms.size; i++)
    if (lit_node(model->formulas->atoms.data[i].literal) >= system->aig->size) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  log_set_level(LOG_QUIET);
  if (!size) return 0;
  char *text = mem_string_n((const char *)data + 1, size - 1);
  char *formulas = strstr(text, "\n%%\n");
  if (formulas) {
    *formulas = 0;
    formulas += 4;
  }
  size_t length = strlen(text);
  Error error = {0};
  Model *model = data[0] == 'b'   ? blif_read("fuzz", text, length, NULL, &error)
                 : data[0] == 'm' ? blif_mv_read("fuzz", text, length, NULL, &error)
                                  : vl2mv_read("fuzz", text, length, NULL, &error);
  if (!model != (error.message != NULL)) abort();
  if (model && formulas) {
    Error why = {0};
    bool good = model->language->add_file(model, PROPERTY_CTL, "fuzz", formulas, &why);
    if (good != !why.message) abort();
    error_free(&why);
  }
  if (model) check_model(model);
  model_free(model);
  error_free(&error);
  mem_free(text);
  return 0;
}
