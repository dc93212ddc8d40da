/* The hierarchy made flat: a net of a part has the path of its instance before its name, and a
 * formal name of a port is another name for the actual net. */
#include "front/blif/netlist.h"

#include <stdlib.h>

#include "base/log.h"

enum { DEPTH_LIMIT = 100, DOMAIN_LIMIT = 1 << 16, NET_LIMIT = 1 << 22 };

/* A model in its place. */
typedef struct {
  BlifNet *netlist;
  BlifFile *file;
  const BlifModel *model;
  const char *path;
  Names ports;    /* formal names ... */
  U32Vec actuals; /* ... and their nets */
  int depth;
} Place;

static uint32_t net_of(Place *p, const char *name) {
  uint32_t port = names_find(&p->ports, name);
  if (port != NAMES_NONE) return p->actuals.data[port];
  Text text = {0};
  text_format(&text, "%s%s", p->path, name);
  uint32_t number = names_add(&p->netlist->names, text.data);
  if (number == p->netlist->nets.size)
    vec_push(&p->netlist->nets, ((BlifWire){.name = mem_string(text.data), .size = 2}));
  text_free(&text);
  return number;
}

/* The net if there is one already; NAMES_NONE: no. */
static uint32_t known_net(const Place *p, const char *name) {
  uint32_t port = names_find(&p->ports, name);
  if (port != NAMES_NONE) return p->actuals.data[port];
  Text text = {0};
  text_format(&text, "%s%s", p->path, name);
  uint32_t number = names_find(&p->netlist->names, text.data);
  text_free(&text);
  return number;
}

/* ---- declarations ---- */

/* `.mv a, b 3 RED GREEN YELLOW` */
static bool read_mv(Place *p, const Item *item) {
  StringVec names = {0};
  size_t at = 1;
  bool more = true;
  for (; at < item->words.size && more; at++) {
    const char *word = item->words.data[at].text;
    size_t length = strlen(word);
    more = length && word[length - 1] == ',';
    for (const char *q = word; *q;) {
      size_t part = strcspn(q, ",");
      if (part) vec_push(&names, mem_string_n(q, part));
      q += part + (q[part] == ',');
    }
    if (!more && at + 1 < item->words.size && item->words.data[at + 1].text[0] == ',') more = true;
  }
  char *end = NULL;
  unsigned long size = at < item->words.size ? strtoul(item->words.data[at].text, &end, 10) : 0;
  size_t values = item->words.size > at ? item->words.size - at - 1 : 0;
  bool good = end && !*end && size > 0 && size <= DOMAIN_LIMIT && (!values || values == size);
  if (!good)
    blif_error(p->file, item->words.data[0],
               "expected variables, the number of their values (at most %d), and names for all of "
               "them or none",
               DOMAIN_LIMIT);
  for (size_t i = 0; i < names.size && good; i++) {
    uint32_t number = net_of(p, names.data[i]);
    BlifWire *net = p->netlist->nets.data + number;
    if (net->declared && net->size != size)
      good = blif_error(p->file, item->words.data[0], "'%s' has %u values elsewhere", net->name,
                        net->size);
    net->size = (uint32_t)size;
    for (size_t k = 0; k < values && !net->declared; k++)
      vec_push(&net->values, mem_string(item->words.data[at + 1 + k].text));
    net->declared = true;
  }
  string_vec_free(&names);
  return good;
}

static bool read_inputs(Place *p, const Item *item) {
  for (size_t i = 1; i < item->words.size; i++) {
    uint32_t net = net_of(p, item->words.data[i].text);
    if (!p->depth) vec_push(&p->netlist->inputs, net);
  }
  return true;
}

/* ---- tables and latches ---- */

static bool claim(Place *p, uint32_t number, Word at) {
  const BlifWire *net = p->netlist->nets.data + number;
  if (!net->table && !net->latch) return true;
  return blif_error(p->file, at, "'%s' is driven twice", net->name);
}

/* Splits the nets of a line at `->`; without it the last is the output. */
static bool read_header(Place *p, const Item *item, Table *table) {
  size_t count = item->words.size, arrow = count - 1;
  bool has_arrow = false;
  for (size_t i = 1; i < count; i++)
    if (!strcmp(item->words.data[i].text, "->")) {
      arrow = i;
      has_arrow = true;
    }
  table->place = item->words.data[0];
  for (size_t i = 1; i < count; i++) {
    if (has_arrow && i == arrow) continue;
    uint32_t net = net_of(p, item->words.data[i].text);
    if (i < arrow) vec_push(&table->inputs, net);
    else vec_push(&table->outputs, net);
  }
  return table->outputs.size || blif_error(p->file, table->place, "the table has no output");
}

static bool read_table(Place *p, const Item *item) {
  bool cover = !p->file->is_mv && !strcmp(item->words.data[0].text, ".names");
  vec_push(&p->netlist->tables, ((Table){.is_cover = cover, .phase = true}));
  Table *table = &vec_last(&p->netlist->tables);
  if (!read_header(p, item, table)) return false;
  for (uint32_t i = 0; i < table->outputs.size; i++) {
    uint32_t net = table->outputs.data[i];
    if (!claim(p, net, table->place)) return false;
    p->netlist->nets.data[net].table = (uint32_t)p->netlist->tables.size;
    p->netlist->nets.data[net].output = i;
  }
  return table_read_rows(p->netlist, p->file, item, table);
}

static bool is_number(const char *word) { return strlen(word) == 1 && strchr("0123", word[0]); }

/* `.latch in out [type clock] [initial]`: there is one clock. */
/* All latches step together. Where their clocks differ that is not what the file says. */
static void note_clock(Place *p, const Word *clock) {
  uint32_t found = known_net(p, clock->text), net = found + 1;
  BlifNet *netlist = p->netlist;
  if (found == NAMES_NONE) return; /* NIL, or a clock that is no input: nobody else names it */
  if (!netlist->clock) netlist->clock = net;
  if (netlist->clock == net || netlist->has_clocks) return;
  netlist->has_clocks = true;
  log_warning("%s:%d: latches have different clocks, '%s' and '%s': all of them step together",
              clock->file ? clock->file : p->file->file, clock->line,
              netlist->nets.data[netlist->clock - 1].name, clock->text);
}

static bool read_latch(Place *p, const Item *item) {
  size_t count = item->words.size;
  Word place = item->words.data[0];
  if (count < 3) return blif_error(p->file, place, "expected the input and output of the latch");
  BlifLatch latch = {.place = place, .reset = -1};
  latch.input = net_of(p, item->words.data[1].text);
  latch.output = net_of(p, item->words.data[2].text);
  if ((count == 4 || count == 6) && is_number(item->words.data[count - 1].text)) {
    char digit = item->words.data[count - 1].text[0];
    latch.reset = digit < '2' ? digit - '0' : -1;
  } else if (count != 3 && count != 5) {
    return blif_error(p->file, place, "expected '.latch IN OUT [TYPE CLOCK] [INITIAL]'");
  }
  if (count >= 5) note_clock(p, item->words.data + 4);
  if (!claim(p, latch.output, place)) return false;
  vec_push(&p->netlist->latches, latch);
  p->netlist->nets.data[latch.output].latch = (uint32_t)p->netlist->latches.size;
  return true;
}

static bool read_reset(Place *p, const Item *item) {
  vec_push(&p->netlist->resets, (Table){0});
  Table *table = &vec_last(&p->netlist->resets);
  if (!read_header(p, item, table)) return false;
  for (size_t i = 0; i < table->outputs.size; i++) {
    BlifWire *net = p->netlist->nets.data + table->outputs.data[i];
    if (!net->latch)
      return blif_error(p->file, table->place, "'%s' is no latch, or comes later", net->name);
    p->netlist->latches.data[net->latch - 1].table = (uint32_t)p->netlist->resets.size;
  }
  return table_read_rows(p->netlist, p->file, item, table);
}

/* `.conn a b` of Yosys, `.barbuf`: b is a. */
static bool read_buffer(Place *p, const Item *item) {
  if (item->words.size != 3) return blif_error(p->file, item->words.data[0], "expected two nets");
  Table table = {.place = item->words.data[0], .rows = 1};
  uint32_t input = net_of(p, item->words.data[1].text), output;
  output = net_of(p, item->words.data[2].text);
  if (!claim(p, output, table.place)) return false;
  vec_push(&table.inputs, input);
  vec_push(&table.outputs, output);
  Entry any = {.set = bits_new(2)}, same = {.set = bits_new(2), .equals = 1};
  bits_fill(&any.set, true);
  vec_push(&table.entries, any);
  vec_push(&table.entries, same);
  vec_push(&p->netlist->tables, table);
  p->netlist->nets.data[output].table = (uint32_t)p->netlist->tables.size;
  return true;
}

/* ---- parts ---- */

static bool place_model(Place *place);

static const BlifModel *find_model(const BlifFile *file, const char *name) {
  for (size_t i = 0; i < file->models.size; i++)
    if (!strcmp(file->models.data[i].name.text, name)) return file->models.data + i;
  return NULL;
}

/* Parts without a name of their own are called after their model, and numbered. */
static const char *instance_path(Place *p, const char *name) {
  Text text = {0};
  text_format(&text, "%s%s.", p->path, name);
  for (int i = 2; names_find(&p->netlist->instances, text.data) != NAMES_NONE; i++) {
    text_clear(&text);
    text_format(&text, "%s%s_%d.", p->path, name, i);
  }
  names_add(&p->netlist->instances, text.data);
  const char *path = arena_string(&p->file->arena, text.data);
  text_free(&text);
  return path;
}

static bool read_part(Place *p, const Item *item) {
  Word place = item->words.data[0];
  if (item->words.size < 2) return blif_error(p->file, place, "which model?");
  const char *name = item->words.data[1].text;
  const BlifModel *model = find_model(p->file, name);
  if (!model) return blif_error(p->file, item->words.data[1], "there is no model '%s'", name);
  if (p->depth >= DEPTH_LIMIT) return blif_error(p->file, place, "'%s' contains itself", name);
  size_t at = 2;
  if (at < item->words.size && !strchr(item->words.data[at].text, '='))
    name = item->words.data[at++].text;
  Place below = {.netlist = p->netlist, .file = p->file, .model = model, .depth = p->depth + 1};
  below.path = instance_path(p, name);
  bool good = true;
  for (; at < item->words.size && good; at++) {
    const char *word = item->words.data[at].text, *equal = strchr(word, '=');
    if (!equal) {
      good = blif_error(p->file, item->words.data[at], "expected 'formal=actual'");
      break;
    }
    uint32_t actual = net_of(p, equal + 1);
    if (names_add_n(&below.ports, word, (size_t)(equal - word)) < below.actuals.size)
      good = blif_error(p->file, item->words.data[at], "this port is connected already");
    else vec_push(&below.actuals, actual);
  }
  good = good && place_model(&below);
  names_free(&below.ports);
  vec_free(&below.actuals);
  return good;
}

/* ---- all lines of a model ---- */

static bool nothing(Place *p, const Item *item) {
  (void)p;
  (void)item;
  return true;
}

static const struct {
  const char *name;
  int pass; /* declarations come first, then parts, whose declarations count here, then the rest */
  bool (*read)(Place *place, const Item *item);
} directives[] = {
    {".mv", 0, read_mv},         {".inputs", 0, read_inputs}, {".outputs", 0, nothing},
    {".subckt", 1, read_part},   {".gate", 1, read_part},     {".latch", 2, read_latch},
    {".names", 3, read_table},   {".table", 3, read_table},   {".conn", 3, read_buffer},
    {".barbuf", 3, read_buffer}, {".reset", 4, read_reset},   {".r", 4, read_reset},
};

enum { PASSES = 5 };

static bool place_model(Place *p) {
  size_t count = sizeof directives / sizeof *directives;
  if (p->netlist->nets.size > NET_LIMIT)
    return blif_error(p->file, p->model->name, "there are more than %d nets", NET_LIMIT);
  for (int pass = 0; pass < PASSES; pass++)
    for (size_t i = 0; i < p->model->items.size; i++) {
      const Item *item = p->model->items.data + i;
      size_t row = 0;
      while (row < count && strcmp(directives[row].name, item->words.data[0].text)) row++;
      if (row == count)
        return blif_error(p->file, item->words.data[0], "'%s' is not known here",
                          item->words.data[0].text);
      if (directives[row].pass == pass && !directives[row].read(p, item)) return false;
    }
  return true;
}

bool blif_net_build(BlifNet *netlist, BlifFile *file) {
  Place root = {.netlist = netlist, .file = file, .path = ""};
  root.model = file->root ? find_model(file, file->root) : file->models.data;
  if (!root.model)
    return blif_error(file, file->models.data[0].name, "there is no model '%s' for .root",
                      file->root);
  return place_model(&root);
}

static void table_free(Table *table) {
  for (size_t i = 0; i < table->entries.size; i++) bits_free(&table->entries.data[i].set);
  for (size_t i = 0; i < table->fallback.size; i++) bits_free(&table->fallback.data[i].set);
  vec_free(&table->entries);
  vec_free(&table->fallback);
  vec_free(&table->inputs);
  vec_free(&table->outputs);
}

void blif_net_free(BlifNet *netlist) {
  for (size_t i = 0; i < netlist->nets.size; i++) {
    mem_free(netlist->nets.data[i].name);
    string_vec_free(&netlist->nets.data[i].values);
  }
  for (size_t i = 0; i < netlist->tables.size; i++) table_free(netlist->tables.data + i);
  for (size_t i = 0; i < netlist->resets.size; i++) table_free(netlist->resets.data + i);
  vec_free(&netlist->nets);
  vec_free(&netlist->tables);
  vec_free(&netlist->resets);
  vec_free(&netlist->latches);
  vec_free(&netlist->inputs);
  names_free(&netlist->names);
  names_free(&netlist->instances);
}
