/* The members of packed structs and unions. Yosys keeps the name of a wire's type in its netlist,
 * but not what is in it; so where a design has such types, they are taken from the syntax tree that
 * Yosys prints. That is a convenience for people who look at traces: what is not understood there
 * is shown as a word. */
#ifndef RONDO_FRONT_VERILOG_LAYOUTS_H
#define RONDO_FRONT_VERILOG_LAYOUTS_H

#include "base/map.h"
#include "front/verilog/netlist.h"
#include "term/type.h"

/* A named type, a member, or an enumeration with its values. */
typedef struct {
  char *name;
  char *enumeration;  /* of a member: which it has, or NULL */
  char *digits;       /* of a value: its code */
  uint32_t parent;    /* or LAYOUT_NONE */
  uint32_t high, low; /* bits of a member in the outermost struct */
  bool is_signed;
} LayoutItem;

#define LAYOUT_NONE UINT32_MAX

typedef struct {
  VEC(LayoutItem) items; /* parents before children */
} Layouts;

/* Whether a net of the design has a type that may be a struct. */
bool layouts_wanted(const Netlist *netlist);

/* From what 'read_verilog -dump_ast2' prints, which is changed. */
Layouts layouts_parse(char *text);
void layouts_free(Layouts *layouts);

/* The type of this name if it is a struct or union of so many bits; else a word. */
Type layouts_type(const Layouts *layouts, const char *name, uint32_t width, Types *types);

#endif
