#include "evidence/words.h"

#include "base/bits.h"
#include "base/memory.h"

/* ---- states that can be completed ---- */

/* Grows `marked` by the states from which a path of states in `kept` leads to one in it. */
static void reach_back(const Words *words, const Bits *kept, Bits *marked) {
  for (bool grown = true; grown;) {
    grown = false;
    for (size_t s = words->states; s-- > 0;) {
      if (!bits_get(kept, s) || bits_get(marked, s)) continue;
      for (size_t i = words->first.data[s]; i < words->first.data[s + 1]; i++)
        if (bits_get(marked, words->successors.data[i])) {
          bits_set(marked, s);
          grown = true;
          break;
        }
    }
  }
}

/* The states with a path on which every set is visited infinitely often: the largest set of states
 * from which, for every acceptance set, a step and then a path inside lead to a member of it. */
static Bits completable(const Words *words) {
  Bits kept = bits_new(words->states);
  bits_fill(&kept, true);
  for (bool shrunk = true; shrunk;) {
    shrunk = false;
    for (unsigned set = 0; set < words->sets || set == 0; set++) {
      Bits goal = bits_new(words->states), after = bits_new(words->states);
      for (size_t s = 0; s < words->states; s++)
        if (bits_get(&kept, s) && (!words->sets || (words->marks.data[s] >> set & 1)))
          bits_set(&goal, s);
      reach_back(words, &kept, &goal);
      for (size_t s = 0; s < words->states; s++)
        for (size_t i = words->first.data[s]; i < words->first.data[s + 1]; i++)
          if (bits_get(&goal, words->successors.data[i])) bits_set(&after, s);
      for (size_t s = 0; s < words->states; s++)
        if (bits_get(&kept, s) && !bits_get(&after, s)) {
          bits_clear(&kept, s);
          shrunk = true;
        }
      bits_free(&goal);
      bits_free(&after);
    }
  }
  return kept;
}

static void keep_completable(Words *words) {
  Bits kept = completable(words);
  U32Vec number = {0};
  size_t count = 0, edges = 0, start = 0;
  for (size_t s = 0; s < words->states; s++)
    vec_push(&number, bits_get(&kept, s) ? (uint32_t)count++ : UINT32_MAX);
  for (size_t s = 0; s < words->states; s++) {
    size_t end = words->first.data[s + 1];
    if (bits_get(&kept, s)) {
      uint32_t to = number.data[s];
      words->letters.data[to] = words->letters.data[s];
      words->marks.data[to] = words->marks.data[s];
      words->first.data[to] = edges;
      for (size_t i = start; i < end; i++)
        if (number.data[words->successors.data[i]] != UINT32_MAX)
          words->successors.data[edges++] = number.data[words->successors.data[i]];
    }
    start = end;
  }
  words->first.data[count] = edges;
  words->successors.size = edges;
  words->states = words->letters.size = words->marks.size = count;
  words->first.size = count + 1;
  size_t initial = 0;
  for (size_t i = 0; i < words->initial.size; i++)
    if (number.data[words->initial.data[i]] != UINT32_MAX)
      words->initial.data[initial++] = number.data[words->initial.data[i]];
  words->initial.size = initial;
  vec_free(&number);
  bits_free(&kept);
}

void words_free(Words *words) {
  if (!words) return;
  vec_free(&words->letters);
  vec_free(&words->marks);
  vec_free(&words->initial);
  vec_free(&words->first);
  vec_free(&words->successors);
  mem_free(words);
}

/* ---- formulas ---- */

/* What the expansion law of a temporal operator says of its value, given those of its operands: it
 * is known, or that of its neighbour, one step later for a future operator, earlier for a past
 * one. */
typedef enum { LAW_FALSE, LAW_TRUE, LAW_NEIGHBOUR } Law;

static Law law(Operator op, bool a, bool b) {
  switch (op) {
  case OP_NEXT:
  case OP_YESTERDAY:
  case OP_WEAK_YESTERDAY: return LAW_NEIGHBOUR;
  case OP_FINALLY:
  case OP_ONCE: return a ? LAW_TRUE : LAW_NEIGHBOUR;
  case OP_GLOBALLY:
  case OP_HISTORICALLY: return a ? LAW_NEIGHBOUR : LAW_FALSE;
  case OP_UNTIL:
  case OP_WEAK_UNTIL:
  case OP_SINCE: return b ? LAW_TRUE : a ? LAW_NEIGHBOUR : LAW_FALSE;
  default: return !b ? LAW_FALSE : a ? LAW_TRUE : LAW_NEIGHBOUR; /* R, M, T */
  }
}

/* The neighbour's value before the first step. */
static bool before_the_start(Operator op) {
  return op == OP_HISTORICALLY || op == OP_TRIGGERED || op == OP_WEAK_YESTERDAY;
}

static bool connective(Operator op, bool a, bool b) {
  switch (op) {
  case OP_NOT: return !a;
  case OP_AND: return a && b;
  case OP_OR: return a || b;
  case OP_IMPLIES: return !a || b;
  case OP_EQUIVALENT: return a == b;
  case OP_XOR: return a != b;
  default: return op == OP_TRUE;
  }
}

/* Whether a step does not put a future operator off: a promise is not made or is kept here, a
 * refusal is not made or has its reason here. */
static bool settles(Operator op, bool value, bool a, bool b) {
  switch (op) {
  case OP_FINALLY: return !value || a;
  case OP_UNTIL: return !value || b;
  case OP_STRONG_RELEASE: return !value || (a && b);
  case OP_GLOBALLY: return value || !a;
  case OP_WEAK_UNTIL: return value || (!a && !b);
  case OP_RELEASE: return value || !b;
  default: return true;
  }
}

enum { PARTS = 64 };

typedef struct {
  Operator op;
  unsigned left, right, neighbour; /* places; of an atom left is the bit of the letter */
} Part;

/* What one state asks of its successor, or of its predecessor: these parts have these values. */
typedef struct {
  uint64_t parts, values;
  bool contradiction;
} Demand;

typedef struct {
  Part parts[PARTS]; /* operands first */
  unsigned count;
  VEC(uint64_t) sets; /* of parts: the consistent ones */
} Tableau;

static bool has(uint64_t set, unsigned part) {
  assert(part < PARTS);
  return set >> part & 1;
}

static bool is_future(Operator op) { return operator_is_temporal(op) && !operator_is_past(op); }

/* The parts of f. References of a store ascend from operands to formulas. */
static Bits parts_of(const Formulas *formulas, Formula f) {
  Bits needed = bits_new((size_t)f + 1);
  bits_set(&needed, f);
  for (size_t g = (size_t)f + 1; g-- > 0;) {
    const FormulaNode *node = formula_node(formulas, (Formula)g);
    if (!bits_get(&needed, g)) continue;
    if (operator_arity(node->op) > 0) bits_set(&needed, node->left);
    if (operator_arity(node->op) > 1) bits_set(&needed, node->right);
  }
  return needed;
}

void words_atoms(const Formulas *formulas, Formula f, U32Vec *atoms) {
  Bits needed = parts_of(formulas, f), there = bits_new(formulas->atoms.size);
  for (size_t i = 0; i < atoms->size; i++) bits_set(&there, atoms->data[i]);
  for (size_t g = bits_next(&needed, 0); g < needed.size; g = bits_next(&needed, g + 1))
    if (formula_node(formulas, (Formula)g)->op == OP_ATOM)
      bits_set(&there, formula_node(formulas, (Formula)g)->left);
  vec_clear(atoms);
  for (size_t a = bits_next(&there, 0); a < there.size; a = bits_next(&there, a + 1))
    vec_push(atoms, (uint32_t)a);
  bits_free(&needed);
  bits_free(&there);
}

static bool list_parts(Tableau *tableau, const Formulas *formulas, Formula f, const U32Vec *atoms) {
  Bits needed = parts_of(formulas, f);
  size_t count = bits_count(&needed);
  bool good = count <= PARTS;
  unsigned *place = mem_array((size_t)f + 1, sizeof *place);
  for (size_t g = bits_next(&needed, 0); good && g < needed.size; g = bits_next(&needed, g + 1)) {
    const FormulaNode *node = formula_node(formulas, (Formula)g);
    int arity = operator_arity(node->op);
    unsigned own = tableau->count++;
    Part part = {.op = node->op, .neighbour = own};
    if (arity > 0) part.left = place[node->left];
    if (arity > 1) part.right = place[node->right];
    if (node->op == OP_NEXT || node->op == OP_YESTERDAY || node->op == OP_WEAK_YESTERDAY)
      part.neighbour = part.left;
    for (unsigned i = 0; node->op == OP_ATOM && i < atoms->size; i++)
      if (atoms->data[i] == node->left) part.left = i;
    good = !operator_is_ctl(node->op);
    tableau->parts[own] = part;
    place[g] = own;
  }
  mem_free(place);
  bits_free(&needed);
  return good;
}

/* All sets of parts that agree with the meaning of Boolean parts, and with the expansion laws where
 * those need no neighbour; part by part. */
static bool list_sets(Tableau *tableau) {
  vec_push(&tableau->sets, 0);
  for (unsigned p = 0; p < tableau->count; p++) {
    const Part *part = tableau->parts + p;
    size_t before = tableau->sets.size;
    for (size_t i = 0; i < before; i++) {
      uint64_t set = tableau->sets.data[i], with = set | (uint64_t)1 << p;
      bool a = has(set, part->left), b = has(set, part->right);
      Law decided = part->op == OP_ATOM              ? LAW_NEIGHBOUR
                    : operator_is_temporal(part->op) ? law(part->op, a, b)
                    : connective(part->op, a, b)     ? LAW_TRUE
                                                     : LAW_FALSE;
      if (decided == LAW_TRUE) tableau->sets.data[i] = with;
      if (decided == LAW_NEIGHBOUR) vec_push(&tableau->sets, with);
    }
    if (tableau->sets.size > WORDS_STATES) return false;
  }
  return true;
}

static Demand demand(const Tableau *tableau, uint64_t set, bool of_successor) {
  Demand demand = {0};
  for (unsigned p = 0; p < tableau->count; p++) {
    const Part *part = tableau->parts + p;
    if (!operator_is_temporal(part->op) || is_future(part->op) != of_successor) continue;
    if (law(part->op, has(set, part->left), has(set, part->right)) != LAW_NEIGHBOUR) continue;
    uint64_t bit = (uint64_t)1 << part->neighbour, value = has(set, p) ? bit : 0;
    if ((demand.parts & bit) && (demand.values & bit) != value) demand.contradiction = true;
    demand.parts |= bit;
    demand.values |= value;
  }
  return demand;
}

static bool meets(uint64_t set, Demand demand) {
  return !demand.contradiction && (set & demand.parts) == demand.values;
}

static bool can_start(const Tableau *tableau, uint64_t set) {
  for (unsigned p = 0; p < tableau->count; p++) {
    const Part *part = tableau->parts + p;
    if (operator_is_past(part->op) &&
        law(part->op, has(set, part->left), has(set, part->right)) == LAW_NEIGHBOUR &&
        has(set, p) != before_the_start(part->op))
      return false;
  }
  return true;
}

static uint32_t letter_of(const Tableau *tableau, uint64_t set) {
  uint32_t letter = 0;
  for (unsigned p = 0; p < tableau->count; p++)
    if (tableau->parts[p].op == OP_ATOM && has(set, p))
      letter |= (uint32_t)1 << tableau->parts[p].left;
  return letter;
}

static uint64_t marks_of(const Tableau *tableau, uint64_t set, unsigned *sets) {
  uint64_t marks = 0;
  *sets = 0;
  for (unsigned p = 0; p < tableau->count; p++) {
    const Part *part = tableau->parts + p;
    if (!is_future(part->op) || part->op == OP_NEXT) continue;
    if (settles(part->op, has(set, p), has(set, part->left), has(set, part->right)))
      marks |= (uint64_t)1 << *sets;
    ++*sets;
  }
  return marks;
}

/* The graph of all consistent sets; atoms that the formula does not have stay false. */
static bool connect(const Tableau *tableau, Words *words, bool value) {
  size_t count = tableau->sets.size;
  Demand *after = mem_array(count, sizeof *after), *before = mem_array(count, sizeof *before);
  const uint64_t *sets = tableau->sets.data;
  for (size_t s = 0; s < count; s++) {
    after[s] = demand(tableau, sets[s], true);
    before[s] = demand(tableau, sets[s], false);
    vec_push(&words->letters, letter_of(tableau, sets[s]));
    vec_push(&words->marks, marks_of(tableau, sets[s], &words->sets));
    if (has(sets[s], tableau->count - 1) == value && can_start(tableau, sets[s]))
      vec_push(&words->initial, (uint32_t)s);
  }
  words->states = count;
  bool good = true;
  for (size_t s = 0; good && s < count; s++) {
    vec_push(&words->first, words->successors.size);
    for (size_t t = 0; t < count; t++)
      if (meets(sets[t], after[s]) && meets(sets[s], before[t]))
        vec_push(&words->successors, (uint32_t)t);
    good = words->successors.size <= WORDS_EDGES;
  }
  vec_push(&words->first, words->successors.size);
  mem_free(after);
  mem_free(before);
  return good;
}

Words *words_of_formula(const Formulas *formulas, Formula f, bool value, const U32Vec *atoms) {
  Tableau tableau = {0};
  Words *words = mem_zalloc(sizeof *words);
  bool good = atoms->size <= WORDS_ATOMS && list_parts(&tableau, formulas, f, atoms) &&
              list_sets(&tableau) && connect(&tableau, words, value);
  vec_free(&tableau.sets);
  if (good) {
    keep_completable(words);
    return words;
  }
  words_free(words);
  return NULL;
}

/* ---- automata ---- */

/* A state is an edge with one of its letters. */
Words *words_of_automaton(const Automaton *automaton) {
  if (automaton->atoms.size > WORDS_ATOMS) return NULL;
  uint32_t letters = (uint32_t)1 << automaton->atoms.size;
  Words *words = mem_zalloc(sizeof *words);
  U32Vec edges = {0};
  words->sets = automaton->sets;
  for (size_t e = 0; e < automaton->edges.size && edges.size <= WORDS_STATES; e++)
    for (uint32_t letter = 0; letter < letters; letter++) {
      const LabelledEdge *edge = automaton->edges.data + e;
      if (!label_value(automaton->labels, edge->label, letter)) continue;
      if (edge->source == automaton->initial) vec_push(&words->initial, (uint32_t)edges.size);
      vec_push(&edges, (uint32_t)e);
      vec_push(&words->letters, letter);
      vec_push(&words->marks, edge->marks);
    }
  words->states = edges.size;
  bool good = edges.size <= WORDS_STATES;
  for (size_t s = 0; good && s < edges.size; s++) {
    vec_push(&words->first, words->successors.size);
    for (size_t t = 0; t < edges.size; t++)
      if (automaton->edges.data[edges.data[s]].target ==
          automaton->edges.data[edges.data[t]].source)
        vec_push(&words->successors, (uint32_t)t);
    good = words->successors.size <= WORDS_EDGES;
  }
  vec_push(&words->first, words->successors.size);
  vec_free(&edges);
  if (good) {
    keep_completable(words);
    return words;
  }
  words_free(words);
  return NULL;
}

/* ---- all ---- */

Words *words_of_all(unsigned atoms) {
  if (atoms > WORDS_ATOMS) return NULL;
  Words *words = mem_zalloc(sizeof *words);
  uint32_t letters = (uint32_t)1 << atoms;
  words->states = letters;
  for (uint32_t s = 0; s < letters; s++) {
    vec_push(&words->letters, s);
    vec_push(&words->marks, 0);
    vec_push(&words->initial, s);
    vec_push(&words->first, words->successors.size);
    for (uint32_t t = 0; t < letters; t++) vec_push(&words->successors, t);
  }
  vec_push(&words->first, words->successors.size);
  return words;
}
