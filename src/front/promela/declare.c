/* Declarations: variables, records, channels, the names of mtype. A variable gets its place in the
 * globals or in the frame of its process here. */
#include "front/promela/parser.h"

enum {
  FRAME_LIMIT = 1 << 16,   /* bytes of all globals, of a frame, of a channel */
  CHANNEL_LIMIT = 1 << 15, /* messages in a channel */
};

Variable *promela_find(Parser *p, const char *name) {
  for (size_t i = p->scope.size; i-- > 0;)
    if (!strcmp(p->scope.data[i]->name, name)) return p->scope.data[i];
  VariableVec *globals = &p->syntax->globals;
  for (size_t i = globals->size; i-- > 0;)
    if (!strcmp(globals->data[i]->name, name)) return globals->data[i];
  return NULL;
}

const MtypeName *promela_mtype(Parser *p, uint32_t name) {
  uint64_t place;
  return map_get(&p->mtype_of, name, &place) ? &p->mtypes.data[place] : NULL;
}

/* ---- constants ---- */

static bool fold(const Term *term, int32_t *value) {
  int32_t a = 0, b = 0;
  if (term->operator== PROCESS_CONSTANT) {
    *value = term->value;
    return true;
  }
  if (term->operator== PROCESS_VARIABLE && term->path_length == 1 && !term->path[0]
          .field->array && term->path[0]
          .field->constant) {
    *value = term->path[0].field->constant;
    return true;
  }
  if (!term->a || !fold(term->a, &a) || (term->b && !fold(term->b, &b)) || term->c) return false;
  uint32_t x = (uint32_t)a, y = (uint32_t)b;
  switch (term->operator) {
  case PROCESS_NEGATE: *value = (int32_t)(0 - x); return true;
  case PROCESS_ADD: *value = (int32_t)(x + y); return true;
  case PROCESS_SUBTRACT: *value = (int32_t)(x - y); return true;
  case PROCESS_MULTIPLY: *value = (int32_t)(x * y); return true;
  case PROCESS_DIVIDE: *value = b > 0 ? a / b : 0; return b > 0;
  case PROCESS_MODULO: *value = b > 0 ? a % b : 0; return b > 0;
  default: return false;
  }
}

bool parse_constant(Parser *p, int32_t *value) {
  const Token at = *promela_peek(p, 0);
  const Term *term = parse_term(p);
  if (!term) return false;
  return fold(term, value) || promela_fail(p, &at, "expected a constant");
}

/* ---- types ---- */

typedef struct {
  ProcessType type;
  Record *record;
  uint32_t mtype;
} TypeName;

static const struct {
  const char *word;
  ProcessType type;
} type_words[] = {
    {"bit", PROCESS_BIT},     {"bool", PROCESS_BIT},  {"byte", PROCESS_BYTE},
    {"mtype", PROCESS_MTYPE}, {"chan", PROCESS_CHAN}, {"pid", PROCESS_PID},
    {"short", PROCESS_SHORT}, {"int", PROCESS_INT},   {"unsigned", PROCESS_UNSIGNED},
};

static Record *record_named(Parser *p, const char *name) {
  for (size_t i = 0; i < p->syntax->records.size; i++)
    if (!strcmp(p->syntax->records.data[i]->name, name)) return p->syntax->records.data[i];
  return NULL;
}

static bool is_type_word(Parser *p, const Token *token) {
  if (token->kind != TOKEN_NAME) return false;
  for (size_t i = 0; i < sizeof type_words / sizeof *type_words; i++)
    if (!strcmp(token->text, type_words[i].word)) return true;
  return record_named(p, token->text) != NULL;
}

static bool is_visibility(Parser *p) {
  return promela_is_word(p, "hidden") || promela_is_word(p, "show") || promela_is_word(p, "local");
}

bool promela_is_type(Parser *p) { return is_visibility(p) || is_type_word(p, promela_peek(p, 0)); }

static uint32_t mtype_list(Parser *p, const char *name) {
  uint32_t list = names_add(&p->mtype_lists, name);
  while (p->syntax->program->mtypes.size <= list)
    vec_push(&p->syntax->program->mtypes, (StringVec){0});
  return list;
}

/* The type itself; `mtype : name` as well. */
static bool parse_type(Parser *p, TypeName *type) {
  const Token at = *promela_peek(p, 0);
  if (!is_type_word(p, &at)) {
    promela_unexpected(p, "a type");
    return false;
  }
  promela_advance(p);
  *type = (TypeName){.record = record_named(p, at.text)};
  for (size_t i = 0; i < sizeof type_words / sizeof *type_words; i++)
    if (!strcmp(at.text, type_words[i].word)) type->type = type_words[i].type;
  if (type->record || type->type != PROCESS_MTYPE) return true;
  const char *list = "";
  if (promela_take(p, ':') && !(list = promela_name(p, "the name of a list of mtype")))
    return false;
  type->mtype = mtype_list(p, list);
  return true;
}

/* { a, b, c }: the last one is 1 more than those before; SPIN numbers them from the back. */
static bool parse_mtype_names(Parser *p, uint32_t list) {
  U32Vec names = {0};
  bool fine = true;
  do {
    const Token at = *promela_peek(p, 0);
    const char *name = promela_name(p, "a name");
    fine = name != NULL;
    bool twice = fine && (promela_mtype(p, at.name) || promela_find(p, name));
    for (size_t i = 0; i < names.size; i++) twice |= names.data[i] == at.name;
    if (fine && twice) fine = promela_fail(p, &at, "'%s' is declared twice", name);
    if (fine) vec_push(&names, at.name);
    promela_take(p, ','); /* the comma may be left out */
  } while (fine && !promela_is(p, '}'));
  StringVec *known = &p->syntax->program->mtypes.data[list];
  if (fine && known->size + names.size > 255)
    fine = promela_fail(p, promela_peek(p, 0), "there are at most 255 names of mtype");
  for (size_t i = names.size; fine && i-- > 0;) {
    vec_push(known, mem_string(p->syntax->source->names.text[names.data[i]]));
    map_put(&p->mtype_of, names.data[i], p->mtypes.size);
    vec_push(&p->mtypes, ((MtypeName){.value = (int32_t)known->size, .list = list}));
  }
  vec_free(&names);
  promela_advance(p);
  return fine;
}

/* ---- channels ---- */

typedef VEC(Variable) MessageFields;

static bool add_message_field(Parser *p, const Variable *of, MessageFields *fields) {
  for (uint32_t i = 0; i < of->count; i++) {
    for (size_t k = 0; of->record && k < of->record->fields.size; k++)
      if (!add_message_field(p, of->record->fields.data[k], fields)) return false;
    if (!of->record) vec_push(fields, *of);
    if (fields->size > 255) return promela_fail(p, &p->last, "a message has at most 255 fields");
  }
  return true;
}

/* [n] of { types } */
static bool parse_channel(Parser *p, const char *name, uint32_t *kind) {
  const Token at = *promela_peek(p, 0);
  int32_t capacity = 0;
  promela_advance(p);
  if (!parse_constant(p, &capacity) || !promela_expect(p, ']', "the capacity")) return false;
  if (capacity < 0 || capacity > CHANNEL_LIMIT)
    return promela_fail(p, &at, "the capacity of a channel is from 0 to %d", CHANNEL_LIMIT);
  if (!promela_take_word(p, "of")) return promela_unexpected(p, "'of'");
  if (!promela_expect(p, '{', "'of'")) return false;
  MessageFields fields = {0};
  bool fine = true;
  do {
    TypeName type = {0};
    fine = parse_type(p, &type);
    if (fine && !type.record && type.type == PROCESS_UNSIGNED)
      fine = promela_fail(p, &p->last, "a message has no field of type 'unsigned'");
    Variable field = {.type = type.type, .record = type.record, .mtype = type.mtype, .count = 1};
    fine = fine && add_message_field(p, &field, &fields);
  } while (fine && promela_take(p, ','));
  fine = fine && promela_expect(p, '}', "the types of the message");
  ProcessChannel channel = {.name = name, .capacity = (uint32_t)capacity};
  channel.field_count = (uint32_t)fields.size;
  channel.fields = mem_array(fields.size ? fields.size : 1, sizeof *channel.fields);
  for (size_t i = 0; i < fields.size; i++) {
    channel.fields[i].type = fields.data[i].type;
    channel.fields[i].bits = fields.data[i].bits;
    channel.fields[i].mtype = fields.data[i].mtype;
    channel.fields[i].offset = channel.message;
    channel.message += process_type_size(fields.data[i].type, fields.data[i].bits);
  }
  vec_free(&fields);
  if (fine && (uint64_t)channel.message * channel.capacity > FRAME_LIMIT)
    fine = promela_fail(p, &at, "this channel is too large");
  *kind = (uint32_t)p->syntax->program->channels.size;
  if (fine && *kind >= PROCESS_TYPE_LIMIT)
    fine =
        promela_fail(p, &at, "there are more than %d declarations of channels", PROCESS_TYPE_LIMIT);
  vec_push(&p->syntax->program->channels, channel);
  return fine;
}

/* ---- variables ---- */

static bool place_variable(Parser *p, Variable *variable, Record *record) {
  variable->size =
      variable->record ? variable->record->size : process_type_size(variable->type, variable->bits);
  uint32_t *size = record        ? &record->size
                   : p->proctype ? &p->proctype->size
                                 : &p->syntax->global_size;
  variable->offset = *size;
  uint64_t end = *size + (uint64_t)variable->size * variable->count;
  if (end > FRAME_LIMIT)
    return promela_fail(p, &variable->at, "'%s' does not fit: a state would be too large",
                        variable->name);
  *size = (uint32_t)end;
  return true;
}

static bool is_declared(Parser *p, const Variable *variable, const Record *record) {
  const VariableVec *where = record        ? &record->fields
                             : p->proctype ? &p->scope
                                           : &p->syntax->globals;
  for (size_t i = record || !p->proctype ? 0 : p->block; i < where->size; i++)
    if (!strcmp(where->data[i]->name, variable->name)) return true;
  return false;
}

static Variable *parse_variable(Parser *p, const TypeName *type, Record *record) {
  Variable *variable = promela_new(p, sizeof *variable);
  variable->at = *promela_peek(p, 0);
  variable->name = promela_name(p, "a variable");
  if (!variable->name) return NULL;
  variable->type = type->type;
  variable->record = type->record;
  variable->mtype = type->mtype;
  variable->local = p->proctype != NULL;
  variable->count = 1;
  if (is_declared(p, variable, record))
    return promela_fail(p, &variable->at, "'%s' is declared twice", variable->name);
  int32_t number = 0;
  const Token at = *promela_peek(p, 0);
  if (promela_take(p, ':')) {
    if (!parse_constant(p, &number)) return NULL;
    if (type->record || type->type != PROCESS_UNSIGNED || number < 1 || number > 32)
      return promela_fail(p, &at, "only 'unsigned' has a width, from 1 to 32 bits");
    variable->bits = (uint8_t)number;
  } else if (promela_take(p, '[')) {
    if (!parse_constant(p, &number) || !promela_expect(p, ']', "the number of elements"))
      return NULL;
    if (number < 1 || number > FRAME_LIMIT)
      return promela_fail(p, &at, "an array has from 1 to %d elements", FRAME_LIMIT);
    variable->array = true;
    variable->count = (uint32_t)number;
    /* SPIN keeps the elements of an array of bits in bytes, with a byte's values. */
    if (variable->type == PROCESS_BIT) variable->type = PROCESS_BYTE;
  }
  if (!type->record && type->type == PROCESS_UNSIGNED && !variable->bits)
    return promela_fail(p, &variable->at, "'unsigned' needs a width: unsigned %s : 4",
                        variable->name);
  return place_variable(p, variable, record) ? variable : NULL;
}

/* A declaration behind the first statement is a step of its own, which sets the variable. */
static void add_assignment(Parser *p, StatementVec *sequence, Variable *variable, int32_t index,
                           Term *value, Statement *first) {
  Statement *statement = statement_new(p, STATEMENT_SIMPLE, &variable->at);
  statement->action = variable->record ? PROCESS_SKIP : PROCESS_ASSIGN;
  Term *target = term_new(p, PROCESS_VARIABLE, &variable->at);
  target->path = promela_new(p, sizeof *target->path);
  target->path_length = 1;
  target->path[0].field = variable;
  if (variable->array) {
    target->path[0].index = term_new(p, PROCESS_CONSTANT, &variable->at);
    target->path[0].index->value = index;
  }
  statement->target = target;
  statement->expression = value ? value : term_new(p, PROCESS_CONSTANT, &variable->at);
  if (first) {
    statement->more = first->more;
    first->more = statement;
  } else {
    vec_push(sequence, statement);
  }
}

static bool parse_values(Parser *p, Start *start) {
  if (!start->variable->array)
    return promela_fail(p, promela_peek(p, 0), "'%s' is not an array", start->variable->name);
  promela_advance(p);
  do {
    Term *value = parse_term(p);
    if (!value) return false;
    vec_push(&start->values, value);
  } while (promela_take(p, ','));
  if (start->values.size > start->variable->count)
    return promela_fail(p, &start->variable->at, "more values than elements");
  return promela_expect(p, '}', "the values");
}

/* = value, = { values }, = [n] of { types } */
static bool parse_start(Parser *p, Variable *variable, StatementVec *sequence) {
  Start start = {.variable = variable, .channel = PROCESS_NONE};
  bool fresh = !sequence || p->fresh;
  StartVec *starts = p->proctype ? &p->proctype->starts : &p->syntax->starts;
  if (!promela_take(p, '=')) {
    if (!fresh) add_assignment(p, sequence, variable, 0, NULL, NULL);
    return true;
  }
  const Token at = *promela_peek(p, 0);
  bool fine = true;
  if (promela_is(p, '[')) {
    fine = variable->type == PROCESS_CHAN && !variable->record
               ? parse_channel(p, variable->name, &start.channel)
               : promela_fail(p, &at, "'%s' is not a channel", variable->name) != NULL;
    fresh = true;
  } else if (promela_is(p, '{')) {
    fine = parse_values(p, &start);
  } else {
    start.value = parse_term(p);
    fine = start.value != NULL;
    int32_t constant;
    if (fine && fold(start.value, &constant)) variable->constant = constant;
    /* SPIN lets a record be given a value, and leaves its fields at 0. */
    if (fine && variable->record) return true;
  }
  if (fine && fresh) {
    vec_push(starts, start);
    return true;
  }
  if (fine && start.values.size) {
    Statement *first = NULL;
    for (size_t i = 0; i < start.values.size; i++) {
      add_assignment(p, sequence, variable, (int32_t)i, start.values.data[i], first);
      first = sequence->data[sequence->size - 1];
    }
  } else if (fine) {
    add_assignment(p, sequence, variable, 0, start.value, NULL);
  }
  vec_free(&start.values);
  return fine;
}

bool parse_declaration(Parser *p, StatementVec *sequence, Record *record, bool parameter) {
  while (is_visibility(p)) promela_advance(p);
  TypeName type = {0};
  const Token at = *promela_peek(p, 0);
  if (promela_is_word(p, "mtype")) {
    const Token *next = promela_peek(p, 1);
    bool names = next->kind == TOKEN_SIGN && (next->sign == '=' || next->sign == '{');
    if (names) {
      if (p->proctype) return promela_fail(p, &at, "the names of mtype are declared outside");
      promela_advance(p);
      promela_take(p, '=');
      return promela_expect(p, '{', "'mtype ='") && parse_mtype_names(p, mtype_list(p, ""));
    }
  }
  if (!parse_type(p, &type)) return false;
  if (!record && !p->proctype && !type.record && type.type == PROCESS_MTYPE && promela_is(p, '=')) {
    promela_advance(p);
    return promela_expect(p, '{', "'='") && parse_mtype_names(p, type.mtype);
  }
  do {
    Variable *variable = parse_variable(p, &type, record);
    if (!variable) return false;
    VariableVec *list = record        ? &record->fields
                        : p->proctype ? &p->proctype->variables
                                      : &p->syntax->globals;
    if (record || parameter) {
      if (promela_is(p, '='))
        return promela_fail(p, promela_peek(p, 0), "there can be no initial value here");
    } else if (!parse_start(p, variable, sequence)) {
      return false;
    }
    vec_push(list, variable);
    if (p->proctype) vec_push(&p->scope, variable);
  } while (promela_take(p, ','));
  return true;
}

bool parse_typedef(Parser *p) {
  const Token at = *promela_peek(p, 0);
  const char *name = promela_name(p, "a name");
  if (!name || !promela_expect(p, '{', "the name")) return false;
  if (record_named(p, name)) return promela_fail(p, &at, "'%s' is declared twice", name);
  Record *record = promela_new(p, sizeof *record);
  record->name = name;
  vec_push(&p->syntax->records, record);
  record->name = ""; /* it is not there for its own fields */
  do {
    if (promela_is(p, '}')) break;
    if (!parse_declaration(p, NULL, record, false)) return false;
  } while (promela_take(p, ';') || promela_is_type(p));
  record->name = name;
  if (!record->fields.size) return promela_fail(p, &at, "'%s' has no fields", name);
  return promela_expect(p, '}', "the fields");
}
