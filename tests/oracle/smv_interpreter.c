#include "oracle/smv_interpreter.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/memory.h"

/* Where an expression is looked at: in a scope, between two valuations. Without these only what
 * names mean is asked for. */
typedef struct {
  const Interpreter *interpreter;
  size_t scope;
  const uint32_t *now, *next;
  unsigned depth;
} Situation;

enum { DEEPEST = 1000 }; /* of definitions: a circle is for the front end to refuse */

static const Node *node_at(const Situation *s, NodeIndex index) {
  return syntax_node(s->interpreter->syntax, index);
}

static bool same(Concrete a, Concrete b) {
  return a.kind == b.kind && a.number == b.number && a.width == b.width &&
         a.is_signed == b.is_signed;
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

/* ---- names ---- */

/* What a path is: a thing, an expression elsewhere, whether a process moves, or nothing, which is a
 * constant; and where to look at it. */
typedef enum { FOUND_NOTHING, FOUND_THING, FOUND_EXPRESSION, FOUND_RUNNING } FoundKind;
typedef struct {
  FoundKind kind;
  Thing thing;
  NodeIndex body;
  Situation at;
} Found;

static bool is_path(const Node *node) {
  return node->kind == NODE_NAME || node->kind == NODE_DOT || node->kind == NODE_INDEX ||
         node->kind == NODE_SELF;
}

static Found find(const Situation *s, NodeIndex index);

/* A name in a scope. What next() says of it is said of what it stands for. */
static Found find_name(const Situation *s, size_t scope, const Node *node) {
  const Interpreter *it = s->interpreter;
  Meaning meaning = scopes_look_up(it->scopes, scope, (uint32_t)node->number);
  Found found = {.at = *s, .body = meaning.body, .thing = meaning.thing};
  found.at.scope = scope;
  if (node->next) found.at.now = s->next; /* definitions under test read no next value */
  if (meaning.thing.kind != THING_NONE) found.kind = FOUND_THING;
  if (meaning.body != NODE_NONE && found.at.depth++ < DEEPEST) {
    found.kind = FOUND_EXPRESSION;
    found.at.scope = meaning.scope;
    Found further = {0};
    if (is_path(node_at(s, meaning.body))) further = find(&found.at, meaning.body);
    if (further.kind != FOUND_NOTHING) return further;
  }
  if (found.kind == FOUND_NOTHING && it->scopes->selector != NO_SELECTOR &&
      !strcmp(it->syntax->names.text[node->number], "running"))
    found.kind = FOUND_RUNNING;
  return found;
}

static Found find_element(const Situation *s, const Node *node) {
  Found found = find(s, node->left);
  size_t place = 0;
  if (found.kind != FOUND_THING || found.thing.kind != THING_ARRAY) return (Found){0};
  if (s->now) {
    ConcreteSet index = evaluate(s, node->right);
    bool inside = !index.failed && index.members.data[0].number >= found.thing.low &&
                  index.members.data[0].number < found.thing.low + (int64_t)found.thing.count;
    if (inside) place = (size_t)(index.members.data[0].number - found.thing.low);
    vec_free(&index.members);
    if (!inside) return (Found){0};
  }
  found.thing = s->interpreter->scopes->things.data[found.thing.at + place];
  return found;
}

static Found find(const Situation *s, NodeIndex index) {
  const Node *node = node_at(s, index);
  if (node->kind == NODE_SELF)
    return (Found){
        .kind = FOUND_THING, .thing = {.kind = THING_INSTANCE, .at = s->scope}, .at = *s};
  if (node->kind == NODE_INDEX) return find_element(s, node);
  if (node->kind == NODE_NAME) return find_name(s, s->scope, node);
  Found owner = find(s, node->left);
  if (owner.kind != FOUND_THING || owner.thing.kind != THING_INSTANCE) return (Found){0};
  return find_name(s, owner.thing.at, node);
}

static ConcreteSet path_value(const Situation *s, NodeIndex index) {
  const Scopes *scopes = s->interpreter->scopes;
  Found found = find(s, index);
  ConcreteSet set = {0};
  switch (found.kind) {
  case FOUND_EXPRESSION: return evaluate(&found.at, found.body);
  case FOUND_RUNNING: {
    const ConcreteVariable *selector = scopes->variables.data + scopes->selector;
    size_t moves = (size_t)selector->domain.data[found.at.now[scopes->selector]].number;
    return single(CONCRETE_BOOLEAN, moves == scopes->scopes.data[found.at.scope].process);
  }
  case FOUND_THING:
    if (found.thing.kind != THING_VARIABLE) return failure();
    vec_push(&set.members,
             scopes->variables.data[found.thing.at].domain.data[found.at.now[found.thing.at]]);
    return set;
  default:
    return node_at(s, index)->kind == NODE_NAME ? single(CONCRETE_SYMBOL, node_at(s, index)->number)
                                                : failure();
  }
}

/* ---- operators ---- */

static int64_t floor_to_width(int64_t number, unsigned width) {
  return number & (((int64_t)1 << width) - 1);
}

/* The number that a value is: signed words have the highest bit for the sign. */
static int64_t numeric(Concrete value) {
  bool negative = value.is_signed && value.number >> (value.width - 1) & 1;
  return negative ? value.number - ((int64_t)1 << value.width) : value.number;
}

/* Operators on single values; false where there is no value. */
static bool apply(NodeKind kind, Concrete a, Concrete b, Concrete *out) {
  *out = (Concrete){.kind = CONCRETE_BOOLEAN};
  bool word = a.kind == CONCRETE_WORD;
  int64_t x = numeric(a), y = numeric(b);
  switch (kind) {
  case NODE_EQUAL: out->number = same(a, b); return true;
  case NODE_NOT_EQUAL: out->number = !same(a, b); return true;
  case NODE_LESS: out->number = x < y; return true;
  case NODE_LESS_EQUAL: out->number = x <= y; return true;
  case NODE_GREATER: out->number = x > y; return true;
  case NODE_GREATER_EQUAL: out->number = x >= y; return true;
  default: break;
  }
  *out = (Concrete){.kind = a.kind, .width = a.width, .is_signed = a.is_signed};
  int64_t ones = word ? ((int64_t)1 << a.width) - 1 : 1;
  switch (kind) {
  case NODE_AND: out->number = x & y & ones; return true;
  case NODE_OR: out->number = (x | y) & ones; return true;
  case NODE_XOR: out->number = (x ^ y) & ones; return true;
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
    *out = (Concrete){CONCRETE_WORD, a.number << b.width | b.number, a.width + b.width, false};
    return true;
  case NODE_EXTEND:
    out->width = a.width + (unsigned)y;
    out->number = floor_to_width(x, out->width);
    return true;
  case NODE_UWCONST:
  case NODE_SWCONST:
    *out = (Concrete){CONCRETE_WORD, floor_to_width(x, (unsigned)y), (unsigned)y,
                      kind == NODE_SWCONST};
    return true;
  default: abort();
  }
  if (word) out->number = floor_to_width(out->number, a.width);
  return true;
}

static bool is_true(const ConcreteSet *set) { return !set->failed && set->members.data[0].number; }

static ConcreteSet case_value(const Situation *s, NodeIndex list) {
  U32Vec branches = {0};
  ConcreteSet result = failure();
  for (; list != NODE_NONE; list = node_at(s, list)->left)
    vec_push(&branches, node_at(s, list)->right);
  while (branches.size > 0) {
    const Node *branch = node_at(s, vec_pop(&branches));
    ConcreteSet condition = evaluate(s, branch->left);
    bool failed = condition.failed, taken = is_true(&condition);
    vec_free(&condition.members);
    if (!failed && taken) result = evaluate(s, branch->right);
    if (failed || taken) break;
  }
  vec_free(&branches);
  return result;
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
  VEC(ConcreteSet) all = {0};
  bool failed = false;
  for (NodeIndex list = node->left; list != NODE_NONE; list = node_at(s, list)->left)
    vec_push(&all, evaluate(s, node_at(s, list)->right)); /* the last first */
  ConcreteSet *arguments = all.data;
  size_t count = all.size;
  for (size_t i = 0; i < count; i++) failed |= arguments[i].failed;
  ConcreteSet result = failure();
  if (!failed) {
    Concrete a = arguments[count - 1].members.data[0], b = arguments[0].members.data[0], out = {0};
    switch (node->kind) {
    case NODE_ABS: result = single(CONCRETE_INTEGER, llabs(a.number)); break;
    case NODE_TOINT: result = single(CONCRETE_INTEGER, numeric(a)); break;
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
  vec_free(&all);
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

/* Bits of a word, from the high one to the low one, as a word without a sign. */
static ConcreteSet slice_value(const Situation *s, const Node *node) {
  const Node *bounds = node_at(s, node->right);
  ConcreteSet word = evaluate(s, node->left), low = evaluate(s, bounds->right);
  ConcreteSet high = evaluate(s, node_at(s, bounds->left)->right), result = failure();
  if (!word.failed && !low.failed && !high.failed) {
    int64_t from = low.members.data[0].number, to = high.members.data[0].number;
    unsigned width = (unsigned)(to - from + 1);
    result = single(CONCRETE_WORD, floor_to_width(word.members.data[0].number >> from, width));
    result.members.data[0].width = width;
  }
  vec_free(&word.members);
  vec_free(&low.members);
  vec_free(&high.members);
  return result;
}

static ConcreteSet evaluate(const Situation *s, NodeIndex index) {
  const Node *node = node_at(s, index);
  switch (node->kind) {
  case NODE_NUMBER: return single(CONCRETE_INTEGER, node->number);
  case NODE_TRUE: return single(CONCRETE_BOOLEAN, 1);
  case NODE_FALSE: return single(CONCRETE_BOOLEAN, 0);
  case NODE_WORD_CONSTANT: return word_constant(s, node);
  case NODE_NAME:
  case NODE_DOT:
  case NODE_INDEX: return path_value(s, index);
  case NODE_SLICE: return slice_value(s, node);
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

/* --- what it knows -------------------------------------------------------------------------- */

static bool knows_node(const Syntax *syntax, const Node *node) {
  switch (node->kind) {
  case NODE_NUMBER:
  case NODE_TRUE:
  case NODE_FALSE:
  case NODE_NEXT:
  case NODE_LIST:
  case NODE_BRANCH:
  case NODE_CASE:
  case NODE_SET:
  case NODE_RANGE:
  case NODE_CONDITIONAL:
  case NODE_SLICE:
  case NODE_ABS:
  case NODE_BOOL:
  case NODE_COUNT:
  case NODE_EXTEND:
  case NODE_MAX:
  case NODE_MIN:
  case NODE_SWCONST:
  case NODE_UWCONST:
  case NODE_TOINT: return true;
  case NODE_WORD_CONSTANT: return !strncmp(syntax->words.data[node->number], "0ud", 3);
  default: return node->kind >= NODE_NOT && node->kind <= NODE_IN;
  }
}

static bool is_constant(const Syntax *syntax, const Node *node) {
  for (size_t i = 0; i < syntax->constants.size && node->kind == NODE_NAME; i++)
    if (syntax->constants.data[i] == (uint32_t)node->number) return true;
  return false;
}

/* Paths must lead somewhere; to what is no value only where more of the path follows. */
static bool knows(const Interpreter *it, size_t scope, NodeIndex root) {
  const Syntax *syntax = it->syntax;
  Situation anywhere = {.interpreter = it, .scope = scope};
  NodeIndex first = syntax_node(syntax, root)->first;
  Bits goes_on = bits_new(root - first + 1);
  bool all = true;
  for (NodeIndex i = first; i <= root; i++) {
    const Node *node = syntax_node(syntax, i);
    if (node->kind == NODE_DOT || node->kind == NODE_INDEX) bits_set(&goes_on, node->left - first);
  }
  for (NodeIndex i = first; i <= root && all; i++) {
    const Node *node = syntax_node(syntax, i);
    if (!is_path(node)) {
      all = knows_node(syntax, node);
      continue;
    }
    Found found = find(&anywhere, i);
    bool value = found.kind != FOUND_THING || found.thing.kind == THING_VARIABLE;
    all = value != bits_get(&goes_on, i - first) &&
          (found.kind != FOUND_NOTHING || is_constant(syntax, node));
  }
  bits_free(&goes_on);
  return all;
}

/* Parameters may stand for instances and arrays, too. */
static bool knows_actuals(const Interpreter *it, const Scope *scope) {
  bool all = true;
  for (NodeIndex list = scope->actuals; list != NODE_NONE && all;
       list = syntax_node(it->syntax, list)->left) {
    NodeIndex actual = syntax_node(it->syntax, list)->right;
    Situation owner = {.interpreter = it, .scope = scope->owner};
    bool path = is_path(syntax_node(it->syntax, actual));
    all = (path && find(&owner, actual).kind == FOUND_THING) || knows(it, scope->owner, actual);
  }
  return all;
}

/* Constraints of a model; properties are for others. */
static bool is_relation(SectionKind kind) {
  return kind == SECTION_INIT || kind == SECTION_INVAR || kind == SECTION_TRANS;
}

static bool knows_module(const Interpreter *it, size_t scope, const ModuleSyntax *module) {
  bool all = true;
  for (size_t i = 0; all && i < module->assigns.size; i++) {
    Situation anywhere = {.interpreter = it, .scope = scope};
    Found target = {0};
    if (is_path(syntax_node(it->syntax, module->assigns.data[i].target)))
      target = find(&anywhere, module->assigns.data[i].target);
    all = target.kind == FOUND_THING && target.thing.kind == THING_VARIABLE &&
          knows(it, scope, module->assigns.data[i].body);
  }
  for (size_t i = 0; all && i < module->sections.size; i++)
    if (is_relation(module->sections.data[i].kind))
      all = knows(it, scope, module->sections.data[i].left);
  return all;
}

bool interpreter_reads(const Syntax *syntax) {
  Interpreter *it = interpreter_new(syntax);
  const Scopes *scopes = it->scopes;
  bool all = !scopes->unknown;
  for (size_t i = 0; all && i < scopes->defined.size; i++)
    all = knows(it, scopes->defined.data[i].from, scopes->defined.data[i].body);
  for (size_t i = 0; all && i < scopes->scopes.size; i++) {
    const Scope *scope = scopes->scopes.data + i;
    all = knows_actuals(it, scope);
    for (size_t m = 0; all && m < scope->modules.size; m++)
      all = knows_module(it, i, scope->modules.data[m]);
  }
  interpreter_free(it);
  return all;
}

/* --- models --------------------------------------------------------------------------------- */

Interpreter *interpreter_new(const Syntax *syntax) {
  Interpreter *interpreter = mem_zalloc(sizeof *interpreter);
  interpreter->syntax = syntax;
  interpreter->scopes = scopes_new(syntax);
  interpreter->states = 1;
  double valuations = 1;
  for (size_t i = 0; i < interpreter->scopes->variables.size; i++) {
    size_t values = interpreter->scopes->variables.data[i].domain.size;
    valuations *= (double)values;
    interpreter->states *= values;
  }
  if (valuations > 1e18) interpreter->states = SIZE_MAX;
  return interpreter;
}

void interpreter_free(Interpreter *interpreter) {
  scopes_free(interpreter->scopes);
  mem_free(interpreter);
}

Valuation interpreter_valuation(const Interpreter *interpreter, size_t number) {
  const Scopes *scopes = interpreter->scopes;
  Valuation values = mem_array(scopes->variables.size + 1, sizeof *values);
  for (size_t i = 0; i < scopes->variables.size; i++) {
    size_t count = scopes->variables.data[i].domain.size;
    values[i] = (uint32_t)(number % count);
    number /= count;
  }
  return values;
}

static bool holds(const Situation *s, NodeIndex root, bool *failed) {
  ConcreteSet value = evaluate(s, root);
  *failed |= value.failed;
  bool result = is_true(&value);
  vec_free(&value.members);
  return result;
}

/* Whether a variable has one of the values of an expression, all of which it could have. */
static bool assigned(const Situation *s, NodeIndex body, size_t variable, const uint32_t *values,
                     bool *failed) {
  const ConcreteVariable *v = s->interpreter->scopes->variables.data + variable;
  ConcreteSet value = evaluate(s, body);
  *failed |= value.failed;
  bool found = false;
  for (size_t i = 0; i < value.members.size; i++) {
    bool possible = false;
    for (size_t j = 0; j < v->domain.size; j++)
      possible |= same(value.members.data[i], v->domain.data[j]);
    *failed |= !possible;
    found |= same(value.members.data[i], v->domain.data[values[variable]]);
  }
  vec_free(&value.members);
  return found;
}

/* All modules of all scopes, one after the other. */
typedef struct {
  Situation at;
  const ModuleSyntax *module;
  size_t scope, place;
} Visit;

static bool next_module(Visit *visit) {
  const Scopes *scopes = visit->at.interpreter->scopes;
  while (visit->scope < scopes->scopes.size &&
         visit->place == scopes->scopes.data[visit->scope].modules.size) {
    visit->scope++;
    visit->place = 0;
  }
  if (visit->scope == scopes->scopes.size) return false;
  visit->at.scope = visit->scope;
  visit->module = scopes->scopes.data[visit->scope].modules.data[visit->place++];
  return true;
}

static bool sections_hold(Situation s, SectionKind kind, bool *failed) {
  bool all = true;
  for (Visit visit = {.at = s}; next_module(&visit);)
    for (size_t i = 0; i < visit.module->sections.size; i++)
      if (visit.module->sections.data[i].kind == kind)
        all &= holds(&visit.at, visit.module->sections.data[i].left, failed);
  return all;
}

/* Whether the process of a scope moves. Without processes all do, in each step. */
static bool moves(const Situation *s) {
  const Scopes *scopes = s->interpreter->scopes;
  if (scopes->selector == NO_SELECTOR) return true;
  const ConcreteVariable *selector = scopes->variables.data + scopes->selector;
  return (size_t)selector->domain.data[s->now[scopes->selector]].number ==
         scopes->scopes.data[s->scope].process;
}

/* A variable that processes give a next value keeps its value while none of them moves. */
static bool assigns_hold(Situation s, AssignKind kind, bool *failed) {
  size_t count = s.interpreter->scopes->variables.size;
  Bits given = bits_new(count + 1), moved = bits_new(count + 1);
  bool all = true;
  for (Visit visit = {.at = s}; next_module(&visit);)
    for (size_t i = 0; i < visit.module->assigns.size; i++) {
      const AssignSyntax *assign = visit.module->assigns.data + i;
      if (assign->kind != kind) continue;
      size_t variable = find(&visit.at, assign->target).thing.at;
      bits_set(&given, variable);
      if (kind == ASSIGN_NEXT && !moves(&visit.at)) continue;
      bits_set(&moved, variable);
      all &=
          assigned(&visit.at, assign->body, variable, kind == ASSIGN_NEXT ? s.next : s.now, failed);
    }
  for (size_t i = 0; i < count; i++)
    if (bits_get(&given, i) && !bits_get(&moved, i)) all &= s.now[i] == s.next[i];
  bits_free(&given);
  bits_free(&moved);
  return all;
}

static bool valid(const Interpreter *interpreter, const uint32_t *now, bool *failed) {
  Situation s = {.interpreter = interpreter, .now = now, .next = now};
  bool invariant = sections_hold(s, SECTION_INVAR, failed);
  return assigns_hold(s, ASSIGN_CURRENT, failed) && invariant;
}

bool interpreter_begins(const Interpreter *interpreter, const uint32_t *now, bool *failed) {
  Situation s = {.interpreter = interpreter, .now = now, .next = now};
  bool init = sections_hold(s, SECTION_INIT, failed);
  bool assigns = assigns_hold(s, ASSIGN_INIT, failed);
  return valid(interpreter, now, failed) && init && assigns;
}

static bool frozen_stay(const Interpreter *interpreter, const uint32_t *now, const uint32_t *next) {
  const Scopes *scopes = interpreter->scopes;
  for (size_t i = 0; i < scopes->variables.size; i++)
    if (scopes->variables.data[i].role == VARIABLE_FROZEN && now[i] != next[i]) return false;
  return true;
}

bool interpreter_goes(const Interpreter *interpreter, const uint32_t *now, const uint32_t *next,
                      bool *failed) {
  Situation s = {.interpreter = interpreter, .now = now, .next = next};
  bool trans = sections_hold(s, SECTION_TRANS, failed);
  bool assigns = assigns_hold(s, ASSIGN_NEXT, failed);
  bool both = valid(interpreter, now, failed);
  return valid(interpreter, next, failed) && both && trans && assigns &&
         frozen_stay(interpreter, now, next);
}

bool interpreter_initial(const Interpreter *interpreter, size_t now, bool *failed) {
  Valuation values = interpreter_valuation(interpreter, now);
  bool initial = interpreter_begins(interpreter, values, failed);
  mem_free(values);
  return initial;
}

bool interpreter_follows(const Interpreter *interpreter, size_t now, size_t next, bool *failed) {
  Valuation before = interpreter_valuation(interpreter, now);
  Valuation after = interpreter_valuation(interpreter, next);
  bool follows = interpreter_goes(interpreter, before, after, failed);
  mem_free(before);
  mem_free(after);
  return follows;
}

bool interpreter_holds(const Interpreter *interpreter, NodeIndex expression, size_t valuation) {
  Valuation values = interpreter_valuation(interpreter, valuation);
  Situation s = {.interpreter = interpreter, .now = values, .next = values};
  bool failed = false, result = holds(&s, expression, &failed);
  mem_free(values);
  return result;
}
