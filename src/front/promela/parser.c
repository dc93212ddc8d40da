/* The units of a program: proctypes, declarations, claims, formulas; and the tokens that all of the
 * parser reads. */
#include "front/promela/parser.h"

#include <stdarg.h>

/* ---- tokens ---- */

const Token *promela_peek(Parser *p, size_t ahead) {
  for (size_t i = p->frames.size; i-- > 0;) {
    const Frame *frame = &p->frames.data[i];
    if (frame->next + ahead < frame->size) return &frame->tokens[frame->next + ahead];
    ahead -= frame->size - frame->next;
  }
  const Frame *bottom = &p->frames.data[0];
  return &bottom->tokens[bottom->size - 1]; /* TOKEN_END */
}

static void close_frame(Frame *frame) {
  if (frame->of) frame->of->open = false;
  vec_free(&frame->own);
}

void promela_advance(Parser *p) {
  Frame *frame = &p->frames.data[p->frames.size - 1];
  p->last = *promela_peek(p, 0);
  if (frame->next < frame->size) frame->next++;
  while (p->frames.size > 1 &&
         p->frames.data[p->frames.size - 1].next >= p->frames.data[p->frames.size - 1].size) {
    close_frame(&p->frames.data[p->frames.size - 1]);
    p->frames.size--;
  }
  if (p->frames.size == 1 && p->frames.data[0].next >= p->frames.data[0].size)
    p->frames.data[0].next = p->frames.data[0].size - 1;
}

bool promela_is(Parser *p, int sign) {
  const Token *token = promela_peek(p, 0);
  return token->kind == TOKEN_SIGN && token->sign == sign;
}

bool promela_is_word(Parser *p, const char *word) {
  const Token *token = promela_peek(p, 0);
  return token->kind == TOKEN_NAME && !strcmp(token->text, word);
}

bool promela_take(Parser *p, int sign) {
  if (!promela_is(p, sign)) return false;
  promela_advance(p);
  return true;
}

bool promela_line_ends(Parser *p) {
  return p->proctype && !p->parentheses && promela_peek(p, 0)->first;
}

bool promela_take_word(Parser *p, const char *word) {
  if (!promela_is_word(p, word)) return false;
  promela_advance(p);
  return true;
}

void *promela_fail(Parser *p, const Token *at, const char *format, ...) {
  if (!p->failed) {
    Text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&text, format, arguments);
    va_end(arguments);
    source_error(p->syntax->source, at, p->error, "%s", text.data ? text.data : "");
    text_free(&text);
  }
  p->failed = true;
  return NULL;
}

void *promela_unexpected(Parser *p, const char *expected) {
  const Token *token = promela_peek(p, 0);
  const char *quote = token->kind == TOKEN_END ? "" : "'";
  return promela_fail(p, token, "expected %s, found %s%s%s", expected, quote, token->text, quote);
}

bool promela_expect(Parser *p, int sign, const char *after) {
  if (promela_take(p, sign)) return true;
  char one[2] = {(char)sign, 0};
  Text text = {0};
  text_format(&text, "'%s' after %s", sign == SIGN_RANGE ? ".." : one, after);
  promela_unexpected(p, text.data);
  text_free(&text);
  return false;
}

const char *promela_name(Parser *p, const char *what) {
  const Token *token = promela_peek(p, 0);
  if (token->kind != TOKEN_NAME) return promela_unexpected(p, what);
  promela_advance(p);
  return p->last.text;
}

void *promela_new(Parser *p, size_t bytes) { return arena_alloc(&p->syntax->source->arena, bytes); }

bool promela_deeper(Parser *p) {
  if (++p->depth <= PARSER_DEPTH) return true;
  promela_fail(p, promela_peek(p, 0), "this is nested too deep");
  return false;
}

/* ---- units ---- */

static ProctypeSyntax *new_proctype(Parser *p, const char *name, const Token *at) {
  ProctypeSyntax *proctype = promela_new(p, sizeof *proctype);
  proctype->name = name;
  proctype->at = *at;
  proctype->priority = 1;
  vec_push(&p->syntax->proctypes, proctype);
  p->proctype = proctype;
  p->scope.size = p->block = 0;
  p->fresh = true;
  if (p->syntax->proctypes.size > PROCESS_TYPE_LIMIT)
    return promela_fail(p, at, "there are more than %d proctypes", PROCESS_TYPE_LIMIT);
  for (size_t i = 0; i + 1 < p->syntax->proctypes.size; i++)
    if (!strcmp(p->syntax->proctypes.data[i]->name, name))
      return promela_fail(p, at, "'%s' is declared twice", name);
  return proctype;
}

static bool parse_priority(Parser *p, ProctypeSyntax *proctype) {
  if (!promela_take_word(p, "priority")) return true;
  const Token at = *promela_peek(p, 0);
  int32_t value;
  if (!parse_constant(p, &value)) return false;
  if (value < 1 || value > 255) return promela_fail(p, &at, "a priority is a number from 1 to 255");
  proctype->priority = (uint32_t)value;
  p->syntax->program->has_priority = true;
  return true;
}

static bool parse_process_body(Parser *p, ProctypeSyntax *proctype) {
  bool fine = parse_body(p, &proctype->body);
  proctype->end = p->last;
  p->proctype = NULL;
  p->scope.size = p->block = 0;
  return fine;
}

static bool parse_parameters(Parser *p) {
  if (!promela_expect(p, '(', "the name")) return false;
  while (!promela_is(p, ')')) {
    if (!parse_declaration(p, NULL, NULL, true)) return false;
    if (!promela_take(p, ';')) break;
  }
  return promela_expect(p, ')', "the parameters");
}

static bool parse_proctype(Parser *p, uint32_t active) {
  const Token at = *promela_peek(p, 0);
  const char *name = promela_name(p, "a name");
  if (!name) return false;
  ProctypeSyntax *proctype = new_proctype(p, name, &at);
  if (!proctype || !parse_parameters(p)) return false;
  proctype->active = active;
  proctype->parameters = proctype->variables.size;
  if (!parse_priority(p, proctype)) return false;
  if (promela_take_word(p, "provided")) {
    if (!promela_expect(p, '(', "'provided'")) return false;
    p->parentheses++;
    proctype->provided = parse_term(p);
    p->parentheses--;
    if (!proctype->provided || !promela_expect(p, ')', "the condition")) return false;
  }
  return parse_process_body(p, proctype);
}

static bool parse_active(Parser *p) {
  int32_t count = 1;
  if (promela_take(p, '[')) {
    const Token at = *promela_peek(p, 0);
    if (!parse_constant(p, &count) || !promela_expect(p, ']', "the number of processes"))
      return false;
    if (count < 0 || count > PROCESS_LIMIT)
      return promela_fail(p, &at, "there are at most %d processes", PROCESS_LIMIT);
  }
  if (!promela_take_word(p, "proctype") && !promela_take_word(p, "D_proctype"))
    return promela_unexpected(p, "'proctype'");
  return parse_proctype(p, (uint32_t)count);
}

static bool parse_init(Parser *p) {
  ProctypeSyntax *proctype = new_proctype(p, "init", &p->last);
  if (!proctype) return false;
  proctype->active = 1;
  return parse_priority(p, proctype) && parse_process_body(p, proctype);
}

static bool parse_never(Parser *p) {
  const Token at = p->last;
  const char *name = "never";
  if (promela_peek(p, 0)->kind == TOKEN_NAME) name = promela_name(p, "a name");
  ProctypeSyntax *proctype = new_proctype(p, name, &at);
  if (!proctype) return false;
  proctype->claim = true;
  return parse_process_body(p, proctype);
}

/* Only messages of global channels are events. */
static bool check_events(Parser *p, const StatementVec *statements) {
  for (size_t i = 0; i < statements->size; i++) {
    const Statement *s = statements->data[i];
    bool message = s->kind == STATEMENT_SIMPLE &&
                   (s->action == PROCESS_SEND || s->action == PROCESS_RECEIVE) && !s->sorted &&
                   !s->anywhere && !s->peek;
    bool flow = s->kind == STATEMENT_GOTO || s->kind == STATEMENT_BREAK ||
                s->kind == STATEMENT_IF || s->kind == STATEMENT_DO || s->kind == STATEMENT_BLOCK;
    if (!message && !flow)
      return promela_fail(p, &s->at, "only '!' and '?' on channels can stand in a trace");
    for (size_t k = 0; k < s->parts.size; k++)
      if (!check_events(p, s->parts.data + k)) return false;
  }
  return true;
}

static bool parse_trace(Parser *p, bool negated) {
  const Token at = p->last;
  for (size_t i = 0; i < p->syntax->proctypes.size; i++)
    if (p->syntax->proctypes.data[i]->trace)
      return promela_fail(p, &at, "there can be only one trace or notrace");
  ProctypeSyntax *proctype = new_proctype(p, negated ? "notrace" : "trace", &at);
  if (!proctype) return false;
  proctype->claim = proctype->trace = true;
  p->syntax->program->notrace = negated;
  return parse_process_body(p, proctype) && check_events(p, &proctype->body);
}

static bool parse_inline(Parser *p) {
  const Token at = *promela_peek(p, 0);
  Inline *of = mem_zalloc(sizeof *of);
  vec_push(&p->inlines, of);
  of->name = promela_name(p, "a name");
  if (!of->name || !promela_expect(p, '(', "the name")) return false;
  while (!promela_is(p, ')')) {
    const Token parameter = *promela_peek(p, 0);
    if (!promela_name(p, "a parameter")) return false;
    vec_push(&of->parameters, parameter.name);
    if (!promela_take(p, ',')) break;
  }
  if (!promela_expect(p, ')', "the parameters")) return false;
  if (!promela_is(p, '{')) return promela_unexpected(p, "'{'");
  int depth = 0;
  do {
    const Token *token = promela_peek(p, 0);
    if (token->kind == TOKEN_END) return promela_unexpected(p, "'}'");
    if (promela_is(p, '{')) depth++;
    if (promela_is(p, '}')) depth--;
    vec_push(&of->body, *token);
    promela_advance(p);
  } while (depth);
  map_put(&p->inline_of, at.name, p->inlines.size - 1);
  return true;
}

/* A formula may speak of what is declared behind it, so it is read at the end. */
typedef struct {
  size_t formula, start;
} Postponed;
typedef VEC(Postponed) PostponedVec;

static bool postpone_formula(Parser *p, PostponedVec *postponed, bool branching) {
  LtlSyntax ltl = {.at = p->last, .branching = branching};
  Text text = {0};
  text_format(&text, "ltl_%zu", p->syntax->formulas.size);
  ltl.name = arena_string(&p->syntax->source->arena, text.data);
  text_free(&text);
  if (promela_peek(p, 0)->kind == TOKEN_NAME) ltl.name = promela_name(p, "a name");
  if (!promela_expect(p, '{', branching ? "'ctl'" : "'ltl'")) return false;
  vec_push(postponed, ((Postponed){p->syntax->formulas.size, p->frames.data[0].next}));
  vec_push(&p->syntax->formulas, ltl);
  for (int depth = 1; depth;) {
    if (promela_peek(p, 0)->kind == TOKEN_END) return promela_unexpected(p, "'}'");
    if (promela_is(p, '{')) depth++;
    if (promela_is(p, '}')) depth--;
    promela_advance(p);
  }
  return true;
}

/* In CTL every temporal operator has its quantifier. */
static bool is_branching(Parser *p, const Term *term) {
  if (!term) return true;
  bool linear = term->operator>= TERM_LTL + LTL_NEXT && term->operator<= TERM_LTL + LTL_RELEASE;
  if (linear) return promela_fail(p, &term->at, "a temporal operator without A or E in CTL");
  return is_branching(p, term->a) && is_branching(p, term->b) && is_branching(p, term->c);
}

static bool read_postponed(Parser *p, const PostponedVec *postponed) {
  p->ltl = true;
  for (size_t i = 0; i < postponed->size; i++) {
    p->frames.data[0].next = postponed->data[i].start;
    p->branching = p->syntax->formulas.data[postponed->data[i].formula].branching;
    Term *formula = parse_term(p);
    if (!formula || (p->branching && !is_branching(p, formula))) return false;
    promela_take(p, ';');
    if (!promela_expect(p, '}', "the formula")) return false;
    p->syntax->formulas.data[postponed->data[i].formula].formula = formula;
  }
  return true;
}

static bool parse_unit(Parser *p, PostponedVec *postponed) {
  const Token at = *promela_peek(p, 0);
  if (promela_take(p, ';') || promela_take(p, SIGN_ARROW)) return true;
  if (promela_take_word(p, "active")) return parse_active(p);
  if (promela_take_word(p, "proctype") || promela_take_word(p, "D_proctype"))
    return parse_proctype(p, 0);
  if (promela_take_word(p, "init")) return parse_init(p);
  if (promela_take_word(p, "never")) return parse_never(p);
  if (promela_take_word(p, "ltl")) return postpone_formula(p, postponed, false);
  if (promela_take_word(p, "ctl")) return postpone_formula(p, postponed, true);
  if (promela_take_word(p, "typedef")) return parse_typedef(p);
  if (promela_take_word(p, "inline")) return parse_inline(p);
  if (promela_take_word(p, "trace")) return parse_trace(p, false);
  if (promela_take_word(p, "notrace")) return parse_trace(p, true);
  static const char *const code[] = {"c_code", "c_decl", "c_expr", "c_state", "c_track"};
  for (size_t i = 0; i < sizeof code / sizeof *code; i++)
    if (promela_is_word(p, code[i]))
      return promela_fail(p, &at, "C code inside a model cannot be checked");
  if (promela_is_type(p)) return parse_declaration(p, NULL, NULL, false);
  promela_unexpected(p, "a proctype, a declaration or a claim");
  return false;
}

static void find_proctypes(Parser *p, const TokenVec *tokens) {
  for (size_t i = 0; i + 1 < tokens->size; i++) {
    const Token *word = &tokens->data[i], *name = &tokens->data[i + 1];
    if (word->kind == TOKEN_NAME && name->kind == TOKEN_NAME &&
        (!strcmp(word->text, "proctype") || !strcmp(word->text, "D_proctype")))
      map_put(&p->proctype_names, name->name, 1);
  }
}

static void promela_free(Parser *p) {
  for (size_t i = 0; i < p->frames.size; i++) close_frame(&p->frames.data[i]);
  for (size_t i = 0; i < p->inlines.size; i++) {
    vec_free(&p->inlines.data[i]->parameters);
    vec_free(&p->inlines.data[i]->body);
    mem_free(p->inlines.data[i]);
  }
  vec_free(&p->inlines);
  vec_free(&p->frames);
  vec_free(&p->mtypes);
  vec_free(&p->scope);
  vec_free(&p->loops);
  map_free(&p->inline_of);
  map_free(&p->mtype_of);
  map_free(&p->proctype_names);
  names_free(&p->mtype_lists);
}

bool promela_parse(Syntax *syntax, const TokenVec *tokens, Error *error) {
  Parser p = {.syntax = syntax, .error = error};
  PostponedVec postponed = {0};
  vec_push(&p.frames, ((Frame){.tokens = tokens->data, .size = tokens->size}));
  names_add(&p.mtype_lists, "");
  vec_push(&syntax->program->mtypes, (StringVec){0});
  find_proctypes(&p, tokens);
  bool fine = true;
  while (fine && promela_peek(&p, 0)->kind != TOKEN_END)
    fine = parse_unit(&p, &postponed) && !p.failed;
  fine = fine && read_postponed(&p, &postponed) && !p.failed;
  vec_free(&postponed);
  promela_free(&p);
  return fine;
}

void promela_syntax_free(Syntax *syntax) {
  for (size_t i = 0; i < syntax->terms.size; i++) vec_free(&syntax->terms.data[i]->arguments);
  for (size_t i = 0; i < syntax->statements.size; i++) {
    Statement *statement = syntax->statements.data[i];
    vec_free(&statement->arguments);
    vec_free(&statement->labels);
    for (size_t k = 0; k < statement->parts.size; k++) vec_free(&statement->parts.data[k]);
    vec_free(&statement->parts);
  }
  for (size_t i = 0; i < syntax->proctypes.size; i++) {
    ProctypeSyntax *proctype = syntax->proctypes.data[i];
    vec_free(&proctype->variables);
    for (size_t k = 0; k < proctype->starts.size; k++) vec_free(&proctype->starts.data[k].values);
    vec_free(&proctype->starts);
    vec_free(&proctype->body);
  }
  for (size_t i = 0; i < syntax->starts.size; i++) vec_free(&syntax->starts.data[i].values);
  for (size_t i = 0; i < syntax->records.size; i++) vec_free(&syntax->records.data[i]->fields);
  vec_free(&syntax->terms);
  vec_free(&syntax->statements);
  vec_free(&syntax->proctypes);
  vec_free(&syntax->starts);
  vec_free(&syntax->records);
  vec_free(&syntax->globals);
  vec_free(&syntax->formulas);
}
