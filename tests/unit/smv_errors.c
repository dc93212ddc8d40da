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
    {MAIN "PSLSPEC TRUE until_ TRUE", 2, 14, "until_ is outside the part of PSL that is supported"},
    {MAIN "PSLSPEC next[2000] TRUE", 2, 9, "this bound is too large"},
    /* flattening */
    {MAIN "VAR x : m;", 2, 9, "there is no module 'm'"},
    {MAIN "ISA m", 2, 5, "there is no module 'm'"},
    {MAIN "VAR x : main;", 2, 9, "module 'main' contains itself"},
    {MAIN "IVAR x : m;\nMODULE m", 2, 6, "a module instance must be declared in VAR"},
    {MAIN "VAR x : m(TRUE);\nMODULE m", 2, 5, "module 'm' has 0 parameters, but 1 are given"},
    {MAIN "VAR x : boolean;\nVAR x : boolean;", 3, 5, "'x' is already declared in line 2"},
    {MAIN "VAR x : boolean;\nDEFINE x := TRUE;", 3, 8, "'x' is already declared in line 2"},
    {MAIN "DEFINE x.y := TRUE;", 2, 10, "this does not name a module instance"},
    {MAIN "DEFINE x[1] := TRUE;", 2, 9, "this cannot be defined"},
    {MAIN "VAR x : m(y);\nMODULE m(p) VAR z : boolean; INIT p", 2, 11, "'y' is not declared"},
    {MAIN "INIT x", 2, 6, "'x' is not declared"},
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
    {MAIN "ASSIGN x := 1;", 2, 8, "this is not a variable"},
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
     "x is defined in terms of itself"},
    {MAIN "DEFINE x := y; y := x; INIT x", 2, 21, "x is defined in terms of itself"},
    {MAIN "VAR x : boolean; y : boolean; ASSIGN next(x) := next(y); next(y) := next(x);", 2, 74,
     "next(x) is defined in terms of itself"},
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
