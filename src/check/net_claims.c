#include "check/net_claims.h"

#include <string.h>

#include "base/memory.h"
#include "check/net_marking.h"
#include "check/net_question.h"

typedef struct {
  const Model *model;
  const Claims *claims;
  const Store *store;
  Names markings;  /* about which there is a claim */
  U32Vec state_of; /* by marking: its number in the store */
  NetSteps steps;
  U32Vec enabled;
  U32Vec
      next; /* the successors of a marking: numbers in the store; NOT_THERE: nothing is claimed */
  Tokens *marking, *other;
  Text code;
} Judge;

#define NOT_THERE UINT32_MAX

/* The truth of a formula in a marking whose number in the store is `state`, as far as claims tell.
 */
static CtlTruth truth_of(const Judge *judge, Formula f, const Tokens *marking, uint32_t state) {
  const Claims *claims = judge->claims;
  FormulaNode node = *formula_node(claims->formulas, f);
  if (!claims->paths[f]) return net_formula_holds(judge->model, f, marking) ? CTL_TRUE : CTL_FALSE;
  if (operator_is_temporal(node.op))
    return state == NOT_THERE ? CTL_UNKNOWN : claims_get(claims, claims->number[f], state).truth;
  CtlTruth left = truth_of(judge, node.left, marking, state);
  if (node.op == OP_NOT)
    return left == CTL_UNKNOWN ? left : left == CTL_TRUE ? CTL_FALSE : CTL_TRUE;
  CtlTruth right = truth_of(judge, node.right, marking, state);
  CtlTruth deciding = node.op == OP_AND ? CTL_FALSE : CTL_TRUE;
  if (left == deciding || right == deciding) return deciding;
  return left == CTL_UNKNOWN ? left : right;
}

/* ---- the rules ---- */

/* Whether some successor has the same claim, or all have; an earlier one, if that is asked. */
static bool some_has(const Judge *judge, size_t place, Claim claim, bool earlier) {
  for (size_t i = 0; i < judge->next.size; i++) {
    if (judge->next.data[i] == NOT_THERE) continue;
    Claim other = claims_get(judge->claims, place, judge->next.data[i]);
    if (other.truth == claim.truth && (!earlier || other.when < claim.when)) return true;
  }
  return false;
}

static bool all_have(const Judge *judge, size_t place, Claim claim, bool earlier) {
  for (size_t i = 0; i < judge->next.size; i++) {
    if (judge->next.data[i] == NOT_THERE) return false;
    Claim other = claims_get(judge->claims, place, judge->next.data[i]);
    if (other.truth != claim.truth || (earlier && other.when >= claim.when)) return false;
  }
  return true;
}

static bool keeps_rule_of_until(const Judge *judge, size_t place, const FormulaNode *node,
                                Claim claim, uint32_t state) {
  CtlTruth hold = truth_of(judge, node->left, judge->marking, state);
  CtlTruth reach = truth_of(judge, node->right, judge->marking, state);
  if (claim.truth == CTL_TRUE)
    return reach == CTL_TRUE || (hold == CTL_TRUE && some_has(judge, place, claim, true));
  return reach == CTL_FALSE && (hold == CTL_FALSE || all_have(judge, place, claim, false));
}

static bool keeps_rule_of_globally(const Judge *judge, size_t place, const FormulaNode *node,
                                   Claim claim, uint32_t state) {
  CtlTruth always = truth_of(judge, node->left, judge->marking, state);
  if (claim.truth == CTL_TRUE)
    return always == CTL_TRUE && (!judge->next.size || some_has(judge, place, claim, false));
  return always == CTL_FALSE || (judge->next.size && all_have(judge, place, claim, true));
}

/* The operand of EX is asked in the successors themselves, which are fired again for it. */
static bool keeps_rule_of_next(Judge *judge, const FormulaNode *node, Claim claim) {
  const Net *net = judge->model->net;
  for (size_t i = 0; i < judge->enabled.size; i++) {
    memcpy(judge->other, judge->marking, (net->places.size + 1) * sizeof *judge->other);
    if (!net_fire(net, judge->enabled.data[i], judge->other)) return false;
    CtlTruth truth = truth_of(judge, node->left, judge->other, judge->next.data[i]);
    if (claim.truth == CTL_TRUE && truth == CTL_TRUE) return true;
    if (claim.truth == CTL_FALSE && truth != CTL_FALSE) return false;
  }
  return claim.truth == CTL_FALSE;
}

/* ---- markings ---- */

static bool has_claim(const Claims *claims, uint32_t state) {
  for (size_t i = 0; i < claims->operators.size; i++)
    if (claims_get(claims, i, state).truth != CTL_UNKNOWN) return true;
  return false;
}

static bool gather(Judge *judge, Error *error) {
  const Net *net = judge->model->net;
  Cursor cursor = cursor_new(judge->store);
  bool good = true;
  for (uint32_t s = 0; s < store_size(judge->store) && good; s++) {
    if (!has_claim(judge->claims, s)) continue;
    store_get(judge->store, s, &cursor);
    net_marking_encode(net, cursor.state, &judge->code);
    size_t before = judge->markings.size;
    names_add_n(&judge->markings, judge->code.data, judge->code.size);
    good = judge->markings.size > before || error_set(error, "a marking has two numbers");
    vec_push(&judge->state_of, s);
  }
  cursor_free(&cursor);
  return good;
}

static uint32_t state_of(Judge *judge, const Tokens *marking) {
  net_marking_encode(judge->model->net, marking, &judge->code);
  uint32_t number = names_find_n(&judge->markings, judge->code.data, judge->code.size);
  return number == NAMES_NONE ? NOT_THERE : judge->state_of.data[number];
}

static bool fire_all(Judge *judge, Error *error) {
  const Net *net = judge->model->net;
  net_steps_enabled(&judge->steps, judge->marking, &judge->enabled);
  vec_clear(&judge->next);
  for (size_t i = 0; i < judge->enabled.size; i++) {
    memcpy(judge->other, judge->marking, (net->places.size + 1) * sizeof *judge->other);
    if (!net_fire(net, judge->enabled.data[i], judge->other))
      return error_set(error, "a place gets more tokens than can be counted");
    vec_push(&judge->next, state_of(judge, judge->other));
  }
  return true;
}

static bool keeps_rules(Judge *judge, uint32_t number, Error *error) {
  const Claims *claims = judge->claims;
  uint32_t state = judge->state_of.data[number];
  net_marking_decode(judge->model->net, &judge->markings, number, judge->marking);
  if (!fire_all(judge, error)) return false;
  for (size_t place = 0; place < claims->operators.size; place++) {
    FormulaNode node = *formula_node(claims->formulas, claims->operators.data[place]);
    Claim claim = claims_get(claims, place, state);
    if (claim.truth == CTL_UNKNOWN) continue;
    bool good = node.op == OP_EX   ? keeps_rule_of_next(judge, &node, claim)
                : node.op == OP_EG ? keeps_rule_of_globally(judge, place, &node, claim, state)
                                   : keeps_rule_of_until(judge, place, &node, claim, state);
    if (!good) return error_set(error, "a claim about a marking does not follow");
  }
  return true;
}

static CtlTruth show(Judge *judge, Formula f, bool truth, Budget *budget, Error *error) {
  const Net *net = judge->model->net;
  if (!gather(judge, error)) return CTL_FALSE;
  for (uint32_t i = 0; i < judge->markings.size; i++) {
    if (!keeps_rules(judge, i, error)) return CTL_FALSE;
    if (budget_spent(budget)) return CTL_UNKNOWN;
  }
  for (size_t p = 0; p < net->places.size; p++) judge->marking[p] = net->places.data[p].initial;
  uint32_t initial = state_of(judge, judge->marking);
  if (truth_of(judge, f, judge->marking, initial) == (truth ? CTL_TRUE : CTL_FALSE))
    return CTL_TRUE;
  error_set(error, "the claims do not show the formula");
  return CTL_FALSE;
}

CtlTruth net_claims_show(const Model *model, const Claims *claims, const Store *store, Formula f,
                         bool truth, Budget *budget, Error *error) {
  Judge judge = {.model = model, .claims = claims, .store = store};
  judge.steps = net_steps_new(model->net);
  judge.marking = mem_array(model->net->places.size + 1, sizeof *judge.marking);
  judge.other = mem_array(model->net->places.size + 1, sizeof *judge.other);
  CtlTruth result = show(&judge, f, truth, budget, error);
  names_free(&judge.markings);
  vec_free(&judge.state_of);
  net_steps_free(&judge.steps);
  vec_free(&judge.enabled);
  vec_free(&judge.next);
  mem_free(judge.marking);
  mem_free(judge.other);
  text_free(&judge.code);
  return result;
}
