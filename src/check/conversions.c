#include "check/conversions.h"

#include "engine/engine.h"

const Conversion conversions[] = {
    {MODEL_CIRCUIT, VIEW_SYSTEM, "circuits", "as it is; words are made bits by term/blast.h"},
    {MODEL_NET, VIEW_NET, "nets", "as it is"},
    {MODEL_NET, VIEW_SETS, "nets", "net/marking_set.h"},
    {MODEL_NET, VIEW_GRAPH, "nets", "view/net_graph.h"},
    {MODEL_NET, VIEW_SYSTEM, "nets", "view/net_system.h, if places are bounded"},
    {MODEL_PROGRAM, VIEW_GRAPH, "programs", "model/process_step.h"},
    {MODEL_PROGRAM, VIEW_SYSTEM, "programs", "view/process_system.h, if it is bounded"},
};
const size_t conversion_count = sizeof conversions / sizeof *conversions;

ModelKind model_kind(const Model *model) {
  return model->net ? MODEL_NET : model->processes ? MODEL_PROGRAM : MODEL_CIRCUIT;
}

bool conversions_lead(const Model *model, const Settings *settings, Error *error) {
  ModelKind kind = model_kind(model);
  const char *models = "";
  for (size_t c = 0; c < conversion_count; c++) {
    if (conversions[c].from != kind) continue;
    models = conversions[c].models;
    for (size_t i = 0; i < settings->engines.size; i++)
      if (settings->engines.data[i]->view == conversions[c].to) return true;
  }
  return error_set(error, "engine '%s' does not take %s", settings->engine, models);
}
