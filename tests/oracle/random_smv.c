/* See random_smv.h. */
#include "oracle/random_smv.h"

#include <string.h>

#include "base/memory.h"

static const SmvType types[] = {
    {"boolean", SORT_BOOLEAN, 2, "FALSE", "TRUE"},
    {"0..2", SORT_INTEGER, 3, "0", "2"},
    {"-1..1", SORT_INTEGER, 3, "-1", "1"},
    {"1..3", SORT_INTEGER, 3, "1", "3"},
    {"5..6", SORT_INTEGER, 2, "5", "6"},
    {"{1, 3}", SORT_INTEGER, 2, "1", "3"},
    {"{a, b, c}", SORT_SYMBOL, 3, "a", "c"},
    {"{d, a}", SORT_SYMBOL, 2, "a", "d"},
    {"unsigned word[2]", SORT_WORD, 4, "0ud2_0", "0ud2_3"},
};

static unsigned pick(RandomSmv *g, unsigned bound) { return random_below(&g->random, bound); }

static void expression(RandomSmv *g, SmvSort sort, int depth);

static bool variable_of(RandomSmv *g, SmvSort sort) {
  int start = (int)pick(g, 4);
  for (int i = 0; i < g->variables; i++) {
    int v = (start + i) % g->variables;
    if (g->type[v]->sort != sort) continue;
    if (v < g->visible_next && pick(g, 3) == 0) {
      text_format(&g->text, "next(v%d)", v);
      return true;
    }
    if (v < g->visible) {
      text_format(&g->text, "v%d", v);
      return true;
    }
  }
  return false;
}

static void leaf(RandomSmv *g, SmvSort sort) {
  static const char *const symbols[] = {"a", "b", "c", "d"};
  if (pick(g, 3) && variable_of(g, sort)) return;
  switch (sort) {
  case SORT_BOOLEAN:
    if (g->defines && pick(g, 2)) text_format(&g->text, "d%u", pick(g, (unsigned)g->defines));
    else text_add(&g->text, pick(g, 2) ? "TRUE" : "FALSE");
    break;
  case SORT_INTEGER: text_format(&g->text, "%d", (int)pick(g, 6) - 2); break;
  case SORT_SYMBOL: text_add(&g->text, symbols[pick(g, 4)]); break;
  case SORT_WORD: text_format(&g->text, "0ud2_%u", pick(g, 4)); break;
  }
}

static void binary(RandomSmv *g, SmvSort left, const char *op, SmvSort right, int depth) {
  text_char(&g->text, '(');
  expression(g, left, depth);
  text_format(&g->text, " %s ", op);
  expression(g, right, depth);
  text_char(&g->text, ')');
}

static void call(RandomSmv *g, const char *name, SmvSort sort, int arguments, int depth) {
  text_format(&g->text, "%s(", name);
  for (int i = 0; i < arguments; i++) {
    if (i) text_add(&g->text, ", ");
    expression(g, sort, depth);
  }
  text_char(&g->text, ')');
}

static void set_of(RandomSmv *g, SmvSort sort, int depth) {
  int count = 1 + (int)pick(g, 3);
  if (sort == SORT_INTEGER && !pick(g, 4)) {
    text_add(&g->text, "(0..2)");
    return;
  }
  text_char(&g->text, '{');
  for (int i = 0; i < count; i++) {
    if (i) text_add(&g->text, ", ");
    expression(g, sort, depth);
  }
  text_char(&g->text, '}');
}

static void choice(RandomSmv *g, SmvSort sort, int depth) {
  if (pick(g, 2)) {
    text_char(&g->text, '(');
    expression(g, SORT_BOOLEAN, depth);
    text_add(&g->text, " ? ");
    expression(g, sort, depth);
    text_add(&g->text, " : ");
    expression(g, sort, depth);
    text_char(&g->text, ')');
    return;
  }
  text_add(&g->text, "case ");
  int branches = 1 + (int)pick(g, 2);
  for (int i = 0; i < branches; i++) {
    expression(g, SORT_BOOLEAN, depth);
    text_add(&g->text, " : ");
    expression(g, sort, depth);
    text_add(&g->text, "; ");
  }
  if (pick(g, 8)) {
    text_add(&g->text, "TRUE : ");
    expression(g, sort, depth);
    text_add(&g->text, "; ");
  }
  text_add(&g->text, "esac");
}

static void boolean_expression(RandomSmv *g, int depth) {
  static const char *const logic[] = {"&", "|", "xor", "xnor", "->", "<->", "=", "!="};
  static const char *const order[] = {"<", "<=", ">", ">=", "=", "!="};
  SmvSort sort = (SmvSort)pick(g, 4);
  switch (pick(g, 5)) {
  case 0:
    text_add(&g->text, "!(");
    expression(g, SORT_BOOLEAN, depth);
    text_char(&g->text, ')');
    return;
  case 1: binary(g, SORT_BOOLEAN, logic[pick(g, 8)], SORT_BOOLEAN, depth); return;
  case 2:
    if (sort == SORT_BOOLEAN) sort = SORT_INTEGER;
    binary(g, sort, order[sort == SORT_SYMBOL ? 4 + pick(g, 2) : pick(g, 6)], sort, depth);
    return;
  case 3:
    text_char(&g->text, '(');
    expression(g, sort, depth);
    text_add(&g->text, " in ");
    set_of(g, sort, depth);
    text_char(&g->text, ')');
    return;
  default: choice(g, SORT_BOOLEAN, depth);
  }
}

static void integer_expression(RandomSmv *g, int depth) {
  static const char *const arithmetic[] = {"+", "-", "*", "+", "-", "/", "mod"};
  switch (pick(g, 7)) {
  case 0: call(g, "count", SORT_BOOLEAN, 1 + (int)pick(g, 3), depth); return;
  case 1: call(g, pick(g, 2) ? "min" : "max", SORT_INTEGER, 2, depth); return;
  case 2: call(g, "abs", SORT_INTEGER, 1, depth); return;
  case 3: call(g, "toint", pick(g, 2) ? SORT_BOOLEAN : SORT_WORD, 1, depth); return;
  case 4: choice(g, SORT_INTEGER, depth); return;
  default: binary(g, SORT_INTEGER, arithmetic[pick(g, 7)], SORT_INTEGER, depth);
  }
}

static void word_expression(RandomSmv *g, int depth) {
  static const char *const operators[] = {"+", "-", "*", "&", "|", "xor", "<<", ">>", "/", "mod"};
  switch (pick(g, 4)) {
  case 0:
    text_add(&g->text, pick(g, 2) ? "!(" : "-(");
    expression(g, SORT_WORD, depth);
    text_char(&g->text, ')');
    return;
  case 1: choice(g, SORT_WORD, depth); return;
  default: binary(g, SORT_WORD, operators[pick(g, 10)], SORT_WORD, depth);
  }
}

static void expression(RandomSmv *g, SmvSort sort, int depth) {
  if (depth <= 0 || !pick(g, 4)) {
    leaf(g, sort);
    return;
  }
  switch (sort) {
  case SORT_BOOLEAN: boolean_expression(g, depth - 1); return;
  case SORT_INTEGER: integer_expression(g, depth - 1); return;
  case SORT_WORD: word_expression(g, depth - 1); return;
  case SORT_SYMBOL: choice(g, sort, depth - 1); return;
  }
}

/* The right side of an assignment; mostly made to fit the variable. */
static void assigned_expression(RandomSmv *g, const SmvType *type, int depth) {
  bool fits = type->sort == SORT_BOOLEAN || type->sort == SORT_WORD || !pick(g, 6);
  size_t start = g->text.size;
  if (pick(g, 3)) expression(g, type->sort, depth);
  else set_of(g, type->sort, depth);
  if (fits) return;
  char *body = mem_string(g->text.data + start);
  const char *domain = type->text[0] == '{' ? type->text : NULL;
  g->text.size = start;
  text_format(&g->text, "case %s in %s%s%s : %s; TRUE : %s; esac", body, domain ? "" : "(",
              type->text, domain ? "" : ")", body, type->low);
  mem_free(body);
}

/* A Boolean variable, or a comparison of a variable with a value: what every way in can say. */
static void atom(RandomSmv *g, int variables) {
  unsigned v = g->about ? (unsigned)g->about - 1 : pick(g, (unsigned)variables);
  const SmvType *type = g->type[v];
  static const char *const order[] = {"=", "!=", "<", ">="};
  if (type->sort == SORT_BOOLEAN) {
    text_format(&g->text, "v%u", v);
    return;
  }
  const char *op = order[pick(g, type->sort == SORT_INTEGER ? 4 : 2)];
  text_format(&g->text, "v%u %s %s", v, op, pick(g, 2) ? type->low : type->high);
}

/* One variable decides whether another gets a value or stays as it is: models in which something
 * depends on choices, more than random expressions do. */
static void steer(RandomSmv *g, int v) {
  const SmvType *type = g->type[v];
  text_format(&g->text, "  next(v%d) := case ", v);
  atom(g, g->variables);
  text_format(&g->text, " : %s; TRUE : v%d; esac;\n", pick(g, 2) ? type->low : type->high, v);
}

static void assign(RandomSmv *g, int v, const char *form) {
  text_format(&g->text, form, v);
  assigned_expression(g, g->type[v], 2);
  text_add(&g->text, ";\n");
}

static void section(RandomSmv *g, const char *name, unsigned chance) {
  if (pick(g, chance)) return;
  text_format(&g->text, "%s ", name);
  expression(g, SORT_BOOLEAN, 3);
  text_char(&g->text, '\n');
}

/* A variable of a random type; NULL if the model would have too many states. */
static const SmvType *declare(RandomSmv *g, const char *section, int *states) {
  const SmvType *type = types + pick(g, sizeof types / sizeof *types);
  if (*states * type->size > 30) return NULL;
  *states *= type->size;
  text_format(&g->text, "%s v%d : %s;\n", section, g->variables, type->text);
  g->type[g->variables++] = type;
  return type;
}

static void declare_all(RandomSmv *g) {
  int states = 1, wanted = 2 + (int)pick(g, 3);
  g->variables = g->frozen = 0;
  if (g->roles && !pick(g, 4)) g->frozen += declare(g, "FROZENVAR", &states) != NULL;
  while (g->variables < wanted && declare(g, "VAR", &states)) continue;
  g->state_variables = g->variables;
  if (g->roles && g->variables < 4 && !pick(g, 3)) declare(g, "IVAR", &states);
}

void random_smv_model(RandomSmv *g) {
  text_add(&g->text, "MODULE main\n");
  declare_all(g);
  text_add(&g->text, "CONSTANTS a, b, c, d;\n");
  g->visible = g->state_variables;
  g->visible_next = g->defines = 0;
  int defines = 0;
  if (pick(g, 2)) {
    text_add(&g->text, "DEFINE d0 := ");
    expression(g, SORT_BOOLEAN, 2);
    text_add(&g->text, ";\n");
    defines = 1;
  }
  text_add(&g->text, "ASSIGN\n");
  for (int v = 0; v < g->state_variables; v++) {
    /* only what comes before may be read now, so that nothing is circular */
    g->visible = v;
    g->visible_next = 0;
    g->defines = 0;
    unsigned kind = v < g->frozen ? 1 : pick(g, g->roles ? 9 : 5);
    if (kind > 6) kind = 2;
    if (kind == 0) assign(g, v, "  v%d := ");
    if (kind == 1 || kind == 2) assign(g, v, "  init(v%d) := ");
    g->visible = g->variables;
    g->visible_next = v;
    if (kind != 2 && kind != 3) continue;
    if (g->roles && pick(g, 4)) steer(g, v);
    else assign(g, v, "  next(v%d) := ");
  }
  g->visible = g->state_variables;
  g->visible_next = 0;
  g->defines = defines;
  if (!g->roles || pick(g, 2)) {
    section(g, "INIT", 3);
    section(g, "INVAR", 4);
    g->visible = g->variables;
    g->visible_next = g->state_variables;
    section(g, "TRANS", 3);
  }
  g->visible = g->state_variables;
  g->visible_next = 0;
}

void random_smv_fairness(RandomSmv *g) {
  if (pick(g, 2)) return;
  section(g, "FAIRNESS", 3);
  section(g, "FAIRNESS", 6);
  if (pick(g, 3)) return;
  text_add(&g->text, "COMPASSION (");
  expression(g, SORT_BOOLEAN, 1);
  text_add(&g->text, ", ");
  expression(g, SORT_BOOLEAN, 1);
  text_add(&g->text, ")\n");
}

/* --- properties ------------------------------------------------------------------------------- */

static void property(RandomSmv *g, SmvLogic logic, int depth, int *temporal) {
  static const char *const connectives[] = {"&", "|", "->", "<->", "xor"};
  static const char *const unary[][7] = {[SMV_LTL] = {"X", "F", "G", "Y", "Z", "O", "H"},
                                         [SMV_CTL] = {"EX", "EF", "EG", "AX", "AF", "AG", "EX"}};
  static const char *const binary_ltl[] = {"U", "V", "S", "T"};
  const char *op = connectives[pick(g, 5)], *open = "(", *close = ")";
  if (depth <= 0 || !pick(g, 8)) {
    text_char(&g->text, '(');
    atom(g, logic == SMV_LTL ? g->variables : g->state_variables);
    text_char(&g->text, ')');
    return;
  }
  bool is_temporal = logic != SMV_INVARIANT && *temporal > 0 && pick(g, 3);
  *temporal -= is_temporal;
  if (is_temporal ? pick(g, 3) : !pick(g, 4)) {
    text_format(&g->text, "(%s ", is_temporal ? unary[logic][pick(g, 7)] : "!");
    property(g, logic, depth - 1, temporal);
    text_char(&g->text, ')');
    return;
  }
  if (is_temporal && logic == SMV_LTL) op = binary_ltl[pick(g, 4)];
  if (is_temporal && logic == SMV_CTL) {
    op = "U";
    open = pick(g, 2) ? "(E [" : "(A [";
    close = "])";
  }
  text_add(&g->text, open);
  property(g, logic, depth - 1, temporal);
  text_format(&g->text, " %s ", op);
  property(g, logic, depth - 1, temporal);
  text_add(&g->text, close);
}

void random_smv_property(RandomSmv *g, SmvLogic logic, int temporal) {
  /* what a formula does not read is where an encoding may go wrong: half of them read one variable
   */
  g->about = pick(g, 2) ? 1 + (int)pick(g, (unsigned)g->state_variables) : 0;
  property(g, logic, 1 + (int)pick(g, 3), &temporal);
}
