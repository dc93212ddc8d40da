#include "report/net_json.h"

static void arcs_json(const NetArcVec *arcs, Json *json) {
  json_array(json);
  for (size_t i = 0; i < arcs->size; i++) {
    json_array(json);
    json_uint(json, arcs->data[i].place);
    json_uint(json, arcs->data[i].weight);
    json_close(json);
  }
  json_close(json);
}

void net_json(const Net *net, Json *json) {
  json_object(json);
  json_array(json_key(json, "places"));
  for (size_t p = 0; p < net->places.size; p++) {
    json_object(json);
    json_string(json_key(json, "name"), net->places.data[p].name);
    json_uint(json_key(json, "tokens"), net->places.data[p].initial);
    json_close(json);
  }
  json_close(json);
  json_array(json_key(json, "transitions"));
  for (size_t t = 0; t < net->transitions.size; t++) {
    const NetTransition *transition = net->transitions.data + t;
    json_object(json);
    json_string(json_key(json, "name"), transition->name);
    arcs_json(&transition->take, json_key(json, "take"));
    arcs_json(&transition->put, json_key(json, "put"));
    json_close(json);
  }
  json_close(json);
  json_close(json);
}
