/* From what was read to plain data: variables, proctypes, what runs in the beginning, claims. */
#include <stdarg.h>

#include "front/promela/build.h"

bool builder_fail(Builder *b, const Token *at, const char *format, ...) {
  if (!b->failed) {
    Text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&text, format, arguments);
    va_end(arguments);
    source_error(b->syntax->source, at, b->error, "%s", text.data ? text.data : "");
    text_free(&text);
  }
  b->failed = true;
  return false;
}

ProcessSource builder_source(const Token *at) {
  return (ProcessSource){.file = at->file, .line = at->line, .column = at->column};
}

/* ---- variables ---- */

static void add_variable(Builder *b, ProcessVariableVec *list, const Variable *variable,
                         const char *prefix, uint32_t base) {
  Text name = {0};
  for (uint32_t i = 0; i < (variable->record ? variable->count : 1); i++) {
    text_clear(&name);
    text_add(&name, prefix);
    text_add(&name, variable->name);
    uint32_t offset = base + variable->offset + i * variable->size;
    if (variable->record) {
      if (variable->array) text_format(&name, "[%u]", i);
      text_char(&name, '.');
      for (size_t k = 0; k < variable->record->fields.size; k++)
        add_variable(b, list, variable->record->fields.data[k], name.data, offset);
      continue;
    }
    ProcessVariable entry = {.name = arena_string(&b->program->arena, name.data),
                             .type = variable->type,
                             .bits = variable->bits,
                             .array = variable->array,
                             .count = variable->count,
                             .offset = offset,
                             .mtype = variable->mtype};
    vec_push(list, entry);
  }
  text_free(&name);
}

static void add_initial(Builder *b, U32Vec *list, ProcessInitial initial) {
  vec_push(&b->program->initials, initial);
  vec_push(list, (uint32_t)b->program->initials.size - 1);
}

static void add_starts(Builder *b, U32Vec *list, const StartVec *starts) {
  for (size_t i = 0; i < starts->size && !b->failed; i++) {
    const Start *start = &starts->data[i];
    const Variable *variable = start->variable;
    ProcessInitial initial = {.place = {.local = variable->local,
                                        .type = variable->type,
                                        .bits = variable->bits,
                                        .offset = variable->offset},
                              .count = variable->count,
                              .stride = variable->size,
                              .expression = PROCESS_NONE,
                              .channel = start->channel};
    if (!start->values.size) {
      if (start->value) initial.expression = compile_term(b, start->value);
      add_initial(b, list, initial);
    }
    for (size_t k = 0; k < start->values.size; k++) {
      initial.count = 1;
      initial.expression = compile_term(b, start->values.data[k]);
      add_initial(b, list, initial);
      initial.place.offset += variable->size;
    }
  }
}

/* ---- proctypes ---- */

/* The simple values of a parameter, one after the other. */
static void add_parameters(Builder *b, Proctype *proctype) {
  for (size_t i = 0; i < proctype->variables.size; i++) {
    const ProcessVariable *variable = &proctype->variables.data[i];
    for (uint32_t k = 0; k < variable->count; k++) {
      ProcessPlace place = {.local = true,
                            .type = variable->type,
                            .bits = variable->bits,
                            .offset = variable->offset +
                                      k * process_type_size(variable->type, variable->bits)};
      vec_push(&b->program->places, place);
      vec_push(&proctype->parameters, (uint32_t)b->program->places.size - 1);
    }
  }
}

static void declare_proctype(Builder *b, const ProctypeSyntax *syntax) {
  Proctype proctype = {.name = arena_string(&b->program->arena, syntax->name),
                       .source = builder_source(&syntax->at),
                       .size = syntax->size,
                       .provided = PROCESS_NONE};
  for (size_t i = 0; i < syntax->parameters; i++)
    add_variable(b, &proctype.variables, syntax->variables.data[i], "", 0);
  add_parameters(b, &proctype);
  if (proctype.parameters.size > 255)
    builder_fail(b, &syntax->at, "a proctype has at most 255 parameters");
  if (syntax->claim && syntax->variables.size)
    builder_fail(b, &syntax->variables.data[0]->at, "a claim cannot have variables of its own");
  for (size_t i = syntax->parameters; i < syntax->variables.size; i++)
    add_variable(b, &proctype.variables, syntax->variables.data[i], "", 0);
  vec_push(&b->program->proctypes, proctype);
}

static void build_proctype(Builder *b, uint32_t number) {
  const ProctypeSyntax *syntax = b->syntax->proctypes.data[number];
  if (syntax->provided) {
    uint32_t provided = compile_term(b, syntax->provided);
    b->program->proctypes.data[number].provided = provided;
  }
  U32Vec initial = {0};
  add_starts(b, &initial, &syntax->starts);
  b->program->proctypes.data[number].initial = initial;
  b->in_trace = syntax->trace;
  flow_build(b, number);
  b->in_trace = false;
  for (uint32_t i = 0; i < syntax->active; i++)
    vec_push(&b->program->active, ((ProcessActive){number, syntax->priority}));
  if (syntax->trace) {
    b->program->trace = number;
  } else if (syntax->claim) {
    ProcessClaim claim = {.kind = CLAIM_NEVER,
                          .name = b->program->proctypes.data[number].name,
                          .source = builder_source(&syntax->at),
                          .proctype = number,
                          .formula = PROCESS_NONE};
    vec_push(&b->program->claims, claim);
  }
}

/* ---- labels ---- */

static bool looks_at(const Term *term, const char *proctype, const char *label) {
  return term->operator== PROCESS_AT && !strcmp(term->proctype, proctype) &&
         !strcmp(term->name, label);
}

bool label_is_seen(const Builder *b, const char *proctype, const char *label) {
  for (size_t i = 0; i < b->syntax->terms.size; i++)
    if (looks_at(b->syntax->terms.data[i], proctype, label)) return true;
  return false;
}

static void resolve_labels(Builder *b) {
  for (size_t i = 0; i < b->references.size && !b->failed; i++) {
    const Term *term = b->references.data[i].term;
    ProcessExpression *expression = &b->program->expressions.data[b->references.data[i].expression];
    const Proctype *proctype = &b->program->proctypes.data[expression->c];
    size_t k = 0;
    while (k < proctype->labels.size && strcmp(proctype->labels.data[k].name, term->name)) k++;
    if (k == proctype->labels.size)
      builder_fail(b, &term->at, "'%s' has no label '%s'", term->proctype, term->name);
    else expression->value = (int32_t)proctype->labels.data[k].control;
  }
}

bool build_program(Syntax *syntax, Error *error) {
  Builder b = {.syntax = syntax, .program = syntax->program, .error = error};
  Processes *program = syntax->program;
  for (size_t i = 0; i < syntax->source->files.size; i++)
    vec_push(&program->files, arena_string(&program->arena, syntax->source->files.data[i].name));
  for (size_t i = 0; i < program->channels.size; i++)
    program->channels.data[i].name = arena_string(&program->arena, program->channels.data[i].name);
  for (size_t i = 0; i < syntax->globals.size; i++)
    add_variable(&b, &program->globals, syntax->globals.data[i], "", 0);
  program->event = program->global_size = syntax->global_size;
  for (size_t i = 0; i < syntax->proctypes.size; i++)
    if (syntax->proctypes.data[i]->trace) program->global_size += 2; /* where it is */
  for (size_t i = 0; i < syntax->proctypes.size; i++)
    declare_proctype(&b, syntax->proctypes.data[i]);
  add_starts(&b, &program->global_initial, &syntax->starts);
  for (size_t i = 0; i < syntax->proctypes.size && !b.failed; i++) build_proctype(&b, (uint32_t)i);
  for (size_t i = 0; i < syntax->formulas.size && !b.failed; i++)
    compile_formula(&b, &syntax->formulas.data[i]);
  resolve_labels(&b);
  if (!b.failed && program->active.size > PROCESS_LIMIT)
    builder_fail(&b, &syntax->proctypes.data[0]->at, "there are more than %d processes",
                 PROCESS_LIMIT);
  vec_free(&b.references);
  return !b.failed;
}
