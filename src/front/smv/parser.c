/* Modules, declarations, types and sections; expressions are in expression.c. */
#include "front/smv/parser.h"

#include <stdio.h>

void parser_advance(Parser *parser) {
  parser->consumed = parser->token.end;
  parser->token = smv_lexer_next(&parser->lexer);
}

bool parser_fail(Parser *parser, const char *expected) {
  const Token *token = &parser->token;
  if (token->kind == TOKEN_END || token->kind == TOKEN_BAD) {
    const char *found = token->begin >= parser->lexer.length && token->kind == TOKEN_BAD
                            ? "a comment that does not end"
                            : token_kind_name(token->kind);
    return syntax_error_at(parser->syntax, token->line, token->column, "expected %s, found %s",
                           expected, found);
  }
  return syntax_error_at(parser->syntax, token->line, token->column, "expected %s, found '%.*s'",
                         expected, (int)(token->end - token->begin),
                         parser->lexer.text + token->begin);
}

bool parser_expect(Parser *parser, TokenKind kind) {
  if (parser_accept(parser, kind)) return true;
  if (kind < TOKEN_OPEN) return parser_fail(parser, token_kind_name(kind));
  char expected[32];
  int length = snprintf(expected, sizeof expected, "'%s'", token_kind_name(kind));
  assert(length > 0 && (size_t)length < sizeof expected);
  (void)length;
  return parser_fail(parser, expected);
}

bool parser_accept(Parser *parser, TokenKind kind) {
  if (parser->token.kind != kind) return false;
  parser_advance(parser);
  return true;
}

uint32_t parser_name(Parser *parser) {
  return names_add_n(&parser->syntax->names, parser->lexer.text + parser->token.begin,
                     parser->token.end - parser->token.begin);
}

static void note_constant(Parser *parser, uint32_t name) {
  vec_push(&parser->syntax->constants, name);
}

/* {idle, busy, 3}: the names in it become constants of the whole file. */
static bool parse_enumeration(Parser *parser, TypeSyntax *type) {
  type->kind = TYPE_ENUMERATION;
  parser_advance(parser);
  type->low = parse_list(parser, TOKEN_CLOSE_SET);
  if (type->low == NODE_NONE) return false;
  const Node *list = syntax_node(parser->syntax, type->low);
  for (NodeIndex i = list->first; i < type->low; i++) { /* in the order of the text */
    const Node *element = syntax_node(parser->syntax, i);
    if (element->kind == NODE_NAME) note_constant(parser, (uint32_t)element->number);
  }
  return true;
}

/* After a name: does it name a module? A range starts with an expression instead. */
static bool names_module(const Parser *parser) {
  Lexer ahead = parser->lexer;
  TokenKind kind = smv_lexer_next(&ahead).kind;
  return kind == TOKEN_SEMICOLON || kind == TOKEN_OPEN;
}

static bool parse_instance(Parser *parser, TypeSyntax *type) {
  type->kind = TYPE_MODULE;
  type->low = NODE_NONE;
  type->line = parser->token.line;
  type->column = parser->token.column;
  if (parser->token.kind != TOKEN_NAME) return parser_fail(parser, "the name of a module");
  type->module = parser_name(parser);
  parser_advance(parser);
  if (!parser_accept(parser, TOKEN_OPEN) || parser_accept(parser, TOKEN_CLOSE)) return true;
  type->low = parse_list(parser, TOKEN_CLOSE);
  return type->low != NODE_NONE;
}

static bool parse_range(Parser *parser, NodeIndex *low, NodeIndex *high) {
  *low = parse_bound(parser);
  if (*low == NODE_NONE || !parser_expect(parser, TOKEN_DOTS)) return false;
  *high = parse_bound(parser);
  return *high != NODE_NONE;
}

static TypeSyntax *parse_type(Parser *parser) {
  TypeSyntax *outermost = NULL, **place = &outermost;
  for (;;) { /* one round per dimension of an array */
    TypeSyntax *type = arena_alloc(&parser->syntax->arena, sizeof *type);
    *place = type;
    type->line = parser->token.line;
    type->column = parser->token.column;
    switch (parser->token.kind) {
    case TOKEN_BOOLEAN:
      parser_advance(parser);
      type->kind = TYPE_BOOLEAN;
      return outermost;
    case TOKEN_SIGNED:
    case TOKEN_UNSIGNED:
      type->is_signed = parser->token.kind == TOKEN_SIGNED;
      parser_advance(parser);
      if (parser->token.kind != TOKEN_WORD) return parser_fail(parser, "'word'"), NULL;
      /* fall through */
    case TOKEN_WORD:
      type->kind = TYPE_WORD;
      parser_advance(parser);
      if (!parser_expect(parser, TOKEN_OPEN_INDEX)) return NULL;
      type->low = parse_bound(parser);
      if (type->low == NODE_NONE || !parser_expect(parser, TOKEN_CLOSE_INDEX)) return NULL;
      return outermost;
    case TOKEN_OPEN_SET: return parse_enumeration(parser, type) ? outermost : NULL;
    case TOKEN_PROCESS:
      type->process = true;
      parser_advance(parser);
      return parse_instance(parser, type) ? outermost : NULL;
    case TOKEN_ARRAY:
      type->kind = TYPE_ARRAY;
      parser_advance(parser);
      if (!parse_range(parser, &type->low, &type->high) || !parser_expect(parser, TOKEN_OF))
        return NULL;
      place = &type->element;
      continue;
    case TOKEN_INFINITE:
      syntax_error_at(parser->syntax, type->line, type->column,
                      "'%.*s' is an infinite type; a range such as 0..255 is needed",
                      (int)(parser->token.end - parser->token.begin),
                      parser->lexer.text + parser->token.begin);
      return NULL;
    default: break;
    }
    if (parser->token.kind == TOKEN_NAME && names_module(parser))
      return parse_instance(parser, type) ? outermost : NULL;
    type->kind = TYPE_RANGE;
    return parse_range(parser, &type->low, &type->high) ? outermost : NULL;
  }
}

static bool parse_variables(Parser *parser, ModuleSyntax *module, VariableRole role) {
  while (parser->token.kind == TOKEN_NAME) {
    VariableSyntax variable = {.name = parser_name(parser),
                               .role = role,
                               .line = parser->token.line,
                               .column = parser->token.column};
    parser_advance(parser);
    if (!parser_expect(parser, TOKEN_COLON)) return false;
    variable.type = parse_type(parser);
    if (!variable.type || !parser_expect(parser, TOKEN_SEMICOLON)) return false;
    vec_push(&module->variables, variable);
  }
  return true;
}

static bool parse_defines(Parser *parser, ModuleSyntax *module) {
  while (parser->token.kind == TOKEN_NAME || parser->token.kind == TOKEN_SELF) {
    DefineSyntax define;
    define.target = parse_path(parser);
    if (define.target == NODE_NONE || !parser_expect(parser, TOKEN_ASSIGN_TO)) return false;
    define.body = parse_expression(parser);
    if (define.body == NODE_NONE || !parser_expect(parser, TOKEN_SEMICOLON)) return false;
    vec_push(&module->defines, define);
  }
  return true;
}

static bool parse_assigns(Parser *parser, ModuleSyntax *module) {
  for (;;) {
    AssignSyntax assign = {.kind = ASSIGN_CURRENT};
    if (parser->token.kind == TOKEN_INIT_OF || parser->token.kind == TOKEN_NEXT) {
      assign.kind = parser->token.kind == TOKEN_NEXT ? ASSIGN_NEXT : ASSIGN_INIT;
      parser_advance(parser);
      if (!parser_expect(parser, TOKEN_OPEN)) return false;
      assign.target = parse_path(parser);
      if (assign.target == NODE_NONE || !parser_expect(parser, TOKEN_CLOSE)) return false;
    } else if (parser->token.kind == TOKEN_NAME || parser->token.kind == TOKEN_SELF) {
      assign.target = parse_path(parser);
      if (assign.target == NODE_NONE) return false;
    } else {
      return true;
    }
    if (!parser_expect(parser, TOKEN_ASSIGN_TO)) return false;
    assign.body = parse_expression(parser);
    if (assign.body == NODE_NONE || !parser_expect(parser, TOKEN_SEMICOLON)) return false;
    vec_push(&module->assigns, assign);
  }
}

static bool parse_constants(Parser *parser) {
  do {
    if (parser->token.kind == TOKEN_NAME) note_constant(parser, parser_name(parser));
    else if (parser->token.kind != TOKEN_NUMBER) return parser_fail(parser, "a constant");
    parser_advance(parser);
  } while (parser_accept(parser, TOKEN_COMMA));
  return parser_expect(parser, TOKEN_SEMICOLON);
}

static bool parse_pair(Parser *parser, SectionSyntax *section, TokenKind open, TokenKind close) {
  if (!parser_expect(parser, open)) return false;
  section->left = parse_expression(parser);
  if (section->left == NODE_NONE || !parser_expect(parser, TOKEN_COMMA)) return false;
  section->right = parse_expression(parser);
  return section->right != NODE_NONE && parser_expect(parser, close);
}

static bool parse_section(Parser *parser, ModuleSyntax *module, SectionKind kind) {
  SectionSyntax section = {.kind = kind, .left = NODE_NONE, .right = NODE_NONE, .name = NAMES_NONE};
  if (kind >= SECTION_CTLSPEC && parser_accept(parser, TOKEN_NAME_OF)) {
    if (parser->token.kind != TOKEN_NAME) return parser_fail(parser, "a name");
    section.name = parser_name(parser);
    parser_advance(parser);
    if (!parser_expect(parser, TOKEN_ASSIGN_TO)) return false;
  }
  parser->psl = kind == SECTION_PSLSPEC;
  bool fine = true;
  if (kind == SECTION_COMPASSION) {
    fine = parse_pair(parser, &section, TOKEN_OPEN, TOKEN_CLOSE);
  } else if (kind == SECTION_COMPUTE) {
    if (!parser_accept(parser, TOKEN_MIN) && !parser_accept(parser, TOKEN_MAX))
      return parser_fail(parser, "'MIN' or 'MAX'");
    fine = parse_pair(parser, &section, TOKEN_OPEN_INDEX, TOKEN_CLOSE_INDEX);
  } else {
    section.left = parse_expression(parser);
    fine = section.left != NODE_NONE;
  }
  parser->psl = false;
  if (!fine) return false;
  parser_accept(parser, TOKEN_SEMICOLON);
  vec_push(&module->sections, section);
  return true;
}

/* The name of a module and the names of its parameters. */
static bool parse_header(Parser *parser, ModuleSyntax *module) {
  if (parser->token.kind != TOKEN_NAME) return parser_fail(parser, "the name of the module");
  *module = (ModuleSyntax){
      .name = parser_name(parser), .line = parser->token.line, .column = parser->token.column};
  parser_advance(parser);
  if (!parser_accept(parser, TOKEN_OPEN) || parser_accept(parser, TOKEN_CLOSE)) return true;
  do {
    if (parser->token.kind != TOKEN_NAME) return parser_fail(parser, "the name of a parameter");
    vec_push(&module->parameters, parser_name(parser));
    parser_advance(parser);
  } while (parser_accept(parser, TOKEN_COMMA));
  return parser_expect(parser, TOKEN_CLOSE);
}

static bool parse_parent(Parser *parser, ModuleSyntax *module) {
  NodeIndex place = parse_path(parser);
  if (place == NODE_NONE) return false;
  const Node *node = syntax_node(parser->syntax, place);
  if (node->kind != NODE_NAME)
    return syntax_error(parser->syntax, place, "ISA needs the name of a module");
  vec_push(&module->parents, (uint32_t)node->number);
  vec_push(&module->parent_places, place);
  parser_accept(parser, TOKEN_SEMICOLON);
  return true;
}

static bool skip_predicate(Parser *parser) {
  if (parse_expression(parser) == NODE_NONE) return false;
  parser_accept(parser, TOKEN_SEMICOLON);
  return true;
}

/* The sections of one module, up to the next MODULE. */
static bool parse_body(Parser *parser, ModuleSyntax *module) {
  for (;;) {
    Token section = parser->token;
    if (section.kind == TOKEN_MODULE || section.kind == TOKEN_END) return true;
    if (parser_accept(parser, TOKEN_SEMICOLON)) continue;
    parser_advance(parser);
    bool fine;
    switch (section.kind) {
    case TOKEN_VAR: fine = parse_variables(parser, module, VARIABLE_STATE); break;
    case TOKEN_IVAR: fine = parse_variables(parser, module, VARIABLE_INPUT); break;
    case TOKEN_FROZENVAR: fine = parse_variables(parser, module, VARIABLE_FROZEN); break;
    case TOKEN_DEFINE: fine = parse_defines(parser, module); break;
    case TOKEN_ASSIGN: fine = parse_assigns(parser, module); break;
    case TOKEN_CONSTANTS: fine = parse_constants(parser); break;
    case TOKEN_INIT: fine = parse_section(parser, module, SECTION_INIT); break;
    case TOKEN_TRANS: fine = parse_section(parser, module, SECTION_TRANS); break;
    case TOKEN_INVAR: fine = parse_section(parser, module, SECTION_INVAR); break;
    case TOKEN_FAIRNESS: fine = parse_section(parser, module, SECTION_FAIRNESS); break;
    case TOKEN_COMPASSION: fine = parse_section(parser, module, SECTION_COMPASSION); break;
    case TOKEN_CTLSPEC: fine = parse_section(parser, module, SECTION_CTLSPEC); break;
    case TOKEN_LTLSPEC: fine = parse_section(parser, module, SECTION_LTLSPEC); break;
    case TOKEN_INVARSPEC: fine = parse_section(parser, module, SECTION_INVARSPEC); break;
    case TOKEN_PSLSPEC: fine = parse_section(parser, module, SECTION_PSLSPEC); break;
    case TOKEN_COMPUTE: fine = parse_section(parser, module, SECTION_COMPUTE); break;
    case TOKEN_ISA: fine = parse_parent(parser, module); break;
    case TOKEN_PRED: fine = skip_predicate(parser); break;
    default:
      parser->token = section;
      return parser_fail(parser, "a section such as VAR, ASSIGN or LTLSPEC");
    }
    if (!fine) return false;
  }
}

bool smv_parse(Syntax *syntax) {
  if (syntax->length >= UINT32_MAX / 2)
    return syntax_error_at(syntax, 0, 0, "the file is too large");
  Parser parser = {.syntax = syntax,
                   .lexer = {.text = syntax->text, .length = syntax->length, .line = 1}};
  parser_advance(&parser);
  while (parser.token.kind != TOKEN_END) {
    if (!parser_expect(&parser, TOKEN_MODULE)) return false;
    ModuleSyntax module = {0};
    bool fine = parse_header(&parser, &module);
    if (fine && map_get(&syntax->module_of_name, module.name, NULL))
      fine = syntax_error_at(syntax, module.line, module.column, "module '%s' is defined twice",
                             syntax->names.text[module.name]);
    if (fine) map_put(&syntax->module_of_name, module.name, syntax->modules.size);
    vec_push(&syntax->modules, module);
    if (!fine || !parse_body(&parser, &vec_last(&syntax->modules))) return false;
  }
  return true;
}
