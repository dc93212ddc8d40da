/* Instantiation: from the tree of modules to a flat table of symbols.
 *
 * Instances are made breadth first, without recursion. All names of an instance are declared before
 * anything is resolved, because SMV allows use before declaration everywhere; a DEFINE whose target
 * has dots (`left.ack := ...`) declares a name in another instance and comes after all others. */
#include "front/smv/flat.h"

enum { INSTANCE_LIMIT = 1 << 20 };

static uint64_t scope_key(uint32_t instance, uint32_t name) {
  return (uint64_t)instance << 32 | name;
}

static char *full_name(Flat *flat, uint32_t instance, uint32_t name) {
  const char *local = flat_name(flat, name);
  const Symbol *outer = flat_symbol(flat, flat->instances.data[instance].symbol);
  if (!outer->full) return arena_string(&flat->arena, local);
  Text text = {0};
  text_format(&text, "%s.%s", outer->full, local);
  char *full = arena_string_n(&flat->arena, text.data, text.size);
  text_free(&text);
  return full;
}

uint32_t flat_declare(Flat *flat, uint32_t instance, uint32_t name, SymbolKind kind, int line,
                      int column) {
  uint64_t before;
  if (map_get(&flat->scope, scope_key(instance, name), &before)) {
    syntax_error_at(flat->syntax, line, column, "'%s' is already declared in line %d",
                    flat_name(flat, name), flat_symbol(flat, (uint32_t)before)->line);
    return SYMBOL_NONE;
  }
  Symbol symbol = {.kind = kind,
                   .instance = instance,
                   .name = name,
                   .line = line,
                   .column = column,
                   .body = NODE_NONE,
                   .body_instance = instance,
                   .alias = SYMBOL_NONE,
                   .assigned = {NODE_NONE, NODE_NONE, NODE_NONE},
                   .next_assign = SYMBOL_NONE,
                   .full = full_name(flat, instance, name)};
  uint32_t index = (uint32_t)flat->symbols.size;
  vec_push(&flat->symbols, symbol);
  map_put(&flat->scope, scope_key(instance, name), index);
  return index;
}

static bool contains_itself(const Flat *flat, uint32_t instance, uint32_t module) {
  for (; instance != INSTANCE_NONE; instance = flat->instances.data[instance].parent)
    if (flat->instances.data[instance].module == module) return true;
  return false;
}

/* `bolean` is taken for a module, too. */
static bool unknown_module(const Flat *flat, uint32_t name, int line, int column) {
  const char *text = flat_name(flat, name);
  Nearest nearest = {.wanted = text};
  nearest_offer(&nearest, "boolean");
  for (size_t i = 0; i < flat->syntax->modules.size; i++)
    nearest_offer(&nearest, flat_name(flat, flat->syntax->modules.data[i].name));
  const char *best = nearest.name;
  if (!best) return syntax_error_at(flat->syntax, line, column, "there is no module '%s'", text);
  return syntax_error_at(flat->syntax, line, column, "there is no module '%s'; did you mean '%s'?",
                         text, best);
}

/* After an error in the declaration, a name that is there and cannot be used. */
static bool declare_broken(Flat *flat, uint32_t instance, uint32_t name) {
  if (flat_lookup(flat, instance, name) == SYMBOL_NONE)
    flat_declare(flat, instance, name, SYMBOL_BROKEN, 0, 0);
  return false;
}

static bool add_instance(Flat *flat, uint32_t parent, const VariableSyntax *variable) {
  const TypeSyntax *type = variable->type;
  uint64_t module;
  if (variable->role != VARIABLE_STATE)
    return syntax_error_at(flat->syntax, variable->line, variable->column,
                           "a module instance must be declared in VAR");
  if (!map_get(&flat->syntax->module_of_name, type->module, &module))
    return unknown_module(flat, type->module, type->line, type->column);
  if (contains_itself(flat, parent, (uint32_t)module))
    return syntax_error_at(flat->syntax, type->line, type->column, "module '%s' contains itself",
                           flat_name(flat, type->module));
  if (flat->instances.size >= INSTANCE_LIMIT)
    return syntax_error_at(flat->syntax, type->line, type->column, "too many module instances");
  uint32_t symbol =
      flat_declare(flat, parent, variable->name, SYMBOL_INSTANCE, variable->line, variable->column);
  if (symbol == SYMBOL_NONE) return false;
  uint32_t index = (uint32_t)flat->instances.size;
  flat_symbol(flat, symbol)->target = index;
  Instance instance = {.module = (uint32_t)module,
                       .parent = parent,
                       .symbol = symbol,
                       .process = flat->instances.data[parent].process,
                       .actuals = type->low};
  if (type->process) {
    instance.process = (uint32_t)flat->processes.size;
    vec_push(&flat->processes, index);
  }
  vec_push(&flat->instances, instance);
  return true;
}

static bool declare_parameters(Flat *flat, uint32_t index) {
  Instance *instance = flat->instances.data + index;
  const ModuleSyntax *module = flat->syntax->modules.data + instance->module;
  size_t count = 0;
  for (NodeIndex list = instance->actuals; list != NODE_NONE;
       list = syntax_node(flat->syntax, list)->left)
    count++;
  if (count != module->parameters.size) {
    for (size_t i = 0; i < module->parameters.size; i++)
      declare_broken(flat, index, module->parameters.data[i]);
    const Symbol *symbol = flat_symbol(flat, flat->instances.data[index].symbol);
    return syntax_error_at(flat->syntax, symbol->line, symbol->column,
                           "module '%s' has %zu parameters, but %zu are given",
                           flat_name(flat, module->name), module->parameters.size, count);
  }
  NodeIndex list = instance->actuals;
  uint32_t parent = instance->parent;
  for (size_t i = count; i-- > 0; list = syntax_node(flat->syntax, list)->left) {
    NodeIndex actual = syntax_node(flat->syntax, list)->right;
    uint32_t symbol = flat_declare(flat, index, module->parameters.data[i], SYMBOL_PARAMETER,
                                   module->line, module->column);
    if (symbol == SYMBOL_NONE) return false;
    flat_symbol(flat, symbol)->body = actual;
    flat_symbol(flat, symbol)->body_instance = parent;
  }
  return true;
}

static bool declare_variable(Flat *flat, uint32_t instance, const VariableSyntax *variable) {
  if (variable->type->kind == TYPE_MODULE)
    return add_instance(flat, instance, variable) || declare_broken(flat, instance, variable->name);
  SymbolKind kind = variable->type->kind == TYPE_ARRAY ? SYMBOL_ARRAY : SYMBOL_VARIABLE;
  uint32_t index =
      flat_declare(flat, instance, variable->name, kind, variable->line, variable->column);
  if (index == SYMBOL_NONE) return false;
  flat_symbol(flat, index)->role = variable->role;
  flat_symbol(flat, index)->syntax = variable->type;
  if (kind == SYMBOL_VARIABLE) vec_push(&flat->variables, index);
  return true;
}

static bool declare_variables(Flat *flat, uint32_t instance, const ModuleSyntax *module) {
  for (size_t i = 0; i < module->variables.size; i++)
    if (!declare_variable(flat, instance, module->variables.data + i) &&
        !syntax_recover(flat->syntax))
      return false;
  return true;
}

static bool declare_define(Flat *flat, uint32_t scope, uint32_t instance, uint32_t name,
                           const DefineSyntax *define) {
  const Node *node = syntax_node(flat->syntax, define->target);
  uint32_t index = flat_declare(flat, scope, name, SYMBOL_DEFINE, node->line, node->column);
  if (index == SYMBOL_NONE) return false;
  flat_symbol(flat, index)->body = define->body;
  flat_symbol(flat, index)->body_instance = instance;
  return true;
}

static bool declare_defines(Flat *flat, uint32_t instance, const ModuleSyntax *module) {
  for (size_t i = 0; i < module->defines.size; i++) {
    const DefineSyntax *define = module->defines.data + i;
    const Node *target = syntax_node(flat->syntax, define->target);
    if (target->kind == NODE_NAME &&
        !declare_define(flat, instance, instance, (uint32_t)target->number, define) &&
        !syntax_recover(flat->syntax))
      return false;
  }
  return true;
}

/* left.ack := e, where left is a module instance, defines in it; else the target is a complex
 * name. */
static bool declare_dotted_define(Flat *flat, uint32_t instance, const DefineSyntax *define) {
  const Node *target = syntax_node(flat->syntax, define->target);
  uint32_t owner = SYMBOL_NONE;
  if (target->kind == NODE_DOT) owner = flat_resolve(flat, target->left, instance);
  if (flat->error->message) return false;
  if (owner != SYMBOL_NONE && flat_symbol(flat, owner)->kind == SYMBOL_INSTANCE)
    return declare_define(flat, flat_symbol(flat, owner)->target, instance,
                          (uint32_t)target->number, define);
  uint32_t name = syntax_complex_name(flat->syntax, define->target);
  if (name == NAMES_NONE)
    return syntax_error(flat->syntax, define->target, "this cannot be defined");
  return declare_define(flat, instance, instance, name, define);
}

static bool declare_dotted_defines(Flat *flat, uint32_t instance, const ModuleSyntax *module) {
  for (size_t i = 0; i < module->defines.size; i++) {
    const DefineSyntax *define = module->defines.data + i;
    if (syntax_node(flat->syntax, define->target)->kind != NODE_NAME &&
        !declare_dotted_define(flat, instance, define) && !syntax_recover(flat->syntax))
      return false;
  }
  return true;
}

bool flat_parts(Flat *flat, uint32_t module, U32Vec *parts) {
  vec_push(parts, module);
  for (size_t i = 0; i < parts->size; i++) { /* grows while it is walked */
    const ModuleSyntax *part = flat->syntax->modules.data + parts->data[i];
    for (size_t j = 0; j < part->parents.size; j++) {
      uint64_t parent;
      if (!map_get(&flat->syntax->module_of_name, part->parents.data[j], &parent))
        return unknown_module(flat, part->parents.data[j],
                              syntax_node(flat->syntax, part->parent_places.data[j])->line,
                              syntax_node(flat->syntax, part->parent_places.data[j])->column);
      bool known = false;
      for (size_t k = 0; k < parts->size; k++) known |= parts->data[k] == parent;
      if (!known) vec_push(parts, (uint32_t)parent);
    }
  }
  return true;
}

bool flat_each_part(Flat *flat,
                    bool (*visit)(Flat *flat, uint32_t instance, const ModuleSyntax *part)) {
  U32Vec parts = {0};
  bool fine = true;
  for (uint32_t i = 0; i < flat->instances.size && fine; i++) {
    vec_clear(&parts);
    fine = flat_parts(flat, flat->instances.data[i].module, &parts);
    for (size_t j = 0; j < parts.size && fine; j++)
      fine = visit(flat, i, flat->syntax->modules.data + parts.data[j]);
  }
  vec_free(&parts);
  return fine;
}

/* All names of one instance but those that DEFINE puts into another. */
static bool declare_names(Flat *flat, uint32_t instance, U32Vec *parts) {
  if (!declare_parameters(flat, instance) && !syntax_recover(flat->syntax)) return false;
  bool fine = true;
  for (size_t j = 0; j < parts->size && fine; j++) {
    const ModuleSyntax *part = flat->syntax->modules.data + parts->data[j];
    fine = declare_variables(flat, instance, part) && declare_defines(flat, instance, part);
  }
  return fine;
}

/* Every instance can read `running` of its process; where there are processes, a process or main
 * cannot declare the name itself. */
static bool declare_running(Flat *flat) {
  if (!flat->processes.size) return true;
  uint32_t main_process = (uint32_t)flat->processes.size;
  vec_push(&flat->processes, 0);
  uint32_t name = names_add(&flat->syntax->names, "running");
  for (uint32_t i = 0; i < flat->instances.size; i++) {
    Instance *instance = flat->instances.data + i;
    if (instance->process == INSTANCE_NONE) instance->process = main_process;
    uint32_t taken = flat_lookup(flat, i, name);
    if (taken != SYMBOL_NONE && flat->processes.data[instance->process] == i) {
      const Symbol *symbol = flat_symbol(flat, taken);
      syntax_error_at(flat->syntax, symbol->line, symbol->column,
                      "'running' is a reserved word of a process and cannot be a name");
      if (!syntax_recover(flat->syntax)) return false;
    }
    if (taken != SYMBOL_NONE) continue;
    uint32_t symbol = flat_declare(flat, i, name, SYMBOL_RUNNING, 0, 0);
    flat_symbol(flat, symbol)->target = flat->instances.data[i].process;
  }
  return true;
}

bool flat_instantiate(Flat *flat) {
  uint64_t main_module;
  uint32_t main_name = names_find(&flat->syntax->names, "main");
  if (main_name == NAMES_NONE || !map_get(&flat->syntax->module_of_name, main_name, &main_module))
    return syntax_error_at(flat->syntax, 0, 0, "there is no module 'main'");
  Symbol symbol = {.kind = SYMBOL_INSTANCE,
                   .instance = INSTANCE_NONE,
                   .name = main_name,
                   .alias = SYMBOL_NONE,
                   .body = NODE_NONE};
  vec_push(&flat->symbols, symbol);
  Instance top = {.module = (uint32_t)main_module,
                  .parent = INSTANCE_NONE,
                  .process = INSTANCE_NONE,
                  .actuals = NODE_NONE};
  vec_push(&flat->instances, top);
  U32Vec parts = {0};
  bool fine = true;
  for (uint32_t i = 0; i < flat->instances.size && fine; i++) { /* grows while it is walked */
    vec_clear(&parts); /* without a parent too many names are unknown to go on */
    fine =
        flat_parts(flat, flat->instances.data[i].module, &parts) && declare_names(flat, i, &parts);
  }
  vec_free(&parts);
  return fine && declare_running(flat) && flat_each_part(flat, declare_dotted_defines);
}
