/* See property_set.h. */
#include "front/net/property_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "front/net/net_language.h"
#include "front/net/xml.h"

typedef struct {
  Model *model;
  const char *file;
  Error *error;
  bool ltl; /* formulas are read as LTL */
} Reader;

static Formula wrong(const Reader *reader, const XmlElement *element, const char *what,
                     const char *name) {
  error_at(reader->error, reader->file, xml_line(element), 0, what, name);
  return FORMULA_NONE;
}

/* ---- atoms ---- */

/* The elements of some name below one, as numbers of places or transitions. */
static bool read_names(const Reader *reader, const XmlElement *element, bool place,
                       U32Vec *numbers) {
  for (const XmlElement *child = xml_first(element); child; child = xml_next(child)) {
    if (!xml_is(child, place ? "place" : "transition"))
      return wrong(reader, child, "<%s> is not expected here", xml_name(child)) != FORMULA_NONE;
    Text name = {0}, message = {0};
    xml_text(child, &name);
    const char *id = name.size ? name.data : "";
    uint32_t number =
        place ? net_model_place(reader->model, id) : net_model_transition(reader->model, id);
    if (number == NAMES_NONE) {
      net_unknown_name(reader->model, place, id, &message);
      wrong(reader, child, "%s", message.data);
    } else {
      vec_push(numbers, number);
    }
    text_free(&name);
    text_free(&message);
    if (number == NAMES_NONE) return false;
  }
  return true;
}

static bool add_places(const Reader *reader, const XmlElement *element, int64_t sign,
                       NetWeightVec *terms) {
  U32Vec places = {0};
  bool good = read_names(reader, element, true, &places);
  for (size_t i = 0; i < places.size && good; i++)
    if (!net_terms_add(terms, places.data[i], sign))
      good = wrong(reader, element, "%s", "a sum of too many places") != FORMULA_NONE;
  vec_free(&places);
  return good;
}

/* One side of <integer-le>. */
static bool read_side(const Reader *reader, const XmlElement *element, int64_t sign,
                      NetAtom *atom) {
  if (xml_is(element, "tokens-count")) return add_places(reader, element, sign, &atom->terms);
  if (!xml_is(element, "integer-constant"))
    return wrong(reader, element, "<%s> is no number", xml_name(element)) != FORMULA_NONE;
  Text digits = {0};
  xml_text(element, &digits);
  size_t start = digits.size && digits.data[0] == '-';
  bool good = digits.size > start && digits.size < 16 &&
              strspn(digits.data + start, "0123456789") == digits.size - start;
  if (good) atom->most -= sign * strtoll(digits.data, NULL, 10);
  else wrong(reader, element, "'%s' is no number", digits.size ? digits.data : "");
  text_free(&digits);
  return good;
}

static Formula read_comparison(const Reader *reader, const XmlElement *element) {
  NetAtom atom = {.kind = NET_ATOM_AT_MOST};
  const XmlElement *less = xml_first(element), *more = less ? xml_next(less) : NULL;
  Formula f = FORMULA_NONE;
  if (!more || xml_next(more))
    wrong(reader, element, "<%s> compares two numbers", xml_name(element));
  else if (read_side(reader, less, 1, &atom) && read_side(reader, more, -1, &atom))
    f = net_model_atom(reader->model, &atom);
  net_atom_free(&atom);
  return f;
}

static Formula read_fireable(const Reader *reader, const XmlElement *element) {
  NetAtom atom = {.kind = NET_ATOM_FIREABLE};
  Formula f = FORMULA_NONE;
  if (read_names(reader, element, false, &atom.transitions))
    f = net_model_atom(reader->model, &atom);
  net_atom_free(&atom);
  return f;
}

/* ---- formulas ---- */

static Formula read_formula(const Reader *reader, const XmlElement *element);

static Formula read_only_child(const Reader *reader, const XmlElement *element) {
  const XmlElement *child = xml_first(element);
  if (!child || xml_next(child))
    return wrong(reader, element, "<%s> has one formula", xml_name(element));
  return read_formula(reader, child);
}

static Formula unary(const Reader *reader, Operator op, const XmlElement *element) {
  Formula f = read_only_child(reader, element);
  return f == FORMULA_NONE ? f : formula_unary(reader->model->formulas, op, f);
}

/* The XML of a disjunction, say, has any number of parts. */
static Formula chain(const Reader *reader, Operator op, const XmlElement *element) {
  Formula all = FORMULA_NONE;
  for (const XmlElement *child = xml_first(element); child; child = xml_next(child)) {
    Formula f = read_formula(reader, child);
    if (f == FORMULA_NONE) return f;
    all = all == FORMULA_NONE ? f : formula_binary(reader->model->formulas, op, all, f);
  }
  if (all == FORMULA_NONE) return op == OP_AND ? FORMULA_TRUE : FORMULA_FALSE;
  return all;
}

/* Operators of paths: in LTL alone, and in CTL behind a quantifier. */
typedef struct {
  const char *name;
  Operator ltl, exists, all;
} PathOperator;

static const PathOperator path_operators[] = {{"next", OP_NEXT, OP_EX, OP_AX},
                                              {"finally", OP_FINALLY, OP_EF, OP_AF},
                                              {"globally", OP_GLOBALLY, OP_EG, OP_AG},
                                              {"until", OP_UNTIL, OP_EU, OP_AU},
                                              {NULL, OP_FALSE, OP_FALSE, OP_FALSE}};

static const PathOperator *path_operator(const XmlElement *element) {
  const PathOperator *row = path_operators;
  while (row->name && !xml_is(element, row->name)) row++;
  return row->name ? row : NULL;
}

static Formula read_path(const Reader *reader, Operator op, const XmlElement *element) {
  if (!xml_is(element, "until")) return unary(reader, op, element);
  const XmlElement *before = xml_child(element, "before"), *reach = xml_child(element, "reach");
  if (!before || !reach) return wrong(reader, element, "<%s> has <before> and <reach>", "until");
  Formula a = read_only_child(reader, before);
  Formula b = a == FORMULA_NONE ? a : read_only_child(reader, reach);
  return b == FORMULA_NONE ? b : formula_binary(reader->model->formulas, op, a, b);
}

static Formula read_quantified(const Reader *reader, const XmlElement *element) {
  const XmlElement *child = xml_first(element);
  const PathOperator *row = child && !xml_next(child) ? path_operator(child) : NULL;
  if (!row)
    return wrong(reader, element, "in CTL <%s> is followed by an operator of paths",
                 xml_name(element));
  return read_path(reader, xml_is(element, "all-paths") ? row->all : row->exists, child);
}

static Formula read_formula(const Reader *reader, const XmlElement *element) {
  const PathOperator *row = path_operator(element);
  if (row && reader->ltl) return read_path(reader, row->ltl, element);
  if (row) return wrong(reader, element, "in CTL <%s> follows a quantifier", row->name);
  if (xml_is(element, "all-paths") || xml_is(element, "exists-path"))
    return reader->ltl ? wrong(reader, element, "<%s> inside a formula of LTL", xml_name(element))
                       : read_quantified(reader, element);
  if (xml_is(element, "negation")) return unary(reader, OP_NOT, element);
  if (xml_is(element, "conjunction")) return chain(reader, OP_AND, element);
  if (xml_is(element, "disjunction")) return chain(reader, OP_OR, element);
  if (xml_is(element, "integer-le")) return read_comparison(reader, element);
  if (xml_is(element, "is-fireable")) return read_fireable(reader, element);
  if (xml_is(element, "deadlock"))
    return net_model_atom(reader->model, &(NetAtom){.kind = NET_ATOM_DEADLOCK});
  if (xml_is(element, "true")) return FORMULA_TRUE;
  if (xml_is(element, "false")) return FORMULA_FALSE;
  return wrong(reader, element, "<%s> is no part of a formula", xml_name(element));
}

/* Whether every operator of paths is right behind a quantifier, and the other way round. */
static bool is_ctl(const XmlElement *element) {
  bool quantifier = xml_is(element, "all-paths") || xml_is(element, "exists-path");
  for (const XmlElement *child = xml_first(element); child; child = xml_next(child)) {
    if (quantifier != (path_operator(child) != NULL)) return false;
    if (!is_ctl(child)) return false;
  }
  return true;
}

/* ---- properties ---- */

static void push(Model *model, PropertyKind kind, const char *name, Formula f, char *text) {
  Property property = {
      .kind = kind, .name = mem_string(name), .bad = LIT_FALSE, .formula = f, .text = text};
  vec_push(&model->properties, property);
}

static char *formula_string(const Model *model, Formula f) {
  Text text = {0};
  formula_print(model->formulas, f, &text);
  return text_take(&text);
}

static bool read_bound(const Reader *reader, const XmlElement *element, const char *id) {
  NetAtom atom = {.kind = NET_ATOM_AT_MOST};
  Text text = {0};
  bool good = add_places(reader, element, 1, &atom.terms);
  if (good) {
    text_add(&text, "bound of ");
    for (size_t i = 0; i < atom.terms.size; i++) {
      if (i) text_add(&text, " + ");
      net_name_text(reader->model->net->places.data[atom.terms.data[i].place].name, &text);
    }
    Formula sum = net_model_atom(reader->model, &atom);
    push(reader->model, PROPERTY_BOUND, id, sum, text_take(&text));
  }
  net_atom_free(&atom);
  text_free(&text);
  return good;
}

/* What the id, or else the file, says of a formula. */
static bool is_ltl(const char *id, bool file_is_ltl) {
  if (strstr(id, "LTL")) return true;
  if (strstr(id, "CTL") || strstr(id, "Reachability")) return false;
  return file_is_ltl;
}

static bool read_property(Reader *reader, const XmlElement *element, bool file_is_ltl) {
  const XmlElement *name = xml_child(element, "id"), *formula = xml_child(element, "formula");
  const XmlElement *root = formula ? xml_first(formula) : NULL;
  if (!name || !root)
    return wrong(reader, element, "%s", "a <property> has <id> and <formula>") != FORMULA_NONE;
  Text id = {0};
  xml_text(name, &id);
  text_add(&id, "");
  bool good = true;
  if (xml_is(root, "place-bound")) {
    good = read_bound(reader, root, id.data);
  } else {
    reader->ltl = is_ltl(id.data, file_is_ltl);
    bool wrapped = reader->ltl && xml_is(root, "all-paths");
    Formula f = wrapped ? read_only_child(reader, root) : read_formula(reader, root);
    good = f != FORMULA_NONE;
    if (good)
      push(reader->model, reader->ltl ? PROPERTY_LTL : PROPERTY_CTL, id.data, f,
           formula_string(reader->model, f));
  }
  text_free(&id);
  return good;
}

static bool file_is_ltl(const XmlElement *root) {
  for (const XmlElement *child = xml_first(root); child; child = xml_next(child)) {
    const XmlElement *formula = xml_child(child, "formula");
    if (formula && xml_first(formula) && !xml_is(xml_first(formula), "place-bound") &&
        !is_ctl(formula))
      return true;
  }
  return false;
}

bool property_set_read(Model *model, const char *file, const char *data, size_t size,
                       Error *error) {
  XmlDocument *document = xml_read(file, data, size, error);
  if (!document) return false;
  Reader reader = {.model = model, .file = file, .error = error};
  const XmlElement *root = xml_root(document);
  size_t before = model->properties.size;
  bool good = xml_is(root, "property-set") ||
              error_at(error, file, xml_line(root), 0, "<%s> is no <property-set>", xml_name(root));
  bool ltl = good && file_is_ltl(root);
  for (const XmlElement *child = xml_first(root); child && good; child = xml_next(child))
    if (xml_is(child, "property")) good = read_property(&reader, child, ltl);
  if (!good) properties_cut(&model->properties, before);
  xml_free(document);
  return good;
}

/* ---- examinations without a file ---- */

bool examination_add(Model *model, const char *name, Error *error) {
  static const struct {
    const char *name, *text;
    PropertyKind kind;
  } rows[] = {
      {"ReachabilityDeadlock", NULL, PROPERTY_CTL},
      {"OneSafe", NULL, PROPERTY_CTL},
      {"QuasiLiveness", "every transition can fire", PROPERTY_QUASI_LIVENESS},
      {"Liveness", "every transition can always fire again", PROPERTY_LIVENESS},
      {"StableMarking", "some place always has the same number of tokens", PROPERTY_STABLE_MARKING},
      {"StateSpace", "how many markings are reachable", PROPERTY_STATE_SPACE},
  };
  size_t i = 0, count = sizeof rows / sizeof *rows;
  while (i < count && strcmp(rows[i].name, name)) i++;
  if (i == count)
    return error_set(error,
                     "there is no examination '%s'; there are: ReachabilityDeadlock, "
                     "QuasiLiveness, Liveness, OneSafe, StableMarking, StateSpace",
                     name);
  Formula f = FORMULA_NONE;
  if (i == 0)
    f = formula_unary(model->formulas, OP_EF,
                      net_model_atom(model, &(NetAtom){.kind = NET_ATOM_DEADLOCK}));
  if (i == 1)
    f = formula_unary(model->formulas, OP_AG,
                      net_model_atom(model, &(NetAtom){.kind = NET_ATOM_SAFE}));
  push(model, rows[i].kind, name, f,
       f == FORMULA_NONE ? mem_string(rows[i].text) : formula_string(model, f));
  return true;
}
