#include "oracle/random_vl2mv.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/memory.h"

typedef enum {
  NODE_NUMBER,
  NODE_UNSIZED,
  NODE_VARIABLE,
  NODE_BIT,     /* variable[part] */
  NODE_PART,    /* variable[high:low], positions */
  NODE_ELEMENT, /* variable[part] */
  NODE_UNARY,
  NODE_BINARY,
  NODE_CONDITION,
  NODE_CONCAT,
  NODE_LIST, /* of a choice */
  NODE_ENUMERATOR,
} NodeKind;

struct VlNode {
  NodeKind kind;
  uint64_t number;
  unsigned width; /* of a number */
  unsigned variable;
  unsigned high, low;
  const char *op;
  VlNode *parts[4];
  unsigned count;
};

typedef enum { STEP_ASSIGN, STEP_IF, STEP_CASE, STEP_LIST, STEP_LOOP } StepKind;

struct VlStep {
  StepKind kind;
  VlNode *target, *value;
  VlNode *until; /* of a loop: what ends it from inside; may be NULL */
  VlStep *parts[4];
  unsigned count;
  bool has_default;  /* of a case: the last part */
  char labels[4][8]; /* of a case: binary digits and ? */
};

typedef struct {
  VlModel *model;
  Random *random;
  unsigned limit; /* variables that may be read: wires read older ones */
} Maker;

static const char *const values[VL_VALUES] = {"RED", "GREEN", "BLUE"};

static VlNode *node_new(Maker *m, NodeKind kind) {
  VlNode *node = arena_alloc(m->model->memory, sizeof *node);
  node->kind = kind;
  return node;
}

static unsigned below(Maker *m, unsigned bound) { return random_below(m->random, bound); }

/* ---- making expressions ---- */

static VlNode *make_number(Maker *m) {
  VlNode *node = node_new(m, below(m, 3) ? NODE_NUMBER : NODE_UNSIZED);
  node->width = node->kind == NODE_UNSIZED ? 32 : 1 + below(m, 4);
  node->number = below(m, node->kind == NODE_UNSIZED ? 9 : 1u << node->width);
  return node;
}

static int pick_variable(Maker *m, bool enumeration) {
  unsigned start = below(m, m->limit ? m->limit : 1);
  for (unsigned i = 0; i < m->limit; i++) {
    unsigned v = (start + i) % m->limit;
    if (m->model->variables[v].is_enumeration == enumeration) return (int)v;
  }
  return -1;
}

static VlNode *make_expression(Maker *m, unsigned depth);

static VlNode *make_reference(Maker *m, unsigned depth) {
  int v = pick_variable(m, false);
  if (v < 0) return make_number(m);
  const VlVariable *variable = m->model->variables + v;
  VlNode *node = node_new(m, NODE_VARIABLE);
  node->variable = (unsigned)v;
  if (variable->elements) {
    node->kind = NODE_ELEMENT;
    node->parts[node->count++] = depth ? make_expression(m, depth - 1) : make_number(m);
  } else if (variable->width > 1 && !below(m, 3)) {
    node->kind = NODE_BIT;
    node->parts[node->count++] = depth ? make_expression(m, depth - 1) : make_number(m);
  } else if (variable->width > 1 && !below(m, 3)) {
    node->kind = NODE_PART;
    node->low = below(m, variable->width);
    node->high = node->low + below(m, variable->width - node->low);
  }
  return node;
}

static VlNode *make_comparison_of_enumerations(Maker *m) {
  int v = pick_variable(m, true);
  if (v < 0) return make_number(m);
  VlNode *node = node_new(m, NODE_BINARY), *left = node_new(m, NODE_VARIABLE);
  VlNode *right = node_new(m, NODE_ENUMERATOR);
  left->variable = (unsigned)v;
  right->number = below(m, VL_VALUES);
  node->op = below(m, 2) ? "==" : "!=";
  node->parts[0] = left;
  node->parts[1] = right;
  node->count = 2;
  return node;
}

/* Not so wide that a list of them could have more than 64 bits. */
static VlNode *make_narrow(Maker *m, unsigned depth) {
  VlNode *node = make_reference(m, depth);
  if (node->kind != NODE_UNSIZED) return node;
  node->kind = NODE_NUMBER;
  node->width = 4;
  return node;
}

static VlNode *make_expression(Maker *m, unsigned depth) {
  static const char *const unary[] = {"~", "!", "-", "&", "|", "^", "~&", "~|"};
  static const char *const binary[] = {
      "+", "-", "*", "&", "|", "^", "^~", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "<<", ">>"};
  if (!depth) return below(m, 3) ? make_reference(m, 0) : make_number(m);
  VlNode *node;
  switch (below(m, 8)) {
  case 0: return make_number(m);
  case 1:
  case 2: return make_reference(m, depth - 1);
  case 3: return make_comparison_of_enumerations(m);
  case 4:
    node = node_new(m, NODE_UNARY);
    node->op = unary[below(m, sizeof unary / sizeof *unary)];
    node->count = 1;
    break;
  case 5:
    node = node_new(m, NODE_CONDITION);
    node->count = 3;
    break;
  case 6:
    node = node_new(m, NODE_CONCAT);
    node->count = 1 + below(m, 2);
    break;
  default:
    node = node_new(m, NODE_BINARY);
    node->op = binary[below(m, sizeof binary / sizeof *binary)];
    node->count = 2;
  }
  for (unsigned i = 0; i < node->count; i++)
    node->parts[i] =
        node->kind == NODE_CONCAT ? make_narrow(m, depth - 1) : make_expression(m, depth - 1);
  return node;
}

/* An enumerator, a variable of the type, or a choice between two by a condition. */
static VlNode *make_enumeration(Maker *m, unsigned depth) {
  int v = pick_variable(m, true);
  VlNode *node = node_new(m, NODE_ENUMERATOR);
  node->number = below(m, VL_VALUES);
  if (depth && !below(m, 3)) {
    node->kind = NODE_CONDITION;
    node->parts[0] = make_expression(m, depth - 1);
    node->parts[1] = make_enumeration(m, depth - 1);
    node->parts[2] = make_enumeration(m, depth - 1);
    node->count = 3;
  } else if (v >= 0 && !below(m, 3)) {
    node->kind = NODE_VARIABLE;
    node->variable = (unsigned)v;
  }
  return node;
}

/* ---- printing ---- */

static int index_of(const VlVariable *v, unsigned position) {
  return (int)(v->upwards ? v->width - 1 - position : position);
}

static void print(const VlModel *m, const VlNode *n, Text *text) {
  const VlVariable *v = m->variables + n->variable;
  switch (n->kind) {
  case NODE_NUMBER: text_format(text, "%u'd%llu", n->width, (unsigned long long)n->number); return;
  case NODE_UNSIZED: text_format(text, "%llu", (unsigned long long)n->number); return;
  case NODE_ENUMERATOR: text_add(text, values[n->number]); return;
  case NODE_VARIABLE: text_add(text, v->name); return;
  case NODE_PART:
    text_format(text, "%s[%d:%d]", v->name, index_of(v, n->high), index_of(v, n->low));
    return;
  case NODE_BIT:
  case NODE_ELEMENT:
    text_format(text, "%s[", v->name);
    print(m, n->parts[0], text);
    text_char(text, ']');
    return;
  case NODE_UNARY:
    text_format(text, "(%s ", n->op);
    print(m, n->parts[0], text);
    text_char(text, ')');
    return;
  case NODE_CONDITION:
    text_char(text, '(');
    print(m, n->parts[0], text);
    text_add(text, " ? ");
    print(m, n->parts[1], text);
    text_add(text, " : ");
    print(m, n->parts[2], text);
    text_char(text, ')');
    return;
  case NODE_BINARY:
    text_char(text, '(');
    print(m, n->parts[0], text);
    text_format(text, " %s ", n->op);
    print(m, n->parts[1], text);
    text_char(text, ')');
    return;
  case NODE_CONCAT:
  case NODE_LIST:
    text_add(text, n->kind == NODE_LIST ? "$ND(" : "{");
    for (unsigned i = 0; i < n->count; i++) {
      if (i) text_add(text, ", ");
      print(m, n->parts[i], text);
    }
    text_char(text, n->kind == NODE_LIST ? ')' : '}');
  }
}

static void print_step(const VlModel *m, const VlStep *s, Text *text) {
  switch (s->kind) {
  case STEP_ASSIGN:
    print(m, s->target, text);
    text_add(text, m->variables[s->target->variable].deferred ? " <= " : " = ");
    print(m, s->value, text);
    text_add(text, ";\n");
    return;
  case STEP_IF:
    text_add(text, "if (");
    print(m, s->value, text);
    text_add(text, ") begin\n");
    print_step(m, s->parts[0], text);
    text_add(text, "end\n");
    if (s->count < 2) return;
    text_add(text, "else begin\n");
    print_step(m, s->parts[1], text);
    text_add(text, "end\n");
    return;
  case STEP_CASE:
    text_add(text, "case (");
    print(m, s->value, text);
    text_add(text, ")\n");
    for (unsigned i = 0; i < s->count; i++) {
      if (s->has_default && i + 1 == s->count) text_add(text, "default");
      else text_format(text, "%zu'b%s", strlen(s->labels[i]), s->labels[i]);
      text_add(text, ": begin\n");
      print_step(m, s->parts[i], text);
      text_add(text, "end\n");
    }
    text_add(text, "endcase\n");
    return;
  case STEP_LIST:
    for (unsigned i = 0; i < s->count; i++) print_step(m, s->parts[i], text);
    return;
  case STEP_LOOP: /* over the bits of a register: x[i] = x[i] ^ value[0] */
    text_format(text, "for (i = 0; i < %u; i = i + 1) begin %s[i] %s ", s->count,
                m->variables[s->target->variable].name,
                m->variables[s->target->variable].deferred ? "<=" : "=");
    text_format(text, "%s[i] ^ (", m->variables[s->target->variable].name);
    print(m, s->value, text);
    text_add(text, " > i);\n");
    if (s->until) {
      text_add(text, "if (");
      print(m, s->until, text);
      text_format(text, ") i = %u;\n", s->count);
    }
    text_add(text, "end\n");
  }
}

/* ---- evaluating: the rules of the dialect once more ---- */

static uint64_t mask(unsigned width) {
  return width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
}

static bool is_one_of(const char *op, const char *list) {
  size_t length = strlen(op);
  for (const char *p = list; (p = strstr(p, op)); p++)
    if ((p == list || p[-1] == ' ') && (p[length] == ' ' || !p[length])) return true;
  return false;
}

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

static unsigned width(const VlModel *m, const VlNode *n) {
  unsigned sum = 0;
  switch (n->kind) {
  case NODE_NUMBER:
  case NODE_UNSIZED: return n->width;
  case NODE_ENUMERATOR: return 2;
  case NODE_VARIABLE:
  case NODE_ELEMENT: return m->variables[n->variable].width;
  case NODE_BIT: return 1;
  case NODE_PART: return n->high - n->low + 1;
  case NODE_UNARY: return is_one_of(n->op, "~ -") ? width(m, n->parts[0]) : 1;
  case NODE_CONDITION: return larger(width(m, n->parts[1]), width(m, n->parts[2]));
  case NODE_BINARY:
    if (is_one_of(n->op, "<< >>")) return width(m, n->parts[0]);
    if (is_one_of(n->op, "== != < <= > >= && ||")) return 1;
    return larger(width(m, n->parts[0]), width(m, n->parts[1]));
  case NODE_CONCAT:
    for (unsigned i = 0; i < n->count; i++) sum += width(m, n->parts[i]);
    return sum;
  case NODE_LIST: break;
  }
  return 1;
}

static bool is_signed(const VlNode *n) {
  if (n->kind == NODE_UNSIZED) return true;
  if (n->kind == NODE_UNARY) return is_one_of(n->op, "~ -") && is_signed(n->parts[0]);
  return n->kind == NODE_BINARY && !is_one_of(n->op, "== != < <= > >= && ||") &&
         is_signed(n->parts[0]) && is_signed(n->parts[1]);
}

static uint64_t value(const VlModel *m, const VlNode *n, const VlState *s, unsigned w);

static uint64_t own_value(const VlModel *m, const VlNode *n, const VlState *s) {
  return value(m, n, s, width(m, n));
}

static uint64_t compare(const VlModel *m, const VlNode *n, const VlState *s) {
  unsigned a = width(m, n->parts[0]), b = width(m, n->parts[1]);
  if (is_one_of(n->op, "== !=")) { /* the wider side is cut */
    uint64_t common = mask(a < b ? a : b);
    bool same = !((own_value(m, n->parts[0], s) ^ own_value(m, n->parts[1], s)) & common);
    return same == (n->op[0] == '=');
  }
  unsigned w = larger(a, b);
  int64_t x = (int64_t)value(m, n->parts[0], s, w), y = (int64_t)value(m, n->parts[1], s, w);
  if (is_signed(n->parts[0]) && is_signed(n->parts[1])) {
    x = (int64_t)((uint64_t)x << (64 - w)) >> (64 - w);
    y = (int64_t)((uint64_t)y << (64 - w)) >> (64 - w);
  }
  switch (n->op[0]) {
  case '<': return n->op[1] ? x <= y : x < y;
  default: return n->op[1] ? x >= y : x > y;
  }
}

static uint64_t binary_value(const VlModel *m, const VlNode *n, const VlState *s, unsigned w) {
  if (is_one_of(n->op, "&& ||")) {
    bool a = own_value(m, n->parts[0], s) != 0, b = own_value(m, n->parts[1], s) != 0;
    return n->op[0] == '&' ? a && b : a || b;
  }
  if (is_one_of(n->op, "== != < <= > >=")) return compare(m, n, s);
  uint64_t a = value(m, n->parts[0], s, w);
  if (is_one_of(n->op, "<< >>")) {
    uint64_t by = own_value(m, n->parts[1], s);
    if (by >= w) return 0;
    return n->op[0] == '<' ? a << by & mask(w) : a >> by;
  }
  uint64_t b = value(m, n->parts[1], s, w);
  if (!strcmp(n->op, "^~")) return ~(a ^ b) & mask(w);
  switch (n->op[0]) {
  case '+': return (a + b) & mask(w);
  case '-': return (a - b) & mask(w);
  case '*': return (a * b) & mask(w);
  case '&': return a & b;
  case '|': return a | b;
  default: return a ^ b;
  }
}

static uint64_t unary_value(const VlModel *m, const VlNode *n, const VlState *s, unsigned w) {
  if (!strcmp(n->op, "~")) return ~value(m, n->parts[0], s, w) & mask(w);
  if (!strcmp(n->op, "-")) return -value(m, n->parts[0], s, w) & mask(w);
  uint64_t a = own_value(m, n->parts[0], s), all = mask(width(m, n->parts[0]));
  if (!strcmp(n->op, "&")) return a == all;
  if (!strcmp(n->op, "~&")) return a != all;
  if (!strcmp(n->op, "|")) return a != 0;
  if (!strcmp(n->op, "^")) return (uint64_t)__builtin_popcountll(a) & 1;
  return a == 0; /* ! and ~| */
}

/* As a number of this many bits. */
static uint64_t value(const VlModel *m, const VlNode *n, const VlState *s, unsigned w) {
  const VlVariable *v = m->variables + n->variable;
  uint64_t index, joined = 0;
  switch (n->kind) {
  case NODE_NUMBER:
  case NODE_UNSIZED:
  case NODE_ENUMERATOR: return n->number & mask(w);
  case NODE_VARIABLE: return s->value[n->variable][0] & mask(w);
  case NODE_ELEMENT:
    index = own_value(m, n->parts[0], s);
    return index < v->elements ? s->value[n->variable][index] & mask(w) : 0;
  case NODE_BIT:
    index = own_value(m, n->parts[0], s);
    if (index >= v->width) return 0;
    return s->value[n->variable][0] >> (v->upwards ? v->width - 1 - index : index) & 1;
  case NODE_PART: return s->value[n->variable][0] >> n->low & mask(n->high - n->low + 1) & mask(w);
  case NODE_UNARY: return unary_value(m, n, s, w) & mask(w);
  case NODE_BINARY: return binary_value(m, n, s, w) & mask(w);
  case NODE_CONDITION: return value(m, n->parts[own_value(m, n->parts[0], s) ? 1 : 2], s, w);
  case NODE_CONCAT:
    for (unsigned i = 0; i < n->count; i++)
      joined = joined << width(m, n->parts[i]) | own_value(m, n->parts[i], s);
    return joined & mask(w);
  case NODE_LIST: break;
  }
  return 0;
}

/* ---- executing ---- */

/* The state that reads see, and what registers become that are assigned with <=. */
typedef struct {
  VlState *now, *late;
} Progress;

static uint64_t *written(const VlModel *m, unsigned variable, const Progress *p) {
  return (m->variables[variable].deferred ? p->late : p->now)->value[variable];
}

static void assign(const VlModel *m, const VlNode *target, const Progress *p, uint64_t x) {
  const VlVariable *v = m->variables + target->variable;
  const VlState *s = p->now;
  uint64_t *word = written(m, target->variable, p), index;
  switch (target->kind) {
  case NODE_ELEMENT:
    index = own_value(m, target->parts[0], s);
    if (index < v->elements) word[index] = x & mask(v->width);
    return;
  case NODE_BIT:
    index = own_value(m, target->parts[0], s);
    if (index >= v->width) return;
    if (v->upwards) index = v->width - 1 - index;
    *word = (*word & ~((uint64_t)1 << index)) | (x & 1) << index;
    return;
  case NODE_PART: {
    uint64_t part = mask(target->high - target->low + 1);
    *word = (*word & ~(part << target->low)) | (x & part) << target->low;
    return;
  }
  default: *word = x & mask(v->width);
  }
}

static bool matches(uint64_t x, unsigned w, const char *label) {
  unsigned length = (unsigned)strlen(label);
  if (w > length && x >> length) return false;
  for (unsigned i = 0; i < length; i++) {
    char c = label[length - 1 - i];
    bool bit = i < 64 && x >> i & 1;
    if (c != '?' && bit != (c == '1')) return false;
  }
  return true;
}

static void run(const VlModel *m, const VlStep *step, const Progress *p) {
  const VlState *s = p->now;
  uint64_t x;
  switch (step->kind) {
  case STEP_ASSIGN:
    x = value(m, step->value, s, larger(width(m, step->value), width(m, step->target)));
    assign(m, step->target, p, x);
    return;
  case STEP_IF:
    if (own_value(m, step->value, s)) run(m, step->parts[0], p);
    else if (step->count > 1) run(m, step->parts[1], p);
    return;
  case STEP_CASE:
    x = own_value(m, step->value, s);
    for (unsigned i = 0; i < step->count; i++) {
      bool fallback = step->has_default && i + 1 == step->count;
      if (!fallback && !matches(x, width(m, step->value), step->labels[i])) continue;
      run(m, step->parts[i], p);
      return;
    }
    return;
  case STEP_LIST:
    for (unsigned i = 0; i < step->count; i++) run(m, step->parts[i], p);
    return;
  case STEP_LOOP:
    for (unsigned i = 0; i < step->count; i++) {
      const VlVariable *v = m->variables + step->target->variable;
      unsigned position = v->upwards ? v->width - 1 - i : i;
      /* i is an integer: 32 bits, with a sign where the other side has one, too. */
      uint64_t left = value(m, step->value, s, larger(32, width(m, step->value)));
      bool above = is_signed(step->value) ? (int32_t)(uint32_t)left > (int32_t)i : left > i;
      uint64_t bit = (s->value[step->target->variable][0] >> position & 1) ^ above;
      uint64_t *word = written(m, step->target->variable, p);
      *word = (*word & ~((uint64_t)1 << position)) | bit << position;
      if (step->until && own_value(m, step->until, s)) return;
    }
  }
}

/* ---- making models ---- */

static VlNode *make_target(Maker *m, unsigned v) {
  const VlVariable *variable = m->model->variables + v;
  VlNode *node = node_new(m, NODE_VARIABLE);
  node->variable = v;
  if (variable->elements || (variable->width > 1 && !variable->is_enumeration && !below(m, 3))) {
    node->kind = variable->elements ? NODE_ELEMENT : NODE_BIT;
    node->parts[node->count++] = make_expression(m, 1);
  } else if (variable->width > 1 && !variable->is_enumeration && !below(m, 3)) {
    node->kind = NODE_PART;
    node->low = below(m, variable->width);
    node->high = node->low + below(m, variable->width - node->low);
  }
  return node;
}

static VlStep *make_step(Maker *m, unsigned depth) {
  VlStep *step = arena_alloc(m->model->memory, sizeof *step);
  VlModel *model = m->model;
  unsigned registers[VL_VARIABLES] = {0}, count = 0;
  for (unsigned i = 0; i < model->count; i++)
    if (model->variables[i].role == VL_REGISTER) registers[count++] = i;
  unsigned v = registers[below(m, count)];
  const VlVariable *variable = model->variables + v;
  switch (depth ? below(m, 6) : 0) {
  case 3:
    step->kind = STEP_IF;
    step->value = make_expression(m, 2);
    step->count = 1 + below(m, 2);
    break;
  case 4:
    step->kind = STEP_CASE;
    step->value = make_expression(m, 1);
    step->count = 1 + below(m, 3);
    step->has_default = below(m, 2);
    for (unsigned i = 0; i < step->count; i++)
      for (unsigned k = 0, length = 1 + below(m, 3); k < length; k++)
        step->labels[i][k] = "01?"[below(m, 3)];
    break;
  case 5:
    step->kind = STEP_LIST;
    step->count = 2 + below(m, 2);
    break;
  case 2:
    if (variable->width > 1 && !variable->elements && !variable->is_enumeration) {
      step->kind = STEP_LOOP;
      step->target = node_new(m, NODE_VARIABLE);
      step->target->variable = v;
      step->value = make_expression(m, 1);
      if (below(m, 2)) step->until = make_expression(m, 2);
      step->count = variable->width;
      return step;
    } /* fall through */
  default:
    step->kind = STEP_ASSIGN;
    step->target = make_target(m, v);
    step->value = variable->is_enumeration ? make_enumeration(m, 2) : make_expression(m, 3);
    return step;
  }
  for (unsigned i = 0; i < step->count; i++) step->parts[i] = make_step(m, depth - 1);
  return step;
}

/* Whether an expression reads a variable: then an instance has a port for it. */
static bool reads(const VlNode *n, unsigned variable) {
  bool refers = n->kind == NODE_VARIABLE || n->kind == NODE_BIT || n->kind == NODE_PART ||
                n->kind == NODE_ELEMENT;
  if (refers && n->variable == variable) return true;
  for (unsigned i = 0; i < n->count; i++)
    if (reads(n->parts[i], variable)) return true;
  return false;
}

static VlForm choose_form(Maker *m, const VlVariable *v) {
  VlForm form = below(m, VL_FORMS);
  if (form == VL_FUNCTION && v->is_enumeration) return VL_ASSIGN; /* it returns words */
  for (unsigned i = 0; i < m->model->count; i++)                  /* no port is an array */
    if (form == VL_INSTANCE && m->model->variables[i].elements && reads(v->value, i))
      return VL_PROCESS;
  return form;
}

static void add_variable(Maker *m, VlRole role) {
  VlModel *model = m->model;
  VlVariable *v = model->variables + model->count;
  v->role = role;
  v->name[0] = "iwcr"[role];
  v->name[1] = (char)('a' + model->count);
  v->is_enumeration = role != VL_INPUT && !below(m, 3);
  v->width = v->is_enumeration ? 2 : 1 + below(m, 3);
  v->upwards = v->width > 1 && !v->is_enumeration && !below(m, 4);
  if (role == VL_REGISTER && !v->is_enumeration && !below(m, 4)) {
    v->elements = 2 + below(m, 2);
    v->width = 1 + below(m, 2);
    v->upwards = false;
  }
  v->deferred = role == VL_REGISTER && !below(m, 4);
  m->limit = model->count;
  if (role == VL_WIRE)
    v->value = v->is_enumeration ? make_enumeration(m, 2) : make_expression(m, 3);
  if (role == VL_WIRE) v->form = choose_form(m, v);
  if (role == VL_CHOICE) {
    v->value = node_new(m, NODE_LIST);
    v->value->count = 1 + below(m, 4);
    for (unsigned i = 0; i < v->value->count; i++)
      v->value->parts[i] = v->is_enumeration ? make_enumeration(m, 1) : make_expression(m, 1);
  }
  m->limit = 0; /* initial values are constants */
  if (role == VL_REGISTER)
    v->initial = v->is_enumeration ? make_enumeration(m, 0) : make_expression(m, 2);
  model->count++;
}

static void print_range(const VlVariable *v, Text *text) {
  if (v->width > 1) text_format(text, v->upwards ? "[0:%u] " : "[%u:0] ", v->width - 1);
}

static void print_type(const VlVariable *v, bool reg, Text *text) {
  text_format(text, "%s%s ", v->is_enumeration ? "color " : "", reg ? "reg" : "wire");
  if (!v->is_enumeration) print_range(v, text);
}

/* The assignment in the words of its form; an instance has a module of its own. */
static void print_value(const VlModel *m, const VlVariable *v, Text *text) {
  switch (v->form) {
  case VL_PROCESS:
    text_format(text, "always @(%s) %s = ", m->variables[0].name, v->name);
    print(m, v->value, text);
    text_add(text, ";\n");
    return;
  case VL_FUNCTION:
    text_add(text, "function ");
    print_range(v, text);
    text_format(text, "f%s; input [1:0] q; f%s = ", v->name, v->name);
    print(m, v->value, text);
    text_format(text, "; endfunction\nassign %s = f%s(2);\n", v->name, v->name);
    return;
  case VL_INSTANCE:
    text_format(text, "part%s below%s(.%s(%s)", v->name, v->name, v->name, v->name);
    for (unsigned i = 0; i < m->count; i++)
      if (reads(v->value, i))
        text_format(text, ", .%s(%s)", m->variables[i].name, m->variables[i].name);
    text_add(text, ");\n");
    return;
  default:
    text_format(text, "assign %s = ", v->name);
    print(m, v->value, text);
    text_add(text, ";\n");
  }
}

/* The module of an instance; its ports have the names of what they are connected with. */
static void print_part(const VlModel *m, const VlVariable *v, Text *text) {
  text_format(text, "module part%s(%s", v->name, v->name);
  for (unsigned i = 0; i < m->count; i++)
    if (reads(v->value, i)) text_format(text, ", %s", m->variables[i].name);
  text_format(text, ");\noutput %s;\n", v->name);
  print_type(v, false, text);
  text_format(text, "%s;\n", v->name);
  for (unsigned i = 0; i < m->count; i++) {
    if (!reads(v->value, i)) continue;
    text_format(text, "input %s;\n", m->variables[i].name);
    print_type(m->variables + i, false, text);
    text_format(text, "%s;\n", m->variables[i].name);
  }
  text_format(text, "assign %s = ", v->name);
  print(m, v->value, text);
  text_add(text, ";\nendmodule\n");
}

static void print_model(VlModel *m) {
  Text *text = &m->text;
  text_add(text, "typedef enum {RED, GREEN, BLUE} color;\nmodule main(clk");
  for (unsigned i = 0; i < m->count; i++)
    if (m->variables[i].role == VL_INPUT) text_format(text, ", %s", m->variables[i].name);
  text_add(text, ");\ninput clk;\n");
  for (unsigned i = 0; i < m->count; i++) {
    const VlVariable *v = m->variables + i;
    if (v->role == VL_INPUT) {
      text_add(text, "input ");
      print_range(v, text);
    } else {
      print_type(v, v->role == VL_REGISTER || v->form == VL_PROCESS, text);
    }
    text_add(text, v->name);
    if (v->elements) text_format(text, "[0:%u]", v->elements - 1);
    text_add(text, ";\n");
  }
  text_add(text, "integer i;\n");
  for (unsigned i = 0; i < m->count; i++) {
    const VlVariable *v = m->variables + i;
    if (v->value) print_value(m, v, text);
    for (unsigned k = 0; v->initial && k < (v->elements ? v->elements : 1); k++) {
      text_format(text, "initial %s", v->name);
      if (v->elements) text_format(text, "[%u]", k);
      text_add(text, " = ");
      print(m, v->initial, text);
      text_add(text, ";\n");
    }
  }
  text_add(text, "always @(posedge clk) begin\n");
  print_step(m, m->body, text);
  text_add(text, "end\nendmodule\n");
  for (unsigned i = 0; i < m->count; i++)
    if (m->variables[i].form == VL_INSTANCE) print_part(m, m->variables + i, text);
}

VlModel *vl_model_new(Random *random) {
  VlModel *model = mem_zalloc(sizeof *model);
  Arena *arena = mem_zalloc(sizeof *arena);
  model->memory = arena;
  Maker m = {model, random, 0};
  static const VlRole roles[] = {VL_REGISTER, VL_REGISTER, VL_INPUT,  VL_CHOICE,
                                 VL_WIRE,     VL_REGISTER, VL_CHOICE, VL_WIRE};
  unsigned count = 3 + below(&m, 6);
  for (unsigned i = 0; i < count; i++) add_variable(&m, roles[i]);
  m.limit = model->count;
  model->body = make_step(&m, 3);
  print_model(model);
  return model;
}

void vl_model_free(VlModel *model) {
  arena_free(model->memory);
  mem_free(model->memory);
  text_free(&model->text);
  mem_free(model);
}

/* ---- the questions of the test ---- */

void vl_settle(const VlModel *model, VlState *state) {
  for (unsigned i = 0; i < model->count; i++) { /* wires read older ones only */
    const VlVariable *v = model->variables + i;
    if (v->role == VL_WIRE)
      state->value[i][0] =
          value(model, v->value, state, larger(width(model, v->value), v->width)) & mask(v->width);
  }
}

unsigned vl_alternatives(const VlVariable *choice) { return choice->value->count; }

uint64_t vl_alternative(const VlModel *model, const VlVariable *choice, unsigned k,
                        const VlState *state) {
  unsigned w = choice->width;
  for (unsigned i = 0; i < choice->value->count; i++)
    w = larger(w, width(model, choice->value->parts[i]));
  return value(model, choice->value->parts[k], state, w) & mask(choice->width);
}

void vl_step(const VlModel *model, const VlState *before, VlState *after) {
  VlState late = *before;
  const Progress p = {after, &late};
  *after = *before;
  run(model, model->body, &p);
  for (unsigned i = 0; i < model->count; i++)
    if (model->variables[i].deferred)
      memcpy(after->value[i], late.value[i], sizeof after->value[i]);
}

uint64_t vl_initial(const VlModel *model, const VlVariable *variable) {
  VlState none = {0};
  return value(model, variable->initial, &none,
               larger(width(model, variable->initial), variable->width)) &
         mask(variable->width);
}
