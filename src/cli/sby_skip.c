/* See sby.h: steps that are not looked at. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/vec.h"
#include "cli/sby.h"

/* A bad state: what stands behind the tag, "12 overflow". */
typedef struct {
  const char *rest;
  size_t length;
} Bad;
typedef VEC(Bad) BadVec;

/* The tag behind the number of a line, or NULL where there is no number. */
static const char *tag_of(const char *line, uint64_t *number) {
  char *end;
  line += strspn(line, " ");
  if (*line < '0' || *line > '9') return NULL;
  *number = strtoull(line, &end, 10);
  return end + strspn(end, " ");
}

/* Bad states are taken out of the text; the largest number of a line. */
static uint64_t take_bads(const char *model, BadVec *bads, Text *text) {
  uint64_t last = 0;
  for (const char *line = model, *next; *line; line = next) {
    size_t length = strcspn(line, "\n");
    uint64_t number = 0;
    const char *tag = tag_of(line, &number);
    next = line + length + (line[length] == '\n');
    if (number > last) last = number;
    if (tag && !strncmp(tag, "bad ", 4)) {
      const char *rest = tag + 4 + strspn(tag + 4, " ");
      vec_push(bads, ((Bad){rest, (size_t)(line + length - rest)}));
    } else {
      text_add_n(text, line, length);
    }
    text_char(text, '\n');
  }
  return last;
}

char *sby_skip(const char *model, uint32_t steps) {
  Text text = {0};
  BadVec bads = {0};
  uint64_t last = take_bads(model, &bads, &text);
  uint64_t bit = last + 1, word = last + 2, zero = last + 3, all = last + 4, count = last + 5;
  uint64_t early = last + 7, more = last + 8, next = last + 9;
  int width = 1;
  while (width < 32 && steps >> width) width++;
  text_format(&text, "%" PRIu64 " sort bitvec 1\n%" PRIu64 " sort bitvec %d\n", bit, word, width);
  text_format(&text, "%" PRIu64 " zero %" PRIu64 "\n", zero, word);
  text_format(&text, "%" PRIu64 " constd %" PRIu64 " %" PRIu32 "\n", all, word, steps);
  text_format(&text, "%" PRIu64 " state %" PRIu64 "\n", count, word);
  text_format(&text, "%" PRIu64 " init %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", last + 6, word,
              count, zero);
  text_format(&text, "%" PRIu64 " neq %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", early, bit, count,
              all);
  text_format(&text, "%" PRIu64 " inc %" PRIu64 " %" PRIu64 "\n", more, word, count);
  text_format(&text, "%" PRIu64 " ite %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", next,
              word, early, more, count);
  text_format(&text, "%" PRIu64 " next %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", last + 10, word,
              count, next);
  last += 10;
  for (size_t i = 0; i < bads.size; i++) {
    size_t condition = strcspn(bads.data[i].rest, " \n");
    if (condition > bads.data[i].length) condition = bads.data[i].length;
    text_format(&text, "%" PRIu64 " and %" PRIu64 " -%" PRIu64 " %.*s\n", last + 1, bit, early,
                (int)condition, bads.data[i].rest);
    text_format(&text, "%" PRIu64 " bad %" PRIu64 "%.*s\n", last + 2, last + 1,
                (int)(bads.data[i].length - condition), bads.data[i].rest + condition);
    last += 2;
  }
  vec_free(&bads);
  return text_take(&text);
}
