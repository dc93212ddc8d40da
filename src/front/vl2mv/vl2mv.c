#include "front/vl2mv/vl2mv.h"

#include <ctype.h>
#include <stdlib.h>

#include "front/vis/vis_language.h"
#include "front/vl2mv/elaborate.h"

/* How the bits of vectors are numbered, for formulas. */
static void remember_ranges(VisNames *names, const Elaborator *all) {
  for (size_t i = 0; i < all->objects.size; i++) {
    const Object *object = all->objects.data[i];
    vis_names_range(names, object->name, object->first, object->last);
  }
}

/* Macros that are numbers may be written as values in formulas. */
static void remember_macros(VisNames *names, const Sources *sources) {
  for (size_t i = 0; i < sources->macros.size; i++) {
    const Macro *macro = sources->macros.data + i;
    bool number =
        macro->defined && macro->tokens.size == 1 && macro->tokens.data[0].kind == TOKEN_NUMBER;
    if (!number) continue;
    const char *text = macro->tokens.data[0].text, *quote = strchr(text, '\'');
    int base = !quote ? 10 : quote[1] == 'b' ? 2 : quote[1] == 'o' ? 8 : quote[1] == 'h' ? 16 : 10;
    char *end;
    uint64_t value = strtoull(quote ? quote + 2 : text, &end, base);
    if (!*end) vis_names_constant(names, sources->macro_names.text[i], value);
  }
}

/* What belongs to the other kind of Verilog is refused, not overlooked. */
static bool options_fit(const ReadOptions *options, Error *error) {
  if (!options || !options->parameters.size) return true;
  return error_set(error, "--param is for Verilog that Yosys reads; here a parameter is changed in "
                          "the text");
}

Model *vl2mv_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                  Error *error) {
  Model *model = model_new(file);
  Design design = {0};
  Elaborator all = {0};
  model->relation = relation_new();
  bool good = options_fit(options, error) &&
              sources_read(&design.sources, file, data, size, options, error) &&
              design_parse(&design, error) && vl_elaborate(&all, &design, model->relation, error) &&
              model_blast(model, options, error);
  if (good) {
    VisNames *names = vis_names_new();
    remember_ranges(names, &all);
    remember_macros(names, &design.sources);
    model->language = &vis_language;
    model->reading = names;
  }
  elaborator_free(&all);
  design_free(&design);
  if (good) return model;
  model_free(model);
  return NULL;
}

/* ---- is it this dialect? ---- */

static bool goes_on(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

/* Behind comments, strings and blanks. */
static const char *skip_to_word(const char *p) {
  for (;;) {
    const char *end = NULL;
    if (p[0] == '/' && p[1] == '/') p += strcspn(p, "\n");
    else if (p[0] == '/' && p[1] == '*') {
      end = strstr(p + 2, "*/");
      p = end ? end + 2 : p + strlen(p);
    } else if (*p == '"') {
      p += 1 + strcspn(p + 1, "\"\n");
      p += *p == '"';
    } else if (*p && !goes_on(*p)) p++;
    else return p;
  }
}

static bool is_one_of(const char *word, size_t length, const char *const *list) {
  for (; *list; list++)
    if (strlen(*list) == length && !strncmp(*list, word, length)) return true;
  return false;
}

/* Words that may stand before `reg` or `wire` in any Verilog. */
static const char *const before_nets[] = {
    "input",    "output",    "inout",   "static",   "automatic", "var",   "const",
    "rand",     "randc",     "typedef", "signed",   "unsigned",  "begin", "else",
    "function", "parameter", "type",    "generate", "reg",       "wire",  NULL};

/* `$ND`, `typedef enum`, or the name of a type before `reg` or `wire`, in the same line. */
bool vl2mv_recognise(const char *data, size_t size) {
  static const char *const choices[] = {"$ND", "$NDset", NULL}, *const type[] = {"typedef", NULL},
                           *const enumeration[] = {"enum", NULL},
                           *const nets[] = {"reg", "wire", NULL},
                           *const modules[] = {"module", NULL};
  bool module = false, own = false, after_name = false, after_type = false;
  const char *end = data + size, *last = data, *p = skip_to_word(data);
  while (p < end && *p && !(module && own)) {
    size_t length = 0;
    while (goes_on(p[length])) length++;
    bool follows = after_name && strspn(last, " \t") == (size_t)(p - last);
    own |= is_one_of(p, length, choices) || (after_type && is_one_of(p, length, enumeration)) ||
           (follows && is_one_of(p, length, nets));
    module |= is_one_of(p, length, modules);
    after_type = is_one_of(p, length, type);
    bool macro = p > data && p[-1] == '`';
    after_name = !macro && !isdigit((unsigned char)*p) && strncmp(p, "end", 3) != 0 &&
                 !is_one_of(p, length, before_nets);
    last = p + length;
    p = skip_to_word(last);
  }
  return module && own;
}
