/* Statements, executed symbolically. A context remembers what was assigned and keeps a log, so that
 * a branch can be taken back: both branches start from the same values, and where they leave
 * different ones the condition decides. */
#include "front/vl2mv/elaborate.h"

/* Rounds of one loop, and of all loops together: they may be nested. */
enum { LOOP_LIMIT = 1 << 16, ROUND_LIMIT = 1 << 18, OPEN_LIMIT = 1000, CALL_LIMIT = 200 };

/* ---- values ---- */

/* A combinational process reads, of what it writes, the value that is held. */
static Term held_value(Context *c, uint32_t slot) {
  Slot *own = c->all->slots.data + slot;
  return c->phase == PHASE_FIRST && own->first != TERM_NONE ? own->first : slot_state(c->all, slot);
}

Term context_get(Context *c, uint32_t slot) {
  uint64_t value;
  if (map_get(&c->values, slot, &value) && value != TERM_NONE) return (Term)value;
  slot &= ~DEFERRED;
  const Object *object = c->all->slots.data[slot].object;
  if (object->role == ROLE_HELD && c->run) {
    if (object->process == c->run) return held_value(c, slot);
    if (object->override == c->run) return slot_plain(c->all, slot, c->phase);
  }
  return slot_value(c->all, slot, c->phase);
}

void context_set(Context *c, uint32_t slot, Term value) {
  uint64_t before = TERM_NONE;
  map_get(&c->values, slot, &before);
  vec_push(&c->log, ((Change){slot, (Term)before}));
  map_put(&c->values, slot, value);
}

void context_free(Context *c) {
  map_free(&c->values);
  vec_free(&c->log);
}

/* ---- branches ---- */

/* Takes back what was assigned since the log had this size; `after` gets the values it led to. */
static void take_back(Context *c, size_t size, ChangeVec *after) {
  uint64_t stamp = ++c->all->stamp, value = TERM_NONE;
  while (c->log.size > size) {
    Change change = vec_pop(&c->log);
    Slot *slot = c->all->slots.data + (change.slot & ~DEFERRED);
    map_get(&c->values, change.slot, &value);
    if (slot->seen != stamp) vec_push(after, ((Change){change.slot, (Term)value}));
    slot->seen = stamp;
    map_put(&c->values, change.slot, change.before);
  }
}

static void merge(Context *c, Term condition, const ChangeVec *then, const ChangeVec *otherwise) {
  Terms *terms = c->all->relation->terms;
  Map other = {0};
  for (size_t i = 0; i < otherwise->size; i++)
    map_put(&other, otherwise->data[i].slot, otherwise->data[i].before);
  for (size_t i = 0; i < then->size; i++) {
    uint32_t slot = then->data[i].slot;
    uint64_t b;
    if (!map_get(&other, slot, &b)) b = context_get(c, slot);
    map_put(&other, slot, TERM_NONE); /* done */
    context_set(c, slot, term_if(terms, condition, then->data[i].before, (Term)b));
  }
  for (size_t i = 0; i < otherwise->size; i++) {
    uint32_t slot = otherwise->data[i].slot;
    uint64_t b = TERM_NONE;
    map_get(&other, slot, &b);
    if (b != TERM_NONE)
      context_set(c, slot, term_if(terms, condition, context_get(c, slot), (Term)b));
  }
  map_free(&other);
}

/* What is executed in a branch: a statement, the items of a case from one on, or the rounds of a
 * loop from one on. */
typedef struct {
  const Statement *statement; /* may be NULL */
  const Statement *items;
  size_t item;
  Term selector;
  uint32_t enumeration;
  const Statement *loop;
  Term counter; /* in the next round of the loop */
  int round;
} Branch;

static void execute_branch(Context *c, const Branch *branch);
static void execute_rounds(Context *c, const Branch *branch);

static void execute_either(Context *c, Term condition, const Branch *then,
                           const Branch *otherwise) {
  Terms *terms = c->all->relation->terms;
  if (condition == term_bit(terms, true)) execute_branch(c, then);
  else if (condition == term_bit(terms, false)) execute_branch(c, otherwise);
  else {
    ChangeVec a = {0}, b = {0};
    size_t mark = c->log.size;
    execute_branch(c, then);
    take_back(c, mark, &a);
    execute_branch(c, otherwise);
    take_back(c, mark, &b);
    merge(c, condition, &a, &b);
    vec_free(&a);
    vec_free(&b);
  }
}

/* ---- case ---- */

/* Whether the selector matches a label; `?` in a label is a don't care, in every kind of case. */
static Term matches(Context *c, Term selector, const Expr *label, uint32_t enumeration) {
  Terms *terms = c->all->relation->terms;
  uint32_t width = term_width(terms, selector);
  if (label->kind != EXPR_NUMBER || !strchr(label->name, '?')) {
    Term value = vl_evaluate(c, label, width, enumeration);
    uint32_t wide = term_width(terms, value);
    return term_binary(terms, TERM_EQUAL, vl_fit(terms, selector, wide), value);
  }
  uint32_t wide = label->width > width ? label->width : width;
  char *mask = mem_string(label->name), *value = mem_string(label->name);
  for (uint32_t i = 0; i < label->width; i++) {
    mask[i] = label->name[i] == '?' ? '0' : '1';
    if (value[i] == '?') value[i] = '0';
  }
  /* Bits of the selector above the label have to be 0. */
  Term cared = term_constant(terms, mask, label->width);
  if (wide > label->width)
    cared = term_binary(terms, TERM_CONCAT, term_ones(terms, wide - label->width), cared);
  Term wanted = vl_fit(terms, term_constant(terms, value, label->width), wide);
  Term seen = term_binary(terms, TERM_AND, vl_fit(terms, selector, wide), cared);
  mem_free(mask);
  mem_free(value);
  return term_binary(terms, TERM_EQUAL, seen, wanted);
}

static void execute_items(Context *c, const Branch *branch) {
  const Statement *statement = branch->items;
  Terms *terms = c->all->relation->terms;
  size_t item = branch->item;
  while (item < statement->items.size && !statement->items.data[item].labels.size) item++;
  if (item == statement->items.size) { /* what no label matches */
    for (size_t i = 0; i < statement->items.size; i++)
      if (!statement->items.data[i].labels.size) vl_execute(c, statement->items.data[i].body);
    return;
  }
  const CaseItem *own = statement->items.data + item;
  Term condition = term_bit(terms, false);
  for (size_t i = 0; i < own->labels.size; i++)
    condition = term_binary(terms, TERM_OR, condition,
                            matches(c, branch->selector, own->labels.data[i], branch->enumeration));
  Branch then = {.statement = own->body}, rest = *branch;
  rest.item = item + 1;
  execute_either(c, condition, &then, &rest);
}

static void execute_branch(Context *c, const Branch *branch) {
  if (branch->items) execute_items(c, branch);
  else if (branch->loop) execute_rounds(c, branch);
  else if (branch->statement) vl_execute(c, branch->statement);
}

static void execute_case(Context *c, const Statement *statement) {
  uint32_t enumeration = expr_enumeration(c, statement->value);
  Branch all = {.items = statement, .enumeration = enumeration};
  all.selector = vl_evaluate(c, statement->value, 0, enumeration);
  execute_items(c, &all);
}

/* ---- assignments, loops ---- */

/* A term of at least the width of the target. */
void vl_assign(Context *c, const Expr *target, Term value, uint32_t width) {
  Terms *terms = c->all->relation->terms;
  if (target->kind == EXPR_CONCAT) {
    for (size_t i = 0; i < target->count && !c->all->failed; i++) {
      uint32_t part = expr_width(c, target->parts[i], 0);
      width -= part;
      vl_assign(c, target->parts[i], term_slice(terms, value, width + part - 1, width), part);
    }
    return;
  }
  Reference reference;
  if (!vl_refer(c, target, &reference)) return;
  if (reference.object->role == ROLE_WIRE)
    elaborator_error(c->all, target->place, "'%s' is no register", reference.object->name);
  else reference_write(c, &reference, vl_fit(terms, value, reference_width(&reference)));
}

static const char *target_name(Context *c, const Expr *target) {
  while (target->count) target = target->parts[0];
  const Symbol *symbol = target->name ? scope_find(c->scope, target->name) : NULL;
  return symbol && symbol->object ? symbol->object->name : NULL;
}

static void execute_assignment(Context *c, const Statement *statement) {
  uint32_t width = expr_width(c, statement->target, 0);
  c->target = target_name(c, statement->target);
  Term value = vl_evaluate(c, statement->value, width, expr_enumeration(c, statement->target));
  bool outside = c->deferred; /* an index may call a function */
  c->deferred = statement->deferred && c->phase == PHASE_STEP;
  if (!c->all->failed) vl_assign(c, statement->target, value, width);
  c->deferred = outside;
  c->target = NULL;
}

/* The variable of a loop is its own: a task with a loop may be called in a loop over the same one.
 */
static void restore_loop_variable(Context *c, const Expr *target, bool known, Term before) {
  Reference reference;
  if (known && vl_refer(c, target, &reference)) context_set(c, reference.object->slot, before);
}

/* A round of a loop, if there may be another one. */
static bool count_round(Context *c, const Statement *statement, int round, int limit) {
  if (round == limit)
    elaborator_error(c->all, statement->place, "the loop does not end in %d rounds", limit);
  else if (++c->all->rounds > ROUND_LIMIT)
    elaborator_error(c->all, statement->place, "loops have more than %d rounds", ROUND_LIMIT);
  return !c->all->failed;
}

/* The values of a term that is chosen among a few constants. */
static bool choices_of(const Terms *terms, Term term, TermVec *values, int *visits) {
  const TermNode *node = term_node(terms, term);
  if (++*visits > 1000) return false;
  if (node->op == TERM_IF)
    return choices_of(terms, node->arguments[1], values, visits) &&
           choices_of(terms, node->arguments[2], values, visits);
  for (size_t i = 0; i < values->size; i++)
    if (values->data[i] == term) return true;
  vec_push(values, term);
  return term_digits(terms, term) != NULL;
}

/* The counter in the next round, if it has this value after the body; TERM_NONE: the loop ends.
 * That it does where the step leads beyond the bits of the counter: in Verilog it would start again
 * from 0, and no translation into a relation would end. */
static Term counter_after(Context *c, const Statement *statement, uint32_t slot, Term value) {
  Terms *terms = c->all->relation->terms;
  uint32_t width = term_width(terms, value), wide = width < 32 ? 32 : width;
  int64_t go = 0;
  context_set(c, slot, value);
  Term stepped = vl_fit(terms, vl_evaluate(c, statement->step->value, wide, 0), wide);
  Term counter = vl_fit(terms, stepped, width);
  if (vl_fit(terms, counter, wide) != stepped) return TERM_NONE;
  context_set(c, slot, counter);
  if (!vl_term_value(terms, vl_evaluate_condition(c, statement->value), &go))
    elaborator_error(c->all, statement->place, "the bounds of a loop have to be constant");
  return go ? counter : TERM_NONE;
}

/* After a body that assigned the counter under a condition: the loop goes on where the counter has
 * a value with which it does, as long as all of these lead to the same next round. */
static void go_on_or_end(Context *c, const Statement *statement, uint32_t slot, int round) {
  Terms *terms = c->all->relation->terms;
  Term after = context_get(c, slot), goes_on = term_bit(terms, false), next = TERM_NONE;
  TermVec values = {0};
  int visits = 0;
  bool fine = choices_of(terms, after, &values, &visits);
  for (size_t i = 0; i < values.size && fine && !c->all->failed; i++) {
    Term counter = counter_after(c, statement, slot, values.data[i]);
    if (counter == TERM_NONE) continue;
    fine = next == TERM_NONE || next == counter;
    next = counter;
    goes_on =
        term_binary(terms, TERM_OR, goes_on, term_binary(terms, TERM_EQUAL, after, values.data[i]));
  }
  vec_free(&values);
  if (!fine) elaborator_error(c->all, statement->place, "the bounds of a loop have to be constant");
  context_set(c, slot, after);
  execute_assignment(c, statement->step);
  Branch rest = {.loop = statement, .counter = next, .round = round + 1}, end = {0};
  if (next != TERM_NONE && !c->all->failed) execute_either(c, goes_on, &rest, &end);
}

static bool counter_of(Context *c, const Statement *statement, uint32_t *slot) {
  const Expr *target = statement->first->target, *stepped = statement->step->target;
  Reference reference;
  if (target->kind != EXPR_NAME || stepped->kind != EXPR_NAME ||
      strcmp(target->name, stepped->name) != 0 || !vl_refer(c, target, &reference) ||
      reference.object->is_array)
    return false;
  *slot = reference.object->slot;
  return true;
}

static void execute_rounds(Context *c, const Branch *branch) {
  uint32_t slot;
  if (!counter_of(c, branch->loop, &slot) ||
      !count_round(c, branch->loop, branch->round, OPEN_LIMIT))
    return;
  context_set(c, slot, branch->counter);
  vl_execute(c, branch->loop->then);
  if (!c->all->failed) go_on_or_end(c, branch->loop, slot, branch->round);
}

static void execute_loop(Context *c, const Statement *statement) {
  uint32_t slot = 0;
  execute_assignment(c, statement->first);
  bool counted = counter_of(c, statement, &slot);
  for (int i = 0; !c->all->failed; i++) {
    int64_t go = 0;
    Term condition = vl_evaluate_condition(c, statement->value);
    if (c->all->failed) return;
    if (!vl_term_value(c->all->relation->terms, condition, &go))
      elaborator_error(c->all, statement->place, "the bounds of a loop have to be constant");
    if (!go || !count_round(c, statement, i, LOOP_LIMIT)) return;
    vl_execute(c, statement->then);
    if (counted && !c->all->failed && !term_digits(c->all->relation->terms, context_get(c, slot))) {
      if (!c->all->has_open_loop)
        elaborator_warning(c->all, statement->place,
                           "the body of this loop assigns '%s': the loop ends where its condition "
                           "fails, or where the next '%s' needs more bits than it has",
                           statement->first->target->name, statement->first->target->name);
      c->all->has_open_loop = true;
      go_on_or_end(c, statement, slot, i);
      return;
    }
    execute_assignment(c, statement->step);
  }
}

static void execute_for(Context *c, const Statement *statement) {
  Reference reference;
  uint64_t before = TERM_NONE;
  if (!vl_refer(c, statement->first->target, &reference)) return;
  bool known = reference.object->is_integer && !reference.object->is_array &&
               map_get(&c->values, reference.object->slot, &before) && before != TERM_NONE;
  execute_loop(c, statement);
  restore_loop_variable(c, statement->first->target, known, (Term)before);
}

/* ---- functions and tasks ---- */

/* Runs the body with its arguments set; those of a task that are outputs are copied back. */
static void call(Context *c, const Symbol of, const Expr *const *arguments, size_t count,
                 Place place) {
  const Symbol *symbol = &of; /* a copy: tables may grow on the way */
  const Routine *routine = symbol->routine;
  Terms *terms = c->all->relation->terms;
  Scope *outside = c->scope;
  VEC(Term) values = {0};
  size_t next = 0;
  for (size_t i = 0; i < routine->variables.size; i++) {
    const Declaration *variable = routine->variables.data + i;
    const Object *object = scope_find(symbol->inside, variable->name)->object;
    Term value = term_number(terms, 0, object->width);
    if (variable->port != PORT_NONE && next++ < count && variable->port == PORT_INPUT)
      value = vl_fit(terms, vl_evaluate(c, arguments[next - 1], object->width, object->enumeration),
                     object->width);
    vec_push(&values, value);
  }
  if (next != count) elaborator_error(c->all, place, "'%s' has %zu arguments", routine->name, next);
  for (size_t i = 0; i < routine->variables.size; i++) {
    const Object *object = scope_find(symbol->inside, routine->variables.data[i].name)->object;
    for (uint32_t k = 0; k < object->count; k++) context_set(c, object->slot + k, values.data[i]);
  }
  c->scope = symbol->inside;
  if (++c->all->depth > CALL_LIMIT * 100)
    elaborator_error(c->all, place, "'%s' calls itself", routine->name);
  if (!c->all->failed) vl_execute(c, routine->body);
  c->all->depth--;
  next = 0;
  for (size_t i = 0; i < routine->variables.size && !c->all->failed; i++) {
    const Declaration *variable = routine->variables.data + i;
    const Object *object = scope_find(symbol->inside, variable->name)->object;
    if (variable->port == PORT_NONE || next++ >= count || variable->port == PORT_INPUT) continue;
    c->scope = outside;
    uint32_t width = expr_width(c, arguments[next - 1], 0);
    vl_assign(c, arguments[next - 1], vl_fit(terms, context_get(c, object->slot), width), width);
  }
  c->scope = outside;
  vec_free(&values);
}

Term vl_execute_function(Context *c, const Expr *expr) {
  const Symbol symbol = *scope_find(c->scope, expr->name);
  const Object *result = scope_find(symbol.inside, expr->name)->object;
  context_set(c, result->slot, term_number(c->all->relation->terms, 0, result->width));
  call(c, symbol, (const Expr *const *)expr->parts, expr->count, expr->place);
  return context_get(c, result->slot);
}

static void execute_call(Context *c, const Statement *statement) {
  const Symbol *symbol = scope_find(c->scope, statement->name);
  if (!symbol || symbol->kind != SYMBOL_ROUTINE || !symbol->routine->is_task)
    elaborator_error(c->all, statement->place, "there is no task '%s'", statement->name);
  else call(c, *symbol, statement->arguments.data, statement->arguments.size, statement->place);
}

void vl_execute(Context *c, const Statement *statement) {
  Branch then = {.statement = statement->then}, otherwise = {.statement = statement->otherwise};
  if (c->all->failed) return;
  switch (statement->kind) {
  case STATEMENT_NOTHING: break;
  case STATEMENT_BLOCK:
    for (size_t i = 0; i < statement->body.size; i++) vl_execute(c, statement->body.data[i]);
    break;
  case STATEMENT_ASSIGN: execute_assignment(c, statement); break;
  case STATEMENT_IF:
    execute_either(c, vl_evaluate_condition(c, statement->value), &then, &otherwise);
    break;
  case STATEMENT_CASE: execute_case(c, statement); break;
  case STATEMENT_FOR: execute_for(c, statement); break;
  case STATEMENT_CALL: execute_call(c, statement); break;
  }
}
