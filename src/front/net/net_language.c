/* See net_language.h. Comparisons have operators that the grammar of formulas does not know, so
 * they are cut out of the text first: each becomes a word of the same length, which keeps the
 * columns of errors, and is put back after the formula was read. */
#include "front/net/net_language.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "base/nearest.h"
#include "formula/nnf.h"
#include "formula/parser.h"
#include "formula/property_file.h"
#include "front/llnet/llnet.h"

/* What the language remembers: the names of the net. */
typedef struct {
  Names places, transitions;
} Reading;

static void reading_free(void *memory) {
  Reading *reading = memory;
  if (!reading) return;
  names_free(&reading->places);
  names_free(&reading->transitions);
  mem_free(reading);
}

Model *net_model(const char *file, Net *net) {
  Model *model = model_new(file);
  Reading *reading = mem_zalloc(sizeof *reading);
  model->net = net;
  model->language = &net_language;
  model->reading = reading;
  for (size_t i = 0; i < net->places.size; i++)
    names_add(&reading->places, net->places.data[i].name);
  for (size_t i = 0; i < net->transitions.size; i++)
    names_add(&reading->transitions, net->transitions.data[i].name);
  return model;
}

Model *pep_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                Error *error) {
  (void)options;
  Net *net = llnet_read(file, data, size, error);
  return net ? net_model(file, net) : NULL;
}

uint32_t net_model_place(const Model *model, const char *name) {
  return names_find(&((const Reading *)model->reading)->places, name);
}

uint32_t net_model_transition(const Model *model, const char *name) {
  return names_find(&((const Reading *)model->reading)->transitions, name);
}

bool net_unknown_name(const Model *model, bool place, const char *name, Text *message) {
  const Reading *reading = model->reading;
  const Names *names = place ? &reading->places : &reading->transitions;
  Nearest nearest = {.wanted = name};
  for (size_t i = 0; i < names->size; i++) nearest_offer(&nearest, names->text[i]);
  text_format(message, "no %s is called '%s'", place ? "place" : "transition", name);
  if (nearest.name) text_format(message, "; did you mean '%s'?", nearest.name);
  return false;
}

/* ---- atoms as text ---- */

static bool starts_name(char c) { return isalpha((unsigned char)c) || c == '_'; }
static bool in_name(char c) { return starts_name(c) || isdigit((unsigned char)c); }

void net_name_text(const char *name, Text *text) {
  bool plain = starts_name(*name);
  for (const char *p = name; *p && plain; p++) plain = in_name(*p);
  if (plain) {
    text_add(text, name);
    return;
  }
  text_char(text, '"');
  for (; *name; name++) {
    if (*name == '"' || *name == '\\') text_char(text, '\\');
    text_char(text, *name);
  }
  text_char(text, '"');
}

/* The terms of one sign, all written positively. */
static bool side_text(const Net *net, const NetWeightVec *terms, bool negative, Text *text) {
  bool any = false;
  for (size_t i = 0; i < terms->size; i++) {
    int64_t weight = negative ? -terms->data[i].weight : terms->data[i].weight;
    if (weight < 0) continue;
    if (any) text_add(text, " + ");
    if (weight != 1) text_format(text, "%lld * ", (long long)weight);
    net_name_text(net->places.data[terms->data[i].place].name, text);
    any = true;
  }
  return any;
}

void net_atom_text(const Net *net, const NetAtom *atom, Text *text) {
  switch (atom->kind) {
  case NET_ATOM_AT_MOST: {
    Text less = {0}, more = {0};
    bool left = side_text(net, &atom->terms, false, &less);
    bool right = side_text(net, &atom->terms, true, &more);
    long long most = atom->most;
    if (right && !left) {
      text_format(text, "%s >= %lld", more.data, -most);
    } else {
      text_format(text, "%s <= ", left ? less.data : "0");
      if (!right) text_format(text, "%lld", most);
      else text_add(text, more.data);
      if (right && most)
        text_format(text, " %c %lld", most < 0 ? '-' : '+', most < 0 ? -most : most);
    }
    text_free(&less);
    text_free(&more);
    break;
  }
  case NET_ATOM_FIREABLE:
    text_add(text, "fireable(");
    for (size_t i = 0; i < atom->transitions.size; i++) {
      if (i) text_add(text, ", ");
      net_name_text(net->transitions.data[atom->transitions.data[i]].name, text);
    }
    text_char(text, ')');
    break;
  case NET_ATOM_DEADLOCK: text_add(text, "deadlock"); break;
  case NET_ATOM_SAFE: text_add(text, "safe"); break;
  }
}

Formula net_model_atom(Model *model, NetAtom *atom) {
  Text text = {0};
  net_atom_text(model->net, atom, &text);
  Formula f = formula_atom(model->formulas, text.data);
  uint32_t index = formula_node(model->formulas, f)->left;
  text_free(&text);
  if (index < model->net_atoms.size) {
    net_atom_free(atom);
  } else {
    assert(index == model->net_atoms.size);
    vec_push(&model->net_atoms, *atom);
  }
  *atom = (NetAtom){0};
  return f;
}

/* ---- reading ---- */

typedef struct {
  Model *model;
  const char *text; /* of the formula, ended by a zero */
  size_t at;
  Text replaced;      /* with words for atoms */
  VEC(Formula) atoms; /* what the words mean, in the model's store */
  Text message;
  size_t wrong; /* where */
} Scan;

static bool fail(Scan *scan, size_t at, const char *message) {
  scan->wrong = at;
  text_add(&scan->message, message);
  return false;
}

static size_t blanks(const Scan *scan, size_t i) {
  while (isspace((unsigned char)scan->text[i])) i++;
  return i;
}

/* Behind a name at i, plain or quoted, which is appended; i if there is none. */
static size_t name_at(const Scan *scan, size_t i, Text *name) {
  size_t start = i;
  if (scan->text[i] == '"') {
    for (i++; scan->text[i] && scan->text[i] != '"'; i++) {
      if (scan->text[i] == '\\' && scan->text[i + 1]) i++;
      text_char(name, scan->text[i]);
    }
    return scan->text[i] ? i + 1 : start;
  }
  if (!starts_name(scan->text[i])) return i;
  while (in_name(scan->text[i])) i++;
  text_add_n(name, scan->text + start, i - start);
  return i;
}

static size_t number_at(const Scan *scan, size_t i, int64_t *number) {
  *number = 0;
  while (isdigit((unsigned char)scan->text[i])) {
    if (*number < INT32_MAX) *number = *number * 10 + (scan->text[i] - '0');
    i++;
  }
  return i;
}

/* Adds sign * (a sum) to the terms and the constant. Moves scan->at behind it. */
static bool read_sum(Scan *scan, int64_t sign, NetWeightVec *terms, int64_t *constant) {
  int64_t next = sign;
  for (;;) {
    int64_t weight = 1;
    size_t i = blanks(scan, scan->at), start = i;
    bool number = isdigit((unsigned char)scan->text[i]) != 0;
    if (number) i = number_at(scan, i, &weight);
    size_t star = number ? blanks(scan, i) : i;
    if (number && scan->text[star] != '*') {
      *constant += next * weight;
    } else {
      Text name = {0};
      if (number) i = blanks(scan, star + 1);
      size_t end = name_at(scan, i, &name);
      uint32_t place = name.size ? net_model_place(scan->model, name.data) : NAMES_NONE;
      bool good = place != NAMES_NONE && net_terms_add(terms, place, next * weight);
      if (!name.size) fail(scan, i, "a place or a number is expected here");
      else if (place == NAMES_NONE) {
        scan->wrong = i;
        net_unknown_name(scan->model, true, name.data, &scan->message);
      } else if (!good) fail(scan, start, "this number is too large");
      text_free(&name);
      if (!good) return false;
      i = end;
    }
    scan->at = i;
    i = blanks(scan, i);
    char c = scan->text[i];
    if (c != '+' && (c != '-' || scan->text[i + 1] == '>')) return true;
    next = c == '+' ? sign : -sign;
    scan->at = i + 1;
  }
}

/* sum <= most, negated or not. */
static Formula comparison(Scan *scan, const NetWeightVec *terms, int64_t most, bool flip) {
  NetAtom atom = {.kind = NET_ATOM_AT_MOST, .most = most};
  vec_append(&atom.terms, terms);
  if (flip)
    for (size_t i = 0; i < atom.terms.size; i++)
      atom.terms.data[i].weight = -atom.terms.data[i].weight;
  return net_model_atom(scan->model, &atom);
}

/* left - right OP 0, where the constant counts on the left. */
static Formula compare(Scan *scan, const NetWeightVec *terms, int64_t constant, const char *op) {
  Formulas *f = scan->model->formulas;
  bool strict = !op[1];
  if (*op == '<') return comparison(scan, terms, -constant - strict, false);
  if (*op == '>') return comparison(scan, terms, constant - strict, true);
  Formula most = comparison(scan, terms, -constant, false);
  Formula least = comparison(scan, terms, constant, true);
  Formula equal = formula_binary(f, OP_AND, most, least);
  return *op == '!' ? formula_unary(f, OP_NOT, equal) : equal;
}

static bool read_comparison(Scan *scan, Formula *formula) {
  NetWeightVec terms = {0};
  int64_t constant = 0;
  char op[3] = {0};
  bool good = read_sum(scan, 1, &terms, &constant);
  size_t i = good ? blanks(scan, scan->at) : 0;
  if (good) {
    char c = scan->text[i], d = c ? scan->text[i + 1] : 0;
    op[0] = c;
    if (strchr("<>", c) && c) op[1] = d == '=' ? '=' : 0;
    else if (c == '=') op[0] = '=', op[1] = '=';
    else if (c == '!' && d == '=') op[1] = '=';
    else op[0] = 0;
    scan->at = i + (op[1] && !(c == '=' && d != '=') ? 2 : 1);
  }
  if (good && !op[0]) good = fail(scan, i, "a comparison is expected here: <=, <, >=, >, =, !=");
  good = good && read_sum(scan, -1, &terms, &constant);
  if (good) *formula = compare(scan, &terms, constant, op);
  vec_free(&terms);
  return good;
}

static bool read_fireable(Scan *scan, Formula *formula) {
  NetAtom atom = {.kind = NET_ATOM_FIREABLE};
  bool good = true;
  do {
    Text name = {0};
    size_t i = blanks(scan, scan->at + 1), end = name_at(scan, i, &name);
    uint32_t transition = name.size ? net_model_transition(scan->model, name.data) : NAMES_NONE;
    good = transition != NAMES_NONE;
    if (good) vec_push(&atom.transitions, transition);
    else if (!name.size) fail(scan, i, "the name of a transition is expected here");
    else {
      scan->wrong = i;
      net_unknown_name(scan->model, false, name.data, &scan->message);
    }
    text_free(&name);
    scan->at = blanks(scan, end);
  } while (good && scan->text[scan->at] == ',');
  if (good && scan->text[scan->at] != ')') good = fail(scan, scan->at, "a ) is expected here");
  scan->at++;
  if (good) *formula = net_model_atom(scan->model, &atom);
  net_atom_free(&atom);
  return good;
}

static bool is_compared(const Scan *scan, size_t i) {
  char c = scan->text[i], d = c ? scan->text[i + 1] : 0;
  if (c == '+' || c == '*' || c == '>') return true;
  if (c == '-') return d != '>';
  if (c == '<') return d != '-' && !(d == '=' && scan->text[i + 2] == '>') && d != '>';
  return (c == '=' && d != '>') || (c == '!' && d == '=');
}

/* A word that takes the place of text [start, scan->at). */
static bool put_word(Scan *scan, size_t start, Formula formula) {
  static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
  size_t length = scan->at - start, number = scan->atoms.size;
  if (number >= 36 * 36 && length < 8) return fail(scan, start, "too many comparisons");
  text_char(&scan->replaced, '$');
  for (size_t i = 1; i < length; i++) {
    text_char(&scan->replaced, i < 8 ? digits[number % 36] : '_');
    if (i < 8) number /= 36;
  }
  vec_push(&scan->atoms, formula);
  return true;
}

/* One atom, where one begins; else the character is copied. */
static bool scan_one(Scan *scan) {
  size_t start = scan->at;
  char c = scan->text[start];
  bool behind_word = start && in_name(scan->text[start - 1]);
  Text name = {0};
  size_t end = behind_word ? start : name_at(scan, start, &name);
  if (!behind_word && isdigit((unsigned char)c))
    for (end = start; isdigit((unsigned char)scan->text[end]);) end++;
  size_t after = blanks(scan, end);
  Formula formula = FORMULA_NONE;
  bool good = true, found = end > start, bare = false;
  uint32_t place = name.size ? net_model_place(scan->model, name.data) : NAMES_NONE;
  if (found && name.size && !strcmp(name.data, "fireable") && scan->text[after] == '(') {
    scan->at = after;
    good = read_fireable(scan, &formula);
  } else if (found && is_compared(scan, after)) {
    good = read_comparison(scan, &formula);
  } else if (found && name.size && !strcmp(name.data, "deadlock") && place == NAMES_NONE) {
    formula = net_model_atom(scan->model, &(NetAtom){.kind = NET_ATOM_DEADLOCK});
    bare = true;
  } else if (found && place != NAMES_NONE) {
    NetAtom marked = {.kind = NET_ATOM_AT_MOST, .most = -1};
    net_terms_add(&marked.terms, place, -1);
    formula = net_model_atom(scan->model, &marked);
    bare = true;
  }
  if (bare) scan->at = end;
  text_free(&name);
  if (!good) return false;
  if (formula != FORMULA_NONE) return put_word(scan, start, formula);
  size_t stop = end > start ? end : start + 1; /* an operator, or a word that the parser refuses */
  text_add_n(&scan->replaced, scan->text + start, stop - start);
  scan->at = stop;
  return true;
}

/* The number that a word stands for. */
static size_t word_number(const char *word) {
  size_t number = 0, factor = 1;
  for (size_t i = 1; i < 8 && word[i]; i++, factor *= 36) {
    int digit = isdigit((unsigned char)word[i]) ? word[i] - '0' : word[i] - 'a' + 10;
    number += (size_t)digit * factor;
  }
  return number;
}

/* What was read, in the model's store, with atoms in the place of words. */
static Formula put_back(Scan *scan, const Formulas *read, Formula f) {
  Formulas *store = scan->model->formulas;
  Formula *image = mem_alloc(((size_t)f + 1) * sizeof *image);
  FormulaVec cone = {0};
  formula_cone(read, f, &cone);
  for (size_t i = 0; i < cone.size; i++) {
    const FormulaNode *node = formula_node(read, cone.data[i]);
    Formula made;
    switch (operator_arity(node->op)) {
    case 0:
      made = node->op == OP_FALSE ? FORMULA_FALSE
             : node->op == OP_TRUE
                 ? FORMULA_TRUE
                 : scan->atoms.data[word_number(read->atoms.data[node->left].text)];
      break;
    case 1: made = formula_unary(store, node->op, image[node->left]); break;
    default: made = formula_binary(store, node->op, image[node->left], image[node->right]);
    }
    image[cone.data[i]] = made;
  }
  Formula result = image[f];
  vec_free(&cone);
  mem_free(image);
  return result;
}

static bool is_word(const void *context, const char *name, size_t length) {
  (void)context, (void)length;
  return *name == '$';
}

/* An atom of the read formula that is no word is a name that the net does not have. */
static bool all_are_words(Scan *scan, const Formulas *read) {
  for (size_t i = 0; i < read->atoms.size; i++) {
    const char *text = read->atoms.data[i].text;
    if (*text == '$') continue;
    const char *found = strstr(scan->text, text);
    scan->wrong = found ? (size_t)(found - scan->text) : 0;
    return net_unknown_name(scan->model, true, text, &scan->message);
  }
  return true;
}

static Formula read_formula(Model *model, Logic logic, const FormulaPlace *place, Error *error) {
  char *text = mem_string_n(place->text + place->start, place->end - place->start);
  Scan scan = {.model = model, .text = text};
  Formulas *read = formulas_new();
  Formula result = FORMULA_NONE;
  bool good = true;
  text_add(&scan.replaced, "");
  while (good && text[scan.at]) good = scan_one(&scan);
  if (good) {
    Error why = {0};
    KnownNames names = {is_word, NULL};
    Formula f = formula_parse_known(read, logic, names, scan.replaced.data, &why);
    good = f != FORMULA_NONE;
    if (!good) fail(&scan, why.column ? (size_t)why.column - 1 : 0, why.message);
    error_free(&why);
    good = good && all_are_words(&scan, read);
    if (good) result = put_back(&scan, read, f);
  }
  if (!good)
    error_at_offset(error, place->file, place->text, place->start + scan.wrong, scan.message.data);
  formulas_free(read);
  text_free(&scan.replaced);
  text_free(&scan.message);
  vec_free(&scan.atoms);
  mem_free(text);
  return result;
}

static bool add(Model *model, PropertyKind kind, const char *name, const FormulaPlace *place,
                Error *error) {
  Formula f = read_formula(model, kind == PROPERTY_CTL ? LOGIC_CTL : LOGIC_LTL, place, error);
  if (f == FORMULA_NONE) return false;
  if (kind == PROPERTY_INVARIANT && formula_is_temporal(model->formulas, f))
    return error_at_offset(error, place->file, place->text, place->start,
                           "an invariant has no temporal operators; is this LTL or CTL?");
  Property property = {.kind = kind, .bad = LIT_FALSE, .formula = f};
  language_push(model, property, name, place);
  return true;
}

static bool literal(Model *model, const char *text, Lit *literal, Error *error) {
  (void)text, (void)literal;
  return error_at(error, model->file, 0, 0, "automata are not read for nets");
}

/* A condition on each line. They are formulas of the model, no literals: a net has no circuit. */
static bool conditions(Model *model, const char *file, const char *text, LitVec *literals,
                       Error *error) {
  NamedTextVec named = {0};
  char *plain = property_file_split(text, &named);
  bool good = true;
  (void)literals;
  for (size_t i = 0; i < named.size && good; i++) {
    FormulaPlace place = {file, plain, named.data[i].start, named.data[i].end};
    Formula f = read_formula(model, LOGIC_LTL, &place, error);
    good = f != FORMULA_NONE;
    if (good && formula_is_temporal(model->formulas, f))
      good = error_at_offset(error, file, plain, place.start,
                             "a fairness condition has no temporal operators");
    if (good) vec_push(&model->fairness, f);
  }
  named_texts_free(&named);
  mem_free(plain);
  return good;
}

const Language net_language = {add, literal, reading_free, NULL, conditions};
