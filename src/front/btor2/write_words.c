/* A model of words as BTOR2: its relation, term by term. */
#include <inttypes.h>

#include "base/memory.h"
#include "front/btor2/writer.h"
#include "term/cone.h"

/* BTOR2 has no arrays that are constant but as initial values. */
static bool has_other_fills(const Relation *relation, const Bits *cone) {
  const Terms *terms = relation->terms;
  for (Term t = 0; t < terms->nodes.size; t++) {
    const TermNode *node = term_node(terms, t);
    for (size_t i = 0; bits_get(cone, t) && i < term_operators[node->op].terms; i++)
      if (term_node(terms, node->arguments[i])->op == TERM_FILL) return true;
  }
  for (size_t i = 0; i < relation->variables.size; i++) {
    Term next = relation->variables.data[i].next;
    if (next != TERM_NONE && term_node(terms, next)->op == TERM_FILL) return true;
  }
  return false;
}

bool btor2_writes_words(const Model *model) {
  if (!model->relation) return false;
  for (size_t i = 0; i < model->properties.size; i++)
    if (!model->properties.data[i].question) return false;
  Bits cone = relation_cone(model->relation, true);
  bool fills = has_other_fills(model->relation, &cone);
  bits_free(&cone);
  return !fills;
}

static uint64_t sort_of(Writer *writer, Type type) {
  const TypeInfo info = *type_info(&writer->model->relation->terms->types, type);
  if (info.kind != TYPE_ARRAY) return writer_word_sort(writer, info.width);
  uint64_t index = sort_of(writer, info.index), element = sort_of(writer, info.element);
  return writer_array_sort(writer, index, element);
}

/* Begins a line that has a sort. */
static uint64_t typed_line(Writer *writer, const char *tag, Type type) {
  uint64_t sort = sort_of(writer, type), line = writer_line(writer, tag);
  fprintf(writer->stream, " %" PRIu64, sort);
  return line;
}

static void argument(Writer *writer, Term term) {
  fprintf(writer->stream, " %" PRIu64, writer->lines[term]);
}

static void write_term(Writer *writer, Term term) {
  const Terms *terms = writer->model->relation->terms;
  const TermNode *node = term_node(terms, term);
  const TermOperatorInfo *info = term_operators + node->op;
  bool constant = node->op == TERM_CONSTANT;
  writer->lines[term] = typed_line(writer, constant ? "const" : info->name, node->type);
  if (constant) fprintf(writer->stream, " %s", term_digits(terms, term));
  for (size_t i = 0; i < info->terms; i++) argument(writer, node->arguments[i]);
  size_t numbers = info->shape == SHAPE_SLICE ? 2 : info->shape == SHAPE_EXTEND ? 1 : 0;
  for (size_t i = info->terms; i < info->terms + numbers; i++)
    fprintf(writer->stream, " %" PRIu32, node->arguments[i]);
  writer_end(writer, NULL);
}

/* Writes what a term needs and is not there yet, and the term itself; not if it reads a variable
 * that is still to come. */
static void write_early(Writer *writer, Term root) {
  const Terms *terms = writer->model->relation->terms;
  TermVec stack = {0};
  vec_push(&stack, root);
  while (stack.size) {
    Term term = vec_last(&stack);
    const TermNode *node = term_node(terms, term);
    size_t waiting = stack.size;
    if (node->op == TERM_VARIABLE && !writer->lines[term]) break;
    for (size_t i = 0; !writer->lines[term] && i < term_operators[node->op].terms; i++)
      if (!writer->lines[node->arguments[i]]) vec_push(&stack, node->arguments[i]);
    if (stack.size > waiting) continue;
    if (!writer->lines[term] && node->op != TERM_FILL) write_term(writer, term);
    stack.size--;
  }
  vec_free(&stack);
}

/* The first value of a state comes before it: the reference parser refuses others. */
static void write_variables(Writer *writer) {
  const Relation *relation = writer->model->relation;
  for (size_t i = 0; i < relation->variables.size; i++) {
    const Variable *variable = relation->variables.data + i;
    Term init = variable->is_state ? variable->init : TERM_NONE;
    if (init != TERM_NONE) write_early(writer, init);
    writer->lines[variable->term] = typed_line(writer, variable->is_state ? "state" : "input",
                                               term_type(relation->terms, variable->term));
    writer_end(writer, variable->name);
  }
}

static void write_terms(Writer *writer) {
  const Relation *relation = writer->model->relation;
  Bits cone = relation_cone(relation, true);
  for (Term t = 0; t < relation->terms->nodes.size; t++) {
    bool fill = term_node(relation->terms, t)->op == TERM_FILL;
    if (bits_get(&cone, t) && !writer->lines[t] && !fill) write_term(writer, t);
  }
  bits_free(&cone);
}

/* An initial value that fills an array is its element. */
static void write_assignment(Writer *writer, const char *tag, const Variable *variable,
                             Term value) {
  const Terms *terms = writer->model->relation->terms;
  if (value == TERM_NONE) return;
  const TermNode *node = term_node(terms, value);
  typed_line(writer, tag, term_type(terms, variable->term));
  argument(writer, variable->term);
  argument(writer, node->op == TERM_FILL ? node->arguments[0] : value);
  writer_end(writer, NULL);
}

static void write_conditions(Writer *writer, const char *tag, const TermVec *conditions) {
  for (size_t i = 0; i < conditions->size; i++) {
    writer_line(writer, tag);
    argument(writer, conditions->data[i]);
    writer_end(writer, NULL);
  }
}

/* What holds in the first step: a state that is true there alone implies it. */
static void write_initially(Writer *writer) {
  const Relation *relation = writer->model->relation;
  if (!relation->initially.size) return;
  uint64_t bit = writer_word_sort(writer, 1), lines[3];
  static const char *const tags[] = {"one", "zero", "state"};
  for (int i = 0; i < 3; i++) {
    lines[i] = writer_line(writer, tags[i]);
    fprintf(writer->stream, " %" PRIu64 "\n", bit);
  }
  for (int i = 0; i < 2; i++) {
    writer_line(writer, i ? "next" : "init");
    fprintf(writer->stream, " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", bit, lines[2], lines[i]);
  }
  for (size_t i = 0; i < relation->initially.size; i++) {
    uint64_t implication = writer_line(writer, "implies");
    fprintf(writer->stream, " %" PRIu64 " %" PRIu64, bit, lines[2]);
    argument(writer, relation->initially.data[i]);
    writer_end(writer, NULL);
    writer_line(writer, "constraint");
    fprintf(writer->stream, " %" PRIu64 "\n", implication);
  }
}

static void write_property(Writer *writer, const Property *property) {
  const TermVec *conditions =
      &writer->model->relation->questions.data[property->question - 1].conditions;
  bool justice = property->kind == PROPERTY_JUSTICE;
  writer_line(writer, justice ? "justice" : "bad");
  if (justice) fprintf(writer->stream, " %zu", conditions->size);
  for (size_t i = 0; i < conditions->size; i++) argument(writer, conditions->data[i]);
  writer_end(writer, property->name);
}

/* Other lines with a name: an extension by no bits carries it. */
static void write_definition(Writer *writer, const Definition *definition) {
  Type type = term_type(writer->model->relation->terms, definition->term);
  bool array = type_is_array(&writer->model->relation->terms->types, type);
  if (definition->hidden && array) return;
  if (definition->hidden) typed_line(writer, "uext", type);
  else writer_line(writer, "output");
  argument(writer, definition->term);
  if (definition->hidden) fputs(" 0", writer->stream);
  writer_end(writer, definition->name);
}

void write_words(Writer *writer) {
  const Model *model = writer->model;
  const Relation *relation = model->relation;
  writer->lines = mem_array(relation->terms->nodes.size, sizeof *writer->lines);
  write_variables(writer);
  write_terms(writer);
  for (size_t i = 0; i < relation->variables.size; i++) {
    const Variable *variable = relation->variables.data + i;
    write_assignment(writer, "init", variable, variable->init);
    write_assignment(writer, "next", variable, variable->next);
  }
  write_initially(writer);
  write_conditions(writer, "constraint", &relation->constraints);
  write_conditions(writer, "fair", &relation->fairness);
  for (size_t i = 0; i < model->properties.size; i++)
    write_property(writer, model->properties.data + i);
  for (size_t i = 0; i < relation->definitions.size; i++)
    write_definition(writer, relation->definitions.data + i);
}
