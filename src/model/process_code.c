/* Expressions of a fast machine, compiled when it is made; see process_machine.h.
 *
 * The code is for one accumulator and a stack. An instruction has eight bytes: what to do, a place
 * (base and offset) and a constant. Most operands in programs are constants and variables of one
 * byte, so each operator comes in four kinds: of the stack and the accumulator, of the accumulator
 * and a constant, of the accumulator and a byte, and of a byte and a constant, which is all of
 * `x == 3`. What is rare (run, enabled, remote references, polls, ...) is left to the tree, by an
 * instruction of its own, and so are expressions too deep for the stack.
 *
 * Meaning and faults are those of machine_evaluate_tree, which tests compare it with. */
#include "model/process_machine.h"

/* Each operator with its C expression over a and b. */
#define OPERATORS(X)                                                                               \
  X(ADD, (int32_t)((uint32_t)a + (uint32_t)b))                                                     \
  X(SUBTRACT, (int32_t)((uint32_t)a - (uint32_t)b))                                                \
  X(MULTIPLY, (int32_t)((uint32_t)a * (uint32_t)b))                                                \
  X(DIVIDE, machine_divide(m, PROCESS_DIVIDE, a, b))                                               \
  X(MODULO, machine_divide(m, PROCESS_MODULO, a, b))                                               \
  X(BIT_AND, a &b)                                                                                 \
  X(BIT_OR, a | b)                                                                                 \
  X(BIT_XOR, a ^ b)                                                                                \
  X(SHIFT_LEFT, (int32_t)((uint32_t)a << ((uint32_t)b & 31)))                                      \
  X(SHIFT_RIGHT, a >> ((uint32_t)b & 31))                                                          \
  X(LESS, a < b)                                                                                   \
  X(LESS_EQUAL, a <= b)                                                                            \
  X(GREATER, a > b)                                                                                \
  X(GREATER_EQUAL, a >= b)                                                                         \
  X(EQUAL, a == b)                                                                                 \
  X(UNEQUAL, a != b)

typedef enum { OF_STACK, OF_CONSTANT, OF_BYTE, OF_BYTE_AND_CONSTANT, FORMS } Form;

typedef enum {
  CODE_RETURN,
  CODE_CONSTANT, /* value */
  CODE_BYTE,     /* at the place */
  CODE_WORD,     /* the same of two bytes, */
  CODE_SHORT,    /* with a sign, */
  CODE_INT,      /* of four */
  CODE_PUSH,
  CODE_INDEX,      /* of `value` elements of size `offset`: the stack gets where it begins */
  CODE_NEXT_INDEX, /* the same is added to what the stack has */
  CODE_BYTE_AT,    /* at the place, counted from what is on the stack */
  CODE_WORD_AT,
  CODE_SHORT_AT,
  CODE_INT_AT,
  CODE_NOT,
  CODE_NEGATE,
  CODE_COMPLEMENT,
  CODE_TRUTH, /* 0 or 1 */
  CODE_JUMP,  /* to `value`, */
  CODE_IF_FALSE,
  CODE_IF_TRUE,
  CODE_CHANNEL, /* about the channel in the accumulator: operator `value` */
  CODE_OWN_PID,
  CODE_NUMBER,
  CODE_TREE, /* expression `value` */
  CODE_OPERATORS,
} CodeKind;

typedef struct {
  uint8_t kind, base;
  uint16_t offset;
  int32_t value;
} Instruction;

/* An expression that is asked for: without code if it is a constant or a byte. */
typedef struct {
  enum { WHOLE_TREE, WHOLE_CODE, WHOLE_CONSTANT, WHOLE_BYTE } kind;
  uint8_t base;
  uint16_t offset;
  int32_t value; /* or the first instruction */
} Whole;

enum { STACK = 32 };

struct ProcessCode {
  const Processes *program;
  Whole *wholes; /* by expression */
  VEC(Instruction) code;
  int depth, deepest; /* of the stack, while compiling */
};

/* ---- compiling ---- */

static void put(ProcessCode *p, int kind, uint8_t base, uint32_t offset, int32_t value) {
  vec_push(&p->code, ((Instruction){(uint8_t)kind, base, (uint16_t)offset, value}));
}

static void push(ProcessCode *p, int by) {
  p->depth += by;
  if (p->depth > p->deepest) p->deepest = p->depth;
}

/* A variable of one byte that is no element of an array. */
static const ProcessPlace *byte_of(const ProcessCode *p, uint32_t expression) {
  const ProcessExpression *e = p->program->expressions.data + expression;
  if (e->operator!= PROCESS_VARIABLE) return NULL;
  const ProcessPlace *place = p->program->places.data + e->a;
  return !place->indices && process_type_size(place->type, place->bits) == 1 ? place : NULL;
}

static bool is_constant(const ProcessCode *p, uint32_t expression) {
  return p->program->expressions.data[expression].operator== PROCESS_CONSTANT;
}

static uint8_t base_of(const ProcessPlace *place) {
  return place->local ? BASE_FRAME : BASE_GLOBALS;
}

static void compile(ProcessCode *p, uint32_t expression);

static int load_of(const ProcessPlace *place) {
  uint32_t size = process_type_size(place->type, place->bits);
  return size == 1                      ? CODE_BYTE
         : size == 4                    ? CODE_INT
         : place->type == PROCESS_SHORT ? CODE_SHORT
                                        : CODE_WORD;
}

static void compile_variable(ProcessCode *p, const ProcessPlace *place) {
  for (uint32_t i = 0; i < place->indices; i++) {
    const ProcessIndex *index = p->program->indices.data + place->first_index + i;
    compile(p, index->expression);
    put(p, i ? CODE_NEXT_INDEX : CODE_INDEX, 0, index->stride, (int32_t)index->bound);
    if (!i) push(p, 1);
  }
  if (place->indices) push(p, -1);
  put(p, load_of(place) + (place->indices ? CODE_BYTE_AT - CODE_BYTE : 0), base_of(place),
      place->offset, 0);
}

static void compile_operator(ProcessCode *p, const ProcessExpression *e) {
  int kind = CODE_OPERATORS + FORMS * (int)(e->operator- PROCESS_ADD);
  const ProcessPlace *a = byte_of(p, e->a), *b = byte_of(p, e->b);
  int32_t value = p->program->expressions.data[e->b].value;
  if (a && is_constant(p, e->b)) {
    put(p, kind + OF_BYTE_AND_CONSTANT, base_of(a), a->offset, value);
    return;
  }
  compile(p, e->a);
  if (is_constant(p, e->b)) {
    put(p, kind + OF_CONSTANT, 0, 0, value);
  } else if (b) {
    put(p, kind + OF_BYTE, base_of(b), b->offset, 0);
  } else {
    put(p, CODE_PUSH, 0, 0, 0);
    push(p, 1);
    compile(p, e->b);
    push(p, -1);
    put(p, kind + OF_STACK, 0, 0, 0);
  }
}

static size_t put_jump(ProcessCode *p, int kind) {
  put(p, kind, 0, 0, 0);
  return p->code.size - 1;
}

static void land(ProcessCode *p, size_t jump) { p->code.data[jump].value = (int32_t)p->code.size; }

/* Of `a && b` the second part is not looked at if the first is false. */
static void compile_both(ProcessCode *p, const ProcessExpression *e) {
  compile(p, e->a);
  size_t over = put_jump(p, e->operator== PROCESS_AND ? CODE_IF_FALSE : CODE_IF_TRUE);
  compile(p, e->b);
  land(p, over);
  put(p, CODE_TRUTH, 0, 0, 0);
}

static void compile_choice(ProcessCode *p, const ProcessExpression *e) {
  compile(p, e->a);
  size_t other = put_jump(p, CODE_IF_FALSE);
  compile(p, e->b);
  size_t end = put_jump(p, CODE_JUMP);
  land(p, other);
  compile(p, e->c);
  land(p, end);
}

static void compile(ProcessCode *p, uint32_t expression) {
  const ProcessExpression *e = p->program->expressions.data + expression;
  switch (e->operator) {
  case PROCESS_CONSTANT: put(p, CODE_CONSTANT, 0, 0, e->value); return;
  case PROCESS_VARIABLE: compile_variable(p, p->program->places.data + e->a); return;
  case PROCESS_NOT:
  case PROCESS_NEGATE:
  case PROCESS_COMPLEMENT:
    compile(p, e->a);
    put(p, CODE_NOT + (int)(e->operator- PROCESS_NOT), 0, 0, 0);
    return;
  case PROCESS_AND:
  case PROCESS_OR: compile_both(p, e); return;
  case PROCESS_IF: compile_choice(p, e); return;
  case PROCESS_LENGTH:
  case PROCESS_FULL:
  case PROCESS_EMPTY:
  case PROCESS_NOT_FULL:
  case PROCESS_NOT_EMPTY:
    compile(p, e->a);
    put(p, CODE_CHANNEL, 0, 0, (int32_t)e->operator);
    return;
  case PROCESS_OWN_PID: put(p, CODE_OWN_PID, 0, 0, 0); return;
  case PROCESS_NUMBER: put(p, CODE_NUMBER, 0, 0, 0); return;
  default:
    if (e->operator>= PROCESS_ADD && e->operator<= PROCESS_UNEQUAL) compile_operator(p, e);
    else put(p, CODE_TREE, 0, 0, (int32_t)expression);
  }
}

static void compile_whole(ProcessCode *p, uint32_t expression) {
  Whole *whole = p->wholes + expression;
  const ProcessPlace *byte = byte_of(p, expression);
  if (whole->kind != WHOLE_TREE) return;
  if (is_constant(p, expression)) {
    *whole =
        (Whole){.kind = WHOLE_CONSTANT, .value = p->program->expressions.data[expression].value};
  } else if (byte) {
    *whole = (Whole){.kind = WHOLE_BYTE, .base = base_of(byte), .offset = (uint16_t)byte->offset};
  } else {
    size_t start = p->code.size;
    p->depth = p->deepest = 0;
    compile(p, expression);
    put(p, CODE_RETURN, 0, 0, 0);
    if (p->deepest <= STACK) *whole = (Whole){.kind = WHOLE_CODE, .value = (int32_t)start};
    else p->code.size = start;
  }
}

static void compile_command(ProcessCode *p, const ProcessCommand *c) {
  switch (c->action) {
  case PROCESS_ASSIGN: {
    const ProcessPlace *place = p->program->places.data + c->place;
    for (uint32_t i = 0; i < place->indices; i++)
      compile_whole(p, p->program->indices.data[place->first_index + i].expression);
    compile_whole(p, c->expression);
    return;
  }
  case PROCESS_GUARD:
  case PROCESS_ASSERT: compile_whole(p, c->expression); return;
  case PROCESS_SEND:
  case PROCESS_RECEIVE:
    compile_whole(p, c->expression);
    for (uint32_t i = 0; i < c->arguments; i++) {
      const ProcessArgument *argument = p->program->arguments.data + c->first_argument + i;
      if (argument->kind == PROCESS_MATCH || argument->kind == PROCESS_GIVE)
        compile_whole(p, argument->operand);
    }
    return;
  default: return;
  }
}

ProcessCode *process_code_new(const Processes *program) {
  ProcessCode *p = mem_zalloc(sizeof *p);
  p->program = program;
  p->wholes = mem_array(program->expressions.size + 1, sizeof *p->wholes);
  for (size_t i = 0; i < program->commands.size; i++)
    compile_command(p, program->commands.data + i);
  return p;
}

void process_code_free(ProcessCode *p) {
  if (!p) return;
  mem_free(p->wholes);
  vec_free(&p->code);
  mem_free(p);
}

/* ---- running ---- */

static inline const uint8_t *place(const ProcessMachine *m, const Instruction *i) {
  return m->state + m->base[i->base] + i->offset;
}

static inline size_t index_at(ProcessMachine *m, const Instruction *i, int32_t value) {
  if (value >= 0 && value < i->value) return (size_t)value * i->offset;
  machine_fail(m, PROCESS_BAD_INDEX);
  return 0;
}

static inline int32_t about(ProcessMachine *m, ProcessOperator operator, int32_t number) {
  if (number >= 1 && number <= m->state[AT_CHANNELS])
    return machine_about_channel(m, operator,(uint32_t) number - 1);
  return machine_fail(m, PROCESS_BAD_CHANNEL);
}

#define CASES(NAME, VALUE)                                                                         \
  case CODE_OPERATORS + FORMS *(PROCESS_##NAME - PROCESS_ADD) + OF_STACK: {                        \
    int32_t a = *--top, b = x;                                                                     \
    x = VALUE;                                                                                     \
    break;                                                                                         \
  }                                                                                                \
  case CODE_OPERATORS + FORMS *(PROCESS_##NAME - PROCESS_ADD) + OF_CONSTANT: {                     \
    int32_t a = x, b = i->value;                                                                   \
    x = VALUE;                                                                                     \
    break;                                                                                         \
  }                                                                                                \
  case CODE_OPERATORS + FORMS *(PROCESS_##NAME - PROCESS_ADD) + OF_BYTE: {                         \
    int32_t a = x, b = *place(m, i);                                                               \
    x = VALUE;                                                                                     \
    break;                                                                                         \
  }                                                                                                \
  case CODE_OPERATORS + FORMS *(PROCESS_##NAME - PROCESS_ADD) + OF_BYTE_AND_CONSTANT: {            \
    int32_t a = *place(m, i), b = i->value;                                                        \
    x = VALUE;                                                                                     \
    break;                                                                                         \
  }

/* Code takes from the stack no more than it has put there, which its compiler sees to and an
 * analysis of this loop alone cannot. NOLINTBEGIN(clang-analyzer-core.*) */
static int32_t run(ProcessMachine *m, const Instruction *code, const Instruction *i) {
  int32_t stack[STACK], *top = stack, x = 0;
  for (;; i++) {
    switch (i->kind) {
    case CODE_RETURN: return x;
    case CODE_CONSTANT: x = i->value; break;
    case CODE_BYTE: x = *place(m, i); break;
    case CODE_WORD: x = machine_load(place(m, i), PROCESS_UNSIGNED, 16); break;
    case CODE_SHORT: x = machine_load(place(m, i), PROCESS_SHORT, 0); break;
    case CODE_INT: x = machine_load(place(m, i), PROCESS_INT, 0); break;
    case CODE_PUSH: *top++ = x; break;
    case CODE_INDEX: *top++ = (int32_t)index_at(m, i, x); break;
    case CODE_NEXT_INDEX: top[-1] += (int32_t)index_at(m, i, x); break;
    case CODE_BYTE_AT: x = place(m, i)[*--top]; break;
    case CODE_WORD_AT: x = machine_load(place(m, i) + *--top, PROCESS_UNSIGNED, 16); break;
    case CODE_SHORT_AT: x = machine_load(place(m, i) + *--top, PROCESS_SHORT, 0); break;
    case CODE_INT_AT: x = machine_load(place(m, i) + *--top, PROCESS_INT, 0); break;
    case CODE_NOT: x = !x; break;
    case CODE_NEGATE: x = (int32_t)(0U - (uint32_t)x); break;
    case CODE_COMPLEMENT: x = ~x; break;
    case CODE_TRUTH: x = x != 0; break;
    case CODE_JUMP: i = code + i->value - 1; break;
    case CODE_IF_FALSE:
      if (!x) i = code + i->value - 1;
      break;
    case CODE_IF_TRUE:
      if (x) i = code + i->value - 1;
      break;
    case CODE_CHANNEL: x = about(m, (ProcessOperator)i->value, x); break;
    case CODE_OWN_PID: x = (int32_t)m->pid; break;
    case CODE_NUMBER: x = m->state[AT_PROCESSES]; break;
    case CODE_TREE:
      x = machine_evaluate_tree(m, (uint32_t)i->value);
      break;
      OPERATORS(CASES)
    default: return x;
    }
  }
}
/* NOLINTEND(clang-analyzer-core.*) */

int32_t machine_evaluate_code(ProcessMachine *m, uint32_t expression) {
  const Whole *whole = m->code->wholes + expression;
  switch (whole->kind) {
  case WHOLE_CONSTANT: return whole->value;
  case WHOLE_BYTE: return m->state[m->base[whole->base] + whole->offset];
  case WHOLE_CODE: return run(m, m->code->code.data, m->code->code.data + whole->value);
  default: return machine_evaluate_tree(m, expression);
  }
}
