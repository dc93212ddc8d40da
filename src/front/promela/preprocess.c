/* The preprocessor that Promela programs are run through, as far as models use it: #define with and
 * without arguments, #undef, #include, #if and its kin, ## between tokens. SPIN calls cpp for it.
 */
#include <sys/stat.h>

#include "base/text.h"
#include "front/promela/token.h"

enum {
  INCLUDE_DEPTH = 32,
  TOKEN_LIMIT = 4 << 20,  /* after expansion: a macro of macros can grow without end */
  EXPANSION_DEPTH = 1000, /* macros inside macros, parentheses in conditions */
};

typedef struct {
  bool defined, with_arguments;
  U32Vec parameters; /* names */
  TokenVec body;
} Macro;

typedef struct {
  Token at;       /* the #if */
  bool active;    /* its current part is read */
  bool taken;     /* one of its parts was */
  bool otherwise; /* #else was seen */
  bool around;    /* what it stands in is read */
} Condition;

typedef struct {
  Source *source;
  VEC(Macro) macros; /* by name */
  VEC(Condition) conditions;
  TokenVec *out;
  Error *error;
  int includes, expansions;
} Preprocessor;

static bool fail(Preprocessor *p, const Token *at, const char *what) {
  return source_error(p->source, at, p->error, "%s", what);
}

static Macro *macro_of(Preprocessor *p, const Token *token) {
  if (token->kind != TOKEN_NAME || token->name >= p->macros.size) return NULL;
  Macro *macro = &p->macros.data[token->name];
  return macro->defined ? macro : NULL;
}

static bool is_sign(const Token *token, int sign) {
  return token->kind == TOKEN_SIGN && token->sign == sign;
}

static bool is_name(const Token *token, const char *name) {
  return token->kind == TOKEN_NAME && !strcmp(token->text, name);
}

/* ---- expansion ---- */

static bool expand(Preprocessor *p, const Token *tokens, size_t count, TokenVec *out);

typedef VEC(TokenVec) TokenVecVec;

static void arguments_free(TokenVecVec *arguments) {
  for (size_t i = 0; i < arguments->size; i++) vec_free(&arguments->data[i]);
  vec_free(arguments);
}

/* Reads "( a, b, ... )" behind a macro's name; the tokens it takes, 0 on error. */
static size_t read_arguments(Preprocessor *p, const Token *tokens, size_t count,
                             TokenVecVec *arguments) {
  vec_push(arguments, (TokenVec){0});
  int depth = 0;
  for (size_t i = 1; i < count; i++) {
    const Token *token = &tokens[i];
    if (is_sign(token, '(')) depth++;
    if (is_sign(token, ')') && depth-- == 0) return i + 1;
    if (is_sign(token, ',') && !depth) {
      vec_push(arguments, (TokenVec){0});
      continue;
    }
    TokenVec *last = &vec_last(arguments);
    vec_push(last, *token);
  }
  fail(p, &tokens[0], "the arguments of this macro do not end");
  return 0;
}

static int64_t parameter_of(const Macro *macro, const Token *token) {
  if (token->kind == TOKEN_NAME)
    for (size_t i = 0; i < macro->parameters.size; i++)
      if (macro->parameters.data[i] == token->name) return (int64_t)i;
  return -1;
}

/* a ## b: one token of the two texts. */
static bool paste(Preprocessor *p, TokenVec *out, const Token *right) {
  Token *left = &vec_last(out);
  Text text = {0};
  text_add(&text, left->text);
  text_add(&text, right->text);
  bool fine = left->kind == TOKEN_NAME && right->kind != TOKEN_SIGN && right->kind != TOKEN_STRING;
  if (fine) {
    left->name = names_add(&p->source->names, text.data);
    left->text = p->source->names.text[left->name];
  } else {
    fail(p, right, "## can only join a name with a name or a number");
  }
  text_free(&text);
  return fine;
}

static bool substitute(Preprocessor *p, const Macro *macro, const TokenVecVec *raw,
                       const TokenVecVec *expanded, TokenVec *out) {
  for (size_t i = 0; i < macro->body.size; i++) {
    const Token *token = &macro->body.data[i];
    bool pasted = i > 0 && is_sign(&macro->body.data[i - 1], SIGN_PASTE) && out->size;
    bool pasting = i + 1 < macro->body.size && is_sign(&macro->body.data[i + 1], SIGN_PASTE);
    if (is_sign(token, SIGN_PASTE)) continue;
    int64_t parameter = parameter_of(macro, token);
    const TokenVec one = {.data = (Token *)token, .size = 1};
    const TokenVec *from = parameter < 0       ? &one
                           : pasted || pasting ? &raw->data[parameter]
                                               : &expanded->data[parameter];
    for (size_t k = 0; k < from->size; k++) {
      if (pasted && !k) {
        if (!paste(p, out, &from->data[k])) return false;
      } else {
        vec_push(out, from->data[k]);
      }
    }
    if (out->size > TOKEN_LIMIT) return fail(p, token, "this macro expands to too much");
  }
  return true;
}

/* Replaces a use of a macro, at tokens[0]; the tokens it took, 0 on error. */
static size_t expand_use(Preprocessor *p, uint32_t name, const Token *tokens, size_t count,
                         TokenVec *out) {
  const Macro macro = p->macros.data[name];
  TokenVecVec raw = {0}, expanded = {0};
  size_t taken = 1;
  bool fine = true;
  if (macro.with_arguments) {
    size_t more = read_arguments(p, tokens + 1, count - 1, &raw);
    fine = more != 0;
    taken += more;
    if (fine && !macro.parameters.size && raw.size == 1 && !raw.data[0].size) {
      arguments_free(&raw);
    } else if (fine && raw.size != macro.parameters.size) {
      fine = source_error(p->source, tokens, p->error, "'%s' takes %zu arguments, not %zu",
                          tokens->text, macro.parameters.size, raw.size);
    }
    for (size_t i = 0; fine && i < raw.size; i++) {
      vec_push(&expanded, (TokenVec){0});
      fine = expand(p, raw.data[i].data, raw.data[i].size, &expanded.data[i]);
    }
  }
  TokenVec body = {0};
  fine = fine && substitute(p, &macro, &raw, &expanded, &body);
  for (size_t i = 0; i < body.size; i++) {
    Token *token = &body.data[i];
    token->file = tokens->file;
    token->line = tokens->line;
    token->column = tokens->column;
    token->first = i == 0 && tokens->first;
    if (token->kind == TOKEN_NAME && token->name == name) token->painted = true;
  }
  /* While its body is looked at, the macro is not one: that is what ends recursion. */
  p->macros.data[name].defined = false;
  fine = fine && expand(p, body.data, body.size, out);
  p->macros.data[name].defined = true;
  vec_free(&body);
  arguments_free(&raw);
  arguments_free(&expanded);
  return fine ? taken : 0;
}

static bool expand(Preprocessor *p, const Token *tokens, size_t count, TokenVec *out) {
  if (++p->expansions > EXPANSION_DEPTH) return fail(p, tokens, "macros are nested too deep");
  bool fine = true;
  for (size_t i = 0; fine && i < count;) {
    if (tokens[i].kind == TOKEN_BAD) {
      fine = fail(p, &tokens[i], tokens[i].text);
      break;
    }
    Macro *macro = tokens[i].painted ? NULL : macro_of(p, &tokens[i]);
    if (macro && macro->with_arguments && (i + 1 >= count || !is_sign(&tokens[i + 1], '(')))
      macro = NULL;
    if (macro) {
      size_t taken = expand_use(p, tokens[i].name, tokens + i, count - i, out);
      fine = taken != 0;
      i += taken;
    } else {
      vec_push(out, tokens[i]);
      i++;
    }
    if (fine && out->size > TOKEN_LIMIT)
      fine = fail(p, &tokens[i - 1], "the program is too large after expansion of its macros");
  }
  p->expansions--;
  return fine;
}

/* ---- conditions: a small calculator ---- */

typedef struct {
  Preprocessor *p;
  const Token *at, *end;
  const Token *line; /* for errors */
  bool failed;
  int depth;
} Calculator;

static int64_t calculate(Calculator *c, int level);

static int64_t calculator_fail(Calculator *c, const char *what) {
  if (!c->failed) fail(c->p, c->at < c->end ? c->at : c->line, what);
  c->failed = true;
  return 0;
}

static bool take(Calculator *c, int sign) {
  if (c->at >= c->end || !is_sign(c->at, sign)) return false;
  c->at++;
  return true;
}

static int64_t calculate_unary(Calculator *c) {
  if (++c->depth > EXPANSION_DEPTH) return calculator_fail(c, "this is nested too deep");
  int64_t value = 0;
  if (c->at >= c->end) value = calculator_fail(c, "expected a value in this condition");
  else if (take(c, '!')) value = !calculate_unary(c);
  else if (take(c, SIGN_SORTED)) value = !!calculate_unary(c);
  else if (take(c, '-')) value = -calculate_unary(c);
  else if (take(c, '~')) value = ~calculate_unary(c);
  else if (take(c, '(')) {
    value = calculate(c, 0);
    if (!take(c, ')') && !c->failed) calculator_fail(c, "expected ')'");
  } else if (c->at->kind == TOKEN_NUMBER) {
    value = c->at++->value;
  } else if (c->at->kind == TOKEN_NAME) {
    c->at++; /* a name that is no macro is 0 */
  } else {
    value = calculator_fail(c, "expected a value in this condition");
  }
  c->depth--;
  return value;
}

static const int binary_levels[][5] = {{SIGN_OR},
                                       {SIGN_AND},
                                       {'|'},
                                       {'^'},
                                       {'&'},
                                       {SIGN_EQUAL, SIGN_UNEQUAL},
                                       {'<', '>', SIGN_LESS_EQUAL, SIGN_GREATER_EQUAL},
                                       {SIGN_SHIFT_LEFT, SIGN_SHIFT_RIGHT},
                                       {'+', '-'},
                                       {'*', '/', '%'}};
enum { BINARY_LEVELS = sizeof binary_levels / sizeof *binary_levels };

static int64_t apply(Calculator *c, int sign, int64_t a, int64_t b) {
  switch (sign) {
  case SIGN_OR: return a || b;
  case SIGN_AND: return a && b;
  case '|': return a | b;
  case '^': return a ^ b;
  case '&': return a & b;
  case SIGN_EQUAL: return a == b;
  case SIGN_UNEQUAL: return a != b;
  case '<': return a < b;
  case '>': return a > b;
  case SIGN_LESS_EQUAL: return a <= b;
  case SIGN_GREATER_EQUAL: return a >= b;
  case SIGN_SHIFT_LEFT: return (int64_t)((uint64_t)a << (b & 31));
  case SIGN_SHIFT_RIGHT: return a >> (b & 31);
  case '+': return (int32_t)(uint32_t)(a + b);
  case '-': return (int32_t)(uint32_t)(a - b);
  case '*': return (int32_t)(uint32_t)((uint64_t)a * (uint64_t)b);
  default: break;
  }
  if (!b) return calculator_fail(c, "division by zero");
  return sign == '/' ? (int32_t)a / (b == -1 ? 1 : b) * (b == -1 ? -1 : 1) : b == -1 ? 0 : a % b;
}

static int64_t calculate(Calculator *c, int level) {
  if (level == BINARY_LEVELS) return calculate_unary(c);
  int64_t value = calculate(c, level + 1);
  while (!c->failed && c->at < c->end && c->at->kind == TOKEN_SIGN) {
    int sign = 0;
    for (size_t i = 0; i < 5 && binary_levels[level][i]; i++)
      if (c->at->sign == binary_levels[level][i]) sign = c->at->sign;
    if (!sign) break;
    c->at++;
    value = (int32_t)apply(c, sign, value, calculate(c, level + 1));
  }
  return value;
}

/* `defined X` and `defined(X)` before the macros are replaced. */
static void replace_defined(Preprocessor *p, const Token *tokens, size_t count, TokenVec *out) {
  for (size_t i = 0; i < count; i++) {
    if (!is_name(&tokens[i], "defined")) {
      vec_push(out, tokens[i]);
      continue;
    }
    bool parenthesis = i + 1 < count && is_sign(&tokens[i + 1], '(');
    size_t name = i + 1 + parenthesis;
    Token value = tokens[i];
    value.kind = TOKEN_NUMBER;
    value.value = name < count && macro_of(p, &tokens[name]) != NULL;
    vec_push(out, value);
    i = name + (parenthesis && name + 1 < count && is_sign(&tokens[name + 1], ')'));
  }
}

static bool condition_holds(Preprocessor *p, const Token *line, size_t count, bool *holds) {
  TokenVec plain = {0}, expanded = {0};
  vec_reserve(&expanded, 1); /* an empty one has an end, too */
  replace_defined(p, line + 2, count - 2, &plain);
  bool fine = expand(p, plain.data, plain.size, &expanded);
  if (fine) {
    Calculator c = {
        .p = p, .at = expanded.data, .end = expanded.data + expanded.size, .line = line};
    *holds = calculate(&c, 0) != 0;
    if (!c.failed && c.at < c.end) calculator_fail(&c, "expected the end of the condition");
    fine = !c.failed;
  }
  vec_free(&plain);
  vec_free(&expanded);
  return fine;
}

/* ---- directives ---- */

static bool reading(const Preprocessor *p) {
  return !p->conditions.size || p->conditions.data[p->conditions.size - 1].active;
}

static bool define(Preprocessor *p, const Token *line, size_t count) {
  if (count < 3 || line[2].kind != TOKEN_NAME) return fail(p, line, "#define needs a name");
  Macro macro = {.defined = true};
  size_t i = 3;
  if (i < count && is_sign(&line[i], '(') && !line[i].spaced) {
    macro.with_arguments = true;
    for (i++; i < count && line[i].kind == TOKEN_NAME;) {
      vec_push(&macro.parameters, line[i].name);
      i++;
      if (i < count && is_sign(&line[i], ',')) i++;
      else break;
    }
    if (i >= count || !is_sign(&line[i], ')')) {
      vec_free(&macro.parameters);
      return fail(p, &line[2], "the parameters of this macro do not end with ')'");
    }
    i++;
  }
  for (; i < count; i++) vec_push(&macro.body, line[i]);
  if (line[2].name >= p->macros.size) vec_resize(&p->macros, line[2].name + 1);
  Macro *old = &p->macros.data[line[2].name];
  vec_free(&old->parameters);
  vec_free(&old->body);
  *old = macro;
  return true;
}

static bool read_file(Preprocessor *p, uint32_t file);

static char *included_path(const char *from, const char *name) {
  const char *slash = strrchr(from, '/');
  if (name[0] == '/' || !slash) return mem_string(name);
  Text text = {0};
  text_add_n(&text, from, (size_t)(slash - from) + 1);
  text_add(&text, name);
  return text_take(&text);
}

static bool include(Preprocessor *p, const Token *line, size_t count) {
  if (count < 3 || line[2].kind != TOKEN_STRING)
    return fail(p, line, "#include needs the name of a file in quotes");
  if (p->includes >= INCLUDE_DEPTH) return fail(p, line, "files include each other too deep");
  char *path = included_path(p->source->files.data[line->file].name, line[2].text);
  struct stat status;
  SourceFile file = {.name = path};
  Error inner = {0};
  bool regular = !stat(path, &status) && S_ISREG(status.st_mode);
  if (!regular || !input_read(&file.input, path, &inner)) {
    source_error(p->source, &line[2], p->error, "cannot read '%s'", path);
    error_free(&inner);
    mem_free(path);
    return false;
  }
  vec_push(&p->source->files, file);
  p->includes++;
  bool fine = read_file(p, (uint32_t)p->source->files.size - 1);
  p->includes--;
  return fine;
}

static bool open_condition(Preprocessor *p, const Token *line, size_t count) {
  Condition condition = {.at = *line, .around = reading(p)};
  bool holds = false;
  if (!is_name(&line[1], "if")) {
    if (count < 3 || line[2].kind != TOKEN_NAME)
      return source_error(p->source, line, p->error, "#%s needs a name", line[1].text);
    holds = (macro_of(p, &line[2]) != NULL) == is_name(&line[1], "ifdef");
  } else if (condition.around && !condition_holds(p, line, count, &holds)) {
    return false;
  }
  condition.active = condition.taken = condition.around && holds;
  vec_push(&p->conditions, condition);
  return true;
}

static bool continue_condition(Preprocessor *p, const Token *line, size_t count) {
  if (!p->conditions.size)
    return source_error(p->source, line, p->error, "#%s without #if", line[1].text);
  Condition *condition = &p->conditions.data[p->conditions.size - 1];
  if (is_name(&line[1], "endif")) {
    p->conditions.size--;
    return true;
  }
  if (condition->otherwise)
    return source_error(p->source, line, p->error, "#%s after #else", line[1].text);
  bool holds = true;
  if (is_name(&line[1], "else")) condition->otherwise = true;
  else if (condition->around && !condition->taken && !condition_holds(p, line, count, &holds))
    return false;
  condition->active = condition->around && !condition->taken && holds;
  condition->taken |= condition->active;
  return true;
}

static bool directive(Preprocessor *p, const Token *line, size_t count) {
  if (count < 2 || line[1].kind != TOKEN_NAME) return true; /* # alone, and # 12 "file" */
  const Token *word = &line[1];
  if (is_name(word, "if") || is_name(word, "ifdef") || is_name(word, "ifndef"))
    return open_condition(p, line, count);
  if (is_name(word, "elif") || is_name(word, "else") || is_name(word, "endif"))
    return continue_condition(p, line, count);
  if (!reading(p)) return true;
  if (is_name(word, "define")) return define(p, line, count);
  if (is_name(word, "include")) return include(p, line, count);
  if (is_name(word, "undef")) {
    if (count > 2 && macro_of(p, &line[2])) macro_of(p, &line[2])->defined = false;
    return true;
  }
  if (is_name(word, "error")) return fail(p, line, "#error");
  if (is_name(word, "pragma") || is_name(word, "line") || is_name(word, "ident")) return true;
  return source_error(p->source, word, p->error, "unknown directive '#%s'", word->text);
}

/* Lines between directives are expanded together: arguments of a macro may go over lines. */
static bool read_tokens(Preprocessor *p, const TokenVec *raw) {
  size_t start = 0, i = 0;
  while (i <= raw->size) {
    bool hash = i < raw->size && raw->data[i].first && is_sign(&raw->data[i], '#');
    if (i < raw->size && !hash) {
      i++;
      continue;
    }
    if (i > start && reading(p) && !expand(p, raw->data + start, i - start, p->out)) return false;
    if (!hash) break;
    size_t end = i + 1;
    while (end < raw->size && !raw->data[end].first) end++;
    if (!directive(p, raw->data + i, end - i)) return false;
    start = i = end;
  }
  return true;
}

static bool read_file(Preprocessor *p, uint32_t file) {
  TokenVec raw = {0};
  size_t conditions = p->conditions.size;
  bool fine = lexer_read(p->source, file, &raw, p->error) && read_tokens(p, &raw);
  if (fine && p->conditions.size > conditions)
    fine = fail(p, &p->conditions.data[conditions].at, "this condition has no #endif");
  vec_free(&raw);
  return fine;
}

bool preprocess(Source *source, const char *file, const char *data, size_t size, TokenVec *tokens,
                Error *error) {
  Preprocessor p = {.source = source, .out = tokens, .error = error};
  SourceFile first = {.name = mem_string(file)};
  first.input.data = mem_string_n(data, size);
  first.input.size = size;
  vec_push(&source->files, first);
  bool fine = read_file(&p, 0);
  for (size_t i = 0; i < p.macros.size; i++) {
    vec_free(&p.macros.data[i].parameters);
    vec_free(&p.macros.data[i].body);
  }
  vec_free(&p.macros);
  vec_free(&p.conditions);
  Token end = {.kind = TOKEN_END, .text = "the end of the file", .line = 1, .column = 1};
  if (tokens->size) {
    const Token *last = &tokens->data[tokens->size - 1];
    end.file = last->file;
    end.line = last->line;
    end.column = last->column + (int)strlen(last->text);
  }
  vec_push(tokens, end);
  return fine;
}
