/* Terms and statements as text, for traces and for atoms of formulas. */
#include "front/promela/syntax.h"

static const char *const signs[] = {
    [PROCESS_NOT] = "!",
    [PROCESS_NEGATE] = "-",
    [PROCESS_COMPLEMENT] = "~",
    [PROCESS_ADD] = "+",
    [PROCESS_SUBTRACT] = "-",
    [PROCESS_MULTIPLY] = "*",
    [PROCESS_DIVIDE] = "/",
    [PROCESS_MODULO] = "%",
    [PROCESS_BIT_AND] = "&",
    [PROCESS_BIT_OR] = "|",
    [PROCESS_BIT_XOR] = "^",
    [PROCESS_SHIFT_LEFT] = "<<",
    [PROCESS_SHIFT_RIGHT] = ">>",
    [PROCESS_LESS] = "<",
    [PROCESS_LESS_EQUAL] = "<=",
    [PROCESS_GREATER] = ">",
    [PROCESS_GREATER_EQUAL] = ">=",
    [PROCESS_EQUAL] = "==",
    [PROCESS_UNEQUAL] = "!=",
    [PROCESS_AND] = "&&",
    [PROCESS_OR] = "||",
    [PROCESS_LENGTH] = "len",
    [PROCESS_FULL] = "full",
    [PROCESS_EMPTY] = "empty",
    [PROCESS_NOT_FULL] = "nfull",
    [PROCESS_NOT_EMPTY] = "nempty",
    [PROCESS_ENABLED] = "enabled",
    [PROCESS_CONTROL] = "pc_value",
    [PROCESS_PRIORITY] = "get_priority",
    [PROCESS_TIMEOUT] = "timeout",
    [PROCESS_NO_PROGRESS] = "np_",
    [PROCESS_OWN_PID] = "_pid",
    [PROCESS_NUMBER] = "_nr_pr",
    [PROCESS_LAST] = "_last",
};

static void show_path(const Term *term, Text *text) {
  for (size_t i = 0; i < term->path_length; i++) {
    if (i) text_char(text, '.');
    text_add(text, term->path[i].field->name);
    if (term->path[i].index) {
      text_char(text, '[');
      show_term(term->path[i].index, text);
      text_char(text, ']');
    }
  }
}

static void show_arguments(const TermVec *arguments, Text *text) {
  for (size_t i = 0; i < arguments->size; i++) {
    if (i) text_add(text, ",");
    show_term(arguments->data[i], text);
  }
}

static void show_remote(const Term *term, Text *text) {
  text_add(text, term->proctype);
  if (term->a) {
    text_char(text, '[');
    show_term(term->a, text);
    text_char(text, ']');
  }
  text_add(text, term->operator== PROCESS_AT ? "@" : ":");
  text_add(text, term->name);
  if (term->b) {
    text_char(text, '[');
    show_term(term->b, text);
    text_char(text, ']');
  }
}

/* An operand gets parentheses unless it is simple. */
static void show_operand(const Term *term, Text *text) {
  bool simple = term->operator== PROCESS_CONSTANT || term->operator==
                PROCESS_VARIABLE || !term->b || term->
                operator== PROCESS_IF || term->
                operator== PROCESS_REMOTE;
  if (!simple) text_char(text, '(');
  show_term(term, text);
  if (!simple) text_char(text, ')');
}

static void show_plain(const Term *term, Text *text) {
  switch (term->operator) {
  case PROCESS_CONSTANT:
    if (term->wildcard) text_char(text, '_');
    else if (term->name) text_add(text, term->name);
    else text_format(text, "%d", term->value);
    return;
  case PROCESS_VARIABLE: show_path(term, text); return;
  case PROCESS_REMOTE:
  case PROCESS_AT: show_remote(term, text); return;
  case PROCESS_IF:
    text_char(text, '(');
    show_operand(term->a, text);
    text_add(text, " -> ");
    show_operand(term->b, text);
    text_add(text, " : ");
    show_operand(term->c, text);
    text_char(text, ')');
    return;
  case PROCESS_POLL:
    show_term(term->a, text);
    text_add(text, term->value ? "?"
                                 "?["
                               : "?[");
    show_arguments(&term->arguments, text);
    text_char(text, ']');
    return;
  case PROCESS_RUN:
    text_format(text, "run %s(", term->proctype);
    show_arguments(&term->arguments, text);
    text_char(text, ')');
    return;
  default: break;
  }
  const char *sign =
      term->operator== PROCESS_PRIORITY && !term->a ? "_priority" : signs[term->operator];
  if (term->b) {
    show_operand(term->a, text);
    text_format(text, " %s ", sign);
    show_operand(term->b, text);
    return;
  }
  text_add(text, sign);
  if (!term->a) return;
  bool call = term->operator> PROCESS_OR;
  if (call) text_char(text, '(');
  if (call) show_term(term->a, text);
  else show_operand(term->a, text);
  if (call) text_char(text, ')');
}

void show_term(const Term *term, Text *text) {
  if (term->eval) text_add(text, "eval(");
  if (term->operator<TERM_LTL) show_plain(term, text);
  else text_add(text, "...");
  if (term->eval) text_char(text, ')');
}

static void show_message(const Statement *statement, Text *text) {
  bool send = statement->action == PROCESS_SEND;
  show_term(statement->target, text);
  text_add(text, send                  ? statement->sorted ? "!!" : "!"
                 : statement->anywhere ? "?"
                                         "?"
                                       : "?");
  if (statement->peek) text_char(text, '<');
  show_arguments(&statement->arguments, text);
  if (statement->peek) text_char(text, '>');
}

void show_statement(const Statement *statement, Text *text) {
  switch (statement->kind) {
  case STATEMENT_GOTO: text_format(text, "goto %s", statement->label.name); return;
  case STATEMENT_BREAK: text_add(text, "break"); return;
  case STATEMENT_DSTEP: text_add(text, "d_step"); return;
  case STATEMENT_SIMPLE: break;
  default: return;
  }
  switch (statement->action) {
  case PROCESS_SKIP: text_add(text, "skip"); break;
  case PROCESS_ELSE: text_add(text, "else"); break;
  case PROCESS_GUARD:
    text_char(text, '(');
    show_term(statement->expression, text);
    text_char(text, ')');
    break;
  case PROCESS_ASSIGN:
    show_term(statement->target, text);
    text_add(text, " = ");
    show_term(statement->expression, text);
    break;
  case PROCESS_SEND:
  case PROCESS_RECEIVE: show_message(statement, text); break;
  case PROCESS_PRINT:
    text_format(text, "printf(\"%s\"%s", statement->format, statement->arguments.size ? "," : "");
    show_arguments(&statement->arguments, text);
    text_char(text, ')');
    break;
  case PROCESS_ASSERT:
    text_add(text, "assert(");
    show_term(statement->expression, text);
    text_char(text, ')');
    break;
  case PROCESS_SET_PRIORITY:
    text_add(text, "set_priority(");
    show_term(statement->expression, text);
    text_char(text, ',');
    show_arguments(&statement->arguments, text);
    text_char(text, ')');
    break;
  default: text_add(text, "-end-"); break;
  }
}
