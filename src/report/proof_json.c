/* See proof_json.h. */
#include "report/proof_json.h"

#include "base/map.h"
#include "base/memory.h"
#include "evidence/evidence_form.h"
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
  Json *json;
} Writer;

static bool room(Writer *w) {
  if (w->written == MOST_PARTS) {
    w->omitted++;
    return false;
  }
  w->written++;
  return true;
}

/* A text that may be empty, and is taken. */
static void string(Json *json, Text *string) {
  json_string(json, string->size ? string->data : "");
  text_free(string);
}

static void expression(Writer *w, Lit lit) {
  Text out = {0};
  expression_print(w->expressions, lit, &out);
  string(w->json, &out);
}

/* What the names in expressions stand for, each in order of its first use; at most so many. */
static void write_definitions(Expressions *expressions, size_t most, Json *json) {
  Text name = {0}, definition = {0};
  json_array(json_key(json, "definitions"));
  while (expression_definition(expressions, most, &name, &definition)) {
    json_object(json);
    string(json_key(json, "name"), &name);
    string(json_key(json, "text"), &definition);
    json_close(json);
  }
  json_close(json);
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
  json_array(json_key(w->json, "clauses"));
  for (size_t i = 0; i < parts->size; i++) {
    Lit lit = parts->data[i];
    if (lit == property || is_equality(w, lit) || !is_clause(w, lit, &cube) || !room(w)) continue;
    Text out = {0};
    json_object(w->json);
    json_key(w->json, cube.size == 1 ? "always" : "never");
    if (cube.size == 1) name_cube(w->naming, &lit, 1, &out);
    else name_cube(w->naming, cube.data, cube.size, &out);
    string(w->json, &out);
    json_close(w->json);
  }
  json_close(w->json);
  vec_free(&cube);
}

static void write_others(Writer *w, const LitVec *parts, Lit property, bool equalities) {
  LitVec cube = {0};
  json_array(json_key(w->json, equalities ? "equalities" : "conditions"));
  for (size_t i = 0; i < parts->size; i++) {
    Lit lit = parts->data[i];
    if (lit == property || is_equality(w, lit) != equalities) continue;
    if ((!equalities && is_clause(w, lit, &cube)) || !room(w)) continue;
    expression(w, lit);
  }
  json_close(w->json);
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
  json_bool(json_key(w->json, "property"), has_property);
  write_clauses(w, &parts, property);
  write_others(w, &parts, property, true);
  write_others(w, &parts, property, false);
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
  Text out = {0}, name = {0};
  expression_print(expressions, lit_not(met), &out);
  condition_name(w->task, w->kind, condition, &name);
  json_object(w->json);
  string(json_key(w->json, "name"), &name);
  string(json_key(w->json, "text"), &out);
  write_definitions(expressions, MOST_DEFINITIONS / 10, w->json);
  json_close(w->json);
  expressions_free(expressions);
  naming_free(naming);
  mem_free(same);
  mem_free(map);
  system_free(copy);
}

static void write_ranking(Writer *w) {
  json_array(json_key(w->json, "rank"));
  for (size_t i = 0; i < w->witness->interventions.size; i++)
    if (room(w)) expression(w, w->witness->interventions.data[i].signal);
  json_close(w->json);
  json_array(json_key(w->json, "missed"));
  for (size_t i = 0; i < w->witness->justice.size; i++)
    if (room(w)) write_missed(w, i);
  json_close(w->json);
}

void proof_json(const Task *task, PropertyKind kind, const Evidence *evidence, Json *json) {
  const System *circuit = evidence->witness->circuit;
  Writer w = {.task = task,
              .kind = kind,
              .witness = evidence->witness,
              .aig = circuit->aig,
              .naming = naming_new(circuit, task->system),
              .json = json};
  w.expressions = expressions_new(w.aig, w.naming);
  json_object(json);
  json_string(json_key(json, "kind"), evidence_kind_name(evidence->kind));
  json_uint(json_key(json, "latches"), circuit->latches.size - task->system->latches.size);
  json_uint(json_key(json, "gates"), circuit->aig->size - 1 - circuit->aig->variables);
  write_invariant(&w);
  if (task->kind == TASK_FAIR) write_ranking(&w);
  write_definitions(w.expressions, MOST_DEFINITIONS, json);
  json_uint(json_key(json, "omitted"), w.omitted);
  json_close(json);
  expressions_free(w.expressions);
  naming_free(w.naming);
}
