/* Whatever the bytes are: the SMV front end gives an error with a sentence, or a model whose parts
 * fit together. The first byte chooses the dialect, or that the rest is a trace. */
#include <stdint.h>
#include <stdlib.h>

#include "base/log.h"
#include "front/smv/smv.h"
#include "report/trace_read.h"

static void check_model(const Model *model) {
  const System *system = model->system;
  for (size_t i = 0; i < system->latches.size; i++)
    if (system->latches.data[i].next == LIT_NONE) abort();
  for (size_t i = 0; i < model->formulas->atoms.size; i++)
    if (lit_node(model->formulas->atoms.data[i].literal) >= system->aig->size) abort();
}

/* Every error says something, in the order of the text, and can be shown. */
static void check_errors(const Error *first) {
  for (const Error *e = first; e; e = e->next) {
    if (!e->message || !*e->message) abort();
    if (e->next && e->next->line && e->next->line < e->line) abort();
  }
  char *text = error_text(first);
  for (const char *p = text; *p; p++)
    if ((unsigned char)*p < 0x20 && *p != '\n' && *p != '\t') abort();
  mem_free(text);
}

static void read_trace(const char *text, size_t size) {
  static const char source[] = "MODULE main IVAR i : boolean; VAR x : boolean; n : 1..5;\n"
                               "w : signed word[4]; s : {a, b, c}; ASSIGN next(x) := i;";
  Error error = {0};
  Model *model = smv_read("model", source, sizeof source - 1, NULL, &error);
  Trace *trace = trace_read(model, "fuzz", text, size, 1, NULL, &error);
  if (!trace != (error.message != NULL)) abort();
  trace_free(trace);
  model_free(model);
  error_free(&error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  log_set_level(LOG_QUIET);
  if (!size) return 0;
  const char *text = (const char *)data + 1;
  if (data[0] == 't') {
    read_trace(text, size - 1);
    return 0;
  }
  Error error = {0};
  Model *model = data[0] == 'o' ? smv_read_old("fuzz", text, size - 1, NULL, &error)
                                : smv_read("fuzz", text, size - 1, NULL, &error);
  if (!model != (error.message != NULL)) abort();
  if (model) check_model(model);
  else check_errors(&error);
  model_free(model);
  error_free(&error);
  return 0;
}
