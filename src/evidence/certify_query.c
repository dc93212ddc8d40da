#include "evidence/certify_query.h"

#include <assert.h>

#include "evidence/names.h"

Query query_new(const char *check, const Task *task, const Certificate *certificate) {
  return (Query){.check = check, .task = task, .certificate = certificate, .aig = aig_new()};
}

void query_free(Query *query) {
  for (size_t i = 0; i < query->count; i++) mem_free(query->copies[i].map);
  vec_free(&query->assumed);
  aig_free(query->aig);
}

static Copy *add_copy(Query *query, const System *system, char moment, bool witness) {
  assert(query->count < QUERY_COPIES);
  Copy *copy = query->copies + query->count++;
  *copy = (Copy){system, aig_map_new(system->aig), moment, witness};
  return copy;
}

Copy *query_model(Query *query, char moment) {
  return add_copy(query, query->task->system, moment, false);
}

Copy *query_witness(Query *query, char moment) {
  return add_copy(query, query->certificate->circuit, moment, true);
}

static void know(Copy *copy, Lit variable, Lit image) {
  Lit *entry = copy->map + lit_node(variable);
  if (*entry == LIT_NONE) *entry = lit_not_if(image, lit_negated(variable));
}

void copy_share(Query *query, const Copy *model, Copy *witness) {
  const MappedVec *mapping = &query->certificate->mapping;
  for (size_t i = 0; i < mapping->size; i++)
    know(witness, mapping->data[i].witness, aig_map_lit(model->map, mapping->data[i].model));
}

void copy_share_back(Query *query, const Copy *witness, Copy *model) {
  const MappedVec *mapping = &query->certificate->mapping;
  for (size_t i = 0; i < mapping->size; i++)
    know(model, mapping->data[i].model, aig_map_lit(witness->map, mapping->data[i].witness));
}

void copy_follow(Query *query, Copy *before, Copy *after) {
  for (size_t i = 0; i < before->system->latches.size; i++) {
    const Latch *latch = before->system->latches.data + i;
    know(after, latch->current, copy_literal(query, before, latch->next));
  }
}

void copy_fresh(Query *query, Copy *copy) {
  const Aig *aig = copy->system->aig;
  for (uint32_t node = 1; node < aig->size; node++)
    if (aig_is_variable(aig, node) && copy->map[node] == LIT_NONE)
      copy->map[node] = aig_variable(query->aig);
}

Lit copy_literal(Query *query, Copy *copy, Lit lit) {
  return aig_copy(query->aig, copy->system->aig, lit, copy->map);
}

Lit copy_constraints(Query *query, Copy *copy) {
  Lit all = LIT_TRUE;
  for (size_t i = 0; i < copy->system->constraints.size; i++)
    all = aig_and(query->aig, all, copy_literal(query, copy, copy->system->constraints.data[i]));
  return all;
}

Lit copy_property(Query *query, Copy *copy) {
  Lit bad = copy->witness                   ? query->certificate->bad
            : query->task->kind == TASK_BAD ? query->task->bad
                                            : LIT_FALSE;
  return lit_not(copy_literal(query, copy, bad));
}

void query_assume(Query *query, Lit lit) { vec_push(&query->assumed, lit); }

/* The solver's own values of gates are not used: an encoding that is aware of polarity leaves them
 * open. */
Bits query_values(const Aig *aig, Cnf *cnf) {
  Bits values = bits_new(aig->size);
  for (uint32_t node = 1; node < aig->size; node++) {
    bool value;
    if (aig_is_and(aig, node)) {
      Lit left = aig->nodes[node].left, right = aig->nodes[node].right;
      value = (bits_get(&values, lit_node(left)) ^ lit_negated(left)) &&
              (bits_get(&values, lit_node(right)) ^ lit_negated(right));
    } else {
      value = cnf_value(cnf, lit_of(node, false));
    }
    bits_put(&values, node, value);
  }
  return values;
}

/* A counterexample is shown by what matters: inputs and latches on which the formula depends, under
 * the model's names where it has them, and not more than a person will read. */
enum { SHOWN_VALUES = 40 };

typedef struct {
  const Query *query;
  Bits values, relevant; /* by node of the query's graph */
  Lit *model_of;         /* by node of the witness: the model's literal that it is mapped to */
  size_t shown, left_out;
  char moment;
  Text text;
} Show;

static void show_variable(Show *show, const Copy *copy, Lit variable, bool repeated) {
  Lit image = copy->map[lit_node(variable)];
  Lit model = copy->witness ? show->model_of[lit_node(variable)] : variable;
  if (!bits_get(&show->relevant, lit_node(image)) || (repeated && model != LIT_NONE)) return;
  if (show->shown == SHOWN_VALUES) {
    show->left_out++;
    return;
  }
  if (show->moment != copy->moment)
    text_format(&show->text, "%s%c:", show->shown ? "; " : " ", copy->moment);
  show->moment = copy->moment;
  bool value = bits_get(&show->values, lit_node(image)) ^ lit_negated(image);
  if (model == LIT_NONE) {
    text_add(&show->text, " witness ");
    name_literal(copy->system, variable, &show->text);
  } else {
    text_char(&show->text, ' ');
    name_literal(show->query->task->system, lit_positive(model), &show->text);
    value ^= lit_negated(model);
  }
  text_format(&show->text, " = %d", value);
  show->shown++;
}

/* Where the model's copy of the same moment is shown, too, mapped variables are not repeated. */
static void show_copy(Show *show, const Copy *copy) {
  bool repeated = false;
  for (size_t i = 0; i < show->query->count; i++) {
    const Copy *other = show->query->copies + i;
    repeated |= copy->witness && !other->witness && other->moment == copy->moment;
  }
  for (size_t i = 0; i < copy->system->latches.size; i++)
    show_variable(show, copy, copy->system->latches.data[i].current, repeated);
  for (size_t i = 0; i < copy->system->inputs.size; i++)
    show_variable(show, copy, copy->system->inputs.data[i], repeated);
}

static void report(const Query *query, Lit violation, Cnf *cnf, const char *what, Error *error) {
  const Certificate *certificate = query->certificate;
  Show show = {.query = query,
               .values = query_values(query->aig, cnf),
               .relevant = bits_new(query->aig->size),
               .model_of = aig_map_new(certificate->circuit->aig)};
  for (size_t i = 0; i < certificate->mapping.size; i++)
    show.model_of[lit_node(certificate->mapping.data[i].witness)] =
        certificate->mapping.data[i].model;
  U32Vec order = {0};
  aig_cone(query->aig, &violation, 1, &show.relevant, &order);
  vec_free(&order);
  for (size_t i = 0; i < query->count; i++) show_copy(&show, query->copies + i);
  if (show.left_out) text_format(&show.text, " and %zu values more", show.left_out);
  error_set(error, "the certificate is not valid: check '%s' fails%s%s, %s%s", query->check,
            what ? " for " : "", what ? what : "",
            show.shown ? "for example with" : "whatever the values are",
            show.shown ? show.text.data : "");
  text_free(&show.text);
  bits_free(&show.values);
  bits_free(&show.relevant);
  mem_free(show.model_of);
}

Sat *query_new_solver(const Query *query) { return scrutiny_solver(query->certificate->scrutiny); }

SatResult query_answer(const Query *query, Sat *sat, const char *what, Budget *budget) {
  Text obligation = {0};
  text_format(&obligation, "check '%s'%s%s", query->check, what ? " for " : "", what ? what : "");
  SatResult result = scrutiny_solve(query->certificate->scrutiny, sat, obligation.data, budget);
  text_free(&obligation);
  return result;
}

bool query_prove(Query *query, Lit goal, const char *what, Error *error) {
  Lit violation = aig_and(
      query->aig, aig_and_all(query->aig, query->assumed.data, query->assumed.size), lit_not(goal));
  if (violation == LIT_FALSE) return true;
  Sat *sat = query_new_solver(query);
  Cnf *cnf = cnf_new(query->aig, sat);
  cnf_assert(cnf, violation);
  SatResult result = query_answer(query, sat, what, query->certificate->budget);
  if (result == SAT_SATISFIABLE) report(query, violation, cnf, what, error);
  else if (result == SAT_UNKNOWN && !scrutiny_failed(query->certificate->scrutiny, error))
    error_set(error, "the solver gave no answer for check '%s'", query->check);
  cnf_free(cnf);
  sat_free(sat);
  return result == SAT_UNSATISFIABLE;
}
