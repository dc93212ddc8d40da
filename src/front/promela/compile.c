/* Terms and simple statements become expressions, places and commands of the program. */
#include "front/promela/build.h"

static uint32_t add_expression(Builder *b, ProcessExpression expression) {
  vec_push(&b->program->expressions, expression);
  return (uint32_t)b->program->expressions.size - 1;
}

static uint32_t find_proctype(Builder *b, const Token *at, const char *name) {
  for (size_t i = 0; i < b->syntax->proctypes.size; i++)
    if (!strcmp(b->syntax->proctypes.data[i]->name, name) && !b->syntax->proctypes.data[i]->claim)
      return (uint32_t)i;
  builder_fail(b, at, "there is no proctype '%s'", name);
  return 0;
}

static void add_indices(Builder *b, ProcessPlace *place, const ProcessIndex *indices,
                        size_t count) {
  place->first_index = (uint32_t)b->program->indices.size;
  place->indices = (uint32_t)count;
  for (size_t i = 0; i < count; i++) vec_push(&b->program->indices, indices[i]);
}

ProcessPlace compile_place(Builder *b, const Term *term) {
  ProcessPlace place = {.local = term->path[0].field->local};
  VEC(ProcessIndex) indices = {0};
  for (size_t i = 0; i < term->path_length; i++) {
    const Variable *field = term->path[i].field;
    place.offset += field->offset;
    place.type = field->type;
    place.bits = field->bits;
    if (field->array && !term->path[i].index) {
      builder_fail(b, &term->at, "'%s' is an array: an index is missing", field->name);
    } else if (term->path[i].index) {
      const Term *index = term->path[i].index;
      if (index->operator== PROCESS_CONSTANT && index->value >= 0 &&(uint32_t)
              index->value < field->count) {
        place.offset += (uint32_t)index->value * field->size;
      } else {
        ProcessIndex entry = {compile_term(b, index), field->count, field->size};
        vec_push(&indices, entry);
      }
    }
    if (i + 1 == term->path_length && field->record)
      builder_fail(b, &term->at, "'%s' is a record: a field is missing", field->name);
  }
  add_indices(b, &place, indices.data, indices.size);
  vec_free(&indices);
  return place;
}

static uint32_t add_place(Builder *b, ProcessPlace place) {
  vec_push(&b->program->places, place);
  return (uint32_t)b->program->places.size - 1;
}

/* Of an event: constants and eval() must be there, all else may be anything. */
static ProcessArgument event_argument(Builder *b, const Term *term) {
  bool matters = !term->wildcard && (term->eval || term->operator== PROCESS_CONSTANT);
  if (!matters) return (ProcessArgument){.kind = PROCESS_DROP};
  return (ProcessArgument){PROCESS_MATCH, compile_term(b, term)};
}

static uint32_t add_arguments(Builder *b, const TermVec *terms, bool receive) {
  VEC(ProcessArgument) arguments = {0};
  for (size_t i = 0; i < terms->size; i++) {
    const Term *term = terms->data[i];
    ProcessArgument argument = {.kind = PROCESS_GIVE};
    if (b->in_trace) {
      argument = event_argument(b, term);
    } else if (receive && term->wildcard) {
      argument.kind = PROCESS_DROP;
    } else if (receive && term->operator== PROCESS_VARIABLE && !term->eval) {
      argument = (ProcessArgument){PROCESS_BIND, add_place(b, compile_place(b, term))};
    } else {
      if (receive) argument.kind = PROCESS_MATCH;
      argument.operand = compile_term(b, term);
    }
    vec_push(&arguments, argument);
  }
  uint32_t first = (uint32_t)b->program->arguments.size;
  for (size_t i = 0; i < arguments.size; i++) vec_push(&b->program->arguments, arguments.data[i]);
  vec_free(&arguments);
  return first;
}

static uint32_t compile_remote(Builder *b, const Term *term) {
  uint32_t type = find_proctype(b, &term->at, term->proctype);
  ProcessExpression expression = {.operator= PROCESS_REMOTE, .value = (int32_t)type};
  expression.b = term->a ? compile_term(b, term->a) : PROCESS_NONE;
  const ProctypeSyntax *proctype = b->syntax->proctypes.data[type];
  for (size_t i = 0; i < proctype->variables.size; i++) {
    const Variable *variable = proctype->variables.data[i];
    if (strcmp(variable->name, term->name)) continue;
    if (variable->record || variable->array != (term->b != NULL)) break;
    ProcessPlace place = {
        .local = true, .type = variable->type, .bits = variable->bits, .offset = variable->offset};
    if (term->b) {
      ProcessIndex index = {compile_term(b, term->b), variable->count, variable->size};
      add_indices(b, &place, &index, 1);
    }
    expression.a = add_place(b, place);
    return add_expression(b, expression);
  }
  builder_fail(b, &term->at, "'%s' has no variable '%s' that can be seen from outside",
               term->proctype, term->name);
  return 0;
}

static uint32_t compile_run(Builder *b, const Term *term) {
  uint32_t type = find_proctype(b, &term->at, term->proctype);
  size_t wanted = b->program->proctypes.data[type].parameters.size;
  if (!b->failed && term->arguments.size != wanted)
    builder_fail(b, &term->at, "'%s' takes %zu arguments, not %zu", term->proctype, wanted,
                 term->arguments.size);
  uint32_t first = add_arguments(b, &term->arguments, false);
  uint32_t priority = term->value ? (uint32_t)term->value : 1;
  return add_expression(b, (ProcessExpression){.operator= PROCESS_RUN,
                                               .value = (int32_t)term->arguments.size,
                                               .a = type,
                                               .b = first,
                                               .c = priority});
}

uint32_t compile_term(Builder *b, const Term *term) {
  ProcessExpression expression = {.operator=(ProcessOperator) term->operator,
                                  .value = term->value,
                                  .a = PROCESS_NONE,
                                  .b = PROCESS_NONE,
                                  .c = PROCESS_NONE};
  if (b->failed) return 0;
  if (term->operator>= TERM_LTL) {
    builder_fail(b, &term->at, "a temporal operator can only stand in a formula");
    return 0;
  }
  switch (term->operator) {
  case PROCESS_CONSTANT: break;
  case PROCESS_VARIABLE: expression.a = add_place(b, compile_place(b, term)); break;
  case PROCESS_REMOTE: return compile_remote(b, term);
  case PROCESS_RUN: return compile_run(b, term);
  case PROCESS_AT: {
    expression.c = find_proctype(b, &term->at, term->proctype);
    expression.b = term->a ? compile_term(b, term->a) : PROCESS_NONE;
    uint32_t place = add_expression(b, expression);
    vec_push(&b->references, ((LabelReference){place, term}));
    return place;
  }
  case PROCESS_POLL:
    expression.c = (uint32_t)term->value;
    expression.a = compile_term(b, term->a);
    expression.b = add_arguments(b, &term->arguments, true);
    expression.value = (int32_t)term->arguments.size;
    break;
  default:
    if (term->a) expression.a = compile_term(b, term->a);
    if (term->b) expression.b = compile_term(b, term->b);
    if (term->c) expression.c = compile_term(b, term->c);
    break;
  }
  return add_expression(b, expression);
}

/* A send or receive on a channel of a known kind must have its number of fields. */
static void check_message(Builder *b, const Statement *statement) {
  const Variable *channel = statement->target->path[statement->target->path_length - 1].field;
  const StartVec *starts = &b->syntax->starts;
  for (size_t i = 0; i < starts->size; i++) {
    if (starts->data[i].variable != channel || starts->data[i].channel == PROCESS_NONE) continue;
    uint32_t fields = b->program->channels.data[starts->data[i].channel].field_count;
    if (statement->arguments.size > fields)
      builder_fail(b, &statement->at, "'%s' carries %u fields, not %zu", channel->name, fields,
                   statement->arguments.size);
  }
}

/* Not one that a variable chooses. */
static bool is_fixed_channel(const Term *term) {
  for (size_t i = 0; i < term->path_length; i++)
    if (term->path[i].index && term->path[i].index->operator!= PROCESS_CONSTANT) return false;
  return true;
}

uint32_t compile_statement(Builder *b, const Statement *statement) {
  ProcessCommand command = {.action = statement->action,
                            .sorted = statement->sorted,
                            .anywhere = statement->anywhere,
                            .peek = statement->peek,
                            .more = PROCESS_NONE,
                            .place = PROCESS_NONE,
                            .expression = PROCESS_NONE,
                            .source = builder_source(&statement->at)};
  bool message = statement->action == PROCESS_SEND || statement->action == PROCESS_RECEIVE;
  if (statement->kind != STATEMENT_SIMPLE) {
    command.action = PROCESS_SKIP;
  } else if (message) {
    check_message(b, statement);
    if (b->in_trace && !is_fixed_channel(statement->target))
      builder_fail(b, &statement->target->at, "a trace names global channels alone");
    command.expression = compile_term(b, statement->target);
  } else {
    if (statement->action == PROCESS_ASSIGN)
      command.place = add_place(b, compile_place(b, statement->target));
    if (statement->expression) command.expression = compile_term(b, statement->expression);
    if (statement->more) command.more = compile_statement(b, statement->more);
  }
  command.arguments = (uint32_t)statement->arguments.size;
  command.first_argument =
      add_arguments(b, &statement->arguments, statement->action == PROCESS_RECEIVE);
  if (statement->format) command.format = arena_string(&b->program->arena, statement->format);
  const Term *guard = statement->action == PROCESS_GUARD ? statement->expression : NULL;
  if (guard && guard->operator== PROCESS_CONSTANT && guard->value == 1)
    command.action = PROCESS_SKIP;
  Text text = {0};
  show_statement(statement, &text);
  command.text = arena_string(&b->program->arena, text.data ? text.data : "");
  text_free(&text);
  vec_push(&b->program->commands, command);
  return (uint32_t)b->program->commands.size - 1;
}

/* ---- formulas ---- */

static bool is_temporal(const Term *term) {
  if (!term) return false;
  if (term->operator>= TERM_LTL) return true;
  bool boolean =
      term->operator== PROCESS_NOT || term->operator== PROCESS_AND || term->operator== PROCESS_OR;
  return boolean && (is_temporal(term->a) || is_temporal(term->b));
}

static uint32_t compile_ltl(Builder *b, const Term *term) {
  ProcessLtl formula = {.operator= LTL_ATOM, .a = PROCESS_NONE, .b = PROCESS_NONE};
  if (is_temporal(term)) {
    formula.operator= term->operator>= TERM_LTL ? (ProcessLtlOperator)(term->operator- TERM_LTL)
    : term->operator== PROCESS_NOT              ? LTL_NOT
    : term->operator== PROCESS_AND              ? LTL_AND
                                                : LTL_OR;
    formula.a = compile_ltl(b, term->a);
    if (term->b) formula.b = compile_ltl(b, term->b);
  } else {
    formula.a = compile_term(b, term);
    Text text = {0};
    show_term(term, &text);
    formula.text = arena_string(&b->program->arena, text.data);
    text_free(&text);
  }
  vec_push(&b->program->formulas, formula);
  return (uint32_t)b->program->formulas.size - 1;
}

void compile_formula(Builder *b, const LtlSyntax *syntax) {
  ProcessClaim claim = {.kind = syntax->branching ? CLAIM_CTL : CLAIM_LTL,
                        .name = arena_string(&b->program->arena, syntax->name),
                        .source = builder_source(&syntax->at),
                        .proctype = PROCESS_NONE};
  claim.formula = compile_ltl(b, syntax->formula);
  vec_push(&b->program->claims, claim);
}
