/* `rondo convert`: a model in another format. */
#include <string.h>

#include "cli/cli.h"
#include "cli/models.h"
#include "front/aiger.h"
#include "report/smv_write.h"

typedef struct {
  const char *output, *format;
  bool ascii, binary, smv;
} ConvertOptions;

static ConvertOptions chosen;

static const Option table[] = {
    {"output", 'o', OPTION_TEXT, offsetof(ConvertOptions, output), "FILE",
     "where to write; its ending tells the format (default: standard output)", NULL, 0, 0},
    {"ascii", 'a', OPTION_FLAG, offsetof(ConvertOptions, ascii), NULL, "write ASCII AIGER", NULL, 0,
     0},
    {"binary", 'b', OPTION_FLAG, offsetof(ConvertOptions, binary), NULL, "write binary AIGER", NULL,
     0, 0},
    {"smv", 0, OPTION_FLAG, offsetof(ConvertOptions, smv), NULL, "write SMV", NULL, 0, 0},
    {"format", 0, OPTION_TEXT, offsetof(ConvertOptions, format), "NAME", "format of the input",
     NULL, 0, 0},
};

static void convert_options(OptionGroupVec *groups) {
  cli_add_options(groups, table, sizeof table / sizeof *table, &chosen);
}

static int convert_run(ArgumentVec *files) {
  if (files->size != 1) return cli_usage(&command_convert, "which file? (exactly one)");
  if (chosen.ascii && chosen.binary)
    return cli_usage(&command_convert, "--ascii or --binary, not both");
  bool binary = chosen.binary || (!chosen.ascii && text_ends_with(chosen.output, ".aig"));
  Model *model = cli_load(files->data[0], chosen.format);
  if (!model) return EXIT_BAD_INPUT;
  FILE *stream = cli_create(chosen.output);
  int code = EXIT_CANNOT_CREATE;
  if (stream) {
    if (text_ends_with(chosen.output, ".smv") || chosen.smv) smv_write(model, stream);
    else aiger_write(model, stream, binary);
    code = cli_close(stream, chosen.output);
  }
  model_free(model);
  return code;
}

const Command command_convert = {
    .name = "convert",
    .usage = "convert [OPTIONS] FILE",
    .summary = "write a model in another format",
    .description =
        "Reads a model and writes it as AIGER 1.9: binary if the output ends in .aig, "
        "ASCII otherwise;\nas SMV if it ends in .smv. Names are kept as far as the format "
        "allows.",
    .examples = "  rondo convert design.aig -o design.aag\n      binary to ASCII, to look at it\n"
                "  rondo convert design.aag.xz --binary > design.aig\n"
                "      compressed ASCII to binary\n",
    .options = convert_options,
    .run = convert_run,
};
