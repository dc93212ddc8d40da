/* The reader of HOA version 1; see hoa.h. One pass over the tokens: headers first, then states with
 * their edges. Everything is checked where it is read, so that an error points at its place. */
#include <ctype.h>
#include <stdlib.h>

#include "base/bits.h"
#include "formula/automaton/hoa.h"
#include "formula/parser.h"

enum { MOST_STATES = 1 << 20, MOST_IMPLICIT = 12, LABEL_DEPTH = 200 };

typedef enum {
  HOA_END,
  HOA_HEADER,
  HOA_NAME,
  HOA_ALIAS,
  HOA_STRING,
  HOA_NUMBER,
  HOA_SIGN,
  HOA_BODY,
  HOA_FINISH,
  HOA_WRONG,
} HoaToken;

typedef struct {
  const char *file, *source;
  size_t start, end; /* of the current token */
  HoaToken token;
  Text text; /* of the token, without quotes, colon and @ */
  uint32_t number;
  Formulas *formulas;
  Automaton *automaton;
  Labels *labels;
  U32Vec starts;
  Names aliases;
  LabelVec alias_labels;
  bool has_atoms, has_acceptance, has_states;
  Marks used, inverted; /* sets in the condition; those under Inf(!n) */
  bool never;           /* acceptance is f */
  Error *error;
} Reader;

static bool fail(Reader *reader, const char *message) {
  return error_at_offset(reader->error, reader->file, reader->source, reader->start, message);
}

/* ---- tokens ---- */

static bool skip_space(Reader *reader) {
  const char *s = reader->source;
  size_t i = reader->end;
  for (;;) {
    while (isspace((unsigned char)s[i])) i++;
    if (s[i] != '/' || s[i + 1] != '*') break;
    const char *close = strstr(s + i + 2, "*/");
    if (!close) {
      reader->start = i;
      return false;
    }
    i = (size_t)(close - s) + 2;
  }
  reader->start = reader->end = i;
  return true;
}

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '-'; }

static HoaToken read_string(Reader *reader) {
  const char *s = reader->source;
  size_t i = reader->start + 1;
  for (; s[i] && s[i] != '"'; i++) {
    if (s[i] == '\\' && s[i + 1]) i++;
    text_char(&reader->text, s[i]);
  }
  reader->end = i + (s[i] == '"');
  return s[i] == '"' ? HOA_STRING : HOA_WRONG;
}

static HoaToken next(Reader *reader) {
  const char *s = reader->source;
  text_clear(&reader->text);
  if (!skip_space(reader)) return reader->token = HOA_WRONG;
  size_t i = reader->start;
  if (!s[i]) return reader->token = HOA_END;
  if (!strncmp(s + i, "--BODY--", 8) || !strncmp(s + i, "--END--", 7)) {
    bool body = s[i + 2] == 'B';
    reader->end = i + (body ? 8 : 7);
    return reader->token = body ? HOA_BODY : HOA_FINISH;
  }
  if (s[i] == '"') return reader->token = read_string(reader);
  if (isdigit((unsigned char)s[i])) {
    uint64_t value = 0;
    for (; isdigit((unsigned char)s[i]); i++) {
      value = 10 * value + (uint64_t)(s[i] - '0');
      if (value > UINT32_MAX) value = UINT32_MAX;
    }
    reader->number = (uint32_t)value;
    reader->end = i;
    return reader->token = HOA_NUMBER;
  }
  bool alias = s[i] == '@';
  if (alias) i++;
  if (isalpha((unsigned char)s[i]) || s[i] == '_') {
    while (in_name(s[i])) text_char(&reader->text, s[i++]);
    reader->end = i;
    if (alias) return reader->token = HOA_ALIAS;
    if (s[i] != ':') return reader->token = HOA_NAME;
    reader->end = i + 1;
    return reader->token = HOA_HEADER;
  }
  reader->end = reader->start + 1;
  text_char(&reader->text, s[reader->start]);
  return reader->token = alias ? HOA_WRONG : HOA_SIGN;
}

static bool is_sign(const Reader *reader, char sign) {
  return reader->token == HOA_SIGN && reader->text.data[0] == sign;
}

static bool is_name(const Reader *reader, const char *name) {
  return reader->token == HOA_NAME && !strcmp(reader->text.data, name);
}

static bool expect_sign(Reader *reader, char sign) {
  if (is_sign(reader, sign)) {
    next(reader);
    return true;
  }
  char message[] = "expected '?'";
  message[10] = sign;
  return fail(reader, message);
}

static bool expect_number(Reader *reader, uint32_t limit, uint32_t *number) {
  *number = 0;
  if (reader->token != HOA_NUMBER) return fail(reader, "expected a number");
  if (reader->number >= limit) return fail(reader, "this number is too large");
  *number = reader->number;
  next(reader);
  return true;
}

/* ---- labels ---- */

static bool read_label(Reader *reader, Label *label, int depth);

static bool read_label_factor(Reader *reader, Label *label, int depth) {
  if (depth > LABEL_DEPTH) return fail(reader, "the label is nested too deeply");
  bool negated = false;
  while (is_sign(reader, '!')) {
    negated = !negated;
    next(reader);
  }
  if (is_sign(reader, '(')) {
    next(reader);
    if (!read_label(reader, label, depth + 1) || !expect_sign(reader, ')')) return false;
  } else if (reader->token == HOA_NUMBER) {
    if (reader->number >= reader->automaton->atoms.size)
      return fail(reader, "there is no such atomic proposition");
    *label = label_variable(reader->labels, reader->number);
    next(reader);
  } else if (reader->token == HOA_ALIAS) {
    uint32_t alias = names_find(&reader->aliases, reader->text.data);
    if (alias == NAMES_NONE) return fail(reader, "this alias is not defined");
    *label = reader->alias_labels.data[alias];
    next(reader);
  } else if (is_name(reader, "t") || is_name(reader, "f")) {
    *label = reader->text.data[0] == 't';
    next(reader);
  } else {
    return fail(reader, "expected a label");
  }
  if (negated) *label = label_not(*label);
  return true;
}

static bool read_label(Reader *reader, Label *label, int depth) {
  *label = LABEL_FALSE;
  for (;;) {
    Label product = LABEL_TRUE, factor = LABEL_FALSE;
    for (;;) {
      if (!read_label_factor(reader, &factor, depth)) return false;
      product = label_and(reader->labels, product, factor);
      if (!is_sign(reader, '&')) break;
      next(reader);
    }
    *label = label_or(reader->labels, *label, product);
    if (!is_sign(reader, '|')) return true;
    next(reader);
  }
}

/* "[...]" if it is there; *given says so. */
static bool read_bracketed(Reader *reader, Label *label, bool *given) {
  *given = is_sign(reader, '[');
  if (!*given) return true;
  next(reader);
  return read_label(reader, label, 0) && expect_sign(reader, ']');
}

/* "{0 2}" if it is there. */
static bool read_marks(Reader *reader, Marks *marks) {
  *marks = 0;
  if (!is_sign(reader, '{')) return true;
  next(reader);
  while (!is_sign(reader, '}')) {
    uint32_t set;
    if (!expect_number(reader, reader->automaton->sets, &set)) return false;
    *marks |= (Marks)1 << set;
  }
  next(reader);
  return true;
}

/* ---- headers ---- */

static bool read_acceptance(Reader *reader) {
  uint32_t sets;
  if (!expect_number(reader, AUTOMATON_SETS + 1, &sets)) return false;
  reader->automaton->sets = sets;
  reader->has_acceptance = true;
  static const char only[] =
      "only Büchi and generalized Büchi acceptance is supported: Inf(0)&Inf(1)...";
  unsigned open = 0;
  bool wants = true; /* a condition, not an operator */
  while (wants || open || is_sign(reader, '&') || is_sign(reader, '|')) {
    if (!wants) {
      if (is_sign(reader, ')') && open) open--;
      else if (is_sign(reader, '&')) wants = true;
      else return fail(reader, only);
      next(reader);
    } else if (is_sign(reader, '(')) {
      open++;
      next(reader);
    } else if (is_name(reader, "t") || is_name(reader, "f")) {
      reader->never |= reader->text.data[0] == 'f';
      wants = false;
      next(reader);
    } else if (is_name(reader, "Inf")) {
      next(reader);
      if (!expect_sign(reader, '(')) return false;
      bool inverted = is_sign(reader, '!');
      if (inverted) next(reader);
      uint32_t set;
      if (!expect_number(reader, sets, &set) || !expect_sign(reader, ')')) return false;
      Marks mark = (Marks)1 << set;
      if ((reader->used & mark) && ((reader->inverted & mark) != 0) != inverted)
        return fail(reader, "a set occurs both as it is and complemented");
      reader->used |= mark;
      if (inverted) reader->inverted |= mark;
      wants = false;
    } else {
      return fail(reader, only);
    }
  }
  return true;
}

static bool read_atoms(Reader *reader) {
  uint32_t count;
  if (reader->has_atoms) return fail(reader, "a second list of atomic propositions");
  if (!expect_number(reader, LABEL_VARIABLES, &count)) return false;
  reader->has_atoms = true;
  for (uint32_t i = 0; i < count; i++) {
    if (reader->token != HOA_STRING || !reader->text.size)
      return fail(reader, "expected an atomic proposition in quotes");
    Formula atom = formula_atom(reader->formulas, reader->text.data);
    uint32_t index = formula_node(reader->formulas, atom)->left;
    for (uint32_t j = 0; j < i; j++)
      if (reader->automaton->atoms.data[j] == index)
        return fail(reader, "an atomic proposition occurs twice");
    vec_push(&reader->automaton->atoms, index);
    next(reader);
  }
  return true;
}

static bool read_start(Reader *reader) {
  uint32_t state;
  if (!expect_number(reader, MOST_STATES, &state)) return false;
  if (is_sign(reader, '&')) return fail(reader, "alternating automata are not supported");
  vec_push(&reader->starts, state);
  return true;
}

static bool read_alias(Reader *reader) {
  if (reader->token != HOA_ALIAS) return fail(reader, "expected an alias");
  if (names_find(&reader->aliases, reader->text.data) != NAMES_NONE)
    return fail(reader, "this alias is defined already");
  names_add(&reader->aliases, reader->text.data);
  vec_push(&reader->alias_labels, LABEL_FALSE); /* of itself, until it is known */
  next(reader);
  Label label;
  if (!read_label(reader, &label, 0)) return false;
  vec_last(&reader->alias_labels) = label;
  return true;
}

/* An unknown header with a capital letter may change the meaning; others are for people. */
static bool read_header(Reader *reader) {
  size_t start = reader->start, end = reader->end;
  char *name = mem_string(reader->text.data);
  bool fine = true;
  next(reader);
  if (!strcmp(name, "States")) {
    reader->has_states = true;
    fine = expect_number(reader, MOST_STATES, &reader->automaton->states);
  } else if (!strcmp(name, "Start")) fine = read_start(reader);
  else if (!strcmp(name, "AP")) fine = read_atoms(reader);
  else if (!strcmp(name, "Alias")) fine = read_alias(reader);
  else if (!strcmp(name, "Acceptance")) fine = read_acceptance(reader);
  else if (isupper((unsigned char)name[0])) {
    reader->start = start;
    reader->end = end;
    fine = fail(reader, "this header is not known");
  } else {
    while (reader->token >= HOA_NAME && reader->token <= HOA_SIGN) next(reader);
  }
  mem_free(name);
  return fine;
}

static bool read_headers(Reader *reader) {
  next(reader);
  if (reader->token != HOA_HEADER || strcmp(reader->text.data, "HOA"))
    return fail(reader, "expected 'HOA: v1'");
  next(reader);
  if (!is_name(reader, "v1")) return fail(reader, "only version v1 of the format is known");
  next(reader);
  while (reader->token == HOA_HEADER)
    if (!read_header(reader)) return false;
  if (reader->token != HOA_BODY) return fail(reader, "expected a header or --BODY--");
  if (!reader->has_acceptance) return fail(reader, "there is no acceptance condition");
  next(reader);
  return true;
}

/* ---- body ---- */

static bool read_target(Reader *reader, uint32_t *state) {
  if (!expect_number(reader, reader->has_states ? reader->automaton->states : MOST_STATES, state))
    return false;
  if (is_sign(reader, '&')) return fail(reader, "alternating automata are not supported");
  if (*state >= reader->automaton->states) reader->automaton->states = *state + 1;
  return true;
}

/* The label of an edge without one: its letters are numbered by their values. */
static bool implicit_label(Reader *reader, uint32_t index, Label *label) {
  size_t atoms = reader->automaton->atoms.size;
  if (atoms > MOST_IMPLICIT) return fail(reader, "too many propositions for implicit labels");
  if (index >= (uint32_t)1 << atoms) return fail(reader, "more edges than letters");
  *label = LABEL_TRUE;
  for (uint32_t v = 0; v < atoms; v++) {
    Label literal = label_variable(reader->labels, v);
    if (!(index >> v & 1)) literal = label_not(literal);
    *label = label_and(reader->labels, *label, literal);
  }
  return true;
}

static bool read_state(Reader *reader) {
  Label state_label = LABEL_FALSE, label = LABEL_FALSE;
  bool has_state_label, has_label, any_label = false;
  uint32_t state, target, edges = 0;
  Marks state_marks, marks;
  next(reader);
  if (!read_bracketed(reader, &state_label, &has_state_label) || !read_target(reader, &state))
    return false;
  if (reader->token == HOA_STRING) next(reader);
  if (!read_marks(reader, &state_marks)) return false;
  while (is_sign(reader, '[') || reader->token == HOA_NUMBER) {
    if (!read_bracketed(reader, &label, &has_label)) return false;
    if (has_label && has_state_label) return fail(reader, "the state has a label already");
    if (edges && has_label != any_label) return fail(reader, "some edges have labels, some not");
    any_label = has_label;
    if (has_state_label) label = state_label;
    else if (!has_label && !implicit_label(reader, edges, &label)) return false;
    if (!read_target(reader, &target) || !read_marks(reader, &marks)) return false;
    automaton_edge(reader->automaton, state, target, label, marks | state_marks);
    edges++;
  }
  return true;
}

static bool read_body(Reader *reader) {
  while (reader->token == HOA_HEADER && !strcmp(reader->text.data, "State"))
    if (!read_state(reader)) return false;
  return reader->token == HOA_FINISH || fail(reader, "expected 'State:' or --END--");
}

/* Complemented sets become plain ones, sets that the condition does not name go, and acceptance
 * `f` becomes a set without edges. */
static void settle_acceptance(Reader *reader) {
  Automaton *automaton = reader->automaton;
  unsigned place[AUTOMATON_SETS] = {0}, sets = 0;
  for (unsigned set = 0; set < automaton->sets; set++)
    if (reader->used >> set & 1) place[set] = sets++;
  for (size_t i = 0; i < automaton->edges.size; i++) {
    Marks old = (automaton->edges.data[i].marks ^ reader->inverted) & reader->used, marks = 0;
    for (unsigned set = 0; set < automaton->sets; set++)
      if (old >> set & 1) marks |= (Marks)1 << place[set];
    automaton->edges.data[i].marks = reader->never ? 0 : marks;
  }
  automaton->sets = reader->never ? 1 : sets;
}

static bool settle_starts(Reader *reader) {
  Automaton *automaton = reader->automaton;
  for (size_t i = 0; i < reader->starts.size; i++) {
    uint32_t state = reader->starts.data[i];
    if (state < automaton->states) continue;
    if (reader->has_states) return fail(reader, "an initial state that does not exist");
    automaton->states = state + 1;
  }
  if (reader->starts.size == 1) {
    automaton->initial = reader->starts.data[0];
    return true;
  }
  automaton->initial = automaton->states++; /* none, or one that begins as all of them do */
  Bits is_start = bits_new(automaton->states);
  for (size_t i = 0; i < reader->starts.size; i++) bits_set(&is_start, reader->starts.data[i]);
  for (size_t i = 0, n = automaton->edges.size; i < n; i++) {
    LabelledEdge edge = automaton->edges.data[i];
    if (bits_get(&is_start, edge.source))
      automaton_edge(automaton, automaton->initial, edge.target, edge.label, edge.marks);
  }
  bits_free(&is_start);
  return true;
}

Automaton *hoa_read(Formulas *formulas, Labels *labels, const char *file, const char *text,
                    Error *error) {
  U32Vec none = {0};
  Reader reader = {.file = file,
                   .source = text,
                   .formulas = formulas,
                   .labels = labels,
                   .error = error,
                   .automaton = automaton_new(labels, &none)};
  text_add(&reader.text, "");
  bool fine = read_headers(&reader) && read_body(&reader) && settle_starts(&reader);
  Automaton *automaton = reader.automaton;
  if (fine) {
    settle_acceptance(&reader);
    automaton_finish(automaton);
  } else {
    automaton_free(automaton);
    automaton = NULL;
  }
  text_free(&reader.text);
  vec_free(&reader.starts);
  vec_free(&reader.alias_labels);
  names_free(&reader.aliases);
  return automaton;
}
