#include "front/front.h"

#include <strings.h>

#include "base/input.h"
#include "front/aiger.h"
#include "front/blif/blif.h"
#include "front/btor2/btor2.h"
#include "front/llnet/llnet.h"
#include "front/net/net_language.h"
#include "front/net/pnml.h"
#include "front/promela/promela_model.h"
#include "front/smv/smv.h"
#include "front/smv/smv_write.h"
#include "front/verilog/verilog.h"
#include "front/vl2mv/vl2mv.h"
#include "system/aiger_file.h"
#include "term/memory.h"

static const OutputForm aiger_forms[] = {{"aag", "ASCII AIGER", aiger_write_ascii},
                                         {"aig", "binary AIGER", aiger_write_binary},
                                         {NULL, NULL, NULL}};
static const OutputForm smv_forms[] = {{"smv", "SMV", smv_write}, {NULL, NULL, NULL}};

static const OutputForm btor2_forms[] = {{"btor2", "BTOR2", btor2_write}, {NULL, NULL, NULL}};

static const OutputForm blif_mv_forms[] = {{"mv", "BLIF-MV", blif_mv_write}, {NULL, NULL, NULL}};

const InputFormat input_formats[] = {
    {"aiger", "aag aig", "AIGER 1.9, ASCII and binary", aiger_file_recognise, aiger_read,
     aiger_forms, aiger_cannot_say, aiger_leaves_out},
    {"smv", "smv", "SMV, the language of NuSMV 2.6", smv_recognise, smv_read, smv_forms,
     smv_cannot_say, NULL},
    {"smv-old", "", "SMV in which 0 and 1 are FALSE and TRUE", NULL, smv_read_old, NULL, NULL,
     NULL},
    {"btor2", "btor2 btor", "BTOR2, words and arrays", btor2_recognise, btor2_read, btor2_forms,
     aiger_cannot_say, aiger_leaves_out},
    {"pnml", "pnml", "PNML, place/transition nets", pnml_recognise, pnml_read, NULL, NULL, NULL},
    {"pep", "ll_net", "PEP's low-level nets", llnet_recognise, pep_read, NULL, NULL, NULL},
    {"promela", "pml prom", "Promela, the language of SPIN", NULL, promela_read, NULL, NULL, NULL},
    {"blif", "blif", "BLIF, netlists of gates", blif_recognise, blif_read, NULL, NULL, NULL},
    {"blif-mv", "mv", "BLIF-MV, netlists of relations", blif_mv_recognise, blif_mv_read,
     blif_mv_forms, blif_mv_cannot_say, blif_mv_leaves_out},
    {"vl2mv", "v", "Verilog in the dialect of VIS", vl2mv_recognise, vl2mv_read, NULL, NULL, NULL},
    {"verilog", "v sv", "Verilog and SystemVerilog, read by an installed Yosys", NULL, verilog_read,
     NULL, NULL, NULL},
};
const size_t input_format_count = sizeof input_formats / sizeof *input_formats;

/* Whether a blank-separated list contains a word of some length; endings ignore case. */
static bool list_has(const char *list, const char *word, size_t length) {
  for (const char *p = list; *p;) {
    size_t size = strcspn(p, " ");
    if (size == length && !strncasecmp(p, word, length)) return true;
    p += size + strspn(p + size, " ");
  }
  return false;
}

static const InputFormat *format_by_name(const char *name, Error *error) {
  Text known = {0};
  for (size_t i = 0; i < input_format_count; i++) {
    if (!strcmp(input_formats[i].name, name)) {
      text_free(&known);
      return input_formats + i;
    }
    text_format(&known, "%s%s", i ? ", " : "", input_formats[i].name);
  }
  error_set(error, "unknown input format '%s'; there are: %s", name, known.data);
  text_free(&known);
  return NULL;
}

/* Where the ending of the first `length` bytes of a name begins, behind the dot; 0: it has none. */
static size_t ending_of(const char *file, size_t length) {
  size_t dot = length;
  while (dot && file[dot - 1] != '.' && file[dot - 1] != '/') dot--;
  return dot && file[dot - 1] == '.' ? dot : 0;
}

/* Where two languages share an ending the content decides; the last row is for all that is left. */
static const InputFormat *format_by_ending(const char *file, const Input *input) {
  const InputFormat *found = NULL;
  size_t length = strlen(file);
  while (length > 3 && list_has(".gz .xz", file + length - 3, 3)) length -= 3;
  size_t dot = ending_of(file, length);
  if (!dot) return NULL;
  for (size_t i = 0; i < input_format_count; i++) {
    if (!list_has(input_formats[i].extensions, file + dot, length - dot)) continue;
    if (found && found->recognise(input->data, input->size)) break;
    found = input_formats + i;
  }
  return found;
}

static const InputFormat *format_by_content(const Input *input) {
  for (size_t i = 0; i < input_format_count; i++) {
    const InputFormat *format = input_formats + i;
    if (format->recognise && format->recognise(input->data, input->size)) return format;
  }
  return NULL;
}

/* Memories remember it for the contents that a trace will show. */
static void set_radix(Model *model, const ReadOptions *options) {
  enum { HARDWARE_BITS = 8 };
  Radix radix = options ? (Radix)options->radix : RADIX_AUTO;
  bool automatic = radix == RADIX_AUTO, hardware = !strcmp(model->format, "verilog");
  if (radix == RADIX_DECIMAL || (automatic && !hardware) || !model->system) return;
  uint8_t base = radix == RADIX_BINARY ? 2 : 16, least = automatic ? HARDWARE_BITS : 1;
  for (size_t i = 0; i < model->system->signals.size; i++) {
    Signal *signal = model->system->signals.data + i;
    if (signal->bits.size >= least && !(automatic && signal->is_signed)) signal->radix = base;
  }
  if (model->memories) {
    model->memories->radix = base;
    model->memories->radix_least = least;
  }
}

/* The name of a property is how it is asked for. */
static void note_names(Model *model) {
  Names names = {0}, told = {0};
  for (size_t i = 0; i < model->properties.size; i++) {
    const char *name = model->properties.data[i].name;
    bool again = names_find(&names, name) != NAMES_NONE && names_find(&told, name) == NAMES_NONE;
    names_add(&names, name);
    if (!again) continue;
    names_add(&told, name);
    Text note = {0};
    text_format(&note,
                "%s: several properties are called '%s'; by this name only the first is found",
                model->file, name);
    vec_push(&model->notes, text_take(&note));
  }
  names_free(&names);
  names_free(&told);
}

static Model *read_input(const char *file, const Input *input, const InputFormat *row,
                         const ReadOptions *options, Error *error) {
  if (!row) row = format_by_ending(file, input);
  if (!row) row = format_by_content(input);
  Model *model = row ? row->read(file, input->data, input->size, options, error) : NULL;
  if (model) {
    model->format = row->name;
    set_radix(model, options);
    note_names(model);
  }
  if (!row)
    error_at(error, file, 0, 0,
             "neither the name nor the content tells the input language; name it with --format");
  return model;
}

/* Bytes that are not there are those of the file. */
static Model *read_named(const char *file, const char *data, size_t size,
                         const ReadOptions *options, Error *error) {
  const char *format = options ? options->format : NULL;
  const InputFormat *row = format ? format_by_name(format, error) : NULL;
  Input input = {0};
  if (format && !row) return NULL;
  if (data ? !input_unfold(&input, file, data, size, error) : !input_read(&input, file, error))
    return NULL;
  Model *model = read_input(file, &input, row, options, error);
  input_free(&input);
  return model;
}

Model *front_read(const char *file, const ReadOptions *options, Error *error) {
  return read_named(file, NULL, 0, options, error);
}

Model *front_read_bytes(const char *file, const char *data, size_t size, const ReadOptions *options,
                        Error *error) {
  return read_named(file, data, size, options, error);
}

/* ---- writing ---- */

/* The form with this ending, or the first one of the format of this name. */
static bool find_writer(const char *name, FrontWriter *writer) {
  for (size_t i = 0; i < input_format_count; i++) {
    const InputFormat *format = input_formats + i;
    for (const OutputForm *form = format->forms; form && form->ending; form++) {
      *writer = (FrontWriter){format, form};
      if (!strcasecmp(form->ending, name) || !strcmp(format->name, name)) return true;
    }
  }
  return false;
}

void front_endings(const char *separator, Text *text) {
  const char *between = "";
  for (size_t i = 0; i < input_format_count; i++)
    for (const OutputForm *form = input_formats[i].forms; form && form->ending; form++) {
      text_format(text, "%s%s", between, form->ending);
      between = separator;
    }
}

bool front_writer(const char *name, const char *file, FrontWriter *writer, Error *error) {
  size_t ending = file ? ending_of(file, strlen(file)) : 0;
  const char *wanted = name;
  if (!wanted && ending) wanted = file + ending;
  if (!wanted) wanted = input_formats[0].forms[0].ending;
  assert(wanted); /* the first format can be written */
  if (find_writer(wanted, writer)) return true;
  Text known = {0};
  front_endings(", ", &known);
  if (name) error_set(error, "unknown output format '%s'; there are: %s", name, known.data);
  else
    error_set(error, "the name %s tells no output format; name one with --to: %s", file,
              known.data);
  text_free(&known);
  return false;
}
