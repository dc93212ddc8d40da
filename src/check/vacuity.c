#include "check/vacuity.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "check/check.h"
#include "evidence/evidence_form.h"
#include "formula/occurrence.h"
#include "front/language.h"

enum {
  LOOK_WORK = 300000,     /* for one question: a fraction of a second */
  LOOK_GATES = 4000000,   /* gates that the questions about one property may copy in all */
  LOOK_OCCURRENCES = 200, /* of one property */
  LOOK_DEFINES = 200,     /* of the model */
};

typedef struct {
  const Model *model;
  Settings settings; /* the caller's, but for limits and engines */
  double deadline;
  RemarkFound found;
  void *context;
  size_t questions; /* how many the current property may still ask */
} Look;

/* ---- asking a question of the model's own ---- */

/* The model with one property that is not its own. */
typedef struct {
  Model model;
  Lit *map; /* from the model's literals */
} Probe;

static Probe probe_new(const Model *model) {
  Probe probe = {.model = *model};
  Model *own = &probe.model;
  own->system = system_copy(model->system, &probe.map);
  own->formulas = formulas_new();
  own->properties = (PropertyVec){0};
  own->compassion = (CompassionVec){0};
  for (size_t i = 0; i < model->compassion.size; i++) {
    Compassion pair = model->compassion.data[i];
    pair.often = aig_map_lit(probe.map, pair.often);
    pair.then = aig_map_lit(probe.map, pair.then);
    vec_push(&own->compassion, pair);
  }
  return probe;
}

static void probe_free(Probe *probe) {
  vec_free(&probe->model.properties);
  vec_free(&probe->model.compassion);
  formulas_free(probe->model.formulas);
  system_free(probe->model.system);
  mem_free(probe->map);
}

/* Takes a formula of the model over; its atoms then are literals of the probe. */
static Formula probe_formula(Probe *probe, const Formulas *from, Formula f) {
  Formulas *own = probe->model.formulas;
  Formula copy = formula_copy(own, from, f);
  for (size_t i = 0; i < own->atoms.size; i++)
    own->atoms.data[i].literal = aig_map_lit(probe->map, own->atoms.data[i].literal);
  return copy;
}

/* Whether the property is shown to hold of the probe; then the remark has what its evidence is. */
static bool probe_holds(Look *look, Probe *probe, Property property, Remark *remark) {
  static char name[] = "probe";
  double left = look->deadline - clock_wall();
  if (left <= 0) return false;
  property.name = property.text = name;
  vec_push(&probe->model.properties, property);
  look->settings.timeout = left;
  Result *result = check_property(&probe->model, 0, &look->settings);
  const Outcome *outcome = &result->outcome;
  bool holds = outcome->verdict == VERDICT_HOLDS && outcome->checked;
  if (holds) {
    remark->engine = outcome->engine;
    remark->evidence = outcome->evidence;
    remark->size = outcome->size;
    mem_free(remark->trusted);
    remark->trusted = mem_string(outcome->trusted);
  }
  result_free(result);
  vec_clear(&probe->model.properties);
  return holds;
}

static void tell(Look *look, Remark *remark, size_t property) {
  remark->property = property;
  look->found(look->context, remark);
}

static void remark_free(Remark *remark) {
  mem_free(remark->reason);
  mem_free(remark->shown);
  mem_free(remark->part);
  mem_free(remark->trusted);
  *remark = (Remark){0};
}

/* ---- the model ---- */

static bool has_no_start(Look *look, Remark *remark) {
  Probe probe = probe_new(look->model);
  bool none =
      probe_holds(look, &probe, (Property){.kind = PROPERTY_INVARIANT, .bad = LIT_TRUE}, remark);
  probe_free(&probe);
  return none;
}

/* No run at all, or none that is fair. */
static bool has_no_run(Look *look, bool fair, Remark *remark) {
  Probe probe = probe_new(look->model);
  if (!fair) vec_clear(&probe.model.system->fairness);
  if (!fair) vec_clear(&probe.model.compassion);
  bool none =
      probe_holds(look, &probe, (Property){.kind = PROPERTY_LTL, .formula = FORMULA_FALSE}, remark);
  probe_free(&probe);
  return none;
}

static bool is_fair(const Model *model) {
  return model->system->fairness.size || model->compassion.size;
}

/* What makes every property hold, or with "no-run" and "no-fair-run" every one about infinite runs.
 * The remark is empty if there is nothing of the kind. */
static Remark look_for_runs(Look *look) {
  const Model *model = look->model;
  Remark remark = {0};
  const char *reason = NULL;
  if (!model->system->constraints.size && !is_fair(model)) return remark;
  if (model->system->constraints.size && has_no_start(look, &remark)) {
    remark.what = "no-start";
    reason = "no initial state satisfies the constraints, so that the model has no run";
  } else if (model->system->constraints.size && has_no_run(look, false, &remark)) {
    remark.what = "no-run";
    reason = "the constraints leave no infinite run: every run ends in a state without a successor";
  } else if (is_fair(model) && has_no_run(look, true, &remark)) {
    remark.what = "no-fair-run";
    reason = "no run of the model is fair";
  }
  if (reason) remark.reason = mem_string(reason);
  return remark;
}

static bool concerns(const Remark *runs, const Property *property) {
  return runs->what && (!strcmp(runs->what, "no-start") || property->kind != PROPERTY_INVARIANT);
}

/* DEFINEs that are never true, of those that are not constant by their text. Other languages have
 * outputs, of which that may be just what is wanted. */
static void look_at_defines(Look *look) {
  if (!look->model->format || strncmp(look->model->format, "smv", 3)) return;
  const SignalVec *signals = &look->model->system->signals;
  look->questions = LOOK_DEFINES;
  for (size_t i = 0; i < signals->size && look->questions; i++) {
    const Signal *signal = signals->data + i;
    bool may = signal->role == SIGNAL_DEFINE && signal->type == SIGNAL_BOOLEAN;
    if (!may || signal->bits.data[0] <= LIT_TRUE) continue;
    look->questions--;
    Remark remark = {.what = "define"};
    Probe probe = probe_new(look->model);
    Property never = {.kind = PROPERTY_INVARIANT,
                      .bad = aig_map_lit(probe.map, signal->bits.data[0])};
    if (probe_holds(look, &probe, never, &remark)) {
      Text reason = {0};
      text_format(&reason, "'%s' is never true", signal->name);
      remark.reason = text_take(&reason);
      remark.part = mem_string(signal->name);
      tell(look, &remark, REMARK_MODEL);
    }
    remark_free(&remark);
    probe_free(&probe);
  }
}

/* ---- a property ---- */

/* A property, its formula in a store of our own, and the places in it. */
typedef struct {
  const Property *property;
  Formulas *formulas;
  OccurrenceVec places;
} Parts;

/* In CTL an input that an atom reads belongs to the state. So that a formula without the atom
 * speaks of the same states, it says of it that it is true or not. */
static Formula of_same_states(const Look *look, const Parts *parts, Formula f) {
  const System *system = look->model->system;
  if (parts->property->kind != PROPERTY_CTL) return f;
  Formulas *formulas = parts->formulas;
  for (size_t i = 0; i < formulas->atoms.size; i++) {
    if (!system_reads_inputs(system, formulas->atoms.data[i].literal)) continue;
    Formula atom = formula_atom(formulas, formulas->atoms.data[i].text);
    Formula either = formula_binary(formulas, OP_OR, atom, formula_unary(formulas, OP_NOT, atom));
    f = formula_binary(formulas, OP_AND, f, either);
  }
  return f;
}

/* Whether the property holds with a formula in the place of its own, which implies that. */
static bool holds_as(Look *look, const Parts *parts, Formula f, Remark *remark) {
  if (!look->questions) return false;
  look->questions--;
  f = of_same_states(look, parts, f);
  Property weaker = {.kind = parts->property->kind, .bad = LIT_FALSE, .formula = FORMULA_NONE};
  Probe probe = probe_new(look->model);
  weaker.formula = probe_formula(&probe, parts->formulas, f);
  if (weaker.kind == PROPERTY_INVARIANT) {
    Lit holds;
    language_boolean(&probe.model, weaker.formula, &holds);
    weaker.bad = lit_not(holds);
  }
  bool shown = probe_holds(look, &probe, weaker, remark);
  probe_free(&probe);
  if (!shown) return false;
  Text text = {0};
  formula_print(parts->formulas, f, &text);
  mem_free(remark->shown);
  remark->shown = text_take(&text);
  return true;
}

static bool holds_without(Look *look, const Parts *parts, uint32_t number, Remark *remark) {
  return holds_as(look, parts, formula_without(parts->formulas, &parts->places, number), remark);
}

/* As the user wrote it: an atom without the marks that formula_print would put around it. */
static char *part_text(const Formulas *formulas, Formula f) {
  Text text = {0};
  const FormulaNode *node = formula_node(formulas, f);
  if (node->op == OP_ATOM) text_add(&text, formulas->atoms.data[node->left].text);
  else formula_print(formulas, f, &text);
  return text_take(&text);
}

static void tell_antecedent(Look *look, const Parts *parts, size_t number, uint32_t promise,
                            Remark *remark) {
  const Occurrence *implication = parts->places.data + parts->places.data[promise].parent;
  Formula antecedent = formula_node(parts->formulas, implication->formula)->left;
  char *text = part_text(parts->formulas, antecedent);
  Text reason = {0};
  bool general = parts->property->kind == PROPERTY_INVARIANT || /* of every state anyway */
                 occurrence_is_general(parts->formulas, &parts->places, promise);
  text_format(&reason, "the antecedent '%s' is never true%s", text,
              general ? "" : " in the first step");
  mem_free(text);
  remark->what = "antecedent";
  remark->reason = text_take(&reason);
  remark->part = part_text(parts->formulas, parts->places.data[promise].formula);
  tell(look, remark, number);
}

static void tell_part(Look *look, const Parts *parts, size_t number, Formula part, bool negative,
                      Remark *remark) {
  remark->what = "part";
  remark->part = part_text(parts->formulas, part);
  Text reason = {0};
  text_format(&reason, "'%s' does not matter, it holds with %s there, too", remark->part,
              negative ? "TRUE" : "FALSE");
  remark->reason = text_take(&reason);
  tell(look, remark, number);
}

/* The antecedents first, which people write most and get wrong most. Then the smallest parts: if
 * none of them is idle no larger one is; and of an idle one the largest that is idle with it. */
static void look_at_parts(Look *look, const Parts *parts, size_t number) {
  const OccurrenceVec *places = &parts->places;
  Remark remark = {0};
  for (uint32_t i = 1; i < places->size && !remark.what; i++)
    if (occurrence_is_promise(parts->formulas, places, i) && holds_without(look, parts, i, &remark))
      tell_antecedent(look, parts, number, i, &remark);
  for (uint32_t i = 1; i < places->size && !remark.what; i++) {
    if (!places->data[i].leaf || !holds_without(look, parts, i, &remark)) continue;
    uint32_t idle = i;
    while (places->data[idle].parent &&
           holds_without(look, parts, places->data[idle].parent, &remark))
      idle = places->data[idle].parent;
    const Occurrence *part = places->data + idle;
    tell_part(look, parts, number, part->formula, part->negative, &remark);
  }
  remark_free(&remark);
}

/* Where one part that the user wrote may stand in several places it is given up in all of them:
 * promises that are claimed of every state, and atoms that help the whole one way alone. */
static void look_at_copies(Look *look, const Parts *parts, Formula f, size_t number) {
  const OccurrenceVec *places = &parts->places;
  Formulas *formulas = parts->formulas;
  Remark remark = {0};
  for (uint32_t i = 1; i < places->size && !remark.what; i++) {
    if (!occurrence_is_promise(formulas, places, i) || !occurrence_is_general(formulas, places, i))
      continue;
    Formula implication = places->data[places->data[i].parent].formula;
    Formula none = formula_binary(formulas, OP_IMPLIES, formula_node(formulas, implication)->left,
                                  FORMULA_FALSE);
    if (holds_as(look, parts, formula_replace(formulas, f, implication, none), &remark))
      tell_antecedent(look, parts, number, i, &remark);
  }
  Bits positive, negative;
  formula_polarities(formulas, f, &positive, &negative);
  for (int down = 0; down < 2; down++) /* what is promised first, then what for */
    for (Formula atom = 0; atom <= f && !remark.what; atom++) {
      const Bits *here = down ? &negative : &positive, *other = down ? &positive : &negative;
      bool alone = bits_get(here, atom) && !bits_get(other, atom);
      if (!alone || formula_node(formulas, atom)->op != OP_ATOM) continue;
      Formula without = formula_replace(formulas, f, atom, down ? FORMULA_TRUE : FORMULA_FALSE);
      if (holds_as(look, parts, without, &remark))
        tell_part(look, parts, number, atom, down, &remark);
    }
  bits_free(&positive);
  bits_free(&negative);
  remark_free(&remark);
}

static void look_at_property(Look *look, size_t number) {
  const Model *model = look->model;
  const Property *property = model->properties.data + number;
  bool linear = property->kind == PROPERTY_LTL || property->kind == PROPERTY_CTL;
  Formula f = property->parts;
  if (!f && linear && !property->automaton) f = property->formula;
  if (!f || f == FORMULA_NONE || property->cover) return;
  Parts parts = {.property = property, .formulas = formulas_new()};
  f = formula_copy(parts.formulas, model->formulas, f);
  formula_occurrences(parts.formulas, f, LOOK_OCCURRENCES, &parts.places);
  look->questions = LOOK_GATES / (model->system->aig->size + 1);
  if (property->copies) look_at_copies(look, &parts, f, number);
  else look_at_parts(look, &parts, number);
  vec_free(&parts.places);
  formulas_free(parts.formulas);
}

/* ---- all ---- */

static Settings settings_of_look(const Settings *settings) {
  Settings own = *settings;
  own.engine = NULL;
  own.engines = (EngineVec){0};
  own.jobs = 0;
  own.shorten = own.shortest = own.explain_effort = false;
  own.progress = NULL;
  own.work = LOOK_WORK;
  own.scrutiny.folder = NULL;
  own.reduce.equivalences = false; /* that alone may take longer than the whole look */
  return own;
}

void vacuity_look(const Model *model, const size_t *holding, size_t count, const Settings *settings,
                  double seconds, RemarkFound found, void *context) {
  bool small = model->system && model->system->aig->size < LOOK_GATES;
  if (model->net || model->processes || model->memories || !small) return;
  Look look = {.model = model,
               .settings = settings_of_look(settings),
               .deadline = clock_wall() + seconds,
               .found = found,
               .context = context};
  Remark runs = look_for_runs(&look);
  bool concerned = false;
  for (size_t i = 0; i < count; i++) {
    const Property *property = model->properties.data + holding[i];
    if (concerns(&runs, property)) tell(&look, &runs, holding[i]), concerned = true;
    else look_at_property(&look, holding[i]);
  }
  if (runs.what && !concerned) tell(&look, &runs, REMARK_MODEL);
  if (!runs.what || strcmp(runs.what, "no-start")) look_at_defines(&look);
  remark_free(&runs);
}

void remark_json(const Remark *remark, Json *json) {
  json_object(json);
  json_string(json_key(json, "what"), remark->what);
  json_string(json_key(json, "reason"), remark->reason);
  if (remark->part) json_string(json_key(json, "part"), remark->part);
  if (remark->shown) json_string(json_key(json, "shown"), remark->shown);
  json_string(json_key(json, "engine"), remark->engine);
  json_object(json_key(json, "evidence"));
  json_string(json_key(json, "kind"), evidence_kind_name(remark->evidence));
  json_bool(json_key(json, "checked"), true);
  json_uint(json_key(json, "size"), remark->size);
  if (remark->trusted) json_string(json_key(json, "trusted"), remark->trusted);
  json_close(json);
  json_close(json);
}
