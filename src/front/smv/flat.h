/* A flattened SMV model: the tree of module instances and their symbols, before and while it
 * becomes a system. flatten.c makes the instances and declares the symbols, resolve.c finds them,
 * types.c gives variables their types, evaluate.c computes expressions, define.c computes symbols
 * on demand, assign.c gives variables their next values, build.c makes the system, spec.c the
 * properties. */
#ifndef RONDO_FRONT_SMV_FLAT_H
#define RONDO_FRONT_SMV_FLAT_H

#include "formula/ctl/ctl_pathless.h"
#include "front/model.h"
#include "front/smv/smv.h"
#include "front/smv/value.h"

#define SYMBOL_NONE UINT32_MAX
#define INSTANCE_NONE UINT32_MAX

/* One module in one place of the design. */
typedef struct {
  uint32_t module; /* index in syntax->modules */
  uint32_t parent;
  uint32_t symbol;   /* of kind SYMBOL_INSTANCE */
  uint32_t process;  /* the nearest enclosing process, itself included: index in flat->processes */
  NodeIndex actuals; /* a list, evaluated in the parent, or NODE_NONE */
} Instance;

typedef enum {
  SYMBOL_VARIABLE,
  SYMBOL_DEFINE,
  SYMBOL_PARAMETER,
  SYMBOL_INSTANCE,
  SYMBOL_ARRAY,
  SYMBOL_RUNNING,
  SYMBOL_BROKEN /* its declaration has an error; what reads it fails without a word */
} SymbolKind;

/* The type of a variable with its encoding. */
typedef struct {
  TypeKind kind;
  bool is_signed;
  uint32_t width;    /* bits of the code */
  int64_t low, high; /* of a range or an enumeration of numbers: the code is value - offset */
  int64_t offset;
  const EnumType *values; /* of an enumeration; of a range with holes: the numbers in it */
} VariableType;

typedef enum { TIME_NOW, TIME_NEXT } Time;

typedef enum { DEMAND_NEW, DEMAND_OPEN, DEMAND_DONE, DEMAND_FAILED } DemandState;

typedef struct {
  SymbolKind kind;
  uint32_t instance; /* where it is declared */
  uint32_t name;
  char *full; /* with dots and indices, as a trace shows it */
  int line, column;

  /* of a define or a parameter: the expression, and where its names are looked up */
  NodeIndex body;
  uint32_t body_instance;
  uint32_t alias;      /* of a parameter: the symbol it stands for */
  uint8_t alias_state; /* DemandState */

  uint32_t target; /* of an instance: the instance; of `running`: the process */

  /* of an array: its elements are consecutive symbols */
  uint32_t first_element, element_count;
  int64_t lowest;

  /* of a variable */
  VariableRole role;
  const TypeSyntax *syntax;
  VariableType type;
  NodeIndex assigned[3]; /* by AssignKind; NODE_NONE where there is none */
  uint32_t assigned_instance[3];
  uint32_t next_assign; /* processes: the first of a chain in flat->nexts, or NONE */
  Lit *code;            /* variables of the graph, of an IVAR literals over `fresh`; NULL
                           where it is a function of others */
  Lit *next_code;       /* literals */
  Lit *fresh;           /* inputs that choose its next value freely (of an IVAR, its
                           value), or NULL */

  bool reads_next; /* its value now depends on the next state */
  Value value[2];  /* by Time */
  uint8_t state[2];
} Symbol;

/* next(x) := body, where several processes may assign to one variable. */
typedef struct {
  NodeIndex body;
  uint32_t instance;
  uint32_t following; /* the next assignment to the same variable, or SYMBOL_NONE */
} NextAssign;

/* Something that must not be satisfiable, checked when all is built. */
typedef enum { CHECK_TOTAL, CHECK_RANGE } CheckKind;
typedef struct {
  CheckKind kind;
  Lit bad;
  NodeIndex where;
  uint32_t symbol; /* of CHECK_RANGE: the variable */
  Value value;     /* and the value */
} Check;

typedef struct Flat {
  Syntax *syntax;
  bool old_booleans; /* 0 and 1 are FALSE and TRUE where a Boolean is needed */
  Budget *budget;    /* for checks with a solver; may be NULL */
  Model *model;
  Error *error;
  Arena arena;   /* lives as long as this */
  Arena scratch; /* values of one expression */
  Constants constants;
  Values values; /* makes scratch values */

  VEC(Instance) instances; /* parents before children; 0 is main */
  VEC(Symbol) symbols;
  Map scope;        /* instance << 32 | name -> symbol */
  U32Vec variables; /* symbols, in order of declaration */
  int follow_depth; /* how many parameters are being followed */
  VEC(NextAssign) nexts;
  U32Vec processes; /* instances; the last is main, if there is any process */
  Value selector;   /* which of the processes runs; an enumeration of their names */
  Lit *selector_code;
  U32Vec process_constants;

  VEC(Value) stack;      /* values of the nodes of one expression */
  VEC(uint64_t) demands; /* symbol << 1 | time */
  VEC(Check) checks;
  LitVec constraints; /* INVAR and assignments that are not functions */
  LitVec transitions; /* TRANS */
  LitVec initials;
  bool in_specification; /* temporal operators are allowed: */
  bool ctl;              /* those of CTL, or else those of LTL */
  Bits apart;            /* nodes, from the first of the expression on, whose Boolean operators are
                            to be operators of the formula; empty: none */
  char *unsayable;       /* why LTL cannot say the specification; NULL: it can */
  bool has_sequence;     /* it has a sequence of PSL */
  size_t sequences;      /* how many are watched by latches */
  Bits claimed_first, claimed_always; /* nodes of a specification that are claimed of the first
                                         step, and of every one */
  uint32_t spec_instance;
  unsigned spec_count[SECTION_COMPUTE + 1];
  PathlessVec pathless;
  bool total;         /* neither constraints nor fairness can take a path away */
  bool typed;         /* the types of variables are known */
  bool touched_next;  /* the last expression evaluated reads the next state */
  Map compared;       /* comparisons: which constants they were evaluated to (compared.c) */
  U32Vec input_nodes; /* of the graph, sorted: IVAR and the process selector */
} Flat;

/* flatten.c */
bool flat_instantiate(Flat *flat);
/* The module and the modules it inherits from by ISA, each once. */
bool flat_parts(Flat *flat, uint32_t module, U32Vec *parts);

/* Calls a function for every part of every instance, in order, until one returns false. */
bool flat_each_part(Flat *flat,
                    bool (*visit)(Flat *flat, uint32_t instance, const ModuleSyntax *part));
uint32_t flat_declare(Flat *flat, uint32_t instance, uint32_t name, SymbolKind kind, int line,
                      int column); /* SYMBOL_NONE and an error where the name is taken */

/* resolve.c: symbols are returned with parameters followed to what they stand for. */
uint32_t flat_lookup(Flat *flat, uint32_t instance, uint32_t name); /* not followed */
uint32_t flat_follow(Flat *flat, uint32_t symbol);
uint32_t flat_resolve(Flat *flat, NodeIndex path, uint32_t instance); /* SYMBOL_NONE: no symbol */
bool flat_step(Flat *flat, const Node *node, uint32_t instance, uint32_t left, uint32_t *symbol);
/* Reports a name that an instance does not have, and the one that was probably meant. */
bool flat_unknown_name(Flat *flat, NodeIndex where, uint32_t instance);
uint32_t flat_hidden_twin(Flat *flat, uint32_t symbol); /* another that a complex name spells */
bool flat_is_constant_name(const Flat *flat, uint32_t name);
uint32_t flat_element(const Symbol *array, int64_t index); /* SYMBOL_NONE if out of bounds */

/* types.c */
bool flat_type_variables(Flat *flat);
void type_code_constant(const VariableType *type, int64_t value, Lit *code);
Lit type_valid(Flat *flat, const VariableType *type, const Lit *code);
Value type_value(Flat *flat, const VariableType *type, const Lit *code);
/* The code of a value, which must be of a fitting type; what cannot be encoded goes to `bad`. */
bool type_encode(Flat *flat, const VariableType *type, const Value *value, Lit *code, Lit *bad);

/* evaluate.c: the value lives until the next call. */
bool flat_evaluate(Flat *flat, NodeIndex root, uint32_t instance, Time time, Value *value);
/* The same where all that the expression reads is known to be computed. */
bool flat_evaluate_ready(Flat *flat, NodeIndex root, uint32_t instance, Time time, Value *value);
bool flat_evaluate_boolean(Flat *flat, NodeIndex root, uint32_t instance, Lit *lit);
bool flat_evaluate_number(Flat *flat, NodeIndex root, uint32_t instance, int64_t *number);
/* Marks the nodes of an expression that only Boolean and temporal operators stand above. */
void flat_mark_apart(Flat *flat, NodeIndex root);
bool flat_to_boolean(Flat *flat, NodeIndex where, Value *value); /* with --smv-old: also 0 and 1 */

/* compared.c */
void flat_note_comparison(Flat *flat, NodeIndex index, const Value *a, const Value *b,
                          const Value *result);
void flat_note_define(Flat *flat, NodeIndex body, uint32_t instance, Lit value); /* Boolean ones */
void flat_note_idle_comparisons(Flat *flat); /* to the notes of the model, when all is built */

/* operators.c */
bool operator_unary(Flat *flat, NodeIndex where, const Value *a, Value *out);
bool operator_binary(Flat *flat, NodeIndex where, const Value *a, const Value *b, Value *out);
bool operator_function(Flat *flat, NodeIndex where, const Value *arguments, size_t count,
                       Value *out);
bool operator_slice(Flat *flat, NodeIndex where, const Value *a, const Value *high,
                    const Value *low, Value *out);
bool operator_word_constant(Flat *flat, NodeIndex where, Value *out);

/* define.c: makes sure that everything an expression reads has been computed. */
bool flat_demand(Flat *flat, NodeIndex root, uint32_t instance, Time time);
bool flat_demand_symbol(Flat *flat, uint32_t symbol, Time time);

/* assign.c */
bool flat_collect_assigns(Flat *flat);
bool flat_compute_variable(Flat *flat, uint32_t symbol, Time time);
void flat_make_selector(Flat *flat);
Lit *flat_fresh(Flat *flat, uint32_t width); /* variables of the graph; the caller registers them */
/* A code that is always valid: the given one where it is, else that of the lowest value. */
Lit *flat_fold(Flat *flat, const VariableType *type, const Lit *code);
/* "The variable has one of these values", with checks that they are in its range. */
bool flat_membership(Flat *flat, uint32_t symbol, NodeIndex where, const Value *value, Lit *lit);
bool flat_never_fits(const Flat *flat, uint32_t symbol, const Value *value);
void flat_warn_never_fits(const Flat *flat, uint32_t symbol, NodeIndex where);
Lit flat_running(Flat *flat, uint32_t process);

/* build.c */
void flat_check_total(Flat *flat, const Value *value, NodeIndex where);
bool flat_build(Flat *flat);
/* Whether what must not be satisfiable is so; forgets the checks. Those that the budget leaves open
 * make the model one of which nothing can be checked. */
bool flat_run_checks(Flat *flat);

/* spec.c */
bool flat_temporal(Flat *flat, NodeIndex node, const Value *a, const Value *b, int64_t low,
                   int64_t high, Value *out);
bool flat_connective(Flat *flat, NodeIndex node, const Value *a, const Value *b, Value *out);
/* A value that is a formula or can be an atom of one. */
Formula flat_atom(Formulas *formulas, const char *text, Lit lit);
bool flat_to_formula(Flat *flat, NodeIndex node, const Value *value, Formula *formula);
bool flat_specifications(Flat *flat);
/* The instance that a path names, seen from another; that one itself where there is no path. */
bool flat_find_instance(Flat *flat, NodeIndex path, uint32_t from, uint32_t *instance);
/* What a specification asks: the property without its name and text. */
bool flat_ask(Flat *flat, SectionKind kind, NodeIndex root, uint32_t instance, Property *property);

/* sequence.c: the values of the expression that begins with `first` are on the stack. */
bool flat_sequence(Flat *flat, NodeIndex node, NodeIndex first, Value *out);
void flat_mark_claims(Flat *flat, NodeIndex root);
void flat_forget_claims(Flat *flat);

static inline const char *flat_name(const Flat *flat, uint32_t name) {
  return flat->syntax->names.text[name];
}
static inline Symbol *flat_symbol(Flat *flat, uint32_t symbol) {
  return flat->symbols.data + symbol;
}

#endif
