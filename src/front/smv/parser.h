/* The parser of SMV files: recursive descent with precedence climbing. Nesting is limited, so that
 * hostile input gives an error and not a stack overflow; chains of left-associative operators and
 * lists of any length are loops. */
#ifndef RONDO_FRONT_SMV_PARSER_H
#define RONDO_FRONT_SMV_PARSER_H

#include "front/smv/lexer.h"
#include "front/smv/syntax.h"

/* Fills a zeroed syntax tree whose file, text, length and error are set. */
bool smv_parse(Syntax *syntax);

/* Parses a part of the newest foreign text as an expression, perhaps followed by " IN instance",
 * which says where its names are looked up: the path of the instance, or NODE_NONE for main. */
bool smv_parse_formula(Syntax *syntax, uint32_t begin, uint32_t end, NodeIndex *formula,
                       NodeIndex *instance);

/* Shared between parser.c (modules and sections) and expression.c. */
enum { NESTING_LIMIT = 1000 };

typedef struct {
  Syntax *syntax;
  Lexer lexer;
  Token token;       /* the current one */
  uint32_t consumed; /* where the token before it ended */
  int nesting;
  bool next;        /* inside next(...) */
  bool psl;         /* inside PSLSPEC: words of PSL are operators */
  bool until_stops; /* the left side of A [ p U q ]: U and BU end p */
} Parser;

void parser_advance(Parser *parser);
bool parser_expect(Parser *parser, TokenKind kind); /* consumes it or fails */
bool parser_accept(Parser *parser, TokenKind kind); /* consumes it if it is there */
bool parser_fail(Parser *parser, const char *expected);
bool parser_is_word(const Parser *parser, const char *word); /* the current token is this word */
uint32_t parser_name(Parser *parser); /* of the current token, which is a name */

/* All return NODE_NONE after an error. */
NodeIndex parse_expression(Parser *parser);
NodeIndex parse_bound(Parser *parser); /* one side of a range: no comparison, no `..` */
NodeIndex parse_path(Parser *parser);  /* a name with dots and indices */
NodeIndex parse_list(Parser *parser, TokenKind close); /* elements, and the closing mark */
NodeIndex parser_node(Parser *parser, NodeKind kind, NodeIndex left, NodeIndex right, Token at);

#endif
