#include "term/relation.h"

#include "base/memory.h"

Relation *relation_new(void) {
  Relation *relation = mem_zalloc(sizeof *relation);
  relation->terms = terms_new();
  return relation;
}

void relation_free(Relation *relation) {
  if (!relation) return;
  terms_free(relation->terms);
  for (size_t i = 0; i < relation->variables.size; i++) {
    mem_free(relation->variables.data[i].name);
    mem_free(relation->variables.data[i].path);
  }
  for (size_t i = 0; i < relation->questions.size; i++) {
    mem_free(relation->questions.data[i].name);
    mem_free(relation->questions.data[i].place);
    mem_free(relation->questions.data[i].text);
    vec_free(&relation->questions.data[i].conditions);
  }
  for (size_t i = 0; i < relation->definitions.size; i++)
    mem_free(relation->definitions.data[i].name);
  vec_free(&relation->variables);
  vec_free(&relation->initially);
  vec_free(&relation->constraints);
  vec_free(&relation->fairness);
  vec_free(&relation->questions);
  vec_free(&relation->definitions);
  mem_free(relation);
}

static Variable *add_variable(Relation *relation, const char *name, Type type, bool is_state) {
  Variable variable = {.name = mem_string(name),
                       .is_state = is_state,
                       .term = term_variable(relation->terms, type),
                       .shown = type,
                       .init = TERM_NONE,
                       .next = TERM_NONE,
                       .first = VARIABLE_ABSENT,
                       .choice = VARIABLE_ABSENT};
  vec_push(&relation->variables, variable);
  return &vec_last(&relation->variables);
}

Variable *relation_input(Relation *relation, const char *name, Type type) {
  return add_variable(relation, name, type, false);
}

Variable *relation_state(Relation *relation, const char *name, Type type) {
  return add_variable(relation, name, type, true);
}

Question *relation_ask(Relation *relation, QuestionKind kind, const char *name, const char *place) {
  Question question = {.kind = kind, .name = mem_string(name), .place = mem_string(place)};
  vec_push(&relation->questions, question);
  return &vec_last(&relation->questions);
}

Definition *relation_define(Relation *relation, const char *name, Term term) {
  vec_push(&relation->definitions,
           ((Definition){
               .name = mem_string(name), .term = term, .shown = term_type(relation->terms, term)}));
  return &vec_last(&relation->definitions);
}
