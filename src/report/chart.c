#include "report/chart.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { NARROWEST = 14, WIDEST = 44, MARGIN = 6 };

/* ---- what happens ---- */

/* The value of a signal in the visited step; "" for none. */
static char *value_of(const TraceWalk *walk, const char *name) {
  const Signal *signal = signal_find(&walk->system->signals, name);
  Text value = {0};
  text_add(&value, "");
  if (signal) signal_value_text(signal, &walk->now, &value);
  if (!strcmp(value.data, "-")) text_clear(&value);
  return text_take(&value);
}

static int number_in(const char *name) {
  const char *bracket = strrchr(name, '[');
  return bracket ? atoi(bracket + 1) : 0;
}

/* The lane of a process, which is new if it has another proctype than the one of that number. */
static int lane_of(Chart *chart, const char *name) {
  for (size_t i = 0; i < chart->lanes.size; i++)
    if (!strcmp(chart->lanes.data[i], name)) return (int)i;
  vec_push(&chart->lanes, mem_string(name));
  return (int)chart->lanes.size - 1;
}

static int by_number(const void *a, const void *b) {
  return number_in(*(char *const *)a) - number_in(*(char *const *)b);
}

/* "Caller[1] file:14 answer?yes": the name, and the statement behind the place. */
static char *cut_partner(char *partner, char **statement) {
  char *place = strchr(partner, ' ');
  *statement = mem_string(place ? place + 1 : "");
  if (place) *place = 0;
  return partner;
}

static void collect_lanes(Chart *chart, TraceWalk *walk, size_t steps) {
  for (size_t k = 0; k < steps; k++) {
    trace_walk_visit(walk, k);
    char *who = value_of(walk, "process"), *partner = value_of(walk, "partner"), *rest;
    cut_partner(partner, &rest);
    if (*who) lane_of(chart, who);
    if (*partner) lane_of(chart, partner);
    mem_free(who);
    mem_free(partner);
    mem_free(rest);
  }
  if (chart->lanes.size)
    qsort(chart->lanes.data, chart->lanes.size, sizeof *chart->lanes.data, by_number);
}

/* The oldest step whose message was not received yet and is this one. */
static void find_sender(const Chart *chart, Bits *taken, ChartStep *step) {
  for (size_t k = 0; k < chart->steps.size; k++) {
    const ChartStep *other = chart->steps.data + k;
    if (bits_get(taken, k) || strcmp(other->sent, step->received) != 0) continue;
    bits_set(taken, k);
    step->sent_in = (int64_t)k;
    step->sender = other->lane;
    return;
  }
}

Chart chart_of(const System *system, const Trace *trace) {
  Chart chart = {0};
  TraceWalk walk = trace_walk_new(system, trace);
  /* after the last state nothing happens, unless it is followed by an earlier one */
  size_t steps = trace->steps.size - (trace->loop == TRACE_NO_LOOP);
  collect_lanes(&chart, &walk, steps);
  Bits taken = bits_new(steps + 1);
  for (size_t k = 0; k < steps; k++) {
    trace_walk_visit(&walk, k);
    ChartStep step = {.partner = CHART_NONE, .sent_in = CHART_NONE, .sender = CHART_NONE};
    char *who = value_of(&walk, "process");
    char *partner = cut_partner(value_of(&walk, "partner"), &step.partner_statement);
    step.lane = *who ? lane_of(&chart, who) : CHART_NONE;
    if (*partner) step.partner = lane_of(&chart, partner);
    step.line = value_of(&walk, "line");
    step.statement = value_of(&walk, "statement");
    step.fault = value_of(&walk, "fault");
    step.sent = value_of(&walk, "sent");
    step.received = value_of(&walk, "received");
    if (step.partner == CHART_NONE && *step.received) find_sender(&chart, &taken, &step);
    if (step.partner != CHART_NONE) bits_set(&taken, k);
    vec_push(&chart.steps, step);
    mem_free(who);
    mem_free(partner);
  }
  bits_free(&taken);
  trace_walk_free(&walk);
  return chart;
}

void chart_free(Chart *chart) {
  for (size_t i = 0; i < chart->steps.size; i++) {
    ChartStep *step = chart->steps.data + i;
    char *texts[] = {step->line,  step->statement, step->partner_statement,
                     step->fault, step->sent,      step->received};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) mem_free(texts[k]);
  }
  vec_free(&chart->steps);
  string_vec_free(&chart->lanes);
}

/* ---- drawing ---- */

static const char *message_of(const char *sent) {
  const char *blank = strchr(sent, ' ');
  return blank ? blank + 1 : sent;
}

/* Whether the step is an arrow, and between which lanes. */
static bool arrow_of(const ChartStep *step, int *from, int *to) {
  *from = step->partner != CHART_NONE ? step->lane : step->sender;
  *to = step->partner != CHART_NONE ? step->partner : step->lane;
  return *from != CHART_NONE && *to != CHART_NONE && *from != *to;
}

/* What stands on an arrow, or beside the lane of a message that is on its way. */
static void label_of(const ChartStep *step, bool arrow, Text *text) {
  text_clear(text);
  text_add(text, "");
  if (arrow) text_add(text, message_of(step->received));
  if (arrow && step->partner == CHART_NONE) text_format(text, " (%" PRId64 ")", step->sent_in + 1);
  if (!arrow && *step->sent) text_format(text, "%s!", message_of(step->sent));
  if (!arrow && *step->received) text_format(text, "?%s", message_of(step->received));
}

/* The distance of lanes: so that labels fit between them, within reason. */
static size_t lane_distance(const Chart *chart) {
  size_t distance = NARROWEST;
  Text label = {0};
  for (size_t i = 0; i < chart->lanes.size; i++)
    if (strlen(chart->lanes.data[i]) + 2 > distance) distance = strlen(chart->lanes.data[i]) + 2;
  for (size_t k = 0; k < chart->steps.size; k++) {
    int from, to;
    bool arrow = arrow_of(chart->steps.data + k, &from, &to);
    label_of(chart->steps.data + k, arrow, &label);
    size_t lanes = arrow ? (size_t)abs(to - from) : 1;
    size_t wanted = (text_width(label.data) + 6 + lanes - 1) / lanes;
    if (wanted > distance) distance = wanted;
  }
  text_free(&label);
  return distance < WIDEST ? distance : WIDEST;
}

static void put(Text *line, size_t at, const char *text) {
  while (line->size < at + strlen(text)) text_char(line, ' ');
  memcpy(line->data + at, text, strlen(text));
}

static void add_lanes(const Chart *chart, size_t distance, Text *line) {
  for (size_t i = 0; i < chart->lanes.size; i++) put(line, MARGIN + i * distance, "|");
}

static void add_arrow(size_t distance, int from, int to, const char *label, Text *line) {
  size_t left = MARGIN + (size_t)(from < to ? from : to) * distance + 1;
  size_t right = MARGIN + (size_t)(from < to ? to : from) * distance;
  for (size_t i = left; i < right; i++) line->data[i] = '-';
  if (from < to) line->data[right - 1] = '>';
  else line->data[left] = '<';
  size_t length = strlen(label), room = right - left;
  if (length + 4 <= room) {
    size_t at = left + (room - length) / 2;
    line->data[at - 1] = line->data[at + length] = ' ';
    memcpy(line->data + at, label, length);
  }
}

/* The name without the process that it belongs to, if that is the one of the lane. */
static const char *name_in_lane(const char *name, const char *lane) {
  size_t length = strlen(lane);
  return !strncmp(name, lane, length) && name[length] == ':' ? name + length + 1 : name;
}

/* The values that change in a step, but for what the statement says itself. */
static void add_changes(const Chart *chart, const ChartStep *step, const TraceWalk *walk,
                        TraceOptions options, Text *text) {
  const SignalVec *signals = &walk->system->signals;
  const char *lane = chart->lanes.data[step->partner != CHART_NONE ? step->partner : step->lane];
  const char *before = "   ";
  Text change = {0};
  for (size_t i = 0; i < signals->size; i++) {
    const Signal *signal = signals->data + i;
    if (signal->role == SIGNAL_INPUT || !trace_shows(options, signal)) continue;
    if (!options.full && !trace_walk_changed(walk, signal)) continue;
    text_clear(&change);
    text_format(&change, "%s = ", name_in_lane(signal->name, lane));
    signal_value_text(signal, &walk->now, &change);
    if (!options.full && !strcmp(change.data, step->statement)) continue;
    text_format(text, "%s%s", before, change.data);
    before = ", ";
  }
  text_free(&change);
}

/* The file that all steps are in, or NULL. Then their lines are enough. */
static char *file_of_all(const Chart *chart) {
  char *file = NULL;
  for (size_t k = 0; k < chart->steps.size; k++) {
    const char *line = chart->steps.data[k].line, *colon = strrchr(line, ':');
    size_t length = colon ? (size_t)(colon - line) : 0;
    if (!colon) continue;
    if (!file) file = mem_string_n(line, length);
    if (strlen(file) == length && !memcmp(file, line, length)) continue;
    mem_free(file);
    return NULL;
  }
  return file;
}

static const char *line_number(const char *line) {
  const char *colon = strrchr(line, ':');
  return colon ? colon + 1 : line;
}

/* Where the statements begin: behind the last lane and what stands beside it. */
static size_t chart_width(const Chart *chart, size_t distance) {
  size_t last = chart->lanes.size ? chart->lanes.size - 1 : 0, most = 2;
  Text label = {0};
  for (size_t k = 0; k < chart->steps.size; k++) {
    int from, to;
    bool arrow = arrow_of(chart->steps.data + k, &from, &to);
    label_of(chart->steps.data + k, arrow, &label);
    size_t width = text_width(label.data) + 3;
    if (!arrow && chart->steps.data[k].lane == (int)last && width > most) most = width;
  }
  text_free(&label);
  return MARGIN + last * distance + most;
}

/* "24 -> 58" of a message without buffer: that of the receiver, too. */
static void add_place(const ChartStep *step, bool one_file, Text *text) {
  text_format(text, "%4s", one_file ? line_number(step->line) : step->line);
  if (step->partner == CHART_NONE) return;
  char *place = mem_string(step->partner_statement), *end = strchr(place, ' ');
  if (end) *end = 0;
  text_format(text, " -> %s", one_file ? line_number(place) : place);
  mem_free(place);
}

static void print_step(const Chart *chart, size_t k, size_t distance, bool one_file,
                       const char *indent, Text *text) {
  const ChartStep *step = chart->steps.data + k;
  Text line = {0}, label = {0};
  int from, to;
  bool arrow = arrow_of(step, &from, &to);
  label_of(step, arrow, &label);
  text_format(&line, "%4zu", k + 1);
  add_lanes(chart, distance, &line);
  if (arrow) add_arrow(distance, from, to, label.data, &line);
  size_t own = MARGIN + (size_t)step->lane * distance;
  if (!arrow) put(&line, own, "o");
  if (!arrow && label.size) put(&line, own + 2, label.data);
  text_pad(&line, chart_width(chart, distance));
  text_format(text, "%s%s", indent, line.data);
  add_place(step, one_file, text);
  bool told = arrow && strlen(label.data) + 5 <= (size_t)abs(to - from) * distance;
  if (!told || step->partner == CHART_NONE) text_format(text, "  %s", step->statement);
  if (arrow && !told) text_format(text, "  [%s]", label.data);
  if (*step->fault) text_format(text, "  ! %s", step->fault);
  text_free(&line);
  text_free(&label);
}

static void print_mark(const Chart *chart, size_t distance, const char *indent, const char *words,
                       Text *text) {
  size_t width = MARGIN + (chart->lanes.size ? chart->lanes.size - 1 : 0) * distance + 1;
  text_format(text, "%s", indent);
  for (size_t i = 0; i < width; i++) text_char(text, '=');
  text_format(text, "  %s\n", words);
}

void chart_print(const System *system, const Trace *trace, TraceOptions options, const char *indent,
                 Text *text) {
  Chart chart = chart_of(system, trace);
  size_t distance = lane_distance(&chart);
  Text line = {0};
  for (size_t i = 0; i < chart.lanes.size; i++) {
    size_t half = strlen(chart.lanes.data[i]) / 2, at = MARGIN + i * distance;
    put(&line, half > at ? 0 : at - half, chart.lanes.data[i]);
  }
  char *file = file_of_all(&chart);
  text_pad(&line, chart_width(&chart, distance));
  if (chart.lanes.size)
    text_format(text, "%s%s%s%s\n", indent, line.data, file ? "  " : "", file ? file : "");
  TraceWalk walk = trace_walk_new(system, trace);
  trace_walk_visit(&walk, 0);
  for (size_t k = 0; k < chart.steps.size; k++) {
    if (trace->loop == (int64_t)k) print_mark(&chart, distance, indent, "loop starts here", text);
    bool stays = chart.steps.data[k].lane == CHART_NONE; /* the program has ended */
    if (!stays) print_step(&chart, k, distance, file != NULL, indent, text);
    size_t next = k + 1 < trace->steps.size ? k + 1 : (size_t)trace->loop;
    trace_walk_visit(&walk, next);
    if (!stays) add_changes(&chart, chart.steps.data + k, &walk, options, text);
    if (!stays) text_char(text, '\n');
  }
  if (trace->loop != TRACE_NO_LOOP) {
    text_clear(&line);
    text_format(&line, "back to the state after step %" PRId64, trace->loop);
    print_mark(&chart, distance, indent, line.data, text);
  }
  trace_walk_free(&walk);
  text_free(&line);
  mem_free(file);
  chart_free(&chart);
}
