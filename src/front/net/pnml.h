/* PNML (ISO/IEC 15909-2): place/transition nets. What a net is called in formulas is the id, not
 * the name. Places and transitions of all pages make one net; arcs that are there twice add up;
 * graphics and what belongs to other tools is skipped. High-level nets are refused. */
#ifndef RONDO_FRONT_NET_PNML_H
#define RONDO_FRONT_NET_PNML_H

#include "front/model.h"

bool pnml_recognise(const char *data, size_t size);
Model *pnml_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                 Error *error);

#endif
