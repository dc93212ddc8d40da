#include "front/read_options.h"

static const Option rows[] = {
    {"array-limit", 0, OPTION_NUMBER, offsetof(ReadOptions, array_limit), "BITS",
     "expand arrays up to so many bits, keep larger ones as memories; 0 means 16384", NULL, 0,
     INT64_MAX},
    {"radix", 0, OPTION_CHOICE, offsetof(ReadOptions, radix), "BASE",
     "how traces show words; auto: decimal, but of Verilog hexadecimal from 8 bits on",
     "auto|decimal|hex|binary", 0, 0},
    {"aiger-map", 0, OPTION_TEXT, offsetof(ReadOptions, aiger_map), "FILE",
     "AIGER: names of inputs and latches, as 'write_aiger -map' of Yosys writes them", NULL, 0, 0},
    {"top", 0, OPTION_TEXT, offsetof(ReadOptions, top), "MODULE",
     "Verilog: the top module, where it is not the one that no other uses", NULL, 0, 0},
    {"source", 0, OPTION_LIST, offsetof(ReadOptions, sources), "FILE",
     "Verilog: a further file of the design; may be repeated", NULL, 0, 0},
    {"define", 'D', OPTION_LIST, offsetof(ReadOptions, defines), "NAME[=VALUE]",
     "Verilog: define a macro; may be repeated", NULL, 0, 0},
    {"include", 'I', OPTION_LIST, offsetof(ReadOptions, includes), "DIR",
     "Verilog: look there for included files; may be repeated", NULL, 0, 0},
    {"param", 0, OPTION_LIST, offsetof(ReadOptions, parameters), "NAME=VALUE",
     "Verilog: set a parameter of the top module; may be repeated", NULL, 0, 0},
    {"yosys", 0, OPTION_TEXT, offsetof(ReadOptions, yosys), "FILE",
     "Verilog: the program that reads it (default: $YOSYS, or yosys on the path)", NULL, 0, 0},
};

void read_options_free(ReadOptions *options) {
  string_vec_free(&options->sources);
  string_vec_free(&options->defines);
  string_vec_free(&options->includes);
  string_vec_free(&options->parameters);
}

OptionGroup read_options_group(ReadOptions *options) {
  return (OptionGroup){"Reading", rows, sizeof rows / sizeof *rows, options, NULL};
}
