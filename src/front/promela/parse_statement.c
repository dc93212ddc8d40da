/* Statements, and what is written out on the way: `for`, `select`, `++`, inlines. */
#include "front/promela/parser.h"

enum { SELECT_LIMIT = 32 }; /* up to this distance `select` is one choice */

static bool parse_sequence(Parser *p, StatementVec *sequence);
static Statement *parse_statement(Parser *p, StatementVec *sequence);

Statement *statement_new(Parser *p, StatementKind kind, const Token *at) {
  Statement *statement = promela_new(p, sizeof *statement);
  statement->kind = kind;
  statement->at = *at;
  vec_push(&p->syntax->statements, statement);
  return statement;
}

static Statement *simple(Parser *p, ProcessAction action, const Token *at) {
  Statement *statement = statement_new(p, STATEMENT_SIMPLE, at);
  statement->action = action;
  return statement;
}

static StatementVec *new_part(Statement *statement) {
  vec_push(&statement->parts, (StatementVec){0});
  return &statement->parts.data[statement->parts.size - 1];
}

/* ---- compound statements ---- */

static bool parse_scoped(Parser *p, StatementVec *sequence) {
  size_t block = p->block, visible = p->scope.size;
  p->block = visible;
  bool fine = parse_sequence(p, sequence);
  p->block = block;
  p->scope.size = visible;
  return fine;
}

bool parse_body(Parser *p, StatementVec *sequence) {
  return promela_expect(p, '{', "this") && parse_scoped(p, sequence) &&
         promela_expect(p, '}', "the statements");
}

static Statement *parse_options(Parser *p, StatementKind kind, const char *end) {
  Statement *statement = statement_new(p, kind, &p->last);
  if (kind == STATEMENT_DO) vec_push(&p->loops, statement);
  if (!promela_is(p, SIGN_OPTION)) return promela_unexpected(p, "'::'");
  bool otherwise = false;
  while (promela_take(p, SIGN_OPTION)) {
    StatementVec part = {0};
    bool fine = parse_scoped(p, &part);
    vec_push(&statement->parts, (StatementVec){0});
    statement->parts.data[statement->parts.size - 1].data = part.data;
    statement->parts.data[statement->parts.size - 1].size = part.size;
    statement->parts.data[statement->parts.size - 1].capacity = part.capacity;
    if (!fine) return NULL;
    const Statement *first = part.data[0];
    if (first->kind == STATEMENT_SIMPLE && first->action == PROCESS_ELSE) {
      if (otherwise) return promela_fail(p, &first->at, "there is a second 'else'");
      otherwise = true;
    }
  }
  if (!promela_take_word(p, end)) {
    Text text = {0};
    text_format(&text, "'::' or '%s'", end);
    promela_unexpected(p, text.data);
    text_free(&text);
    return NULL;
  }
  if (kind == STATEMENT_DO) p->loops.size--;
  return statement;
}

static Statement *parse_block(Parser *p, StatementKind kind) {
  Statement *statement = statement_new(p, kind, &p->last);
  StatementVec part = {0};
  bool fine = parse_body(p, &part);
  *new_part(statement) = part;
  return fine ? statement : NULL;
}

/* ---- for and select ---- */

static Statement *assign(Parser *p, const Token *at, Term *target, Term *value) {
  Statement *statement = simple(p, PROCESS_ASSIGN, at);
  statement->target = target;
  statement->expression = value;
  return statement;
}

static Term *binary(Parser *p, int operator, const Token * at, Term *a, Term *b) {
  Term *term = term_new(p, operator, at);
  term->a = a;
  term->b = b;
  return term;
}

static Term *number(Parser *p, const Token *at, int32_t value) {
  Term *term = term_new(p, PROCESS_CONSTANT, at);
  term->value = value;
  return term;
}

static Statement *increment(Parser *p, const Token *at, Term *target, int operator) {
  return assign(p, at, target, binary(p, operator, at, target, number(p, at, 1)));
}

/* do :: else -> break :: guard; body; counter++ od, as SPIN writes it out. */
static Statement *counted_loop(Parser *p, const Token *at, Statement *loop, Term *counter,
                               Term *guard, StatementVec *body, bool otherwise) {
  StatementVec leave = {0}, turn = {0};
  loop->written_out = true;
  if (otherwise) vec_push(&leave, simple(p, PROCESS_ELSE, at));
  Statement *exit = statement_new(p, STATEMENT_BREAK, at);
  exit->loop = loop;
  vec_push(&leave, exit);
  Statement *condition = simple(p, PROCESS_GUARD, at);
  condition->expression = guard;
  vec_push(&turn, condition);
  vec_append(&turn, body);
  vec_push(&turn, increment(p, at, counter, PROCESS_ADD));
  vec_free(body);
  *new_part(loop) = leave;
  *new_part(loop) = turn;
  return loop;
}

static bool is_counter(Parser *p, const Term *term) {
  const Variable *variable = term->path[term->path_length - 1].field;
  if (!variable->record && variable->type != PROCESS_CHAN) return true;
  return promela_fail(p, &term->at, "'%s' cannot count", variable->name);
}

static bool parse_range(Parser *p, Term **from, Term **to) {
  *from = parse_term(p);
  if (!*from || !promela_expect(p, SIGN_RANGE, "the first value")) return false;
  *to = parse_term(p);
  return *to && promela_expect(p, ')', "the last value");
}

/* for (m in channel): the messages are taken and put back, one after the other. */
static Term *messages_loop(Parser *p, const Token *at, Term *message, Term *channel,
                           StatementVec *sequence, StatementVec *body, Term **guard) {
  Variable *variable = promela_new(p, sizeof *variable);
  variable->name = "_f0r_t3mp";
  variable->at = *at;
  variable->type = PROCESS_BYTE;
  variable->local = true;
  variable->count = variable->size = 1;
  variable->offset = p->proctype->size++;
  vec_push(&p->proctype->variables, variable);
  Term *counter = term_new(p, PROCESS_VARIABLE, at);
  counter->path = promela_new(p, sizeof *counter->path);
  counter->path_length = 1;
  counter->path[0].field = variable;
  vec_push(sequence, assign(p, at, counter, number(p, at, 0)));
  Term *length = term_new(p, PROCESS_LENGTH, at);
  length->a = channel;
  *guard = binary(p, PROCESS_LESS, at, counter, length);
  for (int send = 0; send < 2; send++) {
    Statement *statement = simple(p, send ? PROCESS_SEND : PROCESS_RECEIVE, at);
    statement->target = channel;
    vec_push(&statement->arguments, message);
    expand_records(p, &statement->arguments);
    vec_push(body, statement);
  }
  return counter;
}

static Statement *parse_for(Parser *p, StatementVec *sequence) {
  const Token at = p->last;
  Statement *loop = statement_new(p, STATEMENT_DO, &at);
  if (!promela_expect(p, '(', "'for'")) return NULL;
  p->parentheses++;
  Term *counter = parse_reference(p), *guard = NULL;
  if (!counter) return NULL;
  StatementVec body = {0};
  if (promela_take_word(p, "in")) {
    Term *over = parse_reference(p);
    if (!over || !promela_expect(p, ')', "the name")) return NULL;
    const Variable *variable = over->path[over->path_length - 1].field;
    bool one = !variable->array || over->path[over->path_length - 1].index;
    if (!variable->record && variable->type == PROCESS_CHAN && one) {
      counter = messages_loop(p, &at, counter, over, sequence, &body, &guard);
    } else if (!one) {
      if (!is_counter(p, counter)) return NULL;
      vec_push(sequence, assign(p, &at, counter, number(p, &at, 0)));
      guard =
          binary(p, PROCESS_LESS_EQUAL, &at, counter, number(p, &at, (int32_t)variable->count - 1));
    } else {
      return promela_fail(p, &over->at, "'for ... in' wants an array or a channel");
    }
  } else {
    Term *from, *to;
    if (!is_counter(p, counter)) return NULL;
    if (!promela_expect(p, ':', "the variable") || !parse_range(p, &from, &to)) return NULL;
    vec_push(sequence, assign(p, &at, counter, from));
    guard = binary(p, PROCESS_LESS_EQUAL, &at, counter, to);
  }
  p->parentheses--;
  vec_push(&p->loops, loop);
  promela_take(p, ';');
  bool fine = parse_body(p, &body);
  p->loops.size--;
  if (!fine) vec_free(&body);
  return fine ? counted_loop(p, &at, loop, counter, guard, &body, true) : NULL;
}

/* if :: counter = from ... :: counter = to fi: SPIN's way where both are written as numbers. */
static Statement *choice_of(Parser *p, const Token *at, Term *counter, const Term *from,
                            const Term *to) {
  Statement *choice = statement_new(p, STATEMENT_IF, at);
  for (int32_t value = from->value; value <= to->value; value++) {
    StatementVec option = {0};
    vec_push(&option, assign(p, at, counter, number(p, at, value)));
    *new_part(choice) = option;
  }
  return choice;
}

static Statement *parse_select(Parser *p, StatementVec *sequence) {
  const Token at = p->last;
  if (!promela_expect(p, '(', "'select'")) return NULL;
  p->parentheses++;
  Term *counter = parse_reference(p), *from, *to;
  if (!counter || !is_counter(p, counter)) return NULL;
  if (!promela_expect(p, ':', "the variable") || !parse_range(p, &from, &to)) return NULL;
  p->parentheses--;
  if (from->operator== PROCESS_CONSTANT && to->operator== PROCESS_CONSTANT) {
    if (from->value > to->value) return promela_fail(p, &from->at, "there is no value to select");
    if (to->value - from->value <= SELECT_LIMIT) return choice_of(p, &at, counter, from, to);
  }
  vec_push(sequence, assign(p, &at, counter, from));
  StatementVec body = {0};
  return counted_loop(p, &at, statement_new(p, STATEMENT_DO, &at), counter,
                      binary(p, PROCESS_LESS, &at, counter, to), &body, false);
}

/* ---- simple statements ---- */

static bool is_assignable(Parser *p, const Term *term) {
  for (size_t i = 0; i < term->path_length; i++)
    if (term->path[i].field->array && !term->path[i].index)
      return promela_fail(p, &term->at, "'%s' is an array: an index is missing",
                          term->path[i].field->name);
  return true;
}

static bool is_chan(const Term *term) {
  const Variable *last = term->path[term->path_length - 1].field;
  return !last->record && last->type == PROCESS_CHAN;
}

/* r = s of records: all their parts in one step. */
static Statement *assign_record(Parser *p, const Token *at, Term *target, Term *value) {
  TermVec to = {0}, from = {0};
  vec_push(&to, target);
  vec_push(&from, value);
  expand_records(p, &to);
  expand_records(p, &from);
  Statement *first = NULL, *last = NULL;
  bool same = value->operator== PROCESS_VARIABLE && value->path[value->path_length - 1]
                  .field->record == target->path[target->path_length - 1]
                  .field->record;
  for (size_t i = 0; same && i < to.size; i++) {
    Statement *part = assign(p, at, to.data[i], from.data[i]);
    if (last) last->more = part;
    else first = part;
    last = part;
  }
  vec_free(&to);
  vec_free(&from);
  return first ? first : promela_fail(p, at, "this is not a value for a record");
}

static Statement *parse_assignment(Parser *p, Term *target) {
  const Token at = *promela_peek(p, 0);
  if (!is_assignable(p, target)) return NULL;
  if (promela_take(p, SIGN_INCREMENT)) return increment(p, &at, target, PROCESS_ADD);
  if (promela_take(p, SIGN_DECREMENT)) return increment(p, &at, target, PROCESS_SUBTRACT);
  promela_advance(p);
  Term *value = parse_term(p);
  if (!value) return NULL;
  if (target->path[target->path_length - 1].field->record)
    return assign_record(p, &at, target, value);
  return assign(p, &at, target, value);
}

static Statement *parse_message(Parser *p, Term *channel) {
  const Token at = *promela_peek(p, 0);
  if (!is_chan(channel))
    return promela_fail(p, &channel->at, "'%s' is not a channel",
                        channel->path[channel->path_length - 1].field->name);
  if (!is_assignable(p, channel)) return NULL;
  bool send = at.sign == '!' || at.sign == SIGN_SORTED;
  Statement *statement = simple(p, send ? PROCESS_SEND : PROCESS_RECEIVE, &at);
  statement->target = channel;
  statement->sorted = at.sign == SIGN_SORTED;
  statement->anywhere = at.sign == SIGN_ANYWHERE;
  promela_advance(p);
  statement->peek = !send && promela_take(p, '<');
  if (!parse_arguments(p, &statement->arguments, !send)) return NULL;
  if (statement->peek && !promela_expect(p, '>', "the message")) return NULL;
  return statement;
}

static Statement *parse_print(Parser *p, bool name) {
  Statement *statement = simple(p, PROCESS_PRINT, &p->last);
  if (!promela_expect(p, '(', "the name")) return NULL;
  p->parentheses++;
  statement->format = "%e";
  if (!name) {
    if (promela_peek(p, 0)->kind != TOKEN_STRING) return promela_unexpected(p, "a string");
    statement->format = promela_peek(p, 0)->text;
    promela_advance(p);
  }
  while (name || promela_take(p, ',')) {
    Term *value = parse_term(p);
    if (!value) return NULL;
    vec_push(&statement->arguments, value);
    if (name) break;
  }
  p->parentheses--;
  return promela_expect(p, ')', "the values") ? statement : NULL;
}

static Statement *parse_expression_statement(Parser *p, Term *left, const Token *at) {
  Statement *statement = simple(p, PROCESS_GUARD, at);
  statement->expression = parse_term_from(p, left);
  if (!statement->expression) return NULL;
  return statement;
}

static Statement *parse_set_priority(Parser *p) {
  Statement *statement = simple(p, PROCESS_SET_PRIORITY, &p->last);
  p->syntax->program->has_priority = true;
  if (!promela_expect(p, '(', "'set_priority'")) return NULL;
  p->parentheses++;
  statement->expression = parse_term(p);
  if (!statement->expression || !promela_expect(p, ',', "the process")) return NULL;
  Term *priority = parse_term(p);
  if (!priority) return NULL;
  vec_push(&statement->arguments, priority);
  p->parentheses--;
  return promela_expect(p, ')', "the priority") ? statement : NULL;
}

/* _priority = n: the same for the own process. */
static Statement *parse_own_priority(Parser *p) {
  const Token at = *promela_peek(p, 0);
  Statement *statement = simple(p, PROCESS_SET_PRIORITY, &at);
  p->syntax->program->has_priority = true;
  promela_advance(p);
  promela_advance(p);
  statement->expression = term_new(p, PROCESS_OWN_PID, &at);
  Term *priority = parse_term(p);
  if (priority) vec_push(&statement->arguments, priority);
  return priority ? statement : NULL;
}

static Statement *parse_goto(Parser *p) {
  Statement *statement = statement_new(p, STATEMENT_GOTO, &p->last);
  statement->label.instance = p->frames.data[p->frames.size - 1].instance;
  statement->label.name = promela_name(p, "a label");
  return statement->label.name ? statement : NULL;
}

static Statement *parse_break(Parser *p) {
  const Token at = p->last;
  if (!p->loops.size) return promela_fail(p, &at, "'break' outside of a loop");
  Statement *statement = statement_new(p, STATEMENT_BREAK, &at);
  statement->loop = p->loops.data[p->loops.size - 1];
  return statement;
}

/* ---- inlines ---- */

static bool read_inline_arguments(Parser *p, TokenVec **arguments, size_t *count) {
  VEC(TokenVec) list = {0};
  int depth = 0;
  bool fine = promela_expect(p, '(', "the inline");
  vec_push(&list, (TokenVec){0});
  while (fine) {
    const Token token = *promela_peek(p, 0);
    if (token.kind == TOKEN_END) {
      promela_unexpected(p, "')'");
      fine = false;
      break;
    }
    bool sign = token.kind == TOKEN_SIGN;
    if (sign && token.sign == ')' && !depth) break;
    if (sign && (token.sign == '(' || token.sign == '[')) depth++;
    if (sign && (token.sign == ')' || token.sign == ']')) depth--;
    promela_advance(p);
    if (sign && token.sign == ',' && !depth) {
      vec_push(&list, (TokenVec){0});
    } else {
      TokenVec *last = &list.data[list.size - 1];
      vec_push(last, token);
    }
  }
  *arguments = list.data;
  *count = list.size;
  return fine;
}

/* Puts the body of an inline, with its arguments, before the tokens that follow the call. */
static bool unfold(Parser *p, Inline *of, const Token *at) {
  TokenVec *arguments;
  size_t count;
  bool fine = read_inline_arguments(p, &arguments, &count);
  if (fine && count == 1 && !arguments[0].size) count = 0;
  if (fine && count != of->parameters.size)
    fine = promela_fail(p, at, "'%s' takes %zu arguments, not %zu", of->name, of->parameters.size,
                        count);
  if (fine && of->open) fine = promela_fail(p, at, "'%s' calls itself", of->name);
  if (fine && p->frames.size > 60) fine = promela_fail(p, at, "inlines are nested too deep");
  Frame frame = {.of = of, .instance = ++p->instances};
  for (size_t i = 0; fine && i < of->body.size; i++) {
    const Token *token = &of->body.data[i];
    size_t parameter = 0;
    while (parameter < count &&
           (token->kind != TOKEN_NAME || token->name != of->parameters.data[parameter]))
      parameter++;
    if (parameter == count) vec_push(&frame.own, *token);
    else vec_append(&frame.own, &arguments[parameter]);
    if (frame.own.size + p->unfolded > 4 << 20)
      fine = promela_fail(p, at, "the inlines unfold to too much");
  }
  for (size_t i = 0; i < count || i < 1; i++)
    if (arguments) vec_free(&arguments[i]);
  mem_free(arguments);
  if (!fine) {
    vec_free(&frame.own);
    return false;
  }
  p->unfolded += frame.own.size;
  promela_advance(p); /* ) */
  frame.tokens = frame.own.data;
  frame.size = frame.own.size;
  of->open = true;
  vec_push(&p->frames, frame);
  return true;
}

/* ---- a statement ---- */

static Statement *parse_word(Parser *p, StatementVec *sequence, bool *found) {
  *found = true;
  if (promela_take_word(p, "if")) return parse_options(p, STATEMENT_IF, "fi");
  if (promela_take_word(p, "do")) return parse_options(p, STATEMENT_DO, "od");
  if (promela_take_word(p, "for")) return parse_for(p, sequence);
  if (promela_take_word(p, "select")) return parse_select(p, sequence);
  if (promela_take_word(p, "atomic")) return parse_block(p, STATEMENT_ATOMIC);
  if (promela_take_word(p, "d_step")) return parse_block(p, STATEMENT_DSTEP);
  if (promela_take_word(p, "goto")) return parse_goto(p);
  if (promela_take_word(p, "break")) return parse_break(p);
  if (promela_take_word(p, "else")) return simple(p, PROCESS_ELSE, &p->last);
  if (promela_take_word(p, "printf")) return parse_print(p, false);
  if (promela_take_word(p, "printm")) return parse_print(p, true);
  if (promela_take_word(p, "set_priority")) return parse_set_priority(p);
  const Token *next = promela_peek(p, 1);
  if (promela_is_word(p, "_priority") && next->kind == TOKEN_SIGN && next->sign == '=')
    return parse_own_priority(p);
  if (promela_take_word(p, "assert")) {
    Statement *statement = simple(p, PROCESS_ASSERT, &p->last);
    statement->expression = parse_term(p);
    return statement->expression ? statement : NULL;
  }
  if (promela_is_word(p, "c_code") || promela_is_word(p, "c_expr") || promela_is_word(p, "c_decl"))
    return promela_fail(p, promela_peek(p, 0), "C code inside a model cannot be checked");
  *found = false;
  return NULL;
}

static Statement *parse_labelled(Parser *p, StatementVec *sequence) {
  LabelName label = {.name = promela_peek(p, 0)->text,
                     .instance = p->frames.data[p->frames.size - 1].instance};
  const Token at = *promela_peek(p, 0);
  promela_advance(p);
  promela_advance(p); /* : */
  Statement *statement = NULL;
  bool nothing = promela_is(p, '}') || promela_is(p, ';') || promela_is(p, SIGN_ARROW) ||
                 promela_is(p, SIGN_OPTION) || promela_is_word(p, "fi") || promela_is_word(p, "od");
  if (nothing) {
    statement = simple(p, PROCESS_GUARD, &at);
    statement->expression = number(p, &at, 1);
  } else if (promela_is_type(p)) {
    return promela_fail(p, &at, "a label cannot stand before a declaration");
  } else {
    statement = parse_statement(p, sequence);
  }
  if (statement) vec_push(&statement->labels, label);
  return statement;
}

static Statement *parse_other(Parser *p, StatementVec *sequence) {
  bool found;
  Statement *statement = parse_word(p, sequence, &found);
  if (found) return statement;
  const Token at = *promela_peek(p, 0);
  if (promela_is(p, '{')) return parse_block(p, STATEMENT_BLOCK);
  if (at.kind != TOKEN_NAME) return parse_expression_statement(p, NULL, &at);
  const Token *next = promela_peek(p, 1);
  bool colon = next->kind == TOKEN_SIGN && next->sign == ':';
  if (colon && !map_get(&p->proctype_names, at.name, NULL)) return parse_labelled(p, sequence);
  uint64_t place;
  if (map_get(&p->inline_of, at.name, &place) && next->kind == TOKEN_SIGN && next->sign == '(') {
    promela_advance(p);
    p->fresh = false;
    return unfold(p, p->inlines.data[place], &at) ? parse_statement(p, sequence) : NULL;
  }
  if (promela_is_word(p, "_") || !promela_find(p, at.text)) {
    if (promela_is_word(p, "_")) {
      const Token *sign = promela_peek(p, 1);
      if (sign->kind == TOKEN_SIGN && sign->sign == '=') { /* a value that is thrown away */
        promela_advance(p);
        promela_advance(p);
        Statement *dropped = simple(p, PROCESS_SKIP, &at);
        return parse_term(p) ? dropped : NULL;
      }
    }
    return parse_expression_statement(p, NULL, &at);
  }
  Term *reference = parse_reference(p);
  if (!reference) return NULL;
  const Token *sign = promela_peek(p, 0), *after = promela_peek(p, 1);
  bool poll = after->kind == TOKEN_SIGN && after->sign == '[';
  if (sign->kind == TOKEN_SIGN && !promela_line_ends(p)) switch (sign->sign) {
    case '=':
    case SIGN_INCREMENT:
    case SIGN_DECREMENT: return parse_assignment(p, reference);
    case '!':
    case SIGN_SORTED: return parse_message(p, reference);
    case '?':
    case SIGN_ANYWHERE:
      if (!poll) return parse_message(p, reference);
      break;
    default: break;
    }
  if (poll && sign->kind == TOKEN_SIGN && !promela_line_ends(p) &&
      (sign->sign == '?' || sign->sign == SIGN_ANYWHERE)) {
    Term *term = term_new(p, PROCESS_POLL, sign);
    term->a = reference;
    term->value = sign->sign == SIGN_ANYWHERE;
    promela_advance(p);
    promela_advance(p);
    if (!is_chan(reference)) return promela_fail(p, &at, "'%s' is not a channel", at.text);
    if (!parse_arguments(p, &term->arguments, true) || !promela_expect(p, ']', "the message"))
      return NULL;
    reference = term;
  }
  return parse_expression_statement(p, reference, &at);
}

static Statement *parse_statement(Parser *p, StatementVec *sequence) {
  if (!promela_deeper(p)) return NULL;
  Statement *statement = parse_other(p, sequence);
  p->depth--;
  p->fresh = false;
  return p->failed ? NULL : statement;
}

static bool parse_step(Parser *p, StatementVec *sequence) {
  if (promela_is_type(p)) {
    /* A label may be called like a type's variable; a type followed by ':' and a name is mtype's.
     */
    return parse_declaration(p, sequence, NULL, false);
  }
  if (promela_is_word(p, "xr") || promela_is_word(p, "xs")) { /* hints for SPIN's reduction */
    promela_advance(p);
    do
      if (!parse_reference(p)) return false;
    while (promela_take(p, ','));
    return true;
  }
  Statement *statement = parse_statement(p, sequence);
  if (!statement) return false;
  if (promela_take_word(p, "unless")) {
    Statement *unless = statement_new(p, STATEMENT_UNLESS, &p->last);
    for (int side = 0; side < 2; side++) {
      StatementVec part = {0};
      Statement *of = side ? parse_statement(p, &part) : statement;
      if (!of) {
        vec_free(&part);
        return false;
      }
      if (!side && of->labels.size) { /* a label belongs to the whole */
        vec_append(&unless->labels, &of->labels);
        vec_clear(&of->labels);
      }
      vec_push(&part, of);
      *new_part(unless) = part;
    }
    statement = unless;
  }
  vec_push(sequence, statement);
  return true;
}

static bool at_end(Parser *p) {
  return promela_is(p, '}') || promela_is(p, SIGN_OPTION) || promela_is_word(p, "fi") ||
         promela_is_word(p, "od") || promela_peek(p, 0)->kind == TOKEN_END;
}

/* Statements that end with a brace, `fi`, `od` or the line need no semicolon behind them. */
static bool parse_sequence(Parser *p, StatementVec *sequence) {
  const Token at = *promela_peek(p, 0);
  for (;;) {
    while (promela_is(p, ';') || promela_is(p, SIGN_ARROW)) promela_advance(p);
    if (at_end(p)) break;
    if (!parse_step(p, sequence)) return false;
    const Token last = p->last;
    bool closed =
        (last.kind == TOKEN_SIGN && last.sign == '}') ||
        (last.kind == TOKEN_NAME &&
         (!strcmp(last.text, "fi") || !strcmp(last.text, "od") || !strcmp(last.text, "else")));
    if (!promela_is(p, ';') && !promela_is(p, SIGN_ARROW) && !at_end(p) && !closed &&
        !promela_peek(p, 0)->first) {
      promela_unexpected(p, "';'");
      return false;
    }
  }
  bool whole =
      p->proctype && sequence == &p->proctype->body; /* which ends with a step of its own */
  if (!sequence->size && !whole) return promela_fail(p, &at, "there must be a statement here");
  return !p->failed;
}
