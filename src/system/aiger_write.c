/* The AIGER writer. Nodes of the graph are in topological order already, so numbering those that
 * are needed in ascending order gives what the binary form asks for: gates are consecutive, and
 * each is greater than what it reads. */
#include "system/aiger_file.h"

/* The literals that a file says something about. */
static void collect_roots(const AigerFile *file, LitVec *roots) {
  const System *system = file->system;
  for (size_t i = 0; i < system->latches.size; i++) vec_push(roots, system->latches.data[i].next);
  vec_append(roots, &file->resets);
  vec_append(roots, &file->outputs);
  vec_append(roots, &file->bad);
  vec_append(roots, &system->constraints);
  for (size_t i = 0; i < file->justice.size; i++) vec_append(roots, &file->justice.data[i]);
  vec_append(roots, &system->fairness);
  vec_append(roots, &file->kept);
}

Lit *aiger_file_numbers(const AigerFile *file) {
  const System *system = file->system;
  const Aig *aig = system->aig;
  LitVec roots = {0};
  Bits needed = bits_new(aig->size);
  collect_roots(file, &roots);
  for (size_t i = 0; i < roots.size; i++) bits_set(&needed, lit_node(roots.data[i]));
  for (uint32_t n = (uint32_t)aig->size; n-- > 1;)
    if (bits_get(&needed, n) && aig_is_and(aig, n)) {
      bits_set(&needed, lit_node(aig->nodes[n].left));
      bits_set(&needed, lit_node(aig->nodes[n].right));
    }
  Lit *numbers = mem_alloc(aig->size * sizeof *numbers), next = 2;
  for (size_t n = 0; n < aig->size; n++) numbers[n] = LIT_NONE;
  numbers[0] = LIT_FALSE;
  for (size_t i = 0; i < system->inputs.size; i++, next += 2)
    numbers[lit_node(system->inputs.data[i])] = next;
  for (size_t i = 0; i < system->latches.size; i++, next += 2)
    numbers[lit_node(system->latches.data[i].current)] = next;
  for (uint32_t n = 1; n < aig->size; n++)
    if (bits_get(&needed, n) && aig_is_and(aig, n)) {
      numbers[n] = next;
      next += 2;
    }
  bits_free(&needed);
  vec_free(&roots);
  return numbers;
}

static void write_header(const AigerFile *file, size_t gates, FILE *stream, bool binary) {
  const System *system = file->system;
  size_t more[4] = {file->bad.size, system->constraints.size, file->justice.size,
                    system->fairness.size};
  fprintf(stream, "%s %zu %zu %zu %zu %zu", binary ? "aig" : "aag",
          system->inputs.size + system->latches.size + gates, system->inputs.size,
          system->latches.size, file->outputs.size, gates);
  int count = 4;
  while (count && !more[count - 1]) count--; /* trailing zeros are left out, as in old files */
  for (int i = 0; i < count; i++) fprintf(stream, " %zu", more[i]);
  fputc('\n', stream);
}

static void write_literals(const LitVec *lits, const Lit *numbers, FILE *stream) {
  for (size_t i = 0; i < lits->size; i++)
    fprintf(stream, "%u\n", aig_map_lit(numbers, lits->data[i]));
}

static void write_sections(const AigerFile *file, const Lit *numbers, FILE *stream, bool binary) {
  const System *system = file->system;
  if (!binary) write_literals(&system->inputs, numbers, stream);
  for (size_t i = 0; i < system->latches.size; i++) {
    const Latch *latch = system->latches.data + i;
    Lit current = aig_map_lit(numbers, latch->current);
    if (!binary) fprintf(stream, "%u ", current);
    fprintf(stream, "%u", aig_map_lit(numbers, latch->next));
    Lit reset = file->resets.size            ? aig_map_lit(numbers, file->resets.data[i])
                : latch->reset == RESET_FREE ? current
                                             : lit_constant(latch->reset == RESET_1);
    if (reset != LIT_FALSE) fprintf(stream, " %u", reset);
    fputc('\n', stream);
  }
  write_literals(&file->outputs, numbers, stream);
  write_literals(&file->bad, numbers, stream);
  write_literals(&system->constraints, numbers, stream);
  for (size_t i = 0; i < file->justice.size; i++)
    fprintf(stream, "%zu\n", file->justice.data[i].size);
  for (size_t i = 0; i < file->justice.size; i++)
    write_literals(&file->justice.data[i], numbers, stream);
  write_literals(&system->fairness, numbers, stream);
}

static void encode(uint32_t number, FILE *stream) {
  for (; number >= 0x80; number >>= 7) putc((int)(number & 0x7f) | 0x80, stream);
  putc((int)number, stream);
}

static void write_gates(const Aig *aig, const Lit *numbers, FILE *stream, bool binary) {
  for (uint32_t n = 1; n < aig->size; n++) {
    if (!aig_is_and(aig, n) || numbers[n] == LIT_NONE) continue;
    Lit left = aig_map_lit(numbers, aig->nodes[n].left);
    Lit right = aig_map_lit(numbers, aig->nodes[n].right);
    if (left < right) { /* numbers need not have the order of the graph's variables */
      Lit swap = left;
      left = right;
      right = swap;
    }
    if (binary) {
      encode(numbers[n] - left, stream);
      encode(left - right, stream);
    } else {
      fprintf(stream, "%u %u %u\n", numbers[n], left, right);
    }
  }
}

static void write_symbols(const AigerFile *file, FILE *stream) {
  for (int section = 0; section < AIGER_SECTIONS; section++) {
    size_t count = aiger_file_count(file, (AigerSection)section);
    for (size_t i = 0; i < count; i++) {
      const char *name = aiger_file_name(file, (AigerSection)section, i);
      if (!name) continue;
      fprintf(stream, "%c%zu ", "ilobcjf"[section], i);
      for (; *name; name++) putc(*name == '\n' ? ' ' : *name, stream);
      putc('\n', stream);
    }
  }
}

bool aiger_file_write(const AigerFile *file, FILE *stream, bool binary) {
  const Aig *aig = file->system->aig;
  Lit *numbers = aiger_file_numbers(file);
  size_t gates = 0;
  for (uint32_t n = 1; n < aig->size; n++) gates += aig_is_and(aig, n) && numbers[n] != LIT_NONE;
  write_header(file, gates, stream, binary);
  write_sections(file, numbers, stream, binary);
  write_gates(aig, numbers, stream, binary);
  write_symbols(file, stream);
  if (file->comments.size) fputs("c\n", stream);
  for (size_t i = 0; i < file->comments.size; i++) fprintf(stream, "%s\n", file->comments.data[i]);
  mem_free(numbers);
  return !ferror(stream);
}
