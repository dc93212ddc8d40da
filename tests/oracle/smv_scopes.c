/* See smv_scopes.h. */
#include "oracle/smv_scopes.h"

#include "base/memory.h"
#include "base/text.h"

enum { DEEPEST = 30, WIDEST_WORD = 8, LONGEST_RANGE = 4096 };

/* ---- names ---- */

/* Element i of a list of nodes, which is a chain with the last one first; NODE_NONE if there is no
 * such. */
static NodeIndex list_element(const Syntax *syntax, NodeIndex list, size_t i) {
  size_t count = 0;
  for (NodeIndex at = list; at != NODE_NONE; at = syntax_node(syntax, at)->left) count++;
  if (i >= count) return NODE_NONE;
  for (size_t skip = count - 1 - i; skip > 0; skip--) list = syntax_node(syntax, list)->left;
  return syntax_node(syntax, list)->right;
}

static bool instance_at(const Scopes *s, size_t scope, NodeIndex path, unsigned depth, size_t *at);

/* A name with a dot in it, as the parser makes it of a path that a definition is spelled like: the
 * instance that all of it but the end leads to, and the name there. */
static bool split_name(const Scopes *s, size_t scope, uint32_t name, size_t *at, uint32_t *last) {
  const Names *names = &s->syntax->names;
  const char *text = names->text[name], *dot;
  for (*at = scope; (dot = strchr(text, '.')); text = dot + 1) {
    uint32_t part = names_find_n(names, text, (size_t)(dot - text));
    if (part == NAMES_NONE) return false;
    Meaning meaning = scopes_look_up(s, *at, part);
    *at = meaning.thing.at;
    if (meaning.body == NODE_NONE && meaning.thing.kind != THING_INSTANCE) return false;
    if (meaning.body != NODE_NONE && !instance_at(s, meaning.scope, meaning.body, 0, at))
      return false;
  }
  *last = names_find(names, text);
  return *last != NAMES_NONE && text != names->text[name];
}

Meaning scopes_look_up(const Scopes *s, size_t scope, uint32_t name) {
  const Scope *here = s->scopes.data + scope;
  for (size_t i = 0; i < s->declared.size; i++)
    if (s->declared.data[i].scope == scope && s->declared.data[i].name == name)
      return (Meaning){s->declared.data[i].thing, scope, NODE_NONE};
  for (size_t i = 0; i < s->defined.size; i++)
    if (s->defined.data[i].scope == scope && s->defined.data[i].name == name)
      return (Meaning){{0}, s->defined.data[i].from, s->defined.data[i].body};
  const U32Vec *parameters = &here->modules.data[0]->parameters;
  for (size_t i = 0; i < parameters->size; i++)
    if (parameters->data[i] == name)
      return (Meaning){{0}, here->owner, list_element(s->syntax, here->actuals, i)};
  size_t at;
  uint32_t last;
  if (split_name(s, scope, name, &at, &last)) return scopes_look_up(s, at, last);
  return (Meaning){{0}, scope, NODE_NONE};
}

/* ---- types ---- */

/* The value of an expression of numbers, and of names that stand for such. */
static bool constant(const Scopes *s, size_t scope, NodeIndex index, int64_t *value) {
  const Node *node = syntax_node(s->syntax, index);
  int64_t left = 0, right = 0;
  switch (node->kind) {
  case NODE_NUMBER: *value = node->number; return true;
  case NODE_MINUS:
    if (!constant(s, scope, node->left, &left)) return false;
    *value = -left;
    return true;
  case NODE_NAME: {
    Meaning meaning = scopes_look_up(s, scope, (uint32_t)node->number);
    return meaning.body != NODE_NONE && constant(s, meaning.scope, meaning.body, value);
  }
  case NODE_ADD:
  case NODE_SUBTRACT:
    if (!constant(s, scope, node->left, &left) || !constant(s, scope, node->right, &right))
      return false;
    *value = node->kind == NODE_ADD ? left + right : left - right;
    return true;
  default: return false;
  }
}

static void add_value(ConcreteVariable *variable, Concrete value) {
  vec_push(&variable->domain, value);
}

/* All values of a type; false if it is not known. */
static bool make_domain(const Scopes *s, size_t scope, const TypeSyntax *type,
                        ConcreteVariable *variable) {
  const Syntax *syntax = s->syntax;
  int64_t low = 0, high = 1;
  switch (type->kind) {
  case TYPE_BOOLEAN:
    for (int i = 0; i < 2; i++) add_value(variable, (Concrete){CONCRETE_BOOLEAN, i, 0, false});
    return true;
  case TYPE_RANGE:
    if (!constant(s, scope, type->low, &low) || !constant(s, scope, type->high, &high) ||
        high - low >= LONGEST_RANGE)
      return false;
    for (int64_t i = low; i <= high; i++)
      add_value(variable, (Concrete){CONCRETE_INTEGER, i, 0, false});
    return true;
  case TYPE_WORD:
    if (!constant(s, scope, type->low, &high) || high < 1 || high > WIDEST_WORD) return false;
    for (int64_t i = 0; i < (int64_t)1 << high; i++)
      add_value(variable, (Concrete){CONCRETE_WORD, i, (unsigned)high, type->is_signed});
    return true;
  case TYPE_ENUMERATION:
    for (NodeIndex list = type->low; list != NODE_NONE; list = syntax_node(syntax, list)->left) {
      NodeIndex element = syntax_node(syntax, list)->right;
      const Node *node = syntax_node(syntax, element);
      if (node->kind == NODE_NAME)
        add_value(variable, (Concrete){CONCRETE_SYMBOL, node->number, 0, false});
      else if (constant(s, scope, element, &low))
        add_value(variable, (Concrete){CONCRETE_INTEGER, low, 0, false});
      else return false;
    }
    return true;
  default: return false;
  }
}

/* ---- instances ---- */

static const ModuleSyntax *module_named(const Syntax *syntax, uint32_t name) {
  for (size_t i = 0; i < syntax->modules.size; i++)
    if (syntax->modules.data[i].name == name) return syntax->modules.data + i;
  return NULL;
}

static void fill_scope(Scopes *s, size_t scope, unsigned depth);

/* An instance of a module, and all that is in it. */
static Thing make_instance(Scopes *s, size_t owner, const TypeSyntax *type, const char *path,
                           unsigned depth) {
  const ModuleSyntax *module = module_named(s->syntax, type->module);
  if (!module || depth > DEEPEST) {
    s->unknown = true;
    return (Thing){0};
  }
  size_t number = s->scopes.size;
  Text copy = {0};
  text_add(&copy, path);
  Scope scope = {.owner = owner, .actuals = type->low, .path = text_take(&copy)};
  scope.process = type->process ? number : s->scopes.data[owner].process;
  vec_push(&scope.modules, module);
  vec_push(&s->scopes, scope);
  if (type->process) s->selector = 0; /* made in the end */
  fill_scope(s, number, depth + 1);
  return (Thing){.kind = THING_INSTANCE, .at = number};
}

static Thing make_thing(Scopes *s, size_t scope, const VariableSyntax *declared,
                        const TypeSyntax *type, const char *path, unsigned depth) {
  if (type->kind == TYPE_MODULE) return make_instance(s, scope, type, path, depth);
  if (type->kind == TYPE_ARRAY) {
    Thing array = {.kind = THING_ARRAY, .at = s->things.size};
    int64_t high = 0;
    if (!constant(s, scope, type->low, &array.low) || !constant(s, scope, type->high, &high) ||
        high < array.low || high - array.low >= LONGEST_RANGE) {
      s->unknown = true;
      return (Thing){0};
    }
    array.count = (size_t)(high - array.low) + 1;
    for (size_t i = 0; i < array.count; i++) vec_push(&s->things, (Thing){0});
    for (size_t i = 0; i < array.count; i++) {
      Text name = {0};
      text_format(&name, "%s[%lld]", path, (long long)array.low + (long long)i);
      Thing element = make_thing(s, scope, declared, type->element, name.data, depth);
      s->things.data[array.at + i] = element;
      text_free(&name);
    }
    return array;
  }
  Text copy = {0};
  text_add(&copy, path);
  ConcreteVariable variable = {.path = text_take(&copy), .role = declared->role};
  if (!make_domain(s, scope, type, &variable)) s->unknown = true;
  vec_push(&s->variables, variable);
  return (Thing){.kind = THING_VARIABLE, .at = s->variables.size - 1};
}

/* The modules after ISA, and those after theirs. */
static void add_parents(Scopes *s, size_t scope) {
  for (size_t i = 0; i < s->scopes.data[scope].modules.size && !s->unknown; i++) {
    const ModuleSyntax *module = s->scopes.data[scope].modules.data[i];
    for (size_t k = 0; k < module->parents.size; k++) {
      const ModuleSyntax *parent = module_named(s->syntax, module->parents.data[k]);
      if (!parent || i > DEEPEST) s->unknown = true;
      else vec_push(&s->scopes.data[scope].modules, parent);
    }
  }
}

static void fill_scope(Scopes *s, size_t scope, unsigned depth) {
  add_parents(s, scope);
  for (size_t m = 0; m < s->scopes.data[scope].modules.size; m++) {
    const ModuleSyntax *module = s->scopes.data[scope].modules.data[m];
    for (size_t i = 0; i < module->defines.size; i++) {
      const Node *target = syntax_node(s->syntax, module->defines.data[i].target);
      if (target->kind == NODE_NAME)
        vec_push(&s->defined,
                 ((Defined){scope, (uint32_t)target->number, scope, module->defines.data[i].body}));
    }
  }
  for (size_t m = 0; m < s->scopes.data[scope].modules.size; m++) {
    const ModuleSyntax *module = s->scopes.data[scope].modules.data[m];
    for (size_t i = 0; i < module->variables.size; i++) {
      const VariableSyntax *declared = module->variables.data + i;
      const char *own = s->syntax->names.text[declared->name], *here = s->scopes.data[scope].path;
      Text path = {0};
      text_format(&path, "%s%s%s", here ? here : "", here ? "." : "", own);
      Thing thing = make_thing(s, scope, declared, declared->type, path.data, depth);
      vec_push(&s->declared, ((Declared){scope, declared->name, thing}));
      text_free(&path);
    }
  }
}

/* The instance that a path of names leads to; false if it is none. */
static bool instance_at(const Scopes *s, size_t scope, NodeIndex path, unsigned depth, size_t *at) {
  const Node *node = syntax_node(s->syntax, path);
  if (depth > DEEPEST) return false;
  *at = scope;
  if (node->kind == NODE_SELF) return true;
  if (node->kind == NODE_DOT && !instance_at(s, scope, node->left, depth + 1, at)) return false;
  if (node->kind != NODE_NAME && node->kind != NODE_DOT) return false;
  Meaning meaning = scopes_look_up(s, *at, (uint32_t)node->number);
  *at = meaning.thing.at;
  return meaning.body != NODE_NONE ? instance_at(s, meaning.scope, meaning.body, depth + 1, at)
                                   : meaning.thing.kind == THING_INSTANCE;
}

/* What instances define in others. */
static void define_elsewhere(Scopes *s) {
  for (size_t scope = 0; scope < s->scopes.size; scope++)
    for (size_t m = 0; m < s->scopes.data[scope].modules.size; m++) {
      const ModuleSyntax *module = s->scopes.data[scope].modules.data[m];
      for (size_t i = 0; i < module->defines.size; i++) {
        const Node *target = syntax_node(s->syntax, module->defines.data[i].target);
        size_t at;
        if (target->kind == NODE_NAME) continue;
        if (target->kind != NODE_DOT || !instance_at(s, scope, target->left, 0, &at))
          s->unknown = true;
        else
          vec_push(&s->defined,
                   ((Defined){at, (uint32_t)target->number, scope, module->defines.data[i].body}));
      }
    }
}

static void add_selector(Scopes *s) {
  Text name = {0};
  text_add(&name, "_process_selector_");
  ConcreteVariable selector = {.path = text_take(&name), .role = VARIABLE_INPUT};
  for (size_t i = 0; i < s->scopes.size; i++)
    if (s->scopes.data[i].process == i)
      add_value(&selector, (Concrete){CONCRETE_PROCESS, (int64_t)i, 0, false});
  s->selector = (long)s->variables.size;
  vec_push(&s->variables, selector);
}

Scopes *scopes_new(const Syntax *syntax) {
  Scopes *s = mem_zalloc(sizeof *s);
  s->syntax = syntax;
  s->selector = NO_SELECTOR;
  Scope top = {.actuals = NODE_NONE};
  const ModuleSyntax *main = NULL;
  for (size_t i = 0; i < syntax->modules.size; i++)
    if (!strcmp(syntax->names.text[syntax->modules.data[i].name], "main"))
      main = syntax->modules.data + i;
  vec_push(&top.modules, main ? main : syntax->modules.data);
  vec_push(&s->scopes, top);
  fill_scope(s, 0, 0);
  define_elsewhere(s);
  if (s->selector != NO_SELECTOR) add_selector(s);
  return s;
}

void scopes_free(Scopes *s) {
  for (size_t i = 0; i < s->scopes.size; i++) {
    mem_free(s->scopes.data[i].path);
    vec_free(&s->scopes.data[i].modules);
  }
  for (size_t i = 0; i < s->variables.size; i++) {
    mem_free(s->variables.data[i].path);
    vec_free(&s->variables.data[i].domain);
  }
  vec_free(&s->scopes);
  vec_free(&s->variables);
  vec_free(&s->things);
  vec_free(&s->declared);
  vec_free(&s->defined);
  mem_free(s);
}
