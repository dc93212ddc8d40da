/* The models in examples/ are what their comments say, by enumeration of their states. */
#include "test.h"

#include <stdio.h>

#include "front/front.h"
#include "oracle/explicit.h"

typedef struct {
  const char *file, *property;
  bool violated;
  int64_t depth; /* transitions to the nearest bad state */
} Expectation;

static const Expectation expectations[] = {
    {"counter.aag", "reaches_seven", false, 0},
    {"counter.aag", "reaches_five", true, 5},
    {"counter.aag", "rests_at_three", true, 0},
    {"traffic-light.aag", "both_green", false, 0},
    {"traffic-light.aag", "no_green", true, 4},
    {"traffic-light.aag", "side_road_starves", false, 0},
};

TEST(examples_have_the_verdicts_that_their_comments_state) {
  for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++) {
    const Expectation *row = expectations + i;
    char path[1024];
    Error error = {0};
    snprintf(path, sizeof path, "%s/examples/%s", RONDO_SOURCE_DIR, row->file);
    Model *model = front_read(path, NULL, &error);
    if (!model) test_fail(__FILE__, __LINE__, "%s: %s", path, error.message);
    const Property *property = NULL;
    for (size_t p = 0; p < model->properties.size; p++)
      if (!strcmp(model->properties.data[p].name, row->property))
        property = model->properties.data + p;
    CHECK(property);
    Explicit *states = explicit_new(model->system);
    if (property->kind == PROPERTY_INVARIANT)
      CHECK_EQUAL(explicit_bad_depth(states, property->bad), row->violated ? row->depth : -1);
    else
      CHECK_EQUAL(explicit_fair_run(states, property->justice.data, property->justice.size),
                  row->violated);
    explicit_free(states);
    model_free(model);
  }
}
