#include "front/verilog/script.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a script can say ---- */

/* The names of files go into scripts between quotes, where only these characters end them; other
 * words as they are, and then blanks and a few more would. */
static bool can_quote(const char *word) {
  for (; *word; word++)
    if (*word == '"' || (unsigned char)*word < ' ') return false;
  return true;
}

static bool is_one_word(const char *word) { return can_quote(word) && !strpbrk(word, " ;#"); }

static bool is_name(const char *name, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (!isalnum((unsigned char)name[i]) && !strchr("_$.\\", name[i])) return false;
  return length > 0;
}

/* ---- reading ---- */

static bool add_lists(const ReadOptions *options, Text *script, Error *error) {
  for (size_t i = 0; i < options->defines.size; i++) {
    const char *define = options->defines.data[i];
    if (!is_name(define, strcspn(define, "=")) || !is_one_word(define))
      return error_set(error, "--define needs NAME or NAME=VALUE, not '%s'", define);
    text_format(script, " -D%s", define);
  }
  for (size_t i = 0; i < options->includes.size; i++) {
    if (!is_one_word(options->includes.data[i]))
      return error_set(error, "--include cannot take '%s': Yosys takes no such name here",
                       options->includes.data[i]);
    text_format(script, " -I%s", options->includes.data[i]);
  }
  return true;
}

static bool is_text(const char *value) {
  size_t length = strlen(value);
  return length > 2 && value[0] == '"' && value[length - 1] == '"';
}

static bool is_negative(const char *value) {
  size_t digits = value[0] == '-' ? strspn(value + 1, "0123456789") : 0;
  return digits && !value[1 + digits];
}

/* Yosys takes numbers alone, without a sign: a text in quotes and a negative number are given as
 * what they are in bits. */
static void add_value(const char *value, Text *script) {
  size_t length = strlen(value);
  if (is_negative(value)) {
    text_format(script, "32'sh%08x", (unsigned)strtol(value, NULL, 10));
  } else if (is_text(value)) {
    text_format(script, "%zu'h", 8 * (length - 2));
    for (size_t i = 1; i + 1 < length; i++) text_format(script, "%02x", (unsigned char)value[i]);
  } else {
    text_add(script, value);
  }
}

static bool add_top(const ReadOptions *options, Text *script, Error *error) {
  if (options->top && !is_name(options->top, strlen(options->top)))
    return error_set(error, "--top needs the name of a module, not '%s'", options->top);
  if (options->top) text_format(script, " -top %s", options->top);
  else text_add(script, " -auto-top");
  if (options->parameters.size && !options->top) /* Yosys would say nothing, and set nothing */
    return error_set(error, "--param is about the top module: name it with --top");
  for (size_t i = 0; i < options->parameters.size; i++) {
    const char *parameter = options->parameters.data[i];
    size_t length = strcspn(parameter, "=");
    const char *value = parameter + length + (parameter[length] == '=');
    if (!is_name(parameter, length) || !*value || (!is_text(value) && !is_one_word(value)))
      return error_set(error, "--param needs NAME=VALUE, not '%s'", parameter);
    text_format(script, " -chparam %.*s ", (int)length, parameter);
    add_value(value, script);
  }
  return true;
}

/* Named nets are kept, so that registers that nothing reads can be seen, too. Nothing merges cells:
 * of two assertions with equal conditions one would disappear. */
static const char prepare[] = "proc\n"
                              "check\n"
                              "flatten\n"
                              "select -set named w:* w:$* %d\n"
                              "setattr -set keep 1 @named\n"
                              "opt_clean\n" /* a memory that nothing reads would be an error */
                              "memory_collect\n"
                              "memory_nordff\n"
                              "opt_clean\n";

static bool add_files(const StringVec *files, const ReadOptions *options, Text *script,
                      Error *error) {
  if (!add_lists(options, script, error)) return false;
  for (size_t i = 0; i < files->size; i++) {
    const char *file = files->data[i];
    if (!can_quote(file)) return error_set(error, "Yosys cannot be given this file name");
    text_format(script, " \"%s%s\"", file[0] == '-' ? "./" : "", file);
  }
  return true;
}

bool script_types(const StringVec *files, const ReadOptions *options, const char *tree,
                  Text *script, Error *error) {
  text_format(script, "tee -q -o %s read_verilog -formal -sv -dump_ast2", tree);
  if (!add_files(files, options, script, error)) return false;
  text_add(script, "\n");
  return true;
}

bool script_read(const StringVec *files, const ReadOptions *options, const char *design,
                 const char *netlist, Text *script, Error *error) {
  text_add(script, "read_verilog -formal -sv");
  if (!add_files(files, options, script, error)) return false;
  text_add(script, "\nhierarchy -check");
  if (!add_top(options, script, error)) return false;
  text_format(script, "\n%swrite_rtlil %s\nwrite_json %s\n", prepare, design, netlist);
  return true;
}

/* ---- translating ---- */

/* A step is a cycle. Asynchronous resets become part of the value that a register shows; without
 * 'chformal -early' clocked assumptions would come a step late. */
static const char to_cycles[] = "async2sync\n"
                                "opt_clean\n"
                                "formalff -clk2ff\n"
                                "chformal -early\n";

/* A step is a moment: each register looks at its own clock. */
static const char to_moments[] = "clk2fflogic\n"
                                 "opt_clean\n"
                                 "formalff -clk2ff\n";

/* First values that are undefined are free, and so is what nothing drives: after memories became
 * registers once more. Rare operators become common ones. */
static const char free_undefined[] = "formalff -ff2anyinit\n"
                                     "setundef -undriven -anyseq\n"
                                     "opt_expr -keepdc\n";
static const char to_registers[] = "memory_map -formal\n"
                                   "formalff -clk2ff -ff2anyinit\n"
                                   "setundef -undriven -anyseq\n"
                                   "opt_expr -keepdc\n";
static const char to_words[] =
    "techmap t:$pow t:$divfloor t:$macc t:$alu t:$lcu t:$fa t:$lut t:$sop t:$demux\n"
    "dffunmap\n";

static const char to_bits[] = "techmap\n"
                              "simplemap\n"
                              "dffunmap\n";

void script_translate(const char *design, const char *netlist, const Translation *how,
                      Text *script) {
  text_format(script, "read_rtlil %s\n", design);
  text_add(script, how->cycles ? to_cycles : to_moments);
  text_add(script, free_undefined);
  if (!how->memories) text_add(script, to_registers);
  text_add(script, to_words);
  if (how->bits) text_add(script, to_bits);
  text_format(script, "opt_expr -keepdc\nopt_clean\nwrite_json %s\n", netlist);
}
