/* Atoms: a signal, perhaps a part of it, beside a value, a set of values or another signal. */
#include <ctype.h>
#include <stdlib.h>

#include "base/log.h"
#include "front/vis/vis_formula.h"

enum { RANGE_LIMIT = 1 << 16 };

bool vis_name_starts(char c) { return isalpha((unsigned char)c) || c == '_' || c == '$'; }
bool vis_name_goes_on(char c) {
  return vis_name_starts(c) || isdigit((unsigned char)c) || c == '.';
}

/* Bits of the system with the signal they come from. */
typedef struct {
  const Signal *signal;
  LitVec bits; /* the lowest first */
  bool whole;
} Part;

/* ---- signals ---- */

static size_t skip_digits(const VisParser *p, size_t at) {
  while (at < p->end && isdigit((unsigned char)p->text[at])) at++;
  return at;
}

/* `<*12*>` here: where it ends; else `at`. */
static size_t element_end(const VisParser *p, size_t at) {
  if (strncmp(p->text + at, "<*", 2)) return at;
  size_t end = skip_digits(p, at + 2);
  return end > at + 2 && !strncmp(p->text + end, "*>", 2) ? end + 2 : at;
}

/* The longest name that is one of a signal: elements of arrays belong to it. */
static size_t name_end(const VisParser *p, size_t at) {
  while (at < p->end && vis_name_goes_on(p->text[at])) at++;
  for (size_t end; (end = element_end(p, at)) != at;) {
    at = end;
    while (at < p->end && vis_name_goes_on(p->text[at])) at++;
  }
  return at;
}

static bool bit_at(VisParser *p, const Part *part, const VisRange *range, int64_t index,
                   size_t place, size_t *bit) {
  int64_t position = range->first >= range->last ? index - range->last : range->last - index;
  if (position < 0 || position >= RANGE_LIMIT)
    return vis_error(p, place, "'%s' has no bit %lld", part->signal->name, (long long)index);
  *bit = (size_t)position;
  return true;
}

/* Bits above the highest are 0 in a range that begins within the signal: the file of a family of
 * models may be made for its largest member. */
static bool fits(VisParser *p, const Part *part, size_t low, size_t high, int64_t index,
                 size_t place) {
  size_t size = part->signal->bits.size;
  if (high < size) return true;
  if (low == high || low >= size)
    return vis_error(p, place, "'%s' has no bit %lld", part->signal->name, (long long)index);
  log_warning("%s: '%s' has only %zu bits, and is asked for %zu: the others are 0",
              p->file ? p->file : "formula", part->signal->name, size, high - low + 1);
  return true;
}

/* `[3:0]`, `[3]`, `<3>`. */
static bool read_part(VisParser *p, Part *part, const VisRange *range, char close) {
  size_t place = p->next++, a = 0, b = 0, size = part->signal->bits.size;
  char *end;
  int64_t first = strtoll(p->text + p->next, &end, 10), last = first;
  if (*end == ':') last = strtoll(end + 1, &end, 10);
  if (*end != close) return vis_error(p, place, "expected the number of a bit, or a range");
  p->next = (size_t)(end + 1 - p->text);
  /* Of a vector whose numbering is not known a range tells it. */
  VisRange turned = {0, (int64_t)size - 1};
  if (first < last && range->first >= range->last) range = &turned;
  if (!bit_at(p, part, range, first, place, &a) || !bit_at(p, part, range, last, place, &b))
    return false;
  size_t low = a < b ? a : b, high = a < b ? b : a;
  if (!fits(p, part, low, high, a > b ? first : last, place)) return false;
  part->whole = high - low + 1 == size;
  for (size_t i = low; i <= high; i++)
    vec_push(&part->bits, i < size ? part->signal->bits.data[i] : LIT_FALSE);
  return true;
}

/* `[3:0]`, `<3>` behind a signal that there is not. */
static void skip_selects(VisParser *p) {
  if (p->next < p->end && p->text[p->next] == '[')
    p->next += strcspn(p->text + p->next, "];\n") + 1;
  else if (p->next < p->end && p->text[p->next] == '<' &&
           isdigit((unsigned char)p->text[p->next + 1]))
    p->next += strcspn(p->text + p->next, ">;\n") + 1;
  if (p->next > p->end) p->next = p->end;
}

static bool read_signal(VisParser *p, Part *part) {
  vis_skip_blanks(p);
  size_t start = p->next, end = name_end(p, start);
  if (start >= p->end || !vis_name_starts(p->text[start]))
    return vis_error(p, start, "expected a signal");
  char *name = mem_string_n(p->text + start, end - start);
  const SignalVec *signals = &p->model->system->signals;
  part->signal = signal_find(signals, name);
  /* A name may contain what looks like a bit of it: a<0> in BLIF. */
  size_t longer = end;
  while (longer < p->end && strchr("<[", p->text[longer])) {
    size_t close = longer + strcspn(p->text + longer, ">]") + 1;
    if (close > p->end) break;
    char *whole = mem_string_n(p->text + start, close - start);
    const Signal *found = signal_find(signals, whole);
    mem_free(whole);
    longer = close;
    if (!found) continue;
    part->signal = found;
    end = longer;
  }
  if (!part->signal && !p->unknown) {
    p->unknown = mem_string(name);
    p->unknown_place = start;
  }
  /* An element is numbered like its array. */
  char *array = strstr(name, "<*");
  uint32_t number = NAMES_NONE;
  if (array) *array = 0;
  number = names_find(&p->ranges->names, name);
  mem_free(name);
  p->next = end;
  if (!part->signal) {
    skip_selects(p);
    return true;
  }
  VisRange range = {(int64_t)part->signal->bits.size - 1, 0};
  if (number != NAMES_NONE) range = p->ranges->ranges.data[number];
  if (p->next < p->end && p->text[p->next] == '[') return read_part(p, part, &range, ']');
  if (p->next < p->end && p->text[p->next] == '<' && isdigit((unsigned char)p->text[p->next + 1]))
    return read_part(p, part, &range, '>');
  part->whole = true;
  vec_append(&part->bits, &part->signal->bits);
  return true;
}

/* ---- values ---- */

/* Whether the part is this number, given in digits of base 2^bits, or as an enumerator's code. */
static Lit equals(Aig *aig, const Part *part, const bool *value) {
  Lit all = LIT_TRUE;
  for (size_t i = 0; i < part->bits.size; i++)
    all = aig_and(aig, all, lit_not_if(part->bits.data[i], !value[i]));
  return all;
}

static bool set_digits(const Part *part, const char *digits, int bits, bool *value) {
  size_t count = strlen(digits), at = 0;
  for (size_t i = count; i-- > 0;) {
    char c = (char)tolower((unsigned char)digits[i]);
    int digit = isdigit((unsigned char)c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
    if (digit >= 1 << bits) return false;
    for (int k = 0; k < bits; k++, at++) {
      bool one = digit >> k & 1;
      if (at < part->bits.size) value[at] = one;
      else if (one) return false;
    }
  }
  return count > 0;
}

static bool set_number(const Part *part, const char *digits, bool *value) {
  char *end;
  unsigned long long number = strtoull(digits, &end, 10);
  if (*end || !isdigit((unsigned char)*digits)) return false;
  if (part->bits.size < 64 && number >> part->bits.size) return false;
  for (size_t i = 0; i < part->bits.size; i++) value[i] = i < 64 && number >> i & 1;
  return true;
}

static bool set_enumerator(const Part *part, const char *word, bool *value) {
  const StringVec *values = &part->signal->values;
  for (size_t code = 0; part->whole && code < values->size; code++) {
    if (strcmp(values->data[code], word)) continue;
    for (size_t i = 0; i < part->bits.size; i++) value[i] = code >> i & 1;
    return true;
  }
  return false;
}

static bool read_value(VisParser *p, const Part *part, Lit *literal) {
  vis_skip_blanks(p);
  size_t start = p->next, end = start;
  while (end < p->end && vis_name_goes_on(p->text[end])) end++;
  if (!part->signal) { /* no one knows its values */
    p->next = end;
    *literal = LIT_FALSE;
    return end > start || vis_error(p, start, "expected a value");
  }
  char *word = mem_string_n(p->text + start, end - start);
  bool *value = mem_array(part->bits.size + 1, sizeof *value);
  uint32_t constant = names_find(&p->ranges->constants, word);
  bool good =
      set_enumerator(part, word, value) || set_number(part, word, value) ||
      (constant != NAMES_NONE && set_number(part, p->ranges->numbers.data[constant], value)) ||
      (word[0] == 'b' && set_digits(part, word + 1, 1, value)) ||
      ((word[0] == 'x' || word[0] == 'h') && set_digits(part, word + 1, 4, value));
  if (good) *literal = equals(p->model->system->aig, part, value);
  else vis_error(p, start, "'%s' is no value of '%s'", word, part->signal->name);
  p->next = end;
  mem_free(value);
  mem_free(word);
  return good;
}

static bool read_values(VisParser *p, const Part *part, Lit *literal) {
  if (!vis_take(p, "{")) return read_value(p, part, literal);
  *literal = LIT_FALSE;
  do {
    Lit one;
    if (!read_value(p, part, &one)) return false;
    *literal = aig_or(p->model->system->aig, *literal, one);
  } while (vis_take(p, ","));
  return vis_take(p, "}") || vis_error(p, p->next, "expected '}' behind the set");
}

static bool read_other(VisParser *p, const Part *part, Lit *literal) {
  Part other = {0};
  size_t start = p->next;
  bool good = read_signal(p, &other);
  Aig *aig = p->model->system->aig;
  *literal = LIT_FALSE;
  if (good && (!part->signal || !other.signal)) {
    vec_free(&other.bits);
    return true;
  }
  if (good && other.bits.size != part->bits.size)
    good = vis_error(p, start, "'%s' has %zu bits, '%s' has %zu", part->signal->name,
                     part->bits.size, other.signal->name, other.bits.size);
  *literal = LIT_TRUE;
  for (size_t i = 0; i < part->bits.size && good; i++)
    *literal = aig_and(aig, *literal, aig_equal(aig, part->bits.data[i], other.bits.data[i]));
  vec_free(&other.bits);
  return good;
}

Formula vis_parse_atom(VisParser *p) {
  Part part = {0};
  Lit literal = LIT_FALSE;
  size_t start = p->next;
  bool good = read_signal(p, &part);
  if (good && vis_take(p, "==")) good = read_other(p, &part, &literal);
  else if (good && vis_take(p, "!=")) {
    good = read_values(p, &part, &literal);
    literal = lit_not(literal);
  } else if (good && vis_take(p, "=")) good = read_values(p, &part, &literal);
  else if (good && !part.signal) literal = LIT_FALSE;
  else if (good && part.bits.size == 1) literal = part.bits.data[0];
  else if (good)
    good = vis_error(p, start, "'%s' has %zu bits: compare it with a value", part.signal->name,
                     part.bits.size);
  vec_free(&part.bits);
  if (!good) return FORMULA_NONE;
  if (p->unknown) return FORMULA_FALSE; /* nobody will check it */
  /* The text without blanks, so that the same atom is the same. */
  Text text = {0};
  for (size_t i = start; i < p->next; i++)
    if (!isspace((unsigned char)p->text[i])) text_char(&text, p->text[i]);
  Formula atom = formula_atom(p->model->formulas, text.data);
  p->model->formulas->atoms.data[formula_node(p->model->formulas, atom)->left].literal = literal;
  text_free(&text);
  return atom;
}
