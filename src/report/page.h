/* The assets of the page, made from the files in page/ when Rondo is built (cmake/embed.cmake). */
#ifndef RONDO_REPORT_PAGE_H
#define RONDO_REPORT_PAGE_H

#include <stddef.h>

extern const char page_html[]; /* the frame; the places of the others are marked {{style}}, ... */
extern const char page_css[];
extern const char page_js[];

#endif
