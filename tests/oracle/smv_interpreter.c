#include "oracle/smv_interpreter.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  const Interpreter *interpreter;
  size_t now, next;
} Situation;

static const Node *node_at(const Situation *s, NodeIndex index) {
  return syntax_node(s->interpreter->syntax, index);
}

static const ModuleSyntax *main_module(const Syntax *syntax) {
  return syntax->modules.data; /* the only one */
}

static bool same(Concrete a, Concrete b) {
  return a.kind == b.kind && a.number == b.number && a.width == b.width;
}

static void add(ConcreteSet *set, Concrete value) {
  for (size_t i = 0; i < set->members.size; i++)
    if (same(set->members.data[i], value)) return;
  vec_push(&set->members, value);
}

static ConcreteSet single(ConcreteKind kind, int64_t number) {
  ConcreteSet set = {0};
  Concrete value = {.kind = kind, .number = number};
  vec_push(&set.members, value);
  return set;
}

static ConcreteSet failure(void) { return (ConcreteSet){.failed = true}; }

static ConcreteSet evaluate(const Situation *s, NodeIndex index);

static ConcreteSet name_value(const Situation *s, const Node *node) {
  const Interpreter *it = s->interpreter;
  for (size_t i = 0; i < it->variables.size; i++)
    if (it->variables.data[i].name == (uint32_t)node->number) {
      ConcreteSet set = {0};
      Concrete value = interpreter_value(it, node->next ? s->next : s->now, i);
      vec_push(&set.members, value);
      return set;
    }
  const ModuleSyntax *module = main_module(it->syntax);
  for (size_t i = 0; i < module->defines.size; i++)
    if (syntax_node(it->syntax, module->defines.data[i].target)->number == node->number) {
      Situation inner = *s;
      if (node->next) inner.now = s->next; /* definitions under test read no next value */
      return evaluate(&inner, module->defines.data[i].body);
    }
  return single(CONCRETE_SYMBOL, node->number);
}

static int64_t floor_to_width(int64_t number, unsigned width) {
  return number & (((int64_t)1 << width) - 1);
}

/* Operators on single values; false where there is no value. */
static bool apply(NodeKind kind, Concrete a, Concrete b, Concrete *out) {
  *out = (Concrete){.kind = CONCRETE_BOOLEAN};
  bool word = a.kind == CONCRETE_WORD;
  int64_t x = a.number, y = b.number;
  switch (kind) {
  case NODE_EQUAL: out->number = same(a, b); return true;
  case NODE_NOT_EQUAL: out->number = !same(a, b); return true;
  case NODE_LESS: out->number = x < y; return true;
  case NODE_LESS_EQUAL: out->number = x <= y; return true;
  case NODE_GREATER: out->number = x > y; return true;
  case NODE_GREATER_EQUAL: out->number = x >= y; return true;
  default: break;
  }
  *out = (Concrete){.kind = a.kind, .width = a.width};
  int64_t ones = word ? ((int64_t)1 << a.width) - 1 : 1;
  switch (kind) {
  case NODE_AND: out->number = x & y; return true;
  case NODE_OR: out->number = x | y; return true;
  case NODE_XOR: out->number = x ^ y; return true;
  case NODE_XNOR:
  case NODE_IFF: out->number = ~(x ^ y) & ones; return true;
  case NODE_IMPLIES: out->number = (~x | y) & ones; return true;
  case NODE_ADD: out->number = x + y; break;
  case NODE_SUBTRACT: out->number = x - y; break;
  case NODE_MULTIPLY: out->number = x * y; break;
  case NODE_DIVIDE:
    if (!y) return false;
    out->number = x / y;
    break;
  case NODE_MOD:
    if (!y) return false;
    out->number = x % y;
    break;
  case NODE_MIN: out->number = x < y ? x : y; break;
  case NODE_MAX: out->number = x > y ? x : y; break;
  case NODE_LEFT_SHIFT: out->number = y > 30 ? 0 : x << y; break;
  case NODE_RIGHT_SHIFT: out->number = y > 30 ? 0 : x >> y; break;
  case NODE_CONCAT:
    out->width = a.width + b.width;
    out->number = x << b.width | y;
    return true;
  default: abort();
  }
  if (word) out->number = floor_to_width(out->number, a.width);
  return true;
}

static bool is_true(const ConcreteSet *set) { return !set->failed && set->members.data[0].number; }

static ConcreteSet case_value(const Situation *s, NodeIndex list) {
  NodeIndex branches[64];
  size_t count = 0;
  for (; list != NODE_NONE; list = node_at(s, list)->left)
    branches[count++] = node_at(s, list)->right;
  while (count > 0) {
    const Node *branch = node_at(s, branches[--count]);
    ConcreteSet condition = evaluate(s, branch->left);
    bool failed = condition.failed, taken = is_true(&condition);
    vec_free(&condition.members);
    if (failed) return failure();
    if (taken) return evaluate(s, branch->right);
  }
  return failure();
}

static ConcreteSet set_value(const Situation *s, NodeIndex list) {
  ConcreteSet result = {0};
  for (; list != NODE_NONE; list = node_at(s, list)->left) {
    ConcreteSet element = evaluate(s, node_at(s, list)->right);
    result.failed |= element.failed;
    for (size_t i = 0; i < element.members.size; i++) add(&result, element.members.data[i]);
    vec_free(&element.members);
  }
  return result;
}

static ConcreteSet function_value(const Situation *s, const Node *node) {
  ConcreteSet arguments[8] = {0};
  size_t count = 0;
  bool failed = false;
  for (NodeIndex list = node->left; list != NODE_NONE; list = node_at(s, list)->left)
    arguments[count++] = evaluate(s, node_at(s, list)->right); /* the last first */
  for (size_t i = 0; i < count; i++) failed |= arguments[i].failed;
  ConcreteSet result = failure();
  if (!failed) {
    Concrete a = arguments[count - 1].members.data[0], b = arguments[0].members.data[0], out = {0};
    switch (node->kind) {
    case NODE_ABS: result = single(CONCRETE_INTEGER, llabs(a.number)); break;
    case NODE_TOINT: result = single(CONCRETE_INTEGER, a.number); break;
    case NODE_BOOL: result = single(CONCRETE_BOOLEAN, a.number != 0); break;
    case NODE_COUNT: {
      int64_t total = 0;
      for (size_t i = 0; i < count; i++) total += arguments[i].members.data[0].number;
      result = single(CONCRETE_INTEGER, total);
      break;
    }
    default:
      apply(node->kind, a, b, &out);
      result = single(out.kind, out.number);
      result.members.data[0] = out;
    }
  }
  for (size_t i = 0; i < count; i++) vec_free(&arguments[i].members);
  return result;
}

/* A conjunction is false if one side is, whatever becomes of the other; likewise | and ->. */
static bool decided(NodeKind kind, const ConcreteSet *a, const ConcreteSet *b, bool *value) {
  bool boolean = (a->failed || a->members.data[0].kind == CONCRETE_BOOLEAN) &&
                 (b->failed || b->members.data[0].kind == CONCRETE_BOOLEAN);
  if (!boolean) return false;
  bool a_true = is_true(a), b_true = is_true(b);
  bool a_false = !a->failed && !a_true, b_false = !b->failed && !b_true;
  *value = kind != NODE_AND;
  switch (kind) {
  case NODE_AND: return a_false || b_false;
  case NODE_OR: return a_true || b_true;
  case NODE_IMPLIES: return a_false || b_true;
  default: return false;
  }
}

static ConcreteSet binary_value(const Situation *s, const Node *node) {
  ConcreteSet a = evaluate(s, node->left), b = evaluate(s, node->right), result = {0};
  bool value;
  if (node->kind == NODE_UNION) {
    result.failed = a.failed || b.failed;
    for (size_t i = 0; i < a.members.size; i++) add(&result, a.members.data[i]);
    for (size_t i = 0; i < b.members.size; i++) add(&result, b.members.data[i]);
  } else if (decided(node->kind, &a, &b, &value)) {
    result = single(CONCRETE_BOOLEAN, value);
  } else if (a.failed || b.failed) {
    result = failure();
  } else if (node->kind == NODE_IN) {
    bool all = true;
    for (size_t i = 0; i < a.members.size; i++) {
      bool found = false;
      for (size_t j = 0; j < b.members.size; j++)
        found |= same(a.members.data[i], b.members.data[j]);
      all &= found;
    }
    result = single(CONCRETE_BOOLEAN, all);
  } else if (node->kind == NODE_RANGE) {
    for (int64_t i = a.members.data[0].number; i <= b.members.data[0].number; i++)
      add(&result, (Concrete){.kind = CONCRETE_INTEGER, .number = i});
  } else {
    Concrete out;
    if (apply(node->kind, a.members.data[0], b.members.data[0], &out)) {
      result = single(out.kind, out.number);
      result.members.data[0] = out;
    } else {
      result = failure();
    }
  }
  vec_free(&a.members);
  vec_free(&b.members);
  return result;
}

static ConcreteSet unary_value(const Situation *s, const Node *node) {
  ConcreteSet a = evaluate(s, node->left);
  if (a.failed) return a;
  Concrete *value = a.members.data;
  bool word = value->kind == CONCRETE_WORD;
  if (node->kind == NODE_MINUS) value->number = -value->number;
  else if (word) value->number = ~value->number;
  else value->number = !value->number;
  if (word) value->number = floor_to_width(value->number, value->width);
  return a;
}

static ConcreteSet word_constant(const Situation *s, const Node *node) {
  /* the generator writes 0ud<width>_<number> */
  const char *text = s->interpreter->syntax->words.data[node->number];
  char *rest;
  unsigned width = (unsigned)strtoul(text + 3, &rest, 10);
  ConcreteSet set = single(CONCRETE_WORD, strtoll(rest + 1, NULL, 10));
  set.members.data[0].width = width;
  return set;
}

static ConcreteSet evaluate(const Situation *s, NodeIndex index) {
  const Node *node = node_at(s, index);
  switch (node->kind) {
  case NODE_NUMBER: return single(CONCRETE_INTEGER, node->number);
  case NODE_TRUE: return single(CONCRETE_BOOLEAN, 1);
  case NODE_FALSE: return single(CONCRETE_BOOLEAN, 0);
  case NODE_WORD_CONSTANT: return word_constant(s, node);
  case NODE_NAME: return name_value(s, node);
  case NODE_NEXT: return evaluate(s, node->left);
  case NODE_CASE: return case_value(s, node->left);
  case NODE_SET: return set_value(s, node->left);
  case NODE_CONDITIONAL: {
    const Node *branch = node_at(s, node->left);
    ConcreteSet condition = evaluate(s, branch->left);
    bool failed = condition.failed, taken = is_true(&condition);
    vec_free(&condition.members);
    return failed ? failure() : evaluate(s, taken ? branch->right : node->right);
  }
  case NODE_NOT:
  case NODE_MINUS: return unary_value(s, node);
  default: break;
  }
  if (node->kind >= NODE_ABS && node->kind <= NODE_WORD1) return function_value(s, node);
  return binary_value(s, node);
}

/* --- models --------------------------------------------------------------------------------- */

static void add_domain(ConcreteVariable *variable, ConcreteKind kind, int64_t number,
                       unsigned width) {
  Concrete value = {kind, number, width};
  variable->kind = kind;
  vec_push(&variable->domain, value);
}

static int64_t literal(const Syntax *syntax, NodeIndex index) {
  const Node *node = syntax_node(syntax, index);
  return node->kind == NODE_MINUS ? -literal(syntax, node->left) : node->number;
}

static void make_domain(const Syntax *syntax, const TypeSyntax *type, ConcreteVariable *variable) {
  switch (type->kind) {
  case TYPE_BOOLEAN:
    for (int i = 0; i < 2; i++) add_domain(variable, CONCRETE_BOOLEAN, i, 0);
    return;
  case TYPE_RANGE:
    for (int64_t i = literal(syntax, type->low); i <= literal(syntax, type->high); i++)
      add_domain(variable, CONCRETE_INTEGER, i, 0);
    return;
  case TYPE_WORD: {
    unsigned width = (unsigned)literal(syntax, type->low);
    for (int64_t i = 0; i < (int64_t)1 << width; i++) add_domain(variable, CONCRETE_WORD, i, width);
    return;
  }
  default:
    for (NodeIndex list = type->low; list != NODE_NONE; list = syntax_node(syntax, list)->left) {
      NodeIndex element = syntax_node(syntax, list)->right;
      const Node *node = syntax_node(syntax, element);
      if (node->kind == NODE_NAME) add_domain(variable, CONCRETE_SYMBOL, node->number, 0);
      else add_domain(variable, CONCRETE_INTEGER, literal(syntax, element), 0);
    }
  }
}

/* --- what it knows -------------------------------------------------------------------------- */

static bool knows_node(const Syntax *syntax, const Node *node) {
  switch (node->kind) {
  case NODE_NUMBER:
  case NODE_TRUE:
  case NODE_FALSE:
  case NODE_NAME:
  case NODE_NEXT:
  case NODE_LIST:
  case NODE_BRANCH:
  case NODE_CASE:
  case NODE_SET:
  case NODE_RANGE:
  case NODE_CONDITIONAL:
  case NODE_ABS:
  case NODE_BOOL:
  case NODE_COUNT:
  case NODE_MAX:
  case NODE_MIN:
  case NODE_TOINT: return true;
  case NODE_WORD_CONSTANT: return !strncmp(syntax->words.data[node->number], "0ud", 3);
  default: return node->kind >= NODE_NOT && node->kind <= NODE_IN;
  }
}

static bool knows(const Syntax *syntax, NodeIndex root) {
  for (NodeIndex i = syntax_node(syntax, root)->first; i <= root; i++)
    if (!knows_node(syntax, syntax_node(syntax, i))) return false;
  return true;
}

static bool is_number(const Syntax *syntax, NodeIndex index) {
  const Node *node = syntax_node(syntax, index);
  return node->kind == NODE_NUMBER || (node->kind == NODE_MINUS && is_number(syntax, node->left));
}

static bool knows_type(const Syntax *syntax, const TypeSyntax *type) {
  enum { WIDEST_WORD = 8, LONGEST_RANGE = 4096 };
  switch (type->kind) {
  case TYPE_BOOLEAN: return true;
  case TYPE_ENUMERATION: return knows(syntax, type->low);
  case TYPE_WORD:
    return !type->is_signed && is_number(syntax, type->low) &&
           literal(syntax, type->low) <= WIDEST_WORD;
  case TYPE_RANGE:
    return is_number(syntax, type->low) && is_number(syntax, type->high) &&
           literal(syntax, type->high) - literal(syntax, type->low) < LONGEST_RANGE;
  default: return false;
  }
}

static bool is_name(const Syntax *syntax, NodeIndex target) {
  return syntax_node(syntax, target)->kind == NODE_NAME;
}

/* Constraints of a model; properties are for others. */
static bool is_relation(SectionKind kind) {
  return kind == SECTION_INIT || kind == SECTION_INVAR || kind == SECTION_TRANS;
}

bool interpreter_reads(const Syntax *syntax) {
  const ModuleSyntax *module = main_module(syntax);
  double valuations = 1;
  bool all = syntax->modules.size == 1 && !module->parents.size;
  for (size_t i = 0; all && i < module->variables.size; i++) {
    ConcreteVariable variable = {0};
    all = knows_type(syntax, module->variables.data[i].type);
    if (all) make_domain(syntax, module->variables.data[i].type, &variable);
    valuations *= (double)variable.domain.size;
    vec_free(&variable.domain);
  }
  for (size_t i = 0; all && i < module->defines.size; i++)
    all = is_name(syntax, module->defines.data[i].target) &&
          knows(syntax, module->defines.data[i].body);
  for (size_t i = 0; all && i < module->assigns.size; i++)
    all = is_name(syntax, module->assigns.data[i].target) &&
          knows(syntax, module->assigns.data[i].body);
  for (size_t i = 0; all && i < module->sections.size; i++)
    if (is_relation(module->sections.data[i].kind))
      all = knows(syntax, module->sections.data[i].left);
  return all && valuations < 1e18;
}

Interpreter *interpreter_new(const Syntax *syntax) {
  Interpreter *interpreter = mem_zalloc(sizeof *interpreter);
  const ModuleSyntax *module = main_module(syntax);
  interpreter->syntax = syntax;
  interpreter->states = 1;
  for (size_t i = 0; i < module->variables.size; i++) {
    ConcreteVariable variable = {.name = module->variables.data[i].name};
    make_domain(syntax, module->variables.data[i].type, &variable);
    interpreter->states *= variable.domain.size;
    vec_push(&interpreter->variables, variable);
  }
  return interpreter;
}

void interpreter_free(Interpreter *interpreter) {
  for (size_t i = 0; i < interpreter->variables.size; i++)
    vec_free(&interpreter->variables.data[i].domain);
  vec_free(&interpreter->variables);
  mem_free(interpreter);
}

Concrete interpreter_value(const Interpreter *interpreter, size_t valuation, size_t variable) {
  for (size_t i = 0; i < variable; i++) valuation /= interpreter->variables.data[i].domain.size;
  const ConcreteVariable *v = interpreter->variables.data + variable;
  return v->domain.data[valuation % v->domain.size];
}

static bool holds(const Situation *s, NodeIndex root, bool *failed) {
  ConcreteSet value = evaluate(s, root);
  *failed |= value.failed;
  bool result = is_true(&value);
  vec_free(&value.members);
  return result;
}

/* Whether a variable has one of the values of an expression, all of which it could have. */
static bool assigned(const Situation *s, const AssignSyntax *assign, size_t valuation,
                     bool *failed) {
  const Interpreter *it = s->interpreter;
  size_t variable = 0;
  while (it->variables.data[variable].name != (uint32_t)node_at(s, assign->target)->number)
    variable++;
  ConcreteSet value = evaluate(s, assign->body);
  *failed |= value.failed;
  bool found = false;
  for (size_t i = 0; i < value.members.size; i++) {
    bool possible = false;
    for (size_t j = 0; j < it->variables.data[variable].domain.size; j++)
      possible |= same(value.members.data[i], it->variables.data[variable].domain.data[j]);
    *failed |= !possible;
    found |= same(value.members.data[i], interpreter_value(it, valuation, variable));
  }
  vec_free(&value.members);
  return found;
}

static bool sections_hold(const Situation *s, SectionKind kind, bool *failed) {
  const ModuleSyntax *module = main_module(s->interpreter->syntax);
  bool all = true;
  for (size_t i = 0; i < module->sections.size; i++)
    if (module->sections.data[i].kind == kind)
      all &= holds(s, module->sections.data[i].left, failed);
  return all;
}

static bool assigns_hold(const Situation *s, AssignKind kind, bool *failed) {
  const ModuleSyntax *module = main_module(s->interpreter->syntax);
  bool all = true;
  for (size_t i = 0; i < module->assigns.size; i++)
    if (module->assigns.data[i].kind == kind)
      all &= assigned(s, module->assigns.data + i, kind == ASSIGN_NEXT ? s->next : s->now, failed);
  return all;
}

static bool valid(const Interpreter *interpreter, size_t now, bool *failed) {
  Situation s = {interpreter, now, now};
  bool invariant = sections_hold(&s, SECTION_INVAR, failed);
  return assigns_hold(&s, ASSIGN_CURRENT, failed) && invariant;
}

bool interpreter_initial(const Interpreter *interpreter, size_t now, bool *failed) {
  Situation s = {interpreter, now, now};
  bool init = sections_hold(&s, SECTION_INIT, failed);
  bool assigns = assigns_hold(&s, ASSIGN_INIT, failed);
  return valid(interpreter, now, failed) && init && assigns;
}

static bool frozen_stay(const Interpreter *interpreter, size_t now, size_t next) {
  const ModuleSyntax *module = main_module(interpreter->syntax);
  for (size_t i = 0; i < module->variables.size; i++)
    if (module->variables.data[i].role == VARIABLE_FROZEN &&
        !same(interpreter_value(interpreter, now, i), interpreter_value(interpreter, next, i)))
      return false;
  return true;
}

bool interpreter_follows(const Interpreter *interpreter, size_t now, size_t next, bool *failed) {
  Situation s = {interpreter, now, next};
  bool trans = sections_hold(&s, SECTION_TRANS, failed);
  bool assigns = assigns_hold(&s, ASSIGN_NEXT, failed);
  bool both = valid(interpreter, now, failed);
  return valid(interpreter, next, failed) && both && trans && assigns &&
         frozen_stay(interpreter, now, next);
}

bool interpreter_holds(const Interpreter *interpreter, NodeIndex expression, size_t valuation) {
  Situation s = {interpreter, valuation, valuation};
  bool failed = false;
  return holds(&s, expression, &failed);
}
