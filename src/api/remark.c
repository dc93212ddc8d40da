/* Remarks of the public API: what holds vacuously, what is odd about a model. */
#include "api/handle.h"
#include "base/memory.h"
#include "check/call.h"
#include "check/vacuity.h"
#include "evidence/evidence_form.h"

typedef struct {
  void (*found)(void *context, const RondoRemark *remark);
  void *context;
} Listener;

static void hand_out(void *context, const Remark *remark) {
  const Listener *listener = context;
  RondoRemark handed = {.property = remark->property,
                        .what = remark->what,
                        .reason = remark->reason,
                        .part = remark->part,
                        .shown = remark->shown,
                        .engine = remark->engine,
                        .evidence = evidence_kind_name(remark->evidence),
                        .size = remark->size,
                        .trusted = remark->trusted,
                        .inside = remark};
  listener->found(listener->context, &handed);
}

void rondo_look(const RondoModel *model, const size_t *holding, size_t count,
                const RondoSettings *settings, double seconds,
                void (*found)(void *context, const RondoRemark *remark), void *context) {
  Listener listener = {found, context};
  VEC(size_t) numbers = {0};
  for (size_t i = 0; i < count; i++) {
    size_t number = holding ? holding[i] : i;
    if (number < model->model->properties.size) vec_push(&numbers, number);
  }
  call_begin();
  vacuity_look(model->model, numbers.data, numbers.size, settings, seconds, hand_out, &listener);
  call_end();
  vec_free(&numbers);
}

char *rondo_remark_json(const RondoModel *model, const RondoRemark *remark) {
  Text text = {0};
  Json json = {.text = &text};
  bool about_model = remark->property == RONDO_MODEL;
  json_object(&json);
  json_string(json_key(&json, "file"), model->model->file);
  if (!about_model) {
    json_string(json_key(&json, "property"), model->model->properties.data[remark->property].name);
    json_uint(json_key(&json, "index"), remark->property);
  }
  remark_json(remark->inside, json_key(&json, about_model ? "remark" : "vacuous"));
  json_string(json_key(&json, "rondo"), RONDO_VERSION);
  json_close(&json);
  json_end(&json);
  return text_take(&text);
}
