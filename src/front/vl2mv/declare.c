/* Instances: their parameters, objects, routines, processes and connections. */
#include "front/vl2mv/elaborate.h"

enum { HIERARCHY_LIMIT = 100, SLOT_LIMIT = 1 << 20 };

/* ---- names ---- */

const Symbol *scope_find(const Scope *scope, const char *name) {
  for (; scope; scope = scope->parent) {
    uint32_t number = names_find(&scope->names, name);
    if (number != NAMES_NONE) return scope->symbols.data + number;
  }
  return NULL;
}

static void scope_add(Scope *scope, const char *name, Symbol symbol) {
  uint32_t number = names_add(&scope->names, name);
  if (number == scope->symbols.size) vec_push(&scope->symbols, symbol);
  else scope->symbols.data[number] = symbol;
}

static Scope *scope_new(Elaborator *all, Scope *parent, const Module *module, const char *path) {
  Scope *scope = arena_alloc(&all->arena, sizeof *scope);
  scope->parent = parent;
  scope->module = module;
  scope->path = path;
  vec_push(&all->scopes, scope);
  return scope;
}

static bool constant(Elaborator *all, Scope *scope, const Expr *expr, int64_t *value) {
  Context c = {.all = all, .scope = scope};
  bool good = vl_evaluate_constant(&c, expr, value);
  context_free(&c);
  if (good && *value >> 31 == 1) *value -= (int64_t)1 << 32; /* as an integer: [-1:0] */
  return good;
}

/* ---- objects ---- */

static void set_range(Elaborator *all, Scope *scope, const Declaration *d, Object *object) {
  int64_t first, last;
  if (!d->range.first || !constant(all, scope, d->range.first, &first) ||
      !constant(all, scope, d->range.last, &last))
    return;
  int64_t width = first > last ? first - last + 1 : last - first + 1;
  if (width > 1 << 16) elaborator_error(all, d->place, "a vector has at most 65536 bits");
  else object->width = (uint32_t)width;
  object->first = first;
  object->last = last;
}

static void set_array(Elaborator *all, Scope *scope, const Declaration *d, Object *object) {
  int64_t first, last;
  if (!d->array.first || !constant(all, scope, d->array.first, &first) ||
      !constant(all, scope, d->array.last, &last))
    return;
  int64_t count = first > last ? first - last + 1 : last - first + 1;
  if (count > SLOT_LIMIT) elaborator_error(all, d->place, "the array is too large");
  else object->count = (uint32_t)count;
  object->is_array = true;
  object->lowest = first > last ? last : first;
}

static void set_enumeration(Elaborator *all, const Declaration *d, Object *object) {
  if (!d->type) return;
  object->enumeration = elaborator_enumeration(all, d->type);
  const Terms *terms = all->relation->terms;
  object->width = type_info(&terms->types, all->enumerations[object->enumeration - 1])->width;
  object->first = object->width - 1;
  object->last = 0;
}

/* A declaration makes an object, or says more about one that there is. */
Object *scope_declare(Elaborator *all, Scope *scope, const Declaration *d) {
  uint32_t number = names_find(&scope->names, d->name);
  Object *object = number == NAMES_NONE ? NULL : scope->symbols.data[number].object;
  bool parameter = number != NAMES_NONE && scope->symbols.data[number].kind == SYMBOL_PARAMETER;
  if (number != NAMES_NONE && !object && !parameter) {
    elaborator_error(all, d->place, "there are two things called '%s'", d->name);
    return NULL;
  }
  if (!object) {
    Text name = {0};
    text_format(&name, "%s%s", scope->path, d->name);
    object = arena_alloc(&all->arena, sizeof *object);
    *object = (Object){.name = arena_string(&all->arena, name.data),
                       .place = d->place,
                       .width = 1,
                       .count = 1,
                       .slot = OBJECT_UNPLACED,
                       .scope = scope};
    text_free(&name);
    if (parameter) scope->symbols.data[number].object = object;
    else scope_add(scope, d->name, (Symbol){.kind = SYMBOL_OBJECT, .object = object});
    vec_push(&all->objects, object);
  }
  if (d->port != PORT_NONE) object->port = d->port;
  object->is_reg |= d->is_reg;
  if (d->is_integer) {
    object->is_integer = object->is_temporary = true;
    object->width = 32;
    object->first = 31;
  }
  set_range(all, scope, d, object);
  set_array(all, scope, d, object);
  set_enumeration(all, d, object);
  return object;
}

void object_allocate(Elaborator *all, Object *object) {
  if (all->slots.size + object->count > SLOT_LIMIT) {
    elaborator_error(all, object->place, "there are more than %d variables", SLOT_LIMIT);
    return;
  }
  object->slot = (uint32_t)all->slots.size;
  for (uint32_t i = 0; i < object->count; i++)
    vec_push(&all->slots, ((Slot){.object = object,
                                  .value = {TERM_NONE, TERM_NONE},
                                  .plain = {TERM_NONE, TERM_NONE},
                                  .first = TERM_NONE,
                                  .next = TERM_NONE}));
}

static void allocate_from(Elaborator *all, size_t first) {
  for (size_t i = first; i < all->objects.size && !all->failed; i++)
    object_allocate(all, all->objects.data[i]);
}

static void declare_all(Elaborator *all, Scope *scope, const DeclarationVec *declarations) {
  for (size_t i = 0; i < declarations->size && !all->failed; i++)
    scope_declare(all, scope, declarations->data + i);
}

/* As everywhere in Verilog a name that is not declared is a wire of one bit; here nobody drives it,
 * so that it is free. */
void scope_assume(Elaborator *all, Scope *scope, const Expr *name) {
  while (scope->parent) scope = scope->parent;
  elaborator_warning(all, name->place, "'%s' is not declared: a wire of one bit with any value",
                     name->name);
  Declaration wire = {.name = name->name, .place = name->place};
  Object *object = scope_declare(all, scope, &wire);
  if (object) object_allocate(all, object);
}

/* ---- parameters ---- */

static bool is_plain(const Expr *expr) { return expr->kind == EXPR_NUMBER && !expr->sized; }

static void set_parameters(Elaborator *all, Scope *scope, const ParameterVec *parameters,
                           Scope *above, const ConnectionVec *given) {
  for (size_t i = 0; i < parameters->size && !all->failed; i++) {
    const Parameter *parameter = parameters->data + i;
    const Expr *value = parameter->value;
    Scope *where = scope;
    for (size_t k = 0; given && k < given->size; k++) {
      const Connection *one = given->data + k;
      if (!one->value || (one->port ? strcmp(one->port, parameter->name) != 0 : k != i)) continue;
      value = one->value;
      where = above;
    }
    Context c = {.all = all, .scope = where};
    Term term = vl_evaluate(&c, value, 0, 0);
    if (!term_digits(all->relation->terms, term))
      elaborator_error(all, value->place, "a parameter has to be a constant");
    scope_add(scope, parameter->name,
              (Symbol){.kind = SYMBOL_PARAMETER, .value = term, .is_signed = is_plain(value)});
    context_free(&c);
  }
}

/* ---- routines ---- */

/* A loop variable need not be declared. */
static void declare_loop_variable(Elaborator *all, Scope *scope, const Expr *target) {
  if (target->kind != EXPR_NAME || scope_find(scope, target->name)) return;
  Declaration integer = {
      .name = target->name, .place = target->place, .is_reg = true, .is_integer = true};
  scope_declare(all, scope, &integer);
}

/* Variables of named blocks belong to the process or routine around them. */
static void declare_locals(Elaborator *all, Scope *scope, const Statement *statement) {
  if (!statement || all->failed) return;
  for (size_t i = 0; i < statement->locals.size; i++) {
    Object *object = scope_declare(all, scope, statement->locals.data + i);
    if (object) object->is_temporary = true;
  }
  if (statement->kind == STATEMENT_FOR) declare_loop_variable(all, scope, statement->first->target);
  declare_locals(all, scope, statement->then);
  declare_locals(all, scope, statement->otherwise);
  for (size_t i = 0; i < statement->body.size; i++)
    declare_locals(all, scope, statement->body.data[i]);
  for (size_t i = 0; i < statement->items.size; i++)
    declare_locals(all, scope, statement->items.data[i].body);
}

static void add_routine(Elaborator *all, Scope *scope, const Routine *routine) {
  Text path = {0};
  text_format(&path, "%s%s.", scope->path, routine->name);
  Scope *inside = scope_new(all, scope, scope->module, arena_string(&all->arena, path.data));
  text_free(&path);
  scope_add(scope, routine->name,
            (Symbol){.kind = SYMBOL_ROUTINE, .routine = routine, .inside = inside});
  set_parameters(all, inside, &routine->parameters, NULL, NULL);
  size_t first = all->objects.size;
  if (!routine->is_task) scope_declare(all, inside, &routine->result);
  declare_all(all, inside, &routine->variables);
  declare_locals(all, inside, routine->body);
  for (size_t i = first; i < all->objects.size; i++) all->objects.data[i]->role = ROLE_LOCAL;
}

/* ---- processes: what they write has a role ---- */

typedef struct {
  Elaborator *all;
  Scope *scope;
  uint32_t run; /* from 1 */
  ProcessKind kind;
  int depth;
} Survey;

/* `<=` belongs to edges of the clock; beside `=` the order of the two would matter. */
static void note_deferral(const Survey *s, Object *object, bool deferred, Place place) {
  if (s->kind == PROCESS_INITIAL) return;
  if (deferred && (s->kind == PROCESS_COMBINATIONAL || object->role == ROLE_LOCAL))
    elaborator_error(s->all, place,
                     "'<=' is for registers, in a process with an edge of the clock");
  if (deferred) object->deferred = true;
  else if (s->kind == PROCESS_CLOCKED) object->at_once = true;
  if (object->deferred && object->at_once)
    elaborator_error(s->all, place, "'%s' is assigned with '=' and with '<='", object->name);
}

static void write_object(const Survey *s, Object *object, const Statement *by, Place place) {
  bool overrides = by && by->overrides;
  note_deferral(s, object, by && by->deferred, place);
  if (object->role == ROLE_LOCAL) return;
  if (s->kind == PROCESS_INITIAL) {
    if (object->role == ROLE_WIRE) object->role = ROLE_REGISTER;
    return;
  }
  bool held = s->kind == PROCESS_COMBINATIONAL;
  uint32_t *writer = !held ? &object->clocked : overrides ? &object->override : &object->process;
  if (*writer && *writer != s->run && !object->is_temporary)
    elaborator_error(s->all, place, "'%s' is written by two processes", object->name);
  *writer = s->run;
  object->role = object->process || object->override ? ROLE_HELD : ROLE_REGISTER;
}

/* Who overrides nothing but itself is a writer like others. */
static void settle_overrides(Elaborator *all, size_t first) {
  for (size_t i = first; i < all->objects.size; i++) {
    Object *object = all->objects.data[i];
    if (!object->process) object->process = object->override;
    if (object->process == object->override) object->override = 0;
  }
}

static void survey_target(const Survey *s, const Expr *target, const Statement *by) {
  if (target->kind == EXPR_CONCAT) {
    for (size_t i = 0; i < target->count; i++) survey_target(s, target->parts[i], by);
    return;
  }
  while (target->count) target = target->parts[0];
  const Symbol *symbol = target->name ? scope_find(s->scope, target->name) : NULL;
  if (symbol && symbol->object) write_object(s, symbol->object, by, target->place);
}

static void survey(const Survey *s, const Statement *statement) {
  if (!statement || s->all->failed) return;
  if (statement->kind == STATEMENT_ASSIGN) survey_target(s, statement->target, statement);
  if (statement->kind == STATEMENT_CALL) {
    const Symbol *symbol = scope_find(s->scope, statement->name);
    Survey inner = *s;
    if (symbol && symbol->kind == SYMBOL_ROUTINE && s->depth < HIERARCHY_LIMIT) {
      inner.scope = symbol->inside;
      inner.depth++;
      survey(&inner, symbol->routine->body);
    }
    for (size_t i = 0; i < statement->arguments.size; i++)
      if (symbol && symbol->kind == SYMBOL_ROUTINE) {
        size_t port = 0;
        for (size_t k = 0; k < symbol->routine->variables.size; k++)
          if (symbol->routine->variables.data[k].port != PORT_NONE && port++ == i &&
              symbol->routine->variables.data[k].port == PORT_OUTPUT)
            survey_target(s, statement->arguments.data[i], NULL);
      }
  }
  survey(s, statement->first);
  survey(s, statement->step);
  survey(s, statement->then);
  survey(s, statement->otherwise);
  for (size_t i = 0; i < statement->body.size; i++) survey(s, statement->body.data[i]);
  for (size_t i = 0; i < statement->items.size; i++) survey(s, statement->items.data[i].body);
}

static void add_processes(Elaborator *all, Scope *scope, const Module *module) {
  for (size_t i = 0; i < module->processes.size && !all->failed; i++) {
    const Process *process = module->processes.data + i;
    const Symbol *clock = process->clock ? scope_find(scope, process->clock) : NULL;
    if (clock && clock->kind == SYMBOL_OBJECT) clock->object->is_clock = true;
    declare_locals(all, scope, process->body);
    vec_push(&all->runs, ((Run){.process = process, .scope = scope}));
    Survey s = {all, scope, (uint32_t)all->runs.size, process->kind, 0};
    survey(&s, process->body);
  }
}

/* ---- connections ---- */

static uint32_t add_source(Elaborator *all, Scope *scope, const Expr *expr, const Object *object,
                           uint32_t width, Place place) {
  vec_push(&all->sources, ((Source){.expr = expr,
                                    .scope = scope,
                                    .object = object,
                                    .width = width,
                                    .enumeration = object->enumeration,
                                    .place = place,
                                    .value = {TERM_NONE, TERM_NONE}}));
  return (uint32_t)all->sources.size - 1;
}

/* The name of an undeclared wire is enough: it has the type of the port. */
static void declare_connected(Elaborator *all, Scope *above, const Expr *value,
                              const Object *port) {
  if (value->kind != EXPR_NAME || scope_find(above, value->name)) return;
  for (size_t i = 0; port->port == PORT_INPUT && i < all->design->enumerations.size; i++)
    for (size_t k = 0; k < all->design->enumerations.data[i].values.size; k++)
      if (!strcmp(all->design->enumerations.data[i].values.data[k], value->name)) return;
  Declaration wire = {.name = value->name, .place = value->place};
  Object *object = scope_declare(all, above, &wire);
  if (!object) return;
  object->enumeration = port->enumeration;
  object->width = port->width;
  object->first = port->first;
  object->last = port->last;
  object_allocate(all, object);
}

static void connect(Elaborator *all, Scope *above, Scope *inside, Object *port,
                    const Connection *connection) {
  if (!connection->value) return;
  declare_connected(all, above, connection->value, port);
  if (port->is_clock && connection->value->kind == EXPR_NAME) {
    const Symbol *outer = scope_find(above, connection->value->name);
    if (outer && outer->kind == SYMBOL_OBJECT) outer->object->is_clock = true;
  }
  if (port->port == PORT_OUTPUT) {
    uint32_t width = target_width(all, above, connection->value);
    uint32_t source = add_source(all, inside, NULL, port, width, connection->place);
    vl_drive(all, above, connection->value, source, connection->place);
    return;
  }
  Driver driver = {.high = port->width - 1};
  driver.source = add_source(all, above, connection->value, port, port->width, connection->place);
  if (port->role != ROLE_WIRE)
    elaborator_error(all, port->place, "an input port cannot be a register");
  else vec_push(&all->slots.data[port->slot].drivers, driver);
}

/* Connections go to ports in their order; what is left over at the end goes nowhere. */
static void connect_ports(Elaborator *all, Scope *above, Scope *inside, const Instance *instance) {
  const Module *module = inside->module;
  for (size_t i = 0; i < instance->ports.size && !all->failed; i++) {
    const Connection *connection = instance->ports.data + i;
    const char *name = connection->port;
    if (!name && i < module->ports.size) name = module->ports.data[i];
    if (!name) {
      if (connection->value) /* otherwise a comma too many */
        elaborator_warning(all, connection->place, "'%s' has %zu ports: this connection is ignored",
                           module->name, module->ports.size);
      continue;
    }
    const Symbol *symbol = scope_find(inside, name);
    if (!symbol || !symbol->object || symbol->object->port == PORT_NONE)
      elaborator_error(all, connection->place, "'%s' has no port '%s'", module->name, name);
    else connect(all, above, inside, symbol->object, connection);
  }
}

static Module *find_module(Elaborator *all, const Instance *instance) {
  for (size_t i = 0; i < all->design->modules.size; i++)
    if (!strcmp(all->design->modules.data[i]->name, instance->module))
      return all->design->modules.data[i];
  elaborator_error(all, instance->place, "there is no module '%s'", instance->module);
  return NULL;
}

/* ---- assignments ---- */

static void add_assignment(Elaborator *all, Scope *scope, const Expr *target, const Expr *value,
                           Place place) {
  if (target->kind == EXPR_NAME && !scope_find(scope, target->name)) {
    Declaration wire = {.name = target->name, .place = target->place};
    object_allocate(all, scope_declare(all, scope, &wire));
  }
  uint32_t width = target_width(all, scope, target);
  const Expr *first = target;
  while (first->count) first = first->parts[0];
  const Symbol *symbol = first->name ? scope_find(scope, first->name) : NULL;
  if (all->failed || !symbol || !symbol->object) {
    elaborator_error(all, place, "this cannot be driven");
    return;
  }
  uint32_t source = add_source(all, scope, value, symbol->object, width, place);
  vl_drive(all, scope, target, source, place);
}

static void add_assignments(Elaborator *all, Scope *scope, const Module *module) {
  for (size_t i = 0; i < module->assignments.size && !all->failed; i++) {
    const Assignment *one = module->assignments.data + i;
    add_assignment(all, scope, one->target, one->value, one->place);
  }
  for (size_t i = 0; i < module->declarations.size && !all->failed; i++) {
    const Declaration *one = module->declarations.data + i;
    if (!one->value) continue;
    Expr *target = arena_alloc(&all->arena, sizeof *target);
    *target = (Expr){.kind = EXPR_NAME, .name = one->name, .place = one->place};
    add_assignment(all, scope, target, one->value, one->place);
  }
}

Scope *elaborate_instance(Elaborator *all, Module *module, Scope *above, const Instance *instance) {
  Text path = {0};
  text_add(&path, "");
  if (instance) text_format(&path, "%s%s.", above->path, instance->name);
  Scope *scope = scope_new(all, NULL, module, arena_string(&all->arena, path.data));
  text_free(&path);
  set_parameters(all, scope, &module->parameters, above, instance ? &instance->parameters : NULL);
  size_t first = all->objects.size;
  declare_all(all, scope, &module->declarations);
  for (size_t i = 0; i < module->routines.size && !all->failed; i++)
    add_routine(all, scope, module->routines.data + i);
  add_processes(all, scope, module);
  settle_overrides(all, first);
  allocate_from(all, first);
  if (++all->depth > HIERARCHY_LIMIT)
    elaborator_error(all, module->place, "'%s' contains itself", module->name);
  for (size_t i = 0; i < module->instances.size && !all->failed; i++) {
    const Instance *below = module->instances.data + i;
    Module *kind = find_module(all, below);
    Scope *inside = kind ? elaborate_instance(all, kind, scope, below) : NULL;
    if (inside && !all->failed) connect_ports(all, scope, inside, below);
  }
  all->depth--;
  add_assignments(all, scope, module);
  return scope;
}
