/* The AIGER reader. The text part of a file is strictly one item on a line, so the reader keeps no
 * positions while all goes well: when something is wrong with an item, the line and column are
 * found by going through the text once more.
 *
 * A header is only believed as far as the rest of the file can bear it out: every item but the
 * inputs of a binary file costs at least two bytes, and variables without an item of their own are
 * limited by the size of the file. So the memory used is linear in the size of the file.
 *
 * Literals of latches, outputs and properties come before the gates that define them. They are kept
 * as they are and resolved at the end. Gates of the ASCII form may come in any order; they are
 * built depth first with an explicit stack, which also finds cycles. */
#include "system/aiger_file.h"
#include "system/aiger_scan.h"

enum { HEADER_NUMBERS = 9 };
enum { FREE_VARIABLES = 1 << 16 }; /* variables without bytes of their own that any file may have */
static const char *const magic_ascii = "aag ", *const magic_binary = "aig ";

#define GREATEST_VARIABLE ((uint32_t)INT32_MAX - 1)
#define LIT_VISITING (LIT_NONE - 1) /* a gate that is being built */

typedef struct {
  uint32_t output, left, right;
} Gate;

typedef struct {
  Scan scan;
  bool binary, reset_functions;
  uint32_t variables, inputs, latches, outputs, gates, bad, constraints, justice, fairness;
  U32Vec literals; /* next of latches, outputs, bad, constraints, justice, fairness: unresolved */
  U32Vec resets;   /* of latches, unresolved; where reset functions are allowed */
  U32Vec justice_sizes;
  VEC(Gate) ascii_gates;
  U32Vec gate_of; /* ASCII: by variable, index in ascii_gates plus one */
  AigerFile *file;
} Reader;

bool aiger_file_recognise(const char *data, size_t size) {
  return size >= 4 && (!memcmp(data, magic_ascii, 4) || !memcmp(data, magic_binary, 4));
}

/* ---- literals ---- */

static bool read_literal(Reader *r, const char *what, uint32_t *literal) {
  const char *start = r->scan.at;
  if (!scan_number(&r->scan, what, literal)) return false;
  if (*literal >> 1 <= r->variables) return true;
  return scan_fail(&r->scan, start, "literal %u is out of range: the greatest variable is %u",
                   *literal, r->variables);
}

/* A literal that this place defines: positive, not a constant, not defined before. */
static bool read_definition(Reader *r, const char *what, uint32_t *literal) {
  const char *start = r->scan.at;
  if (!read_literal(r, what, literal)) return false;
  uint32_t variable = *literal >> 1;
  if (*literal & 1) return scan_fail(&r->scan, start, "%s must be even, not %u", what, *literal);
  if (!variable) return scan_fail(&r->scan, start, "%s must not be the constant 0", what);
  if (r->file->variables.data[variable] != LIT_NONE || r->gate_of.data[variable])
    return scan_fail(&r->scan, start, "literal %u is defined a second time", *literal);
  return true;
}

/* ---- the header ---- */

static bool header_is_justified(Reader *r) {
  uint64_t defined = (uint64_t)r->inputs + r->latches + r->gates;
  uint64_t others = (uint64_t)r->outputs + r->bad + r->constraints + r->justice + r->fairness;
  size_t size = (size_t)(r->scan.end - r->scan.data), left = (size_t)(r->scan.end - r->scan.at);
  const char *header = r->scan.data + 4;
  if (r->variables > GREATEST_VARIABLE)
    return scan_fail(&r->scan, header, "the greatest variable is %u; this program can have %u",
                     r->variables, GREATEST_VARIABLE);
  if (r->variables < defined)
    return scan_fail(
        &r->scan, header,
        "the greatest variable is %u, but inputs, latches and gates are %llu variables",
        r->variables, (unsigned long long)defined);
  if (r->binary && r->variables > defined)
    return scan_fail(
        &r->scan, header,
        "the greatest variable of a binary file must be the number of inputs, latches and "
        "gates, %llu, not %u",
        (unsigned long long)defined, r->variables);
  uint64_t needed =
      r->binary ? 2 * ((uint64_t)r->latches + r->gates + others)
                : 2 * (r->inputs + others) + 4 * (uint64_t)r->latches + 6 * (uint64_t)r->gates;
  if (needed > left)
    return scan_fail(
        &r->scan, header,
        "the file is too short for its header: at least %llu more bytes are announced, %zu "
        "follow",
        (unsigned long long)needed, left);
  if (r->variables - r->latches - r->gates > (uint64_t)FREE_VARIABLES + size)
    return scan_fail(&r->scan, header, "%u variables are too many for a file of %zu bytes",
                     r->variables, size);
  return true;
}

static bool read_header(Reader *r) {
  if (!aiger_file_recognise(r->scan.data, (size_t)(r->scan.end - r->scan.data)))
    return scan_fail(&r->scan, r->scan.data,
                     "not an AIGER file: it must begin with 'aag ' or 'aig '");
  r->binary = r->scan.data[1] == 'i';
  r->scan.at = r->scan.data + 4;
  static const char *const what[HEADER_NUMBERS] = {"the greatest variable",
                                                   "the number of inputs",
                                                   "the number of latches",
                                                   "the number of outputs",
                                                   "the number of gates",
                                                   "the number of bad states",
                                                   "the number of constraints",
                                                   "the number of justice properties",
                                                   "the number of fairness conditions"};
  uint32_t *numbers[HEADER_NUMBERS] = {&r->variables,   &r->inputs,  &r->latches,
                                       &r->outputs,     &r->gates,   &r->bad,
                                       &r->constraints, &r->justice, &r->fairness};
  for (int i = 0; i < HEADER_NUMBERS; i++) {
    if (i > 4 && (r->scan.at >= r->scan.end || *r->scan.at != ' '))
      break; /* the last four may be missing */
    if (i && !scan_space(&r->scan, what[i])) return false;
    if (!scan_number(&r->scan, what[i], numbers[i])) return false;
  }
  return scan_line_end(&r->scan) && header_is_justified(r);
}

/* ---- the text sections ---- */

static bool read_inputs(Reader *r) {
  System *system = r->file->system;
  for (uint32_t i = 0; i < r->inputs; i++) {
    uint32_t literal = 2 * (i + 1);
    if (!r->binary &&
        !(read_definition(r, "the literal of an input", &literal) && scan_line_end(&r->scan)))
      return false;
    r->file->variables.data[literal >> 1] = system_input(system);
  }
  return true;
}

static bool read_reset(Reader *r, uint32_t latch, Reset *reset) {
  uint32_t value = 0;
  if (r->scan.at < r->scan.end && *r->scan.at == ' ') {
    const char *start = ++r->scan.at;
    if (!(r->reset_functions ? read_literal(r, "the reset of a latch", &value)
                             : scan_number(&r->scan, "the reset of a latch", &value)))
      return false;
    if (value > 1 && value != latch && !r->reset_functions)
      return scan_fail(&r->scan, start, "the reset of latch %u must be 0, 1 or %u, not %u", latch,
                       latch, value);
  }
  if (r->reset_functions) vec_push(&r->resets, value);
  *reset = value > 1 ? RESET_FREE : value ? RESET_1 : RESET_0;
  return true;
}

static bool read_latches(Reader *r) {
  System *system = r->file->system;
  for (uint32_t i = 0; i < r->latches; i++) {
    uint32_t literal = 2 * (r->inputs + i + 1), next;
    Reset reset = RESET_0;
    if (!r->binary && !(read_definition(r, "the literal of a latch", &literal) &&
                        scan_space(&r->scan, "a space and the next state")))
      return false;
    if (!read_literal(r, "the next state of a latch", &next)) return false;
    vec_push(&r->literals, next);
    if (!read_reset(r, literal, &reset) || !scan_line_end(&r->scan)) return false;
    r->file->variables.data[literal >> 1] = system_latch(system, reset);
  }
  return true;
}

static bool read_literals(Reader *r, uint64_t count, const char *what) {
  for (uint64_t i = 0; i < count; i++) {
    uint32_t literal;
    if (!read_literal(r, what, &literal) || !scan_line_end(&r->scan)) return false;
    vec_push(&r->literals, literal);
  }
  return true;
}

static bool read_justice(Reader *r) {
  uint64_t total = 0;
  for (uint32_t i = 0; i < r->justice; i++) {
    const char *start = r->scan.at;
    uint32_t size;
    if (!scan_number(&r->scan, "the size of a justice property", &size) || !scan_line_end(&r->scan))
      return false;
    total += size;
    if (2 * total > (uint64_t)(r->scan.end - r->scan.at))
      return scan_fail(&r->scan, start,
                       "the file is too short for a justice property of %u literals", size);
    vec_push(&r->justice_sizes, size);
  }
  return read_literals(r, total, "a justice literal");
}

static bool read_sections(Reader *r) {
  return read_inputs(r) && read_latches(r) && read_literals(r, r->outputs, "an output") &&
         read_literals(r, r->bad, "a bad state literal") &&
         read_literals(r, r->constraints, "a constraint") && read_justice(r) &&
         read_literals(r, r->fairness, "a fairness literal");
}

/* ---- gates ---- */

static bool read_ascii_gates(Reader *r) {
  vec_reserve(&r->ascii_gates, r->gates);
  for (uint32_t i = 0; i < r->gates; i++) {
    Gate gate;
    if (!read_definition(r, "the literal of a gate", &gate.output) ||
        !scan_space(&r->scan, "a space and the gate's first input") ||
        !read_literal(r, "the first input of a gate", &gate.left) ||
        !scan_space(&r->scan, "a space and the gate's second input") ||
        !read_literal(r, "the second input of a gate", &gate.right) || !scan_line_end(&r->scan))
      return false;
    vec_push(&r->ascii_gates, gate);
    r->gate_of.data[gate.output >> 1] = i + 1;
  }
  return true;
}

/* Line of the text part, from 0, where the gates begin. */
static size_t gate_line(const Reader *r) {
  return 1 + (size_t)r->inputs + r->literals.size + r->justice;
}

/* Looks at one input of a gate that is being built: pushes the gate that defines it where that has
 * to be built first. */
static bool visit_input(Reader *r, uint32_t gate, int token, U32Vec *stack) {
  const Gate *g = &r->ascii_gates.data[gate];
  uint32_t literal = token == 1 ? g->left : g->right, variable = literal >> 1;
  Lit built = r->file->variables.data[variable];
  if (built == LIT_NONE && r->gate_of.data[variable])
    vec_push(stack, r->gate_of.data[variable] - 1);
  else if (built == LIT_NONE)
    return scan_fail(&r->scan, scan_token(&r->scan, gate_line(r) + gate, (size_t)token),
                     "literal %u is not defined", literal);
  else if (built == LIT_VISITING)
    return scan_fail(&r->scan, scan_token(&r->scan, gate_line(r) + gate, (size_t)token),
                     "the gates are cyclic: literal %u depends on itself", lit_positive(literal));
  return true;
}

static bool build_gate(Reader *r, uint32_t root, U32Vec *stack) {
  Lit *variables = r->file->variables.data;
  vec_push(stack, root);
  while (stack->size) {
    uint32_t gate = vec_last(stack);
    const Gate *g = &r->ascii_gates.data[gate];
    Lit *built = &variables[g->output >> 1];
    if (*built == LIT_NONE) {
      *built = LIT_VISITING; /* all unfinished gates below on the stack are its readers */
      if (!visit_input(r, gate, 1, stack) || !visit_input(r, gate, 2, stack)) return false;
      if (vec_last(stack) != gate) continue;
    }
    if (*built == LIT_VISITING)
      *built = aig_and(r->file->system->aig, aig_map_lit(variables, g->left),
                       aig_map_lit(variables, g->right));
    (void)vec_pop(stack);
  }
  return true;
}

static bool build_ascii_gates(Reader *r) {
  U32Vec stack = {0};
  bool fine = true;
  for (uint32_t i = 0; fine && i < r->gates; i++) fine = build_gate(r, i, &stack);
  vec_free(&stack);
  return fine;
}

/* Seven bits in a byte, the least significant first; all bytes but the last have the high bit. */
static inline const unsigned char *decode(const unsigned char *p, const unsigned char *end,
                                          uint32_t *value) {
  uint32_t number = 0;
  for (unsigned shift = 0; p < end; shift += 7) {
    unsigned char byte = *p++;
    if (shift == 28 && byte > 0x0f) return NULL;
    number |= (uint32_t)(byte & 0x7f) << shift;
    if (byte < 0x80) {
      *value = number;
      return p;
    }
  }
  return NULL;
}

static bool fail_delta(Reader *r, const unsigned char *place, uint32_t output) {
  const unsigned char *end = (const unsigned char *)r->scan.end, *p = place;
  while (p < end && p - place < 5 && *p >= 0x80) p++;
  if (p == end && p - place < 5)
    return scan_fail(&r->scan, r->scan.end, "the file ends in the middle of gate %u", output);
  return scan_fail(&r->scan, (const char *)place, "gate %u: the difference does not fit in 32 bits",
                   output);
}

static bool read_binary_gates(Reader *r) {
  const unsigned char *p = (const unsigned char *)r->scan.at,
                      *end = (const unsigned char *)r->scan.end;
  Lit *variables = r->file->variables.data;
  Aig *aig = r->file->system->aig;
  uint32_t variable = r->inputs + r->latches;
  for (uint32_t i = 0; i < r->gates; i++) {
    const unsigned char *start = p;
    uint32_t output = 2 * ++variable, first, second;
    if (!(p = decode(start, end, &first))) return fail_delta(r, start, output);
    if (!first || first > output)
      return scan_fail(&r->scan, (const char *)start,
                       "gate %u: the first difference must be 1 to %u, not %u", output, output,
                       first);
    uint32_t left = output - first;
    start = p;
    if (!(p = decode(start, end, &second))) return fail_delta(r, start, output);
    if (second > left)
      return scan_fail(&r->scan, (const char *)start,
                       "gate %u: the second difference must be 0 to %u, not %u", output, left,
                       second);
    variables[variable] =
        aig_and(aig, aig_map_lit(variables, left), aig_map_lit(variables, left - second));
  }
  r->scan.at = (const char *)p;
  return true;
}

/* ---- resolving ---- */

/* The literal of the graph for the n-th of r->literals, or LIT_NONE. */
static Lit resolve(Reader *r, size_t n) {
  uint32_t literal = r->literals.data[n];
  Lit lit = aig_map_lit(r->file->variables.data, literal);
  if (lit == LIT_NONE) {
    size_t line = 1 + n + (r->binary ? 0 : r->inputs);
    if (n >= (size_t)r->latches + r->outputs + r->bad + r->constraints) line += r->justice;
    size_t token = n < r->latches && !r->binary;
    scan_fail(&r->scan, scan_token(&r->scan, line, token), "literal %u is not defined", literal);
  }
  return lit;
}

static bool resolve_into(Reader *r, size_t *n, size_t count, LitVec *lits) {
  vec_reserve(lits, count);
  for (size_t i = 0; i < count; i++) {
    Lit lit = resolve(r, (*n)++);
    if (lit == LIT_NONE) return false;
    vec_push(lits, lit);
  }
  return true;
}

static bool resolve_resets(Reader *r) {
  vec_reserve(&r->file->resets, r->resets.size);
  for (size_t i = 0; i < r->resets.size; i++) {
    Lit lit = aig_map_lit(r->file->variables.data, r->resets.data[i]);
    if (lit == LIT_NONE) {
      size_t line = 1 + i + (r->binary ? 0 : r->inputs), token = r->binary ? 1 : 2;
      return scan_fail(&r->scan, scan_token(&r->scan, line, token), "literal %u is not defined",
                       r->resets.data[i]);
    }
    vec_push(&r->file->resets, lit);
  }
  return true;
}

static bool resolve_literals(Reader *r) {
  AigerFile *file = r->file;
  System *system = file->system;
  size_t n = 0;
  for (; n < r->latches; n++)
    if ((system->latches.data[n].next = resolve(r, n)) == LIT_NONE) return false;
  if (!resolve_into(r, &n, r->outputs, &file->outputs) ||
      !resolve_into(r, &n, r->bad, &file->bad) ||
      !resolve_into(r, &n, r->constraints, &system->constraints))
    return false;
  vec_resize(&file->justice, r->justice);
  for (size_t i = 0; i < r->justice; i++)
    if (!resolve_into(r, &n, r->justice_sizes.data[i], &file->justice.data[i])) return false;
  return resolve_into(r, &n, r->fairness, &system->fairness);
}

/* ---- symbols and comments ---- */

static bool read_symbol(Reader *r) {
  static const char letters[] = "ilobcjf";
  static const char *const nouns[] = {"inputs",
                                      "latches",
                                      "outputs",
                                      "bad states",
                                      "constraints",
                                      "justice properties",
                                      "fairness conditions"};
  const char *start = r->scan.at, *letter = *start ? strchr(letters, *start) : NULL;
  if (!letter) return scan_fail_expected(&r->scan, "a symbol (i, l, o, b, c, j, f) or a comment");
  AigerSection section = (AigerSection)(letter - letters);
  size_t count = aiger_file_count(r->file, section);
  uint32_t position;
  r->scan.at++;
  if (!scan_number(&r->scan, "the position of a symbol", &position)) return false;
  if (position >= count)
    return scan_fail(&r->scan, start, "symbol %c%u is out of range: the number of %s is %zu",
                     *start, position, nouns[section], count);
  if (aiger_file_name(r->file, section, position))
    return scan_fail(&r->scan, start, "symbol %c%u is defined a second time", *start, position);
  if (!scan_space(&r->scan, "a space and a name")) return false;
  const char *name_end = scan_rest_of_line(&r->scan);
  if (name_end == r->scan.end)
    return scan_fail(&r->scan, name_end, "the file ends in the middle of a symbol");
  size_t length = (size_t)(name_end - r->scan.at);
  if (length && r->scan.at[length - 1] == '\r') length--;
  const char *zero = memchr(r->scan.at, 0, length);
  if (zero) return scan_fail(&r->scan, zero, "a name must not contain a zero byte");
  char *name = mem_string_n(r->scan.at, length);
  if (length) aiger_file_set_name(r->file, section, position, name);
  mem_free(name);
  r->scan.at = name_end + 1;
  return true;
}

/* A `c` that stands alone; with a position it is the symbol of a constraint. */
static bool at_comment(const Reader *r) {
  return *r->scan.at == 'c' &&
         (r->scan.at + 1 == r->scan.end || scan_line_ends_at(&r->scan, r->scan.at + 1));
}

static bool read_symbols_and_comments(Reader *r) {
  while (r->scan.at < r->scan.end && !at_comment(r))
    if (!read_symbol(r)) return false;
  if (r->scan.at == r->scan.end) return true;
  r->scan.at = scan_rest_of_line(&r->scan);
  while (r->scan.at < r->scan.end && ++r->scan.at < r->scan.end) {
    const char *end = scan_rest_of_line(&r->scan);
    vec_push(&r->file->comments, mem_string_n(r->scan.at, (size_t)(end - r->scan.at)));
    r->scan.at = end;
  }
  return true;
}

/* ---- the whole ---- */

static bool read_body(Reader *r) {
  AigerFile *file = r->file = aiger_file_new(system_new());
  size_t variables = (size_t)r->variables + 1;
  aig_reserve(file->system->aig, 1 + (size_t)r->inputs + r->latches + r->gates);
  vec_resize(&file->variables, variables);
  memset(file->variables.data, 0xff, variables * sizeof(Lit)); /* LIT_NONE */
  file->variables.data[0] = LIT_FALSE;
  if (!r->binary) vec_resize(&r->gate_of, variables);
  if (!read_sections(r)) return false;
  if (r->binary) {
    r->scan.binary_part = r->scan.at;
    if (!read_binary_gates(r)) return false;
  } else if (!read_ascii_gates(r) || !build_ascii_gates(r)) {
    return false;
  }
  return resolve_literals(r) && resolve_resets(r) && read_symbols_and_comments(r);
}

static AigerFile *read_file(Scan scan, bool reset_functions) {
  Reader r = {.scan = scan, .reset_functions = reset_functions};
  bool fine = read_header(&r) && read_body(&r);
  if (!fine) {
    aiger_file_free(r.file);
    r.file = NULL;
  }
  vec_free(&r.literals);
  vec_free(&r.resets);
  vec_free(&r.justice_sizes);
  vec_free(&r.ascii_gates);
  vec_free(&r.gate_of);
  return r.file;
}

AigerFile *aiger_file_read(const char *name, const char *data, size_t size, Error *error) {
  return read_file((Scan){name, data, data + size, data, NULL, error}, false);
}

AigerFile *aiger_file_read_witness(const char *name, const char *data, size_t size, Error *error) {
  return read_file((Scan){name, data, data + size, data, NULL, error}, true);
}
