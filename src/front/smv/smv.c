/* The front end of SMV: parse, flatten, type, build. */
#include "front/smv/smv.h"

#include "base/log.h"
#include "front/smv/parser.h"
#include "front/smv/reading.h"
#include "logic/cnf.h"
#include "system/unroll.h"

static bool build(SmvReading *reading, Model *model) {
  Syntax *syntax = &reading->syntax;
  Flat *flat = &reading->flat;
  flat->syntax = syntax;
  flat->model = model;
  flat->values = (Values){model->system->aig, &flat->scratch, &flat->constants};
  for (size_t i = 0; i < syntax->constants.size; i++)
    names_add(&flat->constants.names, syntax->names.text[syntax->constants.data[i]]);
  bool fine = flat_instantiate(flat) && flat_type_variables(flat);
  flat->typed = true;
  fine = fine && flat_collect_assigns(flat) && flat_build(flat);
  return syntax_finish(syntax) && fine;
}

/* What the warning may cost: a fraction of a second. */
enum { EMPTY_WORK = 1000000 };

/* Verdicts over an empty set of runs surprise people: everything holds. */
static void warn_if_empty(const Model *model, Budget *budget) {
  if (!model->system->constraints.size) return;
  Unroll *unroll = unroll_new(model->system, true);
  Lit initial = unroll_constraint(unroll, 0);
  Budget slice = budget_slice(budget, EMPTY_WORK);
  Sat *sat = sat_new(SAT_CADICAL);
  Cnf *cnf = cnf_new(unroll_aig(unroll), sat);
  cnf_assert(cnf, initial);
  if (sat_solve(sat, &slice) == SAT_UNSATISFIABLE)
    log_warning("%s: there is no initial state, so that every property holds", model->file);
  cnf_free(cnf);
  sat_free(sat);
  unroll_free(unroll);
}

static Model *read_text(const char *file, const char *data, size_t size, bool old_booleans,
                        const ReadOptions *options, Error *error) {
  Model *model = model_new(file);
  SmvReading *reading = smv_reading_new(model->file, data, size);
  Budget *budget = options ? options->budget : NULL;
  model->language = &smv_language;
  model->reading = reading;
  reading->syntax.error = reading->flat.error = error;
  reading->flat.old_booleans = old_booleans;
  reading->flat.budget = budget;
  if (!smv_parse(&reading->syntax) || !build(reading, model)) {
    model_free(model);
    return NULL;
  }
  reading->flat.budget = NULL; /* the caller's */
  flat_note_idle_comparisons(&reading->flat);
  warn_if_empty(model, budget);
  return model;
}

Model *smv_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                Error *error) {
  return read_text(file, data, size, false, options, error);
}

Model *smv_read_old(const char *file, const char *data, size_t size, const ReadOptions *options,
                    Error *error) {
  return read_text(file, data, size, true, options, error);
}

bool smv_recognise(const char *data, size_t size) {
  Lexer lexer = {.text = data, .length = size < UINT32_MAX / 2 ? size : UINT32_MAX / 2, .line = 1};
  return smv_lexer_next(&lexer).kind == TOKEN_MODULE;
}
