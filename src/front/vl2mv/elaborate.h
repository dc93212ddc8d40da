/* From the syntax tree to a Relation.
 *
 * The hierarchy is flattened: every instance is a Scope of its own. A variable of the source is an
 * Object; an object has one Slot, or one for each element if it is an array. Slots hold terms.
 *
 * - A wire has drivers, each for some of its bits; it is evaluated when someone asks for it, so the
 *   order of the text does not matter, and a wire that needs itself is an error.
 * - A register is a state variable. A clocked process is executed symbolically once: both branches
 *   of an `if` with the values before it, then merged. What it leaves in a register is its next
 *   value. Reads see what the same process wrote before; other processes see the old value. So
 *   does the process itself where it writes with `<=`.
 * - A combinational process gives values to its objects; where a path assigns nothing the value of
 *   the step before is held, in a state variable that is made only if that can happen. A second
 *   process may write the same object by `assign`: where it does, its value is the one that counts.
 *
 * Everything is evaluated in one of two phases: in a step, or before the first one. `initial` is
 * executed in the second, in which inputs and choices have values of their own: they are inputs of
 * the relation that only the first step is constrained by. */
#ifndef RONDO_FRONT_VL2MV_ELABORATE_H
#define RONDO_FRONT_VL2MV_ELABORATE_H

#include "front/vl2mv/syntax.h"
#include "term/relation.h"

typedef enum { PHASE_STEP, PHASE_FIRST, PHASES } Phase;

typedef enum {
  ROLE_WIRE,
  ROLE_REGISTER, /* written by a clocked process, or by `initial` alone */
  ROLE_HELD,     /* written by a combinational process */
  ROLE_LOCAL,    /* of a function or a task: zero when it is called */
} ObjectRole;

typedef struct {
  const char *name; /* with the path of the instance */
  Place place;
  PortKind port;
  ObjectRole role;
  bool is_reg;
  bool is_integer;
  bool is_temporary;    /* no state unless its old value is read: loop variables and such */
  bool is_clock;        /* someone waits for its edge */
  bool at_once;         /* a clocked process writes it with `=` */
  bool deferred;        /* ... with `<=`: never both */
  uint32_t enumeration; /* from 1; 0: it is a vector */
  uint32_t width;       /* of an element */
  int64_t first, last;  /* how its bits are numbered, highest bit first */
  bool is_array;
  int64_t lowest;       /* index of an array */
  uint32_t slot, count; /* its slots, that of the lowest index first */
  uint32_t process;     /* the combinational one that writes it, from 1 */
  uint32_t override;    /* one that writes it by `assign`, over what `process` gives; 0: none */
  uint32_t clocked;     /* the clocked one; with both, this is what is held */
  struct Scope *scope;  /* of its instance */
} Object;

#define OBJECT_UNPLACED UINT32_MAX /* no slots yet: while declarations are read */

/* One bit of a source whose bits depend on each other. */
typedef struct {
  Term value; /* TERM_NONE: not yet */
  bool busy;
} SourceBit;

/* What drives wires: an expression in some scope, or a slot of an instance. */
typedef struct {
  const Expr *expr; /* NULL: a slot */
  struct Scope *scope;
  const Object *object; /* that is driven first, for names; or that drives */
  uint32_t width, enumeration;
  Place place;
  Term value[PHASES];
  bool busy[PHASES];
  SourceBit *bits[PHASES]; /* NULL unless it was asked for while it was busy */
} Source;

typedef struct {
  uint32_t source;
  uint32_t high, low; /* bits of the slot */
  uint32_t offset;    /* where they begin in the source */
} Driver;

typedef struct {
  Object *object;
  VEC(Driver) drivers;
  Term value[PHASES]; /* of a wire, or of what combinational processes give; TERM_NONE: not yet */
  Term plain[PHASES]; /* where a second process overrides: what the first one gives */
  uint32_t variable;  /* of the state, from 1 in the order of the relation; 0: none yet */
  Term first, next;   /* TERM_NONE: nobody said */
  uint64_t seen;      /* see execute.c */
} Slot;

typedef struct Scope Scope;

typedef enum { SYMBOL_OBJECT, SYMBOL_PARAMETER, SYMBOL_ROUTINE } SymbolKind;

typedef struct {
  SymbolKind kind;
  Object *object;
  Term value; /* of a parameter */
  bool is_signed;
  const Routine *routine;
  Scope *inside; /* of a routine */
} Symbol;

struct Scope {
  Scope *parent; /* of a routine: the instance */
  const Module *module;
  const char *path; /* "a.b.", empty for the top */
  Names names;
  VEC(Symbol) symbols; /* by the number of the name */
};

typedef struct {
  const Process *process;
  Scope *scope;
  bool done[PHASES], busy[PHASES];
} Run; /* a process of an instance */

typedef struct {
  Design *design;
  Relation *relation;
  Error *error;
  Arena arena;
  VEC(Scope *) scopes;
  VEC(Object *) objects; /* in the order of the text and the instances */
  VEC(Slot) slots;
  VEC(Source) sources;
  VEC(Run) runs;
  Type *enumerations; /* by number */
  uint64_t stamp;
  int depth;
  int rounds;         /* of loops, so far */
  bool has_open_loop; /* one that its body may end: warned of */
  bool failed;
} Elaborator;

/* An execution: what was assigned so far. */
#define DEFERRED ((uint32_t)1 << 31) /* marks the slot of an assignment with `<=` */
typedef struct {
  uint32_t slot;
  Term before;
} Change;
typedef VEC(Change) ChangeVec;

typedef struct {
  Elaborator *all;
  Scope *scope;
  Phase phase;
  uint32_t run;       /* of a combinational process, from 1: what it holds is not asked of it */
  const char *target; /* what is being assigned, for the names of choices */
  bool deferred;      /* what is assigned becomes visible after the process */
  Map values; /* slot -> term; TERM_NONE: as before the process. DEFERRED | slot: likewise */
  ChangeVec log;
} Context;

/* The relation of the top module, and in `scopes` what names mean. */
bool vl_elaborate(Elaborator *all, Design *design, Relation *relation, Error *error);
void elaborator_free(Elaborator *all);

/* For the files of the elaborator. After an error terms are arbitrary but of the right width, so
 * that only loops need to look at `failed`. */
bool elaborator_error(Elaborator *all, Place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void elaborator_warning(const Elaborator *all, Place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
const Symbol *scope_find(const Scope *scope, const char *name);
Object *scope_declare(Elaborator *all, Scope *scope, const Declaration *declaration);
void object_allocate(Elaborator *all, Object *object);                    /* gives it slots */
uint32_t elaborator_enumeration(const Elaborator *all, const char *name); /* from 1; 0: none */
void scope_assume(Elaborator *all, Scope *scope, const Expr *name);       /* an undeclared wire */
Type object_type(Elaborator *all, const Object *object);
Variable *elaborator_input(Elaborator *all, const char *name, Type type, Phase phase);
Term slot_state(Elaborator *all, uint32_t slot);

/* declare.c: an instance and all below it. */
Scope *elaborate_instance(Elaborator *all, Module *module, Scope *above, const Instance *instance);
/* drive.c */
void vl_drive(Elaborator *all, Scope *scope, const Expr *target, uint32_t source, Place place);
uint32_t target_width(Elaborator *all, Scope *scope, const Expr *target);
Term slot_value(Elaborator *all, uint32_t slot, Phase phase);
Term slot_plain(Elaborator *all, uint32_t slot, Phase phase); /* before it is overridden */
Term slot_bits(Elaborator *all, uint32_t slot, Phase phase, uint32_t high, uint32_t low);
/* evaluate.c: a term of at least this width; `enumeration` says which values names may be. */
Term vl_evaluate(Context *context, const Expr *expr, uint32_t width, uint32_t enumeration);
Term vl_evaluate_condition(Context *context, const Expr *expr);
bool vl_evaluate_constant(Context *context, const Expr *expr, int64_t *value);
uint32_t expr_width(Context *context, const Expr *expr, uint32_t enumeration);
uint32_t expr_enumeration(Context *context, const Expr *expr);
Term vl_fit(Terms *terms, Term term, uint32_t width); /* cut, or filled with zeros */
/* evaluate_bit.c: one bit of an expression that is this wide, without the others where they do not
 * matter. Not for expressions in which each evaluation makes a choice. */
bool vl_can_split(const Expr *expr);
Term vl_evaluate_bit(Context *context, const Expr *expr, uint32_t width, uint32_t bit);
/* refer.c: what a name with indices refers to. */
typedef struct {
  Object *object;
  Term element; /* TERM_NONE: the only one */
  enum { REFER_WHOLE, REFER_BIT, REFER_PART } kind;
  Term bit;           /* the index, as it is written */
  uint32_t high, low; /* of a part: positions in the word */
} Reference;
bool vl_refer(Context *context, const Expr *expr, Reference *reference);
uint32_t reference_width(const Reference *reference);
Term reference_read(Context *context, const Reference *reference);
void reference_write(Context *context, const Reference *reference, Term value);
bool vl_term_value(const Terms *terms, Term term, int64_t *value); /* of a constant */
/* execute.c */
Term context_get(Context *context, uint32_t slot);
void context_set(Context *context, uint32_t slot, Term value);
void context_free(Context *context);
void vl_execute(Context *context, const Statement *statement);
Term vl_execute_function(Context *context, const Expr *call);
void vl_assign(Context *context, const Expr *target, Term value, uint32_t width);
void vl_run_process(Elaborator *all, uint32_t run, Phase phase);
/* choose.c */
Term vl_choose(Context *context, const Expr *choice, uint32_t width, uint32_t enumeration);
Term vl_undriven(Context *context, const Expr *number); /* any value, as wide as the number */

#endif
