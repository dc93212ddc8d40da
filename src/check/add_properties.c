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

bool add_properties(Model *model, const AddedProperties *added, Error *error) {
  const struct {
    const StringVec *list;
    WayIn *add;
  } ways[] = {{&added->invariants, add_invariant},
              {&added->ltl, add_ltl},
              {&added->hoa_files, model_add_hoa_file},
              {&added->ltl_files, model_add_ltl_file},
              {&added->ctl, add_ctl},
              {&added->ctl_files, ctl_forms[added->ctl_form]}};
  size_t count = 0;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) count += ways[i].list->size;
  if (count) properties_free(&model->properties);
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    for (size_t k = 0; k < ways[i].list->size; k++)
      if (!ways[i].add(model, ways[i].list->data[k], error)) return false;
  return !added->check_deadlock || model_add_deadlock(model, error);
}

void added_properties_free(AddedProperties *added) {
  string_vec_free(&added->invariants);
  string_vec_free(&added->ltl);
  string_vec_free(&added->hoa_files);
  string_vec_free(&added->ltl_files);
  string_vec_free(&added->ctl);
  string_vec_free(&added->ctl_files);
}
