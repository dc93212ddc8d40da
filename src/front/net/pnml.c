/* See pnml.h. */
#include "front/net/pnml.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "front/net/net_language.h"
#include "front/net/xml.h"

typedef struct {
  const char *file;
  Error *error;
  Net *net;
  Names ids;        /* of places and transitions */
  U32Vec is;        /* by id: the number of a place, doubled, or of a transition, plus one */
  Names other;      /* other ids, to what they refer (referencePlace and its like) */
  StringVec refers; /* by number in `other` */
} Reader;

bool pnml_recognise(const char *data, size_t size) {
  size_t look = size < 2000 ? size : 2000;
  for (size_t i = 0; i + 5 <= look; i++)
    if (!memcmp(data + i, "<pnml", 5)) return true;
  return false;
}

static bool wrong(const Reader *reader, const XmlElement *element, const char *what,
                  const char *name) {
  return error_at(reader->error, reader->file, xml_line(element), 0, what, name);
}

/* A number that stands in the text below a child: an initial marking, the weight of an arc. */
static bool read_number(const Reader *reader, const XmlElement *element, const char *child,
                        Tokens otherwise, Tokens *number) {
  const XmlElement *holder = xml_child(element, child);
  const XmlElement *text = holder ? xml_child(holder, "text") : NULL;
  *number = otherwise;
  if (!text) return true;
  Text digits = {0};
  xml_text(text, &digits);
  bool good = digits.size && strspn(digits.data, "0123456789") == digits.size && digits.size < 11;
  unsigned long long value = good ? strtoull(digits.data, NULL, 10) : 0;
  good = good && value <= UINT32_MAX;
  if (!good)
    wrong(reader, text, "'%s' is no number of tokens below 2^32", digits.size ? digits.data : "");
  text_free(&digits);
  *number = (Tokens)value;
  return good;
}

static bool read_id(const Reader *reader, const XmlElement *element, const char *attribute,
                    Text *id) {
  return (xml_attribute(element, attribute, id) && id->size) ||
         error_at(reader->error, reader->file, xml_line(element), 0, "<%s> has no '%s'",
                  xml_name(element), attribute);
}

/* Gives an id its meaning. */
static bool declare(Reader *reader, const XmlElement *element, const char *id, uint32_t meaning) {
  if (names_find(&reader->ids, id) != NAMES_NONE)
    return wrong(reader, element, "the id '%s' is there twice", id);
  names_add(&reader->ids, id);
  vec_push(&reader->is, meaning);
  return true;
}

static bool read_node(Reader *reader, const XmlElement *element, bool place) {
  Text id = {0};
  Tokens initial = 0;
  bool good = read_id(reader, element, "id", &id) &&
              (!place || read_number(reader, element, "initialMarking", 0, &initial));
  if (good) {
    uint32_t number = place ? net_add_place(reader->net, id.data, initial)
                            : net_add_transition(reader->net, id.data);
    good = declare(reader, element, id.data, 2 * number + !place);
  }
  text_free(&id);
  return good;
}

/* A node that stands for one of another page. */
static bool read_reference(Reader *reader, const XmlElement *element) {
  Text id = {0}, to = {0};
  bool good = read_id(reader, element, "id", &id) && read_id(reader, element, "ref", &to);
  if (good) {
    uint32_t number = names_add(&reader->other, id.data);
    if (number < reader->refers.size)
      good = wrong(reader, element, "the id '%s' is there twice", id.data);
    else vec_push(&reader->refers, mem_string(to.data));
  }
  text_free(&id);
  text_free(&to);
  return good;
}

static bool find(const Reader *reader, const XmlElement *element, const char *attribute,
                 uint32_t *meaning) {
  Text id = {0};
  if (!read_id(reader, element, attribute, &id)) {
    text_free(&id); /* an empty attribute leaves an empty text */
    return false;
  }
  const char *name = id.data;
  size_t hops = 0;
  uint32_t refers;
  while ((refers = names_find(&reader->other, name)) != NAMES_NONE && hops++ < reader->refers.size)
    name = reader->refers.data[refers];
  uint32_t number = names_find(&reader->ids, name);
  bool good = number != NAMES_NONE ||
              wrong(reader, element, "no place or transition has the id '%s'", name);
  if (good) *meaning = reader->is.data[number];
  text_free(&id);
  return good;
}

static bool read_arc(Reader *reader, const XmlElement *element) {
  uint32_t source, target;
  Tokens weight;
  Text type = {0};
  const XmlElement *kind = xml_child(element, "type");
  if (kind) xml_attribute(kind, "value", &type);
  bool plain = !type.size || !strcmp(type.data, "normal");
  text_free(&type);
  if (!plain)
    return wrong(reader, element, "an arc that is not plain: %s",
                 "inhibitor, read and reset arcs are not place/transition nets");
  if (!find(reader, element, "source", &source) || !find(reader, element, "target", &target) ||
      !read_number(reader, element, "inscription", 1, &weight))
    return false;
  if (source % 2 == target % 2)
    return wrong(reader, element, "an arc between two %s", source % 2 ? "transitions" : "places");
  if (!weight) return true;
  bool good = source % 2 ? net_put(reader->net, source / 2, target / 2, weight)
                         : net_take(reader->net, target / 2, source / 2, weight);
  return good || wrong(reader, element, "%s", "the weights of equal arcs add up to more than 2^32");
}

/* Arcs may come before what they connect, so there are two passes. */
static bool read_page(Reader *reader, const XmlElement *page, bool arcs) {
  bool good = true;
  for (const XmlElement *child = xml_first(page); child && good; child = xml_next(child)) {
    if (xml_is(child, "page")) good = read_page(reader, child, arcs);
    else if (arcs) good = !xml_is(child, "arc") || read_arc(reader, child);
    else if (xml_is(child, "place")) good = read_node(reader, child, true);
    else if (xml_is(child, "transition")) good = read_node(reader, child, false);
    else if (xml_is(child, "referencePlace") || xml_is(child, "referenceTransition"))
      good = read_reference(reader, child);
  }
  return good;
}

static bool read_net(Reader *reader, const XmlElement *root) {
  const XmlElement *net = xml_is(root, "pnml") ? xml_child(root, "net") : NULL;
  if (!net) return wrong(reader, root, "%s", "no <net> in a <pnml>");
  for (const XmlElement *other = xml_next(net); other; other = xml_next(other))
    if (xml_is(other, "net")) return wrong(reader, other, "%s", "a second <net> in the file");
  Text type = {0}, id = {0};
  xml_attribute(net, "type", &type);
  xml_attribute(net, "id", &id);
  bool flat = !type.size || !strstr(type.data, "symmetricnet");
  flat = flat && (!type.size || !strstr(type.data, "highlevel"));
  reader->net = net_new(id.size ? id.data : "net");
  bool good = flat || wrong(reader, net, "a net of type %s: only place/transition nets are read",
                            type.data);
  text_free(&type);
  text_free(&id);
  good = good && read_page(reader, net, false) && read_page(reader, net, true);
  return good;
}

Model *pnml_read(const char *file, const char *data, size_t size, const ReadOptions *options,
                 Error *error) {
  (void)options;
  XmlDocument *document = xml_read(file, data, size, error);
  if (!document) return NULL;
  Reader reader = {.file = file, .error = error};
  bool good = read_net(&reader, xml_root(document));
  xml_free(document);
  names_free(&reader.ids);
  names_free(&reader.other);
  string_vec_free(&reader.refers);
  vec_free(&reader.is);
  if (good) return net_model(file, reader.net);
  net_free(reader.net);
  return NULL;
}
