/* Lines that are constants. Digits are read into bits from the left: what is there is multiplied
 * by the base, the digit added. */
#include "front/btor2/reader.h"

typedef struct {
  const char *tag;
  unsigned base; /* of the digits; 0: there are none */
  bool exact;    /* as many digits as bits */
  char fill;     /* without digits: all bits but the lowest ... */
  char lowest;   /* ... and that one */
} ConstantTag;

static const ConstantTag tags[] = {
    {"const", 2, true, 0, 0},     {"constd", 10, false, 0, 0}, {"consth", 16, false, 0, 0},
    {"zero", 0, false, '0', '0'}, {"one", 0, false, '0', '1'}, {"ones", 0, false, '1', '1'},
};

static unsigned digit_value(char c) {
  if (c >= '0' && c <= '9') return (unsigned)(c - '0');
  char lower = (char)(c | 32);
  return lower >= 'a' && lower <= 'f' ? (unsigned)(lower - 'a') + 10 : UINT32_MAX;
}

/* bits = bits * base + digit; false if that does not fit. */
static bool append_digit(char *bits, uint32_t width, unsigned base, unsigned digit) {
  unsigned carry = digit;
  for (uint32_t i = width; i-- > 0;) {
    unsigned sum = (bits[i] == '1' ? base : 0) + carry;
    bits[i] = sum & 1 ? '1' : '0';
    carry = sum >> 1;
  }
  return !carry;
}

/* Two's complement; a number below the lowest one does not fit. */
static bool negate(char *bits, uint32_t width) {
  bool over = bits[0] == '1' && memchr(bits + 1, '1', width - 1);
  uint32_t i = width;
  while (i > 0 && bits[i - 1] == '0') i--;
  for (uint32_t k = 0; k + 1 < i; k++) bits[k] = bits[k] == '1' ? '0' : '1';
  return !over;
}

static bool read_digits(Reader *reader, const ConstantTag *tag, char *bits, uint32_t width) {
  Word word = reader_word(reader);
  if (!word.length) return reader_error(reader, word.text, "expected the value of the constant");
  bool minus = tag->base == 10 && word.text[0] == '-';
  if (minus && word.length == 1)
    return reader_error(reader, word.text, "expected a digit after '-'");
  if (tag->exact && word.length != width)
    return reader_error(reader, word.text, "the constant has %zu digits, its sort %u bits",
                        word.length, width);
  bool fits = true;
  memset(bits, '0', width);
  for (size_t i = minus; i < word.length; i++) {
    unsigned digit = digit_value(word.text[i]);
    if (digit >= tag->base)
      return reader_error(reader, word.text + i, "this is no digit of a number to base %u",
                          tag->base);
    fits = fits && append_digit(bits, width, tag->base, digit);
  }
  if (minus) fits = fits && negate(bits, width);
  return fits || reader_error(reader, word.text, "the number does not fit into %u bit%s", width,
                              width == 1 ? "" : "s");
}

static bool read_constant(Reader *reader, const ConstantTag *tag, Line *line) {
  Terms *terms = reader->relation->terms;
  Type type;
  reader_skip_blanks(reader);
  const char *place = reader->next;
  if (!reader_sort(reader, &type)) return false;
  if (type_is_array(&terms->types, type))
    return reader_error(reader, place, "a constant is a word, not an array");
  uint32_t width = type_info(&terms->types, type)->width;
  char *bits = mem_alloc(width);
  memset(bits, tag->fill, width);
  bits[width - 1] = tag->lowest;
  bool good = !tag->base || read_digits(reader, tag, bits, width);
  line->kind = LINE_TERM;
  if (good) line->term = term_constant(terms, bits, width);
  mem_free(bits);
  return good;
}

bool reader_constant(Reader *reader, Word tag, Line *line, bool *known) {
  *known = true;
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    if (word_is(tag, tags[i].tag)) return read_constant(reader, tags + i, line);
  *known = false;
  return false;
}
