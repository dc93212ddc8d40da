/* The gate to libxml2: a document as a tree of elements with attributes and the text directly below
 * each. Nothing is loaded from elsewhere, and entities are not expanded. */
#ifndef RONDO_FRONT_NET_XML_H
#define RONDO_FRONT_NET_XML_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

typedef struct XmlDocument XmlDocument;
typedef struct XmlElement XmlElement; /* of a document, as long as that lives */

/* NULL and an error with its place if the text is no XML. */
XmlDocument *xml_read(const char *file, const char *data, size_t size, Error *error);
void xml_free(XmlDocument *document);

const XmlElement *xml_root(const XmlDocument *document);
const XmlElement *xml_first(const XmlElement *element); /* its first child that is an element */
const XmlElement *xml_next(const XmlElement *element);  /* the sibling that follows */

/* The name without a prefix; whether it is this one. */
const char *xml_name(const XmlElement *element);
bool xml_is(const XmlElement *element, const char *name);
int xml_line(const XmlElement *element);

/* The first child of that name, or NULL. */
const XmlElement *xml_child(const XmlElement *element, const char *name);

/* Appends the value of an attribute; false if there is none. */
bool xml_attribute(const XmlElement *element, const char *name, Text *text);

/* Appends the text directly below an element, without blanks around it. */
void xml_text(const XmlElement *element, Text *text);

#endif
