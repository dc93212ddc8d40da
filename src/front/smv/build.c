/* From the flat model to the system.
 *
 * - INVAR is a constraint: it holds in every step.
 * - TRANS relates a step to the next. A constraint in the same step would forbid states without a
 *   successor, which an invariant may well reach; so a latch remembers whether the step that led
 *   here obeyed TRANS, and that is the constraint: finite runs of the system are those of the
 *   model.
 * - An initial value that is constant, perhaps after the constants of other variables are put in,
 *   becomes a reset; all else goes to system_assume_initially.
 * - A variable without any assignment is a latch that takes a fresh input, whatever is asked of the
 *   model: CTL can tell a choice made in the state from one made when leaving it. Over runs there
 * is no difference, and task/reduce.h makes it an input there. */
#include "front/smv/flat.h"

#include <stdlib.h>

#include "base/log.h"
#include "logic/cnf.h"
#include "logic/vector.h"

void flat_check_total(Flat *flat, const Value *value, NodeIndex where) {
  if (value->fail == LIT_FALSE) return;
  Check check = {.kind = CHECK_TOTAL,
                 .bad = value->fail,
                 .where = value->culprit == NODE_NONE ? where : value->culprit};
  vec_push(&flat->checks, check);
}

/* --- sections ------------------------------------------------------------------------------- */

static bool add_section(Flat *flat, uint32_t instance, const SectionSyntax *section) {
  Lit lit, other;
  if (section->kind > SECTION_COMPASSION) return true; /* specifications come later */
  if (!flat_evaluate_boolean(flat, section->left, instance, &lit)) return false;
  bool next = flat->touched_next;
  if (next && section->kind != SECTION_TRANS)
    return syntax_error(flat->syntax, section->left, "next cannot be used in this section");
  switch (section->kind) {
  case SECTION_INIT: vec_push(&flat->initials, lit); return true;
  case SECTION_INVAR: vec_push(&flat->constraints, lit); return true;
  case SECTION_TRANS: vec_push(&flat->transitions, lit); return true;
  case SECTION_FAIRNESS: vec_push(&flat->model->system->fairness, lit); return true;
  default:
    if (!flat_evaluate_boolean(flat, section->right, instance, &other)) return false;
    vec_push(&flat->model->compassion, ((Compassion){lit, other}));
    return true;
  }
}

static bool add_sections(Flat *flat, uint32_t instance, const ModuleSyntax *part) {
  bool fine = true;
  for (size_t k = 0; k < part->sections.size && fine; k++)
    fine = add_section(flat, instance, part->sections.data + k) || syntax_recover(flat->syntax);
  return fine;
}

/* --- initial values ------------------------------------------------------------------------- */

/* Resets, by index in flat->variables: the code, where it is known to be constant. */
typedef struct {
  uint32_t symbol;
  LitVec code; /* the assigned code over other variables; empty for a set */
  Lit member;  /* the same as a predicate */
  bool constant;
} InitialValue;
typedef VEC(InitialValue) InitialVec;

static bool add_initial(Flat *flat, uint32_t index, NodeIndex body, InitialVec *initials) {
  if (!flat_demand_symbol(flat, index, TIME_NOW)) return false;
  Value value;
  uint32_t instance = flat_symbol(flat, index)->assigned_instance[ASSIGN_INIT];
  if (!flat_evaluate(flat, body, instance, TIME_NOW, &value)) return false;
  if (flat->touched_next)
    return syntax_error(flat->syntax, body, "next cannot be used in an initial value");
  flat_check_total(flat, &value, body);
  InitialValue initial = {.symbol = index};
  if (!flat_membership(flat, index, body, &value, &initial.member)) return false;
  if (value.kind != VALUE_SET && !flat_never_fits(flat, index, &value)) {
    Lit bad;
    if (flat->old_booleans && flat_symbol(flat, index)->type.kind == TYPE_BOOLEAN &&
        !flat_to_boolean(flat, body, &value))
      return false;
    vec_resize(&initial.code, flat_symbol(flat, index)->type.width);
    type_encode(flat, &flat_symbol(flat, index)->type, &value, initial.code.data, &bad);
  }
  vec_push(initials, initial);
  return true;
}

static bool collect_initials(Flat *flat, InitialVec *initials) {
  for (size_t i = 0; i < flat->variables.size; i++) {
    uint32_t index = flat->variables.data[i];
    NodeIndex body = flat_symbol(flat, index)->assigned[ASSIGN_INIT];
    if (body != NODE_NONE && !add_initial(flat, index, body, initials) &&
        !syntax_recover(flat->syntax))
      return false;
  }
  return true;
}

static bool all_constant(const LitVec *code) {
  for (size_t i = 0; i < code->size; i++)
    if (code->data[i] > LIT_TRUE) return false;
  return true;
}

/* Puts known resets into the others until nothing changes, a few times. */
static void fold_initials(Flat *flat, InitialVec *initials) {
  Aig *aig = flat->values.aig;
  for (int round = 0; round < 8; round++) {
    size_t found = 0, open = 0;
    for (size_t i = 0; i < initials->size; i++) {
      InitialValue *initial = initials->data + i;
      uint32_t width = flat_symbol(flat, initial->symbol)->type.width;
      if (initial->constant || initial->code.size != width) continue;
      if (all_constant(&initial->code)) initial->constant = true, found++;
      else open++;
    }
    if (!found || !open) return;
    size_t size = aig->size;
    Lit *map = mem_alloc(size * sizeof *map);
    for (size_t i = 0; i < size; i++)
      map[i] = !i || aig_is_variable(aig, (uint32_t)i) ? lit_of((uint32_t)i, false) : LIT_NONE;
    for (size_t i = 0; i < initials->size; i++) {
      InitialValue *initial = initials->data + i;
      if (!initial->constant) continue;
      const Lit *code = flat_symbol(flat, initial->symbol)->code;
      for (size_t j = 0; j < initial->code.size; j++)
        map[lit_node(code[j])] = initial->code.data[j];
    }
    for (size_t i = 0; i < initials->size; i++) {
      InitialValue *initial = initials->data + i;
      if (initial->constant) continue;
      for (size_t j = 0; j < initial->code.size; j++)
        if (lit_node(initial->code.data[j]) < size)
          initial->code.data[j] = aig_copy(aig, aig, initial->code.data[j], map);
    }
    mem_free(map);
  }
}

/* --- latches and inputs --------------------------------------------------------------------- */

static void add_inputs(Flat *flat, const Lit *bits, uint32_t width) {
  for (uint32_t i = 0; i < width; i++) vec_push(&flat->model->system->inputs, bits[i]);
}

/* Unused codes are excluded where the variable is not known to stay within its type by itself. */
static void exclude_codes(Flat *flat, const Symbol *symbol) {
  Lit valid = type_valid(flat, &symbol->type, symbol->code);
  if (valid != LIT_TRUE) vec_push(&flat->constraints, valid);
}

static bool add_latches(Flat *flat, uint32_t index, const LitVec *reset) {
  if (!flat_demand_symbol(flat, index, TIME_NEXT)) return false;
  Symbol *symbol = flat_symbol(flat, index);
  for (uint32_t i = 0; i < symbol->type.width; i++) {
    Latch latch = {.current = symbol->code[i],
                   .next = symbol->next_code[i],
                   .reset = !reset           ? RESET_FREE
                            : reset->data[i] ? RESET_1
                                             : RESET_0};
    vec_push(&flat->model->system->latches, latch);
  }
  if (symbol->fresh) add_inputs(flat, symbol->fresh, symbol->type.width);
  if (!reset) exclude_codes(flat, symbol);
  return true;
}

static bool add_variable(Flat *flat, uint32_t index, const LitVec *reset) {
  if (!flat_demand_symbol(flat, index, TIME_NOW)) return false;
  Symbol *symbol = flat_symbol(flat, index);
  if (!symbol->code) return true; /* a function of others */
  if (symbol->role == VARIABLE_INPUT) {
    add_inputs(flat, symbol->fresh, symbol->type.width);
    return true;
  }
  return add_latches(flat, index, reset);
}

static bool add_variables(Flat *flat, const InitialVec *initials) {
  Map constant = {0};
  for (size_t i = 0; i < initials->size; i++)
    if (initials->data[i].constant) map_put(&constant, initials->data[i].symbol, i);
    else vec_push(&flat->initials, initials->data[i].member);
  bool fine = true;
  for (size_t i = 0; i < flat->variables.size && fine; i++) {
    uint32_t index = flat->variables.data[i];
    uint64_t which;
    bool reset = map_get(&constant, index, &which);
    fine = add_variable(flat, index, reset ? &initials->data[which].code : NULL);
  }
  map_free(&constant);
  if (flat->selector_code) add_inputs(flat, flat->selector_code, flat->selector.width);
  return fine;
}

/* --- checks --------------------------------------------------------------------------------- */

static void describe_value(Flat *flat, Cnf *cnf, const Value *value, Text *text) {
  if (value->kind == VALUE_INTEGER) {
    int64_t number = 0;
    for (uint32_t i = 0; i < value->width; i++)
      if (cnf_value(cnf, value->bits[i])) number |= (int64_t)1 << i;
    if (cnf_value(cnf, value->bits[value->width - 1])) number -= (int64_t)1 << value->width;
    text_format(text, "%lld", (long long)number);
    return;
  }
  uint32_t code = 0;
  for (uint32_t i = 0; i < value->width; i++) code |= (uint32_t)cnf_value(cnf, value->bits[i]) << i;
  if (value->kind == VALUE_ENUM && code < value->type->count)
    text_add(text, flat->constants.names.text[value->type->constants[code]]);
}

static bool report_check(Flat *flat, Cnf *cnf, const Check *check) {
  if (check->kind == CHECK_RANGE) {
    Text text = {0};
    describe_value(flat, cnf, &check->value, &text);
    syntax_error(flat->syntax, check->where, "%s cannot be assigned to '%s'",
                 text.size ? text.data : "this value", flat_symbol(flat, check->symbol)->full);
    text_free(&text);
    return false;
  }
  switch (syntax_node(flat->syntax, check->where)->kind) {
  case NODE_INDEX:
    return syntax_error(flat->syntax, check->where, "this index can be out of bounds");
  case NODE_DIVIDE:
  case NODE_MOD: return syntax_error(flat->syntax, check->where, "division by zero is possible");
  default:
    return syntax_error(flat->syntax, check->where,
                        "the conditions of this case are not exhaustive");
  }
}

/* A solver in which every variable has a value of its type. */
static Cnf *typed_solver(Flat *flat, Sat *sat) {
  LitVec valid = {0};
  for (size_t i = 0; i < flat->variables.size; i++) {
    const Symbol *symbol = flat_symbol(flat, flat->variables.data[i]);
    if (symbol->code) vec_push(&valid, type_valid(flat, &symbol->type, symbol->code));
  }
  Cnf *cnf = cnf_new(flat->values.aig, sat);
  for (size_t i = 0; i < valid.size; i++)
    if (valid.data[i] != LIT_TRUE) cnf_assert(cnf, valid.data[i]);
  vec_free(&valid);
  return cnf;
}

/* Nothing is known of the properties of a model that may be ill-formed. */
static bool leave_open(Flat *flat) {
  Text reason = {0};
  text_format(&reason,
              "%s while the model was checked for values out of range and cases that are "
              "not exhaustive",
              budget_reason(budget_state(flat->budget)));
  mem_free(flat->model->unchecked);
  flat->model->unchecked = text_take(&reason);
  return true;
}

/* Whether a check holds, else the report; the bits of its value are encoded for the message. */
static bool run_check(Flat *flat, const Check *check) {
  Sat *sat = sat_new(SAT_CADICAL);
  Cnf *cnf = typed_solver(flat, sat);
  for (uint32_t i = 0; check->kind == CHECK_RANGE && i < check->value.width; i++)
    cnf_literal(cnf, check->value.bits[i], CNF_BOTH);
  cnf_assert(cnf, check->bad);
  SatResult result = sat_solve(sat, flat->budget);
  bool fine = result == SAT_UNSATISFIABLE || (result == SAT_UNKNOWN && leave_open(flat)) ||
              report_check(flat, cnf, check);
  cnf_free(cnf);
  sat_free(sat);
  return fine;
}

/* Whether any check fails. */
static SatResult any_fails(Flat *flat) {
  LitVec bad = {0};
  for (size_t i = 0; i < flat->checks.size; i++)
    if (flat->checks.data[i].bad != LIT_FALSE) vec_push(&bad, flat->checks.data[i].bad);
  Lit any = aig_or_all(flat->values.aig, bad.data, bad.size);
  vec_free(&bad);
  if (any == LIT_FALSE) return SAT_UNSATISFIABLE;
  Sat *sat = sat_new(SAT_CADICAL);
  Cnf *cnf = typed_solver(flat, sat);
  cnf_assert(cnf, any);
  SatResult result = sat_solve(sat, flat->budget);
  cnf_free(cnf);
  sat_free(sat);
  return result;
}

/* As NuSMV does, over all values of the types, reachable or not. All checks are one query, because
 * they mostly hold; only if it is satisfiable they are asked one by one. */
bool flat_run_checks(Flat *flat) {
  SatResult any = any_fails(flat);
  bool fine = any != SAT_UNKNOWN || leave_open(flat);
  for (size_t i = 0; i < flat->checks.size && any == SAT_SATISFIABLE && fine; i++)
    fine = run_check(flat, flat->checks.data + i) || syntax_recover(flat->syntax);
  vec_clear(&flat->checks);
  return fine && !flat->syntax->failed;
}

/* --- signals -------------------------------------------------------------------------------- */

static void fill_signal(Flat *flat, Signal *signal, const VariableType *type, const Lit *code) {
  static const SignalType types[] = {[TYPE_BOOLEAN] = SIGNAL_BOOLEAN,
                                     [TYPE_RANGE] = SIGNAL_RANGE,
                                     [TYPE_ENUMERATION] = SIGNAL_ENUMERATION,
                                     [TYPE_WORD] = SIGNAL_WORD};
  signal->type = types[type->kind];
  signal->low = type->offset;
  signal->high = type->high;
  signal->is_signed = type->is_signed;
  for (uint32_t i = 0; i < type->width; i++) vec_push(&signal->bits, code[i]);
  if (type->kind == TYPE_ENUMERATION)
    for (uint32_t i = 0; i < type->values->count; i++) {
      char *text = mem_string(flat->constants.names.text[type->values->constants[i]]);
      vec_push(&signal->values, text);
    }
}

/* The type that shows a value of an expression: for integers the range of its interval. */
static bool type_of_value(const Value *value, VariableType *type) {
  *type = (VariableType){.width = value->width, .is_signed = value->is_signed};
  switch (value->kind) {
  case VALUE_BOOLEAN: type->kind = TYPE_BOOLEAN; return true;
  case VALUE_WORD: type->kind = TYPE_WORD; return true;
  case VALUE_ENUM:
    type->kind = TYPE_ENUMERATION;
    type->values = value->type;
    return true;
  case VALUE_INTEGER:
    type->kind = TYPE_RANGE;
    type->low = type->offset = value->low;
    type->high = value->high;
    type->width = code_width((uint64_t)(value->high - value->low));
    return true;
  default: return false; /* sets, arrays, instances */
  }
}

static bool add_define_signal(Flat *flat, uint32_t index) {
  if (!flat_demand_symbol(flat, index, TIME_NOW)) return false;
  const Value *value = &flat_symbol(flat, index)->value[TIME_NOW];
  VariableType type;
  if (!type_of_value(value, &type)) return true;
  Lit *code = arena_alloc(&flat->scratch, type.width * sizeof *code), bad;
  if (!type_encode(flat, &type, value, code, &bad)) return true;
  Signal *signal = signal_add(&flat->model->system->signals, flat_symbol(flat, index)->full,
                              SIGNAL_DEFINE, SIGNAL_BOOLEAN);
  fill_signal(flat, signal, &type, code);
  if (type.kind == TYPE_BOOLEAN)
    flat_note_define(flat, flat_symbol(flat, index)->body, flat_symbol(flat, index)->body_instance,
                     code[0]);
  return true;
}

static void add_process_signals(Flat *flat) {
  SignalVec *signals = &flat->model->system->signals;
  VariableType type = {
      .kind = TYPE_ENUMERATION, .width = flat->selector.width, .values = flat->selector.type};
  Signal *signal = signal_add(signals, "_process_selector_", SIGNAL_INPUT, SIGNAL_BOOLEAN);
  fill_signal(flat, signal, &type, flat->selector.bits);
  for (size_t i = 0; i < flat->processes.size; i++) {
    const Instance *instance = flat->instances.data + flat->processes.data[i];
    const char *name = flat_symbol(flat, instance->symbol)->full;
    Text text = {0};
    if (name) text_format(&text, "%s.", name);
    text_add(&text, "running");
    signal_add_bit(signals, text.data, SIGNAL_DEFINE, flat_running(flat, (uint32_t)i));
    text_free(&text);
  }
}

static bool add_signals(Flat *flat) {
  for (size_t i = 0; i < flat->variables.size; i++) {
    uint32_t index = flat->variables.data[i];
    if (!flat_demand_symbol(flat, index, TIME_NOW)) {
      if (!syntax_recover(flat->syntax)) return false;
      continue;
    }
    Symbol *symbol = flat_symbol(flat, index);
    const Lit *code = symbol->code;
    Lit bad, *own = NULL;
    if (!code) {
      own = arena_alloc(&flat->scratch, symbol->type.width * sizeof *own);
      type_encode(flat, &symbol->type, &symbol->value[TIME_NOW], own, &bad);
    }
    Signal *signal =
        signal_add(&flat->model->system->signals, symbol->full,
                   symbol->role == VARIABLE_INPUT ? SIGNAL_INPUT : SIGNAL_STATE, SIGNAL_BOOLEAN);
    fill_signal(flat, signal, &symbol->type, code ? code : own);
  }
  if (flat->processes.size) add_process_signals(flat);
  for (uint32_t i = 0; i < flat->symbols.size; i++)
    if (flat_symbol(flat, i)->kind == SYMBOL_DEFINE && !add_define_signal(flat, i) &&
        !syntax_recover(flat->syntax))
      return false;
  return !flat->syntax->failed;
}

/* --- all together --------------------------------------------------------------------------- */

static void add_transitions(Flat *flat) {
  System *system = flat->model->system;
  Lit all = aig_and_all(system->aig, flat->transitions.data, flat->transitions.size);
  if (all == LIT_TRUE) return;
  Lit obeyed = system_latch(system, RESET_1);
  system_set_next(system, obeyed, all);
  signal_add_bit(&system->signals, "_trans_", SIGNAL_HIDDEN, obeyed);
  vec_push(&system->constraints, obeyed);
}

static void note_inputs(Flat *flat) {
  for (size_t i = 0; i < flat->variables.size; i++) {
    const Symbol *symbol = flat_symbol(flat, flat->variables.data[i]);
    for (uint32_t j = 0; symbol->role == VARIABLE_INPUT && j < symbol->type.width; j++)
      vec_push(&flat->input_nodes, lit_node(symbol->fresh[j]));
  }
  for (uint32_t i = 0; flat->selector_code && i < flat->selector.width; i++)
    vec_push(&flat->input_nodes, lit_node(flat->selector_code[i]));
}

static bool demand_variables(Flat *flat) {
  for (size_t i = 0; i < flat->variables.size; i++)
    if (!flat_demand_symbol(flat, flat->variables.data[i], TIME_NOW) &&
        !syntax_recover(flat->syntax))
      return false;
  for (size_t i = 0; i < flat->variables.size; i++)
    if (flat_symbol(flat, flat->variables.data[i])->next_assign != SYMBOL_NONE &&
        !flat_demand_symbol(flat, flat->variables.data[i], TIME_NEXT) &&
        !syntax_recover(flat->syntax))
      return false;
  return true;
}

bool flat_build(Flat *flat) {
  System *system = flat->model->system;
  InitialVec initials = {0};
  flat_make_selector(flat);
  bool fine = demand_variables(flat);
  if (fine) note_inputs(flat);
  fine = fine && flat_each_part(flat, add_sections) && collect_initials(flat, &initials);
  /* the codes that are excluded later are never chosen */
  flat->total = !flat->constraints.size && !flat->transitions.size && !system->fairness.size &&
                !flat->model->compassion.size;
  fine = fine && flat_specifications(flat) && add_signals(flat);
  if (fine) {
    fold_initials(flat, &initials);
    fine = add_variables(flat, &initials) && flat_run_checks(flat);
  }
  if (fine) {
    for (size_t i = 0; i < flat->constraints.size; i++)
      if (flat->constraints.data[i] != LIT_TRUE)
        vec_push(&system->constraints, flat->constraints.data[i]);
    add_transitions(flat);
    Lit initially = aig_and_all(system->aig, flat->initials.data, flat->initials.size);
    if (initially != LIT_TRUE) system_assume_initially(system, initially);
  }
  for (size_t i = 0; i < initials.size; i++) vec_free(&initials.data[i].code);
  vec_free(&initials);
  return fine;
}
