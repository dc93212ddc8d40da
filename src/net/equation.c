/* See equation.h. */
#include "net/equation.h"

void equation_effects(const Net *net, const NetTerm *terms, size_t count, double *scratch,
                      double *by_transition) {
  for (size_t i = 0; i < count; i++) scratch[terms[i].place] = (double)terms[i].coefficient;
  for (size_t t = 0; t < net->transitions.size; t++) {
    const NetTransition *transition = &net->transitions.data[t];
    double effect = 0;
    for (size_t i = 0; i < transition->put.size; i++)
      effect += scratch[transition->put.data[i].place] * transition->put.data[i].weight;
    for (size_t i = 0; i < transition->take.size; i++)
      effect -= scratch[transition->take.data[i].place] * transition->take.data[i].weight;
    by_transition[t] = effect;
  }
  for (size_t i = 0; i < count; i++) scratch[terms[i].place] = 0;
}

void equation_add_sum(Linear *linear, const Net *net, const NetTerm *terms, size_t count,
                      double at_least) {
  double *scratch = mem_array(net->places.size, sizeof *scratch);
  double *effects = mem_array(net->transitions.size, sizeof *effects);
  LinearTermVec row = {0};
  for (size_t i = 0; i < count; i++)
    at_least -= (double)terms[i].coefficient * net->places.data[terms[i].place].initial;
  equation_effects(net, terms, count, scratch, effects);
  for (uint32_t t = 0; t < net->transitions.size; t++)
    if (effects[t] != 0) vec_push(&row, ((LinearTerm){t, effects[t]}));
  linear_add_row(linear, &row, at_least);
  vec_free(&row);
  mem_free(scratch);
  mem_free(effects);
}

Linear *equation_new(const Net *net) {
  Linear *linear = linear_new();
  LinearTermVec *rows = mem_array(net->places.size, sizeof *rows);
  for (uint32_t t = 0; t < net->transitions.size; t++) {
    const NetTransition *transition = &net->transitions.data[t];
    linear_add_column(linear, 1);
    /* both lists are sorted by place */
    for (size_t i = 0, k = 0; i < transition->put.size || k < transition->take.size;) {
      bool put = i < transition->put.size, take = k < transition->take.size;
      uint32_t put_place = put ? transition->put.data[i].place : UINT32_MAX;
      uint32_t take_place = take ? transition->take.data[k].place : UINT32_MAX;
      uint32_t place = put_place < take_place ? put_place : take_place;
      double effect = 0;
      if (put_place == place) effect += transition->put.data[i++].weight;
      if (take_place == place) effect -= transition->take.data[k++].weight;
      if (effect != 0) vec_push(&rows[place], ((LinearTerm){t, effect}));
    }
  }
  for (size_t p = 0; p < net->places.size; p++) {
    linear_add_row(linear, &rows[p], -(double)net->places.data[p].initial);
    vec_free(&rows[p]);
  }
  mem_free(rows);
  return linear;
}
