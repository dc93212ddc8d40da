/* See trace_json.h. First the parts of the formula, whose truth needs the whole run; then, in one
 * pass over the steps, everything that is a function of one step. */
#include "report/trace_json.h"

#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "formula/ltl/ltl_evaluate.h"
#include "formula/operator.h"
#include "report/expression.h"
#include "report/naming.h"
#include "report/trace_values.h"

/* ---- rows that are functions of a step ---- */

/* A value, by its number among those that occurred, and for how many steps it lasts. */
typedef struct {
  uint32_t value;
  size_t steps;
} Run;

typedef struct {
  const Signal *signal;
  const char *group;
  Text digits;    /* of a Boolean: "bits" */
  unsigned digit; /* under way */
  Names values;   /* of others: those that occurred, ... */
  VEC(Run) runs;  /* ... and when */
} Row;

typedef VEC(Row) RowVec;

static void row_add(Row *row, size_t step, const Bits *values) {
  if (row->signal->type == SIGNAL_BOOLEAN) {
    row->digit |= (unsigned)values_of(values, row->signal->bits.data[0]) << step % 4;
    if (step % 4 != 3) return;
    text_format(&row->digits, "%x", row->digit);
    row->digit = 0;
    return;
  }
  Text value = {0};
  signal_value_shown(row->signal, values, &value);
  uint32_t number = names_add(&row->values, value.data);
  text_free(&value);
  if (!row->runs.size || vec_last(&row->runs).value != number) {
    Run run = {number, 0};
    vec_push(&row->runs, run);
  }
  vec_last(&row->runs).steps++;
}

static void write_values(const Row *row, Json *json) {
  if (row->signal->type == SIGNAL_WORD) json_uint(json_key(json, "width"), row->signal->bits.size);
  json_array(json_key(json, "values"));
  for (size_t i = 0; i < row->values.size; i++) json_string(json, row->values.text[i]);
  json_close(json);
  json_array(json_key(json, "runs"));
  for (size_t i = 0; i < row->runs.size; i++) {
    json_uint(json, row->runs.data[i].value);
    json_uint(json, row->runs.data[i].steps);
  }
  json_close(json);
}

static void row_write(Row *row, size_t steps, Json *json) {
  json_object(json);
  json_string(json_key(json, "group"), row->group);
  json_string(json_key(json, "type"), signal_type_name(row->signal->type));
  json_string(json_key(json, "name"), row->signal->name);
  if (row->signal->type == SIGNAL_BOOLEAN) {
    if (steps % 4) text_format(&row->digits, "%x", row->digit);
    json_string(json_key(json, "bits"), row->digits.data);
  } else {
    write_values(row, json);
  }
  json_close(json);
}

static void row_free(Row *row) {
  text_free(&row->digits);
  names_free(&row->values);
  vec_free(&row->runs);
}

/* A condition of the model in the names of its signals; false, and nothing, if that is long. */
static bool say_condition(const System *system, Lit condition, Text *text) {
  enum { LONGEST = 80 };
  Naming *naming = naming_new(system, system);
  Expressions *expressions = expressions_new(system->aig, naming);
  Text whole = {0}, name = {0}, definition = {0};
  expression_print(expressions, condition, &whole);
  bool good = whole.size && whole.size <= LONGEST &&
              !expression_definition(expressions, 1, &name, &definition);
  if (good) text_format(text, "fairness: %s", whole.data);
  text_free(&whole);
  text_free(&name);
  text_free(&definition);
  expressions_free(expressions);
  naming_free(naming);
  return good;
}

void condition_name(const Task *task, PropertyKind kind, size_t i, Text *text) {
  size_t own = task->conditions.size - task->system->fairness.size;
  if (i >= own) {
    if (!say_condition(task->system, task->conditions.data[i], text))
      text_format(text, "fairness %zu", i - own + 1);
    return;
  }
  text_add(text, kind == PROPERTY_LTL ? "accepting" : "justice");
  if (own > 1) text_format(text, " %zu", i + 1);
}

/* The question of a task as signals: what must not become true, what recurs. */
static void add_question(const TraceContext *context, SignalVec *extra) {
  const Task *task = context->task;
  if (task->kind == TASK_BAD && task->bad != LIT_FALSE) {
    bool invariant = context->kind == PROPERTY_INVARIANT;
    signal_add_bit(extra, invariant && context->text ? context->text : "no violation yet",
                   SIGNAL_DEFINE, lit_not(task->bad));
  }
  for (size_t i = 0; task->kind == TASK_FAIR && i < task->conditions.size; i++) {
    if (task->conditions.data[i] == LIT_TRUE) continue;
    Text name = {0};
    condition_name(task, context->kind, i, &name);
    signal_add_bit(extra, name.data, SIGNAL_DEFINE, task->conditions.data[i]);
    text_free(&name);
  }
}

static const char *group_of(const Signal *signal, bool added) {
  if (signal->role == SIGNAL_HIDDEN) return "internal";
  if (added) return "automaton";
  return signal->role == SIGNAL_INPUT ? "input" : signal->role == SIGNAL_STATE ? "state" : "define";
}

static bool is_part(const TraceContext *context, const char *name) {
  return context->formulas && names_find(&context->formulas->atom_names, name) != NAMES_NONE;
}

static void push_row(RowVec *rows, const Signal *signal, const char *group) {
  Row row = {.signal = signal, .group = group};
  vec_push(rows, row);
}

static void collect_rows(const System *system, const TraceContext *context,
                         const SignalVec *question, RowVec *rows) {
  bool fair = context->task && context->task->kind == TASK_FAIR;
  size_t known = context->model ? context->model->signals.size : system->signals.size;
  for (size_t i = 0; i < question->size; i++)
    push_row(rows, question->data + i, fair ? "fairness" : "property");
  for (size_t i = 0; i < system->signals.size; i++) {
    const Signal *signal = system->signals.data + i;
    if (signal->type == SIGNAL_BOOLEAN && !signal->bits.size) continue;
    /* the atoms that became signals are parts of the formula already */
    if (i >= known && signal->role == SIGNAL_DEFINE && is_part(context, signal->name)) continue;
    push_row(rows, signal, group_of(signal, i >= known));
  }
}

/* ---- the parts of a formula ---- */

typedef struct {
  Formula part;
  unsigned depth;
} Pending;

/* In the order of reading, each once: `places` says where a part is among them, or -1. */
static void reading_order(const Formulas *formulas, const LtlValues *values, Formula root,
                          FormulaVec *order, U32Vec *depths, int *places) {
  VEC(Pending) stack = {0};
  Pending first = {root, 0};
  for (size_t i = 0; i < values->parts.size; i++) places[values->parts.data[i]] = -1;
  vec_push(&stack, first);
  while (stack.size) {
    Pending next = vec_pop(&stack);
    if (places[next.part] >= 0) continue;
    places[next.part] = (int)order->size;
    vec_push(order, next.part);
    vec_push(depths, next.depth);
    const FormulaNode *node = formula_node(formulas, next.part);
    Pending right = {node->right, next.depth + 1}, left = {node->left, next.depth + 1};
    if (operator_arity(node->op) > 1) vec_push(&stack, right);
    if (operator_arity(node->op) > 0) vec_push(&stack, left);
  }
  vec_free(&stack);
}

/* Whether a second round of the loop is like the first: `truth` has both. */
static bool rounds_agree(const uint8_t *truth, const Trace *trace) {
  size_t round = trace->steps.size - (size_t)trace->loop;
  return trace->loop == TRACE_NO_LOOP ||
         !memcmp(truth + trace->loop, truth + trace->steps.size, round);
}

static void write_part(const Formulas *formulas, Formula part, unsigned depth, const int *places,
                       const uint8_t *truth, size_t length, Json *json) {
  const FormulaNode *node = formula_node(formulas, part);
  int arity = operator_arity(node->op);
  Text name = {0}, symbol = {0}, truths = {0};
  formula_print(formulas, part, &name);
  if (operator_is_ctl(node->op) && arity == 2) text_char(&symbol, operator_quantifier(node->op));
  text_add(&symbol, node->op == OP_ATOM ? "" : operator_table[node->op].symbol);
  for (size_t k = 0; k < length; k++)
    text_char(&truths, truth[k] == TRUTH_TRUE ? '1' : truth[k] == TRUTH_FALSE ? '0' : '?');
  json_object(json);
  json_string(json_key(json, "group"), "formula");
  json_string(json_key(json, "type"), "boolean");
  json_string(json_key(json, "name"), name.data);
  json_string(json_key(json, "op"), symbol.data);
  json_uint(json_key(json, "depth"), depth);
  json_int(json_key(json, "left"), arity > 0 ? places[node->left] : -1);
  json_int(json_key(json, "right"), arity > 1 ? places[node->right] : -1);
  json_string(json_key(json, "truth"), truths.data);
  json_close(json);
  text_free(&name);
  text_free(&symbol);
  text_free(&truths);
}

/* The values of the atoms, in the model that the trace's system begins with. */
static Bits *atom_values(const TraceContext *context, const Trace *trace) {
  const Formulas *formulas = context->formulas;
  const System *model = context->model;
  Bits *atoms = mem_array(formulas->atoms.size + 1, sizeof *atoms);
  Bits values = bits_new(model->aig->size);
  for (size_t a = 0; a < formulas->atoms.size; a++) atoms[a] = bits_new(trace->steps.size);
  for (size_t k = 0; k < trace->steps.size; k++) {
    step_evaluate(model, trace->steps.data + k, &values);
    for (size_t a = 0; a < formulas->atoms.size; a++) {
      Lit literal = formulas->atoms.data[a].literal;
      if (literal != LIT_NONE) bits_put(atoms + a, k, values_of(&values, literal));
    }
  }
  bits_free(&values);
  return atoms;
}

/* Whether a part has a truth in a step that this trace alone decides. */
static bool *shown_parts(const Formulas *formulas, const LtlValues *values, Formula root) {
  bool *shown = mem_array((size_t)root + 1, sizeof *shown);
  for (size_t p = 0; p < values->parts.size; p++) {
    const FormulaNode *node = formula_node(formulas, values->parts.data[p]);
    int arity = operator_arity(node->op);
    shown[values->parts.data[p]] = !operator_is_ctl(node->op) && (arity < 1 || shown[node->left]) &&
                                   (arity < 2 || shown[node->right]);
  }
  return shown;
}

static void write_formula(const TraceContext *context, const Trace *trace, Json *json) {
  const Formulas *formulas = context->formulas;
  Bits *atoms = atom_values(context, trace);
  LtlValues values =
      ltl_evaluate(formulas, context->formula, trace->steps.size, trace->loop, atoms);
  FormulaVec order = {0}, kept = {0};
  U32Vec depths = {0}, kept_depths = {0};
  int *places = mem_array((size_t)context->formula + 1, sizeof *places);
  size_t *row_of = mem_array((size_t)context->formula + 1, sizeof *row_of);
  bool *shown = shown_parts(formulas, &values, context->formula);
  reading_order(formulas, &values, context->formula, &order, &depths, places);
  for (size_t i = 0; i < values.parts.size; i++) row_of[values.parts.data[i]] = i;
  for (size_t i = 0; i < order.size; i++) {
    if (!shown[order.data[i]]) continue;
    places[order.data[i]] = (int)kept.size;
    vec_push(&kept, order.data[i]);
    vec_push(&kept_depths, depths.data[i]);
  }
  for (size_t i = 0; i < kept.size; i++) {
    const uint8_t *truth = values.truth + row_of[kept.data[i]] * values.length;
    write_part(formulas, kept.data[i], kept_depths.data[i], places, truth,
               rounds_agree(truth, trace) ? trace->steps.size : values.length, json);
  }
  for (size_t a = 0; a < formulas->atoms.size; a++) bits_free(atoms + a);
  mem_free(atoms);
  mem_free(places);
  mem_free(row_of);
  mem_free(shown);
  vec_free(&order);
  vec_free(&kept);
  vec_free(&depths);
  vec_free(&kept_depths);
  ltl_values_free(&values);
}

/* ---- all ---- */

void trace_json(const System *system, const Trace *trace, const TraceContext *context, Json *json) {
  SignalVec question = {0};
  RowVec rows = {0};
  json_object(json);
  json_uint(json_key(json, "steps"), trace->steps.size);
  json_uint(json_key(json, "first"), context->first);
  json_int(json_key(json, "loop"), trace->loop);
  json_array(json_key(json, "rows"));
  if (context->formulas) write_formula(context, trace, json);
  if (context->task) add_question(context, &question);
  collect_rows(system, context, &question, &rows);
  Bits values = bits_new(system->aig->size);
  for (size_t k = 0; k < trace->steps.size; k++) {
    step_evaluate(system, trace->steps.data + k, &values);
    for (size_t i = 0; i < rows.size; i++) row_add(rows.data + i, k, &values);
  }
  for (size_t i = 0; i < rows.size; i++) {
    row_write(rows.data + i, trace->steps.size, json);
    row_free(rows.data + i);
  }
  json_close(json);
  json_close(json);
  bits_free(&values);
  vec_free(&rows);
  signals_free(&question);
}
