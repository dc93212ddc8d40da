#include "engine/explicit/local.h"

#include "base/memory.h"

/* ---- claims: a number with two bits for the truth ---- */

/* None: the number is the round in which a search from there was left, or 0. Open: the search for
 * this operator that is under way has met it; it is 0 or DOUBTFUL. */
enum { NO_BITS, FALSE_BITS, TRUE_BITS, OPEN_BITS };
enum { DOUBTFUL = 1 << 2 | OPEN_BITS }; /* of EG: left again, though a way behind it may be right */
#define LAST_CLAIM ((uint32_t)1 << 30)
/* A path is followed further than a search goes in all directions: it may be long until it closes.
 */
enum { PATH_SHARE = 32 };
enum { FIRST_LIMIT = 16, LIMIT_GROWTH = 4, MOST_PATHS = 1 << 30 };

Claims *claims_new(const Formulas *formulas, Formula f) {
  Claims *claims = mem_zalloc(sizeof *claims);
  FormulaVec cone = {0};
  claims->formulas = formulas;
  claims->number = mem_array((size_t)f + 1, sizeof *claims->number);
  claims->paths = mem_array((size_t)f + 1, sizeof *claims->paths);
  formula_cone(formulas, f, &cone);
  for (size_t i = 0; i < cone.size; i++) {
    const FormulaNode *node = formula_node(formulas, cone.data[i]);
    int arity = operator_arity(node->op);
    bool temporal = operator_is_temporal(node->op);
    claims->number[cone.data[i]] = temporal ? (uint32_t)claims->operators.size : UINT32_MAX;
    if (temporal) vec_push(&claims->operators, cone.data[i]);
    uint64_t below = (arity > 0 ? claims->paths[node->left] : 0) +
                     (uint64_t)(arity > 1 ? claims->paths[node->right] : 0);
    if (temporal) below = 2 * below + 1;
    claims->paths[cone.data[i]] = below < MOST_PATHS ? (uint32_t)below : MOST_PATHS;
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
  mem_free(claims->paths);
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
  bool limited; /* some search came to its limit */
} Local;

static CtlTruth value_of(Local *local, Formula f, uint32_t state);

static void claim(Local *local, size_t place, uint32_t state, bool truth) {
  claims_set(local->claims, place, state, truth, ++local->claims->count);
}

static bool must_stop(const Local *local) {
  return budget_spent(local->budget) || local->space->stuck(local->space->context) ||
         local->claims->count >= LAST_CLAIM - 1;
}

/* Whether a search that has expanded so many states goes no further. */
static bool is_at_limit(Local *local, size_t states) {
  if (states < local->claims->limit) return false;
  local->limited = true;
  return true;
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
  bool doubt; /* some state was not decided */
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

/* Looks at a state that was met: whether the way to it ends in what is looked for. */
static bool look_at(Local *local, Until *until, uint32_t number) {
  uint32_t state = until->met.data[number].state;
  CtlTruth truth = value_of(local, until->reach, state);
  if (truth == CTL_TRUE) return true;
  until->doubt |= truth == CTL_UNKNOWN;
  truth = value_of(local, until->hold, state);
  until->doubt |= truth == CTL_UNKNOWN;
  if (truth != CTL_TRUE) return false;
  Numbers next = local->space->successors(local->space->context, state);
  for (size_t i = 0; i < next.size; i++)
    if (claims_get(local->claims, until->place, next.data[i]).truth == CTL_TRUE) return true;
  for (size_t i = 0; i < next.size; i++) {
    if ((packed(local->claims, until->place, next.data[i]) & 3) == NO_BITS)
      meet(local, until, next.data[i], number);
    next = local->space->successors(local->space->context, state);
  }
  return false;
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
  for (size_t looked = 0; truth == CTL_FALSE && until.waiting.size; looked++) {
    at = take_nearest(&until.waiting).met;
    if (must_stop(local) || is_at_limit(local, looked)) truth = CTL_UNKNOWN;
    else if (look_at(local, &until, at)) truth = CTL_TRUE;
  }
  if (truth == CTL_FALSE && until.doubt) truth = CTL_UNKNOWN;
  claim_what_was_met(local, &until, truth, at);
  vec_free(&until.met);
  vec_free(&until.waiting);
  return truth;
}

/* A search for a path on which `always` is true: depth first. */
typedef struct {
  size_t place;
  Formula always;
  U32Vec path, next;  /* by step: the successor that is looked at next, */
  VEC(uint8_t) doubt; /* and whether one before it was not decided */
  U32Vec doubtful;    /* states that were left with a doubt */
  size_t met;
} Path;

typedef enum { GONE, CLOSED, NO_WAY, NO_IDEA } Going;

/* Goes to a state, unless that closes a path on which all is well, or none leads on from there. */
static Going go_to(Local *local, Path *path, uint32_t state) {
  uint32_t known = packed(local->claims, path->place, state);
  if (known == DOUBTFUL) return NO_IDEA;
  if (known & 3) return (known & 3) == FALSE_BITS ? NO_WAY : CLOSED;
  CtlTruth truth = value_of(local, path->always, state);
  if (truth == CTL_FALSE) claim(local, path->place, state, false);
  if (truth != CTL_TRUE) return truth == CTL_FALSE ? NO_WAY : NO_IDEA;
  put(local->claims, path->place, state, OPEN_BITS);
  vec_push(&path->path, state);
  vec_push(&path->next, 0);
  vec_push(&path->doubt, 0);
  path->met++;
  return local->space->successors(local->space->context, state).size ? GONE : CLOSED;
}

/* Leaves the last state: no path leads on from it, or none that could be decided. */
static Going leave(Local *local, Path *path) {
  uint32_t state = vec_pop(&path->path);
  path->next.size--;
  if (!vec_pop(&path->doubt)) {
    claim(local, path->place, state, false);
    return NO_WAY;
  }
  put(local->claims, path->place, state, DOUBTFUL);
  vec_push(&path->doubtful, state);
  return NO_IDEA;
}

static CtlTruth search_path(Local *local, size_t place, Formula always, uint32_t state) {
  Path path = {.place = place, .always = always};
  Going going = go_to(local, &path, state);
  while (going != CLOSED && path.path.size) {
    if (must_stop(local) || is_at_limit(local, path.met / PATH_SHARE)) {
      going = NO_IDEA;
      break;
    }
    Numbers successors = local->space->successors(local->space->context, vec_last(&path.path));
    uint32_t *next = &vec_last(&path.next);
    if (*next == successors.size) going = leave(local, &path);
    else going = go_to(local, &path, successors.data[(*next)++]);
    if (going == NO_IDEA && path.doubt.size) vec_last(&path.doubt) = 1;
  }
  for (size_t i = 0; i < path.path.size; i++) {
    if (going == CLOSED) claim(local, place, path.path.data[i], true);
    else put(local->claims, place, path.path.data[i], 0);
  }
  for (size_t i = 0; i < path.doubtful.size; i++)
    if (packed(local->claims, place, path.doubtful.data[i]) == DOUBTFUL)
      put(local->claims, place, path.doubtful.data[i], 0);
  vec_free(&path.path);
  vec_free(&path.next);
  vec_free(&path.doubt);
  vec_free(&path.doubtful);
  return going == CLOSED ? CTL_TRUE : going == NO_WAY ? CTL_FALSE : CTL_UNKNOWN;
}

static CtlTruth search_next(Local *local, size_t place, Formula f, uint32_t state) {
  const LocalSpace *space = local->space;
  CtlTruth truth = CTL_FALSE;
  for (size_t i = 0; truth != CTL_TRUE; i++) {
    Numbers next = space->successors(space->context, state);
    if (must_stop(local)) return CTL_UNKNOWN;
    if (i == next.size) break;
    CtlTruth there = value_of(local, f, next.data[i]);
    if (there != CTL_FALSE) truth = there;
  }
  if (truth != CTL_UNKNOWN) claim(local, place, state, truth == CTL_TRUE);
  return truth;
}

static CtlTruth negated(CtlTruth truth) {
  return truth == CTL_UNKNOWN ? truth : truth == CTL_TRUE ? CTL_FALSE : CTL_TRUE;
}

/* What stands where a search was left in this round, which is not begun again before the next. */
static uint32_t left_in_round(const Claims *claims) { return claims->round << 2 | NO_BITS; }

static CtlTruth value_of(Local *local, Formula f, uint32_t state) {
  const Claims *claims = local->claims;
  const LocalSpace *space = local->space;
  FormulaNode node = *formula_node(claims->formulas, f);
  if (!claims->paths[f]) return space->holds(space->context, f, state) ? CTL_TRUE : CTL_FALSE;
  if (node.op == OP_NOT) return negated(value_of(local, node.left, state));
  if (node.op == OP_AND || node.op == OP_OR) {
    /* what costs less comes first */
    bool swap = claims->paths[node.right] < claims->paths[node.left];
    CtlTruth deciding = node.op == OP_AND ? CTL_FALSE : CTL_TRUE;
    CtlTruth truth = value_of(local, swap ? node.right : node.left, state);
    if (truth == deciding) return truth;
    CtlTruth other = value_of(local, swap ? node.left : node.right, state);
    return other == deciding || truth != CTL_UNKNOWN ? other : truth;
  }
  size_t place = claims->number[f];
  Claim known = claims_get(claims, place, state);
  if (known.truth != CTL_UNKNOWN) return known.truth;
  if (packed(claims, place, state) == left_in_round(claims)) return CTL_UNKNOWN;
  CtlTruth truth = node.op == OP_EX   ? search_next(local, place, node.left, state)
                   : node.op == OP_EG ? search_path(local, place, node.left, state)
                                      : search_until(local, place, &node, state);
  if (truth == CTL_UNKNOWN) put(local->claims, place, state, left_in_round(claims));
  return truth;
}

CtlTruth ctl_locally(const LocalSpace *space, Claims *claims, Formula f, Budget *budget) {
  Local local = {space, claims, budget, false};
  for (;; claims->limit *= LIMIT_GROWTH) {
    if (!claims->limit) claims->limit = FIRST_LIMIT;
    claims->round++;
    local.limited = false;
    CtlTruth truth = value_of(&local, f, 0);
    if (truth != CTL_UNKNOWN || !local.limited || must_stop(&local)) return truth;
  }
}
