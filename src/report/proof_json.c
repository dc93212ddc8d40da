/* See proof_json.h. */
#include "report/proof_json.h"

#include "base/map.h"
#include "base/memory.h"
#include "report/expression.h"
#include "report/trace_json.h"

/* What a page can show and a person read; the rest is counted. */
enum { MOST_PARTS = 5000, MOST_DEFINITIONS = 1000 };

typedef struct {
  const Task *task;
  PropertyKind kind;
  const Witness *witness;
  const Aig *aig;
  Naming *naming;
  Expressions *expressions;
  size_t written, omitted;
  Text *text;
} Writer;

static bool room(Writer *w) {
  if (w->written == MOST_PARTS) {
    w->omitted++;
    return false;
  }
  w->written++;
  return true;
}

static void comma(Text *text) {
  char last = text->data[text->size - 1];
  if (last != '[' && last != '{') text_char(text, ',');
}

static void string(Writer *w, Text *string) {
  text_json(w->text, string->size ? string->data : "");
  text_free(string);
}

static void expression(Writer *w, Lit lit) {
  Text out = {0};
  expression_print(w->expressions, lit, &out);
  string(w, &out);
}

/* ---- the property of the witness ---- */

/* Whether a literal is a disjunction of variables: `cube` gets the complements. */
static bool is_clause(const Writer *w, Lit lit, LitVec *cube) {
  vec_clear(cube);
  conjuncts(w->aig, lit_not(lit), LIT_NONE, cube);
  for (size_t i = 0; i < cube->size; i++)
    if (!naming_knows(w->naming, cube->data[i])) return false;
  return true;
}

static bool is_equality(const Writer *w, Lit lit) {
  Lit condition, then_, else_;
  return aig_as_mux(w->aig, lit_node(lit), &condition, &then_, &else_) && then_ == lit_not(else_);
}

static void write_clauses(Writer *w, const LitVec *parts, Lit property) {
  LitVec cube = {0};
  text_add(w->text, "\"clauses\":[");
  for (size_t i = 0; i < parts->size; i++) {
    Lit lit = parts->data[i];
    if (lit == property || is_equality(w, lit) || !is_clause(w, lit, &cube) || !room(w)) continue;
    comma(w->text);
    Text out = {0};
    text_add(w->text, cube.size == 1 ? "{\"always\":" : "{\"never\":");
    if (cube.size == 1) name_cube(w->naming, &lit, 1, &out);
    else name_cube(w->naming, cube.data, cube.size, &out);
    string(w, &out);
    text_char(w->text, '}');
  }
  text_add(w->text, "],");
  vec_free(&cube);
}

static void write_others(Writer *w, const LitVec *parts, Lit property, bool equalities) {
  LitVec cube = {0};
  for (size_t i = 0; i < parts->size; i++) {
    Lit lit = parts->data[i];
    if (lit == property || is_equality(w, lit) != equalities) continue;
    if ((!equalities && is_clause(w, lit, &cube)) || !room(w)) continue;
    comma(w->text);
    expression(w, lit);
  }
  vec_free(&cube);
}

/* The task's bad literal in the graph of the witness, or LIT_NONE where it is not to be seen: it is
 * found, not made, because the graph is the certificate's. */
static Lit find_property(const Writer *w) {
  if (w->task->kind != TASK_BAD) return LIT_NONE;
  const System *system = w->task->system, *circuit = w->witness->circuit;
  Lit *map;
  System *copy = system_copy(circuit, &map);
  Lit *from_task = aig_map_new(system->aig);
  size_t before = copy->aig->size;
  for (size_t i = 0; i < system->inputs.size; i++)
    from_task[lit_node(system->inputs.data[i])] = copy->inputs.data[i];
  for (size_t i = 0; i < system->latches.size; i++)
    from_task[lit_node(system->latches.data[i].current)] = copy->latches.data[i].current;
  Lit bad = aig_copy(copy->aig, system->aig, w->task->bad, from_task), found = LIT_NONE;
  if (lit_node(bad) && lit_node(bad) < before)
    for (uint32_t node = 1; node < circuit->aig->size && found == LIT_NONE; node++)
      if (lit_node(map[node]) == lit_node(bad))
        found = lit_not(lit_of(node, lit_negated(map[node]) != lit_negated(bad)));
  mem_free(map);
  mem_free(from_task);
  system_free(copy);
  return found;
}

static void write_invariant(Writer *w) {
  LitVec parts = {0};
  Lit property = find_property(w);
  conjuncts(w->aig, lit_not(w->witness->bad), property, &parts);
  bool has_property = false;
  for (size_t i = 0; i < parts.size; i++) has_property |= parts.data[i] == property;
  text_format(w->text, "\"property\":%s,", has_property ? "true" : "false");
  write_clauses(w, &parts, property);
  text_add(w->text, "\"equalities\":[");
  write_others(w, &parts, property, true);
  text_add(w->text, "],\"conditions\":[");
  write_others(w, &parts, property, false);
  text_add(w->text, "],");
  vec_free(&parts);
}

/* ---- rankings ---- */

/* The negated condition where the other copy has the rank of this one: over a copy of the circuit,
 * since gates are made. */
static void write_missed(Writer *w, size_t condition) {
  const Witness *witness = w->witness;
  Lit *map;
  System *copy = system_copy(witness->circuit, &map);
  Lit *same = aig_map_new(copy->aig);
  for (size_t i = 0; i < copy->inputs.size; i++)
    same[lit_node(copy->inputs.data[i])] = copy->inputs.data[i];
  for (size_t i = 0; i < copy->latches.size; i++)
    same[lit_node(copy->latches.data[i].current)] = copy->latches.data[i].current;
  for (size_t i = 0; i < witness->interventions.size; i++) {
    Lit input = aig_map_lit(map, witness->interventions.data[i].input);
    same[lit_node(input)] =
        lit_not_if(aig_map_lit(map, witness->interventions.data[i].signal), lit_negated(input));
  }
  Lit met =
      aig_copy(copy->aig, copy->aig, aig_map_lit(map, witness->justice.data[condition]), same);
  Naming *naming = naming_new(copy, w->task->system);
  Expressions *expressions = expressions_new(copy->aig, naming);
  Text out = {0}, name = {0}, definition = {0};
  expression_print(expressions, lit_not(met), &out);
  condition_name(w->task, w->kind, condition, &name);
  text_add(w->text, "{\"name\":");
  string(w, &name);
  text_add(w->text, ",\"text\":");
  string(w, &out);
  text_add(w->text, ",\"definitions\":[");
  while (expression_definition(expressions, MOST_DEFINITIONS / 10, &name, &definition)) {
    comma(w->text);
    text_add(w->text, "{\"name\":");
    string(w, &name);
    text_add(w->text, ",\"text\":");
    string(w, &definition);
    text_char(w->text, '}');
  }
  text_add(w->text, "]}");
  expressions_free(expressions);
  naming_free(naming);
  mem_free(same);
  mem_free(map);
  system_free(copy);
}

static void write_ranking(Writer *w) {
  text_add(w->text, "\"rank\":[");
  for (size_t i = 0; i < w->witness->interventions.size; i++) {
    if (!room(w)) continue;
    comma(w->text);
    expression(w, w->witness->interventions.data[i].signal);
  }
  text_add(w->text, "],\"missed\":[");
  for (size_t i = 0; i < w->witness->justice.size; i++) {
    if (!room(w)) continue;
    comma(w->text);
    write_missed(w, i);
  }
  text_add(w->text, "],");
}

void proof_json(const Task *task, PropertyKind kind, const Evidence *evidence, Text *text) {
  const System *circuit = evidence->witness->circuit;
  Writer w = {.task = task,
              .kind = kind,
              .witness = evidence->witness,
              .aig = circuit->aig,
              .naming = naming_new(circuit, task->system),
              .text = text};
  w.expressions = expressions_new(w.aig, w.naming);
  text_format(text, "{\"kind\":\"%s\",\"latches\":%zu,\"gates\":%zu,",
              evidence_kind_name(evidence->kind),
              circuit->latches.size - task->system->latches.size,
              circuit->aig->size - 1 - circuit->aig->variables);
  write_invariant(&w);
  if (evidence->kind == EVIDENCE_RANKING) write_ranking(&w);
  Text name = {0}, definition = {0};
  text_add(text, "\"definitions\":[");
  while (expression_definition(w.expressions, MOST_DEFINITIONS, &name, &definition)) {
    comma(text);
    text_add(text, "{\"name\":");
    string(&w, &name);
    text_add(text, ",\"text\":");
    string(&w, &definition);
    text_char(text, '}');
  }
  text_format(text, "],\"omitted\":%zu}", w.omitted);
  expressions_free(w.expressions);
  naming_free(w.naming);
}
