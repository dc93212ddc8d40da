#include "oracle/btor2_interpreter.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "oracle/big.h"

enum { VALUE_LIMIT = 4096 };

/* ---- lines ---- */

bool btor2_is(const Btor2Line *line, const char *tag) { return !strcmp(line->tag, tag); }

Btor2Line *btor2_line(const Btor2 *file, int64_t id) {
  for (size_t i = 0; i < file->lines.size; i++)
    if (file->lines.data[i].id == llabs(id)) return file->lines.data + i;
  abort();
}

static bool is_one_of(const Btor2Line *line, const char *const *tags) {
  for (; *tags; tags++)
    if (btor2_is(line, *tags)) return true;
  return false;
}

static const char *const no_values[] = {"sort", "init",       "next",   "bad", "justice",
                                        "fair", "constraint", "output", NULL};
static const char *const constants[] = {"const", "constd", "consth", NULL};

static bool has_value(const Btor2Line *line) { return !is_one_of(line, no_values); }

static void parse_line(Btor2 *file, char *text) {
  Btor2Line line = {0};
  char *save, *word = strtok_r(text, " ", &save);
  if (!word || *word == ';') return;
  line.id = atoll(word);
  word = strtok_r(NULL, " ", &save);
  strncpy(line.tag, word, sizeof line.tag - 1);
  if (btor2_is(&line, "sort")) strncpy(line.digits, strtok_r(NULL, " ", &save), 79);
  while ((word = strtok_r(NULL, " ", &save)) && *word != ';') {
    if (is_one_of(&line, constants) && line.numbers.size == 1) {
      strncpy(line.digits, word, sizeof line.digits - 1);
      break;
    }
    char *end;
    int64_t number = strtoll(word, &end, 10);
    if (*end) break; /* a symbol */
    vec_push(&line.numbers, number);
  }
  if (btor2_is(&line, "sort") && !strcmp(line.digits, "bitvec")) {
    line.width = (size_t)line.numbers.data[0];
  } else if (btor2_is(&line, "sort")) {
    line.index = btor2_line(file, line.numbers.data[0])->width;
    line.element = btor2_line(file, line.numbers.data[1])->width;
    line.width = line.element << line.index;
  } else if (has_value(&line)) {
    const Btor2Line *sort = btor2_line(file, line.numbers.data[0]);
    line.width = sort->width;
    line.index = sort->index;
    line.element = sort->element;
    line.value = mem_alloc(line.width + 1);
    line.value[line.width] = 0;
  }
  vec_push(&file->lines, line);
}

Btor2 *btor2_parse(const char *text) {
  Btor2 *file = mem_zalloc(sizeof *file);
  char *copy = mem_string(text), *save;
  for (char *line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
    parse_line(file, line);
  mem_free(copy);
  return file;
}

void btor2_free(Btor2 *file) {
  for (size_t i = 0; i < file->lines.size; i++) {
    vec_free(&file->lines.data[i].numbers);
    mem_free(file->lines.data[i].value);
  }
  vec_free(&file->lines);
  mem_free(file);
}

const char *btor2_value(const Btor2 *file, int64_t id, char *buffer) {
  const Btor2Line *line = btor2_line(file, id);
  strcpy(buffer, line->value);
  for (size_t i = 0; id < 0 && i < line->width; i++) buffer[i] = buffer[i] == '1' ? '0' : '1';
  return buffer;
}

/* ---- operators, by their definition on whole numbers ---- */

typedef struct {
  const char *tag;
  size_t width;      /* of the arguments */
  const char *a, *b; /* digits */
  Big x, y;          /* the arguments as numbers ... */
  Big sx, sy;        /* ... and as signed ones */
  bool zero, less;   /* whether b is zero, and what compared numbers say */
} Arguments;

/* The tag without a first letter for signedness, if it has one of these endings. */
static bool named(const Arguments *p, const char *name) { return !strcmp(p->tag, name); }

static bool compares(const Arguments *p, bool *result) {
  if (p->tag[0] != 'u' && p->tag[0] != 's') return false;
  int order = p->tag[0] == 's' ? big_compare(&p->sx, &p->sy) : big_compare(&p->x, &p->y);
  if (!strcmp(p->tag + 1, "lt")) *result = order < 0;
  else if (!strcmp(p->tag + 1, "lte")) *result = order <= 0;
  else if (!strcmp(p->tag + 1, "gt")) *result = order > 0;
  else if (!strcmp(p->tag + 1, "gte")) *result = order >= 0;
  else return false;
  return true;
}

/* Overflow: the result on whole numbers is not one of the width. */
static bool overflows(const Arguments *p, bool *result) {
  bool is_signed = p->tag[0] == 's';
  const Big *x = is_signed ? &p->sx : &p->x, *y = is_signed ? &p->sy : &p->y;
  Big exact, rest;
  if (p->tag[0] != 'u' && p->tag[0] != 's') return false;
  if (!strcmp(p->tag + 1, "addo")) exact = big_add(x, y);
  else if (!strcmp(p->tag + 1, "subo")) exact = big_subtract(x, y);
  else if (!strcmp(p->tag + 1, "mulo")) exact = big_multiply(x, y);
  else if (named(p, "sdivo") && p->zero) exact = *x;
  else if (named(p, "sdivo")) big_divide(x, y, &exact, &rest);
  else return false;
  *result = !big_fits(&exact, p->width, is_signed);
  return true;
}

static bool of_truth(const Arguments *p, bool *result) {
  size_t ones = 0;
  for (size_t i = 0; i < p->width; i++) ones += p->a[i] == '1';
  if (named(p, "redand")) *result = ones == p->width;
  else if (named(p, "redor")) *result = ones > 0;
  else if (named(p, "redxor")) *result = ones % 2;
  else if (named(p, "eq") || named(p, "iff")) *result = !strcmp(p->a, p->b);
  else if (named(p, "neq")) *result = strcmp(p->a, p->b) != 0;
  else if (named(p, "implies")) *result = p->a[0] == '0' || p->b[0] == '1';
  else return compares(p, result) || overflows(p, result);
  return true;
}

static bool divides(const Arguments *p, Big *out) {
  Big quotient, rest;
  bool is_signed = p->tag[0] == 's';
  const Big *x = is_signed ? &p->sx : &p->x, *y = is_signed ? &p->sy : &p->y;
  bool division = named(p, "udiv") || named(p, "sdiv");
  bool remainder = named(p, "urem") || named(p, "srem") || named(p, "smod");
  if (!division && !remainder) return false;
  if (p->zero && division) *out = big_small(is_signed && x->negative ? 1 : -1);
  else if (p->zero) *out = *x;
  else {
    big_divide(x, y, &quotient, &rest);
    *out = division ? quotient : rest;
    if (named(p, "smod") && !big_is_zero(&rest) && rest.negative != y->negative)
      *out = big_add(&rest, y);
  }
  return true;
}

static bool of_numbers(const Arguments *p, Big *out) {
  const Big one = big_small(1), zero = big_small(0);
  if (named(p, "add")) *out = big_add(&p->x, &p->y);
  else if (named(p, "sub")) *out = big_subtract(&p->x, &p->y);
  else if (named(p, "mul")) *out = big_multiply(&p->x, &p->y);
  else if (named(p, "inc")) *out = big_add(&p->x, &one);
  else if (named(p, "dec")) *out = big_subtract(&p->x, &one);
  else if (named(p, "neg")) *out = big_subtract(&zero, &p->x);
  else return divides(p, out);
  return true;
}

static char bitwise(const char *tag, bool a, bool b) {
  bool bit = false;
  if (!strcmp(tag, "not")) bit = !a;
  else if (!strcmp(tag, "and")) bit = a && b;
  else if (!strcmp(tag, "nand")) bit = !(a && b);
  else if (!strcmp(tag, "or")) bit = a || b;
  else if (!strcmp(tag, "nor")) bit = !(a || b);
  else if (!strcmp(tag, "xor")) bit = a != b;
  else if (!strcmp(tag, "xnor")) bit = a == b;
  else abort();
  return bit ? '1' : '0';
}

/* Positions are counted from the highest bit, as the digits are. A number that is too large for
 * the machine is larger than any width, too; for a rotation its remainder counts. */
static bool shifts(const Arguments *p, char *out) {
  bool rotates = named(p, "rol") || named(p, "ror");
  bool left = named(p, "sll") || named(p, "rol");
  if (!rotates && !left && !named(p, "srl") && !named(p, "sra")) return false;
  Big width = big_small((long long)p->width), quotient, amount;
  big_divide(&p->y, &width, &quotient, &amount);
  long distance = 0;
  for (size_t i = 30; i-- > 0;) distance = 2 * distance + amount.digit[i];
  if (!rotates && !big_is_zero(&quotient)) distance = (long)p->width;
  long size = (long)p->width;
  for (long i = 0; i < size; i++) {
    long from = left ? i + distance : i - distance;
    if (rotates) from = (from + size) % size;
    bool inside = from >= 0 && from < size;
    out[i] = inside ? p->a[from] : named(p, "sra") ? p->a[0] : '0';
  }
  return true;
}

/* Operators whose arguments have one width. */
static void of_words(const char *tag, const char *a, const char *b, size_t width, char *out) {
  Arguments p = {.tag = tag, .width = width, .a = a, .b = b};
  Big number;
  bool truth;
  p.x = big_read(a, width, false);
  p.y = big_read(b, width, false);
  p.sx = big_read(a, width, true);
  p.sy = big_read(b, width, true);
  p.zero = big_is_zero(&p.y);
  if (of_truth(&p, &truth)) strcpy(out, truth ? "1" : "0");
  else if (of_numbers(&p, &number)) big_write(&number, out, width);
  else if (!shifts(&p, out))
    for (size_t i = 0; i < width; i++) out[i] = bitwise(tag, a[i] == '1', b[i] == '1');
}

/* ---- other lines ---- */

static void of_constant(const Btor2Line *line, char *out) {
  const char *p = line->digits;
  Big value = big_small(0), base = big_small(btor2_is(line, "const")    ? 2
                                             : btor2_is(line, "constd") ? 10
                                                                        : 16);
  bool minus = *p == '-';
  for (p += minus; *p; p++) {
    Big digit = big_small(*p <= '9' ? *p - '0' : (*p | 32) - 'a' + 10);
    value = big_multiply(&value, &base);
    value = big_add(&value, &digit);
  }
  value.negative = minus;
  big_write(&value, out, line->width);
}

/* The number of an element. */
static size_t position(const char *index) { return (size_t)strtoull(index, NULL, 2); }

static bool of_parts(const Btor2 *file, const Btor2Line *line, const char *a, const char *b,
                     const char *c, char *out) {
  const int64_t *n = line->numbers.data;
  size_t width = line->width, own = btor2_line(file, n[1])->width;
  if (btor2_is(line, "slice")) {
    memcpy(out, a + own - 1 - (size_t)n[2], width);
  } else if (btor2_is(line, "uext") || btor2_is(line, "sext")) {
    memset(out, btor2_is(line, "sext") ? a[0] : '0', width);
    memcpy(out + width - own, a, own);
  } else if (btor2_is(line, "concat")) {
    memcpy(out, a, own);
    memcpy(out + own, b, width - own);
  } else if (btor2_is(line, "ite")) {
    memcpy(out, a[0] == '1' ? b : c, width);
  } else if (btor2_is(line, "read")) {
    memcpy(out, a + position(b) * width, width);
  } else if (btor2_is(line, "write")) {
    memcpy(out, a, width);
    memcpy(out + position(b) * line->element, c, line->element);
  } else {
    return false;
  }
  return true;
}

static void evaluate(const Btor2 *file, Btor2Line *line) {
  static const char *const with_numbers[] = {"slice", "uext", "sext", NULL};
  char buffer[3][VALUE_LIMIT];
  const char *arguments[3] = {"0", "0", "0"};
  size_t count = is_one_of(line, with_numbers) ? 1 : line->numbers.size - 1;
  for (size_t i = 0; i < count; i++)
    arguments[i] = btor2_value(file, line->numbers.data[i + 1], buffer[i]);
  if (is_one_of(line, constants)) of_constant(line, line->value);
  else if (btor2_is(line, "zero")) memset(line->value, '0', line->width);
  else if (btor2_is(line, "ones")) memset(line->value, '1', line->width);
  else if (btor2_is(line, "one")) {
    memset(line->value, '0', line->width);
    line->value[line->width - 1] = '1';
  } else if (!of_parts(file, line, arguments[0], arguments[1], arguments[2], line->value)) {
    size_t width = btor2_line(file, line->numbers.data[1])->width;
    bool arrays = btor2_line(file, line->numbers.data[1])->index > 0;
    if (arrays)
      strcpy(line->value,
             (strcmp(arguments[0], arguments[1]) == 0) == btor2_is(line, "eq") ? "1" : "0");
    else
      of_words(line->tag, arguments[0], count > 1 ? arguments[1] : arguments[0], width,
               line->value);
  }
}

void btor2_evaluate(Btor2 *file) {
  for (size_t i = 0; i < file->lines.size; i++) {
    Btor2Line *line = file->lines.data + i;
    bool leaf = btor2_is(line, "state") || btor2_is(line, "input");
    if (has_value(line) && !leaf) evaluate(file, line);
  }
}
