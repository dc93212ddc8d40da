/* The parser of SMV files: recursive descent with precedence climbing. Nesting is limited, so that
 * hostile input gives an error and not a stack overflow; chains of left-associative operators and
 * lists of any length are loops. */
#ifndef RONDO_FRONT_SMV_PARSER_H
#define RONDO_FRONT_SMV_PARSER_H

#include "front/smv/lexer.h"
#include "front/smv/syntax.h"

/* Fills a zeroed syntax tree whose file, text, length and error are set. After an error the parser
 * goes on with the next declaration or section; the error is then a list. */
bool smv_parse(Syntax *syntax);

/* Parses what a lexer over a part of the newest foreign text gives as an expression, perhaps
 * followed by " IN instance", which says where its names are looked up: the path of the instance,
 * or NODE_NONE for main. */
bool smv_parse_formula(Syntax *syntax, Lexer lexer, NodeIndex *formula, NodeIndex *instance);

/* Shared between parser.c (modules and sections) and expression.c. */
enum { NESTING_LIMIT = 1000 };

/* A name of a replicated property (psl.c), and the leaf that it stands for. */
typedef struct Replaced Replaced;
struct Replaced {
  uint32_t name;
  NodeKind kind;
  int64_t number;
  uint32_t text;         /* how the value is written: a name */
  uint32_t binder;       /* where the text of the replicated property begins */
  const Replaced *outer; /* of the property around it, or NULL */
};

typedef struct {
  Syntax *syntax;
  Lexer lexer;
  Token token;       /* the current one */
  uint32_t consumed; /* where the token before it ended */
  int nesting;
  int open_cases;           /* case without its esac yet */
  bool next;                /* inside next(...) */
  bool psl;                 /* inside PSLSPEC: words of PSL are operators */
  bool needs_set;           /* an operand of `in`, =, +, ...: a brace opens a set, no sequence */
  bool until_stops;         /* the left side of A [ p U q ]: U and BU end p */
  const Replaced *bindings; /* the innermost, or NULL */
  size_t copies;            /* of bodies of replicated properties */
} Parser;

void parser_advance(Parser *parser);
bool parser_expect(Parser *parser, TokenKind kind); /* consumes it or fails */
bool parser_accept(Parser *parser, TokenKind kind); /* consumes it if it is there */
bool parser_fail(Parser *parser, const char *expected);
bool parser_fail_reserved(Parser *parser, Token word); /* it cannot be a name */
/* Where a name is expected: the current token may be a reserved word. */
bool parser_fail_name(Parser *parser, const char *expected);
uint32_t parser_name(Parser *parser); /* of the current token, which is a name */
bool parser_token_is(const Parser *parser, const char *word); /* the current token */

/* All return NODE_NONE after an error. */
NodeIndex parse_expression(Parser *parser);
NodeIndex parse_bound(Parser *parser); /* one side of a range: no comparison, no `..` */
NodeIndex parse_path(Parser *parser);  /* a name with dots and indices */
NodeIndex parse_list(Parser *parser, TokenKind close); /* elements, and the closing mark */
NodeIndex parse_number(Parser *parser);
NodeIndex parse_parentheses(Parser *parser); /* an expression in them */
/* Operators that bind at least as tightly as a level; 1 is the weakest. */
NodeIndex parse_level(Parser *parser, int level);
/* The text of a node that reaches from an opening mark to the closing mark just consumed. */
NodeIndex parser_extend(Parser *parser, NodeIndex node, Token open);
NodeIndex parser_node(Parser *parser, NodeKind kind, NodeIndex left, NodeIndex right, Token at);

/* psl.c. The levels of PSL's operators, from weak to strong: always, never and G are weaker than
 * all of them; next and eventually! stand between -> and before, the letters X, F, AG, ... where U
 * is. */
enum {
  PSL_IMPLIES = 1,
  PSL_NEXT,
  PSL_BEFORE,
  PSL_UNTIL,
  PSL_LETTER,
  PSL_IN,
  PSL_CONDITIONAL,
  PSL_OR_OR,
  PSL_AND_AND,
  PSL_OR,
  PSL_XOR,
  PSL_AND,
  PSL_EQUAL,
  PSL_LESS,
  PSL_RANGE,
  PSL_SHIFT,
  PSL_ADD,
  PSL_MULTIPLY
};

bool psl_at_prefix(const Parser *parser); /* always, next, forall, ... */
NodeIndex parse_psl_prefix(Parser *parser);
NodeIndex parse_psl_brackets(Parser *parser);
int psl_binary_level(const Parser *parser); /* of until, before, ...; 0: it is none */
NodeIndex parse_psl_until(Parser *parser, NodeIndex left, Token at, int level);
bool psl_accept_mark(Parser *parser, Token word); /* a `!` glued to the word, as in `until!` */
bool psl_parse_number(Parser *parser, int64_t *number);              /* with a sign or without */
const Replaced *parser_binding(const Parser *parser, uint32_t name); /* NULL: none */
NodeIndex parser_replace(Parser *parser, const Replaced *binding);   /* for the current token */
bool psl_at_selection(const Parser *parser);                         /* select(w, high, low) */
NodeIndex psl_parse_selection(Parser *parser);
/* psl_next.c. next, next_a, next_event, ..., and [n](p) behind the letter X. */
bool psl_at_next(const Parser *parser);
NodeIndex psl_parse_next(Parser *parser);
bool psl_at_count(const Parser *parser);
bool psl_at_range(const Parser *parser); /* behind G or F, which may also stand before [p U q] */
NodeIndex psl_parse_counted(Parser *parser, Token at); /* at: the word before the bracket */
/* psl_sequence.c. The whole property: `sequence {r}`, which is NuSMV's and means {r}!, or an
 * expression. */
NodeIndex parse_psl(Parser *parser);
/* A sequence in braces, and what it is part of: {r}, {r}!, {r} |-> p, {r} |=> p,
 * {r}(p). */
NodeIndex parse_psl_sequence(Parser *parser);
NodeIndex psl_never(Parser *parser, NodeIndex operand, Token at); /* what never promises, now */
bool psl_at_repetition(const Parser *parser);                     /* [*, [+], [=, [-> */
/* How often: a number, or a name that is replicated around it. */
bool psl_parse_times(Parser *parser, int64_t *times);
/* Skips a property with something in it that is not supported, and says why; or does nothing and
 * returns NULL. */
const char *parse_unsupported(Parser *parser, NodeIndex *skipped);

/* complex.c: of the nodes from `first` on. */
void smv_collapse_names(Syntax *syntax, NodeIndex first);

#endif
