/* CTL proofs for the page; see proof_json.h. A node of the structure is shown as a part of the
 * formula that it stands for; where it stands for none, by its operator. */
#include <stdlib.h>

#include "evidence/ctl_sets.h"
#include "report/expression.h"
#include "report/naming.h"
#include "report/proof_json.h"
#include "task/ctl_structure.h"

enum { MOST_UPDATES = 2000 };

static void node_name(const Task *task, const CtlStructure *structure, uint32_t node, Text *text) {
  for (Formula f = 0; f < structure->refs.size && f <= task->formula; f++) {
    CtlRef ref = structure->refs.data[f];
    const FormulaNode *part = formula_node(task->formulas, f);
    if (ctl_node(ref) != node || !operator_is_ctl(part->op)) continue;
    bool negated = ctl_negated(ref);
    if (negated) text_add(text, "!(");
    formula_print(task->formulas, f, text);
    if (negated) text_char(text, ')');
    return;
  }
  const CtlNode *own = structure->nodes.data + node;
  const CtlNode *left = structure->nodes.data + ctl_node(own->left);
  if (own->kind == CTL_EG && left->kind == CTL_PREDICATE && left->predicate == LIT_FALSE) {
    text_add(text, "EG TRUE"); /* there is a fair path at all */
    return;
  }
  static const char *const kinds[] = {"predicate", "and", "EX", "EU", "EG"};
  text_format(text, "%s (node %u)", kinds[structure->nodes.data[node].kind], node);
}

typedef struct {
  const Task *task;
  const CtlStructure *structure;
  const Naming *naming;
  LitVec named; /* latches and gates of the proof */
  Json *json;
} Writer;

/* A cube or clause; where it names gates, as an expression. */
static void set_text(const Writer *w, const LitVec *set, bool clause, Text *text) {
  Aig *aig = w->structure->system->aig;
  bool plain = true;
  for (size_t i = 0; i < set->size; i++) plain = plain && naming_knows(w->naming, set->data[i]);
  if (plain) {
    (clause ? name_clause : name_cube)(w->naming, set->data, set->size, text);
    return;
  }
  Lit all = (clause ? aig_or_all : aig_and_all)(aig, set->data, set->size);
  Expressions *expressions = expressions_new(aig, w->naming);
  expression_print(expressions, all, text);
  expressions_free(expressions);
}

static void write_set(const Writer *w, const LitVec *set, bool clause) {
  Text out = {0};
  set_text(w, set, clause, &out);
  json_string(w->json, out.data);
  text_free(&out);
}

/* The groups of a list: cubes, or clauses. */
static void write_states(const Writer *w, const IntVec *lits, bool clauses) {
  LitVec set = {0};
  json_array(w->json);
  for (size_t i = 0; i < lits->size; i++) {
    int lit = lits->data[i];
    if (lit) {
      vec_push(&set, lit_not_if(w->named.data[abs(lit) - 1], lit < 0));
      continue;
    }
    write_set(w, &set, clauses);
    vec_clear(&set);
  }
  json_close(w->json);
  vec_free(&set);
}

/* The inputs that lead from each cube to the next. */
static void write_inputs(const Writer *w, const CtlUpdate *update) {
  CtlChoices choices = {0};
  if (update->kind == CTL_IN || update->kind == CTL_CYCLE)
    choices = ctl_take_choices(w->structure, &w->named, update);
  json_array(w->json);
  for (size_t i = 0; i < choices.size; i++) {
    LitVec set = {0};
    for (size_t k = 0; k < choices.data[i].size; k++) {
      CtlChoice choice = choices.data[i].data[k];
      vec_push(&set, aig_equal(w->structure->system->aig, choice.input, choice.value));
    }
    write_set(w, &set, false);
    vec_free(&set);
  }
  json_close(w->json);
  ctl_choices_free(&choices);
}

/* The pairs of CTL_EQUAL: what is the same in all reachable states. */
static void write_equalities(const Naming *naming, const System *system, const IntVec *pairs,
                             Json *json) {
  Expressions *expressions = expressions_new(system->aig, naming);
  json_array(json);
  for (size_t i = 0; i + 1 < pairs->size; i += 2) {
    Text out = {0};
    expression_print(expressions, (Lit)pairs->data[i], &out);
    text_add(&out, " <-> ");
    expression_print(expressions, (Lit)pairs->data[i + 1], &out);
    json_string(json, out.data);
    text_free(&out);
  }
  json_close(json);
  expressions_free(expressions);
}

static void write_update(const Writer *w, const CtlUpdate *update) {
  static const char *const kinds[] = {"reachable", "out", "in", "cycle", "rank", "equal"};
  const System *system = w->structure->system;
  bool clauses =
      update->kind == CTL_REACHABLE || update->kind == CTL_OUT || update->kind == CTL_RANK;
  bool about_node = update->kind != CTL_REACHABLE && update->kind != CTL_EQUAL;
  Text node = {0};
  if (about_node) node_name(w->task, w->structure, update->node, &node);
  json_object(w->json);
  json_string(json_key(w->json, "kind"), kinds[update->kind]);
  json_string(json_key(w->json, "node"), node.data);
  json_key(w->json, "sets");
  if (update->kind == CTL_EQUAL) write_equalities(w->naming, system, &update->equalities, w->json);
  else write_states(w, &update->states, clauses);
  json_key(w->json, "inputs");
  write_inputs(w, update);
  json_close(w->json);
  text_free(&node);
}

void ctl_proof_json(const Task *task, const CtlProof *proof, Json *json) {
  CtlStructure *structure = ctl_structure_new(task);
  Naming *naming = naming_of_origins(structure->system, &structure->latch_origins,
                                     &structure->input_origins, task->system);
  Writer w = {.task = task, .structure = structure, .naming = naming, .json = json};
  ctl_name_gates(structure, &proof->gates, &w.named);
  size_t shown = proof->updates.size < MOST_UPDATES ? proof->updates.size : MOST_UPDATES;
  json_object(json);
  json_string(json_key(json, "kind"), "ctl");
  json_uint(json_key(json, "omitted"), proof->updates.size - shown);
  json_array(json_key(json, "updates"));
  for (size_t i = 0; i < shown; i++) write_update(&w, proof->updates.data + i);
  json_close(json);
  json_close(json);
  vec_free(&w.named);
  naming_free(naming);
  ctl_structure_free(structure);
}
