/* Modules, declarations, types and sections; expressions are in expression.c. */
#include "front/smv/parser.h"

#include <stdio.h>

void parser_advance(Parser *parser) {
  parser->consumed = parser->token.end;
  parser->token = smv_lexer_next(&parser->lexer);
}

static const char *token_text(const Parser *parser, Token token) {
  return parser->lexer.text + token.begin;
}

static int token_length(Token token) { return (int)(token.end - token.begin); }

/* How other languages write an operator of SMV. */
static const char *operator_meant(const Parser *parser) {
  static const struct {
    const char *foreign, *ours;
  } table[] = {{"R", "V"}, {"~", "!"}, {"not", "!"}, {"and", "&"}, {"or", "|"}, {"^", "xor"}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (parser_token_is(parser, table[i].foreign)) return table[i].ours;
  return NULL;
}

bool parser_fail(Parser *parser, const char *expected) {
  Token token = parser->token;
  const char *meant = operator_meant(parser);
  if (meant)
    return syntax_error_at(parser->syntax, token.line, token.column,
                           "expected %s, found '%.*s'; the operator is written '%s'", expected,
                           token_length(token), token_text(parser, token), meant);
  if (token.kind == TOKEN_BAD_WORD) {
    Text mended = {0};
    smv_mend_word(token_text(parser, token), token.end - token.begin, &mended);
    syntax_error_at(parser->syntax, token.line, token.column,
                    "'%.*s' is not a number; as a word it is written %s", token_length(token),
                    token_text(parser, token), mended.data);
    text_free(&mended);
    return false;
  }
  if (token.kind == TOKEN_END || token.kind == TOKEN_BAD) {
    const char *found = token.begin >= parser->lexer.length && token.kind == TOKEN_BAD
                            ? "a comment that does not end"
                            : token_kind_name(token.kind);
    return syntax_error_at(parser->syntax, token.line, token.column, "expected %s, found %s",
                           expected, found);
  }
  return syntax_error_at(parser->syntax, token.line, token.column, "expected %s, found '%.*s'",
                         expected, token_length(token), token_text(parser, token));
}

bool parser_fail_reserved(Parser *parser, Token word) {
  return syntax_error_at(parser->syntax, word.line, word.column,
                         "'%.*s' is a reserved word and cannot be a name", token_length(word),
                         token_text(parser, word));
}

/* A reserved word that does not open a section stands where somebody meant a name. */
static bool at_reserved(const Parser *parser) {
  return token_is_reserved(parser->token.kind) && !token_opens_section(parser->token.kind);
}

bool parser_fail_name(Parser *parser, const char *expected) {
  if (at_reserved(parser)) return parser_fail_reserved(parser, parser->token);
  return parser_fail(parser, expected);
}

/* --- going on after an error ---------------------------------------------------------------- */

static bool keep_error(Parser *parser) {
  parser->nesting = 0;
  parser->next = parser->psl = parser->until_stops = false;
  parser->bindings = NULL;
  return syntax_recover(parser->syntax);
}

static bool recover_at_section(Parser *parser) {
  parser->open_cases = 0;
  while (parser->token.kind != TOKEN_END && !token_opens_section(parser->token.kind))
    parser_advance(parser);
  return keep_error(parser);
}

/* At the semicolon that ends the declaration: those of an open case are not it. */
static bool recover_at_declaration(Parser *parser) {
  for (;; parser_advance(parser)) {
    TokenKind kind = parser->token.kind;
    if (kind == TOKEN_END || token_opens_section(kind)) break;
    if (kind == TOKEN_CASE) parser->open_cases++;
    if (kind == TOKEN_ESAC && parser->open_cases) parser->open_cases--;
    if (kind != TOKEN_SEMICOLON || parser->open_cases) continue;
    parser_advance(parser);
    break;
  }
  parser->open_cases = 0;
  return keep_error(parser);
}

/* What is neither a section nor, after the name that is wrong, a declaration. */
static bool fail_section(Parser *parser, Token word) {
  char *text = mem_string_n(token_text(parser, word), word.end - word.begin);
  const char *nearest = word.kind == TOKEN_NAME ? smv_nearest_section(text) : NULL;
  mem_free(text);
  if (!nearest) {
    Token ahead = parser->token;
    parser->token = word;
    parser_fail_name(parser, "a section such as VAR, ASSIGN or LTLSPEC");
    parser->token = ahead;
    return false;
  }
  return syntax_error_at(parser->syntax, word.line, word.column,
                         "'%.*s' does not open a section; did you mean '%s'?", token_length(word),
                         token_text(parser, word), nearest);
}

/* A name in a list of declarations that is not followed by what declares it: perhaps the list is
 * over and this is a mistyped section. */
static bool is_mistyped_section(const Parser *parser, TokenKind declares) {
  Lexer ahead = parser->lexer;
  TokenKind kind = smv_lexer_next(&ahead).kind;
  if (parser->token.kind != TOKEN_NAME || kind == declares || kind == TOKEN_DOT ||
      kind == TOKEN_OPEN_INDEX)
    return false;
  char *text =
      mem_string_n(token_text(parser, parser->token), parser->token.end - parser->token.begin);
  bool near = smv_nearest_section(text) != NULL;
  mem_free(text);
  return near;
}

/* --- names ---------------------------------------------------------------------------------- */

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

/* A name where it is declared: x, and NuSMV's complex identifiers x.y, x.0, x[3], x[-1].y. */
static bool parse_declared_name(Parser *parser, uint32_t *name) {
  if (parser->token.kind != TOKEN_NAME) return parser_fail_name(parser, "a name");
  NodeIndex path = parse_path(parser);
  if (path == NODE_NONE) return false;
  const Node *node = syntax_node(parser->syntax, path);
  *name =
      node->kind == NODE_NAME ? (uint32_t)node->number : syntax_complex_name(parser->syntax, path);
  if (*name == NAMES_NONE) return syntax_error(parser->syntax, path, "this cannot be a name");
  if (node->kind != NODE_NAME) map_put(&parser->syntax->complex, *name, 0);
  return true;
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
  Syntax *syntax = parser->syntax;
  size_t first = syntax->constants.size;
  for (NodeIndex list = type->low; list != NODE_NONE; list = syntax_node(syntax, list)->left) {
    NodeIndex element = syntax_node(syntax, list)->right;
    uint32_t name = syntax_complex_name(syntax, element);
    if (name != NAMES_NONE) map_put(&syntax->complex, name, 0);
    else if (syntax_node(syntax, element)->kind == NODE_NAME)
      name = (uint32_t)syntax_node(syntax, element)->number;
    if (name != NAMES_NONE) note_constant(parser, name);
  }
  uint32_t *names = syntax->constants.data; /* the list is walked backwards */
  for (size_t i = first, j = syntax->constants.size; i + 1 < j--; i++) {
    uint32_t swap = names[i];
    names[i] = names[j];
    names[j] = swap;
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
  if (parser->token.kind != TOKEN_NAME) return parser_fail_name(parser, "the name of a module");
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

static bool parse_variable(Parser *parser, VariableRole role, VariableSyntax *variable) {
  *variable =
      (VariableSyntax){.role = role, .line = parser->token.line, .column = parser->token.column};
  if (!parse_declared_name(parser, &variable->name) || !parser_expect(parser, TOKEN_COLON))
    return false;
  variable->type = parse_type(parser);
  return variable->type && parser_expect(parser, TOKEN_SEMICOLON);
}

static bool parse_variables(Parser *parser, ModuleSyntax *module, VariableRole role) {
  while (parser->token.kind == TOKEN_NAME || at_reserved(parser)) {
    if (is_mistyped_section(parser, TOKEN_COLON)) return true;
    VariableSyntax variable;
    if (parse_variable(parser, role, &variable)) vec_push(&module->variables, variable);
    else if (!recover_at_declaration(parser)) return false;
  }
  return true;
}

static bool parse_define(Parser *parser, DefineSyntax *define) {
  Token word = parser->token;
  define->target = parse_path(parser);
  if (define->target == NODE_NONE) return false;
  if (syntax_node(parser->syntax, define->target)->kind == NODE_SELF)
    return parser_fail_reserved(parser, word);
  if (!parser_expect(parser, TOKEN_ASSIGN_TO)) return false;
  uint32_t name = syntax_complex_name(parser->syntax, define->target);
  if (name != NAMES_NONE) map_put(&parser->syntax->complex, name, 0);
  define->body = parse_expression(parser);
  return define->body != NODE_NONE && parser_expect(parser, TOKEN_SEMICOLON);
}

static bool parse_defines(Parser *parser, ModuleSyntax *module) {
  while (parser->token.kind == TOKEN_NAME || at_reserved(parser)) {
    if (is_mistyped_section(parser, TOKEN_ASSIGN_TO)) return true;
    DefineSyntax define;
    if (parse_define(parser, &define)) vec_push(&module->defines, define);
    else if (!recover_at_declaration(parser)) return false;
  }
  return true;
}

static bool parse_assign(Parser *parser, AssignSyntax *assign) {
  *assign = (AssignSyntax){.kind = ASSIGN_CURRENT};
  Token word = parser->token;
  if (word.kind == TOKEN_INIT_OF || word.kind == TOKEN_NEXT) {
    assign->kind = word.kind == TOKEN_NEXT ? ASSIGN_NEXT : ASSIGN_INIT;
    parser_advance(parser);
    if (parser->token.kind == TOKEN_ASSIGN_TO) return parser_fail_reserved(parser, word);
    if (!parser_expect(parser, TOKEN_OPEN)) return false;
    assign->target = parse_path(parser);
    if (assign->target == NODE_NONE || !parser_expect(parser, TOKEN_CLOSE)) return false;
  } else {
    assign->target = parse_path(parser);
    if (assign->target == NODE_NONE) return false;
  }
  if (!parser_expect(parser, TOKEN_ASSIGN_TO)) return false;
  assign->body = parse_expression(parser);
  return assign->body != NODE_NONE && parser_expect(parser, TOKEN_SEMICOLON);
}

static bool parse_assigns(Parser *parser, ModuleSyntax *module) {
  while (parser->token.kind == TOKEN_NAME || at_reserved(parser)) {
    if (is_mistyped_section(parser, TOKEN_ASSIGN_TO)) return true;
    AssignSyntax assign;
    if (parse_assign(parser, &assign)) vec_push(&module->assigns, assign);
    else if (!recover_at_declaration(parser)) return false;
  }
  return true;
}

static bool parse_constants(Parser *parser) {
  do {
    uint32_t name;
    if (parser_accept(parser, TOKEN_NUMBER)) continue;
    if (parser->token.kind == TOKEN_TRUE || parser->token.kind == TOKEN_FALSE)
      return parser_fail(parser, "a constant");
    if (parser->token.kind != TOKEN_NAME) return parser_fail_name(parser, "a constant");
    if (!parse_declared_name(parser, &name)) return false;
    note_constant(parser, name);
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

/* IN and the path of an instance, or nothing. */
static bool parse_context(Parser *parser, NodeIndex *instance) {
  *instance = NODE_NONE;
  if (!parser_token_is(parser, "IN")) return true;
  parser_advance(parser);
  *instance = parse_path(parser);
  return *instance != NODE_NONE;
}

static bool parse_section(Parser *parser, ModuleSyntax *module, SectionKind kind) {
  SectionSyntax section = {.kind = kind,
                           .left = NODE_NONE,
                           .right = NODE_NONE,
                           .instance = NODE_NONE,
                           .name = NAMES_NONE};
  if (kind >= SECTION_CTLSPEC && parser_accept(parser, TOKEN_NAME_OF)) {
    if (!parse_declared_name(parser, &section.name)) return false;
    if (!parser_expect(parser, TOKEN_ASSIGN_TO)) return false;
  }
  parser->psl = kind == SECTION_PSLSPEC;
  parser->copies = 0;
  bool fine = true;
  if (parser->psl) section.unchecked = parse_unsupported(parser, &section.left);
  if (kind == SECTION_COMPASSION) {
    fine = parse_pair(parser, &section, TOKEN_OPEN, TOKEN_CLOSE);
  } else if (kind == SECTION_COMPUTE) {
    section.greatest = parser_accept(parser, TOKEN_MAX);
    if (!section.greatest && !parser_accept(parser, TOKEN_MIN))
      return parser_fail(parser, "'MIN' or 'MAX'");
    fine = parse_pair(parser, &section, TOKEN_OPEN_INDEX, TOKEN_CLOSE_INDEX);
  } else if (!section.unchecked) {
    section.left = parser->psl ? parse_psl(parser) : parse_expression(parser);
    fine = section.left != NODE_NONE;
  }
  parser->psl = false;
  if (!fine || (kind >= SECTION_CTLSPEC && !parse_context(parser, &section.instance))) return false;
  parser_accept(parser, TOKEN_SEMICOLON);
  vec_push(&module->sections, section);
  return true;
}

/* The name of a module and the names of its parameters. */
static bool parse_header(Parser *parser, ModuleSyntax *module) {
  if (parser->token.kind != TOKEN_NAME) return parser_fail_name(parser, "the name of the module");
  *module = (ModuleSyntax){
      .name = parser_name(parser), .line = parser->token.line, .column = parser->token.column};
  parser_advance(parser);
  if (!parser_accept(parser, TOKEN_OPEN) || parser_accept(parser, TOKEN_CLOSE)) return true;
  do {
    if (parser->token.kind != TOKEN_NAME)
      return parser_fail_name(parser, "the name of a parameter");
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
    default: fine = fail_section(parser, section); break;
    }
    if (!fine && !recover_at_section(parser)) return false;
  }
}

/* False after too many errors. */
static bool parse_module(Parser *parser) {
  Syntax *syntax = parser->syntax;
  if (!parser_expect(parser, TOKEN_MODULE)) {
    while (parser->token.kind != TOKEN_END && parser->token.kind != TOKEN_MODULE)
      parser_advance(parser);
    return keep_error(parser);
  }
  ModuleSyntax module = {0};
  bool fine = true;
  if (!parse_header(parser, &module)) {
    fine = recover_at_section(parser);
  } else if (map_get(&syntax->module_of_name, module.name, NULL)) {
    syntax_error_at(syntax, module.line, module.column, "module '%s' is defined twice",
                    syntax->names.text[module.name]);
    fine = keep_error(parser);
  } else {
    map_put(&syntax->module_of_name, module.name, syntax->modules.size);
  }
  vec_push(&syntax->modules, module);
  return fine && parse_body(parser, &vec_last(&syntax->modules));
}

bool smv_parse(Syntax *syntax) {
  if (syntax->length >= UINT32_MAX / 2)
    return syntax_error_at(syntax, 0, 0, "the file is too large");
  Parser parser = {.syntax = syntax,
                   .lexer = {.text = syntax->text, .length = syntax->length, .line = 1}};
  parser_advance(&parser);
  bool more = true;
  while (more && parser.token.kind != TOKEN_END) more = parse_module(&parser);
  if (!syntax_finish(syntax)) return false;
  smv_collapse_names(syntax, 0);
  return true;
}

bool smv_parse_formula(Syntax *syntax, Lexer lexer, NodeIndex *formula, NodeIndex *instance) {
  Parser parser = {.syntax = syntax, .lexer = lexer};
  NodeIndex first = (NodeIndex)syntax->nodes.size;
  parser_advance(&parser);
  *formula = parse_expression(&parser);
  if (*formula == NODE_NONE || !parse_context(&parser, instance)) return false;
  parser_accept(&parser, TOKEN_SEMICOLON);
  smv_collapse_names(syntax, first);
  return parser.token.kind == TOKEN_END || parser_fail(&parser, "an operator or the end");
}
