/* Assignments: the values of variables now and next.
 *
 * x := e makes x a function of other variables: it gets no latch at all. next(x) := e gives the
 * next-state function. Where e is a set, fresh inputs choose a member, so that the assignment stays
 * a function of state and inputs and no constraint is needed; only x := {a, b} becomes a free
 * variable with an invariant, because it must be a part of the state.
 *
 * With processes, a selector (an input) says which one runs; next(x) := e of process p takes effect
 * where p runs, and x keeps its value where no process that assigns it runs. main is one of
 * them. */
#include "front/smv/flat.h"

#include "base/log.h"
#include "logic/vector.h"

/* --- collecting ----------------------------------------------------------------------------- */

static bool check_role(Flat *flat, const AssignSyntax *assign, const Symbol *symbol) {
  if (symbol->role == VARIABLE_INPUT)
    return syntax_error(flat->syntax, assign->target, "'%s' is an input and cannot be assigned",
                        symbol->full);
  if (symbol->role == VARIABLE_FROZEN && assign->kind != ASSIGN_INIT)
    return syntax_error(flat->syntax, assign->target,
                        "'%s' is frozen: only its initial value can be assigned", symbol->full);
  return true;
}

static bool add_assign(Flat *flat, uint32_t instance, const AssignSyntax *assign) {
  uint32_t index = flat_resolve(flat, assign->target, instance);
  if (flat->error->message) return false;
  if (index == SYMBOL_NONE && syntax_node(flat->syntax, assign->target)->kind == NODE_NAME)
    return flat_unknown_name(flat, assign->target, instance);
  if (index == SYMBOL_NONE || flat_symbol(flat, index)->kind != SYMBOL_VARIABLE)
    return syntax_error(flat->syntax, assign->target, "this is not a variable");
  Symbol *symbol = flat_symbol(flat, index);
  if (!check_role(flat, assign, symbol)) return false;
  bool twice = symbol->assigned[assign->kind] != NODE_NONE ||
               (assign->kind == ASSIGN_CURRENT ? symbol->assigned[ASSIGN_INIT] != NODE_NONE ||
                                                     symbol->assigned[ASSIGN_NEXT] != NODE_NONE
                                               : symbol->assigned[ASSIGN_CURRENT] != NODE_NONE);
  if (assign->kind == ASSIGN_NEXT && flat->processes.size && twice &&
      symbol->assigned[ASSIGN_CURRENT] == NODE_NONE) {
    twice = false; /* but not twice in one process */
    for (uint32_t i = symbol->next_assign; i != SYMBOL_NONE; i = flat->nexts.data[i].following)
      twice |= flat->instances.data[flat->nexts.data[i].instance].process ==
               flat->instances.data[instance].process;
  }
  if (twice)
    return syntax_error(flat->syntax, assign->target, "'%s' is assigned more than once",
                        symbol->full);
  symbol->assigned[assign->kind] = assign->body;
  symbol->assigned_instance[assign->kind] = instance;
  if (assign->kind == ASSIGN_NEXT) {
    NextAssign next = {assign->body, instance, symbol->next_assign};
    symbol->next_assign = (uint32_t)flat->nexts.size;
    vec_push(&flat->nexts, next);
  }
  return true;
}

static bool add_assigns(Flat *flat, uint32_t instance, const ModuleSyntax *part) {
  bool fine = true;
  for (size_t k = 0; k < part->assigns.size && fine; k++)
    fine = add_assign(flat, instance, part->assigns.data + k) || syntax_recover(flat->syntax);
  return fine;
}

bool flat_collect_assigns(Flat *flat) { return flat_each_part(flat, add_assigns); }

/* --- processes ------------------------------------------------------------------------------ */

void flat_make_selector(Flat *flat) {
  if (!flat->processes.size) return;
  U32Vec list = {0};
  for (size_t i = 0; i < flat->processes.size; i++) {
    const Instance *instance = flat->instances.data + flat->processes.data[i];
    const char *name = flat_symbol(flat, instance->symbol)->full;
    vec_push(&flat->process_constants, names_add(&flat->constants.names, name ? name : "main"));
  }
  vec_append(&list, &flat->process_constants);
  VariableType type = {.kind = TYPE_ENUMERATION};
  type.values = constants_type(&flat->constants, list.data, (uint32_t)list.size);
  type.width = type.values->width;
  vec_free(&list);
  flat->selector_code = flat_fresh(flat, type.width);
  Lit *code = flat_fold(flat, &type, flat->selector_code);
  Value value = type_value(flat, &type, code);
  flat->selector = value_copy(&value, &flat->arena);
}

Lit flat_running(Flat *flat, uint32_t process) {
  return value_is(&flat->values, &flat->selector, flat->process_constants.data[process]);
}

/* --- free choice ---------------------------------------------------------------------------- */

Lit *flat_fresh(Flat *flat, uint32_t width) {
  Lit *bits = arena_alloc(&flat->arena, width * sizeof *bits);
  for (uint32_t i = 0; i < width; i++) bits[i] = aig_variable(flat->values.aig);
  return bits;
}

Lit *flat_fold(Flat *flat, const VariableType *type, const Lit *code) {
  Lit valid = type_valid(flat, type, code);
  Lit *folded = arena_alloc(&flat->arena, type->width * sizeof *folded);
  if (type->kind == TYPE_RANGE) type_code_constant(type, type->low, folded);
  else vector_constant(0, folded, type->width);
  vector_mux(flat->values.aig, valid, code, folded, folded, type->width);
  return folded;
}

static void add_range_check(Flat *flat, uint32_t symbol, NodeIndex where, Lit bad,
                            const Value *value) {
  if (bad == LIT_FALSE) return;
  Check check = {CHECK_RANGE, bad, where, symbol, value_copy(value, &flat->arena)};
  vec_push(&flat->checks, check);
}

/* The code of one member; false where the types do not fit. */
static bool encode_member(Flat *flat, uint32_t symbol, NodeIndex where, const Member *member,
                          Lit fail, Lit *code) {
  Lit bad;
  Value value = member->value;
  const VariableType *type = &flat_symbol(flat, symbol)->type;
  if (type->kind == TYPE_BOOLEAN && flat->old_booleans && value.kind == VALUE_INTEGER &&
      !flat_to_boolean(flat, where, &value))
    return false;
  if (!type_encode(flat, type, &value, code, &bad)) {
    Text text = {0};
    value_type_text(&flat->values, &value, &text);
    text_char(&text, ')');
    if (type->kind == TYPE_BOOLEAN && value.kind == VALUE_INTEGER)
      text_add(&text, "; --smv-old reads 0 and 1 as FALSE and TRUE");
    Value word = {.kind = VALUE_WORD, .width = type->width, .is_signed = type->is_signed};
    if (type->kind == TYPE_WORD) value_word_hint(&word, &value, &text);
    syntax_error(flat->syntax, where, "the type of '%s' does not fit this value (%s",
                 flat_symbol(flat, symbol)->full, text.data);
    text_free(&text);
    return false;
  }
  bad = aig_and(flat->values.aig, bad, aig_and(flat->values.aig, member->present, lit_not(fail)));
  add_range_check(flat, symbol, where, bad, &value);
  return true;
}

/* NuSMV lets 0 and 1 be assigned to a Boolean, but they are not TRUE and FALSE: no value fits. */
bool flat_never_fits(const Flat *flat, uint32_t symbol, const Value *value) {
  return flat->symbols.data[symbol].type.kind == TYPE_BOOLEAN && !flat->old_booleans &&
         value->kind == VALUE_INTEGER && value->low >= 0 && value->high <= 1;
}

void flat_warn_never_fits(const Flat *flat, uint32_t symbol, NodeIndex where) {
  const Node *node = syntax_node(flat->syntax, where);
  log_warning("%s:%d:%d: a number is assigned to the Boolean '%s'; no state satisfies that "
              "(--smv-old reads 0 and 1 as FALSE and TRUE)",
              flat->syntax->file, node->line, node->column, flat->symbols.data[symbol].full);
}

/* One member of a set, chosen by fresh inputs: a code that names no present member falls back to
 * the first, which is always present. */
static bool choose(Flat *flat, uint32_t symbol, NodeIndex where, const Value *value, Lit *code) {
  Aig *aig = flat->values.aig;
  Value set = value_to_set(&flat->values, value);
  uint32_t width = flat_symbol(flat, symbol)->type.width, choice_width = code_width(set.width - 1);
  Lit *choice = flat_fresh(flat, choice_width);
  for (uint32_t i = 0; i < choice_width; i++) vec_push(&flat->model->system->inputs, choice[i]);
  Lit *member = arena_alloc(&flat->arena, width * sizeof *member);
  for (uint32_t i = 0; i < set.width; i++) {
    if (!encode_member(flat, symbol, where, set.members + i, value->fail, i ? member : code))
      return false;
    if (!i) continue;
    Lit chosen = set.members[i].present;
    for (uint32_t j = 0; j < choice_width; j++)
      chosen = aig_and(aig, chosen, lit_not_if(choice[j], !(i >> j & 1)));
    vector_mux(aig, chosen, member, code, code, width);
  }
  return true;
}

/* --- values of variables -------------------------------------------------------------------- */

bool flat_membership(Flat *flat, uint32_t symbol, NodeIndex where, const Value *value, Lit *lit) {
  Aig *aig = flat->values.aig;
  Value set = value_to_set(&flat->values, value);
  const Symbol *variable = flat_symbol(flat, symbol);
  uint32_t width = variable->type.width;
  Lit *code = arena_alloc(&flat->arena, width * sizeof *code);
  *lit = LIT_FALSE;
  for (uint32_t i = 0; i < set.width; i++) {
    const Member *member = set.members + i;
    if (flat_never_fits(flat, symbol, &member->value)) {
      flat_warn_never_fits(flat, symbol, where);
      continue;
    }
    if (!encode_member(flat, symbol, where, member, value->fail, code)) return false;
    Lit same = vector_equal(aig, code, flat_symbol(flat, symbol)->code, width);
    *lit = aig_or(aig, *lit, aig_and(aig, member->present, same));
  }
  return true;
}

static void keep_value(Flat *flat, uint32_t symbol, Time time, const Lit *code) {
  Value value = type_value(flat, &flat_symbol(flat, symbol)->type, code);
  flat_symbol(flat, symbol)->value[time] = value_copy(&value, &flat->arena);
}

static bool compute_now(Flat *flat, uint32_t index) {
  Symbol *symbol = flat_symbol(flat, index);
  NodeIndex body = symbol->assigned[ASSIGN_CURRENT];
  uint32_t width = symbol->type.width;
  if (body == NODE_NONE) {
    symbol->code = flat_fresh(flat, width);
    if (symbol->role == VARIABLE_INPUT) {
      symbol->fresh = symbol->code;
      symbol->code = flat_fold(flat, &symbol->type, symbol->fresh);
    }
    keep_value(flat, index, TIME_NOW, symbol->code);
    return true;
  }
  Value value;
  uint32_t instance = symbol->assigned_instance[ASSIGN_CURRENT];
  if (!flat_evaluate_ready(flat, body, instance, TIME_NOW, &value)) return false;
  if (flat->touched_next)
    return syntax_error(flat->syntax, body, "next cannot be used in the value of a state");
  flat_check_total(flat, &value, body);
  if (value.kind == VALUE_SET || flat_never_fits(flat, index, &value)) {
    symbol->code = flat_fresh(flat, width);
    Lit member;
    if (!flat_membership(flat, index, body, &value, &member)) return false;
    vec_push(&flat->constraints, member);
    keep_value(flat, index, TIME_NOW, flat_symbol(flat, index)->code);
    return true;
  }
  Lit *code = arena_alloc(&flat->arena, width * sizeof *code);
  Member only = {LIT_TRUE, value};
  if (!encode_member(flat, index, body, &only, value.fail, code)) return false;
  keep_value(flat, index, TIME_NOW, code);
  return true;
}

/* The codes that the assignments of all processes give. */
static bool compute_assigned_next(Flat *flat, uint32_t index, Lit *code) {
  Symbol *symbol = flat_symbol(flat, index);
  uint32_t width = symbol->type.width;
  if (width) memcpy(code, symbol->code, width * sizeof *code);
  Lit *mine = arena_alloc(&flat->arena, width * sizeof *mine);
  for (uint32_t i = symbol->next_assign; i != SYMBOL_NONE; i = flat->nexts.data[i].following) {
    NextAssign next = flat->nexts.data[i];
    Value value;
    if (!flat_evaluate_ready(flat, next.body, next.instance, TIME_NOW, &value)) return false;
    Lit runs = flat->processes.size
                   ? flat_running(flat, flat->instances.data[next.instance].process)
                   : LIT_TRUE;
    flat_check_total(flat, &value, next.body);
    if (flat_never_fits(flat, index, &value)) {
      flat_warn_never_fits(flat, index, next.body);
      vec_push(&flat->transitions, lit_not(runs));
      continue;
    }
    if (!choose(flat, index, next.body, &value, mine)) return false;
    vector_mux(flat->values.aig, runs, mine, code, code, width);
  }
  return true;
}

static bool compute_next(Flat *flat, uint32_t index) {
  Symbol *symbol = flat_symbol(flat, index);
  uint32_t width = symbol->type.width;
  Lit *code = arena_alloc(&flat->arena, width * sizeof *code);
  NodeIndex body = symbol->assigned[ASSIGN_CURRENT];
  if (body != NODE_NONE && !symbol->code) {
    Value value;
    uint32_t instance = symbol->assigned_instance[ASSIGN_CURRENT];
    if (!flat_evaluate_ready(flat, body, instance, TIME_NEXT, &value)) return false;
    Lit bad; /* checked for the value now, and so for every step */
    bool fits = type_encode(flat, &symbol->type, &value, code, &bad);
    assert(fits || flat->old_booleans);
    if (!fits && !(flat_to_boolean(flat, body, &value) &&
                   type_encode(flat, &symbol->type, &value, code, &bad)))
      return false;
  } else if (symbol->role == VARIABLE_FROZEN) {
    code = symbol->code;
  } else if (symbol->next_assign != SYMBOL_NONE) {
    if (!compute_assigned_next(flat, index, code)) return false;
  } else {
    symbol->fresh = flat_fresh(flat, width);
    code = flat_fold(flat, &symbol->type, symbol->fresh);
  }
  flat_symbol(flat, index)->next_code = code;
  keep_value(flat, index, TIME_NEXT, code);
  return true;
}

bool flat_compute_variable(Flat *flat, uint32_t index, Time time) {
  return time == TIME_NOW ? compute_now(flat, index) : compute_next(flat, index);
}
