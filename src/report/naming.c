/* See naming.h. A variable is a bit of a signal, perhaps complemented; the literals of a set are
 * sorted by signal and bit, and each group is then said in the words of its type. */
#include "report/naming.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct {
  const Signal *signal; /* NULL: none; then `bit` is the number of a latch or input */
  uint32_t bit;
  bool negated; /* the bit is the complement of the variable */
  char role;    /* without a signal: 'l', 'i', or 'f' for the mark of the first step */
} Place;

struct Naming {
  const System *circuit, *named;
  Place *places; /* by node of the circuit */
  size_t size;
};

/* ---- which signal a variable belongs to ---- */

/* How good a name a signal gives to a variable: its own is best, a bit of the value of an
 * expression, such as the code of an automaton's state, the least telling. */
static int rank(const Signal *signal) {
  if (signal->role == SIGNAL_STATE || signal->role == SIGNAL_INPUT) return 4;
  if (signal->type != SIGNAL_BOOLEAN) return 1;
  return signal->role == SIGNAL_DEFINE ? 3 : 2;
}

/* By node of the named system. */
static Place *places_of(const System *named) {
  Place *places = mem_array(named->aig->size, sizeof *places);
  for (size_t i = 0; i < named->signals.size; i++) {
    const Signal *signal = named->signals.data + i;
    for (size_t b = 0; b < signal->bits.size; b++) {
      Lit bit = signal->bits.data[b];
      Place *place = places + lit_node(bit);
      if (!aig_is_variable(named->aig, lit_node(bit))) continue;
      if (place->signal && rank(place->signal) >= rank(signal)) continue;
      *place = (Place){signal, (uint32_t)b, lit_negated(bit), 0};
    }
  }
  return places;
}

static Place place_of(const System *named, const Place *places, Lit variable, char role,
                      size_t number) {
  Place place = places[lit_node(variable)];
  if (place.signal) return place;
  place.bit = (uint32_t)number;
  place.role = role;
  if (named->first != LIT_NONE && lit_node(named->first) == lit_node(variable)) {
    place.role = 'f';
    place.negated = lit_negated(named->first);
  }
  return place;
}

static Naming *start(const System *circuit, const System *named) {
  Naming *naming = mem_zalloc(sizeof *naming);
  naming->circuit = circuit;
  naming->named = named;
  naming->size = circuit->aig->size;
  naming->places = mem_array(naming->size, sizeof *naming->places);
  return naming;
}

Naming *naming_new(const System *circuit, const System *named) {
  Naming *naming = start(circuit, named);
  Place *places = places_of(named);
  for (size_t i = 0; i < circuit->latches.size; i++) {
    Place *place = naming->places + lit_node(circuit->latches.data[i].current);
    *place = i < named->latches.size
                 ? place_of(named, places, named->latches.data[i].current, 'l', i)
                 : (Place){.role = 'l', .bit = (uint32_t)i};
  }
  for (size_t i = 0; i < circuit->inputs.size; i++) {
    Place *place = naming->places + lit_node(circuit->inputs.data[i]);
    *place = i < named->inputs.size ? place_of(named, places, named->inputs.data[i], 'i', i)
                                    : (Place){.role = 'i', .bit = (uint32_t)i};
  }
  mem_free(places);
  return naming;
}

static Place place_of_origin(const System *named, const Place *places, uint32_t origin, char role,
                             size_t number) {
  if (origin == UINT32_MAX) return (Place){.role = role, .bit = (uint32_t)number};
  Lit variable =
      origin & 1 ? named->inputs.data[origin / 2] : named->latches.data[origin / 2].current;
  return place_of(named, places, variable, origin & 1 ? 'i' : 'l', origin / 2);
}

Naming *naming_of_origins(const System *circuit, const U32Vec *latch_origins,
                          const U32Vec *input_origins, const System *named) {
  Naming *naming = start(circuit, named);
  Place *places = places_of(named);
  for (size_t i = 0; i < circuit->latches.size; i++)
    naming->places[lit_node(circuit->latches.data[i].current)] =
        place_of_origin(named, places, latch_origins->data[i], 'l', i);
  for (size_t i = 0; i < circuit->inputs.size; i++)
    naming->places[lit_node(circuit->inputs.data[i])] =
        place_of_origin(named, places, input_origins->data[i], 'i', i);
  mem_free(places);
  return naming;
}

void naming_free(Naming *naming) {
  if (!naming) return;
  mem_free(naming->places);
  mem_free(naming);
}

bool naming_knows(const Naming *naming, Lit lit) {
  return lit_node(lit) < naming->size &&
         (naming->places[lit_node(lit)].signal || naming->places[lit_node(lit)].role);
}

/* ---- facts about one signal ---- */

/* A literal at its place: the bit of the signal has this value in the cube. */
typedef struct {
  Place place;
  bool value;
} Fact;

typedef struct {
  const Naming *naming;
  bool clause;
  bool first;
  Text *text;
} Writer;

static void separate(Writer *w) {
  if (!w->first) text_add(w->text, w->clause ? " | " : " & ");
  w->first = false;
}

static int compare_facts(const void *left, const void *right) {
  const Place *a = &((const Fact *)left)->place, *b = &((const Fact *)right)->place;
  if (a->signal != b->signal) {
    if (!a->signal || !b->signal) return a->signal ? -1 : 1;
    return a->signal < b->signal ? -1 : 1;
  }
  if (a->role != b->role) return a->role < b->role ? -1 : 1;
  return a->bit > b->bit ? -1 : a->bit < b->bit; /* the most significant first */
}

static void write_unnamed(Writer *w, const Fact *fact) {
  separate(w);
  const Place *place = &fact->place;
  bool latch = place->role == 'l';
  size_t own = latch ? w->naming->named->latches.size : w->naming->named->inputs.size;
  if (!fact->value) text_char(w->text, '!');
  if (place->role == 'f') text_add(w->text, "(first step)");
  else if (place->bit < own) text_format(w->text, "%s%u", latch ? "latch" : "input", place->bit);
  else text_format(w->text, "%s%zu", latch ? "extra" : "other", place->bit - own);
}

static size_t domain_of(const Signal *signal) {
  if (signal->type == SIGNAL_ENUMERATION) return signal->values.size;
  uint64_t size = (uint64_t)signal->high - (uint64_t)signal->low + 1;
  return size && size <= 256 ? (size_t)size : 0;
}

static void write_value(const Signal *signal, size_t code, Text *text) {
  if (signal->type == SIGNAL_ENUMERATION) text_add(text, signal->values.data[code]);
  else text_format(text, "%" PRId64, signal->low + (int64_t)code);
}

static void write_set(const Signal *signal, const bool *in, size_t domain, size_t count,
                      Text *text) {
  size_t first = 0, last = domain;
  while (!in[first]) first++;
  while (!in[--last]) continue;
  bool interval = signal->type == SIGNAL_RANGE && last - first + 1 == count && count > 2;
  text_add(text, interval ? " in " : " in {");
  if (interval) {
    write_value(signal, first, text);
    text_add(text, "..");
    write_value(signal, last, text);
    return;
  }
  for (size_t v = first; v <= last; v++) {
    if (!in[v]) continue;
    if (v != first) text_add(text, ", ");
    write_value(signal, v, text);
  }
  text_char(text, '}');
}

/* As a set of values; false where the bits do not say anything about the values in use. */
static bool write_values(Writer *w, const Fact *facts, size_t count) {
  const Signal *signal = facts[0].place.signal;
  size_t domain = domain_of(signal), members = 0, member = 0, other = 0;
  if (!domain || domain > 256) return false;
  bool *in = mem_array(domain, sizeof *in);
  for (size_t v = 0; v < domain; v++) {
    size_t agree = 0;
    for (size_t i = 0; i < count; i++)
      agree += (bool)(v >> facts[i].place.bit & 1) == facts[i].value;
    in[v] = w->clause ? agree > 0 : agree == count;
  }
  for (size_t v = 0; v < domain; v++) {
    members += in[v];
    if (in[v]) member = v;
    else other = v;
  }
  bool sensible = members && members < domain;
  if (sensible) {
    separate(w);
    text_add(w->text, signal->name);
    if (members == 1 || members + 1 == domain) {
      text_add(w->text, members == 1 ? " = " : " != ");
      write_value(signal, members == 1 ? member : other, w->text);
    } else {
      write_set(signal, in, domain, members, w->text);
    }
  }
  mem_free(in);
  return sensible;
}

/* All bits of a signal with a code that none of its values has, or that it does not have. */
static void write_unused(Writer *w, const Fact *facts, size_t count) {
  uint64_t code = 0;
  for (size_t i = 0; i < count; i++) code = 2 * code + (facts[i].value != w->clause);
  separate(w);
  text_format(w->text, "%s %s (unused code %" PRIu64 ")", facts[0].place.signal->name,
              w->clause ? "!=" : "=", code);
}

/* Bits one by one, or in a cube as slices. */
static void write_bits(Writer *w, const Fact *facts, size_t count) {
  const Signal *signal = facts[0].place.signal;
  for (size_t i = 0, end; i < count; i = end) {
    end = i + 1;
    while (!w->clause && end < count && end - i < 63 &&
           facts[end].place.bit + 1 == facts[end - 1].place.bit)
      end++;
    separate(w);
    if (end == i + 1) {
      text_format(w->text, "%s%s[%u]", facts[i].value ? "" : "!", signal->name, facts[i].place.bit);
      continue;
    }
    uint64_t number = 0;
    for (size_t k = i; k < end; k++) number = 2 * number + facts[k].value;
    text_add(w->text, signal->name);
    if (end - i < signal->bits.size)
      text_format(w->text, "[%u:%u]", facts[i].place.bit, facts[end - 1].place.bit);
    text_format(w->text, " = %" PRIu64, number);
  }
}

static void write_group(Writer *w, const Fact *facts, size_t count) {
  const Signal *signal = facts[0].place.signal;
  if (!signal) {
    for (size_t i = 0; i < count; i++) write_unnamed(w, facts + i);
    return;
  }
  if (signal->bits.size == 1 && (signal->type == SIGNAL_BOOLEAN || signal->type == SIGNAL_WORD)) {
    separate(w);
    bool one_word = signal->name[0] == '(' || !strchr(signal->name, ' ');
    text_format(w->text, facts[0].value ? "%s" : one_word ? "!%s" : "!(%s)", signal->name);
    return;
  }
  bool by_value = signal->type == SIGNAL_ENUMERATION || signal->type == SIGNAL_RANGE;
  if (by_value && write_values(w, facts, count)) return;
  if (by_value && count == signal->bits.size) write_unused(w, facts, count);
  else write_bits(w, facts, count);
}

static void write_facts(const Naming *naming, const Lit *lits, size_t count, bool clause,
                        Text *text) {
  Writer w = {naming, clause, true, text};
  VEC(Fact) facts = {0};
  for (size_t i = 0; i < count; i++) {
    Place place = naming->places[lit_node(lits[i])];
    Fact fact = {place, place.negated == lit_negated(lits[i])};
    vec_push(&facts, fact);
  }
  if (count) qsort(facts.data, count, sizeof *facts.data, compare_facts);
  for (size_t i = 0, end; i < count; i = end) {
    end = i + 1;
    while (end < count && facts.data[end].place.signal == facts.data[i].place.signal) end++;
    write_group(&w, facts.data + i, end - i);
  }
  if (!count) text_add(text, clause ? "FALSE" : "TRUE");
  vec_free(&facts);
}

void name_cube(const Naming *naming, const Lit *lits, size_t count, Text *text) {
  write_facts(naming, lits, count, false, text);
}

void name_clause(const Naming *naming, const Lit *lits, size_t count, Text *text) {
  write_facts(naming, lits, count, true, text);
}
