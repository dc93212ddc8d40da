#include "check/add_properties.h"

#include "front/deadlock.h"

/* model_add_ltl and model_add_ctl in the shape of the others: without a name. */
static bool add_ltl(Model *model, const char *text, Error *error) {
  return model_add_ltl(model, NULL, text, error);
}

static bool add_ctl(Model *model, const char *text, Error *error) {
  return model_add_ctl(model, NULL, text, error);
}

bool add_properties(Model *model, const AddedProperties *added, Error *error) {
  const struct {
    const StringVec *list;
    bool (*add)(Model *model, const char *text, Error *error);
  } ways[] = {{&added->ltl, add_ltl},
              {&added->hoa_files, model_add_hoa_file},
              {&added->ltl_files, model_add_ltl_file},
              {&added->ctl, add_ctl},
              {&added->ctl_files, model_add_ctl_file}};
  size_t count = 0;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) count += ways[i].list->size;
  if (count) properties_free(&model->properties);
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    for (size_t k = 0; k < ways[i].list->size; k++)
      if (!ways[i].add(model, ways[i].list->data[k], error)) return false;
  return !added->check_deadlock || model_add_deadlock(model, error);
}

void added_properties_free(AddedProperties *added) {
  string_vec_free(&added->ltl);
  string_vec_free(&added->hoa_files);
  string_vec_free(&added->ltl_files);
  string_vec_free(&added->ctl);
  string_vec_free(&added->ctl_files);
}
