/* PNML, the contest's properties and our own formulas about nets: what is read, and the place of
 * each mistake. */
#include "test.h"

#include "front/net/net_language.h"
#include "front/net/pnml.h"
#include "front/net/property_set.h"

#define NET(inside)                                                                                \
  "<pnml xmlns='http://www.pnml.org/version-2009/grammar/pnml'><net id='n' type='ptnet'>\n"        \
  "<page id='g'>\n" inside "</page></net></pnml>"
#define PLACES                                                                                     \
  "<place id='p'><initialMarking><toolspecific tool='x'><text>7</text></toolspecific>"             \
  "<text> 2 </text></initialMarking><name><text>other</text></name></place>\n"                     \
  "<place id='q.r'/>\n<transition id='t'><name><text>q</text></name></transition>\n"

static Model *read_text(const char *text, Error *error) {
  return pnml_read("net.pnml", text, strlen(text), NULL, error);
}

TEST(ids_texts_below_and_arcs_that_add_up_are_read) {
  Error error = {0};
  Model *model = read_text(NET("<arc id='a' source='p' target='t'/>" PLACES
                               "<arc id='b' source='p' target='t'><inscription><graphics/>"
                               "<text>2</text></inscription></arc>"
                               "<referencePlace id='again' ref='q.r'/>"
                               "<arc id='c' source='t' target='again'/>"),
                           &error);
  CHECK(model);
  const Net *net = model->net;
  CHECK_EQUAL(net->places.size, 2);
  CHECK_TEXT(net->places.data[0].name, "p");
  CHECK_EQUAL(net->places.data[0].initial, 2);
  CHECK_TEXT(net->transitions.data[0].name, "t");
  CHECK_EQUAL(net_weight(&net->transitions.data[0].take, 0), 3);
  CHECK_EQUAL(net_weight(&net->transitions.data[0].put, 1), 1);
  model_free(model);
}

static void check_error(bool good, Error *error, const char *expected) {
  char *text = error->message ? error_text(error) : mem_string("no error");
  CHECK(!good);
  if (!strstr(text, expected)) CHECK_TEXT(text, expected);
  mem_free(text);
  error_free(error);
}

TEST(mistakes_in_pnml_have_their_line) {
  static const struct {
    const char *text, *message;
  } rows[] = {
      {"<pnml", "net.pnml:1:"},
      {"<html/>", "net.pnml:1: error: no <net> in a <pnml>"},
      {NET(PLACES "<place id='p'/>"), "net.pnml:6: error: the id 'p' is there twice"},
      {NET("<place/>"), "net.pnml:3: error: <place> has no 'id'"},
      {NET(PLACES "<arc id='a' source='p' target='u'/>"),
       "net.pnml:6: error: no place or transition has the id 'u'"},
      {NET(PLACES "<arc id='a' source='p' target=''/>"),
       "net.pnml:6: error: <arc> has no 'target'"},
      {NET(PLACES "<arc id='a' source='p' target='&x;'/>"), "net.pnml:6:"},
      {NET(PLACES "<arc id='a' source='p' target='q.r'/>"), "an arc between two places"},
      {NET(PLACES "<arc id='a' source='p' target='t'><type value='inhibitor'/></arc>"),
       "an arc that is not plain"},
      {NET("<place id='p'><initialMarking><text>-1</text></initialMarking></place>"),
       "'-1' is no number of tokens below 2^32"},
      {NET("<place id='p'><initialMarking><text>4294967296</text></initialMarking></place>"),
       "'4294967296' is no number of tokens"},
      {"<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/symmetricnet'/></pnml>",
       "only place/transition nets are read"},
      {NET("<referencePlace id='x' ref='x'/><transition id='t'/>"
           "<arc id='a' source='x' target='t'/>"),
       "no place or transition has the id 'x'"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Error error = {0};
    check_error(read_text(rows[i].text, &error), &error, rows[i].message);
  }
}

static Model *small_model(void) {
  Error error = {0};
  Model *model = read_text(NET(PLACES "<arc id='a' source='p' target='t'/>"
                                      "<arc id='b' source='t' target='q.r'/>"),
                           &error);
  CHECK(model);
  return model;
}

TEST(formulas_of_our_own_say_sums_and_fireability) {
  static const struct {
    const char *text, *printed;
  } rows[] = {
      {"p >= 2", "p >= 2"},
      {"p", "p >= 1"},
      {"2 * p + 1 < \"q.r\" - 3", "2 * p <= \"q.r\" - 5"},
      {"p + p <= 4", "2 * p <= 4"},
      {"3 > p", "p <= 2"},
      {"fireable(t)", "fireable(t)"},
      {"deadlock", "deadlock"},
  };
  Model *model = small_model();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Error error = {0};
    CHECK(model_add_invariant(model, NULL, rows[i].text, &error));
    Formula f = vec_last(&model->properties).formula;
    CHECK(formula_node(model->formulas, f)->op == OP_ATOM);
    uint32_t atom = formula_node(model->formulas, f)->left;
    CHECK_TEXT(model->formulas->atoms.data[atom].text, rows[i].printed);
  }
  Error error = {0};
  CHECK(model_add_ltl(model, NULL, "G(p=1->F!fireable(t))", &error));
  CHECK(model_add_ctl(model, NULL, "AG (p != 2 | E [p U deadlock])", &error));
  model_free(model);
}

TEST(mistakes_in_formulas_have_their_column) {
  static const struct {
    const char *text, *message;
  } rows[] = {
      {"p + x <= 1", "1:5: error: no place is called 'x'"},
      {"p & fireable(u)", "1:14: error: no transition is called 'u'"},
      {"p + 1", "1:6: error: a comparison is expected here"},
      {"p <= ", "a place or a number is expected here"},
      {"p & & p", "1:5:"},
      {"G p", "an invariant has no temporal operators"},
      {"y", "no place is called 'y'"},
  };
  Model *model = small_model();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Error error = {0};
    check_error(model_add_invariant(model, NULL, rows[i].text, &error), &error, rows[i].message);
  }
  model_free(model);
}

#define SET(id, formula)                                                                           \
  "<property-set>\n<property><id>" id "</id>\n<formula>" formula "</formula></property>"           \
  "</property-set>"
#define LE(a, b) "<integer-le>" a b "</integer-le>"
#define COUNT "<tokens-count><place>p</place><place>q.r</place></tokens-count>"
#define ONE "<integer-constant>1</integer-constant>"

TEST(properties_of_the_contest_are_read_as_their_ids_say) {
  static const struct {
    const char *text, *printed;
    PropertyKind kind;
  } rows[] = {
      {SET("CTL-1", "<exists-path><finally>" LE(COUNT, ONE) "</finally></exists-path>"),
       "EF \"p + \\\"q.r\\\" <= 1\"", PROPERTY_CTL},
      {SET("LTL-1", "<all-paths><next><is-fireable><transition>t</transition></is-fireable></next>"
                    "</all-paths>"),
       "X \"fireable(t)\"", PROPERTY_LTL},
      {SET("x", "<all-paths><next><deadlock/></next></all-paths>"), "AX deadlock", PROPERTY_CTL},
      {SET("x", "<all-paths><finally><globally><deadlock/></globally></finally></all-paths>"),
       "F G deadlock", PROPERTY_LTL},
      {SET("x", "<place-bound><place>p</place><place>q.r</place></place-bound>"),
       "bound of p + \"q.r\"", PROPERTY_BOUND},
      {SET("x",
           "<all-paths><until><before>" LE(ONE, COUNT) "</before><reach><negation><deadlock/>"
                                                       "</negation></reach></until></all-paths>"),
       "A [\"p + \\\"q.r\\\" >= 1\" U !deadlock]", PROPERTY_CTL},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Model *model = small_model();
    Error error = {0};
    const char *text = rows[i].text;
    CHECK(property_set_read(model, "set.xml", text, strlen(text), &error));
    CHECK_EQUAL(model->properties.size, 1);
    CHECK_TEXT(model->properties.data[0].text, rows[i].printed);
    CHECK_EQUAL(model->properties.data[0].kind, rows[i].kind);
    model_free(model);
  }
}

TEST(mistakes_in_property_sets_have_their_line) {
  static const struct {
    const char *text, *message;
  } rows[] = {
      {"<x/>", "<x> is no <property-set>"},
      {"<property-set><property/></property-set>", "a <property> has <id> and <formula>"},
      {SET("x", "<place-bound><place>z</place></place-bound>"),
       "set.xml:3: error: no place is called 'z'"},
      {SET("CTL", "<finally><deadlock/></finally>"), "in CTL <finally> follows a quantifier"},
      {SET("LTL", "<all-paths><exists-path><deadlock/></exists-path></all-paths>"),
       "<exists-path> inside a formula of LTL"},
      {SET("x", LE(ONE, "")), "compares two numbers"},
      {SET("x", "<maybe/>"), "<maybe> is no part of a formula"},
  };
  Model *model = small_model();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Error error = {0};
    const char *text = rows[i].text;
    check_error(property_set_read(model, "set.xml", text, strlen(text), &error), &error,
                rows[i].message);
    CHECK_EQUAL(model->properties.size, 0);
  }
  Error error = {0};
  check_error(examination_add(model, "Nothing", &error), &error,
              "there is no examination 'Nothing'");
  model_free(model);
}
