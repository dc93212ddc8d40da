/* The rows of tables: values, sets of them, complements, and "the same as that input". */
#include <ctype.h>
#include <stdlib.h>

#include "front/blif/netlist.h"

static bool find_value(const BlifWire *net, const char *text, size_t length, uint32_t *value) {
  for (uint32_t i = 0; i < net->values.size; i++)
    if (strlen(net->values.data[i]) == length && !strncmp(net->values.data[i], text, length)) {
      *value = i;
      return true;
    }
  uint64_t number = 0;
  for (size_t i = 0; i < length; i++) {
    if (!isdigit((unsigned char)text[i]) || number > UINT32_MAX) return false;
    number = number * 10 + (uint64_t)(text[i] - '0');
  }
  *value = (uint32_t)number;
  return length > 0 && number < net->size && !net->values.size;
}

/* A value, or a range of numbers such as 1-3. */
static bool add_values(const BlifFile *file, const BlifWire *net, Word at, const char *text,
                       size_t length, Bits *set) {
  uint32_t first, last;
  if (find_value(net, text, length, &first)) {
    bits_set(set, first);
    return true;
  }
  const char *dash = memchr(text, '-', length);
  if (dash && find_value(net, text, (size_t)(dash - text), &first) &&
      find_value(net, dash + 1, length - (size_t)(dash + 1 - text), &last) && first <= last) {
    for (uint32_t i = first; i <= last; i++) bits_set(set, i);
    return true;
  }
  return blif_error(file, at, "'%.*s' is no value of '%s'", (int)length, text, net->name);
}

static bool read_set(const BlifFile *file, const BlifWire *net, Word at, const char *text,
                     Bits *set) {
  size_t length = strlen(text);
  if (!strcmp(text, "-")) {
    bits_fill(set, true);
    return true;
  }
  bool list = length > 1 && ((text[0] == '(' && text[length - 1] == ')') ||
                             (text[0] == '{' && text[length - 1] == '}'));
  if (!list) return add_values(file, net, at, text, length, set);
  const char *end = text + length - 1;
  for (const char *p = text + 1; p < end;) {
    size_t part = strcspn(p, ",");
    if (p + part > end) part = (size_t)(end - p);
    if (!add_values(file, net, at, p, part, set)) return false;
    p += part + 1;
  }
  return true;
}

/* `=x` says a name of the line above the rows, whatever the net is called in the whole. */
static bool read_entry(const BlifNet *netlist, const BlifFile *file, const Item *item,
                       const Table *table, uint32_t number, Word at, Entry *entry) {
  const BlifWire *net = netlist->nets.data + number;
  entry->set = bits_new(net->size);
  if (at.text[0] == '=') {
    bits_fill(&entry->set, true);
    for (uint32_t i = 0; i < table->inputs.size; i++) {
      const BlifWire *input = netlist->nets.data + table->inputs.data[i];
      if (strcmp(item->words.data[i + 1].text, at.text + 1)) continue;
      if (input->size != net->size)
        return blif_error(file, at, "'%s' and '%s' have different values", input->name, net->name);
      entry->equals = i + 1;
      return true;
    }
    return blif_error(file, at, "'%s' is no input of the table", at.text + 1);
  }
  bool complement = at.text[0] == '!';
  if (!read_set(file, net, at, at.text + complement, &entry->set)) return false;
  for (uint32_t i = 0; complement && i < net->size; i++)
    bits_put(&entry->set, i, !bits_get(&entry->set, i));
  return true;
}

static bool read_default(const BlifNet *netlist, const BlifFile *file, const Item *item,
                         const WordVec *words, Table *table) {
  if (words->size != table->outputs.size + 1)
    return blif_error(file, words->data[0], "expected a default for each of %zu outputs",
                      table->outputs.size);
  for (size_t i = 0; i < table->outputs.size; i++) {
    Entry entry = {0};
    bool good =
        read_entry(netlist, file, item, table, table->outputs.data[i], words->data[i + 1], &entry);
    vec_push(&table->fallback, entry);
    if (!good) return false;
  }
  return true;
}

/* A row of a cover: one character for each input in one word, and the output. */
static bool read_cube(const BlifFile *file, const WordVec *row, Table *table) {
  size_t inputs = table->inputs.size;
  Word first = row->data[0], last = row->data[row->size - 1];
  bool fine = row->size == (inputs ? 2 : 1) && !last.text[1] && strchr("01", last.text[0]) &&
              (!inputs || strlen(first.text) == inputs);
  if (!fine)
    return blif_error(file, first, "expected %zu characters 0, 1 or -, and the output", inputs);
  bool phase = last.text[0] == '1';
  if (table->rows && phase != table->phase)
    return blif_error(file, last, "all rows of a cover have the same output");
  table->phase = phase;
  for (size_t i = 0; i < inputs; i++) {
    Entry entry = {.set = bits_new(2)};
    char c = first.text[i];
    if (c != '1') bits_set(&entry.set, 0);
    if (c != '0') bits_set(&entry.set, 1);
    vec_push(&table->entries, entry);
    if (!strchr("01-", c)) return blif_error(file, first, "expected 0, 1 or -");
  }
  table->rows++;
  return true;
}

static bool read_row(const BlifNet *netlist, const BlifFile *file, const Item *item,
                     const WordVec *row, Table *table) {
  size_t inputs = table->inputs.size, width = inputs + table->outputs.size;
  if (row->size != width)
    return blif_error(file, row->data[0], "expected %zu values in the row, not %zu", width,
                      row->size);
  for (size_t i = 0; i < width; i++) {
    Entry entry = {0};
    uint32_t net = i < inputs ? table->inputs.data[i] : table->outputs.data[i - inputs];
    bool good = read_entry(netlist, file, item, table, net, row->data[i], &entry);
    vec_push(&table->entries, entry);
    if (!good) return false;
  }
  table->rows++;
  return true;
}

bool table_read_rows(const BlifNet *netlist, const BlifFile *file, const Item *item, Table *table) {
  for (size_t i = 0; i < item->rows.size; i++) {
    const WordVec *row = item->rows.data + i;
    bool good = table->is_cover               ? read_cube(file, row, table)
                : row->data[0].text[0] == '.' ? read_default(netlist, file, item, row, table)
                                              : read_row(netlist, file, item, row, table);
    if (!good) return false;
  }
  return true;
}
