/* Formulas by precedence: `!` and prefixes, U and R, `*`, `+`, `^`, `->`, `<->`. */
#include "front/vis/vis_formula.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>

enum { DEPTH_LIMIT = 2000, REPEAT_LIMIT = 10000 };

bool vis_error(VisParser *p, size_t place, const char *format, ...) {
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_format_list(&text, format, arguments);
  va_end(arguments);
  error_at_offset(p->error, p->file, p->text, place, text.data);
  text_free(&text);
  return false;
}

void vis_skip_blanks(VisParser *p) {
  while (p->next < p->end) {
    if (isspace((unsigned char)p->text[p->next])) p->next++;
    else if (p->text[p->next] == '#') p->next += strcspn(p->text + p->next, "\n");
    else return;
  }
  p->next = p->end;
}

bool vis_take(VisParser *p, const char *symbol) {
  vis_skip_blanks(p);
  size_t length = strlen(symbol);
  if (p->end - p->next < length || strncmp(p->text + p->next, symbol, length)) return false;
  p->next += length;
  return true;
}

/* A word that is reserved: not one that begins a signal's name, or is one. */
static bool take_word(VisParser *p, const char *word) {
  vis_skip_blanks(p);
  size_t length = strlen(word), at = p->next + length;
  if (p->end - p->next < length || strncmp(p->text + p->next, word, length)) return false;
  if (at < p->end && vis_name_goes_on(p->text[at])) return false;
  while (at < p->end && isspace((unsigned char)p->text[at])) at++;
  char c = at < p->end ? p->text[at] : 0, after = c ? p->text[at + 1] : 0;
  bool signal = c == '=' || (c == '!' && after == '=') ||
                ((c == '[' || c == '<') && isdigit((unsigned char)after));
  if (signal) return false;
  p->next += length;
  return true;
}

/* ---- prefixes ---- */

typedef struct {
  const char *word;
  Operator op;
  Logic logic;
} Prefix;

static const Prefix prefixes[] = {
    {"AG", OP_AG, LOGIC_CTL},      {"AF", OP_AF, LOGIC_CTL},     {"AX", OP_AX, LOGIC_CTL},
    {"EG", OP_EG, LOGIC_CTL},      {"EF", OP_EF, LOGIC_CTL},     {"EX", OP_EX, LOGIC_CTL},
    {"G", OP_GLOBALLY, LOGIC_LTL}, {"F", OP_FINALLY, LOGIC_LTL}, {"X", OP_NEXT, LOGIC_LTL},
};

static Formula parse_prefix(VisParser *p);
static Formula parse_level(VisParser *p, size_t level);

/* `:3` behind AX, EX and X. */
static bool parse_count(VisParser *p, Operator op, unsigned long *count) {
  bool next = op == OP_AX || op == OP_EX || op == OP_NEXT;
  *count = 1;
  if (!next || p->next >= p->end || p->text[p->next] != ':') return true;
  char *end;
  size_t place = p->next++;
  *count = strtoul(p->text + p->next, &end, 10);
  if (end == p->text + p->next || *count > REPEAT_LIMIT)
    return vis_error(p, place, "expected how often, at most %d", REPEAT_LIMIT);
  p->next = (size_t)(end - p->text);
  return true;
}

/* A(f U g), E(f U g), also with square brackets. */
static Formula parse_path(VisParser *p, bool universal) {
  bool square = vis_take(p, "[");
  if (!square && !vis_take(p, "(")) {
    vis_error(p, p->next, "expected '(' behind a path quantifier");
    return FORMULA_NONE;
  }
  Formula left = parse_level(p, 1), right;
  if (left == FORMULA_NONE) return FORMULA_NONE;
  bool until = take_word(p, "U"), release = !until && take_word(p, "R");
  if (!until && !release) {
    vis_error(p, p->next, "expected U or R");
    return FORMULA_NONE;
  }
  right = parse_level(p, 1);
  if (right == FORMULA_NONE) return FORMULA_NONE;
  if (!vis_take(p, square ? "]" : ")")) {
    vis_error(p, p->next, "expected '%s'", square ? "]" : ")");
    return FORMULA_NONE;
  }
  Operator op = universal ? (until ? OP_AU : OP_AR) : (until ? OP_EU : OP_ER);
  return formula_binary(p->model->formulas, op, left, right);
}

/* \name */
static Formula parse_defined(VisParser *p, size_t place) {
  size_t start = p->next;
  while (p->next < p->end && vis_name_goes_on(p->text[p->next])) p->next++;
  uint32_t number = names_find_n(&p->defined, p->text + start, p->next - start);
  if (number != NAMES_NONE) return p->meanings.data[number];
  vis_error(p, place, "nothing is defined as '%.*s'", (int)(p->next - start), p->text + start);
  return FORMULA_NONE;
}

static Formula parse_parentheses(VisParser *p) {
  Formula inner = parse_level(p, 0);
  if (inner == FORMULA_NONE || vis_take(p, ")")) return inner;
  vis_error(p, p->next, "expected ')'");
  return FORMULA_NONE;
}

static Formula parse_repeated(VisParser *p, Operator op) {
  unsigned long count;
  if (!parse_count(p, op, &count)) return FORMULA_NONE;
  Formula f = parse_prefix(p);
  while (f != FORMULA_NONE && count--) f = formula_unary(p->model->formulas, op, f);
  return f;
}

static Formula parse_plain(VisParser *p) {
  size_t place = p->next;
  vis_skip_blanks(p);
  if (p->next < p->end && p->text[p->next] == '!' && p->text[p->next + 1] != '=') {
    p->next++;
    return parse_repeated(p, OP_NOT);
  }
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (prefixes[i].logic == p->logic && take_word(p, prefixes[i].word))
      return parse_repeated(p, prefixes[i].op);
  if (p->logic == LOGIC_CTL && take_word(p, "A")) return parse_path(p, true);
  if (p->logic == LOGIC_CTL && take_word(p, "E")) return parse_path(p, false);
  if (take_word(p, "TRUE")) return FORMULA_TRUE;
  if (take_word(p, "FALSE")) return FORMULA_FALSE;
  if (vis_take(p, "\\")) return parse_defined(p, place);
  if (vis_take(p, "(")) return parse_parentheses(p);
  return vis_parse_atom(p);
}

static Formula parse_prefix(VisParser *p) {
  if (++p->depth > DEPTH_LIMIT) vis_error(p, p->next, "this is nested too deeply");
  Formula f = p->depth > DEPTH_LIMIT ? FORMULA_NONE : parse_plain(p);
  p->depth--;
  return f;
}

/* ---- operators between formulas ---- */

/* From the loosest to the tightest. */
static const struct {
  const char *symbols[2];
  Operator op;
  bool to_the_right; /* a -> b -> c is a -> (b -> c) */
} levels[] = {{{"<->", NULL}, OP_EQUIVALENT, false},
              {{"->", NULL}, OP_IMPLIES, true},
              {{"^", NULL}, OP_XOR, false},
              {{"+", "|"}, OP_OR, false},
              {{"*", "&"}, OP_AND, false}};

static bool take_operator(VisParser *p, size_t level) {
  for (size_t i = 0; i < 2 && levels[level].symbols[i]; i++)
    if (vis_take(p, levels[level].symbols[i])) return true;
  return false;
}

static Formula parse_until(VisParser *p) {
  Formula left = parse_prefix(p);
  while (left != FORMULA_NONE && p->logic == LOGIC_LTL) {
    bool until = take_word(p, "U"), release = !until && take_word(p, "R");
    if (!until && !release) break;
    Formula right = parse_prefix(p);
    if (right == FORMULA_NONE) return FORMULA_NONE;
    left = formula_binary(p->model->formulas, until ? OP_UNTIL : OP_RELEASE, left, right);
  }
  return left;
}

static Formula parse_level(VisParser *p, size_t level) {
  if (level == sizeof levels / sizeof *levels) return parse_until(p);
  Formula left = parse_level(p, level + 1);
  while (left != FORMULA_NONE && take_operator(p, level)) {
    if (++p->depth > DEPTH_LIMIT) vis_error(p, p->next, "this is nested too deeply");
    Formula right =
        p->depth > DEPTH_LIMIT ? FORMULA_NONE : parse_level(p, level + !levels[level].to_the_right);
    p->depth--;
    if (right == FORMULA_NONE) return FORMULA_NONE;
    left = formula_binary(p->model->formulas, levels[level].op, left, right);
  }
  return left;
}

Formula vis_parse(VisParser *p) { return parse_level(p, 0); }
