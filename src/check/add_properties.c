#include "check/add_properties.h"

#include "front/deadlock.h"

/* The ways in, in one shape: without a name. */
static bool add_invariant(Model *model, const char *text, Error *error) {
  return model_add_invariant(model, NULL, text, error);
}

static bool add_ltl(Model *model, const char *text, Error *error) {
  return model_add_ltl(model, NULL, text, error);
}

static bool add_ctl(Model *model, const char *text, Error *error) {
  return model_add_ctl(model, NULL, text, error);
}

static bool add_ctl_file(Model *model, const char *file, Error *error) {
  return model_add_ctl_file(model, file, CTL_FORM_FOUND, error);
}

static bool add_ctl_lines(Model *model, const char *file, Error *error) {
  return model_add_ctl_file(model, file, CTL_FORM_LINES, error);
}

static bool add_ctl_sequence(Model *model, const char *file, Error *error) {
  return model_add_ctl_file(model, file, CTL_FORM_SEQUENCE, error);
}

typedef bool WayIn(Model *model, const char *text, Error *error);

static WayIn *const ctl_forms[] = {[CTL_FORM_FOUND] = add_ctl_file,
                                   [CTL_FORM_LINES] = add_ctl_lines,
                                   [CTL_FORM_SEQUENCE] = add_ctl_sequence};

static const struct {
  const char *option;
  WayIn *add;
} ways[] = {{"invar", add_invariant},
            {"inv-file", model_add_invariant_file},
            {"ltl", add_ltl},
            {"hoa", model_add_hoa_file},
            {"ltl-file", model_add_ltl_file},
            {"ctl", add_ctl},
            {"properties", model_add_property_set},
            {"examination", model_add_examination}};

static WayIn *way_in(const AddedProperties *added, const char *option) {
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    if (!strcmp(ways[i].option, option)) return ways[i].add;
  return ctl_forms[added->ctl_form]; /* ctl-file */
}

bool add_properties(Model *model, const AddedProperties *added, Error *error) {
  if (added->properties.size) properties_free(&model->properties);
  for (size_t i = 0; i < added->properties.size; i++) {
    const Given *given = added->properties.data + i;
    if (!way_in(added, given->name)(model, given->argument, error)) return false;
  }
  for (size_t i = 0; i < added->fairness_files.size; i++)
    if (!model_add_fairness_file(model, added->fairness_files.data[i], error)) return false;
  return !added->check_deadlock || model_add_deadlock(model, error);
}

void added_properties_free(AddedProperties *added) {
  given_free(&added->properties);
  string_vec_free(&added->fairness_files);
}
