/* The reader of PEP's nets: what it takes and leaves, and the place of each mistake. */
#include "test.h"

#include "base/input.h"
#include "front/llnet/llnet.h"

#define HEAD "PEP\nPTNet\nFORMAT_N\n"

static Net *read_text(const char *text, Error *error) {
  return llnet_read("file", text, strlen(text), error);
}

TEST(names_numbers_and_tokens_of_a_net_are_read) {
  Error error = {0};
  Input input = {0};
  CHECK(input_read(&input, RONDO_SOURCE_DIR "/tests/fuzz/seeds/llnet/mutex.ll_net", &error));
  CHECK(llnet_recognise(input.data, input.size));
  Net *net = llnet_read("mutex.ll_net", input.data, input.size, &error);
  CHECK(net);
  CHECK_EQUAL(net->places.size, 5);
  CHECK_EQUAL(net->transitions.size, 4);
  CHECK_TEXT(net->places.data[2].name, "key");
  CHECK_EQUAL(net->places.data[2].initial, 1);
  CHECK_EQUAL(net->places.data[4].initial, 0);
  /* behind number 7 comes 8 */
  CHECK_TEXT(net->places.data[3].name, "idle1");
  CHECK_EQUAL(net_weight(&net->transitions.data[2].take, 3), 1);
  CHECK_EQUAL(net_weight(&net->transitions.data[3].put, 2), 1);
  CHECK_EQUAL(net->transitions.data[1].put.size, 2);
  net_free(net);
  input_free(&input);
}

TEST(names_that_are_given_twice_are_told_apart) {
  Error error = {0};
  Net *net =
      read_text(HEAD "PL\n\"a\"0@0\n\"a\"0@0M2\r\n0@0\nTR\n\"a\"1@1\nTP\n1<2w3\n1<2\n", &error);
  CHECK(net);
  CHECK_TEXT(net->places.data[0].name, "a");
  CHECK_TEXT(net->places.data[1].name, "a_2");
  CHECK_TEXT(net->places.data[2].name, "P0");
  CHECK_TEXT(net->transitions.data[0].name, "a");
  CHECK_EQUAL(net->places.data[1].initial, 2);
  CHECK_EQUAL(net_weight(&net->transitions.data[0].put, 1), 4);
  net_free(net);
}

static const struct {
  const char *text;
  int line, column;
  const char *message;
} mistakes[] = {
    {"", 1, 1, "the file is empty"},
    {"\n\n", 2, 1, "the first line should be PEP"},
    {"pep\n", 1, 1, "the first line should be PEP"},
    {"PEP\nHLNet\n", 2, 1, "the type of a low-level net should be PTNet or PetriBox"},
    {"PEP\nPTNet\nFORMAT_N3\n", 3, 1, "the format should be FORMAT_N or FORMAT_N2"},
    {HEAD "PL\n\"a\"\n", 5, 1, "the file ends without a section TR, the transitions"},
    {HEAD "TR\n\"a\"\n", 5, 1, "the file ends without a section PL, the places"},
    {HEAD "PL\n1\"a\nTR\n", 5, 2, "the text that begins here does not end on its line"},
    {HEAD "PL\n1\"a\"\n1\"b\"\n", 6, 1, "this number is given twice"},
    {HEAD "PL\n1\"a\"0@0Mx\n", 5, 9, "a number is expected here"},
    {HEAD "PL\n4294967296\"a\"\n", 5, 1, "this number is too large"},
    {HEAD "PL\n4294967294\"a\"\n\"b\"\n", 6, 1, "the numbers have come to an end"},
    {HEAD "PL\n\"a\"\nTR\n\"t\"\nTP\n1<2\n", 9, 3, "there is no place with this number"},
    {HEAD "PL\n\"a\"\nTR\n\"t\"\nTP\n2<1\n", 9, 1, "there is no transition with this number"},
    {HEAD "PL\n\"a\"\nTR\n\"t\"\nTP\n1>1\n", 9, 2,
     "'<' is expected here: in TP an arc is transition<place"},
    {HEAD "PL\n\"a\"\nTR\n\"t\"\nPT\n1<1\n", 9, 2,
     "'>' is expected here: in PT an arc is place>transition"},
    {HEAD "PL\n\"a\"\nTR\n\"t\"\nPT\n1>1w0\n", 9, 1, "the weight of an arc is at least 1"},
    {HEAD "DPT w0\n", 4, 1, "the weight of an arc is at least 1"},
    {HEAD "PL\n\"a\"\nTR\n\"t\"\nPT\n1>1w4294967290\n1>1w9\n", 10, 1,
     "the weights of this arc add up to too much"},
};

TEST(mistakes_in_nets_have_a_place) {
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
    Error error = {0};
    Net *net = read_text(mistakes[i].text, &error);
    if (net) test_fail(__FILE__, __LINE__, "no error: %s", mistakes[i].message);
    CHECK_TEXT(error.message, mistakes[i].message);
    CHECK_EQUAL(error.line, mistakes[i].line);
    CHECK_EQUAL(error.column, mistakes[i].column);
    error_free(&error);
  }
}
