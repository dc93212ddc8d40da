/* `rondo convert`: a model in another format. */
#include "base/memory.h"
#include "check/convert_model.h"
#include "check/process_symbolic.h"
#include "check/settings.h"
#include "cli/cli.h"
#include "cli/model_options.h"
#include "cli/models.h"
#include "term/blast.h"

typedef struct {
  StringVec properties;
  const char *output, *to;
  bool ascii, binary, smv;
  ConvertOptions how;
} ConvertCommand;

static ConvertCommand chosen = {.how.ltl.safety = true};
static ModelOptions source;

static const Option table[] = {
    {"output", 'o', OPTION_TEXT, offsetof(ConvertCommand, output), "FILE",
     "where to write; its ending tells the format (default: standard output)", NULL, 0, 0},
    {"to", 0, OPTION_TEXT, offsetof(ConvertCommand, to), "FORMAT",
     "the format to write: aag, aig, smv or btor2 (default: by the ending, else aag)", NULL, 0, 0},
    {"ascii", 'a', OPTION_FLAG, offsetof(ConvertCommand, ascii), NULL, "the same as --to aag", NULL,
     0, 0},
    {"binary", 'b', OPTION_FLAG, offsetof(ConvertCommand, binary), NULL, "the same as --to aig",
     NULL, 0, 0},
    {"smv", 0, OPTION_FLAG, offsetof(ConvertCommand, smv), NULL, "the same as --to smv", NULL, 0,
     0},
    {"property", 'p', OPTION_LIST, offsetof(ConvertCommand, properties), "N|NAME",
     "write only this property; may be repeated", NULL, 0, 0},
    {"product", 0, OPTION_FLAG, offsetof(ConvertCommand, how.product), NULL,
     "what the format cannot say as the product with its automaton", NULL, 0, 0},
    {"drop", 0, OPTION_FLAG, offsetof(ConvertCommand, how.drop), NULL,
     "leave out properties that the format cannot say", NULL, 0, 0},
};

static void convert_options(OptionGroupVec *groups) {
  cli_add_options(groups, table, sizeof table / sizeof *table, &chosen);
  model_options(&source, groups);
  vec_push(groups, settings_ltl_group(&chosen.how.ltl));
}

/* The options that name a format; false if several do. */
static bool named_format(const char **name) {
  const char *names[] = {chosen.to, chosen.ascii ? "aag" : NULL, chosen.binary ? "aig" : NULL,
                         chosen.smv ? "smv" : NULL};
  *name = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (names[i] && *name) return false;
    if (names[i]) *name = names[i];
  }
  return true;
}

/* Keeps the properties asked for; false, with a message, if there is none of a name. */
static bool select_properties(Model *model) {
  VEC(size_t) numbers = {0};
  bool found = true;
  for (size_t i = 0; i < chosen.properties.size && found; i++) {
    int64_t number = cli_property(model, chosen.properties.data[i]);
    found = number >= 0;
    if (found) vec_push(&numbers, (size_t)number);
  }
  if (found && numbers.size) convert_select(model, numbers.data, numbers.size);
  vec_free(&numbers);
  return found;
}

static int write_model(const Model *model, const FrontWriter *writer) {
  FILE *stream = cli_create(chosen.output);
  if (!stream) return EXIT_CANNOT_CREATE;
  writer->form->write(model, stream);
  return cli_close(stream, chosen.output);
}

/* A program as the circuit that engines get of it; NULL after telling why it is none. */
static Model *circuit_of(Model *program) {
  Settings *settings = settings_new();
  Error error = {0};
  Model *circuit = process_symbolic_convert(program, settings, &error);
  if (!circuit) cli_fail_error(EXIT_BAD_INPUT, &error);
  settings_free(settings);
  model_free(program);
  return circuit;
}

static int convert(const char *file, const FrontWriter *writer) {
  if (!source.reading.array_limit) source.reading.array_limit = ARRAY_LIMIT_WHOLE;
  Model *model = model_options_load(&source, file);
  if (!model) return EXIT_BAD_INPUT;
  Error error = {0};
  if (model->processes) model = circuit_of(model);
  if (!model) return EXIT_BAD_INPUT;
  int code = cli_refuse_net(model, "convert");
  if (code) { /* said */
  } else if (!select_properties(model)) code = EXIT_USAGE;
  else if (convert_prepare(model, writer, &chosen.how, &error)) code = write_model(model, writer);
  else code = cli_fail_error(EXIT_BAD_INPUT, &error);
  model_free(model);
  return code;
}

static int convert_run(ArgumentVec *files) {
  FrontWriter writer;
  Error error = {0};
  const char *name;
  int code;
  if (files->size != 1) code = cli_usage(&command_convert, "which file? (exactly one)");
  else if (!named_format(&name))
    code = cli_usage(&command_convert, "one of --to, --ascii, --binary and --smv, not several");
  else if (!front_writer(name, chosen.output, &writer, &error))
    code = cli_fail_error(EXIT_USAGE, &error);
  else code = convert(files->data[0], &writer);
  string_vec_free(&chosen.properties);
  return code;
}

const Command command_convert = {
    .name = "convert",
    .usage = "convert [OPTIONS] FILE",
    .summary = "write a model in another format",
    .description =
        "Reads a model and writes it as AIGER 1.9, ASCII (.aag) or binary (.aig), as SMV (.smv) "
        "or\n"
        "as BTOR2 (.btor2).\n"
        "Names are kept as far as the format allows. What is written means the same as what was\n"
        "read: a property that the format cannot say is an error (exit code 65, and no file),\n"
        "unless --drop or --product is given. A product is a bad state or a justice property "
        "under\n"
        "the name of the formula; if it is the only property of the file, witnesses and "
        "certificates\n"
        "of 'rondo check' for the formula are such for that file.",
    .examples = "  rondo convert design.aig -o design.aag\n      binary to ASCII, to look at it\n"
                "  rondo convert design.aag.xz --binary > design.aig\n"
                "      compressed ASCII to binary\n"
                "  rondo convert design.smv --property safe -o safe.aig\n"
                "      the model with one property alone\n"
                "  rondo convert design.smv --ltl 'G F ready' --product -o product.aig\n"
                "      the model and the automaton of a formula, for other checkers\n",
    .options = convert_options,
    .run = convert_run,
};
