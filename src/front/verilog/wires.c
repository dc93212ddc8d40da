/* See internal.h: bits are put together to words. */
#include <string.h>

#include "base/memory.h"
#include "front/verilog/internal.h"

static void drive(Builder *b, Bit bit, Driver driver) {
  Driver *place = b->driver + bit;
  if (bit < BIT_FIRST) return; /* an output that goes nowhere */
  if (place->kind != DRIVER_NONE) driver.kind = DRIVER_MANY;
  *place = driver;
}

void drive_word(Builder *b, const BitVec *bits, Term word) {
  for (uint32_t i = 0; i < bits->size; i++)
    drive(b, bits->data[i], (Driver){.kind = DRIVER_WORD, .index = i, .word = word});
}

void drive_cell(Builder *b, const BitVec *bits, uint32_t cell) {
  for (uint32_t i = 0; i < bits->size; i++)
    drive(b, bits->data[i], (Driver){.kind = DRIVER_CELL, .index = i, .cell = cell});
}

bool all_driven(const Builder *b, const BitVec *bits) {
  for (size_t i = 0; i < bits->size; i++) {
    Bit bit = bits->data[i];
    DriverKind kind = b->driver[bit].kind;
    bool constant = bit == BIT_0 || bit == BIT_1;
    if (!constant && kind != DRIVER_WORD && kind != DRIVER_CELL) return false;
  }
  return true;
}

/* ---- words without a name ---- */

Term free_word(Builder *b, uint32_t width) {
  return relation_input(b->relation, NULL, types_word(&b->terms->types, width))->term;
}

Term hidden_state(Builder *b, uint32_t width, Term init) {
  Variable *state = relation_state(b->relation, NULL, types_word(&b->terms->types, width));
  state->init = init;
  return state->term;
}

void set_next(Builder *b, Term state, Term next) {
  for (size_t i = b->relation->variables.size; i-- > 0;)
    if (b->relation->variables.data[i].term == state) {
      b->relation->variables.data[i].next = next;
      return;
    }
}

Term first_step(Builder *b) {
  if (b->initially == TERM_NONE) {
    b->initially = hidden_state(b, 1, term_bit(b->terms, true));
    set_next(b, b->initially, term_bit(b->terms, false));
  }
  return b->initially;
}

/* ---- words of bits ---- */

/* A bit as part of a word. Undefined constants, and bits that nothing drives, may have any value in
 * each step: they are inputs. */
static Driver source(Builder *b, Bit bit) {
  if (bit == BIT_0 || bit == BIT_1)
    return (Driver){.kind = DRIVER_WORD, .word = term_bit(b->terms, bit == BIT_1)};
  if (bit == BIT_X) return (Driver){.kind = DRIVER_WORD, .word = free_word(b, 1)};
  if (b->driver[bit].kind == DRIVER_NONE) {
    b->driver[bit] = (Driver){.kind = DRIVER_WORD, .word = free_word(b, 1)};
    b->free++;
  }
  return b->driver[bit];
}

Term join(Builder *b, const BitVec *bits) {
  Term result = TERM_NONE;
  for (size_t i = 0; i < bits->size;) {
    Driver first = source(b, bits->data[i]);
    size_t end = i + 1;
    while (end < bits->size && bits->data[end] >= BIT_FIRST) {
      const Driver *next = b->driver + bits->data[end];
      if (next->kind != DRIVER_WORD || next->word != first.word ||
          next->index != first.index + (end - i))
        break;
      end++;
    }
    uint32_t high = first.index + (uint32_t)(end - i) - 1;
    bool whole = !first.index && high + 1 == term_width(b->terms, first.word);
    Term piece = whole ? first.word : term_slice(b->terms, first.word, high, first.index);
    result = result == TERM_NONE ? piece : term_binary(b->terms, TERM_CONCAT, piece, result);
    i = end;
  }
  return result == TERM_NONE ? term_bit(b->terms, false) : result;
}

Term port(Builder *b, JsonNode cell, const char *name) {
  BitVec bits = {0};
  cell_port(b->netlist, cell, name, &bits);
  Term word = join(b, &bits);
  vec_free(&bits);
  return word;
}
