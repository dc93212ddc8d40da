/* Statements of processes, functions and tasks. */
#include "front/vl2mv/syntax.h"

static Statement *new_statement(Parser *parser, StatementKind kind) {
  Statement *statement = arena_alloc(&parser->design->arena, sizeof *statement);
  statement->kind = kind;
  statement->place = parser->next->place;
  vec_push(&parser->design->statements, statement);
  return statement;
}

static Statement *parse_block(Parser *parser) {
  Statement *block = new_statement(parser, STATEMENT_BLOCK);
  vl_expect(parser, "begin");
  if (vl_take(parser, ":")) block->name = vl_name(parser);
  while (!parser->failed && vl_parse_declarations(parser, &block->locals)) continue;
  while (!parser->failed && !vl_at(parser, "end"))
    vec_push(&block->body, vl_parse_statement(parser));
  vl_expect(parser, "end");
  return block;
}

static Statement *parse_if(Parser *parser) {
  Statement *statement = new_statement(parser, STATEMENT_IF);
  vl_expect(parser, "if");
  vl_expect(parser, "(");
  statement->value = vl_parse_expression(parser);
  vl_expect(parser, ")");
  statement->then = vl_parse_statement(parser);
  if (vl_take(parser, "else")) statement->otherwise = vl_parse_statement(parser);
  return statement;
}

static CaseItem parse_case_item(Parser *parser) {
  CaseItem item = {0};
  if (vl_take(parser, "default")) {
    vl_take(parser, ":");
  } else {
    do {
      const Expr *label = vl_parse_expression(parser);
      vec_push(&item.labels, label);
    } while (!parser->failed && vl_take(parser, ","));
    vl_expect(parser, ":");
  }
  item.body = vl_parse_statement(parser);
  return item;
}

/* `case` and `casez` mean the same here: ? is a don't care in both. */
static Statement *parse_case(Parser *parser) {
  Statement *statement = new_statement(parser, STATEMENT_CASE);
  parser->next++;
  vl_expect(parser, "(");
  statement->value = vl_parse_expression(parser);
  vl_expect(parser, ")");
  while (!parser->failed && !vl_at(parser, "endcase"))
    vec_push(&statement->items, parse_case_item(parser));
  vl_expect(parser, "endcase");
  return statement;
}

/* A delay, which means nothing here: there is one clock. */
static void skip_delay(Parser *parser) {
  if (vl_take(parser, "#")) parser->next += parser->next->kind != TOKEN_END;
}

static Statement *parse_assignment(Parser *parser) {
  Statement *statement = new_statement(parser, STATEMENT_ASSIGN);
  statement->target = vl_parse_target(parser);
  statement->deferred = vl_take(parser, "<=");
  if (!statement->deferred) vl_expect(parser, "=");
  skip_delay(parser);
  statement->value = vl_parse_expression(parser);
  return statement;
}

static Statement *parse_for(Parser *parser) {
  Statement *statement = new_statement(parser, STATEMENT_FOR);
  vl_expect(parser, "for");
  vl_expect(parser, "(");
  statement->first = parse_assignment(parser);
  vl_expect(parser, ";");
  statement->value = vl_parse_expression(parser);
  vl_expect(parser, ";");
  statement->step = parse_assignment(parser);
  vl_expect(parser, ")");
  statement->then = vl_parse_statement(parser);
  return statement;
}

static Statement *parse_call(Parser *parser) {
  Statement *statement = new_statement(parser, STATEMENT_CALL);
  statement->name = vl_name(parser);
  if (vl_take(parser, "(") && !vl_take(parser, ")")) {
    do {
      const Expr *argument = vl_parse_expression(parser);
      vec_push(&statement->arguments, argument);
    } while (!parser->failed && vl_take(parser, ","));
    vl_expect(parser, ")");
  }
  vl_expect(parser, ";");
  return statement;
}

/* $display(...) and its kin do nothing. */
static Statement *parse_system_call(Parser *parser) {
  Statement *statement = new_statement(parser, STATEMENT_NOTHING);
  while (parser->next->kind != TOKEN_END && !vl_at(parser, ";")) parser->next++;
  vl_expect(parser, ";");
  return statement;
}

static bool is_call(const Parser *parser) {
  const Token *token = parser->next;
  if (token->kind != TOKEN_NAME || token[1].kind != TOKEN_SYMBOL) return false;
  return !strcmp(token[1].text, ";") || !strcmp(token[1].text, "(");
}

static Statement *parse_plain(Parser *parser) {
  if (vl_at(parser, "begin")) return parse_block(parser);
  if (vl_at(parser, "if")) return parse_if(parser);
  if (vl_at(parser, "case") || vl_at(parser, "casez") || vl_at(parser, "casex"))
    return parse_case(parser);
  if (vl_at(parser, "for")) return parse_for(parser);
  if (vl_at(parser, ";")) {
    Statement *nothing = new_statement(parser, STATEMENT_NOTHING);
    parser->next++;
    return nothing;
  }
  if (parser->next->kind == TOKEN_SYSTEM) return parse_system_call(parser);
  bool overrides = vl_take(parser, "assign");
  if (!overrides && is_call(parser)) return parse_call(parser);
  Statement *statement = parse_assignment(parser);
  statement->overrides = overrides;
  vl_expect(parser, ";");
  return statement;
}

Statement *vl_parse_statement(Parser *parser) {
  if (++parser->depth > NESTING_LIMIT) vl_error(parser, "this is nested too deeply");
  skip_delay(parser);
  Statement *statement =
      parser->failed ? new_statement(parser, STATEMENT_NOTHING) : parse_plain(parser);
  parser->depth--;
  return statement;
}
