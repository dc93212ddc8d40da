/* See xml.h. */
#include "front/net/xml.h"

#include <ctype.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <limits.h>
#include <string.h>

#include "base/memory.h"

struct XmlDocument {
  xmlDocPtr document;
};

static const xmlNode *node_of(const XmlElement *element) { return (const xmlNode *)element; }
static const XmlElement *element_of(const xmlNode *node) { return (const XmlElement *)node; }

static const xmlNode *skip_to_element(const xmlNode *node) {
  while (node && node->type != XML_ELEMENT_NODE) node = node->next;
  return node;
}

static void tell(const char *file, xmlParserCtxtPtr parser, Error *error) {
  const xmlError *why = parser ? xmlCtxtGetLastError(parser) : NULL;
  Text message = {0};
  text_add(&message, why && why->message ? why->message : "not XML");
  while (message.size && isspace((unsigned char)message.data[message.size - 1]))
    message.data[--message.size] = 0;
  error_at(error, file, why ? why->line : 0, why ? why->int2 : 0, "%s", message.data);
  text_free(&message);
}

XmlDocument *xml_read(const char *file, const char *data, size_t size, Error *error) {
  if (size > INT_MAX) {
    error_at(error, file, 0, 0, "more than 2 GB of XML");
    return NULL;
  }
  xmlParserCtxtPtr parser = xmlNewParserCtxt();
  int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOCDATA |
                XML_PARSE_BIG_LINES;
  xmlDocPtr document =
      parser ? xmlCtxtReadMemory(parser, data, (int)size, file, NULL, options) : NULL;
  if (!document || !xmlDocGetRootElement(document)) {
    tell(file, parser, error);
    xmlFreeDoc(document);
    document = NULL;
  }
  xmlFreeParserCtxt(parser);
  if (!document) return NULL;
  XmlDocument *result = mem_zalloc(sizeof *result);
  result->document = document;
  return result;
}

void xml_free(XmlDocument *document) {
  if (!document) return;
  xmlFreeDoc(document->document);
  mem_free(document);
}

const XmlElement *xml_root(const XmlDocument *document) {
  return element_of(xmlDocGetRootElement(document->document));
}

const XmlElement *xml_first(const XmlElement *element) {
  return element_of(skip_to_element(node_of(element)->children));
}

const XmlElement *xml_next(const XmlElement *element) {
  return element_of(skip_to_element(node_of(element)->next));
}

const char *xml_name(const XmlElement *element) { return (const char *)node_of(element)->name; }

bool xml_is(const XmlElement *element, const char *name) {
  return !strcmp(xml_name(element), name);
}

int xml_line(const XmlElement *element) {
  long line = xmlGetLineNo(node_of(element));
  return line > 0 && line < INT_MAX ? (int)line : 0;
}

const XmlElement *xml_child(const XmlElement *element, const char *name) {
  const XmlElement *child = xml_first(element);
  while (child && !xml_is(child, name)) child = xml_next(child);
  return child;
}

/* Adds the text of those nodes of a list that are text. */
static void add_text(const xmlNode *node, Text *text) {
  for (; node; node = node->next)
    if ((node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) && node->content)
      text_add(text, (const char *)node->content);
}

bool xml_attribute(const XmlElement *element, const char *name, Text *text) {
  const xmlAttr *attribute = node_of(element)->properties;
  while (attribute && strcmp((const char *)attribute->name, name)) attribute = attribute->next;
  if (attribute) add_text(attribute->children, text);
  return attribute != NULL;
}

void xml_text(const XmlElement *element, Text *text) {
  Text whole = {0};
  add_text(node_of(element)->children, &whole);
  size_t start = 0, end = whole.size;
  while (start < end && isspace((unsigned char)whole.data[start])) start++;
  while (end > start && isspace((unsigned char)whole.data[end - 1])) end--;
  if (whole.data) text_add_n(text, whole.data + start, end - start);
  text_free(&whole);
}
