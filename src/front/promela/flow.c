/* The control graph of a proctype, state for state as SPIN makes it (its files flow.c, pangen1.c
 * and pangen2.c), because the number of states that a search finds depends on it: where a `goto` is
 * a step and where it is followed at once, what an atomic sequence covers, how the options of
 * choices inside choices are drawn together, where escapes (`unless`) are tried. The names of
 * SPIN's functions stand at ours. */
#include "front/promela/build.h"

typedef struct Element Element;

typedef struct {
  Element *first, *last;
  Element *extent; /* the last one before what the choice around it has appended */
} Sequence;
typedef VEC(Sequence *) SequenceVec;

typedef enum {
  ELEMENT_SIMPLE,
  ELEMENT_GOTO,
  ELEMENT_DOT,  /* where the options of a choice meet again */
  ELEMENT_EXIT, /* where `break` leads */
  ELEMENT_CHOICE,
  ELEMENT_UNLESS,
  ELEMENT_ATOMIC,
  ELEMENT_BLOCK,
  ELEMENT_DSTEP,
  ELEMENT_STOP,
} ElementKind;

enum { DONE = 1, ATOMIC = 2, ATOMIC_LAST = 4, DETERMINISTIC = 8 };

struct Element {
  ElementKind kind;
  const Statement *statement; /* NULL: none */
  Token at;
  uint32_t number; /* its control state */
  unsigned status;
  Element *next;
  SequenceVec parts;   /* options; the two sides of `unless`; the one of a block */
  SequenceVec escapes; /* innermost first */
};

typedef struct {
  LabelName name;
  Element *element;
} Label;

typedef struct {
  uint32_t command, id;
} Transition;

/* What a control state leads to: a choice has options, which are states; others have transitions.
 */
typedef struct {
  bool choice;
  U32Vec options;
  VEC(Transition) transitions;
  U32Vec escapes; /* first states of escapes of its own statement, by priority */
} State;

typedef struct {
  Builder *b;
  const ProctypeSyntax *syntax;
  Proctype *proctype;
  Arena arena;
  VEC(Element *) elements; /* by number; 0 is none */
  SequenceVec sequences;
  VEC(Label) labels;
  Map exits; /* of loops: statement to element */
  VEC(State) states;
  int depth;
} Flow;

enum { HUNT_LIMIT = 500 };

static Element *new_element(Flow *f, ElementKind kind, const Statement *statement,
                            const Token *at) {
  Element *element = arena_alloc(&f->arena, sizeof *element);
  element->kind = kind;
  element->statement = statement;
  element->at = *at;
  if (!f->elements.size) vec_push(&f->elements, NULL);
  element->number = (uint32_t)f->elements.size;
  vec_push(&f->elements, element);
  return element;
}

static Sequence *new_sequence(Flow *f) {
  Sequence *sequence = arena_alloc(&f->arena, sizeof *sequence);
  vec_push(&f->sequences, sequence);
  return sequence;
}

/* ---- labels ---- */

static bool starts_with(const char *name, const char *prefix) {
  return !strncmp(name, prefix, strlen(prefix));
}

static bool has_label(const Flow *f, const Element *element, bool special) {
  for (size_t i = 0; i < f->labels.size; i++) {
    const char *name = f->labels.data[i].name.name;
    if (f->labels.data[i].element == element &&
        (!special || starts_with(name, "accept") || starts_with(name, "end") ||
         starts_with(name, "progress")))
      return true;
  }
  return false;
}

static void set_labels(Flow *f, const Statement *statement, Element *element) {
  for (size_t i = 0; i < statement->labels.size; i++) {
    for (size_t k = 0; k < f->labels.size; k++)
      if (!strcmp(f->labels.data[k].name.name, statement->labels.data[i].name) &&
          f->labels.data[k].name.instance == statement->labels.data[i].instance)
        builder_fail(f->b, &statement->at, "the label '%s' is there twice",
                     statement->labels.data[i].name);
    vec_push(&f->labels, ((Label){statement->labels.data[i], element}));
  }
}

/* Where a goto leads: to a label of the same unfolding of an inline, or else to any. */
static Element *goal(Flow *f, const Element *element) {
  const Statement *statement = element->statement;
  if (statement->kind == STATEMENT_BREAK) {
    uint64_t exit = 0;
    map_get(&f->exits, (uint64_t)(uintptr_t)statement->loop, &exit);
    return (Element *)(uintptr_t)exit;
  }
  Element *found = NULL;
  for (size_t i = 0; i < f->labels.size; i++) {
    if (strcmp(f->labels.data[i].name.name, statement->label.name)) continue;
    if (f->labels.data[i].name.instance == statement->label.instance)
      return f->labels.data[i].element;
    found = f->labels.data[i].element;
  }
  if (!found)
    builder_fail(f->b, &element->at, "there is no label '%s' here", statement->label.name);
  return found;
}

/* ---- elements: open_seq, add_el, if_seq, unless_seq ---- */

static void append(Sequence *sequence, Element *element) {
  if (sequence->first) sequence->last->next = element;
  else sequence->first = element;
  sequence->last = element;
}

static bool is_constant(const Element *element, int32_t value) {
  const Statement *statement = element->statement;
  return element->kind == ELEMENT_SIMPLE && statement && statement->action == PROCESS_GUARD &&
         statement->expression->operator== PROCESS_CONSTANT &&
         statement->expression->value == value;
}

static bool is_skip(const Element *element) {
  return is_constant(element, 1) || (element->kind == ELEMENT_SIMPLE && element->statement &&
                                     element->statement->action == PROCESS_PRINT);
}

/* check_sequence: of skips in a row, those after the first do not count, inside of an option. */
static void prune_skips(const Flow *f, Sequence *sequence) {
  Element *before = NULL;
  int count = 0;
  for (Element *e = sequence->first; e; before = e, e = e->next) {
    if (!is_skip(e) || has_label(f, e, false)) {
      count = 0;
    } else if (++count > 1 && is_constant(e, 1) && e != sequence->first && e != sequence->last) {
      before->next = e->next;
      e = before;
    }
  }
}

static Sequence *build_sequence(Flow *f, const StatementVec *statements);

static void add_parts(Flow *f, Element *element, const SequenceVec *parts) {
  (void)f;
  for (size_t i = 0; i < parts->size; i++) vec_push(&element->parts, parts->data[i]);
}

static bool is_else(const Sequence *sequence) {
  const Element *first = sequence->first;
  return first->kind == ELEMENT_SIMPLE && first->statement &&
         first->statement->action == PROCESS_ELSE;
}

static Element *add_choice(Flow *f, Sequence *into, const Statement *statement) {
  SequenceVec parts = {0};
  for (size_t i = 0; i < statement->parts.size; i++) {
    Sequence *part = build_sequence(f, &statement->parts.data[i]);
    if (!statement->written_out && !f->syntax->claim) prune_skips(f, part);
    vec_push(&parts, part);
  }
  for (size_t i = 0; i + 1 < parts.size; i++) /* `else` goes to the end */
    if (is_else(parts.data[i])) {
      Sequence *otherwise = parts.data[i];
      memmove(&parts.data[i], &parts.data[i + 1], (parts.size - i - 1) * sizeof *parts.data);
      parts.data[parts.size - 1] = otherwise;
      break;
    }
  Element *choice = new_element(f, ELEMENT_CHOICE, statement, &statement->at);
  Element *meet = new_element(f, ELEMENT_DOT, NULL, &statement->at);
  add_parts(f, choice, &parts);
  for (size_t i = 0; i < parts.size; i++) append(parts.data[i], meet);
  vec_free(&parts);
  if (statement->kind == STATEMENT_DO) {
    append(into, meet);
    meet = new_element(f, ELEMENT_EXIT, NULL, &statement->at);
    map_put(&f->exits, (uint64_t)(uintptr_t)statement, (uint64_t)(uintptr_t)meet);
  }
  append(into, choice);
  append(into, meet);
  return choice;
}

static void attach_escape(Sequence *to, Sequence *escape);

/* escape_el */
static void escape_element(Element *element, Sequence *escape) {
  for (size_t i = 0; i < element->escapes.size; i++)
    if (element->escapes.data[i] == escape) return;
  for (size_t i = 0; i < element->escapes.size; i++)
    attach_escape(element->escapes.data[i], escape);
  vec_push(&element->escapes, escape); /* the last one is tried first */
  switch (element->kind) {
  case ELEMENT_UNLESS: attach_escape(element->parts.data[0], escape); break;
  case ELEMENT_DSTEP: escape_element(element->parts.data[0]->first, escape); break;
  case ELEMENT_CHOICE:
  case ELEMENT_ATOMIC:
  case ELEMENT_BLOCK:
    for (size_t i = 0; i < element->parts.size; i++) attach_escape(element->parts.data[i], escape);
    break;
  default: break;
  }
}

static void attach_escape(Sequence *to, Sequence *escape) {
  for (Element *e = to->first; e; e = e->next) {
    escape_element(e, escape);
    if (e == to->extent) break;
  }
}

static const StatementVec *side_of_unless(const Statement *unless, size_t side) {
  const StatementVec *part = &unless->parts.data[side];
  const Statement *only = part->size == 1 ? part->data[0] : NULL;
  return only && only->kind == STATEMENT_BLOCK && !only->labels.size ? &only->parts.data[0] : part;
}

static Element *add_unless(Flow *f, Sequence *into, const Statement *statement) {
  Sequence *sides[2];
  for (size_t i = 0; i < 2; i++) sides[i] = build_sequence(f, side_of_unless(statement, i));
  Element *unless = new_element(f, ELEMENT_UNLESS, statement, &statement->at);
  Element *meet = new_element(f, ELEMENT_DOT, NULL, &statement->at);
  for (size_t i = 0; i < 2; i++) {
    vec_push(&unless->parts, sides[i]);
    append(sides[i], meet);
  }
  attach_escape(sides[0], sides[1]);
  append(into, unless);
  append(into, meet);
  return unless;
}

/* walk_atomic, make_atomic */
static void walk_atomic(Element *from, const Element *to, unsigned added) {
  for (Element *e = from;; e = e->next) {
    e->status |= ATOMIC | added;
    bool nested = e->kind == ELEMENT_ATOMIC || e->kind == ELEMENT_BLOCK ||
                  (e->kind == ELEMENT_DSTEP && added);
    if (nested) e->kind = ELEMENT_BLOCK;
    if (nested || e->kind == ELEMENT_CHOICE || e->kind == ELEMENT_UNLESS)
      for (size_t i = 0; i < e->parts.size; i++)
        walk_atomic(e->parts.data[i]->first, e->parts.data[i]->last, added);
    if (e == to) break;
  }
}

static void make_atomic(Sequence *sequence, unsigned added) {
  walk_atomic(sequence->first, sequence->last, added);
  Element *last = sequence->last;
  if (last->kind == ELEMENT_BLOCK || last->kind == ELEMENT_ATOMIC || last->kind == ELEMENT_UNLESS) {
    make_atomic(last->parts.data[0], added);
  } else {
    last->status &= ~(unsigned)ATOMIC;
    last->status |= ATOMIC_LAST;
  }
}

static Element *add_block(Flow *f, Sequence *into, const Statement *statement) {
  Sequence *body = build_sequence(f, &statement->parts.data[0]);
  ElementKind kind = statement->kind == STATEMENT_ATOMIC  ? ELEMENT_ATOMIC
                     : statement->kind == STATEMENT_DSTEP ? ELEMENT_DSTEP
                                                          : ELEMENT_BLOCK;
  if (kind == ELEMENT_ATOMIC) make_atomic(body, 0);
  if (kind == ELEMENT_DSTEP) make_atomic(body, DETERMINISTIC);
  Element *element = new_element(f, kind, statement, &statement->at);
  vec_push(&element->parts, body);
  append(into, element);
  return element;
}

/* A jump that has an `end`, `accept` or `progress` label is no state: there must be one before. */
static Element *add_jump(Flow *f, Sequence *into, const Statement *statement) {
  Element *jump = new_element(f, ELEMENT_GOTO, statement, &statement->at);
  set_labels(f, statement, jump);
  bool seen = false;
  for (size_t i = 0; i < statement->labels.size; i++)
    seen |= label_is_seen(f->b, f->syntax->name, statement->labels.data[i].name);
  if (has_label(f, jump, true) || seen) {
    Element *skip = new_element(f, ELEMENT_SIMPLE, NULL, &statement->at);
    for (size_t i = 0; i < f->labels.size; i++)
      if (f->labels.data[i].element == jump) f->labels.data[i].element = skip;
    append(into, skip);
  }
  append(into, jump);
  return jump;
}

static void add_statement(Flow *f, Sequence *into, const Statement *statement) {
  Element *element = NULL;
  switch (statement->kind) {
  case STATEMENT_GOTO:
  case STATEMENT_BREAK: add_jump(f, into, statement); return;
  case STATEMENT_SIMPLE:
    element = new_element(f, ELEMENT_SIMPLE, statement, &statement->at);
    append(into, element);
    break;
  case STATEMENT_IF:
  case STATEMENT_DO: element = add_choice(f, into, statement); break;
  case STATEMENT_UNLESS: {
    Sequence *whole = into;
    if (statement->labels.size) { /* the label stands before a block with all of it */
      whole = new_sequence(f);
      add_unless(f, whole, statement);
      whole->extent = whole->last;
      element = new_element(f, ELEMENT_BLOCK, statement, &statement->at);
      vec_push(&element->parts, whole);
      append(into, element);
    } else {
      element = add_unless(f, into, statement);
    }
    break;
  }
  default: element = add_block(f, into, statement); break;
  }
  set_labels(f, statement, element);
}

static Sequence *build_sequence(Flow *f, const StatementVec *statements) {
  Sequence *sequence = new_sequence(f);
  for (size_t i = 0; i < statements->size; i++) add_statement(f, sequence, statements->data[i]);
  sequence->extent = sequence->last;
  return sequence;
}

/* ---- from elements to states: huntstart, huntele, put_seq, put_el, put_sub ---- */

static Element *hunt_start(Element *element) {
  for (int i = 0; i < HUNT_LIMIT; i++) {
    if (element->kind == ELEMENT_DOT && element->next) element = element->next;
    else if (element->kind == ELEMENT_UNLESS) element = element->parts.data[0]->first;
    else break;
  }
  return element;
}

/* Follows what is no step of its own, but never out of an atomic sequence. */
static Element *hunt(Flow *f, Element *element, unsigned status) {
  for (int i = 0; element; i++) {
    Element *on = NULL;
    if (i == HUNT_LIMIT) {
      builder_fail(f->b, &element->at, "jumps from here lead in a circle");
      return NULL;
    }
    if (element->kind == ELEMENT_GOTO) on = goal(f, element);
    else if (element->kind == ELEMENT_DOT || element->kind == ELEMENT_EXIT) on = element->next;
    else if (element->kind == ELEMENT_UNLESS) on = hunt(f, element->parts.data[0]->first, status);
    if (!on || f->b->failed) return element;
    if ((status & ATOMIC) && !(on->status & ATOMIC)) return element;
    element = on;
  }
  return element;
}

static State *state_of(Flow *f, const Element *element) { return &f->states.data[element->number]; }

static void put_sequence(Flow *f, Sequence *sequence);

static void put_escapes(Flow *f, const Element *element) {
  if (element->kind == ELEMENT_DOT) return;
  for (size_t i = element->escapes.size; i-- > 0;) {
    Element *first = hunt(f, element->escapes.data[i]->first, element->status);
    if (!first) return;
    U32Vec *escapes = &state_of(f, element)->escapes;
    vec_push(escapes, first->number);
  }
  for (size_t i = element->escapes.size; i-- > 0;) put_sequence(f, element->escapes.data[i]);
}

static void put_command(Flow *f, Element *element, ProcessCommand command) {
  command.atomic = (element->status & ATOMIC) != 0;
  vec_push(&f->b->program->commands, command);
  Transition transition = {(uint32_t)f->b->program->commands.size - 1, element->number};
  State *state = state_of(f, element);
  vec_push(&state->transitions, transition);
}

static ProcessCommand plain_command(ProcessAction action, const Token *at, const char *text) {
  return (ProcessCommand){.action = action,
                          .more = PROCESS_NONE,
                          .place = PROCESS_NONE,
                          .expression = PROCESS_NONE,
                          .text = text,
                          .source = builder_source(at)};
}

static void put_element(Flow *f, Element *element) {
  Element *target = NULL;
  if (element->kind == ELEMENT_GOTO) {
    target = goal(f, element);
    if (target && (element->status & DETERMINISTIC) && !(target->status & DETERMINISTIC))
      builder_fail(f->b, &element->at, "a jump cannot leave a d_step");
    if (target) target = hunt(f, target, element->status);
  } else if (element->next) {
    target = hunt(f, element->next, element->status);
  }
  if (f->b->failed) return;
  ProcessCommand command =
      plain_command(PROCESS_SKIP, &element->at, element->kind == ELEMENT_STOP ? "-end-" : "goto");
  if (element->kind == ELEMENT_STOP) {
    command.action = PROCESS_END;
  } else if (element->statement) {
    uint32_t compiled = compile_statement(f->b, element->statement);
    if (f->b->failed) return;
    command = f->b->program->commands.data[compiled];
  }
  command.target = target ? target->number : 0;
  put_command(f, element, command);
  put_escapes(f, element);
}

/* patch_atomic: jumps that leave a chain, or lead from one into another. */
static void patch_atomic(Flow *f, Sequence *sequence) {
  for (Element *e = sequence->first; e && !f->b->failed; e = e->next) {
    if (e->kind == ELEMENT_GOTO) {
      const Element *to = goal(f, e);
      if (!to) return;
      bool inside = to->status & (ATOMIC | ATOMIC_LAST);
      if ((e->status & (ATOMIC | ATOMIC_LAST)) && !inside) {
        e->status &= ~(unsigned)ATOMIC;
        e->status |= ATOMIC_LAST;
      }
      if ((e->status & ATOMIC_LAST) && inside) {
        e->status &= ~(unsigned)ATOMIC_LAST;
        e->status |= ATOMIC;
      }
    } else if (e->kind == ELEMENT_CHOICE || e->kind == ELEMENT_UNLESS) {
      for (size_t i = 0; i < e->parts.size; i++) patch_atomic(f, e->parts.data[i]);
    }
    if (e == sequence->extent) break;
  }
}

static void put_block(Flow *f, Element *element) {
  Sequence *body = element->parts.data[0];
  patch_atomic(f, body);
  Element *start = hunt_start(body->first);
  body->last->next = element->next;
  if (element->kind == ELEMENT_DSTEP) {
    Element *target = element->next ? hunt(f, element->next, element->status) : NULL;
    ProcessCommand command = plain_command(PROCESS_SEQUENCE, &element->at, "d_step");
    command.inner = start->number;
    command.target = target ? target->number : 0;
    put_command(f, element, command);
    put_sequence(f, body);
    put_escapes(f, element);
    return;
  }
  State *state = state_of(f, element);
  state->choice = true;
  vec_push(&state->options, start->number);
  put_sequence(f, body);
}

static void put_choice(Flow *f, Element *element) {
  state_of(f, element)->choice = true;
  for (size_t i = 0; i < element->parts.size; i++) {
    Element *first = hunt_start(element->parts.data[i]->first);
    if (is_constant(first, 0) && !first->escapes.size) continue;
    State *state = state_of(f, element);
    vec_push(&state->options, first->number);
  }
  for (size_t i = 0; i < element->parts.size; i++) put_sequence(f, element->parts.data[i]);
}

static void put_sequence(Flow *f, Sequence *sequence) {
  for (Element *e = sequence->first; e && !f->b->failed; e = e->next) {
    if (!(e->status & DONE)) {
      e->status |= DONE;
      switch (e->kind) {
      case ELEMENT_UNLESS: put_sequence(f, e->parts.data[0]); break;
      case ELEMENT_CHOICE: put_choice(f, e); break;
      case ELEMENT_ATOMIC:
      case ELEMENT_BLOCK:
      case ELEMENT_DSTEP: put_block(f, e); break;
      default: put_element(f, e); break;
      }
    }
    if (e == sequence->last) break;
  }
}

/* ---- choices drawn together: retrans ---- */

/* imed: a label at the first statement of an option counts for what follows it. */
static void pass_labels(Flow *f, uint32_t from, uint32_t to) {
  ProcessControl *controls = f->proctype->controls.data;
  if (!to) return;
  controls[to].end |= controls[from].end;
  controls[to].accept |= controls[from].accept;
  controls[to].progress |= controls[from].progress;
}

static bool flatten_choices(Flow *f) {
  bool changed = false;
  for (size_t i = 1; i < f->states.size; i++) {
    State *state = &f->states.data[i];
    bool nested = false;
    for (size_t k = 0; k < state->options.size; k++)
      nested |= f->states.data[state->options.data[k]].choice;
    if (!state->choice || !nested) continue;
    U32Vec flat = {0};
    for (size_t k = 0; k < state->options.size; k++) {
      uint32_t option = state->options.data[k];
      const State *inner = &f->states.data[option];
      if (!inner->choice) {
        vec_push(&flat, option);
        continue;
      }
      for (size_t m = 0; m < inner->options.size; m++) {
        vec_push(&flat, inner->options.data[m]);
        pass_labels(f, option, inner->options.data[m]);
      }
      changed = true;
    }
    vec_free(&state->options);
    state->options = flat;
    if (flat.size > 1 << 16) {
      builder_fail(f->b, &f->elements.data[i]->at, "this choice has too many options");
      return false;
    }
  }
  return changed;
}

static void pull_options(Flow *f) {
  for (size_t i = 1; i < f->states.size; i++) {
    State *state = &f->states.data[i];
    for (size_t k = 0; k < state->options.size; k++) {
      uint32_t option = state->options.data[k];
      const State *inner = &f->states.data[option];
      if (!inner->transitions.size) continue;
      Transition transition = inner->transitions.data[0];
      vec_push(&state->transitions, transition);
      pass_labels(f, option, f->b->program->commands.data[transition.command].target);
    }
  }
}

static bool is_there(const State *state, uint32_t id) {
  for (size_t i = 0; i < state->transitions.size; i++)
    if (state->transitions.data[i].id == id) return true;
  return false;
}

/* Transitions of escapes come before the others. */
static void prepend_escapes(Flow *f) {
  for (size_t i = 1; i < f->states.size; i++) {
    const size_t count = f->states.data[i].transitions.size;
    U32Vec owners = {0};
    for (size_t k = 0; k < count; k++) vec_push(&owners, f->states.data[i].transitions.data[k].id);
    for (size_t k = 0; k < count; k++) {
      const U32Vec escapes = f->states.data[owners.data[k]].escapes;
      for (size_t m = escapes.size; m-- > 0;) {
        uint32_t first = escapes.data[m];
        const size_t moves = f->states.data[first].transitions.size;
        for (size_t t = 0; t < moves; t++) {
          Transition move = f->states.data[first].transitions.data[t];
          State *state = &f->states.data[i];
          if (is_there(state, move.id)) continue;
          ProcessCommand command = f->b->program->commands.data[move.command];
          command.escape = first;
          vec_push(&f->b->program->commands, command);
          move.command = (uint32_t)f->b->program->commands.size - 1;
          vec_push(&state->transitions, move);
          memmove(&state->transitions.data[1], &state->transitions.data[0],
                  (state->transitions.size - 1) * sizeof move);
          state->transitions.data[0] = move;
        }
      }
    }
    vec_free(&owners);
  }
}

/* ---- the whole ---- */

static void set_label_flags(Flow *f) {
  for (size_t i = 0; i < f->labels.size; i++) {
    const Label *label = &f->labels.data[i];
    ProcessControl *control = &f->proctype->controls.data[label->element->number];
    const char *name = label->name.name;
    control->end |= starts_with(name, "end");
    control->accept |= starts_with(name, "accept");
    control->progress |= starts_with(name, "progress");
    ProcessLabel shown = {arena_string(&f->b->program->arena, name), label->element->number};
    vec_push(&f->proctype->labels, shown);
  }
}

static void write_controls(Flow *f) {
  for (size_t i = 1; i < f->states.size; i++) {
    const State *state = &f->states.data[i];
    ProcessControl *control = &f->proctype->controls.data[i];
    control->first = (uint32_t)f->proctype->choices.size;
    control->count = (uint32_t)state->transitions.size;
    for (size_t k = 0; k < state->transitions.size; k++)
      vec_push(&f->proctype->choices, state->transitions.data[k].command);
  }
}

static void flow_free(Flow *f) {
  for (size_t i = 1; i < f->elements.size; i++) {
    vec_free(&f->elements.data[i]->parts);
    vec_free(&f->elements.data[i]->escapes);
  }
  for (size_t i = 0; i < f->states.size; i++) {
    vec_free(&f->states.data[i].options);
    vec_free(&f->states.data[i].transitions);
    vec_free(&f->states.data[i].escapes);
  }
  vec_free(&f->elements);
  vec_free(&f->sequences);
  vec_free(&f->labels);
  vec_free(&f->states);
  map_free(&f->exits);
  arena_free(&f->arena);
}

static void make_states(Flow *f, Sequence *body) {
  vec_resize(&f->states, f->elements.size);
  vec_resize(&f->proctype->controls, f->elements.size);
  put_sequence(f, body);
  for (size_t i = 1; i < f->elements.size; i++) {
    ProcessControl *control = &f->proctype->controls.data[i];
    const Element *element = f->elements.data[i];
    control->source = builder_source(&element->at);
    control->deterministic = (element->status & DETERMINISTIC) != 0;
    control->end = element->kind == ELEMENT_STOP;
  }
  set_label_flags(f);
  int rounds = 0;
  while (!f->b->failed && flatten_choices(f))
    if (++rounds > 1000) {
      builder_fail(f->b, &f->syntax->at, "the choices of this proctype lead in a circle");
      return;
    }
  pull_options(f);
  prepend_escapes(f);
  write_controls(f);
}

void flow_build(Builder *b, uint32_t number) {
  Flow f = {.b = b,
            .syntax = b->syntax->proctypes.data[number],
            .proctype = &b->program->proctypes.data[number]};
  Sequence *body = build_sequence(&f, &f.syntax->body);
  if (f.elements.size > UINT16_MAX - 2) {
    builder_fail(b, &f.syntax->at, "this proctype has more than %d statements", UINT16_MAX - 2);
  } else {
    append(body, new_element(&f, ELEMENT_STOP, NULL, &f.syntax->end));
    if (!b->failed) make_states(&f, body);
    if (!b->failed) {
      const Element *start = hunt(&f, body->first, body->first->status);
      if (start) f.proctype->start = start->number;
    }
  }
  flow_free(&f);
}
