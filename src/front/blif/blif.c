#include "front/blif/blif.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

#include "front/blif/netlist.h"
#include "front/blif/relate.h"
#include "front/vis/vis_language.h"

/* ---- words ---- */

/* `a<3>` is bit 3 of the word `a`, as vl2mv writes vectors. The length of `a`; 0: no such name. */
static size_t base_of(const char *name, uint32_t *bit) {
  size_t length = strlen(name), digits = length - 1;
  if (length < 4 || name[length - 1] != '>') return 0;
  while (digits > 0 && isdigit((unsigned char)name[digits - 1])) digits--;
  if (digits < 2 || name[digits - 1] != '<' || digits == length - 1 || length - digits > 6)
    return 0;
  *bit = (uint32_t)strtoul(name + digits, NULL, 10);
  return digits - 1;
}

/* Bits of all that could be a word, for formulas and traces: those with bits 0 to n are one. */
static void join_words(SignalVec *signals) {
  Names bases = {0};
  VEC(U32Vec) members = {0}; /* by base, by bit: the signal plus one */
  size_t count = signals->size;
  for (size_t i = 0; i < count; i++) {
    uint32_t bit = 0;
    size_t length = base_of(signals->data[i].name, &bit);
    if (!length || signals->data[i].bits.size != 1 || bit > 4095) continue;
    uint32_t base = names_add_n(&bases, signals->data[i].name, length);
    if (base == members.size) vec_push(&members, (U32Vec){0});
    U32Vec *own = members.data + base;
    if (bit >= own->size) vec_resize(own, bit + 1);
    own->data[bit] = (uint32_t)i + 1;
  }
  for (size_t i = 0; i < members.size; i++) {
    const U32Vec *own = members.data + i;
    bool whole = own->size > 1 && !signal_find(signals, bases.text[i]);
    for (size_t k = 0; k < own->size; k++) whole &= own->data[k] != 0;
    if (whole) {
      Signal *word = signal_add(signals, bases.text[i], SIGNAL_DEFINE, SIGNAL_WORD);
      for (size_t k = 0; k < own->size; k++) {
        Lit literal = signals->data[own->data[k] - 1].bits.data[0];
        vec_push(&word->bits, literal);
      }
    }
    vec_free(members.data + i);
  }
  vec_free(&members);
  names_free(&bases);
}

/* ---- models ---- */

static Model *read_netlist(const char *name, const char *data, size_t size, bool is_mv,
                           const ReadOptions *options, Error *error) {
  Model *model = model_new(name);
  BlifFile file = {0};
  BlifNet netlist = {0};
  model->relation = relation_new();
  bool good =
      blif_file_read(&file, name, data, size, is_mv, error) && blif_net_build(&netlist, &file) &&
      blif_net_relate(&netlist, &file, model->relation) && model_blast(model, options, error);
  if (good) {
    join_words(&model->system->signals);
    model->language = &vis_language;
    model->reading = vis_names_new();
  }
  blif_net_free(&netlist);
  blif_file_free(&file);
  if (good) return model;
  model_free(model);
  return NULL;
}

Model *blif_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                 Error *error) {
  return read_netlist(file, data, size, false, options, error);
}

Model *blif_mv_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                    Error *error) {
  return read_netlist(file, data, size, true, options, error);
}

/* ---- by content ---- */

/* Whether a line starts with one of these words. */
static bool has_line(const char *data, size_t size, const char *const *words, size_t count,
                     bool first_only) {
  const char *p = data, *end = data + size;
  while (p < end) {
    while (p < end && (*p == ' ' || *p == '\t')) p++;
    bool says = p < end && *p != '\n' && *p != '\r' && *p != '#';
    for (size_t i = 0; says && i < count; i++) {
      size_t length = strlen(words[i]);
      if ((size_t)(end - p) > length && !strncmp(p, words[i], length) &&
          isspace((unsigned char)p[length]))
        return true;
    }
    if (says && first_only) return false;
    while (p < end && *p != '\n') p++;
    p++;
  }
  return false;
}

static bool is_mv_text(const char *data, size_t size) {
  static const char *const words[] = {".mv", ".table", ".reset", ".r"};
  return has_line(data, size, words, sizeof words / sizeof *words, false);
}

static bool is_netlist(const char *data, size_t size) {
  static const char *const words[] = {".model", ".root"};
  return has_line(data, size, words, sizeof words / sizeof *words, true);
}

bool blif_recognise(const char *data, size_t size) {
  return is_netlist(data, size) && !is_mv_text(data, size);
}

bool blif_mv_recognise(const char *data, size_t size) {
  return is_netlist(data, size) && is_mv_text(data, size);
}
