#include "oracle/random_promela.h"

typedef enum {
  TREE_ASSIGN,  /* x = (y + k) % 3 */
  TREE_GUARD,   /* x == k */
  TREE_ASSERT,  /* x != k */
  TREE_SEND,    /* c!x or r!x */
  TREE_RECEIVE, /* c?x or r?x */
  TREE_MATCH,   /* c?k or r?k */
  TREE_ELSE,
  TREE_GOTO,
  TREE_BREAK,
  TREE_IF,
  TREE_DO,
  TREE_ATOMIC,
  TREE_DSTEP,
} TreeKind;

typedef struct Tree Tree;
typedef VEC(Tree *) TreeVec;

struct Tree {
  TreeKind kind;
  uint32_t number;
  int x, y, k;        /* variables: globals, then the local one; k: a value, or which channel */
  bool handshake;     /* on the channel without buffer */
  bool label;         /* a goto leads here */
  Tree *next;         /* what comes after it; NULL: the end of the process */
  Tree *target;       /* of a goto */
  Tree *atomic;       /* the innermost atomic around it, or NULL */
  VEC(TreeVec) parts; /* options, or the body */
};

struct TreeProgram {
  TreeVec all;
  TreeVec bodies[TREE_PROCESSES];
};

/* ---- making ---- */

typedef struct {
  TreeProgram *program;
  Random *random;
  bool in_atomic, in_loop, first; /* first: of an option */
  int depth;
} Maker;

static Tree *new_tree(Maker *maker, TreeKind kind) {
  Tree *tree = mem_zalloc(sizeof *tree);
  tree->kind = kind;
  tree->number = (uint32_t)maker->program->all.size;
  tree->x = (int)random_below(maker->random, TREE_GLOBALS + 1);
  tree->y = (int)random_below(maker->random, TREE_GLOBALS + 1);
  tree->k = (int)random_below(maker->random, 3);
  tree->handshake = random_chance(maker->random, 1, 2);
  vec_push(&maker->program->all, tree);
  return tree;
}

static void make_sequence(Maker *maker, TreeVec *into, int length);

static TreeVec *add_part(Tree *tree) {
  vec_push(&tree->parts, (TreeVec){0});
  return &tree->parts.data[tree->parts.size - 1];
}

static Tree *make_choice(Maker *maker, TreeKind kind) {
  Maker inner = *maker;
  inner.depth++;
  inner.in_loop = maker->in_loop || kind == TREE_DO;
  Tree *tree = new_tree(maker, kind);
  uint32_t options = 1 + random_below(maker->random, 3);
  for (uint32_t i = 0; i < options; i++) {
    TreeVec part = {0};
    inner.first = true;
    make_sequence(&inner, &part, 1 + (int)random_below(maker->random, 3));
    *add_part(tree) = part;
  }
  if (random_chance(maker->random, 1, 2)) {
    TreeVec part = {0};
    vec_push(&part, new_tree(maker, TREE_ELSE));
    if (kind == TREE_DO) vec_push(&part, new_tree(maker, TREE_BREAK));
    *add_part(tree) = part;
  }
  return tree;
}

static Tree *make_block(Maker *maker, TreeKind kind) {
  Maker inner = *maker;
  inner.depth++;
  inner.in_atomic = true;
  inner.in_loop = inner.first = false;
  Tree *tree = new_tree(maker, kind);
  TreeVec part = {0};
  if (kind == TREE_ATOMIC) {
    make_sequence(&inner, &part, 1 + (int)random_below(maker->random, 3));
  } else {
    vec_push(&part, new_tree(maker, random_chance(maker->random, 1, 2) ? TREE_GUARD : TREE_ASSIGN));
    vec_push(&part, new_tree(maker, TREE_ASSIGN));
    vec_push(&part, new_tree(maker, TREE_ASSIGN));
  }
  *add_part(tree) = part;
  return tree;
}

static Tree *make_statement(Maker *maker) {
  uint32_t choice = random_below(maker->random, 20);
  if (maker->depth < 3 && !maker->first) {
    if (choice == 0) return make_choice(maker, TREE_IF);
    if (choice == 1) return make_choice(maker, TREE_DO);
    if (choice == 2 && !maker->in_atomic) return make_block(maker, TREE_ATOMIC);
    if (choice == 3 && !maker->in_atomic) return make_block(maker, TREE_DSTEP);
  }
  if (choice == 4 && maker->in_loop) return new_tree(maker, TREE_BREAK);
  if (choice == 5 && !maker->in_atomic) return new_tree(maker, TREE_GOTO);
  if (choice == 6) return new_tree(maker, TREE_ASSERT);
  if (choice < 9) return new_tree(maker, TREE_GUARD);
  if (choice < 11) return new_tree(maker, TREE_SEND);
  if (choice < 13) return new_tree(maker, TREE_RECEIVE);
  if (choice == 13) return new_tree(maker, TREE_MATCH);
  return new_tree(maker, TREE_ASSIGN);
}

static void make_sequence(Maker *maker, TreeVec *into, int length) {
  for (int i = 0; i < length; i++) {
    Tree *tree = make_statement(maker);
    vec_push(into, tree);
    maker->first = false;
    if (tree->kind == TREE_BREAK || tree->kind == TREE_GOTO) return;
  }
}

/* What comes after each statement; gotos lead to statements of the body itself. */
static void link_sequence(Maker *maker, const TreeVec *sequence, Tree *after, Tree *exit,
                          Tree *atomic, const TreeVec *body) {
  for (size_t i = 0; i < sequence->size; i++) {
    Tree *tree = sequence->data[i];
    tree->next = i + 1 < sequence->size ? sequence->data[i + 1] : after;
    tree->atomic = atomic;
    if (tree->kind == TREE_BREAK) tree->next = exit;
    if (tree->kind == TREE_GOTO) {
      tree->target = body->data[random_below(maker->random, (uint32_t)body->size)];
      while (tree->target->kind == TREE_GOTO) tree->target = body->data[0];
      tree->target->label = true;
    }
    Tree *inside = tree->kind == TREE_ATOMIC ? tree : atomic;
    for (size_t k = 0; k < tree->parts.size; k++)
      link_sequence(maker, &tree->parts.data[k], tree->kind == TREE_DO ? tree : tree->next,
                    tree->kind == TREE_DO ? tree->next : exit, inside, body);
  }
}

TreeProgram *tree_program_random(Random *random) {
  TreeProgram *program = mem_zalloc(sizeof *program);
  for (size_t i = 0; i < TREE_PROCESSES; i++) {
    Maker maker = {.program = program, .random = random};
    vec_push(&program->bodies[i], new_tree(&maker, TREE_ASSIGN)); /* not a goto */
    make_sequence(&maker, &program->bodies[i], 2 + (int)random_below(random, 4));
    link_sequence(&maker, &program->bodies[i], NULL, NULL, NULL, &program->bodies[i]);
  }
  return program;
}

void tree_program_free(TreeProgram *program) {
  for (size_t i = 0; i < program->all.size; i++) {
    Tree *tree = program->all.data[i];
    for (size_t k = 0; k < tree->parts.size; k++) vec_free(&tree->parts.data[k]);
    vec_free(&tree->parts);
    mem_free(tree);
  }
  for (size_t i = 0; i < TREE_PROCESSES; i++) vec_free(&program->bodies[i]);
  vec_free(&program->all);
  mem_free(program);
}

/* ---- printing ---- */

static const char *const variables[] = {"g0", "g1", "g2", "l"};

static void print_sequence(const TreeVec *sequence, Text *text);

/* Some labels have a meaning for runs. */
static void print_label(const Tree *tree, Text *text) {
  static const char *const kinds[] = {"accept_", "progress_", "", ""};
  text_format(text, "%sL%u", kinds[tree->number % 4], tree->number);
}

static void print_tree(const Tree *tree, Text *text) {
  const char *x = variables[tree->x], *channel = tree->handshake ? "r" : "c";
  if (tree->label) {
    print_label(tree, text);
    text_add(text, ": ");
  }
  switch (tree->kind) {
  case TREE_ASSIGN: text_format(text, "%s = (%s + %d) %% 3", x, variables[tree->y], tree->k); break;
  case TREE_GUARD: text_format(text, "%s == %d", x, tree->k); break;
  case TREE_ASSERT: text_format(text, "assert(%s != %d)", x, tree->k); break;
  case TREE_SEND: text_format(text, "%s!%s", channel, x); break;
  case TREE_RECEIVE: text_format(text, "%s?%s", channel, x); break;
  case TREE_MATCH: text_format(text, "%s?%d", channel, tree->k); break;
  case TREE_ELSE: text_add(text, "else"); break;
  case TREE_GOTO:
    text_add(text, "goto ");
    print_label(tree->target, text);
    break;
  case TREE_BREAK: text_add(text, "break"); break;
  case TREE_IF:
  case TREE_DO:
    text_add(text, tree->kind == TREE_IF ? "if " : "do ");
    for (size_t i = 0; i < tree->parts.size; i++) {
      text_add(text, ":: ");
      print_sequence(&tree->parts.data[i], text);
    }
    text_add(text, tree->kind == TREE_IF ? " fi" : " od");
    break;
  default:
    text_add(text, tree->kind == TREE_ATOMIC ? "atomic { " : "d_step { ");
    print_sequence(&tree->parts.data[0], text);
    text_add(text, " }");
    break;
  }
}

static void print_sequence(const TreeVec *sequence, Text *text) {
  for (size_t i = 0; i < sequence->size; i++) {
    if (i) text_add(text, "; ");
    print_tree(sequence->data[i], text);
  }
  text_char(text, '\n');
}

void tree_program_print(const TreeProgram *program, Text *text) {
  text_add(text, "byte g0, g1, g2;\nchan c = [2] of { byte };\nchan r = [0] of { byte };\n");
  for (size_t i = 0; i < TREE_PROCESSES; i++) {
    text_format(text, "active proctype P%zu() { byte l;\n", i);
    print_sequence(&program->bodies[i], text);
    text_add(text, "}\n");
  }
}

/* ---- running ---- */

typedef struct {
  uint8_t globals[TREE_GLOBALS];
  uint8_t length, message[TREE_SLOTS];
  uint8_t locals[TREE_PROCESSES];
  uint8_t exclusive; /* process plus one */
  uint8_t unused;
  uint32_t at[TREE_PROCESSES]; /* number of the statement; UINT32_MAX: the end */
} TreeState;

typedef struct {
  const TreeProgram *program;
  TreeResult *result;
  Names states;
  TreeVec moves; /* of one process: simple statements that may come next */
} Run;

static uint8_t *variable(TreeState *state, size_t process, int number) {
  return number < TREE_GLOBALS ? &state->globals[number] : &state->locals[process];
}

static int value(const TreeState *state, size_t process, int number) {
  return number < TREE_GLOBALS ? state->globals[number] : state->locals[process];
}

/* Where a process stands: before a statement, after the jumps that come first. */
static uint32_t position(const Tree *tree) {
  while (tree && (tree->kind == TREE_GOTO || tree->kind == TREE_BREAK))
    tree = tree->kind == TREE_GOTO ? tree->target : tree->next;
  return tree ? tree->number : UINT32_MAX;
}

/* The simple statements that a statement may begin with, each with the choice it is from. */
static void begin(const Tree *tree, TreeVec *moves) {
  if (tree->kind == TREE_IF || tree->kind == TREE_DO) {
    for (size_t i = 0; i < tree->parts.size; i++) begin(tree->parts.data[i].data[0], moves);
  } else if (tree->kind == TREE_ATOMIC) {
    begin(tree->parts.data[0].data[0], moves);
  } else {
    vec_push(moves, (Tree *)tree);
  }
}

static void add_state(Run *run, const TreeState *state) {
  names_add_n(&run->states, (const char *)state, sizeof *state);
}

static bool is_receive(const Tree *tree) {
  return tree->kind == TREE_RECEIVE || tree->kind == TREE_MATCH;
}

static bool alone_executable(const Tree *tree, const TreeState *state, size_t process) {
  switch (tree->kind) {
  case TREE_GUARD: return value(state, process, tree->x) == tree->k;
  case TREE_SEND: return !tree->handshake && state->length < TREE_SLOTS;
  case TREE_RECEIVE: return !tree->handshake && state->length;
  case TREE_MATCH: return !tree->handshake && state->length && state->message[0] == tree->k;
  case TREE_DSTEP: return alone_executable(tree->parts.data[0].data[0], state, process);
  default: return true;
  }
}

static void take(TreeState *state, size_t process, const Tree *tree, int message) {
  if (tree->kind == TREE_RECEIVE) *variable(state, process, tree->x) = (uint8_t)message;
}

static void do_alone(Run *run, const Tree *tree, TreeState *state, size_t process) {
  switch (tree->kind) {
  case TREE_ASSIGN:
    *variable(state, process, tree->x) = (uint8_t)((value(state, process, tree->y) + tree->k) % 3);
    break;
  case TREE_ASSERT:
    if (value(state, process, tree->x) == tree->k) run->result->failure = true;
    break;
  case TREE_SEND: state->message[state->length++] = (uint8_t)value(state, process, tree->x); break;
  case TREE_RECEIVE:
  case TREE_MATCH: {
    int message = state->message[0];
    memmove(state->message, state->message + 1, TREE_SLOTS - 1);
    state->message[--state->length] = 0;
    take(state, process, tree, message);
    break;
  }
  case TREE_DSTEP:
    for (size_t i = 0; i < tree->parts.data[0].size; i++)
      do_alone(run, tree->parts.data[0].data[i], state, process);
    break;
  default: break;
  }
}

static void go_on(const Run *run, TreeState *state, size_t process, const Tree *tree) {
  state->at[process] = position(tree->kind == TREE_GOTO ? tree->target : tree->next);
  const Tree *next =
      state->at[process] == UINT32_MAX ? NULL : run->program->all.data[state->at[process]];
  bool inside = tree->atomic && next && next->atomic == tree->atomic;
  state->exclusive = inside ? (uint8_t)(process + 1) : 0;
}

/* Hands a message without buffer to everyone who can take it; true: someone could. */
static bool hand_over(Run *run, const Tree *sender, const TreeState *state, size_t process) {
  bool any = false;
  int message = value(state, process, sender->x);
  for (size_t other = 0; other < TREE_PROCESSES; other++) {
    if (other == process || state->at[other] == UINT32_MAX) continue;
    TreeVec moves = {0};
    begin(run->program->all.data[state->at[other]], &moves);
    for (size_t i = 0; i < moves.size; i++) {
      const Tree *receiver = moves.data[i];
      if (!is_receive(receiver) || !receiver->handshake) continue;
      if (receiver->kind == TREE_MATCH && receiver->k != message) continue;
      TreeState next = *state;
      go_on(run, &next, process, sender);
      take(&next, other, receiver, message);
      go_on(run, &next, other, receiver);
      add_state(run, &next);
      any = true;
    }
    vec_free(&moves);
  }
  return any;
}

static bool move_process(Run *run, const TreeState *state, size_t process) {
  if (state->at[process] == UINT32_MAX) return false;
  TreeVec moves = {0};
  bool any = false;
  begin(run->program->all.data[state->at[process]], &moves);
  for (size_t i = 0; i < moves.size; i++) {
    const Tree *tree = moves.data[i];
    if (tree->kind == TREE_ELSE && any) continue;
    if (tree->kind == TREE_SEND && tree->handshake) {
      any |= hand_over(run, tree, state, process);
      continue;
    }
    if (!alone_executable(tree, state, process)) continue;
    TreeState next = *state;
    do_alone(run, tree, &next, process);
    go_on(run, &next, process, tree);
    add_state(run, &next);
    any = true;
  }
  vec_free(&moves);
  return any;
}

static void see(Run *run, const TreeState *state) {
  uint8_t visible[TREE_GLOBALS + 1 + TREE_SLOTS];
  memcpy(visible, state->globals, TREE_GLOBALS);
  visible[TREE_GLOBALS] = state->length;
  memcpy(visible + TREE_GLOBALS + 1, state->message, TREE_SLOTS);
  names_add_n(&run->result->seen, (const char *)visible, sizeof visible);
}

static void visit(Run *run, TreeState state) {
  if (state.exclusive) {
    if (move_process(run, &state, state.exclusive - 1U)) return;
    state.exclusive = 0; /* it blocks: the others may go on */
  }
  see(run, &state);
  bool any = false, ended = true;
  for (size_t i = 0; i < TREE_PROCESSES; i++) {
    any |= move_process(run, &state, i);
    ended &= state.at[i] == UINT32_MAX;
  }
  if (!any && !ended) run->result->deadlock = true;
}

TreeResult tree_program_run(const TreeProgram *program, size_t limit) {
  TreeResult result = {.complete = true};
  Run run = {.program = program, .result = &result};
  TreeState first;
  memset(&first, 0, sizeof first);
  for (size_t i = 0; i < TREE_PROCESSES; i++) first.at[i] = position(program->bodies[i].data[0]);
  add_state(&run, &first);
  for (size_t i = 0; i < run.states.size && result.complete; i++) {
    TreeState state;
    memcpy(&state, run.states.text[i], sizeof state);
    visit(&run, state);
    result.complete = run.states.size <= limit;
  }
  names_free(&run.states);
  return result;
}

void tree_result_free(TreeResult *result) { names_free(&result->seen); }
