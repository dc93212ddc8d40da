/* The automata of a formula and of its negation are complements: every infinite word is accepted by
 * exactly one of them. Other tests try random words; here all words are covered, by Büchi's own
 * argument (Büchi 1962, with Ramsey's theorem; Sistla, Vardi and Wolper 1987).
 *
 * Put the two automata side by side. The profile of a finite nonempty word says for each pair of
 * states p, q whether the word can lead from p to q, and whether it can do so through acceptance.
 * The profile of uv follows from those of u and v, so the profiles form a finite semigroup, made
 * from those of the letters by multiplying them with letters until nothing is new. By Ramsey's
 * theorem every infinite word can be cut into u v1 v2 v3 ... where all vi have the same profile e,
 * ee = e, and u has a profile s with se = s. Whether an automaton accepts such a word depends on s
 * and e alone: an accepting run passes, at the cuts, through some state q infinitely often, with
 * acceptance in between; ee = e makes that a way from q to q through acceptance in e, and se = s
 * makes q one of the states to which s leads from the initial state. Conversely such a q gives an
 * accepting run. So it is enough to look at all pairs (s, e) of that kind. And each of them is the
 * pair of a real word, u v v v ..., so a complaint is never a false one.
 *
 * Of s only the row of the initial states matters, which the pairs are thinned by: se = s makes the
 * row R of s satisfy Re = R; and if Re = R for the row of s, then se has the same row and
 * (se)e = se. */
#include "test.h"

#include "base/random.h"
#include "formula/ltl/ltl_automaton.h"
#include "formula/parser.h"
#include "oracle/lasso_automaton.h"
#include "oracle/random_formula.h"

enum { STATES = 16, PROFILES = 4000 }; /* of both automata together; more is not decided */

typedef uint16_t Row; /* a set of states */

typedef struct {
  Row path[STATES]; /* by state: where the word leads */
  Row good[STATES]; /* where it leads through acceptance */
} Profile;

typedef struct {
  Profile profile;
  uint32_t parent; /* its word is that of the parent and the letter; UINT32_MAX: only the letter */
  uint32_t letter;
} Element;

typedef struct {
  VEC(Element) elements;
  Names known; /* the profiles as strings, numbered as the elements */
  size_t letters;
  Row side[2];    /* the states of either automaton */
  Row initial[2]; /* one state each */
} Semigroup;

typedef enum { COMPLEMENTS, BOTH_REJECT, BOTH_ACCEPT, TOO_LARGE } Comparison;

static Row row_times(Row row, const Row *matrix) {
  Row result = 0;
  for (unsigned q = 0; row >> q; q++)
    if (row >> q & 1) result |= matrix[q];
  return result;
}

static Profile profile_times(const Profile *a, const Profile *b) {
  Profile product;
  for (unsigned p = 0; p < STATES; p++) {
    product.path[p] = row_times(a->path[p], b->path);
    product.good[p] = row_times(a->path[p], b->good) | row_times(a->good[p], b->path);
  }
  return product;
}

static bool profile_equal(const Profile *a, const Profile *b) { return !memcmp(a, b, sizeof *a); }

static void add_edges(Profile *profile, const Automaton *automaton, uint32_t offset,
                      uint32_t letter) {
  for (size_t i = 0; i < automaton->edges.size; i++) {
    const LabelledEdge *edge = automaton->edges.data + i;
    if (!label_value(automaton->labels, edge->label, letter)) continue;
    Row target = (Row)(1u << (edge->target + offset));
    profile->path[edge->source + offset] |= target;
    if (edge->marks == automaton_all(automaton)) profile->good[edge->source + offset] |= target;
  }
}

static void semigroup_add(Semigroup *semigroup, Element element) {
  uint32_t number =
      names_add_n(&semigroup->known, (const char *)&element.profile, sizeof element.profile);
  if (number == semigroup->elements.size) vec_push(&semigroup->elements, element);
}

/* False if it is too large. */
static bool semigroup_close(Semigroup *semigroup, Automaton *const automata[2]) {
  uint32_t second = automata[0]->states;
  if (second + automata[1]->states > STATES) return false;
  for (int i = 0; i < 2; i++) {
    uint32_t offset = i ? second : 0;
    semigroup->side[i] = (Row)(((1u << automata[i]->states) - 1) << offset);
    semigroup->initial[i] = (Row)(1u << (automata[i]->initial + offset));
  }
  for (uint32_t letter = 0; letter < 1u << automata[0]->atoms.size; letter++) {
    Element element = {.parent = UINT32_MAX, .letter = letter};
    add_edges(&element.profile, automata[0], 0, letter);
    add_edges(&element.profile, automata[1], second, letter);
    semigroup_add(semigroup, element);
  }
  semigroup->letters = semigroup->elements.size;
  for (uint32_t n = 0; n < semigroup->elements.size; n++)
    for (size_t k = 0; k < semigroup->letters; k++) {
      const Element *letter = semigroup->elements.data + k;
      semigroup_add(semigroup,
                    (Element){.profile = profile_times(&semigroup->elements.data[n].profile,
                                                       &letter->profile),
                              .parent = n,
                              .letter = letter->letter});
      if (semigroup->elements.size > PROFILES) return false;
    }
  return true;
}

static void semigroup_free(Semigroup *semigroup) {
  vec_free(&semigroup->elements);
  names_free(&semigroup->known);
}

static Row initial_row(const Semigroup *semigroup, const Profile *s) {
  return row_times(semigroup->initial[0] | semigroup->initial[1], s->path);
}

/* The profiles s with different initial rows, each row once. */
static U32Vec stems_of(const Semigroup *semigroup) {
  U32Vec stems = {0};
  bool *seen = mem_zalloc((size_t)1 << STATES);
  for (uint32_t n = 0; n < semigroup->elements.size; n++) {
    bool *mark = seen + initial_row(semigroup, &semigroup->elements.data[n].profile);
    if (!*mark) vec_push(&stems, n);
    *mark = true;
  }
  mem_free(seen);
  return stems;
}

/* Appends the word of a profile. */
static void spell(const Semigroup *semigroup, uint32_t profile, U32Vec *letters) {
  size_t start = letters->size;
  for (uint32_t n = profile; n != UINT32_MAX; n = semigroup->elements.data[n].parent)
    vec_push(letters, semigroup->elements.data[n].letter);
  for (size_t i = start, j = letters->size; i + 1 < j; i++) {
    uint32_t letter = letters->data[--j];
    letters->data[j] = letters->data[i];
    letters->data[i] = letter;
  }
}

static LassoWord word_of(const Semigroup *semigroup, uint32_t stem, uint32_t cycle,
                         const Formulas *formulas, const U32Vec *atoms) {
  U32Vec letters = {0};
  LassoWord word = {.atoms = mem_array(formulas->atoms.size, sizeof *word.atoms)};
  spell(semigroup, stem, &letters);
  word.loop = letters.size;
  spell(semigroup, cycle, &letters);
  word.length = letters.size;
  for (size_t a = 0; a < formulas->atoms.size; a++) word.atoms[a] = bits_new(word.length);
  for (size_t v = 0; v < atoms->size; v++)
    for (size_t i = 0; i < word.length; i++)
      if (letters.data[i] >> v & 1) bits_set(&word.atoms[atoms->data[v]], i);
  vec_free(&letters);
  return word;
}

/* Whether two automata over the same atoms are complements; else `word`, the caller's, shows it. */
static Comparison compare(Automaton *const automata[2], const Formulas *formulas, LassoWord *word) {
  Semigroup semigroup = {0};
  if (!semigroup_close(&semigroup, automata)) {
    semigroup_free(&semigroup);
    return TOO_LARGE;
  }
  U32Vec stems = stems_of(&semigroup);
  Comparison result = COMPLEMENTS;
  for (uint32_t n = 0; n < semigroup.elements.size && result == COMPLEMENTS; n++) {
    const Profile *e = &semigroup.elements.data[n].profile;
    Profile square = profile_times(e, e);
    if (!profile_equal(&square, e)) continue;
    Row loops = 0;
    for (unsigned q = 0; q < STATES; q++) loops |= e->good[q] & (Row)(1u << q);
    for (size_t i = 0; i < stems.size && result == COMPLEMENTS; i++) {
      Row row = initial_row(&semigroup, &semigroup.elements.data[stems.data[i]].profile);
      if (row_times(row, e->path) != row) continue;
      bool first = row & loops & semigroup.side[0], second = row & loops & semigroup.side[1];
      if (first != second) continue;
      result = first ? BOTH_ACCEPT : BOTH_REJECT;
      *word = word_of(&semigroup, stems.data[i], n, formulas, &automata[0]->atoms);
    }
  }
  vec_free(&stems);
  semigroup_free(&semigroup);
  return result;
}

/* The automata of a formula and its negation, over its atoms. */
static void translate(Formulas *formulas, Formula f, Labels *labels, Automaton *automata[2]) {
  U32Vec atoms = {0};
  Error error = {0};
  formula_atoms(formulas, f, &atoms);
  for (int negate = 0; negate < 2; negate++) {
    LtlAutomatonOptions options = {.negate = negate, .state_based = true};
    automata[negate] = ltl_automaton(formulas, f, options, labels, &atoms, &error);
    CHECK(automata[negate] && automata[negate]->sets <= 1);
  }
  vec_free(&atoms);
}

/* Whether it could be decided that they are complements; fails if they are not. */
static bool check_complements(Formulas *formulas, Formula f) {
  Labels *labels = labels_new();
  Automaton *automata[2];
  LassoWord word;
  translate(formulas, f, labels, automata);
  Comparison result = compare(automata, formulas, &word);
  if (result == BOTH_ACCEPT || result == BOTH_REJECT) {
    Text text = {0};
    formula_print(formulas, f, &text);
    test_fail(__FILE__, __LINE__,
              "%s: on a word of length %zu, loop %zu, where it is %s, the "
              "automaton and that of the negation both %s",
              text.data, word.length, word.loop,
              ltl_oracle_word(formulas, f, &word) ? "true" : "false",
              result == BOTH_ACCEPT ? "accept" : "reject");
  }
  automaton_free(automata[0]);
  automaton_free(automata[1]);
  labels_free(labels);
  return result == COMPLEMENTS;
}

/* The atoms renamed, in places united, to at most three. */
static const char *const literature[] = {
    /* Etessami and Holzmann 2000 */
    "p U (q & G r)",
    "p U (q & X (r U p))",
    "p U (q & X (r & F (p & X F q)))",
    "F (p & X G q)",
    "F (p & X (q & X F r))",
    "F (q & X (p U r))",
    "F G p | G F q",
    "G (p -> (q U r))",
    "G (p & X F (q & X F r))",
    "G F p & G F q & G F r",
    "(p U (q U r)) | (q U (r U p))",
    "G (p -> (q U (G r | G p)))",
    /* Somenzi and Bloem 2000 */
    "p U q",
    "p U (q U r)",
    "!(p U (q U r))",
    "G F p -> G F q",
    "F p U G q",
    "G p U q",
    "!(F F p <-> F p)",
    "!(G F p -> G F q)",
    "!(G F p <-> G F q)",
    "p R (p | q)",
    "(X p U X q) | !X (p U q)",
    "(X p U q) | !X (p U (p & q))",
    "G p -> F q",
    "(X p R X q) <-> X (p R q)",
    "G (F p & F q)",
    "F (p & G q) | G (q | F !p)",
    "(X (q & r) R X ((!p U r) R (q | r)))",
    "G (q | X G p) & G (r | X G !p)",
    "G (q | (X p & X !p))",
    "p & X p",
    "(p R q) | (q R p)",
    /* Dwyer, Avrunin and Corbett 1998: absence, existence, universality, precedence, response */
    "G !p",
    "F q -> (!p U q)",
    "G (q -> G !p)",
    "G ((q & !r & F r) -> (!p U r))",
    "G ((q & !r) -> (!p W r))",
    "F p",
    "!r W (p & !r)",
    "G !q | F (q & F p)",
    "G ((q & !r) -> (!r W (p & !r)))",
    "G ((q & !r) -> (!r U (p & !r)))",
    "!p W (p W (!p W (p W G !p)))",
    "F r -> (p U r)",
    "G (q -> G p)",
    "G ((q & !r & F r) -> (p U r))",
    "!p W q",
    "F r -> (!p U (q | r))",
    "G !q | F (q & (!p W r))",
    "G (p -> F q)",
    "F r -> ((p -> (!r U (q & !r))) U r)",
    "G (q -> G (p -> F r))",
    "F p -> (!p U (q & !p & X (!p U r)))",
    "G (q & X F r -> X F (r & F p))",
    /* parametric families of the field, small members */
    "!(G F p & G F q -> G F r)",
    "G F p -> (G F q & G F r)",
    "F G p | G F q | F G r",
    "p U (q U (r U p))",
    "G (p <-> X q)",
    "G (p <-> X X p)",
    "F (p & X X q)",
    "G F (p <-> X X p)",
    "(G F p | F G q) & (G F q | F G r)",
    "X (p W (q & X r)) M p",
};

TEST(automata_of_a_formula_and_its_negation_are_complements) {
  unsigned count = sizeof literature / sizeof *literature, decided = 0;
  for (unsigned i = 0; i < count; i++) {
    Formulas *formulas = formulas_new();
    Error error = {0};
    Formula f = formula_parse(formulas, LOGIC_LTL, literature[i], &error);
    CHECK(f != FORMULA_NONE);
    decided += check_complements(formulas, f);
    formulas_free(formulas);
  }
  CHECK_EQUAL(decided, count);
}

static Formula small_formula(Formulas *formulas, Random *random) {
  FormulaShape shape = {.depth = 2 + random_below(random, 3), .temporal = 5};
  static const char *const names[] = {"p", "q", "r"};
  for (int i = 0; i < 3; i++) formula_atom(formulas, names[i]);
  return random_ltl(formulas, random, shape);
}

TEST(so_are_those_of_random_formulas) {
  Random random = {14};
  unsigned count = test_cases(800), decided = 0;
  for (unsigned n = 0; n < count; n++) {
    Formulas *formulas = formulas_new();
    decided += check_complements(formulas, small_formula(formulas, &random));
    formulas_free(formulas);
  }
  CHECK_COVERAGE(decided > count * 9 / 10);
}

/* Takes away an edge, or makes every run accepting. */
static void spoil(Automaton *automaton, bool drop, Random *random) {
  if (!drop) {
    automaton->sets = 0;
    for (size_t i = 0; i < automaton->edges.size; i++) automaton->edges.data[i].marks = 0;
  } else if (automaton->edges.size) {
    size_t edge = random_below(random, (uint32_t)automaton->edges.size);
    automaton->edges.data[edge] = vec_last(&automaton->edges);
    automaton->edges.size--;
  }
  automaton_finish(automaton);
}

TEST(an_automaton_with_a_fault_is_no_complement) {
  Random random = {15};
  unsigned count = test_cases(400), found[TOO_LARGE + 1] = {0};
  for (unsigned n = 0; n < count; n++) {
    Formulas *formulas = formulas_new();
    Labels *labels = labels_new();
    Automaton *automata[2];
    LassoWord word;
    Formula f = small_formula(formulas, &random);
    int spoilt = n & 1;
    bool drop = n & 2;
    translate(formulas, f, labels, automata);
    spoil(automata[spoilt], drop, &random);
    Comparison result = compare(automata, formulas, &word);
    found[result]++;
    if (result == COMPLEMENTS) {
      check_random_words(&random, formulas, f, spoilt, automata[spoilt], 20, "harmless");
    } else if (result != TOO_LARGE) {
      CHECK_EQUAL(result, drop ? BOTH_REJECT : BOTH_ACCEPT);
      for (int i = 0; i < 2; i++)
        CHECK_EQUAL(automaton_accepts(automata[i], &word), result == BOTH_ACCEPT);
      lasso_word_free(&word, formulas);
    }
    automaton_free(automata[0]);
    automaton_free(automata[1]);
    labels_free(labels);
    formulas_free(formulas);
  }
  CHECK_COVERAGE(found[BOTH_REJECT] > count / 4 && found[BOTH_ACCEPT] > count / 8);
}
