#include "engine/explicit/local.h"

#include "base/memory.h"

/* ---- claims: a number with two bits for the truth; 0 is none ---- */

enum { FALSE_BITS = 1, TRUE_BITS, OPEN_BITS }; /* open: a search for this operator has met it */
#define LAST_CLAIM ((uint32_t)1 << 30)

Claims *claims_new(const Formulas *formulas, Formula f) {
  Claims *claims = mem_zalloc(sizeof *claims);
  FormulaVec cone = {0};
  claims->formulas = formulas;
  claims->number = mem_array((size_t)f + 1, sizeof *claims->number);
  claims->has_paths = bits_new((size_t)f + 1);
  formula_cone(formulas, f, &cone);
  for (size_t i = 0; i < cone.size; i++) {
    const FormulaNode *node = formula_node(formulas, cone.data[i]);
    int arity = operator_arity(node->op);
    bool temporal = operator_is_temporal(node->op);
    claims->number[cone.data[i]] = temporal ? (uint32_t)claims->operators.size : UINT32_MAX;
    if (temporal) vec_push(&claims->operators, cone.data[i]);
    if (temporal || (arity > 0 && bits_get(&claims->has_paths, node->left)) ||
        (arity > 1 && bits_get(&claims->has_paths, node->right)))
      bits_set(&claims->has_paths, cone.data[i]);
  }
  vec_free(&cone);
  claims->made = mem_array(claims->operators.size + 1, sizeof *claims->made);
  return claims;
}

void claims_free(Claims *claims) {
  if (!claims) return;
  for (size_t i = 0; i < claims->operators.size; i++) vec_free(claims->made + i);
  mem_free(claims->made);
  vec_free(&claims->operators);
  mem_free(claims->number);
  bits_free(&claims->has_paths);
  mem_free(claims);
}

static uint32_t packed(const Claims *claims, size_t place, uint32_t state) {
  const U32Vec *made = claims->made + place;
  return state < made->size ? made->data[state] : 0;
}

static void put(Claims *claims, size_t place, uint32_t state, uint32_t value) {
  U32Vec *made = claims->made + place;
  if (state >= made->size) vec_resize(made, (size_t)state + 1);
  made->data[state] = value;
}

Claim claims_get(const Claims *claims, size_t place, uint32_t state) {
  uint32_t value = packed(claims, place, state), bits = value & 3;
  return (Claim){bits == TRUE_BITS    ? CTL_TRUE
                 : bits == FALSE_BITS ? CTL_FALSE
                                      : CTL_UNKNOWN,
                 value >> 2};
}

void claims_set(Claims *claims, size_t place, uint32_t state, bool truth, uint32_t when) {
  put(claims, place, state, when << 2 | (truth ? TRUE_BITS : FALSE_BITS));
}

/* ---- the search ---- */

typedef struct {
  uint32_t state, before; /* the place of the one that it was met from */
} Met;

typedef struct {
  uint64_t distance;
  uint32_t met;
} Waiting;

typedef struct {
  const LocalSpace *space;
  Claims *claims;
  Budget *budget;
} Local;

static CtlTruth value_of(Local *local, Formula f, uint32_t state);

static void claim(Local *local, size_t place, uint32_t state, bool truth) {
  claims_set(local->claims, place, state, truth, ++local->claims->count);
}

static bool must_stop(const Local *local) {
  return budget_spent(local->budget) || local->space->stuck(local->space->context) ||
         local->claims->count >= LAST_CLAIM - 1;
}

/* The nearest first; of equally near ones the newest. */
typedef VEC(Waiting) WaitingVec;

static bool before(const Waiting *a, const Waiting *b) {
  return a->distance != b->distance ? a->distance < b->distance : a->met > b->met;
}

static void wait_in_line(WaitingVec *line, Waiting one) {
  vec_push(line, one);
  size_t at = line->size - 1;
  for (; at && before(&one, line->data + (at - 1) / 2); at = (at - 1) / 2)
    line->data[at] = line->data[(at - 1) / 2];
  line->data[at] = one;
}

static Waiting take_nearest(WaitingVec *line) {
  Waiting nearest = line->data[0], last = vec_pop(line);
  size_t at = 0;
  while (2 * at + 1 < line->size) {
    size_t child = 2 * at + 1;
    if (child + 1 < line->size && before(line->data + child + 1, line->data + child)) child++;
    if (!before(line->data + child, &last)) break;
    line->data[at] = line->data[child];
    at = child;
  }
  if (line->size) line->data[at] = last;
  return nearest;
}

typedef struct {
  size_t place;
  Formula hold, reach;
  VEC(Met) met;
  WaitingVec waiting;
} Until;

static void meet(Local *local, Until *until, uint32_t state, uint32_t from) {
  const LocalSpace *space = local->space;
  uint32_t number = (uint32_t)until->met.size;
  put(local->claims, until->place, state, OPEN_BITS);
  vec_push(&until->met, ((Met){state, from}));
  wait_in_line(&until->waiting,
               (Waiting){space->distance(space->context, until->reach, state), number});
}

/* Looks at a state that was met: true if the way to it ends in what is looked for. */
static CtlTruth look_at(Local *local, Until *until, uint32_t number) {
  uint32_t state = until->met.data[number].state;
  CtlTruth truth = value_of(local, until->reach, state);
  if (truth != CTL_FALSE) return truth;
  truth = value_of(local, until->hold, state);
  if (truth != CTL_TRUE) return truth;
  Numbers next = local->space->successors(local->space->context, state);
  for (size_t i = 0; i < next.size; i++)
    if (claims_get(local->claims, until->place, next.data[i]).truth == CTL_TRUE) return CTL_TRUE;
  for (size_t i = 0; i < next.size; i++) {
    if (!packed(local->claims, until->place, next.data[i]))
      meet(local, until, next.data[i], number);
    next = local->space->successors(local->space->context, state);
  }
  return CTL_FALSE;
}

/* All that was met is false, if nothing was found; else what is on the way is true. */
static void claim_what_was_met(Local *local, Until *until, CtlTruth truth, uint32_t found) {
  for (uint32_t i = 0; i < until->met.size; i++) {
    if (truth == CTL_FALSE) claim(local, until->place, until->met.data[i].state, false);
    else put(local->claims, until->place, until->met.data[i].state, 0);
  }
  if (truth != CTL_TRUE) return;
  for (uint32_t i = found;; i = until->met.data[i].before) {
    claim(local, until->place, until->met.data[i].state, true);
    if (!i) return;
  }
}

static CtlTruth search_until(Local *local, size_t place, const FormulaNode *node, uint32_t state) {
  Until until = {.place = place, .hold = node->left, .reach = node->right};
  CtlTruth truth = CTL_FALSE;
  uint32_t at = 0;
  meet(local, &until, state, 0);
  while (truth == CTL_FALSE && until.waiting.size) {
    at = take_nearest(&until.waiting).met;
    truth = must_stop(local) ? CTL_UNKNOWN : look_at(local, &until, at);
  }
  claim_what_was_met(local, &until, truth, at);
  vec_free(&until.met);
  vec_free(&until.waiting);
  return truth;
}

/* Goes to a state: true if that closes a path on which all is well, false if it is none. Unknown:
 * it is on the path now, or all has to stop. */
static CtlTruth go_to(Local *local, size_t place, Formula always, uint32_t state, U32Vec *path) {
  uint32_t bits = packed(local->claims, place, state) & 3;
  if (bits) return bits == FALSE_BITS ? CTL_FALSE : CTL_TRUE;
  CtlTruth truth = value_of(local, always, state);
  if (truth == CTL_FALSE) claim(local, place, state, false);
  if (truth != CTL_TRUE) return truth;
  put(local->claims, place, state, OPEN_BITS);
  vec_push(path, state);
  return local->space->successors(local->space->context, state).size ? CTL_UNKNOWN : CTL_TRUE;
}

static CtlTruth search_path(Local *local, size_t place, Formula always, uint32_t state) {
  U32Vec path = {0}, next = {0}; /* by step: the successor that is looked at next */
  CtlTruth truth = go_to(local, place, always, state, &path);
  if (path.size) vec_push(&next, 0);
  while (truth != CTL_TRUE && path.size) {
    truth = CTL_UNKNOWN;
    if (must_stop(local)) break;
    uint32_t here = vec_last(&path);
    Numbers successors = local->space->successors(local->space->context, here);
    if (vec_last(&next) == successors.size) {
      claim(local, place, here, false);
      truth = CTL_FALSE;
      path.size--;
      next.size--;
      continue;
    }
    truth = go_to(local, place, always, successors.data[vec_last(&next)++], &path);
    if (path.size > next.size) vec_push(&next, 0);
    else if (truth == CTL_UNKNOWN) break;
  }
  for (size_t i = 0; i < path.size; i++) {
    if (truth == CTL_TRUE) claim(local, place, path.data[i], true);
    else put(local->claims, place, path.data[i], 0);
  }
  vec_free(&path);
  vec_free(&next);
  return truth;
}

static CtlTruth search_next(Local *local, size_t place, Formula f, uint32_t state) {
  const LocalSpace *space = local->space;
  CtlTruth truth = CTL_FALSE;
  for (size_t i = 0; truth == CTL_FALSE; i++) {
    Numbers next = space->successors(space->context, state);
    if (must_stop(local)) return CTL_UNKNOWN;
    if (i == next.size) break;
    truth = value_of(local, f, next.data[i]);
  }
  if (truth != CTL_UNKNOWN) claim(local, place, state, truth == CTL_TRUE);
  return truth;
}

static CtlTruth negated(CtlTruth truth) {
  return truth == CTL_UNKNOWN ? truth : truth == CTL_TRUE ? CTL_FALSE : CTL_TRUE;
}

static CtlTruth value_of(Local *local, Formula f, uint32_t state) {
  const Claims *claims = local->claims;
  const LocalSpace *space = local->space;
  FormulaNode node = *formula_node(claims->formulas, f);
  if (!bits_get(&claims->has_paths, f))
    return space->holds(space->context, f, state) ? CTL_TRUE : CTL_FALSE;
  if (node.op == OP_NOT) return negated(value_of(local, node.left, state));
  if (node.op == OP_AND || node.op == OP_OR) {
    /* what costs no search comes first */
    bool swap = !bits_get(&claims->has_paths, node.right);
    CtlTruth deciding = node.op == OP_AND ? CTL_FALSE : CTL_TRUE;
    CtlTruth truth = value_of(local, swap ? node.right : node.left, state);
    if (truth == deciding || truth == CTL_UNKNOWN) return truth;
    return value_of(local, swap ? node.left : node.right, state);
  }
  size_t place = claims->number[f];
  Claim known = claims_get(claims, place, state);
  if (known.truth != CTL_UNKNOWN) return known.truth;
  if (node.op == OP_EX) return search_next(local, place, node.left, state);
  if (node.op == OP_EG) return search_path(local, place, node.left, state);
  return search_until(local, place, &node, state);
}

CtlTruth ctl_locally(const LocalSpace *space, Claims *claims, Formula f, Budget *budget) {
  Local local = {space, claims, budget};
  return value_of(&local, f, 0);
}
