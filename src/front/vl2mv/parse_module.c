/* Modules and what stands between them. */
#include <stdarg.h>

#include "front/vl2mv/syntax.h"

static const char *const keywords[] = {
    "always",   "and",       "assign",  "begin", "case",      "casex",       "casez",   "default",
    "else",     "end",       "endcase", "enum",  "endmodule", "endfunction", "endtask", "for",
    "function", "if",        "initial", "inout", "input",     "integer",     "module",  "negedge",
    "output",   "parameter", "posedge", "reg",   "task",      "typedef",     "wire",    "or"};

/* ---- tokens ---- */

bool vl_error(Parser *parser, const char *format, ...) {
  if (parser->failed) return false;
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_format_list(&text, format, arguments);
  va_end(arguments);
  sources_error(&parser->design->sources, parser->next->place, "%s", text.data);
  text_free(&text);
  parser->failed = true;
  return false;
}

bool vl_at(const Parser *parser, const char *text) {
  const Token *token = parser->next;
  return (token->kind == TOKEN_SYMBOL || token->kind == TOKEN_NAME) && !strcmp(token->text, text);
}

bool vl_take(Parser *parser, const char *text) {
  if (!vl_at(parser, text)) return false;
  parser->next++;
  return true;
}

bool vl_expect(Parser *parser, const char *text) {
  return vl_take(parser, text) ||
         vl_error(parser, "expected '%s' before '%s'", text, parser->next->text);
}

const char *vl_name(Parser *parser) {
  bool fine = parser->next->kind == TOKEN_NAME;
  for (size_t i = 0; fine && i < sizeof keywords / sizeof *keywords; i++)
    fine = strcmp(parser->next->text, keywords[i]) != 0;
  if (fine) return parser->next++->text;
  vl_error(parser, "expected a name before '%s'", parser->next->text);
  return "";
}

/* ---- declarations ---- */

bool vl_parse_range(Parser *parser, Range *range) {
  if (!vl_take(parser, "[")) return true;
  range->first = vl_parse_expression(parser);
  vl_expect(parser, ":");
  range->last = vl_parse_expression(parser);
  return vl_expect(parser, "]");
}

bool vl_parse_parameters(Parser *parser, ParameterVec *parameters) {
  if (!vl_take(parser, "parameter")) return false;
  Range ignored = {0};
  vl_parse_range(parser, &ignored);
  do {
    Parameter parameter = {.place = parser->next->place};
    parameter.name = vl_name(parser);
    vl_expect(parser, "=");
    parameter.value = vl_parse_expression(parser);
    vec_push(parameters, parameter);
  } while (!parser->failed && vl_take(parser, ","));
  return vl_expect(parser, ";");
}

/* A type stands before `reg` or `wire`; in an argument of a routine it may stand alone. */
static const char *take_type(Parser *parser) {
  const Token *token = parser->next;
  if (token->kind != TOKEN_NAME || names_find(&parser->types, token->text) == NAMES_NONE)
    return NULL;
  if (token[1].kind != TOKEN_NAME) return NULL;
  return parser->next++->text;
}

bool vl_parse_declarations(Parser *parser, DeclarationVec *declarations) {
  const Token *start = parser->next;
  Declaration shared = {.type = take_type(parser)};
  bool any = shared.type != NULL;
  if (vl_take(parser, "input")) shared.port = PORT_INPUT;
  else if (vl_take(parser, "output") || vl_take(parser, "inout")) shared.port = PORT_OUTPUT;
  any |= shared.port != PORT_NONE;
  if (!shared.type && any) shared.type = take_type(parser);
  if (vl_take(parser, "reg")) shared.is_reg = any = true;
  else if (vl_take(parser, "integer")) shared.is_reg = shared.is_integer = any = true;
  else if (vl_take(parser, "wire")) any = true;
  if (!any) {
    parser->next = start;
    return false;
  }
  vl_parse_range(parser, &shared.range);
  do {
    Declaration declaration = shared;
    declaration.place = parser->next->place;
    declaration.name = vl_name(parser);
    vl_parse_range(parser, &declaration.array);
    if (vl_take(parser, "=")) declaration.value = vl_parse_expression(parser);
    vec_push(declarations, declaration);
  } while (!parser->failed && vl_take(parser, ","));
  vl_expect(parser, ";");
  return true;
}

/* ---- parts of a module ---- */

static void parse_routine(Parser *parser) {
  Routine routine = {.place = parser->next->place};
  routine.is_task = vl_at(parser, "task");
  parser->next++;
  if (!routine.is_task) {
    routine.result.type = take_type(parser);
    if (vl_take(parser, "integer")) routine.result.is_integer = true;
    vl_parse_range(parser, &routine.result.range);
  }
  routine.name = routine.result.name = vl_name(parser);
  routine.result.place = routine.place;
  vl_expect(parser, ";");
  while (!parser->failed && (vl_parse_parameters(parser, &routine.parameters) ||
                             vl_parse_declarations(parser, &routine.variables)))
    continue;
  routine.body = vl_parse_statement(parser);
  vl_expect(parser, routine.is_task ? "endtask" : "endfunction");
  vec_push(&parser->module->routines, routine);
}

static void parse_process(Parser *parser) {
  Process process = {.kind = PROCESS_INITIAL, .place = parser->next->place};
  if (vl_take(parser, "always")) {
    process.kind = PROCESS_COMBINATIONAL;
    vl_expect(parser, "@");
    if (!vl_take(parser, "*")) {
      vl_expect(parser, "(");
      if (vl_take(parser, "posedge") || vl_take(parser, "negedge")) {
        process.kind = PROCESS_CLOCKED;
        process.clock = vl_name(parser);
      } else {
        do vl_parse_expression(parser);
        while (!parser->failed && (vl_take(parser, "or") || vl_take(parser, ",")));
      }
      vl_expect(parser, ")");
    }
  } else {
    vl_expect(parser, "initial");
  }
  process.body = vl_parse_statement(parser);
  vec_push(&parser->module->processes, process);
}

static void parse_assigns(Parser *parser) {
  vl_expect(parser, "assign");
  if (vl_take(parser, "#")) parser->next += parser->next->kind != TOKEN_END;
  do {
    Assignment assignment = {.place = parser->next->place};
    assignment.target = vl_parse_target(parser);
    vl_expect(parser, "=");
    assignment.value = vl_parse_expression(parser);
    vec_push(&parser->module->assignments, assignment);
  } while (!parser->failed && vl_take(parser, ","));
  vl_expect(parser, ";");
}

static void parse_connections(Parser *parser, ConnectionVec *connections) {
  vl_expect(parser, "(");
  if (vl_take(parser, ")")) return;
  do {
    Connection connection = {.place = parser->next->place};
    if (vl_take(parser, ".")) {
      connection.port = vl_name(parser);
      vl_expect(parser, "(");
      if (!vl_at(parser, ")")) connection.value = vl_parse_expression(parser);
      vl_expect(parser, ")");
    } else if (!vl_at(parser, ",") && !vl_at(parser, ")")) {
      connection.value = vl_parse_expression(parser);
    }
    vec_push(connections, connection);
  } while (!parser->failed && vl_take(parser, ","));
  vl_expect(parser, ")");
}

/* `#(3)` and `#3`. */
static void parse_overrides(Parser *parser, ConnectionVec *parameters) {
  if (!vl_take(parser, "#")) return;
  if (vl_at(parser, "(")) {
    parse_connections(parser, parameters);
    return;
  }
  Connection connection = {.place = parser->next->place};
  connection.value = vl_parse_expression(parser);
  vec_push(parameters, connection);
}

static void parse_instances(Parser *parser) {
  Instance shared = {.place = parser->next->place};
  shared.module = vl_name(parser);
  parse_overrides(parser, &shared.parameters);
  bool first = true;
  do {
    Instance instance = {.module = shared.module, .place = parser->next->place};
    if (first) instance.parameters = shared.parameters;
    else vec_append(&instance.parameters, &shared.parameters);
    first = false;
    instance.name = vl_name(parser);
    parse_connections(parser, &instance.ports);
    vec_push(&parser->module->instances, instance);
  } while (!parser->failed && vl_take(parser, ","));
  vl_expect(parser, ";");
}

static void parse_typedef(Parser *parser) {
  Enumeration enumeration = {0};
  vl_expect(parser, "typedef");
  vl_expect(parser, "enum");
  vl_expect(parser, "{");
  do {
    if (vl_at(parser, "}")) break;
    const char *value = vl_name(parser);
    vec_push(&enumeration.values, value);
  } while (!parser->failed && vl_take(parser, ","));
  vl_expect(parser, "}");
  Place place = parser->next->place;
  enumeration.name = vl_name(parser);
  vl_expect(parser, ";");
  bool fresh = names_find(&parser->types, enumeration.name) == NAMES_NONE;
  if (!parser->failed && !fresh)
    parser->failed = !sources_error(&parser->design->sources, place, "there are two types '%s'",
                                    enumeration.name);
  names_add(&parser->types, enumeration.name);
  vec_push(&parser->design->enumerations, enumeration);
}

static void parse_item(Parser *parser) {
  Module *module = parser->module;
  if (vl_parse_parameters(parser, &module->parameters)) return;
  if (parser->failed || vl_parse_declarations(parser, &module->declarations)) return;
  if (vl_at(parser, "always") || vl_at(parser, "initial")) parse_process(parser);
  else if (vl_at(parser, "assign")) parse_assigns(parser);
  else if (vl_at(parser, "function") || vl_at(parser, "task")) parse_routine(parser);
  else if (vl_at(parser, "typedef")) parse_typedef(parser);
  else if (!vl_take(parser, ";")) parse_instances(parser);
}

static void parse_module(Parser *parser) {
  Module *module = mem_zalloc(sizeof *module);
  parser->module = module;
  vec_push(&parser->design->modules, module);
  vl_expect(parser, "module");
  module->place = parser->next->place;
  module->name = vl_name(parser);
  if (vl_take(parser, "(")) {
    while (!parser->failed && !vl_at(parser, ")")) {
      bool named = vl_take(parser, "."); /* .port(port): only the same name on both sides */
      const char *port = vl_name(parser);
      if (named) {
        vl_expect(parser, "(");
        vl_expect(parser, port);
        vl_expect(parser, ")");
      }
      vec_push(&module->ports, port);
      if (!vl_take(parser, ",")) break;
    }
    vl_expect(parser, ")");
  }
  vl_expect(parser, ";");
  while (!parser->failed && !vl_at(parser, "endmodule")) {
    if (parser->next->kind == TOKEN_END) vl_expect(parser, "endmodule");
    else parse_item(parser);
  }
  vl_expect(parser, "endmodule");
}

bool design_parse(Design *design, Error *error) {
  Parser parser = {.design = design, .next = design->sources.tokens.data};
  design->sources.error = error;
  while (!parser.failed && parser.next->kind != TOKEN_END) {
    if (vl_at(&parser, "typedef")) parse_typedef(&parser);
    else if (!vl_take(&parser, ";")) parse_module(&parser);
  }
  names_free(&parser.types);
  return !parser.failed;
}

/* ---- the end of it ---- */

static void routine_free(Routine *routine) {
  vec_free(&routine->variables);
  vec_free(&routine->parameters);
}

static void module_free(Module *module) {
  for (size_t i = 0; i < module->instances.size; i++) {
    vec_free(&module->instances.data[i].parameters);
    vec_free(&module->instances.data[i].ports);
  }
  for (size_t i = 0; i < module->routines.size; i++) routine_free(module->routines.data + i);
  vec_free(&module->ports);
  vec_free(&module->parameters);
  vec_free(&module->declarations);
  vec_free(&module->assignments);
  vec_free(&module->processes);
  vec_free(&module->instances);
  vec_free(&module->routines);
  mem_free(module);
}

static void statement_free(Statement *statement) {
  for (size_t i = 0; i < statement->items.size; i++) vec_free(&statement->items.data[i].labels);
  vec_free(&statement->items);
  vec_free(&statement->body);
  vec_free(&statement->locals);
  vec_free(&statement->arguments);
}

void design_free(Design *design) {
  for (size_t i = 0; i < design->modules.size; i++) module_free(design->modules.data[i]);
  for (size_t i = 0; i < design->statements.size; i++) statement_free(design->statements.data[i]);
  for (size_t i = 0; i < design->enumerations.size; i++)
    vec_free(&design->enumerations.data[i].values);
  vec_free(&design->modules);
  vec_free(&design->statements);
  vec_free(&design->enumerations);
  sources_free(&design->sources);
  arena_free(&design->arena);
}
