/* The syntax tree of an SMV file.
 *
 * Expressions live in one vector of nodes. The parser makes children before their parents, and
 * nothing else between them, so that an expression is a contiguous range that ends with its root: a
 * loop over the range in ascending order is a bottom-up walk. No part of the front end recurses
 * over an expression; a conjunction of a hundred thousand terms is one long loop.
 *
 * Lists (elements of a set, branches of a case, arguments) are chains of NODE_LIST: left is the
 * list so far (or NODE_NONE), right the newest element. */
#ifndef RONDO_FRONT_SMV_SYNTAX_H
#define RONDO_FRONT_SMV_SYNTAX_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/map.h"
#include "base/nearest.h"
#include "base/vec.h"

typedef enum {
  /* leaves; `number` is the value, the index of the name, or the index of the word constant */
  NODE_NUMBER,
  NODE_TRUE,
  NODE_FALSE,
  NODE_WORD_CONSTANT,
  NODE_NAME,
  NODE_SELF,
  /* structure */
  NODE_DOT,   /* left . name `number` */
  NODE_INDEX, /* left [ right ] */
  NODE_SLICE, /* left [ right : third ] as INDEX(left, LIST(LIST(-, high), low)) */
  NODE_LIST,
  NODE_BRANCH,
  NODE_CASE,
  NODE_SET,
  NODE_RANGE,
  NODE_ARRAY_LITERAL,
  NODE_CONDITIONAL,
  NODE_NEXT,
  /* operators */
  NODE_NOT,
  NODE_MINUS,
  NODE_AND,
  NODE_OR,
  NODE_XOR,
  NODE_XNOR,
  NODE_IMPLIES,
  NODE_IFF,
  NODE_EQUAL,
  NODE_NOT_EQUAL,
  NODE_LESS,
  NODE_LESS_EQUAL,
  NODE_GREATER,
  NODE_GREATER_EQUAL,
  NODE_ADD,
  NODE_SUBTRACT,
  NODE_MULTIPLY,
  NODE_DIVIDE,
  NODE_MOD,
  NODE_LEFT_SHIFT,
  NODE_RIGHT_SHIFT,
  NODE_CONCAT,
  NODE_UNION,
  NODE_IN,
  /* functions; left is the list of arguments */
  NODE_ABS,
  NODE_BOOL,
  NODE_COUNT,
  NODE_EXTEND,
  NODE_MAX,
  NODE_MIN,
  NODE_RESIZE,
  NODE_SIZEOF,
  NODE_SIGNED,
  NODE_UNSIGNED,
  NODE_SWCONST,
  NODE_UWCONST,
  NODE_TOINT,
  NODE_WORD1,
  /* temporal, unary; a bounded one has the range in `right` */
  NODE_NEXT_TIME,
  NODE_FINALLY,
  NODE_GLOBALLY,
  NODE_YESTERDAY,
  NODE_WEAK_YESTERDAY,
  NODE_ONCE,
  NODE_HISTORICALLY,
  NODE_AX,
  NODE_AF,
  NODE_AG,
  NODE_EX,
  NODE_EF,
  NODE_EG,
  NODE_ABF,
  NODE_ABG,
  NODE_EBF,
  NODE_EBG,
  /* temporal, binary; of the bounded ones left is NODE_BOUND */
  NODE_UNTIL,
  NODE_RELEASES,
  NODE_SINCE,
  NODE_TRIGGERED,
  NODE_WEAK_UNTIL,
  NODE_AU,
  NODE_EU,
  NODE_ABU,
  NODE_EBU,
  NODE_BOUND,
  /* sequences of PSL; of the last three `number` is what sequence_counts makes of their bounds */
  NODE_SEQUENCE_CONCAT,
  NODE_SEQUENCE_FUSION,
  NODE_SEQUENCE_OR,
  NODE_SEQUENCE_AND,  /* && */
  NODE_SEQUENCE_BOTH, /* & */
  NODE_SEQUENCE_REPEAT,
  NODE_SEQUENCE_GOTO,
  NODE_SEQUENCE_OCCURS,
  /* properties made of them */
  NODE_SEQUENCE_WEAK,
  NODE_SEQUENCE_STRONG,
  NODE_SEQUENCE_IMPLIES,      /* |-> */
  NODE_SEQUENCE_IMPLIES_NEXT, /* |=> */
  NODE_KIND_COUNT
} NodeKind;

/* What messages call it: "+", "case", "AG". */
const char *node_kind_name(NodeKind kind);

typedef uint32_t NodeIndex;
#define NODE_NONE ((NodeIndex)UINT32_MAX)

typedef struct {
  NodeKind kind;
  bool next;       /* inside next(...) */
  NodeIndex first; /* where the range of this subtree begins */
  NodeIndex left, right;
  int64_t number;
  uint32_t begin, end; /* the text it was read from */
  int line, column;    /* of the operator or leaf, for messages */
} Node;

typedef VEC(Node) NodeVec;

typedef enum {
  TYPE_BOOLEAN,
  TYPE_RANGE,
  TYPE_ENUMERATION,
  TYPE_WORD,
  TYPE_ARRAY,
  TYPE_MODULE
} TypeKind;

typedef struct TypeSyntax TypeSyntax;
struct TypeSyntax {
  TypeKind kind;
  NodeIndex low, high; /* bounds of a range or an array; low also: the width of a word, the list
                          of constants of an enumeration, the actual parameters or NODE_NONE */
  bool is_signed;
  bool process;
  uint32_t module;     /* name of the module */
  TypeSyntax *element; /* of an array */
  int line, column;
};

typedef enum { VARIABLE_STATE, VARIABLE_INPUT, VARIABLE_FROZEN } VariableRole;

typedef struct {
  uint32_t name;
  VariableRole role;
  TypeSyntax *type;
  int line, column;
} VariableSyntax;

typedef struct {
  NodeIndex target; /* a path: NODE_NAME, NODE_DOT, NODE_INDEX */
  NodeIndex body;
} DefineSyntax;

typedef enum { ASSIGN_CURRENT, ASSIGN_INIT, ASSIGN_NEXT } AssignKind;

typedef struct {
  AssignKind kind;
  NodeIndex target, body;
} AssignSyntax;

typedef enum {
  SECTION_INIT,
  SECTION_TRANS,
  SECTION_INVAR,
  SECTION_FAIRNESS,
  SECTION_COMPASSION,
  SECTION_CTLSPEC,
  SECTION_LTLSPEC,
  SECTION_INVARSPEC,
  SECTION_PSLSPEC,
  SECTION_COMPUTE
} SectionKind;

typedef struct {
  SectionKind kind;
  NodeIndex left, right; /* right: of COMPASSION and COMPUTE */
  NodeIndex instance;    /* of a specification with IN: where its names are looked up */
  uint32_t name;         /* of a specification with NAME, or NAMES_NONE */
  bool greatest;         /* of COMPUTE: MAX, not MIN */
  const char *unchecked; /* why it cannot be checked, or NULL; then left is its text alone */
} SectionSyntax;

/* A leaf that stands for a name of the text, in a copy of a replicated property. */
typedef struct {
  NodeIndex node;
  uint32_t binder; /* where the text of that property begins */
  uint32_t text;   /* what it stands for: a name */
} Replacement;

typedef struct {
  uint32_t name;
  int line, column;
  U32Vec parameters; /* names */
  VEC(VariableSyntax) variables;
  VEC(DefineSyntax) defines;
  VEC(AssignSyntax) assigns;
  VEC(SectionSyntax) sections;
  U32Vec parents; /* names of modules after ISA */
  VEC(NodeIndex) parent_places;
} ModuleSyntax;

/* A stretch of the text that is not from the file: a formula from outside. */
typedef struct {
  uint32_t begin; /* where it begins in the text; it ends where the next one begins */
  char *file;     /* what errors call it; NULL: the command line */
} ForeignText;

typedef struct {
  const char *file;
  const char *text; /* the caller's; must live as long as this */
  size_t length;    /* of the file's own text; the foreign texts follow */
  VEC(ForeignText) foreign;
  Names names;
  NodeVec nodes;
  StringVec words;  /* the text of word constants */
  U32Vec constants; /* names of symbolic constants, from types and CONSTANTS */
  VEC(ModuleSyntax) modules;
  Map module_of_name;
  Map complex;                   /* names that are declared with dots and indices */
  VEC(Replacement) replacements; /* by ascending node */
  Arena arena;                   /* of types */
  Error *error;                  /* of what is being done now; a list when all is done */
  Error found;                   /* the list so far */
  int found_count;
  bool failed;
} Syntax;

void syntax_free(Syntax *syntax);

static inline const Node *syntax_node(const Syntax *syntax, NodeIndex index) {
  return syntax->nodes.data + index;
}

/* Bounds of a repetition in one number; high is -1 where there is none. */
static inline int64_t sequence_counts(int64_t low, int64_t high) { return low << 32 | (high + 1); }
static inline int64_t sequence_low(int64_t counts) { return counts >> 32; }
static inline int64_t sequence_high(int64_t counts) { return (counts & UINT32_MAX) - 1; }

/* The number that an index is written as, for elements that can be named without evaluation. */
bool syntax_literal_index(const Syntax *syntax, NodeIndex index, int64_t *number);

/* The one name that a path of names and constant indices spells, as in `x[3].y`; NAMES_NONE for
 * another expression and for a name alone. */
uint32_t syntax_complex_name(Syntax *syntax, NodeIndex path);

/* The source of an expression, without parentheses around all of it, and with every stretch of
 * white space and comments as one blank. Within a copy of a replicated property it has the value in
 * place of the name. */
char *syntax_text(const Syntax *syntax, NodeIndex index);

/* Several errors in one run. Each step of reading stops at its first error, which is the current
 * one; where the next step can go on without it, `step(...) || syntax_recover(...)` keeps the error
 * and clears it. At most one is kept for each place (a module with many instances has its mistakes
 * once), and a step that fails only because an earlier one did says nothing: its error is silent.
 * False after too many. */
bool syntax_recover(Syntax *syntax);
bool syntax_fail_silently(const Syntax *syntax); /* returns false */
/* When all is done: the errors in the order of the text, in `error`; false if there are any. */
bool syntax_finish(Syntax *syntax);

/* Reports an error at a node, with its source line; returns false. */
bool syntax_error(const Syntax *syntax, NodeIndex where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same at a place of what is being parsed: the newest foreign text, if there is any. */
bool syntax_error_at(const Syntax *syntax, int line, int column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
