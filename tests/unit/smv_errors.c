/* Every message of the SMV front end: the smallest text that draws it, and where it points. */
#include "test.h"

#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "front/smv/smv.h"

typedef struct {
  const char *text;
  int line, column;
  const char *message;
} Case;

#define MAIN "MODULE main\n"

static const Case cases[] = {
    /* reading */
    {"VAR x : boolean;", 1, 1, "expected 'MODULE', found 'VAR'"},
    {"", 0, 0, "there is no module 'main'"},
    {"MODULE other\n", 0, 0, "there is no module 'main'"},
    {"MODULE 3\n", 1, 8, "expected the name of the module, found '3'"},
    {"MODULE main(3)\n", 1, 13, "expected the name of a parameter, found '3'"},
    {MAIN "MODULE main\n", 2, 8, "module 'main' is defined twice"},
    {MAIN "x := 1;", 2, 1, "expected a section such as VAR, ASSIGN or LTLSPEC, found 'x'"},
    {MAIN "VAR x boolean;", 2, 7, "expected ':', found 'boolean'"},
    {MAIN "VAR x : boolean", 2, 16, "expected ';', found the end of the file"},
    {MAIN "VAR x : signed boolean;", 2, 16, "expected 'word', found 'boolean'"},
    {MAIN "VAR x : integer;", 2, 9,
     "'integer' is an infinite type; a range such as 0..255 is needed"},
    {MAIN "VAR x : array 0..1 boolean;", 2, 20, "expected 'of', found 'boolean'"},
    {MAIN "VAR x : process 3;", 2, 17, "expected the name of a module, found '3'"},
    {MAIN "INIT @", 2, 6, "expected an expression, found an unknown character"},
    {MAIN "INIT /-- TRUE", 2, 14, "expected an expression, found a comment that does not end"},
    {MAIN "INIT case esac", 2, 11, "expected a branch of the case, found 'esac'"},
    {MAIN "INIT 99999999999 = 0", 2, 6, "this number is too large"},
    {MAIN "VAR x : boolean; TRANS next(next(x))", 2, 29, "next cannot be nested"},
    {MAIN "CONSTANTS TRUE;", 2, 11, "expected a constant, found 'TRUE'"},
    {MAIN "SPEC NAME 3 := TRUE", 2, 11, "expected a name, found '3'"},
    {MAIN "COMPUTE [TRUE, TRUE]", 2, 9, "expected 'MIN' or 'MAX', found '['"},
    {MAIN "SPEC A [TRUE]", 2, 13, "expected 'U' or 'BU', found ']'"},
    {MAIN "ISA main.x", 2, 10, "ISA needs the name of a module"},
    {MAIN "PSLSPEC eventually TRUE", 2, 20, "expected 'eventually!', found 'TRUE'"},
    {MAIN "PSLSPEC next[2000] (TRUE)", 2, 14, "this bound is too large"},
    {MAIN "PSLSPEC next[-1] (TRUE)", 2, 14, "this bound is too small"},
    {MAIN "PSLSPEC next[x] (TRUE)", 2, 14, "expected a number, found 'x'"},
    {MAIN "PSLSPEC next[2] TRUE", 2, 17, "expected '(', found 'TRUE'"},
    {MAIN "PSLSPEC next_a(TRUE)", 2, 15, "expected '[', found '('"},
    {MAIN "PSLSPEC next_a[2](TRUE)", 2, 17, "expected ':', found ']'"},
    {MAIN "PSLSPEC next_e[2:1](TRUE)", 2, 16, "the range 2:1 is empty"},
    {MAIN "PSLSPEC next_e[1:inf](TRUE)", 2, 18, "expected a number, found 'inf'"},
    {MAIN "PSLSPEC next_event(TRUE) TRUE", 2, 26, "expected '(', found 'TRUE'"},
    {MAIN "PSLSPEC next_event(TRUE)[0](TRUE)", 2, 26, "this bound is too small"},
    {MAIN "PSLSPEC next_event(X TRUE)(TRUE)", 2, 20, "an event is a Boolean expression"},
    {MAIN "PSLSPEC next_event({TRUE;TRUE})(TRUE)", 2, 25, "an event is a Boolean expression"},
    {MAIN "PSLSPEC AG next_event(TRUE)(TRUE)", 2, 12, "'W' is not an operator of CTL"},
    {MAIN "PSLSPEC sequence TRUE", 2, 18, "expected '{', found 'TRUE'"},
    {MAIN "VAR x : boolean; LTLSPEC G TRUE IN x", 2, 36, "this is not a module instance"},
    {MAIN "LTLSPEC G TRUE IN 3", 2, 19, "expected a name, found '3'"},
    {MAIN "PSLSPEC forall i in {3:1} : TRUE", 2, 22, "the range 3:1 is empty"},
    {MAIN "PSLSPEC forall i in {0:99999} : TRUE", 2, 22, "the range 0:99999 is too large"},
    {MAIN "PSLSPEC forall i in {U} : TRUE", 2, 22, "'U' is a reserved word and cannot be a name"},
    {MAIN "PSLSPEC forall i in 3 : TRUE", 2, 21, "expected '{', found '3'"},
    {MAIN "PSLSPEC forall i in {1} : forall i in {2} : TRUE", 2, 34,
     "'i' is already replicated around this"},
    {MAIN "PSLSPEC forall i in {j} : forall j in {2} : TRUE", 2, 34,
     "'j' is already replicated around this"},
    {MAIN "PSLSPEC forall i in {0:999} : forall j in {0:999} : TRUE", 2, 31,
     "this property has too many copies"},
    {MAIN "PSLSPEC {TRUE;FALSE", 2, 20, "expected '}', found the end of the file"},
    {MAIN "PSLSPEC {TRUE[*2:1]}", 2, 16, "the range 2:1 is empty"},
    {MAIN "PSLSPEC {TRUE[*2000]}", 2, 16, "this bound is too large"},
    {MAIN "PSLSPEC {TRUE[*x]}", 2, 16, "expected a number, found 'x'"},
    {MAIN "PSLSPEC {{TRUE;TRUE}[->2]}", 2, 21, "[->] counts a Boolean expression, not a sequence"},
    {MAIN "PSLSPEC {(X TRUE);TRUE}", 2, 11, "a sequence is made of Boolean expressions"},
    {MAIN "PSLSPEC AG {TRUE;TRUE}", 2, 12, "a sequence is only allowed in a PSL property of LTL"},
    /* operators of other languages */
    {MAIN "LTLSPEC TRUE R FALSE", 2, 14,
     "expected a section such as VAR, ASSIGN or LTLSPEC, found 'R'; the operator is written 'V'"},
    {MAIN "INIT ~TRUE", 2, 6, "expected an expression, found '~'; the operator is written '!'"},
    /* reserved words */
    {MAIN "VAR S : boolean;", 2, 5, "'S' is a reserved word and cannot be a name"},
    {MAIN "VAR next : boolean;", 2, 5, "'next' is a reserved word and cannot be a name"},
    {MAIN "VAR x.U : boolean;", 2, 7, "'U' is a reserved word and cannot be a name"},
    {MAIN "VAR x : {S, M};", 2, 10, "'S' is a reserved word and cannot be a name"},
    {MAIN "DEFINE self := TRUE;", 2, 8, "'self' is a reserved word and cannot be a name"},
    {MAIN "DEFINE T := TRUE;", 2, 8, "'T' is a reserved word and cannot be a name"},
    {MAIN "ASSIGN next := TRUE;", 2, 8, "'next' is a reserved word and cannot be a name"},
    {MAIN "ASSIGN init(X) := TRUE;", 2, 13, "'X' is a reserved word and cannot be a name"},
    {MAIN "CONSTANTS U;", 2, 11, "'U' is a reserved word and cannot be a name"},
    {MAIN "INIT V = 1", 2, 6, "'V' is a reserved word and cannot be a name"},
    {MAIN "INIT O = 1", 2, 6, "'O' is a reserved word and cannot be a name"},
    {MAIN "INIT A & TRUE", 2, 6, "'A' is a reserved word and cannot be a name"},
    {MAIN "INIT x.U", 2, 8, "'U' is a reserved word and cannot be a name"},
    {MAIN "LTLSPEC NAME F := TRUE", 2, 14, "'F' is a reserved word and cannot be a name"},
    {"MODULE S\n", 1, 8, "'S' is a reserved word and cannot be a name"},
    {"MODULE main(S)\n", 1, 13, "'S' is a reserved word and cannot be a name"},
    {"MODULE VAR x : boolean;", 1, 8, "expected the name of the module, found 'VAR'"},
    {MAIN "VAR p : process m;\nMODULE m VAR running : boolean;", 3, 14,
     "'running' is a reserved word of a process and cannot be a name"},
    /* mistyped sections */
    {MAIN "VARS x : boolean;", 2, 1, "'VARS' does not open a section; did you mean 'VAR'?"},
    {MAIN "VAR x : boolean; INVARSPECS x", 2, 18,
     "'INVARSPECS' does not open a section; did you mean 'INVARSPEC'?"},
    {MAIN "DEFINE x := TRUE; LTLSPECC G x", 2, 19,
     "'LTLSPECC' does not open a section; did you mean 'LTLSPEC'?"},
    {MAIN "ASSIGN FARNESS TRUE", 2, 8,
     "'FARNESS' does not open a section; did you mean 'FAIRNESS'?"},
    {MAIN "INIT TRUE CTLSPC TRUE", 2, 11,
     "'CTLSPC' does not open a section; did you mean 'CTLSPEC'?"},
    /* flattening */
    {MAIN "VAR x : m;", 2, 9, "there is no module 'm'"},
    {MAIN "ISA m", 2, 5, "there is no module 'm'"},
    {MAIN "VAR x : conter;\nMODULE counter", 2, 9,
     "there is no module 'conter'; did you mean 'counter'?"},
    {MAIN "ISA conter\nMODULE counter", 2, 5,
     "there is no module 'conter'; did you mean 'counter'?"},
    {MAIN "VAR x : bolean;", 2, 9, "there is no module 'bolean'; did you mean 'boolean'?"},
    {MAIN "VAR x : main;", 2, 9, "module 'main' contains itself"},
    {MAIN "IVAR x : m;\nMODULE m", 2, 6, "a module instance must be declared in VAR"},
    {MAIN "VAR x : m(TRUE);\nMODULE m", 2, 5, "module 'm' has 0 parameters, but 1 are given"},
    {MAIN "VAR x : boolean;\nVAR x : boolean;", 3, 5, "'x' is already declared in line 2"},
    {MAIN "VAR x : boolean;\nDEFINE x := TRUE;", 3, 8, "'x' is already declared in line 2"},
    {MAIN "VAR x : boolean; DEFINE x[x] := TRUE;", 2, 26, "this cannot be defined"},
    {MAIN "VAR x : m(y);\nMODULE m(p) VAR z : boolean; INIT p", 2, 11, "'y' is not declared"},
    {MAIN "INIT x", 2, 6, "'x' is not declared"},
    {MAIN "VAR count1 : 0..3; INIT cuont1 = 0", 2, 25,
     "'cuont1' is not declared; did you mean 'count1'?"},
    {MAIN "DEFINE ready := TRUE; INIT reedy", 2, 28,
     "'reedy' is not declared; did you mean 'ready'?"},
    {MAIN "VAR x : {idle, busy}; INIT x = bussy", 2, 32,
     "'bussy' is not declared; did you mean 'busy'?"},
    {MAIN "VAR x : m(TRUE);\nMODULE m(enable) INIT enabel", 3, 23,
     "'enabel' is not declared; did you mean 'enable'?"},
    {MAIN "VAR x : m; INIT x.reqest\nMODULE m VAR request : boolean;", 2, 19,
     "'x' has no 'reqest'; did you mean 'request'?"},
    {MAIN "VAR x : m; INIT x.reqest\nMODULE m ISA n\nMODULE n VAR request : boolean;", 2, 19,
     "'x' has no 'reqest'; did you mean 'request'?"},
    {MAIN "VAR a : boolean; INIT b", 2, 23, "'b' is not declared"},
    {MAIN "VAR x : array 0..2 of boolean; VAR x[1] : boolean;", 2, 36,
     "'x[1]' is already declared in line 2"},
    {MAIN "VAR x[1] : boolean; VAR x[1] : 0..2;", 2, 25, "'x[1]' is already declared in line 2"},
    {MAIN "VAR m.x : boolean; m : m;\nMODULE m VAR x : boolean;", 2, 5,
     "'m.x' is already declared in line 3"},
    {MAIN "VAR x[1..2] : boolean;", 2, 6, "this cannot be a name"},
    {MAIN "VAR x : boolean; INIT x.y", 2, 25, "'x' is not a module instance"},
    {MAIN "VAR x : m; INIT x.y\nMODULE m", 2, 19, "'x' has no 'y'"},
    {MAIN "INIT self.y", 2, 11, "'main' has no 'y'"},
    {MAIN "VAR a : m(b.p); b : m(a.p);\nMODULE m(p) INIT p", 2, 13,
     "parameter 'a.p' stands for itself"},
    /* types */
    {MAIN "VAR x : 3..1;", 2, 9, "the range 3..1 is empty"},
    {MAIN "VAR x : array 3..1 of boolean;", 2, 15, "the range 3..1 is empty"},
    {MAIN "VAR x : array 0..99999999 of boolean;", 2, 9, "this array is too large"},
    {MAIN "VAR x : array 0..1 of m;\nMODULE m", 2, 23, "an array cannot have modules as elements"},
    {MAIN "VAR x : {a, b, a};", 2, 9, "a constant occurs twice in this enumeration"},
    {MAIN "VAR x : {a, b + 1};", 2, 15, "an enumeration has names and numbers only"},
    {MAIN "VAR x : word[0];", 2, 14, "a word cannot be 0 bits wide"},
    {MAIN "VAR x : 0..TRUE;", 2, 12, "a constant number is needed here"},
    {MAIN "VAR n : 0..1; x : 0..n;", 2, 22, "a constant is needed here, but 'n' is a variable"},
    {MAIN "INIT 1", 2, 6,
     "a Boolean is needed here, not integer (--smv-old reads 0 and 1 as FALSE and TRUE)"},
    {MAIN "VAR x : {a, b}; INIT x", 2, 22, "a Boolean is needed here, not {a, b}"},
    {MAIN "VAR x : {a, b}; INIT x + 1 = 2", 2, 24, "'+' cannot be applied to {a, b} and integer"},
    {MAIN "VAR x : boolean; INIT x = 1", 2, 25, "'=' cannot be applied to boolean and integer"},
    {MAIN "VAR x : boolean; INIT x in {1, 2}", 2, 25, "'in' cannot be applied to boolean and set"},
    {MAIN "VAR x : 0..3; INIT x = {1, 2}", 2, 22, "'=' cannot be applied to integer and set"},
    {MAIN "INIT -TRUE", 2, 6, "'-' cannot be applied to boolean"},
    {MAIN "INIT 0ub2_01 + 0ub3_001 = 0ub2_01", 2, 14,
     "'+' cannot be applied to unsigned word[2] and unsigned word[3]"},
    {MAIN "INIT (TRUE ? 1 : TRUE)", 2, 12, "the two sides of ? : differ in type"},
    {MAIN "VAR x : boolean; INIT case x : TRUE; TRUE : 3; esac", 2, 32,
     "the type of this branch differs from that of the branches after it"},
    {MAIN "INIT [TRUE, FALSE]", 2, 6, "an array can only be the body of a DEFINE"},
    {MAIN "VAR x : m; INIT x in {x}\nMODULE m", 2, 23, "this cannot be an element of a set"},
    {MAIN "VAR x : boolean; INIT x[1]", 2, 24, "this is not an array"},
    {MAIN "VAR x : array 0..1 of boolean; INIT x[TRUE]", 2, 38, "an index is an integer"},
    {MAIN "VAR x : array 0..1 of boolean; INIT x[2]", 2, 38, "index 2 is out of the bounds of 'x'"},
    {MAIN "VAR x : array 0..1 of boolean; INIT x[1 + 1]", 2, 38,
     "index 2 is out of the bounds of 'x'"},
    {MAIN "VAR i : 0..3; x : array 0..1 of boolean; INIT x[i]", 2, 48,
     "this index can be out of bounds"},
    {MAIN "VAR i : 0..3; INIT i in 0..i", 2, 26, "the bounds must be constant numbers"},
    {MAIN "INIT 3 in 5..4", 2, 12, "the range 5..4 is empty"},
    {MAIN "INIT 3 in 0..99999", 2, 12, "the range 0..99999 is too large"},
    {MAIN "INIT abs(1, 2) = 1", 2, 6, "'abs' takes 1 argument, not 2"},
    {MAIN "INIT max(1) = 1", 2, 6, "'max' takes 2 arguments, not 1"},
    {MAIN "INIT 2000000000 * 2000000000 * 2000000000 = 0", 2, 17,
     "the integers here need more than 40 bits"},
    /* words */
    {MAIN "VAR w : word[4]; INIT w = 1", 2, 25,
     "'=' cannot be applied to unsigned word[4] and integer; use 0ud4_1"},
    {MAIN "VAR w : signed word[4]; INIT w + -3 = w", 2, 32,
     "'+' cannot be applied to signed word[4] and integer; use -0sd4_3"},
    {MAIN "VAR w : word[4]; INIT 1 < w", 2, 25,
     "'<' cannot be applied to integer and unsigned word[4]; use 0ud4_1"},
    {MAIN "VAR w : word[4]; INIT w = 16", 2, 25,
     "'=' cannot be applied to unsigned word[4] and integer"},
    {MAIN "VAR w : word[4]; ASSIGN next(w) := 1;", 2, 36,
     "the type of 'w' does not fit this value (integer); use 0ud4_1"},
    {MAIN "VAR w : word[4]; ASSIGN init(w) := {0ud4_1, 2};", 2, 36,
     "the type of 'w' does not fit this value (integer); use 0ud4_2"},
    {MAIN "VAR w : word[4]; INIT (TRUE ? w : 1) = w", 2, 29,
     "the two sides of ? : differ in type; use 0ud4_1"},
    {MAIN "VAR w : word[4]; INIT w = case TRUE : w; TRUE : 3; esac", 2, 39,
     "the type of this branch differs from that of the branches after it; use 0ud4_3"},
    {MAIN "INIT TRUE = 0hff", 2, 13, "'0hff' is not a number; as a word it is written 0uh8_ff"},
    {MAIN "INIT TRUE = 0xFF", 2, 13, "'0xFF' is not a number; as a word it is written 0uh8_FF"},
    {MAIN "INIT TRUE = 0sb0101", 2, 13,
     "'0sb0101' is not a number; as a word it is written 0sb4_101"},
    {MAIN "INIT TRUE = 0d12", 2, 13, "'0d12' is not a number; as a word it is written 0ud4_12"},
    {MAIN "INIT uwconst(8, 3) = 0ud3_0", 2, 6, "8 does not fit into 3 bits"},
    {MAIN "INIT 0ud3_8 = 0ud3_0", 2, 6, "the number does not fit into the word"},
    {MAIN "INIT 0ud_8 = 0ud3_0", 2, 6, "a decimal word needs a width"},
    {MAIN "INIT 0ub3_2 = 0ud3_0", 2, 6, "'2' is not a digit of this word"},
    {MAIN "INIT 0ud3_1[3:0] = 0ud3_0", 2, 12, "bits 3 to 0 are not in a word of 3 bits"},
    {MAIN "INIT 0ud3_1 << -1 = 0ud3_0", 2, 13, "the distance of a shift is negative"},
    {MAIN "INIT extend(0ud3_1, -1) = 0ud3_0", 2, 6, "extend by a negative number of bits"},
    {MAIN "VAR i : 0..1; INIT extend(0ud3_1, i) = 0ud3_0", 2, 20,
     "'extend' needs a constant number here"},
    {MAIN "INIT toint(uwconst(0, 40)) = 0", 2, 6, "toint takes words of at most 32 bits"},
    /* assignments */
    {MAIN "DEFINE x := 2; ASSIGN x := 1;", 2, 23, "this is not a variable"},
    {MAIN "ASSIGN x := 1;", 2, 8, "'x' is not declared"},
    {MAIN "VAR state : 0..1; ASSIGN next(sate) := 1;", 2, 31,
     "'sate' is not declared; did you mean 'state'?"},
    {MAIN "IVAR x : boolean; ASSIGN init(x) := TRUE;", 2, 31,
     "'x' is an input and cannot be assigned"},
    {MAIN "FROZENVAR x : boolean; ASSIGN next(x) := TRUE;", 2, 36,
     "'x' is frozen: only its initial value can be assigned"},
    {MAIN "VAR x : boolean; ASSIGN x := TRUE; x := FALSE;", 2, 36,
     "'x' is assigned more than once"},
    {MAIN "VAR x : boolean; ASSIGN x := TRUE; next(x) := FALSE;", 2, 41,
     "'x' is assigned more than once"},
    {MAIN "VAR x : {a, b}; ASSIGN x := TRUE;", 2, 29,
     "the type of 'x' does not fit this value (boolean)"},
    {MAIN "VAR x : boolean; ASSIGN next(x) := {0, 1};", 2, 36,
     "the type of 'x' does not fit this value (integer); --smv-old reads 0 and 1 as FALSE and "
     "TRUE"},
    {MAIN "VAR x : 0..3; ASSIGN next(x) := x + 1;", 2, 35, "4 cannot be assigned to 'x'"},
    {MAIN "VAR x : {a, b}; y : {b, c}; ASSIGN x := y;", 2, 41, "c cannot be assigned to 'x'"},
    {MAIN "VAR x : {1, 3}; ASSIGN x := 2;", 2, 29, "2 cannot be assigned to 'x'"},
    {MAIN "VAR x : 0..3; INIT 1 / x = 1", 2, 22, "division by zero is possible"},
    {MAIN "VAR x : boolean; INIT case x : TRUE; esac", 2, 23,
     "the conditions of this case are not exhaustive"},
    {MAIN "VAR x : boolean; y : boolean; ASSIGN x := y; y := x;", 2, 51,
     "the definition of 'x' needs itself: x -> y -> x"},
    {MAIN "DEFINE x := y; y := x; INIT x", 2, 21,
     "the definition of 'x' needs itself: x -> y -> x"},
    {MAIN "DEFINE x := x; INIT x", 2, 13, "the definition of 'x' needs itself: x -> x"},
    {MAIN "DEFINE a := b & d; d := c; b := c; c := e & a; e := TRUE; INIT a", 2, 45,
     "the definition of 'a' needs itself: a -> d -> c -> a"},
    {MAIN "VAR s : m; MODULE m DEFINE a := b; b := a;", 2, 41,
     "the definition of 's.a' needs itself: s.a -> s.b -> s.a"},
    {MAIN "VAR x : boolean; y : boolean; ASSIGN next(x) := next(y); next(y) := next(x);", 2, 74,
     "the definition of 'next(x)' needs itself: next(x) -> next(y) -> next(x)"},
    {MAIN "IVAR x : boolean; TRANS next(x)", 2, 30, "'x' is an input and has no next value"},
    {MAIN "VAR x : process m;\nMODULE m TRANS next(running)", 3, 21,
     "next(running) has no meaning"},
    {MAIN "VAR x : boolean; INIT next(x)", 2, 23, "next cannot be used in this section"},
    {MAIN "VAR x : boolean; ASSIGN init(x) := next(x);", 2, 36,
     "next cannot be used in an initial value"},
    {MAIN "VAR x : boolean; y : boolean; ASSIGN x := next(y);", 2, 43,
     "next cannot be used in the value of a state"},
    /* specifications */
    {MAIN "INVARSPEC G TRUE", 2, 11, "'G' is only allowed in a specification"},
    {MAIN "SPEC G TRUE", 2, 6, "'G' is not an operator of CTL"},
    {MAIN "LTLSPEC AG TRUE", 2, 9, "'AG' is not an operator of LTL"},
    {MAIN "SPEC ABF 3..1 TRUE", 2, 6, "the range 3..1 is empty"},
    {MAIN "SPEC ABF 0..20000 TRUE", 2, 6, "the bounds 0..20000 are not within 0..10000"},
    {MAIN "IVAR x : boolean; SPEC AG x", 2, 27,
     "a CTL specification cannot read an input variable"},
    {MAIN "VAR x : boolean; SPEC AG next(x)", 2, 26, "next cannot be used in a CTL specification"},
    {MAIN "DEFINE x := F TRUE; INIT x", 2, 13, "'F' is only allowed in a specification"},
    {MAIN "LTLSPEC case F TRUE : TRUE; TRUE : TRUE; esac", 2, 14,
     "a Boolean is needed here, not temporal formula"},
    {MAIN "LTLSPEC case TRUE : F TRUE; TRUE : TRUE; esac", 2, 21,
     "this cannot be the value of a case"},
};

TEST(every_message_of_the_smv_front_end_points_at_its_place) {
  log_set_level(LOG_QUIET);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const Case *c = cases + i;
    Error error = {0};
    Model *model = smv_read("t.smv", c->text, strlen(c->text), NULL, &error);
    if (model) test_fail(__FILE__, __LINE__, "no error in\n%s", c->text);
    if (strcmp(error.message, c->message) || error.line != c->line || error.column != c->column)
      test_fail(__FILE__, __LINE__, "%d:%d: %s\nnot\n%d:%d: %s\nfor\n%s", error.line, error.column,
                error.message, c->line, c->column, c->message, c->text);
    CHECK_TEXT(error.file, "t.smv");
    error_free(&error);
  }
  log_set_level(LOG_NORMAL);
}

/* The places and messages of all errors, one a line. */
static void check_list(const char *text, const char *expected) {
  Error error = {0};
  Text found = {0};
  text_add(&found, "");
  Model *model = smv_read("t.smv", text, strlen(text), NULL, &error);
  if (model) test_fail(__FILE__, __LINE__, "no error in\n%s", text);
  for (const Error *e = &error; e; e = e->next)
    text_format(&found, "%d:%d: %s\n", e->line, e->column, e->message);
  CHECK_TEXT(found.data, expected);
  text_free(&found);
  error_free(&error);
}

TEST(the_parser_goes_on_after_an_error) {
  check_list(MAIN "VAR x boolean;\n y : boolean;\n z : 0.;\n"
                  "ASSIGN next(x) := case y : ; TRUE : 3; esac; init(x) = 1; y := TRUE;\n"
                  "DEFINE S := 1; d := ;\nINIT x = ;\nTRANS x &\nMODULE 3 VAR q : word(3);",
             "2:7: expected ':', found 'boolean'\n"
             "4:8: expected a name, found ';'\n"
             "5:28: expected an expression, found ';'\n"
             "5:54: expected ':=', found '='\n"
             "6:8: 'S' is a reserved word and cannot be a name\n"
             "6:21: expected an expression, found ';'\n"
             "7:10: expected an expression, found ';'\n"
             "9:1: expected an expression, found 'MODULE'\n"
             "9:8: expected the name of the module, found '3'\n"
             "9:22: expected '[', found '('\n");
  check_list(
      "VAR x : boolean; y : boolean;\n" MAIN "VAR z @ boolean;",
      "1:1: expected 'MODULE', found 'VAR'\n3:7: expected ':', found an unknown character\n");
}

TEST(names_and_types_are_checked_everywhere_and_in_the_order_of_the_text) {
  check_list(MAIN "LTLSPEC G aa = 1\nINVARSPEC b > TRUE\n"
                  "VAR b : 0..3; c : boolean; c : 0..3; w : word[3]; m : none;\n"
                  "ASSIGN next(b) := TRUE; init(b) := bb; next(w) := 3;\nCTLSPEC AG unknown",
             "2:11: 'aa' is not declared\n"
             "3:13: '>' cannot be applied to integer and boolean\n"
             "4:28: 'c' is already declared in line 4\n"
             "4:55: there is no module 'none'\n"
             "5:19: the type of 'b' does not fit this value (boolean)\n"
             "5:36: 'bb' is not declared; did you mean 'b'?\n"
             "5:51: the type of 'w' does not fit this value (integer); use 0ud3_3\n"
             "6:12: 'unknown' is not declared\n");
  check_list(MAIN "VAR x : 0..3; y : 0..2; ASSIGN next(x) := x + 1; next(y) := x;",
             "2:45: 4 cannot be assigned to 'x'\n2:61: 3 cannot be assigned to 'y'\n");
}

TEST(an_error_is_not_followed_by_its_consequences) {
  /* of a declaration */
  check_list(MAIN "VAR x : none; r : 5..2; a : array 2..1 of boolean;\n"
                  "DEFINE d := x.y + r; e := d;\nINIT r = 3\nINVARSPEC d | e\n"
                  "INVARSPEC a[1]\nASSIGN next(r) := 1; x.z := 3;\nLTLSPEC r = aa",
             "2:9: there is no module 'none'\n2:19: the range 5..2 is empty\n"
             "2:35: the range 2..1 is empty\n");
  /* of a definition, a cycle, an assignment */
  check_list(MAIN "VAR v : boolean; u : boolean;\nDEFINE d := zz; e := d & d; f := g; g := f;\n"
                  "INIT d\nINIT e\nINVARSPEC f & g\nASSIGN v := 7; next(u) := v;\nLTLSPEC F v",
             "3:13: 'zz' is not declared\n"
             "3:34: the definition of 'g' needs itself: g -> f -> g\n"
             "7:13: the type of 'v' does not fit this value (integer); --smv-old reads 0 and 1 as "
             "FALSE and TRUE\n");
  /* of parameters, and once for all instances */
  check_list(MAIN "VAR a : m(TRUE); b : m(FALSE); c : m(zz); d : m;\n"
                  "MODULE m(p) INIT p\nINVARSPEC nothing & p",
             "2:38: 'zz' is not declared\n2:43: module 'm' has 1 parameters, but 0 are given\n"
             "4:11: 'nothing' is not declared\n");
}

TEST(after_twenty_errors_there_are_too_many) {
  Text text = {0};
  text_add(&text, MAIN);
  for (int i = 0; i < 50; i++) text_format(&text, "INIT unknown%d\n", i);
  for (int round = 0; round < 3; round++) { /* in the names, in the syntax, in declarations */
    Error error = {0};
    int count = 0;
    const Error *last = &error;
    CHECK(!smv_read("t.smv", text.data, text.size, NULL, &error));
    for (; last->next; last = last->next) count++;
    CHECK_EQUAL(count, 20);
    CHECK_TEXT(last->message, "too many errors");
    CHECK_EQUAL(error.line, 2);
    error_free(&error);
    if (!round) {
      for (size_t i = 0; i < text.size; i++)
        if (text.data[i] == 'u') text.data[i] = '@';
      continue;
    }
    text_clear(&text);
    text_add(&text, MAIN);
    for (int i = 0; i < 50; i++) text_add(&text, "VAR x boolean; y;\n");
  }
  text_free(&text);
}

TEST(deep_nesting_is_an_error_and_long_chains_are_not) {
  Text text = {0};
  Error error = {0};
  text_add(&text, MAIN "INIT ");
  for (int i = 0; i < 100000; i++) text_char(&text, '(');
  CHECK(!smv_read("t.smv", text.data, text.size, NULL, &error));
  CHECK_TEXT(error.message, "expressions are nested too deeply (more than 1000 levels)");
  error_free(&error);
  text_clear(&text);
  text_add(&text, MAIN "INIT ");
  for (int i = 0; i < 100000; i++) text_char(&text, '!');
  text_add(&text, "TRUE");
  CHECK(!smv_read("t.smv", text.data, text.size, NULL, &error));
  error_free(&error);
  text_clear(&text);
  text_add(&text, MAIN "VAR x : boolean; INIT x");
  for (int i = 0; i < 100000; i++) text_add(&text, " & x");
  text_add(&text, "\nDEFINE d0 := x;\n");
  for (int i = 1; i < 20000; i++) text_format(&text, "d%d := !d%d;\n", i, i - 1);
  text_add(&text, "INVARSPEC d19999");
  Model *model = smv_read("t.smv", text.data, text.size, NULL, &error);
  CHECK(model);
  CHECK_EQUAL(model->system->latches.size, 2); /* x, first */
  model_free(model);
  text_free(&text);
}
