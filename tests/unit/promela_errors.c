/* Messages of the Promela front end: the smallest text that draws each, and where it points. */
#include "test.h"

#include "front/promela/promela.h"

typedef struct {
  const char *text;
  int line, column;
  const char *message;
} Case;

static const Case cases[] = {
    {"init { x = 1 }", 1, 8, "'x' is not declared"},
    {"init { skip", 1, 12, "expected '}' after the statements, found the end of the file"},
    {"byte x; byte x; init { skip }", 1, 14, "'x' is declared twice"},
    {"proctype { skip }", 1, 10, "expected a name, found '{'"},
    {"init { break }", 1, 8, "'break' outside of a loop"},
    {"init { goto nowhere }", 1, 8, "there is no label 'nowhere' here"},
    {"init { if :: else :: else fi }", 1, 22, "there is a second 'else'"},
    {"init { if fi }", 1, 11, "expected '::', found 'fi'"},
    {"init { run P() }", 1, 8, "there is no proctype 'P'"},
    {"proctype P(byte a) { skip } init { run P() }", 1, 36, "'P' takes 1 arguments, not 0"},
    {"byte x; init { x!1 }", 1, 16, "'x' is not a channel"},
    {"byte x; init { x?1 }", 1, 16, "'x' is not a channel"},
    {"byte x; init { x[1] = 2 }", 1, 17, "'x' is not an array"},
    {"byte a[2]; init { a = 2 }", 1, 19, "'a' is an array: an index is missing"},
    {"typedef R { byte a }; R r; init { r.b = 1 }", 1, 37, "'R' has no field 'b'"},
    {"byte x; init { x.b = 1 }", 1, 17, "'x' has no fields"},
    {"byte a[0]; init { skip }", 1, 7, "an array has from 1 to 65536 elements"},
    {"unsigned u; init { skip }", 1, 10, "'unsigned' needs a width: unsigned u : 4"},
    {"byte b : 3; init { skip }", 1, 8, "only 'unsigned' has a width, from 1 to 32 bits"},
    {"chan c = [1] { byte }; init { skip }", 1, 14, "expected 'of', found '{'"},
    {"chan c = [1] of { unsigned }; init { skip }", 1, 19,
     "a message has no field of type 'unsigned'"},
    {"chan c = [1] of { byte }; init { c!1,2 }", 1, 35, "'c' carries 1 fields, not 2"},
    {"mtype = { a, a }; init { skip }", 1, 14, "'a' is declared twice"},
    {"byte x; init { x = }", 1, 20, "expected an expression, found '}'"},
    {"byte x; init { x = 1 x = 2 }", 1, 22, "expected ';', found 'x'"},
    {"init { skip; L: skip; L: skip }", 1, 26, "the label 'L' is there twice"},
    {"proctype P() { skip } init { P@there }", 1, 30, "'P' has no label 'there'"},
    {"proctype P() { skip } init { P:x == 1 }", 1, 30,
     "'P' has no variable 'x' that can be seen from outside"},
    {"init { c_code { x } }", 1, 8, "C code inside a model cannot be checked"},
    {"trace { skip }", 1, 9, "only '!' and '?' on channels can stand in a trace"},
    {"chan q = [1] of {bit};\ntrace { do :: q!1 :: q??1 od }", 2, 23,
     "only '!' and '?' on channels can stand in a trace"},
    {"chan q[2] = [1] of {bit}; bit i;\nnotrace { q[0]!1; q[i]!0 }", 2, 19,
     "a trace names global channels alone"},
    {"chan q = [1] of {bit};\ntrace { q!1 } notrace { q!1 }", 2, 15,
     "there can be only one trace or notrace"},
    {"#define m(a) a\ninit { m(1,2) }", 2, 8, "'m' takes 1 arguments, not 2"},
    {"#if 1\ninit { skip }", 1, 1, "this condition has no #endif"},
    {"#else", 1, 1, "#else without #if"},
    {"#include \"nowhere.h\"", 1, 10, "cannot read 'nowhere.h'"},
    {"#elif\n", 1, 1, "#elif without #if"},
    {"#if\n#endif", 1, 1, "expected a value in this condition"},
    {"#if 1 +\n#endif", 1, 1, "expected a value in this condition"},
    {"#foo", 1, 2, "unknown directive '#foo'"},
    {"init { skip } \"", 1, 15, "this string does not end"},
    {"init { printf(\"x }", 1, 15, "this string does not end"},
    {"init { skip } $", 1, 15, "unexpected character '$'"},
    {"init { 99999999999 }", 1, 8, "this number does not fit into 32 bits"},
    {"/* x", 1, 1, "this comment does not end"},
    {"inline f(a) { skip } init { f() }", 1, 29, "'f' takes 1 arguments, not 0"},
    {"inline f() { f() } init { f() }", 1, 14, "'f' calls itself"},
    {"init { select(x : 1..2) }", 1, 15, "'x' is not declared"},
    {"byte x; init { select(x : 3..2) }", 1, 27, "there is no value to select"},
    {"chan c; byte x; init { for (x in x) { skip } }", 1, 34,
     "'for ... in' wants an array or a channel"},
    {"byte x; init { x == 1 -> byte x; x++ } ltl { [] (y == 1) }", 1, 50, "'y' is not declared"},
    {"ltl p { [] true", 1, 16, "expected '}', found the end of the file"},
    {"byte x; init { <> x }", 1, 16, "expected an expression, found '<'"},
    {"init { atomic { } }", 1, 17, "there must be a statement here"},
    {"init { L: byte x }", 1, 8, "a label cannot stand before a declaration"},
    {"byte x; init { x?[1] }", 1, 16, "'x' is not a channel"},
    {"active [300] proctype P() { skip }", 1, 9, "there are at most 255 processes"},
    {"init priority 0 { skip }", 1, 15, "a priority is a number from 1 to 255"},
    {"chan c = [1] of { byte }; byte x; init { c?x+1 }", 1, 45, "expected ';', found '+'"},
    {"typedef T { }; init { skip }", 1, 9, "'T' has no fields"},
    {"foo", 1, 1, "expected a proctype, a declaration or a claim, found 'foo'"},
    {"init { goto a; a: goto b; b: goto a }", 1, 19, "jumps from here lead in a circle"},
    {"init { len(3) }", 1, 12, "expected a variable, found '3'"},
    {"byte x; init { len(x) }", 1, 20, "'len' wants a channel"},
    {"byte x = [1] of { byte }; init { skip }", 1, 10, "'x' is not a channel"},
    {"byte x = { 1 }; init { skip }", 1, 10, "'x' is not an array"},
    {"proctype P(byte x = 1) { skip }", 1, 19, "there can be no initial value here"},
    {"init { d_step { goto L }; L: skip }", 1, 17, "a jump cannot leave a d_step"},
    {"never { byte x; do :: x == 1 od }", 1, 14, "a claim cannot have variables of its own"},
    {"proctype P(byte a[256]) { skip }", 1, 10, "a proctype has at most 255 parameters"},
};

TEST(promela_errors_say_what_is_wrong_and_where) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Error error = {0};
    Processes *program =
        promela_read_processes("test.pml", cases[i].text, strlen(cases[i].text), &error);
    if (program) test_fail(__FILE__, __LINE__, "no error in: %s", cases[i].text);
    if (strcmp(error.message, cases[i].message) || error.line != cases[i].line ||
        error.column != cases[i].column)
      test_fail(__FILE__, __LINE__, "%s\n%d:%d: %s\nnot\n%d:%d: %s", cases[i].text, error.line,
                error.column, error.message, cases[i].line, cases[i].column, cases[i].message);
    CHECK(error.excerpt);
    error_free(&error);
  }
}
