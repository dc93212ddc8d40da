/* Random SMV models, by the enumeration of the language. Half of the files have no CTL in them, as
 * their free variables may then become inputs; what is not in the file is asked from outside. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "campaign/case.h"
#include "front/smv/parser.h"
#include "front/smv/smv.h"
#include "oracle/random_smv.h"
#include "oracle/smv_enumerator.h"

enum { PROPERTIES = 6 };

static const struct {
  SmvLogic logic;
  const char *kind, *section, *option;
} asked[PROPERTIES] = {
    {SMV_INVARIANT, "smv invariant", "INVARSPEC", "invar"},
    {SMV_INVARIANT, "smv invariant", "INVARSPEC", "invar"},
    {SMV_LTL, "smv ltl", "LTLSPEC", "ltl"},
    {SMV_LTL, "smv ltl", "LTLSPEC", "ltl"},
    {SMV_CTL, "smv ctl", "CTLSPEC", "ctl"},
    {SMV_CTL, "smv ctl", "CTLSPEC", "ctl"},
};

static void add_specification(Text *text, size_t property, const char *formula) {
  text_format(text, "%s NAME p%zu := %s;\n", asked[property].section, property, formula);
}

/* What the enumerator says of a model with all properties as specifications. */
static void enumerate(const Text *text, bool *holds) {
  Error error = {0};
  Syntax syntax = {.file = "f", .text = text->data, .length = text->size, .error = &error};
  if (!smv_parse(&syntax)) fprintf(stderr, "%s\n%s", error.message, text->data);
  SmvEnumerator *e = smv_enumerator_new(&syntax);
  const ModuleSyntax *module = syntax.modules.data;
  for (size_t i = 0, found = 0; i < module->sections.size; i++)
    if (module->sections.data[i].kind >= SECTION_CTLSPEC)
      holds[found++] = smv_enumerator_holds(e, module->sections.data + i);
  smv_enumerator_free(e);
  syntax_free(&syntax);
}

/* Models with undefined values are refused; see smv_test.c. */
static bool accepted(const Text *text) {
  Error error = {0};
  Model *model = smv_read("random.smv", text->data, text->size, NULL, &error);
  error_free(&error);
  if (model) model_free(model);
  return model;
}

static char *copy_of(const Text *text) { return mem_string(text->data); }

void smv_case(Case *c, Random *random) {
  RandomSmv g = {.random = {random_word(random)}, .roles = true};
  random_smv_model(&g);
  random_smv_fairness(&g);
  Text model = {0}, all = {0}, in_file = {0};
  text_add(&model, g.text.data);
  text_add(&all, g.text.data);
  text_add(&in_file, g.text.data);
  if (accepted(&model)) {
    char *formulas[PROPERTIES];
    bool holds[PROPERTIES], inside[PROPERTIES], any_ctl = random_chance(random, 1, 2);
    for (size_t i = 0; i < PROPERTIES; i++) {
      text_clear(&g.text);
      random_smv_property(&g, asked[i].logic, 3);
      formulas[i] = copy_of(&g.text);
      inside[i] = (asked[i].logic != SMV_CTL || any_ctl) && random_chance(random, 1, 2);
      add_specification(&all, i, formulas[i]);
      if (inside[i]) add_specification(&in_file, i, formulas[i]);
    }
    enumerate(&all, holds);
    c->file = case_path(c, "model.smv");
    FILE *stream = fopen(c->file, "w");
    if (!stream || fputs(in_file.data, stream) < 0 || fclose(stream)) perror(c->file);
    for (size_t i = 0; i < PROPERTIES; i++) {
      Text name = {0};
      text_format(&name, "p%zu", i);
      case_ask(c, asked[i].kind, inside[i] ? "property" : asked[i].option,
               inside[i] ? mem_string(name.data) : mem_string(formulas[i]), holds[i]);
      text_free(&name);
      mem_free(formulas[i]);
    }
  }
  text_free(&model);
  text_free(&all);
  text_free(&in_file);
  text_free(&g.text);
}
