/* Who can run on what: the kinds of models, the views that engines take, and the conversions
 * between them. A new kind of model, or a new view, is a row of the table. */
#ifndef RONDO_CHECK_CONVERSIONS_H
#define RONDO_CHECK_CONVERSIONS_H

#include "check/settings.h"
#include "front/model.h"

typedef enum { MODEL_CIRCUIT, MODEL_NET, MODEL_PROGRAM } ModelKind;

typedef struct {
  ModelKind from;
  EngineView to;
  const char *models; /* "nets" */
  const char *by;     /* where the conversion is, and when there is one */
} Conversion;

extern const Conversion conversions[];
extern const size_t conversion_count;

ModelKind model_kind(const Model *model);

/* Whether one of the engines that were named sees models of this kind; else an error that says so.
 */
bool conversions_lead(const Model *model, const Settings *settings, Error *error);

#endif
